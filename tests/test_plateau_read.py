"""Le Plateau as it is read: its rules, the board of a deal on the sheet, a deal trick by trick.

Numbers are those of rules/plateau.md.
"""

from __future__ import annotations

import re
from html import unescape

import forms
import laws
import pytest

from companion.games.plateau_board import achieved
from companion.games.plateau_spaces import board, coordinates

SIX = ("Ana", "Bo", "Chi", "Dana", "Eli", "Fé")
WON = [  # a Y in eleven tricks: who won each, and what it captured
    *[("declarer", "JS"), ("defence", "QC"), ("declarer", "KD"), ("defence", "CS")],
    *[("defence", "A3"), ("declarer", "JH A2"), ("declarer", "EX"), ("defence", "QS CC")],
    *[("defence", ""), ("declarer", "QH KS"), ("declarer", "KC")],
]
TRICKS = [{"won_by": side} | ({"spaces": names.split()} if names else {}) for side, names in WON]
Y = {"declarer": "0", "partners": ["2"], "talon": "keep", "objective": "y"}
BOARD = {"declarer": ["T1", "JS", "KD", "T13", "A21", "CD", "A4"], "defence": ["QH", "KH", "JC"]}
BRIDGE = {"declarer": "1", "partners": [], "talon": "exchange", "objective": "bridge"}


@pytest.fixture
def table(store, open_table):
    """Four deals: a Y trick by trick, passed, a bridge on a board, one with a result alone."""
    table = open_table("plateau", deals=8)
    told = (Y | {"tricks": TRICKS}, {"passed": True}, BRIDGE | {"board": BOARD})
    for number, facts in enumerate((*told, BRIDGE | {"made": False}), 1):
        store.save_deal(table.id, number, facts, revision=0, key=None, phone="")
    laws.hold(store, table)
    return table


def rows(page, caption):
    """The rows of the table with this caption, each as what is read in it."""
    found = re.search(rf"<caption[^>]*>{caption}.*?</table>", page.text, re.S)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.S) for row in found[0].split("<tr")[1:]]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row] for row in cells]


PARTS = """
How many play|2|3|4|5|6
talon exchanged|1|1|1|1|
talon closed|2|2|2|2|
bridge|0|0|0|0|0
Y|2|2|2|2|2
fork|4|4|4|4|4
five sides|6|6|6|6|6
six sides|8|8|8|8|8
two partners|||||0
one partner|||0|0|5
alone|||5|5|10
lowest bid|3|1|3|1|2
"""


def test_what_the_parts_of_a_bid_count_for_every_number_of_players(client):
    page = client.get("/rules/plateau")
    assert rows(page, "What the parts") == [line.split("|") for line in PARTS.split("\n")[1:-1]]


@pytest.mark.parametrize("players", range(2, 7))
def test_a_table_reads_its_own_column_without_what_nobody_there_bids(client, open_table, players):
    open_table("plateau", SIX[:players])
    lines = [line.split("|") for line in PARTS.split("\n")[1:-1]]
    own = [[line[0], line[players - 1]] for line in lines if line[players - 1]]
    assert rows(client.get("/tables/1/rules"), "What the parts") == own


@pytest.mark.parametrize(
    ("players", "shares"),
    [
        (2, ["alone +1  −1"]),
        (3, ["alone +2  −1"]),
        (4, ["one partner +1 +1 −1", "alone +3  −1"]),
        (5, ["one partner +2 +1 −1", "alone +4  −1"]),
        (6, ["two partners +1 +1 −1", "one partner +2 +2 −1", "alone +5  −1"]),
    ],
)
def test_how_often_each_gets_or_pays_the_bid(client, open_table, players, shares):
    open_table("plateau", SIX[:players])
    assert [" ".join(row) for row in rows(client.get("/tables/1/rules"), "How often")][1:] == shares


@pytest.mark.parametrize(
    ("players", "cards", "spaces"),
    [
        (2, "At 2: trumps 1 to 7 and 16 to 21, the Excuse, 10 to king of each suit", "two"),
        (3, "At 3: all trumps, 10 to king of each suit. 13 each, 3 in the talon.", "three to six"),
        (4, "At 4: all trumps, 7 to king of each suit and the 6 of spades", "three to six"),
        (5, "At 5: all trumps, 4 to king of each suit, the 3 of clubs and", "three to six"),
        (6, "At 6: all 78 cards, 13 each, no talon.", "three to six"),
    ],
)
def test_cards_and_board_are_those_of_so_many_players(client, open_table, players, cards, spaces):
    open_table("plateau", SIX[:players])
    page = client.get("/tables/1/rules")
    assert cards in forms.texts(page)
    assert re.findall(r'aria-label="The board of (.*?) players"', page.text) == [spaces]
    assert forms.texts(page).count("each, 3 in the talon") == (3 <= players <= 5)


