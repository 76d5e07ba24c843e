"""The totals that a sheet took along from another table, where they were corrected there since."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..games.message import InvalidDeal, refuse
from . import history, rows
from .ending import moved_end
from .history import Chair
from .known import Reader
from .replaying import replay, replay_once
from .values import Change, Table

OPENED = "SELECT id, at, after FROM changes WHERE table_id = ? ORDER BY id LIMIT 1"
# Who was merged into whom at a time.
SPELLED = """
SELECT player_id, into_id FROM player_changes
WHERE into_id IS NOT NULL AND at <= :at AND (taken_back_at IS NULL OR taken_back_at > :at)
"""
# What of a table makes its totals: columns in a snapshot, and the fields of `Table` for them.
AGREED = {"start": "start", "options": "rules", "at_once": "at_once"}
# Changes of seats in which a total goes with its person; in all others it stays with its seat.
SEATED_ANEW = ("seats", history.SEATED)


def start_by_now(reader: Reader, table: Table) -> tuple[int, ...]:
    """The totals that a sheet would begin with if they were carried over now, each in the seat that
    got it then. A seat that began with something else keeps that. All stay as they are while the
    source is open or deleted, and where one of the seats is not there any more."""
    source = _source(reader, table)
    if source is None or _as_carried(table, source):  # as mostly: no history is read
        return table.start
    start = list(table.start)
    for seat, came_from in _came(reader, table, source):
        if seat is None or came_from is None:
            return table.start
        start[seat] = source.totals[came_from]
    return tuple(start)


def refuse_sooner(reader: Reader, table: Table, start: tuple[int, ...]) -> None:
    """InvalidDeal where a sheet that begins so would have ended before deals that are there, or
    where its deals cannot be."""
    deals = rows.known_deals(reader, table)
    before, after = (replay(replace(table, start=one), deals) for one in (table.start, start))
    if end := moved_end(before, after, len(after.told), table.half):
        raise refuse(
            "with these the game would have ended after deal {n}: delete the later deals first",
            at="start",
            n=end.counted,
        )


def _source(reader: Reader, table: Table) -> Table | None:
    """The table that the totals come from, if it is there and closed."""
    if table.goes_on is None:
        return None
    source = rows.known_table(reader, table.goes_on)
    there = source.closed_at and not source.deleted_at and source.game == table.game
    return source if there else None


def _as_carried(table: Table, source: Table) -> bool:
    """Whether everybody still has at the source what they began with here, and nobody at one of the
    two tables might be somebody of the other by another name."""
    first = [seat.people[0].person for seat in table.seats]
    now = dict(zip(source.persons, source.totals, strict=True))
    apart = any(now.get(one, n) != n for one, n in zip(first, table.start, strict=True))
    return not (apart or now.keys() - {*first} and {*first} - now.keys())


def _came(reader: Reader, table: Table, source: Table) -> Iterator[tuple[int | None, int | None]]:
    """For each person who began with just what they had at the source then: the seat here and the
    seat there that this is by now; None: that seat is not there any more."""
    opened, at, after = reader.db.execute(OPENED, [table.id]).fetchone()
    if source.version < opened:  # nothing was corrected there
        return
    parts = json.loads(after)
    start, seats_here = parts["table"]["start"], parts["seats"]
    changes_here = rows.changes(reader.db, table.id, opened)
    changes_there = rows.changes(reader.db, source.id, opened)
    moves_here = _reseated(reader, changes_here, opened)
    moves_there = _reseated(reader, changes_there, opened)
    seats_there = moves_there[0].before["seats"] if moves_there else history.of_seats(source)
    here_then, there_then = (_sitting(reader, seats, at) for seats in (seats_here, seats_there))
    here_now = _followed(reader, moves_here, here_then)
    there_now = _followed(reader, moves_there, there_then)
    totals = _totals_then(reader, source, changes_there)
    for person in here_then.keys() & there_then.keys() if totals else ():
        if start[here_then[person]] == totals[there_then[person]]:
            yield here_now.get(person), there_now.get(person)


def _sitting(reader: Reader, seats: Iterable[Sequence[Any]], at: str) -> dict[int, int]:
    """The seat of each person who sat there. `seats` are as a snapshot keeps them; who was merged
    into whom is taken as of that time."""
    spelled = dict(reader.db.execute(SPELLED, {"at": at}).fetchall())
    found = {}
    for seat, player in {one.seat: one.player for one in map(Chair._make, seats)}.items():
        while player in spelled:
            player = spelled[player]
        found[player] = seat
    return found


def _reseated(reader: Reader, changes: Sequence[Change], since: int) -> list[Change]:
    """The changes of seats among these, the oldest first, without those that were taken back
    meanwhile and the undo that did it. An undo or redo gets the kind of the change it is about."""
    found = []
    for one in reversed(changes):
        if "seats" in one.before and not one.undone and (one.undoes or 0) <= since:
            what = one
            while what.undoes:
                what = rows.change(reader.db, what.undoes)
            found.append(replace(one, kind=what.kind))
    return found


def _followed(reader: Reader, changes: Sequence[Change], sat: dict[int, int]) -> dict[int, int]:
    """The seats that people `sat` in, as these changes moved them; without seats that are gone."""
    for one in changes:
        if one.kind in SEATED_ANEW:
            was, now = (_sitting(reader, some["seats"], one.at) for some in (one.before, one.after))
            moved = {was[person]: now[person] for person in was.keys() & now.keys()}
            sat = {person: moved[seat] for person, seat in sat.items() if seat in moved}
    return sat


def _totals_then(reader: Reader, table: Table, changes: Sequence[Change]) -> Sequence[int]:
    """The totals of a table before these changes, which are its newest; none where it had another
    number of seats, or they cannot be counted."""
    deals = {deal.number: deal for deal in rows.known_deals(reader, table)}
    was: dict[str, Any] = {}
    for one in changes:  # the newest first
        was |= one.before.get("table", {})
        for deal in history.deals(one.before):
            deals[deal["number"]] = history.as_told(deals[deal["number"]], deal)
    agreed = {field: was[column] for column, field in AGREED.items() if column in was}
    then = replace(table, **{**agreed, "start": tuple(agreed.get("start", table.start))})
    if len(then.start) != len(table.seats):
        return ()
    with suppress(InvalidDeal):
        return replay_once(then, list(deals.values())).standings[-1].totals
    return ()
