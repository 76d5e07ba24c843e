"""What the store makes of an evening where much has happened: who counts for what, what stays."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from companion.store import Conflict, DrawnTable, NotThere, Opening

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}  # 198 at four
BID = {"declarer": "0", "contract": "garde"}
FOUR = ["Ana", "Bo", "Chi", "Dana"]
HOW = {"key": None, "phone": ""}


@pytest.fixture
def evening(store) -> None:
    """Evening 1, where four have come."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    store.check_in(1, FOUR, "tarot", **HOW)


@pytest.fixture
def carried(store, evening) -> int:
    """A table of it that began with totals from paper: 50 for Ana, −50 for Bo."""
    return store.open_there(1, Opening("tarot", FOUR, start=(100, -100, 0, 0)), **HOW)


def people(store) -> dict[str, int]:
    return {one.name: one.player for one in store.attendances(1)}


def draw(store, number=1) -> None:
    """All four at table 1 of this position."""
    of = people(store)
    table = DrawnTable(1, "tarot", tuple(of[name] for name in FOUR))
    store.keep_draw(1, number, [table], [], **HOW)


def publish(store, number=1, **clock) -> int:
    draw(store, number)
    (table,) = store.publish(1, number, **clock, **HOW)
    return table


def tell(store, table, number=1, facts=GARDE) -> None:
    store.save_deal(table, number, facts, revision=0, **HOW)


def test_totals_from_paper_are_whose_they_were_though_the_deal_before_the_other_came_is_deleted(
    store, carried
):
    tell(store, carried)
    store.substitute(carried, 0, "Zoe", **HOW)
    store.delete_deal(carried, 1, revision=1, **HOW)
    store.close_table(carried, **HOW)  # nobody plays on
    points = {one.name: one.points for one in store.parts([1])}
    assert (points["Ana"], points.get("Zoe", 0)) == (100, 0)  # half points


def test_totals_from_paper_count_for_nothing_once_anything_was_played(store, carried):
    tell(store, carried, 1, {"passed": True})
    tell(store, carried, 2)
    points = {one.name: one.points for one in store.parts([1])}
    assert points == {"Ana": 396, "Bo": -132, "Chi": -132, "Dana": -132}


def test_two_sheets_of_one_place_are_counted_one_after_the_other(store, evening):
    first = store.open_there(1, Opening("tarot", FOUR), **HOW)
    tell(store, first)
    store.close_table(first, **HOW)
    second = store.open_there(1, Opening("tarot", FOUR), first, **HOW)
    tell(store, second)
    assert [one.table for one in store.parts([1])] == [first] * 4 + [second] * 4


def test_the_best_deal_up_to_a_position_may_be_one_of_it(store, evening):
    tell(store, publish(store))
    assert [*store.extremes(1, 1)] == ["tarot"]


def test_a_position_closed_by_hand_stays_so_when_the_next_one_is_taken_back(store, evening):
    publish(store)
    store.close_position(1, 1, True, phone="")
    usual = store._clock
    store._clock = lambda: usual() + timedelta(minutes=5)
    publish(store, 2)
    store.take_back_position(1, 2, **HOW)
    assert store.positions(1)[0].closed_at


def test_a_position_published_again_had_the_clock_of_the_last_time(store, evening):
    for ends_at in ("2026-11-20T21:00:00+00:00", "2026-11-20T22:00:00+00:00"):
        publish(store, ends_at=ends_at)
        until = store.published_until(1, 1)
        store.take_back_position(1, 1, **HOW)
    assert until == "2026-11-20T22:00:00+00:00"


def test_who_is_taken_off_the_list_leaves_the_draw_under_every_name(store, evening):
    draw(store)
    store.check_in(1, ["Anna"], "tarot", **HOW)
    of = people(store)
    store.merge(of["Ana"], of["Anna"], **HOW)
    store.take_off(1, of["Anna"], phone="")
    assert of["Anna"] not in store.positions(1)[0].people


def test_who_is_put_on_the_list_again_owes_what_was_owed_the_last_time(store, evening):
    ana = people(store)["Ana"]
    for fee in (200, 300):
        store.attend(1, ana, fee=fee, phone="")
        store.take_off(1, ana, phone="")
        store.put_back(1, ana, phone="")
    assert [one.fee for one in store.attendances(1) if one.player == ana] == [300]


def test_what_was_paid_under_two_names_stays_paid(store, evening):
    store.check_in(1, ["Ana", "Anna"], "tarot", fees=[300, 200], **HOW)
    of = people(store)
    for name in ("Ana", "Anna"):
        store.attend(1, of[name], paid=True, phone="")
    store.merge(of["Ana"], of["Anna"], **HOW)
    store.attend(1, of["Anna"], paid=True, phone="")
    paid = {one.player: (one.fee, one.paid) for one in store.attendances(1)}
    assert paid[of["Anna"]] == (500, True)


def test_who_is_on_the_list_already_owes_what_a_list_says(store, evening):
    store.check_in(1, ["Ana"], "tarot", fees=[300], **HOW)
    assert store.attendances(1)[0].fee == 300


def test_a_wish_is_of_two_people_whatever_they_were_called_then(store, evening):
    store.check_in(1, ["Anna"], "tarot", **HOW)
    of = people(store)
    store.merge(of["Ana"], of["Anna"], **HOW)
    store.wish(1, of["Anna"], of["Bo"], True, phone="")
    store.wish(1, of["Ana"], of["Bo"], None, phone="")
    assert store.wishes(1) == []


