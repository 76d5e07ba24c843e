"""A deal told at the wrong table is moved: where to, by whom, who played it, what it gives."""

from __future__ import annotations

import re

import forms
import laws
import pytest
from phones import Stranger

from companion.store import Opening, Where

AT = "/tables/1/deals/1/move"
HERE, THERE = ("Ana", "Bo", "Chi", "Dana"), ("Dana", "Eve", "Ana", "Fay")


@pytest.fixture
def two(open_table, record):
    """Ana's garde at the first table, and another table of tarot, where two of them sit too."""
    here, there = open_table(names=HERE), open_table(names=THERE)
    record(here, take="0-garde", oudlers=2, points=49)
    return here, there


def preview(phone, **seats):
    return phone.get(f"{AT}?to=2&" + "&".join(f"{key}={n}" for key, n in seats.items()))


def seats(*there):
    return {f"seat-{here}": seat for here, seat in enumerate(there)}


def moving(phone, *there):
    """The form of the preview, which moves the deal."""
    return next(one for one in forms.forms(preview(phone, **seats(*there))) if one.method == "post")


def numbers(store):
    return [[deal.number for deal in store.deals(table)] for table in (1, 2)]


def test_the_page_of_a_deal_leads_to_the_tables_where_as_many_play_the_same_game(
    client, store, open_table, two
):
    open_table("tamalou")
    open_table(names=(*HERE, "Eve"))
    open_table(names=(*HERE, "Eve"), at_once=4)
    assert f'href="{AT}"' in client.get("/tables/1/deals/1").text
    assert re.findall(rf"{re.escape(AT)}\?to=(\d+)", client.get(AT).text) == ["5", "2"]
    store.open_evening("Friday", "", "", {"tarot": {}}, key=None, phone="")
    store.take_in(2, 1, key=None, phone="")
    said = forms.texts(client.get(AT))
    assert "To which table? One that plays this game with 4 players now. " in said
    assert "Position 1 · Table 1 Dana, Eve, Ana, Fay · deal 1" in said  # the names once


