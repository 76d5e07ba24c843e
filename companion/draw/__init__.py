"""The draw of one position of an evening: who sits with whom, where, and who sits out.

A plain local search (`search`), because no maintained solver in pure Python does better at the same
cost. A player is anything hashable that tells people apart. There is no clock in it: the same seed
draws the same. `quality` says how good a draw is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ..games.base import Game
from .position import Draw, Player, Wish, meetings, sat_out
from .quality import Quality, change, changes, kept, least, quality
from .search import Search

__all__ = ["Draw", "Player", "Quality", "Wish", "change", "changes", "draw", "kept"]
__all__ += ["least", "meetings", "quality", "sat_out", "sizes"]


def sizes(game: Game, players: int, wanted: int = 4) -> tuple[int, ...]:
    """The sizes of the tables, the largest first; players beyond their sum sit out.

    `wanted` is the size that the organiser asks for, else 4. French Tarot makes as many tables of
    it as possible, and the rest of three or five: 6 = 3 + 3, 7 = 4 + 3, 14 = 4 + 4 + 3 + 3. Where
    the rest could be of three or of five, "fours first" decides: 9 = 5 + 4, 13 = 5 + 4 + 4, and
    five make one table; an organiser who would rather have threes asks for them. The other games
    come as near to the wanted size as they can (`games.sizes`). Too few for any table: none.
    """
    return game.tables(players, wanted, game.players)


def draw(
    players: Sequence[Player],
    sizes: Sequence[int],
    history: Sequence[Draw] = (),
    wishes: Iterable[Wish] = (),
    seed: int | str = 0,
    ahead: int = 0,
) -> Draw:
    """Seats the players at tables of these sizes, with as few repeated meetings as it finds.

    `history`: the positions before, of all games. `ahead`: how many positions are to come after
    this one. They are drawn along with it, as if the same people stayed, and thrown away, so that
    this one leaves them pairs that have not met. Those who have sat out least sit out first, by
    lot; wishes come before repeated meetings. ValueError for a player named twice, a table of
    nobody, more seats than players.
    """
    if len(set(players)) < len(players) or sum(sizes) > len(players) or 0 in sizes:
        raise ValueError("every player once, and no more seats than players")
    rng = Random(seed)
    outs = _outs(players, len(players) - sum(sizes), history, rng, 1 + ahead)
    plan = []
    for out in outs:
        sit = [player for player in players if player not in out]
        plan.append(_dealt(rng.sample(sit, len(sit)), sizes))
    search = Search(plan, meetings(history), wishes)
    first = search.run(rng)[0]  # seats are by lot too: as dealt, and the search heeds no seats
    return Draw(tuple(map(tuple, first)), outs[0])


def _outs(
    players: Sequence[Player], many: int, history: Sequence[Draw], rng: Random, positions: int
) -> list[tuple[Player, ...]]:
    """Who sits out in each position: those who have done so least, by lot among equals."""
    times, outs = sat_out(history), []
    for _ in range(positions):
        drawn = rng.sample(players, len(players))
        outs.append(tuple(sorted(drawn, key=times.__getitem__)[:many]))
        times.update(outs[-1])
    return outs


def _dealt(players: Iterable[Player], sizes: Sequence[int]) -> list[list[Player]]:
    """The first to the first table, and so on."""
    rest = iter(players)
    return [[next(rest) for _ in range(size)] for size in sizes]
