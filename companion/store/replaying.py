"""A table replayed from its facts: what was agreed, each deal's score, the standings.

Pages and saves both replay all deals of a table. What each deal came to is remembered, and so are
the standings, up to the first deal that differs from the last time.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from operator import attrgetter
from typing import NamedTuple

from ..games import GAMES
from ..games.base import Agreed, Standing, Told
from ..games.facts import agreed_rules, tell
from ..games.message import InvalidDeal
from .values import Deal, Seat, Sitting, Table

SORT = attrgetter("sort")
Agreement = tuple[str, str, int, int]  # game, rules, seats, how many play at once


@dataclass(frozen=True)
class Replayed:
    """A table as its facts make it: `deals` and `told` hold the deals told in full, in play order,
    `standings` and `counted` one more, the first before any deal."""

    agreed: Agreed
    dealer: int
    deals: Sequence[Deal]
    told: tuple[Told, ...]
    standings: tuple[Standing, ...]
    counted: tuple[tuple[int, ...], ...]  # how many deals that count each seat has played by then
    half_dealer: int | None = None  # who dealt the deal that is half told

    @property
    def next_dealer(self) -> int:
        """The seat that deals the deal at hand: the one half told, else the next one."""
        return self.turn(len(self.told) + 1) if self.half_dealer is None else self.half_dealer

    def stretches(self, seat: Seat) -> Iterator[tuple[Sitting, int, int]]:
        """Who sat in a seat, one after the other, each with the numbers of deals told before they
        came and before they went: between these two `standings` is what they brought."""
        came = [bisect_right(self.deals, one.after_sort, key=SORT) for one in seat.people]
        return zip(seat.people, came, [*came[1:], len(self.deals)], strict=True)

    def turn(self, place: int) -> int:
        """The seat whose turn it is to deal the deal at this place."""
        if place < 2 or not self.told:
            return self.dealer
        i = min(place - 2, len(self.told) - 1)
        return self.agreed.game.next_dealer(self.deals[i].dealer, self.told[i].deal, self.agreed)


def replay(table: Table, deals: Sequence[Deal]) -> Replayed:
    """The table after these deals, given in play order; deleted ones do not count.

    Raises InvalidDeal where the deals together cannot be.
    """
    agreement = (*_agreement(table), table.start)
    last = _last(table.id, *agreement)
    last[0] = found = _tallied(table, _in_full(deals), last[0])
    half = next((deal.dealer for deal in deals if deal.state == "half"), None)
    return Replayed(_agreed(*agreement), table.dealer, *found, half)


def replay_once(table: Table, deals: Sequence[Deal]) -> Replayed:
    """`replay` for one of very many tables: nothing of it is remembered in place of others."""
    agreed, keys, deals = agreed_at(table), seat_keys(len(table.seats)), _in_full(deals)
    told = tuple(tell(agreed, deal.facts, deal.dealer, keys) for deal in deals)
    standings = tuple(agreed.game.tally(told, agreed))
    return Replayed(agreed, table.dealer, deals, told, standings, _counted(told, agreed))


def _in_full(deals: Sequence[Deal]) -> list[Deal]:
    return [deal for deal in deals if deal.state == "told"]


class Tallied(NamedTuple):
    """The deals told in full, and what they make: the fields of `Replayed`."""

    deals: Sequence[Deal] = ()
    told: tuple[Told, ...] = ()
    standings: tuple[Standing, ...] = ()
    counted: tuple[tuple[int, ...], ...] = ()


@lru_cache(maxsize=100)  # some 20 kB each, and what its deals told
def _last(table_id: int, *agreement: Hashable) -> list[Tallied]:
    """A list of one: what this table came to when it was replayed last. `replay` changes it."""
    return [Tallied()]


def _tallied(table: Table, deals: Sequence[Deal], known: Tallied) -> Tallied:
    """What these deals come to: those at the beginning that are known already are not told
    again."""
    same = _alike_first(deals, known.deals)
    if known.standings and same == len(deals) == len(known.deals):
        return known._replace(deals=deals)  # they tell the same, but may have been saved since
    agreed = agreed_at(table)
    told = (*known.told[:same], *_all_told(table, deals, same))
    first = same + 1 if same else 0
    try:
        standings = tuple(agreed.game.tally(told, agreed, known.standings[:first]))
    except InvalidDeal as error:
        raise error.told_as(seat_keys(agreed.seats)) from None
    return Tallied(deals, told, standings, _counted(told, agreed, known.counted[:first]))


def _alike_first(some: Sequence[Deal], others: Sequence[Deal]) -> int:
    """How many deals at the beginning tell the same in both."""
    length = len(others)
    if some[:length] == others:  # mostly
        return length
    return len(list(takewhile(bool, map(_alike, some, others))))


def _alike(one: Deal, other: Deal) -> bool:
    """Whether both tell the same."""
    return one is other or (one.dealer, one.text) == (other.dealer, other.text)


def _counted(
    told: Sequence[Told], agreed: Agreed, so_far: Sequence[tuple[int, ...]] = ()
) -> tuple[tuple[int, ...], ...]:
    """How many deals that count each seat has played: before any, and after each."""
    counted = list(so_far) or [(0,) * agreed.seats]
    for one in told[len(counted) - 1 :]:
        plays = one.plays if agreed.game.counts(one.deal) else ()
        counted.append(tuple(n + (seat in plays) for seat, n in enumerate(counted[-1])))
    return tuple(counted)


def _all_told(table: Table, deals: Sequence[Deal], since: int) -> Iterator[Told]:
    """The deals from this place on, told; the error says which one cannot be."""
    for at in range(since, len(deals)):
        try:
            yield from tell_again(table, deals[at : at + 1])
        except InvalidDeal as error:
            error.deal = at
            raise


def tell_again(table: Table, deals: Sequence[Deal]) -> tuple[Told, ...]:
    """What `facts.tell` says of each, remembered."""
    agreement = _agreement(table)
    return tuple(_told(*agreement, one.dealer, one.text) for one in deals)


def _agreement(table: Table) -> Agreement:
    """What a deal is told by, as it is remembered: game, rules, seats, how many play at once."""
    return table.game, table.agreed_text, len(table.seats), table.at_once


@lru_cache(maxsize=2_000)  # some 2 kB each; an evening of 25 tables tells a thousand
def _told(game: str, rules: str, seats: int, at_once: int, dealer: int, facts: str) -> Told:
    agreed = _agreed(game, rules, seats, at_once, (0,) * seats)
    return tell(agreed, json.loads(facts), dealer, seat_keys(seats))


@lru_cache(maxsize=2_000)
def _agreed(game: str, rules: str, seats: int, at_once: int, start: tuple[int, ...]) -> Agreed:
    every = agreed_rules(GAMES[game], json.loads(rules))
    return Agreed(GAMES[game], every, seats, at_once, start)


def agreed_at(table: Table) -> Agreed:
    """What holds for all deals of a table."""
    return _agreed(*_agreement(table), table.start)


def seat_keys(seats: int) -> list[str]:
    """What facts in the store call the seats of a table."""
    return [str(seat) for seat in range(seats)]


def turn_after(table: Table, deals: Sequence[Deal]) -> int:
    """The seat whose turn it is to deal after these; only the last one told in full matters."""
    for last in reversed(deals):
        if last.state == "told":
            agreed, (told,) = agreed_at(table), tell_again(table, [last])
            return agreed.game.next_dealer(last.dealer, told.deal, agreed)
    return table.dealer
