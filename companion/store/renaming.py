"""People renamed everywhere, two spellings of one person merged; both can be taken back."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..games.message import refuse
from ..games.names import checked_name, fold, tidy
from . import history
from .connections import Connections, Writing
from .errors import ChangedMeanwhile, NotThere
from .noting import note
from .people import SPELLINGS, THEM, bearer, loosely, rename, spellings, told_apart
from .redrawing import redraw
from .values import IDS, Table, as_ids, as_text, clean

MOST_PEOPLE = 500  # in a list
PERSON = """
SELECT p.id, p.name FROM players asked
  JOIN players p ON p.id = coalesce(asked.merged_into, asked.id)
WHERE asked.id = ?
"""
PLAYERS = """
SELECT id, name FROM players p WHERE merged_into IS NULL AND instr(loosely(name), :text)
  AND (:among IS NULL OR EXISTS (
    SELECT 1 FROM players o JOIN seats s ON s.player_id = o.id
    WHERE (o.id = p.id OR o.merged_into = p.id)
    AND s.table_id IN (SELECT value FROM json_each(:among))))
ORDER BY loosely(name), folded LIMIT :limit
"""
AT = """
SELECT DISTINCT coalesce(p.merged_into, p.id) FROM seats s JOIN players p ON p.id = s.player_id
WHERE s.table_id IN (SELECT value FROM json_each(?))
"""
NAMES = """
SELECT name, (SELECT max(s.table_id) FROM players o JOIN seats s ON s.player_id = o.id
  WHERE o.id = p.id OR o.merged_into = p.id) AS newest
FROM players p WHERE merged_into IS NULL AND EXISTS (
  SELECT 1 FROM players o JOIN seats s ON s.player_id = o.id JOIN tables t ON t.id = s.table_id
  WHERE (o.id = p.id OR o.merged_into = p.id) AND t.deleted_at IS NULL
  AND (:among IS NULL OR t.id IN (SELECT value FROM json_each(:among))))
ORDER BY newest DESC, p.id LIMIT :limit
"""
CHANGES = """
SELECT c.id, c.player_id, c.at, c.phone, c.was, c.became, c.into_id, p.name
FROM player_changes c JOIN players asked ON asked.id = c.player_id
  JOIN players p ON p.id = coalesce(asked.merged_into, asked.id)
WHERE c.taken_back_at IS NULL ORDER BY c.id DESC
"""
NOW = "SELECT p.folded, i.name FROM players p JOIN players i ON i.id = p.merged_into"
TAKEN_BACK = "SELECT 1 FROM player_changes WHERE id = ? AND taken_back_at IS NOT NULL"
TOGETHER = f"""
SELECT 1 FROM seats mine JOIN seats theirs ON theirs.table_id = mine.table_id
WHERE mine.player_id IN ({SPELLINGS})
AND theirs.player_id IN (SELECT id FROM players WHERE id = :other OR merged_into = :other)
"""
PLAY_ELSEWHERE = f"""
SELECT coalesce(p.merged_into, p.id), count(DISTINCT s.table_id) FROM players p
JOIN seats s ON s.player_id = p.id JOIN tables t ON t.id = s.table_id AND t.deleted_at IS NULL
WHERE {THEM} AND s.table_id != :table
GROUP BY 1
"""
# The positions in which both are drawn, and which of the two have a seat there.
DRAWN = """
SELECT evening_id, number, published_at IS NOT NULL, (
  SELECT json_group_array(DISTINCT coalesce(p.merged_into, p.id))
  FROM tables t JOIN seats s ON s.table_id = t.id JOIN players p ON p.id = s.player_id
  WHERE t.evening_id = positions.evening_id AND t.position = positions.number
    AND coalesce(p.merged_into, p.id) IN (:player, :other))
FROM positions WHERE 2 = (
  SELECT count(DISTINCT coalesce(p.merged_into, p.id)) FROM players p
  WHERE coalesce(p.merged_into, p.id) IN (:player, :other)
  AND p.id IN (SELECT value FROM json_each(drawn, '$.sits_out')
    UNION SELECT seat.value FROM json_each(drawn, '$.tables') one,
      json_each(one.value, '$.players') seat))
