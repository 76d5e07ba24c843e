"""Opening a table: who sits where, what is agreed, who deals first.

The form is one page that comes back after every touch (a name added, moved, removed, another game
or preset), until it opens the table. Nothing is kept before that.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.message import InvalidDeal
from ..store import Evening, Follows, Opening, Table, Where
from . import store
from .draft import Draft
from .guard import new_key, renews_form
from .options import own_options, rules_told
from .proposed import drafted, drawn_game, free_names, from_table, goes_on, proposed
from .ready import ready
from .rights import NoRight, by_form, let_in_opener, may, needs, sees
from .seated import all_the_same, as_seen, begin_another
from .shown import Shown

bp = Blueprint("opening", __name__)
bp.add_app_template_global(own_options)
CHIPS, KNOWN = 8, 60  # names to touch, and to be found by what is typed


@bp.get("/tables/new")
@needs("open")
def new() -> ResponseReturnValue:
    """The form of a new table; where its totals were carried over already, the sheet that has
    them."""
    draft = proposed()
    if sheet := _carried_to(draft):
        return redirect(url_for("tables.show", table_id=sheet), 303)
    return _page(draft)


def next_opened(shown: Shown, follows: Follows) -> ResponseReturnValue:
    """Opens the next game of those who sit at a table, for a phone that may."""
    table, evening = shown.table, goes_on(shown.table.evening_id)
    if not (may("score", table.id) or evening and begin_another(table, follows)):
        raise NoRight
    # Nothing begins outside an evening from a closed sheet there, nor from a deleted one.
    if table.deleted_at or table.closed_at and table.evening_id and not evening:
        return redirect(url_for("tables.show", table_id=table.id), 303)
    opening = Opening(
        game=table.game,
        names=table.sitting,
        rules=table.rules,
        at_once=table.at_once,
        dealer=shown.replayed.next_dealer,
        about={"title": table.title},
        again_of=None if table.evening_id else table.id,
    )
    try:
        table_id = opened(opening, evening, table)
    except InvalidDeal as error:  # somebody plays elsewhere, say
        return _asked_again(shown, as_seen(error, table.evening_id))
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _asked_again(shown: Shown, error: InvalidDeal) -> ResponseReturnValue:
    """The form of a new table for the same players, with what stands against it. A phone that may
    open one only at their evening gets the form of the evening, while that goes on."""
    if may("open"):
        return _page(from_table(shown, shown.game.key, False).refused(error)), 422
    table = shown.table
    if not goes_on(table.evening_id):
        raise error
    page = url_for("places.new", evening_id=table.evening_id, game=table.game, player=table.sitting)
    return redirect(page, 303)


@bp.get("/tables/<int:table_id>/again")
@needs("open")
def not_opened(table_id: int) -> ResponseReturnValue:
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
    """After a touch that opens nothing: edited; or, asked to begin `anew`, with the totals as they
    are by now where they come from, and with those who were to sit down besides."""
    if "anew" not in posted or not draft.source:
        return draft.edited(posted)
    anew = from_table(draft.source, draft.game.key, carried=True).joined_by(draft)
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
    unseen = drawn_game(posted, draft.game) is not draft.game
    if "open" not in posted or unseen:
        return _page(_touched(draft, posted))
    if draft.typed.strip():
        draft = draft.with_typed()
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
    """The table whose totals this one takes along, to be closed so that nobody tells the next deal
    there; not one that stays at an evening which the new table leaves."""
    table = _goes_on_from(draft)
    leaves = table and table.evening_id and not (draft.stays and draft.evening)
    return None if table is None or table.closed_at or leaves else table


def _goes_on_from(draft: Draft) -> Table | None:
    """The table whose totals are carried over."""
    return draft.source.table if draft.source and draft.carried else None


def _opening(draft: Draft) -> Opening:
    return Opening(
        game=draft.game.key,
        names=draft.names,
        rules=rules_told(draft.game, draft.rules),
        at_once=draft.playing,
        dealer=dealer_of(draft),
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
    place: int | None = None,
) -> int:
    """Opens a table, at an evening or at none; this phone may enter its deals.

    `after`: the table that its people come from. `closes`: the sheet whose totals are carried over
    is closed. `elsewhere`: it is known that somebody plays at another table of the evening.
    `place`: where it stands there.
    """
    if evening:
        last = after.id if after else None
        how = {"place": place, **by_form()}
        table_id = store().open_there(evening.id, opening, last, closes, elsewhere, **how)
    else:
        table_id = store().open_table(opening, closes=closes, **by_form()).id
    let_in_opener("score", Where(table_id))
    return table_id


def dealer_of(draft: Draft) -> int:
    """The seat that deals first: as chosen, else drawn by lot from the form's key, so that a form
    that is sent twice draws the same one."""
    if draft.first is not None:
        return draft.first
    key = request.form.get("key") or new_key()
    return int.from_bytes(sha256(key.encode()).digest()) % len(draft.names)


def _known(draft: Draft) -> list[str]:
    """Who may sit down: who played lately, and before them who has no seat at the evening in
    which the people of a table stay."""
    stay = draft.evening and draft.stays
    free = free_names(draft.after) if draft.after and stay else []
    return list(dict.fromkeys([*free, *store().names(KNOWN, sees())]))


def _page(draft: Draft, carried_to: int = 0) -> str:
    known = _known(draft)
    return render_template(
        "tables/new.html",
        draft=draft,
        away=_ended_by(replace(draft, carried=True)),
        carried_to=carried_to,
        games=ready(),
        recent=known[:CHIPS],
        known=known,
        key=new_key(),
    )
