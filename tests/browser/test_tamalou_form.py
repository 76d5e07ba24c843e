"""The form of a Tamalou deal under one thumb and under a laptop's keys: what is typed where.

Four players, hands 3, 12, 20 and 7: who called with 3 and was lower than all scores 0, the others
what they hold (rules/tamalou.md).
"""

from __future__ import annotations

import re

import pytest
import touching as at
from acts import keys, press
from desk import FRIENDS, Desk
from hands import TOTAL, keyed
from playwright.sync_api import Page, expect
from touching import Thumb

FIVE = (*FRIENDS, "Eli")
EIGHT = (*FIVE, "Fé", "Marie-Hortense de la Tour-Blin", "Hal")
SCROLLED = "() => scrollY"
BOTTOM = "(part) => part.getBoundingClientRect().bottom"
STILL = "() => !document.querySelector(':active') && !document.getAnimations().length"
ROOT = "(size) => { document.documentElement.style.fontSize = size }"
# By how much each head begins before the one to its left ends; what is not seen does not.
OVER = """(heads) => heads.slice(1).filter((head, n) => {
    const seen = heads[n].closest(".columns").getBoundingClientRect().height > 2;
    const [one, other] = [heads[n], head].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
    });
    return seen && one.width && other.left < one.right;
}).map((head) => head.textContent)"""
WIDER = "(parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map(String)"
UNDRAWN = """(parts) => parts.filter((part) => part.textContent.trim()
    && !part.getClientRects().length).map((part) => part.outerHTML)"""
SPILLS = """(part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const words = range.getBoundingClientRect(), cell = part.parentElement.getBoundingClientRect();
    return words.left < cell.left + 2 || words.right > cell.right - 2;
}"""
ADD = """(cards) => {
    for (const card of cards) document.querySelector(`.by-cards [data-card='${card}']`).click();
}"""
PLACES = "(parts) => parts.map((part) => part.getBoundingClientRect().toJSON())"


@pytest.fixture
def sheet(desk) -> Page:
    """The sheet of four friends, before the first deal; none is saved."""
    return desk.sheet("tamalou")


@pytest.fixture
def own_sheet(desk) -> Page:
    """The same for a table where deals may be saved."""
    return new_sheet(desk)


def new_sheet(desk: Desk, names=FRIENDS) -> Page:
    """The sheet of a new table."""
    return desk.at(f"/tables/{desk.opened('tamalou', names)}")


def added(page: Page, *cards: int) -> None:
    """Cards of these worths are added, where it is not asked whether a thumb can."""
    page.evaluate(ADD, cards)


def by_cards(page: Page) -> Thumb:
    """A thumb that has turned from totals to cards."""
    thumb = Thumb(page)
    thumb.touch(page.get_by_role("radio", name="Cards"))
    return thumb


# ---- touches


def test_a_deal_at_four_takes_nine_touches_and_on_a_high_screen_all_of_it_is_in_reach(desk):
    page = new_sheet(desk)
    thumb = Thumb(page)
    touches = [at.bell(page, "Ana"), *at.digits(page, "3→12207")]
    thumb.finds(*touches, page.locator(".bar .save"))
    page.set_viewport_size({"width": 390, "height": 664})  # under a browser's own bars
    thumb.touch_all(*touches)
    assert page.evaluate(SCROLLED) == 0
    thumb.touch(at.button(page, "Save"))
    expect(at.deals(page)).to_have_count(1)
    expect(at.totals(page)).to_have_text(["0", "12", "20", "7"])
    assert len(thumb.touched) == 9


def test_five_players_are_told_without_scrolling_too(desk):
    desk.page.set_viewport_size({"width": 390, "height": 664})
    page = new_sheet(desk, FIVE)
    thumb = Thumb(page)
    thumb.touch(at.bell(page, "Eli"))
    thumb.finds(*at.digits(page, "01247→9"))
    keyed(page, "9122074")
    assert page.evaluate(SCROLLED) == 0
    thumb.touch(at.button(page, "Save"))
    expect(at.totals(page)).to_have_text(["9", "12", "20", "7", "0"])


