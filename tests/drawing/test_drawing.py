"""A position is drawn, drawn again, and published with its clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import forms
import pytest
from an_evening import open_here
from draws import (
    ANA,
    BO,
    CHI,
    DANA,
    DRAW,
    EVE,
    FAY,
    GIL,
    HAL,
    IDA,
    JON,
    KEYLESS,
    chosen,
    form,
    move,
    players,
    put,
)

from companion.store import DrawnTable, Opening
from companion.web import drawn


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
    """The figures of the draw by their words."""
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
    store.delete_table(1, key=None, phone="")
    assert figures(evening) == {
        "pairs again": "3 least 1",  # who sat in the three are seven now at two tables
        "met so far": "3 of 45",
        "sat out": "2 least 1",
        "wishes kept": "0 of 0",
    }
    store.delete_table(2, key=None, phone="")  # so the position was none at all
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
    deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(3, 1, deal, revision=0, key=None, phone="")
    store.substitute(3, 0, "Jon", key=None, phone="")
    store.save_deal(3, 2, deal, revision=0, key=None, phone="")
    assert figures(evening, f"{DRAW}?position=2")["met so far"] == "17 of 45"  # Jon too met two


def test_who_sits_out_again_is_said_to_have_done_so_before(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), out=(HAL, IDA, JON))
    store.publish(1, 1, **KEYLESS)
    put(store, (HAL, IDA, CHI, DANA), (EVE, FAY, GIL), number=2, out=(ANA, BO, JON))
    said = forms.texts(evening.get(DRAW))
    assert said.count("sat out 1 time before") == 1
    assert "Jon sat out 1 time before" in said


def test_the_figures_of_the_first_position_need_no_word_of_others(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL))
    assert "over all positions so far" not in evening.get(DRAW).text


def test_who_comes_late_takes_a_free_place_or_that_of_who_left(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    store.check_in(1, ["Zoe"], "tarot", key=None, phone="")
    zoe = 11
    store.attend(1, BO, here=False, phone="")
    page = evening.get(DRAW).text
    assert page.count("has left") == 1
    refused = evening.send(f"{DRAW}/publish", form(evening))
    asked = "Has left, or plays something else now: Bo. Draw again, or move them by hand."
    assert asked in refused.text
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


def test_a_clock_that_was_taken_away_stays_away_after_a_wish(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening) | {"minutes": "45"})
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    draft = forms.form(evening.get(DRAW), "sizes")
    assert draft.fields["minutes"] == ["45"]
    told = {"minutes": "", "one": ANA, "other": EVE, "together": 1}
    made = draft.send(evening, f"{DRAW}/wishes", **told)
    assert chosen(evening.get(made.location))["minutes"] == ""


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


def test_who_sits_down_between_the_look_and_the_lock_gets_no_second_table(
    evening, store, monkeypatch
):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    seen, publish = form(evening), store.publish

    def later(*asked, **how):
        store.open_there(1, Opening("tarot", ["Ana", "Fay", "Hal"]), **KEYLESS)
        return publish(*asked, **how)

    monkeypatch.setattr(store, "publish", later)
    late = evening.send(f"{DRAW}/publish", seen)
    assert (late.status_code, "Ana at table 3, Fay at table 3" in late.text) == (422, True)
    assert len(store.tables_at(1)) == 1


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
    for number, proposed in ((3, ""), (4, "30")):  # as the last one was played
        put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=number)
        assert minutes(evening) == proposed
        evening.send(f"{DRAW}/publish", form(evening) | {"minutes": "30"})


def test_a_clock_that_was_kept_without_a_zone_is_proposed_again(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    ends = datetime.now(UTC) + timedelta(minutes=45)
    store.publish(1, 1, ends_at=ends.replace(tzinfo=None).isoformat(), **KEYLESS)
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), number=2)
    assert minutes(evening) == "45"


@pytest.mark.parametrize("minutes_on", [-8211, 0, 1441])
def test_a_clock_that_cannot_be_set_is_not_proposed(evening, store, minutes_on):
    """The clock of the host was put right meanwhile."""
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


def test_who_publishes_what_another_phone_has_published_is_shown_that_position(evening, store):
    """Not the next one, whose button to draw would lie under the thumb."""
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    seen = form(evening)
    evening.send(f"{DRAW}/publish", form(evening))
    late = evening.send(f"{DRAW}/publish", seen)
    for page in (late, evening.get(f"{DRAW}?number=1&hand={ANA}")):
        said = forms.texts(page)
        assert "Meanwhile another phone has drawn, changed or published this position." in said
        assert ("Draw, position 1" in said, "Draw, position 2" in said) == (True, False)
        assert 'href="/evenings/1/seats?position=1"' in page.text


def test_who_is_drawn_while_they_play_at_a_table_that_none_opened_is_said_before_it_is_published(
    evening, store
):
    open_here(store, 1, "tarot", ["Ana", "Bo", "Kim"], key=None, phone="")
    assert "laying already" not in evening.get(DRAW).text
    put(store, (CHI, DANA, ANA), (EVE, FAY, GIL), out=[BO])
    told = "Playing already: Ana at table 1. Close that sheet, or let them sit out here.</span>"
    assert told in evening.get(DRAW).text
    store.close_table(1, key=None, phone="")
    assert "laying already" not in evening.get(DRAW).text


def test_who_sat_down_elsewhere_since_the_page_was_drawn_is_said_before_it_is_published(
    evening, store
):
    put(store, (CHI, DANA, ANA), (EVE, FAY, GIL), out=[BO])
    seen = forms.form(evening.get(DRAW), "sizes")
    open_here(store, 1, "tarot", ["Ana", "Bo", "Kim"], key=None, phone="")
    asked = seen.send(evening, f"{DRAW}/publish", minutes="30")
    assert asked.status_code == 422
    assert "Playing already: Ana at table 3." in asked.text
    publish = forms.form(asked, "sizes")
    assert publish.fields["minutes"] == ["30"]
    publish.send(evening, f"{DRAW}/publish")
    assert store.positions(1)[0].published_at


def test_who_was_drawn_while_they_play_at_another_table_is_said_once_it_is_published_too(
    evening, store
):
    """Else only the list of seats would show it, by naming them twice."""
    open_here(store, 1, "tarot", ["Ana", "Bo", "Kim"], key=None, phone="")
    place = store.table(1).place
    drawn = [
        DrawnTable(n, "tarot", who) for n, who in ((2, (CHI, DANA, ANA)), (3, (EVE, FAY, GIL)))
    ]
    store.keep_draw(1, 1, drawn, [BO], **KEYLESS)
    evening.send(f"{DRAW}/publish", form(evening))
    page = f"{DRAW}?position=1"
    assert f"Playing already: Ana at table {place}." in evening.get(page).text
    store.close_table(1, **KEYLESS)
    assert "laying already" not in evening.get(page).text
