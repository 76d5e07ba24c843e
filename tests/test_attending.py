"""Who takes a seat at a table of an evening is there, as if checked in; who left it stays."""

from __future__ import annotations

import pytest

from companion.store import DrawnTable

FOUR = ["Ana", "Bo", "Chi", "Dana"]
HOW = {"key": None, "phone": ""}
ANA, BO, CHI, DANA = range(4)
FEE = 250


@pytest.fixture
def there(store):
    """An evening of two games at 2.50 whose first table plays tarot: who is there, by name."""
    store.open_evening("Friday", "", "", {"tamalou": {}, "tarot": {}}, FEE, **HOW)
    store.check_in(1, FOUR, "tarot", **HOW)
    players = tuple(one.player for one in store.attendances(1))
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", players)], [], **HOW)
    store.publish(1, 1, **HOW)

    def attending():
        found = store.attendances(1)
        return {one.name: (one.game, one.here, one.fee, one.paid) for one in found}

    return attending


def test_who_takes_a_seat_is_in_the_next_draw_with_who_left_it(client, store, there):
    client.send("/tables/1/players", {"seat": DANA, "name": "Zoé", "substitute": 1})
    assert there()["Zoé"] == there()["Dana"] == ("tarot", True, FEE, False)
    client.send("/evenings/1/draw", {"size-tarot": "5", "seen": "", "number": "2"})
    names = {one.player: one.name for one in store.attendances(1)}
    (table,) = store.positions(1)[1].tables
    assert sorted(names[one] for one in table.players) == [*FOUR, "Zoé"]


def test_who_was_set_as_gone_stays_gone_when_replaced(store, there):
    (dana,) = [one.player for one in store.attendances(1) if one.name == "Dana"]
    store.attend(1, dana, here=False, phone="")
    store.substitute(1, DANA, "Zoé", **HOW)
    assert there()["Dana"] == ("tarot", False, FEE, False)


def test_a_substitute_who_is_taken_back_has_left_and_owes_nothing_until_put_again(store, there):
    store.substitute(1, DANA, "Zoee", **HOW)
    store.undo(1, **HOW)
    assert there()["Zoee"] == ("tarot", False, 0, False)
    store.redo(1, **HOW)
    assert there()["Zoee"] == ("tarot", True, FEE, False)


def test_what_a_substitute_has_paid_is_still_in_the_sums_when_taken_back(store, there):
    store.substitute(1, DANA, "Zoé", **HOW)
    (zoe,) = [one.player for one in store.attendances(1) if one.name == "Zoé"]
    store.attend(1, zoe, paid=True, phone="")
    store.undo(1, **HOW)
    assert there()["Zoé"] == ("tarot", False, FEE, True)


def test_who_had_left_is_back_with_the_own_fee_and_has_left_again_by_undo(store, there):
    store.check_in(1, ["Eve"], "tamalou", fees=[100], **HOW)
    (eve,) = [one.player for one in store.attendances(1) if one.name == "Eve"]
    store.attend(1, eve, here=False, phone="")
    store.substitute(1, BO, "Eve", **HOW)
    assert there()["Eve"] == ("tamalou", True, 100, False)
    store.undo(1, **HOW)
    assert there()["Eve"] == ("tamalou", False, 100, False)


def test_who_is_there_already_stays_as_the_organiser_set_it(store, there):
    store.check_in(1, ["Eve"], "tamalou", **HOW)
    store.substitute(1, BO, "Eve", **HOW)
    store.undo(1, **HOW)
    assert there()["Eve"] == ("tamalou", True, FEE, False)


def test_a_game_that_the_evening_does_not_play_is_no_hindrance(client, store, open_table, there):
    store.take_in(open_table("plateau").id, 1, **HOW)
    store.substitute(2, ANA, "Zoé", **HOW)
    assert there()["Zoé"] == ("tamalou", True, FEE, False)


def test_a_table_of_no_evening_checks_nobody_in(store, open_table):
    store.substitute(open_table().id, ANA, "Zoé", **HOW)
    assert store.attended() == []
