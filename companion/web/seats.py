"""The page of who sits where at a table. A name is put right, somebody else takes a seat; the order
is changed before the first deal. The table gets its name here too."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal, refuse
from . import store
from .counted import Remark, said
from .guard import new_key, renews_form
from .proposed import free_names, titled
from .rights import by_form, needs, sees, sees_evenings
from .seated import all_the_same, as_seen
from .shown import load

bp = Blueprint("seats", __name__, url_prefix="/tables/<int:table_id>/players")


@bp.get("")
@needs("score")
def show(table_id: int) -> ResponseReturnValue:
    """The seats, and what can be changed about them."""
    return _page(table_id)


def again(table_id: int) -> ResponseReturnValue:
    """The page with the name that was typed."""
    form = request.form
    return _page(table_id, None, form.get("seat", -1, type=int), form.get("name", ""))


@bp.post("")
@renews_form(again)
def change(table_id: int) -> ResponseReturnValue:
    """Makes one change: which one, the button says that was touched."""
    form = request.form
    seat, name = form.get("seat", -1, type=int), form.get("name", "")
    sits: dict[str, Any] = {"sat": form.get("sat"), "elsewhere": all_the_same([name])}
    try:
        if "rename" in form:
            sits |= {"who": form.get("who", -1, type=int)}
            sits |= {"among": sees(), "evenings": sees_evenings()}
            store().rename(table_id, seat, name, **sits, **by_form())
        elif "substitute" in form:
            store().substitute(table_id, seat, name, **sits, **by_form())
        elif "enter" in form:
            raise refuse("say which: the same person, or somebody else", at="name")
        elif "dealer" in form:
            dealer, order = form.get("dealer", -1, type=int), form.getlist("player") or None
            store().agree_table(table_id, {"dealer": dealer}, sat=order, **by_form())
        elif "title" in form:
            store().describe_table(table_id, {"title": titled(form)}, **by_form())
        else:
            _reorder(table_id)
    except InvalidDeal as error:
        table = load(table_id).table
        problem = said(as_seen(error, table.evening_id), table.sitting, 1)
        return _page(table_id, problem, seat, name), 422
    return redirect(url_for("seats.show", table_id=table_id), 303)


def _reorder(table_id: int) -> None:
    """Moves one seat of the order on the page up or down; the same person still deals first."""
    form = request.form
    word, move = ("up", -1) if "up" in form else ("down", 1)
    at = form.get(word, -1, type=int)
    to = at + move
    names, first = form.getlist("player"), form.get("first", 0, type=int)
    sat = tuple(names)
    if at in range(len(names)) and to in range(len(names)):
        names[at], names[to] = names[to], names[at]
        first = {at: to, to: at}.get(first, first)
        store().agree_table(table_id, {"names": names, "dealer": first}, sat=sat, **by_form())


def _page(
    table_id: int, problem: Remark | None = None, seat: int | None = None, typed: str = ""
) -> str:
    shown = load(table_id)
    people = {one.person for seat in shown.table.seats for one in seat.people}
    return render_template(
        "tables/players.html",
        shown=shown,
        others=free_names(shown.table),
        elsewhere=store().elsewhere(shown.table),
        beyond=store().play_beyond(people, table_id, sees(), sees_evenings()),
        problem=problem,
        wrong_seat=seat,
        wrong_who=request.form.get("who", type=int),
        asked="rename" if "rename" in request.form else "substitute",
        typed=typed,
        title=request.form.get("title"),
        key=new_key(),
    )
