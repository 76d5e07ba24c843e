"""What is kept: tables, who sits there, what was told, and every change of it.

The only place that speaks SQL. Gives and takes plain values (`values.py`), never a row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Literal

from ..migrations import NewerDatabase, migrate
from . import history, rows
from .attending import Attendance
from .bringing import Bringing, BroughtTable, Whole
from .changing import Changing
from .drawn import DrawnTable, Position
from .ending import End, end_without, moved_end
from .errors import (
    CannotWrite,
    ChangedMeanwhile,
    Conflict,
    Deleted,
    DrawnMeanwhile,
    NotAsSeen,
    NotThere,
)
from .evenings import MOST_EVENINGS, Evening, agreed_games, kept_name
from .following import Following, Follows
from .history import JUDGES, Chair, deal_numbers, told_before
from .judging import LONGEST_WHY, Verdicts
from .leaving import Leaving
from .links import MOST_PLACES, Links, is_code
from .moving import Moving, told_there
from .opening import Tables, ToldTable
from .people import fits, loosely, words
from .playing import Playing
from .renaming import MOST_PEOPLE, People, Person
from .replaying import Replayed, replay, replay_once, seat_keys, tell_again
from .rescoring import Difference, Rescoring
from .restoring import RESTORED, Restoring, restorable
from .rights import LINKS, RIGHTS, Link, Right, Rights, Where
from .saving import is_another
from .seasons import Season, Seasons
from .seating import Seats
from .settling import roles_of
from .standings import LONGEST_REASON, Adjustment, Part
from .statistics import Partner, Played, Size, Statistics
from .telling import Deals
from .values import (
    IDS,
    Change,
    Deal,
    Opening,
    Saved,
    Seat,
    Seen,
    Sitting,
    Substitute,
    Table,
    Telling,
    Verdict,
    as_ids,
    clean,
    in_utc,
    not_deleted,
    on_day,
    who_sit,
)
from .wishing import Wishes

__all__ = ["Adjustment", "Attendance", "BroughtTable", "CannotWrite", "Chair", "Change"]
__all__ += ["ChangedMeanwhile", "Conflict", "Deal", "Deleted", "Difference", "DrawnMeanwhile"]
__all__ += ["DrawnTable", "End", "Evening", "Follows", "IDS", "JUDGES", "LINKS", "LONGEST_REASON"]
__all__ += ["LONGEST_WHY", "Link", "MOST_EVENINGS", "MOST_LISTED", "MOST_PEOPLE", "MOST_PLACES"]
__all__ += ["NewerDatabase", "NotAsSeen", "NotThere", "Opening", "Part", "Partner", "Person"]
__all__ += ["Played", "Position", "RESTORED", "RIGHTS", "Replayed", "Right", "Rights", "Saved"]
__all__ += ["Season", "Seat", "Seen", "Sitting", "Size", "Store", "Substitute", "Table", "Telling"]
__all__ += ["ToldTable", "Verdict", "Where", "Whole", "agreed_games", "clean", "deal_numbers"]
__all__ += ["end_without", "fits", "in_utc", "is_another", "is_code", "kept_name", "loosely"]
__all__ += ["migrate", "moved_end", "on_day", "replay", "replay_once", "restorable", "roles_of"]
__all__ += ["seat_keys", "tell_again", "told_before", "told_there", "who_sit"]

FOUND = """
AND NOT EXISTS (SELECT 1 FROM json_each(:words) word WHERE NOT (
  instr(loosely(json_extract(t.about, '$.title')), word.value) OR EXISTS (
    SELECT 1 FROM seats s JOIN players sat ON sat.id = s.player_id
      JOIN players p ON p.id IN (sat.id, sat.merged_into)
    WHERE s.table_id = t.id AND instr(loosely(p.name), word.value))))
"""
MOST_LISTED = 50  # tables; of others a search asks
IN_STATE = {
    "open": "WHERE t.deleted_at IS NULL AND t.closed_at IS NULL",
    "closed": "WHERE t.deleted_at IS NULL AND t.closed_at IS NOT NULL",
    "deleted": "WHERE t.deleted_at IS NOT NULL",
}
LAST = """
SELECT max(at) FROM (
  SELECT at FROM changes WHERE id = (SELECT max(id) FROM changes)
  UNION ALL SELECT at FROM evening_changes WHERE id = (SELECT max(id) FROM evening_changes))
