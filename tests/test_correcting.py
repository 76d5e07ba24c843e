"""A sheet put right: deals corrected, deleted, inserted; undo and redo.

Numbers are those of rules/tarot.md: garde, two oudlers, 49 points: 66 from each; prise, one
oudler, 40 points: failed by 11, 36 to each.
"""

from __future__ import annotations

import re

import forms
import laws
import pytest
from kept import dealers, numbers

from companion.store import Opening

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
PLAYED = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
PRISE = {"take": "1-prise", "oudlers": 1, "points": 40}


@pytest.fixture
def table(three_deals):
    """Ana's garde, Bo's prise, Chi's garde; Ana, Bo and Chi dealt them."""
    return three_deals


@pytest.fixture
def press(client, store):
    """Presses a button of a page: `press(table, "/undo")`; nothing that is stored may be wrong."""

    def pressed(table, action, page=""):
        answer = forms.form(client.get(f"/tables/{table.id}{page}"), action).send(client)
        assert answer.status_code == 303
        laws.hold(store, table)

    return pressed


def test_a_deal_can_be_told_again(record, store, table):
    assert laws.totals(store, table) == [168, -240, 168, -96]
    assert record(table, 1, points=51) == [210, -70, -70, -70]
    assert laws.totals(store, table) == [180, -244, 164, -100]


@pytest.mark.parametrize(
    ("touched", "says"),
    [
        ({"points": 51}, "Ana , garde, 51 with two oudlers: made by 10, +210 (was +198)"),
        ({"points": 49}, "Ana , garde, 49 with two oudlers: made by 8, +198"),
        ({"take": "1-garde"}, "Bo , garde, 49 with two oudlers: made by 8, +198"),
    ],
)
def test_a_correction_says_what_the_deal_gave_before_to_who_took(client, table, touched, says):
    """Not if that stays the same, and not what others got."""
    form = forms.form(client.get("/tables/1/deals/1"))
    said = forms.texts(form.send(client, to="/tables/1/deals/1/preview", **touched))
    assert says in said
    assert ("(was" in said) == ("(was" in says)


def test_who_sits_out_becomes_nothing(client, store, open_table):
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eli"), at_once=4)
    told = PLAYED | {"declarer": "1"}  # Ana deals, and sits out
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page = client.get("/tables/1/deals/1").text
    assert page.count('class="before"') == 5
    assert page.count("#arrow") == 4
    form = forms.form(client.get("/tables/1/deals/1"))
    text = form.send(client, to="/tables/1/deals/1/preview", dealer=2).text  # −66 before
    assert re.search('id="change-2"[^>]*><b class="slip">([^<]*)', text)[1] == "0"
    assert re.search('id="change-0"[^>]*><b class="slip">([^<]*)', text)[1] == "−66"


def test_the_form_of_a_told_deal_says_what_was_told(client, record, table):
    record(table, 2, poignee="single", **{"showed-3": "single"}, note="late")
    fields = forms.form(client.get("/tables/1/deals/2")).fields
    del fields["key"], fields["csrf_token"]
    assert fields == {
        "revision": ["2"],
        "take": ["1-prise"],
        "oudlers": ["1"],
        "side": ["declarer"],
        "points": ["40"],
        "poignee": ["single"],
        "showed-3": ["single"],
        "others": [""],
        "note": ["late"],
        "dealer": ["1"],
        "sit": ["dea2e52e087809fb"],  # who sits there, four letters each
        "corrects": ["1"],
    }


def test_the_page_of_a_told_deal_saved_as_it_is_changes_nothing(client, record, store, table):
    before = store.changes(table.id)
    record(table, 2)
    assert store.changes(table.id) == before


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_played_deal_can_become_a_passed_one(client, record, store, table, number):
    assert record(table, number, unplayed="passed") == [0, 0, 0, 0]
    assert dealers(store, table) == [0, 1, 2]


