"""One phone and one site for all tests of a module: to make both for each test would take longer
than most tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import world
from playwright.sync_api import Page

from companion.store import Opening, Store, Table

FRIENDS = ("Ana", "Bo", "Chi", "Dana")
# Makes the form of a deal what it was when it was opened, and waits for its preview: the answer to
# the last touch of the test before may still be on its way.
ANEW = """() => new Promise((done) => {
    const form = document.getElementById("record");
    let asked;
    const first = ({ detail }) => { asked = detail.xhr; };
    form.addEventListener("htmx:beforeRequest", first, { once: true });
    form.addEventListener("htmx:afterSettle", function settled({ detail }) {
        if (detail.xhr !== asked) return;
        form.removeEventListener("htmx:afterSettle", settled);
        done();
    });
    localStorage.clear();
    form.dispatchEvent(new Event("pointerdown")); // of a touch that left its cell nothing stays
    document.activeElement.blur();
    for (const fold of document.querySelectorAll("details")) fold.open = false;
    scrollTo(0, 0);
    form.reset();
})"""
# Else what is half typed would be kept, and stand there again when the page comes back.
LEAVES = "() => { localStorage.clear(); document.getElementById('record')?.reset(); }"


@dataclass
class Desk:
    """Opens tables, and the pages of tables, on its phone."""

    store: Store
    address: str
    page: Page
    complaints: list[str]
    sheets: dict[str, str] = field(default_factory=dict)  # of the tables of `sheet`: agreed -> path

    def opened(
        self,
        game: str = "tarot",
        names: Sequence[str] = FRIENDS,
        *,
        at_once: int | None = None,
        dealer: int = 0,
        start: Sequence[int] = (),
        **rules: object,
    ) -> int:
        """Opens a table; returns its number."""
        opening = Opening(game, names, rules, at_once, dealer, start)
        return self.store.open_table(opening, key=None, phone="").id

    def save(self, table: int, *deals: dict) -> None:
        """Saves the first deals of a table."""
        for number, facts in enumerate(deals, 1):
            self.store.save_deal(table, number, facts, revision=0, key=None, phone="")

    def newest(self) -> Table:
        """The table that was opened last."""
        return max(self.store.tables("open"), key=lambda table: table.id)

    def at(self, path: str) -> Page:
        """Opens a page, with nothing left of what was typed before."""
        if self.page.url != "about:blank":
            self.page.evaluate(LEAVES)
        if self.page.url.endswith(path):
            self.page.goto("about:blank")  # else it would be a reload, which keeps what is typed
        self.page.goto(path)
        return self.page

    def anew(self, path: str) -> Page:
        """Opens the form of a deal; if it is open already, makes it what it was when opened."""
        if not self.page.url.endswith(path):
            return self.at(path)
        self.page.evaluate(ANEW)
        return self.page

    def sheet(self, game: str = "tarot", *names: Any, **agreed: Any) -> Page:
        """Opens the sheet of a table that all tests may tell deals at, but save none."""
        told = repr((game, names, agreed))
        if told not in self.sheets:
            self.sheets[told] = f"/tables/{self.opened(game, *names, **agreed)}"
        return self.anew(self.sheets[told])

    def usual(self) -> None:
        """Gives the phone its usual size again."""
        if self.page.viewport_size != world.PHONE:
            self.page.set_viewport_size(world.PHONE)
