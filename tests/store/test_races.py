"""Many phones at once: nothing twice, nothing lost, nobody locked out (T-D4, T-D5, T-D6)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from kept import GARDE, PRISE, numbers, opened, sound, tell

from companion.store import Conflict


def test_what_an_earlier_release_answered_is_given_again(store):
    """That release kept with each answer whether the form had come twice."""
    table = opened(store)
    first = tell(store, table, **form(1, 1))
    earlier = "json_set(answer, '$.repeated', json('false'))"
    kept = f"UPDATE request_keys SET answer = {earlier} WHERE answer LIKE '%change%'"
    assert store.db.execute(kept).rowcount == 1
    assert tell(store, table, **form(1, 1)) == first


@pytest.fixture
def phones():
    with ThreadPoolExecutor(8) as phones:
        yield phones


def at_once(phones, *calls):
    """What each call answers, or the error that refuses it; all begin together."""
    ready = Barrier(len(calls))

    def answer(call):
        ready.wait()
        try:
            return call()
        except Conflict as conflict:
            return conflict

    return list(phones.map(answer, calls))


def test_an_answer_that_was_lost_is_given_again(store, phones):
    """300 forms sent twice, 100 sent eight times at once: 400 deals."""
    tables = [opened(store) for _ in range(8)]
    for i in range(300):
        first, again = (tell(store, tables[i % 8], **form(i, 1 + i // 8)) for _ in range(2))
        assert (first.number, first.change) == (again.number, again.change)
    for i in range(100):
        table = opened(store)
        answers = at_once(phones, *[lambda t=table, i=i: tell(store, t, **form(i, 1))] * 8)
        assert (answers[0].number, set(answers)) == (1, {answers[0]})
        tables.append(table)
    assert store.db.execute("SELECT count(*) FROM deals").fetchone() == (400,)
    assert all(sound(store, table) for table in tables)


def form(i, number):
    return {"number": number, "revision": 0, "key": f"form {i} {number}"}


def test_of_two_phones_that_tell_the_same_deal_one_is_asked(store, phones):
    table = opened(store)
    for number in range(1, 201):
        mine, theirs = {**GARDE, "declarer": "1"}, {**PRISE, "declarer": "2"}
        _one_was_first(store, phones, table, number, 0, mine, theirs)
    assert numbers(store, table) == list(range(1, 201))
    assert sound(store, table)


def test_of_two_phones_that_correct_the_same_deal_one_is_asked(store, phones):
    table = opened(store)
    tell(store, table)
    for revision in range(1, 201):
        mine, theirs = ({**GARDE, "card_points": n + revision % 40} for n in (0, 42))
        _one_was_first(store, phones, table, 1, revision, mine, theirs)
    assert store.deal(table.id, 1).revision == 201
    assert sound(store, table)


def _one_was_first(store, phones, table, number, revision, *told):
    """Sees that one is saved, and the other is shown exactly that one."""
    how = {"revision": revision, "key": None, "phone": ""}
    calls = [lambda f=facts: store.save_deal(table.id, number, f, **how) for facts in told]
    answers = at_once(phones, *calls)
    late = [isinstance(answer, Conflict) for answer in answers]
    assert sorted(late) == [False, True]
    saved = told[late.index(False)]
    assert answers[late.index(True)].deal.facts == saved
    assert store.deal(table.id, number).facts == saved


def test_nobody_is_ever_locked_out(store, phones):
    """Eight phones of 200 deals each, written and read; an error of SQLite's would end it."""
    tables = [opened(store) for _ in range(80)]

    def play(phone):
        for i in range(200):
            tell(store, tables[phone * 10 + i % 10], key=f"{phone} {i}")

    list(phones.map(play, range(8)))
    assert [store.table(table.id).deals for table in tables] == [20] * 80
    assert all(sound(store, table) for table in tables)