def test_eight_players_and_the_keypad_stand_on_one_screen(desk):
    page = desk.sheet("tamalou", EIGHT)
    bar = page.locator(".bar").evaluate("(bar) => bar.getBoundingClientRect().top")
    assert page.locator(".by-total .key").last.evaluate(BOTTOM) <= bar
    Thumb(page).touch(at.bell(page, "Hal"))
    keyed(page, "912207104→266")
    expect(at.hands(page)).to_have_text(["9", "12", "20", "7", "10", "4", "26", "6"])


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1280, 620), (1200, 620)])
def test_on_a_low_laptop_no_hand_of_eight_lies_under_the_keypad(desk, width, height):
    page = desk.sheet("tamalou", EIGHT)
    page.set_viewport_size({"width": width, "height": height})
    last, keypad, bar, cards = (
        page.locator(one).last.bounding_box()
        for one in ("#record .row", ".keys", ".bar", "#record .row .cell")
    )
    assert last["y"] + last["height"] <= bar["y"]
    assert keypad["y"] + keypad["height"] <= bar["y"]
    assert cards["x"] + cards["width"] <= keypad["x"]
    page.get_by_text("Cards", exact=True).click()
    keys = page.locator(".by-cards .key").evaluate_all(PLACES)
    assert min(key["width"] for key in keys) >= 44


@pytest.mark.parametrize("width", [768, 1366])
def test_what_eight_held_stands_in_one_line_beside_the_form(desk, width):
    table = desk.opened("tamalou", EIGHT)
    hands = {str(seat): 20 + seat for seat in range(8)}
    desk.save(table, {"caller": "0", "hands": hands})
    page = desk.at(f"/tables/{table}")
    page.set_viewport_size({"width": width, "height": 768})
    box = page.locator(".deal .number.many").bounding_box()
    assert box["height"] < 25


def test_seven_who_fall_at_once_leave_the_keypad_in_reach(desk):
    table = desk.opened("tamalou", EIGHT, start=[20, *(7 * [50])])
    page = desk.at(f"/tables/{table}")
    press(page, "caller=0", "kamikaze=0")
    expect(at.said(page, "told")).to_contain_text("Hal: exactly 100 becomes 50.")
    Thumb(page).touch(at.digit(page, "9"))
    expect(at.hands(page).first).to_have_text("9")


def test_the_caret_comes_into_sight_and_the_keypad_stays(desk):
    page = desk.sheet("tamalou", EIGHT)
    page.set_viewport_size({"width": 390, "height": 664})
    key = at.digit(page, "9")
    before = key.bounding_box()["y"]
    keyed(page, "9" * len(EIGHT))
    expect(at.caret(page, "Hal")).to_have_count(1)
    assert abs(key.bounding_box()["y"] - before) <= 1
    Thumb(page).touch(at.bell(page, "Hal"))


def test_where_the_root_alone_is_twice_as_large_no_row_lies_under_the_keypad(desk):
    """No @media in rem hears of that."""
    page = desk.sheet("tamalou")
    page.evaluate(ROOT, "200%")
    last = page.locator(".hands .row").last.evaluate(BOTTOM)
    top, over = page.locator(".keys").bounding_box()["y"], columns(page)
    page.evaluate(ROOT, "")
    assert (top >= last, over, columns(page)) == (True, [], [])
    assert page.locator(".hands .columns").bounding_box()["height"] > 10


def test_every_name_is_drawn_and_what_is_left_to_the_limit_does_not_lie_under_the_hands(desk):
    """On a screen of another height a grid that was a container of its own lost all that stood in
    it."""
    table = desk.opened("tamalou")
    desk.save(table, {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}})
    page = desk.at(f"/tables/{table}")
    page.screenshot(full_page=True)
    page.wait_for_timeout(100)
    assert page.locator(".hands .who > *").evaluate_all(UNDRAWN) == []
    page.evaluate(ROOT, "200%")
    expect(page.locator(".to-go").nth(1)).to_have_text("88 to go")
    wider = page.locator(".hands .who").evaluate_all(WIDER)
    page.evaluate(ROOT, "")
    assert wider == []


def columns(page: Page) -> list[str]:
    """The heads that are printed over the one before."""
    return page.locator(".hands .columns span").evaluate_all(OVER)


def test_no_touch_calls_the_system_keyboard(desk):
    sheet = desk.sheet("tamalou", FRIENDS[:2])
    thumb = Thumb(sheet)
    some = ".by-cards .key:is(:nth-child(4n + 1), :not([data-card]))"  # cards are alike
    for kind in (".by-total .key", ".questions .cell", some):
        assert thumb.touch_each(kind)
    assert at.keyboards(sheet) == []
    assert not at.system_keyboard(sheet)
    expect(sheet.locator("#hands-0")).to_be_hidden()


