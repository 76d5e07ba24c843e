"""Tamalou: how a deal is said, what each player got and why, what it makes of the totals."""

import pytest
from worked import NAMES, agreed, called, sheet, tally

from companion import sheets
from companion.games.facts import tell_half

KEYS = ["0", "1", "2", "3"]


def kamikaze(caller, *holders, **more):
    return {"caller": caller, "kamikaze": list(holders), **more}


def sentence(players, deal, **keys):
    found = sheets.read(sheet("tamalou", players, deal, **keys))
    told = found.rows[0].told
    return found.game.told(told).english(found.plays(told))


def lines(players, *deals, **keys):
    """The lines of the last deal: text and value."""
    said = tally("tamalou", players, *deals, **keys)["deals"][-1]["lines"]
    return [(line["text"], line["value"]) for line in said]


def happened(players, *deals, **keys):
    """What the last deal made of the totals: the lines behind those of the players."""
    return lines(players, *deals, **keys)[players:]


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (called("Ana", 3, 12, 20, 7), "Ana called with 3: nobody as low"),
        (called("Ana", 3, 3, 20, 7), "Ana called with 3: matched by Bo"),
        (called("Ana", 4, 2, 3, 7), "Ana called with 4: beaten by Bo, Chi"),
        (called("Chi", 4, 2, 4, 7), "Chi called with 4: beaten by Bo; matched by Ana"),
        (called("Ana", 9, 2, 30, 7), "Ana called with 9: failed, +5"),
        (called("Ana", -1, 2, 30, 7), "Ana called with −1: nobody as low"),
        (called(None, 9, 2, 30, 7), "Nobody called"),
        (kamikaze("Ana", "Dee"), "Dee: kamikaze, 50 for the others"),
        (kamikaze("Ana", "Dee", "Ana"), "Ana, Dee: kamikaze, 50 for the others"),
    ],
)
def test_a_deal_is_said_in_one_line(deal, said):
    assert sentence(4, deal) == said


def test_players_are_named_in_seat_order_however_they_were_told():
    hands = {"Dee": 2, "Chi": 3, "Bo": 1, "Ana": 3}
    said = sentence(4, {"caller": "Ana", "hands": hands})
    assert said == "Ana called with 3: beaten by Bo, Dee; matched by Chi"


def test_the_only_other_player_of_a_kamikaze_is_named():
    assert sentence(2, kamikaze("Ana", "Bo")) == "Bo: kamikaze, 50 for Ana"
    assert sentence(3, kamikaze("Ana", "Bo", "Ana")) == "Ana, Bo: kamikaze, 50 for Chi"
    assert sentence(2, kamikaze("Ana", "Bo", "Ana")) == "Ana, Bo: kamikaze"


@pytest.mark.parametrize(
    ("deal", "rules", "said"),
    [
        (called("Ana", 7, 12), {"fail_penalty": 0}, "Ana called with 7: failed"),
        (called("Ana", 7, 12), {"fail_penalty": 10}, "Ana called with 7: failed, +10"),
        (called("Ana", 7, 12), {"call_threshold": 7}, "Ana called with 7: nobody as low"),
        (called("Ana", 3, 3), {"beaten_caller": "zero"}, "Ana called with 3: matched by Bo"),
        (kamikaze("Ana", "Bo"), {"kamikaze_points": 30}, "Bo: kamikaze, 30 for Ana"),
    ],
)
def test_the_line_says_what_this_table_agreed(deal, rules, said):
    assert sentence(2, deal, rules=rules) == said


@pytest.mark.parametrize(
    ("deal", "rules", "said"),
    [
        (
            called("Ana", 3, 12, 20),
            {},
            [("Ana: called with 3, nobody as low", 0), ("Bo: 12 in hand", 12)],
        ),
        (
            called("Ana", 3, 2, 20),
            {},
            [("Ana: beaten by Bo; keeps 3", 3), ("Bo: 2 in hand, no more than 3", 0)],
        ),
        (
            called("Ana", 3, 3, 20),
            {"beaten_caller": "zero"},
            [("Ana: matched by Bo", 0), ("Bo: 3 in hand, no more than 3", 0)],
        ),
        (
            called("Ana", 9, 12, 20),
            {},
            [("Ana: failed: 9 + 5", 14), ("Bo: 12 in hand", 12)],
        ),
        (
            called("Ana", 9, 12, 20),
            {"fail_penalty": 0},
            [("Ana: called with 9, failed", 9), ("Bo: 12 in hand", 12)],
        ),
        (
            called(None, -1, 4, 20),
            {},
            [("Ana: −1 in hand, not below 0", 0), ("Bo: 4 in hand", 4)],
        ),
        (
            called(None, -1, 4, 20),
            {"negatives": "allow"},
            [("Ana: −1 in hand", -1), ("Bo: 4 in hand", 4)],
        ),
        (
            called(None, 3, 3, 20),
            {"no_call": "lowest_zero"},
            [("Ana: 3 in hand, the lowest", 0), ("Bo: 3 in hand, the lowest", 0)],
        ),
        (
            kamikaze("Ana", "Chi"),
            {},
            [("Ana: called, kamikaze of Chi", 50), ("Bo: kamikaze of Chi", 50)],
        ),
        (
            kamikaze("Ana", "Ana", "Bo"),
            {},
            [("Ana: called, kamikaze", 0), ("Bo: kamikaze", 0)],
        ),
    ],
)
def test_each_player_reads_what_the_points_come_from(deal, rules, said):
    assert lines(3, deal, rules=rules)[:2] == said


