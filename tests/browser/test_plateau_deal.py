"""Deals of Le Plateau told by touching the board: a whole one, and of others how they end.

Source: rules/plateau.md (Bid points, Objectives, Boards, Scores).
"""

from __future__ import annotations

import re

import pytest
import touching as at
from hexes import BID, SIX, a_second_later, answered, begin, kept, said, space, winner, won
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

RAISED = {
    "objective": "bridge",
    "partners": ["1"],
    "raises": [{"player": "1", "objective": "fork"}],
    "handed_over": True,
}


@pytest.fixture
def press(page, request):
    """Presses what is in sight, by a touch, or with the mouse where a test asks for it.

    Once: Playwright's own presses again what is drawn anew meanwhile, which gives a space back.
    """
    thumb = at.Thumb(page)
    return thumb.click if getattr(request, "param", "touch") == "mouse" else thumb.touch


def tell(page, press, tricks):
    """Tells these tricks, each with its cards, as quickly as it goes."""
    for trick in tricks:
        press(winner(page, trick["won_by"]))
        for name in trick.get("spaces", ()):
            press(space(page, name))
        answered(page)
        a_second_later(page)


def shown(page, n, names):
    """The page that was loaded shows as many tricks, and what they captured."""
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


def tell_unmoved(page, press, n, trick):
    """Tells a trick by touches; the button that says who won it stays under the finger."""
    button = winner(page, trick["won_by"])
    place = at.place_of(button)
    press(button)
    expect(said(page)).to_contain_text(f"Trick {n}: ")
    answered(page)
    assert at.place_of(button) == place
    for name in trick.get("spaces", ()):
        press(space(page, name))
    answered(page)
    a_second_later(page)


def test_a_y_is_reached_in_the_middle_and_no_button_moves(store, open_table, page, press):
    """Y 2 and closed talon 2 with the one partner that four play with: 4 for each."""
    begin(store, open_table)
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/tables/1/deals/1")
    before = at.place_of(page.locator(".hexagons"))
    tell_unmoved(page, press, 1, Y_AT_TEN[0])
    begun = store.deal(1, 1)
    facts = begun.facts | {"tricks": Y_AT_TEN[:8]}
    store.keep_half(1, 1, facts, revision=begun.revision, key=None, phone="")
    page.reload()
    shown(page, 8, Y_AT_TEN[7]["spaces"])
    tell_unmoved(page, press, 9, Y_AT_TEN[8])
    expect(page.locator(".objectives .objective")).to_have_text("Y 2 more", use_inner_text=True)
    winner(page, "declarer").tap()
    expect(page.locator(".objectives .objective")).to_have_text("Y 1 more", use_inner_text=True)
    expect(points(page)).to_have_count(0)
    space(page, "KS").tap()
    expect(said(page)).to_have_text("Y made at trick 10. Sides joined: 1, 3, 5.")
    expect(points(page)).to_have_text(["+4", "−4", "+4", "−4"])
    expect(page.locator(".hex.lit")).to_have_count(10)
    answered(page)
    assert at.place_of(page.locator(".hexagons")) == before
    assert kept(store) == Y_AT_TEN
    save(page)
    expect(at.deals(page).first).to_contain_text("Ana with Chi, Y, bid 4: made")


@pytest.mark.parametrize("press", ["mouse"], indirect=True)
def test_a_whole_deal_of_thirteen_tricks(store, open_table, page, press):
    """Fork 4 and closed talon 2, alone against three 5 more: 11, three times for Ana."""
    begin(store, open_table, *FORK_AT_THE_LAST[:12], objective="fork", partners=[])
    page.goto("/tables/1")
    shown(page, 12, FORK_AT_THE_LAST[11]["spaces"])
    tell(page, press, FORK_AT_THE_LAST[12:])
    expect(said(page)).to_contain_text("Fork made at trick 13.")
    expect(points(page)).to_have_text(["+33", "−11", "−11", "−11"])
    assert kept(store) == FORK_AT_THE_LAST
    save(page)


def test_one_that_becomes_impossible(store, open_table, page, press):
    begin(store, open_table, *LOST_AT_SEVEN[:6])
    page.goto("/tables/1")
    shown(page, 6, LOST_AT_SEVEN[5]["spaces"])
    tell(page, press, LOST_AT_SEVEN[6:])
    expect(said(page)).to_have_text(
        "Y lost for good at trick 7. All free spaces together would not reach it."
    )
    expect(points(page)).to_have_text(["−4", "+4", "−4", "+4"])
    save(page)
    expect(at.deals(page).first).to_contain_text("Ana with Chi, Y, bid 4: not made")


@pytest.mark.parametrize(
    ("talon_to", "told", "side", "result", "gets"),
    [
        ("declarer_unless_exchanged", 15, "declarer", "Y made with the talon.", ["+4", "−4"]),
        ("defence", 16, "defence", "Y lost for good with the talon.", ["−4", "+4"]),
    ],
)
def test_at_two_the_talon_decides_after_the_last_trick(
    store, open_table, page, press, talon_to, told, side, result, gets
):
    """Y 2 and closed talon 2: 4. The talon goes where the table agreed."""
    table = open_table("plateau", ["Ana", "Bo"], talon_to=talon_to)
    facts = BID | {"partners": [], "tricks": ALL_SIXTEEN[:told]}
    store.keep_half(table.id, 1, facts, revision=0, key=None, phone="")
    page.goto("/tables/1")
    tell(page, press, ALL_SIXTEEN[told:])
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


def test_at_five_with_a_raise_and_a_hand_over(store, open_table, page, press):
    """Bridge and closed talon raised to fork: 6. Bo took over: twice for him, once for Ana."""
    five = ("Ana", "Bo", "Chi", "Dana", "Eve")
    begin(store, open_table, *FORK_AT_NINE[:8], names=five, **RAISED)
    page.goto("/tables/1/deals/1")
    expect(page.locator(".bid-line")).to_contain_text("Bo & Ana fork, bid 6, closed talon")
    shown(page, 8, FORK_AT_NINE[7]["spaces"])
    tell(page, press, FORK_AT_NINE[8:])
    expect(said(page)).to_contain_text("Fork made at trick 9.")
    expect(points(page)).to_have_text(["+6", "+12", "−6", "−6", "−6"])
    save(page)
