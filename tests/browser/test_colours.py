"""What is written can be read, by day and by night: every pair of colours that meets (T-U8)."""

from __future__ import annotations

import pytest

TOKENS = """(names) => {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue("--" + name).trim();
    return Object.fromEntries(names.map((name) => [name, value(name)]));
}"""
GROUNDS = ("paper", "lamp", "plate", "raised")  # the page from its top down, plates, cells
TEXT = {
    "ink": (*GROUNDS, "wash"),
    "second-ink": (*GROUNDS, "wash"),
    "accent": GROUNDS,
    "suit-red": GROUNDS,
    "on-accent": ("accent",),
    "plate": ("ink",),  # what is pressed
}
# Borders of what can be touched, the lines of a chart, drawings, what is framed or underlined.
LINES = {
    "edge": GROUNDS,
    "ink": GROUNDS,
    "accent": (*GROUNDS, "wash"),
    "second-ink": GROUNDS,
}


@pytest.fixture(params=["light", "dark"])
def colours(request, client, page) -> dict[str, str]:
    """The colours of the stylesheet as the browser has them, by their names."""
    page.emulate_media(color_scheme=request.param)
    page.goto("/")
    return page.evaluate(TOKENS, [*GROUNDS, *TEXT, *LINES, "wash"])


def light(colour: str) -> float:
    """Relative luminance, of WCAG 2: of #rrggbb."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([light(one), light(other)])
    return (lighter + 0.05) / (darker + 0.05)


def test_how_contrast_is_counted():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (LINES, 3)], ids=["text", "lines"])
def test_everything_can_be_told_from_its_ground(colours, pairs, least):
    found = {
        (on, ground): contrast(colours[on], colours[ground])
        for on, grounds in pairs.items()
        for ground in grounds
    }
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}


def test_a_theme_that_was_chosen_has_the_same_colours(colours, page):
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    theme = "dark" if dark else "light"
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
    assert page.evaluate(TOKENS, [*colours]) == colours
