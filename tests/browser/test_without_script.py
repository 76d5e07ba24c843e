"""The same with scripts switched off: slower, whole (T-U4)."""

from __future__ import annotations

import itertools
import json
import re

import pytest
import touching as at
from acts import unfold
from playwright.sync_api import Page, expect

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
ENDS = """(all) => all.map((one) => one.getBoundingClientRect())
    .map(({ top, bottom }) => [top, bottom])"""


@pytest.fixture
def sheet(open_table, plain) -> Page:
    open_table()
    plain.goto("/tables/1")
    return plain


@pytest.fixture
def told(store, open_table, plain) -> Page:
    """A phone whose table 1 has one deal."""
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    return plain


@pytest.fixture
def played(told) -> Page:
    """The sheet after that deal."""
    told.goto("/tables/1")
    return told


def fill(page: Page, points: str = "49", oudlers: int = 2) -> None:
    at.take(page, "Ana", "Garde").check()
    at.oudlers(page, oudlers).check()
    page.get_by_label("Card points of that side").fill(points)


def test_no_word_is_cut_for_the_cell_that_takes_a_choice_back(open_table, another_phone):
    open_table()
    page = another_phone(java_script_enabled=False, locale="fr-FR")
    page.goto("/tables/1/deals/1")
    expect(page.locator(".extras .cell", has_text="Attaque").first).to_be_visible()
    assert at.cut(page.locator(".extras .cell")) == []


def test_what_a_row_of_cells_asks_stands_as_far_from_the_row_above_everywhere(open_table, plain):
    open_table()
    plain.goto("/tables/1/deals/1")
    parts = plain.locator(".extras fieldset").evaluate_all(ENDS)
    assert len(parts) == 4
    apart = {round(below[0] - above[1]) for above, below in itertools.pairwise(parts)}
    assert apart == {6}


def test_a_table_is_opened_with_names_touched_and_typed_and_seats_moved(open_table, store, plain):
    open_table()
    plain.goto("/")
    plain.get_by_role("link", name=re.compile("^French Tarot 3–5")).click()
    for name in ("Ana", "Bo"):
        at.button(plain, name).click()
    plain.locator("#typed").fill("Eli")
    plain.locator("#typed").press("Enter")
    at.button(plain, "Move Eli up").click()
    expect(plain.locator(".seat-list .name")).to_have_text(["Ana", "Eli", "Bo"])
    at.button(plain, "Open").click()
    expect(plain).to_have_url(re.compile("/tables/2$"))
    assert store.table(2).names == ("Ana", "Eli", "Bo")


def test_another_game_is_chosen_and_goes_on_from_paper(open_table, store, plain):
    open_table()
    plain.goto("/tables/new?table=1")
    plain.locator(".game-choice", has_text="Tamalou").locator("input").check()
    at.button(plain, "Show what this game asks").click()
    plain.get_by_label("Totals from paper").check()
    plain.get_by_label("Total of Bo").fill("88")
    plain.get_by_role("radio", name="Kamikaze: not played").check()
    at.button(plain, "Open").click()
    expect(plain).to_have_url(re.compile("/tables/2$"))
    table = store.table(2)
    assert (table.game, table.totals) == ("tamalou", (0, 88, 0, 0))
    assert table.rules["kamikaze"] is False


def test_a_deal_that_lacks_something_says_what_and_is_recorded_without_what_was_taken_back(
    store, sheet
):
    """Points are typed without keypad: there are no keys that would do nothing."""
    expect(sheet.locator(".key").first).to_be_hidden()
    expect(sheet.locator("#points")).to_be_visible()
    at.take(sheet, "Ana", "Garde").check()
    at.petit(sheet, "defence").check()
    at.button(sheet, "Save").click()
    expect(sheet.locator(".problem")).to_be_visible()
    expect(at.take(sheet, "Ana", "Garde")).to_be_checked()
    assert store.table(1).deals == 0
    sheet.get_by_role("radio", name="Petit au bout: nobody").check()
    at.oudlers(sheet, 2).check()
    sheet.get_by_label("Card points of that side").fill("49")
    at.button(sheet, "Save").click()
    expect(at.totals(sheet)).to_have_text(["+198", "−66", "−66", "−66"])


def test_a_warned_deal_is_saved_by_a_second_touch(store, sheet):
    fill(sheet, "60", oudlers=0)
    at.petit(sheet, "declarer").check()
    at.button(sheet, "Save").click()
    expect(at.said(sheet, "warned")).to_contain_text("That side has no petit in its tricks")
    assert store.table(1).deals == 0
    at.button(sheet, "Save anyway").click()
    expect(at.deals(sheet)).to_have_count(1)


def test_all_passed_is_recorded(sheet):
    unfold(sheet, "Nobody played")
    sheet.locator(".fold button[value=passed]").click()
    expect(sheet.locator(".deals li")).to_contain_text("Ana dealt")


