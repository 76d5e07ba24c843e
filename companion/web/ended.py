"""How a game ended: what ended it, what each seat did, how it can go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import add

from ..words import gettext as _
from ..words import say
from .counted import Step, roles_of
from .shown import Shown

HIGHER = 50  # limits are raised by so many points, or twice, or three times that


@dataclass(frozen=True)
class Ended:
    """A table after its end, as the page of the result shows it."""

    shown: Shown

    @property
    def by(self) -> Sequence[Step]:
        """What the deal that ended the game did to the totals; nothing where none ended it."""
        standings = self.shown.replayed.standings
        for place in reversed(range(len(standings) - 1)):
            if standings[place + 1].over and not standings[place].over:
                return self.shown.shown_deal(place).count.then
        return ()

    @property
    def sums(self) -> Sequence[int]:
        """The totals as the last deal's points alone would make them: some are changed then."""
        replayed, seats = self.shown.replayed, self.shown.agreed.seats
        if not replayed.told:
            return self.shown.standing.totals
        return list(map(add, replayed.standings[-2].totals, replayed.told[-1].points(seats)))

    @property
    def longest(self) -> int:
        """How far the rulers under the names go: to the limit, or to who is past it."""
        return max(self.shown.standing.limit, *self.sums)

    @property
    def parts(self) -> list[str]:
        """What each seat did in the game, and how often."""
        agreed, all_told = self.shown.agreed, self.shown.replayed.told
        did = [(roles_of(agreed, told), told.score.outcome) for told in all_told]
        return [
            _(", ").join(self._part([(roles.get(seat), outcome) for roles, outcome in did]))
            for seat in range(agreed.seats)
        ]

    def _part(self, did: Sequence[tuple[str | None, str]]) -> Iterator[str]:
        for role, words in self.shown.game.words.parts.items():
            outcomes = [outcome for one, outcome in did if one == role]
            if n := len(outcomes):
                yield say(words[min(n, len(words)) - 1], n=n, made=outcomes.count("won"))

    @property
    def raises(self) -> Sequence[int]:
        """Limits, in points, under which a game that a limit ended can go on."""
        standing, game = self.shown.standing, self.shown.game
        all_told = 0 < self.shown.planned <= self.shown.counted
        if not (standing.over and standing.limit and hasattr(game.Deal, "limit")) or all_told:
            return ()
        highest = max(standing.limit, *standing.totals) // game.scale
        first = highest - highest % HIGHER + HIGHER
        return [first, first + HIGHER, first + 2 * HIGHER]
