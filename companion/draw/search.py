"""The search for a draw: simulated annealing, a bounded number of steps, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp
from random import Random

from .position import Pair, Player, Wish

STEPS = 300_000  # half a second on a laptop, a few on the smallest Raspberry Pi
WARM, COLD = 2.4, 0.6  # the temperature at first and at last
# What one more meeting costs, by how often the two have met before. Few repeats come first; of two
# plans with as many, the one in which fewer meet again and again.
PRICE = (0, 4, 5, 7, 10, *range(14, 5000, 5))
WISH = 10_000  # more than any one change of places can cost in meetings


class Search:
    """Two players of different tables change places, again and again, in this position and those
    to come.

    A change for the better is always made, one for the worse only by chance, and ever more rarely.
    The best plan that was seen is the answer. In here players are numbers.
    """

    def __init__(
        self, plan: list[list[list[Player]]], met: Mapping[Pair, int], wishes: Iterable[Wish]
    ) -> None:
        self.players = list({one: 0 for tables in plan for table in tables for one in table})
        number = {player: n for n, player in enumerate(self.players)}
        self.plan = [[[number[one] for one in table] for table in tables] for tables in plan]
        self.met = [[met.get(frozenset((a, b)), 0) for b in self.players] for a in self.players]
        self.wish = [[0] * len(number) for _ in number]
        for one, other, together in wishes:
            if one in number and other in number:
                a, b = number[one], number[other]
                self.wish[a][b] = self.wish[b][a] = -WISH if together else WISH
        self.cost = sum(self._seat(n, table) for p in self.plan for table in p for n in table)

    def run(self, rng: Random) -> list[list[list[Player]]]:
        """The best plan: for each position its tables."""
        lowest = len(self.plan) * sum(min(n, 0) for row in self.wish for n in row) // 2
        best, cooling = (self.cost, self._plan()), (COLD / WARM) ** (1 / STEPS)
        heat, chance = WARM, rng.random
        places = [tables for tables in self.plan if len(tables) > 1]
        for _ in range(STEPS if places else 0):
            if best[0] <= lowest:
                break
            heat *= cooling
            # A seat each at two different tables of one position.
            tables = places[int(chance() * len(places))]
            first, second = int(chance() * len(tables)), int(chance() * (len(tables) - 1))
            one, other = tables[first], tables[second + (second >= first)]
            x, y = int(chance() * len(one)), int(chance() * len(other))
            more = self._more(one, x, other, y)
            if more <= 0 or chance() < exp(-more / heat):
                self._swap(one, x, other, y)
                self.cost += more
                if self.cost < best[0]:
                    best = self.cost, self._plan()
        return [[[self.players[n] for n in table] for table in tables] for tables in best[1]]

    def _plan(self) -> list[list[list[int]]]:
        return [[table[:] for table in tables] for tables in self.plan]

    def _seat(self, player: int, table: list[int]) -> int:
        """Notes whom a player meets at this table, and returns what that costs. Each player looks
        only at those seated before, so that two are counted once."""
        met, wish, cost = self.met[player], self.wish[player], 0
        for other in table[: table.index(player)]:
            cost += PRICE[met[other]] + wish[other]
            met[other] += 1
            self.met[other][player] += 1
        return cost

    def _more(self, one: list[int], x: int, other: list[int], y: int) -> int:
        """What it costs to let seat x of one table and seat y of the other change places."""
        a, b = one[x], other[y]
        met_a, met_b, wish_a, wish_b = self.met[a], self.met[b], self.wish[a], self.wish[b]
        more = 0
        for c in one:
            if c != a:
                more += PRICE[met_b[c]] + wish_b[c] - PRICE[met_a[c] - 1] - wish_a[c]
        for c in other:
            if c != b:
                more += PRICE[met_a[c]] + wish_a[c] - PRICE[met_b[c] - 1] - wish_b[c]
        return more

    def _swap(self, one: list[int], x: int, other: list[int], y: int) -> None:
        a, b = one[x], other[y]
        for leaves, comes, table in ((a, b, one), (b, a, other)):
            for c in table:
                if c != leaves:
                    self._meet(leaves, c, -1)
                    self._meet(comes, c, 1)
        one[x], other[y] = b, a

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times
