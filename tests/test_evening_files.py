"""The files of an evening: CSV for spreadsheets, whole, and all of it as one ZIP."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from contextlib import closing, nullcontext
from pathlib import Path

import an_evening
import forms
import phones
import pytest
from an_evening import open_here
from wiring import on

from companion import sheets
from companion.sheets import archive
from companion.sheets.archive import unpacked
from companion.store import Opening


@pytest.fixture
def evening(store):
    """The evening that has all that its file keeps."""
    an_evening.open_evening(store)


def text(client, name, profile="plain"):
    return client.get(f"/evenings/1/{name}.csv?profile={profile}").data.decode()


def opened(client, profile="plain"):
    octets = client.get(f"/evenings/1/evening.zip?profile={profile}").data
    return zipfile.ZipFile(io.BytesIO(octets))


DEALS = """evening,date,table,game,deal,player,role,score,total
"Café, vendredi",2026-11-20,position 1 table 1,tarot,1,Ana,declarer,201,201
"Café, vendredi",2026-11-20,position 1 table 1,tarot,1,Bo,defence,-67,-67
"Café, vendredi",2026-11-20,position 1 table 1,tarot,1,Chloé,defence,-67,-67
"Café, vendredi",2026-11-20,position 1 table 1,tarot,1,'=1+1,defence,-67,-67
"Café, vendredi",2026-11-20,position 1 table 1,tarot,2,Ana,,0,201
"Café, vendredi",2026-11-20,position 1 table 1,tarot,2,Bo,,0,-67
"Café, vendredi",2026-11-20,position 1 table 1,tarot,2,Chloé,,0,-67
"Café, vendredi",2026-11-20,position 1 table 1,tarot,2,'=1+1,,0,-67
"Café, vendredi",2026-11-20,position 1 table 2,tamalou,1,Zoé,caller,0,0
"Café, vendredi",2026-11-20,position 1 table 2,tamalou,1,由紀,player,12,12
"""
PLAYERS = """name;fee;paid;tables;deals;tarot declarer;tarot defence;tarot declarer garde;\
tarot defence garde;tamalou caller;tamalou player
'=1+1;2,5;false;1;1;0;1;0;1;0;0
Ana;2,5;true;1;1;1;0;1;0;0;0
Bo;2,5;false;1;1;0;1;0;1;0;0
Chloé;2,5;false;1;1;0;1;0;1;0;0
Late;0;false;0;0;0;0;0;0;0;0
Zoé;2,5;false;1;1;0;0;0;0;1;0
由紀;2,5;false;1;1;0;0;0;0;0;1
"""
TOGETHER = """rank,player,total,deals,tables,1
1,Ana,100.0,1,1,100.0
1,Zoé,100.0,1,1,100.0
3,'=1+1,33.3,1,1,33.3
3,Bo,33.3,1,1,33.3
3,Chloé,33.3,1,1,33.3
6,由紀,0.0,1,1,0.0
"""
TAROT = """rank,player,total,deals,tables,1,adjustment,reason
1,Ana,201,1,1,201,,
2,'=1+1,-67,1,1,-67,,
2,Chloé,-67,1,1,-67,,
4,Bo,-67,1,1,-67,-10,late; twice
"""


def test_the_deals_one_row_a_player_and_deal(client, evening):
    assert text(client, "deals") == DEALS.replace("\n", "\r\n")


def test_who_deals_a_deal_that_all_pass_sits_out_no_more_than_the_others(client, store):
    """A column of `sits_out` would say that one was left out of play."""
    how = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **how)
    table = store.open_there(1, Opening("tarot", [*"ABCDE"], {}, 4), **how)
    store.save_deal(table, 1, {"passed": True}, revision=0, **how)
    _heading, *rows = text(client, "deals").splitlines()
    assert rows == [f"Friday,2026-11-20,position 1 table 1,tarot,1,{one},,0,0" for one in "ABCDE"]


def test_the_players_for_a_french_spreadsheet(client, evening):
    assert text(client, "players", "excel-fr") == "\ufeff" + PLAYERS.replace("\n", "\r\n")


def test_a_spreadsheet_that_nobody_knows_is_the_usual_one_of_the_evening(client, evening, store):
    store.change_evening(1, profile="excel-fr", key=None, phone="")
    assert text(client, "players", "none such") == text(client, "players", "excel-fr")


def test_a_strict_parser_reads_what_was_written_and_numbers_are_numbers(client, evening):
    for profile, mark, decimal in (("plain", ",", "."), ("excel-fr", ";", ",")):
        body = text(client, "deals", profile).removeprefix("\ufeff")
        rows = list(csv.DictReader(io.StringIO(body, newline=""), delimiter=mark, strict=True))
        assert [row["player"] for row in rows][:4] == ["Ana", "Bo", "Chloé", "'=1+1"]
        assert [float(row["score"].replace(decimal, ".")) for row in rows][:2] == [201, -67]


def test_a_substitute_has_the_deals_that_were_sat_and_the_seat_its_total(client, evening, store):
    store.reopen_table(1, key=None, phone="")
    store.substitute(1, 1, "Eve", key=None, phone="")
    prise = {"declarer": "1", "contract": "prise", "oudlers": 2, "card_points": 41}
    store.save_deal(1, 3, prise, revision=0, key=None, phone="")
    lines = text(client, "deals").splitlines()
    assert lines[10].endswith("tarot,3,Eve,declarer,75,8")
    assert "Eve,2.5,false,1,1,1,0,0,1,0,0,0,0" in text(client, "players").splitlines()


def test_players_and_standings_mean_the_same_tables_those_with_a_deal(client, evening, store):
    open_here(store, 1, "tarot", ["Ana", "Bo", "Late"], key=None, phone="")  # nothing is told there
    open_here(store, 1, "tarot", ["Zoe", "Ana", "Bo"], elsewhere=True, key=None, phone="")
    prise = {"declarer": "1", "contract": "prise", "oudlers": 2, "card_points": 41}
    store.save_deal(4, 1, prise, revision=0, key=None, phone="")
    of = {one.name: one.player for one in store.attendances(1)}
    store.merge(of["Zoe"], of["Zoé"], key=None, phone="")
    lines = [line.split(",") for line in text(client, "players").splitlines()]
    assert [line[0] for line in lines] == ["name", "'=1+1", "Ana", "Bo", *LATER]
    standings = client.get("/evenings/1/standings.csv").text.splitlines()[1:]
    of = {line.split(",")[1]: line.split(",")[4] for line in standings}
    assert {line[0]: line[3] for line in lines[1:]} == {**of, "Late": "0"}
    assert (of["Ana"], of["Zoé"], of["Chloé"]) == ("2", "2", "1")


LATER = ("Chloé", "Late", "Zoé", "由紀")


def test_the_archive_holds_what_the_formats_say(client, evening):
    archive = opened(client)
    assert archive.namelist() == [
        "evening.json",
        "sheets/1-1.json",
        "sheets/1-1.csv",
        "sheets/1-2.json",
        "sheets/1-2.csv",
        "standings.csv",
        "standings-tarot.csv",
        "standings-tamalou.csv",
        "deals.csv",
        "players.csv",
    ]
    assert archive.read("deals.csv").decode() == DEALS.replace("\n", "\r\n")
    assert archive.read("standings.csv").decode() == TOGETHER.replace("\n", "\r\n")
    assert archive.read("standings-tarot.csv").decode() == TAROT.replace("\n", "\r\n")
    assert archive.read("sheets/1-1.json") == client.get("/tables/1/sheet.json").data
    assert archive.read("sheets/1-1.csv") == client.get("/tables/1/sheet.csv").data
    assert archive.testzip() is None


def test_the_files_of_an_archive_are_of_one_moment(client, evening, store, monkeypatch):
    whole = client.get("/evenings/1/evening.zip").data
    phones.acts_as_asked(monkeypatch, store, "parts", another_deal)
    assert client.get("/evenings/1/evening.zip").data == whole
    monkeypatch.undo()
    assert client.get("/evenings/1/evening.zip").data != whole


@pytest.mark.parametrize("file", ["deals", "players"])
def test_a_file_of_deals_is_of_one_moment_too(client, evening, store, monkeypatch, file):
    before = text(client, file)
    phones.acts_as_asked(monkeypatch, store, "deals_of", a_substitute_and_a_deal)
    assert text(client, file) == before
    monkeypatch.undo()
    assert "Eve" in text(client, file)


def a_substitute_and_a_deal(store):
    store.substitute(2, 0, "Eve", key=None, phone="another")
    another_deal(store)


def another_deal(store):
    hands = {"caller": "0", "hands": {"0": 3, "1": 12}}
    store.save_deal(2, 2, hands, revision=0, key=None, phone="another")


def test_the_archive_is_called_like_the_evening_its_words_apart(client, store):
    store.open_evening("L'été — fin, 雨", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    called = client.get("/evenings/1/evening.zip").headers["Content-Disposition"]
    spaced = "L%20%C3%A9t%C3%A9%20fin%20%E9%9B%A8.zip"
    assert called == f"attachment; filename=evening.zip; filename*=UTF-8''{spaced}"


def test_an_evening_put_right_is_called_so_on_every_sheet_of_it(client, evening, store):
    store.change_evening(1, name="Jeudi", date="2026-11-19", key=None, phone="")
    with opened(client) as archive:
        sheet = json.loads(archive.read("sheets/1-1.json"))
    assert (sheet["evening"], sheet["date"]) == ("Jeudi", "2026-11-19")
    assert client.get("/tables/1/sheet.json").json == sheet
    for page in ("print", "blank", "recap.html"):
        said = client.get(f"/tables/1/{page}").text
        assert "Jeudi" in said and "19 November 2026" in said
        assert "vendredi" not in said


def test_an_evening_that_lost_its_date_goes_out_and_is_known_again(client, evening, store):
    store.change_evening(1, date="", key=None, phone="")
    sheet = client.get("/tables/1/sheet.json")
    assert sheet.json["date"] == "2026-11-20"  # as it was when the table was opened
    assert forms.bring(client, sheet.json).location.endswith("?known=1")
    file = io.BytesIO(client.get("/evenings/1/evening.zip").data), "evening.zip"
    answer = client.send("/import", {"file": file}, content_type="multipart/form-data")
    assert answer.location == "/evenings/1?known=1"


def test_a_sheet_that_leaves_an_evening_is_called_as_that_was_put_right(client, evening, store):
    store.change_evening(1, name="Jeudi", date="2026-11-19", key=None, phone="")
    again = forms.form(client.get("/tables/1/count-again"), "/count-again")
    kept = again.send(client, keep=1).location
    store.take_out(1, 1, key=None, phone="")
    counted, out = (client.get(f"{at}/sheet.json").json for at in (kept, "/tables/1"))
    assert (counted["evening"], counted["date"]) == ("Jeudi", "2026-11-19")
    assert ("evening" in out, out["date"]) == (False, "2026-11-19")


def test_all_spreadsheets_are_in_the_profile_that_the_evening_names(client, evening):
    archive = opened(client, "excel-fr")
    assert json.loads(archive.read("evening.json"))["profile"] == "excel-fr"
    for name in archive.namelist():
        assert archive.read(name).startswith(b"\xef\xbb\xbf") == name.endswith(".csv")


def test_the_same_evening_is_the_same_octets(client, evening):
    some, others = (client.get("/evenings/1/evening.zip").data for _ in range(2))
    assert some == others


def test_the_evening_says_who_was_there_and_what_was_drawn(client, evening):
    told = json.loads(opened(client).read("evening.json"))
    assert (told["format"], told["id"], told["name"]) == (
        "companion-evening",
        "e" * 32,
        "Café, vendredi",
    )
    assert (told["place"], told["fee"], told["shown"]) == ("Le Coin", 2.5, 1)
    players = {one.pop("name"): one for one in told["players"]}
    assert players["Ana"] == {"game": "tarot", "here": True, "fee": 2.5, "paid": True}
    assert players["Late"] == {"game": "tamalou", "here": False, "fee": 0, "paid": False}
    assert told["wishes"] == [{"players": ["Ana", "Bo"], "together": False}]
    adjusted = [(one["player"], one["points"], one["taken_back"]) for one in told["adjustments"]]
    assert adjusted == [("Bo", -10, False), ("Ana", 1.5, True)]
    first, second = told["positions"]
    assert (first["published"], second["published"]) == (True, False)
    ids = [json.loads(opened(client).read(f"sheets/1-{n}.json"))["id"] for n in (1, 2)]
    assert first["tables"] == ids
    assert second["drawn"] == [
        {"table": 1, "game": "tarot", "players": ["=1+1", "Chloé", "Bo", "Ana"]}
    ]
    assert (first["sits_out"], second["sits_out"]) == (["Late"], ["Zoé", "由紀"])


def test_a_table_of_no_position_and_two_at_one_place_have_files_of_their_own(
    client, evening, store
):
    db = store.db
    db.execute("UPDATE tables SET position = NULL, place = NULL WHERE id = 1")
    store.open_table(Opening("tarot", ["A", "B", "C"]), key=None, phone="")
    store.open_table(Opening("tarot", ["A", "B", "C"]), key=None, phone="")
    db.execute("UPDATE tables SET evening_id = 1, position = 1, place = 2 WHERE id IN (3, 4)")
    names = [name for name in opened(client).namelist() if name.endswith(".json")]
    assert names == [f"{name}.json" for name in ("evening", "sheets/0-1", *FILES)]


FILES = ("sheets/1-2", "sheets/1-3", "sheets/1-4")


def test_rows_are_made_when_they_are_wanted():
    def rows():
        yield ["a", -1.5]
        raise AssertionError("nobody asked for the second row")

    assert next(sheets.csv_lines(rows(), sheets.PROFILES["excel-fr"])) == "a;-1,5\r\n"


def test_two_sheets_of_one_place_are_told_apart_in_the_deals(client, store, evening):
    table, told = store.table(1), {"passed": True}
    store.close_table(1, key=None, phone="")
    on = Opening(table.game, table.sitting, table.rules, goes_on=1, start=table.totals)
    second = store.open_there(1, on, after=1, key=None, phone="")
    store.save_deal(second, 1, told, revision=0, key=None, phone="")
    rows = list(csv.DictReader(io.StringIO(text(client, "deals"))))
    assert {row["table"] for row in rows} == {
        "position 1 table 1",
        "position 1 table 1 sheet 2",
        "position 1 table 2",
    }
    assert len({(row["table"], row["deal"], row["player"]) for row in rows}) == len(rows)


def test_a_sheet_without_a_deal_is_none_of_one_place_in_the_deals_of_a_season_too(client, store):
    """Where nothing was told on the first sheet, both files call the second one alike."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    opening = Opening("tarot", ("Ana", "Bo", "Chi"), {})
    first = store.open_there(1, opening, key=None, phone="")
    store.close_table(first, key=None, phone="")
    second = store.open_there(1, opening, after=first, key=None, phone="")
    store.save_deal(second, 1, {"passed": True}, revision=0, key=None, phone="")
    client.send("/seasons/new", {"name": "2026/27"})
    client.send("/seasons/1/evenings", {"into": "1"})
    for whose in ("evenings", "seasons"):
        rows = csv.DictReader(io.StringIO(client.get(f"/{whose}/1/deals.csv").text))
        assert [row["table"] for row in rows] == ["position 1 table 1"] * 3


