"""What waits on a phone that has sheets open in two tabs."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from test_outbox import declarers, offline, tell, waiting

FIVE = ("Ana", "Bo", "Chi", "Dana", "Eve")  # one sits out: only the host can tell who, deal by deal


def another_tab(page: Page, path: str = "/tables/1") -> Page:
    opened = page.context.new_page()
    opened.goto(path)
    return opened


def test_a_sheet_whose_deal_waits_stays_when_one_of_another_table_is_sent(open_table, phone, store):
    open_table()
    open_table("tarot", FIVE, at_once=4)
    phone.goto("/tables/2")
    other = another_tab(phone)
    offline(phone)
    tell(phone, "1-garde")
    expect(waiting(phone)).to_have_count(1)
    tell(other, "0-garde")
    expect(waiting(other)).to_have_count(2)
    other.close()
    phone.route("**/tables/2/deals/1", lambda route: route.abort())
    offline(phone, False)
    expect(waiting(phone)).to_have_count(1)
    phone.wait_for_timeout(1_000)  # it would be under way
    expect(phone).to_have_url("/tables/2")
    expect(phone.locator("#record")).to_be_hidden()
    assert (declarers(store), declarers(store, 2)) == (["0"], [])
    phone.unroute("**/tables/2/deals/1")
    expect(phone.locator("#record")).to_be_visible()
    expect(phone).to_have_url("/tables/2")
    assert declarers(store, 2) == ["1"]
