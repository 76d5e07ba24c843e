"""Beside the board: what is typed there outlives a touch; a deal that is gone is seen to be."""

from __future__ import annotations

import re

import touching as at
from hexes import BID, SIX, TOUCH, a_second_later, answered, begin, said, space, winner, won
from playwright.sync_api import Page, expect

from companion.store import DrawnTable

# One trick more of the declarer's side, with the king of spades, makes the Y.
NINE = (*SIX, won("declarer"), won("defence"), won("defence"))
OWN = re.compile(r"\bown\b")
AWAKE = """Object.defineProperty(navigator, "wakeLock", { value: {
    request: async (what) => { document.documentElement.dataset.awake = what; } } })"""


def note(page: Page):
    return page.get_by_label("Note on this deal")


def test_a_note_and_who_dealt_outlive_a_touch_and_are_saved(store, open_table, page):
    begin(store, open_table, *NINE)
    page.goto("/tables/1")
    page.get_by_text("Nobody played, who dealt, note").click()
    note(page).fill("by candle light")
    page.get_by_role("radio", name="Chi").check(force=True)
    winner(page, "declarer").tap()
    answered(page)
    expect(note(page)).to_have_value("by candle light")
    expect(page.locator("[name=dealer][value='2']")).to_be_checked()
    space(page, "KS").tap()
    expect(said(page)).to_contain_text("Y made at trick 10")
    answered(page)
    a_second_later(page)
    at.button(page, "Save").tap()
    expect(page.locator(".half-told")).to_have_count(0)
    assert (store.deal(1, 1).note, store.deal(1, 1).dealer) == ("by candle light", 2)


def test_in_the_head_of_an_evenings_table_no_dot_is_left_behind(store, page):
    store.open_evening("Friday", "", "", {"plateau": {}}, key=None, phone="")
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana"], "plateau", key=None, phone="")
    players = tuple(one.player for one in store.attendances(1))
    store.keep_draw(1, 1, [DrawnTable(1, "plateau", players)], [], key=None, phone="")
    store.publish(1, 1, key=None, phone="")
    page.goto("/tables/1")
    expect(page.locator("#subtitle")).to_have_text("Table 1 · Deal 1")
    store.keep_half(1, 1, BID, revision=0, key=None, phone="")
    expect(page.locator("#subtitle")).to_have_text("Table 1 Being played")


def test_a_note_outlives_a_reload_and_the_board_turns_still(store, open_table, page):
    begin(store, open_table)
    page.goto("/tables/1")
    page.get_by_text("Nobody played, who dealt, note").click()
    note(page).fill("by candle light")
    page.reload()
    expect(note(page)).to_have_value("by candle light")
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("button", name="Turn the board by 60 degrees").tap()
    expect(page.locator(".hexagons")).to_have_css("rotate", "60deg")
    winner(page, "declarer").tap()
    answered(page)
    expect(note(page)).to_have_value("by candle light")
    expect(page.locator(".hexagons")).to_have_css("rotate", "60deg")


def test_a_note_that_is_given_up_stays_so_when_another_phone_touches(
    store, open_table, page, other_phone
):
    begin(store, open_table)
    for phone in (page, other_phone):
        phone.goto("/tables/1")
    page.get_by_text("Nobody played, who dealt, note").click()
    note(page).fill("by candle light")
    winner(page, "declarer").click()
    answered(page)
    expect(note(page)).to_have_value("by candle light")
    page.get_by_text("Nobody played, who dealt, note").click()
    note(page).fill("")
    expect(space(other_phone, "T1")).to_have_class(OWN)
    space(other_phone, "KH").click()
    expect(space(page, "KH")).to_have_class(OWN)
    expect(note(page)).to_have_value("")


def test_a_touch_on_a_deal_that_is_gone_loads_the_sheet_anew(store, open_table, same_phone):
    begin(store, open_table, won("declarer"))
    page = same_phone
    page.route("**/version", lambda route: route.abort())
    page.goto("/tables/1")
    store.delete_deal(1, 1, revision=store.deal(1, 1).revision, key=None, phone="")
    with page.expect_response(TOUCH) as answer:
        space(page, "KH").tap()
    assert answer.value.status == 404
    expect(page.get_by_role("list", name="Who has said what")).to_be_visible()


def test_the_screen_is_kept_awake_where_the_browser_can_and_nothing_is_said(
    store, open_table, own_page
):
    begin(store, open_table)
    own_page.set_extra_http_headers({"X-Forwarded-Proto": "https"})
    own_page.add_init_script(AWAKE)
    own_page.goto("/tables/1")
    expect(own_page.locator("html")).to_have_attribute("data-awake", "screen")
    expect(own_page.locator("#awake")).to_be_hidden()
