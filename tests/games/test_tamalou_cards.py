"""The cards of Tamalou (`rules/tamalou.md`, Card values): an aid, never a score."""

from collections import Counter
from itertools import combinations

import pytest
from worked import agreed, called, refused, scores, sheet, tally

from companion.games import tamalou, tamalou_cards

FACES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}


@pytest.mark.parametrize(
    ("told", "rest"),
    [
        ("tamalou", {"J": 10, "Q": 10, "K": 15, "KR": 0, "joker": 0}),
        ("cabo", {"J": 11, "Q": 12, "K": 13, "joker": 0}),
        ("kabou", {"J": 11, "Q": 12, "K": 13, "KR": 0, "joker": -1}),
        ({"joker": 20}, {"J": 10, "Q": 10, "K": 15, "KR": 0, "joker": 20}),
        ({"K": 20}, {"J": 10, "Q": 10, "K": 20, "joker": 0}),
        ({"KR": 5, "joker": -1}, {"J": 10, "Q": 10, "K": 15, "KR": 5, "joker": -1}),
        ({"K": 10, "KR": 10}, {"J": 10, "Q": 10, "K": 10, "joker": 0}),
    ],
)
def test_the_adder_knows_every_card_in_order_and_the_red_kings_where_they_differ(told, rest):
    values = tamalou.Rules(card_values=told).values()
    assert list(values.items()) == list((FACES | rest).items())


@pytest.mark.parametrize(
    ("rules", "low", "high"),
    [
        ({}, 2, 50),  # two red kings and two aces; two black kings and two tens
        ({"cards": 6}, 4, 70),
        ({"jokers": 2}, 0, 50),
        ({"card_values": "cabo"}, 4, 52),
        ({"card_values": "kabou"}, 2, 50),
        ({"card_values": "kabou", "jokers": 2}, -2, 50),
        ({"card_values": {"joker": 20}, "jokers": 1}, 2, 60),
    ],
)
def test_a_hand_totals_what_the_cards_can(rules, low, high):
    assert tamalou.Rules(**rules).hand_range() == range(low, high + 1)


@pytest.mark.parametrize(
    ("rules", "total", "limit", "within"),
    [
        ({}, 45, 100, True),  # 50 in hand, failed: 55
        ({}, 44, 100, False),
        ({}, 46, 100, True),  # 49 in hand, failed: 54
        ({}, 98, 100, True),  # two red kings and two aces: 2
        ({}, 99, 100, False),  # no hand totals 1, a call fails with 11 or more
        ({"jokers": 1}, 99, 100, True),  # two red kings, the joker and an ace
        ({"jokers": 2}, 99, 100, True),
        ({"card_values": "cabo"}, 96, 100, True),  # four aces
        ({"card_values": "cabo"}, 97, 100, False),
        ({"card_values": "cabo"}, 99, 100, False),
        ({"card_values": "kabou", "jokers": 2}, 99, 100, True),  # −1, −1, 1 and 2
        ({"cards": 6}, 96, 100, True),
        ({"cards": 6}, 97, 100, False),
        ({"cards": 6}, 99, 100, False),
        ({"fail_penalty": 1, "call_threshold": 1}, 97, 100, True),  # 2 in hand, failed
        ({"card_values": {"K": 100}}, 70, 200, True),  # a king and three tens: 130
        ({"card_values": {"K": 100}}, 60, 200, False),  # no more with one king, 202 with two
        ({"card_values": {"K": 100}, "kamikaze_points": 140}, 60, 200, True),
        ({"no_call": "lowest_zero"}, 98, 100, False),  # nobody can hold less than 2, nor as much
        ({"no_call": "lowest_zero"}, 97, 100, False),
        ({"no_call": "lowest_zero"}, 96, 100, True),  # four aces against two red kings, two twos
        ({"no_call": "lowest_zero", "beaten_caller": "zero"}, 96, 100, False),
        ({"no_call": "lowest_zero", "call_threshold": 3}, 96, 100, False),
        ({"no_call": "lowest_zero", "beaten_caller": "zero"}, 95, 100, True),  # 1, 1, 1, 2
        ({"no_call": "lowest_zero", "beaten_caller": "zero"}, 60, 100, True),
        ({}, 100, 100, False),
        ({}, 103, 150, True),
        ({"fail_penalty": 0}, 50, 100, True),
        ({"fail_penalty": 0}, 49, 100, False),
        ({"fail_penalty": 90}, 4, 100, True),  # 6 in hand, failed
        ({"fail_penalty": 90}, 5, 100, False),  # no call of 5 fails
        ({"call_threshold": 50}, 49, 100, False),  # no call can fail
        ({"kamikaze_points": 80}, 20, 100, True),
        ({"kamikaze_points": 80}, 19, 100, False),
        ({"kamikaze_points": 80, "kamikaze": False}, 44, 100, False),
        ({"kamikaze_points": 80, "cards": 6}, 24, 100, False),
        ({"exact_limit": "off"}, 90, 100, False),
        ({}, 90, 0, False),
    ],
)
def test_who_one_deal_can_bring_to_exactly_the_limit_is_within_reach(rules, total, limit, within):
    assert tamalou.Rules(**rules).within_reach(total, limit) is within


