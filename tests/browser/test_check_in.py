"""Who comes is checked in with a thumb: what was pasted stays, no keyboard comes by itself."""

from __future__ import annotations

import re

import pytest
import touching as at
from flask import Flask
from playwright.sync_api import Page, Route, expect

from companion.store import DrawnTable

HOW = {"key": None, "phone": ""}
CHECK_IN = "/evenings/1/players"
# The lines of a name.
PARTS = """(id) => {
    const words = document.querySelector(`#p${id} .name`).firstChild, lines = new Map();
    for (let n = 0; n < words.length; n++) {
        const range = document.createRange();
        range.setStart(words, n);
        range.setEnd(words, n + 1);
        const { top } = range.getBoundingClientRect();
        lines.set(top, (lines.get(top) ?? "") + words.data[n]);
    }
    return [...lines.values()];
}"""


@pytest.fixture
def store(app: Flask):
    """An evening with two players; two who were there last time are not here yet."""
    store = app.extensions["store"]
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}, "tamalou": {}}, **HOW)
    store.check_in(1, ["Ana", "Bo", "Chi", "Dana"], "tarot", **HOW)
    for player in (3, 4):
        store.attend(1, player, here=False, phone="")
    return store


def is_here(page: Page, name: str) -> None:
    leaves = at.button(page, f"{name} leaves")
    expect(leaves).to_be_visible()


def test_a_pasted_list_stays_while_a_name_is_touched(page, store):
    page.goto(CHECK_IN)
    page.get_by_text("Paste a list").click()
    page.get_by_label("One name a line").fill("Eve\nFay")
    page.locator("#known [value=Chi]").tap()
    is_here(page, "Chi")
    expect(page.get_by_label("One name a line")).to_be_visible()
    expect(page.get_by_label("One name a line")).to_have_value("Eve\nFay")
    at.button(page, "Check them all in").click()
    is_here(page, "Fay")
    expect(page.get_by_label("One name a line")).to_be_hidden()


def test_a_file_of_names_goes_to_the_host_whole(page, store):
    page.goto(CHECK_IN)
    page.get_by_text("Paste a list").click()
    file = {"name": "club.csv", "mimeType": "text/csv", "buffer": b"name;fee\nEve;2\nFay;1\n"}
    page.locator("[name=file]").set_input_files([file])
    at.button(page, "Check them all in").click()
    is_here(page, "Eve")
    is_here(page, "Fay")


def test_on_a_phone_the_caret_comes_only_back_to_a_name_that_was_typed_out(page, store):
    field = page.locator("#typed")
    page.goto(CHECK_IN)
    field.fill("ch")
    page.locator("#known [value=Chi]").tap()
    is_here(page, "Chi")
    expect(field).not_to_be_focused()
    field.fill("Eve")
    field.press("Enter")
    is_here(page, "Eve")
    expect(field).to_be_focused()
    page.reload()
    at.drawn(page)
    expect(field).not_to_be_focused()
    page.goto(CHECK_IN)
    expect(field).not_to_be_focused()


def test_on_a_laptop_the_next_name_can_be_typed_at_once(another_phone, store):
    page = another_phone(has_touch=False, is_mobile=False)
    page.goto(CHECK_IN)
    page.keyboard.type("ch")
    page.locator("#known [value=Chi]").click()
    is_here(page, "Chi")
    page.keyboard.type("Eve")
    expect(page.locator("#typed")).to_have_value("Eve")


def type_all(page: Page, *names: str, half: str = "") -> None:
    """Types names one after the other, and what is left of one, whether or not the host answers."""
    page.locator("#typed").tap()
    for name in names:
        page.keyboard.insert_text(name)
        page.keyboard.press("Enter")
    page.keyboard.insert_text(half)


def hold(page: Page) -> list[Route]:
    """Holds up the next check-in on its way to the host; later ones pass."""
    found: list[Route] = []
    page.goto(CHECK_IN)
    page.route(f"**{CHECK_IN}", lambda route: found.append(route), times=1)
    return found


@pytest.fixture
def held(page, store) -> list[Route]:
    return hold(page)


def test_names_that_are_typed_quicker_than_the_host_answers_all_come(page, store, held):
    type_all(page, "Uwe", "Karl", "Lou", half="Max")
    field = page.locator("#typed")
    expect(field).to_have_value("Max")
    at.is_held(page, held).continue_()
    for name in ("Uwe", "Karl", "Lou"):
        is_here(page, name)
    expect(page.locator("#known [value=Max]")).to_be_visible()
    expect(field).to_have_value("Max")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    is_here(page, "Max")
    assert [one.name for one in store.attendances(1) if one.here][2:] == [
        "Karl",
        "Lou",
        "Max",
        "Uwe",
    ]