"""
# Follows merges step by step to the person at the end, and sets everybody's `merged_into` to that;
# NULL for those of whom no merge holds any more.
MERGED = """
WITH RECURSIVE step (one, other) AS (
  SELECT player_id, into_id FROM player_changes
  WHERE into_id IS NOT NULL AND taken_back_at IS NULL
), way (one, last) AS (
  SELECT one, other FROM step
  UNION ALL SELECT way.one, step.other FROM way JOIN step ON step.one = way.last
)
UPDATE players SET merged_into = (
  SELECT last FROM way WHERE way.one = players.id AND last NOT IN (SELECT one FROM step))
WHERE id IN (SELECT player_id FROM player_changes WHERE into_id IS NOT NULL)
"""


@dataclass(frozen=True)
class Person:
    """Somebody who plays, under whatever spellings."""

    id: int
    name: str


@dataclass(frozen=True)
class PlayerChange:
    """Somebody was renamed, or merged into somebody else."""

    id: int
    player: int
    at: str
    phone: str
    was: str  # the name
    became: str
    into: int | None  # None: renamed
    now: str  # what that person is called by now

    @property
    def holds(self) -> bool:
        """Whether it is still so: somebody who was renamed may have got a third name since."""
        return self.into is not None or self.now == tidy(self.became)


class People(Connections):
    """Who there is, and the writers of their names."""

    def names(self, limit: int = 30, among: Collection[int] | None = None) -> Sequence[str]:
        """Who played at a table that is there, the last to be seated first; `among` these."""
        values = {"limit": limit, "among": as_ids(among)}
        return [name for name, _ in self.db.execute(NAMES, values)]

    def person(self, player: int) -> Person:
        """The person of this number, whoever was merged into whom; NotThere where there is none."""
        if player in IDS:
            for row in self.db.execute(PERSON, [player]):
                return Person(*row)
        raise NotThere(f"player {player}")

    def players(self, search: str = "", among: Collection[int] | None = None) -> list[Person]:
        """Everybody by name, or who sat at these tables (`among`); one more than the `MOST_PEOPLE`
        of a list says that there are others."""
        asked = {"text": loosely(search.strip()), "among": as_ids(among), "limit": MOST_PEOPLE + 1}
        return [Person(*row) for row in self.db.execute(PLAYERS, asked)]

    def people_at(self, tables: Collection[int]) -> frozenset[int]:
        """Who sat at these tables, by their numbers."""
        return frozenset(person for (person,) in self.db.execute(AT, [as_ids(tables)]))

    def elsewhere(self, table: Table) -> dict[int, int]:
        """For each person who sits or sat at a table: at how many other tables too, if at any."""
        people = {one.person for seat in table.seats for one in seat.people}
        asked = {"people": as_ids(people), "table": table.id}
        return dict(self.db.execute(PLAY_ELSEWHERE, asked))

    def player_called(self, name: str) -> int | None:
        """The person of this name, however it is spelled."""
        return bearer(self.db, clean(name))

    def borne(self, names: Iterable[str]) -> set[str]:
        """Those of these names, folded, that somebody bears."""
        find = "SELECT folded FROM players WHERE folded IN (SELECT value FROM json_each(?))"
        return {name for (name,) in self.db.execute(find, [as_text(list(map(fold, names)))])}

    def names_now(self) -> dict[str, str]:
        """What people are called who were merged, by each other name that they had, folded."""
        return dict(self.db.execute(NOW).fetchall())

    def player_changes(self) -> list[PlayerChange]:
        """What was renamed and merged and not taken back, the newest first."""
        return [PlayerChange(*row) for row in self.db.execute(CHANGES)]

    def rename_player(
        self, player: int, name: str, *, key: str | None, phone: str, was: str | None = None
    ) -> None:
        """Calls a person otherwise, at every table; InvalidDeal for a name that is somebody's,
        ChangedMeanwhile where this is not the name that the person `was` seen with."""
        new = checked_name(name, "name")
        with self.writing(key, phone, "rename", player, name) as writing:
            who = self.person(player)
            if not writing.repeated and new != who.name:
                _refuse_other(who, was)
                _call(writing, who, new)
                _note(writing, who, new)

    def merge(
        self, player: int, into: int, *, key: str | None, phone: str, was: str | None = None
    ) -> None:
        """Makes a person another spelling of somebody else; InvalidDeal where they are two. `was`:
        as in `rename_player`.

        Seats keep who sat there, so that it can be taken back as if it had never been.
        """
        with self.writing(key, phone, "merge", player, into) as writing:
            if writing.repeated:
                return
            who, other = self.person(player), self.person(into)
            if who == other:
                raise refuse("{name} is that person already", at="into", name=who.name)
            _refuse_other(who, was)
            _refuse_beside(writing, who, other)
            _draw_once(writing, who, other)
            _note(writing, who, other.name, other.id)
            self.db.execute(MERGED)

    def take_back_player(self, change: int, *, phone: str) -> None:
        """Separates two who were merged, or gives the name back; InvalidDeal where it is taken."""
        with self.writing(None, phone) as writing:
            found = next((one for one in self.player_changes() if one.id == change), None)
            if found is None:
                if writing.db.execute(TAKEN_BACK, [change]).fetchone():
                    return  # by a touch before this one
                raise NotThere(f"change {change}")
            who = self.person(found.player)
            if not found.holds:
                raise refuse("{name} has another name by now", at="", name=found.became)
            if found.into is None:
                _call(writing, who, found.was)
            put = "UPDATE player_changes SET taken_back_at = ? WHERE id = ?"
            self.db.execute(put, [writing.at, change])
            self.db.execute(MERGED)
            now = told_apart(self.db, self.person(found.player).id)
            history.tell_name(writing, found.player, who.name, now)


def _refuse_other(who: Person, was: str | None) -> None:
    """ChangedMeanwhile for somebody with another name than was seen: of one who was merged since,
    the number finds the other."""
    if was not in (who.name, None):
        raise ChangedMeanwhile(f"player {who.id}")


def _refuse_beside(writing: Writing, who: Person, other: Person) -> None:
    """Refuses to merge two who ever sat at one table."""
    both = {"player": who.id, "other": other.id}
    if writing.db.execute(TOGETHER, both).fetchone():
        names: dict[str, Any] = {"name": who.name, "other": other.name}
        raise refuse("{name} and {other} sat at one table: they are two", at="into", **names)


def _draw_once(writing: Writing, who: Person, other: Person) -> None:
    """Before two are merged: in each published position in which both are drawn, takes out the one
    who has no seat. InvalidDeal where both have one, or the position is not published yet."""
    both = {"player": who.id, "other": other.id}
    for evening_id, number, published, seated in writing.db.execute(DRAWN, both).fetchall():
        sat = json.loads(seated)
        told: dict[str, Any] = {"name": who.name, "other": other.name, "n": number}
        if not published:
            raise refuse(
                "{name} and {other} are both drawn in position {n}: "
                "first let one of them leave, and draw again",
                at="into",
                **told,
            )
        if len(sat) > 1:
            raise refuse(
                "{name} and {other} have a seat each in position {n}: "
                "if they are one, first put right at one of the two tables who sits there",
                at="into",
                **told,
            )
        gone = spellings(writing.db, other.id if sat == [who.id] else who.id)
        redraw(writing, evening_id, dict.fromkeys(gone), published=True, only=number)
        note(writing, evening_id, "draw", {"number": number})


def _call(writing: Writing, who: Person, name: str) -> None:
    if bearer(writing.db, name) not in (None, who.id):
        raise refuse("{name} is somebody already: merge the two", at="name", name=name)
    rename(writing.db, who.id, name)


def _note(writing: Writing, who: Person, after: str, into: int | None = None) -> None:
    columns = {"player_id": who.id, "at": writing.at, "phone": writing.phone, "was": who.name}
    writing.add("player_changes", columns | {"became": after, "into_id": into})
    history.tell_name(writing, who.id, who.name, after)
