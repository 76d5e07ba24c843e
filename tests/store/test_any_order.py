"""Whatever is told, corrected, moved, deleted, undone and put back, in whatever order (T-D7).

Another store looks on: what it knows from before is never what is shown.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import ClassVar

import laws
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.games.message import InvalidDeal
from companion.store import Conflict, NotThere, Opening, Store, migrate, restorable, rows

EXAMPLES = int(os.environ.get("COMPANION_EXAMPLES", 0))  # the long form, of `make faults`
HOW = {"key": None, "phone": "ana"}
FOUR = ("Ana", "Bo", "Chi", "Dana"), ("Eva", "Fay", "Gil", "Hal")  # who sits at the two tables
FIVE = (*FOUR[0], "Ida"), (*FOUR[1], "Jo")
TAROT = [
    {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49},
    {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 38},
    {"declarer": "3", "contract": "garde_sans", "oudlers": 3, "card_points": 36},
    {"passed": True},
]
PLATEAU = [
    {"declarer": str(n), "partners": [str(m)], "talon": "keep", "objective": what, "made": made}
    for n, m, what, made in ((0, 2, "y", True), (1, 0, "fork", False), (3, 2, "six", True))
]
PLATEAU.append({"passed": True})
TAMALOU = [
    {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}},
    {"caller": "1", "hands": {"0": 30, "1": 5, "2": 50, "3": 20}},
    {"caller": None, "hands": {"0": 50, "1": 50, "2": 40, "3": 45}},
    {"caller": "2", "kamikaze": ["0"]},
    {"caller": "3", "hands": {"0": 30, "1": 38, "2": 30, "3": 9}, "limit": 150},
    {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}, "limit": 200},
]
HALF = {
    "tarot": {"declarer": "2", "contract": "garde"},
    "plateau": {"declarer": "2"},
    "tamalou": {"caller": "2"},
}
TOUCHES = ["trick-1-declarer", "trick-2-defence", "undo-trick", "space-KH-declarer", "pass-1"]
places = st.integers(0, 9)
ends = st.booleans()  # whether a game that ends earlier by this may lose what was told behind


@cache
def empty() -> bytes:
    """A database in which nothing is told yet."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "companion.db")
        migrate(path)
        return path.read_bytes()


