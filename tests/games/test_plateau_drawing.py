"""The board as a drawing: where spaces lie, what joins them, where its sides run.

Source: rules/plateau.md (Boards): x = 1.5·q, y = √3·(r + q/2), y downwards; the sides by number.
"""

import re
from itertools import combinations
from math import cos, dist, radians, sin, sqrt

import pytest

from companion.games.hexgrid import hexagon
from companion.games.plateau_drawing import centre, edge, links

ROOT = sqrt(3)


def points(path):
    """The points of a line, in their order."""
    return [tuple(map(float, text.split())) for text in re.split("[MLz]", path) if text]


def side_line(side):
    """The edge along a side: that of side 1, turned clockwise by 60° for each further one."""
    turn = radians(60 * (side - 1))
    return [
        (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in points(edge())
    ]


def test_the_centre_lies_as_the_rules_say():
    assert centre(0, 0) == (0, 0)
    assert centre(0, -3) == pytest.approx((0, -3 * ROOT))
    assert centre(3, 0) == pytest.approx((4.5, 1.5 * ROOT))
    assert centre(-3, 0) == pytest.approx((-4.5, -1.5 * ROOT))


def test_neighbours_lie_as_far_apart_as_two_flat_sides():
    near = [
        (one, other)
        for one, other in combinations(hexagon(), 2)
        if dist(centre(*one), centre(*other)) < 2
    ]
    assert len(near) == 90  # each edge between two of the 37 spaces
    assert all(dist(centre(*one), centre(*other)) == pytest.approx(ROOT) for one, other in near)


def test_spaces_that_touch_are_linked_across_the_edge_that_they_share():
    (link,) = links([(0, 0), (0, 1)])
    assert points(link) == [(0, 0.67), (0, 1.07)]
    assert links([(0, 0), (0, 2), (2, -2)]) == ()


def test_three_spaces_around_a_corner_have_three_links():
    assert len(links([(0, 0), (1, 0), (0, 1)])) == 3
    assert len(links(hexagon())) == 90


def test_links_grow_from_the_first_space_so_that_the_path_can_be_drawn():
    row = [(-1, 0), (2, 0), (0, 0), (1, 0)]
    assert [points(link)[0][0] for link in links(row)] == [-0.92, 0.58, 2.08]


SIDES = {1: "r = -3", 2: "q = 3", 3: "q + r = 3", 4: "r = 3", 5: "q = -3", 6: "q + r = -3"}
ON = {
    1: lambda q, r: r == -3,
    2: lambda q, r: q == 3,
    3: lambda q, r: q + r == 3,
    4: lambda q, r: r == 3,
    5: lambda q, r: q == -3,
    6: lambda q, r: q + r == -3,
}


@pytest.mark.parametrize("side", SIDES, ids=SIDES.values())
def test_a_side_of_the_frame_runs_along_its_four_spaces(side):
    along = [centre(*place) for place in hexagon() if ON[side](*place)]
    assert len(along) == 4
    others = [centre(*place) for place in hexagon() if not ON[side](*place)]
    for point in side_line(side):
        assert min(dist(point, space) for space in along) < 1.1
        assert min(dist(point, space) for space in others) > 0.95


def test_the_six_sides_close_the_frame():
    for side in SIDES:
        end, begin = side_line(side)[-1], side_line(side % 6 + 1)[0]
        assert dist(end, begin) < 0.02
