"""What an earlier release has saved, brought up to this one (T-D10).

`released/m001.sql` is a whole database as that release left it; `released/make.py` writes one.
"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from phones import Phone

from companion import create_app
from companion.migrations import migrate
from companion.store import Store

RELEASED = sorted(Path(__file__).with_name("released").glob("m*.sql"))
SCORES = "SELECT d.table_id, d.number, s.points FROM deals d JOIN scores s ON s.deal_id = d.id"
CHANGES = "SELECT id, table_id, deal, at, phone, kind, before, after, undoes FROM changes"
# A migration after all of today's, which does not come to its end.
INTERRUPTED = """
import os, sys
from companion import migrations

@migrations.migrations()
def m999_interrupted(db):
    db.execute("CREATE TABLE later (id INTEGER)")
    db.execute("DROP TABLE scores")
    {how}

migrations.migrate(sys.argv[1])
"""


@pytest.fixture(params=RELEASED, ids=lambda file: file.stem)
def file(request, instance):
    """The database of an earlier release."""
    instance.mkdir(mode=0o700)
    with closing(sqlite3.connect(instance / "companion.db")) as db:
        db.executescript(request.param.read_text("utf-8"))
        db.execute("PRAGMA journal_mode = WAL")
    return instance / "companion.db"


@pytest.fixture
def app(file):
    """The site on it, brought up to this release as it starts."""
    app = create_app({"TESTING": True, "INSTANCE": file.parent})
    app.test_client_class = Phone
    yield app
    app.extensions["store"].close()


def rows(file, select):
    with closing(sqlite3.connect(file)) as db:
        return sorted(db.execute(select).fetchall(), key=repr)


def dumped(file):
    with closing(sqlite3.connect(file)) as db:
        return list(db.iterdump())


def test_the_first_release_is_among_them():
    assert RELEASED[0].name == "m001.sql"


def test_scores_and_history_are_those_of_then(file):
    before = rows(file, SCORES), rows(file, CHANGES)
    migrate(file)
    assert (rows(file, SCORES), rows(file, CHANGES)) == before
    with closing(Store(file)) as store:
        assert store.rescore(write=False) == []


def test_the_sheets_are_those_of_then(file):
    """Garde, two oudlers, 49: 66 from each; prise, one oudler, 40: failed, 36 to each. Le Plateau:
    the Y after an exchange, 3 from each of two; Tamalou: a good call."""
    migrate(file)
    with closing(Store(file)) as store:
        tarot, plateau, tamalou = (store.table(n) for n in (1, 2, 3))
        assert [n // 2 for n in tarot.totals] == [630, -162, -306, -162]
        assert [deal.state for deal in store.deals(1)] == ["told", "told", "told", "told", "half"]
        assert [one.name for one in tarot.seats[3].people] == ["Dana", "Zoé"]
        assert plateau.totals == (3, 3, -3, -3)
        assert tamalou.totals == (0, 12, 20)
        assert (bool(tamalou.closed_at), bool(store.table(4).deleted_at)) == (True, True)
        assert store.phone_names() == {"a" * 64: "Ana’s phone"}


def test_everything_can_be_taken_back_and_put_again(file):
    migrate(file)
    with closing(Store(file)) as store:
        totals, steps = store.table(1).totals, 0
        while store.can_undo(1):
            store.undo(1, key=None, phone="")
            steps += 1
        assert (steps, [deal.state for deal in store.deals(1)]) == (9, [])
        while store.can_redo(1):
            store.redo(1, key=None, phone="")
        assert store.table(1).totals == totals
        assert store.rescore(write=False) == []


def test_its_pages_are_shown_and_told_on(client, store):
    for page in ("", "/deals/1", "/history", "/more", "/sheet.csv"):
        assert client.get(f"/tables/1{page}").status_code == 200
    facts = {"declarer": "3", "contract": "prise", "oudlers": 2, "card_points": 41}
    store.save_deal(1, 6, facts, revision=1, key=None, phone="")
    assert store.rescore(write=False) == []


@pytest.mark.parametrize(
    ("how", "status"),
    [("raise MemoryError", 1), (f"os.kill(os.getpid(), {int(signal.SIGKILL)})", -signal.SIGKILL)],
    ids=["an exception", "killed"],
)
def test_an_interrupted_migration_leaves_all_as_it_was(file, how, status):
    before = dumped(file)
    script = INTERRUPTED.format(how=how)
    done = subprocess.run((sys.executable, "-c", script, file), stderr=subprocess.DEVNULL)
    assert done.returncode == status
    assert dumped(file) == before
    migrate(file)
    with closing(Store(file)) as store:
        assert store.rescore(write=False) == []
