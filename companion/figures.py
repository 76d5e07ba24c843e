"""How well evenings are drawn, for people to read: what `companion draw-quality` prints."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from .draw import Draw, draw, meetings, quality, sizes
from .games import GAMES

GAME = GAMES["tarot"]
PLAYERS = (12, 13, 14, 22, 50, 120)
POSITIONS = 5
HEAD = "players  repeats  least  two met  sat out  slowest draw  tables"


def report() -> Iterator[str]:
    """A head, then a line for each evening: repeats beside the fewest possible, how often the same
    two met at most, how often somebody sat out at most, the slowest draw, the sizes of the tables.
    """
    yield HEAD
    for players in PLAYERS:
        evening, seconds = drawn(players)
        figures = quality(evening[-1], evening[:-1])
        often = max(meetings(evening).values())
        out = max(figures.sat_out.values())
        tables = " ".join(str(len(table)) for table in evening[-1].tables)
        yield (
            f"{players:7}  {figures.evening:7}  {figures.least:5}  {often:6}×  {out:6}×"
            f"  {seconds:10.2f} s  {tables}"
        )


def drawn(players: int) -> tuple[list[Draw], float]:
    """An evening of so many players, one draw for each position, and the seconds of the slowest."""
    evening: list[Draw] = []
    slowest = 0.0
    for ahead in reversed(range(POSITIONS)):
        start = perf_counter()
        evening.append(draw(range(players), sizes(GAME, players), evening, ahead=ahead))
        slowest = max(slowest, perf_counter() - start)
    return evening, slowest
