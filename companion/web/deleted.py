"""A table that is deleted and brought back, with the deals that came while it was deleted."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from ..store import Deleted
from . import store
from .errors import not_there
from .guard import new_key
from .rights import by_form, may, phone
from .shown import load
from .tables import sheet_page, show

bp = Blueprint("deleted", __name__, url_prefix="/tables/<int:table_id>")

# The views that tell deals, and the words in the address of `restore` by which it finds them again.
TELL: dict[str | None, dict[str, int]] = {
    "deals.save": {},
    "deals.keep": {"half": 1},
    "paper.save": {"paper": 1},
}
# The pages whose forms change a table.
CHANGE = ("deals.edit", "moving.choose", "paper.show", "seats.show", "verdict.show")


@bp.before_app_request
def check_there() -> ResponseReturnValue | None:
    """Leads from the forms of a deleted table to its page, which says so and brings it back."""
    if request.method != "GET" or request.endpoint not in CHANGE:
        return None
    table_id = (request.view_args or {})["table_id"]
    gone = store().table(table_id).deleted_at
    return redirect(url_for("tables.show", table_id=table_id), 303) if gone else None


@bp.app_errorhandler(Deleted)
def deleted(error: Deleted) -> ResponseReturnValue:
    """Answers what was sent to a deleted table with its page, which says so and can bring it back
    together with the deals that were sent."""
    table_id = (request.view_args or {}).get("table_id")
    if table_id is None or not store().table(table_id).deleted_at:
        return not_there(error)  # another table than that of the address
    sent = _sent() if may("score", table_id) else None
    page = sheet_page(load(table_id), new_key(), sent=sent) if sent else show(table_id)
    answer = current_app.make_response(page)
    answer.status_code = 404
    return answer


def _sent() -> dict[str, object] | None:
    """The deals that this request sends: where to, and the fields of its form; None: none."""
    if request.method != "POST" or request.endpoint not in TELL:
        return None
    to = {"deal": (request.view_args or {}).get("number"), **TELL[request.endpoint]}
    fields = [one for one in request.form.items(multi=True) if one[0] != "csrf_token"]
    return {"to": to, "fields": fields}


@bp.post("/delete")
def delete(table_id: int) -> ResponseReturnValue:
    """Deletes a table that was opened by mistake; its address still offers to bring it back."""
    store().delete_table(table_id, **by_form())
    return redirect(url_for("tables.show", table_id=table_id), 303)


@bp.post("/restore")
def restore(table_id: int) -> ResponseReturnValue:
    """Brings a deleted table back; if the address says that the form is one of deals, they are sent
    on. Then the key of the form is theirs, and is not used here."""
    sends = _sends_on(table_id)
    key = None if sends else request.form.get("key")
    store().restore_table(table_id, key=key, phone=phone())
    if sends:
        return redirect(sends, 307)
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _sends_on(table_id: int) -> str | None:
    """Where the form goes on to once the table is back."""
    if "paper" in request.args:
        return url_for("paper.save", table_id=table_id)
    number = request.args.get("deal", type=int)
    tells = "deals.keep" if "half" in request.args else "deals.save"
    return None if number is None else url_for(tells, table_id=table_id, number=number)
