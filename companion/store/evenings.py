"""Evenings: what is played there, and under which rules."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..games import GAMES
from ..games.facts import agreed_rules, options
from ..games.message import refuse
from .agreeing import refuse_ruled_anew
from .attending import change_fee
from .connections import Connections, Writing, assigned, by_column, marked
from .errors import ChangedMeanwhile, NotThere
from .noting import note
from .people import loosely
from .values import IDS, as_ids, as_text, clean

EVENING = """
SELECT id, uid, name, date, place, games, fee, profile, corrects, shown, planned,
  (SELECT s.id FROM seasons s WHERE s.id = season_id AND s.deleted_at IS NULL) AS season_id,
  opened_at, closed_at, deleted_at FROM evenings
"""
VERSION = """
SELECT coalesce((SELECT max((SELECT max(id) FROM changes WHERE table_id = t.id)) FROM tables t
    WHERE t.evening_id = :id), 0),
  coalesce((SELECT max(id) FROM evening_changes WHERE evening_id = :id), 0),
  coalesce((SELECT generation FROM links
    WHERE right = 'watch' AND evening_id = :id AND place IS NULL), 1),
  (SELECT count(*) FROM positions
    WHERE evening_id = :id AND julianday(ends_at) <= julianday(:now))
"""
DELETED = "SELECT 1 FROM evenings WHERE id = ? AND deleted_at IS NOT NULL"
SEASON_THERE = "SELECT 1 FROM seasons WHERE id = ? AND deleted_at IS NULL"
LAST = "WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 1"
MOST_EVENINGS = 24  # in a list
CHANGEABLE: tuple[str, ...] = ("name", "date", "place", "games", "fee", "profile", "corrects")
CHANGEABLE += ("shown", "planned", "season_id")


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The day people met: what is played, under which rules, and what it costs."""

    id: int
    uid: str
    name: str
    date: str
    place: str  # where people met
    games: Mapping[str, Mapping[str, Any]]  # game -> every option of its tables
    fee: int  # what each owes, in hundredths
    profile: str  # of its CSV files
    corrects: str  # what a score link may correct: `all`, or the `last` deal
    shown: int | None  # its standings are shown up to this position; None: as they stand
    planned: int  # positions; 0: nobody has said how many
    season_id: int | None
    opened_at: str
    closed_at: str | None
    deleted_at: str | None

    def plans_none_after(self, position: int) -> bool:
        """Whether this position is the last that is planned, or one beyond it."""
        return 0 < self.planned <= position


def _searched(
    evenings: Sequence[Evening], search: str, said: Callable[[str], str]
) -> list[Evening]:
    """The evenings that have each word of the search; first those that have all of it just as it
    was typed, where a number at its edge is a whole one: 1 is not found in 21."""
    text = loosely(search).strip()
    words = {
        one.id: loosely(f"{one.name} {one.place} {one.date} {said(one.date)}") for one in evenings
    }
    found = [one for one in evenings if all(word in words[one.id] for word in text.split())]
    as_typed = re.compile(rf"(?<!\d){re.escape(text)}(?!\d)")
    return sorted(found, key=lambda one: as_typed.search(words[one.id]) is None)


