"""Saved once, whatever the thumb and the browser do: double taps, reload, back, forward."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import pytest
import touching as at
import world
from pages import press, send, type_points
from playwright.sync_api import Browser, Page, Route, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
CHECK = "(cell) => { cell.checked = true }"
# What the second half of a slow double tap may find under the finger.
MEETS = ("the page that was tapped", "the page that comes")
BEFORE = "2026-01-02T19:59:00"
TAPPED, A_SECOND_LATER = "2026-01-02T20:00:00", "2026-01-02T20:00:01"
A_DEAL = re.compile(r"/deals/\d+(/half|/delete)?$")  # not its preview
ONE_DEAL = ["+198", "−66", "−66", "−66"]


def fill(page: Page) -> None:
    """Garde by Ana, two oudlers, 49 points: 66 from each (rules/tarot.md). One touch tells all."""
    type_points(page, "49")
    page.locator("#record [name=oudlers][value='2']").evaluate(CHECK)
    press(page, "take=0-garde")


def deals(store, table: int = 1) -> int:
    return store.table(table).deals


@pytest.fixture
def sheet(open_table, page) -> Page:
    """A table without deals, and its sheet."""
    open_table()
    page.goto("/tables/1")
    return page


@pytest.fixture(scope="module")
def kept(browser: Browser, door: world.Door) -> Iterator[world.Kept]:
    """A phone whose clock is set, for all tests here."""
    with world.phone(browser, door.address) as context:
        yield world.Kept(context)


@pytest.fixture
def own_page(kept: world.Kept, address: str) -> Iterator[Page]:
    """That phone, remembering nothing; the test fails if its browser complains of anything."""
    kept.complaints.clear()
    kept.context.clock.set_fixed_time(BEFORE)
    yield kept.page
    kept.forgets(address)
    assert kept.complaints == []


@pytest.fixture
def timed(open_table, own_page) -> Page:
    """The same, on the phone whose clock is set."""
    open_table()
    own_page.goto("/tables/1")
    return own_page


@pytest.fixture
def sheets(store, open_table, own_page) -> Callable[..., Iterator[tuple[str, int]]]:
    """For each thing that the second half of a tap may meet, the sheet of a table of its own."""

    def opened(
        bid: dict | None = None, those: Sequence[str] = MEETS, **rules: object
    ) -> Iterator[tuple[str, int]]:
        for meets in those:
            table = open_table(**rules).id
            if bid:
                store.keep_half(table, 1, bid, revision=0, key=None, phone="")
            own_page.goto(f"/tables/{table}")
            yield meets, table

    return opened


def test_a_double_tap_on_save_on_undo_and_on_open_is_one(store, sheet):
    fill(sheet)
    expect(at.said(sheet, "told")).to_be_visible()
    at.button(sheet, "Save").dblclick(no_wait_after=True)
    expect(at.deals(sheet)).to_have_count(1)
    assert deals(store) == 1
    store.save_deal(1, 2, GARDE, revision=0, key=None, phone="")
    sheet.reload()
    at.button(sheet, "Undo the last change").dblclick(no_wait_after=True)
    expect(at.deals(sheet)).to_have_count(1)
    assert deals(store) == 1
    sheet.goto("/tables/new?table=1")
    at.button(sheet, "Open").dblclick(no_wait_after=True)
    expect(sheet).to_have_url(re.compile("/tables/2$"))
    assert len(store.tables("open")) == 2


def tap_twice(page: Page, label: str, meets: str) -> None:
    """Two taps at one place, whatever lies there by the second; by the page's clock at once."""
    page.clock.set_fixed_time(TAPPED)
    middle = middle_of(page, label)
    if meets == "the page that was tapped":
        held = tap_and_hold(page, label)
        page.mouse.click(*middle)
        held.continue_()
    else:
        with page.expect_navigation():
            at.button(page, label).click()
        at.drawn(page)
        page.mouse.click(*middle)


def middle_of(page: Page, label: str) -> tuple[float, float]:
    """The middle of the button with this name, once the phone has drawn the page."""
    at.drawn(page)
    box = at.place_of(at.button(page, label))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_and_hold(page: Page, label: str) -> Route:
    """The request that a tap on a button sends; it does not reach the host yet."""
    held: list[Route] = []
    page.route(A_DEAL, lambda route: held.append(route), times=1)
    with page.expect_request(A_DEAL):
        at.button(page, label).click(no_wait_after=True)
    return at.is_held(page, held)


