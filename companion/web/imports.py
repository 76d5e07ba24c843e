"""What was saved as a file brought in: sheets, or an evening with all of its own; a new table, the
table that is here already, or a question."""

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
MOST_SHEETS, MOST_DEALS = 200, 10_000  # at a time: while they are kept nobody else saves
# Octets of an archive that a form can take along: four for three of them, and its other fields.
LARGEST_ASKED = (LARGEST_FILE - LARGEST_FORM) // 4 * 3
# Files that are read at one time, each for seconds if it is made for it: threads are left for who
# plays, and one that is sent twice by a double touch is answered twice.
READING = BoundedSemaphore(2)


@bp.get("/import")
@needs("open")
def bring() -> ResponseReturnValue:
    """The form that takes a file."""
    return _page()


def again(problems: Sequence[str] = ()) -> str:
    """The form with what was pasted, or what the file held."""
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
        problems = _as_a_whole(text) or problems
    if problems or not found:
        return _page(
            text, problems or [_("No sheet found: choose a file, or paste its text.")]
        ), 422
    asked = [one for one in found if one.known and not one.same]
    if asked and "anew" not in request.form:
        return _page(text, asked=asked), 409
    try:
        tables = _bring_in(found)
    except InvalidDeal as error:  # another phone brought it in meanwhile
        return _page(text, [say(error.message)]), 422
    made = [n for one, n in zip(found, tables, strict=True) if not (one.known and one.same)]
    let_in_opener("score", *map(Where, made))  # to what is here already a file of it opens no way
    return _shown([*map(Where, tables)], known=None if made else 1)


def _brought_in_before() -> list[Where]:
    """What this very form brought in, if its answer was lost: the file says nothing new by now, and
    the phone may not see yet what is here."""
    key = _key()
    return store().brought_in_by(key) if key else []


def _key() -> str | None:
    return key_with(_file())


def _shown(there: Sequence[Where], known: int | None = None) -> ResponseReturnValue:
    """Leads to what is here now; to the list where that is several tables."""
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
    """Where in an archive: the file, the deal and the field."""
    deal = _("deal %(n)s") % {"n": wrong.deal} if wrong.deal else ""
    return with_commas(filter(None, [wrong.file, deal, wrong.field]))


def _file() -> bytes:
    file = request.files.get("file")
    octets = file.read() if file else b""
    if file:
        file.seek(0)  # it is read once more where the form comes back
    return octets


def _archive() -> bytes:
    """The octets of an archive: of the file, else as the form had them when it asked."""
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
    return text.removeprefix("\ufeff")  # the mark of a file, pasted along too


def _read(text: str) -> tuple[list[Brought], list[str]]:
    """The sheets of a text, and what is wrong with those that cannot be."""
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


def _as_a_whole(text: str) -> list[str]:
    """What is wrong with a text as a whole, where that is more than with its sheets: of a damaged
    one no line is a sheet."""
    if not any(map(sheets.is_sheet, sheets.parsed(text))):
        return [
            _("This is no score sheet: choose what was saved as JSON here, or an evening’s ZIP.")
        ]
    why = sheets.broken(text)
    told = {"n": 1, "field": "sheet", "why": say(why)}
    return [_("Sheet %(n)s, %(field)s: %(why)s") % told] if why else []


def _wrong(place: int, wrong: sheets.Wrong) -> str:
    """Sheet, deal and field, as `companion tally` names them, and why in the reader's words."""
    values = {"n": place, "deal": wrong.deal, "field": wrong.field}
    values["why"] = say(wrong.message, wrong.names)
    if wrong.deal:
        return _("Sheet %(n)s, deal %(deal)s, %(field)s: %(why)s") % values
    return _("Sheet %(n)s, %(field)s: %(why)s") % values


def _bring_in(found: Sequence[Brought]) -> list[int]:
    """The numbers of the tables, in the order of the sheets: new ones in one go."""
    new = [one for one in found if not (one.known and one.same)]
    uids = [None if one.known else one.sheet.head.id for one in new]
    made = [opened(one.sheet, uid) for one, uid in zip(new, uids, strict=True)]
    numbers = iter(store().import_tables(made, key=_key(), phone=phone()) if made else ())
    return [one.known.table.id if one.known and one.same else next(numbers) for one in found]


def _page(
    text: str = "",
    problems: Sequence[str] = (),
    asked: Sequence[Brought] = (),
    archive: bytes = b"",
    evening: bringing.Found | None = None,
) -> str:
    return render_template(
        "tables/import.html",
        text=text,
        problems=problems,
        asked=asked,
        archive=base64.b64encode(archive).decode() if len(archive) <= LARGEST_ASKED else "",
        evening=evening,
        key=new_key(),
    )
