"""The spaces of Le Plateau (`rules/plateau.md`, Boards): names, cells, the sides they touch.

Spaces have the names of the score sheet; a set of them is a number with a bit for each (`hexgrid`).
"""

from __future__ import annotations

import re
from functools import cache

from . import hexgrid
from .cards import RANKS, SUITS
from .message import Message

# Columns of the board from left to right, each from the top down.
TWO_PLAYERS = """
    T13 T12 T11 A3
    T14 QH CC QS T10
    T15 JD KS KH JC T9
    A1 CH EX T16 A21 CD T8
    T1 JS KD KC JH T7
    T2 QC CS QD T6
    T3 T4 T5 A2
"""
MORE_PLAYERS = """
    A6 T10 T9 A5
    T11 QH CC QS T8
    T12 JD KS KH JC T7
    A1 CH EX T13 A21 CD A4
    T1 JS KD KC JH T6
    T2 QC CS QD T5
    A2 T3 T4 A3
"""
TRICK = re.compile("T([0-9]+)")
BOARD_SIDES = range(1, 7)  # clockwise from the upper right


def _sides(q: int, r: int) -> int:
    """The sides that a cell touches, a bit a side, clockwise from the upper right."""
    n = hexgrid.RADIUS
    on = (r == -n, q == n, q + r == n, r == n, q == -n, q + r == -n)
    return sum(touched << side for side, touched in enumerate(on))


TOUCHES = {hexgrid.cell(q, r): _sides(q, r) for q, r in hexgrid.hexagon()}
EDGES = [sum(1 << c for c, at in TOUCHES.items() if at >> side & 1) for side in range(6)]
WHOLE_BOARD = sum(1 << cell for cell in TOUCHES)


@cache
def board(players: int) -> dict[str, int]:
    """The spaces by name, in the order of the rules' table, each as a set of one."""
    text = TWO_PLAYERS if players == 2 else MORE_PLAYERS
    return {name: 1 << cell for name, cell in zip(text.split(), TOUCHES, strict=True)}


def coordinates(players: int) -> dict[str, tuple[int, int]]:
    """The axial coordinates of each space, to draw it."""
    return dict(zip(board(players), hexgrid.hexagon(), strict=True))


def named(spaces: int, players: int) -> tuple[str, ...]:
    """The names of a set of spaces, in the order of the rules' table."""
    return tuple(name for name, space in board(players).items() if spaces & space)


@cache
def tricks(players: int) -> int:
    """How many tricks are played, each with a space of its own."""
    return sum(trick_of(name) is not None for name in board(players))


def trick_of(name: str) -> int | None:
    """The number of the trick whose own space this is; None: it is the space of a card."""
    found = TRICK.fullmatch(name)
    return int(found[1]) if found else None


def spoken(name: str) -> Message:
    """What a space is called when it is read aloud."""
    if name == "EX":
        return Message("the Excuse")
    if name[0] == "T":
        return Message("trick {n}", n=name[1:])
    if name[0] == "A":
        return Message("trump {n}", n=name[1:])
    return Message("{rank} of {suit}", rank=RANKS[name[0]], suit=SUITS[name[1]])
