"""The static files, made small, under addresses that a phone may keep for ever.

The address of each contains a digest of all of them together, so that a style sheet or a manifest
can name its neighbours without one.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import rcssmin
import rjsmin
import zopfli.gzip
from flask import Blueprint, Flask, Response, abort, current_app, g, request

from ..games.base import Game
from .guard import needs_no_session
from .prepared import Prepared

NO_PAGE = "default-src 'none';frame-ancestors 'none'"  # by itself a file may do nothing
FOR_EVER = "max-age=31536000,immutable"
# Files that are sent as one, to be one request; a game's own script is sent with those of SHEET.
# They may be loaded before the page is whole, and so begin only once it is (ONCE_THERE).
SHEET = ("find.js", "live.js", "record.js", "outbox.js", "left.js", "pad.js")
# This alone runs at once: the stylesheets draw a form otherwise where there is script.
AT_ONCE = b'document.documentElement.className="script";'
ONCE_THERE = b'addEventListener("DOMContentLoaded",()=>{%s})'
TOGETHER = {
    "outbox.js": ("find.js", "outbox.js", "emptied.js", "back.js"),
    "sheet.js": SHEET,
    "watch.js": ("find.js", "live.js", "outbox.js"),
    "home.js": ("find.js", "outbox.js", "decide.js", "back.js"),
    "new.js": ("find.js", "outbox.js", "opening.js", "emptied.js", "silent.js"),
    "silent.js": ("find.js", "silent.js"),
    "board.js": ("find.js", "board.js"),
    "new.css": ("style.css", "game-choice.css", "opening.css"),
    "home.css": ("game-choice.css", "home.css"),
}
# Symbols that no sheet needs: they are left out of sheet.svg, because a first visit to a sheet is
# the heaviest of all.
ELSEWHERE = re.compile(
    rb'<symbol id="(game(-\w+)?|search|sun|moon|light|screen|up|down|swap)".*?</symbol>',
    re.DOTALL,
)
SHEETS = ("tables.show", "tables.watch", "tables.deals")
BEFORE_POINT = re.compile(rb"(?<![\w.])0(?=\.\d)")  # the 0 of 0.5, which CSS does not need
WORTH_PACKING = 512  # octets; below it the header costs as much as is won
# Said here, because Windows takes the types of files from its registry. Scripts and styles are read
# as UTF-8 because the pages are.
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
PACKED = ("text/", "image/svg", "application/json", "application/manifest")
# How a script can be shorter and do the same: `let` for `const`, no brackets around a single
# argument, no semicolon before the end of a block and no line break behind it (all our statements
# end in a semicolon or a brace).
SHORTER = (
    (re.compile(rb"\bconst\b"), b"let"),
    (re.compile(rb"(?<![\w$)\]])\((\w+)\)=>"), rb"\1=>"),
    (re.compile(rb";?}\n?"), b"}"),
)
FOR_PEOPLE = re.compile(rb"<!--.*?-->|\s+(?=<)", re.DOTALL)  # comments and blanks in an SVG file

PATH = re.compile(r"\w+://[^/]*([^?#]*)")  # of an address; urlsplit refuses some that phones send

bp = Blueprint("assets", __name__)


class Asset(NamedTuple):
    """A static file as it is sent: plain, and packed where that is worth it."""

    kind: str
    plain: bytes
    packed: bytes | None


class Assets:
    """The static files, read and packed once, and the state that their addresses name."""

    def __init__(self, folder: Path, prepared: Prepared | None = None) -> None:
        paths = [path for path in sorted(folder.rglob("*")) if path.suffix in TYPES]
        alone = {path.relative_to(folder).as_posix(): _as_sent(path) for path in paths}
        alone |= {"sheet.svg": ELSEWHERE.sub(b"", alone.get("symbols.svg", b""))}
        own = {f"games/{path.name}": _own(path) for path in folder.glob("games/*.js")}
        together = {name: _together(alone, parts) for name, parts in {**TOGETHER, **own}.items()}
        sent = alone | {name: plain for name, plain in together.items() if plain}
        self.files = {name: _asset(prepared, name, plain) for name, plain in sent.items()}
        state = hashlib.sha256()
        for name, asset in self.files.items():
            state.update(f"{name} {len(asset.plain)} ".encode() + asset.plain)
        self.state = state.hexdigest()[:8]


def _own(path: Path) -> tuple[str, ...]:
    """What is sent with a game's own script: all of SHEET, but pad.js only if the script names
    it."""
    types = b"pad.js" in path.read_bytes()
    return *(part for part in SHEET if types or part != "pad.js"), f"games/{path.name}"


def _together(alone: Mapping[str, bytes], parts: Sequence[str]) -> bytes:
    """Files of a kind as one; nothing where none of them is there."""
    there = b"".join(alone[part] for part in parts if part in alone)
    if parts[0].endswith(".css"):
        return there
    return AT_ONCE * ("record.js" in parts) + ONCE_THERE % there if there else b""


def _as_sent(path: Path) -> bytes:
    """A file without comments and blanks, where it can be made so."""
    made = SMALLER.get("".join(path.suffixes[-2:])) or SMALLER.get(path.suffix, bytes)
    return made(path.read_bytes())


def _script(plain: bytes) -> bytes:
    plain = rjsmin.jsmin(plain)
    for long, short in SHORTER:
        plain = long.sub(short, plain)
    return plain


def _style(plain: bytes) -> bytes:
    return BEFORE_POINT.sub(b"", rcssmin.cssmin(plain))


SMALLER: Mapping[str, Callable[[bytes], bytes]] = {
    ".min.js": bytes,
    ".js": _script,
    ".css": _style,
    ".svg": lambda plain: FOR_PEOPLE.sub(b"", plain),
}


def _asset(prepared: Prepared | None, name: str, plain: bytes) -> Asset:
    """A file as it is sent."""
    kind = TYPES[Path(name).suffix]
    if not kind.startswith(PACKED) or len(plain) < WORTH_PACKING:
        return Asset(kind, plain, None)
    name = f"{hashlib.sha256(plain).hexdigest()}.gz"
    return Asset(kind, plain, prepared.made(name, plain, _packed) if prepared else _packed(plain))


@cache
def _packed(plain: bytes) -> bytes:
    """As small as gzip can be: it takes a while, once, and every phone gets it."""
    return zopfli.gzip.compress(plain, numiterations=50)


@bp.app_template_global()
def asset(name: str) -> str:
    """The address of a static file, `style.css` say; it changes when any of them does."""
    kept: Assets = current_app.extensions["assets"]
    if name not in kept.files:
        raise LookupError(f"no static file {name}")
    # Not url_for, which takes longer: this is called for every symbol on a page.
    return f"{request.script_root}/static/{kept.state}/{name}"


@bp.app_template_global()
def symbols_file() -> str:
    """The address of the file of symbols for this page: a sheet needs fewer of them."""
    of_sheet = request.endpoint in SHEETS or request.blueprint in ("deals", "live")
    return asset("sheet.svg" if of_sheet and "refused" not in g else "symbols.svg")


@bp.app_template_global()
def game_symbol(game: Game) -> str:
    """The name of the symbol of a game: its own in symbols.svg, else a card."""
    kept: Assets = current_app.extensions["assets"]
    own = f'<symbol id="game-{game.key}"'.encode()
    return f"game-{game.key}" if own in kept.files["symbols.svg"].plain else "game"


@bp.app_template_global()
def sheet_script(game: Game) -> str:
    """The script of a game's sheets, with its own where it has one."""
    kept: Assets = current_app.extensions["assets"]
    own = f"games/{game.key}.js"
    return own if own in kept.files else "sheet.js"


