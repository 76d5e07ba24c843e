"""A link opens no door beyond its own: by no file, no field, no step back, no page."""

from __future__ import annotations

import html
import json
import re

import pytest
import small_evening
from forms import form
from phones import Stranger
from placed import NAMES, PASSED, at_place, publish, tell
from test_bringing import bring, packed

from companion.store import Opening, Where

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
TOUCHED = {"take": "0-garde", "oudlers": "2", "points": "49", "revision": "0"}
NAMES_HERE, NAMES_THERE = small_evening.NAMES, ["Fay", "Gus", "Hal", "Ida", "Jo"]
FRIDAY = {"name": "Friday", "date": "2026-11-20", "corrects": "last"}


@pytest.fixture
def let_in(app, store):
    """A phone that has this link, and no other."""

    def phone(right: str, where: Where) -> Stranger:
        app.test_client_class = Stranger
        found = app.test_client()
        found.join(store.link(right, where))
        return found

    return phone


@pytest.mark.parametrize("where", [Where(1), Where(None, 1, 1), Where(None, 1)], ids=str)
def test_the_file_of_a_sheet_lets_nobody_write_on_it(organiser, let_in, store, where):
    publish(store)
    tell(store, 1, 1)
    watcher = let_in("watch", where)
    sheet = watcher.get("/tables/1/sheet.json").text
    assert watcher.send("/import", {"text": sheet}).location == "/tables/1?known=1"
    assert watcher.send("/tables/1/deals/1/delete", {"revision": "1"}).status_code == 403


def test_the_file_of_an_evening_takes_no_table_that_one_only_looks_at(let_in, store, open_table):
    open_table()
    tell(store, 1, 1)
    watcher = let_in("watch", Where(1))
    sheet = watcher.get("/tables/1/sheet.json").text
    evening = {"format": "companion-evening", "version": 1, "id": "a" * 32, "name": "Mine"}
    evening |= {"games": {"tarot": {}}, "tables": [json.loads(sheet)["id"]]}
    files = {"evening.json": json.dumps(evening).encode(), "sheets/0-1.json": sheet.encode()}
    assert bring(watcher, packed(files)).status_code == 303
    assert store.table(1).evening_id is None
    assert watcher.send("/tables/1/deals/1/delete", {"revision": "1"}).status_code == 403


def test_who_looks_on_at_one_place_opens_no_table_there_by_the_form_of_any(organiser, app, store):
    publish(store)
    watcher = at_place(app, store, 1, "watch")
    asked = {"game": "tarot", "player": NAMES[:3], "evening": "1", "stays": "1", "open": "1"}
    watcher.send("/tables/new", asked)
    assert len(store.tables_at(1)) == 2


def test_a_closed_evening_opens_no_table(organiser, let_in, store):
    watcher = let_in("watch", Where(None, 1))
    organiser.send("/evenings/1/settings", {"closed": "1"})
    for phone in (watcher, organiser):
        assert "Open a table" not in phone.get("/evenings/1").text
        assert phone.get("/evenings/1/tables/new").status_code == 404
        answer = phone.send("/evenings/1/tables/new", {"player": NAMES[:4], "open": "1"})
        assert (answer.status_code, store.tables_at(1)) == (422, [])
        assert "hat evening is closed" in answer.text  # and what was filled in is still there


def test_a_players_page_leads_to_no_sheet_that_this_phone_may_not_open(organiser, let_in, store):
    publish(store)
    for table in (1, 2):
        store.save_deal(table, 1, GARDE, revision=0, key=None, phone="")
    phone = let_in("score", Where(None, 1, 1))
    names = {one.name: one.player for one in store.attendances(1)}
    organiser.send("/evenings/1/standings", {"shown": "1"})
    led = {}
    for table in (1, 2):
        player = names[store.table(table).sitting[0]]
        led[table] = [
            f'href="/tables/{table}"' in one.get(f"/evenings/1/players/{player}").text
            for one in (phone, organiser)
        ]
    assert led == {1: [True, True], 2: [False, True]}


def test_who_has_a_link_of_one_table_is_not_shown_that_of_its_place(organiser, let_in, store):
    publish(store)
    friend = let_in("score", Where(1))
    of_place = store.link("score", Where(None, 1, 1)).text
    assert of_place in organiser.get("/tables/1/share").text
    page = friend.get("/tables/1/share").text
    assert of_place not in page
    assert store.link("score", Where(1)).text in page


@pytest.mark.parametrize("renews", ["/tables/1/share", "/evenings/1/places"])
def test_a_renewed_link_of_a_place_puts_out_who_has_one_of_its_table(
    organiser,
    let_in,
    store,
    renews,
):
    publish(store)
    friend = let_in("score", Where(1))
    assert organiser.send(renews, {"place": 1, "right": "score"}).status_code == 303
    assert friend.get("/tables/1").status_code == 403