def test_a_passed_deal_can_become_a_played_one(record, open_table):
    table = open_table()
    record(table, unplayed="passed")
    assert record(table, 1, **GARDE) == [198, -66, -66, -66]


@pytest.fixture(params=["tarot-passed", "tarot-petit_sec", "plateau-passed"])
def not_played(request, store, open_table):
    """A table whose only deal, dealt by Ana, was not played; and its facts."""
    game, _, why = request.param.partition("-")
    facts = {"passed": True} if why == "passed" else {"void": why}
    table = open_table(game, **({"preset": "fft"} if game == "tarot" else {}))
    store.save_deal(table.id, 1, facts, revision=0, key=None, phone="", note="late")
    return table, facts


def test_a_deal_not_played_saved_as_it_is_changes_nothing(record, store, not_played):
    table, _ = not_played
    before = store.changes(table.id)
    record(table, 1)
    assert store.changes(table.id) == before


def test_a_deal_not_played_stays_so_with_another_dealer_and_note(record, store, not_played):
    table, facts = not_played
    record(table, 1, dealer=2, note="rain")
    (deal,) = store.deals(table.id)
    assert (deal.state, deal.facts, deal.dealer, deal.note) == ("told", facts, 2, "rain")
    record(table, 1, dealer=3)
    assert [(one.facts, one.dealer) for one in store.deals(table.id)] == [(facts, 3)]


def test_a_deal_not_played_is_previewed_as_it_stays(client, not_played):
    form = forms.form(client.get("/tables/1/deals/1"))
    say = forms.texts(form.send(client, to="/tables/1/deals/1/preview", note="rain"))
    assert say.startswith(("All passed", "Void: a lone petit"))
    say = forms.texts(form.send(client, to="/tables/1/deals/1/preview", take="0-garde", declarer=0))
    assert "All passed" not in say


def test_a_void_deal_can_become_a_passed_one_and_a_played_one(record, store, open_table):
    table = open_table(preset="fft")
    record(table, unplayed="petit_sec")
    record(table, 1, unplayed="passed")
    assert [deal.facts for deal in store.deals(table.id)] == [{"passed": True}]
    assert record(table, 1, **GARDE) == [198, -66, -66, -66]


def test_all_passed_that_came_second_is_saved_in_place_of_the_other(client, store, open_table):
    table = open_table()
    slow = forms.form(client.get("/tables/1"))
    store.save_deal(table.id, 1, {"passed": True}, revision=0, key=None, phone="")
    store.save_deal(table.id, 1, PLAYED, revision=1, key=None, phone="")
    both = slow.send(client, unplayed="passed")
    assert both.status_code == 409
    assert forms.form(both).send(client).status_code == 303
    assert [deal.facts for deal in store.deals(table.id)] == [{"passed": True}]


def test_a_played_deal_refused_stays_a_played_one(client, record, open_table):
    record(open_table(), unplayed="passed")
    form = forms.form(client.get("/tables/1/deals/1"))
    refused = form.send(client, take="0-garde", oudlers=2)
    assert refused.status_code == 422
    assert forms.form(refused).send(client).status_code == 422


def test_a_deleted_deal_moves_no_dealer_and_no_number(client, store, table, record):
    form = forms.form(client.get("/tables/1/deals/2"))
    assert form.send(client, to="/tables/1/deals/2/delete").status_code == 303
    laws.hold(store, table)
    assert (numbers(store, table), dealers(store, table)) == ([1, 3], [0, 2])
    assert laws.totals(store, table) == [132, -132, 132, -132]
    record(table, **PRISE)
    assert (numbers(store, table), dealers(store, table)) == ([1, 3, 4], [0, 2, 3])
    assert client.get("/tables/1/deals/2").location == "/tables/1/history?deal=2"


def test_a_deal_that_was_corrected_meanwhile_is_not_deleted(client, record, store, table):
    form = forms.form(client.get("/tables/1/deals/2"))
    record(table, 2, points=41)
    assert form.send(client, to="/tables/1/deals/2/delete").status_code == 409
    assert numbers(store, table) == [1, 2, 3]