@bp.app_template_global()
def defer_again() -> str:
    """`defer` for the scripts of a sheet, if the page before was one of the same table: the browser
    has them already, so the sheet, after a save say, is drawn whole before they run."""
    return " defer" if comes_again() else ""


def comes_again() -> bool:
    """Whether the page before was one of the same table, or the same page."""
    table = request.script_root + "/".join(request.path.split("/")[:3])  # /tables/3
    before = PATH.match(request.referrer or "")
    return before is not None and f"{before[1]}/".startswith(f"{table}/")


@bp.get("/static/<state>/<path:name>")
@needs_no_session
def file(state: str, name: str) -> Response:
    """A static file. Under the address of an earlier state it is the file of now, not to be
    kept."""
    kept: Assets = current_app.extensions["assets"]
    found = kept.files.get(name) or abort(404)
    packed = found.packed if _can_unpack() else None
    answer = Response(packed or found.plain, content_type=found.kind)
    answer.headers["Content-Security-Policy"] = NO_PAGE
    answer.headers["Permissions-Policy"] = "camera=()"  # it asks for nothing: the page's is the law
    if state == kept.state:
        answer.headers["Cache-Control"] = FOR_EVER
    if found.packed:
        answer.vary.add("Accept-Encoding")
    if packed:
        answer.content_encoding = "gzip"
    return answer


def pack(answer: Response) -> Response:
    """Packs a page for a browser that can unpack it; a slow Wi-Fi is slower than any server."""
    kind = answer.content_type or ""
    on_its_way = answer.is_streamed or answer.direct_passthrough  # the second is a file
    if on_its_way or answer.content_encoding or not kind.startswith(PACKED):
        return answer
    data = answer.get_data()
    if len(data) < WORTH_PACKING:
        return answer
    answer.vary.add("Accept-Encoding")
    if _can_unpack():
        answer.set_data(gzip.compress(data, 8, mtime=0))
        answer.content_encoding = "gzip"
    return answer


def _can_unpack() -> bool:
    return request.accept_encodings.quality("gzip") > 0


def register(app: Flask) -> None:
    """Serves the static files, and packs what is answered."""
    app.extensions["assets"] = Assets(
        Path(app.root_path).parent / "static", app.extensions.get("prepared")
    )
    app.register_blueprint(bp)
    app.after_request(pack)
