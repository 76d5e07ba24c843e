"""People: what they have played and how it went; renamed, merged, separated again by the host.

A phone sees the deals of the tables that it may see, and the people who sat there; the host all.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from .. import standings
from ..games import GAMES
from ..games.message import InvalidDeal, Message, refuse
from ..standings import in_tenths
from ..store import MOST_PEOPLE, ChangedMeanwhile, NotThere, Person, Season, Size
from . import store
from .amounts import kept_number
from .conducting import meanwhile
from .counted import Remark, said
from .guard import new_key, renews_form
from .ranked import Ranking, a_deal, tables
from .rights import NoRight, by_form, needs, phone, rights, sees, sees_people
from .seasons import rankings
from .statistics import Statistics, chosen, declaring_side

bp = Blueprint("players", __name__, url_prefix="/players")
PAGE = 50  # deals on one
bp.add_app_template_filter(a_deal)
RESULTS = {"won": Message("won"), "lost": Message("lost")}
FILTERS = ("role", "kind", "result", "since", "until")


@bp.get("")
def index() -> ResponseReturnValue:
    """Everybody whom this phone may see, by name; for the host what became of names."""
    search = request.args.get("q", "")
    return _index(search=search, players=store().players(search, sees()))


def _index(**more: object) -> str:
    changes = store().player_changes() if sees() is None else []
    return render_template(
        "players/index.html", changes=changes, most=MOST_PEOPLE, key=new_key(), **more
    )


@bp.post("")
@needs("organise")
def take_back() -> ResponseReturnValue:
    """Separates two people again, or gives a name back."""
    try:
        store().take_back_player(request.form.get("change", 0, type=kept_number), phone=phone())
    except InvalidDeal as error:
        problem = said(error)
        return _index(search="", players=store().players(), problem=problem), 422
    return redirect(url_for("players.index"), 303)


@bp.get("/<int:player>")
def show(player: int) -> ResponseReturnValue:
    """What one person has played, in one game at one number of players."""
    person, among = _person_seen(player), sees()
    if person.id != player:
        return redirect(url_for("players.show", player=person.id), 303)
    who, unchanged = (person.id, rights().grants), store().unchanged
    sizes = unchanged(("sizes", *who), lambda: store().sizes(person.id, among))
    size = _chosen(sizes)
    found = unchanged(("played", size, *who), lambda: _statistics(person, size, among))
    return render_template(
        "players/show.html",
        person=person,
        sizes=sizes,
        size=size,
        games=GAMES,
        found=found,
        overall=unchanged(("overall", *who), lambda: _overall(person, among)) if found else None,
        **_deals(person, found),
    )


def _person_seen(player: int) -> Person:
    """Who has this number; a phone that may not see them does not learn whether anybody has."""
    people = sees_people()
    if people is None:
        return store().person(player)
    with suppress(NotThere):
        person = store().person(player)
        if person.id in people:
            return person
    raise NoRight


def _statistics(
    person: Person, size: Size | None, among: Collection[int] | None
) -> Statistics | None:
    """What somebody played in that game with so many; None: nothing."""
    deals = store().played(person.id, size, among) if size else ()
    if not (size and deals):
        return None
    wins, roles = declaring_side(GAMES[size.game])
    partners = store().partners(person.id, size, roles, wins, among) if len(roles) > 1 else ()
    return Statistics(size, deals, partners)


@dataclass(frozen=True)
class Overall:
    """What somebody did over all games: evenings, tables, what part of the others they have beaten,
    and their rank in the newest season, as far as it is shown."""

    evenings: int
    tables: int
    beaten: int  # tenths, of 100
    season: Season | None
    ranking: Ranking | None  # of all games together, where there are several
    rank: int | None


def _overall(person: Person, among: Collection[int] | None) -> Overall | None:
    parts = store().parts_with(person.id, among)
    rows = standings.together(tables(parts, lambda part: 0), [0])
    row = next((one for one in rows if one.person == person.id), None)
    if row is None:
        return None
    evenings = {one.evening for one in parts if one.player == person.id} - {0}
    season, ranking = _in_season(evenings)
    ranked = ranking.row(person.id) if ranking else None
    rank = ranked.rank if ranked else None
    return Overall(len(evenings), row.tables, in_tenths(row.total), season, ranking, rank)


def _in_season(evenings: set[int]) -> tuple[Season | None, Ranking | None]:
    """The newest season of these evenings that the phone may see, and who is where in it."""
    has = rights()
    seen_there = evenings if has.organises else evenings & set(has.of("evening_id"))
    for season in store().seasons(seen_there)[:1]:
        for ranking in rankings(store().evenings_of(season.id), season.best)[-1:]:
            return season, ranking
    return None, None


def _chosen(sizes: list[Size]) -> Size | None:
    """What the address asks for, else what was played most."""
    asked = (request.args.get("game"), request.args.get("players", type=int))
    return next((one for one in sizes if (one.game, one.players) == asked), (*sizes, None)[0])


def _deals(person: Person, found: Statistics | None) -> dict[str, object]:
    """The deals that the address asks for, a page of them, and where the next one begins."""
    asked = {name: request.args.get(name, "") for name in FILTERS}
    after = max(0, request.args.get("after", 0, type=int))
    deals = chosen(found, **asked) if found else []
    older: dict[str, object] = {}
    if found and deals[after + PAGE :]:
        older = {"game": found.size.game, "players": found.size.players, "after": after + PAGE}
        older |= {"player": person.id, "_anchor": "deals", **asked}
    shown = {"all": len(deals), "deals": deals[after:][:PAGE], "next_page": older}
    return {"asked": asked, "results": RESULTS, **shown}


@bp.get("/<int:player>/name")
@needs("organise")
def name(player: int) -> ResponseReturnValue:
    """The name of a person, and whose other spelling it is."""
    return _name_page(store().person(player))


@bp.post("/<int:player>/name")
@needs("organise")
@renews_form(name)
def change(player: int) -> ResponseReturnValue:
    """Renames a person everywhere, or makes it another spelling of somebody. Asks again where that
    person was merged into another one, or renamed, since the page was drawn."""
    person, posted = store().person(player), request.form
    told: dict[str, Any] = {"was": posted.get("was"), **by_form()}
    try:
        if "into" in posted:
            store().merge(player, _typed(posted["into"]), **told)
        else:
            store().rename_player(person.id, posted.get("name", ""), **told)
    except InvalidDeal as error:
        return _name_page(person, problem=said(error)), 422
    except ChangedMeanwhile:
        problem = Remark("into" if "into" in posted else "name", meanwhile(person.name))
        return _name_page(person, problem=problem), 422
    except NotThere:
        return _name_page(person, nobody=request.form["into"]), 422
    return redirect(url_for("players.show", player=store().person(player).id), 303)


def _typed(text: str) -> int:
    """The person of this name, however it is spelled; NotThere where nobody is called so."""
    if not text.strip():
        raise refuse("the name of the other person is missing", at="into")
    found = store().player_called(text)
    if found is None:
        raise NotThere(text)
    return found


def _name_page(person: Person, **more: object) -> str:
    posted, everybody = request.form, store().players()
    return render_template(
        "players/name.html",
        person=person,
        others=[one for one in everybody[:MOST_PEOPLE] if one != person],
        cut=len(everybody) > MOST_PEOPLE,
        typed=posted.get("name", person.name),
        into=posted.get("into", ""),
        key=new_key(),
        **more,
    )