def test_a_bid_is_noted_and_the_result_told_later(store, sheet):
    at.take(sheet, "Bo", "Prise").check()
    at.button(sheet, "Save bid").click()
    expect(sheet.get_by_text("Bid noted")).to_be_visible()
    expect(at.take(sheet, "Bo", "Prise")).to_be_checked()
    at.oudlers(sheet, 1).check()
    sheet.get_by_label("Card points of that side").fill("51")
    at.button(sheet, "Save").click()
    expect(at.totals(sheet)).to_have_text(["−25", "+75", "−25", "−25"])


def test_a_deal_is_corrected_and_deleted_and_undo_brings_it_back(played):
    played.locator(".deals summary").click()
    played.get_by_role("link", name="Correct this deal").click()
    at.oudlers(played, 1).check()
    at.button(played, "Save").click()
    expect(at.totals(played)).to_have_text(["−162", "+54", "+54", "+54"])
    played.goto("/tables/1/deals/1")
    unfold(played, "Insert a deal before")
    at.button(played, "Delete this deal").click()
    expect(at.totals(played)).to_have_text(["0", "0", "0", "0"])
    at.button(played, "Undo the last change").click()
    expect(at.totals(played)).to_have_text(["−162", "+54", "+54", "+54"])


def test_a_substitute_sits_down(told):
    told.goto("/tables/1/players")
    unfold(told, "Dana")
    fold = told.locator(".fold[open]")
    fold.get_by_label("Name").fill("Eli")
    fold.get_by_role("button", name="Somebody else, from the next deal on").click()
    expect(told.locator(".fold summary", has_text="Eli")).to_contain_text("before: Dana")


def test_the_second_to_correct_a_deal_is_told_and_keeps_what_was_typed(store, told):
    told.goto("/tables/1/deals/1")
    facts = GARDE | {"oudlers": 3}
    store.save_deal(1, 1, facts, revision=1, key=None, phone="")
    at.oudlers(told, 1).check()
    at.button(told, "Save").click()
    expect(told.locator(".two-versions")).to_contain_text("49 with three oudlers: made by 13")
    expect(at.oudlers(told, 1)).to_be_checked()
    at.button(told, "Save mine").click()
    expect(at.totals(told)).to_have_text(["−162", "+54", "+54", "+54"])


def test_a_sheet_is_brought_in_as_pasted_text(plain):
    sheet = {"format": "companion-sheet", "version": 1, "game": "tarot"}
    told = {"declarer": "Ana", "contract": "garde", "oudlers": 2, "card_points": 49}
    sheet |= {"players": ["Ana", "Bo", "Chi", "Dee"], "deals": [told, {"passed": True}]}
    plain.goto("/import")
    plain.locator("[name=text]").fill(json.dumps(sheet))
    at.button(plain, "Bring in").click()
    expect(at.totals(plain)).to_have_text(["+198", "−66", "−66", "−66"])
    expect(at.deals(plain)).to_have_count(2)


def test_the_calculator_counts_line_by_line(plain):
    plain.goto("/calculator/tarot?players=4")
    at.take(plain, "Player 1", "Garde").check()
    at.oudlers(plain, 2).check()
    plain.get_by_label("Card points of that side").fill("49")
    at.button(plain, "Count").click()
    expect(plain.locator("#counted")).to_contain_text("49 for 41, made by 8: 25 + 8")


def test_the_cards_are_counted_when_the_deal_is_saved(sheet):
    """Twenty others ½ each, the four kings 4½: 28 of Ana's side, without an oudler."""
    at.take(sheet, "Ana", "Garde").check()
    unfold(sheet, "Count the cards")
    for card in ("KS", "KH", "KC", "KD"):
        sheet.locator(f"input[name=card][value={card}]").check()
    sheet.get_by_label("How many other cards").fill("20")
    at.button(sheet, "Save").click()
    expect(sheet.locator(".deals li")).to_contain_text("28 with no oudlers: failed by 28")


def test_the_language_and_the_light_are_chosen(plain):
    plain.goto("/settings")
    plain.get_by_role("radio", name="日本語").check()
    plain.get_by_role("radio", name="Felt").check()
    at.button(plain, "Save").click()
    assert plain.locator("html").get_attribute("lang") == "ja"
    assert plain.locator("html").get_attribute("data-theme") == "dark"


def test_the_back_button_finds_a_refused_form_as_it_was_filled(sheet):
    fill(sheet, "99")
    at.button(sheet, "Save").click()
    sheet.get_by_label("Card points of that side").fill("49")
    at.button(sheet, "Save").click()
    expect(at.deals(sheet)).to_have_count(1)
    sheet.go_back()
    expect(sheet.locator(".problem")).to_be_visible()
    expect(at.take(sheet, "Ana", "Garde")).to_be_checked()
