"""Seasons: evenings put together, standings over them, who sees them, the file."""

from __future__ import annotations

import csv
import io
import re
from datetime import date, timedelta

import forms
import pytest
from flask import Flask
from phones import Stranger

from companion.store import NotThere, Opening, Season, Where
from companion.store.replaying import _last, _told
from companion.web import seasons

HOW = {"key": None, "phone": ""}
GARDE = {"contract": "garde", "oudlers": 2, "card_points": 49}  # 198 for one, −66 for the others
THREE = ("Ana", "Bo", "Chi")  # at three 132 for one, −66 for the others
LONGEST = "Marie-Hortense de la Tour-Blin"


def evening(store, day, names, *declarers, game="tarot", position=1):
    """An evening of one table; one deal for each declarer."""
    found = store.open_evening(f"Evening {day}", f"2026-10-{day:02}", "", {game: {}}, **HOW)
    table = store.open_table(Opening(game, names), **HOW)
    put = "UPDATE tables SET evening_id = ?, position = ?, place = 1 WHERE id = ?"
    store.db.execute(put, [found.id, position, table.id])
    for number, one in enumerate(declarers, 1):
        told = one if isinstance(one, dict) else GARDE | {"declarer": str(one)}
        store.save_deal(table.id, number, told, revision=0, **HOW)
    return found.id


@pytest.fixture
def season(store) -> Season:
    """Ana: 132, −66, −66, 132; Bo: −66, 132; Chi: −66, −66, 132, −66; Dana: −66, −66."""
    season = store.open_season("2026/27", **HOW)
    for day, names, declarer in (
        (2, THREE, 0),
        (9, THREE, 1),
        (16, ("Ana", "Chi", "Dana"), 1),
        (23, ("Ana", "Chi", "Dana"), 0),
    ):
        store.change_evening(evening(store, day, names, declarer), season_id=season.id, **HOW)
    return season


def shown(page):
    """The rows of the table on the page, the words of each without its marks."""
    body = page.text.partition("<tbody>")[2].partition("</tbody>")[0]
    body = re.sub(r'<small class="narrow">.*?</small>', "", body)  # the mean, said once more
    return [" ".join(text(row).split()) for row in body.split("<tr")[1:]]


def text(markup):
    return re.sub(r"<[^>]*>", " ", "<" + markup)


# --- What is kept ---------------------------------------------------------------------------


def test_an_evening_is_put_in_and_taken_out_again_and_both_are_noted(client, store):
    season, found = store.open_season("2026/27", **HOW), evening(store, 2, THREE, 0)
    at = f"/seasons/{season.id}/evenings"
    assert client.send(at, {"into": found}).status_code == 303
    assert [one.id for one in store.evenings_of(season.id)] == [found]
    assert store.evenings_of(None) == []
    assert client.send(at, {"out": found}).status_code == 303
    assert store.evenings_of(season.id) == []
    noted = "SELECT said FROM evening_changes WHERE kind = 'change' ORDER BY id"
    assert [said for (said,) in store.db.execute(noted)] == [
        '{"season_id":1}',
        '{"season_id":null}',
    ]


def opened(phone, store, **typed):
    """The evening that a phone opens by the form as it is drawn, with this typed into it."""
    page = forms.forms(phone.get("/evenings/new"))[-1]
    assert page.send(phone, name="Friday", **typed).status_code == 303
    return store.last_evening()


def test_a_new_evening_counts_for_the_season_of_the_one_before_unless_another_is_chosen(
    client, store, season
):
    assert opened(client, store).season_id == season.id
    other = store.open_season("2027/28", **HOW)
    assert opened(client, store, season=other.id).season_id == other.id
    assert opened(client, store, season="").season_id is None
    assert opened(client, store).season_id is None


def test_a_new_evening_is_not_opened_in_a_season_that_was_deleted_meanwhile(client, store, season):
    page = forms.forms(client.get("/evenings/new"))[-1]
    store.delete_season(season.id, True, phone="")
    for gone in (season.id, 0, 2**63):
        answer = page.send(client, name="Friday", place="Café", season=gone)
        assert answer.status_code == 422
        assert forms.problem(answer) == "that season was deleted meanwhile"
        assert 'value="Café"' in answer.text
    assert store.last_evening().name == "Evening 23"


def test_only_the_host_opens_an_evening_in_a_season(app, store, season):
    app.test_client_class = Stranger
    phone = app.test_client()
    assert "2026/27" not in phone.get("/evenings/new").text
    fields = {"name": "Friday", "games": ["tarot"], "season": season.id, "key": "once"}
    assert phone.send("/evenings/new", fields).status_code == 303
    assert store.last_evening().season_id is None


def test_an_evening_is_not_taken_from_another_season(client, store, season):
    other = store.open_season("Cup", **HOW)
    for how in ("into", "out"):
        answer = client.send(f"/seasons/{other.id}/evenings", {how: 1})
        assert answer.status_code == 422
        assert "that evening is in another season by now" in answer.text
        assert client.send(f"/seasons/{other.id}/evenings", {how: 99}).status_code == 404
    assert len(store.evenings_of(season.id)) == 4


