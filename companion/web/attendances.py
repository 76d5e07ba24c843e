"""Who is at an evening, which game each is checked in for, what each has paid."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal, refuse
from ..store import Attendance, ChangedMeanwhile, Evening, NotThere, Table
from ..words import gettext as _
from . import arrivals, store
from .amounts import hundredths, typed_money
from .arrivals import Arrival
from .board import board, left_seats
from .conducting import meanwhile
from .counted import Remark, refusals, said
from .drawn import Drawing, load
from .fitting import fitting, other_spellings, refuse_beginning, refuse_renamed
from .guard import new_key, renews_form, takes_file
from .ready import ready_game
from .rights import by_form, phone

bp = Blueprint("attendances", __name__, url_prefix="/evenings/<int:evening_id>/players")
MOST_SAID = 100  # of a pasted list: what is wrong in it, and who were there already


@bp.get("")
def show(evening_id: int, **_touched: int) -> ResponseReturnValue:
    """Everybody who is here, and who was."""
    return _page(evening_id)


@bp.get("/known")
def known(evening_id: int) -> ResponseReturnValue:
    """The names that fit what is typed: a fragment."""
    found = fitting(store().attendances(evening_id), request.args.get("typed", ""))
    return render_template("evenings/_known.html", **found)


@bp.post("")
@takes_file
@renews_form(show)
def check_in(evening_id: int) -> ResponseReturnValue:
    """Checks in who was typed, touched, pasted as a list or is in a file; several at once. Where a
    name was touched, a list that was pasted stays as it is."""
    posted = request.form
    try:
        readings = arrivals.readings()
        if not readings:
            return _page(evening_id), 200 if "typed" in posted else 422
        told, problems = _told(evening_id, readings)
        again, twice = _checked_in(evening_id, told) if told else ([], [])
    except InvalidDeal as error:
        problems = [said(error)]
    if problems:
        return _page(evening_id, problem=problems[0], problems=problems[:MOST_SAID]), 422
    if "add" in posted and posted.get("list", "").strip():
        return _page(evening_id, typed="")
    added = len(told) - len(again) - len(twice)
    came: dict[str, Any] = {
        "again": again[:MOST_SAID],
        "twice": twice[:MOST_SAID],
        "plays": posted.get("game"),
        "added": added if len(told) > 1 else None,
        "typed": "1" if "add" not in posted and posted.get("typed") else None,
    }
    return redirect(url_for("attendances.show", evening_id=evening_id, **came), 303)


def _told(
    evening_id: int, readings: Sequence[Callable[[], Arrival]]
) -> tuple[list[Arrival], list[Remark]]:
    """Who comes; or nobody, and all that stands against it."""
    checks = partial(refuse_beginning, evening_id), partial(refuse_renamed, evening_id)
    if problems := refusals(*checks, *readings):
        return [], problems
    told = [read() for read in readings]
    problems = [] if "add" in request.form else other_spellings(evening_id, told)
    return [] if problems else told, problems


def _checked_in(evening_id: int, told: Sequence[Arrival]) -> tuple[list[int], list[int]]:
    """Checks them in; who of them was there already, and who else came twice."""
    names, fees = zip(*told, strict=True)
    plays = _plays(store().evening(evening_id))
    return store().check_in(evening_id, names, plays, fees=fees, **by_form())


def _plays(evening: Evening) -> str:
    """What who comes now plays: what was chosen, else the first game."""
    games, wanted = [*evening.games], request.values.get("game") or request.args.get("plays", "")
    return wanted if wanted in games else games[0]


@bp.post("/<int:player>")
@renews_form(show)
def change(evening_id: int, player: int) -> ResponseReturnValue:
    """What one player plays, whether they have paid, are here, and are on the list at all."""
    posted, evening = request.form, store().evening(evening_id)
    try:
        if (off := _yes(posted.get("off"))) is not None:
            put = store().take_off if off else store().put_back
            put(evening_id, player, phone=phone())
    except InvalidDeal as error:
        return _page(evening_id, problem=said(error)), 422
    wanted = posted.get("game")
    told = {"here": _yes(posted.get("here")), "paid": _yes(posted.get("paid"))}
    game, owed = wanted if wanted in evening.games else None, posted.get("owed", type=int)
    try:
        store().attend(evening_id, player, phone=phone(), game=game, owed=owed, **told)
    except (ChangedMeanwhile, NotThere) as error:
        if isinstance(error, NotThere) and player not in store().taken_off(evening_id):
            raise
        problem = Remark("off", _("Another phone was faster; nothing was saved."))
        return _page(evening_id, problem=problem), 422
    return redirect(url_for("attendances.show", evening_id=evening_id, _anchor=f"p{player}"), 303)


def _yes(text: str | None) -> bool | None:
    return None if text not in ("0", "1") else text == "1"


@bp.post("/fee")
@renews_form(show)
def change_fee(evening_id: int) -> ResponseReturnValue:
    """What each owes, or what one of them owes."""
    try:
        _change_fee(evening_id)
    except InvalidDeal as error:
        return _page(evening_id, problem=said(error)), 422
    except ChangedMeanwhile:
        now = store().evening(evening_id).fee
        problem = Remark("fee", meanwhile(typed_money(now) if now else ""))
        return _page(evening_id, problem=problem, overtaken=True), 422
    return redirect(url_for("attendances.show", evening_id=evening_id), 303)


def _change_fee(evening_id: int) -> None:
    posted, player = request.form, request.form.get("player", type=int)
    fee = posted.get("fee", "")
    if "player" not in posted:
        was = {"fee": hundredths(posted["was-fee"])} if "was-fee" in posted else {}
        told: dict[str, Any] = {"fee": hundredths(fee), "was": was}
        store().change_evening(evening_id, **told, key=None, phone=phone())
        return
    if player not in [one.player for one in store().attendances(evening_id)]:
        raise refuse("say who pays something else", at="own_fee")
    if not fee.strip():  # an empty field is no sum
        raise refuse("a sum is needed; 0: no fee", at="own_fee")
    store().attend(evening_id, player, fee=hundredths(fee, "own_fee"), phone=phone())


def _page(evening_id: int, typed: str | None = None, **more: object) -> str:
    """The check-in; in its field stands `typed`, else what was typed."""
    drawing = load(evening_id)
    evening, attendances = drawing.evening, drawing.attendances
    there = [one for one in attendances if one.here]
    return render_template(
        "evenings/players.html",
        evening=evening,
        games=[game for key in evening.games if (game := ready_game(key))],
        here=there,
        left=[one for one in attendances if not one.here],
        sums=sums(attendances),
        unpaid=sum(1 for one in there if one.fee and not one.paid),
        bound=store().bound(evening_id),
        seated=_seated(drawing),
        taken_off=store().taken_off(evening_id),
        plays=_plays(evening),
        key=new_key(),
        **_would_sit(drawing, len(there)),
        **_brought(there),
        **_filled_in(attendances, typed),
        **more,
    )


def _would_sit(drawing: Drawing, players: int) -> dict[str, int]:
    """At how many tables those who are here would sit, and how many would sit out."""
    tables = [size for one in drawing.sizes for size in one.chosen]
    return {"tables": len(tables), "out": players - sum(tables)}


def _brought(there: Sequence[Attendance]) -> dict[str, object]:
    """What came of the list that was just checked in, as the address says it."""
    again, twice = (request.args.getlist(name, type=int) for name in ("again", "twice"))
    added = request.args.get("added", -1, type=int)
    return {
        "added": added if added >= 0 else None,
        "here_before": [one.name for one in there if one.player in again],
        "twice": [one.name for one in there if one.player in twice],
    }


def _filled_in(attendances: Sequence[Attendance], typed: str | None) -> dict[str, object]:
    """What stands in the fields, and the names that fit what is typed."""
    typed = request.form.get("typed", "") if typed is None else typed
    return {
        "typed": typed,
        "types": "typed" in request.args,
        "posted": request.form,
        "listed": request.form.get("list", ""),
        **fitting(attendances, typed),
    }


def _seated(drawing: Drawing) -> dict[int, tuple[int | None, str]]:
    """Who has left and still has a seat: at which place, and the page where that can be changed."""
    cards = board(drawing.opened, drawing.before, None).cards
    found = [*left_seats(drawing.attendances, cards)]
    over = store().left_open(drawing.evening.id) if found else ()  # rarely asked
    drawn = {(one.number, table.place) for one in drawing.before for table in one.tables}
    return {
        one.player: (card.table.place, _by_hand(card.table, drawn, one.player))
        for card, people in found
        for one in people
        if card.table.id not in over
    }


def _by_hand(table: Table, drawn: Container[tuple[int | None, int | None]], player: int) -> str:
    """The page where a seat is changed: the draw that opened the table, until a deal is begun
    there; then, or where no draw did, the seats of the table."""
    if table.deals or table.half or (table.position, table.place) not in drawn:
        return url_for("seats.show", table_id=table.id)
    asked: dict[str, Any] = {"position": table.position, "hand": player, "_anchor": f"p{player}"}
    return url_for("drawing.show", evening_id=table.evening_id, **asked)


def sums(attendances: Sequence[Attendance]) -> dict[str, int]:
    """What is owed, paid and open, and how much of it by those who have left; in hundredths."""
    owed = sum(one.fee for one in attendances)
    paid = sum(one.fee for one in attendances if one.paid)
    gone = sum(one.fee for one in attendances if not (one.paid or one.here))
    return {"owed": owed, "paid": paid, "open": owed - paid, "gone": gone}
