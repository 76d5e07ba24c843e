"""A host that falls silent while the board is touched: no touch is lost, and none is doubled."""

from __future__ import annotations

import re
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import touching as at
from hexes import (
    BID,
    DEAL,
    LATER,
    TOUCH,
    a_second_later,
    answered,
    at_one_time,
    begin,
    kept,
    said,
    space,
    winner,
    won,
)
from playwright.sync_api import Page, Route, expect


@pytest.fixture
def play(store, open_table, same_phone):
    """The board of a deal that is played, on a phone that may complain that nobody answers."""

    def opened(*tricks):
        begin(store, open_table, *tricks)
        same_phone.goto(DEAL)
        return same_phone

    return opened


THEIRS = re.compile(r"\btheirs\b")
ASKS = re.compile(r"/deals/1\?asks=")
NO_SCRIPT = "/healthz"  # nothing runs on this page: what a phone keeps is put there
WAITING = "Object.keys(localStorage).filter((one) => one.startsWith('touches'))"


def fall_silent(page: Page) -> None:
    page.route(TOUCH, lambda route: route.abort())


def deliver(route: Route) -> None:
    """Requests reach the host, but there is no answer."""
    request = route.request
    there = urlsplit(request.url)
    address = f"http://127.0.0.1:{there.port}{there.path}"
    headers = request.all_headers() | {"host": there.netloc}
    urlopen(Request(address, request.post_data_buffer, headers)).close()


def answer_lost(route: Route) -> None:
    """The request reaches the host, but its answer is lost."""
    deliver(route)
    route.abort()


def test_a_space_touched_again_while_its_touch_waits_is_given_back_but_by_a_double_touch(
    play, store
):
    page = play(won("declarer"))
    fall_silent(page)
    at_one_time(page)
    space(page, "KH").dblclick()
    expect(said(page)).to_contain_text("No answer from the host")
    expect(space(page, "KH")).to_have_class("hex q2 y7 court own")
    space(page, "KS").tap()
    expect(space(page, "KS")).to_have_class("hex q2 y5 court own")
    page.evaluate(LATER, 500)  # half a second
    space(page, "KS").tap()
    expect(space(page, "KS")).to_have_class("hex q2 y5 court")
    expect(said(page)).to_contain_text("No answer from the host")
    page.unroute(TOUCH)
    answered(page)
    assert kept(store) == [won("declarer", "KH")]


def test_without_an_answer_all_touches_wait_are_seen_and_are_sent_once_it_comes(play, store):
    """A trick that waits is taken back and told anew, too."""
    page = play(won("declarer"))
    fall_silent(page)
    space(page, "KH").tap()
    winner(page, "declarer").tap()
    page.locator("#undo").tap()
    expect(winner(page, "defence")).to_contain_text("won trick 2")
    winner(page, "defence").tap()
    space(page, "KS").tap()
    expect(space(page, "KS")).to_have_class("hex q2 y5 court theirs")
    expect(space(page, "T3")).to_have_class("hex q6 y5 trick next")
    expect(said(page)).to_contain_text("is sent again")
    assert kept(store) == [won("declarer")]
    page.unroute(TOUCH)
    expect(said(page)).to_have_text("Trick 2: Bo & Dana. Touch each card they captured.")
    answered(page)
    assert kept(store) == [won("declarer", "KH"), won("defence", "KS")]


def test_what_waits_stays_marked_when_what_was_touched_before_it_is_answered(play, store):
    """And what is touched then is told by what stands there."""
    page = play(won("declarer"))
    held: list[Route] = []
    page.route(TOUCH, lambda route: held.append(route))
    for one in (space(page, "KH"), space(page, "KS"), winner(page, "defence"), space(page, "QD")):
        one.tap()
    with page.expect_request(lambda one: "space-KS" in (one.post_data or "")):
        at.is_held(page, held).continue_()  # with its answer the next one is sent
    at.drawn(page)
    expect(page.locator(".hex.own")).to_have_count(3)  # the trick, both kings
    expect(page.locator(".hex.theirs")).to_have_count(2)
    space(page, "KH").tap()
    expect(space(page, "KH")).to_have_attribute("value", "space-KH-defence")
    page.unroute(TOUCH)
    page.reload()
    answered(page)
    assert kept(store) == [won("declarer", "KS"), won("defence", "QD")]


