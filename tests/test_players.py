"""People: what they have played, by role and contract; renamed and merged by the host."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

import pytest
import small_evening
from flask import Flask
from forms import form, forms, texts
from phones import Stranger

from companion.games import GAMES
from companion.games.base import Words
from companion.store import Opening, Played, Size, Telling, ToldTable, Where
from companion.web.charts import EDGE
from companion.web.statistics import Statistics, chosen, declaring_side

FOUR = ("Ana", "Bo", "Chi", "Dana")
TAROT = Size("tarot", 4, 0)
TO_DEAL = 'href="/tables/1/deals#deal-'


def deal(role="declarer", kind="garde", outcome="won", points=0, day="2026-11-20", table=1):
    return Played(table, 1, day, kind, outcome, role, points)


# In half points: three taken, two made; two defended, one of them with success.
DEALS = [
    deal(points=636, day="2026-10-02"),
    deal("defence", "prise", "won", -50, "2026-10-02"),
    deal("declarer", "prise", "lost", -240, "2026-10-09"),
    deal("defence", "garde_sans", "lost", 81, "2026-10-09"),
    deal("declarer", "garde", "won", 300, "2026-10-16"),
]


def shown(groups):
    return [(one.key, one.deals, one.won, one.percent, one.points) for one in groups]


# --- The figures ----------------------------------------------------------------------------


def test_each_role_has_its_deals_wins_and_mean():
    found = Statistics(TAROT, DEALS)
    assert shown(found.by_role()) == [("declarer", 3, 2, 67, 696), ("defence", 2, 1, 50, 31)]
    assert found.by_role()[0].mean == 232
    assert shown([found.whole]) == [("", 5, 3, 60, 727)]


def test_contracts_are_those_of_the_declarer_in_their_order():
    found = Statistics(TAROT, DEALS)
    assert shown(found.by_kind()) == [("prise", 1, 0, 0, -240), ("garde", 2, 2, 100, 936)]


def test_records_are_the_best_and_the_worst_deal_day_and_the_longest_row():
    found = Statistics(TAROT, DEALS)
    assert (found.best().points, found.worst().points) == (636, -240)
    assert found.best_day() == ("2026-10-02", 586)
    assert found.longest_row() == 2


def test_the_chart_goes_from_day_to_day():
    drawn = Statistics(TAROT, DEALS).chart()
    assert [tick.value for tick in drawn.places] == [0, 1, 2, 3]
    assert drawn.places[-1].at == drawn.right == EDGE  # no name needs room beside it
    assert [tick.value for tick in drawn.values] == [0, 50, 100, 150, 200, 250, 300, 350, 400]


def test_where_the_lowest_wins_the_best_deal_is_the_lowest():
    hands = [deal("caller", "", "called", 0), deal("player", "", "called", 12)]
    hands += [deal("caller", "", "failed", 21), deal("kamikaze", "", "kamikaze", 0)]
    found = Statistics(Size("tamalou", 4, 4), hands)
    assert (found.best().points, found.worst().points) == (0, 21)
    assert shown(found.by_role()) == [
        ("caller", 2, 1, 50, 21),
        ("kamikaze", 1, 1, 100, 0),
        ("player", 1, None, None, 12),
    ]
    assert found.whole.percent is None  # who neither called nor held has won nothing
    assert (found.by_kind(), found.longest_row()) == ([], 1)


def test_a_row_is_not_ended_by_what_cannot_be_won():
    called = deal("caller", "", "called")
    hands = [called, deal("player", "", "failed"), called, deal("caller", "", "beaten"), called]
    assert Statistics(Size("tamalou", 4, 4), hands).longest_row() == 2


@pytest.mark.parametrize(
    ("asked", "points"),
    [
        ({}, [300, 81, -240, -50, 636]),
        ({"role": "defence"}, [81, -50]),
        ({"kind": "garde"}, [300, 636]),
        ({"result": "won"}, [300, 81, 636]),
        ({"result": "lost", "role": "declarer"}, [-240]),
        ({"since": "2026-10-09"}, [300, 81, -240]),
        ({"since": "2026-10-03", "until": "2026-10-09"}, [81, -240]),
        ({"result": "else"}, [300, 81, -240, -50, 636]),
    ],
)
def test_deals_are_chosen_by_role_contract_result_and_date(asked, points):
    nothing = dict.fromkeys(("role", "kind", "result", "since", "until"), "")
    found = chosen(Statistics(TAROT, DEALS), **nothing | asked)
    assert [one.points for one in found] == points


# --- What is kept ---------------------------------------------------------------------------


def test_a_persons_deals_are_those_that_the_person_sat(store, three_deals):
    """Eve takes Bo's seat after the third deal, and comes back as Bo for the fifth."""
    store.substitute(1, 1, "Eve", key=None, phone="")
    tell(store, 4, declarer="1", card_points=49)
    store.substitute(1, 1, "Bo", key=None, phone="")
    tell(store, 5, declarer="0", card_points=49)
    store.save_deal(1, 6, {"passed": True}, revision=0, key=None, phone="")
    people = {one.name: one.id for one in store.players()}
    assert points(store, people["Bo"]) == [-132, -216, -132, -132]
    assert points(store, people["Eve"]) == [396]
    assert store.sizes(people["Bo"]) == [Size("tarot", 4, 4)]
    assert store.played(people["Bo"], TAROT, among=[2]) == []
    assert store.sizes(people["Bo"], among=[2]) == []


