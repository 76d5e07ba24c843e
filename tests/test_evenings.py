"""An evening: opening it, who is there and pays, positions that open their tables, its links."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from flask import Flask
from forms import form, forms, texts
from phones import Stranger

from companion.games.message import InvalidDeal
from companion.store import DrawnTable, NotThere, Opening, Where

FOUR = ["Ana", "Bo", "Chi", "Dana"]
FIELDS = {"name": "Friday", "date": "2026-11-20", "place": "Café", "games": ["tarot", "tamalou"]}


@pytest.fixture
def organiser(app: Flask) -> Stranger:
    """A phone that has opened an evening of two games, at which each pays 2.50."""
    app.test_client_class = Stranger
    phone = app.test_client()
    answer = phone.send("/evenings/new", FIELDS | {"fee": "2,50", "key": "once"})
    assert answer.location == "/evenings/1/players"
    return phone


@pytest.fixture
def four(organiser: Stranger, store) -> list[int]:
    """The numbers of four players who are there."""
    organiser.send("/evenings/1/players", {"list": "\n".join(FOUR)})
    return [one.player for one in store.attendances(1)]


def test_whoever_opens_an_evening_organises_it(organiser, app):
    assert organiser.get("/evenings/1").status_code == 200
    assert app.test_client().get("/evenings/1").status_code == 403
    assert "Friday" in organiser.get("/").text
    assert "Friday" not in app.test_client().get("/").text


def test_an_evening_needs_a_name_and_a_game_and_keeps_what_was_typed(organiser):
    for missing in ("name", "games"):
        answer = organiser.send("/evenings/new", {**FIELDS, missing: ""})
        assert answer.status_code == 422
        assert "Café" in answer.text


def test_all_that_stands_against_an_evening_is_said_at_once(organiser, store):
    wrong = FIELDS | {"name": " ", "fee": "x", "planned": "13"}
    words = ["a name is needed", "a sum of money is written", "positions are a whole number"]
    for address, fields in (("/evenings/new", wrong | {"games": ""}), (SETTINGS, wrong)):
        answer = organiser.send(address, fields)
        assert answer.status_code == 422
        games = ["at least one game is needed"] * (address == "/evenings/new")
        assert [one for one in [*words, *games] if one not in answer.text] == []
        assert answer.text.count('class="problem"') == len(words) + len(games)
    assert [one.name for one in store.evenings()] == ["Friday"]


@pytest.mark.parametrize("typed", ["Friday", "2026-02-30", "2026-2-3", "20/11/2026"])
def test_a_date_that_is_none_comes_back(organiser, store, typed):
    for address in ("/evenings/new", SETTINGS):
        answer = organiser.send(address, FIELDS | {"date": typed})
        assert answer.status_code == 422
        assert "a date is written like 2026-11-20" in answer.text
        assert f'value="{typed}"' in answer.text
    assert [one.date for one in store.evenings()] == ["2026-11-20"]


def test_what_an_evening_of_before_says_for_its_date_stays(organiser, store):
    store.change_evening(1, date="Carnival", key=None, phone="")
    assert "Carnival · Café" in organiser.get("/evenings/1").text
    assert 'name="date" type="text" maxlength="60" value="Carnival"' in organiser.get(SETTINGS).text
    organiser.send(SETTINGS, FIELDS | {"date": "Carnival", "place": "Bar"})
    assert (store.evening(1).date, store.evening(1).place) == ("Carnival", "Bar")
    organiser.send(SETTINGS, FIELDS)
    assert store.evening(1).date == "2026-11-20"


def test_how_many_positions_there_are_to_be_may_be_said_at_once_or_later(organiser, store):
    """Twelve are the most."""
    for n, (typed, planned) in enumerate(PLANNED.items(), 2):
        organiser.send("/evenings/new", FIELDS | {"planned": typed})
        assert store.evening(n).planned == planned
        organiser.send("/evenings/1/settings", FIELDS | {"planned": typed})
        assert store.evening(1).planned == planned
        value = re.search('name="planned".* value="([^"]*)"', organiser.get(SETTINGS).text)[1]
        assert value == str(planned or "")


PLANNED = {"4": 4, "": 0, "0": 0, " 12 ": 12}
SETTINGS = "/evenings/1/settings"


def test_how_many_positions_is_asked_in_words_of_a_person(organiser):
    for page in ("/evenings/new", "/evenings/1/settings"):
        assert "How many positions, if that is known" in organiser.get(page).text


def test_a_form_that_comes_twice_opens_one_evening(organiser, store):
    organiser.send("/evenings/new", FIELDS | {"fee": "2,50", "key": "once"})
    assert len(store.evenings()) == 1


def test_an_evening_holds_five_hundred_players(organiser, store):
    """The draw and its page grow with their square."""
    names = [f"Player {n}" for n in range(501)]
    refused = organiser.send("/evenings/1/players", {"list": "\n".join(names)})
    assert refused.status_code == 422
    assert "at most 500 players are on the list of an evening" in unescape(refused.text)
    assert store.attendances(1) == []
    assert organiser.send("/evenings/1/players", {"list": "\n".join(names[1:])}).status_code == 303
    assert organiser.send("/evenings/1/players", {"typed": "Late"}).status_code == 422
    assert len(store.attendances(1)) == 500
    first = store.attendances(1)[0].player
    assert organiser.send(f"/evenings/1/players/{first}", {"off": "1"}).status_code == 303
    assert organiser.send("/evenings/1/players", {"typed": "Late"}).status_code == 303
    back = organiser.send(f"/evenings/1/players/{first}", {"off": "0"})
    assert back.status_code == 422
    assert "at most 500 players are on the list of an evening" in unescape(back.text)
    assert len(store.attendances(1)) == 500


def test_players_come_by_name_by_list_and_by_file(organiser, store):
    organiser.send("/evenings/1/players", {"typed": "Ana", "game": "tamalou"})
    organiser.send("/evenings/1/players", {"add": "Bo"})
    organiser.send("/evenings/1/players", {"list": "Chi\n\n  Dana \n"})
    for text in ("name;fee\r\nEve;2\r\n", "Name\nFay\n\nGil\n"):
        file = (io.BytesIO(text.encode("utf-8-sig")), "players.csv")
        organiser.send("/evenings/1/players", {"file": file}, content_type="multipart/form-data")
    here = {one.name: one.game for one in store.attendances(1)}
    names = ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil"]
    assert here == {name: "tamalou" if name == "Ana" else "tarot" for name in names}


@pytest.mark.parametrize(
    "pasted",
    [
        "name;fee\r\nÉva;3,50\r\nLea;\r\n",
        '"Name","Fee"\n"Éva","3.50"\n"Lea",""\n',
        "Fee\tName\n3,50\tÉva\n\tLea\n",
        "Éva\t3,50\nLea\n",
        "Éva;3,50\nLea;\n",
        "\tÉva\t3,50\n\tLea\n\t\t\n",
        "Éva;3,50;;\nLea;;\n;;\n",
        "\ufeffÉva\t3,50\nLea\n",
        "\nname;fee\nÉva;3,50\nLea;\n",
        ";\n \nname;fee\nÉva;3,50\nLea;\n",
        ',,\n"Name","Fee"\n"Éva","3.50"\n"Lea",""\n',
        "\ufeffname;fee\nÉva;3,50\nLea;\n",
        "Éva, 3,50\nLea\n",
        "Éva\t3,50\n\tLea\n",
        ",,\nÉva , , 3,50,\nLea,\n",
        "Nom;Participation\nÉva;3,50\nLea;\n",
        "名前\t参加費\nÉva\t3.50\nLea\t\n",
        "1. Éva\t3,50\n12) Lea\n",
        "- Éva, 3,50\n  •Lea\n-\n3.\n4) \n",
        "1- Éva, 3,50\n2/ Lea\n3)\n",
        "１．Éva;3,50\n・Lea\n3、\n",
        "Nom;Prénom;Cotisation\n;Éva;3,50\nLea;;\n",
    ],
    ids=[
        "a French CSV",
        "a plain CSV",
        "cells with a head",
        "cells",
        "no head",
        "an empty column before",
        "empty columns behind",
        "a mark before a name",
        "a blank line before the head",
        "empty cells before the head",
        "empty cells of a plain CSV before the head",
        "a mark before the head",
        "commas without a head",
        "one line moved in",
        "commas around empty cells",
        "a head in French",
        "cells with a head in Japanese",
        "numbers as in a chat",
        "strokes and points as in a chat, and free places",
        "numbers as the French write them",
        "numbers and points as in Japan",
        "a head in French with first names",
    ],
)
def test_a_list_pasted_out_of_cells_or_a_chat_is_read_as_a_file_is(organiser, store, pasted):
    organiser.send("/evenings/1/players", {"list": pasted})
    assert {one.name: one.fee for one in store.attendances(1)} == {"Éva": 350, "Lea": 250}


@pytest.mark.parametrize(
    ("line", "name", "fee"),
    [
        ("Bernard 3,50", "Bernard", 350),
        ("Bernard 3.5", "Bernard", 350),
        ("- Bernard : 3,50 €", "Bernard", 350),
        ("Yann 2 €", "Yann", 200),
        ("Yann\u00a02€", "Yann", 200),
        ("Yann £2", "Yann", 200),
        ("Yann € 2,50", "Yann", 250),
        ("花子　５００円", "花子", 50_000),
        ("Bo 2 3,50", "Bo 2", 350),
        ("Bo 2", "Bo 2", 100),
        ("Bo 2.", "Bo 2.", 100),
        ("Bo 3,505", "Bo 3,505", 100),
        ("Bo 3,50 B", "Bo 3,50 B", 100),
    ],
)
def test_a_sum_of_money_behind_a_name_is_the_fee_and_a_bare_number_is_not(
    organiser, store, line, name, fee
):
    organiser.send("/evenings/1/players/fee", {"fee": "1"})
    organiser.send("/evenings/1/players", {"list": line})
    assert [(one.name, one.fee) for one in store.attendances(1)] == [(name, fee)]


def test_a_line_of_a_list_is_read_no_further_than_names_and_fees_reach(organiser, store):
    """However long it is: two million blanks would keep the host from answering for hours."""
    organiser.send("/evenings/1/players", {"list": "Ana;" + " " * 2_000_000 + "3"})
    organiser.send("/evenings/1/players", {"list": "Bo " + " " * 2_000_000 + "3,50"})
    assert [(one.name, one.fee) for one in store.attendances(1)] == [("Ana", 300), ("Bo", 350)]
    far = organiser.send("/evenings/1/players", {"list": "Chi" + " 1" * 500_000 + " 3,50"})
    assert far.status_code == 422
    refused = organiser.send("/evenings/1/players", {"list": "a" + "1.," * 600_000 + "b"})
    assert refused.status_code == 422
    assert re.search(r"this one has 1\D?800\D?002", refused.text)


@pytest.mark.parametrize(
    ("lines", "status", "said"),
    [(5_000, 303, ""), (5_001, 422, "a list has at most 5,000 lines"), (100_000, 422, "5,000")],
)
@pytest.mark.parametrize("end", ["\n", "\v"])
def test_a_list_may_name_the_same_people_again_and_again_but_has_an_end(
    organiser, store, lines, status, said, end
):
    """Who comes twice is looked for while everybody else waits to save."""
    answer = organiser.send("/evenings/1/players", {"list": f"Bo{end}" * lines})
    assert answer.status_code == status and said in unescape(answer.text)
    assert [one.name for one in store.attendances(1)] == ["Bo"] * (status == 303)


def test_of_more_than_can_come_nobody_is_written_down(organiser, store):
    names = "\n".join(f"Player {n}" for n in range(501))
    answer = organiser.send("/evenings/1/players", {"list": names})
    assert (answer.status_code, store.attendances(1)) == (422, [])
    assert "at most 500 players are on the list of an evening" in unescape(answer.text)


def test_of_a_pasted_csv_the_line_is_named_that_cannot_be(organiser, store):
    answer = organiser.send("/evenings/1/players", {"list": "name;fee\nÉva;a\n"})
    assert (answer.status_code, store.attendances(1)) == (422, [])
    assert "line 2, “Éva”: a sum of money" in unescape(answer.text)
    assert "name;fee" in answer.text  # nothing that was typed is lost


@pytest.mark.parametrize("at", ["list", "file"])
def test_lines_are_counted_from_the_first_one_though_the_heading_stands_below(organiser, store, at):
    text = "\n;\nname;fee\n\nÉva;a\n"
    typed = {at: (io.BytesIO(text.encode("utf-8-sig")), "players.csv") if at == "file" else text}
    answer = organiser.send("/evenings/1/players", typed, content_type="multipart/form-data")
    assert re.findall(r"line \d, “\w+”", unescape(answer.text)) == ["line 5, “Éva”"]
    assert (answer.status_code, store.attendances(1)) == (422, [])


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("\n\n\tIda\t3x\n", "line 3, “Ida”: a sum of money"),
        ("\n\n\tIda\tx\n", "line 3, “Ida”: each name stands on a line of its own"),
        ("Ana\nÉlodie, Zoé; Gaël\n", "line 2, “Élodie, Zoé”: each name stands on a line"),
        ("Ida 2,505 €\n", "line 1, “Ida”: a sum of money"),
        ("Ida,3.50 €\n", "line 1, “Ida”: a sum of money"),
        ("Ida, €3\n", "line 1, “Ida”: a sum of money"),
        ("Zed\t5\n\t7\n", "line 2, “”"),
        (";5\n;7\n", "line 1, “”"),
        (";;\n \t\n", "nobody stands on that list"),
        ("name;fee\n", "nobody stands on that list"),
        ("\n\ufeffname\n\n", "nobody stands on that list"),
    ],
)
def test_a_pasted_list_that_cannot_be_read_is_refused(organiser, store, pasted, words):
    answer = organiser.send("/evenings/1/players", {"list": pasted})
    assert words in unescape(answer.text)
    assert "that file" not in answer.text
    assert (answer.status_code, store.attendances(1)) == (422, [])


def test_a_name_that_cannot_be_is_refused_and_nobody_comes(organiser, store):
    answer = organiser.send("/evenings/1/players", {"list": "Ana\n" + "x" * 31})
    assert answer.status_code == 422
    assert "x" * 31 in answer.text
    said = f"line 2, “{'x' * 31}”: a name has 1 to 30 letters or signs; this one has 31"
    assert said in unescape(answer.text)
    assert store.attendances(1) == []


def test_every_line_of_a_list_and_of_a_file_that_cannot_be_is_named_at_once(organiser, store):
    long, file = "x" * 31, (io.BytesIO(b"name;fee\nEve;a\nFay;1\nGil;-2\n"), "players.csv")
    typed = {"list": f"{long}\nAna\n{long}", "file": file}
    answer = organiser.send("/evenings/1/players", typed, content_type="multipart/form-data")
    assert answer.status_code == 422
    named = re.findall(r"line (\d), “(\w+)”", unescape(answer.text))
    assert named == [("1", long), ("3", long), ("2", "Eve"), ("4", "Gil")]
    assert store.attendances(1) == []


def test_who_comes_twice_is_there_once_and_who_left_is_back(organiser, store, four):
    at = f"/evenings/1/players/{four[0]}"
    organiser.send(at, {"paid": "1"})
    organiser.send(at, {"here": "0"})
    assert [one.here for one in store.attendances(1)] == [False, True, True, True]
    organiser.send("/evenings/1/players", {"typed": "ana"})
    assert [(one.name, one.here, one.paid) for one in store.attendances(1)][0] == (
        "Ana",
        True,
        True,
    )
    assert len(store.attendances(1)) == 4


def test_a_list_that_is_pasted_and_not_sent_yet_stays_while_a_name_is_touched(organiser, store):
    typed = {"list": "Eve\nFay", "typed": "an", "game": "tamalou", "key": "once"}
    for _ in range(2):  # a double tap
        answer = organiser.send("/evenings/1/players", typed | {"add": "Ana"})
        assert answer.status_code == 200
        assert "Eve\nFay</textarea>" in answer.text
        assert 'value="tamalou" checked' in answer.text
        assert form(answer, "/players").fields["typed"] == [""]  # Ana is here now
    assert [one.name for one in store.attendances(1)] == ["Ana"]


def test_the_sums_of_the_fees_are_said(organiser, store, four):
    organiser.send(f"/evenings/1/players/{four[0]}", {"paid": "1"})
    page = organiser.get("/evenings/1/players").text
    assert "owed 10.00, paid 2.50, open 7.50" in page


def test_a_player_plays_only_what_the_evening_plays(organiser, store, four):
    organiser.send(f"/evenings/1/players/{four[0]}", {"game": "tamalou"})
    organiser.send(f"/evenings/1/players/{four[1]}", {"game": "plateau"})
    assert [one.game for one in store.attendances(1)] == ["tamalou", "tarot", "tarot", "tarot"]
    assert organiser.send("/evenings/1/players/999", {"paid": "1"}).status_code == 404


def test_any_number_of_deals_is_planned_and_typed_over_the_usual_ones(organiser, store):
    page = organiser.get("/evenings/1/rules/tarot").text
    assert 'aria-label="Deals planned: other"' in page
    proposed = re.findall('name="deals" value="([0-9]+)"', page)
    assert proposed == ["0", "4", "8", "12", "16"]  # as at a table of four
    organiser.send("/evenings/1/rules/tarot", {"preset": "table", "deals": ["0", "10"]})
    assert store.evening(1).games["tarot"]["deals"] == 10
    assert 'aria-label="Deals planned: 10" checked' in organiser.get("/evenings/1/rules/tarot").text


def test_the_tables_of_a_position_are_opened_when_it_is_published(organiser, store, four):
    organiser.send("/evenings/1/rules/tarot", {"preset": "fft", "deals": "8"})
    store.keep_draw(1, 1, [DrawnTable(3, "tarot", tuple(four))], [], key=None, phone="")
    assert store.tables_at(1) == []
    opened = store.publish(1, 1, key="once", phone="")
    assert store.publish(1, 1, key="once", phone="") == opened
    (table,) = store.tables_at(1, 1)
    assert (table.names, table.evening_id, table.position, table.place) == (tuple(FOUR), 1, 1, 3)
    assert (table.rules["preset"], table.rules["deals"]) == ("fft", 8)
    about = {"date": "2026-11-20", "evening": "Friday", "position": "1", "table": "3"}
    assert table.about == about
    with pytest.raises(NotThere):
        store.publish(1, 1, key=None, phone="")
    with pytest.raises(NotThere):
        store.keep_draw(1, 1, [], [], key=None, phone="")


@pytest.fixture
def two_positions(organiser, store, four) -> list[int]:
    """A deal told in the first position, and the second one published; the tables of both."""
    opened = []
    for number in (1, 2):
        store.keep_draw(1, number, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
        opened += store.publish(1, number, key=None, phone="", ends_at="2026-11-20T21:00:00+00:00")
        if number == 1:
            store.save_deal(opened[0], 1, {"passed": True}, revision=0, key=None, phone="")
    return opened


def test_a_position_published_by_mistake_is_drawn_again_and_the_one_before_goes_on(
    organiser, store, two_positions
):
    page = organiser.get("/evenings/1")
    assert "Take position 2 back, published by mistake" in page.text
    of_position = [one for one in forms(page) if one.action.endswith("/position")]
    (own,) = [one for one in of_position if {"key", "minutes"} & {*one.fields} == {"key"}]
    for _ in range(2):  # a double tap
        answer = own.send(organiser, take_back="1")
        assert answer.location == "/evenings/1/draw"
    first, second = store.positions(1)
    assert (first.closed_at, second.published_at, second.ends_at) == (None, None, None)
    assert [one.id for one in store.tables_at(1)] == two_positions[:1]
    assert "Draw, position 2" in texts(organiser.get(answer.location))
    board = texts(organiser.get("/evenings/1"))
    assert "Position 1" in board and "Take position" not in board
    (opened,) = store.publish(1, 2, key=None, phone="")
    assert (store.table(opened).position, store.table(opened).place) == (2, 1)
    assert store.positions(1)[0].closed_at is not None


def test_a_position_at_which_something_is_told_is_not_taken_back(organiser, store, two_positions):
    page = organiser.get("/evenings/1")
    bid = {"declarer": "1", "contract": "garde"}
    store.keep_half(two_positions[1], 1, bid, revision=0, key=None, phone="")
    assert "Take position" not in organiser.get("/evenings/1").text
    refused = form(page, "/position").send(organiser, take_back="1")
    assert refused.status_code == 422
    assert "something is told at these tables already" in refused.text
    assert form(page, "/position").send(organiser, take_back="1", number="1").status_code == 409
    assert len(store.tables_at(1)) == 2


def test_a_position_whose_tables_were_deleted_says_so_and_is_taken_back(
    organiser, store, two_positions
):
    store.change_table(two_positions[1], deleted=True, key=None, phone="")
    board = texts(organiser.get("/evenings/1"))
    assert "Position 2" in board
    assert board.index("No table is left of this position.") < board.index("Still open from before")
    assert "All tables have begun" not in texts(organiser.get("/evenings/1/draw?position=2"))
    for page in ("draw?position=2", "seats", "seats/print"):
        assert "No table is left of this position." in texts(organiser.get(f"/evenings/1/{page}"))
    assert (
        form(organiser.get("/evenings/1"), "/position").send(organiser, take_back="1").location
        == "/evenings/1/draw"
    )
    assert store.positions(1)[0].closed_at is None


def test_of_an_evening_that_was_brought_in_the_last_position_alone_goes_on(
    organiser, store, two_positions, four
):
    """There all positions are of one moment, in which all but the last were over too."""
    store.keep_draw(1, 3, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
    store.publish(1, 3, key=None, phone="")
    *_, last = store.positions(1)
    with store.db.conn:
        store.db.execute("UPDATE positions SET published_at = ?", [last.published_at])
        store.db.execute("UPDATE positions SET closed_at = ? WHERE number < 3", [last.published_at])
    store.take_back_position(1, 3, key=None, phone="")
    assert [bool(one.closed_at) for one in store.positions(1)] == [True, False, False]


def test_of_a_position_taken_back_a_substitute_keeps_the_seat(organiser, store, two_positions):
    store.substitute(two_positions[1], 0, "Zed", key=None, phone="")
    store.take_back_position(1, 2, key=None, phone="")
    (table,) = store.positions(1)[1].tables
    names = {one.player: one.name for one in store.attendances(1)}
    assert [names[one] for one in table.players] == ["Zed", "Bo", "Chi", "Dana"]


def test_totals_that_were_brought_to_a_position_are_not_lost_by_taking_it_back(
    organiser, store, two_positions
):
    paper = Opening("tarot", ["Ida", "Jo", "Kim"], start=(20, -10, -10))
    store.open_there(1, paper, key=None, phone="")
    assert "Take position" not in organiser.get("/evenings/1").text
    with pytest.raises(InvalidDeal):
        store.take_back_position(1, 2, key=None, phone="")
    assert store.positions(1)[1].published_at


def test_a_deleted_evening_takes_no_position_back(organiser, store, two_positions):
    page = organiser.get("/evenings/1")
    store.change_evening(1, deleted=True, key=None, phone="")
    assert "Take position" not in organiser.get("/evenings/1").text
    assert form(page, "/position").send(organiser, take_back="1").status_code == 409


def test_a_table_brought_back_behind_the_position_that_is_played_does_not_stand_for_it(
    organiser, store, two_positions
):
    store.take_back_position(1, 2, key=None, phone="")
    store.change_table(two_positions[1], deleted=False, key=None, phone="")
    board = texts(organiser.get("/evenings/1"))
    assert "Nothing has been told at these tables" not in board
    assert "Take position" not in board
    assert "Still open from before" in board


def test_of_a_position_all_tables_are_opened_or_none(organiser, store, four):
    drawn = [DrawnTable(1, "tarot", tuple(four)), DrawnTable(2, "tarot", tuple(four[:2]))]
    store.keep_draw(1, 1, drawn, [], key=None, phone="")
    with pytest.raises(InvalidDeal):
        store.publish(1, 1, key=None, phone="")
    assert store.tables_at(1) == []
    assert store.positions(1)[0].published_at is None


def test_wishes_are_of_two_and_can_be_taken_back(organiser, store, four):
    store.wish(1, four[1], four[0], True, phone="")
    store.wish(1, four[0], four[1], False, phone="")
    store.wish(1, four[2], four[3], True, phone="")
    store.wish(1, four[2], four[3], None, phone="")
    assert store.wishes(1) == [(*sorted(four[:2]), False)]


def test_the_wishes_of_two_names_of_one_person_are_that_persons(organiser, store):
    store.check_in(1, ["Ana", "Anna", "Bo", "Chi"], "tarot", key=None, phone="")
    of = {one.name: one.player for one in store.attendances(1)}
    wishes = [("Ana", "Anna", 1), ("Ana", "Bo", 1), ("Anna", "Bo", 0), ("Anna", "Chi", 1)]
    for one, other, together in wishes:
        store.wish(1, of[one], of[other], bool(together), phone="")
    store.merge(of["Anna"], of["Ana"], key=None, phone="")
    assert store.wishes(1) == [(of["Ana"], of["Bo"], False), (of["Ana"], of["Chi"], True)]
    store.wish(1, of["Bo"], of["Anna"], True, phone="")  # from a page of before
    assert store.wishes(1) == [(of["Ana"], of["Bo"], True), (of["Ana"], of["Chi"], True)]
    for name in ("Bo", "Chi"):
        store.wish(1, of["Ana"], of[name], None, phone="")
    assert store.wishes(1) == []


def test_every_change_makes_another_version(organiser, store, four):
    versions = [store.evening_version(1)]
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
    versions.append(store.evening_version(1))
    (table,) = store.publish(1, 1, key=None, phone="")
    versions.append(store.evening_version(1))
    store.save_deal(table, 1, {"passed": True}, revision=0, key=None, phone="")
    versions.append(store.evening_version(1))
    assert len(set(versions)) == 4


@pytest.mark.parametrize("everybody", [True, False])
def test_whom_the_link_lets_open_tables_is_said_beside_it(organiser, store, everybody):
    store.let_open(everybody, "")
    page = organiser.get("/evenings/1/share").text
    said = "Whoever has it may open a table of the evening, too."
    assert (said in page) == everybody
    store.change_evening(1, closed=True, key=None, phone="")
    assert said not in organiser.get("/evenings/1/share").text


@pytest.mark.parametrize("path", ["share", "places"])
def test_there_is_no_link_of_an_evening_that_is_not_there(client, path):
    answer = client.send(f"/evenings/77/{path}", {"right": "watch", "place": "1"})
    assert answer.status_code == 404


def test_the_links_of_an_evening_let_in_and_are_taken_back(organiser, store, app):
    page = organiser.get("/evenings/1/share").text
    watch, organise = (store.link(right, Where(None, 1)) for right in ("watch", "organise"))
    assert watch.text in page
    assert organise.text in page
    assert organise.shown_code not in page  # there is no code to organise
    phones = [app.test_client() for _ in range(2)]
    assert phones[0].join(watch).location == "/evenings/1"
    assert phones[1].join(organise).location == "/evenings/1"
    organiser.send("/evenings/1/share", {"right": "organise"})
    assert [one.get("/evenings/1").status_code for one in (organiser, *phones)] == [200, 200, 403]


def test_a_file_says_what_each_owes_in_either_profile(organiser, store):
    for text in ("name,fee\r\nAna,3.50\r\nBo,\r\n", "\ufefffee;Name\r\n1,25;Chi\r\n0;Dana\r\n"):
        file = (io.BytesIO(text.encode()), "players.csv")
        organiser.send("/evenings/1/players", {"file": file}, content_type="multipart/form-data")
    fees = {one.name: one.fee for one in store.attendances(1)}
    assert fees == {"Ana": 350, "Bo": 250, "Chi": 125, "Dana": 0}


def test_a_file_that_is_no_csv_checks_nobody_in(organiser, store):
    file = (io.BytesIO(b'name\n"' + b"x" * 200_000), "picture.csv")
    answer = organiser.send(
        "/evenings/1/players", {"file": file}, content_type="multipart/form-data"
    )
    assert answer.status_code == 422
    assert store.attendances(1) == []


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (b"name;fee\nAna;1\nX;abc\n", "line 3, “X”: a sum of money is written like 2.50"),
        (b"name;fee\nX;-1\n", "line 2, “X”: a sum of money"),
        (b"name,fee\nX,2,50\n", "line 2, “X”: more cells than columns"),
        (b"Nom;Participation;Cotisation\nX;2;20\n", "same: “Participation” and “Cotisation”"),
        (b"name,name\nAna,Bo\n", "two columns say the same: “name” and “name”"),
        (b"nome;importo\nAna;1\n", "name the columns: “name”, and “fee”"),
        (b"Ana\nBo\n", "name the columns: “name”, and “fee”"),
        (b"", "name the columns: “name”, and “fee”"),
        (b"name;fee\n", "nobody stands in that file"),
        (b"name\nAn\x81\n", "that file is no text"),
        (b"name\n\n" + b"x" * 31, f"line 3, “{'x' * 31}”: a name has 1 to 30"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_line(organiser, store, file, words):
    typed = {"file": (io.BytesIO(file), "players.csv"), "list": "Eve"}
    answer = organiser.send("/evenings/1/players", typed, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert words in unescape(answer.text)
    assert ">Eve</textarea>" in answer.text
    assert '<details class="fold spaced" open>' in answer.text
    assert store.attendances(1) == []


def test_a_file_of_an_old_excel_is_read_as_it_was_written(organiser, store):
    file = (io.BytesIO("name;fee\r\nÉva;2,50\r\nŒnone;\r\n".encode("cp1252")), "players.csv")
    organiser.send("/evenings/1/players", {"file": file}, content_type="multipart/form-data")
    assert [one.name for one in store.attendances(1)] == ["Éva", "Œnone"]


@pytest.mark.parametrize(
    ("language", "text", "encoding"),
    [
        ("fr", "nom;participation\r\nÉva;2,50 €\r\n", "utf-16"),
        ("ja", "名前\t参加費\r\n由紀\t¥250\r\n", "utf-16"),
        ("ja", "名前,参加費\r\n由紀,250円\r\n", "cp932"),
        ("ja", "name,fee\r\n田中,250\r\n", "cp932"),
        ("fr", "nom;participation\rÉva;2,50\r", "utf-8"),
    ],
    ids=["Unicode of Excel", "and with tabs", "Excel in Japan", "and English heads", "an old Mac"],
)
def test_a_file_is_read_in_the_letters_in_which_a_spreadsheet_saves_it(
    organiser, store, language, text, encoding
):
    file = (io.BytesIO(text.encode(encoding)), "players.csv")
    asked = {"content_type": "multipart/form-data", "headers": {"Accept-Language": language}}
    organiser.send("/evenings/1/players", {"file": file}, **asked)
    ((name, fee),) = [(one.name, one.fee) for one in store.attendances(1)]
    assert name in text and fee == (250 if language == "fr" else 25_000)


@pytest.mark.parametrize("cell", ["3,50 €", "3,50\u00a0€", "3,50\u202f€", "€3.50", "£3.50", " 3.5"])
def test_a_sum_may_have_its_sign_in_its_cell(organiser, store, cell):
    """A spreadsheet copies and saves a column of money as it shows it."""
    for n, text in enumerate(
        ("Ana\t{}", "Bo;{}", "nom\tparticipation\nChi\t{}", "name;fee\nDee;{}")
    ):
        organiser.send("/evenings/1/players", {"list": text.format(cell)})
        assert [one.fee for one in store.attendances(1)] == [350] * (n + 1)


def test_names_come_back_from_our_own_file_as_they_were(organiser, store):
    """What a spreadsheet would run is guarded in a CSV: the apostrophe is none of the name."""
    names = ["=1+1", "＠home", "'s Gravenhage", "'-Bo"]
    store.check_in(1, names, "tarot", key=None, phone="")
    file = (io.BytesIO(organiser.get("/evenings/1/players.csv").data), "players.csv")
    organiser.send("/evenings/1/players", {"file": file}, content_type="multipart/form-data")
    assert {one.name for one in store.attendances(1)} >= {*names}
    assert len([one for one in store.attendances(1) if "1+1" in one.name]) == 1


def test_after_a_list_it_is_said_how_many_came(organiser, four):
    def said(**typed: str) -> str:
        answer = organiser.send("/evenings/1/players", typed)
        return organiser.get(answer.location).text

    assert "2 added. Here already, and once on the list: Ana<" in said(list="Eve\nFay\nana")
    assert "2 added.<" in said(list="Gil\nHal")
    assert "0 added. Here already, and once on the list: Gil, Hal<" in said(list="Gil\nHal")
    for alone in ({"typed": "Ida"}, {"add": "Jon"}):  # seen in the list below
        assert "added" not in said(**alone)


def test_who_is_on_a_list_twice_or_is_here_already_is_named(organiser, store, four):
    typed = {"list": "Zoë\nEve\nZoë\nana", "key": "once"}
    for _ in range(2):  # a double tap
        answer = organiser.send("/evenings/1/players", typed)
        words = "2 added. Here already, and once on the list: Ana<br>Twice in the list: Zoë<"
        page = organiser.get(answer.location).text
        assert words in page
        assert "Another person of that name? Add a letter, such as “Ana L.”" in page
    assert len(store.attendances(1)) == 6
    answer = organiser.send("/evenings/1/players", {"list": "Fay"})
    assert "Here already" not in organiser.get(answer.location).text


def test_on_an_empty_evening_nobody_was_here_already(organiser, store):
    answer = organiser.send("/evenings/1/players", {"list": "Ana;3,50\nBo\nana"})
    page = organiser.get(answer.location).text
    assert "2 added. Twice in the list: Ana<" in page
    assert "Here already" not in page
    assert [(one.name, one.fee) for one in store.attendances(1)] == [("Ana", 350), ("Bo", 250)]


def test_a_fee_in_the_file_and_another_in_the_list_are_two(organiser, store):
    file = io.BytesIO(b"name;fee\nAna;1\n"), "players.csv"
    typed = {"list": "Ana;3,50", "file": file}
    answer = organiser.send("/evenings/1/players", typed, content_type="multipart/form-data")
    assert (answer.status_code, store.attendances(1)) == (422, [])
    assert "stands there twice, with two fees" in answer.text


@pytest.mark.parametrize("at", ["list", "file"])
@pytest.mark.parametrize(
    ("again", "line"), [("ana;1", 3), ("\nANA;3,5\nana;0", 5), ("Annie;1", 3), ("Ana;3,50", 0)]
)
def test_of_two_fees_of_one_name_none_is_chosen(organiser, store, at, again, line):
    store.check_in(1, ["Ana", "Annie"], "tarot", key=None, phone="")
    store.merge(2, 1, key=None, phone="")
    store.take_off(1, 1, phone="")
    text = f"name;fee\nAna;3,50\n{again}\n"
    file = {"file": (io.BytesIO(text.encode()), "players.csv"), "list": "Eve"}
    typed = {"list": text} if at == "list" else file
    answer = organiser.send("/evenings/1/players", typed, content_type="multipart/form-data")
    page = unescape(answer.text)
    assert answer.status_code == (422 if line else 303)
    if line:
        assert re.findall(r"line (\d), “\w+”: stands there twice, with two fees", page) == [
            str(line)
        ]
        assert (text if at == "list" else "Eve") + "</textarea>" in page
        assert store.attendances(1) == []


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [("en", "1234.50", "1,234.50"), ("fr", "1234,50", "1\u202f234,50")],
)
def test_a_large_fee_is_read_again_as_its_field_has_it(
    organiser, store, four, language, typed, said
):
    asked = {"headers": {"Accept-Language": language}}
    organiser.send("/evenings/1/players/fee", {"fee": "1234.5"})
    for address, name in ((SETTINGS, "/settings"), ("/evenings/1/players", "/fee")):
        found = form(organiser.get(address, **asked), name)
        assert found.fields["fee"] == [typed]
        assert found.send(organiser).status_code == 303
    assert store.evening(1).fee == 123450
    organiser.send("/evenings/1/players/fee", {"fee": ""})
    organiser.send("/evenings/1/players/fee", {"player": four[0], "fee": "1234.5"})
    assert said in organiser.get("/evenings/1/players", **asked).text


@pytest.mark.parametrize("typed", ["abc", "-1", "2.505", "2,505", ".", "1e3", "100000", "2 €"])
def test_a_fee_that_cannot_be_read_comes_back_and_changes_nothing(organiser, store, four, typed):
    words = "a sum of money is written like 2.50, and is less than 100,000"
    sent = [
        ("/evenings/new", FIELDS | {"name": "Saturday"}),
        (SETTINGS, FIELDS | {"name": "Saturday"}),
        ("/evenings/1/players/fee", {}),
        ("/evenings/1/players/fee", {"player": four[0]}),
    ]
    for address, fields in sent:
        answer = organiser.send(address, fields | {"fee": typed})
        assert answer.status_code == 422
        assert words in answer.text
        assert answer.text.count(f'value="{typed}"') == 1
        assert fields.get("place", "") in answer.text
    assert f'<option value="{four[0]}" selected>Ana' in answer.text
    assert [one.name for one in store.evenings()] == ["Friday"]
    assert [store.evening(1).fee, *(one.fee for one in store.attendances(1))] == [250] * 5


@pytest.mark.parametrize("whose", [{}, {"player": "1"}])
def test_a_fee_whose_form_was_open_too_long_comes_back(organiser, store, four, whose):
    organiser.send("/evenings/1/players/fee", {"fee": "2.50"})
    stale = {**whose, "fee": "7.50", "csrf_token": "IjEi.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb"}
    answer = organiser.send("/evenings/1/players/fee", stale)
    assert answer.status_code == 400
    of_all, of_one = [one for one in forms(answer) if one.action.endswith("/fee")]
    assert (of_one if whose else of_all).fields["fee"] == ["7.50"]
    assert (of_all if whose else of_one).fields["fee"] == (["2.50"] if whose else [""])
    assert of_one.fields["player"] == [whose.get("player", "")]
    assert store.evening(1).fee == 250


def test_of_two_phones_that_change_the_fee_of_all_the_second_is_asked(organiser, store, four):
    drawn = next(one for one in forms(organiser.get("/evenings/1/players")) if "fee" in one.fields)
    organiser.send("/evenings/1/settings", {"name": "Friday", "fee": "3"})
    answer = drawn.send(organiser, fee="5")
    assert answer.status_code == 422
    assert "another phone changed this meanwhile, to 3:" in texts(answer)
    assert [one.fee for one in store.attendances(1)] == [300] * 4
    again = next(one for one in forms(answer) if "fee" in one.fields)
    assert again.fields["fee"] == ["5"]
    assert again.send(organiser).status_code == 303
    assert [one.fee for one in store.attendances(1)] == [500] * 4


def test_a_fee_may_be_typed_on_a_japanese_keyboard(organiser, store, four):
    organiser.send("/evenings/1/players/fee", {"player": four[0], "fee": "２，５０"})
    organiser.send("/evenings/1/players/fee", {"player": four[1], "fee": "３．５"})
    assert [one.fee for one in store.attendances(1)][:2] == [250, 350]


def test_another_fee_is_of_somebody_and_a_sum(organiser, store, four):
    for fields, words in [
        ({"player": "", "fee": "3"}, "say who pays something else"),
        ({"player": four[0], "fee": ""}, "a sum is needed; 0: no fee"),
    ]:
        answer = organiser.send("/evenings/1/players/fee", fields)
        assert answer.status_code == 422
        assert words in answer.text
    organiser.send("/evenings/1/players/fee", {"player": four[0], "fee": "0"})
    assert [one.fee for one in store.attendances(1)] == [0, 250, 250, 250]


@pytest.mark.parametrize("typed", ["x", "-1", "13", "1.5"])
def test_positions_that_are_no_number_come_back(organiser, store, typed):
    for address in ("/evenings/new", SETTINGS):
        answer = organiser.send(address, FIELDS | {"planned": typed})
        assert answer.status_code == 422
        assert "positions are a whole number of 1 to 12" in answer.text
        assert f'value="{typed}"' in answer.text
    assert len(store.evenings()) == 1


def test_the_fee_of_all_is_changed_but_for_who_owes_something_else(organiser, store, four):
    organiser.send("/evenings/1/players/fee", {"player": four[0], "fee": "1"})
    organiser.send("/evenings/1/players/fee", {"fee": "3"})
    assert [one.fee for one in store.attendances(1)] == [100, 300, 300, 300]
    organiser.send("/evenings/1/players", {"typed": "Eve"})
    assert [one.fee for one in store.attendances(1)][-1] == 300
    assert "owed 13, paid 0, open 13" in organiser.get("/evenings/1/players").text


def test_a_fee_agreed_after_the_check_in_is_owed_by_all_who_owe_no_other(organiser, store, four):
    organiser.send("/evenings/1/players/fee", {"player": four[0], "fee": "1"})
    for address in (SETTINGS, "/evenings/1/players/fee", SETTINGS):
        for fee in ("", "3", "3.50"):
            organiser.send(address, FIELDS | {"fee": fee})
            owed = int(float(fee or 0) * 100)
            assert [store.evening(1).fee, *fees(store)] == [owed, 100, owed, owed, owed]


def test_what_is_paid_is_paid_whatever_the_fee_becomes(organiser, store, four):
    """Five each, of which one has paid; then eight."""
    organiser.send(SETTINGS, FIELDS | {"fee": "5"})
    store.attend(1, four[0], paid=True, phone="")
    for address in (SETTINGS, "/evenings/1/players/fee"):
        organiser.send(address, FIELDS | {"fee": "8"})
        assert fees(store) == [500, 800, 800, 800]


def fees(store):
    return [one.fee for one in store.attendances(1)]


def test_settings_change_only_what_was_changed_in_the_form(organiser, store, four):
    """Another phone has changed the rest since the page was drawn."""
    organiser.send(SETTINGS, FIELDS | {"planned": "4"})
    mine, theirs = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    theirs.send(organiser, name="Saturday", fee="4", planned="", corrects="last")
    refused = mine.send(organiser, place="Bar", fee="x")
    assert refused.status_code == 422
    form(refused, "/settings").send(organiser, fee="")
    evening = store.evening(1)
    assert (evening.name, evening.place, evening.date) == ("Saturday", "Bar", "2026-11-20")
    assert (evening.fee, evening.planned, evening.corrects) == (400, 0, "last")
    assert fees(store) == [400] * 4
    noted = store.evening_version(1)
    assert form(organiser.get(SETTINGS), "/settings").send(organiser).status_code == 303
    assert store.evening_version(1) == noted


@pytest.mark.parametrize(
    ("field", "theirs", "mine", "now"),
    [
        ("name", "Saturday", "Sunday", "changed this meanwhile, to Saturday"),
        ("place", "", "Bar", "emptied this meanwhile"),
        ("date", "2026-11-21", "2026-11-22", "changed this meanwhile, to 21 November 2026"),
        ("fee", "3,5", "4", "changed this meanwhile, to 3.50"),
        ("planned", "4", "5", "changed this meanwhile, to 4"),
    ],
)
def test_of_two_phones_that_change_one_setting_the_second_is_asked(
    organiser, store, field, theirs, mine, now
):
    first, second = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    for _ in range(2):  # the second time it is the same form
        assert first.send(organiser, **{field: theirs}).status_code == 303
    kept = store.evening(1)
    asked = second.send(organiser, **{field: mine})
    assert asked.status_code == 422
    assert f"another phone {now}: save once more" in asked.text
    assert f'name="{field}"' in asked.text and f'value="{mine}"' in asked.text
    assert store.evening(1) == kept
    assert form(asked, "/settings").send(organiser).status_code == 303
    assert form(organiser.get(SETTINGS), "/settings").fields[field] == [mine]


def test_a_setting_changed_between_the_look_and_the_write_is_asked_about(
    organiser, store, monkeypatch
):
    late = form(organiser.get(SETTINGS), "/settings")

    def first_the_other(*asked):
        monkeypatch.undo()
        store.change_evening(1, name="Sunday", key=None, phone="")
        return store.writing(*asked)

    monkeypatch.setattr(store, "writing", first_the_other)
    asked = late.send(organiser, name="Saturday")
    assert (asked.status_code, store.evening(1).name) == (422, "Sunday")
    assert "another phone changed this meanwhile, to Sunday" in asked.text


def test_a_form_that_is_asked_again_shows_what_else_stands_there_by_now(organiser, store):
    late = form(organiser.get(SETTINGS), "/settings")
    store.change_evening(1, name="Sunday", place="Bar", key=None, phone="")
    asked = late.send(organiser, name="Saturday")
    fields = form(asked, "/settings").fields
    assert (fields["name"], fields["place"]) == (["Saturday"], ["Bar"])


def test_a_form_of_settings_that_comes_twice_is_answered_as_the_first_time(organiser, store):
    mine = form(organiser.get(SETTINGS), "/settings")
    assert mine.send(organiser, name="Saturday").status_code == 303
    store.change_evening(1, name="Sunday", key=None, phone="")
    assert mine.send(organiser, name="Saturday").status_code == 303
    assert store.evening(1).name == "Sunday"


def test_a_fee_drawn_in_another_language_is_the_same_fee(organiser, store):
    store.change_evening(1, fee=350, key=None, phone="")
    drawn = form(organiser.get(SETTINGS), "/settings")
    organiser.send("/settings", {"language": "fr"})
    assert drawn.send(organiser, fee="4").status_code == 303
    assert store.evening(1).fee == 400


def test_of_two_phones_that_change_a_setting_alike_nobody_is_asked(organiser, store):
    first, second = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    first.send(organiser, name="Saturday")
    store.change_evening(1, corrects="last", key=None, phone="")
    assert second.send(organiser, name=" Saturday", corrects="last").status_code == 303
    late = form(organiser.get(SETTINGS), "/settings")
    store.change_evening(1, corrects="all", key=None, phone="")
    assert late.send(organiser, place="Bar").status_code == 303
    assert (store.evening(1).corrects, store.evening(1).place) == ("all", "Bar")


def test_who_is_asked_of_one_setting_is_not_asked_of_what_both_phones_changed_alike(
    organiser, store
):
    first, second = (form(organiser.get(SETTINGS), "/settings") for _ in range(2))
    first.send(organiser, name="Saturday", place="Bar")
    asked = second.send(organiser, name="Saturday", place="Hall")
    assert asked.status_code == 422
    assert re.findall("changed this meanwhile, to ([^:]+):", asked.text) == ["Bar"]
    assert form(asked, "/settings").send(organiser).status_code == 303
    assert (store.evening(1).name, store.evening(1).place) == ("Saturday", "Hall")


def test_two_phones_that_agree_rules_of_two_games_lose_neither(organiser, store, monkeypatch):
    """The other one saves before this one, which has read what the evening agrees."""

    def first_the_other(*asked):
        monkeypatch.undo()
        store.change_evening(1, games={"tamalou": {"limit": 60}}, key=None, phone="")
        return store.writing(*asked)

    monkeypatch.setattr(store, "writing", first_the_other)
    organiser.send("/evenings/1/rules/tarot", {"preset": "fft", "deals": "7"})
    games = store.evening(1).games
    assert (games["tarot"]["deals"], games["tamalou"]["limit"]) == (7, 60)
    assert [*games] == ["tarot", "tamalou"]


def test_names_are_proposed_that_begin_as_is_typed_and_the_name_itself_if_new(organiser, store):
    store.open_table(Opening("tarot", ["Rosa", "Émile", "Anna Roy"]), key=None, phone="")
    organiser.join(store.link("organise"))

    def proposed(typed):
        text = organiser.get(f"/evenings/1/players/known?typed={typed}").text
        return re.findall(r'value="([^"]*)"', text)

    assert proposed("ro") == ["Rosa", "Anna Roy", "ro"]
    assert proposed("em") == ["Émile", "em"]
    assert proposed("rosa") == ["Rosa"]
    organiser.send("/evenings/1/players", {"add": "Rosa"})
    assert proposed("ro") == ["Anna Roy", "ro"]
    assert proposed("rosa") == []


def test_who_is_here_already_is_said_to_be_as_the_name_is_typed(organiser, store):
    """It leads to where that person leaves or pays."""
    store.check_in(1, ["Rosa", "Anna Roy"], "tarot", key=None, phone="")
    rosa = store.player_called("Rosa")

    def said(typed):
        return re.findall(
            r'href="#p(\d+)".*?</svg>(.*?)</a>',
            organiser.get(f"/evenings/1/players/known?typed={typed}").text,
        )

    assert said("ros") == [(str(rosa), 'Rosa <small class="quiet">here already</small>')]
    assert [who for who, _ in said("ro")] == [str(rosa), str(store.player_called("Anna Roy"))]
    assert said("") == said("b") == []
    store.attend(1, rosa, here=False, phone="")
    assert said("ros") == []


def test_a_game_that_was_forgotten_is_added_by_agreeing_its_rules(organiser, store):
    store.open_evening("Late", "2026-11-21", "", {"tarot": {}}, key=None, phone="")
    organiser.join(store.link("organise", Where(None, 2)))
    settings = organiser.get("/evenings/2/settings").text
    assert re.findall(r'href="/evenings/2/rules/(\w+)"', settings) == ["plateau", "tamalou"]
    seen = [form(organiser.get("/evenings/2/rules/tamalou"), "/rules/tamalou") for _ in range(2)]
    assert seen[0].send(organiser, limit="60").status_code == 303
    assert [*store.evening(2).games] == ["tarot", "tamalou"]
    assert store.evening(2).games["tamalou"]["limit"] == 60
    assert seen[1].send(organiser, limit="200").status_code == 422  # another phone was quicker
    assert 'value="tamalou"' in organiser.get("/evenings/2/players").text
    assert organiser.get("/evenings/2/rules/belote").status_code == 404


def test_a_closed_evening_says_so_on_its_pages_and_goes_on_by_one_touch(organiser, store):
    store.change_evening(1, closed=True, key=None, phone="")
    for page in ("/players", "/draw", "/settings"):
        assert "Friday · closed" in organiser.get(f"/evenings/1{page}").text
    page = organiser.get("/evenings/1")
    assert "This evening is closed." in page.text
    closed = next(one for one in forms(page) if one.action.endswith("/settings"))
    assert closed.send(organiser, closed="0").location == "/evenings/1"
    assert store.evening(1).closed_at is None
    assert "closed" not in texts(organiser.get("/evenings/1/players"))


@pytest.mark.parametrize(
    ("shown", "said"),
    [(1, "The others see: up to position 1"), (0, "The others see: nothing yet")],
)
def test_who_closes_an_evening_is_told_what_the_others_see_of_its_standings(
    organiser, store, shown, said
):
    assert "The others see" not in texts(organiser.get("/evenings/1/settings"))
    store.change_evening(1, shown=shown, key=None, phone="")
    assert said in texts(organiser.get("/evenings/1/settings"))


def test_who_types_how_a_known_name_begins_makes_nobody_new_by_that(organiser, store):
    store.open_table(Opening("tarot", ["Quentin", "Bo", "Chi"]), key=None, phone="")
    organiser.join(store.link("organise"))
    asked = organiser.send("/evenings/1/players", {"typed": "quent", "list": "Ana"})
    assert asked.status_code == 422
    assert "a known name begins so" in asked.text
    assert store.attendances(1) == []
    fields = form(asked, "/players").fields
    assert (fields["typed"], fields["list"]) == (["quent"], ["Ana"])
    assert re.findall(r'name="add" value="([^"]*)"', asked.text) == ["Quentin", "quent"]
    organiser.send("/evenings/1/players", {"add": "quent"})
    organiser.send("/evenings/1/players", {"typed": "QUENTIN"})
    organiser.send("/evenings/1/players", {"typed": "Quentine"})
    assert [one.name for one in store.attendances(1)] == ["quent", "Quentin", "Quentine"]


@pytest.mark.parametrize("typed", ["Ev", "eva", "zoe"])
def test_who_types_how_somebody_here_is_called_makes_nobody_new_by_that(organiser, store, typed):
    for name in ("Évaline", "Zoé"):
        organiser.send("/evenings/1/players", {"typed": name})
    asked = organiser.send("/evenings/1/players", {"typed": typed})
    assert asked.status_code == 422
    assert "is here already: touch the new one if this is somebody else" in asked.text
    assert re.findall(r'name="add" value="([^"]*)"', asked.text) == [typed]
    assert len(store.attendances(1)) == 2
    organiser.send("/evenings/1/players", {"add": typed})
    assert {one.name for one in store.attendances(1)} == {"Évaline", "Zoé", typed}


def test_who_is_known_with_an_accent_is_asked_for_without_it(organiser, store):
    store.check_in(1, ["Rémi"], "tarot", key=None, phone="")
    store.attend(1, 1, here=False, phone="")
    asked = organiser.send("/evenings/1/players", {"typed": "Remi"})
    assert asked.status_code == 422
    assert re.findall(r'name="add" value="([^"]*)"', asked.text) == ["Rémi", "Remi"]


@pytest.mark.parametrize(
    ("listed", "asked"),
    [("Bo\nNóra", "“Nóra” may be “Nora”"), ("Élise\nelise", "“elise” may be “Élise”")],
)
def test_a_list_makes_nobody_new_by_an_accent(organiser, store, listed, asked):
    organiser.send("/evenings/1/players", {"typed": "Nora"})
    refused = organiser.send("/evenings/1/players", {"list": listed})
    assert refused.status_code == 422
    assert f' data-typed class="problem" role="alert">{asked}' in unescape(refused.text)
    more = organiser.send("/evenings/1/players", {"list": "Nóra\nÉlise\nelise"})
    assert more.text.count(" may be ") == 2  # each is named
    assert [one.name for one in store.attendances(1)] == ["Nora"]
    for name in listed.splitlines():
        organiser.send("/evenings/1/players", {"add": name})
    told = organiser.send("/evenings/1/players", {"list": f"{listed.upper()}\nNORA"})
    assert told.status_code == 303
    assert {one.name for one in store.attendances(1)} == {"Nora", *listed.splitlines()}


def test_who_was_merged_comes_by_the_old_spelling_too(organiser, store):
    store.check_in(1, ["Rémi", "Remi"], "tarot", key=None, phone="")
    store.check_in(1, ["Bob", "Bobby"], "tarot", key=None, phone="")
    store.merge(3, 1, key=None, phone="")
    assert organiser.send("/evenings/1/players", {"typed": "Bob"}).status_code == 303
    store.merge(2, 1, key=None, phone="")
    assert 'name="add"' not in organiser.get("/evenings/1/players?typed=remi").text
    assert organiser.send("/evenings/1/players", {"list": "remi"}).status_code == 303
    assert [one.name for one in store.attendances(1)] == ["Bobby", "Rémi"]


def test_an_organiser_is_proposed_only_names_that_the_phone_may_see(organiser, store):
    store.open_table(Opening("tarot", ["Rosa", "Bo", "Chi"]), key=None, phone="")
    store.open_evening("Saturday", "2026-11-21", "", {"tarot": {}}, key=None, phone="")
    store.check_in(2, ["Roger"], "tarot", key=None, phone="")
    assert "Rosa" not in organiser.get("/evenings/1/players/known?typed=ro").text
    assert "Roger" not in organiser.get("/evenings/1/players/known?typed=ro").text
    organiser.join(store.link("watch", Where(None, 2)))
    assert "Roger" in organiser.get("/evenings/1/players/known?typed=ro").text


def test_the_tables_that_would_be_are_said_while_people_come(organiser, four):
    organiser.send("/evenings/1/players", {"typed": "Eve", "game": "tamalou"})
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", organiser.get("/evenings/1/players").text))
    assert "5 here · 5 have not paid · 1 table · 1 sits out" in page


def test_the_way_to_the_draw_is_the_next_step_once_somebody_is_here(organiser):
    def way() -> str:
        page = organiser.get("/evenings/1/players").text
        assert page.count(">To the draw<") == 1
        return re.search('<a class="([^"]*)" id="to-draw"', page)[1]

    assert way() == "button"
    organiser.send("/evenings/1/players", {"typed": "Ana"})
    assert way() == "button primary"


def test_what_who_comes_now_plays_stays_chosen(organiser):
    answer = organiser.send("/evenings/1/players", {"typed": "Ana", "game": "tamalou"})
    assert 'value="tamalou" checked' in organiser.get(answer.location).text


# --- All of them ----------------------------------------------------------------------------


@pytest.fixture
def year(organiser, app, store) -> Stranger:
    """The phone that organises Friday and two evenings of before; one is of another phone."""
    for name, date, place in EARLIER:
        phone = app.test_client() if name == "Other" else organiser
        phone.send("/evenings/new", FIELDS | {"name": name, "date": date, "place": place})
    store.change_evening(2, closed=True, key=None, phone="")
    store.change_evening(3, closed=True, key=None, phone="")
    return organiser


EARLIER = (("Été", "2026-07-03", "Le Coin"), ("May", "2026-05-08", "Club"), ("Other", "", "Club"))


def listed(phone, search=""):
    """The headings and the evenings of the list, in order."""
    page = phone.get(f"/evenings?q={search}").text.partition("<main")[2]
    return re.findall("<h2[^>]*>([^<]*)<|<b>([^<]*)</b>", page)


def test_those_going_on_come_first_and_the_closed_ones_below_the_newest_first(year):
    said = [heading or name for heading, name in listed(year)]
    assert said == ["Going on", "Friday", "Closed evenings", "Été", "May"]
    assert 'href="/evenings"' in year.get("/").text
    assert "Été" not in year.get("/").text


@pytest.mark.parametrize(
    ("search", "found"),
    [("ete", ["Été"]), ("coin", ["Été"]), ("2026-05", ["May"]), ("other", [])]
    + [
        ("july", ["Été"]),
        ("3/7", ["Été"]),
        ("03/07/2026", ["Été"]),
        ("3+July+2026", ["Été"]),
        ("club+may", ["May"]),
    ],
)
def test_an_evening_is_found_by_name_place_or_date(year, search, found):
    assert [name for _, name in listed(year, search) if name] == found


def test_a_day_that_is_searched_for_stands_before_those_that_only_end_like_it(client, store):
    """Thirty evenings of the 19th and the 29th do not hide the one of the 9th."""
    for n, day in enumerate(["09", *["19", "29"] * 15]):
        asked = {"key": None, "phone": ""}
        evening = store.open_evening(f"E{n}", f"2026-01-{day}", "", {"tarot": {}}, **asked)
        store.change_evening(evening.id, closed=True, **asked)
    for search in ("9 January", "9/1", "09/01"):
        assert listed(client, search)[1][1] == "E0"


def test_a_deleted_evening_is_on_no_list_and_a_phone_sees_only_its_own(year, app, store):
    store.change_evening(2, deleted=True, key=None, phone="")
    assert [name for _, name in listed(year) if name] == ["Friday", "May"]
    stranger = app.test_client()
    assert listed(stranger) == []
    assert 'href="/evenings"' not in stranger.get("/").text
    stranger.join(store.link("watch", Where(None, 3)))
    assert [name for _, name in listed(stranger) if name] == ["May"]


def test_a_long_list_ends_and_says_how_earlier_evenings_are_found(client, store):
    for n in range(25):
        date = f"2026-01-{n + 1:02}"
        store.open_evening(f"Friday {n}", date, "", {"tarot": {}}, key=None, phone="")
        found = "Earlier ones are found" in client.get("/evenings").text
        assert found is (n >= 23)
    assert "Friday 0<" not in client.get("/evenings").text
    assert "Friday 0<" in client.get("/evenings?q=Friday 0").text


def test_a_deleted_evening_is_found_by_the_host_and_brought_back_where_it_says_so(
    organiser, app, store
):
    host = app.test_client()
    host.join(store.link("organise"))
    gone = organiser.send("/evenings/1/settings", {"deleted": "1"})
    assert gone.location == "/evenings/1"
    for phone, lists in ((host, True), (organiser, False)):
        assert ("Deleted evenings" in phone.get("/evenings").text) is lists
    back = form(organiser.get("/evenings/1"), "/settings")
    assert back.send(organiser, deleted=0).location == "/evenings/1"
    assert "deleted" not in organiser.get("/evenings/1").text


def test_no_name_of_an_evening_turns_the_line_around(organiser, store):
    """Scores behind it would be read from the end."""
    organiser.send("/evenings/1/settings", FIELDS | {"name": "Fri\u202eday\u2069", "planned": ""})
    assert store.evening(1).name == "Friday"


def test_of_two_phones_that_agree_the_rules_of_a_game_the_second_is_asked(organiser, store):
    mine, theirs = (
        form(organiser.get("/evenings/1/rules/tarot"), "/rules/tarot") for _ in range(2)
    )
    assert theirs.send(organiser, preset="fft").status_code == 303
    asked = mine.send(organiser, deals=["12", ""])
    assert asked.status_code == 422
    assert "hese rules were changed meanwhile: agree once more" in asked.text
    assert store.evening(1).games["tarot"]["preset"] == "fft"
    wrong = mine.send(organiser, deals=["", "zzz"])  # what was drawn before stays drawn before
    assert wrong.status_code == 422
    assert form(wrong, "/rules/tarot").send(organiser, deals=["12", ""]).status_code == 422
    for _ in range(2):  # a form that comes twice was agreed once
        assert form(asked, "/rules/tarot").send(organiser).status_code == 303
    assert store.evening(1).games["tarot"]["deals"] == 12


def test_an_evening_that_is_closed_is_not_closed_once_more(client, store):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    first = store.change_evening(1, closed=True, key=None, phone="")
    version = store.evening_version(1)
    assert store.change_evening(1, closed=True, key=None, phone="another") == first
    assert store.evening_version(1) == version
