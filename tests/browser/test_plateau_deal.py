"""Whole deals of Le Plateau told by touching the board, and loaded anew in the middle of each.

Source: rules/plateau.md (Bid points, Objectives, Boards, Scores).
"""

from __future__ import annotations

import re

import pytest
import touching as at
from hexes import SIX, a_second_later, answered, begin, kept, said, space, winner, won
from playwright.sync_api import expect

# After ten tricks of these the sides 1, 3 and 5 are joined, after nine they are not.
Y_AT_TEN = [
    *SIX,
    won("declarer"),
    won("defence", "CC", "QS"),
    won("defence", "A5"),
    won("declarer", "KS"),
]
FORK_AT_THE_LAST = [
    won("defence", "QD"),
    won("defence"),
    won("declarer", "QC", "CS", "CH", "A3"),
    won("defence", "CD", "KD"),
    won("declarer"),
    won("defence", "A21", "JH", "A1"),
    won("declarer", "A4", "CC", "QH"),
    won("defence", "A6", "EX"),
    won("declarer", "QS", "KC", "KS", "JC"),
    won("defence"),
    won("defence", "JD"),
    won("declarer", "A5"),
    won("declarer", "A2"),
]
# The defence holds the ring of queens and cavaliers around the middle.
LOST_AT_SEVEN = [
    won("defence", "KH", "KS", "JD"),
    won("defence", "KD", "KC", "JS"),
    won("defence", "CH", "CD", "EX"),
    won("defence", "QH", "A21", "QD"),
    won("declarer", "JH"),
    won("defence", "QS", "CC", "JC"),
    won("defence", "CS", "QC", "A5"),
]
ALL_SIXTEEN = [
    won("declarer", "KS", "CH"),
    won("declarer"),
    won("declarer", "KH", "QS"),
    won("declarer"),
    won("declarer"),
    won("defence", "CS", "JD"),
    won("declarer", "EX", "QD"),
    won("declarer", "QH", "KC"),
    won("defence", "CC", "A21"),
    won("defence", "QC", "JH"),
    won("defence", "A3"),
    won("defence", "A1"),
    won("declarer", "KD"),
    won("defence", "JC"),
    won("declarer"),
    won("defence", "CD"),
]
FORK_AT_NINE = [
    won("defence"),
    won("declarer", "QC", "A1"),
    won("declarer", "A5", "QS"),
    won("defence", "EX", "QH", "JS"),
    won("declarer", "A4", "KD", "JD", "CC"),
    won("defence", "QD", "JC"),
    won("declarer", "A6"),
    won("declarer", "A21"),
    won("declarer", "KC", "KH"),
]


@pytest.fixture
def page(page):
    """A phone whose clock can be put forward."""
    page.clock.install()
    return page


@pytest.fixture
def press(request):
    """Presses a control by a touch, or with the mouse where a test asks for both."""
    by_mouse = getattr(request, "param", "touch") == "mouse"
    return (lambda one: one.click()) if by_mouse else (lambda one: one.tap())


def tell(page, press, tricks):
    """Tells these tricks, each with its cards, as quickly as it goes."""
    for trick in tricks:
        press(winner(page, trick["won_by"]))
        for name in trick.get("spaces", ()):
            press(space(page, name))
        answered(page)
        a_second_later(page)


def again(page, n, names):
    """The page loaded anew shows as many tricks, and what they captured."""
    page.reload()
    expect(said(page)).to_contain_text(f"Trick {n}: ")
    for name in names:
        expect(space(page, name)).to_have_class(re.compile(r" (own|theirs)\b"))


def points(page):
    """What everybody gets."""
    return page.locator(".results .number")


def save(page):
    """Saves, and is on the sheet, where it is no longer the deal that is begun."""
    a_second_later(page)
    at.button(page, "Save").tap()
    expect(page).to_have_url("/tables/1")
    expect(page.locator(".half-told")).to_have_count(0)


def test_a_y_is_reached_in_the_middle_and_seen_at_once(store, open_table, page, press):
    """Y 2 and closed talon 2 with the one partner that four play with: 4 for each."""
    begin(store, open_table)
    page.goto("/tables/1")
    tell(page, press, Y_AT_TEN[:4])
    again(page, 4, Y_AT_TEN[3]["spaces"])
    tell(page, press, Y_AT_TEN[4:9])
    expect(page.locator(".objectives .objective")).to_have_text("Y 2 more", use_inner_text=True)
    press(winner(page, "declarer"))
    expect(page.locator(".objectives .objective")).to_have_text("Y 1 more", use_inner_text=True)
    expect(points(page)).to_have_count(0)
    press(space(page, "KS"))
    expect(said(page)).to_have_text("Y made at trick 10. Sides joined: 1, 3, 5.")
    expect(points(page)).to_have_text(["+4", "−4", "+4", "−4"])
    expect(page.locator(".hex.lit")).to_have_count(10)
    assert kept(store) == Y_AT_TEN
    save(page)
    expect(at.deals(page).first).to_contain_text("Ana with Chi, Y, bid 4: made")


