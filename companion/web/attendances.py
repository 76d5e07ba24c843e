"""Who is at an evening, which game each is checked in for, what each has paid."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal, refuse
from ..games.names import checked_name, fold
from ..store import Attendance, ChangedMeanwhile, Evening, Table, fits, loosely
from . import arrivals, store
from .amounts import hundredths, typed_money
from .arrivals import Arrival
from .board import board, left_seats
from .conducting import meanwhile
from .counted import Remark, refusals, said
from .drawn import Drawing, load
from .guard import new_key, renews_form, takes_file
from .ready import ready_game
from .rights import by_form, phone, sees, sees_evenings

bp = Blueprint("attendances", __name__, url_prefix="/evenings/<int:evening_id>/players")
PROPOSED = 8  # known names that fit what is typed
KNOWN = 2000  # of so many, those who played last
MOST_SAID = 100  # of a pasted list: what is wrong in it, and who were there already


@bp.get("")
def show(evening_id: int, **_touched: int) -> ResponseReturnValue:
    """Everybody who is here, and who was."""
    return _page(evening_id)


@bp.get("/known")
def known(evening_id: int) -> ResponseReturnValue:
    """The names that fit what is typed: a fragment."""
    found = _fitting(store().attendances(evening_id), request.args.get("typed", ""))
    return render_template("evenings/_known.html", **found)


@bp.post("")
@takes_file
@renews_form(show)
def check_in(evening_id: int) -> ResponseReturnValue:
    """Checks in who was typed, touched, pasted as a list or is in a file; several at once. Where a
    name was touched, a list that was pasted stays as it is."""
    try:
        readings = arrivals.readings()
        if not readings:
            return _page(evening_id), 200 if "typed" in request.form else 422
        problems = refusals(partial(_refuse_beginning, evening_id), *readings)
        told = [] if problems else [read() for read in readings]
        if told and "add" not in request.form:
            problems = _other_spellings(evening_id, told)
            told = [] if problems else told
        again, twice = _checked_in(evening_id, told) if told else ([], [])
    except InvalidDeal as error:
        problems = [said(error)]
    if problems:
        return _page(evening_id, problem=problems[0], problems=problems[:MOST_SAID]), 422
    posted = request.form
    if "add" in posted and posted.get("list", "").strip():
        return _page(evening_id, typed="")
    more: dict[str, Any] = {"again": again[:MOST_SAID], "twice": twice[:MOST_SAID]}
    more["plays"] = posted.get("game")
    added = len(readings) - len(again) - len(twice)
    more["added"] = added if len(readings) > 1 else None
    more["typed"] = "1" if "add" not in posted and posted.get("typed") else None
    return redirect(url_for("attendances.show", evening_id=evening_id, **more), 303)


def _refuse_beginning(evening_id: int) -> None:
    """InvalidDeal where what was typed begins a known name and is none itself: who looks somebody
    up makes nobody new by that. The chips say who may be meant, and the new one."""
    typed = request.form.get("typed", "").strip()
    if "add" in request.form or not typed:
        return
    attendances = store().attendances(evening_id)
    begun = [one for one in _names(attendances) if loosely(one).startswith(loosely(typed))]
    fitting = _fitting(attendances, typed)
    if not (fitting["fresh"] and begun):
        return
    if {*begun} & {*fitting["proposed"]}:
        raise refuse("a known name begins so: touch it, or the new one", at="name")
    raise refuse(
        "“{name}” is here already: touch the new one if this is somebody else",
        at="name",
        name=begun[0],
    )


def _other_spellings(evening_id: int, told: Sequence[Arrival]) -> list[Remark]:
    """Whoever of a list is known, or stands there before, but for accents: there is no chip to ask
    by."""
    names = _names(store().attendances(evening_id))
    spelled = {loosely(one): one for one in names}
    return refusals(*(partial(_refuse_alike, names, spelled, one.name) for one in told))


def _refuse_alike(names: Sequence[str], spelled: dict[str, str], name: str) -> None:
    meant = spelled.setdefault(loosely(name), name)
    if fold(name) != fold(meant) and not _borne(names, name):
        raise refuse(
            "“{name}” may be “{known}”: write it so, or add somebody else by name first",
            at="list",
            name=name,
            known=meant,
        )


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
    """What one player plays, has paid; whether he is here, and on the list at all."""
    posted, evening = request.form, store().evening(evening_id)
    try:
        if (off := _yes(posted.get("off"))) is not None:
            put = store().take_off if off else store().put_back
            put(evening_id, player, phone=phone())
    except InvalidDeal as error:
        return _page(evening_id, problem=said(error)), 422
    wanted = posted.get("game")
    told = {"here": _yes(posted.get("here")), "paid": _yes(posted.get("paid"))}
    game = wanted if wanted in evening.games else None
    store().attend(evening_id, player, phone=phone(), game=game, **told)
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
        **_fitting(attendances, typed),
    }


def _seated(drawing: Drawing) -> dict[int, tuple[int | None, str]]:
    """Who has left and has a seat still: at which place, and where that is changed by hand."""
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
    """Where a seat is changed: in the draw that opened its table, until that has begun."""
    if table.deals or table.half or (table.position, table.place) not in drawn:
        return url_for("seats.show", table_id=table.id)
    asked: dict[str, Any] = {"position": table.position, "hand": player, "_anchor": f"p{player}"}
    return url_for("drawing.show", evening_id=table.evening_id, **asked)


def sums(attendances: Sequence[Attendance]) -> dict[str, int]:
    """What is owed, paid and open, and what of that by who has left; in hundredths."""
    owed = sum(one.fee for one in attendances)
    paid = sum(one.fee for one in attendances if one.paid)
    gone = sum(one.fee for one in attendances if not (one.paid or one.here))
    return {"owed": owed, "paid": paid, "open": owed - paid, "gone": gone}


def _fitting(attendances: Sequence[Attendance], typed: str) -> dict[str, Any]:
    """Known names that fit what is typed and are not here yet: those that begin so, then those with
    a word that does; and the name itself, where nobody bears it, or why it is none. Only names that
    this phone may see: of its tables and evenings. With them those who fit and are here, and of how
    many more that is true."""
    text, there = loosely(typed.strip()), {one.name: one for one in attendances if one.here}
    names = _names(attendances)
    found = [name for name in names if fits(name, typed)]
    found.sort(key=lambda name: not loosely(name).startswith(text))
    arrived = [there[name] for name in found if name in there] if text else []
    absent = [name for name in found if name not in there]
    unfit = refusals(partial(checked_name, typed, "name")) if text else []
    return {
        "arrived": arrived[:PROPOSED],
        "proposed": absent[:PROPOSED],
        "further": sum(max(0, len(some) - PROPOSED) for some in (arrived, absent)) if text else 0,
        "fresh": "" if unfit or _borne(names, typed) else typed.strip(),
        "unfit": unfit,
    }


def _borne(names: Sequence[str], typed: str) -> bool:
    """Whether one of these people is called just so, or was before two spellings were merged."""
    who = store().player_called(typed) if typed.strip() else None
    return who is not None and store().names_of([who])[who] in names


def _names(attendances: Sequence[Attendance]) -> list[str]:
    """The names that are known here: of who is or was there, then of who played at a table or was
    at an evening that this phone may see."""
    there, played = [one.name for one in attendances], store().names(KNOWN, among=sees())
    return [*dict.fromkeys([*there, *played, *store().attended(sees_evenings())])]
