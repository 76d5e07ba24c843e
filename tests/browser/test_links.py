"""A link is scanned, its table kept, its secret seen by nobody; three phones at one table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.store import Where


@pytest.fixture
def page(own_page: Page) -> Page:
    """A phone of the test's own, which may read what was copied."""
    return own_page


@pytest.fixture
def link(store, open_table):
    """The link of a table where two play on, and its secret."""
    return store.link("score", Where(open_table().id))


def test_a_link_leads_to_the_sheet_and_its_secret_goes_nowhere_else(stranger: Page, link):
    asked = []
    stranger.on("request", lambda one: asked.append((one.url, one.headers.get("referer", ""))))
    stranger.goto(f"/join#{link.text}")
    expect(stranger).to_have_url(re.compile(r"/tables/1$"))
    expect(stranger.locator("#record")).to_be_visible()
    assert not [one for one in asked if link.secret in one[0].partition("#")[0] + one[1]]
    assert link.secret not in stranger.content()
    stranger.go_back()
    assert link.secret not in stranger.url


def test_a_phone_keeps_its_tables_when_the_browser_is_closed(
    stranger: Page, link, browser, address
):
    stranger.goto(f"/join#{link.text}")
    expect(stranger).to_have_url(re.compile(r"/tables/1$"))
    kept = stranger.context.storage_state()
    with browser.new_context(storage_state=kept, base_url=address) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("link", name="Ana").first.click()
        expect(page.locator("#record")).to_be_visible()


def test_the_code_is_typed_on_the_first_page(stranger: Page, link):
    stranger.goto("/")
    expect(stranger.get_by_text("The first table")).to_be_visible()
    stranger.get_by_label("Code of the table").fill(link.shown_code.lower())
    stranger.get_by_role("button", name="Come in").click()
    expect(stranger).to_have_url(re.compile(r"/tables/1$"))


def test_without_script_the_page_of_the_link_asks_for_the_code(browser, address, link):
    with browser.new_context(base_url=address, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"/join#{link.text}")
        expect(page.locator("noscript .note")).to_be_visible()
        page.get_by_label("Code of the table").fill(link.shown_code)
        page.get_by_role("button", name="Come in").click()
        expect(page.locator("#record")).to_be_visible()


def test_a_link_opened_where_the_page_for_codes_stands_is_followed(stranger: Page, link):
    """To the browser it is the same page: only what stands behind the # is another."""
    stranger.goto("/join")
    expect(stranger.locator("noscript .note")).to_have_count(0)
    stranger.evaluate("(hash) => { location.hash = hash }", f"#{link.text}")
    expect(stranger.locator("#record")).to_be_visible()
    assert link.text not in stranger.url


@pytest.fixture
def pasted(page: Page) -> Callable[[], str]:
    """What a paste puts into a page's field."""

    def into() -> str:
        page.goto("/import")
        page.locator("textarea").focus()
        page.keyboard.press("Control+V")
        return page.locator("textarea").input_value()

    return into


def test_a_link_is_copied_by_a_touch(page: Page, link, pasted):
    page.goto("/tables/1/share")
    copy = page.get_by_role("button", name="Copy the link").first
    copy.tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert re.match("http://.*#", pasted())


def test_the_result_is_copied_by_a_touch(page: Page, link, pasted):
    page.goto("/tables/1/text")
    text = page.locator("textarea").input_value()
    page.get_by_role("button", name="Copy the text").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "Ana" in text
    assert pasted() == text


def test_what_opens_nothing_is_said_to_do_so(stranger: Page, link, store):
    """A wrong letter in an address, a link that was taken back, a wrong code beside its field."""
    stranger.goto("/tables/1#deal-1")
    expect(stranger.get_by_text("does not know this table yet")).to_be_visible()
    store.renew_link("score", Where(1), but="", phone="")
    stranger.goto(f"/join#{link.text}")
    expect(
        stranger.get_by_text("This link was taken back, or a part of it is missing")
    ).to_be_visible()
    stranger.goto("/join")
    field = stranger.get_by_label("Code of the table")
    field.fill("K7M-2QX")
    stranger.get_by_role("button", name="Come in").click()
    expect(field).to_have_value("K7M-2QX")
    expect(field).to_have_accessible_description(re.compile("This code opens nothing"))


def test_a_phone_whose_link_is_taken_back_is_told_so(stranger: Page, link, store):
    stranger.goto(f"/join#{store.link('watch', Where(1)).text}")
    expect(stranger).to_have_url(re.compile(r"/watch$"))
    store.renew_link("watch", Where(1), but="", phone="")
    expect(stranger.get_by_text("does not know this table yet, or no longer")).to_be_visible()
    expect(stranger.get_by_label("Code of the table")).to_be_visible()


def test_a_code_is_drawn_as_cameras_read_it_in_both_themes(page: Page, link):
    """Squares without round ends, dark on white, whatever symbols look like here."""
    page.goto("/tables/1/share")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        codes = page.locator(".scan").all()
        assert codes
        for code in codes:
            expect(code, scheme).to_have_css("background-color", "rgb(255, 255, 255)")
            lines = code.locator("path")
            expect(lines, scheme).to_have_css("stroke", "rgb(0, 0, 0)")
            expect(lines, scheme).to_have_css("stroke-width", "1px")
            expect(lines, scheme).to_have_css("stroke-linecap", "butt")
