"""Every phone at the table shows the same, without reload, and keeps what is typed into it."""

from __future__ import annotations

import re

import pytest
import touching as at
from pages import press, type_points
from playwright.sync_api import Page, expect

from companion.store import Where

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
BID = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
HANDS = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
NEW = {"revision": 0, "key": None, "phone": ""}


def tell(store, number, facts=GARDE, revision=0):
    store.save_deal(1, number, facts, revision=revision, key=None, phone="")


def fill(page: Page, take: str, points: str) -> None:
    type_points(page, points)
    press(page, f"take={take}", "oudlers=2")
    expect(at.said(page, "told")).to_be_visible()


def asked(page: Page, times: int) -> None:
    """So many answers to whether anything changed."""
    for _ in range(times):
        with page.expect_response("**/version"):
            pass


@pytest.fixture
def phones(open_table, page, another_phone) -> list[Page]:
    """Three phones before the sheet of four players."""
    open_table()
    phones = [page, another_phone(), another_phone()]
    for phone in phones:
        phone.goto("/tables/1")
    return phones


def test_a_deal_shows_on_every_phone_and_each_can_tell_the_next(phones, store):
    fill(phones[0], "0-garde", "49")
    at.button(phones[0], "Save").click()
    for phone in phones:
        expect(at.deals(phone)).to_have_count(1)
        expect(at.totals(phone)).to_have_text(["+198", "−66", "−66", "−66"])
        expect(phone.locator("#subtitle")).to_have_text("Deal 2")
        expect(phone.locator(".running .leads")).to_be_visible()
    fill(phones[1], "1-garde", "49")
    at.button(phones[1], "Save").click()
    for phone in phones:
        expect(at.deals(phone)).to_have_count(2)
        expect(at.totals(phone)).to_have_text(["+132", "+132", "−132", "−132"])
    assert [deal.number for deal in store.deals(1)] == [1, 2]


@pytest.mark.parametrize("path", ["", "/watch"])
def test_a_deal_shows_by_the_next_question_which_comes_within_two_seconds(
    open_table, store, page, path
):
    """By the phone's own clock, which stands still but for these 1.8 seconds."""
    open_table()
    page.clock.install(time="2026-01-02T20:00:00")
    page.goto(f"/tables/1{path}")
    page.clock.pause_at("2026-01-02T20:00:01")
    tell(store, 1)
    with page.expect_request("**/version"):
        page.clock.run_for(1800)
    expect(at.deals(page)).to_have_count(1)


def test_undo_is_offered_on_a_phone_that_had_nothing_to_undo(phones, store):
    expect(at.button(phones[1], "Undo the last change")).to_be_hidden()
    tell(store, 1)
    expect(at.deals(phones[1])).to_have_count(1)
    at.button(phones[1], "Undo the last change").click()
    for phone in phones:
        expect(at.deals(phone)).to_have_count(0)
        expect(phone.locator(".none-yet")).to_be_visible()


def test_what_is_typed_is_counted_anew_from_the_totals_that_another_phone_left(phones, store):
    typing = phones[1]
    fill(typing, "3-garde_sans", "60")
    expect(at.said(typing, "told")).to_be_visible()
    with typing.expect_response("**/preview"):
        tell(store, 1)


def test_what_is_half_typed_stays_and_saving_it_asks(phones, store):
    typing = phones[1]
    fill(typing, "3-garde_sans", "60")
    tell(store, 1)
    expect(at.deals(typing)).to_have_count(1)
    expect(at.totals(typing)).to_have_text(["+198", "−66", "−66", "−66"])
    expect(typing.locator("#meanwhile")).to_be_visible()
    expect(at.take(typing, "Dana", "Garde sans")).to_be_checked()
    expect(typing.locator("#points")).to_have_value("60")
    with typing.expect_response("**/deals/1") as answer:
        at.button(typing, "Save").click()
    assert answer.value.status == 409
    at.button(typing, "Mine is another deal: save it as well").click()
    expect(at.deals(typing)).to_have_count(2)


# What a finger sees in the head and does not meet.
HIDDEN = """() => {
    const tools = [...document.querySelectorAll(".top a, .top button")];
    const shown = tools.filter((one) => one.checkVisibility() && !one.closest(".top-title"));
    return shown.filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return ![0.1, 0.5, 0.9].every((part) =>
            one.contains(document.elementFromPoint(x + part * width, y + height / 2)));
    }).map((one) => one.ariaLabel);
}"""


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_that_another_phone_was_quicker_is_said_beside_the_tools_and_over_none(
    phones, store, width
):
    """Undo below a notice would take back what the other phone has just saved."""
    typing = phones[1]
    typing.set_viewport_size({"width": width, "height": 844})
    fill(typing, "3-garde_sans", "60")
    tell(store, 1)
    expect(typing.locator("#meanwhile")).to_be_visible()
    assert typing.evaluate(HIDDEN) == []


