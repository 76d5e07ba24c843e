"""A misspelt name put right at an evening's table: whom it meant is there in its stead."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from .attending import OF_PERSON, Attendance, attendances, change_attendance
from .coming import CHECKED_IN, LEFT, Came, as_of, is_there, sit_down
from .connections import Writing
from .people import SPELLINGS, merged
from .redrawing import redraw
from .values import Table

# Who is somebody else after all: has or had a seat at another table of the evening that is
# there, or points.
HAS_PART = f"""
SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id
WHERE s.player_id IN ({SPELLINGS}) AND t.evening_id = :evening_id AND t.id != :but
  AND t.deleted_at IS NULL
UNION SELECT 1 FROM adjustments WHERE evening_id = :evening_id AND player_id IN ({SPELLINGS})
"""
GAME = "SELECT game FROM tables WHERE id = ?"
ROWS = f"SELECT player_id, game, here, fee, paid FROM attendances {OF_PERSON}"
ADD = """
INSERT OR IGNORE INTO attendances (evening_id, player_id, game, here, fee, paid)
VALUES (:evening_id, :player_id, :game, :here, :fee, :paid)
"""
OWES = """
UPDATE attendances SET fee = :fee, paid = :paid
WHERE evening_id = :evening_id AND player_id = :player_id
"""
OFF = f"DELETE FROM attendances {OF_PERSON}"
# Not where who was meant has a seat at another table of the position by now.
DRAWN_AGAIN = f"""
UPDATE positions SET drawn = :was
WHERE evening_id = :evening_id AND number = :number AND drawn = :new AND NOT EXISTS (
  SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id
  WHERE t.evening_id = :evening_id AND t.position = :number AND t.id != :but
    AND t.deleted_at IS NULL AND s.player_id IN ({SPELLINGS}))
"""
WISHED = f"evening_id = :evening_id AND (one IN ({SPELLINGS}) OR other IN ({SPELLINGS}))"
WISH_SO = f"""
INSERT OR IGNORE INTO wishes (evening_id, one, other, together)
SELECT evening_id, min(a, b), max(a, b), together FROM (
  SELECT evening_id, together, CASE WHEN one IN ({SPELLINGS}) THEN :comes ELSE one END AS a,
    CASE WHEN other IN ({SPELLINGS}) THEN :comes ELSE other END AS b
  FROM wishes WHERE {WISHED}) WHERE a != b
