"""Who pays whom, where people play for a stake: of one table, or of a whole evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ..games import GAMES
from ..games.message import InvalidDeal
from ..payments import EXACT, balances, beyond_mean, payments
from . import store
from .amounts import hundredths
from .counted import said
from .shown import Shown, load, title

bp = Blueprint("paying", __name__)
Gains = tuple[str, Mapping[int, Fraction]]  # a game, and what each person gained at a table of it


@bp.get("/tables/<int:table_id>/payments")
def table(table_id: int) -> ResponseReturnValue:
    """The totals of a table at a stake a point, what was carried over too."""
    shown = load(table_id)
    names = {one.person: one.name for seat in shown.table.seats for one in seat.people}
    gains = _gains(shown, started=True)
    return _page([gains], names, table=shown.table, of=title(shown.table))


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
    found, parts = store().evening(evening_id), store().parts([evening_id])
    there, played = {one.table for one in parts}, {one.table for one in parts if one.deals}
    tables = [table for table in store().tables_of([evening_id]) if table.id in there]
    deals = {table.id: deals for table, deals in store().deals_of(tables)}
    # Of a sheet without a deal that counts the totals count that it was opened with.
    gains = [
        _gains(Shown(table, deals.get(table.id, [])), started=table.id not in played)
        for table in tables
    ]
    names = {one.player: one.name for one in parts}
    adjusted = any(not one.taken_back_at for one in store().adjustments([evening_id]))
    return _page(gains, names, evening=found, adjusted=adjusted, of=found.name)


def _page(tables: Sequence[Gains], names: Mapping[int, str], **more: object) -> ResponseReturnValue:
    problem = None
    games = [game for key, game in GAMES.items() if key in {played for played, _ in tables}]
    typed = {game.key: request.args.get(game.key, "") for game in games}
    balance, stakes = dict.fromkeys(names, 0), dict.fromkeys(typed, 0)
    try:
        stakes = {key: hundredths(text, key) for key, text in typed.items()}
    except InvalidDeal as error:
        problem = said(error, (), 1)
    for key, gains in tables:
        game = GAMES[key]
        settled = balances(gains, Fraction(stakes[key], game.scale), game.lowest_wins)
        for person in settled.keys() & balance.keys():  # but for who has not played yet
            balance[person] += settled[person]
    page = render_template(
        "tables/payments.html",
        games=games,
        typed=typed,
        asked=any(stakes.values()),
        problem=problem,
        balance=sorted(balance.items(), key=lambda one: -one[1]),
        payments=payments(balance),
        names=names,
        exact=EXACT,
        example=10,  # cents
        **more,
    )
    return page, 422 if problem else 200
