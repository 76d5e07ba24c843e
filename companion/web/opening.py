"""Opening a table: who sits where, what is agreed, who deals first.

The form is one page that comes back after every touch (a name added, moved, removed, another game
or preset), until it opens the table. Nothing is kept before that.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games import GAMES
from ..games.base import Game
from ..games.message import InvalidDeal
from ..store import Evening, Opening, Table, Where
from . import store
from .amounts import kept_number
from .deals import load, new_key
from .draft import MOST_NAMES, Draft, in_points
from .guard import renews_form
from .options import own_options, rules_form, rules_told
from .rights import NoRight, enters_deals, let_in, may, needs, phone, seen
from .seated import all_the_same, as_seen
from .shown import Shown

bp = Blueprint("opening", __name__)
bp.app_template_global("own_options")(own_options)
LOT = "lot"
LONGEST_TITLE, LONGEST_TOTAL = 60, 12
RECENT_NAMES = 12


@bp.record_once
def _register(state: Any) -> None:
    """Finds once which games have their pages drawn."""
    pages = state.app.jinja_env.list_templates()
    drawn = {
        key: game
        for key, game in GAMES.items()
        if all(f"games/{key}/{page}.html" in pages for page in ("_form", "_options", "rules"))
    }
    state.app.extensions["games"] = drawn


def ready() -> list[Game]:
    """The games whose pages are drawn."""
    return list(current_app.extensions["games"].values())


def ready_game(key: str) -> Game | None:
    """The game of this key, if there is one and its pages are drawn."""
    found: Game | None = current_app.extensions["games"].get(key)
    return found


def drafted(posted: MultiDict) -> Draft:
    """The draft as the form posted it."""
    game = ready_game(posted.get("game", "")) or abort(400)
    names = posted.getlist("player")[:MOST_NAMES]
    starts = [text[:LONGEST_TOTAL] for text in posted.getlist("start")]
    draft = Draft(
        game=game,
        names=names,
        starts=[*starts, *[""] * len(names)][: len(names)],
        dealer=posted.get("dealer", ""),
        at_once=posted.get("at_once", type=int),
        rules=posted,
        title=titled(posted),
        carried="carried" in posted,
        typed=posted.get("typed", ""),
        source=_source(posted, game),
        as_of=posted.get("as_of", type=kept_number),
        after=_after(posted),
        evening=goes_on(posted.get("evening", type=kept_number)),
        stays="stays" in posted,
    )
    return _switched(draft, _drawn(posted, game))


def titled(posted: MultiDict) -> str:
    """What a form calls the table, as it is kept; nothing: by its players."""
    return posted.get("title", "").strip()[:LONGEST_TITLE]


def _source(posted: MultiDict, game: Game) -> Shown | None:
    """The table whose totals who enters its deals, and nobody else, carries over to one of the same
    game."""
    source = posted.get("source", type=int)
    shown = None if source is None else load_allowed(source)
    if shown and "carried" in posted and not enters_deals(shown.table):
        raise NoRight
    return shown if shown and shown.game is game and enters_deals(shown.table) else None


def _after(posted: MultiDict) -> Table | None:
    """The table whose people sit down anew, for who enters its deals."""
    number = posted.get("after", type=int)
    table = None if number is None else load_allowed(number).table
    return table if table and enters_deals(table) else None


def load_allowed(table_id: int) -> Shown:
    """A table that the address does not stand under, for a phone that may see it."""
    if not may("watch", table_id):
        raise NoRight
    return load(table_id)


def _drawn(posted: MultiDict, game: Game) -> Game:
    """The game whose options the form showed."""
    return ready_game(posted.get("drawn", "")) or game


def _switched(draft: Draft, drawn: Game) -> Draft:
    """The same people at a game whose options the form did not show yet."""
    if draft.game is drawn:
        return draft
    evening = draft.evening if draft.stays else None
    draft = replace(draft, rules=_usual(draft.game, evening), carried=False)
    return draft.turned() if draft.game.clockwise != drawn.clockwise else draft


def _proposed() -> Draft:
    """What is proposed first: this phone's last table, or the one that the address names."""
    wanted = request.args.get("game", "")
    source = request.args.get("table", type=int)
    if source is not None:
        shown = load_allowed(source)
        return _from_table(shown, wanted, "carried" in request.args and enters_deals(shown.table))
    game = ready_game(wanted) or ready()[0]
    return Draft(game=game, rules=_usual(game), dealer=LOT)


