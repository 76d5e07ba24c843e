"""Every change is kept and can be taken back, in any number, from any phone."""

import random
import sqlite3

import pytest
from kept import (
    GARDE,
    PASSED,
    PRISE,
    conflict,
    delete,
    ending,
    half,
    numbers,
    opened,
    redo,
    sound,
    tell,
    totals,
    undo,
)
from laws import saved_points

from companion.store import ChangedMeanwhile, NotThere

HOW = {"key": None, "phone": ""}


def judge(store, table, verdict, why=""):
    told = {"revision": 1, "key": None, "phone": "bo"}
    store.judge(table.id, 1, verdict, why, **told)


def state(store, table):
    """All that undo and redo bring back: no times, no revisions."""
    found = store.table(table.id)
    deals = [
        (deal.number, deal.place, deal.state, deal.dealer, deal.text, deal.note, deal.outcome)
        + (deal.verdict, deal.why)
        for deal in store.deals(table.id)
    ]
    people = [[(one.name, one.total, one.deals) for one in seat.people] for seat in found.seats]
    agreed = (found.rules, found.at_once, found.dealer, found.start, found.about, found.over)
    return deals, people, agreed, bool(found.closed_at), bool(found.deleted_at)


def test_an_undone_deal_is_gone_and_redo_brings_it_back(store):
    table = opened(store)
    tell(store, table, GARDE)
    tell(store, table, PRISE)
    undo(store, table)
    assert totals(store, table) == [198, -66, -66, -66]
    assert numbers(store, table) == [1]
    redo(store, table)
    assert totals(store, table) == [234, -174, -30, -30]
    assert numbers(store, table) == [1, 2]


def test_an_undone_number_is_never_given_again(store):
    table = opened(store)
    tell(store, table)
    undo(store, table)
    assert tell(store, table, PRISE).number == 2
    with pytest.raises(NotThere):
        redo(store, table)


def test_undo_goes_back_to_the_opening_and_no_further(store):
    table = opened(store)
    for facts in (GARDE, PRISE, PASSED):
        tell(store, table, facts)
    for _ in range(3):
        undo(store, table)
    assert store.can_undo(table.id) is None
    with pytest.raises(NotThere):
        undo(store, table)
    assert (numbers(store, table), store.table(table.id).deleted_at) == ([], None)


def test_what_undo_would_take_back_is_shown(store):
    table = opened(store)
    tell(store, table, phone="ana")
    tell(store, table, PRISE, 1, phone="bo")
    shown = store.can_undo(table.id)
    assert (shown.kind, shown.deal, shown.phone) == ("correct", 1, "bo")
    assert (shown.before["deal"]["facts"], shown.after["deal"]["facts"]) == (GARDE, PRISE)
    assert store.can_redo(table.id) is None
    taken = undo(store, table)
    assert (taken.kind, taken.undoes) == ("undo", shown.id)
    assert store.can_redo(table.id) == taken


def test_undo_takes_back_only_what_was_shown(store):
    table = opened(store)
    tell(store, table)
    shown = store.can_undo(table.id).id
    tell(store, table)
    with pytest.raises(NotThere):
        undo(store, table, change=shown)
    assert numbers(store, table) == [1, 2]


def test_an_undo_that_comes_twice_takes_one_change_back(store):
    table = opened(store)
    tell(store, table)
    tell(store, table)
    assert undo(store, table, key="form") == undo(store, table, key="form")
    assert numbers(store, table) == [1]


def test_redo_ends_where_something_new_was_done(store):
    table = opened(store)
    for facts in (GARDE, PRISE):
        tell(store, table, facts)
    undo(store, table)
    undo(store, table)
    redo(store, table)
    tell(store, table, GARDE)
    assert store.can_redo(table.id) is None
    undo(store, table)
    redo(store, table)
    assert numbers(store, table) == [1, 3]
    assert store.can_redo(table.id) is None


def test_undo_after_redo_takes_the_same_back_again(store):
    table = opened(store)
    tell(store, table, GARDE)
    tell(store, table, PRISE)
    for _ in range(3):
        undo(store, table)
        assert numbers(store, table) == [1]
        redo(store, table)
        assert numbers(store, table) == [1, 2]
    assert [one.undone for one in store.changes(table.id)] == [False, True] * 3 + [False] * 3


def test_an_undone_deal_comes_back_as_its_revision_says(store):
    """A phone that still has the form open is told that the deal has changed meanwhile."""
    table = opened(store)
    tell(store, table)
    undo(store, table)
    redo(store, table)
    assert store.deal(table.id, 1).revision == 3


