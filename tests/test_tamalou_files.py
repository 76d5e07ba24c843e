"""Tamalou out of the app and in again: files, text, two phones, other rules, roles.

Numbers are those of rules/tamalou.md and of its worked examples.
"""

from __future__ import annotations

import csv
import io
import json
import re

import forms
import laws
import pytest
import small_evening
from forms import bring
from worked import cases, comes_out

from companion import sheets
from companion.cli import main

NAMES = ["Ana", "Bo", "Chi"]
FOUR = [*NAMES, "Dana"]


def told(*hands, caller="none", **more):
    """What a form posts of a deal: a hand a seat, None for one not typed; a seat called."""
    typed = {f"hands-{seat}": n for seat, n in enumerate(hands) if n is not None}
    return typed | {"caller": caller} | more


@pytest.fixture
def game(open_table, record):
    """Four deals: Bo falls from exactly 100 to 50, and a kamikaze ends the game."""
    table = open_table("tamalou", NAMES, start=[60, 80, 70], exact_limit="continue")
    assert record(table, **told(3, 20, 9, caller=0)) == [0, 20, 9]
    assert record(table, **told(4, 12, 7, caller=2), note="too high") == [0, 12, 12]
    assert record(table, **told(10, 2, 3)) == [10, 2, 3]
    assert record(table, **told(caller=0, kamikaze=1)) == [50, 0, 50]
    return table


def test_a_whole_sheet(client, game):
    assert client.get("/tables/1/sheet.csv").text == (
        "deal,dealer,outcome,caller,kamikaze,hand Ana,hand Bo,hand Chi,"
        "Ana,Bo,Chi,total Ana,total Bo,total Chi,note\r\n"
        "start,,,,,,,,,,,60,80,70,\r\n"
        "1,Ana,called,Ana,,3,20,9,0,20,9,60,50,79,\r\n"
        "2,Bo,failed,Chi,,4,12,7,0,12,12,60,62,91,too high\r\n"
        "3,Chi,no_call,,,10,2,3,10,2,3,70,64,94,\r\n"
        "4,Ana,kamikaze,Ana,Bo,,,,50,0,50,120,64,144,\r\n"
        "total,,,,,,,,120,64,144,,,,\r\n"
    )


def test_the_same_for_a_french_spreadsheet(client, game):
    lines = client.get("/tables/1/sheet.csv?profile=excel-fr").text.split("\r\n")
    assert lines[0].startswith("\ufeffdeal;dealer;outcome;caller;kamikaze;hand Ana;")
    assert lines[2] == "1;Ana;called;Ana;;3;20;9;0;20;9;60;50;79;"


def test_a_hand_below_nothing_stays_a_number_and_a_name_is_defused(client, open_table, record):
    table = open_table("tamalou", ["=1+1", "Bo"], negatives="allow", card_values="kabou", jokers=1)
    assert record(table, **told(-1, 9, caller=0), anyway="hands.0") == [-1, 9]
    (row, _total) = csv.DictReader(io.StringIO(client.get("/tables/1/sheet.csv").text, newline=""))
    assert (row["caller"], row["hand =1+1"], row["'=1+1"]) == ("'=1+1", "-1", "-1")


def test_two_kamikazes_stand_in_one_cell(client, open_table, record):
    table = open_table("tamalou", FOUR)
    assert record(table, **told(caller=0, kamikaze=[1, 2])) == [50, 0, 0, 50]
    assert ",kamikaze,Ana,Bo; Chi,,,,,50,0,0,50," in client.get("/tables/1/sheet.csv").text


def test_a_sheet_that_goes_out_comes_in_and_goes_out_the_same(client, elsewhere, game):
    out = client.get("/tables/1/sheet.json").text
    assert bring(elsewhere, out).status_code == 303
    assert elsewhere.get("/tables/1/sheet.json").text == out
    there = elsewhere.application.extensions["store"]
    laws.hold(there, there.table(1))


def test_every_option_goes_out_and_only_facts_of_the_deals(client, game):
    sheet = json.loads(client.get("/tables/1/sheet.json").text)
    assert sheet["start"] == {"Ana": 60, "Bo": 80, "Chi": 70}
    assert sheet["rules"] == {
        "call_threshold": 5,
        "fail_penalty": 5,
        "beaten_caller": "keeps_total",
        "kamikaze": True,
        "kamikaze_points": 50,
        "limit": 100,
        "exact_limit": "continue",
        "exact_value": 50,
        "exact_repeat": "unlimited",
        "deals": 0,
        "cards": 4,
        "no_call": "totals",
        "final_tie": "shared",
        "negatives": "clamp",
        "card_values": "tamalou",
        "jokers": 0,
    }
    facts = [{k: v for k, v in deal.items() if k != "told_at"} for deal in sheet["deals"]]
    assert facts == [
        {"caller": "Ana", "hands": {"Ana": 3, "Bo": 20, "Chi": 9}, "dealer": "Ana"},
        {
            "caller": "Chi",
            "hands": {"Ana": 4, "Bo": 12, "Chi": 7},
            "dealer": "Bo",
            "note": "too high",
        },
        {"caller": None, "hands": {"Ana": 10, "Bo": 2, "Chi": 3}, "dealer": "Chi"},
        {"caller": "Ana", "kamikaze": ["Bo"], "dealer": "Ana"},
    ]


