"""Who pays whom, where people play for a stake: of one table, or of a whole evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ..games import GAMES
from ..games.base import Game
from ..games.message import InvalidDeal
from ..payments import EXACT, balances, beyond_mean, circles, payments
from ..store import Part, Table
from ..words import gettext as _
from . import store
from .amounts import hundredths
from .counted import said
from .rights import may
from .shown import Shown, load, title

bp = Blueprint("paying", __name__)
Gains = tuple[str, Mapping[int, Fraction]]  # a game, and what each person gained at a table of it


@bp.get("/tables/<int:table_id>/payments")
def table(table_id: int) -> ResponseReturnValue:
    """All that was played at a table for a stake a point, on the sheets too whose totals it goes
    on with: who left them has played for it as well."""
    sheets = [load(table_id)]
    ids = {table_id}  # a file by hand may lead around in a ring
    while (before := _gone_on_with(sheets[0])) and before.table.id not in ids:
        sheets.insert(0, before)
        ids.add(before.table.id)
    gains = [_gains(shown, started=shown is sheets[0]) for shown in sheets]
    names = {person: name for shown in sheets for person, name in _names(shown)}
    here, further = sheets[-1].table, store().carried_to(table_id)
    more = {"further": further, "settled_there": further and _gone_on_with(load(further))}
    more["cut_off"] = _first(sheets[0].table).goes_on and not before
    return _page(gains, names, table=here, of=title(here), sheets=len(sheets), **more)


def _gone_on_with(shown: Shown) -> Shown | None:
    """The sheet that the totals come from, if it is there, goes on with this one, and still comes
    to these totals. What somebody new to the table begins with was not played for."""
    first = _first(shown.table)
    source = first.goes_on
    if source is None or store().carried_to(source) != first.id:
        return None
    before = load(source)
    if before.table.deleted_at:
        return None
    left = dict(zip(before.table.persons, before.standing.totals, strict=True))
    starts = ((seat.people[0].person, seat.start) for seat in shown.table.seats)
    return before if all(left.get(person, start) == start for person, start in starts) else None


def _first(table: Table) -> Table:
    """The table that these deals were played at: what they began with was played before it, under
    whatever rules they are counted here."""
    return store().table(table.counted_again_of) if table.counted_again_of else table


def _names(shown: Shown) -> Iterator[tuple[int, str]]:
    """Who sat at the table; without their names, where the phone may not look at it."""
    seen = may("watch", shown.table.id)
    for seat in shown.table.seats:
        for one in seat.people:
            yield one.person, one.name if seen else _("somebody who left")


def _gains(shown: Shown, started: bool) -> Gains:
    """What each person gained against the mean of the table, over the deals that they sat at it.
    Where it is `started` with totals, those are of who sat there first."""
    standings = [beyond_mean(one.totals) for one in shown.replayed.standings]
    gains: dict[int, Fraction] = defaultdict(Fraction)
    for seat in shown.table.seats:
        for one, came, went in shown.replayed.stretches(seat):
            gains[one.person] += standings[went][seat.seat] - standings[came][seat.seat]
        gains[seat.people[0].person] += started * standings[0][seat.seat]
    return shown.table.game, gains


@bp.get("/evenings/<int:evening_id>/payments")
def evening(evening_id: int) -> ResponseReturnValue:
    """All tables of an evening, each settled by itself, then paid together."""
    with store().reading():  # tables and deals belong together, whoever tells one meanwhile
        found, parts = store().evening(evening_id), store().parts([evening_id])
        gains = list(_settled(evening_id, parts))
        names = {one.player: one.name for one in parts}
        sat = {person for _game, gained in gains for person in gained}
        names |= store().names_of([*(sat - names.keys())])  # who sat out all that was told
        adjusted = any(not one.taken_back_at for one in store().adjustments([evening_id]))
    return _page(gains, names, evening=found, adjusted=adjusted, of=found.name)


def _settled(evening_id: int, parts: Sequence[Part]) -> Iterator[Gains]:
    """The tables of an evening that count. Of a sheet without a deal that counts the totals count
    that it was opened with."""
    there, played = {one.table for one in parts}, {one.table for one in parts if one.deals}
    tables = [table for table in store().tables_of([evening_id]) if table.id in there]
    deals = {table.id: deals for table, deals in store().deals_of(tables)}
    for table in tables:
        yield _gains(Shown(table, deals.get(table.id, [])), started=table.id not in played)


def _page(tables: Sequence[Gains], names: Mapping[int, str], **more: object) -> ResponseReturnValue:
    problem = None
    games = [game for key, game in GAMES.items() if key in {played for played, _gained in tables}]
    typed = {game.key: request.args.get(game.key, "") for game in games}
    stakes = dict.fromkeys(typed, 0)
    try:
        stakes = {key: hundredths(text, key) for key, text in typed.items()}
    except InvalidDeal as error:
        problem = said(error)
    settled = balances(*((gains, _a_unit(GAMES[key], stakes[key])) for key, gains in tables))
    balance = {person: settled.get(person, 0) for person in names}
    apart = [
        {person: cents for person, cents in balance.items() if person in circle}
        for circle in circles(gains for _game, gains in tables)
    ]
    page = render_template(
        "tables/payments.html",
        games=games,
        typed=typed,
        asked=any(stakes.values()),
        problem=problem,
        balance=sorted(balance.items(), key=lambda one: -one[1]),
        payments=payments(*apart),
        names=names,
        exact=EXACT,
        example=10,  # cents; Jinja would write a number of the template once, in one language
        **more,
    )
    return page, 422 if problem else 200


def _a_unit(game: Game, stake: int) -> Fraction:
    """What one unit of its totals is worth where a point costs so many cents."""
    return Fraction(-stake if game.lowest_wins else stake, game.scale)
