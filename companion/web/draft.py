"""A table before it is opened: what stands on its form, and what each touch makes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from ..games.base import Game
from ..games.kinds import POINTS
from ..games.message import InvalidDeal, within
from ..games.names import checked_names, fold
from ..games.posted import number, typed
from ..games.shapes import shape
from ..store import Evening, Table, loosely, seat_keys
from ..words import gettext as _
from ..words import in_all, say, total, with_commas
from . import store
from .counted import Remark, said
from .shown import Shown

MOST_NAMES = 20  # at a table in the making: more than at any, so that some can be chosen
BETWEEN = " · "  # names that waited for one answer, as opening.js parts them


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A table before it is opened. `starts` are totals as they are typed, nothing for 0; `carried`
    says whether they count, `source` is the table that they come from, if any."""

    game: Game
    names: Sequence[str] = ()
    starts: Sequence[str] = ()
    dealer: str = ""
    at_once: int | None = None
    rules: MultiDict = field(default_factory=MultiDict)
    title: str = ""
    carried: bool = False
    typed: str = ""
    source: Shown | None = None
    as_of: int | None = None  # the newest change of the source when its totals were read
    after: Table | None = None  # the table that its people come from
    evening: Evening | None = None  # the evening of that table, if one may be opened there
    stays: bool = False  # it is opened at that evening, at the place of that table if possible
    problem: Remark | None = None

    @property
    def seats(self) -> list[tuple[int, str, str]]:
        """Place, name and typed total of each seat."""
        return [(i, name, self.starts[i]) for i, name in enumerate(self.names)]

    @property
    def plays(self) -> Sequence[int]:
        """How many may play at once with so many names: all, or all but one."""
        n = len(self.names)
        return [m for m in (n, n - 1) if m in self.game.players]

    @property
    def playing(self) -> int:
        """How many play at once: as chosen, else as many as can."""
        if self.at_once in self.plays:
            return int(self.at_once or 0)
        return next(iter(self.plays), len(self.names))

    @property
    def first(self) -> int | None:
        """The seat that deals first; None: it is drawn by lot."""
        seats = seat_keys(len(self.names))
        return seats.index(self.dealer) if self.dealer in seats else None

    @property
    def ready(self) -> bool:
        """Whether so many names make a table of this game."""
        return bool(self.plays)

    @property
    def sentence(self) -> str:
        """What would be opened, or what is missing yet."""
        low, high = self.game.players[0], self.game.players[-1]
        if not self.ready:
            return _("%(game)s: %(low)s to %(high)s players, or one more who sits out.") % {
                "game": say(self.game.title),
                "low": low,
                "high": high,
            }
        told = {"game": say(self.game.title), "n": self.playing}
        if self.first is None:
            return _("%(game)s, %(n)s players. The first dealer is drawn by lot.") % told
        told["name"] = self.names[self.first]
        return _("%(game)s, %(n)s players. %(name)s deals first.") % told

    @property
    def start(self) -> list[int]:
        """The totals that count, in the game's smallest unit; InvalidDeal for what is no total."""
        if not self.carried:
            return []
        return [self._total(name, text) for name, text in zip(self.names, self.starts, strict=True)]

    def _total(self, name: str, text: str) -> int:
        with within(f"start.{name}"):
            told = number(text.strip().removeprefix("+") or "0")
            found: int = shape(POINTS[self.game.scale]).read(told, {})
        return found

    @property
    def leave(self) -> list[str]:
        """One sentence for each who played at the table before and is not at this one."""
        if not (self.carried and self.source):
            return []
        stay = {fold(name) for name in self.names}
        return [
            _("%(name)s left with %(total)s") % {"name": name, "total": total(n, self.game)}
            for name, n in _totals(self.source)
            if fold(name) not in stay
        ]

    @property
    def about(self) -> dict[str, str]:
        """The texts of the table: its title, and as its note who left the tables that it goes on
        from."""
        note = self.source.table.about.get("note", "") if self.carried and self.source else ""
        note = with_commas([*_still_away(note, self.names), *self.leave])
        return {key: text for key, text in (("title", self.title), ("note", note)) if text}

    def refused(self, error: InvalidDeal) -> Draft:
        """The same with what stands against it."""
        return replace(self, problem=said(error, self.names, self.game.scale))

    def joined(self, *named: str) -> Draft:
        """With these people at the table. Where one cannot sit down, those named before do; that
        name and all behind it stay in the field, with what stands against it. So too where the
        table is full."""
        told = [*filter(str.strip, named)] or named[:1]  # names may have been deleted in between
        draft = replace(self, typed="")
        for at, name in enumerate(told):
            left = replace(draft, typed=BETWEEN.join(told[at:]))
            if len(draft.names) == MOST_NAMES:
                return left
            try:
                names = checked_names([*draft.names, name])
            except InvalidDeal as error:
                return left.refused(error)
            starts = [*draft.starts, self._proposed(names[-1])]
            draft = replace(draft, names=names, starts=starts)._of_another_size()
        return draft

    def with_typed(self) -> Draft:
        """With those who are typed, if any are."""
        return self.joined(*self.typed.split(BETWEEN)) if self.typed else self

    def _proposed(self, name: str) -> str:
        """The total proposed for a name, as it is typed: what they had at the source; for somebody
        new 0, or where the lowest total wins the highest one that is below the limit."""
        if not self.source:
            return ""
        before = {fold(who): n for who, n in _totals(self.source)}
        limit = self.source.standing.limit
        below = [n for n in before.values() if not limit or n < limit]
        highest = max(below, default=0) if self.game.lowest_wins else 0
        return in_points(before.get(fold(name), highest), self.game)

    def joined_by(self, others: Draft) -> Draft:
        """With the changes of people that another draft made to this one: those who were added,
        each with the total typed there, and without those who were left out. Whoever has sat at the
        source is known from there, under any of the names in that seat."""
        draft, come = self, {fold(name) for name in others.names}
        sat = self.source.table.seats if self.source else ()
        seats = [{fold(one.name) for one in seat.people} for seat in sat]
        for at in reversed(range(len(seats))):
            draft = draft if seats[at] & come else draft.without(at)
        known = set().union(*seats)
        for _place, name, start in others.seats:
            more = draft.joined(name)
            if fold(name) not in known and not more.problem:
                draft = replace(more, starts=[*draft.starts, start])
        return draft

    def meant(self, known: Sequence[str]) -> dict[str, str]:
        """For each name that nobody bears, the known person who may be meant: spelled alike but for
        what a search ignores (case, accents), and not at the table yet."""
        here = {fold(one) for one in self.names}
        alike = {loosely(one): one for one in reversed(known) if fold(one) not in here}
        asked = {one: alike[loosely(one)] for one in self.names if loosely(one) in alike}
        borne = store().borne(asked) if asked else ()
        return {one: other for one, other in asked.items() if fold(one) not in borne}

    def renamed(self, at: int, name: str) -> Draft:
        """The same with another name at a seat, or with what stands against it."""
        names, starts = list(self.names), list(self.starts)
        if starts[at] == self._proposed(names[at]):
            starts[at] = self._proposed(name)
        names[at] = name
        try:
            return replace(self, names=checked_names(names), starts=starts)
        except InvalidDeal as error:
            return self.refused(error)

    def moved(self, at: int, to: int) -> Draft:
        """Two seats exchanged."""
        order = list(range(len(self.names)))
        if at not in order or to not in order:
            return self
        order[at], order[to] = to, at
        return self._ordered(order)

    def without(self, at: int) -> Draft:
        """One seat less."""
        if at not in range(len(self.names)):
            return self
        return self._ordered([i for i in range(len(self.names)) if i != at])._of_another_size()

    def _of_another_size(self) -> Draft:
        """After the number of people has changed: how many play at once is open again; and the
        planned deals, if they are those that were left at the source, are planned no more where
        with so many not everybody would deal equally often."""
        planned = list(filter(None, self.rules.getlist("deals")))
        draft = replace(self, at_once=None)
        left = self.source.goes_on_for if self.source else 0
        if planned != [str(left)] or not left % max(1, draft.playing):
            return draft
        return replace(draft, rules=MultiDict({**self.rules.to_dict(flat=False), "deals": []}))

    def turned(self) -> Draft:
        """The same chairs named in the other direction, the first name staying first."""
        rest = range(len(self.names) - 1, 0, -1)
        return self._ordered([0, *rest] if self.names else [])

    def _ordered(self, order: Sequence[int]) -> Draft:
        """The same people in another order, who deals first among them."""
        dealer = self.dealer
        if self.first is not None:
            dealer = str(order.index(self.first)) if self.first in order else ""
        names, starts = [self.names[i] for i in order], [self.starts[i] for i in order]
        return replace(self, names=names, starts=starts, dealer=dealer)

    def edited(self, posted: MultiDict) -> Draft:
        """After the touch that posted it: a name added, moved or removed."""
        draft = self
        chips = [*filter(None, posted.getlist("add"))]
        if "add_typed" in posted and not chips:
            draft = draft.with_typed()
        for name in chips:
            draft = draft.joined(name)  # whole, though it may hold what parts names that are typed
        for word, move in (("up", -1), ("down", 1)):
            if (at := posted.get(word, type=int)) is not None:
                draft = draft.moved(at, at + move)
        if (at := posted.get("leaves", type=int)) is not None:
            draft = draft.without(at)
        for at in range(len(draft.names)):
            if name := posted.get(f"meant-{at}"):
                draft = draft.renamed(at, name)
        return draft


def _still_away(note: str, here: Sequence[str]) -> list[str]:
    """The sentences of a note that say who left with what total, in any language, but for those who
    are `here` again. All else in the note stays behind at its table.

    A name may contain the comma that parts two sentences: of all that may be the name, the one that
    somebody bears is taken, else the shortest.
    """
    told = {"name": "", "total": r"[−+\d.,½\u202f]+?"}
    left = "|".join(one % told for one in in_all("%(name)s left with %(total)s"))
    between = "|".join(in_all(", "))
    parts = re.split(f"({left})(?:{between}|$)", note)
    away, stay = [], {fold(name) for name in here}
    for before, how in zip(parts[::2], parts[1::2], strict=False):  # the last part ends in none
        names = [before[part.end() :] for part in re.finditer(f"^|{between}", before)]
        borne = store().borne(names)
        name = next((one for one in names if fold(one) in borne), names[-1])
        if name and fold(name) not in stay:
            away.append(name + how)
    return away


def _totals(shown: Shown) -> list[tuple[str, int]]:
    """Who sits at a table, and with how much."""
    return list(zip(shown.table.sitting, shown.standing.totals, strict=True))


def in_points(n: int, game: Game) -> str:
    """A total as it would be typed."""
    return typed(n / game.scale)
