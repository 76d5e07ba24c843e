"""The totals that a sheet began with, as they are by now at the table that brought them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ..games.message import InvalidDeal
from . import history, rows
from .replaying import replay_once
from .values import Table

OPENED = "SELECT id, after FROM changes WHERE table_id = ? ORDER BY id LIMIT 1"
# What a table agreed that makes its totals: columns of a snapshot, and what a table calls them.
AGREED = {"start": "start", "options": "rules", "at_once": "at_once"}


def start_by_now(reader: rows.Reader, table: Table) -> tuple[int, ...]:
    """The totals that a sheet would begin with if they were carried over now, each to the person
    who had them then. Who began with something else keeps it, and who plays there no more; so do
    all where that table plays on, or is deleted."""
    source = _source(reader, table)
    if source is None:
        return table.start
    first = [seat.people[0] for seat in table.seats]
    both = list(zip(first, table.start, strict=True))
    now = dict(zip(source.persons, source.totals, strict=True))
    if all(now.get(one.person, n) == n for one, n in both):  # as mostly: no history is read
        return table.start
    came = _came(reader, table, source)
    return tuple(now[one.person] if one.person in came else n for one, n in both)


def _source(reader: rows.Reader, table: Table) -> Table | None:
    """The table that brought the totals, put away and there."""
    if table.goes_on is None:
        return None
    source = rows.known_table(reader, table.goes_on)
    there = source.closed_at and not source.deleted_at and source.game == table.game
    return source if there else None


def _came(reader: rows.Reader, table: Table, source: Table) -> set[int]:
    """Who began with just what they had at the other table when this one was opened: persons."""
    opened, after = reader.db.execute(OPENED, [table.id]).fetchone()
    parts = json.loads(after)
    sat = [history.Chair(*one) for one in parts["seats"]]
    began = {one.player: parts["table"]["start"][one.seat] for one in sat if not one.after_deal}
    then = dict(zip(source.persons, _totals_then(reader, source, opened), strict=False))
    first = [seat.people[0] for seat in table.seats]
    both = [(one.person, began.get(one.player)) for one in first if one.person in then]
    return {person for person, start in both if start == then[person]}


def _totals_then(reader: rows.Reader, table: Table, change: int) -> Sequence[int]:
    """The totals of a table before all that was changed there after a change; none where it had
    other seats."""
    deals = {deal.number: deal for deal in rows.known_deals(reader, table)}
    was: dict[str, object] = {}
    for one in rows.changes(reader.db, table.id, change):  # the newest first
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