def test_every_seat_has_its_share_and_nothing_besides():
    for deal in (called("Ana", 3, 12, 20), called("Ana", 9, 2, 9), kamikaze("Ana", "Bo")):
        told = sheets.read(sheet("tamalou", 3, deal)).rows[0].told
        assert [share.seat for share in told.score.shares] == [0, 1, 2]
        assert tuple(share.points for share in told.score.shares) == told.score.points
        assert all(share.why for share in told.score.shares)
        assert [share.besides for share in told.score.shares] == [0, 0, 0]
        assert told.score.whose is None


def test_exactly_the_limit_says_whose_total_falls_and_that_it_ends_the_game():
    assert happened(2, called("Ana", 3, 40), start={"Bo": 60}) == [
        ("Bo: exactly 100 becomes 50", 50),
        ("exactly 100: the game is over", 50),
    ]


def test_where_the_game_goes_on_only_the_fall_is_said():
    rules = {"exact_limit": "continue", "exact_value": 70}
    fell = happened(2, called("Ana", 3, 40), start={"Bo": 60}, rules=rules)
    assert fell == [("Bo: exactly 100 becomes 70", 70)]


@pytest.mark.parametrize("way", ["continue", "end"])
def test_a_limit_that_was_raised_to_what_it_becomes_ends_the_game(way):
    """The searches of games leave it out: a total is exactly the limit after it fell."""
    rules = {"limit": 40, "exact_limit": way}
    raised = called("Ana", 3, 15) | {"limit": 50}
    assert happened(2, called("Ana", 3, 5), raised, start={"Bo": 30}, rules=rules) == [
        ("the limit is 50 from this deal on", 50),
        ("Bo: exactly 50 becomes 50", 50),
        ("Bo has 50: the game is over", 50),
    ]


def test_all_that_come_to_exactly_the_limit_at_once_are_named_in_one_sentence():
    start = dict.fromkeys(NAMES[1:8], 50)
    assert happened(8, kamikaze("Ana", "Ana"), start=start) == [
        (f"{', '.join(NAMES[1:8])}: exactly 100 becomes 50", 50),
        ("exactly 100: the game is over", 50),
    ]


def test_with_one_at_exactly_the_limit_and_another_above_the_fall_is_said_before_the_end():
    deal = called("Ana", 3, 40, 43)
    assert happened(3, deal, start={"Bo": 60, "Chi": 60}) == [
        ("Bo: exactly 100 becomes 50", 50),
        ("Chi has 103: the game is over", 103),
    ]


def test_all_that_passed_the_limit_are_named():
    deal = called("Ana", 3, 41, 43)
    over = happened(3, deal, start={"Bo": 60, "Chi": 60})
    assert over == [("Bo has 101, Chi has 103: the game is over", 103)]


def test_the_last_of_the_planned_deals_says_that_the_game_is_over():
    deals = [called("Ana", 3, 10), called("Ana", 3, 12)]
    assert happened(2, deals[0], rules={"deals": 2}) == []
    over = happened(2, *deals, rules={"deals": 2})
    assert over == [("deal 2 of 2: the game is over", 22)]
    early = happened(2, deals[0], rules={"deals": 2, "limit": 100}, start={"Bo": 92})
    assert early == [("Bo has 102: the game is over", 102)]
    both = happened(2, *deals, rules={"deals": 2, "limit": 100}, start={"Bo": 80})
    assert both == [("Bo has 102, deal 2 of 2: the game is over", 102)]


def test_exactly_the_limit_is_a_total_that_ends_the_game_where_nothing_changes_it():
    rules = {"exact_limit": "off"}
    over = happened(2, called("Ana", 3, 40), start={"Bo": 60}, rules=rules)
    assert over == [("Bo has 100: the game is over", 100)]


def test_a_late_deal_says_nothing_of_the_end():
    deals = [called("Ana", 3, 30), called("Ana", 3, 9)]
    assert happened(2, *deals, start={"Bo": 90}) == []
    assert happened(2, *deals, start={"Bo": 90}, rules={"deals": 2, "limit": 100}) == []
    assert happened(2, *deals, rules={"deals": 1, "limit": 35}) == []


