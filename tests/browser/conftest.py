"""A real browser before the real server: Chromium, 390 × 844, over plain HTTP under a name.

A loopback address would be a secure context, where browsers allow what they refuse at a table.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import chromium
import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from companion import server

HOST = "companion.test"
PHONE = {"width": 390, "height": 844}
ARGUMENTS = (
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
)
# A refused save (4xx); a preview that the next touch replaced before it came.
NO_COMPLAINTS = ("Failed to load resource", "htmx:afterRequest", "htmx:sendAbort")
PATIENCE = 10_000  # milliseconds; what has not come by then does not come


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; without one they fail, none is skipped."""
    try:
        program = chromium.find()
    except chromium.NoChromium as error:
        pytest.fail(str(error), pytrace=False)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


@contextmanager
def running(app: Flask) -> Iterator[str]:
    """The site served as `companion serve` does, and its address for the browser."""
    waiting, told = server.listen(app, "127.0.0.1", 0), []
    thread = threading.Thread(target=server.answer_until, args=(told, waiting))
    thread.start()
    try:
        yield f"http://{HOST}:{waiting.effective_port}"
    finally:
        told.append("enough")
        thread.join()


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """Where the site of this test can be opened."""
    with running(app) as address:
        yield address


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone with nothing remembered; paths are opened at the site of this test."""
    with browser.new_context(
        base_url=address, viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True
    ) as context:
        context.set_default_timeout(PATIENCE)
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """The page of a phone; what the browser complains of fails the test."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: _collect(said, complaints))
    yield page
    assert complaints == []


def _collect(said, complaints: list[str]) -> None:
    """Violations of the policy and broken scripts."""
    if said.type == "error" and not said.text.startswith(NO_COMPLAINTS):
        complaints.append(said.text)
