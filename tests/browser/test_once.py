"""Saved once, whatever the thumb and the browser do: double taps, reload, back, forward."""

from __future__ import annotations

import re

import pytest
import touching as at
from pages import press, send, type_points
from playwright.sync_api import Page, Route, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
# What a browser does that sends again because the first connection broke; where both ended.
SEND_TWICE = """async () => {
    const form = document.getElementById("record");
    const body = new URLSearchParams(new FormData(form));
    const send = () => fetch(form.action, { method: "POST", body });
    const answers = await Promise.all([send(), send()]);
    return answers.map((answer) => new URL(answer.url).pathname);
}"""
SECOND_HALF = pytest.mark.parametrize("meets", ["the page that was tapped", "the page that comes"])
A_DEAL = re.compile(r"/deals/\d+(/half|/delete)?$")  # not its preview
ONE_DEAL = ["+198", "−66", "−66", "−66"]


def fill(page: Page) -> None:
    """Garde by Ana, two oudlers, 49 points: 66 from each (rules/tarot.md)."""
    type_points(page, "49")
    press(page, "take=0-garde", "oudlers=2")


def deals(store) -> int:
    return store.table(1).deals


@pytest.fixture
def sheet(open_table, page) -> Page:
    """A table without deals, its sheet opened from the home page by a phone known there."""
    open_table()
    for address in ("/settings", "/", "/tables/1"):
        page.goto(address)
    return page


def test_a_double_tap_on_save_records_once(store, sheet):
    fill(sheet)
    expect(at.said(sheet, "told")).to_be_visible()
    at.button(sheet, "Save").dblclick(no_wait_after=True)
    expect(at.deals(sheet)).to_have_count(1)
    assert deals(store) == 1


def tap_twice(page: Page, label: str, meets: str) -> None:
    """At the same place, whatever lies there by then; by the clock of the page both at once."""
    page.clock.set_fixed_time("2026-01-02T20:00:00")
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
    """Of the button that is called so, on a page that a phone has drawn by now."""
    at.drawn(page)
    box = at.place_of(at.button(page, label))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_and_hold(page: Page, label: str) -> Route:
    """What a tap on a button asks the host, who does not hear it yet."""
    held: list[Route] = []
    page.route(A_DEAL, lambda route: held.append(route), times=1)
    with page.expect_request(A_DEAL):
        at.button(page, label).click(no_wait_after=True)
    return at.is_held(page, held)


@SECOND_HALF
def test_a_slow_double_tap_that_meets_the_form_of_the_next_deal_passes_one(store, sheet, meets):
    tap_twice(sheet, "All passed", meets)
    expect(at.deals(sheet)).to_have_count(1)
    sheet.wait_for_timeout(300)  # as long as a second one would take
    assert deals(store) == 1
    sheet.clock.set_fixed_time("2026-01-02T20:00:01")
    at.button(sheet, "All passed").click()
    expect(at.deals(sheet)).to_have_count(2)


@SECOND_HALF
def test_a_slow_double_tap_on_save_stays_on_the_sheet(store, sheet, meets):
    fill(sheet)
    expect(at.said(sheet, "told")).to_be_visible()
    tap_twice(sheet, "Save", meets)
    expect(at.deals(sheet)).to_have_count(1)
    sheet.wait_for_timeout(300)
    expect(sheet).to_have_url("/tables/1")
    assert deals(store) == 1


@SECOND_HALF
def test_a_double_tap_on_save_puts_nothing_in_place_of_what_another_phone_told(store, sheet, meets):
    fill(sheet)
    expect(at.said(sheet, "told")).to_be_visible()
    sheet.route("**/version", lambda route: route.abort())
    theirs = GARDE | {"declarer": "1", "card_points": 50}
    store.save_deal(1, 1, theirs, revision=0, key=None, phone="x")
    tap_twice(sheet, "Save", meets)
    expect(sheet.locator(".two-versions")).to_be_visible()
    sheet.wait_for_timeout(300)
    expect(sheet.locator(".two-versions")).to_be_visible()
    assert store.deal(1, 1).facts["declarer"] == "1"


def test_a_tap_that_meets_both_versions_as_they_come_puts_neither_in_place_of_the_other(
    store, sheet
):
    fill(sheet)
    expect(at.said(sheet, "told")).to_be_visible()
    sheet.route("**/version", lambda route: route.abort())
    theirs = GARDE | {"declarer": "1", "card_points": 50}
    store.save_deal(1, 1, theirs, revision=0, key=None, phone="x")
    sheet.clock.set_fixed_time("2026-01-02T20:00:00")
    at.button(sheet, "Save").click()
    expect(sheet.locator(".two-versions")).to_be_visible()
    at.button(sheet, "Save mine").click()
    sheet.wait_for_timeout(300)
    expect(sheet.locator(".two-versions")).to_be_visible()
    assert store.deal(1, 1).facts["declarer"] == "1"
    sheet.clock.set_fixed_time("2026-01-02T20:00:01")
    at.button(sheet, "Save mine").click()
    expect(at.totals(sheet)).to_have_text(ONE_DEAL)


@SECOND_HALF
def test_a_double_tap_on_save_of_the_last_deal_opens_no_other_table(store, open_table, page, meets):
    open_table(deals=1)
    page.goto("/tables/1")
    fill(page)
    expect(at.said(page, "told")).to_be_visible()
    tap_twice(page, "Save", meets)
    expect(at.button(page, "Same players, new game")).to_be_visible()
    page.wait_for_timeout(300)
    expect(page).to_have_url("/tables/1")
    assert len(store.tables("open")) == 1


