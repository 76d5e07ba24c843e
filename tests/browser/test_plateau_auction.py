"""Le Plateau's auction and bid under one thumb: bid by bid, the last one alone, the raises."""

from __future__ import annotations

import re

import pytest
import touching as at
from hexes import a_second_later, answered, at_one_time
from playwright.sync_api import Locator, Page, Route, expect

FIVE = ("Ana", "Bo", "Chi", "Dana", "Eli")
TARGETS = "#record :is(button:not(.unseen), .cell:not(.gone), a.button, .chip)"
SMALL = """(targets) => [...document.querySelectorAll(targets)]
    .map((one) => [one.getBoundingClientRect(), one.textContent.trim()])
    .filter(([{ width, height }]) => width && (width < 44 || height < 44))
    .map(([{ width, height }, says]) => [says, width, height])"""
# Found and measured at once: an answer may put the lines there anew.
TOPS = """() => [...document.querySelectorAll("#said li, [name=bid-objective][value=y]")]
    .map((one) => one.getBoundingClientRect().top)"""
# The words that run over the border of their cell.
OVER = """(words) => words.filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, right } = one.closest(".cell").getBoundingClientRect();
    const said = range.getBoundingClientRect();
    return said.left < left + 1 || said.right > right - 1;
}).map((one) => one.textContent)"""


def cell(page: Page, name: str, value: object) -> Locator:
    return page.locator(f'#record input[name="{name}"][value="{value}"]')


def bids(page: Page, name: str) -> Locator:
    """The button with which this player bids, whatever its total."""
    return page.get_by_role("button", name=re.compile(f"^{name} bids"))


def passes(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name} passes"))


def line(page: Page, name: str) -> Locator:
    """What this player has said."""
    return page.locator("#said li", has=page.locator(".name", has_text=name))


def bid(page: Page, thumb: at.Thumb, name: str, total: int, *parts: tuple[str, object]) -> None:
    for part, value in parts:
        thumb.touch(cell(page, f"bid-{part}", value))
    expect(bids(page, name)).to_contain_text(f"{name} bids {total}")
    a_second_later(page)
    thumb.touch(bids(page, name))
    expect(line(page, name)).to_contain_text(str(total))
    answered(page)


def all_pass(page: Page, thumb: at.Thumb, *names: str) -> None:
    for name in names:
        a_second_later(page)
        thumb.touch(passes(page, name))
        expect(passes(page, name)).to_have_count(0)
        answered(page)


Y, FORK = ("objective", "y"), ("objective", "fork")
EXCHANGE, KEEP, ONE = ("talon", "exchange"), ("talon", "keep"), ("partners", 1)


BOS_Y = {"player": "1", "talon": "exchange", "objective": "y", "partners": 1}


def passed(*seats: str) -> list[dict]:
    return [{"player": seat, "pass": True} for seat in seats]


@pytest.fixture
def thumb(page: Page) -> at.Thumb:
    return at.Thumb(page)


@pytest.fixture
def sheet(store, open_table, page: Page):
    """The sheet of a table of so many, at which Bo speaks first, after these words."""

    def opened(players: int, *words: dict) -> Page:
        open_table("plateau", FIVE[:players])
        if words:
            store.keep_half(1, 1, {"bids": list(words)}, revision=0, key=None, phone="")
        page.goto("/tables/1")
        return page

    return opened


def test_an_auction_is_touched_word_by_word(store, sheet, thumb):
    page = sheet(4)
    expect(line(page, "Bo")).to_have_attribute("aria-current", "true")
    all_pass(page, thumb, "Bo")
    bid(page, thumb, "Chi", 3, EXCHANGE, Y, ONE)
    thumb.touch_all(cell(page, "bid-talon", "exchange"), cell(page, "bid-objective", "y"))
    thumb.touch(cell(page, "bid-partners", 1))
    expect(page.locator("#bid-total")).to_contain_text("3 does not beat 3")
    bid(page, thumb, "Dana", 4, KEEP)
    expect(line(page, "Dana")).to_have_class("high")
    all_pass(page, thumb, "Ana", "Chi")
    expect(page.locator("#in-force")).to_contain_text("Dana")
    thumb.touch(cell(page, "partners", 0))
    thumb.touch(at.button(page, "To the board"))
    expect(page.locator(".hexagons")).to_be_visible()
    assert store.deal(1, 1).facts["partners"] == ["0"]
    assert [one["player"] for one in store.deal(1, 1).facts["bids"]] == ["1", "2", "3", "0", "2"]


