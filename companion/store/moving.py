"""A deal that was told at the wrong table: taken off here and told there, in one transaction.

Each of the two tables gets a change of its own, which names the deal at the other table (`moved`:
table and deal). Whoever undoes or redoes one of these changes does the same to the other, so the
deal is always at one of the tables and never at both. This can be done from either sheet, whatever
else was told at the other table since, but not if the other sheet is closed, or the deal was
corrected, judged, deleted or moved on there: that has to be undone there first. While a deal is at
the other table, its old place cannot be filled by a correction or from the history.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from sqlite_utils import Database

from ..games.facts import retell
from ..games.message import InvalidDeal, refuse
from . import history, rows
from .connections import Connections, Writing
from .ending import taken_off
from .errors import Conflict
from .replaying import agreed_at, seat_keys, turn_after
from .saving import refuse_copied, refuse_moved, scored, sort_before
from .settling import refuse_behind_half, settle_again
from .stepping import check_step
from .values import Change, Deal, Saved, Snapshot, Table, as_ids

# Those of `among` whose totals come from `table`, directly or by way of other tables.
CARRYING = """
WITH RECURSIVE source (id, of) AS (
  SELECT goes_on, id FROM tables WHERE id IN (SELECT value FROM json_each(:among))
  UNION SELECT t.goes_on, of FROM tables t JOIN source ON t.id = source.id
) SELECT of FROM source WHERE id = :table
"""
Across = Mapping[int, int]  # seats here -> seats there, of those who played the deal


class Moving(Connections):
    """The writer that moves deals. It answers a form that comes twice as it did the first time."""

    def carrying(self, table_id: int, among: Collection[int]) -> set[int]:
        """Which of `among` began with the totals of this table, or of one that began with them."""
        return _carrying(self.db, table_id, among)

    def move_deal(
        self,
        table_id: int,
        number: int,
        to: int,
        seats: Across,
        *,
        revision: int,
        key: str | None,
        phone: str,
        ends: int | None = None,
    ) -> Saved:
        """Takes a told deal off and tells it at another table. Returns the deal there.

        `ends`: as in `save_deal`, for a game here that ends earlier without the deal. Raises
        InvalidDeal where the deal cannot be told there or taken off here; NotThere; Conflict or
        ChangedMeanwhile where something else is told by now.
        """
        asked = [table_id, number, to, dict(seats), revision, ends]
        with self.writing(key, phone, "move", *asked) as writing:
            if not writing.repeated:
                here, there = rows.there(writing, table_id), rows.table(writing.db, to)
                found = rows.deal(writing, here, number)
                if found.state != "told" or found.revision != revision:
                    raise Conflict(found)
                writing.answer = vars(_move(writing, here, found, there, seats, ends))
            return writing.saved


def told_there(here: Table, deal: Deal, there: Table, deals: Sequence[Deal], seats: Across) -> Deal:
    """A deal of one table as it would be told at another one, after the deals told there (`deals`).

    Raises InvalidDeal where it cannot be told there.
    """
    agreed, other = agreed_at(here), agreed_at(there)
    plays = agreed.plays(deal.dealer)
    _refuse_other(here, there, [seats.get(seat, -1) for seat in plays], agreed.players)
    half = next((one for one in deals if one.state == "half"), None)
    sort = sort_before(deals, half.number if half else None)
    keys = [str(seats.get(seat, "")) for seat in range(agreed.seats)]
    facts = retell(agreed, deal.facts, deal.dealer, seat_keys(agreed.seats), keys)
    rest = {*range(other.seats)} - {seats[seat] for seat in plays}
    if rest:  # somebody does not play there: they deal
        dealer = rest.pop()
    elif deal.dealer in plays:
        dealer = seats[deal.dealer]
    else:
        dealer = turn_after(there, [one for one in deals if one.sort < sort])
    told = Deal.telling(there.next_number, dealer, facts)
    return scored(there, replace(told, sort=sort, note=deal.note, told_at=deal.told_at))


def _carrying(db: Database, table_id: int, among: Collection[int]) -> set[int]:
    asked = {"table": table_id, "among": as_ids(among)}
    return {number for (number,) in db.execute(CARRYING, asked)}


def _refuse_deleted(there: Table, at: str) -> None:
    if there.deleted_at:
        raise refuse("the other table is deleted: bring it back first", at=at)


def _refuse_closed(there: Table) -> None:
    if there.closed_at:
        raise refuse("that sheet is closed: reopen it first", at="to")


def _refuse_other(here: Table, there: Table, taken: Sequence[int], players: int) -> None:
    if here.id == there.id:
        raise refuse("it is told at this table already", at="to")
    if here.game != there.game:
        raise refuse("another game is played there", at="to")
    _refuse_deleted(there, "to")
    _refuse_closed(there)
    if players != there.at_once:
        raise refuse(
            "{n} play at once there, not {players}", at="to", n=there.at_once, players=players
        )
    if len({*taken} & {*range(len(there.seats))}) < len(taken):
        raise refuse("each who played needs a seat of their own there", at="seats")


def _move(
    writing: Writing, here: Table, found: Deal, there: Table, seats: Across, ends: int | None
) -> Saved:
    if _carrying(writing.db, here.id, [there.id]):
        raise refuse("its points are in the totals that were carried over there", at="to")
    deals = rows.known_deals(writing, there)
    off, told = replace(found, state="deleted"), told_there(here, found, there, deals, seats)
    mine = rows.known_deals(writing, here)
    rest = [one for one in mine if one.number != found.number]
    gone = taken_off(here, mine, rest, off, ends)
    before, after, moved = (history.of_deal(one) for one in (found, off, told))
    history.put(writing, here.id, {"deal": after})
    refuse_copied(writing, there)
    columns = {"table_id": there.id, "sort": told.sort, "revision": 1, **moved}
    writing.add("deals", columns)
    to = {"moved": {"table": there.id, "deal": told.number}}
    history.record_deal(writing, here.id, "move", before, after, gone, **to)
    numbers = [one.number for one in (off, *gone)]
    _settle(writing, (here.id, numbers), (there.id, [told.number]))
    new = {"number": told.number, "state": "deleted"}
    came = {"moved": {"table": here.id, "deal": off.number}}
    arrived: list[Snapshot] = [{"deal": new, **came}, {"deal": moved, **came}]
    change = history.record(writing, there.id, "arrive", *arrived)
    return Saved(there.id, told.number, change)


def _settle(writing: Writing, *tables: tuple[int, Sequence[int]]) -> None:
    """Counts the tables anew. A refusal names no deal, as the form shows none of them."""
    try:
        for table_id, numbers in tables:
            settle_again(writing, table_id, *numbers)
    except InvalidDeal as error:
        error.deal = None
        raise


def take_back(writing: Writing, table_id: int, change: Change, kind: str) -> int:
    """`history.take_back`; where the change moved a deal, at the other table too."""
    both = [(table_id, change)]
    if "moved" in change.after:
        both.append(_twin(writing, table_id, change))
    else:
        refuse_moved(writing, table_id, change.before)
    made = [history.take_back(writing, at, one, kind) for at, one in both]
    _settle(writing, *((at, history.deal_numbers(one)) for at, one in both))
    for at, _ in both[1:]:
        refuse_behind_half(writing, at)
    check_step(writing, table_id, change)
    return made[0]


def _twin(writing: Writing, table_id: int, change: Change) -> tuple[int, Change]:
    """The change at the other table that goes with this one of a moved deal. InvalidDeal where it
    cannot be undone or redone there."""
    mine, moved = {"table": table_id, "deal": change.deal}, change.after["moved"]
    at, number = moved["table"], moved["deal"]
    there = rows.table(writing.db, at)
    _refuse_deleted(there, "deal")
    _refuse_closed(there)
    of_it = [one for one in rows.changes(writing.db, at) if number in history.deal_numbers(one)]
    moves = [one for one in of_it if one.after.get("moved") == mine]
    since = takewhile(lambda one: one is not moves[-1], of_it)
    now = history.deal_now(writing, at, number)
    stands = [one for one in since if not one.undoes and not one.undone]
    if stands or now | moves[0].after["deal"] != now:
        raise refuse("the deal was changed at the other table: undo that there first", at="deal")
    return at, moves[0]
