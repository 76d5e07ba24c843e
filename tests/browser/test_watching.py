"""Who only looks on sees what happens at the table, on a phone and on a screen at the wall."""

from __future__ import annotations

import pytest
import touching as at
from playwright.sync_api import Page, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
BOARD = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
POSTER = {"width": 1920, "height": 1080}
# Whether an element lies on the screen whole, and how high its letters are.
IN_SIGHT = """(all) => all.every((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
})"""
LETTERS = "(one) => parseFloat(getComputedStyle(one).fontSize)"


def tell(store, number, facts=GARDE, revision=0):
    store.save_deal(1, number, facts, revision=revision, key=None, phone="")


def test_a_deal_shows_by_itself_and_the_ranking_changes(open_table, store, page):
    open_table()
    tell(store, 1)
    page.goto("/tables/1/watch")
    names = page.locator(".ranking .name")
    expect(names.first).to_contain_text("Ana")
    page.locator("#deal-1 summary").click()
    tell(store, 2, GARDE | {"declarer": "3", "contract": "garde_sans"})
    expect(names.first).to_contain_text("Dana")
    expect(page.locator(".ranking .leader")).to_have_count(1)
    expect(at.deals(page)).to_have_count(2)
    expect(page.locator("#deal-1 details")).to_have_attribute("open", "")
    expect(page.locator("#deal-1")).not_to_contain_text("Correct")
    expect(page.locator("#subtitle")).to_have_text("Deal 3")


def test_a_board_shows_while_it_is_played_and_goes_when_it_is_told(open_table, store, page):
    open_table("plateau")
    page.goto("/tables/1/watch")
    store.keep_half(1, 1, BOARD, revision=0, key=None, phone="")
    expect(page.locator(".board-picture .free")).to_be_visible()
    expect(page.locator(".board-picture .own")).to_have_count(0)
    store.touch(1, 1, {"touch": ["trick-1-declarer"]}, key=None, phone="")
    expect(page.locator(".board-picture .own")).to_have_count(1)
    tell(store, 1, BOARD | {"made": True}, revision=2)
    expect(at.deals(page)).to_have_count(1)
    expect(page.locator(".board-picture")).to_have_count(0)


def test_the_end_shows_the_ranking_and_a_late_deal_changes_it(open_table, store, page):
    open_table(deals=1)
    page.goto("/tables/1/watch")
    tell(store, 1)
    expect(page.locator(".winner .name")).to_have_text("Ana")
    tell(store, 2, GARDE | {"declarer": "3", "contract": "garde_contre"})
    expect(page.locator(".winner .name")).to_have_text("Dana")


# How far names are out of line, and the words of a shared place away from their row's edge.
PLACES = """(rows) => {
    const words = document.createRange();
    const box = (one) => one.getBoundingClientRect(), left = (one) => box(one).left;
    const away = rows.flatMap((row) => [...row.querySelectorAll(".place small")].map((small) => {
        words.selectNodeContents(small);
        return Math.min(left(words) - left(row), left(row.children[1]) - box(words).right);
    }));
    const names = rows.map((row) => left(row.querySelector(".name")));
    return [Math.max(...names) - Math.min(...names), Math.min(...away)];
}"""


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_a_place_that_is_shared_puts_no_name_out_of_line_and_touches_no_frame(
    open_table, store, another_phone, language
):
    page = another_phone(locale=language)
    open_table(deals=1)
    tell(store, 1)
    page.goto("/tables/1/watch")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        apart, away = page.locator(".ranking li").evaluate_all(PLACES)
        assert apart <= 1  # the border of who has won
        assert away >= 4


def test_the_sign_of_who_leads_stands_behind_the_name_beside_a_long_total(open_table, store, page):
    open_table(names=("Ana", "Bo", "Bartholomäus", "Dana", "Eli"))
    for number in range(1, 6):
        tell(store, number, GARDE | {"declarer": "2", "partner": "3"})
    half = {"declarer": "0", "partner": "2", "contract": "prise", "card_points": 41.5}
    tell(store, 6, GARDE | half)  # then the third seat leads, in both senses
    page.goto("/tables/1/watch")
    leader = page.locator(".ranking .leader")
    expect(leader.locator(".number")).to_have_text("+685½")
    for width in (360, 390, 768, 820):
        page.set_viewport_size({"width": width, "height": 844})
        sign, name = (leader.locator(one).bounding_box() for one in (".name .symbol", ".name"))
        assert sign["y"] - name["y"] < 10
        assert sign["x"] + sign["width"] <= name["x"] + name["width"] + 4


def test_who_reads_the_standings_goes_on_reading_them(open_table, store, page):
    """A deal that is begun stands below, and moves nothing above."""
    open_table()
    for number in range(1, 21):
        tell(store, number)
    page.goto("/tables/1/watch")
    before = page.locator(".ranking .leader").bounding_box()
    bid = {"declarer": "1", "contract": "garde"}
    store.keep_half(1, 21, bid, revision=0, key=None, phone="")
    expect(page.locator(".half-told")).to_be_visible()
    assert page.locator(".ranking .leader").bounding_box() == before


NAMES = ("Marie-Hortense de la Tour-Blin", "Bo", "Chi", "Dana", "Eli", "Fé", "Gil", "Hal")


@pytest.fixture(params=[3, 8])
def poster(request, open_table, store, page) -> Page:
    """A screen at the wall, after forty deals of so many players."""
    players = request.param
    open_table("tamalou", NAMES[:players], limit=0)
    hands = {str(seat): 3 + 4 * seat for seat in range(players)}
    for number in range(1, 41):
        tell(store, number, {"caller": "0", "hands": hands})
    page.set_viewport_size(POSTER)
    page.goto("/tables/1/watch")
    return page


def test_on_a_large_screen_everybody_is_in_sight_in_large_letters_and_who_leads_in_larger(poster):
    seen = ".ranking li, .ranking .name, .ranking .number, .running .chart, #deal-40"
    assert poster.locator(seen).evaluate_all(IN_SIGHT)
    assert poster.evaluate("document.documentElement.scrollHeight") == POSTER["height"]
    sizes = [total.evaluate(LETTERS) for total in poster.locator(".ranking .number").all()]
    assert min(sizes) >= 48
    assert sizes[0] > max(sizes[1:])
    for name in poster.locator(".ranking .name").all():
        assert name.evaluate(LETTERS) >= 24
    assert poster.locator(".deal .sentence").first.evaluate(LETTERS) >= 22
