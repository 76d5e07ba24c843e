"""How French Tarot is said: the deal in one line, the steps of the count, a bid before the play."""

import pytest
from worked import NAMES, agreed, tally

from companion import words
from companion.games import tarot
from companion.games.base import Agreed
from companion.games.facts import agreed_rules, leads, tell, tell_half

TAROT = tarot.GAME
GARDE = {"declarer": "Ana", "contract": "garde", "oudlers": 2, "card_points": 49}


def test_the_line_of_each_step_is_said():
    deal = GARDE | {"petit_au_bout": "declarer", "poignees": [{"size": "single"}]}
    lines = tally("tarot", 4, deal)["deals"][0]["lines"]
    assert [(line["text"], line["value"]) for line in lines] == [
        ("49 for 41, made by 8: 25 + 8", 33),
        ("petit au bout + 10", 43),
        ("garde × 2", 86),
        ("single poignée + 20", 106),
        ("Ana + 3 × 106", 318),
    ]


def said(players, deal, **rules):
    """The deal in one line, in English."""
    at = agreed("tarot", players, **rules)
    one = tell(at, deal, 0, NAMES[:players])
    return at.game.told(one).english(NAMES, 2)


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        (4, {}, "Ana, garde, 49 with two oudlers: made by 8"),
        (4, {"card_points": 41}, "Ana, garde, 41 with two oudlers: just made"),
        (
            5,
            {
                "partner": "Chi",
                "petit_au_bout": "declarer",
                "poignees": [{"size": "single"}],
            },
            "Ana with Chi, garde, 49 with two oudlers: made by 8, petit au bout, single poignée",
        ),
        (
            5,
            {"partner": None, "oudlers": 1, "card_points": 44.5},
            "Ana alone, garde, 44.5 with one oudler: failed by 6.5",
        ),
        (
            4,
            {"oudlers": 3, "card_points": 38, "petit_au_bout": "defence"},
            "Ana, garde, 38 with three oudlers: made by 2, petit au bout to the defence",
        ),
        (
            4,
            {"contract": "garde_contre", "oudlers": 0, "slam_announced_by": "declarer"},
            "Ana, garde contre, 49 with no oudlers: failed by 7, slam announced and not made",
        ),
        (
            4,
            {
                "contract": "garde_sans",
                "slam_made_by": "defence",
                "poignees": [{"size": "triple", "player": "Bo"}, {"size": "double"}],
            },
            "Ana, garde sans, 49 with two oudlers: made by 8, triple poignée, double poignée, "
            "slam made by the defence without announcing",
        ),
        (4, {"misere": ["Dee", "Bo"]}, "Ana, garde, 49 with two oudlers: made by 8, "
                                       "misère of Bo, misère of Dee"),
    ],
)  # fmt: skip
def test_a_deal_tells_itself_in_one_line(players, more, sentence):
    assert said(players, GARDE | more, misere=10) == sentence


def test_the_half_that_goes_to_the_winner_goes_into_the_sentence_too():
    prise = {"declarer": "Ana", "contract": "prise", "oudlers": 2, "card_points": 40.5}
    assert said(3, prise).endswith("failed by 0.5")
    assert said(3, prise, half_points="to_winner").endswith("failed by 1")


@pytest.mark.parametrize(
    ("players", "points", "rules", "line"),
    [
        (3, 40.5, {}, ("40.5 for 41, failed by 0.5: 25 + 0.5", 25.5)),
        (
            3,
            40.5,
            {"half_points": "to_winner"},
            ("40.5 for 41, failed by 0.5, and 0.5 to the side that won: 25 + 1", 26),
        ),
        (
            3,
            41.5,
            {"half_points": "to_winner"},
            ("41.5 for 41, made by 0.5, and 0.5 to the side that won: 25 + 1", 26),
        ),
        (3, 40, {"half_points": "to_winner"}, ("40 for 41, failed by 1: 25 + 1", 26)),
    ],
)
def test_the_count_says_that_the_half_went_to_the_winner(players, points, rules, line):
    prise = {"declarer": "Ana", "contract": "prise", "oudlers": 2, "card_points": points}
    first = tally("tarot", players, prise, rules=rules)["deals"][0]["lines"][0]
    assert (first["text"], first["value"]) == line


def test_a_deal_that_nobody_played_tells_itself():
    assert said(4, {"passed": True}) == "All passed"
    assert said(4, {"void": "petit_sec"}, petit_sec_voids=True) == "Void: a lone petit"


