"""The form of a deal under the finger and under a laptop's keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import touching as at
from acts import keys
from desk import Desk
from pages import press, told_at_four, type_points
from playwright.sync_api import Page, expect
from touching import Thumb

FIVE = ("Ana", "Bo", "Chi", "Dana", "Eli")
POINTS = "[data-into=points]"  # the keypad for them
MARK = "(node) => { node.seen = true }"
SEEN = "(node) => node.seen"
STATES = """() => { globalThis.states = [];
    new MutationObserver(() => {
        const { state } = document.getElementById("say").dataset;
        if (state !== states.at(-1)) states.push(state);
    })
        .observe(document.querySelector(".say-place"), { childList: true }); }"""


@pytest.fixture
def sheet(desk) -> Page:
    """The sheet of a table of four that plays what is played at most tables; no deal is saved."""
    return desk.sheet()


@pytest.fixture
def table(desk) -> int:
    """Such a table, at which deals may be saved."""
    return desk.opened()


@pytest.fixture
def own_sheet(desk, table) -> Page:
    """The sheet of that table."""
    return desk.at(f"/tables/{table}")


@pytest.fixture
def at_five(desk) -> Page:
    """The sheet of a table of five; no deal is saved."""
    return desk.sheet("tarot", FIVE)


@pytest.fixture
def told(sheet) -> Page:
    """Ana's garde with 49 points and two oudlers stands on the form, and is not saved."""
    type_points(sheet, "49")
    press(sheet, "take=0-garde", "oudlers=2")
    expect(at.said(sheet, "told")).to_be_visible()
    return sheet


def test_the_preview_says_the_deal_what_it_gives_and_what_the_other_side_has(told):
    expect(told.locator("#say")).to_have_text("Ana, garde, 49 with two oudlers: made by 8, +198")
    expect(at.changes(told)).to_have_text(["+198", "−66", "−66", "−66"])
    defence = at.side(told, "defence").locator("..").locator(".number")
    expect(defence).to_have_text("42")


def test_the_preview_of_a_bid_says_what_ten_points_more_or_less_would_give(sheet):
    press(sheet, "take=1-garde_sans")
    expect(sheet.locator("#say")).to_have_text("Bo, garde sans. By 10: +420 or −420")


def test_the_form_the_save_button_and_the_bar_stay_what_and_where_they_are(sheet):
    form, save = sheet.locator("#record"), sheet.locator(".bar .save")
    top = sheet.locator(".bar .primary").last.bounding_box()["y"]
    form.evaluate(MARK)
    save.evaluate(MARK)
    type_points(sheet, "49")
    press(sheet, "take=0-garde", "oudlers=2")
    expect(at.said(sheet, "told")).to_be_visible()
    assert form.evaluate(SEEN)
    assert save.evaluate(SEEN)
    assert at.button(sheet, "Save").bounding_box()["y"] == top


def test_a_second_touch_on_a_pressed_cell_releases_it(sheet):
    thumb = Thumb(sheet)
    thumb.touch(at.petit(sheet, "defence"))
    expect(at.petit(sheet, "defence")).to_be_checked()
    thumb.touch(at.petit(sheet, "defence"))
    expect(at.petit(sheet, "defence")).not_to_be_checked()


def test_the_space_bar_releases_a_pressed_cell_and_never_a_side(sheet):
    for cell, pressed in ((at.petit(sheet, "defence"), False), (at.side(sheet, "declarer"), True)):
        cell.focus()
        for _ in range(2):
            sheet.keyboard.press("Space")
        expect(cell).to_be_checked(checked=pressed)


def test_half_a_point_has_a_key(at_five):
    press(at_five, "take=0-garde", "partner=2", "oudlers=2")
    Thumb(at_five).touch_all(*(at.key(at_five, key) for key in ("4", "0", "½")))
    expect(at_five.locator("#say")).to_contain_text("40½ with two oudlers: failed by ½")


@pytest.fixture
def typing(sheet) -> Page:
    """Ana's garde with two oudlers, before the first digit of its points."""
    press(sheet, "take=0-garde", "oudlers=2")
    expect(at.said(sheet, "half")).to_be_visible()
    sheet.evaluate(STATES)
    return sheet


