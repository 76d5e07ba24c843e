"""How the players of an evening are divided into tables: the sizes. Standard library only."""

from __future__ import annotations

from collections.abc import Callable
from operator import add

Cost = tuple[int, int]


def nearest(players: int, wanted: int, allowed: range) -> tuple[int, ...]:
    """The sizes of the tables, the larger first. As many players as possible have a seat, the
    others sit out; then the sum of the squared distances from the wanted size is the least.

    So 6 players who want fours, in a game of two to eight, are 3 + 3, not 4 + 2.
    """
    return _parted(players, allowed, lambda n: ((n - wanted) ** 2, -(n == wanted)))


def most(players: int, wanted: int, allowed: range) -> tuple[int, ...]:
    """The sizes of the tables, the larger first. As many players as possible have a seat; then as
    many tables as possible have the wanted size, and the rest are as near to it as that leaves."""
    return _parted(players, allowed, lambda n: (-(n == wanted), (n - wanted) ** 2))


def _parted(players: int, allowed: range, cost: Callable[[int], Cost]) -> tuple[int, ...]:
    """The cheapest sizes that seat all players, or as many of them as can be seated."""
    best: dict[int, tuple[Cost, tuple[int, ...]]] = {0: ((0, 0), ())}
    for seated in range(1, players + 1):
        ways = [(size, *best[seated - size]) for size in allowed if seated - size in best]
        if ways:
            best[seated] = min((_sum(paid, cost(n)), (*sizes, n)) for n, paid, sizes in ways)
    return tuple(sorted(best[max(best)][1], reverse=True))


def _sum(one: Cost, other: Cost) -> Cost:
    first, second = map(add, one, other)
    return first, second
