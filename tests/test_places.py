"""The places of an evening: one link each, whatever is played there; what it may write."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from an_evening import open_here
from flask import Flask
from forms import form, forms, texts
from phones import Stranger
from test_growth import MOST
from test_growth import asked as statements

from companion import network
from companion.store import DrawnTable, Opening, Sheet, Telling, Where
from companion.web import places

NAMES = ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil", "Hal"]
PASSED = {"passed": True}
COPIED = """INSERT INTO changes (table_id, at, phone, kind, before, after)
SELECT table_id, at, phone, kind, :before, :after FROM changes
WHERE table_id = :id AND kind = 'evening'"""
GARDE = {"take": "0-garde", "oudlers": "2", "points": "49"}


def organised(app: Flask) -> Stranger:
    """The phone of who organises an evening of eight players and two tables."""
    app.test_client_class = Stranger
    phone = app.test_client()
    fields = {"name": "Friday", "date": "2026-11-20", "games": ["tarot"], "key": "once"}
    phone.send("/evenings/new", fields)
    phone.send("/evenings/1/rules/tarot", {"preset": "fft", "deals": "3"})
    phone.send("/evenings/1/players", {"list": "\n".join(NAMES)})
    return phone


@pytest.fixture
def organiser(app: Flask, store) -> Stranger:
    return organised(app)


def publish(store, number: int = 1, ends_at: str | None = None) -> list[int]:
    """Two tables of four, in the order of their names."""
    players = [one.player for one in store.attendances(1)]
    drawn = [DrawnTable(n + 1, "tarot", tuple(players[4 * n : 4 * n + 4])) for n in (0, 1)]
    store.keep_draw(1, number, drawn, [], key=None, phone="")
    return store.publish(1, number, key=None, phone="", ends_at=ends_at)


def at_place(app: Flask, store, place: int, right: str = "score") -> Stranger:
    """A phone that came in by the card of a place."""
    phone = app.test_client()
    answer = phone.join(store.link(right, Where(None, 1, place)))
    assert answer.location == f"/evenings/1/places/{place}"
    return phone


def tell(store, table: int, *numbers: int) -> None:
    for number in numbers:
        store.save_deal(table, number, PASSED, revision=0, key=None, phone="")


@pytest.mark.parametrize("first", [0, 1])
def test_a_sheet_leads_back_to_its_evening_whom_it_knows_and_nobody_else(
    organiser, app, store, first
):
    publish(store)
    with_card, with_link = at_place(app, store, 1), app.test_client()
    with_link.join(store.link("score", Where(1)))
    phones = [with_card, with_link]
    pages = {phone: phone.get("/tables/1").text for phone in (phones[first], phones[1 - first])}
    assert ['href="/evenings/1"' in pages[phone] for phone in phones] == [True, False]


def test_a_closed_sheet_leads_back_to_its_evening_whom_it_knows_and_nobody_else(
    organiser, app, store
):
    publish(store)
    tell(store, 1, 1)
    with_link = app.test_client()
    with_link.join(store.link("score", Where(1)))
    with_card = at_place(app, store, 1)
    assert 'href="/evenings/1" aria-label' in with_card.get("/tables/1/watch").text
    organiser.send("/tables/1/close")
    found = {}
    for phone in (with_card, organiser, with_link):
        page = phone.get("/tables/1", follow_redirects=True).text
        found[phone] = ['href="/evenings/1" aria-label' in page, STANDINGS in page]
    assert [*found.values()] == [[True, True], [True, True], [False, False]]


STANDINGS = 'href="/evenings/1/standings"'


def test_a_closed_sheet_leads_to_the_standings_where_they_are_shown(organiser, app, store):
    publish(store)
    tell(store, 1, 1)
    phone = at_place(app, store, 1)
    assert STANDINGS not in phone.get("/tables/1").text
    organiser.send("/tables/1/close")
    for shown, led in (("0", False), ("1", True)):
        organiser.send("/evenings/1/standings", {"shown": shown})
        assert (STANDINGS in phone.get("/tables/1/watch").text) is led
        assert STANDINGS in organiser.get("/tables/1").text


def test_a_card_leads_to_what_is_played_at_its_place_all_evening(organiser, app, store):
    phone, looks_on = at_place(app, store, 2), at_place(app, store, 2, "watch")
    waits = looks_on.get("/evenings/1/places/2")
    assert waits.status_code == 200
    assert "Not yet" in waits.text
    publish(store)
    assert phone.get("/evenings/1/places/2").location == "/tables/2"
    assert looks_on.get("/evenings/1/places/2").location == "/tables/2/watch"
    for page in (phone.get("/tables/2"), looks_on.get("/tables/2/watch")):
        assert "Table 2 · Deal 1 of 3" in texts(page)
    phone.send("/tables/2/close")
    between = texts(phone.get("/evenings/1/places/2"))
    assert "Nothing is played here now" in between
    assert "Position 1 · Table 2" in between
    publish(store, 2)
    assert phone.get("/evenings/1/places/2").location == "/tables/4"
    assert phone.get("/tables/4").status_code == 200
    assert phone.get("/tables/2").location == "/tables/2/watch"


def test_who_has_the_card_of_another_place_may_only_look_where_it_stands(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    assert phone.get("/evenings/1/places/2").status_code == 200
    assert phone.get("/tables/2").status_code == 403
    board = phone.get("/evenings/1").text
    assert 'href="/tables/1"' in board
    assert 'href="/tables/2"' not in board


def test_the_sheet_shares_the_links_of_its_place(organiser, app, store):
    publish(store)
    page = at_place(app, store, 1).get("/tables/1/share").text
    for right in ("score", "watch"):
        assert store.link(right, Where(None, 1, 1)).text in page
        assert store.link(right, Where(1)).text not in page
    assert 'name="right"' not in page  # a printed card is not taken back by who plays


def test_no_link_is_taken_back_by_one_touch(organiser, store):
    publish(store)
    for page, links in (("/evenings/1/places", 4), ("/evenings/1/share", 2)):
        text = organiser.get(page).text
        folded = re.findall(r"<details.*?</details>", text, re.S)
        assert sum("Make a new one" in fold for fold in folded) == text.count("Make a new one")
        assert text.count("Make a new one") == links
        assert text.count(">Take it back, make a new one</summary>") == links


def test_only_the_organiser_takes_a_card_back(organiser, app, store):
    publish(store)
    phone, old = at_place(app, store, 1), store.link("score", Where(None, 1, 1))
    assert phone.send("/tables/1/share", {"right": "score"}).status_code == 409
    assert store.link("score", Where(None, 1, 1)) == old
    organiser.send("/evenings/1/places", {"place": "1", "right": "score", "n": "2"})
    assert store.link("score", Where(None, 1, 1)) != old
    assert phone.get("/tables/1").status_code == 403


def test_the_organiser_sees_the_cards_of_all_places(organiser, store):
    page = organiser.get("/evenings/1/places").text  # eight players, nothing drawn: two fours
    assert page.count('class="qr"') == 4
    for place in (1, 2):
        assert store.link("score", Where(None, 1, place)).shown_code in page
    assert organiser.get("/evenings/1/places?n=30").text.count('class="qr"') == 60


def test_a_table_of_a_high_number_needs_no_cards_of_all_before_it(organiser, store, open_table):
    """Eight players are two fours, for which a draw has the first numbers."""
    table = open_table("tarot", ("Ana", "Bo", "Chi"))
    store.take_in(table.id, 1, key=None, phone="")
    organiser.send("/evenings/1/tables", {"table": table.id, "place": "60"})
    page = organiser.get("/evenings/1/places").text
    assert re.findall(r'id="p(\d+)"', page) == ["1", "2", "60"]
    assert 'name="n" inputmode="numeric" maxlength="2" autocomplete="off" value="3"' in page
    renewed = organiser.send("/evenings/1/places", {"place": "60", "right": "score", "n": ""})
    assert renewed.location == "/evenings/1/places#p60"
    assert organiser.get("/evenings/1/blank").text.count('class="qr"') == 3


def test_there_are_no_more_cards_than_an_evening_has_places(organiser, monkeypatch):
    monkeypatch.setattr(places, "MOST_PLACES", 3)  # for sixty it takes a while
    page = organiser.get("/evenings/1/places?n=100").text
    assert re.findall(r'id="p(\d+)"', page) == ["1", "2", "3"]


def test_a_printed_card_says_where_its_code_is_typed(organiser, monkeypatch):
    monkeypatch.setattr(network, "_reachable", lambda: "192.168.1.5")
    page = organiser.get("/evenings/1/places").text
    assert page.count("A short code is typed at 192.168.1.5:80.") == 2


def test_the_players_close_a_finished_sheet_and_only_the_organiser_opens_it(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    phone.send("/settings", {"name": "Bo's phone", "language": "en"})
    tell(store, 1, 1, 2)
    assert "We agree" not in phone.get("/tables/1").text
    store.save_deal(1, 3, _told(0), revision=0, key=None, phone="")
    phone.send("/tables/1/close")
    assert store.table(1).closed_at
    closed = texts(organiser.get("/tables/1"))
    assert "by the phone of Bo's phone" in closed
    for refused in ("reopen", "undo", "deals/3"):
        assert phone.send(f"/tables/1/{refused}").status_code == 403
    assert "Only the organiser of the evening opens it again" in phone.send("/tables/1/reopen").text
    organiser.send("/tables/1/reopen")
    assert not store.table(1).closed_at
    assert phone.send("/tables/1/undo").status_code == 409  # it would close the sheet again


def _told(declarer: int) -> dict:
    return {"declarer": str(declarer), "contract": "garde", "oudlers": 2, "card_points": 49}


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
        store.change_table(table_id, closed=True, key=None, phone="")
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
        store.save_deal(1, number, _told(number), revision=0, key=None, phone="")
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
    sheet = Sheet("import", opening, None, [Telling(facts=PASSED, told_at=told_at)])
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


# What a phone that enters deals may send to a table of three deals, of which the last one alone
# may be corrected; every address that writes stands here.
LAST = {
    "deals/4": True,
    "deals/4/half": True,
    "deals/4/half/touch": True,
    "deals/4/preview": True,
    "deals/3": True,
    "deals/3/half": True,
    "deals/3/half/touch": True,
    "deals/3/preview": True,
    "deals/3/delete": True,
    "deals/3/verdict": True,
    "deals/2": False,
    "deals/2/half": False,
    "deals/2/half/touch": False,
    "deals/2/preview": True,
    "deals/2/delete": False,
    "deals/2/verdict": True,
    "undo": True,
    "redo": True,
    "call": True,
    "close": True,
    "again": True,
    "count-again": True,
    "players": False,
    "options": False,
    "delete": False,
    "restore": False,
    "reopen": False,
    "share": False,
    "history/restore": False,
    "start": False,
    "paper": True,
}
REFUSED = re.compile("only the organiser", re.IGNORECASE)


@pytest.fixture
def strict(organiser, app, store) -> Stranger:
    """A phone at a place of an evening at which only the last deal is corrected."""
    form = {"name": "Friday", "date": "2026-11-20", "corrects": "last"}
    assert organiser.send("/evenings/1/settings", form).status_code == 303
    publish(store)
    for number in (1, 2, 3):
        store.save_deal(1, number, PASSED, revision=0, key=None, phone="")
    return at_place(app, store, 1)


def test_a_table_with_deals_is_deleted_by_the_organiser_alone(app, store, organiser):
    publish(store)
    phone = at_place(app, store, 1)
    tell(store, 1, 1)
    refused = phone.send("/tables/1/delete")
    assert (refused.status_code, store.table(1).deleted_at) == (409, None)
    assert "At an evening only the organiser does that." in refused.text
    organiser.send("/tables/1/delete")
    organiser.send("/tables/1/restore")
    assert phone.send("/tables/1/undo").status_code == 409  # what brought it back
    organiser.send("/tables/1/undo")
    organiser.send("/tables/1/undo")
    assert phone.send("/tables/1/redo").status_code == 409
    assert store.table(1).deleted_at is None


def test_what_the_organiser_deleted_only_the_organiser_brings_back(app, store, organiser):
    publish(store)
    phone = at_place(app, store, 1)
    tell(store, 1, 1)
    organiser.send("/tables/1/delete")
    refused = phone.send("/tables/1/restore")
    assert (refused.status_code, bool(store.table(1).deleted_at)) == (409, True)
    assert organiser.send("/tables/1/restore").status_code == 303
    assert store.table(1).deleted_at is None


def test_a_table_opened_by_mistake_is_deleted_and_brought_back_though_it_carries_totals(
    app, store, organiser
):
    publish(store)
    tell(store, 1, 1)
    store.save_deal(1, 2, _told(0), revision=0, key=None, phone="")
    phone = at_place(app, store, 1)
    assert carry_over(phone) == "/tables/3"
    assert any(store.table(3).start)
    for address, deleted in (("delete", True), ("restore", False), ("delete", True)):
        assert phone.send(f"/tables/3/{address}").status_code == 303
        assert bool(store.table(3).deleted_at) is deleted


@pytest.mark.parametrize("corrects", ["all", "last"])
def test_a_table_of_which_nothing_is_told_is_deleted_by_anybody_there(
    app, store, organiser, corrects
):
    publish(store)
    store.change_evening(1, corrects=corrects, key=None, phone="")
    phone = at_place(app, store, 1)
    store.keep_half(1, 1, {"declarer": "0"}, revision=0, key=None, phone="")
    assert phone.send("/tables/1/delete").status_code == 409
    store.undo(1, key=None, phone="")
    assert phone.send("/tables/1/delete").status_code == 303
    assert store.table(1).deleted_at


def test_every_address_that_writes_at_a_table_is_in_the_list(app):
    there = {
        re.sub(r".*>/?", "", rule.rule.replace("<int:number>/", "3/"))
        for rule in app.url_map.iter_rules()
        if "POST" in rule.methods and rule.rule.startswith("/tables/<int:table_id>/")
    }
    listed = {re.sub(r"^deals/\d+/?", "", line) for line in LAST}
    assert {re.sub(r"^.*3/", "", one) for one in there} - {"move"} == listed


@pytest.mark.parametrize("address", LAST)
def test_a_score_link_may_be_let_correct_the_last_deal_alone(strict, organiser, address):
    answer = strict.send(f"/tables/1/{address}", {"revision": "1"})
    assert bool(REFUSED.search(answer.text)) is not LAST[address]
    if not LAST[address]:
        assert answer.status_code == 409
        assert not REFUSED.search(organiser.send(f"/tables/1/{address}").text)


def test_what_is_the_organisers_is_said_so_and_not_that_something_changed(strict, store):
    for answer, words in [
        (strict.get("/tables/1/deals/1"), "At this evening the last deal alone is corrected"),
        (strict.send("/tables/1/reopen"), "At an evening only the organiser does that."),
    ]:
        assert answer.status_code == 409
        assert "<h1>Only the organiser</h1>" in answer.text
        assert f"<p>{words}" in answer.text
        assert "meanwhile" not in answer.text
        assert 'href="/tables/1">Back to the sheet</a>' in answer.text


def test_a_phone_that_asks_whether_it_is_kept_hears_of_no_form_that_comes_back(strict):
    """Else it would wait for a person there, and those behind it with it."""
    asked = {"headers": {"Prefer": "return=minimal"}}
    correction = GARDE | {"revision": "1"}
    assert strict.send("/tables/1/deals/1", correction, **asked).status_code == 422
    assert strict.send("/tables/1/deals/1", correction).status_code == 409


def test_no_deal_is_put_between_the_others_and_no_older_one_opened(strict):
    assert strict.send("/tables/1/deals/4", GARDE | {"before": "2"}).status_code == 409
    assert strict.get("/tables/1/deals/2").status_code == 409
    assert strict.get("/tables/1/deals/3").status_code == 200


def test_a_sheet_is_not_taken_back_deal_by_deal(strict, store):
    strict.send("/tables/1/deals/3/delete", {"revision": "1"})
    assert strict.send("/tables/1/deals/2/delete", {"revision": "1"}).status_code == 409
    assert strict.send("/tables/1/undo").status_code == 303
    assert [deal.number for deal in store.deals(1)] == [1, 2, 3]


def test_where_all_may_be_corrected_all_is(organiser, app, store):
    publish(store)
    tell(store, 1, 1, 2)
    phone = at_place(app, store, 1)
    assert phone.send("/tables/1/deals/1", GARDE | {"revision": "1"}).status_code == 303
    assert phone.send("/tables/1/players", {"seat": "1", "name": "Zoe", "rename": "1"}).location


def test_players_open_a_table_from_the_link_of_the_evening(organiser, app, store):
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    page = texts(phone.get("/evenings/1"))
    assert "Open a table here" in page
    form = {"player": ["Ana", "Bo", "Zoe", "", ""], "open": "1", "key": "once"}
    assert phone.send("/evenings/1/tables/new", form).location == "/tables/1"
    table = store.table(1)
    assert (table.evening_id, table.position, table.place) == (1, 1, 1)
    assert (table.names, table.rules["deals"]) == (("Ana", "Bo", "Zoe"), 3)
    assert phone.get("/tables/1").status_code == 200  # the opener enters its deals
    assert "Zoe" in [one.name for one in store.attendances(1)]
    other = phone.send("/evenings/1/tables/new", {"player": ["Chi", "Dana", "Eve"], "open": "1"})
    assert (other.location, store.table(2).place) == ("/tables/2", 2)
    few = phone.send("/evenings/1/tables/new", {"player": ["Ana", "Ana", "Bo"], "open": "1"})
    assert few.status_code == 422
    assert 'role="alert"' in few.text


def opens_at(place: int) -> str:
    return f'href="/evenings/1/tables/new?place={place}"'


def test_where_nothing_is_drawn_a_card_opens_a_table_at_its_own_place(organiser, app, store):
    phone, looks_on = at_place(app, store, 2), at_place(app, store, 2, "watch")
    assert opens_at(2) not in looks_on.get("/evenings/1/places/2").text
    assert opens_at(2) in phone.get("/evenings/1/places/2").text
    page = phone.get("/evenings/1/tables/new?place=2")
    for name in NAMES[:4]:
        page = form(page, "tables/new").send(phone, add_typed="1", typed=name)
    assert "at table 2." in texts(page)
    assert form(page, "tables/new").send(phone, open="1").location == "/tables/1"
    assert (store.table(1).place, store.table(1).about["table"]) == (2, "2")
    assert phone.get("/evenings/1/places/2").location == "/tables/1"
    store.change_table(1, closed=True, key=None, phone="")
    assert opens_at(2) in phone.get("/evenings/1/places/2").text
    again = {"player": NAMES[:4], "open": "1", "place": "2"}
    assert phone.send("/evenings/1/tables/new", again).location == "/tables/2"
    assert store.table(2).place == 2


TOGETHER = "Same players, new game"


@pytest.fixture
def undrawn(organiser, app, store) -> Stranger:
    """The phone at place 2 of an evening without a draw, at which a sheet was put away."""
    phone = at_place(app, store, 2)
    told = {"player": NAMES[:4], "open": "1", "place": "2"}
    assert phone.send("/evenings/1/tables/new", told).location == "/tables/1"
    tell(store, 1, 1)
    store.change_table(1, closed=True, key=None, phone="")
    return phone


def test_where_nothing_is_drawn_the_same_players_play_on_at_their_place_by_one_touch(
    undrawn, organiser, app, store
):
    looks_on, late = at_place(app, store, 2, "watch"), at_place(app, store, 2)
    assert TOGETHER not in looks_on.get("/tables/1/watch").text
    assert looks_on.send("/tables/1/again").status_code == 403
    pages = [
        undrawn.get("/tables/1/watch"),
        late.get("/tables/1/watch"),
        organiser.get("/tables/1"),
    ]
    for page in pages:
        assert f'form="together">{TOGETHER}' in page.text
    assert form(pages[0], "/again").send(undrawn).location == "/tables/2"
    assert where(store, 2) == (1, 1, 2)
    assert (store.table(2).sitting, store.table(2).dealer) == (tuple(NAMES[:4]), 1)
    assert 'id="record"' in undrawn.get("/tables/2").text
    assert form(pages[1], "/again").send(late).location == "/tables/2"
    assert form(pages[2], "/again").send(organiser).location == "/tables/2"
    page = undrawn.get("/tables/1/watch").text
    assert f'form="together">{TOGETHER}' not in page
    assert 'href="/tables/2">On to the next sheet' in page


@pytest.mark.parametrize("over", ["drawn", "closed"])
def test_no_game_follows_by_one_touch_where_a_draw_says_who_plays_or_all_is_over(
    undrawn, store, over
):
    if over == "drawn":
        publish(store)
    else:
        store.change_evening(1, closed=True, key=None, phone="")
    assert TOGETHER not in undrawn.get("/tables/1/watch").text
    before = len(store.tables("open"))
    assert undrawn.send("/tables/1/again").status_code == 403
    assert len(store.tables("open")) == before


@pytest.mark.parametrize(("place", "stands"), [("2", 1), ("0", 1), ("61", 1), ("x", 1), ("3", 3)])
def test_a_table_that_may_not_stand_where_it_is_wanted_stands_at_the_next_free_place(
    organiser, store, place, stands
):
    first = {"player": NAMES[:4], "open": "1", "place": "2"}
    organiser.send("/evenings/1/tables/new", first)
    second = {"player": NAMES[4:8], "open": "1", "place": place}
    assert organiser.send("/evenings/1/tables/new", second).location == "/tables/2"
    assert (store.table(1).place, store.table(2).place) == (2, stands)


def test_a_card_opens_no_table_where_a_draw_says_who_plays(organiser, app, store):
    phone = at_place(app, store, 2)
    publish(store)
    store.change_table(2, closed=True, key=None, phone="")
    assert opens_at(2) not in phone.get("/evenings/1/places/2").text


def test_a_card_opens_no_table_where_the_evening_is_over(organiser, app, store):
    phone = at_place(app, store, 2)
    organiser.send("/evenings/1/settings", {"closed": "1"})
    assert store.evening(1).closed_at
    assert opens_at(2) not in phone.get("/evenings/1/places/2").text


def test_who_is_present_sits_down_by_a_touch_and_whom_one_touches_deals_first(organiser, store):
    publish(store)
    store.check_in(1, ["Kim", "Lou", "Max"], "tarot", key=None, phone="")
    page = organiser.get("/evenings/1/tables/new")
    assert re.findall('name="add" value="([^"]+)"', page.text)[:3] == ["Kim", "Lou", "Max"]
    for name in ("Max", "Kim", "Lou"):
        page = form(page, "tables/new").send(organiser, add=name)
    page = form(page, "tables/new").send(organiser, down="0", dealer="2")
    assert form(page, "tables/new").fields["player"] == ["Kim", "Max", "Lou"]
    assert len(store.tables_at(1)) == 2
    assert form(page, "tables/new").send(organiser, open="1").location == "/tables/3"
    assert (store.table(3).sitting, store.table(3).dealer) == (("Kim", "Max", "Lou"), 2)


def test_whose_sheet_is_put_away_is_as_free_to_sit_down_as_who_sits_nowhere(organiser, store):
    publish(store)
    store.check_in(1, ["Zoe"], "tarot", key=None, phone="")
    store.change_table(2, closed=True, key=None, phone="")
    page = organiser.get("/evenings/1/tables/new")
    names = re.findall('name="add" value="([^"]+)"', page.text)
    assert names == ["Eve", "Fay", "Gil", "Hal", "Zoe", "Ana", "Bo", "Chi", "Dana"]
    assert "Hal Zoe Ana table 1 Bo table 1 Chi table 1 Dana table 1" in texts(page)


@pytest.fixture
def opener(organiser, app, store) -> Stranger:
    """A phone that scanned the wall and opened the first table at the evening."""
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    phone.send("/evenings/1/tables/new", {"player": NAMES[:4], "open": "1"})
    return phone


def test_who_opened_a_table_at_an_evening_shares_it_by_a_code_that_lives(opener, app, store):
    page = texts(opener.get("/tables/1/share"))
    assert "code sleeps" not in page
    assert "Take it back" not in page  # that is the organiser's
    code = store.link("score", Where(1)).shown_code
    assert code in page
    assert code in opener.get("/tables/1/blank").text
    friend = app.test_client()
    assert friend.send("/join", {"code": code}).location == "/tables/1"
    assert friend.get("/tables/1").status_code == 200


@pytest.mark.parametrize("everybody", [True, False])
def test_same_players_new_game_stays_at_the_evening_whoever_enters_deals_there(
    opener, app, store, everybody
):
    store.let_open(everybody, "")
    friend = app.test_client()
    friend.join(store.link("score", Where(1)))
    for n, phone in ((2, opener), (3, friend)):
        assert phone.send("/tables/1/again").location == f"/tables/{n}"
        assert store.table(n).evening_id == 1
        store.change_table(n, deleted=True, key=None, phone="")
    assert "Stays in the evening" in opener.get("/tables/new?table=1&carried=1").text


def carry_over(phone, table: int = 1, **touched) -> str:
    """A fifth player comes: where the table is that the totals go on at."""
    page = phone.get(f"/tables/new?table={table}&carried=1")
    page = form(page, "opening").send(phone, typed="Ivy", add_typed=1)
    asked = touched.pop("open", 1)
    page = form(page, "opening").send(phone, open=1, **touched)
    if asked == "elsewhere":
        assert "Playing already: " in texts(page)
        page = form(page, "opening").send(phone, open="elsewhere")
    return page.location


def where(store, table: int) -> tuple[int | None, int | None, int | None]:
    """The evening of a table, its position and its place."""
    found = store.table(table)
    return found.evening_id, found.position, found.place


def test_where_a_fifth_player_comes_the_place_goes_on_and_every_phone_there_with_it(
    organiser, app, store
):
    publish(store)
    phone, friend = at_place(app, store, 1), at_place(app, store, 1)
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    page = texts(phone.get("/tables/new?table=1&carried=1"))
    assert "is closed when this table opens. Only the organiser opens it again." in page
    assert carry_over(phone) == "/tables/3"
    assert where(store, 3) == where(store, 1) == (1, 1, 1)
    assert [bool(store.table(n).closed_at) for n in (1, 2, 3)] == [True, False, False]
    assert store.table(3).start == (*store.table(1).totals, 0)
    assert friend.get("/tables/1").location == "/tables/1/watch"
    assert 'href="/tables/3">On to the next sheet' in friend.get("/tables/1/watch").text
    assert friend.get("/evenings/1/places/1").location == "/tables/3"
    answer = form(friend.get("/tables/3")).send(friend, unplayed="passed")
    assert answer.location == "/tables/3"
    assert "Ana table 1 seat 1 Bo table 1 seat 2 " in texts(friend.get("/evenings/1/seats"))
    assert store.table(3).deals == 1


def test_who_carries_totals_over_after_another_phone_did_is_led_to_its_sheet(organiser, app, store):
    publish(store)
    phone, friend = at_place(app, store, 1), at_place(app, store, 1)
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    late = form(friend.get("/tables/new?table=1&carried=1"), "opening")
    assert carry_over(phone) == "/tables/3"
    refused = late.send(friend, typed="Jo", open=1)
    assert refused.status_code == 422
    assert "These totals are carried over already: play on at that sheet" in texts(refused)
    assert 'href="/tables/3">On to the next sheet' in refused.text
    assert 'value="Jo"' in refused.text
    for _ in range(2):
        assert friend.get("/tables/new?table=1&carried=1").location == "/tables/3"
        store.change_table(3, closed=True, key=None, phone="")
    assert len(store.tables_at(1)) == 3
    store.change_table(3, deleted=True, key=None, phone="")
    assert carry_over(friend) == "/tables/4"
    assert where(store, 4) == (1, 1, 1)


@pytest.mark.parametrize("closed", [False, True])
def test_who_only_looks_on_takes_no_totals_away(organiser, app, store, closed):
    publish(store)
    phone, stranger = at_place(app, store, 1), app.test_client()
    stranger.join(store.link("watch", Where(None, 1)))
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    assert carry_over(stranger) is None  # they play at table 1
    assert carry_over(stranger, open="elsewhere") == "/tables/3"
    assert (store.table(3).start, store.table(3).goes_on) == ((0,) * 5, None)
    store.change_table(1, closed=closed, key=None, phone="")
    assert carry_over(phone, open="elsewhere") == "/tables/4"
    assert store.table(4).start == (*store.table(1).totals, 0)
    assert (where(store, 4), bool(store.table(1).closed_at)) == ((1, 1, 1), True)


@pytest.fixture
def opened_again(organiser, app, store) -> Stranger:
    """A phone at place 1, where the organiser took back that the totals were carried over."""
    publish(store)
    phone = at_place(app, store, 1)
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    assert carry_over(phone) == "/tables/3"
    organiser.send("/tables/3/close")
    organiser.send("/tables/1/reopen")
    return phone


def test_totals_of_a_sheet_that_was_opened_again_are_carried_over_again(opened_again, store):
    phone = opened_again
    store.save_deal(1, 2, _told(1), revision=0, key=None, phone="")
    assert carry_over(phone) == "/tables/4"
    assert store.table(4).start == (*store.table(1).totals, 0)


def test_what_says_nothing_of_totals_does_not_hinder_who_carries_them_over(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    store.call(1, True, key=None, phone="")
    store.call(1, False, key=None, phone="")
    store.judge(1, 1, "confirmed", revision=1, key=None, phone="another")
    store.change_table(1, about={"title": "Window"}, key=None, phone="")
    for closed in (True, False):
        store.change_table(1, closed=closed, key=None, phone="")
    assert opening.send(phone, open=1).location == "/tables/3"


def test_a_double_tap_that_carries_totals_over_opens_one_table_and_closes_one(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    assert [opening.send(phone, open=1).location for _ in range(2)] == ["/tables/3"] * 2
    store.change_table(3, closed=True, key=None, phone="")
    store.change_table(1, closed=False, key=None, phone="")
    assert opening.send(phone, open=1).location == "/tables/3"
    assert not store.table(1).closed_at


def test_two_phones_that_carry_the_same_totals_over_open_one_table(organiser, app, store):
    publish(store)
    phones = [at_place(app, store, 1) for _ in range(2)]
    openings = [form(one.get("/tables/new?table=1&carried=1"), "opening") for one in phones]
    first, second = (one.send(phone, open=1) for one, phone in zip(openings, phones, strict=True))
    assert (first.location, second.status_code) == ("/tables/3", 422)
    assert "These totals are carried over already: play on at that sheet" in texts(second)
    assert 'href="/tables/3">On to the next sheet' in second.text
    assert len(store.tables_at(1)) == 3
    opening = form(second, "opening")
    assert [one["name"] for one in opening.buttons if one.get("value") == "1"][-1] == "open"
    assert "Playing already: Ana at table 1" in texts(
        without := opening.send(phones[1], carried=None, open=1)
    )
    without = form(without, "opening").send(phones[1], open="elsewhere")
    assert without.location == "/tables/4"
    assert store.table(4).start == (0,) * 4


def test_totals_of_a_sheet_that_was_told_another_deal_meanwhile_are_not_carried_over(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    for _ in range(2):  # once more does not help
        refused = opening.send(phone, open=1)
        assert refused.status_code == 422
        opening = form(refused, "opening")
    assert "carry its totals over anew" in texts(refused)
    assert not store.table(1).closed_at
    anew = form(opening.send(phone, anew=1), "opening")
    assert anew.fields["start"] == ["198", "-66", "-66", "-66"]
    assert "anew" not in [one.get("name") for one in anew.buttons]
    store.keep_half(1, 2, {"declarer": "1"}, revision=0, key=None, phone="")
    page = form(phone.get("/tables/new?table=1&carried=1"), "opening").send(phone, open=1)
    assert "A deal is begun on that sheet: finish it first, or take it back" in texts(page)
    assert 'href="/tables/1">To the sheet' in page.text
    assert "anew" not in [one.get("name") for one in form(page, "opening").buttons]
    assert not store.table(1).closed_at
    store.undo(1, key=None, phone="")
    opening = form(anew.send(phone, open=1), "opening")  # a bid was noted, and taken back
    anew = form(opening.send(phone, anew=1), "opening")
    assert anew.send(phone, open=1).location == "/tables/3"
    assert store.table(3).start == store.table(1).totals
    assert (store.table(3).dealer, store.table(3).rules["deals"]) == (1, 2)


def test_a_table_whose_people_changed_meanwhile_is_carried_over_anew_with_who_was_to_come(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    opening = form(opening.send(phone, typed="Jo", add_typed=1), "opening")
    opening.fields["start"][-1] = "50"
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    store.substitute(1, 0, "Ivy", key=None, phone="")
    opening = form(opening.send(phone, open=1, title="Corner"), "opening")
    anew = form(opening.send(phone, anew=1), "opening").fields
    assert anew["player"] == ["Ivy", "Bo", "Chi", "Dana", "Jo"]
    assert anew["start"] == ["198", "-66", "-66", "-66", "50"]
    assert (anew["dealer"], anew["title"]) == (["1"], ["Corner"])


def test_totals_of_a_sheet_that_one_may_not_write_at_any_more_are_not_carried_over(
    organiser, app, store
):
    publish(store)
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    phone = at_place(app, store, 1)
    for right, where in (("watch", Where(None, 1)), ("score", Where(None, 1, 2))):
        phone.join(store.link(right, where))
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    organiser.send("/evenings/1/places", {"place": "1", "right": "score"})
    assert opening.send(phone, open=1).status_code == 403
    assert [len(store.tables_at(1)), bool(store.table(1).closed_at)] == [2, False]


def test_who_looks_on_closes_no_sheet_by_carrying_its_totals_over(organiser, app, store):
    publish(store)
    phone = app.test_client()
    for right, place in (("watch", None), ("score", 2)):
        phone.join(store.link(right, Where(None, 1, place)))
    opening = form(at_place(app, store, 1).get("/tables/new?table=1&carried=1"), "opening")
    assert opening.send(phone, open=1, csrf_token=phone.token()).status_code == 403
    assert [len(store.tables_at(1)), bool(store.table(1).closed_at)] == [2, False]


def test_who_was_left_out_before_the_totals_were_read_anew_is_left_out_still(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    opening = form(opening.send(phone, leaves=3, misere="20"), "opening")
    store.save_deal(1, 1, _told(0), revision=0, key=None, phone="")
    opening = form(opening.send(phone, open=1), "opening")
    anew = form(opening.send(phone, anew=1), "opening").fields
    assert (anew["player"], anew["start"]) == (["Ana", "Bo", "Chi"], ["198", "-66", "-66"])
    assert anew["misere"] == ["20"]


def test_where_the_evening_is_over_no_sheet_is_said_to_be_closed(organiser, app, store):
    publish(store)
    store.change_evening(1, closed=True, key=None, phone="")
    page = organiser.get("/tables/new?table=1&carried=1")
    assert "is closed when this table opens" not in texts(page)
    assert form(page, "opening").send(organiser, open=1).location == "/tables/3"
    assert (where(store, 3), store.table(1).closed_at) == ((None, None, None), None)


def closed_meanwhile(store, monkeypatch) -> None:
    """The evening is closed between the look of the next form at it and what that writes."""
    opens = store.open_there

    def late(*asked, **how):
        store.change_evening(1, closed=True, key=None, phone="")
        return opens(*asked, **how)

    monkeypatch.setattr(store, "open_there", late)


def test_no_table_is_opened_where_the_evening_was_closed_meanwhile(organiser, store, monkeypatch):
    closed_meanwhile(store, monkeypatch)
    page = form(organiser.get("/evenings/1/tables/new"), "tables/new")
    for _ in range(2):  # seen only by the store, then by the page too
        refused = page.send(organiser, player=["Kim", "Lou", "Mia"], open="1")
        assert refused.status_code == 422
        assert "That evening is closed: its organiser can go on with it" in texts(refused)
        assert form(refused, "tables/new").fields["player"][:3] == ["Kim", "Lou", "Mia"]
    assert store.tables_at(1) == []
    store.change_evening(1, closed=False, key=None, phone="")
    monkeypatch.undo()
    assert form(refused, "tables/new").send(organiser, open="1").location == "/tables/1"


@pytest.mark.parametrize("how", ["again", "carried"])
def test_nobody_plays_on_where_the_evening_was_closed_meanwhile(organiser, store, monkeypatch, how):
    publish(store)
    store.change_table(1, closed=True, key=None, phone="")
    opening = form(organiser.get("/tables/new?table=1"), "opening")
    closed_meanwhile(store, monkeypatch)
    refused = (
        organiser.send("/tables/1/again") if how == "again" else opening.send(organiser, open=1)
    )
    assert refused.status_code == 422
    assert "That evening is closed: its organiser can go on with it" in texts(refused)
    assert form(refused, "opening").fields["player"][:4] == NAMES[:4]
    assert len(store.tables("open")) == 1


def test_who_may_open_no_table_elsewhere_hears_that_the_evening_is_closed(
    organiser, store, monkeypatch
):
    publish(store)
    store.let_open(False, phone="")
    store.change_table(1, closed=True, key=None, phone="")
    closed_meanwhile(store, monkeypatch)
    refused = organiser.send("/tables/1/again")
    assert refused.status_code == 409
    assert "that evening is closed: its organiser can go on with it" in texts(refused)
    assert 'href="/tables/1"' in refused.text


def test_two_open_tables_at_one_place_are_both_on_the_list_of_seats(organiser, app, store):
    publish(store)
    store.open_there(1, Opening("tarot", NAMES[:4]), 1, key=None, phone="")
    store.substitute(3, 0, "Ivy", key=None, phone="")
    seats = texts(organiser.get("/evenings/1/seats"))
    assert [seats.count(f"{name} table 1 seat") for name in ("Ana", "Bo", "Ivy")] == [1, 1, 1]


def test_a_sheet_that_is_still_open_keeps_its_place(organiser, app, store):
    """Who may not tell its deals, or leaves the evening, does not close it."""
    publish(store)
    stranger = app.test_client()
    stranger.join(store.link("watch", Where(None, 1)))
    assert carry_over(stranger, open="elsewhere") == "/tables/3"
    assert where(store, 3) == (1, 1, 3)
    assert carry_over(at_place(app, store, 2), 2, stays=None) == "/tables/4"
    assert where(store, 4) == (None, None, None)
    assert [bool(store.table(n).closed_at) for n in (1, 2)] == [False, False]


def test_a_new_game_of_the_same_players_is_played_at_their_place(organiser, app, store):
    publish(store)
    phone, friend = at_place(app, store, 1), at_place(app, store, 1)
    assert phone.send("/tables/1/again").location == "/tables/3"
    assert where(store, 3) == (1, 1, 1)
    assert not store.table(1).closed_at
    assert friend.send("/tables/1/again").location == "/tables/3"  # where they play already
    assert friend.get("/evenings/1/places/1").location == "/tables/3"
    assert texts(friend.get("/evenings/1/seats")).count("Ana table 1 seat 1") == 1
    store.change_table(1, closed=True, key=None, phone="")
    assert friend.send("/tables/1/again").location == "/tables/3"
    for address in ("/tables/1/watch", "/tables/1/watch/live"):
        assert 'href="/tables/3">On to the next sheet' in friend.get(address).text
    assert form(friend.get("/tables/3")).send(friend, unplayed="passed").location == "/tables/3"
    store.change_table(3, closed=True, key=None, phone="")
    assert organiser.send("/tables/3/again").location == "/tables/4"
    assert where(store, 4) == (1, 1, 1)
    for table, closed in ((4, True), (1, False), (3, True)):
        store.change_table(table, closed=closed, key=None, phone="")
    assert phone.send("/tables/1/again").location == "/tables/5"  # those were put away


def test_all_games_of_the_same_players_are_played_at_their_place(organiser, app, store):
    """However many of their sheets are still open."""
    publish(store)
    phone, friend = at_place(app, store, 1), at_place(app, store, 1)
    for n in (1, 3, 4):
        assert phone.send(f"/tables/{n}/again").status_code == 303
    assert [where(store, n) for n in (3, 4, 5)] == [(1, 1, 1)] * 3
    assert friend.get("/evenings/1/places/1").location == "/tables/5"
    assert friend.get("/tables/5").status_code == 200


def test_a_sheet_that_tells_two_ways_to_go_on_asks_no_more_than_other_pages(organiser, app, store):
    publish(store)
    store.change_table(1, closed=True, key=None, phone="")
    organiser.send("/tables/1/again")
    publish(store, 2)
    organiser.get("/tables/1")  # what is known then is not asked for again
    assert len(statements(organiser, "/tables/1")) <= MOST


def test_a_game_that_is_over_is_not_where_its_players_go_on(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    for table in (1, 3):
        for number in (1, 2, 3):
            store.save_deal(table, number, _told(number), revision=0, key=None, phone="")
        phone.send(f"/tables/{table}/{'again' if table == 1 else 'close'}")
    assert "On to the next sheet" not in phone.get("/tables/3/watch").text
    assert phone.get("/evenings/1/places/1").location == "/tables/1"  # it asks to be closed


def test_others_play_on_at_the_place_where_a_game_is_over_though_its_sheet_is_open(
    organiser, app, store
):
    publish(store)
    for number in (1, 2, 3):
        store.save_deal(1, number, _told(number), revision=0, key=None, phone="")
    assert (store.table(1).over, store.table(1).closed_at) == (True, None)
    opening = Opening(game="tarot", names=["Kim", "Bo", "Chi", "Dana"], rules={})
    made = store.open_there(1, opening, 1, elsewhere=True, key=None, phone="")
    assert where(store, made) == (1, 1, 1)


def test_another_game_or_other_people_at_the_place_are_no_game_of_the_same_players(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    names = ["Ana", "Bo", "Chi", "Dana"]
    for n, game, people in ((3, "tamalou", names), (4, "tarot", ["Kim", *names[1:]])):
        opening = Opening(game=game, names=people, rules={}, goes_on=1 if n == 4 else None)
        assert store.open_there(1, opening, 1, key=None, phone="") == n
        assert where(store, n) == (1, 1, 1)
        store.change_table(n, closed=n == 3, key=None, phone="")
    asked = phone.send("/tables/1/again")
    assert asked.status_code == 422
    sit = "Ana at table 1, Bo at table 1, Chi at table 1, Dana at table 1 All the same"
    assert f"Playing already: {sit}" in texts(asked)
    other = form(asked, "opening").send(phone, open="elsewhere", typed="Eve")
    assert "Eve at table 2" in texts(other)  # who was not asked about
    assert form(asked, "opening").send(phone, open="elsewhere").location == "/tables/5"
    assert phone.get("/tables/1/again").location == "/tables/new?table=1"


def test_a_game_that_was_begun_is_led_to_whoever_has_come_to_it_since(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    assert phone.send("/tables/1/again").location == "/tables/3"
    store.save_deal(3, 1, _told(0), revision=0, key=None, phone="")
    store.substitute(3, 0, "Jo", key=None, phone="")
    assert phone.send("/tables/1/again").location == "/tables/3"


def test_a_new_game_after_a_closed_sheet_is_said_to_who_may_see_it(organiser, app, store):
    publish(store)
    phone, guest = at_place(app, store, 1), app.test_client()
    guest.join(store.link("watch", Where(1)))  # of that sheet alone
    store.change_table(1, closed=True, key=None, phone="")
    before, asked = phone.get("/tables/1/watch").text, phone.get("/tables/1/version").text
    assert guest.send("/tables/1/again").status_code == 403
    assert organiser.send("/tables/1/again").location == "/tables/3"
    assert phone.get("/tables/1/version").text != asked
    assert "next sheet" not in before + guest.get("/tables/1/watch").text
    assert 'href="/tables/3">On to the next sheet' in phone.get("/tables/1/watch").text
    assert guest.send("/tables/1/again").status_code == 403


def test_a_sheet_that_was_opened_again_is_played_at_its_place(opened_again, store):
    phone = opened_again
    assert phone.get("/evenings/1/places/1").location == "/tables/1"
    assert 'href="/tables/1">On to the next sheet' in phone.get("/tables/3/watch").text
    publish(store, 2)
    assert phone.get("/evenings/1/places/1").location == "/tables/4"


def test_a_sheet_that_is_still_open_says_that_the_next_position_has_begun(organiser, app, store):
    publish(store)
    phone, guest = at_place(app, store, 1), app.test_client()
    guest.join(store.link("score", Where(1)))  # of that sheet alone
    leads, begun = 'href="/evenings/1/seats">Where to go next', "The next position has begun"
    assert begun not in phone.get("/tables/1").text
    asked = phone.get("/tables/1/version").text
    assert "Position closed" not in phone.get("/tables/1").text
    store.close_position(1, 1, phone="")
    closed = phone.get("/tables/1/version").text
    assert closed != asked
    for address in ("/tables/1", "/tables/1/live"):
        page = phone.get(address).text
        assert '<span class="flag">Position closed</span>' in page
        assert "The organiser has closed this position" in page
    publish(store, 2)
    assert phone.get("/tables/1/version").text != closed
    for address in ("/tables/1", "/tables/1/live"):
        page = phone.get(address).text
        assert (leads in page, begun in page) == (True, True)
        assert 'href="/evenings/1/seats">Position 2 has begun</a>' in page
        assert leads not in guest.get(address).text
    assert phone.get("/evenings/1/places/1").location == "/tables/3"
    assert begun not in phone.get("/tables/3").text


def test_a_sheet_opened_before_the_draw_leads_to_it_though_the_clock_was_set_back(
    organiser, store, monkeypatch
):
    asked, usual = {"key": None, "phone": ""}, store._clock
    before = open_here(store, 1, "tarot", ["Kim", "Lou", "Max"], **asked)
    monkeypatch.setattr(store, "_clock", lambda: usual() - timedelta(hours=1))
    publish(store)
    monkeypatch.setattr(store, "_clock", lambda: usual() - timedelta(hours=2))
    after = open_here(store, 1, "tarot", ["Pia", "Quy", "Ria"], **asked)
    for table in (before, after):
        store.change_table(table, closed=True, **asked)
    assert [store.follows(table).position for table in (before, after)] == [1, 0]


def play_out(store) -> None:
    """The three deals of table 1 that are planned."""
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    for number in (1, 2, 3):
        store.save_deal(1, number, garde, revision=0, key=None, phone="")


def subtitle(answer, more: str = "") -> str:
    """The line below the name of the table, as the page has it, or as it changes on it."""
    found = re.findall(rf'<p id="subtitle{more}">(.*?)</p>', answer.text, re.S)
    return " ".join(re.sub("<[^>]*>", " ", " ".join(found)).split())


def test_a_game_that_is_over_and_not_put_away_hears_that_the_next_position_has_begun(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    play_out(store)
    over = "Table 1 · over after 3 deals"
    begun = "Position 2 has begun"  # and not, where it was published by mistake

    def said() -> set[str]:
        return {subtitle(phone.get(f"/tables/1{one}")) for one in ("", "/live")}

    assert said() == {over}
    publish(store, 2)
    assert said() == {begun}
    store.take_back_position(1, 2, key=None, phone="")
    assert said() == {over}
    store.close_position(1, 1, phone="")
    assert said() == {"Position closed"}


def test_where_one_more_is_told_after_the_end_the_head_says_that_until_more_is_to_be_said(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    play_out(store)
    assert subtitle(phone.get("/tables/1?more=1"), "-more") == "Table 1 · One more, after the end"
    assert subtitle(phone.get("/tables/1/live"), "-more") == ""
    publish(store, 2)
    for page in ("?more=1", "/live"):
        assert subtitle(phone.get(f"/tables/1{page}"), "-more") == "Position 2 has begun"


def test_where_one_more_is_told_after_the_end_it_is_heard_that_the_evening_was_closed(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    play_out(store)
    store.change_evening(1, closed=True, key=None, phone="")
    for page in ("?more=1", "/live"):
        assert subtitle(phone.get(f"/tables/1{page}"), "-more") == "Evening closed"


def test_who_types_while_the_sheet_is_closed_hears_so_and_types_no_more(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    told = {"take": "0-garde", "oudlers": "2", "side": "declarer", "points": "49"}
    preview = "/tables/1/deals/1/preview"
    assert "made by 8" in phone.send(preview, told).text
    store.change_table(1, closed=True, key=None, phone="")
    answer = phone.send(preview, told)
    assert 'data-state="refused"' in answer.text
    assert "This sheet was closed meanwhile: only the organiser opens it" in answer.text
    assert phone.send("/tables/1/deals/1", told).status_code == 403


def test_a_sheet_that_is_closed_leads_to_what_comes_at_its_place(organiser, app, store):
    publish(store)
    phone, guest = at_place(app, store, 1), app.test_client()
    guest.join(store.link("watch", Where(1)))  # of that sheet alone
    leads = 'href="/evenings/1/places/1">Where to go next'
    assert leads not in phone.get("/tables/1/watch").text
    store.change_table(1, closed=True, key=None, phone="")
    for address in ("/tables/1/watch", "/tables/1/watch/live"):
        assert leads in phone.get(address).text
        assert leads not in guest.get(address).text
    publish(store, 2)
    assert phone.get("/evenings/1/places/1").location == "/tables/3"


def publish_one(store) -> list[int]:
    """Position 2: one table alone, for those of table 2; who sat at table 1 sits out."""
    players = [one.player for one in store.attendances(1)]
    drawn = [DrawnTable(1, "tarot", tuple(players[4:]))]
    store.keep_draw(1, 2, drawn, players[:4], key=None, phone="")
    return store.publish(1, 2, key=None, phone="")


@pytest.mark.parametrize("closed", [False, True])
def test_where_nothing_is_played_at_its_place_any_more_a_sheet_leads_to_the_seats(
    organiser, app, store, closed
):
    publish(store)
    phone = at_place(app, store, 2)
    store.change_table(2, closed=closed, key=None, phone="")
    publish_one(store)
    page = phone.get("/tables/2", follow_redirects=True)
    assert 'href="/evenings/1/seats">Where to go next' in page.text
    assert "/evenings/1/places/2" not in page.text
    said = re.search(r"Next table Eve .{,9} ?table 1, seat 1", texts(page))
    assert bool(said) == closed
    assert "Eve table 1 seat 1" in texts(phone.get("/evenings/1/seats"))


def test_a_sheet_of_an_evening_that_is_over_leads_nowhere(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    store.change_table(1, closed=True, key=None, phone="")
    store.change_evening(1, closed=True, key=None, phone="")
    assert "Where to go next" not in phone.get("/tables/1/watch").text


def test_a_closed_sheet_that_stands_at_no_place_of_its_evening_can_be_read(organiser, store):
    publish(store)
    store.db.execute("UPDATE tables SET position = NULL, place = NULL WHERE id = 1")
    store.change_table(1, closed=True, key=None, phone="")
    for address in ("watch", "watch/live"):
        assert organiser.get(f"/tables/1/{address}").status_code == 200


def test_only_who_was_drawn_at_a_table_that_is_there_and_is_there_still_sits_out(organiser, store):
    publish(store)
    store.substitute(1, 0, "Ivy", key=None, phone="")
    ana = {one.name: one.player for one in store.attendances(1)}["Ana"]
    assert "sits out" in texts(organiser.get("/evenings/1/seats"))
    organiser.send(f"/evenings/1/players/{ana}", {"here": "0"})
    store.take_out(2, 1, key=None, phone="")
    assert "sits out" not in texts(organiser.get("/evenings/1/seats"))


def test_who_looks_on_at_a_sheet_that_was_opened_again_is_led_back_to_it(organiser, app, store):
    publish(store)
    phone, guest = at_place(app, store, 1), at_place(app, store, 1, "watch")
    back = 'href="/tables/1">To the sheet'
    store.change_table(1, closed=True, key=None, phone="")
    assert back not in phone.get("/tables/1/watch").text
    asked = phone.get("/tables/1/watch/version").text
    store.change_table(1, closed=False, key=None, phone="")
    assert phone.get("/tables/1/watch/version").text != asked
    for address in ("/tables/1/watch", "/tables/1/watch/live"):
        assert back in phone.get(address).text
        assert back not in guest.get(address).text


def test_what_was_touched_before_the_sheet_was_put_away_is_said_not_to_count(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    store.change_table(1, closed=True, key=None, phone="")
    page = phone.get("/tables/1?lost=&table_id=2", follow_redirects=True)
    assert page.request.path == "/tables/1/watch"
    assert "what was touched here since did not count" in texts(page)
    assert "did not count" not in texts(phone.get("/tables/1", follow_redirects=True))


def test_who_got_up_before_the_first_deal_is_said_to_sit_out(organiser, app, store):
    publish(store)
    store.substitute(1, 0, "Ivy", key=None, phone="")
    for address in ("seats", "seats/print", "draw?position=1"):
        assert "Ana sits out" in texts(organiser.get(f"/evenings/1/{address}")), address
    cards = texts(organiser.get("/evenings/1/cards?position=1"))
    assert ("Ivy Table 1, seat 1" in cards, "Ana" in cards) == (True, False)


def test_who_sat_out_and_sits_down_is_not_said_to_sit_out(organiser, app, store):
    store.check_in(1, ["Ivy"], "tarot", key=None, phone="")
    ivy = {one.name: one.player for one in store.attendances(1)}["Ivy"]
    publish(store)
    (position,) = store.positions(1)
    store.db.execute(
        "UPDATE positions SET drawn = json_set(drawn, '$.sits_out', json_array(?))", [ivy]
    )
    assert "Ivy sits out" in texts(organiser.get("/evenings/1/seats"))
    assert carry_over(at_place(app, store, 1)) == "/tables/3"
    seats = texts(organiser.get("/evenings/1/seats"))
    assert "Ivy table 1 seat 5" in seats
    assert "Ivy sits out" not in seats


def test_a_table_that_was_opened_before_the_draw_tells_its_players_where_they_sit_next(
    organiser, app, store
):
    open_here(store, 1, "tarot", ["Ana", "Bo", "Kim"], key=None, phone="")
    put = "UPDATE tables SET opened_at = '2026-11-20T18:00:00+00:00', place = 3"
    store.db.execute(put)
    publish(store)
    phone = at_place(app, store, 3)
    store.change_table(1, closed=True, key=None, phone="")
    page = texts(phone.get("/tables/1/watch"))
    assert re.search(r"Next table Ana .{,9} ?table 1, seat 1 Bo .{,9} ?table 1, seat 2", page)
    assert "table 3, seat" not in page
    for _ in range(2):
        seats = texts(organiser.get("/evenings/1/seats"))
        assert re.findall(r"\b(\w+ table \d)", seats)[:3] == [
            "Ana table 1",
            "Bo table 1",
            "Chi table 1",
        ]
        assert "Kim table 3" in seats
        store.change_table(2, closed=True, key=None, phone="")


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


def test_a_table_that_was_given_another_place_in_its_evening_has_a_history(
    client, store, open_table
):
    """As two phones did, of which both took it in."""
    table = open_table()
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.take_in(table.id, 1, key=None, phone="")
    found = {"before": '{"table": {"place": 1}}', "after": '{"table": {"place": 2}}'}
    store.db.execute(COPIED, {"id": table.id, **found})
    said = texts(client.get(f"/tables/{table.id}/history"))
    assert "Given another place in the evening" in said
    assert "Taken into the evening Friday" in said


def numbered(phone, table: int, place: object):
    """What a phone is answered that gives a table this number by the form of the page."""
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
    store.change_table(1, deleted=True, key=None, phone="")
    numbered(organiser, 2, 1)
    store.change_table(1, deleted=False, key=None, phone="")
    assert [where(store, n)[-1] for n in (1, 2)] == [2, 1]


def test_at_a_deleted_evening_no_table_is_given_another_number(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    store.change_evening(1, deleted=True, key=None, phone="")
    assert organiser.send("/evenings/1/tables", {"table": "1", "place": "3"}).status_code == 422
    assert where(store, 1) == (1, 1, 1)


def test_what_a_file_called_a_table_stays_where_that_is_no_number(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    store.change_table(1, about={"table": "Blue"}, key=None, phone="")
    assert organiser.get("/tables/1/sheet.json").json["table"] == "Blue"


def test_all_games_of_a_place_go_with_it_and_those_of_no_other(organiser, store):
    open_here(store, 1, "tarot", NAMES[:4], key=None, phone="")
    store.change_table(1, closed=True, key=None, phone="")
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
    """As it is called now, on the page as text; the bar of the sheet is drawn once for all."""
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


def opens(phone, store, *names):
    """A table in progress at no evening, opened by this phone."""
    phone.send("/tables/new", {"game": "tarot", "player": [*names], "open": "1"})
    return store.tables("open")[0]


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


@pytest.mark.parametrize("put_away", [True, False])
def test_a_sheet_that_is_done_with_is_taken_in_wherever_its_people_play_now(
    organiser, store, put_away
):
    """Put away, or its game over."""
    publish(store)
    mine = opens(organiser, store, *NAMES[:4])
    if put_away:
        store.change_table(mine.id, closed=True, key=None, phone="")
    else:
        store.change_table(mine.id, rules={"deals": 1}, key=None, phone="")
        store.save_deal(mine.id, 1, _told(0), revision=0, key=None, phone="")
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
    store.change_table(5, closed=True, key=None, phone="")
    store.db.execute("UPDATE tables SET position = 2, place = 3 WHERE id = 5")
    organiser.send("/evenings/1/tables", sat)  # the sheet that stood there is put away
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
    store.change_table(1, closed=True, key=None, phone="")
    assert "Closed at" in texts(organiser.get("/tables/1"))
    opening = Opening(game="tarot", names=["Kim", "Lou", "Max"], rules={})
    sheet = Sheet("import", opening, None, closed=True)
    (brought,) = store.import_tables([sheet], key=None, phone="")
    store.take_in(brought, 1, key=None, phone="")
    page = texts(organiser.get(f"/tables/{brought}"))
    assert "This sheet is closed. Only the organiser opens it again." in page


ELSEWHERE = "playing already: Eve at table 2"


def asked_for_eve(organiser, store, how):
    """What is answered where Eve, of table 2, is put onto Ana's seat after a deal."""
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
        store.change_table(2, closed=True, key=None, phone="")
    elif free == "over":
        for number in (1, 2, 3):
            store.save_deal(2, number, _told(0), revision=0, key=None, phone="")
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
    store.change_table(4, closed=True, key=None, phone="")
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