def test_a_bid_touched_before_its_total_has_come_counts(store, sheet, thumb):
    page = sheet(4)
    parts = [cell(page, f"bid-{part}", value) for part, value in (EXCHANGE, FORK, ONE)]
    thumb.touch_all(*parts, bids(page, "Bo"))
    expect(line(page, "Bo")).to_contain_text("5")
    assert store.deal(1, 1).facts["bids"][0]["objective"] == "fork"


def test_a_silent_host_is_asked_again_and_nobody_speaks_twice(store, open_table, same_phone):
    open_table("plateau", FIVE[:4])
    page = same_phone
    page.goto("/tables/1")
    thumb = at.Thumb(page)
    for part, value in (EXCHANGE, FORK, ONE):
        thumb.touch(cell(page, f"bid-{part}", value))
    expect(bids(page, "Bo")).to_contain_text("Bo bids 5")
    page.context.set_offline(True)
    thumb.touch(bids(page, "Bo"))
    expect(page.locator(".no-answer")).to_be_visible()
    thumb.touch(passes(page, "Bo"))
    page.context.set_offline(False)
    expect(passes(page, "Chi")).to_be_visible()
    assert [one.get("objective") for one in store.deal(1, 1).facts["bids"]] == ["fork"]


def test_an_own_touch_is_no_change_another_phones_word_is_until_the_auction_is_drawn_anew(
    store, sheet, thumb
):
    page = sheet(4)
    news: list[Route] = []
    page.route("**/live?*", lambda route: news.append(route), times=1)
    with page.expect_request("**/live?*"):
        all_pass(page, thumb, "Bo")
        thumb.touch(cell(page, "bid-objective", "y"))
    asked = at.is_held(page, news)
    with page.expect_response(lambda answer: answer.url.endswith("/version")):
        asked.continue_()
    expect(page.locator("#meanwhile")).to_be_hidden()
    expect(cell(page, "bid-objective", "y")).to_be_checked()
    words = {"bids": passed("1", "2")}
    store.keep_half(1, 1, words, revision=store.deal(1, 1).revision, key=None, phone="x")
    expect(page.locator("#meanwhile")).to_be_visible()
    thumb.touch(passes(page, "Chi"))
    expect(passes(page, "Dana")).to_be_visible()
    expect(page.locator("#meanwhile")).to_be_hidden()


def test_after_a_deal_on_another_phone_the_lines_tell_the_totals_and_who_speaks_now(store, sheet):
    page = sheet(4)
    total = page.locator("#said .sum")
    expect(total).to_have_text(["0", "0", "0", "0"])
    bid = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
    store.save_deal(1, 1, bid | {"made": False}, revision=0, key=None, phone="")
    expect(page.locator("#said .name")).to_contain_text(["Chi", "Dana", "Ana", "Bo"])
    expect(total).to_have_text(["−4", "+4", "−4", "+4"])
    expect(passes(page, "Chi")).to_be_visible()


def test_what_was_said_last_is_taken_back_in_its_line(store, sheet, thumb):
    page = sheet(4, BOS_Y)
    all_pass(page, thumb, "Chi")
    thumb.touch(page.get_by_role("button", name="Take back what Chi said"))
    expect(passes(page, "Chi")).to_be_visible()
    assert len(store.deal(1, 1).facts["bids"]) == 1


