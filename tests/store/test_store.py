"""What is told is kept once; who is late is told so; what is not there is said so."""

import sqlite3
import threading
from datetime import UTC, datetime, timedelta

import pytest
from kept import (
    GARDE,
    PRISE,
    answer,
    conflict,
    delete,
    half,
    numbers,
    opened,
    refused,
    tell,
    totals,
)

from companion.store import NotThere, Opening, Store, migrate
from companion.store.connections import WRITING

PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def pragmas(store):
    return {name: store.db.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}


def test_a_connection_that_cannot_begin_is_closed_and_forgotten(tmp_path):
    (tmp_path / "companion.db").write_text("no database at all" * 100)
    store = Store(tmp_path / "companion.db")
    with pytest.raises(sqlite3.DatabaseError):
        store.db.execute("SELECT 1")
    assert store._all == []


def test_every_connection_is_durable(store):
    found = [pragmas(store)]
    for _ in range(3):
        thread = threading.Thread(target=lambda: found.append(pragmas(store)))
        thread.start()
        thread.join()
    assert found == [PRAGMAS] * 4


def test_a_correction_that_corrects_nothing_is_no_change(store):
    table = opened(store)
    tell(store, table)
    before = store.table(table.id).version
    tell(store, table, GARDE, 1)
    assert store.table(table.id).version == before


def test_a_refused_deal_leaves_nothing(store):
    table = opened(store)
    wrong = {**GARDE, "card_points": 92}
    assert refused(tell, store, table, wrong, key="form") == "card_points"
    assert store.table(table.id) == table
    assert answer(store, "form") is None
    assert tell(store, table, key="form").number == 1


def test_a_text_with_half_a_character_is_kept_without_it(store):
    table = opened(store, about={"title": "Jeudi \ud800"})
    tell(store, table, note="\udfff")
    assert (store.table(table.id).title, store.deal(table.id, 1).note) == ("Jeudi ?", "?")


def test_a_form_that_comes_twice_records_once(store):
    table = opened(store)
    first, again = (tell(store, table, number=1, revision=0, key="form") for _ in range(2))
    assert (first.number, again) == (1, first)
    assert numbers(store, table) == [1]


@pytest.mark.parametrize("write", [tell, half])
def test_a_page_gone_back_to_and_filled_in_anew_loses_nothing(store, write):
    table = opened(store)
    write(store, table, GARDE, number=1, revision=0, key="form")
    assert conflict(write, store, table, PRISE, number=1, revision=0, key="form").facts == GARDE


def test_each_form_of_a_page_with_one_key_is_answered(store):
    table = opened(store)
    for _ in range(2):
        store.close_table(table.id, key="page", phone="")
    store.reopen_table(table.id, key="page", phone="")
    assert [one.kind for one in store.changes(table.id)] == ["reopen", "close", "open"]


def test_a_table_is_opened_once_by_a_form_that_comes_twice(store):
    assert opened(store, key="form") == opened(store, key="form")
    assert len(store.tables("open")) == 1


def test_the_answer_to_a_form_is_found_by_its_key(store):
    table = opened(store)
    tell(store, table, key="form")
    assert '"number": 1' in answer(store, "form")
    assert answer(store, "for") is None


def test_a_number_that_is_taken_shows_the_deal_of_who_was_first(store):
    table = opened(store)
    tell(store, table, GARDE)
    theirs = conflict(tell, store, table, PRISE, 1, revision=0)
    assert (theirs.facts, theirs.revision) == (GARDE, 1)
    assert totals(store, table) == [198, -66, -66, -66]


def test_who_saw_an_older_deal_corrects_nothing(store):
    table = opened(store)
    tell(store, table, GARDE)
    tell(store, table, PRISE, 1)
    assert conflict(tell, store, table, GARDE, 1, revision=1).facts == PRISE
    assert conflict(delete, store, table, 1, revision=1).facts == PRISE


