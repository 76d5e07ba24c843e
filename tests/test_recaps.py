"""A table and an evening as one small file: podium, best and worst deal, chart."""

from __future__ import annotations

import gzip
import html
import re

import pytest
import small_evening
from phones import Stranger

from companion.store import Where
from companion.web import charts, recaps

EVENING, TABLE = "/evenings/1/recap.html", "/tables/1/recap.html"


@pytest.fixture(autouse=True)
def played(store) -> None:
    small_evening.play(store)


def read(page: str) -> str:
    body = re.sub(r"<svg.*?</svg>|<style.*?</style>", " ", page, flags=re.S)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_the_recap_of_a_table_has_podium_peaks_and_chart(client):
    page = client.get(TABLE).text
    assert read(page) == (
        "Ana, Bo and 2 more Ana, Bo and 2 more 20 November 2026 · Friday French Tarot "
        "1 Ana +168 1 Chi +168 3 Eve −96 4 Bo −240 "
        "From deal 2 on Eve sits in the seat of Dana. "
        "Best deal +198 Ana, garde, 49 with two oudlers: made by 8 "
        "Worst deal −108 Bo, prise, 40 with one oudler: failed by 11 Companion"
    )
    assert page.count("<svg") == 1


def test_whose_seat_somebody_took_is_said_beside_the_total(client, store, open_table):
    open_table()
    garde = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(3, 1, garde, revision=0, key=None, phone="")
    store.substitute(3, 0, "<Zoe>", key=None, phone="")
    said = (
        "1 <Zoe> +198 2 Bo −66 2 Chi −66 2 Dana −66 "
        "From deal 2 on <Zoe> sits in the seat of Ana. Best deal +198 Ana, garde"
    )
    page = client.get("/tables/3/recap.html").text
    assert said in html.unescape(read(page))
    assert "<Zoe>" not in page
    client.send("/settings", {"language": "fr"})
    page = client.get("/tables/3/recap.html").text
    assert "Dès la donne 2, <Zoe> remplace Ana." in html.unescape(read(page))


def test_a_table_is_of_the_day_by_the_hosts_clock(client, store, open_table, in_tokyo):
    open_table()
    store.db.execute("UPDATE tables SET opened_at = '2026-11-20T15:30:00+00:00' WHERE id = 3")
    assert "21 November 2026" in read(client.get("/tables/3/recap.html").text)
    assert "21 November 2026" in read(client.get("/tables/3/print").text)


def test_the_recap_of_an_evening_has_each_game_and_all_together(client):
    said = read(client.get(EVENING).text)
    assert said.startswith("Friday Friday 20 November 2026 · Café All games together 1 Ana 93.8")
    tarot = said.partition("French Tarot ")[2]
    assert tarot.startswith(
        "1 Ana +168 1 Chi +168 3 Eve −30 4 Dana −66 5 Bo −240 "
        "Best deal +198 Ana, garde, 49 with two oudlers: made by 8 "
        "Worst deal −108 Bo, prise, 40 with one oudler: failed by 11 Tamalou "
    )
    # Lowest wins: nothing is best, the most is worst.
    assert "Best deal 0 Ana called" in tarot
    assert "Worst deal Chi +12" in tarot


def test_the_charts_of_an_evening_add_up_its_positions(client, monkeypatch):
    """One for each game, beginning at 0; for somebody who sat at no table in a position, the sum
    stays."""
    drawn = []
    monkeypatch.setattr(recaps, "chart", lambda *told: drawn.append(told) or charts.chart(*told))
    assert client.get(EVENING).text.count("<svg") == 2
    totals = [dict(zip(names, zip(*told, strict=True), strict=True)) for names, told, _ in drawn]
    assert [one["Ana"] for one in totals] == [(0, 168, 168), (0, 0, 0)]
    assert [one["Chi"] for one in totals] == [(0, 168, 168), (0, 0, 12)]


def test_why_the_organiser_gave_or_took_points_is_said_below_the_totals(client, store):
    """Ana has won 168; what was taken back is not said."""
    one = {person.name: person.player for person in store.attendances(1)}
    asked = {"key": None, "phone": ""}
    store.adjust(1, one["Ana"], "tarot", -40, "Came late", **asked)  # in halves of points
    store.adjust(1, one["Bo"], "tarot", 10, "By mistake", **asked)
    store.take_back_adjustment(1, 2, True, phone="")
    store.adjust(1, one["Eve"], "", 15, "Swept up", **asked)  # in tenths, of all together
    said = read(client.get(EVENING).text)
    assert "2 Ana +148 3 Eve −30 4 Dana −66 5 Bo −240 Ana −20: Came late Best deal" in said
    assert "Eve +1.5: Swept up French Tarot" in said
    assert "By mistake" not in said


def test_all_who_had_the_best_or_the_worst_deal_are_named(client, store):
    """Garde contre with 91: (25 + 50) × 6 = 450 from each of three, in one deal as in the next."""
    lost = {"declarer": "0", "contract": "garde_contre", "oudlers": 2, "card_points": 91}
    for number in (4, 5):
        store.save_deal(1, number, lost, revision=0, key=None, phone="")
    for address in (TABLE, EVENING):
        said = read(client.get(address).text)
        assert "Best deal +1,350 Ana, garde contre" in said
        assert "Worst deal Bo, Chi, Eve −450 Ana, garde contre" in said


