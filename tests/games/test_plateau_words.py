"""How Le Plateau is said: a deal in a line, its count step by step, what a half-told one says."""

import pytest
from worked import NAMES, agreed, sheet, tally

from companion.games import plateau
from companion.games.facts import tell_half
from companion.sheets import read

Y = {"declarer": "Ana", "partners": ["Bo"], "talon": "exchange", "objective": "y"}
COLUMN = ["A1", "CH", "EX", "T13", "A21", "CD"]  # one short of a bridge: A4
SIX = ["A1", "A3", "A5", "CH", "EX", "KC", "KH", "QD", "QS", "T13"]


def sentence(players, deal):
    told = read(sheet("plateau", players, deal)).rows[0].told
    return plateau.GAME.told(told).english(NAMES)


def lines(players, deal):
    """The count of a deal: what is said, and where it stands."""
    said = tally("plateau", players, deal)["deals"][0]["lines"]
    return [(line["text"], line["value"]) for line in said]


def half(players, **facts):
    told = tell_half(agreed("plateau", players), facts, 0, NAMES[:players])
    return [(line.message.english(NAMES), line.value) for line in told]


def bid(player, talon="exchange", objective="y", partners=1):
    parts = {"objective": objective, "partners": partners}
    return {"player": player, **({"talon": talon} if talon else {}), **parts}


@pytest.mark.parametrize(
    ("players", "more", "text"),
    [
        (4, {"made": True}, "Ana with Bo, Y, bid 3: made"),
        (4, {"made": False}, "Ana with Bo, Y, bid 3: not made"),
        (4, {"partners": [], "made": True}, "Ana, Y, bid 8: made"),
        (4, {"board": {"declarer": SIX}}, "Ana with Bo, Y, bid 3: made, even six sides"),
        (4, {"objective": "six", "board": {"declarer": SIX}},
         "Ana with Bo, six sides, bid 9: made"),
        (4, {"raises": [{"player": "Bo", "objective": "five"}], "made": False},
         "Ana with Bo, five sides, bid 7: not made"),
        (5, {"raises": [{"player": "Bo", "objective": "fork"}], "handed_over": True, "made": True},
         "Bo with Ana, fork, bid 5: made"),
        (6, {"partners": ["Eve", "Bo"], "talon": None, "made": True},
         "Ana with Bo and Eve, Y, bid 2: made"),
    ],
)  # fmt: skip
def test_a_deal_is_told_in_one_line(players, more, text):
    assert sentence(players, Y | more) == text


def test_a_deal_that_nobody_played():
    assert sentence(4, {"passed": True}) == "All passed"


@pytest.mark.parametrize(
    ("players", "more", "wanted"),
    [
        (2, {"partners": []}, [("exchange 1 + Y 2", 3), ("Ana + 1 × 3", 3)]),
        (3, {"partners": [], "talon": "keep"}, [("closed talon 2 + Y 2", 4), ("Ana + 2 × 4", 8)]),
        (4, {}, [("exchange 1 + Y 2 + one partner 0", 3), ("Ana + 1 × 3", 3), ("Bo + 1 × 3", 3)]),
        (4, {"partners": [], "made": False},
         [("exchange 1 + Y 2 + alone 5", 8), ("Ana − 3 × 8", -24)]),
        (6, {"talon": None, "partners": ["Bo", "Chi"]},
         [("Y 2 + two partners 0", 2), ("Ana + 1 × 2", 2), ("Bo + 1 × 2", 2), ("Chi + 1 × 2", 2)]),
        (4, {"raises": [{"player": "Bo", "objective": "fork"},
                        {"player": "Ana", "objective": "six"}]},
         [("exchange 1 + Y 2 + one partner 0", 3), ("Bo raises to fork", 5),
          ("Ana raises to six sides", 9), ("Ana + 1 × 9", 9), ("Bo + 1 × 9", 9)]),
        (5, {"raises": [{"player": "Bo", "objective": "fork"}], "handed_over": True},
         [("exchange 1 + Y 2 + one partner 0", 3), ("Bo raises to fork", 5),
          ("Ana hands over to Bo", 5), ("Bo + 2 × 5", 10), ("Ana + 1 × 5", 5)]),
    ],
)  # fmt: skip
def test_a_count_says_every_step_and_where_it_stands(players, more, wanted):
    assert lines(players, {**Y, "made": True, **more}) == wanted