@pytest.mark.parametrize(
    ("game", "other", "agreed"),
    [("tamalou", "tarot", {"deals": 7}), ("tarot", "tamalou", {"limit": 60})],
)
def test_another_game_of_the_same_players_is_played_at_their_place_as_the_evening_agrees(
    organiser, store, game, other, agreed
):
    store.change_evening(1, games={game: {}, other: agreed}, key=None, phone="")
    open_here(store, 1, game, NAMES[:4], key=None, phone="")
    page = organiser.get(f"/tables/new?table=1&game={other}")
    assert form(page, "opening").send(organiser, open=1).location == "/tables/2"
    assert where(store, 2) == where(store, 1) == (1, 1, 1)
    assert agreed.items() <= store.table(2).rules.items()


@pytest.mark.parametrize(("game", "agreed"), [("tarot", {"deals": 7}), ("tamalou", {"limit": 60})])
def test_a_game_chosen_on_the_form_is_agreed_as_the_evening_does(organiser, store, game, agreed):
    store.change_evening(1, games={"plateau": {}, game: agreed}, key=None, phone="")
    open_here(store, 1, "plateau", NAMES[:4], key=None, phone="")
    page = form(organiser.get("/tables/new?table=1&game=plateau"), "opening")
    chosen = page.send(organiser, game=game)
    form(chosen, "opening").send(organiser, open=1)
    assert agreed.items() <= store.table(2).rules.items()


