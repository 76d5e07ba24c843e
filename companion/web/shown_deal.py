"""What a page shows of a deal told in full: one line, and the count that it unfolds into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..games.base import Agreed, Game, Standing, Told
from ..games.facts import drawn
from ..store import Deal, seat_keys
from .counted import Count, count


@dataclass(frozen=True, kw_only=True)
class ShownDeal:
    """A deal in the list: one line, and the count that it unfolds into.

    What was drawn of one is kept by it (deal_list): two are equal when they look the same to one
    reader. What is not compared follows from what is.
    """

    table_id: int
    rules: str
    deal: Deal
    index: str
    names: Sequence[str]
    totals: Sequence[int]
    then: str
    agreed: Agreed = field(compare=False)
    told: Told = field(compare=False)
    after: Standing = field(compare=False)

    @property
    def number(self) -> int:
        """The deal's address."""
        return self.deal.number

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.agreed.game

    @property
    def scale(self) -> int:
        """In which part of a point the points are counted."""
        return self.game.scale

    @property
    def points(self) -> Sequence[int]:
        """What it gave to each seat, in seat order."""
        return self.told.points(self.agreed.seats)

    @property
    def players(self) -> Sequence[str]:
        """Who played it, in seat order."""
        return [self.names[seat] for seat in self.told.plays]

    @property
    def dealer(self) -> str:
        """Who dealt."""
        return self.names[self.deal.dealer]

    @cached_property
    def count(self) -> Count:
        """The sentence and the count in the reader's words."""
        return count(self.agreed, self.told, self.names, self.after)

    @cached_property
    def drawn(self) -> Any:
        """What the game's own templates draw of it."""
        seats = seat_keys(self.agreed.seats)
        return drawn(self.agreed, self.deal.facts, self.deal.dealer, seats)
