"""Le Plateau out of the app and in again: files, text, two phones, other rules, roles.

Numbers are those of rules/plateau.md and of its worked examples.
"""

from __future__ import annotations

import csv
import io
import json
import re

import forms
import laws
import pytest
from forms import bring
from worked import cases, comes_out

from companion import sheets
from companion.cli import main

FOUR = ["Ana", "Bo", "Chi", "Dana"]
WON = [  # a Y in eleven tricks: who won each, and what it captured
    *[("declarer", "JS"), ("defence", "QC"), ("declarer", "KD"), ("defence", "CS")],
    *[("defence", "A3"), ("declarer", "JH A2"), ("declarer", "EX"), ("defence", "QS CC")],
    *[("defence", ""), ("declarer", "QH KS"), ("declarer", "KC")],
]
TRICKS = [{"won_by": side} | ({"spaces": names.split()} if names else {}) for side, names in WON]
Y = {"declarer": "0", "partners": ["2"], "talon": "keep", "objective": "y"}
BOARD = {"declarer": ["T1", "JS", "KD", "T13", "A21", "CD", "A4"], "defence": ["QH", "KH", "JC"]}
BRIDGE = {"declarer": "1", "partners": [], "talon": "exchange", "objective": "bridge"}
BIDS = [
    {"player": "1", "pass": True},
    {"player": "2", "talon": "exchange", "objective": "y", "partners": 1},
    {"player": "3", "pass": True},
    {"player": "0", "talon": "keep", "objective": "y", "partners": 1},
    {"player": "2", "pass": True},
]


@pytest.fixture
def tell(store):
    """Saves a deal of facts, seats as text; half told, if that is said."""

    def told(table, number, facts, half=False, **more):
        save = store.keep_half if half else store.save_deal
        save(table.id, number, facts, revision=0, key=None, phone="", **more)

    return told


@pytest.fixture
def table(store, open_table, tell):
    """A Y trick by trick, passed, a bridge on a board, one with a result alone."""
    table = open_table("plateau", deals=8)
    tell(table, 1, Y | {"tricks": TRICKS, "bids": BIDS})
    tell(table, 2, {"passed": True})
    tell(table, 3, BRIDGE | {"board": BOARD}, note="quick")
    tell(table, 4, BRIDGE | {"made": False})
    laws.hold(store, table)
    return table


def test_a_whole_sheet(client, table):
    assert client.get("/tables/1/sheet.csv").text == (
        "deal,dealer,outcome,declarer,partners,talon,objective,bid,made,board,"
        "Ana,Bo,Chi,Dana,total Ana,total Bo,total Chi,total Dana,note\r\n"
        "1,Ana,won,Ana,Chi,keep,y,4,true,"
        "T10+ T9- T11+ QH+ CC- QS- T8- KS+ T7+ EX+ T1+ JS+ KD+ KC+ JH+ T6+ T2- QC- CS- T5- "
        "A2+ T3+ T4- A3-,4,-4,4,-4,4,-4,4,-4,\r\n"
        "2,Bo,passed,,,,,,,,0,0,0,0,4,-4,4,-4,\r\n"
        "3,Chi,won,Bo,,exchange,bridge,6,true,"
        "QH- KH- JC- T13+ A21+ CD+ A4+ T1+ JS+ KD+,-6,18,-6,-6,-2,14,-2,-10,quick\r\n"
        "4,Dana,lost,Bo,,exchange,bridge,6,false,,6,-18,6,6,4,-4,4,-4,\r\n"
        "total,,,,,,,,,,4,-4,4,-4,,,,,\r\n"
    )


def test_the_same_for_a_french_spreadsheet(client, table):
    lines = client.get("/tables/1/sheet.csv?profile=excel-fr").text.split("\r\n")
    assert lines[0].startswith("\ufeffdeal;dealer;outcome;declarer;partners;talon;objective;bid")
    assert lines[4] == "4;Dana;lost;Bo;;exchange;bridge;6;false;;6;-18;6;6;4;-4;4;-4;"


def test_roles_in_the_file_are_those_after_a_hand_over(client, open_table, tell):
    table = open_table("plateau", ["=1+1", *FOUR])
    raises = [{"player": "1", "objective": "fork"}]
    tell(table, 1, {**Y, "partners": ["1"], "raises": raises, "handed_over": True, "made": True})
    (row, _total) = csv.DictReader(io.StringIO(client.get("/tables/1/sheet.csv").text, newline=""))
    assert (row["declarer"], row["partners"], row["objective"]) == ("Ana", "'=1+1", "fork")
    assert (row["bid"], row["Ana"], row["'=1+1"], row["Bo"]) == ("6", "12", "6", "-6")


