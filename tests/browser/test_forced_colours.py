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
PAIRS = [
    ("standings", ".cell[aria-current]", ".cell[href]:not([aria-current])", "backgroundColor"),
    ("draw-in-hand", ".person.pressed", ".person:not(.pressed)", "backgroundColor"),
    ("record-five", ".bar .save", ".bar", "backgroundColor"),
    ("watch", ".leader .run", "g:not(.leader) > .run", "stroke"),
    ("record-five", ".slip", ".row", "borderBottomColor"),
]
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


@pytest.fixture(scope="module", params=["light", "dark"])
def phone(request, browser: Browser, after_evenings: str) -> Iterator[Page]:
    """A phone whose system forces its colours, dark on light or light on dark."""
    forced = {"forced_colors": "active", "color_scheme": request.param}
    with world.phone(browser, after_evenings, **forced) as context:
        context.add_init_script(pages.NOTHING_LEFT)
        yield context.new_page()


@pytest.mark.parametrize("name", CHOOSING)
def test_a_cell_that_is_pressed_differs_from_those_that_are_not(phone, name):
    pages.visit(phone, name)
    assert phone.evaluate(ALIKE) == []


@pytest.mark.parametrize(("name", "one", "other", "by"), PAIRS)
def test_what_a_background_or_a_line_says_is_said(phone, name, one, other, by):
    pages.visit(phone, name)
    assert len({phone.locator(css).first.evaluate(STYLE, by) for css in (one, other)}) == 2


def test_the_spaces_of_each_side_and_of_nobody_differ(phone):
    pages.visit(phone, "plateau-board")
    kinds = (".hex.own", ".hex.theirs", ".hex:not(.own, .theirs)")
    assert len({phone.locator(css).first.evaluate(FILLED) for css in kinds}) == len(kinds)


def test_a_save_that_is_not_offered_yet_is_empty_and_dashed(phone):
    seen = []
    for name in ("sheet", "record-five"):
        pages.visit(phone, name)
        save = phone.locator(".bar .save")
        seen.append([save.evaluate(STYLE, by) for by in ("borderTopStyle", "backgroundColor")])
    (line, empty), (_, filled) = seen
    assert (line, empty) == ("dashed", "rgba(0, 0, 0, 0)")
    assert filled != empty


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_that_was_chosen_is_no_match_for_the_system(phone, theme):
    pages.visit(phone, "settings")
    pressed, written = phone.evaluate(PRESSED, theme)
    assert pressed == written