def test_tables_of_the_same_evening_come_first_and_of_others_the_evening_is_said(
    client, store, open_table, two
):
    """Of the same evening, those of the newest position come first. Each evening has a first table
    in its first position, and the same people may sit at it."""
    for name in ("Tuesday", "Friday"):
        store.open_evening(name, "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    for _ in range(5):
        open_table(names=THERE)  # 3 to 7
    there = {1: (1, 1, 1), 3: (1, 1, 2), 4: (1, 1, 3), 5: (2, 1, 1), 6: (1, 2, 4)}
    for table, at in there.items():
        put = "UPDATE tables SET evening_id = ?, position = ?, place = ? WHERE id = ?"
        store.db.execute(put, [*at, table])
    page = client.get(AT)
    assert re.findall(r"\?to=(\d+)", page.text) == ["6", "3", "4", "5", "7", "2"]
    said = forms.texts(page)
    of_another, of_none = (
        said.index("Friday · 20 November 2026"),
        said.index("Tables of no evening"),
    )
    assert "Tuesday" not in said
    assert said.index("Table 3") < of_another < said.index("Table 1", of_another) < of_none


def test_with_no_other_table_the_page_says_so(client, open_table, record):
    record(open_table(), take="0-garde", oudlers=2, points=49)
    open_table(names=(*HERE, "Eve"))
    assert "No other table plays this game with 4 players now." in client.get(AT).text


def test_the_same_names_are_proposed_and_the_rest_in_the_order_of_the_seats(client, two):
    page = client.get(f"{AT}?to=2").text
    proposed = re.findall('value="(.)" selected', page)
    assert proposed == ["2", "1", "3", "0"]  # Ana; Bo on Eve's seat, Chi on Fay's; Dana


def test_the_preview_says_the_deal_as_it_would_be_there(client, store, two):
    text = forms.texts(preview(client, **seats(1, 2, 3, 0)))
    assert "Eve , garde, 49 with two oudlers: made by 8" in text
    assert "Eve declarer × 3 +198" in text
    assert numbers(store) == [[1], []]


def test_it_is_moved_and_both_sheets_count_it_there_only(client, store, two):
    answer = moving(client, 1, 2, 3, 0).send(client)
    assert (answer.status_code, answer.location) == (303, "/tables/2#deal-1")
    assert numbers(store) == [[], [1]]
    here, there = two
    assert (laws.totals(store, here), laws.totals(store, there)) == (
        [0, 0, 0, 0],
        [-66, 198, -66, -66],
    )
    assert "A deal moved to another table" in forms.texts(client.get("/tables/1/history"))
    assert "Deal 1 came from another table" in forms.texts(client.get("/tables/2/history"))


def test_a_double_tap_moves_once(client, store, two):
    form = moving(client, 0, 1, 2, 3)
    assert [form.send(client).status_code for _ in range(2)] == [303, 303]
    assert numbers(store) == [[], [1]]


@pytest.mark.parametrize("at", [1, 2])
def test_undo_on_either_sheet_brings_it_back(app, client, store, two, at):
    moving(client, 0, 1, 2, 3).send(client)
    versions = [store.version(table) for table in (1, 2)]
    other = app.test_client()
    forms.form(other.get(f"/tables/{at}"), "undo").send(other)
    assert numbers(store) == [[1], []]
    assert all(store.version(table) > old for table, old in zip((1, 2), versions, strict=True))


def test_an_undo_that_cannot_be_says_why(client, store, two):
    moving(client, 0, 1, 2, 3).send(client)
    forms.form(client.get("/tables/2/deals/1")).send(client, points=50)
    answer = forms.form(client.get("/tables/1"), "undo").send(client)
    assert answer.status_code == 409
    assert "changed at the other table" in forms.texts(answer)
    assert numbers(store) == [[], [1]]


@pytest.mark.parametrize("at", [1, 2])
def test_no_undo_changes_a_sheet_that_is_closed(client, store, two, at):
    moving(client, 0, 1, 2, 3).send(client)
    other = 3 - at
    store.close_table(other, key=None, phone="")
    answer = forms.form(client.get(f"/tables/{at}"), "undo").send(client)
    assert answer.status_code == 409
    assert "closed: reopen it first" in forms.texts(answer)
    led = client.send(f"/tables/{at}/undo?stays").headers["HX-Redirect"]
    assert "The other sheet is closed: reopen it first." in forms.texts(client.get(led))
    assert numbers(store) == [[], [1]]
    store.reopen_table(other, key=None, phone="")
    forms.form(client.get(f"/tables/{at}"), "undo").send(client)
    assert numbers(store) == [[1], []]


def test_two_on_one_seat_is_refused_in_words_and_the_choice_is_still_there(client, store, two):
    page = preview(client, **seats(1, 1, 2, 3))
    assert "Each who played needs a seat of their own there" in forms.texts(page)
    assert page.text.count(" selected") == 4
    bad = {"to": 2, "revision": 1, **seats(1, 1, 2, 3)}
    answer = client.send(AT, bad)
    assert (answer.status_code, numbers(store)) == (422, [[1], []])


def test_other_numbers_of_players_are_refused_in_words(client, store, open_table, two):
    open_table(names=("Eve", "Fay", "Gil"))
    page = client.get(f"{AT}?to=3&seat-0=0&seat-1=1&seat-2=2")
    assert "3 play at once there, not 4" in forms.texts(page)


def test_a_deal_corrected_meanwhile_is_shown_before_it_moves(client, app, store, two):
    form, other = moving(client, 0, 1, 2, 3), app.test_client()
    forms.form(other.get("/tables/1/deals/1")).send(other, points=51)
    answer = form.send(client)
    assert (answer.status_code, numbers(store)) == (409, [[1], []])
    assert "Another phone corrected this deal meanwhile, so nothing" in forms.texts(answer)
    assert "51 with two oudlers" in forms.texts(answer)
    again = next(one for one in forms.forms(answer) if one.method == "post")
    assert again.send(client).status_code == 303
    assert numbers(store) == [[], [1]]


def test_who_moves_a_deal_that_was_deleted_meanwhile_is_told_so(client, store, two):
    form = moving(client, 0, 1, 2, 3)
    store.delete_deal(1, 1, revision=1, key=None, phone="another")
    answer = form.send(client)
    assert (answer.status_code, numbers(store)) == (409, [[], []])


def test_a_half_told_deal_does_not_move(client, store, two):
    store.keep_half(1, 2, {"declarer": "1"}, revision=0, key=None, phone="")
    assert client.get("/tables/1/deals/2/move").status_code == 404
    assert "/deals/2/move" not in client.get("/tables/1/deals/2").text


def test_who_corrects_it_where_it_was_is_told_where_it_went(client, app, store, two):
    mine = forms.form(client.get("/tables/1/deals/1"))
    moving(client, 0, 1, 2, 3).send(client)
    answer = mine.send(client, points=51)
    assert answer.status_code == 422
    assert "moved to another table" in forms.texts(answer)
    assert forms.form(answer).fields["points"] == ["51"]


def test_tables_that_are_not_there_or_away_take_nothing(client, store, two):
    for to in (99, 0, -1):
        assert client.get(f"{AT}?to={to}").status_code == 404
        post = {"to": to, "revision": 1, **seats(0, 1, 2, 3)}
        assert client.send(AT, post).status_code == 404
    store.close_table(2, key=None, phone="")
    assert "That sheet is closed" in forms.texts(preview(client, **seats(0, 1, 2, 3)))
    store.delete_table(2, key=None, phone="")
    answer = client.send(AT, {"to": 2, "revision": 1, **seats(0, 1, 2, 3)})
    assert (answer.status_code, numbers(store)) == (422, [[1], []])
    for page in (answer, preview(client, **seats(0, 1, 2, 3))):
        assert "The other table is deleted: bring it back first" in forms.texts(page)


def test_only_the_host_moves_a_deal_and_takes_it_back(app, client, store, two):
    app.test_client_class = Stranger
    friend = app.test_client()
    for table in (1, 2):
        friend.join(store.link("score", Where(table)))
    assert "/move" not in friend.get("/tables/1/deals/1").text
    assert friend.get(AT).status_code == 403
    moving(client, 0, 1, 2, 3).send(client)
    for table in (1, 2):
        answer = forms.form(friend.get(f"/tables/{table}"), "undo").send(friend)
        assert answer.status_code == 409
        said = forms.texts(answer)
        assert "Moved by the organiser The organiser moved a deal" in said
        assert "can take that back" in said
        assert f'class="button primary" href="/tables/{table}">Back to the sheet</a>' in answer.text
        assert friend.send(f"/tables/{table}/undo").status_code == 409
        answer = friend.send(f"/tables/{table}/undo?stays")
        assert answer.headers["HX-Redirect"] == f"/tables/{table}/history?why=moved"
        assert "The organiser moved a deal" in friend.get(answer.headers["HX-Redirect"]).text
    assert numbers(store) == [[], [1]]
    forms.form(client.get("/tables/2"), "undo").send(client)
    assert forms.form(friend.get("/tables/1"), "redo").send(friend).status_code == 409
    assert numbers(store) == [[1], []]


@pytest.fixture
def evening(store, open_table, two):
    """The first table is played at an evening, and so is a third one; the second is not."""
    store.open_evening("Thursday", "2026-11-19", "", {"tarot": {}}, key=None, phone="")
    open_table(names=("Gil", "Hal", "Ida", "Jo"))
    store.db.execute("UPDATE tables SET evening_id = 1, position = 1, place = id WHERE id != 2")


@pytest.fixture
def organiser(app, store, evening):
    """A phone that organises that evening, and has no other right."""
    app.test_client_class = Stranger
    phone = app.test_client()
    phone.join(store.link("organise", Where(None, 1)))
    return phone


def test_the_organiser_of_an_evening_moves_a_deal_between_its_tables(organiser, store):
    assert f'href="{AT}"' in organiser.get("/tables/1/deals/1").text
    page = organiser.get(AT).text
    assert f"{AT}?to=3" in page and f"{AT}?to=2" not in page
    ready = organiser.get(f"{AT}?to=3&seat-0=0&seat-1=1&seat-2=2&seat-3=3")
    form = next(one for one in forms.forms(ready) if one.method == "post")
    assert form.send(organiser).location == "/tables/3#deal-1"
    forms.form(organiser.get("/tables/3"), "undo").send(organiser)
    assert [len(store.deals(table)) for table in (1, 2, 3)] == [1, 0, 0]


def test_the_organiser_of_an_evening_neither_sees_nor_fills_a_table_elsewhere(organiser, store):
    to = {"to": 2, "revision": 1, **seats(0, 1, 2, 3)}
    assert organiser.get(f"{AT}?to=2").status_code == 403
    assert organiser.send(AT, to).status_code == 403
    assert organiser.send(AT, to | {"csrf_token": "old"}).status_code == 403
    assert numbers(store) == [[1], []]


def test_what_the_host_moved_from_elsewhere_an_evenings_organiser_leaves(client, organiser, store):
    moving(client, 0, 1, 2, 3).send(client)
    assert organiser.send("/tables/1/undo").status_code == 409
    assert numbers(store) == [[], [1]]


@pytest.fixture
def raised(store, open_table):
    """119 ended the game, 150 let it go on: without that deal the third comes after the end."""
    here, there = (open_table("tamalou", names) for names in (["Ana", "Bo"], ["Ana", "Eve"]))
    for number, (bo, more) in enumerate([(119, {}), (10, {"limit": 150}), (5, {})], 1):
        facts = {"caller": "0", "hands": {"0": 3, "1": bo}, **more}
        store.save_deal(here.id, number, facts, revision=0, key=None, phone="")
    return here, there


RAISED = "/tables/1/deals/2/move?to=2&seat-0=0&seat-1=1"
ASKED = "Without this deal the game ends after deal 1; 1 deal comes later."


@pytest.mark.parametrize(("later", "left"), [("keep", [1, 3]), ("end", [1])])
def test_a_deal_that_ended_nothing_here_is_moved_with_the_question(
    client, store, raised, later, left
):
    page = client.get(RAISED)
    assert ASKED in forms.texts(page)
    form = next(one for one in forms.forms(page) if one.method == "post")
    assert [form.send(client, later=later).status_code for _ in range(2)] == [303, 303]
    assert numbers(store) == [left, [1]]
    for table in raised:
        laws.hold(store, table)
    forms.form(client.get("/tables/2"), "undo").send(client)
    assert numbers(store) == [[1, 2, 3], []]
    laws.hold(store, raised[0])


def test_a_move_that_does_not_say_what_becomes_of_later_deals_is_asked(client, store, raised):
    post = {"to": 2, "revision": 1, "seat-0": 0, "seat-1": 1}
    answer = client.send("/tables/1/deals/2/move", post)
    assert (answer.status_code, ASKED in forms.texts(answer)) == (422, True)
    assert numbers(store) == [[1, 2, 3], []]


def test_a_move_whose_question_is_out_of_date_asks_again(client, store, raised):
    form = next(one for one in forms.forms(client.get(RAISED)) if one.method == "post")
    more = {"caller": "0", "hands": {"0": 3, "1": 1}}
    store.save_deal(1, 4, more, revision=0, key=None, phone="")
    answer = form.send(client, later="end")
    assert answer.status_code == 409
    assert "Another phone changed this sheet meanwhile" in forms.texts(answer)
    assert "Another phone changed this sheet meanwhile, so nothing" in forms.texts(answer)
    assert ASKED.replace("1 deal comes", "2 deals come") in forms.texts(answer)
    assert numbers(store) == [[1, 2, 3, 4], []]


def test_a_step_is_never_refused_in_silence_whatever_stands_against_it(client, store, open_table):
    """The deal that is to come back raises a limit higher than one of those behind it does now."""
    for names in (["Ana", "Bo"], ["Chi", "Dana"]):
        open_table("tamalou", names)
    asked, hands = {"revision": 0, "key": None, "phone": ""}, {"0": 3, "1": 10}
    told = {"caller": "0", "hands": hands}
    store.save_deal(1, 1, told | {"limit": 150}, **asked)
    store.move_deal(1, 1, 2, {0: 0, 1: 1}, **asked | {"revision": 1})
    store.save_deal(1, 2, told | {"limit": 120}, **asked)
    assert "not above the limit of 150" in client.send("/tables/2/undo").text
    led = client.send("/tables/2/undo?stays").headers["HX-Redirect"]
    assert "What was done since stands against that." in forms.texts(client.get(led))
    assert numbers(store) == [[2], [1]]


@pytest.mark.parametrize("twice", [False, True])
def test_a_deal_is_not_moved_to_where_its_points_were_carried_over(client, store, two, twice):
    opening = Opening("tarot", names=HERE, rules={}, start=[396, -132, -132, -132], goes_on=1)
    on = store.open_table(opening, key=None, phone="").id
    if twice:
        again = Opening("tarot", names=HERE, rules={}, start=opening.start, goes_on=on)
        on = store.open_table(again, key=None, phone="").id
    assert re.findall(r"to=(\d+)", client.get(AT).text) == ["2"]
    told = {"to": on, "revision": 1, **seats(0, 1, 2, 3)}
    refused = client.send(AT, told)
    assert refused.status_code == 422
    assert "Its points are in the totals that were carried over there" in forms.texts(refused)
    assert numbers(store) == [[1], []]


def test_a_deal_goes_to_no_table_where_a_phone_only_enters_deals(app, store, open_table):
    """The phone organises the evening of one table, and has the card of the other, which belongs to
    no evening."""
    how = {"key": None, "phone": ""}
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **how)
    here = store.open_there(1, Opening("tarot", HERE), **how)
    there = open_table(names=["Eve", "Fay", "Gil", "Hal"]).id
    facts = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(here, 1, facts, revision=0, **how)
    phone = Stranger(app)
    phone.join(store.link("organise", Where(None, 1)))
    phone.join(store.link("score", Where(there)))
    at, seats = f"/tables/{here}/deals/1/move", {f"seat-{n}": str(n) for n in range(4)}
    assert phone.get(f"{at}?to={there}").status_code == 403
    assert phone.send(at, {"to": str(there), "revision": "1", **seats}).status_code == 403
    assert store.deals(there) == []
