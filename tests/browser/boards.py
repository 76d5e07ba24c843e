"""The pages of Le Plateau to look at, and what is done on them first."""

from __future__ import annotations

from acts import look, open_folds, press, send
from playwright.sync_api import Page, expect
from seeded import AUCTION, BID, DUEL, LOST, MADE, OPENED, PLATEAU, RAISED


def conflict(page: Page) -> None:
    """The page of whoever corrected a board that somebody else has corrected meanwhile."""
    field = "#record [name=board-defence][value=JC]"
    page.locator(field).evaluate("(field) => { field.remove() }")
    page.locator("#record [name=revision]").evaluate("(field) => { field.value = 99 }")
    send(page)
    expect(page.locator(".two-versions")).to_be_visible()


def parts(page: Page) -> None:
    """Touches the parts of the next bid; the page says what it beats."""
    press(page, "bid-talon=keep", "bid-objective=fork", "bid-partners=1")
    expect(page.locator(".bar")).to_contain_text("6")


def third_trick(page: Page) -> None:
    """Turns a replay back to its third trick."""
    page.locator("label.cell:has(#trick-3)").click()


def counted(page: Page) -> None:
    """Tells the calculator what is played."""
    press(page, "declarer=0", "talon=keep", "objective=y", "partners=2")
    page.locator(".keep:visible").click()
    expect(page.locator(".hexagons")).to_be_visible()


PAGES = {
    "plateau-new": (f"/tables/new?table={PLATEAU}", open_folds),
    "plateau-new-two": (f"/tables/new?table={DUEL}", look),
    "plateau-new-six": (f"/tables/new?table={MADE}", look),
    "plateau-auction-empty": (f"/tables/{OPENED}", look),
    "plateau-auction": (f"/tables/{AUCTION}", open_folds),
    "plateau-auction-parts": (f"/tables/{AUCTION}", parts),
    "plateau-bid": (f"/tables/{BID}", open_folds),
    "plateau-raised": (f"/tables/{RAISED}?asks=bid", look),
    "plateau-board": (f"/tables/{PLATEAU}", look),
    "plateau-board-two": (f"/tables/{DUEL}", look),
    "plateau-board-five": (f"/tables/{RAISED}", look),
    "plateau-watch": (f"/tables/{PLATEAU}/watch", look),
    "plateau-watch-auction": (f"/tables/{AUCTION}/watch", look),
    "plateau-won": (f"/tables/{MADE}", look),
    "plateau-lost": (f"/tables/{LOST}", look),
    "plateau-correct": (f"/tables/{PLATEAU}/deals/3", look),
    "plateau-correct-tricks": (f"/tables/{PLATEAU}/deals/1", look),
    "plateau-correct-bid": (f"/tables/{PLATEAU}/deals/1?asks=bid", look),
    "plateau-correct-passed": (f"/tables/{PLATEAU}/deals/2", look),
    "plateau-conflict": (f"/tables/{PLATEAU}/deals/3", conflict),
    "plateau-sheet": (f"/tables/{PLATEAU}?asks=board", open_folds),
    "plateau-replay": (f"/tables/{PLATEAU}/deals/1/replay", look),
    "plateau-replay-third": (f"/tables/{PLATEAU}/deals/1/replay", third_trick),
    "plateau-replay-board": (f"/tables/{PLATEAU}/deals/3/replay", look),
    "plateau-rules": ("/rules/plateau", look),
    "plateau-rules-two": (f"/tables/{DUEL}/rules", look),
    "plateau-rules-six": (f"/tables/{MADE}/rules", look),
    "plateau-options": (f"/tables/{OPENED}/options", open_folds),
    "plateau-options-fixed": (f"/tables/{PLATEAU}/options", look),
    "plateau-count-again": (f"/tables/{PLATEAU}/count-again", look),
    "plateau-calculator": ("/calculator/plateau", look),
    "plateau-calculator-board": ("/calculator/plateau?players=4", counted),
}
