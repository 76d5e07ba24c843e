"""Puts back what was before one change, however long ago, whatever came after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from ..games.message import InvalidDeal
from . import history, rows
from .connections import Connections, Writing
from .ending import End, end_by, taken_off
from .errors import NotThere
from .known import Reader
from .people import name_of
from .saving import refuse_moved
from .settling import refuse_behind_half, settle_again
from .values import Change, Deal, Snapshot, Table

# The kinds of changes for which this can be done. A new deal is deleted instead; rules and the like
# are taken back by undo.
RESTORED = ("correct", "delete", "rename", "restore", "undo", "redo")


def restorable(change: Change) -> bool:
    """Whether what was before this change can be put back by itself."""
    deals = history.deals(change.before)
    told = all("facts" in deal and deal["state"] != "half" for deal in deals)
    named = "player" in change.before
    here = "moved" not in change.after
    there = change.before.get("deal", {}).get("state") != "deleted"
    return change.kind in RESTORED and here and there and told and bool(deals) != named


class Restoring(Connections):
    """The writer that puts back what was."""

    def restore(
        self, table_id: int, change_id: int, *, key: str | None, phone: str, ends: int | None = None
    ) -> int:
        """Puts the deal, or the name, that a change was about as it was before; the new change.

        It is an ordinary change: undo takes it back. `ends`: where the game ends earlier by this,
        as in `save_deal`. Raises NotThere where there is nothing to put back, ChangedMeanwhile,
        or InvalidDeal where by now it cannot be.
        """
        with self.writing(key, phone, "restore", table_id, change_id, ends) as writing:
            if not writing.repeated:
                rows.there(writing, table_id)
                writing.answer = {"change": _restore(writing, table_id, change_id, ends)}
            change: int = writing.answer["change"]
            return change

    def end_if_restored(self, table_id: int, change_id: int) -> End | None:
        """The end of the game that `restore` would move; it raises the same."""
        with self.reading():
            table, wanted = rows.there(self, table_id), _wanted(self.db, table_id, change_id)
            return end_by(table, *_both(self, table, wanted)) if "deal" in wanted else None


def _wanted(db: Database, table_id: int, change_id: int) -> Snapshot:
    """What was before a change, as far as it can be put back."""
    found = next((c for c in rows.changes(db, table_id) if c.id == change_id), None)
    if found is None or not restorable(found):
        raise NotThere(f"change {change_id} of table {table_id}")
    return history.still_free(db, found)


def _both(reader: Reader, table: Table, wanted: Snapshot) -> tuple[list[Deal], list[Deal], Deal]:
    """All deals before and after the deal of a change is put back, and that deal. Other deals that
    come back or go with it have done so in both."""
    of = {one["number"]: one for one in history.deals(wanted)}
    now = {deal.number: deal for deal in rows.known_deals(reader, table)}
    after = [history.as_told(deal, of.get(deal.number, {})) for deal in now.values()]
    number = wanted["deal"]["number"]
    before = [now[number] if deal.number == number else deal for deal in after]
    return before, after, next(deal for deal in after if deal.number == number)


def _restore(writing: Writing, table_id: int, change_id: int, ends: int | None) -> int:
    wanted = _wanted(writing.db, table_id, change_id)
    now = _now(writing, table_id, wanted)
    if now == wanted:
        raise NotThere("it is so already")
    refuse_moved(writing, table_id, wanted)
    try:
        now, wanted = _with_end(writing, table_id, now, wanted, ends)
        history.put(writing, table_id, wanted)
        settle_again(writing, table_id, *(deal["number"] for deal in history.deals(wanted)))
        refuse_behind_half(writing, table_id)
    except InvalidDeal as error:
        error.deal = None  # the page has no form that could show it at its place
        raise
    return history.record(writing, table_id, "restore", now, wanted)


def _with_end(
    writing: Writing, table_id: int, now: Snapshot, wanted: Snapshot, ends: int | None
) -> tuple[Snapshot, Snapshot]:
    """Both snapshots, with the deals that are taken off because the game ends before them."""
    if ends is None or "deal" not in wanted:
        return now, wanted
    table = rows.there(writing, table_id)
    before, after, changed = _both(writing, table, wanted)
    gone = taken_off(table, before, after, changed, ends)
    if changed in gone:
        gone.remove(changed)
        wanted = {**wanted, "deal": history.of_deal(replace(changed, state="deleted"))}
    found = {deal["number"]: deal for deal in now.get("deals", [])}
    left = {deal["number"]: deal for deal in wanted.get("deals", [])}
    for deal in gone:
        found.setdefault(deal.number, history.of_deal(deal))
        left[deal.number] = history.of_deal(replace(deal, state="deleted"))
    if not left:
        return now, wanted
    return {**now, "deals": [*found.values()]}, {**wanted, "deals": [*left.values()]}


def _now(writing: Writing, table_id: int, wanted: Snapshot) -> Snapshot:
    """The parts that `wanted` has, as they are at this moment."""
    now: dict[str, Any] = {}
    if "deal" in wanted:
        now["deal"] = history.deal_now(writing, table_id, wanted["deal"]["number"])
    if "deals" in wanted:
        numbers = [deal["number"] for deal in wanted["deals"]]
        now["deals"] = [history.deal_now(writing, table_id, number) for number in numbers]
    if "player" in wanted:
        player = wanted["player"]["id"]
        now["player"] = {"id": player, "name": name_of(writing.db, player)}
    return now
