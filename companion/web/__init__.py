"""The pages. They know no game by name, write no SQL and count nothing."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app

if TYPE_CHECKING:
    from ..store import Store

PAGES = ("tables", "deals", "players", "exports", "pages")


def store() -> Store:
    """The store of this app; a connection for each thread is its own business."""
    return cast("Store", current_app.extensions["store"])


def register(app: Flask) -> None:
    """Puts words, guard, static files, error pages and all pages into the app."""
    for part in ("..words", ".assets", ".guard", ".errors"):
        import_module(part, __name__).register(app)
    for page in PAGES:
        if find_spec(f"{__name__}.{page}"):
            app.register_blueprint(import_module(f".{page}", __name__).bp)
