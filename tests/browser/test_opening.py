"""Opening a table by touch, and what is agreed before the first deal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import touching as at
from playwright.sync_api import Page, Route, expect
from touching import Thumb


def sit_down(page: Page, *names: str) -> None:
    """Types names one after the other, as on a phone whose keyboard is up."""
    page.locator("#typed").tap()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(seated(page).filter(has_text=re.compile(f"^{name}$"))).to_be_visible()
        expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)


def seated(page: Page):
    """The names in seat order."""
    return page.locator(".seat-list .name")


def dealing(page: Page):
    """The row of who deals next on the sheet."""
    return page.locator(".row").filter(has=page.get_by_role("img", name="deals"))


def test_a_table_of_four_is_opened_by_three_touches_and_the_names(store, page):
    page.goto("/")
    thumb = Thumb(page)
    thumb.touch(page.get_by_role("link", name=re.compile("^French Tarot")))
    expect(page.get_by_text("3 to 5 players")).to_be_visible()
    sit_down(page, "Ana", "Bo", "Chi", "Dana")
    page.keyboard.press("Tab")
    thumb.touch(at.button(page, "Open"))
    expect(page).to_have_url(re.compile("/tables/1$"))
    assert store.table(1).names == ("Ana", "Bo", "Chi", "Dana")
    expect(at.totals(page)).to_have_text(["0", "0", "0", "0"])


def test_a_silent_host_is_said_and_who_sat_down_stays(store, another_phone):
    page = another_phone()
    page.goto("/tables/new")
    sit_down(page, "Ana", "Bo", "Chi", "Dana")
    page.context.set_offline(True)
    at.button(page, "Open").tap()
    expect(page.locator("#silent")).to_be_visible()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi", "Dana"])
    page.context.set_offline(False)
    expect(page.locator("#silent")).to_be_hidden()
    page.reload()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi", "Dana"])
    at.button(page, "Open").tap()
    expect(page).to_have_url(re.compile("/tables/1$"))
    assert store.table(1).names == ("Ana", "Bo", "Chi", "Dana")


def test_a_reload_keeps_the_table_that_is_made(page):
    page.goto("/tables/new?game=tarot")
    sit_down(page, "Ana", "Bo", "Chi", "Dana")
    page.get_by_role("radio", name="Bo deals first").set_checked(True, force=True)
    expect(page.locator(".bar .say")).to_contain_text("Bo deals first")
    page.locator("#title").evaluate("(one) => { one.value = 'By the window' }")
    page.locator("#typed").fill("El")
    page.reload()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi", "Dana"])
    expect(page.locator(".bar .say")).to_contain_text("Bo deals first")
    expect(page.locator("#title")).to_have_value("By the window")
    expect(page.locator("#typed")).to_have_value("El")


def test_a_reload_that_meets_no_answer_loses_no_name_either(another_phone):
    page = another_phone()
    page.goto("/tables/new")
    sit_down(page, "Ana", "Bo", "Chi", "Dana")
    page.locator("#typed").fill("El")
    posts = lambda route: route.abort() if route.request.method == "POST" else route.continue_()  # noqa: E731
    page.route("**/tables/new", posts)
    page.reload()
    expect(page.locator("#silent")).to_be_visible()
    expect(seated(page)).to_have_count(0)
    page.unroute("**/tables/new")
    page.reload()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi", "Dana"])
    expect(page.locator("#typed")).to_have_value("El")


def test_so_does_a_look_at_another_page(page):
    page.goto("/tables/new?game=tamalou")
    sit_down(page, "Ana", "Bo", "Chi")
    page.goto("/rules/tamalou")
    page.go_back()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])


def test_a_new_table_is_asked_for_anew(page):
    page.goto("/tables/new")
    sit_down(page, "Ana", "Bo", "Chi", "Dana")
    page.goto("/")
    page.goto("/tables/new")
    expect(page.locator("#opening")).to_be_visible()
    expect(seated(page)).to_have_count(0)


def test_a_table_that_was_opened_is_not_made_once_more(store, page):
    page.goto("/tables/new")
    sit_down(page, "Ana", "Bo", "Chi", "Dana")
    at.button(page, "Open").tap()
    expect(page).to_have_url(re.compile("/tables/1$"))
    page.go_back()
    expect(page.locator("#opening")).to_be_visible()
    expect(seated(page)).to_have_count(0)


def test_the_field_keeps_the_focus_for_the_next_name(page):
    page.goto("/tables/new")
    sit_down(page, "Ana", "Bo")
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("")


def test_names_typed_quicker_than_the_host_answers_all_sit_down(page):
    page.goto("/tables/new")
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


def test_a_name_that_met_no_answer_stands_in_its_field_again(another_phone):
    page = another_phone()
    page.goto("/tables/new")
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
    page.goto("/tables/new")
    page.route("**/tables/new", lambda route: held.append(route), times=1)
    page.locator("#typed").tap()
    return held


def test_a_name_typed_in_place_of_one_that_is_under_way_is_the_next_one(page):
    held = held_back(page)
    with page.expect_request("**/tables/new"):
        page.keyboard.type("Ana\n")
    page.keyboard.press("Control+a")
    page.keyboard.type("Bob")
    held[0].continue_()
    expect(seated(page)).to_have_text(["Ana"])
    expect(page.locator("#typed")).to_have_value("Bob")
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bob"])


def test_a_name_refused_before_others_stands_before_them_and_may_be_taken_out(page):
    held = held_back(page)
    with page.expect_request("**/tables/new"):
        page.keyboard.type("Ana\n")
    page.keyboard.type("ana\nBo\nChi")
    held[0].continue_()
    expect(page.locator("main [role=alert], main .problem").first).to_be_visible()
    expect(page.locator("#typed")).to_have_value("ana · Bo · Chi")
    page.locator("#typed").fill(" ·  · Bo · Chi")
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])


def test_a_name_that_met_an_error_is_not_lost(another_phone):
    page = another_phone()
    page.clock.install()
    held = held_back(page)
    with page.expect_request("**/tables/new"):
        page.keyboard.type("Ana\n")
    page.keyboard.type("Bo\nChi\n")
    page.route("**/tables/new", lambda route: route.fulfill(status=500), times=1)
    with page.expect_response(lambda answer: answer.status == 500):
        held[0].continue_()
    expect(page.locator("#typed")).to_have_value("Bo · Chi · ")
    expect(page.locator("#silent")).to_contain_text("The host did not take that.")
    page.clock.fast_forward(5_000)  # longer than a silent host is left alone
    page.wait_for_timeout(300)
    expect(page.locator("#silent")).to_be_visible()
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    expect(page.locator("#silent")).to_be_hidden()


def test_open_takes_the_names_that_wait_along(store, page):
    page.goto("/tables/new")
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
    expect(page).to_have_url(re.compile("/tables/1$"))
    assert len(held) == 1
    assert store.table(1).names == ("Ana", "Bo", "Chi", "Dana", "Eli")


def test_a_name_among_several_that_cannot_sit_there_stands_in_the_field(page):
    page.goto("/tables/new")
    sit_down(page, "Ana")
    page.locator("#typed").fill("Bo · ana · Chi")
    page.keyboard.press("Enter")
    expect(seated(page)).to_have_text(["Ana", "Bo"])
    expect(page.locator("#typed")).to_have_value("ana · Chi")
    expect(page.locator("main [role=alert], main .problem").first).to_be_visible()


def test_the_direction_of_the_game_stands_beside_the_seats(page):
    page.goto("/tables/new")
    expect(page.get_by_role("heading", name="Seats, anticlockwise")).to_be_visible()


@pytest.fixture
def friends(open_table, page) -> Page:
    """The form of a new table on the phone of four friends who played before."""
    open_table()
    page.goto("/tables/new")
    return page


def test_recent_names_are_chips_of_one_touch(friends):
    thumb = Thumb(friends)
    for name in ("Chi", "Ana", "Bo"):
        thumb.reach(at.button(friends, name))
        expect(seated(friends).last).to_have_text(name)
    expect(at.button(friends, "Chi")).to_be_disabled()
    expect(seated(friends)).to_have_text(["Chi", "Ana", "Bo"])


def test_chips_touched_quicker_than_the_host_answers_all_sit_down(friends):
    held = at.first_held(friends, "**/tables/new")
    with friends.expect_request("**/tables/new"):
        at.button(friends, "Chi").tap()
    for name in ("Ana", "Ana", "Dana"):
        at.button(friends, name).tap()
    held[0].continue_()
    expect(seated(friends)).to_have_text(["Chi", "Ana", "Dana"])


def test_the_last_of_two_who_are_said_to_deal_first_does(store, friends, draw_anew):
    friends.get_by_role("radio", name="Dana deals first").tap(force=True)
    draw_anew()
    expect(friends.get_by_role("radio", name="Dana deals first")).to_be_checked()
    expect(friends.locator(".htmx-request")).to_have_count(0)
    at.button(friends, "Open").tap()
    expect(dealing(friends)).to_contain_text("Dana")
    assert store.table(2).dealer == 3


def test_who_is_said_to_deal_first_while_rows_move_up_is_nobody_else(friends):
    friends.goto("/tables/new?table=1")
    held = at.first_held(friends, "**/tables/new")
    with friends.expect_request("**/tables/new"):
        at.button(friends, "Remove Ana").tap()
    friends.get_by_role("radio", name="Bo deals first").tap(force=True)
    held[0].continue_()
    expect(seated(friends)).to_have_text(["Bo", "Chi", "Dana"])
    expect(friends.locator(".htmx-request")).to_have_count(0)
    expect(friends.get_by_role("radio", name="Chi deals first")).not_to_be_checked()


def test_seats_are_moved_up_and_people_leave_by_touch(friends):
    thumb = Thumb(friends)
    for name in ("Chi", "Ana", "Bo"):
        thumb.reach(at.button(friends, name))
        expect(seated(friends).last).to_have_text(name)
    thumb.reach(at.button(friends, "Move Bo up"))
    expect(seated(friends).last).to_have_text("Ana")
    thumb.reach(at.button(friends, "Remove Chi"))
    expect(seated(friends)).to_have_text(["Bo", "Ana"])


def test_who_deals_first_can_be_said(store, friends):
    friends.goto("/tables/new?table=1")
    Thumb(friends).reach(friends.get_by_role("radio", name="Chi deals first"))
    at.button(friends, "Open").click()
    expect(dealing(friends)).to_contain_text("Chi")
    assert store.table(2).dealer == 2


@pytest.fixture
def draw_anew(friends) -> Callable[[], None]:
    """Says that Chi deals first; what is returned lets the answer come."""
    friends.goto("/tables/new?table=1")
    friends.evaluate("document.getElementById('opening').dataset.before = true")
    said = at.first_held(friends, "**/tables/new")
    with friends.expect_request("**/tables/new"):
        Thumb(friends).reach(friends.get_by_role("radio", name="Chi deals first"))

    def answered() -> None:
        said[0].continue_()
        expect(friends.locator("#opening[data-before]")).to_have_count(0)

    return answered


def test_a_table_opens_though_its_form_is_drawn_anew_while_the_host_is_asked(
    store, friends, draw_anew
):
    asked = at.first_held(friends, "**/healthz")
    with friends.expect_request("**/healthz"):
        at.button(friends, "Open").tap()
    draw_anew()
    asked[0].continue_()
    expect(dealing(friends)).to_contain_text("Chi")
    assert store.table(2).dealer == 2


def test_a_table_opens_though_its_form_is_drawn_anew_under_the_mouse(store, friends, draw_anew):
    place = at.place_of(at.button(friends, "Open"))
    friends.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    friends.mouse.down()
    draw_anew()
    friends.mouse.up()
    expect(dealing(friends)).to_contain_text("Chi")
    assert store.table(2).dealer == 2


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Move Dana up", ["Ana", "Bo", "Dana", "Chi"]),
        ("Remove Bo", ["Ana", "Chi", "Dana"]),
    ],
)
def test_a_touch_counts_once_though_the_form_is_drawn_anew_under_the_finger(
    friends, draw_anew, name, left
):
    control = friends.get_by_role("button", name=name)
    control.scroll_into_view_if_needed()
    sent: list[str] = []
    friends.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    with at.finger(control):
        draw_anew()
    expect(seated(friends)).to_have_text(left)
    assert "healthz" not in sent  # the click came by itself: nothing is sent in its place


def test_what_is_agreed_before_an_answer_stays(store, friends, draw_anew):
    friends.get_by_role("radio", name="Federation").check(force=True)
    friends.get_by_text("Name of the table").click()
    friends.locator("#title").fill("The oak table")
    draw_anew()
    at.button(friends, "Open").tap()
    expect(dealing(friends)).to_contain_text("Chi")
    table = store.table(2)
    assert (table.title, table.rules["preset"]) == ("The oak table", "fft")


def test_the_options_of_the_last_table_of_this_phone_are_proposed(friends):
    friends.goto("/tables/new?table=1")
    friends.get_by_role("radio", name="Federation").check(force=True)
    friends.locator("input[name=deals][value='8']").check(force=True)
    at.button(friends, "Open").click()
    expect(friends.get_by_text("Deal 1 of 8")).to_be_visible()
    friends.goto("/tables/new")
    expect(friends.get_by_role("radio", name="Federation")).to_be_checked()
    expect(friends.locator("input[name=deals][value='8']")).to_be_checked()


@pytest.fixture
def five_of_whom_four_play(friends) -> Page:
    """A fifth name, and the choice that the dealer sits out; opened, Ana deals first."""
    friends.goto("/tables/new?table=1")
    sit_down(friends, "Eli")
    friends.get_by_text("4, the dealer sits out").click()
    expect(friends.get_by_text("French Tarot, 4 players.")).to_be_visible()
    friends.get_by_role("radio", name="Ana deals first", exact=True).check(force=True)
    at.button(friends, "Open").click()
    expect(friends.locator("#record")).to_be_visible()
    return friends


def test_with_one_name_more_than_play_the_dealer_sits_out(five_of_whom_four_play):
    row = five_of_whom_four_play.locator(".row.sits-out")
    expect(row).to_contain_text("Ana")
    expect(row.locator("input")).to_have_count(0)


def test_who_sits_out_scores_nothing_and_plays_the_next_deal(five_of_whom_four_play):
    page = five_of_whom_four_play
    Thumb(page).touch_all(
        at.take(page, "Bo", "Garde"),
        at.oudlers(page, 2),
        at.key(page, "4"),
        at.key(page, "9"),
        at.button(page, "Save"),
    )
    expect(at.deals(page)).to_have_count(1)
    expect(at.totals(page)).to_have_text(["0", "+198", "−66", "−66", "−66"])
    expect(page.locator(".row.sits-out")).to_contain_text("Bo")


def test_options_can_be_agreed_anew_until_the_first_deal(store, friends):
    friends.goto("/tables/1/options")
    friends.get_by_role("radio", name="Federation").check(force=True)
    at.button(friends, "Agree").click()
    expect(friends.locator("#record")).to_be_visible()
    assert store.table(1).rules["preset"] == "fft"


def test_the_same_name_twice_is_refused_in_place(friends):
    friends.goto("/tables/new?table=1")
    friends.locator("#typed").fill("ana")
    at.button(friends, "Add").click()
    expect(friends.locator(".problem")).to_be_visible()
    expect(seated(friends)).to_have_count(4)


def game(page: Page, name: str):
    """The card of a game on the form of a new table."""
    return page.locator(".game-choice", has_text=name)


def test_another_game_keeps_the_names_and_shows_its_own_options(store, page):
    page.goto("/tables/new")
    sit_down(page, "Ana", "Bo", "Chi")
    game(page, "Tamalou").tap()
    expect(page.get_by_text("Tamalou, 3 players.")).to_be_visible()
    expect(seated(page)).to_have_text(["Ana", "Bo", "Chi"])
    expect(page.locator("legend", has_text="Kamikaze").first).to_be_visible()
    at.button(page, "Open").click()
    expect(page).to_have_url(re.compile("/tables/1$"))
    assert (store.table(1).game, store.table(1).names) == ("tamalou", ("Ana", "Bo", "Chi"))


def test_it_is_said_what_ends_the_game_as_it_is_chosen(page):
    page.goto("/tables/new?game=tamalou")
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


def test_totals_from_paper_are_asked_once_they_are_ticked(store, friends):
    """A number that cannot be comes back beside its field, with all that was typed."""
    friends.goto("/tables/new?table=1")
    expect(friends.get_by_label("Total of Bo")).to_be_hidden()
    friends.get_by_label("Totals from paper").tap()
    for name, total in [("Ana", "131"), ("Bo", "-182"), ("Chi", "many"), ("Dana", "51")]:
        friends.get_by_label(f"Total of {name}").fill(total)
    at.button(friends, "Open").click()
    expect(friends.locator(".problem")).to_have_text('"many" is not a number')
    expect(friends.get_by_label("Total of Chi")).to_be_focused()
    expect(friends.get_by_label("Total of Bo")).to_have_value("-182")
    friends.get_by_label("Total of Chi").fill("0")
    at.button(friends, "Open").click()
    expect(at.totals(friends)).to_have_text(["+131", "−182", "0", "+51"])
    assert store.table(2).totals == (262, -364, 0, 102)


@pytest.fixture
def low(store, open_table, page) -> Page:
    """The sheet of four friends whose totals are 41, 67, 88 and 23."""
    open_table("tamalou")
    hands = {"0": 41, "1": 67, "2": 88, "3": 23}
    facts = {"caller": None, "hands": hands}
    store.save_deal(1, 1, facts, revision=0, key=None, phone="")
    page.goto("/tables/1")
    return page


def test_one_leaves_another_joins_and_the_totals_go_along(low):
    low.goto("/tables/1/more")
    low.get_by_role("link", name="Somebody joins or leaves").tap()
    at.button(low, "Remove Chi").tap()
    expect(low.get_by_text("Chi left with 88: that total stays as it is")).to_be_visible()
    sit_down(low, "Eve")
    expect(low.get_by_label("Total of Eve")).to_have_value("88")
    low.get_by_label("Total of Eve").fill("70")
    at.button(low, "Open").click()
    expect(at.totals(low)).to_have_text(["41", "67", "23", "70"])
    expect(low.get_by_text("Chi left with 88")).to_be_visible()


def test_card_values_may_change_after_the_first_deal(store, low):
    low.goto("/tables/1/options")
    expect(low.locator("[name=kamikaze]").first).to_be_disabled()
    joker = low.locator("[name='card_values-joker'][value='20']")
    joker.check(force=True)
    at.button(low, "Agree").click()
    expect(low).to_have_url(re.compile("/tables/1$"))
    assert store.table(1).rules["card_values"] == {"joker": 20}
    low.goto("/tables/1/options")
    low.locator("[name=card_values][value=cabo]").check(force=True)
    expect(joker).to_be_hidden()


def test_every_link_of_the_home_page_has_a_name_of_its_own(page):
    page.goto("/")
    links = page.get_by_role("link").all()
    names = [link.get_attribute("aria-label") or link.inner_text() for link in links]
    assert {"Rules: Tamalou", "Calculator: French Tarot"} <= {*names}
    assert len(names) == len({*names})