@pytest.mark.parametrize("number", [0, 3, -1, 2**70])
def test_there_is_no_deal_beyond_the_next(store, number):
    table = opened(store)
    tell(store, table)
    with pytest.raises(NotThere):
        tell(store, table, GARDE, number)


@pytest.mark.parametrize("table_id", [0, 1, -1, 2**70])
def test_what_is_not_there_is_said_so(store, table_id):
    how = {"key": None, "phone": ""}
    asked = [(store.table, {}), (store.undo, how), (store.redo, how)]
    asked += [(store.close_table, how), (store.describe_table, {"about": {}, **how})]
    for ask, with_what in asked:
        with pytest.raises(NotThere):
            ask(table_id, **with_what)


def test_there_is_no_deal_before_the_first(store):
    with pytest.raises(NotThere):
        store.deal(opened(store).id, 1)


def test_an_answer_is_kept_for_two_days(store, instance):
    time = datetime(2026, 11, 21, tzinfo=UTC)
    later = Store(instance / "companion.db", clock=lambda: time)
    table = opened(later, key="old")
    time += timedelta(hours=47)
    tell(later, table, key="new")
    assert answer(later, "old")
    time += timedelta(hours=2)
    tell(later, table, key="newest")
    assert (answer(later, "old"), bool(answer(later, "new"))) == (None, True)
    later.close()


def test_a_table_is_no_phones_own_because_it_opened_it_for_an_evening(store):
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="hash")
    names = Opening("tarot", ["Ana", "Bo", "Chi"])
    table = store.open_there(1, names, key=None, phone="hash")
    assert store.mine("hash") == frozenset()
    tell(store, store.table(table), phone="hash", key="form")
    assert store.mine("hash") == {table}


def test_a_phone_is_known_by_its_first_change(store):
    mine = opened(store, phone="hash")
    other = opened(store)
    assert store.mine("hash") == {mine.id}
    tell(store, other, phone="hash", key="form")
    assert store.mine("hash") == {mine.id, other.id}
    assert store.mine("") == frozenset()
    store.close_table(mine.id, key=None, phone="")
    store.delete_table(other.id, key=None, phone="")
    assert store.mine("hash") == frozenset()
    assert store.db.execute("SELECT hash FROM phones").fetchall() == [("hash",)]


def test_what_is_read_together_belongs_together(store, instance):
    table = opened(store)
    other = Store(instance / "companion.db")
    with store.reading():
        before = store.table(table.id)
        tell(other, table)
        assert store.table(table.id) == before
    assert store.table(table.id).deals == 1
    other.close()


def test_a_write_waits_its_turn_before_it_reads(store):
    """A transaction that reads and then wants to write would be refused by SQLite at once."""
    seen = []
    store.db.conn.set_trace_callback(lambda sql: seen.append((sql, WRITING.locked())))
    opened(store)
    store.db.conn.set_trace_callback(None)
    assert seen[0] == ("BEGIN IMMEDIATE", True)
    assert seen[-1] == ("COMMIT", True)


def test_when_a_deal_was_told_is_when_it_was_told_first(store, instance):
    time = datetime(2026, 11, 21, tzinfo=UTC)
    clock = Store(instance / "companion.db", clock=lambda: time)
    table = opened(clock)
    half(clock, table, {"declarer": "0"})
    time += timedelta(minutes=9)
    tell(clock, table, GARDE, 1)
    time += timedelta(minutes=9)
    tell(clock, table, PRISE, 1)
    assert clock.deal(table.id, 1).told_at == "2026-11-21T00:09:00+00:00"
    assert clock.table(table.id).entered_at == "2026-11-21T00:18:00+00:00"
    clock.close()


def test_every_secret_is_its_own(store, tmp_path):
    migrate(tmp_path / "other.db")
    other = Store(tmp_path / "other.db")
    assert len(store.secret()) == 32
    assert store.secret() != other.secret()
    other.close()


def test_a_file_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(Exception, match="unable to open"):
        Store(tmp_path / "nowhere.db").secret()
    assert list(tmp_path.iterdir()) == []
