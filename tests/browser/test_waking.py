"""A phone that was asleep is right at once when it wakes up; an open table keeps screens awake.

The clock stands still where it is not wound: nothing comes here because a timer was due.
"""

from __future__ import annotations

import re

import pytest
import touching as at
import world
from playwright.sync_api import Page, expect

HTTPS = {"X-Forwarded-Proto": "https"}
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
EVENING = "2026-01-02T20:00:00"
TURNED = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
LOCKS = """globalThis.locks = []; Object.defineProperty(navigator, "wakeLock", { value: {
    request: async (what) => { locks.push(what); if (%s) throw new Error("battery"); } } })"""


@pytest.fixture
def page(own_page: Page) -> Page:
    """A phone of the test's own: its clock is stopped, scripts are given to it."""
    return own_page


def tell(store, number=1):
    store.save_deal(1, number, GARDE, revision=0, key=None, phone="")


def sleep(page: Page) -> None:
    page.evaluate(TURNED, True)


def wake(page: Page) -> None:
    page.evaluate(TURNED, False)


PATHS = ["/tables/1", "/tables/1/watch"]


@pytest.fixture
def paths(open_table) -> list[str]:
    """What a phone shows of a table: the sheet, and the page to look on."""
    open_table()
    return PATHS


@pytest.fixture(params=PATHS)
def path(request, paths) -> str:
    """One of these pages."""
    return request.param


def put_away(page: Page, path: str) -> Page:
    """A phone that showed the table at eight and was put away."""
    page.clock.install(time=EVENING)
    page.goto(path)
    page.clock.pause_at("2026-01-02T20:00:20")  # so long it may take to load
    page.wait_for_load_state("networkidle")  # nothing that it asked before comes in its sleep
    sleep(page)
    return page


@pytest.fixture
def asleep(path, page) -> Page:
    return put_away(page, path)


def test_a_phone_asks_nothing_in_its_sleep_and_is_right_when_it_wakes_up(asleep, store):
    tell(store)
    asked = []
    asleep.on("request", lambda request: asked.append(request.url))
    asleep.clock.fast_forward("10:00")
    assert asked == []
    wake(asleep)
    expect(at.deals(asleep)).to_have_count(1)
    expect(asleep.locator("#connection")).to_be_hidden()


def test_a_page_from_the_history_is_right_at_once(asleep, store):
    tell(store)
    wake(asleep)
    expect(at.deals(asleep)).to_have_count(1)
    tell(store, 2)
    asleep.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    asleep.clock.run_for(1)
    expect(at.deals(asleep)).to_have_count(2)


def test_what_is_old_is_said_to_be_until_the_host_has_answered(asleep):
    waiting = []
    asleep.route("**/version", lambda route: waiting.append(route))
    asleep.clock.fast_forward("10:00")
    wake(asleep)
    expect(asleep.locator("#connection")).to_be_visible()
    expect(asleep.locator("#connection")).to_have_text(re.compile(r"since 20:00$"))
    waiting[0].continue_()
    expect(asleep.locator("#connection")).to_be_hidden()


def test_an_american_phone_says_the_hour_as_the_page_says_others(another_phone, path):
    phone = put_away(another_phone(locale="en-US"), path)
    phone.route("**/version", lambda route: None)
    phone.clock.fast_forward("10:00")
    wake(phone)
    expect(phone.locator("#connection")).to_have_text(re.compile(r"since 20:00$"))


@pytest.fixture
def https(page: Page) -> None:
    """Requests look like those that a proxy on this machine passes on."""
    page.set_extra_http_headers(HTTPS)


def test_the_screen_of_an_open_table_is_kept_awake(paths, page, https):
    page.add_init_script(LOCKS % "false")
    for path in paths:
        page.goto(path)
        assert page.evaluate("locks") == ["screen"], path
        sleep(page)
        assert page.evaluate("locks") == ["screen"], path
        wake(page)
        assert page.evaluate("locks") == ["screen", "screen"], path


def test_a_browser_that_refuses_or_cannot_is_not_complained_of(paths, page, another_phone):
    refuses = another_phone()
    complaints = world.listen(refuses)
    refuses.set_extra_http_headers(HTTPS)
    refuses.add_init_script(LOCKS % "true")
    for path in paths:
        page.goto(path)
        assert page.evaluate("navigator.wakeLock") is None, path  # over plain HTTP
        refuses.goto(path)
        assert refuses.evaluate("locks") == ["screen"], path
    assert complaints == []


def test_a_sheet_that_was_put_away_keeps_nobody_awake(paths, store, page, https):
    store.close_table(1, key=None, phone="")
    page.add_init_script(LOCKS % "false")
    for path in paths:
        page.goto(path)
        assert page.evaluate("locks") == [], path


def test_over_plain_http_nothing_is_sent_for_it(paths, page):
    page.add_init_script(LOCKS % "false")
    for path in paths:
        page.set_extra_http_headers({})
        page.goto(path)
        assert page.evaluate("locks") == [], path
        page.set_extra_http_headers(HTTPS)
        page.reload()
        assert page.evaluate("locks") == ["screen"], path
