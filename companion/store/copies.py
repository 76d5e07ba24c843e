"""The folder of copies: which is the newest, what they are called, how many stay."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from . import backups
from .backups import AT, BadCopy, read_only

NEWEST, DAYS = 24, 30  # copies that are kept: the newest, and the newest of so many days
HOUR = 60 * 60  # seconds
NEXT = timedelta(microseconds=1)  # between two names, at the least
# Whether anything changed is told by the newest line of each history, and by all other tables as a
# whole, but for the large ones, which change with a line of those, and for what nobody would miss.
HISTORIES = {"changes", "evening_changes"}
NOT_READ = {"tables", "seats", "deals", "scores", "request_keys", "wrong_codes"}
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
TIME = r"(\d{8}T\d{6}\.\d{6}Z)"
# Copies sort by the first time, that when they were made. After the clock was set back it is one
# behind the last copy's, and a second time says when.
NAME = re.compile(rf"companion-{TIME}(?:-{TIME})?\.db")


def keep(source: Path, folder: Path, at: datetime) -> Path | None:
    """One more of the copies kept in a folder, if anything has changed; older ones are thinned out.

    It raises what `back_up` does.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    return _one_more(source, folder, at)


def keep_twice(folder: Path, second: Path) -> None:
    """The newest of these copies in a second folder too, where what is there is older: a stick may
    come late. It raises what `back_up` does."""
    if last := newest(folder):
        _one_more(last, second, made_at(last))


def _one_more(source: Path, folder: Path, at: datetime) -> Path | None:
    """A copy in a folder whose newest one is older, or says a time that has not come yet.

    Which one is newest goes by their names: this one comes behind it though the clock was set back.
    """
    last = newest(folder)
    if last and made_at(last) <= at and _holds(last, _changes(source)):
        return None
    made = folder / _name(at, last)
    backups.back_up(source, made)
    _thin_out(folder, made)
    return made


def _name(at: datetime, last: Path | None) -> str:
    """What a copy is called that is made then, behind the last one."""
    first = max(at, _time(_times(last.name)[0]) + NEXT) if last else at
    return f"companion-{first:{AT}}{f'-{at:{AT}}' if first > at else ''}.db"


def _holds(copy: Path, changes: dict[str, object]) -> bool:
    """Whether a copy is as new as that; one that is spoilt by now is none, and no reason not to
    serve."""
    with suppress(BadCopy):
        return _changes(copy) == changes
    return False


def newest(folder: Path) -> Path | None:
    """The newest copy in a folder."""
    return max(_copies(folder), key=lambda one: one.name, default=None)


def made_at(copy: Path) -> datetime:
    """When a copy was made, as its name says."""
    return _time(_times(copy.name)[-1])


def _times(name: str) -> list[str]:
    """The times in the name of a copy: first the one that it sorts by, last the one when it was
    made. None: it is no copy's."""
    found = NAME.fullmatch(name)
    return [one for one in found.groups() if one] if found else []


def _time(text: str) -> datetime:
    return datetime.strptime(f"{text}+0000", f"{AT}%z")


def worth_keeping(names: Iterable[str]) -> set[str]:
    """Of the names of copies those that stay: the newest, and the newest of each day."""
    ordered = sorted(names, reverse=True)
    of_day: dict[str, str] = {}
    for name in ordered:
        of_day.setdefault(_times(name)[-1][:8], name)
    return {*ordered[:NEWEST], *list(of_day.values())[:DAYS]}


def _copies(folder: Path, begun: str = "") -> list[Path]:
    found = folder.glob(f"companion-*.db{begun}")
    return [one for one in found if _is_copy(one.name.partition(".part")[0])]


def _is_copy(name: str) -> bool:
    """Whether we named it: somebody's own file may be called alike, after no day there is."""
    with suppress(ValueError):
        return bool(times := _times(name)) and all(map(_time, times))
    return False


def _thin_out(folder: Path, made: Path) -> None:
    """What the copy just made leaves no room for, and what a cut power has left of others: what was
    written to in the hour before may be another program's, which is at it."""
    copies = {one.name: one for one in _copies(folder)}
    spare = [copies[name] for name in copies.keys() - worth_keeping(copies)]
    before = made.stat().st_mtime - HOUR
    for one in _copies(folder, ".part*"):
        with suppress(FileNotFoundError):  # it was, and is whole by now
            if one.stat().st_mtime < before:
                one.unlink()
    for one in spare:
        one.unlink()


def _changes(file: Path) -> dict[str, object]:
    """What tells one state from another, whatever tables the release had that wrote it."""
    with read_only(file) as conn:
        tables = {name for (name,) in conn.execute(TABLES)} - NOT_READ
        return {one: (_newest_line if one in HISTORIES else _whole)(conn, one) for one in tables}


def _newest_line(conn: sqlite3.Connection, history: str) -> object:
    return conn.execute(f"SELECT max(id) FROM {history}").fetchone()


def _whole(conn: sqlite3.Connection, table: str) -> object:
    """A digest of all rows, in an order that a copy has too."""
    columns = len(conn.execute(f"SELECT * FROM {table} LIMIT 0").description)
    order, found = ", ".join(map(str, range(1, columns + 1))), sha256()
    for row in conn.execute(f"SELECT * FROM {table} ORDER BY {order}"):
        found.update(repr(row).encode())
    return found.digest()