def test_where_evenings_may_be_in_another_season_it_says_how_they_come(client, store, season):
    """For an evening that was opened in the wrong season, the right one said "No other evening"."""
    said = "An evening of another season has to be taken out of that one first."
    assert said not in forms.texts(client.get("/seasons/1/evenings"))
    store.open_season("2027/28", **HOW)
    for number in (1, 2):
        assert said in forms.texts(client.get(f"/seasons/{number}/evenings"))


def test_an_evening_is_still_of_its_season_that_comes_back_whatever_another_one_is_told(
    client, store, season
):
    other = store.open_season("Cup", **HOW)
    store.delete_season(season.id, True, phone="")
    client.send(f"/seasons/{other.id}/evenings", {"out": 1})
    store.delete_season(season.id, False, phone="")
    assert len(store.evenings_of(season.id)) == 4


def test_of_two_phones_that_put_an_evening_into_two_seasons_one_is_refused(
    client, store, monkeypatch
):
    """The other one saves before this one, which has seen that the evening is in none."""
    mine, theirs = (store.open_season(name, **HOW).id for name in ("2026/27", "Cup"))
    found, answers = evening(store, 2, THREE, 0), []

    def put(season):
        answer = client.send(f"/seasons/{season}/evenings", {"into": found})
        answers.append((season, answer.status_code))

    def first_the_other(*asked):
        monkeypatch.undo()
        put(theirs)
        return store.writing(*asked)

    monkeypatch.setattr(store, "writing", first_the_other)
    put(mine)
    assert answers == [(theirs, 303), (mine, 422)]
    assert [one.id for one in store.evenings_of(theirs)] == [found]


def test_a_season_needs_a_name_and_a_form_twice_opens_one(client, store):
    answer = client.send("/seasons/new", {"name": " "})
    assert (answer.status_code, "a name is needed" in answer.text) == (422, True)
    for _ in range(2):
        answer = client.send("/seasons/new", {"name": "Été", "key": "once"})
        assert answer.location == "/seasons/1/evenings"
    assert store.seasons() == [Season(1, "Été", 0)]
    assert client.send("/seasons/1/evenings", {"name": "", "best": "3"}).status_code == 422
    client.send("/seasons/1/evenings", {"name": "Hiver", "best": "3"})
    assert store.season(1) == Season(1, "Hiver", 3)
    with pytest.raises(NotThere):
        store.season(2)


# --- The standings --------------------------------------------------------------------------


def test_all_evenings_count_and_ties_share_a_rank(client, season):
    """Ana 132 − 66 − 66 + 132 = 132; Bo 66; Chi −66 − 66 + 132 − 66 = −66; Dana −132."""
    assert shown(client.get("/seasons/1")) == [
        "1 Ana +132 −66 −66 +132 4 +33.0 +132",
        "2 Bo – – +132 −66 2 +33.0 +66",
        "3 Chi −66 +132 −66 −66 4 −16.5 −66",
        "4 Dana −66 −66 – – 2 −66.0 −132",
    ]


def test_where_a_page_may_lack_columns_it_says_so(client, store, season):
    """A tablet has room for two evenings: a total stood there beside none that made it."""
    said = "The newest evenings have a column each, as many as fit; the CSV has all."
    assert said in forms.texts(client.get("/seasons/1"))
    for one in store.evenings_of(1)[2:]:
        store.put_evening(1, one.id, False, **HOW)
    assert len(store.evenings_of(1)) == 2
    assert said not in forms.texts(client.get("/seasons/1"))


def test_who_shares_a_rank_stands_there_by_name(client, store):
    season = store.open_season("2026/27", **HOW)
    found = evening(store, 2, ("Ana", "Zoé", "Élie", "Zoe"), 0)
    store.change_evening(found, season_id=season.id, **HOW)
    assert [row.split()[:2] for row in shown(client.get("/seasons/1"))] == [
        ["1", "Ana"],
        ["2", "Élie"],
        ["2", "Zoe"],
        ["2", "Zoé"],
    ]


def test_of_the_best_two_evenings_only_those_are_in_the_total(client, season):
    """Ana 264, Chi 132 − 66 = 66 as Bo; the sum of all stands beside it."""
    assert shown(client.get("/seasons/1?best=2")) == [
        "1 Ana +132 −66 −66 +132 4 +33.0 +132 +264",
        "2 Bo – – +132 −66 2 +33.0 +66 +66",
        "2 Chi −66 +132 −66 −66 4 −16.5 −66 +66",
        "4 Dana −66 −66 – – 2 −66.0 −132 −132",
    ]


def what_it_is(page):
    """The form of its name and of how many evenings count."""
    return next(one for one in forms.forms(page) if "best" in one.fields)


