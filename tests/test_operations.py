"""companion backup, restore, check, rescore; what is copied while it serves; /healthz."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections import namedtuple
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from forms import texts
from phones import Phone

from companion import cli, create_app, instance, server, starting
from companion.migrations import BrokenDatabase
from companion.store import CannotWrite, DrawnTable, Opening, Store, backups, copies, migrate

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
Free = namedtuple("Free", "free")


@pytest.fixture
def folder(wired, prepared, tmp_path):
    """An instance that nobody serves: one table, one deal."""
    folder = tmp_path / "club"
    instance.make(folder)
    shutil.copytree(prepared, folder / "prepared")
    migrate(folder / "companion.db")
    store = Store(folder / "companion.db")
    names = ("Ana", "Bo", "Chi", "Dana")
    store.open_table(Opening("tarot", names), key=None, phone="")
    store.save_deal(1, 1, GARDE, revision=0, key=None, phone="")
    store.close()
    return folder


@pytest.fixture
def companion(folder, capsys):
    """Calls the command for that instance: the exit status, and what it said."""

    def call(*words):
        of = [] if "--instance" in words else ["--instance", str(folder)]
        status = cli.main([*map(str, words), *of])
        said = capsys.readouterr()
        return status, said.out + said.err

    return call


@pytest.fixture
def csv(prepared):
    """Downloads the table of an instance."""

    def downloaded(folder):
        app = create_app({"INSTANCE": folder, "PREPARED": prepared})
        app.test_client_class = Phone
        with closing(app.extensions["store"]):
            return app.test_client().get("/tables/1/sheet.csv").data

    return downloaded


def spoil(folder):
    """Somebody who opens the file with another program."""
    with closing(sqlite3.connect(folder / "companion.db")) as db, db:
        db.execute("UPDATE scores SET points = 1 WHERE seat = 0")


def test_a_copy_restored_is_what_was_copied_to_the_last_octet_of_the_csv(
    companion, folder, tmp_path, csv
):
    before = csv(folder)
    assert b"Ana" in before
    assert companion("backup", tmp_path / "copy.db") == (0, f"copied to {tmp_path / 'copy.db'}\n")
    shutil.rmtree(folder)
    status, said = companion("restore", tmp_path / "copy.db")
    assert (status, "all that is saved is what the facts make" in said) == (0, True)
    assert csv(folder) == before


def test_after_a_restore_no_version_is_one_that_a_phone_has_seen(companion, folder, tmp_path):
    """Else a phone would take the sheet that it shows for the one that is there now."""
    companion("backup", tmp_path / "copy.db")
    seen = told_one_more(folder)
    assert companion("restore", tmp_path / "copy.db", "--replace")[0] == 0
    assert told_one_more(folder) > seen
    assert companion("check")[0] == 0


def test_after_a_restore_no_draw_is_one_that_a_phone_has_seen(companion, folder, tmp_path):
    """A sheet that is closed says where who sat there sits next, and the wall says it of all."""
    with closing(Store(folder / "companion.db")) as store:
        store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
        store.check_in(1, [*"ABCDEFGH"], "tarot", key=None, phone="")
    drawn(folder, 1, "ABCDEFGH")
    companion("backup", tmp_path / "copy.db")
    seen = drawn(folder, 2, "ABCDEFGH")
    assert companion("restore", tmp_path / "copy.db", "--replace")[0] == 0
    for was, now in zip(seen, drawn(folder, 2, "HABGCFDE"), strict=True):
        assert was != now
    assert companion("check")[0] == 0


def drawn(folder, number, names):
    """A position drawn so and published, the tables before it closed: what follows the first of
    them, and the draw of the evening's version."""
    with closing(Store(folder / "companion.db")) as store:
        for table in store.tables_at(1):
            store.close_table(table.id, key=None, phone="")
        of = {one.name: one.player for one in store.attendances(1)}
        people = [of[name] for name in names]
        tables = [DrawnTable(1, "tarot", people[:4]), DrawnTable(2, "tarot", people[4:])]
        store.keep_draw(1, number, tables, [], key=None, phone="")
        store.publish(1, number, key=None, phone="")
        first = store.tables_at(1)[0].id
        return store.follows(first), store.evening_version(1).split("-")[1]


