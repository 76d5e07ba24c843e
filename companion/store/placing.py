"""Where the tables of an evening stand: opened there without a draw, taken in and out."""

from __future__ import annotations

from collections.abc import Sequence

from ..games.message import refuse
from . import rows
from .agreeing import about_told, refuse_elsewhere
from .coming import sit_down
from .connections import Writing
from .errors import NotThere
from .evenings import about_at, refuse_closed, refuse_deleted
from .history import PLACED
from .links import MOST_PLACES
from .noting import note
from .opening import put_change, take_over
from .people import bearer, bearer_or_new
from .positions import Positions, open_at
from .values import Opening, Table, as_ids

TAKEN = """
SELECT place, closed_at, id FROM tables WHERE evening_id = ? AND position = ? AND deleted_at IS NULL
"""
DRAWN = """
SELECT json_extract(value, '$.place') FROM positions, json_each(drawn, '$.tables')
WHERE evening_id = ? AND number = ? AND published_at IS NULL
"""
WAS_AT = """
SELECT json_extract(before, '$.table.position'), json_extract(before, '$.table.place') FROM changes
WHERE table_id = ? AND json_extract(before, '$.table.evening_id') = ? ORDER BY id DESC LIMIT 1
"""
NEWEST = """
SELECT coalesce(max(number), 1) FROM positions
WHERE evening_id = ? AND published_at IS NOT NULL
"""
AT_PLACES = """
WHERE t.evening_id = :evening AND t.place IN (SELECT value FROM json_each(:places)) ORDER BY t.id
"""


class Placing(Positions):
    """Tables of an evening that come and go without a draw."""

    def open_there(
        self,
        evening_id: int,
        opening: Opening,
        after: int | None = None,
        closes: bool = False,
        elsewhere: bool = False,
        *,
        place: int | None = None,
        key: str | None,
        phone: str,
    ) -> int:
        """Opens a table without a draw, in the newest position: at this place, where nothing is
        played there, else at the next free one; who sits down is there. InvalidDeal for what cannot
        be agreed, at an evening that is over, and for who plays at another place just now, unless
        that is known to be (`elsewhere`).

        `after`: the table that its people come from. They stay at its place, where no others play;
        the sheet whose totals are carried over `closes` with this, or not.
        """
        with self.writing(key, phone, "open here", evening_id, vars(opening)) as writing:
            if not writing.repeated:
                evening = self.evening(evening_id)
                refuse_deleted(writing, evening_id)
                refuse_closed(evening)
                take_over(writing, opening, closes)
                stays = after and _place_after(writing, evening_id, after, opening)
                at = stays or _free(writing, evening_id, None, place)
                if not elsewhere:
                    refuse_elsewhere(writing, evening_id, *at, opening.names)
                made = open_at(writing, evening, at, opening)
                for name in opening.names:
                    sit_down(writing, evening_id, opening.game, bearer_or_new(writing.db, name))
                note(writing, evening_id, "open here", {"table": made})
                writing.answer = {"table_id": made}
            table_id: int = writing.answer["table_id"]
            return table_id

    def take_in(
        self,
        table_id: int,
        evening_id: int,
        elsewhere: bool = False,
        *,
        key: str | None,
        phone: str,
    ) -> None:
        """Takes a table into an evening: to where it was there, if nothing is played there now,
        else to the next free place of the newest position. InvalidDeal for a deleted evening, and
        where one of those who sit at a sheet in progress plays at another place just now, unless
        that is known to be (`elsewhere`)."""
        with self.writing(key, phone, "take in", table_id, evening_id) as writing:
            evening, table = self.evening(evening_id), rows.there(writing, table_id)
            if writing.repeated or table.evening_id is not None:
                return
            refuse_deleted(writing, evening_id)
            was = writing.db.execute(WAS_AT, [table_id, evening_id]).fetchone()
            position, place = _free(writing, evening_id, *(was or ()))
            if not (elsewhere or table.closed_at or table.over):
                refuse_elsewhere(writing, evening_id, position, place, table.sitting)
            about = about_at(evening, position, place)
            _move(writing, table, (evening_id, position, place), about)
            note(writing, evening_id, "take in", {"table": table_id})

    def take_out(self, table_id: int, evening_id: int, *, key: str | None, phone: str) -> bool:
        """Takes a table out of this evening; its sheet stays as it is. Whether it was there, when
        this form came first."""
        with self.writing(key, phone, "take out", table_id, evening_id) as writing:
            table = rows.there(writing, table_id)
            if writing.repeated or table.evening_id != evening_id:
                return bool(writing.answer)
            writing.answer = {"out": table_id}
            about = {"evening": "", "position": "", "table": ""}
            if date := self.evening(evening_id).date:  # it may have been put right since
                about["date"] = date
            _move(writing, table, (None, None, None), about)
            note(writing, evening_id, "take out", {"table": table_id})
            return True

    def put_at(
        self, table_id: int, evening_id: int, place: int, *, key: str | None, phone: str
    ) -> None:
        """Exchanges two places of an evening without a draw: that of a table and this `place`, with
        all their sheets, deleted ones too, should they come back. NotThere for a table without a
        place there; InvalidDeal for a place that has no card, at a deleted evening, and where a
        draw says who plays where."""
        with self.writing(key, phone, "put at", table_id, evening_id, place) as writing:
            table = rows.there(writing, table_id)
            if writing.repeated:
                return
            if table.evening_id != evening_id or not table.place:
                raise NotThere(f"table {table_id} at evening {evening_id}")
            refuse_deleted(writing, evening_id)
            if not 0 < place <= MOST_PLACES:
                raise refuse("a table has a number of 1 to {most}", at="place", most=MOST_PLACES)
            if self.positions(evening_id):
                raise refuse("a draw says by now who plays where", at="place")
            places = as_ids({place, table.place})
            for one in rows.tables(writing.db, AT_PLACES, evening=evening_id, places=places):
                moved = place if one.place == table.place else table.place
                put_change(writing, one, {"place": moved}, PLACED)
            note(writing, evening_id, "put at", {"table": table_id, "place": place})


