"""Copies of the database: made while phones write, looked at before they count, put back by hand.

A copy is made under another name and takes its own only when it is whole and on the disk.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import quote

from ..migrations import BrokenDatabase, OtherDatabase, migrate
from .known import count_on

NEWEST, DAYS = 24, 30  # copies that are kept: the newest, and the newest of so many days
AT = "%Y%m%dT%H%M%S.%fZ"  # in the names of copies
NEXT = timedelta(microseconds=1)  # between two names, at the least
# Whether anything changed is told by the newest line of each history, and by all other tables as a
# whole, but for the large ones, which change with a line of those, and for what nobody would miss.
HISTORIES = {"changes", "evening_changes"}
NOT_READ = {"tables", "seats", "deals", "scores", "request_keys", "wrong_codes"}
# What SQLite says where it cannot make the files beside a database that it reads the log by.
NOTHING_BESIDE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DIRECTORY}
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
TIME = r"(\d{8}T\d{6}\.\d{6}Z)"
# Copies sort by the first time, that when they were made. After the clock was set back it is one
# behind the last copy's, and a second time says when.
NAME = re.compile(rf"companion-{TIME}(?:-{TIME})?\.db")


class BadCopy(Exception):
    """A file that is no database of ours, or no sound one, in one line."""


def back_up(source: Path, to: Path) -> None:
    """Copies the database as it is at this moment; FileExistsError where a file is there.

    BadCopy says that it cannot be read; OSError and sqlite3.Error that no copy can be written.
    """
    if to.exists():
        raise FileExistsError(to)
    begun = to.with_name(f"{to.name}.part")
    begun.unlink(missing_ok=True)
    os.close(os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _write(source, begun)
        refuse_broken(begun)
        _onto_disk(begun)
        begun.rename(to)
        _onto_disk(to.parent)
    finally:
        begun.unlink(missing_ok=True)


def _write(source: Path, copy: Path) -> None:
    """SQLite does not say which of the two it could not go on with: the source, if it is broken."""
    try:
        with closing(_opened(source)) as conn:
            conn.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        refuse_broken(source)
        raise sqlite3.OperationalError(f"{copy.parent}: {error}") from None


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
    back_up(source, made)
    _thin_out(folder)
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


def restore(copy: Path, folder: Path, at: datetime) -> Path | None:
    """Puts a copy in the place of the database of a folder that nobody serves.

    What was there is set aside: where it lies now is given back. Raises BadCopy, NewerDatabase.
    """
    database, new = folder / "companion.db", folder / "companion.db.restored"
    new.unlink(missing_ok=True)
    back_up(copy, new)
    try:
        migrated(new)
        with closing(sqlite3.connect(new)) as conn, conn:
            count_on(conn, at)
        aside = _set_aside(database, folder / "backups", at) if database.exists() else None
        new.replace(database)
    finally:
        new.unlink(missing_ok=True)
    _onto_disk(folder)
    return aside


@contextmanager
def looked_at(source: Path) -> Iterator[Path]:
    """A copy to look at closely, whoever writes meanwhile; it raises what `back_up` does."""
    with TemporaryDirectory() as place:
        copy = Path(place, "companion.db")
        back_up(source, copy)
        yield copy


def migrated(new: Path) -> None:
    """Brings a copy up to this program; BadCopy if it is no database of ours, NewerDatabase."""
    try:
        migrate(new)
    except OtherDatabase as error:
        raise BadCopy(str(error)) from None
    except (sqlite3.Error, BrokenDatabase) as error:
        raise BadCopy(f"no database of ours: {error}") from None


def _set_aside(database: Path, kept: Path, at: datetime) -> Path:
    """A copy of the database as it lies there, sound or not; its log goes with it."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a sound one has no log after this
    kept.mkdir(mode=0o700, exist_ok=True)
    aside = kept / f"replaced-{at:{AT}}.db"
    for end in ("", "-wal"):
        part, copy = (one.with_name(one.name + end) for one in (database, aside))
        if part.exists():
            os.close(os.open(copy, os.O_CREAT | os.O_WRONLY, 0o600))
            shutil.copyfile(part, copy)
            _onto_disk(copy)
    _onto_disk(kept)
    for end in ("-wal", "-shm"):  # they would be read as those of the database that comes
        database.with_name(database.name + end).unlink(missing_ok=True)
    return aside


def _copies(folder: Path, begun: str = "") -> list[Path]:
    found = folder.glob(f"companion-*.db{begun}")
    return [one for one in found if _is_copy(one.name.partition(".part")[0])]


def _is_copy(name: str) -> bool:
    """Whether we named it: somebody's own file may be called alike, after no day there is."""
    with suppress(ValueError):
        return bool(times := _times(name)) and all(map(_time, times))
    return False


def _thin_out(folder: Path) -> None:
    copies = {one.name: one for one in _copies(folder)}
    spare = [copies[name] for name in copies.keys() - worth_keeping(copies)]
    for one in [*spare, *_copies(folder, ".part*")]:  # these a cut power left
        one.unlink()


def _opened(file: Path) -> sqlite3.Connection:
    """Reads and never writes: two programs that write could spoil the log. BadCopy where something
    stands in a log that cannot be read."""
    conn = _connected(file, "mode=ro")
    try:
        conn.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    except sqlite3.Error as error:
        conn.close()
        if getattr(error, "sqlite_errorcode", None) not in NOTHING_BESIDE:
            raise
        _refuse_log(file.with_name(f"{file.name}-wal"))
        return _connected(file, "immutable=1")
    return conn


def _connected(file: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file.absolute()))}?{how}", uri=True, timeout=10)


def _refuse_log(log: Path) -> None:
    if log.exists() and log.stat().st_size:
        raise BadCopy(
            f"{log} holds what was told last, and cannot be read where nothing can be written "
            "beside it: copy the folder to where that can be"
        )


@contextmanager
def _read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """For reading alone: whatever goes wrong is wrong with the file."""
    try:
        with closing(_opened(file)) as conn:
            yield conn
    except sqlite3.Error as error:
        raise BadCopy(f"{file}: {error}") from None


def refuse_broken(
    file: Path, look: Literal["integrity_check", "quick_check"] = "integrity_check"
) -> None:
    """BadCopy unless every page of it is sound, and every reference meets something."""
    with _read_only(file) as conn:
        (said,) = conn.execute(f"PRAGMA {look}").fetchone()
        broken = conn.execute("PRAGMA foreign_key_check").fetchall()
    if said != "ok" or broken:
        raise BadCopy(f"{said if said != 'ok' else len(broken)} in {file.name}")


def _changes(file: Path) -> dict[str, object]:
    """What tells one state from another, whatever tables the release had that wrote it."""
    with _read_only(file) as conn:
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


def _onto_disk(path: Path) -> None:
    """Asks the disk to have it for good."""
    if os.name == "nt" and path.is_dir():
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
