"""Tables on the lists: in progress, over, closed, deleted and brought back; how they ended."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import forms
import laws
import pytest
from an_evening import open_here
from phones import Stranger

from companion.store import Opening, Where
from companion.web.listed import ago
from companion.web.shown import Shown

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}


@pytest.fixture
def press(client):
    """Presses a button of a page of table 1 that posts to this end."""

    def pressed(action, page="/more"):
        answer = forms.form(client.get(f"/tables/1{page}"), action).send(client)
        assert (answer.status_code, answer.location) == (303, "/tables/1")

    return pressed


def listed(page):
    """The titles of the tables on a list, in order."""
    return re.findall(r'table-card.*?<span class="name">(.*?)</span>', page.text, re.S)


def ranking(page):
    """Place, name and total of each, as the page of a game that is over ranks them."""
    ranked = page.text.partition('class="ranking"')[2].partition("</ol>")[0]
    rows = re.findall(r"<li.*?</li>", ranked, re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]


def test_a_fresh_site_says_how_to_begin(client):
    page = forms.texts(client.get("/"))
    assert "The first table" in page
    assert "French Tarot 3–5 players" in page
    assert page.index("New table") < page.index("New evening") < page.index("Come to a table")


def test_only_who_never_had_a_table_is_told_of_the_first_one(app, client, store, open_table):
    table = open_table().id
    app.test_client_class = Stranger
    stranger, friend = app.test_client(), app.test_client()
    friend.join(store.link("score", Where(table)))
    store.close_table(table, key=None, phone="")
    for phone, title in (
        (client, "New table"),
        (friend, "New table"),
        (stranger, "The first table"),
    ):
        assert re.findall("<h[12][^>]*>([^<]*)", phone.get("/").text)[0] == title
    titles = re.findall("<h[12][^>]*>([^<]*)", client.get("/").text)
    assert titles == ["New table", "Game", "Come to a table", "Also here"]


def test_tables_in_progress_are_listed_the_newest_change_first(client, open_table, record):
    first = open_table(names=["Ana", "Bo", "Chi"])
    open_table(names=["Dana", "Eve", "Fay"])
    assert listed(client.get("/")) == ["Dana, Eve, Fay", "Ana, Bo, Chi"]
    record(first, **GARDE)
    assert listed(client.get("/")) == ["Ana, Bo, Chi", "Dana, Eve, Fay"]


def test_what_is_played_to_the_end_stands_below_what_is_in_progress(client, open_table, record):
    """So a finished game and the next one of the same people are told apart."""
    over, going = open_table(deals=1), open_table()
    record(going, **GARDE)
    record(over, **GARDE)
    said = forms.texts(client.get("/"))
    going_on, ended = "Ana in front · deal 2 now", "Ana has won · over, 1 deal"
    parts = ("In progress", going_on, "Played to the end", ended, "New table")
    assert sorted(parts, key=said.index) == list(parts)


def test_who_is_in_front_has_won_only_where_the_game_is_over_and_nobody_has_as_much(
    client, store, open_table
):
    shared = {"caller": None, "hands": {"0": 5, "1": 5, "2": 40}}
    alone = {"caller": None, "hands": {"0": 4, "1": 5, "2": 40}}
    for facts, planned in ((shared, 1), (alone, 1), (alone, 12)):
        table = open_table("tamalou", ("Ana", "Bo", "Chi"), deals=planned)
        store.save_deal(table.id, 1, facts, revision=0, key=None, phone="")
        store.close_table(table.id, key=None, phone="")
    said = forms.texts(client.get("/tables/closed"))
    assert said.count("Ana has won") == 1
    assert said.count("Ana, Bo in front · over") == 1
    assert said.count("Ana in front") == 1


def test_a_closed_sheet_whose_end_was_not_agreed_says_who_has_won_as_its_page_does(
    client, store, open_table, record
):
    """Not if the table agreed on an end that was not reached, nor if the totals are played on."""
    for deals in (0, 3):
        record(open_table(deals=deals), **GARDE)
    assert forms.texts(client.get("/")).count("Ana in front") == 2
    for table in (1, 2):
        store.close_table(table, key=None, phone="")
    assert "Ana wins with" in forms.texts(client.get("/tables/1"))
    assert "Ana wins with" not in forms.texts(client.get("/tables/2"))
    said = forms.texts(client.get("/tables/closed"))
    assert "Ana has won · 1 deal" in said and "Ana in front · 1 deal" in said
    names = store.table(1).names
    goes_on = Opening("tarot", names, {}, start=store.table(1).totals, goes_on=1)
    store.open_table(goes_on, key=None, phone="")
    assert "Ana wins with" not in forms.texts(client.get("/tables/1"))
    assert forms.texts(client.get("/tables/closed")).count("Ana in front · 1 deal") == 2


def test_tables_in_progress_stand_above_the_evenings_of_many_the_first_two(
    client, store, open_table
):
    """So both the table of this phone and its evening are one touch away."""
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    for n in range(8):
        open_table(names=(f"P{n}", f"Q{n}", f"R{n}"))
        said = forms.texts(client.get("/"))
        ahead = re.findall(r"P\d, Q\d", said[said.index("In progress") : said.index("Evenings")])
        assert len(ahead) == (n + 1 if n < 7 else 2)
    assert len(re.findall(r"P\d, Q\d", said[said.index("Other tables") :])) == 6


def test_a_card_says_how_far_the_table_is(client, open_table, record):
    record(open_table(deals=3), **GARDE)
    page = forms.texts(client.get("/"))
    assert "Ana, Bo, Chi, Dana +198 Ana in front · deal 2 of 3 now" in page


@pytest.mark.parametrize(("address", "closed"), [("/", False), ("/tables/closed", True)])
def test_a_name_put_right_elsewhere_makes_no_old_table_a_new_one(
    client, store, open_table, address, closed
):
    for names in (["Ana", "Bo", "Chi"], ["Dana", "Eve", "Fay"]):
        table = open_table(names=names)
        if closed:
            client.send(f"/tables/{table.id}/close")
    (chi,) = store.players("Chi")
    store.rename_player(chi.id, "Chiara", key=None, phone="")
    page = forms.texts(client.get(address))
    assert page.index("Dana, Eve, Fay") < page.index("Ana, Bo, Chiara")


def test_a_card_of_an_evening_says_its_place_and_one_with_a_name_who_plays(client, store):
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    open_here(store, 1, "tarot", ["Ana", "Bo", "Chi"], key=None, phone="")
    friends = Opening("tarot", ["Dana", "Eve", "Fay"], {}, about={"title": "The oak table"})
    store.open_table(friends, key=None, phone="")
    page = forms.texts(client.get("/"))
    assert "Ana, Bo, Chi 0 Table 1 · deal 1 now" in page
    assert "The oak table 0 deal 1 Dana, Eve, Fay · now" in page


def test_however_many_tables_are_in_progress_home_shows_them_all(client, open_table):
    for n in range(55):
        open_table(names=[f"P{n}", "Bo", "Chi"])
    page = client.get("/").text
    assert [n for n in range(55) if f"P{n}, Bo, Chi" not in page] == []


def test_what_was_left_open_at_an_evening_that_is_over_is_no_longer_in_progress(app, client, store):
    """Nobody closed these sheets. The evening leads to them, as does the list of closed ones (also
    by name), and the home page to one's own."""
    other, by_host = app.test_client(), {"key": None, "phone": ""}
    store.open_evening("Friday", "", "", {"tarot": {}}, **by_host)
    for names in (["Ana", "Bo", "Chi"], ["Dana", "Eve", "Fay"]):
        open_here(store, 1, "tarot", names, **by_host)
    store.open_table(Opening("tarot", ["Gil", "Hal", "Ivy"]), **by_host)
    forms.form(other.get("/tables/1")).send(other, **GARDE)

    def at_home(phone) -> list[str]:
        return sorted(re.findall(r'href="/tables/(\d)"', phone.get("/").text))

    assert at_home(client) == at_home(other) == ["1", "2", "3"]
    store.change_evening(1, closed=True, **by_host)
    assert (at_home(client), at_home(other)) == (["3"], ["1", "3"])
    assert "/tables/2" in client.get("/evenings/1").text
    listed = [client.get(f"/tables/closed{q}").text for q in ("", "?q=eve", "?q=gil")]
    found = [sorted(re.findall(r'href="/tables/(\d)"', one)) for one in listed]
    assert found == [["1", "2"], ["2"], []]
    store.change_evening(1, closed=False, **by_host)
    assert at_home(client) == at_home(other) == ["1", "2", "3"]
    assert 'href="/tables/1"' not in client.get("/tables/closed").text


