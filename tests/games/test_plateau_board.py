"""The board of Le Plateau: its spaces, what joined sides reach, what is still missing.

Sources: rules/plateau.md (Objectives, Boards) and rules/examples/plateau_boards.json.
"""

import random
from functools import cache
from itertools import combinations, pairwise, product
from math import dist, sqrt

import networkx
import pytest
from worked import cases

from companion.games import hexgrid
from companion.games.plateau_board import (
    HARDNESS,
    OBJECTIVES,
    Held,
    Trick,
    achieved,
    enough,
    harder,
    in_tricks,
    missing,
    still_possible,
    winning_group,
)
from companion.games.plateau_spaces import (
    EDGES,
    WHOLE_BOARD,
    board,
    coordinates,
    named,
    spoken,
    tricks,
)

# q, r, sides, the space with two players, the space with three to six: the table of the rules.
TABLE = """
-3  0 5,6 T13 A6
-3  1 5   T12 T10
-3  2 5   T11 T9
-3  3 4,5 A3  A5
-2 -1 6   T14 T11
-2  0 -   QH  QH
-2  1 -   CC  CC
-2  2 -   QS  QS
-2  3 4   T10 T8
-1 -2 6   T15 T12
-1 -1 -   JD  JD
-1  0 -   KS  KS
-1  1 -   KH  KH
-1  2 -   JC  JC
-1  3 4   T9  T7
 0 -3 1,6 A1  A1
 0 -2 -   CH  CH
 0 -1 -   EX  EX
 0  0 -   T16 T13
 0  1 -   A21 A21
 0  2 -   CD  CD
 0  3 3,4 T8  A4
 1 -3 1   T1  T1
 1 -2 -   JS  JS
 1 -1 -   KD  KD
 1  0 -   KC  KC
 1  1 -   JH  JH
 1  2 3   T7  T6
 2 -3 1   T2  T2
 2 -2 -   QC  QC
 2 -1 -   CS  CS
 2  0 -   QD  QD
 2  1 3   T6  T5
 3 -3 1,2 T3  A2
 3 -2 2   T4  T3
 3 -1 2   T5  T4
 3  0 2,3 A2  A3
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
AXIAL = {hexgrid.cell(q, r): (q, r) for q, r in hexgrid.hexagon()}
CELLS = sorted(AXIAL)


def cells(names, players=4):
    return sum(board(players)[name] for name in names)


def some_boards(n, seed=5):
    """Sets of cells, about every second one in each, and their complements are as likely."""
    chance = random.Random(seed)
    for _ in range(n):
        yield chance.getrandbits(64) & WHOLE_BOARD


def some_games(n, seed=7):
    """The declarer's spaces and the defence's; how many are free is anybody's guess."""
    chance = random.Random(seed)
    for _ in range(n):
        order, taken = chance.sample(CELLS, 37), chance.randrange(38)
        own = chance.randrange(taken + 1)
        yield (
            sum(1 << cell for cell in order[:own]),
            sum(1 << cell for cell in order[own:taken]),
        )


@pytest.mark.parametrize(("players", "column"), [(2, 3), (3, 4), (6, 4)])
def test_every_space_lies_and_touches_as_in_the_table_of_the_rules(players, column):
    assert list(board(players)) == [row[column] for row in ROWS]
    assert list(coordinates(players).values()) == [(int(row[0]), int(row[1])) for row in ROWS]
    for row in ROWS:
        space = board(players)[row[column]]
        touched = [str(side) for side, edge in enumerate(EDGES, start=1) if space & edge]
        assert touched == ([] if row[2] == "-" else row[2].split(","))


@pytest.mark.parametrize(
    ("players", "kinds"), [(2, (16, 16, 5)), (3, (13, 16, 8)), (6, (13, 16, 8))]
)
def test_a_board_has_its_tricks_courts_and_trumps(players, kinds):
    names = board(players)
    trumps = [name for name in names if name == "EX" or name[0] == "A"]
    trick_spaces = [name for name in names if name[0] == "T"]
    assert (len(trick_spaces), 37 - len(trick_spaces) - len(trumps), len(trumps)) == kinds
    assert tricks(players) == kinds[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [("QH", "queen of hearts"), ("CS", "cavalier of spades"), ("T13", "trick 13"),
     ("A21", "trump 21"), ("EX", "the Excuse")],
)  # fmt: skip
def test_a_space_has_a_name_that_is_spoken(name, text):
    assert spoken(name).english([]) == text


