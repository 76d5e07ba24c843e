"""The saved answers: each deal's scores, each seat's total, whether the game is over.

Always computed from the facts that are stored, inside the transaction that changes them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from ..games import GAMES
from ..games.base import Told
from . import rows
from .connections import Writing
from .replaying import Replayed, replay
from .values import Deal, Seat, Table


def settle_again(writing: Writing, table_id: int, *numbers: int) -> None:
    """`settle`, after a change of more than deals: everything is read anew."""
    table, deals = rows.table(writing.db, table_id), rows.deals(writing.db, table_id)
    settle(writing, table, deals, *numbers)


def settle(writing: Writing, table: Table, deals: Sequence[Deal], *numbers: int) -> None:
    """Saves what comes out of a table now, and the scores of the deals of these numbers.

    `deals` are all of them, in play order, as they stand in the database by now. Raises
    InvalidDeal where together they cannot be.
    """
    replayed = replay(table, deals)
    played = [deal for deal in deals if deal.state == "told"]
    told = {deal.number: one for deal, one in zip(played, replayed.told, strict=True)}
    at = [deal.sort for deal in played]
    for number in numbers:
        _save_scores(writing, table, number, told.get(number))
    for seat in table.seats:
        _save_sums(writing, table, seat, at, replayed)
    over = replayed.standings[-1].over
    if over != table.over:
        writing.db.execute("UPDATE tables SET over = ? WHERE id = ?", [over, table.id])


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


def _save_sums(
    writing: Writing, table: Table, seat: Seat, at: Sequence[str], replayed: Replayed
) -> None:
    """What each who sat there brought the seat; `at` are the order keys of the told deals."""
    begins = [bisect_right(at, one.after_sort) for one in seat.people]
    for one, (first, end) in zip(seat.people, pairwise([*begins, len(at)]), strict=True):
        gained = _gained(seat.seat, first, end, replayed)
        if gained != (one.total, one.deals):
            save = "UPDATE seats SET total = ?, deals = ? WHERE table_id = ? AND seat = ?"
            where = [table.id, seat.seat, one.after_deal]
            writing.db.execute(f"{save} AND after_deal = ?", [*gained, *where])


def _gained(seat: int, first: int, end: int, replayed: Replayed) -> tuple[int, int]:
    totals = [replayed.standings[i].totals[seat] for i in (first, end)]
    counts = replayed.agreed.game.counts
    played = [one for one in replayed.told[first:end] if seat in one.plays and counts(one.deal)]
    return totals[1] - totals[0], len(played)
