"""An evening as the file that it is kept in, and the rows of its other files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any

from .. import sheets
from ..games import GAMES
from ..games.message import number
from ..sheets import evening as file
from ..sheets.archive import HEAD as ITSELF
from ..store import (
    Attendance,
    Evening,
    Part,
    Position,
    Replayed,
    Table,
    loosely,
    replay_once,
    roles_of,
)
from ..words import dated
from . import store
from .exports import sheet_of
from .ranked import rankings_of
from .shown import Shown, title
from .standings import HEAD, cells

DEALS = ("evening", "date", "table", "game", "deal", "player", "role", "score", "total")
Counts = dict[int, Counter[tuple[str, ...]]]


def shown_at(evening: Evening) -> list[Shown]:
    """The tables of an evening with their deals, by position and place."""
    tables = store().tables_at(evening.id)
    told = {table.id: deals for table, deals in store().deals_of(tables)}
    return [Shown(table, told.get(table.id, [])) for table in tables]


def counted_at(evening: Evening, shown: Sequence[Shown]) -> list[Shown]:
    """Those of its tables that count; no deal is there twice."""
    if not any(one.table.counted_again_of for one in shown):
        return list(shown)
    there = {table.id for table in store().tables_of([evening.id])}
    return [one for one in shown if one.table.id in there]


def files(evening: Evening, profile: str) -> Iterator[tuple[str, str]]:
    """All files of the evening's archive, by name and text."""
    shown, csv = shown_at(evening), sheets.PROFILES[profile]
    attendances, parts = store().attendances(evening.id), store().parts([evening.id])
    tables = [one.table for one in shown]
    places = numbered(tables)
    yield ITSELF, _json(file.written_evening(told(evening, tables, profile, attendances)))
    for one, (position, place) in zip(shown, places.values(), strict=True):
        sheet, name = sheet_of(one), f"sheets/{position}-{place}"
        yield f"{name}.json", _json(sheets.written(sheet))
        yield f"{name}.csv", csv.mark + sheets.as_csv(sheet, csv)
    played = counted_at(evening, shown)
    rows = {**_standings(evening, parts), "deals": deal_rows(played, {evening.id: evening})}
    rows["players"] = player_rows(played, parts, attendances)
    for name, some in rows.items():
        yield f"{name}.csv", csv.mark + sheets.rows_as_csv(some, csv)


