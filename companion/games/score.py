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
    seat: int | None = None  # of a deal half told: whose points the value is, whatever comes


def sentence(said: Message | Player) -> Line:
    """What is only said, and counts nothing."""
    return Line(Message("{sentence}.", sentence=said), 0)


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat gets, negative if it pays: its share of the count, and what came besides."""

    seat: int
    points: int  # the share alone
    message: Message | None = None  # as one would say it; None: it goes without saying
    why: Message | None = None  # the same, to stand beside the name
    times: int = 1  # how often the unit of the count
    besides: int = 0  # what is no part of the unit, for a slam say


@dataclass(frozen=True, slots=True)
class Warned:
    """What may be right, and should be looked at again: a path in the facts, and whose."""

    field: str
    message: Message
    seat: int | None = None
    late: bool = False  # the deal was told after the end of the game


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """What a deal is worth: one whole number for each seat that plays, in seat order."""

    points: tuple[int, ...]
    outcome: str
    steps: tuple[Line, ...] = ()  # the count, up to the shares
    shares: tuple[Share, ...] = ()  # what it gives, in the order in which it is said
    extras: tuple[Line, ...] = ()  # what some get on top of it, and from whom
    warnings: tuple[Warned, ...] = ()
    whose: Seat | None = None  # the declarer, if any: these points stand beside the sentence
    also: Mapping[str, Any] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[Line, ...]:
        """All that is said of it, line by line."""
        shares = (Line(one.message, one.points) for one in self.shares if one.message)
        return (*self.steps, *shares, *self.extras)


def shares(unit: int, times: Mapping[Seat, int], besides: Sequence[int]) -> tuple[Share, ...]:
    """Where one side gets the unit so many `times`, negative if it pays, and each of the others
    pays it once; `besides` is one number a seat, all in the game's smallest unit."""
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
    """What every seat gets in the end, in seat order."""
    whole = {one.seat: one.points + one.besides for one in shares}
    return tuple(whole[seat] for seat in range(len(whole)))
