"""However much is kept, a page asks as often, and looks things up instead of reading all (T-P4)."""

from __future__ import annotations

import random
import re
import shutil

import pytest
from phones import Phone

from companion import create_app, demo
from companion.store import Store, migrate

MOST = 12  # statements a page
FEW = "player_changes"  # names that the host put right: some dozens in a club's life
GAPS = re.compile(r"<(?:\w+:)?(\w+)>")
# What grows from deal to deal; of evenings, seasons and people there are few.
LARGE = re.compile(r"SCAN (t|tables|d|deals|c|s|scores|seats|v|changes|o|l|f)\b")
# Read from the newest on, and no further than needed.
NEWEST = re.compile(r"FROM changes ORDER BY id DESC( LIMIT 1)?$")
NOT_STATEMENTS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "--")


@pytest.fixture(scope="module")
def seasons(tmp_path_factory):
    """Two instances: one evening, and three."""
    folder = tmp_path_factory.mktemp("evenings-3")
    migrate(folder / "companion.db")
    store = Store(folder / "companion.db", clock=lambda: demo.FIRST)
    played = demo.play_season(demo.Demo(store, random.Random(1)), 3)
    next(played)
    store.close()  # it opens again with the next evening
    first = shutil.copytree(folder, folder.with_name("evenings-1"))
    list(played)
    store.close()
    return {1: first, 3: folder}


def phone(folder, tmp_path, prepared):
    shutil.copytree(folder, tmp_path / folder.name)
    instance = tmp_path / folder.name
    app = create_app({"TESTING": True, "INSTANCE": instance, "PREPARED": prepared})
    app.test_client_class = Phone
    return app.test_client()


def pages(app):
    """The addresses of all pages of the first evening and its first table, files too."""
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint != "assets.file":
            yield GAPS.sub(lambda gap: "tarot" if gap[1] == "key" else "1", rule.rule)


def asked(client, address):
    """The statements of a page."""
    store, found = client.application.extensions["store"], []
    store.db.conn.set_trace_callback(found.append)
    try:
        client.get(address).get_data()
    finally:
        store.db.conn.set_trace_callback(None)
    return [one.strip() for one in found if not one.strip().startswith(NOT_STATEMENTS)]


def test_a_page_asks_as_often_in_a_season_as_in_one_evening(seasons, tmp_path, prepared):
    one, three = (phone(folder, tmp_path, prepared) for folder in seasons.values())
    counts = {}
    for page in pages(one.application):
        for of in (one, three):
            of.get(page)  # what is known then is not asked for again
        counts[page] = [len(asked(of, page)) for of in (one, three)]
    assert {page: n for page, n in counts.items() if n[0] != n[1]} == {}
    assert {page: n for page, n in counts.items() if max(n) > MOST} == {}


def test_no_page_reads_all_that_is_kept(seasons, tmp_path, prepared):
    client = phone(seasons[3], tmp_path, prepared)
    db, read = client.application.extensions["store"].db, {}
    for page in pages(client.application):
        for statement in asked(client, page):
            plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")]
            scans = [step for step in plan if LARGE.search(step) and "INDEX" not in step]
            if scans and not NEWEST.search(statement) and FEW not in statement:
                read[page, statement[:60]] = scans
    assert read == {}
