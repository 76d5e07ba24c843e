"""Into how many tables of how many the players of an evening are parted. Standard library only."""

from __future__ import annotations

from collections.abc import Callable
from operator import add

Cost = tuple[int, int]


def nearest(players: int, wanted: int, allowed: range) -> tuple[int, ...]:
    """The sizes of the tables, the larger first: as many players as can be have a seat (the others
    sit out), and the squares of how far each size is from the wanted one make the least sum.

    So 6 players who want fours, in a game of two to eight, are 3 + 3, not 4 + 2.
    """
    return _parted(players, allowed, lambda n: ((n - wanted) ** 2, -(n == wanted)))


def most(players: int, wanted: int, allowed: range) -> tuple[int, ...]:
    """As many tables of the wanted size as can be, the rest as near to it as that leaves."""
    return _parted(players, allowed, lambda n: (-(n == wanted), (n - wanted) ** 2))


def _parted(players: int, allowed: range, cost: Callable[[int], Cost]) -> tuple[int, ...]:
    """The cheapest sizes that seat all of the players, else as many as can be seated."""
    best: dict[int, tuple[Cost, tuple[int, ...]]] = {0: ((0, 0), ())}
    for seated in range(1, players + 1):
        ways = [(size, *best[seated - size]) for size in allowed if seated - size in best]
        if ways:
            best[seated] = min((_sum(paid, cost(n)), (*sizes, n)) for n, paid, sizes in ways)
    return tuple(sorted(best[max(best)][1], reverse=True))


def _sum(one: Cost, other: Cost) -> Cost:
    first, second = map(add, one, other)
    return first, second
