"""How long it takes to judge a board of Le Plateau, and to find the least further spaces."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

from companion.games.plateau_board import Held, decided, missing
from companion.games.plateau_spaces import board

BOARDS, ROUNDS = 200, 5


def boards() -> list[Held]:
    """Boards as they come up in play, from the first trick to the last; the same each time."""
    chance, spaces = random.Random(1), list(board(4).values())
    found = []
    for n in range(BOARDS):
        order, taken = chance.sample(spaces, len(spaces)), n * len(spaces) // BOARDS
        found.append(Held(sum(order[: taken // 2]), sum(order[taken // 2 : taken])))
    return found


def measured() -> tuple[float, float]:
    """Microseconds to judge a board, and to find its least further spaces: medians over boards."""
    all_of = boards()
    judged = _median(lambda held: decided(held, "fork"), all_of)
    return judged, _median(lambda held: missing(*held), all_of)


def _median(ask: Callable[[Held], object], boards: list[Held]) -> float:
    times = []
    for held in boards * ROUNDS:
        began = time.perf_counter_ns()
        ask(held)
        times.append((time.perf_counter_ns() - began) / 1000)
    return median(times)
