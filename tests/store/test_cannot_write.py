"""A database that another program holds: nothing is half written, and it is said."""

from __future__ import annotations

import sqlite3

import pytest
from kept import opened

from companion.store import CannotWrite

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


def test_a_mistake_in_what_is_asked_is_not_taken_for_a_disk_that_refuses(store):
    with (
        pytest.raises(sqlite3.OperationalError, match="no such column"),
        store.writing(None, "") as writing,
    ):
        writing.db.execute("UPDATE tables SET no_such_thing = 1")
