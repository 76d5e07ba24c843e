"""Copies of the database: whole whoever writes, never in another's place, thinned out, put back."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from laws import saved_points

from companion.store import Difference, Opening, Store, Where, backups, copies

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOURS = (20, 21, 22)
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


@pytest.fixture
def database(instance):
    return instance / "companion.db"


@pytest.fixture
def table(store):
    names = ("Ana", "Bo", "Chi", "Dana")
    return store.open_table(Opening("tarot", names), key=None, phone="")


def tell(store, number):
    store.save_deal(1, number, GARDE, revision=0, key=None, phone="")


def keep_twice(database, folder, at, stick):
    made = copies.keep(database, folder, at)
    copies.keep_twice(folder, stick)
    return made


def opened(path):
    return Store(path)


def test_a_copy_holds_what_was_told(store, database, table, tmp_path):
    tell(store, 1)
    backups.back_up(database, tmp_path / "copy.db")
    copy = opened(tmp_path / "copy.db")
    assert saved_points(copy, 1) == {1: (396, -132, -132, -132)}
    assert copy.changes(1) == store.changes(1)
    copy.close()


def test_what_a_folder_is_called_is_no_part_of_an_address(store, database, table, tmp_path):
    folder = tmp_path / "Friday? #2, 100%25"
    folder.mkdir()
    backups.back_up(database, folder / "copy.db")
    backups.back_up(folder / "copy.db", tmp_path / "again.db")
    with closing(opened(tmp_path / "again.db")) as copy:
        assert copy.table(1).names == table.names


@pytest.fixture
def onto_disk(monkeypatch):
    """What was made sure to be on the disk so far."""
    asked = []
    monkeypatch.setattr(os, "fsync", lambda file: asked.append(os.fstat(file).st_ino))
    return asked


def test_no_power_cut_takes_a_copy_that_was_made(store, database, tmp_path, onto_disk):
    """First its content is made sure of, then its name in the folder."""
    backups.back_up(database, tmp_path / "copy.db")
    assert onto_disk == [one.stat().st_ino for one in (tmp_path / "copy.db", tmp_path)]


def test_no_power_cut_takes_what_a_copy_is_put_in_place_of(store, database, tmp_path, onto_disk):
    store.close()
    backups.back_up(database, tmp_path / "copy.db")
    onto_disk.clear()
    aside = backups.restore(tmp_path / "copy.db", database.parent, NOON)
    written = (database, database.parent, aside, aside.parent, database.parent)
    assert onto_disk == [one.stat().st_ino for one in written]


def test_a_copy_is_for_nobody_elses_eyes(store, database, tmp_path):
    backups.back_up(database, tmp_path / "copy.db")
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    kept = copies.keep(database, tmp_path / "backups", NOON)
    assert [stat.S_IMODE(one.stat().st_mode) for one in (kept, kept.parent)] == [0o600, 0o700]


def test_a_copy_made_while_somebody_writes_is_of_one_moment(store, database, table, tmp_path):
    """Every deal that the copy has, it has with its scores, its change and the totals after it."""
    over = threading.Event()

    def write():
        for number in range(1, 400):
            if over.is_set():
                return
            tell(store, number)

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for n in range(5):
            backups.back_up(database, tmp_path / f"{n}.db")
    finally:
        over.set()
        writing.join()
    told = []
    for n in range(5):
        copy = opened(tmp_path / f"{n}.db")
        assert copy.rescore(write=False) == []
        told.append(len(copy.deals(1)))
        assert len(copy.changes(1)) == told[-1] + 1  # and the table was opened
        copy.close()
    assert told == sorted(told)
    assert told[-1] > told[0]


def test_nothing_is_ever_copied_over(store, database, tmp_path):
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(FileExistsError):
        backups.back_up(database, tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "precious"


@pytest.mark.parametrize("spoiled", ["words", "nothing of a page", "a page"])
def test_what_is_broken_is_no_copy(store, database, table, tmp_path, spoiled):
    broken = tmp_path / "broken.db"
    backups.back_up(database, broken)
    data = broken.read_bytes()
    half = len(data) // 2
    broken.write_bytes({"words": b"no database " * 99, "nothing of a page": data[:half], "a page":
                        data[:half] + bytes(8192) + data[half + 8192:]}[spoiled])  # fmt: skip
    with pytest.raises(backups.BadCopy):
        backups.back_up(broken, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert not (tmp_path / "copy.db.part").exists()


def test_where_a_name_is_missing_that_a_seat_speaks_of_there_is_no_copy(
    store, database, table, tmp_path
):
    """Every page of it is sound."""
    store.db.execute("PRAGMA foreign_keys = OFF")
    store.db.execute("DELETE FROM players WHERE name = 'Bo'")
    with pytest.raises(backups.BadCopy):
        backups.back_up(database, tmp_path / "copy.db")
    assert list(tmp_path.glob("copy*")) == []


def test_nothing_that_was_told_after_the_copy_comes_back_with_it(
    store, database, table, instance, tmp_path
):
    """The host lost power with a deal in the log, and the disk the database itself."""
    tell(store, 1)
    backups.back_up(database, tmp_path / "copy.db")
    tell(store, 2)
    log = database.with_name("companion.db-wal")
    told_last = log.read_bytes()
    store.close()
    log.write_bytes(told_last)
    database.write_text("no database " * 99)
    backups.restore(tmp_path / "copy.db", instance, NOON)
    assert saved_points(store, 1) == {1: (396, -132, -132, -132)}


def test_a_copy_is_kept_only_when_something_changed(store, database, table, tmp_path):
    kept = tmp_path / "backups"
    first = copies.keep(database, kept, NOON)
    assert first.name == "companion-20261121T120000.000000Z.db"
    assert copies.keep(database, kept, NOON + timedelta(minutes=10)) is None
    tell(store, 1)
    second = copies.keep(database, kept, NOON + timedelta(minutes=20))
    assert copies.newest(kept) == second
    assert copies.made_at(second) == NOON + timedelta(minutes=20)


CHANGES = {  # none of them has a line in the history of a table or an evening
    "a season": lambda store: store.open_season("2026", key=None, phone=""),
    "a link taken back": lambda store: store.renew_link("organise", Where(), but="", phone=""),
    "a phone let in": lambda store: store.let_in("watch", [Where(1)], token="t", was="", phone="p"),
    "who may open tables": lambda store: store.let_open(False, ""),
    "the name of a phone": lambda store: store.name_phone("p", "Bo's"),
    "who never sat": lambda store: store.rename_player(5, "Elias", key=None, phone=""),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_is_copied_once(store, database, table, tmp_path, change):
    kept = tmp_path / "backups"
    evening = store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(evening.id, ["Eli"], "tarot", key=None, phone="")
    copies.keep(database, kept, NOON)
    change(store)
    assert copies.keep(database, kept, NOON + timedelta(minutes=10)) is not None
    assert copies.keep(database, kept, NOON + timedelta(minutes=20)) is None


def test_what_is_forgotten_in_an_hour_is_worth_no_copy(store, database, table, tmp_path):
    kept = tmp_path / "backups"
    store.wrong_code("192.168.0.7", "p")
    copies.keep(database, kept, NOON)
    store.wrong_code("192.168.0.7", "p")
    assert copies.keep(database, kept, NOON + timedelta(minutes=10)) is None


def test_a_copy_that_was_spoilt_since_is_no_copy(store, database, table, tmp_path):
    kept = tmp_path / "backups"
    copies.keep(database, kept, NOON).write_text("no database " * 99)
    assert copies.keep(database, kept, NOON + timedelta(minutes=10))


def test_a_stick_that_comes_late_gets_the_newest_copy_though_nothing_changed(
    store, database, table, tmp_path
):
    kept, stick = tmp_path / "backups", tmp_path / "stick"
    with pytest.raises(OSError):  # it is not put in yet
        keep_twice(database, kept, NOON, stick)
    stick.mkdir()
    assert keep_twice(database, kept, NOON + timedelta(minutes=10), stick) is None
    assert copies.made_at(copies.newest(stick)) == NOON
    assert len(list(kept.iterdir())) == 1
    there = list(stick.iterdir())
    keep_twice(database, kept, NOON + timedelta(minutes=20), stick)  # it has it
    assert list(stick.iterdir()) == there


def test_a_full_stick_is_what_is_said_to_be_full(store, database, table, tmp_path):
    """No file of this process may grow: what a disk without room answers, but for its name."""
    resource = pytest.importorskip("resource", reason="no limit for the size of files here")
    kept, stick = tmp_path / "backups", tmp_path / "stick"
    stick.mkdir()
    copies.keep(database, kept, NOON)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(sqlite3.OperationalError) as full:
            keep_twice(database, kept, NOON, stick)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(full.value).startswith(f"{stick}: ")
    assert list(stick.iterdir()) == []
    keep_twice(database, kept, NOON, stick)
    assert copies.made_at(copies.newest(stick)) == NOON


def test_a_second_folder_gets_each_copy_too(store, database, table, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    kept = keep_twice(database, tmp_path / "backups", NOON, stick)
    assert (stick / kept.name).read_bytes()


def test_after_the_clock_was_set_back_the_newest_copy_is_that_made_last(
    store, database, table, tmp_path
):
    kept, stick = tmp_path / "backups", tmp_path / "stick"
    stick.mkdir()
    for number in range(1, 27):
        tell(store, number)
        keep_twice(database, kept, NOON + timedelta(minutes=10 * number), stick)
    for number in (27, 28):
        tell(store, number)
        made = keep_twice(database, kept, NOON - timedelta(days=400), stick)
        for folder in (kept, stick):
            assert copies.newest(folder) == folder / made.name
            copy = opened(folder / made.name)
            assert len(copy.deals(1)) == number
            copy.close()
            assert len(list(folder.glob("*.db"))) == 24


def test_after_one_copy_of_a_clock_that_was_ahead_one_a_day_stays(store, database, table, tmp_path):
    """Ten days of a copy each, one of 2030, then 20 days of three copies each: of the 24 newest
    and 30 days go the first of November, and what is neither the last of its day nor new."""
    kept, number = tmp_path / "backups", count(1)
    right = [datetime(2026, 11, day, 20, tzinfo=UTC) for day in range(1, 11)]
    later = [datetime(2026, 11, day, hour, tzinfo=UTC) for day in range(11, 31) for hour in HOURS]
    for at in [*right, datetime(2030, 1, 1, tzinfo=UTC), *later]:
        tell(store, next(number))
        made = copies.keep(database, kept, at)
        assert copies.newest(kept) == made
        assert copies.made_at(made) == at
    assert made.name == "companion-20300101T000000.000060Z-20261130T220000.000000Z.db"
    stay = sorted(map(copies.made_at, kept.iterdir()))
    assert stay == [*right[1:], *later[2:36:3], *later[36:], datetime(2030, 1, 1, tzinfo=UTC)]


def test_a_copy_of_a_clock_that_was_ahead_is_followed_by_one_of_the_right_time(
    store, database, table, tmp_path
):
    kept = tmp_path / "backups"
    copies.keep(database, kept, NOON + timedelta(days=365))
    made = copies.keep(database, kept, NOON)
    assert copies.newest(kept) == made
    assert copies.made_at(made) == NOON
    assert copies.keep(database, kept, NOON + timedelta(minutes=10)) is None


def test_a_stick_with_copies_of_a_clock_that_was_ahead_gets_its_copy(
    store, database, table, tmp_path
):
    stick = tmp_path / "stick"
    for year in range(24):
        copies.keep(database, stick, NOON + timedelta(days=365 * year))
        tell(store, year + 1)
    keep_twice(database, tmp_path / "backups", NOON + timedelta(minutes=1), stick)
    copy = opened(copies.newest(stick))
    assert len(copy.deals(1)) == 24
    copy.close()


@pytest.mark.parametrize("day", ["20261399T999999", "00000000T000000"])
def test_a_file_that_is_called_after_no_day_there_is_is_no_copy_and_stays(
    database, table, tmp_path, day
):
    odd = tmp_path / f"companion-{day}.000000Z.db"
    odd.write_text("mine")
    assert copies.newest(tmp_path) is None
    made = copies.keep(database, tmp_path, NOON)
    assert copies.newest(tmp_path) == made
    assert odd.read_text() == "mine"


def test_what_was_begun_when_the_power_was_cut_goes_with_the_next_copy(database, table, tmp_path):
    """Each cut left as much as the database is large, for ever."""
    for end in ("", "-journal"):
        left = tmp_path / f"companion-20261120T120000.000000Z.db.part{end}"
        left.write_text("begun")
        os.utime(left, (0, 0))
    mine = tmp_path / "companion-notes.db.part"
    mine.write_text("mine")
    os.utime(mine, (0, 0))
    made = copies.keep(database, tmp_path, NOON)
    assert {made, mine} == {*tmp_path.glob("companion-*")}


def test_what_another_program_copies_at_this_moment_stays(database, table, tmp_path):
    begun = tmp_path / "companion-20261121T115959.000000Z.db.part"
    begun.write_text("begun")
    made = copies.keep(database, tmp_path, NOON)
    assert {made, begun} == {*tmp_path.glob("companion-*")}


def test_of_old_copies_the_newest_and_one_a_day_stay():
    """24 of today by the hour, then the newest of each of 30 days: today is one of them."""
    hours = [f"companion-20261121T{hour:02}0000.000000Z.db" for hour in range(24)]
    days = [
        f"companion-202610{day:02}T{hour}0000.000000Z.db"
        for day in range(1, 32)
        for hour in (10, 20)
    ]
    stay = copies.worth_keeping([*days, *hours])
    assert len(stay) == 24 + 29
    assert {*hours} < stay
    assert "companion-20261031T200000.000000Z.db" in stay
    assert "companion-20261031T100000.000000Z.db" not in stay
    assert "companion-20261003T200000.000000Z.db" in stay
    assert "companion-20261002T200000.000000Z.db" not in stay


def test_what_was_saved_otherwise_than_it_counts_is_found_and_put_right(store, table):
    tell(store, 1)
    assert store.rescore(write=False) == []
    store.db.execute("UPDATE scores SET points = 7 WHERE seat = 1")
    store.db.execute("UPDATE seats SET total = 9 WHERE seat = 2")
    store.db.execute("UPDATE tables SET over = 1")
    different = [
        Difference(1, "deal 1, seat 1", [7, "defence"], [-132, "defence"]),
        Difference(1, "over", True, False),
        Difference(1, "seat 2 from deal 0 on", [9, 1], [-132, 1]),
    ]
    assert store.rescore(write=False) == different
    assert store.rescore(write=True) == different
    assert store.rescore(write=False) == []


def test_a_score_that_is_not_there_any_more_is_found(store, table):
    tell(store, 1)
    store.db.execute("DELETE FROM scores WHERE seat = 1")
    different = [Difference(1, "deal 1, seat 1", None, [-132, "defence"])]
    assert store.rescore(write=True) == different
    assert store.rescore(write=False) == []


def test_facts_that_cannot_be_are_named_and_left(store, table):
    tell(store, 1)
    store.db.execute("UPDATE deals SET facts = json_set(facts, '$.oudlers', 9)")
    why = "9 is not between 0 and 3"
    with closing(opened(store._path)) as other:
        assert other.rescore(write=True) == [Difference(1, "deal 1, oudlers", refused=why)]
    assert saved_points(store, 1) == {1: (396, -132, -132, -132)}
