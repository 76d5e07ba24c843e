"""What the organiser decides for a whole evening: its name and fee, its positions, its end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.message import InvalidDeal, refuse
from ..games.names import LONGEST_TITLE
from ..store import ChangedMeanwhile, DrawnMeanwhile, Evening, NotThere, clean
from ..words import day, say
from ..words import gettext as _
from . import store
from .amounts import hundredths, planned, typed_money
from .counted import Remark, refusals, said
from .draw_checks import MEANWHILE
from .evenings import page as board_page
from .evenings import told_of_evening
from .guard import new_key, renews_form
from .playing import asked_end, clock
from .ready import ready
from .repeated import form_key
from .rights import by_form, phone

bp = Blueprint("conducting", __name__, url_prefix="/evenings/<int:evening_id>")
SETTINGS = ("name", "date", "place", "fee", "corrects", "planned")


@bp.get("/settings")
def show(evening_id: int) -> ResponseReturnValue:
    """What the evening is called, costs, and lets correct; how it ends."""
    evening = store().evening(evening_id)
    drawn = _drawn(evening)
    return _page(evening, MultiDict({**drawn, **{f"was-{one}": drawn[one] for one in SETTINGS}}))


def _drawn(evening: Evening) -> dict[str, str]:
    """What stands in each field of the form."""
    drawn = {one: str(getattr(evening, one) or "") for one in SETTINGS}
    return drawn | {"fee": typed_money(evening.fee) if evening.fee else ""}


def again(evening_id: int) -> ResponseReturnValue:
    """The form as it was posted."""
    return _page(store().evening(evening_id), MultiDict(request.form))


@bp.post("/settings")
@renews_form(again)
def change(evening_id: int) -> ResponseReturnValue:
    """Changes what was posted: the texts, or one of the buttons that end the evening."""
    evening, posted = store().evening(evening_id), request.form
    told: dict[str, Any] = {
        one: posted[one] == "1" for one in ("closed", "deleted") if one in posted
    }
    if not told and (problems := refusals(*told_of_evening(evening.date))):
        return _page(evening, MultiDict(posted), problems=problems), 422
    was = {} if told else _columns([one for one in SETTINGS if f"was-{one}" in posted], "was-")
    typed = {} if told else _columns(SETTINGS)
    told |= {one: typed[one] for one in typed if one not in was or typed[one] != was[one]}
    try:
        if told:
            store().change_evening(evening_id, was=was, **told, **by_form())
    except ChangedMeanwhile:
        return _asked_again(store().evening(evening_id), told, was), 422
    if told.get("closed") and (copier := current_app.extensions.get("copier")):
        copier.set()  # a copy now: whoever goes home takes the memory stick along
    goes_on = "deleted" in told or told.get("closed") is False
    page = "evenings.show" if goes_on else "conducting.show"
    return redirect(url_for(page, evening_id=evening_id), 303)


def _columns(names: Collection[str], prefix: str = "") -> dict[str, Any]:
    """What the form says of these, as it is kept; with the prefix `was-`, what it was drawn
    with."""
    return {one: _column(one, f"{prefix}{one}") for one in names}


def _column(name: str, field: str) -> Any:
    typed = request.form.get(field, "")
    if name == "fee":
        return hundredths(typed)
    if name == "planned":
        return planned(field)
    if name == "corrects":
        return "last" if typed == "last" else "all"
    return clean(typed[:LONGEST_TITLE])


def _asked_again(evening: Evening, told: Mapping[str, Any], was: Mapping[str, Any]) -> str:
    """The form as it was posted, and beside each field what another phone has made of it meanwhile.
    Whoever saves it once more has seen that; all other fields are as they are now."""
    now = _drawn(evening)
    drawn = now | {f"was-{one}": now[one] for one in now}
    posted = MultiDict(drawn | {one: request.form.get(one, "") for one in told})
    anew = [one for one in told if getattr(evening, one) not in (was.get(one), told[one])]
    return _page(evening, posted, problems=[Remark(one, meanwhile(now[one], one)) for one in anew])


def meanwhile(now: str, field: str = "") -> str:
    """What is said beside a field that another phone has changed to something else meanwhile."""
    if not now:
        return _("another phone emptied this meanwhile: save once more, and yours holds")
    said = _("another phone changed this meanwhile, to %(now)s: save once more, and yours holds")
    return said % {"now": day(now) if field == "date" else now}


@bp.get("/position")
def show_position(evening_id: int) -> ResponseReturnValue:
    """The board: this address is reloaded after a clock was refused."""
    return board_page(evening_id)


def board_again(evening_id: int) -> ResponseReturnValue:
    """The board, with the minutes as they were typed."""
    return board_page(evening_id, typed=request.form.get("minutes", ""))


@bp.post("/position")
@renews_form(board_again)
def position(evening_id: int) -> ResponseReturnValue:
    """Closes a position or plays it on; takes one back that was published by mistake; sets its
    clock, so many minutes from now, or stops it. Not where the page showed another one; a clock
    that another phone has set since asks again."""
    number, typed = request.form.get("number", 0, type=int), request.form.get("minutes", "")
    if number not in [one.number for one in store().positions(evening_id)]:
        abort(404)
    seen: dict[str, Any] = {"seen": request.form.get("published")}
    try:
        if "close" in request.form:
            closed = request.form["close"] == "1"
            store().close_position(evening_id, number, closed, phone=phone(), **seen)
        elif "take_back" in request.form:
            return _take_back(evening_id, number, seen)
        else:
            seen |= {"was": request.form.get("was")}
            store().set_clock(evening_id, number, _end(), key=form_key(), phone=phone(), **seen)
    except InvalidDeal as error:
        return board_page(evening_id, problem=said(error), typed=typed), 422
    except ChangedMeanwhile:
        return board_page(evening_id, problem=_set_anew(evening_id, number), typed=typed), 422
    except DrawnMeanwhile:
        return board_page(evening_id, overtaken=say(MEANWHILE), typed=typed), 422
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)


def _set_anew(evening_id: int, number: int) -> Remark:
    """What is said where another phone has set the clock since the page was drawn."""
    (now,) = [one for one in store().positions(evening_id) if one.number == number]
    set_anew = clock(now.ends_at)
    return Remark("minutes", meanwhile(set_anew.until if set_anew else ""))


def _take_back(evening_id: int, number: int, seen: Mapping[str, Any]) -> ResponseReturnValue:
    try:
        store().take_back_position(evening_id, number, **by_form(), **seen)
    except InvalidDeal as error:
        return board_page(evening_id, not_back=said(error).text), 422
    except NotThere:
        abort(409)
    return redirect(url_for("drawing.show", evening_id=evening_id), 303)


@bp.get("/sheets")
def show_sheets(evening_id: int) -> ResponseReturnValue:
    """The board: this address is reloaded after its form to close sheets came back."""
    return board_page(evening_id)


@bp.post("/sheets")
@renews_form(show_sheets)
def close_sheets(evening_id: int) -> ResponseReturnValue:
    """Closes the sheets that were left open when their position was over; not one on which a deal
    was begun since, of which the page did not say that it would stay half told."""
    tables, begun = (request.form.getlist(one, type=int) for one in ("table", "begun"))
    store().close_sheets(evening_id, tables, begun=begun, **by_form())
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)


def _end() -> str | None:
    """When the clock is to be out, None: it is stopped; InvalidDeal without minutes."""
    if "stop" in request.form:
        return None
    if end := asked_end():
        return end
    raise refuse("say for how many minutes", at="minutes")


def _page(evening: Evening, posted: MultiDict, **more: object) -> str:
    return render_template(
        "evenings/settings.html",
        evening=evening,
        still_open=sum(not one.closed_at for one in store().tables_at(evening.id)),
        posted=posted,
        settings=SETTINGS,
        others=[game for game in ready() if game.key not in evening.games],
        key=new_key(),
        **more,
    )
