"""One position as it was drawn or changed by hand, and what is counted of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

Player = Any  # what tells people apart: hashable
Pair = frozenset[Player]


class Wish(NamedTuple):
    """Two players who want to sit at one table, or at two."""

    one: Player
    other: Player
    together: bool


@dataclass(frozen=True)
class Draw:
    """Who sits where: the tables, each in seat order, and who sits out. `sat`, once it is played:
    the people who were at one table at the same time."""

    tables: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...] = ()
    sat: tuple[tuple[Player, ...], ...] = ()

    @property
    def seated(self) -> tuple[Player, ...]:
        """All who sit at a table, table by table."""
        return tuple(player for table in self.tables for player in table)

    @property
    def met(self) -> set[Pair]:
        """Every two who sat at one table at the same time; until that is known, as drawn."""
        return {pair for row in self.sat or self.tables for pair in pairs(row)}

    def swapped(self, one: Player, other: Player) -> Draw:
        """Two people change places; one of them may be sitting out. KeyError for a stranger."""
        if not {one, other} <= {*self.seated, *self.out}:
            raise KeyError(f"{one!r} or {other!r} is not drawn")
        to = {one: other, other: one}
        *tables, out = (tuple(to.get(p, p) for p in row) for row in (*self.tables, self.out))
        return Draw(tuple(tables), out)

    def moved(self, one: Player, table: int | None) -> Draw:
        """One person goes to the last seat of this table (counted from 0), or, for None, sits out;
        the others close up."""
        if one not in (*self.seated, *self.out):
            raise KeyError(f"{one!r} is not drawn")
        rows = [tuple(p for p in row if p != one) for row in (*self.tables, self.out)]
        rows[len(self.tables) if table is None else table] += (one,)
        return Draw(tuple(rows[:-1]), rows[-1])


def pairs(table: Iterable[Player]) -> list[Pair]:
    """Every two of a table."""
    return [frozenset(pair) for pair in combinations(table, 2)]


def meetings(history: Iterable[Draw]) -> Counter[Pair]:
    """In how many positions each two sat at one table."""
    return Counter(pair for one in history for pair in one.met)


def sat_out(history: Iterable[Draw]) -> Counter[Player]:
    """How often each sat out."""
    return Counter(player for one in history for player in one.out)
