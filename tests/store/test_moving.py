"""A deal told at the wrong table goes to another one, and comes back: it is at one of them."""

import random
from contextlib import suppress

import pytest
from kept import (
    GARDE,
    PASSED,
    PRISE,
    conflict,
    delete,
    half,
    numbers,
    opened,
    redo,
    refused,
    sound,
    tell,
    totals,
    undo,
)

from companion.games.message import InvalidDeal
from companion.store import NotThere, restorable

HOW = {"key": None, "phone": "host"}
SAME = {0: 0, 1: 1, 2: 2, 3: 3}


def move(store, here, there, number=1, seats=SAME, **how):
    asked = {"revision": store.deal(here.id, number).revision, **HOW, **how}
    return store.move_deal(here.id, number, there.id, seats, **asked)


def facts(store, table, number=1):
    return store.deal(table.id, number).facts


def seen(store, *tables):
    """All that people see of these tables."""
    return [
        (
            [(one.number, one.text, one.dealer) for one in store.deals(table.id)],
            totals(store, table),
        )
        for table in tables
    ]


@pytest.fixture
def two(store):
    """Ana's garde at the first table; Bo's prise at the second, told by others."""
    here, there = opened(store), opened(store, "Eve", "Fay", "Gil", "Hal")
    tell(store, here, GARDE, phone="ana", note="tea")
    tell(store, there, PRISE, phone="eve")
    return here, there


def test_a_deal_is_taken_off_here_and_told_last_there(store, two):
    here, there = two
    saved = move(store, here, there)
    assert (saved.table_id, saved.number) == (there.id, 2)
    assert (numbers(store, here), totals(store, here)) == ([], [0, 0, 0, 0])
    assert numbers(store, there) == [1, 2]
    assert totals(store, there) == [234, -174, -30, -30]
    assert (facts(store, there, 2), store.deal(there.id, 2).note) == (GARDE, "tea")
    assert sound(store, here) and sound(store, there)


def test_who_played_which_part_there_is_chosen(store, two):
    here, there = two
    move(store, here, there, seats={0: 2, 1: 0, 2: 1, 3: 3})
    assert facts(store, there, 2) == {**GARDE, "declarer": "2"}
    assert totals(store, there) == [-30, -174, 234, -30]
    assert store.deal(there.id, 2).dealer == 2  # Ana dealt; Gil sits for her there


@pytest.mark.parametrize("seats", [{}, {0: 0, 1: 1, 2: 2}, {**SAME, 3: 0}, {**SAME, 3: 9}])
def test_each_who_played_has_one_seat_there(store, two, seats):
    assert refused(move, store, *two, seats=seats) == "seats"
    assert numbers(store, two[0]) == [1]


def test_who_sits_out_there_is_who_deals(store, two):
    five = opened(store, "Eve", "Fay", "Gil", "Hal", "Ida", at_once=4)
    move(store, two[0], five, seats={0: 4, 1: 0, 2: 1, 3: 3})
    assert store.deal(five.id, 1).dealer == 2
    assert totals(store, five) == [-66, -66, 0, -66, 198]


def test_who_dealt_without_playing_leaves_the_deal_to_whose_turn_it_is(store, two):
    five = opened(store, "Eve", "Fay", "Gil", "Hal", "Ida", at_once=4)
    tell(store, five, {**GARDE, "declarer": "1"})  # Eve deals and sits out
    move(store, five, two[1], seats={1: 0, 2: 1, 3: 2, 4: 3})
    assert (facts(store, two[1], 2)["declarer"], store.deal(two[1].id, 2).dealer) == ("0", 1)


def test_a_deal_comes_before_the_one_that_is_half_told_there(store, two):
    here, there = two
    half(store, there, {"declarer": "2"})
    assert move(store, here, there).number == 3
    assert numbers(store, there) == [1, 3, 2]
    assert sound(store, there)


def test_a_deal_that_nobody_played_moves_too(store, two):
    here, there = two
    tell(store, here, PASSED)
    assert move(store, here, there, 2).number == 2
    assert facts(store, there, 2) == PASSED


def test_nothing_moves_to_another_game_other_players_itself_or_a_sheet_put_away(store, two):
    here, there = two
    three = opened(store, "Eve", "Fay", "Gil")
    other = opened(store, "Eve", "Fay", "Gil", "Hal", game="tamalou")
    store.close_table(there.id, **HOW)
    for to in (here, three, other, there):
        assert refused(move, store, here, to) == "to"
    store.delete_table(there.id, **HOW)
    assert refused(move, store, here, there) == "to"
    assert numbers(store, here) == [1]


