"""A deal saved inside a transaction, told in full or half: everything is read and computed anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..games import GAMES
from ..games.base import Facts, played
from ..games.facts import retell, tell_half, to_facts
from ..games.message import InvalidDeal, refuse
from . import history, rows
from .connections import Writing
from .ending import taken_off
from .errors import ChangedMeanwhile, Conflict, NotAsSeen, NotThere
from .people import GIVES_WAY
from .replaying import SORT, agreed_at, seat_keys, tell_again, turn_after
from .settling import settle, settle_again
from .values import (
    Deal,
    Saved,
    Seen,
    Snapshot,
    State,
    Table,
    Telling,
    as_text,
    clean,
    kept_time,
    not_deleted,
    who_sit,
)


@dataclass(frozen=True)
class Asked:
    """What a form asks to be saved, and the revision that its writer saw."""

    number: int
    facts: Facts
    state: State
    revision: int = 0
    dealer: int | None = None  # None: as before; of a new deal, whose turn it is
    note: str = ""
    before: int | None = None  # the number of the deal before which a forgotten one belongs
    told_at: str = ""
    ends: int | None = None  # take off the deals after the end that this brings: as of this version
    touched: bool = False  # by one touch on the board, not by a form
    seen: Seen = Seen()
    completes: bool = False  # it may take the place of a bid noted since its form was drawn


def save(writing: Writing, table_id: int, asked: Asked) -> Saved:
    """Tells a deal as it is asked. Raises InvalidDeal, NotThere, Conflict, NotAsSeen,
    ChangedMeanwhile."""
    table = rows.there(writing, table_id)
    deals = rows.known_deals(writing, table)
    found = next((deal for deal in deals if deal.number == asked.number), None)
    if found and is_another(deals, found, asked.before, asked.revision):
        found, asked = None, replace(asked, number=table.next_number)
    if found and found.state == "deleted":
        refuse_moved(writing, table_id, {"deal": {"number": found.number, "state": asked.state}})
    _refuse_late(table, deals, found, asked)
    deal = _in_its_place(table, deals, found, asked, writing.at)
    _refuse_unseen(table, asked.seen, deal)
    if not (found and found.state == "told"):
        refuse_copied(writing, table)
    others = [one for one in deals if one is not found]
    now = sorted([*others, deal], key=SORT)
    gone = taken_off(table, deals, now, deal, asked.ends)
    saved = _put(writing, table, asked, found, deal, gone)
    left = rows.placed([one for one in now if one not in gone])
    later = [one.number for one in gone if one is not deal]
    seats, over = settle(writing, table, left, deal.number, *later)
    if not gone and saved.change != table.version:
        rows.keep_left(writing, table, left, saved.change, seats=seats, over=over)
    return saved


def is_another(deals: Sequence[Deal], found: Deal, before: int | None, revision: int) -> bool:
    """Whether a forgotten deal, which belongs `before` another one, comes with the number of a
    deal, `found`, that was given it meanwhile. It is the same deal only where the found one stands
    just before the one that it belongs before."""
    if not before or revision:
        return False
    behind = (one.number for one in deals if one.sort > found.sort and one.state != "deleted")
    return next(behind, None) != before


def _refuse_unseen(table: Table, seen: Seen, deal: Deal) -> None:
    """NotAsSeen where others sit there for this deal than its form showed, or the sheet was closed
    since."""
    reseated = seen.sit and seen.sit != who_sit(table.names_at(deal))
    if reseated or table.closed_at and not seen.closed:
        raise NotAsSeen(f"table {table.id}")


def refuse_copied(writing: Writing, table: Table) -> None:
    """Refuses a new deal at a copy that was counted under other rules, while its original counts:
    the deal would count nowhere. The totals of the copy can be carried over to a new table."""
    if table.counted_again_of:
        asked = f"SELECT 1 FROM tables t, tables o WHERE t.id = ? AND {GIVES_WAY}"
        if writing.db.execute(asked, [table.id]).fetchone():
            raise refuse("these deals count at another table: carry the totals over", at="deal")


def refuse_moved(writing: Writing, table_id: int, wanted: Snapshot) -> None:
    """Refuses to put back a deal that was moved and is at the other table now."""
    back = {one["number"] for one in history.deals(wanted) if one.get("state") in ("told", "half")}
    for one in rows.changes(writing.db, table_id) if back else ():
        if "moved" in one.after and one.deal in back:
            back.remove(one.deal)
            if one.after["deal"]["state"] == "deleted":
                raise refuse("this deal was moved to another table: undo that first", at="deal")


def _put(
    writing: Writing,
    table: Table,
    asked: Asked,
    found: Deal | None,
    deal: Deal,
    gone: Sequence[Deal],
) -> Saved:
    """Writes the deal, and one change of the history for it and the deals taken off with it."""
    kind, later = _kind(asked, found), [one for one in gone if one is not deal]
    if deal in gone:  # it comes after the end itself
        kind, deal = "delete", replace(found or deal, state="deleted")
    # Before it was told a new deal counts as deleted: that is what undo puts back.
    before = history.of_deal(found) if found else {"number": deal.number, "state": "deleted"}
    after = history.of_deal(deal)
    if found and after | history.of_deal(found, *history.VERDICT) == before:
        return Saved(table.id, deal.number, table.version)  # told as it was: a verdict still holds
    if found:
        history.put(writing, table.id, {"deal": after})
    else:
        columns = {"table_id": table.id, "sort": deal.sort, "revision": 1, **after}
        writing.add("deals", columns)
    made = history.record_deal(writing, table.id, kind, before, after, later)
    return Saved(table.id, deal.number, made)


def _kind(asked: Asked, found: Deal | None) -> str:
    """The word for it in the history. The touch that begins a deal is an ordinary change (`half`),
    so that the undo of the sheet takes it back."""
    if asked.state == "half":
        return "touch" if asked.touched and found else "half"
    return "correct" if found and found.state == "told" else "tell"


def _refuse_late(table: Table, deals: Sequence[Deal], found: Deal | None, asked: Asked) -> None:
    """Conflict where somebody else was first; NotThere for a number that no deal can have yet."""
    if found:
        half_again = asked.state == "half" and found.state == "told"
        if half_again or found.revision != asked.revision and not _completes(asked, found):
            raise Conflict(found)
    elif asked.number != table.next_number:
        raise NotThere(f"deal {asked.number} of table {table.id}")
    if asked.state == "half" and asked.before:
        raise refuse("only the last deal may be half told", at="before")
    if not asked.before and (table.half or asked.state == "half"):
        _refuse_behind(deals, found, asked)


def _completes(asked: Asked, found: Deal) -> bool:
    """Whether the deal may complete a bid that was noted meanwhile: one that was noted only once,
    has no other note, and says nothing that is not told here too."""
    noted = found.state == "half" and found.revision == 1 and found.note in ("", asked.note)
    return asked.completes and noted and found.facts.items() <= asked.facts.items()


def _refuse_behind(deals: Sequence[Deal], found: Deal | None, asked: Asked) -> None:
    """Conflict unless a half-told deal stays the last one: no new deal comes after it, and it comes
    before none."""
    sort = found.sort if found else "~"
    for deal in not_deleted(one for one in deals if one is not found):
        after = deal.sort > sort
        if (after and asked.state == "half") or (not after and deal.state == "half"):
            raise Conflict(deal)


def _in_its_place(
    table: Table, deals: Sequence[Deal], found: Deal | None, asked: Asked, at: str
) -> Deal:
    """The deal as it is to be saved; one that is there keeps its place, and its dealer unless
    another one is told."""
    if found:
        dealer = found.dealer if asked.dealer is None else asked.dealer
        return _told(table, asked, found, found.sort, dealer, at)
    sort, said = sort_before(deals, asked.before), asked.dealer
    turn = turn_after(table, [one for one in deals if one.sort < sort]) if said is None else said
    return _told(table, asked, None, sort, turn, at)


def _told(table: Table, asked: Asked, found: Deal | None, sort: str, dealer: int, at: str) -> Deal:
    """The deal as it is to be saved: facts as the codec writes them; or InvalidDeal."""
    if not 0 <= dealer < len(table.seats):
        raise refuse("this player is not at the table", at="dealer")
    first_told = found.told_at if found and found.state == "told" else at
    deal = Deal(
        number=asked.number,
        sort=sort,
        state=asked.state,
        dealer=dealer,
        text=as_text(asked.facts),
        note=clean(asked.note),
        told_at=kept_time(asked.told_at) if asked.told_at else first_told,
        revision=found.revision + 1 if found else 1,
    )
    return _half(table, deal) if asked.state == "half" else scored(table, deal)


def _half(table: Table, deal: Deal) -> Deal:
    agreed, keys = agreed_at(table), seat_keys(len(table.seats))
    tell_half(agreed, deal.facts, deal.dealer, keys)
    facts = retell(agreed, deal.facts, deal.dealer, keys, keys)
    return replace(deal, text=as_text(facts), outcome="half")


def scored(table: Table, deal: Deal) -> Deal:
    """The deal with what its score says; its facts as the codec writes them; or InvalidDeal."""
    (told,) = tell_again(table, [deal])
    keys = [str(seat) for seat in told.plays]
    facts, game = to_facts(told.deal, keys), GAMES[table.game]
    kind = game.columns(keys)[game.kind](told, facts) if game.kind and played(told.deal) else ""
    return replace(deal, text=as_text(facts), outcome=told.score.outcome, kind=kind or "")


def add_all(writing: Writing, table: Table, deals: Sequence[Telling]) -> None:
    """The deals of a sheet, at a table that has none; InvalidDeal says which one cannot be."""
    told: list[Deal] = []
    for i, one in enumerate(deals):
        state: State = "half" if one.half else "told"
        asked = Asked(
            i + 1, one.facts, state, dealer=one.dealer, note=one.note, told_at=one.told_at
        )
        try:
            if one.half and i + 1 < len(deals):
                raise refuse("only the last deal may be half told", at="half")
            dealer = turn_after(table, told[-1:]) if one.dealer is None else one.dealer
            told.append(_told(table, asked, None, f"{i + 1:06}", dealer, writing.at))
        except InvalidDeal as error:
            error.deal = i
            raise
        columns = {"table_id": table.id, "sort": told[-1].sort, "revision": 1}
        writing.add("deals", {**columns, **history.of_deal(told[-1])})
    settle_again(writing, table.id, *(deal.number for deal in told))


def sort_before(deals: Sequence[Deal], before: int | None) -> str:
    """The order key of a new deal: behind all, or just before the deal of this number;
    ChangedMeanwhile where that is not there any more."""
    if before is None:
        return f"{int(deals[-1].sort[:6]) + 1 if deals else 1:06}"
    for i, deal in enumerate(deals):
        if deal.number == before and deal.state != "deleted":
            return between(deals[i - 1].sort if i else "0", deal.sort)
    raise ChangedMeanwhile(f"deal {before} is gone")


def between(low: str, high: str) -> str:
    """An order key between two others. All are digits behind a decimal point: text sorts them."""
    digits = max(len(low), len(high)) + 1
    middle = (int(low.ljust(digits, "0")) + int(high.ljust(digits, "0"))) // 2
    return f"{middle:0{digits}}"
