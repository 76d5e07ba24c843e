"""The page of a season: its columns fall away with the width, the best evenings are touched."""

import pytest
from playwright.sync_api import Page, expect
from seeded import LONGEST

from companion.store import Opening

HOW = {"key": None, "phone": ""}
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


@pytest.fixture
def season(app):
    """Six evenings of one deal each: 132 for the first, −66 for the two others."""
    store = app.extensions["store"]
    season = store.open_season("2026/27", **HOW)
    for day in range(1, 7):
        evening = store.open_evening(f"Evening {day}", f"2026-10-0{day}", "", {"tarot": {}}, **HOW)
        names = ["さくら", LONGEST, "Chi"] if day < 6 else [LONGEST, "さくら", "Chi"]
        table = store.open_table(Opening("tarot", names), **HOW)
        put = "UPDATE tables SET evening_id = ?, position = 1, place = 1 WHERE id = ?"
        store.db.execute(put, [evening.id, table.id])
        store.save_deal(table.id, 1, GARDE, revision=0, **HOW)
        store.change_evening(evening.id, season_id=season.id, **HOW)
    return season


COLUMNS = {320: 4, 390: 4, 768: 7, 1280: 11}


def test_columns_fall_away_with_the_width_what_each_deal_gave_does_not_and_nothing_is_wider(
    page: Page, season
):
    """594 over six deals."""
    page.goto("/seasons/1")
    expect(page.locator(".season-table tbody tr")).to_have_count(3)
    first = page.locator(".season-table tbody tr").first
    for width, columns in COLUMNS.items():
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(".season-table thead th:visible")).to_have_count(columns)
        said = first.get_by_text("+99.0" if width > 400 else "+99.0 per deal", exact=True)
        expect(said.filter(visible=True)).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_best_evenings_are_touched(page: Page, season):
    """5 × 132 − 66 = 594 over all; the best four are 528, and of the others 132 − 3 × 66."""
    page.goto("/seasons/1")
    first, second = (page.locator(".season-table tbody tr").nth(n) for n in (0, 1))
    expect(first.locator(".number")).to_have_text("+594")
    page.get_by_role("link", name="4", exact=True).click()
    expect(first.locator(".number")).to_have_text("+528")
    expect(second.locator(".name")).to_have_text(LONGEST)
    expect(second.locator(".number")).to_have_text("−66")
