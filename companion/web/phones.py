"""What this phone wants for itself: language, light or dark, letters of cards, its name."""

from __future__ import annotations

from collections.abc import Container, Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..words import COOKIE, LANGUAGES, pgettext
from . import store
from .guard import renews_form
from .rights import forget, leave_cookie, phone, rights

bp = Blueprint("phones", __name__)
THEME = "theme"
THEMES = ("light", "dark")
LETTERS = "letters"
ON_CARDS = {"french": "RDCV", "english": "KQCJ"}  # king, queen, cavalier, jack
# A cookie -> what may be chosen by it.
ALLOWED: Mapping[str, Container[str]] = {COOKIE: LANGUAGES, THEME: THEMES, LETTERS: ON_CARDS}
LONGEST_NAME = 30


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """What was chosen on this phone."""
    return _settings(request.cookies, store().phone_names([phone()]).get(phone(), ""))


def again() -> ResponseReturnValue:
    """The choices as they were posted."""
    return _settings(_posted(), request.form.get("name", ""))


def _posted() -> dict[str, str]:
    """What the form chooses, by the cookies that keep it."""
    fields = {COOKIE: "language", THEME: "theme", LETTERS: "letters"}
    return {one: request.form.get(field, "") for one, field in fields.items()}


def _settings(kept: Mapping[str, str], name: str) -> str:
    chosen = {one: kept[one] for one, some in ALLOWED.items() if kept.get(one, "") in some}
    linked = bool(rights().grants)
    return render_template("phones/settings.html", chosen=chosen, name=name, linked=linked)


@bp.post("/settings")
@renews_form(again)
def choose() -> ResponseReturnValue:
    """Keeps the choices on the phone, or forgets them; its name goes into the histories."""
    name = " ".join(request.form.get("name", "").split())  # one line: who types is told by the line
    store().name_phone(phone(), name[:LONGEST_NAME])
    answer = redirect(url_for("phones.settings", saved=1), 303)
    for cookie, value in _posted().items():
        leave_cookie(answer, cookie, value if value in ALLOWED[cookie] else "")
    return answer


@bp.post("/settings/forget")
def forget_links() -> ResponseReturnValue:
    """Takes all links from the phone: its next owner sees no table of ours."""
    forget()
    return redirect(url_for("tables.index"), 303)


def theme() -> str:
    """Light or dark, where this phone chose; nothing: as the phone is set."""
    chosen = request.cookies.get(THEME, "")
    return chosen if chosen in THEMES else ""


def letters() -> str:
    """Whose letters stand on the cards, where this phone chose; nothing: those of its language."""
    chosen = request.cookies.get(LETTERS, "")
    return chosen if chosen in ON_CARDS else ""


@bp.app_template_global()
def card(rank: str) -> str:
    """The letter of a court card (K Q C J) on this phone's cards."""
    if chosen := letters():
        return ON_CARDS[chosen]["KQCJ".index(rank)]
    by_language = {
        "K": pgettext("card", "K"),
        "Q": pgettext("card", "Q"),
        "C": pgettext("card", "C"),
        "J": pgettext("card", "J"),
    }
    return by_language[rank]


@bp.app_context_processor
def _chosen() -> dict[str, str]:
    return {"theme": theme()}
