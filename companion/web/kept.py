"""Pages that are looked at more often than they change: drawn once, then lent to every phone."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Hashable
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from flask import Flask, current_app, request
from flask_wtf.csrf import generate_csrf

from ..words import language
from .assets import comes_again
from .guard import new_key
from .phones import letters, theme
from .rights import at_table, rights

PAGES = 100  # one of a long evening is some 90 kB, packed 12
FRAGMENTS = 30  # all phones of a table ask for one at once, and never again
QUICKLY = 1  # zlib's lowest level: an eighth of a page is left
# The indentation of templates. Taken off only before a tag: a line of a note may begin with blanks;
# and matched from its first line break on, because a note may be nothing but line breaks.
AIR = re.compile(rb"(?<!\s)\n\s++(?=<)")


class Kept(NamedTuple):
    """A packed page, and what it was drawn `of`. `token` and `key` are those of the phone that it
    was drawn for; every other phone gets its own in their place."""

    of: object
    packed: bytes
    token: bytes = b""
    key: bytes = b""

    @property
    def page(self) -> bytes:
        """The page as it was drawn."""
        return zlib.decompress(self.packed)


class Slot:
    """Room for a page that looks the same to many phones: one has it drawn, the others wait."""

    def __init__(self) -> None:
        self._drawing = Lock()
        self._kept: Kept | None = None

    def showing(self, of: object, draw: Callable[[], str], *own: bytes) -> Kept:
        """What was drawn of this before, else now; `own`: the token and the key in it."""
        with self._drawing:
            if self._kept is None or self._kept.of != of:
                packed = zlib.compress(AIR.sub(b"\n", draw().encode()), QUICKLY)
                self._kept = Kept(of, packed, *own)
            return self._kept


class Slots:
    """The slots that were asked for last, for as long as the site is served."""

    def __init__(self) -> None:
        self.page = lru_cache(PAGES)(lambda at: Slot())
        self.fragment = lru_cache(FRAGMENTS)(lambda at: Slot())


def page(of: object, draw: Callable[[str], str]) -> bytes:
    """The page at this address that shows `of`, with the CSRF token and the one-time key of this
    phone. It is drawn by `draw` only if none is kept for an equal `of` and such a reader.
    """
    key = new_key()
    own = generate_csrf().encode(), key.encode()
    kept = _slots().page((*_reader(), theme(), comes_again())).showing(of, lambda: draw(key), *own)
    return kept.page.replace(kept.token, own[0]).replace(kept.key, own[1])


def fragment(of: object, draw: Callable[[], str]) -> bytes:
    """The fragment at this address that shows `of`: one for all phones of the same rights and
    language."""
    return _slots().fragment(_reader()).showing(of, draw).page


def _slots() -> Slots:
    return current_app.extensions["kept"]


def _reader() -> tuple[Hashable, ...]:
    """The address, and what of its reader decides how the page looks: rights, language, letters."""
    table_id = (request.view_args or {}).get("table_id")
    allowed = at_table(table_id) if table_id else rights().grants
    return request.full_path, request.is_secure, language(), letters(), allowed


def register(app: Flask) -> None:
    """Keeps pages for as long as the site is served."""
    app.extensions["kept"] = Slots()
