"""What a slow phone on a slow network sees of a first visit, in a real browser (T-U6).

Each visit is by a phone that has never been here, in a browser that has loaded no font, style or
script yet. The median of several visits counts, since a single one is noise. A longest task of 0 is
one shorter than 50 ms: browsers do not report these.

How soon a touch on Save is felt: with the end of the first frame in which the button looks
different from before the touch, and then goes on doing so until the page is left. A change that
disappears again before the next page is no sign.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from .phone import COOKIE
from .served import served, site

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
VISITS = 7  # of each page, each by a new phone
SLOWER = 4  # how many times slower than this processor the phone is
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

TOUCHED = """addEventListener("pointerdown", ({ target, timeStamp }) => {
    const button = target.closest("button");
    const looks = () => {
        const { color, backgroundColor, borderStyle, opacity } = getComputedStyle(button);
        return [color, backgroundColor, borderStyle, opacity, button.textContent].join();
    };
    const before = looks();
    const frame = () => {
        if (looks() === before) delete sessionStorage.felt;
        else setTimeout(() => { sessionStorage.felt ??= performance.now() - timeStamp; });
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}, true);"""


def said() -> Iterator[str]:
    """A line for each page, and one for Save; or that no browser is here."""
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
        address = f"http://127.0.0.1:{server.port}"
        for name, path in PATHS.items():
            seen = [_seen(browser, address, path) for _ in range(VISITS)]
            yield f"a slow phone's first visit: {name:10} {_figures(seen)}"
        yield f"a slow phone's touch on Save: {_felt(browser, address)}"
        browser.close()


def _seen(browser: Browser, address: str, path: str) -> dict[str, float]:
    """The figures of one first visit (`SEEN`)."""
    with _visited(browser, address, path) as page:
        seen: dict[str, float] = page.evaluate("seen")
    return seen


def _figures(seen: list[dict[str, float]]) -> str:
    found = {what: median(one[what] for one in seen) for what in AT_MOST}
    return ", ".join(
        f"{what} {found[what]:.3g} {_judged(found[what], AT_MOST[what])}" for what in found
    )


def _felt(browser: Browser, address: str) -> str:
    """How long it takes until Save gives a sign, in words."""
    felt = median(_touched(browser, address) for _ in range(VISITS))
    return f"{felt:.0f} ms until it shows and stays {_judged(felt, FELT)}"


def _judged(found: float, most: float) -> str:
    return f"(at most {most}: {'held' if found <= most else 'MISSED'})"


def _touched(browser: Browser, address: str) -> float:
    """Milliseconds until Save gave a sign that stayed, for one deal; infinite: it gave none."""
    with _visited(browser, address, PATHS["sheet"]) as page:
        for told in ("take][value='0-garde'", "oudlers][value='2'"):
            page.locator(f"#record [name={told}]").check(force=True)
        for digit in "49":
            page.locator(f"#record [data-into=points] [data-types='{digit}']").tap()
        page.locator("#say[data-state=told]").wait_for()
        page.evaluate(TOUCHED)
        with page.expect_navigation():
            page.locator("#record .save:visible").tap()
        return float(page.evaluate("sessionStorage.felt ?? Infinity"))


@contextmanager
def _visited(browser: Browser, address: str, path: str) -> Iterator[Page]:
    """The page of a phone that has never been here, a second after it was loaded."""
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
    yield page
    context.close()
