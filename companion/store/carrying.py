"""The totals that a sheet began with, as they are by now at the table that brought them."""

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
# Who was another spelling of whom at a time.
SPELLED = """
SELECT player_id, into_id FROM player_changes
WHERE into_id IS NOT NULL AND at <= :at AND (taken_back_at IS NULL OR taken_back_at > :at)
"""
# What a table agreed that makes its totals: columns of a snapshot, and what a table calls them.
AGREED = {"start": "start", "options": "rules", "at_once": "at_once"}
# Changes by which totals go with the person; by all others, as of a name, with the seat.
SEATED_ANEW = ("seats", history.SEATED)


def start_by_now(reader: Reader, table: Table) -> tuple[int, ...]:
    """The totals that a sheet would begin with if they were carried over now, each to the seat of
    who had them then. Who began with something else keeps it; so do all where that table plays on,
    or is deleted, and where a seat that brought its total is not there any more."""
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
    cannot be at all."""
    deals = rows.known_deals(reader, table)
    before, after = (replay(replace(table, start=one), deals) for one in (table.start, start))
    if end := moved_end(before, after, len(after.told), table.half):
        raise refuse(
            "with these the game would have ended after deal {n}: delete the later deals first",
            at="start",
            n=end.counted,
        )


def _source(reader: Reader, table: Table) -> Table | None:
    """The table that brought the totals, closed and there."""
    if table.goes_on is None:
        return None
    source = rows.known_table(reader, table.goes_on)
    there = source.closed_at and not source.deleted_at and source.game == table.game
    return source if there else None


def _as_carried(table: Table, source: Table) -> bool:
    """Whether all have there what they began with here: nobody has another total, or may be called
    otherwise at one of the two."""
    first = [seat.people[0].person for seat in table.seats]
    now = dict(zip(source.persons, source.totals, strict=True))
    apart = any(now.get(one, n) != n for one, n in zip(first, table.start, strict=True))
    return not (apart or now.keys() - {*first} and {*first} - now.keys())


def _came(reader: Reader, table: Table, source: Table) -> Iterator[tuple[int | None, int | None]]:
    """Of who began with just what they had at the other table when this one was opened: which seat
    that is here by now, and which it is there; None: it is not any more."""
    opened, at, after = reader.db.execute(OPENED, [table.id]).fetchone()
    if source.version < opened:  # nothing was corrected there
        return
    parts = json.loads(after)
    since = [rows.changes(reader.db, one.id, opened) for one in (table, source)]
    here, there = (_reseated(reader, some, opened) for some in since)
    seated = there[0].before["seats"] if there else history.of_seats(source)
    began, had = (_sitting(reader, some, at) for some in (parts["seats"], seated))
    start, totals = parts["table"]["start"], _totals_then(reader, source, since[1])
    seats, theirs = (_followed(reader, *one) for one in ((here, began), (there, had)))
    for one in began.keys() & had.keys() if totals else ():
        if start[began[one]] == totals[had[one]]:
            yield seats.get(one), theirs.get(one)


def _sitting(reader: Reader, seats: Iterable[Sequence[Any]], at: str) -> dict[int, int]:
    """The seat of each who sat there, seats as a snapshot keeps them: persons, as of then."""
    spelled = dict(reader.db.execute(SPELLED, {"at": at}).fetchall())
    found = {}
    for seat, player in {one.seat: one.player for one in map(Chair._make, seats)}.items():
        while player in spelled:
            player = spelled[player]
        found[player] = seat
    return found


def _reseated(reader: Reader, changes: Sequence[Change], since: int) -> list[Change]:
    """Those of the changes since one that changed the seats, the oldest first, but for what was
    taken back meanwhile, and the step that did; of a step, the kind is that of what it undid."""
    found = []
    for one in reversed(changes):
        if "seats" in one.before and not one.undone and (one.undoes or 0) <= since:
            what = one
            while what.undoes:
                what = rows.change(reader.db, what.undoes)
            found.append(replace(one, kind=what.kind))
    return found


def _followed(reader: Reader, changes: Sequence[Change], sat: dict[int, int]) -> dict[int, int]:
    """The seats of who sat there, after these changes; without those that are not any more."""
    for one in changes:
        if one.kind in SEATED_ANEW:
            was, now = (_sitting(reader, some["seats"], one.at) for some in (one.before, one.after))
            moved = {was[person]: now[person] for person in was.keys() & now.keys()}
            sat = {person: moved[seat] for person, seat in sat.items() if seat in moved}
    return sat


def _totals_then(reader: Reader, table: Table, changes: Sequence[Change]) -> Sequence[int]:
    """The totals of a table before these changes, its newest; none where it had other seats."""
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
