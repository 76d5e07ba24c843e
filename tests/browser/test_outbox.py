"""A deal told while nobody answers waits on the phone, shows no score, and is sent once (T-D11)."""

from __future__ import annotations

import json

import pytest
import touching as at
import world
from acts import press, write
from pages import type_points
from playwright.sync_api import Error, Page, Route, expect
from test_plateau_silence import deliver

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
ACCENT = "rgb(151, 35, 26)"  # by day
TOUCHED = "([x, y]) => document.elementFromPoint(x, y).id"
ANA, BO = ["+198", "−66", "−66", "−66"], ["+132", "+132", "−132", "−132"]


@pytest.fixture
def sheet(open_table, same_phone) -> Page:
    """The sheet of four friends, before the first deal."""
    open_table()
    same_phone.goto("/tables/1")
    return same_phone


def tell(page: Page, take: str, points: str = "49") -> None:
    """Garde with two oudlers, and Save; whoever answers."""
    type_points(page, points)
    press(page, f"take={take}", "oudlers=2")
    at.button(page, "Save").click()


def waiting(page: Page):
    """The deals that wait on this phone, as it shows them."""
    return page.locator("#outbox li")


def tell_two(page: Page) -> None:
    """Garde by Ana, garde by Bo."""
    tell(page, "0-garde")
    expect(waiting(page)).to_have_count(1)
    tell(page, "1-garde")
    expect(waiting(page)).to_have_count(2)


TOLD: list[str] = []  # what a phone kept of these two, once they were told
# With a token of this site: not every page that sends them has one of its own.
PUT = """(box) => {
    const token = `"csrf_token","${document.querySelector("[name=csrf_token]").value}"`;
    localStorage.outbox = box.replace(/"csrf_token","[^"]*"/g, token);
}"""
SENT = "**/deals/*"


def two_wait(page: Page) -> None:
    """The same two, on the first sheet of a site, without the network: told, or put there as they
    were kept when they were told, and tried in vain."""
    offline(page)
    if not TOLD:
        tell_two(page)
        TOLD.append(page.evaluate("localStorage.outbox"))
        return
    page.evaluate(PUT, TOLD[0])
    page.context.route(SENT, lambda route: route.abort())  # whichever tab sends them
    with page.expect_event("requestfailed", lambda one: one.method == "POST"):
        offline(page, False)
    offline(page)
    expect(waiting(page)).to_have_count(2)
    page.context.unroute(SENT)  # not before: one more may have been on the way as the network went


def declarers(store, table: int = 1) -> list[str]:
    """Who took in each deal."""
    return [deal.facts["declarer"] for deal in store.deals(table) if deal.state == "told"]


def offline(page: Page, off: bool = True) -> None:
    page.context.set_offline(off)


# The clock of a phone jumps three hours back.
JUMP = """() => {
    const Real = Date, now = () => Real.now() - 3 * 3600 * 1000;
    globalThis.Date = class extends Real {
        constructor(...of) { super(...(of.length ? of : [now()])); }
        static now() { return now(); }
    };
}"""