def test_every_space_has_a_name_of_its_own():
    for players in (2, 3):
        assert len({spoken(name).english([]) for name in board(players)}) == 37


@pytest.mark.parametrize("case", cases("plateau_boards"))
@pytest.mark.parametrize("players", [2, 4])
def test_joined_sides_reach_an_objective(case, players):
    spaces = case["spaces_2_players" if players == 2 else "spaces_3_to_6_players"]
    assert achieved(cells(spaces, players)) == case["achieved"]
    least = missing(cells(spaces, players), 0)
    reached = [objective for objective, n in least.items() if n == 0]
    assert reached == [*OBJECTIVES[: HARDNESS[case["achieved"]] + 1]]


def test_a_y_that_is_no_bridge_fulfils_a_bridge():
    assert enough("y", "bridge")
    assert not enough("bridge", "y")
    assert not enough(None, "bridge")


@pytest.mark.parametrize(
    ("sides", "level"),
    [({1, 2, 4, 5}, "bridge"), ({1, 2, 3, 4}, "bridge"), ({1, 2, 3}, None), ({1, 3, 5}, "y"),
     ({2, 4, 6}, "y"), ({1, 2, 3, 5}, "fork"), ({1, 2, 3, 4, 5}, "five"), (set(), None),
     ({1, 2, 3, 4, 5, 6}, "six"), ({3, 6}, "bridge"), ({1, 3}, None)],
)  # fmt: skip
def test_the_sides_of_a_group_say_what_it_reaches(sides, level):
    """The whole middle of the board, and of its ring what leads to these sides."""
    middle = sum(1 << cell for cell in CELLS if not any(edge >> cell & 1 for edge in EDGES))
    ring = {1: (1, -3), 2: (3, -2), 3: (2, 1), 4: (-1, 3), 5: (-3, 2), 6: (-2, -1)}
    assert achieved(middle | sum(1 << hexgrid.cell(*ring[side]) for side in sides)) == level
    assert judged(sides) == level


def judged(sides):
    """The conditions of the rules in their own words."""
    bridge = any({side, side + 3} <= sides for side in (1, 2, 3))
    y = {1, 3, 5} <= sides or {2, 4, 6} <= sides
    tests = {
        "six": len(sides) == 6,
        "five": len(sides) >= 5,
        "fork": bridge and y,
        "y": y,
        "bridge": bridge,
    }
    return next((objective for objective, test in tests.items() if test), None)


@cache
def graph():
    """The board as it is drawn: cells are neighbours if their middles are one width apart."""
    drawn = {(q, r): (1.5 * q, sqrt(3) * (r + q / 2)) for q, r in AXIAL.values()}
    found = networkx.Graph()
    found.add_nodes_from(drawn)
    found.add_edges_from(
        (a, b) for a, b in combinations(drawn, 2) if dist(drawn[a], drawn[b]) < 1.8
    )
    return found


def test_the_graph_library_sees_the_same_neighbours():
    degrees = sorted(degree for _, degree in graph().degree)
    assert degrees == [3] * 6 + [4] * 12 + [6] * 19  # corners, sides, the middle
    assert networkx.diameter(graph()) == 6


