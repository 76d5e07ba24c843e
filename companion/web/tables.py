"""The tables in progress, a table's sheet, and what can be done with it as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime
from threading import Lock
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict

from ..games.message import InvalidDeal, Message
from ..store import Change, Evening, NotThere, Table
from . import kept, store, typists
from .changes import just_done
from .corrects import REFUSED, looked_at, may_delete, said_by_history
from .counted import said
from .deal_form import context, form_of
from .deal_list import NEWEST, as_html, as_html_to_watch, running_totals
from .ended import Ended
from .guard import new_key
from .listed import Listed, ago, in_deals, in_progress, put_away, seen_tables
from .opening import next_opened
from .plain import result
from .playing import clock_of
from .ready import ready
from .rights import NoRight, by_form, may, needs, phone, sees, sees_evenings
from .seated import played_on, with_next
from .shown import Shown, load

bp = Blueprint("tables", __name__)
SAID = ("lost", "known")  # above the sheet: a touch came too late, a file said nothing new
# When two phones ask for a new game at once, the second finds that of the first.
ONE_BY_ONE = Lock()
bp.add_app_template_filter(ago)
bp.add_app_template_filter(in_deals, "deals")


@bp.get("/")
def index() -> ResponseReturnValue:
    """The tables in progress, first those of this phone, then the newest; the ways to begin."""
    mine = store().mine(phone())
    tables = sorted(in_progress(mine), key=lambda table: table.id not in mine)
    ages = [ago(table.entered_at) for table in tables]
    among, seen = sees_evenings(), sees()
    evenings = store().evenings(among)
    there = {"people": seen is None or bool(seen)}
    there["had_one"] = store().any_opened() if seen is None else bool(seen)
    there["past"] = among is None or bool(among)
    there["seasons"] = among is None or bool(store().seasons(among))
    of = (tables, ages, evenings, may("open"), *there.values())
    return kept.page(of, lambda key: _home(tables, evenings, there))


def _home(tables: Sequence[Table], evenings: Sequence[Evening], there: dict[str, bool]) -> str:
    names = {one.id: one.name for one in evenings} if len(evenings) > 1 else {}
    listed = [Listed(one, evening=names.get(one.evening_id or 0, "")) for one in tables]
    return render_template(
        "tables/index.html", tables=listed, evenings=evenings, games=ready(), **there
    )


@bp.get("/tables/closed")
def closed() -> ResponseReturnValue:
    """The sheets that were closed, or whose evening was, searched by name of table or player; below
    them those that were deleted."""
    search = request.args.get("q", "").strip()
    both = put_away(search), seen_tables("deleted", search)
    on = store().carried_on([table for some in both for table in some])
    tables, deleted = ([Listed(table, table.id in on) for table in some] for some in both)
    return render_template("tables/closed.html", tables=tables, deleted=deleted, search=search)


@bp.get("/tables/<int:table_id>")
def show(table_id: int) -> ResponseReturnValue:
    """The sheet: totals, the form of the next deal, the deals; after the end the ranking.

    Who may only look on has a page for that.
    """
    if not may("score", table_id):
        told: dict[str, Any] = {one: request.args.get(one) for one in SAID}
        return redirect(url_for("tables.watch", table_id=table_id, **told), 303)
    typists.rests(table_id, phone())
    return kept.page(state_of(table_id), lambda key: sheet_page(load(table_id), key))


def state_of(table_id: int) -> object:
    """All that decides what a sheet shows, to be compared with what it was: the table with its
    version, what follows it elsewhere, its clock, and the day, because a closed sheet names the day
    on which it was closed unless that is today."""
    return with_next(table_id), clock_of(table_id), date.today()


def sheet_page(shown: Shown, key: str, **more: object) -> str:
    """The page of the sheet, or of its end."""
    page = {**sheet(shown), "key": key, "more_deals": "more" in request.args, **more}
    return render_template("tables/show.html", **page)


def sheet(shown: Shown) -> dict[str, object]:
    """What is shown to phones that enter deals, on the page and in its updates."""
    return {
        **context(form_of(shown, shown.at_hand)),
        "result": Ended(shown),
        "running_totals": running_totals,
        "as_html": as_html_to_watch if shown.table.deleted_at else as_html,
        "newest": NEWEST,
        **steps(shown),
    }


def steps(shown: Shown) -> dict[str, object]:
    """What can be taken back and brought back, and what was done just now."""
    undo, redo = store().can_undo(shown.table.id), store().can_redo(shown.table.id)
    return {"undo": undo, "redo": redo, "just_done": just_done(shown, undo)}


@bp.get("/tables/<int:table_id>/deals")
def deals(table_id: int) -> ResponseReturnValue:
    """All deals, and the running totals; of a deleted table its own page says what can be done."""
    shown = load(table_id)
    if shown.table.deleted_at:
        return _to_sheet(table_id)
    return render_template(
        "tables/deals.html",
        shown=shown,
        table=shown.table,
        game=shown.game,
        chart=running_totals(shown),
        deals=shown.shown_deals(),
        now=f"{datetime.now():%H:%M}",
        as_html=as_html if may("score", table_id) else as_html_to_watch,
    )


@bp.get("/tables/<int:table_id>/watch")
def watch(table_id: int) -> ResponseReturnValue:
    """The sheet for phones that only look on, where no deal is told; a poster on a large screen."""
    return kept.page(state_of(table_id), lambda key: _watched(load(table_id), key))


def _watched(shown: Shown, key: str) -> str:
    page = {**watched(shown), "deals": shown.shown_deals(), "key": key}
    return render_template("tables/watch.html", **page)


def watched(shown: Shown) -> dict[str, object]:
    """What is shown to phones that only look on, on the page and in its updates."""
    return {
        **context(form_of(shown, shown.at_hand)),
        "watching": True,
        "result": Ended(shown),
        "chart": running_totals(shown),
        "as_html": as_html_to_watch,
    }


@bp.get("/tables/<int:table_id>/more")
@needs("score")
def more(table_id: int) -> ResponseReturnValue:
    """Everything else: who sits where, what is agreed, files, history of the sheet, its end."""
    shown = load(table_id)
    told = {"games": ready(), "deletes": may_delete(shown.table)}
    return render_template("tables/more.html", shown=shown, key=new_key(), **told)


@bp.get("/tables/<int:table_id>/text")
def text(table_id: int) -> ResponseReturnValue:
    """The result as plain text, to paste into a chat."""
    shown = load(table_id)
    return render_template("tables/text.html", shown=shown, text=result(shown))


@bp.post("/tables/<int:table_id>/undo")
def undo(table_id: int) -> ResponseReturnValue:
    """Takes the newest change back; with nothing to take back, shows the sheet as it is."""
    return _step(table_id, store().undo)


@bp.post("/tables/<int:table_id>/redo")
def redo(table_id: int) -> ResponseReturnValue:
    """Brings back what was taken back last."""
    return _step(table_id, store().redo)


class MovedByOrganiser(Conflict):
    """What undo would take back is not this table's alone."""

    field = "moved"
    title = Message("Moved by the organiser")
    message = REFUSED[field]