def test_two_deals_told_offline_are_there_once_in_order_whatever_a_clock_says(sheet, store):
    """Meanwhile another is being typed: all are from this phone, and nobody else told anything."""
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    sheet.evaluate(JUMP)
    tell(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(2)
    press(sheet, "take=2-garde")
    assert declarers(store) == []
    offline(sheet, False)
    expect(at.totals(sheet)).to_have_text(BO)
    expect(sheet.locator("#outbox")).to_be_hidden()
    expect(sheet.locator("#sent")).to_have_text("The host has them now.")
    expect(at.deals(sheet)).to_have_count(2)
    expect(sheet.locator("#index")).to_have_text("3")
    expect(sheet.locator("#meanwhile")).to_be_hidden()
    expect(at.take(sheet, "Chi", "Garde")).to_be_checked()
    assert declarers(store) == ["0", "1"]


ANY_PAGE = ["/tables/1", "/", "/rules/tarot", "/tables/new", "/no/such/page"]


def of_table(box: str, number: int) -> str:
    """The same deals as told at that table, under keys of their own."""
    for key in json.loads(box):
        box = box.replace(key, f"{number}-{key}")
    return box.replace("/tables/1", f"/tables/{number}")


def left(page: Page, box: str, path: str) -> None:
    """A page that is opened where these deals wait, and nothing of them lies on any other."""
    page.goto("/healthz")  # without a script: it sends nothing
    page.evaluate("(box) => { localStorage.outbox = box }", box)
    page.goto(path)


def test_they_survive_the_closing_of_the_tab_and_any_other_page_sends_them(
    sheet, store, open_table
):
    """Though htmx is lost, too."""
    two_wait(sheet)
    box, page, sent = sheet.evaluate("localStorage.outbox"), sheet.context.new_page(), {}
    sheet.close()
    offline(page, False)
    page.goto(ANY_PAGE[0])
    for number, path in enumerate(ANY_PAGE, 1):
        if number > 1:
            open_table()
            left(page, of_table(box, number), path)
        page.wait_for_function("() => localStorage.outbox === '{}'")
        sent[path] = declarers(store, number)
    assert sent == dict.fromkeys(ANY_PAGE, ["0", "1"])
    open_table()
    page.route("**/htmx-*", lambda route: route.abort())
    left(page, of_table(box, 6), "/tables/6")
    expect(page.locator("#sent")).to_have_text("The host has them now.")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(at.totals(page)).to_have_text(BO)
    assert not page.evaluate("globalThis.htmx")
    assert [declarers(store, one) for one in range(1, 7)] == [["0", "1"]] * 6


def test_each_waiting_deal_is_a_line_to_read_aloud_is_counted_and_has_no_score(sheet):
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_text(
        "Deal 1 · Ana: Garde · two oudlers, 41 points needed · "
        "Declarer’s side · Card points of that side 49"
    )
    expect(at.totals(sheet)).to_have_text(["0", "0", "0", "0"])
    expect(sheet.locator("#subtitle")).to_be_attached()
    expect(sheet.locator("#waits")).to_be_visible()
    expect(sheet.locator("#waits")).to_have_text("Waiting here: 1")
    expect(sheet.locator("#index")).to_have_text("2")
    sheet.get_by_text("Nobody played, who dealt, note").click()
    sheet.get_by_role("radio", name="Chi dealt").check(force=True)
    tell(sheet, "1-garde", "50")
    expect(waiting(sheet).first).to_contain_text("Deal 2 · Bo: Garde")
    expect(waiting(sheet).first).to_contain_text("Chi dealt")
    expect(sheet.locator("#waits")).to_have_text("Waiting here: 2")
    expect(sheet.locator("#connection")).to_be_visible()
    note, count = (sheet.locator(one).bounding_box() for one in ("#connection", "#waits"))
    assert note["x"] + note["width"] <= count["x"]
    expect(sheet.locator("#index")).to_have_text("3")
    tell(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(3)
    expect(waiting(sheet).first).not_to_contain_text("dealt")


def test_the_form_is_the_next_deals_and_how_many_wait_leads_to_them(sheet):
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    expect(sheet.locator("#record :checked[name=take]")).to_have_count(0)
    expect(sheet.locator("#points")).to_have_value("")
    expect(sheet.locator("#record")).to_have_attribute("action", "/tables/1/deals/2")
    expect(sheet.locator("#record.unanswered")).to_be_visible()
    expect(sheet.locator("#record .no-answer")).to_be_hidden()
    words = sheet.locator("#waits").bounding_box()
    middle = words["y"] + words["height"] / 2
    for y in (middle - 21, middle + 21):  # a thumb's width
        assert sheet.evaluate(TOUCHED, [words["x"] + 20, y]) == "waits"
    sheet.locator("#waits").tap()
    expect(sheet.locator("#outbox")).to_be_in_viewport()
    press(sheet, "oudlers=2")
    expect(sheet.locator("#record .no-answer")).to_be_visible()


def test_who_called_nobody_waits_as_alone(open_table, same_phone):
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eli"))
    same_phone.goto("/tables/1")
    offline(same_phone)
    for n, (partner, words) in enumerate((("2", "Chi: alone"), ("3", "Dana: Partner")), 1):
        press(same_phone, f"partner={partner}")
        tell(same_phone, "2-garde")
        expect(waiting(same_phone)).to_have_count(n)
        told = waiting(same_phone).first
        expect(told).to_contain_text("Chi: Garde")
        expect(told).to_contain_text(words)
        assert ("Partner" in told.text_content()) == (partner == "3")


def test_a_tab_closed_before_the_answer_came_has_sent_the_deal_once(sheet, store):
    context, arrived = sheet.context, []
    sheet.route("**/deals/1", lambda route: arrived.append(deliver(route)))
    tell(sheet, "0-garde")
    while not arrived:
        sheet.wait_for_timeout(20)
    sheet.close()
    page = context.new_page()
    page.goto("/")
    expect(page.locator("#sent")).to_have_text("The host has them now.")
    assert len(arrived) == 1
    assert declarers(store) == ["0"]
    assert len(store.changes(1)) == 2


def test_one_that_is_refused_waits_for_a_person_and_so_do_those_behind_it(sheet, store):
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    tell(sheet, "1-garde", "99")
    expect(waiting(sheet)).to_have_count(2)
    flag, stuck = sheet.locator("#waits"), sheet.locator("#stuck")
    expect(flag).not_to_have_css("background-color", ACCENT)
    offline(sheet, False)
    expect(stuck).to_be_visible()
    expect(waiting(sheet)).to_have_count(1)
    assert declarers(store) == ["0"]
    expect(flag).to_have_css("background-color", ACCENT)
    expect(stuck).not_to_be_in_viewport(ratio=0.9)
    tell(sheet, "2-garde")
    expect(waiting(sheet)).to_have_count(2)
    expect(stuck).to_be_in_viewport(ratio=0.9)  # it leads to what there is to decide
    sheet.get_by_role("link", name="Decide").click()
    sheet.get_by_role("button", name="Look at it").click()
    expect(at.take(sheet, "Bo", "Garde")).to_be_checked()
    expect(sheet.locator(".problem").first).to_be_visible()
    at.a_moment(sheet)
    with sheet.expect_navigation():
        sheet.locator("#record").evaluate("(form) => form.requestSubmit()")
    expect(at.said(sheet, "refused")).to_be_visible()  # once more
    sheet.goto("/tables/1")
    expect(stuck).to_be_visible()
    assert declarers(store) == ["0"]
    sheet.get_by_role("link", name="Decide").click()
    sheet.get_by_role("button", name="Look at it").click()
    at.a_moment(sheet)
    for key in ("erase", "erase", "4", "9"):
        at.key(sheet, key).click()
    expect(at.said(sheet, "told")).to_be_visible()
    at.button(sheet, "Save").click()
    expect(at.deals(sheet)).to_have_count(3)
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["0", "1", "2"]


def test_another_phone_was_quicker_and_both_deals_are_kept(sheet, store):
    two_wait(sheet)
    store.save_deal(1, 1, {**GARDE, "declarer": "3"}, revision=0, key=None, phone="")
    offline(sheet, False)
    expect(sheet.locator("#stuck")).to_be_visible()
    sheet.get_by_role("link", name="Decide").click()
    sheet.get_by_role("button", name="Look at it").click()
    at.decide(sheet, "Mine is another deal: save it as well")
    expect(at.deals(sheet)).to_have_count(3)  # the one behind it needs no question of its own
    assert declarers(store) == ["3", "0", "1"]
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert sheet.evaluate("localStorage.outbox") == "{}"


def test_a_refused_correction_that_is_left_keeps_no_deal_waiting(open_table, same_phone, store):
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    same_phone.goto("/tables/1/deals/1")
    press(same_phone, "take=2-garde")
    store.save_deal(1, 1, {**GARDE, "declarer": "3"}, revision=1, key=None, phone="")
    at.button(same_phone, "Save").click()
    expect(same_phone.locator(".two-versions")).to_be_visible()
    same_phone.get_by_role("link", name="Back to the sheet").click()
    expect(same_phone.locator("#stuck")).to_be_visible()
    tell(same_phone, "1-garde")
    expect(at.deals(same_phone)).to_have_count(2)
    assert declarers(store) == ["3", "1"]
    expect(waiting(same_phone)).to_have_count(1)  # the correction, until it is decided


def test_a_refused_one_keeps_no_other_table_waiting_and_those_behind_it_until_it_is_discarded(
    sheet, store, open_table
):
    open_table()
    offline(sheet)
    tell(sheet, "0-garde", "99")
    expect(waiting(sheet)).to_have_count(1)
    tell(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(2)
    offline(sheet, False)
    expect(sheet.locator("#stuck")).to_be_visible()
    sheet.goto("/tables/2")
    expect(waiting(sheet)).to_have_count(2)
    tell(sheet, "1-garde")
    expect(at.deals(sheet)).to_have_count(1)
    assert (declarers(store), declarers(store, 2)) == ([], ["1"])
    sheet.goto("/")
    expect(sheet.get_by_role("button", name="Look at it")).to_be_visible()
    sheet.get_by_text("Discard", exact=True).first.click()
    sheet.get_by_role("button", name="Discard this deal").first.click()
    expect(waiting(sheet)).to_have_count(1)
    sheet.get_by_role("button", name="Look at it").click()
    expect(at.take(sheet, "Bo", "Garde")).to_be_checked()
    at.a_moment(sheet)
    at.button(sheet, "Save").click()
    expect(at.totals(sheet)).to_have_text(["−66", "+198", "−66", "−66"])
    assert declarers(store) == ["1"]


def test_one_that_is_discarded_while_another_is_on_its_way_is_not_sent(sheet, store):
    two_wait(sheet)
    sheet.goto("about:blank")
    held = []
    sheet.route("**/deals/1", lambda route: held.append(route), times=1)
    offline(sheet, False)
    with sheet.expect_request("**/deals/1"):
        sheet.goto("/")
    sheet.get_by_text("Discard", exact=True).last.click()
    sheet.get_by_role("button", name="Discard this deal").last.click()
    expect(waiting(sheet)).to_have_count(1)
    held[0].continue_()
    expect(sheet.locator("#outbox")).to_be_hidden()
    sheet.goto("/tables/1")
    expect(at.totals(sheet)).to_have_text(["+198", "−66", "−66", "−66"])
    assert declarers(store) == ["0"]


def test_two_tabs_send_each_deal_once_and_the_next_is_told(sheet, store):
    other = sheet.context.new_page()
    other.goto("/tables/1")
    two_wait(sheet)
    offline(sheet, False)
    for page in (sheet, other):
        expect(at.totals(page)).to_have_text(BO)
    assert declarers(store) == ["0", "1"]
    assert len(store.changes(1)) == 3
    tell(sheet, "2-garde")
    expect(at.deals(sheet)).to_have_count(3)
    assert [deal.number for deal in store.deals(1)] == [1, 2, 3]


def test_somebody_else_on_the_wifi_who_answers_has_not_kept_it(sheet, store):
    sheet.route("**/deals/1", lambda route: route.fulfill(status=200, body="Log in to the hotel"))
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    sheet.unroute("**/deals/1")
    expect(at.totals(sheet)).to_have_text(ANA)
    assert declarers(store) == ["0"]


@pytest.mark.parametrize("storage", ["value: null", "get() { throw Error('denied'); }"])
def test_where_nothing_can_be_kept_a_deal_is_told_all_the_same(open_table, store, phone, storage):
    """As in an app that opens the link of a QR code without being a whole browser."""
    open_table()
    for kept in ("localStorage", "sessionStorage"):
        phone.add_init_script(f"Object.defineProperty(window, '{kept}', {{ {storage} }})")
    phone.goto("/tables/1")
    press(phone, "take=0-garde", "oudlers=2")
    for key in "49":
        at.key(phone, key).click()
    expect(phone.locator("#points")).to_have_value("49")
    at.button(phone, "Save").click()
    expect(at.totals(phone)).to_have_text(ANA)
    assert declarers(store) == ["0"]
    store.save_deal(1, 2, GARDE, revision=0, key=None, phone="x")
    expect(at.totals(phone)).to_have_text(["+396", "−132", "−132", "−132"])
    tell(phone, "0-garde")
    expect(at.deals(phone)).to_have_count(3)
    assert declarers(store) == ["0", "0", "0"]


def test_a_box_that_cannot_be_read_keeps_nobody_from_telling_a_deal(open_table, same_phone, store):
    open_table()
    sheet = same_phone
    left(sheet, "{half of it", "/tables/1")
    press(sheet, "take=0-garde", "oudlers=2")
    for key in "49":
        at.key(sheet, key).click()
    at.button(sheet, "Save").click()
    expect(at.totals(sheet)).to_have_text(ANA)
    assert declarers(store) == ["0"]


def test_one_of_another_table_that_says_nothing_holds_up_no_deal(sheet, store):
    says = "({ to: '/tables/9/deals/1', table: '/tables/9', next: 2, says: 'Deal 1' })"
    sheet.evaluate(f"localStorage.outbox = JSON.stringify({{ '1-2-3-4': {says} }})")
    sheet.reload()
    expect(waiting(sheet)).to_have_count(1)
    tell(sheet, "0-garde")
    expect(at.totals(sheet)).to_have_text(ANA)
    assert declarers(store) == ["0"]


def test_offline_enter_does_not_press_save_once_more_that_a_mouse_pressed(sheet):
    """On a laptop: of the next deal nothing is told yet."""
    sheet.evaluate(
        "addEventListener('submit', () => { globalThis.saved = 1 + (window.saved ?? 0); })"
    )
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    expect(sheet.locator(".sending")).to_have_count(0)
    sheet.wait_for_timeout(600)  # else it is taken for the second half of a tap
    sheet.keyboard.press("Enter")
    assert sheet.evaluate("saved") == 1


def written(page: Page, seat: int, held: int) -> None:
    write(page, f"hands-{seat}", held)


def test_hands_wait_too_and_the_next_are_typed(open_table, store, same_phone):
    open_table("tamalou", ("Ana", "Bo", "Chi"))
    same_phone.goto("/tables/1")
    offline(same_phone)
    for called, tell_hand in ((0, written), (1, at.touch_hand)):  # the keypad begins anew
        for seat, held in enumerate((3, 20, 30)):
            tell_hand(same_phone, seat, held)
        press(same_phone, f"caller={called}")
        at.button(same_phone, "Save").click()
        expect(waiting(same_phone)).to_have_count(called + 1)
    offline(same_phone, False)
    expect(at.deals(same_phone)).to_have_count(2)
    assert [deal.facts["caller"] for deal in store.deals(1)] == ["0", "1"]
    assert store.deal(1, 2).facts["hands"] == {"0": 3, "1": 20, "2": 30}


def test_a_host_that_dies_and_comes_back_gets_what_was_told_meanwhile(
    app, open_table, store, browser
):
    open_table()
    with world.running(app) as address:
        port = int(address.rpartition(":")[2])
        context = world.phone(browser, address)
        page = context.new_page()
        page.goto("/tables/1")
    tell_two(page)
    expect(page.locator("#connection")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("heading", name="Deals so far")).to_be_visible()
    with world.running(app, port):
        expect(at.totals(page)).to_have_text(BO)
    context.close()
    assert declarers(store) == ["0", "1"]


def test_a_second_and_a_third_tap_add_no_deal(sheet, store):
    """While nobody answers, and on the form that is empty again, however late its preview comes."""
    offline(sheet)
    type_points(sheet, "49")
    press(sheet, "take=0-garde", "oudlers=2")
    expect(sheet.locator("#record.unanswered")).to_be_visible()
    at.button(sheet, "Save").evaluate("(button) => { button.click(); button.click(); }")
    expect(waiting(sheet)).to_have_count(1)
    sheet.locator("#record .save").evaluate("(button) => button.form.requestSubmit(button)")
    expect(waiting(sheet)).to_have_count(1)
    at.button(sheet, "Save").click()
    offline(sheet, False)
    expect(at.totals(sheet)).to_have_text(ANA)
    assert declarers(store) == ["0"]
    type_points(sheet, "49")
    press(sheet, "take=1-garde", "oudlers=2")
    expect(at.said(sheet, "told")).to_be_visible()
    held: list[Route] = []
    sheet.route("**/deals/2", lambda route: route.abort())
    sheet.route("**/preview", lambda route: held.append(route))
    with sheet.expect_request("**/preview"):
        at.button(sheet, "Save").click()
    expect(waiting(sheet)).to_have_count(1)
    sheet.wait_for_timeout(600)
    sheet.locator("#record .save").evaluate("(button) => button.click()")
    with sheet.expect_response("**/preview"):
        held[0].continue_()
    expect(at.said(sheet, "empty")).to_be_visible()
    at.a_moment(sheet)
    expect(waiting(sheet)).to_have_count(1)
    sheet.unroute("**/deals/2")
    expect(at.totals(sheet)).to_have_text(BO)
    assert declarers(store) == ["0", "1"]


def test_who_saves_before_it_is_seen_that_the_taker_is_gone_stays_on_the_sheet(sheet, store):
    press(sheet, "take=0-garde", "oudlers=2")
    expect(at.said(sheet, "half")).to_be_visible()
    held = at.first_held(sheet, "**/preview")
    with sheet.expect_request("**/preview"):
        at.take(sheet, "Ana", "Garde").click(force=True)  # pressed once more, it is released
    at.button(sheet, "Save bid").click()
    held[0].continue_()
    expect(at.said(sheet, "early")).to_be_visible()
    assert sheet.url.endswith("/tables/1")
    assert store.deals(1) == []


def test_a_save_touched_before_its_preview_came_is_kept_by_who_leaves_the_page(sheet, store):
    sheet.route("**/preview", lambda route: None)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(0)
    assert store.table(1).deals == 0
    sheet.locator(".icon-button").first.click()
    sheet.wait_for_url("**/")
    sheet.goto("/tables/1")
    expect(at.totals(sheet)).to_have_text(ANA)
    assert declarers(store) == ["0"]


def test_a_phone_that_is_shut_out_keeps_the_deal_until_a_new_link_lets_it_in(sheet, store):
    context = sheet.context
    cookies = context.cookies()
    context.clear_cookies()
    tell(sheet, "0-garde")
    expect(sheet.get_by_text("does not know this table yet, or no longer")).to_be_visible()
    expect(waiting(sheet)).to_contain_text("Deal 1 (Ana, Bo and 2 more) · Ana: Garde")
    sheet.goto("/")
    expect(waiting(sheet)).to_have_count(1)
    expect(sheet.locator("#stuck")).to_be_visible()
    expect(sheet.get_by_role("button", name="Look at it")).to_be_visible()
    assert declarers(store) == []
    context.clear_cookies()
    context.add_cookies(cookies)
    sheet.goto("/tables/1")
    expect(at.totals(sheet)).to_have_text(ANA)
    expect(sheet.locator("#outbox")).to_be_hidden()
    assert declarers(store) == ["0"]


def test_a_deal_that_waited_while_somebody_else_sat_down_asks_first(sheet, store):
    offline(sheet)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    store.substitute(1, 0, "Zoe", key=None, phone="")
    offline(sheet, False)
    expect(sheet.locator("#stuck")).to_be_visible()
    assert declarers(store) == []
    sheet.get_by_role("link", name="Decide").click()
    sheet.get_by_role("button", name="Look at it").click()
    expect(sheet.get_by_text("The seats have changed meanwhile")).to_be_visible()
    expect(at.take(sheet, "Zoe", "Garde")).to_be_checked()
    at.a_moment(sheet)
    at.button(sheet, "Save").click()
    expect(at.totals(sheet)).to_have_text(ANA)
    assert declarers(store) == ["0"]


def test_what_is_half_typed_behind_deals_that_wait_survives_a_reload(sheet, store):
    two_wait(sheet)
    type_points(sheet, "41")
    press(sheet, "take=2-garde")
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        sheet.reload()
    offline(sheet, False)
    sheet.goto("/tables/1")
    expect(at.totals(sheet)).to_have_text(BO)
    expect(at.take(sheet, "Chi", "Garde")).to_be_checked()
    press(sheet, "oudlers=2")
    expect(at.said(sheet, "told")).to_contain_text("Chi, garde, 41 with two oudlers")
    at.button(sheet, "Save").click()
    expect(sheet.locator("#deal-3")).to_be_visible()
    assert declarers(store) == ["0", "1", "2"]


def test_offline_what_the_host_would_refuse_stays_in_the_form_and_holds_up_no_deal(sheet, store):
    """Save is touched on a form that says nothing, and on one that says no more than the bid."""
    offline(sheet)
    at.button(sheet, "Save").click()
    expect(sheet.locator("#connection")).to_be_visible()
    expect(waiting(sheet)).to_have_count(0)
    tell(sheet, "0-garde")
    expect(waiting(sheet)).to_have_count(1)
    offline(sheet, False)
    expect(at.totals(sheet)).to_have_text(ANA)
    press(sheet, "take=1-garde")
    at.a_moment(sheet)
    at.button(sheet, "Save bid").click()
    expect(at.said(sheet, "noted")).to_be_visible()
    offline(sheet)
    at.a_moment(sheet)
    at.button(sheet, "Save").click()
    tell(sheet, "1-garde")
    expect(waiting(sheet)).to_have_count(1)
    offline(sheet, False)
    expect(at.totals(sheet)).to_have_text(BO)
    assert declarers(store) == ["0", "1"]


def test_offline_no_deal_that_nobody_took_is_saved_and_no_bid_as_a_whole_deal(sheet, store):
    """The host would refuse it, and with it hold up the deals behind it."""
    offline(sheet)
    press(sheet, "oudlers=2")
    type_points(sheet, "49")
    expect(sheet.locator(".unanswered")).to_be_visible()
    for button in sheet.locator(".bar :is(.keep, .save)").all():
        expect(button).to_be_hidden()
    press(sheet, "take=0-garde")
    at.button(sheet, "Save").click()
    expect(waiting(sheet)).to_have_count(1)
    press(sheet, "take=0-garde")  # the next deal's
    expect(at.button(sheet, "Save bid")).to_be_visible()  # so it is known that no answer comes
    expect(at.button(sheet, "Save")).to_be_hidden()
    offline(sheet, False)
    expect(at.totals(sheet)).to_have_text(ANA)
