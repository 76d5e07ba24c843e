"""A sheet held against the table that has its id here, and put into the words of the store."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import sheets
from ..games.facts import options
from ..games.message import InvalidDeal, refuse
from ..games.names import fold
from ..sheets.writing import TEXTS
from ..store import Opening, Substitute, Telling, ToldTable, clean, seat_keys
from ..words import gettext as _
from . import store
from .differing import Difference, told_apart
from .exports import sheet_of
from .ready import ready, ready_game
from .rights import may_at
from .shown import Shown, load
from .unlike import differences

LONGEST_TEXT = 4_000  # in a file: no form takes as much, and pages bear it


@dataclass(frozen=True)
class Brought:
    """A sheet and the table that has its id, if one has; whether they say the same."""

    sheet: sheets.Sheet
    known: Shown | None = None

    @cached_property
    def told(self) -> sheets.Sheet:
        """The sheet, with people as they are called here by now."""
        return sheets.as_begun(sheets.as_called(self.sheet, store().names_now()))

    @property
    def same(self) -> bool:
        """Whether the table here says all that the sheet says."""
        if self.known is None:
            return False
        # What its evening is called, and when it was, the evening says.
        unsaid = ("evening", "date") if self.known.table.evening_id else ()
        return _facts(sheet_of(self.known), unsaid) == _facts(self.told, unsaid)

    @property
    def differences(self) -> list[Difference]:
        """What the table here and the sheet say differently, where they do."""
        if self.known is None or self.same:
            return []
        found = list(differences(sheet_of(self.known), self.told))
        return found or [(_("Table"), *told_apart("", ""))]  # two ways to write one letter, say


def _facts(sheet: sheets.Sheet, unsaid: Collection[str]) -> str:
    """All that a sheet says and this instance keeps as it was said, but for what is `unsaid` here;
    folded as names are."""
    told = sheets.written(sheet)
    not_kept = {"id", "closed", "start", *unsaid}
    kept = {key: value for key, value in told.items() if key not in not_kept}
    kept["start"] = sheet.agreed.start
    # When a deal was told is filled in here where a sheet does not say.
    deals = [{k: v for k, v in deal.items() if k != "told_at"} for deal in told["deals"]]
    kept["deals"] = [_cleaned(deal, ["note"]) for deal in deals]
    return fold(json.dumps(_cleaned(kept, TEXTS), sort_keys=True, ensure_ascii=False))


def _cleaned(told: dict[str, Any], texts: Iterable[str]) -> dict[str, Any]:
    """With these texts as they are kept; without those that say nothing."""
    cleaned = {key: clean(told[key]) for key in texts if key in told}
    rest = {key: value for key, value in told.items() if key not in cleaned}
    return rest | {key: text for key, text in cleaned.items() if text}


def brought(sheet: sheets.Sheet, before: Sequence[Brought] = ()) -> Brought:
    """The sheet beside the table that has its id; Wrong where it can be no table here."""
    uid = sheet.head.id
    if ready_game(sheet.game.key) is None:
        games = tuple(game.key for game in ready())
        raise sheets.Wrong(refuse("one of {games}", at="game", games=games), ())
    if uid and uid in [one.sheet.head.id for one in before]:
        raise sheets.Wrong(refuse("this sheet is here already", at="id"), ())
    table = store().table_by_uid(uid) if uid else None
    if table and not may_at("watch", table):
        raise sheets.Wrong(refuse("this sheet is here already", at="id"), ())
    found = Brought(sheet, load(table.id) if table else None)
    try:
        if not found.same:
            _check_texts(sheet)
    except InvalidDeal as error:
        raise sheets.Wrong(error, sheet.names) from None
    return found


def _check_texts(sheet: sheets.Sheet) -> None:
    """Refuses a text that is longer than a page can bear."""
    for key in TEXTS:
        _check_length(key, getattr(sheet.head, key))
    for deal, row in enumerate(sheet.rows):
        _check_length("note", row.note, deal)


def _check_length(at: str, text: str | None, deal: int | None = None) -> None:
    if len(text or "") > LONGEST_TEXT:
        error = refuse("at most {n} letters or signs", at=at, n=LONGEST_TEXT)
        error.deal = deal
        raise error


def opened(sheet: sheets.Sheet, uid: str | None) -> ToldTable:
    """The sheet as the store opens a table of it."""
    head, told = sheet.head, list(_tellings(sheet))
    taken = sheets.seats_taken(head.substitutes, sheet.names, len(told))
    substitutes = [Substitute(place=one.deal, seat=one.seat, name=one.by) for one in taken]
    return ToldTable("import", _opening(sheet), uid, told, substitutes, head.closed)


def _opening(sheet: sheets.Sheet) -> Opening:
    head, agreed = sheet.head, sheet.agreed
    return Opening(
        game=sheet.game.key,
        names=sheet.names,
        rules=options(agreed.rules),
        at_once=agreed.players,
        dealer=next((n for n, name in enumerate(sheet.names) if name == head.dealer), 0),
        start=agreed.start,
        about={key: text for key in TEXTS if (text := getattr(head, key))},
    )


def _tellings(sheet: sheets.Sheet) -> Iterator[Telling]:
    """The deals with seats for names."""
    keys = seat_keys(len(sheet.names))
    for row in sheet.rows:
        texts = {"note": row.note or "", "told_at": row.told_at or ""}
        facts = sheet.facts(row, keys)
        yield Telling(facts=facts, dealer=row.dealer, half=row.told is None, **texts)
