"""Telling a deal, correcting it, previewing it, keeping it half told, deleting it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import partial
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.base import Game
from ..games.message import InvalidDeal, refuse
from ..store import ChangedMeanwhile, Conflict, Deal, NotAsSeen, Saved
from . import store, typists
from .conflict import both
from .deal_fields import COMMON, note_of, seen_by, strings
from .deal_form import context, form_of, page, posted_form, recorded, told_deal
from .deal_list import listed_at
from .guard import PLAIN_TEXT, renews_form
from .posted import as_typed, in_their_seats, preview, recorded_form
from .preview import Preview
from .put_by import brought_back, dealt_anew, drawn_anew
from .repeated import answered, form_key, tells_deals
from .rights import by_form, may, needs, phone
from .shown import Shown, load

bp = Blueprint("deals", __name__, url_prefix="/tables/<int:table_id>/deals/<int:number>")


@bp.get("")
@needs("score")
def edit(table_id: int, number: int) -> ResponseReturnValue:
    """The form of a deal: told, half told or not told yet. A deleted one has no form: its history
    is shown, where it can be put back. (The browser's Back leads here after a deal was deleted.)"""
    shown = load(table_id)
    if 0 < number < shown.table.next_number and number not in [one.number for one in shown.deals]:
        return redirect(url_for("history.show", table_id=table_id, deal=number), 303)
    typists.rests(table_id, phone())
    return page(form_of(shown, number))


def again(table_id: int, number: int) -> ResponseReturnValue:
    """The form as it was posted, with a fresh token: nothing that was typed is lost."""
    return page(posted_form(load(table_id), number))


@bp.post("")
@renews_form(again)
@tells_deals
def save(table_id: int, number: int) -> ResponseReturnValue:
    """Records the deal, or gives the form back with what stands against it."""
    if "discard" in request.form:
        return _saved(table_id)  # nothing is saved, and the phone that kept it forgets it too
    shown = load(table_id)
    if saved := answered():
        return _saved(table_id, _listed(posted_form(shown, number), saved))
    if number > shown.table.next_number:
        return _too_far(shown)
    form = brought_back(posted_form(shown, number))
    if "touch" in request.form and not form.problem:
        return page(form)  # what is corrected by touches is saved when it is whole
    ends_knowingly = form.state == "ends" and "later" in form.posted
    if form.state == "told" or ends_knowingly:
        how: dict[str, Any] = {"ends": ends(), "completes": _completes(form)}
        return _write(form, "told", partial(store().save_deal, **how))
    if form.overtaken and form.recorded:
        return both(form, form.recorded), 409
    return _given_back(form)


def _given_back(form: Preview) -> ResponseReturnValue:
    """The form, for the people who sit there now, with what is wrong with it."""
    return page(drawn_anew(in_their_seats(form)).with_missing()), 422


def _completes(form: Preview) -> bool:
    """Whether the deal may complete a bid that another phone noted since its form was drawn. Not
    if it waited behind a bid of this phone, is one more deal, or others play it now."""
    begun = request.form.get("revision") == "0" and "another" not in form.posted
    return begun and not form.redrawn


def _too_far(shown: Shown) -> ResponseReturnValue:
    """The form of a deal that waited on its phone and whose number is not the next one: a deal
    before it was discarded there, or lost with the host's disk. Looked at and saved once more it
    is the next deal."""
    return page(posted_form(shown, shown.table.next_number), too_far=True), 409


def ends() -> int | None:
    """The version of the sheet on which the later deals were seen that are to be taken off; None:
    they stay."""
    wanted = request.form.get("later") == "end"
    return request.form.get("seen", 0, type=int) if wanted else None


@bp.post("/half")
@renews_form(again)
@tells_deals
def keep(table_id: int, number: int) -> ResponseReturnValue:
    """Keeps what is told so far, the bid before the play."""
    if answered():
        return _saved(table_id)
    shown = load(table_id)
    if number > shown.table.next_number:
        return _too_far(shown)
    form = brought_back(posted_form(shown, number))
    # A warning comes only once all is told: this is no bid, but Enter behind the first digit.
    if form.state in ("empty", "refused", "warned"):
        return _given_back(form)
    return _write(form, "half", store().keep_half)


def _untouched_form(shown: Shown, number: int) -> Preview:
    """The form of a deal after a touch that was refused: the facts as they are recorded, whatever
    the page showed, and all other fields, the parts of a bid say, as they were posted."""
    deal = recorded(shown, number)
    form = recorded_form(shown, deal)
    recorded_so = COMMON - {"sit", "closed"} if deal else set()
    for name, texts in _besides_facts(shown.game, request.form.lists()):
        if name not in {"touch", *recorded_so}:
            form.setlist(name, texts)
    return preview(shown, number, form, deal)


def _besides_facts(game: Game, posted: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The fields of a form that are no facts of the deal."""
    facts = {one.name for one in fields(game.Deal)}
    return (one for one in posted if one[0].partition("-")[0] not in facts)


def _without_touch(shown: Shown, number: int) -> Preview:
    """The form of a deal as it stood when it was touched."""
    posted = MultiDict(one for one in request.form.items(multi=True) if one[0] != "touch")
    return preview(shown, number, posted, recorded(shown, number))


def _redealt(form: Preview) -> int | None:
    """The revision of the deal for which the form names another dealer than is recorded; None: it
    names no other."""
    anew = "put_by" in form.posted or form.redrawn
    return form.posted.get("revision", type=int) if anew else None


def untouched(table_id: int, number: int) -> ResponseReturnValue:
    """The form as it was before the touch, with a fresh token."""
    return page(_untouched_form(load(table_id), number))


@bp.post("/half/touch")
@renews_form(untouched)
def touch(table_id: int, number: int) -> ResponseReturnValue:
    """One touch on the deal that is played: kept at once, whatever other phones touch."""
    shown, posted = load(table_id), strings(request.form)
    begins: dict[str, Any] = {"dealer": request.form.get("dealer", type=int)}
    begins |= {"note": note_of(request.form), "seen": seen_by(request.form)}
    # The facts that the page showed are no part of the touch: when it is sent again they may have
    # grown, and it is the same touch all the same.
    own = dict(_besides_facts(shown.game, posted.items()))
    if len(own) == len(posted):  # else facts come beside it, and are saved with who dealt
        form = _without_touch(shown, number)
        if form.redrawn and (form.problem or "put_by" in form.posted):  # not seen yet
            return page(drawn_anew(form)), 422
        begins["redeals"] = _redealt(form)
    try:
        store().touch(table_id, number, posted, asked=own, **begins, **by_form())
    except InvalidDeal as error:
        return page(_untouched_form(load(table_id), number).refused(error)), 422
    except NotAsSeen:
        return page(_untouched_form(load(table_id), number)), 409
    except Conflict:
        return page(form_of(load(table_id), number), meanwhile=True), 409
    typists.rests(table_id, phone())
    touched = request.form.get("touch", "")
    says: dict[str, Any] = {"touched": touched} if touched.startswith(shown.game.says) else {}
    return redirect(url_for("deals.edit", table_id=table_id, number=number, **says), 303)


def _write(form: Preview, state: str, write: Callable[..., Saved]) -> ResponseReturnValue:
    """Saves by this call of the store; a conflict shows both versions, and loses none."""
    posted, table, me = form.posted, form.shown.table, phone()
    try:
        saved = write(
            table.id,
            form.number,
            form.facts,
            revision=0 if "another" in posted else posted.get("revision", 0, type=int),
            key=form_key(),
            phone=me,
            dealer=form.dealer,
            note=note_of(posted),
            before=posted.get("before", type=int),
            seen=form.seen,
        )
    except Conflict as conflict:
        if conflict.deal.state == state and _told_alike(form, conflict.deal):
            return _saved(table.id)
        return both(form, conflict.deal), 409
    except NotAsSeen:
        return page(in_their_seats(posted_form(load(table.id), form.number))), 409
    except ChangedMeanwhile:
        return page(posted_form(load(table.id), form.number), meanwhile=True), 409
    except InvalidDeal as error:
        return page(form.refused(error)), 422
    typists.rests(table.id, me)
    return _saved(table.id, _listed(form, saved))


def _listed(form: Preview, saved: Saved) -> str:
    """Where a corrected or inserted deal is listed now; "" for a new one, and on a sheet that is
    not open."""
    shown = load(saved.table_id) if form.correcting or form.before else None
    if shown is None or shown.kind != "open":
        return ""
    return listed_at(shown, saved.number, anchored=False)


def _told_alike(mine: Preview, theirs: Deal) -> bool:
    """Whether another phone told just that: there is nothing to ask, nor to save. Of a deal that it
    began there may be more by now than the bid that both noted."""
    asked = "another" in mine.posted or "later" in mine.posted
    more = theirs.state == "half" and request.form.get("revision") == "0"
    told = mine.facts.items() <= theirs.facts.items() if more else mine.facts == theirs.facts
    besides = (theirs.number, theirs.dealer, theirs.note)
    return not asked and told and besides == (mine.number, mine.dealer, note_of(mine.posted))


def _saved(table_id: int, to: str = "") -> ResponseReturnValue:
    """The answer once a deal is saved: on to the sheet, or where the deal is listed. A script that
    sends what waited on its phone (outbox.js) gets the key alone, by which it forgets the deal."""
    if request.headers.get("Prefer") == "return=minimal":
        return request.form.get("key", ""), 200, PLAIN_TEXT
    return redirect(to or url_for("tables.show", table_id=table_id), 303)


@bp.post("/preview", endpoint="preview")
@needs("watch")
def show_preview(table_id: int, number: int) -> ResponseReturnValue:
    """What the deal would give, or that this phone cannot tell it any more: a fragment."""
    shown, enters = load(table_id), may("score", table_id)
    form = as_typed(dealt_anew(in_their_seats(posted_form(shown, number))))
    if enters:
        typists.types(table_id, number, phone())
    elif shown.table.closed_at:
        form = form.refused(refuse("this sheet was closed meanwhile: only the organiser opens it"))
    more: dict[str, object] = {"me": typists.tag(phone())}
    if form.reseated:  # the page still shows who sat there: no number beside another one's name
        more["rows"] = replace(form, told=None, sure={}).rows
    return render_template("deals/_preview.html", **context(form) | more)


@bp.get("/replay")
def replay(table_id: int, number: int) -> ResponseReturnValue:
    """How a deal that is told was played, step by step, where its game draws that."""
    shown = load(table_id)
    deal, template = told_deal(shown, number), f"games/{shown.game.key}/replay.html"
    if template not in current_app.jinja_env.list_templates():
        abort(404)
    return render_template(template, shown_deal=deal)


@bp.post("/delete")
def delete(table_id: int, number: int) -> ResponseReturnValue:
    """Takes a deal off the sheet; undo brings it back."""
    form = posted_form(load(table_id), number)
    try:
        without = form.replayed()
    except InvalidDeal as error:  # it alone raises the limit above a total carried over
        return page(form.refused(error)), 422
    if without.end and "later" not in form.posted:
        return page(form, without=without), 422
    how: dict[str, Any] = {"revision": form.posted.get("revision", 0, type=int), "ends": ends()}
    try:
        store().delete_deal(table_id, number, **how, **by_form())
    except Conflict:
        abort(409)
    except ChangedMeanwhile:
        form = posted_form(load(table_id), number)
        return page(form, without=form.replayed(), meanwhile=True), 409
    return _saved(table_id)
