"""The arrow leads back to the sheet where one was there: what is half typed is still on it."""

from __future__ import annotations

import pytest
import touching as at
from playwright.sync_api import expect
from touching import Thumb


@pytest.fixture
def half_typed(open_table, page):
    """A sheet on which a deal is typed in half."""
    open_table(deals=9)
    page.goto("/tables/1")
    thumb = Thumb(page)
    thumb.touch_all(at.take(page, "Ana", "Garde"), at.oudlers(page, 2), at.key(page, "4"))
    expect(page.locator("#say")).to_contain_text("How many card points?")
    return page


def still_typed(page):
    """The sheet is open, with all that was typed."""
    expect(page).to_have_url("/tables/1")
    expect(at.take(page, "Ana", "Garde")).to_be_checked()
    expect(at.oudlers(page, 2)).to_be_checked()
    expect(page.locator("#record [name=points]")).to_have_value("4")
    expect(page.locator("#say")).to_contain_text("How many card points?")


def touch_arrow(page):
    page.locator(".top > a.icon-button").first.tap()


def test_after_a_look_at_the_menu(half_typed):
    half_typed.get_by_role("link", name="More").tap()
    touch_arrow(half_typed)
    still_typed(half_typed)


def test_the_second_digit_may_come_then(half_typed):
    half_typed.get_by_role("link", name="More").tap()
    touch_arrow(half_typed)
    still_typed(half_typed)
    Thumb(half_typed).touch(at.key(half_typed, "9"))
    expect(half_typed.locator("#record [name=points]")).to_have_value("49")


def test_after_a_page_behind_the_menu_too(half_typed):
    half_typed.get_by_role("link", name="More").tap()
    half_typed.get_by_role("link", name="Every change").tap()
    touch_arrow(half_typed)
    still_typed(half_typed)


@pytest.fixture
def further_down(store, open_table, page):
    """Deal 1 is opened to be put right, while Bo's prise is typed on the sheet."""
    open_table(deals=9)
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.goto("/tables/1")
    Thumb(page).touch(at.take(page, "Bo", "Prise"))
    expect(page.locator("#say")).to_contain_text("Bo")
    page.goto("/tables/1/deals/1")
    return page


def test_after_a_look_at_a_deal_further_down(further_down):
    touch_arrow(further_down)
    expect(further_down).to_have_url("/tables/1")
    expect(at.take(further_down, "Bo", "Prise")).to_be_checked()


def test_who_came_from_elsewhere_is_led_there_by_the_link(open_table, page):
    open_table(deals=9)
    page.goto("/tables/1/more")
    touch_arrow(page)
    expect(page).to_have_url("/tables/1")
    expect(page.locator("#say")).to_have_text("Who took, and what?")


def test_in_a_tab_of_its_own_the_link_leads_to_the_sheet(half_typed, context):
    with context.expect_page() as opened:
        half_typed.get_by_role("link", name="More").click(modifiers=["Control"])
    touch_arrow(opened.value)
    expect(opened.value).to_have_url("/tables/1")


def test_after_a_deal_further_down_was_put_right(further_down):
    Thumb(further_down).touch(at.oudlers(further_down, 3))
    at.button(further_down, "Save").tap()
    expect(further_down).to_have_url("/tables/1")
    expect(further_down.locator(".deals")).to_contain_text("three oudlers")
    expect(at.take(further_down, "Bo", "Prise")).to_be_checked()


def test_after_a_correction_that_waited_for_the_host(further_down):
    further_down.route("**/deals/1", lambda route: route.abort(), times=1)
    Thumb(further_down).touch(at.oudlers(further_down, 3))
    at.button(further_down, "Save").tap()
    expect(further_down).to_have_url("/tables/1")
    expect(further_down.locator(".deals")).to_contain_text("three oudlers")
    expect(at.take(further_down, "Bo", "Prise")).to_be_checked()


def test_in_a_tab_of_its_own_the_arrow_of_an_older_browser_leads_to_the_sheet(half_typed, context):
    """It knows where it came from, and cannot go back there."""
    context.add_init_script("delete window.navigation")
    with context.expect_page() as opened:
        half_typed.evaluate("window.open('/tables/1/more', '_blank')")
    opened.value.wait_for_load_state()
    assert opened.value.evaluate("[history.length, document.referrer !== '']") == [1, True]
    touch_arrow(opened.value)
    expect(opened.value).to_have_url("/tables/1")


