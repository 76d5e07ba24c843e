"""A database that another program holds: nothing is half written, and it is said."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from kept import opened

from companion.store import CannotWrite, connections

HOW = {"key": None, "phone": ""}


def test_a_database_that_another_program_holds_is_said(store):
    table = opened(store)
    store.db.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(store.db.execute("PRAGMA database_list").fetchone()[2])
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(CannotWrite):
        store.close_table(table.id, **HOW)
    other.rollback()
    other.close()
    assert store.table(table.id).closed_at is None
    assert store.close_table(table.id, **HOW).closed_at


def test_behind_a_save_that_another_program_keeps_waiting_nobody_waits(store, monkeypatch):
    """Eight of them left no thread to who only reads, for half a minute."""
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
    table = opened(store)
    path = store.db.execute("PRAGMA database_list").fetchone()[2]
    with closing(sqlite3.connect(path)) as other, ThreadPoolExecutor(1) as before:
        other.execute("BEGIN IMMEDIATE")
        first = before.submit(store.close_table, table.id, **HOW)
        while not connections.WRITING.locked():
            pass
        with pytest.raises(CannotWrite):
            store.close_table(table.id, **HOW)
        assert not first.done()
        other.rollback()
        assert first.result().closed_at


def test_a_mistake_in_what_is_asked_is_not_taken_for_a_disk_that_refuses(store):
    with (
        pytest.raises(sqlite3.OperationalError, match="no such column"),
        store.writing(None, "") as writing,
    ):
        writing.db.execute("UPDATE tables SET no_such_thing = 1")
