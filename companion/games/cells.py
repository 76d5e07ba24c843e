"""What a told deal is in the CSV, beside its scores: the game's own columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .base import Game, Told

Cell = Callable[["Told", Mapping[str, Any]], Any]


def fact(key: str) -> Cell:
    """A cell that shows a fact as it was told."""
    return lambda told, facts: facts.get(key)


def columns(*keys: str) -> Callable[[Sequence[str]], Mapping[str, Cell]]:
    """Columns that show the facts of these names as they were told, whoever plays."""
    cells = {key: fact(key) for key in keys}
    return lambda names: cells


def every_fact(game: Game, names: Sequence[str]) -> Mapping[str, Cell]:
    """A column for each fact of a deal."""
    return columns(*(one.name.rstrip("_") for one in fields(game.Deal)))(names)
