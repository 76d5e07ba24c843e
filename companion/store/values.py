"""What the store gives and takes: plain values, never a row or a cursor.

Numbers of points are in the smallest unit of the game; times are texts as in ISO 8601, in UTC.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from ..games.base import Facts
from ..games.names import TURNS

State = Literal["told", "half", "deleted"]
Verdict = Literal["", "confirmed", "disputed"]  # of a second phone
Snapshot = Mapping[str, Any]  # what a change found or left (`history`)
UNTURNED = dict.fromkeys(map(ord, TURNS))
IDS = range(1, 2**63)  # of rows: as far as the database counts
JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def as_text(value: Any) -> str:
    """A value as the database keeps it."""
    return JSON.encode(value)


def as_ids(ids: Collection[int] | None) -> str | None:
    """The ids of some rows as a statement takes them, by json_each; None, as `ids` is: of all."""
    return None if ids is None else json.dumps(sorted(ids))


def clean(text: str) -> str:
    """A text that the database can keep: without halves of characters, which JSON may hold, and
    without what turns the rest of a line around."""
    return text.translate(UNTURNED).encode("utf-8", "replace").decode().strip()


def who_sit(names: Sequence[str]) -> str:
    """Who sits at the seats, in seat order, each by four letters."""
    return "".join(sha256(name.encode()).hexdigest()[:4] for name in names)


def in_utc(time: str) -> datetime:
    """A time as a file or an earlier release wrote it; one that says no zone is in UTC too."""
    at = datetime.fromisoformat(time)
    return at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)


def kept_time(time: str) -> str:
    """A time of a file as it is kept: in UTC, or a day alone, wherever the host is."""
    with suppress(ValueError):
        return date.fromisoformat(time).isoformat()
    return in_utc(time).isoformat()


def on_day(time: str) -> str:
    """The date at that time by the host's clock."""
    return in_utc(time).astimezone().date().isoformat()


class Sitting(NamedTuple):
    """Somebody in a seat, from a deal on until the next one takes it."""

    player: int  # who was seated; if merged since, still the one of then, so it can be taken back
    name: str  # of `person`
    after_deal: int  # the number of the deal after which they sat down; 0: from the start
    person: int = 0  # who `player` is now
    after_sort: str = ""  # the order key of that deal
    total: int = 0  # by how much the total of the seat changed while they sat there
    deals: int = 0  # how many deals that count they played


class Seat(NamedTuple):
    """A chair of the table and everybody who sat in it, in order."""

    seat: int
    people: tuple[Sitting, ...]
    start: int = 0

    @property
    def name(self) -> str:
        """What sheets call the seat: who sat there first."""
        return self.people[0].name

    @property
    def sitting(self) -> str:
        """Who sits there now."""
        return self.people[-1].name

    def at(self, deal: Deal) -> Sitting:
        """Who sat there in this deal."""
        return [one for one in self.people if one.after_sort < deal.sort or not one.after_sort][-1]

    def since(self, after_sort: str) -> Sitting:
        """Who sat there after all changes of seats that came after the deal of this order key."""
        return [one for one in self.people if one.after_sort <= after_sort][-1]

    @property
    def total(self) -> int:
        """What was carried over, and all deals since."""
        return self.start + sum(one.total for one in self.people)


