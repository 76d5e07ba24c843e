"""The auction of Le Plateau as far as it is told: who speaks, what to beat, how it ends.

Source: `rules/plateau.md`, Order of a round and Bid points. Nothing is refused here: see
`plateau_deal`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from .base import Facts, Seat
from .plateau_board import Objective
from .plateau_deal import LOWEST, OBJECTIVE, PARTNERS, TALON, Bid, Talon, total


class Parts(NamedTuple):
    """What can be chosen for each part of a bid -> what it counts. A part with one choice is not
    asked for."""

    talon: Mapping[Talon | None, int]
    objective: Mapping[Objective, int]
    partners: Mapping[int, int]  # how many of them

    def totals(self) -> set[int]:
        """All totals that such parts can have, those below the lowest bid too."""
        return {sum(points) for points in product(*(part.values() for part in self))}


def parts(players: int) -> Parts:
    """The parts of a bid with so many players (Bid points)."""
    talon = {one: n for one, n in TALON.items() if (one is None) == (players == 6)}
    return Parts(talon, OBJECTIVE, PARTNERS[players])


def following(seat: Seat, players: int) -> list[Seat]:
    """All seats clockwise from this one on."""
    return [Seat((seat + i) % players) for i in range(players)]


def last_bid(bids: Sequence[Bid]) -> Bid | None:
    """The highest bid, since each beats those before it."""
    return next((said for said in reversed(bids) if not said.pass_), None)


def last_bid_told(bids: Sequence[Facts]) -> Facts:
    """The highest bid, of an auction that is still facts; empty: nobody has bid."""
    return next((said for said in reversed(bids) if "pass" not in said), {})


@dataclass(frozen=True)
class Auction:
    """An auction so far: what was said, in order, who speaks first, and how many players bid."""

    bids: Sequence[Bid]
    first: Seat
    players: int

    @cached_property
    def passed(self) -> frozenset[Seat]:
        """Who has passed, for good."""
        return frozenset(said.player for said in self.bids if said.pass_)

    @cached_property
    def high(self) -> Bid | None:
        """The bid to beat, and whose it is."""
        return last_bid(self.bids)

    @cached_property
    def beaten(self) -> int:
        """The total to beat; 0 before the first bid."""
        return self.total_of(self.high) if self.high else 0

    def total_of(self, bid: Bid) -> int:
        """What a bid comes to."""
        return total(*bid.parts(), self.players)

    @property
    def parts(self) -> Parts:
        """What can be chosen for each part of a bid here -> what it counts."""
        return parts(self.players)

    @property
    def own_bids(self) -> list[tuple[Seat, Bid | None]]:
        """Each player, in the order in which they speak, with their own last bid."""
        own = {said.player: said for said in self.bids if not said.pass_}
        return [(seat, own.get(seat)) for seat in following(self.first, self.players)]

    @property
    def lowest(self) -> int:
        """The lowest total that may be bid at all."""
        return LOWEST[self.players]

    @property
    def least(self) -> int | None:
        """The least total that may be bid now; None: nothing beats the last bid."""
        beaten = max(self.beaten, self.lowest - 1)
        return min((n for n in self.parts.totals() if n > beaten), default=None)

    @cached_property
    def speaks(self) -> Seat | None:
        """Whose turn it is; None: the auction is over."""
        after = self.bids[-1].player + 1 if self.bids else self.first
        silent = self.passed | ({self.high.player} if self.high else set())
        waiting = (seat for seat in following(Seat(after), self.players) if seat not in silent)
        return next(waiting, None)

    @property
    def declarer(self) -> Seat | None:
        """Whose bid is played, once the auction is over; None: nobody's yet, or all passed."""
        return self.high.player if self.high and self.speaks is None else None

    @property
    def all_passed(self) -> bool:
        """Whether nobody plays: the facts of the deal are then `{"passed": true}`."""
        return self.high is None and self.speaks is None
