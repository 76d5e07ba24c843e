"""What a form tells of a deal so far: how far it goes, and what it would give."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from ..games.base import Agreed, Standing, Told
from ..games.facts import drawn, leads, tell_half, tellable, to_facts
from ..games.kinds import NO_LIMIT
from ..games.message import InvalidDeal
from ..games.posted import fill_unplayed, last
from ..store import Deal, End, Seen, moved_end, replay, seat_keys, who_sit
from ..words import gettext as _
from ..words import say
from .counted import Count, Remark, count, said, taken, warned
from .deal_fields import seen_by, strings
from .ended import higher
from .shown import Row, Shown


@dataclass(frozen=True)
class Preview:
    """A deal as far as a form tells it: its `state` is empty, early (nothing that could be kept),
    half, asked (the result is told, not all before it), noted (half told and kept so), told, ends
    (told, and the game ends by it before deals that are there), warned or refused."""

    shown: Shown
    number: int
    posted: MultiDict
    dealer: int
    recorded: Deal | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    wrong: Mapping[str, Any] = field(default_factory=dict)  # what is told, where it cannot be
    told: Told | None = None
    problem: Remark | None = None
    missing: Remark | None = None
    so_far: Sequence[str] = ()  # what a deal half told says already: first its bid
    sure: Mapping[int, int] = field(default_factory=dict)  # seat -> points, of a deal half told
    after: Sequence[Standing] = ()  # of all deals, with this one in its place
    grows: bool = False  # a number in it may still be typed
    end: End | None = None  # of the game, where it comes before deals that are told already

    @property
    def state(self) -> str:
        """How far it goes, in one word that the stylesheet knows."""
        if self.problem:
            return "refused"
        if self.told is None:
            return self._untold
        if self.unseen:
            return "warned"
        return "ends" if self.end else "told"

    @property
    def _untold(self) -> str:
        if not self.facts:
            return "empty"
        if self.noted:
            return "noted"
        if not self.facts.keys() >= {*self.shown.game.begins}:
            return "early"
        return "asked" if self.shown.game.result in self.facts else "half"

    @property
    def unplayed(self) -> str:
        """Why nobody played, as a form posts it; nothing for a deal that was played."""
        return last(fill_unplayed(self.facts), "unplayed")

    @property
    def noted(self) -> bool:
        """Whether just this is kept already."""
        return self.recorded is not None and self.facts == self.recorded.facts

    @property
    def unseen(self) -> list[Remark]:
        """The warnings that nobody has waved through yet."""
        return [one for one in self.warnings if not {one.field, one.seen} & {*self.anyway}]

    @property
    def anyway(self) -> list[str]:
        """The warnings that were waved through, before or by this touch: `field=value` for that
        value alone, `field` for any."""
        pressed = self.posted.get("warned", "") if "in_spite" in self.posted else ""
        return f"{self.posted.get('anyway', '')} {pressed}".split()

    @cached_property
    def count(self) -> Count | None:
        """The deal in the reader's words, once it is told."""
        return count(*self._counted) if self.told else None

    @property
    def sentence(self) -> str:
        """The deal in one line, as far as it is told."""
        return self.count.sentence if self.count else " ".join(self.so_far)

    @property
    def since_noted(self) -> str:
        """What is said of a bid that is noted, beside the cells that show it pressed."""
        return " ".join(self.so_far[1:] or self.so_far)

    @cached_property
    def warnings(self) -> Sequence[Remark]:
        """What should be looked at again."""
        return list(warned(*self._counted)) if self.told else ()

    @cached_property
    def disagree(self) -> frozenset[str]:
        """The facts that cannot be, or hardly, with one another."""
        remarks = [*self.warnings, self.problem] if self.problem else self.warnings
        return frozenset().union(*(one.facts for one in remarks))

    @property
    def _counted(self) -> tuple[Agreed, Told, Sequence[str], Standing]:
        assert self.told
        return self.shown.agreed, self.told, self.names, self.after[self.place + 1]

    @property
    def correcting(self) -> bool:
        """Whether the deal has been told in full before."""
        return self.recorded is not None and self.recorded.state == "told"

    @property
    def was(self) -> int | None:
        """What the recorded deal gave whoever took, where this would give them something else."""
        if not self.told or self.shown.told[self.place : self.place + 1] != [self.recorded]:
            return None
        was, now = taken(self.shown.shown_deal(self.place).told), taken(self.told)
        return was[1] if was and now and was[0] == now[0] and was != now else None

    @property
    def before(self) -> int | None:
        """The deal that this one is inserted before, while that is there."""
        number = self.posted.get("before", type=int)
        there = number and number in [deal.number for deal in self.shown.deals]
        return number if there else None

    @property
    def overtaken(self) -> bool:
        """Whether somebody told the deal since this form was drawn to tell it."""
        seen = self.posted.get("revision", type=int)
        anew = seen not in (None, self.recorded and self.recorded.revision)
        return self.correcting and anew and "corrects" not in self.posted

    @property
    def limit(self) -> int:
        """The total that ends the game: this deal may raise it, told in full or not yet."""
        if self.after:
            return self.after[-1].limit
        before = self.shown.standing.limit
        told = max(before, int(self.facts.get("limit", before))) if before else 0
        return told if told < NO_LIMIT else 0

    @property
    def found_limit(self) -> int:
        """The limit in force before this deal; 0: none."""
        return self.shown.replayed.standings[self.place].limit

    @property
    def raises(self) -> Sequence[int]:
        """The limits to which this deal may raise the one in force before it."""
        return higher(self.shown.replayed.standings[self.place], self.shown.game.scale)

    @cached_property
    def place(self) -> int:
        """The place among the told deals, from 0, where this one stands, stood or would stand."""
        if self.recorded:
            return bisect_left([deal.sort for deal in self.shown.told], self.recorded.sort)
        return self.shown.place_of(self.posted.get("before", self.number, type=int))

    @cached_property
    def names(self) -> Sequence[str]:
        """Who sits at the seats in this deal; of one that was deleted, who sat there."""
        if self.recorded:
            return self.shown.table.names_at(self.recorded)
        return self.shown.names_at(self.place)

    @property
    def sit(self) -> str:
        """Who sits at the seats in this deal: the form tells seats alone."""
        return who_sit(self.names)

    @property
    def seen(self) -> Seen:
        """What the form was drawn from, as it says it."""
        return seen_by(self.posted)

    @property
    def reseated(self) -> bool:
        """Whether others sit at the seats than when the form was drawn."""
        return self.seen.sit not in ("", self.sit)

    @property
    def late(self) -> bool:
        """Whether the sheet was closed since the form was drawn."""
        return bool(self.shown.table.closed_at) and not self.seen.closed

    @cached_property
    def beside(self) -> dict[str, str]:
        """What the game shows beside its fields, in the reader's words."""
        game = self.shown.game
        shown = game.beside(strings(self.posted), self.tried, self.shown.agreed)
        return {name: say(one, [], game.scale) for name, one in shown.items()}

    @cached_property
    def drawn(self) -> Any:
        """What the game's own templates draw, as far as it is told; else as it is recorded."""
        try:
            return self._drawn(self.tried)
        except InvalidDeal:
            return self._drawn(self.still_tellable)

    @property
    def still_tellable(self) -> Mapping[str, Any]:
        """What is recorded, without what cannot be told if this dealer dealt."""
        agreed, told = self.shown.agreed, self.recorded.facts if self.recorded else {}
        return tellable(agreed, told, self.dealer, seat_keys(agreed.seats))

    @property
    def tried(self) -> Mapping[str, Any]:
        """The facts as they were told, though they cannot be."""
        return self.wrong if self.problem and not self.facts else self.facts

    def _drawn(self, facts: Mapping[str, Any]) -> Any:
        agreed = self.shown.agreed
        return drawn(agreed, facts, self.dealer, seat_keys(agreed.seats))

    @cached_property
    def rows(self) -> list[Row]:
        """A row a seat, with what the deal would change."""
        agreed = self.shown.agreed
        leader = leads(agreed, self.facts, self.dealer, seat_keys(agreed.seats))
        rows = self.shown.rows(self.dealer, leader)
        rows = [replace(row, name=name) for row, name in zip(rows, self.names, strict=True)]
        if self.told is None:  # while it is corrected its total has it already, as it was
            sure = {} if self.correcting else self.sure
            return [replace(row, change=sure.get(row.seat)) for row in rows]
        points, then = self.told.points(agreed.seats), self.after[-1]
        made = zip(rows, points, then.totals, then.ranks, strict=True)
        return [
            replace(row, change=n, after=after, rank_after=rank) for row, n, after, rank in made
        ]

    @cached_property
    def redrawn(self) -> list[Row]:
        """The rows of those who sit out now and who did when the form was drawn, if they differ."""
        then, now = self.posted.get("sits_out"), str(self.dealer)
        if then in (None, now):  # as mostly: known without making any row
            return []
        rows = [row for row in self.rows if row.key in (then, now)]
        return rows if len(rows) == 2 else []

    def counted(self, told: Told) -> Preview:
        """The same form, told; InvalidDeal where the deals together cannot be."""
        facts = to_facts(told.deal, [str(seat) for seat in told.plays])
        deal = Deal.telling(self.number, self.dealer, facts)
        return self.replayed(deal, facts=facts, told=told)

    def replayed(self, *deal: Deal, **more: Any) -> Preview:
        """The same form, with the standings that its table has with this `deal`, or with none."""
        at, old = self.place, self.shown.told
        behind = old[at + self.correcting :]
        then = replay(self.shown.table, [*old[:at], *deal, *behind])
        half = self.shown.half not in (None, self.recorded)
        end = moved_end(self.shown.replayed, then, len(behind), half)
        return replace(self, after=then.standings, end=end, **more)

    def half_told(self) -> Preview:
        """The same form, with what its facts say already; InvalidDeal for one that cannot be."""
        agreed, plays = self.shown.agreed, self.shown.agreed.plays(self.dealer)
        lines = tell_half(agreed, self.facts, self.dealer, seat_keys(agreed.seats))
        names, scale = [self.names[seat] for seat in plays], agreed.game.scale
        texts = (say(one.message, names, scale) for one in lines if one.seat is None)
        so_far = [t if t.startswith(tuple(names)) else t[:1].upper() + t[1:] for t in texts]
        sure = {plays[one.seat]: one.value for one in lines if one.seat is not None}
        return replace(self, so_far=so_far, sure=sure)

    def refused(self, error: InvalidDeal) -> Preview:
        """The same form with what stands against it: in this deal, or in a later one."""
        problem = said(error, self.names, self.shown.game.scale)
        if error.deal is not None and error.deal != self.place:
            later = error.deal if self.correcting else error.deal - 1  # as the sheet calls it now
            told = {"n": self.shown.index(later), "why": problem.text}
            problem = replace(problem, text=_("Deal %(n)s: %(why)s") % told)
        return replace(self, problem=problem)

    def with_missing(self) -> Preview:
        """The same form, refused for what has not been told yet, by the words that ask for it."""
        if not self.missing:
            return self
        words, field = self.shown.game.words, self.missing.field
        asked = words.missing.get(field) if self.facts else words.asks
        text = say(asked) or self.missing.text
        return replace(self, problem=Remark(field, text))
