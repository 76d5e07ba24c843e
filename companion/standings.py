"""Standings over positions and tables, in one game and across games; an evening or a season.

Values in, values out: no store, no words. Here a `position` is whatever has a column of its own: a
position of an evening, an evening of a season. Points and totals of one game are in its smallest
unit (half points in French Tarot), those across games are exact fractions of 100.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from .games.base import ranks

Person = Any  # anything hashable that tells people apart; so is Position
Position = Any
Number = int | Fraction
# Points given to a person, or taken: at a position, or (None) whichever positions count.
Adjusted = Mapping[tuple[Person, Position | None], Number]
NONE: Adjusted = {}


class Part(NamedTuple):
    """What one person did at a table: the change of the seat's total over the deals sat there.

    A substitute counts as one more player of the table, with the points of these deals alone
    (formats.md, `substitutes`). On a sheet of which only totals are known, nobody has any deals.
    """

    person: Person
    points: int
    deals: int


@dataclass(frozen=True)
class Table:
    """Everybody who sat at a table; a person's parts there are added up."""

    position: Position
    parts: tuple[Part, ...]
    lowest_wins: bool = False

    def points(self) -> dict[Person, int]:
        """Each person's total here."""
        return self._by_person(lambda part: part.points)

    def deals(self) -> dict[Person, int]:
        """How many deals each person sat here."""
        return self._by_person(lambda part: part.deals)

    def _by_person(self, what: Callable[[Part], int]) -> dict[Person, int]:
        total: dict[Person, int] = {}
        for part in self.parts:
            total[part.person] = total.get(part.person, 0) + what(part)
        return total

    def beaten(self) -> dict[Person, Fraction]:
        """100 × (players beaten + half of those tied) / (players − 1), for each person.

        The players are all who sat here, substitutes too (so five, where one of four was replaced),
        and what counts is their totals here. Alone at a table it is 50.
        """
        points = self.points()
        sign = -1 if self.lowest_wins else 1
        everybody = [sign * total for total in points.values()]
        return {one: _beaten(sign * total, everybody) for one, total in points.items()}


def _beaten(mine: int, everybody: Sequence[int]) -> Fraction:
    if len(everybody) == 1:
        return Fraction(50)
    tied = everybody.count(mine) - 1
    return Fraction(50 * (2 * sum(n < mine for n in everybody) + tied), len(everybody) - 1)


@dataclass(frozen=True)
class Row:
    """One person in the standings; ties share a rank (1, 2, 2, 4)."""

    rank: int
    person: Person
    total: Number  # of the positions that count
    adjustment: Number  # at the positions that count: it is not in the total, and changes the rank
    deals: int  # at all positions
    tables: int  # at all positions
    whole: Number  # the total of all positions
    columns: tuple[Number | None, ...]  # one a position; None: sat at no table
    counts: tuple[bool, ...]  # one a position: whether it is in the total

    @property
    def attended(self) -> int:
        """At how many positions (in a season: evenings) the person sat at a table."""
        return sum(column is not None for column in self.columns)

    @property
    def mean(self) -> Fraction | None:
        """Points a deal, over all positions; None where no deal is known."""
        return Fraction(self.whole) / self.deals if self.deals else None

    @property
    def mean_adjusted(self) -> Fraction | None:
        """The same with the adjustment, by which people are ranked if it is by points a deal."""
        return Fraction(self.whole + self.adjustment) / self.deals if self.deals else None


def of_one_game(
    tables: Iterable[Table],
    positions: Sequence[Position],
    adjustments: Adjusted = NONE,
    best: int = 0,
    by_mean: bool = False,
) -> list[Row]:
    """The standings of tables of one game: sums of points, the lowest first where the lowest wins.

    `best`: only so many of a person's best positions are in the total (0: all). Sums reward those
    who come more often or, where the lowest wins, less often. There, and wherever people played
    very different numbers of deals, `by_mean` ranks by points a deal (with the adjustment); those
    without a deal come last. Tables of other positions than `positions` are left out. An
    adjustment is added for the rank only. It counts if its position does, even if the person sat at
    no table there; but nobody is in the standings for an adjustment alone. ValueError if only some
    of the tables are won by the lowest total.
    """
    tables = list(tables)
    signs = {-1 if table.lowest_wins else 1 for table in tables} or {1}
    if len(signs) > 1:
        raise ValueError("one game is won by the highest or by the lowest")
    entries = _entries(tables, Table.points, positions)
    return _rows(entries, positions, adjustments, _Way(sum, signs.pop(), best, by_mean))


