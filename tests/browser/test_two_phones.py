"""Two phones at one table: nobody's deal is lost, none is there twice, each is told."""

from __future__ import annotations

import pytest
import touching as at
from pages import press, type_points
from playwright.sync_api import Page, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
NEW = {"revision": 0, "key": None, "phone": ""}
FIVE = ("Ana", "Bo", "Chi", "Dana", "Eli")


def fill(page: Page, take: str, oudlers: int, points: str) -> None:
    type_points(page, points)
    press(page, f"take={take}", f"oudlers={oudlers}")
    expect(at.said(page, "told")).to_be_visible()


def test_the_second_to_correct_a_deal_sees_both_versions_and_may_insist(store, open_table, page):
    open_table()
    store.save_deal(1, 1, GARDE, **NEW)
    page.goto("/tables/1/deals/1")
    store.save_deal(1, 1, GARDE | {"oudlers": 3}, revision=1, key=None, phone="")
    press(page, "oudlers=1")
    expect(at.said(page, "told")).to_be_visible()
    with page.expect_response("**/deals/1") as answer:
        at.button(page, "Save").click()
    assert answer.value.status == 409
    both = page.locator(".two-versions")
    expect(both).to_contain_text("49 with three oudlers: made by 13")
    expect(both).to_contain_text("49 with one oudler: failed by 2")
    expect(both.get_by_role("row", name="Ana +228 −162", exact=True)).to_be_visible()
    expect(at.oudlers(page, 1)).to_be_checked()
    expect(at.side(page, "declarer").locator("..").locator(".number")).to_have_text("49")
    assert store.deal(1, 1).facts["oudlers"] == 3
    at.a_moment(page)
    at.button(page, "Save mine").click()
    expect(at.deals(page)).to_have_count(1)
    assert store.deal(1, 1).facts["oudlers"] == 1


@pytest.fixture
def told_twice(store, open_table, same_phone) -> Page:
    """Another phone has told the first deal differently: what this one, the slower, shows."""
    open_table()
    same_phone.goto("/tables/1")
    fill(same_phone, "1-prise", 1, "44")
    store.save_deal(1, 1, GARDE, **NEW)
    at.button(same_phone, "Save").click()
    expect(same_phone.locator(".two-versions")).to_be_visible()
    return same_phone


def waits_for_a_person(page: Page) -> None:
    expect(page.locator("#stuck")).to_be_visible()
    expect(page.locator("#outbox li")).to_contain_text("Bo: Prise")


def test_who_goes_away_from_both_versions_still_has_the_own_one(store, told_twice):
    """By the browser's arrow or that of the page: the version waits on the phone until it is
    decided."""
    expect(told_twice.locator("#outbox")).to_be_hidden()
    told_twice.go_back()
    waits_for_a_person(told_twice)
    told_twice.get_by_role("link", name="Decide").click()
    told_twice.get_by_role("button", name="Look at it").click()
    expect(told_twice.locator(".two-versions")).to_be_visible()
    expect(told_twice.locator("#outbox")).to_be_hidden()
    told_twice.get_by_role("link", name="Back to the sheet").click()
    waits_for_a_person(told_twice)
    assert [deal.facts["declarer"] for deal in store.deals(1)] == ["0"]


def test_a_deal_refused_as_the_network_goes_is_not_gone_with_it(store, open_table, same_phone):
    """The page of both versions is asked for half a second after the answer: it never comes."""
    open_table()
    same_phone.goto("/tables/1")
    fill(same_phone, "1-prise", 1, "44")
    store.save_deal(1, 1, GARDE, **NEW)
    with same_phone.expect_response("**/deals/1") as answer:
        at.button(same_phone, "Save").click()
    same_phone.context.set_offline(True)
    assert answer.value.status == 409
    expect(same_phone.locator("#record")).not_to_be_attached()
    same_phone.context.set_offline(False)
    same_phone.goto("/tables/1")
    waits_for_a_person(same_phone)


def test_the_same_next_deal_told_twice_is_a_question_and_what_is_decided_is_so_once(
    store, told_twice
):
    """Though what is decided waits: it is not offered to be decided once more."""
    expect(told_twice.get_by_role("alert")).to_contain_text("Another phone saved deal 1 meanwhile.")
    expect(at.take(told_twice, "Bo", "Prise")).to_be_checked()
    assert store.table(1).deals == 1
    told_twice.context.set_offline(True)
    another = at.button(told_twice, "Mine is another deal: save it as well")
    another.click()
    expect(told_twice.locator("#outbox li")).to_have_count(1)
    expect(another).to_be_hidden()
    expect(told_twice.get_by_role("button", name="Keep theirs")).to_be_hidden()
    told_twice.context.set_offline(False)
    expect(at.deals(told_twice)).to_have_count(2)
    assert [deal.facts["declarer"] for deal in store.deals(1)] == ["0", "1"]


def test_mine_is_the_same_deal_puts_it_in_place_of_theirs(store, told_twice):
    at.a_moment(told_twice)
    at.button(told_twice, "Save mine").click()
    expect(at.deals(told_twice)).to_have_count(1)
    assert store.deal(1, 1).facts["declarer"] == "1"


@pytest.fixture
def five(open_table, page) -> Page:
    """The phone at a table of five, which hears of nobody else in time."""
    open_table(names=FIVE)
    page.route("**/version", lambda route: route.abort())
    return page


NOTED = {
    "declarer": "2",
    "contract": "garde",
    "called": "KH",
    "slam_announced_by": "declarer",
}
RESULT = {"partner": "3", "oudlers": 2, "card_points": 60}


def test_a_noted_bid_stands_in_the_list_and_is_done_where_both_phones_completed_it_alike(
    store, five
):
    five.goto("/tables/1")
    press(five, "take=2-garde", "slam_announced=declarer")
    five.locator(".fold").first.locator("summary").click()
    press(five, "called=KH")
    expect(at.said(five, "half")).to_be_visible()
    at.button(five, "Save bid").click()
    expect(five.get_by_text("Bid noted")).to_be_visible()
    leads = five.locator(".rows:not(.few) .row", has_text="leads")
    expect(leads).to_have_count(1)
    expect(leads).to_contain_text("Chi")  # who announced a slam
    expect(at.totals(five)).to_have_text(["0"] * 5)
    expect(five.locator(".deals .half-told")).to_contain_text("Chi, garde")
    bid = store.deal(1, 1)
    assert bid.facts == NOTED
    store.save_deal(1, 1, NOTED | RESULT, revision=bid.revision, key=None, phone="")
    fill_result(five)
    expect(five.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")
    expect(at.deals(five)).to_have_count(1)
    expect(five.locator(".half-told")).to_have_count(0)
    assert store.table(1).deals == 1


def test_the_result_of_a_noted_bid_is_told_from_another_phone_and_not_completed_twice(
    store, five, other_phone
):
    store.keep_half(1, 1, NOTED, **NEW)
    for phone in (five, other_phone):
        phone.goto("/tables/1")
    expect(at.take(other_phone, "Chi", "Garde")).to_be_checked()
    fill_result(other_phone)
    expect(other_phone.locator(".half-told")).to_have_count(0)
    expect(at.deals(other_phone)).to_have_count(1)
    assert store.deal(1, 1).facts == NOTED | RESULT
    fill_result(five, "61")
    expect(five.locator(".two-versions")).to_be_visible()
    assert store.table(1).deals == 1


def fill_result(page: Page, points: str = "60") -> None:
    type_points(page, points)
    press(page, "partner=3", "oudlers=2")
    expect(at.said(page, "told")).to_be_visible()
    at.button(page, "Save").click()