def test_what_was_typed_onto_a_bid_is_not_put_onto_another_one(store, open_table, page):
    """It would be saved over what another phone noted meanwhile, and nobody asked."""
    open_table()
    bid = {"declarer": "0", "contract": "garde"}
    store.keep_half(1, 1, bid, revision=0, key=None, phone="")
    page.goto("/tables/1")
    Thumb(page).touch_all(at.oudlers(page, 2), at.key(page, "4"))
    page.get_by_role("link", name="More").tap()
    store.keep_half(1, 1, bid | {"declarer": "1"}, revision=1, key=None, phone="x")
    touch_arrow(page)
    expect(page).to_have_url("/tables/1")
    expect(at.take(page, "Bo", "Garde")).to_be_checked()
    expect(at.oudlers(page, 2)).not_to_be_checked()
    expect(page.locator("#record [name=points]")).to_have_value("")


def test_a_reload_keeps_what_is_half_typed(half_typed):
    half_typed.reload()
    still_typed(half_typed)
    Thumb(half_typed).touch(at.key(half_typed, "9"))
    expect(half_typed.locator("#record [name=points]")).to_have_value("49")


def test_a_reload_keeps_what_a_correction_has_taken_back(further_down):
    Thumb(further_down).touch(at.oudlers(further_down, 2))  # pressed once more it is none
    expect(at.oudlers(further_down, 2)).not_to_be_checked()
    further_down.reload()
    expect(at.take(further_down, "Ana", "Garde")).to_be_checked()
    expect(at.oudlers(further_down, 2)).not_to_be_checked()


def test_what_is_half_typed_is_there_after_a_look_at_another_table(half_typed, open_table):
    open_table(names=("Eli", "Fay", "Gil", "Hal"), deals=9)
    half_typed.goto("/")
    half_typed.get_by_role("link", name="Eli").tap()
    Thumb(half_typed).touch(at.take(half_typed, "Eli", "Prise"))
    expect(half_typed.locator("#say")).to_contain_text("Eli")
    half_typed.goto("/")
    half_typed.get_by_role("link", name="Ana").tap()
    still_typed(half_typed)
    half_typed.goto("/tables/2")
    expect(at.take(half_typed, "Eli", "Prise")).to_be_checked()


def test_what_was_typed_is_not_put_onto_a_bid_that_was_noted_meanwhile(store, half_typed):
    half_typed.goto("/")
    bid = {"declarer": "1", "contract": "prise"}
    store.keep_half(1, 1, bid, revision=0, key=None, phone="x")
    half_typed.goto("/tables/1")
    expect(at.take(half_typed, "Bo", "Prise")).to_be_checked()
    expect(at.oudlers(half_typed, 2)).not_to_be_checked()


def test_what_was_typed_of_one_is_not_said_of_who_sits_there_now(store, half_typed):
    half_typed.goto("/")
    store.change_table(1, names=("Bo", "Ana", "Chi", "Dana"), key=None, phone="")
    half_typed.goto("/tables/1")
    expect(half_typed.locator("#record")).to_be_visible()
    expect(half_typed.locator("#record :checked:not([name=side])")).to_have_count(0)


def test_after_a_look_at_what_waits_a_reload_keeps_it_too(half_typed):
    half_typed.goto("/tables/1#outbox")
    half_typed.reload()
    expect(at.oudlers(half_typed, 2)).to_be_checked()


def test_two_tabs_that_are_filled_alike_tell_two_deals(half_typed, context):
    half_typed.goto("/")
    with context.expect_page() as opened:
        half_typed.evaluate("window.open('/tables/1')")  # it takes along what the tab keeps
    half_typed.goto("/tables/1")
    for page in (half_typed, opened.value):
        expect(at.oudlers(page, 2)).to_be_checked()
    keys = [page.locator("#record [name=key]").input_value() for page in (half_typed, opened.value)]
    assert keys[0] != keys[1]


