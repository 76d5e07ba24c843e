"""Totals that were carried over, and corrected since where they come from: said, and taken over."""

from __future__ import annotations

from datetime import timedelta

import forms
import laws
import pytest
from phones import Stranger
from test_growth import FIRST, MOST, asked

from companion.store import Store, Where

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}  # 198, −66, −66, −66
NOTE = "The totals that this sheet began with have changed since: "
PRISE = "Ana +198 → +99, " + ", ".join(f"{name} −66 → −33" for name in ("Bo", "Chi", "Dana"))
HOW = {"key": None, "phone": ""}


def goes_on(client, table, *touches, **typed):
    """Carries the totals over, after these touches."""
    page = client.get(f"/tables/new?table={table}&carried=1")
    for touched in touches:
        page = forms.form(page, "opening").send(client, **touched)
    answer = forms.form(page, "opening").send(client, open=1, **typed)
    assert answer.status_code == 303
    return int(answer.location.rpartition("/")[2])


def prise(client, table, number=1):
    """Puts right that it was a prise: half as much."""
    form = forms.form(client.get(f"/tables/{table}/deals/{number}"))
    assert form.send(client, take="0-prise", anyway=1).status_code == 303


def take_over(client, table, page=None):
    """Touches the button of the note."""
    form = forms.form(page or client.get(f"/tables/{table}"), "carry")
    (start,) = (one["value"] for one in form.buttons if one.get("name") == "start")
    return form.send(client, start=start)


@pytest.fixture
def joined(client, store, open_table, record):
    """Table 1 with Ana's garde; Eve joins at table 2, where Ana makes another."""
    record(open_table(), **GARDE)
    goes_on(client, 1, {"typed": "Eve", "add_typed": 1})
    form = forms.form(client.get("/tables/2"))
    told = {**GARDE, "partner": 4, "anyway": 1}
    assert form.send(client, **told).status_code == 303
    return store.table(2)


def stands(store, table_id):
    """The totals at a table, as people read them."""
    laws.hold(store, store.table(table_id))
    return laws.totals(store, store.table(table_id))


def test_what_is_corrected_where_the_totals_come_from_is_said_and_taken_over(client, store, joined):
    assert stands(store, 2) == [330, -132, -132, -132, 66]
    assert NOTE not in forms.texts(client.get("/tables/2"))
    prise(client, 1)
    assert NOTE + PRISE in forms.texts(client.get("/tables/2"))
    assert stands(store, 2) == [330, -132, -132, -132, 66]  # unasked nothing is changed
    assert take_over(client, 2).location == "/tables/2"
    assert stands(store, 2) == [231, -99, -99, -99, 66]
    page = forms.texts(client.get("/tables/2"))
    assert NOTE not in page
    assert "Corrected totals taken over." in page


def test_it_is_an_entry_of_the_history_that_undo_takes_back(client, store, joined):
    prise(client, 1)
    take_over(client, 2)
    history = forms.texts(client.get("/tables/2/history?only=corrections"))
    assert f"Corrected totals taken over this phone {PRISE.replace(', ', ' · ')}" in history
    assert forms.form(client.get("/tables/2"), "undo").send(client).status_code == 303
    assert stands(store, 2) == [330, -132, -132, -132, 66]
    page = forms.texts(client.get("/tables/2"))
    assert NOTE + PRISE in page
    assert "Undone: Corrected totals taken over." in page
    assert forms.form(client.get("/tables/2"), "redo").send(client).status_code == 303
    assert stands(store, 2) == [231, -99, -99, -99, 66]
    assert NOTE not in forms.texts(client.get("/tables/2"))


def test_touched_twice_it_is_taken_over_once(client, store, joined):
    prise(client, 1)
    page = client.get("/tables/2")
    assert [take_over(client, 2, page).status_code for _ in range(2)] == [303, 303]
    assert take_over(client.application.test_client(), 2, page).status_code in (303, 400)
    assert [one.kind for one in store.changes(2)] == ["start", "tell", "open"]


def test_corrected_once_more_meanwhile_nothing_is_taken_over(client, store, joined):
    prise(client, 1)
    page = client.get("/tables/2")
    form = forms.form(client.get("/tables/1/deals/1"))
    assert form.send(client, take="1-garde", anyway=1).status_code == 303
    refused = take_over(client, 2, page)
    assert refused.status_code == 409
    assert "These totals were changed once more: look again." in forms.texts(refused)
    assert "Ana +198 → −66, Bo −66 → +198." in forms.texts(refused)
    assert stands(store, 2) == [330, -132, -132, -132, 66]
    assert take_over(client, 2, refused).status_code == 303
    assert stands(store, 2) == [66, 132, -132, -132, 66]


