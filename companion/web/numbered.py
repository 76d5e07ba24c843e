"""The numbers by which people called deals that are undone now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..games.posted import fill_unplayed
from ..store import Change, Deal

Snapshot = Mapping[str, Any]  # of what a change touched, or a part of one


def called_then(
    changes: Mapping[int, Change],
    deals: Mapping[int, Deal],
    counts: Callable[[Mapping[str, Any]], bool],
) -> Iterator[tuple[int, int]]:
    """Each change of a deal whose telling is undone, and the number that the deal had at that
    moment: how many deals that count stood before it. Found by going back from how all deals are
    now, through the changes, the newest first."""
    gone = {one.deal for one in changes.values() if one.undone and is_new(one)}
    counted = {n for n, deal in deals.items() if deal.state == "told" and counts(deal.facts)}
    for change in changes.values():
        if change.deal and change.deal in gone:
            sort = deals[change.deal].sort
            yield change.id, 1 + sum(deals[number].sort < sort for number in counted)
        for one in _deals(change.before):
            counted.discard(one["number"])
            if one["state"] == "told" and counts(one["facts"]):
                counted.add(one["number"])


def is_new(change: Change) -> bool:
    """Whether there was no such deal before."""
    before = change.before.get("deal", {})
    return "state" in before and "facts" not in before


def unplayed(facts: Mapping[str, Any]) -> bool:
    """Whether nobody played."""
    return bool(fill_unplayed(facts))


def _deals(snapshot: Snapshot) -> Iterator[Snapshot]:
    """The deals of a snapshot, but for verdicts, which leave them as they are."""
    for deal in (snapshot.get("deal", {}), *snapshot.get("deals", ())):
        if "state" in deal:
            yield deal
