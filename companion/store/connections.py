"""A connection for each thread, and one writer at a time."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import quote

from sqlite_utils import Database

from .errors import CannotWrite
from .known import Known, one_moment
from .people import loosely
from .values import Saved, as_text

# One for the process, held until after COMMIT: first come, first served, where SQLite would sleep
# and try again; and no two connections of ours ever write or checkpoint at once.
WRITING = threading.Lock()
PATIENCE = 2  # seconds that others wait behind one that another program keeps from writing
KEPT = timedelta(hours=48)  # how long a form may come again and find its answer
AS_TEXT = ("options", "start", "about", "facts", "before", "after")  # columns made JSON by `texts`
MOST_KEPT = 20  # answers that `unchanged` keeps for a thread
# What a disk or another program refuses; any other error is a mistake of ours.
REFUSED = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
Found = TypeVar("Found")
Row = dict[str, Any]


def now() -> datetime:
    """The time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass
class Writing:
    """One change in the making: all of it is kept, or nothing."""

    db: Database
    known: Known
    at: str
    phone: str
    answer: dict[str, Any] = field(default_factory=dict)  # kept with the form's key
    repeated: bool = False

    @property
    def saved(self) -> Saved:
        """The answer, where a deal was saved: now, or by the same form before."""
        return _saved(self.answer)

    def add(self, table: str, columns: Mapping[str, Any]) -> int:
        """Adds a row; its number."""
        gaps = ", ".join("?" * len(columns))
        put_in = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({gaps})"
        made = self.db.execute(put_in, list(texts(columns).values()))
        assert made.lastrowid is not None
        return made.lastrowid


def _saved(answer: Mapping[str, Any]) -> Saved:
    return Saved(*(answer[one.name] for one in fields(Saved)))  # earlier ones say more


def assigned(columns: Iterable[str]) -> str:
    """What stands behind SET: `name = :name` for each column. Only names that stand in this program
    are ever put into SQL."""
    assert all(column.isidentifier() for column in columns)
    return ", ".join(f"{column} = :{column}" for column in columns)


def marked(writing: Writing, of: object, marks: Mapping[str, bool | None]) -> dict[str, str | None]:
    """The columns of a table or an evening that `marks` really change: to the time of now where it
    is to be so, to None where it is not to be so any more."""
    return {
        column: writing.at if mark else None
        for column, mark in marks.items()
        if mark is not None and mark != bool(getattr(of, column))
    }


