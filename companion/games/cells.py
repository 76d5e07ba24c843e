"""The columns of a deal in the CSV that are the game's own, beside its scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_origin, get_type_hints

from .posted import Facts

if TYPE_CHECKING:
    from .base import Game, Told

Cell = Callable[["Told", Facts], Any]


def fact(key: str) -> Cell:
    """A cell that shows a fact as it was told."""
    return lambda told, facts: facts.get(key)


def of_player(key: str, name: str) -> Cell:
    """A cell that shows what a fact says of this player."""
    return lambda told, facts: facts.get(key, {}).get(name)


def columns(*keys: str) -> Callable[[Sequence[str]], Mapping[str, Cell]]:
    """Columns that show the facts of these names as they were told, whoever plays."""
    cells = {key: fact(key) for key in keys}
    return lambda names: cells


def every_fact(game: Game, names: Sequence[str]) -> Mapping[str, Cell]:
    """A column for each fact of a deal; where a fact has a value for each player, a column each."""
    kinds, cells = get_type_hints(game.Deal), dict[str, Cell]()
    for one in fields(game.Deal):
        key = one.name.rstrip("_")
        by_name = get_origin(kinds[one.name]) is Mapping
        of_players = {f"{key} {name}": of_player(key, name) for name in names}
        cells |= of_players if by_name else {key: fact(key)}
    return cells
