"""The pages. They know no game by name, write no SQL and count nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app

if TYPE_CHECKING:
    from ..store import Store

PAGES = (
    "tables",
    "joining",
    "sharing",
    "host",
    "opening",
    "deals",
    "verdict",
    "moving",
    "seats",
    "history",
    "live",
    "rules",
    "exports",
    "paper",
    "imports",
    "calculator",
    "phones",
    "health",
    "evenings",
    "amounts",
    "attendances",
    "standings",
    "player_evening",
    "drawing",
    "seated",
    "printing",
    "files",
    "wall",
    "recaps",
    "places",
    "playing",
    "conducting",
    "players",
    "seasons",
    "paying",
)


def store() -> Store:
    """The store of this app; a connection for each thread is its own business."""
    return cast("Store", current_app.extensions["store"])


def register(app: Flask) -> None:
    """Puts words, guard, static files, error pages and all pages into the app."""
    shared = (".prepared", "..words", ".assets", ".rights", ".guard", ".corrects")
    shared += (".errors", ".kept", ".typing")
    for part in shared:
        import_module(part, __name__).register(app)
    for page in PAGES:
        app.register_blueprint(import_module(f".{page}", __name__).bp)
