"""Every phone at the table shows the same, without reload, and keeps what is typed into it."""

from __future__ import annotations

import re
from collections.abc import Callable

import forms
import pytest
import touching as at
from acts import ask_now
from hands import type_hands
from pages import press, type_points
from playwright.sync_api import Page, expect

from companion.store import Store, Table, Where

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
    """Waits for so many answers to whether anything changed."""
    for _ in range(times):
        with page.expect_response("**/version"):
            pass


@pytest.fixture
def sheet(open_table, page) -> Page:
    """A phone before the sheet of four players."""
    open_table()
    page.goto("/tables/1")
    return page


@pytest.fixture
def phones(sheet, other_phone) -> list[Page]:
    """Two phones with that sheet open."""
    other_phone.goto("/tables/1")
    return [sheet, other_phone]


def test_a_deal_shows_on_every_phone_and_each_can_undo_it_and_tell_the_next(phones, store):
    expect(at.button(phones[1], "Undo the last change")).to_be_hidden()
    tell(store, 1)
    expect(at.deals(phones[1])).to_have_count(1)
    aloud = phones[1].get_by_role("status").filter(has_text="Deal 1: Ana, garde")
    expect(aloud).to_have_text("Deal 1: Ana, garde, 49 with two oudlers: made by 8, +198")
    at.button(phones[1], "Undo the last change").click()
    for phone in phones:
        expect(at.deals(phone)).to_have_count(0)
        expect(phone.locator(".none-yet")).to_be_visible()
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
    assert [deal.number for deal in store.deals(1)] == [2, 3]  # the first was undone


def test_a_deal_shows_by_the_next_question_which_comes_within_two_seconds(
    open_table, store, another_phone
):
    """By the phone's own clock, which stands still but for these 1.8 seconds: first since the page
    was loaded, then since the last question."""
    open_table()
    page = another_phone()
    page.clock.install(time="2026-01-02T20:00:00")
    page.clock.pause_at("2026-01-02T20:00:01")
    for number, path in enumerate(("", None, "/watch", None), 1):
        if path is not None:
            page.goto(f"/tables/1{path}")
        tell(store, number)
        with page.expect_request("**/version"):
            page.clock.run_for(1800)
        expect(at.deals(page), page.url).to_have_count(number)


GONE = {
    "This sheet was closed meanwhile": (Store.close_table, Store.reopen_table, "closed"),
    "This table was deleted meanwhile": (Store.delete_table, Store.restore_table, "deleted"),
}


def test_who_types_on_a_sheet_that_is_closed_or_deleted_is_told_and_led_there_once_it_is_untyped(
    sheet, store
):
    def put(change: Callable[..., Table]) -> None:
        change(store, 1, key=None, phone="")
        ask_now(sheet)

    for said, (away, back, state) in GONE.items():
        press(sheet, "take=3-garde")
        put(away)
        expect(sheet.locator("#meanwhile")).to_have_text(said)
        expect(sheet.locator("#meanwhile")).to_be_visible()
        expect(sheet.locator("#subtitle")).to_have_text(re.compile(state))
        expect(sheet.locator(".index")).to_have_text("1")
        expect(at.take(sheet, "Dana", "Garde")).to_be_checked()
        put(back)
        expect(sheet.locator("#meanwhile")).to_be_hidden()
        put(away)
        expect(sheet.locator("#meanwhile")).to_be_visible()
        at.take(sheet, "Dana", "Garde").click()
        ask_now(sheet)
        expect(sheet.locator("#record")).to_have_count(0)
        back(store, 1, key=None, phone="")  # of the page that comes
        expect(sheet.locator("#record")).to_have_count(1)


def test_what_is_half_typed_stays_is_counted_anew_alone_and_saving_it_asks(sheet, store):
    """Alone: whether it comes after the other phone's deal or in its place nobody knows yet."""
    tell(store, 1)
    expect(at.deals(sheet)).to_have_count(1)
    fill(sheet, "3-garde_sans", "60")
    expect(sheet.locator(".change .after")).to_have_count(4)
    with sheet.expect_response("**/preview"):
        tell(store, 2)
    expect(at.deals(sheet)).to_have_count(2)
    expect(at.totals(sheet)).to_have_text(["+396", "−132", "−132", "−132"])
    expect(sheet.locator("#meanwhile")).to_be_visible()
    expect(sheet.locator(".change .after")).to_have_count(0)
    expect(at.changes(sheet)).to_have_text(["−176", "−176", "−176", "+528"])  # 4 × (25 + 19)
    expect(at.take(sheet, "Dana", "Garde sans")).to_be_checked()
    expect(sheet.locator("#points")).to_have_value("60")
    with sheet.expect_response("**/deals/2") as answer:
        at.button(sheet, "Save").click()
    assert answer.value.status == 409
    at.decide(sheet, "Mine is another deal: save it as well")
    expect(at.deals(sheet)).to_have_count(3)


