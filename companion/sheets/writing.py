"""The score sheet as JSON, as it is exported: facts only, and every option."""

from __future__ import annotations

from typing import Any

from ..games.facts import options, to_facts
from .sheet import FORMAT, VERSION, Row, Sheet

TEXTS = ("title", "date", "evening", "position", "table", "note")


def written(sheet: Sheet) -> dict[str, Any]:
    """A sheet as it is exported: `read(written(sheet))` has the same facts and the same tally."""
    head, agreed = sheet.head, sheet.agreed
    found: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "id": head.id,
        "game": sheet.game.key,
        "players": list(sheet.names),
        "dealer": head.dealer or sheet.names[0],
        "seats": agreed.players if agreed.players < agreed.seats else None,
        "rules": options(agreed.rules),
        "start": _start(sheet),
        "substitutes": [to_facts(one, ()) for one in head.substitutes] or None,
        "closed": head.closed or None,
        **{key: getattr(head, key) for key in TEXTS},
        "deals": [_deal(sheet, row) for row in sheet.rows],
    }
    return {key: value for key, value in found.items() if value is not None}


def _start(sheet: Sheet) -> dict[str, int | float] | None:
    if not sheet.carries_over:
        return None
    return dict(zip(sheet.names, sheet.numbers(sheet.agreed.start), strict=True))


def _deal(sheet: Sheet, row: Row) -> dict[str, Any]:
    told = row.told
    facts = to_facts(told.deal, sheet.plays(told)) if told else {**row.facts, "half": True}
    common = {"dealer": sheet.names[row.dealer], "note": row.note, "told_at": row.told_at}
    return facts | {key: value for key, value in common.items() if value is not None}