def test_a_touch_whose_answer_was_lost_counts_once(play, store):
    page = play()
    page.route(TOUCH, answer_lost, times=1)
    winner(page, "declarer").tap()
    expect(said(page)).to_contain_text("No answer")
    expect(said(page)).to_contain_text("Trick 1: Ana & Chi.")
    answered(page)
    assert kept(store) == [won("declarer")]


def touch_in_vain(page: Page, path: str) -> None:
    """A space of the board that is opened there, which the host does not answer."""
    page.unroute(TOUCH)
    page.goto(path)
    fall_silent(page)
    space(page, "KH").tap()
    expect(said(page)).to_contain_text("No answer")


def test_touches_that_come_too_late_are_said_not_to_count(store, open_table, same_phone):
    """Meanwhile another phone has taken the deal back, or deleted the table."""
    begin(store, open_table, won("declarer"))
    words = same_phone.get_by_text("what was touched here since did not count")
    note = same_phone.get_by_role("alert").filter(has=words)
    for path in ("/tables/1", DEAL):
        touch_in_vain(same_phone, path)
        store.undo(1, key=None, phone="")
        same_phone.unroute(TOUCH)
        expect(note, path).to_be_visible()
        assert same_phone.evaluate(WAITING) == [], path
        store.redo(1, key=None, phone="")
    touch_in_vain(same_phone, DEAL)
    store.undo(1, key=None, phone="")
    same_phone.goto("/tables/1")  # the phone itself has loaded the page anew
    expect(words).to_be_visible()
    assert same_phone.evaluate(WAITING) == []
    same_phone.goto("/tables/1")
    expect(same_phone.locator("#record")).to_be_visible()
    expect(words).to_have_count(0)
    store.redo(1, key=None, phone="")
    touch_in_vain(same_phone, DEAL)
    store.delete_table(1, key=None, phone="")
    slow: list[Route] = []
    same_phone.route("**/tables/1?lost", lambda route: slow.append(route))
    with same_phone.expect_request("**/tables/1?lost"):
        same_phone.unroute(TOUCH)
    same_phone.wait_for_timeout(2_000)  # meanwhile the poll hears that it is deleted
    slow[0].continue_()
    expect(words).to_be_visible()
    assert same_phone.evaluate(WAITING) == []
    expect(same_phone.get_by_text("This table is deleted.")).to_be_visible()


def test_that_touches_did_not_count_is_said_until_the_next_touch_and_not_by_a_page_loaded_anew(
    store, open_table, same_phone
):
    begin(store, open_table, won("declarer"))
    note = same_phone.get_by_text("what was touched here since did not count")
    for _ in ("touched", "loaded anew"):
        touch_in_vain(same_phone, "/tables/1")
        store.undo(1, key=None, phone="")
        same_phone.unroute(TOUCH)
        expect(note).to_be_visible()
        store.redo(1, key=None, phone="")
        if _ == "touched":
            winner(same_phone, "defence").tap()
            expect(said(same_phone)).to_contain_text("Trick 2: Bo & Dana.")
        else:
            same_phone.reload()
        expect(note).to_have_count(0)


def test_what_was_touched_behind_a_trick_that_is_told_for_the_other_side_is_said_not_to_count(
    play, store
):
    page = play(won("declarer"))
    fall_silent(page)
    winner(page, "declarer").tap()
    space(page, "KH").tap()
    store.touch(1, 1, {"touch": ["trick-2-defence"]}, key=None, phone="")
    page.unroute(TOUCH)
    expect(said(page)).to_contain_text("Trick 2 is told already, for the other side")
    expect(page.locator(".problem span")).to_be_visible()
    assert kept(store) == [won("declarer"), won("defence")]


def test_a_trick_changes_sides_in_silence_as_often_as_it_is_touched(play, store):
    page = play(won("declarer", "KH"), won("defence"))
    fall_silent(page)
    winner(page, "declarer").tap()
    for name, whose in (("T2", "Ana & Chi"), ("T1", "Bo & Dana")):
        space(page, name).tap()
        expect(space(page, name)).to_have_class(re.compile("own" if "Ana" in whose else "theirs"))
    page.wait_for_timeout(500)  # no double touch
    space(page, "T1").tap()
    page.get_by_role("button", name="Take back trick 2").tap()  # so called until it is answered
    page.unroute(TOUCH)
    answered(page)
    assert kept(store) == [won("defence", "KH"), won("declarer"), won("declarer")]