# ---- the keypad walks


@pytest.mark.parametrize(
    ("typed", "caret"),
    [
        ("", "Ana"),
        ("3", "Ana"),  # 30 to 39 may follow
        ("5", "Ana"),  # 50: two black kings and two tens
        ("6", "Bo"),
        ("0", "Bo"),
        ("12", "Bo"),
        ("3→", "Bo"),
        ("→→", "Chi"),
        ("12207", "Dana"),
        ("122076", "Dana"),  # nobody is left
    ],
)
def test_the_caret_walks_on_when_nothing_else_can_follow(sheet, typed, caret):
    keyed(sheet, typed)
    expect(at.caret(sheet, caret)).to_have_count(1)


@pytest.mark.parametrize(("typed", "caret"), [("7", "Ana"), ("8", "Bo")])
def test_six_cards_can_total_seventy(desk, typed, caret):
    page = desk.sheet("tamalou", FRIENDS[:2], cards=6)
    keyed(page, typed)
    expect(at.caret(page, caret)).to_have_count(1)


def test_enter_behind_a_hand_that_was_full_by_itself_leaves_nobody_out(sheet):
    for key in ("3", "Enter", "1", "2", "Enter", "2", "0", "Enter", "7"):
        sheet.keyboard.press(key)
    expect(at.hands(sheet)).to_have_text(["3", "12", "20", "7"])
    expect(sheet).to_have_url(re.compile(r"/tables/\d+$"))


def test_enter_walks_on_where_a_mouse_was_before_and_presses_what_the_keyboard_came_to(own_sheet):
    """Else what was clicked would keep the focus: a key of the pad, or Save in the next deal."""
    for digit in "12":
        own_sheet.locator(f".by-total [data-types='{digit}']").click()
    for key in ("Enter", "4", "Enter", "2", "0", "7"):
        own_sheet.keyboard.press(key)
    at.bell(own_sheet, "Ana").click()
    expect(at.hands(own_sheet)).to_have_text(["12", "4", "20", "7"])
    expect(at.said(own_sheet, "told")).to_be_visible()
    own_sheet.locator(".save").click()
    expect(at.hands(own_sheet)).to_have_text(["", "", "", ""])
    for key in ("5", "Enter", "1"):
        own_sheet.keyboard.press(key)
    expect(at.hands(own_sheet)).to_have_text(["5", "1", "", ""])
    own_sheet.locator(".by-total [data-types=erase]").focus()
    own_sheet.keyboard.press("Enter")
    expect(at.hands(own_sheet)).to_have_text(["5", "", "", ""])


@pytest.mark.parametrize("typed", ["1220715", "12→20715", "1220→7→15"])
def test_the_key_that_walks_on_behind_a_full_hand_leaves_nobody_out(sheet, typed):
    keyed(sheet, typed)
    expect(at.hands(sheet)).to_have_text(["12", "20", "7", "15"])


def test_nor_does_it_when_each_digit_is_answered_first(sheet):
    Thumb(sheet).touch_all(*at.digits(sheet, "12→20→7→15"))
    expect(at.hands(sheet)).to_have_text(["12", "20", "7", "15"])


@pytest.mark.parametrize(
    ("typed", "caret"),
    [
        ("12→→", "Chi"),  # meant: Bo is told later
        ("12→3→", "Chi"),
        ("12→0→→", "Dana"),
    ],
)
def test_who_is_meant_to_be_left_out_is(sheet, typed, caret):
    keyed(sheet, typed)
    expect(at.caret(sheet, caret)).to_have_count(1)


def test_a_hand_that_was_emptied_or_chosen_is_left_at_once(sheet):
    keys(sheet, TOTAL, ["1", "2", "3", "erase", "next"])
    expect(at.caret(sheet, "Chi")).to_have_count(1)
    press(sheet, "hand=3")
    keyed(sheet, "15")
    press(sheet, "hand=2")
    keyed(sheet, "→")
    expect(at.caret(sheet, "Bo")).to_have_count(1)


