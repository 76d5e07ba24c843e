"""A draw: as it is kept, read again, and what stays of it after a change by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from operator import attrgetter
from typing import Any


@dataclass(frozen=True)
class DrawnTable:
    """Who is to play what at one place, in seat order."""

    place: int
    game: str
    players: tuple[int, ...]


@dataclass(frozen=True)
class Position:
    """The tables of an evening that are played at once: drawn, then published, then closed."""

    number: int
    tables: tuple[DrawnTable, ...] = ()
    sits_out: tuple[int, ...] = ()
    published_at: str | None = None
    ends_at: str | None = None  # when its clock is out
    closed_at: str | None = None
    wanted: Mapping[str, int] = field(default_factory=dict)  # game -> the size that was asked for
    digest: str = ""  # another one whenever it is drawn, changed or published
    by_hand: bool = False  # whether somebody was moved since it was drawn
    gone: tuple[DrawnTable, ...] = ()  # those that were deleted, while others are left

    @property
    def people(self) -> list[int]:
        """Everybody of it: who sits out, and who sits at its tables."""
        return [*self.sits_out, *(player for one in self.tables for player in one.players)]


def with_gone(
    before: Position, tables: Sequence[DrawnTable], sits_out: Sequence[int]
) -> tuple[list[DrawnTable], list[int]]:
    """A published position that is changed by hand, or taken back, with its tables that were
    deleted: one may come back. Who was to sit there and has no other seat, or came later, was not
    made to sit out."""
    seated = {player for one in tables for player in one.players}
    left = [(one, tuple(p for p in one.players if p not in seated)) for one in before.gone]
    gone = [replace(one, players=players) for one, players in left if players]
    out = {*before.people}.difference(*(one.players for one in gone))
    kept = sorted((*tables, *gone), key=attrgetter("place"))
    return kept, [one for one in sits_out if one in out]


def as_kept(
    tables: Sequence[DrawnTable], sits_out: Sequence[int], wanted: Mapping[str, int], by_hand: bool
) -> dict[str, Any]:
    """A draw as it is kept, to be made a text."""
    drawn = {"tables": [vars(one) for one in tables], "sits_out": list(sits_out)}
    return drawn | {"wanted": dict(wanted), "by_hand": by_hand}


def position_of(
    merged: Mapping[int, int],
    number: int,
    drawn: str,
    published_at: str | None,
    ends_at: str | None,
    closed_at: str | None,
) -> Position:
    """A draw as it is kept, of persons: who was merged since is the other one."""
    told = json.loads(drawn)
    tables = tuple(
        DrawnTable(one["place"], one["game"], _persons(merged, one["players"]))
        for one in told["tables"]
    )
    return Position(
        number=number,
        tables=tables,
        sits_out=_persons(merged, told["sits_out"]),
        published_at=published_at,
        ends_at=ends_at,
        closed_at=closed_at,
        wanted=told.get("wanted", {}),
        digest=digest_of(drawn, published_at),
        by_hand=told.get("by_hand", False),
    )


def digest_of(*of: object) -> str:
    """A few letters that differ whenever anything of this does."""
    return sha256(repr(of).encode()).hexdigest()[:12]


def _persons(merged: Mapping[int, int], players: Sequence[int]) -> tuple[int, ...]:
    return tuple(merged.get(one, one) for one in players)
