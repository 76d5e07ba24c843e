"""Telling deals: the first time, half, again; taking one away; undo and redo."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from ..games.facts import tell_half, to_facts
from ..games.message import InvalidDeal, refuse
from . import history, rows
from .connections import Connections, Writing
from .replaying import agreed_at, options_text, replay, seat_keys, tell_again
from .settling import settle
from .values import Change, Conflict, Deal, Facts, NotThere, Saved, State, Table, Telling


@dataclass(frozen=True)
class Asked:
    """What a form asks to be saved, and the revision that its writer saw."""

    number: int
    facts: Facts
    state: State
    revision: int
    dealer: int | None
    note: str
    before: int | None = None
    told_at: str = ""

    def digest(self) -> str:
        """The same for the same form; not for one that came back and was filled in anew."""
        told = [self.number, self.facts, self.state, self.dealer, self.note, self.before]
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


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
    ) -> Saved:
        """Tells a deal in full: a new one (revision 0), one told before or half told.

        `before`: the number of the deal before which a forgotten one belongs. Raises InvalidDeal,
        NotThere, or Conflict where somebody else was first.
        """
        asked = Asked(number, facts, "told", revision, dealer, note, before)
        return self._save(table_id, asked, key, phone)

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
    ) -> Saved:
        """Keeps the facts told so far of the table's last deal; raises as `save_deal` does."""
        asked = Asked(number, facts, "half", revision, dealer, note)
        return self._save(table_id, asked, key, phone)

    def _save(self, table_id: int, asked: Asked, key: str | None, phone: str) -> Saved:
        with self.writing(key, phone) as writing:
            if writing.repeated:
                return _repeated(writing, asked)
            saved = save(writing, table_id, asked)
            writing.answer = {**vars(saved), "digest": asked.digest()}
            return saved

    def delete_deal(
        self, table_id: int, number: int, *, revision: int, key: str | None, phone: str
    ) -> Saved:
        """Takes a deal away, told or half told; it keeps its row and its place."""
        with self.writing(key, phone) as writing:
            if writing.repeated:
                return _repeated(writing)
            rows.there(writing.db, table_id)
            deal = rows.deal(writing.db, table_id, number)
            if deal.state == "deleted" or deal.revision != revision:
                raise Conflict(deal)
            found = history.of_deal(deal)
            saved = _change(writing, table_id, "delete", found, {**found, "state": "deleted"})
            writing.answer = vars(saved)
            return saved

    def drop_half(
        self, table_id: int, number: int, *, revision: int, key: str | None, phone: str
    ) -> Saved:
        """Takes a half-told deal away."""
        return self.delete_deal(table_id, number, revision=revision, key=key, phone=phone)

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
        with self.writing(key, phone) as writing:
            if not writing.repeated:
                changes = rows.changes(writing.db, table_id)
                found = history.to_undo(changes) if kind == "undo" else history.to_redo(changes)
                if found is None or expected not in (None, found.id):
                    raise NotThere(f"nothing to {kind} at table {table_id}")
                made = history.take_back(writing, table_id, found, kind)
                settle(writing, table_id, *([found.deal] if found.deal else []))
                writing.answer = {"change": made}
            return rows.change(writing.db, writing.answer["change"])


def _repeated(writing: Writing, asked: Asked | None = None) -> Saved:
    """The answer that the same form got; Conflict where it was filled in anew since."""
    answer = {**writing.answer, "repeated": True}
    if asked and answer.pop("digest", "") != asked.digest():
        raise Conflict(rows.deal(writing.db, answer["table_id"], answer["number"]))
    return Saved(**answer)


def save(writing: Writing, table_id: int, asked: Asked) -> Saved:
    """Tells a deal, inside a transaction: everything is read and computed anew."""
    table, deals = rows.there(writing.db, table_id), rows.deals(writing.db, table_id)
    found = next((deal for deal in deals if deal.number == asked.number), None)
    _refuse_late(table, deals, found, asked)
    sort = found.sort if found else sort_before(deals, asked.before)
    turn = found.dealer if found else _turn(table, deals, sort)
    deal = _told(table, asked, found, sort, turn, writing.at)
    if found is None:
        _add(writing, table_id, deal)
        settle(writing, table_id, deal.number)
        nothing = {"number": deal.number, "state": "deleted"}
        made = history.record(
            writing,
            table_id,
            _kind(asked, None),
            {"deal": nothing},
            {"deal": history.of_deal(deal)},
        )
        return Saved(table_id, deal.number, made)
    was, new = history.of_deal(found), history.of_deal(deal)
    if was == new:
        return Saved(table_id, deal.number, table.version)
    return _change(writing, table_id, _kind(asked, found), was, new)


def _kind(asked: Asked, found: Deal | None) -> str:
    if asked.state == "half":
        return "half"
    return "correct" if found and found.state == "told" else "tell"


