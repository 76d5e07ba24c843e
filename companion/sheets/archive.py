"""An evening as one ZIP: packed so that the same evening gives the same octets, and unpacked with
limits on everything that it claims.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..games.message import InvalidDeal, refuse, within
from .evening import Evening
from .evening_reading import read_evening
from .reading import deals_of, parsed, read
from .sheet import Sheet, Wrong

HEAD = "evening.json"
SHEET = re.compile(r"sheets/(0|[1-9]\d{0,3})-([1-9]\d{0,3})\.json")  # 0: no position
OURS = re.compile(rf"{SHEET.pattern}|{HEAD}|sheets/|sheets/\d+-\d+\.csv|[a-z-]+\.csv")
FOLDER = re.compile(rf"((?!\.)[^/]+/){HEAD}")  # one around all files, if it was packed by hand
ADDED = re.compile(r"__MACOSX/.*|(?:.*/)?\.DS_Store", re.DOTALL)  # what a Mac packs along
MOST_FILES = 1_000
MOST_OCTETS, MOST_OF_ONE = 32 * 1024 * 1024, 8 * 1024 * 1024  # unpacked, of all and of one file
MOST_DEALS = 20_000
# How long each of these lists may be, and how many names all draws together: nobody else can save
# while they are brought in.
LISTS, MOST_TOLD, MOST_DRAWN = ("players", "wishes", "adjustments"), 5_000, 20_000
MADE = (1980, 1, 1, 0, 0, 0)  # when every file of every archive was made
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What the library raises for octets that are no archive, or a damaged one.
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)


@dataclass(frozen=True)
class Archive:
    """An evening and the sheets of its tables, each with its position (0: none) and place."""

    evening: Evening
    sheets: tuple[tuple[int, int, Sheet], ...]


def packed(files: Iterable[tuple[str, str]]) -> bytes:
    """Files by name and text as a ZIP; the same files are the same octets."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            entry = zipfile.ZipInfo(name, MADE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode("utf-8"))
    return out.getvalue()


def is_archive(octets: bytes) -> bool:
    """Whether a file that somebody brings begins as a ZIP does."""
    return octets[:2] == b"PK"


def unpacked(octets: bytes) -> Archive:
    """The evening in a ZIP. Wrong says what cannot be; never more than MOST_OCTETS is unpacked."""
    try:
        texts = _texts(octets)
        if HEAD not in texts:
            raise refuse("this is missing", at=HEAD)
        evening = _evening(texts.pop(HEAD))
        sheets = tuple(_sheets(texts))
        _check_listed(evening, sheets)
    except InvalidDeal as error:
        raise Wrong(error, ()) from None
    return Archive(evening, sheets)


def _texts(octets: bytes) -> dict[str, str]:
    """The JSON files of an archive, by name; its spreadsheets say nothing that is not in these."""
    try:
        with zipfile.ZipFile(io.BytesIO(octets)) as archive:
            entries = _entries(archive)
            _check_entries(entries)
            return dict(_unpacked(archive, entries))
    except BROKEN as error:
        if isinstance(error, InvalidDeal):
            raise
        raise refuse("this archive cannot be read", at="zip") from None


def _entries(archive: zipfile.ZipFile) -> list[tuple[str, zipfile.ZipInfo]]:
    """Its files, each with the name that it was exported under: an archive that was unpacked and
    packed again by hand has a folder around them."""
    found = [one for one in archive.infolist() if not ADDED.fullmatch(one.filename)]
    around = next(filter(None, (FOLDER.fullmatch(one.filename) for one in found)), None)
    folder = around[1] if around else ""
    named = [(one.filename.removeprefix(folder), one) for one in found]
    return [(name, one) for name, one in named if name]


def _check_entries(entries: list[tuple[str, zipfile.ZipInfo]]) -> None:
    if len(entries) > MOST_FILES:
        raise refuse("there are more than {n} files in it", at="zip", n=MOST_FILES)
    names = [name for name, _ in entries]
    for name, entry in entries:
        if not OURS.fullmatch(name):
            raise refuse("this file does not belong in it", at=_printable(name))
        if names.count(name) > 1:
            raise refuse("this is told twice", at=name)
        if entry.compress_type not in PACKINGS:
            raise refuse("this archive cannot be read", at=name)


def _printable(name: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in name[:60])


def _unpacked(
    archive: zipfile.ZipFile, entries: Iterable[tuple[str, zipfile.ZipInfo]]
) -> Iterator[tuple[str, str]]:
    """The JSON files by name and text. How large a file says it is is not trusted."""
    left = MOST_OCTETS
    for name, entry in entries:
        if name.endswith(".json"):
            with archive.open(entry) as file:
                octets = file.read(MOST_OF_ONE + 1)
            left -= len(octets)
            if left < 0 or len(octets) > MOST_OF_ONE:
                raise refuse("unpacked it is too large", at="zip")
            yield name, octets.decode("utf-8-sig")


def _json(name: str, text: str) -> Any:
    found = list(parsed(text))
    if not found:
        raise refuse("this is missing", at=name)
    if len(found) > 1:
        raise refuse("there should be {n} of them", at=name, n=1)
    return found[0]


def _evening(text: str) -> Evening:
    told = _json(HEAD, text)
    with within(HEAD):
        evening = read_evening(told)
        _check_many(evening)
    return evening


def _check_many(evening: Evening) -> None:
    drawn = sum(
        len(one.sits_out) + sum(len(table.players) for table in one.drawn)
        for one in evening.positions
    )
    many = {kind: (len(getattr(evening, kind)), MOST_TOLD) for kind in LISTS}
    for at, (n, most) in {**many, "positions": (drawn, MOST_DRAWN)}.items():
        if n > most:
            raise refuse("there should be {n} of them at most", at=at, n=most)


@contextmanager
def in_file(name: str) -> Iterator[None]:
    """Whatever raises Wrong inside names this file of the archive."""
    try:
        yield
    except Wrong as wrong:
        wrong.file = name
        raise


def _sheets(texts: Mapping[str, str]) -> Iterator[tuple[int, int, Sheet]]:
    deals = 0
    for name, text in texts.items():
        position, place = map(int, SHEET.fullmatch(name).groups())  # type: ignore[union-attr]
        told = _json(name, text)
        deals += deals_of(told)
        if deals > MOST_DEALS:
            raise refuse("there are more than {n} deals in it", at="zip", n=MOST_DEALS)
        with in_file(name):
            sheet = read(told)
        if sheet.head.id is None:
            raise refuse("this is missing", at=f"{name}, id")
        yield position, place, sheet


def _check_listed(evening: Evening, sheets: Sequence[tuple[int, int, Sheet]]) -> None:
    """Refuses an archive whose sheets are not exactly those that the evening lists, each at its
    position or at none."""
    there = sorted((position, sheet.head.id) for position, _, sheet in sheets)
    if there != sorted((position, uid.lower()) for position, uid in evening.listed):
        raise refuse("the sheets are not those of its tables", at="tables")