def test_the_caret_passes_over_hands_that_are_told(sheet):
    thumb = Thumb(sheet)
    for name, typed in (("Bo", "12"), ("Ana", "9")):
        thumb.touch(at.hand(sheet, name))
        keyed(sheet, typed)
    expect(at.caret(sheet, "Chi")).to_have_count(1)
    thumb.touch(at.hand(sheet, "Dana"))
    keyed(sheet, "7")
    expect(at.caret(sheet, "Chi")).to_have_count(1)
    expect(at.hands(sheet)).to_have_text(["9", "12", "", "7"])


def test_the_key_and_the_line_say_who_comes_next(sheet):
    expect(at.digit(sheet, "next")).to_have_accessible_name("Next player: Bo")
    keyed(sheet, "12203")
    expect(sheet.locator("#typing")).to_contain_text("Chi 3")
    expect(sheet.locator("#typing")).to_contain_text("a second digit, or on to Dana")
    keyed(sheet, "→7")
    expect(at.digit(sheet, "next")).to_be_disabled()
    expect(sheet.locator("#typing")).to_contain_text("all hands are told")


def test_a_hand_that_is_touched_again_is_typed_anew(sheet):
    """Whatever four cards can total: 7 may be the first digit of 77."""
    thumb = Thumb(sheet)
    keyed(sheet, "1220")
    thumb.touch(at.hand(sheet, "Ana"))
    keyed(sheet, "7")
    expect(at.hands(sheet)).to_have_text(["7", "20", "", ""])
    keyed(sheet, "7")
    expect(at.hands(sheet)).to_have_text(["77", "20", "", ""])
    expect(at.caret(sheet, "Chi")).to_have_count(1)


def test_the_hand_under_the_caret_is_typed_anew_once_it_is_touched(sheet):
    keyed(sheet, "122076")
    expect(at.caret(sheet, "Dana")).to_have_count(1)
    Thumb(sheet).touch(at.hand(sheet, "Dana"))
    keyed(sheet, "15")
    expect(at.hands(sheet)).to_have_text(["12", "20", "7", "15"])


def test_a_third_digit_counts_where_nobody_is_left_to_walk_to(sheet):
    """It may be meant, if the cards are worth more; what they cannot total is asked about."""
    keyed(sheet, "1220→7→100")
    expect(at.hands(sheet)).to_have_text(["12", "20", "7", "100"])
    press(sheet, "caller=2")
    expect(at.said(sheet, "warned")).to_contain_text("Dana has 100 in hand: 4 cards make 2 to 50")


def test_a_third_digit_puts_a_told_hand_right(desk):
    table = desk.opened("tamalou")
    desk.save(table, {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}})
    page = desk.at(f"/tables/{table}/deals/1")
    Thumb(page).touch(at.hand(page, "Bo"))
    keyed(page, "123")
    expect(at.hands(page)).to_have_text(["3", "123", "20", "7"])
    expect(at.said(page, "warned")).to_contain_text("Bo has 123 in hand: 4 cards make 2 to 50")


def test_three_digits_stand_in_one_line_of_the_narrowest_cell(desk):
    table = desk.opened("tamalou", EIGHT)
    desk.save(table, {"caller": "0", "hands": {str(seat): 9 + seat for seat in range(8)}})
    page = desk.at(f"/tables/{table}/deals/1")
    page.set_viewport_size({"width": 320, "height": 640})
    Thumb(page).touch(at.hand(page, "Ana"))
    keyed(page, "188")
    expect(at.hands(page).first).to_have_text("188")
    page.wait_for_function(STILL)
    number, cell = page.locator(".hand").first.locator("b"), page.locator(".hand").first
    assert (at.cut(number), cell.bounding_box()["height"]) == ([], 44)
    assert number.evaluate(SPILLS) is False


def test_a_digit_too_many_is_taken_back(sheet):
    Thumb(sheet).touch_all(*at.digits(sheet, "3"), at.digit(sheet, "erase"))
    expect(at.hands(sheet)).to_have_text(["", "", "", ""])
    expect(sheet.locator("#hands-0")).to_have_value("")


def test_a_form_that_is_started_again_is_empty(sheet):
    keyed(sheet, "3→12207")
    press(sheet, "caller=0")
    expect(at.hands(sheet)).to_have_text(["3", "12", "20", "7"])
    sheet.locator("summary", has_text="Who dealt, note").click()
    at.button(sheet, "Start this form again").click()
    expect(at.hands(sheet)).to_have_text(["", "", "", ""])
    expect(at.caret(sheet, "Ana")).to_have_count(1)
    expect(at.said(sheet, "empty")).to_be_visible()


