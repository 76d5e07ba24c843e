"""Who is at an evening, which game each is checked in for, what each has paid."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal
from ..store import Attendance
from . import store
from .counted import said
from .deals import new_key
from .guard import renews_form, takes_file
from .opening import ready_game
from .rights import phone

bp = Blueprint("attendances", __name__, url_prefix="/evenings/<int:evening_id>/players")
PROPOSED = 12  # known names that fit what is typed


@bp.get("")
def show(evening_id: int) -> ResponseReturnValue:
    """Everybody who is here, and who was."""
    return _page(evening_id)


def again(evening_id: int) -> ResponseReturnValue:
    """The page with what was typed."""
    return _page(evening_id)


@bp.post("")
@takes_file
@renews_form(again)
def check_in(evening_id: int) -> ResponseReturnValue:
    """Checks in who was typed, touched, pasted as a list or is in a file; several at once."""
    evening, posted = store().evening(evening_id), request.form
    names = _names()
    games, wanted = [*evening.games], posted.get("game", "")
    game = wanted if wanted in games else games[0]
    if not names:
        return _page(evening_id), 200 if "typed" in posted else 422
    try:
        store().check_in(evening_id, names, game, key=posted.get("key") or None, phone=phone())
    except InvalidDeal as error:
        return _page(evening_id, problem=said(error, (), 1)), 422
    return redirect(url_for("attendances.show", evening_id=evening_id), 303)


def _names() -> list[str]:
    """The names of the chip that was touched, else of the field, the list and the file."""
    if chip := request.form.get("add"):
        return [chip]
    file = request.files.get("file")
    listed = file.read().decode("utf-8-sig", "replace") if file else ""
    typed = [request.form.get("typed", ""), *request.form.get("list", "").splitlines()]
    return [name.strip() for name in [*typed, *_column(listed)] if name.strip()]


def _column(text: str) -> list[str]:
    """The names of a CSV file of either profile: its column `name`, else the first one."""
    first = text.partition("\n")[0]
    rows = list(csv.reader(io.StringIO(text), delimiter=";" if ";" in first else ","))
    head = [cell.strip().casefold() for cell in rows[0]] if rows else []
    at = head.index("name") if "name" in head else 0
    return [row[at] for row in rows["name" in head :] if len(row) > at]


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


def _page(evening_id: int, **more: object) -> str:
    evening, attendances = store().evening(evening_id), store().attendances(evening_id)
    games = [game for key in evening.games if (game := ready_game(key))]
    return render_template(
        "evenings/players.html",
        evening=evening,
        games=games,
        here=[one for one in attendances if one.here],
        left=[one for one in attendances if not one.here],
        sums=sums(attendances),
        proposed=_proposed(attendances),
        typed=request.form.get("typed", ""),
        listed=request.form.get("list", ""),
        key=new_key(),
        **more,
    )


def sums(attendances: Sequence[Attendance]) -> dict[str, int]:
    """What is owed, paid and open, in hundredths."""
    owed = sum(one.fee for one in attendances)
    paid = sum(one.fee for one in attendances if one.paid)
    return {"owed": owed, "paid": paid, "open": owed - paid}


def _proposed(attendances: Sequence[Attendance]) -> list[str]:
    """Known names that are not here yet."""
    here = {one.name for one in attendances if one.here}
    return [name for name in store().names(200) if name not in here][:PROPOSED]