def test_of_two_phones_that_change_a_season_neither_loses_what_it_changed(client, store, season):
    mine, theirs = (what_it_is(client.get("/seasons/1/evenings")) for _ in range(2))
    assert theirs.send(client, name="New").status_code == 303
    assert mine.send(client, best=["3", ""]).status_code == 303
    assert (store.season(1).name, store.season(1).best) == ("New", 3)


def test_of_two_phones_that_call_a_season_otherwise_the_second_is_asked(client, store, season):
    mine, theirs = (what_it_is(client.get("/seasons/1/evenings")) for _ in range(2))
    theirs.send(client, name="New", best=["4", ""])
    answer = mine.send(client, name="Cup")
    assert answer.status_code == 422
    assert "to New: save once more" in answer.text
    assert "to 4" not in answer.text  # what was not changed here stays as it is there
    assert store.season(1).name == "New"
    assert what_it_is(answer).send(client).status_code == 303
    assert (store.season(1).name, store.season(1).best) == ("Cup", 4)


@pytest.mark.parametrize("best", [["3", ""], ["0", "7"]], ids=["touched", "typed"])
def test_of_two_phones_that_count_other_evenings_the_second_is_asked(client, store, season, best):
    mine, theirs = (what_it_is(client.get("/seasons/1/evenings")) for _ in range(2))
    theirs.send(client, name="New", best=["4", ""])
    answer = mine.send(client, best=best)
    assert answer.status_code == 422
    assert "to 4: save once more" in answer.text
    assert "to New" not in answer.text  # what was not changed here stays as it is there
    assert what_it_is(answer).send(client).status_code == 303
    assert (store.season(1).name, store.season(1).best) == ("New", int(best[1] or best[0]))


@pytest.mark.parametrize(
    ("told", "asked"),
    [({"best": ["4", ""]}, "4"), ({"best": ["0", ""]}, "All"), ({"name": "New"}, "New")],
)
def test_what_only_one_of_two_phones_has_changed_is_not_asked(client, store, season, told, asked):
    store.change_season(1, "2026/27", 2, **HOW)
    mine, theirs = (what_it_is(client.get("/seasons/1/evenings")) for _ in range(2))
    theirs.send(client, **told)
    answer = mine.send(client, name="Cup", best=["3", ""])
    assert re.findall(r"to (\S+): save once more", answer.text) == [asked]


def test_the_seasons_own_best_holds_where_the_address_says_nothing(client, store, season):
    store.change_season(1, "2026/27", 2, **HOW)
    assert shown(client.get("/seasons/1"))[0].endswith("+264")
    assert shown(client.get("/seasons/1?best=0"))[0].endswith("+132")


@pytest.mark.parametrize(
    ("typed", "best"), [("7", 7), (" 7 ", 7), ("７", 7), ("", 2), ("999", 999)]
)
def test_any_number_of_evenings_may_count(client, store, season, typed, best):
    """A typed number goes before the chip; what is no number changes nothing."""
    store.change_season(1, "2026/27", 1, **HOW)
    client.send("/seasons/1/evenings", {"name": "2026/27", "best": ["2", typed]})
    assert store.season(1).best == best
    chips = client.get("/seasons/1/evenings").text
    assert re.search(rf'value="{best}" checked', chips)


@pytest.mark.parametrize("typed", ["x", "-3", "2.5", "1000", "9" * 5000])
def test_a_number_of_evenings_that_cannot_be_is_refused_and_stays(client, store, season, typed):
    before = store.season(1).best
    page = client.send("/seasons/1/evenings", {"name": "2026/27", "best": ["2", typed]})
    assert page.status_code == 422
    assert "evenings that count are a whole number of 1 to 999" in page.text
    assert f'value="{typed}"' in page.text
    assert store.season(1).best == before
    assert client.get(f"/seasons/1?best={typed}").status_code == 200


def test_how_many_count_is_typed_before_the_first_evening_is_in_too(client, store):
    store.open_season("2026/27", **HOW)
    assert 'name="best" inputmode="numeric"' in client.get("/seasons/1/evenings").text


def test_another_number_is_typed_where_the_standings_are_looked_at(client, season):
    page = client.get("/seasons/1?game=tarot&best=3").text
    assert 'name="best" inputmode="numeric"' in page
    assert 'aria-current="true">3</a>' in page  # it is no chip otherwise


def test_where_the_lowest_wins_points_a_deal_decide(client, store, season):
    """Dana came once and has 12 a deal, Ana 3 and 0, Bo 12 and 7: who stays away gains nothing."""
    first = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 12}}
    second = {"caller": "0", "hands": {"0": 0, "1": 7}}
    for day, names, told in ((3, ("Ana", "Bo", "Dana"), first), (4, ("Ana", "Bo"), second)):
        found = evening(store, day, names, told, game="tamalou")
        store.change_evening(found, season_id=1, **HOW)
    page = client.get("/seasons/1?game=tamalou")
    assert [row.split()[:2] for row in shown(page)] == [["1", "Ana"], ["2", "Bo"], ["3", "Dana"]]
    assert "9.5" in shown(page)[1]
    assert "Best evenings" not in page.text
    assert "All games together" in page.text
    together = shown(client.get("/seasons/1?game=together"))
    assert together[0].startswith("1 Ana")


