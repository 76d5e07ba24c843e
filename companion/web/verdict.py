"""The page where a second phone sees how a deal counts, and confirms or disputes it."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal
from ..store import LONGEST_WHY, Conflict, Verdict
from . import store
from .counted import said
from .deal_form import told_deal
from .deal_list import listed_at
from .guard import new_key, renews_form
from .rights import by_form, needs, phone
from .shown import load

bp = Blueprint("verdict", __name__, url_prefix="/tables/<int:table_id>/deals/<int:number>/verdict")


@bp.get("")
@needs("score")
def show(table_id: int, number: int) -> ResponseReturnValue:
    """The deal, what was said of it, and what can be said."""
    return _page(table_id, number)


@bp.post("")
@renews_form(show)
def judge(table_id: int, number: int) -> ResponseReturnValue:
    """Confirms or disputes the deal. If it was corrected or disputed since, it is shown anew
    instead."""
    form = request.form
    verdict = form.get("verdict", "")
    if verdict not in ("confirmed", "disputed"):
        abort(400)
    asked = cast("Verdict", verdict), form.get("why", "")
    seen = form.get("revision", 0, type=int)
    try:
        why = form.get("was-why")
        store().judge(table_id, number, *asked, revision=seen, seen=why, **by_form())
    except InvalidDeal as error:
        return _page(table_id, number, problem=said(error)), 422
    except Conflict as conflict:
        if conflict.deal.state != "told":
            abort(409)
        told = "disputed" if conflict.deal.revision == seen else "corrected"
        return _page(table_id, number, meanwhile=told), 409
    return redirect(listed_at(load(table_id), number), 303)


def _page(table_id: int, number: int, **more: object) -> str:
    shown = load(table_id)
    teller = store().told_by(table_id, number)
    return render_template(
        "deals/verdict.html",
        shown_deal=told_deal(shown, number),
        mine=teller == phone(),
        teller=store().phone_names([teller]).get(teller, ""),
        why=request.form.get("why", ""),
        longest=LONGEST_WHY,
        key=new_key(),
        **more,
    )
