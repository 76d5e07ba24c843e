"""What stands against an undo or a redo: what was done since."""

from __future__ import annotations

from collections.abc import Sequence

from sqlite_utils import Database

from ..games.message import InvalidDeal, refuse
from . import rows
from .agreeing import refuse_elsewhere
from .connections import Writing
from .evenings import refuse_deleted
from .history import Chair
from .seating import refuse_twice
from .values import Change, Table

AT_ITS_PLACE = """
SELECT 1 FROM tables WHERE evening_id = :evening_id AND position = :position AND place = :place
  AND id != :id AND closed_at IS NULL AND deleted_at IS NULL
"""
# The table that goes on with the totals of `source`, once that is closed: until then it has them
# itself. With `but`, a table that has them already, only another one that is open.
CARRIED = """
SELECT coalesce(max(o.id), 0) FROM tables t JOIN tables o ON o.goes_on = t.id
WHERE t.id = :source AND t.closed_at IS NOT NULL AND o.deleted_at IS NULL
  AND (:but = 0 OR o.id != :but AND o.closed_at IS NULL)
"""


def check_step(writing: Writing, table_id: int, change: Change) -> None:
    """InvalidDeal where a change that was just undone or redone leaves what cannot be: somebody
    with two seats, two tables at one place, or two with the same totals."""
    table = rows.table(writing.db, table_id)
    if "seats" in change.before:
        sat = {one.seat: one.player for one in map(Chair._make, change.after.get("seats", ()))}
        come = [one.sitting for one in table.seats if one.people[-1].player not in sat.values()]
        _check_seats(writing, table, come)
    was = change.before.get("table", {}).keys()
    if was & {"deleted_at", "closed_at"}:
        check_carried(writing, table)
    if was & {"evening_id", "deleted_at", "closed_at"}:
        check_place(writing, table)


def check_carried(writing: Writing, table: Table) -> None:
    """InvalidDeal where a table that was brought back or reopened carries totals that another one
    carries by now."""
    if table.goes_on and not (table.deleted_at or table.closed_at):
        refuse_carried(writing, table.goes_on, but=table.id)


def refuse_carried(writing: Writing, source: int, but: int = 0) -> None:
    """Refuses a second table with the totals of the same sheet; `but`: as in `carried_to`."""
    if carried_to(writing.db, source, but):
        raise refuse("these totals are carried over already: play on at that sheet", at="source")


def carried_to(db: Database, source: int, but: int = 0) -> int:
    """The table that goes on with the totals of `source`, once that is closed; 0: none. `but`: any
    open table other than this one."""
    (found,) = db.execute(CARRIED, {"source": source, "but": but}).fetchone()
    return int(found)


def check_place(writing: Writing, table: Table) -> None:
    """InvalidDeal where a table that was brought back to its evening or reopened cannot stand there
    any more: others play at its place, or its people sit elsewhere."""
    if not table.evening_id or table.deleted_at:
        return
    at = {"evening_id": table.evening_id, "position": table.position, "place": table.place}
    refuse_deleted(writing, table.evening_id)
    if table.closed_at:
        return
    if writing.db.execute(AT_ITS_PLACE, at | {"id": table.id}).fetchone():
        raise refuse(
            "others play at that place by now: close their sheet first, or take it out", at="place"
        )
    _check_seats(writing, table, table.sitting)


def _check_seats(writing: Writing, table: Table, come: Sequence[str]) -> None:
    try:
        refuse_twice(table)
        refuse_elsewhere(writing, table.evening_id, table.position, table.place, come)
    except InvalidDeal:
        raise refuse(
            "that would give somebody two seats: change the seats instead", at="seats"
        ) from None
