"""Who took whose seat, in files: what goes out comes in with the same people in each deal."""

from __future__ import annotations

import json

import forms
import pytest
from forms import bring

HOW = {"key": None, "phone": ""}
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
PASSED = {"passed": True}


@pytest.fixture
def table(open_table):
    return open_table(names=["Ana", "Bo", "Chi", "Dee"])


@pytest.fixture
def tell(store, table):
    """Tells the next deal."""

    def told(facts=GARDE):
        return store.save_deal(1, store.table(1).next_number, facts, revision=0, **HOW).number

    return told


def exported(phone):
    return json.loads(phone.get("/tables/1/sheet.json").data)


def sat(store, number=1):
    """Who sat in each deal that is there, and who sits there now."""
    table = store.table(number)
    there = [deal for deal in store.deals(number) if deal.state != "deleted"]
    return [*(table.names_at(deal) for deal in there), table.sitting]


def at(phone):
    return phone.application.extensions["store"]


def test_of_two_who_came_before_one_deal_by_now_the_later_sits_there(
    client, store, elsewhere, tell
):
    tell()
    store.substitute(1, 1, "Zed", **HOW)
    store.substitute(1, 0, "Bo", **HOW)
    between = tell()
    store.substitute(1, 0, "Eva", **HOW)
    tell()
    store.delete_deal(1, between, revision=1, **HOW)
    told = exported(client)
    assert told["substitutes"] == [
        {"deal": 2, "player": "Ana", "by": "Eva"},
        {"deal": 2, "player": "Bo", "by": "Zed"},
    ]
    assert bring(elsewhere, told).location == "/tables/1"
    now = ("Eva", "Zed", "Chi", "Dee")
    assert sat(at(elsewhere)) == [("Ana", "Bo", "Chi", "Dee"), now, now]


def test_who_comes_back_before_any_deal_that_is_there_was_never_away(client, store, table, tell):
    tell()
    store.substitute(1, 0, "Zed", **HOW)
    between = tell()
    store.substitute(1, 0, "Ana", **HOW)
    tell()
    store.delete_deal(1, between, revision=1, **HOW)
    assert "substitutes" not in exported(client)
    for page in ("/tables/1/text", "/tables/1/print"):
        assert "in the seat of" not in forms.texts(client.get(page))
