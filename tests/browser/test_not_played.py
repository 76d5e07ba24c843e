"""A deal that nobody played, put right on a phone: it stays what it is until a player is told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import touching as at
import world
from acts import open_folds, press, state
from desk import Desk
from playwright.sync_api import Page, expect

SHEET = re.compile(r"/tables/\d+$")
PASSED, VOID = {"passed": True}, {"void": "petit_sec"}
GAMES = [("tarot", PASSED), ("tarot", VOID), ("plateau", PASSED)]


@pytest.fixture(params=GAMES, ids=["passed", "void", "plateau"])
def facts(request, whole_desk):
    """Of the only deal of the newest table: nobody played."""
    return not_played(whole_desk, *request.param)


def not_played(desk: Desk, game: str, facts: dict) -> dict:
    table = desk.opened(game, **({"preset": "fft"} if game == "tarot" else {}))
    desk.save(table, facts)
    return facts


def told(desk: Desk) -> list:
    """What is saved at the newest table."""
    deals = desk.store.deals(desk.newest().id)
    return [(deal.facts, deal.dealer, deal.note) for deal in deals]


def put_right(desk: Desk) -> Page:
    """Another dealer and a note, and Save."""
    page = desk.at(f"/tables/{desk.newest().id}/deals/1")
    state(page, "told")
    open_folds(page)
    page.get_by_label("Note on this deal").fill("rain")
    with page.expect_response("**/preview"):
        press(page, "dealer=2")
    state(page, "told")
    expect(at.button(page, "Save")).to_be_visible()
    return page


def test_who_dealt_and_the_note_are_put_right_with_save(desk):
    not_played(desk, "tarot", PASSED)
    page = put_right(desk)
    at.button(page, "Save").click()
    page.wait_for_url(SHEET)
    assert told(desk) == [(PASSED, 2, "rain")]


def test_it_waits_on_a_phone_whose_host_is_silent_and_says_what_it_is(facts, unheard):
    phone = put_right(unheard)
    phone.context.set_offline(True)
    at.button(phone, "Save").click()
    expect(phone.locator("#outbox li")).to_contain_text("Void" if facts == VOID else "All passed")
    phone.context.set_offline(False)
    phone.wait_for_url(SHEET)
    assert told(unheard) == [(facts, 2, "rain")]


@pytest.fixture
def plain_phone(browser, whole_desk) -> Iterator[Page]:
    """A phone without script at the same site."""
    with world.phone(browser, whole_desk.address, java_script_enabled=False) as context:
        yield context.new_page()


def test_without_script_too(plain_phone, whole_desk):
    became, games = [], [("tarot", PASSED), ("plateau", PASSED)]
    for game, facts in games:
        not_played(whole_desk, game, facts)
        plain_phone.goto(f"/tables/{whole_desk.newest().id}/deals/1")
        open_folds(plain_phone)
        plain_phone.get_by_label("Note on this deal").fill("rain")
        at.button(plain_phone, "Save").click()
        plain_phone.wait_for_url(SHEET)
        became.append((game, told(whole_desk)))
    assert became == [(game, [(facts, 0, "rain")]) for game, facts in games]


def test_telling_who_took_makes_a_played_deal_of_it(desk):
    not_played(desk, "tarot", PASSED)
    page = desk.at(f"/tables/{desk.newest().id}/deals/1")
    press(page, "take=1-garde", "oudlers=2")
    state(page, "half")
    page.locator("#points").evaluate("(field) => { field.value = '49' }")
    press(page, "petit=declarer")
    state(page, "told")
    at.button(page, "Save").click()
    page.wait_for_url(SHEET)
    assert told(desk)[0][0]["declarer"] == "1"


def test_that_all_passed_is_said_and_how_often_until_a_deal_is_played(desk):
    table = desk.opened()
    page = desk.at(f"/tables/{table}")
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
    desk.store.save_deal(table, 3, told, revision=0, key=None, phone="")
    expect(asks).to_have_text("Who took, and what?")


def test_a_forgotten_deal_is_not_offered_to_be_kept_half_told(desk):
    not_played(desk, "tarot", PASSED)
    page = desk.at(f"/tables/{desk.newest().id}/deals/2?before=1")
    press(page, "take=0-garde")
    expect(at.said(page, "half")).to_be_visible()
    expect(page.locator(".bar .keep")).to_have_count(0)
    expect(at.button(page, "Save")).to_be_visible()
