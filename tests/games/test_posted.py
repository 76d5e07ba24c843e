"""What a form posts becomes facts, whatever was typed; the facts fill the form again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked import agreed, as_stored, cases, quickly

from companion.games import GAMES
from companion.games.facts import leads, retell, tell, tell_half
from companion.games.message import InvalidDeal
from companion.games.posted import fill, number, read, typed

SEATS = ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("49", 49),
        ("049", 49),
        (" 49 ", 49),
        ("49.5", 49.5),
        ("49,5", 49.5),
        ("49½", 49.5),
        ("49 ½", 49.5),
        ("½", 0.5),
        ("0", 0),
        (".5", 0.5),
        ("49,0", 49),
        ("-3", -3),
        ("−3", -3),
        ("−3½", -3.5),
        ("４９，５", 49.5),
        ("49.3", 49.3),
        ("1,000", 1000),
        ("−1\u202f234\u202f567½", -1234567.5),
        ("12 345,5", 12345.5),
        ("1.000", 1),
        ("0,125", 0.125),
    ],
)
def test_a_number_is_read_as_people_type_it(text, wanted):
    got = number(text)
    assert (type(got), got) == (type(wanted), wanted)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "4 9",
        "1e5",
        "NaN",
        "Infinity",
        "٤٩",
        "4½9",
        "½½",
        "--3",
        "+3",
        "4.",
        "1" * 10,
        "²",
        "1 00",
    ],
)
def test_a_number_that_nobody_types_is_refused(text):
    with pytest.raises(InvalidDeal):
        number(text)


@pytest.mark.parametrize(
    ("n", "text"), [(49, "49"), (49.5, "49½"), (0.5, "½"), (0, "0"), (-3, "-3"), (-0.5, "-½")]
)
def test_a_number_is_shown_as_the_keypad_types_it(n, text):
    assert typed(n) == text
    assert number(text) == n


@pytest.mark.parametrize("case", cases("tarot") + cases("plateau") + cases("tamalou"))
def test_the_facts_of_every_worked_deal_fill_a_form_that_says_the_same(case):
    game, deals = as_stored(case["sheet"])
    for facts in deals:
        assert game.read(json.loads(json.dumps(game.fill(facts))), facts) == facts


@pytest.mark.parametrize(
    ("key", "posted", "wanted"),
    [
        ("tamalou", {"caller": ["1"], "hands-0": ["12"], "hands-1": ["3"]},
         {"caller": "1", "hands": {"0": 12, "1": 3}}),
        ("tamalou", {"caller": ["none"], "hands-0": [""], "hands-1": ["0"]},
         {"caller": None, "hands": {"1": 0}}),
        ("tamalou", {"kamikaze": ["1", "0"], "limit": ["150"]},
         {"kamikaze": ["1", "0"], "limit": 150}),
        ("tamalou", {"caller": ["0", "1"], "hands-0": ["", "5"]},
         {"caller": "1", "hands": {"0": 5}}),
        ("tamalou", {"unplayed": ["passed"], "csrf_token": ["x"]}, {}),
        ("plateau", {"declarer": ["0"], "partners": [""], "made": ["true"]},
         {"declarer": "0", "partners": [], "made": True}),
        ("plateau", {"bids-0-player": ["1"], "bids-0-pass": ["true"], "bids-2-player": ["0"]},
         {"bids": [{"player": "1", "pass": True}]}),
        ("plateau", {"board-declarer": ["T1", "EX"], "board-defence": [""]},
         {"board": {"declarer": ["T1", "EX"], "defence": []}}),
        ("plateau", {"unplayed": ["passed"], "declarer": ["0"]}, {"passed": True}),
    ],
)  # fmt: skip
def test_a_form_by_type_is_read(key, posted, wanted):
    assert GAMES[key].read(posted, {}) == wanted


@pytest.mark.parametrize(
    ("posted", "wanted"),
    [
        ({"card_values": ["cabo"]}, "cabo"),
        ({"card_values-joker": ["-1"], "card_values-K": ["13"], "card_values-A": [""]},
         {"joker": -1, "K": 13}),
        ({"card_values": [""], "card_values-joker": ["20", ""]}, {"joker": 20}),
        ({"card_values": ["kabou"], "card_values-joker": ["20"]}, "kabou"),
    ],
)  # fmt: skip
def test_a_word_or_entries_are_read_and_fill_the_form_again(posted, wanted):
    """Card values: of both, the word counts, and entries that are posted beside it say nothing."""
    rules = GAMES["tamalou"].Rules
    assert read(rules, posted) == {"card_values": wanted}
    assert read(rules, fill(rules, {"card_values": wanted})) == {"card_values": wanted}


def test_neither_a_word_nor_entries_is_nothing_told():
    posted = {"card_values": [""], "card_values-A": [""]}
    assert read(GAMES["tamalou"].Rules, posted) == {}


def test_a_number_typed_beside_chips_counts_and_an_empty_field_does_not():
    rules = GAMES["tamalou"].Rules
    assert read(rules, {"limit": ["100", "120"]}) == {"limit": 120}
    assert read(rules, {"limit": ["150", " "]}) == {"limit": 150}


@pytest.mark.parametrize(
    ("key", "posted", "field"),
    [
        ("tamalou", {"hands-1": ["many"]}, "hands.1"),
        ("tamalou", {"limit": ["1e3"]}, "limit"),
        ("plateau", {"bids-0-player": ["1"], "bids-0-partners": ["one"]}, "bids[0].partners"),
    ],
)
def test_a_form_by_type_refuses_a_word_for_a_number(key, posted, field):
    with pytest.raises(InvalidDeal) as error:
        GAMES[key].read(posted, {})
    assert error.value.field == field


def test_a_list_that_is_told_to_be_empty_is_posted_as_a_form_can():
    filled = GAMES["plateau"].fill({"partners": [], "board": {}})
    assert filled == {"partners": [""], "board": [""]}
    assert GAMES["plateau"].read(filled, {}) == {"partners": []}  # such a board says nothing


NAMES = {
    "tarot": (
        *("take", "partner", "oudlers", "held", "side", "points", "card", "others", "poignee"),
        *("petit", "slam_announced", "slam_made", "slam_player", "misere", "called", "unplayed"),
        *("showed-0", "showed-1", "showed-", "showed-x", "showed"),
    ),
    "plateau": (
        *("declarer", "partners", "talon", "objective", "made", "handed_over", "unplayed"),
        *("raises-0-player", "raises-0-objective", "tricks-0-won_by", "tricks-0-spaces"),
        *("tricks-0-talon", "board-declarer", "bids-0-player", "bids-0-partners", "bids-0-pass"),
    ),
    "tamalou": ("caller", "kamikaze", "limit", "unplayed", "hands-0", "hands-1", "hands-", "hands"),
}
WORDS = (
    *("0", "1", "4", "9", "-1", "none", "", " ", "½", "49½", "91", "182", "defence", "declarer"),
    *("0-garde", "1-prise", "3-", "-garde", "-", "9-x", "single", "double", "KH", "JH", "21"),
    *("excuse", "passed", "petit_sec", "true", "false", "T1", "EX", "fork", "keep", "\x00", "１"),
)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("players", [3, 5])
def test_whatever_is_posted_there_are_facts_or_a_refusal(key, players):
    at, texts = agreed(key, players), st.sampled_from(WORDS) | st.text(max_size=4)

    @quickly
    @given(st.dictionaries(st.sampled_from(NAMES.get(key, WORDS)), st.lists(texts, max_size=3)))
    def posted_whatever(posted):
        for ask in (tell, tell_half, leads):
            try:
                facts = at.game.read(posted, {})
                ask(at, facts, 0, SEATS)
            except InvalidDeal as error:
                assert error.field
                at.game.beside(posted, {}, at)
            else:
                at.game.beside(posted, facts, at)
                told = retell(at, facts, 0, SEATS, SEATS)
                assert at.game.read(at.game.fill(told), told) == told

    posted_whatever()
