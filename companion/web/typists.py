"""Who is typing a deal at this moment: a hint for the other phones, never a lock, never kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from flask import Flask, current_app

from ..words import gettext as _
from . import store

LASTS = 8  # seconds after the last touch
clock = time.monotonic


class Typist(NamedTuple):
    """A phone that types the deal of this number, since when it last did."""

    number: int
    at: float


def tag(phone: str) -> str:
    """What a phone knows itself by among those that type: of no use for anything else."""
    return phone[:8]


def types(table_id: int, number: int, phone: str) -> None:
    """A phone has touched the form of a deal."""
    current_app.extensions["typists"].setdefault(table_id, {})[phone] = Typist(number, clock())


def rests(table_id: int, phone: str) -> None:
    """What this phone typed is saved, or left for a page that begins anew."""
    current_app.extensions["typists"].get(table_id, {}).pop(phone, None)


def typists(table_id: int) -> Sequence[str]:
    """A line for each phone that types: its tag, the number of the deal, what it is called."""
    found: dict[str, Typist] = current_app.extensions["typists"].get(table_id, {})
    for phone, one in [*found.items()]:  # while other threads put theirs in, and take some out
        if one.at < clock() - LASTS:
            found.pop(phone, None)
    if not found:
        return ()
    names = store().phone_names([*found])
    return [
        f"{tag(phone)} {one.number} {names.get(phone) or _('another phone')}"
        for phone, one in [*found.items()]
    ]


def register(app: Flask) -> None:
    """Remembers for as long as the site is served."""
    app.extensions["typists"] = {}