def test_who_had_as_much_in_another_deal_is_not_named_beside_the_first(client, store):
    """Zeros of Tamalou: Ana's in a first round, Bo's and Chi's in a second one."""
    hands = {"0": 7, "1": 3, "2": 3}
    store.save_deal(2, 2, {"caller": "1", "hands": hands}, revision=0, key=None, phone="")
    for address in ("/tables/2/recap.html", EVENING):
        said = read(client.get(address).text)
        assert "Best deal 0 Ana called with 3: nobody as low Worst" in said


def test_of_many_who_had_the_best_deal_two_are_named(client, store, open_table):
    table = open_table("tamalou", ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay"])
    hands = {str(seat): 0 if seat else 5 for seat in range(6)}
    store.save_deal(table.id, 1, {"caller": "1", "hands": hands}, revision=0, key=None, phone="")
    said = read(client.get(f"/tables/{table.id}/recap.html").text)
    assert "Best deal Bo, Chi and 3 more 0" in said
    assert "Worst deal Ana +5" in said


def test_four_who_had_the_best_deal_are_all_named(client, store, open_table):
    table = open_table("tamalou", ["Ana", "Bo", "Chi", "Dana", "Eve"])
    hands = {str(seat): 0 if seat else 5 for seat in range(5)}
    store.save_deal(table.id, 1, {"caller": "1", "hands": hands}, revision=0, key=None, phone="")
    said = read(client.get(f"/tables/{table.id}/recap.html").text)
    assert "Best deal Bo, Chi, Dana, Eve 0" in said


def test_of_two_names_that_begin_alike_the_one_that_is_meant_is_said(client, store, open_table):
    """Ana B. fails, and Ana shows a misère: most is hers, though the sentence begins so."""
    open_table(names=["Ana B.", "Ana", "Chi"], misere=10)
    lost = {"declarer": "0", "contract": "garde", "oudlers": 0, "card_points": 40, "misere": ["1"]}
    store.save_deal(3, 1, lost, revision=0, key=None, phone="")
    said = read(client.get("/tables/3/recap.html").text)
    assert re.search(r"Best deal Ana \+\d+ Ana B\., garde", said)
    assert re.search(r"Worst deal −\d+ Ana B\., garde", said)


@pytest.mark.parametrize("address", [EVENING, TABLE])
def test_it_is_a_file_of_a_few_kilobytes_that_needs_nothing_else(client, address):
    answer = client.get(address)
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert answer.content_type == "text/html; charset=utf-8"
    assert not re.search(r"<script|<link|<img|<use|href=|src=|url\(|@import|http", answer.text)
    assert len(answer.get_data()) < 16_000
    assert len(gzip.compress(answer.get_data())) < 5_000


def test_what_is_not_published_is_in_no_file_of_who_looks_on(app, client, store):
    store.change_evening(1, key=None, phone="", shown=1)
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("watch", Where(None, 1)))
    assert "Tamalou" not in phone.get(EVENING).text
    assert "French Tarot, up to position 1" in phone.get(EVENING).text
    assert "Tamalou" in client.get(EVENING).text
    assert "up to position" not in client.get(EVENING).text


def test_a_table_and_an_evening_without_a_deal_have_theirs(client, store, open_table):
    open_table()
    page = client.get("/tables/3/recap.html").text
    assert "1 Ana 0 1 Bo 0" in read(page)
    assert "<svg" not in page  # a chart needs a deal
    store.open_evening("Saturday", "2026-11-21", "", {"tarot": {}}, key=None, phone="")
    assert "Nothing to show yet." in client.get("/evenings/2/recap.html").text


def test_a_game_with_totals_and_no_deal_has_no_best_deal(client, store, open_table):
    open_table(start=(10, -10, 0, 0))
    store.open_evening("Saturday", "2026-11-21", "", {"tarot": {}}, key=None, phone="")
    store.take_in(3, 2, key=None, phone="")
    store.close_table(3, key=None, phone="")
    said = "French Tarot 1 Ana +5 2 Chi 0 2 Dana 0 4 Bo −5 Companion"
    assert read(client.get("/evenings/2/recap.html").text).endswith(said)
    assert read(client.get("/tables/3/recap.html").text).endswith(said)


def test_beside_a_game_that_was_played_one_with_totals_alone_has_no_best_deal(
    client, store, open_table
):
    open_table("plateau", start=(10, -10, 0, 0))
    store.take_in(3, 1, elsewhere=True, key=None, phone="")
    store.close_table(3, key=None, phone="")
    said = read(client.get(EVENING).text)
    assert said.count("Best deal") == 2
    assert said.endswith("Le Plateau 1 Ana +10 2 Chi 0 2 Dana 0 4 Bo −10 Companion")


@pytest.mark.parametrize(("language", "word"), [("fr", "Meilleure donne"), ("ja", "最高の局")])
def test_it_speaks_the_readers_language(client, language, word):
    client.send("/settings", {"language": language})
    page = client.get(TABLE).text
    assert f'<html lang="{language}">' in page
    assert word in page
