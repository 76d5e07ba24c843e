"""The kinds of values that facts are made of, beyond Python's own; and deals not played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, NewType

from .message import refuse

Seat = NewType("Seat", int)
HalfPoints = NewType("HalfPoints", int)
Unread = NewType("Unread", object)  # whatever it is, as long as no record in it tells a key twice
MOST = 100_000  # whole numbers go no further
NO_LIMIT = MOST  # told as the limit in a deal: from there on the table plays without one
POINTS: Mapping[int, Any] = {1: int, 2: HalfPoints}  # a game's scale -> the kind of its points
Amount = Annotated[int, range(MOST + 1)]
Side = Literal["declarer", "defence"]
SIDES: tuple[Side, Side] = ("declarer", "defence")


class Untold(Enum):
    """The default of a fact that need not be told, where null (or a number) tells something."""

    UNTOLD = "untold"


UNTOLD = Untold.UNTOLD


@dataclass(frozen=True)
class Passed:
    """Nobody wanted to play: `{"passed": true}`."""

    passed: bool

    def __post_init__(self) -> None:
        if not self.passed:
            raise refuse("a deal that was played says nothing of passing", at="passed")


@dataclass(frozen=True)
class Void:
    """Dealt and not played, for this reason: `{"void": "petit_sec"}`."""

    void: str