def test_put_back_meanwhile_there_is_nothing_to_take_over(client, store, joined):
    prise(client, 1)
    page = client.get("/tables/2")
    form = forms.form(client.get("/tables/1/deals/1"))
    assert form.send(client, take="0-garde", anyway=1).status_code == 303
    assert NOTE not in forms.texts(client.get("/tables/2"))
    refused = take_over(client, 2, page)
    assert refused.status_code == 409
    assert "These totals were changed once more: look again." in forms.texts(refused)
    assert stands(store, 2) == [330, -132, -132, -132, 66]


@pytest.mark.parametrize("start", ["", "99", "x", "9" * 5000, "99 -33 -33 -33 1"])
def test_no_other_totals_are_taken_over(client, store, joined, start):
    prise(client, 1)
    form = forms.form(client.get("/tables/2"), "carry")
    assert form.send(client, start=start).status_code == 409
    assert stands(store, 2) == [330, -132, -132, -132, 66]


def test_who_began_with_something_else_keeps_it(client, store, open_table, record):
    """Ana's total was agreed at the form; Bo leaves; Eve joins with 20."""
    record(open_table(), **GARDE)
    page = client.get("/tables/new?table=1&carried=1")
    page = forms.form(page, "opening").send(client, leaves=1)
    page = forms.form(page, "opening").send(client, typed="Eve", add_typed=1)
    start = ["150", "-66", "-66", "20"]
    assert forms.form(page, "opening").send(client, open=1, start=start).status_code == 303
    assert NOTE not in forms.texts(client.get("/tables/2"))
    prise(client, 1)
    apart = "Chi −66 → −33, Dana −66 → −33."
    assert NOTE + apart in forms.texts(client.get("/tables/2"))
    take_over(client, 2)
    assert stands(store, 2) == [150, -33, -33, 20]


def test_a_deal_that_is_deleted_there_or_told_late_changes_them_too(client, store, joined):
    store.delete_deal(1, 1, revision=1, **HOW)
    assert f"{NOTE}Ana +198 → 0, Bo −66 → 0" in forms.texts(client.get("/tables/2"))
    take_over(client, 2)
    assert stands(store, 2) == [132, -66, -66, -66, 66]
    form = forms.form(client.get("/tables/1/deals/2"))
    assert form.send(client, **GARDE, anyway=1).status_code == 303
    assert f"{NOTE}Ana 0 → +198, Bo 0 → −66" in forms.texts(client.get("/tables/2"))


@pytest.mark.parametrize(
    "change", [Store.reopen_table, Store.delete_table], ids=["played on", "deleted"]
)
def test_of_a_sheet_that_is_played_on_or_is_not_there_nothing_is_said(
    client, store, joined, change
):
    prise(client, 1)
    page = client.get("/tables/2")
    change(store, 1, **HOW)
    assert NOTE not in forms.texts(client.get("/tables/2"))
    assert take_over(client, 2, page).status_code == 409
    assert stands(store, 2) == [330, -132, -132, -132, 66]


def test_it_comes_down_a_chain_of_sheets_one_by_one(client, store, joined):
    goes_on(client, 2, {"leaves": 4})
    prise(client, 1)
    assert NOTE not in forms.texts(client.get("/tables/3"))
    assert NOTE + PRISE in forms.texts(client.get("/tables/2"))
    assert take_over(client, 2).status_code == 303
    assert f"{NOTE}Ana +330 → +231, Bo −132 → −99" in forms.texts(client.get("/tables/3"))
    assert take_over(client, 3).status_code == 303
    assert stands(store, 3) == [231, -99, -99, -99]
    assert NOTE not in forms.texts(client.get("/tables/3"))


def test_it_goes_with_the_person_however_they_sit_and_are_called_by_now(
    client, store, open_table, record
):
    record(open_table(), **GARDE)
    goes_on(client, 1, {"up": 1})
    store.rename(2, 1, "Anna", **HOW)  # at both tables
    store.agree_table(2, {"names": ["Bo", "Chi", "Anna", "Dana"]}, **HOW)
    prise(client, 1)
    take_over(client, 2)
    assert store.table(2).sitting == ("Bo", "Chi", "Anna", "Dana")
    assert stands(store, 2) == [-33, -33, 99, -33]


def garde(open_table, record):
    """Somebody called Anna, known from table 1; at table 2 Ana's garde. Its number."""
    open_table(names=["Anna", "Xi", "Yan", "Zoe"])
    table = open_table()
    record(table, **GARDE)
    return table.id


