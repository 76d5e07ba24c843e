"""What Safari and Firefox do otherwise, done to this browser: what they lack, keep and restore."""

from __future__ import annotations

import re

import pytest
import touching as at
import world
from hexes import BID, DEAL, begin, won
from pages import press, type_points
from playwright.sync_api import Page, Route, expect
from test_outbox import offline, tell, waiting
from test_plateau_drafts import WORDS

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
# Safari before 16 has no time limit for what is asked, and no form that is sent by a script; before
# 16.4 no button among the data of a form.
OLD = """
delete AbortSignal.timeout;
delete HTMLFormElement.prototype.requestSubmit;
const now = FormData;
window.FormData = class extends now { constructor(form) { super(form); } };
"""
# Firefox says nothing of what had the focus and is gone.
SILENT = "addEventListener('focusout', (event) => event.isTrusted && event.stopPropagation(), true)"
# A page that comes back as the browser had put it away.
GONE_BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
# Safari then empties the fields in which nothing is to be proposed; what comes into them meanwhile.
EMPTIED = f"""(came) => {{
    dispatchEvent(new PageTransitionEvent("pagehide", {{ persisted: true }}));
    {GONE_BACK};
    for (const one of document.querySelectorAll("[autocomplete=off]")) {{
        one.value = came || one.defaultValue;
    }}
}}"""
UNTOUCHED = (
    "Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"
)
JOINED = r"""(all) => all.forEach((one) => {
    one.innerHTML = one.innerHTML.replaceAll("・", "\u2060・\u2060");
})"""
WIDER = "(all) => all.map((one) => one.scrollWidth > one.clientWidth)"
SIDES = """() => [...document.querySelectorAll("a, button, input")]
    .map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 1)
    .flatMap(({ left, right }) => [left, right])"""


# Nor what asks for the size of a part of the page or whether scripts run, nor what cuts without
# scrolling.
NEWER = r"\d+(\.\d+)?cq\w+|container-type|(?<=@)container|\bclip\b(?!-)|\(scripting: *\w+\)"
INSETS = {"insets": {"left": 47, "right": 47, "bottom": 21}}


def without_newer(route: Route) -> None:
    answer = route.fetch(url=route.request.url.replace(world.HOST, "127.0.0.1"))
    route.fulfill(response=answer, body=re.sub(NEWER, "unknown", answer.text()))


@pytest.fixture
def old(another_phone) -> Page:
    """A phone of iOS 15."""
    page = another_phone()
    page.add_init_script(OLD)
    return page


@pytest.fixture
def history(store, open_table, page) -> Page:
    """The history of a table with one deal, looked at; meanwhile there is another one."""
    open_table()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    page.goto("/tables/1/history")
    expect(page.get_by_text("Deal 1")).to_have_count(1)
    store.save_deal(1, 2, GARDE, revision=0, key=None, phone="")
    return page


def test_an_old_phone_opens_a_table_and_its_deals_wait_for_a_silent_host(old, store, open_table):
    """The name of the pressed button is kept with its deal; a deal that is refused comes back on a
    page."""
    open_table()
    complaints = world.listen(old)
    old.goto("/tables/new?table=1")
    at.button(old, "Open").click()
    expect(old).to_have_url("/tables/2")
    tell(old, "0-garde")
    expect(at.totals(old)).to_have_text(["+198", "−66", "−66", "−66"])
    assert complaints == []
    offline(old)
    tell(old, "1-garde")
    expect(waiting(old)).to_have_count(1)
    offline(old, False)
    expect(at.totals(old)).to_have_text(["+132", "+132", "−132", "−132"])
    offline(old)
    at.a_moment(old)
    at.button(old, "All passed").click()
    expect(waiting(old)).to_have_count(1)
    offline(old, False)
    expect(waiting(old)).to_have_count(0)
    told = [deal.facts for deal in store.deals(2)]
    assert [facts.get("declarer") for facts in told] == ["0", "1", None]
    assert told[2] == {"passed": True}
    tell(old, "0-garde", "99")
    expect(old.locator(".problem")).to_be_visible()


