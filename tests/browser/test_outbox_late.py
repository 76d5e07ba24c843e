"""Deals that waited on a phone while others closed their table, deleted it, renewed its link."""

from __future__ import annotations

import pytest
import touching as at
from an_evening import open_here
from playwright.sync_api import Page, expect
from test_outbox import BO, declarers, offline, tell, two_wait, waiting

from companion.store import Where

LATE = "This sheet was closed meanwhile, so nothing was saved."
KEYLESS = {"key": None, "phone": ""}


@pytest.fixture
def sheet(open_table, same_phone) -> Page:
    """A phone of the table, without the network, on which two deals wait."""
    open_table()
    same_phone.goto("/tables/1")
    two_wait(same_phone)
    return same_phone


def look(page: Page) -> None:
    """To why the host did not take it."""
    page.get_by_role("link", name="Decide").click()
    page.get_by_role("button", name="Look at it").click()


def read(page: Page, of: str = "") -> None:
    """Sees that what waits can be read, the newest first; on another page with its table (`of`)."""
    expect(waiting(page)).to_have_count(2)
    expect(waiting(page).last).to_contain_text(f"Deal 1{of} · Ana: Garde")
    expect(waiting(page).first).to_contain_text(f"Deal 2{of} · Bo: Garde")


def test_a_closed_sheet_asks_before_it_counts_each_of_them(sheet, store):
    """Each is then saved, or left out by a touch."""
    store.close_table(1, **KEYLESS)
    offline(sheet, False)
    expect(at.button(sheet, "Reopen the sheet")).to_be_visible()
    expect(sheet.locator("#stuck")).to_be_visible()
    read(sheet)
    assert declarers(store) == []
    look(sheet)
    expect(sheet.get_by_text(LATE)).to_be_visible()
    at.a_moment(sheet)
    at.button(sheet, "Save").click()
    expect(at.deals(sheet)).to_have_count(1)
    expect(waiting(sheet)).to_have_count(1)
    look(sheet)
    expect(sheet.get_by_text(LATE)).to_be_visible()
    at.button(sheet, "Discard this deal").click()
    expect(sheet).to_have_url("/tables/1")
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["0"]


def test_a_closed_sheet_that_is_opened_again_takes_them_by_itself(sheet, store):
    store.close_table(1, **KEYLESS)
    offline(sheet, False)
    expect(at.button(sheet, "Reopen the sheet")).to_be_visible()
    expect(sheet.locator("#stuck")).to_be_visible()
    store.reopen_table(1, **KEYLESS)
    expect(at.totals(sheet)).to_have_text(BO)
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["0", "1"]


def test_a_deleted_table_says_so_and_takes_them_once_it_is_back(sheet, store):
    store.delete_table(1, **KEYLESS)
    offline(sheet, False)
    expect(sheet.get_by_text("This table is deleted.")).to_be_visible()
    expect(sheet.locator("#stuck")).to_be_visible()
    read(sheet)
    look(sheet)
    expect(sheet.get_by_text("This table is deleted.")).to_be_visible()
    read(sheet)
    at.button(sheet, "Bring the table back").click()
    expect(at.totals(sheet)).to_have_text(BO)
    assert declarers(store) == ["0", "1"]


@pytest.fixture
def guest(stranger, store, open_table) -> Page:
    """A phone that the score link let in, without the network, on which two deals wait."""
    open_table()
    stranger.goto(f"/join#{store.link('score', Where(1)).text}")
    expect(stranger.locator("#record")).to_be_visible()
    two_wait(stranger)
    return stranger


def test_a_link_that_was_renewed_lets_them_in_when_the_phone_comes_in_again(guest, store):
    store.renew_link("score", Where(1), but="", phone="")
    offline(guest, False)
    expect(guest.get_by_text("does not know this table yet, or no longer")).to_be_visible()
    read(guest, " (Ana, Bo and 2 more)")
    assert declarers(store) == []
    guest.get_by_label("Code of the table").fill(store.link("score", Where(1)).shown_code)
    guest.get_by_role("button", name="Come in").click()
    expect(at.totals(guest)).to_have_text(BO)
    assert declarers(store) == ["0", "1"]


def test_a_sheet_of_an_evening_that_was_closed_shows_them_until_the_organiser_opens_it(
    stranger, store
):
    games = {"tarot": {}}
    store.open_evening("Friday", "", "", games, **KEYLESS)
    open_here(store, 1, "tarot", ["Ana", "Bo", "Chi", "Dana"], **KEYLESS)
    stranger.goto(f"/join#{store.link('score', Where(None, 1, 1)).text}")
    stranger.goto("/tables/1")
    offline(stranger)
    tell(stranger, "0-garde")
    expect(waiting(stranger)).to_have_count(1)
    store.close_table(1, **KEYLESS)
    offline(stranger, False)
    expect(stranger).to_have_url("/tables/1/watch")
    expect(waiting(stranger)).to_contain_text("Ana: Garde")
    look(stranger)
    expect(stranger.get_by_text("This sheet is closed. Only the organiser")).to_be_visible()
    expect(waiting(stranger)).to_contain_text("Ana: Garde")
    store.reopen_table(1, **KEYLESS)
    expect(stranger.locator("#sent")).to_have_text("The host has them now.")
    assert declarers(store) == ["0"]
