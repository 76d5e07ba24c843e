"""Tamalou agreed, opened, carried on, its rules read. Numbers are those of rules/tamalou.md."""

from __future__ import annotations

import re

import forms
import pytest
from forms import problem
from phones import Stranger

from companion.games.kinds import NO_LIMIT
from companion.store import Opening, Where

FOUR = ["Ana", "Bo", "Chi", "Dana"]
NEW = "/tables/new?game=tamalou"
USUAL = {
    "call_threshold": 5,
    "fail_penalty": 5,
    "beaten_caller": "keeps_total",
    "kamikaze": True,
    "kamikaze_points": 50,
    "limit": 100,
    "exact_limit": "end",
    "exact_value": 50,
    "exact_repeat": "unlimited",
    "deals": 0,
    "cards": 4,
    "no_call": "totals",
    "final_tie": "shared",
    "negatives": "clamp",
    "card_values": "tamalou",
    "jokers": 0,
}


def draft(phone, *names, at=NEW):
    """The form of a new table with these names on it, beside those that it proposes."""
    page = phone.get(at)
    for name in names:
        page = forms.form(page, "opening").send(phone, typed=name, add_typed=1)
    return page


@pytest.fixture
def opened(client, store):
    """Opens a table with these names, touched like this: the table."""

    def opens(*names, at=NEW, **touched):
        form = forms.form(draft(client, *names, at=at), "opening")
        answer = form.send(client, open=1, **touched)
        assert answer.status_code == 303, forms.texts(answer)
        return store.table(int(answer.location.rpartition("/")[2]))

    return opens


@pytest.fixture
def played(store):
    """Opens a table of these totals so far, told by one deal that nobody called."""

    def plays(totals, names=FOUR, **rules):
        how = {"key": None, "phone": ""}
        table = store.open_table(Opening("tamalou", names, rules), **how)
        hands = {str(seat): n for seat, n in enumerate(totals)}
        store.save_deal(table.id, 1, {"caller": None, "hands": hands}, revision=0, **how)
        return store.table(table.id)

    return plays


def offered(page, name, of="opening"):
    """The values that can be touched for an option, and the one that is pressed."""
    form = forms.form(page, of)
    return form.choices.get(name, []), form.fields.get(name, [None])[0]


def test_nothing_touched_agrees_what_the_rules_propose(opened):
    assert opened(*FOUR).rules == USUAL


def test_four_things_stand_up_front_the_rest_is_folded(client):
    page = draft(client, "Ana", "Bo")
    front = page.text.partition(">Rules</h2>")[2].partition("<details")[0]
    asked = set(re.findall(r'name="(\w+)"', front))
    assert asked == {"kamikaze", "exact_limit", "deals", "limit", "cards"}
    assert asked | {*re.findall(r'name="([a-z_]+)', page.text)} >= USUAL.keys()


@pytest.mark.parametrize(("names", "six"), [(2, ["4", "6"]), (3, []), (8, [])])
def test_six_cards_are_offered_to_two(client, names, six):
    page = draft(client, *[*FOUR, "Eve", "Fay", "Gil", "Hal"][:names])
    assert offered(page, "cards")[0] == six
    said = "without jokers the lowest possible total is 4"
    assert (said in forms.texts(page)) == bool(six)


def test_two_play_with_six_cards_and_a_third_takes_four(client, opened):
    assert opened("Ana", "Bo", cards="6").rules["cards"] == 6
    assert opened("Chi", at="/tables/new?table=1").rules["cards"] == 4


@pytest.mark.parametrize(
    ("touched", "limit", "deals", "shown"),
    [
        ({}, 100, 0, ""),
        ({"deals": "8"}, 0, 8, ""),
        ({"deals": ["0", "10"]}, 0, 10, ""),
        ({"deals": "8", "limit": "100"}, 100, 8, "100"),
        ({"deals": "8", "limit": "150"}, 150, 8, "150"),
        ({"limit": "0"}, 0, 0, "0"),
        ({"limit": ["100", "120"]}, 120, 0, "120"),
    ],
)
def test_a_limit_a_number_of_deals_or_both_end_the_game(
    client, opened, touched, limit, deals, shown
):
    """Untold the limit is 100, or none with planned deals; what was agreed is offered again."""
    table = opened(*FOUR, **touched)
    assert (table.rules["limit"], table.rules["deals"]) == (limit, deals)
    page = client.get(f"/tables/{table.id}/options")
    assert offered(page, "limit", "/options")[1] == shown
    assert offered(page, "deals", "/options")[1] == str(deals)
    form = forms.form(page, "/options")
    assert form.send(client).status_code == 303
    assert opened(*FOUR).rules == table.rules  # proposed again, on this phone