def _json(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _standings(evening: Evening, parts: Sequence[Part]) -> dict[str, Iterable[Sequence[Any]]]:
    """As they stand, shown or not: all games together, then each game in a file of its own."""
    first, *others = rankings_of(evening, parts) or [None]
    found: dict[str, Iterable[Sequence[Any]]] = {"standings": cells(first) if first else [HEAD]}
    return found | {f"standings-{one.key}": cells(one) for one in others}


def numbered(tables: Sequence[Table]) -> dict[str, tuple[int, int]]:
    """The position (0: none) and the place that a table has in the file: no two the same. Where
    people played on at their place, only the first sheet of it has that (`Evening.places`)."""
    wanted = {table.uid: (table.position or 0, table.place or 1) for table in tables}
    taken = set(wanted.values())
    found: dict[str, tuple[int, int]] = {}
    for uid, (position, place) in wanted.items():
        if (position, place) in found.values():
            place = next(n for n in count(place) if (position, n) not in taken)
        taken.add((position, place))
        found[uid] = position, place
    return found


def told(
    evening: Evening, tables: Sequence[Table], profile: str, attendances: Sequence[Attendance]
) -> file.Evening:
    """What `evening.json` says."""
    wishes, places = store().wishes(evening.id), numbered(tables)
    uids = {table.id: table.uid for table in tables}
    kept = (one for one in store().positions(evening.id) if one.published_at or one.people)
    drawn = {one.number: one for one in kept}
    opened = {n: Position(n, (), (), None, None, None) for n, _ in places.values() if n}
    positions = [one for _, one in sorted((opened | drawn).items())]
    people = [player for pair in wishes for player in pair[:2]]
    people += [player for one in positions for player in one.people]
    names = store().names_of(people)
    in_order = sorted(places.items(), key=lambda one: one[1])
    again = _counted_again(tables)
    at = {n: tuple(uid for uid, (of, _) in in_order if of == n) for n, _ in places.values()}
    return file.Evening(
        id=evening.uid,
        name=evening.name,
        date=str(dated(evening.date) or ""),  # an evening of before may say another text
        place=evening.place,
        games=evening.games,
        fee=number(evening.fee, 100),
        profile=profile,
        corrects=evening.corrects,
        shown=evening.shown,
        planned=evening.planned,
        closed=evening.closed_at is not None,
        players=tuple(map(_attendee, attendances)),
        wishes=tuple(_wishes(names, wishes)),
        adjustments=tuple(_adjustments(evening)),
        positions=tuple(_position(one, names, at.get(one.number, ())) for one in positions),
        tables=at.get(0, ()),
        goes_on={uids[one]: uids[source] for one, source in _sources(tables).items()},
        counted_again={uids[one]: uids[of] for one, of in again.items()},
        places={
            one.uid: one.place for one in tables if one.place and one.place != places[one.uid][1]
        },
    )


def _sources(tables: Sequence[Table]) -> dict[int, int]:
    """Which of these tables go on with the totals of which: by way of sheets between, too."""
    here = {table.id for table in tables}
    found = {table.id: table.goes_on for table in tables if table.goes_on}
    if gone := [one for one, source in found.items() if source not in here]:
        found |= store().sources(gone)
    return {one: source for one, source in found.items() if source in here}


def _counted_again(tables: Sequence[Table]) -> dict[int, int]:
    """The table that each copy gives way to: where the original is not there, the first copy."""
    first = {table.id: table.id for table in tables}
    found = {}
    for table in sorted(tables, key=lambda one: one.id):
        if of := table.counted_again_of:
            found[table.id] = first.setdefault(of, table.id)
    return {one: of for one, of in found.items() if one != of}


def _attendee(one: Attendance) -> file.Attendee:
    fee = number(one.fee, 100)
    return file.Attendee(name=one.name, game=one.game, here=one.here, fee=fee, paid=one.paid)


def _wishes(
    names: Mapping[int, str], wishes: Iterable[tuple[int, int, bool]]
) -> Iterator[file.Wish]:
    """By name: where they are brought in, people get numbers in another order."""
    by_name = ((*sorted((names[one], names[other])), so) for one, other, so in wishes)
    for one, other, so in sorted(by_name):
        yield file.Wish(players=(one, other), together=so)


def _adjustments(evening: Evening) -> Iterator[file.Adjustment]:
    for one in store().adjustments([evening.id]):
        yield file.Adjustment(
            player=one.name,
            game=one.game,
            points=number(one.points, file.scale_of(one.game)),
            reason=one.reason,
            at=one.at,
            taken_back=one.taken_back_at is not None,
        )


def _position(one: Position, names: Mapping[int, str], tables: tuple[str, ...]) -> file.Position:
    drawn = tuple(
        file.Drawn(
            table=table.place, game=table.game, players=tuple(map(names.__getitem__, table.players))
        )
        for table in one.tables
    )
    return file.Position(
        number=one.number,
        published=one.published_at is not None,
        closed=one.closed_at is not None,
        ends_at=one.ends_at,
        tables=tables,
        drawn=drawn,
        sits_out=tuple(map(names.__getitem__, one.sits_out)),
    )


class PassedBy(Shown):
    """One of the many tables of a season: nothing is remembered of it."""

    @cached_property
    def replayed(self) -> Replayed:
        """Every deal told again, and the standings."""
        return replay_once(self.table, self.deals)


def shown_of(tables: Sequence[Table]) -> Iterator[Shown]:
    """These tables with their deals, each read when it is wanted; those without a deal last."""
    rest = {table.id: table for table in tables}
    for table, deals in store().deals_of(tables):
        yield PassedBy(rest.pop(table.id), deals)
    yield from (PassedBy(table, ()) for table in rest.values())


def deal_rows(
    tables: Iterable[Shown], evenings: Mapping[int | None, Evening]
) -> Iterator[Sequence[Any]]:
    """One row a player and deal, for pivot tables; the heading first."""
    yield DEALS
    for shown in tables:
        yield from _deals(evenings[shown.table.evening_id], shown)


def _deals(evening: Evening, shown: Shown) -> Iterator[Sequence[Any]]:
    table, scale = shown.table, shown.game.scale
    where = [evening.name, evening.date, _where(table), table.game]
    told = zip(shown.told, shown.replayed.told, shown.replayed.standings[1:], strict=True)
    for place, (deal, one, after) in enumerate(told, 1):
        seats = zip(table.names_at(deal), roles_of(table, one), strict=True)
        points = one.points(len(table.seats))
        for seat, (name, role) in enumerate(seats):
            score, total = number(points[seat], scale), number(after.totals[seat], scale)
            yield [*where, place, name, role, score, total]


def _where(table: Table) -> str:
    """Words, because a spreadsheet takes `1-4` for the first of April."""
    if table.position and table.place:
        return f"position {table.position} table {table.place}"
    return title(table)


def player_rows(
    tables: Iterable[Shown], parts: Iterable[Part], attendances: Sequence[Attendance] = ()
) -> Iterator[Sequence[Any]]:
    """One row a player: what is paid, how many tables and deals, how often in which role, and
    with which contract. `parts`: what each did at a table, as the standings count it."""
    names = {one.player: one.name for one in attendances}
    counts: Counts = {player: Counter() for player in names}
    there = set()
    for shown in tables:
        there.add(shown.table.id)
        _count(shown, names, counts)
    for player, _ in {(one.player, one.table) for one in parts if one.table in there}:
        counts[player]["tables",] += 1
    columns = sorted({key for one in counts.values() for key in one if len(key) > 1}, key=_order)
    paid = ["fee", "paid"] if attendances else []
    yield ["name", *paid, "tables", "deals", *(" ".join(key) for key in columns)]
    fees = {one.player: [number(one.fee, 100), one.paid] for one in attendances}
    for player, name in sorted(names.items(), key=lambda one: (loosely(one[1]), one[1])):
        mine = counts[player]
        money = fees.get(player, [None, None]) if attendances else []
        yield [name, *money, mine["tables",], mine["deals",], *(mine[key] for key in columns)]


def _order(key: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    """Game by game, in each the roles first and then the contracts."""
    return list(GAMES).index(key[0]), len(key), key


def _count(shown: Shown, names: dict[int, str], counts: Counts) -> None:
    table = shown.table
    for one in (one for seat in table.seats for one in seat.people):
        names.setdefault(one.person, one.name)
        counts.setdefault(one.person, Counter())
    for deal, told in zip(shown.told, shown.replayed.told, strict=True):
        for seat, role in zip(table.seats, roles_of(table, told), strict=True):
            if role:
                mine = counts[seat.at(deal).person]
                mine["deals",] += role != "sits_out"
                mine[table.game, role] += 1
                if deal.kind and role != "sits_out":
                    mine[table.game, role, deal.kind] += 1
