"""Every page there is, as the pages say themselves: readable by everybody, wide enough to touch.

A page is opened once and then looked at by all tests here, so none of them changes what it says.

T-U1, T-U2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from urllib.parse import urlsplit

import pages
import pytest
import world
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, CDPSession, Page, expect

VIOLATIONS = "async (asked) => (await axe.run(asked)).violations"
GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
ALL = {
    "runOnly": {"type": "tag", "values": GUIDELINES},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "selectors": False,  # what is found is told by its markup
    "preload": False,  # the same rules are asked: no page has sounds
}
# All that the night changes on a page.
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast"]},
    "resultTypes": ["violations"],
    "selectors": False,
    "preload": False,
}
MAIN = ("home", "new-named", "record-five", "record-cards", "correct", "conflict", "ranking")
MAIN += ("tamalou-eight", "tamalou-cards", "tamalou-over")
WIDTHS = [390, 768, 320]  # the narrowest last
HEIGHT = 844
AXE = Axe()
LIGHT: dict[Page, str] = {}  # in which a page is seen, by who asks for calm

RUNNING = "() => document.getAnimations().map((one) => one.constructor.name)"
# What has a style that moves it, whether or not it moves now.
MOVING = """() => [...document.querySelectorAll("*")].filter((one) =>
    ["", "::before", "::after"].some((part) => {
        const { animationName, transitionDuration } = getComputedStyle(one, part);
        return animationName !== "none" || !/^(0s(, )?)+$/.test(transitionDuration);
    })).map((one) => one.outerHTML.slice(0, 80))"""
# Numbers that stand on more than one line.
BROKEN = """() => {
    const numbers = [...document.querySelectorAll(".groups td, .told .number")].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [one.textContent, new Set([...range.getClientRects()].map((line) => line.top)).size];
    });
    return numbers.filter(([, lines]) => lines > 1);
}"""
# Names that have no room for three letters.
THIN = """() => [...document.querySelectorAll(".table-card .name")].filter((one) =>
    one.checkVisibility() && one.clientWidth < 40).map((one) => one.textContent)"""
LEFTS = "(all) => all.map((one) => one.getBoundingClientRect().left)"
# Words that a line ends within.
CUT = r"""(where) => [...document.querySelectorAll(where)].flatMap((one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const cut = [];
    while (one.checkVisibility() && texts.nextNode()) {
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\p{L}+/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            const lines = new Set([...range.getClientRects()].map((line) => line.top));
            if (lines.size > 1) cut.push(word);
        }
    }
    return cut;
})"""
# The symbols that a page shows.
DRAWN = "() => [...new Set([...document.querySelectorAll('use')].map((one) => one.href.baseVal))]"
# What the policy forbids, whether or not the browser minds; a test here leaves an empty style.
INLINE = """() => [...document.querySelectorAll(
    'style, [style]:not([style=""]), script:not([src]), link[rel=stylesheet]:not([href^="/"])')]
    .map((one) => one.outerHTML.slice(0, 80))"""
ROOT = "(size) => { document.documentElement.style.fontSize = size }"
FETCHED = "async (file) => (await fetch(file)).text()"
LETTERS = "Page.setFontSizes"
END = "() => scrollTo(0, document.body.scrollHeight)"


@pytest.fixture(scope="module")
def phone(browser: Browser, after_evenings: str) -> Iterator[Page]:
    """A phone before the seeded instance, in the language whose words are the longest; so what is
    done on a page needs no word of English (`make screenshots` does it in each language)."""
    with world.phone(browser, after_evenings, locale="fr") as context:
        context.add_init_script(pages.NOTHING_LEFT)
        context.add_init_script(AXE.axe_script)
        yield context.new_page()


@pytest.fixture(scope="module")
def complaints(phone: Page) -> list[str]:
    """What the browser complains of on the open page."""
    return world.listen(phone)


@pytest.fixture(scope="module")
def hosts(phone: Page) -> set[str]:
    """The hosts that were asked for anything."""
    found: set[str] = set()
    phone.on("request", lambda request: found.add(urlsplit(request.url).netloc))
    return found


@pytest.fixture(scope="module", params=pages.PAGES)
def page(request, phone: Page, complaints: list[str], hosts: set[str]) -> Page:
    """A phone of 390 pixels, light, with reduced motion, that opens one page after the other."""
    complaints.clear()
    _look(phone)
    pages.visit(phone, request.param)
    return phone


@pytest.fixture(scope="module")
def settings(phone: Page) -> CDPSession:
    """What the browser's own settings say."""
    return phone.context.new_cdp_session(phone)


