"""The arrow leads back to the sheet where one was there: what is half typed is still on it."""

from __future__ import annotations

import pytest
import touching as at
from acts import press, write
from pages import type_points
from playwright.sync_api import Error, expect
from touching import Thumb

GARDE = {"declarer": "0", "contract": "garde"}
ANAS_GARDE, BOS_PRISE = "take=0-garde", "take=1-prise"


def cell(page, name_and_value):
    """A cell of the form, found at once: cell(page, "oudlers=2")."""
    name, _, value = name_and_value.partition("=")
    return page.locator(f"#record [name={name}][value='{value}']")


def nothing_typed(page):
    expect(page.locator("#record")).to_be_visible()
    expect(page.locator("#record :checked:not([name=side])")).to_have_count(0)


def type_half(page):
    """Ana's garde with two oudlers, and the first digit of the points."""
    type_points(page, "4")
    press(page, ANAS_GARDE, "oudlers=2")
    expect(page.locator("#say")).to_contain_text("How many card points?")


@pytest.fixture
def half_typed(open_table, page):
    """A sheet on which a deal is typed in half."""
    open_table(deals=9)
    page.goto("/tables/1")
    type_half(page)
    return page


def still_typed(page):
    """The sheet is open, with all that was typed."""
    expect(page).to_have_url("/tables/1")
    expect(cell(page, ANAS_GARDE)).to_be_checked()
    expect(cell(page, "oudlers=2")).to_be_checked()
    expect(page.locator("#record [name=points]")).to_have_value("4")
    expect(page.locator("#say")).to_contain_text("How many card points?")


def type_the_second_digit(page):
    Thumb(page).touch(at.key(page, "9"))
    expect(page.locator("#record [name=points]")).to_have_value("49")


def touch_arrow(page):
    page.locator(".top > a.icon-button").first.tap()


def test_an_older_browser_leads_back_to_what_is_half_typed_too(open_table, context):
    context.add_init_script("delete window.navigation")
    open_table(deals=9)
    page = context.new_page()
    page.goto("/tables/1")
    type_half(page)
    page.get_by_role("link", name="More").tap()
    touch_arrow(page)
    still_typed(page)
    assert page.evaluate("history.length") == 3  # about:blank, the sheet, what was looked at


def test_beside_a_sheet_the_arrow_opens_another_tab_as_any_link_does(half_typed):
    half_typed.get_by_role("link", name="More").tap()
    with half_typed.context.expect_page() as opened:
        half_typed.locator(".top > a.icon-button").first.click(modifiers=["Control"])
    expect(opened.value).to_have_url("/tables/1")
    expect(half_typed).to_have_url("/tables/1/more")


def test_after_a_look_at_the_menu_and_behind_it_the_second_digit_may_come(half_typed):
    half_typed.get_by_role("link", name="More").tap()
    touch_arrow(half_typed)
    still_typed(half_typed)
    half_typed.get_by_role("link", name="More").tap()
    half_typed.get_by_role("link", name="Every change").tap()
    touch_arrow(half_typed)
    still_typed(half_typed)
    type_the_second_digit(half_typed)


