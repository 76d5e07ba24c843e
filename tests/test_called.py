"""What a deal is called is where it stands among those that count towards the planned number.

At Le Plateau a deal that all passed counts (rules/plateau.md), at French Tarot it does not: there
`test_recording.py` and `test_tables.py` say so.
"""

from __future__ import annotations

import re

import forms
import pytest

PASSED = {"passed": True}
BRIDGE = {"declarer": "1", "partners": [], "talon": "exchange", "objective": "bridge"}
TOLD = [BRIDGE | {"made": True}, BRIDGE | {"made": False}, PASSED, BRIDGE | {"made": True}]


@pytest.fixture
def table(store, open_table):
    """Opens a table of four planned deals and tells the first so many; the third all passed."""

    def told(n, facts=TOLD):
        table = open_table("plateau", deals=4)
        for number, one in enumerate(facts[:n], 1):
            store.save_deal(table.id, number, one, revision=0, key=None, phone="")
        return table

    return told


def corner(page):
    """The card in the corner."""
    return re.search(r'id="index">([^<]*)<', page.text)[1]


def listed(page):
    """What the deals are called, the newest first."""
    return re.findall(r'<span class="deal-number">([^<]*)', page.text)


def test_after_a_passed_round_the_card_says_what_the_line_beside_it_says(client, table):
    table(3)
    page = client.get("/tables/1")
    assert (corner(page), listed(page)) == ("4", ["3", "2", "1"])
    assert "Deal 4 of 4" in forms.texts(page)
    assert corner(client.get("/tables/1/deals/4")) == "4"


def test_a_passed_round_has_a_number_wherever_deals_are_listed(client, table):
    table(4)
    page = client.get("/tables/1")
    assert listed(page) == ["4", "3", "2", "1"]
    assert "over after 4 deals" in forms.texts(page)
    assert "3  All passed\n4  Bo, bridge" in client.get("/tables/1/text").text
    paper = client.get("/tables/1/print").text
    assert re.findall(r"<tr><td>([^<]+)</td>", paper) == ["1", "2", "3", "4"]


def test_the_history_calls_the_deals_so(client, table):
    table(4)
    page = forms.texts(client.get("/tables/1/history"))
    assert re.findall(r"(\w+ ?\d?) recorded", page) == ["Deal 4", "Deal 3", "Deal 2", "Deal 1"]


def test_who_corrects_is_told_the_same_numbers(client, table):
    table(4)
    assert "You are changing deal 4; the table is at 4." in client.get("/tables/1/deals/4").text
    page = client.get("/tables/1/deals/3").text
    assert "<title>Correct deal 3" in page
    assert "You are changing deal 3; the table is at 4." in page
    assert "<title>Deal 3" in client.get("/tables/1/deals/3/verdict").text


def test_the_chart_has_a_step_for_a_passed_round(client, table):
    table(4)
    for at in ("/tables/1/deals", "/tables/1/watch"):
        page = client.get(at).text
        ticks = re.findall(r'<text x="\d+" y="246" text-anchor="middle">(\d+)<', page)
        assert ticks == ["0", "1", "2", "3", "4"]
        assert {run.count("L") for run in re.findall(r'class="run" d="(M[^"]*)', page)} == {4}


def test_a_substitute_comes_with_the_deal_that_is_called_so(client, store, table):
    table(3)
    store.substitute(1, 1, "Zoe", key=None, phone="")
    for at in ("/tables/1/text", "/tables/1/print"):
        assert "From deal 4 on Zoe sits in the seat of Bo." in client.get(at).text


def test_a_substitute_after_a_bid_comes_with_the_deal_behind_it(client, store, open_table):
    open_table()
    told, asked = {"declarer": "0", "contract": "garde"}, {"revision": 0, "key": None, "phone": ""}
    store.save_deal(1, 1, told | {"oudlers": 2, "card_points": 49}, **asked)
    store.keep_half(1, 2, {"declarer": "1", "contract": "garde"}, **asked)
    store.substitute(1, 1, "Zoe", key=None, phone="")
    for at in ("/tables/1/text", "/tables/1/print"):
        assert "From deal 3 on Zoe sits in the seat of Bo." in client.get(at).text


def test_a_deal_told_after_the_end_is_not_the_one_that_ended_it(client, table):
    table(5, [*TOLD, TOLD[0]])
    assert "over after deal 4; 1 deal told later" in forms.texts(client.get("/tables/1"))


def test_an_inserted_deal_ends_the_game_after_the_deal_of_that_number(client, table):
    table(4)
    form = forms.form(client.get("/tables/1/deals/5?before=4"))
    page = form.send(client, unplayed="passed")
    assert page.status_code == 422
    said = "With this the game ends after deal 4; 1 deal comes later."
    assert said in forms.texts(page)


def test_a_deal_that_was_undone_keeps_the_number_it_had_behind_a_passed_round(client, store, table):
    table(4)
    store.undo(1, key=None, phone="")
    said = forms.texts(client.get("/tables/1/history"))
    assert "Undone: Deal 4 recorded" in said


def test_a_deal_undone_while_all_had_passed_before_it_keeps_its_number_though_they_played(
    client, store, open_table
):
    """In French Tarot a passed deal does not count; it was a slip, and has been put right since."""
    open_table()
    asked = {"revision": 0, "key": None, "phone": ""}
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    for number, facts in ((1, PASSED), (2, garde)):
        store.save_deal(1, number, facts, **asked)
    store.undo(1, key=None, phone="")
    store.save_deal(1, 1, garde, **asked | {"revision": store.deal(1, 1).revision})
    assert "Undone: Deal 1 recorded" in forms.texts(client.get("/tables/1/history"))
