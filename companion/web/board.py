"""The board of an evening's tables: how far each is, and what of it needs a person."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from ..store import Attendance, Evening, Position, Table, in_utc
from ..words import gettext as _
from ..words import ngettext
from .listed import Listed, ago, in_deals
from .playing import Clock, clock

LATE = 15  # minutes without an entry after which somebody should look
# What a table may need, the worst first, and the symbol that shows it.
SYMBOLS = {
    "disputed": "disputed",
    "calls": "bell",
    "finished": "tick",
    "late": "restore",
    "unconfirmed": "tick",
    "waits": "half",
    "done": "closed",
}
ORDER = tuple(SYMBOLS)
NOTED = ("disputed", "calls", "finished", "late", "unconfirmed")  # said above the tables too
MOST_LATE = 3  # tables with a note each that says so
JUDGED = ("disputed", "unconfirmed")  # about some of its deals
STAYS = ("disputed", "calls")  # on a closed sheet too, until somebody settles it


@dataclass(frozen=True)
class Card(Listed):
    """One table of the board."""

    clock: Clock | None = None
    linked: bool = True  # whether the phone may open its sheet
    left: bool = False  # open though its position is over: nobody is waited for

    @property
    def called(self) -> str:
        """Its `name`, with its position where it has one."""
        at = _("Position %(n)s") % {"n": self.table.position} if self.table.position else ""
        return " · ".join(filter(None, [at, self.name]))

    @property
    def entered(self) -> str:
        """How long ago something was entered there."""
        return ago(self.table.entered_at)

    @property
    def finished(self) -> bool:
        """Whether its game is over, or its time is up: then the deal that was being played is still
        told, and is the last; where none is told for a while, nobody was playing one."""
        table, clock = self.table, self.clock
        if table.over or not (clock and clock.out) or table.half or not table.told_at:
            return table.over
        return in_utc(table.told_at) > clock.end or _minutes_since(clock.end) >= LATE

    @property
    def unconfirmed(self) -> int:
        """How many deals nobody has confirmed, at a table that confirms its deals."""
        table = self.table
        return table.deals - table.confirmed - table.disputed if table.confirmed else 0

    @property
    def late(self) -> bool:
        """Whether nothing was entered for long at a table that should be playing."""
        return _minutes_since(in_utc(self.table.entered_at)) >= LATE

    @cached_property
    def needs(self) -> str:
        """The worst thing that is wrong there, a word of `ORDER`; nothing: all is well."""
        table = self.table
        waited_for = not table.closed_at and not self.left
        holds = {
            "disputed": table.disputed > 0,
            "calls": bool(table.called_at),
            "finished": self.finished and waited_for and table.deals > 0,
            "late": self.late and waited_for,
            "unconfirmed": self.unconfirmed > 0 and waited_for,
            "waits": table.deals == 0 and not table.half and waited_for,
            "done": bool(table.closed_at),
        }
        return next((word for word in ORDER if holds[word]), "")

    @property
    def word(self) -> str:
        """What it `needs` in a word or two, for the card."""
        n = {"disputed": self.table.disputed, "unconfirmed": self.unconfirmed}.get(self.needs, 0)
        words = {
            "disputed": ngettext("%(n)s disputed", "%(n)s disputed", n) % {"n": n},
            "calls": _("calls"),
            "finished": _("to be closed"),
            "late": _("late"),
            "unconfirmed": _("%(n)s to confirm") % {"n": n},
            "waits": _("no deal yet"),
            "done": _("done"),
        }
        return words.get(self.needs, "")

    @property
    def far(self) -> str:
        """How far the table is, beside what it `needs`. Where that is about some deals, how many
        deals there are, passed ones too: the number of the deal that is played now would be read as
        that of a deal to judge."""
        played_on = self.needs in JUDGED and not self.table.over
        return in_deals(self.table.deals) if played_on else self.where

    @property
    def unsettled(self) -> str:
        """What is still to settle on a closed sheet, where there is only a line and no card."""
        return self.word if self.needs in STAYS else ""

    @property
    def symbol(self) -> str:
        """The symbol beside the word."""
        return SYMBOLS.get(self.needs, "")


def _minutes_since(then: datetime) -> float:
    """How many minutes ago that was."""
    return (datetime.now(UTC) - then).total_seconds() / 60


@dataclass(frozen=True)
class Board:
    """The tables that are looked after now, and those of before."""

    cards: Sequence[Card]
    position: Position | None  # the newest that is published
    clock: Clock | None

    @cached_property
    def latest(self) -> int:
        """The newest published position, else the newest that has tables; 0: none."""
        if self.position:
            return self.position.number
        return max((card.table.position or 0 for card in self.cards), default=0)

    @property
    def now(self) -> list[Card]:
        """The tables of the newest position, then those before it that still play."""
        of = [card for card in self.cards if not self._past(card)]
        return sorted(of, key=lambda card: not self.newest(card))

    def newest(self, card: Card) -> bool:
        """Whether a table is of the newest position."""
        return (card.table.position or 0) == self.latest

    @property
    def of_newest(self) -> list[Card]:
        """The tables of the newest position."""
        return [card for card in self.cards if self.newest(card)]

    @property
    def before(self) -> list[Card]:
        """The closed sheets of earlier positions, the newest first."""
        return [card for card in reversed(self.cards) if self._past(card)]

    def _past(self, card: Card) -> bool:
        return card.table.closed_at is not None and not self.newest(card)

    @cached_property
    def noted(self) -> list[Card]:
        """The tables that need a person, the worst first; closed ones too, if unsettled."""
        noted = [card for card in [*self.now, *self.before] if card.needs in NOTED]
        return sorted(noted, key=lambda card: ORDER.index(card.needs))

    @cached_property
    def late_together(self) -> list[str]:
        """The late tables, if one note names them all: in a break each would have its own."""
        late = [self.called(card) for card in self.noted if card.needs == "late"]
        return late if len(late) > MOST_LATE else []

    @property
    def notes(self) -> list[Card]:
        """The tables with a note of their own."""
        return [card for card in self.noted if not (self.late_together and card.needs == "late")]

    def called(self, card: Card) -> str:
        """What people call a table here: one of an earlier position is called by that too."""
        return card.name if self.newest(card) else card.called

    @property
    def half_told(self) -> list[str]:
        """What those of the sheets left open are called on which a deal is begun."""
        return [self.called(card) for card in self.cards if card.table.id in self.begun_on]

    @property
    def begun_on(self) -> list[int]:
        """The sheets left open on which a deal is begun."""
        return [card.table.id for card in self.cards if card.left and card.table.half]

    @property
    def playing(self) -> int:
        """How many sheets of the newest position are still open."""
        return sum(not card.table.closed_at for card in self.of_newest)

    @property
    def untouched(self) -> bool:
        """Whether all its tables are as they were opened by its draw."""
        return all(one.table.untouched for one in self.of_newest)

    @property
    def begun(self) -> bool:
        """Whether anything has been told in the newest position."""
        return any(card.table.deals or card.table.half for card in self.of_newest)


def all_played(evening: Evening, board: Board, drawn: bool) -> bool:
    """Whether an open evening has played all positions that it plans: the last one is closed, or
    all its sheets are. `drawn`: whether another one is drawn, and not published yet."""
    position = board.position
    if not position or drawn or evening.closed_at or evening.deleted_at:
        return False
    over = bool(position.closed_at) or (board.begun and not board.playing)
    return over and evening.plans_none_after(position.number)


def next_step(evening: Evening, board: Board, played: bool, anybody_here: bool) -> str:
    """What the organiser does next, as the buttons of the page call it; nothing once the evening is
    deleted. `played`: whether it has `all_played`."""
    if evening.deleted_at:
        return ""
    if evening.closed_at:
        return "sheets"
    if board.position and not board.position.closed_at:
        return "close"
    if played:
        return "end"
    return "draw" if anybody_here else "who"


def unseated(
    here: Sequence[Attendance], position: Position | None, tables: Sequence[Table]
) -> list[Attendance]:
    """Who is here and sits at no table of this position: they came after its draw, or their table
    was deleted. Nobody, if no table of it is left."""
    there = [table for table in tables if position and table.position == position.number]
    if not position or position.closed_at or not there:
        return []
    places = {table.place for table in there}
    drawn = [player for one in position.tables if one.place in places for player in one.players]
    known = {*position.sits_out, *drawn, *(person for one in there for person in one.persons)}
    return [one for one in here if one.player not in known]


def left_seats(
    attendances: Sequence[Attendance], cards: Sequence[Card]
) -> Iterator[tuple[Card, list[Attendance]]]:
    """Who has left the evening and still has a seat at one of these tables that is not done."""
    gone = {one.player: one for one in attendances if not one.here}
    for card in cards:
        done = card.finished and card.table.deals > 0
        if card.table.closed_at or done or card.left:
            continue
        if people := [gone[one] for one in card.table.persons if one in gone]:
            yield card, people


def board(
    tables: Sequence[Table],
    positions: Sequence[Position],
    seen: Collection[int] | None,
    left_open: Collection[int] = (),
) -> Board:
    """The board of an evening's tables. `seen`: whose sheets the phone may open, None: all;
    `left_open`: the sheets that nobody closed though their position is over."""
    clocks = {one.number: clock(one.ends_at) for one in positions}
    cards = [
        Card(
            table,
            clock=clocks.get(table.position or 0),
            linked=seen is None or table.id in seen,
            left=table.id in left_open,
        )
        for table in tables
    ]
    published = [one for one in positions if one.published_at]
    newest = published[-1] if published else None
    return Board(cards, newest, clocks.get(newest.number) if newest else None)
