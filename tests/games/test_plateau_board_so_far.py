"""What pages draw of a deal of Le Plateau so far: whose each space is, what is decided, asked next.

Source: rules/plateau.md (Order of a round, articles 6 and 7; Scores).
"""

import pytest

from companion.games.message import InvalidDeal
from companion.games.plateau_board import Board, Trick
from companion.games.plateau_board_so_far import drawn
from companion.games.plateau_deal import Bid, Rules

COLUMN = ("CH", "EX", "A21", "CD", "A4", "A1")
WON = Trick(won_by="declarer", spaces=COLUMN)
LOST = Trick(won_by="defence", spaces=("KH", "KS"))


def shown(players=4, **facts):
    return drawn(facts, Rules(), players, 0)


def test_a_board_that_nothing_is_told_of_is_free():
    now = shown()
    assert len(now.spaces) == 37
    assert {(space.whose, space.won, space.lit) for space in now.spaces} == {(None, None, False)}
    assert (now.decided, now.next_trick, now.talon_next, now.auction.speaks) == (None, 1, False, 0)
    assert now.further == {"bridge": 7, "y": 10, "fork": 10, "five": 10, "six": 10}


def test_a_space_says_whose_it_is_and_since_which_trick():
    at = {space.name: space for space in shown(tricks=(WON, LOST)).spaces}
    assert (at["EX"].whose, at["EX"].won) == ("declarer", 1)
    assert (at["T2"].whose, at["T2"].won) == ("defence", 2)
    assert (at["KS"].cell, at["KS"].spoken.english([])) == ((-1, 0), "king of spades")
    assert (at["T13"].whose, at["T13"].won) == (None, None)


def test_one_more_touch_gives_a_space_back_or_to_who_won_the_newest_trick():
    back = {"declarer": "nobody", "defence": "nobody"}
    assert shown().becomes(marking=False) == {**back, "nobody": ""}
    assert shown(tricks=(WON, LOST)).becomes(marking=False) == {**back, "nobody": "defence"}
    turns = {"nobody": "declarer", "declarer": "defence", "defence": "nobody"}
    assert shown().becomes(marking=True) == turns


def test_the_winning_group_lights_up_as_soon_as_the_objective_is_reached():
    tricks = (WON, *[Trick(won_by="declarer")] * 12)
    before = shown(tricks=tricks[:12], objective="bridge")
    after = shown(tricks=tricks, objective="bridge")
    assert [space.name for space in before.spaces if space.lit] == []
    assert (before.decided, after.decided) == (None, True)
    assert {"A1", "T13", "A4"} <= {space.name for space in after.spaces if space.lit}
    assert after.further["bridge"] == 0


@pytest.mark.parametrize(
    ("spaces", "n", "decided_at"),
    [
        (COLUMN, 12, None),
        (COLUMN, 13, 13),  # the middle is the last trick's own
        ((*COLUMN, "KS", "KH"), 13, 1),  # around the middle
    ],
)
def test_the_trick_that_decided_is_named(spaces, n, decided_at):
    won = [Trick(won_by="declarer", spaces=spaces), *[Trick(won_by="declarer")] * 12]
    assert shown(tricks=tuple(won[:n]), objective="bridge").decided_at == decided_at


def test_the_trick_that_a_touch_gave_is_named_while_it_is_not_the_newest():
    now = shown(tricks=(WON, LOST, Trick(won_by="defence")))
    assert [now.given(f"give-{n}-defence") for n in (1, 2, 3)] == [None, 2, None]
    assert (now.given("give-1-declarer"), now.given("space-EX")) == (1, None)


def test_a_harder_group_lights_up_for_the_objective_that_it_fulfils():
    six = ("A1", "A3", "A5", "CH", "EX", "KC", "KH", "QD", "QS", "T13")
    now = shown(board=Board(declarer=(*six, "T2")), objective="bridge")
    assert {space.name for space in now.spaces if space.lit} == set(six)
    assert now.decided


@pytest.mark.parametrize(("talon", "whose"), [("keep", "declarer"), ("exchange", "defence")])
def test_the_talon_goes_where_the_table_agreed_by_the_bid_that_holds(talon, whose):
    bids = (Bid(player=1, talon=talon, objective="fork", partners=0),)
    tricks = (WON, LOST, Trick(talon=True, spaces=("QH",)))
    at = {space.name: space for space in shown(2, bids=bids, tricks=(LOST, *tricks[2:])).spaces}
    assert (at["QH"].whose, at["QH"].won) == (whose, 2)
    assert (at["T2"].whose, at["T2"].won) == (None, None)


def test_what_is_lost_for_good_is_decided():
    """Around the middle there are 13 spaces from corner to corner; with two corners barred none."""
    wall = tuple(f"{rank}{suit}" for suit in "HDCS" for rank in "KQCJ") + ("EX", "A21")
    now = shown(tricks=(Trick(won_by="defence", spaces=wall),), objective="six", declarer=1)
    assert (now.decided, now.further["six"]) == (None, 13)
    now = shown(board=Board(defence=(*wall, "A1")), objective="six", declarer=1)
    assert (now.decided, now.further["six"]) == (None, 13)
    now = shown(board=Board(defence=(*wall, "A1", "A4")), objective="six", declarer=1)
    assert (now.decided, now.further["six"]) == (False, None)


@pytest.mark.parametrize(
    ("players", "n", "talon", "next_trick", "talon_next"),
    [
        (4, 0, False, 1, False),
        (4, 12, False, 13, False),
        (4, 13, False, None, True),
        (4, 13, True, None, False),
        (6, 13, False, None, False),
        (2, 13, False, 14, False),
        (2, 16, False, None, True),
    ],
)
def test_after_the_last_trick_the_talon_is_asked_for(players, n, talon, next_trick, talon_next):
    tricks = [Trick(won_by="defence")] * n + [Trick(talon=True)] * talon
    now = shown(players, tricks=tuple(tricks))
    assert (now.next_trick, now.talon_next) == (next_trick, talon_next)


def test_a_space_of_the_other_board_is_refused():
    with pytest.raises(InvalidDeal) as error:
        shown(board=Board(declarer=("T14",)))
    assert error.value.field == "board.declarer[0]"
