"""The draw of a position: drawn and drawn again, changed by two touches, wishes, published."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..draw import Draw
from ..games import GAMES
from ..games.message import InvalidDeal, refuse
from ..store import DrawnMeanwhile, DrawnTable, NotThere, fits, in_utc, loosely
from ..words import gettext as _
from ..words import say
from . import store
from .amounts import LONGEST_CLOCK
from .counted import said
from .draw_checks import MEANWHILE, in_the_way, left_behind, playing
from .drawn import Drawing, load
from .guard import new_key, renews_form
from .playing import asked_end
from .rights import by_form, phone

bp = Blueprint("drawing", __name__, url_prefix="/evenings/<int:evening_id>/draw")
WISH = ("one", "other")  # the two of the next one
WRITTEN_OUT = 5  # so many sizes of tables are said one by one


@bp.before_request
def check_evening() -> ResponseReturnValue | None:
    """Leads from the draw of a deleted evening to its page, which says so and brings it back."""
    evening_id = (request.view_args or {})["evening_id"]
    gone = store().evening(evening_id).deleted_at
    return redirect(url_for("evenings.show", evening_id=evening_id), 303) if gone else None


@bp.get("")
def show(evening_id: int) -> ResponseReturnValue:
    """The position that is drawn or comes next, or a published one; a person may be in the hand."""
    drawing = _asked(evening_id)
    if _number(drawing) != drawing.number:
        return _as_it_is(evening_id)
    if (name := request.args.get("find", "").strip()) and (who := _found(drawing, name)):
        hand = who if drawing.hand is None else drawing.hand
        return redirect(_address(drawing, hand=hand, _anchor=f"p{who}"), 303)
    return _page(drawing)


def again(evening_id: int) -> ResponseReturnValue:
    """The page as it is now."""
    return _page(_asked(evening_id))


def _asked(evening_id: int) -> Drawing:
    asked = request.values
    return load(evening_id, asked.get("position", type=int), asked.get("hand", type=int))


def _found(drawing: Drawing, name: str) -> int | None:
    """The person who is searched for: first by the beginning of the name, then by that of a later
    word in it; of several the shortest name, so that whoever is called just that is found."""
    there = [one for one in drawing.attendances if one.player in drawing.seat_of]
    found = [one for one in there if fits(one.name, name)]
    found.sort(key=lambda one: (not loosely(one.name).startswith(loosely(name)), len(one.name)))
    return found[0].player if found else None


def _address(drawing: Drawing, **more: Any) -> str:
    position = drawing.number if drawing.published else None
    return url_for("drawing.show", evening_id=drawing.evening.id, position=position, **more)


def _typed(drawing: Drawing, *fields: str) -> dict[str, str]:
    """What else is filled in on the page beside the form that was sent, for the address of the page
    that answers: the clock, the sizes and these `fields`, where they differ from what that page
    says by itself."""
    says = {"minutes": _minutes(drawing), **dict.fromkeys(fields, "")}
    for one in drawing.sizes:
        says[f"size-{one.game.key}"] = str(one.choices[one.chosen]) if one.chosen else ""
    posted = request.form
    return {name: posted[name] for name, said in says.items() if posted.get(name, said) != said}


def _page(drawing: Drawing, **more: object) -> str:
    return render_template(
        "evenings/draw.html",
        drawing=drawing,
        evening=drawing.evening,
        games=GAMES,
        here=sum(one.here for one in drawing.attendances),
        weighs=_weighs(drawing),
        playing=playing(drawing),
        typed=request.values.get,
        minutes=_minutes(drawing),
        key=new_key(),
        **more,
    )


def _minutes(drawing: Drawing) -> str:
    """The minutes that are proposed for the clock: those with which the last position was
    published; nothing: it had no clock. A clock that was set later is a last call, say, and no
    measure."""
    last = drawing.before[-1] if drawing.before else None
    until = last and store().published_until(drawing.evening.id, last.number)
    if not (last and last.published_at and until):
        return ""
    begins, ends = map(in_utc, (last.published_at, until))
    minutes = round((ends - begins).total_seconds() / 60)
    # Any other number says that the host's clock was put right in between.
    return str(minutes) if 0 < minutes <= LONGEST_CLOCK else ""


def _weighs(drawing: Drawing) -> bool:
    """Whether it depends on where the person in the hand goes how many pairs meet again."""
    free = (drawing.change_by(table) for table in range(len(drawing.tables)))
    return any(drawing.swaps.values()) or any(free)


def _meanwhile(evening_id: int) -> ResponseReturnValue:
    """The answer where the position has changed since the form was drawn. Not 409, which htmx would
    not show."""
    return _as_it_is(evening_id), 422


def _as_it_is(evening_id: int) -> str:
    """The position that a form was about, not the next one, and a word that it has changed."""
    return _page(load(evening_id, request.values.get("number", type=int)), problem=say(MEANWHILE))


@bp.post("")
@renews_form(again)
def draw(evening_id: int) -> ResponseReturnValue:
    """Draws, or draws again: another form, another lot; the same form twice draws once. Asks first
    where that would lose what was moved by hand."""
    drawing, posted = load(evening_id), request.form
    if _number(drawing) != drawing.number:
        return _meanwhile(evening_id)
    chosen = {key: posted.get(f"size-{key}", type=int) for key in drawing.evening.games}
    asked = {key: n for key, n in chosen.items() if n and n in GAMES[key].players}
    wanted = {**drawing.wanted, **asked}
    was, seen = drawing.position, drawing.digest == posted.get("seen")
    if was and was.by_hand and seen and "all_the_same" not in posted:
        return _page(replace(drawing, position=replace(was, wanted=wanted)), loses=True), 422
    tables, out = drawing.drawn_anew(wanted, posted.get("key", ""))
    return _keep(drawing, tables, out, ["draw", asked], wanted)


def _number(drawing: Drawing) -> int:
    """The position that the form was shown for."""
    number = request.values.get("number", drawing.number, type=int)
    return number if 0 < number < 10_000 else drawing.number


def _keep(
    drawing: Drawing,
    tables: Sequence[DrawnTable],
    out: Sequence[int],
    asked: Sequence[object],
    wanted: Mapping[str, int] | None = None,
) -> ResponseReturnValue:
    """Keeps a draw in place of the one that the form was shown with, and of no other: drawn anew
    with the sizes that are `wanted`, or, where that is None, changed by hand."""
    evening_id = drawing.evening.id
    try:
        store().keep_draw(
            evening_id,
            drawing.number,
            tables,
            out,
            wanted=drawing.wanted if wanted is None else wanted,
            seen=request.form.get("seen", ""),
            asked=asked,
            by_hand=wanted is None,
            **by_form(),
        )
    except (DrawnMeanwhile, NotThere):
        return _meanwhile(evening_id)
    except InvalidDeal as error:
        return _page(load(evening_id, drawing.number), problem=said(error).text), 422
    now = drawing if wanted is None else load(evening_id)
    anchor = f"p{drawing.hand}" if drawing.hand else None
    at = anchor if "to" in request.form else None
    return redirect(_address(drawing, _anchor=anchor, at=at, **_typed(now, *WISH)), 303)


@bp.post("/move")
@renews_form(again)
def move(evening_id: int) -> ResponseReturnValue:
    """The second touch: who is in the hand changes places with somebody, or takes a free place."""
    drawing, posted = _asked(evening_id), request.form
    other, to = posted.get("swap", type=int), posted.get("to", "")
    if not drawing.position or drawing.evening.closed_at or _number(drawing) != drawing.number:
        return _meanwhile(evening_id)
    asked = ["move", drawing.hand, other, to]
    try:
        tables, out = drawing.changed(_moved(drawing, other, to))
    except InvalidDeal as error:
        return _page(drawing, problem=said(error).text), 422
    if problem := left_behind(drawing, tables):
        return _page(drawing, problem=problem), 422
    return _keep(drawing, tables, out, asked)


def _moved(drawing: Drawing, other: int | None, to: str) -> Draw:
    """The draw after the change; InvalidDeal for what no touch asks for."""
    at = {str(one.place): n for n, one in enumerate(drawing.tables)} | {"out": None}
    hand = drawing.hand
    if hand is not None and other in drawing.swaps:
        return drawing.draw.swapped(hand, other)
    if hand is not None and to in at:
        if drawing.free(at[to]):
            return drawing.draw.moved(hand, at[to])
        if drawing.seat_of[hand] == at[to]:  # the same touch, twice
            return drawing.draw
    raise refuse("these two cannot change places", at="swap")


@bp.post("/wishes")
@renews_form(again)
def wish(evening_id: int) -> ResponseReturnValue:
    """Two wish to sit together or not to; or one of their wishes is taken back. Enter in the form
    presses its first button, `stays`, which changes nothing."""
    posted, drawing = request.form, _asked(evening_id)
    if "stays" in posted:
        return redirect(_address(drawing, **_typed(drawing, *WISH)), 303)
    people, back = drawing.people, "back" in posted
    one, other = _two(posted)
    if one == other or one not in people or other not in people:
        problem = _("A wish is of two of those who are here.")
        return _page(drawing, problem=problem), 422
    together = None if back else {"1": True, "0": False}.get(posted.get("together", ""))
    store().wish(evening_id, one, other, together, phone=phone())
    # Who was chosen for the next wish is not lost by taking one back.
    typed = _typed(drawing, *(WISH if back else ()))
    at = "wishes-title" if back else None
    return redirect(_address(drawing, _anchor="wishes", at=at, **typed), 303)


def _two(posted: Mapping[str, str]) -> list[int]:
    """The two people of the wish that is taken back, else the two who were chosen; 0: nobody."""
    told = posted["back"].split("-") if "back" in posted else [posted.get(one, "") for one in WISH]
    found = [int(one) if re.fullmatch("[0-9]{1,18}", one) else 0 for one in told[:2]]
    return [*found, 0, 0][:2]


@bp.post("/publish")
@renews_form(again)
def publish(evening_id: int) -> ResponseReturnValue:
    """Opens the tables as they were seen, all or none, with a clock or without; every phone is
    told where to sit. Not while somebody plays elsewhere of whom the page did not say so."""
    drawing = load(evening_id)
    number = _number(drawing)
    other_sizes = any(name.startswith("size-") for name in _typed(drawing))
    if number == drawing.number:
        if problem := in_the_way(drawing, other_sizes):
            return _page(drawing, problem=problem), 422
        if (play := playing(drawing)) and request.form.get("playing", play) != play:
            return _page(drawing), 422  # it says who
    try:
        saw: dict[str, Any] = {"seen": request.form.get("seen", ""), "stood": drawing.opened}
        store().publish(evening_id, number, ends_at=asked_end(), **saw, **by_form())
    except (DrawnMeanwhile, NotThere):
        return _meanwhile(evening_id)
    except InvalidDeal as error:
        found = said(error)
        beside = "no_clock" if found.field == "minutes" else "problem"
        return _page(load(evening_id), **{beside: found.text}), 422
    return redirect(url_for("seated.show", evening_id=evening_id), 303)


@bp.app_template_filter("sizes")
def sizes(many: Sequence[int], beside: Collection[Sequence[int]] = ()) -> str:
    """As people read sizes of tables: 4 · 3 · 3, or 28 × 4 · 1 × 3; those `beside` it alike."""
    if max(map(len, [many, *beside])) <= WRITTEN_OUT:
        return " · ".join(map(str, many))
    counts = " · ".join(f"{n} × {size}" for size, n in Counter(many).items())
    return counts.replace(" ", "\u00a0").replace("·\u00a0", "· ")  # parted behind a dot alone
