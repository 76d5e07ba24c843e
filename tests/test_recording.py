"""A deal told from a phone: what is refused and why, what is warned about, what comes twice.

Numbers are those of rules/tarot.md: garde, two oudlers, 49 points: (8 + 25) × 2 = 66 from each.
"""

from __future__ import annotations

import re

import forms
import laws
import pytest
from forms import state_and_sentence

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
NAMES = ["Ana", "Bo", "Chi", "Dana", "Eve"]
ALL = {
    "take": "1-garde_sans",
    "partner": "3",
    "oudlers": "2",
    "held": ["1", "excuse"],
    "side": "defence",
    "points": "92",
    "poignee": ["single", "double"],
    "showed-2": "double",
    "petit": "declarer",
    "slam_announced": "declarer",
    "slam_made": "defence",
    "slam_player": "3",
    "misere": ["0", "4"],
    "called": "QH",
    "card": ["21", "KS", "JD"],
    "others": "12",
    "dealer": "2",
    "note": "the cat walked over the cards",
}


@pytest.mark.parametrize("game", ["tarot", "tamalou", "plateau"])
def test_who_leads_is_read_apart_from_the_name(client, open_table, game):
    table = open_table(game, NAMES[:4])
    page = re.sub("<(small|span)[^>]*>|</(small|span)>", "", client.get(f"/tables/{table.id}").text)
    assert re.search(r"Bo\s+(leads|starts|speaks)", page)
    assert not re.search("Bo(leads|starts|speaks)", page)


def beside(page):
    """What is said against a deal, by the facts that the part of the form asks for."""
    parts = re.findall(r'<fieldset data-part="([^"]*)"(.*?)</legend>(.*?)<div', page.text, re.S)
    problem = re.compile(r'class="problem" role="alert">([^<]*)')
    found = {part: problem.findall(start + rest) for part, start, rest in parts}
    return {part: said[0] for part, said in found.items() if said}


@pytest.fixture
def told(client, open_table):
    """Posts the form of a new table, touched like this: what is answered."""

    def posted(touched, table=None, **agreed):
        table = table or open_table(**agreed)
        return forms.form(client.get(f"/tables/{table.id}")).send(client, **touched)

    return posted


WHO, OUDLERS = "declarer contract partner", "oudlers petit_au_bout"


@pytest.mark.parametrize(
    ("touched", "part", "why"),
    [
        ({"take": None}, WHO, "Who took, and what?"),
        ({"oudlers": None}, OUDLERS, "How many oudlers?"),
        ({"points": ""}, "card_points", "How many card points?"),
        ({"points": "92"}, "card_points", "92 is not between 0 and 91"),
        ({"points": "-5"}, "card_points", "-5 is not between 0 and 91"),
        ({"points": "99½"}, "card_points", "99½ is not between 0 and 91"),
        ({"points": "49.3"}, "card_points", "49.3 is not a multiple of 0.5"),
        ({"points": "many"}, "card_points", "&#34;many&#34; is not a number"),
        ({"points": "", "others": 60}, "card_points", "60 is not between 0 and 59"),
        ({"partner": 1}, WHO, "a partner is for five players"),
        ({"held": ["1"]}, "oudlers_held", "name as many oudlers as were told"),
        ({"slam_player": 0}, "slam_player", "nobody announced a slam"),
        (
            {"slam_announced": "defence", "slam_player": 0},
            "slam_player",
            "the other side announced the slam",
        ),
    ],
)
def test_a_refused_deal_says_why_beside_its_field(told, store, touched, part, why):
    page = told({**GARDE, **touched})
    assert page.status_code == 422
    assert beside(page) == {part: why}
    assert store.deals(1) == []


@pytest.mark.parametrize(
    ("touched", "part", "why"),
    [
        ({}, WHO, "Who is the partner, or nobody?"),
        ({"partner": 2, "called": "JH"}, "called", "this table calls kings and queens"),
    ],
)
def test_at_five_a_refused_deal_says_why_beside_its_field(told, touched, part, why):
    assert beside(told({**GARDE, **touched}, names=NAMES)) == {part: why}


def test_who_sits_out_cannot_take(told):
    """Ana deals, so of five names where four play she is not in the deal."""
    page = told(GARDE, names=NAMES, at_once=4)
    assert page.status_code == 422
    assert beside(page) == {WHO: "Ana deals and sits out"}


def test_a_void_deal_is_refused_where_the_table_plays_on(told, store):
    page = told({"unplayed": "petit_sec"})
    assert page.status_code == 422
    assert state_and_sentence(page) == ("refused", "This table plays on with a lone petit")
    assert store.deals(1) == []


def test_a_refused_form_keeps_all_that_was_touched(told):
    page = told(ALL, names=NAMES, misere=10)
    assert page.status_code == 422
    kept, posted = forms.form(page).fields, forms.Form().filled(**ALL)
    assert {name: kept.get(name) for name in posted} == posted


def test_a_refused_form_mended_is_saved(client, told, store):
    answer = forms.form(told({**GARDE, "points": "92"})).send(client, points=49)
    assert answer.status_code == 303
    assert laws.totals(store, store.table(1)) == [198, -66, -66, -66]


