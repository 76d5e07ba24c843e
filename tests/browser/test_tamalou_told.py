"""What the form of a Tamalou deal says before it is saved, what it refuses, and all of it without
script.

Four players, hands 3, 12, 20 and 7: who called with 3 and was lower than all scores 0, the others
what they hold (rules/tamalou.md).
"""

from __future__ import annotations

import re

import pytest
import touching as at
from playwright.sync_api import Page, expect
from touching import Thumb

FRIENDS = ("Ana", "Bo", "Chi", "Dana")
LOW = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
HIGH = {"caller": "0", "hands": {"0": 3, "1": 30, "2": 44, "3": 20}}


@pytest.fixture
def sheet(open_table, page) -> Page:
    """The sheet of four friends, before the first deal."""
    open_table("tamalou", FRIENDS)
    page.goto("/tables/1")
    return page


@pytest.fixture
def told(sheet) -> Page:
    """A whole deal on the form, not saved."""
    Thumb(sheet).touch_all(at.bell(sheet, "Ana"), *at.digits(sheet, "3→12207"))
    expect(at.said(sheet, "told")).to_be_visible()
    return sheet


def unfold(page: Page, words: str) -> None:
    page.locator("summary", has_text=words).first.click()


def test_the_preview_shows_change_way_to_go_and_ruler(store, open_table, page):
    open_table("tamalou", FRIENDS)
    store.save_deal(1, 1, HIGH, revision=0, key=None, phone="")
    page.goto("/tables/1")
    to_go = page.locator(".to-go")
    expect(to_go).to_have_text(["100 to go", "70 to go", "56 to go", "80 to go"])
    Thumb(page).touch_all(at.bell(page, "Ana"), *at.digits(page, "3→12507"))
    expect(at.changes(page)).to_have_text(["0", "+12", "+50", "+7"])
    expect(to_go).to_have_text(["100 to go", "58 to go", "6 to exactly 100", "73 to go"])
    expect(page.locator(".ruler .added")).to_have_count(3)
    reach = page.get_by_role("img", name="within reach of exactly 100:")
    expect(page.locator(".row").filter(has=reach).locator(".name")).to_contain_text(["Chi"])


def test_the_rank_stands_in_the_row_and_seats_never_move(store, open_table, page):
    open_table("tamalou", FRIENDS)
    store.save_deal(1, 1, HIGH, revision=0, key=None, phone="")
    page.goto("/tables/1")
    expect(page.locator(".rank")).to_have_text(["1st", "3rd", "4th", "2nd"])
    expect(page.locator(".rows .name")).to_contain_text([*FRIENDS])


def test_a_kamikaze_is_offered_and_never_assumed(sheet):
    """Two queens with the two red kings are 20, with the two black ones 50."""
    Thumb(sheet).touch_all(at.bell(sheet, "Bo"), *at.digits(sheet, "5020"))
    offered = sheet.locator(".row").filter(has=sheet.get_by_text("maybe"))
    expect(offered.locator(".name")).to_contain_text(["Ana", "Bo"])
    expect(sheet.locator("[name=kamikaze]:checked")).to_have_count(0)


def test_a_kamikaze_needs_no_hands(sheet):
    Thumb(sheet).touch_all(at.bell(sheet, "Ana"), at.kamikaze(sheet, "Bo"))
    Thumb(sheet).touch(at.button(sheet, "Save"))
    expect(at.totals(sheet)).to_have_text(["50", "0", "50", "50"])


@pytest.mark.parametrize(("n", "rules"), [(4, {"kamikaze": False}), (2, {"cards": 6})])
def test_where_it_is_not_played_there_is_no_kamikaze(open_table, page, n, rules):
    open_table("tamalou", FRIENDS[:n], **rules)
    page.goto("/tables/1")
    expect(page.locator("[name=caller]").first).to_be_visible()
    expect(page.locator("[name=kamikaze]")).to_have_count(0)


def test_empty_is_not_0(store, sheet):
    thumb = Thumb(sheet)
    thumb.touch_all(at.bell(sheet, "Ana"), *at.digits(sheet, "3→12→→"))
    thumb.touch_all(*at.digits(sheet, "7"), at.button(sheet, "Save"))
    row = sheet.locator(".row").filter(has=sheet.locator(".problem"))
    expect(row.locator(".name")).to_contain_text(["Chi"])
    expect(row.locator(".problem")).to_contain_text("empty is not 0")
    expect(at.hands(sheet)).to_have_text(["3", "12", "", "7"])
    expect(at.bell(sheet, "Ana")).to_be_checked()
    expect(at.caret(sheet, "Chi")).to_have_count(1)
    assert store.table(1).deals == 0


def test_who_called_is_asked_for(store, sheet):
    Thumb(sheet).touch_all(*at.digits(sheet, "3→12207"), at.button(sheet, "Save"))
    expect(sheet.locator(".rows > .problem")).to_have_text("Who called?")
    expect(at.hands(sheet)).to_have_text(["3", "12", "20", "7"])
    assert store.table(1).deals == 0


