"""Where lines end: a number stands on no line alone, where it would be read as another one."""

from __future__ import annotations

import pytest
import touching as at
from an_evening import open_here
from playwright.sync_api import expect

WIDTHS = [*range(320, 440, 8), 820]
# How many lines each of them takes.
LINES = "(all) => all.map((one) => new Set([...one.getClientRects()].map((line) => line.top)).size)"
# What somebody did in a long game; whether its last number stands below all that was said before.
ALONE = """(one) => {
    one.textContent = "took 10, made 6, partner 11";
    const top = (from, to) => {
        const range = document.createRange();
        range.setStart(one.firstChild, from);
        range.setEnd(one.firstChild, to);
        return range.getBoundingClientRect().top;
    };
    const { length } = one.textContent;
    return top(length - 2, length) > top(length - 6, length - 4);
}"""
# Whether a word of a text is parted.
PARTED = """(one, word) => {
    const text = [...one.childNodes].find((node) => node.data?.includes(word));
    const range = document.createRange();
    range.setStart(text, text.data.indexOf(word));
    range.setEnd(text, text.data.indexOf(word) + word.length);
    return new Set([...range.getClientRects()].map((line) => line.top)).size > 1;
}"""

# Draws nothing of a title from its third line on.
TWO_LINES = """(title) => {
    const text = title.firstChild, range = document.createRange();
    const top = (at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
    };
    const tops = [...Array(text.length).keys()].map(top);
    const third = tops.indexOf([...new Set(tops)].sort((a, b) => a - b)[2]);
    range.setStart(text, third);
    range.setEnd(text, text.length);
    CSS.highlights.set("third", new Highlight(range));
    const style = new CSSStyleSheet();
    style.replaceSync("::highlight(third) { color: transparent }");
    document.adoptedStyleSheets.push(style);
}"""
THIRTY = ("山田太郎左衛門尉源朝臣義経之助花子美咲健太郎一二三四五六七", "佐藤" * 15)

# What the last line of each text is.
LAST = """(all) => all.map((one) => {
    const text = one.firstChild, range = document.createRange();
    const top = (at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
    };
    const { data } = text, end = data.trimEnd().length - 1;
    let from = end;
    while (from > 0 && (data[from - 1] === " " || top(from - 1) === top(end))) from -= 1;
    return from === 0 ? "" : data.slice(from).trim();
})"""


@pytest.fixture
def over(store, open_table):
    table = open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve"], deals=1)
    told = {
        "declarer": "0",
        "partner": "1",
        "contract": "garde_contre",
        "oudlers": 3,
        "card_points": 91,
    }
    store.save_deal(table.id, 1, told, revision=0, key=None, phone="")
    return table


def test_in_the_ranking_no_number_is_left_alone_below_its_word(page, over):
    page.goto(f"/tables/{over.id}")
    why = page.locator(".ranking .small").first
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert not why.evaluate(ALONE), width


