"""The history of a table in words: what was done, from which phone, what was before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from ..games.base import Agreed, Passed, Told, played
from ..games.facts import tell, tell_half
from ..games.message import InvalidDeal
from ..store import Change, Deal, restorable, seat_keys
from ..words import gettext as _
from ..words import ngettext, plain, say, signed, with_commas
from . import store
from .besides import besides
from .numbered import called_then, is_new, unplayed
from .shown import Shown, title
from .table_changes import agreed_apart, deals_first, joined, moved, played_then, with_later

# Changes that an open sheet shows below its form, or not at all.
FURTHER_DOWN = ("correct", "delete", "restore", "move", "rename", "substitute", "start")


@dataclass(frozen=True)
class Entry:
    """One change in the reader's words, or several touches on one deal in a row."""

    change: Change
    title: str
    who: str
    before: str = ""
    after: str = ""

    @property
    def time(self) -> str:
        """The time of day, by the clock of the host."""
        return f"{self._at:%H:%M}"

    @property
    def day(self) -> str:
        """The day, by the clock of the host."""
        return f"{self._at:%Y-%m-%d}"

    @property
    def restorable(self) -> bool:
        """Whether this change alone can be taken back."""
        return restorable(self.change)

    @property
    def _at(self) -> datetime:
        return datetime.fromisoformat(self.change.at).astimezone()


def just_done(shown: Shown, undo: Change | None) -> str:
    """What was done last, in one line; nothing if the sheet shows it anyway. `undo`: the change
    that undo would take back."""
    newest = undo and undo.id == shown.table.version
    change = undo if newest else store().last_step(shown.table.id)
    if change is None or not (change.undoes or change.kind in FURTHER_DOWN):
        return ""
    changes = store().changes(shown.table.id) if change.undoes else [change]
    return Wording(shown, {one.id: one for one in changes}, {}, "").done(change)


def entries(words: Wording, changes: Sequence[Change]) -> Iterator[Entry]:
    """An entry for each change, but one for several touches on one deal in a row."""
    for touched_deal, some in groupby(changes, lambda one: one.kind == "touch" and one.deal):
        in_a_row = list(some)
        if touched_deal:
            yield words.entry_of_touches(in_a_row)
        else:
            yield from map(words.entry, in_a_row)


