"""What a page shows of a table: a row for each seat, its deals, how it stands, its name."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, compress, takewhile
from sys import intern

from ..games import GAMES
from ..games.base import Agreed, Game, Standing, nothing_drawn, played
from ..games.names import fold
from ..store import Deal, Evening, Replayed, Seat, Sitting, Substitute, Table, replay
from ..words import dated
from ..words import gettext as _
from . import store
from .shown_deal import ShownDeal

LONGEST_PAIR = 14  # letters of two names that a title has room for between the tools of a phone


@dataclass(frozen=True)
class Row:
    """A seat in the form and on the sheet; the last three: what the deal in the form would make."""

    seat: int
    name: str
    total: int | None
    rank: int
    deals: bool
    leads: bool
    plays: bool
    change: int | None = None
    after: int | None = None
    rank_after: int | None = None

    @property
    def key(self) -> str:
        """The name of this seat in facts and forms."""
        return str(self.seat)

    @property
    def then(self) -> int:
        """The total after the deal in the form, as far as it is told."""
        return (self.total or 0) + (self.change or 0) if self.after is None else self.after

    @property
    def rank_then(self) -> int:
        """The rank after it."""
        return self.rank if self.rank_after is None else self.rank_after


@dataclass(frozen=True)
class Shown:
    """A table with its deals, replayed once for everything on a page."""

    table: Table
    deals: Sequence[Deal]

    @cached_property
    def game(self) -> Game:
        """The game that is played here."""
        return GAMES[self.table.game]

    @cached_property
    def replayed(self) -> Replayed:
        """Every deal told again, and the standings."""
        return replay(self.table, self.deals)

    @property
    def agreed(self) -> Agreed:
        """What is agreed for all deals."""
        return self.replayed.agreed

    @property
    def title(self) -> str:
        """The table's name: its own, else its first players and how many more."""
        return title(self.table)

    @cached_property
    def told(self) -> list[Deal]:
        """The deals told in full, in play order."""
        return [deal for deal in self.deals if deal.state == "told"]

    @property
    def half(self) -> Deal | None:
        """The deal that is half told."""
        return next((deal for deal in self.deals if deal.state == "half"), None)

    @property
    def at_hand(self) -> int:
        """The number of the deal that is told now: the one half told, else the next one."""
        return self.half.number if self.half else self.table.next_number

    @property
    def standing(self) -> Standing:
        """How the table stands."""
        return self.replayed.standings[-1]

    @property
    def counted(self) -> int:
        """How many deals count towards the planned number."""
        return self.counted_of(len(self.told))

    def counted_of(self, first: int) -> int:
        """How many of the `first` deals count."""
        return sum(self._count[:first])

    @cached_property
    def _count(self) -> list[int]:
        """For each deal told in full: 1 if it counts, and so is called by a number; else 0."""
        return [int(self.game.counts(one.deal)) for one in self.replayed.told]

    @property
    def coming(self) -> int:
        """The number, as people count, of the next deal that counts."""
        return self.counted + 1

    @property
    def planned(self) -> int:
        """How many deals were planned; 0: open."""
        return int(self.agreed.rules.deals)

    @property
    def goes_on_for(self) -> int:
        """How many deals a table that goes on from here plans: those left, else as many again."""
        return max(0, self.planned - self.counted) or self.planned

    @property
    def kind(self) -> str:
        """What kind of page its sheet is: when it changes, the page has to be loaded anew."""
        table = self.table
        words = {"over": self.standing.over, "closed": table.closed_at, "deleted": table.deleted_at}
        return " ".join(word for word, holds in words.items() if holds) or "open"

    @property
    def sheet_kind(self) -> str:
        """`kind`, and where the page may show a ranking, a digest of its totals and people: when it
        changes, the page has to be loaded anew."""
        if self.kind == "open":
            return self.kind
        ranked = repr((self.standing.totals, self.table.sitting, self.half is None))
        return f"{self.kind} {sha256(ranked.encode()).hexdigest()[:8]}"

    @property
    def form_state(self) -> str:
        """A digest of what the form of the next deal is drawn from, without number and totals."""
        half, standing = self.half, self.standing
        begun = (half.number, half.revision) if half else None
        limit = standing.limit and (standing.limit, standing.totals, standing.spent)
        agreed, dealer = self.agreed, self.replayed.next_dealer
        # What a game draws may begin with who speaks first.
        first = None if self.game.drawn is nothing_drawn else agreed.first(dealer)
        plays = agreed.plays(dealer)
        drawn_from = (self.kind, begun, limit, first, plays, self.table.sitting, self.table.rules)
        return sha256(repr(drawn_from).encode()).hexdigest()[:8]

    def names_at(self, place: int) -> Sequence[str]:
        """Who sits at the seats in the deal at this place (from 0), or in the next deal."""
        if place < len(self.deals):
            return self.table.names_at(self.deals[place])
        return self.table.sitting

    def place_after(self, sitting: Sitting) -> int:
        """The place (from 0) of the first deal for which this person sat there."""
        return bisect_right([deal.sort for deal in self.deals], sitting.after_sort)

    def substitutes(self) -> list[Substitute]:
        """Who took which seat, from which place (from 1) on, in the order of the deals."""
        taken = (one for seat in self.table.seats for one in self._taken(seat))
        return sorted(taken, key=lambda one: one.place)

    def said_substitutes(self) -> Iterator[str]:
        """The same in words, a sentence each."""
        for one in self.substitutes():
            yield seat_taken(self.called_from(one.place), one.name, self.table.names[one.seat])

    def _taken(self, seat: Seat) -> Iterator[Substitute]:
        """Who took this seat: of several before one deal the last, unless they sat there before."""
        first, *others = seat.people
        there = first.person
        for place, one in {self.place_after(one) + 1: one for one in others}.items():
            if one.person != there:
                yield Substitute(place=place, seat=seat.seat, name=one.name)
                there = one.person

    def place_of(self, number: int) -> int:
        """The place (from 0) of a told deal; for any other, that of the next deal."""
        return self._places.get(number, len(self._places))

    @cached_property
    def _places(self) -> dict[int, int]:
        return {deal.number: place for place, deal in enumerate(self.told)}

    def index(self, place: int) -> str:
        """What people call the deal at this place (from 0): a number if it counts, else a dash."""
        return self._indices[place]

    @cached_property
    def _indices(self) -> list[str]:
        """What the deals are called, and at the end the next one."""
        numbers = accumulate(self._count)
        called = [str(n) if one else "–" for one, n in zip(self._count, numbers, strict=True)]
        return [*called, str(self.coming)]

    def called_from(self, place: int) -> int:
        """The number of the first deal that counts from this place (from 1) on. A half told deal
        will count."""
        return self.counted_of(place - 1) + 1 + (place - 1 > len(self.told))

    @property
    def unplayed(self) -> tuple[str, int]:
        """If nobody played the last deal: its sentence, and how many like it came in a row."""
        told = self.replayed.told
        if not told or played(told[-1].deal):
            return "", 0
        alike = takewhile(lambda one: one.deal == told[-1].deal, reversed(told))
        return self.shown_deal(len(told) - 1).count.sentence, len(list(alike))

    @property
    def run(self) -> list[Standing]:
        """The standings before any deal, and after each deal that counts: one for each number."""
        begun, *after = self.replayed.standings
        return [begun, *compress(after, self._count)]

    def shown_deals(self) -> list[ShownDeal]:
        """The deals told in full, the newest first."""
        return [self.shown_deal(place) for place in reversed(range(len(self.told)))]

    def shown_deal(self, place: int) -> ShownDeal:
        """The deal told in full at this place (from 0)."""
        deal = self.told[place]
        after = self.replayed.standings[place + 1]
        return ShownDeal(
            table_id=self.table.id,
            rules=self._rules,
            deal=deal,
            index=self.index(place),
            names=self.table.names_at(deal),
            totals=after.totals,
            then=repr((after.lines, after.warnings)),
            agreed=self.agreed,
            told=self.replayed.told[place],
            after=after,
        )

    @cached_property
    def _rules(self) -> str:
        return intern(f"{self.table.game} {self.agreed.rules} {self.agreed.players}")

    def rows(self, dealer: int, leads: int) -> list[Row]:
        """A row for each seat before the deal of this `dealer`."""
        plays, totals, ranks = self.agreed.plays(dealer), self.standing.totals, self.standing.ranks
        names = self.table.sitting
        return [
            Row(n, names[n], totals[n], ranks[n], n == dealer, n == leads, n in plays)
            for n in range(len(names))
        ]


