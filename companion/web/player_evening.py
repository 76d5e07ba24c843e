"""A player's evening: tables, deals, roles, rank; and the points adjusted by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games import GAMES
from ..games.base import Game
from ..games.message import InvalidDeal, refuse
from ..games.posted import number
from ..sheets.evening_reading import counted
from ..standings import of_one_game
from ..store import LONGEST_REASON, Adjustment, Attendance, Evening, Part
from ..words import gettext as _
from ..words import say
from . import store
from .counted import said
from .guard import new_key, renews_form
from .ranked import TOGETHER, Ranking, rankings, said_adjustment, shows, tables, title
from .rights import by_form, may, needs, phone, sees

bp = Blueprint("player_evening", __name__, url_prefix="/evenings/<int:evening_id>")


@dataclass(frozen=True)
class Visit:
    """One table that the player played at."""

    table: int
    position: int
    place: int | None
    game: Game
    points: int
    deals: int
    rank: int
    players: int
    roles: str
    linked: bool = False  # whether the phone may open its sheet


@bp.get("/players/<int:player>")
@needs("watch")
def show(evening_id: int, player: int) -> ResponseReturnValue:
    """Where a player sat, what came of it, and where that leads; merged, as who they are now."""
    if (now := store().person(player).id) != player:
        return redirect(url_for("player_evening.show", evening_id=evening_id, player=now), 303)
    return _page(evening_id, player)


def _page(evening_id: int, player: int, **more: object) -> str:
    evening, parts = store().evening(evening_id), store().parts([evening_id])
    organises = may("organise", evening_id=evening_id)
    found = rankings(evening, None if organises else evening.shown)
    return render_template(
        "evenings/player.html",
        evening=evening,
        player=player,
        name=_name(evening_id, player, parts),
        visits=_visits(evening, player, parts if organises else _shown(evening, parts)),
        rankings=found,
        adjusted=_adjusted(evening_id, player, None if organises else found),
        organises=organises,
        games=[GAMES[key] for key in (_own_games(evening, player, parts) if organises else ())],
        several=len(_games(evening, parts)) > 1,
        posted=request.form,
        key=new_key(),
        **more,
    )


def _games(evening: Evening, parts: Sequence[Part]) -> list[str]:
    """The games of the evening, and those of tables that were taken into it besides."""
    return [*dict.fromkeys([*evening.games, *(one.game for one in parts)])]


def _own_games(evening: Evening, player: int, parts: Sequence[Part]) -> list[str]:
    """Those that the player has played there, and the one that they are checked in for: in the
    standings of another one there is no row of theirs."""
    there: list[Part | Attendance] = [*parts, *store().attendances(evening.id)]
    own = {one.game for one in there if one.player == player}
    return [key for key in _games(evening, parts) if key in own]


def _name(evening_id: int, player: int, parts: Sequence[Part]) -> str:
    """What the player is called; nobody else than who was here or played has a page."""
    names = {one.player: one.name for one in parts}
    names |= {one.player: one.name for one in store().attendances(evening_id)}
    return names.get(player) or abort(404)


def _shown(evening: Evening, parts: Sequence[Part]) -> list[Part]:
    """What of the evening is shown, and the tables that this phone sees anyway."""
    mine = sees() or ()
    return [one for one in parts if shows(one.position, evening.shown) or one.table in mine]


def _visits(evening: Evening, player: int, parts: Sequence[Part]) -> list[Visit]:
    roles = store().roles(evening.id, player)
    places = {table.id: table.place for table in store().tables_at(evening.id)}
    visits, seen = [], sees()
    for table, played in groupby(parts, attrgetter("table")):
        there = list(played)
        if any(one.player == player for one in there):
            visit = _visit(there, player, places.get(table), roles.get(table, {}))
            visits.append(replace(visit, linked=seen is None or table in seen))
    return visits


def _adjusted(
    evening_id: int, player: int, shown: Sequence[Ranking] | None
) -> list[tuple[str, str, Adjustment]]:
    """What was adjusted for the player, each with its game and points in words: for the organiser
    (None) all of it, what was taken back too; for others what counts in what they are shown."""
    all_of_it = [one for one in store().adjustments([evening_id]) if one.player == player]
    if shown is not None:
        counts = {one.key for one in shown}
        counting = [one for one in all_of_it if not one.taken_back_at]
        all_of_it = [one for one in counting if (one.game or TOGETHER) in counts]
    of = [GAMES[one.game] if one.game else None for one in all_of_it]
    return [
        (title(game), said_adjustment(game, one.points), one)
        for game, one in zip(of, all_of_it, strict=True)
    ]


def _visit(
    parts: Sequence[Part], player: int, place: int | None, roles: Mapping[str, int]
) -> Visit:
    """The table's own ranking, by persons."""
    (table,) = tables(parts)
    rows = of_one_game([table], [table.position])
    row = next(one for one in rows if one.person == player)
    first, game = parts[0], GAMES[parts[0].game]
    return Visit(
        table=first.table,
        position=first.position,
        place=place,
        game=game,
        points=int(row.total),
        deals=row.deals,
        rank=row.rank,
        players=len(rows),
        roles=_roles(game, roles),
    )


