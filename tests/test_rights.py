"""Every address and every kind of visitor: who may ask what, and what the others are told.

T-S1.
"""

from __future__ import annotations

import http.client
import re
import sqlite3
import threading
from contextlib import closing
from hashlib import sha256

import phones
import pytest
from flask import Flask
from phones import Stranger

from companion import server
from companion.store import Opening, Rights, Where
from companion.web.rights import cookie_name

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
HERE, THERE = 1, 2  # the table that is asked for, and another one
# What each address needs. Nothing is said twice: a new one without a line here fails.
NOTHING, OPEN, WATCH, SCORE, ORGANISE = "", "open", "watch", "score", "organise"
OPEN_HERE = "open at an evening"
NEEDED = {
    "GET /": NOTHING,
    "GET /calculator/<key>": NOTHING,
    "POST /calculator/<key>": NOTHING,
    "POST /calculator/<key>/preview": NOTHING,
    "GET /healthz": NOTHING,
    "GET /host": ORGANISE,
    "POST /host": ORGANISE,
    "POST /host/renew": ORGANISE,
    "GET /import": OPEN,
    "POST /import": OPEN,
    "GET /join": NOTHING,
    "POST /join": NOTHING,
    "GET /rules/<key>": NOTHING,
    "GET /settings": NOTHING,
    "POST /settings": NOTHING,
    "POST /settings/forget": NOTHING,
    "GET /static/<state>/<path:name>": NOTHING,
    "GET /tables/closed": NOTHING,
    "GET /tables/new": OPEN,
    "POST /tables/new": OPEN,
    "GET /tables/<int:table_id>": WATCH,
    "GET /tables/<int:table_id>/watch": WATCH,
    "GET /tables/<int:table_id>/watch/version": WATCH,
    "GET /tables/<int:table_id>/watch/live": WATCH,
    "GET /tables/<int:table_id>/version": WATCH,
    "GET /tables/<int:table_id>/live": WATCH,
    "GET /tables/<int:table_id>/rules": WATCH,
    "GET /tables/<int:table_id>/deals": WATCH,
    "GET /tables/<int:table_id>/chart": WATCH,
    "GET /tables/<int:table_id>/text": WATCH,
    "GET /tables/<int:table_id>/sheet.csv": WATCH,
    "GET /tables/<int:table_id>/sheet.json": WATCH,
    "GET /tables/<int:table_id>/history": WATCH,
    "POST /tables/<int:table_id>/history/restore": SCORE,
    "GET /tables/<int:table_id>/share": WATCH,
    "POST /tables/<int:table_id>/share": SCORE,
    "GET /tables/<int:table_id>/more": SCORE,
    "GET /tables/<int:table_id>/print": WATCH,
    "GET /tables/<int:table_id>/blank": SCORE,
    "GET /tables/<int:table_id>/paper": SCORE,
    "POST /tables/<int:table_id>/paper": SCORE,
    "GET /tables/<int:table_id>/options": SCORE,
    "POST /tables/<int:table_id>/options": SCORE,
    "GET /tables/<int:table_id>/players": SCORE,
    "POST /tables/<int:table_id>/players": SCORE,
    "GET /tables/<int:table_id>/count-again": SCORE,
    "POST /tables/<int:table_id>/count-again": SCORE,
    "POST /tables/<int:table_id>/again": SCORE,
    "GET /tables/<int:table_id>/again": OPEN,
    "POST /tables/<int:table_id>/undo": SCORE,
    "POST /tables/<int:table_id>/redo": SCORE,
    "POST /tables/<int:table_id>/close": SCORE,
    "POST /tables/<int:table_id>/start": SCORE,
    "POST /tables/<int:table_id>/reopen": SCORE,
    "POST /tables/<int:table_id>/delete": SCORE,
    "POST /tables/<int:table_id>/restore": SCORE,
    "GET /tables/<int:table_id>/live/<int:number>": SCORE,
    "GET /tables/<int:table_id>/deals/<int:number>": SCORE,
    "POST /tables/<int:table_id>/deals/<int:number>": SCORE,
    "GET /tables/<int:table_id>/deals/<int:number>/verdict": SCORE,
    "POST /tables/<int:table_id>/deals/<int:number>/verdict": SCORE,
    "GET /tables/<int:table_id>/deals/<int:number>/move": ORGANISE,
    "POST /tables/<int:table_id>/deals/<int:number>/move": ORGANISE,
    "POST /tables/<int:table_id>/deals/<int:number>/half": SCORE,
    "POST /tables/<int:table_id>/deals/<int:number>/half/touch": SCORE,
    "POST /tables/<int:table_id>/deals/<int:number>/delete": SCORE,
    "POST /tables/<int:table_id>/deals/<int:number>/preview": WATCH,
    "GET /tables/<int:table_id>/deals/<int:number>/replay": WATCH,
}
NEEDED |= {
    "GET /evenings": NOTHING,
    "GET /evenings/new": OPEN,
    "POST /evenings/new": OPEN,
    "GET /evenings/<int:evening_id>": WATCH,
    "GET /evenings/<int:evening_id>/players": ORGANISE,
    "GET /evenings/<int:evening_id>/players/print": ORGANISE,
    "GET /evenings/<int:evening_id>/print": ORGANISE,
    "GET /evenings/<int:evening_id>/blank": ORGANISE,
    "GET /evenings/<int:evening_id>/cards": ORGANISE,
    "GET /evenings/<int:evening_id>/seats/print": ORGANISE,
    "GET /evenings/<int:evening_id>/sheets/print": ORGANISE,
    "GET /evenings/<int:evening_id>/standings/print": ORGANISE,
    "POST /evenings/<int:evening_id>/players": ORGANISE,
    "GET /evenings/<int:evening_id>/players/known": ORGANISE,
    "POST /evenings/<int:evening_id>/players/fee": ORGANISE,
    "POST /evenings/<int:evening_id>/players/<int:player>": ORGANISE,
    "GET /evenings/<int:evening_id>/draw": ORGANISE,
    "POST /evenings/<int:evening_id>/draw": ORGANISE,
    "POST /evenings/<int:evening_id>/draw/move": ORGANISE,
    "POST /evenings/<int:evening_id>/draw/wishes": ORGANISE,
    "POST /evenings/<int:evening_id>/draw/publish": ORGANISE,
    "GET /evenings/<int:evening_id>/seats": WATCH,
    "GET /evenings/<int:evening_id>/evening.zip": ORGANISE,
    "GET /evenings/<int:evening_id>/deals.csv": ORGANISE,
    "GET /evenings/<int:evening_id>/players.csv": ORGANISE,
    "GET /evenings/<int:evening_id>/rules/<key>": ORGANISE,
    "POST /evenings/<int:evening_id>/rules/<key>": ORGANISE,
    "GET /evenings/<int:evening_id>/share": ORGANISE,
    "POST /evenings/<int:evening_id>/share": ORGANISE,
    "GET /evenings/<int:evening_id>/version": WATCH,
    "GET /evenings/<int:evening_id>/places": ORGANISE,
    "POST /evenings/<int:evening_id>/places": ORGANISE,
    "GET /evenings/<int:evening_id>/places/<int:place>": WATCH,
    "GET /evenings/<int:evening_id>/tables": ORGANISE,
    "POST /evenings/<int:evening_id>/tables": ORGANISE,
    "GET /evenings/<int:evening_id>/tables/new": OPEN_HERE,
    "POST /evenings/<int:evening_id>/tables/new": OPEN_HERE,
    "GET /evenings/<int:evening_id>/settings": ORGANISE,
    "POST /evenings/<int:evening_id>/settings": ORGANISE,
    "GET /evenings/<int:evening_id>/position": ORGANISE,
    "GET /evenings/<int:evening_id>/sheets": ORGANISE,
    "POST /evenings/<int:evening_id>/position": ORGANISE,
    "POST /evenings/<int:evening_id>/sheets": ORGANISE,
    "POST /tables/<int:table_id>/call": SCORE,
}
NEEDED |= {
    "GET /evenings/<int:evening_id>/standings": WATCH,
    "POST /evenings/<int:evening_id>/standings": ORGANISE,
    "GET /evenings/<int:evening_id>/standings.csv": WATCH,
    "GET /evenings/<int:evening_id>/wall": WATCH,
    "GET /evenings/<int:evening_id>/recap.html": WATCH,
    "GET /tables/<int:table_id>/recap.html": WATCH,
    "GET /evenings/<int:evening_id>/players/<int:player>": WATCH,
    "POST /evenings/<int:evening_id>/players/<int:player>/adjustments": ORGANISE,
    "POST /evenings/<int:evening_id>/adjustments/<int:adjustment>": ORGANISE,
    "GET /tables/<int:table_id>/payments": WATCH,
    "GET /evenings/<int:evening_id>/payments": ORGANISE,
    "GET /seasons": NOTHING,
    "GET /seasons/new": ORGANISE,
    "POST /seasons/new": ORGANISE,
    "GET /seasons/<int:season_id>": WATCH,
    "GET /seasons/<int:season_id>/standings.csv": WATCH,
    "GET /seasons/<int:season_id>/deals.csv": ORGANISE,
    "GET /seasons/<int:season_id>/players.csv": ORGANISE,
    "GET /seasons/<int:season_id>/evenings": ORGANISE,
    "POST /seasons/<int:season_id>/evenings": ORGANISE,
    "GET /players": NOTHING,
    "POST /players": ORGANISE,
    "GET /players/<int:player>": WATCH,
    "GET /players/<int:player>/name": ORGANISE,
    "POST /players/<int:player>/name": ORGANISE,
}
# What each visitor may, when anybody in the network may open a table.
VISITORS = {
    "nobody": {NOTHING, OPEN},
    "watch": {NOTHING, OPEN, WATCH},
    "score": {NOTHING, OPEN, WATCH, SCORE},
    "watch of another table": {NOTHING, OPEN},
    "score of another table": {NOTHING, OPEN},
    "watch of the place": {NOTHING, OPEN, WATCH},
    "score of the place": {NOTHING, OPEN, WATCH, SCORE},
    "score of another place": {NOTHING, OPEN},
    "watch of the evening": {NOTHING, OPEN, OPEN_HERE, WATCH},
    "organise of the evening": {NOTHING, OPEN, OPEN_HERE, WATCH, SCORE, ORGANISE},
    "organise of another evening": {NOTHING, OPEN},
    "organise": {NOTHING, OPEN, OPEN_HERE, WATCH, SCORE, ORGANISE},
}
OF = {  # what their links are of
    "nobody": None,
    "watch": Where(HERE),
    "score": Where(HERE),
    "watch of another table": Where(THERE),
    "score of another table": Where(THERE),
    "watch of the place": Where(None, 1, 4),
    "score of the place": Where(None, 1, 4),
    "score of another place": Where(None, 1, 5),
    "watch of the evening": Where(None, 1),
    "organise of the evening": Where(None, 1),
    "organise of another evening": Where(None, 2),
    "organise": Where(),
}
ENTERS = {kind for kind in OF if kind.startswith("score")}
MAY_OPEN_WHEN_PROTECTED = ENTERS | {"organise"}


