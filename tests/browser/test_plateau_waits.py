"""A host that is silent while Le Plateau is bid, or a deal is saved: what can be done is said."""

from __future__ import annotations

import touching as at
from hexes import SIX, begin, won
from playwright.sync_api import expect
from test_outbox import offline, waiting


def test_a_word_of_the_auction_waits_and_the_next_are_for_paper(open_table, store, phone):
    open_table("plateau")
    phone.goto("/tables/1")
    offline(phone)
    phone.locator("#says-pass").click()
    expect(phone.get_by_text("The last word waits here")).to_be_visible()
    offline(phone, False)
    expect(phone.locator("#said li").nth(0)).to_contain_text("pass")
    assert len(store.deal(1, 1).facts["bids"]) == 1


def test_a_saved_deal_that_waits_says_what_can_be_done_of_the_next(open_table, store, phone):
    begin(store, open_table, *SIX, won("declarer", "KS"), won("defence"), won("defence"), made=True)
    phone.goto("/tables/1")
    offline(phone)
    at.button(phone, "Save").click()
    expect(waiting(phone)).to_have_count(1)
    expect(phone.get_by_text("Until then note on paper what is played.")).to_be_visible()
    offline(phone, False)
    expect(at.deals(phone)).to_have_count(1)
