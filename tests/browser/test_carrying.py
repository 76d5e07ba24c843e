"""Totals corrected where they come from, at a sheet that lies open on a phone."""

from __future__ import annotations

import pytest
import touching as at
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion.store import Opening

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
HOW = {"key": None, "phone": ""}


@pytest.fixture
def sheet(open_table, store, page) -> Page:
    """Goes on from table 1, whose only deal is corrected while it lies open."""
    table = open_table()
    store.save_deal(1, 1, GARDE, revision=0, **HOW)
    start = store.table(1).totals
    store.open_table(Opening("tarot", table.sitting, start=start, goes_on=1), closes=True, **HOW)
    page.goto("/tables/2")
    store.save_deal(1, 1, {**GARDE, "contract": "prise"}, revision=1, **HOW)
    return page


def test_an_open_sheet_hears_of_it_and_takes_it_over_with_one_touch(sheet, store):
    at.button(sheet, "Take over the corrected totals").click()
    expect(at.totals(sheet)).to_have_text(["+99", "−33", "−33", "−33"])
    expect(at.button(sheet, "Take over the corrected totals")).to_have_count(0)
    assert store.table(2).start == (198, -66, -66, -66)  # in halves


def test_anybody_can_read_it(sheet):
    expect(at.button(sheet, "Take over the corrected totals")).to_be_visible()
    no_violation_by_day_and_by_night(sheet)
    sheet.reload()
    expect(at.button(sheet, "Take over the corrected totals")).to_be_in_viewport()
    no_violation_by_day_and_by_night(sheet)


def no_violation_by_day_and_by_night(sheet: Page) -> None:
    for scheme in ("light", "dark"):
        sheet.emulate_media(color_scheme=scheme)
        assert Axe().run(sheet).response["violations"] == []
