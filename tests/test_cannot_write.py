"""A disk that is full, or may only be read, or fails: it is said, nothing typed is lost, nothing is
half written, and what was saved can be read (T-D9).

The disk refuses each thing that SQLite asks of it, one after the other, until a save is through.
"""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO

import forms
import laws
import pytest

from companion.store import connections
from faults.disk import FULL, IO_ERROR, OK, READ_ONLY, watch

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49, "note": "who dealt?"}
SAID = (
    "The host cannot write now, so nothing was saved. What you typed is still here: save once more."
)
SHEET = (
    '{"format": "companion-sheet", "version": 1, "game": "tarot", "players": ["Ana", "Bo", "Chi"],'
    ' "deals": [{"passed": true}]}'
)
REMOVED = "{}/companion.db was moved, removed or replaced"
GONE = "the database is not where it was opened: nothing is saved"
CODES = {"full": FULL, "to be read only": READ_ONLY, "broken": IO_ERROR}


class Refusing:
    """Refuses the nth thing that is asked, with a code, and the later ones if told so."""

    def __init__(self):
        self.asked, self.nth, self.code, self.later = 0, 0, OK, False

    def seen(self, asked):
        self.asked += 1
        refuses = self.asked == self.nth or (self.later and self.asked > self.nth > 0)
        return self.code if refuses else OK

    def refuse(self, nth, code, later):
        self.asked, self.nth, self.code, self.later = 0, nth, code, later


REFUSING = Refusing()


@pytest.fixture(scope="module")
def watched():
    watch(REFUSING.seen, everywhere=False)


@pytest.fixture
def disk(watched, monkeypatch):
    """The disk under the store; under nothing else in this process."""
    connect = sqlite3.connect

    def connected(file, **how):
        return connect(f"{file}&vfs=watched" if str(file).startswith("file:") else file, **how)

    monkeypatch.setattr(connections.sqlite3, "connect", connected)
    yield REFUSING
    REFUSING.refuse(0, OK, False)


