"""The schema as it is today, how it came to be, and what happens to a file from elsewhere."""

import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from companion import migrations
from companion.migrations import BrokenDatabase, NewerDatabase, migrate
from companion.store import Opening, Store


@pytest.fixture
def file(tmp_path):
    return tmp_path / "instance" / "companion.db"


@pytest.fixture
def released(monkeypatch):
    """A history of the schema for one test, beginning with the one that there is."""
    with Database(memory=True, execute_plugins=False) as empty:
        pending = migrations.migrations.pending(empty)
    there = [getattr(migrations, one.name) for one in pending]

    def release(*more):
        history = Migrations("companion")
        for migration in (*there, *more):
            history()(migration)
        monkeypatch.setattr(migrations, "migrations", history)

    return release


def tables(file):
    with sqlite3.connect(file) as db:
        found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    db.close()
    return {name for (name,) in found}


def test_the_schema_is_the_one_that_is_written_down():
    written = Path(__file__).with_name("schema.sql").read_text("utf-8")
    assert migrations.schema() == written, "make schema writes it down"


def test_every_table_is_strict():
    db = sqlite3.connect(":memory:")
    db.executescript(migrations.schema())
    loose = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict"
    assert [name for (name,) in db.execute(loose) if not name.startswith("sqlite_")] == []
    db.close()


def test_only_what_may_mean_something_is_blank():
    db = sqlite3.connect(":memory:")
    db.executescript(migrations.schema())
    blank = """
        SELECT t.name || '.' || c.name FROM pragma_table_list t, pragma_table_info(t.name) c
        WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND NOT c."notnull" AND NOT c.pk
        ORDER BY 1"""
    assert [name for (name,) in db.execute(blank)] == [
        "adjustments.taken_back_at",
        "attendances.own",
        "changes.deal",
        "changes.undoes",
        "evenings.closed_at",
        "evenings.deleted_at",
        "evenings.season_id",
        "evenings.shown",
        "grants.evening_id",
        "grants.place",
        "grants.table_id",
        "links.evening_id",
        "links.place",
        "links.table_id",
        "player_changes.into_id",
        "player_changes.taken_back_at",
        "players.merged_into",
        "positions.closed_at",
        "positions.ends_at",
        "positions.published_at",
        "seasons.deleted_at",
        "tables.again_of",
        "tables.called_at",
        "tables.closed_at",
        "tables.counted_again_of",
        "tables.deleted_at",
        "tables.evening_id",
        "tables.goes_on",
        "tables.place",
        "tables.position",
    ]
    db.close()


def test_the_files_are_the_owners_alone(file):
    migrate(file)
    store = Store(file)
    store.open_table(Opening("tarot", ["Ana", "Bo", "Chi"]), key=None, phone="")
    modes = {one.name: one.stat().st_mode & 0o777 for one in file.parent.iterdir()}
    assert modes == dict.fromkeys(["companion.db", "companion.db-wal", "companion.db-shm"], 0o600)
    assert file.parent.stat().st_mode & 0o777 == 0o700
    store.close()


def test_a_file_that_others_could_read_becomes_the_owners(file):
    migrate(file)
    file.chmod(0o644)
    migrate(file)
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_has_been_done_is_not_done_again(file):
    migrate(file)
    store = Store(file)
    secret = store.secret()
    migrate(file)
    assert store.secret() == secret
    store.close()


def test_who_wants_to_know_is_told_before_anything_is_changed(file, released):
    told = []

    def m999_clubs(db: Database):
        db.execute("CREATE TABLE clubs (id INTEGER)")

    migrate(file)
    migrate(file, before=lambda: told.append("for nothing"))
    released(m999_clubs)
    migrate(file, before=lambda: told.append("clubs" in tables(file)))
    assert told == [False]
    assert "clubs" in tables(file)


def test_a_newer_database_is_refused_and_left_alone(file, released):
    def m009_clubs(db: Database):
        db.execute("CREATE TABLE clubs (id INTEGER)")

    released(m009_clubs)
    migrate(file)
    released()
    before = file.read_bytes()
    with pytest.raises(NewerDatabase, match="m009_clubs"):
        migrate(file)
    assert file.read_bytes() == before


def test_an_interrupted_migration_leaves_the_old_version_usable(file, released):
    migrate(file)

    def m009_half_done(db: Database):
        db.execute("CREATE TABLE clubs (id INTEGER)")
        raise KeyboardInterrupt

    released(m009_half_done)
    with pytest.raises(KeyboardInterrupt):
        migrate(file)
    released()
    migrate(file)
    assert "clubs" not in tables(file)
    store = Store(file)
    assert store.open_table(Opening("tarot", ["Ana", "Bo", "Chi"]), key=None, phone="").id == 1
    store.close()


def test_of_several_migrations_all_are_done_or_none(file, released):
    def m009_clubs(db: Database):
        db.execute("CREATE TABLE clubs (id INTEGER)")

    def m010_broken(db: Database):
        db.execute("CREATE TABLE tables (id INTEGER)")

    released(m009_clubs, m010_broken)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        migrate(file)
    assert tables(file) == set()


def test_a_migration_that_breaks_a_reference_is_not_done(file, released):
    migrate(file)
    store = Store(file)
    store.open_table(Opening("tarot", ["Ana", "Bo", "Chi"]), key=None, phone="")
    store.close()
    released(lambda db: db.execute("DELETE FROM players"))
    with pytest.raises(BrokenDatabase, match="seats"):
        migrate(file)
    released()
    store = Store(file)
    assert store.table(1).names == ("Ana", "Bo", "Chi")
    store.close()


def test_a_migration_may_make_a_table_anew(file, released):
    """What 1.8 of the house found: `transform` needs foreign keys off."""
    migrate(file)
    store = Store(file)
    store.open_table(Opening("tarot", ["Ana", "Bo", "Chi"]), key=None, phone="")
    store.close()
    released(lambda db: db.table("players").transform(rename={"name": "called"}) and None)
    migrate(file)
    with sqlite3.connect(file) as db:
        assert db.execute("SELECT called FROM players").fetchall() == [("Ana",), ("Bo",), ("Chi",)]
    db.close()


def test_what_is_no_database_is_said_so(file):
    file.parent.mkdir()
    file.write_text("a letter to Aunt Ana, and no database, however long it gets")
    with pytest.raises(sqlite3.DatabaseError):
        migrate(file)
    assert file.read_text().startswith("a letter")
