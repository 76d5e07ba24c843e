"""The tables of an evening while they are played: clocks, calls, tables that come and go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.message import refuse
from . import rows
from .agreeing import about_told, refuse_elsewhere
from .coming import sit_down
from .connections import Writing
from .errors import NotThere
from .evenings import about_at, note, refuse_closed, refuse_deleted
from .opening import put_change, take_over
from .people import known, person
from .positions import OPENED_BEFORE, Positions, as_kept, open_at
from .values import Opening, Table, as_ids, as_text

ENDS_AT = """
SELECT p.ends_at FROM tables t JOIN positions p
  ON p.evening_id = t.evening_id AND p.number = t.position WHERE t.id = ?
"""
CLOSED_BY = """
SELECT phone, at FROM changes WHERE table_id = ? AND kind = 'close' ORDER BY id DESC LIMIT 1
"""
LAST = """
SELECT number FROM deals WHERE table_id = :id AND (state = 'half'
  OR sort = (SELECT max(sort) FROM deals WHERE table_id = :id AND state != 'half'))
"""
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
BEFORE_IT_CLOSED = OPENED_BEFORE.format(kind="close position", time="t.opened_at <= p.closed_at")
# A position is over that was closed, or before which a later one was published; a table that is
# opened there after that is none that was left open.
LEFT_OPEN = f"""
SELECT id FROM tables t WHERE evening_id = ? AND closed_at IS NULL AND deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM positions p WHERE p.evening_id = t.evening_id
    AND (p.number = t.position AND p.closed_at IS NOT NULL AND {BEFORE_IT_CLOSED}
      OR p.number > t.position AND p.published_at IS NOT NULL))
ORDER BY id
"""
NEWEST = """
SELECT coalesce(max(number), 1) FROM positions
WHERE evening_id = ? AND published_at IS NOT NULL
"""
OF_POSITION = """
WHERE t.evening_id = :evening AND t.position = :number AND t.deleted_at IS NULL ORDER BY t.id
"""
GO_ON = """
UPDATE positions SET closed_at = NULL
WHERE evening_id = :evening AND closed_at = :published_at AND number = (
  SELECT max(number) FROM positions
  WHERE evening_id = :evening AND number < :number AND published_at IS NOT NULL)