# The second digit comes with the answer to the first, on the slowest machine too; an answer to
# a touch before it may come in between.
NINE = """() => addEventListener("htmx:afterSettle", function nine() {
    if (document.getElementById("points").value !== "4") return;
    removeEventListener("htmx:afterSettle", nine);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "9", bubbles: true }));
})"""


def test_a_number_that_is_being_typed_warns_of_nothing(typing):
    typing.evaluate(NINE)
    Thumb(typing).touch(at.key(typing, "4"))
    expect(at.said(typing, "told")).to_be_visible()
    typing.wait_for_timeout(1100)  # what was to be asked of the first digit alone is not asked
    assert set(typing.evaluate("states")) == {"half", "told"}


def test_a_number_that_no_other_digit_follows_warns(typing):
    Thumb(typing).touch(at.key(typing, "4"))
    expect(at.said(typing, "warned")).to_be_visible()
    assert typing.evaluate("states") == ["half", "warned"]
    expect(at.button(typing, "Save anyway")).to_be_visible()


def test_enter_behind_the_first_digit_keeps_nothing_and_warns(desk, own_sheet, table):
    press(own_sheet, "take=0-garde", "oudlers=2")
    expect(at.said(own_sheet, "half")).to_be_visible()
    own_sheet.keyboard.press("7")
    own_sheet.keyboard.press("Enter")
    expect(own_sheet.locator("#say")).to_contain_text("Not possible with that many oudlers")
    expect(at.button(own_sheet, "Save anyway")).to_be_visible()
    assert not desk.store.table(table).half
    assert desk.store.table(table).deals == 0


def test_the_keys_of_a_laptop_do_what_the_keypad_does(desk):
    page = desk.at(f"/tables/{desk.opened(names=FIVE)}")
    press(page, "take=0-garde", "partner=2", "oudlers=2")
    for typed in ("4", "8", "Backspace", "9", ","):
        page.keyboard.press(typed)
    expect(page.locator("#say")).to_contain_text("49½ with two oudlers: made by 8½")


def test_enter_does_what_stands_in_the_bar_notes_the_bid_and_then_saves(desk, own_sheet, table):
    press(own_sheet, "take=0-garde")
    expect(at.said(own_sheet, "half")).to_be_visible()
    own_sheet.keyboard.press("Enter")
    expect(own_sheet.get_by_text("Bid noted")).to_be_visible()
    assert desk.store.table(table).half
    at.arrived(own_sheet)
    type_points(own_sheet, "49")
    press(own_sheet, "oudlers=2")
    expect(at.said(own_sheet, "told")).to_be_visible()
    own_sheet.keyboard.press("Enter")
    expect(own_sheet.get_by_text("Bid noted")).to_have_count(0)
    expect(at.deals(own_sheet)).to_have_count(1)
    assert desk.store.table(table).deals == 1


def test_who_took_in_place_of_another_is_not_alone_by_that(at_five):
    """Chi was the partner, and took; then it is Eli, where Chi was alone, by one touch."""
    thumb, says = Thumb(at_five), at_five.locator("#say")
    type_points(at_five, "49")
    press(at_five, "take=0-garde", "partner=2", "oudlers=2")
    expect(says).to_contain_text("Ana with Chi, garde")
    thumb.touch(at.take(at_five, "Chi", "Garde"))
    expect(says).to_contain_text("Who is the partner, or nobody?")
    expect(at.partner(at_five, "Chi")).not_to_be_checked()
    expect(at.take(at_five, "Chi", "Garde")).to_be_focused()
    thumb.touch(at_five.get_by_role("radio", name="Chi: alone", exact=True))
    expect(says).to_contain_text("Chi alone, garde, 49 with two oudlers")
    press(at_five, "partner=0")
    expect(says).to_contain_text("Chi with Ana, garde")
    press(at_five, "partner=2")
    expect(says).to_contain_text("Chi alone, garde")
    thumb.touch(at.take(at_five, "Eli", "Garde"))
    expect(at_five.locator("#say")).to_contain_text("Who is the partner, or nobody?")


def test_the_keys_of_a_laptop_leave_the_note_alone(sheet):
    sheet.locator(".fold summary").last.click()
    note = sheet.get_by_label("Note on this deal")
    note.fill("at ")
    note.press_sequentially("10,5")
    expect(note).to_have_value("at 10,5")
    expect(sheet.locator("#points")).to_have_value("")


