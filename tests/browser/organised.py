"""The organiser's pages to look at, those of seasons and people, and what is done on them first."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

from acts import look, open_folds
from playwright.sync_api import Page, expect
from seeded import FIVE, PUT_AWAY

FETCH = """async () => [...new Uint8Array(
    await (await fetch("/evenings/3/evening.zip")).arrayBuffer())]"""


def take_in_hand(page: Page) -> None:
    """Picks somebody of the draw up: the first of two touches."""
    page.locator("button[name=hand]").first.click()
    expect(page.locator(".person.pressed")).to_be_visible()


def type_name(page: Page) -> None:
    """Types a letter; three names fit it."""
    page.locator("#typed").press_sequentially("b")
    expect(page.locator("#known .chip")).to_have_count(3)


def number_zero(page: Page) -> None:
    """Gives a table the number 0, which comes back refused."""
    page.locator("[name=table]").last.select_option(index=1)
    page.locator("[name=place]").fill("0")
    page.locator("form:has([name=place]) button").click()
    expect(page.locator(".problem")).to_be_visible()


def other_evening(page: Page) -> None:
    """Brings in an evening that is here already, and differs in the file; the page asks."""
    whole, changed = ZipFile(BytesIO(bytes(page.evaluate(FETCH)))), BytesIO()
    with ZipFile(changed, "w") as file:
        for name in whole.namelist()[1:]:
            file.writestr(name, whole.read(name))
        told = json.loads(whole.read("evening.json")) | {"name": "Thursday", "place": ""}
        told["games"]["tarot"] |= {"misere": 10, "deals": 12}
        told["players"][0] |= {"here": False, "fee": 2.5, "paid": False}
        file.writestr("evening.json", json.dumps(told))
    put = {"name": "evening.zip", "mimeType": "application/zip", "buffer": changed.getvalue()}
    page.set_input_files("[name=file]", [put])  # type: ignore[list-item]
    page.locator(".bar .primary").click()
    expect(page.locator(".two-versions")).to_be_visible()


PAGES = {
    "payments": (f"/tables/{FIVE}/payments?tarot=0.1", look),
    "seasons": ("/seasons", look),
    "season-new": ("/seasons/new", look),
    "everybody": ("/players", look),
    "player": ("/players/1", look),
    "player-of-tamalou": ("/players/6?game=tamalou&players=4", look),
    "player-name": ("/players/1/name", look),
    "check-in": ("/evenings/1/players", open_folds),
    "check-in-typed": ("/evenings/1/players", type_name),
    "check-in-nobody": ("/evenings/2/players", look),
    "evenings": ("/evenings", look),
    "evenings-none": ("/evenings?q=nobody", look),
    "draw-nobody": ("/evenings/2/draw", look),
    "draw": ("/evenings/1/draw", look),
    "draw-in-hand": ("/evenings/1/draw", take_in_hand),
    "draw-published": ("/evenings/1/draw?position=1", look),
    "seats": ("/evenings/1/seats", look),
    "seats-nobody": ("/evenings/2/seats", look),
    "next-begun": (f"/tables/{PUT_AWAY + 1}", look),
    "next-table": (f"/tables/{PUT_AWAY}", look),
    "next-table-watched": (f"/tables/{PUT_AWAY}/watch", look),
    "new-in-evening": (f"/tables/new?table={PUT_AWAY}", look),
    "standings": ("/evenings/3/standings", look),
    "standings-of-a-game": ("/evenings/3/standings?game=tarot", look),
    "players-evening": ("/evenings/3/players/4", look),
    "wall": ("/evenings/3/wall", look),
    "wall-seats": ("/evenings/1/wall", look),
    "evening": ("/evenings/1", open_folds),
    "evening-empty": ("/evenings/2", look),
    "evening-new": ("/evenings/new", open_folds),
    "evening-settings": ("/evenings/1/settings", look),
    "evening-rules": ("/evenings/1/rules/tarot", look),
    "evening-links": ("/evenings/1/share", look),
    "evening-tables": ("/evenings/1/tables", look),
    "evening-tables-numbered": ("/evenings/4/tables", number_zero),
    "evening-open-table": ("/evenings/1/tables/new", look),
    "evening-payments": ("/evenings/3/payments?tarot=0.1", look),
    "evening-payments-none": ("/evenings/2/payments", look),
    "evening-differs": ("/import", other_evening),
    "places": ("/evenings/1/places?n=2", look),
    "place-waits": ("/evenings/2/places/1", look),
    "prints": ("/evenings/1/print", look),
    "print-check-in": ("/evenings/1/players/print", look),
    "print-nobody": ("/evenings/2/players/print", look),
    "print-blanks": ("/evenings/1/blank?places=2", look),
    "print-cards": ("/evenings/1/cards?position=1", look),
    "print-seats": ("/evenings/1/seats/print", look),
    "print-sheets": ("/evenings/3/sheets/print", look),
    "print-standings": ("/evenings/3/standings/print", look),
    "season": ("/seasons/1", look),
    "season-evenings": ("/seasons/1/evenings", look),
}
