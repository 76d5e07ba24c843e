"""With the host silent a table plays on: a bid and its result, the next deal, a correction."""

from __future__ import annotations

import re

import pytest
import touching as at
from pages import open_folds, press, type_points
from playwright.sync_api import Page, expect
from test_outbox import ACCENT, declarers, of_table, offline, tell, waiting
from test_plateau_silence import answer_lost
from touching import Thumb

from companion.store import Where

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
BOTH = ["+132", "+132", "−132", "−132"]
# Whether the form hears no touch: after one oudler and Save, and after the page is come back to.
COME_BACK = """() => {
    const holds = () => document.querySelector("[inert]") !== null;
    document.querySelector("[name=oudlers][value='1']").click();
    document.querySelector("#record .save").click();
    const before = holds();
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    return [before, holds()];
}"""
VISIBILITY = "(all) => all.map((one) => getComputedStyle(one).visibility)"
TOUCHED = """(button) => {
    button.click();
    const { backgroundColor, opacity } = getComputedStyle(button);
    return [backgroundColor, opacity];
}"""


@pytest.fixture
def sheet(open_table, same_phone) -> Page:
    """The sheet of four friends, before the first deal, on a phone that may complain."""
    open_table()
    same_phone.goto("/tables/1")
    return same_phone


def note(page: Page, take: str = "0-garde") -> None:
    """Tells who took, and touches "Save bid", whether the host answers or not."""
    press(page, f"take={take}")
    at.button(page, "Save bid").click()


def result(page: Page, points: str = "49") -> None:
    """Tells the result and touches Save, whether the host answers or not."""
    type_points(page, points)
    press(page, "oudlers=2")
    at.button(page, "Save").click()