def test_a_present_value_is_always_among_those_offered(client, opened):
    opened(*FOUR, limit="120", exact_value=["50", "55"], deals="7")
    page = client.get("/tables/1/options")
    assert offered(page, "limit", "/options") == (["", "100", "150", "200", "0", "120"], "120")
    assert offered(page, "exact_value", "/options") == (["50", "70", "55"], "55")
    assert offered(page, "deals", "/options")[0] == ["0", "4", "8", "12", "16", "7"]


def test_any_number_of_deals_may_be_typed(client, opened):
    assert forms.form(draft(client, *FOUR), "opening").fields["deals"] == ["0", ""]
    opened(*FOUR, deals=["0", "10"])
    page = client.get("/tables/1/options")
    assert offered(page, "deals", "/options") == (["0", "4", "8", "12", "16", "10"], "10")
    said = forms.texts(client.get("/tables/1/rules"))
    assert "The game ends after 10 deals; no total ends it." in said


def test_every_option_is_agreed_from_the_form(opened):
    agreed = {
        "call_threshold": "7",
        "fail_penalty": "10",
        "beaten_caller": "zero",
        "kamikaze": "false",
        "kamikaze_points": "25",
        "limit": "200",
        "exact_limit": "continue",
        "exact_value": "70",
        "exact_repeat": "once",
        "deals": "12",
        "cards": "6",
        "no_call": "lowest_zero",
        "final_tie": "most_calls",
        "negatives": "allow",
        "card_values": "kabou",
        "jokers": "2",
    }
    numbers = {key: int(text) for key, text in agreed.items() if text.isdecimal()}
    assert opened("Ana", "Bo", **agreed).rules == {**agreed, **numbers, "kamikaze": False}


def test_own_card_values_are_those_that_differ_from_tamalou(client, opened):
    own = {"card_values": "", "card_values-joker": "-1", "card_values-K": "13"}
    assert opened(*FOUR, **own).rules["card_values"] == {"joker": -1, "K": 13}
    fields = forms.form(client.get("/tables/1/options"), "/options").fields
    assert fields["card_values-K"] == ["13"]
    assert fields["card_values-joker"][0] == "-1"


@pytest.mark.parametrize(
    ("touched", "why"),
    [
        ({"limit": ["100", "many"]}, "&#34;many&#34; is not a number"),
        ({"fail_penalty": "-5"}, "-5 is not between 0 and 100,000"),
        ({"card_values-K": "a"}, "&#34;a&#34; is not a number"),
    ],
)
def test_what_cannot_be_agreed_is_refused_beside_its_option(client, store, touched, why):
    page = forms.form(draft(client, *FOUR), "opening").send(client, open=1, **touched)
    assert (page.status_code, problem(page)) == (422, why)
    assert page.text.count('class="problem"') == 1
    assert store.tables("open") == []


def test_after_the_first_deal_only_what_never_scores_may_change(client, store, played):
    table = played([3, 12, 20, 7])
    page = client.get("/tables/1/options")
    form = forms.form(page, "/options")
    assert {*form.choices} == {"card_values", "card_values-joker", "jokers"}
    assert {name.partition("-")[0] for name in form.fields} - {"csrf_token", "key", "seen"} == {
        *("card_values", "jokers", "fixed")
    }
    answer = form.send(client, jokers="2", **{"card_values-joker": "20"})
    assert answer.status_code == 303
    after = store.table(1)
    assert after.rules == {**table.rules, "jokers": 2, "card_values": {"joker": 20}}
    assert after.totals == (3, 12, 20, 7)
    assert store.can_undo(1).kind == "rules"