def dealt_again(rules, deck):
    """Every hand of so few cards: its total, and the least that a second hand can have."""
    for hand in set(combinations(sorted(deck), rules.cards)):
        left = sorted((Counter(deck) - Counter(hand)).elements())
        yield sum(hand), sum(left[: rules.cards])


@pytest.mark.parametrize("more", [{}, {"jokers": 2, "card_values": "kabou"}, {"jokers": 1}])
def test_the_hands_of_a_deck_are_those_that_can_be_dealt(more):
    rules = tamalou.Rules(**more)
    deck, found = tamalou_cards.deck(rules.values(), rules.jokers), {}
    for total, least in dealt_again(rules, deck):
        found[total] = min(least, found.get(total, least))
    assert tamalou_cards.hands(deck, rules.cards) == found


def test_card_values_and_jokers_never_score():
    deal = called("Ana", 3, 12, 20)
    for free in ({"card_values": "kabou"}, {"card_values": {"K": 1}}, {"jokers": 2}):
        assert set(free) <= set(tamalou.GAME.free)
        assert scores("tamalou", 3, deal, **free) == [0, 12, 20]


@pytest.mark.parametrize(
    ("values", "hand", "warned"),
    [
        ("tamalou", 50, False),
        ("tamalou", 51, True),
        ("cabo", 52, False),
        ("kabou", -1, True),
        ({"K": 20}, 80, False),
        ({"K": 20, "KR": 0}, 61, True),
    ],
)
def test_a_hand_that_the_cards_cannot_make_is_warned_about(values, hand, warned):
    said = tally("tamalou", 2, called("Ana", 5, hand), rules={"card_values": values})
    fields = [one["field"] for one in said["deals"][0]["warnings"]]
    assert fields == (["hands.Bo"] if warned else [])


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"1": 3}, "rules.card_values.1"),
        ({"K": 1.5}, "rules.card_values.K"),
        ("mine", "rules.card_values"),
    ],
)
def test_card_values_are_a_set_or_cards(values, field):
    given = sheet("tamalou", 2, called("Ana", 5, 6), rules={"card_values": values})
    assert refused(given) == (None, field)


def test_a_hand_that_the_cards_cannot_make_is_warned_about_though_nobody_called():
    said = tally("tamalou", 2, called(None, 5, 51))["deals"][0]
    assert [one["field"] for one in said["warnings"]] == ["hands.Bo"]


def fields_warned(deal, **rules):
    said = tally("tamalou", 3, deal, rules=rules)["deals"][0]["warnings"]
    return [(one["field"], one["text"]) for one in said]