def _look(page: Page, width: int = 390, theme: str = "light") -> None:
    if page.viewport_size != {"width": width, "height": HEIGHT}:  # to ask for it again takes time
        page.set_viewport_size({"width": width, "height": HEIGHT})
    if LIGHT.get(page) != theme:  # so does this
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        LIGHT[page] = theme


def _violations(page: Page, asked: dict) -> list[str]:
    """What axe, which is there already, finds."""
    found = page.evaluate(VIOLATIONS, asked)
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def _by_day_and_by_night(page: Page) -> list[str]:
    found = _violations(page, ALL)
    _look(page, theme="dark")
    found += _violations(page, COLOURS)
    _look(page)
    return found


@cache
def _symbols(page: Page, file: str) -> str:
    return page.evaluate(FETCHED, file)


def _undrawn(page: Page) -> list[str]:
    """The symbols that the page names and the file does not have."""
    uses = [use.split("#") for use in page.evaluate(DRAWN)]
    return [name for file, name in uses if f'id="{name}"' not in _symbols(page, file)]


def _sideways(page: Page, settings: CDPSession) -> list[int]:
    """How wide the page is with letters twice as large, where that is wider than the phone."""
    settings.send(LETTERS, {"fontSizes": {"standard": 32}})
    width = page.evaluate(pages.WIDTH)
    settings.send(LETTERS, {"fontSizes": {"standard": 16}})
    return [width] if width != 390 else []


def test_all_looks_at_a_page_find_nothing(page, settings, complaints, hosts):
    """T-S5 is what is said of the policy and of other hosts, T-U8 what is said of moving."""
    _look(page)  # whoever looked at it before
    found = {
        "breaks the policy": page.evaluate(INLINE),
        "is not drawn": _undrawn(page),
        "moves": [*page.evaluate(MOVING), *page.evaluate(RUNNING)],
        "too wide with letters twice as large": _sideways(page, settings),
        "axe finds": _by_day_and_by_night(page),
    }
    for width in WIDTHS:
        _look(page, width)
        found[f"too small for a thumb at {width}"] = page.evaluate(pages.SMALL)
    found["too wide at 320"] = [width for width in [page.evaluate(pages.WIDTH)] if width != 320]
    found["complains"] = complaints  # of all that was done
    found["asks others"] = [*(hosts ^ {urlsplit(page.url).netloc})]
    assert {what: those for what, those in found.items() if those} == {}


@pytest.mark.parametrize("width", [320, 768])
@pytest.mark.parametrize("page", MAIN, indirect=True)
def test_axe_finds_nothing_on_narrow_and_wide_screens(page, width):
    _look(page, width)
    page.evaluate(END)  # there the bar lies on no half of a key
    assert _violations(page, ALL) == []


@pytest.mark.parametrize("width", [768, 1366])
@pytest.mark.parametrize("page", [*MAIN, "rules", "rules-of-table"], indirect=True)
def test_a_tablet_and_a_laptop_have_room_for_letters_twice_as_large(page, settings, width):
    """Whether there are two columns depends on the size of the letters too."""
    _look(page, width)
    settings.send(LETTERS, {"fontSizes": {"standard": 32}})
    found, thin = page.evaluate(pages.WIDTH), page.evaluate(THIN)
    settings.send(LETTERS, {"fontSizes": {"standard": 16}})
    assert (found, thin) == (width, [])