@pytest.fixture
def told(store, open_table):
    """A table with a deal of Ana's, whose page is "/tables/1/deals/1"."""
    open_table(deals=9)
    facts = GARDE | {"oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, facts, revision=0, key=None, phone="")


def put_right(page, touched, says):
    """Saves the deal that is open with this: on the sheet Bo's prise is typed still."""
    press(page, touched)
    at.button(page, "Save").tap()
    expect(page).to_have_url("/tables/1")
    expect(page.locator(".deals")).to_contain_text(says)
    expect(cell(page, BOS_PRISE)).to_be_checked()


def test_after_a_deal_further_down_was_looked_at_or_put_right_even_late(told, page):
    page.goto("/tables/1")
    press(page, BOS_PRISE)
    expect(page.locator("#say")).to_contain_text("Bo")
    page.goto("/tables/1/deals/1")
    touch_arrow(page)
    expect(page).to_have_url("/tables/1")
    expect(cell(page, BOS_PRISE)).to_be_checked()
    page.goto("/tables/1/deals/1")
    put_right(page, "oudlers=3", "three oudlers")
    page.goto("/tables/1/deals/1")
    page.route("**/deals/1", lambda route: route.abort(), times=1)  # and it waits for the host
    put_right(page, "oudlers=1", "one oudler")


def test_after_a_sheet_that_could_not_be_loaded_again_save_still_leads_to_it(told, page):
    """Back came while the host was silent, then Forward: the page stood still after Save."""
    page.goto("/tables/1")
    page.goto("/tables/1/deals/1")
    page.route("**/tables/1", lambda route: route.abort())
    with pytest.raises(Error):
        page.go_back()
    page.unroute("**/tables/1")
    page.go_forward()
    press(page, "oudlers=3")
    at.button(page, "Save").tap()
    expect(page).to_have_url("/tables/1")
    expect(page.locator(".deals")).to_contain_text("three oudlers")


def test_where_no_sheet_was_there_before_the_link_leads_to_it(open_table, page):
    open_table(deals=9)
    page.goto("/tables/1/more")
    touch_arrow(page)
    expect(page).to_have_url("/tables/1")
    expect(page.locator("#say")).to_have_text("Who took, and what?")
    with page.context.expect_page() as opened:  # a tab of its own
        page.get_by_role("link", name="More").click(modifiers=["Control"])
    touch_arrow(opened.value)
    expect(opened.value).to_have_url("/tables/1")


def test_in_a_tab_of_its_own_the_arrow_of_an_older_browser_leads_to_the_sheet(open_table, context):
    """The browser knows the page before, but has no history to go back in."""
    open_table(deals=9)
    page = context.new_page()
    page.goto("/tables/1")
    context.add_init_script("delete window.navigation")
    with context.expect_page() as opened:
        page.evaluate("window.open('/tables/1/more', '_blank')")
    opened.value.wait_for_load_state()
    assert opened.value.evaluate("[history.length, document.referrer !== '']") == [1, True]
    touch_arrow(opened.value)
    expect(opened.value).to_have_url("/tables/1")


def test_a_reload_keeps_what_is_half_typed_after_a_look_at_what_waits_too(half_typed):
    half_typed.reload()
    still_typed(half_typed)
    half_typed.goto("/tables/1#outbox")
    half_typed.reload()
    expect(cell(half_typed, "oudlers=2")).to_be_checked()
    type_the_second_digit(half_typed)


def test_a_correction_keeps_through_a_reload_what_it_takes_back_and_is_gone_once_it_is_left(
    told, page
):
    page.goto("/tables/1/deals/1")
    cell(page, "oudlers=2").click(force=True)  # pressed once more it is none
    expect(cell(page, "oudlers=2")).not_to_be_checked()
    page.reload()
    expect(cell(page, ANAS_GARDE)).to_be_checked()
    expect(cell(page, "oudlers=2")).not_to_be_checked()
    press(page, "oudlers=3")
    page.goto("/tables/1")
    page.goto("/tables/1/deals/1")
    expect(cell(page, "oudlers=2")).to_be_checked()


def test_what_is_half_typed_is_there_after_a_look_at_another_table(half_typed, open_table):
    open_table(names=("Eli", "Fay", "Gil", "Hal"), deals=9)
    half_typed.goto("/tables/2")
    press(half_typed, "take=0-prise")
    expect(half_typed.locator("#say")).to_contain_text("Eli")
    half_typed.goto("/")
    half_typed.get_by_role("link", name="Ana").tap()
    still_typed(half_typed)
    half_typed.goto("/tables/2")
    expect(cell(half_typed, "take=0-prise")).to_be_checked()


def test_what_was_typed_is_put_onto_no_other_bid_and_said_of_nobody_else(store, half_typed):
    """Else it would be saved, unasked, over what another phone noted meanwhile."""
    page = half_typed
    page.goto("/")
    page.goto("/tables/1?take=1-prise")  # what a page is opened to tell is told there
    expect(cell(page, BOS_PRISE)).to_be_checked()
    expect(cell(page, "oudlers=2")).not_to_be_checked()
    type_half(page)
    page.goto("/")
    store.agree_table(1, {"names": ("Bo", "Ana", "Chi", "Dana")}, key=None, phone="")
    page.goto("/tables/1")
    nothing_typed(page)
    type_half(page)
    page.goto("/")
    bid = {"declarer": "1", "contract": "prise"}
    store.keep_half(1, 1, bid, revision=0, key=None, phone="x")
    page.goto("/tables/1")
    expect(cell(page, BOS_PRISE)).to_be_checked()
    expect(cell(page, "oudlers=2")).not_to_be_checked()


def test_what_was_typed_onto_a_bid_is_not_put_onto_another_one_by_the_arrow(
    store, open_table, page
):
    open_table()
    store.keep_half(1, 1, GARDE, revision=0, key=None, phone="")
    page.goto("/tables/1")
    type_points(page, "4")
    press(page, "oudlers=2")
    page.get_by_role("link", name="More").tap()
    store.keep_half(1, 1, GARDE | {"declarer": "1"}, revision=1, key=None, phone="x")
    touch_arrow(page)
    expect(page).to_have_url("/tables/1")
    expect(cell(page, "take=1-garde")).to_be_checked()
    expect(cell(page, "oudlers=2")).not_to_be_checked()
    expect(page.locator("#record [name=points]")).to_have_value("")


def test_what_is_half_typed_stays_in_its_tab_and_two_that_are_filled_alike_tell_two_deals(
    half_typed,
):
    half_typed.goto("/")
    context = half_typed.context
    other = context.new_page()
    other.goto("/tables/1")
    nothing_typed(other)
    with context.expect_page() as opened:
        half_typed.evaluate("window.open('/tables/1')")  # it takes along what the tab keeps
    half_typed.goto("/tables/1")
    for page in (half_typed, opened.value):
        expect(cell(page, "oudlers=2")).to_be_checked()
    keys = [page.locator("#record [name=key]").input_value() for page in (half_typed, opened.value)]
    assert keys[0] != keys[1]


def test_a_deal_is_not_typed_anew_that_is_being_sent_as_the_phone_is_locked_or_was_taken_back(
    half_typed,
):
    held = at.first_held(half_typed, "**/deals/1")
    Thumb(half_typed).touch_all(at.key(half_typed, "9"), at.button(half_typed, "Save"))
    expect(half_typed.locator("#record.sending")).to_be_visible()
    half_typed.evaluate("dispatchEvent(new Event('visibilitychange'))")
    assert half_typed.evaluate("sessionStorage['/tables/1']") == ""
    at.is_held(half_typed, held).continue_()
    expect(at.deals(half_typed)).to_have_count(1)
    half_typed.get_by_role("button", name="Undo the last change").tap()
    expect(at.deals(half_typed)).to_have_count(0)
    half_typed.goto("/")
    half_typed.goto("/tables/1")
    nothing_typed(half_typed)


def test_a_correction_by_another_phone_meanwhile_takes_nothing_from_it(store, open_table, page):
    open_table("tamalou", ("Ana", "Bo", "Chi"), limit=100)
    told = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20}}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.goto("/tables/1")
    for seat, hand in enumerate((11, 14)):
        write(page, f"hands-{seat}", hand)
    press(page, "caller=0")
    page.goto("/")
    told["hands"]["1"] = 10
    store.save_deal(1, 1, told, revision=1, key=None, phone="x")
    page.goto("/tables/1")
    expect(at.hands(page)).to_have_text(["11", "14", ""])


