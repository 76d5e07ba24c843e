"""The positions of an evening: drawn, published, which opens their tables, closed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from . import rows
from .checking_in import CheckingIn
from .connections import Writing
from .drawn import DrawnTable, Position, as_kept, digest_of, position_of, with_gone
from .errors import DrawnMeanwhile, NotThere
from .evenings import Evening, about_at, refuse_closed
from .noting import note
from .opening import ToldTable, open_sheet, seat_anew, stays_seated
from .people import PLAYED_ONCE, merged, name_of
from .values import Opening, Table, as_ids, as_text

OPENED = """
SELECT place, id FROM tables
WHERE evening_id = ? AND position = ? AND deleted_at IS NULL ORDER BY place, id DESC
"""
PUBLISH = """
UPDATE positions SET published_at = :at, ends_at = :ends_at
WHERE evening_id = :id AND number = :number
"""
END_EARLIER = """
UPDATE positions SET closed_at = :at
WHERE evening_id = :id AND number < :number AND published_at IS NOT NULL AND closed_at IS NULL
"""
# Whether the table `t` was opened before something (`kind`) was done with the position `p`: it is
# no newer than the newest table of then, which is noted. Where it is not (an earlier release, a
# file), `time` decides.
OPENED_BEFORE = """
coalesce(t.id <= (SELECT json_extract(said, '$.newest') FROM evening_changes
  WHERE evening_id = p.evening_id AND kind = '{kind}' AND json_extract(said, '$.number') = p.number
  ORDER BY id DESC LIMIT 1), {time})
