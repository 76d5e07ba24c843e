"""All pages of a game that was added, seen from a phone: nothing of the house had to know it."""

from __future__ import annotations

import csv
import io
import json
import re

import forms
import laws
import pytest

from companion.cli import main

OUT = {"out": 1, "hands-0": 12, "hands-2": 30}
HEAD = ["deal", "dealer", "outcome", "out", "dry", "hand Ana", "hand Bo", "hand Chi"]
TOTALS = ["Ana", "Bo", "Chi", "total Ana", "total Bo", "total Chi", "note"]


@pytest.fixture
def table(client, store):
    """A table opened through the pages."""
    form = forms.form(client.get("/tables/new?game=rami"), "opening")
    answer = form.send(client, player=["Ana", "Bo", "Chi"], dealer=0, deals=3, open=1)
    assert (answer.status_code, answer.location) == (303, "/tables/1")
    return store.table(1)


def seen(client, address, **headers):
    page = client.get(address, headers=headers)
    assert page.status_code == 200, address
    return forms.texts(page)


def test_home_offers_it(client):
    page = client.get("/")
    assert "Rami 2–6 players" in forms.texts(page)
    assert {"/tables/new?game=rami", "/calculator/rami", "/rules/rami"} <= links(page)


def links(page):
    return set(re.findall(r'href="(/[^"]*)"', page.text))


def test_a_new_table_asks_what_it_may_agree(client):
    said = seen(client, "/tables/new?game=rami")
    assert "Rami: 2 to 6 players" in said
    assert "Going out all at once counts double is not played" in said
    assert "placeholder" not in named(client.get("/tables/new?game=rami").text, "deals")


def named(text, name):
    """The field of this name as the page writes it."""
    return re.search(rf'<input[^>]* name="{name}"[^>]*>', text)[0]


def test_a_deal_is_previewed_and_told(client, record, table):
    assert "Who went out?" in seen(client, "/tables/1")
    form = forms.form(client.get("/tables/1"))
    preview = form.send(client, to="/tables/1/deals/1/preview", **OUT)
    assert "Bo went out" in forms.texts(preview)
    assert "+30" in forms.texts(preview)
    assert record(table, **OUT) == [12, 0, 30]
    said = seen(client, "/tables/1")
    assert "Deal 2 of 3" in said
    assert "Bo went out 12 · 0 · 30" in said
    assert "Bo went out 0 Ana held 12 +12 Chi held 30 +30" in said


def test_what_is_missing_or_cannot_be_is_said_beside_its_field(client, table):
    form = forms.form(client.get("/tables/1"))
    for touched, why in [
        ({"out": 1, "hands-0": 12}, "this hand is missing"),
        (OUT | {"hands-1": 4}, "whoever goes out holds nothing"),
    ]:
        page = form.send(client, **touched)
        assert page.status_code == 422
        assert why in forms.texts(page)


def test_a_deal_is_noted_half_and_told_from_another_phone(app, client, store, table):
    form = forms.form(client.get("/tables/1"))
    assert form.send(client, to="/tables/1/deals/1/half", **{"hands-0": 12}).status_code == 303
    other = app.test_client()
    form = forms.form(other.get("/tables/1"))
    assert form.fields["hands-0"] == ["12"]
    assert form.send(other, **{"out": 1, "hands-2": 30}).status_code == 303
    assert laws.totals(store, table) == [12, 0, 30]


def test_a_deal_is_corrected_and_undone(client, store, record, table):
    record(table, **OUT)
    assert record(table, 1, dry="true") == [24, 0, 60]
    forms.form(client.get("/tables/1"), "/undo").send(client)
    assert laws.totals(store, table) == [12, 0, 30]


def test_after_the_planned_deals_the_lowest_has_won(client, record, table):
    for _ in range(3):
        record(table, **OUT)
    assert "Bo wins with 0, the lowest total." in seen(client, "/tables/1")


def test_its_files_and_what_they_tally_to(client, store, record, table, tmp_path, capsys):
    record(table, **OUT)
    rows = list(csv.reader(io.StringIO(client.get("/tables/1/sheet.csv").text, newline="")))
    assert rows[:2] == [
        [*HEAD, *TOTALS],
        ["1", "Ana", "out", "Bo", "", "12", "", "30", "12", "0", "30", "12", "0", "30", ""],
    ]
    exported = client.get("/tables/1/sheet.json").text
    file = tmp_path / "sheet.json"
    file.write_text(exported, "utf-8")
    assert main(["tally", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["totals"] == {"Ana": 12, "Bo": 0, "Chi": 30}
    answer = forms.form(client.get("/import"), "/import").send(client, text=exported)
    assert answer.location == "/tables/1?known=1"


def test_a_chat_reads_the_points_of_all(client, record, table):
    record(table, **OUT)
    said = forms.texts(client.get("/tables/1/text"))
    assert "1. Bo 0 2. Ana 12 3. Chi 30 1 Bo went out Ana 12 · Bo 0 · Chi 30" in said


def test_the_calculator_counts_a_deal(client):
    form = forms.form(client.get("/calculator/rami?players=3"))
    said = forms.texts(form.send(client, **OUT))
    assert "Calculator: Rami" in said
    assert "Player 2 went out" in said
    assert "Player 3 held 30 +30" in said


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
@pytest.mark.parametrize(
    "address",
    [
        *("/", "/tables/new?game=rami", "/rules/rami", "/calculator/rami", "/tables/1"),
        *("/tables/1/deals/1", "/tables/1/deals/2?before=1", "/tables/1/more"),
        *("/tables/1/players", "/tables/1/options", "/tables/1/count-again", "/tables/1/rules"),
        *("/tables/1/text", "/tables/new?table=1&carried=1", "/tables/new?table=1&game=tarot"),
    ],
)
def test_every_page_is_there_in_every_language(client, record, table, language, address):
    record(table, **OUT)
    assert seen(client, address, **{"Accept-Language": language})


def test_what_was_agreed_holds(client, store, record, table):
    said = seen(client, "/tables/1/rules")
    assert "Rami, in short" in said
    assert "Going out all at once doubles it." in said
    form = forms.form(client.get("/tables/1/options"), "/options")
    assert form.send(client, dry="false").status_code == 303
    assert "Going out all at once doubles it." not in seen(client, "/tables/1/rules")
    form = forms.form(client.get("/tables/1"))
    assert "dry" not in form.choices
    page = form.send(client, **OUT, dry="true")
    assert page.status_code == 422
    assert "this table does not play dry" in forms.texts(page).lower()
