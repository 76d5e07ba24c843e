"""The bid of Le Plateau that holds so far: who plays with whom, raises, what the deal would pay.

Source: rules/plateau.md (Order of a round, articles 4 and 5; Scores).
"""

import pytest

from companion.games.plateau_bid_so_far import in_force
from companion.games.plateau_board import OBJECTIVES
from companion.games.plateau_deal import Bid, Raise

TWO = Bid(player=1, objective="fork", partners=2)
THREE = Bid(player=1, talon="exchange", objective="y", partners=1)


def played(players=4, **facts):
    return in_force(facts, players)


Y = {"declarer": 1, "talon": "exchange", "objective": "y"}
FORK = Raise(player=3, objective="fork")


def test_the_highest_bid_so_far_holds():
    now = played(bids=(THREE, Bid(player=2, talon="keep", objective="y", partners=1)))
    assert (now.declarer, now.talon, now.objective, now.wanted) == (2, "keep", "y", 1)
    assert (now.total, now.side, now.turns) == (4, (2,), ())
    nothing = played()
    assert (nothing.declarer, nothing.total, nothing.side, nothing.turns) == (None, None, (), ())


@pytest.mark.parametrize(
    ("players", "facts", "wanted", "total"),
    [
        (4, Y, None, None),
        (4, Y | {"bids": (THREE,)}, 1, 3),
        (4, Y | {"partners": frozenset()}, 0, 8),
        (4, Y | {"partners": frozenset({3})}, 1, 3),
        (3, Y, 0, 3),
        (3, Y | {"talon": None}, 0, None),
        (6, {"declarer": 1, "objective": "y", "partners": frozenset({2})}, 1, 7),
        (4, Y | {"partners": frozenset({2, 3})}, 2, None),
        (6, {"bids": (TWO,), "partners": frozenset({4})}, 2, 4),  # one of two is known
        (6, {"bids": (TWO,), "partners": frozenset()}, 0, 14),
        (4, Y | {"partners": frozenset({1})}, None, None),  # who declares is no partner
        (6, {"declarer": 1, "objective": "y", "partners": frozenset({1, 2})}, 1, 7),
    ],
)
def test_a_total_needs_talon_objective_and_how_many_partners(players, facts, wanted, total):
    now = played(players, **facts)
    assert (now.wanted, now.total) == (wanted, total)


@pytest.mark.parametrize(
    ("players", "facts", "turns"),
    [
        (4, {}, ()),  # nobody before the partner is known
        (4, {"objective": None, "partners": frozenset({3})}, ()),  # there is nothing to raise
        (4, {"partners": frozenset()}, ((1, "y", None),)),
        (3, {}, ((1, "y", None),)),
        (4, {"partners": frozenset({3})}, ((3, "y", None), (1, "y", None))),
        (4, {"partners": frozenset({3}), "raises": (FORK,)},
         ((3, "y", "fork"), (1, "fork", None))),
        (4, {"partners": frozenset({3}), "raises": (Raise(player=1, objective="fork"),)},
         ((3, "y", None), (1, "y", "fork"))),
        (6, {"partners": frozenset({0, 5}), "talon": None},  # the nearest first
         ((5, "y", None), (0, "y", None), (1, "y", None))),
        (6, {"partners": frozenset({0, 3}), "talon": None, "raises": (FORK,)},
         ((3, "y", "fork"), (0, "fork", None), (1, "fork", None))),
        (5, {"partners": frozenset({3}), "raises": (FORK,), "handed_over": True},
         ((3, "y", "fork"), (1, "fork", None))),
    ],
)  # fmt: skip
def test_the_nearest_partner_raises_first_then_the_other_then_the_declarer(players, facts, turns):
    assert played(players, **Y | facts).turns == turns


def test_only_harder_objectives_can_be_raised_to_and_the_total_says_what_each_makes():
    now = played(**Y, partners=frozenset({3}), raises=(FORK,))
    assert (now.objective, now.total) == ("fork", 5)
    assert [turn.harder for turn in now.turns] == [("fork", "five", "six"), ("five", "six")]
    assert [now.total_of(objective) for objective in OBJECTIVES] == [1, 3, 5, 7, 9]


@pytest.mark.parametrize(
    ("players", "partners", "raises", "may"),
    [
        (5, {3}, (), False),
        (5, {3}, (FORK,), True),
        (5, {3}, (FORK, Raise(player=1, objective="six")), False),
        (5, {3}, (Raise(player=1, objective="six"),), False),
        (5, (), (Raise(player=1, objective="six"),), False),
        (4, {3}, (FORK,), False),
        (6, {3}, (FORK,), False),
    ],
)
def test_at_five_the_role_may_be_handed_to_the_partner_who_raised(players, partners, raises, may):
    now = played(players, **Y, partners=frozenset(partners), raises=raises)
    assert now.may_hand_over == may


def test_after_a_hand_over_the_partner_leads_the_side():
    facts = Y | {"partners": frozenset({3}), "raises": (FORK,)}
    assert played(5, **facts).side == (1, 3)
    assert played(5, **facts, handed_over=True).side == (3, 1)
    assert played(5, **facts, handed_over=True).may_hand_over


@pytest.mark.parametrize(
    ("players", "facts", "shares"),
    [
        (4, Y, None),
        (4, Y | {"bids": (THREE,)}, None),
        (4, Y | {"partners": frozenset()}, (-8, 24, -8, -8)),
        (5, Y | {"partners": frozenset({3})}, (-3, 6, -3, 3, -3)),
        (5, Y | {"partners": frozenset({3}), "raises": (FORK,), "handed_over": True},
         (-5, 5, -5, 10, -5)),
    ],
)  # fmt: skip
def test_what_the_deal_pays_is_known_before_it_is_played(players, facts, shares):
    assert played(players, **facts).shares == shares
