"""A position as the draw knows it: who has met, and who sat out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..draw import Draw
from ..store import Position, Table


def as_draw(position: Position, opened: Iterable[Table] = ()) -> Draw:
    """A position as the draw knows it. At the tables that were played those have met who really sat
    there; they did not sit out, whatever was drawn."""
    tables = tuple(one.players for one in position.tables)
    played = [one for one in opened if one.position == position.number and one.sat]
    at = {one.place for one in played}
    met = [one.players for one in position.tables if one.place not in at]
    met += [row for one in played for row in one.sat]
    sat = {player for row in met for player in row}
    sat |= {person for one in played for person in one.persons}  # the dealer, say
    out = tuple(one for one in dict.fromkeys(position.people) if one not in sat)
    return Draw(tables, out, tuple(met) if played else ())


def standing(positions: Iterable[Position], opened: Sequence[Table]) -> Iterator[Position]:
    """The positions without their deleted tables: whoever was to sit there sat out. A position
    without any table was published by mistake, and is left out."""
    stand = {(one.position, one.place) for one in opened}
    for one in positions:
        tables = tuple(table for table in one.tables if (one.number, table.place) in stand)
        seated = {player for table in tables for player in table.players}
        if tables:
            out = tuple(player for player in one.people if player not in seated)
            yield replace(one, tables=tables, sits_out=out)