def test_an_enter_that_takes_a_japanese_word_into_the_note_saves_no_deal(desk, own_sheet, table):
    type_points(own_sheet, "49")
    press(own_sheet, "take=0-garde", "oudlers=2")
    expect(at.said(own_sheet, "told")).to_be_visible()
    own_sheet.locator(".fold summary").last.click()
    own_sheet.get_by_label("Note on this deal").focus()
    ime = own_sheet.context.new_cdp_session(own_sheet)
    ime.send("Input.imeSetComposition", {"text": "日本", "selectionStart": 2, "selectionEnd": 2})
    # What a browser says of a key that its input method has taken.
    enter = {"type": "rawKeyDown", "key": "Enter", "windowsVirtualKeyCode": 229}
    ime.send("Input.dispatchKeyEvent", enter)
    own_sheet.keyboard.insert_text("日本")
    expect(own_sheet.get_by_label("Note on this deal")).to_have_value("日本")
    own_sheet.keyboard.press("Enter")
    expect(at.deals(own_sheet)).to_have_count(1)
    assert desk.store.deals(table)[0].note == "日本"


def test_all_passed_is_one_touch_and_the_deal_passes_on_as_the_federation_has_it(desk):
    page = desk.at(f"/tables/{desk.opened(preset='fft')}")
    Thumb(page).touch(at.button(page, "All passed"))
    expect(page.locator(".deals li")).to_contain_text("Ana dealt")
    assert dealing(page) == "Bo"


def dealing(page: Page) -> str:
    """Who deals next, by the symbol in their row."""
    rows = page.locator(".rows:not(.few) .row").filter(has=page.get_by_role("img", name="deals"))
    return rows.locator(".name").inner_text().split()[0]


def warn(page: Page) -> None:
    """The declarer wins the petit without an oudler in the tricks: it can hardly be."""
    type_points(page, "60")
    press(page, "take=0-garde", "oudlers=0", "petit=declarer")
    expect(at.said(page, "warned")).to_be_visible()


def test_a_warning_asks_for_a_touch_of_its_own_and_marks_the_cells_while_it_holds(sheet):
    warn(sheet)
    expect(sheet.locator("#say")).to_contain_text("That side has no petit in its tricks")
    expect(at.button(sheet, "Save anyway")).to_be_visible()
    expect(at.button(sheet, "Save")).to_be_hidden()
    marked = sheet.locator(".disagrees").filter(has=sheet.locator("[name=petit]"))
    expect(marked).to_be_visible()
    press(sheet, "oudlers=1")
    expect(at.said(sheet, "told")).to_be_visible()
    expect(sheet.locator(".disagrees")).to_have_count(0)
    expect(at.button(sheet, "Save")).to_be_visible()


def test_a_double_tap_on_save_answers_no_warning_that_comes_between(desk, own_sheet, table):
    """However slow it is: what asks does not lie where Save lay; nor does Enter answer it."""
    type_points(own_sheet, "49")
    press(own_sheet, "take=0-garde", "oudlers=2")
    expect(at.said(own_sheet, "told")).to_be_visible()
    save = at.place_of(at.button(own_sheet, "Save"))
    middle = save["x"] + save["width"] / 2, save["y"] + save["height"] / 2
    held = at.first_held(own_sheet, "**/preview")
    own_sheet.locator("[data-types='½']").first.tap()
    own_sheet.touchscreen.tap(*middle)
    at.is_held(own_sheet, held).continue_()
    expect(at.said(own_sheet, "warned")).to_be_visible()
    at.a_moment(own_sheet)
    own_sheet.touchscreen.tap(*middle)
    own_sheet.keyboard.press("Enter")
    at.a_moment(own_sheet)
    expect(at.button(own_sheet, "Save anyway")).to_be_visible()
    assert desk.store.table(table).deals == 0


def test_a_deal_saved_anyway_bears_the_mark_of_a_warning(own_sheet):
    warn(own_sheet)
    at.a_moment(own_sheet)
    Thumb(own_sheet).touch(at.button(own_sheet, "Save anyway"))
    deal = own_sheet.locator(".deals li")
    expect(deal.get_by_role("img", name="saved in spite of a warning")).to_be_visible()


