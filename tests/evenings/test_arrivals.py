"""Who comes to an evening: typed, touched, on a list that is pasted, in a file."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from forms import form, texts

from companion.store import Opening, Where


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
    """While names are compared, nobody else can save."""
    answer = organiser.send("/evenings/1/players", {"list": f"Bo{end}" * lines})
    assert answer.status_code == status and said in unescape(answer.text)
    assert [one.name for one in store.attendances(1)] == ["Bo"] * (status == 303)


@pytest.mark.parametrize("at", ["list", "file"])
def test_empty_lines_before_a_name_count_and_those_behind_the_last_are_not_read(
    organiser, store, at
):
    """Eight million of them kept a thread for 20 seconds."""

    def told(text):
        field = (io.BytesIO(text.encode()), "list.csv") if at == "file" else text
        return organiser.send("/evenings/1/players", {at: field})

    refused = told("\n" * 5_000 + "name\nAna")
    assert refused.status_code == 422
    assert "a list has at most 5,000 lines" in unescape(refused.text)
    assert told("name\nBo" + "\n" * 100_000).status_code == 303
    assert [one.name for one in store.attendances(1)] == ["Bo"]


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


def test_of_what_no_name_can_be_a_beginning_is_said(organiser):
    answer = organiser.send("/evenings/1/players", {"list": "x" * 400})
    said = f"line 1, “{'x' * 39}…”: a name has 1 to 30 letters or signs; this one has 400"
    assert said in unescape(answer.text)


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


@pytest.mark.parametrize("how", ["typed", "add", "list"])
def test_who_left_and_comes_again_plays_what_whoever_comes_now_plays(organiser, store, four, how):
    organiser.send(f"/evenings/1/players/{four[0]}", {"here": "0"})
    organiser.send("/evenings/1/players", {how: "Ana", "game": "tamalou"})
    organiser.send("/evenings/1/players", {how: "Bo", "game": "tamalou"})  # is here all the time
    play = {one.name: one.game for one in store.attendances(1) if one.here}
    assert play == {"Ana": "tamalou", "Bo": "tarot", "Chi": "tarot", "Dana": "tarot"}


@pytest.mark.parametrize("first", ["Ana", "Annah"])
def test_of_two_names_of_one_person_who_comes_again_both_play_that(organiser, store, four, first):
    asked = {"key": None, "phone": ""}
    store.check_in(1, ["Annah"], "tarot", **asked)
    store.merge(store.player_called("Annah"), four[0], **asked)
    organiser.send(f"/evenings/1/players/{four[0]}", {"here": "0"})
    organiser.send("/evenings/1/players", {"list": first, "game": "tamalou"})
    organiser.send(f"/evenings/1/players/{four[0]}", {"here": "0"})
    organiser.send(f"/evenings/1/players/{four[0]}", {"here": "1"})
    assert [one.game for one in store.attendances(1) if one.name == "Ana"] == ["tamalou"]


def test_a_list_that_is_pasted_and_not_sent_yet_stays_while_a_name_is_touched(organiser, store):
    typed = {"list": "Eve\nFay", "typed": "an", "game": "tamalou", "key": "once"}
    for _ in range(2):  # a double tap
        answer = organiser.send("/evenings/1/players", typed | {"add": "Ana"})
        assert answer.status_code == 200
        assert "Eve\nFay</textarea>" in answer.text
        assert 'value="tamalou" checked' in answer.text
        assert form(answer, "/players").fields["typed"] == [""]  # Ana is here now
    assert [one.name for one in store.attendances(1)] == ["Ana"]


def test_a_player_plays_only_what_the_evening_plays(organiser, store, four):
    organiser.send(f"/evenings/1/players/{four[0]}", {"game": "tamalou"})
    organiser.send(f"/evenings/1/players/{four[1]}", {"game": "plateau"})
    assert [one.game for one in store.attendances(1)] == ["tamalou", "tarot", "tarot", "tarot"]
    assert organiser.send("/evenings/1/players/999", {"paid": "1"}).status_code == 404


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
    """In a CSV an apostrophe guards what a spreadsheet would run: it is not part of the name."""
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


def test_names_that_there_is_no_room_for_are_said_to_be_there(organiser, store):
    club = [f"Anna {letter}" for letter in "ABCDEFGHIJ"]
    store.check_in(1, club, "tarot", key=None, phone="")
    for player in (store.player_called(name) for name in club):
        store.attend(1, player, here=False, phone="")

    def said(typed):
        return texts(organiser.get(f"/evenings/1/players/known?typed={typed}"))

    assert said("an").endswith("an new 2 more: type on")
    assert "more" not in said("anna b")
    assert "more" not in said("")
    store.check_in(1, club, "tarot", key=None, phone="")
    assert said("an").endswith("Anna H here already an new 2 more: type on")


def test_who_is_here_already_is_said_to_be_as_the_name_is_typed(organiser, store):
    """A link leads to where that person leaves or pays."""
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


def test_a_name_that_can_be_none_is_not_proposed_and_it_is_said_why(organiser):
    """While it is typed; once, where it is sent all the same."""
    longest, said = "Marie-Christine de La Rochefou", "this one has 31"
    for typed, proposed in ((longest, True), (longest + "c", False)):
        page = organiser.get(f"/evenings/1/players/known?typed={typed}").text
        assert (f'name="add" value="{typed}"' in page, said in page) == (proposed, not proposed)
    refused = organiser.send("/evenings/1/players", {"typed": longest + "c"})
    assert (refused.status_code, refused.text.count(said)) == (422, 1)
    assert 'name="add"' not in refused.text


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


def test_a_known_name_touched_after_that_person_was_renamed_makes_nobody_new(organiser, store):
    store.check_in(1, ["Ana", "Bo"], "tarot", key=None, phone="")
    store.attend(1, 1, here=False, phone="")
    store.rename_player(1, "Anna", key=None, phone="")
    for typed in ("", "an"):
        refused = organiser.send("/evenings/1/players", {"add": "Ana", "typed": typed})
        assert (refused.status_code, "“Ana” is called “Anna” now" in refused.text) == (422, True)
    assert [one.name for one in store.attendances(1)] == ["Anna", "Bo"]
    organiser.send("/evenings/1/players", {"add": "Ana", "typed": "Ana"})  # as somebody new
    assert [one.name for one in store.attendances(1)] == ["Ana", "Anna", "Bo"]


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
