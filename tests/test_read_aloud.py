"""What a page says to who does not see it: what is drawn is said in words, once."""

from __future__ import annotations

import re

import pytest

GAMES = {"tarot": "French Tarot", "plateau": "Le Plateau", "tamalou": "Tamalou"}
TOO_MANY = {"take": "0-garde", "oudlers": "2", "points": "99"}
SAID = 'tabindex="-1" autofocus class="problem" role="alert">99 is not between 0 and 91'
FIELD = 'aria-invalid="true" aria-describedby="%s"'


@pytest.mark.parametrize("game", GAMES)
def test_in_the_list_of_tables_the_drawing_of_a_game_says_which_it_is(client, open_table, game):
    open_table(game, ("Ana", "Bo", "Chi", "Dana"))
    card = client.get("/").text.split('class="plate table-card')[1].split("</a>")[0]
    assert f'role="img" aria-label="{GAMES[game]}"' in card


@pytest.mark.parametrize("path", ["/tables/1/share", "/host", "/tables/1/blank"])
def test_a_code_to_be_scanned_is_nothing_to_read(client, open_table, path):
    open_table()
    drawn = re.findall(r'<svg[^>]*class="qr"', client.get(path).text)
    assert drawn
    assert all('aria-hidden="true"' in one for one in drawn)


def test_a_deal_that_is_refused_is_read_from_what_stands_against_it(client, open_table):
    open_table()
    assert client.get("/tables/1").text.count("autofocus") == 0
    answer = client.send("/tables/1/deals/1", TOO_MANY)
    assert answer.status_code == 422
    assert answer.text.count("autofocus") == 1
    assert f'<p id="wrong-card_points" {SAID}' in answer.text
    assert FIELD % "wrong-card_points" in answer.text


REFUSED = {
    "/evenings/new": {"name": "Friday", "date": "soon"},
    "/seasons/new": {"name": ""},
    "/tables/1/players": {"seat": "0", "enter": "1", "name": "Bo"},
    "/evenings/1/settings": {"name": "Friday", "date": "2026-12-04", "fee": "much"},
    "/evenings/1/players": {"list": "Ana\nA\u202eb"},
    "/evenings/1/players/fee": {"fee": "much", "was-fee": ""},
}


@pytest.mark.parametrize("path", REFUSED)
def test_any_form_that_is_refused_is_read_from_what_stands_against_it(client, open_table, path):
    """And so is the field, when somebody comes back to it."""
    open_table()
    client.send("/evenings/new", {"name": "Friday", "date": "2026-12-04", "games": "tarot"})
    answer = client.send(path, REFUSED[path])
    assert answer.status_code == 422
    said = r'<p id="(wrong-\w+)" tabindex="-1" autofocus[^>]* class="problem" role="alert"'
    wrong = re.search(said, answer.text)
    assert wrong
    assert answer.text.count(FIELD % wrong[1]) == 1


def test_the_first_page_has_one_heading_above_those_of_its_lists(client, open_table):
    open_table()
    page = client.get("/").text
    assert "<h1" not in page
    assert re.findall(r'aria-level="1">(\w+)', page) == ["Companion"]
    assert '<h2 class="section-title">In progress' in page


def test_each_button_of_a_link_says_which_it_is_for(client, open_table):
    open_table()
    page = client.get("/tables/1/share").text
    buttons = re.findall(r"<button.*?</button>", page, re.DOTALL)
    said = [re.sub(r"<.*?>", "", one) for one in buttons]
    assert said == [
        "To enter deals: Copy the link",
        "To enter deals: Make a new one",
        "To look on: Copy the link",
        "To look on: Make a new one",
    ]


@pytest.mark.parametrize("visible", ["Keep closed", "Exchange", "Alone"])
def test_who_says_what_a_part_of_a_bid_shows_chooses_it(client, open_table, visible):
    open_table("plateau", ("Ana", "Bo", "Chi", "Dana"))
    page = client.get("/tables/1").text
    assert re.search(rf'aria-label="\w+: {visible}, \+\d"[^<]*<span>{visible}</span>', page)


def test_who_says_what_no_raise_shows_chooses_it(client, open_table):
    open_table("plateau", ("Ana", "Bo", "Chi", "Dana"))
    bid = {"declarer": "0", "talon": "keep", "objective": "y", "partners": "1"}
    page = client.get("/tables/1/deals/1", query_string=bid | {"asks": "bid"}).text
    assert 'aria-label="Ana does not raise: Y stays 4"' in page


def test_a_board_on_which_nothing_is_decided_is_read_from_what_says_so(client, open_table):
    open_table("plateau", ("Ana", "Bo", "Chi", "Dana"))
    bid = {"declarer": "0", "talon": "keep", "objective": "y", "partners": "1"}
    answer = client.send("/tables/1/deals/1", bid | {"asks": "board", "board": ""})
    assert answer.status_code == 422
    assert answer.text.count("autofocus") == 1
    said = re.search(r'<p class="board-said problem"([^>]*)>(.*?)</p>', answer.text, re.DOTALL)
    assert said and "autofocus" in said[1]
    assert "Was it made?" in said[2]
