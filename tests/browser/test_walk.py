"""All pages in English on the narrowest phone, and back, forward and reload over all kinds of them:
always a whole page, and nothing is saved by looking.

T-U5.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pages
import pytest
from playwright.sync_api import Page

# What it is called, and how much stands on it; no words, because some tell the time.
SHOWN = """() => [document.title, document.querySelector("h1")?.textContent.trim(),
    document.querySelectorAll("main *").length]"""
# One address of each kind; that the pages of other tables are whole too is seen elsewhere.
KINDS = {re.sub(r"\d+", "n", one): one for one, _act in reversed(pages.PAGES.values())}
ADDRESSES = list(KINDS.values())
OTHERS = sorted({one for one, _act in pages.PAGES.values()} - {*ADDRESSES})


@pytest.fixture
def begun(evenings: Path) -> Path:
    """The seeded instance."""
    return evenings


def changes(instance) -> int:
    """How many changes the database keeps."""
    with closing(sqlite3.connect(instance / "companion.db")) as db:
        return db.execute("SELECT count(*) FROM changes").fetchone()[0]


@pytest.fixture
def page(page: Page) -> Page:
    """The narrowest phone: the one that all tests share."""
    page.set_viewport_size({"width": 320, "height": 844})
    return page


def too_small_or_wide(page: Page) -> list:
    """In English words are short, and controls large enough all the same; or a word is longer than
    in French, and nothing scrolls sideways."""
    wide = [width for width in [page.evaluate(pages.WIDTH)] if width != 320]
    return page.evaluate(pages.SMALL) + wide


def looked_at(page: Page, address: str, found: dict[str, list]) -> list:
    """The text of the page at this address; what is too small or too wide on it is noted."""
    page.goto(address)
    if wrong := too_small_or_wide(page):
        found[address] = wrong
    return page.evaluate(SHOWN)


# A browser goes back over fifty pages, no more.
@pytest.mark.parametrize("addresses", [ADDRESSES[i : i + 30] for i in range(0, len(ADDRESSES), 30)])
def test_reload_back_and_forward_show_every_page_whole_and_save_nothing(page, instance, addresses):
    before, first, again, found = changes(instance), [], [], {}
    for address in addresses:
        first.append(looked_at(page, address, found))
        page.reload()
        again.append(page.evaluate(SHOWN))
    assert again == first
    back, forward = [first[-1]], [first[0]]
    for _address in addresses[1:]:
        page.go_back()
        back.append(page.evaluate(SHOWN))
    assert back == first[::-1]
    for _address in addresses[1:]:
        page.go_forward()
        forward.append(page.evaluate(SHOWN))
    assert forward == first
    assert changes(instance) == before
    assert found == {}


def test_on_all_other_pages_nothing_is_too_small_or_too_wide_in_english(page):
    found: dict[str, list] = {}
    for address in OTHERS:
        looked_at(page, address, found)
    assert found == {}


@pytest.mark.parametrize(
    "name", ["record-refused", "record-warned-whole", "conflict", "import-question"]
)
def test_what_came_back_filled_can_be_loaded_again_and_saves_nothing(page, instance, name):
    before = changes(instance)
    pages.visit(page, name)
    shown = page.evaluate(SHOWN)
    page.reload()
    assert page.evaluate(SHOWN) == shown
    assert changes(instance) == before
