"""However much is kept, a page asks as often, a save too; what it reads is looked up (T-P4)."""

from __future__ import annotations

import random
import re
import shutil
from contextlib import ExitStack, closing

import pytest
from phones import Phone, Stranger
from wiring import on

from companion import demo
from companion.games import GAMES
from companion.store import DrawnTable, Opening, Store, Where, migrate
from companion.web.rights import cookie_name

DEALS = 25  # a table: that an evening has thirty is what a page could ask too often for
MOST = 12  # statements a page
SAVED = [10, 11, 13]  # of a deal told, corrected, deleted; beside what is written for each seat
EACH_SEAT = ("INSERT INTO scores", "UPDATE seats")
FIRST = 24  # where what changed is drawn for the first time
SINCE = "?since="
FEW = "player_changes"  # names that the host put right: some dozens in a club's life
GAPS = re.compile(r"<(?:\w+:)?(\w+)>")
# What grows from deal to deal; of evenings, seasons and people there are few.
LARGE = re.compile(r"SCAN (t|tables|d|deals|c|s|scores|seats|v|changes|phones|o|l|f)\b")
NOT_STATEMENTS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "--")


@pytest.fixture(scope="module")
def seasons(tmp_path_factory):
    """Two instances: one evening, and three; beside each as many open tables of no evening, and
    as many corrected deals of the first table."""
    folder = tmp_path_factory.mktemp("evenings-3")
    migrate(folder / "companion.db")
    store = Store(folder / "companion.db", clock=lambda: demo.FIRST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "LONG", DEALS)
        played = demo.play_season(demo.Demo(store, random.Random(1)), 3)
        next(played)
        store.close()  # it opens again with the next evening
        first = shutil.copytree(folder, folder.with_name(f"{folder.name}-first"))
        list(played)
    store.close()
    found = {1: first, 3: folder}
    for evenings, instance in found.items():
        store = Store(instance / "companion.db", clock=lambda: demo.FIRST)
        for number in range(1, evenings + 1):
            beside(store, number)
        waiting(store)
        store.close()
    return found


def waiting(store):
    """Adds a position to the first evening, at whose tables nobody has begun."""
    asked = {"key": None, "phone": ""}
    store.change_evening(1, closed=False, **asked)
    of = [one.player for one in store.attendances(1) if one.here and one.game == "tarot"]
    number = len(store.positions(1)) + 1
    store.keep_draw(1, number, [DrawnTable(1, "tarot", tuple(of[:4]))], of[4:], **asked)
    store.publish(1, number, **asked)


def beside(store, number):
    table, deal, asked = store.table(1), store.deal(1, number), {"key": None, "phone": ""}
    opening = Opening(game=table.game, names=table.sitting, rules=table.rules)
    store.open_table(opening, **asked)
    facts = deal.facts
    store.save_deal(1, number, facts, revision=1, dealer=deal.dealer, note="corrected", **asked)


@pytest.fixture
def phone(tmp_path, wired):
    """The host's phone at a copy of an instance, or that of who organises all evenings and looks on
    at the other tables."""
    with ExitStack() as closed:
        yield lambda folder, who="host": opened(folder, tmp_path, wired, who, closed)


def opened(folder, tmp_path, wired, who, closed):
    instance = shutil.copytree(folder, tmp_path / folder.name)
    app = on(wired, instance)
    app.test_client_class = Phone if who == "host" else Stranger
    app.extensions["store"].close()
    store = Store(instance / "companion.db", clock=lambda: demo.FIRST)  # when its codes are alive
    app.extensions["store"] = closed.enter_context(closing(store))
    app.config["LINK_COOKIE"] = cookie_name(store.secret())  # not the one of the site's instance
    client = app.test_client()
    evenings = [*store.evenings(), *store.evenings(closed=True)]
    for one in evenings if who == "organiser" else ():
        client.join(store.link("organise", Where(None, one.id)))
    for one in store.tables("open") if who == "organiser" else ():
        client.join(store.link("watch", Where(one.id)))
    return client


def pages(app):
    """The addresses of all pages of the first evening and its first table, files too; and what
    phones ask for that have seen the table as it was brought in."""
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint != "assets.file":
            page = GAPS.sub(lambda gap: "tarot" if gap[1] == "key" else "1", rule.rule)
            yield page
            if page.endswith("/live"):
                yield f"{page}{SINCE}1"


def asked(client, address, form=None):
    """The statements of a page, or of a form that is sent there."""
    store, found = client.application.extensions["store"], []
    store.db.conn.set_trace_callback(found.append)
    try:
        (client.send(address, form) if form else client.get(address)).get_data()
    finally:
        store.db.conn.set_trace_callback(None)
    return [one.strip() for one in found if not one.strip().startswith(NOT_STATEMENTS)]


def scans(db, statement):
    """The steps of a statement that read all that is kept."""
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")]
    return [step for step in plan if LARGE.search(step) and "INDEX" not in step]


@pytest.mark.parametrize("who", ["host", "organiser"])
def test_a_page_asks_as_often_in_a_season_as_in_one_evening(seasons, phone, who):
    one, three = (phone(folder, who) for folder in seasons.values())
    counts = {}
    for page in pages(one.application):
        for of in (one, three) if SINCE not in page else ():
            of.get(page)  # what is known then is not asked for again
        counts[page] = [len(asked(of, page)) for of in (one, three)]
    assert three.get("/tables/1").status_code == 200  # it is let in
    assert {page: n for page, n in counts.items() if n[0] != n[1]} == {}
    most = {page: FIRST if SINCE in page else MOST for page in counts}
    assert {page: n for page, n in counts.items() if max(n) > most[page]} == {}


def test_a_deal_is_saved_by_as_few_statements_and_reads_as_little(seasons, phone):
    """Told, corrected and deleted, at a table of no evening."""
    counts = []
    for folder in seasons.values():
        client = phone(folder)
        store = client.application.extensions["store"]
        table = next(one for one in store.tables("open") if one.next_number == 1)
        form, of = GAMES[table.game].fill(store.deal(1, 1).facts), f"/tables/{table.id}/deals/1"
        client.get(f"/tables/{table.id}")  # as who saves has
        sent = [
            asked(client, address, form | {"revision": revision, "key": revision, "note": revision})
            for address, revision in ((of, "0"), (of, "1"), (f"{of}/delete", "2"))
        ]
        assert (store.deals(table.id), store.deal(table.id, 1).note) == ([], "1")
        counts.append([sum(not two.startswith(EACH_SEAT) for two in one) for one in sent])
        assert [scans(store.db, two) for one in sent for two in one if scans(store.db, two)] == []
    assert counts[0] == counts[1]
    assert [n <= most for n, most in zip(counts[0], SAVED, strict=True)] == [True] * 3


def test_a_recap_asks_no_more_often_the_first_time(seasons, phone):
    client = phone(seasons[3])
    assert len(asked(client, "/evenings/1/recap.html")) <= MOST


def test_no_page_reads_all_that_is_kept(seasons, phone):
    client = phone(seasons[3])
    db, read = client.application.extensions["store"].db, {}
    for page in pages(client.application):
        for statement in asked(client, page):
            if FEW not in statement and (found := scans(db, statement)):
                read[page, statement[:60]] = found
    assert client.get("/tables/1").status_code == 200  # it is let in
    assert read == {}