def test_numbers_of_players_are_never_mixed_and_who_sits_out_plays_nothing(store, open_table):
    open_table(names=[*FOUR, "Eve"], at_once=4)
    open_table(names=[*FOUR, "Eve"])
    tell(store, 1, 1, declarer="1", card_points=49)  # Ana deals
    tell(store, 1, 2, declarer="0", card_points=49, partner="1")
    assert store.sizes(1) == [Size("tarot", 5, 1)]
    assert [(one.players, one.deals) for one in store.sizes(2)] == [(4, 1), (5, 1)]
    assert points(store, 1) == []


def test_merged_spellings_have_their_deals_together(store, three_deals, open_table):
    open_table(names=["Anna", "Bo", "Chi", "Dana"])
    tell(store, 1, 2, declarer="0", card_points=49)
    anna = store.player_called("Anna")
    store.merge(anna, 1, key=None, phone="")
    assert points(store, 1) == [396, 72, -132, 396]


RAISED = {"declarer": "0", "partners": ["1"], "talon": "keep", "objective": "bridge", "made": True}
RAISED |= {"raises": [{"player": "1", "objective": "y"}], "handed_over": True}


@pytest.fixture
def raised(store, open_table):
    """Bo raises what Ana bid, and plays it; then all pass."""
    open_table("plateau", [*FOUR, "Eve"])
    store.save_deal(1, 1, RAISED, revision=0, key=None, phone="")
    store.save_deal(1, 2, {"passed": True}, revision=0, key=None, phone="")


def test_a_raised_deal_is_one_of_what_was_played(client, store, raised):
    bo = store.player_called("Bo")
    assert [deal.kind for deal in store.played(bo, Size("plateau", 5, 2))] == ["y"]
    assert client.get(f"/players/{bo}?kind=y").text.count(TO_DEAL) == 1
    assert client.get(f"/players/{bo}?kind=bridge").text.count(TO_DEAL) == 0


def test_deals_kept_under_what_was_bid_are_put_right_where_all_is_counted_again(store, raised):
    store.db.execute("UPDATE deals SET kind = 'bridge' WHERE number = 1")
    different = [(1, "deal 1", ["won", "bridge"], ["won", "y"], "")]
    assert store.rescore(write=False) == different
    assert store.rescore(write=True) == different
    assert store.rescore(write=False) == []


def tell(store, number, table=1, **facts):
    told = {"contract": "garde", "oudlers": 2, **facts}
    store.save_deal(table, number, told, revision=0, key=None, phone="")


