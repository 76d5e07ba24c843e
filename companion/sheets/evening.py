"""A whole evening as JSON (`evening.json` of its ZIP): what it holds, and how it is written.

People by name, tables by the ids of their sheets, sums and points as people read them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..games import GAMES
from ..games.facts import options

FORMAT, VERSION = "companion-evening", 1
LISTS = ("players", "wishes", "adjustments", "positions")  # in each of them every key is written
OF_FEW = ("goes_on", "counted_again", "places")  # few evenings have these: left out if empty


@dataclass(frozen=True, kw_only=True)
class Attendee:
    """A player who was checked in."""

    name: str
    game: str
    here: bool = True
    fee: Any = 0
    paid: bool = False
    own: bool | None = None  # true: their own, though all owe the same; false: of all when paid


@dataclass(frozen=True, kw_only=True)
class Wish:
    """A wish that two players sit at one table, or do not."""

    players: tuple[str, str]
    together: bool


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    """Points given to a player, or taken: in one game, or (`game` is empty) across games."""

    player: str
    game: str = ""
    points: Any
    reason: str
    at: str | None = None
    taken_back: bool = False


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """Who was drawn to a table, in seat order."""

    table: int
    game: str
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Position:
    """One sitting of all tables; `tables` are the ids of their sheets."""

    number: int
    published: bool = False
    closed: bool = False
    ends_at: str | None = None
    tables: tuple[str, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    sits_out: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The day people met; the sheets of its tables stand here only by their ids. `tables`: those of
    no position. `goes_on`: from which sheet one has its totals; `counted_again`: of which one (only
    that one counts) it has the deals, under other rules; `places`: the place where it was played,
    if its file has another number."""

    format: str = FORMAT
    version: int = VERSION
    id: str
    name: str
    date: str = ""
    place: str = ""
    games: Mapping[str, Mapping[str, Any]]
    fee: Any = 0
    profile: Literal["plain", "excel-fr"] = "plain"
    corrects: Literal["all", "last"] = "all"
    shown: int | None = None
    planned: int = 0
    closed: bool = False
    players: tuple[Attendee, ...] = ()
    wishes: tuple[Wish, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    positions: tuple[Position, ...] = ()
    tables: tuple[str, ...] = ()
    goes_on: Mapping[str, str] = field(default_factory=dict)
    counted_again: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)

    @property
    def listed(self) -> list[tuple[int, str]]:
        """The ids of all its tables, each with its position; 0: no position."""
        free = [(0, uid) for uid in self.tables]
        return free + [(one.number, uid) for one in self.positions for uid in one.tables]


def written_evening(evening: Evening) -> dict[str, Any]:
    """An evening as it is exported: every key, but of `OF_FEW` only those that say something."""
    lists = {key: [options(one) for one in getattr(evening, key)] for key in LISTS}
    people = [{k: one[k] for k in one if one[k] is not None} for one in lists["players"]]
    told = options(evening) | lists | {"players": people}
    return {key: told[key] for key in told if told[key] or key not in OF_FEW}


def scale_of(game: str) -> int:
    """How many units make a point in an adjustment: those of a game; across games tenths."""
    return GAMES[game].scale if game else 10
