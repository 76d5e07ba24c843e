"""Who is at an evening because they sat down at one of its tables, checked in before or not; and
how that is taken back with the seat."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .attending import ATTEND, FIRST, OF_PERSON
from .connections import Writing, by_column
from .people import SPELLINGS, merged, spellings
from .redrawing import redraw

Came = dict[str, dict[str, Any]]  # a part of a snapshot; empty: nothing is new
UNKNOWN = {"noted": None, "newest": None}  # in snapshots of releases that did not keep these

FOUND = f"SELECT max(here), (SELECT fee {FIRST}) FROM attendances {OF_PERSON}"
EVENING = "SELECT games, fee FROM evenings WHERE id = ?"
# Who is part of an evening by more than the check-in: they sat or sat out there, or were given
# points. The seats of the table `but` do not count.
BOUND = """
SELECT DISTINCT coalesce(p.merged_into, p.id) FROM players p WHERE p.id IN (
  SELECT player_id FROM seats s JOIN tables t ON t.id = s.table_id
    WHERE t.evening_id = :evening_id AND t.id IS NOT :but
  UNION SELECT player_id FROM adjustments WHERE evening_id = :evening_id
  UNION SELECT out.value FROM positions, json_each(drawn, '$.sits_out') out
    WHERE evening_id = :evening_id AND published_at IS NOT NULL
  UNION SELECT sits.value FROM positions, json_each(drawn, '$.tables') t,
      json_each(t.value, '$.players') sits
    WHERE evening_id = :evening_id AND published_at IS NOT NULL)
"""
# Takes somebody off the list as if they had never come: not who has another part in the evening,
# has paid, or owes a fee of their own.
NEVER_THERE = f"""
DELETE FROM attendances {OF_PERSON} AND NOT paid AND own IS NOT 1
  AND fee = (SELECT fee FROM evenings WHERE id = :evening_id)
  AND (SELECT coalesce(merged_into, id) FROM players WHERE id = :player) NOT IN ({BOUND})
"""
# Whether somebody sits now at a table other than `but` that is open, or was opened after `newest`.
SITS = f"""
SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id
  LEFT JOIN deals f ON f.table_id = s.table_id AND f.number = s.after_deal
WHERE s.player_id IN ({SPELLINGS}) AND t.evening_id = :evening_id AND t.id != :but
  AND t.deleted_at IS NULL AND (t.closed_at IS NULL OR t.id > :newest)
  AND NOT EXISTS (
    SELECT 1 FROM seats o JOIN deals l ON l.table_id = o.table_id AND l.number = o.after_deal
    WHERE o.table_id = s.table_id AND o.seat = s.seat AND l.sort > coalesce(f.sort, ''))
"""
CHECKED_IN = f"""
SELECT 1 FROM evening_changes WHERE evening_id = :evening_id AND id > :noted AND (
  kind = 'check in' AND EXISTS (
    SELECT 1 FROM json_each(said, '$.players') WHERE value IN ({SPELLINGS}))
  OR kind = 'attend' AND json_extract(said, '$.here')
    AND json_extract(said, '$.player') IN ({SPELLINGS}))
"""
# The newest entry of the evening and the newest table, to know later what came after.
AS_OF = """
SELECT coalesce((SELECT max(id) FROM evening_changes WHERE evening_id = ?), 0) AS noted,
  (SELECT max(id) FROM tables) AS newest
"""
LEFT = f"UPDATE attendances SET here = 0 {OF_PERSON}"


def sit_down(writing: Writing, evening_id: int, game: str, player: int) -> tuple[Came, Came]:
    """Checks in whoever sits down, for that game, or for the first one where the evening does not
    play it. Returns how they stood in the evening before and stand now, as parts of two snapshots:
    empty if they were there already. `fee` None says that they were not on the list.
    """
    who: dict[str, Any] = {"evening_id": evening_id, "player": player}
    here, fee = writing.db.execute(FOUND, who).fetchone()
    if here:
        return {}, {}
    games, usual = writing.db.execute(EVENING, [evening_id]).fetchone()
    who["game"] = game if game in json.loads(games) else _first(games)
    writing.db.execute(ATTEND, {**who, "fee": usual, "own": None})
    who |= next(by_column(writing.db, AS_OF, [evening_id]))
    was, owes = {"here": 0, "fee": fee}, {"here": 1, "fee": usual if fee is None else fee}
    return {"attendance": who | was}, {"attendance": who | owes}


def _first(games: str) -> str:
    """The first of the games of an evening, as the database keeps them."""
    return next(iter(json.loads(games)))


def _is_there(writing: Writing, who: Mapping[str, Any]) -> bool:
    """Whether somebody sits at a table other than `but`, or was checked in by hand since then."""
    asked = {**who, "player": merged(writing.db).get(who["player"], who["player"])}
    return any(writing.db.execute(one, asked).fetchone() for one in (SITS, CHECKED_IN))


def put_attendance(writing: Writing, table_id: int, columns: Mapping[str, Any]) -> None:
    """Puts back how a person stood in the evening, when a seat is taken back or brought back.

    Whoever came only by that seat has left again; who was not on the list before is taken off it,
    and out of a draw that is not published. What is owed or paid by now stays.
    """
    who = UNKNOWN | {**columns, "but": table_id}
    if columns["here"]:
        games, _ = writing.db.execute(EVENING, [columns["evening_id"]]).fetchone()
        game = columns.get("game") or _first(games)  # kept before it said for which
        writing.db.execute(ATTEND, {**who, "game": game, "own": None})
        return
    if _is_there(writing, who):
        return
    if columns["fee"] is None:
        writing.db.execute(NEVER_THERE, who)
    if not writing.db.execute(LEFT, who).rowcount:
        gone = spellings(writing.db, columns["player"])
        redraw(writing, columns["evening_id"], dict.fromkeys(gone))