def a_second_one_has_come(page: Page) -> None:
    """Waits as long as it would take."""
    page.wait_for_timeout(300)


def test_a_slow_double_tap_that_meets_the_form_of_the_next_deal_passes_one(store, own_page, sheets):
    for meets, table in sheets():
        tap_twice(own_page, "All passed", meets)
        expect(at.deals(own_page), meets).to_have_count(1)
        a_second_one_has_come(own_page)
        assert deals(store, table) == 1, meets
    own_page.clock.set_fixed_time(A_SECOND_LATER)
    at.button(own_page, "All passed").click()
    expect(at.deals(own_page)).to_have_count(2)


def test_a_slow_double_tap_on_save_stays_on_the_sheet(store, own_page, sheets):
    for meets, table in sheets():
        fill(own_page)
        expect(at.said(own_page, "told")).to_be_visible()
        tap_twice(own_page, "Save", meets)
        expect(at.deals(own_page), meets).to_have_count(1)
        a_second_one_has_come(own_page)
        expect(own_page, meets).to_have_url(f"/tables/{table}")
        assert deals(store, table) == 1, meets


def test_neither_of_two_versions_is_put_in_place_of_the_other_by_a_tap_that_meets_them(
    store, own_page, sheets
):
    """Nor by a double tap on Save, when another phone has told the deal before."""
    theirs = GARDE | {"declarer": "1", "card_points": 50}
    own_page.route("**/version", lambda route: route.abort())
    for meets, table in sheets(those=MEETS[1:]):
        fill(own_page)
        expect(at.said(own_page, "told")).to_be_visible()
        store.save_deal(table, 1, theirs, revision=0, key=None, phone="x")
        tap_twice(own_page, "Save", meets)
        expect(own_page.locator(".two-versions"), meets).to_be_visible()
        a_second_one_has_come(own_page)
        expect(own_page.locator(".two-versions"), meets).to_be_visible()
        assert store.deal(table, 1).facts["declarer"] == "1", meets
    at.button(own_page, "Save mine").click()  # it has only just come, by its clock
    a_second_one_has_come(own_page)
    expect(own_page.locator(".two-versions")).to_be_visible()
    assert store.deal(table, 1).facts["declarer"] == "1"
    own_page.clock.set_fixed_time(A_SECOND_LATER)
    at.button(own_page, "Save mine").click()
    expect(at.totals(own_page)).to_have_text(ONE_DEAL)


def test_a_double_tap_on_save_of_the_last_deal_opens_no_other_table(store, own_page, sheets):
    for meets, table in sheets(those=MEETS[1:], deals=1):
        fill(own_page)
        expect(at.said(own_page, "told")).to_be_visible()
        tap_twice(own_page, "Save", meets)
        expect(at.button(own_page, "Same players, new game"), meets).to_be_visible()
        a_second_one_has_come(own_page)
        expect(own_page, meets).to_have_url(f"/tables/{table}")
        assert len(store.tables("open")) == table, meets


def test_a_double_tap_on_take_back_passes_no_deal(store, own_page, sheets):
    for meets, table in sheets({"declarer": "0", "contract": "garde"}):
        tap_twice(own_page, "Take back", meets)
        expect(at.deals(own_page), meets).to_have_count(0)
        a_second_one_has_come(own_page)
        assert deals(store, table) == 0, meets


def test_a_double_tap_that_notes_the_bid_stays_on_the_sheet(own_page, sheets):
    for meets, table in sheets():
        press(own_page, "take=0-garde")
        keep = own_page.locator(".bar .keep")
        expect(keep).to_be_visible()
        tap_twice(own_page, keep.inner_text(), meets)
        expect(own_page.locator(".half-told"), meets).to_be_visible()
        a_second_one_has_come(own_page)
        expect(own_page, meets).to_have_url(f"/tables/{table}")


def test_the_host_may_take_its_time_between_the_halves_of_a_tap(store, timed):
    """The half second is that of the page that comes, not of the one that was tapped."""
    timed.clock.set_fixed_time(TAPPED)
    middle = middle_of(timed, "All passed")
    held = tap_and_hold(timed, "All passed")
    timed.clock.set_fixed_time("2026-01-02T20:00:02")
    with timed.expect_navigation():
        held.continue_()
    at.drawn(timed)
    timed.mouse.click(*middle)
    a_second_one_has_come(timed)
    assert deals(store) == 1