def test_a_copy_that_is_restored_again_counts_on_from_elsewhere(companion, folder, tmp_path):
    copy, at = tmp_path / "copy.db", datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
    companion("backup", copy)
    backups.restore(copy, folder, at)
    seen = told_one_more(folder)
    backups.restore(copy, folder, at + timedelta(minutes=1))
    assert told_one_more(folder) > seen


def told_one_more(folder):
    """The version of the table after another deal."""
    with closing(Store(folder / "companion.db")) as store:
        number = store.table(1).deals + 1
        store.save_deal(1, number, {"passed": True}, revision=0, key=None, phone="")
        return store.version(1)


def test_a_copy_without_a_name_lies_with_the_others(companion, folder):
    status, said = companion("backup")
    assert status == 0
    (made,) = (folder / "backups").iterdir()
    assert said == f"copied to {made}\n"


def test_restore_never_replaces_silently_and_sets_aside_what_was_there(companion, folder, tmp_path):
    companion("backup", tmp_path / "copy.db")
    spoil(folder)
    status, said = companion("restore", tmp_path / "copy.db")
    assert (status, "--replace" in said) == (1, True)
    assert companion("check")[0] == 1
    status, said = companion("restore", tmp_path / "copy.db", "--replace")
    assert status == 0
    (aside,) = (folder / "backups").glob("replaced-*.db")
    assert f"what was there lies in {aside}" in said
    assert [one.stat().st_mode & 0o777 for one in (aside, aside.parent)] == [0o600, 0o700]
    assert companion("check")[0] == 0
    assert companion("check", aside)[0] == 1


@pytest.mark.parametrize("words", [("restore", "copy.db", "--replace"), ("rescore", "--write")])
def test_nothing_is_put_in_place_under_a_running_server(companion, folder, tmp_path, words):
    companion("backup", tmp_path / "copy.db")
    words = [tmp_path / "copy.db" if word == "copy.db" else word for word in words]
    with instance.lock(folder):
        status, said = companion(*words)
    assert (status, "stop it first" in said) == (1, True)