def corrected(client, source, sheet):
    """Puts right that it was a prise, and takes that over."""
    prise(client, source)
    assert NOTE + PRISE.replace("Ana", "Anna") in forms.texts(client.get(f"/tables/{sheet}"))
    assert take_over(client, sheet).status_code == 303


@pytest.mark.parametrize("where", ["sheet", "source", "both"])
def test_a_name_put_right_since_at_either_sheet_changes_nothing(
    client, store, open_table, record, where
):
    source = garde(open_table, record)
    sheet = goes_on(client, source, {"typed": "Eve", "add_typed": 1})
    for table in (sheet, source):
        if where in ("both", "sheet" if table == sheet else "source"):
            store.rename(table, 0, "Anna", **HOW)
    prise(client, source)
    note = PRISE if where == "source" else PRISE.replace("Ana", "Anna")
    assert NOTE + note in forms.texts(client.get(f"/tables/{sheet}"))
    assert take_over(client, sheet).status_code == 303
    assert stands(store, sheet) == [99, -33, -33, -33, 0]
    store.undo(sheet, **HOW)
    if where == "sheet":
        store.undo(sheet, **HOW)  # the name too
        assert NOTE + PRISE in forms.texts(client.get(f"/tables/{sheet}"))
        store.redo(sheet, **HOW)
    assert NOTE + note in forms.texts(client.get(f"/tables/{sheet}"))


def test_a_name_put_right_and_seats_moved_before_the_first_deal(client, store, open_table, record):
    source = garde(open_table, record)
    sheet = goes_on(client, source)
    store.rename(sheet, 0, "Anna", **HOW)
    store.agree_table(sheet, {"names": ["Bo", "Chi", "Anna", "Dana"]}, **HOW)
    store.substitute(sheet, 0, "Xi", **HOW)
    store.rename(source, 1, "Yan", **HOW)
    prise(client, source)
    take_over(client, sheet)
    assert stands(store, sheet) == [-33, -33, 99, -33]


def test_a_name_put_right_and_put_back_at_the_source(client, store, open_table, record):
    """The name was another one when the totals were carried over."""
    source = garde(open_table, record)
    store.rename(source, 0, "Anna", **HOW)
    sheet = goes_on(client, source)
    store.reopen_table(source, **HOW)
    for _ in range(2):  # the reopening, and the closing
        store.undo(source, **HOW)
    store.undo(source, **HOW)
    store.close_table(source, **HOW)
    assert store.table(source).sitting[0] == "Ana"
    corrected(client, source, sheet)
    assert stands(store, sheet) == [99, -33, -33, -33]


def test_two_spellings_that_were_one_person_then(client, store, open_table, record):
    source = garde(open_table, record)
    store.rename(source, 0, "Anne", **HOW)
    anne, anna = map(store.player_called, ("Anne", "Anna"))
    store.merge(anne, anna, **HOW)
    sheet = goes_on(client, source)
    corrected(client, source, sheet)
    assert stands(store, sheet) == [99, -33, -33, -33]


def test_who_came_new_and_is_somebody_who_left_since_brings_nothing(
    client, store, open_table, record, monkeypatch
):
    """Chi leaves with nought, Eve joins with nought; later the two turn out to be one."""
    record(open_table(), **GARDE)
    store.delete_deal(1, 1, revision=1, **HOW)
    sheet = goes_on(client, 1, {"leaves": 2}, {"typed": "Eve", "add_typed": 1})
    eve, chi = map(store.player_called, ("Eve", "Chi"))
    later = store._clock() + timedelta(minutes=1)
    monkeypatch.setattr(store, "_clock", lambda: later)
    store.merge(eve, chi, **HOW)
    form = forms.form(client.get("/tables/1/deals/2"))
    assert form.send(client, **GARDE, anyway=1).status_code == 303
    take_over(client, sheet)
    assert stands(store, sheet) == [198, -66, -66, 0]


@pytest.mark.parametrize("names", [["Bo", "Chi", "Dana"], ["Bo", "Chi", "Eve", "Dana"]])
def test_nothing_is_taken_over_where_a_seat_is_gone(client, store, open_table, record, names):
    record(open_table(), **GARDE)
    sheet = goes_on(client, 1)
    store.agree_table(sheet, {"names": names}, **HOW)
    prise(client, 1)
    assert NOTE not in forms.texts(client.get(f"/tables/{sheet}"))
    store.undo(sheet, **HOW)  # she is back
    assert NOTE + PRISE in forms.texts(client.get(f"/tables/{sheet}"))


def test_who_gave_the_seat_to_another_one_began_with_what_is_put_right(client, store, joined):
    store.substitute(2, 0, "Fay", **HOW)
    prise(client, 1)
    assert NOTE + PRISE in forms.texts(client.get("/tables/2"))
    take_over(client, 2)
    assert stands(store, 2) == [231, -99, -99, -99, 66]


