"""The page of the deal at hand, alone: as live as the sheet, and what is typed there stays."""

from __future__ import annotations

import re

import pytest
import touching as at
from hexes import DEAL, begin, space, winner, won
from pages import press, type_points
from playwright.sync_api import expect

OWN = re.compile(r"\bown\b")
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


def asked(page) -> None:
    """The page has asked whether anything changed since it is open."""
    with page.expect_response("**/version"):
        pass


def test_a_trick_that_another_phone_marks_shows_on_the_deals_own_page(
    store, open_table, page, other_phone
):
    begin(store, open_table)
    other = other_phone
    page.goto(DEAL)
    other.goto("/tables/1")
    winner(other, "declarer").click()
    expect(space(page, "T1")).to_have_class(OWN, timeout=4_000)
    space(page, "KH").click()
    expect(space(other, "KH")).to_have_class(OWN)


def test_the_question_that_is_open_there_stays_while_another_phone_marks_a_trick(
    store, open_table, page
):
    begin(store, open_table)
    page.goto(f"{DEAL}?asks=bid")
    asked(page)
    store.touch(1, 1, {"touch": ["trick-1-declarer"]}, key=None, phone="")
    revision = str(store.deal(1, 1).revision)
    expect(page.locator("#record [name=revision]")).to_have_value(revision)
    expect(page.locator("#record [name=asks]")).to_have_value("bid")
    press(page, "objective=fork")
    page.locator("#record .keep").click()
    expect(page).to_have_url("/tables/1")
    told = store.deal(1, 1).facts
    assert (told["objective"], told["tricks"]) == ("fork", [won("declarer")])


def test_a_deal_that_is_told_elsewhere_makes_room_for_the_next(open_table, store, page):
    open_table()
    page.goto(DEAL)
    asked(page)
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    expect(at.totals(page)).to_have_text(["+198", "−66", "−66", "−66"])
    expect(page.locator("#subtitle")).to_have_text("Deal 2")
    expect(page.locator("#index")).to_have_text("2")
    expect(page.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")


def test_what_is_typed_there_stays(open_table, store, page):
    open_table()
    page.goto(DEAL)
    type_points(page, "60")
    press(page, "take=3-garde")
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    expect(at.totals(page)).to_have_text(["+198", "−66", "−66", "−66"])
    expect(page.locator("#meanwhile")).to_be_visible()
    expect(at.take(page, "Dana", "Garde")).to_be_checked()
    expect(page.locator("#points")).to_have_value("60")


@pytest.mark.parametrize("path", ["/tables/1/deals/1", "/tables/1/deals/2?before=1"])
def test_a_correction_or_a_deal_put_in_before_is_no_page_of_the_deal_at_hand(
    open_table, store, page, path
):
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    page.goto(path)
    expect(page.locator("#record")).to_be_visible()
    expect(page.locator("[data-live]")).to_have_count(0)


def test_a_form_that_came_back_refused_stays_as_it_was_posted(open_table, store, page):
    open_table()
    page.goto(DEAL)
    type_points(page, "99")
    press(page, "take=0-garde", "oudlers=2")
    page.locator("#record").evaluate("(form) => form.submit()")
    expect(page.locator(".problem").first).to_be_visible()
    expect(page.locator("[data-live]")).to_have_count(0)
