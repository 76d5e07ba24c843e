"""A position as its draw stands: who sits where, what would change, its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from ..draw import Draw, Quality, Wish, change, changes, draw, kept, least, quality, sat_out, sizes
from ..games import GAMES
from ..store import Attendance, DrawnTable, Evening, Position, Table
from . import store
from .met import as_draw, standing
from .parted import USUAL, Sizes, here, parted


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """One position as the organiser sees it. Somebody may be "in the hand": touched, and about to
    change places with whoever is touched next.

    People who came since the draw have no seat yet; those who left are in it only if they have one.
    """

    evening: Evening
    number: int
    position: Position | None  # None: nothing is drawn yet
    before: Sequence[Position]
    attendances: Sequence[Attendance]
    wished: Sequence[tuple[int, int, bool]]
    opened: Sequence[Table] = ()  # the tables of all positions
    hand: int | None = None

    @cached_property
    def people(self) -> dict[int, Attendance]:
        """Everybody of the evening, by number."""
        return {one.player: one for one in self.attendances}

    @property
    def digest(self) -> str:
        """What a form carries of the draw that it was shown with."""
        return self.position.digest if self.position else ""

    @property
    def published(self) -> bool:
        """Whether its tables are open."""
        return bool(self.position and self.position.published_at)

    @property
    def wanted(self) -> Mapping[str, int]:
        """The size of tables asked for in each game: in this position, else in the last one."""
        known = [*self.before, *([self.position] if self.position else [])]
        return known[-1].wanted if known else {}

    @cached_property
    def sizes(self) -> list[Sizes]:
        """The games that somebody is checked in for, and their tables."""
        many = {key: len(here(self.attendances, key)) for key in self.evening.games}
        wanted = self.wanted
        return [parted(GAMES[key], n, wanted.get(key, USUAL)) for key, n in many.items() if n]

    @property
    def history(self) -> list[Draw]:
        """The positions before, as they were played, else as they were published."""
        return [as_draw(one, self.opened) for one in self.before]

    @property
    def wishes(self) -> list[Wish]:
        """Who wishes to sit with whom, or not to."""
        return [Wish(*one) for one in self.wished]

    @cached_property
    def tables(self) -> Sequence[DrawnTable]:
        """The tables that are drawn, by place."""
        return self.position.tables if self.position else ()

    @cached_property
    def draw(self) -> Draw:
        """The draw with who is here now."""
        kept = as_draw(self.position) if self.position else Draw(())
        seated = set(kept.seated)
        there = [one.player for one in self.attendances if one.here]
        out = [one for one in kept.out if one in there]
        return Draw(kept.tables, (*out, *(p for p in there if p not in seated and p not in out)))

    @cached_property
    def late(self) -> list[int]:
        """Who has come since the draw."""
        was = {*self.draw.seated, *(self.position.sits_out if self.position else ())}
        return [one for one in self.draw.out if one not in was] if self.position else []

    @cached_property
    def misplaced(self) -> list[int]:
        """Who has a seat and has left, or is checked in for another game by now."""
        return [
            one
            for n, table in enumerate(self.draw.tables)
            for one in table
            if not self.people[one].here or not self._fits(one, n)
        ]

    @cached_property
    def figures(self) -> Quality:
        """How good the draw is, for those who are here now."""
        sat = as_draw(self.position, self.opened).sat if self.position else ()
        out = sum(one.players - sum(one.chosen) for one in self.sizes)
        return quality(replace(self.draw, sat=sat), self.history, self.wishes, out)

    @property
    def least(self) -> int:
        """The number of pairs that have to meet again at the least, where these people play these
        games: counted over all of them, or game by game, for players meet only in their own game;
        whichever says more."""
        return max(self.figures.least, sum(self._least_of(key) for key in self.evening.games))

    def _least_of(self, game: str) -> int:
        evening = [*(one.tables for one in self.before), self.tables]
        rows = [[one.players for one in tables if one.game == game] for tables in evening]
        people = {player for some in rows for players in some for player in players}
        return least([[len(players) for players in some] for some in rows], len(people))

    @property
    def kept(self) -> list[tuple[Wish, bool | None]]:
        """The wishes, and whether each is kept; None: not both have a seat."""
        found = kept(self.draw, self.wishes)
        return [(one, found.get(one)) for one in self.wishes]

    @cached_property
    def outs(self) -> Counter[object]:
        """How often each sat out before."""
        return sat_out(self.history)

    @cached_property
    def seat_of(self) -> dict[int, int | None]:
        """The table (from 0) of everybody; None: sits out."""
        sits = {one: n for n, row in enumerate(self.draw.tables) for one in row}
        return {**dict.fromkeys(self.draw.out), **sits}

    def _fits(self, player: int, table: int | None) -> bool:
        return table is None or self.tables[table].game == self.people[player].game

    @cached_property
    def begun(self) -> set[int]:
        """The places of a published position at which nobody can be moved any more: a deal was
        begun, the sheet closed, or another sheet opened there; all of them once it is closed."""
        if self.position is None or not self.published:
            return set()
        mine = [one for one in self.opened if one.position == self.number]
        told = {one.place for one in mine if one.deals or one.half or one.closed_at}
        told |= {place for place, n in Counter(one.place for one in mine).items() if n > 1}
        waits = set() if self.position.closed_at else {one.place for one in mine} - told
        return {one.place for one in self.tables if one.place not in waits}

    @property
    def deleted(self) -> bool:
        """Whether it was published and none of its tables is left."""
        return self.published and self.number not in [one.position for one in self.opened]

    @property
    def fixed(self) -> bool:
        """Whether nobody can be moved any more: every table has begun, or the evening is over."""
        if self.evening.closed_at:
            return True
        return self.published and {one.place for one in self.tables} <= self.begun

    def moves(self, table: int | None) -> bool:
        """Whether people may come to this table and go from it."""
        if self.evening.closed_at:
            return False
        return table is None or self.tables[table].place not in self.begun

    @cached_property
    def swaps(self) -> dict[int, int]:
        """With whom the person in the hand may change places, and how many more pairs would meet
        again by that."""
        if self.hand is None:
            return {}
        at, mine = self.seat_of, self.seat_of[self.hand]
        if not self.moves(mine):
            return {}
        found = changes(self.draw, self.hand, self.history)
        return {
            other: more
            for other, more in found.items()
            if at[other] != mine
            and self.moves(at[other])
            and self._fits(other, mine)
            and self._fits(self.hand, at[other])
        }

    @cached_property
    def against(self) -> set[int]:
        """With whom the person in the hand cannot change places without breaking a kept wish."""
        if self.hand is None or not self.wished:
            return set()
        now = self.figures.kept
        after = {one: kept(self.draw.swapped(self.hand, one), self.wishes) for one in self.swaps}
        return {one for one, wished in after.items() if sum(wished.values()) < now}

    def free(self, table: int | None) -> bool:
        """Whether the person in the hand may take one more place at this table, or sit out."""
        mine = None if self.hand is None else self.seat_of[self.hand]
        if self.hand is None or mine == table or not self.moves(mine) or not self.moves(table):
            return False
        return self._fits(self.hand, table) and (table is None or self.has_room(table))

    @property
    def stuck(self) -> bool:
        """Whether the person in the hand sits out and can go to no table of their game."""
        if self.hand is None or self.seat_of[self.hand] is not None:
            return False
        return not any(self._fits(self.hand, n) and self.moves(n) for n in range(len(self.tables)))

    def change_by(self, table: int) -> int | None:
        """How many pairs more meet again if the person in the hand takes a place here."""
        if self.hand is None or not self.free(table):
            return None
        return change(self.draw, self.draw.moved(self.hand, table), self.history)

    def has_room(self, table: int) -> bool:
        """Whether one more may sit at this table."""
        return len(self.draw.tables[table]) + 1 in GAMES[self.tables[table].game].players

    def drawn_anew(
        self, wanted: Mapping[str, int], seed: str
    ) -> tuple[list[DrawnTable], list[int]]:
        """Tables of all games, each drawn by itself, and who sits out."""
        rows: dict[str, Draw] = {}
        for key in self.evening.games:
            players = here(self.attendances, key)
            many = sizes(GAMES[key], len(players), wanted.get(key, USUAL))
            ahead = max(0, (self.evening.planned or USUAL) - self.number)
            rows[key] = draw(players, many, self.history, self.wishes, f"{seed} {key}", ahead)
        stand = {one.place or 0 for one in self.opened if one.position == self.number}
        at = places({key: len(one.tables) for key, one in rows.items()}, self.before, stand)
        tables = [
            DrawnTable(place, key, row)
            for key, one in rows.items()
            for place, row in zip(at[key], one.tables, strict=True)
        ]
        out = [player for one in rows.values() for player in one.out]
        return sorted(tables, key=lambda table: table.place), out

    def changed(self, draw: Draw) -> tuple[list[DrawnTable], list[int]]:
        """The tables after a change by hand, without those that nobody sits at any more."""
        pairs = zip(self.tables, draw.tables, strict=True)
        tables = [DrawnTable(one.place, one.game, row) for one, row in pairs if row]
        return tables, [one for one in draw.out if self.people[one].here]


def places(
    many: Mapping[str, int], before: Sequence[Position], stand: Set[int] = frozenset()
) -> dict[str, list[int]]:
    """The numbers of the tables of each game: the ones that it had in the last position, then the
    lowest free ones. Numbers at which tables `stand` already, opened without a draw, are left out.
    """
    last = [one for one in (before[-1].tables if before else ()) if one.place not in stand]
    had = {key: [one.place for one in last if one.game == key] for key in many}
    found = {key: sorted(had[key])[:n] for key, n in many.items()}
    taken = {place for some in found.values() for place in some} | stand
    free = (place for place in count(1) if place not in taken)
    for key, n in many.items():
        found[key] += [next(free) for _ in range(n - len(found[key]))]
    return found


def _everybody(evening: Evening, drawn: Sequence[Position]) -> list[Attendance]:
    """Everybody on the list of the evening; and whoever was drawn and is not on it (any more),
    as if they had left."""
    listed = store().attendances(evening.id)
    known, game = {one.player for one in listed}, next(iter(evening.games))
    gone = [player for one in drawn for player in one.people if player not in known]
    names = store().names_of(gone) if gone else {}
    return [*listed, *(Attendance(one, names[one], game, False, 0, False) for one in gone)]


def load(evening_id: int, number: int | None = None, hand: int | None = None) -> Drawing:
    """The position of this number, else the one that is being drawn or comes next."""
    with store().reading():
        positions = store().positions(evening_id)
        opened = [one for one in positions if one.published_at]
        numbers = [one.number for one in opened]
        wanted = number if number in numbers else max(numbers, default=0) + 1
        found = [one for one in positions if one.number == wanted]
        evening, tables = store().evening(evening_id), store().tables_at(evening_id)
        drawing = Drawing(
            evening=evening,
            number=wanted,
            position=store().as_seated(found[0], evening_id) if found else None,
            before=list(standing((one for one in opened if one.number < wanted), tables)),
            attendances=_everybody(evening, found),
            wished=store().wishes(evening_id),
            opened=tables,
        )
    takes = hand in drawing.seat_of and not drawing.evening.closed_at
    return replace(drawing, hand=hand if takes else None)
