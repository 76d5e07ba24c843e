"""Where the system forces its colours: what is chosen differs from what is not, all the same."""

from __future__ import annotations

from collections.abc import Iterator

import pages
import pytest
import world
from playwright.sync_api import Browser, Page

# The cells that are pressed and look like one that is not, of the same question.
ALIKE = """() => {
    const seen = (one) => {
        const style = getComputedStyle(one);
        return [style.backgroundColor, style.borderTopStyle, style.borderTopWidth].join();
    };
    const shown = [...document.querySelectorAll(":is(.cell, .game-choice) > input")]
        .filter((one) => one.checkVisibility());
    const pressed = shown.filter((one) => one.checked);
    if (!pressed.length) return ["nothing is pressed"];
    return pressed.filter((one) => shown.some((other) => !other.checked && other.name === one.name
        && seen(other.parentElement) === seen(one.parentElement))).map((one) => one.outerHTML);
}"""
CHOOSING = ("new", "options", "settings", "record-five", "record-cards", "correct", "draw")
CHOOSING += ("tamalou-typed", "tamalou-kamikaze", "plateau-correct-bid", "plateau-auction-parts")
# On a page, what is seen of the one and not of the other.
PAIRS = {
    "standings": [(".cell[aria-current]", ".cell[href]:not([aria-current])", "backgroundColor")],
    "draw-in-hand": [(".person.pressed", ".person:not(.pressed)", "backgroundColor")],
    "watch": [(".leader .run", "g:not(.leader) > .run", "stroke")],
}
STYLE = "(one, part) => getComputedStyle(one)[part]"
FILLED = """(one) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(one, "::before");
    return backgroundColor + backgroundImage;
}"""
# What is pressed, in a theme that was chosen, and the colour of the system for what is written.
PRESSED = """(theme) => {
    document.documentElement.dataset.theme = theme;
    document.body.style.color = "CanvasText";
    const pressed = document.querySelector(".cell:has(:checked)");
    return [pressed, document.body].map((one, n) =>
        getComputedStyle(one)[n ? "color" : "backgroundColor"]);
}"""


@pytest.fixture(scope="module")
def phone(browser: Browser, after_evenings: str) -> Iterator[Page]:
    """A phone whose system forces its colours."""
    with world.phone(browser, after_evenings, forced_colors="active") as context:
        context.add_init_script(pages.NOTHING_LEFT)
        yield context.new_page()


def themes(page: Page) -> Iterator[str]:
    """The colours of the system are dark on light, then light on dark."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, forced_colors="active")
        yield theme


def differs(page: Page, one: str, other: str, by: str) -> bool:
    return len({page.locator(css).first.evaluate(STYLE, by) for css in (one, other)}) == 2


@pytest.mark.parametrize("name", CHOOSING)
def test_a_cell_that_is_pressed_differs_from_those_that_are_not(phone, name):
    pages.visit(phone, name)
    alike = {theme: phone.evaluate(ALIKE) for theme in themes(phone)}
    assert alike == {"light": [], "dark": []}


TOLD = [(".bar .save", ".bar", "backgroundColor"), (".slip", ".row", "borderBottomColor")]


@pytest.mark.parametrize("name", PAIRS)
def test_what_a_background_or_a_line_says_is_said(phone, name):
    pages.visit(phone, name)
    pairs = PAIRS[name]
    found = {theme: [differs(phone, *pair) for pair in pairs] for theme in themes(phone)}
    assert found == dict.fromkeys(found, [True] * len(pairs))


def test_the_spaces_of_each_side_and_of_nobody_differ(phone):
    pages.visit(phone, "plateau-board")
    kinds = (".hex.own", ".hex.theirs", ".hex:not(.own, .theirs)")
    for theme in themes(phone):
        filled = {phone.locator(css).first.evaluate(FILLED) for css in kinds}
        assert len(filled) == len(kinds), theme


def test_a_save_that_is_not_offered_yet_is_empty_and_dashed_and_stands_out_once_it_is(phone):
    """The same holds for what the deal would change."""
    seen = {}
    for name in ("sheet", "record-five"):
        pages.visit(phone, name)
        save = phone.locator(".bar .save")
        for theme in themes(phone):
            how = [save.evaluate(STYLE, by) for by in ("borderTopStyle", "backgroundColor")]
            seen[name, theme] = how
            if name == "record-five":
                assert [differs(phone, *pair) for pair in TOLD] == [True, True], theme
    for theme in ("light", "dark"):
        assert seen["sheet", theme] == ["dashed", "rgba(0, 0, 0, 0)"]
        assert seen["record-five", theme][1] != "rgba(0, 0, 0, 0)"


def test_a_theme_that_was_chosen_is_no_match_for_the_system(phone):
    pages.visit(phone, "settings")
    for _ in themes(phone):
        for theme in ("light", "dark"):
            pressed, written = phone.evaluate(PRESSED, theme)
            assert pressed == written
