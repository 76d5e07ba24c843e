"""Who is there because of a seat: by sitting down at a table of an evening, checked in or not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .connections import Writing
from .people import SPELLINGS

Came = dict[str, dict[str, Any]]  # a part of a snapshot; empty: nothing is new

ATTEND = """
INSERT INTO attendances (evening_id, player_id, game, fee)
VALUES (:evening_id, :player, :game, coalesce(:own, :fee))
ON CONFLICT (evening_id, player_id) DO UPDATE SET here = 1, fee = coalesce(:own, fee)
"""
OF_PERSON = f"WHERE evening_id = :evening_id AND player_id IN ({SPELLINGS})"
FOUND = f"SELECT max(here), max(fee) FROM attendances {OF_PERSON}"
# What is paid stays owed: an undo takes no money out of the sums.
PUT = f"""
UPDATE attendances SET here = :here, fee = CASE WHEN paid THEN fee ELSE :fee END {OF_PERSON}
"""
# Who was taken off the list meanwhile, and has the seat again.
BACK = """
INSERT INTO attendances (evening_id, player_id, game, fee)
SELECT e.id, :player, key, :fee FROM evenings e, json_each(games) WHERE e.id = :evening_id LIMIT 1
"""


def sit_down(writing: Writing, evening_id: int, game: str, player: int) -> tuple[Came, Came]:
    """Who sits down is there; how that person stood in the evening before, and stands now.

    Checked in for that game, or, where the evening does not play it, for its first one. Who was
    not checked in at all has owed nothing before.
    """
    who = {"evening_id": evening_id, "player": player}
    here, fee = writing.db.execute(FOUND, who).fetchone()
    if here:
        return {}, {}
    find = "SELECT games, fee FROM evenings WHERE id = ?"
    games, usual = writing.db.execute(find, [evening_id]).fetchone()
    played = list(json.loads(games))
    asked = {"game": game if game in played else played[0], "fee": usual, "own": None}
    writing.db.execute(ATTEND, who | asked)
    was, owes = {"here": 0, "fee": fee or 0}, {"here": 1, "fee": usual if fee is None else fee}
    return {"attendance": who | was}, {"attendance": who | owes}


def put_attendance(writing: Writing, _table_id: int, columns: Mapping[str, Any]) -> None:
    """How a person stood in the evening: who came by a seat that is taken back has left."""
    done = writing.db.execute(PUT, columns)
    if columns["here"] and not done.rowcount:
        writing.db.execute(BACK, columns)