@pytest.mark.parametrize(
    ("values", "hand", "said"),
    [
        ("tamalou", 20, None),  # two red kings
        ("tamalou", 35, None),
        ("tamalou", 50, None),  # two black kings
        ("tamalou", 30, "Bo has 30 in hand: two queens and two kings make 20, 35, 50"),
        ("cabo", 50, None),
        ("cabo", 20, "Bo has 20 in hand: two queens and two kings make 50"),
        ("kabou", 37, None),
        ({"Q": 0}, 0, None),
    ],
)
def test_a_kamikaze_whose_typed_hand_is_another_is_warned_about(values, hand, said):
    deal = {"caller": "Ana", "hands": {"Bo": hand}, "kamikaze": ["Bo"]}
    warned = fields_warned(deal, card_values=values)
    assert [text for field, text in warned if field == "kamikaze.Bo"] == ([said] if said else [])


def test_a_hand_that_the_cards_cannot_make_is_warned_about_in_a_kamikaze_too():
    deal = {"caller": "Ana", "hands": {"Chi": 51}, "kamikaze": ["Bo"]}
    assert fields_warned(deal) == [("hands.Chi", "Chi has 51 in hand: 4 cards make 2 to 50")]


def test_a_kamikaze_without_typed_hands_is_not_warned_about():
    assert fields_warned({"caller": "Ana", "kamikaze": ["Bo"]}) == []


@pytest.mark.parametrize(
    ("posted", "rules", "offered"),
    [
        ({"hands-0": "20", "hands-1": "35", "hands-2": "50"}, {}, {0, 1, 2}),
        ({"hands-0": "30", "hands-1": "", "hands-2": "2"}, {}, set()),
        ({"hands-0": "２０", "hands-1": " 35 ", "hands-2": "x"}, {}, {0, 1}),
        ({"hands-1": "20", "caller": "0"}, {}, {1}),
        ({"hands-1": "20", "caller": "none"}, {}, set()),  # a kamikaze follows a call
        ({"hands-1": "20", "caller": ""}, {}, {1}),
        ({"hands-1": "20"}, {"kamikaze": False}, set()),
        ({"hands-1": "20"}, {"card_values": "kabou"}, set()),
        ({"hands-1": "24"}, {"card_values": "kabou"}, {1}),
    ],
)
def test_a_kamikaze_is_offered_where_the_typed_hand_makes_it_possible(posted, rules, offered):
    texts = {name: [text] for name, text in posted.items()}
    said = tamalou.GAME.beside(texts, {}, agreed("tamalou", 3, **rules))
    assert {name: one.english([]) for name, one in said.items()} == {
        f"kamikaze-{seat}": "may be a kamikaze" for seat in offered
    }


def test_with_six_cards_no_kamikaze_is_offered():
    posted = {"hands-0": ["50"]}
    assert tamalou.GAME.beside(posted, {}, agreed("tamalou", 2, cards=6)) == {}


@pytest.mark.parametrize(
    ("total", "limit", "spent", "over", "way"),
    [
        (90, 100, False, False, ("exactly", 10)),
        (90, 100, True, False, ("below", 10)),
        (90, 100, False, True, ("below", 10)),
        (0, 1000, False, False, ("below", 1000)),
        (100, 100, False, True, ("falls", 50)),
        (100, 100, True, True, ("reached", 100)),
        (101, 100, False, True, ("reached", 100)),
        (-5, 0, False, False, ("", 0)),
    ],
)
def test_how_far_it_is_to_the_limit(total, limit, spent, over, way):
    assert tamalou.Rules().way(total, limit, spent, over) == way
    off = tamalou.Rules(exact_limit="off").way(total, limit, spent, over)
    assert off[0] == (
        "reached" if way[0] == "falls" else "below" if way[0] == "exactly" else way[0]
    )