def test_a_forgotten_deal_goes_where_it_was_played(client, store, table):
    page = client.get("/tables/1/deals/4?before=2")
    assert "Inserted before a deal that is told already" in forms.texts(page)
    answer = forms.form(page).send(client, **{**GARDE, "take": "3-garde", "dealer": 3})
    assert answer.status_code == 303
    laws.hold(store, table)
    assert (numbers(store, table), dealers(store, table)) == ([1, 4, 2, 3], [0, 3, 1, 2])
    assert laws.totals(store, table) == [102, -306, 102, 102]


def test_a_deal_is_inserted_before_one_that_nobody_played(client, store, table, record):
    """The inserted deal has the number that comes next, and does not correct the other."""
    record(table, unplayed="passed")
    page = client.get("/tables/1/deals/5?before=4")
    said = forms.texts(page)
    assert said.startswith("Deal 4 · Companion")
    assert "Inserted before a deal that is told already" in said
    assert forms.form(page).send(client, **GARDE).status_code == 303
    assert numbers(store, table) == [1, 2, 3, 5, 4]


def test_an_inserted_deal_is_dealt_by_whose_turn_it_was(client, store, table):
    form = forms.form(client.get("/tables/1/deals/4?before=3"))
    assert form.send(client, **GARDE).status_code == 303
    assert dealers(store, table) == [0, 1, 2, 2]


def test_a_refused_deal_is_still_to_be_inserted(client, store, table):
    form = forms.form(client.get("/tables/1/deals/4?before=2"))
    refused = form.send(client, **GARDE, partner=1)
    assert refused.status_code == 422
    assert forms.form(refused).send(client, partner=None).status_code == 303
    assert numbers(store, table) == [1, 4, 2, 3]


@pytest.mark.parametrize("kept", [False, True])
def test_a_deal_before_one_that_is_gone_comes_back_and_is_the_last_then(client, store, table, kept):
    form = forms.form(client.get("/tables/1/deals/4?before=2"))
    if kept:  # and its answer was lost
        assert form.send(client, **GARDE).status_code == 303
    store.delete_deal(1, 2, revision=1, key=None, phone="")
    late = form.send(client, **GARDE)
    if kept:
        assert (late.status_code, numbers(store, table)) == (303, [1, 4, 3])
        return
    assert late.status_code == 409
    assert "What you typed is still here: save once more." in forms.texts(late)
    assert "Inserted before" not in forms.texts(late)
    assert forms.form(late).send(client).status_code == 303
    assert numbers(store, table) == [1, 3, 4]


def test_a_correction_is_told_that_the_totals_are_played_on_elsewhere(client, store, table):
    said = "The totals of this sheet are played on at another table."
    assert said not in forms.texts(client.get("/tables/1/deals/2"))
    opening = Opening("tarot", names=["Ana", "Bo", "Chi", "Dana"], rules={}, goes_on=1)
    store.open_table(opening, closes=True, key=None, phone="")
    assert said in forms.texts(client.get("/tables/1/deals/2"))


def test_who_dealt_can_be_put_right_and_the_turn_goes_on_from_there(client, record, store, table):
    record(table, 3, dealer=0)
    assert dealers(store, table) == [0, 1, 0]
    record(table, **PRISE)
    assert dealers(store, table) == [0, 1, 0, 1]


def test_who_deals_the_next_one_can_be_said_too(record, store, table):
    record(table, **PRISE, dealer=1)
    record(table, **PRISE)
    assert dealers(store, table) == [0, 1, 2, 1, 2]


def test_the_next_dealer_and_who_leads_stand_on_the_sheet(client, table):
    """Dana deals the fourth deal, so Ana, on her right, leads."""
    page = forms.texts(client.get(f"/tables/{table.id}"))
    assert "Ana leads" in page
    marks = client.get(f"/tables/{table.id}").text.split('id="mark-')
    assert ["deals" in mark[:120] for mark in marks[1:]] == [False, False, False, True]