def test_of_many_left_open_and_closed_the_newest_are_listed_the_newest_first(client, store):
    by_host = {"key": None, "phone": ""}
    store.open_evening("Friday", "", "", {"tarot": {}}, **by_host)
    for n in range(30):
        store.close_table(
            store.open_table(Opening("tarot", ["A", "B", "C"]), **by_host).id, **by_host
        )
        open_here(store, 1, "tarot", [f"P{n}", f"Q{n}", f"R{n}"], **by_host)
    store.change_evening(1, closed=True, **by_host)
    listed = re.findall(r'href="/tables/(\d+)"', client.get("/tables/closed").text)
    assert listed == [str(n) for n in range(60, 10, -1)]
    assert 'href="/tables/2"' in client.get("/tables/closed?q=P0").text


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0, "now"), (1, "1 min ago"), (59, "59 min ago"), (60, "1 h ago"), (119, "1 h ago")],
)
def test_how_long_ago_that_was_goes_by_minutes_then_by_hours(app, minutes, said):
    at = datetime.now() - timedelta(minutes=minutes, seconds=20)
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert ago(at.astimezone().isoformat()) == said


def test_how_long_ago_that_was_is_not_parted_in_a_list_of_tables(client, store, open_table):
    """A line ended with the number, behind that of the deal: deal 1 · 1."""
    now = store._clock()
    store._clock = lambda: now - timedelta(minutes=5)
    open_table()
    store._clock = lambda: now
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    for page in ("/", "/evenings/1/tables"):
        assert "5\u00a0min\u00a0ago" in client.get(page).text, page
    assert "deal\u00a01&nbsp;· 5" in client.get("/evenings/1/tables").text


