"""Once the phone has a network again, what waited is sent and what is old is asked for, at once.

The clock stands still: nothing comes here because a timer was due.
"""

from __future__ import annotations

import pytest
import touching as at
from playwright.sync_api import Page, expect
from test_outbox import ANA, declarers, offline, press, tell, waiting

from companion.store import DrawnTable

HOW = {"key": None, "phone": ""}


@pytest.fixture
def phone(store, another_phone) -> Page:
    """A phone that may complain, whose clock can be stopped, beside an evening."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    phone = another_phone()
    phone.clock.install(time="2026-01-02T20:00:00")
    return phone


def a_minute_later(page: Page) -> None:
    """All requests due within a minute are sent, in vain; then the clock stands still."""
    with page.expect_event("requestfailed"):
        page.clock.pause_at("2026-01-02T20:01:00")


def test_a_deal_that_waits_is_sent(open_table, phone, store):
    open_table()
    phone.goto("/tables/1")
    offline(phone)
    tell(phone, "0-garde")
    expect(waiting(phone)).to_have_count(1)
    a_minute_later(phone)
    offline(phone, False)
    expect(at.totals(phone)).to_have_text(ANA)
    assert declarers(store) == ["0"]


def test_a_board_that_asked_in_vain_is_right(store, phone):
    phone.goto("/evenings/1")
    offline(phone)
    a_minute_later(phone)
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana"], "tarot", **HOW)
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", (1, 2, 3, 4))], [], **HOW)
    store.publish(1, 1, **HOW)
    offline(phone, False)
    expect(phone.locator("#table-1")).to_contain_text("no deal yet")


def test_a_note_that_the_host_is_silent_goes(phone):
    phone.goto("/evenings/1/settings")
    offline(phone)
    phone.get_by_role("button", name="Close the evening").click()
    expect(phone.locator("#silent")).to_be_visible()
    a_minute_later(phone)
    offline(phone, False)
    expect(phone.locator("#silent")).to_be_hidden()


def test_a_correction_whose_preview_was_lost_is_counted_once_the_host_is_back(
    open_table, phone, store
):
    """No network comes back here, so it is a timer that asks."""
    open_table()
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, facts, revision=0, **HOW)
    phone.goto("/tables/1/deals/1")
    phone.route("**/tables/1/**", lambda route: route.abort())
    press(phone, "oudlers=3")
    expect(phone.locator("#record.unanswered")).to_be_visible()
    phone.unroute("**/tables/1/**")
    phone.clock.run_for(4000)
    expect(phone.locator("#record.unanswered")).to_have_count(0)
    expect(phone.locator(".bar")).to_contain_text("+228")