@dataclass(frozen=True, kw_only=True)
class Table:
    """Fixed seats playing one game under fixed rules."""

    id: int
    uid: str
    game: str
    rules: Mapping[str, Any]
    at_once: int
    dealer: int
    start: tuple[int, ...]
    about: Mapping[str, str]
    over: bool
    opened_at: str
    closed_at: str | None
    deleted_at: str | None
    seats: tuple[Seat, ...]
    evening_id: int | None = None
    position: int | None = None  # of the evening
    place: int | None = None  # of the evening: "table 4"
    called_at: str | None = None  # since when it calls the organiser
    goes_on: int | None = None  # the table from which its totals are carried over
    again_of: int | None = None  # the table at which the same players played before
    counted_again_of: int | None = None  # the table that these deals were played at
    deals: int = 0  # told, whether they count or not
    half: bool = False  # whether one more is half told
    disputed: int = 0  # of the told ones
    confirmed: int = 0
    next_number: int = 1
    version: int = 0  # the newest change
    entered_at: str = ""  # when the table itself entered something last
    told_at: str = ""  # when a deal was told in full last; nothing: none is

    @property
    def names(self) -> tuple[str, ...]:
        """What sheets call the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def sitting(self) -> tuple[str, ...]:
        """Who sits there now."""
        return tuple(seat.sitting for seat in self.seats)

    @property
    def untouched(self) -> bool:
        """Whether nothing is told there, and no totals were brought: it is as a draw opened it."""
        return not (self.deals or self.half or any(self.start) or self.goes_on)

    @property
    def persons(self) -> tuple[int, ...]:
        """The numbers of those who sit there now; of merged people, the number of now."""
        return tuple(seat.people[-1].person for seat in self.seats)

    def names_at(self, deal: Deal) -> tuple[str, ...]:
        """Who sat at the seats in this deal."""
        return tuple(seat.at(deal).name for seat in self.seats)

    @property
    def sat(self) -> list[tuple[int, ...]]:
        """The persons who were at the table together: one row from the start, and one from each
        change of seats on; without those who played no deal that counts."""
        rows = []
        for since in sorted({one.after_sort for seat in self.seats for one in seat.people}):
            there = [seat.since(since) for seat in self.seats]
            rows.append(tuple(one.person for one in there if one.deals))
        return [row for row in rows if row]

    @property
    def totals(self) -> tuple[int, ...]:
        """One total a seat, as saved with the last deal."""
        return tuple(seat.total for seat in self.seats)

    @cached_property
    def agreed_text(self) -> str:
        """The rules as the database keeps them: what is remembered of deals is found by it."""
        return as_text(self.rules)

    @property
    def from_paper(self) -> bool:
        """Whether it begins with totals that no other table here brought."""
        return any(self.start) and self.goes_on is None

    @property
    def title(self) -> str:
        """What the table was called, if anything."""
        return self.about.get("title", "")


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as it was told; `place` is 0 while it is deleted, `revision` 0 before it is saved."""

    number: int
    dealer: int
    text: str  # the facts as they are stored; what is remembered of a deal is found by it
    state: State = "told"
    sort: str = "~"  # the order key: before it is saved, after all others
    revision: int = 0
    note: str = ""
    outcome: str = ""
    kind: str = ""
    told_at: str = ""
    verdict: Verdict = ""
    why: str = ""  # it is disputed
    place: int = 0

    @classmethod
    def telling(cls, number: int, dealer: int, facts: Facts) -> Deal:
        """A deal as it would be told, before it is saved."""
        return cls(number, dealer, as_text(facts))

    @property
    def facts(self) -> Facts:
        """What was told, the seats of the table as text for players."""
        found: Facts = json.loads(self.text)
        return found


def not_deleted(deals: Iterable[Deal]) -> list[Deal]:
    """The deals that are there, told and half told."""
    return [deal for deal in deals if deal.state != "deleted"]


@dataclass(frozen=True, kw_only=True)
class Change:
    """One entry of a table's history; `undone` while it is taken back."""

    id: int
    deal: int | None
    at: str
    phone: str
    kind: str
    before: Snapshot
    after: Snapshot
    undoes: int | None = None
    undone: bool = False


@dataclass(frozen=True)
class Saved:
    """What was saved: the same again when the same form comes twice."""

    table_id: int
    number: int
    change: int


@dataclass(frozen=True, kw_only=True)
class Telling:
    """A deal of a sheet that is imported; `dealer` None: whose turn it is."""

    facts: Facts
    dealer: int | None = None
    note: str = ""
    told_at: str = ""
    half: bool = False


@dataclass(frozen=True, kw_only=True)
class Substitute:
    """From the deal at this place on `name` sits in the seat."""

    place: int
    seat: int
    name: str


@dataclass(frozen=True)
class Opening:
    """What a table agrees before the first deal; `at_once` None: all play."""

    game: str
    names: Sequence[str]
    rules: Mapping[str, Any] = field(default_factory=dict)
    at_once: int | None = None
    dealer: int = 0
    start: Sequence[int] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    goes_on: int | None = None  # the table that `start` comes from; None: from paper
    again_of: int | None = None  # the table of which this is the next game
    counted_again_of: int | None = None  # the table whose deals it counts under other rules
    as_of: int | None = None  # its newest change when that was read


class Seen(NamedTuple):
    """What the form of a deal was drawn from: who sat at the seats (`who_sit`; "": it does not
    say), and whether the sheet was closed."""

    sit: str = ""
    closed: bool = True