def test_how_long_ago_that_was_goes_by_days_after_a_day(app):
    late = datetime.now().replace(hour=23, minute=59)  # on each day, though clocks were changed
    with app.test_request_context(headers={"Accept-Language": "en"}):
        said = [ago((late - timedelta(days=n)).astimezone().isoformat()) for n in (2, 3)]
    assert said == ["2 days ago", "3 days ago"]


def test_a_whole_day_ago_on_a_day_of_25_hours_was_yesterday(app, monkeypatch, in_paris):
    class Late(datetime):
        @classmethod
        def now(cls):
            return cls.fromisoformat("2026-10-25T23:30:00+01:00")

    monkeypatch.setattr("companion.web.listed.datetime", Late)
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert ago("2026-10-25T00:15:00+02:00") == "yesterday"


def test_a_closed_sheet_is_found_on_its_list_and_taken_out_again(client, store, press, open_table):
    open_table()
    press("/close")
    assert listed(client.get("/")) == []
    assert listed(client.get("/tables/closed")) == ["Ana, Bo, Chi, Dana"]
    assert re.search(r"<p id=\"subtitle\">[^<]*closed<", client.get("/tables/1").text)
    press("/reopen")
    assert listed(client.get("/")) == ["Ana, Bo, Chi, Dana"]
    assert listed(client.get("/tables/closed")) == []


def test_no_sheet_is_closed_while_a_bid_is_noted(client, store, press, open_table):
    """From a page that was open before the bid was."""
    open_table()
    page = forms.forms(client.get("/tables/1/more"))
    told = {"declarer": "0", "contract": "garde"}
    store.keep_half(1, 1, told, revision=0, key=None, phone="")
    (close,) = (form for form in page if form.action.endswith("/close"))
    answer = close.send(client)
    assert (answer.status_code, answer.location) == (303, "/tables/1/more")
    assert "A deal is begun: finish it, or take it back" in client.get(answer.location).text
    assert store.table(1).closed_at is None