def test_the_second_half_of_a_tap_answers_no_warning_that_lies_under_it(store, timed):
    """With letters so large that the bar is as narrow as its button. A second later a tap does."""
    timed.set_viewport_size({"width": 256, "height": 480})
    fill(timed)
    expect(at.said(timed, "told")).to_be_visible()
    timed.clock.set_fixed_time(TAPPED)
    middle = middle_of(timed, "Save")
    held = at.first_held(timed, "**/preview")
    timed.locator("[data-types='½']").first.evaluate("(key) => key.click()")
    timed.touchscreen.tap(*middle)
    at.is_held(timed, held).continue_()
    expect(at.said(timed, "warned")).to_be_visible()
    timed.touchscreen.tap(*middle)
    a_second_one_has_come(timed)
    assert (deals(store), middle_of(timed, "Save anyway")[1]) == (0, middle[1])
    timed.clock.set_fixed_time(A_SECOND_LATER)
    timed.touchscreen.tap(*middle)
    expect(at.deals(timed)).to_have_count(1)


def test_a_tap_while_a_bid_is_on_its_way_keeps_nobody_from_what_comes_of_it(store, timed):
    press(timed, "take=0-garde")
    keep = timed.locator(".bar .keep")
    expect(keep).to_be_visible()
    timed.route("**/version", lambda route: route.abort())
    theirs = {"declarer": "1", "contract": "garde"}
    store.keep_half(1, 1, theirs, revision=0, key=None, phone="x")
    timed.clock.set_fixed_time(TAPPED)
    middle = middle_of(timed, keep.inner_text())
    held = tap_and_hold(timed, keep.inner_text())
    timed.clock.set_fixed_time(A_SECOND_LATER)
    timed.mouse.click(*middle)
    held.continue_()
    expect(timed.locator(".two-versions")).to_be_visible()


def test_a_touch_on_the_bar_before_its_script_is_there_does_nothing_for_a_moment(page, open_table):
    open_table()
    page.goto("/tables/1/more")
    held = []
    page.route("**/*.js", lambda route: held.append(route))
    page.evaluate("setTimeout(() => { location = '/tables/1' })")
    bar = page.locator("#record .bar-line")
    around = page.locator("#record .bar")  # where a touch goes then, and does nothing
    expect(around).to_have_css("pointer-events", "auto")
    expect(bar).to_have_css("pointer-events", "none")
    expect(bar).to_have_css("pointer-events", "auto")  # should it never come
    assert page.evaluate("document.documentElement.className") == ""
    for route in held:
        route.continue_()
    expect(bar).to_have_css("animation-name", "none")


def test_a_reload_and_the_back_button_after_saving_show_pages_as_they_are_now(
    store, open_table, page
):
    open_table()
    page.goto("/")
    page.goto("/tables/1")
    fill(page)
    send(page)
    page.reload()
    expect(at.totals(page)).to_have_text(ONE_DEAL)
    assert deals(store) == 1
    page.go_back()
    expect(at.totals(page)).to_have_text(ONE_DEAL)
    expect(at.said(page, "empty")).to_be_visible()
    expect(page.locator(".rows :checked")).to_have_count(0)
    expect(page.locator("#points")).to_have_value("")
    page.go_back()
    expect(page.locator(".table-card")).to_contain_text("deal 2")
    assert deals(store) == 1


def test_the_form_found_by_the_back_button_cannot_record_the_deal_again(store, open_table, page):
    open_table()
    page.goto("/tables/1/deals/1")
    fill(page)
    send(page)
    page.go_back()
    fill(page)
    send(page)
    assert deals(store) == 1


def test_a_refused_page_can_be_loaded_again_left_by_back_and_come_back_to(store, sheet):
    type_points(sheet, "99")
    press(sheet, "take=0-garde", "oudlers=2")
    send(sheet)
    sheet.reload()
    expect(sheet.locator(".problem")).to_be_visible()
    sheet.go_back()
    expect(sheet.locator("#record")).to_be_visible()
    assert deals(store) == 0
    type_points(sheet, "99")
    press(sheet, "take=0-garde", "oudlers=2")
    send(sheet)
    type_points(sheet, "49")
    send(sheet)
    sheet.go_back()
    expect(sheet.locator(".problem")).to_be_visible()
    assert deals(store) == 1
