"""The short form of the power cuts of `make faults`: what a disk may hold afterwards (T-D2), and
how often a save waits for it (T-D3).
"""

from __future__ import annotations

import _ctypes
import random

import pytest

from faults import disk
from faults.disk import Asked
from faults.power import Disk, cut

PAGE = b"a" * 2048


def test_no_promised_deal_is_gone_after_the_power_was_cut():
    found = cut(deals=300, cuts=50, seed=1)
    assert (found.promised, found.cuts) == (300, 50)
    assert (found.lost, found.corrupt) == (0, 0)
    assert found.holds
    assert 1 <= found.waits <= 1.2


def test_without_a_sync_for_each_deal_they_would_be_gone_and_that_is_seen():
    """The whole proves something only if it can see a loss."""
    found = cut(deals=300, cuts=50, seed=1, synchronous="NORMAL")
    assert found.lost > 50
    assert found.most > 30
    assert not found.holds


def on_the_disk(how, *asked):
    """The files after these and a cut."""
    taken = Disk()
    for one in asked:
        taken.take(one)
    return taken.after(how, random.Random(1))


def test_what_was_synced_stays_and_what_came_since_may_be_gone():
    asked = [
        Asked("open", "db", 0, b"0000"),
        Asked("write", "db", 0, b"11"),
        Asked("sync", "db"),
        Asked("write", "db", 2, b"22"),
    ]
    assert on_the_disk("drop", *asked) == {"db": b"1100"}
    assert on_the_disk("keep", *asked) == {"db": b"1122"}


def test_a_write_may_be_torn_where_a_sector_ends():
    asked = Asked("open", "db"), Asked("write", "db", 0, PAGE)
    lengths = set()
    for seed in range(99):
        taken = Disk()
        for one in asked:
            taken.take(one)
        lengths.add(len(taken.after("torn", random.Random(seed))["db"]))
    assert lengths == {0, 512, 1024, 1536, 2048}


def test_a_new_file_is_there_for_good_when_it_is_synced():
    made = Asked("create", "wal"), Asked("write", "wal", 0, b"log")
    assert on_the_disk("drop", *made) == {}
    assert on_the_disk("drop", *made, Asked("sync", "wal")) == {"wal": b"log"}


def test_a_deleted_file_may_come_back_until_the_folder_is_synced():
    there = Asked("open", "wal", 0, b"log")
    assert on_the_disk("drop", there, Asked("delete", "wal", 0)) == {"wal": b"log"}
    assert on_the_disk("keep", there, Asked("delete", "wal", 0)) == {}
    assert on_the_disk("drop", there, Asked("delete", "wal", 1)) == {}
    made = Asked("create", "new"), Asked("sync", "new")
    assert on_the_disk("drop", there, Asked("delete", "wal", 0), *made) == {"new": b""}


def test_a_python_whose_sqlite_cannot_be_watched_is_told_so(monkeypatch):
    """The check is never left out silently."""
    monkeypatch.setattr(disk._sqlite3, "__file__", _ctypes.__file__)
    with pytest.raises(disk.CannotWatch, match="cannot be reached, so it is not tried"):
        disk.watch(lambda asked: disk.OK)
