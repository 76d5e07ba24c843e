"""What the phones at a table ask for every other second, and what they get when something changed.

What all ask for reads or writes no session and contains no form: it is drawn for all. The form of
the deal at hand is each phone's own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ..store import Change, deal_numbers, told_before
from . import kept, store, typists
from .amounts import kept_number
from .deal_form import context, form_of
from .deal_list import NEWEST, running_totals
from .guard import PLAIN_TEXT, needs_no_session
from .playing import beside
from .rights import needs, phone
from .shown import Shown, load
from .tables import sheet, state_of, steps, watched

TELLS = ("tell", "half", "touch")  # kinds of changes that tell a deal, or a part of it
bp = Blueprint("live", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/version")
@bp.get("/watch/version")
@needs_no_session
def version(table_id: int) -> ResponseReturnValue:
    """The newest change of the table, what happened beside it, and who is typing: mostly that is
    all."""
    lines = [f"{store().version(table_id)}{beside(table_id)}", *typists.typists(table_id)]
    return "\n".join(lines), 200, PLAIN_TEXT


@bp.get("/live")
@needs_no_session
def changed(table_id: int) -> ResponseReturnValue:
    """What looks different since a version of the table: a fragment, the same for every phone."""
    return kept.fragment(state_of(table_id), lambda: _changed(load(table_id)))


def _changed(shown: Shown) -> str:
    return render_template("tables/_live.html", **sheet(shown), **_since(shown))


@bp.get("/chart")
@needs_no_session
def chart(table_id: int) -> ResponseReturnValue:
    """The running totals alone, for a sheet on which they come into sight: a fragment."""
    return kept.fragment(state_of(table_id), lambda: _chart(load(table_id)))


def _chart(shown: Shown) -> str:
    of = {"shown": shown, "table": shown.table, "game": shown.game}
    return render_template("tables/_running.html", **of, chart=running_totals(shown))


@bp.get("/live/<int:number>")
@needs("score")
def at_hand(table_id: int, number: int) -> str:
    """The form of the deal at hand; nothing if that is another deal by now, as the phone will hear:
    it is never given the form that corrects a deal."""
    shown = load(table_id)
    if number != shown.at_hand:
        return ""
    form, me = context(form_of(shown, number)), typists.tag(phone())
    return render_template("deals/_form.html", **form, **steps(shown), me=me)


@bp.get("/watch/live")
@needs_no_session
def changed_to_watch(table_id: int) -> ResponseReturnValue:
    """What looks different since a version (`changed`), for phones that only look on."""
    return kept.fragment(state_of(table_id), lambda: _changed_to_watch(load(table_id)))


def _changed_to_watch(shown: Shown) -> str:
    return render_template("tables/_watched.html", **watched(shown), **_since(shown))


def _change_of(version: str) -> int:
    """The number of the newest change in a version as `version` gives it; or ValueError."""
    return kept_number(version.partition(".")[0])


def _since(shown: Shown) -> dict[str, Any]:
    """`deals`: those that may look different, the newest first; `after`: the number of the deal
    before them; `new`: the last deal, if nothing else is new; `told_meanwhile`: whether somebody
    told the last deal, or a part of it."""
    changes = _changes_since(shown.table.id, request.args.get("since", 0, type=_change_of))
    first = _first_changed(shown, changes)
    told = {deal.number for deal in shown.told}
    if any(not told.issuperset(told_before(one)) for one in changes):
        first = min(first, max(len(told) - NEWEST, 0))  # others take its place in the list
    after = shown.told[first - 1].number if first else 0
    deals = shown.shown_deals()[: len(shown.told) - first]
    news = {(one.deal, one.kind) for one in changes}
    new = [one for one in deals[:1] if news <= {(one.number, kind) for kind in ("tell", "correct")}]
    told_meanwhile = bool(shown.deals) and _told_last(shown.deals[-1].number, news)
    return {"deals": deals, "after": after, "new": new, "told_meanwhile": told_meanwhile}


def _changes_since(table_id: int, since: int) -> list[Change]:
    """What was changed since that version, the newest first; everything, where no such change is
    here, because an older copy of the database was restored."""
    found = store().changes(table_id, max(since, 1) - 1)
    return found[:-1] if found and found[-1].id == since else store().changes(table_id)


def _told_last(last: int, news: set[tuple[int | None, str]]) -> bool:
    """Whether somebody told the last deal, or a part of it: another phone, or another tab of this
    one."""
    return any((last, kind) in news for kind in TELLS)


def _first_changed(shown: Shown, changes: Sequence[Change]) -> int:
    """The place (from 0) of the first deal that may look different: all after it may, too."""
    if any(one.deal is None for one in changes):
        return 0
    told = [deal.sort for deal in shown.told]
    numbers = {number for one in changes for number in deal_numbers(one)}
    sorts = [one.sort for one in store().every_deal(shown.table) if one.number in numbers]
    return bisect_left(told, min(sorts)) if sorts else len(told)
