"""Le Plateau's sheet, which asks the auction: what undo and redo did is said where it is looked."""

from __future__ import annotations

import pytest
import touching as at
from desk import Desk
from playwright.sync_api import Page, expect

BID = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
UNDO, REDO = "Undo the last change", "Bring back what was undone"
# Where all that a thumb reaches lies, but for what is at the head, by what it says.
PLACES = """() => [...document.querySelectorAll("#record :is(.cell, .two-words .button)")]
    .map((one) => [one.innerText, one.getBoundingClientRect().top])"""


@pytest.fixture
def page(desk: Desk) -> Page:
    """A deal that was made is corrected: it was not."""
    table = desk.opened("plateau")
    desk.save(table, BID | {"made": True})
    told = BID | {"made": False}
    desk.store.save_deal(table, 1, told, revision=1, key=None, phone="")
    return desk.at(f"/tables/{table}")


def test_what_undo_and_redo_did_is_seen_and_moves_nothing(page):
    said = page.locator("#asks b")
    before = page.evaluate(PLACES)
    at.button(page, UNDO).click()
    expect(said).to_have_text("Undone: Deal 1 corrected.")
    expect(said).to_be_visible()
    assert page.evaluate(PLACES) == before
    at.button(page, REDO).click()
    expect(said).to_have_text("Again: Deal 1 corrected.")
    expect(said).to_be_visible()
    assert page.evaluate(PLACES) == before


def test_a_part_of_a_bid_that_is_touched_then_stays_under_the_finger(page):
    at.button(page, UNDO).click()
    expect(page.locator("#asks b")).to_be_visible()
    before = page.evaluate(PLACES)
    with page.expect_response("**/preview"):
        page.locator("[name=bid-talon][value=keep]").check(force=True)
    expect(page.locator("#asks b")).to_have_count(0)
    assert [top for _, top in page.evaluate(PLACES)] == [top for _, top in before]


def test_on_a_board_it_is_said_until_the_next_touch(page, desk):
    """Nothing else there shows that an earlier deal is another one now."""
    tricks = [{"won_by": "declarer", "spaces": ["KD"]}]
    table = desk.newest().id
    desk.store.keep_half(table, 2, BID | {"tricks": tricks}, revision=0, key=None, phone="")
    desk.store.save_deal(table, 1, BID | {"made": True}, revision=2, key=None, phone="")
    page = desk.at(f"/tables/{table}")
    said = page.locator(".board-said:visible")
    expect(said).to_contain_text("Deal 1 corrected. Trick 1: Ana & Chi.")
    for step, word in ((UNDO, "Undone"), (REDO, "Again")):
        at.button(page, step).click()
        expect(said).to_contain_text(f"{word}: Deal 1 corrected. Trick 1: Ana & Chi.")
    page.locator("#won-defence").tap()
    expect(said).to_have_text("Trick 2: Bo & Dana. Touch each card they captured.")


def test_in_an_auction_it_is_said_what_was_done_taken_back_and_brought_back(page, desk):
    """It stands beside the words of the players; the bar has no other sentence."""
    table = desk.newest().id
    bids = [{"player": "2", "talon": "keep", "objective": "y", "partners": 1}]
    desk.store.keep_half(table, 2, {"bids": bids}, revision=0, key=None, phone="")
    page = desk.at(f"/tables/{table}")
    said = page.locator("#noted")
    expect(said).to_be_hidden()
    desk.store.substitute(table, 0, "Zed", key=None, phone="")
    for step, words in ((None, ""), (UNDO, "Undone: "), (REDO, "Again: ")):
        if step:
            at.button(page, step).click()
        expect(said).to_have_text(f"{words}Somebody took a seat.")
        expect(said).to_be_visible()
    page.locator("#says-pass").tap()
    expect(page.locator("#said")).to_contain_text("pass")
    expect(said).to_be_hidden()
