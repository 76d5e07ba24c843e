"""Another dealer is chosen where one sits out: the players of the form change under the finger."""

from __future__ import annotations

from contextlib import suppress

import touching as at
from acts import open_folds, press, state
from playwright.sync_api import Error, Page, expect

FOUR = ("Ana", "Bo", "Chi", "Dana")
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


def six(open_table, page: Page, path: str = "/tables/1") -> None:
    """Six at five seats; Ana deals first."""
    if path == "/tables/1":
        open_table(names=(*FOUR, "Eli", "Fé"), at_once=5)
    page.goto(path)
    open_folds(page)


def test_who_sat_out_takes_and_all_else_that_was_told_stays(open_table, page, store):
    six(open_table, page)
    expect(at.take(page, "Ana", "Garde")).to_have_count(0)
    press(page, "partner=3", "oudlers=2", "poignee=single", "showed-4=single", "side=defence")
    for digit in "42":
        page.locator(f".keypad [data-types='{digit}']").first.click()
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
    (deal,) = store.deals(1)
    assert (deal.dealer, deal.facts["declarer"], deal.facts["card_points"]) == (2, "0", 49)


def test_an_older_answer_that_comes_at_a_touch_takes_nothing_back(open_table, page):
    six(open_table, page)
    held = at.first_held(page, "**/preview")
    with page.expect_request("**/preview"):
        press(page, "dealer=2")
    single = page.locator("[name=showed-4][value=single]")
    with page.expect_response("**/preview"), suppress(Error):  # it was given up at the touch
        single.evaluate("(one) => one.click()")
        held[0].continue_()
    expect(page.locator("#sits-out")).to_have_value("2")
    expect(single).to_be_checked()


def test_there_and_back_loses_nothing(open_table, page):
    six(open_table, page)
    press(page, "take=1-garde", "partner=3", "oudlers=2")
    before = checked(page)
    deals(page, 2)
    deals(page, 0)
    assert checked(page) == before
    expect(at.take(page, "Ana", "Garde")).to_have_count(0)
    expect(page.locator("#record .row [name=take]")).to_have_count(20)


def test_who_took_deals_now_and_is_asked_for_anew(open_table, page, store):
    store.save_deal(
        open_table(names=(*FOUR, "Eli", "Fé"), at_once=5).id,
        1,
        GARDE,
        revision=0,
        key=None,
        phone="",
    )
    six(open_table, page, "/tables/1/deals/1")
    deals(page, 1)
    state(page, "early")
    press(page, "take=0-garde")
    state(page, "told")
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    (deal,) = store.deals(1)
    assert (deal.dealer, deal.facts["declarer"], deal.facts["partner"]) == (1, "0", "3")


def test_at_tamalou_the_keypad_walks_over_who_plays_now(open_table, page, store):
    open_table("tamalou", FOUR, at_once=3)
    page.goto("/tables/1")
    open_folds(page)
    deals(page, 1)
    for digits in ("3", "12", "20"):
        for digit in digits:
            page.locator(f".by-total [data-types='{digit}']").click()
        if digits == "3":
            page.locator(".by-total [data-types=next]").click()
    press(page, "caller=0")
    state(page, "told")
    assert page.locator("[name^=hands-]").evaluate_all("(all) => all.map((one) => one.name)") == [
        "hands-0",
        "hands-2",
        "hands-3",
    ]
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    (deal,) = store.deals(1)
    assert (deal.dealer, deal.facts["hands"]) == (1, {"0": 3, "2": 12, "3": 20})


def test_at_le_plateau_who_sat_out_declares(open_table, page, store):
    open_table("plateau", (*FOUR, "Eli"), at_once=4)
    page.goto("/tables/1/deals/1?asks=bid")
    open_folds(page)
    press(page, "talon=keep", "objective=y", "partners=3", "made=true")
    deals(page, 1)
    press(page, "declarer=0")
    state(page, "told")
    at.button(page, "Save").click()
    expect(page.locator("#deal-1")).to_be_visible()
    (deal,) = store.deals(1)
    assert (deal.dealer, deal.facts["declarer"], deal.facts["partners"]) == (1, "0", ["3"])
