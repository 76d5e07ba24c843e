"""What was read once is not read again until something changes; and never what was taken back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from threading import Thread

import pytest
from kept import GARDE, PASSED, PRISE, delete, half, opened, tell

from companion.games.message import InvalidDeal
from companion.store import Store, Telling, known, replay, rows, saving
from companion.store.connections import now


@pytest.fixture
def asked(store):
    """The statements that the store sends."""
    sent: list[str] = []
    store.db.conn.set_trace_callback(sent.append)
    return sent


def test_a_table_at_which_nothing_changed_is_not_read_again(store, asked):
    table = tell(store, opened(store)).table_id
    store.table(table), store.deals(table), store.tables("open")
    asked.clear()
    store.table(table), store.deals(table), store.tables("open")
    assert set(asked) == {"SELECT max(id) FROM changes"}


def test_a_table_and_its_deals_that_are_known_ask_for_no_moment_of_their_own(store, asked):
    table = tell(store, opened(store)).table_id
    store.table_and_deals(table)
    asked.clear()
    store.table_and_deals(table)
    assert asked == ["SELECT max(id) FROM changes"]


def test_a_table_and_its_deals_are_of_one_moment_whoever_tells_between(
    store, instance, monkeypatch
):
    table = opened(store)
    with closing(Store(instance / "companion.db")) as anew:
        read, told = rows.known_deals, Thread(target=lambda: tell(store, table))

        def interrupted(reader, table):
            monkeypatch.undo()
            told.start()
            told.join()
            return read(reader, table)

        monkeypatch.setattr(rows, "known_deals", interrupted)
        found, deals = anew.table_and_deals(table.id)
        assert (found.deals, deals) == (0, [])
        found, deals = anew.table_and_deals(table.id)
        assert (found.deals, len(deals)) == (1, 1)


def test_a_table_is_not_read_again_for_a_deal_at_another(store, asked):
    here, there = opened(store), opened(store)
    store.table(here.id)
    tell(store, there)
    asked.clear()
    store.table(here.id), store.table(here.id)
    assert len(asked) == 3  # the newest change, whether those since concern it, the newest change
    assert not any("FROM tables" in one for one in asked)


def test_who_looks_at_an_earlier_moment_does_not_see_what_was_told_since(store):
    table = opened(store)
    with store.reading():
        assert store.table(table.id).deals == 0
        other = Thread(target=lambda: (tell(store, table), store.table(table.id)))
        other.start()
        other.join()
        assert store.table(table.id).deals == 0
    assert store.table(table.id).deals == 1


def test_a_name_put_right_at_one_table_is_read_at_the_other(store):
    here, there = opened(store), opened(store)
    assert store.table(there.id).sitting[0] == "Ana"
    store.rename(here.id, 0, "Anna", key=None, phone="")
    assert store.table(there.id).sitting[0] == "Anna"


def test_only_from_the_deal_that_is_another_one_are_the_standings_counted_again(store):
    table = opened(store)
    for facts in (GARDE, PRISE, GARDE):
        tell(store, table, facts)
    deals = store.deals(table.id)
    before, after = (replay(table, some).standings for some in (deals, [*deals[:2], deals[1]]))
    assert [one is other for one, other in zip(before, after, strict=True)] == [1, 1, 1, 0]
    assert after[3].totals == (540, -564, 12, 12)  # half points


def test_what_another_thread_told_is_seen(store):
    table = opened(store)
    assert store.deals(table.id) == []
    other = Thread(target=tell, args=(store, table))
    other.start()
    other.join()
    assert [deal.facts for deal in store.deals(table.id)] == [GARDE]


def _another_player(store, table):
    store.substitute(table.id, 1, "Eve", key=None, phone="")
    tell(store, table, PRISE)


def _two_more_and_one_off(store, table):
    tell(store, table, PRISE)
    tell(store, table, PASSED)
    delete(store, table, 2)


def _begun(store, table):
    half(store, table, {"declarer": "2", "contract": "garde"})


def _judged(verdict):
    def judge_and_correct(store, table):
        store.judge(table.id, 1, verdict, "no", revision=1, key=None, phone="bo")
        tell(store, table, PRISE, 1)

    return judge_and_correct


SINCE = {
    "the first deal": lambda store, table: None,
    "a correction": lambda store, table: tell(store, table, PRISE, 1),
    "the same once more": lambda store, table: tell(store, table, GARDE, 1),
    "a forgotten one": lambda store, table: tell(store, table, PRISE, before=1),
    "one after another is taken off": _two_more_and_one_off,
    "one that is begun": _begun,
    "one for another player": _another_player,
    "one that was confirmed and corrected": _judged("confirmed"),
    "one that was disputed and corrected": _judged("disputed"),
}


@pytest.mark.parametrize("since", SINCE.values(), ids=SINCE)
def test_what_a_save_left_is_known_as_it_would_be_read(store, asked, since):
    table = opened(store)
    store.call(table.id, True, key=None, phone="ana")
    store._clock = lambda: now() + timedelta(minutes=1)
    tell(store, table)
    since(store, table)
    assert store.table(table.id) == rows.table(store.db, table.id)
    last = store.deals(table.id)[-1]
    tell(store, table, PRISE, last.number if last.state == "half" else None)
    asked.clear()
    known = store.table(table.id), rows.known_deals(store, store.table(table.id))
    assert set(asked) == {"SELECT max(id) FROM changes"}  # it was not read
    assert known == (rows.table(store.db, table.id), rows.deals(store.db, table.id))


def test_a_game_that_is_over_is_known_to_be_so(store):
    table = opened(store, "Ana", "Bo", game="tamalou")
    for _ in range(3):
        tell(store, table, {"caller": "0", "hands": {"0": 3, "1": 40}})
        assert store.table(table.id) == rows.table(store.db, table.id)
    assert store.table(table.id).over


def test_what_is_taken_back_is_not_known(store, monkeypatch):
    table = opened(store)
    tell(store, table)
    monkeypatch.setattr(saving, "settle", _fails)
    with pytest.raises(sqlite3.IntegrityError):
        tell(store, table, PRISE)
    monkeypatch.undo()
    assert [deal.facts for deal in store.deals(table.id)] == [GARDE]
    tell(store, table)  # the same number, and the same number of a change
    assert [deal.facts for deal in store.deals(table.id)] == [GARDE, GARDE]
    assert store.table(table.id).totals == (792, -264, -264, -264)  # half points


def test_what_a_refused_writer_told_and_read_again_is_not_known(store):
    table, no_contract = opened(store), Telling(facts=GARDE | {"contract": "none"})
    with pytest.raises(InvalidDeal):
        store.save_deals(table.id, 1, [Telling(facts=PRISE), no_contract], key=None, phone="")
    store.describe_table(table.id, {"title": "Friday"}, key=None, phone="")  # the same number
    assert store.table(table.id).title == "Friday"
    assert store.deals(table.id) == []


def _fails(*given):
    raise sqlite3.IntegrityError("the last moment")


def a_table(store, table):
    return store.table(table.id)


def the_first_of_all(store, table):
    return store.tables("open")[0]


@pytest.mark.parametrize("look", [a_table, the_first_of_all])
def test_what_is_told_between_the_number_and_the_reading_is_known_by_its_own_number(
    store, instance, monkeypatch, look
):
    table, other = opened(store), Store(instance / "companion.db")
    newest, numbers = rows.newest, []

    def and_then_somebody_tells(db):
        numbers.append(newest(db))
        monkeypatch.undo()
        tell(other, table)
        return numbers[0]

    monkeypatch.setattr(rows, "newest", and_then_somebody_tells)
    assert look(store, table).deals == 1
    sent = []
    store.db.conn.set_trace_callback(sent.append)
    assert look(store, table).deals == 1
    assert sent == ["SELECT max(id) FROM changes"]
    other.close()


def test_only_the_newest_is_known():
    kept = known.Known(most=2)
    for n, key in enumerate("abc"):
        kept.keep(key, n)
    assert [kept.get(key) for key in "abc"] == [None, 1, 2]


def test_what_a_change_made_old_is_kept_no_longer(store):
    table, kept = opened(store), set()
    for _ in range(3):
        tell(store, table)
        store.deals(table.id), store.tables("open")
        kept.add(len(store.known._read))
    assert len(kept) == 1


def test_what_nobody_changed_is_counted_once_and_anew_after_any_write(store, instance):
    table, other, counted = opened(store), Store(instance / "companion.db"), []

    def points() -> int:
        counted.append(store.table(table.id).totals)
        return counted[-1]

    first = store.unchanged("points", points)
    assert store.unchanged("points", points) is first
    tell(store, table)
    second = store.unchanged("points", points)
    assert second != first
    tell(other, table)  # by another connection
    third = store.unchanged("points", points)
    assert third != second
    assert (store.unchanged("points", points), len(counted)) == (third, 3)
    store.name_phone("a" * 64, "Ana’s phone")  # whatever is written
    store.unchanged("points", points)
    assert len(counted) == 4
    other.close()


def test_a_thread_keeps_so_much_and_no_more(store):
    for n in range(100):
        assert store.unchanged(n, lambda n=n: n) == n
    assert len(store._here.kept) <= 20


def test_what_was_kept_last_stays_known_longest():
    some = known.Known(most=2)
    for key in ("a", "b", "a", "c"):
        some.keep(key, key)
    assert [some.get(key) for key in ("a", "b", "c")] == ["a", None, "c"]