def test_the_first_digit_of_the_points_warns_of_nothing_until_it_is_all_of_them(client, open_table):
    begun = {**GARDE, "points": "4"}
    form = forms.form(client.get(f"/tables/{open_table().id}"))

    def preview(**touched):
        return form.send(client, to="/tables/1/deals/1/preview", **{**begun, **touched})

    assert state_and_sentence(preview()) == ("half", "Ana, garde. How many card points?")
    assert 'hx-trigger="load delay:900ms"' in preview().text
    for after in ({"settled": "1"}, {"points": "05"}):
        assert state_and_sentence(preview(**after))[0] == "warned"
        assert "hx-trigger" not in preview(**after).text
    assert state_and_sentence(form.send(client, **begun))[0] == "warned"  # who saves it is asked


def test_beside_the_cards_counted_stands_what_they_come_to(client, open_table):
    """The fields of the points are out of sight there, on a phone; typed points are theirs."""
    open_table()
    form = forms.form(client.get("/tables/1"), "record")

    def counted(**touched):
        begun = {"take": "0-garde", "card": ["21", "KS"], **touched}
        text = form.send(client, to="/tables/1/deals/1/preview", **begun).text
        said = re.search(r'id="cards-counted".*?>(.*?)</small>', text)[1]
        return re.sub("<.*?>", "", said)

    assert counted() == "= 9 · Cards: 2, not a whole number of tricks"
    assert counted(side="defence", others="42") == "= 30 · Cards: 44, tricks: 11"
    assert counted(points="41") == "Cards: 2, not a whole number of tricks"


def test_a_number_that_grows_is_asked_about_again_after_each_touch(client, open_table):
    """The touch in between cut off what was asked, though it changed no word."""
    form = forms.form(client.get(f"/tables/{open_table().id}"))

    def preview(**touched):
        begun = {**GARDE, "points": "4", **touched}
        answer = form.send(client, to="/tables/1/deals/1/preview", **begun)
        return answer, re.findall(r'name="said" value="(\w+)"', answer.text)

    _, (said,) = preview()
    again, says = preview(said=said, note="Late")
    assert says == [said]
    assert 'hx-trigger="load delay:900ms"' in again.text


WARNED = {  # 2 points hold no two oudlers; without an oudler there is no petit
    "points below the oudlers": ({"points": 2}, "Not possible with that many oudlers · −384"),
    "no petit": (
        {"oudlers": 0, "petit": "declarer"},
        "That side has no petit in its tricks · −132",
    ),
    "half a point": ({"points": "49½"}, "Half a point: was an Excuse never paid for? · +201"),
}


@pytest.mark.parametrize(("touched", "why"), WARNED.values(), ids=WARNED)
def test_a_warned_deal_is_saved_only_anyway(client, told, store, touched, why):
    page = told({**GARDE, **touched})
    assert (page.status_code, state_and_sentence(page)) == (422, ("warned", why))
    assert store.deals(1) == []
    again = forms.form(page)
    assert again.send(client).status_code == 422  # whoever presses the ordinary Save
    assert (
        state_and_sentence(again.send(client, to="/tables/1/deals/1/preview", settled="1"))[0]
        == "warned"
    )
    assert again.send(client, in_spite="1").status_code == 303
    assert len(store.deals(1)) == 1


def test_a_warning_that_nobody_saw_is_asked_about(client, told, store):
    seen = forms.form(told({**GARDE, "points": 2}))
    page = seen.send(client, oudlers=0, petit="declarer", in_spite="1")
    assert state_and_sentence(page) == ("warned", "That side has no petit in its tricks · −414")
    assert store.deals(1) == []


def test_another_value_is_asked_about_though_the_one_before_was_to_be_saved_anyway(
    client, told, store
):
    seen = forms.form(told({**GARDE, "points": 4}))
    refused = seen.send(client, points="49,3", in_spite="1")
    assert "49,3" in forms.texts(refused)
    page = forms.form(refused).send(client, points=3)
    assert state_and_sentence(page)[0] == "warned"
    assert store.deals(1) == []
    # What was seen once is not asked again.
    assert forms.form(page).send(client, points=4).status_code == 303


def test_a_corrected_deal_is_asked_about_by_its_own_value(client, told, store):
    forms.form(told({**GARDE, "points": 4})).send(client, in_spite="1")
    same = forms.form(client.get("/tables/1/deals/1"))
    assert state_and_sentence(same.send(client, points=3))[0] == "warned"
    assert same.send(client, note="counted twice").status_code == 303


def test_a_warning_stays_on_the_deal(client, told):
    forms.form(told({**GARDE, "points": "49½"})).send(client, in_spite="1")
    page = forms.texts(client.get("/tables/1"))
    assert "Half a point: was an Excuse never paid for?" in page


def test_the_preview_is_a_fragment_and_saves_nothing(client, open_table, store):
    form = forms.form(client.get(f"/tables/{open_table().id}"))
    page = form.send(client, to="/tables/1/deals/1/preview", **GARDE)
    assert page.status_code == 200
    assert "<html" not in page.text
    assert state_and_sentence(page) == ("told", "Ana, garde, 49 with two oudlers: made by 8, +198")
    assert store.deals(1) == []
    assert len(store.changes(1)) == 1