@pytest.mark.parametrize(
    ("rules", "more", "lines"),
    [
        (
            {},
            {"slam_announced_by": "declarer", "slam_made_by": "declarer"},
            [
                ("Ana + 3 × 66", 198),
                ("slam announced and made: + 400 for each of that side, from nobody", 400),
            ],
        ),
        (
            {"preset": "fft"},
            {"slam_announced_by": "declarer", "oudlers": 3, "card_points": 70},
            [("slam announced and not made: 118 − 200", -82), ("Ana − 3 × 82", -246)],
        ),
        (
            {"preset": "fft"},
            {"slam_announced_by": "declarer", "card_points": 38},
            [("slam announced and not made: −56 − 200", -256), ("Ana − 3 × 256", -768)],
        ),
        (
            {"preset": "fft"},
            {"slam_announced_by": "declarer", "slam_made_by": "defence", "card_points": 5},
            [
                ("slam announced and not made: −122 − 200", -322),
                ("slam made by the defence without announcing: −322 − 200", -522),
                ("Ana − 3 × 522", -1566),
            ],
        ),
        (  # the slam takes all: 80 × 2 and a triple poignée
            {"preset": "fft"},
            {
                "slam_announced_by": "declarer",
                "oudlers": 3,
                "card_points": 91,
                "poignees": [{"size": "triple"}],
            },
            [("slam announced and not made: 200 − 200", 0), ("Ana + 3 × 0", 0)],
        ),
        (
            {},
            {"slam_announced_by": "declarer"},
            [
                ("Ana + 3 × 66", 198),
                ("slam announced and not made: − 200 for each of that side, to nobody", -200),
            ],
        ),
        (
            {"preset": "fft"},
            {
                "slam_announced_by": "declarer",
                "slam_made_by": "declarer",
                "oudlers": 3,
                "card_points": 91,
            },
            [("slam announced and made: 160 + 400", 560), ("Ana + 3 × 560", 1680)],
        ),
        (
            {},
            {"petit_au_bout": "defence"},
            [
                ("petit au bout of the other side − 10", 23),
                ("garde × 2", 46),
                ("Ana + 3 × 46", 138),
            ],
        ),
        (
            {"misere": 10},
            {"misere": ["Bo"]},
            [("Ana + 3 × 66", 198), ("misère of Bo: 10 from each", 30)],
        ),
    ],
)
def test_the_lines_of_petit_slam_and_misere_say_where_the_count_stands(rules, more, lines):
    told = tally("tarot", 4, GARDE | more, rules=rules)["deals"][0]["lines"]
    assert [(line["text"], line["value"]) for line in told][-len(lines) :] == lines


@pytest.mark.parametrize(
    ("players", "more", "rules", "line"),
    [
        (4, {}, {}, "Ana, garde. By 10: +210 or −210"),
        (3, {"contract": "garde_contre"}, {}, "Ana, garde contre. By 10: +420 or −420"),
        (5, {}, {}, "Ana, garde. By 10: +140 or −140"),
        (5, {"partner": "Ana"}, {}, "Ana, garde. By 10: +140 or −140"),
        (5, {"partner": "Bo"}, {}, "Ana, garde. By 10: +140 or −140"),
        (5, {"partner": None}, {}, "Ana, garde. By 10: +280 or −280"),
        (4, {"poignees": [{"size": "single"}]}, {}, "Ana, garde. By 10: +270 or −270"),
        (4, {"petit_au_bout": "declarer"}, {}, "Ana, garde. By 10: +270 or −150"),
        (4, {"petit_au_bout": "defence"}, {}, "Ana, garde. By 10: +150 or −270"),
        (4, {"slam_announced_by": "declarer"}, {},
         "Ana, garde, slam announced. By 10, slam not made: +10 or −410"),
        (4, {"slam_announced_by": "declarer"}, {"preset": "fft"},
         "Ana, garde, slam announced. By 10, slam not made: −390 or −810"),
        (4, {"slam_announced_by": "defence"}, {},
         "Ana, garde, slam announced by the defence. By 10, slam not made: +210 or −210"),
        (5, {"called": "KH", "slam_announced_by": "declarer"}, {},
         "Ana, garde, calls the king of hearts, slam announced. By 10, slam not made: −60 or −340"),
        (5, {"called": "QS"}, {}, "Ana, garde, calls the queen of spades. By 10: +140 or −140"),
        (5, {"called": "CD"}, {"preset": "fft"},
         "Ana, garde, calls the cavalier of diamonds. By 10: +140 or −140"),
        (5, {"called": "JC"}, {"preset": "fft"},
         "Ana, garde, calls the jack of clubs. By 10: +140 or −140"),
        (5, {"called": "KH", "partner": "Bo"}, {}, "Ana, garde. By 10: +140 or −140"),
        (5, {"called": "KH", "partner": None}, {}, "Ana, garde. By 10: +280 or −280"),
        (4, {"misere": ["Ana"]}, {"misere": 70}, "Ana, garde. By 10: +420 or +0"),
        (4, {"misere": ["Ana"]}, {}, "Ana, garde. By 10: +210 or −210"),
        (4, {"poignees": [{"size": "single", "player": "Bo"}] * 2, "slam_player": "Bo"}, {},
         "Ana, garde. By 10: +330 or −330"),
    ],
)  # fmt: skip
def test_a_bid_says_what_ten_points_bring_or_cost(players, more, rules, line):
    at = Agreed(TAROT, agreed_rules(TAROT, rules), players, players, (0,) * players)
    half = {"declarer": "Ana", "contract": "garde"} | more
    lines = tell_half(at, half, 0, NAMES[:players])
    assert " ".join(one.message.english(NAMES, 2) for one in lines) == line


