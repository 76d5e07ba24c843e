"""Tables of an evening are given other numbers."""

from __future__ import annotations

import pytest
from an_evening import open_here
from forms import forms, texts
from placed import NAMES, at_place, carry_over, publish, tell, where

from companion.store import Opening

COPIED = """INSERT INTO changes (table_id, at, phone, kind, before, after)
SELECT table_id, at, phone, kind, :before, :after FROM changes
WHERE table_id = :id AND kind = 'evening'"""


def test_a_table_that_was_given_another_place_in_its_evening_has_a_history(
    client, store, open_table
):
    """Two phones took it in at the same time, so it was given another place."""
    table = open_table()
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.take_in(table.id, 1, key=None, phone="")
    found = {"before": '{"table": {"place": 1}}', "after": '{"table": {"place": 2}}'}
    store.db.execute(COPIED, {"id": table.id, **found})
    said = texts(client.get(f"/tables/{table.id}/history"))
    assert "Given another place in the evening" in said
    assert "Taken into the evening Friday" in said


def numbered(phone, table: int, place: object):
    """The answer to a phone that gives a table this number with the form of the page."""
    page = next(one for one in forms(phone.get("/evenings/1/tables")) if "place" in one.fields)
    return page.send(phone, table=table, place=place)


def test_two_tables_that_were_opened_the_wrong_way_round_change_their_numbers(
    organiser, app, store
):
    for four in (NAMES[:4], NAMES[4:]):
        open_here(store, 1, "tarot", four, key=None, phone="")
    card = at_place(app, store, 2)
    tell(store, 1, 1)
    assert numbered(organiser, 1, 2).status_code == 303
    assert [where(store, n) for n in (1, 2)] == [(1, 1, 2), (1, 1, 1)]
    assert card.get("/evenings/1/places/2").location == "/tables/1"
    assert "Table 2" in texts(organiser.get("/tables/1"))
    assert organiser.get("/tables/1/sheet.json").json["table"] == "2"
    said = texts(organiser.get("/tables/1/history"))
    assert "Given another number in the evening this phone Table 1 Table 2" in said


def test_undo_takes_back_the_last_deal_whatever_number_the_table_was_given_since(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    tell(store, 1, 1)
    numbered(organiser, 1, 7)
    store.undo(1, key=None, phone="")
    assert store.deals(1) == []
    assert where(store, 1) == (1, 1, 7)


def test_redo_of_the_taking_in_brings_back_the_number_that_it_was_given_since(
    organiser, store, open_table
):
    open_here(store, 1, "tarot", NAMES[4:], key=None, phone="")
    table = open_table().id
    store.take_in(table, 1, key=None, phone="")
    numbered(organiser, table, 1)
    store.undo(table, key=None, phone="")
    assert where(store, table) == (None, None, None)
    store.redo(table, key=None, phone="")
    assert [where(store, n)[-1] for n in (1, table)] == [2, 1]


def test_a_deleted_sheet_comes_back_where_its_number_went_meanwhile(organiser, store):
    for four in (NAMES[:4], NAMES[4:]):
        open_here(store, 1, "tarot", four, key=None, phone="")
    store.delete_table(1, key=None, phone="")
    numbered(organiser, 2, 1)
    store.restore_table(1, key=None, phone="")
    assert [where(store, n)[-1] for n in (1, 2)] == [2, 1]


def test_at_a_deleted_evening_no_table_is_given_another_number(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    store.change_evening(1, deleted=True, key=None, phone="")
    assert organiser.send("/evenings/1/tables", {"table": "1", "place": "3"}).status_code == 422
    assert where(store, 1) == (1, 1, 1)


def test_what_a_file_called_a_table_stays_where_that_is_no_number(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    store.describe_table(1, {"table": "Blue"}, key=None, phone="")
    assert organiser.get("/tables/1/sheet.json").json["table"] == "Blue"


def test_all_games_of_a_place_go_with_it_and_those_of_no_other(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    store.close_table(1, key=None, phone="")
    store.open_there(1, Opening("tarot", NAMES[:4]), after=1, key=None, phone="")
    open_here(store, 1, "tarot", NAMES[4:], key=None, phone="")
    numbered(organiser, 2, 5)
    assert [where(store, n)[-1] for n in (1, 2, 3)] == [5, 5, 2]


@pytest.mark.parametrize("wrong", ["0", "61", "-1", "two", ""])
def test_a_number_that_no_table_has_comes_back_with_what_was_typed(organiser, store, wrong):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    answer = numbered(organiser, 1, wrong)
    assert answer.status_code == 422
    assert "a table has a number of 1 to 60" in texts(answer)
    assert f'value="{wrong}" autofocus' in answer.text  # below all tables
    assert where(store, 1) == (1, 1, 1)


def test_a_table_that_was_brought_in_without_a_number_has_none_to_change(organiser, store):
    for four in (NAMES[:4], NAMES[4:]):
        open_here(store, 1, "tarot", four, key=None, phone="")
    store.db.execute("UPDATE tables SET place = NULL WHERE id = 1")
    page = organiser.get("/evenings/1/tables")
    assert "Table 2 · Eve" in texts(page)
    assert "Table 1 · Ana" not in texts(page)
    assert "None" not in organiser.get("/tables/1/sheet.json").text
    assert organiser.send("/evenings/1/tables", {"table": "1", "place": "3"}).status_code == 404


def test_where_a_draw_says_who_plays_where_no_table_is_given_another_number(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    page = next(one for one in forms(organiser.get("/evenings/1/tables")) if "place" in one.fields)
    publish(store)
    assert not [one for one in forms(organiser.get("/evenings/1/tables")) if "place" in one.fields]
    answer = page.send(organiser, table=1, place=9)
    assert answer.status_code == 422
    assert "a draw says by now who plays where" in texts(answer)
    assert where(store, 1) == (1, 1, 1)


def test_only_the_organiser_gives_a_table_another_number(organiser, app, store, open_table):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    elsewhere = open_table()
    form = {"table": "1", "place": "9"}
    assert at_place(app, store, 1).send("/evenings/1/tables", form).status_code == 403
    assert organiser.send("/evenings/1/tables", form | {"table": elsewhere.id}).status_code == 404
    assert where(store, 1) == (1, 1, 1)


def test_a_sheet_of_an_earlier_position_goes_on_in_the_newest_one(organiser, app, store):
    publish(store)
    publish(store, 2)
    assert carry_over(organiser) is None  # they sit at the tables of that by now
    assert carry_over(organiser, open="elsewhere") == "/tables/5"
    assert where(store, 5) == (1, 2, 3)