def test_what_is_no_database_is_not_restored(companion, folder, tmp_path):
    (tmp_path / "letter.db").write_text("Dear club, " * 500)
    status, said = companion("restore", tmp_path / "letter.db", "--replace")
    assert (status, "letter.db" in said) == (1, True)
    assert companion("restore", tmp_path / "nowhere.db")[0] == 1
    (tmp_path / "cut-off.db").touch()
    status, said = companion("restore", tmp_path / "cut-off.db", "--replace")
    assert (status, "cut-off.db is empty" in said) == (1, True)
    nowhere = tmp_path / "a new club"
    assert companion("restore", tmp_path / "letter.db", "--instance", nowhere)[0] == 1
    assert not nowhere.exists()
    assert list((folder / "backups").glob("replaced-*.db")) == []
    assert companion("check", tmp_path / "cut-off.db") == (
        1,
        f"companion: {tmp_path / 'cut-off.db'} is empty\n",
    )
    assert companion("check")[0] == 0


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET game = 'xx'",
        "UPDATE tables SET start = '[]'",
        "DELETE FROM seats",
        "DELETE FROM instance",
    ],
)
def test_a_copy_that_makes_no_sense_is_named_by_check_and_not_put_in_place(
    companion, folder, tmp_path, damage
):
    companion("backup", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as db, db:
        db.execute(damage)
    for words in (("check",), ("restore", "--replace")):
        status, said = companion(words[0], tmp_path / "copy.db", *words[1:])
        assert (status, "what is kept there cannot be counted" in said) == (1, True)
    assert list((folder / "backups").glob("replaced-*.db")) == []
    assert companion("check")[0] == 0


def test_a_copy_of_a_newer_release_is_not_restored(companion, folder, tmp_path):
    companion("backup", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as db, db:
        db.execute("INSERT INTO _sqlite_migrations VALUES (99, 'companion', 'm999_later', '2031')")
    status, said = companion("restore", tmp_path / "copy.db", "--replace")
    why = f"companion: {tmp_path / 'copy.db'} was written by a newer release: install that one\n"
    assert (status, said) == (1, why)
    assert companion("check")[0] == 0


def test_check_says_what_is_saved_otherwise_and_rescore_puts_it_right(companion, folder):
    assert companion("check")[0] == 0
    spoil(folder)
    line = "table 1, deal 1, seat 0: saved [1, 'declarer'], counted [396, 'declarer']\n"
    for look in ("check", "rescore"):
        status, said = companion(look)
        assert (status, said.startswith(line)) == (1, True)
    status, said = companion("rescore", "--write")
    assert (status, line in said, said.endswith("1 put right\n")) == (0, True, True)
    assert companion("check")[0] == 0
    (before,) = (folder / "backups").iterdir()
    assert companion("check", before)[0] == 1


def test_what_cannot_be_counted_by_now_is_named_and_said_to_be_left(companion, folder):
    with closing(Store(folder / "companion.db")) as store:
        store.save_deal(1, 2, GARDE, revision=0, key=None, phone="")
        store.delete_deal(1, 1, revision=1, key=None, phone="")
        store.db.execute("UPDATE deals SET facts = json_set(facts, '$.oudlers', 9)")
    line = "table 1, deal 2, oudlers: 9 is not between 0 and 3\n"
    end = "1 that cannot be counted by today's rules, left as saved\n"
    assert companion("check") == (1, f"{line}pages and references are sound; {end}")
    status, said = companion("rescore", "--write")
    assert (status, said.endswith(f"{line}{end}")) == (1, True)


@pytest.mark.parametrize("error", [CannotWrite("disk is full"), BrokenDatabase("2 references")])
def test_why_nothing_could_be_written_is_said_in_one_line(companion, monkeypatch, error):
    def refuse(*told, **how):
        raise error

    monkeypatch.setattr(Store, "rescore", refuse)
    status, said = companion("rescore", "--write")
    assert (status, said.splitlines()[1:]) == (1, [f"companion: {error}"])


def test_what_is_not_there_is_said_in_one_line(companion, folder):
    shutil.rmtree(folder)
    status, said = companion("check")
    assert (status, said) == (1, f"companion: there is no {folder / 'companion.db'}\n")


NOBODY = 65534


@pytest.fixture
def read_only(folder, companion):
    """Calls the command for the same database in a folder where nothing can be written. The
    administrator, whom no folder refuses, calls it as nobody, and once before: all is loaded."""
    companion("check")
    with TemporaryDirectory() as place:
        at, me = (
            shutil.copytree(
                folder, Path(place, "club"), ignore=shutil.ignore_patterns("*-*", "prepared")
            ),
            os.geteuid(),
        )
        Path(place).chmod(0o755)
        (at / "companion.db").chmod(0o444)

        def call(*words, log=None):
            if log is not None:
                (at / "companion.db-wal").write_bytes(log)
            at.chmod(0o555)
            os.seteuid(me or NOBODY)
            try:
                return cli.main([*map(str, words), "--instance", str(at)])
            finally:
                os.seteuid(me)
                at.chmod(0o755)

        yield call


@pytest.mark.parametrize("log", [None, b""], ids=["no log", "an empty log"])
def test_backup_and_check_only_read(read_only, capsys, log):
    assert read_only("check", log=log) == 0
    with TemporaryDirectory() as place:
        os.chmod(place, 0o777)
        assert read_only("backup", f"{place}/copy.db", log=log) == 0
        assert cli.main(["check", f"{place}/copy.db"]) == 0
    assert capsys.readouterr().err == ""


def test_a_log_that_cannot_be_read_is_not_left_out(read_only, capsys):
    assert read_only("check", log=b"what was told last") == 1
    said = capsys.readouterr().err
    assert "companion.db-wal holds what was told last" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("where", ["no", "secret_key"])
def test_a_copy_into_no_folder_is_refused_in_one_line(companion, folder, where):
    (folder / "secret_key").touch()
    said = f"companion: there is no folder {folder / where}\n"
    assert companion("backup", folder / where / "x.db") == (1, said)


def test_who_has_read_enough_of_the_link_hears_no_complaint(folder):
    command = (Path(sys.executable).with_name("companion"), "link", "--instance", folder)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as link:
        link.stdout.close()
        assert (link.stderr.read(), link.wait()) == (b"", 1)


def test_copies_are_made_as_soon_as_it_is_served_and_at_the_end(folder):
    with starting.opened(folder, None) as app:
        assert not (folder / "backups").exists()  # nobody waits for a copy
        with starting.copied(app, folder, None):
            assert until(lambda: copied(folder) == [1])
            app.extensions["store"].save_deal(1, 2, GARDE, revision=0, key=None, phone="")
        assert copied(folder) == [1, 2]
    assert not list(folder.glob("*-wal"))


def test_a_copy_is_made_as_soon_as_an_evening_is_closed(folder, monkeypatch):
    """And once: not when it is opened again, nor again and again after it."""
    asked, copies = {"key": None, "phone": ""}, []
    monkeypatch.setattr(starting, "_copy", lambda *told: copies.append(told) or True)
    with starting.opened(folder, None) as app, starting.copied(app, folder, None):
        assert until(lambda: len(copies) == 1)
        app.extensions["store"].open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **asked)
        app.test_client_class = Phone
        for said, made in (("1", 2), ("0", 2), ("1", 3)):
            app.test_client().send("/evenings/1/settings", {"closed": said})
            assert until(lambda made=made: len(copies) >= made)
            time.sleep(0.05)
            assert len(copies) == made
    assert len(copies) == 4  # the one at the end


def test_a_copier_that_is_told_to_end_just_after_it_has_asked_does_not_sleep(folder, monkeypatch):
    monkeypatch.setattr(starting, "_copy", lambda *told: True)
    with starting.opened(folder, None) as app:
        woken = app.extensions["copier"] = threading.Event()

        class Over(threading.Event):
            """An end that comes behind the first question for it."""

            def is_set(self):
                was = super().is_set()
                self.set()
                woken.set()
                return was

        told = (Over(), app, folder, None)
        copier = threading.Thread(target=starting._copy_until, args=told, daemon=True)
        copier.start()
        copier.join(10)
        assert not copier.is_alive()


def test_a_second_folder_takes_the_copy_that_the_first_has(folder, tmp_path, monkeypatch):
    """A deal that is saved between the two makes no second copy at once."""
    stick = tmp_path / "stick"
    stick.mkdir()
    with starting.opened(folder, None) as app:
        store = app.extensions["store"]

        def and_a_deal_is_saved(source, to, back_up=backups.back_up):
            back_up(source, to)
            if to.parent != stick:
                store.save_deal(1, 2, GARDE, revision=0, key=None, phone="")

        monkeypatch.setattr(backups, "back_up", and_a_deal_is_saved)
        assert starting._copy(folder, stick)
    (copy,) = (folder / "backups").glob("*.db")
    assert [one.name for one in stick.iterdir()] == [copy.name]
    assert copied(folder) == [1]


def test_tables_in_progress_are_held_against_their_facts_and_nothing_is_put_right(
    folder, monkeypatch, capfd
):
    """The second table is closed: `companion check` looks at that."""
    store, asked = Store(folder / "companion.db"), {"key": None, "phone": ""}
    store.open_table(Opening("tarot", ("Ana", "Bo", "Chi", "Dana")), **asked)
    store.save_deal(2, 1, GARDE, revision=0, **asked)
    store.close_table(2, **asked)
    store.db.execute("UPDATE scores SET points = points + 2 WHERE seat = 0")
    scores = store.db.execute("SELECT * FROM scores").fetchall()
    store.close()
    monkeypatch.setattr(starting, "FIRST_AUDIT", 0)
    with starting.opened(folder, None) as app, starting.audited(app):
        assert until(lambda: "audit" in app.extensions)
        answer = app.test_client().get("/healthz")
        store = app.extensions["store"]
        assert store.db.execute("SELECT * FROM scores").fetchall() == scores
    line = "a table in progress is saved otherwise than counted now: ask companion check\n"
    assert (answer.status_code, answer.text) == (503, line)
    line = "table 1, deal 1, seat 0: saved [398, 'declarer'], counted [396, 'declarer']"
    assert capfd.readouterr().err == f"companion: {line}\n"


def test_a_table_saved_otherwise_is_looked_at_again_soon_and_said_once(folder, capfd):
    with starting.opened(folder, None) as app:
        db, waited = app.extensions["store"].db, []

        class Over:
            """An end that comes when it is waited for the fourth time; all is well by the third."""

            is_set = staticmethod(lambda: False)

            def wait(self, seconds):
                waited.append(seconds)
                points = 396 if len(waited) == 3 else 398
                db.execute("UPDATE scores SET points = ? WHERE seat = 0", [points])
                return len(waited) == 4

        starting._audit_until(Over(), app)
    assert waited == [60, 600, 600, 86_400]
    line = "table 1, deal 1, seat 0: saved [398, 'declarer'], counted [396, 'declarer']"
    assert capfd.readouterr().err == f"companion: {line}\n"


def test_a_table_that_is_saved_as_it_counts_is_well(folder, monkeypatch, capfd):
    monkeypatch.setattr(starting, "FIRST_AUDIT", 0)
    with starting.opened(folder, None) as app, starting.audited(app):
        assert until(lambda: "audit" in app.extensions)
        assert app.test_client().get("/healthz").text == "ok\n"
    assert capfd.readouterr().err == ""


def test_what_cannot_be_looked_at_is_said_and_the_evening_goes_on(folder, monkeypatch, capfd):
    def unread(table):
        raise sqlite3.OperationalError("disk I/O error")

    with starting.opened(folder, None) as app:
        monkeypatch.setattr(app.extensions["store"], "audit", unread)
        starting._audit(threading.Event(), app)
    said = "what is saved was not looked at: disk I/O error"
    assert capfd.readouterr().err == f"companion: {said}\n"


def test_a_copy_is_made_before_a_newer_program_changes_anything(old):
    before = built(old / "companion.db")
    with starting.opened(old, None):
        (copy,) = (old / "backups").iterdir()
    assert built(copy) == before
    assert built(old / "companion.db") != before


def test_a_newer_program_changes_nothing_that_is_damaged(old, monkeypatch):
    def no_copy(*told):
        raise backups.BadCopy("it is damaged")

    monkeypatch.setattr(backups, "back_up", no_copy)
    before = built(old / "companion.db")
    with pytest.raises(server.CannotServe), starting.opened(old, None):
        pass
    assert built(old / "companion.db") == before


def test_a_damaged_database_is_not_served(folder):
    data = (folder / "companion.db").read_bytes()
    half = len(data) // 2
    (folder / "companion.db").write_bytes(data[:half] + bytes(8192) + data[half + 8192 :])
    with pytest.raises(server.CannotServe), starting.opened(folder, None):
        pass


def test_a_database_that_is_damaged_where_the_site_reads_it_first_is_closed_again(folder):
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        find = "SELECT rootpage FROM sqlite_schema WHERE name = 'instance'"
        begins = (db.execute(find).fetchone()[0] - 1) * size
    data = (folder / "companion.db").read_bytes()
    damaged = data[:begins] + b"\x99" * size + data[begins + size :]
    (folder / "companion.db").write_bytes(damaged)
    with pytest.raises(server.CannotServe), starting.opened(folder, None):
        pass
    assert not list(folder.glob("companion.db-*"))  # the last one who closes it takes them away


def test_a_database_with_a_reference_to_nothing_is_not_served(folder):
    with closing(sqlite3.connect(folder / "companion.db")) as db, db:
        db.execute("DELETE FROM tables")
    with pytest.raises(server.CannotServe, match="in companion.db"), starting.opened(folder, None):
        pass


@pytest.fixture
def old(wired, prepared, tmp_path):
    """An instance as an earlier release left it, but for what a start takes long over."""
    folder = tmp_path / "old"
    instance.make(folder)
    shutil.copytree(prepared, folder / "prepared")
    with closing(sqlite3.connect(folder / "companion.db")) as db:
        db.executescript(Path(__file__).with_name("released").joinpath("m001.sql").read_text())
    return folder


def built(file):
    """How a database is built."""
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()


def until(holds):
    """Waits for what is done beside; whether it was."""
    end = time.monotonic() + 30
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


def copied(folder):
    """How many deals each of the copies has, the oldest first."""
    found = []
    for copy in sorted((folder / "backups").glob("*.db")):
        store = Store(copy)
        found.append(len(store.deals(1)))
        store.close()
    return found


def test_without_room_for_a_copy_the_evening_goes_on(folder, tmp_path, capsys):
    with (
        starting.opened(folder, None) as app,
        starting.copied(app, folder, tmp_path / "no" / "stick"),
    ):
        assert until(lambda: "uncopied" in app.extensions)
        assert app.test_client().get("/healthz").text == "ok\n"  # it is only not there twice
    assert len(list((folder / "backups").iterdir())) == 1
    where = tmp_path / "no" / "stick"
    said = set(capsys.readouterr().err.splitlines())
    assert said == {f"companion: a copy was not made in {where}: {os.strerror(errno.ENOENT)}"}


def test_the_folder_of_a_copy_that_has_no_room_is_said_once(folder, capsys):
    """SQLite does not name it, so that it is put before what SQLite says."""
    resource = pytest.importorskip("resource", reason="no limit for the size of files here")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with closing(Store(folder / "companion.db")) as store:
        store.table(1)  # its log is there: it is the copy that cannot grow
        resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, hard))
        try:
            assert not starting._copy(folder, None)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    where, said = folder / "backups", capsys.readouterr().err
    assert said.startswith(f"companion: a copy was not made in {where}: ")
    assert said.count(str(where)) == 1


