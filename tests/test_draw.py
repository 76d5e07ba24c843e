"""The draw of an evening's tables: sizes, laws of any draw, and what a good one reaches."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import draw as drawing
from companion.draw import Draw, Wish, change, changes, draw, least, meetings, quality, sizes
from companion.draw import search as searching
from companion.games import GAMES

TAROT, PLATEAU, TAMALOU = GAMES["tarot"], GAMES["plateau"], GAMES["tamalou"]
A, B, C, D, E, F, G, H = "ABCDEFGH"


@contextmanager
def quick():
    """Laws hold after any number of steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "STEPS", 200)
        yield


@cache
def club(players):
    """Five positions of so many, drawn with all the steps."""
    return evening(range(players), 5)


def evening(players, positions, tables=None, seed=0, wishes=()):
    """An evening drawn position by position, as the organiser does."""
    drawn = []
    for ahead in reversed(range(positions)):
        of = tables or sizes(TAROT, len(players))
        drawn.append(draw(players, of, drawn, wishes, seed, ahead))
    return drawn


@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (0, ()),
        (2, ()),
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (5, 4)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
        (13, (5, 4, 4)),
        (14, (4, 4, 3, 3)),
        (120, (4,) * 30),
    ],
)
def test_tarot_is_played_at_fours_first_then_threes_or_a_five(players, tables):
    assert sizes(TAROT, players) == tables


@pytest.mark.parametrize(
    ("players", "tables"),
    [(4, (4,)), (6, (3, 3)), (8, (5, 3)), (9, (5, 4)), (12, (5, 4, 3)), (16, (5, 5, 3, 3))],
)
def test_the_organiser_may_ask_for_fives(players, tables):
    assert sizes(TAROT, players, 5) == tables


def test_an_organiser_without_fives_asks_for_threes():
    assert sizes(TAROT, 9, 3) == (3, 3, 3)
    assert sizes(TAROT, 13, 3) == (4, 3, 3, 3)


@pytest.mark.parametrize(
    ("game", "players", "wanted", "tables"),
    [
        (PLATEAU, 1, 4, ()),
        (PLATEAU, 6, 4, (3, 3)),
        (PLATEAU, 9, 3, (3, 3, 3)),
        (PLATEAU, 13, 6, (5, 4, 4)),
        (PLATEAU, 7, 6, (4, 3)),
        (TAMALOU, 7, 6, (7,)),
        (TAMALOU, 10, 4, (4, 3, 3)),
        (TAMALOU, 5, 2, (3, 2)),
    ],
)
def test_the_other_games_come_as_near_to_the_chosen_size_as_they_can(game, players, wanted, tables):
    assert sizes(game, players, wanted) == tables


@given(st.sampled_from(list(GAMES.values())), st.integers(0, 150), st.integers(2, 8))
@settings(max_examples=60)
def test_everybody_has_a_seat_where_the_game_allows(game, players, wanted):
    tables = sizes(game, players, wanted)
    assert sum(tables) == (players if players >= game.players[0] else 0)
    assert all(size in game.players for size in tables)


# --- Any draw -------------------------------------------------------------------------------


@st.composite
def evenings(draws):
    """Players, table sizes, how many positions, seed."""
    players = draws(st.integers(3, 30))
    tables = sizes(TAROT, players - draws(st.integers(0, min(4, players - 3))))
    return range(players), tables, draws(st.integers(1, 4)), draws(st.integers())


@given(evenings())
@settings(max_examples=40)
def test_everybody_sits_once_or_sits_out_and_sit_outs_are_even(drawn):
    players, tables, positions, seed = drawn
    with quick():
        played = evening(players, positions, tables, seed)
    for one in played:
        assert sorted([*one.seated, *one.out]) == list(players)
        assert tuple(len(table) for table in one.tables) == tables
    times = [Counter(p for one in played for p in one.out)[player] for player in players]
    assert max(times) - min(times) <= 1
    figures = quality(played[-1], played[:-1])
    assert figures.evening >= figures.least
    assert figures.least_most == max(times)


@given(st.integers())
@settings(max_examples=20)
def test_the_same_seed_draws_the_same(seed):
    with quick():
        once = [draw(range(12), (4, 4, 3), seed=seed) for _ in range(2)]
    assert once[0] == once[1]


def test_another_seed_draws_another():
    assert draw(range(12), (4, 4, 4), seed=1) != draw(range(12), (4, 4, 4), seed=2)