def test_exactly_the_limit_shows_the_hand_beside_what_is_said_and_the_total_after_in_full(desk):
    table = desk.opened("tamalou")
    desk.save(table, {"caller": "0", "hands": {"0": 3, "1": 88, "2": 20, "3": 70}})
    page = desk.at(f"/tables/{table}")
    places = page.locator(".row, .who > .number").evaluate_all(PLACES)
    rows = page.locator(".row").evaluate_all(PLACES)
    press(page, "caller=0")
    keyed(page, "3→1220")
    falls = page.locator("#to-go-1")
    expect(falls).to_have_text("100 becomes 50")
    slip = page.locator("#change-1 .slip").bounding_box()
    assert slip["x"] + slip["width"] <= falls.bounding_box()["x"]
    assert page.locator(".row").evaluate_all(PLACES) == rows
    keyed(page, "7")
    after = page.locator("#change-1 .after")
    expect(after).to_have_text("50")
    assert after.evaluate(BOTTOM) <= page.locator("#change-1").evaluate(BOTTOM) + 1
    page.wait_for_function(STILL)
    assert page.locator(".row, .who > .number").evaluate_all(PLACES) == places


def test_on_a_small_phone_on_its_side_the_total_after_stands_beside_the_change(desk):
    table = desk.opened("tamalou")
    desk.save(table, {"caller": "0", "hands": {"0": 3, "1": 60, "2": 20, "3": 67}})
    page = desk.at(f"/tables/{table}")
    page.set_viewport_size({"width": 667, "height": 375})
    press(page, "caller=0")
    keyed(page, "3→20207")
    after = page.locator("#change-1 .after")
    expect(after).to_have_text("80")
    assert after.evaluate(BOTTOM) <= page.locator("#change-1").evaluate(BOTTOM) + 1


# ---- below 0


def test_a_sign_is_there_only_where_a_hand_can_be_below_0(sheet):
    expect(sheet.locator("[data-types='±']")).to_have_count(0)


@pytest.mark.parametrize("typed", ["±1", "1±→", "±±±1"])
def test_two_jokers_of_kabou_can_be_below_0(desk, typed):
    page = desk.sheet("tamalou", card_values="kabou", jokers=2, negatives="allow")
    keyed(page, typed)
    expect(at.hands(page)).to_have_text(["−1", "", "", ""])
    expect(page.locator("#hands-0")).to_have_value("-1")
    expect(at.caret(page, "Bo")).to_have_count(1)


def test_0_is_a_whole_hand_where_others_are_below_it(desk):
    page = desk.sheet("tamalou", card_values="kabou", jokers=2)
    keyed(page, "0")
    expect(at.caret(page, "Bo")).to_have_count(1)


def test_no_hand_is_below_0_by_nothing(desk):
    page = desk.sheet("tamalou", card_values="kabou", jokers=2)
    keyed(page, "±0")
    expect(at.caret(page, "Bo")).to_have_count(1)
    keyed(page, "0")
    Thumb(page).touch_all(at.hands(page).nth(1), page.locator("[data-types='±']"))
    expect(at.hands(page)).to_have_text(["0", "0", "", ""])
    assert [page.locator(f"#hands-{seat}").input_value() for seat in (0, 1)] == ["0", "0"]


# ---- the cards one by one


def test_cards_are_added_and_the_fourth_walks_on(sheet):
    thumb = by_cards(sheet)
    thumb.touch_all(*(at.card(sheet, name) for name in ("2", "10", "Black king, worth 15")))
    expect(at.hands(sheet)).to_have_text(["27", "", "", ""])
    expect(sheet.locator("#typing")).to_contain_text("Ana 2 + 10 + 15 = 27")
    expect(sheet.locator("#typing")).to_contain_text("one more card, then Bo")
    thumb.touch(at.card(sheet, "Ace, worth 1"))
    expect(at.hands(sheet)).to_have_text(["28", "", "", ""])
    expect(at.caret(sheet, "Bo")).to_have_count(1)


def test_a_card_too_many_begins_the_last_hand_anew(desk):
    page = desk.sheet("tamalou", FRIENDS[:2])
    thumb = by_cards(page)
    added(page, *[9] * 8)
    expect(at.hands(page)).to_have_text(["36", "36"])
    thumb.touch(at.card(page, "5"))
    expect(at.hands(page)).to_have_text(["36", "5"])