def points(store, player):
    return [one.points for one in store.played(player, TAROT)]


def test_what_was_played_at_an_evening_that_is_deleted_counts_for_nobody(client, store):
    """Tried before the first guests came, say, or here once more as its file says it."""
    ana = small_evening.play(store)["Ana"]
    small_evening.play(store, evening=2)
    both = texts(client.get(f"/players/{ana}"))
    store.change_evening(2, deleted=True, key=None, phone="")
    assert store.sizes(ana) == [Size("tarot", 4, 3), Size("tamalou", 3, 1)]
    assert points(store, ana) == [396, 72, -132]
    assert {one.evening for one in store.parts_with(ana)} == {1}
    assert "evening 1 tables 2" in texts(client.get(f"/players/{ana}"))
    store.change_evening(2, deleted=False, key=None, phone="")
    assert texts(client.get(f"/players/{ana}")) == both


def test_a_copy_counts_while_the_evening_of_the_other_is_deleted(client, store, three_deals):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    other = form(client.get(f"/tables/{three_deals.id}/count-again"), "count-again")
    other.send(client, keep="1")
    store.take_in(three_deals.id, 1, key=None, phone="")
    store.change_evening(1, deleted=True, key=None, phone="")
    assert {one.table for one in store.played(1, TAROT)} == {three_deals.id + 1}


FIVE = Size("tarot", 5, 0)
SIDE = ("won", ["declarer", "partner"])


def partners(store, player, **asked):
    """Partners most often on one side with somebody, with five players: deals, and deals won."""
    wins, roles = SIDE
    found = store.partners(player, FIVE, roles, wins, **asked)
    return {one.name: (one.deals, one.won) for one in found}


def test_with_whom_somebody_was_most_often_on_the_declarers_side(client, store, open_table):
    """Whichever of the two took; not deals played alone or in defence; seats do not matter."""
    open_table(names=[*FOUR, "Eve"])
    assert declaring_side(GAMES["tarot"]) == SIDE
    tell(store, 1, declarer="0", card_points=49, partner="1")
    tell(store, 2, declarer="1", card_points=30, partner="0")
    tell(store, 3, declarer="0", card_points=49, partner="2")
    tell(store, 4, declarer="0", card_points=49, partner=None)
    tell(store, 5, declarer="3", card_points=49, partner="1")
    store.substitute(1, 1, "Zoe", key=None, phone="")
    tell(store, 6, declarer="0", card_points=49, partner="1")
    store.save_deal(1, 7, {"passed": True}, revision=0, key=None, phone="")
    assert partners(store, 1) == {"Bo": (2, 1), "Chi": (1, 1), "Zoe": (1, 1)}
    assert partners(store, store.player_called("Zoe")) == {"Ana": (1, 1)}
    assert partners(store, 1, most=1) == {"Bo": (2, 1)}
    assert partners(store, 1, among=[2]) == partners(store, store.player_called("Eve")) == {}
    said = texts(client.get("/players/1"))
    assert "Most often on one side with Bo 1 won 2 Chi 1 won 1 Zoe 1 won 1" in said
    assert "Most often" not in texts(client.get(f"/players/{store.player_called('Eve')}"))
    open_table(names=["Ana", "Bob", "Chi", "Dana", "Eve"])
    tell(store, 1, 2, declarer="0", card_points=49, partner="1")
    store.merge(store.player_called("Bob"), store.player_called("Bo"), key=None, phone="")
    assert partners(store, 1) == {"Bo": (3, 2), "Chi": (1, 1), "Zoe": (1, 1)}


@pytest.mark.parametrize(
    ("game", "wins", "roles"),
    [
        ("plateau", "won", ["declarer", "partner"]),
        ("tamalou", "called", ["caller"]),  # who calls is alone
    ],
)
def test_the_declarers_side_is_who_wins_as_the_declarer_does(game, wins, roles):
    assert declaring_side(GAMES[game]) == (wins, roles)


