"""The auction of Le Plateau: who speaks, what must be beaten, how it ends; raises, hand-over.

Source: rules/plateau.md (Order of a round, articles 2 to 5; Bid points).
"""

import random
from itertools import product

import pytest

from companion.games.message import InvalidDeal
from companion.games.plateau_auction import Auction, parts
from companion.games.plateau_deal import Bid, check_auction, total

BIDS = {  # total with four players -> a bid that makes it
    3: ("exchange", "y", 1),
    4: ("keep", "y", 1),
    5: ("exchange", "fork", 1),
    7: ("keep", "bridge", 0),
    15: ("keep", "six", 0),
}


def auction(players, first, *said):
    """Each word a seat and a total with four players, or nothing: pass."""
    return Auction(tuple(bid(*word) for word in said), first, players)


def allows(said, talon, objective, partners):
    """Whether who speaks may bid so."""
    next_bid = Bid(player=said.speaks, talon=talon, objective=objective, partners=partners)
    try:
        check_auction([*said.bids, next_bid], said.players)
    except InvalidDeal:
        return False
    return True


def bid(seat, n=None):
    if n is None:
        return Bid(player=seat, pass_=True)
    talon, objective, partners = BIDS[n]
    return Bid(player=seat, talon=talon, objective=objective, partners=partners)


@pytest.mark.parametrize(
    ("said", "speaks"),
    [
        ([], 1),
        ([(1,)], 2),
        ([(1, 3), (2,)], 3),
        ([(1, 3), (2, 4), (3,), (0,)], 1),  # overbid, and has not passed
        ([(1, 3), (2,), (3, 4), (0,), (1, 5)], 3),
        ([(1, 3), (2,), (3, 4), (0, 5), (1, 7)], 3),  # and not 0, who is next the other way round
        ([(1, 3), (2,), (3, 4), (0,), (1,)], None),
        ([(1,), (2,), (3,)], 0),  # a last player who has not bid yet may still bid or pass
        ([(1,), (2,), (3,), (0, 3)], None),
        ([(1,), (2,), (3,), (0,)], None),
        ([(1, 3), (2,), (3,), (0,)], None),
        ([(1, 15)], 2),  # nothing beats it: each says so
    ],
)
def test_the_next_clockwise_speaks_who_has_not_passed(said, speaks):
    assert auction(4, 1, *said).speaks == speaks


@pytest.mark.parametrize(
    ("said", "declarer", "all_passed"),
    [
        ([], None, False),
        ([(1, 3), (2,), (3,)], None, False),
        ([(1, 3), (2,), (3,), (0,)], 1, False),
        ([(1,), (2,), (3,), (0, 3)], 0, False),
        ([(1, 3), (2, 4), (3,), (0,), (1, 5), (2,)], 1, False),
        ([(1,), (2,), (3,), (0,)], None, True),
    ],
)
def test_an_auction_ends_with_a_declarer_or_all_passed(said, declarer, all_passed):
    found = auction(4, 1, *said)
    assert (found.declarer, found.all_passed) == (declarer, all_passed)


@pytest.mark.parametrize(
    ("players", "lowest", "highest"), [(2, 3, 10), (3, 1, 10), (4, 3, 15), (5, 1, 15), (6, 2, 18)]
)
def test_the_first_bid_is_at_least_the_lowest_and_nothing_beats_the_highest(
    players, lowest, highest
):
    found = auction(players, 0)
    assert (found.lowest, found.least, found.beaten, found.high) == (lowest, lowest, 0, None)
    assert max(parts(players).totals()) == highest
    talon = None if players == 6 else "keep"
    top = Bid(player=0, talon=talon, objective="six", partners=0)
    assert Auction([top], 0, players).least is None


def test_with_six_players_no_parts_make_every_total():
    found = Auction([Bid(player=0, objective="six", partners=1)], 0, 6)
    assert (found.beaten, found.least) == (13, 14)
    found = Auction([Bid(player=0, objective="fork", partners=0)], 0, 6)
    assert (found.beaten, found.least) == (14, 16)


def test_who_has_passed_and_whose_bid_is_to_be_beaten():
    found = auction(4, 1, (1, 3), (2,), (3, 4))
    assert found.passed == {2}
    assert (found.high.player, found.beaten, found.least) == (3, 4, 5)


@pytest.mark.parametrize(
    ("said", "parts", "allowed"),
    [
        ([], ("exchange", "bridge", 1), False),  # 1
        ([], ("keep", "bridge", 1), False),  # 2
        ([], ("exchange", "bridge", 0), True),  # 6: with four a bridge needs fewer partners
        ([(1, 4)], ("keep", "y", 1), False),
        ([(1, 4)], ("exchange", "fork", 1), True),
        ([(1, 5)], ("keep", "bridge", 0), True),  # only the total decides
        ([], (None, "y", 1), False),
        ([], ("keep", "y", 2), False),
    ],
)
def test_only_the_total_decides_whether_a_bid_is_allowed(said, parts, allowed):
    assert allows(auction(4, 1, *said), *parts) == allowed


@pytest.mark.parametrize(
    ("players", "talon", "partners"),
    [
        (2, {"exchange": 1, "keep": 2}, {0: 0}),
        (3, {"exchange": 1, "keep": 2}, {0: 0}),
        (4, {"exchange": 1, "keep": 2}, {1: 0, 0: 5}),
        (5, {"exchange": 1, "keep": 2}, {1: 0, 0: 5}),
        (6, {None: 0}, {2: 0, 1: 5, 0: 10}),
    ],
)
def test_the_parts_of_a_bid_are_those_of_the_table_of_the_rules(players, talon, partners):
    objective = {"bridge": 0, "y": 2, "fork": 4, "five": 6, "six": 8}
    assert parts(players) == (talon, objective, partners)
    assert list(parts(players).partners) == list(partners)


def test_with_two_players_a_bridge_is_never_bid():
    found = auction(2, 0)
    assert not any(allows(found, talon, "bridge", 0) for talon in ("exchange", "keep"))


def random_auction(players, first, chance):
    """Bids and passes as those who speak may say them, until it is over."""
    said = Auction((), first, players)
    ways = list(product(*parts(players)))
    while said.speaks is not None:
        allowed = [way for way in ways if allows(said, *way)]
        assert bool(allowed) == (said.least is not None)
        if allowed:
            assert min(total(*way, players) for way in allowed) == said.least
        word = {"pass_": True}
        if allowed and chance.random() < 0.4:
            word = dict(
                zip(("talon", "objective", "partners"), chance.choice(allowed), strict=True)
            )
        said = Auction((*said.bids, Bid(player=said.speaks, **word)), first, players)
    return said


@pytest.mark.parametrize("players", range(2, 7))
def test_however_it_goes_an_auction_ends_as_the_rules_say(players):
    chance = random.Random(players)
    for _ in range(60):
        first = chance.randrange(players)
        said = random_auction(players, first, chance)
        assert said.bids[0].player == first
        assert (said.declarer is None) == said.all_passed
        assert len(said.passed) == players - (said.declarer is not None)
        assert check_auction(said.bids, players) == said.high
        totals = [total(*one.parts(), players) for one in said.bids if not one.pass_]
        assert totals == sorted(set(totals))
        with pytest.raises(InvalidDeal):
            again = Bid(player=next(iter(said.passed)), objective="six", partners=0)
            check_auction([*said.bids, again], players)
