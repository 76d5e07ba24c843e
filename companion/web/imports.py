"""A score sheet brought in: a new table, the table that is here already, or a question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from .. import sheets
from ..games.facts import options, retell, to_facts
from ..games.message import InvalidDeal, refuse
from ..store import Opening, Substitute, Table, Telling, Where, seat_keys
from ..words import gettext as _
from ..words import say, total
from . import store
from .deals import load, new_key
from .exports import sheet_of
from .guard import phone, renews_form, takes_file
from .opening import ready, ready_game
from .rights import let_in, may, needs
from .shown import Shown

bp = Blueprint("imports", __name__)
ABOUT = ("title", "date", "evening", "position", "table", "note")
MOST_SHEETS = 200


@dataclass(frozen=True)
class Brought:
    """A sheet and the table that has its id, if one has; whether they say the same."""

    sheet: sheets.Sheet
    known: Shown | None = None

    @property
    def same(self) -> bool:
        """Whether the table here says all that the sheet says."""
        return self.known is not None and _facts(sheet_of(self.known)) == _facts(self.sheet)

    @property
    def differences(self) -> list[tuple[int, str, str]]:
        """Place, our deal and the sheet's, where the two are not the same."""
        ours = _lines(sheet_of(self.known)) if self.known else []
        theirs = _lines(self.sheet)
        pairs = enumerate(zip_longest(ours, theirs, fillvalue=""), 1)
        return [(i, *pair) for i, pair in pairs if pair[0] != pair[1]]


def _facts(sheet: sheets.Sheet) -> str:
    """All that a sheet says and this instance keeps as it was said, without regard to case."""
    told = sheets.written(sheet)
    kept = {key: value for key, value in told.items() if key not in ("id", "closed", "start")}
    kept |= {key: kept[key].strip() for key in ABOUT if key in kept}
    kept["start"] = sheet.agreed.start
    # When a deal was told is filled in here where a sheet does not say.
    deals = [{k: v for k, v in deal.items() if k != "told_at"} for deal in told["deals"]]
    return json.dumps(kept | {"deals": deals}, sort_keys=True, ensure_ascii=False).casefold()


def _lines(sheet: sheets.Sheet) -> list[str]:
    """A line a deal with its scores, as a person would compare them."""
    return [_line(sheet, row) for row in sheet.rows]


def _line(sheet: sheets.Sheet, row: sheets.Row) -> str:
    dealer = _("%(name)s dealt") % {"name": sheet.names[row.dealer]}
    if row.told is None:
        return f"{dealer} · …"
    told, scale = row.told, sheet.game.scale
    sentence = say(sheet.game.told(told.deal, told.score), sheet.plays(told), scale)
    points = " ".join(total(n, sheet.game) for n in told.points(len(sheet.names)))
    return " · ".join([sentence, points, dealer, *([row.note] if row.note else [])])


@bp.get("/import")
@needs("open")
def bring() -> ResponseReturnValue:
    """The form that takes a sheet."""
    return _page()


def again() -> ResponseReturnValue:
    """The form with what was pasted, or what the file held."""
    return _page(_posted() or "")


@bp.post("/import")
@needs("open")
@takes_file
@renews_form(again)
def take() -> ResponseReturnValue:
    """Opens a table for each sheet; where one cannot be read, it is named and none is opened."""
    text = _posted()
    if text is None:
        return _page(problems=[_("That file is no text in UTF-8.")]), 422
    found, problems = _read(text)
    if problems or not found:
        return _page(text, problems or [_("There is no sheet in it.")]), 422
    asked = [one for one in found if one.known and not one.same]
    if asked and "anew" not in request.form:
        return _page(text, asked=asked), 409
    try:
        tables = [_bring_in(one, i) for i, one in enumerate(found)]
    except InvalidDeal as error:  # another phone brought it in meanwhile
        return _page(text, [say(error.message)]), 422
    let_in("score", *(Where(table.id) for table in tables if not may("score", table.id)))
    if len(tables) > 1:
        return redirect(url_for("tables.index"), 303)
    return redirect(url_for("tables.show", table_id=tables[0].id), 303)


