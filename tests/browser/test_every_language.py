"""Every page can be made what it is where it says no word of English: `make screenshots` takes it
in each language."""

from __future__ import annotations

from collections.abc import Iterator

import pages
import pytest
import world
from playwright.sync_api import Browser, Page

ACTED = [name for name, (_, act) in pages.PAGES.items() if act is not pages.look]


@pytest.fixture(scope="module")
def phone(browser: Browser, after_evenings: str) -> Iterator[Page]:
    """A phone whose browser asks for French."""
    with world.phone(browser, after_evenings, locale="fr") as context:
        context.add_init_script(pages.NOTHING_LEFT)
        yield context.new_page()


@pytest.mark.parametrize("name", ACTED)
def test_what_is_done_on_a_page_needs_no_word_of_it(phone, name):
    pages.visit(phone, name)