def test_a_renewed_link_of_a_place_puts_out_who_has_one_of_a_table_deleted_there(
    organiser, let_in, store
):
    publish(store)
    friend = let_in("score", Where(1))
    organiser.send("/tables/1/delete")
    organiser.send("/evenings/1/places", {"place": 1, "right": "score"})
    organiser.send("/tables/1/restore")
    assert friend.get("/tables/1").status_code == 403


def test_a_link_taken_back_on_a_sheet_puts_out_who_has_one_of_the_table_there_before(
    organiser, let_in, store
):
    publish(store)
    friend = let_in("score", Where(1))
    publish(store, 2)
    organiser.send("/tables/3/share", {"right": "score"})
    assert friend.get("/tables/1").status_code == 403


def test_a_step_refused_to_a_phone_whose_page_stays_leads_to_the_history(organiser, let_in, store):
    publish(store)
    scorer = let_in("score", Where(1))
    organiser.send("/evenings/1/tables", {"table": "1", "out": "1"})
    answer = scorer.send("/tables/1/undo?stays")
    history = "/tables/1/history?why=evening"
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, history)
    assert "At an evening only the organiser does that." in scorer.get(history).text
    assert store.table(1).evening_id is None


def test_so_does_one_that_corrects_more_than_the_last_deal(organiser, let_in, store):
    publish(store)
    store.change_evening(1, corrects="last", key=None, phone="")
    scorer = let_in("score", Where(1))
    for number in (1, 2):
        store.save_deal(1, number, {"passed": True}, revision=0, key=None, phone="")
    store.save_deal(1, 1, {"passed": True}, revision=1, key=None, phone="", note="cold")
    answer = scorer.send("/tables/1/undo?stays")
    history = "/tables/1/history?why=last"
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, history)
    assert "the last deal alone is corrected from the table" in scorer.get(history).text
    assert scorer.send("/tables/1/undo").status_code == 409
    assert store.deal(1, 1).note == "cold"


def test_where_the_last_deal_alone_is_corrected_the_organiser_takes_corrected_totals_over(
    organiser, let_in, store
):
    publish(store)
    tell(store, 1, 1)
    old = store.table(1)
    on = Opening("tarot", old.sitting, old.rules, start=old.totals, goes_on=1)
    table = store.open_there(1, on, after=1, closes=True, key=None, phone="")
    scorer = let_in("score", Where(table))
    store.save_deal(1, 1, {**GARDE, "contract": "prise"}, revision=1, key=None, phone="")
    fields = {"start": " ".join(str(n) for n in store.table(1).totals)}
    store.change_evening(1, corrects="last", key=None, phone="")
    assert scorer.send(f"/tables/{table}/start", fields).status_code == 409
    assert store.table(table).start == old.totals
    assert organiser.send(f"/tables/{table}/start", fields).status_code == 303
    assert store.table(table).start == store.table(1).totals
    assert scorer.send(f"/tables/{table}/undo").status_code == 409
    store.change_evening(1, corrects="all", key=None, phone="")
    assert scorer.send(f"/tables/{table}/undo").status_code == 303
    assert scorer.send(f"/tables/{table}/start", fields).status_code == 303


def test_a_table_with_totals_from_paper_is_deleted_by_the_organiser_alone(organiser, let_in, store):
    opening = Opening("tarot", NAMES[:3], start=(396, -132, -264))
    table = store.open_there(1, opening, key=None, phone="")
    scorer = let_in("score", Where(table))
    assert "Delete this table" not in scorer.get("/tables/1/more").text
    assert scorer.send("/tables/1/delete").status_code == 409
    assert store.table(table).deleted_at is None
    assert organiser.send("/tables/1/delete").status_code == 303
    assert store.table(table).deleted_at


def test_where_the_last_deal_alone_is_corrected_a_paper_tells_new_ones(organiser, app, store):
    publish(store)
    store.change_evening(1, corrects="last", key=None, phone="")
    scorer = at_place(app, store, 1)
    paper = form(scorer.get("/tables/1/paper"), "paper")
    row = {"1-declarer": "0", "1-contract": "garde", "1-oudlers": "2", "1-card_points": "49"}
    assert paper.send(scorer, to="/tables/1/paper", **row).location == "/tables/1"
    assert len(store.deals(1)) == 1


