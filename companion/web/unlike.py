"""What a table here and a sheet with the same id say differently, in the reader's words: first
what holds for all deals, then deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from json import dumps
from typing import Any

from ..games.facts import options, tell_half
from ..games.names import fold
from ..sheets import Row, Sheet, seats_taken
from ..store import clean
from ..words import day, pgettext, say, total
from ..words import gettext as _
from .besides import facts_apart
from .differing import Difference, Item, apart, said_rules, told_apart
from .shown import seat_taken

Names = Sequence[str]


def differences(ours: Sheet, theirs: Sheet) -> Iterator[Difference]:
    """All that the two do not say alike. Ids, the times of deals and whether the sheet was closed
    are not compared."""
    names = _as_here(ours.names, theirs.names)
    yield from apart(_items(ours, ours.names), _items(theirs, names))
    yield from _deals(ours, theirs, names)


def _as_here(ours: Names, theirs: Names) -> Names:
    """The names by which the file is compared. Somebody with another name in the same seat, who
    sits in no other seat of either, is taken for the same person: else every deal would differ
    too."""
    here, there = (set(map(fold, names)) for names in (ours, theirs))
    return [
        mine if mine and fold(mine) not in there and fold(name) not in here else name
        for mine, name in zip_longest(ours[: len(theirs)], theirs, fillvalue="")
    ]


def _items(sheet: Sheet, names: Names) -> Iterator[tuple[tuple[str, ...], Item]]:
    """What holds for all deals, by its word in the file; `names` are the seats as compared."""
    for key, called, value, said in _head(sheet, names):
        yield (key,), Item(called, {key: (value, said)})
    for seat, name in enumerate(sheet.names):
        called = _("Seat %(n)s") % {"n": seat + 1}
        yield ("players", str(seat)), Item(called, {"name": (name, name)})
    for seat, points in enumerate(sheet.agreed.start):
        if points:
            whose = {"name": _("Carried over"), "words": sheet.names[seat]}
            called = _("%(name)s: %(words)s") % whose
            said = total(points, sheet.game)
            yield ("start", fold(names[seat])), Item(called, {"points": (points, said)})
    yield from _substitutes(sheet, names)


def _head(sheet: Sheet, names: Names) -> Iterator[tuple[str, str, Any, str]]:
    """The word in the file, what people call it, the value, and in words."""
    head, agreed, game = sheet.head, sheet.agreed, sheet.game
    texts = {
        "title": _("Name of the table"),
        "date": _("Date"),
        "evening": _("Evening"),
        "position": _("Position"),
        "table": _("Table"),
        "note": _("Note"),
    }
    for key, called in texts.items():
        text = clean(getattr(head, key) or "")
        yield key, called, text, day(text) if key == "date" else text
    yield "game", _("Game"), game.key, say(game.title)
    rules = {**options(agreed.rules), "deals": 0}  # planned deals have a line of their own
    yield "rules", _("Rules"), rules, said_rules(game.key, rules)
    planned = agreed.rules.deals
    said = str(planned or pgettext("number of deals", "Open"))
    yield "deals", _("Deals planned"), planned, said
    yield "seats", _("How many play at once"), agreed.players, str(agreed.players)
    first = list(sheet.names).index(head.dealer or sheet.names[0])
    yield "dealer", _("First dealer"), names[first], sheet.names[first]


def _substitutes(sheet: Sheet, names: Names) -> Iterator[tuple[tuple[str, ...], Item]]:
    """Who takes which seat, for the first time, the second …"""
    numbers, times = _numbers(sheet), Counter[int]()
    for one in seats_taken(sheet.head.substitutes, sheet.names, len(sheet.rows)):
        times[one.seat] += 1
        key = ("substitutes", fold(names[one.seat]), str(times[one.seat]))
        called = _("Seat %(n)s") % {"n": one.seat + 1}
        said = seat_taken(numbers[one.deal - 1], one.by, sheet.names[one.seat])
        yield key, Item(called, {"by": ([one.deal, one.by], said)})


def _deals(ours: Sheet, theirs: Sheet, names: Names) -> Iterator[Difference]:
    """The deals that differ, place by place; what they are called is what the sheet here does."""
    called = zip_longest(_called(ours), _called(theirs))
    rows = zip_longest(ours.rows, theirs.rows)
    sat = zip_longest(_sat(ours), _sat(theirs), fillvalue=())
    for (mine, others), (row, other), (us, them) in zip(called, rows, sat, strict=True):
        if _compared(ours, row, ours.names) != _compared(theirs, other, names):
            here, there = _facts_apart(ours, row, theirs, other, names, us)
            both = _told(ours, row, us, here), _told(theirs, other, them, there)
            yield mine or others, *told_apart(*both)


def _sat(sheet: Sheet) -> Iterator[Names]:
    """Who sat there in each deal: a sheet calls the seats by who sat there first."""
    taken = seats_taken(sheet.head.substitutes, sheet.names, len(sheet.rows))
    for place in range(1, len(sheet.rows) + 1):
        came = {one.seat: one.by for one in taken if one.deal <= place}
        yield [came.get(seat, name) for seat, name in enumerate(sheet.names)]


def _called(sheet: Sheet) -> Iterator[str]:
    """What each deal is called: by its number; one that does not count, by the next number."""
    for row, n in zip(sheet.rows, _numbers(sheet), strict=False):
        yield (_("Deal %(n)s") if _counts(sheet, row) else _("Before deal %(n)s")) % {"n": n}


def _numbers(sheet: Sheet) -> list[int]:
    """The number of each deal, or of the first after it that counts; and of the one to come."""
    return list(accumulate((_counts(sheet, row) for row in sheet.rows), initial=1))


def _counts(sheet: Sheet, row: Row) -> bool:
    """Whether the deal has a number of its own; one that is half told has."""
    return row.told is None or sheet.game.counts(row.told.deal)


def _compared(sheet: Sheet, row: Row | None, names: Names) -> str:
    """All that a deal says, by these names, folded as names are; nothing where there is none."""
    if row is None:
        return ""
    said = [*_line(sheet, row, names), sheet.facts(row, names)]
    return fold(dumps(said, sort_keys=True, ensure_ascii=False))


def _facts_apart(
    ours: Sheet, row: Row | None, theirs: Sheet, other: Row | None, names: Names, sat: Names
) -> list[list[str]]:
    """The facts in which two versions of a deal differ, if their sentences are the same. People
    have the names of who sat there (`sat`) in both, so that another name in the file is no
    difference."""
    if row is None or other is None or ours.game is not theirs.game:
        return [[], []]
    if fold(_sentence(ours, row, ours.names)) != fold(_sentence(theirs, other, names)):
        return [[], []]
    here, there = _who_sat(ours.names, sat, names)
    return facts_apart(ours.game, ours.facts(row, here), theirs.facts(other, there))


def _who_sat(ours: Names, sat: Names, theirs: Names) -> tuple[Names, Names]:
    """The names of both for one deal: those who `sat` there instead of those who sat first; the
    first names stay, if in the file two seats would get the same name by that."""
    called = dict(zip(ours, sat, strict=True))
    there = [called.get(name, name) for name in theirs]
    return (sat, there) if len({*there}) == len(there) else (ours, theirs)


def _told(sheet: Sheet, row: Row | None, sat: Names, facts: Sequence[str]) -> str:
    return " · ".join([*_line(sheet, row, sat), *facts]) if row else ""


def _line(sheet: Sheet, row: Row, names: Names) -> list[str]:
    """A deal with its scores, as a person would compare it."""
    points = "…"
    if row.told:
        points = " ".join(total(n, sheet.game) for n in row.told.points(len(names)))
    dealer = _("%(name)s dealt") % {"name": names[row.dealer]}
    said = [_sentence(sheet, row, names), points, dealer, clean(row.note or "")]
    return [one for one in said if one]


def _sentence(sheet: Sheet, row: Row, names: Names) -> str:
    """The deal in words; of one that is half told its bid."""
    game, playing = sheet.game, [names[seat] for seat in sheet.agreed.plays(row.dealer)]
    if row.told:
        return say(game.told(row.told), playing, game.scale)
    lines = tell_half(sheet.agreed, row.facts, row.dealer, sheet.names)
    return " ".join(say(one.message, playing, game.scale) for one in lines[:1])
