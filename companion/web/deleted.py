"""A table that is deleted, and brought back: with the deal that came too late, where one did."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from ..store import Deleted
from . import store
from .errors import not_there
from .guard import new_key
from .rights import may, phone
from .shown import load
from .tables import sheet_page, show

bp = Blueprint("deleted", __name__, url_prefix="/tables/<int:table_id>")


@bp.app_errorhandler(Deleted)
def deleted(error: Deleted) -> ResponseReturnValue:
    """What was sent to a deleted table is answered by its page: it says so, and brings it back,
    with a deal that was sent."""
    table_id = (request.view_args or {}).get("table_id")
    if table_id is None or not store().table(table_id).deleted_at:
        return not_there(error)  # another table than that of the address
    sent = _sent_deal() if may("score", table_id) else None
    page = sheet_page(load(table_id), new_key(), sent=sent) if sent else show(table_id)
    answer = current_app.make_response(page)
    answer.status_code = 404
    return answer


def _sent_deal() -> dict[str, object] | None:
    """The deal that this request sends, with the fields of its form; None: it sends none."""
    if request.method != "POST" or request.endpoint not in ("deals.save", "deals.keep"):
        return None
    fields = [one for one in request.form.items(multi=True) if one[0] != "csrf_token"]
    half = 1 if request.endpoint == "deals.keep" else None
    return {"deal": (request.view_args or {})["number"], "half": half, "fields": fields}


@bp.post("/delete")
def delete(table_id: int) -> ResponseReturnValue:
    """Deletes a table that was opened by mistake; its address still offers to bring it back."""
    store().change_table(table_id, deleted=True, key=request.form.get("key"), phone=phone())
    return redirect(url_for("tables.show", table_id=table_id), 303)


@bp.post("/restore")
def restore(table_id: int) -> ResponseReturnValue:
    """Brings a deleted table back, and sends on the deal that came too late, if the address says
    that the form is one's: its key is the deal's."""
    deal = request.args.get("deal", type=int)
    key = request.form.get("key") if deal is None else None
    store().change_table(table_id, deleted=False, key=key, phone=phone())
    if deal is None:
        return redirect(url_for("tables.show", table_id=table_id), 303)
    tells = "deals.keep" if "half" in request.args else "deals.save"
    return redirect(url_for(tells, table_id=table_id, number=deal), 307)