def test_a_deal_that_cannot_be_says_why_is_not_saved_and_its_points_are_typed_anew(desk, sheet):
    type_points(sheet, "95")
    press(sheet, "take=0-garde", "oudlers=2")
    expect(at.said(sheet, "refused")).to_be_visible()
    before = told_at(desk)
    at.button(sheet, "Save").click()
    expect(sheet.locator(".problem")).to_be_visible()
    assert told_at(desk) == before
    at.arrived(sheet)
    keys(sheet, POINTS, "49")
    expect(sheet.locator("#points")).to_have_value("49")


def told_at(desk: Desk) -> dict[int, int]:
    """How many deals each table has."""
    return {table.id: table.deals for table in desk.store.tables("open")}


def test_cards_touched_are_counted_by_the_server(sheet):
    """21 and king of spades 4½ each, a queen 3½, nine others ½ each: 17 in twelve cards."""
    press(sheet, "take=0-garde")
    sheet.get_by_text("Count the cards", exact=True).click()
    thumb = Thumb(sheet)
    press(sheet, "card=21", "card=KS")
    thumb.reach(sheet.locator("input[name=card][value=QH]"))
    thumb.reach(sheet.locator("[data-into=others] [data-types='9']"))
    expect(sheet.locator("#cards-counted")).to_contain_text("Cards: 12")
    expect(sheet.locator("#say")).to_contain_text("17 with one oudler: failed by 34")
    worth = sheet.locator("div.cards .key-label span")
    expect(worth).to_have_text(["1 × 4½ = 4½", "1 × 4½ = 4½", "1 × 3½ = 3½", "2½", "1½"])
    thumb.reach(sheet.locator("input[name=card][value=QH]"))
    expect(worth).to_have_text(["1 × 4½ = 4½", "1 × 4½ = 4½", "3½", "2½", "1½"])


def test_the_calculator_counts_a_deal_saves_nothing_and_keeps_it_for_more_or_fewer_players(desk):
    before = told_at(desk)
    page = desk.at("/calculator/tarot?players=4")
    type_points(page, "49")
    press(page, "take=0-garde", "oudlers=2")
    count = page.locator("#counted")
    expect(count).to_contain_text("49 for 41, made by 8: 25 + 8")
    expect(count.get_by_role("row", name="Player 1 declarer × 3 +198")).to_be_visible()
    press(page, "poignee=single")
    expect(count).to_contain_text("+258")
    numbers = page.get_by_role("group", name="How many play")
    numbers.get_by_role("button", name="3", exact=True).click()
    expect(count).to_contain_text("+172")
    expect(page.locator("[name=poignee][value=single]")).to_be_checked()
    assert told_at(desk) == before


HIGH = (2480, -3502, 2975, -3753, 1800)  # halves: +1 240, −1 751, +1 487½, −1 876½, +900
PLACES = "(parts) => parts.map((part) => part.getBoundingClientRect().y + scrollY)"
ROWS = "(rows) => rows.map((row) => row.getBoundingClientRect().height)"


@pytest.mark.parametrize("misere", [0, 10])
def test_what_a_deal_would_change_moves_no_row_however_high_the_totals(desk, misere):
    page = desk.sheet("tarot", ["Ana", "Bo", "Chi", "Dee", "Émile"], start=HIGH, misere=misere)
    before = page.locator("#record .row").evaluate_all(ROWS)
    type_points(page, "49")
    press(page, "take=0-garde", "oudlers=2", "partner=1")
    expect(page.locator("#change-3 .slip")).to_be_visible()
    assert page.locator("#record .row").evaluate_all(ROWS) == before


DOUBLE = ("Jean-François", "Marie-Antoinette", "Anne-Charlotte", "Pierre-Emmanuel", "Wilhelmina")
PARTS = ".row, .key-line, .extras, .folds"
# The cells after whose touch, or after the answer to it, a part lies elsewhere than before.
MOVED = """async ([cells, parts]) => {
    const places = () => [...document.querySelectorAll(parts)].map(
        (part) => part.getBoundingClientRect().y + scrollY).join();
    const form = document.getElementById("record"), before = places(), moved = [];
    for (const cell of document.querySelectorAll(cells)) {
        const answered = new Promise((done) => {
            form.addEventListener("htmx:afterSettle", done, { once: true });
        });
        cell.focus();
        cell.click();
        if (places() !== before) moved.push(cell.ariaLabel);
        await answered;
        if (places() !== before) moved.push(`${cell.ariaLabel}, answered`);
    }
    return moved;
}"""
# Who took is asked with each contract at one seat and with the longest at each.
BY_CHOICE = {
    "tarot": ("[name=take]:is([value^='2-'], [value$='-garde_contre'])", "[name=partner]"),
    "tamalou": ("[name=caller]",),
}


