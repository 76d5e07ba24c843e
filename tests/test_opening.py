"""A table opened: names in seat order, who deals first, what is agreed; again, carried over."""

from __future__ import annotations

import html
import re

import forms
import laws
import pytest
from forms import problem
from phones import Stranger

from companion.games import GAMES
from companion.store import Opening, Where
from companion.web.draft import Draft

FOUR = ["Ana", "Bo", "Chi", "Dana"]
FIVE = [*FOUR, "Eve"]
SIX = [*FIVE, "Fay"]


def touch(phone, *touches, at="/tables/new"):
    """The page after these touches on the form of a new table."""
    page = phone.get(at)
    for touched in touches:
        page = forms.form(page, "opening").send(phone, **touched)
    return page


def touch_again(phone, page, touched):
    """The page after one more touch on this one."""
    return forms.form(page, "opening").send(phone, **touched)


def add(*names):
    return [{"typed": name, "add_typed": 1} for name in names]


def seats(page):
    """Who sits where, and who deals first, as the form says."""
    fields = forms.form(page, "opening").fields
    return fields.get("player", []), fields.get("dealer", ["?"])[0]


@pytest.fixture
def opened(client, store):
    """Opens a table with these names, touched like this: the table."""

    def opens(*names, at="/tables/new", **touched):
        page = touch(client, *add(*names), at=at)
        answer = forms.form(page, "opening").send(client, open=1, **touched)
        assert answer.status_code == 303, problem(answer)
        return store.table(int(answer.location.rpartition("/")[2]))

    return opens


def test_names_are_added_one_by_one_and_nothing_is_kept_before_it_is_opened(client, store):
    page = touch(client, *add("Ana", " Bo ", "Chi"))
    assert seats(page) == (["Ana", "Bo", "Chi"], "lot")
    assert "French Tarot, 3 players. The first dealer is drawn by lot." in forms.texts(page)
    assert store.tables("open") == []


def test_a_table_is_opened(client, opened):
    table = opened(*FOUR, dealer=2)
    assert (table.sitting, table.dealer) == (("Ana", "Bo", "Chi", "Dana"), 2)
    page = forms.texts(client.get("/tables/1"))
    title = "Deal 1 · Ana, Bo and 2 more · Companion"
    assert page.startswith(f"{title} 1 Ana, Bo and 2 more Deal 1")
    assert "Dana leads" in page


def test_a_name_typed_but_not_added_is_seated_too(opened):
    assert opened("Ana", "Bo", typed="Chi").sitting == ("Ana", "Bo", "Chi")


def test_the_same_form_draws_the_same_lot_and_opens_one_table(client, store):
    fields = {"game": "tarot", "player": list(FOUR), "dealer": "lot", "open": "1", "key": "one"}
    assert len({client.send("/tables/new", fields).location for _ in range(6)}) == 1
    assert len(store.tables("open")) == 1


def test_the_first_dealer_is_drawn_by_lot(opened):
    assert len({opened(*FOUR, dealer="lot").dealer for _ in range(20)}) > 1


def test_a_seat_moves_and_who_deals_first_moves_along(client):
    page = touch(client, *add(*FOUR), {"dealer": 1, "down": 1})
    assert seats(page) == (["Ana", "Chi", "Bo", "Dana"], "2")
    page = touch(client, *add(*FOUR), {"dealer": 0, "up": 1})
    assert seats(page) == (["Bo", "Ana", "Chi", "Dana"], "1")


@pytest.mark.parametrize("touched", [{"up": 0}, {"down": 3}, {"leaves": 4}, {"leaves": -1}])
def test_a_touch_on_a_seat_that_is_gone_or_at_the_edge_changes_nothing(client, touched):
    """As the second half of a double tap may be."""
    page = touch(client, *add(*FOUR), touched)
    assert page.status_code == 200
    assert seats(page)[0] == list(FOUR)


