"""A whole evening brought in from a file: its people by name, its tables with all their deals."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from ..games.message import refuse
from . import history
from .agreeing import persons
from .checking_in import MOST_PLAYERS, too_many
from .connections import Writing
from .evenings import Evening, Evenings, kept_name
from .noting import note
from .opening import ToldTable, bring_in
from .people import bearer_or_new
from .rights import Where
from .values import as_text, clean, in_utc

THERE = "SELECT 1 FROM evenings WHERE uid = ?"
STILL_FREE = "SELECT 1 FROM tables WHERE id = ? AND evening_id IS NULL AND deleted_at IS NULL"
# Of two names of one person: all that was paid under both; where nothing was, what the first owes.
ATTENDED = """
INSERT INTO attendances (evening_id, player_id, game, here, fee, paid, own)
VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
  game = iif(here, game, excluded.game), here = max(here, excluded.here),
  fee = iif(excluded.paid, iif(paid, fee, 0) + excluded.fee, fee), paid = max(paid, excluded.paid),
  own = iif(excluded.paid AND NOT paid, excluded.own, own)
"""
WISHED = """
INSERT INTO wishes (evening_id, one, other, together) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
# A copy of a copy becomes one of the original, and so do the copies that it has itself.
COUNTED_AGAIN = """
UPDATE tables SET counted_again_of = s.original
FROM (SELECT coalesce(counted_again_of, id) AS original FROM tables WHERE id = :source) s
WHERE s.original != :id AND (id = :id OR counted_again_of = :id)
"""


@dataclass(frozen=True)
class BroughtTable:
    """A table of the evening; `known`: it is here already, in no evening, and is taken in.

    `id` in the file, and the one there that its totals come from, which is told before it, or with
    which its deals were played that are `counted_again` under other rules.
    """

    sheet: ToldTable
    position: int | None
    place: int | None
    known: int | None = None
    id: str = ""
    goes_on: str | None = None
    counted_again: str | None = None


@dataclass(frozen=True, kw_only=True)
class Whole:
    """An evening as a file tells it; rows as the database keeps them, but with names of people."""

    evening: Mapping[str, Any]
    closed: bool = False
    attendances: Sequence[Mapping[str, Any]] = ()  # name, game, here, fee, paid, own
    wishes: Sequence[tuple[str, str, bool]] = ()
    adjustments: Sequence[Mapping[str, Any]] = ()  # name, game, points, reason, at, taken_back
    positions: Sequence[Mapping[str, Any]] = ()  # number, tables, sits_out, published, …
    tables: Sequence[BroughtTable] = ()


class Bringing(Evenings):
    """The writer of whole evenings."""

    def evening_by_uid(self, uid: str) -> Evening | None:
        """The evening whose files carry this id, a deleted one too."""
        return next(iter(self.found_evenings("WHERE uid = ?", [uid.lower()])), None)

    def names_of(self, players: Sequence[int]) -> dict[int, str]:
        """What these people are called."""
        find = """SELECT p.id, coalesce(into_.name, p.name) FROM players p
            LEFT JOIN players into_ ON into_.id = p.merged_into
            WHERE p.id IN (SELECT value FROM json_each(?))"""
        return dict(self.db.execute(find, [as_text(sorted(set(players)))]))

    def bring_evening(self, whole: Whole, *, key: str | None, phone: str) -> Evening:
        """Opens an evening with all that a file says of it, or not at all."""
        with self.writing(key, phone, "bring", asdict(whole)) as writing:
            if not writing.repeated:
                writing.answer = {"evening_id": _bring(writing, whole)}
            return self.evening(writing.answer["evening_id"])

    def brought_in_by(self, key: str) -> list[Where]:
        """The tables, or the evening, that a form of this key brought in; none: never here."""
        answer: dict[str, Any] = next(self.answers(key), {"tables": []})
        if "evening_id" in answer:
            return [Where(None, answer["evening_id"])]
        return [Where(table_id) for table_id in answer["tables"]]