def _step(table_id: int, step: Callable[..., Change]) -> ResponseReturnValue:
    """To the sheet. Sent by htmx (`stays`) it leaves the page as it is, with all that is typed
    there, and live.js asks at once for what has changed."""
    stays = "stays" in request.args  # then the key of the page is not this step's alone
    try:
        _take(step, table_id, None if stays else request.form.get("key"))
    except (InvalidDeal, MovedByOrganiser) as error:
        if not stays:
            raise
        return said_by_history(table_id, error.field if error.field in REFUSED else "since")
    return ("", 204, {"HX-Trigger": "online"}) if stays else _to_sheet(table_id)


def _take(step: Callable[..., Change], table_id: int, key: str | None) -> None:
    """Takes back, or brings back, the change that the rights were checked for; none, where another
    phone was quicker: the sheet shows what that did."""
    newest = looked_at(table_id)
    seen = request.form.get("change", newest.id if newest else 0, type=int)
    if newest is None or newest.id != seen:
        return
    moved = newest.after.get("moved")
    if moved and not (may("organise", table_id) and may("organise", moved["table"])):
        raise MovedByOrganiser
    with suppress(NotThere):  # another phone stepped in between
        step(table_id, key=key, phone=phone(), change=seen)


@bp.post("/tables/<int:table_id>/close")
@needs("watch")
def close(table_id: int) -> ResponseReturnValue:
    """Closes the sheet; a phone that does so after another one is shown the closed sheet."""
    if store().table(table_id).closed_at:
        return _to_sheet(table_id)
    if not may("score", table_id):
        raise NoRight
    try:
        store().close_table(table_id, unless_begun=True, **by_form())
    except InvalidDeal:
        return redirect(url_for("tables.more", table_id=table_id), 303)  # it says what comes first
    return _to_sheet(table_id)


@bp.post("/tables/<int:table_id>/reopen")
def reopen(table_id: int) -> ResponseReturnValue:
    """Reopens the sheet; where others play at its place by now, or with its totals, it says so."""
    try:
        store().reopen_table(table_id, **by_form())
    except InvalidDeal as error:
        why, shown = said(error), load(table_id)
        played = _played_instead(shown.table) if why.field == "source" else 0
        return sheet_page(shown, new_key(), stays_closed=why.text, played_instead=played), 422
    return _to_sheet(table_id)


def _played_instead(table: Table) -> int:
    """The open table with the totals that this one began with, where this phone may see it."""
    sheet = store().carried_to(table.goes_on, but=table.id) if table.goes_on else 0
    return sheet if sheet and may("watch", sheet) else 0


@bp.post("/tables/<int:table_id>/again")
@needs("watch")
def again(table_id: int) -> ResponseReturnValue:
    """Same players, new game: options and seats stay, and the place at the evening; the deal
    passes on. A phone that asks after another one did is led to the sheet of that one."""
    shown = load(table_id)
    with ONE_BY_ONE:
        follows = store().follows(table_id)
        if sheet := played_on(shown.table, follows):
            return _to_sheet(sheet)
        return next_opened(shown, follows)


def _to_sheet(table_id: int) -> ResponseReturnValue:
    return redirect(url_for("tables.show", table_id=table_id), 303)
