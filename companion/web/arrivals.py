"""Who comes to an evening, and with what fee: touched, typed, pasted as a list, read from a file.

What cannot be read is refused together with its line: among forty names nobody would find it.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from flask import request

from ..games.message import InvalidDeal, Message, refuse, short
from ..games.names import checked_name, fold
from ..sheets import unguarded
from ..words import language
from . import store
from .amounts import MONEY, hundredths

HEADINGS = Message("the first line has to name the columns: “name”, and “fee” for who owes another")
# What a club calls its columns in a language of ours.
COLUMNS = {
    **dict.fromkeys(("nom", "名前", "氏名"), "name"),
    **dict.fromkeys(("prénom", "prenom"), "first name"),
    **dict.fromkeys(("participation", "cotisation", "参加費"), "fee"),
}
NOBODY = {
    "list": Message("nobody stands on that list"),
    "file": Message("nobody stands in that file"),
}
SIGNS = "€$£¥￥円"  # of money
SIGNED = f"{SIGNS} \u00a0\u202f"  # what a spreadsheet puts around a sum
# As the Excel of a country saves, where it saves no UTF-8.
OF_EXCEL = {"en": "cp1252", "fr": "cp1252", "ja": "cp932"}
# What parts a name from its fee: a mark between cells; or a comma that is not inside a number, if
# only one number follows, with a sign of money or without.
BETWEEN = re.compile(rf"[;\t]|(?<!\d),(?=\s*+(?:[{SIGNS}]\s*+)?\d[\d.,]*+\s*+(?:[{SIGNS}]\s*+)?$)")
# A name, a space, and a fee: a number with a decimal mark or a sign of money, as no name has. A
# bare number may belong to the name: “Bo 2” is the second Bo.
BEHIND = re.compile(
    rf"(.*?\S)\s++([{SIGNS}]\s*+\d[\d.,]*+|\d[\d.,]*+\s*+[{SIGNS}]|\d*+[.,]\d{{1,2}})"
)
# What stands before each name in lists that people write each other: a number, a stroke, a point.
LISTED = re.compile(r"^\s*(?:\d{1,3}\s*[.)．）、/°-](?=\D|$)|[•・▪]|[-–—·*](?:\s|$))\s*")
BLANKS = re.compile(" {2,}")
LONGEST_LINE = 500  # a longer line of a list is not parted: it holds no name, and would take long
LONGEST_LIST = 5_000  # lines: more people than an evening may have, some of them several times
Fees = dict[int | str, int]  # what is owed by a person, or by a name that nobody bears yet
MARK = "\ufeff"  # invisible, and put by some programs before a text that is copied


class Arrival(NamedTuple):
    """Somebody who comes, and the fee, if that is not the one of all."""

    name: str
    fee: int | None = None


def readings() -> list[Callable[[], Arrival]]:
    """One function for each who comes, which reads them: from the chip that was touched, else from
    the field, the list and the file.

    Each may raise InvalidDeal at `name`, `list` or `file`; so does this for a list or a file that
    cannot be read at all.
    """
    name = request.form.get("add") or request.form.get("typed", "")
    found: list[Callable[[], Arrival]] = [partial(_typed, name)] if name.strip() else []
    if "add" not in request.form:
        fees: Fees = {}
        found += _listed(_short(request.form.get("list", "").replace(MARK, ""), "list"), fees)
        if file := request.files.get("file"):
            found += _filed(_short(_text(file.read()), "file"), "file", fees)
    return found


def _short(text: str, at: str) -> str:
    """The list without blank lines at its end; InvalidDeal where it has too many lines."""
    text = text.rstrip()
    if len(text.splitlines()) > LONGEST_LIST:
        raise refuse("a list has at most {n} lines", at=at, n=LONGEST_LIST)
    return text


def _typed(name: str) -> Arrival:
    return Arrival(checked_name(name, "name"))


def _listed(text: str, fees: Fees) -> Sequence[partial[Arrival]]:
    """A name on each line, and maybe a fee behind it, as a cell of a spreadsheet or with the
    look of money; or a CSV, if the first line names columns."""
    if _names_columns(text):
        return _filed(text, "list", fees)
    lines = [(n, _cells(line)) for n, line in enumerate(text.splitlines(), 1)]
    there = [(n, cells) for n, cells in lines if any(cells)]
    if text.strip() and not there:
        raise InvalidDeal("list", NOBODY["list"])
    return [partial(_of_line, name, ";".join(fee), n, fees) for n, (name, *fee) in there]


def _cells(line: str) -> list[str]:
    """The cells of a line, without blanks around them, and without the number or stroke with which
    lines of a list begin. A number in the first cell is a fee whose name is missing."""
    line = LISTED.sub("", BLANKS.sub(" ", line)).strip("; \t,")
    if len(line) > LONGEST_LINE:
        return [line]
    cells = [cell.strip(", ") for cell in BETWEEN.split(line)]
    if ";" in line or "\t" in line:
        cells[1:] = (cell.strip(SIGNED) for cell in cells[1:])
    if len(cells) == 1 and (found := BEHIND.fullmatch(cells[0])):
        cells = [found[1].rstrip(" :–-"), found[2].strip(SIGNS)]
    return ["", *cells] if MONEY.fullmatch(cells[0]) and cells[0] else cells


def _of_line(name: str, fee: str, line: int, fees: Fees) -> Arrival:
    if fee and not re.search(r"\d", fee):
        raise _refused(line, name, Message("each name stands on a line of its own"), "list")
    return _arrival(name, fee, line, "list", fees)


def _text(octets: bytes) -> str:
    """The text of a file: UTF-16 where its mark stands first (Excel's "Unicode text"), UTF-8, else
    the encoding in which Excel saves in the reader's country."""
    marked = octets.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", OF_EXCEL[language()]):
        try:
            return octets.decode(encoding)
        except UnicodeDecodeError:
            pass
    raise refuse("that file is no text", at="file")


def _names_columns(text: str) -> bool:
    """Whether a list begins as a CSV does, and not with somebody's name."""
    first = re.split(r"[,;\t]", _first(text))
    return "name" in map(_column, first)


def _column(cell: str) -> str:
    """What a column is called here."""
    called = cell.strip().strip('"').casefold()
    return COLUMNS.get(called, called)


def _first(text: str) -> str:
    """The first line in which anything stands."""
    return next((line for line in text.splitlines() if line.strip().strip(',;"\t ')), "")


def _filed(text: str, at: str, fees: Fees) -> list[partial[Arrival]]:
    """Names and fees of a CSV of either profile, whose first line names the columns."""
    first = _first(text)
    between = next((one for one in ";\t" if one in first), ",")  # cells: of a profile, or pasted
    rows = csv.reader(io.StringIO(text, None), delimiter=between)
    try:
        filled = ((row, rows.line_num) for row in rows if any(map(str.strip, row)))
        head = _head(next(filled, ([], 0))[0], at)
        there = list(filled)
    except csv.Error as error:
        why = Message("this is no CSV")
        raise _refused(rows.line_num, "", why, at) from error
    if not there:
        raise InvalidDeal(at, NOBODY[at])
    return [partial(_of_row, head, row, line, at, fees) for row, line in there]


def _head(cells: Sequence[str], at: str) -> list[str]:
    """What the columns are called here; InvalidDeal without a name, and for two of one meaning."""
    head = [*map(_column, cells)]
    if "name" not in head:
        raise InvalidDeal(at, HEADINGS)
    for called in ("name", "first name", "fee"):
        same = [short(cell.strip()) for cell, one in zip(cells, head, strict=True) if one == called]
        if len(same) > 1:
            one, other, *_ = same
            raise refuse(
                "two columns say the same: “{one}” and “{other}”", at=at, one=one, other=other
            )
    return head


def _of_row(head: Sequence[str], row: Sequence[str], line: int, at: str, fees: Fees) -> Arrival:
    cells = dict(zip(head, row, strict=False))
    names = (unguarded(cells.get(part, "")).strip() for part in ("first name", "name"))
    name = " ".join(filter(None, names))
    if any(cell.strip() for cell in row[len(head) :]):
        raise _refused(line, name, Message("more cells than columns"), at)
    return _arrival(name, cells.get("fee", "").strip(SIGNED), line, at, fees)


def _arrival(name: str, fee: str, line: int, at: str, fees: Fees) -> Arrival:
    try:
        come = Arrival(checked_name(name, at), hundredths(fee) if fee.strip() else None)
        _note_fee(come, fees)
    except InvalidDeal as error:
        raise _refused(line, name, error.message, at) from error
    return come


def _note_fee(come: Arrival, fees: Fees) -> None:
    """Refuses another fee than a line before says of this person: nobody knows which one holds."""
    if come.fee is None:
        return
    who = store().player_called(come.name) or fold(come.name)
    if fees.setdefault(who, come.fee) != come.fee:
        raise refuse("stands there twice, with two fees")


def _refused(line: int, name: str, why: Message, at: str) -> InvalidDeal:
    return refuse("line {n}, “{name}”: {why}", at=at, n=line, name=short(name.strip()), why=why)
