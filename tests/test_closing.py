"""A sheet of an evening is closed: by whom, when its deals are played, when the clock is out."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from forms import forms, texts
from placed import GARDE, NAMES, PASSED, at_place, garde, publish, tell

from companion.store import Opening, Telling, ToldTable


def test_the_players_close_a_finished_sheet_and_only_the_organiser_opens_it(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    phone.send("/settings", {"name": "Bo's phone", "language": "en"})
    tell(store, 1, 1, 2)
    assert "We agree" not in phone.get("/tables/1").text
    store.save_deal(1, 3, garde(0), revision=0, key=None, phone="")
    phone.send("/tables/1/close")
    assert store.table(1).closed_at
    closed = texts(organiser.get("/tables/1"))
    assert ", by Bo's phone. Only" in closed
    for refused in ("reopen", "undo", "deals/3"):
        assert phone.send(f"/tables/1/{refused}").status_code == 403
    assert "Only the organiser of the evening opens it again" in phone.send("/tables/1/reopen").text
    organiser.send("/tables/1/reopen")
    assert not store.table(1).closed_at
    assert phone.send("/tables/1/undo").status_code == 409  # it would close the sheet again


def test_a_sheet_that_was_closed_on_another_day_says_on_which(organiser, store, monkeypatch):
    publish(store)
    then = datetime(2025, 11, 20, 12, 15, tzinfo=UTC)
    monkeypatch.setattr(store, "_clock", lambda: then)
    organiser.send("/tables/1/close")
    here = then.astimezone()
    said = f"Closed on {here.day} November 2025 at {here:%H:%M}"
    assert f"{said}. Only" in texts(organiser.get("/tables/1"))
    organiser.send("/settings", {"name": "Ana's phone", "language": "en"})
    organiser.send("/tables/1/reopen")
    organiser.send("/tables/1/close")
    assert f"{said}, by Ana's phone. Only" in texts(organiser.get("/tables/1"))


def test_a_sheet_that_two_phones_close_is_closed_once_and_shown_to_both(organiser, app, store):
    publish(store)
    phone, friend, guest = (at_place(app, store, 1, one) for one in ("score", "score", "watch"))
    assert guest.send("/tables/1/close").status_code == 403
    assert not store.table(1).closed_at
    for one, key in ((phone, "a"), (phone, "a"), (friend, "b")):
        assert one.send("/tables/1/close", {"key": key}).location == "/tables/1"
    assert [one.kind for one in store.changes(1)].count("close") == 1


def test_a_close_that_comes_while_a_phone_takes_a_deal_back_is_not_taken_back(
    organiser, app, store, monkeypatch
):
    """Whether the phone may was asked of the deal."""
    publish(store)
    phone = at_place(app, store, 1)
    tell(store, 1, 1)

    can_undo = type(store).can_undo

    def asked(self, table_id):
        found = can_undo(self, table_id)
        monkeypatch.undo()
        store.close_table(table_id, key=None, phone="")
        return found

    monkeypatch.setattr(type(store), "can_undo", asked)
    assert phone.send("/tables/1/undo", {}).status_code == 303
    assert store.table(1).closed_at
    assert len(store.deals(1)) == 1


def test_a_place_is_offered_no_more_than_it_may_and_asked_before_it_cannot_take_back(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    deletes = "Delete this table; its page can bring it back"
    for told in (False, True):
        if told:
            tell(store, 1, 1)
        page = phone.get("/tables/1/more").text
        assert (deletes in page) == (not told)
        assert re.search(r"<details.*>We agree: close the sheet<.*</summary>\s*<p", page)
        assert "Only the organiser opens it again." in page
        assert "Same players, new game" not in page  # two of one place would be open
    page = organiser.get("/tables/1/more").text
    assert (deletes in page, "Only the organiser opens it again." in page) == (True, False)


def test_a_sheet_whose_deals_are_all_played_asks_to_be_closed(organiser, app, store):
    publish(store)
    for number in (1, 2, 3):
        store.save_deal(1, number, garde(number), revision=0, key=None, phone="")
    sheet = at_place(app, store, 1).get("/tables/1").text
    assert "We agree: close the sheet" in sheet
    assert "Same players, new game" not in sheet


def test_a_clock_is_shown_and_when_it_is_out_the_sheet_asks_to_be_closed(organiser, app, store):
    end = datetime.now(UTC) + timedelta(hours=1)
    publish(store, ends_at=end.isoformat())
    phone, until = at_place(app, store, 1), f"until {end.astimezone():%H:%M}"
    assert until in texts(phone.get("/tables/1"))
    assert until in texts(phone.get("/tables/1/watch"))
    assert until in texts(organiser.get("/evenings/1"))
    assert "close the sheet" not in phone.get("/tables/1").text
    was = phone.get("/tables/1/version").text
    store.set_clock(
        1, 1, (datetime.now(UTC) - timedelta(seconds=1)).isoformat(), key=None, phone=""
    )
    now = phone.get("/tables/1/version").text
    assert now != was
    assert now.startswith(was.partition(".")[0])  # no deal was told
    for page in (f"/tables/1/live?since={was}", "/tables/1"):
        said = phone.get(page).text
        assert "Time is up: the deal begun is the last." in said
        assert 'form="agree"' in said
    assert "csrf_token" not in phone.get(f"/tables/1/live?since={was}").text
    assert phone.send("/tables/1/deals/1", GARDE).status_code == 303  # it counts


def test_a_clock_that_was_kept_without_a_zone_is_in_utc(organiser, store):
    publish(store)
    until = f"{datetime(2099, 11, 20, 21, tzinfo=UTC).astimezone():%H:%M}"
    store.set_clock(1, 1, "2099-11-20T21:00:00", key=None, phone="")
    for page in ("/tables/1", "/tables/1/watch", "/evenings/1"):
        assert f"until {until}" in texts(organiser.get(page))
    wall = organiser.get("/evenings/1/wall").text
    assert f"ends at <b>{until}</b>" in wall
    store.set_clock(1, 1, "2020-11-20T21:00:00", key=None, phone="")
    for page in ("/tables/1", "/evenings/1/wall"):
        assert "Time is up: the deal begun is the last." in organiser.get(page).text


def test_the_sheet_asks_for_its_close_once_the_deal_begun_is_told_and_takes_one_more(
    organiser, app, store, monkeypatch
):
    publish(store)
    phone, ask = at_place(app, store, 1), "the last deal is told: look at the totals together"
    out = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=1)
    with monkeypatch.context() as patched:
        patched.setattr(store, "_clock", lambda: out)
        tell(store, 1, 1)
    store.set_clock(1, 1, out.isoformat(), key=None, phone="")
    page = phone.get("/tables/1").text  # its deal was told before: another one may have begun
    assert ask not in page
    assert page.index("Time is up") < page.index('id="record"')
    assert page.count('id="finished"') == 1
    was = phone.get("/tables/1/version").text
    phone.send("/tables/1/deals/2", GARDE)
    page = phone.get("/tables/1").text
    assert ask in page
    assert 'id="record"' not in page
    assert page.count("We agree: close the sheet") == 1
    assert "Another deal all the same" in page
    for asked in ("/tables/1", f"/tables/1/live?since={was}"):  # every open phone loads it anew
        assert 'data-kind="open time-up"' in phone.get(asked).text
    assert "We agree" not in phone.get(f"/tables/1/live?since={was}").text
    assert 'id="record"' in phone.get("/tables/1?more=1").text
    assert phone.send("/tables/1/deals/3", GARDE).status_code == 303  # refused is none
    store.set_clock(1, 1, (out + timedelta(hours=1)).isoformat(), key=None, phone="")
    assert ask not in phone.get("/tables/1").text


@pytest.mark.parametrize(
    ("told_at", "last"),
    [
        ("2020-11-20T21:59:00+02:00", False),  # 19:59 in UTC
        ("2020-11-20T15:01:00-05:00", True),  # 20:01
        ("2020-11-20T19:59:00", False),
        ("2020-11-20T20:01:00", True),
    ],
)
def test_a_deal_of_a_file_is_told_at_the_moment_that_its_zone_says(organiser, store, told_at, last):
    publish(store, ends_at="2020-11-20T20:00:00+00:00")
    opening = Opening(game="tarot", names=NAMES[:4], rules={})
    sheet = ToldTable("import", opening, None, [Telling(facts=PASSED, told_at=told_at)])
    (table,) = store.import_tables([sheet], key=None, phone="")
    store.take_in(table, 1, elsewhere=True, key=None, phone="")
    page = organiser.get(f"/tables/{table}").text
    assert "Time is up" in page
    assert ("the last deal is told" in page) is last


def test_a_deal_half_told_when_time_is_up_is_told_first(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    store.set_clock(
        1, 1, (datetime.now(UTC) - timedelta(minutes=1)).isoformat(), key=None, phone=""
    )
    tell(store, 1, 1)
    phone.send("/tables/1/deals/2/half", {"take": "0-garde"})
    page = phone.get("/tables/1").text
    assert "the last deal is told" not in page
    assert 'id="record"' in page


def test_the_organiser_sets_the_clock_and_stops_it(organiser, store):
    publish(store)
    organiser.send("/evenings/1/position", {"number": "1", "minutes": "20"})
    left = datetime.fromisoformat(store.ends_at(1)) - datetime.now(UTC)
    assert timedelta(minutes=19) < left <= timedelta(minutes=20)
    organiser.send("/evenings/1/position", {"number": "1", "stop": "1"})
    assert store.ends_at(1) is None
    organiser.send("/evenings/1/position", {"number": "1", "close": "1"})
    assert store.positions(1)[0].closed_at
    assert organiser.send("/evenings/1/position", {"number": "2"}).status_code == 404


@pytest.mark.parametrize("touched", [{"minutes": "20"}, {"stop": "1"}], ids=" ".join)
def test_a_clock_that_another_phone_set_meanwhile_is_said_before_it_is_set_anew(
    organiser, store, touched
):
    publish(store, ends_at="2099-11-20T20:00:00+00:00" if "stop" in touched else None)
    drawn = next(one for one in forms(organiser.get("/evenings/1")) if "minutes" in one.fields)
    store.set_clock(1, 1, "2099-11-20T21:00:00+00:00", key=None, phone="")
    answer = drawn.send(organiser, **touched)
    assert (answer.status_code, "another phone changed this" in texts(answer)) == (422, True)
    assert store.ends_at(1) == "2099-11-20T21:00:00+00:00"
    again = next(one for one in forms(answer) if "minutes" in one.fields)
    assert again.fields["minutes"] == [touched.get("minutes", "")]
    assert again.send(organiser, **touched).status_code == 303
    assert store.ends_at(1) != "2099-11-20T21:00:00+00:00"


def test_what_a_page_says_of_a_position_is_done_to_no_other_one(organiser, store, monkeypatch):
    """It was taken back and published anew meanwhile, or a later one was."""
    publish(store)
    first = [one for one in forms(organiser.get("/evenings/1")) if "published" in one.fields]
    close, take_back, clock = ({"close": "1"}, {"take_back": "1"}, {"minutes": "20"})
    store.take_back_position(1, 1, key=None, phone="")
    for form, touched in zip(first, (close, take_back, clock), strict=True):
        answer = form.send(organiser, **touched)
        assert (answer.status_code, "Meanwhile another" in answer.text) == (422, True)
    monkeypatch.setattr(store, "_clock", lambda: datetime.now(UTC) + timedelta(minutes=1))
    store.publish(1, 1, key=None, phone="")
    for form, touched in zip(first, (close, take_back, clock), strict=True):
        answer = form.send(organiser, **touched)
        assert (answer.status_code, "Meanwhile another" in answer.text) == (422, True)
    assert 'value="20"' in answer.text
    store.close_position(1, 1, phone="")
    on = next(one for one in forms(organiser.get("/evenings/1")) if "published" in one.fields)
    publish(store, 2)
    assert on.send(organiser, close="0").status_code == 422
    (one, two) = store.positions(1)
    assert (bool(one.closed_at), one.ends_at) == (True, None)
    assert (bool(two.published_at), two.closed_at, two.ends_at) == (True, None, None)


def test_the_minutes_on_a_board_open_too_long_come_back(organiser, store):
    publish(store)
    page = organiser.get("/evenings/1")
    clock = next(one for one in forms(page) if "minutes" in one.fields)
    answer = clock.send(organiser, minutes="25", csrf_token="of yesterday")
    again = next(one for one in forms(answer) if "minutes" in one.fields)
    assert (answer.status_code, again.fields["minutes"]) == (400, ["25"])
    assert re.search('id="clock" open', answer.text)
    assert store.ends_at(1) is None
    again.send(organiser)
    left = datetime.fromisoformat(store.ends_at(1)) - datetime.now(UTC)
    assert timedelta(minutes=24) < left <= timedelta(minutes=25)


@pytest.mark.parametrize("typed", ["1440", "1,440", "1\u202f440", "１，４４０"])
def test_minutes_are_read_as_pages_write_them(organiser, store, typed):
    publish(store)
    organiser.send("/evenings/1/position", {"number": "1", "minutes": typed})
    left = datetime.fromisoformat(store.ends_at(1)) - datetime.now(UTC)
    assert timedelta(minutes=1439) < left <= timedelta(minutes=1440)


@pytest.mark.parametrize("typed", ["1h30", "-5", "0", "1441", "abc"])
def test_minutes_of_a_clock_that_cannot_be_read_come_back_and_leave_the_clock(
    organiser, store, typed
):
    publish(store)
    organiser.send("/evenings/1/position", {"number": "1", "minutes": "20"})
    was = store.ends_at(1)
    answer = organiser.send("/evenings/1/position", {"number": "1", "minutes": typed})
    assert answer.status_code == 422
    assert "minutes are a whole number of 1 to 1,440" in answer.text
    assert f'value="{typed}"' in answer.text
    assert '<details class="fold" id="clock" open>' in answer.text
    assert store.ends_at(1) == was
    answer = organiser.send("/evenings/1/position", {"number": "1", "minutes": ""})
    assert (answer.status_code, store.ends_at(1)) == (422, was)
    assert "say for how many minutes" in answer.text
    assert organiser.get("/evenings/1/position").status_code == 200  # where it is loaded again


def test_an_evening_is_renamed_closed_deleted_and_brought_back(organiser, store):
    fields = {"name": "Saturday", "date": "2026-11-21", "place": "Bar", "fee": "3,50"}
    organiser.send("/evenings/1/settings", fields)
    evening = store.evening(1)
    assert (evening.name, evening.place, evening.fee) == ("Saturday", "Bar", 350)
    assert organiser.send("/evenings/1/settings", fields | {"name": ""}).status_code == 422
    organiser.send("/evenings/1/settings", {"closed": "1"})
    assert "Saturday" not in organiser.get("/").text
    organiser.send("/evenings/1/settings", {"closed": "0"})
    assert organiser.send("/evenings/1/settings", {"deleted": "1"}).location == "/evenings/1"
    assert "Saturday" not in organiser.get("/").text
    assert "This evening is deleted" in organiser.get("/evenings/1").text
    organiser.send("/evenings/1/settings", {"deleted": "0"})
    assert "Saturday" in organiser.get("/").text


def test_a_closed_sheet_that_was_brought_in_says_no_time_at_which_it_was_closed(organiser, store):
    publish(store)
    store.close_table(1, key=None, phone="")
    assert "Closed at" in texts(organiser.get("/tables/1"))
    opening = Opening(game="tarot", names=["Kim", "Lou", "Max"], rules={})
    sheet = ToldTable("import", opening, None, closed=True)
    (brought,) = store.import_tables([sheet], key=None, phone="")
    store.take_in(brought, 1, key=None, phone="")
    page = texts(organiser.get(f"/tables/{brought}"))
    assert "This sheet is closed. Only the organiser opens it again." in page
