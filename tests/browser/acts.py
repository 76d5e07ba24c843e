"""What is done on a page to see more of it, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page, expect

WRITE = "([field, text]) => { document.getElementById(field).value = text }"
KEYS = """([pad, keys]) => {
    for (const key of keys) document.querySelector(`${pad} [data-types='${key}']`).click();
}"""
# Presses one cell after the other, and returns those that are left once one is not there yet. A
# cell that cannot be pressed is an error.
PRESS = """(told) => {
    const of = ([name, value]) => document.querySelector(
        `#record input[name="${name}"][value="${value}"]`);
    while (told.length && of(told[0])) {
        const cell = of(told.shift());
        if (!cell.checked) cell.click();
        if (!cell.checked) throw new Error(`${cell.name}=${cell.value} cannot be pressed`);
    }
    return told;
}"""
SUBMIT = "(form) => form.submit()"  # without a button: what Save does


def look(page: Page) -> None:
    """Does nothing: the page is only looked at."""


def unfold(page: Page, words: str) -> None:
    """Opens the fold with these words."""
    page.locator("summary", has_text=words).first.click()


def press(page: Page, *names_and_values: str) -> None:
    """Presses cells of the form: press(page, "oudlers=2"). Several are pressed at once, so that the
    host is asked for only one preview, of them all."""
    left = [told.split("=") for told in names_and_values]
    while left := page.evaluate(PRESS, left):
        name, value = left[0]
        cell = page.locator(f'#record input[name="{name}"][value="{value}"]').first
        expect(cell).to_be_attached()


def write(page: Page, field: str, text: object) -> None:
    """Writes into the field behind a keypad, as the keypad does. The field is looked for only then,
    since the form may be replaced between a look and a touch."""
    expect(page.locator(f"#{field}")).to_be_attached()
    page.evaluate(WRITE, [field, str(text)])


def keys(page: Page, pad: str, types: Iterable[str]) -> None:
    """Types on a keypad at once, so that no answer comes in between; whether a thumb could reach
    the keys is not looked at."""
    page.evaluate(KEYS, [pad, [*types]])


def send(page: Page) -> None:
    """Posts the form of the deal, whichever buttons it has."""
    with page.expect_navigation():
        page.locator("#record").evaluate(SUBMIT)


def open_folds(page: Page) -> None:
    """Opens all folds."""
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")


def state(page: Page, word: str) -> None:
    expect(page.locator("#say")).to_have_attribute("data-state", word)


def ask_now(page: Page) -> None:
    """Lets the page ask the host at once, as when the network is back, before its next turn."""
    page.evaluate("() => dispatchEvent(new Event('online'))")
