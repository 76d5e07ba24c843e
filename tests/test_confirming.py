"""A second phone looks at a deal and confirms it, or says what is wrong; all phones show it."""

from __future__ import annotations

import forms
import pytest
from test_pages import HOSTILE

AT = "/tables/1/deals/1/verdict"
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


@pytest.fixture
def table(open_table, record):
    """One deal, told by the phone `client`."""
    table = open_table()
    record(table, take="0-garde", oudlers=2, points=49)
    return table


@pytest.fixture
def other(app, table):
    """A second phone."""
    return app.test_client()


def confirm(phone):
    return forms.forms(phone.get(AT))[0].send(phone, verdict="confirmed")


def dispute(phone, why="52 points"):
    return forms.forms(phone.get(AT))[-1].send(phone, verdict="disputed", why=why)


def said(store):
    deal = store.deal(1, 1)
    return deal.verdict, deal.why


def history(phone, query=""):
    return forms.texts(phone.get(f"/tables/1/history{query}"))


def test_the_page_of_a_deal_says_what_it_counts_for(other):
    text = forms.texts(other.get(AT))
    assert "garde, 49 with two oudlers: made by 8" in text
    assert "+198" in text
    assert "It counts in any case" in text


def test_a_second_phone_confirms(store, client, other):
    answer = confirm(other)
    assert (answer.status_code, answer.location) == (303, "/tables/1#deal-1")
    assert said(store) == ("confirmed", "")
    for phone in (client, other):
        assert 'aria-label="confirmed"' in phone.get("/tables/1").text
        assert "Deal 1 confirmed" in history(phone)


def test_why_ends_the_sentence_where_it_ends_one(client, other):
    for why, end in (("52 points?", "52 points? "), ("52 points", "52 points. ")):
        dispute(other, why)
        client.send("/tables/1/undo")
        assert f"Undone: Deal 1 disputed: {end}Who took" in forms.texts(client.get("/tables/1"))


def test_a_board_is_shown_where_it_is_judged_with_the_way_to_its_tricks(app, store, open_table):
    table = open_table("plateau")
    tricks = [{"won_by": "declarer", "spaces": ["QH"]}, {"won_by": "defence"}]
    bid = {"declarer": "0", "partners": ["2"], "talon": "keep", "objective": "y", "made": True}
    store.save_deal(table.id, 1, bid | {"tricks": tricks}, revision=0, key=None, phone="")
    page = app.test_client().get(AT).text
    assert "The board at the end: 2 spaces for the declarer’s side, 1 for the defence" in page
    assert 'href="/tables/1/deals/1/replay"' in page
    assert "/games/plateau.css" in page


def test_a_deal_that_nobody_confirmed_has_its_own_mark(client, table):
    assert 'aria-label="not confirmed"' in client.get("/tables/1").text
    assert "disputed" not in client.get("/").text


def test_a_second_phone_disputes_with_a_word(store, client, other):
    assert dispute(other).status_code == 303
    assert said(store) == ("disputed", "52 points")
    sheet = client.get("/tables/1")
    assert 'aria-label="disputed"' in sheet.text
    assert "Disputed: 52 points" in forms.texts(sheet)
    assert "1 disputed" in forms.texts(client.get("/"))
    assert "Deal 1 disputed: 52 points" in history(client)
    assert "Disputed: 52 points" in forms.texts(client.get("/tables/1/deals/1"))


def test_a_dispute_without_a_word_comes_back(store, other):
    answer = dispute(other, " ")
    assert (answer.status_code, said(store)) == (422, ("", ""))
    assert "say in a word what is wrong" in forms.texts(answer)


def test_a_correction_answers_a_dispute_and_the_history_says_so(store, client, other):
    dispute(other)
    forms.form(client.get("/tables/1/deals/1")).send(client, points=52)
    assert said(store) == ("", "")
    assert "Deal 1 corrected, which was disputed: 52 points" in history(client)
    assert "which was disputed" in history(client, "?only=corrections")
    assert 'aria-label="not confirmed"' in client.get("/tables/1").text


def test_the_phone_that_told_it_is_told_why_it_has_no_button(store, client, other):
    page = client.get(AT)
    assert "This phone told the deal" in forms.texts(page)
    assert forms.forms(page) == []
    post = {"verdict": "confirmed", "revision": 1}
    answer = client.send(AT, post)
    assert (answer.status_code, said(store)) == (422, ("", ""))
    assert "only another one can confirm it" in forms.texts(answer)