def test_a_sum_of_cards_is_typed_anew_once_totals_are_turned_to(sheet):
    thumb = by_cards(sheet)
    added(sheet, 1, 2)
    expect(at.hands(sheet).first).to_have_text("3")
    thumb.touch(sheet.get_by_role("radio", name="Total"))
    expect(sheet.locator("#typing")).to_contain_text("the next touch begins anew")
    keyed(sheet, "9")
    expect(at.hands(sheet)).to_have_text(["9", "", "", ""])
    expect(at.caret(sheet, "Ana")).to_have_count(1)


def test_cards_are_added_on_where_totals_were_only_looked_at(sheet):
    thumb = by_cards(sheet)
    added(sheet, 1, 2)
    thumb.touch(sheet.get_by_role("radio", name="Total"))
    thumb.touch(sheet.get_by_role("radio", name="Cards"))
    expect(sheet.locator("#typing")).to_contain_text("2 more cards")
    thumb.touch(at.card(sheet, "9"))
    expect(at.hands(sheet).first).to_have_text("12")


def test_the_last_card_and_all_of_them_are_taken_back(sheet):
    thumb = by_cards(sheet)
    added(sheet, 9, 0, 10)
    expect(at.hands(sheet).first).to_have_text("19")
    thumb.touch(at.card(sheet, "Take the last card back"))
    expect(at.hands(sheet).first).to_have_text("9")
    thumb.touch(at.card(sheet, "Empty the hand"))
    expect(at.hands(sheet).first).to_have_text("")
    expect(sheet.locator("#typing")).to_contain_text("touch the cards")


def test_a_hand_of_red_kings_is_0_and_not_empty(sheet):
    thumb = by_cards(sheet)
    thumb.touch(at.card(sheet, "Red king, worth 0"))
    expect(at.hands(sheet).first).to_have_text("0")


def test_the_key_that_walks_on_behind_the_fourth_card_leaves_nobody_out(sheet):
    thumb = by_cards(sheet)
    walks = sheet.locator(".by-cards [data-types=next]")
    added(sheet, 9, 9, 9)
    thumb.touch_all(at.card(sheet, "9"), walks, at.card(sheet, "8"), walks)
    expect(at.hands(sheet)).to_have_text(["36", "8", "", ""])
    expect(at.caret(sheet, "Chi")).to_have_count(1)


def test_a_hand_left_early_goes_on_with_its_cards(sheet):
    thumb = by_cards(sheet)
    added(sheet, 9, 8)
    thumb.touch_all(at.hand(sheet, "Bo"), at.hand(sheet, "Ana"))
    added(sheet, 7)
    expect(at.hands(sheet).first).to_have_text("24")


def test_who_adds_cards_up_does_so_in_the_next_deal_too(sheet):
    by_cards(sheet)
    sheet.reload()
    expect(sheet.get_by_role("radio", name="Cards")).to_be_checked()
    expect(at.card(sheet, "9")).to_be_visible()


def test_a_reload_keeps_the_hands_and_the_caret(own_sheet):
    keyed(own_sheet, "3→12")
    press(own_sheet, "caller=0")
    own_sheet.reload()
    expect(at.bell(own_sheet, "Ana")).to_be_checked()
    expect(at.hands(own_sheet)).to_have_text(["3", "12", "", ""])
    keyed(own_sheet, "207")
    Thumb(own_sheet).touch(at.button(own_sheet, "Save"))
    expect(at.totals(own_sheet)).to_have_text(["0", "12", "20", "7"])


def test_turning_from_totals_to_cards_moves_nothing(sheet):
    parts = sheet.locator(".row, .keys-head, .keypad:visible, .bar")
    before = parts.evaluate_all(PLACES)
    by_cards(sheet)
    sheet.wait_for_function(STILL)  # the finger is off the cell
    assert parts.evaluate_all(PLACES) == before


# ---- a laptop


