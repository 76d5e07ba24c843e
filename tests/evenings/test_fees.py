"""What each owes at an evening, and who has paid."""

from __future__ import annotations

import pytest
from forms import form, forms, texts
from friday import FIELDS, SETTINGS

from companion.store import DrawnTable, Opening


def test_the_sums_of_the_fees_are_said(organiser, store, four):
    organiser.send(f"/evenings/1/players/{four[0]}", {"paid": "1"})
    page = organiser.get("/evenings/1/players").text
    assert "owed 10.00, paid 2.50, open 7.50" in page


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


def test_nobody_has_paid_another_fee_than_the_page_asked_for(organiser, store, four):
    row = form(organiser.get("/evenings/1/players"), f"/players/{four[0]}")
    organiser.send("/evenings/1/players/fee", {"fee": "7"})
    answer = row.send(organiser, paid="1")
    assert (answer.status_code, store.attendances(1)[0].paid) == (422, False)
    assert "Another phone was faster; nothing was saved." in texts(answer)
    for _ in range(2):  # a double tap
        paid = form(answer, f"/players/{four[0]}").send(organiser, paid="1")
        assert (paid.status_code, store.attendances(1)[0].paid) == (303, True)
    assert row.send(organiser, here="0").status_code == 303


def test_who_was_taken_off_the_list_meanwhile_is_shown_there(organiser, store, four):
    row = form(organiser.get("/evenings/1/players"), f"/players/{four[0]}")
    organiser.send(f"/evenings/1/players/{four[0]}", {"here": "0"})
    organiser.send(f"/evenings/1/players/{four[0]}", {"off": "1"})
    answer = row.send(organiser, paid="1")
    assert answer.status_code == 422
    assert "Another phone was faster; nothing was saved." in texts(answer)
    assert "Put on the list again" in texts(answer)
    assert organiser.send("/evenings/1/players/99", {"here": "0"}).status_code == 404


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
        for fee in ("", "3", "3", "3.50"):  # said once more it is no other fee
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


def test_an_own_fee_stays_ones_own_though_all_owe_the_same_for_a_while(organiser, store, four):
    store.attend(1, four[0], fee=500, phone="")
    for address in (SETTINGS, "/evenings/1/players/fee"):
        for fee in (5, 3, 5, 8):
            organiser.send(address, FIELDS | {"fee": str(fee)})
            assert fees(store) == [500, *[100 * fee] * 3]


def test_an_own_fee_stays_ones_own_for_who_is_taken_off_the_list_and_put_back(store, four):
    store.attend(1, four[0], fee=500, phone="")
    store.change_evening(1, fee=500, key=None, phone="")
    store.take_off(1, four[0], phone="")
    store.put_back(1, four[0], phone="")
    store.change_evening(1, fee=300, key=None, phone="")
    assert sorted(fees(store)) == [300, 300, 300, 500]


def test_the_fee_that_somebody_has_paid_typed_once_more_changes_nothing(store, four):
    """It was the fee of all. If the payment is taken back, the fee of now is owed. If one person
    paid under two names, each keeps what was paid under it once they are told apart."""
    ana, bo, chi = four[:3]
    for player in (ana, bo, chi):
        store.attend(1, player, paid=True, phone="")
    store.change_evening(1, fee=300, key=None, phone="")
    store.attend(1, ana, fee=250, phone="")
    store.attend(1, ana, paid=False, phone="")
    store.merge(chi, bo, key=None, phone="")
    store.attend(1, bo, fee=500, phone="")
    store.take_back_player(store.player_changes()[0].id, phone="")
    assert fees(store)[:3] == [300, 250, 250]


def eve_for_ana(store):
    """A table of the evening where a seat is said to be that of Eve, who has played before."""
    store.open_table(Opening("tarot", ["Eve", "Fay", "Gil"]), key=None, phone="")
    table = store.open_there(1, Opening("tarot", ["Ana", "Bo", "Chi"]), key=None, phone="")
    store.rename(table, 0, "Eve", key=None, phone="")
    return table


@pytest.mark.parametrize("back", [False, True])
def test_an_own_fee_stays_ones_own_where_a_misspelt_name_is_put_right(store, four, back):
    store.attend(1, four[0], fee=500, phone="")
    store.change_evening(1, fee=500, key=None, phone="")
    table = eve_for_ana(store)
    if back:
        store.undo(table, key=None, phone="")
    store.change_evening(1, fee=300, key=None, phone="")
    owed = {one.name: one.fee for one in store.attendances(1)}
    assert owed["Ana" if back else "Eve"] == 500
    assert sorted(owed.values()) == [300, 300, 300, 500]