def corrects(client, record, table):
    record(table, 1, points=51)


def deletes(client, record, table):
    forms.form(client.get("/tables/1/deals/2")).send(client, to="/tables/1/deals/2/delete")


def inserts(client, record, table):
    forms.form(client.get("/tables/1/deals/4?before=2")).send(client, **GARDE)


def passes(client, record, table):
    record(table, unplayed="passed")


def bids(client, record, table):
    form = forms.form(client.get("/tables/1"))
    form.send(client, to="/tables/1/deals/4/half", take="1-garde")


def replaces(client, record, table):
    client.send("/tables/1/players", {"seat": 1, "name": "Zoe", "substitute": 1})


def renames(client, record, table):
    client.send("/tables/1/players", {"seat": 1, "name": "Beau", "rename": 1})


def closes(client, record, table):
    client.send("/tables/1/close")


def removes(client, record, table):
    client.send("/tables/1/delete")


def shown(store, table):
    """All that a sheet says: who sits there, what was told, how it stands."""
    kept = store.table(table.id)
    deals = [(one.number, one.state, one.facts, one.dealer) for one in store.deals(table.id)]
    return kept.sitting, kept.totals, kept.closed_at, kept.deleted_at, deals


@pytest.mark.parametrize(
    "change", [corrects, deletes, inserts, passes, bids, replaces, renames, closes, removes]
)
def test_every_change_can_be_undone_and_done_again(client, record, store, table, press, change):
    before = shown(store, table)
    change(client, record, table)
    after = shown(store, table)
    assert after != before
    press(table, "/undo")
    assert shown(store, table) == before
    press(table, "/redo")
    assert shown(store, table) == after


def test_undo_goes_back_to_the_empty_sheet_and_no_further(client, store, table, press):
    for _ in range(3):
        press(table, "/undo")
    page = client.get(f"/tables/{table.id}")
    assert (numbers(store, table), laws.totals(store, table)) == ([], [0, 0, 0, 0])
    assert 'data-step="undo" hidden' in page.text
    for _ in range(3):
        press(table, "/redo")
    assert laws.totals(store, table) == [168, -240, 168, -96]


def test_undo_twice_from_one_page_takes_one_change_back(client, store, table):
    form = forms.form(client.get(f"/tables/{table.id}"), "/undo")
    assert [form.send(client).status_code for _ in range(2)] == [303, 303]
    assert numbers(store, table) == [1, 2]


def test_what_is_told_after_an_undo_ends_the_redo(client, record, store, table, press):
    press(table, "/undo")
    record(table, **PRISE)
    page = client.get(f"/tables/{table.id}")
    assert 'data-step="redo" hidden' in page.text
    assert numbers(store, table) == [1, 2, 4]


@pytest.fixture
def finished(open_table, record):
    """Three planned deals, all told: 168, −240, 168, −96."""
    table = open_table(deals=3)
    for deal in (GARDE, PRISE, {**GARDE, "take": "2-garde"}):
        record(table, **deal)
    return table


LATER = "With this the game ends after deal 3; 1 deal comes later."


def inserted(client, **touched):
    """What comes back when a forgotten deal is inserted before the second."""
    form = forms.form(client.get("/tables/1/deals/4?before=2"))
    return form.send(client, **{**GARDE, "take": "3-garde", **touched})


def test_a_deal_that_makes_the_game_end_earlier_asks_what_becomes_of_the_later_ones(
    client, store, finished
):
    page = inserted(client)
    assert page.status_code == 422
    assert LATER in forms.texts(page)
    assert forms.form(page).fields["take"] == ["3-garde"]
    assert numbers(store, finished) == [1, 2, 3]


def test_the_preview_asks_beforehand(client, finished):
    form = forms.form(client.get("/tables/1/deals/4?before=2"))
    page = form.send(client, to="/tables/1/deals/4/preview", **GARDE)
    assert 'data-state="ends"' in page.text
    assert LATER in forms.texts(page)


