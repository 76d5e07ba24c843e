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
def told(store, open_table, page) -> Page:
    """A phone whose table 1 has two deals; Ana dealt the first, Bo the second."""
    open_table()
    for number, facts in enumerate((GARDE, PRISE), 1):
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    return page


@pytest.fixture
def played(told) -> Page:
    """The sheet after these deals."""
    told.goto("/tables/1")
    return told


def dealers(page: Page) -> Locator:
    """Who dealt, the newest deal first."""
    return page.locator(".deal .tiny")


def test_the_sheet_tells_each_deal_in_one_line_that_unfolds_into_the_sum(played):
    expect(at.totals(played)).to_have_text(TOTALS)
    expect(at.deals(played)).to_have_text(
        [
            "2 Bo, prise, 44 with one oudler: failed by 7 −96",
            "1 Ana, garde, 49 with two oudlers: made by 8 +198",
        ]
    )
    deal = played.locator(".deals li").last
    Thumb(played).reach(deal.locator("summary"))
    expect(deal.get_by_role("row", name="Garde × 2 66")).to_be_visible()
    expect(deal.get_by_role("row", name="Ana declarer × 3 +198")).to_be_visible()


def head(page: Page) -> dict[int, tuple[float, float]]:
    """On a high and on a low screen, how wide the title is and where the form begins."""
    found = {}
    for height in (844, 600):
        page.set_viewport_size({"width": 390, "height": height})
        title, form = (page.locator(one).bounding_box() for one in ("h1", "#record"))
        found[height] = title["width"], form["y"]
    return found


def test_undo_goes_back_deal_by_deal_can_itself_be_undone_and_moves_nothing(played):
    """The title takes two lines where redo stands beside it, one where not."""
    undo, redo = "Undo the last change", "Bring back what was undone"
    before = head(played)
    for label, left in ((undo, 1), (undo, 0), (redo, 1), (redo, 2)):
        at.button(played, label).click()
        expect(at.deals(played)).to_have_count(left)
        if (label, left) == (undo, 1):
            expect(at.button(played, redo)).to_be_visible()
            after = head(played)
        at.a_moment(played)
    expect(at.totals(played)).to_have_text(TOTALS)
    assert all(after[height][0] < before[height][0] for height in before)
    assert [top for _, top in after.values()] == [top for _, top in before.values()]


def test_a_deleted_deal_comes_back_where_it_was_and_a_forgotten_one_goes_where_it_belongs(told):
    told.goto("/tables/1/deals/1")
    told.locator(".fold", has_text="Insert a deal before").locator("summary").click()
    at.button(told, "Delete this deal").click()
    expect(at.deals(told)).to_have_count(1)
    expect(at.totals(told)).to_have_text(["+32", "−96", "+32", "+32"])
    at.button(told, "Undo the last change").click()
    expect(at.deals(told)).to_have_count(2)
    expect(at.deals(told).last).to_contain_text("Ana, garde")
    told.goto("/tables/1/deals/2")
    told.locator(".fold", has_text="Insert a deal before").locator("summary").click()
    told.get_by_role("link", name="Insert a deal before").click()
    expect(told.get_by_text("Inserted before a deal that is told already")).to_be_visible()
    type_points(told, "56")
    press(told, "take=2-prise", "oudlers=0")
    expect(at.said(told, "told")).to_be_visible()
    at.button(told, "Save").click()
    expect(at.deals(told)).to_have_count(3)
    expect(at.deals(told)).to_contain_text(["Bo, prise", "Chi, prise", "Ana, garde"])


def test_who_dealt_is_put_right_and_moves_no_other_deal_and_a_note_stands_with_its_own(told):
    told.goto("/tables/1/deals/1")
    told.locator(".fold", has_text="Nobody played").locator("summary").click()
    told.locator(".chip", has_text="Dana").locator("input").check(force=True)
    told.get_by_label("Note on this deal").fill("The <b>dog</b> ate the 21.")
    at.button(told, "Save").click()
    expect(at.deals(told)).to_have_count(2)
    expect(dealers(told)).to_have_text(["Bo dealt", "Dana dealt"])
    told.locator(".deals li").last.locator("summary").click()
    expect(told.get_by_text("The <b>dog</b> ate the 21.")).to_be_visible()


