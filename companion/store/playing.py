"""The tables of an evening while they are played: clocks, calls, sheets that are left open."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from typing import Any

from ..games.message import refuse
from . import rows
from .connections import Writing
from .drawn import as_kept, with_gone
from .errors import ChangedMeanwhile, NotThere
from .noting import note
from .opening import put_change
from .placing import Placing
from .positions import OPENED_BEFORE
from .values import as_ids, as_text

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
SET_BY = """
SELECT phone FROM evening_changes
WHERE evening_id = ? AND kind = 'clock' AND json_extract(said, '$.number') = ?
ORDER BY id DESC LIMIT 1
"""


class Playing(Placing):
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
        self,
        evening_id: int,
        number: int,
        ends_at: str | None,
        *,
        key: str | None,
        phone: str,
        seen: str | None = None,
        was: str | None = None,
    ) -> None:
        """A published position is played until then; None: without a clock. Minutes from now that
        come again are those of then: the `key` alone says that they do. `seen`: as in
        `refuse_other`; ChangedMeanwhile where another phone has set its clock anew since it `was`
        out at that time ("": never)."""
        with self.writing(key, phone, "clock", evening_id, number) as writing:
            if writing.repeated:
                return
            self.refuse_other(evening_id, number, seen)
            if was is not None:
                self._refuse_set_anew(writing, evening_id, number, {was, ends_at or ""})
            put = """UPDATE positions SET ends_at = ?
                WHERE evening_id = ? AND number = ? AND published_at IS NOT NULL"""
            if not writing.db.execute(put, [ends_at, evening_id, number]).rowcount:
                raise NotThere(f"position {number}")
            note(writing, evening_id, "clock", {"number": number, "ends_at": ends_at})

    def _refuse_set_anew(
        self, writing: Writing, evening_id: int, number: int, known: Set[str]
    ) -> None:
        """ChangedMeanwhile where the clock of a position is none of these, by another phone: one's
        own, of which the answer was lost, may be set anew."""
        set_by = writing.db.execute(SET_BY, [evening_id, number]).fetchone()
        now = {one.ends_at or "" for one in self.positions(evening_id) if one.number == number}
        if set_by not in (None, (writing.phone,)) and not now <= known:
            raise ChangedMeanwhile(f"clock of position {number} at evening {evening_id}")

    def call(
        self,
        table_id: int,
        called: bool,
        *,
        key: str | None,
        phone: str,
        seen: str | None = None,
    ) -> None:
        """A table calls the organiser, or does no more; a call that stands keeps its time. `seen`:
        since when it called, by the page on which it was seen; another call than that one stays.
        None: any is meant."""
        with self.writing(key, phone, "call", table_id, called) as writing:
            table = rows.there(writing, table_id)
            if not called and seen not in (None, table.called_at):
                return
            if not writing.repeated and called != bool(table.called_at):
                put_change(writing, table, {"called_at": writing.at if called else None})

    def take_back_position(
        self,
        evening_id: int,
        number: int,
        *,
        key: str | None,
        phone: str,
        seen: str | None = None,
    ) -> None:
        """Takes back the newest position, published by mistake: its tables are deleted, it is only
        drawn again, and the position that it ended goes on. InvalidDeal where anything is told at
        them, or totals were brought; NotThere where it is not the newest that is published.
        `seen`: as in `refuse_other`."""
        with self.writing(key, phone, "take back", evening_id, number) as writing:
            if writing.repeated:
                return
            self.refuse_other(evening_id, number, seen)
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
            drawn = with_gone(seated, seated.tables, seated.sits_out)
            kept = as_text(as_kept(*drawn, seated.wanted, seated.by_hand))
            writing.db.execute(UNPUBLISH, {**at, "drawn": kept})
            note(writing, evening_id, "take back", {"number": number})

    def left_open(self, evening_id: int) -> list[int]:
        """The sheets that nobody closed though their position is over."""
        return [number for (number,) in self.db.execute(LEFT_OPEN, [evening_id])]

    def close_sheets(
        self,
        evening_id: int,
        tables: Sequence[int],
        *,
        key: str | None,
        phone: str,
        begun: Collection[int] | None = None,
    ) -> None:
        """Closes these sheets, as far as they are left open; with a deal half told only those where
        that is known (`begun`; None: all)."""
        with self.writing(key, phone, "close sheets", evening_id, list(tables)) as writing:
            if writing.repeated:
                return
            ids = as_ids({*tables} & {*self.left_open(evening_id)})
            for table in rows.tables(writing.db, AMONG, ids=ids):
                if table.half and begun is not None and table.id not in begun:
                    continue
                put_change(writing, table, {"closed_at": writing.at})
                note(writing, evening_id, "close sheet", {"table": table.id})

    def closed_by(self, table_id: int) -> tuple[str, str]:
        """Which phone closed the sheet last, and when; nothing where none did."""
        found = self.db.execute(CLOSED_BY, [table_id]).fetchone()
        return found or ("", "")

    def last_deals(self, table_id: int) -> set[int]:
        """The deal that stands last, deleted or not, and the one that is half told."""
        return {number for (number,) in self.db.execute(LAST, {"id": table_id})}