@SECOND_HALF
def test_a_double_tap_on_take_back_passes_no_deal(store, sheet, meets):
    bid = {"declarer": "0", "contract": "garde"}
    store.keep_half(1, 1, bid, revision=0, key=None, phone="")
    sheet.reload()
    tap_twice(sheet, "Take back", meets)
    expect(at.deals(sheet)).to_have_count(0)
    sheet.wait_for_timeout(300)
    assert deals(store) == 0


@SECOND_HALF
def test_a_double_tap_that_notes_the_bid_stays_on_the_sheet(store, sheet, meets):
    press(sheet, "take=0-garde")
    keep = sheet.locator(".bar .keep")
    expect(keep).to_be_visible()
    tap_twice(sheet, keep.inner_text(), meets)
    expect(sheet.locator(".half-told")).to_be_visible()
    sheet.wait_for_timeout(300)
    expect(sheet).to_have_url("/tables/1")


def test_the_host_may_take_its_time_between_the_halves_of_a_tap(store, sheet):
    """The half second is that of the page that comes, not of the one that was tapped."""
    sheet.clock.set_fixed_time("2026-01-02T20:00:00")
    middle = middle_of(sheet, "All passed")
    held = tap_and_hold(sheet, "All passed")
    sheet.clock.set_fixed_time("2026-01-02T20:00:02")
    with sheet.expect_navigation():
        held.continue_()
    at.drawn(sheet)
    sheet.mouse.click(*middle)
    sheet.wait_for_timeout(300)
    assert deals(store) == 1


def test_a_tap_while_a_bid_is_on_its_way_keeps_nobody_from_what_comes_of_it(store, sheet):
    press(sheet, "take=0-garde")
    keep = sheet.locator(".bar .keep")
    expect(keep).to_be_visible()
    sheet.route("**/version", lambda route: route.abort())
    theirs = {"declarer": "1", "contract": "garde"}
    store.keep_half(1, 1, theirs, revision=0, key=None, phone="x")
    sheet.clock.set_fixed_time("2026-01-02T20:00:00")
    middle = middle_of(sheet, keep.inner_text())
    held = tap_and_hold(sheet, keep.inner_text())
    sheet.clock.set_fixed_time("2026-01-02T20:00:01")
    sheet.mouse.click(*middle)
    held.continue_()
    expect(sheet.locator(".two-versions")).to_be_visible()


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


def test_a_form_that_arrives_twice_records_once_and_leads_to_the_sheet_twice(store, sheet):
    fill(sheet)
    assert sheet.evaluate(SEND_TWICE) == ["/tables/1", "/tables/1"]
    assert deals(store) == 1


def test_a_reload_after_saving_records_nothing_more(store, sheet):
    fill(sheet)
    send(sheet)
    sheet.reload()
    expect(at.totals(sheet)).to_have_text(ONE_DEAL)
    assert deals(store) == 1


def test_the_back_button_after_saving_shows_pages_as_they_are_now(store, sheet):
    fill(sheet)
    send(sheet)
    sheet.go_back()
    expect(at.totals(sheet)).to_have_text(ONE_DEAL)
    sheet.go_back()
    expect(sheet.locator(".table-card")).to_contain_text("deal 2")
    assert deals(store) == 1


def test_the_back_button_after_saving_finds_nothing_pressed(sheet):
    fill(sheet)
    send(sheet)
    sheet.go_back()
    expect(at.said(sheet, "empty")).to_be_visible()
    expect(sheet.locator(".rows :checked")).to_have_count(0)
    expect(sheet.locator("#points")).to_have_value("")


def test_the_form_found_by_the_back_button_cannot_record_the_deal_again(store, sheet):
    sheet.goto("/tables/1/deals/1")
    fill(sheet)
    send(sheet)
    sheet.go_back()
    fill(sheet)
    send(sheet)
    assert deals(store) == 1


def test_a_refused_page_can_be_loaded_again_and_left_by_back(store, sheet):
    type_points(sheet, "99")
    press(sheet, "take=0-garde", "oudlers=2")
    send(sheet)
    sheet.reload()
    expect(sheet.locator(".problem")).to_be_visible()
    sheet.go_back()
    expect(sheet.locator("#record")).to_be_visible()
    assert deals(store) == 0


def test_back_from_the_sheet_to_a_page_that_was_refused_is_a_page(store, sheet):
    type_points(sheet, "99")
    press(sheet, "take=0-garde", "oudlers=2")
    send(sheet)
    type_points(sheet, "49")
    send(sheet)
    sheet.go_back()
    expect(sheet.locator(".problem")).to_be_visible()
    assert deals(store) == 1


def test_undo_pressed_twice_at_once_takes_one_change_back(store, sheet):
    for number in (1, 2):
        store.save_deal(1, number, GARDE, revision=0, key=None, phone="")
    sheet.reload()
    at.button(sheet, "Undo the last change").dblclick(no_wait_after=True)
    expect(at.deals(sheet)).to_have_count(1)
    assert deals(store) == 1


def test_opening_a_table_twice_by_a_double_tap_opens_one(store, open_table, page):
    open_table()
    page.goto("/tables/new?table=1")
    at.button(page, "Open").dblclick(no_wait_after=True)
    expect(page).to_have_url(re.compile("/tables/2$"))
    assert len(store.tables("open")) == 2
