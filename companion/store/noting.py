"""What was done with an evening, a line each; its open pages hear of it by that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .connections import Writing
from .people import SPELLINGS
from .values import as_text

# The evenings going on where a person is on the list, with a seat or without, or has sat.
THERE = f"""
SELECT id FROM evenings WHERE closed_at IS NULL AND deleted_at IS NULL AND id IN (
  SELECT evening_id FROM attendances WHERE player_id IN ({SPELLINGS})
  UNION SELECT t.evening_id FROM seats s JOIN tables t ON t.id = s.table_id
  WHERE s.player_id IN ({SPELLINGS}))
"""


def note(writing: Writing, evening_id: int, kind: str, said: Mapping[str, Any]) -> None:
    """One more line in what was done with the evening."""
    columns = {"evening_id": evening_id, "at": writing.at, "phone": writing.phone}
    writing.add("evening_changes", columns | {"kind": kind, "said": as_text(said)})


def tell_evenings(writing: Writing, player: int, was: str, now: str) -> None:
    """Notes a person's other name: pages of an evening show who sits out, and sheets that are
    closed."""
    for (evening_id,) in writing.db.execute(THERE, {"player": player}).fetchall():
        note(writing, evening_id, "person", {"player": player, "was": was, "now": now})
