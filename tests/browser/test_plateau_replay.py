"""A deal of Le Plateau trick by trick, as it is read on a phone: no script is needed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from seeded import PASSED, WON, Y


@pytest.fixture
def replay(store, open_table) -> str:
    """A Y in eleven tricks: where it is replayed."""
    table = open_table("plateau")
    store.save_deal(table.id, 1, Y | {"tricks": WON}, revision=0, key=None, phone="")
    store.save_deal(table.id, 2, PASSED, revision=0, key=None, phone="")
    return "/tables/1/deals/1/replay"


def said(page: Page) -> str:
    """The sentence of the step that is pressed."""
    return page.locator(".step:visible p").inner_text()


def turn(page: Page, words: str) -> None:
    page.locator(".step:visible").get_by_text(words).click()


def drawn(page: Page) -> int:
    """How many tricks lie on the board."""
    return page.locator(".replay > svg:visible:has(.newest)").count()


def test_it_opens_at_the_end_and_is_turned_back_and_forth(plain, replay):
    page = plain
    page.goto(replay)
    assert (said(page), drawn(page)) == ("Trick 11: Ana & Chi · king of clubs", 11)
    turn(page, "Previous")
    turn(page, "Previous")
    assert (said(page), drawn(page)) == ("Trick 9: Bo & Dana", 9)
    turn(page, "Next")
    assert (said(page), drawn(page)) == (
        "Trick 10: Ana & Chi · queen of hearts, king of spades",
        10,
    )


def test_from_the_end_it_starts_again_and_any_trick_is_a_key_from_which_the_arrows_go_on(
    page, replay
):
    """Before the first trick the board is empty."""
    page.goto(replay)
    turn(page, "From the start")
    assert (said(page), drawn(page)) == ("Before the first trick", 0)
    turn(page, "Next")
    assert (said(page), drawn(page)) == ("Trick 1: Ana & Chi · jack of spades", 1)
    page.locator(".cell:has(#trick-3)").click()
    assert drawn(page) == 3
    page.keyboard.press("ArrowRight")
    assert (said(page), drawn(page)) == ("Trick 4: Bo & Dana · cavalier of spades", 4)


def test_nothing_moves_under_the_finger_and_the_group_that_wins_is_joined_when_it_does(
    page, replay
):
    page.goto(replay)
    places, joined = set(), []
    for _ in range(11):
        box = page.locator(".step:visible label").first.bounding_box()
        places.add((box["x"], box["y"], box["width"]))
        joined.append(page.locator(".replay .joined").is_visible())
        turn(page, "Previous")
    assert len(places) == 1
    assert joined == [True] + [False] * 10


def test_from_the_sheet_to_the_replay_and_back(page, replay):
    """By a button whose words fit on one line."""
    page.goto("/tables/1")
    page.locator("#deal-1 summary").click()
    button = page.get_by_role("link", name="Trick by trick")
    assert 44 <= button.bounding_box()["height"] <= 56
    assert button.locator("svg").bounding_box()["width"] < 32
    button.click()
    expect(page).to_have_title("Deal 1, trick by trick · Companion")
    page.get_by_role("link", name="Back to the sheet").click()
    expect(page).to_have_url(re.compile("/tables/1$"))