"""


class Positions(CheckingIn):
    """What is drawn, and the tables that it opens."""

    def positions(self, evening_id: int) -> list[Position]:
        """The positions of an evening, in order."""
        find = """SELECT number, drawn, published_at, ends_at, closed_at FROM positions
            WHERE evening_id = ? ORDER BY number"""
        now = merged(self.db)
        return [position_of(now, *row) for row in self.db.execute(find, [evening_id])]

    def keep_draw(
        self,
        evening_id: int,
        number: int,
        tables: Sequence[DrawnTable],
        sits_out: Sequence[int],
        *,
        key: str | None,
        phone: str,
        wanted: Mapping[str, int] | None = None,
        seen: str | None = None,
        asked: Sequence[Any] = (),
        by_hand: bool = False,
    ) -> None:
        """Keeps a draw in place of the one before. A published one may be changed only with `seen`
        (else NotThere), and only at tables without a deal, where people are seated anew.

        `seen`: the digest of the draw that the form was shown with, "" for none; DrawnMeanwhile
        where it is another one by now. `asked`: what makes it the same request when it comes again;
        None: the draw itself. `by_hand`: somebody was moved, nothing was drawn anew.
        """
        drawn = as_kept(tables, sits_out, wanted or {}, by_hand)
        with self.writing(key, phone, evening_id, number, list(asked) or drawn) as writing:
            if writing.repeated:
                return
            before = self._as_seen(evening_id, number, seen)
            if before and before.published_at:
                if seen is None or before.closed_at:
                    raise NotThere(f"position {number} is published")
                _seat_all_anew(writing, evening_id, before, tables)
                drawn = as_kept(*with_gone(before, tables, sits_out), wanted or {}, by_hand)
            put = """INSERT INTO positions (evening_id, number, drawn) VALUES (?, ?, ?)
                ON CONFLICT (evening_id, number) DO UPDATE SET drawn = excluded.drawn"""
            writing.db.execute(put, [evening_id, number, as_text(drawn)])
            note(writing, evening_id, "draw", {"number": number})

    def _as_seen(self, evening_id: int, number: int, seen: str | None) -> Position | None:
        """The position as people sit now; DrawnMeanwhile where it is not as `seen`, InvalidDeal
        at a closed evening."""
        refuse_closed(self.evening(evening_id))
        found = [one for one in self.positions(evening_id) if one.number == number]
        now = self.as_seated(found[0], evening_id) if found else None
        if seen is not None and seen != (now.digest if now else ""):
            raise DrawnMeanwhile
        return now

    def publish(
        self,
        evening_id: int,
        number: int,
        *,
        key: str | None,
        phone: str,
        ends_at: str | None = None,
        seen: str | None = None,
        stood: Collection[Table] | None = None,
    ) -> list[int]:
        """Opens the tables of a draw, all or none, and closes the positions before. Returns the
        numbers of the tables. `seen`: the digest of the draw; DrawnMeanwhile where it is another
        one by now, or somebody in it has left or plays something else. `stood`: the tables that
        were looked through for who plays already; DrawnMeanwhile where one is there besides."""
        with self.writing(key, phone, evening_id, number) as writing:
            if not writing.repeated:
                evening = self.evening(evening_id)
                found = self._as_seen(evening_id, number, seen)
                if found is None or found.published_at or evening.deleted_at:
                    raise NotThere(f"position {number} to be published")
                if seen is not None:
                    self._refuse_gone(evening_id, found)
                there = {one.id for one in self.tables_at(evening_id)}
                if stood is not None and not there <= {one.id for one in stood}:
                    raise DrawnMeanwhile
                noted = {"number": number, "newest": _newest_table(writing), "ends_at": ends_at}
                opened = [open_drawn(writing, evening, number, one) for one in found.tables]
                put = {"id": evening_id, "number": number, "at": writing.at, "ends_at": ends_at}
                writing.db.execute(PUBLISH, put)
                writing.db.execute(END_EARLIER, put)
                note(writing, evening_id, "publish", noted)
                writing.answer = {"tables": opened}
            tables: list[int] = writing.answer["tables"]
            return tables

    def _refuse_gone(self, evening_id: int, position: Position) -> None:
        plays = {one.player: one.game for one in self.attendances(evening_id) if one.here}
        if any(plays.get(one) != table.game for table in position.tables for one in table.players):
            raise DrawnMeanwhile

    def as_seated(self, position: Position, evening_id: int) -> Position:
        """A published position with people where they sit now: substitutes have the seats, and
        whoever got up sits out. So does whoever had a table that was deleted, if any is left."""
        if not position.published_at:
            return position
        there = {one.player for one in self.attendances(evening_id)}
        opened = self.tables_at(evening_id, position.number)
        seats = {one.place: one.persons for one in opened}
        now = {place: row for place, row in seats.items() if there.issuperset(row)}
        stand = [one for one in position.tables if one.place in seats] or position.tables
        tables = tuple(replace(one, players=now.get(one.place, one.players)) for one in stand)
        seated = [player for one in tables for player in one.players]
        sit = {*seated}
        if tables == position.tables or len(seated) > len(sit):  # somebody sits at two
            return position
        return replace(
            position,
            tables=tables,
            sits_out=tuple(one for one in dict.fromkeys(position.people) if one not in sit),
            gone=tuple(one for one in position.tables if one not in stand),
            digest=digest_of(position.digest, *tables),
        )

    def refuse_other(self, evening_id: int, number: int, seen: str | None) -> None:
        """DrawnMeanwhile where this is not the newest published position, or it was taken back and
        published anew since. `seen`: when it was, by the form that asks; None: it does not say."""
        found = [one for one in self.positions(evening_id) if one.published_at][-1:]
        now = [(one.number, one.published_at) for one in found]
        if seen is not None and now != [(number, seen)]:
            raise DrawnMeanwhile

    def close_position(
        self,
        evening_id: int,
        number: int,
        closed: bool = True,
        *,
        phone: str,
        seen: str | None = None,
    ) -> None:
        """The position is over, or is played on; its sheets stay as they are. `seen`: as in
        `refuse_other`."""
        with self.writing(None, phone) as writing:
            self.refuse_other(evening_id, number, seen)
            find = """SELECT closed_at IS NOT NULL FROM positions
                WHERE evening_id = ? AND number = ? AND published_at IS NOT NULL"""
            found = writing.db.execute(find, [evening_id, number]).fetchone()
            if found is None:
                raise NotThere(f"position {number}")
            if bool(found[0]) != closed:
                put = "UPDATE positions SET closed_at = ? WHERE evening_id = ? AND number = ?"
                writing.db.execute(put, [writing.at if closed else None, evening_id, number])
                kind = "close position" if closed else "reopen position"
                noted = {"number": number, "newest": _newest_table(writing)}
                note(writing, evening_id, kind, noted)

    def tables_of(self, evenings: Collection[int]) -> list[Table]:
        """The tables of many evenings that count, by their numbers: of deals that were counted
        again under other rules those that were played."""
        where = f"""WHERE t.deleted_at IS NULL AND {PLAYED_ONCE}
            AND t.evening_id IN (SELECT value FROM json_each(:evenings)) ORDER BY t.id"""
        return rows.tables(self.db, where, evenings=as_ids(evenings))

    def tables_of_place(self, evening_id: int, place: int) -> list[int]:
        """The numbers of all tables that stand or stood at a place of an evening, deleted too."""
        find = "SELECT id FROM tables WHERE evening_id = ? AND place = ?"
        return [number for (number,) in self.db.execute(find, [evening_id, place])]

    def tables_at(self, evening_id: int, position: int | None = None) -> list[Table]:
        """The tables of an evening, or of one position, by position and place."""
        where = "WHERE t.deleted_at IS NULL AND t.evening_id = :evening_id"
        where += "" if position is None else " AND t.position = :position"
        values = {"evening_id": evening_id, "position": position}
        return rows.known_tables(self, f"{where} ORDER BY t.position, t.place, t.id", **values)


def _newest_table(writing: Writing) -> int:
    return int(writing.db.execute("SELECT coalesce(max(id), 0) FROM tables").fetchone()[0])


def _seat_all_anew(
    writing: Writing, evening_id: int, before: Position, after: Sequence[DrawnTable]
) -> None:
    """Seats people anew at the tables of a published position that a change by hand concerns; all
    or none.

    Of several sheets at a place the first is changed, which refuses once a deal is told there.
    """
    sheets = writing.db.execute(OPENED, [evening_id, before.number]).fetchall()
    opened = dict(sheets)
    was = {one.place: one.players for one in before.tables}
    if {one.place for one in after} != was.keys():
        raise NotThere("a published position keeps its tables")
    for one in after:
        if one.place in opened and one.players != was[one.place]:
            seat_anew(writing, opened[one.place], was[one.place], one.players)
            sheets.remove((one.place, opened[one.place]))
    for _place, sheet in sheets:
        stays_seated(writing, sheet)


def open_drawn(writing: Writing, evening: Evening, number: int, drawn: DrawnTable) -> int:
    """One table of a position, under the rules of the evening."""
    names, rules = [name_of(writing.db, one) for one in drawn.players], evening.games[drawn.game]
    return open_at(writing, evening, (number, drawn.place), Opening(drawn.game, names, rules))


def open_at(writing: Writing, evening: Evening, at: tuple[int, int], opening: Opening) -> int:
    """A table of an evening `at` a position and place, with what its exports say of them."""
    about = {**opening.about, **about_at(evening, *at)}
    table = open_sheet(writing, ToldTable("open", replace(opening, about=about), None))
    put = "UPDATE tables SET evening_id = ?, position = ?, place = ? WHERE id = ?"
    writing.db.execute(put, [evening.id, *at, table.id])
    return table.id
