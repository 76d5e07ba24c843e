"""A table as lists show it: from what the store keeps, no deal is told again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Literal

from ..games import GAMES
from ..games.base import Game
from ..store import MOST_LISTED, Table
from ..words import gettext as _
from ..words import ngettext, with_commas
from . import store
from .rights import sees
from .shown import title


def seen_tables(state: Literal["open", "closed", "deleted"], search: str = "") -> list[Table]:
    """The tables that this phone may see."""
    return store().tables(state, search, among=sees())


def in_progress(mine: frozenset[int]) -> list[Table]:
    """The tables in progress. Of those left open at an evening that is over only this phone's own:
    after a season all of them would push the ways to begin far down."""
    tables = seen_tables("open")
    left = {one.id for one in _left_open(tables)} - mine
    return [one for one in tables if one.id not in left]


def put_away(search: str) -> list[Table]:
    """The newest of the tables that were closed, or whose evening was."""
    found = [*_left_open(seen_tables("open", search)), *seen_tables("closed", search)]
    return sorted(found, key=attrgetter("entered_at", "id"), reverse=True)[:MOST_LISTED]


def _left_open(tables: Sequence[Table]) -> list[Table]:
    """Those of them that nobody closed though their evening is over."""
    of = store().evenings_among({one.evening_id for one in tables if one.evening_id})
    over = {one.id for one in of if one.closed_at}
    return [one for one in tables if one.evening_id in over]


@dataclass(frozen=True)
class Listed:
    """One table in a list."""

    table: Table
    carried_on: bool = False  # its totals are played on at another table
    evening: str = ""  # that it is of, in a list with those of several

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return GAMES[self.table.game]

    @property
    def title(self) -> str:
        """The table's name: its own, else its first players and how many more."""
        return title(self.table)

    @property
    def name(self) -> str:
        """What people call it at an evening: by its place, where it has one."""
        return _("Table %(n)s") % {"n": self.table.place} if self.table.place else self.title

    @property
    def best(self) -> int:
        """The total that leads."""
        return (min if self.game.lowest_wins else max)(self.table.totals)

    @property
    def leaders(self) -> str:
        """Who has the best total, in words: in front, or the winner; nothing before a deal
        counts."""
        totals = zip(self.table.sitting, self.table.totals, strict=True)
        names = [name for name, total in totals if total == self.best]
        if not self.counted:
            return ""
        if self.ended and len(names) == 1:  # what decides between several, only the sheet knows
            return _("%(name)s has won") % {"name": names[0]}
        return _("%(names)s in front") % {"names": with_commas(names)}

    @property
    def ended(self) -> bool:
        """Whether the game is over; where no end was agreed, whether the sheet is closed, and its
        totals are not carried over."""
        no_end = not (self.planned or self.table.rules.get("limit"))
        return self.table.over or bool(no_end and self.table.closed_at and not self.carried_on)

    @property
    def counted(self) -> int:
        """How many deals count: each was played by as many as play at once."""
        plays = sum(one.deals for seat in self.table.seats for one in seat.people)
        return plays // self.table.at_once

    @property
    def planned(self) -> int:
        """How many deals were planned; 0: open."""
        return int(self.table.rules.get("deals", 0))

    @property
    def many(self) -> str:
        """How many deals count, in words."""
        return in_deals(self.counted)

    @property
    def where(self) -> str:
        """How far the table is, in a few words."""
        if self.table.over:
            over = ngettext("over, %(n)s deal", "over, %(n)s deals", self.counted)
            return over % {"n": self.counted}
        if self.table.closed_at:
            return self.many
        if self.planned:
            words = {"n": min(self.counted + 1, self.planned), "planned": self.planned}
            return _("deal %(n)s of %(planned)s") % words
        return _("deal %(n)s") % {"n": self.counted + 1}


def in_deals(n: int) -> str:
    """How many deals, in words."""
    return ngettext("%(n)s deal", "%(n)s deals", n) % {"n": n}


def ago(at: str) -> str:
    """How long ago that was, in the words of a person."""
    then, now = datetime.fromisoformat(at).astimezone(), datetime.now().astimezone()
    minutes = max(0, int((now - then).total_seconds()) // 60)
    if minutes < 1:
        return _("now")
    if minutes < 60:
        return _("%(n)s min ago") % {"n": minutes}
    if minutes < 24 * 60:
        return _("%(n)s h ago") % {"n": minutes // 60}
    days = max(1, (now.date() - then.date()).days)  # by the host's clock; a day may have 25 hours
    return ngettext("yesterday", "%(n)s days ago", days) % {"n": days}