def test_no_link_leads_away_from_names_that_are_on_their_way(page, store, held):
    type_all(page, "Uwe", "Karl")
    page.locator("#to-draw").tap()
    at.is_held(page, held).continue_()
    is_here(page, "Uwe")
    is_here(page, "Karl")
    page.locator("#to-draw").tap()
    expect(page).to_have_url("/evenings/1/draw")


def test_who_was_typed_behind_one_who_is_refused_stands_in_the_list(page, store, held):
    type_all(page, "Ch", "Lou", half="Ma")
    at.is_held(page, held).continue_()
    expect(page.locator(".problem")).to_contain_text("a known name begins so")
    expect(page.locator("#typed")).to_have_value("Ch")
    below = page.get_by_label("One name a line")
    expect(below).to_be_visible()
    expect(below).to_have_value("Lou\nMa")
    page.locator("#known [value=Chi]").tap()
    is_here(page, "Chi")
    at.button(page, "Check them all in").tap()
    is_here(page, "Ma")
    is_here(page, "Lou")


def test_who_was_typed_while_the_host_was_asked_in_vain_comes_back(same_phone, store):
    page = same_phone
    held = hold(page)
    type_all(page, "Uwe", "Karl")
    at.is_held(page, held).abort()
    expect(page.locator("#typed")).to_have_value("Uwe")
    expect(page.get_by_label("One name a line")).to_have_value("Karl")
    at.button(page, "Check them all in").tap()
    is_here(page, "Uwe")
    is_here(page, "Karl")


def test_a_list_that_is_begun_meanwhile_waits_for_its_own_button(page, store, held):
    type_all(page, "Uwe", "Karl")
    page.get_by_text("Paste a list").click()
    page.get_by_label("One name a line").fill("Zo")
    at.is_held(page, held).continue_()
    is_here(page, "Karl")
    expect(page.get_by_label("One name a line")).to_have_value("Zo")
    assert "Zo" not in [one.name for one in store.attendances(1)]


def test_a_name_that_is_tapped_twice_comes_once(page, store, held):
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("#known [value=Chi]").dblclick()
    page.locator("#known [value=Dana]").tap()
    at.is_held(page, held).continue_()
    is_here(page, "Chi")
    is_here(page, "Dana")
    assert sent.count("POST") == 2
    assert [one.name for one in store.attendances(1) if one.here] == ["Ana", "Bo", "Chi", "Dana"]


def test_a_name_that_is_touched_stays_and_none_comes_under_the_next_touch(page, store):
    page.goto(CHECK_IN)
    chi, dana = (page.locator(f"#known [value={name}]") for name in ("Chi", "Dana"))
    there = dana.bounding_box()
    chi.tap()
    is_here(page, "Chi")
    expect(chi).to_be_disabled()
    expect(chi.locator("use")).to_have_attribute("href", re.compile("#tick$"))
    assert dana.bounding_box() == there
    dana.tap()
    is_here(page, "Dana")
    expect(page.locator("#known button")).to_have_count(0)


def test_whom_another_phone_checked_in_is_said_in_the_bar_and_no_name_moves(page, store):
    page.goto(CHECK_IN)
    store.attend(1, 3, here=True, phone="")
    dana = page.locator("#known [value=Dana]")
    there = dana.bounding_box()
    page.locator("#known [value=Chi]").tap()
    expect(page.locator(".bar")).to_contain_text("Chi: here already")
    expect(page.locator(".note.came")).to_have_count(0)
    assert dana.bounding_box() == there
    page.locator("#typed").fill("Chi")
    page.keyboard.press("Enter")
    expect(page.locator(".note.came")).to_be_visible()  # a keyboard lies over the bar


def proposes(page: Page, *names: str) -> None:
    """The names that can be touched are just these."""
    expect(page.locator("#known button:enabled")).to_have_text(names)


def test_names_touched_quicker_than_the_host_answers_are_not_proposed_again(page, store, held):
    store.check_in(1, ["Eve"], "tarot", **HOW)
    store.attend(1, 5, here=False, phone="")
    for name in ("Chi", "Dana"):
        page.locator(f"#known [value={name}]").tap()
    at.is_held(page, held).continue_()
    is_here(page, "Dana")
    proposes(page, "Eve")


def test_a_name_touched_behind_one_that_was_typed_is_not_proposed_again(page, store, held):
    type_all(page, "Uwe")
    page.locator("#known [value=Chi]").tap()
    at.is_held(page, held).continue_()
    is_here(page, "Chi")
    proposes(page, "Dana")


def test_letters_typed_and_taken_back_while_a_name_is_on_its_way_propose_it_no_more(
    page, store, held
):
    page.locator("#known [value=Chi]").tap()
    for typed, shown in (("da", "Dana"), ("", "Chi")):
        page.locator("#typed").fill(typed)
        expect(page.locator("#known button").first).to_have_text(shown)
    at.is_held(page, held).continue_()
    is_here(page, "Chi")
    proposes(page, "Dana")


