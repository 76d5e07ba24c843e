"""A copy of the database: made while phones write, checked before it counts, restored by hand.

A copy is written under another name, and gets its own only once it is whole and on the disk.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import quote

from ..migrations import BrokenDatabase, OtherDatabase, migrate
from .known import count_on

AT = "%Y%m%dT%H%M%S.%fZ"  # in the names of copies
# What SQLite says where it cannot create the files that it needs to read the log of a database.
NOTHING_BESIDE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DIRECTORY}


class BadCopy(Exception):
    """A file is no database of ours, or a damaged one. The message is one line."""


def back_up(source: Path, to: Path) -> None:
    """Copies the database as it is at this moment.

    Raises FileExistsError where there is a file of that name, BadCopy where the source cannot be
    read, OSError or sqlite3.Error where the copy cannot be written.
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
    """Writes the copy. SQLite does not say which of the two files made it fail, so the source is
    checked then: BadCopy if it is damaged."""
    try:
        with closing(_opened(source)) as conn:
            conn.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        refuse_broken(source)
        raise sqlite3.OperationalError(f"{copy.parent}: {error}") from None


def restore(copy: Path, folder: Path, at: datetime) -> Path | None:
    """Puts a copy in place of the database in a folder that no server uses.

    The database that was there is set aside. Returns where it lies now. Raises BadCopy or
    NewerDatabase.
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
    """A copy for close checks, while others write to the source. Raises what `back_up` raises."""
    with TemporaryDirectory() as place:
        copy = Path(place, "companion.db")
        back_up(source, copy)
        yield copy


def migrated(new: Path) -> None:
    """Brings a copy up to the schema of this release. Raises BadCopy or NewerDatabase."""
    try:
        migrate(new)
    except OtherDatabase as error:
        raise BadCopy(str(error)) from None
    except (sqlite3.Error, BrokenDatabase) as error:
        raise BadCopy(f"no database of ours: {error}") from None


def _set_aside(database: Path, kept: Path, at: datetime) -> Path:
    """Copies the database as it lies there, sound or not, with its log. Returns the copy."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # after this a sound database has no log
    kept.mkdir(mode=0o700, exist_ok=True)
    aside = kept / f"replaced-{at:{AT}}.db"
    for end in ("", "-wal"):
        part, copy = (one.with_name(one.name + end) for one in (database, aside))
        if part.exists():
            os.close(os.open(copy, os.O_CREAT | os.O_WRONLY, 0o600))
            shutil.copyfile(part, copy)
            _onto_disk(copy)
    _onto_disk(kept)
    for end in ("-wal", "-shm"):  # SQLite would take them for those of the database that comes
        database.with_name(database.name + end).unlink(missing_ok=True)
    return aside


def _opened(file: Path) -> sqlite3.Connection:
    """A connection that only reads: if another program writes too, a second writer could damage the
    log. BadCopy where there is something in a log that cannot be read."""
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
def read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads. BadCopy for any error: it can only be the file's."""
    try:
        with closing(_opened(file)) as conn:
            yield conn
    except sqlite3.Error as error:
        raise BadCopy(f"{file}: {error}") from None


def refuse_broken(
    file: Path, look: Literal["integrity_check", "quick_check"] = "integrity_check"
) -> None:
    """BadCopy unless every page of the file is sound and every foreign key refers to something."""
    with read_only(file) as conn:
        (said,) = conn.execute(f"PRAGMA {look}").fetchone()
        broken = conn.execute("PRAGMA foreign_key_check").fetchall()
    if said != "ok" or broken:
        raise BadCopy(f"{said if said != 'ok' else len(broken)} in {file.name}")


def _onto_disk(path: Path) -> None:
    """Makes sure that a file, or a folder's list of files, is on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
