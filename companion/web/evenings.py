"""Evenings: opening one, what is agreed for its tables, its links, the board of its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.facts import digest
from ..games.message import InvalidDeal
from ..games.names import LONGEST_TITLE
from ..sheets.evening_reading import check_date
from ..store import LINKS, MOST_EVENINGS, Evening, Where, agreed_games, kept_name
from ..words import dated, day, short_day
from ..words import gettext as _
from . import store
from .amounts import hundredths, planned
from .board import all_played, board, left_seats, next_step, unseated
from .counted import refusals, said
from .guard import PLAIN_TEXT, needs_no_session, new_key, renews_form
from .options import rules_form, rules_told
from .parted import USUAL
from .ready import ready, ready_game
from .rights import by_form, let_in_opener, may, needs, rights, sees, sees_evenings
from .sharing import asked_for, renew_links
from .standings import chosen, seen_of

bp = Blueprint("evenings", __name__, url_prefix="/evenings")


@bp.get("")
@needs(None)
def index() -> ResponseReturnValue:
    """The evenings that this phone may see: those going on, then the earlier ones, by name."""
    among, search = sees_evenings(), request.args.get("q", "")
    going_on, over = (store().evenings(among, closed, search, _said) for closed in (False, True))
    return render_template(
        "evenings/index.html",
        going_on=going_on,
        over=over,
        deleted=store().deleted_evenings() if rights().organises and not search else [],
        search=search.strip(),
        most=MOST_EVENINGS,
    )


def _said(date: str) -> str:
    """A date as pages say it, long and short, and as it is written by hand, without and with its
    year."""
    written = f"{found.day}/{found.month} {found:%d/%m/%Y}" if (found := dated(date)) else ""
    return f"{day(date)} {short_day(date)} {written}"


@bp.get("/new")
@needs("open")
def new() -> ResponseReturnValue:
    """The form of a new evening: as the last one it counts for that season."""
    games, last = [game.key for game in ready()], store().last_evening()
    season = last.season_id if last else None
    return _new_page(MultiDict({"games": games[0], "season": season or ""}))


def again() -> ResponseReturnValue:
    """The form as it was posted."""
    return _new_page(MultiDict(request.form))


@bp.post("/new")
@needs("open")
@renews_form(again)
def open_evening() -> ResponseReturnValue:
    """Opens the evening, and makes this phone its organiser's."""
    posted = request.form
    keys = [game.key for game in ready() if game.key in posted.getlist("games")]
    name, date, place = (posted.get(one, "")[:LONGEST_TITLE] for one in ("name", "date", "place"))
    games: dict[str, dict[str, Any]] = {key: {} for key in keys}
    if problems := refusals(*told_of_evening(), partial(agreed_games, games)):
        return _new_page(MultiDict(posted), problems=problems), 422
    told = (name, date, place, games, hundredths(posted.get("fee", "")), planned())
    season = posted.get("season", type=int) if may("organise") else None
    try:
        evening = store().open_evening(*told, season=season, **by_form())
    except InvalidDeal as error:
        return _new_page(MultiDict(posted), problems=[said(error)]), 422
    let_in_opener("organise", Where(None, evening.id))
    return redirect(url_for("attendances.show", evening_id=evening.id), 303)


def told_of_evening(was: str = "") -> list[Callable[[], object]]:
    """How each field is read that a form says of an evening, whose date `was` that."""
    posted = request.form
    return [
        partial(kept_name, posted.get("name", "")),
        partial(_date, posted.get("date", ""), was),
        partial(hundredths, posted.get("fee", "")),
        planned,
    ]


def _date(text: str, was: str) -> None:
    """None, a date, or what an evening of before said; InvalidDeal for another text."""
    if text != was:
        check_date(text)


def _new_page(posted: MultiDict, **more: object) -> str:
    seasons = store().seasons() if may("organise") else []  # the host alone makes and fills them
    more |= {"seasons": seasons, "games": ready(), "key": new_key()}
    return render_template("evenings/new.html", posted=posted, **more)


@bp.get("/<int:evening_id>")
@needs("watch")
def show(evening_id: int) -> ResponseReturnValue:
    """The tables of the evening: for the organiser what each does, for others where to look."""
    return page(evening_id)