def allowed(kind: str, line: str) -> set[str]:
    """What a visitor may at an address. Who has a link of a table alone may nothing with its
    evening, but open one more table there who enters deals; who has one of a place looks on there;
    only the host may what is for the host."""
    may = VISITORS[kind]
    if "/evenings/<" in line and OF[kind]:
        of_place = {NOTHING, OPEN, WATCH} if OF[kind].place else {NOTHING, OPEN}
        enters = kind == "score" or OF[kind].place and kind in ENTERS
        of_place |= {OPEN_HERE} if enters else set()
        return may if OF[kind].kind in ("evening", "site") else of_place
    if " /players" in line and OF[kind]:  # the same people sit at the other table
        may = may | {WATCH} if OF[kind].place != 5 and OF[kind] != Where(None, 2) else may
    if " /seasons" in line and OF[kind]:  # of which the first evening is one
        may = may | {WATCH} if OF[kind].evening_id == 1 else may - {WATCH, ORGANISE}
        may = VISITORS[kind] if kind == "organise" else may
    of_host = any(part in line for part in ("/host", " /players", " /seasons"))
    return may - {ORGANISE} if of_host and kind != "organise" else may


@pytest.fixture
def site(app: Flask, store, open_table) -> Flask:
    """Two tables with different games, a deal told at each."""
    for key in ("tarot", "plateau"):
        open_table(key)
    for name in ("Friday", "Saturday"):
        store.open_evening(name, "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana"], "tarot", key=None, phone="")
    season = store.open_season("2026/27", key=None, phone="")
    store.change_evening(1, season_id=season.id, key=None, phone="")
    store.adjust(1, 1, "tarot", -20, "Late", key=None, phone="")
    store.db.execute(
        "UPDATE tables SET evening_id = 1, position = 1, place = 4 WHERE id = ?", [HERE]
    )
    store.save_deal(HERE, 1, GARDE, revision=0, key=None, phone="")
    return app