STEPS = {
    "told": lambda store, table: tell(store, table, PRISE),
    "corrected": lambda store, table: tell(store, table, PRISE, 1, note="recounted", dealer=3),
    "inserted": lambda store, table: tell(store, table, PRISE, before=1),
    "deleted": lambda store, table: delete(store, table, 1),
    "half told": lambda store, table: half(store, table, {"declarer": "2"}),
    "disputed": lambda store, table: judge(store, table, "disputed", why="51"),
    "closed": lambda store, table: store.close_table(table.id, **HOW),
    "deleted, the table": lambda store, table: store.delete_table(table.id, **HOW),
    "titled": lambda store, table: store.describe_table(table.id, {"title": "Jeudi"}, **HOW),
    "renamed": lambda store, table: store.rename(table.id, 1, "Bob", key=None, phone=""),
    "known": lambda store, table: store.rename(table.id, 1, "Zoe", key=None, phone=""),
    "replaced": lambda store, table: store.substitute(table.id, 1, "Eve", key=None, phone=""),
}


@pytest.mark.parametrize("step", STEPS)
def test_every_change_is_taken_back_and_done_again(store, step):
    opened(store, "Xia", "Yan", "Zoe")
    table = opened(store)
    for facts in (GARDE, PRISE, GARDE):
        tell(store, table, facts)
    before = state(store, table)
    STEPS[step](store, table)
    after = state(store, table)
    assert after != before
    undo(store, table)
    assert state(store, table) == before
    redo(store, table)
    assert state(store, table) == after
    assert sound(store, table)


AGREED = {
    "rules": {"rules": {"preset": "fft"}},
    "seats": {"names": ["Bo", "Ana", "Chi", "Dee", "Eve"], "at_once": 4},
    "dealer": {"dealer": 2},
}


@pytest.mark.parametrize("what", AGREED)
def test_what_was_agreed_is_taken_back_and_agreed_again(store, what):
    table = opened(store)
    before = state(store, table)
    store.agree_table(table.id, AGREED[what], **HOW)
    after = state(store, table)
    undo(store, table)
    assert state(store, table) == before
    redo(store, table)
    assert state(store, table) == after != before


def test_half_a_deal_completed_is_half_told_again(store):
    table = opened(store)
    half(store, table, {"declarer": "0", "contract": "garde"})
    tell(store, table, GARDE, 1)
    undo(store, table)
    assert store.deal(table.id, 1).facts == {"declarer": "0", "contract": "garde"}
    assert store.table(table.id).half
    assert saved_points(store, table.id) == {}
    undo(store, table)
    assert store.deals(table.id) == []


def hands(*held, caller="0", **more):
    """A deal of Tamalou: what each still held, and who called."""
    return {"caller": caller, "hands": {str(i): n for i, n in enumerate(held)}, **more}


@pytest.fixture
def long_game(store):
    """Five deals of Tamalou with nothing at its end: 0 80, when Bo has 10, 20, 10, 20 and 20."""
    table = opened(store, "Ana", "Bo", game="tamalou")
    for held in (10, 20, 10, 20, 20):
        tell(store, table, hands(3, held))
    return table


CORRECTED = hands(3, 60)  # 10 + 60 + 10 + 20 are exactly 100 after the fourth deal


def test_a_correction_that_ends_the_game_keeps_the_later_deals_unless_they_are_to_go(
    store, long_game
):
    tell(store, long_game, CORRECTED, 2)
    assert (numbers(store, long_game), totals(store, long_game)) == ([1, 2, 3, 4, 5], [0, 70])
    assert store.table(long_game.id).over


def test_ending_there_takes_the_later_deals_off_in_the_same_change(store, long_game):
    before = state(store, long_game)
    tell(store, long_game, CORRECTED, 2, **ending(store, long_game))
    after = state(store, long_game)
    assert (numbers(store, long_game), totals(store, long_game)) == ([1, 2, 3, 4], [0, 50])
    assert store.table(long_game.id).over
    change = store.can_undo(long_game.id)
    assert (change.kind, change.deal) == ("correct", 2)
    undo(store, long_game)
    assert state(store, long_game) == before
    assert sound(store, long_game)
    redo(store, long_game)
    assert state(store, long_game) == after
    assert sound(store, long_game)


def test_a_half_told_deal_goes_with_the_later_ones_and_comes_back_half_told(store, long_game):
    half(store, long_game, {"hands": {"1": 7}})
    tell(store, long_game, CORRECTED, 2, **ending(store, long_game))
    assert numbers(store, long_game) == [1, 2, 3, 4]
    undo(store, long_game)
    assert store.deal(long_game.id, 6).state == "half"
    assert (numbers(store, long_game), totals(store, long_game)) == ([1, 2, 3, 4, 5, 6], [0, 80])


def test_a_half_told_deal_alone_can_come_after_the_end(store, long_game):
    """10 + 20 + 10 + 20 and 40 in the fifth deal are 100: only the half-told one comes later."""
    half(store, long_game, {"hands": {"1": 7}})
    tell(store, long_game, hands(3, 40), 5, **ending(store, long_game))
    assert numbers(store, long_game) == [1, 2, 3, 4, 5]
    assert sound(store, long_game)


