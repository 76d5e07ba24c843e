"""What an earlier release has saved, brought up to this one (T-D10).

`released/m001.sql` is a whole database as that release left it, `m009.sql` one with an evening,
people and links; `released/make.py` writes one.
"""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from phones import Phone

from companion import cli, create_app, operations
from companion import instance as folders
from companion.migrations import migrate
from companion.store import Store, Where, backups

RELEASED = sorted(Path(__file__).with_name("released").glob("m*.sql"))
LATER = [file for file in RELEASED if file.stem >= "m009"]  # with an evening, and all that it keeps
of_an_evening = pytest.mark.parametrize("file", LATER, indirect=True, ids=lambda file: file.stem)
SCORES = "SELECT d.table_id, d.number, s.points FROM deals d JOIN scores s ON s.deal_id = d.id"
CHANGES = "SELECT id, table_id, deal, at, phone, kind, before, after, undoes FROM changes"
DEALS = """
SELECT table_id, number, sort, state, revision, dealer, facts, note, outcome, kind, told_at
FROM deals"""
TABLES = """
SELECT id, uid, game, options, at_once, dealer, start, about, over, opened_at, closed_at, deleted_at
FROM tables"""
SEATS = "SELECT table_id, seat, after_deal, player_id, total, deals FROM seats"
BUILT = "SELECT name, sql FROM sqlite_schema"
# A migration after all of today's, which does not come to its end.
INTERRUPTED = """
import os, sys
from companion import migrations

@migrations.migrations()
def m999_interrupted(db):
    db.execute("CREATE TABLE later (id INTEGER)")
    db.execute("DROP TABLE scores")
    {how}

migrations.migrate(sys.argv[1])
"""


@pytest.fixture(params=RELEASED, ids=lambda file: file.stem)
def file(request, instance):
    """The database of an earlier release."""
    instance.mkdir(mode=0o700)
    with closing(sqlite3.connect(instance / "companion.db")) as db:
        db.executescript(request.param.read_text("utf-8"))
        db.execute("PRAGMA journal_mode = WAL")
    return instance / "companion.db"


@pytest.fixture
def app(file, prepared):
    """The site on it, brought up to this release as it starts."""
    app = create_app({"TESTING": True, "INSTANCE": file.parent, "PREPARED": prepared})
    app.test_client_class = Phone
    yield app
    app.extensions["store"].close()


def rows(file, select):
    with closing(sqlite3.connect(file)) as db:
        return sorted(db.execute(select).fetchall(), key=repr)


def dumped(file):
    with closing(sqlite3.connect(file)) as db:
        return list(db.iterdump())


def test_the_first_release_is_among_them():
    assert RELEASED[0].name == "m001.sql"


def test_all_that_was_told_its_scores_and_history_are_those_of_then(file):
    kept = (SCORES, CHANGES, DEALS, TABLES, SEATS)
    before = [rows(file, one) for one in kept]
    migrate(file)
    assert [rows(file, one) for one in kept] == before
    with closing(Store(file)) as store:
        assert store.rescore(write=False) == []


