"""Rows of the database as the values of the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count, groupby
from operator import attrgetter, itemgetter
from typing import Any

from sqlite_utils import Database

from .connections import Row, Writing, by_column
from .errors import Deleted, NotThere
from .history import NO_ENTRY, Step
from .known import Reader, one_moment
from .values import IDS, Change, Deal, Seat, Sitting, Table, as_ids, not_deleted

NUMBER, TOLD_AT = attrgetter("number"), attrgetter("told_at")
TABLE_ID, SEAT = itemgetter("table_id"), itemgetter("seat")

TABLES = f"""
SELECT t.*, (SELECT max(id) FROM changes WHERE table_id = t.id) AS version,
  e.at AS entered_at,
  (SELECT count(*) FROM deals WHERE table_id = t.id AND state = 'told') AS deals,
  (SELECT count(*) FROM deals WHERE table_id = t.id AND state = 'half') AS half,
  (SELECT count(*) FROM deals WHERE table_id = t.id AND state = 'told'
    AND verdict = 'disputed') AS disputed,
  (SELECT count(*) FROM deals WHERE table_id = t.id AND state = 'told'
    AND verdict = 'confirmed') AS confirmed,
  (SELECT coalesce(max(number), 0) + 1 FROM deals WHERE table_id = t.id) AS next_number,
  (SELECT coalesce(max(told_at), '') FROM deals WHERE table_id = t.id AND state = 'told') AS told_at
FROM tables t JOIN changes e ON e.id = (SELECT id FROM changes WHERE table_id = t.id
  AND kind NOT IN {NO_ENTRY} ORDER BY id DESC LIMIT 1)
"""
SITTING = """
SELECT s.table_id, s.seat, s.player_id AS player, p.id AS person, p.name, s.after_deal,
  coalesce(d.sort, '') AS after_sort, s.total, s.deals
FROM seats s JOIN players sat ON sat.id = s.player_id
  JOIN players p ON p.id = coalesce(sat.merged_into, sat.id)
  LEFT JOIN deals d ON d.table_id = s.table_id AND d.number = s.after_deal
WHERE s.table_id IN (SELECT value FROM json_each(?))
ORDER BY s.table_id, s.seat, after_sort
"""
DEALS = """
SELECT table_id, number, dealer, facts, state, sort, revision, note, outcome, kind, told_at,
  verdict, why