def test_a_table_opened_by_mistake_is_deleted_and_brought_back(client, store, press, three_deals):
    press("/delete")
    assert listed(client.get("/")) == []
    page = client.get("/tables/closed")
    assert "Deleted tables Ana, Bo, Chi, Dana" in forms.texts(page)
    assert 'href="/tables/1"' in page.text
    assert client.get("/tables/1/deals").location == "/tables/1"
    assert "This table is deleted" in forms.texts(client.get("/tables/1"))
    press("/restore", page="")
    assert listed(client.get("/")) == ["Ana, Bo, Chi, Dana"]
    assert laws.totals(store, three_deals) == [168, -240, 168, -96]


def test_at_a_deleted_table_nothing_is_told(client, store, press, open_table):
    open_table()
    form = forms.form(client.get("/tables/1"))
    press("/delete")
    answer = form.send(client, **GARDE)
    assert answer.status_code == 404
    assert "This table is deleted" in forms.texts(answer)
    assert store.deals(1) == []


def test_no_page_changes_a_deleted_table(client, store, three_deals):
    """What was told there can still be read."""
    assert "Correct this deal" in forms.texts(client.get("/tables/1"))
    store.delete_table(1, key=None, phone="")
    said = forms.texts(client.get("/tables/1"))
    assert "Ana" in said and "Correct this deal" not in said and "Confirm or dispute" not in said
    for page in ("deals/1", "deals/1/verdict", "deals/1/move", "players", "paper"):
        answer = client.get(f"/tables/1/{page}")
        assert (answer.status_code, answer.location) == (303, "/tables/1")
    assert client.get("/tables/1/history").status_code == 200


def test_a_deleted_table_is_taken_out_of_no_evening(client, store, open_table):
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    open_table()
    store.take_in(1, 1, key=None, phone="")
    store.delete_table(1, key=None, phone="")
    answer = client.send("/evenings/1/tables", {"table": 1, "out": 1})
    assert (answer.status_code, answer.location) == (303, "/tables/1")  # which says so
    assert store.table(1).evening_id == 1


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", ["Éloïse, Bo, Chi", "Tuesday"]),
        ("eloise", ["Éloïse, Bo, Chi"]),
        ("ÉLO", ["Éloïse, Bo, Chi"]),
        ("tues", ["Tuesday"]),
        ("DANA", ["Tuesday"]),
        ("zoe", ["Tuesday"]),
        ("chi", ["Éloïse, Bo, Chi", "Tuesday"]),
        ("chi bo", ["Éloïse, Bo, Chi"]),
        ("bo dana", []),
        (" Tuesday  ZOE ", ["Tuesday"]),
        ("%", []),
        ("Ana' OR 1", []),
    ],
)
def test_closed_sheets_are_found_by_table_and_player(client, store, open_table, search, found):
    """Without regard to case and accents; a substitute is found too."""
    asked = {"key": None, "phone": ""}
    store.open_table(Opening("tarot", ["Ana", "Dana", "Chi"], about={"title": "Tuesday"}), **asked)
    open_table(names=["Éloïse", "Bo", "Chi"])
    store.save_deal(1, 1, {"passed": True}, revision=0, **asked)
    store.substitute(1, 0, "Zoé", **asked)
    for table in (1, 2):
        store.close_table(table, **asked)
    page = client.get("/tables/closed", query_string={"q": search})
    assert listed(page) == found
    assert ("No closed sheet has that name." in forms.texts(page)) == (not found)


def test_the_planned_number_reached_the_game_is_over(client, open_table, record):
    table = open_table(deals=2)
    record(table, **GARDE)
    record(table, unplayed="passed")
    assert "Deal 2 of 2" in forms.texts(client.get("/tables/1"))
    record(table, take="1-garde", oudlers=2, points=51)
    page = client.get("/tables/1")
    assert "over after 2 deals" in forms.texts(page)
    assert [row.split()[-1] for row in ranking(page)] == ["+144", "+128", "−136", "−136"]


def test_who_took_a_seat_is_not_said_to_have_done_what_was_done_before(client, store, open_table):
    told, asked = {"contract": "garde", "oudlers": 2, "card_points": 49}, {"key": None, "phone": ""}
    open_table(deals=3)
    store.save_deal(1, 1, {"declarer": "0", **told}, revision=0, **asked)
    store.substitute(1, 0, "Zoé", **asked)
    for number, declarer in ((2, "0"), (3, "1")):
        store.save_deal(1, number, {"declarer": declarer, **told}, revision=0, **asked)
    rows = [row.split(" ", 1)[1] for row in ranking(client.get("/tables/1"))]
    assert rows[:2] == ["Zoé after Ana, took 1, made 1 +330", "Bo took 1, made 1 +66"]


