"""A page that was open while the host lost its key, a copy put in its place say: a touch that htmx
sends is not swallowed. The page says that it has to be touched once more, and then it is done."""

from __future__ import annotations

import pytest
import touching as at
from hexes import DEAL, answered, begin, kept, said, space, won
from playwright.sync_api import Page, expect

from companion.store import DrawnTable

HOW = {"key": None, "phone": ""}
STALE = """() => {
    for (const one of document.querySelectorAll("[name=csrf_token]")) one.value = "of a lost key";
}"""


@pytest.fixture
def evening(store):
    """An evening at 2.50 with seven players, drawn."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, 250, **HOW)
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil"], "tarot", **HOW)
    drawn = [DrawnTable(1, "tarot", (1, 2, 3, 4)), DrawnTable(2, "tarot", (5, 6, 7))]
    store.keep_draw(1, 1, drawn, [], **HOW)
    return store


def stale(page: Page, address: str) -> None:
    """The page as the key was lost beneath it."""
    page.goto(address)
    at.a_moment(page)
    page.evaluate(STALE)


def says_so(page: Page) -> None:
    expect(page.get_by_text("This page was open too long")).to_be_visible()


def test_who_has_paid_is_touched_once_more(page, evening):
    stale(page, "/evenings/1/players")
    paid = page.get_by_role("button", name="Ana has paid", exact=True)
    paid.click()
    says_so(page)
    paid.click()
    expect(paid).to_have_class("cell round pressed")
    expect(page.get_by_text("This page was open too long")).to_be_hidden()


def test_who_changes_places_is_touched_once_more(page, evening):
    stale(page, "/evenings/1/draw?hand=1")
    swap = page.get_by_role("button", name="Eve", exact=False).first
    swap.click()
    says_so(page)
    swap.click()
    expect(page.locator(".drawn-table").nth(1)).to_contain_text("Ana")


def test_who_sits_down_at_a_new_table_sits(page, store):
    stale(page, "/tables/new?game=tarot")
    page.locator("#typed").fill("Zoe")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[name=player][value=Zoe]")).to_have_count(1)


def test_undo_is_touched_once_more_and_what_is_typed_stays(page, store, open_table):
    open_table()
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.goto("/tables/1")
    at.take(page, "Chi", "Garde").check(force=True)
    at.a_moment(page)
    expect(at.said(page, "half")).to_be_visible()
    page.evaluate(STALE)
    undo = at.button(page, "Undo the last change")
    with page.expect_navigation():
        undo.click()
    expect(at.take(page, "Chi", "Garde")).to_be_checked()
    at.a_moment(page)
    undo.click()
    expect(at.deals(page)).to_have_count(0)


def test_a_space_of_the_board_is_touched_once_more(page, store, open_table):
    begin(store, open_table, won("declarer"))
    stale(page, DEAL)
    space(page, "KH").tap()
    expect(said(page)).to_contain_text("This page was open too long")
    at.a_moment(page)
    space(page, "KH").tap()
    answered(page)
    expect(said(page)).not_to_contain_text("This page was open too long")
    assert kept(store) == [won("declarer", "KH")]


def test_a_word_of_the_auction_is_said_once_more(page, store, open_table):
    open_table("plateau")
    stale(page, DEAL)
    passes = page.locator("#says-pass")
    passes.tap()
    says_so(page)
    at.a_moment(page)
    passes.tap()
    answered(page)
    expect(page.get_by_text("This page was open too long")).to_be_hidden()
    assert store.deal(1, 1).facts["bids"] == [{"player": "1", "pass": True}]