def test_an_old_phone_shows_the_board_whole_and_no_wider_than_itself(old, store, open_table):
    begin(store, open_table, won("declarer", "KH"))
    old.route("**/*.css", without_newer)
    old.goto("/tables/1")
    for width in (390, 320):
        old.set_viewport_size({"width": width, "height": 844})
        for name in ("undo", "turn"):
            assert at.place_of(old.locator(f"#{name}"))["width"] <= 60
        small = old.locator(".hex small")
        assert small.evaluate("(one) => getComputedStyle(one).fontSize") == "12px"
        old.locator("#turn").click()
        assert old.evaluate("document.documentElement.scrollWidth") <= width


def test_an_old_phone_offers_who_declares_as_no_partner(old):
    old.route("**/*.css", without_newer)
    old.goto("/calculator/plateau?players=4")
    old.get_by_role("radio", name="Player 2 declares").dispatch_event("click")
    partners = old.locator("#with-whom .cell:visible")
    expect(partners).to_have_text(["Player 1", "Player 3", "Player 4", "alone"])


def test_where_a_japanese_word_breaks_at_blanks_alone_a_game_stays_in_its_frame(another_phone):
    """As in Safari, where words are told not to break; here joiners on both sides of ・ do the
    same."""
    page = another_phone(locale="ja-JP", viewport={"width": 320, "height": 844})
    for path in ("/", "/tables/new", "/evenings/new"):
        page.goto(path)
        games = page.locator(".game-choice")
        games.evaluate_all(JOINED)
        assert games.evaluate_all(WIDER) == [False, False, False], path


