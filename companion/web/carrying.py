"""The totals that a sheet began with, corrected since at the table that they come from."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal
from ..store import ChangedMeanwhile
from ..words import gettext as _
from . import store
from .counted import said
from .guard import new_key, renews_form
from .rights import by_form
from .shown import Shown, load
from .table_changes import begins
from .tables import sheet_page

bp = Blueprint("carrying", __name__, url_prefix="/tables/<int:table_id>")
bp.add_app_template_global(begins)


@bp.app_template_global()
def start_by_now(shown: Shown) -> Sequence[int]:
    """The totals that a sheet would begin with by now, where they are others; else none."""
    start = store().start_by_now(shown.table)
    return start if start != shown.table.start else ()


def again(table_id: int) -> str:
    """The sheet with the note, as it is by now."""
    return sheet_page(load(table_id), new_key())


@bp.post("/start")
@renews_form(again)
def take_over(table_id: int) -> ResponseReturnValue:
    """Begins the sheet with the corrected totals; the sheet says why not, or what they are now."""
    try:
        store().carry_anew(table_id, request.form.get("start", ""), **by_form())
    except InvalidDeal as error:
        shown = load(table_id)
        return sheet_page(shown, new_key(), start_refused=_refused(shown, error)), 422
    except ChangedMeanwhile:
        why = _("These totals were changed once more: look again.")
        return sheet_page(load(table_id), new_key(), start_refused=why), 409
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _refused(shown: Shown, error: InvalidDeal) -> str:
    """What stands against it, and of whom that is said."""
    names = shown.table.names
    why = said(error, names, shown.game.scale)
    seat = why.field.partition(".")[2]
    named = {"what": names[int(seat)], "why": why.text} if seat.isdecimal() else {}
    return _("%(what)s: %(why)s") % named if named else why.text
