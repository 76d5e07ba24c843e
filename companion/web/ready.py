"""The games whose pages are drawn: found once, when the site begins."""

from __future__ import annotations

from flask import Flask, current_app

from ..games import GAMES
from ..games.base import Game


def ready() -> list[Game]:
    """The games whose pages are drawn."""
    return list(current_app.extensions["games"].values())


def ready_game(key: str) -> Game | None:
    """The game of this key, if there is one and its pages are drawn."""
    return current_app.extensions["games"].get(key)


def register(app: Flask) -> None:
    """Finds which games have their pages drawn."""
    pages = app.jinja_env.list_templates()
    app.extensions["games"] = {
        key: game
        for key, game in GAMES.items()
        if all(f"games/{key}/{page}.html" in pages for page in ("_form", "_options", "rules"))
    }