def test_a_deal_that_was_inserted_ends_a_planned_game_one_deal_earlier(store):
    table = opened(store, rules={"deals": 3})
    for facts in (GARDE, PRISE, GARDE):
        tell(store, table, facts)
    tell(store, table, PRISE, before=2, **ending(store, table))
    assert numbers(store, table) == [1, 4, 2]
    undo(store, table)
    assert numbers(store, table) == [1, 2, 3]
    assert sound(store, table)


def test_a_deleted_raise_takes_what_was_played_under_it_along(store):
    """119 ended the game; one deal was told late on purpose, then the limit was raised."""
    table = opened(store, "Ana", "Bo", game="tamalou")
    for facts in (hands(3, 119), hands(3, 4), hands(3, 10, limit=150), hands(3, 5)):
        tell(store, table, facts)
    delete(store, table, 3, **ending(store, table))
    assert (numbers(store, table), totals(store, table)) == ([1, 2], [0, 123])
    undo(store, table)
    assert (numbers(store, table), totals(store, table)) == ([1, 2, 3, 4], [0, 138])
    assert sound(store, table)


@pytest.mark.parametrize("number", [1, 5])
def test_a_change_that_moves_no_end_takes_nothing_off(store, long_game, number):
    tell(store, long_game, hands(3, 11), number, **ending(store, long_game))
    assert numbers(store, long_game) == [1, 2, 3, 4, 5]


def test_deals_that_came_late_before_stay(store):
    """Bo's 119 ended the game after two deals; what was told later was told on purpose."""
    table = opened(store, "Ana", "Bo", game="tamalou")
    for facts in (hands(3, 99), hands(3, 20), hands(3, 10)):
        tell(store, table, facts)
    tell(store, table, hands(3, 30), 2, **ending(store, table))
    assert numbers(store, table) == [1, 2, 3]


def test_nothing_is_taken_off_that_was_not_seen(store, long_game):
    seen = ending(store, long_game)
    tell(store, long_game, hands(3, 9))
    with pytest.raises(ChangedMeanwhile):
        tell(store, long_game, CORRECTED, 2, **seen)
    assert numbers(store, long_game) == [1, 2, 3, 4, 5, 6]
    assert totals(store, long_game) == [0, 89]


def test_who_corrected_the_same_deal_first_is_told_before_anything_is_taken_off(store, long_game):
    seen = ending(store, long_game)
    tell(store, long_game, hands(3, 21), 2)
    first = conflict(tell, store, long_game, CORRECTED, 2, revision=1, **seen)
    assert (first.number, first.facts) == (2, hands(3, 21))


def test_an_end_that_arrives_twice_takes_the_later_deals_off_once(store, long_game):
    how = {**ending(store, long_game), "revision": 1, "key": "form"}
    first = tell(store, long_game, CORRECTED, 2, **how)
    again = tell(store, long_game, CORRECTED, 2, **how)
    assert again == first
    undo(store, long_game)
    assert totals(store, long_game) == [0, 80]


@pytest.mark.parametrize("words", ["UPDATE {} SET at = ''", "DELETE FROM {}"])
@pytest.mark.parametrize("history", ["changes", "evening_changes"])
def test_history_is_only_ever_added_to(store, words, history):
    opened(store)
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
        store.db.execute(words.format(history))


def _walk(store, table, chance, undone):
    """One step of people who cannot make up their minds, and what undo has to bring back."""
    there = numbers(store, table)
    word = chance.choice(["tell", "half", "insert", "correct", "delete", "undo", "redo", "sit"])
    facts = {**chance.choice([GARDE, PRISE]), "card_points": chance.randrange(92)}
    ends = ending(store, table) if chance.random() < 0.3 else {}
    if word == "undo" and store.can_undo(table.id):
        undo(store, table)
    elif word == "redo" and store.can_redo(table.id):
        redo(store, table)
    elif word == "tell":
        tell(store, table, facts, there[-1] if store.table(table.id).half else None)
    elif word == "half" and not store.table(table.id).half:
        half(store, table, {"contract": "prise"})
    elif word == "sit":
        store.substitute(table.id, chance.randrange(4), f"P{undone}", key=None, phone="")
    elif there and word == "insert":
        tell(store, table, facts, before=chance.choice(there), **ends)
    elif there and word == "delete":
        delete(store, table, chance.choice(there), **ends)
    elif there and word == "correct" and not store.table(table.id).half:
        tell(store, table, facts, chance.choice(there), dealer=chance.randrange(4), **ends)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_stored_is_what_comes_out_after_any_walk(store, seed):
    table, chance = opened(store, rules={"deals": 5}), random.Random(seed)
    for step in range(60):
        _walk(store, table, chance, step)
        assert sound(store, table)
    seen = []
    while store.can_undo(table.id):
        seen.append(state(store, table))
        undo(store, table)
    assert state(store, table)[0] == []
    while seen:
        redo(store, table)
        assert state(store, table) == seen.pop()
