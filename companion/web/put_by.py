"""Another dealer chosen in the form of a deal, where the dealer sits out: what was told of whoever
sits out now is put by, and comes back with the dealer of before.

It is kept in the form itself, in the field `put_by`, as the fields would be posted.
"""

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
    """The form for a preview, where another dealer may have been chosen: what was told of whoever
    sits out now is put by, what was put by of whoever plays again is back."""
    if not form.redrawn:
        return form
    stays, goes = _parted(form)
    fields = [*_back(form, stays), *stays.items(multi=True), ("put_by", urlencode(goes))]
    return of_fields(form, fields)


def drawn_anew(form: Preview) -> Preview:
    """The form for a whole page, which has no fields for whoever sits out: what was told of them
    is put by. Nothing is brought back."""
    if not form.redrawn:
        return form
    stays, goes = _parted(form)
    left = of_fields(form, [*stays.items(multi=True), ("put_by", urlencode(goes))])
    return replace(form, posted=left.posted, wrong=left.tried)


def brought_back(form: Preview) -> Preview:
    """The form to be saved, with what was put by of whoever plays again: it may come before any
    preview has heard that the dealer is another one."""
    if not form.redrawn or "put_by" not in form.posted:
        return form
    told = form.posted.copy()
    told.poplist("put_by")
    return of_fields(form, [*_back(form, told), *told.items(multi=True)])


def _parted(form: Preview) -> tuple[MultiDict, list[tuple[str, str]]]:
    """What stays in the form, and what was told of those who sit out now."""
    fields = [one for one in form.posted.items(multi=True) if one[0] != "put_by"]
    goes = _of_who(form, fields, form.dealer, told_by=int(form.posted["sits_out"]))
    gone = {*goes}
    return MultiDict(one for one in fields if one not in gone), goes


def _back(form: Preview, stays: MultiDict) -> list[tuple[str, str]]:
    """What was told of those who play again, unless something else is told in its place."""
    then, game = int(form.posted["sits_out"]), form.shown.game
    mine = _of_who(form, [*_put_by(form)], then, told_by=form.dealer)
    return [one for one in mine if _has_a_say(game, *one, stays)]


def _of_who(
    form: Preview, fields: Sequence[tuple[str, str]], dealer: int, told_by: int
) -> list[tuple[str, str]]:
    """The fields that can be told where the seat `told_by` dealt, and cannot where `dealer` did.

    Each field is tried by itself; the records of a list, the bids of an auction say, together.
    """
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
    """The list of records that a field belongs to: `bids` for `bids-0-player`; nothing for a field
    of no list."""
    found = LISTED.match(name)
    return found[1] if found else ""


def _put_by(form: Preview) -> Iterable[tuple[str, str]]:
    """What was put by; in a form that was begun anew, what is recorded."""
    if "put_by" in form.posted:
        return parse_qsl(form.posted["put_by"])
    return recorded_form(form.shown, form.recorded).items(multi=True)


def _has_a_say(game: Game, name: str, text: str, stays: MultiDict) -> bool:
    """Whether a field that comes back still changes anything beside what is told now: it does not
    where another value, told since, holds in its place."""
    told = stays.getlist(name)
    if listed := _list_of(name):
        return listed not in map(_list_of, stays)
    try:
        return game.read({name: [text, *told]}, {}) != game.read({name: told}, {})
    except InvalidDeal:
        return False