def test_what_scores_is_fixed_though_an_old_form_posts_it(client, store, played):
    """A form that was opened before the first deal was told."""
    played([3, 12, 20, 7])
    key = forms.form(client.get("/tables/1/options"), "/options").fields["csrf_token"][0]
    page = client.post("/tables/1/options", data={"csrf_token": key, "limit": "150"})
    assert (page.status_code, problem(page)) == (422, "this was agreed before the first deal")
    assert store.table(1).rules["limit"] == 100


def test_what_scores_stays_agreed_though_the_deal_that_fixed_it_is_taken_back_meanwhile(
    client, store, open_table
):
    """A form that asks only what never scores says nothing of the rest."""
    table = open_table("tamalou", FOUR, limit=150, deals=8)
    told = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
    store.save_deal(table.id, 1, told, revision=0, key=None, phone="")
    form = forms.form(client.get("/tables/1/options"), "/options")
    assert client.send("/tables/1/undo").status_code == 303
    refused = form.send(client, **{"card_values-K": "a"})
    assert refused.status_code == 422
    assert re.search(r'value="150"[^>]*checked', refused.text)
    assert (
        forms.form(refused, "/options").send(client, **{"card_values-K": "13"}).status_code == 303
    )
    assert store.table(1).rules == {**table.rules, "card_values": {"K": 13}}
    again = forms.form(client.get("/tables/1/options"), "/options")
    assert again.send(client, limit=["", "200"]).status_code == 303
    assert store.table(1).rules["limit"] == 200


def test_a_total_from_paper_at_the_limit_is_refused_beside_its_player(client, store):
    touched = {"carried": 1, "start": ["99", "100", "", "3"]}
    page = forms.form(draft(client, *FOUR), "opening").send(client, open=1, **touched)
    assert (page.status_code, problem(page)) == (422, "at or above the limit of 100")
    assert 'aria-label="Total of Bo" aria-invalid="true"' in page.text
    form = forms.form(page, "opening")
    assert form.fields["start"] == ["99", "100", "", "3"]
    assert form.send(client, open=1, start=["99", "98", "", "3"]).location == "/tables/1"
    assert store.table(1).totals == (99, 98, 0, 3)


def test_who_joins_begins_at_the_highest_total_and_it_can_be_chosen(client, store, played, opened):
    played([41, 67, 88, 23])
    page = draft(client, "Eve", at="/tables/new?table=1&carried=1")
    assert forms.form(page, "opening").fields["start"] == ["41", "67", "88", "23", "88"]
    form = forms.form(page, "opening")
    assert form.send(client, open=1, start=["41", "67", "88", "23", "50"]).status_code == 303
    assert store.table(2).goes_on == 1
    assert store.table(2).totals == (41, 67, 88, 23, 50)
    assert store.table(2).about == {}


def test_who_joins_after_the_end_is_proposed_the_highest_total_that_ends_no_game(client, played):
    """The total of the player who left would end the game before its first deal."""
    played([41, 67, 102, 23])
    page = draft(client, at="/tables/new?table=1&carried=1")
    page = forms.form(page, "opening").send(client, leaves=2)
    page = forms.form(page, "opening").send(client, typed="Eve", add_typed=1)
    assert forms.form(page, "opening").fields["start"] == ["41", "67", "23", "67"]
    assert forms.form(page, "opening").send(client, open=1).status_code == 303


def test_who_leaves_is_named_with_the_total_and_sits_there_no_more(client, store, played):
    played([41, 67, 88, 23])
    page = draft(client, at="/tables/new?table=1&carried=1")
    page = forms.form(page, "opening").send(client, leaves=2)
    assert "Chi left with 88: that total stays as it is" in forms.texts(page)
    assert forms.form(page, "opening").send(client, open=1).location == "/tables/2"
    table = store.table(2)
    assert (table.sitting, table.totals) == (("Ana", "Bo", "Dana"), (41, 67, 23))
    assert table.about == {"note": "Chi left with 88"}
    text = client.get(f"/tables/{table.id}/text").text
    assert "\n\nChi left with 88\nCarried over  " in text
    assert "Chi left with 88" in forms.texts(client.get("/tables/2"))


def goes_on(client, table, *touches):
    """Opens the table that goes on with the totals of this one, after these touches."""
    page = draft(client, at=f"/tables/new?table={table}&carried=1")
    for touched in touches:
        page = forms.form(page, "opening").send(client, **touched)
    assert forms.form(page, "opening").send(client, open=1).status_code == 303