def test_nobody_is_pressed_at_first_and_the_keys_of_a_laptop_walk_and_save(own_sheet):
    expect(own_sheet.locator("[name=caller]:checked, [name=kamikaze]:checked")).to_have_count(0)
    at.bell(own_sheet, "Ana").focus()
    own_sheet.keyboard.press("Space")
    for key in ("3", "Enter", "1", "2", "2", "0", "8", "Backspace", "7"):
        own_sheet.keyboard.press(key)
    expect(at.said(own_sheet, "told")).to_be_visible()
    own_sheet.keyboard.press("Enter")
    expect(at.totals(own_sheet)).to_have_text(["0", "12", "20", "7"])


def test_arrows_lead_from_hand_to_hand(sheet):
    at.hand(sheet, "Ana").focus()
    sheet.keyboard.press("ArrowDown")
    expect(at.caret(sheet, "Bo")).to_have_count(1)
    sheet.keyboard.press("8")
    expect(at.hands(sheet)).to_have_text(["", "8", "", ""])


def test_the_space_bar_releases_a_pressed_bell(sheet):
    at.bell(sheet, "Ana").focus()
    sheet.keyboard.press("Space")
    expect(at.bell(sheet, "Ana")).to_be_checked()
    sheet.keyboard.press("Space")
    expect(at.bell(sheet, "Ana")).not_to_be_checked()
    at.hand(sheet, "Ana").focus()
    sheet.keyboard.press("Space")
    expect(at.caret(sheet, "Ana")).to_have_count(1)


@pytest.mark.parametrize("before", ["", "12"])
def test_enter_saves_a_kamikaze_for_which_no_hand_has_to_be_told(own_sheet, before):
    """Even if the caret had gone on by itself before the kamikaze was told."""
    own_sheet.keyboard.type(before)
    at.bell(own_sheet, "Ana").focus()
    own_sheet.keyboard.press("Space")
    own_sheet.get_by_role("checkbox", name="Dana has a kamikaze").focus()
    own_sheet.keyboard.press("Space")
    expect(at.said(own_sheet, "told")).to_be_visible()
    own_sheet.keyboard.press("Enter")
    expect(at.totals(own_sheet)).to_have_text(["50", "50", "50", "0"])


def test_enter_behind_a_hand_beside_a_kamikaze_walks_on(own_sheet):
    press(own_sheet, "caller=0", "kamikaze=3")
    own_sheet.locator("[name=hand]").first.focus()
    for key in ("3", "Enter", "1", "2", "Enter"):
        own_sheet.keyboard.press(key)
    expect(at.hands(own_sheet)).to_have_text(["3", "12", "", ""])
    expect(at.caret(own_sheet, "Chi")).to_have_count(1)
    own_sheet.keyboard.press("Enter")
    expect(at.totals(own_sheet)).to_have_text(["50", "50", "50", "0"])


def test_the_keys_of_a_laptop_touch_cards_where_cards_are_added_up(sheet):
    """Ace, 2, 10, jack; then a queen, a king, and the king back."""
    sheet.get_by_role("radio", name="Cards").check()
    sheet.keyboard.type("120j")
    expect(at.hands(sheet)).to_have_text(["23", "", "", ""])
    expect(at.caret(sheet, "Bo")).to_have_count(1)
    sheet.keyboard.type("QK")
    expect(at.hands(sheet)).to_have_text(["23", "25", "", ""])
    sheet.keyboard.press("Backspace")
    expect(at.hands(sheet)).to_have_text(["23", "10", "", ""])
    sheet.get_by_role("radio", name="Total").check()
    sheet.keyboard.type("7")
    expect(at.hands(sheet)).to_have_text(["23", "7", "", ""])


def test_who_opens_nobody_called_by_the_keyboard_is_led_to_it(sheet):
    sheet.locator("summary", has_text="Nobody called").focus()
    sheet.keyboard.press("Enter")
    nobody = sheet.get_by_role("radio", name="Nobody called")
    expect(nobody).to_be_focused()
    sheet.keyboard.press("Space")
    expect(nobody).to_be_checked()


def test_of_what_is_typed_only_what_changes_is_read_aloud(sheet):
    """The name stays while its hand is typed; the hint beside it is not read."""
    name, number = sheet.locator("#typing [aria-live]").all()
    before = name.evaluate_handle("(name) => name.firstChild")
    sheet.keyboard.press("1")
    expect(number).to_have_text("1")
    assert before.evaluate("(words) => words.isConnected")
    assert sheet.locator("#typing").evaluate("(line) => !line.ariaLive")
    sheet.keyboard.press("2")
    expect(name).to_have_text("Bo")
