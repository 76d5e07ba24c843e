"""The form of a deal on a page: as it is recorded, as it was posted, what it is drawn from."""

from __future__ import annotations

import re
from zlib import crc32

from flask import abort, render_template, request
from werkzeug.datastructures import MultiDict

from ..store import JUDGES, Change, Deal, is_another
from ..words import gettext as _
from . import store, typists
from .deal_fields import COMMON
from .deal_list import listed_at
from .guard import new_key
from .posted import preview, recorded_form
from .preview import Preview
from .rights import phone
from .shown import Shown
from .shown_deal import ShownDeal

BEHIND_BIDS = re.compile(r"(\d{1,9})(\++)")


def recorded(shown: Shown, number: int) -> Deal | None:
    """The deal of this number as it is recorded; None: the next one; else there is none."""
    found = next((deal for deal in shown.deals if deal.number == number), None)
    if found is None and number != shown.table.next_number:
        abort(404)
    return found


def told_deal(shown: Shown, number: int) -> ShownDeal:
    """The deal of this number, told in full; else there is none."""
    if number not in [deal.number for deal in shown.told]:
        abort(404)
    return shown.shown_deal(shown.place_of(number))


def form_of(shown: Shown, number: int) -> Preview:
    """The form of a deal as it is recorded, or of the next one; the address may fill it in."""
    deal = recorded(shown, number)
    form = recorded_form(shown, deal)
    for name, texts in request.args.lists():
        if name not in COMMON | {"more", "lost", "touched"}:
            form.setlist(name, texts)
    if before := request.args.get("before", type=int):
        form["before"] = str(before)
    return preview(shown, number, form, deal)


def posted_form(shown: Shown, number: int) -> Preview:
    """The form of a deal as it was just posted, and from nothing else."""
    deal = next((deal for deal in shown.deals if deal.number == number), None)
    posted = MultiDict(request.form)
    if bid := before_bid():
        posted["before"] = str(bid)
    if "revision" in posted:
        posted["revision"] = _own_revision(posted["revision"], shown.table.id, number)
    if deal and _inserted(shown, deal, posted):
        deal = None  # nothing that is told of it belongs to the one that is inserted
    return preview(shown, number, posted, deal)


def _inserted(shown: Shown, deal: Deal, posted: MultiDict) -> bool:
    """Whether another deal is inserted than the one that has its number by now."""
    before, revision = posted.get("before", type=int), posted.get("revision", 0, type=int)
    return is_another(shown.deals, deal, before, revision)


def last_change(table_id: int, number: int) -> Change | None:
    """The change that made a deal what it is; None: none that is known."""
    changes, judges = store().changes(table_id), JUDGES.values()
    return next((one for one in changes if one.deal == number and one.kind not in judges), None)


def _own_revision(revision: str, table_id: int, number: int) -> str:
    """The revision of a deal that its writer has seen. A form that waited on its phone sends `3+`,
    a plus for each bid of its own that was sent before: that is 4 where this phone was the last to
    change the deal, else 0, which no deal that is there has."""
    bids = BEHIND_BIDS.fullmatch(revision)
    if bids is None:
        return revision
    change = last_change(table_id, number)
    mine = change is not None and change.phone == phone()
    return str(int(bids[1]) + len(bids[2]) if mine else 0)


def before_bid() -> int | None:
    """The number of the bid before which a whole deal goes: what one more deal says then."""
    said = re.fullmatch(r"before ([1-9]\d{0,8})", request.form.get("another", ""), re.ASCII)
    return said and int(said[1])


def page(form: Preview, **more: object) -> str:
    """The page that tells or corrects one deal."""
    carried = form.correcting and store().carried_to(form.shown.table.id)
    back = listed_at(form.shown, form.before or form.number, anchored=False)
    more |= {"carried": carried, "back": back, "me": typists.tag(phone())}
    return render_template("deals/edit.html", **context(form), **more)


def _there(form: Preview) -> Deal | None:
    """The deal that can be taken back, judged or deleted here: not one that another phone has
    deleted, nor one that it has begun before this one."""
    deal = form.recorded
    return None if deal and (deal.state == "deleted" or deal.number != form.number) else deal


def _index(form: Preview) -> str:
    """What the deal is called; one that is inserted counts, whatever it stands before."""
    if form.before:
        return str(form.shown.called_from(form.place + 1))
    return form.shown.index(form.place)


def digest(*said: object) -> str:
    """A few letters that differ whenever an answer to a form does."""
    return f"{crc32(repr(said).encode()):x}"


def turned(form: Preview) -> str:
    """What becomes of the game by an older deal that is put right, or put in: it goes on again, or
    is over; nothing of an end that the deal says itself."""
    was_over, over = form.shown.standing.over, form.after[-1].over
    if was_over == over or not (form.correcting or form.before):
        return ""
    if was_over:
        return _("With this the game goes on.")
    ends_it = form.count and form.count.then and form.after[form.place + 1].over
    return "" if ends_it else _("With this the game is over.")


def context(form: Preview) -> dict[str, object]:
    """What the form of a deal is drawn from, on whatever page it stands."""
    shown, deal = form.shown, _there(form)
    return {
        "shown": shown,
        "table": shown.table,
        "game": shown.game,
        "rules": shown.agreed.rules,
        "players": shown.agreed.players,
        "number": form.number,
        "index": _index(form),
        "deal": deal,
        "posted": form.posted,
        "rows": form.rows,
        "preview": form,
        "problem": form.problem,
        "digest": digest,
        "turned": turned,
        "correcting": form.correcting,
        # As it came: a form that comes back must still notice who was quicker.
        "revision": form.posted.get("revision", deal.revision if deal else 0, type=int),
        # A deal that was refused is still the same: a phone that keeps it knows it by this.
        "key": form.posted.get("key") or new_key(),
    }
