"""Coming in by a link or its short code: the phone keeps what it may do from then on."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..store import Link, is_code
from ..words import gettext as _
from . import store
from .guard import renews_form
from .rights import NoRight, let_in, may, needed, phone

bp = Blueprint("joining", __name__)
MOST_HERE = 10  # wrong codes from one address within an hour: a warning, right ones still let in
MOST = 60  # wrong codes from all within a minute: then no code is even looked at
MINUTE = timedelta(minutes=1)


@bp.get("/join")
def show() -> ResponseReturnValue:
    """Where links lead: a script sends what stands behind the `#`; a person types the code."""
    return _page()


def _page(problem: str = "", reason: str = "", told: str = "") -> str:
    return render_template("links/join.html", problem=problem, reason=reason, told=told)


def _again(problem: str = "") -> str:
    """The form as it was posted."""
    return _page(problem, told=request.form.get("code", ""))


@bp.post("/join")
@renews_form(_again)
def join() -> ResponseReturnValue:
    """Lets the phone in, and sends it where the link leads."""
    link = store().opened_by(request.form.get("link") or request.form.get("code", ""))
    if link is None and "#" in "".join(request.form.values()):
        return _again(_("This link was taken back, or a part of it is missing.")), 422
    if link is None and store().wrong_codes(MINUTE) >= MOST:
        return _again(_("Too many wrong codes. Wait a minute, or scan the QR code.")), 429
    link = link or store().coded(request.form.get("code", ""))
    if link is None:
        return _wrong_code()
    let_in(link.right, link.where)
    return redirect(_leads_to(link), 303)


def _wrong_code() -> ResponseReturnValue:
    """The same answer to every code that opens nothing, whatever stands behind it."""
    here = request.remote_addr or ""
    if is_code(request.form.get("code", "")):
        store().wrong_code(here, phone())
    if store().wrong_codes(address=here) >= MOST_HERE:
        return _again(_("Many wrong codes came from here. Look closely, or scan the QR code.")), 429
    look = _(
        "This code opens nothing. Look at each sign once more; "
        "a code sleeps when nothing was changed at its table or evening for twelve hours."
    )
    return _again(look), 422


def _leads_to(link: Link) -> str:
    if link.where.place:
        return url_for("places.show", **link.where._asdict() | {"table_id": None})
    if link.where.evening_id:
        return url_for("evenings.show", evening_id=link.where.evening_id)
    if link.where.table_id is None:
        return url_for("tables.index")
    page = "tables.watch" if link.right == "watch" else "tables.show"
    return url_for(page, table_id=link.where.table_id)


@bp.app_errorhandler(NoRight)
def no_right(error: NoRight) -> ResponseReturnValue:
    """What a phone sees that no link lets in here: the same, whether or not anything is there."""
    g.refused = True  # the page is not that of the address
    table_id = (request.view_args or {}).get("table_id")
    need = needed()
    if table_id is None and need in ("watch", None):  # None: of a person whom it has not seen
        why = _("This phone is not known here yet, or no longer. A link to look on is enough.")
    elif table_id is None and need == "open":
        why = _("This phone opens no tables here. A link to enter deals is enough.")
    elif "evening_id" in (request.view_args or {}):
        why = _("At an evening only the organiser does that.")
    elif table_id is None:
        why = _("Only the host can do that. On the host’s computer “companion link” says the link.")
    elif may("watch", table_id) and store().table(table_id).closed_at:
        why = _("This sheet is closed. Only the organiser of the evening opens it again.")
    elif may("watch", table_id):
        why = _("This phone may look on here. To write, it needs the other link of this table.")
    else:
        why = _("This phone does not know this table yet, or no longer.")
    return Response(_page(reason=why), 403, mimetype="text/html")
