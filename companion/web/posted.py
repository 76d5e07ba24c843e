"""From the strings of a deal's form to what they tell at its table (`Preview`), and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict

from ..games.base import Agreed, Game
from ..games.facts import retell
from ..games.message import InvalidDeal
from ..store import Deal, seat_keys, tell_again, who_sit
from .deal_fields import COMMON, strings
from .preview import Preview
from .shown import Shown


def preview(shown: Shown, number: int, posted: MultiDict, recorded: Deal | None) -> Preview:
    """What the posted strings tell: read by the game, then told at this table."""
    so_far = Preview(shown, number, posted, _dealer(shown, posted, recorded), recorded)
    try:
        so_far = _with_facts(so_far, _stands(so_far))
        return _as_told(_still_not_played(_after_touch(so_far)))
    except InvalidDeal as error:
        return replace(so_far, facts={}, wrong=so_far.facts).refused(error)


def in_their_seats(form: Preview) -> Preview:
    """The form for the seats of now, where the same people changed seats since it was drawn: what
    it tells of each follows them; what cannot be read, or be told in the new order, is left out.
    Where other people sit there the form stays as it is."""
    now = seats_now(form.seen.sit, form.names) if form.reseated else None
    if now is None:
        return form
    form = _as_read(form)
    game, keys, posted = form.shown.game, seat_keys(len(now)), form.posted.copy()
    for name in ("dealer", "sits_out"):
        if (told := posted.get(name)) in keys:
            posted[name] = keys[now[keys.index(told)]]
    dealer = _dealer(form.shown, posted, form.recorded)
    facts = _retold(form.shown.agreed, form.tried, dealer, keys_then(now))
    for name in ("put_by", *game.fill(form.tried)):
        posted.poplist(name)
    posted.update(game.fill(facts))
    return preview(form.shown, form.number, posted, form.recorded)


def _as_read(form: Preview) -> Preview:
    """The form without what cannot be read, by itself or beside the rest."""
    if form.tried or not form.problem:
        return form
    posted = form.posted.items(multi=True)
    reads = of_fields(form, (one for one in posted if _reads(form.shown.game, *one)))
    return reads if reads.tried else _agreeing(reads)


def _reads(game: Game, name: str, text: str) -> bool:
    """Whether the field by itself can be read."""
    try:
        game.read({name: [text]}, {})
    except InvalidDeal:
        return False
    return True


def _retold(
    agreed: Agreed, facts: Mapping[str, Any], dealer: int, called: Sequence[str]
) -> Mapping[str, Any]:
    """The facts in the seats of now: again and again without the one that is refused there."""
    told: Mapping[str, Any] = {}
    while told != facts:
        told = facts
        try:
            return retell(agreed, dict(told), dealer, called, seat_keys(agreed.seats))
        except InvalidDeal as error:
            facts = _without(told, error.field)
    return {}


def _without(facts: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """The facts without what lies at this path: one hand of `hands.2`, else the whole fact."""
    fact, *inside = re.split(r"[.\[]", path)
    rest, told = {key: value for key, value in facts.items() if key != fact}, facts.get(fact)
    if isinstance(told, Mapping) and told.keys() & {*inside}:
        rest[fact] = {key: value for key, value in told.items() if key not in inside}
    return rest


def seats_now(then: str, names: Sequence[str]) -> Sequence[int] | None:
    """The seat of now of each who sat there then, found by what `who_sit` made of the names; None:
    not the same people sit there, or two of them cannot be told apart."""
    sit = [who_sit([name]) for name in names]
    each = len(sit[0])
    sat = [then[at : at + each] for at in range(0, len(then), each)]
    same = sorted(sat) == sorted(sit) and len({*sit}) == len(sit)
    return [sit.index(one) for one in sat] if same else None


def keys_then(now: Sequence[int]) -> list[str]:
    """What a form that was drawn before people changed seats calls each seat of now; `now` is what
    `seats_now` found."""
    keys = seat_keys(len(now))
    return [keys[now.index(seat)] for seat in range(len(now))]


def as_typed(form: Preview) -> Preview:
    """The form for a preview: a number of one digit that would be warned of says nothing yet, for
    its second digit may still be typed."""
    game, posted = form.shown.game, form.posted
    fields = {game.typed.get(one.field, "") for one in form.unseen}
    begun = {name for name in fields if len(posted.get(name, "")) == 1}
    if not begun or "settled" in posted:
        return form
    stays = (one for one in posted.items(multi=True) if one[0] not in begun)
    return replace(of_fields(form, stays), grows=True)


def among_so_many(form: Preview) -> Preview:
    """The form for another number of players: without each field that cannot be told among so many
    by itself, then without what cannot be told beside the rest (a partner at four, say)."""
    posted = form.posted.items(multi=True)
    return _agreeing(of_fields(form, (one for one in posted if tells(form, [one], form.dealer))))


def _agreeing(form: Preview) -> Preview:
    """The form without what cannot be told beside the rest."""
    if not form.problem:
        return form
    against, posted = form.problem.facts, form.posted.items(multi=True)
    return of_fields(form, (one for one in posted if one[0].partition("-")[0] not in against))


def of_fields(form: Preview, fields: Iterable[tuple[str, str]]) -> Preview:
    """The same form, where these fields alone are posted."""
    return preview(form.shown, form.number, MultiDict(fields), form.recorded)


def tells(form: Preview, fields: Iterable[tuple[str, str]], dealer: int) -> bool:
    """Whether these fields by themselves can be told where this seat dealt."""
    agreed, keys = form.shown.agreed, seat_keys(form.shown.agreed.seats)
    try:
        facts = agreed.game.read(MultiDict(fields).to_dict(flat=False), {})
        retell(agreed, facts, dealer, keys, keys)
    except InvalidDeal as error:
        return error.missing
    return True


def _stands(form: Preview) -> Mapping[str, Any]:
    """The recorded facts, which the posted ones add to. Once the form has shown that another dealer
    was chosen (`put_by`), those about whoever sits out now are not among them."""
    if form.recorded is None:
        return {}
    if form.redrawn and "put_by" not in form.posted:
        return form.recorded.facts
    return form.still_tellable


def _with_facts(so_far: Preview, told: Mapping[str, Any]) -> Preview:
    """With the facts that are posted, before a touch."""
    own = strings(so_far.posted)
    own.pop("touch", None)
    return replace(so_far, facts=so_far.shown.game.read(own, told))


def _after_touch(so_far: Preview) -> Preview:
    """After the posted touch: the facts that it makes, and the form filled from them."""
    game, posted = so_far.shown.game, so_far.posted
    if "touch" not in posted:
        return so_far
    facts = game.read(strings(posted), so_far.facts)
    common = MultiDict((name, posted[name]) for name in COMMON if name in posted)
    common.update(game.fill(facts))
    return replace(so_far, facts=facts, posted=common)


def _still_not_played(so_far: Preview) -> Preview:
    """A deal that was not played stays so, while nothing of a played one is told by the form: an
    empty list says nothing, where nobody can be a partner it stands in every form."""
    game, posted = so_far.shown.game, so_far.posted
    unplayed = game.read({"unplayed": posted.getlist("was")}, {})
    if not unplayed or any(told != [] for told in game.read(strings(posted), {}).values()):
        return so_far
    return replace(so_far, facts=unplayed)


def _as_told(so_far: Preview) -> Preview:
    """Told in full, or half told where something is missing; InvalidDeal where the facts cannot
    be."""
    deal = Deal.telling(so_far.number, so_far.dealer, so_far.facts)
    try:
        (told,) = tell_again(so_far.shown.table, [deal])
    except InvalidDeal as error:
        if not error.missing:
            raise
        missing = so_far.refused(error).problem
        return replace(so_far.half_told(), missing=missing)
    return so_far.counted(told)


def _dealer(shown: Shown, posted: MultiDict, recorded: Deal | None) -> int:
    """Who dealt: as posted, as recorded, else whose turn it is at that place."""
    seats = seat_keys(len(shown.table.seats))
    if (told := posted.get("dealer")) in seats:
        return seats.index(told)
    if recorded:
        return recorded.dealer
    return shown.replayed.turn(shown.place_of(posted.get("before", 0, type=int)) + 1)


def recorded_form(shown: Shown, deal: Deal | None) -> MultiDict:
    """What a form would have posted for a deal that is recorded, half or in full."""
    if deal is None:
        return MultiDict()
    posted: MultiDict[str, str] = MultiDict(shown.game.fill(deal.facts))
    posted["dealer"], posted["note"] = str(deal.dealer), deal.note
    posted["anyway"] = " ".join(_warned(shown, deal))
    return posted


def _warned(shown: Shown, deal: Deal) -> Iterator[str]:
    """The warnings that were waved through when the deal was saved, as a form says it."""
    if deal in shown.told:
        yield from (one.seen for one in shown.shown_deal(shown.told.index(deal)).count.warnings)
