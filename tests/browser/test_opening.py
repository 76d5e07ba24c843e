"""Opening a table by touch, and what is agreed before the first deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
import touching as at
from desk import Desk
from playwright.sync_api import Page, Route, expect
from touching import Thumb


def sit_down(page: Page, *names: str) -> None:
    """Types these names at once, as on a phone whose keyboard is up."""
    page.locator("#typed").tap()
    page.keyboard.insert_text(" · ".join(names))
    page.keyboard.press("Enter")
    expect(seated(page).last).to_have_text(names[-1])
    expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)


@pytest.fixture
def unheard(whole_desk) -> Iterator[Desk]:
    """The phone that the tests share, which may complain that nobody answers."""
    yield whole_desk
    whole_desk.page.context.set_offline(False)
    whole_desk.page.unroute_all()


def seated(page: Page):
    """The names in seat order."""
    return page.locator(".seat-list .name")


def dealing(page: Page):
    """The row of who deals next on the sheet."""
    return page.locator(".row").filter(has=page.get_by_role("img", name="deals"))


def test_a_table_of_four_is_opened_by_three_touches_and_the_names_and_only_once(store, page):
    page.goto("/")
    thumb = Thumb(page)
    thumb.touch(page.get_by_role("link", name=re.compile("^French Tarot")))
    expect(page.get_by_text("3 to 5 players")).to_be_visible()
    for name in ("Ana", "Bo", "Chi", "Dana"):
        sit_down(page, name)
    page.keyboard.press("Tab")
    thumb.touch(at.button(page, "Open"))
    expect(page).to_have_url(re.compile("/tables/1$"))
    assert store.table(1).names == ("Ana", "Bo", "Chi", "Dana")
    expect(at.totals(page)).to_have_text(["0", "0", "0", "0"])
    page.go_back()  # what was opened is not made once more
    expect(page.locator("#opening")).to_be_visible()
    expect(seated(page)).to_have_count(0)


def test_a_silent_host_is_said_and_who_sat_down_stays(unheard):
    page = unheard.at("/tables/new")
    sit_down(page, "Ana", "Bo", "Chi")
    page.context.set_offline(True)
    at.button(page, "Open").tap()
    expect(page.locator("#silent")).to_be_visible()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    page.context.set_offline(False)
    expect(page.locator("#silent")).to_be_hidden()
    page.reload()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    at.button(page, "Open").tap()
    expect(page.locator("#record")).to_be_visible()
    assert unheard.newest().names == ("Ana", "Bo", "Chi")


def test_a_reload_or_a_look_at_another_page_keeps_the_table_that_is_made(desk):
    page = desk.at("/tables/new?game=tarot")
    sit_down(page, "Ana", "Bo", "Chi")
    page.get_by_role("radio", name="Bo deals first").set_checked(True, force=True)
    expect(page.locator(".bar .say")).to_contain_text("Bo deals first")
    page.locator("#title").evaluate("(one) => { one.value = 'By the window' }")
    page.locator("#typed").fill("El")
    page.reload()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    expect(page.locator(".bar .say")).to_contain_text("Bo deals first")
    expect(page.locator("#title")).to_have_value("By the window")
    expect(page.locator("#typed")).to_have_value("El")
    page.goto("/rules/tarot")
    page.go_back()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    page.goto("/")
    page.goto("/tables/new?game=tarot")  # a new one is asked for
    expect(page.locator("#opening")).to_be_visible()
    expect(seated(page)).to_have_count(0)


def test_a_reload_that_meets_no_answer_loses_no_name_either(unheard):
    page = unheard.at("/tables/new")
    sit_down(page, "Ana", "Bo")
    page.locator("#typed").fill("El")
    posts = lambda route: route.abort() if route.request.method == "POST" else route.continue_()  # noqa: E731
    page.route("**/tables/new", posts)
    page.reload()
    expect(page.locator("#silent")).to_be_visible()
    expect(seated(page)).to_have_count(0)
    page.unroute("**/tables/new")
    page.reload()
    expect(seated(page)).to_have_text(["Ana", "Bo"])
    expect(page.locator("#typed")).to_have_value("El")


def test_names_typed_quicker_than_the_host_answers_all_sit_down(desk):
    page = desk.at("/tables/new")
    held = []
    page.route("**/tables/new", lambda route: held.append(route))
    page.locator("#typed").tap()
    with page.expect_request("**/tables/new"):
        page.keyboard.type("Ana\nBo\nChi\nDa")
    page.unroute("**/tables/new")
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    expect(page.locator("#typed")).to_have_value("Da")
    page.keyboard.type("na\n")
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi", "Dana"])


def test_a_name_that_met_no_answer_stands_in_its_field_again(unheard):
    page = unheard.at("/tables/new")
    page.route("**/tables/new", lambda route: route.abort())
    page.locator("#typed").tap()
    with page.expect_event("requestfailed"):
        page.keyboard.type("Ana\n")
    page.keyboard.type("Bo\nChi\nDana")
    expect(page.locator("#typed")).to_have_value("Ana · Bo · Chi · Dana")
    page.wait_for_timeout(300)  # until none is on its way any more
    page.unroute("**/tables/new")
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi", "Dana"])
    expect(page.locator("#typed")).to_have_value("")


def held_back(page: Page) -> list[Route]:
    """The first names, on their way until they are let go."""
    held: list[Route] = []
    page.route("**/tables/new", lambda route: held.append(route), times=1)
    page.locator("#typed").tap()
    return held


def test_a_name_typed_in_place_of_one_that_is_under_way_is_the_next_one(desk):
    page = desk.at("/tables/new")
    held = held_back(page)
    with page.expect_request("**/tables/new"):
        page.keyboard.type("Ana\n")
    page.keyboard.press("Control+a")
    page.keyboard.type("Bob")
    at.is_held(page, held).continue_()
    expect(seated(page)).to_have_text(["Ana"])
    expect(page.locator("#typed")).to_have_value("Bob")
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bob"])


def test_a_name_refused_before_others_stands_before_them_and_may_be_taken_out(desk):
    page = desk.at("/tables/new")
    held = held_back(page)
    with page.expect_request("**/tables/new"):
        page.keyboard.type("Ana\n")
    page.keyboard.type("ana\nBo\nChi")
    at.is_held(page, held).continue_()
    expect(page.locator("main [role=alert], main .problem").first).to_be_visible()
    expect(page.locator("#typed")).to_have_value("ana · Bo · Chi")
    page.locator("#typed").fill(" ·  · Bo · Chi")
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])


def test_a_name_that_met_an_error_is_not_lost(another_phone):
    page = another_phone()
    page.clock.install()
    page.goto("/tables/new")
    held = held_back(page)
    with page.expect_request("**/tables/new"):
        page.keyboard.type("Ana\n")
    page.keyboard.type("Bo\nChi\n")
    page.route("**/tables/new", lambda route: route.fulfill(status=500), times=1)
    with page.expect_response(lambda answer: answer.status == 500):
        at.is_held(page, held).continue_()
    expect(page.locator("#typed")).to_have_value("Bo · Chi · ")
    expect(page.locator("#silent")).to_contain_text("The host did not take that.")
    page.clock.fast_forward(5_000)  # longer than a silent host is left alone
    page.wait_for_timeout(300)
    expect(page.locator("#silent")).to_be_visible()
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    expect(page.locator("#silent")).to_be_hidden()


def test_open_takes_the_names_that_wait_along(desk):
    page = desk.at("/tables/new")
    sit_down(page, "Ana", "Bo", "Chi")
    held = []
    adds = "add_typed=1"
    page.route(
        "**/tables/new",
        lambda route: held.append(route) if adds in route.request.post_data else route.continue_(),
    )
    page.locator("#typed").tap()
    page.keyboard.type("Dana\nEli")
    at.button(page, "Open").tap()
    expect(page.locator("#record")).to_be_visible()
    page.unroute_all()
    assert len(held) == 1
    assert desk.newest().names == ("Ana", "Bo", "Chi", "Dana", "Eli")


def test_the_field_waits_for_the_next_name_or_keeps_those_that_cannot_sit_there(
    desk,
):
    page = desk.at("/tables/new")
    sit_down(page, "Ana")
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("")
    page.locator("#typed").fill("Bo · ana · Chi")
    at.button(page, "Add").click()
    expect(seated(page)).to_have_text(["Ana", "Bo"])
    expect(page.locator("#typed")).to_have_value("ana · Chi")
    expect(page.locator("main [role=alert], main .problem").first).to_be_visible()


@pytest.fixture(scope="module")
def their_table(whole_desk) -> int:
    """The table of four friends at which they played before."""
    return whole_desk.opened()


@pytest.fixture
def of_friends(desk, their_table) -> Iterator[Page]:
    """An empty form of a new table on their phone."""
    yield desk.at("/tables/new")
    desk.page.unroute_all()


@pytest.fixture
def same_friends(desk, their_table) -> Iterator[Page]:
    """The form of a new table of theirs."""
    yield desk.at(f"/tables/new?table={their_table}")
    desk.page.unroute_all()


def test_recent_names_are_chips_of_one_touch_seats_are_moved_up_and_people_leave(of_friends):
    thumb = Thumb(of_friends)
    for name in ("Chi", "Ana", "Bo"):
        thumb.reach(at.button(of_friends, name))
        expect(seated(of_friends).last).to_have_text(name)
    expect(at.button(of_friends, "Chi")).to_be_disabled()
    expect(seated(of_friends)).to_have_text(["Chi", "Ana", "Bo"])
    thumb.reach(at.button(of_friends, "Move Bo up"))
    expect(seated(of_friends).last).to_have_text("Ana")
    thumb.reach(at.button(of_friends, "Remove Chi"))
    expect(seated(of_friends)).to_have_text(["Bo", "Ana"])


def test_chips_touched_quicker_than_the_host_answers_all_sit_down(of_friends):
    held = at.first_held(of_friends, "**/tables/new")
    with of_friends.expect_request("**/tables/new"):
        at.button(of_friends, "Chi").tap()
    for name in ("Ana", "Ana", "Dana"):
        at.button(of_friends, name).tap()
    at.is_held(of_friends, held).continue_()
    expect(seated(of_friends)).to_have_text(["Chi", "Ana", "Dana"])


def test_the_last_of_two_who_are_said_to_deal_first_does(desk, same_friends):
    draw_anew = says(same_friends)
    same_friends.get_by_role("radio", name="Dana deals first").tap(force=True)
    draw_anew()
    expect(same_friends.get_by_role("radio", name="Dana deals first")).to_be_checked()
    expect(same_friends.locator(".htmx-request")).to_have_count(0)
    at.button(same_friends, "Open").tap()
    expect(dealing(same_friends)).to_contain_text("Dana")
    assert desk.newest().dealer == 3


def test_who_is_said_to_deal_first_while_rows_move_up_is_nobody_else(same_friends):
    held = at.first_held(same_friends, "**/tables/new")
    with same_friends.expect_request("**/tables/new"):
        at.button(same_friends, "Remove Ana").tap()
    same_friends.get_by_role("radio", name="Bo deals first").tap(force=True)
    at.is_held(same_friends, held).continue_()
    expect(seated(same_friends)).to_have_text(["Bo", "Chi", "Dana"])
    expect(same_friends.locator(".htmx-request")).to_have_count(0)
    expect(same_friends.get_by_role("radio", name="Chi deals first")).not_to_be_checked()


def says(page: Page) -> Callable[[], None]:
    """Says that Chi deals first; what is returned lets the answer come."""
    page.evaluate("document.getElementById('opening').dataset.before = true")
    said = at.first_held(page, "**/tables/new")
    with page.expect_request("**/tables/new"):
        Thumb(page).reach(page.get_by_role("radio", name="Chi deals first"))

    def answered() -> None:
        said[0].continue_()
        expect(page.locator("#opening[data-before]")).to_have_count(0)

    return answered


def test_a_table_opens_though_its_form_is_drawn_anew_under_the_mouse(desk, same_friends):
    draw_anew = says(same_friends)
    place = at.place_of(at.button(same_friends, "Open"))
    same_friends.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    same_friends.mouse.down()
    draw_anew()
    same_friends.mouse.up()
    expect(dealing(same_friends)).to_contain_text("Chi")
    assert desk.newest().dealer == 2


def answer_held(page: Page, control) -> Callable[[], None]:
    """Touches a control; what is returned lets the answer come, and waits until it is drawn."""
    page.evaluate("document.getElementById('opening').dataset.before = true")
    held = at.first_held(page, "**/tables/new")
    with page.expect_request("**/tables/new"):
        control.tap(force=True)

    def answered() -> None:
        at.is_held(page, held).continue_()
        expect(page.locator("#opening[data-before]")).to_have_count(0)
        expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)

    return answered


def test_totals_ticked_and_typed_while_the_host_is_asked_stay(desk, same_friends):
    same_friends.get_by_label("Totals from paper").tap()
    same_friends.get_by_label("Total of Ana").fill("120")
    answered = answer_held(same_friends, same_friends.get_by_role("radio", name="Chi deals first"))
    same_friends.get_by_label("Total of Bo").tap()
    same_friends.keyboard.type("-12")
    answered()
    expect(same_friends.get_by_label("Total of Bo")).to_be_focused()
    same_friends.keyboard.type("0")
    expect(same_friends.get_by_label("Total of Bo")).to_have_value("-120")
    at.button(same_friends, "Open").tap()
    expect(at.totals(same_friends)).to_have_text(["+120", "−120", "0", "0"])
    assert (desk.newest().totals, desk.newest().dealer) == ((240, -240, 0, 0), 2)


def test_a_table_opens_as_touched_and_typed_though_its_form_is_drawn_anew_while_the_host_is_asked(
    desk, same_friends
):
    same_friends.get_by_label("Totals from paper").tap()
    same_friends.get_by_label("Total of Ana").fill("120")
    dealer = same_friends.get_by_role("radio", name="Chi deals first")
    drawn_anew = answer_held(same_friends, dealer)
    same_friends.get_by_label("Total of Bo").fill("-120")
    asked = at.first_held(same_friends, "**/healthz")
    with same_friends.expect_request("**/healthz"):
        at.button(same_friends, "Open").tap()
    drawn_anew()
    at.is_held(same_friends, asked).continue_()
    expect(at.totals(same_friends)).to_have_text(["+120", "−120", "0", "0"])
    assert desk.newest().dealer == 2


def test_totals_from_paper_ticked_while_the_host_is_asked_stay_ticked(same_friends):
    answered = answer_held(same_friends, same_friends.get_by_role("radio", name="Chi deals first"))
    same_friends.get_by_label("Totals from paper").tap()
    same_friends.get_by_label("Total of Bo").fill("7")
    answered()
    expect(same_friends.get_by_label("Totals from paper")).to_be_checked()
    expect(same_friends.get_by_label("Total of Bo")).to_have_value("7")
    answered = answer_held(same_friends, at.button(same_friends, "Move Bo up"))
    same_friends.get_by_label("Totals from paper").tap()
    answered()
    expect(same_friends.get_by_label("Totals from paper")).not_to_be_checked()
    expect(same_friends.locator("[name=start]").first).to_have_value("7")


def test_a_total_goes_along_with_its_name_that_moves_meanwhile(same_friends):
    same_friends.get_by_label("Totals from paper").tap()
    answered = answer_held(same_friends, at.button(same_friends, "Remove Ana"))
    same_friends.get_by_label("Total of Chi").fill("31")
    answered()
    expect(seated(same_friends)).to_have_text(["Bo", "Chi", "Dana"])
    starts = same_friends.locator("[name=start]").evaluate_all(
        "(all) => all.map((one) => one.value)"
    )
    assert starts == ["", "31", ""]


def test_the_keyboard_stays_with_a_total_though_a_name_sat_down_meanwhile(desk):
    page = desk.at("/tables/new?game=tarot")
    sit_down(page, "Ana", "Bo", "Chi")
    page.get_by_label("Totals from paper").tap()
    page.locator("#typed").fill("Dana")
    answered = answer_held(page, at.button(page, "Add"))
    page.get_by_label("Total of Bo").tap()
    page.keyboard.type("1")
    answered()
    page.keyboard.type("5")
    expect(page.get_by_label("Total of Bo")).to_have_value("15")
    expect(page.locator("#typed")).to_have_value("")
    page.unroute_all()


def test_a_keyboard_goes_on_where_it_was_though_all_is_drawn_anew(page, open_table):
    open_table(names=("Ana", "Bo", "Chi"))
    page.goto("/tables/new?game=tarot")

    def after(key: str, *names: str) -> None:
        page.keyboard.press(key)
        expect(seated(page)).to_have_text([*names])
        expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)

    chips = page.get_by_role("group", name="Recent names").get_by_role("button")
    chips.first.focus()
    after("Enter", "Ana")
    expect(chips.nth(1)).to_be_focused()
    after("Enter", "Ana", "Bo")
    after("Enter", "Ana", "Bo", "Chi")
    at.button(page, "Move Ana down").focus()
    after("Enter", "Bo", "Ana", "Chi")
    expect(at.button(page, "Move Ana down")).to_be_focused()
    after("Enter", "Bo", "Chi", "Ana")
    expect(at.button(page, "Move Ana up")).to_be_focused()
    at.button(page, "Remove Chi").focus()
    after("Enter", "Bo", "Ana")
    expect(at.button(page, "Remove Ana")).to_be_focused()
    page.get_by_label("Bo deals first").focus()
    after("ArrowDown", "Bo", "Ana")
    expect(page.get_by_label("Ana deals first")).to_be_focused()
    page.get_by_label("French Tarot").focus()
    after("ArrowRight", "Bo", "Ana")
    expect(page.get_by_role("heading", name="Seats, clockwise")).to_be_visible()
    expect(page.get_by_label("Le Plateau")).to_be_focused()


def test_rules_agreed_while_a_name_sits_down_are_those_that_were_touched(desk):
    """Other seats have other rules to choose from: they are drawn anew."""
    page = desk.at("/tables/new?game=tarot")
    sit_down(page, "Ana", "Bo", "Chi")
    page.locator("#typed").fill("Dana")
    answered = answer_held(page, at.button(page, "Add"))
    page.get_by_role("radio", name="Federation").check(force=True)
    page.get_by_text("Slam, half points").click()
    page.get_by_label("Double").fill("35")
    page.get_by_label("Deals planned: other").fill("7")
    answered()
    expect(page.locator("[id^=rules-tarot-4]")).to_have_count(1)
    expect(page.get_by_role("radio", name="Federation")).to_be_checked()
    expect(page.get_by_label("Double")).to_have_value("35")
    expect(page.get_by_label("Deals planned: other")).to_have_value("7")
    answered = answer_held(page, page.get_by_role("radio", name="Tamalou"))
    page.locator("[name=deals][value='8']").check(force=True)  # of a game that is played no more
    answered()
    expect(page.locator("[name=deals][value='8']")).not_to_be_checked()
    page.unroute_all()


def test_a_touch_counts_once_though_the_form_is_drawn_anew_under_the_finger(same_friends):
    draw_anew = says(same_friends)
    control = same_friends.get_by_role("button", name="Remove Bo")
    control.scroll_into_view_if_needed()
    sent: list[str] = []
    same_friends.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    with at.finger(control):
        draw_anew()
    expect(seated(same_friends)).to_have_text(["Ana", "Chi", "Dana"])
    assert "healthz" not in sent  # the click came by itself: nothing is sent in its place


def test_what_is_agreed_before_an_answer_stays(desk, same_friends):
    draw_anew = says(same_friends)
    same_friends.get_by_role("radio", name="Federation").check(force=True)
    same_friends.get_by_text("Name of the table").click()
    same_friends.locator("#title").fill("The oak table")
    draw_anew()
    at.button(same_friends, "Open").tap()
    expect(dealing(same_friends)).to_contain_text("Chi")
    table = desk.newest()
    assert (table.title, table.rules["preset"], table.dealer) == ("The oak table", "fft", 2)


def game(page: Page, name: str):
    """The card of a game on the form of a new table."""
    return page.locator(".game-choice", has_text=name)


def test_another_game_keeps_the_names_and_shows_its_own_options(desk):
    page = desk.at("/tables/new?game=tarot")
    sit_down(page, "Ana", "Bo")
    game(page, "Tamalou").tap()
    expect(page.get_by_text("Tamalou, 2 players.")).to_be_visible()
    expect(seated(page)).to_have_text(["Ana", "Bo"])
    expect(page.locator("legend", has_text="Kamikaze").first).to_be_visible()
    at.button(page, "Open").click()
    expect(page.locator("#record")).to_be_visible()
    assert (desk.newest().game, desk.newest().names) == ("tamalou", ("Ana", "Bo"))


def test_it_is_said_what_ends_the_game_as_it_is_chosen(desk):
    page = desk.at("/tables/new?game=tamalou")
    limit, deals = page.locator("[name=limit]"), page.locator("[name=deals]")
    says = page.locator(".which")
    shown = says.locator("p:visible")
    expect(shown).to_have_text("It ends as soon as a total reaches the limit.")
    deals.nth(2).check(force=True)
    expect(shown).to_have_text("It ends after the planned deals; no total ends it.")
    limit.nth(1).check(force=True)
    expect(shown).to_have_text(re.compile("whichever comes first"))
    deals.first.check(force=True)
    limit.nth(4).check(force=True)
    expect(shown).to_have_text("Neither: it ends when the table stops.")
    deals.last.fill("10")
    expect(shown).to_have_text("It ends after the planned deals; no total ends it.")
    limit.last.fill("120")
    expect(shown).to_have_text(re.compile("whichever comes first"))
    deals.last.fill("")
    expect(shown).to_have_text("It ends as soon as a total reaches the limit.")


def test_totals_from_paper_are_asked_once_they_are_ticked(desk, same_friends):
    """A number that cannot be comes back beside its field, with all that was typed."""
    expect(same_friends.get_by_label("Total of Bo")).to_be_hidden()
    same_friends.get_by_label("Totals from paper").tap()
    for name, total in [("Ana", "131"), ("Bo", "-182"), ("Chi", "many"), ("Dana", "51")]:
        same_friends.get_by_label(f"Total of {name}").fill(total)
    at.button(same_friends, "Open").click()
    expect(same_friends.locator(".problem")).to_have_text('"many" is not a number')
    expect(same_friends.get_by_label("Total of Chi")).to_be_focused()
    expect(same_friends.get_by_label("Total of Bo")).to_have_value("-182")
    same_friends.get_by_label("Total of Chi").fill("0")
    at.button(same_friends, "Open").click()
    expect(at.totals(same_friends)).to_have_text(["+131", "−182", "0", "+51"])
    assert desk.newest().totals == (262, -364, 0, 102)


def test_where_others_have_said_what_cards_are_worth_no_joker_is_asked_for(desk):
    page = desk.at(f"/tables/{desk.opened('tamalou')}/options")
    joker = page.locator("[name='card_values-joker'][value='20']")
    expect(joker).to_be_attached()
    page.get_by_text("What cards are worth, jokers").click()
    expect(joker).to_be_visible()
    page.locator("[name=card_values][value=cabo]").check(force=True)
    expect(joker).to_be_hidden()


def test_on_a_laptop_the_rules_stand_beside_who_plays(page):
    """And on a phone below it."""
    page.goto("/tables/new")
    name, rules = page.locator("#typed"), page.get_by_role("heading", name="Rules")
    above, below = name.bounding_box(), rules.bounding_box()
    assert below["y"] > above["y"] + above["height"]
    page.set_viewport_size({"width": 1366, "height": 768})
    left, right = name.bounding_box(), rules.bounding_box()
    assert right["x"] > left["x"] + left["width"]
    assert right["y"] < left["y"]