@pytest.mark.parametrize(
    ("file", "deal"),
    [
        ("evening.zip", "Deal 1: "),
        ("deals.csv", "Deal 1: "),
        ("players.csv", "Deal 1: "),
        ("recap.html", ""),
    ],
)
def test_a_table_that_cannot_be_counted_is_named(app, client, evening, store, caplog, file, deal):
    """A damaged database says something that no rules of today can count."""
    store.db.execute("UPDATE deals SET facts = json_set(facts, '$.oudlers', 9) WHERE id = 1")
    again = on(app, Path(app.instance_path))  # a site that has read nothing yet
    with closing(again.extensions["store"]):
        page = again.test_client().get(f"/evenings/1/{file}")
    assert page.status_code == 409
    why = f"Ana, Bo and 2 more: {deal}9 is not between 0 and 3"
    assert why in page.text
    assert why in caplog.text


def test_all_files_of_an_archive_together_are_no_larger_than_one_may_be_in_all():
    each = " " * (8 * 1024 * 1024 - 1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for n in range(1, 6):
            file.writestr(f"sheets/1-{n}.json", each)
    with pytest.raises(sheets.Wrong) as refused:
        unpacked(out.getvalue())
    assert refused.value.message.text == "unpacked it is too large"


def test_an_archive_has_no_more_deals_than_that(monkeypatch, client, store):
    an_evening.open_evening(store)
    octets = client.get("/evenings/1/evening.zip").data
    deals = sum(len(store.deals(table.id)) for table in store.tables_at(1))
    for most, fits in ((deals, True), (deals - 1, False)):
        monkeypatch.setattr(archive, "MOST_DEALS", most)
        with nullcontext() if fits else pytest.raises(sheets.Wrong):
            unpacked(octets)


def test_the_files_of_an_evening_agree_how_many_deals_somebody_has_played(client, store):
    """A round in which all passed counts as played in Le Plateau, and not in French Tarot."""
    asked = {"key": None, "phone": ""}
    names, passed = ["Ana", "Bo", "Chi", "Dana"], {"passed": True}
    store.open_evening("Friday", "2026-11-20", "", {"plateau": {}, "tarot": {}}, **asked)
    for game, table in (("plateau", 1), ("tarot", 2)):
        open_here(store, 1, game, names, elsewhere=True, **asked)
        store.save_deal(table, 1, passed, revision=0, **asked)
    bid = {"declarer": "0", "partners": ["1"], "talon": "keep", "objective": "y", "made": True}
    store.save_deal(1, 2, bid, revision=0, **asked)
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(2, 2, garde, revision=0, **asked)
    for game, deals in (("plateau", {"2"}), ("tarot", {"1"})):
        told = client.get(f"/evenings/1/standings.csv?game={game}").text
        assert {one["deals"] for one in csv.DictReader(io.StringIO(told))} == deals
    assert {one["deals"] for one in csv.DictReader(io.StringIO(text(client, "players")))} == {"3"}