def test_touches_wait_on_while_another_deal_is_looked_at(play, store):
    """No deal that stands behind them is told: they are of the one at hand."""
    page = play()
    store.save_deal(1, 2, {"passed": True}, revision=0, key=None, phone="", before=1)
    page.goto("/tables/1")
    fall_silent(page)
    winner(page, "defence").tap()
    expect(said(page)).to_contain_text("No answer")
    page.goto("/tables/1/deals/2")
    expect(page.locator("#record")).to_be_visible()
    assert page.evaluate(WAITING) == ["touches /tables/1/deals/1"]
    page.unroute(TOUCH)
    page.goto("/tables/1")
    answered(page)
    assert kept(store) == [won("defence")]


def test_touches_that_wait_survive_a_page_loaded_anew_and_the_closing_of_the_tab(play, store):
    page = play(won("declarer"))
    fall_silent(page)
    space(page, "KH").tap()
    expect(said(page)).to_contain_text("No answer")
    page.unroute(TOUCH)
    page.reload()
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, Ana & Chi")
    answered(page)
    assert kept(store) == [won("declarer", "KH")]
    page.context.route(TOUCH, lambda route: route.abort())
    space(page, "KS").tap()
    expect(said(page)).to_contain_text("No answer")
    another = page.context.new_page()
    page.close()
    page.context.unroute(TOUCH)
    with another.expect_request(TOUCH):
        another.goto("/tables/1")
    expect(space(another, "KS")).to_have_accessible_name("king of spades, Ana & Chi")
    answered(another)
    assert kept(store) == [won("declarer", "KH", "KS")]


def test_a_touch_that_is_not_understood_is_said_not_to_count_and_the_board_stays(play, store):
    page = play(won("declarer"))
    page.route(TOUCH, lambda route: route.fulfill(status=400, body="Not understood"))
    space(page, "KH").tap()
    expect(page.get_by_text("did not count")).to_be_visible()
    expect(space(page, "KH")).to_be_visible()
    assert kept(store) == [won("declarer")]


def test_a_turn_that_is_no_number_turns_nothing(play, store, same_phone):
    same_phone.goto(NO_SCRIPT)
    same_phone.evaluate("localStorage.turn = 'left'")
    page = play(won("declarer"))
    space(page, "KH").tap()
    answered(page)
    assert kept(store) == [won("declarer", "KH")]


def test_touches_that_cannot_be_read_are_none(play, store, same_phone):
    same_phone.goto(NO_SCRIPT)
    same_phone.evaluate("localStorage['touches /tables/1/deals/1'] = '[{half of'")
    page = play(won("declarer"))
    fall_silent(page)
    space(page, "KH").tap()
    expect(space(page, "KH")).to_have_class("hex q2 y7 court own")
    expect(said(page)).to_contain_text("No answer")
    page.unroute(TOUCH)
    answered(page)
    assert kept(store) == [won("declarer", "KH")]


# Not one letter more can be kept. In many pieces: to add to one takes as long as to write it anew.
FULL = """() => {
    let n = 0;
    for (let length = 2 ** 20; length >= 1;) {
        try { localStorage["full " + n] = "x".repeat(length); n++; }
        catch { length /= 2; }
    }
    try { for (;;) localStorage["full " + (n - 1)] += "x"; } catch {}
}"""


def test_a_phone_that_can_keep_no_more_touches_the_board_all_the_same(play, store, same_phone):
    same_phone.goto(NO_SCRIPT)
    same_phone.evaluate(FULL)
    page = play(won("declarer"))
    page.locator("#turn").tap()
    space(page, "KH").tap()
    answered(page)
    assert kept(store) == [won("declarer", "KH")]


def test_all_tricks_are_taken_back_while_nobody_answers(play, store):
    page = play(won("declarer", "KH"), won("defence"))
    fall_silent(page)
    page.locator("#undo").tap()
    a_second_later(page)
    page.locator("#undo").tap()
    expect(page.locator("#undo")).to_be_disabled()
    expect(space(page, "T1")).to_have_class("hex q4 y1 trick next")
    page.unroute(TOUCH)
    answered(page)
    assert kept(store) == []


def test_a_touch_that_waits_counts_though_there_is_no_board_any_more(store, open_table, page):
    """The bid is to be changed, and a space was touched before that was answered."""
    open_table("plateau")
    told = BID | {"tricks": [won("declarer", "KH"), won("defence")], "made": True}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page.goto(DEAL)
    held = at.first_held(page, ASKS)
    page.get_by_role("button", name="Change the bid").tap()
    space(page, "QD").tap()
    at.is_held(page, held).continue_()
    answered(page)
    expect(space(page, "QD")).to_have_class(THEIRS)
