"""A long evening's sheet shows the newest deals; all of them, and the chart, are a touch away."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import touching as at
from playwright.sync_api import Page, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
NUMBERS = "(all) => all.map((one) => Number(one.id.replace('deal-', '')))"
NEWEST = ".deals > ol"  # of the sheet; on the page of all deals: all
SHEET, WATCH, ALL = "/tables/1", "/tables/1/watch", "/tables/1/deals"


def tell(store, last: int, first: int = 1) -> None:
    for number in range(first, last + 1):
        store.save_deal(1, number, GARDE, revision=0, key=None, phone="")


def listed(page: Page, where: str = NEWEST) -> list[int]:
    return page.locator(f"{where} > li").evaluate_all(NUMBERS)


@pytest.fixture
def long(open_table, store):
    """A table after twenty deals."""
    open_table()
    tell(store, 20)


def test_the_newest_are_on_the_sheet_and_a_touch_leads_to_all_of_them(long, page):
    page.goto(SHEET)
    assert listed(page) == [20, 19, 18, 17, 16]
    at.earlier(page).tap()
    expect(page).to_have_url(re.compile(f"{ALL}$"))
    assert listed(page) == [*range(20, 0, -1)]
    page.emulate_media(media="print")  # on paper too
    for number in (20, 10, 1):
        expect(page.locator(f"#deal-{number} .sentence")).to_be_visible()
    page.emulate_media(media="screen")
    page.locator("#deal-1 summary").tap()
    expect(page.locator("#deal-1 .count")).to_be_visible()
    page.get_by_role("link", name="Correct this deal").locator("visible=true").tap()
    expect(page).to_have_url(re.compile("/tables/1/deals/1$"))
    page.goto(f"{ALL}#deal-3")  # a link to an earlier deal
    expect(page.locator("#deal-3 summary")).to_be_in_viewport()


def test_who_only_looks_on_unfolds_the_earlier_ones_in_place(long, page):
    page.goto(WATCH)
    assert listed(page) == [*range(20, 10, -1)]
    assert listed(page, "#older ol") == [*range(10, 0, -1)]
    expect(page.locator("#deal-10 summary")).to_be_hidden()
    page.locator("#older > details > summary").tap()
    page.locator("#deal-1 summary").tap()
    expect(page.locator("#deal-1 .count")).to_be_visible()


def test_a_few_deals_are_all_seen_and_a_link_leads_to_the_chart(open_table, store, page):
    open_table()
    tell(store, 1)
    page.goto(SHEET)
    page.get_by_role("link", name="Running totals").tap()
    expect(page.locator("svg.chart")).to_be_in_viewport()
    for path, first, last in ((SHEET, 2, 5), (WATCH, 7, 12)):
        tell(store, last, first)
        page.goto(path)
        expect(page.locator("#deal-1 summary"), path).to_be_visible()
        expect(page.locator("#older, #all-deals > *"), path).to_have_count(0)
        if path == SHEET:
            store.save_deal(1, 6, GARDE, revision=0, key=None, phone="")
            expect(page.locator("#deal-6")).to_be_visible()  # and folds nothing
            assert listed(page) == [6, 5, 4, 3, 2, 1]
            expect(page.locator("#deal-1 summary")).to_be_visible()
            expect(page.locator("#running svg.chart")).to_be_visible()


def test_without_script_too(long, plain):
    plain.goto(SHEET)
    expect(plain.locator("#deal-16 summary")).to_be_visible()
    at.earlier(plain).click()
    expect(plain.locator("#deal-1 summary")).to_be_visible()
    expect(plain.locator("svg.chart")).to_be_visible()
    plain.goto(SHEET)
    plain.get_by_role("link", name="Show the chart").click()
    expect(plain.locator("svg.chart")).to_be_visible()


def heights(page: Page) -> list[float]:
    """Of the running totals and of the deals."""
    return [page.locator(one).bounding_box()["height"] for one in ("#running", ".deals")]


def letters(page: Page) -> float:
    """How large the words of the chart are drawn."""
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    scale = page.locator("#running svg.chart").bounding_box()["width"] / 370
    return float(page.locator("#running .tick text").first.evaluate(size)) * scale


def at_widths(page: Page, look: Callable[[Page], object]) -> dict[int, object]:
    """What is seen on phones and screens."""
    found = {}
    for width in (768, 1024, 1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = look(page)
    return found


def test_the_chart_comes_in_sight_moves_nothing_is_read_and_goes_on_with_the_deals(
    long, store, page
):
    page.goto(SHEET, wait_until="networkidle")
    expect(page.locator("svg.chart")).to_have_count(0)
    chart = at.first_held(page, "**/chart")
    with page.expect_request("**/chart"):
        page.locator("#running").scroll_into_view_if_needed()
    before = at_widths(page, heights)
    at.is_held(page, chart).continue_()
    expect(page.locator("#running svg.chart")).to_be_visible()
    after, sizes = at_widths(page, heights), at_widths(page, letters)
    assert after == {width: pytest.approx(high, abs=1) for width, high in before.items()}
    assert {width: size for width, size in sizes.items() if size < 12} == {}
    ticks = page.locator("#running .tick")
    before = ticks.text_content()
    store.save_deal(1, 21, GARDE | {"contract": "garde_contre"}, revision=0, key=None, phone="")
    expect(ticks).not_to_have_text(before)


def test_what_happens_to_deals_further_down_is_said_on_an_open_sheet(long, store, page):
    """One is corrected, one disputed and confirmed; then a name changes them all."""
    page.goto(SHEET)
    page.locator("#deal-17 summary").tap()
    store.save_deal(1, 14, GARDE | {"card_points": 51}, revision=1, key=None, phone="")
    expect(page.locator("#deal-14")).to_contain_text("51 with two oudlers")
    assert listed(page) == [20, 19, 18, 17, 16, 15, 14]  # with those after it, each once
    expect(page.locator("#deal-17 .count")).to_be_visible()
    sign = at.earlier(page).get_by_role("img", name="disputed")
    expect(sign).to_have_count(0)
    store.judge(1, 3, "disputed", "Bo had two", revision=1, key=None, phone="another")
    expect(sign).to_be_visible()
    page.reload()  # as who comes now has it
    expect(sign).to_be_visible()
    store.judge(1, 3, "confirmed", "", revision=1, key=None, phone="another")
    expect(sign).to_have_count(0)
    store.rename(1, 0, "Anna", key=None, phone="")
    expect(page.locator("#deal-1")).to_contain_text("Anna")
    assert listed(page) == [*range(20, 0, -1)]


def test_deals_that_are_taken_back_make_room_for_those_before_them(open_table, store, page):
    """The sheet lists the newest alone: of six deals, five taken back, one is left to be seen."""
    open_table()
    tell(store, 6)
    page.goto(SHEET)
    assert listed(page) == [6, 5, 4, 3, 2]
    for number in (6, 5, 4, 3, 2):
        store.undo(1, key=None, phone="")
        expect(page.locator(f"#deal-{number}")).to_have_count(0)
    assert listed(page) == [1]
    expect(page.locator("#all-deals > *")).to_have_count(0)
    store.undo(1, key=None, phone="")
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_who_confirms_an_older_deal_is_led_to_where_it_is_listed(long, page, store):
    for number, path in ((3, ALL), (19, SHEET)):
        page.goto(f"/tables/1/deals/{number}/verdict")
        page.get_by_role("button", name="Confirm", exact=True).tap()
        expect(page).to_have_url(re.compile(f"{path}#deal-{number}$"))
        expect(page.locator(f"#deal-{number} summary")).to_be_in_viewport()


def test_a_chart_that_comes_late_takes_no_newer_ones_place(long, store, page):
    held = at.first_held(page, "**/chart")
    with page.expect_request("**/chart"):
        page.goto(SHEET)
        page.locator("#running").scroll_into_view_if_needed()
    store.save_deal(1, 21, GARDE, revision=0, key=None, phone="")
    last = page.locator("#running .tick text[text-anchor=middle]").last
    expect(last).to_have_text("20")
    expect(page.locator("#deal-21")).to_be_visible()
    drawn = page.locator("#running svg").inner_html()
    with page.expect_response("**/chart"):
        held[0].fulfill(body="<p>late</p>")
    expect(page.locator("#running")).not_to_contain_text("late")
    assert page.locator("#running svg").inner_html() == drawn
