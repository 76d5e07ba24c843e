"""Opening a table, and seating others at it; what any change of it puts in place."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..games.message import refuse
from ..games.names import checked_id, checked_names
from . import history, rows
from .agreeing import (
    about_told,
    agreed_anew,
    agreed_columns,
    refuse_two_seats,
    seated,
    substituted,
)
from .carrying import refuse_sooner, start_by_now
from .connections import Connections, Writing
from .errors import ChangedMeanwhile
from .people import name_of
from .saving import add_all
from .settling import settle_again
from .stepping import carried_to, refuse_carried
from .values import Opening, Substitute, Table, Telling, as_ids

PLAYED_ON = """
SELECT goes_on FROM tables WHERE goes_on IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
"""
CHANGED = f"""
SELECT 1 FROM changes WHERE table_id = ? AND id > ? AND kind NOT IN {history.SAME_TOTALS}
"""
# Somebody took a seat, or gave it back, since the last change by hand of the draw.
SAT_DOWN = """
SELECT 1 FROM changes WHERE table_id = :id AND json_type(before, '$.seats') IS NOT NULL
  AND id > (SELECT coalesce(max(id), 0) FROM changes WHERE table_id = :id AND kind = :seated)
"""


@dataclass(frozen=True)
class ToldTable:
    """A table to be opened, and what has been told there already."""

    kind: str
    opening: Opening
    uid: str | None
    deals: Sequence[Telling] = ()
    substitutes: Sequence[Substitute] = ()
    closed: bool = False


class Tables(Connections):
    """The writers of tables. Each answers a form that comes twice as it did the first time."""

    def open_table(
        self,
        opening: Opening,
        *,
        key: str | None,
        phone: str,
        uid: str | None = None,
        closes: bool = False,
    ) -> Table:
        """Opens a table; InvalidDeal for what cannot be agreed, in the words of the sheet. The one
        that it goes on from `closes` with this, or not."""
        sheet = ToldTable("open", opening, uid)
        with self.writing(key, phone, asdict(sheet)) as writing:
            if not writing.repeated:
                take_over(writing, opening, closes)
                writing.answer = {"table_id": bring_in(writing, sheet).id}
            return rows.table(writing.db, writing.answer["table_id"])

    def carried_to(self, table_id: int, but: int = 0) -> int:
        """The table that goes on with the totals of this one, which is closed; 0: none. `but`: not
        that table, and only one that is open."""
        return carried_to(self.db, table_id, but)

    def carried_on(self, tables: Sequence[Table]) -> set[int]:
        """Those of these sheets, all closed, whose totals another sheet goes on with."""
        found = self.db.execute(PLAYED_ON, [as_ids([table.id for table in tables])])
        return {number for (number,) in found}

    def start_by_now(self, table: Table) -> tuple[int, ...]:
        """The totals that a sheet would begin with if they were carried over now."""
        return start_by_now(self, table)

    def carry_anew(self, table_id: int, seen: str, *, key: str | None, phone: str) -> Table:
        """Begins a sheet with the totals that it would begin with now: `seen` on the page that
        asks. ChangedMeanwhile where they are others, InvalidDeal where it cannot be."""
        with self.writing(key, phone, "carry", table_id, seen) as writing:
            if not writing.repeated:
                table = rows.there(writing, table_id)
                start = start_by_now(writing, table)
                if " ".join(map(str, start)) != seen:
                    raise ChangedMeanwhile(f"start of table {table_id}")
                refuse_sooner(writing, table, start)
                put_change(writing, table, {"start": list(start)}, history.CARRIED)
            return rows.table(writing.db, table_id)

    def import_tables(
        self, sheets: Sequence[ToldTable], *, key: str | None, phone: str
    ) -> Sequence[int]:
        """Opens the tables of sheets with all their deals, all of them or none; their numbers.

        InvalidDeal's `deal` is the place, from 0, of the deal that cannot be.
        """
        with self.writing(key, phone, *map(asdict, sheets)) as writing:
            if not writing.repeated:
                writing.answer = {"tables": [bring_in(writing, sheet).id for sheet in sheets]}
            answer = writing.answer  # of one table alone, before it was one of many
            tables: list[int] = answer.get("tables") or [answer["table_id"]]
            return tables


def seat_anew(writing: Writing, table_id: int, was: Sequence[int], now: Sequence[int]) -> None:
    """Before the first deal seats those who come in place of those who go; whoever stays keeps the
    seat, and the first deal. `was` and `now` are the persons of the draw before and after.
    InvalidDeal after the first deal, for too many or too few, and where somebody is to go who does
    not sit there any more.
    """
    table = rows.table(writing.db, table_id)
    sit = list(table.persons)
    dealer, come = sit[table.dealer], [one for one in now if one not in was]
    for gone in (one for one in was if one not in now):
        if gone not in sit:
            raise refuse("this player is not at the table", at="players")
        at = sit.index(gone)
        sit[at : at + 1], come = come[:1], come[1:]
    sit += come
    first = sit.index(dealer) if dealer in sit else min(table.dealer, len(sit) - 1)
    names = [name_of(writing.db, one) for one in sit]
    new = agreed_anew(writing, table, {"names": names, "dealer": first})
    put_change(writing, table, new, history.SEATED)


def stays_seated(writing: Writing, table_id: int) -> None:
    """Ends undo at a table whose draw is changed by hand elsewhere, if somebody sat down or got up
    here since the last such change: by undo they would come back, and may have a seat there now."""
    asked = {"id": table_id, "seated": history.SEATED}
    if writing.db.execute(SAT_DOWN, asked).fetchone():
        seats = {"seats": history.of_seats(rows.table(writing.db, table_id))}
        history.record(writing, table_id, history.SEATED, seats, seats)


def take_over(writing: Writing, opening: Opening, closes: bool) -> None:
    """Checks the sheet whose totals a new table takes along, and closes it, if asked (`closes`).
    InvalidDeal where another table has them already, where they may have changed since they were
    read, or a deal is half told there.
    """
    if opening.goes_on is None:
        return
    refuse_carried(writing, opening.goes_on)
    table = rows.table(writing.db, opening.goes_on)
    if opening.as_of is not None:
        _refuse_others(writing, table, opening.as_of)
    if closes and not table.closed_at:
        put_change(writing, table, {"closed_at": writing.at})


def _refuse_others(writing: Writing, table: Table, as_of: int) -> None:
    if writing.db.execute(CHANGED, [table.id, as_of]).fetchone():
        raise refuse("that sheet was changed meanwhile: carry its totals over anew", at="as_of")
    refuse_begun(table)


def refuse_begun(table: Table) -> None:
    """InvalidDeal where a deal of the table is half told."""
    if table.half:
        raise refuse("a deal is begun on that sheet: finish it first, or take it back", at="source")


def bring_in(writing: Writing, sheet: ToldTable) -> Table:
    """The table with all its deals; InvalidDeal says which one cannot be."""
    table = open_sheet(writing, sheet)
    add_all(writing, table, sheet.deals)
    return table


def open_sheet(writing: Writing, sheet: ToldTable) -> Table:
    """The table, its seats and the first entry of its history."""
    opening, uid = sheet.opening, checked_id(sheet.uid or uuid.uuid4().hex)
    if rows.tables(writing.db, "WHERE t.uid = :uid", uid=uid):
        raise refuse("this sheet is here already", at="id")
    columns = {"uid": uid, "game": opening.game, **agreed_columns(opening, sheet.deals[:1])}
    columns |= {"about": about_told(opening.about), "opened_at": writing.at}
    columns |= {"closed_at": writing.at if sheet.closed else None}
    stays = {"over": 0, "goes_on": opening.goes_on, "again_of": opening.again_of}
    stays |= {"counted_again_of": opening.counted_again_of}
    table_id = writing.add("tables", {**columns, **stays})
    sitting = seated(writing, checked_names(opening.names))
    for one in sheet.substitutes:
        sitting = substituted(writing, sitting, one, len(sheet.deals))
    refuse_two_seats(sitting)
    history.put(writing, table_id, {"seats": sitting})
    history.record(writing, table_id, sheet.kind, {}, {"table": columns, "seats": sitting})
    return rows.table(writing.db, table_id)


def put_change(writing: Writing, table: Table, new: Mapping[str, Any], kind: str = "") -> None:
    """Changes what is really new of a table, columns and `seats`, and records it in the history.
    `kind`: the word for it there, if the columns alone do not say it."""
    found = history.of_table(table, *(column for column in new if column != "seats"))
    after = {column: new[column] for column in found if new[column] != found[column]}
    before = {column: found[column] for column in after}
    was: dict[str, Any] = {"table": before} if after else {}
    put: dict[str, Any] = {"table": after} if after else {}
    seats = new.get("seats")
    if seats and not history.same_seats(seats, history.of_seats(table)):
        was["seats"], put["seats"] = history.of_seats(table), seats
    if put:
        history.put(writing, table.id, put)
        settle_again(writing, table.id)
        history.record(writing, table.id, kind or _kind(put), was, put)


def _kind(after: Mapping[str, Any]) -> str:
    """The one word for what was done."""
    columns = after.get("table", {})
    if "deleted_at" in columns:
        return "delete_table" if columns["deleted_at"] else "restore_table"
    if "closed_at" in columns:
        return "close" if columns["closed_at"] else "reopen"
    if "called_at" in columns:
        return "call" if columns["called_at"] else "seen"
    if columns.keys() & {"evening_id", "position", "place"}:
        return "evening"
    if "seats" in after:
        return "seats"
    return "about" if list(columns) == ["about"] else "rules"
