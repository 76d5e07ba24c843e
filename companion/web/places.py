"""The places of an evening. Each has a card with links, which serve whatever is played there.
Tables are taken into the evening here, and opened without a draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.message import InvalidDeal
from ..store import LINKS, MOST_PLACES, Evening, Opening, Position, Table, Where
from . import store
from .board import board
from .counted import said
from .draft import Draft
from .guard import new_key, renews_form
from .opening import dealer_of, opened
from .proposed import RECENT_NAMES, drafted, goes_on
from .ready import ready_game
from .rights import by_form, let_in, may, may_at, needs, sees
from .seated import all_the_same, as_seen
from .sharing import asked_for, renew_links, with_tables

bp = Blueprint("places", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.get("/places")
def cards(evening_id: int) -> ResponseReturnValue:
    """The cards of all places, to be shown on a screen or printed."""
    evening = store().evening(evening_id)
    asked = request.args.get("n", 0, type=int)
    places = [Where(None, evening_id, place) for place in places_with_cards(evening_id, asked)]
    both = [store().links((right, place) for place in places) for right in LINKS["place"]]
    links = list(zip(*both, strict=True))
    told = {"links": links, "n": len(links), "asked": asked or "", "key": new_key()}
    return render_template("evenings/places.html", evening=evening, **told)


def places_with_cards(evening_id: int, asked: int = 0) -> list[int]:
    """The places that get cards: the first `asked`; else one for every four players here, and all
    others at which a table stands or is drawn."""
    if asked > 0:
        return [*range(1, min(asked, MOST_PLACES) + 1)]
    here = sum(one.here for one in store().attendances(evening_id))
    fours = range(1, min(max(ceil(here / 4), 1), MOST_PLACES) + 1)
    tables = {table.place for table in store().tables_at(evening_id) if table.place}
    drawn = {one.place for position in store().positions(evening_id) for one in position.tables}
    return sorted(tables.union(drawn, fours))


@bp.post("/places")
def renew(evening_id: int) -> ResponseReturnValue:
    """Takes a link of a place back and makes a new one."""
    place = request.form.get("place", 0, type=int)
    if not 0 < place <= MOST_PLACES:
        abort(400)
    evening, right = store().evening(evening_id), asked_for("place")
    renew_links(right, *with_tables(Where(None, evening.id, place)))
    n = request.form.get("n", type=int)
    return redirect(url_for("places.cards", evening_id=evening_id, n=n, _anchor=f"p{place}"), 303)


@bp.get("/places/<int:place>")
@needs("watch")
def show(evening_id: int, place: int) -> ResponseReturnValue:
    """Leads to the sheet that is played at this place now. Where none is, the page says that one
    will come, or, where nothing is drawn, opens one for those who may."""
    # Read first: a change after this makes another version, and the page asks anew.
    version = store().evening_version(evening_id)
    evening = store().evening(evening_id)
    tables = [table for table in store().tables_at(evening_id) if table.place == place]
    now = [one for one in tables if one.position == tables[-1].position and not one.closed_at]
    if now and may_at("watch", now[-1]):
        page = "tables.show" if may_at("score", now[-1]) else "tables.watch"
        return redirect(url_for(page, table_id=now[-1].id), 303)
    positions = store().positions(evening_id)
    told = {"place": place, "cards": board(tables, positions, sees()).cards, "version": version}
    return render_template(
        "evenings/place.html",
        evening=evening,
        opens=not positions and goes_on(evening_id),
        ends=_ends(evening, positions),
        ranked=evening.shown != 0 or may("organise", evening_id=evening_id),
        **told,
    )


def _ends(evening: Evening, positions: Sequence[Position]) -> bool:
    """Whether no position comes any more: the evening is closed, or the last one that is planned
    has been published and none was drawn after it."""
    last = positions[-1] if positions else None
    was_last = last and last.published_at and evening.plans_none_after(last.number)
    return bool(evening.closed_at or was_last)


@bp.get("/tables")
def taken(evening_id: int) -> ResponseReturnValue:
    """The tables that can be taken into the evening, and its own, which can be taken out."""
    return _tables_page(evening_id)


def _tables_page(evening_id: int, **more: object) -> str:
    evening, mine = store().evening(evening_id), store().tables_at(evening_id)
    found = [*store().tables("open", among=sees()), *store().tables("closed", among=sees())]
    others = board([one for one in found if _may_be_taken(one)], (), None).cards
    return render_template(
        "evenings/tables.html",
        evening=evening,
        cards=board(mine, (), None).cards,
        others=others,
        numbered=not store().positions(evening_id),  # a draw numbers its tables itself
        key=new_key(),
        **more,
    )


def _may_be_taken(table: Table) -> bool:
    """Whether this phone may take a table into an evening that it organises. From then on it
    organises the table too, so it must be allowed to enter its deals."""
    return table.evening_id is None and may_at("score", table)


@bp.post("/tables")
def take(evening_id: int) -> ResponseReturnValue:
    """Takes a table in or out, or gives it another number. The phone that took it out may still
    enter its deals, and so take it in again."""
    table = store().table(request.form.get("table", 0, type=int))
    if table.deleted_at:  # its page says so, and brings it back
        return redirect(url_for("tables.show", table_id=table.id), 303)
    if "place" in request.form:
        return _put_at(evening_id)
    here, free = table.evening_id == evening_id, _may_be_taken(table)
    if "out" in request.form and store().take_out(table.id, evening_id, **by_form()):
        if not may("score", table.id):  # even if a link to the table was taken back before
            let_in("score", Where(table.id))
    elif free and "out" not in request.form:
        return _take_in(evening_id, table)
    elif not (here or free):  # else it was done already: a double tap
        abort(404)
    return redirect(url_for("places.taken", evening_id=evening_id), 303)


def _take_in(evening_id: int, table: Table) -> ResponseReturnValue:
    """Takes a table in. If somebody at it plays at another table there, the page asks first."""
    try:
        store().take_in(table.id, evening_id, all_the_same(table.sitting), **by_form())
    except InvalidDeal as error:
        if error.field != "elsewhere":
            raise
        return _tables_page(evening_id, asks=(table.id, said(error))), 422
    return redirect(url_for("places.taken", evening_id=evening_id), 303)


def _put_at(evening_id: int) -> ResponseReturnValue:
    """Gives a table another number; a table that has that number gets its old one."""
    table_id = request.form.get("table", 0, type=int)
    try:
        place = request.form.get("place", 0, type=int)
        store().put_at(table_id, evening_id, place, **by_form())
    except InvalidDeal as error:
        typed = {"typed": (table_id, request.form["place"]), "problem": said(error)}
        return _tables_page(evening_id, **typed), 422
    return redirect(url_for("places.taken", evening_id=evening_id), 303)


@bp.get("/tables/new")
@needs("open")
def new(evening_id: int) -> ResponseReturnValue:
    """The form of a table that nobody drew: which game, and who sits down. The address may name the
    people and the place."""
    return _new_page(goes_on(evening_id) or abort(404), MultiDict(request.args))


def again(evening_id: int) -> ResponseReturnValue:
    """The form as it was posted."""
    return _new_page(_there(evening_id), MultiDict(request.form))


@bp.post("/tables/new")
@needs("open")
@renews_form(again)
def open_here(evening_id: int) -> ResponseReturnValue:
    """Opens the table under the evening's rules; this phone may enter its deals. If the evening was
    closed meanwhile, the form comes back and says so."""
    evening = _there(evening_id)
    posted = MultiDict(request.form)
    draft = _drafted(evening, posted)
    if "open" not in posted:
        return _page(evening, draft.edited(posted))
    if draft.typed.strip():
        draft = draft.with_typed()
    if draft.problem or not draft.ready:
        return _page(evening, draft), 422
    try:
        same, place = all_the_same(draft.names), _asked_place(evening_id)
        opening = _opening(evening, draft)
        table_id = opened(opening, evening, None, elsewhere=same, place=place)
    except InvalidDeal as error:
        return _page(evening, draft.refused(as_seen(error, evening_id))), 422
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _asked_place(evening_id: int) -> int | None:
    """The place whose card leads here, if nothing is played there and nothing is drawn; None: the
    table gets whichever place is free."""
    place = request.values.get("place", 0, type=int)
    playing = {one.place for one in store().tables_at(evening_id) if not one.closed_at}
    free = place not in playing and not store().positions(evening_id)
    return place if free and 0 < place <= MOST_PLACES else None


def _drafted(evening: Evening, posted: MultiDict) -> Draft:
    """The draft of what was posted, or what the address names. Else the first seat deals first."""
    games = [key for key in evening.games if ready_game(key)]
    posted["game"] = posted["game"] if posted.get("game") in games else games[0]
    posted.setlist("player", list(filter(str.strip, posted.getlist("player"))))
    posted.setdefault("dealer", "0")
    return replace(drafted(posted), rules=MultiDict())


def _opening(evening: Evening, draft: Draft) -> Opening:
    """The table under the rules of the evening."""
    return Opening(
        game=draft.game.key,
        names=draft.names,
        rules=evening.games[draft.game.key],
        at_once=draft.playing,
        dealer=dealer_of(draft),
    )


def _names_here(evening_id: int) -> Sequence[str]:
    """Who is checked in, if the phone may see that; else the people that it knows."""
    if not may("watch", evening_id=evening_id):
        return store().names(RECENT_NAMES, sees())
    return [one.name for one in store().attendances(evening_id) if one.here]


def _playing(evening_id: int) -> dict[str, int | None]:
    """Who sits at an open table there, and at which place; nobody if the phone may not see that."""
    tables = store().tables_at(evening_id) if may("watch", evening_id=evening_id) else []
    return {name: one.place for one in tables if not one.closed_at for name in one.sitting}


def _there(evening_id: int) -> Evening:
    evening = store().evening(evening_id)
    return abort(404) if evening.deleted_at else evening


def _new_page(evening: Evening, posted: MultiDict) -> str:
    return _page(evening, _drafted(evening, posted).edited(posted))


def _page(evening: Evening, draft: Draft) -> str:
    known, playing = _names_here(evening.id), _playing(evening.id)
    return render_template(
        "evenings/open_here.html",
        evening=evening,
        place=_asked_place(evening.id),
        draft=draft,
        games=[game for key in evening.games if (game := ready_game(key))],
        recent=sorted(known, key=lambda name: name in playing)[:RECENT_NAMES],  # first who is free
        playing=playing,
        known=known,
        at_evening=True,
        key=new_key(),
    )
