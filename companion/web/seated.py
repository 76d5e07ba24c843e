"""Who sits where, by name: on the wall, on paper, on every phone of the evening."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ..games import GAMES
from ..games.message import InvalidDeal, refuse
from ..store import Attendance, Follows, Position, Table, Where, fits, loosely
from . import store
from .playing import state_of
from .rights import enters_deals, let_in, may, may_at, needs, sees

bp = Blueprint("seated", __name__, url_prefix="/evenings/<int:evening_id>/seats")


@dataclass(frozen=True)
class Seated:
    """A person, the table and the seat; without a table: sits out."""

    name: str
    table: Table | None = None
    seat: int = 0  # as people count, from 1


class Next(NamedTuple):
    """What follows a sheet (`Follows`), as far as the phone may see it; 0: nothing."""

    begun: int = 0  # the position that has begun since
    closed: bool = False  # its position is closed
    over: bool = False  # its evening is closed
    seats: Sequence[Seated] = ()  # it is closed: where its players sit in the position `begun`
    sheet: int = 0  # it is closed: the sheet of its place now; outside evenings, of its totals
    waits: bool = False  # it is closed, and another position may still come
    carried: bool = False  # its totals are played on, even if at a sheet that the phone may not see
    again: bool = False  # its players went on to another game or sheet, and the phone may go along
    together: bool = False  # nothing is drawn: a touch begins the next game of its players there
    looks_on: bool = False  # the phone may look on at the evening
    ranked: bool = False  # it is closed, and the phone may see the standings of its evening
    elsewhere: bool = False  # it is a copy under other rules, and its deals count at another sheet
    counted: int = 0  # that sheet, if the phone may see it
    source: int = 0  # the newest change of the sheet that its totals come from, since it took them
    state: str = ""  # of all that follows, seen or not: when it changes, this is another `Next`


@bp.get("")
@needs("watch")
def show(evening_id: int) -> ResponseReturnValue:
    """Everybody of the newest published position, or of the one asked for, sorted by name."""
    evening, opened = store().evening(evening_id), published(evening_id)
    wanted, search = request.args.get("position", type=int), request.args.get("q", "").strip()
    found = [one for one in opened if one.number == wanted] or opened[-1:]
    people = people_of(evening_id, found[0]) if found else []
    return render_template(
        "evenings/seats.html",
        evening=evening,
        position=found[0] if found else None,
        positions=opened,
        people=[one for one in people if fits(one.name, search)],
        many=len(people),
        search=search,
        seen=sees(),
        organises=may("organise", evening_id=evening_id),
    )


def published(evening_id: int) -> list[Position]:
    """The positions whose seats everybody may know."""
    return [one for one in store().positions(evening_id) if one.published_at]


def people_of(evening_id: int, position: Position) -> list[Seated]:
    """Who sits at the tables now, and who sits out, by name."""
    tables = store().tables_at(evening_id, position.number)
    newest = {table.place: table for table in tables}
    # Of several at one place the newest, and older ones that are played on.
    played = [one for one in tables if one in newest.values() or not one.closed_at]
    sitting = _sitting(played)
    out = _out(store().attendances(evening_id), position, newest) - {one.name for one in sitting}
    people = [*sitting, *map(Seated, out)]
    return sorted(people, key=lambda one: (loosely(one.name), one.name))


def _sitting(tables: Sequence[Table]) -> list[Seated]:
    """Who sits at these tables. At a closed one only those who sit at no later one; at a place with
    two sheets everybody once, on the newer one."""
    closed_first = sorted(tables, key=lambda one: (not one.closed_at, one.id))
    last = {name: table for table in closed_first for name in table.sitting}
    found = {}
    for table in closed_first:
        for seat, name in enumerate(table.sitting, 1):
            if table is last[name] or not table.closed_at:
                found[name, table.place] = Seated(name, table, seat)
    return list(found.values())


def _out(people: Sequence[Attendance], position: Position, places: Container) -> set[str]:
    """Whom the draw left out, and whoever was drawn at one of these places and is still here."""
    drawn = {one for table in position.tables if table.place in places for one in table.players}
    left_out = {one.name for one in people if one.player in position.sits_out}
    return left_out | {one.name for one in people if one.player in drawn and one.here}


def as_seen(error: InvalidDeal, evening_id: int | None) -> InvalidDeal:
    """A refusal as this phone may hear it: who plays where only if it looks on at the evening."""
    if error.field != "elsewhere" or may("watch", evening_id=evening_id):
        return error
    return refuse("playing at another table already", at=error.field)


def all_the_same(names: Sequence[str]) -> bool:
    """Whether the posted form says "All the same", and about just those whom its page asked
    about."""
    buttons = {request.form.get(name) for name in ("open", "rename", "substitute", "take")}
    return "elsewhere" in buttons and request.form.getlist("asked") == [*names]


def with_next(table_id: int) -> object:
    """A table and what follows it: what a page of the table is drawn from."""
    table = store().table(table_id)
    return table, next_of(table)


@bp.app_template_global()
def next_of(table: Table) -> Next:
    """What follows a sheet, as far as the phone that asks may see it."""
    follows = store().follows(table.id)
    sheet = follows.sheet if table.evening_id else follows.carried
    looks_on = table.evening_id is not None and may("watch", evening_id=table.evening_id)
    game = next_game(table, follows)
    comes_in = game > 0 and not may("score", game)  # by going along, not by looking on
    return Next(
        begun=follows.position if looks_on else 0,
        closed=follows.closed,
        over=follows.over,
        seats=_next_seats(table, follows.position) if table.closed_at else (),
        sheet=sheet if sheet and not comes_in and may("watch", sheet) else 0,
        waits=follows.may_come and not follows.position and looks_on,
        carried=follows.carried > 0,
        again=game > 0,
        together=begin_another(table, follows),
        looks_on=looks_on,
        ranked=bool(looks_on and table.closed_at)
        and (not follows.hidden or may("organise", evening_id=table.evening_id)),
        elsewhere=follows.counted > 0,
        counted=follows.counted if follows.counted and may("watch", follows.counted) else 0,
        source=follows.source,
        state=state_of(follows),
    )


def _next_seats(table: Table, number: int) -> Sequence[Seated]:
    if not (number and table.evening_id):
        return ()
    (later,) = [one for one in store().positions(table.evening_id) if one.number == number]
    people = people_of(table.evening_id, later)
    return [one for one in people if one.name in table.sitting and one.table != table]


def next_game(table: Table, follows: Follows) -> int:
    """The game that those who sit here went on to, or the sheet that took their totals along, if
    the phone may go along to it; 0: none."""
    if not (follows.again or follows.carried) or not may("score", table.id):
        return 0
    if follows.carried:
        return _with_totals(table, store().table(follows.carried))
    return follows.again if _sat_down(table, store().table(follows.again)) else 0


def _with_totals(table: Table, later: Table) -> int:
    """The sheet that took the totals of a table along, outside evenings, if somebody sat down there
    too; 0: none. A phone that enters deals here could have carried them over itself, so it may go
    along; but not once a link of that sheet was taken back: that may have put it out."""
    if table.evening_id or later.evening_id or not {*table.persons} & _who_sat_down(later):
        return 0
    return 0 if store().was_taken_back("score", Where(later.id)) else later.id


def _sat_down(table: Table, later: Table) -> bool:
    """Whether those who sit at a table now are those who sat down at a later one."""
    return {*table.persons} == _who_sat_down(later)


def _who_sat_down(table: Table) -> set[int]:
    return {seat.people[0].person for seat in table.seats}


def begin_another(table: Table, follows: Follows) -> bool:
    """Whether this phone may begin, by one touch, another game of those who sit at a closed sheet:
    nothing is drawn at their evening."""
    free = follows.undrawn and not (follows.sheet or follows.carried)
    return free and enters_deals(table)


def played_on(table: Table, follows: Follows) -> int:
    """The sheet on which those who sit here play on already, and this phone may go along; 0: none.

    Where their totals are played on at a sheet that it may not see, its own: no game begins at 0.
    """
    if sheet := next_game(table, follows):
        if not may("score", sheet):
            let_in("score", Where(sheet))
        return sheet
    if sheet := newer_sheet(table):
        return sheet
    carried_to = store().carried_to(table.id)
    return carried_to if not carried_to or may("watch", carried_to) else table.id


def newer_sheet(table: Table) -> int:
    """The newest sheet on which those who sit here play this game again, where the phone may see
    it; 0: none."""
    again = _again_at_place(table) if table.evening_id else _again(table)
    found = [one for one in again if _sat_down(table, one)]
    return max((one.id for one in found if may_at("watch", one)), default=0)


def _again_at_place(table: Table) -> list[Table]:
    """The later sheets of the same game at the place of a table: all of them once it is closed,
    while it is open only open ones."""
    assert table.evening_id
    return [
        one
        for one in store().tables_at(table.evening_id, table.position)
        if (one.place, one.game) == (table.place, table.game) and one.id > table.id
        if table.closed_at or not one.closed_at
    ]


def _again(table: Table) -> list[Table]:
    """The later tables outside evenings that began at 0, are not over, and are scored as this."""
    later = [one for one in store().opened_after(table) if not (one.over or any(one.start))]
    return [one for one in later if _scored_by(one) == _scored_by(table)]


def _scored_by(table: Table) -> dict[str, Any]:
    """The rules that decide scores: all but the planned deals and what may change at any time."""
    besides = {"deals", *GAMES[table.game].free}
    return {key: one for key, one in table.rules.items() if key not in besides}
