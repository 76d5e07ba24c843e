"""How good a draw is, in figures, against the least that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from .position import Draw, Pair, Player, Wish, meetings, pairs, sat_out


@dataclass(frozen=True)
class Quality:
    """What a draw makes of an evening so far. A repeat is a meeting of two who had met before."""

    repeats: int  # in this position
    evening: int  # in this one and all before it
    least: int  # of the evening: fewer cannot be (`least`)
    met: int  # pairs that have met, with this one
    met_before: int  # and without it
    pairs: int  # of so many among all who were drawn
    sat_out: Mapping[Player, int]  # how often each who was drawn
    least_most: int  # who sat out most often did so this often at least, in any draw
    kept: int  # wishes kept in this position
    wishes: int  # of so many of people who both have a seat


def quality(
    draw: Draw,
    history: Sequence[Draw] = (),
    wishes: Iterable[Wish] = (),
    out_of_need: int | None = None,
) -> Quality:
    """The figures of a draw, after the positions before it. `out_of_need`: so many have to sit out
    in it, however it is drawn; None: as many as do."""
    evening = [*history, draw]
    met, before, out = meetings(evening), meetings(history), sat_out(evening)
    rows = [row for one in evening for row in (*one.tables, one.out, *one.sat)]
    people = dict.fromkeys(player for row in rows for player in row)
    outs = len(draw.out) if out_of_need is None else min(out_of_need, len(draw.out))
    wished = kept(draw, wishes)
    now = {pair for table in draw.tables for pair in pairs(table)}
    return Quality(
        repeats=sum(pair in before for pair in now),
        evening=met.total() - len(met),
        least=least([[len(table) for table in one.tables] for one in evening], len(people)),
        met=len(met),
        met_before=len(before),
        pairs=comb(len(people), 2),
        sat_out={player: out[player] for player in people},
        least_most=-(-(sat_out(history).total() + outs) // max(len(people), 1)),
        kept=sum(wished.values()),
        wishes=len(wished),
    )


def kept(draw: Draw, wishes: Iterable[Wish]) -> dict[Wish, bool]:
    """Of the wishes of people who both have a seat, which are kept in this position."""
    at = {player: n for n, table in enumerate(draw.tables) for player in table}
    both = [one for one in wishes if one.one in at and one.other in at]
    return {one: (at[one.one] == at[one.other]) == one.together for one in both}


def least(sizes: Sequence[Sequence[int]], players: int) -> int:
    """Fewer repeats than this no draw of positions of these table sizes can have; wishes aside.

    Two reasons, both at every position p of n players:

    - A table of s is s(s − 1) / 2 meetings, each player meets s − 1 others, and n(n − 1) / 2 is
      all the meetings there are without a repeat: what positions 1 to p have more than that are
      repeats. (By player: 5 positions of fours make 15 meetings each, and of 12 players each has
      11 others, so 12 × 4 / 2 = 24. It is the same count, because spread evenly is cheapest.)
    - A table of s whose players come from t tables of an earlier position, and s > t, has two of
      one table. Seated one by one, the k-th meets at least (k − 1) // t others of the same former
      table: so many repeats. Who did not sit in that earlier position is a repeat to
      nobody, and takes the dearest of these seats.

    The repeats up to p are at least the first, and at least those up to p − 1 and the second.
    It is a bound, not always reached: five positions of 14 players have 0 here, and are drawn
    with 2.
    """
    bound = held = 0
    for place, now in enumerate(sizes):
        held += sum(comb(size, 2) for size in now)
        again = max((_again(now, former, players) for former in sizes[:place]), default=0)
        bound = max(held - comb(players, 2), bound + again)
    return bound


def _again(now: Sequence[int], former: Sequence[int], players: int) -> int:
    """The fewest repeats that one position must have after one other."""
    if not former:
        return 0
    seats = sorted(seat // len(former) for size in now for seat in range(size))
    fresh = players - sum(former)
    return sum(seats[: max(len(seats) - fresh, 0)])


def change(before: Draw, after: Draw, history: Sequence[Draw] = ()) -> int:
    """How many repeats more a position has after a change by hand."""
    return _change(before, after, meetings(history))


def changes(draw: Draw, one: Player, history: Sequence[Draw] = ()) -> dict[Player, int]:
    """How many repeats more it has where this one and each of the others change places."""
    met = meetings(history)
    others = [player for player in (*draw.seated, *draw.out) if player != one]
    return {other: _change(draw, draw.swapped(one, other), met) for other in others}


def _change(before: Draw, after: Draw, met: Mapping[Pair, int]) -> int:
    """Only the tables that change are counted."""
    old, new = Counter(before.tables), Counter(after.tables)
    return _repeats(new - old, met) - _repeats(old - new, met)


def _repeats(tables: Iterable[tuple[Player, ...]], met: Mapping[Pair, int]) -> int:
    return sum(pair in met for table in tables for pair in pairs(table))
