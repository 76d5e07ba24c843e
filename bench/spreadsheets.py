"""Opens the CSV files of an evening in LibreOffice, as a French person does: are numbers numbers
there, and names names (engineering: T-S8)?"""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from flask import Flask

from companion import create_app
from companion.store import DrawnTable

from .phone import COOKIE
from .served import let_in

NAMES = ["Éloïse Œuf", "=1+1", "由紀", "Łukasz ; d'Été"]
FILES = ("evenings/1/deals", "evenings/1/players", "evenings/1/standings", "tables/1/sheet")
# Semicolon, quotes, UTF-8, from the first line, French (1036), nothing taken for a date.
AS_FRENCH = "Text - txt - csv (StarCalc):59,34,76,1,,1036,false,false"
CELL = re.compile(
    r"<table:table-cell(?P<told>[^>]*?)(?:/>|>(?P<inside>.*?)</table:table-cell>)", re.S
)
NUMBER = re.compile(r"-?\d+(,\d+)?")
WITHIN = 120  # seconds


def said() -> Iterator[str]:
    """A line for each file; or that no LibreOffice is here."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if not program:
        yield "spreadsheets: not opened, no LibreOffice is here (apt-get install libreoffice-calc)"
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = _written(folder)
        _open(program, folder, files)
        for path in files:
            opened = path.with_suffix(".fods")
            wrong = _wrong(path, opened) if opened.exists() else ["it was not opened"]
            verdict = f"MISSED: {wrong[:3]}" if wrong else "held"
            yield f"{f'{path.name} in LibreOffice, in French':45} as written: {verdict}"


def _open(program: str, folder: Path, files: list[Path]) -> None:
    """Opens each file as French, and saves it in a format that says what each cell is."""
    own = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    asked = ["--headless", f"--infilter={AS_FRENCH}", "--convert-to", "fods", "--outdir"]
    command = [program, own, *asked, str(folder), *map(str, files)]
    subprocess.run(command, capture_output=True, timeout=WITHIN, check=False)


def _written(folder: Path) -> list[Path]:
    """The files of an evening of one table, made for a French Excel."""
    app = create_app({"INSTANCE": folder / "instance"})
    store, asked = app.extensions["store"], {"key": None, "phone": ""}
    let_in(store)
    store.open_evening("Soirée", "2026-11-20", "Café", {"tarot": {}}, 250, **asked)
    store.check_in(1, NAMES, "tarot", **asked)
    four = {one.name: one.player for one in store.attendances(1)}
    drawn = [DrawnTable(1, "tarot", tuple(four[name] for name in NAMES))]
    store.keep_draw(1, 1, drawn, [], **asked)
    store.publish(1, 1, **asked)
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49.5}
    store.save_deal(1, 1, told, revision=0, **asked)
    return [_file(app, folder, address) for address in FILES]


def _file(app: Flask, folder: Path, address: str) -> Path:
    app.config["LINK_COOKIE"], _, secret = COOKIE.partition("=")
    client = app.test_client()
    client.set_cookie(app.config["LINK_COOKIE"], secret)
    path = folder / f"{Path(address).name}.csv"
    path.write_bytes(client.get(f"/{address}.csv?profile=excel-fr").data)
    return path


def _wrong(path: Path, opened: Path) -> list[tuple[str, str]]:
    """The cells that differ in LibreOffice: as they were written, and as they are there."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        written = [cell for row in csv.reader(file, delimiter=";", strict=True) for cell in row]
    found = [cell for cell in _cells(opened.read_text("utf-8")) if cell]
    pairs = zip([cell for cell in written if cell], found, strict=False)
    different = [pair for pair in pairs if pair[0] != pair[1]]
    return different or ([("", "cells are missing")] if len(found) < len(set(written)) else [])


def _cells(document: str) -> Iterator[str]:
    """What each cell holds: a number as it is written in French, a text as it is."""
    body = document.partition("<table:table ")[2]
    for cell in CELL.finditer(body):
        times = re.search(r'number-columns-repeated="(\d+)"', cell["told"])
        value = re.search(r'office:value-type="float" office:value="([^"]*)"', cell["told"])
        text = unescape(re.sub("<[^>]*>", "", cell["inside"] or "")).strip()
        held = (
            value[1].replace(".", ",") if value else f"“{text}" if NUMBER.fullmatch(text) else text
        )
        yield from [held] * (int(times[1]) if times and held else 1)