"""
WISHES = f"SELECT one, other, together FROM wishes WHERE {WISHED}"
UNWISH = f"DELETE FROM wishes WHERE {WISHED}"
WISH = "INSERT INTO wishes (evening_id, one, other, together) VALUES (?, ?, ?, ?)"
MONEY = {"fee", "paid"}
CHANGES = {"game", "here", *MONEY}

Who = Mapping[str, Any]  # `player` comes in the stead `of` another, as in a snapshot; `but`: where


def in_stead(writing: Writing, table: Table, gone: int, comes: int) -> tuple[Came, Came]:
    """Whom a misspelt name meant (`comes`) is there in its stead (`gone`). Gives these parts of the
    snapshots of before and after, for `put_stead`; none where the name was not on the list."""
    assert table.evening_id
    as_now = {"evening_id": table.evening_id, **as_of(writing, table.evening_id)}
    back = {**as_now, "player": gone, "of": comes}
    after = {**as_now, "player": comes, "of": gone}
    rows, own = (list(writing.db.query(ROWS, one)) for one in (back, after))
    if not rows:
        return {}, {}
    found, wished = {"rows": rows, "own": own}, _wishes(writing, after)
    drawn = _come(writing, {**after, "but": table.id})
    stays, left = _there(writing, back)
    assert left
    found |= {"stays": bool(stays), "left": {key: vars(left)[key] for key in CHANGES}}
    found |= {"drawn": drawn, "wished": wished, "wishes": _wishes(writing, after)}
    return {"stead": back | found}, {"stead": after}


def put_stead(writing: Writing, table_id: int, columns: Who) -> None:
    """One person is there in the stead of another: as when the name was put right, or, with what
    was `left` then, as before it, but for what was set since."""
    now = merged(writing.db)
    persons = {one: now.get(columns[one], columns[one]) for one in ("player", "of")}
    if persons["player"] != persons["of"]:
        put = _go_back if "left" in columns else _come
        put(writing, {**columns, **persons, "but": table_id})


def _come(writing: Writing, who: Who) -> list[Any]:
    """Who comes has all that the wrong name had, or sits down only, where that is somebody else;
    the draws that are others now, as `redraw` gives them."""
    mine, theirs = _there(writing, who)
    if theirs is None or _has_part(writing, _other(who)):
        (game,) = writing.db.execute(GAME, [who["but"]]).fetchone()
        sit_down(writing, who["evening_id"], game, who["player"])
        return []
    if mine:
        paid = _paid(mine, _taken(theirs))
        change_attendance(writing, who, here=theirs.here or None, **paid)
    else:
        writing.db.execute(ADD, {**who, **vars(theirs), "player_id": who["player"]})
    return _off(writing, who)


def _go_back(writing: Writing, who: Who) -> None:
    """The name has again what it had; who was meant is off the list, unless on it before, or there
    by more than the seat. What is paid is paid once."""
    mine, theirs = _there(writing, who)
    now = vars(theirs) if theirs else who["left"]
    changed = {key: now[key] for key in CHANGES if now[key] != who["left"][key]}
    same = not MONEY & changed.keys()
    stays = bool(theirs is None or who["own"] or _has_part(writing, _other(who)))
    taken = _given_back(who, same) if stays and theirs else _taken(theirs)
    if mine:
        here = any(one["here"] for one in who["rows"]) and not who["stays"]
        change_attendance(writing, who, here=here or None, **_paid(mine, taken))
    else:
        _add(writing, who, taken, {} if stays else changed)
    if stays:
        _stay(writing, who, same, "here" not in changed)
    _as_wished(writing, who)
    if not stays:
        _off(writing, who)


def _given_back(who: Who, same: bool) -> int | None:
    """What the name had paid and who was meant gives back, though still on the list: all of it, or
    None. None too where the sum is not the `same` since: who has changed money keeps it."""
    paid = [one["fee"] for one in who["rows"] if one["paid"]]
    return sum(paid) if paid and same and who["own"] and not who["stays"] else None


def _add(writing: Writing, who: Who, taken: int | None, changed: Who) -> None:
    """On the list as before, with what was changed since and what is `taken` back; whose name was
    separated since has paid nothing."""
    names = {one for (one,) in writing.db.execute(SPELLINGS, who)}
    for row in who["rows"]:
        paid = row["paid"] and row["player_id"] in names
        writing.db.execute(ADD, {**who, **row, "paid": paid})
    owes = {"paid": False} if taken is None else {"paid": True, "fee": taken}
    change_attendance(writing, who, **{**changed, **owes})


def _stay(writing: Writing, who: Who, same: bool, here: bool) -> None:
    """Who was meant stays on the list. Where what is owed and paid is the `same` since, it is as
    before; where `here` is too, who was not here before has left, unless at another table."""
    other = _other(who)
    for row in who["own"] if same else ():
        writing.db.execute(OWES, {**who, **row})
    if here and not any(one["here"] for one in who["own"]) and not is_there(writing, other):
        writing.db.execute(LEFT, other)


def _as_wished(writing: Writing, who: Who) -> None:
    """The draws and the wishes of before, where nobody changed them since."""
    for number, was, new in who["drawn"]:
        one = {"number": number, "was": was, "new": new}
        writing.db.execute(DRAWN_AGAIN, _other(who) | one)
    if _wishes(writing, who) == who["wishes"]:
        for one in (who, _other(who)):
            writing.db.execute(UNWISH, one)
        for wish in who["wished"]:
            writing.db.execute(WISH, [who["evening_id"], *wish])


def _off(writing: Writing, who: Who) -> list[Any]:
    """The other one is off the list: who comes is meant in draws, which it gives as `redraw` does,
    and in wishes."""
    other = _other(who)
    for put in (WISH_SO, UNWISH, OFF):
        writing.db.execute(put, other)
    gone = [one for (one,) in writing.db.execute(SPELLINGS, other)]
    return redraw(writing, who["evening_id"], dict.fromkeys(gone, who["player"]), published=True)


def _other(who: Who) -> dict[str, Any]:
    """The same of the other one, who gives way."""
    return {**who, "player": who["of"], "comes": who["player"]}


def _there(writing: Writing, who: Who) -> tuple[Attendance | None, Attendance | None]:
    """Who comes and who gives way, where they are on the list."""
    there = {one.player: one for one in attendances(writing.db, who["evening_id"])}
    return there.get(who["player"]), there.get(who["of"])


def _wishes(writing: Writing, who: Who) -> list[list[int]]:
    """What both wish."""
    found = (writing.db.execute(WISHES, one).fetchall() for one in (who, _other(who)))
    return sorted(map(list, {*chain(*found)}))


def _has_part(writing: Writing, who: Who) -> bool:
    """Whether a person has another part in the evening than at this table, or was checked in by
    hand since."""
    return any(writing.db.execute(one, who).fetchone() for one in (HAS_PART, CHECKED_IN))


def _taken(one: Attendance | None) -> int | None:
    """What somebody has paid; None: nothing."""
    return one.fee if one and one.paid else None


def _paid(mine: Attendance, taken: int | None) -> dict[str, Any]:
    """What is changed of an attendance by which that much more was paid; None: nothing was."""
    return {} if taken is None else {"fee": (_taken(mine) or 0) + taken, "paid": True}
