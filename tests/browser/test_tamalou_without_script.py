"""Tamalou with scripts switched off: a table opened, the end of a game, what is taken along.

How a deal is told there is seen in test_tamalou_told.
"""

from __future__ import annotations

import re

import pytest
import touching as at
from playwright.sync_api import Page, expect

FOUR = ("Ana", "Bo", "Chi", "Dana")


@pytest.fixture
def near(store, open_table, plain) -> Page:
    """The sheet of a game near its end: 53, 89, 88, 30, the last deal by Dana."""
    open_table("tamalou", FOUR, start=[29, 60, 70, 18])
    for caller, hands in (("3", (24, 9, 10, 3)), ("0", (0, 20, 8, 12))):
        told = {"caller": caller, "hands": {str(seat): n for seat, n in enumerate(hands)}}
        store.save_deal(1, store.table(1).next_number, told, revision=0, key=None, phone="")
    plain.goto("/tables/1")
    return plain


def hands(page: Page, *held: int) -> None:
    for name, hand in zip(FOUR, held, strict=True):
        page.get_by_label(f"{name}: hand total", exact=True).fill(str(hand))


def called(page: Page, name: str) -> None:
    page.get_by_role("radio", name=f"{name} called Tamalou", exact=True).check()


def test_a_table_of_tamalou_is_opened_with_what_was_agreed(store, plain):
    plain.goto("/tables/new?game=tamalou")
    for name in ("Ana", "Bo"):
        plain.locator("#typed").fill(name)
        at.button(plain, "Add").click()
    plain.get_by_role("radio", name="becomes 50, the game goes on").check()
    plain.get_by_role("radio", name="two: six").check()
    plain.locator("summary", has_text="The call, the penalty").click()
    plain.get_by_role("textbox", name="A call is good up to").fill("8")
    at.button(plain, "Open").click()
    expect(plain).to_have_url(re.compile("/tables/1$"))
    rules = store.table(1).rules
    assert [rules[key] for key in ("exact_limit", "cards", "call_threshold")] == ["continue", 6, 8]


def test_exactly_100_falls_and_the_limit_is_raised(store, near):
    """Chi's 88 and 12 make 100, Bo's 89 and 14 are past it: 53, 103, 50, 30."""
    called(near, "Dana")
    hands(near, 24, 14, 12, 3)
    at.button(near, "Save").click()
    expect(near.locator(".ranking .number")).to_have_text(["30", "100 50", "77", "103"])
    near.get_by_role("radio", name="200").check()
    at.button(near, "Raise it and play deal 4").click()
    called(near, "Ana")
    hands(near, 3, 9, 8, 7)
    at.button(near, "Save").click()
    expect(at.totals(near)).to_have_text(["77", "112", "58", "37"])
    assert store.deal(1, 4).facts["limit"] == 200


def test_a_correction_that_ends_the_game_earlier_asks(store, near):
    near.goto("/tables/1/deals/1")
    hands(near, 24, 41, 10, 3)
    at.button(near, "Save").click()
    expect(near.get_by_text("1 deal comes later")).to_be_visible()
    expect(near.get_by_label("Bo: hand total", exact=True)).to_have_value("41")
    at.button(near, "End there").click()
    expect(near.locator(".ranking .name")).to_have_text(["Dana", "Ana", "Chi", "Bo"])
    at.button(near, "Undo the last change").click()
    expect(at.totals(near)).to_have_text(["53", "89", "88", "30"])


def test_a_deal_of_tamalou_is_noted_half_and_told_to_the_end(store, near):
    called(near, "Ana")
    near.get_by_label("Ana: hand total", exact=True).fill("3")
    at.button(near, "Save so far").first.click()
    expect(near.locator(".half-told")).to_contain_text("Ana called with 3")
    hands(near, 3, 9, 8, 7)
    at.button(near, "Save").click()
    expect(at.totals(near)).to_have_text(["53", "98", "96", "37"])


def test_the_sheet_of_tamalou_is_taken_along(near):
    near.get_by_role("link", name="More").click()
    with near.expect_download() as download:
        near.get_by_role("link", name="Score sheet as CSV").click()
    lines = download.value.path().read_text("utf-8").splitlines()
    assert lines[1] == "start,,,,,,,,,,,,,29,60,70,18,"
    assert lines[2].startswith("1,Ana,called,Dana,,24,9,10,3,24,9,10,0,53,69,80,18")


def test_the_calculator_counts_hands(plain):
    plain.goto("/calculator/tamalou?players=2")
    plain.get_by_role("radio", name="Player 1 called Tamalou").check()
    for n, hand in ((1, "7"), (2, "7")):
        plain.get_by_label(f"Player {n}: hand total", exact=True).fill(hand)
    at.button(plain, "Count").click()
    expect(plain.locator("#counted")).to_contain_text("failed: 7 + 5")
