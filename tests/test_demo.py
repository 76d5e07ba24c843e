"""companion demo: what it makes is sound and always the same; whom it refuses."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion import cli, demo, instance
from companion.store import Store, migrate


@pytest.fixture
def companion(tmp_path, capsys):
    """Calls a command for an instance that is not there yet: the status, and what it said."""

    def call(*words):
        status = cli.main([*words, "--instance", str(tmp_path / "club")])
        said = capsys.readouterr()
        return status, said.out + said.err

    return call


@pytest.fixture
def short(monkeypatch):
    """A season of one evening."""
    monkeypatch.setattr(demo, "EVENINGS", 1)


def rows(path):
    """What is kept, but for the secret of the instance and the times at which it was made."""
    with closing(sqlite3.connect(path)) as db:
        return [
            line
            for line in db.iterdump()
            if 'INTO "instance"' not in line and "_sqlite" not in line
        ]


def counted(path, what):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"SELECT count(*) FROM {what}").fetchone()[0]


def test_an_evening_of_the_season_is_thirty_tables_and_2500_deals(companion, tmp_path, short):
    assert companion("demo", "--season")[0] == 0
    kept = tmp_path / "club" / "companion.db"
    assert counted(kept, "tables") == 30
    assert counted(kept, "deals") == 2500  # forty of them are the 100,000 of the season
    assert counted(kept, "players") == 60
    assert counted(kept, "evenings WHERE season_id = 1") == 1
    assert counted(kept, "tables WHERE goes_on IS NULL AND counted_again_of IS NULL") == 30
    status, said = companion("check")
    assert (status, said) == (
        0,
        "pages and references are sound; all that is saved is what the facts make\n",
    )


def test_it_is_the_same_each_time(tmp_path, short):
    made = [tmp_path / name for name in ("some.db", "others.db")]
    for path in made:
        demo.make(path, season=True)
    some, others = map(rows, made)
    assert some == others


def test_an_evening_in_the_middle_has_tables_in_all_states(companion, tmp_path):
    assert companion("demo")[0] == 0
    assert companion("check")[0] == 0
    store = Store(tmp_path / "club" / "companion.db")
    states = [
        (one.deals, one.half, one.over, one.disputed, one.closed_at is not None)
        for one in store.tables_at(1, 2)
    ]
    assert states == [
        (3, False, False, 1, False),
        (6, False, True, 0, False),
        (2, True, False, 0, False),
        (4, False, False, 0, False),
        (0, False, False, 0, False),
    ]
    assert [one.closed_at is not None for one in store.tables_at(1, 1)] == [True] * 5
    assert [one.published_at is not None for one in store.positions(1)] == [True, True, False]
    store.close()


def test_an_instance_that_was_served_and_never_used_takes_one(companion, tmp_path):
    folder = tmp_path / "club"
    instance.make(folder)
    migrate(folder / "companion.db")
    assert companion("demo")[0] == 0
    assert counted(folder / "companion.db", "evenings") == 1


def test_nobody_else_may_read_it(companion, tmp_path):
    companion("demo")
    assert (tmp_path / "club" / "companion.db").stat().st_mode & 0o777 == 0o600


def test_an_instance_that_has_tables_is_refused(companion, tmp_path):
    companion("demo")
    status, said = companion("demo", "--season")
    assert status == 1
    assert "has tables already" in said
    assert counted(tmp_path / "club" / "companion.db", "evenings") == 1


def test_an_instance_that_has_an_evening_is_refused(companion, tmp_path):
    folder = tmp_path / "club"
    instance.make(folder)
    migrate(folder / "companion.db")
    store = Store(folder / "companion.db")
    evening = store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.change_evening(evening.id, closed=True, key=None, phone="")
    store.close()
    assert companion("demo")[0] == 1


def test_an_instance_that_is_a_file_is_named(companion, tmp_path):
    (tmp_path / "club").touch()
    assert companion("demo") == (1, f"companion: {tmp_path / 'club'} is there already\n")


def test_while_it_is_served_it_is_refused(companion, tmp_path):
    folder = tmp_path / "club"
    instance.make_folder(folder)
    with instance.lock(folder):
        status, said = companion("demo")
    assert (status, "stop it first" in said) == (1, True)
    assert not (folder / "companion.db").exists()
