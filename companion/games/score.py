"""What a deal is worth, and how it comes about: the count step by step, then each seat's share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .kinds import Seat
from .message import Message, Player, Points


@dataclass(frozen=True, slots=True)
class Line:
    """One step of the count as one would say it, and where the count stands after it."""

    message: Message
    value: int
    seat: int | None = None  # of a deal half told: who gets the value, whatever is still to come


def sentence(said: Message | Player) -> Line:
    """What is only said, and counts nothing."""
    return Line(Message("{sentence}.", sentence=said), 0)


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat gets, negative if it pays: its share of the count, and what comes besides; in
    the game's smallest unit."""

    seat: int
    points: int  # the share alone
    message: Message | None = None  # as one would say it; None: it goes without saying
    why: Message | None = None  # the same without the name, to stand beside it
    times: int = 1  # how many times the unit of the count
    besides: int = 0  # what is not counted in units: for a slam, say


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning: what may be right, but should be looked at again. `field` is a path in the facts;
    where it ends in a player, `seat` is theirs."""

    field: str
    message: Message
    seat: int | None = None
    late: bool = False  # the deal was told after the end of the game


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """What a deal is worth: one whole number for each seat that plays, in seat order, in the game's
    smallest unit."""

    points: tuple[int, ...]
    outcome: str
    steps: tuple[Line, ...] = ()  # the count, up to the shares
    shares: tuple[Share, ...] = ()  # what it gives, in the order in which it is said
    extras: tuple[Line, ...] = ()  # what some get on top of it, and from whom
    warnings: tuple[Warned, ...] = ()
    whose: Seat | None = None  # the declarer, if any: their points stand beside the sentence
    also: Mapping[str, Any] = field(default_factory=dict)  # what `companion tally` prints besides

    @property
    def lines(self) -> tuple[Line, ...]:
        """All that is said of it, line by line."""
        shares = (Line(one.message, one.points) for one in self.shares if one.message)
        return (*self.steps, *shares, *self.extras)


def shares(unit: int, times: Mapping[Seat, int], besides: Sequence[int]) -> tuple[Share, ...]:
    """The shares where each seat in `times` gets the unit so many times, and every other seat pays
    it once; a negative unit goes the other way. `besides` is one number a seat, in seat order; all
    are in the game's smallest unit."""
    others = [seat for seat in range(len(besides)) if seat not in times]
    return (
        *(_of_unit(seat, unit, n, besides[seat]) for seat, n in times.items()),
        *(Share(seat, -unit, besides=besides[seat]) for seat in others),
    )


def _of_unit(seat: Seat, unit: int, times: int, besides: int) -> Share:
    values = {"player": Player(seat), "times": times, "unit": Points(abs(unit))}
    gets = Message("{player} + {times} × {unit}", **values)
    pays = Message("{player} − {times} × {unit}", **values)
    said = pays if unit < 0 else gets
    return Share(seat, times * unit, said, times=times, besides=besides)


def points(shares: Sequence[Share]) -> tuple[int, ...]:
    """What every seat gets in all, one number a seat, in seat order."""
    whole = {one.seat: one.points + one.besides for one in shares}
    return tuple(whole[seat] for seat in range(len(whole)))
