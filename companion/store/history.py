"""The history: what each change found and left, and how it is taken back.

A snapshot holds only the parts that a change touched: `deal` (some columns of one deal), `deals`
(the deals that were taken off or came back with it), `table` (some columns), `seats` (who sits
where, all of it), `player` (a name), `moved` (the table and number that the same deal had or has
elsewhere), `attendance` (whether somebody is there at the evening), `stead` (who took the place of
a misspelt name there). To take a change back, its snapshot `before` is put in place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlite_utils import Database

from ..games.names import tidy
from .coming import put_attendance
from .connections import Writing, assigned, by_column, texts
from .misspelt import put_stead
from .noting import tell_evenings
from .people import SPELLINGS, bearer, name_of, rename
from .values import Change, Deal, Snapshot, Table, as_text

Step = tuple[int, str, int | None]  # a change: its number, its kind, the one that it takes back
CALLS = ("call", "seen")  # of the organiser: what is on the sheet stays
JUDGES = {"confirmed": "confirm", "disputed": "dispute"}  # a verdict: the deal stays as it is
PLACED = "place"  # by the organiser: given another number in the evening
# What says nothing of totals: calls, words about the table, whether a deal is agreed to.
SAME_TOTALS = (*CALLS, *JUDGES.values(), "about", "evening", PLACED, "close", "reopen")
CARRIED = "start"  # totals, corrected where they come from
SEATED = "drawn"  # by the organiser, at several tables at once
# Nothing that the table enters: what the organiser and the host do, and what the table is called.
NO_ENTRY = (*CALLS, "person", "evening", PLACED, SEATED, "about")
STEPS = ("undo", "redo")
# All that a change can be: of a deal, a step, of who sits there, of the table.
KINDS: tuple[str, ...] = ("tell", "half", "touch", "correct", "delete", "restore", "move", "arrive")
KINDS += (*JUDGES.values(), *STEPS, "rename", "person", "substitute", "seats", SEATED, CARRIED)
KINDS += ("open", "import", "rules", "about", "evening", PLACED, *CALLS, "close", "reopen")
KINDS += ("delete_table", "restore_table")
# Not by the undo of a sheet: to open a table (it is deleted), a touch (a board has an undo of its
# own), a person's name (the host gives it), its number in the evening (the organiser does).
NOT_UNDONE = ("open", "import", "touch", "person", PLACED, *CALLS)
VERDICT = ("verdict", "why")
OF_DEAL = ("number", "state", "dealer", "facts", "note", "outcome", "kind", "told_at", *VERDICT)
# The open tables where a person sits, and their newest one: a change there tells whoever keeps
# something by its newest change that a name in it is another one.
TELL = f"""
SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id
WHERE s.player_id IN ({SPELLINGS}) AND t.closed_at IS NULL AND t.deleted_at IS NULL
UNION SELECT max(table_id) FROM seats WHERE player_id IN ({SPELLINGS})
"""


class Chair(NamedTuple):
    """Somebody in a seat; a snapshot keeps it as a list, in this order."""

    seat: int
    after_deal: int  # the number of the deal after which they sat down; 0: they sat there first
    player: int
    name: str  # for people who read the history

    @property
    def who(self) -> tuple[int, int, int]:
        """Who sits there and since when, however they are called."""
        return self[:3]


def record(
    writing: Writing,
    table_id: int,
    kind: str,
    before: Snapshot,
    after: Snapshot,
    *,
    undoes: int | None = None,
) -> int:
    """Adds a change to the history of its table; the number by which it is known."""
    assert kind in KINDS
    columns = {
        "table_id": table_id,
        "deal": after.get("deal", {}).get("number"),
        "at": writing.at,
        "phone": writing.phone,
        "kind": kind,
        "before": before,
        "after": after,
        "undoes": undoes,
    }
    return writing.add("changes", columns)


def record_deal(
    writing: Writing,
    table_id: int,
    kind: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    gone: Sequence[Deal],
    **more: Any,
) -> int:
    """Adds what became of a deal to the history; the deals that are `gone` with it are taken off in
    the same change. `before` and `after` are made by `of_deal`.

    `more`: further parts, the same before and after.
    """
    found, left = {"deal": before, **more}, {"deal": after, **more}
    if gone:
        off = [of_deal(replace(one, state="deleted")) for one in gone]
        _put_deals(writing, table_id, off)
        found, left = found | {"deals": [of_deal(one) for one in gone]}, left | {"deals": off}
    return record(writing, table_id, kind, found, left)


def to_undo(steps: Iterable[Step]) -> int | None:
    """The newest ordinary change that is not taken back; `steps` come newest first.

    One pass is enough: an undo is newer than what it takes back. Nothing from before a change by
    hand of the draw is taken back: whoever went to another table would sit at both.
    """
    undone = set()
    for change, kind, undoes in steps:
        if kind == SEATED:
            return None
        if undoes and change not in undone:
            undone.add(undoes)
        elif not undoes and change not in undone and kind not in NOT_UNDONE:
            return change
    return None


def to_redo(steps: Iterable[Step]) -> int | None:
    """The newest undo that is not taken back, unless something ordinary came after it."""
    undone = set()
    for change, kind, undoes in steps:
        if kind == "undo" and change not in undone:
            return change
        if not undoes and kind not in NOT_UNDONE:
            return None
        undone.add(undoes)
    return None


def last_step(steps: Iterable[Step]) -> int | None:
    """The newest change, where it is an undo or a redo."""
    return next((change if kind in STEPS else None for change, kind, _ in steps), None)


def take_back(writing: Writing, table_id: int, change: Change, kind: str) -> int:
    """Puts back what a change found; that is a change of its own, and may be taken back. Where a
    name is not put back (`still_free`), the new change says so: the same name before and after."""
    found = {**change.after, **_touched_since(writing, table_id, change.after)}
    back = still_free(writing.db, change)
    put(writing, table_id, back)
    if back != change.before:
        player = change.before["player"]["id"]
        stays = {"player": {"id": player, "name": name_of(writing.db, player)}}
        found, back = {**found, **stays}, {**back, **stays}
    return record(writing, table_id, kind, found, back, undoes=change.id)


def _touched_since(writing: Writing, table_id: int, after: Snapshot) -> Snapshot:
    """What came on top of a change and is undone together with it: touches on its deal, another
    number of its table in the evening. Kept as they are now, for redo to bring them back."""
    since: dict[str, Any] = {}
    if "state" in after.get("deal", {}):  # else a verdict is all that was touched
        since["deal"] = deal_now(writing, table_id, after["deal"]["number"])
    if after.get("table", {}).get("place"):
        found = writing.db.execute("SELECT place FROM tables WHERE id = ?", [table_id])
        since["table"] = after["table"] | {"place": found.fetchone()[0]}
    return since


def deal_now(writing: Writing, table_id: int, number: int) -> dict[str, Any]:
    """A deal as it is at this moment, as a snapshot keeps it."""
    find = f"SELECT {', '.join(OF_DEAL)} FROM deals WHERE table_id = ? AND number = ?"
    (columns,) = by_column(writing.db, find, [table_id, number])
    return columns | {"facts": json.loads(columns["facts"])}


def still_free(db: Database, change: Change) -> Snapshot:
    """What the change found; without the name, if somebody changed that since, or bears the old
    one now."""
    named = change.before.get("player")
    if not named:
        return change.before
    mine = name_of(db, named["id"]) == tidy(change.after["player"]["name"])
    if mine and bearer(db, named["name"]) in (None, named["id"]):
        return change.before
    return {part: value for part, value in change.before.items() if part != "player"}


def put(writing: Writing, table_id: int, snapshot: Snapshot) -> None:
    """Makes the parts of a snapshot what they are in it."""
    for part, value in snapshot.items():
        PUT[part](writing, table_id, value)


def _put_deal(writing: Writing, table_id: int, columns: Mapping[str, Any]) -> None:
    new = {column: value for column, value in columns.items() if column != "number"}
    if "facts" in new:  # kept before there were verdicts, it has none
        new = dict.fromkeys(VERDICT, "") | new
    put_deal = f"UPDATE deals SET {assigned(new)}, revision = revision + {int('state' in new)}"
    where = " WHERE table_id = :table_id AND number = :number"
    named = {"table_id": table_id, "number": columns["number"]}
    writing.db.execute(put_deal + where, {**texts(new), **named})


def _put_deals(writing: Writing, table_id: int, deals: Sequence[Mapping[str, Any]]) -> None:
    for columns in deals:
        _put_deal(writing, table_id, columns)


def _put_table(writing: Writing, table_id: int, columns: Mapping[str, Any]) -> None:
    put_table = f"UPDATE tables SET {assigned(columns)} WHERE id = :id"
    writing.db.execute(put_table, {**texts(columns), "id": table_id})


def _put_seats(writing: Writing, table_id: int, seats: Sequence[Sequence[Any]]) -> None:
    writing.db.execute("DELETE FROM seats WHERE table_id = ?", [table_id])
    add = "INSERT INTO seats (table_id, seat, after_deal, player_id) VALUES (?, ?, ?, ?)"
    for one in seats:
        writing.db.execute(add, [table_id, *Chair(*one).who])


def _put_player(writing: Writing, table_id: int, player: Mapping[str, Any]) -> None:
    was = name_of(writing.db, player["id"])
    rename(writing.db, player["id"], player["name"])
    tell_name(writing, player["id"], was, player["name"], but=table_id)


def tell_name(writing: Writing, player: int, was: str, now: str, but: int | None = None) -> None:
    """Notes a new name at the person's evenings and open tables, `but` one, so that their pages
    hear of a change and show it."""
    tell_evenings(writing, player, was, now)
    for (table,) in writing.db.execute(TELL, {"player": player}).fetchall():
        if table and table != but:
            before, after = ({"player": {"id": player, "name": name}} for name in (was, now))
            record(writing, table, "person", before, after)


PUT: Mapping[str, Callable[[Writing, int, Any], None]] = {
    "deal": _put_deal,
    "deals": _put_deals,
    "table": _put_table,
    "seats": _put_seats,
    "player": _put_player,
    "attendance": put_attendance,
    "stead": put_stead,
    "moved": lambda *_: None,  # says where the same deal is at the other table
}


def of_deal(deal: Deal, *columns: str) -> dict[str, Any]:
    """A deal, or some columns of it, as a snapshot keeps it."""
    return {column: getattr(deal, column) for column in columns or OF_DEAL}


def as_told(deal: Deal, columns: Mapping[str, Any]) -> Deal:
    """A deal with these columns of a snapshot."""
    new = {column: value for column, value in columns.items() if column not in ("number", "facts")}
    text = as_text(columns["facts"]) if "facts" in columns else deal.text
    return replace(deal, text=text, **new)


def deal_numbers(change: Change) -> list[int]:
    """The deals that a change touched."""
    return [one["number"] for one in deals(change.after)]


def told_before(change: Change) -> list[int]:
    """The deals among them that were told in full before it."""
    return [one["number"] for one in deals(change.before) if one.get("state") == "told"]


def deals(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The deals of a snapshot, the one that the change was about first."""
    return [*([snapshot["deal"]] if "deal" in snapshot else []), *snapshot.get("deals", [])]


def of_seats(table: Table) -> list[Chair]:
    """Who sits where as a snapshot keeps it, with names for people who read the history."""
    return [
        Chair(seat.seat, one.after_deal, one.player, one.name)
        for seat in table.seats
        for one in seat.people
    ]


def same_seats(some: Sequence[Chair], others: Sequence[Chair]) -> bool:
    """Whether the same people sit in the same seats, however they are called."""
    return [one.who for one in some] == [one.who for one in others]


def of_table(table: Table, *columns: str) -> dict[str, Any]:
    """Some columns of a table as a snapshot keeps them."""
    values: dict[str, Any] = {"options": table.rules, "start": list(table.start)}
    return {one: values.get(one, getattr(table, one, None)) for one in columns}
