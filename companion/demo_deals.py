"""Deals that might have been told: facts as the store keeps them; a player is a seat as text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

from .games.message import InvalidDeal
from .games.plateau_board import Objective
from .games.plateau_deal import Talon, checked_total
from .games.plateau_spaces import board
from .games.tarot_deal import NEEDED

Deal = dict[str, Any]
CONTRACTS = ("prise",) * 6 + ("garde",) * 8 + ("garde_sans", "garde_contre")
OBJECTIVES: tuple[Objective, ...] = ("bridge",) * 5 + ("y",) * 3 + ("fork", "five")
TALONS: tuple[Talon, ...] = ("exchange", "keep")


def tarot(chance: random.Random, players: int) -> Deal:
    """One deal in twelve is passed; the declarer wins a little more often than not."""
    if chance.random() < 1 / 12:
        return {"passed": True}
    oudlers = chance.choice((0, 1, 1, 1, 2, 2, 2, 3))
    points = NEEDED[oudlers] + round(2 * chance.gauss(3, 8)) / 2
    deal: Deal = {
        "declarer": str(chance.randrange(players)),
        "contract": chance.choice(CONTRACTS),
        "oudlers": oudlers,
        "card_points": min(max(points, 0), 91),
    }
    if players == 5:
        deal["partner"] = chance.choice([str(seat) for seat in range(5)])
        if deal["partner"] == deal["declarer"]:
            deal["partner"] = None
    if chance.random() < 0.1 and oudlers:
        deal["petit_au_bout"] = chance.choice(("declarer", "defence"))
    if chance.random() < 0.08:
        deal["poignees"] = [{"player": str(chance.randrange(players)), "size": "single"}]
    return deal


def tamalou(chance: random.Random, players: int) -> Deal:
    """The caller holds little, and is sometimes beaten."""
    hands = [chance.randint(2, 26) for _ in range(players)]
    caller = chance.randrange(players)
    hands[caller] = chance.choice((0, 1, 2, 3, 3, 4, 4, 5, 5, 7))
    told = {str(seat): hand for seat, hand in enumerate(hands)}
    return {"caller": str(caller), "hands": told}


def plateau(chance: random.Random, players: int) -> Deal:
    """The board as it lay at the end; nobody bids in one deal of ten."""
    if chance.random() < 0.1:
        return {"passed": True}
    declarer, *others = chance.sample([str(seat) for seat in range(players)], players)
    talon, objective, partners = chance.choice(bids(players))
    deal: Deal = {"declarer": declarer, "objective": objective, "partners": others[:partners]}
    if talon:
        deal["talon"] = talon
    spaces = chance.sample(list(board(players)), len(board(players)))
    half = len(spaces) // 2 + chance.randint(-6, 6)
    deal["board"] = {"declarer": spaces[:half], "defence": spaces[half:]}
    return deal


@cache
def bids(players: int) -> list[tuple[Talon | None, Objective, int]]:
    """What can be bid with so many players; easy objectives are in it more often."""
    return list(_bids(players))


def _bids(players: int) -> Iterator[tuple[Talon | None, Objective, int]]:
    for bid in product((*TALONS, None), OBJECTIVES, range(3)):
        with suppress(InvalidDeal):
            checked_total(*bid, players)
            yield bid


DEALS: Mapping[str, Callable[[random.Random, int], Deal]] = {
    "tarot": tarot,
    "plateau": plateau,
    "tamalou": tamalou,
}
