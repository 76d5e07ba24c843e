"""The draw on its pages: drawn, changed by two touches, published, found by name."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import forms
import pytest
from an_evening import open_here
from phones import Phone, Stranger

from companion.draw import sat_out
from companion.games.message import InvalidDeal
from companion.store import DrawnTable, Opening, Where
from companion.web import drawn
from companion.web.drawing import sizes

DRAW = "/evenings/1/draw"
TEN = ["Ana", "Bo", "Chi", "Dana", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon"]
ANA, BO, CHI, DANA, EVE, FAY, GIL, HAL, IDA, JON = range(1, 11)
KEYLESS = {"key": None, "phone": ""}


@pytest.fixture
def evening(app, store):
    """An evening of two games with ten people who are checked in for French Tarot."""
    games = {"tarot": {}, "tamalou": {}}
    store.open_evening("Friday", "2026-11-20", "", games, key=None, phone="")
    store.check_in(1, TEN, "tarot", key=None, phone="")
    app.test_client_class = Phone
    return app.test_client()


def form(phone, address=DRAW):
    """What stands hidden in the forms of the page."""
    text = phone.get(address).text
    return {part: re.search(rf'name="{part}" value="([^"]*)"', text)[1] for part in PARTS}


PARTS = ("key", "seen", "number")


def put(store, *tables, number=1, out=()):
    """A draw that is known, in place of one by lot."""
    drawn = [DrawnTable(place, "tarot", players) for place, players in enumerate(tables, 1)]
    store.keep_draw(1, number, drawn, out, key=None, phone="")


def players(store, number=1):
    """Who sits at which place."""
    (found,) = [one for one in store.positions(1) if one.number == number]
    return {one.place: one.players for one in found.tables}


def move(phone, hand, **to):
    return phone.send(f"{DRAW}/move", form(phone, f"{DRAW}?hand={hand}") | {"hand": hand, **to})


def test_everybody_who_is_here_is_drawn_fours_first(evening, store):
    assert evening.send(DRAW, form(evening)).location == DRAW
    assert sorted(map(len, players(store).values())) == [3, 3, 4]
    assert sorted(one for row in players(store).values() for one in row) == list(range(1, 11))


def test_the_organiser_may_ask_for_fives_and_is_not_asked_again(evening, store):
    evening.send(DRAW, form(evening) | {"size-tarot": "5"})
    assert [len(row) for row in players(store).values()] == [5, 5]
    evening.send(f"{DRAW}/publish", form(evening))
    evening.send(DRAW, form(evening))
    assert [len(row) for row in players(store, 2).values()] == [5, 5]


def test_four_who_make_one_table_ask_for_no_fives_when_more_come(evening, store):
    for player in range(EVE, JON + 1):
        store.attend(1, player, here=False, phone="")
    forms.form(evening.get(DRAW), "sizes").send(evening)
    assert [len(row) for row in players(store).values()] == [4]
    for player in range(EVE, JON + 1):
        store.attend(1, player, here=True, phone="")
    forms.form(evening.get(DRAW), "sizes").send(evening)
    assert sorted(map(len, players(store).values())) == [3, 3, 4]


@pytest.mark.parametrize(("planned", "ahead"), [(0, 3), (7, 6), (1, 0)])
def test_the_draw_looks_ahead_over_the_positions_that_are_planned(
    evening, store, monkeypatch, planned, ahead
):
    looked, usual = [], drawn.draw

    def draw(*told):
        looked.append(told[-1])
        return usual(*told)

    monkeypatch.setattr(drawn, "draw", draw)
    store.change_evening(1, planned=planned, key=None, phone="")
    evening.send(DRAW, form(evening))
    assert set(looked) == {ahead}


def test_how_many_positions_are_planned_is_said_as_long_as_it_is_so(evening, store):
    evening.send("/evenings/1/settings", {"name": "Friday", "date": "2026-11-20", "planned": "2"})
    for number, called in ((1, "position 1 of 2"), (2, "position 2 of 2"), (3, "position 3")):
        put(store, (ANA, BO, CHI), number=number)
        assert f"<h1>Draw, {called}</h1>" in evening.get(DRAW).text
        evening.send(f"{DRAW}/publish", form(evening) | {"minutes": "9" if number == 2 else ""})
        called = called.capitalize()
        assert f"{called}</h2>" in evening.get("/evenings/1").text
        assert f"<p>Friday · {called}</p>" in evening.get("/evenings/1/seats").text
        assert f"<h2>{called} " in evening.get("/evenings/1/seats/print").text
        wall = evening.get("/evenings/1/wall").text
        assert wall.count(called) == 1
        assert f"{called} ends at" in wall if number == 2 else f">{called}</p>" in wall


def test_a_form_sent_twice_draws_once_and_another_one_draws_anew(evening, store):
    once = form(evening)
    evening.send(DRAW, once)
    first = players(store)
    assert evening.send(DRAW, once).status_code == 303
    assert players(store) == first
    evening.send(DRAW, form(evening))
    assert players(store) != first


def test_of_a_deleted_evening_nothing_is_drawn_and_no_table_opens(evening, store):
    asked = form(evening)
    evening.send(DRAW, asked)
    store.change_evening(1, deleted=True, key=None, phone="")
    for address in (DRAW, f"{DRAW}/publish"):
        assert evening.send(address, asked | {"key": "anew"}).location == "/evenings/1"
    assert evening.get(DRAW).location == "/evenings/1"
    assert not store.positions(1)[0].published_at
    assert store.tables("open") == []


def test_each_game_is_drawn_by_itself_and_keeps_its_tables(evening, store):
    for one in (GIL, HAL, IDA, JON):
        store.attend(1, one, game="tamalou", phone="")
    evening.send(DRAW, form(evening))
    games = {one.place: one.game for one in store.positions(1)[0].tables}
    assert games == {1: "tarot", 2: "tarot", 3: "tamalou"}
    evening.send(f"{DRAW}/publish", form(evening))
    for one in (ANA, BO):
        store.attend(1, one, here=False, phone="")
    evening.send(DRAW, form(evening))
    games = {one.place: (one.game, len(one.players)) for one in store.positions(1)[1].tables}
    assert games == {1: ("tarot", 4), 3: ("tamalou", 4)}


def test_too_few_for_a_table_sit_out(evening, store):
    for one in range(3, 11):
        store.attend(1, one, here=False, phone="")
    evening.send(DRAW, form(evening))
    assert store.positions(1)[0].tables == ()
    assert set(store.positions(1)[0].sits_out) == {ANA, BO}
    assert "Nothing is drawn yet." in evening.send(f"{DRAW}/publish", form(evening)).text


def test_two_touches_change_two_places(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    page = evening.get(f"{DRAW}?hand={ANA}").text
    assert "Ana is in the hand." in page
    assert move(evening, ANA, swap=FAY).location == f"{DRAW}#p1"
    assert players(store) == {1: (FAY, BO, CHI, DANA), 2: (EVE, ANA, GIL), 3: (HAL, IDA, JON)}


def test_while_somebody_is_in_the_hand_nothing_is_published(evening, store):
    """Who was taken up is to be put somewhere first."""
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    publish = re.compile(r"<button[^>]*>Publish</button>")
    (resting,) = publish.findall(evening.get(f"{DRAW}?hand={ANA}").text)
    (ready,) = publish.findall(evening.get(DRAW).text)
    assert "disabled" in resting and "formaction" not in resting
    assert "disabled" not in ready and "formaction" in ready


def test_what_was_moved_by_hand_is_not_drawn_over_unasked(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    move(evening, ANA, swap=FAY)
    by_hand = players(store)
    asked = evening.send(DRAW, form(evening) | {"size-tarot": "5"})
    assert asked.status_code == 422
    assert "People were moved by hand since the draw" in asked.text
    assert re.search('value="5" aria-label="5 · 5" checked', asked.text)  # what was chosen stays
    assert players(store) == by_hand
    (button,) = re.findall('<button [^>]*form="sizes" name="all_the_same" value="1"', asked.text)
    assert "Draw again" in asked.text
    sent = form(evening) | {"size-tarot": "5", "all_the_same": "1"}
    for _ in range(2):  # a double tap
        assert evening.send(DRAW, sent).location == DRAW
    fives = players(store)
    assert [len(row) for row in fives.values()] == [5, 5]
    assert evening.send(DRAW, form(evening)).location == DRAW  # nothing moved since
    assert players(store) != fives


def test_who_has_not_seen_what_was_moved_is_told_and_not_asked(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    stale = form(evening)
    move(evening, ANA, swap=FAY)
    refused = evening.send(DRAW, stale)
    assert "Meanwhile another phone" in refused.text
    assert "moved by hand" not in refused.text


def test_the_second_touch_sent_twice_changes_two_places_once(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    fields = form(evening, f"{DRAW}?hand=1") | {"hand": ANA, "swap": FAY}
    for _ in range(2):
        assert evening.send(f"{DRAW}/move", fields).status_code == 303
    assert players(store) == {1: (FAY, BO, CHI), 2: (EVE, ANA, GIL)}


def test_a_free_place_is_taken_and_others_close_up(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    move(evening, BO, to="2")
    assert players(store) == {1: (ANA, CHI, DANA), 2: (EVE, FAY, GIL, BO), 3: (HAL, IDA, JON)}
    move(evening, ANA, to="out")
    assert players(store)[1] == (CHI, DANA)
    assert store.positions(1)[0].sits_out == (ANA,)
    refused = evening.send(f"{DRAW}/publish", form(evening))
    assert "Too few or too many players at table 1" in refused.text
    assert store.tables_at(1) == []


def test_a_swap_says_how_many_pairs_more_meet_again(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    evening.send(f"{DRAW}/publish", form(evening))
    put(store, (ANA, EVE, HAL, JON), (BO, FAY, IDA), (CHI, DANA, GIL), number=2)
    page = evening.get(f"{DRAW}?hand={CHI}").text
    # Now Hal and Jon meet again, Chi and Dana do. In Jon's place Chi meets Ana again, alone;
    # in Eve's too, and Hal meets Jon, and Eve Gil; in Bo's nobody, but Bo Dana, and Hal Jon.
    assert "Jon, swap: −1 pairs again" in page
    assert "Eve, swap: +1 pairs again" in page
    assert "Bo, swap: 0 pairs again" in page


def test_what_a_figure_means_is_said_only_where_one_is_not_nought(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), out=(HAL, IDA, JON))
    said = "<b>−1</b>: one pair fewer meets again."
    assert said not in evening.get(f"{DRAW}?hand={ANA}").text
    evening.send(f"{DRAW}/publish", form(evening))
    put(store, (ANA, BO, HAL), (EVE, FAY, IDA), number=2, out=(CHI, DANA, GIL, JON))
    assert said in evening.get(f"{DRAW}?hand={ANA}").text
    put(store, (ANA, IDA, HAL), (EVE, JON, BO, CHI), number=2)
    assert said in evening.get(f"{DRAW}?hand={EVE}").text


def test_the_minutes_of_the_clock_have_a_name_to_see(evening, store):
    put(store, (ANA, BO, CHI, DANA))
    found = re.search('<label class="minutes">(.*?)</label>', evening.get(DRAW).text, re.DOTALL)
    assert re.sub("<[^>]*>", " ", found[1]).split() == ["Clock", "min"]


def figures(phone, address=DRAW):
    """What stands under each word of the draw's figures."""
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", phone.get(address).text)
    return {word: re.sub("<.*?>", "", said).strip() for word, said in found}


