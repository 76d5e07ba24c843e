"""Who takes which seat of a sheet: the list that a file has, and what it says of each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import NamedTuple

from ..games.message import refuse, within
from ..games.names import checked_name, fold
from .sheet import Sheet, Substitute


class Taken(NamedTuple):
    """From this deal on `by` has the seat, where somebody else sat in the deal before."""

    deal: int
    seat: int
    by: str


def seats_taken(substitutes: Sequence[Substitute], names: Sequence[str], deals: int) -> list[Taken]:
    """What the list of a sheet of so many deals says, by deal and seat; InvalidDeal for what
    cannot be.

    One after the other, but those of one deal go and come together: two may change their seats.
    """
    sitting, before, came = list(names), 1, set[int]()
    last: dict[tuple[int, int], str] = {}
    for i, one in enumerate(substitutes):
        with within(f"substitutes[{i}]"):
            if not before <= one.deal <= deals + 1:
                raise refuse("not between {low} and {high}", at="deal", low=before, high=deals + 1)
            if one.deal > before:
                before, came = one.deal, set()
            seat = _seat_of(one.player, sitting, came)
            checked_name(one.by, "by")
            for other in _seats_of(one.by, sitting):
                if other in {seat, *came} or not _goes(sitting[other], substitutes, i):
                    raise refuse("{name} sits at the table already", at="by", name=one.by)
        sitting[seat] = last[one.deal, seat] = one.by
        came.add(seat)
    return sorted(_changes(last, names))


def _seat_of(player: str, sitting: Sequence[str], came: set[int]) -> int:
    """Where this player sits; of who came to another seat in this deal, the one that is left."""
    seats = [seat for seat, name in enumerate(sitting) if name == player]
    if not seats:
        raise refuse("{name} does not sit there then", at="player", name=player)
    return min(seats, key=lambda seat: seat in came)


def _seats_of(by: str, sitting: Sequence[str]) -> list[int]:
    return [seat for seat, name in enumerate(sitting) if fold(name) == fold(by)]


def _goes(player: str, substitutes: Sequence[Substitute], i: int) -> bool:
    """Whether somebody takes this player's seat too in the deal of the one at `i`."""
    later = (substitutes[n] for n in range(i + 1, len(substitutes)))
    same = takewhile(lambda one: one.deal == substitutes[i].deal, later)
    return any(one.player == player for one in same)


def _changes(last: Mapping[tuple[int, int], str], names: Sequence[str]) -> Iterator[Taken]:
    """Without who sat in no deal, and who was back in the seat before the deal began."""
    there = list(names)
    for (deal, seat), by in last.items():
        if fold(by) != fold(there[seat]):
            there[seat] = by
            yield Taken(deal, seat, by)


def substitutes_of(taken: Iterable[Taken], names: Sequence[str]) -> tuple[Substitute, ...]:
    """The list that says what was taken, told by deal and seat: chairs are free in turn; where
    people change among themselves, the first one sits down before the other has got up."""
    sitting, found = list(names), list[Substitute]()
    for _, some in groupby(taken, key=lambda one: one.deal):
        waits = list(some)
        while waits:
            one = next((one for one in waits if not _seats_of(one.by, sitting)), waits[0])
            waits.remove(one)
            found.append(Substitute(deal=one.deal, player=sitting[one.seat], by=one.by))
            sitting[one.seat] = one.by
    return tuple(found)


def as_begun(sheet: Sheet) -> Sheet:
    """The same sheet, its seats by who had them in the first deal: whoever had gone before it sat
    in none."""
    taken = seats_taken(sheet.head.substitutes, sheet.names, len(sheet.rows))
    names = list(sheet.names)
    for one in taken:
        if one.deal == 1:
            names[one.seat] = one.by
    later = substitutes_of((one for one in taken if one.deal > 1), names)
    return _seats_called(sheet, names, later)


def as_called(sheet: Sheet, now: Mapping[str, str]) -> Sheet:
    """The same sheet with people as they are called by `now`, by the names that they had, folded;
    as it is, where two of them would be one."""
    names = [now.get(fold(name), name) for name in sheet.names]
    if not now or len({*map(fold, names)}) < len(names):
        return sheet
    substitutes = tuple(
        replace(one, player=now.get(fold(one.player), one.player), by=now.get(fold(one.by), one.by))
        for one in sheet.head.substitutes
    )
    return _seats_called(sheet, names, substitutes)


def _seats_called(sheet: Sheet, names: Sequence[str], substitutes: tuple[Substitute, ...]) -> Sheet:
    """The same sheet with these names for its seats; a deal told in full calls them by number."""
    dealer = sheet.head.dealer and names[sheet.names.index(sheet.head.dealer)]
    head = replace(sheet.head, players=tuple(names), dealer=dealer, substitutes=substitutes)
    rows = [row if row.told else replace(row, facts=sheet.facts(row, names)) for row in sheet.rows]
    return replace(sheet, head=head, names=names, rows=rows)