def test_merged_spellings_are_one_in_the_season(client, store, season):
    store.merge(store.player_called("Dana"), store.player_called("Bo"), **HOW)
    assert shown(client.get("/seasons/1"))[1].startswith("2 Bo −66 −66 +132 −66 4")


def test_nothing_yet_says_what_to_do(client, store):
    store.open_season("2026/27", **HOW)
    assert "Put evenings into the season" in client.get("/seasons/1").text
    assert client.get("/seasons/1/standings.csv").text == "rank,player,total,deals,tables\r\n"


def test_the_file_has_a_column_an_evening_in_both_profiles(client, season):
    plain = client.get("/seasons/1/standings.csv?best=2").get_data(as_text=True)
    heads = "2026-10-23 Evening 23,2026-10-16 Evening 16,2026-10-09 Evening 9,2026-10-02 Evening 2"
    assert plain == (
        f"rank,player,total,deals,tables,{heads}\r\n"
        "1,Ana,264,4,4,132,-66,-66,132\r\n"
        "2,Bo,66,2,2,,,132,-66\r\n"
        "2,Chi,66,4,4,-66,132,-66,-66\r\n"
        "4,Dana,-132,2,2,-66,-66,,\r\n"
    )
    french = client.get("/seasons/1/standings.csv?profile=excel-fr").get_data(as_text=True)
    assert french.startswith("\ufeffrank;player;total")
    assert list(csv.reader(io.StringIO(french), delimiter=";"))[1][:3] == ["1", "Ana", "132"]


DEALS = """evening,date,table,game,deal,player,role,score,total
Evening 2,2026-10-02,position 1 table 1,tarot,1,Ana,declarer,132,132
Evening 2,2026-10-02,position 1 table 1,tarot,1,Bo,defence,-66,-66
Evening 2,2026-10-02,position 1 table 1,tarot,1,Chi,defence,-66,-66
Evening 9,2026-10-09,position 1 table 1,tarot,1,Ana,defence,-66,-66
Evening 9,2026-10-09,position 1 table 1,tarot,1,Bo,declarer,132,132
Evening 9,2026-10-09,position 1 table 1,tarot,1,Chi,defence,-66,-66
Evening 16,2026-10-16,position 1 table 1,tarot,1,Ana,defence,-66,-66
Evening 16,2026-10-16,position 1 table 1,tarot,1,Chi,declarer,132,132
Evening 16,2026-10-16,position 1 table 1,tarot,1,Dana,defence,-66,-66
Evening 23,2026-10-23,position 1 table 1,tarot,1,Ana,declarer,132,132
Evening 23,2026-10-23,position 1 table 1,tarot,1,Chi,defence,-66,-66
Evening 23,2026-10-23,position 1 table 1,tarot,1,Dana,defence,-66,-66
"""
PLAYERS = """name;tables;deals;tarot declarer;tarot defence;tarot declarer garde;tarot defence garde
Ana;4;4;2;2;2;2
Bo;2;2;1;1;1;1
Chi;4;4;1;3;1;3
Dana;2;2;0;2;0;2
"""


def file(client, name, profile="plain"):
    return client.get(f"/seasons/1/{name}.csv?profile={profile}").data.decode()


def test_the_deals_of_a_season_one_row_a_player_and_deal(client, season):
    assert file(client, "deals") == DEALS.replace("\n", "\r\n")
    french = "\ufeff" + DEALS.replace(",", ";").replace("\n", "\r\n")
    assert file(client, "deals", "excel-fr") == french


def test_the_players_of_a_season_for_a_french_spreadsheet(client, season):
    assert file(client, "players", "excel-fr") == "\ufeff" + PLAYERS.replace("\n", "\r\n")
    assert file(client, "players") == PLAYERS.replace(";", ",").replace("\n", "\r\n")


def test_the_files_of_a_season_stand_beside_its_standings(client, season):
    page = client.get("/seasons/1?best=2").text
    for profile in ("plain", "excel-fr"):
        for name in ("deals", "players"):
            assert f'href="/seasons/1/{name}.csv?profile={profile}"' in page


def test_a_substitute_and_a_table_without_a_deal_are_in_the_files(client, store, season):
    """Eve sits for Chi from the second deal on: garde 132 and twice −66, beside −66 of before."""
    store.substitute(1, 2, "Eve", **HOW)
    store.save_deal(1, 2, GARDE | {"declarer": "2"}, revision=0, **HOW)
    none = evening(store, 30, ("Eve", "Fay", "Gil"))
    store.change_evening(none, season_id=1, **HOW)
    there = "Evening 2,2026-10-02,position 1 table 1,tarot,2,Eve,declarer,132,66"
    assert there in file(client, "deals").splitlines()
    assert {"Eve,1,1,1,0,1,0", "Fay,0,0,0,0,0,0"} <= {*file(client, "players").splitlines()}


