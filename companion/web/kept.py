"""Pages that are looked at more often than they change: drawn once, then lent to every phone."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from flask import Flask, current_app, request
from flask_wtf.csrf import generate_csrf

from ..words import language
from .deals import new_key
from .phones import letters, theme
from .rights import at_table, rights

MOST = 100  # pages; one of a long evening is some 80 kB
AIR = re.compile(rb"\n\s+")  # what templates have for who reads them


class Kept(NamedTuple):
    """A page, what it shows, and what in it is only for the phone that it was drawn for."""

    of: object
    page: bytes
    token: bytes
    key: bytes


def page(of: object, draw: Callable[[str], str]) -> bytes:
    """The page at this address that shows `of`, drawn by `draw` with a one-time key if need be.

    `of` decides all of it but for who reads it: where it is equal, so is the page. The token of
    the forms and their key are this phone's own.
    """
    pages: OrderedDict[object, Kept] = current_app.extensions["pages"]
    at, fresh = (*_reader(), theme()), new_key()
    token, key = generate_csrf().encode(), fresh.encode()
    kept = pages.get(at)
    if kept is None or kept.of != of:
        kept = pages[at] = Kept(of, AIR.sub(b"\n", draw(fresh).encode()), token, key)
        if len(pages) > MOST:
            pages.popitem(last=False)
    return kept.page.replace(kept.token, token).replace(kept.key, key)


def _reader() -> tuple[object, ...]:
    """The address, and of who reads there what decides the page: what it may, in which words."""
    table_id = (request.view_args or {}).get("table_id")
    allowed = at_table(table_id) if table_id else rights().grants
    return request.full_path, language(), letters(), allowed


def fragment(of: object, draw: Callable[[], str]) -> bytes:
    """The fragment at this address that shows `of`: one for all who may as much and read alike."""
    pages: OrderedDict[object, Kept] = current_app.extensions["pages"]
    at = _reader()
    kept = pages.get(at)
    if kept is None or kept.of != of:
        kept = pages[at] = Kept(of, AIR.sub(b"\n", draw().encode()), b"", b"")
        if len(pages) > MOST:
            pages.popitem(last=False)
    return kept.page


def register(app: Flask) -> None:
    """Keeps pages for as long as the site is served."""
    app.extensions["pages"] = OrderedDict()
