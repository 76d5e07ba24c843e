"""The standings of an evening as its pages show them: game by game, and together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from .. import standings
from ..games import GAMES
from ..games.base import Game
from ..standings import Number, Person, Row
from ..store import Adjustment, Evening, Part, loosely
from ..words import gettext as _
from ..words import say, tenths, total
from . import store

TOGETHER = "together"


@dataclass(frozen=True)
class Ranking:
    """Who is where in one game, or in all together."""

    game: Game | None  # None: all together
    rows: Sequence[Row]
    positions: Sequence[int]
    names: Mapping[Person, str]
    adjustments: Sequence[Adjustment]  # those of this game, what was taken back too
    reasons: Mapping[Person, str]  # why the points of a player were adjusted, as far as that counts
    by_mean: bool = False  # ranked by points a deal

    @property
    def key(self) -> str:
        """What addresses call it."""
        return self.game.key if self.game else TOGETHER

    @property
    def title(self) -> str:
        """What people call it."""
        return title(self.game)

    def upto(self, position: int) -> str:
        """What people call it as far as this position."""
        return _("%(title)s, up to position %(n)s") % {"title": self.title, "n": position}

    def said(self, value: Number) -> str:
        """A total or a column as it is read."""
        return total(int(value), self.game) if self.game else tenths(standings.in_tenths(value))

    def given(self, points: int) -> str:
        """What an adjustment gives or takes, with its sign."""
        return said_adjustment(self.game, points)

    def difference(self, row: Row) -> str:
        """What was adjusted for a player, with its sign."""
        return self.given(int(row.adjustment) if self.game else standings.in_tenths(row.adjustment))

    @property
    def uneven(self) -> bool:
        """Whether people have played different numbers of deals."""
        return len({row.deals for row in self.rows}) > 1

    def reached(self, row: Row) -> str:
        """What the rank is by: the total, and what was adjusted; or both a deal."""
        if self.by_mean:
            assert self.game
            mean = row.mean_adjusted
            return "–" if mean is None else a_deal(mean, self.game)
        return self.said(row.total + row.adjustment)

    def row(self, player: int) -> Row | None:
        """A player's row; None: played at no table that counts here."""
        return next((row for row in self.rows if row.person == player), None)


def title(game: Game | None) -> str:
    """What people call the standings of a game, or of all together (None)."""
    return say(game.title) if game else _("All games together")


def a_deal(mean: Fraction, game: Game) -> str:
    """Points a deal with one decimal, with their sign where a total has one."""
    n = standings.in_tenths(mean / game.scale)
    return f"{'+' if n > 0 and not game.lowest_wins else ''}{tenths(n)}"


def said_adjustment(game: Game | None, points: int) -> str:
    """What an adjustment gives or takes, with its sign whoever wins."""
    sign = "+" if points > 0 else ""
    return f"{sign}{total(points, game).removeprefix('+')}" if game else f"{sign}{tenths(points)}"


def rankings(evening: Evening, upto: int | None) -> list[Ranking]:
    """All standings of an evening up to a position (None: as they stand), together first."""
    parts = store().parts([evening.id])
    return rankings_of(evening, [one for one in parts if shows(one.position, upto)])


def rankings_of(evening: Evening, parts: Sequence[Part]) -> list[Ranking]:
    """All standings that these parts make, together first.

    Where one game is played alone there is nothing to put together.
    """
    adjusted = store().adjustments([evening.id])
    played = {one.game for one in parts}
    order = [key for key in [*evening.games, *GAMES] if key in played]
    games = [GAMES[key] for key in dict.fromkeys(order)]
    several: list[Game | None] = [None] if len(games) > 1 else []
    positions = sorted({one.position for one in parts})
    return [ranking(game, parts, adjusted, positions) for game in [*several, *games]]


def shows(position: int, upto: int | None) -> bool:
    """Whether it is shown; what no draw opened is, as soon as anything is."""
    return upto is None or 0 < upto >= position


def ranking(
    game: Game | None,
    parts: Sequence[Part],
    adjustments: Sequence[Adjustment],
    columns: Sequence[int],
    column: Callable[[Part], int] = attrgetter("position"),
    best: int = 0,
    by_mean: bool = False,
    given_at: Callable[[Adjustment], int | None] = lambda one: None,
) -> Ranking:
    """The standings of one game, or of all together; who shares a rank stands there by name.
    `given_at`: the column that an adjustment counts with, None: with all."""
    mine = [one for one in adjustments if one.game == (game.key if game else "")]
    given = _given_to(mine, given_at)
    names: dict[Person, str] = {one.player: one.name for one in parts}
    there = tables([one for one in parts if game is None or one.game == game.key], column)
    if game:
        rows = standings.of_one_game(there, columns, given, best, by_mean)
    else:
        points = {at: Fraction(n, 10) for at, n in given.items()}
        rows = standings.together(there, columns, points, best)
    called = {person: (loosely(name), name) for person, name in names.items()}
    rows.sort(key=lambda row: (row.rank, called[row.person]))
    reasons = _reasons({row.person: row for row in rows}, columns, mine, given_at)
    return Ranking(game, rows, columns, names, mine, reasons, by_mean)


def _reasons(
    rows: Mapping[Person, Row],
    columns: Sequence[int],
    adjusted: Iterable[Adjustment],
    given_at: Callable[[Adjustment], int | None],
) -> dict[Person, str]:
    """Why the points of each player were adjusted: what is in the adjustment of the row."""
    found: dict[Person, list[str]] = {}
    for one in adjusted:
        row = None if one.taken_back_at else rows.get(one.player)
        if row and _counts(row, columns, given_at(one)):
            found.setdefault(one.player, []).append(one.reason)
    return {player: "; ".join(reasons) for player, reasons in found.items()}


def _counts(row: Row, columns: Sequence[int], at: int | None) -> bool:
    """Whether what was given at this column counts for a person: where the column does, or the
    person sat at no table of it; with all (None) always."""
    if at is None:
        return True
    place = columns.index(at)
    return row.counts[place] or row.columns[place] is None


def _given_to(
    adjusted: Iterable[Adjustment], given_at: Callable[[Adjustment], int | None]
) -> Counter[tuple[int, int | None]]:
    """What each player was given or lost by name, but for what was taken back, and where."""
    points = Counter[tuple[int, int | None]]()
    for one in adjusted:
        points[one.player, given_at(one)] += 0 if one.taken_back_at else one.points
    return points


def tables(
    parts: Iterable[Part], column: Callable[[Part], int] = attrgetter("position")
) -> list[standings.Table]:
    """The tables that people played at, with what everybody did there."""
    found = []
    for _table, played in groupby(parts, attrgetter("table")):
        there = list(played)
        did = tuple(standings.Part(one.player, one.points, one.deals) for one in there)
        lowest = GAMES[there[0].game].lowest_wins
        found.append(standings.Table(column(there[0]), did, lowest))
    return found