def test_whoever_speaks_nothing_moves_however_long_the_names(open_table, page, thumb):
    names = ("Bo", "Jean-François", "Maximilienne", "Jean-Sébastien", "Anne-Charlotte")
    open_table("plateau", names)
    page.goto("/tables/1")
    before = page.evaluate(TOPS)
    bid(page, thumb, "Jean-François", 3, EXCHANGE, Y, ONE)
    assert page.evaluate(TOPS) == before
    all_pass(page, thumb, "Maximilienne")
    assert page.evaluate(TOPS) == before
    bid(page, thumb, "Jean-Sébastien", 5, EXCHANGE, FORK, ONE)
    assert page.evaluate(TOPS) == before
    all_pass(page, thumb, "Anne-Charlotte")
    assert page.evaluate(TOPS) == before


def test_a_double_touch_is_the_word_of_one_player(store, sheet, thumb):
    page = sheet(4)
    at_one_time(page)
    thumb.touch(passes(page, "Bo"))
    expect(passes(page, "Chi")).to_be_visible()
    thumb.touch(passes(page, "Chi"))
    answered(page)
    assert store.deal(1, 1).facts["bids"] == [{"player": "1", "pass": True}]
    a_second_later(page)
    thumb.touch(passes(page, "Chi"))
    expect(passes(page, "Dana")).to_be_visible()


def test_a_double_touch_on_the_last_bid_does_not_go_to_the_board(sheet, thumb):
    page = sheet(2, *passed("1"))
    thumb.touch_all(cell(page, "bid-talon", "keep"), cell(page, "bid-objective", "y"))
    expect(bids(page, "Ana")).to_contain_text("Ana bids 4")
    at_one_time(page)
    thumb.touch(bids(page, "Ana"))
    on = at.button(page, "To the board")
    on.tap()
    answered(page)
    expect(on).to_be_visible()
    a_second_later(page)
    on.tap()
    expect(page.locator(".hexagons")).to_be_visible()


def test_the_keyboard_goes_on_with_the_next_player(sheet):
    page = sheet(4)
    passes(page, "Bo").press("Enter")
    expect(passes(page, "Chi")).to_be_focused()


def test_after_the_last_word_the_keyboard_is_where_it_goes_on(sheet):
    page = sheet(4, BOS_Y, *passed("2", "3"))
    passes(page, "Ana").press("Enter")
    expect(cell(page, "partners", 0)).to_be_focused()


def test_a_bid_that_is_noted_offers_the_board_once_its_partner_is_known(sheet, thumb):
    """It offered to be saved so far, which it was: that led nowhere."""
    page = sheet(4, BOS_Y, *passed("2", "3", "0"))
    expect(at.said(page, "noted")).to_be_visible()
    expect(at.button(page, "Save so far")).to_be_hidden()
    expect(at.button(page, "Save")).to_be_visible()
    thumb.touch(cell(page, "partners", 0))
    expect(at.button(page, "To the board")).to_be_visible()
    expect(at.button(page, "Save")).to_be_hidden()


def test_after_all_have_passed_the_keyboard_is_on_what_says_so(sheet):
    page = sheet(4, *passed("1", "2", "3"))
    passes(page, "Ana").press("Enter")
    expect(at.button(page, "All passed")).to_be_focused()


def test_after_the_only_word_is_taken_back_the_keyboard_is_with_who_speaks(sheet):
    page = sheet(4, *passed("1"))
    at.button(page, "Take back what Bo said").press("Enter")
    expect(passes(page, "Bo")).to_be_focused()


def test_all_pass_is_saved_with_one_touch(store, sheet, thumb):
    page = sheet(4, *passed("1", "2", "3"))
    all_pass(page, thumb, "Ana")
    a_second_later(page)
    thumb.touch(at.button(page, "All passed"))
    expect(passes(page, "Chi")).to_be_visible()  # speaks first now: that deal is told
    expect(at.deals(page).first).to_contain_text("All passed")
    assert store.deal(1, 1).facts == {"passed": True}