def test_a_long_file_is_written_aside_and_nothing_of_it_remembered(client, season):
    client.get("/tables/1")
    before = _last.cache_info(), _told.cache_info()
    for name in ("deals", "players"):
        answer = client.get(f"/seasons/1/{name}.csv", buffered=False)
        assert answer.is_streamed
        assert int(answer.headers["Content-Length"]) == sum(map(len, answer.response))
    assert (_last.cache_info(), _told.cache_info()) == before


# --- Who sees it ----------------------------------------------------------------------------


def test_who_looks_on_at_one_evening_sees_the_season_and_what_is_shown(app: Flask, store, season):
    app.test_client_class = Stranger
    phone = app.test_client()
    assert phone.get("/seasons/1").status_code == 403
    assert "2026/27" not in phone.get("/seasons").text
    phone.join(store.link("watch", Where(None, 1)))
    assert "2026/27" in phone.get("/seasons").text
    assert 'href="/seasons"' in phone.get("/").text
    assert 'href="/seasons/1"' in phone.get("/evenings/1").text
    assert len(shown(phone.get("/seasons/1"))) == 4
    for one in (3, 4):  # of which the organiser shows nothing yet
        store.change_evening(one, shown=0, **HOW)
    assert [row.split()[1] for row in shown(phone.get("/seasons/1"))] == ["Ana", "Bo", "Chi"]
    assert phone.send("/seasons/1/evenings", {"out": "1"}).status_code == 403


def test_who_knows_only_a_deleted_evening_of_a_season_does_not_see_it(app: Flask, store, season):
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    store.change_evening(1, deleted=True, **HOW)
    assert "2026/27" not in phone.get("/seasons").text
    assert phone.get("/seasons/1").status_code == 403


@pytest.mark.parametrize(
    ("right", "where"),
    [
        ("watch", Where(1)),
        ("watch", Where(None, 1, 1)),
        ("watch", Where(None, 1)),
        ("organise", Where(None, 1)),
    ],
)
def test_deals_of_other_evenings_and_tables_are_in_a_file_for_the_host_alone(
    app: Flask, client, store, season, right, where
):
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link(right, where))
    for name in ("deals", "players"):
        at = f"/seasons/1/{name}.csv"
        assert (phone.get(at).status_code, client.get(at).status_code) == (403, 200)
        assert at not in phone.get("/seasons/1").text
    if where.evening_id:
        assert phone.get("/seasons/1/standings.csv").status_code == 200
        assert "/seasons/1/standings.csv" in phone.get("/seasons/1").text


# --- Deleted --------------------------------------------------------------------------------


def test_a_season_opened_by_mistake_is_deleted_and_leaves_its_evenings_free(client, store, season):
    assert client.send("/seasons/1/evenings", {"deleted": "1"}).location == "/seasons"
    assert client.get("/seasons/1").status_code == 404
    assert store.seasons() == []
    assert [one.id for one in store.evenings_of(None)] == [4, 3, 2, 1]
    assert store.evening(1).season_id is None
    assert "/seasons/1" not in client.get("/evenings/1").text
    assert "Deleted seasons" in client.get("/seasons").text


def test_a_deleted_season_comes_back_with_those_of_its_evenings_that_are_in_no_other(
    client, store, season
):
    client.send("/seasons/1/evenings", {"deleted": "1"})
    other = store.open_season("Cup", **HOW)
    client.send(f"/seasons/{other.id}/evenings", {"into": "1"})
    assert client.send("/seasons/1/evenings", {"deleted": "0"}).status_code == 303
    assert [one.id for one in store.evenings_of(1)] == [4, 3, 2]
    assert [one.id for one in store.evenings_of(other.id)] == [1]
    assert "Deleted seasons" not in client.get("/seasons").text
    assert client.send("/seasons/99/evenings", {"deleted": "0"}).status_code == 404


def test_no_evening_is_put_into_a_season_that_is_deleted(store, season):
    store.put_evening(season.id, 1, False, **HOW)
    store.delete_season(season.id, True, phone="")
    with pytest.raises(NotThere):
        store.put_evening(season.id, 1, True, **HOW)
    assert store.evening(1).season_id is None


@pytest.mark.parametrize("touched", [{"into": "1"}, {"out": "2"}, {"name": "Spring"}])
def test_who_changes_a_season_that_was_deleted_meanwhile_sees_that_it_was(client, store, touched):
    store.open_season("2026/27", **HOW)
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    store.delete_season(1, True, phone="")
    page = client.send("/seasons/1/evenings", touched, follow_redirects=True)
    assert (page.status_code, "Deleted seasons" in page.text) == (200, True)
    assert (store.deleted_seasons()[0].name, store.evening(1).season_id) == ("2026/27", None)