def test_what_a_person_played_is_found_by_indexes(store, three_deals):
    wins, roles = SIDE
    asked = (1, TAROT, roles, wins)
    statements = planned(
        store, lambda: (store.sizes(1), store.played(1, TAROT), store.partners(*asked))
    )
    assert len(statements) > 1
    for statement in statements:
        plan = store.db.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
        scans = [row[3] for row in plan if row[3].startswith("SCAN")]
        assert [one for one in scans if "json_each" not in one and "CONSTANT" not in one] == []


def planned(store, act):
    """The statements that something sends."""
    sent: list[str] = []
    store.db.conn.set_trace_callback(sent.append)
    act()
    store.db.conn.set_trace_callback(None)
    return [one for one in sent if one.strip().startswith("SELECT")]


# --- The pages ------------------------------------------------------------------------------


def test_nobody_yet_is_told_what_will_stand_there(client):
    assert "Nobody yet" in client.get("/players").text
    assert client.get("/players/1").status_code == 404


def test_a_players_page_tells_roles_contracts_and_records(client, store, three_deals):
    page = client.get("/players/2").text
    for words in ("declarer", "−240", "−80.0", "−108.0", "0 %", "prise", "Longest winning streak"):
        assert words in page
    assert client.get("/players/2?role=defence").text.count(TO_DEAL) == 2
    told_on = datetime.fromisoformat(store.deal(1, 1).told_at).astimezone()
    assert f">{told_on.day} {told_on:%B %Y}</a>" in page  # as people say it
    assert client.get("/players/2?kind=prise&role=defence").text.count(TO_DEAL) == 0


@pytest.mark.parametrize(
    "told_at", ["20261120T153000Z", "2026-W47-5T15:30:00+00:00", "2026-11-21", "20261121"]
)
def test_a_deal_is_of_the_day_by_the_hosts_clock_however_a_file_told_it(
    client, store, in_tokyo, told_at
):
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    told = [Telling(facts=facts, told_at=told_at)]
    store.import_tables(
        [ToldTable("import", Opening("tarot", FOUR), None, told)], key=None, phone=""
    )
    assert "21 November 2026</a>" in client.get("/players/1").text


@pytest.mark.parametrize("date", ["2025-01-02", "2025-01-02T23:30:00+09:00"])
def test_the_deals_of_a_sheet_from_a_file_are_of_the_day_that_it_says(client, store, date):
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    opening = Opening("tarot", FOUR, about={"date": date})
    sheet = ToldTable("import", opening, None, [Telling(facts=facts)])
    store.import_tables([sheet], key=None, phone="")
    assert "2 January 2025</a>" in client.get("/players/1").text


def test_a_day_that_a_file_tells_without_an_hour_is_that_day_west_of_greenwich_too(
    client, store, in_new_york
):
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    told = [Telling(facts=facts, told_at="2026-11-21")]
    store.import_tables(
        [ToldTable("import", Opening("tarot", FOUR), None, told)], key=None, phone=""
    )
    assert "21 November 2026</a>" in client.get("/players/1").text


def test_deals_of_an_evening_without_a_date_are_of_the_day_that_they_were_told(client, store):
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    told = [Telling(facts=facts, told_at="2026-11-21T12:00:00+00:00")]
    store.import_tables(
        [ToldTable("import", Opening("tarot", FOUR), None, told)], key=None, phone=""
    )
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.take_in(1, 1, key=None, phone="")
    assert "21 November 2026</a>" in client.get("/players/1").text


def test_whoever_changes_seats_has_the_deals_as_they_were_played(store, open_table):
    """Bo plays the first in the second seat, the next in the first."""
    open_table()
    tell(store, 1, declarer="1", card_points=49)
    store.substitute(1, 1, "Eve", key=None, phone="")
    store.substitute(1, 0, "Bo", key=None, phone="")
    tell(store, 2, declarer="3", card_points=49)
    assert points(store, store.player_called("Bo")) == [396, -132]


