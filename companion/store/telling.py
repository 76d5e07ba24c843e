"""Telling deals: the first time, half, again; taking one away; undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..games import GAMES
from ..games.base import Facts, Posted
from ..games.facts import tellable
from . import history, rows
from .connections import Connections, Writing
from .ending import taken_off
from .errors import Conflict, NotThere
from .moving import take_back
from .replaying import agreed_at, seat_keys
from .saving import Asked, save
from .settling import settle_again
from .values import Change, Saved, Seen, Telling

SAYS_NOTHING = Seen()


class Deals(Connections):
    """The writers of deals. Each answers a form that comes twice as it did the first time."""

    def save_deal(
        self,
        table_id: int,
        number: int,
        facts: Facts,
        *,
        revision: int,
        key: str | None,
        phone: str,
        dealer: int | None = None,
        note: str = "",
        before: int | None = None,
        ends: int | None = None,
        seen: Seen = SAYS_NOTHING,
        completes: bool = False,
    ) -> Saved:
        """Tells a deal in full: a new one (revision 0), or one that was told or half told before.

        `before`: the number of the deal before which a forgotten one belongs. `ends`: the version
        of the table at which the writer agreed to take off the deals that come after the end of the
        game now; None: they stay. `completes`: a bid that was noted meanwhile may be completed.

        Raises InvalidDeal; NotThere; Conflict where somebody else was first; NotAsSeen where other
        people sit there than the form showed, or the sheet was closed since; ChangedMeanwhile where
        the table has changed since `ends`.
        """
        asked = Asked(number, facts, "told", revision, dealer, note, before)
        asked = replace(asked, ends=ends, seen=seen, completes=completes)
        return self._save(table_id, asked, key, phone)

    def save_deals(
        self,
        table_id: int,
        number: int,
        tellings: Sequence[Telling],
        *,
        key: str | None,
        phone: str,
        seen: Seen = SAYS_NOTHING,
    ) -> Saved:
        """Tells several new deals from this number on, all or none; the last of them is answered.

        Raises what `save_deal` does.
        """
        asked = [
            Asked(number + i, one.facts, "told", dealer=one.dealer, note=one.note, seen=seen)
            for i, one in enumerate(tellings)
        ]
        with self.writing(key, phone, "several", table_id, [vars(one) for one in asked]) as writing:
            if not writing.repeated:
                for one in asked:
                    writing.answer = vars(save(writing, table_id, one))
            return writing.saved

    def keep_half(
        self,
        table_id: int,
        number: int,
        facts: Facts,
        *,
        revision: int,
        key: str | None,
        phone: str,
        dealer: int | None = None,
        note: str = "",
        before: int | None = None,
        seen: Seen = SAYS_NOTHING,
    ) -> Saved:
        """Keeps the facts told so far of the table's last deal; raises as `save_deal` does."""
        asked = Asked(number, facts, "half", revision, dealer, note, before, seen=seen)
        return self._save(table_id, asked, key, phone)

    def touch(
        self,
        table_id: int,
        number: int,
        posted: Posted,
        *,
        asked: Posted | None = None,
        key: str | None,
        phone: str,
        dealer: int | None = None,
        note: str = "",
        seen: Seen = SAYS_NOTHING,
        redeals: int | None = None,
    ) -> Saved:
        """One touch on the table's last deal, half told or not begun. The game reads it together
        with what is told by now, so that two phones may touch at once.

        `dealer` and `note` count only for the touch that begins the deal; `dealer` also where
        `redeals` is the revision that is there, and then what was told of whoever sits out is
        dropped. `asked`: the part of `posted` by which the same touch is known again; None: all.

        Raises InvalidDeal, NotThere, NotAsSeen, or Conflict where the deal is told in full or taken
        back.
        """
        with self.writing(key, phone, "touch", table_id, number, asked or posted) as writing:
            if not writing.repeated:
                begun = Asked(number, {}, "half", dealer=dealer, note=note, seen=seen, touched=True)
                saved = _touch(writing, table_id, begun, posted, redeals)
                writing.answer = vars(saved)
            return writing.saved

    def _save(self, table_id: int, asked: Asked, key: str | None, phone: str) -> Saved:
        with self.writing(key, phone, table_id, vars(asked)) as writing:
            if not writing.repeated:
                writing.answer = vars(save(writing, table_id, asked))
            return writing.saved

    def delete_deal(
        self,
        table_id: int,
        number: int,
        *,
        revision: int,
        key: str | None,
        phone: str,
        ends: int | None = None,
    ) -> Saved:
        """Takes a deal away, told or half told; it keeps its row and its place.

        `ends`, and what is raised, as in `save_deal`.
        """
        with self.writing(key, phone, "delete", table_id, number, ends) as writing:
            if not writing.repeated:
                writing.answer = vars(_delete(writing, table_id, number, revision, ends))
            return writing.saved

    def undo(
        self, table_id: int, *, key: str | None, phone: str, change: int | None = None
    ) -> Change:
        """Takes the newest change back; NotThere where there is none, or it is not `change`."""
        return self._take_back(table_id, "undo", key, phone, change)

    def redo(
        self, table_id: int, *, key: str | None, phone: str, change: int | None = None
    ) -> Change:
        """Takes the newest undo back; NotThere where there is none, or it is not `change`."""
        return self._take_back(table_id, "redo", key, phone, change)

    def _take_back(
        self, table_id: int, kind: str, key: str | None, phone: str, expected: int | None
    ) -> Change:
        with self.writing(key, phone, kind, table_id) as writing:
            if not writing.repeated:
                rows.table(writing.db, table_id)
                choose = history.to_undo if kind == "undo" else history.to_redo
                found = rows.step(writing.db, table_id, choose)
                if found is None or expected not in (None, found.id):
                    raise NotThere(f"nothing to {kind} at table {table_id}")
                writing.answer = {"change": take_back(writing, table_id, found, kind)}
            return rows.change(writing.db, writing.answer["change"])


def _touch(
    writing: Writing, table_id: int, asked: Asked, posted: Posted, redeals: int | None
) -> Saved:
    table = rows.there(writing, table_id)
    found = next((d for d in rows.known_deals(writing, table) if d.number == asked.number), None)
    if found and found.state != "half":
        raise Conflict(found)
    told: Facts = {}
    if found:
        anew = asked.dealer if redeals == found.revision else None
        dealer = found.dealer if anew is None else anew
        asked = replace(asked, revision=found.revision, dealer=dealer, note=found.note)
        told = found.facts
        if anew is not None:  # then nothing stays that was told of those who sit out now
            told = tellable(agreed_at(table), told, dealer, seat_keys(len(table.seats)))
    facts = GAMES[table.game].read(posted, told)
    return save(writing, table_id, replace(asked, facts=facts))


def _delete(writing: Writing, table_id: int, number: int, revision: int, ends: int | None) -> Saved:
    table = rows.there(writing, table_id)
    deals = rows.known_deals(writing, table)
    found = rows.deal(writing, table, number)
    if found.state == "deleted" or found.revision != revision:
        raise Conflict(found)
    deal = replace(found, state="deleted")
    rest = [one for one in deals if one.number != number]
    gone = taken_off(table, deals, rest, deal, ends)
    before, after = history.of_deal(found), history.of_deal(deal)
    history.put(writing, table_id, {"deal": after})
    made = history.record_deal(writing, table_id, "delete", before, after, gone)
    settle_again(writing, table_id, number, *(one.number for one in gone))
    return Saved(table_id, number, made)
