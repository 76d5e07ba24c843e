"""Every page that there is, by name: its address in the seeded instance, and what is done on it.

Nothing that is done here is saved, so that all pages can be looked at one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import boards
import hands
import organised
from acts import look, open_folds, press, send, state, write
from playwright.sync_api import Page, expect
from seeded import (
    CLOSED,
    DELETED,
    EIGHT,
    EMPTY,
    EXACT,
    FIVE,
    HALF,
    JAPANESE,
    LONG,
    NEAR,
    NOTED,
    PLAYED,
    SIX,
    TWO,
)

FETCH = "async (address) => (await fetch(address)).json()"


def wrong_code(page: Page) -> None:
    """Types a code that opens nothing."""
    page.locator("#join [name=code]").fill("K7M")
    with page.expect_navigation():
        page.locator("#join button").click()


def type_points(page: Page, points: str) -> None:
    write(page, "points", points)


def told(page: Page) -> None:
    """Tells a whole deal; the page shows its preview."""
    type_points(page, "49")
    press(page, "take=0-garde", "partner=2", "oudlers=2", "poignee=single", "petit=declarer")
    state(page, "told")


def told_at_four(page: Page) -> None:
    type_points(page, "49")
    press(page, "take=0-garde", "oudlers=2")
    state(page, "told")


def warned(page: Page) -> None:
    """Tells a deal that is hardly possible; the preview says so."""
    type_points(page, "49")
    press(page, "take=0-garde", "partner=2", "oudlers=0", "petit=declarer")
    state(page, "warned")


def warned_whole(page: Page) -> None:
    """Saves such a deal; the page asks whether to save it anyway."""
    warned(page)
    send(page)
    state(page, "warned")


def open_deals(page: Page) -> None:
    """Unfolds the newest two deals."""
    for deal in page.locator(".deal > summary").all()[:2]:
        deal.click()


def refused(page: Page) -> None:
    """Saves a deal that cannot be; the page says why."""
    type_points(page, "99")
    press(page, "take=0-garde", "oudlers=2")
    send(page)
    expect(page.locator(".problem")).to_be_visible()


def conflict(page: Page) -> None:
    """The page of whoever told the first deal again, after somebody else did."""
    told_at_four(page)
    page.locator("#record").evaluate("(form) => { form.action = form.action.replace(/\\d+$/, 1) }")
    send(page)
    expect(page.locator(".two-versions")).to_be_visible()


def conflict_of_corrections(page: Page) -> None:
    """The page of whoever corrected a deal that somebody else has corrected meanwhile."""
    press(page, "oudlers=1")
    page.locator("#record [name=revision]").evaluate("(field) => { field.value = 99 }")
    send(page)
    expect(page.locator(".two-versions")).to_be_visible()


def count_cards(page: Page) -> None:
    """Touches some cards on the card counter."""
    page.locator(".fold:has(.cards) > summary").click()
    press(page, "take=0-garde", "card=21", "card=KS", "card=KH", "card=QD", "card=JC")
    expect(page.locator("#cards-counted")).not_to_be_empty()


def no_word(page: Page) -> None:
    """Disputes a deal without a word; the page asks what is wrong."""
    open_folds(page)
    page.locator("button[value=disputed]").click()
    expect(page.locator(".problem")).to_be_visible()


def same_name_twice(page: Page) -> None:
    page.locator("#typed").fill("bo")
    page.locator("#typed").press("Enter")
    expect(page.locator(".problem")).to_be_visible()


def other_version(page: Page) -> None:
    """Brings in a sheet that is here already, and differs; the page asks about it."""
    sheet = page.evaluate(FETCH, f"/tables/{PLAYED}/sheet.json")
    sheet["deals"][0]["card_points"] = 51
    page.locator("[name=text]").fill(json.dumps(sheet))
    page.locator(".bar .primary").click()
    expect(page.locator(".two-versions")).to_be_visible()


def no_sheet(page: Page) -> None:
    page.locator("[name=text]").fill('{"format": "companion-sheet", "version": 1}')
    page.locator(".bar .primary").click()
    expect(page.locator(".problem")).to_be_visible()


def other_rules(page: Page) -> None:
    """Chooses other rules; the page shows both totals side by side."""
    page.locator("input[name=preset][value=fft]").check(force=True)
    page.locator(".bar .primary").click()
    expect(page.locator(".two-versions")).to_be_visible()


def wrong_name(page: Page) -> None:
    """Puts a name right with that of somebody who sits there already; the page refuses it."""
    fold = page.locator(".fold").first
    fold.locator("summary").click()
    fold.locator("input[name=name]").fill("Dana")
    fold.locator("[name=rename]").click()
    expect(page.locator(".problem")).to_be_visible()


def wrong_row(page: Page) -> None:
    """Types in a row of paper that cannot be."""
    page.locator("[name='1-oudlers']").fill("4")
    page.locator(".bar .primary").click()
    expect(page.locator("#wrong-1")).to_be_visible()


Act = Callable[[Page], None]
PAGES: dict[str, tuple[str, Act]] = {
    "home": ("/", look),
    "new": ("/tables/new", look),
    "new-named": (f"/tables/new?table={PLAYED}", look),
    "new-refused": (f"/tables/new?table={PLAYED}", same_name_twice),
    "new-sits-out": (f"/tables/new?table={SIX}&carried=1", open_folds),
    "sheet": (f"/tables/{FIVE}", look),
    "sheet-empty": (f"/tables/{EMPTY}", look),
    "sheet-long": (f"/tables/{LONG}", look),
    "deals": (f"/tables/{LONG}/deals", open_deals),
    "sheet-japanese": (f"/tables/{JAPANESE}", look),
    "sheet-sits-out": (f"/tables/{SIX}", look),
    "record-five": (f"/tables/{FIVE}", told),
    "record-four": (f"/tables/{EMPTY}", told_at_four),
    "record-warned": (f"/tables/{FIVE}", warned),
    "record-warned-whole": (f"/tables/{FIVE}", warned_whole),
    "record-refused": (f"/tables/{EMPTY}", refused),
    "record-folds": (f"/tables/{FIVE}", open_folds),
    "record-cards": (f"/tables/{LONG}", count_cards),
    "bid-noted": (f"/tables/{NOTED}", look),
    "bid-noted-folds": (f"/tables/{NOTED}", open_folds),
    "correct": (f"/tables/{FIVE}/deals/2", look),
    "correct-passed": (f"/tables/{FIVE}/deals/3", look),
    "correct-warned": (f"/tables/{FIVE}/deals/11", look),
    "verdict": (f"/tables/{FIVE}/deals/2/verdict", open_folds),
    "verdict-of-long-names": (f"/tables/{LONG}/deals/2/verdict", open_folds),
    "verdict-without-a-word": (f"/tables/{FIVE}/deals/2/verdict", no_word),
    "move": (f"/tables/{PLAYED}/deals/2/move", look),
    "move-seats": (f"/tables/{LONG}/deals/2/move?to={PLAYED}", look),
    "insert": (f"/tables/{FIVE}/deals/12?before=2", look),
    "conflict": (f"/tables/{JAPANESE}", conflict),
    "conflict-of-corrections": (f"/tables/{PLAYED}/deals/2", conflict_of_corrections),
    "ranking": (f"/tables/{PLAYED}", look),
    "one-more": (f"/tables/{PLAYED}?more=1", look),
    "closed-sheet": (f"/tables/{CLOSED}", look),
    "deleted": (f"/tables/{DELETED}", look),
    "history": (f"/tables/{FIVE}/history", look),
    "more": (f"/tables/{FIVE}/more", look),
    "more-closed": (f"/tables/{CLOSED}/more", look),
    "players": (f"/tables/{FIVE}/players", look),
    "players-open": (f"/tables/{FIVE}/players", open_folds),
    "players-refused": (f"/tables/{PLAYED}/players", wrong_name),
    "players-unbegun": (f"/tables/{EMPTY}/players", look),
    "rules-of-table": (f"/tables/{FIVE}/rules", look),
    "options": (f"/tables/{EMPTY}/options", open_folds),
    "options-fixed": (f"/tables/{FIVE}/options", look),
    "count-again": (f"/tables/{LONG}/count-again", look),
    "count-again-both": (f"/tables/{LONG}/count-again", other_rules),
    "text": (f"/tables/{FIVE}/text", look),
    "print": (f"/tables/{FIVE}/print", look),
    "paper": (f"/tables/{EMPTY}/paper", look),
    "paper-refused": (f"/tables/{SIX}/paper", wrong_row),
    "paper-tamalou": (f"/tables/{EIGHT}/paper", look),
    "print-long-names": (f"/tables/{EIGHT}/print", look),
    "print-blank": (f"/tables/{SIX}/blank", look),
    "closed": ("/tables/closed", look),
    "closed-none": ("/tables/closed?q=nobody", look),
    "import": ("/import", look),
    "import-question": ("/import", other_version),
    "import-refused": ("/import", no_sheet),
    "watch": (f"/tables/{FIVE}/watch", look),
    "watch-empty": (f"/tables/{EMPTY}/watch", look),
    "watch-unfolded": (f"/tables/{JAPANESE}/watch", open_deals),
    "watch-bid-noted": (f"/tables/{NOTED}/watch", look),
    "watch-over": (f"/tables/{PLAYED}/watch", look),
    "watch-deleted": (f"/tables/{DELETED}/watch", look),
    "rules": ("/rules/tarot", look),
    "calculator": ("/calculator/tarot", look),
    "calculator-counted": ("/calculator/tarot?players=5", told),
    "settings": ("/settings", look),
    "settings-saved": ("/settings?saved=1", look),
    "join": ("/join", look),
    "join-refused": ("/join", wrong_code),
    "share": (f"/tables/{PLAYED}/share", open_folds),
    "share-renewed": (f"/tables/{PLAYED}/share?renewed=watch", look),
    "host": ("/host", look),
    "error": ("/tables/999", look),
    "tamalou-new": (f"/tables/new?table={NEAR}", open_folds),
    "tamalou-new-two": (f"/tables/new?table={TWO}", look),
    "tamalou-new-eight": (f"/tables/new?table={EIGHT}&carried=1", look),
    "tamalou-empty": (f"/tables/{TWO}", look),
    "tamalou-near": (f"/tables/{NEAR}", open_folds),
    "tamalou-typed": (f"/tables/{NEAR}", hands.half_told),
    "tamalou-exactly-100": (f"/tables/{NEAR}", hands.exactly_100),
    "tamalou-kamikaze": (f"/tables/{NEAR}", hands.kamikaze),
    "tamalou-cards": (f"/tables/{NEAR}", hands.add_cards),
    "tamalou-warned": (f"/tables/{NEAR}", hands.warned),
    "tamalou-refused": (f"/tables/{NEAR}", hands.missing),
    "tamalou-half": (f"/tables/{HALF}", look),
    "tamalou-eight": (f"/tables/{EIGHT}", hands.eight),
    "tamalou-correct": (f"/tables/{NEAR}/deals/2", look),
    "tamalou-conflict": (f"/tables/{NEAR}/deals/1", hands.conflict),
    "tamalou-over": (f"/tables/{EXACT}", look),
    "tamalou-raised": (f"/tables/{EXACT}?more=1&limit=150", look),
    "tamalou-ends-earlier": (f"/tables/{EXACT}/deals/4", hands.ends_earlier),
    "tamalou-more": (f"/tables/{NEAR}/more", look),
    "tamalou-rules": ("/rules/tamalou", look),
    "tamalou-rules-of-table": (f"/tables/{TWO}/rules", look),
    "tamalou-options": (f"/tables/{TWO}/options", open_folds),
    "tamalou-options-fixed": (f"/tables/{NEAR}/options", open_folds),
    "tamalou-calculator": ("/calculator/tamalou?players=4", hands.exactly_100),
    "tamalou-watch": (f"/tables/{EIGHT}/watch", look),
    "tamalou-watch-over": (f"/tables/{EXACT}/watch", look),
    **boards.PAGES,
    **organised.PAGES,
}


# What answers a GET and is no page to look at, and why not.
FILES = "exports.as_json exports.csv files.deals files.players files.whole seasons.as_csv"
FILES += " seasons.deals seasons.players standings.as_csv recaps.of_evening recaps.of_table"
NO_PAGES = {
    **dict.fromkeys(FILES.split(), "a file; each has tests of its own"),
    "assets.file": "styles, scripts, symbols",
    "conducting.show_position": "the page of the evening, looked at there",
    "conducting.show_sheets": "the same",
    "opening.not_opened": "leads to the form of a new table",
    "attendances.known": "part of the check-in, looked at there",
    "evenings.version": "a number",
    "health.show": "a word for a machine",
    "live.at_hand": "the form of the sheet, looked at there",
    "live.changed": "part of the sheet, looked at there",
    "live.chart": "the same",
    "live.changed_to_watch": "part of the sheet, looked at there",
    "live.version": "a number",
}


# Controls smaller than 44 × 44. Of a radio its label is measured, since that is what is touched.
# Left out: links in running text, and the hidden button that only says what Enter means.
SMALL = """() => {
    const controls = document.querySelectorAll(
        "a[href], button, summary, select, textarea, input:not([type=hidden])");
    const seen = [...controls].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true]"));
    const touched = seen.map((one) =>
        one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one);
    const small = touched.filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return (width < 43.99 || height < 43.99) && !one.matches("p a, dd a");
    });
    return small.map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return `${one.outerHTML.slice(0, 120)} ${width} × ${height}`;
    });
}"""
WIDTH = "() => document.documentElement.scrollWidth"
# A page that is visited again shows nothing of what was typed there before.
NOTHING_LEFT = "sessionStorage.clear()"


def visit(page: Page, name: str) -> None:
    """Goes to the page of this name, and does there what is done on it."""
    address, act = PAGES[name]
    answer = page.goto(address)
    assert answer and (answer.ok or name == "error"), f"{address}: {answer and answer.status}"
    act(page)