def test_a_sheet_put_away_hears_that_its_players_sit_elsewhere_now(organiser, store):
    publish(store)
    store.change_table(1, closed=True, key=None, phone="")
    publish(store, 2)
    version, page = (organiser.get(f"/tables/1{one}").text for one in ("/version", ""))
    assert "table 1, seat 1" in page
    people, drawn = [one.player for one in store.attendances(1)], store.positions(1)[1]
    rows = [tuple(people[4:]), tuple(people[:4])]
    tables = [DrawnTable(n, "tarot", row) for n, row in enumerate(rows, 1)]
    how = {"seen": drawn.mark, "by_hand": True, "key": None, "phone": ""}
    store.keep_draw(1, 2, tables, [], **how)
    assert organiser.get("/tables/1/version").text != version
    assert "table 2, seat 1" in organiser.get("/tables/1").text


def test_a_sheet_put_away_hears_that_its_totals_are_played_on(client, store, open_table):
    table = open_table()
    store.save_deal(table.id, 1, {"passed": True}, revision=0, key=None, phone="")
    store.change_table(table.id, closed=True, key=None, phone="")
    version, table = client.get("/tables/1/version").text, store.table(1)
    on = Opening("tarot", table.sitting, table.rules, goes_on=1, as_of=table.version)
    store.open_table(on, key=None, phone="")
    assert client.get("/tables/1/version").text != version
    assert client.send("/tables/1/again", {"key": "k"}).location == "/tables/2"
    assert [one.id for one in store.tables("open")] == [2]


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
