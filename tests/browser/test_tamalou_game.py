"""A whole game of Tamalou by touches: to exactly 100 and past it, raised, corrected, undone.

Expected numbers are those of rules/tamalou.md: exactly 100 becomes 50, and under `end` it ends the
game; a total past 100 ends it; the lowest wins.
"""

from __future__ import annotations

import pytest
import touching as at
from acts import press
from hands import type_hands
from playwright.sync_api import Page, expect
from touching import Thumb, touch_hand

FRIENDS = ("Ana", "Bruno", "Chi", "Dana")
QUESTION = "With this the game ends after deal 3; 2 deals come later."


def tell(page: Page, caller: str, *held: int) -> None:
    """Tells a deal on the open form, as far as its preview."""
    for seat, n in enumerate(held):
        touch_hand(page, seat, n)
    page.get_by_role("radio", name=f"{caller} called Tamalou").click()
    expect(at.said(page, "told")).to_be_visible()


def expect_ranking(page: Page, *rows: str) -> None:
    """The ranking: rank, name, what the seat did, the total and what it was before."""
    expect(page.locator(".ranking li")).to_have_text(list(rows), use_inner_text=True)


def test_a_game_is_played_to_exactly_100_and_past_it_and_goes_on_under_a_raised_limit(desk):
    table = desk.opened("tamalou", FRIENDS)
    desk.save(table, told(26, 40, 48, 3), told(20, 42, 43, 3))  # 46, 82, 91 and 0
    page = desk.at(f"/tables/{table}")
    expect(page.get_by_text("Deal 3 · ends at 100")).to_be_visible()
    tell(page, "Dana", 7, 21, 9, 4)
    expect(page.locator("#say")).to_contain_text("Chi: exactly 100 becomes 50.")
    expect(page.locator("#say")).to_contain_text("Bruno has 103: the game is over.")
    at.button(page, "Save").click()
    expect_ranking(
        page,
        "1 Dana called 3 times 0",
        "2 Chi exactly 100 becomes 50 100 50",
        "3 Ana 53",
        "4 Bruno past 100 103",
    )
    expect(page.get_by_text("Dana wins with 0, the lowest total.")).to_be_visible()
    page.locator("label", has_text="200").click()
    at.button(page, "Raise it and play deal 4").click()
    expect(page.get_by_text("Deal 4 · ends at 200")).to_be_visible()
    at.arrived(page)
    type_hands(page, 5, 12, 6, 3)
    press(page, "caller=3")
    expect(at.said(page, "told")).to_be_visible()
    at.button(page, "Save").click()
    expect(page.get_by_text("Deal 5 · ends at 200")).to_be_visible()
    expect(at.totals(page)).to_have_text(["58", "115", "56", "0"])


def told(*held: int) -> dict:
    """A deal that the last one called."""
    return {"caller": f"{len(held) - 1}", "hands": {f"{seat}": n for seat, n in enumerate(held)}}


@pytest.fixture
def five(desk) -> int:
    """A table of two after five deals: Bo has 30, 10, 20, 15 and 10, together 85."""
    table = desk.opened("tamalou", ("Ana", "Bo"))
    held = (30, 10, 20, 15, 10)
    desk.save(table, *({"caller": "0", "hands": {"0": 3, "1": n}} for n in held))
    return table


def undo(page: Page) -> None:
    """One touch brings the five deals back, and their totals."""
    at.button(page, "Undo the last change").click()
    expect(at.totals(page)).to_have_text(["0", "85"])
    expect(at.deals(page)).to_have_count(5)


