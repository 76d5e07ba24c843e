"""A deal that nobody played, put right on a phone: it stays what it is until a player is told."""

from __future__ import annotations

import pytest
import touching as at
from acts import open_folds, press, state
from playwright.sync_api import Page, expect

PASSED, VOID = {"passed": True}, {"void": "petit_sec"}
GAMES = [("tarot", PASSED), ("tarot", VOID), ("plateau", PASSED)]


@pytest.fixture(params=GAMES, ids=["passed", "void", "plateau"])
def facts(request, open_table, store):
    """Of the only deal of a table: nobody played."""
    game, facts = request.param
    table = open_table(game, **({"preset": "fft"} if game == "tarot" else {}))
    store.save_deal(table.id, 1, facts, revision=0, key=None, phone="")
    return facts


def told(store) -> list:
    return [(deal.facts, deal.dealer, deal.note) for deal in store.deals(1)]


def put_right(page: Page) -> None:
    """Another dealer and a note, and Save."""
    page.goto("/tables/1/deals/1")
    state(page, "told")
    open_folds(page)
    page.get_by_label("Note on this deal").fill("rain")
    with page.expect_response("**/preview"):
        press(page, "dealer=2")
    state(page, "told")
    expect(at.button(page, "Save")).to_be_visible()


def test_who_dealt_and_the_note_are_put_right_with_save(facts, page, store):
    put_right(page)
    at.button(page, "Save").click()
    page.wait_for_url("**/tables/1")
    assert told(store) == [(facts, 2, "rain")]


def test_it_waits_on_a_phone_whose_host_is_silent_and_says_what_it_is(facts, another_phone, store):
    phone = another_phone()
    put_right(phone)
    phone.context.set_offline(True)
    at.button(phone, "Save").click()
    expect(phone.locator("#outbox li")).to_contain_text("Void" if facts == VOID else "All passed")
    phone.context.set_offline(False)
    phone.wait_for_url("**/tables/1")
    assert told(store) == [(facts, 2, "rain")]


def test_without_script_too(facts, plain, store):
    plain.goto("/tables/1/deals/1")
    open_folds(plain)
    plain.get_by_label("Note on this deal").fill("rain")
    at.button(plain, "Save").click()
    plain.wait_for_url("**/tables/1")
    assert told(store) == [(facts, 0, "rain")]


def test_telling_who_took_makes_a_played_deal_of_it(open_table, page, store):
    store.save_deal(open_table().id, 1, PASSED, revision=0, key=None, phone="")
    page.goto("/tables/1/deals/1")
    press(page, "take=1-garde", "oudlers=2")
    state(page, "half")
    page.locator("#points").evaluate("(field) => { field.value = '49' }")
    press(page, "petit=declarer")
    state(page, "told")
    at.button(page, "Save").click()
    page.wait_for_url("**/tables/1")
    assert store.deals(1)[0].facts["declarer"] == "1"


def test_that_all_passed_is_said_and_how_often_until_a_deal_is_played(store, open_table, page):
    open_table()
    page.goto("/tables/1")
    asks = page.locator("#asks")
    expect(asks).to_have_text("Who took, and what?")
    for said in ("All passed. Who took, and what?", "All passed × 2. Who took, and what?"):
        at.a_moment(page)
        at.button(page, "All passed").click()
        expect(asks).to_have_text(said)
    at.button(page, "Undo the last change").click()
    expect(asks).to_have_text("Undone: All passed. Who took, and what?")
    press(page, "oudlers=2")  # of the deal that is told now nothing is undone
    expect(asks).to_have_text("Who took, and what?")
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 3, told, revision=0, key=None, phone="")
    expect(asks).to_have_text("Who took, and what?")


def test_a_forgotten_deal_is_not_offered_to_be_kept_half_told(store, open_table, page):
    open_table()
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    page.goto("/tables/1/deals/2?before=1")
    press(page, "take=0-garde")
    expect(at.said(page, "half")).to_be_visible()
    expect(page.locator(".bar .keep")).to_have_count(0)
    expect(at.button(page, "Save")).to_be_visible()
