"""Who wishes to sit with whom, or not to: kept by the draw, said of a swap, taken back."""

from __future__ import annotations

import json

import forms
from draws import ANA, BO, CHI, DANA, DRAW, EVE, FAY, GIL, HAL, IDA, JON, chosen, form, players, put


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


def test_a_swap_against_a_wish_says_so(evening, store):
    put(store, (ANA, BO, CHI), (EVE, FAY, GIL))
    store.wish(1, BO, FAY, False, phone="")
    page = evening.get(f"{DRAW}?hand={FAY}").text
    assert "Ana, swap: 0 pairs again, against a wish" in page
    assert 'Bo, swap: 0 pairs again"' in page
    page = evening.get(f"{DRAW}?hand={FAY}", headers={"Accept-Language": "ja"}).text
    assert "Anaと入れ替え：再度の同卓0、希望に反します" in page


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