@pytest.mark.parametrize(("players", "column", "seed"), [(2, 3, 1), (5, 4, 2)])
def test_a_graph_library_finds_the_same_groups_sides_and_level(players, column, seed):
    """10,000 boards of each kind, by the spaces' names."""
    rows = {row[column]: row for row in ROWS}
    at = {name: (int(row[0]), int(row[1])) for name, row in rows.items()}
    names = {place: name for name, place in at.items()}
    sides = {at[name]: set(map(int, row[2].replace("-", "0").split(","))) - {0}
             for name, row in rows.items()}  # fmt: skip
    for own in some_boards(10_000, seed):
        held = [at[name] for name in named(own, players)]
        groups = list(networkx.connected_components(graph().subgraph(held)))
        ours = {named(group, players) for group in hexgrid.groups(own)}
        assert {frozenset(one) for one in ours} == {
            frozenset(map(names.get, one)) for one in groups
        }
        levels = [judged(set().union(*(sides[cell] for cell in group))) for group in groups]
        assert achieved(own) == max(levels, key=HARDNESS.get, default=None)


def symmetries():
    """The twelve ways to lay the board on itself, as cell -> cell."""
    for turns, mirrored in product(range(6), (False, True)):
        found = {}
        for cell, (q, r) in AXIAL.items():
            for _ in range(turns):
                q, r = -r, q + r
            found[cell] = hexgrid.cell(r, q) if mirrored else hexgrid.cell(q, r)
        yield found


def moved(spaces, symmetry):
    return sum(1 << to for cell, to in symmetry.items() if spaces >> cell & 1)


def test_the_board_has_twelve_symmetries():
    found = list(symmetries())
    assert len({tuple(one.items()) for one in found}) == 12
    for symmetry in found:
        assert sorted(symmetry.values()) == CELLS
        for own in some_boards(200):
            assert achieved(moved(own, symmetry)) == achieved(own)


def test_the_twelve_symmetries_keep_what_is_missing():
    for own, barred in some_games(12):
        least = missing(own, barred)
        for symmetry in symmetries():
            assert missing(moved(own, symmetry), moved(barred, symmetry)) == least


def test_one_more_space_never_lowers_the_level():
    for own in some_boards(100):
        before = HARDNESS[achieved(own)]
        for cell in CELLS:
            assert HARDNESS[achieved(own | 1 << cell)] >= before


def test_one_more_space_of_the_defence_never_raises_what_is_possible():
    for barred in some_boards(100):
        before = HARDNESS[still_possible(barred)]
        for cell in CELLS:
            assert HARDNESS[still_possible(barred | 1 << cell)] <= before


def test_a_full_board_is_always_decided():
    for own in some_boards(200):
        assert achieved(own) == still_possible(WHOLE_BOARD ^ own)
        least = missing(own, WHOLE_BOARD ^ own)
        assert {objective: n == 0 for objective, n in least.items()} == {
            objective: enough(achieved(own), objective) for objective in OBJECTIVES
        }
        assert set(least.values()) <= {0, None}


def test_nothing_is_missing_where_it_is_reached_and_no_number_where_it_is_lost():
    for own, barred in some_games(200):
        for objective, n in missing(own, barred).items():
            assert (n == 0) == enough(achieved(own), objective)
            assert (n is None) == (not enough(still_possible(barred), objective))


def test_a_harder_objective_is_never_nearer_and_a_space_brings_one_nearer_at_most():
    for own, barred in some_games(25):
        least = missing(own, barred)
        near = [99 if n is None else n for n in least.values()]
        assert near == sorted(near)
        free = [cell for cell in CELLS if not (own | barred) >> cell & 1]
        for cell in free[:3]:
            one_more = missing(own | 1 << cell, barred)
            for objective, n in least.items():
                assert one_more[objective] in ((None,) if n is None else (n, n - 1))


def test_an_empty_board_asks_for_so_many():
    assert missing(0, 0) == {"bridge": 7, "y": 10, "fork": 10, "five": 10, "six": 10}


def some_holes(n, most):
    """Boards with at most so many free cells: own, the defence's, the free ones."""
    chance = random.Random(11)
    for _ in range(n):
        order = chance.sample(CELLS, 37)
        free, own = chance.randrange(most + 1), chance.randrange(4, 24)
        yield (
            sum(1 << cell for cell in order[free : free + own]),
            sum(1 << cell for cell in order[free + own :]),
            order[:free],
        )


