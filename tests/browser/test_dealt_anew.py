"""Another dealer is chosen where one sits out: the players of the form change under the finger."""

from __future__ import annotations

from contextlib import suppress

import touching as at
from acts import keys, open_folds, press, state
from desk import FRIENDS, Desk
from hands import keyed
from playwright.sync_api import Error, Page, expect

from companion.store import Deal

GARDE = {"declarer": "1", "partner": "3", "contract": "garde", "oudlers": 2, "card_points": 49}
MIDDLE = "(one) => one.getBoundingClientRect().y"


def checked(page: Page) -> list[str]:
    """All that is pressed in the form but who dealt, as name=value."""
    return page.locator("#record :checked:not([name=dealer])").evaluate_all(
        "(all) => all.map((one) => `${one.name}=${one.value}`)"
    )


def deals(page: Page, seat: int) -> None:
    """This seat dealt: the form is drawn anew by the answer."""
    with page.expect_response("**/preview"):
        press(page, f"dealer={seat}")
    expect(page.locator("#sits-out")).to_have_value(str(seat))


def six(desk: Desk, *deals: dict, path: str = "", **rules: object) -> Page:
    """Six at five seats; Ana deals first."""
    table = desk.opened(names=(*FRIENDS, "Eli", "Fé"), at_once=5, **rules)
    desk.save(table, *deals)
    page = desk.at(f"/tables/{table}{path}")
    open_folds(page)
    return page


def only_deal(desk: Desk) -> Deal:
    """The deal of the newest table."""
    (deal,) = desk.store.deals(desk.newest().id)
    return deal


def test_who_sat_out_takes_and_all_else_that_was_told_stays(desk):
    page = six(desk)
    expect(at.take(page, "Ana", "Garde")).to_have_count(0)
    press(page, "partner=3", "oudlers=2", "poignee=single", "showed-4=single", "side=defence")
    keys(page, "[data-into=points]", "42")
    before = checked(page)
    chip = page.locator("[name=dealer][value='2']").locator("..")
    chip.scroll_into_view_if_needed()
    y = chip.evaluate(MIDDLE)
    deals(page, 2)
    assert chip.evaluate(MIDDLE) == y
    assert checked(page) == before
    expect(page.locator("#row-2")).to_contain_text("sits out")
    expect(at.take(page, "Chi", "Garde")).to_have_count(0)
    press(page, "take=0-garde")
    state(page, "told")
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    deal = only_deal(desk)
    assert (deal.dealer, deal.facts["declarer"], deal.facts["card_points"]) == (2, "0", 49)


def test_an_older_answer_that_comes_at_a_touch_takes_nothing_back(desk):
    page = six(desk)
    held = at.first_held(page, "**/preview")
    with page.expect_request("**/preview"):
        press(page, "dealer=2")
    single = page.locator("[name=showed-4][value=single]")
    with page.expect_response("**/preview"), suppress(Error):  # it was given up at the touch
        single.evaluate("(one) => one.click()")
        held[0].continue_()
    expect(page.locator("#sits-out")).to_have_value("2")
    expect(single).to_be_checked()


def test_there_and_back_loses_nothing(desk):
    page = six(desk)
    press(page, "take=1-garde", "partner=3", "oudlers=2")
    before = checked(page)
    deals(page, 2)
    deals(page, 0)
    assert checked(page) == before
    expect(at.take(page, "Ana", "Garde")).to_have_count(0)
    expect(page.locator("#record .row [name=take]")).to_have_count(20)


def test_what_was_told_of_who_deals_by_mistake_comes_back_with_them(desk):
    page = six(desk, misere=10)
    press(page, "take=2-garde", "partner=3", "misere=2", "misere=4", "showed-2=double", "oudlers=2")
    press(page, "slam_announced=defence")
    before = checked(page)
    deals(page, 2)
    assert set(checked(page)) == {*before} - {"take=2-garde", "misere=2", "showed-2=double"}
    deals(page, 0)
    assert checked(page) == before


def test_what_is_told_meanwhile_stays(desk):
    page = six(desk)
    press(page, "take=2-garde", "partner=3", "oudlers=2")
    deals(page, 2)
    press(page, "take=4-prise")
    before = checked(page)
    deals(page, 0)
    assert checked(page) == before
    deals(page, 2)
    assert checked(page) == before


def test_it_comes_back_while_the_host_is_silent_too(unheard):
    """The form does not draw it then; what is saved has it."""
    page = six(unheard, misere=10)
    press(page, "take=1-garde", "partner=3", "misere=2", "misere=4", "oudlers=2")
    keys(page, "[data-into=points]", "49")
    deals(page, 2)
    page.context.set_offline(True)
    press(page, "dealer=0")
    at.button(page, "Save").click()
    expect(page.locator("#outbox li")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#deal-1")).to_be_visible()
    deal = only_deal(unheard)
    assert (deal.dealer, deal.facts["misere"]) == (0, ["2", "4"])


def again(page: Page) -> None:
    """The form is started again, and the answer to that is here."""
    with page.expect_response("**/preview"):
        at.button(page, "Start this form again").click()
    expect(page.locator("#sits-out")).to_have_value("0")


def test_a_form_that_is_started_again_after_that_is_as_it_was_at_first(desk):
    page = six(desk)
    at_first = checked(page)
    press(page, "take=2-garde", "partner=3")
    deals(page, 2)
    again(page)
    assert checked(page) == at_first
    page = six(desk, GARDE, path="/deals/1")
    recorded = checked(page)
    press(page, "partner=4")
    deals(page, 1)
    again(page)
    assert checked(page) == recorded


def test_who_took_deals_now_and_is_asked_for_anew(desk):
    page = six(desk, GARDE, path="/deals/1")
    deals(page, 1)
    state(page, "early")
    press(page, "take=0-garde")
    state(page, "told")
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    deal = only_deal(desk)
    assert (deal.dealer, deal.facts["declarer"], deal.facts["partner"]) == (1, "0", "3")


def test_at_tamalou_the_keypad_walks_over_who_plays_now(desk):
    page = desk.at(f"/tables/{desk.opened('tamalou', at_once=3)}")
    open_folds(page)
    deals(page, 1)
    keyed(page, "3→1220")
    press(page, "caller=0")
    state(page, "told")
    assert page.locator("[name^=hands-]").evaluate_all("(all) => all.map((one) => one.name)") == [
        "hands-0",
        "hands-2",
        "hands-3",
    ]
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    deal = only_deal(desk)
    assert (deal.dealer, deal.facts["hands"]) == (1, {"0": 3, "2": 12, "3": 20})


def test_at_le_plateau_who_sat_out_declares(desk):
    table = desk.opened("plateau", (*FRIENDS, "Eli"), at_once=4)
    page = desk.at(f"/tables/{table}/deals/1?asks=bid")
    open_folds(page)
    press(page, "talon=keep", "objective=y", "partners=3", "made=true")
    deals(page, 1)
    press(page, "declarer=0")
    state(page, "told")
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    deal = only_deal(desk)
    assert (deal.dealer, deal.facts["declarer"], deal.facts["partners"]) == (1, "0", ["3"])
