"""Brings in files that were saved here or on another host: score sheets, or a whole evening.

What is new is opened, what is here already is shown, and where the two differ the page asks.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from threading import BoundedSemaphore

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from .. import sheets
from ..games.message import InvalidDeal
from ..sheets.archive import is_archive
from ..store import Where
from ..words import gettext as _
from ..words import say, with_commas
from . import bringing, store
from .brought import Brought, brought, opened
from .guard import LARGEST_FILE, LARGEST_FORM, new_key, renews_form, takes_file
from .repeated import key_with
from .rights import let_in_opener, needs, phone

bp = Blueprint("imports", __name__)
MOST_SHEETS, MOST_DEALS = 200, 10_000  # in one file: while it is saved nobody else can save
# The largest archive that the form can carry while it asks: in base64 three octets become four, and
# the other fields of the form need room too.
LARGEST_ASKED = (LARGEST_FILE - LARGEST_FORM) // 4 * 3
# How many files are read at one time. A hostile file can take seconds, and threads must be left for
# those who play; two, because a double touch sends a file twice.
READING = BoundedSemaphore(2)


@bp.get("/import")
@needs("open")
def bring() -> ResponseReturnValue:
    """The form that takes a file."""
    return _page()


def again(problems: Sequence[str] = ()) -> str:
    """The form with what was pasted or chosen."""
    if octets := _archive():
        return _page(problems=problems, archive=octets)
    return _page(_posted() or "", problems)


@bp.post("/import")
@needs("open")
@takes_file
@renews_form(again)
def take() -> ResponseReturnValue:
    """Opens a table for each sheet, or an evening with all its tables; all of it or none."""
    if there := _brought_in_before():
        let_in_opener("organise" if there[0].evening_id else "score", *there)
        return _shown(there)
    if not READING.acquire(blocking=False):
        return again([_("Other files are being read at this moment: send this one again.")]), 409
    try:
        return _taken()
    finally:
        READING.release()


def _taken() -> ResponseReturnValue:
    if octets := _archive():
        return _take_evening(octets)
    text = _posted()
    if text is None:
        why = _(
            "That file is no text in UTF-8: a picture, say, or saved anew by a text editor. "
            "Choose it as it was saved here."
        )
        return _page(problems=[why]), 422
    found, problems = _read(text)
    if problems:
        problems = _wrong_as_a_whole(text) or problems
    if problems or not found:
        return _page(
            text, problems or [_("No sheet found: choose a file, or paste its text.")]
        ), 422
    unlike = [one for one in found if one.known and not one.same]
    if unlike and "anew" not in request.form:
        return _page(text, unlike=unlike), 409
    try:
        tables = _bring_in(found)
    except InvalidDeal as error:  # another phone brought it in meanwhile
        return _page(text, [say(error.message)]), 422
    made = [n for one, n in zip(found, tables, strict=True) if not (one.known and one.same)]
    # Only to the new tables: to have a file of a table that is here gives no right to it.
    let_in_opener("score", *map(Where, made))
    return _shown([*map(Where, tables)], known=None if made else 1)


def _brought_in_before() -> list[Where]:
    """What this same form brought in before its answer was lost. By now the file says nothing new,
    and the phone may not yet see what it brought in."""
    key = _key()
    return store().brought_in_by(key) if key else []


def _key() -> str | None:
    return key_with(_file())


def _shown(there: Sequence[Where], known: int | None = None) -> ResponseReturnValue:
    """Leads to the table or the evening; of several tables, to the list. `known`: that the page
    says that it was here already."""
    if len(there) > 1:
        return redirect(url_for("tables.index"), 303)
    table_id, evening_id, _place = there[0]
    if evening_id:
        return redirect(url_for("evenings.show", evening_id=evening_id, known=known), 303)
    return redirect(url_for("tables.show", table_id=table_id, known=known), 303)


def _take_evening(octets: bytes) -> ResponseReturnValue:
    try:
        found = bringing.read(octets)
        if found.differences and "anew" not in request.form:
            return _page(archive=octets, evening=found), 409
        evening = bringing.take(found, _key())
    except sheets.Wrong as wrong:
        told = {"name": _place(wrong), "words": say(wrong.message, wrong.names)}
        return _page(problems=[_("%(name)s: %(words)s") % told]), 422
    except InvalidDeal as error:  # another phone brought it in meanwhile
        return _page(problems=[say(error.message)]), 422
    where = Where(None, evening.id)
    let_in_opener("organise", where)
    return _shown([where], known=1 if found.same else None)


def _place(wrong: sheets.Wrong) -> str:
    """Where in an archive something is wrong: the file, the deal and the field."""
    deal = _("deal %(n)s") % {"n": wrong.deal} if wrong.deal else ""
    return with_commas(filter(None, [wrong.file, deal, wrong.field]))


def _file() -> bytes:
    file = request.files.get("file")
    octets = file.read() if file else b""
    if file:
        file.seek(0)  # it is read once more where the form comes back
    return octets


def _archive() -> bytes:
    """The octets of an archive: those of the file, else those that the form carried while it asked;
    empty where it is no archive."""
    octets = _file()
    try:
        octets = octets or base64.b64decode(request.form.get("archive", ""))
    except (binascii.Error, ValueError):
        return b""
    return octets if is_archive(octets) else b""


def _posted() -> str | None:
    """The text of the file, else what was pasted; None where it is not UTF-8."""
    octets = _file()
    try:
        text = octets.decode() if octets else request.form.get("text", "")
    except UnicodeDecodeError:
        return None
    return text.removeprefix("\ufeff")  # the byte order mark, which may be pasted along too


def _read(text: str) -> tuple[list[Brought], list[str]]:
    """The sheets in a text, and what is wrong with those that cannot be read."""
    found: list[Brought] = []
    problems: list[str] = []
    deals = 0
    for place, told in enumerate(sheets.parsed(text), 1):
        deals += sheets.deals_of(told)
        if place > MOST_SHEETS or deals > MOST_DEALS:
            return [], [_("These are too many sheets or deals at one time.")]
        try:
            found.append(brought(sheets.read(told), found))
        except sheets.Wrong as wrong:
            problems.append(_wrong(place, wrong))
    return found, problems


def _wrong_as_a_whole(text: str) -> list[str]:
    """What is wrong with a text as a whole, if anything: then it does not help to say what is wrong
    with each of its lines as a sheet."""
    if not any(map(sheets.is_sheet, sheets.parsed(text))):
        return [
            _("This is no score sheet: choose what was saved as JSON here, or an evening’s ZIP.")
        ]
    why = sheets.broken(text)
    told = {"n": 1, "field": "sheet", "why": say(why)}
    return [_("Sheet %(n)s, %(field)s: %(why)s") % told] if why else []


def _wrong(place: int, wrong: sheets.Wrong) -> str:
    """What is wrong with a sheet: where, as `companion tally` says it, and why."""
    values = {"n": place, "deal": wrong.deal, "field": wrong.field}
    values["why"] = say(wrong.message, wrong.names)
    if wrong.deal:
        return _("Sheet %(n)s, deal %(deal)s, %(field)s: %(why)s") % values
    return _("Sheet %(n)s, %(field)s: %(why)s") % values


def _bring_in(found: Sequence[Brought]) -> list[int]:
    """The ids of the tables, in the order of the sheets; the new ones come in one transaction."""
    new = [one for one in found if not (one.known and one.same)]
    uids = [None if one.known else one.sheet.head.id for one in new]
    made = [opened(one.sheet, uid) for one, uid in zip(new, uids, strict=True)]
    numbers = iter(store().import_tables(made, key=_key(), phone=phone()) if made else ())
    return [one.known.table.id if one.known and one.same else next(numbers) for one in found]


def _page(
    text: str = "",
    problems: Sequence[str] = (),
    unlike: Sequence[Brought] = (),
    archive: bytes = b"",
    evening: bringing.Found | None = None,
) -> str:
    return render_template(
        "tables/import.html",
        text=text,
        problems=problems,
        unlike=unlike,
        archive=base64.b64encode(archive).decode() if len(archive) <= LARGEST_ASKED else "",
        evening=evening,
        key=new_key(),
    )