class Evenings(Connections):
    """The evenings, and the writers of what is agreed for them."""

    def open_evening(
        self,
        name: str,
        date: str,
        place: str,
        games: Mapping[str, Mapping[str, Any]],
        fee: int = 0,
        planned: int = 0,
        *,
        key: str | None,
        phone: str,
        uid: str | None = None,
        season: int | None = None,
    ) -> Evening:
        """Opens an evening, in a season or in none; InvalidDeal for what cannot be agreed, or for a
        season that is not there any more."""
        columns = {
            "uid": uid or uuid.uuid4().hex,
            "name": kept_name(name),
            "date": date,
            "place": clean(place),
            "games": as_text(agreed_games(games)),
            "fee": fee,
            "planned": planned,
            "season_id": season,
        }
        with self.writing(key, phone, {**columns, "uid": uid}) as writing:
            if not writing.repeated:
                _refuse_gone(writing, season)
                made = writing.add("evenings", columns | {"opened_at": writing.at})
                note(writing, made, "open", {})
                writing.answer = {"evening_id": made}
            return self.evening(writing.answer["evening_id"])

    def change_evening(
        self,
        evening_id: int,
        *,
        key: str | None,
        phone: str,
        closed: bool | None = None,
        deleted: bool | None = None,
        was: Mapping[str, Any] = {},
        ruled: str | None = None,
        **columns: Any,
    ) -> Evening:
        """Changes what is given, any of `CHANGEABLE`; InvalidDeal for what cannot be agreed,
        ChangedMeanwhile where another phone made one of these something else than it `was`.

        `games`: only those that are agreed anew. `ruled`: the digest of the rules that the form was
        drawn from; InvalidDeal where others are agreed by now. `fee`: as in `change_fee`.
        """
        assert columns.keys() <= set(CHANGEABLE)
        if "name" in columns:
            columns["name"] = kept_name(columns["name"])
        if "games" in columns:
            columns["games"] = agreed_games(columns["games"])
        with self.writing(key, phone, evening_id, columns, closed, deleted) as writing:
            if not writing.repeated:
                now = self.evening(evening_id)
                _refuse_overtaken(now, was, columns)
                if "games" in columns:
                    columns["games"] = as_text(_agreed_anew(now, columns["games"], ruled))
                if "fee" in columns:
                    change_fee(writing, evening_id, now.fee, columns["fee"])
                marks = {"closed_at": closed, "deleted_at": deleted}
                if new := columns | marked(writing, now, marks):
                    change(writing, evening_id, new)
            return self.evening(evening_id)

    def evening(self, evening_id: int) -> Evening:
        """The evening of this number, a deleted one too; NotThere where there is none."""
        found = self.found_evenings("WHERE id = ?", [evening_id]) if evening_id in IDS else []
        if not found:
            raise NotThere(f"evening {evening_id}")
        return found[0]

    def last_evening(self) -> Evening | None:
        """The evening that was opened last."""
        return next(iter(self.found_evenings(LAST, [])), None)

    def found_evenings(self, where: str, asked: Any) -> list[Evening]:
        """The evenings that a condition finds."""
        rows = by_column(self.db, f"{EVENING} {where}", asked)
        return [Evening(**row | {"games": json.loads(row["games"])}) for row in rows]

    def evenings(
        self,
        among: Collection[int] | None = None,
        closed: bool = False,
        search: str = "",
        said: Callable[[str], str] = str,
    ) -> list[Evening]:
        """The evenings going on, or the newest of those that are over, the newest first.

        `search`: each word is in the name, the place or the date, as it is kept or as it is `said`;
        `among`: only these.
        """
        where = "WHERE deleted_at IS NULL"
        where += " AND closed_at IS NOT NULL" if closed else " AND closed_at IS NULL"
        where += "" if among is None else " AND id IN (SELECT value FROM json_each(:among))"
        values = {"among": as_ids(among), "limit": -1 if search else MOST_EVENINGS}
        where += " ORDER BY date DESC, id DESC LIMIT :limit"
        found = self.found_evenings(where, values)
        return _searched(found, search, said)[:MOST_EVENINGS] if search else found

    def evenings_among(self, evenings: Collection[int]) -> list[Evening]:
        """The evenings of these numbers, closed and deleted ones too, the newest first."""
        where = "WHERE id IN (SELECT value FROM json_each(?)) ORDER BY date DESC, id DESC"
        return self.found_evenings(where, [as_ids(evenings)])

    def deleted_evenings(self) -> list[Evening]:
        """The evenings that were deleted, the newest first."""
        where = "WHERE deleted_at IS NOT NULL ORDER BY date DESC, id DESC LIMIT ?"
        return self.found_evenings(where, [MOST_EVENINGS])

    def evening_version(self, evening_id: int) -> str:
        """A text that changes with the evening, with any of its tables, with its link to look on
        (it stands on the wall), and when the clock of a position runs out."""
        asked = {"id": evening_id, "now": self._clock().isoformat()}
        return "-".join(map(str, self.db.execute(VERSION, asked).fetchone()))


def _refuse_overtaken(now: Evening, was: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """ChangedMeanwhile where something is neither as it `was`, nor as it is to be (`new`)."""
    for column in was.keys() & new.keys():
        if getattr(now, column) not in (was[column], new[column]):
            raise ChangedMeanwhile(f"evening {now.id}")


def _refuse_gone(writing: Writing, season: int | None) -> None:
    """Refuses a season that was deleted since it was chosen."""
    if season is None:
        return
    if season not in IDS or not writing.db.execute(SEASON_THERE, [season]).fetchone():
        raise refuse("that season was deleted meanwhile", at="season")


def kept_name(name: str) -> str:
    """The name of an evening, or of a season, as it is kept; InvalidDeal for none."""
    if not clean(name):
        raise refuse("a name is needed", at="name")
    return clean(name)


def agreed_games(games: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The games of an evening with every option written out; InvalidDeal for what cannot be."""
    if not games:
        raise refuse("at least one game is needed", at="games")
    return {key: options(agreed_rules(GAMES[key], told)) for key, told in games.items()}


def _agreed_anew(now: Evening, new: Mapping[str, Any], ruled: str | None) -> dict[str, Any]:
    """All games of an evening once some are agreed anew."""
    for key, rules in new.items():
        refuse_ruled_anew(ruled, now.games.get(key, {}), rules)
    return {**now.games, **new}


def refuse_deleted(writing: Writing, evening_id: int) -> None:
    """Refuses what would put a table where nobody looks any more."""
    if writing.db.execute(DELETED, [evening_id]).fetchone():
        raise refuse("that evening is deleted: bring it back first", at="place")


def refuse_closed(evening: Evening) -> None:
    """Refuses a table, or a draw, of an evening that is over."""
    if evening.closed_at:
        raise refuse("that evening is closed: its organiser can go on with it", at="place")


def about_at(evening: Evening, position: int, place: int) -> dict[str, str]:
    """What the sheet of a table says of where it is played at an evening."""
    at = {"evening": evening.name, "date": evening.date}
    return at | {"position": str(position), "table": str(place)}


def change(writing: Writing, evening_id: int, columns: Mapping[str, Any]) -> None:
    """Changes columns of an evening, and notes it."""
    put = f"UPDATE evenings SET {assigned(columns)} WHERE id = :id"
    writing.db.execute(put, {**columns, "id": evening_id})
    note(writing, evening_id, "change", columns)
