"""Who is at an evening, which game each is checked in for, what each has paid."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal
from ..store import Attendance, Evening
from ..store.people import loosely
from . import store
from .counted import said
from .deals import new_key
from .drawn import load
from .evenings import hundredths
from .guard import renews_form, takes_file
from .opening import ready_game
from .rights import phone, rights, seen

bp = Blueprint("attendances", __name__, url_prefix="/evenings/<int:evening_id>/players")
PROPOSED = 8  # known names that fit what is typed
KNOWN = 2000  # of so many, those who played last


@bp.get("")
def show(evening_id: int) -> ResponseReturnValue:
    """Everybody who is here, and who was."""
    return _page(evening_id)


@bp.get("/known")
def known(evening_id: int) -> ResponseReturnValue:
    """The names that fit what is typed: a fragment."""
    fits = _fitting(store().attendances(evening_id), request.args.get("typed", ""))
    return render_template("evenings/_known.html", **fits)


def again(evening_id: int) -> ResponseReturnValue:
    """The page with what was typed."""
    return _page(evening_id)


@bp.post("")
@takes_file
@renews_form(again)
def check_in(evening_id: int) -> ResponseReturnValue:
    """Checks in who was typed, touched, pasted as a list or is in a file; several at once."""
    evening, posted, told = store().evening(evening_id), request.form, _told()
    if not told:
        return _page(evening_id), 200 if "typed" in posted else 422
    names, fees = zip(*told, strict=True)
    try:
        store().check_in(
            evening_id,
            names,
            _plays(evening),
            fees=fees,
            key=posted.get("key") or None,
            phone=phone(),
        )
    except InvalidDeal as error:
        return _page(evening_id, problem=said(error, (), 1)), 422
    plays = posted.get("game")
    return redirect(url_for("attendances.show", evening_id=evening_id, plays=plays), 303)


def _plays(evening: Evening) -> str:
    """What who comes now plays: what was chosen, else the first game."""
    games, wanted = [*evening.games], request.values.get("game") or request.args.get("plays", "")
    return wanted if wanted in games else games[0]


def _told() -> list[tuple[str, int | None]]:
    """The name of the chip that was touched, else of the field, the list and the file; and what
    each owes, where the file says so."""
    if chip := request.form.get("add"):
        return [(chip, None)]
    file = request.files.get("file")
    listed = file.read().decode("utf-8-sig", "replace") if file else ""
    typed = [request.form.get("typed", ""), *request.form.get("list", "").splitlines()]
    told = [*((name, None) for name in typed), *_rows(listed)]
    return [(name.strip(), fee) for name, fee in told if name.strip()]


def _rows(text: str) -> Iterable[tuple[str, int | None]]:
    """Names and fees of a CSV file of either profile; without a head its first column."""
    first = text.partition("\n")[0]
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=";" if ";" in first else ","))
    except csv.Error:  # it is something else: a name a line
        rows = [[line] for line in text.splitlines()]
    head = [cell.strip().casefold() for cell in rows[0]] if rows else []
    if "name" in head:
        rows = rows[1:]
    else:
        head = ["name"]
    for row in rows:
        cells = dict(zip(head, row, strict=False))
        fee = cells.get("fee", "").strip()
        yield cells.get("name", ""), hundredths(fee) if fee else None


@bp.post("/<int:player>")
def change(evening_id: int, player: int) -> ResponseReturnValue:
    """What one player plays, has paid; whether he is here."""
    posted, evening = request.form, store().evening(evening_id)
    wanted = posted.get("game")
    told = {"here": _yes(posted.get("here")), "paid": _yes(posted.get("paid"))}
    game = wanted if wanted in evening.games else None
    store().attend(evening_id, player, phone=phone(), game=game, **told)
    return redirect(url_for("attendances.show", evening_id=evening_id, _anchor=f"p{player}"), 303)


def _yes(text: str | None) -> bool | None:
    return None if text not in ("0", "1") else text == "1"


@bp.post("/fee")
def change_fee(evening_id: int) -> ResponseReturnValue:
    """What each owes, or what one of them owes."""
    posted, fee = request.form, hundredths(request.form.get("fee", ""))
    player = posted.get("player", type=int)
    if "player" not in posted:
        store().change_fee(evening_id, fee, phone=phone())
    elif player in [one.player for one in store().attendances(evening_id)]:
        store().attend(evening_id, player, fee=fee, phone=phone())
    return redirect(url_for("attendances.show", evening_id=evening_id), 303)


def _page(evening_id: int, **more: object) -> str:
    drawing = load(evening_id)
    evening, attendances = drawing.evening, drawing.attendances
    would = [one.chosen for one in drawing.sizes]
    there = [one for one in attendances if one.here]
    typed = request.form.get("typed", "")
    return render_template(
        "evenings/players.html",
        evening=evening,
        games=[game for key in evening.games if (game := ready_game(key))],
        here=there,
        left=[one for one in attendances if not one.here],
        sums=sums(attendances),
        unpaid=sum(1 for one in attendances if one.fee and not one.paid),
        tables=sum(map(len, would)),
        out=len(there) - sum(map(sum, would)),
        plays=_plays(evening),
        typed=typed,
        listed=request.form.get("list", ""),
        key=new_key(),
        **_fitting(attendances, typed),
        **more,
    )


def sums(attendances: Sequence[Attendance]) -> dict[str, int]:
    """What is owed, paid and open, in hundredths."""
    owed = sum(one.fee for one in attendances)
    paid = sum(one.fee for one in attendances if one.paid)
    return {"owed": owed, "paid": paid, "open": owed - paid}


def _fitting(attendances: Sequence[Attendance], typed: str) -> dict[str, object]:
    """Known names that fit what is typed and are not here yet: those that begin so, then those with
    a word that does; and the name itself, where nobody bears it. Only names that this phone may
    see: of its tables and evenings."""
    text, there = loosely(typed.strip()), {one.name for one in attendances if one.here}
    names = dict.fromkeys([*(one.name for one in attendances), *_known_names()])
    fits = [name for name in names if f" {text}" in f" {loosely(name)}" and name not in there]
    fits.sort(key=lambda name: not loosely(name).startswith(text))
    borne = text in [loosely(name) for name in names]
    return {"proposed": fits[:PROPOSED], "fresh": "" if borne else typed.strip()}


def _known_names() -> list[str]:
    """Who played at a table or was at an evening that this phone may see."""
    has = rights()
    evenings = None if has.organises else has.of("evening_id")
    return [*store().names(KNOWN, among=seen()), *store().attended(evenings)]
