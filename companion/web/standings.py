"""The standings of an evening: on a page, as CSV; and what of them everybody else sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..standings import Number, Row, in_tenths
from ..store import ChangedMeanwhile, Evening
from . import store
from .exports import asked_profile, download_rows
from .guard import new_key
from .ranked import Ranking, rankings
from .rights import by_form, may, needs
from .seated import published

bp = Blueprint("standings", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.get("/standings")
@needs("watch")
def show(evening_id: int) -> ResponseReturnValue:
    """Who is where: for the organiser as it stands, for others what was published."""
    return _page(evening_id)


def _page(evening_id: int, **more: object) -> str:
    evening = store().evening(evening_id)
    organises = may("organise", evening_id=evening_id)
    found = seen_of(evening)
    return render_template(
        "evenings/standings.html",
        evening=evening,
        rankings=found,
        ranking=chosen(found),
        organises=organises,
        published="published" in request.args,
        positions=[one.number for one in published(evening_id)] if organises else [],
        key=new_key(),
        **more,
    )


def seen_of(evening: Evening) -> list[Ranking]:
    """All that this phone may see, or the organiser asks for."""
    live = may("organise", evening_id=evening.id) and "published" not in request.args
    return rankings(evening, None if live else evening.shown)


def chosen(found: Sequence[Ranking]) -> Ranking | None:
    """The standings that the address asks for, else the first."""
    asked = request.args.get("game", "")
    return next((one for one in found if one.key == asked), found[0] if found else None)


@bp.get("/standings.csv")
@needs("watch")
def as_csv(evening_id: int) -> ResponseReturnValue:
    """The standings that are `chosen`, for a spreadsheet."""
    evening = store().evening(evening_id)
    ranking = chosen(seen_of(evening))
    title = " ".join([evening.name, *([ranking.title] if ranking else [])])
    return download_rows(title, cells(ranking) if ranking else [HEAD], asked_profile())


HEAD = ["rank", "player", "total", "deals", "tables"]


def cells(ranking: Ranking, headings: Sequence[str] = ()) -> Iterator[list[Any]]:
    """The rows of the file. After the positions come points a deal, if they decide the rank, and
    what is adjusted.

    `headings`: what the columns are called, if not by the numbers of the positions.
    """
    adjusted = any(row.adjustment for row in ranking.rows)
    last = ["mean"] * ranking.by_mean + ["adjustment", "reason"] * adjusted
    yield [*HEAD, *(headings or map(str, ranking.positions)), *last]
    for row in ranking.rows:
        total, name = _number(ranking, row.total), ranking.names[row.person]
        columns = [None if n is None else _number(ranking, n) for n in row.columns]
        mean = [_mean(ranking, row)] if ranking.by_mean else []
        reason = ranking.reasons.get(row.person, "")
        points = _number(ranking, row.adjustment) if row.adjustment or reason else None
        adjustment = [points, reason] if adjusted else []
        yield [row.rank, name, total, row.deals, row.tables, *columns, *mean, *adjustment]


def _mean(ranking: Ranking, row: Row) -> float | None:
    """Points a deal, with what was adjusted; finer than the pages show them."""
    assert ranking.game
    mean = row.mean_adjusted
    return None if mean is None else round(float(mean / ranking.game.scale), 3)


def _number(ranking: Ranking, value: Number) -> float:
    """A number for a spreadsheet: in points; across games with one decimal."""
    if ranking.game is None:
        return in_tenths(value) / 10
    points = int(value) / ranking.game.scale
    return int(points) if points.is_integer() else points


@bp.post("/standings")
def publish(evening_id: int) -> ResponseReturnValue:
    """Shows everybody the standings up to a position, nothing (0), or as they stand. Asks again
    where another phone has chosen otherwise since the page was drawn."""
    upto = _upto(request.form.get("shown", ""))
    was = {"shown": _upto(request.form["was"])} if "was" in request.form else {}
    try:
        store().change_evening(evening_id, shown=upto, was=was, **by_form())
    except ChangedMeanwhile:
        return _page(evening_id, overtaken=True), 422
    return redirect(url_for("standings.show", evening_id=evening_id), 303)


def _upto(told: str) -> int | None:
    """The position that a form names, 0: nothing; None: as they stand."""
    if not re.fullmatch("live|[0-9]{1,99}", told):
        abort(400)
    return None if told == "live" else min(int(told), 1000)
