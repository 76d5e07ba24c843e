"""Save looks touched from the touch on until the page is left, and never longer (T-U6)."""

from __future__ import annotations

import pytest
import touching as at
from pages import press, type_points
from playwright.sync_api import Page, expect

THEIRS = {"declarer": "1", "contract": "garde", "oudlers": 2, "card_points": 49}
LOOKS = """(button) => {
    const { color, backgroundColor, borderStyle, opacity } = getComputedStyle(button);
    return [color, backgroundColor, borderStyle, opacity].join();
}"""
BOX = "(button) => JSON.stringify(button.getBoundingClientRect())"
STILL = "() => !document.getAnimations().length"
COMES_BACK = 'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))'


@pytest.fixture
def told(open_table, same_phone) -> Page:
    """A sheet whose first deal is told; its next page never comes, so that it can be looked at."""
    open_table()
    same_phone.goto("/tables/1")
    same_phone.route("**/tables/1", lambda route: route.fulfill(status=204))
    fill(same_phone)
    return same_phone


def fill(page: Page) -> None:
    type_points(page, "49")
    press(page, "take=0-garde", "oudlers=2")
    expect(at.said(page, "told")).to_be_visible()


def save(page: Page):
    return page.locator("#record .save:visible")


def test_save_looks_touched_until_the_page_is_left_moves_nothing_and_is_as_before_on_coming_back(
    told,
):
    before, lies = save(told).evaluate(LOOKS), save(told).evaluate(BOX)
    with told.expect_response("**/deals/1"):
        save(told).tap()
        expect(told.locator("#record.sending")).to_have_count(1)
        assert save(told).evaluate(LOOKS) != before
    told.wait_for_timeout(100)  # it was taken: the next page is on its way
    assert save(told).evaluate(LOOKS) != before
    told.wait_for_function(STILL)  # it has come up from under the thumb
    assert save(told).evaluate(BOX) == lies
    told.evaluate(COMES_BACK)
    assert save(told).evaluate(LOOKS) == before


def test_what_is_touched_until_then_does_not_show_as_pressed(told):
    chi = at.take(told, "Chi", "Garde")
    place = at.place_of(chi)
    at.first_held(told, "**/deals/1")
    save(told).tap()
    expect(told.locator("#record.sending")).to_have_count(1)
    told.touchscreen.tap(place["x"] + 20, place["y"] + 20)
    at.drawn(told)
    expect(chi).not_to_be_checked()
    expect(at.take(told, "Ana", "Garde")).to_be_checked()


def test_on_a_page_gone_back_to_before_the_host_was_given_up_the_next_deal_can_be_told(told):
    at.first_held(told, "**/deals/1")
    save(told).tap()
    expect(told.locator("#record.sending")).to_have_count(1)
    told.evaluate(COMES_BACK)
    expect(told.locator("#index")).to_have_text("2")
    expect(told.locator("#record.sending")).to_have_count(0)


def test_it_looks_as_before_once_the_deal_waits_for_a_silent_host(told):
    before = save(told).evaluate(LOOKS)
    told.context.set_offline(True)
    save(told).tap()
    expect(told.locator("#outbox li")).to_have_count(1)
    expect(told.locator("#record.sending")).to_have_count(0)
    fill_silently(told)
    assert save(told).evaluate(LOOKS) == before


def fill_silently(page: Page) -> None:
    type_points(page, "50")
    press(page, "take=1-garde", "oudlers=2")
    expect(at.said(page, "silent")).to_have_count(1)


def test_a_page_that_brings_a_refused_deal_back_looks_untouched(told, store):
    store.save_deal(1, 1, THEIRS, revision=0, key=None, phone="")
    with told.expect_navigation():
        save(told).tap()
    expect(at.button(told, "Mine is another deal: save it as well")).to_be_enabled()
    expect(told.locator("#record.sending")).to_have_count(0)