@pytest.mark.parametrize(
    ("touched", "told"),
    [
        ({}, ("empty", "Who took, and what?")),
        ({"take": "0-garde"}, ("half", "Ana, garde. By 10: +210 or −210")),
        (GARDE, ("told", "Ana, garde, 49 with two oudlers: made by 8, +198")),
        (
            {**GARDE, "points": 2, "settled": 1},
            ("warned", "Not possible with that many oudlers · −384"),
        ),
        ({**GARDE, "points": 92}, ("refused", "92 is not between 0 and 91")),
    ],
)
def test_the_preview_says_how_far_the_deal_goes(client, open_table, touched, told):
    form = forms.form(client.get(f"/tables/{open_table().id}"))
    assert state_and_sentence(form.send(client, to="/tables/1/deals/1/preview", **touched)) == told


def test_the_preview_says_what_each_would_have(client, open_table, record):
    table = open_table()
    record(table, **GARDE)
    form = forms.form(client.get(f"/tables/{table.id}"))
    page = form.send(client, to="/tables/1/deals/2/preview", **{**GARDE, "take": "1-garde"})
    changes = re.findall(r'class="slip">(.*?)</b>.*?class="after">(.*?)</i>', page.text, re.S)
    assert changes == [("−66", "+132"), ("+198", "+132"), ("−66", "−132"), ("−66", "−132")]


def test_a_double_tap_records_once(client, told, open_table, store):
    table = open_table(dealer=2)
    form = forms.form(client.get(f"/tables/{table.id}"))
    answers = [form.send(client, **GARDE) for _ in range(3)]
    assert [(one.status_code, one.location) for one in answers] == [(303, "/tables/1")] * 3
    assert laws.totals(store, table) == [198, -66, -66, -66]
    assert len(store.changes(table.id)) == 2


def test_the_form_of_a_page_gone_back_to_tells_no_second_deal_unasked(client, open_table, store):
    form = forms.form(client.get(f"/tables/{open_table().id}"))
    form.send(client, **GARDE)
    assert form.send(client, **{**GARDE, "points": 51}).status_code == 409
    assert laws.totals(store, store.table(1)) == [198, -66, -66, -66]


def test_a_note_stays_on_the_deal(client, open_table, record):
    table = open_table()
    record(table, **GARDE, note="  Bo spilled the tea  ")
    assert "Bo spilled the tea" in forms.texts(client.get("/tables/1"))
    assert forms.form(client.get("/tables/1/deals/1")).fields["note"] == ["Bo spilled the tea"]


def test_a_note_is_at_most_200_characters(open_table, record, store):
    record(open_table(), **GARDE, note="x" * 300)
    assert store.deal(1, 1).note == "x" * 200


@pytest.mark.parametrize(("preset", "dealers"), [("table", [0, 0, 1]), ("fft", [0, 1, 2])])
def test_who_deals_after_a_passed_deal_was_agreed(open_table, record, store, preset, dealers):
    """`all_pass_dealer` is `same` at a table, `next` with the federation."""
    table = open_table(preset=preset)
    record(table, unplayed="passed")
    record(table, **GARDE)
    record(table, **GARDE)
    assert [deal.dealer for deal in store.deals(table.id)] == dealers


def test_where_one_sits_out_a_passed_deal_keeps_its_dealer(open_table, record, store):
    table = open_table(names=NAMES, at_once=4, preset="fft")
    record(table, unplayed="passed")
    record(table, **{**GARDE, "take": "1-garde"})
    assert [deal.dealer for deal in store.deals(table.id)] == [0, 0]


def test_only_deals_that_were_not_played_for_one_reason_are_counted_together(
    client, open_table, record
):
    table = open_table(preset="fft")
    for why, said in (
        ("passed", "All passed. Who took, and what?"),
        ("petit_sec", "Void: a lone petit. Who took, and what?"),
        ("petit_sec", "Void: a lone petit × 2. Who took, and what?"),
        ("passed", "All passed. Who took, and what?"),
    ):
        record(table, unplayed=why)
        assert state_and_sentence(client.get("/tables/1")) == ("empty", said)


def test_what_voids_a_deal_is_called_alike_where_it_is_told_and_once_it_is(
    client, open_table, record
):
    table = open_table(preset="fft")
    page = client.get(f"/tables/{table.id}")
    (button,) = re.findall(r'value="petit_sec"[^>]*>([^<]+)', page.text)
    record(table, unplayed="petit_sec")
    said = forms.texts(client.get(f"/tables/{table.id}"))
    assert f"– {button} · Ana dealt 0" in said


def test_a_passed_deal_counts_for_nothing_and_is_on_the_sheet(client, open_table, record):
    table = open_table(deals=2)
    assert record(table, unplayed="passed") == [0, 0, 0, 0]
    page = forms.texts(client.get(f"/tables/{table.id}"))
    assert "Deal 1 of 2" in page
    assert "– All passed · Ana dealt 0" in page
