"""What a table says otherwise than a sheet of its id, a line a difference, in words."""

from __future__ import annotations

import html
import json
import re

import forms
import pytest
from forms import bring


def differing(page):
    """The lines of the page that asks: of what, here, in the file."""
    assert page.status_code == 409
    rows = re.findall(r'<tr class="differs">.*?</tr>', page.text, re.S)
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in rows)
    return [tuple(html.unescape(cell) for cell in row) for row in cells]


@pytest.fixture
def table(open_table, record):
    """Ana's garde; two deals that all passed; Ana's garde and Chi's."""
    table = open_table()
    record(table, take="0-garde", oudlers=2, points=49)
    record(table, unplayed="passed")
    record(table, unplayed="passed")
    record(table, take="0-garde", oudlers=2, points=49)
    record(table, take="2-prise", oudlers=1, points=40)
    return table


@pytest.fixture
def told(client, table):
    """The sheet of this table, as it was saved."""
    return client.get("/tables/1/sheet.json").json


@pytest.fixture
def said(client):
    """What the page that asks says of a sheet, line by line."""
    return lambda sheet: differing(bring(client, sheet))


def with_fact(sheet, place, **more):
    """The same sheet with more told of the deal at this place (from 0)."""
    deals = [deal | (more if n == place else {}) for n, deal in enumerate(sheet["deals"])]
    return sheet | {"deals": deals}


OURS = "Our table’s rules, slam to each of the side, exact halves"
GARDE = "Ana, garde, 49 with two oudlers: made by 8 · +198 −66 −66 −66"
FIRST = f"{GARDE} · Ana dealt"
HELD = "Which oudlers the declarer’s side holds"


@pytest.mark.parametrize(
    ("changed", "lines"),
    [
        ({"title": "Friday"}, [("Name of the table", "–", "Friday")]),
        ({"date": "2026-11-20"}, [("Date", "–", "20 November 2026")]),
        ({"evening": "Le Coin"}, [("Evening", "–", "Le Coin")]),
        ({"position": "2"}, [("Position", "–", "2")]),
        ({"table": "3"}, [("Table", "–", "3")]),
        ({"note": "rainy"}, [("Note", "–", "rainy")]),
        ({"dealer": "Bo"}, [("First dealer", "Ana", "Bo")]),
        ({"rules": {"deals": 12}}, [("Deals planned", "Open", "12")]),
        ({"rules": {"misere": 20}}, [("Rules", OURS, f"{OURS}, misère 20")]),
        ({"rules": {"petit_sec_voids": True}}, [("Rules", OURS, f"{OURS} · differs in a detail")]),
        (
            {"start": {"Ana": 5, "Bo": -5}},
            [("Carried over: Ana", "–", "+5"), ("Carried over: Bo", "–", "−5")],
        ),
        (
            {"substitutes": [{"deal": 4, "player": "Bo", "by": "Zoé"}]},
            [("Seat 2", "–", "From deal 2 on Zoé sits in the seat of Bo.")],
        ),
    ],
)
def test_what_holds_for_all_deals_stands_beside_what_people_call_it(said, told, changed, lines):
    assert said(told | changed) == lines


def test_who_comes_after_a_bid_comes_with_the_deal_behind_it(client, store, table, told, said):
    bid = {"declarer": "1", "contract": "garde"}
    store.keep_half(table.id, 6, bid, revision=0, key=None, phone="")
    store.substitute(table.id, 1, "Zoé", key=None, phone="")
    takes = "From deal 5 on Zoé sits in the seat of Bo."
    assert takes in client.get("/tables/1/text").text
    assert said(told)[0] == ("Seat 2", takes, "–")


def test_other_rules_are_said_where_they_change_no_score(said, told):
    rules = {"preset": "fft", "misere": 20, "deals": 1}
    fft = "Federation, slam paid by every opponent, halves to the side that won, misère 20"
    assert said(told | {"title": "Friday", "rules": rules}) == [
        ("Name of the table", "–", "Friday"),
        ("Rules", OURS, fft),
        ("Deals planned", "Open", "1"),
    ]


def test_other_rules_are_said_before_the_deals_whose_scores_they_change(
    client, open_table, record, said
):
    record(open_table(names=["Ana", "Bo", "Chi"]), take="1-garde", oudlers=1, points="46½")
    sheet = client.get("/tables/1/sheet.json").json
    half = "Bo, garde, 46½ with one oudler: failed by"
    assert said(sheet | {"rules": {"half_points": "to_winner"}}) == [
        ("Rules", OURS, "Our table’s rules, slam to each of the side, halves to the side that won"),
        (
            "Deal 1",
            f"{half} 4½ · +59 −118 +59 · Ana dealt",
            f"{half} 5 · +60 −120 +60 · Ana dealt",
        ),
    ]