def test_of_a_game_that_knows_no_roles_none_are_asked_for(client, store, open_table, monkeypatch):
    table = open_table("tamalou").id
    facts = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
    store.save_deal(table, 1, facts, revision=0, key=None, phone="")
    assert "By role Played Won Mean" in texts(client.get("/players/1"))
    monkeypatch.setitem(GAMES, "tamalou", replace(GAMES["tamalou"], words=Words()))
    said = texts(client.get("/players/1"))
    assert "By role" not in said
    assert "Role" not in said
    assert "Points" in said
    assert re.search(r"Best deal \d", said)  # no comma before the day


def test_a_page_shows_fifty_deals_and_the_way_to_the_older(client, store, three_deals):
    for number in range(4, 60):
        tell(store, number, declarer="1", card_points=49)
    page = client.get("/players/1?role=defence")
    assert page.text.count(TO_DEAL) == 50
    assert "after=50" in page.text
    assert client.get("/players/1?role=defence&after=50").text.count(TO_DEAL) == 8
    assert client.get("/players/1?after=x&players=9&game=none").status_code == 200


def test_a_phone_sees_only_the_deals_of_its_tables(app: Flask, store, three_deals, open_table):
    open_table(names=["Ana", "Bo", "Eve", "Fay"])
    tell(store, 1, 2, declarer="0", card_points=49)
    app.test_client_class = Stranger
    phone = app.test_client()
    assert phone.get("/players/1").status_code == 403
    phone.join(store.link("watch", Where(2)))
    assert "Chi" not in phone.get("/players").text
    assert [phone.get(f"/players/{n}").status_code for n in (3, 99)] == [403, 403]
    page = phone.get("/players/1").text
    assert TO_DEAL not in page
    assert page.count('href="/tables/2/deals#deal-') == 1
    assert "Rename" not in page
    assert phone.send("/players/1/name", {"name": "Else"}).status_code == 403


def test_the_host_renames_a_person_everywhere(client, store, three_deals):
    assert client.send("/players/1/name", {"name": "Bo"}).status_code == 422
    assert client.send("/players/1/name", {"name": "さくら"}).location == "/players/1"
    assert "さくら" in client.get("/tables/1").text
    answer = client.send("/players", {"change": store.player_changes()[0].id})
    assert answer.status_code == 303
    assert "Ana" in client.get("/tables/1").text


def test_who_was_merged_meanwhile_is_not_taken_for_the_other(client, store, open_table):
    """By then the number on the page of their name leads to that other person."""
    open_table()
    open_table("tarot", ["Anna", "Eve", "Fay", "Gil"])
    anna, eve = store.player_called("Anna"), store.player_called("Eve")
    name, into = (client.get(f"/players/{anna}/name") for _ in range(2))
    rename, merge = forms(name)[0], forms(into)[1]
    for _ in range(2):  # a double tap
        assert merge.send(client, into="Ana").location == "/players/1"
    for late in (rename.send(client, name="Anne"), forms(name)[1].send(client, into="Hal")):
        assert late.status_code == 422
    assert 'value="Anne"' in rename.send(client, name="Anne").text
    assert "another phone changed this meanwhile, to Ana" in texts(rename.send(client, name="A"))
    assert forms(name)[1].send(client, into="Eve").status_code == 422
    assert (store.person(1).name, store.person(eve).name) == ("Ana", "Eve")


def test_a_name_is_said_to_hold_and_can_be_taken_back_only_while_it_does(client, three_deals):
    def shown() -> tuple[str, list[str]]:
        page = client.get("/players")
        said = texts(page).split("Renamed and merged ")[1].split(" No answer")[0]
        buttons = [button for one in forms(page) for button in one.buttons]
        return said, [button["value"] for button in buttons if button.get("name") == "change"]

    client.send("/players/1/name", {"name": "Anne"})
    client.send("/players/1/name", {"name": "Ana"})
    said = "Anne is called Ana now Call Anne again Ana was called Anne for a while"
    assert shown() == (said, ["2"])
    assert client.send("/players", {"change": "1"}).status_code == 422
    assert "Redonner le nom Anne" in client.get("/players", headers={"Accept-Language": "fr"}).text
    client.send("/players", {"change": "2"})
    assert shown() == ("Ana is called Anne now Call Ana again", ["1"])


