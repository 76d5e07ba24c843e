"""How good a draw is, in figures, against the least that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from .position import Draw, Pair, Player, Wish, meetings, pairs, sat_out


@dataclass(frozen=True)
class Quality:
    """How good a draw is, with the positions before it. A repeat is a meeting of two who had met
    before."""

    repeats: int  # in this position
    evening: int  # in this one and all before it
    least: int  # repeats of the evening that no draw could avoid (`least`)
    met: int  # pairs that have met, this position included
    met_before: int  # the same without it
    pairs: int  # all pairs among the players who were ever drawn
    sat_out: Mapping[Player, int]  # how often each of them sat out
    least_most: int  # in any draw somebody has sat out at least this often
    kept: int  # wishes kept in this position
    wishes: int  # wishes of two who both have a seat in it


def quality(
    draw: Draw,
    history: Sequence[Draw] = (),
    wishes: Iterable[Wish] = (),
    out_of_need: int | None = None,
) -> Quality:
    """The figures of a draw, with the positions before it. `out_of_need`: how many had to sit out
    of this one, however it was drawn; None: all who do."""
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
    """The wishes of two who both have a seat -> whether this position keeps them."""
    at = {player: n for n, table in enumerate(draw.tables) for player in table}
    both = [one for one in wishes if one.one in at and one.other in at]
    return {one: (at[one.one] == at[one.other]) == one.together for one in both}


def least(sizes: Sequence[Sequence[int]], players: int) -> int:
    """A lower bound: no draw of positions with these table sizes has fewer repeats; wishes aside.

    There are two reasons for repeats, which hold at every position p of n players:

    - A table of s has s(s − 1) / 2 meetings, and only n(n − 1) / 2 meetings are possible without a
      repeat: all that positions 1 to p have beyond that are repeats. (Counted by player: in 5
      positions of fours each has 15 meetings, and among 12 players only 11 others, so there are
      12 × 4 / 2 = 24 repeats. It is the same number, because they are fewest if spread evenly.)
    - If the players of an earlier position sat at t tables, a table of s > t has two from the same
      one. Seated one by one, the k-th meets at least (k − 1) // t others from the same earlier
      table, and these are repeats. Players who sat at no table of that earlier position repeat
      nothing; the bound gives them the seats that would cost most.

    Up to p there are at least as many repeats as the first reason says, and at least those up to
    p − 1 with those of the second. It cannot always be reached: five positions of 14 players have
    0 here, and are drawn with 2.
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
    """How many more repeats a position has after a change by hand."""
    return _change(before, after, meetings(history))


def changes(draw: Draw, one: Player, history: Sequence[Draw] = ()) -> dict[Player, int]:
    """For each other player, how many more repeats there are if `one` changes places with them."""
    met = meetings(history)
    others = [player for player in (*draw.seated, *draw.out) if player != one]
    return {other: _change(draw, draw.swapped(one, other), met) for other in others}


def _change(before: Draw, after: Draw, met: Mapping[Pair, int]) -> int:
    """How many more repeats; only the tables that differ are looked at."""
    old, new = Counter(before.tables), Counter(after.tables)
    return _repeats(new - old, met) - _repeats(old - new, met)


def _repeats(tables: Iterable[tuple[Player, ...]], met: Mapping[Pair, int]) -> int:
    return sum(pair in met for table in tables for pair in pairs(table))
