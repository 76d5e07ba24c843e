"""What stands against taking a change back, or bringing it back, by what was done since."""

from __future__ import annotations

import pytest
from forms import forms, texts
from phones import Stranger
from placed import NAMES, organised, publish, tell

from companion.games.message import InvalidDeal
from companion.store import Opening, Store, Where

HOW = {"key": None, "phone": ""}


@pytest.fixture
def organiser(app):
    """The phone of an organiser, at two tables with a deal each."""
    phone = organised(app)
    for table in publish(app.extensions["store"]):
        tell(app.extensions["store"], table, 1)
    return phone


def test_nobody_has_two_seats_at_a_table_by_redo_after_two_names_were_merged(store, open_table):
    open_table()
    store.substitute(1, 0, "Eve", **HOW)
    store.undo(1, **HOW)
    store.merge(store.player_called("Eve"), store.player_called("Bo"), **HOW)
    with pytest.raises(InvalidDeal, match="would give somebody two seats"):
        store.redo(1, **HOW)
    assert store.table(1).sitting == ("Ana", "Bo", "Chi", "Dana")


def test_nobody_has_a_seat_at_two_tables_by_undo(organiser, store):
    store.substitute(1, 0, "Ida", **HOW)
    store.substitute(2, 0, "Ana", **HOW)
    with pytest.raises(InvalidDeal, match="would give somebody two seats"):
        store.undo(1, **HOW)
    answer = organiser.send("/tables/1/undo?stays")
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (
        204,
        "/tables/1/history?why=seats",
    )
    said = "That would give somebody two seats: change the seats instead."
    assert said in organiser.get("/tables/1/history?why=seats").text
    assert organiser.send("/tables/1/undo").status_code == 409
    assert store.table(1).sitting == ("Ida", *NAMES[1:4])
    store.undo(2, **HOW)
    store.undo(1, **HOW)
    assert store.table(1).sitting == tuple(NAMES[:4])


def test_undo_brings_a_table_to_no_place_at_which_others_play(organiser, store):
    store.take_out(1, 1, **HOW)
    came = store.open_there(1, Opening("tarot", ["Ida", "Jo", "Kim", "Lou"]), **HOW)
    assert (store.table(came).position, store.table(came).place) == (1, 1)
    with pytest.raises(InvalidDeal, match="others play at that place by now"):
        store.undo(1, **HOW)
    assert store.table(1).evening_id is None
    store.close_table(came, **HOW)
    store.undo(1, **HOW)
    assert store.table(1).place == 1


def test_undo_brings_a_table_to_no_evening_that_is_deleted(organiser, store):
    store.take_out(1, 1, **HOW)
    store.change_evening(1, deleted=True, **HOW)
    with pytest.raises(InvalidDeal, match="that evening is deleted"):
        store.undo(1, **HOW)
    assert store.table(1).evening_id is None


def taken_out(store):
    store.take_out(1, 1, **HOW)


def deleted(store):
    store.delete_table(1, **HOW)


@pytest.mark.parametrize("away", [taken_out, deleted])
def test_undo_of_taking_out_or_deleting_gives_nobody_two_seats(organiser, store, away):
    away(store)
    others = Opening("tarot", ["Ana", "Jo", "Kim", "Lou"])
    came = store.open_there(1, others, **HOW)
    with pytest.raises(InvalidDeal, match="others play at that place"):
        store.undo(1, **HOW)
    store.close_table(came, **HOW)
    came = store.open_there(1, others, **HOW)
    with pytest.raises(InvalidDeal, match="would give somebody two seats"):
        store.undo(1, **HOW)
    store.close_table(came, **HOW)
    store.undo(1, **HOW)
    assert store.table(1).evening_id == 1 and not store.table(1).deleted_at


def test_a_deleted_table_comes_back_to_no_place_at_which_others_play(organiser, store):
    deleted(store)
    came = store.open_there(1, Opening("tarot", ["Ida", "Jo", "Kim", "Lou"]), **HOW)
    assert (store.table(came).position, store.table(came).place) == (1, 1)
    answer = organiser.send("/tables/1/restore")
    assert answer.status_code == 409
    assert "others play at that place by now" in answer.text
    assert store.table(1).deleted_at
    store.close_table(came, **HOW)
    assert organiser.send("/tables/1/restore").status_code == 303
    assert not store.table(1).deleted_at


@pytest.fixture
def played_on(organiser, store):
    """The sheet on which those of the first table play on at its place, once that is closed."""
    store.close_table(1, **HOW)
    return store.open_there(1, Opening("tarot", NAMES[:4]), 1, **HOW)


