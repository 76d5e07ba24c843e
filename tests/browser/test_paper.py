"""A sheet of paper typed in at a laptop, by the keyboard alone; and where no script runs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

LAPTOP = {"width": 1280, "height": 800}
CLUB = ("Ana-Lucía", "Bartholomäus", "Marie-Hélène", "Dana", "Geneviève-Apolline", "Fé")
# How far the totals of neighbours in the first row are from one another.
APART = """() => {
    const all = [...document.querySelectorAll("#row-1 .points")].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
    });
    return all.slice(1).map(({ left }, at) => left - all[at].right);
}"""
WHOLE = """(one) => {
    const { width } = one.getBoundingClientRect();
    one.style.setProperty("max-width", "none");
    return one.getBoundingClientRect().width - width;
}"""


FILL = """(told) => {
    for (const [name, value] of told) document.querySelector(`[name="${name}"]`).value = value;
}"""


def fill(page, **told):
    """The first row has this, wherever it came from."""
    page.evaluate(FILL, [[f"1-{name}", value] for name, value in told.items()])


def row(page, *words):
    """Types the first fields of the row that has the focus, Tab after each."""
    for word in words:
        page.keyboard.type(word)
        page.keyboard.press("Tab")


def test_a_row_is_typed_by_the_keyboard_and_enter_counts_it(page, store, open_table):
    table = open_table()
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table.id}/paper")
    page.locator("[name='1-declarer']").focus()
    row(page, "Ana", "garde", "2")
    page.keyboard.type("49")
    page.keyboard.press("Enter")
    counted = page.locator("#row-1 .points")
    expect(counted).to_have_text(["+198+198", "−66−66", "−66−66", "−66−66"])
    assert store.deals(table.id) == []
    page.get_by_role("button", name="Save all").click()
    expect(page).to_have_url(f"/tables/{table.id}")
    assert [deal.facts["contract"] for deal in store.deals(table.id)] == ["garde"]


def test_after_enter_and_for_more_rows_the_keyboard_goes_on_where_it_was(page, open_table):
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{open_table().id}/paper")
    page.locator("[name='18-card_points']").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("[name='18-card_points']")).to_be_focused()
    page.get_by_role("button", name="More rows").press("Enter")
    expect(page.locator("[name='21-declarer']")).to_be_focused()
    page.get_by_role("button", name="More rows").click()
    expect(page.locator("#row-60")).to_be_attached()
    expect(page.locator("body")).to_be_focused()


def test_tab_goes_through_a_row_and_then_to_the_next(page, open_table):
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{open_table('tamalou').id}/paper")
    page.locator("[name='1-hands-0']").focus()
    passed = []
    for _ in range(9):
        passed.append(page.evaluate("document.activeElement.name"))
        page.keyboard.press("Tab")
    hands = [f"1-hands-{seat}" for seat in range(4)]
    assert passed == [*hands, "1-caller", "1-kamikaze", "1-kamikaze", "1-note", "2-hands-0"]


def test_without_script_a_wrong_row_comes_back_with_all_that_was_typed(plain, store, open_table):
    table = open_table()
    plain.set_viewport_size(LAPTOP)
    plain.goto(f"/tables/{table.id}/paper")
    for n, oudlers in ((1, "2"), (2, "4")):
        plain.locator(f"[name='{n}-declarer']").select_option("0")
        plain.locator(f"[name='{n}-contract']").select_option("garde")
        plain.locator(f"[name='{n}-oudlers']").fill(oudlers)
        plain.locator(f"[name='{n}-card_points']").fill("49")
    plain.get_by_role("button", name="Save all").click()
    expect(plain.locator("#wrong-2")).to_be_visible()
    expect(plain.locator("[name='1-contract']")).to_have_value("garde")
    plain.locator("[name='2-oudlers']").fill("1")
    plain.get_by_role("button", name="Save all").click()
    expect(plain).to_have_url(f"/tables/{table.id}")
    assert len(store.deals(table.id)) == 2


def test_what_is_half_typed_is_there_again_on_a_page_that_is_loaded_anew(page, store, open_table):
    table = open_table("tamalou")
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table.id}/paper")
    page.locator("[name='1-hands-0']").fill("3")
    page.locator("[name='2-hands-1']").fill("12")
    page.locator("[name='2-caller']").select_option("0")
    page.locator("[name='3-kamikaze']").first.select_option("1")  # there is a second one beside it
    page.reload()
    expect(page.locator("[name='1-hands-0']")).to_have_value("3")
    kamikaze = page.locator("[name='3-kamikaze']")
    assert [kamikaze.nth(n).input_value() for n in range(2)] == ["1", ""]
    page.keyboard.press("Tab")  # from now on by keyboard
    kamikaze.nth(1).focus()
    with page.expect_navigation():  # Enter in it, which counts
        page.get_by_role("button", name="Count").evaluate("(one) => one.form.requestSubmit(one)")
    expect(kamikaze.nth(1)).to_be_focused()
    page.get_by_role("button", name="More rows").click()
    page.locator("[name='31-hands-0']").fill("7")
    page.goto(f"/tables/{open_table('tamalou').id}/paper")
    expect(page.locator("[name='1-hands-0']")).to_have_value("")
    page.goto(f"/tables/{table.id}/paper")
    expect(page.locator("[name='2-hands-1']")).to_have_value("12")
    expect(page.locator("[name='2-caller']")).to_have_value("0")
    expect(page.locator("[name='31-hands-0']")).to_have_value("7")
    told = {"caller": "0", "hands": {str(seat): 3 + 4 * seat for seat in range(4)}}
    store.save_deal(table.id, 1, told, revision=0, key=None, phone="")
    page.goto(f"/tables/{table.id}/paper")
    expect(page.locator("[name='1-hands-0']")).to_have_value("")


@pytest.mark.parametrize("names", [["Bo", "Ana", "Chi", "Dana"], ["Zoe", "Ana", "Chi", "Dana"]])
def test_what_is_half_typed_stays_in_its_columns_and_is_not_given_to_others(
    page, store, open_table, names
):
    """Ana and Bo change their seats meanwhile, or somebody else sits there, and one more option is
    agreed."""
    table, asked = open_table(), {"key": None, "phone": ""}
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table.id}/paper")
    fill(page, declarer="0", contract="garde", oudlers="2", card_points="49", note="late")
    page.goto("/")
    store.agree_table(table.id, {"names": names}, **asked)
    store.agree_table(table.id, {"rules": store.table(table.id).rules | {"misere": 10}}, **asked)
    page.goto(f"/tables/{table.id}/paper")
    expect(page.locator("[name='1-misere']")).to_be_visible()
    expect(page.locator("[name='1-card_points']")).to_have_value("49")
    expect(page.locator("[name='1-note']")).to_have_value("late")
    chosen = page.locator("[name='1-declarer'] option:checked")
    expect(chosen).to_have_text("Ana" if "Bo" in names else "Zoe")
    page.get_by_role("button", name="Save all").click()
    if "Zoe" in names:
        expect(page.get_by_text("The seats have changed meanwhile")).to_be_visible()
        assert store.deals(table.id) == []
        page.locator("[name='1-declarer']").select_option("1")
        page.get_by_role("button", name="Save all").click()
    expect(page).to_have_url(f"/tables/{table.id}")
    assert store.table(table.id).totals[1] > 0  # Ana's


def test_at_five_a_contract_is_read_to_its_end_and_no_total_runs_into_the_next(page, open_table):
    table = open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve"])
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"/tables/{table.id}/paper")
    told = {"declarer": "0", "partner": "none", "contract": "garde_contre", "oudlers": "3"}
    fill(page, **told, card_points="90.5", slam_made_by="declarer")
    page.locator("[name='1-card_points']").press("Enter")
    expect(page.locator("#row-1 .points")).to_have_count(5)
    expect(page.locator("#row-1 .points small").first).to_be_visible()
    assert min(page.evaluate(APART)) >= 8
    assert page.locator("[name='1-contract']").evaluate(WHOLE) == 0
    grid = page.locator(".grid-scroll")
    assert grid.evaluate("(one) => one.scrollWidth === one.clientWidth")


def test_in_french_the_talon_is_read_to_its_end(open_table, another_phone):
    page = another_phone(locale="fr-FR")
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{open_table('plateau').id}/paper")
    page.locator("[name='1-talon']").select_option("keep")
    assert page.locator("[name='1-talon']").evaluate(WHOLE) == 0


def test_at_six_a_laptop_shows_the_totals_of_all(page, open_table):
    table = open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve", "Fay"], at_once=5)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"/tables/{table.id}/paper")
    expect(page.locator("[name='1-dealer']")).to_be_visible()
    grid = page.locator(".grid-scroll")
    assert grid.evaluate("(one) => one.scrollWidth === one.clientWidth")


@pytest.mark.parametrize("misere", [0, 10])
@pytest.mark.parametrize("names", [("Ana", "Bo", "Chi", "Dana", "Eve", "Fay"), CLUB])
def test_at_six_it_does_in_french_too_and_tells_the_contracts_apart(
    open_table, another_phone, names, misere
):
    table = open_table(names=names, at_once=5, misere=misere)
    page = another_phone(locale="fr-FR")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"/tables/{table.id}/paper")
    grid = page.locator(".grid-scroll")
    assert grid.evaluate("(one) => one.scrollWidth === one.clientWidth")
    assert page.locator("[name='1-contract']").evaluate("(one) => one.clientWidth") >= 90


@pytest.mark.parametrize("width", [1366, 1280])
def test_at_five_a_laptop_shows_the_totals_of_all_with_long_names_and_misere(
    open_table, another_phone, width
):
    table = open_table(names=CLUB[:5], misere=10)
    page = another_phone(locale="fr-FR")
    page.set_viewport_size({"width": width, "height": 768})
    page.goto(f"/tables/{table.id}/paper")
    page.locator("[name='1-contract']").select_option("garde_contre")
    assert page.locator("[name='1-contract']").evaluate(WHOLE) == 0
    grid = page.locator(".grid-scroll")
    assert grid.evaluate("(one) => one.scrollWidth === one.clientWidth")


def test_a_wide_screen_shows_no_fewer_totals_than_a_laptop(open_table, another_phone):
    table = open_table(names=CLUB, at_once=5, misere=10)
    page = another_phone(locale="fr-FR")
    page.set_viewport_size({"width": 1680, "height": 1050})
    page.goto(f"/tables/{table.id}/paper")
    grid = page.locator(".grid-scroll")
    assert grid.evaluate("(one) => one.scrollWidth === one.clientWidth")
