"""Takes a picture of every page: phone and tablet, light and dark, in each language.

`make screenshots` puts them into ./screenshots, a folder for each page. Of pages that are longer
than the screen there are also pictures of the whole length, in English.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import chromium
import pages
import seeded
import world
from flask import Flask
from playwright.sync_api import Browser, Error, Page

from companion import create_app
from companion.words import LANGUAGES

FOLDER = Path(__file__).parents[2] / "screenshots"
SCREENS = {"phone": (390, 844), "tablet": (820, 1180)}
THEMES = ("light", "dark")
LONGEST = 6000  # pixels
HEIGHT = "() => document.documentElement.scrollHeight"
EMPTY = {"first-visit": "/", "nothing-closed": "/tables/closed"}


def main() -> int:
    """Takes all pictures. Pages that cannot be shown are named, and make the exit status 1."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    failed = 0
    with world.launched() as browser, site(filled=True) as full, site(filled=False) as empty:
        for language in LANGUAGES:
            for screen in SCREENS:
                failed += take_all(browser, full, empty, language, screen)
    print(f"{len(list(FOLDER.rglob('*.png')))} pictures in {FOLDER}")
    return 1 if failed else 0


@contextmanager
def site(filled: bool) -> Iterator[str]:
    """Serves an instance for a while, after some evenings or on its first day; its address."""
    with tempfile.TemporaryDirectory() as folder:
        app: Flask = create_app({"INSTANCE": Path(folder)})
        if filled:
            seeded.seed(app.extensions["store"])
        with world.running(app) as address:
            yield address
        app.extensions["store"].close()


def take_all(browser: Browser, full: str, empty: str, language: str, screen: str) -> int:
    """Takes the pictures of one language on one screen; returns how many pages cannot be shown."""
    width, height = SCREENS[screen]
    size = {"width": width, "height": height}
    failed = 0
    with world.phone(browser, full, locale=language, viewport=size) as context:
        context.add_init_script(pages.NOTHING_LEFT)
        page = context.new_page()
        for name in pages.PAGES:
            failed += not shown(page, name)
            take(page, name, language, screen)
    with world.phone(browser, empty, locale=language, viewport=size) as context:
        page = context.new_page()
        for name, address in EMPTY.items():
            page.goto(address)
            take(page, name, language, screen)
    return failed


def shown(page: Page, name: str) -> bool:
    """Whether the page can be shown as it should be; if not, prints why."""
    try:
        pages.visit(page, name)
    except (AssertionError, Error) as error:
        print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
        return False
    return True


def take(page: Page, name: str, language: str, screen: str) -> None:
    """Takes a page in light and dark, as it is seen first; in English also its whole length."""
    width, height = SCREENS[screen]
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        path = FOLDER / name / f"{screen}-{theme}-{language}.png"
        page.screenshot(path=path)
        length = min(LONGEST, page.evaluate(HEIGHT))
        if language == "en" and length > height:
            page.set_viewport_size({"width": width, "height": length})
            page.screenshot(path=path.with_stem(f"{path.stem}-whole"))
            page.set_viewport_size({"width": width, "height": height})


if __name__ == "__main__":
    try:
        sys.exit(main())
    except chromium.NoChromium as error:
        sys.exit(f"screenshots: {error}")