def test_only_the_host_deletes_a_season_and_sees_those_deleted(app: Flask, store, season):
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("organise", Where(None, 1)))
    assert phone.send("/seasons/1/evenings", {"deleted": "1"}).status_code == 403
    store.delete_season(1, True, phone="")
    assert "2026/27" not in phone.get("/seasons").text


# --- A person over all games ----------------------------------------------------------------


def overall(phone, player):
    """What stands above all games, each number before its word."""
    page = phone.get(f"/players/{player}").text.partition("Over all games")[2].partition("</dl>")[0]
    return [" ".join(text(part).split()) for part in page.split("<div")[1:]]


def test_a_person_has_evenings_tables_who_was_beaten_and_the_rank_in_the_season(client, season):
    """Ana beats both, ties with one of two who are not first, again, beats both: 62.5."""
    assert overall(client, 1) == [
        "evenings 4",
        "tables 4",
        "of 100 beaten 62.5",
        "rank in 2026/27 1",
    ]
    assert overall(client, 3)[-1] == "rank in 2026/27 3"
    assert 'href="/seasons/1"' in client.get("/players/1").text


def test_the_tables_of_all_games_count_and_those_of_no_evening_too(client, store, season):
    """Ana is last of two at Tamalou: (62.5 × 4 + 0) / 5."""
    table = store.open_table(Opening("tamalou", ("Ana", "Bo")), **HOW)
    told = {"caller": "1", "hands": {"0": 9, "1": 3}}
    store.save_deal(table.id, 1, told, revision=0, **HOW)
    assert overall(client, 1)[:3] == ["evenings 4", "tables 5", "of 100 beaten 50.0"]


def test_what_was_counted_for_one_reader_is_written_as_the_next_one_reads(client, season):
    """The sums of a person are cached; their decimal mark depends on the reader."""
    assert "62.5" in client.get("/players/1").text
    french = client.get("/players/1", headers={"Accept-Language": "fr"}).text
    assert "62,5" in french
    assert "62.5" not in french


def test_a_phone_sees_of_it_what_it_sees_of_tables_and_seasons(app: Flask, store, season):
    """At the first evening Chi shares the second rank. A phone with a link to one table sees no
    rank."""
    app.test_client_class = Stranger
    phone, other = app.test_client(), app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    other.join(store.link("watch", Where(1)))
    for one in (2, 3, 4):
        store.change_evening(one, shown=0, **HOW)
    seen = ["evening 1", "table 1", "of 100 beaten 25.0"]
    assert overall(phone, 3) == [*seen, "rank in 2026/27 2"]
    assert overall(other, 3) == seen


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ["Carnival", "16 Oct", "9 Oct", "2 Oct"]),
        ("fr", ["Carnival", "16/10", "9/10", "2/10"]),
        ("ja", ["Carnival", "10/16", "10/9", "10/2"]),
    ],
)
def test_evenings_are_headed_by_their_day_as_the_reader_writes_it(
    client, store, season, language, heads
):
    store.change_evening(4, date="Carnival", **HOW)
    page = client.get(f"/seasons/{season.id}", headers={"Accept-Language": language}).text
    assert re.findall(r'<th class="evening[^>]*>([^<]*)<', page) == heads


def test_a_season_is_printed_a_game_at_a_time_and_the_paper_says_which(client, season):
    page = client.get(f"/seasons/{season.id}?game=tarot").text
    assert '<p class="on-paper">French Tarot · 2026/27 · 4 evenings</p>' in page
    assert "data-print hidden" in page and "/print.js" in page and "/print.css" in page


def test_two_evenings_of_one_day_are_told_apart_by_their_names(client, store, season):
    store.change_evening(2, date="2026-10-16", **HOW)
    store.change_evening(4, date="2025-10-02", **HOW)  # the year goes without saying
    page = client.get(f"/seasons/{season.id}").text
    heads = [" ".join(text(one).split()) for one in re.findall(r"th class=\"evening.*?</th>", page)]
    assert heads == ["16 Oct Evening 16", "16 Oct Evening 9", "2 Oct Evening 2", "2 Oct Evening 23"]


# --- Many -----------------------------------------------------------------------------------


@pytest.fixture
def large(store) -> Season:
    """40 evenings of 15 tables of 4, made by hand: 60 players, names as long as can be."""
    season = store.open_season("2026/27", **HOW)
    for n in range(60):
        name = (LONGEST, "さくら")[n] if n < 2 else f"Player {n}"
        add = "INSERT INTO players (name, folded) VALUES (?, ?)"
        store.db.execute(add, [name, name.casefold()])
    for n in range(40):
        day = (date(2026, 1, 2) + timedelta(7 * n)).isoformat()
        found = store.open_evening(f"Evening {n}", day, "", {"tarot": {}}, **HOW)
        store.change_evening(found.id, season_id=season.id, **HOW)
        for place in range(15):
            sit(store, found.id, place, [(place + 15 * i + n * i) % 60 + 1 for i in range(4)])
    return season


