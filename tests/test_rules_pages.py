"""The rules as pages: of the game, as a table plays them, and the same facts under others.

Numbers are those of rules/tarot.md.
"""

from __future__ import annotations

import re

import forms
import laws
import pytest

SLAM = {"take": "0-garde", "oudlers": 3, "points": 70, "slam_announced": "declarer"}


def figures(page):
    """The tables of figures on the page, row by row."""
    found = re.findall(r'<table class="figures.*?</table>', page.text, re.S)
    rows = [re.findall(r"<tr>.*?</tr>", one, re.S) for one in found]
    return [[" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in one] for one in rows]


def test_the_rules_of_a_game_are_a_page_to_read_before_a_table_is_opened(client):
    page = client.get("/rules/tarot")
    needed, worth, poignees = figures(page)
    assert needed == ["0 1 2 3", "needed 56 51 41 36"]
    assert worth[1] == "4½ 3½ 2½ 1½ ½"
    assert poignees[1:] == [
        "3 players 13 15 18",
        "4 players 10 13 15",
        "5 players 8 10 13",
    ]
    said = forms.texts(page)
    assert "prise × 1 , garde × 2 , garde sans × 4 , garde contre × 6" in said
    assert "+20, 30, 40" in said


def test_the_rules_of_tarot_say_who_wins_a_trick_and_who_the_game(client, open_table):
    said = forms.texts(client.get("/rules/tarot"))
    assert "The highest trump wins, else the highest card of the suit led: king, queen" in said
    assert "when it is led, the next card sets the suit." in said
    assert "The game The highest total wins, equal totals share the place. As many deals" in said
    open_table(deals=12)
    planned = (
        "share the place. 12 deals are planned. Deals that all passed, and void ones, are none"
    )
    assert planned in forms.texts(client.get("/tables/1/rules"))


def test_the_rules_of_le_plateau_say_who_wins_a_trick_and_count_every_round(client, open_table):
    open_table("plateau", deals=12)
    said = forms.texts(client.get("/tables/1/rules"))
    assert "The highest trump wins, else the highest card of the suit led: king, queen" in said
    assert "share the place. 12 deals are planned." in said
    assert "are none of them" not in said


@pytest.mark.parametrize("game", ["belote", "plateaux", "..%2Ftarot"])
def test_a_game_that_is_not_played_here_has_no_rules(client, game):
    assert client.get(f"/rules/{game}").status_code == 404


def test_a_table_sees_the_rules_as_it_plays_them(client, open_table):
    open_table(names=["Ana", "Bo", "Chi"], preset="fft", misere=15, poignee_values=[10, 20, 30])
    page = client.get("/tables/1/rules")
    said = forms.texts(page)
    assert figures(page)[2][1:] == ["3 players 13 15 18"]
    assert "A half goes to the side that won." in said
    assert "The next player deals." in said
    assert "the deal is void" in said
    assert "+10, 20, 30" in said
    assert "Misère, shown: 15 from each other player" in said
    assert "At five" not in said


def test_where_one_sits_out_the_same_player_deals_again_whatever_was_agreed(client, open_table):
    open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve", "Fay"], at_once=5, preset="fft")
    said = forms.texts(client.get("/tables/1/rules"))
    assert "Nobody scores. The same player deals again." in said


AGAIN = "Where one sits out, the same player deals again in any case."


@pytest.mark.parametrize("at_once", [5, 4])
def test_where_one_sits_out_the_option_says_that_it_does_not_apply(client, open_table, at_once):
    open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve"], at_once=at_once, preset="fft")
    for at in ("/tables/1/options", "/tables/1/count-again", "/tables/new?table=1"):
        assert (AGAIN in forms.texts(client.get(at))) == (at_once == 4), at


def test_an_evening_says_it_too_for_its_tables_where_one_sits_out(client, store):
    store.open_evening("Friday", "2026-11-27", "", {"tarot": {}}, key=None, phone="")
    assert AGAIN in forms.texts(client.get("/evenings/1/rules/tarot"))


def test_the_preset_of_a_table_says_otherwise(client, open_table):
    open_table()
    said = forms.texts(client.get("/tables/1/rules"))
    assert "Halves count as they are." in said
    assert "The same player deals again." in said
    assert "Each of that side gets it, nobody pays" in said
    assert "Misère" not in said


@pytest.fixture
def again(client, open_table, record):
    """A slam announced and failed at a table, and the form that counts it otherwise."""
    table = open_table()
    assert record(table, **SLAM) == [154, -118, -118, -118]
    return table


@pytest.mark.parametrize(("single", "said"), [(20, "20 = 106"), (40, "40 = 126"), (0, "0 = 86")])
def test_the_example_counts_a_poignee_as_the_table_does(client, open_table, record, single, said):
    table = open_table(poignee_values=[single, 30, 40])
    assert f"(25 + 8 + 10) × 2 + {said} ." in forms.texts(client.get("/tables/1/rules"))
    told = {"oudlers": 2, "points": 49, "poignee": "single", "petit": "declarer"}
    assert record(table, take="0-garde", **told)[0] == 3 * int(said.split()[-1])


@pytest.mark.parametrize(("threshold", "stands"), [(5, True), (0, True), (-1, False)])
def test_the_example_of_tamalou_stands_where_its_call_is_good(
    client, open_table, threshold, stands
):
    """If a call is good up to −1 at most, nobody calls well with 0."""
    open_table("tamalou", call_threshold=threshold)
    said = forms.texts(client.get("/tables/1/rules"))
    assert ("Ana calls with" in said) == stands


def count(client, **touched):
    return forms.form(client.get("/tables/1/count-again"), "/count-again").send(client, **touched)


def test_under_other_rules_both_totals_stand_side_by_side(client, store, again):
    before = store.changes(1)
    said = forms.texts(count(client, preset="fft"))
    assert "Ana +154 −246 Bo −118 +82 Chi −118 +82 Dana −118 +82" in said
    assert (store.table(1).rules["preset"], store.changes(1)) == ("table", before)
    assert len(store.tables("open")) == 1


def test_the_other_count_is_kept_as_a_table_of_its_own(client, store, again):
    answer = forms.form(count(client, preset="fft"), "/count-again").send(client, keep=1)
    assert (answer.status_code, answer.location) == (303, "/tables/2")
    kept = store.table(2)
    assert (kept.title, kept.rules["preset"]) == ("Ana, Bo, Chi, Dana (2)", "fft")
    assert laws.totals(store, kept) == [-246, 82, 82, 82]
    assert laws.totals(store, again) == [154, -118, -118, -118]
    laws.hold(store, kept)


def test_kept_twice_from_one_form_it_is_one_table(client, store, again):
    form = forms.form(count(client, preset="fft"), "/count-again")
    assert {form.send(client, keep=1).location for _ in range(2)} == {"/tables/2"}
    assert [len(store.tables(state)) for state in ("open", "closed")] == [1, 1]


def test_substitutes_notes_and_dealers_go_along(client, store, again, record):
    client.send("/tables/1/players", {"seat": 1, "name": "Zoe", "substitute": 1})
    record(again, take="1-prise", oudlers=2, points=41, note="late", dealer=3)
    forms.form(count(client, preset="fft"), "/count-again").send(client, keep=1)
    last = store.deals(2)[-1]
    assert (last.note, last.dealer, store.table(2).names_at(last)[1]) == ("late", 3, "Zoe")
    assert store.table(2).names_at(store.deals(2)[0])[1] == "Bo"


def test_rules_under_which_a_deal_cannot_be_are_refused(client, store, open_table, record):
    """A void deal, counted where a lone petit plays on."""
    record(open_table(preset="fft"), unplayed="petit_sec")
    page = count(client, preset="table")
    assert page.status_code == 422
    said = "Under these rules a deal that was not played cannot be: this table plays on with a lone"
    assert said in forms.texts(page)
    assert forms.form(page, "/count-again").fields["preset"] == ["table"]


def test_the_deal_that_cannot_be_under_the_other_rules_is_named(client, store, open_table):
    open_table(names=["Ana", "Bo", "Chi", "Dana", "Eli"], preset="fft")
    told = {"declarer": "0", "partner": "1", "contract": "garde", "oudlers": 2, "card_points": 49}
    for number, more in ((1, {}), (2, {"called": "CH"})):
        store.save_deal(1, number, told | more, revision=0, key=None, phone="")
    said = forms.texts(count(client, preset="table"))
    assert "Under these rules deal 2 cannot be: this table calls kings and queens" in said


def test_no_number_is_no_rule(client, again):
    page = count(client, misere="ten")
    assert page.status_code == 422
    assert forms.form(page, "/count-again").fields["misere"] == ["ten"]


@pytest.mark.parametrize("game", ["tarot", "plateau", "tamalou"])
def test_nothing_but_the_stop_or_the_comma_parts_what_is_said_in_japanese(client, game):
    page = client.get(f"/rules/{game}", headers={"Accept-Language": "ja"}).text
    assert "&lt;" not in page
    read = re.sub(r"<(?!/?(b|span|small)\b)[^>]*>", "|", page[page.index("<main") :])
    read = re.sub(r"<[^>]*>", "", read)
    assert re.findall(r"[^|]{6}[。、]\s+[^|\s].{6}", read) == []
    assert re.findall(r".{6}, .{6}", read) == []


def test_one_word_has_one_meaning_in_japanese(client, open_table):
    open_table()
    japanese = {"Accept-Language": "ja"}
    assert "<h1>プレイヤー</h1>" in client.get("/players", headers=japanese).text
    assert "人数" not in client.get("/", headers=japanese).text
    assert "人数" in client.get("/rules/plateau", headers=japanese).text
