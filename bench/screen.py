"""What a slow phone on a slow network sees of a first visit, in a real browser (T-U6)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from .phone import COOKIE
from .served import served, site

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SLOWER = 4  # times slower than this processor
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 2e5}
AT_MOST = {"largest": 1500, "shifted": 0.02, "longest task": 50}  # ms; share of the screen
FELT = 100  # ms, from the touch on Save to the picture that shows it
PATHS = {"home": "/", "sheet": "/tables/1", "watch page": "/tables/1/watch"}
SEEN = """globalThis.seen = { largest: 0, shifted: 0, "longest task": 0 };
const look = (type, put) => new PerformanceObserver((list) => list.getEntries().forEach(put))
    .observe({ type, buffered: true });
look("largest-contentful-paint", (one) => { seen.largest = one.startTime; });
look("layout-shift", (one) => { seen.shifted += one.value; });
look("longtask", ({ duration }) => {
    seen["longest task"] = Math.max(seen["longest task"], duration);
});"""

TOUCHED = """new PerformanceObserver((list) => {
    const clicks = list.getEntries().filter(({ name }) => name === "click");
    for (const { duration } of clicks) sessionStorage.felt = duration;
}).observe({ type: "event", durationThreshold: 16 });"""  # the page is left before it is asked


def said() -> Iterator[str]:
    """A line a page; a browser that is missing is said."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        yield "a slow phone: not measured, no Chromium is here"
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        served(site, Path(folder, "instance")) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, path in PATHS.items():
            page = _visited(browser, f"http://127.0.0.1:{server.port}", path)
            yield f"a slow phone's first visit: {name:10} {_figures(page)}"
        yield f"a slow phone's touch on Save: {_touched(browser, f'http://127.0.0.1:{server.port}')}"
        browser.close()


def _touched(browser: Browser, address: str) -> str:
    """How long a deal's Save gives no sign."""
    page = _visited(browser, address, PATHS["sheet"])
    page.evaluate(TOUCHED)
    for told in ("take][value='0-garde'", "oudlers][value='2'"):
        page.locator(f"#record [name={told}]").check(force=True)
    for digit in "49":
        page.locator(f"#record [data-into=points] [data-types='{digit}']").tap()
    page.locator("#say[data-state=told]").wait_for()
    page.evaluate("sessionStorage.felt = 0")
    with page.expect_navigation():
        page.locator("#record .save:visible").tap()
    felt = float(page.evaluate("sessionStorage.felt"))
    return f"{felt:.0f} ms until it shows (at most {FELT}: {'held' if felt <= FELT else 'MISSED'})"


def _visited(browser: Browser, address: str, path: str) -> Page:
    """A phone that has never been here, a moment after its page has come."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    name, _, value = COOKIE.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    page.add_init_script(SEEN)
    phone = context.new_cdp_session(page)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", NETWORK)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address + path, wait_until="load")
    page.wait_for_timeout(1000)
    return page


def _figures(page: Page) -> str:
    seen = page.evaluate("seen")
    return ", ".join(
        f"{what} {seen[what]:.3g} (at most {most}: {'held' if seen[what] <= most else 'MISSED'})"
        for what, most in AT_MOST.items()
    )