def test_the_phone_that_brought_back_what_was_told_before_does_not_confirm_it(app, other):
    forms.form(other.get("/tables/1/deals/1")).send(other, points=52)
    third = app.test_client()
    history = forms.form(third.get("/tables/1/history"), "/restore")
    corrected = history.buttons[0]["value"]
    assert history.send(third, change=corrected).status_code == 303
    assert "This phone told the deal" in forms.texts(third.get(AT))


def test_a_deal_corrected_meanwhile_is_looked_at_again_and_the_word_is_kept(store, client, other):
    seen = forms.forms(other.get(AT))[-1]
    forms.form(client.get("/tables/1/deals/1")).send(client, points=51)
    answer = seen.send(other, verdict="disputed", why="52 points")
    assert (answer.status_code, said(store)) == (409, ("", ""))
    assert "Another phone corrected this deal meanwhile, so nothing" in forms.texts(answer)
    assert "51 with two oudlers" in forms.texts(answer)
    form = forms.forms(answer)[-1]
    assert form.fields["why"] == ["52 points"]
    assert form.send(other, verdict="disputed").status_code == 303
    assert said(store) == ("disputed", "52 points")


def test_a_deal_disputed_meanwhile_is_not_confirmed_unread(store, app, other):
    third = app.test_client()
    confirms, disputes = forms.forms(third.get(AT))
    dispute(other)
    answers = [confirms.send(third, verdict="confirmed")]
    answers += [disputes.send(third, verdict="disputed", why="38 points")]
    for answer in answers:
        assert (answer.status_code, said(store)) == (409, ("disputed", "52 points"))
        assert "52 points" in forms.texts(answer)
        assert "Another phone was faster; nothing was saved." in forms.texts(answer)
    again = forms.forms(answers[1])
    assert again[1].fields["why"] == ["38 points"]
    assert again[0].send(third, verdict="confirmed").status_code == 303
    assert said(store) == ("confirmed", "")


def test_a_deal_deleted_meanwhile_is_said_to_have_changed(store, client, other):
    seen = forms.forms(other.get(AT))[0]
    forms.form(client.get("/tables/1/deals/1")).send(client, to="/tables/1/deals/1/delete")
    assert seen.send(other, verdict="confirmed").status_code == 409
    assert other.get(AT).status_code == 404


@pytest.mark.parametrize("verdict", ["", "CONFIRMED", "disputed\x00", "{}"])
def test_nothing_else_can_be_said(store, other, verdict):
    assert other.send(AT, {"verdict": verdict, "revision": 1}).status_code == 400
    assert said(store) == ("", "")


def test_a_verdict_is_undone_from_any_phone(store, client, other):
    confirm(other)
    forms.form(client.get("/tables/1"), "undo").send(client)
    assert said(store) == ("", "")
    assert "Undone: Deal 1 confirmed" in history(client)
    forms.form(other.get("/tables/1"), "redo").send(other)
    assert said(store) == ("confirmed", "")


def test_a_verdict_makes_another_version_and_its_deal_is_drawn_anew(client, other):
    before = client.get("/tables/1/version").text
    confirm(other)
    assert client.get("/tables/1/version").text != before
    drawn = client.get(f"/tables/1/live?since={before}").text
    assert 'id="deal-1"' in drawn and 'aria-label="confirmed"' in drawn


def test_a_deal_nobody_played_is_confirmed_too(client, store, open_table, app):
    open_table()
    client.send("/tables/1/deals/1", {"unplayed": "passed"})
    other = app.test_client()
    assert "A deal not played" in other.get(AT).text
    confirm(other)
    assert said(store) == ("confirmed", "")
    assert 'aria-label="confirmed"' in client.get("/tables/1").text


def test_a_page_open_too_long_comes_back_with_the_word(store, other):
    form = forms.forms(other.get(AT))[-1]
    form.fields["csrf_token"] = ["stale"]
    answer = form.send(other, verdict="disputed", why="52 points")
    assert (answer.status_code, said(store)) == (400, ("", ""))
    assert forms.forms(answer)[-1].fields["why"] == ["52 points"]


@pytest.mark.parametrize("why", [one for one in HOSTILE if one.isprintable()])
def test_a_word_stays_a_word_wherever_it_stands(store, client, other, why):
    dispute(other, why)
    assert said(store) == ("disputed", why)
    for page in (client.get("/tables/1"), client.get(AT), client.get("/tables/1/deals/1")):
        assert f"Disputed: {why}" in forms.texts(page)
    assert f"Deal 1 disputed: {why}" in history(client)