def test_before_a_table_is_opened_both_boards_are_shown(client):
    said = forms.texts(client.get("/rules/plateau"))
    assert "The board of three to six players" in said
    assert "The board of two players" in said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({}, "to the declarer who left it closed, else to the defence. "),
        ({"talon_to": "defence"}, "to the defence in any case. "),
        ({"deals": 8}, "8 deals are planned."),
    ],
)
def test_what_this_table_agreed_is_marked(client, open_table, rules, said):
    open_table("plateau", **rules)
    page = client.get("/tables/1/rules").text
    assert any(said.strip() in own for own in re.findall(r'own-rule">(.*?)</span>', page))


def test_the_groups_drawn_for_the_objectives_reach_them_and_no_harder_one(app):
    examples = app.jinja_env.get_template("games/plateau/_examples.html").module.EXAMPLES
    names = {place: name for name, place in coordinates(4).items()}
    reached = {
        objective: achieved(sum(board(4)[names[place]] for place in group))
        for objective, (group, _sides) in examples.items()
    }
    assert reached == {key: key for key in ("bridge", "y", "fork", "five", "six")}


def test_the_sheet_shows_the_final_board_of_a_deal_whose_spaces_were_told(client, table):
    page = client.get("/tables/1").text
    assert re.findall(r'aria-label="The board at the end: ([^"]*)"', page) == [
        "7 spaces for the declarer’s side, 3 for the defence",
        "14 spaces for the declarer’s side, 10 for the defence",
    ]
    assert re.findall(r'deals/(\d)/replay"', page) == ["3", "1"]
    assert page.count("Trick by trick") == 1


def test_a_deal_is_told_trick_by_trick(client, table):
    page = client.get("/tables/1/deals/1/replay")
    steps = re.findall(r'<p class="small">(.*?)</p>', page.text, re.S)[1:]
    said = [" ".join(unescape(re.sub(r"<[^>]*>", "", step)).split()) for step in steps]
    assert said[0] == "Trick 1: Ana & Chi · jack of spades"
    assert said[5] == "Trick 6: Ana & Chi · jack of hearts, trump 2"
    assert said[8] == "Trick 9: Bo & Dana"
    assert len(said) == 11
    assert "Ana with Chi, Y, bid 4: made" in forms.texts(page)


def test_who_sat_out_is_on_no_side_of_a_trick(client, store, open_table):
    open_table("plateau", SIX[:5], at_once=4, dealer=2)
    told = {"declarer": "4", "partners": ["1"], "talon": "keep", "objective": "y"}
    store.save_deal(1, 1, told | {"tricks": TRICKS}, revision=0, key=None, phone="")
    said = forms.texts(client.get("/tables/1/deals/1/replay"))
    assert "Trick 1: Eli & Bo · jack of spades" in said
    assert "Trick 9: Ana & Dana" in said


def test_the_last_trick_is_pressed_and_each_follows_what_it_won(client, table):
    page = client.get("/tables/1/deals/1/replay").text
    order = re.findall(r'id="trick-(\d+)"|class="(newest)"', page)
    radios = [int(one) for one, won in order if one]
    assert radios == list(range(12))
    assert [won for one, won in order] == ["", *["newest", ""] * 11]
    assert re.findall(r'id="trick-(\d+)"[^>]* checked', page) == ["11"]


def test_a_board_without_tricks_is_shown_as_it_was_at_the_end(client, table):
    page = client.get("/tables/1/deals/3/replay")
    assert page.status_code == 200
    assert 'type="radio"' not in page.text
    assert page.text.count('class="own"') == 1


@pytest.mark.parametrize("address", ["/tables/1/deals/5/replay", "/tables/2/deals/1/replay"])
def test_what_was_not_told_or_is_not_drawn_has_no_replay(client, store, table, open_table, address):
    store.save_deal(open_table().id, 1, {"passed": True}, revision=0, key=None, phone="")
    assert client.get(address).status_code == 404
