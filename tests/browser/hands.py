"""What is done on the pages of Tamalou to make them those that one wants to see."""

from __future__ import annotations

from acts import keys, press, send, state, write
from playwright.sync_api import Page, expect


def type_hands(page: Page, *hands: int | str) -> None:
    """Into the fields behind the cells, as the keypad does; the caret comes to the first cell."""
    for seat, hand in enumerate(hands):
        write(page, f"hands-{seat}", hand)
    press(page, f"hand={len(hands) - 1}", "hand=0")


TOTAL = "#hand-keys :is(.by-total, .keys-head)"


def keyed(page: Page, typed: str) -> None:
    """Types into hand after hand where it is not asked whether a thumb can; → walks on."""
    keys(page, TOTAL, [{"→": "next"}.get(key, key) for key in typed])


def half_told(page: Page) -> None:
    """Three touches: nine by itself, then the first digit of a hand."""
    for digit in "91":
        page.locator(f".by-total [data-types='{digit}']").click()
    state(page, "half")


def exactly_100(page: Page) -> None:
    """Chi comes to exactly 100 and falls to 50, Bo past it: the preview says so."""
    type_hands(page, 3, 20, 12, 7)
    press(page, "caller=0")
    state(page, "told")


def eight(page: Page) -> None:
    type_hands(page, 12, 4, 21, 10, 30, 9, 3, 18)
    press(page, "caller=6")
    state(page, "told")


def kamikaze(page: Page) -> None:
    """A hand that can be one, and one that is told."""
    type_hands(page, 3, 50, 35)
    press(page, "caller=0", "kamikaze=1")
    state(page, "told")


def warned(page: Page) -> None:
    """A hand that four cards cannot make."""
    type_hands(page, 3, 80, 12, 7)
    press(page, "caller=0")
    state(page, "warned")


def missing(page: Page) -> None:
    """The page that says which hand is missing."""
    type_hands(page, 3, 20, 12)
    press(page, "caller=0")
    state(page, "half")
    send(page)
    expect(page.locator(".problem")).to_be_visible()


def add_cards(page: Page) -> None:
    """The adder, two cards of a hand touched."""
    page.locator(".keys-head [value=cards]").check(force=True)
    for card in ("7", "15"):
        page.locator(f".by-cards [data-card='{card}']").first.click()
    state(page, "half")


def conflict(page: Page) -> None:
    """The page of whoever corrected hands that somebody else has corrected meanwhile."""
    type_hands(page, 3, 13)
    page.locator("#record [name=revision]").evaluate("(field) => { field.value = 99 }")
    send(page)
    expect(page.locator(".two-versions")).to_be_visible()


def ends_earlier(page: Page) -> None:
    """The question what becomes of the later deals: Bo had 45, and so 104, in the one before."""
    type_hands(page, 5, 45)
    state(page, "ends")
