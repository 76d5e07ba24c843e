"""The board of Le Plateau as a drawing: centres, links, its edge, from coordinates.

The unit is the edge of a space; x goes to the right, y down, and the middle of the board is (0, 0)
(`rules/plateau.md`, Boards). Cells are axial coordinates; lines are path data for an SVG.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from .hexgrid import AROUND, RADIUS

Point = tuple[float, float]
Cell = tuple[int, int]

VIEW = "-5.5 -6.0622 11 12.1244"  # left, top, width, height of the whole board: a viewBox
HALF = sqrt(3) / 2  # from the middle of a space to its flat side
UPPER_CORNERS = ((-0.5, -HALF), (0.5, -HALF))
LINK = 0.23  # the length of a link, as a part of the way between two centres
OUTSIDE = 1.01  # how far from the middle the frame lies, where the edge is at 1


def centre(q: int, r: int) -> Point:
    """The middle of a space."""
    return 1.5 * q, sqrt(3) * (r + q / 2)


def links(cells: Iterable[Cell]) -> tuple[str, ...]:
    """A short line across each edge that two of the spaces share, as they grow from the first."""
    return tuple(_link(one, other) for one, other in _joined(list(cells)))


def edge() -> str:
    """The edge of the board along side 1; the other sides are the same, each turned by 60° more."""
    cells = [(q, -RADIUS) for q in range(RADIUS + 1)]
    along = [_add(centre(*cell), corner) for cell in cells for corner in UPPER_CORNERS]
    along[0] = _add(centre(*cells[0]), (0, -HALF))
    along.append(_add(centre(*cells[-1]), (0.75, -HALF / 2)))
    return _line((x * OUTSIDE, y * OUTSIDE) for x, y in along)


def _joined(cells: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of neighbours among these cells, each once: group by group, and in each from its
    first cell outwards."""
    queue: list[Cell] = []
    while cells or queue:
        q, r = queue.pop(0) if queue else cells.pop(0)
        for near in ((q + step_q, r + step_r) for step_q, step_r in AROUND):
            if near in cells:
                cells.remove(near)
                queue.append(near)
            if near in queue:
                yield (q, r), near


def _link(one: Cell, other: Cell) -> str:
    (x, y), (to_x, to_y) = centre(*one), centre(*other)
    ends = (0.5 - LINK / 2, 0.5 + LINK / 2)
    return _line((x + part * (to_x - x), y + part * (to_y - y)) for part in ends)


def _add(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _line(points: Iterable[Point]) -> str:
    """From point to point, in hundredths: half a pixel on the largest of boards."""
    return "M" + "L".join(f"{round(x, 2):g} {round(y, 2):g}" for x, y in points)
