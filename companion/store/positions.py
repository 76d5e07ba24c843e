"""The positions of an evening: drawn, published, which opens their tables, closed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from . import rows
from .connections import Writing
from .evenings import Evening, Evenings, note
from .opening import Sheet, open_sheet
from .values import NotThere, Opening, Table, as_text


@dataclass(frozen=True)
class DrawnTable:
    """Who is to play what at one place, in seat order."""

    place: int
    game: str
    players: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """One round of tables of an evening: drawn, then published, then closed."""

    number: int
    tables: tuple[DrawnTable, ...]
    sits_out: tuple[int, ...]
    published_at: str | None
    ends_at: str | None  # when its clock is out
    closed_at: str | None


class Positions(Evenings):
    """What is drawn, and the tables that it opens."""

    def positions(self, evening_id: int) -> list[Position]:
        """The positions of an evening, in order."""
        find = """SELECT number, drawn, published_at, ends_at, closed_at FROM positions
            WHERE evening_id = ? ORDER BY number"""
        return [_position(*row) for row in self.db.execute(find, [evening_id])]

    def keep_draw(
        self,
        evening_id: int,
        number: int,
        tables: Sequence[DrawnTable],
        sits_out: Sequence[int],
        *,
        key: str | None,
        phone: str,
    ) -> None:
        """Keeps a draw that is not published yet, over the one before; NotThere when it was."""
        drawn = {"tables": [vars(table) for table in tables], "sits_out": list(sits_out)}
        with self.writing(key, phone, evening_id, number, drawn) as writing:
            if writing.repeated:
                return
            put = """INSERT INTO positions (evening_id, number, drawn) VALUES (?, ?, ?)
                ON CONFLICT (evening_id, number) DO UPDATE SET drawn = excluded.drawn
                WHERE published_at IS NULL"""
            done = writing.db.execute(put, [evening_id, number, as_text(drawn)])
            if not done.rowcount:
                raise NotThere(f"position {number} is published")
            note(writing, evening_id, "draw", {"number": number})

    def publish(
        self,
        evening_id: int,
        number: int,
        *,
        key: str | None,
        phone: str,
        ends_at: str | None = None,
    ) -> list[int]:
        """Opens the tables of a draw, all or none; the numbers of the tables."""
        with self.writing(key, phone, evening_id, number) as writing:
            if not writing.repeated:
                evening = self._evening(evening_id)
                found = [one for one in self.positions(evening_id) if one.number == number]
                if not found or found[0].published_at:
                    raise NotThere(f"position {number} to be published")
                opened = [_open(writing, evening, number, one) for one in found[0].tables]
                put = """UPDATE positions SET published_at = ?, ends_at = ?
                    WHERE evening_id = ? AND number = ?"""
                writing.db.execute(put, [writing.at, ends_at, evening_id, number])
                note(writing, evening_id, "publish", {"number": number})
                writing.answer = {"tables": opened}
            tables: list[int] = writing.answer["tables"]
            return tables

    def close_position(self, evening_id: int, number: int, *, phone: str) -> None:
        """The position is over; its sheets stay as they are."""
        with self.writing(None, phone) as writing:
            put = """UPDATE positions SET closed_at = coalesce(closed_at, ?)
                WHERE evening_id = ? AND number = ? AND published_at IS NOT NULL"""
            if not writing.db.execute(put, [writing.at, evening_id, number]).rowcount:
                raise NotThere(f"position {number}")
            note(writing, evening_id, "close position", {"number": number})

    def tables_at(self, evening_id: int, position: int | None = None) -> list[Table]:
        """The tables of an evening, or of one position, by position and place."""
        where = "WHERE t.deleted_at IS NULL AND t.evening_id = :evening_id"
        where += "" if position is None else " AND t.position = :position"
        values = {"evening_id": evening_id, "position": position}
        return rows.known_tables(self, f"{where} ORDER BY t.position, t.place, t.id", **values)


def _position(number: int, drawn: str, *times: str | None) -> Position:
    told = json.loads(drawn)
    tables = tuple(
        DrawnTable(one["place"], one["game"], tuple(one["players"])) for one in told["tables"]
    )
    return Position(number, tables, tuple(told["sits_out"]), *times)


def _open(writing: Writing, evening: Evening, number: int, drawn: DrawnTable) -> int:
    """One table of a position, with what its exports say of the evening."""
    find = "SELECT name FROM players WHERE id = ?"
    names = [writing.db.execute(find, [one]).fetchone()[0] for one in drawn.players]
    about = {"evening": evening.name, "position": str(number), "table": str(drawn.place)}
    opening = Opening(
        game=drawn.game,
        names=names,
        rules=evening.games[drawn.game],
        at_once=None,
        dealer=0,
        start=(),
        about=about | {"date": evening.date},
    )
    table = open_sheet(writing, Sheet("open", opening, None))
    at = "UPDATE tables SET evening_id = ?, position = ?, place = ? WHERE id = ?"
    writing.db.execute(at, [evening.id, number, drawn.place, table.id])
    return table.id