@pytest.mark.parametrize("name", ["Anna", "Anaïs"])
def test_a_name_put_right_differs_once_and_not_in_every_deal_that_says_it(said, told, name):
    assert said(json.loads(json.dumps(told).replace("Ana", name))) == [("Seat 1", "Ana", name)]


def test_a_name_put_right_is_said_where_a_deal_differs_too(said, told):
    renamed = json.loads(json.dumps(told).replace("Ana", "Anna"))
    theirs = f"{FIRST.replace('Ana', 'Anna')} · quick"
    assert said(with_fact(renamed, 0, note="quick")) == [
        ("Seat 1", "Ana", "Anna"),
        ("Deal 1", FIRST, theirs),
    ]


def test_who_changed_their_seats_are_no_other_people(said, told):
    players = {"players": ["Ana", "Bo", "Dana", "Chi"]}
    first, *others = told["deals"]
    assert said(told | players | {"deals": [first, *others[:3], others[3] | {"note": "x"}]}) == [
        ("Seat 3", "Chi", "Dana"),
        ("Seat 4", "Dana", "Chi"),
        (
            "Deal 3",
            "Chi, prise, 40 with one oudler: failed by 11 · +36 +36 −108 +36 · Chi dealt",
            "Chi, prise, 40 with one oudler: failed by 11 · +36 +36 +36 −108 · Chi dealt · x",
        ),
    ]


def test_one_player_more_and_how_many_play(client, open_table, said):
    open_table()
    sheet = client.get("/tables/1/sheet.json").json | {
        "players": ["Ana", "Bo", "Chi", "Dana", "Eve"]
    }
    assert said(sheet | {"seats": 4}) == [("Seat 5", "–", "Eve")]
    assert said(sheet) == [("How many play at once", "4", "5"), ("Seat 5", "–", "Eve")]


def test_another_game_is_said_with_its_rules(client, open_table, said):
    open_table()
    sheet = client.get("/tables/1/sheet.json").json | {"game": "tamalou", "rules": {}}
    tamalou = "limit 100, called with 5 or less, failed +5, kamikaze 50"
    assert said(sheet) == [("Game", "French Tarot", "Tamalou"), ("Rules", OURS, tamalou)]


@pytest.mark.parametrize(
    ("fact", "here", "there"),
    [
        ({"oudlers_held": ["1", "21"]}, f"{HELD}: –", f"{HELD}: The 1, The 21"),
        ({"bids": [{"player": "Bo", "bid": "pass"}]}, "Bid: –", "Bid: Bo, pass"),
        ({"called": "KH"}, "The called card: –", "The called card: king of hearts"),
    ],
)
def test_a_fact_that_no_sentence_says_is_said(said, told, fact, here, there):
    assert said(with_fact(told, 0, **fact)) == [
        ("Deal 1", f"{FIRST} · {here}", f"{FIRST} · {there}")
    ]


def test_a_fact_is_said_beside_a_note_that_differs_too(said, told):
    there = f"{FIRST} · quick · {HELD}: The 1, The 21"
    assert said(with_fact(told, 0, oudlers_held=["1", "21"], note="quick")) == [
        ("Deal 1", f"{FIRST} · {HELD}: –", there)
    ]


def test_a_fact_is_not_said_besides_where_the_sentence_differs(said, told):
    there = "Ana, garde, 50 with two oudlers: made by 9 · +204 −68 −68 −68 · Ana dealt"
    assert said(with_fact(told, 0, card_points=50, oudlers_held=["1", "21"])) == [
        ("Deal 1", FIRST, there)
    ]


def test_deals_are_called_as_the_sheet_calls_them(said, told):
    """Two deals that all passed have no number there."""
    noted = with_fact(with_fact(told, 3, note="late"), 4, note="last")
    chi = "Chi, prise, 40 with one oudler: failed by 11 · +36 +36 −108 +36 · Chi dealt"
    late = f"{GARDE} · Bo dealt"
    assert said(noted) == [("Deal 2", late, f"{late} · late"), ("Deal 3", chi, f"{chi} · last")]
    passed = "All passed · 0 0 0 0 · Bo dealt"
    assert said(with_fact(told, 2, note="again")) == [
        ("Before deal 2", passed, f"{passed} · again")
    ]


