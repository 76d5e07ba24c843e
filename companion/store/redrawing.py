"""Puts somebody else, or nobody, into the places that people have in the draws of an evening."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .connections import Writing
from .people import merged
from .values import as_text

DRAWN = """
SELECT number, drawn FROM positions
WHERE evening_id = :evening_id AND (published_at IS NULL OR :published)
  AND (:only IS NULL OR number = :only) ORDER BY number
"""
PUT = "UPDATE positions SET drawn = :new WHERE evening_id = :evening_id AND number = :number"


def redraw(
    writing: Writing,
    evening_id: int,
    stead: Mapping[int, int | None],
    published: bool = False,
    only: int | None = None,
) -> list[tuple[int, str, str]]:
    """Replaces people in the draws that are not published (in `published` ones too, or in `only`
    one position): `stead` says by whom, None: by nobody. Somebody who has a table of the
    position already gets no second place. Returns the number of each draw that changed, and its
    texts before and now."""
    asked, now, changed = {"evening_id": evening_id}, merged(writing.db), []
    which = {**asked, "published": published, "only": only}
    for number, was in writing.db.execute(DRAWN, which).fetchall():
        drawn = json.loads(was)
        _put_into(drawn, stead, now)
        new = as_text(drawn)
        if drawn != json.loads(was):
            writing.db.execute(PUT, {**asked, "number": number, "new": new})
            changed.append((number, was, new))
    return changed


def _put_into(
    drawn: Mapping[str, Any], stead: Mapping[int, int | None], now: Mapping[int, int]
) -> None:
    """Changes the tables of a draw, then who sits out: nobody sits out who has a seat."""
    tables = [one["players"] for one in drawn["tables"]]
    met = {now.get(one, one) for row in tables for one in row if one not in stead}
    for row in (*tables, drawn["sits_out"]):
        found, row[:] = list(row), []
        for one in found:
            comes = stead.get(one, one)
            meant = None if comes is None else now.get(comes, comes)
            again = meant in met and (one in stead or row is drawn["sits_out"])
            if comes is not None and not again:
                row.append(comes)
                met.add(meant)