def test_after_a_reload_and_on_another_phone_the_auction_goes_on(store, sheet, thumb, other_phone):
    page = sheet(4, BOS_Y)
    all_pass(page, thumb, "Chi")
    other_phone.goto("/tables/1")
    all_pass(other_phone, at.Thumb(other_phone), "Dana")
    page.reload()
    expect(line(page, "Bo")).to_contain_text("Y, exchange, one partner")
    all_pass(page, thumb, "Ana")
    expect(page.locator("#in-force")).to_contain_text("Bo")


def test_the_final_bid_alone_is_noted(store, sheet, thumb):
    page = sheet(4)
    thumb.reach(page.get_by_role("link", name="Only note the final bid"))
    for name, value in (("declarer", 2), ("talon", "keep"), ("objective", "five")):
        thumb.touch(cell(page, name, value))
    expect(at.said(page, "half")).to_have_text("Chi: five sides, closed talon.")
    thumb.touch(page.get_by_role("radio", name="alone"))
    expect(page.locator("#pays")).to_contain_text("±39")
    thumb.touch(at.button(page, "To the board"))
    expect(page.locator(".hexagons")).to_be_visible()


def offered(page: Page) -> list[str]:
    """Who may be touched as the partner."""
    return page.locator("#with-whom .cell:visible:not(.plain-only)").all_inner_texts()


def test_who_declares_is_not_offered_as_the_partner_and_the_row_is_even(open_table, page, thumb):
    open_table("plateau", [f"Player {n}" for n in range(1, 5)])
    page.goto("/tables/1/deals/1?asks=bid")
    assert offered(page) == ["Player 1", "Player 2", "Player 3", "Player 4", "alone"]
    for n in (1, 3):
        thumb.touch(cell(page, "declarer", n - 1))
        assert offered(page) == [*(f"Player {m}" for m in range(1, 5) if m != n), "alone"]
        boxes = [one.bounding_box() for one in page.locator("#with-whom .cell:visible").all()]
        assert [len({box[edge] for box in boxes}) for edge in ("x", "y", "width")] == [2, 2, 1]
    thumb.touch(cell(page, "declarer", 2))  # nobody declares
    assert len(offered(page)) == 5


def test_a_partner_who_is_made_the_declarer_is_no_partner(page, thumb):
    page.goto("/calculator/plateau?players=4")
    thumb.touch(cell(page, "partners", 1))
    thumb.touch_all(cell(page, "talon", "keep"), cell(page, "objective", "y"))
    thumb.touch(cell(page, "declarer", 1))
    expect(at.said(page, "half")).to_have_text("Player 2: Y, closed talon.")
    assert not cell(page, "partners", 1).is_checked()
    expect(page.locator(".raise legend, #pays table")).to_have_count(0)
    thumb.touch(cell(page, "partners", 0))
    expect(page.locator(".raise legend")).to_have_text(
        ["Player 1 may raise once", "Player 2 may raise once"]
    )
    expect(page.locator("#pays .gives td")).to_have_text(["±4", "±4", "∓4", "∓4"])