def test_who_leaves_takes_the_first_deal_along(client):
    page = touch(client, *add(*FOUR), {"dealer": 1, "leaves": 0})
    assert seats(page) == (["Bo", "Chi", "Dana"], "0")
    page = touch(client, *add(*FOUR), {"dealer": 1, "leaves": 1})
    assert seats(page) == (["Ana", "Chi", "Dana"], "lot")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ana", "ana is there twice"),
        ("ANA", "ANA is there twice"),
        ("x" * 31, "a name has 1 to 30 letters or signs; this one has 31"),
        ("B\u0007o", "no name can have the sign U+0007"),
        ("  ", "a name has 1 to 30 letters or signs"),
        ("\u200b", "a name has 1 to 30 letters or signs"),
        ("\u3164\u2800", "a name has 1 to 30 letters or signs"),
        ("\u0301", "a name has 1 to 30 letters or signs"),
        ("\u2060\u00a0\ufeff", "a name has 1 to 30 letters or signs"),
        ("Ana\u202e", "no name can have the sign U+202E"),
        ("\u2067Ana", "no name can have the sign U+2067"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_stays_to_be_mended(client, name, why):
    page = touch(client, *add("Ana", name))
    assert (seats(page)[0], problem(page)) == (["Ana"], why)
    assert forms.form(page, "opening").fields["typed"] == [name]


def test_eight_names_are_to_touch_and_the_field_knows_the_others(client, open_table):
    names = [f"Name {n}" for n in range(12)]
    for n in range(3):
        open_table(names=names[4 * n :][:4])
    page = client.get("/tables/new").text
    chips = re.findall('name="add" value="([^"]+)"', page)
    known = re.findall('<option value="([^"]+)"', page)
    assert (len(chips), chips, sorted(known)) == (8, known[:8], sorted(names))


@pytest.mark.parametrize("names", [[], ["Ana", "Bo"], [*SIX, "Gil"]])
def test_too_few_or_too_many_open_no_table(client, store, names):
    page = touch(client, *add(*names), {"open": 1})
    assert page.status_code == 422
    said = "French Tarot: 3 to 5 players, or one more who sits out."
    assert said in forms.texts(page)
    assert (seats(page)[0], store.tables("open")) == (names, [])


@pytest.mark.parametrize(
    ("names", "chosen", "at_once"),
    [(FOUR, {}, 4), (FIVE, {}, 5), (FIVE, {"at_once": 4}, 4), (SIX, {}, 5)],
)
def test_with_a_name_more_than_seats_the_dealer_sits_out(opened, names, chosen, at_once):
    assert opened(*names, **chosen).at_once == at_once


def test_who_sits_out_is_said_and_asked_nothing(client, opened):
    opened(*FIVE, at_once=4, dealer=0)
    page = client.get("/tables/1")
    assert "Ana 0 sits out" in forms.texts(page)
    asked = {one[0] for one in forms.form(page).choices["take"]}
    assert asked == {"1", "2", "3", "4"}


def test_who_deals_the_next_deal_sits_out_then(client, opened, record):
    table = opened(*FIVE, at_once=4, dealer=0)
    assert record(table, take="1-garde", oudlers=2, points=49) == [0, 198, -66, -66, -66]
    asked = {one[0] for one in forms.form(client.get("/tables/1")).choices["take"]}
    assert asked == {"0", "2", "3", "4"}


def test_what_is_agreed_is_kept_whole(opened):
    agreed = {"preset": "fft", "deals": 8, "misere": 10, "half_points": "exact"}
    assert opened(*FOUR, **agreed).rules == {
        "preset": "fft",
        "deals": 8,
        "slam_settlement": "per_opponent",
        "half_points": "exact",
        "all_pass_dealer": "next",
        "petit_sec_voids": True,
        "poignee_values": [20, 30, 40],
        "misere": 10,
    }


@pytest.mark.parametrize(
    ("agreed", "why"),
    [
        ({"misere": "-5"}, "-5 is not between 0 and 100,000"),
        ({"misere": "ten"}, "&#34;ten&#34; is not a number"),
        ({"poignee_values": ["20", "30", ""]}, "there should be 3 of them"),
    ],
)
def test_what_cannot_be_agreed_is_refused_and_the_form_stays(client, store, agreed, why):
    page = touch(client, *add(*FOUR), {"open": 1, "preset": "fft", **agreed})
    assert (page.status_code, problem(page)) == (422, why)
    fields = forms.form(page, "opening").fields
    assert (fields["player"], fields["preset"]) == (FOUR, ["fft"])
    assert fields["misere"] == [agreed.get("misere", "0")]
    assert store.tables("open") == []


def test_a_number_of_deals_that_is_none_stays_in_its_field(client, store):
    page = touch(client, *add(*FOUR), {"open": 1, "deals": ["8", "x7"]})
    assert (page.status_code, problem(page)) == (422, "&#34;x7&#34; is not a number")
    again = forms.form(page, "opening")
    assert again.fields["deals"] == ["0", "x7"]
    assert 'type="radio" name="deals" value="x7"' not in page.text


def test_the_planned_deals_and_the_title_stand_on_the_sheet(client, opened):
    opened(*FOUR, deals=8, title="Tuesday")
    page = forms.texts(client.get("/tables/1"))
    assert page.startswith("Deal 1 · Tuesday · Companion 1 Tuesday Deal 1 of 8")


def test_a_name_that_is_touched_is_one_though_it_looks_like_two(client):
    """Names that are typed in one line are parted so."""
    assert seats(touch(client, {"add": "Jean · Paul"}))[0] == ["Jean · Paul"]
    assert seats(touch(client, {"typed": "Jean · Paul", "add_typed": "1"}))[0] == ["Jean", "Paul"]


def test_where_somebody_was_taken_out_of_the_line_nobody_is_seated(client):
    page = touch(client, {"typed": " ·  · Bo ·  · Chi · ", "add_typed": "1"})
    assert seats(page)[0] == ["Bo", "Chi"]


def test_recent_names_are_a_touch_away(client, opened):
    opened(*FOUR)
    chips = [
        b["value"]
        for b in forms.form(client.get("/tables/new"), "opening").buttons
        if b.get("name") == "add"
    ]
    assert sorted(chips) == FOUR
    page = touch(client, {"add": "Chi"}, {"add": "Ana"})
    assert seats(page)[0] == ["Chi", "Ana"]


def meant(page):
    """The person whom the question is about, by its button."""
    return {
        b["name"]: b["value"] for b in forms.form(page, "opening").buttons if "meant" in b["name"]
    }


def test_who_is_spelled_otherwise_may_be_somebody_who_played_before(client, opened):
    opened("Łukasz", "Zoë", "Chi")
    page = touch(client, *add("Lukasz", "Zoe", "chi", "Dana"))
    assert meant(page) == {"meant-0": "Łukasz", "meant-1": "Zoë"}
    page = touch_again(client, page, {"meant-0": "Łukasz"})
    assert seats(page)[0] == ["Łukasz", "Zoe", "chi", "Dana"]
    assert meant(page) == {"meant-1": "Zoë"}


def test_nobody_is_meant_by_a_name_that_somebody_bears(client, opened, open_table):
    opened("Zoe", "Bo", "Chi")
    for n in range(21):
        open_table(names=[f"{one} {n}" for one in "ABC"])
    opened("Zoë", "Bo", "Chi")
    page = touch(client, *add("Zoe"))
    assert 'value="Zoe"' not in page.text.partition('<datalist id="known">')[2]
    assert meant(page) == {}


def test_kana_are_others_with_their_marks(client, opened):
    opened("がおる", "Bo", "Chi")
    assert meant(touch(client, *add("かおる"))) == {}


def test_who_is_meant_has_the_total_that_they_had(client, opened, record):
    table = opened("Zoë", "Bo", "Chi")
    record(table, take="0-garde", oudlers=2, points=49)
    at = f"/tables/new?table={table.id}&carried=1"
    page = touch(client, {"leaves": 0}, *add("Zoe"), at=at)
    assert forms.form(page, "opening").fields["start"] == ["-66", "-66", "0"]
    page = touch_again(client, page, {"meant-2": "Zoë"})
    assert forms.form(page, "opening").fields["start"] == ["-66", "-66", "132"]


def test_nobody_is_meant_who_is_at_the_table_too(client, opened):
    opened("Zoë", "Bo", "Chi")
    page = touch(client, *add("Zoe", "Zoë"))
    assert meant(page) == {}
    page = touch_again(client, page, {"meant-0": "zoë"})
    assert seats(page)[0] == ["Zoe", "Zoë"]
    assert problem(page) == "Zoë is there twice"


def test_a_phone_is_offered_what_it_agreed_last(app, client, opened):
    opened(*FOUR, preset="fft", deals=12, misere=10)
    mine, others = (
        forms.form(phone.get("/tables/new"), "opening").fields
        for phone in (client, app.test_client())
    )
    named = ("preset", "deals", "misere")  # any other number of deals may be typed
    assert [mine[name] for name in named] == [["fft"], ["12", ""], ["10"]]
    assert [others[name] for name in named] == [["table"], ["0", ""], ["0"]]


MORE = "Slam, half points, misère and more"
TAMALOU_MORE, CARDS = "The call, the penalty, ties and more", "What cards are worth, jokers"


@pytest.mark.parametrize(
    ("game", "agreed", "unfolded"),
    [
        ("tarot", {}, []),
        ("tarot", {"preset": "fft", "deals": 8}, []),
        ("tarot", {"preset": "fft", "half_points": "to_winner"}, []),
        ("tarot", {"misere": 10}, [MORE]),
        ("tarot", {"half_points": "to_winner"}, [MORE]),
        ("tarot", {"poignee_values": [10, 20, 30]}, [MORE]),
        ("tamalou", {"limit": 150, "kamikaze": False, "exact_limit": "off", "deals": 6}, []),
        ("tamalou", {"fail_penalty": 10}, [TAMALOU_MORE]),
        ("tamalou", {"jokers": 2}, [CARDS]),
        ("tamalou", {"final_tie": "last_round", "card_values": "cabo"}, [TAMALOU_MORE, CARDS]),
    ],
)
def test_no_fold_hides_an_option_that_is_another_than_usual(
    client, open_table, game, agreed, unfolded
):
    open_table(game, **agreed)
    page = client.get("/tables/new?table=1")
    for shown in (page, touch_again(client, page, {"down": 0})):
        folds = re.findall(r'<details class="fold[^"]*" open>\s*<summary>([^<]*)', shown.text)
        assert folds == unfolded


def test_open_pressed_twice_opens_one_table(client, store):
    form = forms.form(touch(client, *add(*FOUR)), "opening")
    answers = [form.send(client, open=1, dealer=0).location for _ in range(2)]
    assert answers == ["/tables/1", "/tables/1"]
    assert len(store.tables("open")) == 1


def test_totals_are_carried_over_when_a_fifth_player_comes(client, store, opened, three_deals):
    at = "/tables/new?table=1&carried=1"
    assert f'href="{html.escape(at)}"' in client.get("/tables/1/more").text
    assert seats(touch(client, at=at)) == (FOUR, "3")
    table = opened("Eve", at=at)
    assert laws.totals(store, table) == [168, -240, 168, -96, 0]
    assert (table.sitting, table.dealer, table.deals) == (tuple(FIVE), 3, 0)
    assert laws.totals(store, three_deals) == [168, -240, 168, -96]


@pytest.mark.parametrize("of", ["&carried=1", "&game=tamalou"])
def test_the_way_back_from_what_goes_on_with_a_table_is_its_sheet(client, three_deals, of):
    back = 'href="/tables/1" aria-label="Back to the sheet"'
    assert back not in client.get("/tables/new").text
    page = client.get(f"/tables/new?table=1{of}")
    assert back in page.text
    assert back in touch_again(client, page, {"down": 0}).text


@pytest.fixture
def carried_on(app, store, opened, three_deals):
    """Table 1, whose totals are played on with a fifth at table 2: who enters its deals, and who
    looks on."""
    app.test_client_class = Stranger
    friend, watcher = app.test_client(), app.test_client()
    friend.join(store.link("score", Where(1)))
    watcher.join(store.link("watch", Where(1)))
    opened("Eve", at="/tables/new?table=1&carried=1")
    return friend, watcher


ALONG = "On to the next sheet"
BY_CODE = "A phone that enters deals there shows its code: on the sheet, Share."


def test_who_enters_deals_goes_along_to_where_the_totals_are_played_on(carried_on):
    friend, _ = carried_on
    for address in ("/tables/1", "/tables/1/live"):
        page = friend.get(address)
        assert ALONG in page.text
        assert BY_CODE not in forms.texts(page)
    assert 'href="/tables/1">To the sheet' in friend.get("/tables/1/watch").text
    assert friend.get("/tables/2").status_code == 403
    assert forms.form(friend.get("/tables/1"), "/again").send(friend).location == "/tables/2"
    assert 'id="record"' in friend.get("/tables/2").text
    page = friend.get("/tables/1")
    assert f'href="/tables/2">{ALONG}' in page.text
    assert page.text.count(ALONG) == 1


def test_a_page_loads_itself_anew_where_its_totals_are_played_on(client, carried_on):
    kinds = [
        re.search('data-kind="([^"]*)"', client.get(f"/tables/1{page}").text)[1]
        for page in ("", "/live")
    ]
    assert kinds[0] == kinds[1]
    assert kinds[0].endswith(" carried")


def test_who_looks_on_there_enters_deals_by_going_along(carried_on, store):
    friend, _ = carried_on
    friend.join(store.link("watch", Where(2)))
    assert f'href="/tables/2">{ALONG}' not in friend.get("/tables/1").text
    assert forms.form(friend.get("/tables/1"), "/again").send(friend).location == "/tables/2"
    assert 'id="record"' in friend.get("/tables/2").text


def test_who_looks_on_goes_along_nowhere_and_hears_who_shows_the_code(carried_on, store):
    _, watcher = carried_on
    page = watcher.get("/tables/1/watch")
    assert BY_CODE in forms.texts(page)
    assert ALONG not in page.text
    assert again(watcher).location == "/tables/1"
    assert watcher.get("/tables/2").status_code == 403
    watcher.join(store.link("score", Where(2)))
    assert f'href="/tables/2">{ALONG}' in watcher.get("/tables/1/watch").text


def taken_back(store):
    store.renew_link("score", Where(2), but="", phone="")


def of_others(store):
    names = ("Fay", "Gil", "Hal", "Ida", "Jo")
    store.agree_table(2, {"names": names}, key=None, phone="")


def in_an_evening(store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.take_in(2, 1, key=None, phone="")


@pytest.mark.parametrize("closed_to", [taken_back, of_others, in_an_evening])
def test_nobody_goes_along_with_totals_by_a_link_taken_back_nor_to_others(
    carried_on, store, closed_to
):
    friend, _ = carried_on
    closed_to(store)
    page = friend.get("/tables/1")
    assert BY_CODE in forms.texts(page)
    assert ALONG not in page.text
    assert again(friend).location == "/tables/1"
    assert friend.get("/tables/2").status_code == 403


def test_whose_link_of_the_sheet_was_taken_back_goes_along_with_no_totals(carried_on, store):
    friend, _ = carried_on
    store.renew_link("score", Where(1), but="", phone="")
    assert again(friend).status_code == 403
    assert friend.get("/tables/2").status_code == 403


@pytest.mark.parametrize(
    ("planned", "told", "changed", "shown"),
    [
        (4, 0, {"typed": "Eve", "add_typed": 1}, ["0", ""]),
        (12, 2, {"typed": "Eve", "add_typed": 1}, ["10", ""]),
        (7, 0, {"down": 0}, ["7", ""]),
        (7, 1, {"leaves": 3}, ["6", ""]),
        (4, 0, {"leaves": 3}, ["0", ""]),
        (4, 0, {"typed": "Eve", "add_typed": 1, "deals": ["4", "7"]}, ["7", ""]),
    ],
)
def test_the_deals_that_were_left_are_planned_where_everybody_deals_as_often(
    client, open_table, record, planned, told, changed, shown
):
    table = open_table(deals=planned)
    for _ in range(told):
        record(table, take="0-garde", oudlers=2, points=49)
    page = touch(client, changed, at="/tables/new?table=1&carried=1")
    assert forms.form(page, "opening").fields["deals"] == shown


def test_who_is_typed_in_last_does_not_make_the_dealer_sit_out(opened, open_table):
    open_table(deals=4)
    table = opened(at="/tables/new?table=1&carried=1", typed="Eve")
    assert (table.sitting, table.at_once, table.rules["deals"]) == (tuple(FIVE), 5, 0)


def test_carried_totals_go_along_when_seats_move(client, store, opened, three_deals):
    page = touch(client, {"down": 0}, {"leaves": 3}, at="/tables/new?table=1&carried=1")
    answer = forms.form(page, "opening").send(client, open=1)
    table = store.table(int(answer.location.rpartition("/")[2]))
    assert dict(zip(table.sitting, laws.totals(store, table), strict=True)) == {
        "Bo": -240,
        "Ana": 168,
        "Chi": 168,
    }


@pytest.mark.parametrize(
    ("names", "numbers"), [(4, "4 8 12 16"), (5, "5 10 15 20"), (6, "6 12 18 24")]
)
def test_as_many_deals_are_proposed_as_let_everybody_at_the_table_deal_alike(
    client, names, numbers
):
    """With six the dealer sits out (tarot.md: a multiple of the players)."""
    fields = {"game": "tarot", "player": ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay"][:names]}
    page = client.send("/tables/new", fields)
    found = re.findall(r'name="deals" value="(\d+)"', page.text)
    assert found == ["0", *numbers.split()]


def test_same_players_new_game(client, store, open_table, record):
    """Options and seats stay, the deal passes on, everybody starts at 0."""
    first = open_table(names=FIVE, at_once=4, preset="fft", deals=5, dealer=2)
    record(first, take="0-garde", oudlers=2, points=49)
    answer = forms.form(client.get("/tables/1/more"), "/again").send(client)
    table = store.table(2)
    assert answer.location == "/tables/2"
    assert (table.sitting, table.at_once, table.dealer) == (tuple(FIVE), 4, 3)
    assert table.rules == first.rules
    assert laws.totals(store, table) == [0, 0, 0, 0, 0]


def test_the_same_players_play_one_new_game_whichever_phone_asks_for_it(
    app, client, store, open_table
):
    open_table()
    for phone in (client, app.test_client()):
        assert again(phone).location == "/tables/2"
    store.close_table(2, key=None, phone="")
    assert again(client).location == "/tables/3"


def test_a_new_game_is_led_to_however_many_tables_were_opened_since(client, store, open_table):
    open_table()
    assert again(client).location == "/tables/2"
    for n in range(51):
        open_table(names=(f"Ida {n}", "Jo", "Kim"))
    assert again(client).location == "/tables/2"


@pytest.mark.parametrize(
    "other",
    [
        {"rules": {"preset": "fft"}},
        {"start": (10, -10, 0, 0)},
        {"names": ("Ana", "Bo", "Chi", "Eve")},
    ],
)
def test_what_else_the_same_players_opened_is_no_new_game_of_theirs(client, store, other):
    names = ("Ana", "Bo", "Chi", "Dana")
    for opening in ({}, other):
        opening = {"game": "tarot", "names": names, **opening}
        store.open_table(Opening(**opening), key=None, phone="")
    assert again(client).location == "/tables/3"


def test_a_new_game_for_another_number_of_deals_is_led_to(client, store, open_table):
    open_table()
    assert again(client).location == "/tables/2"
    rules = {**store.table(2).rules, "deals": 5}
    store.agree_table(2, {"rules": rules}, key=None, phone="")
    assert again(client).location == "/tables/2"


def test_who_has_the_link_of_one_sheet_goes_along_to_the_next_game(app, store, three_deals):
    app.test_client_class = Stranger
    mine, theirs, watches, other = (app.test_client() for _ in range(4))
    for phone in (mine, theirs):
        phone.join(store.link("score", Where(1)))
    watches.join(store.link("watch", Where(1)))
    store.close_table(1, key=None, phone="")
    asked = theirs.get("/tables/1/version").text
    assert "On to the next game" not in theirs.get("/tables/1").text
    assert again(mine).location == "/tables/2"
    assert theirs.get("/tables/1/version").text != asked
    for address in ("/tables/1", "/tables/1/live"):
        assert "On to the next game" in theirs.get(address).text
    assert theirs.get("/tables/2").status_code == 403
    assert "On to the next game" not in watches.get("/tables/1/watch").text
    assert [again(phone).status_code for phone in (watches, other)] == [403, 403]
    assert [again(theirs).location for _ in range(2)] == ["/tables/2"] * 2
    assert 'id="record"' in theirs.get("/tables/2").text


@pytest.fixture
def next_game(app, store, open_table):
    """Of two phones at table 1, one has opened the next game: the other one."""
    app.test_client_class = Stranger
    open_table()
    mine, theirs = app.test_client(), app.test_client()
    for phone in (mine, theirs):
        phone.join(store.link("score", Where(1)))
    assert again(mine).location == "/tables/2"
    return theirs


def test_a_link_that_was_taken_back_is_not_regained_by_the_sheet_before(next_game, store):
    assert again(next_game).location == "/tables/2"
    store.renew_link("score", Where(2), but="", phone="")
    assert next_game.get("/tables/2").status_code == 403
    assert again(next_game).location == "/tables/3"
    assert next_game.get("/tables/2").status_code == 403


def test_nor_by_the_game_after_the_one_that_threw_out(next_game, store, app):
    store.renew_link("score", Where(2), but="", phone="")
    store.close_table(2, key=None, phone="")
    host = app.test_client()
    host.join(store.link("organise"))
    assert host.send("/tables/2/again").location == "/tables/3"
    assert "On to the next game" not in next_game.get("/tables/1").text
    assert again(next_game).location == "/tables/4"
    assert next_game.get("/tables/3").status_code == 403


def test_where_the_totals_are_played_on_nobody_goes_along_to_a_game_at_nought(next_game, store):
    store.close_table(1, key=None, phone="")
    on = Opening("tarot", [*FOUR, "Eve"], goes_on=1)
    assert store.open_table(on, key=None, phone="").id == 3
    assert again(next_game).location == "/tables/3"
    assert next_game.get("/tables/2").status_code == 403


def test_nobody_goes_along_to_a_game_of_others(next_game, store):
    names = ("Eve", "Fay", "Gil", "Hal")
    store.agree_table(2, {"names": names}, key=None, phone="")
    assert again(next_game).location == "/tables/3"


@pytest.mark.parametrize("table", [1, 2])
def test_nobody_goes_along_into_an_evening_or_out_of_it(next_game, store, table):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.take_in(table, 1, key=None, phone="")
    assert again(next_game).location == "/tables/3"
    assert next_game.get("/tables/2").status_code == 403


def test_who_missed_a_game_goes_along_to_the_one_after_it(next_game, store, app):
    store.close_table(2, key=None, phone="")
    host = app.test_client()
    host.join(store.link("organise"))
    assert host.send("/tables/2/again").location == "/tables/3"
    assert again(next_game).location == "/tables/3"


def test_who_looks_on_at_the_next_game_may_enter_its_deals_by_going_along(next_game, store):
    next_game.join(store.link("watch", Where(2)))
    assert again(next_game).location == "/tables/2"
    assert 'id="record"' in next_game.get("/tables/2").text


def test_who_sits_down_under_the_same_names_goes_along_to_no_game(app, store, open_table):
    app.test_client_class = Stranger
    open_table()
    open_table()  # of others who are called so
    mine, theirs = app.test_client(), app.test_client()
    mine.join(store.link("score", Where(1)))
    theirs.join(store.link("score", Where(2)))
    assert again(mine).location == "/tables/3"
    assert theirs.send("/tables/2/again").location == "/tables/4"
    assert theirs.get("/tables/3").status_code == 403


def test_a_new_game_that_is_over_is_followed_by_another(client, store, open_table, record):
    told = {"take": "0-garde", "oudlers": 2, "points": 49}
    record(open_table(deals=1), **told)
    for n in (2, 3):
        assert again(client).location == f"/tables/{n}"
        record(store.table(n), **told)


@pytest.fixture
def in_evening(store, open_table, record):
    """A table of five, one of whom sits out, with a deal, taken into an evening of two games."""
    games = {"tarot": {}, "tamalou": {}}
    store.open_evening("Friday", "2026-11-20", "", games, 250, key=None, phone="")
    table = open_table(names=FIVE, at_once=4, deals=5, dealer=2)
    store.take_in(table.id, 1, key=None, phone="")
    record(table, take="0-garde", oudlers=2, points=49)
    return table


def again(phone, **fields):
    return phone.send("/tables/1/again", fields)


def at(store, table_id):
    """The evening of a table, its position and its place."""
    table = store.table(table_id)
    return table.evening_id, table.position, table.place


def test_same_players_new_game_stays_in_the_evening(client, store, in_evening):
    for _ in range(2):  # a double tap
        assert again(client, key="once").location == "/tables/2"
    assert at(store, 2) == (1, 1, 1)
    assert not store.table(1).closed_at
    assert store.table(2).about["evening"] == "Friday"
    assert (store.table(2).at_once, store.table(2).dealer) == (4, 3)
    assert store.table(2).rules == in_evening.rules
    assert [(one.name, one.game, one.fee) for one in store.attendances(1)] == [
        (name, "tarot", 250) for name in FIVE
    ]


def test_who_enters_deals_at_a_table_of_an_evening_goes_on_there_until_it_is_closed(
    app, store, in_evening
):
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("score", Where(1)))
    assert again(phone).location == "/tables/2"
    assert at(store, 2) == (1, 1, 1)
    store.change_evening(1, closed=True, key=None, phone="")
    assert again(phone).location == "/tables/2"  # where they play already
    assert phone.send("/tables/2/again").location == "/tables/3"
    assert at(store, 3) == (None, None, None)


def test_another_game_of_the_same_players_stays_in_the_evening_unless_it_is_said(
    client, store, in_evening
):
    for touched, found in (({}, (1, 1, 1)), ({"stays": None}, (None, None, None))):
        form = forms.form(client.get("/tables/new?table=1&game=tamalou"), "opening")
        page = form.send(client, up=1, **touched)
        form = forms.form(page, "opening")
        answer = form.send(client, open=1)
        assert at(store, int(answer.location.rpartition("/")[2])) == found


def test_a_form_that_names_an_evening_it_may_not_see_opens_a_table_of_none(app, store, in_evening):
    app.test_client_class = Stranger
    fields = {"game": "tarot", "drawn": "tarot", "player": ["Xan", "Yves", "Zoe"], "open": "1"}
    answer = app.test_client().send("/tables/new", fields | {"evening": "1", "stays": "1"})
    assert at(store, int(answer.location.rpartition("/")[2])) == (None, None, None)


def test_a_game_that_the_evening_does_not_play_leaves_who_is_there_at_its_own(
    client, store, in_evening
):
    store.check_in(1, ["Ana"], "tamalou", key=None, phone="")
    plateau = Opening(game="plateau", names=("Ana", "Zoe"), rules={})
    table = store.open_there(1, plateau, elsewhere=True, key=None, phone="")
    assert at(store, table) == (1, 1, 2)
    assert {one.name: one.game for one in store.attendances(1)} == {
        "Ana": "tamalou",
        "Zoe": "tarot",
    }


def test_a_game_that_turns_the_other_way_reverses_the_seats():
    """The same chairs, counted from Ana on; the next dealer is still the same person."""
    starts = ["1", "2", "3", "4"]
    turned = Draft(game=GAMES["tarot"], names=FOUR, starts=starts, dealer="1").turned()
    assert (turned.names, turned.starts, turned.dealer) == (
        ["Ana", "Dana", "Chi", "Bo"],
        ["1", "4", "3", "2"],
        "3",
    )


@pytest.mark.parametrize(("game", "order"), [("plateau", "ADCB"), ("tamalou", "ABCD")])
def test_another_game_that_is_chosen_is_played_in_its_own_direction(client, game, order):
    posted = {"game": game, "drawn": "tarot", "player": [*"ABCD"], "dealer": "1", "chosen": "1"}
    answer = client.send("/tables/new", posted)
    assert forms.form(answer, "/tables/new").fields["player"] == [*order]


def test_every_link_of_the_home_page_has_a_name_of_its_own(client):
    links = re.findall(r"<a\b([^>]*)>(.*?)</a>", client.get("/").text, re.S)
    labels = [re.search('aria-label="([^"]*)"', attributes) for attributes, _ in links]
    words = [" ".join(re.sub("<[^>]*>", "", inside).split()) for _, inside in links]
    names = [label[1] if label else word for label, word in zip(labels, words, strict=True)]
    assert {"Rules: Tamalou", "Calculator: French Tarot"} <= {*names}
    assert len(names) == len({*names})


def test_tarot_turns_one_way_and_the_other_games_the_other(client):
    turns = [GAMES[key].clockwise for key in ("tarot", "plateau", "tamalou")]
    assert turns == [False, True, False]
    assert re.search(r"<h\d[^>]*>\s*Seats, anticlockwise", client.get("/tables/new").text)


@pytest.mark.parametrize("game", [*GAMES, "belote", ""])
def test_a_game_without_pages_is_not_asked_for(client, open_table, game):
    open_table()
    addresses = [f"/tables/new?game={game}", f"/tables/new?game={game}&table=1"]
    assert [client.get(address).status_code for address in addresses] == [200, 200]


def test_totals_are_taken_over_from_paper(store, opened):
    """They may be typed with a real minus, a half, a plus; an empty one is 0."""
    table = opened(*FOUR, carried=1, start=["+131½", "−240", "-96", ""])
    assert table.goes_on is None  # from paper
    assert laws.totals(store, table) == [131.5, -240, -96, 0]


def test_totals_that_are_not_ticked_do_not_count(store, opened):
    assert laws.totals(store, opened(*FOUR, start=["10", "20", "30", "40"])) == [0, 0, 0, 0]


def test_totals_go_along_when_seats_move(store, client):
    page = touch(client, *add(*FOUR), {"carried": 1, "start": ["1", "2", "3", "4"], "up": 3})
    page = touch_again(client, page, {"leaves": 0})
    fields = forms.form(page, "opening").fields
    assert (fields["player"], fields["start"]) == (["Bo", "Dana", "Chi"], ["2", "4", "3"])


@pytest.mark.parametrize("start", ["--5", "9" * 5000, "-", "1e5", "49.3", "100001", "abc"])
def test_a_total_that_is_no_number_is_refused_beside_its_field(client, store, start):
    """And nothing that was typed is lost."""
    page = touch(client, *add(*FOUR))
    typed = {"carried": 1, "start": ["7", start, "", "-8"], "title": "Tuesday", "misere": "10"}
    answer = forms.form(page, "opening").send(client, open=1, **typed)
    assert answer.status_code == 422

    assert re.search(r'aria-label="Total of Bo" aria-invalid="true"', answer.text)
    fields = forms.form(answer, "opening").fields
    assert fields["start"] == ["7", start[:12], "", "-8"]
    assert (fields["title"], fields["misere"]) == (["Tuesday"], ["10"])
    assert store.tables("open") == []


@pytest.mark.parametrize("number", ["9" * 25, "-" + "9" * 25])
@pytest.mark.parametrize("field", ["evening", "as_of", "source"])
def test_a_number_past_what_the_database_counts_is_none(app, store, open_table, field, number):
    """The phone may enter deals at one table."""
    open_table()
    phone = app.test_client()
    phone.join(store.link("score", Where(1)))
    asked = {"game": "tarot", "player": list(FOUR), "start": ["0"] * 4, "carried": 1, "open": 1}
    answer = phone.send("/tables/new", {**asked, "source": 1, field: number})
    assert answer.status_code < 500


def test_of_thousands_of_names_a_table_takes_as_many_as_can_be_chosen_from(client):
    """The others stand in the field yet: what was typed is not lost."""
    names = [f"N{n}" for n in range(300)]
    page = touch(client, {"typed": " · ".join(names), "add_typed": 1})
    fields = forms.form(page, "opening").fields
    assert fields["player"] == names[:20]
    assert fields["typed"] == [" · ".join(names[20:])]
    posted = {"game": "tarot", "player": names, "start": ["1"] * 300}
    assert forms.form(client.send("/tables/new", posted), "opening").fields["player"] == names[:20]
    fields = forms.form(
        touch_again(client, page, {"typed": "Zoe", "add_typed": 1}), "opening"
    ).fields
    assert (fields["player"], fields["typed"]) == (names[:20], ["Zoe"])
