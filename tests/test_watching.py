"""The page for who only looks on: all that the sheet shows, and nothing to press."""

from __future__ import annotations

import re

import pytest
from forms import texts

from companion.web import kept

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
BID = {"declarer": "1", "contract": "garde"}
BOARD = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}


@pytest.fixture
def tell(store):
    """Tells a deal at the first table."""

    def told(number, facts=GARDE):
        store.save_deal(1, number, facts, revision=0, key=None, phone="")

    return told


def standings(answer):
    """The ranking as it is read: place, name, total."""
    rows = re.search('<ol class="ranking">(.*?)</ol>', answer.text, re.DOTALL)[1]
    rows = re.findall("<li.*?</li>", rows, re.DOTALL)
    return [re.sub("<[^>]*>", " ", row).replace(",", "").split() for row in rows]


def test_who_leads_stands_first(client, open_table, tell):
    open_table()
    tell(1, GARDE | {"declarer": "2"})
    answer = client.get("/tables/1/watch")
    rows = [row[-3:] for row in standings(answer)]
    assert rows == [
        ["1", "Chi", "+198"],
        ["2", "Ana", "−66"],
        ["2", "Bo", "−66"],
        ["2", "Dana", "−66"],
    ]
    assert answer.text.count('class="leader"') == 1


def test_the_lowest_leads_where_the_lowest_wins(client, open_table, tell):
    open_table("tamalou", ("Ana", "Bo", "Chi"))
    tell(1, {"caller": "2", "hands": {"0": 12, "1": 20, "2": 3}})
    rows = standings(client.get("/tables/1/watch"))
    assert rows == [["1", "Chi", "0"], ["2", "Ana", "12"], ["3", "Bo", "20"]]


@pytest.mark.parametrize("closed", [False, True])
def test_a_rank_is_that_of_the_total_beside_it_though_a_deal_begun_is_told_to_its_end(
    client, store, open_table, tell, closed
):
    open_table("tamalou", ("Ana", "Bo", "Chi"), limit=0)
    tell(1, {"caller": "2", "hands": {"0": 12, "1": 20, "2": 3}})
    begun = {"caller": "0", "hands": {"0": 3, "1": 20, "2": 30}}
    store.keep_half(1, 2, begun, revision=0, key=None, phone="")
    if closed:
        store.close_table(1, key=None, phone="")
    rows = [(row[0], row[1], row[-1]) for row in standings(client.get("/tables/1/watch"))]
    assert rows == [("1", "Chi", "0"), ("2", "Ana", "12"), ("3", "Bo", "20")]


def test_nobody_leads_before_the_first_deal(client, open_table):
    open_table()
    answer = client.get("/tables/1/watch")
    assert "leader" not in answer.text
    assert "No deal yet." in answer.text


def test_before_the_first_deal_who_looks_on_hears_that_nothing_has_to_be_done(
    client, store, open_table
):
    open_table()
    comes = "No deal yet. The first one comes here by itself."
    assert comes in texts(client.get("/tables/1/watch"))
    store.close_table(1, key=None, phone="")
    page = texts(client.get("/tables/1/watch"))
    assert "No deal yet." in page and comes not in page


def test_who_deals_and_who_plays_first_is_marked(client, open_table):
    open_table()
    text = client.get("/tables/1/watch").text
    assert re.search(r'Ana\s*<svg[^>]*aria-label="deals"', text)
    assert re.search(r'Bo\s*<svg[^>]*aria-label="leads"', text)


@pytest.mark.parametrize("state", ["begun", "half", "over", "closed", "deleted"])
@pytest.mark.parametrize("game", ["tarot", "plateau"])
def test_there_is_nothing_to_press_and_no_way_to_correct(
    client, store, open_table, tell, game, state
):
    open_table(game, deals=2 if state == "over" else 0)
    for number in (1, 2):
        tell(number, GARDE if game == "tarot" else BOARD | {"made": True})
    tell_half = BID if game == "tarot" else BOARD
    if state == "half":
        store.keep_half(1, 3, tell_half, revision=0, key=None, phone="")
    if away := {"closed": store.close_table, "deleted": store.delete_table}.get(state):
        away(1, key=None, phone="")
    text = client.get("/tables/1/watch").text
    for pressed in ("<form", "<button", "<input", "csrf_token", "record.js", "sheet.js", "htmx-2"):
        assert pressed not in text
    assert not re.search(r'href="/tables/1/deals/\d+"', text)


def test_a_board_that_is_played_is_drawn(client, store, open_table):
    open_table("plateau")
    told = BOARD | {"tricks": [{"won_by": "declarer", "spaces": ["KH"]}]}
    store.keep_half(1, 1, told, revision=0, key=None, phone="")
    text = client.get("/tables/1/watch").text
    assert "The board: 2 spaces for the declarer’s side, 0 for the defence" in text
    assert (text.count('class="edge"'), text.count('class="edge touched"')) == (5, 1)


def test_a_board_with_one_space_says_so(client, store, open_table):
    open_table("plateau")
    told = BOARD | {"tricks": [{"won_by": "declarer", "spaces": []}]}
    store.keep_half(1, 1, told, revision=0, key=None, phone="")
    said = "The board: 1 space for the declarer’s side, 0 for the defence"
    assert said in client.get("/tables/1/watch").text
    page = client.get("/tables/1/watch", headers={"Accept-Language": "fr"}).text
    assert "1 case pour l’attaque, 0 pour la défense" in page


def test_an_auction_is_read_without_a_way_to_take_it_back(client, store, open_table):
    open_table("plateau")
    bids = [{"player": "1", "pass": True}]
    store.keep_half(1, 1, {"bids": bids}, revision=0, key=None, phone="")
    text = client.get("/tables/1/watch").text
    assert 'id="said"' in text
    assert "undo-bid" not in text


def test_what_changed_holds_no_way_to_correct_either(client, store, open_table, tell):
    version = open_table().version
    tell(1)
    sheet = client.get(f"/tables/1/live?since={version}").text
    watch = client.get(f"/tables/1/watch/live?since={version}").text
    assert 'href="/tables/1/deals/1"' in sheet
    assert 'href="/tables/1/deals/1"' not in watch
    assert [row[-3:] for row in standings(client.get("/tables/1/watch/live"))][0] == [
        "1",
        "Ana",
        "+198",
    ]


def test_the_version_is_that_of_the_sheet(client, open_table):
    open_table()
    assert client.get("/tables/1/watch/version").text == client.get("/tables/1/version").text


def test_it_is_linked_from_the_sheet(client, open_table):
    open_table()
    assert 'href="/tables/1/watch"' in client.get("/tables/1/more").text


def test_the_letters_on_the_cards_are_those_that_the_phone_chose(app, store, open_table):
    """News are drawn once for all phones with the same letters."""
    open_table("plateau")
    store.keep_half(1, 1, BOARD, revision=0, key=None, phone="")
    french, english = app.test_client(), app.test_client()
    french.send("/settings", {"letters": "french"})
    assert ">R</text>" in french.get("/tables/1/watch/live").text
    assert ">R</text>" not in english.get("/tables/1/watch/live").text


def test_the_air_of_templates_is_taken_off_and_that_of_a_note_stays():
    """However long it is: of a million line breaks each is looked at once."""
    assert kept.AIR.sub(b"\n", b"<ol>\n\n    <li>\n  a\n  b</li>\n</ol>") == (
        b"<ol>\n<li>\n  a\n  b</li>\n</ol>"
    )
    note = b"a" + b"\n" * 1_000_000 + b"b"
    assert kept.AIR.sub(b"\n", note) == note