@pytest.mark.parametrize("into", ["", "  "])
def test_whom_nobody_is_named_to_be_is_asked_for(client, three_deals, into):
    refused = client.send("/players/1/name", {"into": into})
    assert refused.status_code == 422
    assert "he name of the other person is missing" in refused.text


def test_the_host_merges_two_spellings_and_separates_them(client, store, three_deals, open_table):
    open_table(names=["Anna", "Bo", "Chi", "Dana"])
    anna = store.player_called("Anna")
    assert client.send(f"/players/{anna}/name", {"into": "Nobody"}).status_code == 422
    refused = client.send(f"/players/{anna}/name", {"into": "Bo"})
    assert (refused.status_code, "they are two" in refused.text) == (422, True)
    assert client.send(f"/players/{anna}/name", {"into": "ana"}).location == "/players/1"
    assert client.get(f"/players/{anna}").location == "/players/1"
    assert "Separate again" in client.get("/players").text
    client.send("/players", {"change": store.player_changes()[0].id})
    assert store.table(2).names[0] == "Anna"
    for far in ("7", "9" * 30):
        assert client.send("/players", {"change": far}).status_code == 404


def test_nobody_is_proposed_to_be_the_same_person_as_they_are(client, three_deals):
    page = client.get("/players/1/name").text
    assert re.findall('<option value="([^"]*)">', page) == ["Bo", "Chi", "Dana"]


def test_two_who_are_merged_or_separated_already_are_so_by_a_form_sent_again(
    client, store, three_deals, open_table
):
    """Its answer was lost: the second form asks for the same as the first."""
    open_table(names=["Anna", "Bea", "Cleo", "Dora"])
    anna, merging = store.player_called("Anna"), {"into": "Ana", "key": "of one form"}
    for _ in range(2):
        assert client.send(f"/players/{anna}/name", merging).location == "/players/1"
    for _ in range(2):
        assert client.send("/players", {"change": "1"}).status_code == 303
    assert (store.table(2).names[0], store.player_changes()) == ("Anna", [])


def test_who_is_separated_was_called_as_both_were_by_then(store, three_deals, open_table):
    other = open_table(names=["Anna", "Dora", "Eva"]).id
    anna = store.player_called("Anna")
    store.merge(anna, 1, key=None, phone="")
    merged = store.player_changes()[0].id
    store.rename_player(1, "Annika", key=None, phone="")
    store.take_back_player(merged, phone="")
    change = next(one for one in store.changes(other) if one.kind == "person")
    names = [part["player"]["name"] for part in (change.before, change.after)]
    assert names == ["Annika", "Anna"]


def test_everybody_stands_in_the_order_of_the_alphabet_accents_or_not(client, open_table):
    open_table(names=["Bo", "Élise", "Aïcha", "Ana", "Fay"])
    page = client.get("/players").text
    found = [page.index(f">{name}<") for name in ("Aïcha", "Ana", "Bo", "Élise", "Fay")]
    assert found == sorted(found)


def test_a_list_that_ends_before_all_names_says_how_the_others_are_found(client, store, open_table):
    names, more = [f"Player {n:03}" for n in range(500)], "Search by name for the others."
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, names, "tarot", key=None, phone="")
    for page in ("/players", "/players/1/name"):
        assert more not in client.get(page).text
    store.open_evening("Saturday", "", "", {"tarot": {}}, key=None, phone="")
    store.check_in(2, ["Zed"], "tarot", key=None, phone="")
    for page in ("/players", "/players/1/name", "/players?q=e"):
        cut = client.get(page).text
        assert ("Player 499" in cut, ">Zed<" in cut, more in cut) == (True, False, True)
    found = client.get("/players?q=zed").text
    assert (">Zed<" in found, more in found) == (True, False)
    client.send("/players/1/name", {"into": "zed"})
    assert store.person(1).name == "Zed"
