"""What was read before and is still so, because every change has a number."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Protocol

from sqlite_utils import Database

COUNT_ON = "UPDATE sqlite_sequence SET seq = max(seq + 1000000, ?) WHERE name = 'changes'"
# The evenings count on by one more line: it says nothing, at the time of the one before.
COUNT_ON_EVENINGS = """
INSERT INTO evening_changes (id, evening_id, at, phone, kind, said)
SELECT max(id + 1000000, ?), evening_id, at, '', 'restore', '{}' FROM evening_changes
ORDER BY id DESC LIMIT 1
"""


class Known:
    """A cache that all threads share. Callers keep what they read together with the number of the
    newest change at that moment, and ask the database whether that is still the newest. The `most`
    that were kept last stay.

    A transaction has a layer of its own on top (`apart`), so that a rollback leaves nothing here.
    """

    def __init__(self, most: int = 200, below: Known | None = None) -> None:
        self._most, self._below = most, below
        self._read: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable) -> Any:
        """What is known by this key; None: nothing."""
        found = self._read.get(key)
        return self._below.get(key) if found is None and self._below else found

    def apart(self) -> Known:
        """A layer above this one, for one transaction: `share` puts it down here."""
        return Known(self._most, self)

    def share(self) -> None:
        """Makes known to all what this layer has learnt: its transaction is committed."""
        assert self._below
        for key, found in self._read.items():
            self._below.keep(key, found)

    def keep(self, key: Hashable, found: Any) -> None:
        """Keeps what was read."""
        self._read.pop(key, None)  # anew at the end
        self._read[key] = found
        if len(self._read) > self._most:
            self._read.popitem(last=False)


@contextmanager
def one_moment(db: Database) -> Iterator[None]:
    """What is read inside belongs together, whoever writes meanwhile."""
    if db.conn.in_transaction:
        yield
        return
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.rollback()


def count_on(conn: sqlite3.Connection, at: datetime) -> None:
    """Lets the numbers of changes go on, in a copy that is restored, beyond any that were given
    after the copy was made: a phone that saw one of those would take a new change of the same
    number for it."""
    for history in (COUNT_ON, COUNT_ON_EVENINGS):
        conn.execute(history, [int(at.timestamp())])


class Reader(Protocol):
    """Who reads: a store, or a change in the making."""

    @property
    def db(self) -> Database:
        """The connection."""

    @property
    def known(self) -> Known:
        """What was read before."""