def test_health_says_that_no_copy_can_be_made(folder, capsys):
    (folder / "backups").touch()
    with starting.opened(folder, None) as app, starting.copied(app, folder, None):
        assert until(lambda: "uncopied" in app.extensions)
        answer = app.test_client().get("/healthz")
    line = "a copy could not be made: what was printed says why\n"
    assert (answer.status_code, answer.text) == (503, line)
    assert "a copy was not made" in capsys.readouterr().err


class Full:
    """A log that takes nothing: the disk is full, or who read it has gone."""

    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_where_nothing_can_be_said_copies_are_made_again_all_the_same(folder, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Full())
    (folder / "backups").touch()
    with starting.opened(folder, None) as app, starting.copied(app, folder, None):
        assert until(lambda: "uncopied" in app.extensions)
        (folder / "backups").unlink()
        app.extensions["copier"].set()
        assert until(lambda: not app.extensions["uncopied"])
    assert len(list((folder / "backups").iterdir())) == 1


@pytest.mark.parametrize(
    "fault",
    [sqlite3.OperationalError("it is full"), backups.BadCopy("it is broken")],
)
def test_a_stick_that_takes_no_copy_does_not_stop_a_newer_program(
    old, tmp_path, monkeypatch, capsys, fault
):
    def on_the_disk(source, to, back_up=backups.back_up):
        if to.parent == tmp_path:
            raise fault
        back_up(source, to)

    monkeypatch.setattr(backups, "back_up", on_the_disk)
    before = built(old / "companion.db")
    with starting.opened(old, tmp_path):
        (copy,) = (old / "backups").iterdir()
        assert built(copy) == before
    assert str(fault) in capsys.readouterr().err


