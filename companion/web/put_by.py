"""What a form tells of who sits out by another dealer's choice: put by, and brought back with the
dealer before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from werkzeug.datastructures import MultiDict

from ..games.base import Game
from ..games.message import InvalidDeal
from .deal_fields import COMMON
from .posted import of_fields, recorded_form, tells
from .preview import Preview

LISTED = re.compile(r"(\w+)-\d+-")


def dealt_anew(form: Preview) -> Preview:
    """The form for a preview: who sits out by another dealer's choice has told nothing in it. What
    was told of them is put by, and comes back with them."""
    if not form.redrawn:
        return form
    stays, goes = _parted(form)
    fields = [*_back(form, stays), *stays.items(multi=True), ("put_by", urlencode(goes))]
    return of_fields(form, fields)


def drawn_anew(form: Preview) -> Preview:
    """The form for a page of its own: what is told of who sits out by another dealer's choice has
    no place on it, and is put by there."""
    if not form.redrawn:
        return form
    stays, goes = _parted(form)
    left = of_fields(form, [*stays.items(multi=True), ("put_by", urlencode(goes))])
    return replace(form, posted=left.posted, wrong=left.tried)


def brought_back(form: Preview) -> Preview:
    """The form to be saved, with what was put by of who plays again: no preview may have heard
    that another dealer was chosen."""
    if not form.redrawn or "put_by" not in form.posted:
        return form
    told = form.posted.copy()
    told.poplist("put_by")
    return of_fields(form, [*_back(form, told), *told.items(multi=True)])


def _parted(form: Preview) -> tuple[MultiDict, list[tuple[str, str]]]:
    """What stays in the form, and what was told of who sits out now."""
    fields = [one for one in form.posted.items(multi=True) if one[0] != "put_by"]
    goes = _of_who(form, fields, form.dealer, told_by=int(form.posted["sits_out"]))
    gone = {*goes}
    return MultiDict(one for one in fields if one not in gone), goes


def _back(form: Preview, stays: MultiDict) -> list[tuple[str, str]]:
    """What was told of who plays again, unless something else is told in its place."""
    then, game = int(form.posted["sits_out"]), form.shown.game
    mine = _of_who(form, [*_put_by(form)], then, told_by=form.dealer)
    return [one for one in mine if _has_a_say(game, *one, stays)]


def _of_who(
    form: Preview, fields: Sequence[tuple[str, str]], dealer: int, told_by: int
) -> list[tuple[str, str]]:
    """Of these fields those that can be told where one seat dealt, and not where this one did: a
    list of records, as the bids of an auction, whole; any other field by itself."""
    units: dict[object, list[tuple[str, str]]] = {}
    for one in fields:
        if one[0] not in COMMON:
            units.setdefault(_list_of(one[0]) or one, []).append(one)
    return [
        one
        for unit in units.values()
        if tells(form, unit, told_by) and not tells(form, unit, dealer)
        for one in unit
    ]


def _list_of(name: str) -> str:
    """The list of records that a field is of: `bids` of `bids-0-player`; nothing for another."""
    found = LISTED.match(name)
    return found[1] if found else ""


def _put_by(form: Preview) -> Iterable[tuple[str, str]]:
    """What was told of who sat out; where the form was started again, what is recorded of them."""
    if "put_by" in form.posted:
        return parse_qsl(form.posted["put_by"])
    return recorded_form(form.shown, form.recorded).items(multi=True)


def _has_a_say(game: Game, name: str, text: str, stays: MultiDict) -> bool:
    """Whether a field still says something beside these: of several values the last may hold."""
    told = stays.getlist(name)
    if listed := _list_of(name):
        return listed not in map(_list_of, stays)
    try:
        return game.read({name: [text, *told]}, {}) != game.read({name: told}, {})
    except InvalidDeal:
        return False
