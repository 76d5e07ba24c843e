"""What waits on a phone that has sheets open in two tabs."""

from __future__ import annotations

import pytest
import touching as at
from acts import press
from playwright.sync_api import Page, expect
from test_outbox import BO, declarers, offline, tell, waiting

FIVE = ("Ana", "Bo", "Chi", "Dana", "Eve")  # one sits out: only the host can tell who, deal by deal


@pytest.fixture
def phone(same_phone: Page) -> Page:
    """The phone that all tests share."""
    return same_phone


def another_tab(page: Page, path: str = "/tables/1") -> Page:
    opened = page.context.new_page()
    opened.goto(path)
    return opened


def test_a_sheet_whose_deal_waits_stays_when_one_of_another_table_is_sent(open_table, phone, store):
    """Who sits out in the next deal is not known until the host answers: then it can be told."""
    open_table()
    open_table("tarot", FIVE, at_once=4)
    phone.goto("/tables/2")
    other = another_tab(phone)
    offline(phone)
    tell(phone, "1-garde")
    expect(waiting(phone)).to_have_count(1)
    tell(other, "0-garde")
    expect(waiting(other)).to_have_count(2)
    phone.route("**/tables/2/deals/1", lambda route: route.abort())
    other.goto("about:blank")  # a tab that is closed may end late, and send
    other.close()
    offline(phone, False)
    expect(waiting(phone)).to_have_count(1)
    phone.wait_for_timeout(1_000)  # it would be under way
    expect(phone).to_have_url("/tables/2")
    expect(phone.locator("#record")).to_be_hidden()
    assert (declarers(store), declarers(store, 2)) == (["0"], [])
    phone.unroute("**/tables/2/deals/1")
    expect(phone.locator("#record")).to_be_visible()
    expect(phone).to_have_url("/tables/2")
    expect(at.deals(phone)).to_have_count(1)
    tell(phone, "0-garde")
    expect(at.deals(phone)).to_have_count(2)
    assert declarers(store, 2) == ["1", "0"]


@pytest.mark.parametrize("names", [FIVE[:4], FIVE])
def test_a_deal_that_another_tab_sent_waits_no_more_and_the_next_is_told(
    open_table, phone, store, names
):
    open_table("tarot", names, at_once=4)
    phone.goto("/tables/1")
    phone.route("**/deals/1", lambda route: route.abort())  # as a tab that sleeps
    tell(phone, "1-garde")
    expect(waiting(phone)).to_have_count(1)
    expect(phone.locator("#record")).to_be_visible(visible=len(names) == 4)
    another_tab(phone).bring_to_front()
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(phone.locator("#waits")).to_be_hidden()
    expect(phone.locator("#record")).to_be_visible()
    expect(phone.locator("#index")).to_have_text("2")
    expect(phone.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")
    tell(phone, "0-garde")
    expect(at.deals(phone)).to_have_count(2)
    assert declarers(store) == ["1", "0"]


def test_one_that_is_discarded_elsewhere_is_asked_for_again_once_the_host_answers(
    open_table, phone, store
):
    """A sheet that waits for a silent host is not led to a page that cannot come."""
    open_table("tarot", FIVE, at_once=4)
    phone.goto("/tables/1")
    first = another_tab(phone, "/")
    offline(phone)
    tell(phone, "1-garde")
    expect(waiting(phone)).to_have_count(1)
    expect(waiting(first)).to_have_count(1)
    first.get_by_text("Discard", exact=True).click()
    first.get_by_role("button", name="Discard this deal").click()
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(phone.locator("#connection")).to_be_visible()
    offline(phone, False)
    expect(phone.locator("#record")).to_be_visible()
    tell(phone, "2-garde")
    expect(at.deals(phone)).to_have_count(1)
    assert declarers(store) == ["2"]


def test_a_deal_told_in_another_tab_has_its_number_while_both_wait(open_table, phone, store):
    """A bid that is gone on with keeps its own."""
    open_table()
    phone.goto("/tables/1")
    other = another_tab(phone)
    offline(phone)
    tell(phone, "0-garde")
    expect(waiting(phone)).to_have_count(1)
    expect(waiting(other)).to_have_count(1)
    expect(other.locator("#index")).to_have_text("2")
    press(other, "take=1-garde")
    at.button(other, "Save bid").click()
    expect(waiting(other)).to_have_count(2)
    tell(other, "1-garde")
    expect(waiting(phone)).to_have_count(3)
    expect(phone.locator("#index")).to_have_text("3")
    offline(phone, False)
    expect(other.locator("#outbox")).to_be_hidden()
    expect(phone.locator("#outbox")).to_be_hidden()
    expect(at.totals(phone)).to_have_text(BO)
    assert declarers(store) == ["0", "1"]
