"""Who plays at another table of the evening takes no seat unasked."""

from __future__ import annotations

import re

import pytest
from forms import form, forms, texts
from placed import NAMES, garde, publish, tell, where

from companion.store import Opening, Where

ELSEWHERE = "playing already: Eve at table 2"


def asked_for_eve(organiser, store, how):
    """The answer when Eve, of table 2, is put into Ana's seat after a deal."""
    publish(store)
    tell(store, 1, 1)
    seats = next(one for one in forms(organiser.get("/tables/1/players")) if "who" in one.fields)
    return seats.send(organiser, name="Eve", **{how: 1})


@pytest.mark.parametrize("how", ["rename", "substitute"])
def test_who_plays_at_another_table_takes_no_seat_unasked(organiser, store, how):
    asked = asked_for_eve(organiser, store, how)
    assert (asked.status_code, store.table(1).sitting[0]) == (422, "Ana")
    assert ELSEWHERE in texts(asked)
    assert f'name="{how}" value="elsewhere">All the same' in asked.text
    again = next(one for one in forms(asked) if one.fields.get("name") == ["Eve"])
    assert again.send(organiser, **{how: "elsewhere"}).status_code == 303
    assert store.table(1).sitting[0] == "Eve"


@pytest.mark.parametrize("free", ["closed", "over", "earlier"])
def test_who_plays_no_more_sits_down_elsewhere_unasked(organiser, store, free):
    publish(store)
    tell(store, 1, 1)
    if free == "closed":
        store.close_table(2, key=None, phone="")
    elif free == "over":
        for number in (1, 2, 3):
            store.save_deal(2, number, garde(0), revision=0, key=None, phone="")
    else:
        publish(store, 2)
        store.substitute(4, 0, "Kim", key=None, phone="")
    assert store.substitute(1 if free != "earlier" else 3, 0, "Eve", key=None, phone="")


def test_who_sat_here_before_is_called_as_who_plays_elsewhere_now(organiser, store):
    """Eve has moved on to table 2; here she was called otherwise."""
    publish(store)
    tell(store, 1, 1)
    store.substitute(1, 0, "Kim", key=None, phone="")
    assert store.rename(1, 0, "Eve", who=0, key=None, phone="").seats[0].name == "Eve"


def test_a_table_opened_at_the_evening_asks_for_who_plays_there_already(organiser, store):
    publish(store)
    page = form(organiser.get("/evenings/1/tables/new"), "tables/new")
    seats = ["Eve", "Kim", "Lou", "Ana", ""]
    asked = page.send(organiser, player=seats, open="1")
    assert (asked.status_code, len(store.tables_at(1))) == (422, 2)
    assert "Playing already: Ana at table 1, Eve at table 2" in texts(asked)
    other = form(asked, "tables/new").send(organiser, open="elsewhere", player=["Fay", *seats[1:]])
    assert "Playing already: Ana at table 1, Fay at table 2" in texts(other)
    assert form(other, "tables/new").buttons[0]["name"] == "add_typed"  # what Enter does
    opened = form(asked, "tables/new").send(organiser, open="elsewhere")
    assert (opened.location, store.table(3).sitting) == ("/tables/3", ("Eve", "Kim", "Lou", "Ana"))


def test_whatever_stands_against_a_table_of_the_evening_is_said(organiser, store):
    """Three at a game whose evening gives two players six cards each."""
    store.change_evening(1, games={"tamalou": {"cards": 6}}, key=None, phone="")
    page = form(organiser.get("/evenings/1/tables/new"), "tables/new")
    refused = page.send(organiser, game="tamalou", player=["Kim", "Lou", "Mia"], open="1")
    assert (refused.status_code, "ix cards are for two players" in texts(refused)) == (422, True)


def test_who_enters_deals_at_one_table_alone_hears_of_nobody_elsewhere(organiser, app, store):
    publish(store)
    phone = app.test_client()
    phone.join(store.link("score", Where(1)))
    page = phone.get("/evenings/1/tables/new").text
    assert re.findall('<option value="([^"]+)"', page) == NAMES[:4]  # who sit at that table
    asked = phone.send("/tables/1/players", {"rename": 1, "seat": 0, "name": "Eve"})
    assert "playing at another table already" in texts(asked)
    assert "table 2" not in texts(asked)
    opened = form(phone.get("/evenings/1/tables/new"), "tables/new")
    asked = opened.send(phone, player=["Eve", "Kim", "Lou"], open="1")
    assert "Playing at another table already" in texts(asked)


def test_who_may_open_no_table_elsewhere_opens_one_at_the_evening(organiser, app, store):
    publish(store)
    store.let_open(False, phone="")
    store.substitute(1, 0, "Eve", elsewhere=True, key=None, phone="")
    led = organiser.send("/tables/1/again")
    opening = form(organiser.get(led.location), "tables/new")
    assert opening.fields["player"][:4] == ["Eve", "Bo", "Chi", "Dana"]
    asked = opening.send(organiser, open="1")
    assert "Playing already: Eve at table 1, Bo at table 1, Chi at table 1" in texts(asked)
    assert len(store.tables_at(1)) == 2


def test_the_place_of_a_sheet_that_is_played_is_its_peoples(organiser, store):
    publish(store)
    tell(store, 1, 1)
    for n, names, place in ((3, ["Kim", "Lou", "Max"], 3), (4, [*NAMES[:4], "Kim"], 1)):
        opening = Opening(game="tarot", names=names, rules={})
        store.open_there(1, opening, 1, elsewhere=True, key=None, phone="")
        assert where(store, n) == (1, 1, place)
    store.close_table(4, key=None, phone="")
    opening = Opening(game="tarot", names=["Xan", "Yan", "Zoe"], rules={})
    store.open_there(1, opening, 4, key=None, phone="")
    assert where(store, 5) == (1, 1, 1)  # nobody plays there any more


@pytest.mark.parametrize("how", ["rename", "substitute"])
def test_all_the_same_is_said_of_who_was_asked_about(organiser, store, how):
    asked = asked_for_eve(organiser, store, how)
    again = next(one for one in forms(asked) if one.fields.get("name") == ["Eve"])
    assert again.buttons[0] == again.buttons[0] | {"name": how, "value": "1"}  # what Enter does
    other = again.send(organiser, name="Fay", **{how: "elsewhere"})
    assert "playing already: Fay at table 2" in texts(other)
    assert store.table(1).sitting[0] == "Ana"