def test_who_sat_together_has_met_whoever_was_drawn(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), out=(HAL, IDA, JON))
    store.publish(1, 1, key=None, phone="")
    deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.substitute(1, 3, "Ida", key=None, phone="")  # before a deal: Dana did not sit there
    store.save_deal(1, 1, deal, revision=0, key=None, phone="")
    store.substitute(1, 0, "Hal", key=None, phone="")
    store.save_deal(1, 2, deal, revision=0, key=None, phone="")
    store.substitute(1, 1, "Jon", key=None, phone="")  # no deal since
    put(store, (HAL, BO, CHI, IDA), (DANA, ANA, JON), number=2, out=(EVE, FAY, GIL))
    # Of the first table six, of Ana, Bo, Chi, Ida, and Hal with three of them; of the second, as
    # it was drawn, three; in the second position, which is not published, nobody yet.
    assert figures(evening) == {
        "pairs again": "6 least 0",
        "met so far": "12 of 45",
        "sat out": "1 least 1",
        "wishes kept": "0 of 0",
    }
    page = evening.get(f"{DRAW}?hand={HAL}").text
    assert "Ana, swap: 0 pairs again" in page  # she met the three too, and Hal met neither
    assert "In this one 6 pairs meet again." in page


def test_at_a_table_that_was_deleted_nobody_has_met(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), out=(HAL, IDA, JON))
    store.publish(1, 1, key=None, phone="")
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), number=2, out=(HAL, IDA, JON))
    assert figures(evening)["met so far"] == "9 of 45"  # six, and three, once
    store.change_table(1, deleted=True, key=None, phone="")
    assert figures(evening) == {
        "pairs again": "3 least 1",  # who sat in the three are seven now at two tables
        "met so far": "3 of 45",
        "sat out": "2 least 1",
        "wishes kept": "0 of 0",
    }
    store.change_table(2, deleted=True, key=None, phone="")  # so the position was none at all
    assert "over all positions so far" not in evening.get(DRAW).text


