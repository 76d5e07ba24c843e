"""What is printed: a sheet and what stands on it, blank sheets with their links, lists, cards."""

from __future__ import annotations

import re

import pytest
from an_evening import open_here
from forms import texts

from companion.store import DrawnTable, Where

FIVE = ["Ana", "Bo", "Chi", "Dana", "Eve"]
ASKED = {"key": None, "phone": ""}


@pytest.fixture
def evening(store):
    """An evening of nine, one table of five drawn and published, one more of four."""
    made = store.open_evening("Friday", "2026-11-20", "Café", {"tarot": {}}, 250, **ASKED)
    store.check_in(made.id, [*FIVE, "Fay", "Gil", "Hal", "Ida"], "tarot", **ASKED)
    players = [one.player for one in store.attendances(made.id)]
    store.attend(made.id, players[0], phone="", paid=True)
    tables = [DrawnTable(1, "tarot", tuple(players[:5])), DrawnTable(2, "tarot", (*players[5:],))]
    store.keep_draw(made.id, 1, tables, [], **ASKED)
    store.publish(made.id, 1, **ASKED)
    return made.id


def papers(page):
    """The text on paper, sheet by sheet."""
    return re.findall(r"<article.*?</article>", page.text, re.S)


def rows(page):
    """What stands in the rows of the first table, a list of cells a row."""
    found = re.findall(r"<tr.*?</tr>", page.text, re.S)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.S) for row in found]
    return [[" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in row] for row in cells]


def test_a_printed_sheet_says_what_the_sheet_says(client, three_deals):
    found = rows(client.get(f"/tables/{three_deals.id}/print"))
    assert found[0] == ["No.", "Dealer", "Deal", "Ana", "Bo", "Chi", "Dana"]
    assert found[1][:2] == ["1", "Ana"]
    assert found[1][2] == "Ana , garde, 49 with two oudlers: made by 8"
    assert found[1][3:] == ["+198 +198", "−66 −66", "−66 −66", "−66 −66"]
    assert found[3][3:] == ["−66 +168", "−66 −240", "+198 +168", "−66 −96"]
    assert found[4][2:] == ["Total", "+168", "−240", "+168", "−96"]
    assert found[5][2:] == ["Rank", "1 shared", "4", "1 shared", "3"]


def test_a_printed_sheet_says_how_many_deals_were_planned_while_some_are_left(
    client, open_table, record
):
    table = open_table(deals=2)
    for said in ("1 deal of 2 planned", "2 deals Our table"):
        record(table, take="0-garde", oudlers=2, points=49)
        assert said in texts(client.get(f"/tables/{table.id}/print"))


@pytest.mark.parametrize(("deals", "said"), [(1, "sur 1 prévue"), (3, "sur 3 prévues")])
def test_one_deal_planned_is_one_in_french(client, open_table, deals, said):
    address = f"/tables/{open_table(deals=deals).id}/print"
    assert f"0 donne {said} " in texts(client.get(address, headers={"Accept-Language": "fr"}))


def test_totals_from_paper_a_note_and_a_substitute_are_printed_too(client, store, open_table):
    table = open_table(start=(10, -10, 0, 0))
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(table.id, 1, told, revision=0, note="counted twice", **ASKED)
    store.substitute(table.id, 1, "Zoe", **ASKED)
    said = texts(client.get(f"/tables/{table.id}/print"))
    assert "Carried over +5 −5 0 0" in said
    assert "counted twice" in said
    assert "From deal 2 on Zoe sits in the seat of Bo." in said


def test_a_sheet_of_names_without_a_word_is_printed(client, open_table):
    table = open_table(names=["-", "--", "Bartholomäus", "Dana"])
    page = client.get(f"/tables/{table.id}/print")
    assert page.status_code == 200
    heads = re.findall(r'<th class="points( long)?" scope="col">([^<]*)</th>', page.text)
    assert heads == [("", "-"), ("", "--"), (" long", "Bartholomäus"), ("", "Dana")]


TOLD = {"declarer": "1", "contract": "garde", "oudlers": 2, "card_points": 49, "partner": None}


def test_all_sheets_of_a_position_are_printed_at_once(client, store, evening):
    """Those at which something is told, by place; each as it is printed alone."""
    assert "sheets/print" not in client.get(f"/evenings/{evening}/print").text
    for table in (2, 1):
        store.save_deal(table, 1, TOLD, revision=0, **ASKED)
    open_here(store, evening, "tarot", ["Lea", "Max", "Nina"], **ASKED)
    page = client.get(f"/evenings/{evening}/print")
    assert "sign on All sheets of position 1 Position 1 · table 1" in texts(page)
    assert f'href="/evenings/{evening}/sheets/print?position=1"' in page.text
    alone = [papers(client.get(f"/tables/{table}/print"))[0] for table in (1, 2)]
    assert papers(client.get(f"/evenings/{evening}/sheets/print?position=1")) == alone
    untold = client.get(f"/evenings/{evening}/sheets/print?position=2")
    assert papers(untold) == []
    assert "Nothing has been told at these tables yet." in untold.text


def test_a_blank_sheet_has_sixteen_rows_the_names_and_the_link(client, store, open_table):
    table = open_table(names=FIVE)
    page = client.get(f"/tables/{table.id}/blank")
    numbered = [row[0] for row in rows(page)[2:18]]
    assert numbered == [str(n) for n in range(1, 17)]
    assert rows(page)[0] == ["Names in the order of the seats, anticlockwise", *FIVE]
    assert rows(page)[1][2:8] == ["Declarer", "Partner", "P G GS GC", "Oudlers", "Points", "Extras"]
    assert store.link("score", Where(table.id)).shown_code in page.text
    assert "Needed 0 → 56 · 1 → 51 · 2 → 41 · 3 → 36" in texts(page)


@pytest.mark.parametrize(
    ("game", "players"),
    [("tarot", n) for n in (3, 4, 5)]
    + [("plateau", n) for n in (2, 3, 4, 5, 6)]
    + [("tamalou", n) for n in (2, 4, 8)],
)
def test_sheets_of_every_game_and_number_are_drawn(client, open_table, game, players):
    table = open_table(game, [f"Player {n}" for n in range(players)])
    for page in ("print", "blank"):
        assert client.get(f"/tables/{table.id}/{page}").status_code == 200


@pytest.mark.parametrize(("deals", "rows"), [(0, 16), (12, 16), (18, 18), (40, 20)])
def test_a_blank_sheet_has_a_row_a_planned_deal_as_far_as_a_page_goes(
    client, open_table, deals, rows
):
    page = client.get(f"/tables/{open_table(deals=deals).id}/blank").text
    assert page.partition("<tbody>")[2].count("<tr>") == rows + 1  # and the totals


def test_a_blank_sheet_where_one_sits_out_has_a_column_for_all_and_the_sums_of_those_who_play(
    client, open_table
):
    page = client.get(f"/tables/{open_table(names=[*FIVE, 'Fay'], at_once=5).id}/blank")
    assert rows(page)[0][1:] == [*FIVE, "Fay"]
    assert "poignée 8, 10, 13 trumps" in texts(page)


@pytest.mark.parametrize("rules, said", [({}, False), ({"misere": 10}, True)])
def test_a_blank_sheet_says_how_a_misere_is_noted_where_it_is_played(
    client, open_table, rules, said
):
    page = client.get(f"/tables/{open_table(**rules).id}/blank")
    assert ("m = misère, 10 from each other player" in texts(page)) == said


def test_blank_sheets_of_an_evening_have_each_the_link_of_its_own_place(client, store, evening):
    page = client.get(f"/evenings/{evening}/blank?places=3")
    codes = [store.link("score", Where(None, evening, n)).shown_code for n in (1, 2, 3)]
    assert [page.text.count(code) for code in codes] == [1, 1, 1]
    assert page.text.count('class="qr"') == 3
    assert client.get(f"/evenings/{evening}/blank").text.count('class="qr"') == 3  # nine players
    assert client.get(f"/evenings/{evening}/blank?places=999").text.count('class="qr"') == 60


def test_a_table_of_an_evening_shows_the_link_of_its_place(client, store, evening):
    place = store.link("score", Where(None, evening, 2)).shown_code
    page = client.get("/tables/2/blank")
    assert place in page.text
    assert "Friday · 20 November 2026" in texts(page)


def test_the_check_in_list_sums_the_fees(client, evening):
    found = rows(client.get(f"/evenings/{evening}/players/print"))
    assert found[0] == ["", "Name", "Fee", "Paid", "To pay", "Remarks"]
    assert found[1][1:5] == ["Ana", "2.50", "2.50", ""]
    assert found[2][1:5] == ["Bo", "2.50", "", "2.50"]
    assert found[-1][1:5] == ["Total", "22.50", "2.50", "20.00"]


def test_place_cards_say_table_and_seat(client, evening):
    said = texts(client.get(f"/evenings/{evening}/cards"))
    assert "Ana Table 1, seat 1" in said
    assert "Ida Table 2, seat 4" in said
    assert client.get(f"/evenings/{evening}/cards?position=9").status_code == 404


def test_one_page_lists_all_prints_of_an_evening(client, evening):
    page = client.get(f"/evenings/{evening}/print").text
    addresses = ("players/print", "blank", "cards?position=1", "seats/print?position=1")
    for address in (*addresses, "standings/print"):
        assert f"/evenings/{evening}/{address}" in page
    assert f'href="/evenings/{evening}/places"' in page  # the cards with the links of the tables
    for table in (1, 2):
        assert f"/tables/{table}/print" in page


def test_who_sits_where_is_printed_by_name(client, evening):
    said = texts(client.get(f"/evenings/{evening}/seats/print"))
    assert "Ana table 1, seat 1 Bo table 1, seat 2" in said
    assert "Ida table 2, seat 4" in said


def test_a_position_that_is_only_drawn_hides_the_seats_of_the_one_before_from_no_printer(
    client, store, evening
):
    ana, *others = (one.player for one in store.attendances(evening))
    drawn = [DrawnTable(1, "tarot", tuple(others[:4])), DrawnTable(2, "tarot", tuple(others[4:]))]
    store.keep_draw(evening, 2, drawn, [ana], **ASKED)
    assert "Ana table 1, seat 1" in texts(client.get(f"/evenings/{evening}/seats/print"))
    assert "nobody has a seat" in texts(client.get(f"/evenings/{evening}/seats/print?position=2"))


def test_as_many_blank_sheets_as_cards_of_places_where_everybody_has_left(client, store, evening):
    for one in store.attendances(evening):
        store.attend(evening, one.player, phone="", here=False)
    open_here(store, evening, "tarot", FIVE, elsewhere=True, key=None, phone="")
    cards = client.get(f"/evenings/{evening}/places").text.count("plate place-card")
    assert cards == 3
    assert client.get(f"/evenings/{evening}/blank").text.count('class="qr"') == 3


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_table_that_was_made_too_small_by_hand_has_a_blank_sheet(client, store, evening, left):
    """The same as a table to which nobody was drawn."""
    players = [one.player for one in store.attendances(evening)]
    small = [DrawnTable(1, "tarot", tuple(players[:left]))]
    store.keep_draw(evening, 2, small, players[left:], **ASKED)
    page = client.get(f"/evenings/{evening}/blank?places=1")
    assert "poignée 8, 10, 13 trumps" in texts(page)


@pytest.fixture
def played(store, evening) -> int:
    """The evening after its first deal: Fay, (25 + 8) × 2 × 3."""
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(2, 1, told, revision=0, **ASKED)
    return evening


def test_the_printed_standings_are_those_of_the_page(client, played):
    found = rows(client.get(f"/evenings/{played}/standings/print"))
    assert found[0] == ["Rank", "Player", "Pos. 1", "Played", "Tables", "Total"]
    assert found[1] == ["1", "Fay", "+198", "1", "1", "+198"]
    assert found[2] == ["2", "Gil", "−66", "1", "1", "−66"]
    assert found[4][0] == "2"


def test_a_corrected_total_is_printed_with_its_reason_as_each_language_writes_it(
    client, store, played
):
    (fay,) = (one.player for one in store.attendances(played) if one.name == "Fay")
    store.adjust(played, fay, "tarot", -40, "late", **ASKED)  # half points
    address = f"/evenings/{played}/standings/print"
    said = {
        language: client.get(address, headers={"Accept-Language": language}).text
        for language in ("en", "fr")
    }
    assert "Fay −20: late" in said["en"]
    assert "Fay −20\u202f: late" in said["fr"]


def test_a_players_evening_can_be_printed(client, evening):
    page = client.get(f"/evenings/{evening}/players/1")
    assert "print.css" in page.text
    assert '<p class="on-paper">Ana · Friday · 20 November 2026 · Café</p>' in page.text