def test_of_one_more_at_the_table_another_dealer_is_asked_about_again(open_table, page):
    """Of six the dealer sits out, so the form has other players."""
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eve", "Fay"), at_once=5)
    page.goto("/tables/1")
    page.get_by_text("Nobody played, who dealt, note").click()
    page.get_by_role("radio", name="Dana dealt").check(force=True)
    ana, dana = cell(page, ANAS_GARDE), cell(page, "take=3-garde")
    expect(ana).to_be_visible()
    ana.check(force=True)
    expect(page.locator("#say")).to_contain_text("Ana")
    page.reload()
    expect(ana).to_be_visible()
    expect(dana).to_be_hidden()


def test_a_result_that_waits_to_be_decided_is_not_typed_anew(store, open_table, page):
    open_table()
    store.keep_half(1, 1, GARDE, revision=0, key=None, phone="")
    page.goto("/tables/1")
    page.route("**/version", lambda route: route.abort())  # it hears nothing of the other bid
    type_points(page, "49")
    press(page, "oudlers=2")
    expect(at.said(page, "told")).to_be_visible()
    store.keep_half(1, 1, GARDE | {"declarer": "1"}, revision=1, key=None, phone="x")
    at.button(page, "Save").tap()
    expect(page.locator(".two-versions")).to_be_visible()
    page.goto("/")
    page.goto("/tables/1")
    expect(page.locator("#outbox li")).to_contain_text("Ana: Garde")
    expect(cell(page, "take=1-garde")).to_be_checked()
    expect(cell(page, "oudlers=2")).not_to_be_checked()
