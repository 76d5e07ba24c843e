"""A deal told at the wrong table goes to another one, and both sheets show it without a reload."""

from __future__ import annotations

import touching as at
from playwright.sync_api import expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
SOON = 2_000  # milliseconds, within which every phone shows it


def test_a_deal_moves_and_comes_back(open_table, store, page, other_phone, another_phone):
    open_table()
    open_table(names=("Dana", "Eve", "Ana", "Fay"))
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    here, there = other_phone, another_phone()
    here.goto("/tables/1")
    there.goto("/tables/2")
    page.goto("/tables/1/deals/1")
    page.get_by_text("Confirm it, insert a deal before").click()
    page.get_by_role("link", name="Move to another table").click()
    page.get_by_role("link", name="Dana, Eve and 2 more").click()
    page.get_by_label("In place of Ana").select_option("Eve")
    page.get_by_label("In place of Bo").select_option("Ana")
    at.button(page, "Look at it there").click()
    expect(page.locator("main")).to_contain_text("Eve, garde, 49 with two oudlers: made by 8")
    at.button(page, "Move it there").click()
    expect(at.totals(page)).to_have_text(["−66", "+198", "−66", "−66"])
    expect(at.totals(there)).to_have_text(["−66", "+198", "−66", "−66"], timeout=SOON)
    expect(at.deals(here)).to_have_count(0, timeout=SOON)
    there.get_by_role("button", name="Undo the last change").click()
    expect(at.deals(there)).to_have_count(0)
    expect(at.totals(here)).to_have_text(["+198", "−66", "−66", "−66"], timeout=SOON)