def test_a_step_of_the_chart_is_a_deal_as_the_sheet_calls_it(client, open_table, record):
    table = open_table()
    for number in range(1, 4):
        record(table, **GARDE)
        if number > 1:
            record(table, unplayed="passed")
    for page in (client.get("/tables/1/deals"), client.get("/tables/1/watch")):
        ticks = re.findall(r'<text x="\d+" y="246" text-anchor="middle">(\d+)<', page.text)
        assert ticks == ["0", "1", "2", "3"]
        runs = re.findall(r'class="run" d="(M[^"]*)', page.text)
        assert [run.count("L") for run in runs] == [3, 3, 3, 3]


@pytest.mark.parametrize(("deals", "won"), [(0, True), (3, False)])
def test_a_game_of_any_number_of_deals_is_won_once_its_sheet_is_closed(
    client, store, open_table, record, deals, won
):
    record(open_table(deals=deals), **GARDE)
    assert "wins with" not in forms.texts(client.get("/tables/1"))
    store.close_table(1, key=None, phone="")
    page = client.get("/tables/1")
    assert ("Ana wins with +198." in forms.texts(page)) == won
    assert page.text.count('class="winner"') == won


def test_a_sheet_whose_totals_are_carried_over_says_where_it_goes_on(
    client, store, open_table, record
):
    record(open_table(), **GARDE)
    opening = forms.form(client.get("/tables/new?table=1&carried=1"), "opening")
    assert opening.send(client, open=1).location == "/tables/2"
    page, guest = client.get("/tables/1"), Stranger(client.application)
    guest.join(store.link("score", Where(1)))  # of that sheet alone
    assert 'href="/tables/2">On to the next sheet' in page.text
    assert "/tables/2" not in guest.get("/tables/1").text
    for text in (page.text, guest.get("/tables/1").text):
        assert "Same players, new game" not in text
        assert 'class="winner"' not in text


def test_a_page_that_was_looked_at_before_hears_that_its_totals_are_carried_over(
    client, store, open_table, record
):
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    record(open_table(), **GARDE)
    store.take_in(1, 1, key=None, phone="")
    store.close_table(1, key=None, phone="")
    assert 'class="winner"' in client.get("/tables/1").text
    names, start = ["Ana", "Bo", "Chi"], (396, -132, -132)
    store.open_table(Opening("tarot", names, start=start, goes_on=1), key=None, phone="")
    assert 'class="winner"' not in client.get("/tables/1").text


def test_a_closed_sheet_without_deals_asks_for_none(client, store, open_table):
    open_table()
    asks = "None yet. Touch who took and the contract"
    assert asks in forms.texts(client.get("/tables/1"))
    store.close_table(1, key=None, phone="")
    page = client.get("/tables/1")
    assert "No deal yet." in forms.texts(page)
    assert asks not in forms.texts(page)
    assert 'class="winner"' not in page.text  # where nobody has played nobody has won


def test_a_tie_shares_the_place(client, open_table, record):
    table = open_table(deals=2)
    record(table, **GARDE)
    record(table, **{**GARDE, "take": "1-garde"})
    page = client.get("/tables/1")
    assert ranking(page) == [
        "1 shared Ana took 1, made 1 +132",
        "1 shared Bo took 1, made 1 +132",
        "3 shared Chi −132",
        "3 shared Dana −132",
    ]
    assert "Ana and Bo share the first place with +132." in forms.texts(page)


def test_a_deal_told_after_the_end_counts_with_a_warning(client, store, open_table, record):
    table = open_table(deals=1)
    record(table, **GARDE)
    page = forms.form(client.get("/tables/1?more=1")).send(client, **GARDE)
    assert page.status_code == 422
    assert "Told after the end of the game" in forms.texts(page)
    assert forms.form(page).send(client, in_spite="1").status_code == 303
    assert laws.totals(store, table) == [396, -132, -132, -132]