def test_a_deal_that_only_one_of_them_has_is_said_whole(said, told):
    more = told["deals"] + [{"passed": True}]
    assert said(told | {"deals": more}) == [
        ("Before deal 4", "–", "All passed · 0 0 0 0 · Dana dealt")
    ]
    assert said(told | {"deals": told["deals"][:-1]}) == [
        (
            "Deal 3",
            "Chi, prise, 40 with one oudler: failed by 11 · +36 +36 −108 +36 · Chi dealt",
            "–",
        )
    ]


def test_what_is_half_told_is_said_as_far_as_it_is(client, table, said):
    form = forms.form(client.get("/tables/1"))
    assert form.send(client, to="/tables/1/deals/6/half", take="1-prise").status_code == 303
    sheet = client.get("/tables/1/sheet.json").json
    assert said(with_fact(sheet, 5, contract="garde")) == [
        ("Deal 4", "Bo, prise. · … · Dana dealt", "Bo, garde. · … · Dana dealt")
    ]
    assert said(with_fact(sheet, 5, oudlers=2)) == [
        (
            "Deal 4",
            "Bo, prise. · … · Dana dealt · Oudlers: –",
            "Bo, prise. · … · Dana dealt · Oudlers: 2",
        )
    ]


def test_what_no_words_tell_apart_is_still_a_difference(store, client, table, said):
    """In a long sheet one letter is encoded in two ways."""
    store.describe_table(1, {"title": "Café", "note": "x" * 900}, key=None, phone="")
    sheet = client.get("/tables/1/sheet.json").json
    assert said(sheet | {"title": "Cafe\u0301"}) == [("Table", "–", "differs in a detail")]


@pytest.fixture
def substituted(client, store, table, record):
    """The sheet, in whose last deal Gil, in the seat of Dana, played against Zoé in that of Chi."""
    store.substitute(1, 3, "Gil", key=None, phone="")
    store.substitute(1, 2, "Zoé", key=None, phone="")
    record(table, take="3-garde", oudlers=2, points=49)
    return client.get("/tables/1/sheet.json").json


GIL = "Gil, garde, 49 with two oudlers: made by 8 · −66 −66 −66 +198 · Gil dealt"


def test_deals_name_who_sat_there_as_the_sheet_does(client, substituted, said):
    assert GIL.partition(" · ")[0] in client.get("/tables/1/text").text
    noted = with_fact(with_fact(substituted, 4, note="early"), 5, note="late")
    chi = "Chi, prise, 40 with one oudler: failed by 11 · +36 +36 −108 +36 · Chi dealt"
    assert said(noted) == [("Deal 3", chi, f"{chi} · early"), ("Deal 4", GIL, f"{GIL} · late")]


def test_facts_name_who_sat_there_too(substituted, said):
    chi_passed = with_fact(substituted, 5, bids=[{"player": "Chi", "bid": "pass"}])
    assert said(chi_passed) == [("Deal 4", f"{GIL} · Bid: –", f"{GIL} · Bid: Zoé, pass")]


def test_who_sat_there_in_the_file_alone_is_named_there_alone(substituted, said):
    without_gil = {"substitutes": substituted["substitutes"][:1]}
    seat, deal = said(with_fact(substituted, 5, note="late") | without_gil)
    assert seat == ("Seat 4", "From deal 4 on Gil sits in the seat of Dana.", "–")
    assert deal == ("Deal 4", GIL, f"{GIL.replace('Gil', 'Dana')} · late")


def test_who_sits_down_here_may_have_a_seat_of_the_file(client, store, open_table, said):
    """No hand is left out of the facts."""
    open_table("tamalou", ["Ana", "Bo", "Chi"])
    how = {"key": None, "phone": ""}
    hands = {"caller": "1", "hands": {"0": 20, "1": 3, "2": 12}}
    store.save_deal(1, 1, hands, revision=0, **how)
    store.substitute(1, 0, "Gil", **how)
    store.save_deal(1, 2, hands, revision=0, **how)
    told = client.get("/tables/1/sheet.json").json
    deals = [one | {"hands": {"Ana": 20, "Bo": 3, "Gil": 12}} for one in told["deals"]]
    people = {"players": ["Gil", "Bo", "Ana"], "substitutes": []}
    *_, last = said(told | people | {"deals": deals})
    assert last[1].endswith("Bo dealt · Hand, Chi: 12 · Hand, Gil: –")
    assert last[2].endswith("Bo dealt · Hand, Chi: – · Hand, Gil: 12")
