"""One person, however the name is written: what nobody sees in it makes no second one."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile

import an_evening
import pytest
from forms import bring
from worked import sheet

from companion.store import Opening

HOW = {"key": None, "phone": ""}
ALIKE = ["Bo Li", "Bo\u00a0Li", " Bo  Li", "Bo Li\u200b", "B\u00ado Li", "Bo Li\ufe0f"]
FOUR = ["Ana", "Bo", "Chi", "Dee"]


@pytest.fixture
def people(store):
    """Everybody, once Bo Li sits at a table."""
    store.open_table(Opening("tarot", ["Bo Li", "Chi", "Dee"]), **HOW)
    return lambda: sorted(one.name for one in store.players())


def test_the_check_in_knows_a_name_however_it_is_written(client, store, people):
    store.open_evening("Friday", "", "", {"tarot": {}}, **HOW)
    for name in ALIKE:
        client.send("/evenings/1/players", {"typed": name})
    client.send("/evenings/1/players", {"list": "\n".join(ALIKE)})
    filed = io.BytesIO(("name\n" + "\n".join(ALIKE)).encode())
    file = {"list": "", "file": (filed, "players.csv")}
    client.send("/evenings/1/players", file, content_type="multipart/form-data")
    assert [one.name for one in store.attendances(1)] == ["Bo Li"]
    assert people() == ["Bo Li", "Chi", "Dee"]


@pytest.mark.parametrize("name", ALIKE, ids=ascii)
def test_a_table_and_a_sheet_know_it_too(client, store, people, name):
    store.open_table(Opening("tarot", [name, "Chi", "Dee"]), **HOW)
    told = json.dumps(sheet("tarot", 4)).replace('"Bo"', json.dumps(name))
    assert bring(client, told).status_code == 303
    store.substitute(2, 1, name + "x", **HOW)
    store.rename(2, 1, "Eve", **HOW)
    assert store.table(2).sitting == ("Bo Li", "Eve", "Dee")
    assert people() == ["Ana", "Bo Li", "Chi", "Dee", "Eve"]
    assert store.player_called(name) == 1


def test_an_evening_of_a_file_knows_it_too(client, store, elsewhere):
    an_evening.open_evening(store)
    octets = client.get("/evenings/1/evening.zip").data
    told = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(octets)) as was, zipfile.ZipFile(told, "w") as now:
        for name in was.namelist():
            now.writestr(name, was.read(name).decode().replace('"Bo"', '"\u00a0Bo\u200b"'))
    for _ in range(2):  # the second time it is here already, and says the same
        file = {"file": (io.BytesIO(told.getvalue()), "evening.zip")}
        assert elsewhere.send("/import", file, content_type="multipart/form-data").location
    there = elsewhere.application.extensions["store"]
    assert [one.name for one in there.players("bo")] == ["Bo"]
    assert elsewhere.get("/evenings/1/evening.zip").status_code == 200
    assert len(there.evenings()) == 1


@pytest.mark.parametrize("name", ["Bo Li\ufe0f", "Bo\u3000Li", "B\u200do Li"], ids=ascii)
def test_a_file_of_who_is_spelled_otherwise_here_says_the_same_twice(
    client, store, elsewhere, name
):
    there = elsewhere.application.extensions["store"]
    there.open_table(Opening("tarot", ["Bo Li", "Xu", "Yan"]), **HOW)
    an_evening.open_evening(store)
    store.rename_player(store.player_called("Bo"), name, **HOW)
    octets = client.get("/evenings/1/evening.zip").data
    sheet = client.get("/tables/1/sheet.json").text
    for _ in range(2):
        file = {"file": (io.BytesIO(octets), "evening.zip")}
        assert elsewhere.send("/import", file, content_type="multipart/form-data").location
        assert bring(elsewhere, sheet).status_code == 303
    assert len(there.evenings()) == 1


def test_tally_refuses_two_who_look_the_same():
    told = json.dumps(sheet("tarot", 4)).replace('"Dee"', '"Bo\u200b"')
    command = [sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())"]
    done = subprocess.run([*command, "tally"], input=told.encode(), capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"sheet 1, players: Bo is there twice\n"
