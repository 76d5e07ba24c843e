"""A misspelt name put right at an evening's table: whom it meant is there in its stead."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .attending import OF_PERSON, Attendance, attendances, change_attendance
from .coming import CHECKED_IN, LEFT, Came, as_of, sit_down
from .connections import Writing
from .people import SPELLINGS, merged
from .values import Table, as_text

# Who is somebody else after all: has or had a seat at another table of the evening that is
# there, or points.
HAS_PART = f"""
SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id
WHERE s.player_id IN ({SPELLINGS}) AND t.evening_id = :evening_id AND t.id != :but
  AND t.deleted_at IS NULL
UNION SELECT 1 FROM adjustments WHERE evening_id = :evening_id AND player_id IN ({SPELLINGS})
"""
ROWS = f"SELECT player_id, game, here, fee, paid FROM attendances {OF_PERSON}"
ADD = """
INSERT OR IGNORE INTO attendances (evening_id, player_id, game, here, fee, paid)
VALUES (:evening_id, :player_id, :game, :here, :fee, :paid)
"""
CHANGES = ("game", "here", "paid", "fee")
IS_BACK = f"UPDATE attendances SET here = 1 {OF_PERSON}"
OFF = f"DELETE FROM attendances {OF_PERSON} AND NOT (paid AND :alone)"
DRAWN = "SELECT number, drawn FROM positions WHERE evening_id = ?"
WISHED = f"evening_id = :evening_id AND (one IN ({SPELLINGS}) OR other IN ({SPELLINGS}))"
WISH_SO = f"""
INSERT OR IGNORE INTO wishes (evening_id, one, other, together)
SELECT evening_id, min(a, b), max(a, b), together FROM (
  SELECT evening_id, together, CASE WHEN one IN ({SPELLINGS}) THEN :comes ELSE one END AS a,
    CASE WHEN other IN ({SPELLINGS}) THEN :comes ELSE other END AS b
  FROM wishes WHERE {WISHED}) WHERE a != b
"""


def in_stead(writing: Writing, table: Table, gone: int, comes: int) -> tuple[Came, Came]:
    """The attendance of a misspelt name is the other person's, who may have one already; how that
    stood before, and stands now. Where the name is somebody else too, the other one sits down; who
    was not on the list has nothing to give."""
    assert table.evening_id
    who = {"evening_id": table.evening_id, "player": gone, **as_of(writing, table.evening_id)}
    rows = list(writing.db.query(ROWS, who))
    if not rows:
        return {}, {}
    was, now, own = {}, {}, bool(list(writing.db.query(ROWS, {**who, "player": comes})))
    stays = _stays(writing, table.id, who)
    if stays or own and any(row["here"] for row in rows):
        was, now = sit_down(writing, table.evening_id, table.game, comes)
    if stays:
        return was, now
    before = {**who, "of": comes, "own": own, "rows": rows}
    after = {**before, "player": comes, "of": gone, "rows": []}
    put_stead(writing, table.id, after)
    return {**was, "stead": before}, {**now, "stead": after}


def put_stead(writing: Writing, table_id: int, columns: Mapping[str, Any]) -> None:
    """A person (`player`) is there in the stead of another (`of`), who is off the list unless there
    by more than the seat; with what was set since, or as the `rows` of before say. What is paid is
    paid once."""
    now, rows = merged(writing.db), columns["rows"]
    player, of = (now.get(columns[one], columns[one]) for one in ("player", "of"))
    who, other = {**columns, "player": player}, {**columns, "player": of, "comes": player}
    there = {one.player: one for one in attendances(writing.db, columns["evening_id"])}
    theirs, alone = there.get(of), player in there
    if player == of or theirs is None:
        return
    stays = (rows and columns["own"]) or _stays(writing, table_id, other)
    for row in rows or ([] if alone else [{**vars(theirs), "player_id": player}]):
        writing.db.execute(ADD, {**columns, **row})
    if any(row["here"] for row in rows):
        writing.db.execute(IS_BACK, who)
    if not alone and not columns["own"]:
        _as_now(writing, who, theirs, stays)
    if not stays:
        _off(writing, other, alone)


def _stays(writing: Writing, table_id: int, who: Mapping[str, Any]) -> bool:
    """Whether a person has another part in the evening than at this table, or was checked in by
    hand since."""
    asked = {**who, "but": table_id}
    return any(writing.db.execute(one, asked).fetchone() for one in (HAS_PART, CHECKED_IN))


def _as_now(writing: Writing, who: Mapping[str, int], theirs: Attendance, stays: bool) -> None:
    """What the other one is, owes and has paid by now; who stays there keeps what is paid."""
    if stays:
        change_attendance(writing, who, paid=False)
        return
    there = attendances(writing.db, who["evening_id"])
    mine = vars(next(one for one in there if one.player == who["player"]))
    told = {key: value for key, value in vars(theirs).items() if value != mine[key]}
    change_attendance(writing, who, **{key: told[key] for key in CHANGES if key in told})


def _off(writing: Writing, who: Mapping[str, Any], alone: bool) -> None:
    """Off the list, or, `alone` with what is paid, as one who has left; else who comes is meant
    where this one was drawn, and in wishes."""
    if not alone:
        _draw_so(writing, who)
        writing.db.execute(WISH_SO, who)
        writing.db.execute(f"DELETE FROM wishes WHERE {WISHED}", who)
    writing.db.execute(OFF, {**who, "alone": alone})
    writing.db.execute(LEFT, who)


def _draw_so(writing: Writing, who: Mapping[str, Any]) -> None:
    """Whoever comes is drawn where this person was, unless drawn there already."""
    gone = {one for (one,) in writing.db.execute(SPELLINGS, who)}
    for number, text in writing.db.execute(DRAWN, [who["evening_id"]]).fetchall():
        drawn = json.loads(text)
        rows = [drawn["sits_out"], *(one["players"] for one in drawn["tables"])]
        people = {one for row in rows for one in row}
        if not people & gone or who["comes"] in people:
            continue
        for row in rows:
            row[:] = [who["comes"] if one in gone else one for one in row]
        put = "UPDATE positions SET drawn = ? WHERE evening_id = ? AND number = ?"
        writing.db.execute(put, [as_text(drawn), who["evening_id"], number])
