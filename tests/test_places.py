"""The places of an evening: one card each, whatever is played there; tables opened there."""

from __future__ import annotations

import re

import pytest
from forms import form, forms, texts
from phones import Stranger
from placed import NAMES, at_place, publish, tell, where

from companion import network
from companion.store import Where
from companion.web import places

STANDINGS = 'href="/evenings/1/standings"'
TOGETHER = "Same players, new game"


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
    assert "opens here by itself as soon as the next position is published" in between
    assert "Position 1 · Table 2" in between
    publish(store, 2)
    assert phone.get("/evenings/1/places/2").location == "/tables/4"
    assert phone.get("/tables/4").status_code == 200
    assert phone.get("/tables/2").location == "/tables/2/watch"


def test_once_no_position_comes_a_card_leads_to_the_standings_where_they_are_shown(
    organiser, app, store
):
    phone = at_place(app, store, 2)
    store.change_evening(1, planned=1, key=None, phone="")
    publish(store)
    store.close_table(2, key=None, phone="")
    assert STANDINGS in phone.get("/evenings/1/places/2").text
    store.change_evening(1, shown=0, key=None, phone="")
    assert STANDINGS not in phone.get("/evenings/1/places/2").text
    assert STANDINGS in organiser.get("/evenings/1/places/2").text


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


def renewing(page, **fields):
    """The form on a page that takes a link with these fields back."""
    asked = {name: [value] for name, value in fields.items()}
    return next(one for one in forms(page) if asked.items() <= one.fields.items())


def test_a_link_that_another_phone_took_back_meanwhile_is_not_taken_back_again(
    client, organiser, app, store
):
    """The new card is printed by then, and phones came in by it."""
    publish(store)
    card = {"place": "1", "right": "score"}
    late = [renewing(client.get("/evenings/1/places"), **card)]
    late += [renewing(client.get("/tables/1/share"), right="score")]
    renewing(organiser.get("/evenings/1/places"), **card).send(organiser)
    new, phone = store.link("score", Where(None, 1, 1)), at_place(app, store, 1)
    for one in late:
        assert new.text in client.get(one.send(client).location).text
    assert phone.get("/tables/1/players").status_code == 200
    renewing(client.get("/evenings/1/places"), **card).send(client)
    assert phone.get("/tables/1/players").status_code == 403


def test_the_link_of_another_place_than_the_page_shows_is_not_taken_back(
    client, organiser, store, open_table
):
    """The table got another number meanwhile."""
    store.take_in(open_table().id, 1, key=None, phone="")
    late = renewing(client.get("/tables/1/share"), right="score")
    organiser.send("/evenings/1/tables", {"table": "1", "place": "2"})
    links = [store.link("score", Where(None, 1, place)) for place in (1, 2)]
    assert late.send(client).status_code == 409
    assert links == [store.link("score", Where(None, 1, place)) for place in (1, 2)]


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
    organiser.send("/evenings/1/tables", {"table": table.id, "place": "8"})
    page = organiser.get("/evenings/1/places").text
    assert re.findall(r'id="p(\d+)"', page) == ["1", "2", "8"]  # in their order


def test_there_are_no_more_cards_than_an_evening_has_places(organiser, monkeypatch):
    monkeypatch.setattr(places, "MOST_PLACES", 3)  # for sixty it takes a while
    page = organiser.get("/evenings/1/places?n=100").text
    assert re.findall(r'id="p(\d+)"', page) == ["1", "2", "3"]


def test_a_printed_card_says_where_its_code_is_typed(organiser, monkeypatch):
    monkeypatch.setattr(network, "_reachable", lambda: "192.168.1.5")
    page = organiser.get("/evenings/1/places").text
    assert page.count("A short code is typed at 192.168.1.5:80.") == 2


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
    store.close_table(1, key=None, phone="")
    assert opens_at(2) in phone.get("/evenings/1/places/2").text
    again = {"player": NAMES[:4], "open": "1", "place": "2"}
    assert phone.send("/evenings/1/tables/new", again).location == "/tables/2"
    assert store.table(2).place == 2


@pytest.fixture
def undrawn(organiser, app, store) -> Stranger:
    """The phone at place 2 of an evening without a draw, at which a sheet was closed."""
    phone = at_place(app, store, 2)
    told = {"player": NAMES[:4], "open": "1", "place": "2"}
    assert phone.send("/evenings/1/tables/new", told).location == "/tables/1"
    tell(store, 1, 1)
    store.close_table(1, key=None, phone="")
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


def test_a_name_that_is_still_typed_sits_down_when_the_table_is_opened(organiser, store):
    told = {"player": NAMES[:3], "typed": NAMES[3], "open": "1"}
    assert organiser.send("/evenings/1/tables/new", told).location == "/tables/1"
    assert list(store.table(1).names) == NAMES[:4]


def test_at_an_evening_too_the_dealer_of_five_sits_out_where_four_play(organiser, store):
    told = {"player": NAMES[:5], "at_once": "4", "open": "1"}
    assert organiser.send("/evenings/1/tables/new", told).location == "/tables/1"
    assert store.table(1).at_once == 4


def test_a_table_is_not_opened_at_a_deleted_evening(organiser, store):
    opens = form(organiser.get("/evenings/1/tables/new"), "/tables/new")
    store.change_evening(1, deleted=True, key=None, phone="")
    assert opens.send(organiser, player=NAMES[:4], open=1).status_code == 404


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
    store.close_table(2, key=None, phone="")
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


def test_whose_sheet_is_closed_is_as_free_to_sit_down_as_who_sits_nowhere(organiser, store):
    publish(store)
    store.check_in(1, ["Zoe"], "tarot", key=None, phone="")
    store.close_table(2, key=None, phone="")
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
        store.delete_table(n, key=None, phone="")
    assert "Stays in the evening" in opener.get("/tables/new?table=1&carried=1").text
