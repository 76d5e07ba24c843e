"""A table is taken into an evening and out of it."""

from __future__ import annotations

import re

import pytest
from forms import forms, texts
from placed import NAMES, at_place, garde, opens, publish, tell

from companion.store import Opening, Where


def test_a_table_that_two_phones_take_in_at_once_is_taken_in_once(organiser, store, open_table):
    store.open_evening("Sunday", "", "", {"tarot": {}}, key=None, phone="")
    table = open_table()
    store.take_in(table.id, 1, key="one", phone="")
    at = store.table(table.id)
    for evening in (1, 2):
        store.take_in(table.id, evening, key="other", phone="")
    now = store.table(table.id)
    assert (now.evening_id, now.position, now.place) == (1, at.position, at.place)
    assert [one.kind for one in store.changes(table.id)].count("evening") == 1


def test_a_table_is_taken_into_the_evening_and_out_and_both_are_undone(
    organiser, app, store, open_table
):
    assert organiser.send("/evenings/1/tables", {"table": "1"}).status_code == 404
    table = organiser.send("/tables/new", {"game": "tarot", "player": NAMES[:3], "open": "1"})
    assert table.location == "/tables/1"
    assert "Take in" in organiser.get("/evenings/1/tables").text
    organiser.send("/evenings/1/tables", {"table": "1"})
    assert (store.table(1).evening_id, store.table(1).place) == (1, 1)
    assert store.table(1).about["evening"] == "Friday"
    assert "Taken into the evening Friday" in organiser.get("/tables/1/history").text
    organiser.send("/evenings/1/tables", {"table": "1", "out": "1"})
    assert (store.table(1).evening_id, store.table(1).place) == (None, None)
    assert "evening" not in store.table(1).about
    assert "Taken out of the evening Friday" in organiser.get("/tables/1/history").text
    store.undo(1, key=None, phone="")
    assert "Undone: Taken out of the evening Friday" in organiser.get("/tables/1/history").text
    assert (store.table(1).evening_id, store.table(1).place) == (1, 1)
    store.undo(1, key=None, phone="")
    assert store.table(1).evening_id is None


def test_a_table_taken_out_is_of_the_day_that_was_put_right_meanwhile(organiser, store):
    publish(store)
    store.change_evening(1, date="2026-11-21", key=None, phone="")
    organiser.send("/evenings/1/tables", {"table": "1", "out": "1"})
    assert "21 November 2026" in texts(organiser.get("/tables/1/print"))


def test_a_double_tap_takes_a_table_in_or_out_once(organiser, store):
    organiser.send("/tables/new", {"game": "tarot", "player": NAMES[:3], "open": "1"})
    for button, evening in (({}, 1), ({"out": "1"}, None)):
        for _ in range(2):
            sent = organiser.send("/evenings/1/tables", {"table": "1", **button})
            assert (sent.status_code, store.table(1).evening_id) == (303, evening)
    assert [one.kind for one in store.changes(1)].count("evening") == 2


@pytest.mark.parametrize("touched", [{"out": "1"}, {"place": "3"}, {}], ids=" ".join)
def test_a_table_that_was_deleted_meanwhile_is_said_to_be(organiser, store, touched):
    organiser.send("/tables/new", {"game": "tarot", "player": NAMES[:3], "open": "1"})
    if touched:
        store.take_in(1, 1, key=None, phone="")
    store.delete_table(1, key=None, phone="")
    answer = organiser.send("/evenings/1/tables", {"table": "1", **touched})
    assert answer.status_code == 303
    assert "This table is deleted" in texts(organiser.get(answer.location))


def test_who_took_a_table_out_may_enter_its_deals_though_the_answer_was_lost(organiser, store):
    publish(store)
    (cookie,) = [one.key for one in organiser._cookies.values() if "companion_link" in one.key]
    before = organiser.get_cookie(cookie).value
    out = {"table": "2", "out": "1", "key": "once"}
    for _ in range(2):
        organiser.set_cookie(cookie, before)
        assert organiser.send("/evenings/1/tables", out).status_code == 303
    assert organiser.get("/tables/2").status_code == 200
    assert "Take in" in organiser.get("/evenings/1/tables").text


def test_who_takes_a_table_out_enters_its_deals_though_a_link_of_it_was_taken_back(
    organiser, store
):
    publish(store)
    store.renew_link("score", Where(2), but="", phone="")
    organiser.send("/evenings/1/tables", {"table": "2", "out": "1"})
    assert organiser.get("/tables/2").status_code == 200


def test_a_form_that_took_nothing_out_opens_no_table(organiser, store, open_table):
    table = open_table(names=["Xan", "Yve", "Zoe"])
    out = {"table": str(table.id), "out": "1", "key": "once"}
    for _ in range(2):
        assert organiser.send("/evenings/1/tables", out).status_code == 404
    assert organiser.get(f"/tables/{table.id}").status_code == 403