def test_what_is_not_played_there_is_refused(store):
    misere, plain = (opened(store, rules={"misere": n}) for n in (10, 0))
    tell(store, misere, {**GARDE, "misere": ["1"]})
    assert refused(move, store, misere, plain).startswith("misere")
    assert (numbers(store, misere), numbers(store, plain)) == ([1], [])


def test_what_was_corrected_meanwhile_is_not_moved_unseen(store, two):
    tell(store, two[0], PRISE, 1)
    assert conflict(move, store, *two, revision=1).facts == PRISE
    half(store, two[0], {"declarer": "1"})
    conflict(move, store, *two, 2)
    delete(store, two[0], 1)
    conflict(move, store, *two)


def test_a_double_tap_moves_once(store, two):
    first, again = (move(store, *two, key="form", revision=1) for _ in range(2))
    assert (first.number, again) == (2, first)
    assert numbers(store, two[1]) == [1, 2]


def test_a_confirmation_is_dropped_and_comes_back_with_the_deal(store, two):
    here, there = two
    store.judge(here.id, 1, "confirmed", revision=1, key=None, phone="bo")
    move(store, here, there)
    assert store.deal(there.id, 2).verdict == ""
    undo(store, here)
    assert store.deal(here.id, 1).verdict == "confirmed"


def test_who_moved_it_told_it_there(store, two):
    move(store, *two)
    assert (store.told_by(two[0].id, 1), store.told_by(two[1].id, 2)) == ("ana", "host")


@pytest.mark.parametrize("at", [0, 1], ids=["where it was", "where it is"])
def test_undo_from_either_sheet_takes_both_back_and_redo_does_both_again(store, two, at):
    before = seen(store, *two)
    move(store, *two)
    after = seen(store, *two)
    for _ in range(3):
        undo(store, two[at])
        assert seen(store, *two) == before
        redo(store, two[1 - at])
        assert seen(store, *two) == after
    assert all(sound(store, table) for table in two)


def test_deals_told_since_at_the_other_table_stay(store, two):
    here, there = two
    move(store, here, there)
    tell(store, there, GARDE)
    undo(store, here)
    assert (numbers(store, here), numbers(store, there)) == ([1], [1, 3])
    assert totals(store, there) == [234, -174, -30, -30]
    assert store.can_redo(there.id) is not None
    redo(store, here)
    assert (numbers(store, here), numbers(store, there)) == ([], [1, 2, 3])
    undo(store, there)
    assert numbers(store, there) == [1, 2]
    undo(store, there)
    assert (numbers(store, here), numbers(store, there)) == ([1], [1])


CHANGED = {
    "corrected": lambda store, table: tell(store, table, PRISE, 2),
    "deleted": lambda store, table: delete(store, table, 2),
    "judged": lambda store, table: store.judge(
        table.id, 2, "disputed", "no", revision=1, key=None, phone="eve"
    ),
}


@pytest.mark.parametrize("how", CHANGED)
def test_what_was_changed_at_the_other_table_is_undone_there_first(store, two, how):
    here, there = two
    move(store, here, there)
    CHANGED[how](store, there)
    before = seen(store, here, there)
    assert refused(undo, store, here) == "deal"
    assert seen(store, here, there) == before
    undo(store, there)
    undo(store, here)
    assert (numbers(store, here), numbers(store, there)) == ([1], [1])


@pytest.mark.parametrize("gone", ["here", "there"])
def test_no_deal_goes_to_a_table_that_is_deleted(store, two, gone):
    """Brought back, it takes its deal again."""
    here, there = two
    move(store, here, there)
    (deleted, other), step = ((here, there), undo) if gone == "here" else ((there, here), redo)
    if gone == "there":
        undo(store, here)
    store.delete_table(deleted.id, **HOW)
    before = seen(store, here, there)
    assert refused(step, store, other) == "deal"
    assert seen(store, here, there) == before
    store.restore_table(deleted.id, **HOW)
    step(store, other)
    assert seen(store, here, there) != before


def test_a_deal_that_was_moved_is_not_told_again_where_it_was(store, two):
    here, there = two
    tell(store, here, PRISE, 1)
    correction = store.can_undo(here.id).id
    move(store, here, there)
    assert refused(tell, store, here, GARDE, 1, revision=3) == "deal"
    assert refused(store.restore, here.id, correction, **HOW) == "deal"
    undo(store, there)
    with pytest.raises(NotThere):
        store.restore(here.id, store.changes(here.id)[0].id, **HOW)
    tell(store, here, GARDE, 1)
    assert numbers(store, here) == [1]


