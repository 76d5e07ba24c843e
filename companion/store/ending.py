"""The end of a game that a change moves: what comes after it now, and may be taken off with it.

Whoever corrects, inserts, deletes, moves or restores a deal is asked. Undo and redo are not: they
put back a sheet as it stood, with all that came late on it then, and each takes the other back.
Corrected totals are not taken over before what comes later is taken off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..games.base import Standing
from .errors import ChangedMeanwhile
from .replaying import Replayed, replay
from .values import Deal, Table, not_deleted


@dataclass(frozen=True)
class End:
    """Where a change makes the game end: after so many told deals (`counted` of them have a
    number), with so many `later` ones behind."""

    after: int
    later: int
    counted: int


def moved_end(before: Replayed, after: Replayed, behind: int, half: bool) -> End | None:
    """The end of the game, where deals come after it now that did not before; None: none do.

    `behind`: how many told deals come after the changed one, the same in both; `half`: whether one
    more is half told. Deals before the changed one that were told after the end on purpose do not
    matter.
    """
    was, now = (_come_late(some.standings, behind, half) for some in (before, after))
    moved = [new and not old for old, new in zip(was, now, strict=True)]
    if True not in moved:
        return None
    told = len(after.told)
    end = told - behind + moved.index(True)
    while after.standings[end].late:
        end -= 1
    counted = sum(after.agreed.game.counts(one.deal) for one in after.told[:end])
    with_it = behind + (told >= len(before.told))  # unless it is deleted
    return End(end, min(told - end, with_it) + half, counted)


def _come_late(standings: Sequence[Standing], behind: int, half: bool) -> list[bool]:
    """Whether the deals behind the changed one come after the end, in play order."""
    come = [one.late for one in standings[len(standings) - behind :]]
    return [*come, standings[-1].over] if half else come


def end_by(
    table: Table, before: Sequence[Deal], after: Sequence[Deal], changed: Deal
) -> End | None:
    """The end that a change of one deal moves. `before` and `after` are all deals without and with
    the change.

    Raises InvalidDeal where together they cannot be.
    """
    behind = [deal.state for deal in not_deleted(after) if deal.sort > changed.sort]
    was, now = (replay(table, some) for some in (before, after))
    return moved_end(was, now, behind.count("told"), "half" in behind)


def end_without(table: Table, deals: Sequence[Deal], deal: Deal) -> End | None:
    """The end that a table of these deals has without one of them."""
    return end_by(table, deals, [one for one in deals if one.number != deal.number], deal)


def taken_off(
    table: Table, before: Sequence[Deal], after: Sequence[Deal], changed: Deal, seen: int | None
) -> list[Deal]:
    """The deals that a change takes off because it makes the game end before them; the changed one
    among them, if it comes after the end itself.

    `before` and `after` are all deals without and with the change. `seen` is the version of the
    table at which the writer agreed to this; None: nothing is taken off. Raises ChangedMeanwhile
    where the table has changed since.
    """
    if seen is None:
        return []
    if seen != table.version:
        raise ChangedMeanwhile(f"table {table.id} is at {table.version}, not {seen}")
    end = end_by(table, before, after, changed)
    return not_deleted(after)[-end.later :] if end else []