def _posted() -> str | None:
    """The text of the file, else what was pasted; None where it is not UTF-8."""
    file = request.files.get("file")
    data = file.read() if file else b""
    if file:
        file.seek(0)  # it is read once more where the form comes back
    try:
        return data.decode("utf-8-sig") if data else request.form.get("text", "")
    except UnicodeDecodeError:
        return None


def _read(text: str) -> tuple[list[Brought], list[str]]:
    """The sheets of a text, and what is wrong with those that cannot be."""
    found, problems = [], []
    for place, told in enumerate(sheets.parsed(text), 1):
        if place > MOST_SHEETS:
            return [], [_("These are too many sheets for one time.")]
        try:
            found.append(_brought(sheets.read(told), found))
        except sheets.Wrong as wrong:
            problems.append(_wrong(place, wrong))
    return found, problems


def _wrong(place: int, wrong: sheets.Wrong) -> str:
    """Sheet, deal and field, as `companion tally` names them, and why in the reader's words."""
    values = {"n": place, "deal": wrong.deal, "field": wrong.field}
    values["why"] = say(wrong.message, wrong.names)
    if wrong.deal:
        return _("Sheet %(n)s, deal %(deal)s, %(field)s: %(why)s") % values
    return _("Sheet %(n)s, %(field)s: %(why)s") % values


def _brought(sheet: sheets.Sheet, before: Sequence[Brought]) -> Brought:
    """The sheet beside the table that has its id; Wrong where it can be no table here."""
    uid = (sheet.head.id or "").lower()
    if ready_game(sheet.game.key) is None:
        games = tuple(game.key for game in ready())
        raise sheets.Wrong(refuse("one of {games}", at="game", games=games), ())
    if uid and uid in [(one.sheet.head.id or "").lower() for one in before]:
        raise sheets.Wrong(refuse("this sheet is here already", at="id"), ())
    table = store().table_by_uid(uid) if uid else None
    if table and not may("watch", table.id):
        raise sheets.Wrong(refuse("this sheet is here already", at="id"), ())
    return Brought(sheet, load(table.id) if table else None)


def _bring_in(one: Brought, place: int) -> Table:
    if one.known and one.same:
        return one.known.table
    sheet, key = one.sheet, request.form.get("key")
    return store().import_table(
        _opening(sheet),
        list(_tellings(sheet)),
        list(_sitting_down(sheet)),
        key=f"{key}-{place}" if key else None,
        phone=phone(),
        uid=None if one.known else sheet.head.id,
        closed=sheet.head.closed,
    )


def _opening(sheet: sheets.Sheet) -> Opening:
    head, agreed = sheet.head, sheet.agreed
    return Opening(
        game=sheet.game.key,
        names=sheet.names,
        rules=options(agreed.rules),
        at_once=agreed.players,
        dealer=list(sheet.names).index(head.dealer) if head.dealer in sheet.names else 0,
        start=agreed.start,
        about={key: text for key in ABOUT if (text := getattr(head, key))},
    )


def _tellings(sheet: sheets.Sheet) -> Iterator[Telling]:
    """The deals with seats for names."""
    keys, names = seat_keys(len(sheet.names)), list(sheet.names)
    for row in sheet.rows:
        if row.told:
            facts = to_facts(row.told.deal, [keys[seat] for seat in row.told.plays])
        else:
            facts = retell(sheet.agreed, row.facts, row.dealer, names, keys)
        texts = {"note": row.note or "", "told_at": row.told_at or ""}
        yield Telling(facts=facts, dealer=row.dealer, half=row.told is None, **texts)


def _sitting_down(sheet: sheets.Sheet) -> Iterator[Substitute]:
    sitting = list(sheet.names)
    for one in sheet.head.substitutes:
        seat = sitting.index(one.player)
        sitting[seat] = one.by
        yield Substitute(place=one.deal, seat=seat, name=one.by)


def _page(text: str = "", problems: Sequence[str] = (), asked: Sequence[Brought] = ()) -> str:
    return render_template(
        "tables/import.html", text=text, problems=problems, asked=asked, key=new_key()
    )