def _place_after(
    writing: Writing, evening_id: int, table_id: int, opening: Opening
) -> tuple[int, int] | None:
    """The position and place of a sheet, if the next table of its people may be opened there. None:
    its position is not the newest any more, a newer sheet is open at its place, or somebody who is
    not among those who sit down now still plays at it."""
    table = rows.table(writing.db, table_id)
    sit = {*table.persons}
    stay = {bearer(writing.db, name) for name in opening.names}
    if not (table.closed_at or table.over or opening.goes_on == table_id or sit <= stay):
        return None
    newest = _newest(writing, evening_id)
    if table.evening_id != evening_id or table.position != newest or not table.place:
        return None
    newer = [one for one in _tables(writing, evening_id, newest) if one[-1] > table_id]
    playing = {place for place, closed_at, _ in newer if not closed_at}
    return None if table.place in playing else (newest, table.place)


def _free(
    writing: Writing, evening_id: int, position: int | None = None, place: int | None = None
) -> tuple[int, int]:
    """The position and place for a table: this `place`, in this `position` or else the newest one,
    if nothing is played there; else the first free place of the newest position."""
    newest = _newest(writing, evening_id)
    at = position or newest
    if place and place not in _taken(writing, evening_id, at, closed=False):
        return at, place
    taken = _taken(writing, evening_id, newest)
    return newest, next(n for n in range(1, len(taken) + 2) if n not in taken)


def _newest(writing: Writing, evening_id: int) -> int:
    """The newest position that is published; 1 before any is."""
    (number,) = writing.db.execute(NEWEST, [evening_id]).fetchone()
    return int(number)


def _taken(writing: Writing, evening_id: int, position: int, closed: bool = True) -> set[int]:
    """The places of a position that have a table, or are to have one by its draw. Without `closed`
    not those where all sheets are closed."""
    drawn = {place for (place,) in writing.db.execute(DRAWN, [evening_id, position])}
    tables = _tables(writing, evening_id, position)
    return drawn | {place for place, closed_at, _ in tables if closed or not closed_at}


def _tables(
    writing: Writing, evening_id: int, position: int
) -> Sequence[tuple[int, str | None, int]]:
    """The place of each table of a position, when its sheet was closed, and its number."""
    return writing.db.execute(TAKEN, [evening_id, position]).fetchall()


def _move(
    writing: Writing,
    table: Table,
    to: tuple[int | None, int | None, int | None],
    about: dict[str, str],
) -> None:
    """One change of the table's history: undo takes it back."""
    columns = dict(zip(("evening_id", "position", "place"), to, strict=True))
    put_change(writing, table, {**columns, "about": about_told({**table.about, **about})})