def together(
    tables: Iterable[Table],
    positions: Sequence[Position],
    adjustments: Adjusted = NONE,
    best: int = 0,
) -> list[Row]:
    """The standings across games: the mean of `Table.beaten` over a person's tables.

    `best`: only over the tables of so many positions, those with the best means; among equal ones
    those with fewer tables, which gives the better mean in all. Every table counts the same,
    however many deals it had. Of adjustments at several positions the mean is taken too.
    """
    entries = _entries(tables, Table.beaten, positions)
    return _rows(entries, positions, adjustments, _Way(_mean, 1, best))


def in_tenths(value: Number) -> int:
    """A value in tenths, as it is shown: rounded, a half away from zero."""
    size = int(abs(Fraction(value)) * 10 + Fraction(1, 2))
    return size if value >= 0 else -size


class _Entry(NamedTuple):
    """One person at one table."""

    position: Position
    value: Number
    deals: int


class _Way(NamedTuple):
    """How totals are made and compared."""

    joined: Callable[[list[Number]], Number]  # one value of those of several tables: sum or mean
    sign: int  # -1: lowest wins
    best: int
    by_mean: bool = False


def _mean(values: list[Number]) -> Number:
    return Fraction(sum(values)) / len(values)


def _entries(
    tables: Iterable[Table],
    values: Callable[[Table], Mapping[Person, Number]],
    positions: Sequence[Position],
) -> dict[Person, list[_Entry]]:
    entries: dict[Person, list[_Entry]] = {}
    for table in tables:
        if table.position in positions:
            deals = table.deals()
            for person, value in values(table).items():
                entry = _Entry(table.position, value, deals[person])
                entries.setdefault(person, []).append(entry)
    return entries


def _rows(
    entries: Mapping[Person, list[_Entry]],
    positions: Sequence[Position],
    adjustments: Adjusted,
    way: _Way,
) -> list[Row]:
    """Rows by rank; those who share a rank stay in the order in which they came."""
    rows = [_row(person, mine, positions, adjustments, way) for person, mine in entries.items()]
    places = ranks([_key(row, way) for row in rows])
    ranked = [replace(row, rank=rank) for row, rank in zip(rows, places, strict=True)]
    return sorted(ranked, key=attrgetter("rank"))


def _row(
    person: Person,
    mine: list[_Entry],
    positions: Sequence[Position],
    adjustments: Adjusted,
    way: _Way,
) -> Row:
    at = {one: [entry.value for entry in mine if entry.position == one] for one in positions}
    reached = {one: way.joined(values) for one, values in at.items() if values}
    adjusted = {one: adjustments.get((person, one), 0) for one in positions}
    # Of equal positions the one with fewer tables: in a mean it leaves more weight to better ones.
    order = {one: (-way.sign * (reached[one] + adjusted[one]), len(at[one])) for one in reached}
    best = sorted(reached, key=order.__getitem__)[: way.best or None]
    absent = [one for one in positions if adjusted[one] and one not in reached]
    everywhere = adjustments.get((person, None), 0)
    return Row(
        rank=0,  # known once all rows are there
        person=person,
        total=way.joined([value for one in best for value in at[one]]),
        adjustment=everywhere + way.joined([adjusted[one] for one in (*best, *absent)]),
        deals=sum(entry.deals for entry in mine),
        tables=len(mine),
        whole=way.joined([entry.value for entry in mine]),
        columns=tuple(reached.get(one) for one in positions),
        counts=tuple(one in best for one in positions),
    )


def _key(row: Row, way: _Way) -> tuple[bool, Number]:
    """By what rows are ranked: the lowest key is first."""
    if way.by_mean:
        mean = row.mean_adjusted
        return (True, 0) if mean is None else (False, -way.sign * mean)
    return False, -way.sign * (row.total + row.adjustment)
