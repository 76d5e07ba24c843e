"""Who attends an evening, by all names of a person: here or not, for which game, what is owed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlite_utils import Database

from .connections import Row, Writing, by_column
from .people import SPELLINGS

ATTENDANCES = """
SELECT p.id, p.name, a.game, a.here, a.fee, a.paid, a.own
FROM attendances a JOIN players came ON came.id = a.player_id
  JOIN players p ON p.id = coalesce(came.merged_into, came.id)
WHERE a.evening_id = ? ORDER BY loosely(p.name), p.folded, p.id, came.id != p.id, came.id
"""
OF_PERSON = f"WHERE evening_id = :evening_id AND player_id IN ({SPELLINGS})"
# Of several names of one person the one that is kept; where nobody came by that, another.
FIRST = f"FROM attendances {OF_PERSON} ORDER BY player_id != :player, player_id LIMIT 1"
ATTEND = f"""
INSERT INTO attendances (evening_id, player_id, game, fee)
VALUES (:evening_id, :player, :game, coalesce(:own, (SELECT fee {FIRST}), :fee))
ON CONFLICT (evening_id, player_id) DO UPDATE SET
  here = 1, fee = coalesce(:own, fee), own = iif(:own IS NULL, own, NULL)
"""
NAMES = f"""
SELECT player_id, fee, own, paid FROM attendances {OF_PERSON}
ORDER BY player_id != :player, player_id
"""
CHANGE = """
UPDATE attendances SET fee = :fee, own = :own, paid = :paid,
  game = coalesce(:game, game), here = coalesce(:here, here)
WHERE evening_id = :evening_id AND player_id = :player_id
"""
# Before the fee of all changes, in `own`: 1 for a fee of their own that happens to be the new one
# of all, 0 for a payment of the old one.
KEEP_APART = """
UPDATE attendances SET own = fee = :now
WHERE evening_id = :evening_id AND own IS NULL AND (fee = :now OR fee = :was AND paid)
"""
OWE = """
UPDATE attendances SET fee = :now
WHERE evening_id = :evening_id AND fee = :was AND NOT paid AND own IS NOT 1
"""
OWE_AGAIN = f"""
UPDATE attendances SET own = NULL, fee = (SELECT fee FROM evenings WHERE id = :evening_id)
{OF_PERSON} AND NOT paid AND own = 0
"""


@dataclass(frozen=True)
class Attendance:
    """A player at an evening, and the game that this player is checked in for now."""

    player: int
    name: str
    game: str
    here: bool
    fee: int  # in hundredths
    paid: bool
    own: int | None = (
        None  # whose the fee is: None that of all, 1 their own, 0 that of all when paid
    )


def attendances(db: Database, evening_id: int) -> list[Attendance]:
    """Everybody who was checked in, by name, whoever was merged into whom."""
    found = db.execute(ATTENDANCES, [evening_id])
    return [_attendance(list(rows)) for _, rows in groupby(found, lambda row: row[0])]


def _attendance(rows: Sequence[Any]) -> Attendance:
    """The attendance of a person whose names were merged: here if any name is, for the game of that
    one; the sum of what was paid under all names, else what is owed under the first."""
    player, name, game, *_ = rows[0]
    played = [plays for _, _, plays, here, *_ in rows if here]
    taken = [(fee, own) for *_, fee, paid, own in rows if paid]
    owed = taken or [(fee, own) for *_, fee, _, own in rows[:1]]
    fee, own = sum(fee for fee, _ in owed), owed[0][1]
    return Attendance(player, name, [*played, game][0], bool(played), fee, bool(taken), own)


def change_attendance(
    writing: Writing,
    who: dict[str, Any],
    *,
    game: str | None = None,
    here: bool | None = None,
    paid: bool | None = None,
    fee: int | None = None,
) -> bool:
    """Changes what is given of a person's attendance. Returns whether there is one.

    Where the person has several names, the first takes what is owed or paid from now on.
    """
    names = list(by_column(writing.db, NAMES, who))
    if names and fee is not None:
        _owe(names, fee)
    if paid is not None:
        _pay(names, paid)
    for one in names:
        writing.db.execute(CHANGE, {**who, **one, "game": game, "here": here})
    writing.db.execute(OWE_AGAIN, who)
    return bool(names)


def change_fee(writing: Writing, evening_id: int, was: int, now: int) -> None:
    """The fee of all is changed: whoever owes it owes the new one, and so does whoever has paid the
    old one if that payment is taken back. Whoever owes a fee of their own goes on owing that, even
    while it happens to be the same."""
    if now != was:
        for one in (KEEP_APART, OWE):
            writing.db.execute(one, {"evening_id": evening_id, "was": was, "now": now})


def _owe(names: Sequence[Row], fee: int) -> None:
    """Sets what is owed, or was paid, under all names of one person together."""
    taken = [one["fee"] for one in names if one["paid"]]
    if not taken:
        names[0] |= {"fee": fee, "own": None}
    elif fee != sum(taken):
        for one in names:
            one["paid"] = one is names[0]
        names[0] |= {"fee": fee, "own": None}


def _pay(names: Sequence[Row], paid: bool) -> None:
    """Sets whether the person of these names has paid; what was paid under several stays so."""
    if not paid or not any(one["paid"] for one in names):
        for one in names:
            one["paid"] = paid and one is names[0]
