"""Finds a Chromium for the tests in a real browser, and installs one where that is allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# A Chromium without windows, which takes half the time.
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
NAMES = (*SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSERS = ("chromium-headless-shell", "chromium")  # as packages; not every Debian has the first
FONT = "fonts-noto-cjk"  # for Japanese on the pictures
SOON = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10")


class NoChromium(Exception):
    """There is none and none can be installed; the text says what to do."""


def find() -> str:
    """The Chromium to run: $CHROMIUM, one on the PATH, one from apt-get, one from playwright."""
    for look in (_named, _on_path, _from_apt, _from_playwright):
        if found := look():
            return found
    raise NoChromium("no Chromium: install one, or name it in the variable CHROMIUM")


def _named() -> str | None:
    named = os.environ.get("CHROMIUM")
    if named and not shutil.which(named):
        raise NoChromium(f"CHROMIUM={named} is not a program")
    return named


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def quickest() -> str:
    """`find`; but if it finds a whole browser, a Chromium without windows if one can be had."""
    found = find()
    if os.environ.get("CHROMIUM") or os.path.basename(found) in SHELLS:
        return found
    return _from_apt(BROWSERS[:1]) or found


def _from_apt(browsers: tuple[str, ...] = BROWSERS) -> str | None:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ("apt-get", *SOON, "install", "-y", "--no-install-recommends", FONT)
    if not _runs("apt-get", *SOON, "update", env=quiet):
        return None
    if any(_runs(*install, browser, env=quiet) for browser in browsers):
        return _on_path()
    return None


def _from_playwright() -> str | None:
    if not _runs(sys.executable, "-m", "playwright", "install", "chromium"):
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _runs(*command: str, env: dict[str, str] | None = None) -> bool:
    """Whether the command succeeded; what it said is printed if it did not."""
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{' '.join(command)}: {done.stderr.strip()[-300:]}", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    try:
        print(quickest())
    except NoChromium as error:
        sys.exit(str(error))