def page(evening_id: int, **more: object) -> str:
    """The page of the evening; what was typed into it stands there again."""
    version = store().evening_version(evening_id)  # first: what changes meanwhile makes another
    evening = store().evening(evening_id)
    positions = store().positions(evening_id)
    attendances = store().attendances(evening_id)
    here = [one for one in attendances if one.here]
    tables = store().tables_at(evening_id)
    left_open = store().left_open(evening_id)
    found = board(tables, positions, sees(), left_open)
    drawn = any(not one.published_at for one in positions)
    played = all_played(evening, found, drawn)
    return render_template(
        "evenings/show.html",
        evening=evening,
        version=version,
        here=here,
        board=found,
        drawn=drawn,
        played=played,
        next_step=next_step(evening, found, played, bool(here)),
        ranking=chosen(seen_of(evening)),
        unseated=[] if evening.closed_at else unseated(here, found.position, tables),
        left_seats=list(left_seats(attendances, found.now)),
        left_open=left_open,
        games=[game for key in evening.games if (game := ready_game(key))],
        organises=may("organise", evening_id=evening_id),
        key=new_key(),
        **more,
    )


@bp.get("/<int:evening_id>/version")
@needs("watch")
@needs_no_session
def version(evening_id: int) -> ResponseReturnValue:
    """Another text once something of the evening has changed, asked for all the time."""
    return store().evening_version(evening_id), 200, PLAIN_TEXT


@bp.get("/<int:evening_id>/share")
def share(evening_id: int) -> ResponseReturnValue:
    """The links of the evening: to organise it, and to look on."""
    evening, where = store().evening(evening_id), Where(None, evening_id)
    return render_template(
        "evenings/share.html",
        evening=evening,
        links=store().links((right, where) for right in LINKS["evening"]),
        lives=store().code_lives(where),
        opens=store().open_to_all() and not evening.closed_at,
        key=new_key(),
    )


@bp.post("/<int:evening_id>/share")
def renew(evening_id: int) -> ResponseReturnValue:
    """Takes a link of the evening back and makes a new one."""
    evening, right = store().evening(evening_id), asked_for("evening")
    renew_links(right, Where(None, evening.id))
    return redirect(url_for("evenings.share", evening_id=evening_id, renewed=right), 303)


@bp.get("/<int:evening_id>/rules/<key>")
def agreed(evening_id: int, key: str) -> ResponseReturnValue:
    """What the tables of one game agree at this evening; of a game that is not played there, what
    they would."""
    evening, game = store().evening(evening_id), ready_game(key) or abort(404)
    return _rules_page(evening, key, rules_form(game, evening.games.get(key, {})))


def agreed_anew(evening_id: int, key: str) -> ResponseReturnValue:
    """The form as it was posted."""
    return _rules_page(store().evening(evening_id), key, MultiDict(request.form))


@bp.post("/<int:evening_id>/rules/<key>")
@renews_form(agreed_anew)
def agree(evening_id: int, key: str) -> ResponseReturnValue:
    """Agrees something else for the tables that are opened from now on; a game that was not played
    there is from now on, too."""
    posted, game = MultiDict(request.form), ready_game(key) or abort(404)
    try:
        told: Mapping[str, Any] = rules_told(game, posted)
        ruled = posted.get("seen")
        store().change_evening(evening_id, games={key: told}, ruled=ruled, **by_form())
    except InvalidDeal as error:
        if error.field == "seen":
            posted.pop("seen")  # the page that says so is drawn from what is agreed now
        return _rules_page(store().evening(evening_id), key, posted, problem=said(error)), 422
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)


def _rules_page(evening: Evening, key: str, posted: MultiDict, **more: object) -> str:
    game = ready_game(key) or abort(404)
    return render_template(
        "evenings/rules.html",
        evening=evening,
        game=game,
        seen=posted.get("seen") or digest(evening.games.get(key, {})),
        seats=USUAL,  # deals are planned so that at most tables everybody deals as often
        players=game.players[0],
        posted=posted,
        key=new_key(),
        **more,
    )


@bp.app_template_global("position_of")
def position_of(evening: Evening, number: int) -> str:
    """What people call a position: by its number, and how many there are to be."""
    if number > evening.planned:
        return _("Position %(n)s") % {"n": number}
    return _("Position %(n)s of %(of)s") % {"n": number, "of": evening.planned}


@bp.app_template_global("today")
def today() -> str:
    """The date of the host's clock, proposed for a new evening."""
    return datetime.now().astimezone().date().isoformat()