def visitor(app: Flask, kind: str) -> Stranger:
    """A phone that one link, or none, has let in."""
    app.test_client_class = Stranger
    phone, store = app.test_client(), app.extensions["store"]
    right, at = kind.partition(" ")[0], OF[kind]
    if at is not None:
        token = sha256(kind.encode()).hexdigest()
        if store.rights(token) == Rights():
            store.let_in(right, [at], token=token, was="", phone=kind)
        phone.set_cookie(cookie_name(store.secret()), kind)
    return phone


def filled(line: str) -> str:
    """The address of a line of the table, at the first table."""
    rule = line.partition(" ")[2]
    values = {"<int:table_id>": str(HERE), "<int:number>": "1", "<key>": "tarot"}
    values |= {"<int:evening_id>": "1", "<int:player>": "1", "<int:adjustment>": "1"}
    values |= {"<int:place>": "4", "<int:season_id>": "1"}
    values |= {"<state>": "now", "<path:name>": "style.css"}
    for gap, value in values.items():
        rule = rule.replace(gap, value)
    return rule


def asked(app: Flask, kind: str, line: str) -> int:
    """The status of the answer when such a visitor asks at the first table."""
    store, phone = app.extensions["store"], visitor(app, kind)
    if store.table(HERE).closed_at:  # by the address before, and another sheet may be open there
        for one in store.tables_at(1, 1):
            store.close_table(one.id, key=None, phone="")
        store.reopen_table(HERE, key=None, phone="")
    answer = phone.get(filled(line)) if line.startswith("GET") else phone.send(filled(line))
    return answer.status_code


