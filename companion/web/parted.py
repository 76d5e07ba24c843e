"""Into how many tables the players of a game may be parted: what the organiser chooses from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..draw import sizes
from ..games.base import Game
from ..store import Attendance

USUAL = 4  # players at a table, and positions of an evening, until somebody says otherwise


def here(attendances: Iterable[Attendance], game: str) -> list[int]:
    """Who is here and checked in for a game."""
    return [one.player for one in attendances if one.here and one.game == game]


@dataclass(frozen=True)
class Sizes:
    """Into how many tables of how many the players of a game may be parted."""

    game: Game
    players: int
    choices: Mapping[tuple[int, ...], int]  # sizes -> the size to ask for
    chosen: tuple[int, ...]


def parted(game: Game, players: int, wanted: int) -> Sizes:
    """What the organiser may choose from, the usual first."""
    asked = sorted(game.players, key=lambda size: abs(size - USUAL))
    choices: dict[tuple[int, ...], int] = {}
    for size in asked:
        choices.setdefault(sizes(game, players, size), size)
    return Sizes(game, players, choices, sizes(game, players, wanted))