def test_a_sheet_that_is_known_and_the_same_changes_nothing(client, store, game):
    before = store.changes(1)
    answer = bring(client, client.get("/tables/1/sheet.json").text)
    assert (answer.status_code, answer.location) == (303, "/tables/1?known=1")
    assert (len(store.tables("open")), store.changes(1)) == (1, before)


def test_a_sheet_that_is_known_and_differs_is_asked_about(client, store, game):
    sheet = json.loads(client.get("/tables/1/sheet.json").text)
    sheet["deals"][0]["hands"]["Bo"] = 21
    page = bring(client, sheet)
    assert page.status_code == 409
    said = forms.texts(page)
    assert "Deal 1 Ana called" in said
    assert "· 0 20 9 · Ana dealt" in said
    assert "· 0 21 9 · Ana dealt" in said
    assert "Deal 2" not in said
    assert forms.form(page, "/import").send(client, anew=1).location == "/tables/2"
    assert laws.totals(store, store.table(1)) == [120, 64, 144]
    assert laws.totals(store, store.table(2)) == [120, 115, 144]


@pytest.mark.parametrize("case", cases("tamalou"))
def test_a_worked_sheet_comes_in_and_goes_out_as_the_rules_say(
    client, store, case, tmp_path, capsys
):
    assert bring(client, case["sheet"]).location == "/tables/1"
    table = store.table(1)
    laws.hold(store, table)
    assert laws.totals(store, table) == list(case["totals"].values())
    assert laws.scored(store, table, table.deals) == list(case["scores"].values())
    assert store.table(1).over is case["over"]
    comes_out(case | {"sheet": json.loads(client.get("/tables/1/sheet.json").text)})