@pytest.mark.parametrize("owes", [{"paid": True}, {"fee": 300}])
def test_a_name_put_right_is_taken_back_though_the_fee_of_all_changed_since(store, four, owes):
    """What was paid, or is owed by one person alone, is as before; undo and redo keep it."""
    store.attend(1, four[0], **owes, phone="")
    table = eve_for_ana(store)
    store.change_evening(1, fee=300, key=None, phone="")
    for step, who in ((store.undo, "Ana"), (store.redo, "Eve")):
        step(table, key=None, phone="")
        found = {one.name: (one.fee, one.paid) for one in store.attendances(1)}
        mine = (owes.get("fee", 250), "paid" in owes)
        assert found == {who: mine} | dict.fromkeys(("Bo", "Chi", "Dana"), (300, False))
    store.change_evening(1, fee=200, key=None, phone="")
    store.attend(1, store.player_called("Eve"), paid=False, phone="")
    assert fees(store) == [200, 200, 200, owes.get("fee", 200)]


BEFORE_M019 = """
UPDATE attendances SET own = NULL WHERE evening_id = 1;
INSERT INTO changes (table_id, deal, at, phone, kind, before, after, undoes)
SELECT table_id, deal, at, phone, kind,
  json_remove(before, '$.stead.put.attendances[0][5]', '$.stead.over.attendances[0][5]'),
  json_remove(after, '$.stead.put.attendances[0][5]', '$.stead.over.attendances[0][5]'), undoes
FROM changes WHERE kind = 'rename'
"""


def test_a_name_put_right_before_own_fees_were_known_is_taken_back(store, four):
    """Everything that the list said about it comes back."""
    store.attend(1, four[0], fee=400, paid=True, phone="")
    table = eve_for_ana(store)
    with store.writing(None, "") as writing:
        for one in BEFORE_M019.split(";"):
            writing.db.execute(one)
    store.undo(table, key=None, phone="")
    paid = {one.name: one.fee for one in store.attendances(1) if one.paid}
    assert paid == {"Ana": 400}


AS_BEFORE = """
INSERT INTO evening_changes (evening_id, kind, at, phone, said)
SELECT evening_id, kind, at, phone, json_remove(said, '$.was[0].own') FROM evening_changes
WHERE kind = 'take off'
"""


def test_who_was_taken_off_before_own_fees_were_known_is_put_back(organiser, store, four):
    store.attend(1, four[0], fee=500, phone="")
    store.take_off(1, four[0], phone="")
    with store.writing(None, "") as writing:
        writing.db.execute(AS_BEFORE)
    store.put_back(1, four[0], phone="")
    assert sorted(fees(store)) == [250, 250, 250, 500]


@pytest.mark.parametrize("how", ["set", "checked in"])
def test_who_is_set_to_owe_what_all_owe_goes_on_owing_that(organiser, store, four, how):
    store.attend(1, four[0], fee=500, phone="")
    store.change_evening(1, fee=500, key=None, phone="")
    if how == "set":
        store.attend(1, four[0], fee=500, phone="")
    else:
        store.check_in(1, ["Ana"], "tarot", fees=[500], key=None, phone="")
    store.change_evening(1, fee=300, key=None, phone="")
    assert fees(store) == [300] * 4


def test_a_payment_that_is_taken_back_owes_what_all_owe_by_now(organiser, store, four):
    for player, fee in zip(four[:2], (250, 400), strict=True):
        store.attend(1, player, fee=fee, phone="")
        store.attend(1, player, paid=True, phone="")
    for fee in (400, 250, 800):
        store.change_evening(1, fee=fee, key=None, phone="")
        assert fees(store) == [250, 400, fee, fee]
    for player in four[:2]:
        store.attend(1, player, paid=False, phone="")
    assert fees(store) == [800, 400, 800, 800]


def test_who_came_by_a_seat_and_has_an_own_fee_stays_on_the_list(organiser, store, four):
    store.keep_draw(1, 1, [DrawnTable(1, "tarot", tuple(four))], [], key=None, phone="")
    store.publish(1, 1, key=None, phone="")
    store.substitute(1, 0, "Zoé", key=None, phone="")
    zoe = store.attendances(1)[-1].player
    store.attend(1, zoe, fee=500, phone="")
    store.change_evening(1, fee=500, key=None, phone="")
    store.undo(1, key=None, phone="")
    assert fees(store) == [500] * 5


def fees(store):
    return [one.fee for one in store.attendances(1)]


def test_a_fee_drawn_in_another_language_is_the_same_fee(organiser, store):
    store.change_evening(1, fee=350, key=None, phone="")
    drawn = form(organiser.get(SETTINGS), "/settings")
    organiser.send("/settings", {"language": "fr"})
    assert drawn.send(organiser, fee="4").status_code == 303
    assert store.evening(1).fee == 400
