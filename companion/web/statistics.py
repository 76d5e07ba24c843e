"""What a person's deals say: by role, by contract, records, the sum from day to day.

All of it is of one game at one number of players: the numbers of others are never mixed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from ..games import GAMES
from ..games.base import Game
from ..games.message import Message
from ..store import Partner, Played, Size
from .charts import Chart, chart


@dataclass(frozen=True)
class Group:
    """Deals of one role, or of one contract; `won` None: of a role that neither wins nor loses."""

    key: str
    word: Message | None
    deals: int
    points: int
    won: int | None

    @property
    def percent(self) -> int | None:
        """How many of a hundred were won."""
        return None if self.won is None else (200 * self.won + self.deals) // (2 * self.deals)

    @property
    def mean(self) -> Fraction:
        """Points a deal."""
        return Fraction(self.points, self.deals)


@dataclass(frozen=True)
class Statistics:
    """The deals of one person, in one game at one number of players, the oldest first."""

    size: Size
    deals: Sequence[Played]
    partners: Sequence[Partner] = ()  # with whom most often on the declarer's side

    @property
    def game(self) -> Game:
        """The game that was played."""
        return GAMES[self.size.game]

    @property
    def roles(self) -> Mapping[str, Message]:
        """Every role of the game, and its word."""
        words = self.game.words
        return {**words.roles, **words.other_roles}

    @property
    def whole(self) -> Group:
        """All deals."""
        return self._group("", None, self.deals)

    def by_role(self) -> list[Group]:
        """What came of each role that was played."""
        return self._groups(self.deals, attrgetter("role"), self.roles)

    def by_kind(self) -> list[Group]:
        """What came of each contract, for who was its declarer: the first of the roles."""
        first = next(iter(self.roles), "")
        taken = [one for one in self.deals if one.role == first]
        return self._groups(taken, attrgetter("kind"), self.game.words.kinds)

    def _groups(
        self, deals: Sequence[Played], key: Callable[[Played], str], words: Mapping[str, Message]
    ) -> list[Group]:
        of: dict[str, list[Played]] = {}
        for one in deals:
            of.setdefault(key(one), []).append(one)
        return [self._group(one, words[one], of[one]) for one in words if one in of]

    def _group(self, key: str, word: Message | None, deals: Sequence[Played]) -> Group:
        decided = [won for won in map(self.won, deals) if won is not None]
        points = sum(one.points for one in deals)
        # A mean of wins is only said where all could be won.
        wins = sum(decided) if deals and len(decided) == len(deals) else None
        return Group(key, word, len(deals), points, wins)

    def won(self, deal: Played) -> bool | None:
        """Whether the person won the deal, in that role; None: it cannot be won so."""
        wins = self.game.wins.get(deal.role)
        return None if wins is None else deal.outcome == wins

    def best(self) -> Played:
        """The deal with the best score, the first of several."""
        return (min if self.game.lowest_wins else max)(self.deals, key=attrgetter("points"))

    def worst(self) -> Played:
        """The deal with the worst score, the first of several."""
        return (max if self.game.lowest_wins else min)(self.deals, key=attrgetter("points"))

    def longest_row(self) -> int:
        """How many that could be won were won one after the other; others do not end a row."""
        decided = (won for one in self.deals if (won := self.won(one)) is not None)
        return max((len(list(some)) for won, some in groupby(decided) if won), default=0)

    def days(self) -> list[tuple[str, int]]:
        """Each day and what it brought."""
        of = groupby(self.deals, attrgetter("day"))
        return [(day, sum(one.points for one in some)) for day, some in of]

    def best_day(self) -> tuple[str, int]:
        """The day that brought most, the first of several."""
        better = min if self.game.lowest_wins else max
        return better(self.days(), key=lambda day: day[1])

    def chart(self) -> Chart:
        """The sum after each day, in points; whose it is, the page says above."""
        totals = [0]
        for _day, points in self.days():
            totals.append(totals[-1] + points)
        return chart([""], [[n / self.game.scale] for n in totals], [1])


def side(game: Game) -> tuple[str, list[str]]:
    """By which outcome the declarer's side wins, and its roles: those that win as the first does;
    nothing where nobody wins."""
    wins = next(iter(game.wins.values()), "")
    return wins, [role for role, by in game.wins.items() if by == wins]


def chosen(
    statistics: Statistics, role: str, kind: str, result: str, since: str, until: str
) -> list[Played]:
    """The deals that were asked for, the newest first; what is empty says nothing."""
    wanted = {"won": True, "lost": False}.get(result)

    def fits(one: Played) -> bool:
        return (
            role in ("", one.role)
            and kind in ("", one.kind)
            and (wanted is None or statistics.won(one) is wanted)
            and since <= one.day
            and (not until or one.day <= until)
        )

    return [one for one in reversed(statistics.deals) if fits(one)]
