"""An evening: opening it, its games and its links, closing it; the list of all of them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from forms import form, forms, texts
from friday import FIELDS, SETTINGS
from phones import Stranger

from companion.store import DrawnTable, Where


def test_whoever_opens_an_evening_organises_it(organiser, app):
    assert organiser.get("/evenings/1").status_code == 200
    assert app.test_client().get("/evenings/1").status_code == 403
    assert "Friday" in organiser.get("/").text
    assert "Friday" not in app.test_client().get("/").text


def test_an_evening_needs_a_name_and_a_game_and_keeps_what_was_typed(organiser):
    for missing in ("name", "games"):
        answer = organiser.send("/evenings/new", {**FIELDS, missing: ""})
        assert answer.status_code == 422
        assert "Café" in answer.text


def test_all_that_stands_against_an_evening_is_said_at_once(organiser, store):
    wrong = FIELDS | {"name": " ", "fee": "x", "planned": "13"}
    words = ["a name is needed", "a sum of money is written", "positions are a whole number"]
    for address, fields in (("/evenings/new", wrong | {"games": ""}), (SETTINGS, wrong)):
        answer = organiser.send(address, fields)
        assert answer.status_code == 422
        games = ["at least one game is needed"] * (address == "/evenings/new")
        assert [one for one in [*words, *games] if one not in answer.text] == []
        assert answer.text.count('class="problem"') == len(words) + len(games)
    assert [one.name for one in store.evenings()] == ["Friday"]


@pytest.mark.parametrize("typed", ["Friday", "2026-02-30", "2026-2-3", "20/11/2026"])
def test_a_date_that_is_none_comes_back(organiser, store, typed):
    for address in ("/evenings/new", SETTINGS):
        answer = organiser.send(address, FIELDS | {"date": typed})
        assert answer.status_code == 422
        assert "a date is written like 2026-11-20" in answer.text
        assert f'value="{typed}"' in answer.text
    assert [one.date for one in store.evenings()] == ["2026-11-20"]


def test_what_an_evening_of_before_says_for_its_date_stays(organiser, store):
    store.change_evening(1, date="Carnival", key=None, phone="")
    assert "Carnival · Café" in texts(organiser.get("/evenings/1"))
    assert 'name="date" type="text" maxlength="60" value="Carnival"' in organiser.get(SETTINGS).text
    organiser.send(SETTINGS, FIELDS | {"date": "Carnival", "place": "Bar"})
    assert (store.evening(1).date, store.evening(1).place) == ("Carnival", "Bar")
    organiser.send(SETTINGS, FIELDS)
    assert store.evening(1).date == "2026-11-20"


def test_how_many_positions_there_are_to_be_may_be_said_at_once_or_later(organiser, store):
    """Twelve are the most."""
    for n, (typed, planned) in enumerate(PLANNED.items(), 2):
        organiser.send("/evenings/new", FIELDS | {"planned": typed})
        assert store.evening(n).planned == planned
        organiser.send("/evenings/1/settings", FIELDS | {"planned": typed})
        assert store.evening(1).planned == planned
        value = re.search('name="planned".* value="([^"]*)"', organiser.get(SETTINGS).text)[1]
        assert value == str(planned or "")


PLANNED = {"4": 4, "": 0, "0": 0, " 12 ": 12}


def test_how_many_positions_is_asked_in_words_of_a_person(organiser):
    for page in ("/evenings/new", "/evenings/1/settings"):
        assert "How many positions, if that is known" in organiser.get(page).text


def test_a_form_that_comes_twice_opens_one_evening(organiser, store):
    organiser.send("/evenings/new", FIELDS | {"fee": "2,50", "key": "once"})
    assert len(store.evenings()) == 1


def test_an_evening_holds_five_hundred_players(organiser, store):
    """The draw and its page grow with their square."""
    names = [f"Player {n}" for n in range(501)]
    refused = organiser.send("/evenings/1/players", {"list": "\n".join(names)})
    assert refused.status_code == 422
    assert "at most 500 players are on the list of an evening" in unescape(refused.text)
    assert store.attendances(1) == []
    assert organiser.send("/evenings/1/players", {"list": "\n".join(names[1:])}).status_code == 303
    assert organiser.send("/evenings/1/players", {"typed": "Late"}).status_code == 422
    assert len(store.attendances(1)) == 500
    first = store.attendances(1)[0].player
    assert organiser.send(f"/evenings/1/players/{first}", {"off": "1"}).status_code == 303
    assert organiser.send("/evenings/1/players", {"typed": "Late"}).status_code == 303
    back = organiser.send(f"/evenings/1/players/{first}", {"off": "0"})
    assert back.status_code == 422
    assert "at most 500 players are on the list of an evening" in unescape(back.text)
    assert len(store.attendances(1)) == 500


def test_wishes_are_of_two_and_can_be_taken_back(organiser, store, four):
    store.wish(1, four[1], four[0], True, phone="")
    store.wish(1, four[0], four[1], False, phone="")
    store.wish(1, four[2], four[3], True, phone="")
    store.wish(1, four[2], four[3], None, phone="")
    assert store.wishes(1) == [(*sorted(four[:2]), False)]


def test_the_wishes_of_two_names_of_one_person_are_that_persons(organiser, store):
    store.check_in(1, ["Ana", "Anna", "Bo", "Chi"], "tarot", key=None, phone="")
    of = {one.name: one.player for one in store.attendances(1)}
    wishes = [("Ana", "Anna", 1), ("Ana", "Bo", 1), ("Anna", "Bo", 0), ("Anna", "Chi", 1)]
    for one, other, together in wishes:
        store.wish(1, of[one], of[other], bool(together), phone="")
    store.merge(of["Anna"], of["Ana"], key=None, phone="")
    assert store.wishes(1) == [(of["Ana"], of["Bo"], False), (of["Ana"], of["Chi"], True)]
    store.wish(1, of["Bo"], of["Anna"], True, phone="")  # from a page of before
    assert store.wishes(1) == [(of["Ana"], of["Bo"], True), (of["Ana"], of["Chi"], True)]
    for name in ("Bo", "Chi"):
        store.wish(1, of["Ana"], of[name], None, phone="")
    assert store.wishes(1) == []


def test_every_change_makes_another_version(organiser, store, four):
    versions = [store.evening_version(1)]
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
    versions.append(store.evening_version(1))
    (table,) = store.publish(1, 1, key=None, phone="")
    versions.append(store.evening_version(1))
    store.save_deal(table, 1, {"passed": True}, revision=0, key=None, phone="")
    versions.append(store.evening_version(1))
    assert len(set(versions)) == 4


@pytest.mark.parametrize("everybody", [True, False])
def test_whom_the_link_lets_open_tables_is_said_beside_it(organiser, store, everybody):
    store.let_open(everybody, "")
    page = organiser.get("/evenings/1/share").text
    said = "Whoever has it may open a table of the evening, too."
    assert (said in page) == everybody
    store.change_evening(1, closed=True, key=None, phone="")
    assert said not in organiser.get("/evenings/1/share").text


@pytest.mark.parametrize("path", ["share", "places"])
def test_there_is_no_link_of_an_evening_that_is_not_there(client, path):
    answer = client.send(f"/evenings/77/{path}", {"right": "watch", "place": "1"})
    assert answer.status_code == 404


def test_the_links_of_an_evening_let_in_and_are_taken_back(organiser, store, app):
    page = organiser.get("/evenings/1/share").text
    watch, organise = (store.link(right, Where(None, 1)) for right in ("watch", "organise"))
    assert watch.text in page
    assert organise.text in page
    assert organise.shown_code not in page  # there is no code to organise
    phones = [app.test_client() for _ in range(2)]
    assert phones[0].join(watch).location == "/evenings/1"
    assert phones[1].join(organise).location == "/evenings/1"
    organiser.send("/evenings/1/share", {"right": "organise"})
    assert [one.get("/evenings/1").status_code for one in (organiser, *phones)] == [200, 200, 403]


def test_a_game_that_was_forgotten_is_added_by_agreeing_its_rules(organiser, store):
    store.open_evening("Late", "2026-11-21", "", {"tarot": {}}, key=None, phone="")
    organiser.join(store.link("organise", Where(None, 2)))
    settings = organiser.get("/evenings/2/settings").text
    assert re.findall(r'href="/evenings/2/rules/(\w+)"', settings) == ["plateau", "tamalou"]
    seen = [form(organiser.get("/evenings/2/rules/tamalou"), "/rules/tamalou") for _ in range(2)]
    assert seen[0].send(organiser, limit="60").status_code == 303
    assert [*store.evening(2).games] == ["tarot", "tamalou"]
    assert store.evening(2).games["tamalou"]["limit"] == 60
    assert seen[1].send(organiser, limit="200").status_code == 422  # another phone was quicker
    assert 'value="tamalou"' in organiser.get("/evenings/2/players").text
    assert organiser.get("/evenings/2/rules/belote").status_code == 404


def test_a_closed_evening_says_so_on_its_pages_and_goes_on_by_one_touch(organiser, store):
    store.change_evening(1, closed=True, key=None, phone="")
    for page in ("/players", "/draw", "/settings"):
        assert "Friday · closed" in organiser.get(f"/evenings/1{page}").text
    page = organiser.get("/evenings/1")
    assert "This evening is closed." in page.text
    closed = next(one for one in forms(page) if one.action.endswith("/settings"))
    assert closed.send(organiser, closed="0").location == "/evenings/1"
    assert store.evening(1).closed_at is None
    assert "closed" not in texts(organiser.get("/evenings/1/players"))


@pytest.mark.parametrize(
    ("shown", "said"),
    [(1, "The others see: up to position 1"), (0, "The others see: nothing yet")],
)
def test_who_closes_an_evening_is_told_what_the_others_see_of_its_standings(
    organiser, store, shown, said
):
    assert "The others see" not in texts(organiser.get("/evenings/1/settings"))
    store.change_evening(1, shown=shown, key=None, phone="")
    assert said in texts(organiser.get("/evenings/1/settings"))


def test_an_evening_that_is_closed_is_not_closed_once_more(client, store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    first = store.change_evening(1, closed=True, key=None, phone="")
    version = store.evening_version(1)
    assert store.change_evening(1, closed=True, key=None, phone="another") == first
    assert store.evening_version(1) == version


@pytest.fixture
def year(organiser, app, store) -> Stranger:
    """The phone that organises Friday and two evenings of before; one is of another phone."""
    for name, date, place in EARLIER:
        phone = app.test_client() if name == "Other" else organiser
        phone.send("/evenings/new", FIELDS | {"name": name, "date": date, "place": place})
    store.change_evening(2, closed=True, key=None, phone="")
    store.change_evening(3, closed=True, key=None, phone="")
    return organiser


EARLIER = (("Été", "2026-07-03", "Le Coin"), ("May", "2026-05-08", "Club"), ("Other", "", "Club"))


def listed(phone, search=""):
    """The headings and the evenings of the list, in order."""
    page = phone.get(f"/evenings?q={search}").text.partition("<main")[2]
    return re.findall("<h2[^>]*>([^<]*)<|<b>([^<]*)</b>", page)


def test_those_going_on_come_first_and_the_closed_ones_below_the_newest_first(year):
    said = [heading or name for heading, name in listed(year)]
    assert said == ["Going on", "Friday", "Closed evenings", "Été", "May"]
    assert 'href="/evenings"' in year.get("/").text
    assert "Été" not in year.get("/").text


@pytest.mark.parametrize(
    ("search", "found"),
    [("ete", ["Été"]), ("coin", ["Été"]), ("2026-05", ["May"]), ("other", [])]
    + [
        ("july", ["Été"]),
        ("3/7", ["Été"]),
        ("03/07/2026", ["Été"]),
        ("3+July+2026", ["Été"]),
        ("club+may", ["May"]),
    ],
)
def test_an_evening_is_found_by_name_place_or_date(year, search, found):
    assert [name for _, name in listed(year, search) if name] == found


def test_a_day_that_is_searched_for_stands_before_those_that_only_end_like_it(client, store):
    """Thirty evenings of the 19th and the 29th do not hide the one of the 9th."""
    for n, day in enumerate(["09", *["19", "29"] * 15]):
        asked = {"key": None, "phone": ""}
        evening = store.open_evening(f"E{n}", f"2026-01-{day}", "", {"tarot": {}}, **asked)
        store.change_evening(evening.id, closed=True, **asked)
    for search in ("9 January", "9/1", "09/01"):
        assert listed(client, search)[1][1] == "E0"


def test_a_deleted_evening_is_on_no_list_and_a_phone_sees_only_its_own(year, app, store):
    store.change_evening(2, deleted=True, key=None, phone="")
    assert [name for _, name in listed(year) if name] == ["Friday", "May"]
    stranger = app.test_client()
    assert listed(stranger) == []
    assert 'href="/evenings"' not in stranger.get("/").text
    stranger.join(store.link("watch", Where(None, 3)))
    assert [name for _, name in listed(stranger) if name] == ["May"]


def test_a_long_list_ends_and_says_how_earlier_evenings_are_found(client, store):
    for n in range(25):
        date = f"2026-01-{n + 1:02}"
        store.open_evening(f"Friday {n}", date, "", {"tarot": {}}, key=None, phone="")
        found = "Earlier ones are found" in client.get("/evenings").text
        assert found is (n >= 23)
    assert "Friday 0<" not in client.get("/evenings").text
    assert "Friday 0<" in client.get("/evenings?q=Friday 0").text


def test_a_deleted_evening_is_found_by_the_host_and_brought_back_where_it_says_so(
    organiser, app, store
):
    host = app.test_client()
    host.join(store.link("organise"))
    gone = organiser.send("/evenings/1/settings", {"deleted": "1"})
    assert gone.location == "/evenings/1"
    for phone, lists in ((host, True), (organiser, False)):
        assert ("Deleted evenings" in phone.get("/evenings").text) is lists
    back = form(organiser.get("/evenings/1"), "/settings")
    assert back.send(organiser, deleted=0).location == "/evenings/1"
    assert "deleted" not in organiser.get("/evenings/1").text


def test_no_name_of_an_evening_turns_the_line_around(organiser, store):
    """Scores behind it would be read from the end."""
    organiser.send("/evenings/1/settings", FIELDS | {"name": "Fri\u202eday\u2069", "planned": ""})
    assert store.evening(1).name == "Friday"