def sit(store, evening_id, place, players):
    """A table with 8 deals, of which only the sums are there."""
    add = """INSERT INTO tables (uid, game, options, at_once, dealer, start, about, over, opened_at,
        evening_id, position, place)
        VALUES (?, 'tarot', '{}', 4, 0, '[0,0,0,0]', '{}', 1, '', ?, 1, ?)"""
    made = store.db.execute(add, [f"{evening_id:016}{place:016}", evening_id, place + 1]).lastrowid
    for seat, (player, total) in enumerate(zip(players, (396, -132, -132, -132), strict=True)):
        put = "INSERT INTO seats VALUES (?, ?, 0, ?, ?, 8)"
        store.db.execute(put, [made, seat, player, total])


def test_a_season_of_sixty_players_and_forty_evenings_is_one_page(client, large):
    page = client.get("/seasons/1?best=10")
    assert len(shown(page)) == 60
    assert LONGEST in page.text
    assert len(page.data) < 120_000


def test_a_season_takes_as_many_statements_however_many_evenings(client, store, large):
    def statements(address):
        sent: list[str] = []
        store.db.conn.set_trace_callback(sent.append)
        client.get(address)
        store.db.conn.set_trace_callback(None)
        return [one for one in sent if "SELECT" in one]

    small = store.open_season("Cup", **HOW)
    store.change_evening(1, season_id=small.id, **HOW)
    assert len(statements("/seasons/1")) == len(statements(f"/seasons/{small.id}")) <= 12
    store.name_phone("a" * 64, "Ana’s phone")  # whatever is written: all is read again
    for statement in statements("/seasons/1"):
        plan = store.db.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
        scans = [row[3] for row in plan if row[3].startswith("SCAN")]
        assert [one for one in scans if "json_each" not in one and "CONSTANT" not in one] == []


# --- What is given or taken by name ---------------------------------------------------------


def test_points_a_deal_are_shown_with_what_was_adjusted(client, store):
    season = store.open_season("2026/27", **HOW)
    low, high = ({"caller": "0", "hands": {"0": 1, "1": n, "2": n}} for n in (7, 9))
    found = evening(store, 2, THREE, low, high, game="tamalou")
    store.change_evening(found, season_id=season.id, **HOW)
    bo = store.player_called("Bo")
    store.adjust(found, bo, "tamalou", 3, "Late", **HOW)
    page = client.get("/seasons/1?game=tamalou&best=1")
    # (16 + 3) / 2 = 9.5
    assert shown(page) == ["1 Ana 0 1 0.0 0", "2 Chi 16 1 8.0 16", "3 Bo 16 1 9.5 16 +3 16"]
    rows = list(csv.reader(io.StringIO(client.get("/seasons/1/standings.csv?game=tamalou").text)))
    assert rows[0][-3:] == ["mean", "adjustment", "reason"]
    assert rows[3][1:5] + rows[3][-3:] == ["Bo", "16", "2", "1", "9.5", "3", "Late"]


def test_half_a_point_of_all_games_is_a_sixth_over_three_evenings_and_shown_as_in_the_file(
    client, store
):
    season = store.open_season("2026/27", **HOW)
    low = {"caller": "0", "hands": {"0": 1, "1": 7, "2": 7}}
    for day, game, told in ((2, "tarot", 0), (9, "tamalou", low), (16, "tarot", 0)):
        store.change_evening(evening(store, day, THREE, told, game=game), season_id=1, **HOW)
    store.adjust(1, store.player_called("Ana"), "", 5, "Cake", **HOW)
    page = client.get(f"/seasons/{season.id}?game=together")
    assert shown(page)[0] == "1 Ana 100.0 100.0 100.0 3 100.2 100.0 +0.2"
    told = client.get(f"/seasons/{season.id}/standings.csv?game=together").text
    assert next(row for row in csv.reader(io.StringIO(told)) if "Ana" in row)[-2:] == [
        "0.2",
        "Cake",
    ]


def test_the_head_of_a_season_counts_who_played_anything(client, store):
    store.open_season("2026/27", **HOW)
    low = {"caller": "0", "hands": {"0": 1, "1": 7, "2": 7}}
    for day, names, game, told in (
        (2, THREE, "tarot", 0),
        (9, ("Ana", "Eve", "Fay"), "tamalou", low),
    ):
        store.change_evening(evening(store, day, names, told, game=game), season_id=1, **HOW)
    for game in ("tarot", "tamalou", "together"):
        assert "2 evenings, 5 players" in forms.texts(client.get(f"/seasons/1?game={game}")), game


def test_what_was_adjusted_counts_with_its_evening(client, app, store, season):
    ana = store.player_called("Ana")
    store.adjust(2, ana, "tarot", -20, "Late", **HOW)  # ten points, at an evening that she lost
    best = [row for row in shown(client.get("/seasons/1?game=tarot&best=2")) if " Ana " in row]
    assert best == ["1 Ana +132 −66 −66 +132 4 +33.0 +132 +264"]
    everything = [
        row for row in shown(client.get("/seasons/1?game=tarot&best=0")) if " Ana " in row
    ]
    assert everything == ["1 Ana +132 −66 −66 +132 4 +33.0 +122 +132 −10"]


