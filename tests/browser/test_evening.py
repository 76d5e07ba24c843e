"""A table after the first deal: put right, undone, taken along, brought to its end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import touching as at
from pages import press, type_points
from playwright.sync_api import Locator, Page, expect
from touching import Thumb

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
PRISE = {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 44}
TOTALS = [
    "+230",
    "−162",
    "−34",
    "−34",
]  # garde by Ana: +198, −66; prise by Bo failed by 7: −96, +32


@pytest.fixture
def played(store, open_table, page) -> Page:
    """The sheet after two deals; Ana dealt the first, Bo the second."""
    open_table()
    for number, facts in enumerate((GARDE, PRISE), 1):
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    page.goto("/tables/1")
    return page


def dealers(page: Page) -> Locator:
    """Who dealt, the newest deal first."""
    return page.locator(".deal .tiny")


def test_the_sheet_tells_each_deal_in_one_line_the_newest_first(played):
    expect(at.totals(played)).to_have_text(TOTALS)
    expect(at.deals(played)).to_have_text(
        [
            "2 Bo, prise, 44 with one oudler: failed by 7 −96",
            "1 Ana, garde, 49 with two oudlers: made by 8 +198",
        ]
    )


def test_a_deal_unfolds_into_the_sum_line_by_line(played):
    deal = played.locator(".deals li").last
    Thumb(played).reach(deal.locator("summary"))
    expect(deal.get_by_role("row", name="Garde × 2 66")).to_be_visible()
    expect(deal.get_by_role("row", name="Ana declarer × 3 +198")).to_be_visible()


def test_undo_goes_back_deal_by_deal_and_can_itself_be_undone(played):
    undo, redo = "Undo the last change", "Bring back what was undone"
    for label, left in ((undo, 1), (undo, 0), (redo, 1), (redo, 2)):
        at.button(played, label).click()
        expect(at.deals(played)).to_have_count(left)
        at.a_moment(played)
    expect(at.totals(played)).to_have_text(TOTALS)


@pytest.mark.parametrize("height", [844, 600])
def test_undo_and_redo_move_nothing_below_the_title(played, height):
    """It takes two lines where redo stands beside it, one where not."""
    played.set_viewport_size({"width": 390, "height": height})
    form, title = played.locator("#record"), played.locator("h1")
    width, top = title.bounding_box()["width"], form.bounding_box()["y"]
    at.button(played, "Undo the last change").click()
    expect(at.button(played, "Bring back what was undone")).to_be_visible()
    assert title.bounding_box()["width"] < width
    assert form.bounding_box()["y"] == top


def test_a_deleted_deal_comes_back_where_it_was(played):
    played.goto("/tables/1/deals/1")
    played.locator(".fold", has_text="Insert a deal before").locator("summary").click()
    at.button(played, "Delete this deal").click()
    expect(at.deals(played)).to_have_count(1)
    expect(at.totals(played)).to_have_text(["+32", "−96", "+32", "+32"])
    at.button(played, "Undo the last change").click()
    expect(at.deals(played)).to_have_count(2)
    expect(at.deals(played).last).to_contain_text("Ana, garde")


def test_a_forgotten_deal_is_inserted_where_it_belongs(played):
    played.goto("/tables/1/deals/2")
    played.locator(".fold", has_text="Insert a deal before").locator("summary").click()
    played.get_by_role("link", name="Insert a deal before").click()
    expect(played.get_by_text("Inserted before a deal that is told already")).to_be_visible()
    type_points(played, "56")
    press(played, "take=2-prise", "oudlers=0")
    expect(at.said(played, "told")).to_be_visible()
    at.button(played, "Save").click()
    expect(at.deals(played)).to_have_count(3)
    expect(at.deals(played)).to_contain_text(["Bo, prise", "Chi, prise", "Ana, garde"])


def test_who_dealt_is_put_right_and_moves_no_other_deal(played):
    played.goto("/tables/1/deals/1")
    played.locator(".fold", has_text="Nobody played").locator("summary").click()
    played.locator(".chip", has_text="Dana").locator("input").check(force=True)
    at.button(played, "Save").click()
    expect(at.deals(played)).to_have_count(2)
    expect(dealers(played)).to_have_text(["Bo dealt", "Dana dealt"])


def test_a_note_stands_with_its_deal(played):
    played.goto("/tables/1/deals/1")
    played.locator(".fold", has_text="Nobody played").locator("summary").click()
    played.get_by_label("Note on this deal").fill("The <b>dog</b> ate the 21.")
    at.button(played, "Save").click()
    played.locator(".deals li").last.locator("summary").click()
    expect(played.get_by_text("The <b>dog</b> ate the 21.")).to_be_visible()


def test_a_substitute_takes_the_seat_and_not_the_score(played):
    played.goto("/tables/1/players")
    played.locator(".fold summary", has_text="Dana").click()
    fold = played.locator(".fold[open]")
    fold.get_by_label("Name").fill("Eli")
    fold.get_by_role("button", name="Somebody else, from the next deal on").click()
    expect(played.locator(".fold summary", has_text="Eli")).to_contain_text("before: Dana")
    played.goto("/tables/1")
    expect(at.totals(played)).to_have_text(TOTALS)
    expect(at.take(played, "Eli", "Garde")).to_be_visible()


def test_a_misspelt_name_is_put_right_everywhere(played):
    played.goto("/tables/1/players")
    played.locator(".fold summary .name", has_text=re.compile("^Bo$")).click()
    fold = played.locator(".fold[open]")
    fold.get_by_label("Name").fill("Beau")
    fold.get_by_role("button", name="Same person, the name put right").click()
    expect(played.locator(".fold summary", has_text="Beau")).to_be_visible()
    played.goto("/tables/1")
    expect(at.deals(played).first).to_contain_text("Beau, prise")


def test_totals_are_carried_over_when_a_fifth_player_comes(played):
    played.goto("/tables/1/more")
    played.locator("a[href*='carried=1']").click()
    played.locator("#typed").fill("Eli")
    at.button(played, "Add").click()
    expect(played.locator(".seat-list .name")).to_have_count(5)
    at.button(played, "Open").click()
    expect(played).to_have_url(re.compile("/tables/2$"))
    expect(at.totals(played)).to_have_text([*TOTALS, "0"])


def test_the_same_deals_count_otherwise_in_a_table_of_their_own(played):
    played.goto("/tables/1/count-again")
    played.get_by_role("radio", name="Federation").check(force=True)
    at.button(played, "Count").click()
    both = played.get_by_role("row", name="Ana +230 +230")
    expect(both).to_be_visible()
    at.button(played, "Keep it as a table of its own").click()
    expect(played).to_have_url(re.compile("/tables/2$"))
    expect(played.locator(".ranking .number")).to_have_text([TOTALS[n] for n in (0, 2, 3, 1)])
    expect(played.get_by_text("These deals count at another table.")).to_be_visible()
    played.locator(".note").get_by_role("link", name="To the sheet").click()
    expect(played).to_have_url(re.compile("/tables/1$"))


def download(page: Page, file: str, folder: Path) -> Path:
    """What a touch on the link to this file saves on the phone."""
    page.goto("/tables/1/more")
    with page.expect_download() as saved:
        Thumb(page).reach(page.locator(f"a[href$='{file}']"))
    saved.value.save_as(folder / saved.value.suggested_filename)
    return folder / saved.value.suggested_filename


def test_the_sheet_is_saved_as_csv(played, tmp_path):
    saved = download(played, "sheet.csv", tmp_path)
    assert saved.name == "Ana Bo and 2 more.csv"
    rows = saved.read_bytes().decode().split("\r\n")
    assert rows[0].startswith("deal,dealer,outcome,declarer,partner,contract,oudlers,card_points")
    assert rows[2].startswith("2,Bo,lost,Bo,,prise,1,44,")
    assert rows[3].endswith(",230,-162,-34,-34,,,,,")


def test_the_sheet_is_saved_as_json(played, tmp_path):
    sheet = json.loads(download(played, "sheet.json", tmp_path).read_text("utf-8"))
    assert sheet["players"] == ["Ana", "Bo", "Chi", "Dana"]
    assert [deal["card_points"] for deal in sheet["deals"]] == [49, 44]


def bring_in(page: Page, file: Path) -> None:
    page.goto("/import")
    page.get_by_label("A sheet that was saved as JSON").set_input_files(file)
    at.button(page, "Bring in").click()


def test_a_sheet_that_is_here_already_leads_to_its_table(store, played, tmp_path):
    bring_in(played, download(played, "sheet.json", tmp_path))
    expect(played).to_have_url(re.compile(r"/tables/1\?known=1$"))
    expect(played.get_by_text("This sheet is here as the file says it.")).to_be_visible()
    assert len(store.tables("open")) == 1


def test_a_sheet_that_says_something_else_is_a_question(store, played, tmp_path):
    saved = download(played, "sheet.json", tmp_path)
    saved.write_text(saved.read_text("utf-8").replace('"card_points": 44', '"card_points": 45'))
    bring_in(played, saved)
    expect(played.locator(".two-versions .differs")).to_have_count(1)
    at.button(played, "Open the file as another table").click()
    expect(played).to_have_url(re.compile("/tables/2$"))
    expect(at.totals(played).nth(1)).to_have_text("−159")


def test_a_sheet_of_another_instance_becomes_a_new_table(played, tmp_path):
    saved = download(played, "sheet.json", tmp_path)
    sheet = json.loads(saved.read_text("utf-8")) | {"id": "0123456789abcdef" * 2}
    saved.write_text(json.dumps(sheet))
    bring_in(played, saved)
    expect(played).to_have_url(re.compile("/tables/2$"))
    expect(at.totals(played)).to_have_text(TOTALS)


def test_the_sheet_of_a_deleted_table_leads_to_where_it_can_be_brought_back(played, tmp_path):
    saved = download(played, "sheet.json", tmp_path)
    played.goto("/tables/1/more")
    played.locator("form[action$='/delete'] button").click()
    expect(played.get_by_text("This table is deleted.")).to_be_visible()
    bring_in(played, saved)
    expect(at.button(played, "Bring the table back")).to_be_visible()


def test_the_result_can_be_copied_as_text(played):
    played.goto("/tables/1/text")
    text = played.get_by_role("textbox").input_value()
    assert text.startswith(
        "Ana, Bo and 2 more\n1. Ana  +230\n2. Chi  −34\n2. Dana  −34\n4. Bo  −162\n"
    )


def test_a_table_deleted_by_mistake_is_brought_back_from_its_page(store, played):
    played.goto("/tables/1/more")
    played.locator("form[action$='/delete'] button").click()
    expect(played.get_by_text("This table is deleted.")).to_be_visible()
    assert store.tables("open") == []
    at.button(played, "Bring the table back").click()
    expect(played.locator("#record")).to_be_visible()
    expect(at.totals(played)).to_have_text(TOTALS)


def test_a_sheet_put_away_is_found_by_a_player_and_taken_out_again(played):
    played.goto("/tables/1/more")
    played.locator("form[action$='/close'] button").click()
    played.goto("/tables/closed?q=chi")
    played.locator(".table-card").click()
    at.button(played, "Reopen the sheet").click()
    expect(played.locator("#record")).to_be_visible()


@pytest.fixture
def over(store, open_table, page) -> Page:
    """Two planned deals are played: Ana and Bo share the first place."""
    open_table(deals=2)
    for number, seat in enumerate("01", 1):
        facts = GARDE | {"declarer": seat}
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    page.goto("/tables/1")
    return page


def test_the_last_planned_deal_leads_to_the_ranking(store, open_table, page):
    open_table(deals=1)
    page.goto("/tables/1")
    type_points(page, "49")
    press(page, "take=0-garde", "oudlers=2")
    expect(at.said(page, "told")).to_be_visible()
    at.button(page, "Save").click()
    expect(page.locator(".ranking .winner")).to_contain_text("Ana")


def test_a_shared_first_place_has_two_winners_and_no_second(over):
    expect(over.locator(".ranking .winner .name")).to_have_text(["Ana", "Bo"])
    places = over.locator(".ranking .place")
    expect(places).to_have_text(["1shared", "1shared", "3shared", "3shared"])


def test_the_running_totals_are_drawn_with_a_line_and_a_name_for_each(over):
    chart = over.get_by_role("img", name="Running totals, deal by deal")
    expect(chart.locator(".run")).to_have_count(4)
    expect(chart.locator(".leader")).to_have_count(2)
    expect(chart).to_contain_text("Dana")


def test_same_players_new_game_is_one_touch_and_the_deal_passes_on(over):
    Thumb(over).touch(at.button(over, "Same players, new game"))
    expect(over).to_have_url(re.compile("/tables/2$"))
    expect(over.get_by_text("Deal 1 of 2")).to_be_visible()
    dealing = over.locator(".row").filter(has=over.get_by_role("img", name="deals"))
    expect(dealing).to_contain_text("Chi")


def test_one_more_deal_after_the_end_is_warned_about(over):
    over.get_by_role("link", name="One more deal").click()
    type_points(over, "49")
    press(over, "take=0-garde", "oudlers=2")
    expect(at.said(over, "warned")).to_contain_text("Told after the end of the game")