"""


class Store(
    Tables,
    Changing,
    Deals,
    Seats,
    Verdicts,
    Moving,
    Rescoring,
    Restoring,
    Links,
    Playing,
    Following,
    Leaving,
    Wishes,
    Seasons,
    Bringing,
    People,
    Statistics,
):
    """The database of an instance, open for the life of the process; made by `migrate`."""

    def table(self, table_id: int) -> Table:
        """The table of this number, a deleted one too; NotThere where there is none."""
        return rows.known_table(self, table_id)

    def version(self, table_id: int) -> int:
        """The newest change of a table; NotThere where there is none."""
        found = rows.newest(self.db, table_id)
        if not found:
            raise NotThere(f"table {table_id}")
        return found

    def table_by_uid(self, uid: str) -> Table | None:
        """The table whose exports carry this id, a deleted one too."""
        found = rows.tables(self.db, "WHERE t.uid = :uid", uid=uid.lower())
        return found[0] if found else None

    def tables(
        self,
        state: Literal["open", "closed", "deleted"],
        search: str = "",
        among: Collection[int] | None = None,
    ) -> list[Table]:
        """All tables in progress, or the newest of those closed, or deleted; first those that
        entered something last: a name put right elsewhere moves none.

        `search`: each word is in the title or a name of who ever sat there; `among`: only these.
        """
        where = IN_STATE[state]
        where += FOUND if search.strip() else ""
        where += "" if among is None else " AND t.id IN (SELECT value FROM json_each(:among))"
        values = {"words": words(search), "among": as_ids(among)}
        most = -1 if state == "open" else MOST_LISTED
        where += f" ORDER BY e.id DESC LIMIT {most}"
        return rows.known_tables(self, where, **values)

    def any_opened(self) -> bool:
        """Whether a table was ever opened here."""
        return rows.newest(self.db) > 0

    def opened_after(self, table: Table) -> list[Table]:
        """The tables in progress at no evening, of the game of this one and opened after it."""
        where = """WHERE t.deleted_at IS NULL AND t.closed_at IS NULL AND t.evening_id IS NULL
            AND t.game = :game AND t.id > :id ORDER BY t.id"""
        return rows.tables(self.db, where, game=table.game, id=table.id)

    def mine(self, phone: str) -> frozenset[int]:
        """The numbers of the tables in progress at which this phone changed something: to open
        those of an evening is to organise it."""
        find = """SELECT id FROM tables t WHERE closed_at IS NULL AND deleted_at IS NULL
            AND EXISTS (SELECT 1 FROM changes WHERE phone = ? AND table_id = t.id
              AND (kind != 'open' OR t.evening_id IS NULL))"""
        return frozenset(number for (number,) in self.db.execute(find, [phone]) if phone)

    def opened_last(self, phone: str, game: str) -> Table | None:
        """The newest table of a game that this phone opened: proposed again. What an evening agrees
        is no choice of a phone's."""
        mine = "SELECT max(c.table_id) FROM changes c JOIN tables o ON o.id = c.table_id"
        where = "WHERE c.phone = :phone AND c.kind = 'open' AND o.game = :game"
        where = f"WHERE t.id = ({mine} {where} AND o.evening_id IS NULL)"
        found = rows.tables(self.db, where, phone=phone, game=game) if phone else []
        return found[0] if found else None

    def deals(self, table_id: int) -> list[Deal]:
        """The deals of a table, told and half told, in play order."""
        return not_deleted(rows.known_deals(self, self.table(table_id)))

    def table_and_deals(self, table_id: int) -> tuple[Table, list[Deal]]:
        """A table and its deals, as they belong together: of one change, or read in one moment."""
        table = self.table(table_id)
        found = rows.known_as_of(self, table)
        if found is None:
            with self.reading():
                table = self.table(table_id)
                found = rows.known_deals(self, table)
        return table, not_deleted(found)

    def deals_of(self, tables: Sequence[Table]) -> Iterator[tuple[Table, list[Deal]]]:
        """Tables that have deals, each with them, one after the other, in one statement."""
        return rows.deals_of(self.db, tables)

    def every_deal(self, table: Table) -> Sequence[Deal]:
        """The deals that a table ever told, in play order, the deleted ones too."""
        return rows.known_deals(self, table)

    def deal(self, table_id: int, number: int) -> Deal:
        """The deal of this number, a deleted one too; NotThere where there is none."""
        return rows.deal(self, self.table(table_id), number)

    def changes(self, table_id: int, since: int = 0) -> list[Change]:
        """The history of a table since a change, the newest first."""
        return rows.changes(self.db, table_id, since)

    def can_undo(self, table_id: int) -> Change | None:
        """What undo would take back."""
        return rows.step(self.db, table_id, history.to_undo)

    def can_redo(self, table_id: int) -> Change | None:
        """What redo would put back: the undo that it takes back."""
        return rows.step(self.db, table_id, history.to_redo)

    def last_step(self, table_id: int) -> Change | None:
        """The undo or redo that nothing was done since."""
        return rows.step(self.db, table_id, history.last_step)

    def sqlite_version(self) -> str:
        """Which SQLite this is: some have faults that others have not."""
        (found,) = self.db.execute("SELECT sqlite_version()").fetchone()
        return str(found)

    def changed_at(self) -> datetime | None:
        """When a table or an evening was changed last; None: there was none yet."""
        (last,) = self.db.execute(LAST).fetchone()
        return datetime.fromisoformat(last) if last else None