def _usual(game: Game, evening: Evening | None = None) -> MultiDict:
    """What the evening agrees, else what this phone agreed last, as the form would post it."""
    if evening and game.key in evening.games:
        return rules_form(game, evening.games[game.key])
    last = store().opened_last(phone(), game.key)
    return rules_form(game, last.rules if last else {})


def _from_table(shown: Shown, wanted: str, carried: bool) -> Draft:
    """The people of a table again: at another game, or with their totals carried over."""
    table, game = shown.table, ready_game(wanted) or shown.game
    carried, evening = carried and game is shown.game, goes_on(table.evening_id)
    draft = Draft(
        game=game,
        names=table.sitting,
        starts=[in_points(n, game) if carried else "" for n in shown.standing.totals],
        dealer=str(shown.replayed.next_dealer),
        at_once=table.at_once,
        rules=_again(shown, carried) if game is shown.game else _usual(game, evening),
        title=table.title,
        carried=carried,
        source=shown if carried else None,
        as_of=table.version if carried else None,
        after=table if enters_deals(table) else None,
        evening=evening,
        stays=True,
    )
    return draft.turned() if game.clockwise != shown.game.clockwise else draft


def _again(shown: Shown, carried: bool) -> MultiDict:
    """The rules of a table once more, as the form would post them."""
    return rules_form(shown.game, _as_it_stands(shown) if carried else shown.table.rules)


def _as_it_stands(shown: Shown) -> dict[str, Any]:
    """What a table agreed and has come to: the limit in force, the planned deals that are left."""
    rules = {**shown.table.rules, "deals": shown.goes_on_for}
    if shown.standing.limit:
        rules["limit"] = shown.standing.limit
    return rules


@bp.get("/tables/new")
@needs("open")
def new() -> ResponseReturnValue:
    """The form of a new table; the sheet on which totals are played on that were carried over
    before."""
    draft = _proposed()
    if sheet := _carried_to(draft):
        return redirect(url_for("tables.show", table_id=sheet), 303)
    return _page(draft)


def asked_again(shown: Shown, error: InvalidDeal) -> ResponseReturnValue:
    """The form of a new table for the same players, with what stands against it; for who may open
    one at that evening alone, the evening's own."""
    if may("open"):
        return _page(_from_table(shown, shown.game.key, False).refused(error)), 422
    table = shown.table
    again = {"game": table.game, "player": table.sitting}
    return redirect(url_for("places.new", evening_id=table.evening_id, **again), 303)


@bp.get("/tables/<int:table_id>/again")
@needs("open")
def kept(table_id: int) -> ResponseReturnValue:
    """Where the same players asked for a new game that was not opened at once: its form."""
    return redirect(url_for("opening.new", table=table_id), 303)


def _carried_to(draft: Draft) -> int:
    """The table that goes on with these totals already, where this phone may see it; 0: none."""
    sheet = store().carried_to(draft.source.table.id) if draft.source and draft.carried else 0
    return sheet if sheet and may("watch", sheet) else 0


def again() -> ResponseReturnValue:
    """The form as it was posted, and after a touch that opens nothing."""
    posted = MultiDict(request.form)
    return _page(_touched(drafted(posted), posted))


