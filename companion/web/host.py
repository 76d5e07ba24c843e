"""What the host decides for the whole site, and sees of it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..store import Where
from . import store
from .guard import new_key
from .health import copied_at, wrong
from .rights import needs, phone
from .sharing import renew_links

bp = Blueprint("host", __name__, url_prefix="/host")


@bp.get("")
@needs("organise")
def show() -> ResponseReturnValue:
    """The host's link, who may open a table, and whether all is well."""
    return render_template(
        "links/host.html",
        link=store().link("organise"),
        open_to_all=store().open_to_all(),
        wrong=list(wrong()),
        copied=copied_at(),
        sqlite=store().sqlite_version(),
        key=new_key(),
    )


@bp.post("")
@needs("organise")
def choose() -> ResponseReturnValue:
    """Lets anybody in the network open a table, or only whom a link has let in."""
    store().let_open(bool(request.form.get("everybody")), phone())
    return redirect(url_for("host.show", saved=1), 303)


@bp.post("/renew")
@needs("organise")
def renew() -> ResponseReturnValue:
    """Takes the host's link back and makes a new one; this phone stays the host's."""
    renew_links("organise", Where())
    return redirect(url_for("host.show", renewed=1), 303)