def test_what_is_missing_is_the_least_of_all_ways_to_fill_the_holes():
    for own, barred, free in some_holes(70, 9):
        least = dict.fromkeys(OBJECTIVES)
        for k in reversed(range(len(free) + 1)):
            levels = [
                HARDNESS[achieved(own | sum(1 << cell for cell in more))]
                for more in combinations(free, k)
            ]
            least |= dict.fromkeys(OBJECTIVES[: max(levels) + 1], k)
        assert missing(own, barred) == least


def by_shortest_paths(own, barred):
    """The least number to a bridge or a Y: two paths of the library, or three that meet."""
    at = {place: cell for cell, place in AXIAL.items()}
    price = {place: 1 - (own >> cell & 1) for place, cell in at.items() if not barred >> cell & 1}
    ways = networkx.DiGraph(graph().subgraph(price))
    networkx.set_edge_attributes(ways, {edge: price[edge[1]] for edge in ways.edges}, "price")
    far = []
    for side, edge in enumerate(EDGES):
        ways.add_weighted_edges_from(
            ((side, place, n) for place, n in price.items() if edge >> at[place] & 1), "price"
        )
        ways.add_node(side)
        far.append(networkx.single_source_dijkstra_path_length(ways, side, weight="price"))
    bridges = [(0, 3), (1, 4), (2, 5)]
    return [
        min(
            sum(far[side].get(place, 99) for side in sides) - (len(sides) - 1) * n
            for sides in groups
            for place, n in price.items()
        )
        for groups in ([*bridges, (0, 2, 4), (1, 3, 5)], [(0, 2, 4), (1, 3, 5)])
    ]


def test_bridges_and_ys_are_as_near_as_a_graph_library_says():
    for own, barred in some_games(60, seed=3):
        if barred != WHOLE_BOARD:
            least = missing(own, barred)
            near = [n if n < 50 else None for n in by_shortest_paths(own, barred)]
            assert [least["bridge"], least["y"]] == near


def test_what_can_be_raised_to_is_harder():
    assert harder("bridge") == ("y", "fork", "five", "six")
    assert harder("six") == ()


COLUMN = ["A1", "CH", "EX", "T13", "A21", "CD", "A4"]


def test_the_winning_group_is_the_one_that_reaches_it():
    held = Held(cells([*COLUMN, "T3", "T9"]), cells(["T1", "T2"]))
    assert winning_group(held, "bridge", 4) == frozenset(COLUMN)
    assert winning_group(held, "y", 4) == frozenset()
    assert winning_group(Held(), "bridge", 4) == frozenset()


def test_of_two_bridges_one_wins():
    above = ["A6", "T11", "T12", "A1", "T1", "T2", "A2"]
    below = ["A3", "T5", "T6", "A4", "T7", "T8", "A5"]
    held = Held(cells([*above, *below]), cells(["T13"]))
    assert winning_group(held, "bridge", 4) in (frozenset(above), frozenset(below))


TRICKS = (
    Trick(won_by="declarer", spaces=("QH", "EX")),
    Trick(won_by="defence"),
    Trick(won_by="declarer", spaces=("A1",)),
    Trick(talon=True, spaces=("A4",)),
)


@pytest.mark.parametrize(
    ("n", "own", "other"),
    [
        (0, set(), set()),
        (1, {"T1", "QH", "EX"}, set()),
        (2, {"T1", "QH", "EX"}, {"T2"}),
        (3, {"T1", "QH", "EX", "T3", "A1"}, {"T2"}),
        (4, {"T1", "QH", "EX", "T3", "A1", "A4"}, {"T2"}),
    ],
)
def test_a_deal_is_played_again_trick_by_trick(n, own, other):
    held = in_tricks(TRICKS[:n], "declarer", 4)
    assert (set(named(held.declarer, 4)), set(named(held.defence, 4))) == (own, other)


def test_what_is_held_only_grows_while_a_deal_is_played_again():
    states = [in_tricks(TRICKS[:n], "defence", 4) for n in range(len(TRICKS) + 1)]
    assert states[0] == Held()
    for before, after in pairwise(states):
        assert before.declarer & ~after.declarer == before.defence & ~after.defence == 0