def test_a_correction_that_ends_the_game_earlier_asks_and_both_ways_can_be_undone(desk, five):
    """Bo held 50 in the second deal, not 10: exactly 100 after the third."""
    page = desk.at(f"/tables/{five}")
    Thumb(page).reach(at.deals(page).nth(3))
    page.locator(".deal[open]").get_by_role("link", name="Correct this deal").click()
    touch_hand(page, 1, 50)
    expect(at.said(page, "ends")).to_contain_text(QUESTION)
    expect(at.button(page, "Save")).to_be_hidden()
    at.a_moment(page)
    Thumb(page).touch(at.button(page, "End there"))
    expect_ranking(page, "1 Ana called 3 times 0", "2 Bo exactly 100 becomes 50 100 50")
    expect(at.deals(page)).to_have_count(3)
    undo(page)
    page.goto(f"/tables/{five}/deals/2")
    type_hands(page, 3, 50)
    expect(at.said(page, "ends")).to_contain_text(QUESTION)
    at.a_moment(page)
    Thumb(page).touch(at.button(page, "Keep the later deals"))
    expect_ranking(page, "1 Ana called 5 times 0", "2 Bo 75")
    late = page.locator(".deal").filter(has=page.get_by_role("img", name="in spite of a warning"))
    expect(late.locator(".deal-number")).to_have_text(["5", "4"])
    undo(page)


def test_a_save_quicker_than_the_question_takes_nothing_off(desk, five):
    """If Save is touched before a preview has come, the answer is a page that asks."""
    page = desk.at(f"/tables/{five}/deals/2")
    page.route("**/preview", lambda route: route.abort())
    type_hands(page, 3, 50)
    at.a_moment(page)
    with page.expect_navigation():
        page.locator(".bar .save").evaluate("(button) => button.click()")
    expect(at.said(page, "ends")).to_contain_text(QUESTION)
    page.unroute("**/preview")
    page.goto(f"/tables/{five}")
    expect(at.totals(page)).to_have_text(["0", "85"])
    desk.complaints.clear()  # that no preview came


def test_a_tap_that_meets_the_question_as_it_comes_answers_it_neither_way(phone, store, open_table):
    open_table("tamalou", ("Ana", "Bo"))
    for number, held in enumerate((30, 10, 20, 15, 10), 1):
        facts = {"caller": "0", "hands": {"0": 3, "1": held}}
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    phone.goto("/tables/1/deals/2")
    phone.route("**/preview", lambda route: route.abort())  # else it may ask first
    type_hands(phone, 3, 50)
    phone.clock.set_fixed_time("2026-01-02T20:00:00")
    with phone.expect_navigation():
        phone.locator(".bar .save").evaluate("(button) => button.click()")
    expect(at.said(phone, "ends")).to_contain_text(QUESTION)
    for label in ("End there", "Keep the later deals"):
        at.button(phone, label).click()
        phone.wait_for_timeout(300)
        assert (store.deal(1, 2).revision, store.table(1).deals) == (1, 5)
    phone.clock.set_fixed_time("2026-01-02T20:00:01")
    at.button(phone, "End there").click()
    expect(phone).to_have_url("/tables/1")
    expect(at.deals(phone)).to_have_count(3)


def test_a_deleted_raise_asks_too(desk):
    """119 ended it, 150 let it go on: without that deal the fourth comes after the end."""
    table = desk.opened("tamalou", ("Ana", "Bo"))
    deals = ({"held": 119}, {"held": 20, "limit": 150}, {"held": 5})
    desk.save(
        table,
        *({"caller": "0", "hands": {"0": 3, "1": one.pop("held")}, **one} for one in deals),
    )
    page = desk.at(f"/tables/{table}/deals/2")
    page.locator(".fold", has_text="Insert a deal before").locator("summary").click()
    at.button(page, "Delete this deal").click()
    question = "Without this deal the game ends after deal 1; 1 deal comes later."
    expect(page.get_by_role("alert")).to_have_text(question)
    at.a_moment(page)
    at.button(page, "Delete it and end there").click()
    expect_ranking(page, "1 Ana called once 0", "2 Bo past 100 119")
    at.button(page, "Undo the last change").click()
    expect(at.totals(page)).to_have_text(["0", "144"])