def _bring(writing: Writing, whole: Whole) -> int:
    evening_id = _open(writing, whole)
    for told in whole.attendances:
        _attend(writing, evening_id, told)
    for wish in whole.wishes:
        _wish(writing, evening_id, *wish)
    for adjusted in whole.adjustments:
        _adjust(writing, evening_id, dict(adjusted))
    for position in whole.positions:
        _place(writing, evening_id, position)
    tables: dict[str | None, int] = {}  # the number of each, by its id in the file
    for brought in whole.tables:
        tables[brought.id] = _seat(writing, evening_id, brought, tables.get(brought.goes_on))
    for brought in whole.tables:
        if source := tables.get(brought.counted_again):
            values = {"id": tables[brought.id], "source": source}
            writing.db.execute(COUNTED_AGAIN, values)
    return evening_id


def _open(writing: Writing, whole: Whole) -> int:
    """The evening by itself, as it was agreed."""
    columns = {**whole.evening, "games": as_text(whole.evening["games"])}
    columns |= {"name": kept_name(columns["name"]), "place": clean(columns["place"])}
    columns["uid"] = columns["uid"] or uuid.uuid4().hex
    columns["closed_at"] = writing.at if whole.closed else None
    if len(whole.attendances) > MOST_PLAYERS:
        raise too_many(at="list")
    if writing.db.execute(THERE, [columns["uid"]]).fetchone():
        raise refuse("this evening is here already", at="id")
    made = writing.add("evenings", columns | {"opened_at": writing.at})
    note(writing, made, "import", {})
    return made


def _attend(writing: Writing, evening_id: int, told: Mapping[str, Any]) -> None:
    who = bearer_or_new(writing.db, told["name"])
    how = [told["game"], told["here"], told["fee"], told["paid"], told.get("own")]
    writing.db.execute(ATTENDED, [evening_id, who, *how])


def _wish(writing: Writing, evening_id: int, one: str, other: str, together: bool) -> None:
    pair = sorted(bearer_or_new(writing.db, name) for name in (one, other))
    if pair[0] != pair[1]:  # two names of one person by now
        writing.db.execute(WISHED, [evening_id, *pair, together])


def _seat(writing: Writing, evening_id: int, brought: BroughtTable, source: int | None) -> int:
    """The table in its position; one that was here already keeps in its history that it came."""
    at = {"evening_id": evening_id, "position": brought.position, "place": brought.place}
    if brought.known and not writing.db.execute(STILL_FREE, [brought.known]).fetchone():
        raise refuse("this sheet is here already", at="id")
    table = brought.known or bring_in(writing, brought.sheet).id
    history.put(writing, table, {"table": at})
    if brought.known:
        history.record(writing, table, "evening", {"table": dict.fromkeys(at)}, {"table": at})
    put = "UPDATE tables SET goes_on = coalesce(goes_on, ?) WHERE id = ?"
    writing.db.execute(put, [source, table])
    return table


def _adjust(writing: Writing, evening_id: int, told: dict[str, Any]) -> None:
    columns: dict[str, Any] = {"evening_id": evening_id}
    columns["player_id"] = bearer_or_new(writing.db, told.pop("name"))
    back = writing.at if told.pop("taken_back") else None
    columns |= {"at": told.pop("at") or writing.at, "taken_back_at": back}
    columns |= {"reason": clean(told.pop("reason"))}
    writing.add("adjustments", columns | told)


def _place(writing: Writing, evening_id: int, told: Mapping[str, Any]) -> None:
    """A position, with the numbers of people for their names; InvalidDeal for somebody twice."""
    drawn = [table["players"] for table in told["tables"]]
    people = iter(persons(writing, [*chain(*drawn), *told["sits_out"]]))
    tables = [
        {**table, "players": [next(people) for _ in table["players"]]} for table in told["tables"]
    ]
    out = [*people]
    columns = {
        "evening_id": evening_id,
        "number": told["number"],
        "drawn": as_text({"tables": tables, "sits_out": out}),
        "published_at": writing.at if told["published"] else None,
        "ends_at": told["ends_at"] and in_utc(told["ends_at"]).isoformat(),
        "closed_at": writing.at if told["closed"] else None,
    }
    writing.add("positions", columns)
