"""The organiser draws, changes two places with two touches, publishes; a phone finds its table."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.store import DrawnTable

DRAW = "/evenings/1/draw"
SEVEN = ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil"]
TOPS = (
    "() => [...document.querySelectorAll('.person')].map((one) => one.getBoundingClientRect().top)"
)


@pytest.fixture
def store(app: Flask):
    """An evening with seven players, drawn so that it is known who sits where."""
    store = app.extensions["store"]
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}, "tamalou": {}}, key=None, phone="")
    store.check_in(1, SEVEN, "tarot", key=None, phone="")
    drawn = [DrawnTable(1, "tarot", (1, 2, 3, 4)), DrawnTable(2, "tarot", (5, 6, 7))]
    store.keep_draw(1, 1, drawn, [], key=None, phone="")
    return store


def seated(store) -> list[tuple[int, ...]]:
    return [table.players for table in store.positions(1)[0].tables]


def name(page: Page, called: str):
    return page.get_by_role("button", name=re.compile(rf"^{re.escape(called)}\b"))


def test_drawn_changed_with_two_touches_and_published(page, store):
    page.goto("/evenings/1/players")
    page.get_by_role("link", name="To the draw").click()
    with page.expect_navigation():  # the tables of before look alike
        page.get_by_role("button", name="Draw again").click()
    expect(page.locator(".drawn-table")).to_have_count(2)
    one, other = seated(store)
    name(page, SEVEN[one[0] - 1]).click()
    expect(page.get_by_role("status")).to_contain_text(f"{SEVEN[one[0] - 1]} is in the hand.")
    name(page, f"{SEVEN[other[0] - 1]}, swap: 0 pairs again").click()
    expect(page.get_by_role("status")).to_contain_text("To change by hand")
    assert seated(store) == [(other[0], *one[1:]), (one[0], *other[1:])]
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".who-where li")).to_have_count(7)
    page.goto("/evenings/1/seats")
    page.get_by_label("Name").fill(SEVEN[one[0] - 1])
    page.get_by_label("Name").press("Enter")
    expect(page.locator(".who-where li")).to_have_count(1)
    expect(page.locator(".where")).to_contain_text("table 2")


RIGHTS = "(all) => all.map((one) => one.getBoundingClientRect().right)"


@pytest.mark.parametrize("tables", [[(1, 2, 3, 4), (5, 6, 7)], [(1, 2, 3), (4, 5), (6, 7)]])
def test_on_a_wide_screen_who_sits_out_stands_beside_few_tables(page, store, tables):
    drawn = [DrawnTable(n, "tarot", players) for n, players in enumerate(tables, 1)]
    store.keep_draw(1, 1, drawn, [], key=None, phone="")
    page.goto(DRAW)
    page.set_viewport_size({"width": 1366, "height": 768})
    *_, last, out = page.locator(".drawn-table, #sits-out").evaluate_all(RIGHTS)
    whole = page.locator(".figures").evaluate_all(RIGHTS)[0]
    assert abs(out - whole) <= 1
    assert 300 < out - last < 360
    page.set_viewport_size({"width": 820, "height": 1180})
    table = page.locator(".drawn-table").last.bounding_box()
    assert page.locator("#sits-out").bounding_box()["y"] > table["y"] + table["height"]


def test_nothing_moves_while_two_places_are_changed(page, store):
    page.goto(DRAW)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        page.evaluate("scrollTo(0, 50)")
        name(page, "Gil").hover()  # what has to be scrolled is scrolled
        before = page.evaluate(TOPS)
        name(page, "Gil").click()
        expect(page.locator(".person.pressed")).to_have_text("Gil")
        assert page.evaluate(TOPS) == before, width
        page.get_by_role("button", name="Put back").click()
        expect(page.locator(".person.pressed")).to_have_count(0)
        assert page.evaluate(TOPS) == before, width


def test_who_is_put_back_or_sits_out_by_a_touch_moves_no_table(page, store):
    store.check_in(1, [f"P{n}" for n in range(30)], "tarot", key=None, phone="")
    drawn = [DrawnTable(n + 1, "tarot", tuple(range(4 * n + 1, 4 * n + 5))) for n in range(9)]
    store.keep_draw(1, 1, drawn, [37], key=None, phone="")
    page.goto(DRAW)
    for then in ("Put back", "Ana sits out"):
        name(page, "Ana").click()
        expect(page.get_by_role("status")).to_contain_text("Ana is in the hand.")
        name(page, then).scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, document.body.scrollHeight - innerHeight - 150)")
        before = page.evaluate("scrollY")
        name(page, then).click()
        expect(page.get_by_role("status")).to_contain_text("To change by hand")
        assert page.evaluate("scrollY") == before, then


BEHIND = """(line) => {
    const [red, green, blue, alpha = 1] = getComputedStyle(line).backgroundColor.match(/[\\d.]+/g);
    return +alpha;
}"""


def test_nothing_shows_through_the_line_that_stays_above_the_tables(page, store):
    page.goto(f"{DRAW}?hand=5")
    page.evaluate("scrollTo(0, 300)")
    line = page.locator(".in-hand")
    assert line.evaluate("(line) => line.getBoundingClientRect().top") == 0
    assert line.evaluate(BEHIND) == 1
    wide = "(one) => { const { left, right } = one.getBoundingClientRect(); return [left, right] }"
    left, right = line.evaluate(wide)
    tables = page.locator(".drawn").first.evaluate(wide)
    assert left <= tables[0] and right >= tables[1]


# How high the last word of a button stands, and the one before it.
LAST_WORDS = """(button) => {
    const text = button.firstChild, at = text.data.lastIndexOf(" ");
    return [at - 1, at + 1].map((n) => {
        const range = document.createRange();
        range.setStart(text, n);
        range.setEnd(text, n + 1);
        return range.getBoundingClientRect().top;
    });
}"""


def test_up_to_which_position_is_read_in_one_line_with_its_figure(page, store):
    store.publish(1, 1, key=None, phone="")
    page.goto("/evenings/1/standings")
    page.get_by_text("The others see: as they stand").click()
    button = page.get_by_role("button", name="up to position 1")
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        position, figure = button.evaluate(LAST_WORDS)
        assert position == figure, width


def test_two_touches_change_two_places_without_script(store, plain):
    plain.goto(DRAW)
    name(plain, "Ana").click()
    name(plain, "Fay, swap").click()
    expect(plain.locator(".drawn-table").first).to_contain_text("Fay")
    assert seated(store) == [(6, 2, 3, 4), (5, 1, 7)]


def test_a_wish_leaves_what_was_typed_and_chosen_beside_it(page, store):
    store.check_in(1, ["Hal", "Ida", "Jon"], "tarot", key=None, phone="")
    page.goto(DRAW)
    page.get_by_role("radio", name="5 · 5").check(force=True)
    page.get_by_role("textbox", name="Minutes until").fill("25")
    page.locator("[name=one]").select_option("Ana")
    page.locator("[name=other]").select_option("Eve")
    page.get_by_role("button", name="together", exact=True).click()
    expect(page.locator(".wishes li")).to_contain_text("Ana with Eve")
    expect(page.get_by_role("radio", name="5 · 5")).to_be_checked()
    expect(page.get_by_role("textbox", name="Minutes until")).to_have_value("25")
    expect(page.locator("[name=one]")).to_have_value("")
    page.locator("[name=one]").select_option("Bo")
    page.get_by_role("button", name="Take this wish back").click()
    expect(page.locator(".wishes li")).to_have_text("No wish yet.")
    expect(page.get_by_role("textbox", name="Minutes until")).to_have_value("25")
    expect(page.locator("[name=one]")).to_have_value("2")


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "not drawn"])
def test_enter_neither_draws_nor_publishes_and_loses_nothing(page, store, drawn):
    """Nor does it take back a wish, though that has the first button that is seen."""
    store.check_in(1, ["Hal", "Ida", "Jon"], "tarot", key=None, phone="")  # at fours or at fives
    store.wish(1, 1, 2, True, phone="")
    if not drawn:
        store.publish(1, 1, key=None, phone="")
    before = store.positions(1)
    page.goto(DRAW)
    if drawn:
        page.get_by_role("textbox", name="Minutes until").fill("25")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("minutes=25"))
        expect(page.get_by_role("textbox", name="Minutes until")).to_have_value("25")
    other = page.locator("[name=size-tarot]:not(:checked)").first.get_attribute("value")
    size = page.locator(f"[name=size-tarot][value='{other}']")
    size.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"size-tarot={other}"))
    expect(size).to_be_checked()
    assert store.positions(1) == before
    assert store.wishes(1) == [(1, 2, True)]


def test_a_late_arrival_is_set_on_a_free_place(page, store):
    store.check_in(1, ["Zoe"], "tarot", key=None, phone="")
    page.goto(DRAW)
    name(page, "Zoe").click()
    held = page.locator(".person.pressed")
    ink = held.evaluate("(one) => getComputedStyle(one).color")
    expect(held.locator(".name")).to_have_css("color", ink)  # on what is pressed: it is read
    name(page, "Zoe to table 2").click()
    expect(page.locator(".drawn-table").nth(1)).to_contain_text("Zoe")
    assert seated(store) == [(1, 2, 3, 4), (5, 6, 7, 8)]


def test_of_two_organisers_the_slower_is_told_and_sees_what_is(page, store):
    page.goto(DRAW)
    store.publish(1, 1, key=None, phone="another")
    name(page, "Ana").click()
    expect(page.get_by_role("alert")).to_contain_text("Meanwhile another phone")
    expect(page.get_by_role("heading", level=1)).to_have_text("Draw, position 1")
    expect(page.locator(".top-title p")).to_contain_text("published")
    name(page, "Ana").click()  # the page goes on with the position that it shows
    expect(page.get_by_role("status")).to_contain_text("Ana is in the hand.")


def test_by_keyboard_who_is_in_the_hand_keeps_it_and_who_changed_places_has_it_then(page, store):
    page.goto(DRAW)
    name(page, "Ana").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Ana is in the hand.")
    expect(name(page, "Ana in the hand")).to_be_focused()
    page.keyboard.press("Enter")  # a second time: she stays there
    page.keyboard.press("Tab")
    expect(name(page, "Eve, swap")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("To change by hand")
    expect(name(page, "Eve")).to_be_focused()
    assert seated(store) == [(5, 2, 3, 4), (1, 6, 7)]


def test_by_keyboard_who_was_put_back_or_moved_to_a_free_place_has_it_then(page, store):
    store.check_in(1, ["Hal"], "tarot", key=None, phone="")
    page.goto(DRAW)
    for then in ("Put back", "Ana to table 2", "Ana sits out"):
        name(page, "Ana").focus()
        page.keyboard.press("Enter")
        name(page, then).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("To change by hand")
        expect(name(page, "Ana")).to_be_focused()
    assert seated(store) == [(2, 3, 4), (5, 6, 7)]


def test_by_keyboard_a_wish_that_is_made_or_taken_back_leads_on_from_there(page, store):
    page.goto(DRAW)
    page.locator("[name=one]").select_option("Ana")
    page.get_by_label("With whom").select_option("Bo")
    page.get_by_role("button", name="not together").press("Enter")
    expect(page.locator(".wishes")).to_contain_text("Ana not with Bo")
    expect(page.get_by_role("button", name="not together")).to_be_focused()
    page.get_by_role("button", name="Take this wish back").press("Enter")
    expect(page.locator(".wishes")).to_contain_text("No wish yet.")
    page.keyboard.press("Tab")
    expect(page.locator("[name=one]")).to_be_focused()


def test_by_keyboard_who_is_taken_off_the_list_by_mistake_is_put_on_it_again(page, store):
    store.check_in(1, ["Zoé"], "tarot", key=None, phone="")
    page.goto("/evenings/1/players")
    name(page, "Zoé leaves").press("Enter")
    name(page, "Zoé was never here").press("Enter")
    expect(name(page, "Zoé: Put on the list again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(name(page, "Zoé was never here")).to_be_focused()


def test_players_are_checked_in_by_a_few_letters_and_a_row_answers_where_it_is(page, store):
    store.attend(1, 1, here=False, phone="")
    page.goto("/evenings/1/players")
    page.locator("#typed").press_sequentially("an")
    page.get_by_role("button", name="Ana", exact=True).click()
    expect(page.get_by_text("7 here")).to_be_visible()
    page.get_by_role("button", name="Gil plays Tamalou").click()
    pressed = page.get_by_role("button", name="Gil plays Tamalou", pressed=True)
    expect(pressed).to_be_focused()


def test_the_sizes_to_draw_again_by_are_the_drawn_ones_until_others_are_chosen(page, store):
    """Also where another phone has drawn; what is chosen stays while people are moved."""
    store.check_in(1, ["Hal", "Ida", "Jo"], "tarot", key=None, phone="")
    page.goto(DRAW)
    fives, others = (page.get_by_role("radio", name=one) for one in ("5 · 5", "4 · 3 · 3"))
    expect(others).to_be_checked()
    drawn = [DrawnTable(n + 1, "tarot", (*range(5 * n + 1, 5 * n + 6),)) for n in range(2)]
    store.keep_draw(1, 1, drawn, [], key=None, phone="", wanted={"tarot": 5})
    name(page, "Ana").click()
    expect(page.get_by_role("status")).to_contain_text("Ana is in the hand.")
    expect(fives).to_be_checked()
    page.get_by_role("button", name="Put back").click()
    expect(page.locator(".person.pressed")).to_have_count(0)
    others.check(force=True)
    name(page, "Ana").click()
    expect(page.get_by_role("status")).to_contain_text("Ana is in the hand.")
    expect(others).to_be_checked()
    with page.expect_navigation():
        page.get_by_role("button", name="Draw again").click()
    assert sorted(map(len, seated(store))) == [3, 3, 4]


def test_drawn_again_over_a_change_by_hand_is_asked_in_place(page, store):
    page.goto(DRAW)
    name(page, "Ana").click()
    name(page, "Eve, swap").click()
    expect(page.get_by_role("status")).to_contain_text("To change by hand")
    changed = seated(store)
    page.get_by_role("button", name="Draw again").click()
    expect(page.get_by_role("alert")).to_contain_text("moved by hand since the draw")
    assert seated(store) == changed
    page.get_by_role("button", name="Draw all the same").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".drawn-table")).to_have_count(2)
    assert not store.positions(1)[0].by_hand
