"""What comes out of the printer, as PDF: how many pages, in which format, what is left off."""

from __future__ import annotations

import re
import zlib

import pytest
import seeded
import touching as at
from playwright.sync_api import expect

from companion.store import DrawnTable, Opening

WIDE = "(all) => all.map((one) => one.scrollWidth <= one.clientWidth + 1)"
ASKED = {"key": None, "phone": ""}


def pages(page):
    """How many pages the open page makes on paper of each format."""
    made = {form: page.pdf(format=form) for form in ("A4", "Letter")}
    return {form: len(re.findall(rb"/Type\s*/Page\b", pdf)) for form, pdf in made.items()}


def pieces(pdf):
    """How many pieces of text each of its pages shows, in their order."""
    packed = re.findall(rb"/FlateDecode[^>]*>> stream\n(.*?)endstream", pdf, re.DOTALL)
    shown = [len(re.findall(rb"T[jJ]\b", zlib.decompress(one))) for one in packed]
    return [number for number in shown if number]


def each(number):
    """Sees that it fills so many pages of each paper size."""
    return {"A4": number, "Letter": number}


def played(store, names, facts, game="tarot", **rules):
    """The number of a table at which all this was told."""
    table = store.open_table(Opening(game, names, rules), **ASKED)
    for number, one in enumerate(facts, 1):
        store.save_deal(table.id, number, one, revision=0, **ASKED)
    return table.id


def test_ten_deals_and_their_signatures_are_one_page(page, store):
    table = played(store, seeded.CLUB, seeded.evening_at_five())
    page.goto(f"/tables/{table}/print")
    assert pages(page) == each(1)


def test_forty_deals_of_eight_long_names_go_on_under_the_same_heads(page, store):
    names = [f"{seeded.LONGEST[:-1]}{letter}" for letter in "ABCDEFGH"]
    hands = [
        seeded.called(n % 8, *[(7 * n + 5 * seat) % 30 for seat in range(8)]) for n in range(40)
    ]
    page.goto(f"/tables/{played(store, names, hands, 'tamalou', deals=40)}/print")
    made = pages(page)
    assert {form: n for form, n in made.items() if not 3 <= n <= 6} == {}
    page.set_viewport_size({"width": 710, "height": 970})  # A4 between its margins
    page.emulate_media(media="print")
    head = page.locator(".deals-table thead")
    assert head.evaluate("one => getComputedStyle(one).display") == "table-header-group"
    cells = page.locator(".deals-table tr:nth-child(-n+3) > *").evaluate_all(WIDE)
    assert len(cells) > 30
    assert all(cells)


@pytest.mark.parametrize("game, players", [("tarot", 5), ("plateau", 6), ("tamalou", 8)])
def test_a_blank_sheet_is_one_page_with_a_code_of_30_mm(page, store, game, players):
    names = [f"{seeded.LONGEST[:-1]}{letter}" for letter in "ABCDEFGH"[:players]]
    page.goto(f"/tables/{played(store, names, (), game)}/blank")
    assert pages(page) == each(1)
    box = page.locator(".qr").bounding_box()
    assert (round(box["width"]), round(box["height"])) == (113, 113)  # 30 mm at 96 an inch


WIDTHS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().width))"


@pytest.mark.parametrize("game, players", [("tarot", 4), ("plateau", 6), ("tamalou", 8)])
def test_who_has_a_long_name_has_no_wider_column_on_a_blank_sheet(page, store, game, players):
    names = [seeded.LONGEST, *"ABCDEFG"][:players]
    page.goto(f"/tables/{played(store, names, (), game)}/blank")
    page.set_viewport_size({"width": 710, "height": 970})  # A4 between its margins
    page.emulate_media(media="print")
    widths = page.locator(".names td").evaluate_all(WIDTHS)
    assert len(widths) == players
    assert max(widths) - min(widths) <= 1


