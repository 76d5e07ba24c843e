"""What this phone wants for itself: its language, light or dark, what it is called."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..words import COOKIE, LANGUAGES
from . import store
from .guard import YEAR, phone

bp = Blueprint("phones", __name__)
THEME = "theme"
THEMES = ("light", "dark")
LONGEST_NAME = 30


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """What was chosen on this phone."""
    chosen = request.cookies.get(COOKIE, "")
    name = store().phone_names().get(phone(), "")
    chosen = chosen if chosen in LANGUAGES else ""
    return render_template("phones/settings.html", chosen=chosen, name=name)


@bp.post("/settings")
def choose() -> ResponseReturnValue:
    """Keeps the choices on the phone, or forgets them; its name goes into the histories."""
    store().name_phone(phone(), request.form.get("name", "")[:LONGEST_NAME])
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