def test_every_address_is_in_the_table(app):
    rules = app.url_map.iter_rules()
    there = {f"{method} {rule.rule}" for rule in rules for method in rule.methods & {"GET", "POST"}}
    assert NEEDED.keys() == there


@pytest.mark.parametrize("kind", VISITORS)
def test_a_visitor_may_do_just_what_his_link_allows(site, kind):
    statuses = {line: asked(site, kind, line) for line in NEEDED}
    refused = {line for line, status in statuses.items() if status == 403}
    assert refused == {line for line, need in NEEDED.items() if need not in allowed(kind, line)}
    assert {line for line, status in statuses.items() if status >= 500} == set()


def test_of_two_links_to_a_table_the_one_that_allows_more_counts():
    has = Rights("", frozenset({("watch", Where(1)), ("score", Where(1)), ("watch", Where(2))}))
    assert (has.at(Where(1)), has.at(Where(2)), has.at(Where(3))) == ("score", "watch", None)


def test_no_number_in_an_address_is_too_large(site):
    site.test_client_class = phones.Phone
    host, long = site.test_client(), str(2**63)
    statuses = {}
    for line in NEEDED:
        path = re.sub("<int:[a-z_]+>", long, line.partition(" ")[2])
        if long in path:
            path = path.replace("<key>", "tarot")
            statuses[line] = (host.get if line.startswith("GET") else host.send)(path).status_code
    assert set(statuses.values()) == {404, 405}  # where nothing is found it is not posted to


@pytest.mark.parametrize("number", ["01", "\u0661", "\uff11", "+1", "-1", "1.0", "1_0"])
def test_a_number_in_an_address_has_one_spelling(site, number):
    site.test_client_class = phones.Phone
    host = site.test_client()
    assert host.get("/tables/1").status_code == 200
    for path in ("/tables/{}", "/tables/{}/deals/1", "/tables/1/deals/{}", "/evenings/{}"):
        assert host.get(path.format(number)).status_code == 404


def test_the_server_answers_every_address_too(site):
    """Not only the tests' phone, which takes a file as it is: waitress wraps it."""
    name, value = phones.let_in(site.extensions["store"])
    headers = {"Cookie": f"{name}={value}", "Accept-Encoding": "gzip"}
    waiting, told = server.listen(site, "127.0.0.1", 0), []
    thread = threading.Thread(target=server.answer_until, args=(told, waiting))
    thread.start()
    statuses = {}
    with closing(http.client.HTTPConnection("127.0.0.1", waiting.effective_port)) as phone:
        for path in (filled(line) for line in NEEDED if line.startswith("GET")):
            phone.request("GET", path, headers=headers)
            with phone.getresponse() as answer:
                answer.read()
            statuses[path] = answer.status
    told.append("enough")
    thread.join()
    assert {path: status for path, status in statuses.items() if status >= 500} == {}
    assert statuses["/evenings/1/deals.csv"] == statuses["/seasons/1/players.csv"] == 200