def test_the_file_says_the_reasons_of_what_counts_and_their_sum(client, store, season):
    """The reason of an evening that does not count would stand there without points."""
    ana, bo = map(store.player_called, ("Ana", "Bo"))
    store.adjust(2, ana, "tarot", -20, "Late", **HOW)
    store.adjust(1, bo, "tarot", 20, "Helped", **HOW)
    store.adjust(1, bo, "tarot", -20, "Spilt", **HOW)
    store.adjust(1, ana, "tarot", 2, "Taken back", **HOW)
    store.take_back_adjustment(1, 4, True, phone="")
    store.adjust(1, store.player_called("Chi"), "tarot", 6, "Pen", **HOW)
    store.adjust(1, store.player_called("Dana"), "tarot", 4, "Made tea", **HOW)  # and did not play
    given = [reasons(client, best) for best in (2, 0)]
    assert [one["Ana"] for one in given] == [["", ""], ["-10", "Late"]]
    assert given[1]["Bo"] == ["0", "Helped; Spilt"]
    assert given[1]["Chi"] == ["3", "Pen"]
    assert [one["Dana"] for one in given] == [["2", "Made tea"]] * 2


def reasons(client, best: int) -> dict[str, list[str]]:
    """What the file says of each player at its end: what was adjusted, and why."""
    told = client.get(f"/seasons/1/standings.csv?game=tarot&best={best}").text
    return {row[1]: row[-2:] for row in csv.reader(io.StringIO(told))}


def test_what_was_adjusted_at_an_evening_that_is_not_shown_is_not_either(
    client, app, store, season
):
    store.adjust(2, store.player_called("Ana"), "tarot", -20, "Late", **HOW)
    store.change_evening(2, shown=0, **HOW)
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    for one in (client, phone):
        page = one.get("/seasons/1?game=tarot")
        file = one.get("/seasons/1/standings.csv?game=tarot").text
        assert ("−10" in page.text, "Late" in file) == (
            (True, True) if one is client else (False, False)
        )


def test_where_the_mean_decides_every_evening_counts(app, store, season):
    """In Tamalou the lowest is first, and all evenings count even if only the best one is asked
    for."""
    for n in (1, 2, 3, 4):
        table = store.open_there(n, Opening("tamalou", THREE), elsewhere=True, **HOW)
        told = {"caller": "0", "hands": {"0": 3, "1": 10 * n, "2": 12}}
        store.save_deal(table, 1, told, revision=0, **HOW)
        store.change_evening(n, shown=None, **HOW)
    with app.test_request_context():
        every = seasons.rankings(store.evenings_of(season.id), 1)
    (ranking,) = [one for one in every if one.game and one.game.key == "tamalou"]
    assert [row.counts for row in ranking.rows] == [(True,) * 4] * 3


def test_a_page_that_was_drawn_already_follows_all_that_it_shows(app: Flask, store, season):
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    elsewhere = store.open_table(Opening("tarot", ("Eve", "Fay", "Gil")), **HOW).id
    phone.join(store.link("watch", Where(elsewhere)))
    dana = f'href="/players/{store.player_called("Dana")}"'
    before = phone.get("/seasons/1").text
    assert "2026/27" in before and ">2 Oct<" in before and dana not in before
    store.change_season(1, "Winter", 0, was=season, **HOW)
    assert "Winter" in phone.get("/seasons/1").text
    store.change_evening(1, date="2026-10-05", **HOW)
    assert ">5 Oct<" in phone.get("/seasons/1").text
    store.substitute(elsewhere, 0, "Dana", **HOW)
    assert dana in phone.get("/seasons/1").text
    assert shown(phone.get("/seasons/1"))[0].startswith("1 Ana ")
    store.save_deal(1, 2, GARDE | {"declarer": "1"}, revision=0, **HOW)
    assert shown(phone.get("/seasons/1"))[0].startswith("1 Bo ")


def test_as_many_evenings_as_there_are_is_all_of_them():
    assert seasons._bests(set(), 3) == [0, 2]
    assert seasons._bests(set(), 4) == [0, 2, 3]
    assert seasons._bests({0}, 4) == [0, 2, 3]


def test_beside_what_is_asked_for_the_most_that_are_fewer_than_all_are_proposed():
    assert seasons._bests(set(), 13) == [0, 8, 10, 12]
    assert seasons._bests({5}, 13) == [0, 5, 10, 12]
    assert seasons._bests({5, 99}, 13) == [0, 5, 12, 99]


def test_two_phones_that_call_a_season_alike_are_of_one_mind(store):
    was = store.open_season("Cup", **HOW)
    for _ in range(2):
        store.change_season(was.id, "Trophy", 0, was=was, **HOW)
    assert store.season(was.id).name == "Trophy"