def test_a_corrected_deal_can_reopen_a_game_that_was_over(client, open_table, record):
    table = open_table(deals=1)
    record(table, **GARDE)
    record(table, 1, unplayed="passed")
    assert "Deal 1 of 1" in forms.texts(client.get("/tables/1"))


def test_the_sheet_lists_the_deals_the_newest_first_and_unfolds_the_count(client, three_deals):
    page = forms.texts(client.get("/tables/1"))
    newest, oldest = page.index("3 Chi , garde, 49"), page.index("1 Ana , garde, 49")
    assert newest < oldest
    assert "49 for 41, made by 8: 25 + 8 33 Garde × 2 66 Ana declarer × 3 +198" in page


def test_the_result_as_text_can_be_pasted_into_a_chat(client, three_deals):
    page = client.get("/tables/1/text").text
    text = re.search(r"<textarea[^>]*readonly>(.*?)</textarea>", page, re.S)
    head, _, below = text[1].partition("\n")
    assert re.fullmatch(r"Ana, Bo and 2 more · French Tarot · \d+ \w+ 20\d\d", head)
    assert below == (
        "1. Ana  +168\n"
        "1. Chi  +168\n"
        "3. Dana  −96\n"
        "4. Bo  −240\n"
        "\n"
        "1  Ana, garde, 49 with two oudlers: made by 8  +198\n"
        "2  Bo, prise, 40 with one oudler: failed by 11  −108\n"
        "3  Chi, garde, 49 with two oudlers: made by 8  +198\n"
    )


def test_the_text_says_who_took_whose_seat(client, store, three_deals):
    store.substitute(1, 1, "Zoe", key=None, phone="")
    page = client.get("/tables/1/text").text
    assert "\nFrom deal 4 on Zoe sits in the seat of Bo.\n1  Ana, garde" in page


def test_a_total_of_hundreds_of_thousands_is_still_read(client, store, record):
    """A mark every three digits, and nothing that a phone would cut."""
    start = [200_000 * 2, 0, 0, 0]
    store.open_table(
        Opening("tarot", ["Ana", "Bo", "Chi", "Dana"], start=start), key=None, phone=""
    )
    assert "+200,000" in client.get("/tables/1").text


def test_two_phones_look_at_one_page_and_each_has_its_own_form(app, client, store, three_deals):
    """The page is drawn once; what makes a form somebody's own is not lent."""
    other = app.test_client()
    mine, theirs, again = (forms.form(one.get("/tables/1")) for one in (client, other, client))
    assert len({form.fields["key"][0] for form in (mine, theirs, again)}) == 3
    assert mine.fields["csrf_token"] != theirs.fields["csrf_token"]
    for phone, form in ((client, mine), (other, theirs)):
        assert form.send(phone, **GARDE).status_code in (303, 409)
    assert len(store.deals(1)) == 4
    keys = [form.fields["key"] for form in forms.forms(other.get("/tables/1")) if form.fields]
    assert all(key == keys[0] != mine.fields["key"] for key in keys)


def test_a_note_keeps_its_spaces_on_a_page_that_is_lent(client, store, open_table):
    """A file may bring in one of several lines."""
    open_table()
    asked = {"revision": 0, "key": None, "phone": ""}
    store.keep_half(1, 1, {"declarer": "0"}, note="Bo was late:\n   a deal of three", **asked)
    page = client.get("/tables/1")
    assert forms.form(page).fields["note"] == ["Bo was late:\n   a deal of three"]
    assert "\n  <" not in page.text


@pytest.mark.parametrize("page", ["/", "/tables/1", "/tables/1/watch"])
def test_a_page_of_plain_http_is_lent_to_no_phone_that_came_by_https(client, three_deals, page):
    """Over HTTPS alone a phone may keep its screen awake."""
    for scheme, awake in (("http", False), ("https", True), ("http", False)):
        found = client.get(page, base_url=f"{scheme}://localhost")
        assert ("/awake" in found.text) == awake


