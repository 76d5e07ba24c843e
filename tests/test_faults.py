"""The short forms of `make faults`, but for the power cuts, which have a file of their own.

A server that is killed loses and doubles nothing (T-D1); a copy made while deals are saved is whole
(T-D8).
"""

from __future__ import annotations

import random
import shutil
import threading

from faults import killed
from faults.clients import Client
from faults.copied import copied
from faults.killed import evening


def test_nothing_acknowledged_is_lost_or_there_twice(tmp_path, wired, prepared, monkeypatch):
    shutil.copytree(prepared, tmp_path / "instance" / "prepared")
    monkeypatch.setattr(killed, "LIVES", (0.05, 1.5))  # as many kills in half the time
    left = evening(tmp_path / "instance", kills=10, seed=1)
    assert left.kills == 10
    assert left.acknowledged > 5
    assert (left.missing, left.doubled, left.unasked) == (0, 0, 0)
    assert (left.gaps, left.different) == (0, 0)
    assert left.wrong == []


def test_what_is_lost_or_there_twice_would_be_seen(tmp_path):
    """A deal that was promised is missing, one is there twice, one was promised to nobody."""
    folder = tmp_path / "instance"
    killed._open_tables(folder, 1)
    store = killed.Store(folder / "companion.db")
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    for number, note in enumerate(("there", "twice", "twice", "nobody's"), start=1):
        store.save_deal(1, number, facts, revision=0, key=None, phone="", note=note)
    store.close()
    client = Client("phone0", [1], 0, threading.Event(), random.Random(0))
    client.acknowledged = ["there", "twice", "gone"]
    left = killed._left(folder, [client], 0, [0.0])
    assert (left.missing, left.doubled, left.unasked) == (1, 1, 1)
    assert not left.holds


def test_a_copy_made_while_deals_are_saved_can_be_put_in_place(tmp_path):
    """Sixteen tables of forty deals each, and what was told there meanwhile."""
    found = copied(tmp_path, tables=16)
    assert found.saved > 5
    assert found.deals == 640 + found.saved
    assert (found.checked, found.same) == (True, True)
    assert found.holds