def test_nobody_has_met_by_a_draw_that_is_not_published(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL))
    assert "met so far" not in figures(evening)
    store.publish(1, 1, key=None, phone="")
    assert figures(evening, f"{DRAW}?position=1")["met so far"] == "9 of 45"
    put(store, (ANA, EVE, HAL), (BO, FAY, IDA), number=2)
    assert figures(evening)["met so far"] == "9 of 45"
    store.publish(1, 2, key=None, phone="")
    assert figures(evening, f"{DRAW}?position=2")["met so far"] == "15 of 45"


def test_the_figures_of_the_first_position_need_no_word_of_others(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL))
    assert "over all positions so far" not in evening.get(DRAW).text


def test_who_plays_another_game_does_not_change_places(evening, store):
    store.attend(1, JON, game="tamalou", phone="")
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL, IDA, DANA, JON))
    refused = move(evening, JON, swap=ANA)
    assert refused.status_code == 422
    assert players(store)[1] == (ANA, BO, CHI)


def test_who_comes_late_takes_a_free_place_or_that_of_who_left(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    store.check_in(1, ["Zoe"], "tarot", key=None, phone="")
    zoe = 11
    store.attend(1, BO, here=False, phone="")
    page = evening.get(DRAW).text
    assert page.count("has left") == 1
    refused = evening.send(f"{DRAW}/publish", form(evening))
    assert "Has left, or plays something else now: Bo" in refused.text
    move(evening, zoe, swap=BO)
    move(evening, HAL, to="2")
    assert players(store) == {1: (ANA, zoe, CHI), 2: (EVE, FAY, GIL, HAL)}
    assert BO not in store.positions(1)[0].sits_out
    assert evening.send(f"{DRAW}/publish", form(evening)).location == "/evenings/1/seats"


def test_who_comes_after_the_draw_is_said_to_and_drawing_again_comes_before_publishing(
    evening, store
):
    forms.form(evening.get(DRAW), "sizes").send(evening)
    assert figures(evening)["sat out"] == "0 least 0"
    assert [one["class"] for one in bar(evening)] == ["button primary"]
    for names in (["Karim"], ["Lou", "Mia", "Nina"]):
        store.check_in(1, names, "tarot", key=None, phone="")
        assert figures(evening)["sat out"] == "1 least 0"  # drawn again nobody does
        publish, again = bar(evening)
        assert (publish["class"], again["class"]) == ("button", "button primary")
        assert publish["formaction"] == f"{DRAW}/publish"
        assert "formaction" not in again
        told = "Came after the draw: Karim" if names == ["Karim"] else "4 players came after"
        assert told in forms.texts(evening.get(DRAW))
    forms.form(evening.get(DRAW), "sizes").send(evening)
    assert "came after the draw" not in forms.texts(evening.get(DRAW)).lower()
    assert len(bar(evening)) == 1


def bar(phone):
    """The buttons below the draw."""
    below = phone.get(DRAW).text.partition('<div class="bar">')[2]
    found = re.findall(r"<button ([^>]*)>", below.partition("</div></div>")[0])
    return [dict(re.findall('([a-z]+)="([^"]*)"', one)) for one in found]


def test_wishes_are_said_to_be_kept_or_not_and_are_taken_back(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    wish = {"one": ANA, "other": EVE, "together": "1"}
    evening.send(f"{DRAW}/wishes", form(evening) | wish)
    evening.send(f"{DRAW}/wishes", form(evening) | {"one": BO, "other": FAY, "together": "0"})
    page = evening.get(DRAW).text
    assert "Ana <b>with</b> Eve" in page
    assert "Bo <b>not with</b> Fay" in page
    assert (page.count(">kept<"), page.count(">not kept<")) == (1, 1)
    evening.send(f"{DRAW}/wishes", form(evening) | {**wish, "together": ""})
    assert store.wishes(1) == [(BO, FAY, False)]
    refused = evening.send(f"{DRAW}/wishes", form(evening) | {**wish, "other": ANA})
    assert "A wish is of two" in refused.text


def test_a_wish_that_is_sent_twice_is_noted_once(evening, store):
    noted = "SELECT said FROM evening_changes WHERE kind = 'wish' ORDER BY id"
    wish = {"one": ANA, "other": EVE, "together": "1"}
    for asked in (wish, wish | {"together": "0"}, {"back": f"{EVE}-{ANA}"}):
        for _ in range(2):
            evening.send(f"{DRAW}/wishes", form(evening) | asked)
    said = [json.loads(one)["together"] for (one,) in store.db.execute(noted)]
    assert said == [True, False, None]


def in_hand(phone, player) -> str:
    """What the page says of who is in the hand."""
    said = re.search(r'role="status">(.*?)</p>', phone.get(f"{DRAW}?hand={player}").text, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", "", said[1]).split())


def test_who_can_go_nowhere_is_told_why_and_where_a_game_is_changed(evening, store):
    store.check_in(1, ["Solo"], "tamalou", **KEYLESS)
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), out=(HAL, IDA, JON, 11))
    assert in_hand(evening, 11) == (
        "Solo is in the hand. No table plays Tamalou: games are changed at “Who is here”."
    )
    assert in_hand(evening, HAL) == "Hal is in the hand."
    assert in_hand(evening, ANA) == "Ana is in the hand."


def test_who_plays_what_has_begun_everywhere_is_told_so(evening, store):
    drawn = [DrawnTable(1, "tarot", (ANA, BO, CHI)), DrawnTable(2, "tamalou", (DANA, EVE))]
    for player in (DANA, EVE):
        store.attend(1, player, game="tamalou", phone="")
    store.keep_draw(1, 1, drawn, (FAY,), **KEYLESS)
    first, _other = store.publish(1, 1, **KEYLESS)
    assert in_hand(evening, f"{FAY}&position=1") == "Fay is in the hand."
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(first, 1, facts, revision=0, **KEYLESS)
    assert in_hand(evening, f"{FAY}&position=1") == (
        "Fay is in the hand. All tables of French Tarot have begun."
    )
    assert in_hand(evening, f"{BO}&position=1") == (
        "Bo is in the hand. Table 1 has begun: nobody leaves it here."
    )
    assert in_hand(evening, f"{EVE}&position=1") == "Eve is in the hand."


def test_a_wish_keeps_the_minutes_and_the_sizes_that_were_chosen(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    touched = {"minutes": "25", "size-tarot": "5"}
    draft = forms.form(evening.get(DRAW), "sizes")
    made = draft.send(evening, f"{DRAW}/wishes", one=ANA, other=EVE, together=1, **touched)
    assert store.wishes(1) == [(ANA, EVE, True)]
    page = evening.get(made.location)
    assert chosen(page) == touched | {"one": "", "other": ""}  # the next wish is another one
    draft = forms.form(page, "sizes")
    back = draft.send(evening, f"{DRAW}/wishes", back=f"{ANA}-{EVE}", one=BO, other=FAY)
    assert store.wishes(1) == []
    assert chosen(evening.get(back.location)) == touched | {"one": str(BO), "other": str(FAY)}


def test_what_was_not_drawn_is_not_published_for_it(evening, store):
    """Five are chosen, and nobody has drawn since."""
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    touched = {"minutes": "25", "size-tarot": "5", "one": "", "other": ""}
    draft = forms.form(evening.get(DRAW), "sizes")
    refused = draft.send(evening, f"{DRAW}/publish", **touched)
    assert refused.status_code == 422
    assert "draw again, or choose these" in refused.text
    assert (chosen(refused), store.tables_at(1)) == (touched, [])
    drawn = draft.send(evening, **touched)
    published = forms.form(evening.get(drawn.location), "sizes").send(evening, f"{DRAW}/publish")
    assert published.status_code == 303
    assert [len(table.sitting) for table in store.tables_at(1)] == [5, 5]


def test_what_is_no_wish_comes_back_with_all_that_was_chosen(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    touched = {"minutes": "25", "size-tarot": "5", "one": str(ANA), "other": str(ANA)}
    draft = forms.form(evening.get(DRAW), "sizes")
    refused = draft.send(evening, f"{DRAW}/wishes", together=0, **touched)
    assert refused.status_code == 422
    assert chosen(refused) == touched


def test_a_draw_keeps_the_minutes_and_the_wish_that_were_begun(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    begun = {"minutes": "25", "one": str(ANA), "other": ""}
    drawn = forms.form(evening.get(DRAW), "sizes").send(evening, **begun, **{"size-tarot": "5"})
    assert chosen(evening.get(drawn.location)) == begun | {"size-tarot": "5"}


def test_a_clock_that_was_taken_away_stays_away_after_a_wish(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening) | {"minutes": "45"})
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    draft = forms.form(evening.get(DRAW), "sizes")
    assert draft.fields["minutes"] == ["45"]
    told = {"minutes": "", "one": ANA, "other": EVE, "together": 1}
    made = draft.send(evening, f"{DRAW}/wishes", **told)
    assert chosen(evening.get(made.location))["minutes"] == ""


def chosen(page) -> dict[str, str]:
    """What the form of the draw says of the clock, the sizes and the next wish."""
    fields = forms.form(page, "sizes").fields
    return {name: fields[name][0] for name in ("minutes", "size-tarot", "one", "other")}


def test_a_swap_against_a_wish_says_so(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    store.wish(1, BO, FAY, False, phone="")
    page = evening.get(f"{DRAW}?hand={FAY}").text
    assert "Ana, swap: 0 pairs again, against a wish" in page
    assert 'Bo, swap: 0 pairs again"' in page


def test_a_draw_keeps_the_wishes(evening, store):
    store.wish(1, ANA, JON, True, phone="")
    store.wish(1, BO, CHI, False, phone="")
    evening.send(DRAW, form(evening))
    rows = players(store).values()
    assert any({ANA, JON} <= set(row) for row in rows)
    assert not any({BO, CHI} <= set(row) for row in rows)


def test_a_wish_of_two_who_play_different_games_says_so(evening, store):
    for one in (GIL, HAL, IDA, JON):
        store.attend(1, one, game="tamalou", phone="")
    store.wish(1, ANA, JON, True, phone="")
    evening.send(DRAW, form(evening))
    page = evening.get(DRAW).text
    assert ("they play different games" in page, "not kept" in page) == (True, False)


def test_a_wish_is_taken_back_by_the_names_of_both(evening, store):
    store.wish(1, ANA, JON, True, phone="")
    evening.send(DRAW, form(evening))
    assert 'aria-label="Take this wish back: Ana and Jon"' in evening.get(DRAW).text


def test_of_two_organisers_the_slower_is_told_what_the_quicker_did(evening, store, app):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    other, seen = app.test_client(), form(evening)
    assert other.send(f"{DRAW}/publish", form(other)).status_code == 303
    for address, fields in (("", {}), ("/move", {"hand": ANA, "swap": FAY}), ("/publish", {})):
        late = evening.send(DRAW + address, seen | fields)
        assert late.status_code == 422
        assert "Meanwhile another phone has drawn" in late.text
    first_touch = evening.get(f"{DRAW}?number=1&hand=1").text
    assert "Meanwhile another phone has drawn" in first_touch
    assert "is in the hand" not in first_touch
    assert len(store.positions(1)) == 1
    assert [table.names for table in store.tables_at(1)] == [
        ("Ana", "Bo", "Chi"),
        ("Eve", "Fay", "Gil"),
    ]


def test_what_is_published_is_what_was_seen(evening, store, app):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    seen = form(evening)
    move(app.test_client(), ANA, swap=FAY)
    assert evening.send(f"{DRAW}/publish", seen).status_code == 422
    assert store.tables_at(1) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.attend(1, ANA, phone="another", here=False),
        lambda store: store.attend(1, ANA, phone="another", game="tamalou"),
        lambda store: store.change_evening(1, deleted=True, key=None, phone="another"),
    ],
    ids=["left", "plays something else", "deleted"],
)
def test_what_changed_between_the_look_and_the_lock_opens_no_table(
    evening, store, monkeypatch, change
):
    evening.send(DRAW, form(evening))
    seen, publish = form(evening), store.publish

    def later(*asked, **how):
        change(store)
        return publish(*asked, **how)

    monkeypatch.setattr(store, "publish", later)
    assert evening.send(f"{DRAW}/publish", seen).status_code == 422
    assert store.tables_at(1) == []


def test_published_twice_by_a_double_tap_the_tables_open_once(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    once = form(evening)
    for _ in range(2):
        assert evening.send(f"{DRAW}/publish", once).location == "/evenings/1/seats"
    assert len(store.tables_at(1)) == 2


def test_a_position_is_published_with_a_clock_and_the_next_one_proposes_it_again(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    assert minutes(evening) == ""
    evening.send(f"{DRAW}/publish", form(evening) | {"minutes": "４５"})  # in full width
    left = datetime.fromisoformat(store.ends_at(1)) - datetime.now(UTC)
    assert timedelta(minutes=44) < left <= timedelta(minutes=45)
    until = (datetime.now(UTC) + left).astimezone().strftime("%H:%M")
    page = evening.get("/tables/1").text
    assert f'Table 1<span class="unseen"> · Deal 1</span> · until {until}' in page  # on its card
    assert f"ends at <b>{until}</b>" in evening.get("/evenings/1/wall").text
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    assert minutes(evening) == "45"
    evening.send(f"{DRAW}/publish", form(evening) | {"minutes": ""})
    assert store.positions(1)[1].ends_at is None


def test_a_clock_that_was_kept_without_a_zone_is_proposed_again(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    ends = datetime.now(UTC) + timedelta(minutes=45)
    store.publish(1, 1, ends_at=ends.replace(tzinfo=None).isoformat(), **KEYLESS)
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    assert minutes(evening) == "45"


@pytest.mark.parametrize("minutes_on", [-8211, 0, 1441])
def test_a_clock_that_cannot_be_set_is_not_proposed(evening, store, minutes_on):
    """Of a host whose clock was put right."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    ends = datetime.now(UTC) + timedelta(minutes=minutes_on)
    store.publish(1, 1, ends_at=ends.isoformat(), **KEYLESS)
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    assert minutes(evening) == ""


@pytest.mark.parametrize(("given", "proposed"), [("", ""), ("45", "45")])
def test_a_clock_that_was_set_later_is_not_proposed_but_what_it_was_published_with(
    evening, store, given, proposed
):
    """The last call, ten minutes before the end, is no length of a position."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening) | {"minutes": given})
    evening.send("/evenings/1/position", {"number": "1", "minutes": "10"})
    assert store.positions(1)[0].ends_at
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    assert minutes(evening) == proposed


def test_the_minutes_that_were_typed_stand_there_again_after_another_draw(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    refused = evening.send(f"{DRAW}/publish", form(evening) | {"minutes": "50", "seen": "another"})
    assert refused.status_code == 422
    assert 'name="minutes"' in refused.text
    assert 'value="50"' in refused.text


@pytest.mark.parametrize("typed", ["abc", "1h30", "-5", "0", "1441", "1.5"])
def test_minutes_that_cannot_be_read_publish_nothing_and_come_back(evening, store, typed):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    refused = evening.send(f"{DRAW}/publish", form(evening) | {"minutes": typed})
    assert refused.status_code == 422
    assert "minutes are a whole number of 1 to 1,440" in refused.text
    assert f'value="{typed}"' in refused.text
    assert store.tables_at(1) == []


def minutes(phone):
    """For how long the form of the draw would publish it."""
    return re.search(r'name="minutes".*? value="([^"]*)"', phone.get(DRAW).text)[1]


def test_a_published_position_is_changed_by_hand_until_a_table_has_told_a_deal(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), (HAL, IDA, JON))
    evening.send(f"{DRAW}/publish", form(evening))
    fields = form(evening, f"{DRAW}?position=1&hand=1") | {"position": 1, "hand": ANA, "swap": FAY}
    assert evening.send(f"{DRAW}/move", fields).location == f"{DRAW}?position=1#p1"
    assert [table.sitting for table in store.tables_at(1)][:2] == [
        ("Fay", "Bo", "Chi"),
        ("Eve", "Ana", "Gil"),
    ]
    store.save_deal(2, 1, {"passed": True}, revision=0, key=None, phone="")
    fields = form(evening, f"{DRAW}?position=1&hand=1") | {"position": 1, "hand": ANA, "swap": BO}
    assert evening.send(f"{DRAW}/move", fields).status_code == 422
    fields = form(evening, f"{DRAW}?position=1&hand=2") | {"position": 1, "hand": BO, "swap": HAL}
    evening.send(f"{DRAW}/move", fields)
    assert [table.sitting for table in store.tables_at(1)] == [
        ("Fay", "Hal", "Chi"),
        ("Eve", "Ana", "Gil"),
        ("Bo", "Ida", "Jon"),
    ]


@pytest.fixture
def published(evening, store):
    """Two tables of three, opened by a draw."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    return store


def swap(evening, one, other):
    """Two change places in a position that is published."""
    fields = form(evening, f"{DRAW}?position=1&hand={one}")
    return evening.send(f"{DRAW}/move", fields | {"position": 1, "hand": one, "swap": other})


def sitting(store):
    return [table.sitting for table in store.tables_at(1)]


def test_who_was_moved_by_hand_is_not_brought_back_by_undo_at_one_of_the_tables(
    evening, app, published
):
    """Else Ana would sit at both tables, and Fay at none."""
    names = ("Bo", "Ana", "Chi")
    published.change_table(1, names=names, key=None, phone="")
    swap(evening, ANA, FAY)
    now = sitting(published)
    assert now == [("Bo", "Fay", "Chi"), ("Eve", "Ana", "Gil")]
    assert published.can_undo(1) is None
    for address in ("undo", "redo"):
        assert evening.send(f"/tables/1/{address}").status_code == 303
    assert sitting(published) == now
    assert "Seated anew by the draw" in evening.get("/tables/1/history").text
    published.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    published.undo(1, key=None, phone="")  # what comes behind it is taken back as ever
    assert (sitting(published), published.table(1).deals) == (now, 0)
    assert published.can_undo(1) is None


def test_a_change_by_hand_leaves_who_stays_as_they_sit_by_now(evening, published):
    published.change_table(1, names=("Chi", "Bo", "Ana"), dealer=2, key=None, phone="")
    published.substitute(2, 0, "Ida", key=None, phone="")  # she sits there for Eve
    swap(evening, BO, FAY)
    assert sitting(published) == [("Chi", "Fay", "Ana"), ("Ida", "Bo", "Gil")]
    assert published.table(1).dealer == 2
    swap(evening, ANA, EVE)  # who sits out by now
    assert sitting(published) == [("Chi", "Fay", "Eve"), ("Ida", "Bo", "Gil")]


def test_who_sat_down_before_the_first_deal_has_the_seat_in_the_draw_too(evening, store):
    """Else whoever is moved then sits at two tables, or cannot be moved."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    stale = form(evening, f"{DRAW}?position=1&hand={EVE}")
    store.substitute(1, 0, "Hal", key=None, phone="")
    late = evening.send(f"{DRAW}/move", stale | {"position": 1, "hand": EVE, "swap": ANA})
    assert (late.status_code, "Meanwhile another phone has drawn" in late.text) == (422, True)
    assert swap(evening, HAL, EVE).status_code == 303
    assert sitting(store) == [("Eve", "Bo", "Chi"), ("Hal", "Fay", "Gil")]
    assert swap(evening, FAY, ANA).status_code == 303  # who got up sits out
    assert sitting(store) == [("Eve", "Bo", "Chi"), ("Hal", "Ana", "Gil")]
    (position,) = store.positions(1)
    assert FAY in position.sits_out
    assert not {ANA, HAL} & {*position.sits_out}


@pytest.mark.parametrize("taken_back", [False, True])
def test_who_got_up_does_not_come_back_by_undo_once_seats_were_changed_by_hand(
    evening, app, store, taken_back
):
    """Else who has a seat at another table by now would sit at both."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    store.substitute(1, 0, "Hal", key=None, phone="")
    if taken_back:
        store.undo(1, key=None, phone="")
    swap(evening, FAY, HAL if taken_back else ANA)
    now = sitting(store)
    assert now[1] == ("Eve", "Hal" if taken_back else "Ana", "Gil")
    assert (store.can_undo(1), store.can_redo(1)) == (None, None)
    for address in ("undo", "redo"):
        evening.send(f"/tables/1/{address}")
    assert sitting(store) == now
    assert evening.get("/tables/1/history").status_code == 200


def test_who_got_up_after_a_deal_does_not_come_back_by_undo_once_they_have_a_seat(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    store.substitute(1, 0, "Hal", key=None, phone="")
    swap(evening, EVE, ANA)
    now = sitting(store)
    assert now == [("Hal", "Bo", "Chi"), ("Ana", "Fay", "Gil")]
    assert store.can_undo(1) is None
    evening.send("/tables/1/undo")
    assert sitting(store) == now


@pytest.mark.parametrize(
    "then",
    [
        lambda store: store.change_table(1, dealer=2, **KEYLESS),
        lambda store: store.change_table(1, about={"title": "Window"}, **KEYLESS),
        lambda store: store.save_deal(1, 1, {"passed": True}, revision=0, **KEYLESS),
    ],
    ids=["another dealer", "a title", "a deal"],
)
def test_who_got_up_comes_back_by_no_undo_whatever_was_done_since(evening, store, then):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    store.substitute(1, 0, "Hal", **KEYLESS)
    then(store)
    swap(evening, EVE, ANA)
    now = sitting(store)
    assert now == [("Hal", "Bo", "Chi"), ("Ana", "Fay", "Gil")]
    for _ in range(3):
        evening.send("/tables/1/undo")
    assert sitting(store) == now


def test_who_had_got_up_again_comes_back_by_no_redo_though_it_is_not_the_next(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    store.change_table(1, dealer=2, **KEYLESS)
    store.substitute(1, 0, "Hal", **KEYLESS)
    for _ in range(2):
        store.undo(1, **KEYLESS)
    swap(evening, EVE, HAL)
    for _ in range(3):
        evening.send("/tables/1/redo")
    assert sitting(store) == [("Ana", "Bo", "Chi"), ("Hal", "Fay", "Gil")]


def test_what_seats_nobody_is_undone_though_another_table_was_changed_by_hand(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    store.change_table(1, dealer=2, key=None, phone="")
    swap(evening, EVE, HAL)
    store.undo(1, key=None, phone="")
    assert store.table(1).dealer == 0
    assert sitting(store) == [("Ana", "Bo", "Chi"), ("Hal", "Fay", "Gil")]


def test_who_sits_at_two_tables_is_moved_at_none(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.substitute(1, 0, "Fay", elsewhere=True, key=None, phone="")
    before = sitting(store)
    assert swap(evening, ANA, FAY).status_code == 422
    assert sitting(store) == before


def test_the_draw_knows_nobody_who_plays_at_a_place_of_it_and_is_not_of_the_evening(
    evening, published, open_table
):
    """The table there was deleted, and one of strangers was taken in."""
    published.change_table(1, deleted=True, key=None, phone="")
    other = open_table(names=["Kim", "Lea", "Mia"]).id
    published.take_in(other, 1, key=None, phone="")
    assert published.table(other).place == 1
    page = evening.get(f"{DRAW}?position=1")
    assert (page.status_code, "Ana" in page.text, "Kim" in page.text) == (200, True, False)


def test_nobody_is_moved_by_hand_in_a_position_that_is_closed_meanwhile(
    evening, published, monkeypatch
):
    """Between the look and the lock."""
    keep_draw = published.keep_draw

    def later(*asked, **how):
        published.close_position(1, 1, phone="another")
        keep_draw(*asked, **how)

    monkeypatch.setattr(published, "keep_draw", later)
    assert swap(evening, ANA, FAY).status_code == 422
    assert sitting(published) == [("Ana", "Bo", "Chi"), ("Eve", "Fay", "Gil")]


def test_who_saw_a_position_before_it_was_published_moves_nobody_at_its_tables(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    fields = form(evening, f"{DRAW}?position=1&hand={ANA}")
    evening.send(f"{DRAW}/publish", form(evening))
    move = fields | {"position": 1, "hand": ANA, "swap": FAY}
    answer = evening.send(f"{DRAW}/move", move)
    assert (answer.status_code, "Meanwhile another phone has drawn" in answer.text) == (422, True)
    assert sitting(store) == [("Ana", "Bo", "Chi"), ("Eve", "Fay", "Gil")]


def test_nobody_is_taken_in_the_hand_at_an_evening_that_was_closed_meanwhile(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    shown = form(evening, f"{DRAW}?hand={ANA}")
    store.change_evening(1, closed=True, key=None, phone="another")
    answer = evening.send(f"{DRAW}/move", shown | {"hand": ANA, "swap": FAY})
    assert (answer.status_code, "Meanwhile another phone has" in answer.text) == (422, True)
    said = forms.texts(evening.get(f"{DRAW}?hand={ANA}"))
    assert "is in the hand" not in said
    assert "This evening is closed." in said


def test_where_two_sheets_are_open_at_a_place_nobody_is_moved(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    assert evening.send("/tables/1/again").location == "/tables/3"
    before = sitting(store)
    assert swap(evening, ANA, EVE).status_code == 422
    assert sitting(store) == before


def test_who_sat_down_for_another_did_not_sit_out_but_who_got_up_did(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    assert outs_of(store) == {HAL: 1}
    store.substitute(1, 0, "Hal", key=None, phone="")
    deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, deal, revision=0, key=None, phone="")
    assert outs_of(store) == {ANA: 1}


def outs_of(store):
    """How often each sat out, by the draw of the next position."""
    (position,) = store.positions(1)
    return dict(sat_out([drawn.as_draw(position, store.tables_at(1))]))


def test_who_got_up_at_the_second_sheet_of_a_place_comes_back_by_no_undo(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    evening.send(f"{DRAW}/publish", form(evening))
    store.change_table(1, closed=True, **KEYLESS)
    assert evening.send("/tables/1/again").location == "/tables/3"
    store.substitute(3, 0, "Hal", **KEYLESS)
    swap(evening, EVE, ANA)
    assert store.table(2).sitting == ("Ana", "Fay", "Gil")
    evening.send("/tables/3/undo")
    assert store.table(3).sitting == ("Hal", "Bo", "Chi")


def test_who_deals_at_a_table_of_one_more_has_not_sat_out(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    five = ("Ana", "Bo", "Chi", "Dana", "Hal")
    store.change_table(1, names=five, at_once=4, **KEYLESS)
    deal = {"declarer": "1", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, deal, revision=0, **KEYLESS)
    assert store.table(1).seats[0].people[0].deals == 0
    assert outs_of(store) == {}


def test_whoever_deals_first_deals_first_when_the_seats_close_up(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.change_table(1, dealer=2, key=None, phone="")
    fields = form(evening, f"{DRAW}?position=1&hand=1") | {"position": 1, "hand": ANA, "to": "2"}
    evening.send(f"{DRAW}/move", fields)
    assert sitting(store) == [("Bo", "Chi", "Dana"), ("Eve", "Fay", "Gil", "Ana")]
    assert store.table(1).dealer == 1  # Chi


def test_a_draw_leaves_the_place_to_a_table_that_none_opened(evening, store):
    open_here(store, 1, "tarot", ["Kim", "Lea", "Mia"], key=None, phone="")
    evening.send(DRAW, form(evening))
    open_here(store, 1, "tarot", ["Nia", "Ole", "Pia"], key=None, phone="")  # not where it is to be
    evening.send(f"{DRAW}/publish", form(evening))
    tables = store.tables_at(1)
    assert [one.place for one in tables] == [*range(1, len(tables) + 1)]
    assert (store.table(1).place, store.table(2).place) == (1, len(tables))
    assert evening.get("/evenings/1/places/1").location == "/tables/1"


def test_a_table_that_no_draw_opened_leaves_the_places_to_those_that_are_drawn(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    made = open_here(store, 1, "tarot", ["Kim", "Lea", "Mia"], key=None, phone="")
    evening.send(f"{DRAW}/publish", form(evening))
    assert (store.table(made).place, [one.place for one in store.tables_at(1)]) == (3, [1, 2, 3])


def test_who_is_drawn_while_they_play_at_a_table_that_none_opened_is_said_before_it_is_published(
    evening, store
):
    open_here(store, 1, "tarot", ["Ana", "Bo", "Kim"], key=None, phone="")
    assert "laying already" not in evening.get(DRAW).text
    put(store, (CHI, DANA, ANA), (EVE, FAY, GIL), out=[BO])
    assert "Playing already: Ana at table 1</span>" in evening.get(DRAW).text
    store.change_table(1, closed=True, key=None, phone="")
    assert "laying already" not in evening.get(DRAW).text


def test_where_people_play_on_at_their_place_nobody_is_moved_any_more(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    opening = Opening(game="tarot", names=["Ana", "Bo", "Chi", "Hal"], rules={}, goes_on=1)
    on = store.open_there(1, opening, 1, True, key=None, phone="")
    assert (store.table(on).place, store.table(on).deals) == (1, 0)
    page = evening.get(f"{DRAW}?position=1&hand=1").text
    assert re.findall('name="swap" value="([567])" disabled', page) == ["5", "6", "7"]
    fields = form(evening, f"{DRAW}?position=1&hand=1") | {"position": 1, "hand": ANA, "swap": FAY}
    assert evening.send(f"{DRAW}/move", fields).status_code == 422
    changed = [DrawnTable(1, "tarot", (FAY, BO, CHI)), DrawnTable(2, "tarot", (EVE, ANA, GIL))]
    mark = store.as_seated(store.positions(1)[0], 1).mark
    with pytest.raises(InvalidDeal):
        store.keep_draw(1, 1, changed, (), key=None, phone="", seen=mark)
    assert store.table(on).sitting == ("Ana", "Bo", "Chi", "Hal")


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
    store.change_table(1, closed=True, key=None, phone="")
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


def test_the_next_table_is_said_in_words_and_leads_no_card_to_a_refusal(evening, store, app):
    """A card of place 2 reads the sheet closed there, but may not open the next one at place 1."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.change_table(2, closed=True, key=None, phone="")
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