def test_five_raise_and_hand_over_look_at_the_rules_and_tell_the_result(store, sheet, thumb):
    """Bo's Y, 3, becomes Eli's fork, 5; Eli takes over: ±10 for Eli, ±5 for Bo. All that is there
    afterwards, and may change."""
    page = sheet(5, BOS_Y, *passed("2", "3", "4", "0"))
    thumb.touch(cell(page, "partners", 4))
    expect(page.locator("#raise-0 legend")).to_have_text("Eli may raise once")
    thumb.touch(cell(page, "raises-0-objective", "fork"))
    expect(page.locator("#in-force")).to_contain_text("5")
    expect(page.locator("#pays .gives td")).to_have_text(["∓5", "±10", "∓5", "∓5", "±5"])
    expect(cell(page, "raises-0-objective", "fork")).to_be_focused()
    thumb.touch(page.get_by_role("radio", name="Eli takes over"))
    expect(page.locator("#pays .gives td")).to_have_text(["∓5", "±5", "∓5", "∓5", "±10"])
    for address in ("/tables/1/rules", "/tables/1"):
        page.goto(address)
    expect(page.locator("#pays .gives td")).to_have_text(["∓5", "±5", "∓5", "∓5", "±10"])
    expect(cell(page, "partners", 4)).to_be_checked()
    expect(cell(page, "raises-0-objective", "fork")).to_be_checked()
    thumb.touch(page.get_by_role("radio", name="Bo declares"))
    expect(page.locator("#pays .gives td")).to_have_text(["∓5", "±10", "∓5", "∓5", "±5"])
    thumb.touch(page.get_by_role("radio", name="Eli takes over"))
    thumb.reach(page.get_by_role("radio", name="Made", exact=True))
    expect(at.said(page, "told")).to_contain_text("Eli with Bo, fork, bid 5: made")
    thumb.touch(at.button(page, "Save"))
    expect(at.deals(page).first).to_contain_text("Eli with Bo, fork, bid 5: made")
    facts = store.deal(1, 1).facts
    assert (facts["raises"], facts["handed_over"]) == ([{"player": "4", "objective": "fork"}], True)


def test_at_six_two_partners_and_two_raises_are_there_after_a_reload(store, open_table, page):
    """Bo's Y with two partners, 2, becomes Chi's fork, 4, then Fay's five sides, 6."""
    open_table("plateau", (*FIVE, "Fay"))
    y = {"player": "1", "objective": "y", "partners": 2}
    words = {"bids": [y, *passed("2", "3", "4", "5", "0")]}
    store.keep_half(1, 1, words, revision=0, key=None, phone="")
    page.goto("/tables/1")
    choices = [("partners", 2), ("partners", 5)]
    choices += [("raises-0-objective", "fork"), ("raises-1-objective", "five")]
    for name, value in choices:
        expect(cell(page, name, value)).to_be_visible()  # who may raise comes with the answer
        with page.expect_response("**/preview"):  # which may draw anew what is touched next
            cell(page, name, value).check(force=True)
        expect(page.locator(".htmx-request, .htmx-added")).to_have_count(0)
    expect(page.locator("#in-force")).to_contain_text("6")
    page.reload()
    expect(page.locator("#raise-2 legend")).to_have_text("Bo may raise once")
    expect(page.locator("#in-force")).to_contain_text("6")
    for name, value in choices:
        expect(cell(page, name, value)).to_be_checked()


def test_the_partner_whom_another_phone_has_told_is_not_put_back(store, sheet, thumb):
    page = sheet(5, BOS_Y, *passed("2", "3", "4", "0"))
    thumb.touch(cell(page, "partners", 4))
    thumb.touch(cell(page, "raises-0-objective", "fork"))
    expect(page.locator("#in-force")).to_contain_text("5")
    page.goto("/tables/1/rules")
    begun = store.deal(1, 1)
    words = {"bids": begun.facts["bids"][:-1]}
    store.keep_half(1, 1, words, revision=begun.revision, key=None, phone="x")
    page.goto("/tables/1")
    all_pass(page, thumb, "Ana")
    thumb.touch(cell(page, "partners", 4))
    expect(page.locator("#raise-0 legend")).to_have_text("Eli may raise once")
    expect(page.locator("#in-force")).to_contain_text("3")


def test_the_parts_of_a_bid_that_nobody_has_said_yet_are_there_after_a_reload(sheet, thumb):
    page = sheet(4)
    thumb.touch_all(cell(page, "bid-talon", "exchange"), cell(page, "bid-objective", "y"))
    page.reload()
    expect(cell(page, "bid-talon", "exchange")).to_be_checked()
    thumb.touch(cell(page, "bid-partners", 1))
    expect(bids(page, "Bo")).to_contain_text("Bo bids 3")
    all_pass(page, thumb, "Bo")
    page.reload()
    expect(passes(page, "Chi")).to_be_visible()
    expect(cell(page, "bid-objective", "y")).not_to_be_checked()