def test_a_passed_deal_that_was_played_is_said_to_end_the_game(client, record, open_table):
    table = open_table(deals=2)
    for deal in ({"unplayed": "passed"}, GARDE):
        record(table, **deal)
    form = forms.form(client.get("/tables/1/deals/1"))
    page = form.send(client, to="/tables/1/deals/1/preview", **GARDE, unplayed="")
    assert "With this the game is over." in forms.texts(page)


def test_the_later_deals_are_kept_with_a_warning(client, store, finished):
    form = forms.form(inserted(client))
    assert form.send(client, later="keep").status_code == 303
    laws.hold(store, finished)
    assert numbers(store, finished) == [1, 4, 2, 3]
    assert laws.totals(store, finished) == [102, -306, 102, 102]
    assert forms.texts(client.get("/tables/1")).count("Told after the end of the game") == 1


def test_the_later_deals_are_taken_off_and_one_undo_brings_them_back(
    client, store, finished, press
):
    form = forms.form(inserted(client))
    assert form.send(client, later="end").status_code == 303
    laws.hold(store, finished)
    assert numbers(store, finished) == [1, 4, 2]
    assert laws.totals(store, finished) == [168, -240, -96, 168]
    press(finished, "/undo")
    assert (numbers(store, finished), laws.totals(store, finished)) == (
        [1, 2, 3],
        [168, -240, 168, -96],
    )
    press(finished, "/redo")
    assert numbers(store, finished) == [1, 4, 2]


def test_an_end_that_is_tapped_twice_takes_the_later_deals_off_once(client, store, finished):
    form = forms.form(inserted(client))
    assert [form.send(client, later="end").status_code for _ in range(2)] == [303, 303]
    assert numbers(store, finished) == [1, 4, 2]
    assert len(store.changes(1)) == 5


def test_a_deal_that_another_phone_told_meanwhile_is_not_taken_off_unseen(
    app, client, store, finished
):
    asked, phone = forms.form(inserted(client)), app.test_client()
    forms.form(phone.get("/tables/1/deals/2")).send(phone, points=41)
    page = asked.send(client, later="end")
    assert page.status_code == 409
    assert "Another phone changed this sheet meanwhile" in forms.texts(page)
    assert LATER in forms.texts(page)
    assert numbers(store, finished) == [1, 2, 3]
    assert forms.form(page).send(client, later="end").status_code == 303
    assert numbers(store, finished) == [1, 4, 2]


def test_a_warning_comes_first_and_the_question_after_it(client, finished):
    warned = forms.form(inserted(client, points=2))
    page = warned.send(client, in_spite="1")
    assert page.status_code == 422
    assert LATER in forms.texts(page)
    assert forms.form(page).send(client, later="keep").status_code == 303


def test_the_address_can_fill_in_the_form_of_the_next_deal(client, open_table):
    open_table()
    fields = forms.form(
        client.get("/tables/1?more=1&take=0-garde&oudlers=2&key=x&revision=7")
    ).fields
    assert (fields["take"], fields["oudlers"], fields["revision"]) == (["0-garde"], ["2"], ["0"])
    assert fields["key"] != ["x"]


def test_an_older_deal_is_shown_where_it_is_listed(client, store, open_table):
    """After a correction, and after a forgotten deal was inserted."""
    open_table()
    for number in range(1, 13):
        store.save_deal(
            1,
            number,
            {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49},
            revision=0,
            key=None,
            phone="",
        )
    for address, touched, number in (
        ("/tables/1/deals/2", {"points": 51}, 2),
        ("/tables/1/deals/13?before=3", {"take": "0-garde", "oudlers": 2, "points": 49}, 13),
    ):
        answer = forms.form(client.get(address)).send(client, **touched)
        assert answer.location == f"/tables/1/deals#deal-{number}"
        assert f'id="deal-{number}"' in client.get(answer.location).text
    answer = forms.form(client.get("/tables/1/deals/12")).send(client, points=51)
    assert answer.location == "/tables/1"