FROM deals WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, sort
"""
CHANGE = "SELECT id, deal, at, phone, kind, before, after, undoes FROM changes"
CHANGES = f"{CHANGE} WHERE table_id = ? AND id > ? ORDER BY id DESC"
CHANGED = "SELECT 1 FROM changes WHERE id > ? AND (table_id = ? OR deal IS NULL) LIMIT 1"
STEPS = "SELECT id, kind, undoes FROM changes WHERE table_id = ? ORDER BY id DESC"


def tables(db: Database, where: str, **values: Any) -> list[Table]:
    """The tables that a condition finds, each with its seats: two queries, however many."""
    found = list(by_column(db, TABLES + where, values))
    ids = json.dumps([row["id"] for row in found])
    seats = {of: list(some) for of, some in groupby(by_column(db, SITTING, [ids]), TABLE_ID)}
    return [_table(row, seats[row["id"]]) for row in found]


def newest(db: Database, table_id: int | None = None) -> int:
    """The number of the newest change of all, or of one table; 0: there is none."""
    of, asked = ("", []) if table_id is None else (" WHERE table_id = ?", [table_id])
    (change,) = db.execute(f"SELECT max(id) FROM changes{of}", asked).fetchone()
    return change or 0


def known_tables(reader: Reader, where: str, **values: Any) -> list[Table]:
    """`tables`, but read again only once any table has changed."""
    asked = ("tables", where, *values.values())
    found: list[Table]
    as_of, found = reader.known.get(asked) or (None, [])
    if as_of != newest(reader.db):
        with one_moment(reader.db):
            found, now = tables(reader.db, where, **values), newest(reader.db)
        reader.known.keep(asked, (now, found))
    return found


def known_table(reader: Reader, table_id: int) -> Table:
    """`table`, but read again only once it has changed, or a name at any table."""
    db, now = reader.db, newest(reader.db)
    found: Table | None
    as_of, found = reader.known.get(("table", table_id)) or (0, None)
    if as_of == now and found:
        return found
    # `as_of` is later than `now` where another thread has read it since this one began to read.
    if not found or as_of > now or db.execute(CHANGED, [as_of, table_id]).fetchone():
        with one_moment(db):
            found, now = table(db, table_id), newest(db)
    reader.known.keep(("table", table_id), (now, found))
    return found


def table(db: Database, table_id: int) -> Table:
    """The table of this number, deleted or not; NotThere where there is none."""
    if table_id in IDS:
        for found in tables(db, "WHERE t.id = :id", id=table_id):
            return found
    raise NotThere(f"table {table_id}")


def there(reader: Reader, table_id: int) -> Table:
    """The table of this number; Deleted where it is so."""
    found = known_table(reader, table_id)
    if found.deleted_at:
        raise Deleted(f"table {table_id}")
    return found


def _table(row: Row, sitting: Iterable[Row]) -> Table:
    start = tuple(json.loads(row.pop("start")))
    seats = [tuple(map(_sitting, people)) for _, people in groupby(sitting, SEAT)]
    return Table(
        rules=json.loads(row.pop("options")),
        about=json.loads(row.pop("about")),
        over=bool(row.pop("over")),
        half=bool(row.pop("half")),
        start=start,
        seats=tuple(Seat(seat, people, start[seat]) for seat, people in enumerate(seats)),
        **row,
    )


def _sitting(row: Row) -> Sitting:
    del row["table_id"], row["seat"]
    return Sitting(**row)


def deals(db: Database, table_id: int) -> list[Deal]:
    """Every deal that a table ever told, in play order, the deleted ones too."""
    return dict(_deals(db, [table_id])).get(table_id, [])


def deals_of(db: Database, tables: Sequence[Table]) -> Iterator[tuple[Table, list[Deal]]]:
    """The deals of many tables, told and half told, a table at a time, by its number."""
    of = {table.id: table for table in tables}
    for table_id, found in _deals(db, of):
        if there := not_deleted(found):
            yield of[table_id], there


def _deals(db: Database, tables: Collection[int]) -> Iterator[tuple[int, list[Deal]]]:
    found = db.execute(DEALS, [as_ids(tables)])
    for table_id, some in groupby(found, lambda row: int(row[0])):
        of = list(some)
        places = _places([row[4] for row in of])
        yield table_id, [Deal(*(*row[1:], place)) for row, place in zip(of, places, strict=True)]


def _places(states: Sequence[str]) -> list[int]:
    """Where each deal stands among those that are there; 0: it is deleted."""
    there = count(1)
    return [0 if state == "deleted" else next(there) for state in states]


def known_deals(reader: Reader, table: Table) -> list[Deal]:
    """`deals`, but read again only once the table has changed."""
    found = known_as_of(reader, table)
    if found is None:
        with one_moment(reader.db):
            found, now = deals(reader.db, table.id), newest(reader.db, table.id)
        reader.known.keep(("deals", table.id), (now, found))
    return found


def known_as_of(reader: Reader, table: Table) -> list[Deal] | None:
    """The deals as of the change that `table` was read at, if they are known; else None."""
    found: list[Deal]
    as_of, found = reader.known.get(("deals", table.id)) or (None, [])
    return found if as_of == table.version else None


def placed(deals: Sequence[Deal]) -> list[Deal]:
    """Deals in play order, each with its place among those that are there."""
    both = zip(deals, _places([deal.state for deal in deals]), strict=True)
    return [deal if deal.place == at else replace(deal, place=at) for deal, at in both]


def keep_left(
    writing: Writing,
    table: Table,
    deals: Sequence[Deal],
    change: int,
    *,
    seats: tuple[Seat, ...],
    over: bool,
) -> None:
    """Keeps a table as a change of its deals left it, so that nobody has to read it again.

    `deals` are all its deals, `seats` all its seats, as they are after the change.
    """
    states = [deal.state for deal in deals]
    told = [deal for deal in deals if deal.state == "told"]
    verdicts = [deal.verdict for deal in told]
    now = replace(
        table,
        deals=len(told),
        half="half" in states,
        disputed=verdicts.count("disputed"),
        confirmed=verdicts.count("confirmed"),
        next_number=max(map(NUMBER, deals)) + 1,
        version=change,
        entered_at=writing.at,
        told_at=max(map(TOLD_AT, told), default=""),
        seats=seats,
        over=over,
    )
    writing.known.keep(("table", table.id), (change, now))
    writing.known.keep(("deals", table.id), (change, deals))


def deal(reader: Reader, table: Table, number: int) -> Deal:
    """The deal of this number, deleted or not; NotThere where there is none."""
    for found in known_deals(reader, table):
        if found.number == number:
            return found
    raise NotThere(f"deal {number} of table {table.id}")


def changes(db: Database, table_id: int, since: int = 0) -> list[Change]:
    """A table's history since a change, the newest first; `undone` says which are taken back.

    What takes a change back is newer than it, so one look from the newest on is enough.
    """
    undone: set[int] = set()
    found = []
    for row in by_column(db, CHANGES, [table_id, since]):
        if row["undoes"] and row["id"] not in undone:
            undone.add(row["undoes"])
        found.append(_change(row, row["id"] in undone))
    return found


def step(
    db: Database, table_id: int, choose: Callable[[Iterable[Step]], int | None]
) -> Change | None:
    """The change of a table that is chosen, from the newest on, for undo or redo."""
    with closing(db.execute(STEPS, [table_id])) as steps:
        found = choose(steps)
    return None if found is None else change(db, found)


def change(db: Database, change_id: int) -> Change:
    """The change of this number; `undone` is not looked into."""
    for row in by_column(db, f"{CHANGE} WHERE id = ?", [change_id]):
        return _change(row)
    raise NotThere(f"change {change_id}")


def _change(row: Row, undone: bool = False) -> Change:
    before, after = json.loads(row.pop("before")), json.loads(row.pop("after"))
    return Change(before=before, after=after, undone=undone, **row)
