"""The kinds of values that facts are made of, beyond Python's own. Types only."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal, NewType

Seat = NewType("Seat", int)
HalfPoints = NewType("HalfPoints", int)
Amount = Annotated[int, range(100_001)]
Side = Literal["declarer", "defence"]
SIDES: tuple[Side, Side] = ("declarer", "defence")


class Untold(Enum):
    """The default of what may not have been told, where null (or any number) says something."""

    UNTOLD = "untold"


UNTOLD = Untold.UNTOLD
