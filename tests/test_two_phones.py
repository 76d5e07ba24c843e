"""Two phones at one deal, and one form sent many times: nothing twice, nothing lost (T-D4, T-D5).

Numbers are those of rules/tarot.md: garde, two oudlers, 49 points: 66 from each; prise, one
oudler, 40 points: failed by 11, 36 to each.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import forms
import laws
from kept import numbers

GARDE = {"take": "0-garde", "oudlers": 2, "points": 49}
PRISE = {"take": "1-prise", "oudlers": 1, "points": 40}


def test_two_phones_tell_the_same_deal_and_the_second_is_asked(app, client, store, open_table):
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    assert theirs.send(other, **PRISE).status_code == 303
    page = mine.send(client, **GARDE)
    assert page.status_code == 409
    said = forms.texts(page)
    assert "Bo, prise, 40 with one oudler: failed by 11" in said
    assert "Ana +36 +198 Bo −108 −66 Chi +36 −66 Dana +36 −66" in said
    assert "“Save mine” puts yours in place of theirs." in said
    assert laws.totals(store, table) == [36, -108, 36, 36]
    again = forms.form(page)
    assert {name: again.fields[name] for name in GARDE} == {n: [str(v)] for n, v in GARDE.items()}
    assert again.send(client).status_code == 303
    assert laws.totals(store, table) == [198, -66, -66, -66]


def test_who_has_not_told_all_yet_is_asked_too_when_another_phone_told_the_deal(
    app, client, store, open_table
):
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, **PRISE)
    page = mine.send(client, take="0-garde", points=49)  # and no oudlers
    assert page.status_code == 409
    assert "Another phone saved deal 1 meanwhile." in forms.texts(page)
    assert "Mine is another deal" in forms.texts(page)
    another = forms.form(page).send(client, to="/tables/1/deals/2/half", another=1)
    assert another.status_code == 303
    assert [deal.state for deal in store.deals(1)] == ["told", "half"]
    assert store.deal(1, 2).facts["card_points"] == 49


def test_a_bid_is_not_said_to_be_saved_in_place_of_a_whole_deal(app, client, open_table):
    other = app.test_client()
    open_table()
    mine, theirs = (forms.form(phone.get("/tables/1")) for phone in (client, other))
    theirs.send(other, **PRISE)
    page = mine.send(client, to="/tables/1/deals/1/half", take="0-garde")
    assert page.status_code == 409
    assert "puts yours in place of theirs" not in forms.texts(page)
    assert 'formaction="/tables/1/deals/2/half" name="another"' in page.text


def test_two_phones_that_are_lent_one_page_tell_deals_of_two_keys(app, client, open_table):
    """With the same key the second phone would get the answer of the first."""
    open_table()
    mine, theirs = (forms.form(phone.get("/tables/1")) for phone in (client, app.test_client()))
    assert mine.fields["key"] != theirs.fields["key"]


def test_what_another_phone_saved_is_said_with_its_time_and_what_it_gave(app, client, open_table):
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, **GARDE)
    said = forms.texts(mine.send(client, **PRISE))
    assert "Theirs saved now" in said
    assert ("Two versions of deal 1" in said, "You are changing" in said) == (True, False)
    assert "Keep theirs +198" in said


def test_a_deal_that_nobody_played_is_called_by_what_it_was(app, client, open_table):
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, unplayed="passed")
    said = forms.texts(mine.send(client, **GARDE))
    assert "Another phone saved meanwhile: All passed." in said
    assert "deal –" not in said


def test_a_result_that_says_all_of_a_bid_noted_meanwhile_completes_it(
    app, client, store, open_table
):
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, to="/tables/1/deals/1/half", take="0-garde")
    assert mine.send(client, **GARDE).status_code == 303
    assert [(deal.state, deal.number) for deal in store.deals(1)] == [("told", 1)]


def test_a_bid_that_was_changed_since_is_completed_by_nobody_else(app, client, store, open_table):
    """It was noted with the oudlers, and then noted again without them."""
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    half = "/tables/1/deals/1/half"
    theirs.send(other, to=half, take="0-garde", oudlers=2)
    forms.form(other.get("/tables/1")).send(other, to=half, take="0-garde", oudlers=None)
    assert mine.send(client, **GARDE).status_code == 409


def test_another_deal_takes_no_bid_of_the_next_one_for_its_own(app, client, store, open_table):
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, **PRISE)
    both = forms.form(mine.send(client, **GARDE))
    bid = forms.form(other.get("/tables/1"))
    bid.send(other, to="/tables/1/deals/2/half", take="0-garde")
    assert both.send(client, to="/tables/1/deals/2", another=1).status_code == 409
    assert store.deal(1, 2).state == "half"


def test_who_sits_out_by_a_bid_noted_meanwhile_is_asked_about(app, client, store, open_table):
    """Ana was to sit out; by the bid it is Bo, who dealt."""
    other = app.test_client()
    table = open_table(names=("Ana", "Bo", "Chi", "Dana", "Eve"), at_once=4)
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, to="/tables/1/deals/1/half", take="2-garde", dealer=1)
    assert mine.send(client, take="2-garde", oudlers=2, points=49).status_code == 409


def test_a_result_beside_another_bid_is_a_question(app, client, open_table):
    other, table = app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, to="/tables/1/deals/1/half", take="1-garde")
    assert mine.send(client, **GARDE).status_code == 409


def test_the_phone_that_was_quicker_is_called_by_its_name(app, client, open_table):
    other, table = app.test_client(), open_table()
    other.send("/settings", {"name": "Bo’s phone"})
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, other))
    theirs.send(other, **PRISE)
    said = forms.texts(mine.send(client, **GARDE))
    assert "Bo’s phone saved deal 1 meanwhile." in said
    assert "Another phone" not in said


def test_who_confirmed_a_deal_was_not_who_saved_it(app, client, store, open_table):
    quick, judge, table = app.test_client(), app.test_client(), open_table()
    mine, theirs = (forms.form(phone.get(f"/tables/{table.id}")) for phone in (client, quick))
    theirs.send(quick, **PRISE)
    judge.send("/settings", {"name": "Chi’s phone"})
    judge.send("/tables/1/deals/1/verdict", {"verdict": "confirmed", "revision": 1})
    assert store.deal(1, 1).verdict == "confirmed"
    assert "Another phone saved deal 1 meanwhile." in forms.texts(mine.send(client, **GARDE))


def test_the_second_phone_can_say_that_it_is_another_deal(app, client, store, open_table):
    other, table = app.test_client(), open_table()
    mine = forms.form(client.get(f"/tables/{table.id}"))
    forms.form(other.get(f"/tables/{table.id}")).send(other, **PRISE)
    asked = forms.form(mine.send(client, **GARDE))
    assert "/tables/1/deals/2" in [button.get("formaction") for button in asked.buttons]
    assert asked.send(client, to="/tables/1/deals/2").status_code == 303
    assert laws.totals(store, table) == [234, -174, -30, -30]
    assert [deal.dealer for deal in store.deals(table.id)] == [0, 1]


def test_two_phones_correct_the_same_deal_and_the_second_is_asked(app, client, store, three_deals):
    other = app.test_client()
    mine, theirs = (forms.form(phone.get("/tables/1/deals/1")) for phone in (client, other))
    assert theirs.send(other, points=51).status_code == 303
    page = mine.send(client, points=50)
    assert page.status_code == 409
    assert "Ana, garde, 51 with two oudlers: made by 10" in forms.texts(page)
    assert forms.form(page).fields["points"] == ["50"]
    gives_in = forms.form(page).send(client, to="/tables/1/deals/1", discard=1)
    assert (gives_in.status_code, gives_in.location) == (303, "/tables/1")
    assert "made by 10" in forms.texts(client.get(gives_in.location))
    assert laws.scored(store, three_deals, 1) == [210, -70, -70, -70]


def test_two_phones_insert_a_forgotten_deal_and_the_second_is_asked(
    app, client, store, three_deals
):
    other, at = app.test_client(), "/tables/1/deals/4?before=2"
    mine, theirs = (forms.form(phone.get(at)) for phone in (client, other))
    theirs.send(other, **PRISE)
    page = mine.send(client, **GARDE)
    assert "Another phone saved deal 2 meanwhile" in forms.texts(page)
    forms.form(page).send(client)
    assert numbers(store, three_deals) == [1, 4, 2, 3]
    assert laws.scored(store, three_deals, 4) == [198, -66, -66, -66]


def test_a_forgotten_deal_whose_number_the_next_deal_took_is_inserted_all_the_same(
    app, client, store, three_deals
):
    other = app.test_client()
    mine = forms.form(client.get("/tables/1/deals/4?before=2"))
    forms.form(other.get("/tables/1")).send(other, **PRISE)
    assert mine.send(client, **GARDE).status_code == 303
    assert mine.send(client, **GARDE).status_code == 303  # the same form once more
    assert numbers(store, three_deals) == [1, 5, 2, 3, 4]
    assert laws.scored(store, three_deals, 5) == [198, -66, -66, -66]
    laws.hold(store, three_deals)


def test_who_corrects_a_deal_that_was_deleted_meanwhile_is_told(app, client, store, three_deals):
    mine = forms.form(client.get("/tables/1/deals/2"))
    forms.form(client.get("/tables/1/deals/2")).send(client, to="/tables/1/deals/2/delete")
    page = mine.send(client, points=45)
    assert page.status_code == 409
    assert "Another phone deleted deal 2 meanwhile." in forms.texts(page)
    assert "Deal deleted Bo, prise, 45 with one oudler: failed by 6" in forms.texts(page)
    assert forms.form(page).fields["points"] == ["45"]
    assert forms.form(page).send(client).status_code == 303
    assert numbers(store, three_deals) == [1, 2, 3]
    laws.hold(store, three_deals)


def at_once(app, client, posts):
    """Sends these forms from eight threads of one phone: what they are answered."""
    ready = Barrier(len(posts))

    def send(form, touched):
        phone = app.test_client()
        for cookie in client._cookies.values():
            phone.set_cookie(cookie.key, cookie.value)
        ready.wait()
        return form.send(phone, **touched)

    with ThreadPoolExecutor(len(posts)) as threads:
        return list(threads.map(send, *zip(*posts, strict=True)))


def test_one_form_sent_eight_times_at_once_records_one_deal(app, client, store, open_table):
    table = open_table()
    for number in range(1, 6):
        form = forms.form(client.get(f"/tables/{table.id}"))
        answers = at_once(app, client, [(form, GARDE)] * 8)
        assert {(one.status_code, one.location) for one in answers} == {(303, "/tables/1")}
        assert numbers(store, table) == list(range(1, number + 1))
    laws.hold(store, table)


def test_of_eight_phones_that_tell_a_deal_at_once_one_is_first(app, client, store, open_table):
    table = open_table()
    for number in range(1, 6):
        posts = [
            (forms.form(client.get(f"/tables/{table.id}")), {**GARDE, "points": 41 + i})
            for i in range(8)
        ]
        answers = at_once(app, client, posts)
        assert sorted(one.status_code for one in answers) == [303] + [409] * 7
        assert numbers(store, table) == list(range(1, number + 1))
    laws.hold(store, table)


def test_of_eight_phones_that_correct_a_deal_at_once_one_is_first(app, client, store, three_deals):
    for revision in range(2, 6):
        pages = [forms.form(client.get("/tables/1/deals/1")) for _ in range(8)]
        touched = [{"points": 30 + 8 * (revision - 2) + i} for i in range(8)]
        answers = at_once(app, client, list(zip(pages, touched, strict=True)))
        assert sorted(one.status_code for one in answers) == [303] + [409] * 7
        assert store.deal(1, 1).revision == revision
        laws.hold(store, three_deals)


def test_of_four_phones_that_ask_for_a_new_game_at_once_all_come_to_one_sheet(
    app, store, open_table
):
    table, ready = open_table(), Barrier(4)

    def asks(phone):
        ready.wait()
        return phone.send(f"/tables/{table.id}/again").location

    with ThreadPoolExecutor(4) as at_once:
        led = set(at_once.map(asks, [app.test_client() for _ in range(4)]))
    assert led == {f"/tables/{table.id + 1}"}
    assert len(store.tables("open")) == 2
