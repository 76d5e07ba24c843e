"""A whole game of Tamalou by touches: to exactly 100 and past it, raised, corrected, undone.

Expected numbers are those of rules/tamalou.md: exactly 100 becomes 50, and under `end` it ends the
game; a total past 100 ends it; the lowest wins.
"""

from __future__ import annotations

import pytest
import touching as at
from playwright.sync_api import Page, expect
from touching import Thumb, touch_hand

FRIENDS = ("Ana", "Bruno", "Chi", "Dana")


@pytest.fixture
def play(open_table, page):
    """Opens a table of four, or of two, and plays these deals: (who called, what each held)."""

    def played(*deals, names=FRIENDS, **rules) -> Page:
        open_table("tamalou", names, **rules)
        page.goto("/tables/1")
        for count, (caller, *held) in enumerate(deals, 1):
            tell(page, caller, *held)
            at.button(page, "Save").click()
            expect(at.deals(page)).to_have_count(count)
        return page

    return played


def tell(page: Page, caller: str, *held: int) -> None:
    """Tells a deal on the open form, as far as its preview."""
    for seat, n in enumerate(held):
        touch_hand(page, seat, n)
    page.get_by_role("radio", name=f"{caller} called Tamalou").click()
    expect(at.said(page, "told")).to_be_visible()


def expect_ranking(page: Page, *rows: str) -> None:
    """Who stands where: place, name, what the seat did, the total and what it was."""
    expect(page.locator(".ranking li")).to_have_text(list(rows), use_inner_text=True)


THREE = (("Dana", 26, 40, 48, 3), ("Dana", 20, 42, 43, 3))  # 46, 82, 91 and 0


def test_a_game_is_played_to_exactly_100_and_past_it(play):
    page = play(*THREE)
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


def test_exactly_100_alone_ends_the_game_where_that_was_agreed(play):
    page = play(*THREE, ("Dana", 7, 11, 9, 4))
    expect(page.get_by_text("Chi: exactly 100 becomes 50.").first).to_be_visible()
    expect_ranking(
        page,
        "1 Dana called 3 times 0",
        "2 Chi exactly 100 becomes 50 100 50",
        "3 Ana 53",
        "4 Bruno 93",
    )


def test_where_exactly_100_goes_on_the_game_ends_past_it(play):
    page = play(*THREE, ("Dana", 7, 11, 9, 4), exact_limit="continue")
    expect(page.get_by_text("Deal 4 · ends at 100")).to_be_visible()
    expect(at.totals(page)).to_have_text(["53", "93", "50", "0"])
    tell(page, "Dana", 5, 12, 6, 3)
    at.button(page, "Save").click()
    expect(page.locator(".note:not(.floating)").first).to_have_text(
        "Bruno has 105: the game is over."
    )
    expect_ranking(page, "1 Dana called 4 times 0", "2 Chi 56", "3 Ana 58", "4 Bruno past 100 105")


def test_a_raised_limit_lets_the_game_go_on(play):
    page = play(*THREE, ("Dana", 7, 21, 9, 4))
    page.locator("label", has_text="200").click()
    at.button(page, "Raise it and play deal 4").click()
    expect(page.get_by_text("Deal 4 · ends at 200")).to_be_visible()
    tell(page, "Dana", 5, 12, 6, 3)
    at.button(page, "Save").click()
    expect(page.get_by_text("Deal 5 · ends at 200")).to_be_visible()
    expect(at.totals(page)).to_have_text(["58", "115", "56", "0"])


@pytest.fixture
def five(store, open_table, page) -> Page:
    """The sheet of two after five deals: Bo has 30, 10, 20, 15 and 10, together 85."""
    open_table("tamalou", ("Ana", "Bo"))
    for number, held in enumerate((30, 10, 20, 15, 10), 1):
        facts = {"caller": "0", "hands": {"0": 3, "1": held}}
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    page.goto("/tables/1")
    return page


QUESTION = "With this the game ends after deal 3; 2 deals come later."


def correct(page: Page) -> None:
    """Bo held 50 in the second deal, not 10: exactly 100 after the third."""
    Thumb(page).reach(at.deals(page).nth(3))
    page.locator(".deal[open]").get_by_role("link", name="Correct this deal").click()
    touch_hand(page, 1, 50)


