"""The form of French Tarot: what is touched becomes facts, and facts what was touched."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worked import agreed, quickly

from companion.games.facts import tell
from companion.games.message import InvalidDeal
from companion.games.tarot_form import beside, fill, read

GARDE = {"take": "2-garde", "oudlers": "2", "points": "49"}
TOLD = {"declarer": "2", "contract": "garde", "oudlers": 2, "card_points": 49}
SEATS = ["0", "1", "2", "3", "4"]


def form(**fields):
    """What a form posts: `showed_1` is the field `showed-1`."""
    several = {k.replace("showed_", "showed-"): v for k, v in fields.items()}
    return {name: v if isinstance(v, list) else [v] for name, v in several.items()}


@pytest.mark.parametrize(
    ("fields", "more"),
    [
        pytest.param({}, {}, id="three touches and the points"),
        pytest.param({"partner": "1"}, {"partner": "1"}, id="with"),
        pytest.param({"partner": "2"}, {"partner": None}, id="the own crown says alone"),
        pytest.param({"partner": "1", "declared": "2-1"}, {"partner": "1"}, id="with, told then"),
        pytest.param({"partner": "1", "declared": ""}, {"partner": "1"}, id="before any took"),
        pytest.param({"partner": "1", "declared": "3-1"}, {"partner": "1"}, id="with either"),
        pytest.param({"partner": "2", "declared": "3-2"}, {}, id="the partner took instead"),
        pytest.param({"partner": "3", "declared": "3-3"}, {}, id="another was alone"),
        pytest.param({"partner": "3", "declared": "3-2"}, {"partner": "3"}, id="told anew: with"),
        pytest.param({"partner": "2", "declared": "3-3"}, {"partner": None}, id="told anew: alone"),
        pytest.param({"partner": "2", "declared": "2-2"}, {"partner": None}, id="this one is"),
        pytest.param({"points": "49½"}, {"card_points": 49.5}, id="a half"),
        pytest.param({"points": "49,5"}, {"card_points": 49.5}, id="a comma"),
        pytest.param({"side": "declarer"}, {}, id="this side's points"),
        pytest.param({"side": "defence", "points": "42"}, {}, id="the other side's points"),
        pytest.param(
            {"side": "defence", "points": "41½"}, {"card_points": 49.5}, id="and their half"
        ),
        pytest.param({"petit": "defence"}, {"petit_au_bout": "defence"}, id="petit au bout"),
        pytest.param({"misere": ["0", "1"]}, {"misere": ["0", "1"]}, id="misère"),
        pytest.param({"called": "KH"}, {"called": "KH"}, id="the called card"),
        pytest.param(
            {"slam_announced": "declarer", "slam_player": "2", "slam_made": "declarer"},
            {"slam_announced_by": "declarer", "slam_player": "2", "slam_made_by": "declarer"},
            id="slam",
        ),
        pytest.param(
            {"held": ["1", "excuse"]}, {"oudlers_held": ["1", "excuse"]}, id="which oudlers"
        ),
        pytest.param({"petit": "", "partner": " ", "csrf_token": "x"}, {}, id="left empty"),
    ],
)
def test_what_is_touched_is_told(fields, more):
    assert read(form(**GARDE | fields), {}) == TOLD | more


@pytest.mark.parametrize(
    ("fields", "poignees"),
    [
        ({"poignee": "single"}, [{"size": "single"}]),
        ({"poignee": ["single", "double"]}, [{"size": "single"}, {"size": "double"}]),
        ({"showed_1": "double"}, [{"size": "double", "player": "1"}]),
        ({"poignee": "single", "showed_1": "single"}, [{"size": "single", "player": "1"}]),
        ({"showed_1": ["single", "double"]}, [{"size": "double", "player": "1"}]),
        (
            {"poignee": "single", "showed_1": "single", "showed_0": "single"},
            [{"size": "single", "player": "0"}, {"size": "single", "player": "1"}],
        ),
        (
            {"poignee": "single", "showed_1": "double"},
            [{"size": "double", "player": "1"}, {"size": "single"}],
        ),
        ({"poignee": ["single", "single"]}, [{"size": "single"}, {"size": "single"}]),
        (
            {"poignee": ["single", "single"], "showed_1": "single"},
            [{"size": "single", "player": "1"}, {"size": "single"}],
        ),
    ],
)
def test_a_chip_says_a_size_and_a_person_takes_it(fields, poignees):
    assert read(form(**GARDE, **fields), {}) == TOLD | {"poignees": poignees}


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        ({}, {}),
        ({"take": "0-garde"}, {"declarer": "0", "contract": "garde"}),
        ({"take": "0-"}, {"declarer": "0"}),
        ({"oudlers": "0"}, {"oudlers": 0}),
        ({"held": ["1", "21"]}, {"oudlers": 2, "oudlers_held": ["1", "21"]}),
        ({"points": ""}, {}),
        ({"partner": "3"}, {"partner": "3"}),
        ({"others": ""}, {}),
    ],
)
def test_what_is_not_told_yet_is_not_minded(fields, facts):
    assert read(form(**fields), {}) == facts


@pytest.mark.parametrize(
    ("why", "facts"), [("passed", {"passed": True}), ("petit_sec", {"void": "petit_sec"})]
)
def test_a_deal_that_nobody_played_is_one_button(why, facts):
    assert read(form(**GARDE, unplayed=why), {}) == facts
    assert fill(facts) == {"unplayed": [why]}


COUNTED = ["1", "21", "KS", "KH", "KD", "QS", "QC", "CH", "CC", "CD", "JS", "JC"]  # the picture's


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        (
            {"card": COUNTED, "others": "38"},
            {"card_points": 59, "oudlers": 2, "oudlers_held": ["1", "21"]},
        ),
        (
            {"card": COUNTED, "others": "38", "side": "defence"},
            {"card_points": 32, "oudlers": 1, "oudlers_held": ["excuse"]},
        ),
        (
            {"card": COUNTED, "others": "38", "oudlers": "2", "held": ["1", "excuse"]},
            {"card_points": 59, "oudlers": 2, "oudlers_held": ["1", "21"]},
        ),
        ({"others": "1"}, {"card_points": 0.5, "oudlers": 0, "oudlers_held": []}),
        ({"card": COUNTED, "others": "38", "points": "41"}, {"card_points": 41}),
    ],
)
def test_cards_are_counted_where_no_points_were_typed(fields, facts):
    assert read(form(**fields), {}) == facts


@pytest.mark.parametrize(
    ("side", "counted"),
    [
        ("declarer", "Cards: 4, not a whole number of tricks"),  # the chien is theirs
        ("defence", "Cards: 4, tricks: 1"),
    ],
)
def test_while_cards_are_being_counted_no_points_are_told(side, counted):
    """21 and a king 4½ each, a queen 3½, a cavalier 2½: 15 so far; oudlers as they were told."""
    posted = form(**GARDE | {"points": ""}, card=["21", "KS", "QD", "CH"], side=side)
    facts = read(posted, {})
    assert (facts["oudlers"], "card_points" in facts) == (2, False)
    said = beside(posted, facts, agreed("tarot", 4))
    assert {what: one.english([], 2) for what, one in said.items()} == {
        side: "15",
        "counted": counted,
        "oudler": "1 × 4.5 = 4.5",
        "K": "1 × 4.5 = 4.5",
        "Q": "1 × 3.5 = 3.5",
        "C": "1 × 2.5 = 2.5",
    }


def test_counted_cards_that_contradict_a_pressed_cell_are_said_with_both():
    """Excuse, petit, two kings and a queen are 21½; with 37 others 40, in 42 cards of 10 tricks."""
    posted = form(**GARDE | {"points": "", "oudlers": "1"}, card=["1", "excuse", "KS", "KH", "QS"])
    with pytest.raises(InvalidDeal) as refused:
        read(posted | {"others": ["37"]}, {})
    assert refused.value.message.english([]) == "2 by the cards counted, and 1 is pressed"
    said = beside(posted | {"others": ["37"]}, {}, agreed("tarot", 4))
    assert said["declarer"].english([], 2) == "40"


def test_all_cards_are_91_points():
    everything = [rank + suit for rank in "KQCJ" for suit in "HDCS"] + ["1", "21", "excuse"]
    counted = read(form(card=everything, others="59"), {})
    assert (counted["card_points"], counted["oudlers"]) == (91, 3)
    assert read(form(card=everything, others="59", side="defence"), {})["card_points"] == 0


def test_other_cards_typed_in_full_width_are_counted_and_said_alike():
    for others in ("10", "１０"):
        said = beside(form(card=COUNTED, others=others), {}, agreed("tarot", 4))
        assert said["counted"].english([]) == "Cards: 22, tricks: 4 and the chien"


def test_a_count_that_was_refused_still_says_something_beside_its_field():
    said = beside(form(card=COUNTED, others="9" * 5000, side="both"), {}, agreed("tarot", 3))
    assert said["counted"].english([]) == "Cards: 12, tricks: 2 and the chien"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"take": "garde"}, "declarer"),
        ({"take": "9-garde"}, "declarer"),
        ({"take": "2-belote"}, "contract"),
        ({"partner": "7"}, "partner"),
        ({"oudlers": "two"}, "oudlers"),
        ({"oudlers": "4"}, "oudlers"),
        ({"oudlers": "1½"}, "oudlers"),
        ({"held": ["1", "2"]}, "oudlers_held[1]"),
        ({"held": ["1"]}, "oudlers_held"),
        ({"take": "2"}, "declarer"),
        ({"points": "many"}, "card_points"),
        ({"points": "49,3"}, "card_points"),
        ({"points": "92"}, "card_points"),
        ({"points": "-1", "side": "defence"}, "card_points"),
        ({"side": "both"}, "card_points"),
        ({"points": "", "card": ["2H"]}, "card_points"),
        ({"points": "", "others": "60"}, "card_points"),
        ({"points": "", "others": "1½"}, "card_points"),
        ({"points": "", "card": ["1"], "others": "0"}, "oudlers"),
        ({"petit": "both"}, "petit_au_bout"),
        ({"poignee": "quadruple"}, "poignees[0].size"),
        ({"showed_9": "single"}, "poignees[0].player"),
        ({"slam_player": "2"}, "slam_player"),
        ({"misere": ["2"]}, "misere"),
        ({"called": "AH"}, "called"),
        ({"unplayed": "petit_sec"}, "void"),
        ({"unplayed": "rain"}, "void"),
    ],
)
def test_what_cannot_be_is_refused_at_its_fact(fields, field):
    with pytest.raises(InvalidDeal) as error:
        tell(agreed("tarot", 4), read(form(**GARDE | fields), {}), 0, SEATS)
    assert (error.value.field, error.value.missing) == (field, False)


@pytest.mark.parametrize(
    ("fields", "field"),
    [({}, "declarer"), ({"take": "2-garde"}, "oudlers"), (GARDE | {"points": ""}, "card_points"),
     (GARDE, "partner")],
)  # fmt: skip
def test_a_fact_that_is_only_missing_is_known_as_such(fields, field):
    with pytest.raises(InvalidDeal) as error:
        tell(agreed("tarot", 5), read(form(**fields), {}), 0, SEATS)
    assert (error.value.field, error.value.missing) == (field, True)


BIDS = [{"player": "1", "bid": "pass"}, {"player": "2", "bid": "garde"}]


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"points": "50"}, {"bids": BIDS}),
        ({"take": "2-prise"}, {}),
        ({"take": "1-garde"}, {}),
        ({"take": ""}, {}),
        ({"unplayed": "passed"}, {}),
    ],
)
def test_the_auction_stays_told_while_it_led_to_this_contract(fields, kept):
    facts = read(form(**GARDE | fields), TOLD | {"bids": BIDS})
    assert {key: facts[key] for key in facts if key == "bids"} == kept


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"poignee": "single"}, [{"size": "single"}, {"size": "single"}]),
        (
            {"poignee": "single", "showed_1": "single"},
            [{"size": "single", "player": "1"}, {"size": "single"}],
        ),
        ({}, []),
    ],
)
def test_a_chip_that_stays_ticked_loses_no_second_poignee_without_a_name(fields, shown):
    told = TOLD | {"poignees": [{"size": "single"}, {"size": "single"}]}
    assert read(form(**GARDE, **fields), told).get("poignees", []) == shown


def test_a_chip_that_stays_ticked_loses_none_beside_one_with_a_name():
    shown = [{"size": "single", "player": "1"}, {"size": "single"}]
    fields = {"poignee": "single", "showed_1": "single", "showed_3": "double"}
    double = {"size": "double", "player": "3"}
    found = read(form(**GARDE, **fields), TOLD | {"poignees": shown})["poignees"]
    assert found == [shown[0], double, shown[1]]


def test_poignees_that_nobody_touched_stay_in_their_order():
    shown = [{"size": "double"}, {"size": "single", "player": "3"}, {"size": "single"}]
    facts = TOLD | {"poignees": shown}
    assert read(fill(facts), facts) == facts
    assert read(fill(facts), {}) != facts


seats, sides = st.sampled_from(SEATS), st.sampled_from(["declarer", "defence"])
sizes = st.sampled_from(["single", "double", "triple"])
unsigned = st.lists(st.fixed_dictionaries({"size": sizes}), max_size=2)
signed = st.dictionaries(seats, sizes, max_size=3).map(
    lambda showed: [{"size": size, "player": seat} for seat, size in showed.items()]
)
halves = st.integers(0, 182).map(lambda n: n // 2 if n % 2 == 0 else n / 2)
deals = st.fixed_dictionaries(
    {},
    optional={
        "declarer": seats,
        "contract": st.sampled_from(["prise", "garde", "garde_sans", "garde_contre"]),
        "partner": st.none() | seats,
        "oudlers": st.integers(0, 3),
        "card_points": halves,
        "petit_au_bout": sides,
        "slam_announced_by": sides,
        "slam_made_by": sides,
        "slam_player": seats,
        "called": st.sampled_from(["KH", "QS"]),
        "poignees": st.tuples(signed, unsigned).map(lambda two: two[0] + two[1]).filter(len),
        "misere": st.lists(seats, min_size=1, unique=True),
        "bids": st.just(BIDS),
    },
)


@quickly
@given(deals, st.sets(st.sampled_from(["1", "21", "excuse"])))
def test_facts_fill_the_form_that_tells_them(facts, held):
    if facts.get("oudlers") == len(held):
        facts["oudlers_held"] = sorted(held)
    if facts.get("partner", "nobody") == facts.get("declarer"):
        facts["partner"] = None
    assert read(json.loads(json.dumps(fill(facts))), facts) == facts