def load(table_id: int) -> Shown:
    """A table with its deals, ready for a page."""
    return Shown(*store().table_and_deals(table_id))


def about(table: Table, evening: Evening | None = None) -> Mapping[str, str]:
    """What is said about a table. At an evening the number of the table and the evening's name and
    date are those of now: they may have been put right. `evening`: the table's own, if known."""
    if table.evening_id is None:
        return table.about
    evening = evening or store().evening(table.evening_id)
    said = {**table.about, "evening": evening.name}
    if table.place and said.get("table", "").isdecimal():  # other words, from a file, stay
        said["table"] = str(table.place)
    # An evening of an earlier release may have a text that is no date.
    return {**said, "date": evening.date} if dated(evening.date) else said


def title(table: Table) -> str:
    """A table's own name, else its first players and how many more."""
    if table.title:
        return table.title
    one, two, *more = table.sitting
    words = {"one": one, "two": two, "three": "".join(more[:1]), "n": len(more)}
    if len(more) < 2:
        return (_("%(one)s, %(two)s and %(three)s") if more else _("%(one)s and %(two)s")) % words
    if len(one + two) > LONGEST_PAIR:
        return _("%(one)s and %(n)s more") % (words | {"n": len(more) + 1})
    return _("%(one)s, %(two)s and %(n)s more") % words


def seat_taken(number: int, name: str, first: str) -> str:
    """That somebody sits, from the deal of this number on, in the seat where `first` sat down."""
    told = {"n": number, "name": name, "first": first}
    if fold(name) == fold(first):
        return _("From deal %(n)s on %(name)s sits in their own seat again.") % told
    return _("From deal %(n)s on %(name)s sits in the seat of %(first)s.") % told
