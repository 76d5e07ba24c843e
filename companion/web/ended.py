"""How a game ended: what ended it, what each seat did, how it can go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import add

from ..games.base import Agreed, Standing, Told
from ..games.kinds import NO_LIMIT
from ..store import Seat
from ..words import gettext as _
from ..words import plain, say, with_commas
from . import store
from .counted import Step
from .shown import Shown

HIGHER = 50  # limits are raised by so many points, or twice that, or away


@dataclass(frozen=True)
class Ended:
    """A table after its end, as the page of the result shows it."""

    shown: Shown

    @cached_property
    def place(self) -> int | None:
        """The place (from 0) of the deal that ended the game; None where it is not over.

        It is the last deal that was not told after an end: after an earlier end the game may have
        gone on with a higher limit.
        """
        after = self.shown.replayed.standings[1:]
        ends = [place for place, one in enumerate(after) if one.over and not one.late]
        return ends[-1] if self.shown.standing.over else None

    @property
    def by(self) -> Sequence[Step]:
        """What the deal that ended the game did to the totals; nothing where none ended it."""
        return () if self.place is None else self.shown.shown_deal(self.place).count.then

    @property
    def after(self) -> int:
        """How many deals that count the game had when it ended."""
        return self.shown.counted_of((self.place or 0) + 1)

    @property
    def later(self) -> int:
        """How many deals were told after the end."""
        return 0 if self.place is None else len(self.shown.told) - self.place - 1

    @property
    def winning(self) -> tuple[int, ...]:
        """The seats that won, once the game is over. Where no end was agreed, once the sheet is
        closed, unless its totals are carried over to another one."""
        shown = self.shown
        ends = shown.planned or shown.standing.limit
        if shown.standing.over or ends or not (shown.table.closed_at and shown.counted):
            return shown.standing.winners
        return () if self.carried_on else replace(shown.standing, over=True).winners

    @property
    def winners(self) -> list[str]:
        """Who won; several on a tie."""
        return [self.shown.table.sitting[seat] for seat in self.winning]

    @property
    def lowest(self) -> bool:
        """Whether one alone has won by the lowest total, and nothing else had to decide."""
        shown, winning = self.shown, self.winning
        if not shown.game.lowest_wins or len(winning) != 1:
            return False
        return shown.standing.totals.count(shown.standing.totals[winning[0]]) == 1

    @property
    def carried_on(self) -> bool:
        """Whether its totals are played on at another table, wherever that is."""
        return store().carried_to(self.shown.table.id) > 0

    @property
    def sums(self) -> Sequence[int]:
        """The totals with the points of the last deal simply added: a rule may have changed one."""
        replayed, seats = self.shown.replayed, self.shown.agreed.seats
        if not replayed.told:
            return self.shown.standing.totals
        return list(map(add, replayed.standings[-2].totals, replayed.told[-1].points(seats)))

    @property
    def longest(self) -> int:
        """How far the rulers under the names go: to the limit, or to the highest total past it."""
        return max(self.shown.standing.limit, *self.sums)

    @property
    def parts(self) -> list[str]:
        """For each seat, whom the person in it came after, and what they did in it how often."""
        seats = self.shown.table.seats
        return [with_commas([*_came_after(seat), *self._did_there(seat)]) for seat in seats]

    def _did_there(self, seat: Seat) -> Iterator[str]:
        agreed, told = self.shown.agreed, self.shown.replayed.told
        now = seat.people[-1].person  # with what they played before they were away for a while
        sat = [seat.at(deal).person == now for deal in self.shown.told]
        own = [one for one, theirs in zip(told, sat, strict=True) if theirs]
        return self._part(
            [(_did(agreed, one).get(seat.seat, ()), one.score.outcome) for one in own]
        )

    @property
    def whys(self) -> list[str]:
        """For each seat, what its total has to do with the end, and what was done in it."""
        ends = map(self._end, self.shown.standing.totals, self.sums)
        both = zip(ends, self.parts, strict=True)
        return [with_commas(filter(None, whys)) for whys in both]

    def _end(self, total: int, summed: int) -> str:
        limit = self.shown.standing.limit
        scale = self.shown.game.scale
        told = {"limit": plain(limit, scale), "n": plain(total, scale)}
        if total != summed:
            return _("exactly %(limit)s becomes %(n)s") % told
        if not 0 < limit <= total:
            return ""
        return (_("past %(limit)s") if total > limit else _("%(limit)s reached")) % told

    def _part(self, did: Sequence[tuple[Sequence[str], str]]) -> Iterator[str]:
        for part, words in self.shown.game.words.parts.items():
            outcomes = [outcome for parts, outcome in did if part in parts]
            if n := len(outcomes):
                yield say(words[min(n, len(words)) - 1], n=n, made=outcomes.count("won"))

    @property
    def raises(self) -> Sequence[int]:
        """Limits, in points, under which a game that a limit ended can go on."""
        standing = self.shown.standing
        all_told = 0 < self.shown.planned <= self.shown.counted
        if not (standing.over and standing.limit) or all_told:
            return ()
        return higher(standing, self.shown.game.scale)


def higher(standing: Standing, scale: int) -> list[int]:
    """Limits, in points, above the one in force and above all totals; the last one is no limit."""
    highest = max(standing.limit, *standing.totals) // scale
    first = highest - highest % HIGHER + HIGHER
    return [first, first + HIGHER, NO_LIMIT]


def _came_after(seat: Seat) -> Iterator[str]:
    """Who else sat there before: their deals are in the total."""
    *before, last = seat.people
    if others := {one.person: one.name for one in before if one.person != last.person}:
        yield _("after %(names)s") % {"names": with_commas(others.values())}


def _did(agreed: Agreed, told: Told) -> dict[int, Sequence[str]]:
    """Seat at the table -> what it did in this deal."""
    return dict(zip(told.plays, agreed.game.did(told.deal, agreed.players), strict=True))