def test_a_field_that_asks_for_much_room_makes_no_page_wider(open_table, page):
    """Firefox measures a field in its widest letters, wide in Japanese; here its label is wide."""
    open_table()
    page.goto("/tables/new?table=1&carried=1")
    names = page.locator(".total-list .name")
    names.evaluate_all("""(all) => all.forEach((one) => {
        one.textContent = "W".repeat(60);
        one.style.cssText = "overflow: hidden; white-space: nowrap";
    })""")
    expect(names.first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= world.PHONE["width"]


def test_who_comes_back_from_what_stood_against_a_deal_saves_as_before(
    store, open_table, same_phone
):
    """The page of both versions is left by Back, which shows the sheet as it was put away."""
    open_table()
    same_phone.goto("/tables/1")
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    shown = []
    same_phone.route(  # it does not come: the sheet stays
        "**/tables/1/deals/1",
        lambda route: (
            (shown.append(route), route.fulfill(status=204))
            if route.request.resource_type == "document"
            else route.fallback()
        ),
    )
    type_points(same_phone, "41")
    press(same_phone, "take=1-garde", "oudlers=2")
    at.button(same_phone, "Save").click()
    at.is_held(same_phone, shown)
    same_phone.evaluate(GONE_BACK)
    with same_phone.expect_request("**/tables/1/deals/1") as asked:
        at.button(same_phone, "Save").click()
    assert asked.value.headers["prefer"] == "return=minimal"


def test_cards_half_added_are_still_added_up_after_a_look_elsewhere(open_table, page):
    open_table("tamalou")
    page.goto("/tables/1")
    page.get_by_text("Cards", exact=True).click()
    for value in ("4", "5"):
        at.card(page, value).click()
    page.evaluate(GONE_BACK)
    at.card(page, "6").click()
    assert page.locator("#hands-0").input_value() == "15"


def test_a_browser_puts_nothing_back_but_what_is_left_of_the_same_deal_stays(open_table, own_page):
    """What was in a closed tab is not filled into the form of another deal."""
    open_table()
    own_page.goto("/tables/1")
    press(own_page, "take=0-garde")
    type_points(own_page, "49")
    own_page.add_init_script(UNTOUCHED)
    own_page.reload()
    at.take(own_page, "Bo", "Prise").dispatch_event("click")
    expect(at.take(own_page, "Ana", "Garde")).to_be_checked()
    expect(own_page.locator("#points")).to_have_value("49")
    open_table()
    own_page.goto("/tables/2")
    garde = at.take(own_page, "Ana", "Garde")
    garde.dispatch_event("click")
    expect(at.said(own_page, "empty")).to_be_visible()
    expect(garde).not_to_be_checked()


def test_a_touch_while_a_deal_is_refused_keeps_no_page_of_it_away(store, open_table, same_phone):
    open_table()
    same_phone.goto("/tables/1")
    type_points(same_phone, "41")
    press(same_phone, "take=1-garde", "oudlers=2")
    expect(at.said(same_phone, "told")).to_be_visible()
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    same_phone.route("**/preview", lambda route: None)
    with same_phone.expect_response("**/deals/1") as refused:
        at.button(same_phone, "Save").click()
    assert refused.value.status == 409
    # Its page comes half a second after the answer; meanwhile the keyboard, say, changes the form.
    at.oudlers(same_phone, 3).dispatch_event("click")
    expect(same_phone.locator(".two-versions")).to_be_visible()


def stays(page: Page) -> bool:
    """Whether it is the same page a moment after it has come back."""
    page.evaluate(f"here = 1; {GONE_BACK}")
    at.a_moment(page)
    return page.evaluate("window.here") == 1


def test_a_page_that_was_put_away_is_loaded_anew_once_somebody_answers(history):
    history.context.set_offline(True)
    assert stays(history)
    history.context.set_offline(False)
    with history.expect_navigation():
        history.evaluate(GONE_BACK)
    expect(history.get_by_text("Deal 2")).to_have_count(1)
    history.goto("/tables/1/players")  # so is one whose form was sent
    no_page = lambda route: route.fulfill(status=204)  # noqa: E731
    history.route("**/players", no_page, times=1)
    history.locator("[name=title]").evaluate("(field) => { field.value = 'Friday' }")
    with history.expect_response("**/players"):
        history.locator("form:has([name=title]) button").dispatch_event("click")
    at.a_moment(history)
    with history.expect_navigation():
        history.evaluate(GONE_BACK)


def test_but_not_where_something_is_typed_or_chosen_nor_what_answered_a_form(
    store, open_table, page
):
    open_table()
    page.goto("/tables/1/players")
    page.locator("[name=name]").first.evaluate("(field) => { field.value = 'Half' }")
    assert stays(page)
    page.goto("/import")
    page.locator(".bar .primary").click()
    expect(page.locator(".problem")).to_be_visible()
    assert stays(page)
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana", "Bo"], "tarot", key=None, phone="")
    page.goto("/evenings/1/players")
    page.locator("[name=player]").evaluate("(choice) => { choice.selectedIndex = 1 }")
    assert stays(page)


def test_what_safari_empties_of_a_page_gone_back_to_is_typed_there_all_the_same(open_table, page):
    open_table()
    for path, name in (("/tables/1/paper", "1-card_points"), ("/tables/new", "typed")):
        page.goto(path)
        field = page.locator(f"[name='{name}']")
        field.fill("49")
        for came in ("", "50"):
            page.evaluate(EMPTIED, came)
            at.a_moment(page)
            expect(field).to_have_value(came or "49")


def test_beside_a_notch_nothing_lies_under_it(open_table, store, own_page):
    open_table("plateau")
    own_page.set_viewport_size({"width": 844, "height": 390})
    own_page.context.new_cdp_session(own_page).send("Emulation.setSafeAreaInsetsOverride", INSETS)
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana", "Bo", "Chi"], "tarot", key=None, phone="")
    for path in ("/tables/1", "/", "/tables/new", "/evenings/1/players", "/evenings/1/draw"):
        own_page.goto(path)
        sides = own_page.evaluate(SIDES)
        assert min(sides) >= 47, path
        assert max(sides) <= 844 - 47, path


def test_a_touch_asks_for_its_own_address_though_the_button_before_it_is_gone(
    store, open_table, own_page
):
    open_table("plateau")
    told = BID | {"bids": WORDS, "tricks": [won("declarer", "KH"), won("defence")], "made": True}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    own_page.add_init_script(SILENT)
    own_page.goto(DEAL)
    own_page.get_by_role("button", name="Change the bid").tap()
    with own_page.expect_request("**?asks=bid&all=1"):
        own_page.get_by_role("button", name="Correct the bid").tap()
