"""What an evening adds to the sheet of one of its tables: its clock, a call, who closed it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from ..store import Follows, Table, in_utc
from ..words import day
from ..words import gettext as _
from . import store
from .amounts import minutes
from .rights import by_form
from .shown import Shown

bp = Blueprint("playing", __name__, url_prefix="/tables/<int:table_id>")


@dataclass(frozen=True)
class Clock:
    """Until when a position is played, and whether that is past: nothing counts down on a phone."""

    until: str
    out: bool
    end: datetime

    @property
    def state(self) -> str:
        """A short text that changes when the clock is set anew and when it is out."""
        return f".{self.until}{'-out' * self.out}"


def clock(ends_at: str | None) -> Clock | None:
    """The clock that ends then, as it stands by that of the host."""
    if ends_at is None:
        return None
    end = in_utc(ends_at)
    return Clock(f"{end.astimezone():%H:%M}", end <= datetime.now(UTC), end)


def asked_end() -> str | None:
    """When the clock that a form sets is out: so many minutes from now; None: it sets none.
    InvalidDeal for minutes that cannot be read."""
    asked = minutes()
    if asked is None:
        return None
    return (datetime.now(UTC).replace(microsecond=0) + timedelta(minutes=asked)).isoformat()


@bp.app_template_global("clock_of")
def clock_of(table_id: int) -> Clock | None:
    """The clock of the position at which a table is played."""
    return clock(store().ends_at(table_id))


@bp.app_template_global("last_told")
def last_told(shown: Shown) -> bool:
    """Whether the clock is out and the deal that was begun is told: the sheet asks for its close.

    A deal that an earlier release took from a file keeps the zone in which that says when.
    """
    found = clock_of(shown.table.id)
    if found is None or not found.out or shown.half or shown.table.closed_at:
        return False
    return any(in_utc(deal.told_at) > found.end for deal in reversed(shown.told))


@bp.app_template_global("beside")
def beside(table_id: int) -> str:
    """What stands behind the version of a table, for all that changes without it: what follows the
    sheet, and its clock."""
    found = clock_of(table_id)
    return state_of(store().follows(table_id)) + (found.state if found else "")


def state_of(follows: Follows) -> str:
    """A short text that changes whenever anything that follows a sheet does."""
    if not any(follows):  # as mostly
        return ""
    position = f".{follows.position}" if follows.position else ".c" if follows.closed else ""
    waits = follows.may_come and not follows.position
    drawn = follows.drawn if follows.position else 0
    said = {"w": waits, "h": follows.hidden, "o": follows.over, "d": drawn, "s": follows.sheet}
    said |= {"a": follows.again, "t": follows.carried, "n": follows.counted, "b": follows.source}
    said |= {"e": follows.seated, "u": follows.undrawn}
    return position + "".join(f".{letter}{number:d}" for letter, number in said.items() if number)


@bp.app_template_global("closed_by")
def closed_by(table: Table) -> str:
    """The sentence that a sheet was closed: at what time, on which day unless that is today, and by
    the phone of what name, as far as these are known."""
    phone, at = store().closed_by(table.id)
    if not at:
        return _("This sheet is closed.")
    then = datetime.fromisoformat(at).astimezone()
    name = store().phone_names([phone]).get(phone, "")
    said = {"day": day(f"{then:%Y-%m-%d}"), "time": f"{then:%H:%M}", "name": name}
    if then.date() == date.today():
        sentence = _("Closed at %(time)s, by %(name)s.") if name else _("Closed at %(time)s.")
    elif name:
        sentence = _("Closed on %(day)s at %(time)s, by %(name)s.")
    else:
        sentence = _("Closed on %(day)s at %(time)s.")
    return sentence % said


@bp.post("/call")
def call(table_id: int) -> ResponseReturnValue:
    """Calls the organiser; taken back by the table, or seen by the organiser, at the board. A call
    that came after the page was drawn stays."""
    called, seen = request.form.get("called") == "1", request.form.get("seen")
    store().call(table_id, called, seen=seen, **by_form())
    evening_id = store().table(table_id).evening_id
    if "board" in request.form and evening_id:
        return redirect(url_for("evenings.show", evening_id=evening_id), 303)
    return redirect(url_for("tables.show", table_id=table_id), 303)