def test_a_page_is_drawn_anew_for_whatever_changed_on_it(app, client, store, open_table, record):
    table = open_table()
    pages = [client.get("/tables/1")]
    record(table, **GARDE)
    pages.append(client.get("/tables/1"))
    open_table(names=["Ana", "Eve", "Fay"])
    client.send("/tables/2/players", {"seat": 0, "name": "Hannah", "rename": 1})
    pages.append(client.get("/tables/1"))
    client.send("/tables/1/undo")
    pages.append(client.get("/tables/1"))
    client.set_cookie("theme", "dark")
    pages.append(client.get("/tables/1"))
    client.set_cookie("lang", "fr")
    pages.append(client.get("/tables/1"))
    record(table, number=2, **GARDE)
    pages.append(client.get("/tables/1?before=2"))
    seen = [forms.texts(page) + str("data-theme" in page.text) for page in pages]
    assert len(set(seen[:6])) == 6
    assert ("Ana" in seen[1], "Ana" in seen[2], "Hannah" in seen[2]) == (True, False, True)
    assert forms.form(pages[6]).fields["before"] == ["2"]


@pytest.mark.parametrize(
    "address",
    ["/tables/9", "/tables/0", "/tables/9/more", "/tables/99999999999999999999/text"],
)
def test_a_table_that_is_not_there_is_said_to_be_not_there(client, address):
    page = client.get(address)
    assert page.status_code == 404
    assert "There is no such page, or no longer." in forms.texts(page)


@pytest.mark.parametrize("number", [0, 4, 5, 99999999999999999999])
def test_a_deal_that_is_not_there_is_said_to_be_not_there(client, open_table, number):
    open_table()
    assert client.get(f"/tables/1/deals/{number}").status_code == 404


def test_the_tables_of_this_phone_stand_first(client, app, open_table, record):
    first, second = open_table(), open_table(names=["Eve", "Fay", "Gil"])
    record(first, take="0-garde", oudlers=2, points=49)
    record(second, take="0-garde", oudlers=2, points=49)
    said = forms.texts(client.get("/"))
    assert said.index("Eve, Fay, Gil") < said.index("Ana, Bo, Chi, Dana")
    other = app.test_client()
    forms.form(other.get("/tables/1")).send(other, take="0-garde", oudlers=2, points=49)
    forms.form(client.get("/tables/2")).send(client, take="0-garde", oudlers=2, points=49)
    said = forms.texts(other.get("/"))
    assert said.index("Ana, Bo, Chi, Dana") < said.index("Eve, Fay, Gil")


def test_correcting_a_deal_after_the_end_asks_no_second_time(client, open_table, record):
    table = open_table(deals=1)
    record(table, **GARDE)
    late = forms.form(client.get("/tables/1?more=1"))
    assert late.send(client, **GARDE, warned="deals", in_spite="1").status_code == 303
    correcting = forms.form(client.get("/tables/1/deals/2"))
    assert correcting.send(client, points="51").status_code == 303


def test_a_substitute_comes_with_the_deal_that_people_call_so(client, store, open_table, record):
    """All passed after the first: what comes next is still called the second."""
    table = open_table()
    record(table, **GARDE)
    record(table, unplayed="passed")
    store.substitute(table.id, 1, "Zoe", key=None, phone="")
    record(table, **GARDE)
    for path in ("/tables/1/text", "/tables/1/print"):
        assert "From deal 2 on Zoe sits in the seat of Bo." in client.get(path).text


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Deal {n} (Ana, "), ("ja", "第{n}局（Ana、")]
)
def test_a_deal_that_waits_names_its_table_in_the_brackets_of_the_language(
    client, open_table, language, said
):
    open_table()
    page = client.get("/tables/1", headers={"Accept-Language": language}).text
    assert f'data-deal="{said}' in page


def test_a_table_that_goes_on_plans_the_deals_that_are_left_else_as_many_again(store, open_table):
    table, found = open_table(deals=2), []
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    for number in (1, 2, 3):
        found.append(Shown(*store.table_and_deals(table.id)).goes_on_for)
        if number < 3:
            store.save_deal(table.id, number, told, revision=0, key=None, phone="")
    assert found == [2, 1, 2]


def test_of_two_long_names_one_is_enough_for_a_title(client, open_table):
    open_table(names=["Bartholomäus", "Ana", "Bo", "Chi"])
    assert "Bartholomäus and 3 more" in client.get("/tables/1").text