def _roles(game: Game, roles: Mapping[str, int]) -> str:
    """How often which role, in the game's own words; where it has none, nothing."""
    return " · ".join(
        _("%(n)s\u00a0×\u00a0%(role)s") % {"n": roles[role], "role": say(word)}
        for role, word in game.words.roles.items()
        if role in roles
    )


@bp.post("/players/<int:player>/adjustments")
@renews_form(show)
def adjust(evening_id: int, player: int) -> ResponseReturnValue:
    """Gives the player points or takes them, and says why."""
    posted, evening = request.form, store().evening(evening_id)
    parts = store().parts([evening_id])
    _name(evening_id, player, parts)
    try:
        game, points, reason = _adjustment(_own_games(evening, player, parts), posted)
    except InvalidDeal as error:
        return _page(evening_id, player, problem=said(error)), 422
    store().adjust(evening_id, player, game, points, reason, **by_form())
    return _to_adjusted(evening_id, player)


def _adjustment(games: Sequence[str], posted: Mapping[str, str]) -> tuple[str, int, str]:
    """The game, how much in its smallest unit, and why; InvalidDeal for what cannot be read."""
    key, sign = posted.get("game", ""), posted.get("sign")
    if key not in (*games, TOGETHER):
        raise refuse("say in which game", at="game")
    if sign not in ("more", "less"):
        raise refuse("say whether points are given or taken", at="sign")
    points = _amount(posted.get("points", ""), GAMES[key].scale if key in GAMES else 10)
    reason = posted.get("reason", "").strip()[:LONGEST_REASON]
    if not reason:
        raise refuse("a reason is needed", at="reason")
    return key if key in GAMES else "", points if sign == "more" else -points, reason


def _amount(text: str, scale: int) -> int:
    """Points as people type them, in units of which `scale` make one."""
    try:
        points = counted("points", number(text), scale)
    except InvalidDeal:
        points = 0
    if not points:
        raise refuse("a number of points is needed", at="points")
    return points


@bp.post("/adjustments/<int:adjustment>")
def take_back(evening_id: int, adjustment: int) -> ResponseReturnValue:
    """Takes an adjustment back, or brings it back; then to the page that asked for it."""
    back, player = request.form.get("back") == "1", request.form.get("player", 0, type=int)
    store().take_back_adjustment(evening_id, adjustment, back, phone=phone())
    if player > 0:
        return _to_adjusted(evening_id, player)
    return redirect(url_for("standings.show", evening_id=evening_id, _anchor="adjusted"), 303)


def _to_adjusted(evening_id: int, player: int) -> ResponseReturnValue:
    page = url_for("player_evening.show", evening_id=evening_id, player=player, _anchor="adjusted")
    return redirect(page, 303)