@pytest.mark.parametrize("kind", VISITORS)
def test_a_protected_site_lets_only_whom_a_link_lets_write_open_a_table(site, store, kind):
    store.let_open(False, "")
    opens = [line for line, need in NEEDED.items() if need == OPEN]
    refused = {line for line in opens if asked(site, kind, line) == 403}
    assert refused == (set() if kind in MAY_OPEN_WHEN_PROTECTED else set(opens))


@pytest.mark.parametrize("kind", VISITORS)
def test_a_protected_evening_is_opened_a_table_by_who_enters_deals_there(site, store, kind):
    store.let_open(False, "")
    line = "POST /evenings/<int:evening_id>/tables/new"
    there = {"score", "score of the place", "score of another place"}
    there |= {"organise of the evening", "organise"}
    assert (asked(site, kind, line) == 403) == (kind not in there)
    shown = "Open a table here" in visitor(site, kind).get("/evenings/1").text
    assert shown == (kind in ("score of the place", "score of another place"))


@pytest.mark.parametrize(
    "kind", ["nobody", "watch", "score of another table", "organise of another evening"]
)
def test_who_is_refused_has_changed_nothing(site, instance, kind):
    def kept():
        with closing(sqlite3.connect(instance / "companion.db")) as db:
            return [line for line in db.iterdump() if "phones" not in line]

    visitor(site, kind)
    before = kept()
    for line, need in NEEDED.items():
        if need not in allowed(kind, line):
            assert asked(site, kind, line) == 403
    assert kept() == before


def test_who_knows_no_link_learns_not_even_whether_a_table_is_there(site):
    there, nowhere = (visitor(site, "nobody").get(f"/tables/{n}") for n in (HERE, 999))
    assert (there.status_code, nowhere.status_code) == (403, 403)
    without_token = [answer.text.partition('name="csrf_token"')[0] for answer in (there, nowhere)]
    assert without_token[0] == without_token[1]
    assert "Ana" not in there.text


@pytest.mark.parametrize("page", ["/evenings/1", "/evenings/1/wall", "/evenings/1/standings"])
def test_whom_a_link_to_look_on_would_let_in_is_told_so(site, page):
    answer = visitor(site, "nobody").get(page)
    assert answer.status_code == 403
    assert "A link to look on is enough." in answer.text


@pytest.mark.parametrize(
    ("kind", "page", "why"),
    [
        ("watch", "/evenings/1/players", "At an evening only the organiser does that."),
        ("watch", "/evenings/1/settings", "At an evening only the organiser does that."),
        ("watch", "/host", "Only the host can do that."),
        ("nobody", "/host", "Only the host can do that. On the host’s computer “companion link”"),
        ("nobody", "/seasons/new", "Only the host can do that."),
        ("nobody", "/players/1", "A link to look on is enough."),
        ("nobody", "/tables/new", "A link to enter deals is enough."),
        ("nobody", "/evenings/1/tables/new", "A link to enter deals is enough."),
    ],
)
def test_who_is_refused_is_told_whose_link_would_do(site, store, kind, page, why):
    store.let_open(everybody=False, phone="")
    answer = visitor(site, kind).get(page)
    assert answer.status_code == 403
    assert why in answer.text


def test_the_home_page_says_what_a_phone_can_do_that_may_open_no_table(app, store):
    app.test_client_class = Stranger
    opens, scans = "Choose a game, say who sits where", "Scan the QR code that somebody"
    page = app.test_client().get("/").text
    assert opens in page
    assert scans not in page
    store.let_open(everybody=False, phone="")
    page = app.test_client().get("/").text
    assert scans in page
    assert opens not in page
    assert "The first table" not in page


def test_the_home_page_shows_only_what_the_phone_may_see(site):
    homes = {kind: visitor(site, kind).get("/").text for kind in VISITORS}
    seen = {kind: {n for n in (HERE, THERE) if f'/tables/{n}"' in homes[kind]} for kind in homes}
    assert seen == {
        "nobody": set(),
        "watch": {HERE},
        "score": {HERE},
        "watch of another table": {THERE},
        "score of another table": {THERE},
        "watch of the place": {HERE},
        "score of the place": {HERE},
        "score of another place": set(),
        "watch of the evening": {HERE},
        "organise of the evening": {HERE},
        "organise of another evening": set(),
        "organise": {HERE, THERE},
    }