@pytest.mark.parametrize("press", ["mouse", "touch"], indirect=True)
def test_a_whole_deal_of_thirteen_tricks(store, open_table, page, press):
    """Fork 4 and closed talon 2, alone against three 5 more: 11, three times for Ana."""
    begin(store, open_table, objective="fork", partners=[])
    page.goto("/tables/1/deals/1")
    tell(page, press, FORK_AT_THE_LAST[:8])
    again(page, 8, FORK_AT_THE_LAST[7]["spaces"])
    tell(page, press, FORK_AT_THE_LAST[8:])
    expect(said(page)).to_contain_text("Fork made at trick 13.")
    expect(points(page)).to_have_text(["+33", "−11", "−11", "−11"])
    assert kept(store) == FORK_AT_THE_LAST
    save(page)


def test_one_that_becomes_impossible(store, open_table, page, press):
    begin(store, open_table)
    page.goto("/tables/1")
    tell(page, press, LOST_AT_SEVEN[:3])
    again(page, 3, LOST_AT_SEVEN[2]["spaces"])
    tell(page, press, LOST_AT_SEVEN[3:])
    expect(said(page)).to_have_text(
        "Y lost for good at trick 7. All free spaces together would not reach it."
    )
    expect(points(page)).to_have_text(["−4", "+4", "−4", "+4"])
    save(page)
    expect(at.deals(page).first).to_contain_text("Ana with Chi, Y, bid 4: not made")


@pytest.mark.parametrize(
    ("talon_to", "side", "result", "gets"),
    [
        ("declarer_unless_exchanged", "declarer", "Y made with the talon.", ["+4", "−4"]),
        ("defence", "defence", "Y lost for good with the talon.", ["−4", "+4"]),
    ],
)
def test_at_two_the_talon_decides_after_the_last_trick(
    store, open_table, page, press, talon_to, side, result, gets
):
    """Y 2 and closed talon 2: 4. The talon goes where the table agreed."""
    table = open_table("plateau", ["Ana", "Bo"], talon_to=talon_to)
    bid = {"declarer": "0", "talon": "keep", "objective": "y", "partners": []}
    store.keep_half(table.id, 1, bid, revision=0, key=None, phone="")
    page.goto("/tables/1")
    tell(page, press, ALL_SIXTEEN[:10])
    again(page, 10, ["QC", "JH"])
    tell(page, press, ALL_SIXTEEN[10:])
    expect(said(page)).to_have_text("All tricks are told. Who gets the talon?")
    expect(winner(page, side)).to_contain_text("as agreed")
    press(winner(page, side))
    expect(said(page)).to_contain_text("Touch each of its cards that has a space.")
    page.reload()
    for name in ("JS", "A2"):
        press(space(page, name))
    answered(page)
    expect(said(page)).to_contain_text(result)
    expect(points(page)).to_have_text(gets)
    assert kept(store)[16] == {"talon": True, "won_by": side, "spaces": ["JS", "A2"]}
    save(page)


def test_at_five_with_a_raise_and_a_hand_over(open_table, page, press):
    """Bridge and closed talon raised to fork: 6. Bo took over: twice for him, once for Ana."""
    open_table("plateau", ["Ana", "Bo", "Chi", "Dana", "Eve"])
    page.goto("/tables/1/deals/1?asks=bid")
    for label in ("Ana declares", "Talon: closed talon, +2", "Objective: bridge, +0"):
        page.get_by_label(label, exact=True).check(force=True)
    page.get_by_label("Bo is the partner").check(force=True)
    page.get_by_label("Bo raises to fork: bid 6").check(force=True)
    page.get_by_label("Bo takes over").check(force=True)
    press(page.locator(".keep:visible"))
    expect(page.locator(".bid-line")).to_contain_text("Bo & Ana fork, bid 6, closed talon")
    tell(page, press, FORK_AT_NINE[:5])
    again(page, 5, FORK_AT_NINE[4]["spaces"])
    tell(page, press, FORK_AT_NINE[5:])
    expect(said(page)).to_contain_text("Fork made at trick 9.")
    expect(points(page)).to_have_text(["+6", "+12", "−6", "−6", "−6"])
    save(page)
