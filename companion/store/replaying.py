"""A table replayed from its facts: what was agreed, each deal's score, the standings.

Pages and saves both replay all deals of a table; a deal that was told before is remembered.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..games import GAMES
from ..games.base import Agreed, Standing, Told
from ..games.facts import agreed_rules, tell
from ..games.message import InvalidDeal
from .values import Deal, Table


@dataclass(frozen=True)
class Replayed:
    """A table as its facts make it: `told` holds the deals told in full, in play order,
    `dealers` who dealt them, `standings` one more, the first before any deal."""

    agreed: Agreed
    dealer: int
    dealers: tuple[int, ...]
    told: tuple[Told, ...]
    standings: tuple[Standing, ...]
    next_dealer: int

    def turn(self, place: int) -> int:
        """The seat whose turn it is to deal the deal at this place."""
        if place < 2 or not self.told:
            return self.dealer
        i = min(place - 2, len(self.told) - 1)
        return self.agreed.game.next_dealer(self.dealers[i], self.told[i].deal, self.agreed)


def replay(table: Table, deals: Sequence[Deal]) -> Replayed:
    """The table after these deals, which stand in play order; the deleted ones say nothing.

    Raises InvalidDeal where the deals together cannot be.
    """
    agreed = agreed_at(table)
    played = tuple((deal.dealer, deal.text) for deal in deals if deal.state == "told")
    found, standings = _tallied(*_agreement(table), table.start, played)
    dealers = tuple(dealer for dealer, _ in played)
    half = [deal.dealer for deal in deals if deal.state == "half"]
    so_far = Replayed(agreed, table.dealer, dealers, found, standings, 0)
    turn = half[0] if half else so_far.turn(len(found) + 1)
    return Replayed(agreed, table.dealer, dealers, found, standings, turn)


@lru_cache(maxsize=500)
def _tallied(
    game: str,
    rules: str,
    seats: int,
    at_once: int,
    start: tuple[int, ...],
    played: tuple[tuple[int, str], ...],
) -> tuple[tuple[Told, ...], tuple[Standing, ...]]:
    """Deals told again by who dealt and their facts, and the standings; both remembered."""
    agreed = _agreed(game, rules, seats, at_once, start)
    agreement = game, rules, seats, at_once
    found = tuple(_told_at(place, *agreement, *one) for place, one in enumerate(played))
    try:
        return found, tuple(agreed.game.tally(found, agreed))
    except InvalidDeal as error:
        raise error.told_as(seat_keys(seats)) from None


def _told_at(place: int, *deal: Any) -> Told:
    try:
        return _told(*deal)
    except InvalidDeal as error:
        error.deal = place
        raise


def tell_again(table: Table, deals: Sequence[Deal]) -> tuple[Told, ...]:
    """What `facts.tell` says of each, remembered."""
    agreement = _agreement(table)
    return tuple(_told(*agreement, one.dealer, one.text) for one in deals)


def _agreement(table: Table) -> tuple[str, str, int, int]:
    """What a deal is told by, as it is remembered: game, rules, seats, how many play at once."""
    return table.game, table.agreed_text, len(table.seats), table.at_once


@lru_cache(maxsize=20_000)
def _told(game: str, rules: str, seats: int, at_once: int, dealer: int, facts: str) -> Told:
    agreed = _agreed(game, rules, seats, at_once, (0,) * seats)
    return tell(agreed, json.loads(facts), dealer, seat_keys(seats))


@lru_cache(maxsize=2_000)
def _agreed(game: str, rules: str, seats: int, at_once: int, start: tuple[int, ...]) -> Agreed:
    agreed = agreed_rules(GAMES[game], json.loads(rules))
    return Agreed(GAMES[game], agreed, seats, at_once, start)


def agreed_at(table: Table) -> Agreed:
    """What holds for all deals of a table."""
    return _agreed(*_agreement(table), table.start)


def seat_keys(seats: int) -> list[str]:
    """What facts in the store call the seats of a table."""
    return [str(seat) for seat in range(seats)]


def turn_after(table: Table, deals: Sequence[Deal]) -> int:
    """The seat whose turn it is to deal after these, the last of which is enough."""
    for last in reversed(deals):
        if last.state == "told":
            agreed, (told,) = agreed_at(table), tell_again(table, [last])
            return agreed.game.next_dealer(last.dealer, told.deal, agreed)
    return table.dealer
