"""The board where a touch keeps nothing yet: a correction, the calculator, no tricks told."""

from __future__ import annotations

import pytest
import touching as at
from acts import press
from hexes import BID, DEAL, SIX, a_second_later, answered, kept, said, space, winner, won
from playwright.sync_api import expect

WORDS = [
    {"player": "0", "talon": "keep", "objective": "y", "partners": 1},
    *({"player": seat, "pass": True} for seat in "123"),
]


# Into hidden fields of a form.
HOLD = """(form, fields) => {
    for (const [name, value] of fields) {
        const field = document.createElement("input");
        form.append(Object.assign(field, { type: "hidden", name, value }));
    }
}"""


@pytest.fixture
def told(store, open_table):
    """A deal told in full, by these facts."""

    def saved(**facts):
        open_table("plateau")
        store.save_deal(1, 1, BID | facts, revision=0, key=None, phone="")

    return saved


def test_a_told_deal_is_corrected_by_touching_and_saved_when_it_is_whole(told, store, page):
    told(tricks=[won("declarer", "KH"), won("defence")], made=True)
    page.goto(DEAL)
    space(page, "KS").tap()
    expect(space(page, "KS")).to_have_accessible_name("king of spades, Bo & Dana")
    space(page, "KH").tap()
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, free")
    answered(page)
    assert kept(store) == [won("declarer", "KH"), won("defence")]
    at.button(page, "Save").tap()
    expect(page).to_have_url("/tables/1")
    assert kept(store) == [won("declarer"), won("defence", "KS")]


def test_a_board_that_is_corrected_stays_so_while_the_bid_is_corrected(told, store, page):
    told(bids=WORDS, tricks=[won("declarer", "KH"), won("defence")], made=True)
    page.goto(DEAL)
    space(page, "KS").tap()
    page.get_by_role("button", name="Change the bid").tap()
    page.get_by_role("button", name="Correct the bid").tap()
    page.get_by_label("Objective: fork, +4", exact=True).check(force=True)
    expect(page.locator("#say")).to_contain_text("fork, bid 6")
    at.button(page, "Save").tap()
    expect(page).to_have_url("/tables/1")
    assert kept(store) == [won("declarer", "KH"), won("defence", "KS")]


def test_all_tricks_taken_back_in_a_correction_are_gone(told, store, page):
    told(tricks=[won("declarer", "KH")], made=True)
    page.goto(DEAL)
    page.get_by_role("button", name="Take back trick 1").tap()
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, free")
    answered(page)
    at.button(page, "Save").tap()
    expect(page).to_have_url("/tables/1")
    assert store.deal(1, 1).facts == BID | {"made": True}


def test_a_board_marked_without_tricks_is_touched_from_side_to_side(told, store, page):
    told(board={"declarer": ["KH"]}, made=True)
    page.goto(DEAL)
    expect(said(page)).to_have_text(
        "Touch a space: once for Ana & Chi, twice for Bo & Dana, a third time frees it."
    )
    for name in ("Bo & Dana", "free", "Ana & Chi"):
        a_second_later(page)
        space(page, "KH").tap()
        expect(space(page, "KH")).to_have_accessible_name(f"king of hearts, {name}")
        answered(page)


@pytest.fixture
def count(page):
    """The calculator's board: a Y by the first player with the third, after these tricks."""

    def opened(*tricks):
        page.goto("/calculator/plateau?players=4&asks=bid")
        press(page, "declarer=0", "talon=keep", "objective=y", "partners=2")
        page.locator("#record").evaluate(HOLD, [*fill(list(tricks))])
        page.locator(".keep:visible").tap()
        return page

    return opened


def fill(tricks):
    """The hidden fields in which a form of the board holds its tricks."""
    for n, trick in enumerate(tricks):
        yield f"tricks-{n}-won_by", trick["won_by"]
        for name in trick.get("spaces", ()):
            yield f"tricks-{n}-spaces", name


def test_the_calculator_has_the_same_board_and_says_the_sum_once_it_has_decided(count):
    page = count()
    winner(page, "declarer").tap()
    space(page, "KH").tap()
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, Player 1 & Player 3")
    expect(said(page)).to_have_text("Trick 1: Player 1 & Player 3. Touch each card they captured.")
    count(*SIX, won("declarer", "KS"))
    expect(said(page)).to_contain_text("Trick 7: ")
    for side in ("defence", "defence", "declarer"):
        expect(page.locator("#counted table")).to_have_count(0)
        page.wait_for_timeout(500)  # else it is the second half of a double tap
        winner(page, side).tap()
        answered(page)
    expect(said(page)).to_contain_text("Y made")
    expect(page.locator("#counted table")).to_contain_text("Player 1")


def test_a_deal_of_four_is_counted_at_once_among_two_where_nobody_has_a_partner(page):
    page.goto("/calculator/plateau?players=4&asks=bid")
    press(page, "declarer=0", "talon=exchange", "objective=y", "partners=2", "made=true")
    expect(page.locator("#counted table")).to_contain_text("Player 3")
    page.locator("button[name=among][value='2']").tap()
    expect(page.locator("#counted table")).to_contain_text("Player 1 declarer")
    expect(page.locator("#counted table")).not_to_contain_text("Player 3")


def test_without_script_a_correction_is_touched_too(told, store, plain):
    told(tricks=[won("declarer", "KH"), won("defence")], made=True)
    plain.goto(DEAL)
    space(plain, "KS").tap()
    space(plain, "KD").tap()
    expect(space(plain, "KS")).to_have_accessible_name("king of spades, Bo & Dana")
    assert kept(store) == [won("declarer", "KH"), won("defence")]
    plain.get_by_role("button", name="Save", exact=True).tap()
    expect(plain).to_have_url("/tables/1")
    assert kept(store) == [won("declarer", "KH"), won("defence", "KS", "KD")]


def test_one_sentence_is_in_the_bar_while_a_marked_board_decides_nothing(count):
    page = count()
    space(page, "KH").tap()
    answered(page)
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, Player 1 & Player 3")
    expect(page.locator("[id=say]")).to_have_count(1)