def test_without_room_for_the_first_copy_a_newer_program_changes_nothing(old, monkeypatch):
    def full(source, to):
        raise sqlite3.OperationalError("it is full")

    monkeypatch.setattr(backups, "back_up", full)
    before = built(old / "companion.db")
    with pytest.raises(server.CannotServe, match="it is full"), starting.opened(old, None):
        pass
    assert built(old / "companion.db") == before


def test_without_room_for_a_copy_a_newer_program_goes_on_too(old, tmp_path, capsys):
    with starting.opened(old, tmp_path / "no" / "stick"):
        assert len(list((old / "backups").iterdir())) == 1
    assert "a copy was not made" in capsys.readouterr().err


def test_health_is_ok(client, store, open_table):
    open_table()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_health_says_what_is_wrong(client, store, open_table, monkeypatch):
    table = open_table()
    opened = datetime.fromisoformat(table.opened_at)
    monkeypatch.setattr(store, "changed_at", lambda: opened + timedelta(hours=1))
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Free(199_999_999))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.text == "less than 200 MB are free\nthe clock is behind the newest change\n"


def test_health_misses_the_copy_of_a_day_ago(client, store, open_table, instance, monkeypatch):
    table = open_table()
    opened = datetime.fromisoformat(table.opened_at)
    monkeypatch.setattr(store, "changed_at", lambda: opened - timedelta(hours=25))
    assert client.get("/healthz").text == "the last change is a day old, and no copy has it\n"
    copies.keep(instance / "companion.db", instance / "backups", opened)
    assert client.get("/healthz").text == "ok\n"