def test_the_sheets_are_those_of_then(file):
    """Garde, two oudlers, 49: 66 from each; prise, one oudler, 40: failed, 36 to each. Le Plateau:
    the Y after an exchange, 3 from each of two; Tamalou: a good call."""
    migrate(file)
    with closing(Store(file)) as store:
        tarot, plateau, tamalou = (store.table(n) for n in (1, 2, 3))
        assert [n // 2 for n in tarot.totals] == [630, -162, -306, -162]
        assert [deal.state for deal in store.deals(1)] == ["told", "told", "told", "told", "half"]
        assert [one.name for one in tarot.seats[3].people] == ["Dana", "Zoé"]
        assert plateau.totals == (3, 3, -3, -3)
        assert tamalou.totals == (0, 12, 20)
        assert (bool(tamalou.closed_at), bool(store.table(4).deleted_at)) == (True, True)
        assert store.phone_names(["a" * 64, "b" * 64]) == {"a" * 64: "Ana’s phone"}


@pytest.mark.parametrize("name", operations.OPERATIONS)
def test_what_a_host_asks_of_it_is_done_or_refused_in_one_line(file, name, tmp_path, capsys):
    """The scores are those of then, and what is built otherwise now is kept as it was, too."""
    backups.back_up(file, tmp_path / "copy.db")
    before, scores = rows(file, BUILT), rows(file, SCORES)
    more = {"rescore": ["--write"], "restore": [str(tmp_path / "copy.db"), "--replace"]}
    status = cli.main([name, *more.get(name, []), "--instance", str(file.parent)])
    refused = [f"companion: {file} has tables already: a demo is for an instance of its own"]
    assert status == (name == "demo")
    assert capsys.readouterr().err.splitlines() == refused * status
    assert rows(file, SCORES) == scores
    kept = (file.parent / "backups").glob("*.db")
    assert before in [rows(one, BUILT) for one in (file, *kept)]


def test_the_link_changes_nothing_under_whoever_serves_it(file):
    before = rows(file, BUILT)
    folders.say_where(file.parent, "http://192.168.1.5:8080/")
    with folders.lock(file.parent):
        cli.main(["link", "--instance", str(file.parent)])
    assert rows(file, BUILT) == before


def test_everything_can_be_taken_back_and_put_again(file):
    migrate(file)
    with closing(Store(file)) as store:
        totals, steps = store.table(1).totals, 0
        while store.can_undo(1):
            store.undo(1, key=None, phone="")
            steps += 1
        assert (steps, [deal.state for deal in store.deals(1)]) == (9, [])
        while store.can_redo(1):
            store.redo(1, key=None, phone="")
        assert store.table(1).totals == totals
        assert store.rescore(write=False) == []


def test_its_pages_are_shown_and_told_on(client, store):
    for page in ("", "/deals/1", "/history", "/more", "/sheet.csv"):
        assert client.get(f"/tables/1{page}").status_code == 200
    facts = {"declarer": "3", "contract": "prise", "oudlers": 2, "card_points": 41}
    store.save_deal(1, 6, facts, revision=1, key=None, phone="")
    assert store.rescore(write=False) == []


PAGES = ("", "/players", "/places", "/draw", "/standings", "/wall", "/share", "/seats", "/tables")
STANDINGS = """\
rank,player,total,deals,tables,1,adjustment,reason
1,Hal,432,3,1,432,,
2,Kim,-30,2,1,-30,,
3,Lou,-66,1,1,-66,,
4,Jo,-96,3,1,-96,,
5,Ida,-240,3,1,-240,-20,late; twice
"""


@of_an_evening
def test_the_standings_of_its_evening_are_those_of_then(client):
    """Garde made by 8: 66 from each; prise failed by 11: 36 to each; garde again, Lou for Kim.
    Ida’s −20 stand apart."""
    found = client.get("/evenings/1/standings.csv?game=tarot").text
    assert found == STANDINGS.replace("\n", "\r\n")
    found = client.get("/evenings/1/standings.csv?game=tamalou").text
    assert [line.split(",")[1:3] for line in found.splitlines()[1:]] == [
        ["Max", "0"],
        ["Nina", "12"],
        ["Oda", "20"],
    ]


@of_an_evening
def test_who_was_at_its_evening_is_there(client, store):
    found = {one.name: (one.game, one.here, one.fee, one.paid) for one in store.attendances(1)}
    tarot = ("tarot", True, 250, False)
    assert found == {
        **dict.fromkeys(["Ida", "Jo", "Kim", "Lou"], tarot),
        "Hal": ("tarot", True, 250, True),
        "Max": ("tamalou", True, 250, False),
        "Nina": ("tamalou", True, 100, False),
        "Oda": ("tamalou", True, 250, False),
        "Late": ("tamalou", False, 250, False),
    }
    evening = store.evening(1)
    assert (evening.planned, evening.corrects, evening.profile) == (4, "last", "excel-fr")
    assert [one.name for one in store.evenings_of(1)] == ["Friday"]


@of_an_evening
def test_its_fees_are_owed_as_they_would_have_been_since(client, store):
    """Nina owes 1, all others 2.50, which Hal has paid."""
    of = {one.name: one.player for one in store.attendances(1)}
    for fee in (100, 300):
        store.change_evening(1, fee=fee, key=None, phone="")
    store.attend(1, of["Hal"], paid=False, phone="")
    owed = {one.name: one.fee for one in store.attendances(1)}
    assert owed == dict.fromkeys(owed, 300) | {"Nina": 100}


@of_an_evening
def test_its_draws_stand_and_the_next_position_is_published(client, store):
    first, second = store.positions(1)
    names = {one.player: one.name for one in store.attendances(1)}
    assert [[names[one] for one in table.players] for table in first.tables] == [
        ["Hal", "Ida", "Jo", "Kim"],
        ["Max", "Nina", "Oda"],
    ]
    assert [names[one] for one in first.sits_out] == ["Late"]
    assert (bool(first.closed_at), bool(second.published_at)) == (True, False)
    (table,) = store.publish(1, 2, key=None, phone="")
    assert store.table(table).sitting == ("Kim", "Jo", "Ida", "Hal")
    store.close_position(1, 1, False, phone="")
    assert store.positions(1)[0].closed_at is None


@of_an_evening
def test_its_adjustments_merges_and_moves_are_taken_back(client, store):
    assert [bool(one.taken_back_at) for one in store.adjustments([1])] == [False, True]
    for change in store.player_changes():
        store.take_back_player(change.id, phone="")
    assert store.table(6).sitting == ("Max", "Ninon", "Oda")
    assert store.table(9).sitting == ("Nina", "Xaver", "Yves")
    store.undo(8, key=None, phone="")
    assert [[deal.number for deal in store.deals(table)] for table in (7, 8)] == [[1], []]
    assert store.rescore(write=False) == []


@of_an_evening
def test_its_verdicts_links_and_pages_are_those_of_then(client, store):
    assert [(one.verdict, one.why) for one in store.deals(5)] == [
        ("confirmed", ""),
        ("disputed", "41?"),
        ("", ""),
    ]
    assert store.rights("c" * 64).at(Where(None, 1)) == "organise"
    assert store.rights("d" * 64).at(Where(None, 1, 1)) == "score"
    assert client.get("/seasons/1").status_code == 200
    for page in PAGES:
        assert client.get(f"/evenings/1{page}").status_code == 200, page


@pytest.mark.parametrize(
    ("how", "status"),
    [("raise MemoryError", 1), (f"os.kill(os.getpid(), {int(signal.SIGKILL)})", -signal.SIGKILL)],
    ids=["an exception", "killed"],
)
def test_an_interrupted_migration_leaves_all_as_it_was(file, how, status):
    before = dumped(file)
    script = INTERRUPTED.format(how=how)
    done = subprocess.run((sys.executable, "-c", script, file), stderr=subprocess.DEVNULL)
    assert done.returncode == status
    assert dumped(file) == before
    migrate(file)
    with closing(Store(file)) as store:
        assert store.rescore(write=False) == []


def test_bids_in_which_the_declarer_passed_in_the_end_leave_its_sheet_as_it_was(file):
    """The Y after an exchange, 3 from each of two; the pass that says nothing is gone."""
    bid = {"player": "0", "talon": "exchange", "objective": "y", "partners": 1}
    others = [{"player": seat, "pass": True} for seat in "123"]
    put = "UPDATE deals SET facts = json_set(facts, '$.bids', json(?)) WHERE table_id = 2"
    with closing(sqlite3.connect(file)) as db:
        db.execute(put, [json.dumps([bid, *others, {"player": "0", "pass": True}])])
        db.commit()
    scores, changes = rows(file, SCORES), rows(file, CHANGES)
    migrate(file)
    assert (rows(file, SCORES), rows(file, CHANGES)) == (scores, changes)
    with closing(Store(file)) as store:
        assert store.rescore(write=False) == []
        assert store.deals(2)[0].facts["bids"] == [bid, *others]