def test_players_are_whatever_tells_them_apart_and_chance_is_the_seeds_alone():
    names = [f"player {n}" for n in range(14)]
    by_number = draw(range(14), (4, 4, 3, 3), seed="evening 3, position 1")
    by_name = draw(names, (4, 4, 3, 3), seed="evening 3, position 1")
    assert by_name.tables == tuple(tuple(names[n] for n in t) for t in by_number.tables)


@pytest.mark.parametrize(("players", "tables"), [("AAB", (3,)), ("ABC", (4,)), ("ABC", (3, 0))])
def test_a_draw_that_cannot_be_is_refused(players, tables):
    with pytest.raises(ValueError, match="every player once"):
        draw(players, tables)


def test_nobody_at_all_and_too_few_for_a_table():
    assert draw([], ()) == Draw((), ())
    assert draw("AB", ()).tables == ()
    assert sorted(draw("AB", ()).out) == [A, B]


def test_who_came_late_sits_out_before_who_did_so_already():
    before = [Draw(((A, B, C, D),), (E,))]
    assert E not in draw("ABCDEF", (4,), before, seed=3).out


def test_one_table_only_seats_by_lot():
    assert {draw("ABCD", (4,), seed=seed).tables[0][0] for seed in range(30)} == set("ABCD")


# --- Good draws -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "repeats", "bound"),
    [(12, 24, 24), (13, 32, 32), (14, 2, 0), (16, 0, 0), (22, 0, 0)],
)
def test_five_positions_repeat_so_little(players, repeats, bound):
    played = club(players)
    figures = quality(played[-1], played[:-1])
    assert (figures.evening, figures.least) == (repeats, bound)


def test_twelve_are_not_the_same_two_again_and_again():
    assert max(meetings(club(12)).values()) == 3


def test_sixteen_meet_everybody_once():
    played = club(16)
    assert set(meetings(played).values()) == {1}
    assert quality(played[-1], played[:-1]).met == 120 == quality(played[-1]).pairs


def test_a_seventeenth_sits_out_another_one_each_time():
    played = evening(range(17), 5, (4, 4, 4, 4))
    figures = quality(played[-1], played[:-1])
    assert (figures.evening, figures.least, figures.least_most) == (4, 0, 1)
    assert sorted(figures.sat_out.values()) == [0] * 12 + [1] * 5


def test_a_hundred_and_twenty_never_meet_twice():
    played = club(120)
    assert quality(played[-1], played[:-1]).evening == 0


def test_wishes_are_kept():
    wishes = [Wish(0, 1, True), Wish(1, 2, True), Wish(3, 4, False), Wish(5, 6, False)]
    played = evening(range(12), 3, (4, 4, 4), 1, wishes)
    for place, one in enumerate(played):
        figures = quality(one, played[:place], wishes)
        assert (figures.kept, figures.wishes) == (4, 4)


def test_a_wish_of_who_sits_out_or_stayed_at_home_is_not_counted():
    one = Draw(((A, B, C), (D, E, F)), (G,))
    wishes = [Wish(A, B, True), Wish(A, D, True), Wish(A, G, True), Wish(A, "Zoe", False)]
    assert (quality(one, (), wishes).kept, quality(one, (), wishes).wishes) == (1, 2)
    assert draw("ABC", (3,), wishes=wishes).seated


def test_wishes_that_cannot_all_be_are_kept_as_far_as_can_be():
    wishes = [Wish(A, other, True) for other in "BCDE"]
    assert quality(draw("ABCDEF", (3, 3), wishes=wishes), (), wishes).kept == 2


# --- Figures --------------------------------------------------------------------------------


FIRST = Draw(((A, B, C, D), (E, F, G)), (H,))
SECOND = Draw(((A, B, E, F), (C, G, H)), (D,))


def test_the_figures_of_a_draw():
    figures = quality(SECOND, [FIRST])
    assert figures.repeats == 2  # A with B, E with F
    assert figures.evening == 2
    assert (figures.met_before, figures.met) == (6 + 3, 6 + 3 + 6 + 3 - 2)
    assert figures.pairs == 28
    assert figures.sat_out == {A: 0, B: 0, C: 0, D: 1, E: 0, F: 0, G: 0, H: 1}
    assert figures.least_most == 1


def test_the_least_of_sitting_out_is_of_those_who_have_to():
    """With nine nobody has to. A second one who came after the draw would sit out only because of
    that."""
    late = Draw(FIRST.tables, (H, "I"))
    assert quality(late, out_of_need=0).least_most == 0
    assert quality(late, [FIRST], out_of_need=0).least_most == 1
    assert quality(late, out_of_need=9).least_most == quality(late).least_most == 1


def test_who_sat_down_for_another_is_one_of_those_who_may_meet():
    """H came for C, so four people may meet in six pairs; three of these have met."""
    figures = quality(Draw(((A, B, C),), (), ((A, B, H),)))
    assert (figures.met, figures.pairs) == (3, 6)