def test_a_deal_that_is_being_sent_as_the_phone_is_locked_is_not_typed_anew(half_typed):
    held = []
    half_typed.route("**/deals/1", lambda route: held.append(route))
    Thumb(half_typed).touch_all(at.key(half_typed, "9"), at.button(half_typed, "Save"))
    expect(half_typed.locator("#record.sending")).to_be_visible()
    half_typed.evaluate("dispatchEvent(new Event('visibilitychange'))")
    assert half_typed.evaluate("sessionStorage['/tables/1']") == ""


def test_a_correction_by_another_phone_meanwhile_takes_nothing_from_it(store, open_table, page):
    open_table("tamalou", ("Ana", "Bo", "Chi"), limit=100)
    told = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20}}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.goto("/tables/1")
    Thumb(page).touch_all(at.bell(page, "Ana"), *at.digits(page, "11→14"))
    page.goto("/")
    told["hands"]["1"] = 10
    store.save_deal(1, 1, told, revision=1, key=None, phone="x")
    page.goto("/tables/1")
    expect(at.hands(page)).to_have_text(["11", "14", ""])


def test_of_one_more_at_the_table_another_dealer_is_asked_about_again(open_table, page):
    """Who dealt, of six, plays not: the form is of those who play."""
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eve", "Fay"), at_once=5)
    page.goto("/tables/1")
    page.get_by_text("Nobody played, who dealt, note").click()
    page.get_by_role("radio", name="Dana dealt").check(force=True)
    expect(at.take(page, "Ana", "Garde")).to_be_visible()
    at.take(page, "Ana", "Garde").check(force=True)
    expect(page.locator("#say")).to_contain_text("Ana")
    page.reload()
    expect(at.take(page, "Ana", "Garde")).to_be_visible()
    expect(at.take(page, "Dana", "Garde")).to_be_hidden()


def test_what_is_half_typed_stays_in_its_tab(half_typed, context):
    other = context.new_page()
    half_typed.goto("/")
    other.goto("/tables/1")
    expect(other.locator("#record :checked:not([name=side])")).to_have_count(0)


def test_a_correction_that_was_left_is_not_taken_up_again(further_down):
    Thumb(further_down).touch(at.oudlers(further_down, 3))
    further_down.goto("/tables/1")
    further_down.goto("/tables/1/deals/1")
    expect(at.oudlers(further_down, 2)).to_be_checked()


def test_what_a_page_is_opened_to_tell_is_told_there(half_typed):
    half_typed.goto("/")
    half_typed.goto("/tables/1?take=1-prise")
    expect(at.take(half_typed, "Bo", "Prise")).to_be_checked()
    expect(at.oudlers(half_typed, 2)).not_to_be_checked()


def test_a_deal_that_is_taken_back_is_not_typed_anew(half_typed):
    Thumb(half_typed).touch_all(at.key(half_typed, "9"), at.button(half_typed, "Save"))
    expect(at.deals(half_typed)).to_have_count(1)
    half_typed.get_by_role("button", name="Undo the last change").tap()
    expect(at.deals(half_typed)).to_have_count(0)
    half_typed.goto("/")
    half_typed.goto("/tables/1")
    expect(half_typed.locator("#record :checked:not([name=side])")).to_have_count(0)


def test_a_result_that_waits_to_be_decided_is_not_typed_anew(store, open_table, page):
    bid = {"declarer": "0", "contract": "garde"}
    open_table()
    store.keep_half(1, 1, bid, revision=0, key=None, phone="")
    page.goto("/tables/1")
    page.route("**/version", lambda route: route.abort())  # it hears nothing of the other bid
    Thumb(page).touch_all(at.oudlers(page, 2), at.key(page, "4"), at.key(page, "9"))
    expect(at.said(page, "told")).to_be_visible()
    store.keep_half(1, 1, bid | {"declarer": "1"}, revision=1, key=None, phone="x")
    at.button(page, "Save").tap()
    expect(page.locator(".two-versions")).to_be_visible()
    page.goto("/")
    page.goto("/tables/1")
    expect(page.locator("#outbox li")).to_contain_text("Ana: Garde")
    expect(at.take(page, "Bo", "Garde")).to_be_checked()
    expect(at.oudlers(page, 2)).not_to_be_checked()
