"""Le Plateau, one name more than plays: another dealer than the auction was told with."""

from __future__ import annotations

import pytest
import touching as at
from acts import open_folds, press, state
from desk import FRIENDS, Desk
from playwright.sync_api import Page, expect

SAID = [
    {"player": "1", "talon": "exchange", "objective": "bridge", "partners": 0},
    {"player": "2", "talon": "exchange", "objective": "y", "partners": 0},
    {"player": "3", "pass": True},
]
BID = {"declarer": "2", "talon": "exchange", "objective": "y", "partners": []}
PASSED = [*SAID, {"player": "1", "pass": True}]
MIDDLE = "(one) => one.parentElement.scrollIntoView({ block: 'center' })"
TOP = "(part) => part.getBoundingClientRect().top"


def deal(desk: Desk):
    """The only deal of the newest table."""
    (one,) = desk.store.deals(desk.newest().id)
    return one


def opened(desk: Desk, at: str = "", **facts: object) -> Page:
    """Four names at three seats; Ana deals and sits out; this is told so far."""
    table = desk.opened("plateau", FRIENDS, at_once=3)
    keep = desk.store.save_deal if "made" in facts else desk.store.keep_half
    keep(table, 1, facts, revision=0, key=None, phone="")
    page = desk.at(f"/tables/{table}{at}")
    open_folds(page)
    return page


def deals(page: Page, seat: int) -> None:
    """This seat dealt: the form is drawn anew by the answer."""
    page.locator(f"[name=dealer][value='{seat}']").evaluate(MIDDLE)
    with page.expect_response("**/preview"):
        press(page, f"dealer={seat}")
    expect(page.locator("#sits-out")).to_have_value(str(seat))


def test_the_auction_begins_anew_and_comes_back(desk):
    page = opened(desk, bids=SAID)
    chip = page.locator("[name=dealer][value='1']").locator("..")
    chip.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    top = chip.evaluate(TOP)
    deals(page, 1)
    assert chip.evaluate(TOP) == top
    expect(page.locator(".put-by")).to_contain_text("Bo deals now")
    expect(page.locator("#said .speaks")).to_contain_text("Chi")
    expect(page.locator("#said .sits-out")).to_contain_text("Bo")
    deals(page, 0)
    expect(page.locator(".put-by")).to_have_count(0)
    expect(page.locator("#said .speaks")).to_contain_text("Bo")
    expect(page.locator("#said .sits-out")).to_contain_text("Ana")
    deals(page, 1)
    page.get_by_role("button", name="Chi passes").click()
    expect(page.locator("#said .speaks")).to_contain_text("Dana")
    expect(page.locator("#sits-out")).to_have_value("1")
    assert (deal(desk).dealer, deal(desk).facts["bids"]) == (1, [{"player": "2", "pass": True}])


def test_an_auction_that_is_over_begins_anew(desk):
    page = opened(desk, "/deals/1?asks=auction", bids=PASSED)
    deals(page, 1)
    page.get_by_role("button", name="Chi passes").click()
    expect(page.locator("#said .speaks")).to_contain_text("Dana")
    assert deal(desk).dealer == 1


@pytest.mark.parametrize("seat", [1, 2])
def test_past_the_auction_it_leads_on(desk, seat):
    page = opened(desk, "/deals/1?asks=bid", **BID, bids=PASSED)
    deals(page, seat)
    expect(page.locator(".put-by")).to_contain_text(f"{FRIENDS[seat]} deals now")
    at.button(page, "To the board" if seat == 1 else "Save so far").click()
    expect(page.locator("[name=asks]")).to_have_value("board" if seat == 1 else "auction")
    assert (deal(desk).dealer, "bids" in deal(desk).facts) == (seat, False)


@pytest.mark.parametrize("board", [{}, {"tricks": [{"won_by": "defence"}] * 9}])
def test_a_correction_is_saved(desk, board):
    page = opened(desk, "/deals/1", **BID, bids=PASSED, made=False, **board)
    deals(page, 1)
    state(page, "told")
    expect(page.locator("#out")).to_contain_text("Bo")
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    expect(page.locator("#outbox li")).to_have_count(0)
    assert (deal(desk).dealer, "bids" in deal(desk).facts) == (1, False)


def test_a_declarer_who_deals_is_corrected_with_the_bid(desk):
    page = opened(desk, "/deals/1", **BID, bids=PASSED, made=False)
    deals(page, 2)
    expect(page.locator(".put-by")).to_contain_text("Chi deals now")
    at.button(page, "Correct the bid").click()
    press(page, "declarer=0")
    state(page, "told")
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    assert (deal(desk).dealer, deal(desk).facts["declarer"]) == (2, "0")
