"""Deals of French Tarot told from a phone: touches on the form in, points on the sheet out.

Numbers are those of the rule book (rules/tarot.md) and of its worked examples.
"""

import re

import forms
import pytest
from worked import NAMES, as_stored, cases

from companion.games.tarot_deal import NEEDED
from companion.games.tarot_form import fill

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
SLAM = {"take": "0-garde", "oudlers": 3, "points": 70, "slam_announced": "declarer"}
COUNTED = {"side": "defence", "card": ["excuse", "KS", "KH"], "others": 57}  # 4½ + 9 + 28½ = 42
FIVE = {"names": NAMES[:5]}
THREE = {"names": NAMES[:3]}
ANYWAY = "card_points petit_au_bout poignees slam_made_by deals"


@pytest.mark.parametrize(
    ("touched", "points"),
    [
        pytest.param(GARDE, [198, -66, -66, -66], id="garde"),
        pytest.param(
            {"take": "0-prise", "oudlers": 2, "points": 41}, [75, -25, -25, -25], id="just made"
        ),
        pytest.param(
            {"take": "1-prise", "oudlers": 1, "points": 44}, [32, -96, 32, 32], id="failed by 7"
        ),
        pytest.param(
            {**GARDE, "petit": "declarer", "poignee": "single"},
            [318, -106, -106, -106],
            id="petit au bout and poignée",
        ),
        pytest.param(
            {**COUNTED, "take": "0-garde", "oudlers": 2},
            [198, -66, -66, -66],
            id="the defence's cards counted",
        ),
        pytest.param(
            {**GARDE, "side": "defence", "points": "42"}, [198, -66, -66, -66], id="their points"
        ),
        pytest.param({"unplayed": "passed"}, [0, 0, 0, 0], id="all passed"),
    ],
)
def test_a_deal_at_four(record, open_table, touched, points):
    assert record(open_table(), **touched) == points


@pytest.mark.parametrize(
    ("touched", "points"),
    [
        pytest.param(
            {"partner": 1, "petit": "declarer", "poignee": "single"},
            [212, 106, -106, -106, -106],
            id="with",
        ),
        pytest.param({"partner": 0}, [264, -66, -66, -66, -66], id="the own crown: alone"),
    ],
)
def test_a_deal_at_five(record, open_table, touched, points):
    assert record(open_table(**FIVE), **GARDE, **touched) == points


@pytest.mark.parametrize(
    ("preset", "points"), [("table", [-51, 25.5, 25.5]), ("fft", [-52, 26, 26])]
)
@pytest.mark.parametrize("typed", ["40½", "40,5", "40.5"])
def test_a_half_point_as_the_table_plays_it(record, open_table, preset, points, typed):
    table = open_table(**THREE, preset=preset)
    assert record(table, take="0-prise", oudlers=2, points=typed) == points


@pytest.mark.parametrize(
    ("preset", "points"), [("table", [154, -118, -118, -118]), ("fft", [-246, 82, 82, 82])]
)
def test_a_slam_announced_and_failed(record, open_table, preset, points):
    assert record(open_table(preset=preset), **SLAM) == points


def test_a_misere_is_paid_by_each_other_player(record, open_table):
    table = open_table(misere=10)
    assert record(table, **GARDE, misere=1) == [188, -36, -76, -76]


def test_a_lone_petit_voids_the_deal_where_that_was_agreed(record, open_table):
    assert record(open_table(preset="fft"), unplayed="petit_sec") == [0, 0, 0, 0]


def test_of_one_name_more_the_dealer_sits_out(record, open_table):
    """Ana deals first, so Bo takes; then Bo deals and sits out."""
    table = open_table(**FIVE, at_once=4)
    assert record(table, **{**GARDE, "take": "1-garde"}) == [0, 198, -66, -66, -66]
    assert record(table, **GARDE) == [198, 0, -66, -66, -66]


def test_every_worked_deal_can_be_told_from_a_phone(record, open_table):
    told = [case.values[0] for case in cases("tarot") if case.values[0]["scores"]]
    assert len(told) > 100
    got = {case["id"]: _told(record, open_table, case["sheet"]) for case in told}
    assert got == {case["id"]: list(case["scores"].values()) for case in told}


def _told(record, open_table, sheet):
    """What the last deal of a sheet gives to each, every deal posted as its form would be."""
    names, dealer = sheet["players"], sheet.get("dealer", sheet["players"][0])
    agreed = {"dealer": names.index(dealer), "at_once": sheet.get("seats")} | sheet["rules"]
    table = open_table(names=names, **agreed)
    for facts in as_stored(sheet)[1]:
        points = record(table, **fill(facts), anyway=ANYWAY)
    return points


def test_the_form_says_what_the_rules_need(client, open_table):
    open_table()
    page = client.get("/tables/1").text
    for points in NEEDED.values():
        assert re.search(
            rf'oudlers?, {points} points needed".*?<small[^>]*>{points}</small>', page, re.S
        )


@pytest.mark.parametrize(
    ("told", "touched", "pressed"),
    [
        pytest.param({"partner": "2"}, {"take": "2-garde"}, 2, id="the partner took"),
        pytest.param({"partner": None}, {"take": "2-garde", "partner": 1}, 1, id="not alone"),
    ],
)
def test_a_corrected_taker_is_saved_with_the_partner_that_is_told_anew(
    client, store, open_table, told, touched, pressed
):
    open_table(**FIVE)
    garde = {"declarer": "1", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, garde | told, revision=0, key=None, phone="")
    asked = forms.form(client.get("/tables/1/deals/1")).send(client, **touched)
    assert asked.status_code == 422
    back = forms.form(asked)
    assert "partner" not in back.fields  # what is not believed is not pressed
    assert back.send(client, partner=pressed).status_code == 303
    facts = store.deal(1, 1).facts
    assert (facts["declarer"], facts["partner"]) == ("2", None if pressed == 2 else str(pressed))


def test_a_partner_that_is_believed_stays_pressed_beside_a_refusal(client, open_table):
    open_table(**FIVE)
    told = GARDE | {"partner": 2, "points": 49, "slam_announced": "defence", "slam_player": 0}
    page = forms.form(client.get("/tables/1")).send(client, **told)
    assert page.status_code == 422
    assert forms.form(page).fields["partner"] == ["2"]