def test_history_names_an_evening_to_who_may_see_it(organiser, app, store):
    """By the name of now, with its signs as text. The bar of a sheet is drawn once for all phones,
    so it does not name the evening."""
    publish(store)
    reader = app.test_client()
    reader.join(store.link("watch", Where(1)))
    store.change_evening(1, name="A <b>&</b> B", key=None, phone="")
    for out in ("1", "", "1"):
        organiser.send("/evenings/1/tables", {"table": "1"} | ({"out": out} if out else {}))
    titles = re.findall("<h2>(.*?)</h2>", organiser.get("/tables/1/history").text)
    called = "A &lt;b&gt;&amp;&lt;/b&gt; B"
    assert titles[:2] == [f"Taken out of the evening {called}", f"Taken into the evening {called}"]
    titles = re.findall("<h2>(.*?)</h2>", reader.get("/tables/1/history").text)
    assert titles[:2] == ["Taken out of an evening", "Taken into an evening"]
    store.undo(1, key=None, phone="")
    for phone in (organiser, reader):
        assert called not in phone.get("/tables/1").text
    assert "Undone: Taken out of an evening" in organiser.get("/tables/1").text


def test_a_table_whose_people_play_elsewhere_is_taken_in_once_that_is_meant(organiser, store):
    publish(store)
    mine = opens(organiser, store, "Ana", "Liv", "Mo", "Fay")
    asked = organiser.send("/evenings/1/tables", {"table": mine.id})
    assert asked.status_code == 422 and store.table(mine.id).evening_id is None
    assert "playing already: Ana at table 1, Fay at table 2" in texts(asked)
    form = next(one for one in forms(asked) if one.fields.get("asked"))
    assert form.fields["asked"] == [*mine.sitting]
    assert form.buttons[-1]["value"] == "elsewhere"
    store.substitute(mine.id, 1, "Ned", key=None, phone="")
    sent = form.filled(take="elsewhere")
    assert organiser.post(form.action, data=sent).status_code == 422  # nobody asked about Ned
    store.undo(mine.id, key=None, phone="")
    assert organiser.post(form.action, data=sent).status_code == 303
    assert (store.table(mine.id).evening_id, store.table(mine.id).place) == (1, 3)


@pytest.mark.parametrize("closed", [True, False])
def test_a_sheet_that_is_done_with_is_taken_in_wherever_its_people_play_now(
    organiser, store, closed
):
    """Closed, or its game over."""
    publish(store)
    mine = opens(organiser, store, *NAMES[:4])
    if closed:
        store.close_table(mine.id, key=None, phone="")
    else:
        store.agree_table(mine.id, {"rules": {"deals": 1}}, key=None, phone="")
        store.save_deal(mine.id, 1, garde(0), revision=0, key=None, phone="")
        assert store.table(mine.id).over
    assert organiser.send("/evenings/1/tables", {"table": mine.id}).status_code == 303
    assert store.table(mine.id).evening_id == 1


def test_a_table_taken_out_and_in_again_comes_back_where_it_was(organiser, store):
    publish(store)
    publish(store, 2)
    for out in ("1", ""):
        organiser.send("/evenings/1/tables", {"table": "2"} | ({"out": out} if out else {}))
    assert (store.table(2).position, store.table(2).place) == (1, 2)
    organiser.send("/evenings/1/tables", {"table": "2", "out": "1"})
    organiser.send("/tables/new", {"game": "tarot", "player": ["Liv", "Mo", "Ned"], "open": "1"})
    store.db.execute("UPDATE tables SET evening_id = 1, position = 1, place = 2 WHERE id = 5")
    sat = {"table": "2", "take": "elsewhere", "asked": [*store.table(2).sitting]}
    organiser.send("/evenings/1/tables", sat)  # another one is played there now
    assert (store.table(2).position, store.table(2).place) == (2, 3)
    organiser.send("/evenings/1/tables", {"table": "2", "out": "1"})
    store.close_table(5, key=None, phone="")
    store.db.execute("UPDATE tables SET position = 2, place = 3 WHERE id = 5")
    organiser.send("/evenings/1/tables", sat)  # the sheet that stood there is closed
    assert (store.table(2).position, store.table(2).place) == (2, 3)


def test_a_closed_sheet_shows_its_players_what_to_take_along(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    tell(store, 1, 1)
    assert "recap.html" not in phone.get("/tables/1").text
    phone.send("/tables/1/close")
    sheet = phone.get(phone.get("/tables/1").location).text
    for address in ("recap.html", "sheet.csv", "text", "print"):
        assert f'href="/tables/1/{address}"' in sheet
        assert phone.get(f"/tables/1/{address}").status_code == 200


def test_nobody_takes_a_table_that_he_may_not_write_at(organiser, app, store, open_table):
    open_table()
    organiser.join(store.link("watch", Where(1)))
    assert "Take in" not in organiser.get("/evenings/1/tables").text
    assert organiser.send("/evenings/1/tables", {"table": "1"}).status_code == 404


def test_nothing_is_taken_into_an_evening_that_is_deleted(organiser, store):
    table = store.open_table(Opening("tarot", NAMES[:4]), key=None, phone="")
    organiser.join(store.link("score", Where(table.id)))
    store.change_evening(1, deleted=True, key=None, phone="")
    refused = organiser.send("/evenings/1/tables", {"table": str(table.id), "key": "once"})
    assert refused.status_code == 409
    assert "bring it back first" in texts(refused)
    assert store.table(table.id).evening_id is None


def test_a_table_that_is_at_another_evening_by_now_stays_there(organiser, store):
    table = store.open_table(Opening("tarot", NAMES[:4]), key=None, phone="")
    other = store.open_evening("Saturday", "", "", {"tarot": {}}, key=None, phone="")
    store.take_in(table.id, other.id, key=None, phone="")
    store.take_out(table.id, 1, key=None, phone="")
    assert store.table(table.id).evening_id == other.id
