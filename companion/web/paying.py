"""Who pays whom, where people play for a stake: of one table, or of a whole evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ..games import GAMES
from ..games.message import InvalidDeal
from ..payments import EXACT, balances, payments
from ..store import Table
from . import store
from .amounts import hundredths
from .counted import said
from .shown import title

bp = Blueprint("paying", __name__)
Totals = tuple[str, dict[int, int]]  # a game, and each person's points at one of its tables


@bp.get("/tables/<int:table_id>/payments")
def table(table_id: int) -> ResponseReturnValue:
    """The totals of a table at a stake a point, against their mean where they do not sum to 0."""
    found = store().table(table_id)
    names = {one.person: one.name for seat in found.seats for one in seat.people}
    return _page([(found.game, _totals(found))], names, table=found, of=title(found))


def _totals(table: Table) -> dict[int, int]:
    """Each person's part of the totals; what a seat began with is that of who sat there first."""
    totals: dict[int, int] = {}
    for seat in table.seats:
        for i, one in enumerate(seat.people):
            gained = one.total + seat.start * (i == 0)
            totals[one.person] = totals.get(one.person, 0) + gained
    return totals


@bp.get("/evenings/<int:evening_id>/payments")
def evening(evening_id: int) -> ResponseReturnValue:
    """All tables of an evening, each settled by itself, then paid together."""
    found, parts = store().evening(evening_id), store().parts([evening_id])
    tables: list[Totals] = []
    for _table, some in groupby(parts, attrgetter("table")):
        there, totals = list(some), dict[int, int]()
        for one in there:
            totals[one.player] = totals.get(one.player, 0) + one.points
        tables.append((there[0].game, totals))
    names = {one.player: one.name for one in parts}
    adjusted = any(not one.taken_back_at for one in store().adjustments([evening_id]))
    return _page(tables, names, evening=found, adjusted=adjusted, of=found.name)


def _page(
    tables: Iterable[Totals], names: Mapping[int, str], **more: object
) -> ResponseReturnValue:
    tables, problem = list(tables), None
    games = [game for key, game in GAMES.items() if key in {played for played, _ in tables}]
    typed = {game.key: request.args.get(game.key, "") for game in games}
    balance, stakes = dict.fromkeys(names, 0), dict.fromkeys(typed, 0)
    try:
        stakes = {key: hundredths(text, key) for key, text in typed.items()}
    except InvalidDeal as error:
        problem = said(error, (), 1)
    for key, totals in tables:
        game = GAMES[key]
        settled = balances(totals, Fraction(stakes[key], game.scale), game.lowest_wins)
        for person, cents in settled.items():
            balance[person] += cents  # type: ignore[index]
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
