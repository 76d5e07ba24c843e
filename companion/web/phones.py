"""What this phone wants for itself: its language, light or dark."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..words import COOKIE, LANGUAGES
from .guard import YEAR

bp = Blueprint("phones", __name__)
THEME = "theme"
THEMES = ("light", "dark")


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """What was chosen on this phone."""
    chosen = request.cookies.get(COOKIE, "")
    return render_template("phones/settings.html", chosen=chosen if chosen in LANGUAGES else "")


@bp.post("/settings")
def choose() -> ResponseReturnValue:
    """Keeps the choices on the phone, or forgets them."""
    answer = redirect(url_for("phones.settings", saved=1), 303)
    _keep(answer, COOKIE, request.form.get("language", ""), LANGUAGES)
    _keep(answer, THEME, request.form.get("theme", ""), THEMES)
    return answer


def _keep(answer: Response, name: str, value: str, allowed: object) -> None:
    if value in allowed:  # type: ignore[operator]
        answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(name)


def theme() -> str:
    """Light or dark, where this phone chose; nothing: as the phone is set."""
    chosen = request.cookies.get(THEME, "")
    return chosen if chosen in THEMES else ""


@bp.record_once
def _register(state: object) -> None:
    app: Flask = state.app  # type: ignore[attr-defined]
    app.context_processor(lambda: {"theme": theme()})
