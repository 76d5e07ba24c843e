"""Who takes which seat of a sheet: the list in a file, as changes of seats, and back."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import NamedTuple

from ..games.message import refuse, within
from ..games.names import checked_name, fold
from .sheet import Sheet, Substitute


class Taken(NamedTuple):
    """From this deal on `by` has the seat; somebody else had it in the deal before."""

    deal: int
    seat: int
    by: str


def seats_taken(substitutes: Sequence[Substitute], names: Sequence[str], deals: int) -> list[Taken]:
    """The changes of seats that this list tells, by deal and seat, on a sheet of so many `deals`;
    InvalidDeal for one that cannot be.

    The list is read in order; but those of one deal leave and come together, so that two may change
    their seats.
    """
    sitting = list(names)
    last: dict[tuple[int, int], str] = {}
    came: set[int] = set()  # the seats taken so far in this deal
    for i, one in enumerate(substitutes):
        if i and one.deal != substitutes[i - 1].deal:
            came = set()
        with within(f"substitutes[{i}]"):
            _check_deal(substitutes, i, deals)
            seat = _seat_of(one.player, sitting, came)
            _check_comes(substitutes, i, sitting, {seat, *came})
        sitting[seat] = last[one.deal, seat] = one.by
        came.add(seat)
    return sorted(_changes(last, names))


def _check_deal(substitutes: Sequence[Substitute], i: int, deals: int) -> None:
    """The list goes by deals, up to the next one that will be told."""
    before = substitutes[i - 1].deal if i else 1
    if not before <= substitutes[i].deal <= deals + 1:
        raise refuse("not between {low} and {high}", at="deal", low=before, high=deals + 1)


def _check_comes(
    substitutes: Sequence[Substitute], i: int, sitting: Sequence[str], taken: Container[int]
) -> None:
    """Whoever sits at the table cannot come to it, unless they leave their seat in the same deal:
    one that was not `taken` in it."""
    by = substitutes[i].by
    checked_name(by, "by")
    for seat in _seats_of(by, sitting):
        if seat in taken or not _leaves(sitting[seat], substitutes, i):
            raise refuse("{name} sits at the table already", at="by", name=by)


def _seat_of(player: str, sitting: Sequence[str], came: set[int]) -> int:
    """Where this player sits. Somebody who came to another seat in this very deal has two until
    the first is taken: then that one."""
    seats = [seat for seat, name in enumerate(sitting) if name == player]
    if not seats:
        raise refuse("{name} does not sit there then", at="player", name=player)
    return min(seats, key=lambda seat: seat in came)


def _seats_of(by: str, sitting: Sequence[str]) -> list[int]:
    return [seat for seat, name in enumerate(sitting) if fold(name) == fold(by)]


def _leaves(player: str, substitutes: Sequence[Substitute], i: int) -> bool:
    """Whether somebody further down the list takes this player's seat, in the same deal as `i`."""
    later = (substitutes[n] for n in range(i + 1, len(substitutes)))
    same = takewhile(lambda one: one.deal == substitutes[i].deal, later)
    return any(one.player == player for one in same)


def _changes(last: Mapping[tuple[int, int], str], names: Sequence[str]) -> Iterator[Taken]:
    """The changes between one deal and the next. Somebody who came and left again in between is not
    among them, nor a seat whose player was back by then."""
    there = list(names)
    for (deal, seat), by in last.items():
        if fold(by) != fold(there[seat]):
            there[seat] = by
            yield Taken(deal, seat, by)


def substitutes_of(taken: Iterable[Taken], names: Sequence[str]) -> tuple[Substitute, ...]:
    """The list for these changes, which come by deal and seat. In it whoever sits down takes a seat
    at a moment when they have no other, if such an order exists; where people change seats among
    themselves, the first sits down before having been replaced."""
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
    """The same sheet with its seats named for those who had them in the first deal: whoever left
    before it never played."""
    taken = seats_taken(sheet.head.substitutes, sheet.names, len(sheet.rows))
    names = list(sheet.names)
    for one in taken:
        if one.deal == 1:
            names[one.seat] = one.by
    later = substitutes_of((one for one in taken if one.deal > 1), names)
    return _seats_called(sheet, names, later)


def as_called(sheet: Sheet, now: Mapping[str, str]) -> Sheet:
    """The same sheet with the names of today: `now` has them by the old names, folded. Unchanged if
    two at the table would then have one name."""
    names = [now.get(fold(name), name) for name in sheet.names]
    if not now or len({*map(fold, names)}) < len(names):
        return sheet
    substitutes = tuple(
        replace(one, player=now.get(fold(one.player), one.player), by=now.get(fold(one.by), one.by))
        for one in sheet.head.substitutes
    )
    return _seats_called(sheet, names, substitutes)


def _seats_called(sheet: Sheet, names: Sequence[str], substitutes: tuple[Substitute, ...]) -> Sheet:
    """The same sheet with these names for its seats. Only a half-told deal has names in its facts,
    and gets the new ones."""
    dealer = sheet.head.dealer and names[sheet.names.index(sheet.head.dealer)]
    head = replace(sheet.head, players=tuple(names), dealer=dealer, substitutes=substitutes)
    rows = [row if row.told else replace(row, facts=sheet.facts(row, names)) for row in sheet.rows]
    return replace(sheet, head=head, names=names, rows=rows)
