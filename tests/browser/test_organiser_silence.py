"""While the host is silent the organiser's pages say so, and keep what was typed."""

from __future__ import annotations

import pytest
import touching as at
from flask import Flask
from playwright.sync_api import Page, Route, expect

from companion.store import DrawnTable, Opening

HOW = {"key": None, "phone": ""}
# From when a form is sent on.
LINKS_ARE_TOUCHED = """() => addEventListener("submit", () =>
    setInterval(() => document.querySelector("main a, header a").click(), 50))"""


@pytest.fixture
def store(app: Flask):
    """An evening at 2.50 with seven players, drawn."""
    store = app.extensions["store"]
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, 250, **HOW)
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil"], "tarot", **HOW)
    drawn = [DrawnTable(1, "tarot", (1, 2, 3, 4)), DrawnTable(2, "tarot", (5, 6, 7))]
    store.keep_draw(1, 1, drawn, [], **HOW)
    return store


@pytest.fixture
def page(same_phone: Page) -> Page:
    """The phone that all tests share, which may complain that nobody answers."""
    return same_phone


def silence(page: Page, off: bool = True) -> None:
    page.context.set_offline(off)


def test_who_was_typed_stays_and_a_touch_that_did_not_arrive_says_so_until_the_host_answers(
    page, store
):
    note = page.locator("#silent")
    page.goto("/evenings/1/players")
    page.locator("#typed").fill("Hal")
    add = page.get_by_role("button", name="Add", exact=True)
    silence(page)
    add.click()
    expect(note).to_be_visible()
    expect(page.locator("#typed")).to_have_value("Hal")
    silence(page, off=False)
    add.click()
    expect(page.get_by_text("Here: 8")).to_be_visible()
    expect(note).to_be_hidden()
    paid = page.get_by_role("button", name="Ana has paid", exact=True)
    silence(page)
    paid.click()
    expect(note).to_be_visible()
    silence(page, off=False)
    paid.click()
    expect(note).to_be_hidden()
    expect(paid).to_have_class("cell round pressed")
    assert [one.paid for one in store.attendances(1)].count(True) == 1
    page.get_by_text("Paste a list").click()
    page.locator("textarea").fill("Ida\nJon")
    page.get_by_role("button", name="Check them all in").click()
    expect(page.get_by_text("Here: 10")).to_be_visible()


def test_a_form_is_sent_by_the_button_that_was_touched_and_left_behind_by_no_link(page, store):
    """While the host is silent it says so, and that goes by itself when it is back."""
    page.goto("/evenings/1/settings")
    close = page.get_by_role("button", name="Close the evening")
    silence(page)
    close.click()
    expect(page.locator("#silent")).to_be_visible()
    silence(page, off=False)
    expect(page.locator("#silent")).to_be_hidden()
    expect(close).to_be_visible()
    page.get_by_label("Place").fill("Bar")
    with page.expect_navigation():
        page.evaluate("""() => {
            document.querySelector(".bar .primary").click();
            document.querySelector(".top a").click();
        }""")
    expect(page).to_have_url("/evenings/1/settings")
    assert store.evening(1).place == "Bar"
    close.click()
    expect(page.get_by_role("button", name="Go on with the evening")).to_be_visible()
    assert store.evening(1).name == "Friday"


def test_a_form_that_the_host_is_slow_to_take_is_left_behind_by_no_link_either(page, store):
    page.goto("/evenings/1/settings")
    page.evaluate(LINKS_ARE_TOUCHED)
    held = at.first_held(page, "**/settings")
    close = page.get_by_role("button", name="Close the evening")
    close.evaluate("(button) => button.click()")  # a click might wait for what is held here
    posted = at.is_held(page, held)
    page.wait_for_timeout(300)
    posted.continue_()
    expect(page.get_by_role("button", name="Go on with the evening")).to_be_visible()
    assert store.evening(1).closed_at


def test_the_board_stays_where_a_position_cannot_be_closed(page, store):
    store.publish(1, 1, **HOW)
    page.goto("/evenings/1")
    close = page.get_by_role("button", name="Close position 1")
    silence(page)
    close.click()
    expect(page.locator("#silent")).to_be_visible()
    expect(page.get_by_text("Ana", exact=False).first).to_be_visible()
    page.wait_for_timeout(2_500)  # the board asks too, and does not hide it
    expect(page.locator("#silent")).to_be_visible()
    silence(page, off=False)
    expect(page.locator("#silent")).to_be_hidden()
    close.click()
    expect(close).to_be_hidden()
    assert store.positions(1)[0].closed_at


def test_a_draw_is_published_when_the_host_answers_and_once(page, store):
    note = page.locator("#silent")
    page.goto("/evenings/1/draw")
    silence(page)
    page.locator("button[name=hand]").first.click()
    expect(note).to_be_visible()
    page.locator("[name=minutes]").fill("45")
    with page.expect_event("requestfailed"):  # else it may arrive when the host answers again
        page.get_by_role("button", name="Publish").click()
    expect(page.locator("[name=minutes]")).to_have_value("45")
    silence(page, off=False)
    page.get_by_role("button", name="Publish").dblclick()
    expect(page).to_have_url("/evenings/1/seats")
    assert len(store.tables_at(1)) == 2


ROW = "**/evenings/1/players/*"


@pytest.fixture
def leaving(page, store) -> Route:
    """The check-in, while Ana leaves: what is on its way."""
    page.goto("/evenings/1/players")
    left = at.first_held(page, ROW)
    with page.expect_request(ROW):
        at.button(page, "Ana leaves").tap()
    return at.is_held(page, left)