@pytest.mark.parametrize(
    ("path", "where"), [("/", ".table-card .quiet"), ("/evenings/1/tables", ".sheets .quiet")]
)
def test_how_long_ago_that_was_stands_on_no_line_of_its_own(page, store, path, where):
    """Nor is the dot before it alone on a line with it."""
    name = "Les vendredis du Café de la Gare"
    for evening in (name, "Jeudi"):  # of two each table says its own
        store.open_evening(evening, "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    open_here(store, 1, "tarot", ["Ana", "Bo", "Chi", "Dominique", "Eve"], key=None, phone="")
    page.goto(path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        last = page.locator(where).evaluate_all(LAST)
        assert not {"now", "· now"} & {*last}, width


@pytest.mark.parametrize("game", ["tarot", "plateau", "tamalou"])
def test_in_the_rules_what_is_counted_is_not_parted(page, game):
    page.goto(f"/rules/{game}")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert {*page.locator(".numbered b").evaluate_all(LINES)} <= {1}, width


@pytest.mark.parametrize("role", ["Declarer", "Partner", "Defence"])
def test_in_the_rules_of_le_plateau_no_role_is_parted(page, role):
    """What a column of numbers needs is no room for a word."""
    assert parted(page, "/rules/plateau", (f".by-number th:text-is('{role}')", role)) == []


def test_in_the_rules_of_le_plateau_ten_and_what_it_is_for_are_whole_with_letters_twice_as_large(
    another_phone,
):
    page = another_phone()
    settings = page.context.new_cdp_session(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    looked = [(f".by-number td:text-is('{n}')", n) for n in ("10", "+1")]
    looked += [(f".by-number th:text-is('{one}')", one) for one in ("alone", "bridge", "fork")]
    assert parted(page, "/rules/plateau", *looked) == []
    page.set_viewport_size({"width": 320, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_name_of_the_app_is_not_parted_with_letters_twice_as_large(another_phone):
    """What stands beside it moves below it."""
    page = another_phone()
    settings = page.context.new_cdp_session(page)
    page.goto("/")
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert not page.locator(".brand").evaluate(PARTED, "Companion"), width
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("path", ["", "/watch"])
def test_a_title_shows_nothing_of_its_third_line(page, open_table, path):
    page.goto(f"/tables/{open_table('tamalou', THIRTY).id}{path}")
    title = page.locator("h1")
    shown = title.screenshot()
    title.evaluate(TWO_LINES)
    assert title.screenshot() == shown


@pytest.mark.parametrize("path", ["/evenings", "/import", "/settings", "/tables/1/history"])
def test_a_title_shows_its_letters_whole(page, open_table, path):
    """Also the tails below the line, on a screen with few pixels."""
    open_table()
    page.goto(path)
    title = page.locator(".top-title")
    shown = title.screenshot()
    page.locator("h1").evaluate("(title) => { title.style.overflow = 'visible' }")
    assert title.screenshot() == shown


def parted(phone, path: str, *looked: tuple[str, str]) -> list[tuple[int, str]]:
    """The words that a line ends within on that page, each with the width of the phone; of each is
    told where it stands."""
    phone.goto(path)
    found = []
    for width in WIDTHS:
        phone.set_viewport_size({"width": width, "height": 844})
        for where, word in looked:
            found += [(width, word)] * phone.locator(where).first.evaluate(PARTED, word)
    return found


@pytest.fixture
def japanese(another_phone):
    return another_phone(locale="ja-JP")


def test_in_japanese_a_name_and_a_word_are_not_parted(store, open_table, japanese):
    table = open_table(names=["健太郎", "さくら", "花子", "美咲"], game="plateau")
    bid = {"player": "1", "talon": "exchange", "objective": "fork", "partners": 1}
    store.keep_half(table.id, 1, {"bids": [bid]}, revision=0, key=None, phone="")
    looked = (".top h1", "さくら"), (".said .high .small", "味方")
    assert parted(japanese, f"/tables/{table.id}", *looked) == []


def test_in_japanese_no_name_is_parted_of_those_whose_hand_is_missing(store, open_table, japanese):
    table = open_table(names=["健太郎", "さくら", "花子"], game="tamalou")
    told = {"caller": "0", "hands": {"0": 26}}
    store.keep_half(table.id, 1, told, revision=0, key=None, phone="")
    looked = [("#say", name) for name in ("さくら", "花子")]
    assert parted(japanese, f"/tables/{table.id}", *looked) == []


def test_in_japanese_no_word_of_what_is_told_is_parted(store, open_table, japanese):
    table = open_table(names=["Bartholomäus", "Ana", "Bo", "Chi"])
    told = {"declarer": "0", "contract": "garde_contre", "oudlers": 2, "card_points": 49}
    store.save_deal(table.id, 1, told, revision=0, key=None, phone="")
    looked = [("text=ウドラー", word) for word in ("コントル", "ウドラー")]
    assert parted(japanese, f"/tables/{table.id}/history", *looked) == []


def test_a_name_of_twelve_letters_is_not_parted_where_five_play(open_table, page):
    """On phones of 352 pixels and more, and on those so narrow that it stands above the cells."""
    open_table(names=["Bartholomäus", "Bo", "Chi", "Dana", "Eli"])
    found = parted(page, "/tables/1", ("#record .row .name", "Bartholomäus"))
    assert [width for width, _name in found if width != 344] == []


@pytest.mark.parametrize("width", [320, 390])
def test_no_word_of_a_deal_and_no_name_is_parted_with_letters_twice_as_large(
    store, open_table, another_phone, width
):
    """What the deal gave moves below what was played, and the rank leaves room for the name."""
    table = open_table(names=["Dominique", "Bo", "Chi", "Dana"], deals=1)
    told = {"declarer": "0", "contract": "garde_contre", "oudlers": 1, "card_points": 6}
    told["slam_announced_by"] = "declarer"
    store.save_deal(table.id, 1, told, revision=0, key=None, phone="")
    page = another_phone()
    page.set_viewport_size({"width": width, "height": 844})
    settings = page.context.new_cdp_session(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.goto(f"/tables/{table.id}")
    looked = page.locator(".deals .sentence, .ranking .name")
    expect(looked.first).to_be_visible()
    assert at.cut(looked) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [320, 390])
def test_no_name_and_no_word_of_an_auction_is_parted_with_letters_twice_as_large(
    store, open_table, another_phone, width
):
    """A name has a line of its own there, and where it is asked who declares and with whom."""
    open_table("plateau", ["Ana-Lucía", "Bartholomäus", "Geneviève", "Dominique"])
    bid = {"player": "1", "talon": "exchange", "objective": "fork", "partners": 1}
    told = {"bids": [bid, {"player": "2", "pass": True}]}
    store.keep_half(1, 1, told, revision=0, key=None, phone="")
    page = another_phone()
    page.set_viewport_size({"width": width, "height": 844})
    settings = page.context.new_cdp_session(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for path, looked in (
        ("/tables/1", ".said :is(.name, .small)"),
        ("/tables/1/deals/1?asks=bid&all=1", ".people .cell"),
    ):
        page.goto(path)
        words = page.locator(looked)
        expect(words.first).to_be_visible()
        assert at.cut(words) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == width
