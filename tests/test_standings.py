"""Standings of an evening and a season, worked out by hand, and what holds for all of them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.standings import Part, Table, in_tenths, of_one_game, together


def table(position, lowest_wins=False, deals=8, **points):
    parts = (Part(name, total, deals) for name, total in points.items())
    return Table(position, tuple(parts), lowest_wins)


# Half points in the tables of tarot. Hal took Dee's seat at the second table of Tamalou.
TAROT = [table(1, Ana=318, Bo=-106, Chi=-106, Dee=-106), table(2, Ana=-60, Eve=30, Flo=30)]
DEALS = {"Bo": (50, 7), "Chi": (20, 7), "Dee": (30, 5), "Gus": (10, 7), "Hal": (8, 2)}
TAMALOU = [
    table(1, True, 6, Eve=12, Flo=40, Gus=40),
    Table(2, tuple(Part(name, *part) for name, part in DEALS.items()), True),
]
POSITIONS = (1, 2)


def shown(rows, *what):
    return [tuple(getattr(row, name) for name in what) for row in rows]


def by_name(rows):
    return {row.person: row for row in rows}


# --- One game -------------------------------------------------------------------------------


def test_points_of_one_game_are_added_up_and_ties_share_a_rank():
    rows = of_one_game(TAROT, POSITIONS)
    assert shown(rows, "rank", "person", "total", "deals", "tables", "columns") == [
        (1, "Ana", 258, 16, 2, (318, -60)),
        (2, "Eve", 30, 8, 1, (None, 30)),
        (2, "Flo", 30, 8, 1, (None, 30)),
        (4, "Bo", -106, 8, 1, (-106, None)),
        (4, "Chi", -106, 8, 1, (-106, None)),
        (4, "Dee", -106, 8, 1, (-106, None)),
    ]


def test_the_lowest_is_first_where_lowest_wins_and_a_substitute_has_the_own_deals():
    rows = of_one_game(TAMALOU, POSITIONS)
    assert shown(rows, "rank", "person", "total", "deals", "tables") == [
        (1, "Hal", 8, 2, 1),
        (2, "Eve", 12, 6, 1),
        (3, "Chi", 20, 7, 1),
        (4, "Dee", 30, 5, 1),
        (5, "Flo", 40, 6, 1),
        (6, "Gus", 50, 13, 2),
        (6, "Bo", 50, 7, 1),
    ]


def test_two_tables_in_one_position_are_one_column():
    rows = of_one_game([*TAROT, table(1, Ana=2, Bo=-2)], POSITIONS)
    assert by_name(rows)["Ana"].columns == (320, -60)
    assert (by_name(rows)["Ana"].tables, by_name(rows)["Ana"].attended) == (3, 2)


def test_who_left_a_seat_and_came_back_has_one_table():
    twice = Table(1, (Part("Ana", 10, 2), Part("Bo", -6, 4), Part("Ana", -4, 1)))
    rows = of_one_game([twice], [1])
    assert shown(rows, "person", "total", "deals", "tables") == [("Ana", 6, 3, 1), ("Bo", -6, 4, 1)]


def test_nought_is_an_entry_and_away_is_not():
    rows = of_one_game([table(1, Ana=0, Bo=0), table(2, Ana=0, Chi=0)], POSITIONS)
    assert [row.columns for row in rows] == [(0, 0), (0, None), (None, 0)]


def test_an_adjustment_stands_apart_from_the_total_and_moves_the_rank():
    rows = of_one_game(
        TAROT, POSITIONS, {("Bo", None): 140, ("Ana", None): -300, ("Nobody", None): 5}
    )
    assert shown(rows, "rank", "person", "total", "adjustment")[:4] == [
        (1, "Bo", -106, 140),
        (2, "Eve", 30, 0),
        (2, "Flo", 30, 0),
        (4, "Ana", 258, -300),
    ]


def test_an_adjustment_upwards_costs_a_rank_where_lowest_wins():
    assert by_name(of_one_game(TAMALOU, POSITIONS, {("Hal", None): 5}))["Hal"].rank == 2


def test_only_the_positions_asked_for_are_counted():
    assert [row.person for row in of_one_game(TAROT, [2])] == ["Eve", "Flo", "Ana"]
    assert of_one_game([], POSITIONS) == [] == together([], POSITIONS)


def test_highest_and_lowest_are_not_one_game():
    with pytest.raises(ValueError, match="by the highest or by the lowest"):
        of_one_game([*TAROT, *TAMALOU], POSITIONS)


def test_a_sheet_of_totals_only_counts_and_has_no_mean():
    row = of_one_game([table(1, deals=0, Ana=12, Bo=-12)], [1])[0]
    assert (row.total, row.deals, row.tables, row.mean) == (12, 0, 1, None)


# --- Across games ---------------------------------------------------------------------------


def test_who_is_beaten_counts_one_and_who_is_tied_a_half():
    assert TAROT[0].beaten() == {
        "Ana": 100,
        "Bo": Fraction(100, 3),
        "Chi": Fraction(100, 3),
        "Dee": Fraction(100, 3),
    }
    assert TAMALOU[0].beaten() == {"Eve": 100, "Flo": 25, "Gus": 25}
    assert TAMALOU[1].beaten() == {"Bo": 0, "Chi": 50, "Dee": 25, "Gus": 75, "Hal": 100}
    assert table(1, Ana=5).beaten() == {"Ana": 50}


def test_across_games_the_mean_of_a_persons_tables_decides():
    rows = together([*TAROT, *TAMALOU], POSITIONS)
    assert [(row.rank, row.person, in_tenths(row.total)) for row in rows] == [
        (1, "Hal", 1000),
        (2, "Eve", 875),
        (3, "Ana", 500),
        (3, "Flo", 500),
        (3, "Gus", 500),
        (6, "Chi", 417),
        (7, "Dee", 292),
        (8, "Bo", 167),
    ]
    assert by_name(rows)["Chi"].total == Fraction(125, 3)
    assert by_name(rows)["Chi"].columns == (Fraction(100, 3), 50)


def test_across_games_every_table_counts_the_same():
    """Two tables in the first position and one in the second: the mean is over three."""
    tables = [table(1, Ana=1, Bo=0), table(1, Ana=1, Bo=0), table(2, Ana=0, Bo=1)]
    rows = together(tables, POSITIONS)
    assert shown(rows, "person", "total", "columns") == [
        ("Ana", Fraction(200, 3), (100, 0)),
        ("Bo", Fraction(100, 3), (0, 100)),
    ]


def test_a_point_across_games_is_one_of_a_hundred():
    rows = together([table(1, Ana=3, Bo=2)], [1], {("Bo", None): Fraction(201, 2)})
    assert shown(rows, "rank", "person", "total") == [(1, "Bo", 0), (2, "Ana", 100)]


@pytest.mark.parametrize(
    ("value", "tenth"),
    [(Fraction(200, 3), 667), (Fraction(1, 20), 1), (Fraction(-1, 20), -1), (50, 500), (0, 0)],
)
def test_one_decimal_is_shown(value, tenth):
    assert in_tenths(value) == tenth


# --- A season -------------------------------------------------------------------------------


EVENINGS = ("Oct", "Nov", "Dec")
SEASON = [
    table("Oct", deals=10, Ana=40, Bo=-40),
    table("Nov", deals=10, Ana=-30, Bo=20, Chi=10),
    table("Dec", deals=4, Ana=20, Bo=-30, Dee=10),
]


def test_a_season_tells_who_attended_sums_and_means():
    rows = of_one_game(SEASON, EVENINGS)
    assert shown(rows, "rank", "person", "attended", "total", "deals", "mean") == [
        (1, "Ana", 3, 30, 24, Fraction(5, 4)),
        (2, "Chi", 1, 10, 10, 1),
        (2, "Dee", 1, 10, 4, Fraction(5, 2)),
        (4, "Bo", 3, -50, 24, Fraction(-25, 12)),
    ]


def test_the_best_evenings_are_in_the_total_and_all_in_the_rest():
    rows = of_one_game(SEASON, EVENINGS, best=2)
    assert shown(rows, "person", "total", "whole", "counts", "deals")[:1] == [
        ("Ana", 60, 30, (True, False, True), 24)
    ]
    assert by_name(rows)["Bo"].total == -10
    assert by_name(rows)["Chi"].total == 10


def test_the_best_are_the_lowest_where_lowest_wins():
    tables = [table(name, True, Ana=total) for name, total in zip(EVENINGS, (9, 3, 5), strict=True)]
    row = of_one_game(tables, EVENINGS, best=2)[0]
    assert (row.total, row.counts) == (8, (False, True, True))


def test_by_mean_who_played_less_compares_fairly():
    rows = of_one_game([*SEASON, table("Dec", deals=0, Eve=99)], EVENINGS, by_mean=True)
    assert [row.person for row in rows] == ["Dee", "Ana", "Chi", "Bo", "Eve"]


def test_across_games_the_best_evenings_are_those_with_the_best_mean():
    tables = [
        table("Oct", Ana=1, Bo=0),
        table("Oct", Ana=0, Bo=1),
        table("Nov", Ana=1, Bo=0),
        table("Dec", Ana=0, Bo=1),
    ]
    row = by_name(together(tables, EVENINGS, best=2))["Ana"]
    assert (row.counts, row.total) == ((True, True, False), Fraction(200, 3))


@pytest.mark.parametrize("others", [["Nov", "Dec"], ["Dec", "Nov"]])
def test_of_evenings_with_the_same_mean_the_one_counts_that_makes_more_of_a_better_one(others):
    """At two tables 100 and 0, at one 50: beside 100, two thirds of 100 or three quarters."""
    two, one = others
    tables = [
        table("Oct", Ana=1, Bo=0),
        table(two, Ana=1, Bo=0),
        table(two, Ana=0, Bo=1),
        table(one, Ana=0, Bo=0),
    ]
    row = by_name(together(tables, EVENINGS, best=2))["Ana"]
    assert (row.counts, row.total) == ((True, one == "Nov", one == "Dec"), 75)


def test_what_was_adjusted_at_an_evening_counts_as_the_evening_does():
    given = {("Ana", "Dec"): -30, ("Ana", "Oct"): -5, ("Dee", "Oct"): 7}
    rows = by_name(of_one_game(SEASON, EVENINGS, given, best=1))
    assert (rows["Ana"].total, rows["Ana"].adjustment) == (40, -5)
    assert (rows["Dee"].total, rows["Dee"].adjustment) == (10, 7)  # who sat out that evening
    rows = by_name(of_one_game(SEASON, EVENINGS, given, best=2))
    assert (rows["Ana"].total, rows["Ana"].adjustment) == (60, -35)
    assert rows["Ana"].counts == (True, False, True)  # 20 - 30 is better than -30
    late = given | {("Ana", "Dec"): -51}
    assert by_name(of_one_game(SEASON, EVENINGS, late, best=2))["Ana"].counts == (True, True, False)


def test_across_games_what_was_adjusted_at_evenings_is_a_mean_too():
    tables = [table("Oct", Ana=1, Bo=0), table("Nov", Ana=1, Bo=0)]
    given = {("Ana", "Oct"): Fraction(-31, 2), ("Ana", "Nov"): Fraction(-31, 2)}
    row = by_name(together(tables, EVENINGS, given))["Ana"]
    assert (row.total, row.adjustment) == (100, Fraction(-31, 2))


def test_points_a_deal_are_ranked_with_what_was_adjusted():
    rows = by_name(of_one_game(SEASON, EVENINGS, {("Ana", "Oct"): 18}, by_mean=True))
    assert (rows["Ana"].mean, rows["Ana"].mean_adjusted) == (Fraction(5, 4), 2)
    assert rows["Ana"].rank == 2  # behind Dee's 2.5


# --- What always holds ----------------------------------------------------------------------

PARTS = st.builds(Part, st.sampled_from("ABCDEFGH"), st.integers(-300, 300), st.integers(0, 12))
SAT = st.lists(PARTS, min_size=1, max_size=6).map(tuple)
TABLES = st.lists(st.builds(Table, st.sampled_from(POSITIONS), SAT), max_size=12)
WAYS = st.sampled_from([of_one_game, together])


@given(WAYS, TABLES, st.integers(0, 2), st.randoms(use_true_random=False))
def test_the_order_of_tables_changes_nothing(way, tables, best, random):
    shuffled = Random(random.random()).sample(tables, len(tables))
    assert by_name(way(shuffled, POSITIONS, best=best)) == by_name(
        way(tables, POSITIONS, best=best)
    )


@given(WAYS, TABLES)
def test_ranks_count_who_is_ahead(way, tables):
    rows = way(tables, POSITIONS)
    for row in rows:
        assert row.rank == 1 + sum(other.total > row.total for other in rows)


@given(TABLES)
def test_no_point_is_lost(tables):
    rows = of_one_game(tables, POSITIONS)
    assert sum(row.total for row in rows) == sum(p.points for t in tables for p in t.parts)
    assert all(sum(n or 0 for n in row.columns) == row.total == row.whole for row in rows)


@given(TABLES)
def test_a_table_gives_fifty_a_person_whoever_wins(tables):
    for one in tables:
        beaten = one.beaten().values()
        assert sum(beaten) == 50 * len(beaten)
        assert min(beaten) >= 0
        assert max(beaten) <= 100