def test_health_misses_a_copy_though_one_was_made_while_the_clock_was_ahead(
    client, store, open_table, instance, monkeypatch
):
    opened = datetime.fromisoformat(open_table().opened_at)
    monkeypatch.setattr(store, "changed_at", lambda: opened - timedelta(hours=25))
    copies.keep(instance / "companion.db", instance / "backups", opened + timedelta(days=1000))
    assert client.get("/healthz").text == "the last change is a day old, and no copy has it\n"
    copies.keep(instance / "companion.db", instance / "backups", opened)
    assert client.get("/healthz").text == "ok\n"


def test_health_misses_the_copy_of_an_evening_without_a_table(client, store, monkeypatch):
    monkeypatch.setattr(store, "_clock", lambda: datetime.now(UTC) - timedelta(hours=25))
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    assert client.get("/healthz").text == "the last change is a day old, and no copy has it\n"


def test_a_database_of_another_program_is_not_put_in_place(companion, folder, tmp_path, csv):
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as db, db:
        db.execute("CREATE TABLE songs (id INTEGER PRIMARY KEY)")
    before = csv(folder)
    status, said = companion("restore", other, "--replace")
    assert (status, "no database of ours" in said) == (1, True)
    assert csv(folder) == before


@pytest.mark.parametrize("words", [["link"], ["rescore", "--write"]])
def test_a_database_of_another_program_is_left_as_it_is(tmp_path, capsys, words):
    other = tmp_path / "companion.db"
    with closing(sqlite3.connect(other)) as db, db:
        db.execute("CREATE TABLE songs (id INTEGER PRIMARY KEY)")
    other.chmod(0o640)  # that program may have others who read it
    before = other.read_bytes()
    assert cli.main([*words, "--instance", str(tmp_path)]) == 1
    assert "no database of ours: it has songs" in capsys.readouterr().err
    with pytest.raises(server.CannotServe, match="it has songs"), starting.opened(tmp_path, None):
        pass
    assert (other.read_bytes(), other.stat().st_mode & 0o777) == (before, 0o640)


