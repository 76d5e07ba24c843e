"""Two touches change who sits where, before a position is published and after."""

from __future__ import annotations

import re

import forms
import pytest
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
    form,
    move,
    players,
    put,
)

from companion.draw import sat_out
from companion.games.message import InvalidDeal
from companion.store import DrawnTable, Opening
from companion.web import drawn


def test_two_touches_change_two_places(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    page = evening.get(f"{DRAW}?hand={ANA}").text
    assert "Ana is in the hand." in page
    assert re.findall(r'name="swap" value="(\d+)" disabled', page) == ["2", "3", "4"]
    assert move(evening, ANA, swap=FAY).location == f"{DRAW}#p1"
    assert players(store) == {1: (FAY, BO, CHI, DANA), 2: (EVE, ANA, GIL), 3: (HAL, IDA, JON)}


def test_nobody_is_in_the_hand_who_is_not_of_the_evening(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    page = evening.get(f"{DRAW}?hand=99")
    assert (page.status_code, "To change by hand, touch a name" in page.text) == (200, True)


def test_who_plays_another_game_since_the_draw_is_marked_there(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    store.attend(1, ANA, game="tamalou", phone="")
    assert forms.texts(evening.get(DRAW)).count("plays something else") == 1


def test_a_table_that_all_have_left_is_none(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    for hand in (EVE, FAY, GIL):
        move(evening, hand, to="out")
    assert players(store) == {1: (ANA, BO, CHI, DANA), 3: (HAL, IDA, JON)}
    assert "Table 2" not in evening.get(DRAW).text


def test_where_as_many_sit_as_can_play_no_place_is_free(evening, store):
    full = {1: (ANA, BO, CHI, DANA, EVE), 2: (FAY, GIL, HAL, IDA, JON)}
    put(store, *full.values())
    page = evening.get(f"{DRAW}?hand={ANA}").text
    assert re.findall(r'name="to" value="([^"]*)"', page) == ["out"]
    assert move(evening, ANA, to="2").status_code == 422
    assert players(store) == full


def test_who_says_what_a_free_place_shows_chooses_it(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL), (HAL, IDA, JON))
    page = evening.get(f"{DRAW}?hand={ANA}").text
    places = re.findall(r'name="to"[^>]* aria-label="([^"]*)"><span class="name">([^<]*)<', page)
    assert len(places) > 1
    assert all(shown in called for called, shown in places)
    assert places[0][0].startswith("Ana to table 2, free: seat 4")


def test_while_somebody_is_in_the_hand_nothing_is_published(evening, store):
    """The person in the hand has to be put somewhere first."""
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
    page = evening.get(f"{DRAW}?hand={HAL}").text
    assert "Hal to table 2, free: seat 4, 0 pairs again" in page  # not Jon, but Ida
    assert "Hal to table 3, free: seat 4, −1 pairs again" in page


def test_who_plays_another_game_does_not_change_places(evening, store):
    store.attend(1, JON, game="tamalou", phone="")
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL, IDA, DANA, JON))
    for hand, to in ((JON, {"swap": ANA}), (ANA, {"swap": JON}), (JON, {"to": "1"})):
        assert move(evening, hand, **to).status_code == 422
    assert players(store)[1] == (ANA, BO, CHI)


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
    free = re.findall('name="to"[^>]*>', evening.get(f"{DRAW}?position=1&hand=1").text)
    assert free and all("disabled" in one for one in free)
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
    """Two people change places in a published position."""
    fields = form(evening, f"{DRAW}?position=1&hand={one}")
    return evening.send(f"{DRAW}/move", fields | {"position": 1, "hand": one, "swap": other})


def sitting(store):
    return [table.sitting for table in store.tables_at(1)]


def test_who_was_moved_by_hand_is_not_brought_back_by_undo_at_one_of_the_tables(
    evening, app, published
):
    """Else Ana would sit at both tables, and Fay at none."""
    names = ("Bo", "Ana", "Chi")
    published.agree_table(1, {"names": names}, key=None, phone="")
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
    published.agree_table(1, {"names": ("Chi", "Bo", "Ana"), "dealer": 2}, key=None, phone="")
    published.substitute(2, 0, "Ida", key=None, phone="")  # she sits there for Eve
    swap(evening, BO, FAY)
    assert sitting(published) == [("Chi", "Fay", "Ana"), ("Ida", "Bo", "Gil")]
    assert published.table(1).dealer == 2
    swap(evening, ANA, EVE)  # who sits out by now
    assert sitting(published) == [("Chi", "Fay", "Eve"), ("Ida", "Bo", "Gil")]


def test_who_sat_down_before_the_first_deal_has_the_seat_in_the_draw_too(evening, store):
    """Else a person moved after that would sit at two tables, or could not be moved."""
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
    """Else they would sit at two tables, if they have a seat elsewhere by now."""
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
        lambda store: store.agree_table(1, {"dealer": 2}, **KEYLESS),
        lambda store: store.describe_table(1, {"title": "Window"}, **KEYLESS),
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
    store.agree_table(1, {"dealer": 2}, **KEYLESS)
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
    store.agree_table(1, {"dealer": 2}, key=None, phone="")
    swap(evening, EVE, HAL)
    store.undo(1, key=None, phone="")
    assert store.table(1).dealer == 0
    assert sitting(store) == [("Ana", "Bo", "Chi"), ("Hal", "Fay", "Gil")]


def test_nobody_leaves_too_few_behind_at_a_table_that_is_open(evening, published):
    """The refusal says at which table, and what to do first."""
    page = f"{DRAW}?position=1&hand={ANA}"
    assert "Touch where Ana goes, or put back." in evening.get(page).text
    fields = form(evening, page) | {"position": 1, "hand": ANA}
    refused = evening.send(f"{DRAW}/move", fields | {"to": "2"})
    asked = "Too few would be left at table 1: first somebody else has to sit down there"
    assert (refused.status_code, asked in refused.text) == (422, True)
    assert "Ana is in the hand." in refused.text
    published.delete_table(1, **KEYLESS)
    fields = form(evening, page) | {"position": 1, "hand": ANA}
    assert evening.send(f"{DRAW}/move", fields | {"to": "2"}).status_code == 303
    assert sitting(published) == [("Eve", "Fay", "Gil", "Ana")]


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
    published.delete_table(1, key=None, phone="")
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


@pytest.mark.parametrize(
    "then",
    [
        lambda store: store.keep_half(1, 1, {"declarer": "0"}, revision=0, **KEYLESS),
        lambda store: store.close_table(1, **KEYLESS),
        lambda store: store.close_position(1, 1, phone=""),
    ],
    ids=["a deal begun", "a sheet closed", "the position closed"],
)
def test_who_cannot_be_moved_any_more_is_offered_no_place(evening, published, then):
    then(published)
    page = evening.get(f"{DRAW}?position=1&hand={ANA}").text
    places = re.findall('<button[^>]* name="(?:swap|to)"[^>]*>', page)
    assert len(places) > 5
    assert all("disabled" in one for one in places)
    page = evening.get(f"{DRAW}?position=1&hand={EVE}").text
    assert re.findall('name="swap" value="([123])" disabled', page) == ["1", "2", "3"]


def test_who_has_left_and_is_put_out_by_hand_does_not_sit_out(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL), out=(HAL,))
    store.attend(1, ANA, here=False, phone="")
    move(evening, HAL, swap=ANA)
    assert players(store)[1] == (HAL, BO, CHI)
    assert ANA not in store.positions(1)[0].sits_out


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
    store.close_table(1, **KEYLESS)
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
    store.agree_table(1, {"names": five, "at_once": 4}, **KEYLESS)
    deal = {"declarer": "1", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, deal, revision=0, **KEYLESS)
    assert store.table(1).seats[0].people[0].deals == 0
    assert outs_of(store) == {}


def test_whoever_deals_first_deals_first_when_the_seats_close_up(evening, store):
    put(store, (ANA, BO, CHI, DANA), (EVE, FAY, GIL))
    evening.send(f"{DRAW}/publish", form(evening))
    store.agree_table(1, {"dealer": 2}, key=None, phone="")
    fields = form(evening, f"{DRAW}?position=1&hand=1") | {"position": 1, "hand": ANA, "to": "2"}
    evening.send(f"{DRAW}/move", fields)
    assert sitting(store) == [("Bo", "Chi", "Dana"), ("Eve", "Fay", "Gil", "Ana")]
    assert store.table(1).dealer == 1  # Chi


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
    digest = store.as_seated(store.positions(1)[0], 1).digest
    with pytest.raises(InvalidDeal):
        store.keep_draw(1, 1, changed, (), key=None, phone="", seen=digest)
    assert store.table(on).sitting == ("Ana", "Bo", "Chi", "Hal")
