"""A deal of Le Plateau that is being played, and how its board is touched and read."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

DEAL = "/tables/1/deals/1"
TOUCH = "**/half/touch"
BID = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
# Stops the clock of the page, so much later than now, until another page is loaded.
LATER = "(later) => { const then = Date.now() + later; Date.now = () => then; }"
FRIENDS = ("Ana", "Bo", "Chi", "Dana")


def won(side: str, *spaces: str) -> dict[str, Any]:
    """A trick as the store keeps it, won by this side."""
    return {"won_by": side} | ({"spaces": list(spaces)} if spaces else {})


def begin(store, open_table, *tricks, names=FRIENDS, **bid) -> None:
    """Begins a deal: Ana and Chi play a Y, and these tricks are told."""
    open_table("plateau", names)
    facts = BID | bid | ({"tricks": list(tricks)} if tricks else {})
    store.keep_half(1, 1, facts, revision=0, key=None, phone="")


def kept(store) -> list[dict[str, Any]]:
    """The tricks that are kept by now."""
    return store.deal(1, 1).facts.get("tricks", [])


def space(page: Page, name: str) -> Locator:
    return page.locator(f"#space-{name}")


def winner(page: Page, side: str) -> Locator:
    """The button that says that this side won the next trick, or gets the talon."""
    return page.locator(f"#won-{side}")


def said(page: Page) -> Locator:
    """The sentence under the board."""
    return page.locator(".board-said:visible")


def answered(page: Page) -> None:
    """Waits until every touch has been answered."""
    expect(page.locator("#record.sending")).to_have_count(0)


def at_one_time(page: Page) -> None:
    """Stops the clock, so that two touches are a double one, however slow the machine is."""
    page.evaluate(LATER, 0)


def a_second_later(page: Page) -> None:
    """Puts the clock on, so that the next touch is not the second half of a double one."""
    page.evaluate(LATER, 1000)


# What a deal of thirteen tricks may begin with: no objective is reached or lost yet.
SIX = (
    won("declarer", "JS", "QH"),
    won("defence", "QC", "CS"),
    won("declarer", "KD", "KC"),
    won("defence", "QD", "CD", "JC"),
    won("defence", "A3"),
    won("declarer", "EX", "JH"),
)
