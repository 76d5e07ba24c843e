"""The saved answers: each deal's scores, each seat's total, whether the game is over.

Always computed from the facts that are stored, inside the transaction that changes them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..games import GAMES
from ..games.base import Told
from . import rows
from .connections import Writing
from .replaying import Replayed, replay
from .values import Deal, Table


def settle(writing: Writing, table_id: int, *numbers: int) -> Replayed:
    """Saves what comes out of a table now, and the scores of the deals of these numbers.

    Raises InvalidDeal where the deals together cannot be.
    """
    table, deals = rows.table(writing.db, table_id), rows.deals(writing.db, table_id)
    replayed = replay(table, deals)
    told = dict(zip(_numbers(deals), replayed.told, strict=True))
    for number in numbers:
        _save_scores(writing, table, number, told.get(number))
    for seat, after_deal, total, count in _sums(table, deals, replayed):
        save = "UPDATE seats SET total = ?, deals = ? WHERE table_id = ? AND seat = ?"
        values = [total, count, table_id, seat, after_deal]
        writing.db.execute(f"{save} AND after_deal = ?", values)
    over = replayed.standings[-1].over
    writing.db.execute("UPDATE tables SET over = ? WHERE id = ?", [over, table_id])
    return replayed


def _numbers(deals: Sequence[Deal]) -> list[int]:
    return [deal.number for deal in deals if deal.state == "told"]


def _save_scores(writing: Writing, table: Table, number: int, told: Told | None) -> None:
    find = "SELECT id FROM deals WHERE table_id = ? AND number = ?"
    (deal_id,) = writing.db.execute(find, [table.id, number]).fetchone()
    writing.db.execute("DELETE FROM scores WHERE deal_id = ?", [deal_id])
    if told:
        points, roles = told.points(len(table.seats)), roles_of(table, told)
        add = "INSERT INTO scores (deal_id, seat, points, role) VALUES (?, ?, ?, ?)"
        for seat, role in enumerate(roles):
            writing.db.execute(add, [deal_id, seat, points[seat], role])


def roles_of(table: Table, told: Told) -> list[str]:
    """A word for every seat at the table; none where nobody played."""
    words = GAMES[table.game].roles(told.deal, len(told.plays))
    of = dict(zip(told.plays, words, strict=True))
    sits_out = "sits_out" if any(words) else ""
    return [of.get(seat, sits_out) for seat in range(len(table.seats))]


def _sums(
    table: Table, deals: Sequence[Deal], replayed: Replayed
) -> Iterator[tuple[int, int, int, int]]:
    """For everybody who sat: seat, after which deal, the change of the total, deals played."""
    sorts = {deal.number: deal.sort for deal in deals}
    at = [deal.sort for deal in deals if deal.state == "told"]
    for seat in table.seats:
        begins = [bisect_right(at, sorts.get(one.after_deal, "")) for one in seat.people]
        for one, (first, end) in zip(seat.people, pairwise([*begins, len(at)]), strict=True):
            yield seat.seat, one.after_deal, *_gained(seat.seat, first, end, replayed)


def _gained(seat: int, first: int, end: int, replayed: Replayed) -> tuple[int, int]:
    totals = [replayed.standings[i].totals[seat] for i in (first, end)]
    counts = replayed.agreed.game.counts
    played = [one for one in replayed.told[first:end] if seat in one.plays and counts(one.deal)]
    return totals[1] - totals[0], len(played)