@pytest.mark.parametrize(
    ("players", "bids", "text"),
    [
        (4, [bid("Ana", "keep", "y", 0)], "Ana bids 9: Y, closed talon, alone."),
        (4, [bid("Ana"), {"player": "Bo", "pass": True}],
         "Ana bids 3: Y, exchange."),
        (4, [bid("Ana"), bid("Bo", objective="fork")], "Bo bids 5: fork, exchange."),
        (4, [{"player": "Bo", "pass": True}], "Nobody has bid yet."),
        (3, [{"player": one, "pass": True} for one in ("Bo", "Chi", "Ana")], "All passed."),
        (3, [bid("Chi", objective="bridge", partners=0)], "Chi bids 1: bridge, exchange."),
        (6, [bid("Ana", None, "five", 2)], "Ana bids 6: five sides."),
    ],
)  # fmt: skip
def test_a_half_told_auction_says_the_bid_to_beat(players, bids, text):
    assert half(players, bids=bids) == [(text, 0)]


@pytest.mark.parametrize(
    ("players", "facts", "text"),
    [
        (4, {}, "Ana."),
        (4, {"objective": "y"}, "Ana: Y."),
        (4, {"objective": "y", "talon": "keep"}, "Ana: Y, closed talon."),
        (4, {"objective": "y", "talon": "keep", "partners": []}, "Ana: Y, bid 9, closed talon."),
        (4, {"objective": "y", "talon": "keep", "partners": ["Bo"]},
         "Ana with Bo: Y, bid 4, closed talon."),
        (4, {"bids": [bid("Ana")], "objective": "y", "talon": "exchange"},
         "Ana with one partner: Y, bid 3, exchange."),
        (3, {"objective": "y", "talon": "keep"}, "Ana: Y, bid 4, closed talon."),
        (6, {"objective": "six", "partners": ["Bo", "Eve"]},
         "Ana with Bo and Eve: six sides, bid 8."),
        (5, {"objective": "y", "talon": "keep", "partners": ["Bo"], "handed_over": True,
             "raises": [{"player": "Bo", "objective": "six"}]},
         "Bo with Ana: six sides, bid 10, closed talon."),
    ],
)  # fmt: skip
def test_what_is_played_is_said_as_far_as_it_is_told(players, facts, text):
    assert half(players, declarer="Ana", **facts) == [(text, 0)]


def test_a_half_told_board_says_what_each_objective_still_asks_for():
    assert half(4, board={"declarer": COLUMN, "defence": ["T1"]}) == [
        ("bridge: 1 more.", 1),
        ("Y: 4 more.", 4),
        ("fork: 4 more.", 4),
        ("five sides: 4 more.", 4),
        ("six sides: 6 more.", 6),
    ]


def test_tricks_say_at_once_what_is_reached_and_what_is_lost():
    rest = ["A6", "A5", "A2", "A3", "QH", "JD", "CC", "QS", "JC", "KH", "KS"]
    told = [{"won_by": "declarer", "spaces": [*COLUMN[:3], "A21", "CD", "A4"]}]
    told += [{"won_by": "defence", "spaces": rest}, *[{"won_by": "defence"}] * 10]
    told += [{"won_by": "declarer"}]
    assert [text for text, _ in half(4, tricks=told)] == [
        "bridge: reached.",
        "Y: lost for good.",
        "fork: lost for good.",
        "five sides: lost for good.",
        "six sides: lost for good.",
    ]
    assert half(4, declarer="Ana", objective="y", tricks=told) == [
        ("Ana: Y.", 0),
        ("Y: lost for good.", 0),
    ]


def test_a_bid_alone_says_nothing_of_the_board():
    assert len(half(4, declarer="Ana")) == 1
    assert half(4) == []