def test_what_is_exported_tallies_to_what_the_page_says(client, game, tmp_path, capsys):
    file = tmp_path / "sheet.json"
    file.write_bytes(client.get("/tables/1/sheet.json").data)
    assert main(["tally", str(file)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["totals"] == {"Ana": 120, "Bo": 64, "Chi": 144}
    assert (said["over"], said["winners"]) == (True, ["Bo"])


def test_the_result_as_text_tells_game_and_date_and_the_points_of_all(client, game):
    page = client.get("/tables/1/text").text
    text = re.search(r"<textarea[^>]*readonly>(.*?)</textarea>", page, re.S)
    head, told = text[1].split("\n", 1)
    assert re.fullmatch(r"Ana, Bo and Chi · Tamalou · \d+ \w+ \d{4}", head)
    assert told == (
        "1. Bo  64\n"
        "2. Ana  120\n"
        "3. Chi  144\n"
        "\n"
        "Carried over  Ana 60 · Bo 80 · Chi 70\n"
        "1  Ana called with 3: nobody as low  Ana 0 · Bo 20 · Chi 9\n"
        "   Bo: exactly 100 becomes 50\n"
        "2  Chi called with 7: failed, +5  Ana 0 · Bo 12 · Chi 12\n"
        "3  Nobody called  Ana 10 · Bo 2 · Chi 3\n"
        "4  Bo: kamikaze, 50 for the others  Ana 50 · Bo 0 · Chi 50\n"
        "   Ana has 120, Chi has 144: the game is over\n"
    )


def test_the_first_line_of_the_text_is_in_the_readers_language_and_of_the_evenings_day(
    client, store
):
    small_evening.play(store)
    client.send("/settings", {"language": "fr"})
    assert "Tarot · 20 novembre 2026\n" in client.get("/tables/1/text").text


def test_who_sat_out_has_no_points_in_the_result_as_text(client, store, open_table):
    """Ana deals and sits out; Bo called with the lowest hand."""
    table = open_table("tamalou", ["Ana", "Bo", "Chi", "Dana", "Eve"], at_once=4)
    told = {"caller": "1", "hands": {"1": 3, "2": 10, "3": 12, "4": 20}}
    store.save_deal(table.id, 1, told, revision=0, key=None, phone="")
    text = client.get(f"/tables/{table.id}/text").text
    assert "as low  Bo 0 · Chi 10 · Dana 12 · Eve 20\n" in text


@pytest.fixture
def asked(app, client, open_table):
    """The page of whoever told a deal that another phone had told meanwhile."""
    open_table("tamalou", FOUR)
    other = app.test_client()
    mine, theirs = (forms.form(phone.get("/tables/1")) for phone in (client, other))
    assert theirs.send(other, **told(3, 12, 20, 7, caller=0)).status_code == 303
    return mine.send(client, **told(3, 12, 2, 7, caller=0))


def test_two_versions_of_a_deal_stand_side_by_side_and_mine_stays_in_the_form(client, store, asked):
    assert asked.status_code == 409
    rows = re.findall(r"<tr.*?</tr>", asked.text.partition('class="two-versions"')[2], re.S)
    read = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]
    assert [row for row in read if row.split()[0] in FOUR] == [
        "Ana 0 +3",
        "Bo +12 +12",
        "Chi +20 0",
        "Dana +7 +7",
    ]
    differs = [row.split()[0] for row, one in zip(read, rows, strict=True) if "differs" in one]
    assert differs == ["Deal", "Ana", "Chi"]
    assert forms.form(asked).fields["hands-2"] == ["2"]
    assert forms.form(asked).send(client).status_code == 303
    assert laws.totals(store, store.table(1)) == [3, 12, 0, 7]


def half(phone, **touched):
    return forms.form(phone.get("/tables/1")).send(phone, to="/tables/1/deals/1/half", **touched)


def test_two_hands_of_four_are_kept_and_told_to_the_end_from_another_phone(
    app, client, store, open_table
):
    table = open_table("tamalou", FOUR)
    assert half(client, **{"hands-0": 3, "hands-2": 20}).status_code == 303
    assert laws.totals(store, table) == [0, 0, 0, 0]
    assert store.deal(1, 1).facts == {"hands": {"0": 3, "2": 20}}
    other = app.test_client()
    form = forms.form(other.get("/tables/1"))
    assert (form.fields["hands-0"], form.fields["hands-2"]) == (["3"], ["20"])
    assert form.send(other, **{"hands-1": 12, "hands-3": 7, "caller": 0}).status_code == 303
    laws.hold(store, table)
    assert laws.totals(store, table) == [0, 12, 20, 7]
    assert [deal.state for deal in store.deals(1)] == ["told"]


def test_the_caller_is_kept_before_any_hand_is_seen(client, store, open_table):
    open_table("tamalou", FOUR)
    assert half(client, caller=1).status_code == 303
    assert store.deal(1, 1).facts == {"caller": "1"}
    assert forms.form(client.get("/tables/1")).fields["caller"] == ["1"]


def test_what_is_half_told_goes_out_and_comes_in(client, store, open_table):
    open_table("tamalou", FOUR)
    half(client, **{"hands-0": 3, "caller": "none"})
    sheet = json.loads(client.get("/tables/1/sheet.json").text)
    deal = {k: v for k, v in sheet["deals"][0].items() if k != "told_at"}
    assert deal == {"caller": None, "hands": {"Ana": 3}, "half": True, "dealer": "Ana"}
    assert bring(client, sheet | {"id": "0" * 32}).location == "/tables/2"
    assert store.deal(2, 1).facts == {"caller": None, "hands": {"0": 3}}
    assert sheets.tallied(sheets.read(sheet))["deals"][0]["outcome"] == "half"


def test_an_empty_hand_is_not_nothing(client, store, open_table):
    open_table("tamalou", NAMES)
    page = forms.form(client.get("/tables/1")).send(client, **told(3, "", 9, caller=0))
    assert page.status_code == 422
    assert "empty is not 0" in forms.texts(page)
    assert store.table(1).deals == 0


def test_the_same_deals_are_counted_under_other_rules(client, store, game):
    form = forms.form(client.get("/tables/1/count-again"), "/count-again")
    page = form.send(client, exact_limit="off", fail_penalty=10)
    assert "Ana 120 120 Bo 64 114 Chi 144 149" in forms.texts(page)
    assert forms.form(page, "/count-again").send(client, keep=1).location == "/tables/2"
    assert laws.totals(store, store.table(2)) == [120, 114, 149]
    laws.hold(store, store.table(2))
    assert laws.totals(store, game) == [120, 64, 144]


def test_a_kamikaze_cannot_be_counted_where_none_is_played(client, game):
    form = forms.form(client.get("/tables/1/count-again"), "/count-again")
    page = form.send(client, kamikaze="false")
    assert page.status_code == 422
    said = "Under these rules deal 4 cannot be: this table does not play the kamikaze"
    assert said in forms.texts(page)


def test_roles_are_kept_beside_the_points(store, game):
    rows = store.db.execute(
        "SELECT number, seat, points, role FROM scores JOIN deals ON deals.id = deal_id "
        "WHERE number IN (1, 3, 4) ORDER BY number, seat"
    ).fetchall()
    assert [tuple(row) for row in rows] == [
        (1, 0, 0, "caller"),
        (1, 1, 20, "player"),
        (1, 2, 9, "player"),
        (3, 0, 10, "player"),
        (3, 1, 2, "player"),
        (3, 2, 3, "player"),
        (4, 0, 50, "caller"),
        (4, 1, 0, "kamikaze"),
        (4, 2, 50, "player"),
    ]


def test_the_calculator_counts_a_deal_and_keeps_nothing(client, store):
    form = forms.form(client.get("/calculator/tamalou?players=4"))
    page = form.send(client, **told(3, 12, 20, 7, caller=0))
    assert page.status_code == 200
    assert store.tables("open") == []
    counted = forms.texts(page).partition("The sum, line by line The sum, line by line ")[2]
    ends = re.findall(r"[+−]?\d+(?= Player|$)", counted)
    assert ends == ["0", "+12", "+20", "+7"]
