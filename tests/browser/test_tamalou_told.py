"""What the form of a Tamalou deal says before it is saved, what it refuses, and all of it without
script.

Four players, hands 3, 12, 20 and 7: who called with 3 and was lower than all scores 0, the others
what they hold (rules/tamalou.md).
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
import touching as at
from acts import open_folds, press, unfold
from desk import FRIENDS, Desk
from hands import keyed
from playwright.sync_api import Page, expect
from touching import Thumb

LOW = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
HIGH = {"caller": "0", "hands": {"0": 3, "1": 30, "2": 44, "3": 20}}


@pytest.fixture
def sheet(desk) -> Page:
    """The sheet of four friends, before the first deal; none is saved."""
    return desk.sheet("tamalou")


@pytest.fixture
def table(desk) -> int:
    """Such a table, at which deals may be saved."""
    return desk.opened("tamalou")


@pytest.fixture
def own_sheet(desk, table) -> Page:
    """The sheet of that table."""
    return desk.at(f"/tables/{table}")


def whole(page: Page) -> None:
    """A whole deal on the form, not saved."""
    keyed(page, "3→12207")
    press(page, "caller=0")
    expect(at.said(page, "told")).to_be_visible()


def test_the_rank_stands_in_the_row_and_the_preview_shows_change_way_to_go_and_ruler(desk, table):
    desk.save(table, HIGH)
    page = desk.at(f"/tables/{table}")
    expect(page.locator(".rank")).to_have_text(["1st", "3rd", "4th", "2nd"])
    expect(page.locator(".rows .name")).to_contain_text([*FRIENDS])
    to_go = page.locator(".to-go")
    expect(to_go).to_have_text(["100 to go", "70 to go", "56 to go", "80 to go"])
    keyed(page, "3→12507")
    press(page, "caller=0")
    expect(at.changes(page)).to_have_text(["0", "+12", "+50", "+7"])
    expect(to_go).to_have_text(["100 to go", "58 to go", "6 to exactly 100", "73 to go"])
    expect(page.locator(".ruler .added")).to_have_count(3)
    reach = page.get_by_role("img", name="within reach of exactly 100:")
    expect(page.locator(".row").filter(has=reach).locator(".name")).to_contain_text(["Chi"])


def test_a_kamikaze_is_offered_and_never_assumed(sheet):
    """Two queens with the two red kings are 20, with the two black ones 50."""
    keyed(sheet, "5020")
    press(sheet, "caller=1")
    offered = sheet.locator(".row").filter(has=sheet.get_by_text("maybe"))
    expect(offered.locator(".name")).to_contain_text(["Ana", "Bo"])
    expect(sheet.locator("[name=kamikaze]:checked")).to_have_count(0)


def test_a_kamikaze_needs_no_hands_and_all_score_theirs_where_nobody_called(own_sheet):
    Thumb(own_sheet).touch_all(at.bell(own_sheet, "Ana"), at.kamikaze(own_sheet, "Bo"))
    Thumb(own_sheet).touch(at.button(own_sheet, "Save"))
    expect(at.totals(own_sheet)).to_have_text(["50", "0", "50", "50"])
    at.arrived(own_sheet)
    keyed(own_sheet, "3→12207")
    unfold(own_sheet, "Nobody called")
    Thumb(own_sheet).reach(own_sheet.get_by_role("radio", name="Nobody called", exact=True))
    Thumb(own_sheet).touch(at.button(own_sheet, "Save"))
    expect(at.totals(own_sheet)).to_have_text(["53", "12", "70", "57"])


def none_saved(desk: Desk, page: Page) -> bool:
    """Whether the table whose deal is told on the page has none."""
    return desk.store.table(int(urlsplit(page.url).path.split("/")[2])).deals == 0


def test_empty_is_not_0(desk, sheet):
    keyed(sheet, "3→12→→7")
    press(sheet, "caller=0")
    Thumb(sheet).touch(at.button(sheet, "Save"))
    row = sheet.locator(".row").filter(has=sheet.locator(".problem"))
    expect(row.locator(".name")).to_contain_text(["Chi"])
    expect(row.locator(".problem")).to_contain_text("empty is not 0")
    expect(at.hands(sheet)).to_have_text(["3", "12", "", "7"])
    expect(at.bell(sheet, "Ana")).to_be_checked()
    expect(at.caret(sheet, "Chi")).to_have_count(1)
    assert none_saved(desk, sheet)


def test_who_called_is_asked_for_and_no_longer_once_it_is_answered(desk, sheet):
    keyed(sheet, "3→12207")
    Thumb(sheet).touch(at.button(sheet, "Save"))
    asks = sheet.locator(".until-called > .problem")
    expect(asks).to_have_text("Who called?")
    expect(at.hands(sheet)).to_have_text(["3", "12", "20", "7"])
    assert none_saved(desk, sheet)
    at.a_moment(sheet)
    open_folds(sheet)
    nobody = sheet.get_by_role("radio", name="Nobody called", exact=True)
    for called in (nobody, at.bell(sheet, "Ana")):
        expect(asks).to_be_visible()
        called.click(force=True)
        expect(asks).to_be_hidden()
        called.click(force=True)  # pressed once more it is taken back


def test_what_four_cards_cannot_total_is_asked_about_and_saved_anyway(own_sheet):
    thumb = Thumb(own_sheet)
    keyed(own_sheet, "3→12207")
    press(own_sheet, "caller=0")
    press(own_sheet, "hand=1")
    keyed(own_sheet, "77")
    expect(at.said(own_sheet, "warned")).to_contain_text("50")
    expect(own_sheet.locator(".hand.disagrees")).to_have_text(re.compile("Bo: hand 77"))
    at.a_moment(own_sheet)
    thumb.touch(at.button(own_sheet, "Save anyway"))
    expect(at.totals(own_sheet)).to_have_text(["0", "77", "20", "7"])


def test_the_limit_is_raised_from_a_deal_on_and_stands_in_it(own_sheet, table):
    whole(own_sheet)
    unfold(own_sheet, "Nobody called")
    Thumb(own_sheet).reach(own_sheet.get_by_role("radio", name="Limit raised to 150"))
    expect(own_sheet.locator(".to-go")).to_have_text(
        ["150 to go", "138 to go", "130 to go", "143 to go"]
    )
    Thumb(own_sheet).touch(at.button(own_sheet, "Save"))
    expect(own_sheet.locator("#deal-1")).to_be_visible()
    expect(own_sheet.locator(".to-go").first).to_have_text("150 to go")
    own_sheet.goto(f"/tables/{table}/deals/1")
    expect(own_sheet.get_by_role("radio", name="Limit raised to 150")).to_be_checked()


def test_a_correction_shows_the_totals_before_and_after(desk, table):
    desk.save(table, LOW, HIGH)
    page = desk.at(f"/tables/{table}/deals/1")
    press(page, "hand=2")
    keyed(page, "9")
    expect(page.locator(".before")).to_have_text(["0", "42", "64", "27"])
    expect(at.changes(page)).to_have_text(["0", "42", "53", "27"])
    Thumb(page).touch(at.button(page, "Save"))
    expect(at.totals(page)).to_have_text(["0", "42", "53", "27"])


def test_a_deal_told_so_far_is_kept_for_another_phone(desk, own_sheet, table):
    keyed(own_sheet, "3→12")
    press(own_sheet, "caller=0")
    unfold(own_sheet, "Nobody called")
    at.button(own_sheet, "Save so far").click()
    expect(at.deals(own_sheet)).to_have_count(1)
    expect(at.hands(own_sheet)).to_have_text(["3", "12", "", ""])
    expect(at.caret(own_sheet, "Chi")).to_have_count(1)
    assert desk.store.table(table).half


def test_the_calculator_has_no_totals_and_no_ruler(desk):
    before = {table.id: table.deals for table in desk.store.tables("open")}
    page = desk.at("/calculator/tamalou?players=4")
    keyed(page, "3→12207")
    at.bell(page, "Player 1").check(force=True)
    expect(at.changes(page)).to_have_text(["0", "+12", "+20", "+7"])
    expect(page.locator(".ruler, .to-go, .rank")).to_have_count(0)
    assert {table.id: table.deals for table in desk.store.tables("open")} == before


# ---- without script


@pytest.fixture
def fields(open_table, plain) -> Page:
    """The same sheet without script: hands are fields to be filled."""
    open_table("tamalou", FRIENDS)
    plain.goto("/tables/1")
    return plain


def fill(page: Page, *hands: str) -> None:
    for name, hand in zip(FRIENDS, hands, strict=True):
        page.get_by_label(f"{name}: hand total", exact=True).fill(hand)


def test_without_script_hands_are_fields_a_missing_one_is_named_a_told_one_corrected(fields):
    expect(fields.locator(".key, .hand, .tab").first).to_be_hidden()
    at.bell(fields, "Ana").check()
    fill(fields, "3", "12", "", "7")
    at.button(fields, "Save").click()
    expect(fields.locator(".row .problem")).to_contain_text("empty is not 0")
    expect(fields.get_by_label("Bo: hand total")).to_have_value("12")
    fill(fields, "3", "12", "20", "7")
    at.button(fields, "Save").click()
    expect(at.totals(fields)).to_have_text(["0", "12", "20", "7"])
    fields.goto("/tables/1/deals/1")
    expect(fields.get_by_label("Chi: hand total")).to_have_value("20")
    fill(fields, "3", "12", "9", "7")
    at.button(fields, "Save").click()
    expect(at.totals(fields)).to_have_text(["0", "12", "9", "7"])


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
