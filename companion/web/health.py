"""Whether all is well with this host, for its owner, and for a program that asks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

from ..store import copies
from . import store
from .guard import PLAIN_TEXT

bp = Blueprint("health", __name__)
LEAST = 200_000_000  # octets free on the disk
OLDEST = timedelta(hours=24)  # a change that no copy has yet


@bp.get("/healthz")
def show() -> ResponseReturnValue:
    """`ok`, or a line for all that is wrong, and 503."""
    found = list(wrong())
    said = "\n".join(found or ["ok"])
    return f"{said}\n", 503 if found else 200, PLAIN_TEXT


def wrong() -> Iterator[str]:
    """A line for all that is not well, in English, as a program reads it."""
    if not store().in_place():
        yield "the database is not where it was opened: nothing is saved"
        return
    changed, now = store().changed_at(), datetime.now(UTC)
    if shutil.disk_usage(current_app.instance_path).free < LEAST:
        yield "less than 200 MB are free"
    if changed and changed > now:
        yield "the clock is behind the newest change"
    copy = copied_at()
    # What a copy of a time to come has it does not say: the clock was ahead when it was made.
    if changed and changed < now - OLDEST and not (copy and changed <= copy <= now):
        yield "the last change is a day old, and no copy has it"
    if current_app.extensions.get("uncopied"):
        yield "a copy could not be made: what was printed says why"
    if current_app.extensions.get("audit"):  # found beside the answers, each time anew
        yield "a table in progress is saved otherwise than counted now: ask companion check"


def copied_at() -> datetime | None:
    """When the newest copy was made; None: there is none."""
    last = copies.newest(Path(current_app.instance_path) / "backups")
    return copies.made_at(last) if last else None
