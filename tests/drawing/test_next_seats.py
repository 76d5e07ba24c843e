"""Everybody finds the next table and seat."""

from __future__ import annotations

import re

import pytest
from draws import ANA, BO, CHI, DRAW, EVE, FAY, GIL, HAL, JON, form, put
from phones import Stranger

from companion.store import Opening, Where
from companion.web.drawing import sizes


def test_everybody_finds_table_and_seat_by_name(evening, store, app):
    put(store, (JON, BO, CHI), (EVE, ANA, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    guest = app.test_client()
    page = re.sub(r"<[^>]*>|\s+", " ", guest.get("/evenings/1/seats").text)
    page = re.sub(r"\s+", " ", page)
    assert "Ana table 2 seat 2" in page
    assert "Hal sits out Jon table 1 seat 1" in page
    found = guest.get("/evenings/1/seats?q=jO").text
    assert "Jon" in found
    assert "Ana" not in found
    assert "Ida" not in guest.get("/evenings/1/seats?q=da").text  # by its first letters


def test_a_closed_sheet_tells_its_players_their_next_table(evening, store, app):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.close_table(1, key=None, phone="")
    page, asked = evening.get("/tables/1").text, evening.get("/tables/1/version").text
    assert "Next table" not in page
    put(store, (EVE, BO, FAY), (GIL, ANA, HAL), out=(CHI,), number=2)
    evening.send(f"{DRAW}/publish", form(evening))
    assert evening.get("/tables/1/version").text != asked
    for address in ("/tables/1", "/tables/1/watch", "/tables/1/live", "/tables/1/watch/live"):
        page = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", evening.get(address).text))
        assert "Ana table 2, seat 2" in page
        assert "Bo table 1, seat 2" in page
        assert "Chi sits out" in page
        assert "Eve table" not in page
    assert "Next table" not in evening.get("/tables/2").text


def test_a_closed_sheet_hears_of_who_comes_and_of_a_table_opened_at_the_next_position(
    evening, store
):
    """A deal told there says nothing of seats: the sheet has nothing to load then."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.close_table(1, key=None, phone="")
    put(store, (EVE, BO, FAY), out=(ANA, CHI, GIL, HAL, JON), number=2)
    evening.send(f"{DRAW}/publish", form(evening))
    asked = [evening.get("/tables/1/version").text]
    next_one = store.tables_at(1, 2)[0].id
    store.save_deal(next_one, 1, {"passed": True}, revision=0, key=None, phone="")
    assert evening.get("/tables/1/version").text == asked[0]
    store.substitute(next_one, 1, "Chi", key=None, phone="")
    asked.append(evening.get("/tables/1/version").text)
    assert "table 1, seat 2" in evening.get("/tables/1/live").text
    opening = Opening("tarot", ["Ana", "Gil", "Hal"])
    opened = store.open_there(1, opening, key=None, phone="")
    asked.append(evening.get("/tables/1/version").text)
    assert "table 2, seat 1" in evening.get("/tables/1/live").text
    store.delete_table(opened, key=None, phone="")
    asked.append(evening.get("/tables/1/version").text)
    assert len({*asked}) == 4


def test_the_next_table_is_said_in_words_and_leads_no_card_to_a_refusal(evening, store, app):
    """A card of place 2 reads the sheet closed there, but may not open the next one at place 1."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.close_table(2, key=None, phone="")
    put(store, (EVE, FAY, BO), (GIL, ANA, HAL), number=2)
    evening.send(f"{DRAW}/publish", form(evening))
    app.test_client_class = Stranger
    card = app.test_client()
    card.join(store.link("score", Where(None, 1, 2)))
    page = card.get("/tables/2/watch").text
    assert "table 1, seat 1" in page
    for address in set(re.findall(r'<a [^>]*href="(/[^"#]*)', page)):
        assert card.get(address, follow_redirects=True).status_code == 200, address


def test_a_name_is_found_by_its_first_letters_and_taken_in_the_hand(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    assert evening.get(f"{DRAW}?find=fa").location == f"{DRAW}?hand=6#p6"
    assert evening.get(f"{DRAW}?find=nobody").status_code == 200


def test_the_position_that_comes_is_behind_all_there_are(evening, store):
    """A file may begin with the second one."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    store.publish(1, 2, key=None, phone="")
    assert form(evening)["number"] == "3"


def test_a_name_is_found_without_its_accents_and_by_a_later_word(evening, store):
    store.check_in(1, ["Al Fa", "Zoé Marie"], "tarot", key=None, phone="")
    al, zoe = sorted(one.player for one in store.attendances(1))[-2:]
    put(store, (ANA, BO, CHI), (al, FAY, zoe))
    for typed, who in {"zoe": zoe, "Marie": zoe, "fa": FAY, "al": al, "al fa": al}.items():
        assert evening.get(f"{DRAW}?find={typed}").location == f"{DRAW}?hand={who}#p{who}"


def test_who_is_called_by_no_letter_is_drawn_like_others(evening, store):
    store.check_in(1, ["-", "- -"], "tarot", key=None, phone="")
    evening.send(DRAW, form(evening))
    assert '<span class="name">-</span>' in evening.get(DRAW).text


def test_before_anything_is_published_the_page_of_seats_says_so(evening):
    assert "No position is published yet." in evening.get("/evenings/1/seats").text


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ([4, 4, 4, 4, 3], "4 · 4 · 4 · 4 · 3"),
        ([4, 4, 4, 4, 4, 3], "5 × 4 · 1 × 3"),
        ([5, 5, 5, 5, 4, 3], "4 × 5 · 1 × 4 · 1 × 3"),
    ],
)
def test_many_sizes_of_tables_are_counted_so_that_all_of_them_are_read(tables, said):
    assert sizes(tables).replace("\u00a0", " ") == said


def test_sizes_to_choose_from_are_all_said_in_one_way(evening, store):
    """Beside seven tables of two, two tables of seven are not said as 7 · 7."""
    store.change_evening(1, games={"tamalou": {}}, key=None, phone="")
    store.check_in(1, [f"Player {n}" for n in range(14)], "tamalou", key=None, phone="")
    page = evening.get(DRAW).text.replace("\u00a0", " ")
    said = re.findall('<span class="number">([^<]*×[^<]*|[^<]* · [^<]*)</span>', page)
    assert [one for one in said if one in ("7 × 2", "2 × 7", "7 · 7")] == ["7 × 2", "2 × 7"]
