"""What a person's deals add up to: by role, by contract, records, the sum from day to day.

Each statistic is about one game with one number of players; others are never mixed in.
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
    """All deals, or those in one role or with one contract. `won`: how many of them were won; None
    where not every one could be won or lost."""

    key: str
    word: Message | None
    deals: int
    points: int
    won: int | None

    @property
    def percent(self) -> int | None:
        """How many percent were won, rounded half up."""
        return None if self.won is None else (200 * self.won + self.deals) // (2 * self.deals)

    @property
    def mean(self) -> Fraction:
        """Points a deal."""
        return Fraction(self.points, self.deals)


@dataclass(frozen=True)
class Statistics:
    """The deals of one person in one game with one number of players, the oldest first."""

    size: Size
    deals: Sequence[Played]
    partners: Sequence[Partner] = ()  # those most often on the declarer's side together with them

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
        """What came of each contract that the person took as declarer, the first of the roles."""
        first = next(iter(self.roles), "")
        taken = [one for one in self.deals if one.role == first]
        return self._groups(taken, attrgetter("kind"), self.game.words.kinds)

    def _groups(
        self, deals: Sequence[Played], key: Callable[[Played], str], words: Mapping[str, Message]
    ) -> list[Group]:
        found: dict[str, list[Played]] = {}
        for deal in deals:
            found.setdefault(key(deal), []).append(deal)
        return [self._group(one, words[one], found[one]) for one in words if one in found]

    def _group(self, key: str, word: Message | None, deals: Sequence[Played]) -> Group:
        decided = [won for won in map(self.won, deals) if won is not None]
        points = sum(one.points for one in deals)
        # Wins are only said where every deal could be won.
        wins = sum(decided) if deals and len(decided) == len(deals) else None
        return Group(key, word, len(deals), points, wins)

    def won(self, deal: Played) -> bool | None:
        """Whether the person won the deal; None: in that role nobody wins or loses."""
        wins = self.game.wins.get(deal.role)
        return None if wins is None else deal.outcome == wins

    def best(self) -> Played:
        """The deal with the best score, the first of several."""
        return (min if self.game.lowest_wins else max)(self.deals, key=attrgetter("points"))

    def worst(self) -> Played:
        """The deal with the worst score, the first of several."""
        return (max if self.game.lowest_wins else min)(self.deals, key=attrgetter("points"))

    def longest_row(self) -> int:
        """The most deals won in a row; deals that could not be won are passed over."""
        decided = (won for one in self.deals if (won := self.won(one)) is not None)
        return max((len(list(some)) for won, some in groupby(decided) if won), default=0)

    def days(self) -> list[tuple[str, int]]:
        """Each day and the points of it."""
        by_day = groupby(self.deals, attrgetter("day"))
        return [(day, sum(deal.points for deal in deals)) for day, deals in by_day]

    def best_day(self) -> tuple[str, int]:
        """The best day and its points, the first of several."""
        better = min if self.game.lowest_wins else max
        return better(self.days(), key=lambda day: day[1])

    def chart(self) -> Chart:
        """The sum after each day, in points, without a name: the page says above whose it is."""
        totals = [0]
        for _day, points in self.days():
            totals.append(totals[-1] + points)
        return chart([""], [[n / self.game.scale] for n in totals], [1])


def declaring_side(game: Game) -> tuple[str, list[str]]:
    """The outcome with which the declarer's side wins, and its roles: all that win with the same
    outcome as the first role. Empty for a game in which no role wins."""
    wins = next(iter(game.wins.values()), "")
    return wins, [role for role, by in game.wins.items() if by == wins]


def chosen(
    statistics: Statistics, role: str, kind: str, result: str, since: str, until: str
) -> list[Played]:
    """The deals that were asked for, the newest first; an empty field asks for all."""
    wanted = {"won": True, "lost": False}.get(result)

    def fits(deal: Played) -> bool:
        return (
            role in ("", deal.role)
            and kind in ("", deal.kind)
            and (wanted is None or statistics.won(deal) is wanted)
            and since <= deal.day
            and (not until or deal.day <= until)
        )

    return [deal for deal in reversed(statistics.deals) if fits(deal)]
