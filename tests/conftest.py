"""The world of the tests: a fresh instance, a site on it, phones that open and send pages."""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import forms
import laws
import pytest
from flask import Flask
from hypothesis import given, settings, strategies
from phones import Phone, Stranger, let_in
from placed import organised
from wiring import on

from companion import create_app, words
from companion.draw import search as searching
from companion.store import Opening, Store, Table
from companion.web import assets
from companion.web import prepared as web_prepared

collect_ignore = ["toy"]  # tests of a copy of the project, to which that game is added
settings.register_profile("timeless", deadline=None)  # a busy machine is no failure
settings.load_profile("timeless")

MEMORY, ROOM = "/dev/shm", 256 << 20  # a whole run needs 32 MB; Chromium shares memory there too


def stay_in_memory() -> None:
    """Lets tests write into memory, since on a disk each save would wait for it; if there is room,
    and programs that tests write may run there."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    found = os.statvfs(MEMORY)
    if found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


stay_in_memory()


class Watched(sqlite3.Connection):
    """A connection that complains if nobody closes it, as all do from Python 3.13 on."""

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it is closed: `total_changes` raises
            raise ResourceWarning(f"forgotten after {self.total_changes} changes")


sqlite3.connect = partial(sqlite3.connect, factory=Watched)


@given(strategies.none())
def draw_first(nothing: None) -> None:
    """Lets Hypothesis make its source of chance before anything is frozen: it asks the garbage
    collector who refers to that, which knows nothing of frozen objects."""


def pytest_collection_finish() -> None:
    """Takes all that was collected out of the search for garbage, since it stays to the end."""
    draw_first()
    gc.freeze()


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A folder for one test's database, not made yet."""
    return tmp_path / "instance"


# The modules that make what is prepared: if one has changed, another folder is used.
MAKERS = (assets.__file__, web_prepared.__file__, words.__file__)
MADE_WITH = [version(one) for one in ("jinja2", "zopfli", "rjsmin", "rcssmin")]


@pytest.fixture(scope="session")
def prepared(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what a first start prepares for later ones: one for all workers and runs."""
    if not hasattr(pytestconfig, "cache"):  # it is switched off
        return tmp_path_factory.mktemp("prepared")
    makers = b"".join(Path(one).read_bytes() for one in MAKERS) + repr(MADE_WITH).encode()
    return pytestconfig.cache.mkdir(f"prepared-{sha256(makers).hexdigest()[:8]}")


@pytest.fixture(scope="session")
def wired(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Flask:
    """The site, wired once for all tests. It is as for people, but errors in it are raised."""
    folder = tmp_path_factory.mktemp("site") / "instance"
    with open(prepared / "turn", "w") as turn:  # the first worker prepares, the others wait for it
        fcntl.flock(turn, fcntl.LOCK_EX)
        site = create_app({"TESTING": True, "INSTANCE": folder, "PREPARED": prepared})
    let_in(site.extensions["store"])
    site.extensions["store"].close()
    site.test_client_class = Phone
    return site


@pytest.fixture
def begun(wired: Flask) -> Path:
    """The instance that each test gets a copy of."""
    return Path(wired.instance_path)


@pytest.fixture
def app(wired: Flask, begun: Path, instance: Path, monkeypatch) -> Iterator[Flask]:
    """The site on an instance of the test's own; its draws take few steps."""
    monkeypatch.setattr(searching, "STEPS", 2_000)  # test_draw looks at how good draws are
    shutil.copytree(begun, instance)
    app = on(wired, instance)
    yield app
    app.extensions["store"].close()


@contextmanager
def in_zone(monkeypatch, zone: str) -> Iterator[None]:
    """A host whose clock shows the time of this zone."""
    with monkeypatch.context() as there:
        there.setenv("TZ", zone)
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def in_tokyo(monkeypatch) -> Iterator[None]:
    """A host nine hours ahead of UTC."""
    with in_zone(monkeypatch, "Asia/Tokyo"):
        yield


@pytest.fixture
def in_paris(monkeypatch) -> Iterator[None]:
    """A host where a day in October has 25 hours."""
    with in_zone(monkeypatch, "Europe/Paris"):
        yield


@pytest.fixture
def in_new_york(monkeypatch) -> Iterator[None]:
    """A host some hours behind UTC."""
    with in_zone(monkeypatch, "America/New_York"):
        yield


@pytest.fixture
def client(app: Flask) -> Phone:
    """One phone; `app.test_client()` is another."""
    return app.test_client()


@pytest.fixture
def elsewhere(wired: Flask, begun: Path, tmp_path: Path) -> Iterator[Phone]:
    """A phone at another site, where nothing is known of ours."""
    app = on(wired, shutil.copytree(begun, tmp_path / "elsewhere"))
    yield app.test_client()
    app.extensions["store"].close()


@pytest.fixture
def store(app: Flask) -> Store:
    """The store of the site under test."""
    return app.extensions["store"]


@pytest.fixture
def open_table(store: Store) -> Callable[..., Table]:
    """Opens a table of four friends, or of others: `open_table("tarot", ["Ana", ...], deals=9)`."""

    def opened(
        game: str = "tarot",
        names=("Ana", "Bo", "Chi", "Dana"),
        *,
        at_once: int | None = None,
        dealer: int = 0,
        start=(),
        **rules: object,
    ) -> Table:
        return store.open_table(
            Opening(game, names, rules, at_once, dealer, start), key=None, phone=""
        )

    return opened


@pytest.fixture
def organiser(app: Flask, store: Store) -> Stranger:
    """The phone that organises an evening of eight players, enough for two tables."""
    return organised(app)


@pytest.fixture
def record(client: Phone, store: Store) -> Callable[..., list[float]]:
    """Tells a deal as a phone does, from the sheet or its own page, and follows to the sheet.

    `record(table, take="0-garde", oudlers=2, points=49)` returns what each seat got, as people read
    it. It fails if anything stored of the table is not what its facts make.
    """

    def recorded(table: Table, number: int = 0, **touched: object) -> list[float]:
        at = f"/tables/{table.id}" + (f"/deals/{number}" if number else "")
        form = forms.form(client.get(at))
        answer = form.send(client, **touched)
        assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
        assert client.get(answer.location).status_code == 200
        laws.hold(store, table)
        return laws.scored(store, table, int(form.action.rpartition("/")[2]))

    return recorded


THREE_DEALS = (
    {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49},
    {"declarer": "1", "contract": "prise", "oudlers": 1, "card_points": 40},
    {"declarer": "2", "contract": "garde", "oudlers": 2, "card_points": 49},
)


@pytest.fixture
def three_deals(open_table: Callable[..., Table], store: Store) -> Table:
    """A table with Ana's garde, Bo's failed prise and Chi's garde: 168, −240, 168, −96."""
    table = open_table()
    for number, facts in enumerate(THREE_DEALS, 1):
        store.save_deal(table.id, number, facts, revision=0, key=None, phone="")
    return table
