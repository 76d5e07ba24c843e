"""The chart of the running totals: where its lines, ticks and names stand in a box of 370 × 250.

Whole numbers only, which no eye tells from finer ones and which travel lighter; the drawing is
`templates/tables/_chart.html`, the look is the stylesheet's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from unicodedata import category, combining, east_asian_width, normalize

LEFT, RIGHT, TOP, BOTTOM = 44, 238, 10, 228
EDGE = 362  # where lines end that no name stands beside
LABEL_GAP = 17
NAME_ROOM = 112  # beside the lines, to the edge of the box
# How wide letters are at most in DejaVu Serif Bold, the widest face that the stylesheet asks for.
LETTERS = {
    5: "ijl .,'’",
    7: 'frtIJ-()/:"',
    9: "aceosvxyz",
    10: "bdghknpquEFLPSTYZ0123456789",
    12: "wABCDGKNOQRUVX&+ß",
    15: "mHMWæœÆ",
}
WIDE = {letter: wide for wide, letters in LETTERS.items() for letter in letters}
EAST_ASIAN, ANY_OTHER = 13, 18
DOTS = 13  # what says that a name goes on
MOST_TICKS = 9


@dataclass(frozen=True)
class Tick:
    """A value beside an axis, and where it stands."""

    at: int
    value: int


@dataclass(frozen=True)
class Curve:
    """The line of a seat, and its mark and name moved away from the others."""

    seat: int
    name: str
    leads: bool
    path: str
    end: int  # how high the line ends
    label: int  # how high its name stands


@dataclass(frozen=True)
class Chart:
    """All that the drawing needs."""

    values: Sequence[Tick]
    places: Sequence[Tick]
    lines: Sequence[Curve]
    right: int  # where these end


def chart(names: Sequence[str], totals: Sequence[Sequence[float]], ranks: Sequence[int]) -> Chart:
    """The running totals; `totals[place][seat]`, the first before any deal, in points.

    Where nobody is named, on the page of one person, the lines take the names' room.
    """
    low, high, step = _span([n for row in totals for n in row])
    right = RIGHT if any(names) else EDGE
    wide, tall = (right - LEFT) / max(1, len(totals) - 1), (BOTTOM - TOP) / (high - low)

    def x(place: int) -> int:
        return round(LEFT + place * wide)

    def y(n: float) -> int:
        return round(BOTTOM - (n - low) * tall)

    def path(seat: int) -> str:
        return "M" + "L".join(f"{x(place)} {y(row[seat])}" for place, row in enumerate(totals))

    ends = [y(n) for n in totals[-1]]
    labels = _apart(ends)
    lines = [
        Curve(
            seat=seat,
            name=_short(name),
            leads=ranks[seat] == 1,
            path=path(seat),
            end=ends[seat],
            label=labels[seat],
        )
        for seat, name in enumerate(names)
    ]
    values = [Tick(y(n), n) for n in range(low, high + 1, step)]
    places = [Tick(x(n), n) for n in _places(len(totals) - 1)]
    return Chart(values, places, lines, right)


def _short(name: str) -> str:
    """As much of a name as has room: the numbers below the chart say it in full."""
    if _wide(name) <= NAME_ROOM:
        return name
    kept = name
    while _wide(kept) > NAME_ROOM - DOTS:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def _wide(name: str) -> int:
    """How wide a name is at most: which face a phone has is not known here."""
    return sum(_wide_letter(letter) for letter in name)


def _wide_letter(letter: str) -> int:
    """An accent adds nothing; a sign for several letters is as wide as these; a picture is wide."""
    if east_asian_width(letter) in "WF":
        return ANY_OTHER if category(letter) == "So" else EAST_ASIAN
    parts = normalize("NFKD", letter)
    return sum(WIDE.get(part, ANY_OTHER) for part in parts if not combining(part))


def _span(values: Sequence[float]) -> tuple[int, int, int]:
    """The lowest and the highest tick and the step between two: 1, 2 or 5 times a power of ten."""
    least, most = min(0, *values), max(0, *values)
    for step in _steps():
        low, high = int(least // step) * step, int(-(-most // step)) * step
        if (high - low) // step < MOST_TICKS:
            return low, max(high, low + step), step
    raise AssertionError("steps grow without end")


def _steps() -> Iterator[int]:
    for power in count():
        yield from (n * 10**power for n in (1, 2, 5))


def _places(last: int) -> range:
    step = next(step for step in _steps() if last / step <= 6)
    return range(0, last + 1, step)


def _apart(ends: Sequence[int]) -> list[int]:
    """Where the names stand: beside the ends of their lines, none on another."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    places: list[int] = []
    for seat in order:
        places.append(max([ends[seat], *(place + LABEL_GAP for place in places[-1:])]))
    places[-1] = min(places[-1], BOTTOM)
    for i in reversed(range(len(places) - 1)):
        places[i] = min(places[i], places[i + 1] - LABEL_GAP)
    return [places[order.index(seat)] for seat in range(len(ends))]
