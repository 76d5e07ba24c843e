"""What follows a sheet at its place: another game, its totals carried over, the next position."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from an_evening import open_here
from forms import form, texts
from phones import Stranger
from placed import NAMES, at_place, carry_over, garde, publish, where
from test_growth import MOST
from test_growth import asked as statements

from companion.store import DrawnTable, Opening, Where


def test_where_a_fifth_player_comes_the_place_goes_on_and_every_phone_there_with_it(
    organiser, app, store
):
    publish(store)
    phone, friend = at_place(app, store, 1), at_place(app, store, 1)
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
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
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
    late = form(friend.get("/tables/new?table=1&carried=1"), "opening")
    assert carry_over(phone) == "/tables/3"
    refused = late.send(friend, typed="Jo", open=1)
    assert refused.status_code == 422
    assert "These totals are carried over already: play on at that sheet" in texts(refused)
    assert 'href="/tables/3">On to the next sheet' in refused.text
    assert 'value="Jo"' in refused.text
    for _ in range(2):
        assert friend.get("/tables/new?table=1&carried=1").location == "/tables/3"
        store.close_table(3, key=None, phone="")
    assert len(store.tables_at(1)) == 3
    store.delete_table(3, key=None, phone="")
    assert carry_over(friend) == "/tables/4"
    assert where(store, 4) == (1, 1, 1)


@pytest.mark.parametrize("closed", [False, True])
def test_who_only_looks_on_takes_no_totals_away(organiser, app, store, closed):
    publish(store)
    phone, stranger = at_place(app, store, 1), app.test_client()
    stranger.join(store.link("watch", Where(None, 1)))
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
    assert carry_over(stranger) is None  # they play at table 1
    assert carry_over(stranger, open="elsewhere") == "/tables/3"
    assert (store.table(3).start, store.table(3).goes_on) == ((0,) * 5, None)
    if closed:
        store.close_table(1, key=None, phone="")
    assert carry_over(phone, open="elsewhere") == "/tables/4"
    assert store.table(4).start == (*store.table(1).totals, 0)
    assert (where(store, 4), bool(store.table(1).closed_at)) == ((1, 1, 1), True)


@pytest.fixture
def opened_again(organiser, app, store) -> Stranger:
    """A phone at place 1, where the organiser took back that the totals were carried over."""
    publish(store)
    phone = at_place(app, store, 1)
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
    assert carry_over(phone) == "/tables/3"
    organiser.send("/tables/3/close")
    organiser.send("/tables/1/reopen")
    return phone


def test_totals_of_a_sheet_that_was_opened_again_are_carried_over_again(opened_again, store):
    phone = opened_again
    store.save_deal(1, 2, garde(1), revision=0, key=None, phone="")
    assert carry_over(phone) == "/tables/4"
    assert store.table(4).start == (*store.table(1).totals, 0)


def test_what_says_nothing_of_totals_does_not_hinder_who_carries_them_over(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    store.call(1, True, key=None, phone="")
    store.call(1, False, key=None, phone="")
    store.judge(1, 1, "confirmed", revision=1, key=None, phone="another")
    store.describe_table(1, {"title": "Window"}, key=None, phone="")
    store.close_table(1, key=None, phone="")
    store.reopen_table(1, key=None, phone="")
    assert opening.send(phone, open=1).location == "/tables/3"


def test_a_double_tap_that_carries_totals_over_opens_one_table_and_closes_one(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store, 1)
    opening = form(phone.get("/tables/new?table=1&carried=1"), "opening")
    assert [opening.send(phone, open=1).location for _ in range(2)] == ["/tables/3"] * 2
    store.close_table(3, key=None, phone="")
    store.reopen_table(1, key=None, phone="")
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
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
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
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
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
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
    phone = at_place(app, store, 1)
    for right, at in (("watch", Where(None, 1)), ("score", Where(None, 1, 2))):
        phone.join(store.link(right, at))
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
    store.save_deal(1, 1, garde(0), revision=0, key=None, phone="")
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
    store.close_table(1, key=None, phone="")
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
    store.close_table(1, key=None, phone="")
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
    """A phone that may not enter its deals, or goes on outside the evening, does not close it."""
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
    store.close_table(1, key=None, phone="")
    assert friend.send("/tables/1/again").location == "/tables/3"
    for address in ("/tables/1/watch", "/tables/1/watch/live"):
        assert 'href="/tables/3">On to the next sheet' in friend.get(address).text
    assert form(friend.get("/tables/3")).send(friend, unplayed="passed").location == "/tables/3"
    store.close_table(3, key=None, phone="")
    assert organiser.send("/tables/3/again").location == "/tables/4"
    assert where(store, 4) == (1, 1, 1)
    store.close_table(4, key=None, phone="")
    store.reopen_table(1, key=None, phone="")
    store.close_table(3, key=None, phone="")
    assert phone.send("/tables/1/again").location == "/tables/5"  # those were closed


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
    store.close_table(1, key=None, phone="")
    organiser.send("/tables/1/again")
    publish(store, 2)
    organiser.get("/tables/1")  # what is known then is not asked for again
    assert len(statements(organiser, "/tables/1")) <= MOST


def test_a_game_that_is_over_is_not_where_its_players_go_on(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    for table in (1, 3):
        for number in (1, 2, 3):
            store.save_deal(table, number, garde(number), revision=0, key=None, phone="")
        phone.send(f"/tables/{table}/{'again' if table == 1 else 'close'}")
    assert "On to the next sheet" not in phone.get("/tables/3/watch").text
    assert phone.get("/evenings/1/places/1").location == "/tables/1"  # it asks to be closed


def test_others_play_on_at_the_place_where_a_game_is_over_though_its_sheet_is_open(
    organiser, app, store
):
    publish(store)
    for number in (1, 2, 3):
        store.save_deal(1, number, garde(number), revision=0, key=None, phone="")
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
        if n == 3:
            store.close_table(n, key=None, phone="")
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
    store.save_deal(3, 1, garde(0), revision=0, key=None, phone="")
    store.substitute(3, 0, "Jo", key=None, phone="")
    assert phone.send("/tables/1/again").location == "/tables/3"


def test_a_new_game_after_a_closed_sheet_is_said_to_who_may_see_it(organiser, app, store):
    publish(store)
    phone, guest = at_place(app, store, 1), app.test_client()
    guest.join(store.link("watch", Where(1)))  # of that sheet alone
    store.close_table(1, key=None, phone="")
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
        store.close_table(table, **asked)
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


def test_a_game_that_is_over_and_not_closed_hears_that_the_next_position_has_begun(
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
    store.close_table(1, key=None, phone="")
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
    store.close_table(1, key=None, phone="")
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
    if closed:
        store.close_table(2, key=None, phone="")
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
    store.close_table(1, key=None, phone="")
    store.change_evening(1, closed=True, key=None, phone="")
    assert "Where to go next" not in phone.get("/tables/1/watch").text


def test_a_closed_sheet_that_stands_at_no_place_of_its_evening_can_be_read(organiser, store):
    publish(store)
    store.db.execute("UPDATE tables SET position = NULL, place = NULL WHERE id = 1")
    store.close_table(1, key=None, phone="")
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
    store.close_table(1, key=None, phone="")
    assert back not in phone.get("/tables/1/watch").text
    asked = phone.get("/tables/1/watch/version").text
    store.reopen_table(1, key=None, phone="")
    assert phone.get("/tables/1/watch/version").text != asked
    for address in ("/tables/1/watch", "/tables/1/watch/live"):
        assert back in phone.get(address).text
        assert back not in guest.get(address).text


def test_what_was_touched_before_the_sheet_was_closed_is_said_not_to_count(organiser, app, store):
    publish(store)
    phone = at_place(app, store, 1)
    store.close_table(1, key=None, phone="")
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
    store.close_table(1, key=None, phone="")
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
        store.close_table(2, key=None, phone="")


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


def test_a_closed_sheet_hears_that_its_players_sit_elsewhere_now(organiser, store):
    publish(store)
    store.close_table(1, key=None, phone="")
    publish(store, 2)
    version, page = (organiser.get(f"/tables/1{one}").text for one in ("/version", ""))
    assert "table 1, seat 1" in page
    people, drawn = [one.player for one in store.attendances(1)], store.positions(1)[1]
    rows = [tuple(people[4:]), tuple(people[:4])]
    tables = [DrawnTable(n, "tarot", row) for n, row in enumerate(rows, 1)]
    how = {"seen": drawn.digest, "by_hand": True, "key": None, "phone": ""}
    store.keep_draw(1, 2, tables, [], **how)
    assert organiser.get("/tables/1/version").text != version
    assert "table 2, seat 1" in organiser.get("/tables/1").text


def test_a_closed_sheet_hears_that_its_totals_are_played_on(client, store, open_table):
    table = open_table()
    store.save_deal(table.id, 1, {"passed": True}, revision=0, key=None, phone="")
    store.close_table(table.id, key=None, phone="")
    version, table = client.get("/tables/1/version").text, store.table(1)
    on = Opening("tarot", table.sitting, table.rules, goes_on=1, as_of=table.version)
    store.open_table(on, key=None, phone="")
    assert client.get("/tables/1/version").text != version
    assert client.send("/tables/1/again", {"key": "k"}).location == "/tables/2"
    assert [one.id for one in store.tables("open")] == [2]