def there(store) -> list[str]:
    return [one.name for one in store.attendances(1) if one.here]


def test_who_is_under_the_finger_when_the_rows_move_does_not_leave(page, store, leaving):
    with at.finger(at.button(page, "Bo leaves")):
        leaving.continue_()
        expect(at.button(page, "Ana is back")).to_have_count(1)
    expect(at.button(page, "Bo is back")).to_have_count(1)
    assert there(store) == ["Chi", "Dana", "Eve", "Fay", "Gil"]


def test_two_touches_on_one_row_both_count(page, store, leaving):
    with page.expect_response(ROW):
        at.button(page, "Ana has paid").tap()
    with page.expect_response(ROW):
        leaving.continue_()
    assert there(store) == ["Bo", "Chi", "Dana", "Eve", "Fay", "Gil"]
    assert [one.name for one in store.attendances(1) if one.paid] == ["Ana"]


def test_minutes_and_a_wish_stay_while_somebody_is_taken_in_the_hand(page, store):
    page.goto("/evenings/1/draw")
    page.locator("#minutes").fill("45")
    page.locator("#wish-one").select_option(label="Eve")
    at.button(page, "Ana").first.tap()
    expect(page.locator("[name=hand][value='1']").first).to_be_attached()
    expect(page.locator("#minutes")).to_have_value("45")
    expect(page.locator("#wish-one")).to_have_value("5")


@pytest.fixture
def board(page, store) -> Page:
    """The board of a published position; its forms are marked, until it is drawn anew."""
    store.publish(1, 1, **HOW)
    page.goto("/evenings/1")
    page.evaluate("for (const one of document.querySelectorAll('form')) one.dataset.before = 1")
    return page


def test_a_touch_on_the_board_counts_though_it_is_drawn_anew_while_the_host_is_asked(board, store):
    store.call(1, True, **HOW)
    seen = board.get_by_role("button", name="Seen")
    expect(seen).to_be_visible()
    asked = at.first_held(board, "**/healthz")
    with board.expect_request("**/healthz"):
        seen.tap()
    seen.evaluate("(button) => { button.form.dataset.before = 1 }")
    store.call(2, True, **HOW)
    expect(seen).to_have_count(2)
    expect(board.locator("#board form[data-before]")).to_have_count(0)
    asked[0].continue_()
    expect(seen).to_have_count(1)
    assert [bool(table.called_at) for table in store.tables_at(1)] == [False, True]


def test_who_closes_a_position_closes_no_other_that_has_begun_meanwhile(board, store):
    asked = at.first_held(board, "**/healthz")
    with board.expect_request("**/healthz"):
        board.get_by_role("button", name="Close position 1").tap()
    store.close_position(1, 1, True, phone="")
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", (1, 2, 3, 5))], [4, 6, 7], **HOW)
    store.publish(1, 2, **HOW)
    expect(board.get_by_role("button", name="Close position 2")).to_be_visible()
    with board.expect_response("**/healthz"):
        asked[0].continue_()
    board.wait_for_timeout(300)
    assert [bool(one.closed_at) for one in store.positions(1)] == [True, False]


REDRAWN = "addEventListener('submit', () => document.getElementById('known').replaceChildren())"


def test_a_name_that_is_drawn_anew_comes_all_the_same(page, store):
    """Under the finger, or while the host is asked."""
    store.open_table(Opening("tarot", ["Chloé", "Chlothilde", "Kim", "Max"]), **HOW)
    page.goto("/evenings/1/players")
    people = page.locator(".people .name")
    page.locator("#typed").press_sequentially("chlo")
    chip = page.locator("#known [value='Chloé']")
    expect(page.locator("#known [value='chlo']")).to_be_visible()  # what was asked last has come
    expect(page.locator("#known button")).to_have_count(3)
    chip.hover()
    page.mouse.down()
    page.evaluate("() => { known.innerHTML = known.innerHTML; }")
    page.mouse.up()
    expect(people.get_by_text("Chloé", exact=True)).to_be_visible()
    at.arrived(page)
    page.locator("#typed").press_sequentially("chlot")
    chip = page.locator("#known [value='Chlothilde']")
    expect(chip).to_be_visible()
    page.evaluate(REDRAWN)
    chip.click()
    expect(people.get_by_text("Chlothilde", exact=True)).to_be_visible()


UNFOLDED = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
KEEPS = {
    "/tables/1/paper": ("[name='1-card_points']", "49", "Count"),
    "/import": ("textarea", "{}", "Bring in"),
    "/tables/1/players": ("[name=name]", "Hal", "Same person, the name put right"),
    "/seasons/new": ("#name", "2026/27", "Open"),
    "/settings": ("[name=name]", "Bar", "Save"),
    "/players": ("#q", "Ana", "Search"),
}


def test_wherever_something_is_typed_it_stays(page, store):
    store.open_table(Opening("tarot", ["Ana", "Bo", "Chi", "Dana"]), **HOW)
    stays = {}
    for path, (field, typed, button) in KEEPS.items():
        page.goto(path)
        page.evaluate(UNFOLDED)
        page.locator(field).first.fill(typed)
        silence(page)
        page.get_by_role("button", name=button, exact=True).first.click()
        expect(page.locator("#silent"), path).to_be_visible()
        stays[path] = page.locator(field).first.input_value()
        silence(page, off=False)
    assert stays == {path: typed for path, (_, typed, _) in KEEPS.items()}
