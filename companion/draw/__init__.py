"""The draw of one position of an evening: who sits with whom, where, and who sits out.

A plain local search (`search`), because no solver in pure Python that is kept up does better for
the same cost. Players are whatever tells them apart, anything hashable. No clock, and the same
seed draws the same. `quality` says how good a draw is.
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
    """How many tables of how many, the largest first; who is missing in the sum sits out.

    `wanted` is what the organiser asks for, else 4. French Tarot takes as many tables of it as
    can be and the rest threes or fives: 6 = 3 + 3, 7 = 4 + 3, 14 = 4 + 4 + 3 + 3. "Fours first"
    decides where both would do: 9 = 5 + 4, 13 = 5 + 4 + 4, and five make one table of five; an
    organiser who would rather have threes asks for them. The other games come as near to the
    wanted size as they can (`games.sizes`). Fewer than a game's least: no table.
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

    `history`: the positions before, all their games. `ahead`: how many positions are to come
    after this one; they are drawn along with it, as if the same people stayed, and thrown away:
    so this one leaves them something. Who has sat out least sits out first, by lot; wishes come
    before repeated meetings. ValueError for a player named twice, a table of nobody, more seats
    than players.
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
    first = search.run(rng)[0]  # seats are by lot: dealt so, and changes of places know none
    return Draw(tuple(map(tuple, first)), outs[0])


def _outs(
    players: Sequence[Player], many: int, history: Sequence[Draw], rng: Random, positions: int
) -> list[tuple[Player, ...]]:
    """Who sits out in each position: always those who did so least, by lot among them."""
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