def test_a_bid_its_result_and_the_next_deal_wait_and_are_sent_in_order(sheet, store):
    """A bid that waits is saved again only where it is another."""
    offline(sheet)
    note(sheet)
    expect(waiting(sheet)).to_have_count(1)
    expect(at.take(sheet, "Ana", "Garde")).to_be_checked()
    expect(at.button(sheet, "Save bid")).to_be_hidden()
    result(sheet)
    expect(waiting(sheet)).to_have_count(2)
    tell(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(3)
    at.a_moment(sheet)
    note(sheet, "2-garde")
    expect(waiting(sheet)).to_have_count(4)
    press(sheet, "take=3-garde")
    expect(at.button(sheet, "Save bid")).to_be_visible()
    press(sheet, "take=2-garde")
    expect(at.button(sheet, "Save bid")).to_be_hidden()
    at.a_moment(sheet)
    note(sheet, "3-garde")
    expect(waiting(sheet)).to_have_count(5)
    result(sheet)
    offline(sheet, False)
    expect(at.totals(sheet)).to_have_text(["+66", "+66", "−198", "+66"])
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["0", "1", "3"]
    kinds = [one.kind for one in store.changes(1)]
    assert kinds[:6] == ["tell", "half", "half", "tell", "tell", "half"]


# A tap that bounces: at once, and again as soon as the form is the next deal's.
BOUNCES = """async (button) => {
    const one = button.form.key.value;
    button.click();
    button.click();
    while (button.form.key.value === one) await new Promise((ready) => setTimeout(ready));
    button.click();
}"""


def test_a_deal_that_nobody_played_waits_behind_another_and_waits_once(sheet, store):
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    for n in (2, 3):  # two deals passed one after the other, each by a double tap
        sheet.wait_for_timeout(550)
        at.button(sheet, "All passed").evaluate(BOUNCES)
        expect(waiting(sheet)).to_have_count(n)
    offline(sheet, False)
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert [deal.facts.get("passed", False) for deal in store.deals(1)] == [False, True, True]


def test_what_waits_leaves_the_bar_and_the_chart_as_they_are_and_says_nobody_to_deal(sheet, store):
    for number in range(1, 7):
        store.save_deal(1, number, GARDE, revision=0, key=None, phone="")
    expect(sheet.locator(".chart")).to_be_visible()
    bar, marks = sheet.locator(".bar"), sheet.locator(".mark:has(*)")
    drawn = bar.bounding_box()
    offline(sheet)
    note(sheet)
    expect(waiting(sheet)).to_have_count(1)
    assert bar.bounding_box() == drawn
    expect(marks.first).to_be_visible()  # the deal at hand is still this one
    result(sheet)
    expect(waiting(sheet)).to_have_count(2)
    assert bar.bounding_box() == drawn
    expect(at.button(sheet, "Save")).to_be_visible()
    for said in (*marks.all(), sheet.locator("#subtitle")):
        expect(said).to_be_hidden()
    for parts, seen in (("#record .mark", "hidden"), (".chart .mark", "visible")):
        parted = sheet.locator(parts)
        expect(parted).to_have_count(4)
        assert parted.evaluate_all(VISIBILITY) == [seen] * 4


def test_what_waits_for_another_table_hides_nothing_of_who_deals_here(sheet, store, open_table):
    open_table()
    open_table("tamalou", deals=4)
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    TOLD_THERE["told"](store, 1)
    offline(sheet, False)
    expect(sheet.locator("#stuck")).to_be_visible()
    expect(sheet.locator("#record .mark:has(*)").first).to_be_hidden()
    sheet.goto("/tables/2/deals/1")  # where no flag stands in the line below the title
    expect(waiting(sheet)).to_have_count(1)
    expect(sheet.locator("#subtitle")).to_be_visible()
    for table in (3, 2):
        sheet.goto(f"/tables/{table}")
        expect(sheet.locator("#stuck")).to_be_visible()
        for mark in sheet.locator("#record .mark:has(*)").all():
            expect(mark).to_be_visible()
    offline(sheet)
    note(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(2)
    expect(sheet.locator("#record .mark:has(*)").first).to_be_visible()  # it is bid yet
    result(sheet)
    expect(waiting(sheet)).to_have_count(3)
    expect(sheet.locator("#record .mark:has(*)").first).to_be_hidden()


def test_a_bid_noted_with_the_host_asks_nothing_and_after_its_result_the_next_is_told(sheet, store):
    """Though it is touched again without the host."""
    with sheet.expect_navigation():
        note(sheet)
    expect(sheet.get_by_text("Bid noted")).to_be_visible()
    offline(sheet)
    press(sheet, "take=1-garde", "take=0-garde")
    expect(sheet.locator("#record.unanswered")).to_be_visible()
    expect(at.button(sheet, "Save bid")).to_be_hidden()
    result(sheet)
    expect(waiting(sheet)).to_have_count(1)
    expect(sheet.locator("#record :checked[name=take]")).to_have_count(0)
    expect(sheet.locator("#points")).to_have_value("")
    at.a_moment(sheet)
    note(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(2)
    result(sheet)
    expect(waiting(sheet)).to_have_count(3)
    offline(sheet, False)
    expect(at.totals(sheet)).to_have_text(BOTH)
    assert declarers(store) == ["0", "1"]


def test_what_the_host_has_though_its_answer_was_lost_is_there_once_and_asks_nothing(sheet, store):
    sheet.route("**/half", answer_lost, times=1)
    note(sheet)
    expect(at.deals(sheet)).to_have_count(1)
    result(sheet)
    expect(at.totals(sheet)).to_have_text(["+198", "−66", "−66", "−66"])
    assert len(store.changes(1)) == 3
    sheet.route("**/deals/2", answer_lost, times=1)
    tell(sheet, "1-garde")
    expect(at.totals(sheet)).to_have_text(BOTH)
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["0", "1"]
    assert len(store.changes(1)) == 4


THEIRS = {**GARDE, "declarer": "3"}
TOLD_THERE = {
    "told": lambda store, table: store.save_deal(table, 1, THEIRS, revision=0, key=None, phone=""),
    "a bid": lambda store, table: store.keep_half(
        table, 1, {"declarer": "3", "contract": "garde"}, revision=0, key=None, phone=""
    ),
}


def keep_theirs(page: Page) -> None:
    page.get_by_role("button", name="Look at it").click()
    with page.expect_navigation():
        at.decide(page, "Keep theirs")


def discard(page: Page) -> None:
    expect(page.get_by_role("button", name="Look at it")).to_be_visible()
    page.get_by_text("Discard", exact=True).first.click()
    page.get_by_role("button", name="Discard this deal").first.click()


WAYS = (discard, keep_theirs)


def test_a_bid_that_the_host_refused_is_not_in_the_next_deals_form_nor_drawn_anew(sheet, store):
    """Its button stays under the finger."""
    offline(sheet)
    note(sheet)
    expect(waiting(sheet)).to_have_count(1)
    TOLD_THERE["told"](store, 1)
    offline(sheet, False)
    expect(sheet.locator("#stuck")).to_be_visible()
    expect(sheet.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")
    expect(sheet.locator("#record :checked[name=take]")).to_have_count(0)
    sheet.get_by_role("link", name="Decide").click()
    expect(sheet.get_by_role("button", name="Look at it")).to_be_visible()
    sheet.get_by_text("Discard", exact=True).click()
    sheet.wait_for_timeout(4_500)  # the box was tried once more
    expect(sheet.get_by_role("button", name="Discard this deal")).to_be_visible()


def test_the_result_of_a_bid_that_is_given_up_takes_the_place_of_nothing(sheet, store, open_table):
    """Whatever was told there, and however it is given up, which no host hears of: a table each."""
    offline(sheet)
    note(sheet)
    expect(waiting(sheet)).to_have_count(1)
    result(sheet)
    expect(waiting(sheet)).to_have_count(2)
    box, theirs = sheet.evaluate("localStorage.outbox"), {}
    for table, (there, give_up) in enumerate(zip(TOLD_THERE, WAYS, strict=True), 1):
        case = f"{there}, {give_up.__name__}"
        if table > 1:
            open_table()
            offline(sheet)
            sheet.evaluate("(box) => { localStorage.outbox = box }", of_table(box, table))
        TOLD_THERE[there](store, table)
        offline(sheet, False)
        sheet.get_by_role("link", name="Decide").click()
        give_up(sheet)
        expect(waiting(sheet), case).to_have_count(1)
        expect(sheet.locator("#stuck"), case).to_be_visible()
        sheet.goto("/")
        before = [deal.facts["declarer"] for deal in store.deals(table)]
        keep_theirs(sheet)
        expect(sheet.locator("#outbox"), case).to_be_hidden()
        assert sheet.evaluate("localStorage.outbox") == "{}", case
        theirs[case] = before, [deal.facts["declarer"] for deal in store.deals(table)]
    assert theirs == dict.fromkeys(theirs, (["3"], ["3"]))


def test_a_correction_says_in_words_that_it_waits_and_leads_to_the_sheet(
    open_table, same_phone, store
):
    """Also the correction of a deal that nobody played."""
    open_table()
    for number, facts in ((1, GARDE), (2, {"passed": True})):
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    same_phone.goto("/tables/1/deals/1")
    offline(same_phone)
    press(same_phone, "take=1-garde")
    at.button(same_phone, "Save").click()
    expect(waiting(same_phone)).to_contain_text("Correct deal 1 · Bo: Garde")
    expect(same_phone.get_by_text("These deals wait on this phone")).to_be_in_viewport()
    expect(same_phone.locator("#record")).to_be_hidden()
    offline(same_phone, False)
    expect(same_phone).to_have_url("/tables/1")
    expect(at.totals(same_phone)).to_have_text(["−66", "+198", "−66", "−66"])
    same_phone.goto("/tables/1/deals/2")
    open_folds(same_phone)
    offline(same_phone)
    same_phone.locator("[name=note]").fill("misdeal")
    at.button(same_phone, "Save").click()
    expect(waiting(same_phone)).to_have_count(1)
    offline(same_phone, False)
    same_phone.wait_for_url("**/tables/1")
    assert store.deal(1, 2).note == "misdeal"
    assert [deal.facts.get("declarer") for deal in store.deals(1)] == ["1", None]


def test_the_number_read_aloud_is_the_one_that_the_sheet_shows(sheet, store):
    for number in (1, 2):
        store.save_deal(1, number, GARDE, revision=0, key=None, phone="")
    store.delete_deal(1, 1, revision=1, key=None, phone="")
    expect(sheet.locator("#index")).to_have_text("2")
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_contain_text("Deal 2 · Ana: Garde")
    offline(sheet, False)
    expect(at.deals(sheet)).to_have_count(2)
    assert [deal.number for deal in store.deals(1) if deal.state == "told"] == [2, 3]


def test_nothing_of_the_deal_before_stands_in_the_next_one(sheet):
    type_points(sheet, "49")
    press(sheet, "take=0-garde", "oudlers=0", "petit=declarer")
    expect(at.said(sheet, "warned")).to_be_visible()
    offline(sheet)
    for key in ("1", "erase"):
        at.key(sheet, key).click()
    at.button(sheet, "Save").click()
    expect(waiting(sheet)).to_have_count(1)
    expect(sheet.locator("#say input")).to_have_count(0)
    expect(sheet.locator("#points-declarer")).to_have_text("")
    expect(sheet.locator("#points-defence")).to_have_text("")


def test_two_tabs_that_give_two_deals_one_number_lose_neither(sheet, store):
    """Something was typed in one before it could hear of the other."""
    other = sheet.context.new_page()
    other.goto("/tables/1")
    offline(sheet)
    press(other, "take=1-garde")
    tell(sheet, "0-garde")
    expect(waiting(other)).to_have_count(1)
    tell(other, "1-garde")
    expect(waiting(other)).to_have_count(2)
    offline(sheet, False)
    expect(other.locator("#stuck")).to_be_visible()
    assert declarers(store) == ["0"]
    other.get_by_role("link", name="Decide").click()
    other.get_by_role("button", name="Look at it").click()
    at.decide(other, "Mine is another deal: save it as well")
    expect(at.totals(other)).to_have_text(BOTH)
    assert declarers(store) == ["0", "1"]


def test_what_waits_behind_a_deal_that_becomes_another_one_goes_along_with_its_bid_and_its_words(
    sheet, store
):
    """A deal was typed while another phone told it; after it a whole deal and a bid were told."""
    press(sheet, "take=0-garde")
    store.save_deal(1, 1, THEIRS, revision=0, key=None, phone="")
    expect(sheet.locator("#index")).to_have_text("2")
    sheet.route("**/deals/**", lambda route: route.abort())
    result(sheet)
    expect(waiting(sheet)).to_have_count(1)
    expect(waiting(sheet)).to_contain_text("Deal 1 ·")
    tell(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(2)
    at.a_moment(sheet)
    note(sheet, "2-garde")
    expect(waiting(sheet)).to_have_count(3)
    sheet.unroute("**/deals/**")
    expect(sheet.locator("#stuck")).to_be_visible()
    # Before the page comes that sends: what one sends at once may go before it hears of a route.
    sheet.route(re.compile("/deals/(3|4/half)$"), lambda route: route.abort())
    sheet.get_by_role("link", name="Decide").click()
    sheet.get_by_role("button", name="Look at it").click()
    at.decide(sheet, "Mine is another deal: save it as well")
    expect(waiting(sheet)).to_have_count(2)
    expect(at.deals(sheet)).to_have_count(2)
    expect(sheet.locator("#index")).to_have_text("4")  # the deal whose bid still waits
    sheet.unroute_all()
    expect(at.deals(sheet)).to_have_count(4)
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["3", "0", "1"]
    assert store.table(1).half


def test_a_correction_that_waits_stays_that_of_its_deal(sheet, store):
    """Whatever was told before it becomes another deal."""
    press(sheet, "take=0-garde")
    store.save_deal(1, 1, THEIRS, revision=0, key=None, phone="")
    expect(sheet.locator("#index")).to_have_text("2")
    correction = sheet.context.new_page()
    correction.goto("/tables/1/deals/1")
    offline(sheet)
    result(sheet)
    expect(waiting(sheet)).to_have_count(1)
    press(correction, "take=1-garde")
    at.button(correction, "Save").click()
    expect(waiting(correction)).to_have_count(2)
    correction.close()
    offline(sheet, False)
    expect(sheet.locator("#stuck")).to_be_visible()
    sheet.get_by_role("link", name="Decide").click()
    sheet.get_by_role("button", name="Look at it").click()
    at.decide(sheet, "Mine is another deal: save it as well")
    expect(at.totals(sheet)).to_have_text(BOTH)
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["1", "0"]


def test_a_form_being_typed_when_the_link_is_taken_back_keeps_all_and_comes_in_again(
    stranger, store, open_table
):
    open_table()
    stranger.goto(f"/join#{store.link('score', Where(1)).text}")
    expect(stranger.locator("#record")).to_be_visible()
    type_points(stranger, "49")
    press(stranger, "take=0-garde", "oudlers=2")
    expect(at.said(stranger, "told")).to_be_visible()
    store.renew_link("score", Where(1), but="", phone="")
    out = stranger.get_by_role("link", name="The link was taken back: come in again.")
    expect(out).to_be_visible()
    expect(stranger.get_by_text("Offline since")).to_be_hidden()
    with stranger.context.expect_page() as opened:
        out.click()
    opened.value.get_by_label("Code of the table").fill(store.link("score", Where(1)).shown_code)
    opened.value.get_by_role("button", name="Come in").click()
    expect(opened.value.locator("#record")).to_be_visible()
    opened.value.close()
    expect(out).to_be_hidden()
    expect(at.take(stranger, "Ana", "Garde")).to_be_checked()
    at.button(stranger, "Save").click()
    expect(at.deals(stranger)).to_have_count(1)
    assert declarers(store) == ["0"]


def test_a_failed_save_says_at_once_that_the_host_is_silent(open_table, phone):
    open_table()
    phone.clock.install(time="2026-01-02T20:00:00")
    phone.clock.pause_at("2026-01-02T20:00:01")
    phone.goto("/tables/1")
    type_points(phone, "49")
    press(phone, "take=0-garde", "oudlers=2")
    phone.clock.run_for(100)
    expect(at.said(phone, "told")).to_be_visible()
    phone.route("**/*", lambda route: route.abort())
    at.button(phone, "Save").click()
    expect(phone.locator("#connection")).to_be_visible()


def test_one_question_without_an_answer_is_said_and_a_half_typed_form_is_counted_anew(sheet):
    with sheet.expect_response("**/version"):
        pass
    sheet.route("**/version", lambda route: route.abort(), times=1)
    expect(sheet.locator("#connection")).to_be_visible()
    expect(sheet.locator("#connection")).to_be_hidden()
    offline(sheet)
    type_points(sheet, "49")
    for touch in ("take=0-garde", "oudlers=2"):
        with sheet.expect_event("requestfailed", lambda one: one.url.endswith("/preview")):
            press(sheet, touch)
    expect(sheet.locator("#record.unanswered")).to_be_visible()
    offline(sheet, False)
    expect(at.said(sheet, "told")).to_be_visible()
    expect(at.changes(sheet)).to_have_text(["+198", "−66", "−66", "−66"])


def test_a_page_come_back_to_saves_nothing_that_was_waiting_and_hears_touches(store, sheet):
    """It was left while Save waited for its preview, and the browser put it away like that."""
    type_points(sheet, "49")
    press(sheet, "take=0-garde", "oudlers=2")
    expect(at.said(sheet, "told")).to_be_visible()
    with sheet.expect_response("**/preview"):
        assert sheet.evaluate(COME_BACK) == [True, False]
    expect(at.changes(sheet)).to_have_text(["−162", "+54", "+54", "+54"])
    sheet.wait_for_timeout(300)
    assert store.deals(1) == []


def test_a_touch_on_save_shows_at_once_and_what_is_touched_after_it_changes_nothing(store, sheet):
    """The preview is still to come; the next deal is begun before its time."""
    held = []
    sheet.route("**/preview", lambda route: held.append(route))
    thumb = Thumb(sheet)
    thumb.touch_all(at.take(sheet, "Ana", "Garde"), at.oudlers(sheet, 2))
    thumb.touch_all(at.key(sheet, "4"), at.key(sheet, "9"))
    later = [at.place_of(one) for one in (at.take(sheet, "Bo", "Prise"), at.oudlers(sheet, 0))]
    assert sheet.locator("#record .save").evaluate(TOUCHED) == [ACCENT, "0.6"]
    expect(sheet.locator("#record .questions")).to_have_attribute("inert", "")
    later.append(at.place_of(at.button(sheet, "All passed")))
    for place in later:
        sheet.touchscreen.tap(place["x"] + 9, place["y"] + 9)
    sheet.keyboard.press("Backspace")
    expect(at.take(sheet, "Ana", "Garde")).to_be_checked()
    at.is_held(sheet, held)
    held[-1].continue_()
    expect(at.deals(sheet)).to_have_count(1)
    told = store.deal(1, 1).facts
    assert (told["declarer"], told["oudlers"], told["card_points"]) == ("0", 2, 49)
