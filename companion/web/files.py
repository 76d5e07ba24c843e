"""The files of an evening: everything in one ZIP, its deals and its players for a spreadsheet.

What is in one file belongs together, whoever tells a deal meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from ..sheets.archive import packed
from ..store import Evening
from . import store
from .archive import counted_at, files, shown_at
from .exports import asked_profile, download, download_rows
from .pivot import deal_rows, player_rows
from .shown import Shown

bp = Blueprint("files", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.get("/evening.zip")
def whole(evening_id: int) -> ResponseReturnValue:
    """The evening whole, in a file to be kept or brought in elsewhere."""
    with store().reading():
        evening = store().evening(evening_id)
        octets = packed(files(evening, asked_profile(evening.profile)))
    return download(evening.name, "zip", "application/zip", octets, plainly="evening")


@bp.get("/deals.csv")
def deals(evening_id: int) -> ResponseReturnValue:
    """One row a player and deal, for pivot tables."""
    with store().reading():
        evening = store().evening(evening_id)
        return _csv(evening, "deals", deal_rows(_played(evening), [evening]))


@bp.get("/players.csv")
def players(evening_id: int) -> ResponseReturnValue:
    """One row a player, with counts by role and contract."""
    with store().reading():
        evening = store().evening(evening_id)
        parts = store().parts([evening_id])
        rows = player_rows(_played(evening), parts, store().attendances(evening_id))
        return _csv(evening, "players", rows)


def _played(evening: Evening) -> list[Shown]:
    return counted_at(evening, shown_at(evening))


def _csv(evening: Evening, name: str, rows: Iterable[Sequence[Any]]) -> Response:
    return download_rows(f"{evening.name} {name}", rows, asked_profile(evening.profile))