def test_who_left_before_stays_named_when_another_leaves(client, store, played):
    played([41, 67, 88, 23])
    goes_on(client, 1, {"leaves": 2})
    goes_on(client, 2, {"leaves": 0})
    assert store.table(3).about["note"] == "Chi left with 88, Ana left with 41"


def test_who_left_before_stays_named_when_somebody_joins(client, store, played):
    played([41, 67, 88, 23])
    goes_on(client, 1, {"leaves": 2})
    goes_on(client, 2, {"typed": "Eve", "add_typed": 1})
    assert store.table(3).about == {"note": "Chi left with 88"}
    assert "Chi left with 88" in forms.texts(client.get("/tables/3"))


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_who_is_back_has_not_left(client, store, played, language):
    """In whatever language it was noted that they left."""
    played([41, 67, 88, 23])
    client.set_cookie("lang", language)
    goes_on(client, 1, {"leaves": 0})
    client.set_cookie("lang", "ja")
    goes_on(client, 2, {"leaves": 1})
    client.set_cookie("lang", "en")
    goes_on(client, 3, {"typed": "ana", "add_typed": 1}, {"leaves": 0})
    assert store.table(4).about == {"note": "Chiは88点で抜けました, Bo left with 67"}


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("Rain stopped play", None),
        ("Rain stopped play, Eve left with 20, and so on", "Eve left with 20"),
        ("Rain stopped play, Ana left with 20", None),
        (", and so on", None),
        (" left with 20", None),
        ("Bo, Jr left with 20", "Bo, Jr left with 20"),
        ("Eve left with 1, Bo, Jr left with 2", "Eve left with 1, Bo, Jr left with 2"),
        ("Straße left with 20, Zoë s’en va avec 1\u202f440", "Zoë s’en va avec 1\u202f440"),
        ("Anaは20点で抜けました、Eveは3点で抜けました", "Eveは3点で抜けました"),
        ("Eve left with −3½", "Eve left with −3½"),
    ],
)
def test_of_what_a_table_notes_only_who_is_still_away_goes_on(client, store, played, note, kept):
    played([1, 2, 3], names=["Bo, Jr", "Chi", "Dana"])
    table = played([41, 67, 88, 23], names=["Ana", "Bo", "Jr", "STRASSE"]).id
    store.describe_table(table, {"note": note}, key=None, phone="")
    goes_on(client, table)
    assert store.table(table + 1).about.get("note") == kept


def test_who_comes_back_before_it_is_opened_has_the_old_total(client, played):
    played([41, 67, 88, 23])
    page = draft(client, at="/tables/new?table=1&carried=1")
    page = forms.form(page, "opening").send(client, leaves=0)
    page = forms.form(page, "opening").send(client, typed="ana", add_typed=1)
    assert forms.form(page, "opening").fields["start"] == ["67", "88", "23", "41"]
    assert "left with" not in forms.texts(page)


def test_the_table_that_goes_on_as_another_one_is_closed_and_can_be_taken_out(
    client, store, played
):
    played([41, 67, 88, 23])
    page = draft(client, at="/tables/new?table=1&carried=1")
    assert "is closed when this table opens" in forms.texts(page)
    form = forms.form(page, "opening")
    assert [form.send(client, open=1).location for _ in range(2)] == ["/tables/2"] * 2
    assert [table.id for table in store.tables("open")] == [2]
    store.undo(1, key=None, phone="")
    assert form.send(client, open=1).location == "/tables/2"  # a double tap, late
    assert not store.table(1).closed_at


def test_a_table_whose_totals_do_not_come_along_stays_out(client, store, played):
    played([41, 67, 88, 23])
    form = forms.form(draft(client, at="/tables/new?table=1&carried=1"), "opening")
    del form.fields["carried"]
    assert form.send(client, open=1).status_code == 303
    assert not store.table(1).closed_at


def test_who_only_looks_on_closes_no_table(client, app, store, played):
    played([41, 67, 88, 23])
    app.test_client_class = Stranger
    friend = app.test_client()
    friend.join(store.link("watch", Where(1)))
    page = friend.get("/tables/new?table=1&carried=1")
    assert "is closed" not in forms.texts(page)
    assert forms.form(page, "opening").send(friend, open=1).status_code == 303
    assert not store.table(1).closed_at