def test_two_partners_stand_in_one_cell_and_at_six_no_talon(client, open_table, tell):
    table = open_table("plateau", [*FOUR, "Eli", "Fé"])
    six = {"declarer": "0", "partners": ["2", "4"], "objective": "five", "made": False}
    tell(table, 1, six)
    assert "lost,Ana,Chi; Eli,,five,6,false,,-6,6,-6,6,-6,6," in (
        client.get("/tables/1/sheet.csv").text
    )


def test_a_sheet_that_goes_out_comes_in_and_goes_out_the_same(client, elsewhere, table, tell):
    tell(table, 5, Y | {"tricks": TRICKS[:3]}, half=True)
    out = client.get("/tables/1/sheet.json").text
    assert bring(elsewhere, out).status_code == 303
    assert elsewhere.get("/tables/1/sheet.json").text == out
    there = elsewhere.application.extensions["store"]
    laws.hold(there, there.table(1))


def test_tricks_and_bids_keep_their_order_in_the_file(client, table):
    sheet = json.loads(client.get("/tables/1/sheet.json").text)
    assert sheet["rules"] == {"talon_to": "declarer_unless_exchanged", "deals": 8}
    first = sheet["deals"][0]
    assert [(one["won_by"], one.get("spaces", [])) for one in first["tricks"]] == [
        (side, names.split()) for side, names in WON
    ]
    assert [(one["player"], one.get("pass", False)) for one in first["bids"]] == [
        ("Bo", True),
        ("Chi", False),
        ("Dana", True),
        ("Ana", False),
        ("Chi", True),
    ]
    assert (first["declarer"], first["partners"]) == ("Ana", ["Chi"])


def test_a_sheet_that_is_known_and_the_same_changes_nothing(client, store, table):
    before = store.changes(1)
    answer = bring(client, client.get("/tables/1/sheet.json").text)
    assert (answer.status_code, answer.location) == (303, "/tables/1?known=1")
    assert (len(store.tables("open")), store.changes(1)) == (1, before)


def test_a_sheet_that_is_known_and_differs_is_asked_about(client, store, table):
    sheet = json.loads(client.get("/tables/1/sheet.json").text)
    sheet["deals"][3]["made"] = True
    page = bring(client, sheet)
    assert page.status_code == 409
    said = forms.texts(page)
    assert "Bo, bridge, bid 6: not made" in said
    assert "Bo, bridge, bid 6: made" in said
    assert "Ana with Chi" not in said
    assert forms.form(page, "/import").send(client, anew=1).location == "/tables/2"
    assert laws.totals(store, store.table(2)) == [-8, 32, -8, -16]


@pytest.mark.parametrize("case", cases("plateau"))
def test_a_worked_sheet_comes_in_and_goes_out_as_the_rules_say(client, store, case):
    assert bring(client, case["sheet"]).location == "/tables/1"
    table = store.table(1)
    laws.hold(store, table)
    last = table.deals
    scores = [case["scores"][name] for name in case["sheet"]["players"]]
    assert laws.scored(store, table, last) == scores
    out = json.loads(client.get("/tables/1/sheet.json").text)
    comes_out(case | {"sheet": out}, "bid", "made", "still_possible")