def test_a_deal_moves_on_and_all_the_way_back(store, two):
    third = opened(store, "Ida", "Jo", "Kim", "Lou")
    before = seen(store, *two, third)
    move(store, *two)
    move(store, two[1], third, 2)
    assert [numbers(store, one) for one in (*two, third)] == [[], [1], [1]]
    assert refused(undo, store, two[0]) == "deal"
    undo(store, third)
    undo(store, two[0])
    assert seen(store, *two, third) == before


def test_a_deal_moves_there_and_back_and_there_again(store, two):
    here, there = two
    move(store, here, there)
    move(store, there, here, 2)
    move(store, here, there, 2)
    assert (numbers(store, here), numbers(store, there)) == ([], [1, 3])
    for table in (here, there, here):
        undo(store, table)
    assert (numbers(store, here), numbers(store, there)) == ([1], [1])


def test_the_end_of_a_game_moves_with_the_deal(store):
    one, other = (opened(store, rules={"deals": 1}) for _ in range(2))
    tell(store, one)
    assert store.table(one.id).over
    move(store, one, other)
    assert (store.table(one.id).over, store.table(other.id).over) == (False, True)
    undo(store, other)
    assert (store.table(one.id).over, store.table(other.id).over) == (True, False)


def _walk(store, chance, tables, step):
    """One step of hosts who cannot make up their minds at two tables."""
    table, other = chance.sample(tables, 2)
    there = numbers(store, table)
    word = chance.choice(["tell", "correct", "delete", "judge", "move", "undo", "redo", "restore"])
    if word == "tell":
        tell(store, table, chance.choice([GARDE, PRISE]), note=f"deal {step}")
    elif word == "undo" and store.can_undo(table.id):
        undo(store, table)
    elif word == "redo" and store.can_redo(table.id):
        redo(store, table)
    elif word == "restore":
        changes = [one.id for one in store.changes(table.id) if restorable(one)]
        store.restore(table.id, chance.choice(changes or [0]), **HOW)
    elif there and word == "delete":
        delete(store, table, chance.choice(there))
    elif there and word == "move":
        move(store, table, other, chance.choice(there))
    elif there and word in ("correct", "judge"):
        deal = store.deal(table.id, chance.choice(there))
        how = {"revision": deal.revision, **HOW}
        if word == "judge":
            store.judge(table.id, deal.number, "disputed", f"no {step}", **how)
        else:
            points = {**GARDE, "card_points": step}
            store.save_deal(table.id, deal.number, points, note=deal.note, **how)


@pytest.mark.parametrize("seed", range(6))
def test_after_any_walk_each_deal_is_at_one_table_and_all_that_is_stored_is_sound(store, seed):
    tables, chance = [opened(store), opened(store, "Eve", "Fay", "Gil", "Hal")], random.Random(seed)

    def once():
        notes = [deal.note for table in tables for deal in store.deals(table.id)]
        assert len({*notes}) == len(notes)
        assert all(sound(store, table) for table in tables)

    for step in range(90):
        before = seen(store, *tables)
        try:
            _walk(store, chance, tables, step)
        except (InvalidDeal, NotThere):
            assert seen(store, *tables) == before
        once()

    def undone():
        for table in tables:
            with suppress(InvalidDeal, NotThere):
                undo(store, table)
                once()

    while any(store.can_undo(table.id) for table in tables):
        before = store.version(1), store.version(2)
        undone()
        assert (store.version(1), store.version(2)) != before
    assert [numbers(store, table) for table in tables] == [[], []]


def test_no_deal_comes_back_behind_one_that_is_begun_again_there(store, open_table):
    """That one was told in full before the moved deal came, and is a bid again since it went."""
    asked = {"key": None, "phone": ""}
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    here, there = open_table().id, open_table(names=["Eve", "Fay", "Gil", "Hal"]).id
    store.save_deal(here, 1, garde, revision=0, **asked)
    store.keep_half(there, 1, {"declarer": "0", "contract": "garde"}, revision=0, **asked)
    store.save_deal(there, 1, garde, revision=1, **asked)
    store.move_deal(here, 1, there, {n: n for n in range(4)}, revision=1, **asked)
    store.undo(here, **asked)
    store.undo(there, **asked)
    was = [store.deals(table) for table in (here, there)]
    with pytest.raises(InvalidDeal, match="only the last deal may be half told"):
        store.redo(here, **asked)
    assert [store.deals(table) for table in (here, there)] == was
    store.redo(there, **asked)
    store.redo(here, **asked)
    assert [one.state for one in store.deals(there)] == ["told", "told"]