def test_what_does_not_come_along_with_the_totals_is_said_whichever_rules_are_chosen(
    client, played
):
    played([41, 67, 88, 23])
    said = "Only the totals come along: not who has been at exactly the limit, nor how often"
    form = forms.form(draft(client, at="/tables/new?table=1&carried=1"), "opening")
    for chosen in ({}, {"final_tie": "most_calls"}, {"exact_repeat": "once"}):
        assert said in forms.texts(form.send(client, **chosen))


def test_what_was_typed_is_shown_as_it_was_typed(client):
    form = forms.form(draft(client, *FOUR), "opening")
    page = form.send(client, open=1, carried=1, start=["abc", "", "", ""])
    assert problem(page) == "&#34;abc&#34; is not a number"
    assert '<p id="wrong-start" data-typed class="problem"' in page.text
    for language, said in (("fr", "1,5"), ("en", "1.5")):
        client.send("/settings", {"language": language})
        page = form.send(client, open=1, carried=1, start=["1,5", "", "", ""])
        assert problem(page).startswith(said)


def test_the_limit_in_force_goes_along(client, store, played):
    """Raised by a deal, it is what the next table agrees."""
    played([99, 20, 30, 40])
    told = {"caller": None, "hands": {"0": 10, "1": 1, "2": 1, "3": 1}, "limit": 150}
    store.save_deal(1, 2, told, revision=0, key=None, phone="")
    page = draft(client, at="/tables/new?table=1&carried=1")
    assert offered(page, "limit")[1] == "150"
    assert forms.form(page, "opening").send(client, open=1).location == "/tables/2"
    assert (store.table(2).rules["limit"], store.table(2).totals) == (150, (109, 21, 31, 41))


def test_that_the_limit_was_taken_away_goes_along(client, store, played):
    """It was 100, and somebody has 140 by now: the new table can be opened all the same."""
    table = played([100, 20, 30, 40], exact_limit="off")
    told = {"caller": None, "hands": {"0": 40, "1": 1, "2": 1, "3": 1}, "limit": NO_LIMIT}
    store.save_deal(table.id, 2, told, revision=0, key=None, phone="")
    page = draft(client, at="/tables/new?table=1&carried=1")
    assert forms.form(page, "opening").send(client, open=1).location == "/tables/2"
    assert (store.table(2).rules["limit"], store.table(2).totals) == (0, (140, 21, 31, 41))


def test_the_planned_deals_that_are_left_go_along(client, played):
    played([4, 3, 2, 1], deals=10, limit=100)
    page = draft(client, at="/tables/new?table=1&carried=1")
    assert (offered(page, "deals")[1], offered(page, "limit")[1]) == ("9", "100")


def test_another_game_keeps_the_names_and_asks_its_own_options(client, store):
    page = draft(client, *FOUR, at="/tables/new?game=tarot")
    page = forms.form(page, "opening").send(client, game="tamalou", deals="8")
    form = forms.form(page, "opening")
    assert (form.fields["player"], offered(page, "deals")[1]) == (FOUR, "0")
    assert "preset" not in form.fields
    assert "Tamalou, 4 players." in forms.texts(page)
    assert form.send(client, open=1).status_code == 303
    assert (store.table(1).game, store.table(1).rules) == ("tamalou", USUAL)


def test_options_that_nobody_saw_are_not_agreed(client, store):
    """Without script another game is chosen and opened by one touch: its options come first."""
    page = draft(client, *FOUR, at="/tables/new?game=tarot")
    page = forms.form(page, "opening").send(client, game="tamalou", open=1)
    assert page.status_code == 200
    assert "Kamikaze" in forms.texts(page)
    assert forms.form(page, "opening").send(client, open=1).status_code == 303
    assert store.table(1).game == "tamalou"


@pytest.mark.parametrize(
    ("names", "ready"), [(1, False), (2, True), (8, True), (9, True), (10, False)]
)
def test_two_to_eight_play_or_one_more_who_sits_out(client, names, ready):
    everybody = [*FOUR, "Eve", "Fay", "Gil", "Hal", "Ida", "Jo"]
    page = draft(client, *everybody[:names])
    assert ("2 to 8 players" in forms.texts(page)) != ready