def test_a_sheet_opened_before_the_draw_is_not_over_by_it_while_it_is_open(store, evening):
    table = store.open_there(1, Opening("tarot", ["Eve", "Fay", "Gil", "Hal"]), **HOW)
    publish(store)
    assert store.follows(table).position == 0
    store.close_table(table, **HOW)
    assert store.follows(table).position == 1


def test_a_bid_with_a_note_of_another_phone_is_not_taken_the_place_of(store, evening):
    table = publish(store)
    store.keep_half(table, 1, BID, revision=0, note="theirs", **HOW)
    with pytest.raises(Conflict):
        store.save_deal(table, 1, GARDE, revision=0, completes=True, note="mine", **HOW)


def noted(store) -> list:
    """What the record of evening 1 says of its tables and positions, and of who is put back."""
    find = "SELECT kind, said FROM evening_changes WHERE evening_id = 1 ORDER BY id"
    kinds = ("take in", "take out", "put at", "close position", "reopen position", "put back")
    kinds += ("clock", "take back", "bring back", "close sheet")
    return [(kind, json.loads(said)) for kind, said in store.db.execute(find) if kind in kinds]


def place(store, table) -> tuple:
    found = store.table(table)
    return found.evening_id, found.place


def test_a_table_taken_out_and_in_again_is_noted_and_a_form_sent_twice_does_nothing(store, carried):
    assert store.take_out(carried, 1, key="out", phone="")
    store.take_in(carried, 1, key="in", phone="")
    assert store.take_out(carried, 1, key="out", phone="")
    assert place(store, carried) == (1, 1)
    assert store.take_out(carried, 1, **HOW)
    store.take_in(carried, 1, key="in", phone="")
    assert place(store, carried) == (None, None)
    out, back = ("take out", {"table": carried}), ("take in", {"table": carried})
    assert noted(store) == [out, back, out]


def test_a_table_put_at_another_place_is_noted_and_a_form_sent_twice_does_nothing(store, carried):
    for key, to in (("three", 3), ("two", 2), ("three", 3)):
        store.put_at(carried, 1, to, key=key, phone="")
    assert place(store, carried) == (1, 2)
    assert noted(store) == [("put at", {"table": carried, "place": to}) for to in (3, 2)]


def test_a_table_that_is_nowhere_at_an_evening_is_put_nowhere_there(store, evening):
    store.open_evening("Saturday", "2026-11-21", "", {"tarot": {}}, **HOW)
    nowhere = store.open_table(Opening("tarot", FOUR), **HOW).id
    elsewhere = store.open_there(2, Opening("tarot", FOUR), **HOW)
    for table in (nowhere, elsewhere):
        with pytest.raises(NotThere):
            store.put_at(table, 1, 2, **HOW)
    assert (place(store, nowhere), place(store, elsewhere)) == ((None, None), (2, 1))
    assert noted(store) == []


def test_a_position_that_is_closed_and_opened_again_is_noted(store, evening):
    newest = publish(store)
    for closed in (True, True, False):
        store.close_position(1, 1, closed=closed, phone="")
    said = {"number": 1, "newest": newest}
    assert noted(store) == [("close position", said), ("reopen position", said)]


def test_who_is_put_on_the_list_again_is_noted_and_nobody_else(store, evening):
    ana, bo, chi, _dana = people(store).values()
    for player in (ana, bo):
        store.take_off(1, player, phone="")
    for player in (ana, chi):
        store.put_back(1, player, phone="")
    assert noted(store) == [("put back", {"player": ana})]
    assert set(people(store)) == {*FOUR} - {"Bo"}


def test_a_clock_that_is_set_and_a_position_taken_back_behind_a_draw_are_noted(store, evening):
    publish(store)
    for at in ("2026-11-20T21:00:00+00:00", None):
        store.set_clock(1, 1, at, **HOW)
    draw(store, 2)
    store.take_back_position(1, 1, **HOW)
    said = [("clock", {"number": 1, "ends_at": "2026-11-20T21:00:00+00:00"})]
    said += [("clock", {"number": 1, "ends_at": None}), ("take back", {"number": 1})]
    assert noted(store) == said
    with pytest.raises(NotThere):
        store.set_clock(1, 1, None, **HOW)
    assert noted(store) == said


def test_a_sheet_that_was_left_open_and_is_closed_is_noted(store, evening):
    table = publish(store)
    tell(store, table)
    publish(store, 2)
    assert store.left_open(1) == [table]
    store.close_sheets(1, [table, table + 1], **HOW)
    assert noted(store) == [("close sheet", {"table": table})]


def test_an_adjustment_that_is_taken_back_and_brought_back_is_noted(store, evening):
    store.adjust(1, people(store)["Ana"], "tarot", -40, "late", **HOW)
    number = store.adjustments([1])[0].id
    for back in (True, True, False):
        store.take_back_adjustment(1, number, back, phone="")
    said = {"adjustment": number}
    assert noted(store) == [("take back", said), ("bring back", said)]


def test_a_table_that_is_deleted_and_brought_back_says_so(store, evening):
    table = publish(store)
    store.delete_table(table, **HOW)
    store.restore_table(table, **HOW)
    assert [one.kind for one in store.changes(table)][:2] == ["restore_table", "delete_table"]
