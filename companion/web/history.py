"""Every change of a table, the newest first: when, from which phone, what was before and after."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games.message import InvalidDeal
from ..store import RESTORED, Change, ChangedMeanwhile, End, NotThere
from ..words import gettext as _
from ..words import say
from . import store
from .changes import Wording, entries
from .corrects import REFUSED
from .counted import said
from .deals import ends
from .guard import new_key
from .rights import by_form, may, phone
from .shown import Shown, load

bp = Blueprint("history", __name__, url_prefix="/tables/<int:table_id>/history")
MOST = 100  # entries on a page
CORRECTIONS = (*RESTORED, "move", "arrive", "start")


@bp.get("")
def show(table_id: int) -> ResponseReturnValue:
    """The changes, only those of one deal or only corrections if the address says so; and why an
    undo or redo was refused, if one led here."""
    why = REFUSED.get(request.args.get("why", ""))
    return _page(load(table_id), refused=say(why))


@bp.post("/restore")
def restore(table_id: int) -> ResponseReturnValue:
    """Puts back what was before one change."""
    change = request.form.get("change", 0, type=int)
    try:
        if end := _end_to_ask(table_id, change):
            return _page(load(table_id), end=end, change=change), 422
        store().restore(table_id, change, ends=ends(), **by_form())
    except InvalidDeal as error:
        shown = load(table_id)
        why = said(error, shown.table.sitting, shown.game.scale).text
        return _page(shown, refused=why), 422
    except NotThere:
        return _page(load(table_id), refused=_("It is so already, or cannot be put back.")), 409
    except ChangedMeanwhile:
        why = _(
            "Another phone changed this sheet meanwhile, so nothing was saved. This is how it is "
            "now: look once more."
        )
        return _page(load(table_id), refused=why), 409
    return redirect(url_for("history.show", table_id=table_id), 303)


def _end_to_ask(table_id: int, change: int) -> End | None:
    """The end of the game that this would move; None: it moves none, or the form says already what
    becomes of later deals."""
    return None if "later" in request.form else store().end_if_restored(table_id, change)


def _page(shown: Shown, **more: object) -> str:
    changes = store().changes(shown.table.id)
    by_id = {one.id: one for one in changes}
    phones = store().phone_names({one.phone for one in changes})
    words = Wording(shown, by_id, phones, phone(), _evenings(changes))
    found = list(islice(entries(words, _wanted(changes)), MOST + 1))
    return render_template(
        "tables/history.html",
        shown=shown,
        entries=found[:MOST],
        older=found[MOST].change.id if found[MOST:] else None,
        only=request.args.get("only"),
        deal=request.args.get("deal", type=int),
        undo=store().can_undo(shown.table.id),
        key=new_key(),
        **more,
    )


def _evenings(changes: Sequence[Change]) -> dict[int, str]:
    """The names of the evenings that the table was taken into or out of, as far as this phone may
    see them."""
    parts = (part for one in changes if one.kind == "evening" for part in (one.before, one.after))
    numbers = {part["table"].get("evening_id") for part in parts} - {None}
    return {n: store().evening(n).name for n in numbers if may("watch", evening_id=n)}


def _wanted(changes: Sequence[Change]) -> Sequence[Change]:
    """The changes that the address asks for: of one deal, only corrections, from one change on."""
    deal, older = (request.args.get(name, type=int) for name in ("deal", "older"))
    found = [one for one in changes if deal in (None, one.deal) and (not older or one.id <= older)]
    if request.args.get("only") == "corrections":
        return [one for one in found if one.kind in CORRECTIONS]
    return found
