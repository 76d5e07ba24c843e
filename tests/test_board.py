"""The board of an evening's tables: what each does, what needs a person, in how many questions."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from an_evening import open_here
from flask import Flask
from forms import form, forms, texts
from phones import Stranger

from companion.store import DrawnTable, Opening, Where
from companion.web.board import Board, board

PASSED = {"passed": True}
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


@pytest.fixture
def organiser(app: Flask, store) -> Stranger:
    """The phone of who organises an evening; its first position has three tables."""
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.send("/evenings/new", {"name": "Friday", "games": ["tarot"], "key": "once"})
    phone.send("/evenings/1/rules/tarot", {"preset": "fft", "deals": "3"})
    publish(store, 3)
    return phone


def publish(store, tables: int, number: int = 1) -> None:
    names = [f"Player {n}" for n in range(4 * tables)]
    store.check_in(1, names, "tarot", key=None, phone="")
    of = {one.name: one.player for one in store.attendances(1)}
    players = [of[name] for name in names]
    drawn = [DrawnTable(n + 1, "tarot", tuple(players[4 * n :][:4])) for n in range(tables)]
    store.keep_draw(1, number, drawn, [], key=None, phone="")
    store.publish(1, number, key=None, phone="")


def tell(store, table: int, *numbers: int, facts=PASSED) -> None:
    for number in numbers:
        store.save_deal(table, number, facts, revision=0, key=None, phone="teller")


def test_a_card_says_who_plays_there_and_how_far_they_are(organiser, store):
    tell(store, 1, 1, facts=GARDE)
    page = texts(organiser.get("/evenings/1"))
    assert "Position 1" in page
    assert "Player 0, Player 1, Player 2, Player 3 1 of 3 now" in page
    assert "no deal yet Player 4" in page.replace("2 no", "no")


@pytest.mark.parametrize("tables", [4, 5])
def test_from_five_tables_on_a_touch_leads_below_them(organiser, store, tables):
    publish(store, tables, 2)
    page = organiser.get("/evenings/1").text
    assert (page.count('href="#steps"'), page.count('id="steps"')) == (tables == 5, 1)


def test_what_changes_while_the_board_is_drawn_is_asked_for_at_once(organiser, store, monkeypatch):
    left_open = store.left_open

    def called_meanwhile(evening_id):
        found = left_open(evening_id)
        store.call(1, True, key=None, phone="another")
        return found

    monkeypatch.setattr(store, "left_open", called_meanwhile)
    page = organiser.get("/evenings/1")
    assert "calls" not in texts(page)
    drawn = re.search('data-version="([^"]+)"', page.text)[1]
    assert organiser.get("/evenings/1/version").text != drawn


def test_a_call_is_said_on_top_until_it_is_seen_and_is_no_entry(organiser, store, monkeypatch):
    tell(store, 1, 1)
    later(store, monkeypatch, minutes=6)
    organiser.send("/tables/1/call", {"called": "1"})
    page = texts(organiser.get("/evenings/1"))
    assert "Table 1 calls" in page
    assert store.table(1).entered_at < store.table(1).called_at
    assert store.can_undo(1).kind == "tell"  # nobody undoes a call by mistake
    assert "take the call back" in organiser.get("/tables/1/more").text
    seen = organiser.send("/tables/1/call", {"called": "0", "board": "1"})
    assert seen.location == "/evenings/1"
    assert "Table 1 calls" not in texts(organiser.get("/evenings/1"))
    said = texts(organiser.get("/tables/1/history"))
    assert "The organiser was called" in said


def test_a_call_takes_nothing_from_what_can_be_brought_back(organiser, store):
    tell(store, 1, 1)
    store.undo(1, key=None, phone="")
    store.call(1, True, key=None, phone="")
    assert store.can_redo(1) is not None


def test_a_call_that_stands_keeps_its_time_and_one_sent_twice_calls_once(
    organiser, store, monkeypatch
):
    store.call(1, True, key="once", phone="")
    called_at = store.table(1).called_at
    later(store, monkeypatch, minutes=6)
    store.call(1, True, key=None, phone="")
    assert store.table(1).called_at == called_at
    store.call(1, False, key=None, phone="")
    store.call(1, True, key="once", phone="")
    assert store.table(1).called_at is None


def test_a_call_that_came_after_the_page_was_drawn_stays(organiser, store, monkeypatch):
    store.call(1, True, key=None, phone="")
    pages = organiser.get("/evenings/1"), organiser.get("/tables/1/more")
    store.call(1, False, key=None, phone="")
    later(store, monkeypatch, minutes=6)
    store.call(1, True, key=None, phone="")
    for page in pages:
        assert form(page, "/tables/1/call").send(organiser).status_code == 303
        assert store.table(1).called_at
    form(organiser.get("/evenings/1"), "/tables/1/call").send(organiser)
    assert store.table(1).called_at is None


def test_who_plays_calls_and_takes_it_back(organiser, app, store):
    phone = app.test_client()
    phone.join(store.link("score", Where(None, 1, 2)))
    assert "Call the organiser" in phone.get("/tables/2/more").text
    assert "The organiser is called" not in phone.get("/tables/2").text
    assert phone.send("/tables/2/call", {"called": "1"}).location == "/tables/2"
    for address in ("/tables/2", "/tables/2/live"):
        assert "The organiser is called" in phone.get(address).text
    phone.send("/tables/2/call", {"called": "1"})
    assert [one.kind for one in store.changes(2)] == ["call", "open"]
    phone.send("/tables/2/call", {"called": "0"})
    assert store.table(2).called_at is None


def later(store, monkeypatch, minutes: int) -> None:
    now = store._clock() + timedelta(minutes=minutes)
    monkeypatch.setattr(store, "_clock", lambda: now)


def test_a_table_is_late_a_quarter_of_an_hour_after_its_last_entry(organiser, store):
    def entered(ago: int) -> None:
        at = (store._clock() - timedelta(minutes=ago)).isoformat()
        store._clock = lambda at=at: datetime.fromisoformat(at)

    usual = store._clock
    entered(15)
    tell(store, 1, 1)
    store._clock = usual
    entered(14)
    tell(store, 2, 1)
    store._clock = usual
    page = texts(organiser.get("/evenings/1"))
    assert "Table 1 is late 15 min ago" in page
    assert "Table 2 is late" not in page


@pytest.mark.parametrize(("tables", "notes"), [(3, 3), (4, 1)])
def test_more_than_three_late_tables_are_one_note(organiser, store, tables, notes):
    """In a break each of thirty had its own: no table was to be seen above them."""
    usual = store._clock()
    store._clock = lambda: usual - timedelta(minutes=20)
    publish(store, tables, 2)
    store._clock = lambda: usual
    page = organiser.get("/evenings/1")
    assert page.text.count('class="note"') == notes
    assert re.findall(r'class="note">.*?#(\w*)"', page.text) == ["restore"] * notes
    said = "4 tables are late Table 1, Table 2, Table 3, Table 4" in texts(page)
    assert said == (notes == 1)


def test_what_others_do_with_a_table_is_no_entry_there(organiser, store, open_table, monkeypatch):
    tables = (1, 2, 3, open_table().id)
    for table in (1, 4):
        tell(store, table, 1)
    entered = [store.table(n).entered_at for n in tables]
    later(store, monkeypatch, minutes=16)
    played, (one, *stay), (other, *others), friends = (store.table(n).persons for n in tables)
    store.rename_player(played[0], "Paula", key=None, phone="")
    store.merge(friends[0], played[1], key=None, phone="")
    store.describe_table(1, {"title": "The window"}, key=None, phone="")
    store.take_in(4, 1, elsewhere=True, key=None, phone="")
    sit = [played, (other, *stay), (one, *others)]
    drawn = [DrawnTable(n, "tarot", tuple(people)) for n, people in enumerate(sit, 1)]
    store.keep_draw(1, 1, drawn, [], seen=store.positions(1)[0].digest, key=None, phone="")
    kinds = [{one.kind for one in store.changes(n)} - {"open", "tell"} for n in tables]
    assert kinds == [{"person", "about"}, {"drawn"}, {"drawn"}, {"person", "evening"}]
    assert [store.table(n).entered_at for n in tables] == entered
    tell(store, 1, 2)
    assert store.table(1).entered_at > entered[0]


def test_nobody_is_waited_for_in_a_position_that_is_closed(organiser, store):
    usual = store._clock
    store._clock = lambda: usual() - timedelta(minutes=20)
    tell(store, 3, 1)
    store._clock = usual
    tell(store, 1, 1, 2, 3, facts=GARDE)
    tell(store, 2, 1)
    store.judge(2, 1, "disputed", "49?", revision=1, key=None, phone="another")
    page = texts(organiser.get("/evenings/1"))
    assert "Table 3 is late" in page
    assert "Table 1 has finished" in page
    publish(store, 2, number=2)
    page = texts(organiser.get("/evenings/1"))
    assert "is late" not in page
    assert "has finished" not in page
    assert "Position 1 · Table 2: 1 disputed" in page


def test_a_table_that_is_opened_in_a_closed_position_is_waited_for(organiser, store):
    usual = store._clock
    store.close_position(1, 1, phone="")
    store.close_table(1, key=None, phone="")
    store._clock = lambda: usual() + timedelta(seconds=2)
    organiser.send("/tables/1/again")
    store._clock = lambda: usual() - timedelta(minutes=20)
    tell(store, 4, 1)
    store._clock = usual
    assert store.left_open(1) == [2, 3]
    assert "Table 1 is late" in texts(organiser.get("/evenings/1"))


def test_at_home_a_table_says_of_which_evening_it_is_where_several_are_open(organiser):
    def cards():
        return re.findall(r'<span class="quiet">(.*?)</span></span>', organiser.get("/").text, re.S)

    assert cards() == ["now"] * 3
    organiser.send("/evenings/new", {"name": "Saturday", "games": ["tarot"], "key": "another"})
    assert cards() == ["Friday\u00a0· now"] * 3


def test_what_is_worst_comes_first(organiser, store):
    tell(store, 1, 1, 2)
    store.judge(1, 1, "confirmed", "", revision=1, key=None, phone="another")
    store.call(2, True, key=None, phone="")
    tell(store, 3, 1)
    store.judge(3, 1, "disputed", "49?", revision=1, key=None, phone="another")
    page = texts(organiser.get("/evenings/1"))
    said = [page.index(one) for one in ("Table 3: 1 disputed", "Table 2 calls", "1 to confirm")]
    assert said == sorted(said)


def test_beside_a_dispute_no_number_stands_that_is_of_another_deal(organiser, store):
    tell(store, 1, 1, 2, facts=GARDE)
    tell(store, 2, 1, facts=GARDE)
    store.judge(1, 2, "disputed", "49?", revision=1, key=None, phone="another")
    store.judge(2, 1, "confirmed", "", revision=1, key=None, phone="another")
    tell(store, 2, 2, facts=GARDE)
    page = texts(organiser.get("/evenings/1"))
    assert "Table 1: 1 disputed now, 2 deals" in page
    assert "Table 2: 1 to confirm now, 2 deals" in page
    tell(store, 2, 3)
    page = texts(organiser.get("/evenings/1"))
    assert "Table 2: 2 to confirm now, 3 deals" in page  # a passed one is judged too


def test_deals_are_to_be_confirmed_only_where_some_were(organiser, store):
    tell(store, 1, 1, 2)
    assert "to confirm" not in texts(organiser.get("/evenings/1"))


def test_a_finished_table_has_to_be_closed_and_then_is_done(organiser, store):
    tell(store, 1, 1, 2, 3, facts=GARDE)
    assert "Table 1 has finished" in texts(organiser.get("/evenings/1"))
    store.close_table(1, key=None, phone="")
    page = texts(organiser.get("/evenings/1"))
    assert "Table 1 has finished" not in page
    assert "done" in page


def test_a_table_that_plays_its_last_deal_when_time_is_up_has_not_finished(organiser, store):
    usual = store._clock
    store._clock = lambda: usual() - timedelta(minutes=5)
    tell(store, 1, 1)
    tell(store, 2, 1)
    store._clock = usual
    up = datetime.now(UTC) - timedelta(minutes=1)
    store.set_clock(1, 1, up.isoformat(), key=None, phone="")
    assert "has finished" not in texts(organiser.get("/evenings/1"))
    store.judge(2, 1, "confirmed", "", revision=1, key=None, phone="another")
    assert "has finished" not in texts(organiser.get("/evenings/1"))  # no deal was told since
    store.keep_half(1, 2, {"declarer": "0"}, revision=0, key=None, phone="")
    assert "has finished" not in texts(organiser.get("/evenings/1"))
    tell(store, 2, 2)
    page = texts(organiser.get("/evenings/1"))
    assert ("Table 1 has finished" in page, "Table 2 has finished" in page) == (False, True)


def test_a_table_that_told_its_last_deal_before_time_was_up_is_closed_and_not_late(
    organiser, store
):
    usual = store._clock
    store._clock = lambda: usual() - timedelta(minutes=21)
    tell(store, 1, 1)
    store._clock = usual
    for minutes, said in ((14, "Table 1 is late"), (20, "Table 1 has finished")):
        up = datetime.now(UTC) - timedelta(minutes=minutes)
        store.set_clock(1, 1, up.isoformat(), key=None, phone="")
        assert said in texts(organiser.get("/evenings/1"))
    store.keep_half(1, 2, {"declarer": "0"}, revision=0, key=None, phone="")
    assert "has finished" not in texts(organiser.get("/evenings/1"))  # its last deal was begun


def test_minutes_from_now_that_come_again_are_those_of_then(organiser, store):
    """The answer was lost, and the form is sent once more five minutes later."""
    form = next(
        one
        for one in forms(organiser.get("/evenings/1"))
        if one.action.endswith("/position") and "minutes" in one.fields
    )
    form.send(organiser, minutes="20")
    earlier = "2026-11-20T21:00:00+00:00"
    assert store.positions(1)[0].ends_at > earlier
    store.db.execute("UPDATE positions SET ends_at = ?", [earlier])
    form.send(organiser, minutes="20")
    assert store.positions(1)[0].ends_at == earlier
    form.send(organiser, minutes="30")
    assert store.positions(1)[0].ends_at > earlier


def test_a_late_sheet_stays_on_the_board_of_the_next_position(organiser, store):
    store.close_table(1, key=None, phone="")
    publish(store, 2, number=2)
    page = organiser.get("/evenings/1").text
    board, before = page.split("Sheets of the positions before")
    for table, there in {1: False, 2: True, 3: True, 4: True, 5: True}.items():
        assert (f'id="table-{table}"' in board) is there
    assert 'href="/tables/1"' in before
    newest, *_, late = sorted((2, 3, 4, 5), key=lambda n: board.index(f'id="table-{n}"'))
    assert (newest, late) == (4, 3)  # whatever their places are called
    assert board.count("<b>Position 1</b>") == 2
    newest, _still_open = board.split("Still open from before")
    assert [f'id="table-{n}"' in newest for n in (2, 3, 4, 5)] == [False, False, True, True]
    for table in (2, 5):
        store.call(table, True, key=None, phone="")
    page = texts(organiser.get("/evenings/1"))
    assert "Position 1 · Table 2 calls" in page
    assert "Position 2 · Table" not in page


def test_of_the_sheets_of_before_the_newest_stand_first(organiser, store):
    publish(store, 1, number=2)
    publish(store, 1, number=3)
    for table in (1, 2, 3, 4):
        store.close_table(table, key=None, phone="")
    before = organiser.get("/evenings/1").text.split("Sheets of the positions before")[1]
    assert re.findall('href="/tables/([0-9]+)"', before) == ["4", "3", "2", "1"]


def closing(page) -> tuple[bool, str]:
    """Whether to close the position is the thing to do now, and what is said before."""
    form = re.search(r'<form[^>]*/position">(.*?)</form>', page.text, re.DOTALL)[1]
    button = re.search(r'<button class="([^"]*)" id="close"', form)[1]
    return "primary" in button.split(), " ".join(re.sub("<[^>]*>", "", form).split())


def test_what_is_not_told_yet_the_page_says_before_a_position_is_closed(organiser, store):
    assert closing(organiser.get("/evenings/1")) == (
        True,
        "Nothing has been told at these tables yet. Close position 1",
    )
    for table in (1, 2, 3):
        tell(store, table, 1, 2, 3)
    said = "3 sheets are still open; they stay open. Close position 1"
    assert closing(organiser.get("/evenings/1")) == (True, said)
    for table in (1, 2, 3):
        store.close_table(table, key=None, phone="")
    assert closing(organiser.get("/evenings/1")) == (True, "Close position 1")


def test_a_late_sheet_of_before_keeps_no_position_open(organiser, store):
    publish(store, 2, number=2)
    said = "Nothing has been told at these tables yet. Close position 2"
    tell(store, 1, 1)
    assert closing(organiser.get("/evenings/1")) == (True, said)
    for table in (4, 5):
        tell(store, table, 1)
    said = "2 sheets are still open; they stay open. Close position 2"
    assert closing(organiser.get("/evenings/1")) == (True, said)
    for table in (4, 5):
        store.close_table(table, key=None, phone="")
    assert closing(organiser.get("/evenings/1")) == (True, "Close position 2")


def acts(page) -> list[str]:
    """What the page of an evening proposes above all else."""
    return re.findall(r'class="button[^"]* primary[^"]*" id="([^"]*)"', page.text)


def test_exactly_one_act_of_an_evening_is_the_next_one(organiser, store):
    def proposed(evening: int = 1) -> list[str]:
        return acts(organiser.get(f"/evenings/{evening}"))

    organiser.send("/evenings/new", {"name": "Sunday", "games": ["tarot"], "key": "again"})
    assert proposed(2) == ["who"]
    organiser.send("/evenings/2/players", {"typed": "Ana"})
    assert proposed(2) == ["draw"]
    assert proposed() == ["close"]
    tell(store, 1, 1)
    assert proposed() == ["close"]
    names = {one.name: one.player for one in store.attendances(1)}
    table = DrawnTable(1, "tarot", tuple(names[f"Player {n}"] for n in range(4)))
    store.keep_draw(1, 2, [table], [], key=None, phone="")
    assert proposed() == ["close"]
    store.close_position(1, 1, phone="")
    assert proposed() == ["draw"]  # to be published
    organiser.send("/evenings/1/settings", {"closed": "1"})
    assert proposed() == ["close-sheets"]
    form(organiser.get("/evenings/1"), "/sheets").send(organiser)
    assert proposed() == []
    organiser.send("/evenings/1/settings", {"deleted": "1"})
    assert proposed() == []


def test_a_deal_half_told_is_told_enough(organiser, store):
    store.keep_half(2, 1, {"declarer": "1"}, revision=0, key=None, phone="")
    assert "Nothing has been told" not in texts(organiser.get("/evenings/1"))


def test_a_position_whose_tables_were_all_deleted_is_not_the_first_to_come(organiser, store):
    for table in store.tables_at(1):
        store.delete_table(table.id, key=None, phone="")
    page = organiser.get("/evenings/1").text
    assert "No table is left of this position." in page
    assert "the first position" not in page


def test_a_closed_position_is_played_on_by_one_touch(organiser, store):
    posted = {"number": "1", "close": "1"}
    organiser.send("/evenings/1/position", posted)
    first = store.positions(1)[0].closed_at
    organiser.send("/evenings/1/position", posted)  # twice is once
    assert store.positions(1)[0].closed_at == first
    page = organiser.get("/evenings/1")
    assert closing(page) == (False, "Play position 1 on")
    assert "Close position" not in page.text
    form = next(one for one in forms(page) if one.action.endswith("/position"))
    (button,) = form.buttons
    form.send(organiser, **{button["name"]: button["value"]})
    assert store.positions(1)[0].closed_at is None
    assert closing(organiser.get("/evenings/1"))[1].endswith("Close position 1")


def test_the_next_position_ends_the_one_before_and_its_sheets_are_closed_by_one_touch(
    organiser, store
):
    publish(store, 2, number=2)
    assert [bool(one.closed_at) for one in store.positions(1)] == [True, False]
    store.close_table(2, key=None, phone="")
    page = organiser.get("/evenings/1")
    assert "Close the 2 sheets left open" in texts(page)
    close = form(page, "/sheets")
    assert close.fields["table"] == ["1", "3"]  # in the order of the board
    assert close.send(organiser).location == "/evenings/1"
    assert [bool(store.table(n).closed_at) for n in range(1, 6)] == [True, True, True, False, False]
    store.reopen_table(1, key=None, phone="")
    close.send(organiser)  # a double tap
    assert not store.table(1).closed_at
    assert "Still open from before" in texts(organiser.get("/evenings/1"))


def test_the_sheets_of_a_closed_position_are_closed_and_no_others(organiser, app, store):
    assert "left open" not in texts(organiser.get("/evenings/1"))
    store.close_position(1, 1, phone="")
    close = form(organiser.get("/evenings/1"), "/sheets")
    phone = app.test_client()
    phone.send("/evenings/new", {"name": "Other", "games": ["tarot"], "key": "other"})
    assert phone.send("/evenings/1/sheets", {"table": "1"}).status_code == 403
    assert phone.send("/evenings/2/sheets", {"table": "1"}).status_code == 303
    assert not store.table(1).closed_at
    close.send(organiser)
    assert all(store.table(n).closed_at for n in (1, 2, 3))


def test_a_sheet_on_which_a_deal_is_begun_since_stays_open_until_the_page_has_said_so(
    organiser, store
):
    store.close_position(1, 1, phone="")
    late = form(organiser.get("/evenings/1"), "/sheets")
    store.keep_half(2, 1, {"declarer": "1"}, revision=0, key=None, phone="")
    page = organiser.get(late.send(organiser).location)
    assert [bool(store.table(n).closed_at) for n in (1, 2, 3)] == [True, False, True]
    assert "would stay half told: Table 2" in texts(page)
    form(page, "/sheets").send(organiser)
    assert store.table(2).closed_at


def test_a_sheet_whose_position_is_played_on_stays_open_and_one_that_is_gone_holds_none(
    organiser, store
):
    store.close_position(1, 1, phone="")
    close = form(organiser.get("/evenings/1"), "/sheets")
    store.close_position(1, 1, closed=False, phone="")
    assert close.send(organiser).status_code == 303
    assert [bool(store.table(n).closed_at) for n in (1, 2, 3)] == [False] * 3
    publish(store, 1, number=2)
    close = form(organiser.get("/evenings/1"), "/sheets")
    store.delete_table(2, key=None, phone="")
    assert close.send(organiser).status_code == 303
    assert [bool(store.table(n).closed_at) for n in (1, 2, 3, 4)] == [True, False, True, False]


def test_a_table_that_is_opened_after_the_position_is_over_was_not_left_open(
    organiser, store, monkeypatch
):
    store.close_position(1, 1, phone="")
    for table in (1, 2, 3):
        store.close_table(table, key=None, phone="")
    later(store, monkeypatch, minutes=1)
    open_here(store, 1, "tarot", ["Kim", "Lou", "Max"], key=None, phone="")
    assert "left open" not in texts(organiser.get("/evenings/1"))
    organiser.send("/evenings/1/sheets", {"table": "4"})
    assert not store.table(4).closed_at


def test_what_was_left_open_is_told_by_the_order_of_things_not_by_a_clock_set_back(
    organiser, store, monkeypatch
):
    usual = store._clock
    monkeypatch.setattr(store, "_clock", lambda: usual() - timedelta(hours=1))
    store.close_position(1, 1, phone="")
    open_here(store, 1, "tarot", ["Kim", "Lou", "Max"], key=None, phone="")
    store.close_position(1, 1, phone="")  # it is closed already
    assert store.left_open(1) == [1, 2, 3]
    store.close_position(1, 1, False, phone="")
    store.close_position(1, 1, phone="")
    assert store.left_open(1) == [1, 2, 3, 4]


def test_what_was_left_open_under_an_earlier_release_is_told_by_time(organiser, store, monkeypatch):
    store.close_position(1, 1, phone="")
    store.db.execute("DROP TRIGGER evening_changes_are_not_updated")  # there was none
    store.db.execute("UPDATE evening_changes SET said = json_remove(said, '$.newest')")
    later(store, monkeypatch, minutes=1)
    open_here(store, 1, "tarot", ["Kim", "Lou", "Max"], key=None, phone="")
    assert store.left_open(1) == [1, 2, 3]


def card(page, table: int) -> str:
    """What a card of the board says."""
    found = re.search(f'id="table-{table}".*?</a>', page.text, re.DOTALL)
    assert found
    return " ".join(re.sub("<[^>]*>", " ", found[0]).split())


def test_a_deal_that_is_begun_is_marked_and_named_before_its_sheet_is_closed(organiser, store):
    tell(store, 2, 1)
    for table, deal in ((2, 2), (3, 1)):
        store.keep_half(table, deal, {"declarer": "1"}, revision=0, key=None, phone="")
    page = organiser.get("/evenings/1")
    marked = ["a deal is begun" in card(page, table) for table in (1, 2, 3)]
    assert marked == [False, True, True]
    assert "would stay half told" not in page.text
    store.close_position(1, 1, phone="")
    page = organiser.get("/evenings/1")
    said = "A deal is begun and would stay half told: Table 2, Table 3"
    assert f"{said} Close the 3 sheets left open" in texts(page)
    form(page, "/sheets").send(organiser)
    page = organiser.get("/evenings/1")
    marked = ["a deal was left half told" in card(page, table) for table in (1, 2, 3)]
    assert marked == [False, True, True]
    assert "done" in card(page, 2)
    assert "would stay half told" not in page.text


def test_a_deal_begun_in_the_position_before_is_named_with_it(organiser, store):
    store.keep_half(2, 1, {"declarer": "1"}, revision=0, key=None, phone="")
    publish(store, 2, number=2)
    store.keep_half(5, 1, {"declarer": "1"}, revision=0, key=None, phone="")  # nobody closes it
    page = texts(organiser.get("/evenings/1"))
    said = "A deal is begun and would stay half told: Position 1 · Table 2"
    assert f"{said} Close the 3 sheets left open" in page
    store.close_sheets(1, [1, 2, 3], key=None, phone="")
    before = texts(organiser.get("/evenings/1")).split("Sheets of the positions before")[1]
    assert "Position 1 · Table 2 Player 4, Player 5, Player 6, Player 7 · 0 deals" in before
    assert before.count("a deal was left half told") == 1


def test_what_is_disputed_on_a_closed_sheet_is_said_when_the_next_position_plays_too(
    organiser, app, store
):
    tell(store, 2, 1, 2, facts=GARDE)
    store.judge(2, 1, "disputed", "49?", revision=1, key=None, phone="another")
    for table in (2, 3):
        store.close_table(table, key=None, phone="")
    store.call(3, True, key=None, phone="")
    assert "Table 2: 1 disputed" in texts(organiser.get("/evenings/1"))
    publish(store, 2, number=2)
    on_top, before = texts(organiser.get("/evenings/1")).split("Sheets of the positions before")
    assert "Position 1 · Table 2: 1 disputed now, 2 deals Open Position 1 · Table 3 calls" in on_top
    assert "Player 4, Player 5, Player 6, Player 7 · 2 deals 1 disputed" in before
    assert "Player 8, Player 9, Player 10, Player 11 · 0 deals calls" in before
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    page = texts(phone.get("/evenings/1"))
    assert ("Table 2: 1 disputed" in page, "2 deals 1 disputed" in page) == (False, True)
    store.judge(2, 1, "confirmed", "", revision=1, key=None, phone="another")
    assert "disputed" not in texts(organiser.get("/evenings/1"))


def test_who_comes_after_the_draw_is_named_until_there_is_a_seat(organiser, app, store):
    said = "Without a seat: Kim, Lou came after the draw, or the table is gone To the draw"
    store.check_in(1, ["Kim", "Lou"], "tarot", key=None, phone="")
    assert said in texts(organiser.get("/evenings/1"))
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    assert "Kim" not in texts(phone.get("/evenings/1"))
    assert "touch a name" in texts(organiser.get("/evenings/1/draw?position=1"))
    for table in (1, 2, 3):
        tell(store, table, 1)
    draw = texts(organiser.get("/evenings/1/draw?position=1"))
    assert "touch a name" not in draw
    late = "Whoever has no seat can take somebody’s on a sheet, or sit at one more table."
    assert late in draw
    store.substitute(1, 0, "Kim", key=None, phone="")
    assert "Without a seat: Lou came" in texts(organiser.get("/evenings/1"))
    store.close_position(1, 1, phone="")
    assert "Lou" not in texts(organiser.get("/evenings/1"))


def test_whose_table_was_deleted_is_named_and_takes_a_seat_at_another_one(organiser, store):
    """Somebody never came, so the others are moved to other tables."""
    number = {one.name: one.player for one in store.attendances(1)}
    for name in ("Player 6", "Player 7"):
        store.attend(1, number[name], here=False, phone="")
    store.delete_table(2, key=None, phone="")
    assert "Without a seat: Player 4, Player 5 came" in texts(organiser.get("/evenings/1"))
    in_hand = organiser.get(f"/evenings/1/draw?position=1&hand={number['Player 4']}")
    move = form(in_hand, "/move")
    assert organiser.post(move.action, data=move.filled(to="3")).status_code == 303
    assert store.table(3).sitting[-1] == "Player 4"
    assert "Without a seat: Player 5 came" in texts(organiser.get("/evenings/1"))  # still
    seats = texts(organiser.get("/evenings/1/seats"))
    assert ("Player 4 table 3 seat 5" in seats, "Player 5" in seats) == (True, False)


def test_a_table_that_comes_back_after_a_change_by_hand_has_its_players_in_the_draw(
    organiser, store
):
    """They do not sit out there, which would let them get a second seat; nor is somebody who came
    later put in unasked."""
    ana, bo = (one.player for one in store.attendances(1) if one.name in ("Player 0", "Player 8"))
    store.check_in(1, ["Kim"], "tarot", key=None, phone="")
    store.delete_table(2, key=None, phone="")
    said = "Without a seat: Kim, Player 4, Player 5, Player 6, Player 7 came"
    assert said in texts(organiser.get("/evenings/1"))
    move = form(organiser.get(f"/evenings/1/draw?position=1&hand={ana}"), "/move")
    assert organiser.post(move.action, data=move.filled(swap=bo)).status_code == 303
    assert said in texts(organiser.get("/evenings/1"))
    store.restore_table(2, key=None, phone="")
    assert "Without a seat: Kim came" in texts(organiser.get("/evenings/1"))
    draw = texts(organiser.get("/evenings/1/draw?position=1"))
    assert "Table 2 4 players Player 4 Player 5 Player 6 Player 7" in draw
    assert "Sits out Kim" in draw


def test_who_has_no_seat_when_all_tables_have_begun_is_not_left_without_a_word(organiser, store):
    """The board leads there with one in the hand, with several to where they stand."""
    store.delete_table(2, key=None, phone="")
    for table in (1, 3):
        store.save_deal(table, 1, {"passed": True}, revision=0, key=None, phone="")
    asks = "Whoever has no seat can take somebody’s on a sheet, or sit at one more table."
    draw = "/evenings/1/draw?position=1"
    said = texts(organiser.get(draw))
    assert f"All tables have begun: nobody is moved here any more. {asks}" in said
    (eve,) = (one.player for one in store.attendances(1) if one.name == "Player 4")
    said = texts(organiser.get(f"{draw}&hand={eve}"))
    assert f"Player 4 is in the hand. All tables of French Tarot have begun. {asks}" in said
    store.restore_table(2, key=None, phone="")
    store.save_deal(2, 1, {"passed": True}, revision=0, key=None, phone="")
    assert asks not in texts(organiser.get(draw))
    store.check_in(1, ["Kim"], "tarot", key=None, phone="")
    link = re.search(r'id="unseated" href="([^"]*)"', organiser.get("/evenings/1").text)
    said = texts(organiser.get(link[1].replace("&amp;", "&")))
    assert f"Kim is in the hand. All tables of French Tarot have begun. {asks}" in said


def test_a_draw_that_waits_to_be_published_is_what_the_board_offers_next(organiser, store):
    """So an organiser who comes back, or works beside another one, sees that it is drawn."""
    assert "Draw position 2" in texts(organiser.get("/evenings/1"))
    version = store.evening_version(1)
    drawn = [DrawnTable(1, "tarot", tuple(one.player for one in store.attendances(1)[:4]))]
    store.keep_draw(1, 2, drawn, [], key=None, phone="")
    assert store.evening_version(1) != version  # so that it is drawn anew
    page = texts(organiser.get("/evenings/1"))
    assert ("Publish position 2" in page, "Draw position 2" in page) == (True, False)
    store.publish(1, 2, key=None, phone="")
    assert "Draw position 3" in texts(organiser.get("/evenings/1"))


def test_one_without_a_seat_is_in_the_hand_where_the_board_leads_to_the_draw(organiser, store):
    store.check_in(1, ["Kim"], "tarot", key=None, phone="")
    link = re.search(r'id="unseated" href="([^"]*)"', organiser.get("/evenings/1").text)
    assert "Kim is in the hand." in texts(organiser.get(link[1].replace("&amp;", "&")))
    store.check_in(1, ["Lou"], "tarot", key=None, phone="")
    link = re.search(r'id="unseated" href="([^"]*)#([^"]*)"', organiser.get("/evenings/1").text)
    page = organiser.get(link[1].replace("&amp;", "&"))
    assert ("in the hand." in texts(page), f'id="{link[2]}"' in page.text) == (False, True)


def test_who_leaves_a_table_that_plays_on_is_named_until_the_seat_is_somebody_elses(
    organiser, app, store
):
    of = {one.name: one.player for one in store.attendances(1)}
    for name in ("Player 1", "Player 3", "Player 5"):
        store.attend(1, of[name], here=False, phone="")
    page = texts(organiser.get("/evenings/1"))
    assert "Table 1: Player 1, Player 3 have left" in page
    assert "Table 2: Player 5 has left somebody else has to sit down there" in page
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    assert "e left" not in texts(phone.get("/evenings/1"))
    store.substitute(1, 1, "Kim", key=None, phone="")
    store.substitute(1, 3, "Lou", key=None, phone="")
    tell(store, 2, 1, 2, 3, facts=GARDE)  # all that was to be played
    assert "e left" not in texts(organiser.get("/evenings/1"))


def test_a_seat_that_was_left_is_marked_on_its_card_and_named_though_the_time_is_up(
    organiser, store
):
    of = {one.name: one.player for one in store.attendances(1)}
    for name in ("Player 1", "Player 5"):
        store.attend(1, of[name], here=False, phone="")
    tell(store, 2, 1)
    store.set_clock(1, 1, "2026-01-01T00:00:00+00:00", key=None, phone="")
    page = texts(organiser.get("/evenings/1"))
    assert "Table 1: Player 1 has left somebody else has to sit down there" in page  # no deal yet
    assert "Player 5 has left" not in page  # its players close the sheet
    assert "Player 1 has left" in card(organiser.get("/evenings/1"), 1)


def test_the_check_in_says_where_who_has_left_still_sits(organiser, store):
    of = {one.name: one.player for one in store.attendances(1)}
    one, other = of["Player 1"], of["Player 5"]
    assert "sits at table" not in texts(organiser.get("/evenings/1/players"))
    tell(store, 2, 1)
    organiser.send(f"/evenings/1/players/{other}", {"here": "0"})
    page = organiser.get("/evenings/1/players")
    assert "Player 5 sits at table 2" in texts(page)
    assert 'href="/tables/2/players"' in page.text  # it has begun
    organiser.send(f"/evenings/1/players/{one}", {"here": "0"})
    page = organiser.get("/evenings/1/players")
    assert "2 who have left still have a seat" in texts(page)
    by_hand = f"/evenings/1/draw?position=1&hand={one}"
    assert f'href="{by_hand}#p{one}"'.replace("&", "&amp;") in page.text
    assert "Player 1 is in the hand." in texts(organiser.get(by_hand))
    for table in (1, 2):
        store.close_table(table, key=None, phone="")
    assert "sits at table" not in texts(organiser.get("/evenings/1/players"))


def test_who_has_left_a_position_that_is_over_is_missed_by_nobody(organiser, store):
    of = {one.name: one.player for one in store.attendances(1)}
    organiser.send(f"/evenings/1/players/{of['Player 5']}", {"here": "0"})
    assert "sits at table 2" in texts(organiser.get("/evenings/1/players"))
    assert "Player 5 has left" in texts(organiser.get("/evenings/1"))
    store.close_position(1, 1, phone="")
    assert "sits at table" not in texts(organiser.get("/evenings/1/players"))
    assert "Player 5 has left" not in texts(organiser.get("/evenings/1"))


def test_a_seat_left_at_a_table_that_no_draw_opened_is_changed_on_its_sheet(organiser, store):
    open_here(store, 1, "tarot", ["Kim", "Lou", "Max"], key=None, phone="")
    kim = next(one.player for one in store.attendances(1) if one.name == "Kim")
    organiser.send(f"/evenings/1/players/{kim}", {"here": "0"})
    assert 'href="/tables/4/players"' in organiser.get("/evenings/1/players").text


def test_closing_the_evening_says_how_many_sheets_stay_open(organiser, store):
    said = "sheets are still open; they stay open. Close the evening"
    assert f"3 {said}" in texts(organiser.get("/evenings/1/settings"))
    store.change_evening(1, closed=True, key=None, phone="")
    assert "still open" not in texts(organiser.get("/evenings/1/settings"))


def test_who_looks_on_sees_the_tables_and_none_of_the_tools(organiser, app, store):
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    store.call(1, True, key=None, phone="")
    page = phone.get("/evenings/1").text
    assert 'href="/tables/3"' in page
    for tool in ("Seen", "Close position", "/settings", "/players", "/places"):
        assert tool not in page


def leaders(page) -> list[str]:
    """The first of the standings on the page of the evening."""
    return re.findall(r'class="name">([^<]+)</span><span class="number">', page)


def test_the_first_of_the_standings_stand_on_the_board_as_far_as_they_are_shown(
    organiser, app, store
):
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    assert leaders(organiser.get("/evenings/1").text) == []
    tell(store, 1, 1, facts=GARDE)
    for reader in (organiser, phone):
        page = reader.get("/evenings/1").text
        assert len(leaders(page)) == 4
        assert leaders(page) == names_ranked(reader)
    store.change_evening(1, shown=0, key=None, phone="")
    assert len(leaders(organiser.get("/evenings/1").text)) == 4
    assert leaders(phone.get("/evenings/1").text) == []


def names_ranked(reader) -> list[str]:
    """The names of the standings, in their order."""
    page = reader.get("/evenings/1/standings").text
    return re.findall(r'<th scope="row"><a class="name"[^>]*>([^<]+)</a>', page)


def test_the_version_is_another_one_after_each_change_and_asks_for_no_session(organiser, store):
    asked = organiser.get("/evenings/1/version")
    store.call(1, True, key=None, phone="")
    now = organiser.get("/evenings/1/version")
    assert (asked.status_code, asked.text != now.text) == (200, True)
    assert "Set-Cookie" not in now.headers


def questions(store, ask) -> int:
    asked: list[str] = []
    store.db.conn.set_trace_callback(asked.append)
    ask()
    store.db.conn.set_trace_callback(None)
    return len(asked)


def test_thirty_tables_are_asked_for_in_as_many_questions_as_three(organiser, store):
    few = questions(store, lambda: organiser.get("/evenings/1"))
    publish(store, 30, number=2)
    organiser.get("/evenings/1")
    store.call(4, True, key=None, phone="")
    assert organiser.get("/evenings/1").text.count('class="plate board-card') == 33
    many = questions(store, lambda: organiser.get("/evenings/1"))
    store.call(5, True, key=None, phone="")
    fresh = questions(store, lambda: organiser.get("/evenings/1"))
    assert many <= few
    assert fresh <= few + 2


def test_a_long_evening_is_looked_through_a_few_times_and_not_once_for_each_of_its_sheets():
    """Counted, not timed: how often the position of a sheet is asked for."""

    class Counted(SimpleNamespace):
        asked = 0

        @property
        def position(self) -> int:
            Counted.asked += 1
            return self.drawn

    sheets = [Counted(drawn=n // 50 + 1, closed_at="23:00" if n < 50 else None) for n in range(100)]
    board = Board([SimpleNamespace(table=one) for one in sheets], None, None)
    assert len(board.now) == 50
    assert len(board.before) == 50
    assert Counted.asked < 1000


@pytest.fixture
def undrawn(store) -> int:
    """A table of an evening at which nothing is drawn."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    opening = Opening("tarot", ["Wim", "Xa", "Yve", "Zoe"])
    return store.open_there(store.evenings()[0].id, opening, key=None, phone="")


def test_a_table_whose_first_deal_is_begun_does_not_wait_for_it(store, undrawn):
    bid = {"declarer": "0", "contract": "garde"}
    store.keep_half(undrawn, 1, bid, revision=0, key=None, phone="")
    found = store.tables_at(store.table(undrawn).evening_id)
    assert [card.needs for card in board(found, [], None).cards] == [""]


def test_without_a_draw_the_newest_position_is_that_of_the_tables(store, undrawn):
    assert board(store.tables_at(store.table(undrawn).evening_id), [], None).latest == 1