def test_where_the_last_deal_alone_is_corrected_one_goes_before_a_bid_and_before_nothing_else(
    organiser, let_in, store
):
    publish(store)
    store.change_evening(1, corrects="last", key=None, phone="")
    scorer = let_in("score", Where(1))
    tell(store, 1, 1)
    store.keep_half(1, 2, {"declarer": "1", "contract": "garde"}, revision=0, key=None, phone="")
    for bid, answered in ((1, 409), (2, 303)):
        fields = TOUCHED | {"another": f"before {bid}", "dealer": "1"}
        assert scorer.send("/tables/1/deals/3", fields).status_code == answered
    assert [deal.number for deal in store.deals(1)] == [1, 3, 2]


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_a_step_puts_no_table_back_into_an_evening_of_others(organiser, let_in, store, step):
    publish(store)
    scorer = let_in("score", Where(1))
    organiser.send("/evenings/1/tables", {"table": "1", "out": "1"})
    if step == "redo":
        organiser.join(store.link("score", Where(1)))
        organiser.send("/evenings/1/tables", {"table": "1"})
        organiser.send("/tables/1/undo")
    assert store.table(1).evening_id is None
    assert scorer.send(f"/tables/1/{step}").status_code == 409
    assert store.table(1).evening_id is None


@pytest.mark.parametrize("address", ["/tables/1/deals/3", "/tables/1/deals/4?before="])
def test_where_the_last_deal_alone_is_corrected_none_is_put_before(organiser, app, store, address):
    organiser.send("/evenings/1/settings", FRIDAY)
    publish(store)
    for number in (1, 2, 3):
        store.save_deal(1, number, PASSED, revision=0, key=None, phone="")
    scorer = at_place(app, store, 1)
    assert scorer.send(address, TOUCHED | {"before": "1"}).status_code == 409
    assert [deal.number for deal in store.deals(1)] == [1, 2, 3]


def test_the_code_of_the_whole_evening_is_on_the_wall_for_who_has_its_link(
    organiser,
    app,
    let_in,
    store,
):
    publish(store)
    code = store.link("watch", Where(None, 1)).shown_code
    assert code in let_in("watch", Where(None, 1)).get("/evenings/1/wall").text
    page = at_place(app, store, 1, "watch").get("/evenings/1/wall")
    assert (page.status_code, code in page.text) == (200, False)


def test_what_the_standings_hide_a_players_page_hides_too(organiser, app, store):
    publish(store)
    store.save_deal(2, 1, GARDE, revision=0, key=None, phone="")
    organiser.send("/evenings/1/standings", {"shown": "0"})
    there = {one.name: one.player for one in store.attendances(1)}
    player = there[store.table(2).names[0]]
    assert "+198" in organiser.get(f"/evenings/1/players/{player}").text
    assert "+198" not in at_place(app, store, 1, "watch").get(f"/evenings/1/players/{player}").text


def test_who_sits_where_leads_only_to_tables_that_the_phone_may_see(organiser, app, store):
    publish(store)
    page = at_place(app, store, 1, "watch").get("/evenings/1/seats").text
    assert 'href="/tables/1"' in page
    assert 'href="/tables/2"' not in page
    assert 'href="/tables/2"' in organiser.get("/evenings/1/seats").text


# --- Where pages lead -----------------------------------------------------------------------


def led_to(phone: Stranger, *pages: str) -> dict[str, int]:
    """What each page answers that the links lead to from these pages on."""
    found: dict[str, int] = {}
    ahead = [*pages]
    while ahead:
        if (at := ahead.pop()) in found:
            continue
        answer = phone.get(at, follow_redirects=True)
        found[at] = answer.status_code
        page = answer.text if answer.mimetype == "text/html" else ""
        links = re.findall('<a [^>]*href="(/[^"#]*)', page)
        ahead += [html.unescape(link) for link in links]
    return found


@pytest.fixture
def two_evenings(store) -> None:
    """A season of two evenings at which nobody is twice; each has a table of two games."""
    store.open_season("2026/27", key=None, phone="")
    for evening, names in ((1, NAMES_HERE), (2, NAMES_THERE)):
        small_evening.play(store, names, evening)
        store.change_evening(evening, season_id=1, key=None, phone="")


@pytest.mark.parametrize(
    ("right", "where"),
    [
        ("watch", Where(None, 1)),
        ("organise", Where(None, 1)),
        ("watch", Where(None, 1, 1)),
        ("score", Where(None, 1, 1)),
        ("watch", Where(1)),
        ("score", Where(1)),
    ],
)
def test_no_page_leads_where_the_phone_may_not_go(two_evenings, let_in, right, where):
    found = led_to(let_in(right, where), "/", "/seasons")
    assert {at: status for at, status in found.items() if status >= 400} == {}
    assert "/players/1" in found
    assert ("/seasons/1" in found) == bool(where.evening_id)
