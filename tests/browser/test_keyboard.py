"""Who has a keyboard, or hears a page: where they are is not hidden, and what changes is said."""

from __future__ import annotations

from itertools import product

import pages
import pytest
import world
from playwright.sync_api import Page, expect

# How much of what has the keyboard lies under the bar, or beside its screen, at nine points of it.
HIDDEN = """() => {
    const one = document.activeElement, seen = one.closest("label:not(.field)") ?? one;
    const { left, top, width, height } = seen.getBoundingClientRect();
    if (one === document.body) return "the end";
    if (height > innerHeight / 2) return 0;
    let hidden = 0;
    for (const x of [0.1, 0.5, 0.9]) for (const y of [0.1, 0.5, 0.9]) {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        if (!hit || !seen.contains(hit) && !hit.contains(seen)) hidden++;
    }
    return hidden && `${one.name} ${one.ariaLabel ?? one.textContent}: ${hidden}`;
}"""
LONGER = "() => document.body.scrollHeight > 1.1 * innerHeight"


def tabs(page: Page, key: str) -> list[str]:
    """What was half hidden or more when it had the focus, as Tab went once through the page."""
    hidden = []
    while not hidden or hidden[-1] != "the end":
        page.keyboard.press(key)
        hidden.append(page.evaluate(HIDDEN))
    assert len(hidden) > 10
    return [one for one in hidden[:-1] if one and int(one[-1]) > 4]


@pytest.fixture
def seen(browser, after_evenings):
    """A page of the seeded site on a screen of this size, with letters of this size."""
    contexts = []

    def opened(name: str, width: int, height: int, letters: int, language: str = "en") -> Page:
        size = {"width": width, "height": height}
        contexts.append(world.phone(browser, after_evenings, locale=language, viewport=size))
        page = contexts[-1].new_page()
        settings = contexts[-1].new_cdp_session(page)
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        pages.visit(page, name)
        return page

    yield opened
    for context in contexts:
        context.close()


SCREENS = [(390, 844, 24), (390, 844, 32), (320, 568, 32), (844, 390, 16), (320, 256, 16)]


LONG = [*product(["draw-in-hand", "paper"], SCREENS), ("tamalou-near", (320, 256, 16))]
LONG += [("record-five", (320, 256, 16, "fr"))]  # the sentence of its bar has many lines
LONG += [("tamalou-eight", (390, 600, 16))]  # rows that scroll beneath the keypad


@pytest.mark.parametrize(("name", "screen"), LONG)
def test_what_has_the_keyboard_is_not_hidden(seen, name, screen):
    page = seen(name, *screen)
    if name == "paper":
        page.goto(f"{pages.PAGES[name][0]}?rows=12")  # higher than each of the screens
    assert page.evaluate(LONGER)
    assert tabs(page, "Tab") == []
    assert tabs(page, "Shift+Tab") == []


def test_a_refused_deal_has_the_keyboard_before_the_field_that_is_to_be_put_right(seen):
    page = seen("record-refused", 390, 844, 16)
    expect(page.locator(".problem", has_text="99 is not between")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("name", "side")


def test_a_refused_hand_has_the_keyboard_in_its_row(seen):
    page = seen("tamalou-refused", 390, 844, 16)
    expect(page.locator("#row-3 .problem")).to_be_focused()


def test_how_many_are_here_is_said_after_each_who_comes_or_pays(seen):
    page = seen("check-in", 390, 844, 16)
    said = page.get_by_role("status").filter(has_text="10 here · 10 have not paid")
    region = said.element_handle()
    page.locator("#typed").fill("Zoé")
    page.keyboard.press("Enter")
    expect(page.locator("#roll-say")).to_contain_text("11 here · 11 have not paid")
    page.get_by_role("button", name="Zoé has paid").click()
    expect(page.locator("#roll-say")).to_contain_text("11 here · 10 have not paid")
    assert region.evaluate("(one) => one.isConnected && !!one.querySelector('#roll-say')")


def test_a_sheet_is_named_by_the_deal_that_it_asks_for(open_table, record, page):
    table = open_table()
    page.goto("/tables/1")
    expect(page).to_have_title("Deal 1 · Ana, Bo and 2 more · Companion")
    record(table, take="0-garde", oudlers=2, points=49)  # by another phone
    expect(page).to_have_title("Deal 2 · Ana, Bo and 2 more · Companion")
    page.reload()
    expect(page).to_have_title("Deal 2 · Ana, Bo and 2 more · Companion")


def test_after_the_last_undo_redo_has_the_keyboard_and_undo_after_the_last_redo(
    open_table, record, page
):
    record(open_table(), take="0-garde", oudlers=2, points=49)
    page.goto("/tables/1")
    undo = page.get_by_role("button", name="Undo the last change")
    redo = page.get_by_role("button", name="Bring back what was undone")
    undo.press("Enter")
    expect(redo).to_be_focused()
    redo.press("Enter")
    expect(undo).to_be_focused()


def test_a_preview_that_says_the_same_is_not_said_again(open_table, page):
    open_table()
    page.goto("/tables/1")
    said = page.locator("#say")
    for part in ["oudlers=2", "side=defence"]:
        before = said.element_handle()
        pages.press(page, part)
        expect(page.locator("#record [name=said]")).to_have_count(1)
    expect(said).to_have_text("Who took, and what?")
    page.wait_for_timeout(1000)
    assert before.evaluate("(one) => one.isConnected")
    pages.press(page, "take=0-garde")
    expect(said).to_contain_text("Ana")


def test_what_another_phone_has_undone_is_said_until_the_next_touch(
    open_table, record, page, client
):
    record(open_table(), take="0-garde", oudlers=2, points=49)
    page.goto("/tables/1")
    pages.press(page, "oudlers=2")
    expect(page.locator("#record [name=said]")).to_have_count(1)
    with page.expect_response("**/live?*"):
        client.send("/tables/1/undo")
    pages.press(page, "oudlers=1")
    expect(page.locator("#record [name=said]")).to_have_count(1)
    expect(page.locator("#asks b")).to_have_count(0)
    expect(page.locator("#say")).to_have_text("Who took, and what?")


# How far an outline reaches out of its field.
REACHES = """(field) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(field);
    return parseFloat(outlineWidth) + parseFloat(outlineOffset);
}"""


def test_an_outline_on_paper_lies_over_no_neighbour(seen):
    page = seen("paper-refused", 390, 844, 16)
    wrong = page.locator("[aria-invalid]")
    assert 0 <= wrong.evaluate(REACHES) < 2
    wrong.focus()
    page.keyboard.press("Tab")
    assert 0 < page.locator(":focus").evaluate(REACHES) < 2


def test_a_tap_on_a_number_of_paper_moves_nothing(seen):
    page = seen("paper", 390, 844, 16)
    page.locator(".paper-grid tbody th").nth(3).click(position={"x": 8, "y": 8})
    expect(page.locator(".grid-scroll")).to_be_focused()
    assert page.evaluate("scrollY") == 0


def test_after_a_known_name_has_come_the_keyboard_is_on_the_next(seen):
    page = seen("check-in", 390, 844, 16)
    known = page.get_by_role("group", name="Known names").get_by_role("button")
    known.nth(1).press("Enter")
    expect(known.nth(1)).to_be_disabled()
    expect(known.nth(2)).to_be_focused()
    known.last.press("Enter")
    expect(known.first).to_be_focused()