def test_what_stands_beside_the_note_that_another_phone_was_quicker_is_reached(phones, store):
    typing = phones[1]
    fill(typing, "3-garde_sans", "60")
    tell(store, 1)
    expect(typing.locator("#meanwhile")).to_be_visible()
    typing.get_by_role("link", name="More: players").click(timeout=2000)
    expect(typing).to_have_url(re.compile("/tables/1/more$"))


def test_beside_what_another_phone_was_quicker_with_stands_the_deal_alone(phones, store):
    """Nobody knows yet whether it is to come after that deal, or in its place."""
    typing = phones[1]
    tell(store, 1)
    expect(at.deals(typing)).to_have_count(1)
    fill(typing, "3-garde_sans", "60")
    expect(typing.locator(".change .after")).to_have_count(4)
    tell(store, 2)
    expect(at.deals(typing)).to_have_count(2)
    expect(typing.locator(".change .after")).to_have_count(0)
    expect(at.changes(typing)).to_have_text(["−176", "−176", "−176", "+528"])  # 4 × (25 + 19)


def test_a_form_that_is_no_longer_typed_into_becomes_the_next_deals(phones, store):
    page = phones[0]
    asked(page, 1)
    press(page, "oudlers=2")
    tell(store, 1)
    note = page.locator("#meanwhile")
    expect(note).to_be_visible()
    at.oudlers(page, 2).click(force=True)  # pressed once more, it is released
    expect(note).to_be_hidden()
    expect(page.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")
    fill(page, "1-garde", "49")
    at.button(page, "Save").click()
    expect(at.totals(page)).to_have_text(["+132", "+132", "−132", "−132"])


def test_undo_leaves_what_is_typed_and_each_touch_on_it_counts(phones, store):
    page = phones[0]
    for number in (1, 2, 3):
        tell(store, number)
    expect(at.deals(page)).to_have_count(3)
    type_points(page, "49")
    press(page, "take=2-prise")
    undo = at.button(page, "Undo the last change")
    undo.dblclick()
    expect(at.deals(page)).to_have_count(2)
    at.a_moment(page)
    undo.click()
    expect(at.deals(page)).to_have_count(1)
    expect(page.locator("#points")).to_have_value("49")
    expect(at.take(page, "Chi", "Prise")).to_be_checked()
    press(page, "oudlers=2")
    at.button(page, "Save").click()
    expect(at.totals(page)).to_have_text(["+165", "−99", "+33", "−99"])


def test_who_else_types_this_deal_is_said_and_goes_by_itself(phones):
    typing, other, looks_on = phones
    form = other.locator("#record")
    top = form.bounding_box()["y"]
    fill(typing, "0-garde", "49")
    for phone in (other, looks_on):
        expect(phone.get_by_text("another phone types this deal")).to_be_visible()
        expect(phone.locator("#subtitle")).to_be_hidden()
    expect(typing.locator("#typist")).to_be_hidden()
    assert form.bounding_box()["y"] == top  # nothing moves, however long the phone's name is
    long = "(hint) => { hint.textContent += ' ' + hint.textContent + ' ' + hint.textContent; }"
    other.locator("#typist").evaluate(long)
    assert form.bounding_box()["y"] == top
    expect(other.locator("#typist")).to_be_hidden(timeout=20_000)
    expect(other.locator("#subtitle")).to_be_visible()


def test_half_typed_hands_stay(open_table, store, page):
    open_table("tamalou", ("Ana", "Bo", "Chi"))
    page.goto("/tables/1")
    at.touch_hand(page, 0, 7)
    expect(at.said(page, "half")).to_be_visible()
    tell(store, 1, {"caller": "0", "hands": {"0": 3, "1": 20, "2": 30}})
    expect(at.deals(page)).to_have_count(1)
    expect(page.locator("#hands-0")).to_have_value("7")


def test_an_untouched_form_of_hands_is_the_next_deals(open_table, store, page):
    open_table("tamalou", ("Ana", "Bo", "Chi"))
    page.goto("/tables/1")
    tell(store, 1, {"caller": "0", "hands": {"0": 3, "1": 20, "2": 30}})
    expect(page.locator("#to-go-1")).to_contain_text("80 to go")
    for seat, held in enumerate((3, 10, 10)):
        at.touch_hand(page, seat, held)
    page.get_by_role("radio", name="Ana called Tamalou").check(force=True)
    expect(at.said(page, "told")).to_be_visible()
    at.button(page, "Save").click()
    expect(at.totals(page)).to_have_text(["0", "30", "40"])


def test_who_reads_a_deal_further_down_goes_on_reading_it(open_table, store, page):
    open_table()
    page.goto("/tables/1")
    for number in range(1, 21):
        tell(store, number)
    expect(at.deals(page)).to_have_count(20)
    fifth = page.locator("#deal-5")
    fifth.locator("summary").click()
    fifth.scroll_into_view_if_needed()
    before = fifth.bounding_box()
    tell(store, 21)
    expect(at.deals(page)).to_have_count(21)
    expect(fifth.locator("details")).to_have_attribute("open", "")
    assert fifth.bounding_box() == pytest.approx(before, abs=1)
    tell(store, 5, {**GARDE, "card_points": 51}, revision=1)
    expect(fifth).to_contain_text("51 with two oudlers")
    expect(fifth.locator("details")).to_have_attribute("open", "")


def test_who_looks_at_a_finished_game_goes_along_to_the_next_one(
    store, open_table, page, stranger, address
):
    table = open_table(deals=1)
    store.save_deal(table.id, 1, GARDE, revision=0, key=None, phone="")
    stranger.goto(f"/join#{store.link('score', Where(1)).text}")
    expect(stranger).to_have_url(f"{address}/tables/1")
    page.goto("/tables/1")
    page.get_by_role("button", name="Same players, new game").tap()
    expect(page).to_have_url(f"{address}/tables/2")
    stranger.get_by_role("button", name="On to the next game").tap()
    expect(stranger).to_have_url(f"{address}/tables/2")
    expect(stranger.locator("#record")).to_be_visible()


def test_an_undo_that_meets_no_answer_says_so_at_once(store, open_table, phone):
    table = open_table()
    store.save_deal(table.id, 1, GARDE, revision=0, key=None, phone="")
    phone.goto("/tables/1")
    phone.route("**/undo?stays", lambda route: route.abort())
    phone.get_by_role("button", name="Undo the last change").tap()
    expect(phone.locator("#connection")).to_be_visible(timeout=1_000)
    phone.unroute("**/undo?stays")
    phone.wait_for_timeout(350)  # a double tap undoes once
    phone.get_by_role("button", name="Undo the last change").tap()
    expect(at.deals(phone)).to_have_count(0)
    expect(phone.locator("#connection")).to_be_hidden()


def test_a_silent_host_is_said_and_what_came_meanwhile_is_there_at_once(phones, context, store):
    page = phones[0]
    asked(page, 1)
    context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible(timeout=20_000)
    expect(page.locator("#connection")).to_contain_text(re.compile(r"since \d\d:\d\d"))
    tell(store, 1)
    context.set_offline(False)
    expect(at.deals(page)).to_have_count(1)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#subtitle")).to_be_visible()


def test_a_link_that_no_host_would_answer_leads_nobody_away(open_table, phone, address, store):
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    phone.goto("/tables/1")
    menu = phone.locator(".top > a").last
    box = menu.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.context.set_offline(True)
    expect(phone.locator("#connection")).to_be_visible()
    expect(phone.get_by_role("button", name="Undo the last change")).to_be_hidden()
    phone.touchscreen.tap(*middle)
    at.take(phone, "Ana", "Garde").check(force=True)  # the page is there, and goes on
    phone.context.set_offline(False)
    expect(phone.locator("#connection")).to_be_hidden()
    phone.touchscreen.tap(*middle)
    expect(phone).to_have_url(f"{address}/tables/1/more")


def test_the_end_of_a_game_and_a_sheet_put_away_show_everywhere(open_table, store, page):
    open_table(deals=1)
    page.goto("/tables/1")
    tell(store, 1)
    expect(page.locator(".ranking")).to_be_visible()
    store.change_table(1, closed=True, key=None, phone="")
    expect(page.locator(".top-title")).to_contain_text("put away")


def test_a_ranking_is_the_one_that_a_correction_of_another_phone_makes(open_table, store, page):
    open_table(deals=1)
    tell(store, 1)
    page.goto("/tables/1")
    ranked = page.locator(".ranking li")
    expect(ranked.first).to_contain_text("Ana")
    expect(page.locator("#subtitle")).to_have_text("over after 1 deal")
    tell(store, 1, GARDE | {"declarer": "1"}, revision=1)
    expect(ranked.first).to_contain_text("Bo")
    store.judge(1, 1, "confirmed", "", revision=2, key=None, phone="bo")
    expect(page.get_by_role("img", name="confirmed")).to_be_visible()
    expect(page.locator("#subtitle")).to_have_text("over after 1 deal")


@pytest.mark.parametrize(
    ("game", "facts", "ranks", "corrected", "then"),
    [
        ("tarot", GARDE, "1st 2nd 2nd 2nd", GARDE | {"declarer": "1"}, "2nd 1st 2nd 2nd"),
        ("tamalou", HANDS, "1st 3rd 4th 2nd", HANDS | {"caller": "3"}, "1st 2nd 4th 2nd"),
    ],
)
def test_the_ranks_in_the_rows_follow_a_correction_of_another_phone(
    open_table, store, page, game, facts, ranks, corrected, then
):
    """Tamalou by a number of deals: with a limit its form is drawn anew, with all totals."""
    open_table(game, deals=9)
    tell(store, 1, facts)
    page.goto("/tables/1")
    expect(page.locator(".rank")).to_have_text(ranks.split())
    tell(store, 1, corrected, revision=1)
    expect(page.locator(".rank")).to_have_text(then.split())


def test_a_bid_noted_by_another_phone_is_gone_on_with(phones, store):
    facts = {"declarer": "1", "contract": "garde"}
    store.keep_half(1, 1, facts, revision=0, key=None, phone="")
    other = phones[2]
    expect(at.take(other, "Bo", "Garde")).to_be_checked()
    fill(other, "1-garde", "49")
    at.button(other, "Save").click()
    for phone in phones:
        expect(at.totals(phone)).to_have_text(["−66", "+198", "−66", "−66"])


def test_what_is_typed_while_another_phones_bid_comes_stays(phones, store):
    page, held = phones[0], []
    page.route("**/live/1", lambda route: held.append(route), times=1)
    with page.expect_request("**/live/1"):
        store.keep_half(1, 1, {"declarer": "1", "contract": "garde"}, **NEW)
    type_points(page, "49")
    press(page, "take=2-prise")
    held[0].continue_()
    expect(page.locator("#meanwhile")).to_be_visible()
    expect(page.locator("#points")).to_have_value("49")
    expect(at.take(page, "Chi", "Prise")).to_be_checked()


def told_while_asked_for(page, store, number, **how) -> None:
    """That deal is told while the page asks for its form; nothing more is heard on this page."""

    def told_meanwhile(route) -> None:
        tell(store, number, **how)
        page.route("**/version", lambda route: None)
        route.continue_()

    page.route(f"**/live/{number}", told_meanwhile, times=1)


def test_a_bid_told_to_its_end_while_a_phone_asks_for_it_is_not_put_in_its_form(phones, store):
    page = phones[0]
    told_while_asked_for(page, store, 1, revision=1)
    bid = {"declarer": "0", "contract": "garde"}
    with page.expect_response("**/live/1") as answer:
        store.keep_half(1, 1, bid, revision=0, key=None, phone="")
    assert answer.value.text() == ""
    expect(page.locator("#record [name=revision]")).to_have_value("0")
    expect(at.take(page, "Ana", "Garde")).not_to_be_checked()


def test_a_deal_told_while_a_phone_asks_for_its_form_is_not_corrected_by_who_tells_the_next(
    open_table, store, page
):
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eli"), at_once=4)  # so each deal's form is new
    page.goto("/tables/1")
    danas = GARDE | {"declarer": "3"}
    told_while_asked_for(page, store, 2, facts=danas)
    with page.expect_response("**/live/2"):
        tell(store, 1, danas)
    expect(page.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")
    press(page, "take=4-prise")  # and who sits out is another one, so rows are drawn anew
    expect(at.said(page, "half")).to_be_visible()
    fill(page, "4-prise", "49")
    at.button(page, "Save").click()
    expect(page.locator(".two-versions")).to_be_visible()
    assert store.deal(1, 2).facts["declarer"] == "3"


def test_a_board_is_touched_from_two_phones(open_table, store, page, another_phone):
    open_table("plateau")
    store.keep_half(1, 1, BID, revision=0, key=None, phone="")
    other = another_phone()
    for phone in (page, other):
        phone.goto("/tables/1")
    page.locator("#won-declarer").click()
    expect(other.locator("#space-T1")).to_have_class(re.compile(r"\bown\b"))
    other.locator("#space-KH").click()
    expect(page.locator("#space-KH")).to_have_class(re.compile(r"\bown\b"))
    expect(page.locator("#space-T1")).to_have_class(re.compile(r"\bown\b"))
    page.locator("#won-defence").click()
    expect(other.locator("#space-T2")).to_have_class(re.compile(r"\btheirs\b"))
    assert store.deal(1, 1).facts["tricks"] == [
        {"won_by": "declarer", "spaces": ["KH"]},
        {"won_by": "defence"},
    ]


def test_the_deals_that_somebody_looks_at_stay_where_they_are(phones, store):
    for number in range(1, 13):
        tell(store, number)
    page = phones[0]
    expect(at.deals(page)).to_have_count(12)
    bottom = "(form) => scrollTo(0, form.getBoundingClientRect().bottom + scrollY - 300)"
    page.locator("#record").evaluate(bottom)
    deal = page.locator("#deal-9")
    top = deal.bounding_box()["y"]
    assert 300 < top < 844
    tell(store, 13)
    expect(page.locator("#deal-13")).to_be_attached()
    assert deal.bounding_box()["y"] == top