def test_a_pair_that_meets_three_times_is_two_repeats():
    assert quality(FIRST, [FIRST, FIRST]).evening == 2 * (6 + 3)


@pytest.mark.parametrize(
    ("tables", "players", "repeats"),
    [
        ([(4, 4, 4)] * 5, 12, 24),  # 90 meetings of 66 pairs
        ([(5, 4, 4)] * 5, 13, 32),  # 110 of 78
        ([(4, 4, 3, 3)] * 5, 14, 0),  # 90 of 91
        ([(4, 4, 4, 4)] * 5, 16, 0),  # 120 of 120
        ([(4, 4, 4, 4)] * 6, 16, 24),
        ([(4, 4, 4)] * 2, 12, 3),  # of four from three tables two come from one
        ([(5, 4)] * 2, 9, 6),  # 4 from two tables: 2; 5: 1 + 3
        ([(4,)] * 2, 4, 6),
        ([(4,)] * 2, 5, 3),  # one of the four is new: the dearest of 0 + 1 + 2 + 3
        ([(4,), ()], 4, 0),
        ([(), (4,)], 4, 0),
    ],
)
def test_the_least_of_repeats(tables, players, repeats):
    assert least(tables, players) == repeats


@given(evenings())
@settings(max_examples=40)
def test_no_evening_is_better_than_the_least(drawn):
    players, tables, positions, seed = drawn
    with quick():
        dealt = [draw(players, tables, seed=f"{seed}{n}", ahead=0) for n in range(positions)]
    assert quality(dealt[-1], dealt[:-1]).evening >= least([tables] * positions, len(players))


# --- By hand --------------------------------------------------------------------------------


def test_two_people_change_places():
    assert FIRST.swapped(A, G) == Draw(((G, B, C, D), (E, F, A)), (H,))
    assert FIRST.swapped(A, B) == Draw(((B, A, C, D), (E, F, G)), (H,))
    assert FIRST.swapped(A, H) == Draw(((H, B, C, D), (E, F, G)), (A,))
    with pytest.raises(KeyError, match="Zoe"):
        FIRST.swapped(A, "Zoe")


def test_one_takes_a_free_seat_or_sits_out():
    assert FIRST.moved(H, 1) == Draw(((A, B, C, D), (E, F, G, H)))
    assert FIRST.moved(A, 1) == Draw(((B, C, D), (E, F, G, A)), (H,))
    assert FIRST.moved(A, None) == Draw(((B, C, D), (E, F, G)), (H, A))
    with pytest.raises(KeyError, match="Zoe"):
        FIRST.moved("Zoe", 0)


def test_each_name_says_what_a_change_of_places_does():
    """SECOND repeats A B and E F. With G for A: G E, G F, E F at one table and C A at the other."""
    more = changes(Draw(SECOND.tables, (D, "newcomer")), A, [FIRST])
    assert more == {B: 0, C: 0, D: 0, E: 0, F: 0, G: 2, H: 0, "newcomer": -1}


def test_what_it_does_to_take_a_free_seat():
    """H sat with nobody before; A at the other table meets E, F and G for the first time."""
    assert change(FIRST, FIRST.moved(H, 1), [FIRST]) == 0
    assert change(FIRST, FIRST.moved(A, 1), [FIRST]) == -3
    assert change(FIRST, FIRST.moved(A, None), [FIRST]) == -3


@given(evenings(), st.data())
@settings(max_examples=30)
def test_what_is_said_beside_a_name_is_what_the_change_does(drawn, data):
    players, tables, _, seed = drawn
    with quick():
        before = [draw(players, tables, seed=f"{seed}a")]
        one = draw(players, tables, seed=f"{seed}b")
    mover = data.draw(st.sampled_from(players))
    for other, more in changes(one, mover, before).items():
        after = quality(one.swapped(mover, other), before).repeats
        assert after - quality(one, before).repeats == more


def test_the_command_prints_the_figures(monkeypatch, capsys):
    from companion import cli, figures

    monkeypatch.setattr(figures, "PLAYERS", (16, 120))
    assert cli.main(["draw-quality"]) == 0
    head, sixteen, many = capsys.readouterr().out.splitlines()
    assert head.split() == figures.HEAD.split()
    assert sixteen.split()[:5] == ["16", "0", "0", "1×", "0×"]
    assert many.split()[:3] == ["120", "0", "0"]


def test_the_words_of_the_draw_are_at_hand():
    assert {name for name in drawing.__all__ if not hasattr(drawing, name)} == set()
