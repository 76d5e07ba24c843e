"""The score sheet as files: whole CSV and JSON literally, names that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import json

import forms
import laws
import pytest

from companion.cli import main
from companion.store import Opening

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
EVERY_COLUMN = {
    "take": "1-garde_sans",
    "partner": 3,
    "oudlers": 2,
    "held": ["1", "21"],
    "points": "49,5",
    "poignee": ["single", "double"],
    "showed-2": "single",
    "petit": "declarer",
    "slam_announced": "declarer",
    "slam_player": 3,
    "misere": [0, 4],
    "called": "KH",
    "note": 'He said "no"; then, yes',
    "dealer": 2,
}
HEAD = (
    "deal,dealer,outcome,declarer,partner,contract,oudlers,card_points,petit_au_bout,poignees,"
    "slam_announced_by,slam_made_by,slam_player,misere,called,oudlers_held,"
)


def sheet(client, profile="plain", table=1):
    return client.get(f"/tables/{table}/sheet.csv?profile={profile}").data.decode()


def rows(text, delimiter=","):
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_a_whole_sheet(client, three_deals, record):
    record(three_deals, unplayed="passed", note="rain")
    assert sheet(client) == (
        f"{HEAD}Ana,Bo,Chi,Dana,total Ana,total Bo,total Chi,total Dana,note\r\n"
        "1,Ana,won,Ana,,garde,2,49,,,,,,,,,198,-66,-66,-66,198,-66,-66,-66,\r\n"
        "2,Bo,lost,Bo,,prise,1,40,,,,,,,,,36,-108,36,36,234,-174,-30,-30,\r\n"
        "3,Chi,won,Chi,,garde,2,49,,,,,,,,,-66,-66,198,-66,168,-240,168,-96,\r\n"
        "4,Dana,passed,,,,,,,,,,,,,,0,0,0,0,168,-240,168,-96,rain\r\n"
        "total,,,,,,,,,,,,,,,,168,-240,168,-96,,,,,\r\n"
    )


def test_the_same_for_a_french_spreadsheet_with_halves(client, open_table, record):
    record(open_table(names=["Ana", "Bo", "Chi"]), take="0-prise", oudlers=2, points="40½")
    assert sheet(client, "excel-fr") == (
        "\ufeff"
        + HEAD.replace(",", ";")
        + "Ana;Bo;Chi;total Ana;total Bo;total Chi;note\r\n"
        + "1;Ana;lost;Ana;;prise;2;40,5;;;;;;;;;-51;25,5;25,5;-51;25,5;25,5;\r\n"
        + "total;;;;;;;;;;;;;;;;-51;25,5;25,5;;;;\r\n"
    )


def test_every_fact_has_its_column(client, open_table, record):
    """(49.5 − 41 + 25 + 10) × 4 + 20 + 30 = 224; the slam announced and not made: −200 each."""
    table = open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve"], misere=10)
    record(table, **EVERY_COLUMN, anyway="poignees")
    (row, total) = rows(sheet(client))
    assert {key: value for key, value in row.items() if not key.startswith("total")} == {
        "deal": "1",
        "dealer": "Chi",
        "outcome": "won",
        "declarer": "Bo",
        "partner": "Dana",
        "contract": "garde_sans",
        "oudlers": "2",
        "card_points": "49.5",
        "petit_au_bout": "declarer",
        "poignees": "single Chi; double",
        "slam_announced_by": "declarer",
        "slam_made_by": "",
        "slam_player": "Dana",
        "misere": "Ana; Eve",
        "called": "KH",
        "oudlers_held": "1; 21",
        "Ana": "-194",
        "Bo": "228",
        "Chi": "-244",
        "Dana": "4",
        "Eve": "-194",
        "note": 'He said "no"; then, yes',
    }


def test_carried_totals_are_a_row_of_their_own(client, open_table, record):
    record(open_table(start=[200, -100, -100, 0]), **GARDE)
    lines = sheet(client).splitlines()
    assert lines[1] == "start,,,,,,,,,,,,,,,,,,,,100,-50,-50,0,"
    assert lines[-1] == "total,,,,,,,,,,,,,,,,298,-116,-116,-66,,,,,"


def test_who_left_before_the_first_deal_that_is_there_is_not_on_the_sheet(
    client, store, open_table, record
):
    table = open_table()
    record(table, unplayed="passed")
    store.substitute(1, 0, "Kim", key=None, phone="")
    store.delete_deal(1, 1, revision=1, key=None, phone="")
    record(table, take="0-garde", oudlers=2, points=49)
    out = client.get("/tables/1/sheet.json").text
    sheet = json.loads(out)
    assert (sheet["players"], sheet.get("substitutes")) == (["Kim", "Bo", "Chi", "Dana"], None)
    assert sheet["deals"][0]["declarer"] == "Kim"
    assert "Kim" in client.get("/tables/1/sheet.csv").text.splitlines()[0]
    other = json.dumps(sheet | {"id": "a" * 32})
    for leads_to in ("/tables/2", "/tables/2?known=1"):
        form = forms.form(client.get("/import"), "/import")
        assert form.send(client, text=other).location == leads_to
    back = json.loads(client.get("/tables/2/sheet.json").text)
    assert back == json.loads(other)
    assert store.table(2).totals == (396, -132, -132, -132)  # half points


def test_a_substitute_leaves_the_seat_its_first_name(client, three_deals, record):
    client.send("/tables/1/players", {"seat": 1, "name": "Zoe", "substitute": 1})
    record(three_deals, **{**GARDE, "take": "1-garde"})
    last = rows(sheet(client))[-2]
    assert (last["declarer"], last["Bo"], last["total Bo"]) == ("Bo", "198", "-42")


HOSTILE = {  # what is typed -> what stands in the cell
    "=1+1": "'=1+1",
    "+1": "'+1",
    "-1": "'-1",
    "@SUM(A1)": "'@SUM(A1)",
    "%x": "'%x",
    "|calc": "'|calc",
    "＝1＋1": "'＝1＋1",
    "＋1": "'＋1",
    "－1": "'－1",
    "＠A1": "'＠A1",
    "｜x": "'｜x",
    "％x": "'％x",
    '=HYPERLINK("//x";"y")': '\'=HYPERLINK("//x";"y")',
    "=cmd|'/c calc'!A1": "'=cmd|'/c calc'!A1",
    "- Bo": "'- Bo",
    'Bo "the fox"': 'Bo "the fox"',
    "Bo, Chi": "Bo, Chi",
    "Bo; Chi": "Bo; Chi",
    "'Bo": "'Bo",
    "1e5": "1e5",
}


@pytest.mark.parametrize("profile", ["plain", "excel-fr"])
@pytest.mark.parametrize(("name", "cell"), HOSTILE.items())
def test_a_name_that_a_spreadsheet_would_run_is_defused(
    client, open_table, record, profile, name, cell
):
    record(open_table(names=[name, "Ana", "Chi"]), take="0-prise", oudlers=2, points=41, note=name)
    text = sheet(client, profile).removeprefix("\ufeff")
    first, total = rows(text, {"plain": ",", "excel-fr": ";"}[profile])
    assert (first["dealer"], first["declarer"], first["note"]) == (cell, cell, cell)
    assert (first[cell], first["Ana"], total[cell]) == ("50", "-25", "50")


def test_a_name_of_spaces_before_a_formula_is_trimmed_and_defused(client, open_table, record):
    record(open_table(names=["\u00a0 =cmd ", "Ana", "Chi"]), take="0-prise", oudlers=2, points=41)
    assert rows(sheet(client))[0]["dealer"] == "'=cmd"


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_note_of_several_lines_runs_in_none_of_them(client, open_table, record, end):
    record(open_table(), **GARDE, note=f"tea{end}=1+1{end} @A1")
    assert rows(sheet(client))[0]["note"] == f"tea{end}'=1+1{end}' @A1"


def test_an_unknown_profile_is_the_plain_one(client, three_deals):
    assert sheet(client, "lotus") == sheet(client)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Tuesday", "filename=Tuesday.csv"),
        ("", 'filename="Ana Bo and 2 more.csv"'),
        ("../../etc/passwd", 'filename="etc passwd.csv"'),
        ('a"; filename="b', 'filename="a filename b.csv"'),
        ("<script>", "filename=script.csv"),
        ("???", "filename=sheet.csv"),
        ("CON", "filename=CON.csv"),
        ("a\r\nSet-Cookie: x=y", 'filename="a Set-Cookie x y.csv"'),
        ("Été 雨", "filename=sheet.csv; filename*=UTF-8''%C3%89t%C3%A9%20%E9%9B%A8.csv"),
    ],
)
def test_the_file_is_called_like_the_table(client, store, title, name):
    names = ["Ana", "Bo", "Chi", "Dana"]
    store.open_table(Opening("tarot", names, about={"title": title}), key=None, phone="")
    answer = client.get("/tables/1/sheet.csv")
    assert answer.headers["Content-Disposition"] == f"attachment; {name}"
    assert "x=y" not in answer.headers.get("Set-Cookie", "")


def test_a_sheet_as_json(client, store, three_deals):
    client.send("/tables/1/players", {"seat": 1, "name": "Zoe", "substitute": 1})
    form = forms.form(client.get("/tables/1"))
    form.send(client, to="/tables/1/deals/4/half", take="1-garde", note="late")
    answer = client.get("/tables/1/sheet.json")
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    told = json.loads(answer.data)
    at = [deal.pop("told_at") for deal in told["deals"]]
    assert at == [deal.told_at for deal in store.deals(1)]
    assert told == {
        "format": "companion-sheet",
        "version": 1,
        "id": three_deals.uid,
        "game": "tarot",
        "players": ["Ana", "Bo", "Chi", "Dana"],
        "dealer": "Ana",
        "rules": {
            "preset": "table",
            "deals": 0,
            "slam_settlement": "team_each",
            "half_points": "exact",
            "all_pass_dealer": "same",
            "petit_sec_voids": False,
            "poignee_values": [20, 30, 40],
            "misere": 0,
        },
        "substitutes": [{"deal": 4, "player": "Bo", "by": "Zoe"}],
        "deals": [
            {
                "declarer": "Ana",
                "contract": "garde",
                "oudlers": 2,
                "card_points": 49,
                "dealer": "Ana",
            },
            {
                "declarer": "Bo",
                "contract": "prise",
                "oudlers": 1,
                "card_points": 40,
                "dealer": "Bo",
            },
            {
                "declarer": "Chi",
                "contract": "garde",
                "oudlers": 2,
                "card_points": 49,
                "dealer": "Chi",
            },
            {"declarer": "Bo", "contract": "garde", "half": True, "dealer": "Dana", "note": "late"},
        ],
    }


def test_what_is_exported_tallies_to_what_the_page_says(
    client, store, tmp_path, capsys, open_table, record
):
    table = open_table(
        names=["Ana", "Bo", "Chi", "Dana", "Eve"], misere=10, start=[51, 0, 0, -51, 0]
    )
    record(table, **EVERY_COLUMN, anyway="poignees")
    record(table, unplayed="passed")
    record(table, **GARDE, partner=0)
    file = tmp_path / "sheet.json"
    file.write_bytes(client.get("/tables/1/sheet.json").data)
    assert main(["tally", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["totals"].values()) == laws.totals(store, table)
    assert [list(deal["scores"].values()) for deal in told["deals"]] == [
        laws.scored(store, table, number) for number in (1, 2, 3)
    ]


def test_a_closed_sheet_says_so(client, open_table):
    open_table()
    client.send("/tables/1/close")
    assert json.loads(client.get("/tables/1/sheet.json").data)["closed"] is True
