"""Who took whose seat, in files: what goes out comes in with the same people in each deal."""

from __future__ import annotations

import io
import json
from random import Random

import an_evening
import forms
import pytest
from forms import bring
from hypothesis import given
from hypothesis import strategies as st
from worked import quickly, sheet

from companion import sheets
from companion.cli import main
from companion.store import Opening
from companion.web.brought import opened
from companion.web.exports import sheet_of
from companion.web.shown import Shown

ID = "5f0c6c1f0a3e4b7c9d2e8a4b1c6d7e8f"
SIX = ["Ana", "Bo", "Chi", "Dee", "Eva", "Zed"]
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


def test_who_comes_back_sits_in_their_own_seat_again(client, store, table, tell):
    for name in ("Zed", "Ana"):
        tell()
        store.substitute(1, 0, name, **HOW)
    tell()
    for page in ("/tables/1/text", "/tables/1/print"):
        text = forms.texts(client.get(page))
        assert "From deal 2 on Zed sits in the seat of Ana." in text
        assert "From deal 3 on Ana sits in their own seat again." in text
    client.send("/tables/1/close")
    ended = forms.texts(client.get("/tables/1"))
    assert "after Zed, took 2, made 2" in ended
    assert "after Ana" not in ended


def test_a_file_of_before_two_were_merged_says_the_same_of_who_took_a_seat(
    client, store, table, tell, open_table
):
    tell()
    store.substitute(1, 1, "Zed", **HOW)
    tell()
    told = exported(client)
    open_table(names=["Bob", "Zeno", "Chi"])
    for name, into in (("Bo", "Bob"), ("Zed", "Zeno")):
        store.merge(*map(store.player_called, (name, into)), **HOW)
    assert exported(client)["substitutes"] == [{"deal": 2, "player": "Bob", "by": "Zeno"}]
    assert bring(client, told).location == "/tables/1?known=1"


@pytest.fixture
def swapped(client, tell):
    """Ana and Bo change their seats after the first deal, by way of somebody who never plays."""
    tell()
    for seat, name in ((0, "Zed"), (1, "Ana"), (0, "Bo")):
        told = {"seat": seat, "name": name, "substitute": 1}
        assert client.send("/tables/1/players", told).status_code == 303


def test_two_who_change_their_seats_go_out_and_come_in(client, swapped, elsewhere):
    told = exported(client)
    assert told["substitutes"] == [
        {"deal": 2, "player": "Ana", "by": "Bo"},
        {"deal": 2, "player": "Bo", "by": "Ana"},
    ]
    assert bring(elsewhere, told).location == "/tables/1"
    assert sat(at(elsewhere)) == [("Ana", "Bo", "Chi", "Dee"), ("Bo", "Ana", "Chi", "Dee")]
    assert exported(elsewhere) == told
    assert bring(elsewhere, told).location == "/tables/1?known=1"


