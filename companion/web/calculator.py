"""The calculator: one deal counted, nothing saved."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.base import Game
from ..games.facts import agreed_rules, options
from ..store import Seat, Sitting, Table
from ..words import gettext as _
from .deal_form import context
from .guard import renews_form
from .posted import among_so_many, as_typed, preview
from .preview import Preview
from .ready import ready_game
from .shown import Shown

bp = Blueprint("calculator", __name__, url_prefix="/calculator/<key>")


@bp.get("")
def show(key: str) -> ResponseReturnValue:
    """An empty form for so many players, by this preset."""
    return _page(_form(_shown(key), MultiDict()))


def again(key: str) -> ResponseReturnValue:
    """The form as it was posted."""
    return _page(_form(_shown(key), MultiDict(request.form)))


@bp.post("")
@renews_form(again)
def count(key: str) -> ResponseReturnValue:
    """The deal counted, line by line."""
    form = _form(_shown(key), MultiDict(request.form))
    asked = not {"touch", "compared", "among"} & request.form.keys()  # for the sum
    form = form.with_missing() if asked else form
    return _page(form), 422 if form.problem else 200


@bp.post("/preview", endpoint="preview")
def show_preview(key: str) -> ResponseReturnValue:
    """What the deal gives: a fragment."""
    form = as_typed(_form(_shown(key), MultiDict(request.form)))
    return render_template("deals/_preview.html", **_context(form))


def _shown(key: str) -> Shown:
    """A table that nobody opened, as the address describes it."""
    game = ready_game(key) or abort(404)
    preset = request.args.get("preset", next(iter(game.presets), ""))
    rules = {"preset": preset} if preset in game.presets else {}
    return Shown(_table(game, _players(game), rules), ())


def _players(game: Game) -> int:
    wished = request.args.get("players", 0, type=int)
    return wished if wished in game.players else game.players[len(game.players) // 2]


def _table(game: Game, players: int, rules: dict[str, str]) -> Table:
    people = [
        Sitting(player=0, after_deal=0, name=_("Player %(n)s") % {"n": n + 1})
        for n in range(players)
    ]
    return Table(
        id=0,
        uid="",
        game=game.key,
        rules=options(agreed_rules(game, rules)),
        at_once=players,
        dealer=players - 1,
        start=(0,) * players,
        about={},
        over=False,
        opened_at="",
        closed_at=None,
        deleted_at=None,
        seats=tuple(Seat(seat=seat, people=(one,)) for seat, one in enumerate(people)),
    )


def _form(shown: Shown, posted: MultiDict) -> Preview:
    form = preview(shown, 1, posted, None)
    return among_so_many(form) if "among" in posted else form


def _context(form: Preview) -> dict[str, object]:
    rows = [replace(row, total=None) for row in form.rows]
    return {**context(form), "table": None, "rows": rows}


def _page(form: Preview) -> str:
    where = {"key": form.shown.game.key, "players": form.shown.agreed.players}
    where |= {"preset": form.shown.table.rules.get("preset")}
    return render_template("deals/calculator.html", **_context(form), where=where)