def _change(
    writing: Writing, table_id: int, kind: str, before: dict[str, Any], after: dict[str, Any]
) -> Saved:
    history.put(writing, table_id, {"deal": after})
    settle(writing, table_id, after["number"])
    made = history.record(writing, table_id, kind, {"deal": before}, {"deal": after})
    return Saved(table_id, after["number"], made)


def _refuse_late(table: Table, deals: Sequence[Deal], found: Deal | None, asked: Asked) -> None:
    """Refuses what somebody else was first to tell, and a deal that there cannot be."""
    if found:
        half_again = asked.state == "half" and found.state == "told"
        if half_again or found.revision != asked.revision:
            raise Conflict(found)
    elif asked.number != table.next_number:
        raise NotThere(f"deal {asked.number} of table {table.id}")
    if asked.before is None or asked.state == "half":
        _refuse_behind(deals, found, asked)


def _refuse_behind(deals: Sequence[Deal], found: Deal | None, asked: Asked) -> None:
    """A half-told deal is the last one: nothing new goes behind it, and it behind nothing."""
    sort = found.sort if found else "~"
    there = [deal for deal in deals if deal.state != "deleted" and deal is not found]
    for deal in there:
        after = deal.sort > sort
        if (after and asked.state == "half") or (not after and deal.state == "half"):
            raise Conflict(deal)


def _told(table: Table, asked: Asked, found: Deal | None, sort: str, turn: int, at: str) -> Deal:
    """The deal as it is to be saved: facts as the codec writes them; or InvalidDeal."""
    dealer = turn if asked.dealer is None else asked.dealer
    if not 0 <= dealer < len(table.seats):
        raise refuse("this player is not at the table", at="dealer")
    first_told = found.told_at if found and found.state == "told" else at
    deal = Deal(
        number=asked.number,
        sort=sort,
        state=asked.state,
        dealer=dealer,
        facts=asked.facts,
        note=asked.note.strip(),
        outcome="half",
        told_at=asked.told_at or first_told,
    )
    return _half(table, deal) if asked.state == "half" else _scored(table, deal)


def _half(table: Table, deal: Deal) -> Deal:
    agreed = agreed_at(table)
    tell_half(agreed, dict(deal.facts), deal.dealer, seat_keys(agreed.seats))
    return deal


def _scored(table: Table, deal: Deal) -> Deal:
    told = tell_again(agreed_at(table), options_text(table), deal.dealer, deal.facts)
    facts = to_facts(told.deal, [str(seat) for seat in told.plays])
    kind = facts.get("contract") or facts.get("objective") or ""
    return replace(deal, facts=facts, outcome=told.score.outcome, kind=kind)


def _turn(table: Table, deals: Sequence[Deal], sort: str) -> int:
    earlier = [deal for deal in deals if deal.sort < sort and deal.state == "told"]
    return replay(table, earlier).next_dealer


def _add(writing: Writing, table_id: int, deal: Deal) -> None:
    columns = {"table_id": table_id, "sort": deal.sort, "revision": 1, **history.of_deal(deal)}
    history.add(writing, "deals", columns)


def add_all(writing: Writing, table: Table, deals: Sequence[Telling]) -> None:
    """The deals of a sheet, at a table that has none; InvalidDeal says which one cannot be."""
    agreed, options, turn = agreed_at(table), options_text(table), table.dealer
    for i, one in enumerate(deals):
        state: State = "half" if one.half else "told"
        asked = Asked(i + 1, one.facts, state, 0, one.dealer, one.note, told_at=one.told_at)
        try:
            if one.half and i + 1 < len(deals):
                raise refuse("only the last deal may be half told", at="half")
            deal = _told(table, asked, None, f"{i + 1:06}", turn, writing.at)
        except InvalidDeal as error:
            error.deal = i
            raise
        _add(writing, table.id, deal)
        told = (
            None if one.half else tell_again(agreed, options_text(table), deal.dealer, deal.facts)
        )
        turn = agreed.game.next_dealer(deal.dealer, told.deal, agreed) if told else turn
    settle(writing, table.id, *range(1, len(deals) + 1))


def sort_before(deals: Sequence[Deal], before: int | None) -> str:
    """The order key of a new deal: the last, or just before the deal of this number."""
    sorts = [deal.sort for deal in deals]
    if before is None:
        return f"{int(sorts[-1][:6]) + 1 if sorts else 1:06}"
    for i, deal in enumerate(deals):
        if deal.number == before and deal.state != "deleted":
            return between(sorts[i - 1] if i else "0", deal.sort)
    raise NotThere(f"deal {before}")


def between(low: str, high: str) -> str:
    """A number between two, all written as the digits behind a decimal point."""
    digits = max(len(low), len(high)) + 1
    middle = (int(low.ljust(digits, "0")) + int(high.ljust(digits, "0"))) // 2
    return f"{middle:0{digits}}".rstrip("0")