def _touched(draft: Draft, posted: MultiDict) -> Draft:
    """After a touch that opens nothing: edited, or with the table that the totals come from as it
    is by now, and who was to sit down there besides."""
    if "anew" not in posted or not draft.source:
        return draft.edited(posted)
    anew = _from_table(draft.source, draft.game.key, carried=True).joined_by(draft)
    came_to = {key: anew.rules.getlist(key) for key in ("deals", "limit")}
    rules = MultiDict({**draft.rules.to_dict(flat=False), **came_to})
    return replace(anew, rules=rules, title=draft.title, typed=draft.typed, stays=draft.stays)


@bp.post("/tables/new")
@needs("open")
@renews_form(again)
def open_table() -> ResponseReturnValue:
    """Opens the table, or shows the form again after a touch that does not."""
    posted = MultiDict(request.form)
    draft = drafted(posted)
    unseen = _drawn(posted, draft.game) is not draft.game
    if "open" not in posted or unseen:
        return _page(_touched(draft, posted))
    if draft.typed.strip():
        draft = draft.joined(draft.typed)
    if draft.problem or not draft.ready:
        return _page(draft), 422
    closes, evening = bool(_ended_by(draft)), draft.evening if draft.stays else None
    elsewhere = all_the_same(draft.names)
    try:
        table_id = opened(_opening(draft), evening, draft.after, closes, elsewhere)
    except InvalidDeal as error:
        heard = as_seen(error, evening.id if evening else None)
        return _page(draft.refused(heard), _carried_to(draft)), 422
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _ended_by(draft: Draft) -> Table | None:
    """The table that goes on as this one and is put away, so that nobody tells the next deal there;
    not the sheet of an evening that the new one leaves."""
    table = _goes_on_from(draft)
    leaves = table and table.evening_id and not (draft.stays and draft.evening)
    return None if table is None or table.closed_at or leaves else table


def _goes_on_from(draft: Draft) -> Table | None:
    """The table whose totals are carried over."""
    return draft.source.table if draft.source and draft.carried else None


def _opening(draft: Draft) -> Opening:
    by_lot = _lot(request.form.get("key"), len(draft.names))
    return Opening(
        game=draft.game.key,
        names=draft.names,
        rules=rules_told(draft.game, draft.rules),
        at_once=draft.playing,
        dealer=by_lot if draft.first is None else draft.first,
        start=draft.start,
        about=draft.about,
        goes_on=source.id if (source := _goes_on_from(draft)) else None,
        as_of=draft.as_of,
    )


def opened(
    opening: Opening,
    evening: Evening | None,
    after: Table | None,
    closes: bool = False,
    elsewhere: bool = False,
) -> int:
    """Opens it, at an evening or at none; this phone may enter its deals. `after`: the table that
    its people come from, and whether the sheet of the totals carried over `closes`; `elsewhere`:
    it is known that somebody plays at another table of the evening."""
    how = {"key": request.form.get("key"), "phone": phone()}
    if evening:
        last = after.id if after else None
        table_id = store().open_there(evening.id, opening, last, closes, elsewhere, **how)
    else:
        table_id = store().open_table(opening, closes=closes, **how).id
    let_in("score", Where(table_id))
    return table_id


def goes_on(evening_id: int | None) -> Evening | None:
    """The evening, if it is not over and this phone may open a table there."""
    if not (evening_id and may("open", evening_id=evening_id)):
        return None
    evening = store().evening(evening_id)
    return None if evening.closed_at or evening.deleted_at else evening


def _lot(key: str | None, seats: int) -> int:
    """A seat drawn by lot: by the form's key, so that the same form draws the same one again."""
    drawn = sha256((key or new_key()).encode()).digest()
    return int.from_bytes(drawn) % seats


def _page(draft: Draft, carried_to: int = 0) -> str:
    recent = store().names(RECENT_NAMES, seen())
    return render_template(
        "tables/new.html",
        draft=draft,
        away=_ended_by(replace(draft, carried=True)),
        carried_to=carried_to,
        games=ready(),
        recent=recent,
        key=new_key(),
        lot=LOT,
        focus="add_typed" in request.form,  # the next name follows
    )
