"""The bid of Le Plateau that holds so far: who plays what with whom, what it pays, who may raise.

Facts are values by the types of `Deal`, any may be missing; seats are those of the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .base import Facts, Seat, points
from .plateau_auction import last_bid
from .plateau_board import Objective, harder
from .plateau_deal import (
    PARTNERS,
    Raise,
    Talon,
    after_raises,
    as_played,
    may_hand_over,
    raise_order,
    shares,
    total,
)


class Turn(NamedTuple):
    """The one turn of a player to raise: the objective before it, and the one raised to, if any."""

    player: Seat
    before: Objective
    raised: Objective | None

    @property
    def harder(self) -> tuple[Objective, ...]:
        """The objectives that may be chosen."""
        return harder(self.before)


@dataclass(frozen=True, kw_only=True)
class InForce:
    """The bid that holds: the highest so far; then what is played, as far as it is told."""

    players: int
    declarer: Seat | None  # as bid, before a hand-over
    partners: frozenset[Seat]  # those who are known
    wanted: int | None  # how many partners are bid
    talon: Talon | None
    declared: Objective | None  # as bid
    objective: Objective | None  # after all raises
    raises: tuple[Raise, ...]
    handed_over: bool

    @property
    def most_partners(self) -> int:
        """The most partners that a bid with so many players can ask for."""
        return max(PARTNERS[self.players])

    @property
    def side(self) -> tuple[Seat, ...]:
        """The declarer's side as far as it is known; after a hand-over the new declarer first."""
        if self.declarer is None:
            return ()
        return as_played(self.declarer, self.partners, self.handed_over)

    @property
    def total(self) -> int | None:
        """The bid total; None: not all parts are told."""
        return self.total_of(self.objective) if self.objective else None

    def total_of(self, objective: Objective) -> int | None:
        """What the total would be with this objective."""
        if self.wanted not in PARTNERS[self.players] or (self.talon is None) != (self.players == 6):
            return None
        return total(self.talon, objective, self.wanted, self.players)

    @property
    def shares(self) -> tuple[int, ...] | None:
        """What each seat gets in points, in seat order, if the bid is made; None: the declarer, the
        total or a partner is not told yet."""
        if self.declarer is None or self.total is None or self.wanted != len(self.partners):
            return None
        return points(shares(self.side, self.total, self.players))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All who may raise or have raised, in order; nobody before all partners are known."""
        if self.declarer is None or self.declared is None or self.wanted != len(self.partners):
            return ()
        raised = {one.player: one.objective for one in self.raises}
        before, turns = self.declared, []
        for seat in raise_order(self.declarer, self.partners, self.players):
            turns.append(Turn(seat, before, raised.get(seat)))
            before = raised.get(seat, before)
        return tuple(turns)

    @property
    def may_hand_over(self) -> bool:
        """Whether the declarer may give the role to the partner, or has done so."""
        if self.declarer is None:
            return False
        return may_hand_over(self.partners, self.raises, self.players)


def in_force(facts: Facts, players: int) -> InForce:
    """The bid that holds by what is told so far: values, as `so_far` gets them."""
    high = last_bid(facts.get("bids", ()))
    talon, objective, bid = high.parts() if high else (None, None, None)
    raises: tuple[Raise, ...] = facts.get("raises", ())
    declared = facts.get("objective", objective)
    declarer = facts.get("declarer", high.player if high else None)
    partners = _partners(facts.get("partners"), declarer)
    return InForce(
        players=players,
        declarer=declarer,
        partners=partners or frozenset(),
        wanted=_wanted(partners, bid, players),
        talon=facts.get("talon", talon),
        declared=declared,
        objective=after_raises(declared, raises),
        raises=raises,
        handed_over=facts.get("handed_over", False),
    )


def _partners(told: frozenset[Seat] | None, declarer: Seat | None) -> frozenset[Seat] | None:
    """The partners told, without a declarer told among them by mistake; None: nothing is told."""
    if told is None or declarer not in told:
        return told
    return told - {declarer} or None


def _wanted(known: frozenset[Seat] | None, bid: int | None, players: int) -> int | None:
    """How many partners there are: as bid while none, or only one of two, is told; else as told."""
    if known is None:
        return min(PARTNERS[players]) if len(PARTNERS[players]) == 1 else bid
    return bid if bid and 0 < len(known) < bid else len(known)
