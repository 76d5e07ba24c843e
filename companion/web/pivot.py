"""The rows of `deals.csv` and `players.csv`, of an evening or a season: for pivot tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from ..games import GAMES
from ..games.message import InvalidDeal, number, refuse
from ..store import (
    Attendance,
    Evening,
    Part,
    Replayed,
    Sitting,
    Table,
    loosely,
    replay,
    replay_once,
    roles_of,
)
from . import store
from .shown import Shown, title

HEAD_OF_DEALS = ("evening", "date", "table", "game", "deal", "player", "role", "score", "total")
TABLES, DEALS = ("tables",), ("deals",)
# What is counted of a player: tables, deals; by game and role; by game, role and contract.
Counts = dict[int, Counter[tuple[str, ...]]]


class NamedInErrors(Shown):
    """A table of a file about many: where its deals cannot be, the error says at which table."""

    @cached_property
    def replayed(self) -> Replayed:
        """Every deal told again, and the standings."""
        with _named(self.table):
            return replay(self.table, self.deals)


class ReplayedOnce(NamedInErrors):
    """The same for a season: nothing of its many tables is remembered once it is written."""

    @cached_property
    def replayed(self) -> Replayed:
        """Every deal told again, and the standings."""
        with _named(self.table):
            return replay_once(self.table, self.deals)


@contextmanager
def _named(table: Table) -> Iterator[None]:
    try:
        yield
    except InvalidDeal as error:
        at, why = error.field, error.sentence
        raise refuse("{table}: {why}", at=at, table=title(table), why=why) from None


def shown_of(tables: Sequence[Table]) -> Iterator[Shown]:
    """These tables with their deals, each read when it is wanted; those without a deal last."""
    rest = {table.id: table for table in tables}
    for table, deals in store().deals_of(tables):
        yield ReplayedOnce(rest.pop(table.id), deals)
    yield from (ReplayedOnce(table, ()) for table in rest.values())


def deal_rows(tables: Iterable[Shown], evenings: Iterable[Evening]) -> Iterator[Sequence[Any]]:
    """One row a player and deal, for pivot tables; the heading first. Sheets of one place are told
    apart: where totals are carried over to another one, its deals begin with 1 again. Those without
    a deal do not count: they have no row, and in a season they come last."""
    yield HEAD_OF_DEALS
    of: dict[int | None, Evening] = {one.id: one for one in evenings}
    sheets = Counter[tuple[int | None, str]]()
    for shown in tables:
        where = shown.table.evening_id, _where(shown.table)
        sheets[where] += bool(shown.told)
        yield from _deals(of[where[0]], shown, sheets[where])


def _deals(evening: Evening, shown: Shown, sheet: int) -> Iterator[Sequence[Any]]:
    table, scale = shown.table, shown.game.scale
    called = _where(table) + (f" sheet {sheet}" if sheet > 1 else "")
    where = [evening.name, evening.date, called, table.game]
    told = zip(shown.told, shown.replayed.told, shown.replayed.standings[1:], strict=True)
    for place, (deal, one, after) in enumerate(told, 1):
        seats = zip(table.names_at(deal), roles_of(table, one), strict=True)
        points = one.points(len(table.seats))
        for seat, (name, role) in enumerate(seats):
            score, total = number(points[seat], scale), number(after.totals[seat], scale)
            yield [*where, place, name, role, score, total]


def _where(table: Table) -> str:
    """What a file calls a table: in words, because a spreadsheet takes `1-4` for a date."""
    if table.position and table.place:
        return f"position {table.position} table {table.place}"
    return title(table)


def player_rows(
    tables: Iterable[Shown], parts: Sequence[Part], attendances: Sequence[Attendance] = ()
) -> Iterator[Sequence[Any]]:
    """One row a player: what is paid, how many tables and deals, how often in which role, and
    with which contract. `parts`: what each did at a table, as the standings count it."""
    names = {one.player: one.name for one in attendances}
    counts = _counted(tables, parts, names)
    roles = sorted({key for one in counts.values() for key in one if len(key) > 1}, key=_order)
    paid = ["fee", "paid"] if attendances else []
    yield ["name", *paid, "tables", "deals", *(" ".join(key) for key in roles)]
    fees = {one.player: [number(one.fee, 100), one.paid] for one in attendances}
    for player, name in sorted(names.items(), key=_by_name):
        mine = counts[player]
        money = fees.get(player, [None, None]) if attendances else []
        yield [name, *money, mine[TABLES], mine[DEALS], *(mine[role] for role in roles)]


def _by_name(one: tuple[int, str]) -> tuple[str, str]:
    _player, name = one
    return loosely(name), name


def _order(key: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    """Game by game, in each the roles first and then the contracts."""
    return list(GAMES).index(key[0]), len(key), key


def _counted(tables: Iterable[Shown], parts: Sequence[Part], names: dict[int, str]) -> Counts:
    """What each has played. Adds to `names` whoever sat at the tables and is not in it yet."""
    counts: Counts = {player: Counter() for player in names}
    for shown in tables:
        _count(shown, names, counts)
    for one in parts:
        counts[one.player][DEALS] += one.deals
    for player, _table in {(one.player, one.table) for one in parts}:
        counts[player][TABLES] += 1
    return counts


def _count(shown: Shown, names: dict[int, str], counts: Counts) -> None:
    """Adds what was played at a table. Whoever gave up a seat before any deal was told stands on no
    sheet, and not here either."""
    table = shown.table

    def of(one: Sitting) -> Counter[tuple[str, ...]]:
        names.setdefault(one.person, one.name)
        return counts.setdefault(one.person, Counter())

    for seat in table.seats:
        of(seat.people[-1])
    for deal, told in zip(shown.told, shown.replayed.told, strict=True):
        for seat, role in zip(table.seats, roles_of(table, told), strict=True):
            mine = of(seat.at(deal))
            if role:
                mine[table.game, role] += 1
                if deal.kind and role != "sits_out":
                    mine[table.game, role, deal.kind] += 1
