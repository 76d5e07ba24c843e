"""The world of a table: the real server, and a real Chromium as a phone over plain HTTP.

A loopback address would be a secure context, where browsers allow what they refuse at a table.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import chromium
import phones
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from companion import server

HOST = "companion.test"
PHONE = {"width": 390, "height": 844}
ARGUMENTS = (
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    # No script runs long enough on a page to earn what making it faster takes.
    "--js-flags=--no-opt --no-maglev --single-threaded",
    # A page of the site takes the frame of the one before, as in a browser of some years ago: a new
    # one for each takes a third more (measured, Chromium 156). The other is Playwright's own.
    "--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame",
)
# Complaints that mean nothing: a refused save (4xx), a preview that the next touch has replaced.
NO_COMPLAINTS = ("Failed to load resource", "htmx:afterRequest", "htmx:sendAbort")
HOSTS: dict[str, tuple[str, str]] = {}  # the cookie of the host's phone, by address
# Forgets all that a page may keep; returns which page it is.
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); return location.href; }"
PATIENCE = 10_000  # milliseconds to wait for anything


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium; raises chromium.NoChromium where there is none."""
    program = chromium.find()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Door:
    """An application that passes all requests to one site; to another one later, once no request
    is being answered any more."""

    address = ""

    def __init__(self, site: Flask) -> None:
        self.site, self.config, self.extensions = site, site.config, site.extensions
        self.inside, self.changes = 0, threading.Condition()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        with self.changes:
            self.inside += 1
            site = self.site
        try:
            return site(environ, start)
        finally:
            with self.changes:
                self.inside -= 1
                self.changes.notify()

    @contextmanager
    def to(self, site: Flask) -> Iterator[None]:
        site.config["NAMES"] = (HOST,)
        self.site = site
        yield
        with self.changes:
            answered = self.changes.wait_for(lambda: not self.inside, PATIENCE / 1000)
        assert answered, "somebody still waits for an answer of this site"


class Kept:
    """A phone that many tests use, each as if it were new."""

    def __init__(self, context: BrowserContext) -> None:
        self.context, self.cookies = context, context.cookies()
        self.page = self._opened()

    def _opened(self) -> Page:
        page = self.context.new_page()
        self.complaints = listen(page)
        self.devtools = self.context.new_cdp_session(page)
        return page

    def forgets(self, address: str) -> None:
        """Forgets all that a test has left on it, and goes to a page without a script."""
        self.page = self._opened() if self.page.is_closed() else self.page
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.page.unroute_all()
        self.context.unroute_all()
        self.context.set_offline(False)
        self._leaves_for(f"{address}/healthz")
        # No arrow leads back to the sheet of another test, which had the same address.
        self.devtools.send("Page.resetNavigationHistory")
        self.context.clear_cookies()
        self.context.add_cookies(self.cookies)
        if self.page.viewport_size != PHONE:
            self.page.set_viewport_size(PHONE)
        self.page.emulate_media(media="null", color_scheme="null")

    def _leaves_for(self, address: str) -> None:
        """Goes to this address, even if it was just leaving for another page, and forgets all."""
        for _ in range(5):
            with suppress(Error):
                self.page.evaluate("() => stop()")
                self.page.goto(address)
                if self.page.evaluate(FORGET) == address:
                    return
        raise AssertionError(f"it does not leave {self.page.url}")


@contextmanager
def running(app: Flask | Door, port: int = 0) -> Iterator[str]:
    """The site served as `companion serve` does, and its address for the browser."""
    app.config["NAMES"] = (HOST,)
    waiting, told = server.listen(app, "127.0.0.1", port), []
    thread = threading.Thread(target=server.answer_until, args=(told, waiting))
    thread.start()
    address = f"http://{HOST}:{waiting.effective_port}"
    HOSTS[address] = phones.let_in(app.extensions["store"])
    try:
        yield address
    finally:
        told.append("enough")
        with suppress(OSError):  # a connection wakes the server; it may have stopped by itself
            socket.create_connection(("127.0.0.1", waiting.effective_port)).close()
        thread.join()


def phone(browser: Browser, address: str, **differs: Any) -> BrowserContext:
    """A phone that the host's link has let in, with nothing else remembered. Paths are opened at
    this address."""
    context = stranger(browser, address, **differs)
    name, value = HOSTS[address]
    context.add_cookies([{"name": name, "value": value, "url": address, "httpOnly": True}])
    return context


def stranger(browser: Browser, address: str, **differs: Any) -> BrowserContext:
    """A phone that no link has let in, with nothing remembered."""
    usual = {"viewport": PHONE, "locale": "en-GB", "has_touch": True, "is_mobile": True}
    context = browser.new_context(base_url=address, **(usual | differs))
    context.set_default_timeout(PATIENCE)
    return context


def listen(page: Page) -> list[str]:
    """A list of all that the browser complains of from now on: broken scripts, violations of the
    content security policy."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: _collect(said, complaints))
    return complaints


def _collect(said: Any, complaints: list[str]) -> None:
    if said.type == "error" and not said.text.startswith(NO_COMPLAINTS):
        complaints.append(said.text)