def test_a_sheet_is_reopened_at_no_place_at_which_others_play(organiser, store, played_on):
    assert store.table(played_on).place == 1
    refused = organiser.send("/tables/1/reopen")
    assert refused.status_code == 422
    words = "Others play at that place by now: close their sheet first, or take it out"
    assert words in texts(refused)
    assert [one.action for one in forms(refused) if one.action.endswith("/reopen")]
    with pytest.raises(InvalidDeal, match="others play at that place"):
        store.undo(1, **HOW)
    assert organiser.send("/tables/1/undo?stays").headers["HX-Redirect"].endswith("?why=place")
    assert store.table(1).closed_at
    store.close_table(played_on, **HOW)
    assert organiser.send("/tables/1/reopen").location == "/tables/1"
    assert not store.table(1).closed_at
    store.undo(1, **HOW)
    store.reopen_table(played_on, **HOW)
    with pytest.raises(InvalidDeal, match="others play at that place"):
        store.redo(1, **HOW)
    store.delete_table(1, **HOW)
    store.restore_table(1, **HOW)  # closed, it takes nobody's place


def test_a_sheet_is_reopened_for_nobody_who_plays_at_another_table_by_now(organiser, store):
    store.close_table(1, **HOW)
    store.substitute(2, 0, "Ana", **HOW)
    with pytest.raises(InvalidDeal, match="would give somebody two seats"):
        store.reopen_table(1, **HOW)
    assert store.table(1).closed_at


@pytest.mark.parametrize("step", ["restore", "undo"])
def test_the_same_totals_come_back_on_no_second_sheet(client, store, open_table, step):
    open_table(start=[5, -5, 0, 0])
    again = Opening("tarot", NAMES[:4], start=(5, -5, 0, 0), goes_on=1)
    for _ in range(2):
        carried = store.open_table(again, closes=True, **HOW)
        if carried.id == 2:
            store.delete_table(2, **HOW)
    address = f"/tables/2/{step}"
    refused = client.send(address)
    assert refused.status_code == 409
    assert "carried over already: play on at that sheet" in texts(refused)
    if step == "undo":
        led = client.send(f"{address}?stays").headers["HX-Redirect"]
        assert "Its totals are carried over to another sheet by now." in texts(client.get(led))
    assert store.table(2).deleted_at and store.carried_to(1) == 3
    store.delete_table(3, **HOW)
    assert client.send(address).status_code == 303
    assert not store.table(2).deleted_at
    store.reopen_table(1, **HOW)
    store.restore_table(3, **HOW)  # the totals are theirs who still play there


@pytest.fixture
def two_from_one(client, store, open_table):
    """Table 1, reopened after its totals went to table 2, brought them to table 3 as well."""
    open_table(start=[5, -5, 0, 0])
    again = Opening("tarot", NAMES[:4], start=(5, -5, 0, 0), goes_on=1)
    store.open_table(again, closes=True, **HOW)
    store.reopen_table(1, **HOW)
    store.open_table(again, closes=True, **HOW)
    store.close_table(2, **HOW)


def test_a_sheet_that_is_not_reopened_leads_to_where_its_totals_are_played_on(
    client, store, two_from_one
):
    refused = client.send("/tables/2/reopen")
    assert refused.status_code == 422
    assert "These totals are carried over already: play on at that sheet To the sheet" in texts(
        refused
    )
    assert 'href="/tables/3">To the sheet' in refused.text
    assert client.send("/tables/2/undo").status_code == 409
    assert store.table(2).closed_at


@pytest.mark.parametrize("step", ["reopen", "undo"])
@pytest.mark.parametrize("away", [Store.close_table, Store.delete_table])
def test_it_is_reopened_once_the_other_one_is_closed(client, store, two_from_one, step, away):
    away(store, 3, **HOW)
    assert client.send(f"/tables/2/{step}").status_code == 303
    assert not store.table(2).closed_at
    with pytest.raises(InvalidDeal, match="carried over already"):
        store.undo(3, **HOW)  # now this one is in the way


def test_a_closed_sheet_comes_back_though_its_totals_are_played_on_elsewhere(store, two_from_one):
    store.delete_table(2, **HOW)
    store.undo(2, **HOW)
    assert (store.table(2).deleted_at, store.carried_to(1)) == (None, 3)
    assert store.table(2).closed_at


def test_to_no_sheet_that_a_phone_may_not_see(app, store, client, two_from_one):
    guest = Stranger(app)
    guest.join(store.link("score", Where(2)))
    refused = guest.send("/tables/2/reopen")
    assert refused.status_code == 422
    assert "play on at that sheet Reopen the sheet" in texts(refused)
