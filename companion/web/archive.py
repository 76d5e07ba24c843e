"""An evening as the archive that it is kept in: its files, and what `evening.json` says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import itemgetter
from typing import Any

from .. import sheets
from ..games.message import number
from ..sheets import evening as file
from ..sheets.archive import HEAD as ITSELF
from ..store import Attendance, Evening, Part, Position, Table
from ..words import dated
from . import store
from .exports import sheet_of
from .pivot import NamedInErrors, deal_rows, player_rows
from .ranked import rankings_of
from .shown import Shown
from .standings import HEAD, cells

Places = dict[str, tuple[int, int]]  # the id of a table: its position and place in the file


def shown_at(evening: Evening) -> list[Shown]:
    """The tables of an evening with their deals, by position and place."""
    tables = store().tables_at(evening.id)
    told = {table.id: deals for table, deals in store().deals_of(tables)}
    return [NamedInErrors(table, told.get(table.id, [])) for table in tables]


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
        sheet, name = sheet_of(one, evening), f"sheets/{position}-{place}"
        yield f"{name}.json", _json(sheets.written(sheet))
        yield f"{name}.csv", csv.mark + sheets.as_csv(sheet, csv)
    played = counted_at(evening, shown)
    rows = {**_standings(evening, parts), "deals": deal_rows(played, [evening])}
    rows["players"] = player_rows(played, parts, attendances)
    for name, some in rows.items():
        yield f"{name}.csv", csv.mark + sheets.rows_as_csv(some, csv)


def _json(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _standings(evening: Evening, parts: Sequence[Part]) -> dict[str, Iterable[Sequence[Any]]]:
    """As they stand, shown or not: all games together, then each game in a file of its own."""
    found = rankings_of(evening, parts)
    first = cells(found[0]) if found else [HEAD]
    return {"standings": first, **{f"standings-{one.key}": cells(one) for one in found[1:]}}


def numbered(tables: Sequence[Table]) -> Places:
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
    positions = _positions(evening, {position for position, _ in places.values()})
    names, sheets_at = _names(wishes, positions), _by_position(places)
    uids = {table.id: table.uid for table in tables}
    # Of any type: a column of the database is a text, where the file knows which ones there are.
    kept: dict[str, Any] = {"profile": profile, "corrects": evening.corrects}
    return file.Evening(
        id=evening.uid,
        name=evening.name,
        date=str(dated(evening.date) or ""),  # an evening of before may say another text
        place=evening.place,
        games=evening.games,
        fee=number(evening.fee, 100),
        **kept,
        shown=evening.shown,
        planned=evening.planned,
        closed=evening.closed_at is not None,
        players=tuple(map(_attendee, attendances)),
        wishes=tuple(_wishes(names, wishes)),
        adjustments=tuple(_adjustments(evening)),
        positions=tuple(_position(one, names, sheets_at.get(one.number, ())) for one in positions),
        tables=sheets_at.get(0, ()),
        goes_on={uids[one]: uids[source] for one, source in _sources(tables).items()},
        counted_again={uids[one]: uids[of] for one, of in _counted_again(tables).items()},
        places=dict(_played_on(tables, places)),
    )


def _positions(evening: Evening, numbers: Iterable[int]) -> list[Position]:
    """The positions of the evening: what is drawn, and, of these numbers, where tables were opened
    without a draw."""
    found = {n: Position(n) for n in numbers if n}
    kept = (one for one in store().positions(evening.id) if one.published_at or one.people)
    found |= {one.number: one for one in kept}
    return [found[n] for n in sorted(found)]


def _names(
    wishes: Iterable[tuple[int, int, bool]], positions: Iterable[Position]
) -> dict[int, str]:
    """What all whom wishes and positions know by number are called."""
    people = [player for one, other, _ in wishes for player in (one, other)]
    people += [player for position in positions for player in position.people]
    return store().names_of(people)


def _by_position(places: Places) -> dict[int, tuple[str, ...]]:
    """The ids of the tables of each position (0: of none), place by place."""
    found: dict[int, tuple[str, ...]] = {}
    for uid, (position, _) in sorted(places.items(), key=itemgetter(1)):
        found[position] = (*found.get(position, ()), uid)
    return found


def _played_on(tables: Iterable[Table], places: Places) -> Iterator[tuple[str, int]]:
    """The tables whose place in the file is not their own, each with its own."""
    for table in tables:
        _, called = places[table.uid]
        if table.place and table.place != called:
            yield table.uid, table.place


def _sources(tables: Sequence[Table]) -> dict[int, int]:
    """Which of these tables go on with the totals of which, if need be past deleted ones."""
    here = {table.id for table in tables}
    found = {table.id: table.goes_on for table in tables if table.goes_on}
    if gone := [one for one, source in found.items() if source not in here]:
        found |= store().sources(gone)
    return {one: source for one, source in found.items() if source in here}


def _counted_again(tables: Sequence[Table]) -> dict[int, int]:
    """For each copy that was counted under other rules, its original; where that is not there, the
    first of its copies."""
    first = {table.id: table.id for table in tables}
    found = {}
    for table in sorted(tables, key=lambda one: one.id):
        if of := table.counted_again_of:
            found[table.id] = first.setdefault(of, table.id)
    ids = [table.id for table in tables]  # in the order of the file: elsewhere they are others
    return {one: found[one] for one in ids if found.get(one, one) != one}


def _attendee(one: Attendance) -> file.Attendee:
    fee, own = number(one.fee, 100), None if one.own is None else bool(one.own)
    told: dict[str, Any] = {"game": one.game, "here": one.here, "paid": one.paid}
    return file.Attendee(name=one.name, fee=fee, own=own, **told)


def _wishes(
    names: Mapping[int, str], wishes: Iterable[tuple[int, int, bool]]
) -> Iterator[file.Wish]:
    """The wishes, sorted by name: people have other numbers where the file is brought in."""
    by_name = ((sorted((names[one], names[other])), so) for one, other, so in wishes)
    for (one, other), so in sorted(by_name):
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