@pytest.mark.parametrize("page", ["player", "player-of-tamalou"], indirect=True)
def test_the_page_of_a_person_fits_where_the_root_alone_is_twice_as_large(page):
    """No @media in rem hears of that."""
    _look(page)
    page.evaluate(ROOT, "200%")
    width, broken = page.evaluate(pages.WIDTH), page.evaluate(BROKEN)
    page.evaluate(ROOT, "")
    assert (width, broken) == (390, [])


@pytest.mark.parametrize("page", ["new-sits-out", "options"], indirect=True)
def test_no_word_of_an_option_is_cut_with_letters_twice_as_large(page, settings):
    _look(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    cut = page.evaluate(CUT, ".fold .cell")
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    assert page.locator(".fold .cell").count() > 10
    assert cut == []


@pytest.mark.parametrize("page", ["new-sits-out"], indirect=True)
def test_a_name_of_twelve_letters_stands_whole_where_people_sit_down(page):
    _look(page)
    expect(page.locator(".seat-list .name", has_text="Bartholomäus")).to_be_visible()
    assert page.evaluate(CUT, ".seat-list .name") == []


@pytest.mark.parametrize(("width", "columns"), [(820, 2), (900, 1)])
@pytest.mark.parametrize("page", ["home"], indirect=True)
def test_a_tablet_has_as_many_columns_of_tables_as_leave_names_whole(page, width, columns):
    _look(page, width)
    lefts = page.locator(".tables > li").evaluate_all(LEFTS)
    assert len({*lefts}) == columns
    assert "Bartholomäus" not in page.evaluate(CUT, ".table-card .name")


@pytest.mark.parametrize("name", ["conflict", "sheet-japanese"])
def test_nothing_scrolls_sideways_in_japanese_where_the_root_alone_is_twice_as_large(
    browser, after_evenings, name
):
    """The heads of the columns, whose words break nowhere else, break where they do not fit."""
    with world.phone(browser, after_evenings, locale="ja") as context:
        context.add_init_script(pages.NOTHING_LEFT)
        page = context.new_page()
        pages.visit(page, name)
        expect(page.locator("#record .columns").first).to_contain_text("ガルド")
        page.evaluate(ROOT, "200%")
        assert page.evaluate(pages.WIDTH) == 390


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("home", ".table-card .name"),
        ("closed", ".table-card .name"),
        ("seats", ".who-where .name"),
        ("ranking", ".bar .primary"),
    ],
)
def test_the_smallest_phone_has_room_for_words_with_letters_twice_as_large(
    browser, after_evenings, name, where
):
    """No name stands with a letter a line, no button is half off the screen."""
    small = {"width": 320, "height": 568}
    with world.phone(browser, after_evenings, locale="fr", viewport=small) as context:
        context.add_init_script(pages.NOTHING_LEFT)
        page = context.new_page()
        context.new_cdp_session(page).send(LETTERS, {"fontSizes": {"standard": 32}})
        pages.visit(page, name)
        assert page.evaluate(pages.WIDTH) == 320
        boxes = [one.bounding_box() for one in page.locator(where).all()]
        assert boxes and all(box["width"] > 40 and box["x"] >= 0 for box in boxes)


@pytest.mark.parametrize("path", ["/", "/tables/new", "/tables/closed"])
def test_axe_finds_nothing_on_the_first_day(another_phone, path):
    page = another_phone()
    page.add_init_script(AXE.axe_script)
    page.goto(path)
    assert _violations(page, ALL) == []


def test_every_page_is_one_of_those_looked_at(wired):
    addresses = wired.url_map.bind("")
    paths = [urlsplit(address).path for address, _act in pages.PAGES.values()]
    looked_at = {addresses.match(path)[0] for path in paths}
    answered = {rule.endpoint for rule in wired.url_map.iter_rules() if "GET" in rule.methods}
    assert answered - looked_at == {*pages.NO_PAGES}