def test_who_was_touched_and_leaves_again_can_be_touched_again(page, store):
    store.check_in(1, ["Eve"], "tarot", **HOW)
    store.attend(1, 5, here=False, phone="")
    page.goto(CHECK_IN)
    for name in ("Chi", "Dana"):
        page.locator(f"#known [value={name}]").tap()
        is_here(page, name)
    at.button(page, "Chi leaves").tap()
    proposes(page, "Chi", "Eve")
    expect(page.locator("#known button:enabled use[href$='#add']")).to_have_count(2)
    page.locator("#known [value=Chi]").tap()
    is_here(page, "Chi")


def test_names_that_were_touched_in_vain_can_be_touched_again(same_phone, store):
    page = same_phone
    held = hold(page)
    chips = page.locator("#known button")
    for chip in chips.all():
        chip.tap()
        expect(chip).to_be_disabled()
    at.is_held(page, held).abort()
    for chip in chips.all():
        expect(chip).to_be_enabled()
    expect(page.get_by_label("One name a line")).to_have_value("")
    chips.first.tap()
    is_here(page, "Chi")


def test_a_seat_that_is_left_is_said_where_the_finger_is_and_changed_by_a_touch(page, store):
    store.attend(1, 3, here=True, phone="")
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", (1, 2, 3))], [], **HOW)
    store.publish(1, 1, **HOW)
    page.goto(CHECK_IN)
    at.button(page, "Bo leaves").tap()
    page.locator(".bar").get_by_role("link", name="Bo sits at table 1").tap()
    expect(page.get_by_text("Bo is in the hand.")).to_be_visible()


def test_what_is_said_of_a_list_goes_with_the_next_touch(page, store):
    page.goto(CHECK_IN)
    page.get_by_text("Paste a list").click()
    page.get_by_label("One name a line").fill("Eve\nFay\nAna")
    at.button(page, "Check them all in").click()
    said = page.get_by_text("Here already, and once on the list: Ana")
    expect(said).to_be_visible()
    row = at.button(page, "Bo leaves")
    at_first = row.bounding_box()
    at.button(page, "Eve leaves").tap()
    expect(said).to_be_hidden()
    assert row.bounding_box() == at_first


def test_who_stands_twice_in_a_list_is_said_once(page, store):
    page.goto(CHECK_IN)
    page.get_by_text("Paste a list").click()
    page.get_by_label("One name a line").fill("Eve\nEve")
    at.button(page, "Check them all in").click()
    said = page.get_by_text("Twice in the list: Eve")
    expect(said).to_be_visible()
    page.reload()
    is_here(page, "Eve")
    expect(said).to_be_hidden()


def air(page: Page, upper: str, lower: str) -> float:
    """How many pixels lie between two things, one below the other."""
    above, below = (page.locator(one).bounding_box() for one in (upper, lower))
    return below["y"] - above["y"] - above["height"]


CHOOSER = """() => {
    const drawn = getComputedStyle(document.querySelector("[type=file]"), "::file-selector-button");
    return ["backgroundColor", "borderRadius", "minHeight", "fontFamily"].map((one) => drawn[one]);
}"""


def test_nothing_touches_what_stands_above_it(page, store):
    page.goto(CHECK_IN)
    page.get_by_text("Paste a list").click()
    assert air(page, "[type=file]", "details[open] > .button") >= 8
    chooser = page.evaluate(CHOOSER)
    page.goto("/import")
    assert page.evaluate(CHOOSER) == chooser
    page.goto("/evenings/new")
    assert air(page, ".games", "details") >= 8
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", (1, 2, 3))], [], **HOW)
    store.publish(1, 1, **HOW)
    page.goto("/evenings/1")
    assert air(page, "#steps form > .small", "#close") >= 4
    store.change_evening(1, name="Les vendredis du Café", place="Café de la Gare", **HOW)
    page.reload()  # two lines of its name, one of the rest in its head
    assert air(page, ".top-title", "main") >= 4
    assert page.locator("h1").bounding_box()["y"] >= 4
    assert page.locator(".top-title p").bounding_box()["height"] < 20


def test_a_name_breaks_between_its_parts_and_what_has_no_room_beside_them_goes_below(page, store):
    games = {"tarot": {}, "tamalou": {}, "plateau": {}}
    store.open_evening("Saturday", "2026-11-21", "", games, 250, **HOW)
    names = ["Anne-Marie", "Alexandrine-Bartholomée", "W" * 30]
    store.check_in(2, names, "tarot", **HOW)
    number = {one.name: one.player for one in store.attendances(2)}
    page.goto("/evenings/2/players")
    assert page.evaluate(PARTS, number[names[0]]) == ["Anne-", "Marie"]
    assert page.evaluate(PARTS, number[names[1]]) == [names[1]]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
