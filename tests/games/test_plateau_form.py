"""The form of Le Plateau: a whole one, and one touch on what is told already."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked import agreed, as_stored, cases, quickly

from companion.games.facts import retell, tell, tell_half
from companion.games.message import InvalidDeal
from companion.games.plateau import GAME

SEATS = ["0", "1", "2", "3", "4"]
BID = {"declarer": "1", "talon": "exchange", "objective": "y", "partners": ["3"]}
SAID = [
    {"player": "1", "talon": "exchange", "objective": "y", "partners": 1},
    {"player": "2", "pass": True},
]
SEVEN = [{"won_by": "declarer", "spaces": ["QH", "EX"]}, {"won_by": "defence"}]


def form(fields):
    """What a form posts."""
    return {name: v if isinstance(v, list) else [v] for name, v in fields.items()}


def touch(told, *touches, parts=None):
    for one in touches:
        told = GAME.read(form({"touch": one, **(parts or {})}), told)
    return told


def tricks(*touches, told=None):
    return touch(told or {}, *touches).get("tricks", [])


def refused_at(told, one, parts=None):
    """The field of a touch that cannot be: by the form, or by the table that it is told at."""
    with pytest.raises(InvalidDeal) as error:
        tell_half(agreed("plateau", 4), touch(told, one, parts=parts), 0, SEATS[:4])
    return error.value.field


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        ({}, {}),
        ({"declarer": "1", "talon": "exchange", "objective": "y", "partners": "3"}, BID),
        ({"partners": ["3", "0"]}, {"partners": ["3", "0"]}),
        ({"partners": ""}, {"partners": []}),
        ({"talon": ""}, {}),
        ({"raises-0-player": "3", "raises-0-objective": "fork"},
         {"raises": [{"player": "3", "objective": "fork"}]}),
        ({"raises-0-player": "3", "raises-0-objective": ""}, {"raises": []}),
        ({"raises-0-player": "3", "raises-0-objective": "", "raises-1-player": "1",
          "raises-1-objective": "six"}, {"raises": [{"player": "1", "objective": "six"}]}),
        ({"handed_over": "true", "made": "false"}, {"handed_over": True, "made": False}),
        ({"bids-0-player": "2", "bids-0-pass": "true"}, {"bids": [{"player": "2", "pass": True}]}),
        ({"board-declarer": ["T1", "EX"]}, {"board": {"declarer": ["T1", "EX"]}}),
        ({"board": ""}, {}),
        ({"tricks-0-won_by": "defence"}, {"tricks": [{"won_by": "defence"}]}),
        ({"bid-talon": "keep", "csrf_token": "x"}, {}),
        ({"unplayed": "passed", "declarer": "1"}, {"passed": True}),
    ],
)  # fmt: skip
def test_a_whole_form_is_read_by_its_names(fields, facts):
    if "tricks-0-won_by" in fields:
        assert GAME.read({"tricks-0-won_by": ["defence"]}, {}) == {
            "tricks": [{"won_by": "defence"}]
        }
    else:
        assert GAME.read(form(fields), {}) == facts


TOLD = BID | {"bids": SAID, "tricks": SEVEN}


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({}, {"bids", "tricks"}),
        ({"declarer": "1", "objective": "y", "talon": "exchange"}, {"bids", "tricks"}),
        ({"declarer": "1", "partners": "0"}, {"bids", "tricks"}),
        ({"declarer": "1", "partners": ""}, {"tricks"}),  # alone: another bid than that
        ({"declarer": "1", "partners": ["0", "2"]}, {"tricks"}),
        ({"declarer": "2"}, {"tricks"}),
        ({"objective": "fork"}, {"tricks"}),
        ({"talon": "keep"}, {"tricks"}),
        ({"tricks": ""}, {"bids"}),
        ({"bids": ""}, {"tricks"}),
        ({"unplayed": "passed"}, set()),
    ],
)
def test_what_a_form_does_not_ask_stays_while_it_fits(fields, kept):
    facts = GAME.read(form(fields), TOLD)
    assert {key: facts[key] for key in ("bids", "tricks") if key in facts} == {
        key: TOLD[key] for key in kept
    }


def test_of_two_partners_one_may_be_known_while_the_auction_stays():
    told = {"bids": [{"player": "1", "objective": "y", "partners": 2}]}
    posted = form({"declarer": "1", "objective": "y", "partners": "0"})
    facts = GAME.read(posted, told)
    assert facts["bids"] == told["bids"]
    with pytest.raises(InvalidDeal) as error:
        tell(agreed("plateau", 6), facts | {"made": True}, 0, [*SEATS, "5"])
    assert (error.value.field, error.value.missing) == ("bids", True)


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({}, "declarer"),
        ({"declarer": "1"}, "partners"),
        ({"declarer": "1", "partners": ["3"]}, "objective"),
        ({"declarer": "1", "partners": ["3"], "objective": "y"}, "talon"),
        (BID, "made"),
        (BID | {"tricks": SEVEN}, "board"),
    ],
)
def test_a_fact_that_is_only_missing_is_known_as_such(facts, field):
    with pytest.raises(InvalidDeal) as error:
        tell(agreed("plateau", 4), facts, 0, SEATS[:4])
    assert (error.value.field, error.value.missing) == (field, True)


@pytest.mark.parametrize("case", cases("plateau"))
def test_the_facts_of_every_worked_deal_fill_the_form_that_tells_them(case):
    _, deals = as_stored(case["sheet"])
    for facts in deals:
        assert GAME.read(json.loads(json.dumps(GAME.fill(facts))), {}) == facts
        assert GAME.read({}, facts).get("tricks") == facts.get("tricks")
        assert touch(facts, "told") == facts


@pytest.mark.parametrize("case", [case for case in cases("plateau") if "K0" in case.id])
def test_a_worked_deal_is_told_touch_by_touch(case):
    _, (facts,) = as_stored(case["sheet"])
    told = {key: value for key, value in facts.items() if key != "tricks"}
    for n, trick in enumerate(facts["tricks"], start=1):
        start = "talon" if trick.get("talon") else f"trick-{n}"
        told = touch(told, f"{start}-{trick['won_by']}")
        told = touch(told, *(f"space-{name}" for name in trick.get("spaces", ())))
    assert told == facts


def test_a_trick_goes_to_a_side_and_the_cards_to_who_won_it():
    assert tricks("trick-declarer", "space-QH", "space-EX", "trick-defence") == [
        {"won_by": "declarer", "spaces": ["QH", "EX"]},
        {"won_by": "defence"},
    ]


@pytest.mark.parametrize(
    ("touches", "wanted"),
    [
        (["space-KC"], [["QH", "EX"], ["KC"]]),
        (["space-QH"], [["EX"], []]),  # an own mark again, wherever it is
        (["space-QH", "space-QH"], [["EX"], ["QH"]]),
        (["space-KC", "space-KC"], [["QH", "EX"], []]),
        (["space-KC-declarer"], [["QH", "EX", "KC"], []]),
        (["trick-declarer", "space-KC-declarer"], [["QH", "EX"], [], ["KC"]]),
        (["space-QH-declarer"], [["QH", "EX"], []]),  # two phones touch at once
        (["space-QH-defence"], [["EX"], ["QH"]]),
        (["space-QH-nobody"], [["EX"], []]),
        (["space-KC-nobody"], [["QH", "EX"], []]),
        (["space-T2"], [["QH", "EX"]]),  # the own space of the newest trick takes it back
        (["space-T2-nobody"], [["QH", "EX"]]),
        (["space-T3-nobody"], [["QH", "EX"], []]),
        (["undo-trick"], [["QH", "EX"]]),
        (["undo-trick-2", "undo-trick-2"], [["QH", "EX"]]),
        (["undo-trick", "undo-trick"], []),
    ],
)
def test_a_space_is_marked_and_given_back(touches, wanted):
    found = tricks(*touches, told={"tricks": SEVEN})
    assert [one.get("spaces", []) for one in found] == wanted


@pytest.mark.parametrize(
    ("touches", "winners"),
    [
        (["trick-declarer"], ["declarer", "defence", "declarer"]),
        (["trick-3-declarer", "trick-3-declarer"], ["declarer", "defence", "declarer"]),
        (["trick-2-defence"], ["declarer", "defence"]),
        (["space-T1-declarer"], ["declarer", "defence"]),
        (["space-T3-defence"], ["declarer", "defence", "defence"]),
        (["talon"], ["declarer", "defence", None]),
        (["talon-defence", "talon-declarer"], ["declarer", "defence", "declarer"]),
        (["talon-declarer", "talon"], ["declarer", "defence", None]),
    ],
)
def test_a_trick_is_told_once_however_often_it_is_touched(touches, winners):
    found = tricks(*touches, told={"tricks": SEVEN})
    assert [one.get("won_by") for one in found] == winners


@pytest.mark.parametrize("touch", ["trick-2-declarer", "trick-1-defence", "space-T1-defence"])
def test_a_trick_that_is_told_is_not_told_for_the_other_side(touch):
    """A phone that was silent offers it still: it would take along what the trick captured."""
    with pytest.raises(InvalidDeal, match="is told already, for the other side") as caught:
        tricks(touch, told={"tricks": SEVEN})
    assert caught.value.field == "tricks"


def test_a_trick_before_its_turn_says_which_comes_first():
    with pytest.raises(InvalidDeal) as caught:
        tricks("trick-5-declarer", told={"tricks": SEVEN})
    assert caught.value.message.english([]) == "trick 3 comes first"


@pytest.mark.parametrize("touch", ["space-T1", "space-T1-nobody"])
def test_the_space_of_a_trick_behind_which_another_was_told_meanwhile_is_not_given_back(touch):
    with pytest.raises(InvalidDeal, match="something newer is told"):
        tricks(touch, told={"tricks": SEVEN})
    assert tricks("space-T2", "space-T1", told={"tricks": SEVEN}) == []


GIVEN = [{"won_by": "defence", "spaces": ["QH", "EX"]}, {"won_by": "defence"}]


@pytest.mark.parametrize(
    ("touches", "wanted"),
    [
        (["give-1-defence"], GIVEN),
        (["give-1-defence", "give-1-defence"], GIVEN),  # two phones touch at once
        (["give-1-declarer"], SEVEN),
        (["give-1-defence", "give-1-declarer"], SEVEN),
        (["give-1-defence", "undo-give-1-declarer"], SEVEN),
        (["give-1-defence", "undo-trick-2"], GIVEN[:1]),
        (["give-2-declarer"], [SEVEN[0], {"won_by": "declarer"}]),  # the next was taken back
        (["talon", "give-1-defence"], [*GIVEN, {"talon": True}]),
    ],
)
def test_a_trick_with_all_that_it_captured_goes_to_the_other_side_those_after_it_stay(
    touches, wanted
):
    assert tricks(*touches, told={"tricks": SEVEN}) == wanted


def test_the_talon_has_spaces_and_is_taken_back_whole():
    told = {"tricks": SEVEN}
    assert tricks("talon-declarer", "space-A3", "space-JH", told=told)[-1] == {
        "talon": True,
        "won_by": "declarer",
        "spaces": ["A3", "JH"],
    }
    assert tricks("talon", "space-A3", "undo-trick", told=told) == SEVEN


@pytest.mark.parametrize(
    ("told", "one", "field"),
    [
        ({}, "undo-trick", "tricks"),
        ({}, "undo-bid", "bids"),
        ({}, "space-QH", "tricks"),
        ({"tricks": SEVEN}, "space-T3", "tricks"),
        ({"tricks": SEVEN}, "space-T1", "tricks"),
        ({"tricks": SEVEN}, "space-T1-nobody", "tricks"),
        ({"tricks": SEVEN}, "space-XX", "tricks"),
        ({"tricks": SEVEN}, "space-A7-declarer", "tricks"),
        ({}, "space-A7-declarer", "board"),
        ({"tricks": SEVEN}, "undo-trick-1", "tricks"),
        ({"tricks": SEVEN}, "trick-4-declarer", "tricks"),
        ({"tricks": SEVEN[1:]}, "space-QH-declarer", "tricks"),
        ({"tricks": SEVEN}, "give-3-declarer", "tricks"),
        ({"tricks": [*SEVEN, {"talon": True}]}, "give-3-declarer", "tricks"),
        ({}, "give-1-declarer", "tricks"),
        ({"board": {"declarer": ["QH"]}}, "give-1-declarer", "tricks"),
        ({"tricks": SEVEN}, "give-1-nobody", "touch"),
        ({"tricks": SEVEN}, "give-declarer", "touch"),
        ({"tricks": [*SEVEN, {"talon": True}]}, "trick-declarer", "tricks"),
        ({"tricks": [*SEVEN, {"talon": True}]}, "trick-3-declarer", "tricks"),
        ({"tricks": [*SEVEN, {"talon": True}]}, "space-T2", "tricks"),
        ({"board": {"declarer": ["QH"]}}, "trick-declarer", "tricks"),
        ({"board": {"declarer": ["QH"]}}, "talon", "tricks"),
        ({"board": {"declarer": ["QH"]}}, "space-KH", "tricks"),
        ({"tricks": SEVEN}, "trick-both", "touch"),
        ({}, "trick-0-declarer", "touch"),
        ({}, "space-", "touch"),
        ({}, "made-perhaps", "touch"),
        ({}, "deal", "touch"),
        ({"tricks": [{"won_by": "defence"}] * 13}, "trick-defence", "tricks[13]"),
        ({"tricks": SEVEN}, "space-A22", "tricks"),
        ({}, "space-T14-defence", "board.defence[0]"),
        ({}, "pass-9", "bids[0].player"),
    ],
)
def test_a_touch_that_cannot_be_is_refused_at_its_fact(told, one, field):
    assert refused_at(told, one) == field


def test_with_six_players_there_is_no_talon_to_touch():
    with pytest.raises(InvalidDeal) as error:
        tell_half(agreed("plateau", 6), touch({}, "talon"), 0, [*SEATS, "5"])
    assert error.value.field == "tricks[0].talon"


def test_a_board_is_marked_without_tricks():
    told = touch({}, "space-QH-declarer", "space-T7-defence", "space-EX-declarer")
    assert told == {"board": {"declarer": ["QH", "EX"], "defence": ["T7"]}}
    assert touch(told, "space-QH-defence", "space-QH-defence")["board"] == {
        "declarer": ["EX"],
        "defence": ["T7", "QH"],
    }
    assert touch(told, "space-QH")["board"]["declarer"] == ["EX"]
    assert touch(told, "space-QH", "space-T7-nobody", "space-EX") == {}


def test_a_board_told_beside_its_tricks_goes_when_they_change():
    told = {"tricks": SEVEN, "board": {"declarer": ["T1", "QH", "EX"], "defence": ["T2"]}}
    for one in ("trick-declarer", "space-KC", "space-QH", "undo-trick", "space-T2", "talon"):
        assert "board" not in touch(told, one)
    assert "board" not in touch(told, "give-1-defence")
    assert touch(told, "told") == told


@pytest.mark.parametrize(
    ("touches", "made"),
    [(["made-true"], True), (["made-false"], False), (["made-true", "made-none"], None)],
)
def test_a_result_is_told_by_hand_and_taken_back(touches, made):
    told = {key: value for key, value in (("made", made),) if value is not None}
    assert touch(BID, *touches) == BID | told


PARTS = {"bid-talon": "exchange", "bid-objective": "y", "bid-partners": "1"}


def test_who_bid_last_is_not_asked_again():
    """A phone that still asks them has not seen the bid: another word than that is refused."""
    told = touch({}, "bid-1", parts=PARTS)
    higher = PARTS | {"bid-objective": "fork"}
    for bids in (told, touch(told, "pass-2")):
        assert touch(bids, "bid-1", parts=PARTS) == bids
        assert refused_at(bids, "pass-1", PARTS) == "bids"
        assert refused_at(bids, "bid-1", higher) == "bids"
    assert len(touch(told, "bid-2", parts=higher)["bids"]) == 2


def test_a_word_out_of_turn_of_a_phone_that_has_not_heard_the_others_is_refused():
    """The turn of the button was the n-th: another one spoke then, or words were taken back."""
    told = touch({}, "bid-1-1", "pass-2-2", parts=PARTS)
    assert told == {"bids": SAID} == touch(told, "bid-1-1", "pass-2-2", parts=PARTS)
    higher = PARTS | {"bid-objective": "fork"}
    told = touch(told, "bid-3-3", parts=higher)
    assert touch(told, "pass-2-2") == told
    assert len(touch(told, "pass-0-4")["bids"]) == 4
    for late in ("pass-0-3", "pass-0-2", "bid-1-3", "pass-1-5"):
        assert refused_at(told, late, higher) == "bids"


def test_an_auction_is_told_word_by_word():
    told = touch({}, "bid-1", parts=PARTS)
    told = touch(told, "pass-2")
    assert told == {"bids": SAID}
    assert touch(told, "pass-2") == told  # two phones touch at once
    assert touch({"bids": SAID[:1]}, "bid-1", parts=PARTS) == {"bids": SAID[:1]}
    assert touch(told, "undo-bid") == {"bids": SAID[:1]}
    assert touch(told, "undo-bid-2", "undo-bid-2") == {"bids": SAID[:1]}
    assert touch(told, "undo-bid", "undo-bid") == {}
    assert touch(told | BID, "undo-bid") == {"bids": SAID[:1]}  # the bid that was played goes too


@pytest.mark.parametrize(
    ("one", "parts", "field"),
    [
        ("bid-3", PARTS, "bids[2].objective"),  # 3 does not beat 3
        ("bid-2", PARTS | {"bid-objective": "six"}, "bids[2].player"),
        ("bid-3", PARTS | {"bid-objective": ""}, "bids[2].objective"),
        ("bid-3", PARTS | {"bid-partners": ""}, "bids[2].partners"),
        ("bid-3", PARTS | {"bid-partners": "many"}, "bids[2].partners"),
        ("bid-3", PARTS | {"bid-partners": "2", "bid-objective": "six"}, "bids[2].partners"),
        ("bid-3", PARTS | {"bid-talon": "", "bid-objective": "six"}, "bids[2].talon"),
        ("bid-3", PARTS | {"bid-talon": "burn"}, "bids[2].talon"),
    ],
)
def test_a_word_that_cannot_be_said_is_refused_at_once(one, parts, field):
    assert refused_at({"bids": SAID}, one, parts) == field


@pytest.mark.parametrize(
    ("players", "bids", "parts", "said"),
    [
        (4, [], PARTS, "3"),
        (4, SAID, PARTS | {"bid-objective": "fork"}, "5 beats 3"),
        (4, SAID, PARTS, "3 does not beat 3"),
        (4, [], PARTS | {"bid-objective": "bridge"}, "a bid of 1, but the lowest is 3"),
        (6, [], {"bid-objective": "six", "bid-partners": "0"}, "18"),
        (4, [], PARTS | {"bid-partners": "2"}, "4 players: not 2 partners"),
        (4, [], {"bid-objective": "y", "bid-partners": "1"}, None),
        (4, [], {"bid-talon": "keep"}, None),
        (4, [], {}, None),
    ],
)
def test_the_parts_that_are_touched_say_their_total_and_what_it_beats(players, bids, parts, said):
    found = GAME.beside(form(parts), {"bids": bids}, agreed("plateau", players))
    assert (found["bid"].english([]) if found else None) == said


@pytest.mark.parametrize(
    ("bids", "parts", "beside"),
    [
        ([], PARTS, {"total": "3", "sum": "exchange 1 + Y 2 + one partner 0",
                     "parts": "Y, exchange"}),
        (SAID, PARTS, {"total": "3", "sum": "exchange 1 + Y 2 + one partner 0"}),
        ([], PARTS | {"bid-objective": "bridge"}, {}),
    ],
)  # fmt: skip
def test_beside_the_total_stands_its_sum_and_the_parts_once_they_may_be_said(bids, parts, beside):
    found = GAME.beside(form(parts), {"bids": bids}, agreed("plateau", 4))
    said = {key: message.english([]) for key, message in found.items()}
    assert {key: said[key] for key in said if key != "bid"} == beside


RAISES = {"raises-0-player": "3", "raises-0-objective": "fork", "handed_over": "true"}


@pytest.mark.parametrize(
    ("fields", "raised", "handed_over"),
    [
        (RAISES, ["fork"], True),
        (RAISES | {"partners": "2"}, [], False),  # another partner, who has not raised
        (RAISES | {"objective": "fork"}, [], False),  # no raise any more
        (RAISES | {"raises-1-player": "1", "raises-1-objective": "fork"}, ["fork"], True),
        (RAISES | {"raises-1-player": "1", "raises-1-objective": "five"}, ["fork", "five"], False),
    ],
)
def test_a_raise_that_says_nothing_any_more_falls_away(fields, raised, handed_over):
    facts = GAME.read(form(BID | fields), {})
    assert [one["objective"] for one in facts["raises"]] == raised
    assert facts.get("handed_over", False) == handed_over


@pytest.mark.parametrize("known", [{}, {"declarer": "1"}, {"partners": "2"}])
def test_a_raise_stays_while_nobody_knows_yet_whose_side_it_was(known):
    facts = GAME.read(form({"objective": "y"} | RAISES | known), {})
    assert facts["raises"] == [{"player": "3", "objective": "fork"}]


names = st.sampled_from(["QH", "EX", "T1", "T2", "T14", "A4", "A21", "T16", "XX"])
numbers = st.sampled_from(["", "-1", "-2", "-3", "-99"])
sides = st.sampled_from(["", "-declarer", "-defence", "-nobody"])
touches = st.one_of(
    st.builds("space-{}{}".format, names, sides),
    st.builds("trick{}{}".format, numbers, sides),
    st.builds("talon{}".format, sides),
    st.builds("give{}{}".format, numbers, sides),
    st.builds("undo-trick{}".format, numbers),
    st.builds("undo-bid{}".format, numbers),
    st.builds("bid-{}{}".format, st.integers(0, 6), numbers),
    st.builds("pass-{}{}".format, st.integers(0, 6), numbers),
    st.sampled_from(["told", "made-true", "made-none", "", "x"]),
)


@quickly
@given(st.lists(touches, max_size=12), st.sampled_from([2, 4, 5]))
def test_whatever_is_touched_there_are_facts_or_a_refusal(touched, players):
    at, seats, told = agreed("plateau", players), [str(s) for s in range(players)], {}
    for one in touched:
        try:
            facts = GAME.read(form({"touch": one, **PARTS}), told)
            tell_half(at, facts, 0, seats)
        except InvalidDeal as error:
            assert error.field
        else:
            stored = retell(at, facts, 0, seats, seats)
            assert (
                GAME.read(GAME.fill(stored), stored) == GAME.read(GAME.fill(stored), {}) == stored
            )
            told = stored


def test_one_empty_text_takes_tricks_or_board_away():
    """A form that says nothing of them leaves them as they were told."""
    told = BID | {"tricks": SEVEN, "board": {"declarer": ["T1"]}}
    assert GAME.read(form(BID), told) == told
    assert GAME.read(form(BID | {"tricks": "", "board": ""}), told) == BID