def test_a_substitute_takes_the_seat_and_a_misspelt_name_is_put_right_everywhere(told):
    told.goto("/tables/1/players")
    told.locator(".fold summary", has_text="Dana").click()
    fold = told.locator(".fold[open]")
    fold.get_by_label("Name").fill("Eli")
    fold.get_by_role("button", name="Somebody else, from the next deal on").click()
    expect(told.locator(".fold summary", has_text="Eli")).to_contain_text("before: Dana")
    told.locator(".fold summary .name", has_text=re.compile("^Bo$")).click()
    fold.get_by_label("Name").fill("Beau")
    fold.get_by_role("button", name="Same person, the name put right").click()
    expect(told.locator(".fold summary", has_text="Beau")).to_be_visible()
    told.goto("/tables/1")
    expect(at.totals(told)).to_have_text(TOTALS)
    expect(at.take(told, "Eli", "Garde")).to_be_visible()
    expect(at.deals(told).first).to_contain_text("Beau, prise")


def download(page: Page, file: str, folder: Path) -> Path:
    """What a touch on the link to this file saves on the phone."""
    with page.expect_download() as saved:
        Thumb(page).reach(page.locator(f"a[href$='{file}']"))
    saved.value.save_as(folder / saved.value.suggested_filename)
    return folder / saved.value.suggested_filename


def test_the_sheet_is_saved_and_the_file_that_says_something_else_is_a_question(told, tmp_path):
    told.goto("/tables/1/more")
    saved = download(told, "sheet.csv", tmp_path)
    assert saved.name == "Ana Bo and 2 more.csv"
    rows = saved.read_bytes().decode().split("\r\n")
    assert rows[0].startswith("deal,dealer,outcome,declarer,partner,contract,oudlers,card_points")
    assert rows[2].startswith("2,Bo,lost,Bo,,prise,1,44,")
    assert rows[3].endswith(",230,-162,-34,-34,,,,,")
    saved = download(told, "sheet.json", tmp_path)
    sheet = json.loads(saved.read_text("utf-8"))
    assert sheet["players"] == ["Ana", "Bo", "Chi", "Dana"]
    assert [deal["card_points"] for deal in sheet["deals"]] == [49, 44]
    saved.write_text(saved.read_text("utf-8").replace('"card_points": 44', '"card_points": 45'))
    told.goto("/import")
    told.get_by_label("A sheet that was saved as JSON").set_input_files(saved)
    at.button(told, "Bring in").click()
    expect(told.locator(".two-versions .differs")).to_have_count(1)
    at.button(told, "Open the file as another table").click()
    expect(told).to_have_url(re.compile("/tables/2$"))
    expect(at.totals(told).nth(1)).to_have_text("−159")


@pytest.fixture
def over(store, open_table, page) -> Page:
    """Two planned deals are played: Ana and Bo share the first place."""
    open_table(deals=2)
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    page.goto("/tables/1")
    type_points(page, "49")
    press(page, "take=1-garde", "oudlers=2")
    expect(at.said(page, "told")).to_be_visible()
    at.button(page, "Save").click()
    return page


def test_the_last_planned_deal_leads_to_the_ranking_the_chart_and_a_new_game(over):
    """A shared first place has two winners and no second; the deal passes on to Chi."""
    expect(over.locator(".ranking .winner .name")).to_have_text(["Ana", "Bo"])
    places = over.locator(".ranking .place")
    expect(places).to_have_text(["1shared", "1shared", "3shared", "3shared"])
    chart = over.get_by_role("img", name="Running totals, deal by deal")
    expect(chart.locator(".run")).to_have_count(4)
    expect(chart.locator(".leader")).to_have_count(2)
    expect(chart).to_contain_text("Dana")
    one_more = over.get_by_role("link", name="One more deal")
    expect(one_more).to_be_visible()  # before there is a new game, too
    at.a_moment(over)
    Thumb(over).touch(at.button(over, "Same players, new game"))
    expect(over).to_have_url(re.compile("/tables/2$"))
    expect(over.get_by_text("Deal 1 of 2")).to_be_visible()
    dealing = over.locator(".row").filter(has=over.get_by_role("img", name="deals"))
    expect(dealing).to_contain_text("Chi")
    over.goto("/tables/1")
    one_more.click()
    type_points(over, "49")
    press(over, "take=0-garde", "oudlers=2")
    expect(at.said(over, "warned")).to_contain_text("Told after the end of the game")
