"""Who takes a seat at a table of an evening is there, as if checked in; who left it stays."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from companion.games.message import InvalidDeal
from companion.store import DrawnTable, NotThere, Opening

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


def number(store, name) -> int:
    return next(one.player for one in store.attendances(1) if one.name == name)


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


def test_a_substitute_who_is_taken_back_was_never_there_and_is_until_put_again(store, there):
    store.substitute(1, DANA, "Zoee", **HOW)
    store.undo(1, **HOW)
    assert "Zoee" not in there()
    store.redo(1, **HOW)
    assert there()["Zoee"] == ("tarot", True, FEE, False)


@pytest.mark.parametrize("set_to, owed", [(None, FEE), (500, 500)])
def test_a_substitute_who_was_taken_back_and_comes_later_owes_the_fee(store, there, set_to, owed):
    store.substitute(1, DANA, "Xena", **HOW)
    store.attend(1, number(store, "Xena"), fee=set_to, phone="")
    store.undo(1, **HOW)
    assert there().get("Xena") == (set_to and ("tarot", False, 500, False))
    store.check_in(1, ["Xena"], "tamalou", **HOW)
    assert there()["Xena"][1:] == (True, owed, False)


def test_a_fee_of_all_that_was_changed_meanwhile_is_no_fee_of_ones_own(store, there):
    store.substitute(1, DANA, "Xena", **HOW)
    store.change_evening(1, fee=300, **HOW)
    store.undo(1, **HOW)
    assert "Xena" not in there()
    store.redo(1, **HOW)
    store.attend(1, number(store, "Xena"), fee=100, phone="")
    store.undo(1, **HOW)
    store.redo(1, **HOW)
    assert there()["Xena"] == ("tarot", True, 100, False)


def test_a_substitute_with_another_part_in_the_evening_stays_on_the_list(store, there):
    store.substitute(1, DANA, "Xena", **HOW)
    store.adjust(1, number(store, "Xena"), "tarot", 20, "late", **HOW)
    store.undo(1, **HOW)
    assert there()["Xena"] == ("tarot", False, FEE, False)


def seated_next(store, *names) -> int:
    """The table of the next position, at which these sit; the others sit out."""
    players = tuple(number(store, name) for name in names)
    out = [one.player for one in store.attendances(1) if one.player not in players]
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", players)], out, **HOW)
    (table,) = store.publish(1, 2, **HOW)
    return table


@pytest.mark.parametrize("closed", [False, True])
def test_who_sits_elsewhere_since_is_there_still_when_the_old_seat_is_taken_back(
    store, there, closed
):
    store.substitute(1, ANA, "Xena", **HOW)
    table = seated_next(store, "Xena", "Bo", "Chi", "Dana")
    if closed:
        store.close_table(table, **HOW)
    store.undo(1, **HOW)
    assert there()["Xena"] == ("tarot", True, FEE, False)


def test_who_got_up_elsewhere_too_has_left_when_the_old_seat_is_taken_back(store, there):
    store.substitute(1, ANA, "Xena", **HOW)
    table = seated_next(store, "Xena", "Bo", "Chi", "Dana")
    store.save_deal(table, 1, {"passed": True}, revision=0, **HOW)
    store.substitute(table, 0, "Ana", **HOW)
    store.undo(1, **HOW)
    assert there()["Xena"] == ("tarot", False, FEE, False)


@pytest.mark.parametrize("how", ["check in", "touch", "merged"])
def test_who_was_checked_in_since_is_there_still_when_the_seat_is_taken_back(store, there, how):
    store.substitute(1, DANA, "Xena", **HOW)
    xena = number(store, "Xena")
    if how == "merged":
        store.check_in(1, ["Xenia"], "tarot", **HOW)
        store.merge(xena, number(store, "Xenia"), **HOW)
    elif how == "check in":
        store.check_in(1, ["xena"], "tarot", **HOW)
    elif how == "touch":
        store.attend(1, xena, here=True, phone="")
    store.undo(1, **HOW)
    name = "Xenia" if how == "merged" else "Xena"
    assert there()[name] == ("tarot", True, FEE, False)


def test_who_was_checked_in_before_has_left_all_the_same_when_the_seat_is_taken_back(store, there):
    store.check_in(1, ["Eve"], "tarot", **HOW)
    store.attend(1, number(store, "Eve"), here=False, phone="")
    store.substitute(1, DANA, "Eve", **HOW)
    store.undo(1, **HOW)
    assert there()["Eve"] == ("tarot", False, FEE, False)


def test_who_was_never_there_is_not_drawn_next(store, there):
    store.substitute(1, DANA, "Xena", **HOW)
    drawn = tuple(number(store, name) for name in ("Ana", "Bo", "Chi", "Xena"))
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", drawn)], [number(store, "Dana")], **HOW)
    store.undo(1, **HOW)
    (table,) = store.positions(1)[1].tables
    assert table.players == drawn[:3]
    store.redo(1, **HOW)
    assert there()["Xena"] == ("tarot", True, FEE, False)


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
    store.take_in(open_table("plateau").id, 1, elsewhere=True, **HOW)
    store.substitute(2, ANA, "Zoé", **HOW)
    assert there()["Zoé"] == ("tamalou", True, FEE, False)


def test_a_table_of_no_evening_checks_nobody_in(store, open_table):
    store.substitute(open_table().id, ANA, "Zoé", **HOW)
    assert store.attended() == []


# --- Checked in by mistake --------------------------------------------------------------------


def came(store, name, **more) -> int:
    """Checks somebody in; the number."""
    store.check_in(1, [name], "tarot", **HOW, **more)
    return next(one.player for one in store.attendances(1) if one.name == name)


def test_who_was_checked_in_by_mistake_is_off_the_list_and_on_it_again_by_a_touch(
    client, store, there
):
    nom = came(store, "nom", fees=[300])
    at, players = f"/evenings/1/players/{nom}", "/evenings/1/players"
    client.send(at, {"here": "0"})
    was = there()["nom"]
    assert "Off the list" in client.get(players).text
    assert client.send(at, {"off": "1"}).status_code == 303
    assert "nom" not in there()
    assert "nom" not in client.get(f"{players}/print").text
    assert "owed 10, paid 0, open 10" in client.get(players).text
    assert client.get(players).text.count("Put on the list again") == 2  # read aloud with the name
    for _ in range(2):  # a double tap
        client.send(at, {"off": "0"})
        assert there()["nom"] == was
    assert "Put on the list again" not in client.get(players).text
    for _ in range(2):
        assert client.send(at, {"off": "1"}).status_code == 303
    came(store, "nom")
    assert "Put on the list again" not in client.get(players).text


def test_who_is_taken_off_by_two_phones_comes_back_by_one_touch(store, there):
    nom = came(store, "nom")
    was = there()["nom"]
    for _ in range(2):
        store.take_off(1, nom, phone="")
    store.put_back(1, nom, phone="")
    assert there()["nom"] == was
    with pytest.raises(NotThere):
        store.take_off(1, 999, phone="")


@pytest.mark.parametrize("why", ["sits", "sits out", "has paid", "sat", "points", "deleted"])
def test_who_has_a_part_in_the_evening_stays_on_the_list(client, store, there, why):
    who = came(store, "Eve")
    players = [one.player for one in store.attendances(1)]
    if why == "sits out":
        store.keep_draw(1, 2, [DrawnTable(1, "tarot", tuple(players[:4]))], [who], **HOW)
        store.publish(1, 2, **HOW)
    elif why in ("sits", "deleted"):
        store.keep_draw(1, 2, [DrawnTable(1, "tarot", tuple(players[-4:]))], [], **HOW)
        opened = store.publish(1, 2, **HOW)
        if why == "deleted":
            store.delete_table(opened[0], **HOW)
    elif why == "has paid":
        store.attend(1, who, paid=True, phone="")
    elif why == "sat":
        store.substitute(1, DANA, "Eve", **HOW)
        store.save_deal(1, 1, {"passed": True}, revision=0, **HOW)
        store.substitute(1, DANA, "Dana", **HOW)
    else:
        store.adjust(1, who, "tarot", 20, "late", **HOW)
    store.attend(1, who, here=False, phone="")
    assert "Off the list" not in client.get("/evenings/1/players").text
    answer = client.send(f"/evenings/1/players/{who}", {"off": "1"})
    assert answer.status_code == 422
    assert "whoever took part or has paid stays on the list" in answer.text
    assert "Eve" in there()


def test_who_played_under_a_spelling_that_was_merged_stays_on_the_list(store, there):
    evas, eva = came(store, "Evas"), came(store, "Eva")
    store.adjust(1, evas, "tarot", 20, "late", **HOW)
    store.merge(evas, eva, **HOW)
    with pytest.raises(InvalidDeal):
        store.take_off(1, evas, phone="")
    assert "Eva" in there()


def test_who_is_taken_off_the_list_is_out_of_the_draw_and_of_its_wishes(client, store, there):
    ana, eve = (one.player for one in store.attendances(1) if one.name == "Ana"), came(store, "Eve")
    ana = next(ana)
    store.wish(1, ana, eve, True, phone="")
    four = tuple(one.player for one in store.attendances(1) if one.name != "Dana")
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", four)], [], **HOW)
    client.send(f"/evenings/1/players/{eve}", {"off": "1"})
    assert store.positions(1)[1].tables[0].players == tuple(one for one in four if one != eve)
    assert store.wishes(1) == []
    assert "Eve" not in client.get("/evenings/1/draw").text
    client.send(f"/evenings/1/players/{eve}", {"off": "0"})
    assert store.wishes(1) == [(ana, eve, True)]


def test_a_substitute_taken_off_the_list_is_on_it_again_with_the_seat(store, there):
    zoe = came(store, "Zoe")
    store.attend(1, zoe, here=False, phone="")
    store.substitute(1, DANA, "Zoe", **HOW)
    store.undo(1, **HOW)
    store.take_off(1, zoe, phone="")
    store.redo(1, **HOW)
    assert there()["Zoe"] == ("tarot", True, FEE, False)


def test_who_owes_nothing_has_not_failed_to_pay(client, store, there):
    store.attend(1, store.attendances(1)[0].player, fee=0, phone="")
    assert "3 have not paid" in client.get("/evenings/1/players").text


def test_who_has_left_is_counted_apart_from_who_is_here(client, store, there):
    one, other = store.attendances(1)[:2]
    store.attend(1, one.player, here=False, phone="")
    text = client.get("/evenings/1/players").text  # one way for all sums of a line
    assert "owed 10.00, paid 0.00, open 10.00<br>of it 2.50 by those who have left" in text
    store.attend(1, other.player, here=False, phone="")
    text = client.get("/evenings/1/players").text
    assert "2 have not paid" in text
    assert "owed 10, paid 0, open 10" in text
    assert "of it 5 by those who have left" in text
    store.attend(1, store.attendances(1)[0].player, paid=True, phone="")
    assert "of it 2.50 by those who have left" in client.get("/evenings/1/players").text


# --- A name put right -------------------------------------------------------------------------


@pytest.fixture
def anna(store, there, open_table):
    """Dana of the evening's table is called Anna, and somebody elsewhere is called Zoé; the number
    of Anna, who plays tamalou next and has paid 3.00."""
    open_table(names=["Zoé", "X", "Y", "Z"])
    player = number(store, "Dana")
    store.rename_player(player, "Anna", **HOW)
    store.attend(1, player, game="tamalou", fee=300, phone="")
    store.attend(1, player, paid=True, phone="")
    return player


OF_ANNA = ("tamalou", True, 300, True)


def put_right(store, name="Zoé") -> None:
    store.rename(1, DANA, name, **HOW)


def test_who_a_misspelt_name_meant_is_there_in_its_stead(client, store, there, anna):
    store.wish(1, number(store, "Ana"), anna, True, phone="")
    four = [one.player for one in store.attendances(1)]
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", tuple(four))], [], **HOW)
    was = there(), store.wishes(1), store.positions(1)
    for again in (put_right, lambda store: store.redo(1, **HOW)):
        again(store)
        assert there()["Zoé"] == OF_ANNA and "Anna" not in there()
        zoe = number(store, "Zoé")
        assert store.wishes(1) == [(*sorted([number(store, "Ana"), zoe]), True)]
        assert all(zoe in one.people and anna not in one.people for one in store.positions(1))
        assert store.as_seated(store.positions(1)[0], 1).sits_out == ()
        assert client.get("/evenings/1/draw").status_code == 200
        store.undo(1, **HOW)
        assert (there(), store.wishes(1), store.positions(1)) == was


def test_what_was_set_since_stays_and_the_name_is_there_again(store, there, anna):
    put_right(store)
    zoe = number(store, "Zoé")
    store.attend(1, zoe, game="tarot", here=False, phone="")
    store.attend(1, zoe, fee=500, phone="")
    store.undo(1, **HOW)
    assert there()["Zoé"] == ("tarot", False, 500, True)
    assert there()["Anna"] == ("tarot", True, FEE, False)


@pytest.mark.parametrize("here", [True, False])
def test_who_was_on_the_list_already_owes_what_was_owed(store, there, anna, here):
    zoe = came(store, "Zoé", fees=[100])
    store.attend(1, zoe, here=here, phone="")
    store.attend(1, anna, paid=False, phone="")
    was = there()
    for again in (put_right, lambda store: store.redo(1, **HOW)):
        again(store)
        assert there()["Zoé"] == ("tarot", True, 100, False) and "Anna" not in there()
        store.undo(1, **HOW)
        assert there() == was


@pytest.mark.parametrize("by", ["paid", "organise"])
@pytest.mark.parametrize("here", [None, False, True])
def test_a_misspelt_name_that_has_left_is_put_right_and_has_left_again_by_undo(
    store, there, anna, here, by
):
    """Taken for nobody by the organiser, say, though the seat is theirs; `by` a part in the evening
    besides Anna stays on the list."""
    if here is not None:
        store.attend(1, came(store, "Zoé"), here=here, phone="")
    if by == "organise":
        store.adjust(1, anna, "tarot", -20, "late", **HOW)
    store.wish(1, number(store, "Ana"), anna, True, phone="")
    store.attend(1, anna, here=False, phone="")
    was = there(), store.wishes(1), store.positions(1)
    put_right(store)
    now = there(), store.wishes(1), store.positions(1)
    assert now[0]["Zoé"][1] and ("Anna" in now[0]) == (by == "organise")
    for _ in range(2):
        store.undo(1, **HOW)
        assert (there(), store.wishes(1), store.positions(1)) == was
        store.redo(1, **HOW)
        assert (there(), store.wishes(1), store.positions(1)) == now


@pytest.mark.parametrize(("paid", "fee"), [(False, 300), (True, 300 + FEE)])
def test_what_the_misspelt_name_has_paid_is_still_in_the_sums(store, there, anna, paid, fee):
    store.attend(1, came(store, "Zoé"), paid=paid, phone="")
    was = there()
    for again in (put_right, lambda store: store.redo(1, **HOW)):
        again(store)
        assert there()["Zoé"] == ("tarot", True, fee, True) and "Anna" not in there()
        store.undo(1, **HOW)
        assert there() == was


def test_what_was_given_back_since_is_not_paid_again_by_undo(store, there, anna):
    zoe = came(store, "Zoé")
    put_right(store)
    store.attend(1, zoe, paid=False, phone="")
    store.undo(1, **HOW)
    assert not there()["Anna"][-1] and not there()["Zoé"][-1]


def test_a_name_misspelt_at_two_tables_has_paid_once_put_right_at_both(store, there, anna):
    table = seated_next(store, "Ana", "Bo", "Chi", "Anna")
    store.rename(table, 3, "Zoé", **HOW)
    assert (there()["Anna"], there()["Zoé"]) == (OF_ANNA, ("tarot", True, FEE, False))
    one = there()
    put_right(store)
    assert there()["Zoé"] == ("tarot", True, 300, True) and "Anna" not in there()
    both = there()
    store.undo(1, **HOW)
    assert there() == one
    store.redo(1, **HOW)
    assert there() == both
    store.undo(table, **HOW)
    apart = ("tarot", True, FEE, False), both["Zoé"]  # what was paid is paid once
    assert (there()["Anna"], there()["Zoé"]) == apart
    store.undo(1, **HOW)
    assert (there()["Anna"], there()["Zoé"]) == apart


def test_who_comes_by_the_wrong_name_too_is_somebody_else_from_then_on(store, there, anna):
    put_right(store)
    came(store, "Anna")
    store.undo(1, **HOW)
    for again in (store.redo, store.undo):
        assert (there()["Anna"], there()["Zoé"]) == (("tarot", True, FEE, False), OF_ANNA)
        again(1, **HOW)


@pytest.mark.parametrize("sits_out", [True, False])
def test_who_is_on_the_list_by_both_names_is_drawn_once(store, there, anna, sits_out):
    zoe = came(store, "Zoé")
    ana, bo, chi = (number(store, name) for name in FOUR[:3])
    seats, out = ((ana, bo, chi, anna), [zoe]) if sits_out else ((ana, bo, chi, zoe), [anna])
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", seats)], out, **HOW)
    store.wish(1, ana, anna, True, phone="")
    was = store.positions(1), store.wishes(1)
    put_right(store)
    (drawn,) = store.positions(1)[1].tables
    assert (drawn.players, store.positions(1)[1].sits_out) == ((ana, bo, chi, zoe), ())
    assert store.wishes(1) == [(ana, zoe, True)]
    store.undo(1, **HOW)
    assert (store.positions(1), store.wishes(1)) == was


def test_who_is_drawn_by_both_names_at_two_tables_sits_at_the_own_one(store, there, anna):
    zoe = came(store, "Zoé")
    ana, bo, chi = (number(store, name) for name in FOUR[:3])
    tables = DrawnTable(1, "tarot", (ana, bo, anna)), DrawnTable(2, "tarot", (chi, zoe))
    store.keep_draw(1, 2, tables, [], **HOW)
    put_right(store)
    assert [one.players for one in store.positions(1)[1].tables] == [(ana, bo), (chi, zoe)]


def test_who_was_meant_is_drawn_still_where_that_was_published_since(store, there, anna):
    zoe = came(store, "Zoé")
    ana, bo, chi = (number(store, name) for name in FOUR[:3])
    store.keep_draw(1, 2, [DrawnTable(1, "tarot", (ana, bo, chi, anna))], [], **HOW)
    put_right(store)
    store.publish(1, 2, **HOW)
    store.undo(1, **HOW)
    assert zoe in store.positions(1)[1].people and anna not in store.positions(1)[1].people


@pytest.mark.parametrize("by", ["seat", "points"])
def test_who_is_part_of_the_evening_under_that_name_too_is_somebody_else(store, there, anna, by):
    if by == "seat":
        store.close_table(seated_next(store, "Ana", "Bo", "Chi", "Anna"), **HOW)
    else:
        store.adjust(1, anna, "tarot", 20, "late", **HOW)
    put_right(store)
    assert (there()["Anna"], there()["Zoé"]) == (OF_ANNA, ("tarot", True, FEE, False))
    store.undo(1, **HOW)
    assert there()["Anna"] == OF_ANNA and "Zoé" not in there()


def test_a_table_that_was_deleted_makes_a_misspelt_name_nobody_else(store, there, open_table):
    open_table(names=["Zoé", "X", "Y", "Z"])
    opening = Opening("tarot", ["Anna", "Pat", "Quin", "Rosa"])
    store.delete_table(store.open_there(1, opening, **HOW), **HOW)
    store.rename(store.open_there(1, opening, **HOW), ANA, "Zoé", **HOW)
    assert there()["Zoé"] == ("tarot", True, FEE, False) and "Anna" not in there()


def test_who_sits_elsewhere_since_stays_there_when_the_name_is_taken_back(store, there, anna):
    put_right(store)
    seated_next(store, "Ana", "Bo", "Chi", "Zoé")
    store.undo(1, **HOW)
    assert there()["Zoé"] == OF_ANNA  # what was taken was taken once
    assert there()["Anna"] == ("tarot", True, FEE, False)


def test_a_name_that_stands_for_two_that_were_merged_is_put_right_as_one(store, there, anna):
    store.check_in(1, ["Annah"], "tarot", fees=[200], **HOW)
    store.merge(anna, number(store, "Annah"), **HOW)
    was = there()
    put_right(store)
    assert there()["Zoé"] == was["Annah"] == ("tarot", *OF_ANNA[1:])
    assert not there().keys() & {"Anna", "Annah"}
    store.undo(1, **HOW)
    assert there() == was
    store.take_back_player(store.player_changes()[0].id, phone="")
    assert (there()["Anna"], there()["Annah"]) == (OF_ANNA, ("tarot", True, 200, False))


def test_two_names_that_were_separated_since_have_paid_once(store, there, anna):
    store.check_in(1, ["Annah"], "tarot", fees=[200], **HOW)
    store.attend(1, number(store, "Annah"), paid=True, phone="")
    store.merge(number(store, "Annah"), anna, **HOW)
    put_right(store)
    assert there()["Zoé"] == ("tamalou", True, 500, True)
    store.take_back_player(store.player_changes()[0].id, phone="")
    store.undo(1, **HOW)
    assert there()["Anna"] == OF_ANNA and "Zoé" not in there()
    assert there()["Annah"] == ("tarot", True, 200, True)


def test_two_names_that_were_merged_since_they_were_put_right_stay_one(store, there, anna):
    put_right(store)
    store.merge(anna, number(store, "Zoé"), **HOW)
    store.undo(1, **HOW)
    assert there()["Zoé"] == OF_ANNA and "Anna" not in there()


def test_where_the_misspelt_name_was_not_on_the_list_nobody_comes_on_it(store, there, open_table):
    store.take_in(open_table(names=["Anna", "Bob", "Carl"]).id, 1, **HOW)
    open_table(names=["Zoé", "X", "Y", "Z"])
    was = there()
    store.rename(2, ANA, "Zoé", **HOW)
    assert there() == was
    store.undo(2, **HOW)
    assert there() == was


# --- Two names of one person ------------------------------------------------------------------


@pytest.fixture
def twice(store):
    """One person, checked in as My1 for 3.50 and as My2 for 2, at an evening with a fee of 3.50."""
    store.open_evening("Friday", "", "", {"tarot": {}}, 350, **HOW)
    store.check_in(1, ["My1", "My2"], "tarot", fees=[None, 200], **HOW)
    return [one.player for one in store.attendances(1)]


def asked(store):
    return [(one.name, one.fee, one.paid) for one in store.attendances(1)]


@pytest.mark.parametrize(
    "paid, fee", [((), 200), (["My2"], 200), (["My1"], 350), (["My1", "My2"], 550)]
)
def test_who_came_under_two_names_has_paid_what_was_taken(store, twice, paid, fee):
    for one in store.attendances(1):
        if one.name in paid:
            store.attend(1, one.player, paid=True, phone="")
    before = asked(store)
    store.merge(*twice, **HOW)
    assert asked(store) == [("My2", fee, bool(paid))]
    store.take_back_player(store.player_changes()[0].id, phone="")
    assert asked(store) == before


def test_the_file_of_the_evening_says_what_two_names_have_paid(client, store, twice):
    for one in twice:
        store.attend(1, one, paid=True, phone="")
    store.merge(*twice, **HOW)
    with zipfile.ZipFile(io.BytesIO(client.get("/evenings/1/evening.zip").data)) as whole:
        (told,) = json.loads(whole.read("evening.json"))["players"]
    assert (told["name"], told["fee"], told["paid"]) == ("My2", 5.5, True)
    assert "owed 5.50, paid 5.50" in client.get("/evenings/1/players").text


def test_what_is_changed_of_two_names_is_changed_once(store, twice):
    store.merge(*twice, **HOW)
    _, kept = twice
    for _ in range(2):  # a double tap
        store.attend(1, kept, paid=True, phone="")
    assert asked(store) == [("My2", 200, True)]
    store.attend(1, kept, fee=300, phone="")
    assert asked(store) == [("My2", 300, True)]
    store.attend(1, kept, paid=False, phone="")
    assert asked(store) == [("My2", 300, False)]
    store.take_back_player(store.player_changes()[0].id, phone="")
    assert asked(store) == [("My1", 350, False), ("My2", 300, False)]


def test_a_sum_put_right_of_two_who_paid_is_the_whole_sum(store, twice):
    for one in twice:
        store.attend(1, one, paid=True, phone="")
    store.merge(*twice, **HOW)
    store.attend(1, twice[1], fee=400, phone="")
    assert asked(store) == [("My2", 400, True)]


def test_who_comes_again_by_the_other_name_owes_what_was_agreed(store, twice):
    """Nobody was ever checked in by the name that is kept."""
    other = store.open_table(Opening("tarot", ["My", "Bo", "Chi"]), **HOW).seats[0].people[0].person
    store.merge(twice[1], other, **HOW)
    assert ("My", 200, False) in asked(store)
    store.check_in(1, ["My"], "tarot", **HOW)
    assert ("My", 200, False) in asked(store)


def test_a_seat_taken_back_leaves_what_the_other_name_owes(store, twice):
    store.merge(*twice, **HOW)
    store.attend(1, twice[1], here=False, phone="")
    store.take_in(store.open_table(Opening("tarot", ["Ana", "Bo", "Chi"]), **HOW).id, 1, **HOW)
    store.substitute(1, ANA, "My1", **HOW)
    store.undo(1, **HOW)
    assert ("My2", 200, False) in asked(store)
    store.take_back_player(store.player_changes()[0].id, phone="")
    assert {("My1", 350, False), ("My2", 200, False)} <= {*asked(store)}


def test_who_came_again_is_put_back_once_after_two_names_were_separated(store, twice):
    one, other = twice
    store.merge(one, other, **HOW)
    store.take_off(1, other, phone="")
    store.take_back_player(store.player_changes()[0].id, phone="")
    store.check_in(1, ["My1"], "tarot", **HOW)
    store.put_back(1, other, phone="")
    assert [name for name, _fee, _paid in asked(store)] == ["My1", "My2"]