def rules_of(client, played, **agreed):
    names = FOUR[:2] if agreed.get("cards") == 6 else FOUR
    played([0] * len(names), names, **agreed)
    return forms.texts(client.get("/tables/1/rules"))


@pytest.mark.parametrize(
    ("agreed", "said"),
    [
        ({}, "The caller with more than 5 has failed: their hand and 5 more"),
        ({"call_threshold": 7, "fail_penalty": 10}, "more than 7 has failed: their hand and 10"),
        ({}, "somebody as low or lower: the caller scores their hand."),
        ({"beaten_caller": "zero"}, "as low or lower: the caller scores 0 all the same."),
        ({"kamikaze_points": 25}, "two queens and two kings scores 0 and everybody else 25"),
        ({"kamikaze": False}, "No kamikaze here"),
        ({"cards": 6}, "No kamikaze here"),
        ({"cards": 6}, "Six each, face down. Before the first turn everybody looks at three"),
        ({}, "Stopped without a call: everybody scores their hand."),
        ({"no_call": "lowest_zero"}, "without a call: the lowest scores 0"),
        ({}, "The game ends as soon as a total is 100 or more."),
        ({"limit": 150}, "Exactly 150 A total of exactly 150 counts 50"),
        ({"exact_limit": "continue", "exact_value": 70}, "becomes 70, and the game goes on."),
        ({"exact_limit": "continue", "exact_repeat": "once"}, "goes on. Only once a player"),
        ({"exact_limit": "off"}, "Exactly 100 ends the game like any total above."),
        ({"deals": 8}, "The game ends after 8 deals; no total ends it."),
        ({"deals": 1}, "The game ends after 1 deal; no total ends it."),
        ({"deals": 8, "limit": 100}, "at a total of 100 or more, or after 8 deals"),
        ({"limit": 0}, "No total ends the game"),
        ({"final_tie": "last_round"}, "The lower score in the last deal is ahead."),
        ({"final_tie": "most_calls"}, "Whoever called more often, well or badly, is ahead"),
        ({"card_values": "kabou", "jokers": 2}, "A hand below 0 Scores 0."),
        ({"negatives": "allow"}, "A hand below 0 Scores what it is"),
        ({"jokers": 1}, "With 1 joker."),
        ({}, "Ana calls with 3; Bo holds 12, Chi 20, Dana 7. Ana 0 , Bo 12 , Chi 20 , Dana 7 ."),
        ({}, "If Dana held 3 as well: Ana 3 , Dana 0 , the others as before."),
        ({}, "If Ana called with 8: Ana 8 + 5 = 13 , Dana with 7 0 ,"),
        ({"fail_penalty": 10}, "If Ana called with 8: Ana 8 + 10 = 18 , Dana with 7 0 ,"),
    ],
)
def test_the_rules_page_says_what_this_table_agreed(client, played, agreed, said):
    assert said in rules_of(client, played, **agreed)


def test_without_a_limit_exactly_the_limit_is_not_spoken_of(client, played):
    assert "xactly" not in rules_of(client, played, limit=0)


@pytest.mark.parametrize(
    ("values", "last_row"),
    [
        ("tamalou", "Jack Queen Black king Red king Joker 10 10 15 0 0"),
        ("cabo", "Jack Queen King Joker 11 12 13 0"),
        ("kabou", "Jack Queen Black king Red king Joker 11 12 13 0 −1"),
        ({"joker": 20}, "Jack Queen Black king Red king Joker 10 10 15 0 20"),
    ],
)
def test_the_values_in_use_stand_in_a_table(client, played, values, last_row):
    said = rules_of(client, played, card_values=values)
    assert "Ace 2 3 4 5 1 2 3 4 5" in said
    assert last_row in said
    assert "Values vary: agree before you start." in said


def test_the_powers_of_the_cards_are_told(client):
    said = forms.texts(client.get("/rules/tamalou"))
    assert "7, 8 Look at one card of your own." in said
    assert "9, 10 Look at one card of another player." in said
    assert "Jack, queen Exchange one of yours with one of another player, both unseen." in said
    assert "King Look at one card of another player, then exchange it" in said
    assert "Four each, face down. Before the first turn everybody looks at two of them." in said
