"""What a phone that enters deals may change at a table of an evening; checked at every address."""

from __future__ import annotations

from collections.abc import Set

from flask import Flask, g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict

from ..games.message import Message
from ..store import Change, NotThere, Table
from . import store
from .deal_form import before_bid
from .repeated import answered
from .rights import may, sees, sees_evenings

# What only the organiser does. But a table at which nothing is told yet, opened by mistake say,
# may be deleted by anybody there.
ORGANISERS = ("tables.reopen", "deleted.delete", "deleted.restore", "sharing.renew")
# What is allowed where only the last deal may be corrected: it changes nothing that was told, or
# tells new deals (paper).
FREE = (
    "deals.preview",
    "paper.save",
    "verdict.judge",
    "playing.call",
    "tables.close",
    "tables.again",
    "rules.count_again",
)
OF_A_DEAL = ("deals.edit", "deals.save", "deals.keep", "deals.touch", "deals.delete")
STEPS = ("tables.undo", "tables.redo")
LOOKED_AT = (*STEPS, "history.restore")


class OfOrganiser(Conflict):
    """Only the organiser may change this; nothing is wrong with what was sent."""

    title = Message("Only the organiser")

    def __init__(self, message: Message) -> None:
        super().__init__()
        self.message = message
        # outbox.js keeps a deal that gets 409, for its form comes back with a question; not this.
        self.code = 422 if request.headers.get("Prefer") == "return=minimal" else 409


# Why a step or a change is refused, by the word in the address of the history that says it.
REFUSED = {
    "evening": Message("At an evening only the organiser does that."),
    "last": Message(
        "At this evening the last deal alone is corrected from the table: ask the organiser to "
        "change more."
    ),
    "name": Message(
        "That would rename somebody who plays elsewhere too: the host changes that name."
    ),
    "moved": Message(
        "The organiser moved a deal between this table and another one, and can take that back."
    ),
    # What the store refuses, by its field.
    "deal": Message("This deal was moved to another table: undo there first what was done since."),
    "seats": Message("That would give somebody two seats: change the seats instead."),
    "to": Message("The other sheet is closed: reopen it first."),
    "source": Message("Its totals are carried over to another sheet by now."),
    "place": Message("Its evening is deleted, or others play at its place by now."),
    "since": Message("What was done since stands against that."),  # any other field
    "unwritten": Message("The host cannot write; nothing was saved."),
}


def check_correction() -> ResponseReturnValue | None:
    """Refuses in words what at an evening only the organiser changes."""
    table_id = (request.view_args or {}).get("table_id")
    writes = request.method == "POST" or request.endpoint == "deals.edit"
    if table_id is None or request.routing_exception or not writes:
        return None
    refused = _against(table_id)
    if refused is None or answered():
        return None
    if "stays" in request.args:
        return said_by_history(table_id, refused)
    raise OfOrganiser(REFUSED[refused])


def said_by_history(table_id: int, refused: str) -> ResponseReturnValue:
    """Leads htmx to the history, which says why its undo or redo was refused: htmx would not show
    the page of an error."""
    return "", 204, {"HX-Redirect": url_for("history.show", table_id=table_id, why=refused)}


def _against(table_id: int) -> str | None:
    """What stands against the change that is asked for, by a word of `REFUSED`."""
    step = looked_at(table_id)
    if not all(may("organise", evening_id=one) for one in _evenings(step)):
        return "evening"
    renamed = _renames(step)
    if renamed and store().play_beyond(renamed, table_id, sees(), sees_evenings()):
        return "name"
    if may("organise", table_id):
        return None
    try:
        table = store().table(table_id)
    except NotThere:
        return None
    if table.evening_id is None:
        return None
    if _deletes(step) and _untold(table):
        return None
    if request.endpoint in ORGANISERS or _of_the_evening(step):
        return "evening"
    if store().evening(table.evening_id).corrects == "last" and not _of_the_last(table_id, step):
        return "last"
    return None


def may_delete(table: Table) -> bool:
    """Whether this phone may put a table off all lists."""
    return table.evening_id is None or may("organise", table.id) or _untold(table)


def _untold(table: Table) -> bool:
    """Whether nothing is told at a table: it was opened by mistake."""
    return not (table.deals or table.half or table.from_paper)


def looked_at(table_id: int) -> Change | None:
    """The change that this request would take back, bring back or restore. Looked up once a
    request, so that no other change is taken back than the rights were checked for."""
    if request.endpoint not in LOOKED_AT:
        return None
    if "step" not in g:
        g.step = _step(table_id)
    return g.step


def _step(table_id: int) -> Change | None:
    if request.endpoint == "history.restore":
        wanted = request.form.get("change", type=int)
        return next((one for one in store().changes(table_id) if one.id == wanted), None)
    found = store().can_undo if request.endpoint == "tables.undo" else store().can_redo
    return found(table_id)


def _renames(change: Change | None) -> set[int]:
    """Whose name a change, or taking it back, changes: at every table."""
    parts = (change.before, change.after) if change else ()
    return {part["player"]["id"] for part in parts if "player" in part}


def _deletes(step: Change | None) -> bool:
    """Whether the table is deleted or brought back by what is asked, or by a step."""
    asked = request.endpoint in ("deleted.delete", "deleted.restore")
    return asked or "deleted_at" in _columns(step)


def _of_the_evening(change: Change | None) -> bool:
    """Whether a change closed the sheet, deleted it or moved it between evenings, or back."""
    return bool(_columns(change) & {"closed_at", "deleted_at", "evening_id"})


def _columns(change: Change | None) -> Set[str]:
    """What of the table a change changed."""
    return change.after.get("table", {}).keys() if change else set()


def _evenings(change: Change | None) -> set[int]:
    """The evenings that a change took the table out of, or into."""
    parts = [one.get("table", {}) for one in (change.before, change.after)] if change else []
    return {part["evening_id"] for part in parts if part.get("evening_id")}


def _of_the_last(table_id: int, step: Change | None) -> bool:
    """Whether what is asked changes the last deal alone, or tells a new one behind it."""
    if request.endpoint in FREE:
        return True
    last = store().last_deals(table_id)
    if request.endpoint in STEPS:
        return step is None or (step.after.keys() <= {"deal"} and step.deal in last)
    if request.endpoint not in OF_A_DEAL or _inserts(table_id):
        return False
    number = (request.view_args or {}).get("number", 0)
    return number in last or number >= store().table(table_id).next_number


def _inserts(table_id: int) -> bool:
    """Whether the posted deal is to be inserted before a told one. Before a bid is no insertion:
    the bid is still the last deal."""
    if any(request.values.getlist("before")):
        return True
    bids = {one.number for one in store().deals(table_id) if one.state == "half"}
    return before_bid() not in {None, *bids}


def register(app: Flask) -> None:
    """Asks before every view, after the rights."""
    app.before_request(check_correction)
