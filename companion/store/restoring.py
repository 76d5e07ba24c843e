"""One change of long ago taken back, whatever came after it: what was before it, put back."""

from __future__ import annotations

from typing import Any

from ..games.message import InvalidDeal
from . import history, rows
from .connections import Connections, Writing
from .saving import refuse_moved
from .settling import settle_again
from .values import Change, NotThere

# A new deal is taken back by deleting it; what a table agreed, by undo.
RESTORED = ("correct", "delete", "rename", "restore", "undo", "redo")


def restorable(change: Change) -> bool:
    """Whether what was before this change can be put back by itself."""
    deals = history.deals(change.before)
    told = all("facts" in deal and deal["state"] != "half" for deal in deals)
    named = "player" in change.before
    here = "moved" not in change.after
    return change.kind in RESTORED and here and told and bool(deals) != named


class Restoring(Connections):
    """The writer that puts back what was."""

    def restore(self, table_id: int, change_id: int, *, key: str | None, phone: str) -> int:
        """Puts the deal, or the name, that a change was about as it was before; the new change.

        It is an ordinary change: undo takes it back. Raises NotThere where there is nothing to put
        back, InvalidDeal where by now it cannot be.
        """
        with self.writing(key, phone, "restore", table_id, change_id) as writing:
            if not writing.repeated:
                rows.there(writing, table_id)
                writing.answer = {"change": _restore(writing, table_id, change_id)}
            change: int = writing.answer["change"]
            return change


def _restore(writing: Writing, table_id: int, change_id: int) -> int:
    found = next((c for c in rows.changes(writing.db, table_id) if c.id == change_id), None)
    if found is None or not restorable(found):
        raise NotThere(f"change {change_id} of table {table_id}")
    wanted = history.still_free(writing, found)
    now = _now(writing, table_id, wanted)
    if now == wanted:
        raise NotThere("it is so already")
    refuse_moved(writing, table_id, wanted)
    history.put(writing, table_id, wanted)
    try:
        settle_again(writing, table_id, *(deal["number"] for deal in history.deals(wanted)))
    except InvalidDeal as error:
        error.deal = None  # the page has no form that could show it at its place
        raise
    return history.record(writing, table_id, "restore", now, wanted)


def _now(writing: Writing, table_id: int, wanted: history.Snapshot) -> dict[str, Any]:
    """The same parts as they are at this moment."""
    now: dict[str, Any] = {}
    if "deal" in wanted:
        now["deal"] = history.deal_now(writing, table_id, wanted["deal"]["number"])
    if "deals" in wanted:
        numbers = [deal["number"] for deal in wanted["deals"]]
        now["deals"] = [history.deal_now(writing, table_id, number) for number in numbers]
    if "player" in wanted:
        find = "SELECT name FROM players WHERE id = ?"
        (name,) = writing.db.execute(find, [wanted["player"]["id"]]).fetchone()
        now["player"] = {"id": wanted["player"]["id"], "name": name}
    return now