def test_a_total_at_the_limit_is_refused_and_the_sheet_says_so(client, store, open_table):
    open_table("tamalou", limit=100)
    told = {"hands": {"0": 41, "1": 67, "2": 88, "3": 3}, "caller": None}
    store.save_deal(1, 1, told, revision=0, **HOW)
    goes_on(client, 1)
    higher = {**told, "hands": {**told["hands"], "2": 105}}
    store.save_deal(1, 1, higher, revision=1, **HOW)
    assert f"{NOTE}Chi 88 → 105." in forms.texts(client.get("/tables/2"))
    refused = take_over(client, 2)
    assert refused.status_code == 422
    assert "Chi: at or above the limit of 100" in forms.texts(refused)
    assert stands(store, 2) == [41, 67, 88, 3]
    raised = {**told, "limit": 150}
    store.save_deal(2, 1, raised, revision=0, **HOW)  # in force at the first deal
    assert take_over(client, 2).status_code == 303
    assert stands(store, 2) == [82, 134, 193, 6]


SMALL = {"hands": {"0": 10, "1": 9, "2": 8, "3": 3}, "caller": None}


@pytest.mark.parametrize("half", [False, True])
def test_they_move_no_end_before_deals_that_are_there(client, store, open_table, half):
    open_table("tamalou", limit=100)
    told = {"hands": {"0": 41, "1": 60, "2": 8, "3": 3}, "caller": None}
    store.save_deal(1, 1, told, revision=0, **HOW)
    goes_on(client, 1)
    store.save_deal(2, 1, SMALL, revision=0, **HOW)
    if half:
        store.keep_half(2, 2, {"hands": {"0": 10}}, revision=0, **HOW)
    else:
        store.save_deal(2, 2, SMALL, revision=0, **HOW)
    higher = {**told, "hands": {**told["hands"], "1": 95}}
    store.save_deal(1, 1, higher, revision=1, **HOW)
    refused = take_over(client, 2)
    assert refused.status_code == 422
    why = "With these the game would have ended after deal 1: delete the later deals first"
    assert why in forms.texts(refused)
    assert f"{NOTE}Bo 60 → 95." in forms.texts(refused)
    assert store.table(2).start == (41, 60, 8, 3)
    store.delete_deal(2, 2, revision=1, **HOW)
    assert take_over(client, 2, refused).status_code == 303
    assert stands(store, 2) == [51, 104, 16, 6]
    assert store.table(2).over


def test_an_end_that_comes_later_by_them_or_at_the_last_deal_is_in_no_way(
    client, store, open_table
):
    open_table("tamalou", limit=100)
    told = {"hands": {"0": 41, "1": 85, "2": 8, "3": 3}, "caller": None}
    store.save_deal(1, 1, told, revision=0, **HOW)
    goes_on(client, 1)
    for n in (1, 2):
        store.save_deal(2, n, SMALL, revision=0, **HOW)
    assert store.table(2).over
    for revision, hand in enumerate((20, 83), 1):
        other = {**told, "hands": {**told["hands"], "1": hand}}
        store.save_deal(1, 1, other, revision=revision, **HOW)
        assert take_over(client, 2).status_code == 303
        assert store.table(2).over == (hand == 83)


def test_phones_at_the_sheet_hear_of_it_and_of_nothing_else(client, store, joined):
    version = client.get("/tables/2/version").text
    assert "." not in version
    prise(client, 1)
    heard = client.get("/tables/2/version").text
    assert heard == f"{version}.b{store.table(1).version}"
    live = client.get(f"/tables/2/live?since={heard}")
    assert NOTE + PRISE in forms.texts(live)
    assert "<form" not in live.text
    take_over(client, 2)
    assert NOTE not in forms.texts(client.get(f"/tables/2/live?since={heard}"))


def test_who_looks_on_takes_nothing_over(client, store, joined):
    prise(client, 1)
    watcher = Stranger(client.application)
    watcher.join(store.link("watch", Where(2)))
    form = forms.form(client.get("/tables/2"), "carry")
    own = forms.forms(watcher.get("/settings"))[0].fields["csrf_token"]
    assert form.send(watcher, start="198 -66 -66 -66 0", csrf_token=own).status_code == 403


def test_a_sheet_that_says_it_asks_as_often_as_any(client, store, joined):
    client.get("/tables/2")
    prise(client, 1)
    assert len(asked(client, "/tables/2")) <= FIRST
    assert len(asked(client, "/tables/2")) <= MOST
    assert NOTE in forms.texts(client.get("/tables/2"))