@pytest.mark.parametrize(("kind", "found"), [("nobody", False), ("watch", True)])
def test_the_closed_sheets_are_those_the_phone_may_see(site, store, kind, found):
    store.close_table(HERE, key=None, phone="")
    assert ("Ana" in visitor(site, kind).get("/tables/closed").text) is found


def test_a_new_table_proposes_only_names_that_the_phone_has_seen(site):
    assert "Ana" not in visitor(site, "nobody").get("/tables/new").text
    assert "Ana" in visitor(site, "watch").get("/tables/new").text


@pytest.mark.parametrize("kind", ["nobody", "score of another table"])
def test_a_new_table_takes_its_players_from_no_table_that_the_phone_may_not_see(site, kind):
    for query in ("table=1&carried=1", "table=1", "table=999"):
        assert visitor(site, kind).get(f"/tables/new?{query}").status_code == 403
    asked = {"game": "tarot", "player": ["Zoe", "Yves", "Xan"], "carried": "1", "source": "1"}
    assert visitor(site, kind).send("/tables/new", asked).status_code == 403


def test_who_only_looks_on_carries_no_totals_over(site):
    asked = {"game": "tarot", "player": ["Zoe", "Yves", "Xan"], "carried": "1", "source": "1"}
    assert visitor(site, "watch").send("/tables/new", asked).status_code == 403
    assert visitor(site, "score").send("/tables/new", asked).status_code == 200


def test_who_only_looks_on_leads_nobody_away_from_a_table(site, store):
    people = [*store.table(HERE).sitting]
    asked = {"game": "tarot", "player": people, "evening": "1", "stays": "1", "after": str(HERE)}
    for kind, status in (("watch of the evening", 422), ("organise of the evening", 303)):
        phone = visitor(site, kind)
        assert phone.send("/tables/new", asked | {"open": "1"}).status_code == status


def test_a_sheet_that_is_here_is_not_told_to_who_may_not_see_it(site):
    sheet = visitor(site, "organise").get("/tables/1/sheet.json").text
    answer = visitor(site, "nobody").send("/import", {"text": sheet.replace(": 49", ": 50")})
    assert answer.status_code == 422
    assert "this sheet is here already" in answer.text
    assert "/tables/1" not in answer.text
    answer = visitor(site, "watch").send("/import", {"text": sheet})
    assert answer.location == "/tables/1?known=1"


def test_who_only_looks_on_is_sent_to_the_page_for_that(site):
    assert visitor(site, "watch").get("/tables/1").location == "/tables/1/watch"
    assert visitor(site, "score").get("/tables/1").status_code == 200


def test_who_only_looks_on_sees_nothing_to_touch_in_the_history(site):
    assert "/history/restore" in visitor(site, "score").get("/tables/1/history").text
    seen = visitor(site, "watch").get("/tables/1/history").text
    assert 'name="change"' not in seen
    assert "Deal 1 recorded" in seen


def test_at_a_place_the_sheet_now_played_is_written_and_closed_ones_are_read(site, store):
    phone = visitor(site, "score of the place")
    assert phone.get("/tables/1").status_code == 200
    store.close_table(HERE, key=None, phone="")
    assert phone.get("/tables/1").location == "/tables/1/watch"
    assert phone.send("/tables/1/reopen").status_code == 403


def test_a_closed_sheet_at_an_evening_is_the_organisers(app, store):
    """With the table's own link nothing on it can be changed any more."""
    how = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **how)
    table = store.open_there(1, Opening("tarot", ["Ana", "Bo", "Chi", "Dana"]), **how)
    store.save_deal(table, 1, GARDE, revision=0, **how)
    store.close_table(table, **how)
    phone = Stranger(app)
    phone.join(store.link("score", Where(table)))
    deal = {"take": "0-garde", "oudlers": "2", "points": "49", "revision": "0"}
    told = {"/reopen": {}, "/players": {"title": "Ours"}, "/deals/2": deal}
    answers = [phone.send(f"/tables/{table}{to}", fields) for to, fields in told.items()]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
