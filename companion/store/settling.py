"""What is saved beside the facts: each deal's scores, each seat's total, whether the game is over.

Always computed from the facts that are stored, inside the transaction that changes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..games import GAMES
from ..games.base import Told
from ..games.message import refuse
from . import rows
from .connections import Writing
from .replaying import Replayed, replay
from .values import Deal, Seat, Table, not_deleted

DEAL = "SELECT id FROM deals WHERE table_id = ? AND number = ?"
SCORE = f"""
INSERT INTO scores (deal_id, seat, points, role) VALUES (({DEAL}), ?, ?, ?)
ON CONFLICT (deal_id, seat) DO UPDATE SET points = excluded.points, role = excluded.role
"""
SUMS = """
UPDATE seats SET total = ?, deals = ? WHERE table_id = ? AND seat = ? AND after_deal = ?
"""


def settle_again(writing: Writing, table_id: int, *numbers: int) -> None:
    """`settle`, after a change of more than deals: everything is read anew."""
    table, deals = rows.table(writing.db, table_id), rows.deals(writing.db, table_id)
    settle(writing, table, deals, *numbers)


def refuse_behind_half(writing: Writing, table_id: int) -> None:
    """Refuses a deal that comes back behind one that undo made half told again meanwhile."""
    there = [one.state for one in not_deleted(rows.deals(writing.db, table_id))]
    if "half" in there[:-1]:
        raise refuse("only the last deal may be half told", at="deal")


def settle(
    writing: Writing, table: Table, deals: Sequence[Deal], *numbers: int
) -> tuple[tuple[Seat, ...], bool]:
    """Saves the totals of a table, whether its game is over, and the scores of the deals of these
    numbers. Returns the seats with what each person in them brought, and whether it is over.

    `deals` are all deals of the table, in play order, as the database has them now. Raises
    InvalidDeal where together they cannot be.
    """
    replayed = replay(table, deals)
    told = dict(zip([deal.number for deal in replayed.deals], replayed.told, strict=True))
    for number in numbers:
        _save_scores(writing, table, number, told.get(number))
    seats = tuple(_summed(table, replayed))
    _save_sums(writing, table, seats)
    over = replayed.standings[-1].over
    if over != table.over:
        writing.db.execute("UPDATE tables SET over = ? WHERE id = ?", [over, table.id])
    return seats, over


def _save_scores(writing: Writing, table: Table, number: int, told: Told | None) -> None:
    if told is None:
        writing.db.execute(f"DELETE FROM scores WHERE deal_id = ({DEAL})", [table.id, number])
        return
    scores = enumerate(zip(told.points(len(table.seats)), roles_of(table, told), strict=True))
    saved = [(table.id, number, seat, *score) for seat, score in scores]
    writing.db.conn.executemany(SCORE, saved)


def roles_of(table: Table, told: Told) -> list[str]:
    """A word for every seat at the table; none where nobody played."""
    words = GAMES[table.game].roles(told.deal, len(told.plays))
    of = dict(zip(told.plays, words, strict=True))
    sits_out = "sits_out" if any(words) else ""
    return [of.get(seat, sits_out) for seat in range(len(table.seats))]


def _summed(table: Table, replayed: Replayed) -> Iterator[Seat]:
    """The seats, with what each person made there, in how many deals that count."""
    standings, counted = replayed.standings, replayed.counted
    for seat in table.seats:
        at, people = seat.seat, []
        for one, first, end in replayed.stretches(seat):
            total = standings[end].totals[at] - standings[first].totals[at]
            deals = counted[end][at] - counted[first][at]
            people.append(one._replace(total=total, deals=deals))
        yield Seat(at, tuple(people), seat.start)


def _save_sums(writing: Writing, table: Table, seats: Sequence[Seat]) -> None:
    saved = [
        (new.total, new.deals, table.id, seat.seat, new.after_deal)
        for seat, then in zip(table.seats, seats, strict=True)
        for one, new in zip(seat.people, then.people, strict=True)
        if new != one
    ]
    writing.db.conn.executemany(SUMS, saved)
