"""Seasons: evenings that count together."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeVar

from .errors import ChangedMeanwhile, NotThere
from .evenings import Evening, change, kept_name
from .standings import Standings
from .values import IDS, as_ids

SEASON = "SELECT id, name, best FROM seasons WHERE deleted_at IS NULL"
DELETED = "SELECT id, name, best FROM seasons WHERE deleted_at IS NOT NULL ORDER BY id DESC"
FREE = "(season_id IS NULL OR season_id IN (SELECT id FROM seasons WHERE deleted_at IS NOT NULL))"
Value = TypeVar("Value", str, int)


@dataclass(frozen=True)
class Season:
    """Evenings that count together; `best`: so many of a person's evenings do, 0: all."""

    id: int
    name: str
    best: int


def _changed(was: Value, told: Value, now: Value) -> Value:
    if told == was:
        return now
    if now not in (was, told):
        raise ChangedMeanwhile(f"to {now}")
    return told


class Seasons(Standings):
    """Seasons, and which evenings are in them."""

    def open_season(self, name: str, *, key: str | None, phone: str, uid: str = "") -> Season:
        """Opens a season; InvalidDeal without a name."""
        columns = {"name": kept_name(name), "best": 0}
        with self.writing(key, phone, "season", columns) as writing:
            if not writing.repeated:
                made = writing.add("seasons", columns | {"uid": uid or uuid.uuid4().hex})
                writing.answer = {"season_id": made}
            return self.season(writing.answer["season_id"])

    def change_season(
        self,
        season_id: int,
        name: str,
        best: int,
        *,
        key: str | None,
        phone: str,
        was: Season | None = None,
    ) -> None:
        """Calls a season otherwise, or counts another number of best evenings. What is told as it
        `was` stays as it is by now; ChangedMeanwhile where another phone made it something else."""
        with self.writing(key, phone, kept_name(name), best, season_id) as writing:
            if not writing.repeated:
                now = self.season(season_id)
                was = was or now
                named = _changed(was.name, kept_name(name), now.name)
                count = _changed(was.best, best, now.best)
                put = "UPDATE seasons SET name = ?, best = ? WHERE id = ?"
                writing.db.execute(put, [named, count, season_id])

    def put_evening(
        self, season_id: int, evening_id: int, inside: bool, *, key: str | None, phone: str
    ) -> None:
        """Puts an evening into the season or out again; NotThere while it is in another one."""
        with self.writing(key, phone, "season of", evening_id, season_id, inside) as writing:
            if not writing.repeated:
                self.season(season_id)
                was, now = self.evening(evening_id).season_id, season_id if inside else None
                if was not in (season_id, None):
                    raise NotThere(f"evening {evening_id} is of another season")
                if was != now:  # of one that is deleted it stays: it reads as of none until then
                    change(writing, evening_id, {"season_id": now})

    def delete_season(self, season_id: int, deleted: bool, *, phone: str) -> None:
        """Deletes a season, or brings it back with those of its evenings that are in no other."""
        with self.writing(None, phone) as writing:
            at = writing.at if deleted else None
            put = "UPDATE seasons SET deleted_at = ? WHERE id = ?"
            if not writing.db.execute(put, [at, season_id]).rowcount:
                raise NotThere(f"season {season_id}")

    def deleted_seasons(self) -> list[Season]:
        """The seasons that were deleted, the newest first."""
        return [Season(*row) for row in self.db.execute(DELETED)]

    def season(self, season_id: int) -> Season:
        """The season of this number; NotThere where there is none."""
        if season_id in IDS:
            for row in self.db.execute(f"{SEASON} AND id = ?", [season_id]):
                return Season(*row)
        raise NotThere(f"season {season_id}")

    def seasons(self, among: Collection[int] | None = None) -> list[Season]:
        """The seasons, the newest first; those of some evenings (`among`)."""
        mine = """ AND id IN (SELECT season_id FROM evenings
            WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL)"""
        asked = [] if among is None else [as_ids(among)]
        find = f"{SEASON}{'' if among is None else mine} ORDER BY id DESC"
        return [Season(*row) for row in self.db.execute(find, asked)]

    def evenings_of(self, season_id: int | None) -> list[Evening]:
        """The evenings of a season, or those of none (None), the newest first."""
        of = FREE if season_id is None else "season_id = ?"
        where = f"WHERE {of} AND deleted_at IS NULL ORDER BY date DESC, id DESC"
        return self.found_evenings(where, [] if season_id is None else [season_id])