def test_a_raised_limit_is_said_by_its_deal_and_may_end_the_game_again():
    deals = [called("Ana", 3, 30), called("Ana", 3, 9, limit=125), called("Ana", 3, 9, limit=150)]
    assert happened(2, *deals[:2], start={"Bo": 90}) == [
        ("the limit is 125 from this deal on", 125),
        ("Bo has 129: the game is over", 129),
    ]
    raised = happened(2, *deals, start={"Bo": 90})
    assert raised == [("the limit is 150 from this deal on", 150)]


def test_the_totals_of_those_who_sit_out_are_named_too():
    """Bo deals and sits out while Chi, the second who plays, ends the game."""
    deal = {"caller": "Ana", "hands": {"Ana": 3, "Chi": 43}, "dealer": "Bo"}
    said = tally("tamalou", 3, deal, seats=2, start={"Chi": 60})["deals"][0]
    assert [line["text"] for line in said["lines"]] == [
        "Ana: called with 3, nobody as low",
        "Chi: 43 in hand",
        "Chi has 103: the game is over",
    ]


def half(facts, players=4, **rules):
    """What a half-told deal says in the bar, and the points that are sure, by seat."""
    at = agreed("tamalou", players, **rules)
    found = tell_half(at, facts, 0, KEYS[:players])
    said = [one.message.english(NAMES) for one in found if one.seat is None]
    return " ".join(said), {one.seat: one.value for one in found if one.seat is not None}


def held(*hands):
    return {str(seat): n for seat, n in enumerate(hands) if n is not None}


@pytest.mark.parametrize(
    ("facts", "said", "sure"),
    [
        ({}, "", {}),
        ({"limit": 150}, "", {}),
        ({"hands": held(3)}, "Who called? Bo, Chi, Dee still empty.", {}),
        ({"hands": held(3, 5, 8, 9)}, "Who called?", {}),
        ({"caller": "0"}, "Ana called. No hands yet.", {}),
        ({"caller": "0", "hands": held(3)}, "Ana called with 3. Bo, Chi, Dee still empty.", {}),
        (
            {"caller": "0", "hands": held(None, 12)},
            "Ana called. Ana, Chi, Dee still empty.",
            {},
        ),
        (
            {"caller": "0", "hands": held(3, 12, 20)},
            "Ana called with 3: nobody as low yet. Dee still empty.",
            {1: 12, 2: 20},
        ),
        (
            {"caller": "0", "hands": held(3, 3)},
            "Ana called with 3: matched by Bo. Chi, Dee still empty.",
            {0: 3, 1: 0},
        ),
        (
            {"caller": "0", "hands": held(9)},
            "Ana called with 9: failed, +5. Bo, Chi, Dee still empty.",
            {0: 14},
        ),
        (
            {"caller": "0", "hands": held(3, 12, 20, 7)},
            "Ana called with 3: nobody as low.",
            {0: 0, 1: 12, 2: 20, 3: 7},
        ),
        ({"caller": None}, "Nobody called. No hands yet.", {}),
        (
            {"caller": None, "hands": held(3, None, -1)},
            "Nobody called. Bo, Dee still empty.",
            {0: 3, 2: 0},
        ),
        (
            {"kamikaze": ["3"], "hands": held(3)},
            "Dee: kamikaze, 50 for the others. Who called?",
            {0: 50, 1: 50, 2: 50, 3: 0},
        ),
        (
            {"caller": "0", "kamikaze": ["3"]},
            "Dee: kamikaze, 50 for the others.",
            {0: 50, 1: 50, 2: 50, 3: 0},
        ),
        # What cannot be says nothing of it, and waits to be refused.
        ({"caller": None, "kamikaze": ["3"]}, "Nobody called. No hands yet.", {}),
        ({"caller": "0", "kamikaze": ["1", "2", "3"]}, "Ana called. No hands yet.", {}),
    ],
)
def test_a_half_told_deal_says_what_is_sure_and_who_is_missing(facts, said, sure):
    assert half(facts) == (said, sure)


@pytest.mark.parametrize(
    ("facts", "rules", "sure"),
    [
        ({"caller": "0", "hands": held(3, 12)}, {"beaten_caller": "zero"}, {0: 0, 1: 12}),
        ({"caller": "0", "hands": held(0, 12)}, {}, {0: 0, 1: 12}),
        ({"caller": "0", "hands": held(None, 0, 1)}, {}, {1: 0}),
        ({"caller": None, "hands": held(3, 12)}, {"no_call": "lowest_zero"}, {1: 12}),
        ({"caller": "0", "hands": held(3, -1)}, {"negatives": "allow"}, {0: 3, 1: -1}),
        ({"caller": "0", "hands": held(9, 12)}, {"fail_penalty": 0}, {0: 9, 1: 12}),
        ({"caller": "0", "kamikaze": ["1"]}, {"kamikaze": False}, {}),
    ],
)
def test_what_is_sure_depends_on_what_the_table_agreed(facts, rules, sure):
    assert half(facts, **rules)[1] == sure