def test_what_is_exported_tallies_to_what_the_page_says(client, table, tmp_path, capsys):
    file = tmp_path / "sheet.json"
    file.write_bytes(client.get("/tables/1/sheet.json").data)
    assert main(["tally", str(file)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["totals"] == {"Ana": 4, "Bo": -4, "Chi": 4, "Dana": -4}
    assert [deal["outcome"] for deal in said["deals"]] == ["won", "passed", "won", "lost"]
    assert [deal.get("achieved") for deal in said["deals"]] == ["fork", None, "bridge", None]


def test_the_sheet_for_people_at_a_terminal(client, table, tmp_path, capsys):
    file = tmp_path / "sheet.json"
    file.write_bytes(client.get("/tables/1/sheet.json").data)
    assert main(["tally", "--pretty", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Le Plateau",
        "   dealer                                           Ana   Bo  Chi  Dana",
        "1  Ana     Ana with Chi, Y, bid 4: made, even fork    4   -4    4    -4",
        "2  Bo      All passed                                 0    0    0     0",
        "3  Chi     Bo, bridge, bid 6: made                   -6   18   -6    -6",
        "4  Dana    Bo, bridge, bid 6: not made                6  -18    6     6",
        "           total                                      4   -4    4    -4",
        "           rank                                       1    3    1     3",
    ]


def test_the_result_as_text(client, table):
    text = re.search(
        r"<textarea[^>]*readonly>(.*?)</textarea>", client.get("/tables/1/text").text, re.S
    )
    head, _, below = text[1].partition("\n")
    assert head.startswith("Ana, Bo and 2 more · Le Plateau · ")
    assert below == (
        "1. Ana  +4\n"
        "1. Chi  +4\n"
        "3. Bo  −4\n"
        "3. Dana  −4\n"
        "\n"
        "1  Ana with Chi, Y, bid 4: made, even fork  +4\n"
        "2  All passed\n"
        "3  Bo, bridge, bid 6: made  +18\n"
        "4  Bo, bridge, bid 6: not made  −18\n"
    )


def test_two_versions_of_a_deal_stand_side_by_side_with_the_spaces_that_differ(
    client, store, table
):
    theirs = {"declarer": [*BOARD["declarer"], "A1"], "defence": ["QH", "KH", "JC"]}
    mine = forms.form(client.get("/tables/1/deals/3"))
    store.save_deal(1, 3, BRIDGE | {"board": theirs}, revision=1, key=None, phone="")
    page = mine.send(client, **{"board-defence": ["QH", "KH"]})
    assert page.status_code == 409
    rows = re.findall(r"<tr.*?</tr>", page.text.partition('class="two-versions"')[2], re.S)
    read = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows if "differs" in row]
    deal = "Bo, bridge, bid 6: made"
    assert read == [
        f"Deal {deal} · Note: – {deal} · Note: quick",
        "jack of clubs the defence free",
        "trump 1 the declarer’s side free",
    ]
    assert forms.form(page).send(client).status_code == 303
    assert store.deal(1, 3).facts["board"]["defence"] == ["QH", "KH"]


def test_what_is_half_told_says_what_is_played_and_what_it_still_asks_for(client, table, tell):
    tell(table, 5, Y | {"tricks": TRICKS[:3]}, half=True)
    said = forms.texts(client.get("/tables/1")).partition("Deals so far")[2]
    assert " 5 Ana with Chi: Y, bid 4, closed talon. Y: 6 more. …" in said
    assert '"half": true' in client.get("/tables/1/sheet.json").text
    sheet = json.loads(client.get("/tables/1/sheet.json").text)
    assert sheets.tallied(sheets.read(sheet))["deals"][-1]["outcome"] == "half"


def test_a_deal_is_taken_back_and_brought_back_on_the_sheet(client, store, table):
    for _ in range(3):
        forms.form(client.get("/tables/1"), "/undo").send(client)
    assert laws.totals(store, table) == [4, -4, 4, -4]
    assert store.table(1).deals == 1
    for _ in range(3):
        forms.form(client.get("/tables/1"), "/redo").send(client)
    laws.hold(store, table)
    assert store.table(1).deals == 4
    assert store.deal(1, 3).facts["board"]["declarer"][:3] == ["T1", "JS", "KD"]


def test_a_deal_in_the_middle_is_deleted(client, store, table):
    form = forms.form(client.get("/tables/1/deals/3"))
    assert form.send(client, to="/tables/1/deals/3/delete").status_code == 303
    laws.hold(store, table)
    assert laws.totals(store, table) == [10, -22, 10, 2]


def test_the_game_is_over_after_the_planned_deals_the_passed_ones_too(
    client, store, open_table, tell
):
    table = open_table("plateau", deals=4)
    tell(table, 1, Y | {"made": True})
    for number in (2, 3):
        tell(table, number, {"passed": True})
    assert not store.table(1).over
    tell(table, 4, {"passed": True})
    assert store.table(1).over
    assert "Ana and Chi share the first place with +4." in forms.texts(client.get("/tables/1"))


def test_the_dealer_sits_out_where_one_more_sits_there_than_plays(client, store, open_table, tell):
    table = open_table("plateau", [*FOUR, "Eli"], at_once=4, dealer=1)
    assert 'value="pass-2-1"' in client.get("/tables/1").text  # on the left of Bo, who deals
    tell(table, 1, {**Y, "partners": ["4"], "made": True}, dealer=1)
    laws.hold(store, table)
    assert laws.totals(store, table) == [4, 0, -4, -4, 4]
    assert "Bo dealt" in forms.texts(client.get("/tables/1"))


def test_who_sits_out_is_no_partner(client, store, open_table):
    open_table("plateau", [*FOUR, "Eli"], at_once=4, dealer=1)
    form = forms.form(client.get("/tables/1"))
    posted = {"declarer": 0, "partners": 1, "talon": "keep", "objective": "y", "made": "true"}
    assert form.send(client, dealer=1, **posted).status_code == 422
    assert store.table(1).deals == 0


def test_a_substitute_plays_on_with_the_same_seat(client, store, table, tell):
    client.send("/tables/1/players", {"seat": 1, "name": "Zoe", "substitute": 1})
    tell(table, 5, BRIDGE | {"made": True})
    said = forms.texts(client.get("/tables/1"))
    assert "Zoe , bridge, bid 6: made" in said
    assert "Bo , bridge, bid 6: not made" in said


REST = "QH CC QS JD KS KH JC CH EX JH QC CS QD A1 A2 A3 A5 A6"
BY_TALON = [
    {"won_by": "declarer", "spaces": ["JS", "KD", "KC", "A21", "A4"]},
    {"won_by": "defence", "spaces": REST.split()},
    *[{"won_by": "defence"}] * 11,
    {"talon": True, "spaces": ["CD"]},
]


@pytest.fixture
def by_talon(store, open_table, tell):
    """A bridge alone with the talon closed, in which its last space lies: + 3 × 7."""
    table = open_table("plateau")
    tell(table, 1, {**Y, "partners": [], "objective": "bridge", "tricks": BY_TALON})
    assert laws.totals(store, table) == [21, -7, -7, -7]
    return table


def test_the_same_deals_are_counted_with_the_talon_always_to_the_defence(client, store, by_talon):
    form = forms.form(client.get("/tables/1/count-again"), "/count-again")
    page = form.send(client, talon_to="defence")
    assert "Ana +21 −21 Bo −7 +7" in forms.texts(page)
    assert forms.form(page, "/count-again").send(client, keep=1).location == "/tables/2"
    assert laws.totals(store, store.table(2)) == [-21, 7, 7, 7]
    laws.hold(store, store.table(2))


def test_a_talon_of_too_many_cards_is_saved_only_anyway(client, store, open_table, tell):
    table = open_table("plateau", [*FOUR, "Eve"])
    tricks = [*BY_TALON[:-1], {"talon": True, "spaces": ["CD", "JD", "KH", "JC"]}]
    tricks[1] = {"won_by": "defence", "spaces": ["QH"]}
    deal = {**Y, "partners": [], "objective": "bridge", "tricks": tricks}
    tell(table, 1, deal, half=True)
    again = forms.form(client.get("/tables/1")).send(client)
    assert again.status_code == 422
    assert "The talon has 3 cards, not 4" in forms.texts(again)
    assert forms.form(again).send(client, in_spite="1").status_code == 303
    assert laws.totals(store, table) == [28, -7, -7, -7, -7]
    assert "The talon has 3 cards, not 4" in forms.texts(client.get("/tables/1"))


def test_the_talon_is_the_last_step_of_a_replay(client, by_talon):
    steps = forms.texts(client.get("/tables/1/deals/1/replay"))
    assert steps.endswith("The talon: Ana · cavalier of diamonds")


def test_a_talon_of_no_space_is_theirs_who_got_it(client, open_table, tell):
    tricks = [{"won_by": "defence", "spaces": REST.split()}, *[{"won_by": "defence"}] * 12]
    deal = {**Y, "partners": [], "objective": "six", "tricks": [*tricks, {"talon": True}]}
    tell(open_table("plateau"), 1, deal)
    assert forms.texts(client.get("/tables/1/deals/1/replay")).endswith("The talon: Ana")


def test_roles_are_kept_beside_the_points(store, table):
    rows = store.db.execute(
        "SELECT number, seat, points, role FROM scores JOIN deals ON deals.id = deal_id "
        "WHERE number IN (1, 2) ORDER BY number, seat"
    ).fetchall()
    assert [tuple(row) for row in rows] == [
        (1, 0, 4, "declarer"),
        (1, 1, -4, "defence"),
        (1, 2, 4, "partner"),
        (1, 3, -4, "defence"),
        (2, 0, 0, ""),
        (2, 1, 0, ""),
        (2, 2, 0, ""),
        (2, 3, 0, ""),
    ]


def test_the_calculator_counts_a_deal_and_keeps_nothing(client, store):
    form = forms.form(client.get("/calculator/plateau?players=5"))
    posted = {"declarer": 0, "partners": 2, "talon": "keep", "objective": "y", "made": "true"}
    page = form.send(client, **posted)
    assert page.status_code == 200
    assert store.tables("open") == []
    counted = forms.texts(page).partition("The sum, line by line ")[2]
    assert re.findall(r"[+−]\d+(?= Player|$| )", counted)[:5] == ["+8", "+4", "−4", "−4", "−4"]


def test_the_table_on_the_home_page(client, table):
    said = forms.texts(client.get("/"))
    assert "Ana, Bo, Chi, Dana +4 Ana, Chi in front · deal 5 of 8" in said
    assert "game-plateau" in client.get("/").text