"""
UNPUBLISH = """
UPDATE positions SET published_at = NULL, ends_at = NULL, closed_at = NULL, drawn = :drawn
WHERE evening_id = :evening AND number = :number
"""
AMONG = "WHERE t.id IN (SELECT value FROM json_each(:ids)) ORDER BY t.id"
UNTIL = """
SELECT json_extract(said, '$.ends_at') FROM evening_changes
WHERE evening_id = ? AND kind = 'publish' AND json_extract(said, '$.number') = ?
ORDER BY id DESC LIMIT 1
"""


class Playing(Positions):
    """What happens at an evening's tables beside their deals."""

    def ends_at(self, table_id: int) -> str | None:
        """When the clock of a table's position is out; None: it has none."""
        (found,) = self.db.execute(ENDS_AT, [table_id]).fetchone() or (None,)
        return found

    def published_until(self, evening_id: int, number: int) -> str | None:
        """When the clock was to be out that a position was published with, whatever was set since;
        None: it had none, or that is not noted, as by an earlier release."""
        (found,) = self.db.execute(UNTIL, [evening_id, number]).fetchone() or (None,)
        return found

    def set_clock(
        self, evening_id: int, number: int, ends_at: str | None, *, key: str | None, phone: str
    ) -> None:
        """A published position is played until then; None: without a clock. Minutes from now that
        come again are those of then: the `key` alone says that they do."""
        with self.writing(key, phone, "clock", evening_id, number) as writing:
            if writing.repeated:
                return
            put = """UPDATE positions SET ends_at = ?
                WHERE evening_id = ? AND number = ? AND published_at IS NOT NULL"""
            if not writing.db.execute(put, [ends_at, evening_id, number]).rowcount:
                raise NotThere(f"position {number}")
            note(writing, evening_id, "clock", {"number": number, "ends_at": ends_at})

    def call(self, table_id: int, called: bool, *, key: str | None, phone: str) -> None:
        """A table calls the organiser, or does no more; a call that stands keeps its time."""
        with self.writing(key, phone, "call", table_id, called) as writing:
            table = rows.there(writing, table_id)
            if not writing.repeated and called != bool(table.called_at):
                put_change(writing, table, {"called_at": writing.at if called else None})

    def take_back_position(
        self, evening_id: int, number: int, *, key: str | None, phone: str
    ) -> None:
        """Makes the newest position, published by mistake, one that is drawn again: its tables are
        deleted, and what was ended by its beginning goes on. InvalidDeal where anything is told at
        them, or totals were brought; NotThere where it is not the newest that is published."""
        with self.writing(key, phone, "take back", evening_id, number) as writing:
            if writing.repeated:
                return
            published = [one for one in self.positions(evening_id) if one.published_at]
            newest = [one.number for one in published[-1:]]
            if number not in newest or self.evening(evening_id).deleted_at:
                raise NotThere(f"position {number}")
            at: dict[str, Any] = {"evening": evening_id, "number": number}
            seated = self.as_seated(published[-1], evening_id)  # substitutes keep their seats
            tables = rows.tables(writing.db, OF_POSITION, **at)
            if not all(one.untouched for one in tables):
                raise refuse("something is told at these tables already", at="position")
            for table in tables:
                put_change(writing, table, {"deleted_at": writing.at})
            writing.db.execute(GO_ON, {**at, "published_at": published[-1].published_at})
            drawn = as_kept(seated.tables, seated.sits_out, seated.wanted, seated.by_hand)
            writing.db.execute(UNPUBLISH, {**at, "drawn": as_text(drawn)})
            note(writing, evening_id, "take back", {"number": number})

    def left_open(self, evening_id: int) -> list[int]:
        """The sheets that nobody put away though their position is over."""
        return [number for (number,) in self.db.execute(LEFT_OPEN, [evening_id])]

    def close_sheets(
        self, evening_id: int, tables: Sequence[int], *, key: str | None, phone: str
    ) -> None:
        """Puts these sheets away, as far as they are left open."""
        with self.writing(key, phone, "close sheets", evening_id, list(tables)) as writing:
            if writing.repeated:
                return
            ids = as_ids({*tables} & {*self.left_open(evening_id)})
            for table in rows.tables(writing.db, AMONG, ids=ids):
                put_change(writing, table, {"closed_at": writing.at})
                note(writing, evening_id, "close sheet", {"table": table.id})

    def closed_by(self, table_id: int) -> tuple[str, str]:
        """Which phone put the sheet away last, and when; nothing where none did."""
        found = self.db.execute(CLOSED_BY, [table_id]).fetchone()
        return found or ("", "")

    def last_deals(self, table_id: int) -> set[int]:
        """The deal that stands last, deleted or not, and the one that is half told."""
        return {number for (number,) in self.db.execute(LAST, {"id": table_id})}

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
                    sit_down(writing, evening_id, opening.game, person(writing.db, name))
                note(writing, evening_id, "open here", {"table": made})
                writing.answer = {"table_id": made}
            table_id: int = writing.answer["table_id"]
            return table_id

    def take_in(self, table_id: int, evening_id: int, *, key: str | None, phone: str) -> None:
        """Takes a table into an evening: to where it was there, if nothing is played there now,
        else to the next free place of the newest position. InvalidDeal for a deleted evening."""
        with self.writing(key, phone, "take in", table_id, evening_id) as writing:
            evening, table = self.evening(evening_id), rows.there(writing, table_id)
            if writing.repeated or table.evening_id is not None:
                return
            refuse_deleted(writing, evening_id)
            was = writing.db.execute(WAS_AT, [table_id, evening_id]).fetchone()
            position, place = _free(writing, evening_id, *(was or ()))
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


def _place_after(
    writing: Writing, evening_id: int, table_id: int, opening: Opening
) -> tuple[int, int] | None:
    """The position and place of a sheet, if what is opened may be played there. None: its position
    is over, a newer sheet is open at its place, or others than those who sit down now play on."""
    table = rows.table(writing.db, table_id)
    sit = {*table.persons}
    stay = {known(writing.db, name) for name in opening.names}
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
    """This place, if nothing is played there, in this position or else the newest one; else the
    newest position, and the first place there that is not taken."""
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
    """The places of a position at which tables stand, or are to stand by its draw; those whose
    sheets are all `closed` too."""
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