@dataclass(frozen=True)
class Wording:
    """How the changes of one table are said."""

    shown: Shown
    changes: dict[int, Change]  # the newest first
    phones: Mapping[str, str]
    mine: str
    evenings: Mapping[int, str] = field(default_factory=dict)  # those that the reader may see

    def entry(self, change: Change) -> Entry:
        """A change as the page shows it."""
        agreed = agreed_apart(self.shown.table, change, self.changes)
        others = self._both(change, *moved(change.before, change.after))
        before, after = joined(others, agreed) if agreed else others
        before = "" if is_new(change) else before
        return Entry(change, self._title(change), self._who(change.phone), before, after)

    def done(self, change: Change) -> str:
        """What a change did. A deal that does not count has no number, so where its telling is
        undone, the deal itself is said."""
        what = self._ordinary(change) or change
        if what.kind in ("tell", "half") and not self._counts(self._deals[what.deal or 0].facts):
            return self._stepped(change, self.said(what, what.after))
        return self._title(change)

    def entry_of_touches(self, touches: Sequence[Change]) -> Entry:
        """Several touches on one deal: how many, and what the deal was after the last."""
        last, n = touches[0], len(touches)
        told = {"deal": self._deal(last), "n": n}
        title = ngettext("%(deal)s: %(n)s touch", "%(deal)s: %(n)s touches", n) % told
        after = self.said(last, last.after)
        return Entry(last, title, self._phones_of(touches), after=after)

    def _phones_of(self, changes: Sequence[Change]) -> str:
        """The phones that these came from, that of the newest first."""
        phones = dict.fromkeys(self._who(one.phone) for one in changes)
        return with_commas(filter(None, phones))

    def _who(self, phone: str) -> str:
        if phone == self.mine:
            return self.phones.get(phone) or _("this phone")
        return self.phones.get(phone) or self._nameless.get(phone, "")

    @cached_property
    def _deals(self) -> Mapping[int, Deal]:
        table = store().table(self.shown.table.id)  # read anew: no older than the changes
        return {one.number: one for one in store().every_deal(table)}

    @cached_property
    def _nameless(self) -> Mapping[str, str]:
        """What phones without a name are called: numbered as they came, alike for all who read."""
        came = dict.fromkeys(one.phone for one in reversed(self.changes.values()) if one.phone)
        if len(came.keys() - {self.mine}) < 2:
            return dict.fromkeys(came, _("another phone"))
        return {one: _("phone %(n)s") % {"n": n} for n, one in enumerate(came, 1)}

    def _title(self, change: Change) -> str:
        if change.kind in ("undo", "redo"):
            what = self._ordinary(change)
            return self._stepped(change, self._title(what) if what else self._deal(change))
        if change.kind == "restore" and change.deal is None:
            return _("Name put back")
        if change.kind == "evening":
            return self._evening(change)
        if change.kind == "rules" and deals_first(change):
            return _("First dealer")
        if change.kind == "import" and self.shown.table.counted_again_of:
            return _("Kept from a count under other rules")
        if change.kind == "delete" and change.before["deal"]["state"] == "half":
            return _("Begun deal taken back")
        title = with_later(TITLES[change.kind](self._deal(change)), change)
        if change.kind == "dispute":
            return _("%(what)s: %(why)s") % {"what": title, "why": change.after["deal"]["why"]}
        if change.kind == "correct" and (why := change.before["deal"].get("why")):
            return _("%(what)s, which was disputed: %(why)s") % {"what": title, "why": why}
        return title

    def _stepped(self, step: Change, what: str) -> str:
        if "player" in step.before and step.before == step.after:
            stays = _("The name %(name)s stays: changed since, or the other one is taken")
            return stays % {"name": step.after["player"]["name"]}
        said = _("Undone: %(what)s") if step.kind == "undo" else _("Again: %(what)s")
        return said % {"what": what}

    def _evening(self, change: Change) -> str:
        """Into which evening the table was taken, or out of which, if the reader may know."""
        was, now = (part["table"].get("evening_id") for part in (change.before, change.after))
        if was == now:  # two phones took it into the same one
            return _("Given another place in the evening")
        name = {"evening": self.evenings.get(now or was)}
        if name["evening"] is None:
            return _("Taken into an evening") if now else _("Taken out of an evening")
        if now:
            return _("Taken into the evening %(evening)s") % name
        return _("Taken out of the evening %(evening)s") % name

    def _ordinary(self, change: Change) -> Change | None:
        """The change itself; for an undo or a redo, the ordinary change that it is about."""
        found: Change | None = change
        while found and found.undoes:
            found = self.changes.get(found.undoes)
        return found

    def _deal(self, change: Change) -> str:
        """What people call the deal now, or if its telling was undone, what they called it then. A
        deal that is deleted or does not count has no number: it is "A deal"."""
        there = [deal.number for deal in (*self.shown.told, self.shown.half) if deal]
        called = "–"
        if change.deal in there:
            called = self.shown.index(there.index(change.deal))
        elif change.deal and self._counts(self._deals[change.deal].facts):
            called = str(self._then.get(change.id, "–"))
        return _("A deal") if called == "–" else _("Deal %(n)s") % {"n": called}

    @cached_property
    def _then(self) -> Mapping[int, int]:
        return dict(called_then(self.changes, self._deals, self._counts))

    def _counts(self, facts: Mapping[str, Any]) -> bool:
        """Whether a deal with these facts has a number."""
        return not unplayed(facts) or self.shown.game.counts(Passed(passed=True))

    def _both(self, change: Change, *parts: Mapping[str, Any]) -> tuple[str, str]:
        """What was before and after, a line each; of two like sentences, only what else differs."""
        was, now = (self.said(change, part) for part in parts)
        more = self._besides(change, was == now, *(part.get("deal", {}) for part in parts))
        if was == now:
            return " · ".join(more[0]), " · ".join(more[1]) or now
        return " · ".join([was, *more[0]]), " · ".join([now, *more[1]])

    def _besides(
        self, change: Change, alike: bool, *deals: Mapping[str, Any]
    ) -> Sequence[Sequence[str]]:
        """What two versions of a deal say besides their sentences, which may be alike."""
        if any(one.get("state", "deleted") == "deleted" for one in deals):
            return (), ()
        return besides(self.shown.agreed, self._names(change), *deals, facts=alike)

    def said(self, change: Change, part: Mapping[str, Any]) -> str:
        """What was before, or after, in one line."""
        if "deal" in part:
            return self._deal_said(change, part["deal"])
        if "player" in part:
            return str(part["player"]["name"])
        if part["seats"]:
            return with_commas(part["seats"])
        return self._called(change, part.get("table", {}).get("about", {}))

    def _called(self, change: Change, about: Mapping[str, str]) -> str:
        """The table's name. If it has none on one side of a change of name: its players."""
        if not about and (self._ordinary(change) or change).kind == "about":
            return title(replace(self.shown.table, about={}))
        return about.get("title", "")

    def _deal_said(self, change: Change, deal: Mapping[str, Any]) -> str:
        if "facts" not in deal:  # a verdict, which the title says
            return _("deleted") if "state" in deal else ""
        if deal["state"] == "deleted":
            return _("deleted")
        agreed = self.shown.agreed
        keys, names = seat_keys(agreed.seats), self._names(change)
        playing = [names[seat] for seat in agreed.plays(deal["dealer"])]
        scale, facts = agreed.game.scale, deal["facts"]
        try:
            if deal["state"] == "half":
                lines = tell_half(agreed, facts, deal["dealer"], keys)
                return " ".join(say(one.message, playing, scale) for one in lines[:1])
            told = tell(agreed, facts, deal["dealer"], keys)
        except InvalidDeal:  # told under other rules, before the first deal of these
            return "…"
        sentence = say(agreed.game.told(told), playing, scale)
        return with_commas(filter(None, [sentence, _points(told, agreed)]))

    def _names(self, change: Change) -> Sequence[str]:
        """Who sat at the seats in the deal of a change, be it deleted by now."""
        if change.deal not in self._deals:
            return self.shown.table.sitting
        return played_then(self.shown.table, change, self.changes, self._deals)