WIDTHS = [320, 768, 1280, 390]
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


def test_that_another_phone_was_quicker_is_said_beside_the_tools_and_over_none(sheet, store):
    """Undo below a notice would take back what the other phone has just saved."""
    fill(sheet, "3-garde_sans", "60")
    tell(store, 1)
    expect(sheet.locator("#meanwhile")).to_be_visible()
    covered = {}
    for width in WIDTHS:
        sheet.set_viewport_size({"width": width, "height": 844})
        covered[width] = sheet.evaluate(HIDDEN)
    assert covered == {width: [] for width in WIDTHS}
    sheet.get_by_role("link", name="More: players").click(timeout=2000)
    expect(sheet).to_have_url(re.compile("/tables/1/more$"))


def test_a_form_that_is_no_longer_typed_into_becomes_the_next_deals(sheet, store):
    asked(sheet, 1)
    press(sheet, "oudlers=2")
    tell(store, 1)
    note = sheet.locator("#meanwhile")
    expect(note).to_be_visible()
    at.oudlers(sheet, 2).click(force=True)  # pressed once more, it is released
    expect(note).to_be_hidden()
    expect(sheet.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")
    fill(sheet, "1-garde", "49")
    at.button(sheet, "Save").click()
    expect(at.totals(sheet)).to_have_text(["+132", "+132", "−132", "−132"])


def test_undo_leaves_what_is_typed_and_each_touch_on_it_counts(sheet, store):
    for number in (1, 2, 3):
        tell(store, number)
    expect(at.deals(sheet)).to_have_count(3)
    type_points(sheet, "49")
    press(sheet, "take=2-prise")
    undo = at.button(sheet, "Undo the last change")
    undo.dblclick()
    expect(at.deals(sheet)).to_have_count(2)
    at.a_moment(sheet)
    undo.click()
    expect(at.deals(sheet)).to_have_count(1)
    expect(sheet.locator("#points")).to_have_value("49")
    expect(at.take(sheet, "Chi", "Prise")).to_be_checked()
    press(sheet, "oudlers=2")
    at.button(sheet, "Save").click()
    expect(at.totals(sheet)).to_have_text(["+165", "−99", "+33", "−99"])


# Where the form begins, and how much of who else types cannot be seen.
LIES = "() => [record.getBoundingClientRect().top, typist.scrollHeight - typist.clientHeight]"
LONG = "(hint) => { hint.textContent += ' ' + hint.textContent + ' ' + hint.textContent; }"


def lies(page: Page) -> list[object]:
    """The same on a short screen and on a high one."""
    found = []
    for height in (640, 844):
        page.set_viewport_size({"width": 390, "height": height})
        found.append(page.evaluate(LIES))
    return found


def test_who_else_types_is_read_whole_beside_all_tools_moves_nothing_and_goes_by_itself(
    open_table, store, client, another_phone
):
    """In French, which needs more room."""
    open_table()
    tell(store, 1)  # to be undone from the head
    other = another_phone(locale="fr")
    other.goto("/tables/1")
    press(other, "take=3-garde")  # who types here is no news
    expect(at.said(other, "half")).to_be_visible()
    before = lies(other)
    client.send("/tables/1/deals/2/preview", {"oudlers": "2"})
    typist = other.locator("#typist")
    expect(typist).to_have_text("un autre téléphone saisit cette donne")
    expect(typist).to_be_visible()
    expect(other.locator("#subtitle")).to_be_hidden()
    assert lies(other) == before
    assert [hidden for _, hidden in before] == [0, 0]
    typist.evaluate(LONG)  # however long the phone's name is
    assert other.evaluate(LIES)[0] == before[-1][0]
    expect(typist).to_be_hidden(timeout=20_000)
    expect(other.locator("#subtitle")).to_be_visible()


def test_who_else_types_moves_nothing_with_letters_twice_as_large(open_table, store, another_phone):
    """Whether the title has one line or two."""
    page = another_phone()
    settings = page.context.new_cdp_session(page)
    for names in ("ABC", ("Ana-Lucía", "Bartholomäus", "Chi")):
        table = open_table(names=names).id
        store.save_deal(table, 1, GARDE, **NEW)
        page.goto(f"/tables/{table}")
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        form, typist = page.locator("#record"), page.locator("#typist")
        top = form.bounding_box()["y"]
        typist.evaluate("(one) => { one.textContent = 'another phone types this' }")
        expect(typist).to_be_visible()
        assert form.bounding_box()["y"] == top, names


def test_an_untouched_form_of_hands_is_the_next_deals_and_half_typed_hands_stay(
    open_table, store, page
):
    open_table("tamalou", ("Ana", "Bo", "Chi"))
    page.goto("/tables/1")
    tell(store, 1, {"caller": "0", "hands": {"0": 3, "1": 20, "2": 30}})
    expect(page.locator("#to-go-1")).to_contain_text("80 to go")
    type_hands(page, 3, 10, 10)
    press(page, "caller=0")
    expect(at.said(page, "told")).to_be_visible()
    at.button(page, "Save").click()
    expect(at.totals(page)).to_have_text(["0", "30", "40"])
    at.arrived(page)
    at.touch_hand(page, 0, 7)
    expect(at.said(page, "half")).to_be_visible()
    tell(store, 3, {"caller": "0", "hands": {"0": 3, "1": 20, "2": 30}})
    expect(at.deals(page)).to_have_count(3)
    expect(page.locator("#hands-0")).to_have_value("7")


def test_the_deals_that_somebody_looks_at_stay_where_they_are_and_open(sheet, store):
    for number in range(1, 21):
        tell(store, number)
    ask_now(sheet)
    expect(at.deals(sheet)).to_have_count(20)
    bottom = "(form) => scrollTo(0, form.getBoundingClientRect().bottom + scrollY - 300)"
    sheet.locator("#record").evaluate(bottom)
    fourth = sheet.locator("#deal-17")
    top = fourth.bounding_box()["y"]
    assert 300 < top < 844
    tell(store, 21)
    ask_now(sheet)
    expect(sheet.locator("#deal-21")).to_be_attached()
    assert fourth.bounding_box()["y"] == top
    fifth = sheet.locator("#deal-5")  # further down
    fifth.locator("summary").click()
    fifth.scroll_into_view_if_needed()
    before = fifth.bounding_box()
    tell(store, 22)
    ask_now(sheet)
    expect(at.deals(sheet)).to_have_count(22)
    expect(fifth.locator("details")).to_have_attribute("open", "")
    assert fifth.bounding_box() == pytest.approx(before, abs=1)
    tell(store, 5, {**GARDE, "card_points": 51}, revision=1)
    ask_now(sheet)
    expect(fifth).to_contain_text("51 with two oudlers")
    expect(fifth.locator("details")).to_have_attribute("open", "")


def test_who_looks_at_a_finished_game_goes_along_to_the_next_one(
    store, open_table, client, stranger, address
):
    table = open_table(deals=1)
    store.save_deal(table.id, 1, GARDE, revision=0, key=None, phone="")
    stranger.goto(f"/join#{store.link('score', Where(1)).text}")
    expect(stranger).to_have_url(f"{address}/tables/1")
    forms.form(client.get("/tables/1"), "/again").send(client)
    stranger.get_by_role("button", name="On to the next game").tap()
    expect(stranger).to_have_url(f"{address}/tables/2")
    expect(stranger.locator("#record")).to_be_visible()


def test_an_undo_that_meets_no_answer_says_so_at_once(store, open_table, same_phone):
    table = open_table()
    store.save_deal(table.id, 1, GARDE, revision=0, key=None, phone="")
    same_phone.goto("/tables/1")
    same_phone.route("**/undo?stays", lambda route: route.abort())
    same_phone.get_by_role("button", name="Undo the last change").tap()
    expect(same_phone.locator("#connection")).to_be_visible(timeout=1_000)
    same_phone.unroute("**/undo?stays")
    same_phone.wait_for_timeout(350)  # a double tap undoes once
    same_phone.get_by_role("button", name="Undo the last change").tap()
    expect(at.deals(same_phone)).to_have_count(0)
    expect(same_phone.locator("#connection")).to_be_hidden()


def test_a_silent_host_is_said_leads_nobody_away_and_what_came_meanwhile_is_there_at_once(
    sheet, store
):
    tell(store, 1)
    expect(at.deals(sheet)).to_have_count(1)
    menu = sheet.locator(".top > a").last.bounding_box()
    middle = menu["x"] + menu["width"] / 2, menu["y"] + menu["height"] / 2
    sheet.context.set_offline(True)
    expect(sheet.locator("#connection")).to_be_visible(timeout=20_000)
    expect(sheet.locator("#connection")).to_contain_text(re.compile(r"since \d\d:\d\d"))
    expect(at.button(sheet, "Undo the last change")).to_be_hidden()
    sheet.touchscreen.tap(*middle)
    tell(store, 2)
    sheet.context.set_offline(False)
    expect(at.deals(sheet)).to_have_count(2)  # the page is there, and goes on
    expect(sheet.locator("#connection")).to_be_hidden()
    expect(sheet.locator("#subtitle")).to_be_visible()
    sheet.touchscreen.tap(*middle)
    expect(sheet).to_have_url(re.compile("/tables/1/more$"))


def test_the_end_of_a_game_its_correction_and_a_closed_sheet_show(open_table, store, page):
    open_table(deals=1)
    page.goto("/tables/1")
    tell(store, 1)
    ranked = page.locator(".ranking li")
    expect(ranked.first).to_contain_text("Ana")
    expect(page.locator("#subtitle")).to_have_text("over after 1 deal")
    page.reload()  # as who comes to see the ranking has it
    tell(store, 1, GARDE | {"declarer": "1"}, revision=1)
    expect(ranked.first).to_contain_text("Bo")
    store.judge(1, 1, "confirmed", "", revision=2, key=None, phone="bo")
    expect(page.get_by_role("img", name="confirmed")).to_be_visible()
    expect(page.locator("#subtitle")).to_have_text("over after 1 deal")
    store.close_table(1, key=None, phone="")
    expect(page.locator(".top-title")).to_contain_text("closed")


RANKS = {  # before and after
    "tarot": [(GARDE, "1st 2nd 2nd 2nd"), (GARDE | {"declarer": "1"}, "2nd 1st 2nd 2nd")],
    "tamalou": [(HANDS, "1st 3rd 4th 2nd"), (HANDS | {"caller": "3"}, "1st 2nd 4th 2nd")],
}


def test_the_ranks_in_the_rows_follow_a_correction_of_another_phone(open_table, store, page):
    """Tamalou by a number of deals: with a limit its form is drawn anew, with all totals."""
    for game, told in RANKS.items():
        table = open_table(game, deals=9)
        for revision, (facts, ranks) in enumerate(told):
            store.save_deal(table.id, 1, facts, revision=revision, key=None, phone="")
            if not revision:
                page.goto(f"/tables/{table.id}")
            expect(page.locator(".rank"), game).to_have_text(ranks.split())


def test_a_bid_noted_by_another_phone_is_gone_on_with(phones, store):
    facts = {"declarer": "1", "contract": "garde"}
    store.keep_half(1, 1, facts, revision=0, key=None, phone="")
    other = phones[1]
    expect(at.take(other, "Bo", "Garde")).to_be_checked()
    fill(other, "1-garde", "49")
    at.button(other, "Save").click()
    for phone in phones:
        expect(at.totals(phone)).to_have_text(["−66", "+198", "−66", "−66"])


def test_what_is_typed_while_another_phones_bid_comes_stays(sheet, store):
    held = []
    sheet.route("**/live/1", lambda route: held.append(route), times=1)
    with sheet.expect_request("**/live/1"):
        store.keep_half(1, 1, {"declarer": "1", "contract": "garde"}, **NEW)
    type_points(sheet, "49")
    press(sheet, "take=2-prise")
    held[0].continue_()
    expect(sheet.locator("#meanwhile")).to_be_visible()
    expect(sheet.locator("#points")).to_have_value("49")
    expect(at.take(sheet, "Chi", "Prise")).to_be_checked()


def told_while_asked_for(page, store, number, **how) -> None:
    """That deal is told while the page asks for its form; after that the page gets no answers."""

    def told_meanwhile(route) -> None:
        tell(store, number, **how)
        page.route("**/version", lambda route: None)
        route.continue_()

    page.route(f"**/live/{number}", told_meanwhile, times=1)


def test_a_bid_told_to_its_end_while_a_phone_asks_for_it_is_not_put_in_its_form(sheet, store):
    told_while_asked_for(sheet, store, 1, revision=1)
    bid = {"declarer": "0", "contract": "garde"}
    with sheet.expect_response("**/live/1") as answer:
        store.keep_half(1, 1, bid, revision=0, key=None, phone="")
    assert answer.value.text() == ""
    expect(sheet.locator("#record [name=revision]")).to_have_value("0")
    expect(at.take(sheet, "Ana", "Garde")).not_to_be_checked()


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


def test_a_board_is_touched_from_two_phones(open_table, store, page, other_phone):
    open_table("plateau")
    store.keep_half(1, 1, BID, revision=0, key=None, phone="")
    other = other_phone
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
