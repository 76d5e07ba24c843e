"""An evening that is over, or about to be: nothing is drawn, and its pages say what comes next."""

from __future__ import annotations

import re

import pytest
from forms import form, texts
from phones import Phone, Stranger

from companion.games.message import InvalidDeal
from companion.store import DrawnTable, NotThere, Opening, Where

DRAW = "/evenings/1/draw"
FOUR = ["Ana", "Bo", "Chi", "Dana"]
KEYLESS = {"key": None, "phone": ""}
CLOSED = "That evening is closed: its organiser can go on with it"


@pytest.fixture
def organiser(app, store) -> Phone:
    """The phone of who organises an evening of four players, two positions and French Tarot."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, planned=2, **KEYLESS)
    store.check_in(1, FOUR, "tarot", **KEYLESS)
    app.test_client_class = Phone
    return app.test_client()


def put(store, number: int = 1, seated: int = 4) -> None:
    """A draw of one table; who has no seat there sits out."""
    players = tuple(one.player for one in store.attendances(1))
    tables = [DrawnTable(1, "tarot", players[:seated])]
    store.keep_draw(1, number, tables, players[seated:], **KEYLESS)


def publish(store, number: int = 1) -> int:
    """The sheet of that table."""
    put(store, number)
    (table,) = store.publish(1, number, **KEYLESS)
    return table


def close(store, closed: bool = True) -> None:
    store.change_evening(1, closed=closed, **KEYLESS)


@pytest.mark.parametrize("with_tables", [False, True])
def test_the_board_of_a_closed_evening_invites_to_no_draw(organiser, store, with_tables):
    if with_tables:
        publish(store)
        store.check_in(1, ["Eve"], "tarot", **KEYLESS)  # whom the board would send to the draw
    assert f'href="{DRAW}"' in organiser.get("/evenings/1").text
    close(store)
    page = organiser.get("/evenings/1")
    assert f'href="{DRAW}' not in page.text
    assert "draw the first position" not in texts(page)


def test_the_draw_of_a_closed_evening_says_so_and_how_it_goes_on(organiser, store):
    for step in ("nothing is drawn", "drawn", "published"):
        close(store)
        page = organiser.get(f"{DRAW}?position=1")
        assert "This evening is closed." in texts(page), step
        shown = page.text[page.text.index("<main") :]
        assert ">Publish<" not in shown
        assert "Draw</button>" not in shown
        assert "Draw again" not in shown
        assert all("disabled" in one for one in re.findall('name="hand"[^>]*>', shown))
        assert form(page, "/settings").send(organiser, closed="0").location == "/evenings/1"
        assert store.evening(1).closed_at is None
        if step == "nothing is drawn":
            put(store, seated=3)
        elif step == "drawn":
            store.publish(1, 1, **KEYLESS)


@pytest.mark.parametrize("address", [DRAW, f"{DRAW}/publish"])
def test_what_was_about_to_be_drawn_is_refused_once_the_evening_is_closed(
    organiser, store, address
):
    put(store)
    page = form(organiser.get(DRAW), "sizes")
    drawn = store.positions(1)
    close(store)
    refused = page.send(organiser, address, minutes="33")
    assert refused.status_code == 422
    assert CLOSED in texts(refused)
    assert 'name="minutes"' in refused.text
    assert 'value="33"' in refused.text
    assert (store.positions(1), store.tables("open")) == (drawn, [])
    close(store, False)
    assert form(refused, "sizes").send(organiser, f"{DRAW}/publish").status_code == 303
    assert len(store.tables("open")) == 1


def test_nobody_is_moved_in_a_closed_evening(organiser, store):
    publish(store)
    ana, bo = (one.player for one in store.attendances(1)[:2])
    held = form(organiser.get(f"{DRAW}?position=1&hand={ana}"), "/move")
    close(store)
    assert f'name="hand" value="{ana}" disabled' in organiser.get(f"{DRAW}?position=1").text
    held.send(organiser, swap=str(bo))
    assert [*store.table(1).sitting] == FOUR


def test_the_store_draws_and_publishes_nothing_in_a_closed_evening(organiser, store):
    put(store)
    close(store)
    with pytest.raises(InvalidDeal, match="that evening is closed"):
        put(store)
    with pytest.raises(InvalidDeal, match="that evening is closed"):
        store.publish(1, 1, **KEYLESS)


STANDINGS = 'href="/evenings/1/standings"'
NEXT = "Where to go next"


def at_place(app, store) -> Stranger:
    """A phone that came in by the card of place 1."""
    phone = Stranger(app, app.response_class)
    phone.join(store.link("score", Where(None, 1, 1)))
    return phone


def close_sheet(store, table: int) -> None:
    store.close_table(table, **KEYLESS)


def test_after_the_last_position_that_is_planned_a_sheet_leads_to_the_standings(
    organiser, app, store
):
    close_sheet(store, publish(store))
    phone = at_place(app, store)
    first = phone.get("/tables/1/watch/live").text
    assert NEXT in first
    assert STANDINGS in first
    close_sheet(store, publish(store, 2))
    for address in ("/tables/2/watch", "/tables/2/watch/live"):
        page = phone.get(address).text
        assert NEXT not in page
        assert STANDINGS in page
    place = phone.get("/evenings/1/places/1")
    assert "no other position is planned" in texts(place)
    assert STANDINGS in place.text
    put(store, 3)  # one more, all the same
    assert NEXT in phone.get("/tables/2/watch/live").text
    assert "as soon as the next position is published" in texts(phone.get("/evenings/1/places/1"))


def test_a_sheet_that_is_closed_leads_to_the_standings_once_its_evening_is_closed(
    organiser, app, store
):
    close_sheet(store, publish(store))
    phone = at_place(app, store)
    version = phone.get("/tables/1/version").text
    close(store)
    assert phone.get("/tables/1/version").text != version
    assert STANDINGS in phone.get("/tables/1/watch/live").text
    place = phone.get("/evenings/1/places/1")
    assert "This evening is closed." in texts(place)
    assert "opens here by itself" not in texts(place)
    assert STANDINGS in place.text


def test_no_sheet_leads_to_standings_that_are_not_shown(organiser, app, store):
    close_sheet(store, publish(store))
    close(store)
    store.change_evening(1, shown=0, **KEYLESS)
    phone = at_place(app, store)
    assert STANDINGS not in phone.get("/tables/1/watch").text
    assert STANDINGS not in phone.get("/evenings/1/places/1").text
    assert STANDINGS in organiser.get("/evenings/1/places/1").text


def test_a_sheet_that_is_played_says_that_its_evening_was_closed_and_plays_on(
    organiser, app, store
):
    publish(store)
    phone = at_place(app, store)
    version = phone.get("/tables/1/version").text
    assert "Evening closed" not in phone.get("/tables/1").text
    close(store)
    assert phone.get("/tables/1/version").text != version
    for address in ("/tables/1", "/tables/1/live"):
        page = phone.get(address)
        assert '<span class="flag">Evening closed</span>' in page.text
        assert "The organiser has closed the evening. What is told here" in texts(page)
    for address in ("/tables/1/watch", "/tables/1/watch/live"):
        assert '<span class="flag">Evening closed</span>' in phone.get(address).text
    store.save_deal(1, 1, {"passed": True}, revision=0, **KEYLESS)
    close(store, False)
    assert "Evening closed" not in phone.get("/tables/1/live").text


def test_who_looks_at_the_list_of_a_closed_evening_is_not_called_to_the_draw(organiser, store):
    store.check_in(1, ["Ana"], "tarot", **KEYLESS)
    called = 'class="button primary" id="to-draw"'
    assert called in organiser.get("/evenings/1/players").text
    store.change_evening(1, closed=True, **KEYLESS)
    assert called not in organiser.get("/evenings/1/players").text


def test_who_closes_the_evening_is_shown_what_to_take_along(organiser, store):
    settings = "/evenings/1/settings"
    assert STANDINGS not in organiser.get(settings).text
    assert organiser.send(settings, {"closed": "1"}).location == settings
    page = organiser.get(settings)
    assert "This evening is closed." in texts(page)
    for address in ("standings", "recap.html", "evening.zip"):
        assert f'href="/evenings/1/{address}"' in page.text
        assert organiser.get(f"/evenings/1/{address}").status_code == 200


def test_after_the_last_position_that_is_planned_the_board_closes_the_evening(organiser, store):
    offer = 'id="close-evening"'
    publish(store)
    store.close_position(1, 1, phone="")
    assert offer not in organiser.get("/evenings/1").text
    table = publish(store, 2)
    store.save_deal(table, 1, {"passed": True}, revision=0, **KEYLESS)
    assert offer not in organiser.get("/evenings/1").text  # it is played
    close_sheet(store, table)
    assert f'class="button" {offer}' in organiser.get("/evenings/1").text
    store.close_position(1, 2, phone="")
    page = organiser.get("/evenings/1")
    assert f'class="button primary" {offer}' in page.text
    assert "Draw position 3" in texts(page)
    assert form(page, "end").send(organiser, closed="1").location == "/evenings/1/settings"
    assert store.evening(1).closed_at
    assert offer not in organiser.get("/evenings/1").text


def test_no_evening_is_closed_from_the_board_where_another_position_is_drawn(organiser, store):
    for n in (1, 2):
        close_sheet(store, publish(store, n))
    store.close_position(1, 2, phone="")
    ends = 'id="close-evening"'
    assert ends in organiser.get("/evenings/1").text
    put(store, 3)
    assert ends not in organiser.get("/evenings/1").text


SAME = "Same players, new game"


@pytest.fixture
def played_out(organiser, store) -> int:
    """A table without a draw, closed."""
    table = store.open_there(1, Opening("tarot", FOUR), place=3, **KEYLESS)
    close_sheet(store, table)
    return table


@pytest.mark.parametrize("gone", ["evening", "table", "closed"])
def test_no_game_follows_where_its_evening_or_its_sheet_is_gone(organiser, store, played_out, gone):
    assert SAME in organiser.get("/tables/1/watch").text
    if gone == "table":
        store.delete_table(played_out, **KEYLESS)
    else:
        store.change_evening(1, **{"closed" if gone == "closed" else "deleted": True}, **KEYLESS)
    assert SAME not in organiser.get("/tables/1/watch").text
    organiser.send("/tables/1/again")
    with pytest.raises(NotThere):
        store.table(2)


def test_of_the_sheets_of_a_place_the_newest_is_played_on(organiser, store, played_out):
    assert organiser.send("/tables/1/again").location == "/tables/2"
    close_sheet(store, 2)
    assert SAME not in organiser.get("/tables/1/watch").text
    assert SAME in organiser.get("/tables/2/watch").text


def test_no_place_is_said_where_the_table_will_not_stand(organiser, store, played_out):
    page = "/evenings/1/tables/new?place=3&player=Ana&player=Bo&player=Chi"
    assert "at table 3." in texts(organiser.get(page))
    organiser.send("/tables/1/again")
    assert "at the next free place." in texts(organiser.get(page))


@pytest.mark.parametrize("name", ["pop", "items"])
def test_whatever_somebody_is_called_plays_at_no_table_by_that(organiser, store, played_out, name):
    store.check_in(1, [name], "tarot", **KEYLESS)
    organiser.send("/tables/1/again")
    page = organiser.get("/evenings/1/tables/new")
    assert f"{name}</button>" in page.text
    assert "Ana <small" in page.text


def test_what_others_see_of_the_standings_is_another_version_of_a_sheet(organiser, app, store):
    close_sheet(store, publish(store))
    phone = at_place(app, store)
    version = phone.get("/tables/1/version").text
    store.change_evening(1, shown=0, **KEYLESS)
    assert phone.get("/tables/1/version").text != version
    assert STANDINGS not in phone.get("/tables/1/watch/live").text


def test_who_came_after_the_draw_is_drawn_by_one_button(organiser, store):
    put(store)
    store.check_in(1, ["Eve"], "tarot", **KEYLESS)
    page = organiser.get(DRAW)
    assert page.text.count("Draw again") == 1
