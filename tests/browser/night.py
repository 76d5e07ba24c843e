"""What the people of a club evening do by the pages of the app, each on a phone of their own.

Nothing here looks into the store; `test_club_evening.py` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import touching as at
import world
from playwright.sync_api import Browser, Locator, Page, expect
from touching import Thumb


class Told(NamedTuple):
    """A deal as a table tells it, and the totals at the table after it, in seat order."""

    declarer: str
    contract: str
    oudlers: int
    points: str
    totals: str
    also: str = ""  # a poignée by its size, a petit au bout by its side


@contextmanager
def phones(browser: Browser, address: str, many: int, **differs: object) -> Iterator[list[Page]]:
    """So many phones that no link has let in; a complaint of their browsers fails the test."""
    contexts = [world.stranger(browser, address, **differs) for _ in range(many)]
    pages = [context.new_page() for context in contexts]
    complaints = [world.listen(page) for page in pages]
    yield pages
    for context in contexts:
        context.close()
    assert complaints == [[]] * many


@dataclass
class Organiser:
    """The organiser of the evening, at a phone."""

    page: Page
    here: str = ""  # the address of the evening

    def opens(self, name: str, place: str) -> None:
        """Opens the evening, from the first page of the app."""
        self.page.goto("/")
        self.page.get_by_role("link", name="New evening").click()
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Place").fill(place)
        at.button(self.page, "Open").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Who is here?")
        self.here = self.page.url.removesuffix("/players")

    def touches(self, *links: str) -> None:
        """Touches one link after the other."""
        for name in links:
            self.page.get_by_role("link", name=name, exact=True).click()

    def sends(self, button: str) -> None:
        """Touches the button of a form, and waits for the next page."""
        with self.page.expect_navigation():
            at.button(self.page, button).click()

    def checks_in(self, letters: str, name: str) -> None:
        """Checks somebody in: types the first letters, then touches the name."""
        self.page.locator("#typed").press_sequentially(letters)
        self.page.locator(f"#known [value='{name}']").click()
        expect(self.page.locator(".people .name").get_by_text(name, exact=True)).to_be_visible()

    def pastes(self, names: Sequence[str]) -> None:
        """Pastes a list of those who have come."""
        self.page.get_by_text("Paste a list, or a CSV file").click()
        self.page.get_by_label("One name a line").fill("\n".join(names))
        self.sends("Check them all in")

    def plans(self, deals: int) -> None:
        """Agrees how many deals each table plays."""
        self.page.goto(self.here)
        self.touches("Rules: French Tarot")
        self.page.get_by_label("Deals planned: other").fill(str(deals))
        self.sends("Agree")

    def draws(self, sizes: str, lot: str) -> list[list[str]]:
        """Draws tables of these sizes; returns who sits at each, in seat order. The key of the form
        decides the lot: `lot` takes its place, so that the evening is the same each time."""
        self.page.get_by_role("radio", name=sizes, exact=True).check(force=True)
        key = self.page.locator("#sizes [name=key]")
        key.evaluate("(field, lot) => { field.value = lot }", lot)
        self.page.get_by_role("button", name="Draw", exact=True).click()
        return self.drawn()

    def drawn(self) -> list[list[str]]:
        """Who sits at each table of the draw."""
        expect(self.page.locator(".drawn-table").first).to_be_visible()
        tables = self.page.locator(".drawn-table").all()
        return [one.locator(".person:not(.place) .name").all_inner_texts() for one in tables]

    def figure(self, name: str) -> str:
        """A figure of the draw."""
        return self.page.locator(".figures div", has_text=name).locator("dd").inner_text()

    def cards(self) -> list[str]:
        """The links of the codes to enter deals, from the printed cards of all places."""
        self.page.goto(f"{self.here}/places")
        codes = self.page.locator(".score .scan").all()
        return [one.get_attribute("href") or "" for one in codes]

    def link_to_look_on(self) -> str:
        """The link of the code that the evening shows for those who look on."""
        self.page.goto(f"{self.here}/share")
        code = self.page.locator(".link", has_text="To look on").locator(".scan")
        return code.get_attribute("href") or ""

    def lets_others_see(self, what: str) -> None:
        """Shows the others the standings, or a part of them."""
        self.page.goto(f"{self.here}/standings")
        self.page.locator("summary", has_text="The others see").click()
        self.sends(what)

    def takes_along(self, page: str, link: str, folder: Path) -> Path:
        """Saves a file of the evening into the folder."""
        self.page.goto(f"{self.here}{page}")
        with self.page.expect_download() as saved:
            self.touches(link)
        file = folder / saved.value.suggested_filename
        saved.value.save_as(file)
        return file

    def brings_in(self, file: Path) -> None:
        """Brings in the file of an evening, at a site where this phone may open one."""
        self.page.goto("/")
        self.touches("Bring in a file")
        self.page.locator("input[type=file]").set_input_files(file)
        at.button(self.page, "Bring in").click()
        expect(self.page.locator("#board")).to_be_visible()
        self.here = self.page.url.partition("?")[0]


def scan(page: Page, link: str, place: int) -> None:
    """Opens the link of a place's card: it leads to the sheet that is played there."""
    page.goto(link)
    expect(page.locator("#subtitle")).to_contain_text(f"Table {place} · ")
    expect(page.locator("#record")).to_be_visible()


def tell(page: Page, deal: Told) -> None:
    """Touches a deal in and saves it; the table plays on."""
    Thumb(page).touch_all(*_cells(page, deal))
    _save(page)
    expect(at.totals(page)).to_have_text(deal.totals.split())


def tell_last(page: Page, deal: Told) -> None:
    """Tells the last deal that was planned, quicker than the host answers; then the ranking is
    shown."""
    for cell in _cells(page, deal):
        cell.evaluate("(cell) => cell.click()")
    _save(page)
    expect(page.locator(".ranking")).to_be_visible()
    shown = page.locator(".ranking .number").all_inner_texts()
    assert sorted(shown) == sorted(deal.totals.split())


def _cells(page: Page, deal: Told) -> Iterator[Locator]:
    """What is touched to tell a deal."""
    yield at.take(page, deal.declarer, deal.contract)
    yield at.oudlers(page, deal.oudlers)
    yield from (at.key(page, one) for one in deal.points)
    for one in deal.also.split():
        which = at.petit if one in ("declarer", "defence") else at.poignee
        yield which(page, one)


def _save(page: Page) -> None:
    expect(at.said(page, "told")).to_be_visible()
    Thumb(page).touch(at.button(page, "Save"))


def agree(page: Page) -> None:
    """The players look at the totals together, and close their sheet."""
    at.a_moment(page)
    at.button(page, "We agree: close the sheet").click()
    expect(page.locator("#subtitle")).to_contain_text("closed")


def substitute(page: Page, leaves: str, comes: str) -> None:
    """Somebody takes a seat from the next deal on."""
    page.get_by_role("link", name="More").click()
    page.get_by_role("link", name="Players, seats, name of the table").click()
    page.locator(".fold summary", has_text=leaves).click()
    fold = page.locator(".fold[open]")
    fold.get_by_label("Name").fill(comes)
    with page.expect_navigation():  # a link touched before would take its place
        fold.get_by_role("button", name="Somebody else, from the next deal on").click()
    page.get_by_role("link", name="Back to the sheet").click()