def texts(columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a row as the database keeps them."""
    return {key: as_text(one) if key in AS_TEXT else one for key, one in columns.items()}


def by_column(db: Database, find: str, values: dict[str, Any] | Sequence[Any]) -> Iterator[Row]:
    """Rows as dictionaries. sqlite-utils' own `db.query` would send two statements more."""
    found = db.execute(find, values)
    names = [column[0] for column in found.description]
    return (dict(zip(names, row, strict=True)) for row in found)


class Connections:
    """The database file, open for the life of the process."""

    def __init__(self, path: str | Path, clock: Callable[[], datetime] = now) -> None:
        self._path, self._clock = Path(path), clock
        self._here = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._opened: os.stat_result | None = None
        self._asked = 0.0  # since when a writer waits for another program to let go; 0: none does
        self.known = Known()

    def close(self) -> None:
        """Closes the connections of all threads; the last one tidies up the log."""
        with WRITING:
            while self._all:
                self._all.pop().close()
            self._here, self._opened = threading.local(), None

    @property
    def db(self) -> Database:
        """This thread's connection."""
        if not hasattr(self._here, "db"):
            with _told_if_impossible():  # to open it makes its log, where there is none
                self._here.db = self._connect()
        db: Database = self._here.db
        return db

    def _connect(self) -> Database:
        self._refuse_elsewhere()  # another file would be opened with the log of ours, and spoil it
        # Only ever used by its thread, but closed by whoever ends the process.
        conn = sqlite3.connect(
            f"file:{quote(str(self._path.absolute()))}?mode=rw",
            uri=True,
            timeout=10,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            conn.create_function("loosely", 1, loosely, deterministic=True)
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                conn.execute(f"PRAGMA {pragma}")
            self._opened = self._opened or os.stat(self._path)
        except BaseException:  # another program holds the file: who asks again opens another one
            conn.close()
            raise
        self._all.append(conn)
        return Database(conn, execute_plugins=False)

    def in_place(self) -> bool:
        """Whether the database lies where it was opened: where its folder was removed, SQLite goes
        on to write what no other program ever finds."""
        try:
            return self._opened is None or os.path.samestat(os.stat(self._path), self._opened)
        except OSError:
            return False

    def _refuse_elsewhere(self) -> None:
        if not self.in_place():
            raise CannotWrite(f"{self._path} was moved, removed or replaced")

    def unchanged(self, key: Hashable, read: Callable[[], Found]) -> Found:
        """What `read` gives, kept for this thread until anybody writes anything: for what takes
        long to compute, and may change with nearly anything that is stored."""
        kept = vars(self._here).setdefault("kept", {})
        (others,) = self.db.execute("PRAGMA data_version").fetchone()  # raised by their commits
        as_of = others, self.db.conn.total_changes
        if key not in kept or kept[key][0] != as_of:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[key] = as_of, read()
        found: Found = kept[key][1]
        return found

    def answered(self, key: str) -> Saved | None:
        """What a form with this key saved; None: it never came."""
        return next((_saved(one) for one in self.answers(key) if "number" in one), None)

    def answers(self, key: str) -> Iterator[dict[str, Any]]:
        """The answers that forms with this key got, whatever each asked (`writing` keeps both)."""
        between = "SELECT answer FROM request_keys WHERE key > ? AND key < ?"
        kept = self.db.execute(between, [f"{key} ", f"{key}!"])  # "!" comes just after " "
        return (json.loads(answer) for (answer,) in kept)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """What is read inside belongs together, whoever writes meanwhile."""
        with one_moment(self.db):
            yield

    @contextmanager
    def writing(self, key: str | None, phone: str, *asked: Any) -> Iterator[Writing]:
        """One transaction that writes. Where a form with this `key` has `asked` just this before,
        it is `repeated`, with the answer of then: the caller writes nothing. The same form filled
        in otherwise, on a page that somebody went back to, asks something new."""
        db, at = self.db, self._clock()
        key = key and f"{key} {sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()}"
        with self._turn(), _told_if_impossible():
            self._begin(db)
            try:
                apart = self.known.apart()
                writing = Writing(db, apart, at.isoformat(), phone, *_before(db, key))
                yield writing
                if not writing.repeated:
                    _keep(writing, key, (at - KEPT).isoformat())
                self._refuse_elsewhere()
                db.commit()
                apart.share()
            except BaseException:
                db.rollback()
                raise

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Waits for the lock: first come, first served. CannotWrite where the writer before is kept
        waiting by another program: else all threads would wait behind it, and those who only read
        would get no answer either."""
        while not WRITING.acquire(timeout=PATIENCE):
            asked = self._asked  # read once: a moment later it may be 0
            if asked and monotonic() - asked >= PATIENCE:
                raise CannotWrite("database is locked")
        try:
            yield
        finally:
            WRITING.release()

    def _begin(self, db: Database) -> None:
        self._asked = monotonic()
        try:
            db.execute("BEGIN IMMEDIATE")
        finally:
            self._asked = 0.0


@contextmanager
def _told_if_impossible() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in REFUSED:
            raise
        raise CannotWrite(str(error)) from error


def _before(db: Database, key: str | None) -> tuple[dict[str, Any], bool]:
    for (answer,) in db.execute("SELECT answer FROM request_keys WHERE key = ?", [key or ""]):
        return json.loads(answer), True
    return {}, False


def _keep(writing: Writing, key: str | None, oldest: str) -> None:
    """Remembers the phone, and what this form was answered."""
    if writing.phone:
        known = "INSERT INTO phones (hash, at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING"
        writing.db.execute(known, [writing.phone, writing.at])
    if key:
        keep = "INSERT INTO request_keys (key, at, answer) VALUES (?, ?, ?)"
        writing.db.execute(keep, [key, writing.at, json.dumps(writing.answer)])
        writing.db.execute("DELETE FROM request_keys WHERE at < ?", [oldest])