def _points(told: Told, agreed: Agreed) -> str:
    """The points beside a deal's sentence: those of the person that the score is about, else those
    of all, with a no-break space that keeps the last from standing on a line alone."""
    scale, score = agreed.game.scale, told.score
    if score.whose is not None:
        return signed(score.points[score.whose], scale)
    points = told.points(agreed.seats) if played(told.deal) else ()
    before, dot, last = " · ".join(plain(n, scale) for n in points).rpartition(" · ")
    return before + dot.replace(" ", "\u00a0") + last


# What was done, by the kind of the change; each is given what the deal is called.
TITLES: dict[str, Callable[[str], str]] = {
    "open": lambda deal: _("Table opened"),
    "import": lambda deal: _("Sheet brought in"),
    "tell": lambda deal: _("%(deal)s recorded") % {"deal": deal},
    "half": lambda deal: _("%(deal)s begun") % {"deal": deal},
    "touch": lambda deal: _("%(deal)s: one touch") % {"deal": deal},
    "correct": lambda deal: _("%(deal)s corrected") % {"deal": deal},
    "delete": lambda deal: _("%(deal)s deleted") % {"deal": deal},
    "confirm": lambda deal: _("%(deal)s confirmed") % {"deal": deal},
    "dispute": lambda deal: _("%(deal)s disputed") % {"deal": deal},
    "move": lambda deal: _("%(deal)s moved to another table") % {"deal": deal},
    "arrive": lambda deal: _("%(deal)s came from another table") % {"deal": deal},
    "restore": lambda deal: _("%(deal)s put back") % {"deal": deal},
    "rename": lambda deal: _("Name corrected"),
    "person": lambda deal: _("Name corrected by the host"),
    "substitute": lambda deal: _("Somebody took a seat"),
    "seats": lambda deal: _("Players and seats changed"),
    "drawn": lambda deal: _("Seated anew by the draw"),
    "start": lambda deal: _("Corrected totals taken over"),
    "rules": lambda deal: _("Options changed"),
    "place": lambda deal: _("Given another number in the evening"),
    "about": lambda deal: _("Name of the table changed"),
    "call": lambda deal: _("The organiser was called"),
    "seen": lambda deal: _("The call was seen, or taken back"),
    "close": lambda deal: _("Sheet closed"),
    "reopen": lambda deal: _("Sheet reopened"),
    "delete_table": lambda deal: _("Table deleted"),
    "restore_table": lambda deal: _("Table brought back"),
}
