"""The folder of copies: when one is added, how they are named, which of them stay."""

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

NEWEST, DAYS = 24, 30  # how many copies stay: the newest, and the last of each day
HOUR = 60 * 60  # seconds
NEXT = timedelta(microseconds=1)  # the least time between the names of two copies
# Whether anything changed is seen by the newest row of each history and by all rows of the other
# tables. Left out are large ones, which never change without a history, and what nobody would miss.
HISTORIES = {"changes", "evening_changes"}
NOT_READ = {"tables", "seats", "deals", "scores", "request_keys", "wrong_codes"}
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
TIME = r"(\d{8}T\d{6}\.\d{6}Z)"
# Copies are named after the time when they were made, and sort by it. Where the clock was set back,
# the name begins with a time just after the last copy's, and a second one says when it was made.
NAME = re.compile(rf"companion-{TIME}(?:-{TIME})?\.db")


def keep(source: Path, folder: Path, at: datetime) -> Path | None:
    """Adds a copy to a folder if anything has changed, and deletes older ones that need not stay.

    Raises what `back_up` raises.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    return _one_more(source, folder, at)


def keep_twice(folder: Path, second: Path) -> None:
    """Copies the newest copy into a second folder too, unless it is there: a memory stick may be
    put in late. Raises what `back_up` raises."""
    if last := newest(folder):
        _one_more(last, second, made_at(last))


def _one_more(source: Path, folder: Path, at: datetime) -> Path | None:
    """Adds a copy to a folder, unless its newest one has the same content.

    Where the newest one claims to be made after `at`, a copy is added in any case. Its name sorts
    after that one all the same.
    """
    last = newest(folder)
    if last and made_at(last) <= at and _has_state(last, _state(source)):
        return None
    made = folder / _name(at, last)
    backups.back_up(source, made)
    _thin_out(folder, made)
    return made


def _name(at: datetime, last: Path | None) -> str:
    """The name of a copy made `at` this time, which has to sort after the last one."""
    first = max(at, _time(_times(last.name)[0]) + NEXT) if last else at
    return f"companion-{first:{AT}}{f'-{at:{AT}}' if first > at else ''}.db"


def _has_state(copy: Path, state: dict[str, object]) -> bool:
    """Whether a copy has this state. One that cannot be read has not: it must not keep the site
    from serving."""
    with suppress(BadCopy):
        return _state(copy) == state
    return False


def newest(folder: Path) -> Path | None:
    """The newest copy in a folder."""
    return max(_copies(folder), key=lambda one: one.name, default=None)


def made_at(copy: Path) -> datetime:
    """When a copy was made, as its name says."""
    return _time(_times(copy.name)[-1])


def _times(name: str) -> list[str]:
    """The times in the name of a copy: the first is the one that it sorts by, the last says when it
    was made. Empty for the name of any other file."""
    found = NAME.fullmatch(name)
    return [one for one in found.groups() if one] if found else []


def _time(text: str) -> datetime:
    return datetime.strptime(f"{text}+0000", f"{AT}%z")


def worth_keeping(names: Iterable[str]) -> set[str]:
    """Which of these names of copies stay: the newest, and the last of each day."""
    ordered = sorted(names, reverse=True)
    last_of_day: dict[str, str] = {}
    for name in ordered:
        last_of_day.setdefault(_times(name)[-1][:8], name)
    return {*ordered[:NEWEST], *list(last_of_day.values())[:DAYS]}


def _copies(folder: Path, begun: str = "") -> list[Path]:
    found = folder.glob(f"companion-*.db{begun}")
    return [one for one in found if _is_copy(one.name.partition(".part")[0])]


def _is_copy(name: str) -> bool:
    """Whether we gave this name: somebody's own file may look like a copy, but for a date that does
    not exist."""
    with suppress(ValueError):
        return bool(times := _times(name)) and all(map(_time, times))
    return False


def _thin_out(folder: Path, made: Path) -> None:
    """Deletes the copies that need not stay now that one more is made, and the unfinished ones that
    power cuts have left. One that was written to in the last hour stays: another program may be
    making it."""
    copies = {one.name: one for one in _copies(folder)}
    spare = [copies[name] for name in copies.keys() - worth_keeping(copies)]
    before = made.stat().st_mtime - HOUR
    for one in _copies(folder, ".part*"):
        with suppress(FileNotFoundError):  # it is finished by now
            if one.stat().st_mtime < before:
                one.unlink()
    for one in spare:
        one.unlink()


def _state(file: Path) -> dict[str, object]:
    """What differs between two states of the database, whatever tables its release has."""
    with read_only(file) as conn:
        tables = {name for (name,) in conn.execute(TABLES)} - NOT_READ
        return {one: (_newest_line if one in HISTORIES else _whole)(conn, one) for one in tables}


def _newest_line(conn: sqlite3.Connection, history: str) -> object:
    return conn.execute(f"SELECT max(id) FROM {history}").fetchone()


def _whole(conn: sqlite3.Connection, table: str) -> object:
    """A digest of all rows, in an order that is the same in a copy."""
    columns = len(conn.execute(f"SELECT * FROM {table} LIMIT 0").description)
    order, found = ", ".join(map(str, range(1, columns + 1))), sha256()
    for row in conn.execute(f"SELECT * FROM {table} ORDER BY {order}"):
        found.update(repr(row).encode())
    return found.digest()