@pytest.mark.parametrize(("dealer", "seats"), [(0, range(len(DOUBLE))), (1, (1, 2))])
@pytest.mark.parametrize("game", BY_CHOICE)
def test_no_choice_moves_anything_however_long_the_names(desk, game, dealer, seats):
    """Nor who deals and leads, the names of both being the longer for it: the one with the longest
    name does either, and where she deals only the two are other ones."""
    page = desk.sheet(game, DOUBLE, dealer=dealer)
    for choice in BY_CHOICE[game]:
        cells = ", ".join(f"#row-{seat} input{choice}" for seat in seats)
        assert page.locator(cells).count() >= len(seats)
        assert page.evaluate(MOVED, [cells, PARTS]) == []


def test_the_rank_stands_where_the_change_comes_and_nothing_moves(desk, table):
    """Ana has 168, Bo −240, Chi 168, Dana −96."""
    garde = {"contract": "garde", "oudlers": 2, "card_points": 49}
    prise = {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 40}
    desk.save(table, {"declarer": "0", **garde}, prise, {"declarer": "2", **garde})
    page = desk.at(f"/tables/{table}")
    ranks, places = page.locator(".row .rank"), page.locator(PARTS)
    expect(ranks).to_have_text(["1st", "4th", "1st", "3rd"])
    before = places.evaluate_all(PLACES)
    told_at_four(page)
    expect(page.locator(".row .slip")).to_have_text(["+198", "−66", "−66", "−66"])
    expect(ranks).to_have_count(0)
    assert places.evaluate_all(PLACES) == before
    page.locator(".row input[name=take]:checked").click(force=True)  # who took is open again
    expect(ranks).to_have_text(["1st", "4th", "1st", "3rd"])
    assert places.evaluate_all(PLACES) == before


def points_of(page: Page) -> list[str]:
    """What stands in the boxes of both sides, the declarer's first."""
    return [text.strip() for text in page.locator(".side .number").all_inner_texts()]


@pytest.fixture
def silent(sheet) -> Iterator[Page]:
    """49 is typed, and from then on no preview is answered."""
    keys(sheet, POINTS, "49")
    expect(sheet.locator("#points-defence")).to_have_text("42")
    sheet.route("**/preview", lambda route: None)
    yield sheet
    sheet.unroute("**/preview")


def test_the_other_side_is_what_is_left_of_what_is_typed_whatever_the_host_said_before(silent):
    """Else the points of an older preview would be saved."""
    for typed, left in (("60", "31"), ("61½", "29½"), ("0", "91"), ("91", "0"), ("", "")):
        press(silent, "side=declarer")
        keys(silent, POINTS, [*["erase"] * 3, *typed])
        press(silent, "side=defence")
        expect(silent.locator("#points")).to_have_value(left)
        assert points_of(silent) == [typed, left]


def test_points_that_were_typed_anew_are_saved_whichever_side_is_touched_at_once(
    desk, own_sheet, table
):
    keys(own_sheet, POINTS, "49")
    expect(own_sheet.locator("#points-defence")).to_have_text("42")
    keys(own_sheet, POINTS, ["erase", "erase", "6", "0"])
    at.side(own_sheet, "defence").click(force=True)
    press(own_sheet, "take=0-garde", "oudlers=2")
    expect(at.said(own_sheet, "told")).to_be_visible()
    assert points_of(own_sheet) == ["60", "31"]
    at.button(own_sheet, "Save").click()
    expect(at.deals(own_sheet)).to_have_count(1)
    assert desk.store.deal(table, 1).facts["card_points"] == 60


def test_the_other_side_of_half_a_point_that_is_corrected(desk, table):
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49.5}
    desk.save(table, facts)
    page = desk.at(f"/tables/{table}/deals/1")
    assert points_of(page) == ["49½", "41½"]
    at.side(page, "defence").click(force=True)
    assert points_of(page) == ["49½", "41½"]
    expect(page.locator("#points")).to_have_value("41½")


