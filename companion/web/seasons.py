"""Seasons: standings over evenings, game by game and together; which evenings count.

The host makes seasons and puts evenings into them. The host sees all seasons; another phone sees
one if it has any link to one of its evenings, or to a place there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games import GAMES
from ..games.base import Game
from ..games.message import InvalidDeal, refuse
from ..games.names import LONGEST_TITLE
from ..games.posted import narrowed
from ..store import ChangedMeanwhile, Evening, NotThere, Season, clean
from ..words import pgettext
from . import kept, store
from .conducting import meanwhile
from .counted import Remark, said
from .exports import asked_profile, download_rows
from .guard import new_key, renews_form
from .pivot import deal_rows, player_rows, shown_of
from .ranked import Ranking, ranking, shows
from .rights import by_form, may, needs, phone, rights, sees_evenings, sees_people
from .shown import Shown
from .standings import HEAD, cells, chosen

bp = Blueprint("seasons", __name__, url_prefix="/seasons")
BESTS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30)  # how many evenings may be proposed to count
PROPOSED = 3  # so many of these are proposed, beside "all"
MOST = 999  # the most evenings that can be asked for
Rows = Callable[[Iterable[Shown], Sequence[Evening]], Iterator[Sequence[Any]]]
SHOWN = 8  # evenings that have a column of their own on the widest page


@bp.get("")
def index() -> ResponseReturnValue:
    """The seasons that this phone may see."""
    seasons = store().seasons(sees_evenings())
    deleted = store().deleted_seasons() if rights().organises else []
    return render_template("seasons/index.html", seasons=seasons, deleted=deleted)


@bp.get("/new")
@needs("organise")
def new() -> ResponseReturnValue:
    """The form of a new season."""
    return _new_page()


@bp.post("/new")
@needs("organise")
@renews_form(new)
def open_season() -> ResponseReturnValue:
    """Opens a season and leads to the page that puts evenings into it."""
    try:
        name = request.form.get("name", "")[:LONGEST_TITLE]
        season = store().open_season(name, **by_form())
    except InvalidDeal as error:
        return _new_page(problem=said(error)), 422
    return redirect(url_for("seasons.evenings", season_id=season.id), 303)


def _new_page(**more: object) -> str:
    return render_template(
        "seasons/new.html", typed=request.form.get("name", ""), key=new_key(), **more
    )


@bp.get("/<int:season_id>")
@needs("watch")
def show(season_id: int) -> ResponseReturnValue:
    """Who is where, counting all evenings, or the best few of each player."""
    season = store().season(season_id)
    evenings = store().unchanged(("evenings of", season_id), lambda: store().evenings_of(season_id))
    best, people = _best(season), sees_people()
    found = rankings(evenings, best)
    return kept.page(
        (season, evenings, found, people),
        lambda key: render_template(
            "seasons/show.html",
            season=season,
            evenings=evenings,
            rankings=found,
            ranking=chosen(found),
            people=people,
            best=best,
            bests=_bests({season.best, best}, len(evenings)),
            shown=SHOWN,
        ),
    )


def _best(season: Season) -> int:
    """How many evenings of each player count (0: all), by the address, else by the season."""
    try:
        return _told(request.args.getlist("best"), season.best)
    except InvalidDeal:
        return season.best


def _told(best: Sequence[str], usual: int) -> int:
    """How many evenings the form says, else `usual`. `best` holds the chip that is pressed and what
    is typed in the field behind the chips, which goes before the chip."""
    filled = [text for text in map(narrowed, best) if text]
    if filled and not re.fullmatch("[0-9]{1,3}", filled[-1]):
        raise refuse("evenings that count are a whole number of 1 to {most}", at="best", most=MOST)
    return int(filled[-1]) if filled else usual


def _bests(wanted: Collection[int], evenings: int) -> list[int]:
    """How many evenings are proposed to count: 0 for all, those `wanted`, and some fewer than there
    are evenings."""
    fewer = [n for n in reversed(BESTS) if n < evenings and n not in wanted]
    some = {*wanted} - {0}
    return [0, *sorted({*fewer[: PROPOSED - len(some)], *some})]


@bp.get("/<int:season_id>/standings.csv")
@needs("watch")
def as_csv(season_id: int) -> ResponseReturnValue:
    """The standings that are `chosen`, for a spreadsheet: a column for each evening."""
    season, evenings = store().season(season_id), store().evenings_of(season_id)
    ranking = chosen(rankings(evenings, _best(season)))
    headings = [f"{one.date} {one.name}".strip() for one in evenings]
    rows = cells(ranking, headings) if ranking else [[*HEAD, *headings]]
    title = " ".join([season.name, *([ranking.title] if ranking else [])])
    return download_rows(title, rows, asked_profile())


@bp.get("/<int:season_id>/deals.csv")
@needs("organise")
def deals(season_id: int) -> ResponseReturnValue:
    """A row for each player in each deal of all evenings, for pivot tables."""
    return _file(season_id, "deals", deal_rows)


@bp.get("/<int:season_id>/players.csv")
@needs("organise")
def players(season_id: int) -> ResponseReturnValue:
    """A row for each player, with counts by role and contract over all evenings."""
    return _file(season_id, "players", _player_rows)


def _player_rows(tables: Iterable[Shown], evenings: Sequence[Evening]) -> Iterator[Sequence[Any]]:
    return player_rows(tables, store().parts([one.id for one in evenings]))


def _file(season_id: int, name: str, rows: Rows) -> Response:
    """A CSV file of the rows that `rows` makes from all tables of the season. Only for the host:
    other phones may not see every table."""
    with store().reading():
        season = store().season(season_id)
        evenings = store().evenings_of(season_id)
        tables = store().tables_of([one.id for one in evenings])
        found = rows(shown_of(tables), evenings)
        return download_rows(f"{season.name} {name}", found, asked_profile())


def rankings(evenings: Sequence[Evening], best: int) -> list[Ranking]:
    """All standings of a season: game by game and, where there are several games, across them.

    All but the host see of each evening only what its organiser shows.
    """
    upto = _shown(evenings)
    return store().unchanged(("season", best, *upto.items()), lambda: _rankings(upto, best))


def _rankings(upto: Mapping[int | None, int | None], best: int) -> list[Ranking]:
    ids = [evening for evening in upto if evening]
    parts = [one for one in store().parts(ids) if shows(one.position, upto[one.evening])]
    played = {one.game for one in parts}
    games: list[Game | None] = [game for key, game in GAMES.items() if key in played]
    together: list[Game | None] = [None] if len(games) > 1 else []
    adjusted = [one for one in store().adjustments(ids) if upto[one.evening] != 0]
    at = attrgetter("evening")
    found = []
    for game in [*games, *together]:
        # Where low totals win, sums would favour who played least: the mean of all deals decides.
        by_mean = bool(game and game.lowest_wins)
        many = 0 if by_mean else best
        found.append(ranking(game, parts, adjusted, ids, at, many, by_mean, given_at=at))
    return found


def _shown(evenings: Iterable[Evening]) -> dict[int | None, int | None]:
    """Up to which position this phone sees each evening; None: all of it."""
    organises = may("organise")
    return {one.id: None if organises else one.shown for one in evenings}


@bp.get("/<int:season_id>/evenings")
def evenings(season_id: int) -> ResponseReturnValue:
    """Which evenings are in the season and which could be; its name, and how many count."""
    return _evenings_page(season_id)


@bp.post("/<int:season_id>/evenings")
@renews_form(evenings)
def change(season_id: int) -> ResponseReturnValue:
    """Puts an evening into the season or takes it out; changes the season, deletes it, brings it
    back."""
    if "deleted" in request.form:
        store().delete_season(season_id, request.form["deleted"] == "1", phone=phone())
        return redirect(url_for("seasons.index"), 303)
    if season_id in [one.id for one in store().deleted_seasons()]:
        return redirect(url_for("seasons.index"), 303)  # it says so, and brings it back
    season = store().season(season_id)
    try:
        if "into" in request.form or "out" in request.form:
            _put_evening(season)
        else:
            _change(season)
    except InvalidDeal as error:
        return _evenings_page(season_id, problems=[said(error)]), 422
    except ChangedMeanwhile:
        return _evenings_page(season_id, problems=list(_meanwhile(season_id))), 422
    return redirect(url_for("seasons.evenings", season_id=season_id), 303)


def _put_evening(season: Season) -> None:
    """Puts an evening into the season, or takes it out."""
    inside = "into" in request.form
    evening = store().evening(request.form.get("into" if inside else "out", 0, type=int))
    try:
        store().put_evening(season.id, evening.id, inside, **by_form())
    except NotThere as error:
        raise refuse("that evening is in another season by now", at="into") from error


def _change(season: Season) -> None:
    """Changes in the season what the form says otherwise than it was drawn with."""
    posted = request.form
    best = _told(posted.getlist("best"), season.best)
    name = posted.get("name", "")[:LONGEST_TITLE]
    store().change_season(season.id, name, best, was=_drawn(season), **by_form())


def _drawn(season: Season) -> Season:
    """The season as it was when the form was drawn."""
    posted = request.form
    best = posted.get("was-best", season.best, type=int)
    return replace(season, name=posted.get("was-name", season.name), best=best)


def _meanwhile(season_id: int) -> Iterator[Remark]:
    """What this form and another phone have both changed since the form was drawn, differently."""
    now, posted = store().season(season_id), request.form
    was = _drawn(now)
    name, best = clean(posted.get("name", "")), _told(posted.getlist("best"), was.best)
    if name != was.name and now.name not in (was.name, name):
        yield Remark("name", meanwhile(now.name))
    if best != was.best and now.best not in (was.best, best):
        yield Remark("best", meanwhile(str(now.best or pgettext("evenings", "All"))))


def _typed(season: Season) -> dict[str, Any]:
    """What stands in the form: what this person changed in it, and else the season as it is
    now."""
    was, posted = _drawn(season), request.form
    name, (best, other, *_) = posted.get("name", was.name), [*posted.getlist("best"), "", ""]
    chosen = int(best) if re.fullmatch("[0-9]{1,3}", best) else was.best
    return {
        "name": season.name if name == was.name else name,
        "best": season.best if chosen == was.best else chosen,
        "other": other,
    }


def _evenings_page(season_id: int, **more: object) -> str:
    season, inside = store().season(season_id), store().evenings_of(season_id)
    typed = _typed(season)
    return render_template(
        "seasons/evenings.html",
        season=season,
        inside=inside,
        outside=store().evenings_of(None),
        others=len(store().seasons()) > 1,
        bests=_bests({season.best, typed["best"]}, len(inside)),
        typed=typed,
        key=new_key(),
        **more,
    )
