"""Opening a table by touch, and what is agreed before the first deal."""

from __future__ import annotations

import re

import pytest
import touching as at
from playwright.sync_api import Page, expect
from touching import Thumb


def sit_down(page: Page, *names: str) -> None:
    """Types names one after the other, as on a phone whose keyboard is up."""
    page.locator("#typed").tap()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(seated(page).filter(has_text=re.compile(f"^{name}$"))).to_be_visible()
        expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)


def seated(page: Page):
    """The names in seat order."""
    return page.locator(".seat-list .name")


def dealing(page: Page):
    """The row of who deals next on the sheet."""
    return page.locator(".row").filter(has=page.get_by_role("img", name="deals"))


def test_a_table_of_four_is_opened_by_three_touches_and_the_names(store, page):
    page.goto("/")
    thumb = Thumb(page)
    thumb.touch(page.get_by_role("link", name="French Tarot"))
    expect(page.get_by_text("3 to 5 players")).to_be_visible()
    sit_down(page, "Ana", "Bo", "Chi", "Dana")
    page.keyboard.press("Tab")
    thumb.touch(at.button(page, "Open"))
    expect(page).to_have_url(re.compile("/tables/1$"))
    assert store.table(1).names == ("Ana", "Bo", "Chi", "Dana")
    expect(at.totals(page)).to_have_text(["0", "0", "0", "0"])


def test_the_field_keeps_the_focus_for_the_next_name(page):
    page.goto("/tables/new")
    sit_down(page, "Ana", "Bo")
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("")


def test_the_direction_of_the_game_stands_beside_the_seats(page):
    page.goto("/tables/new")
    expect(page.get_by_role("heading", name="Seats, anticlockwise")).to_be_visible()


@pytest.fixture
def friends(open_table, page) -> Page:
    """The form of a new table on the phone of four friends who played before."""
    open_table()
    page.goto("/tables/new")
    return page


def test_recent_names_are_chips_of_one_touch(friends):
    thumb = Thumb(friends)
    for name in ("Chi", "Ana", "Bo"):
        thumb.reach(at.button(friends, name))
        expect(seated(friends).last).to_have_text(name)
    expect(at.button(friends, "Chi")).to_be_disabled()
    expect(seated(friends)).to_have_text(["Chi", "Ana", "Bo"])


def test_seats_are_moved_up_and_people_leave_by_touch(friends):
    thumb = Thumb(friends)
    for name in ("Chi", "Ana", "Bo"):
        thumb.reach(at.button(friends, name))
        expect(seated(friends).last).to_have_text(name)
    thumb.reach(at.button(friends, "Move Bo up"))
    expect(seated(friends).last).to_have_text("Ana")
    thumb.reach(at.button(friends, "Remove Chi"))
    expect(seated(friends)).to_have_text(["Bo", "Ana"])


def test_who_deals_first_can_be_said(store, friends):
    friends.goto("/tables/new?table=1")
    Thumb(friends).reach(friends.get_by_role("radio", name="Chi deals first"))
    at.button(friends, "Open").click()
    expect(dealing(friends)).to_contain_text("Chi")
    assert store.table(2).dealer == 2


def test_the_options_of_the_last_table_of_this_phone_are_proposed(friends):
    friends.goto("/tables/new?table=1")
    friends.get_by_role("radio", name="Federation").check(force=True)
    friends.locator("input[name=deals][value='8']").check(force=True)
    at.button(friends, "Open").click()
    expect(friends.get_by_text("Deal 1 of 8")).to_be_visible()
    friends.goto("/tables/new")
    expect(friends.get_by_role("radio", name="Federation")).to_be_checked()
    expect(friends.locator("input[name=deals][value='8']")).to_be_checked()


@pytest.fixture
def five_of_whom_four_play(friends) -> Page:
    """A fifth name, and the choice that the dealer sits out; opened, Ana deals first."""
    friends.goto("/tables/new?table=1")
    sit_down(friends, "Eli")
    friends.get_by_text("4, the dealer sits out").click()
    expect(friends.get_by_text("French Tarot, 4 players.")).to_be_visible()
    friends.get_by_role("radio", name="Ana deals first", exact=True).check(force=True)
    at.button(friends, "Open").click()
    expect(friends.locator("#record")).to_be_visible()
    return friends


def test_with_one_name_more_than_play_the_dealer_sits_out(five_of_whom_four_play):
    row = five_of_whom_four_play.locator(".row.sits-out")
    expect(row).to_contain_text("Ana")
    expect(row.locator("input")).to_have_count(0)


def test_who_sits_out_scores_nothing_and_plays_the_next_deal(five_of_whom_four_play):
    page = five_of_whom_four_play
    Thumb(page).touch_all(
        at.take(page, "Bo", "Garde"),
        at.oudlers(page, 2),
        at.key(page, "4"),
        at.key(page, "9"),
        at.button(page, "Save"),
    )
    expect(at.deals(page)).to_have_count(1)
    expect(at.totals(page)).to_have_text(["0", "+198", "−66", "−66", "−66"])
    expect(page.locator(".row.sits-out")).to_contain_text("Bo")


def test_options_can_be_agreed_anew_until_the_first_deal(store, friends):
    friends.goto("/tables/1/options")
    friends.get_by_role("radio", name="Federation").check(force=True)
    at.button(friends, "Agree").click()
    expect(friends.locator("#record")).to_be_visible()
    assert store.table(1).rules["preset"] == "fft"


def test_the_same_name_twice_is_refused_in_place(friends):
    friends.goto("/tables/new?table=1")
    friends.locator("#typed").fill("ana")
    at.button(friends, "Add").click()
    expect(friends.locator(".problem")).to_be_visible()
    expect(seated(friends)).to_have_count(4)