def undo(page: Page) -> None:
    """One touch brings the five deals back, and their totals."""
    at.button(page, "Undo the last change").click()
    expect(at.totals(page)).to_have_text(["0", "85"])
    expect(at.deals(page)).to_have_count(5)


def test_a_correction_that_ends_the_game_earlier_asks_and_both_ways_can_be_undone(five):
    correct(five)
    expect(at.said(five, "ends")).to_contain_text(QUESTION)
    expect(at.button(five, "Save")).to_be_hidden()
    Thumb(five).touch(at.button(five, "End there"))
    expect_ranking(five, "1 Ana called 3 times 0", "2 Bo exactly 100 becomes 50 100 50")
    expect(at.deals(five)).to_have_count(3)
    undo(five)
    correct(five)
    expect(at.said(five, "ends")).to_contain_text(QUESTION)
    Thumb(five).touch(at.button(five, "Keep the later deals"))
    expect_ranking(five, "1 Ana called 5 times 0", "2 Bo 75")
    late = five.locator(".deal").filter(has=five.get_by_role("img", name="in spite of a warning"))
    expect(late.locator(".deal-number")).to_have_text(["5", "4"])
    undo(five)


def test_a_save_quicker_than_the_question_takes_nothing_off(five):
    """Whoever touches Save before the preview has come is asked."""
    five.goto("/tables/1/deals/2")
    touch_hand(five, 1, 50)
    with five.expect_navigation():  # the preview may well ask before the page does
        five.locator(".bar .save").evaluate("(button) => button.click()")
    expect(at.said(five, "ends")).to_contain_text(QUESTION)
    five.goto("/tables/1")
    expect(at.totals(five)).to_have_text(["0", "85"])


def test_a_tap_that_meets_the_question_as_it_comes_answers_it_neither_way(five, store):
    five.goto("/tables/1/deals/2")
    touch_hand(five, 1, 50)
    five.clock.set_fixed_time("2026-01-02T20:00:00")
    with five.expect_navigation():
        five.locator(".bar .save").evaluate("(button) => button.click()")
    expect(at.said(five, "ends")).to_contain_text(QUESTION)
    for label in ("End there", "Keep the later deals"):
        at.button(five, label).click()
        five.wait_for_timeout(300)
        assert (store.deal(1, 2).revision, store.table(1).deals) == (1, 5)
    five.clock.set_fixed_time("2026-01-02T20:00:01")
    at.button(five, "End there").click()
    expect(five).to_have_url("/tables/1")
    expect(at.deals(five)).to_have_count(3)


def test_without_script_the_page_comes_back_with_the_question(five, another_phone):
    plain = another_phone(java_script_enabled=False)
    plain.goto("/tables/1/deals/2")
    plain.get_by_role("textbox", name="Bo: what the hand totals").fill("50")
    at.button(plain, "Save").click()
    expect(at.said(plain, "ends")).to_contain_text(QUESTION)
    expect(plain.locator("#hands-1")).to_have_value("50")
    at.button(plain, "End there").click()
    expect(at.deals(plain)).to_have_count(3)
    expect(at.deals(five)).to_have_count(3)
    undo(five)


def test_a_deleted_raise_asks_too(store, open_table, page):
    """119 ended it, 150 let it go on: without that deal the fourth comes after the end."""
    open_table("tamalou", ("Ana", "Bo"))
    for number, told in enumerate(({"held": 119}, {"held": 20, "limit": 150}, {"held": 5}), 1):
        facts = {"caller": "0", "hands": {"0": 3, "1": told.pop("held")}, **told}
        store.save_deal(1, number, facts, revision=0, key=None, phone="")
    page.goto("/tables/1/deals/2")
    page.locator(".fold", has_text="Insert a deal before").locator("summary").click()
    at.button(page, "Delete this deal").click()
    question = "Without this deal the game ends after deal 1; 1 deal comes later."
    expect(page.get_by_role("alert")).to_have_text(question)
    at.button(page, "Delete it and end there").click()
    expect_ranking(page, "1 Ana called once 0", "2 Bo past 100 119")
    at.button(page, "Undo the last change").click()
    expect(at.totals(page)).to_have_text(["0", "144"])
