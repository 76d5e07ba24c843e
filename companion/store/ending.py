"""The end of a game that a change moves: what comes after it now, and may be taken off with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..games.base import Standing
from .replaying import replay
from .values import Deal, Moved, Table


@dataclass(frozen=True)
class End:
    """Where a change makes the game end: after so many told deals; how many others come later."""

    after: int
    later: int


def moved_end(
    before: Sequence[Standing], after: Sequence[Standing], behind: int, half: bool
) -> End | None:
    """The end that some deals come after now and did not before; None: there is none.

    `behind`: how many told deals, the last of both, stand behind the one that is changed; `half`:
    one more is half told.
    """
    was, now = (_come_late(some, behind, half) for some in (before, after))
    moved = [new and not old for old, new in zip(was, now, strict=True)]
    if True not in moved:
        return None
    told = len(after) - 1
    end = told - behind + moved.index(True)
    while after[end].late:
        end -= 1
    return End(end, min(told - end, behind) + half)


def _come_late(standings: Sequence[Standing], behind: int, half: bool) -> list[bool]:
    """Whether the deals behind the changed one come after the end, in play order."""
    come = [one.late for one in standings[len(standings) - behind :]]
    return [*come, standings[-1].over] if half else come


def taken_off(
    table: Table, before: Sequence[Deal], after: Sequence[Deal], changed: Deal, seen: int | None
) -> list[Deal]:
    """The deals that a change takes off, because it makes the game end before them.

    `before` and `after` are all deals without and with the change. `seen` is the version of the
    table that the writer saw when this was wanted; None: nothing is taken off. Raises Moved where
    the table has changed since.
    """
    if seen is None:
        return []
    if seen != table.version:
        raise Moved(f"table {table.id} is at {table.version}, not {seen}")
    there = [deal for deal in after if deal.state != "deleted"]
    behind = [deal.state for deal in there if deal.sort > changed.sort]
    standings = [replay(table, some).standings for some in (before, after)]
    end = moved_end(*standings, behind.count("told"), "half" in behind)
    return there[-end.later :] if end else []
