"""A long evening's sheet shows the newest deals; the earlier ones are a touch away, all of them."""

from __future__ import annotations

import pytest
import touching as at
from playwright.sync_api import Page, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
NUMBERS = "(all) => all.map((one) => Number(one.id.replace('deal-', '')))"
PATHS = ["/tables/1", "/tables/1/watch"]


def tell(store, last: int) -> None:
    for number in range(1, last + 1):
        store.save_deal(1, number, GARDE, revision=0, key=None, phone="")


def listed(page: Page, where: str) -> list[int]:
    return page.locator(f"{where} > li").evaluate_all(NUMBERS)


NEWEST, OLDER = ".deals > ol", "#older ol"


@pytest.fixture
def long(open_table, store):
    """A table after twenty deals."""
    open_table()
    tell(store, 20)


@pytest.mark.parametrize("path", PATHS)
def test_the_newest_ten_are_seen_and_a_touch_shows_the_others(long, page, path):
    page.goto(path)
    assert listed(page, NEWEST) == [*range(20, 10, -1)]
    assert listed(page, OLDER) == [*range(10, 0, -1)]
    expect(page.locator("#deal-11")).to_be_visible()
    expect(page.locator("#deal-10 summary")).to_be_hidden()
    at.earlier(page).click()
    expect(page.locator("#deal-10 summary")).to_be_visible()
    page.locator("#deal-1 summary").click()
    expect(page.locator("#deal-1 .count")).to_be_visible()


@pytest.mark.parametrize("path", PATHS)
def test_twelve_deals_are_all_seen(open_table, store, page, path):
    open_table()
    tell(store, 12)
    page.goto(path)
    expect(page.locator("#deal-1 summary")).to_be_visible()
    expect(page.locator("#older")).to_have_count(0)


def test_without_script_too(long, another_phone):
    plain = another_phone(java_script_enabled=False)
    plain.goto("/tables/1")
    expect(plain.locator("#deal-11 summary")).to_be_visible()
    at.earlier(plain).click()
    expect(plain.locator("#deal-1 summary")).to_be_visible()


def test_a_deal_that_is_corrected_below_the_fold_comes_with_those_after_it_each_once(
    long, store, page
):
    page.goto("/tables/1")
    at.earlier(page).click()
    page.locator("#deal-7 summary").click()
    store.save_deal(1, 5, GARDE | {"card_points": 51}, revision=1, key=None, phone="")
    expect(page.locator("#deal-5")).to_contain_text("51 with two oudlers")
    assert listed(page, NEWEST) == [*range(20, 4, -1)]
    assert listed(page, OLDER) == [4, 3, 2, 1]
    expect(page.locator("#deal-7 .count")).to_be_visible()
    expect(page.locator("#deal-4 summary")).to_be_visible()


def test_the_fold_goes_with_the_last_deal_in_it(long, store, page):
    page.goto("/tables/1")
    store.rename(1, 0, "Anna", key=None, phone="")
    expect(page.locator("#deal-1")).to_contain_text("Anna")
    assert listed(page, NEWEST) == [*range(20, 0, -1)]
    expect(page.locator("#older")).to_be_hidden()


def test_a_link_to_an_earlier_deal_unfolds_it(long, page):
    page.goto("/tables/1#deal-3")
    expect(page.locator("#deal-3 summary")).to_be_in_viewport()


def test_a_disputed_deal_is_not_folded_away(long, store, page):
    store.judge(1, 3, "disputed", "Bo had two", revision=1, key=None, phone="another")
    page.goto("/tables/1")
    expect(page.locator("#deal-3 summary")).to_be_visible()


def test_paper_shows_all_deals(long, page):
    page.goto("/tables/1")
    page.emulate_media(media="print")
    for number in (20, 10, 1):
        expect(page.locator(f"#deal-{number} .sentence")).to_be_visible()


def test_the_thirteenth_deal_of_another_phone_folds_nothing(open_table, store, page):
    open_table()
    tell(store, 12)
    page.goto("/tables/1")
    store.save_deal(1, 13, GARDE, revision=0, key=None, phone="")
    expect(page.locator("#deal-13")).to_be_visible()
    assert listed(page, NEWEST) == [*range(13, 0, -1)]
    expect(page.locator("#deal-1 summary")).to_be_visible()