class Evening(RuleBasedStateMachine):
    """A table and the next one; every change is compared with what undo and redo make of it."""

    game = "tarot"
    told = TAROT
    names = FOUR
    options: ClassVar = {}

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name, "companion.db")
        path.write_bytes(empty())
        self.path, self.store, self.looks_on = path, Store(path), Store(path)
        for names in self.names:
            self.store.open_table(Opening(self.game, names, self.options, at_once=4), **HOW)

    def teardown(self) -> None:
        self.store.close()
        self.looks_on.close()
        self.folder.cleanup()

    def seen(self):
        """All that people see of the table; it is what is stored."""
        for store in (self.store, self.looks_on):
            for number in (1, 2):
                table = store.table(number)
                assert table == rows.table(store.db, number)
                assert rows.known_deals(store, table) == rows.deals(store.db, number)
        table = self.store.table(1)
        deals = [
            (d.number, d.state, d.dealer, d.text, d.note, d.verdict, d.why)
            for d in self.store.deals(1)
        ]
        return deals, table.names, table.totals

    def changed(self, change) -> None:
        """A change, if it may be; undo takes it back whole, and redo brings it again."""
        before, version = self.seen(), self.store.version(1)
        try:
            change()
        except (InvalidDeal, Conflict, NotThere):
            assert self.seen() == before
            return
        if self.store.version(1) == version:
            return
        after = self.seen()
        if self.store.changes(1)[0].kind == "touch":
            return  # of these there is an undo of their own
        self.store.undo(1, **HOW)
        assert self.seen() == before
        self.store.redo(1, **HOW)
        assert self.seen() == after

    def one(self, place: int):
        deals = self.store.deals(1)
        return deals[place % len(deals)]

    def has_deals(self) -> bool:
        return bool(self.store.deals(1))

    @rule(which=places, note=st.sampled_from(["", "late"]))
    def tell(self, which: int, note: str) -> None:
        half = next((deal for deal in self.store.deals(1) if deal.state == "half"), None)
        number = half.number if half else self.store.table(1).next_number
        told = {"revision": half.revision if half else 0, "note": note}
        facts = self.told[which % len(self.told)]
        self.changed(lambda: self.store.save_deal(1, number, facts, **told, **HOW))

    def sheet(self, ends: bool) -> int | None:
        """The sheet that is known to end earlier."""
        return self.store.version(1) if ends else None

    @precondition(has_deals)
    @rule(place=places, which=places, ends=ends)
    def correct(self, place: int, which: int, ends: bool) -> None:
        deal, facts = self.one(place), self.told[which % len(self.told)]
        told = {"revision": deal.revision, "dealer": which % 4, "ends": self.sheet(ends)}
        self.changed(lambda: self.store.save_deal(1, deal.number, facts, **told, **HOW))

    @precondition(has_deals)
    @rule(place=places, which=places, ends=ends)
    def insert(self, place: int, which: int, ends: bool) -> None:
        before, number = self.one(place).number, self.store.table(1).next_number
        facts = self.told[which % len(self.told)]
        told = {"revision": 0, "before": before, "ends": self.sheet(ends)}
        self.changed(lambda: self.store.save_deal(1, number, facts, **told, **HOW))

    @precondition(has_deals)
    @rule(place=places, ends=ends)
    def delete(self, place: int, ends: bool) -> None:
        deal = self.one(place)
        told = {"revision": deal.revision, "ends": self.sheet(ends)}
        self.changed(lambda: self.store.delete_deal(1, deal.number, **told, **HOW))

    @precondition(has_deals)
    @rule(place=places, verdict=st.sampled_from(["confirmed", "disputed"]))
    def judge(self, place: int, verdict: str) -> None:
        deal, how = self.one(place), {"key": None, "phone": "bo"}
        said = {"revision": deal.revision, **how}
        self.changed(lambda: self.store.judge(1, deal.number, verdict, "no", **said))

    @rule()
    def keep(self) -> None:
        number = self.store.table(1).next_number
        facts = HALF[self.game]
        self.changed(lambda: self.store.keep_half(1, number, facts, revision=0, **HOW))

    @rule(touch=st.sampled_from(TOUCHES))
    def touch(self, touch: str) -> None:
        half = next((deal for deal in self.store.deals(1) if deal.state == "half"), None)
        number = half.number if half else self.store.table(1).next_number
        if self.game == "plateau":
            self.changed(lambda: self.store.touch(1, number, {"touch": [touch]}, **HOW))

    @precondition(has_deals)
    @rule(place=places)
    def move(self, place: int) -> None:
        deal = self.one(place)
        told = {"revision": deal.revision, **HOW}
        self.changed(lambda: self.store.move_deal(1, deal.number, 2, self.same(), **told))

    @rule(place=places)
    def move_here(self, place: int) -> None:
        if deals := self.store.deals(2):
            deal = deals[place % len(deals)]
            told = {"revision": deal.revision, **HOW}
            self.changed(lambda: self.store.move_deal(2, deal.number, 1, self.same(), **told))

    def same(self) -> dict[int, int]:
        """Each in the same seat at the other table."""
        return {seat: seat for seat in range(len(self.names[0]))}

    @rule(table=st.integers(1, 2))
    def undo(self, table: int) -> None:
        with suppress(Conflict, InvalidDeal):  # what was moved is another one there by now
            if self.store.can_undo(table):
                self.store.undo(table, **HOW)

    @rule(table=st.integers(1, 2))
    def redo(self, table: int) -> None:
        with suppress(Conflict, InvalidDeal):
            if self.store.can_redo(table):
                self.store.redo(table, **HOW)

    @rule(place=st.integers(0, 30), ends=ends)
    def restore(self, place: int, ends: bool) -> None:
        changes = [one.id for one in self.store.changes(1) if restorable(one)]
        if changes:
            change = changes[place % len(changes)]
            self.changed(lambda: self.store.restore(1, change, ends=self.sheet(ends), **HOW))

    @rule(seat=st.integers(0, 3), name=st.sampled_from(["Eve", "Bo", "Zoe"]))
    def rename(self, seat: int, name: str) -> None:
        self.changed(lambda: self.store.rename(1, seat, name, **HOW))

    @rule(seat=st.integers(0, 3), name=st.sampled_from(["Eve", "Bo", "Zoe", "Eva"]))
    def substitute(self, seat: int, name: str) -> None:
        self.changed(lambda: self.store.substitute(1, seat, name, **HOW))

    @rule(name=st.sampled_from(["Bo", "Zoe", "Eva"]), into=st.sampled_from(["Ana", "Eve"]))
    def merge(self, name: str, into: str) -> None:
        one, other = map(self.store.player_called, (name, into))
        if one and other:
            with suppress(Conflict, InvalidDeal):
                self.store.merge(one, other, **HOW)

    @rule()
    def restart(self) -> None:
        before = self.seen()
        self.store.close()
        self.store = Store(self.path)
        assert self.seen() == before

    @invariant()
    def everything_saved_is_what_the_facts_make(self) -> None:
        for number in (1, 2):
            laws.hold(self.store, self.store.table(number))
        assert self.store.rescore(write=False) == []

    @invariant()
    def what_is_won_is_lost_and_one_deal_at_most_is_begun(self) -> None:
        assert sum(self.store.table(1).totals) == 0 or self.game == "tamalou"
        assert sum(deal.state == "half" for deal in self.store.deals(1)) <= 1


class Board(Evening):
    game = "plateau"
    told = PLATEAU


class Hands(Evening):
    """What a deal makes of a total hangs on those before it, and so does where the game ends."""

    game = "tamalou"
    told = TAMALOU
    options: ClassVar = {"exact_limit": "continue", "exact_repeat": "once", "limit": 100}


class SitsOut(Evening):
    """The dealer sits out, and three deals are planned."""

    told: ClassVar = [*TAROT, {**TAROT[0], "declarer": "4"}]
    names = FIVE
    options: ClassVar = {"deals": 3}


@pytest.mark.parametrize(
    ("machine", "examples"), [(Evening, 15), (Board, 15), (Hands, 10), (SitsOut, 5)]
)
def test_in_whatever_order(machine, examples):
    how = settings(
        max_examples=EXAMPLES or examples,
        stateful_step_count=30,
        database=None,
        derandomize=not EXAMPLES,
        suppress_health_check=list(HealthCheck),
    )
    machine.TestCase.settings = how
    machine.TestCase().runTest()
