"""The board under the finger: what a touch does, what it never does, and what is seen of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

DEAL = "/tables/1/deals/1"
BID = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}


@pytest.fixture
def play(store, open_table, page):
    """Opens the board of a deal that is played: Ana and Chi, a Y, these tricks told."""

    def opened(*tricks, names=("Ana", "Bo", "Chi", "Dana"), **bid):
        open_table("plateau", names)
        facts = BID | bid | ({"tricks": list(tricks)} if tricks else {})
        store.keep_half(1, 1, facts, revision=0, key=None, phone="")
        page.goto(DEAL)
        return page

    return opened


def won(side, *spaces):
    return {"won_by": side, "spaces": list(spaces)} if spaces else {"won_by": side}


def tricks(store):
    return store.deal(1, 1).facts.get("tricks", [])


def space(page, name):
    return page.locator(f"#space-{name}")


def answered(page):
    """Every touch has been answered."""
    expect(page.locator("#record.sending")).to_have_count(0)


def test_a_trick_and_its_cards_are_told_by_touching(play, store):
    page = play()
    page.locator("#won-declarer").tap()
    expect(space(page, "T1")).to_have_accessible_name("trick 1, Ana & Chi")
    space(page, "KH").tap()
    expect(space(page, "KH")).to_have_accessible_name("king of hearts, Ana & Chi")
    expect(page.locator(".board-said")).to_have_text(
        "Trick 1: Ana & Chi. Touch each card they captured."
    )
    expect(page.locator("#won-defence")).to_contain_text("won trick 2")
    answered(page)
    assert tricks(store) == [won("declarer", "KH")]
