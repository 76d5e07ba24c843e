"""A table as files: the score sheet for a spreadsheet, or to be kept and brought in elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from werkzeug.wsgi import wrap_file

from .. import sheets
from ..games.facts import retell
from ..store import Evening, seat_keys
from .shown import Shown, about, load

bp = Blueprint("exports", __name__)
IN_MEMORY = 1024 * 1024  # octets of a file while it is written; more go to the disk


def sheet_of(shown: Shown, evening: Evening | None = None) -> sheets.Sheet:
    """The table as a score sheet, with facts only. `evening`: the one of the table, if it is read
    already."""
    table, names = shown.table, _names(shown)
    later = [one for one in shown.substitutes() if one.place > 1]
    taken = [sheets.Taken(one.place, one.seat, one.name) for one in later]
    return sheets.made(
        shown.agreed,
        names,
        list(_rows(shown, names)),
        id=table.uid,
        dealer=names[table.dealer],
        substitutes=sheets.substitutes_of(taken, names),
        closed=table.closed_at is not None,
        **about(table, evening),
    )


def _names(shown: Shown) -> list[str]:
    """Who sat at the seats in the first deal: substitutes who came before it count as having sat
    there from the start."""
    names = list(shown.table.names)
    for one in shown.substitutes():
        if one.place == 1:
            names[one.seat] = one.name
    return names


def _rows(shown: Shown, names: Sequence[str]) -> Iterator[sheets.Row]:
    told = iter(shown.replayed.told)
    for deal in shown.deals:
        facts: dict[str, Any] = {}
        if deal.state == "half":
            keys = seat_keys(len(names))
            facts = retell(shown.agreed, deal.facts, deal.dealer, keys, names)
        one = next(told) if deal.state == "told" else None
        yield sheets.Row(deal.dealer, one, deal.note or None, deal.told_at or None, facts)


@bp.get("/tables/<int:table_id>/sheet.csv")
def csv(table_id: int) -> ResponseReturnValue:
    """The score sheet for a spreadsheet, in the profile asked for."""
    shown = load(table_id)
    profile = sheets.PROFILES[asked_profile()]
    text = profile.mark + sheets.as_csv(sheet_of(shown), profile)
    return download(shown.title, "csv", "text/csv", text)


@bp.get("/tables/<int:table_id>/sheet.json")
def as_json(table_id: int) -> ResponseReturnValue:
    """The score sheet as JSON."""
    shown = load(table_id)
    text = json.dumps(sheets.written(sheet_of(shown)), ensure_ascii=False, indent=1)
    return download(shown.title, "json", "application/json", text + "\n")


def asked_profile(usual: str = "plain") -> str:
    """How a spreadsheet is written: as the address asks for, else as `usual`."""
    asked = request.args.get("profile")
    return asked if asked in sheets.PROFILES else usual


class Aside(SpooledTemporaryFile[bytes]):
    """A temporary file that is closed, and so removed, once nothing refers to it any more."""

    def __del__(self) -> None:
        self.close()


def download_rows(title: str, rows: Iterable[Sequence[Any]], profile: str) -> Response:
    """A CSV of any length as a download. It is written to a temporary file first, so that it comes
    whole or not at all, and a long one is never in memory."""
    how = sheets.PROFILES[profile]
    file = Aside(max_size=IN_MEMORY)
    file.write(how.mark.encode())
    file.writelines(line.encode() for line in sheets.csv_lines(rows, how))
    size = file.tell()
    file.seek(0)
    answer = Response(wrap_file(request.environ, file), content_type="text/csv; charset=utf-8")
    answer.direct_passthrough, answer.content_length = True, size
    return _called(answer, title, "csv")


def download(
    title: str, ending: str, kind: str, content: str | bytes, plainly: str = "sheet"
) -> Response:
    """A download, named by a title; `plainly` is the name for programs that know only ASCII."""
    if isinstance(content, str):
        content, kind = content.encode("utf-8"), f"{kind}; charset=utf-8"
    return _called(Response(content, content_type=kind), title, ending, plainly)


def _called(answer: Response, title: str, ending: str, plainly: str = "sheet") -> Response:
    title = re.sub(r"[^\w-]+", " ", title).strip() or plainly
    names = {"filename": f"{title if title.isascii() else plainly}.{ending}"}
    if not title.isascii():  # a header is no place for letters as they are written
        names["filename*"] = f"UTF-8''{quote(title)}.{ending}"
    answer.headers.set("Content-Disposition", "attachment", **names)
    return answer