@pytest.fixture(scope="module")
def told_deal(whole_desk) -> str:
    """Where a told deal is corrected: Bo's garde with 36 points."""
    table = whole_desk.opened()
    facts = {"declarer": "1", "contract": "garde", "oudlers": 3, "card_points": 36}
    whole_desk.save(table, facts)
    return f"/tables/{table}/deals/1"


@pytest.fixture
def corrected(desk, told_deal) -> Page:
    """The form of a told deal; it is never saved."""
    return desk.anew(told_deal)


ON_36 = [("49", "49"), ("4", "4"), ("491", "49"), ("0", "0"), ("49½½", "49½"), ("½", "36½")]
ON_36 += [("⌫", "3"), ("⌫9", "39"), ("⌫⌫49", "49")]


@pytest.mark.parametrize(("typed", "points"), ON_36)
def test_the_first_digit_replaces_what_a_form_arrived_with(corrected, typed, points):
    keys(corrected, POINTS, [{"⌫": "erase"}.get(key, key) for key in typed])
    expect(corrected.locator("#points")).to_have_value(points)
    expect(corrected.locator("#points-declarer")).to_have_text(points)


@pytest.mark.parametrize(("typed", "points"), [("491", "49"), ("49½½", "49½"), ("⌫9", "39")])
def test_the_first_digit_of_a_laptop_does_so_too(corrected, typed, points):
    for key in typed:
        corrected.keyboard.press({"⌫": "Backspace", "½": ","}.get(key, key))
    expect(corrected.locator("#points")).to_have_value(points)
    expect(corrected.locator("#points-declarer")).to_have_text(points)


def test_the_first_digit_replaces_what_a_form_that_is_started_again_has(corrected):
    keys(corrected, POINTS, "49")
    corrected.locator("summary", has_text="Nobody played, who dealt, note").click()
    at.button(corrected, "Start this form again").click()
    expect(corrected.locator("#points-declarer")).to_have_text("36")
    at.key(corrected, "5").click()
    expect(corrected.locator("#points")).to_have_value("5")


def test_the_first_digit_replaces_what_was_kept_half_told(desk, table):
    facts = {"declarer": "1", "contract": "garde", "card_points": 36}
    desk.store.keep_half(table, 1, facts, revision=0, key=None, phone="")
    page = desk.at(f"/tables/{table}")
    expect(page.locator("#points")).to_have_value("36")
    keys(page, POINTS, "49")
    expect(page.locator("#points")).to_have_value("49")


def test_the_first_digit_replaces_what_another_phone_kept_meanwhile(desk, own_sheet, table):
    """The form is put in place anew."""
    facts = {"declarer": "1", "contract": "garde", "card_points": 36}
    desk.store.keep_half(table, 1, facts, revision=0, key=None, phone="another")
    expect(own_sheet.locator("#points")).to_have_value("36")
    keys(own_sheet, POINTS, "49")
    expect(own_sheet.locator("#points")).to_have_value("49")


def test_the_first_digit_replaces_the_other_cards_that_a_form_arrived_with(own_sheet):
    """On a sheet of its own: the form that comes back has its address."""
    own_sheet.get_by_text("Count the cards", exact=True).click()
    press(own_sheet, "take=0-garde", "card=21")
    own_sheet.locator("#others").evaluate("(field) => { field.value = 99; field.form.submit() }")
    expect(own_sheet.locator(".problem")).to_be_visible()
    nine = own_sheet.locator("[data-into=others] [data-types='9']")
    Thumb(own_sheet).reach(nine)
    expect(own_sheet.locator("#others")).to_have_value("9")


def test_a_half_point_is_added_to_what_is_left_of_the_other_side(sheet):
    keys(sheet, POINTS, "49")
    at.side(sheet, "defence").click(force=True)
    at.key(sheet, "½").click()
    expect(sheet.locator("#points")).to_have_value("42½")


def test_a_ranking_with_halves_fits_the_narrowest_phone_with_letters_twice_as_large(
    store, open_table, page
):
    """Bo fails by a half, and that is the game: 25½ for each of the others."""
    open_table(names=("Ana", "Bo", "Chi"), deals=1)
    told = {"declarer": "1", "contract": "prise", "oudlers": 2, "card_points": 40.5}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/tables/1")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator(".ranking .number").first).to_have_text("+25½")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert at.cut(page.locator(".ranking .name")) == []