def test_another_partner_has_not_raised(sheet, thumb):
    page = sheet(5, BOS_Y, *passed("2", "3", "4", "0"))
    thumb.touch(cell(page, "partners", 4))
    thumb.touch(cell(page, "raises-0-objective", "fork"))
    thumb.touch(cell(page, "partners", 2))
    expect(page.locator("#raise-0 legend")).to_have_text("Chi may raise once")
    expect(page.locator("#in-force")).to_contain_text("3")
    expect(page.locator("#hand-over legend")).to_have_count(0)


def test_without_script_an_auction_is_told_and_a_bid_is_raised(store, open_table, plain):
    open_table("plateau", FIVE[:4])
    words = {"bids": passed("1", "2")}
    store.keep_half(1, 1, words, revision=0, key=None, phone="")
    plain.goto("/tables/1")
    passes(plain, "Dana").click()
    expect(bids(plain, "Ana")).to_be_visible()  # not in the form of who passed
    for part, value in (EXCHANGE, Y, ONE):
        cell(plain, f"bid-{part}", value).check(force=True)
    bids(plain, "Ana").click()
    cell(plain, "partners", 3).check(force=True)
    at.button(plain, "Show who may raise").click()
    cell(plain, "raises-0-objective", "six").check(force=True)
    at.button(plain, "To the board").click()
    expect(plain.locator(".hexagons")).to_be_visible()
    assert store.deal(1, 1).facts["raises"] == [{"player": "3", "objective": "six"}]


def test_in_french_a_raise_stays_inside_its_cell_on_the_narrowest_phone(
    store, open_table, page, address
):
    open_table("plateau", FIVE[:2])
    store.keep_half(
        1, 1, {"bids": [BOS_Y | {"partners": 0}, *passed("0")]}, revision=0, key=None, phone=""
    )
    page.context.add_cookies([{"name": "lang", "value": "fr", "url": address}])
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/tables/1?asks=bid")
    words = page.locator(".raise .cell:not(.gone) small")
    expect(words).to_have_count(4)
    assert (words.evaluate_all(OVER), at.cut(words)) == ([], [])


def test_in_french_the_first_choice_moves_nothing_below_the_plate_on_the_narrowest_phone(
    open_table, page, address
):
    """Because that nobody has bid yet fits in one line."""
    open_table("plateau", FIVE[:4])
    page.context.add_cookies([{"name": "lang", "value": "fr", "url": address}])
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/tables/1?asks=bid")
    plate = page.locator("#in-force")
    expect(plate).to_have_text("Personne n’a encore annoncé")
    before = plate.bounding_box()
    cell(page, "objective", "y").check(force=True)
    expect(plate).to_have_text("Y")
    assert plate.bounding_box() == before


HEIGHTS = (844, 664)  # the whole screen, and under a browser's own bars


def test_every_target_is_large_enough(open_table, page):
    small = {}
    for table, players in enumerate((2, 5), 1):
        open_table("plateau", FIVE[:players])
        for asks in ("auction", "bid"):
            page.goto(f"/tables/{table}/deals/1?asks={asks}")
            for height in HEIGHTS:
                page.set_viewport_size({"width": 390, "height": height})
                small[players, asks, height] = page.evaluate(SMALL, TARGETS)
    assert small == dict.fromkeys(small, [])


def test_what_the_auction_needs_lies_above_the_bar(sheet):
    """Five players, the talon and all parts, without a scroll; the button says the total."""
    page = sheet(5)
    for height in HEIGHTS:
        page.set_viewport_size({"width": 390, "height": height})
        at.drawn(page)
        for name in ("talon", "objective", "partners"):
            cells = page.locator(f"[name=bid-{name}]")
            found = cells.evaluate_all(f"(cells) => cells.map({at.MIDDLE})")
            assert found
            assert [cover for _, _, cover in found if cover] == [], f"{name} at {height}"