def test_they_are_tallied(client, swapped, tmp_path, capsys):
    file = tmp_path / "sheet.json"
    file.write_bytes(client.get("/tables/1/sheet.json").data)
    assert main(["tally", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["totals"]["Ana"] == 198


def test_they_come_in_with_the_evening(client, store, elsewhere):
    an_evening.open_evening(store)
    store.reopen_table(1, **HOW)
    for seat, name in ((0, "Zed"), (1, "Ana"), (0, "Bo")):
        store.substitute(1, seat, name, **HOW)
    archive = io.BytesIO(client.get("/evenings/1/evening.zip").data)
    sent = {"file": (archive, "evening.zip")}
    answer = elsewhere.send("/import", sent, content_type="multipart/form-data")
    assert answer.location == "/evenings/1"
    there = ("Ana", "Bo", "Chloé", "=1+1")
    assert sat(at(elsewhere)) == [there, there, ("Bo", "Ana", "Chloé", "=1+1")]


def change(deal, player, by):
    return {"deal": deal, "player": player, "by": by}


@pytest.mark.parametrize(
    ("changes", "now", "out"),
    [
        (
            [change(2, "Ana", "Zed"), change(2, "Bo", "Ana"), change(2, "Zed", "Bo")],
            ("Bo", "Ana", "Chi", "Dee"),
            [change(2, "Ana", "Bo"), change(2, "Bo", "Ana")],
        ),
        (
            [change(2, "Ana", "Bo"), change(2, "Bo", "Chi"), change(2, "Chi", "Ana")],
            ("Bo", "Chi", "Ana", "Dee"),
            [change(2, "Ana", "Bo"), change(2, "Chi", "Ana"), change(2, "Bo", "Chi")],
        ),
        (
            [change(2, "Ana", "Bo"), change(2, "Bo", "Zed")],
            ("Bo", "Zed", "Chi", "Dee"),
            [change(2, "Bo", "Zed"), change(2, "Ana", "Bo")],
        ),
        ([change(2, "Ana", "Zed"), change(2, "Zed", "Ana")], ("Ana", "Bo", "Chi", "Dee"), None),
    ],
)
def test_those_of_one_deal_go_and_come_together(client, store, changes, now, out):
    told = sheet("tarot", 4, {"passed": True}, id=ID, substitutes=changes)
    assert bring(client, told).location == "/tables/1"
    assert sat(store) == [("Ana", "Bo", "Chi", "Dee"), now]
    assert exported(client).get("substitutes") == out
    assert bring(client, told).location == "/tables/1?known=1"


def test_who_sat_in_no_deal_of_a_file_is_no_player_here(client, store):
    changes = [change(2, "Ana", "Zed"), change(2, "Zed", "Eva")]
    bring(client, sheet("tarot", 4, {"passed": True}, substitutes=changes))
    assert store.player_called("Eva")
    assert not store.player_called("Zed")


def test_another_spelling_of_who_sits_there_is_no_substitute(client, store, tell):
    store.open_table(Opening("tarot", ["Anna", "Eva", "Zed"]), **HOW)
    store.merge(store.player_called("Anna"), store.player_called("Ana"), **HOW)
    bring(client, sheet("tarot", 4, PASSED, substitutes=[change(2, "Ana", "Anna")]))
    assert [one.name for one in store.table(3).seats[0].people] == ["Ana"]


@given(st.lists(st.lists(st.sampled_from(SIX), min_size=4, max_size=4, unique=True), max_size=5))
@quickly
def test_whoever_sits_where_in_each_deal_is_read_as_it_is_written(seatings):
    """The first four, and after each deal any four."""
    taken, before = [], SIX[:4]
    for deal, names in enumerate(seatings, 2):
        new = [sheets.Taken(deal, n, by) for n, by in enumerate(names) if by != before[n]]
        taken, before = taken + new, names
    listed = sheets.substitutes_of(taken, SIX[:4])
    changes = [change(one.deal, one.player, one.by) for one in listed]
    read = sheets.read(sheet("tarot", 4, *[PASSED] * len(seatings), substitutes=changes))
    assert read.head.substitutes == listed
    assert sheets.seats_taken(listed, SIX[:4], len(seatings)) == taken


@pytest.mark.parametrize("seed", range(4))
def test_after_any_walk_the_same_people_come_in_in_every_deal(store, seed):
    """Three play, a fourth takes one of their seats; a deal is told, or one of them deleted."""
    chance, people = Random(seed), SIX[:4]
    table = store.open_table(Opening("tarot", people[:3]), **HOW).id
    for _ in range(20):
        now, deals = store.table(table), store.deals(table)
        there = [deal for deal in deals if deal.state != "deleted"]
        step = chance.choice(["sit", "sit", "tell", "delete" if there else "tell"])
        if step == "sit":
            (comes,) = {*people} - {*now.sitting}
            store.substitute(table, chance.randrange(3), comes, **HOW)
        elif step == "tell":
            store.save_deal(table, now.next_number, PASSED, revision=0, **HOW)
        else:
            deal = chance.choice(there)
            store.delete_deal(table, deal.number, revision=deal.revision, **HOW)
        told = sheets.written(sheet_of(Shown(*store.table_and_deals(table))))
        (other,) = store.import_tables([opened(sheets.read(told), "")], **HOW)
        assert sat(store, other) == sat(store, table)
        again = sheets.written(sheet_of(Shown(*store.table_and_deals(other))))
        assert again | {"id": told["id"]} == told
