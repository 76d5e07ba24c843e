"""A host that falls silent while a deal is told: it is said, and nothing that was typed is lost."""

from __future__ import annotations

import pytest
import touching as at
from acts import press
from hands import keyed
from playwright.sync_api import Page, expect
from touching import Thumb

FRIENDS = ("Ana", "Bo", "Chi", "Dana")
SILENCE = "No answer from the host. What you typed stays here."


@pytest.fixture
def page(same_phone: Page) -> Page:
    """The phone that all tests share, which may complain that nobody answers."""
    return same_phone


def fall_silent(page: Page, where: str = "**/*") -> None:
    page.route(where, lambda route: route.abort())


@pytest.fixture
def told(open_table, page) -> Page:
    """The sheet of four friends, a deal told and not saved: Ana called with 3."""
    open_table("tamalou", FRIENDS)
    page.goto("/tables/1")
    keyed(page, "3→12207")
    press(page, "caller=0")
    expect(at.said(page, "told")).to_be_visible()
    return page


def test_the_bar_says_that_nobody_answers_until_somebody_does(told):
    thumb = Thumb(told)
    fall_silent(told, "**/preview")
    thumb.touch_all(at.hand(told, "Dana"), at.digit(told, "8"))
    expect(told.get_by_text(SILENCE)).to_be_visible()
    expect(told.locator("#say")).to_be_hidden()
    expect(at.changes(told).first).to_be_hidden()
    told.unroute("**/preview")
    thumb.touch_all(at.hand(told, "Dana"), at.digit(told, "9"))
    expect(told.get_by_text(SILENCE)).to_be_hidden()
    expect(at.changes(told)).to_have_text(["0", "+12", "+20", "+9"])


def test_save_is_offered_while_nobody_answers_and_the_deal_waits(told):
    fall_silent(told)
    Thumb(told).touch_all(at.hand(told, "Dana"), at.digit(told, "8"))
    expect(told.get_by_text(SILENCE)).to_be_visible()
    at.button(told, "Save").click()
    expect(told.locator("#outbox li")).to_contain_text("Dana: hand total 8")
    expect(at.hands(told)).to_have_text(["", "", "", ""])
    told.unroute("**/*")
    expect(at.totals(told)).to_have_text(["0", "12", "20", "8"])


def test_the_form_of_the_next_deal_shows_nothing_of_the_one_that_waits(told):
    """Not even the kamikaze that one of its hands could have been."""
    Thumb(told).touch_all(at.hand(told, "Chi"), *at.digits(told, "50"))
    offered, added = told.locator(".offered:not(:empty)"), told.locator(".ruler .added")
    expect(offered).to_have_count(1)
    expect(added).to_have_count(3)
    fall_silent(told)
    at.button(told, "Save").click()
    expect(told.locator("#outbox li")).to_have_count(1)
    expect(offered).to_have_count(0)
    expect(added).to_have_count(0)
    told.unroute("**/*")
    expect(told.locator("#outbox li")).to_have_count(0)
    expect(told.locator(".to-go").first).not_to_be_empty()


def test_a_host_that_cannot_preview_may_save(told):
    told.route("**/preview", lambda route: route.fulfill(status=500))
    Thumb(told).touch_all(at.hand(told, "Dana"), at.digit(told, "8"))
    expect(told.get_by_text(SILENCE)).to_be_visible()
    at.button(told, "Save").click()
    expect(at.totals(told)).to_have_text(["0", "12", "20", "8"])


def test_the_bar_of_a_game_that_is_over_says_that_nobody_answers(open_table, store, page):
    """The limit is raised by a host alone: what is touched meanwhile is kept back."""
    open_table("tamalou", FRIENDS, limit=50)
    hands = {"0": 3, "1": 12, "2": 60, "3": 7}
    told = {"caller": "0", "hands": hands}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.goto("/tables/1")
    silence, wins = page.locator(".bar-line > .no-answer"), page.get_by_text("wins with 0")
    raise_it = page.get_by_role("button", name="Raise it and play deal 2")
    expect(wins).to_be_visible()
    expect(silence).to_be_hidden()
    fall_silent(page)
    expect(silence).to_be_visible(timeout=12_000)
    expect(wins).to_be_hidden()
    raise_it.tap()
    expect(silence).to_be_in_viewport()
    page.unroute("**/*")
    expect(silence).to_be_hidden(timeout=12_000)
    raise_it.tap()
    expect(page.locator("#record")).to_be_visible()


def test_a_deal_that_waits_says_whose_kamikaze_it_was(open_table, page):
    open_table("tamalou", FRIENDS)
    page.goto("/tables/1")
    fall_silent(page)
    press(page, "caller=0", "kamikaze=1")
    at.button(page, "Save").click()
    waits = page.locator("#outbox li")
    expect(waits).to_contain_text("Ana called Tamalou")
    expect(waits).to_contain_text("Bo has a kamikaze")


def test_a_deal_that_waits_says_that_it_raises_the_limit(open_table, store, page):
    open_table("tamalou", FRIENDS)
    told = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 120, "3": 7}}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.goto("/tables/1?more=1&limit=150")
    fall_silent(page)
    keyed(page, "3→12207")
    press(page, "caller=0")
    at.button(page, "Save").click()
    expect(page.locator("#outbox li")).to_contain_text("Dana: hand total 7 · Limit raised to 150")
