"""One phone before one site for all tests of a module: a phone and a site of its own for each test
are most of what a look at a page takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import world
from playwright.sync_api import Page

from companion.store import Opening, Store, Table

FRIENDS = ("Ana", "Bo", "Chi", "Dana")
# What the form of a deal was when it was opened, and the preview of that: the answer to what the
# test before touched may settle later than its words are read.
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
# What is left half typed would stand there when the page comes back.
LEAVES = "() => { localStorage.clear(); document.getElementById('record')?.reset(); }"


@dataclass
class Desk:
    """Opens tables, and the pages of tables, on its phone."""

    store: Store
    address: str
    page: Page
    complaints: list[str]
    sheets: dict[str, str] = field(default_factory=dict)  # of tables at which nothing is told

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
        """The number of a new table."""
        opening = Opening(game, names, rules, at_once, dealer, start)
        return self.store.open_table(opening, key=None, phone="").id

    def save(self, table: int, *deals: dict) -> None:
        """These are the first deals of the table."""
        for number, facts in enumerate(deals, 1):
            self.store.save_deal(table, number, facts, revision=0, key=None, phone="")

    def newest(self) -> Table:
        """The table that was opened last."""
        return max(self.store.tables("open"), key=lambda table: table.id)

    def at(self, path: str) -> Page:
        """A page, opened with nothing left of what was typed before."""
        if self.page.url != "about:blank":
            self.page.evaluate(LEAVES)
        if self.page.url.endswith(path):
            self.page.goto("about:blank")  # else it would be a reload, which keeps what is typed
        self.page.goto(path)
        return self.page

    def anew(self, path: str) -> Page:
        """A form of a deal as it is when it is opened: where it is open already, started again."""
        if not self.page.url.endswith(path):
            return self.at(path)
        self.page.evaluate(ANEW)
        return self.page

    def sheet(self, game: str = "tarot", *names: Any, **agreed: Any) -> Page:
        """The sheet of a table at which all tests tell deals, and none saves any."""
        told = repr((game, names, agreed))
        if told not in self.sheets:
            self.sheets[told] = f"/tables/{self.opened(game, *names, **agreed)}"
        return self.anew(self.sheets[told])

    def usual(self) -> None:
        """The phone has its usual size, whatever a test made of it."""
        if self.page.viewport_size != world.PHONE:
            self.page.set_viewport_size(world.PHONE)
