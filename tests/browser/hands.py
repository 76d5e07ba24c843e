"""What is done on the pages of Tamalou before they are looked at."""

from __future__ import annotations

from acts import keys, press, send, state, write
from playwright.sync_api import Page, expect


def type_hands(page: Page, *hands: int | str) -> None:
    """Writes the hands, as the keypad does; the caret then stands in the first cell."""
    for seat, hand in enumerate(hands):
        write(page, f"hands-{seat}", hand)
    press(page, f"hand={len(hands) - 1}", "hand=0")


TOTAL = "#hand-keys :is(.by-total, .keys-head)"


def keyed(page: Page, typed: str) -> None:
    """Types into hand after hand (`acts.keys`); → goes to the next one."""
    keys(page, TOTAL, [{"→": "next"}.get(key, key) for key in typed])


def half_told(page: Page) -> None:
    """Three touches: nine by itself, then the first digit of a hand."""
    for digit in "91":
        page.locator(f".by-total [data-types='{digit}']").click()
    state(page, "half")


def exactly_100(page: Page) -> None:
    """Chi comes to exactly 100 and falls to 50, Bo goes past it: the preview says both."""
    type_hands(page, 3, 20, 12, 7)
    press(page, "caller=0")
    state(page, "told")


def eight(page: Page) -> None:
    type_hands(page, 12, 4, 21, 10, 30, 9, 3, 18)
    press(page, "caller=6")
    state(page, "told")


def kamikaze(page: Page) -> None:
    """A hand that may be a kamikaze, and a kamikaze that is told."""
    type_hands(page, 3, 50, 35)
    press(page, "caller=0", "kamikaze=1")
    state(page, "told")


def warned(page: Page) -> None:
    """A hand that four cards cannot make."""
    type_hands(page, 3, 80, 12, 7)
    press(page, "caller=0")
    state(page, "warned")


def missing(page: Page) -> None:
    """Saves without one hand; the page says which."""
    type_hands(page, 3, 20, 12)
    press(page, "caller=0")
    state(page, "half")
    send(page)
    expect(page.locator(".problem")).to_be_visible()


def add_cards(page: Page) -> None:
    """Touches two cards of a hand on the adder."""
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
    """Corrects a deal to give Bo 45, and so 104; the page asks what becomes of the later deals."""
    type_hands(page, 5, 45)
    state(page, "ends")