def rows(instance):
    """All that is in the database, read by another program, and whether it is sound."""
    with closing(sqlite3.connect(instance / "companion.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return list(db.iterdump())


@pytest.mark.parametrize("later", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_whatever_the_disk_refuses_the_deal_comes_back_and_nothing_is_half_written(
    disk, client, store, instance, open_table, record, code, later
):
    table = open_table()
    record(table, take="1-prise", oudlers=1, points=40)
    before, refused = rows(instance), 0
    form = forms.form(client.get("/tables/1"))
    while True:
        disk.refuse(refused + 1, code, later)
        answer = form.send(client, **GARDE)
        if answer.status_code == 303:
            break
        refused += 1
        assert answer.status_code == 503
        assert SAID in forms.texts(answer)
        assert forms.form(answer).fields["points"] == ["49"]
        assert forms.form(answer).fields["note"] == ["who dealt?"]
        assert client.get("/tables/1").status_code == 200
        assert rows(instance) == before
    assert refused > 10
    # Prise, one oudler, 40 points: 36 to each; garde, two oudlers, 49: 66 from each.
    assert laws.totals(store, table) == [36 + 198, -108 - 66, 36 - 66, 36 - 66]
    laws.hold(store, table)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_log_that_cannot_be_put_into_the_database_is_no_deal_lost(
    disk, client, store, instance, open_table, record, code
):
    """What SQLite does once the deal is on the disk may fail: the deal is saved all the same."""
    table = open_table()
    record(table, **GARDE)
    asked = disk.asked
    disk.refuse(0, OK, False)
    record(table, **GARDE)
    saving = disk.asked
    store.db.execute("PRAGMA wal_autocheckpoint = 1")
    for nth in range(saving + 1, saving + 9):
        disk.refuse(nth, code, True)
        record(table, **GARDE)
        assert disk.asked >= nth > saving
    assert asked and len(store.deals(1)) == 10
    rows(instance)


def test_a_full_disk_refused_by_the_system_itself(client, store, instance, three_deals):
    """No file of this process may grow: what a disk without room answers, but for its name."""
    resource = pytest.importorskip("resource", reason="no limit for the size of files here")
    form, before = forms.form(client.get("/tables/1")), rows(instance)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    grown = (instance / "companion.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (grown + 1000, hard))
    try:
        answer = form.send(client, **GARDE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert answer.status_code == 503
    assert forms.form(answer).fields["note"] == ["who dealt?"]
    assert rows(instance) == before
    assert forms.form(answer).send(client).status_code == 303
    assert len(store.deals(1)) == 4


def test_another_program_that_holds_the_database_is_said(
    client, store, instance, three_deals, caplog
):
    """To the phone; why, to who looks at the server."""
    store.db.execute("PRAGMA busy_timeout = 50")
    form = forms.form(client.get("/tables/1"))
    with closing(sqlite3.connect(instance / "companion.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = form.send(client, **GARDE)
        assert client.get("/tables/1").status_code == 200
    assert (answer.status_code, SAID in forms.texts(answer)) == (503, True)
    assert caplog.messages == ["nothing was saved: database is locked"]
    assert forms.form(answer).send(client).status_code == 303


def test_a_folder_that_was_taken_away_is_said_and_goes_on_when_it_is_back(
    client, store, instance, tmp_path, three_deals, caplog
):
    """SQLite would write on, what nobody ever finds where the folder was removed."""
    form = forms.form(client.get("/tables/1"))
    instance.rename(tmp_path / "elsewhere")
    answer = form.send(client, **GARDE)
    assert (answer.status_code, SAID in forms.texts(answer)) == (503, True)
    assert caplog.messages == [f"nothing was saved: {REMOVED.format(instance)}"]
    told = client.get("/healthz")
    assert (told.status_code, told.text) == (503, f"{GONE}\n")
    assert client.get("/host").status_code == 200
    (tmp_path / "elsewhere").rename(instance)
    assert forms.form(answer).send(client).status_code == 303
    assert len(store.deals(1)) == 4
    assert client.get("/healthz").text == "ok\n"


def test_nothing_is_saved_beside_a_database_that_was_put_in_the_place_of_ours(
    client, store, instance, tmp_path, three_deals
):
    """Neither by a thread that had opened ours, nor by one that would open the other."""
    form, database = forms.form(client.get("/tables/1")), instance / "companion.db"
    database.rename(tmp_path / "ours.db")
    shutil.copyfile(tmp_path / "ours.db", database)
    assert form.send(client, **GARDE).status_code == 503
    with ThreadPoolExecutor(1) as other:
        assert other.submit(form.send, client, **GARDE).result().status_code == 503
    assert len(store.deals(1)) == 3


PAGES = {  # the page with a form, the form, what is typed into it, the button
    "a told deal": ("/tables/1/deals/1", "record", {"points": "55", "note": "late"}, {}),
    "a new table": ("/tables/new", "opening", {"player": ["Zoe", "Yan", "Xu"]}, {"open": 1}),
    "seats": ("/tables/2/players", "/players", {"seat": "1", "name": "Zoe"}, {"rename": 1}),
    "options": ("/tables/2/options", "/options", {"misere": "25"}, {}),
    "other rules": ("/tables/1/count-again", "/count-again", {"misere": "25"}, {"keep": 1}),
    "a sheet": ("/import", "/import", {"text": SHEET}, {"import": 1}),
}


@pytest.mark.parametrize(("page", "name", "typed", "button"), PAGES.values(), ids=PAGES)
def test_every_form_comes_back_from_a_host_that_cannot_write(
    disk, client, instance, three_deals, open_table, page, name, typed, button
):
    open_table()
    form, before = forms.form(client.get(page), name), rows(instance)
    disk.refuse(1, FULL, True)
    answer = form.send(client, **typed, **button)
    assert (answer.status_code, SAID in forms.texts(answer)) == (503, True)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    wanted = {field: one if isinstance(one, list) else [one] for field, one in typed.items()}
    assert any(wanted.items() <= back.fields.items() for back in forms.forms(answer))
    assert rows(instance) == before


def test_a_file_comes_back_as_the_text_that_it_held(disk, client, open_table):
    open_table()
    form = forms.form(client.get("/import"), "/import")
    disk.refuse(1, FULL, True)
    file = (BytesIO(SHEET.encode()), "sheet.json")
    answer = client.post("/import", data={**form.filled(), "file": file})
    assert (answer.status_code, SAID in forms.texts(answer)) == (503, True)
    assert forms.form(answer, "/import").fields["text"] == [SHEET]


def test_a_bid_comes_back_too(disk, client, instance, open_table):
    open_table()
    form, before = forms.form(client.get("/tables/1")), rows(instance)
    disk.refuse(1, FULL, True)
    answer = form.send(client, to="/tables/1/deals/1/half", take="0-garde")
    assert (answer.status_code, SAID in forms.texts(answer)) == (503, True)
    assert forms.form(answer).fields["take"] == ["0-garde"]
    assert rows(instance) == before


def test_a_database_that_cannot_even_be_opened_is_said(disk, client, store, three_deals):
    """The first to ask makes the log, and there is no room for it."""
    form = forms.form(client.get("/tables/1"))
    store.close()
    disk.refuse(1, FULL, True)
    for answer in (client.get("/tables/1"), form.send(client, **GARDE)):
        assert answer.status_code == 503
        assert "The host cannot write; nothing was saved." in forms.texts(answer)
    disk.refuse(0, OK, False)
    assert form.send(client, **GARDE).status_code == 303


def test_a_button_without_a_form_to_fill_says_so_on_a_page(disk, client, instance, three_deals):
    form, before = forms.form(client.get("/tables/1/more"), "/close"), rows(instance)
    disk.refuse(1, FULL, True)
    answer = form.send(client)
    assert answer.status_code == 503
    assert "The host cannot write; nothing was saved." in forms.texts(answer)
    assert rows(instance) == before


def test_a_step_that_htmx_sends_is_led_to_a_page_that_says_so(disk, client, instance, three_deals):
    before = rows(instance)
    disk.refuse(1, FULL, True)
    led = client.send("/tables/1/undo?stays").headers["HX-Redirect"]
    disk.refuse(0, OK, False)
    assert "The host cannot write; nothing was saved." in forms.texts(client.get(led))
    assert rows(instance) == before
