"""A deal told at the wrong table: where it goes, who played which part there, what it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal
from ..games.names import fold
from ..store import ChangedMeanwhile, Conflict, End, Evening, Table, end_without, told_there
from . import store
from .counted import said
from .deal_form import told_deal
from .deal_list import listed_at
from .deals import ends
from .guard import new_key, renews_form
from .listed import Listed
from .rights import NoRight, by_form, may, may_at, needs, sees
from .shown import Shown, load
from .shown_deal import ShownDeal

MOST_SEATS = 20  # that a form may name
bp = Blueprint("moving", __name__, url_prefix="/tables/<int:table_id>/deals/<int:number>/move")


@bp.get("")
@needs("organise")
def choose(table_id: int, number: int) -> ResponseReturnValue:
    """The tables it may go to; with one in the address its seats; with these, what it gives."""
    return _page(table_id, number)


@bp.post("")
@needs("organise")
@renews_form(choose)
def move(table_id: int, number: int) -> ResponseReturnValue:
    """Moves the deal; what is told otherwise by now is shown first."""
    form, to = request.form, _asked()
    revision = form.get("revision", 0, type=int)
    if "later" not in form and _end(load(table_id), number):
        return _page(table_id, number), 422
    try:
        moved = store().move_deal(
            table_id, number, to, _seats(), revision=revision, ends=ends(), **by_form()
        )
    except InvalidDeal as error:
        return _page(table_id, number, error), 422
    except Conflict as conflict:
        if conflict.deal.state != "told":
            abort(409)
        return _page(table_id, number, meanwhile=True), 409
    except ChangedMeanwhile:
        return _page(table_id, number, stale=True), 409
    return redirect(listed_at(load(to), moved.number), 303)


def _asked() -> int:
    """The table that it is to go to; NoRight for one that the phone does not organise."""
    to = request.values.get("to", 0, type=int)
    if to and not may("organise", to):
        raise NoRight
    return to


def _end(shown: Shown, number: int) -> End | None:
    """Where the game ends without the deal, before others that are told."""
    deal = next((one for one in shown.told if one.number == number), None)
    return end_without(shown.table, shown.deals, deal) if deal else None


def _seats() -> dict[int, int]:
    """Who plays which part there, as it was chosen: a seat here, a seat there."""
    chosen = {seat: request.values.get(f"seat-{seat}", type=int) for seat in range(MOST_SEATS)}
    return {seat: there for seat, there in chosen.items() if there is not None}


def _page(table_id: int, number: int, refused: InvalidDeal | None = None, **more: object) -> str:
    """The step that comes next: to choose the table, then who played which part, and last the deal
    as it would stand there. What is `refused` is said where the parts are chosen."""
    here = load(table_id)
    deal = told_deal(here, number)
    always = {"shown_deal": deal, "key": new_key(), **more}
    if "to" not in request.values:
        return _render(table=here.table, groups=_others(here.table, deal), **always)
    there, chosen = load(_asked()), _seats()
    if chosen and not refused and "change" not in request.values:
        try:
            told = _there(here.table, deal, there, chosen)
            ends = {"end": _end(here, number), "version": here.table.version}
            return _render(there=there, seats=chosen, told=told, **ends, **always)
        except InvalidDeal as error:
            refused = error
    problem = refused and said(refused, there.table.sitting, there.game.scale).text
    players = {seat: deal.names[seat] for seat in deal.told.plays}
    seats = proposed(players, there.table) | chosen
    return _render(there=there, seats=seats, problem=problem, **always)


def _render(**more: object) -> str:
    return render_template("deals/move.html", **more)


def _others(here: Table, deal: ShownDeal) -> list[tuple[Evening | None, list[Listed]]]:
    """The tables in progress that this phone organises too, where as many play the same game: those
    of the same evening, then those of each other one, the newest first, then those of none."""
    played, tables = (deal.game.key, deal.agreed.players), store().tables("open", among=sees())
    same = [one for one in tables if (one.game, one.at_once) == played and one.id != here.id]
    carrying = store().carrying(here.id, [one.id for one in same])
    found = [one for one in same if one.id not in carrying and may_at("organise", one)]
    evenings = store().evenings_among({one.evening_id for one in found if one.evening_id})
    groups = [(one, _of(found, one.id if one else None)) for one in [*evenings, None]]
    groups = [(one, listed) for one, listed in groups if listed]
    return sorted(groups, key=lambda group: (group[0] and group[0].id) != here.evening_id)


def _of(tables: Sequence[Table], evening_id: int | None) -> list[Listed]:
    """Those of an evening, the newest position first, by place; or those of none."""
    mine = [one for one in tables if one.evening_id == evening_id]
    mine.sort(key=lambda one: (-(one.position or 0), one.place or 0))
    return [Listed(one) for one in mine]


def _there(here: Table, deal: ShownDeal, there: Shown, seats: Mapping[int, int]) -> ShownDeal:
    """The deal as it would stand at the other table."""
    told = told_there(here, deal.deal, there.table, there.deals, seats)
    deals = sorted([*there.deals, told], key=lambda one: one.sort)
    then = replace(there, deals=deals)
    return then.shown_deal(then.place_of(told.number))


def proposed(names: Mapping[int, str], there: Table) -> dict[int, int]:
    """Who is called the same sits there; the others take the seats that are left, in order."""
    called = {fold(name): seat for seat, name in enumerate(there.sitting)}
    found = {seat: called[fold(name)] for seat, name in names.items() if fold(name) in called}
    left = [seat for seat in range(len(there.seats)) if seat not in found.values()]
    rest = [seat for seat in names if seat not in found]
    return found | dict(zip(rest, left, strict=False))
