"""An evening's tables on the organiser's screen and on the phones that came in by their cards."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import touching as at
import world
from acts import press
from playwright.sync_api import Browser, Page, expect

from companion.store import DrawnTable, Where

SOON = 2_000  # milliseconds: what a phone tells stands on the board by then
NAMES = ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil", "Hal"]
PASSED = {"passed": True}


@pytest.fixture
def evening(store) -> None:
    """Two tables of four with three planned deals."""
    store.open_evening("Friday", "", "", {"tarot": {"deals": 3}}, key=None, phone="")
    store.check_in(1, NAMES, "tarot", key=None, phone="")
    players = [one.player for one in store.attendances(1)]
    drawn = [DrawnTable(n + 1, "tarot", tuple(players[4 * n :][:4])) for n in (0, 1)]
    store.keep_draw(1, 1, drawn, [], key=None, phone="")


def at_place(browser: Browser, address: str, store, place: int, right: str) -> Page:
    """A phone that scanned the card of a place."""
    page = world.stranger(browser, address).new_page()
    page.goto(f"/join#{store.link(right, Where(None, 1, place)).text}")
    return page


def test_phones_come_in_by_the_cards_and_the_board_follows(evening, store, browser, address, page):
    """One phone for each place and right."""
    page.goto("/evenings/1")
    ways = [(1, "watch"), (2, "score")]
    phones = [at_place(browser, address, store, *way) for way in ways]
    for phone in phones:
        expect(phone.get_by_text("Not yet")).to_be_visible()
    store.publish(1, 1, key=None, phone="")
    for phone, (place, right) in zip(phones, ways, strict=True):  # by themselves
        expect(phone).to_have_url(f"{address}/tables/{place}{'/watch' * (right == 'watch')}")
    first = page.locator("#table-1")
    expect(first).to_contain_text("no deal yet")
    store.save_deal(1, 1, PASSED, revision=0, key=None, phone="")
    expect(first).not_to_contain_text("no deal yet", timeout=SOON)
    for phone in phones:
        phone.context.close()


def test_a_call_is_on_the_board_within_two_seconds_and_is_seen(
    evening, store, browser, address, page
):
    store.publish(1, 1, key=None, phone="")
    page.goto("/evenings/1")
    phone = at_place(browser, address, store, 2, "score")
    expect(phone).to_have_url(f"{address}/tables/2")
    phone.goto("/tables/2/more")
    phone.get_by_role("button", name="Call the organiser").click()
    expect(page.locator(".needs b")).to_have_text("Table 2 calls", timeout=SOON)
    expect(page.get_by_role("status").first).to_have_text("Table 2 calls")  # read aloud
    page.get_by_role("button", name="Table 2: Seen").click()
    expect(page.locator(".needs")).to_be_hidden()
    phone.goto("/tables/2/more")
    expect(phone.get_by_role("button", name="Call the organiser")).to_be_visible()
    phone.context.close()


def test_what_another_organiser_publishes_and_closes_is_the_next_step_here_too(
    evening, store, page
):
    steps = page.locator("#steps")
    page.goto("/evenings/1")
    expect(steps.get_by_role("link", name="Publish position 1")).to_be_visible()
    store.publish(1, 1, key=None, phone="")
    expect(steps.get_by_role("link", name="Draw position 2")).to_be_visible()
    close = steps.get_by_role("button", name="Close position 1")
    close.focus()
    expect(page.locator("#clock")).to_contain_text("A clock for this position")
    for table in (1, 2):
        store.save_deal(table, 1, PASSED, revision=0, key=None, phone="")
        store.close_table(table, key=None, phone="")
    expect(close).to_have_class(re.compile(r"\bprimary\b"))
    expect(close).to_be_focused()
    store.close_position(1, 1, phone="")
    expect(steps.get_by_role("button", name="Play position 1 on")).to_be_visible()
    expect(page.locator("#clock")).to_be_hidden()


def test_a_call_moves_nothing_that_is_in_sight_and_leaves_minutes_that_are_typed(
    evening, store, page
):
    store.publish(1, 1, key=None, phone="")
    page.goto("/evenings/1")
    card = page.locator("#table-2")
    before = at.place_of(card)
    store.call(1, True, key=None, phone="")
    expect(at.button(page, "Table 1: Seen")).to_be_visible()
    assert at.place_of(card) == before
    at.button(page, "Table 1: Seen").tap()
    expect(at.button(page, "Table 1: Seen")).to_have_count(0)
    page.get_by_text("A clock for this position").click()
    minutes = page.get_by_label("Minutes from now")
    minutes.press_sequentially("4")
    store.call(1, True, key=None, phone="")
    expect(page.locator(".needs").get_by_text("Table 1 calls")).to_be_visible(timeout=SOON)
    page.keyboard.type("5")
    expect(minutes).to_have_value("45")


def test_the_sheets_of_before_stay_unfolded_while_others_play(evening, store, page):
    store.publish(1, 1, key=None, phone="")
    for table in (1, 2):
        store.save_deal(table, 1, PASSED, revision=0, key=None, phone="")
        store.close_table(table, key=None, phone="")
    players = [one.player for one in store.attendances(1)]
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", tuple(players[:4]))], [], key=None, phone="")
    store.publish(1, 2, key=None, phone="")
    page.goto("/evenings/1")
    before = page.locator("#board summary")
    before.press("Enter")
    store.call(3, True, key=None, phone="")
    expect(page.locator(".needs")).to_contain_text("Table 1 calls")
    expect(page.locator("#board details")).to_have_attribute("open", "")
    expect(before).to_be_focused()


def test_while_a_finger_is_down_the_board_stays_as_it_is(evening, store, page):
    store.publish(1, 1, key=None, phone="")
    page.goto("/evenings/1")
    page.locator("h1").hover()  # no link is under the finger, wherever it was before
    page.mouse.down()
    with page.expect_response("**/evenings/1"):
        store.call(1, True, key=None, phone="")
    with page.expect_response("**/evenings/1/version"):
        pass  # asked again: what came before would be drawn by now
    assert not page.locator(".needs").is_visible()
    page.mouse.up()
    expect(page.locator(".needs b")).to_have_text("Table 1 calls")


def test_a_clock_that_runs_out_asks_to_close_the_sheet_and_moves_nothing(
    evening, store, browser, address
):
    end = datetime.now(UTC) + timedelta(minutes=5)
    store.publish(1, 1, key=None, phone="", ends_at=end.isoformat())
    phone = at_place(browser, address, store, 1, "score")
    expect(phone.locator("#subtitle")).to_contain_text("until")
    press(phone, "take=0-garde")
    before = phone.locator("#record").bounding_box()
    out = datetime.now(UTC) - timedelta(seconds=1)
    store.set_clock(1, 1, out.isoformat(), key=None, phone="")
    expect(phone.locator("#subtitle")).to_contain_text("time is up")
    assert phone.locator("#record").bounding_box() == before
    expect(phone.locator("input[value='0-garde']")).to_be_checked()
    phone.get_by_role("button", name="We agree: close the sheet").click()
    expect(phone).to_have_url(f"{address}/tables/1/watch")
    assert store.table(1).closed_at
    phone.context.close()