RESULT = {"oudlers": 2, "card_points": 49}


@pytest.mark.parametrize(
    ("players", "more", "line"),
    [
        (5, RESULT, "Ana, garde. Who is the partner, or nobody?"),
        (
            5,
            RESULT | {"called": "KH"},
            "Ana, garde, calls the king of hearts. Who is the partner, or nobody?",
        ),
        (5, {"oudlers": 2, "partner": None}, "Ana, garde. How many card points?"),
        (5, {"card_points": 49, "partner": "Bo"}, "Ana, garde. How many oudlers?"),
        (4, {"oudlers": 0}, "Ana, garde. How many card points?"),
        (3, {"card_points": 0}, "Ana, garde. How many oudlers?"),
        (5, {"oudlers": 2}, "Ana, garde. By 10: +140 or −140"),
    ],
)
def test_the_one_fact_that_is_missing_is_asked_for(players, more, line):
    half = {"declarer": "Ana", "contract": "garde"} | more
    lines = tell_half(agreed("tarot", players), half, 0, NAMES[:players])
    assert " ".join(one.message.english(NAMES, 2) for one in lines) == line


@pytest.mark.parametrize("half", [{}, {"declarer": "Ana"}, {"contract": "garde"}, {"oudlers": 2}])
def test_before_there_is_a_bid_nothing_is_said(half):
    assert tell_half(agreed("tarot", 4), half, 0, NAMES[:4]) == ()


@pytest.mark.parametrize(
    ("card_points", "shown"),
    [
        (0, "0 point"),
        (0.5, "½ point"),
        (1, "1 point"),
        (1.5, "1½ point"),
        (2, "2 points"),
        (49, "49 points"),
    ],
)
def test_french_says_point_below_two(app, card_points, shown):
    facts = GARDE | {"oudlers": 0, "card_points": card_points}
    told = TAROT.told(tell(agreed("tarot", 4), facts, 0, NAMES[:4]))
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert f", {shown} et aucun bout\u202f: " in words.say(told, NAMES, TAROT.scale)


@pytest.mark.parametrize(
    ("facts", "leader"),
    [
        ({}, "Bo"),
        ({"passed": True}, "Bo"),
        ({"declarer": "Dee", "contract": "garde"}, "Bo"),
        ({"declarer": "Dee", "slam_announced_by": "declarer"}, "Dee"),
        ({"declarer": "Dee", "slam_announced_by": "declarer", "slam_player": "Chi"}, "Chi"),
        ({"declarer": "Dee", "slam_announced_by": "defence"}, "Bo"),
        ({"declarer": "Dee", "slam_announced_by": "defence", "slam_player": "Ana"}, "Ana"),
        ({"declarer": "Dee", "slam_player": "Ana"}, "Bo"),
        ({"slam_announced_by": "declarer"}, "Bo"),
    ],
)
def test_who_announced_a_slam_leads(facts, leader):
    assert TAROT.leads(facts, "Bo", 4) == leader
    assert NAMES[leads(agreed("tarot", 4), facts, 0, NAMES[:4])] == leader


def test_the_leader_is_a_seat_of_the_table_where_one_sits_out():
    at = Agreed(TAROT, TAROT.Rules(), 5, 4, (0,) * 5)
    slam = {"declarer": "Dee", "slam_announced_by": "declarer"}
    assert leads(at, {}, 2, NAMES[:5]) == 3
    assert leads(at, slam, 2, NAMES[:5]) == 3
    assert leads(at, slam, 0, NAMES[:5]) == 3
    assert leads(at, {}, 4, NAMES[:5]) == 0