def test_what_four_cards_cannot_total_is_asked_about_and_saved_anyway(sheet):
    thumb = Thumb(sheet)
    thumb.touch_all(at.bell(sheet, "Ana"), *at.digits(sheet, "3→12207"))
    thumb.touch_all(at.hand(sheet, "Bo"), *at.digits(sheet, "77"))
    expect(at.said(sheet, "warned")).to_contain_text("50")
    expect(sheet.locator(".hand.disagrees")).to_have_text(re.compile("Bo: hand 77"))
    thumb.touch(at.button(sheet, "Save anyway"))
    expect(at.totals(sheet)).to_have_text(["0", "77", "20", "7"])


def test_nobody_called_and_everybody_scores_the_hand(sheet):
    Thumb(sheet).touch_all(*at.digits(sheet, "3→12207"))
    unfold(sheet, "Nobody called")
    Thumb(sheet).reach(sheet.get_by_role("radio", name="Nobody called", exact=True))
    Thumb(sheet).touch(at.button(sheet, "Save"))
    expect(at.totals(sheet)).to_have_text(["3", "12", "20", "7"])


def test_the_limit_is_raised_from_a_deal_on_and_stands_in_it(store, told):
    unfold(told, "Nobody called")
    Thumb(told).reach(told.get_by_role("radio", name="150", exact=True))
    expect(told.locator(".to-go")).to_have_text(
        ["150 to go", "138 to go", "130 to go", "143 to go"]
    )
    Thumb(told).touch(at.button(told, "Save"))
    expect(told.locator("#deal-1")).to_be_visible()
    expect(told.locator(".to-go").first).to_have_text("150 to go")
    told.goto("/tables/1/deals/1")
    expect(told.get_by_role("radio", name="150", exact=True)).to_be_checked()


def test_a_correction_shows_the_totals_before_and_after(store, open_table, page):
    open_table("tamalou", FRIENDS)
    store.save_deal(1, 1, LOW, revision=0, key=None, phone="")
    store.save_deal(1, 2, HIGH, revision=0, key=None, phone="")
    page.goto("/tables/1/deals/1")
    Thumb(page).touch_all(at.hand(page, "Chi"), *at.digits(page, "9"))
    expect(page.locator(".before")).to_have_text(["0", "42", "64", "27"])
    expect(at.changes(page)).to_have_text(["0", "42", "53", "27"])
    Thumb(page).touch(at.button(page, "Save"))
    expect(at.totals(page)).to_have_text(["0", "42", "53", "27"])


def test_a_deal_told_so_far_is_kept_for_another_phone(store, sheet):
    Thumb(sheet).touch_all(at.bell(sheet, "Ana"), *at.digits(sheet, "3→12"))
    unfold(sheet, "Nobody called")
    at.button(sheet, "Save so far").click()
    expect(at.deals(sheet)).to_have_count(1)
    expect(at.hands(sheet)).to_have_text(["3", "12", "", ""])
    expect(at.caret(sheet, "Chi")).to_have_count(1)
    assert store.table(1).half


def test_the_calculator_has_no_totals_and_no_ruler(store, page):
    page.goto("/calculator/tamalou?players=4")
    Thumb(page).touch_all(at.bell(page, "Player 1"), *at.digits(page, "3→12207"))
    expect(at.changes(page)).to_have_text(["0", "+12", "+20", "+7"])
    expect(page.locator(".ruler, .to-go, .rank")).to_have_count(0)
    assert store.tables("open") == []


# ---- without script


@pytest.fixture
def fields(open_table, plain) -> Page:
    """The same sheet without script: hands are fields to be filled."""
    open_table("tamalou", FRIENDS)
    plain.goto("/tables/1")
    return plain


def fill(page: Page, *hands: str) -> None:
    for name, hand in zip(FRIENDS, hands, strict=True):
        page.get_by_label(f"{name}: what the hand totals", exact=True).fill(hand)


def test_without_script_the_hands_are_fields(fields):
    expect(fields.locator(".key, .hand, .tab").first).to_be_hidden()
    at.bell(fields, "Ana").check()
    fill(fields, "3", "12", "20", "7")
    at.button(fields, "Save").click()
    expect(at.totals(fields)).to_have_text(["0", "12", "20", "7"])


def test_without_script_a_missing_hand_is_named(fields):
    at.bell(fields, "Ana").check()
    fill(fields, "3", "12", "", "7")
    at.button(fields, "Save").click()
    expect(fields.locator(".row .problem")).to_contain_text("empty is not 0")
    expect(fields.get_by_label("Bo: what the hand totals")).to_have_value("12")


def test_without_script_a_kamikaze_and_nobody_called_are_told(fields):
    at.bell(fields, "Ana").check()
    at.kamikaze(fields, "Bo").check()
    at.button(fields, "Save").click()
    expect(at.totals(fields)).to_have_text(["50", "0", "50", "50"])
    unfold(fields, "Nobody called")
    fields.get_by_role("radio", name="Nobody called", exact=True).check()
    fill(fields, "3", "12", "20", "7")
    at.button(fields, "Save").click()
    expect(at.totals(fields)).to_have_text(["53", "12", "70", "57"])


def test_without_script_a_deal_is_corrected(store, fields):
    store.save_deal(1, 1, LOW, revision=0, key=None, phone="")
    fields.goto("/tables/1/deals/1")
    expect(fields.get_by_label("Chi: what the hand totals")).to_have_value("20")
    fill(fields, "3", "12", "9", "7")
    at.button(fields, "Save").click()
    expect(at.totals(fields)).to_have_text(["0", "12", "9", "7"])
