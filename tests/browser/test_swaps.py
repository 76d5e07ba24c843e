"""What comes from other phones is put in place: focus, scroll and selection stay (T-U7)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack

import pytest
import touching as at
from acts import ask_now
from playwright.sync_api import Page, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
BOARD = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"], "made": True}
HANDS = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
TOLD = {"tarot": GARDE, "plateau": BOARD, "tamalou": HANDS}
COUNT = """() => { globalThis.changes = 0;
    new MutationObserver((all) => { changes += all.length; }).observe(document, {
        subtree: true, childList: true, attributes: true, characterData: true }); }"""
SELECT = "(one) => getSelection().selectAllChildren(one)"
SELECTED = "() => getSelection().toString().trim()"
FOCUSED = "(one) => one === document.activeElement"
TALLER = "() => scrollTo(0, 400)"
# What the rows of who dealt by turn and who is said to have dealt are once an answer is in place.
DRAWN_FIRST = """() => addEventListener("htmx:afterSwap", () => setTimeout(() => {
    globalThis.first ??= ["row-0", "row-3"].map((id) => document.getElementById(id).className);
}))"""


@pytest.fixture
def tell(store):
    """Tells a deal at the first table, as another phone does."""

    def told(number, facts=GARDE, revision=0):
        store.save_deal(1, number, facts, revision=revision, key=None, phone="")

    return told


def asked(phones: Iterable[Page], times: int) -> None:
    """Waits until each phone has heard so many times whether anything changed."""
    for _ in range(times):
        with ExitStack() as answers:
            for phone in phones:
                answers.enter_context(phone.expect_response("**/version"))


@pytest.fixture
def sheet(open_table, tell, page) -> Page:
    """A sheet that has been open for twenty deals: it lists them all."""
    open_table()
    page.goto("/tables/1")
    for number in range(1, 21):
        tell(number)
    ask_now(page)
    expect(at.deals(page)).to_have_count(20)
    return page


def another_deal(page: Page, tell, number: int = 21) -> None:
    tell(number)
    ask_now(page)
    expect(at.deals(page)).to_have_count(number)


def test_while_nothing_happens_nothing_is_drawn(open_table, store, page):
    """On the sheet of each game, and for who only looks on, in a tab each."""
    tabs = {}
    for number, (game, facts) in enumerate(TOLD.items(), 1):
        open_table(game)
        store.save_deal(number, 1, facts, revision=0, key=None, phone="")
        for path in (f"/tables/{number}", f"/tables/{number}/watch"):
            tabs[path] = page.context.new_page()
            tabs[path].goto(path)
    asked(tabs.values(), 1)
    for tab in tabs.values():
        tab.evaluate(COUNT)
    asked(tabs.values(), 3)
    drawn = {path: tab.evaluate("changes") for path, tab in tabs.items()}
    assert drawn == dict.fromkeys(tabs, 0)


HELD = ["#record [name=oudlers][value='2']", "[data-step=undo] button", "#deal-5 summary"]
HELD += [".folds summary"]


def test_what_has_the_keyboard_keeps_it_a_deal_that_is_corrected_too(sheet, tell):
    for number, held in enumerate(HELD, 21):
        sheet.locator(held).first.focus()
        another_deal(sheet, tell, number)
        assert sheet.locator(held).first.evaluate(FOCUSED), held
    sheet.locator("#deal-18 summary").focus()
    tell(18, GARDE | {"card_points": 51}, revision=1)
    ask_now(sheet)
    expect(sheet.locator("#deal-18")).to_contain_text("51 with two oudlers")
    assert sheet.locator("#deal-18 summary").evaluate(FOCUSED)


def test_the_numbers_deal_by_deal_stay_open_and_keep_the_keyboard(sheet, tell):
    sheet.goto("/tables/1/watch")
    fold = sheet.locator("#running details")
    fold.locator("summary").click()
    another_deal(sheet, tell)
    expect(fold).to_have_attribute("open", "")
    expect(fold.locator("tbody tr")).to_have_count(21)
    assert fold.locator("summary").evaluate(FOCUSED)


def test_who_has_scrolled_sees_the_same_and_words_that_are_marked_stay_marked(sheet, tell):
    sheet.locator("#deal-5 summary").click()
    sheet.locator("#deal-5 .count caption + tbody th").first.evaluate(SELECT)
    marked = sheet.evaluate(SELECTED)
    sheet.evaluate(TALLER)
    seen = sheet.locator("#deal-12")
    seen.scroll_into_view_if_needed()
    before = seen.bounding_box()
    another_deal(sheet, tell)
    assert seen.bounding_box() == pytest.approx(before, abs=1)
    assert sheet.evaluate(SELECTED) == marked != ""


def test_an_answer_is_drawn_in_one(open_table, page):
    """No moment shows what it brought with the classes of before: its touches would meet others."""
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eve", "Fay"), at_once=5)
    page.goto("/tables/1")
    page.evaluate(DRAWN_FIRST)
    page.get_by_text("Nobody played, who dealt, note").click()
    page.get_by_role("radio", name="Dana dealt").check(force=True)
    page.wait_for_function("() => globalThis.first")
    assert page.evaluate("() => first") == ["row", "row sits-out"]