@pytest.mark.parametrize(
    "words",
    [
        ("demo", "--instance", ""),
        ("restore", "", "--instance", "club"),
        ("check", ""),
        ("tally", ""),
    ],
)
def test_an_empty_name_is_no_file_and_no_folder(tmp_path, monkeypatch, capsys, words):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="2"):
        cli.main(words)
    assert "an empty name is none" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("command", ["check", "restore"])
def test_a_folder_in_place_of_a_copy_is_said_to_be_one(companion, tmp_path, command):
    assert companion(command, tmp_path) == (1, f"companion: {tmp_path} is a folder: name a file\n")


def test_an_evening_without_a_deal_yet_is_copied_too(folder):
    database, kept = folder / "companion.db", folder / "backups"
    copies.keep(database, kept, datetime(2026, 11, 20, 20, 0, tzinfo=UTC))
    store = Store(database)
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.close()
    assert copies.keep(database, kept, datetime(2026, 11, 20, 20, 10, tzinfo=UTC)) is not None
    assert copies.keep(database, kept, datetime(2026, 11, 20, 20, 20, tzinfo=UTC)) is None


def test_the_host_sees_how_old_the_newest_copy_is(client, instance, open_table):
    open_table()
    assert "Newest copy" not in texts(client.get("/host"))
    made = datetime.now(UTC) - timedelta(minutes=7, seconds=5)
    copies.keep(instance / "companion.db", instance / "backups", made)
    assert "Newest copy: 7 min ago" in texts(client.get("/host"))