def test_the_blank_sheets_of_an_evening_are_a_page_each(page, store):
    evening = store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **ASKED).id
    page.goto(f"/evenings/{evening}/blank?places=3")
    assert pages(page) == each(3)


def test_lists_cards_and_standings_of_ten_are_a_page_each(page, store):
    evening = store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, 250, **ASKED).id
    store.check_in(evening, [f"Player {n}" for n in range(10)], "tarot", **ASKED)
    players = [one.player for one in store.attendances(evening)]
    tables = [DrawnTable(n, "tarot", tuple(players[5 * n - 5 : 5 * n])) for n in (1, 2)]
    store.keep_draw(evening, 1, tables, [], **ASKED)
    store.publish(evening, 1, **ASKED)
    for number, facts in enumerate(seeded.evening_at_five(), 1):
        store.save_deal(1, number, facts, revision=0, **ASKED)
    for address in ("cards", "players/print", "seats/print", "standings/print", "players/1"):
        page.goto(f"/evenings/{evening}/{address}")
        assert (address, pages(page)) == (address, each(1))
    store.save_deal(2, 1, seeded.PASSED, revision=0, **ASKED)
    page.goto(f"/evenings/{evening}/sheets/print?position=1")
    assert pages(page) == each(2)


def test_only_the_paper_is_printed_and_it_is_light_in_the_dark(page, store):
    page.goto(f"/tables/{played(store, seeded.FRIENDS, seeded.ended())}/print")
    expect(page.locator("[data-print]")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".paper")).to_be_visible()
    ground = "one => getComputedStyle(one).backgroundColor"
    assert page.locator("html").evaluate(ground) == "rgb(255, 255, 255)"
    assert page.locator(".paper td").first.evaluate("one => getComputedStyle(one).color") == (
        "rgb(27, 24, 21)"
    )


def test_every_page_is_printed_dark_on_light_whatever_its_theme(page):
    page.goto("/")
    page.emulate_media(media="print", color_scheme="dark")
    styles = {}
    for theme in (None, "dark"):
        page.evaluate("(theme) => theme && (document.documentElement.dataset.theme = theme)", theme)
        styles[theme] = page.locator("body").evaluate(
            "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
        )
    assert styles == dict.fromkeys(styles, ["rgb(27, 24, 21)", "rgb(255, 255, 255)"])


def test_forty_deals_of_four_are_two_pages_however_long_a_name_is(page, store):
    table = played(store, (seeded.LONGEST, "Bo", "Chi", "Dana"), seeded.forty())
    page.goto(f"/tables/{table}/print")
    assert pages(page) == each(2)


def test_no_page_begins_with_the_total(page, store):
    """Two deals go on with it; with signatures alone it is some fifty pieces, they are fifteen."""
    deals = list(seeded.forty())
    table = played(store, seeded.FRIENDS, deals[:21])
    last = []
    for number in range(22, 30):
        store.save_deal(table, number, deals[number - 1], revision=0, **ASKED)
        page.goto(f"/tables/{table}/print")
        last.append(pieces(page.pdf(format="A4"))[-1])
    assert [number for number in last if 30 < number < 100] == []
    assert max(last) > 500 and min(number for number in last if number > 30) < 200  # one page, two


@pytest.mark.parametrize(
    ("names", "deals"),
    [
        (("Alexandre", "D'Artagnan", "Wilhelmine", "Bartholomé"), seeded.ended),
        (("Bartholomäus", "Ana", "Bo", "Geneviève-Apolline"), seeded.ended),
        (("Bartholomäus", "Ana", "Bo", "Geneviève-Apolline", "Chi"), seeded.evening_at_five),
    ],
)
def test_names_of_up_to_twelve_letters_are_not_cut_in_the_heads(page, store, names, deals):
    page.set_viewport_size({"width": 710, "height": 970})  # A4 between its margins
    page.emulate_media(media="print")
    page.goto(f"/tables/{played(store, names, deals())}/print")
    assert at.cut(page.locator(".deals-table thead th")) == []
    assert pages(page) == each(1)
