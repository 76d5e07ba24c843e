"""A deal half told: the bid noted before the play, the result from whichever phone is at hand."""

from __future__ import annotations

import forms
import laws
import pytest

BID = {"take": "1-garde", "slam_announced": "declarer", "slam_player": 1}
RESULT = {"oudlers": 2, "points": 49, "slam_announced": None, "slam_player": None}
HALF = "/tables/1/deals/1/half"


@pytest.fixture
def bid(client, open_table):
    """A new table, and a bid kept on it."""
    table = open_table()
    assert keep(client, **BID).status_code == 303
    return table


def keep(phone, to=HALF, **touched):
    return forms.form(phone.get("/tables/1")).send(phone, to=to, **touched)


def test_a_bid_is_in_no_total_and_the_turn_stays(client, store, bid):
    assert laws.totals(store, bid) == [0, 0, 0, 0]
    page = client.get("/tables/1")
    said = forms.texts(page)
    assert "Bid noted" in said
    assert "Bo , garde, slam announced. By 10, slam not made: +10 or −410" in said
    assert forms.form(page).action == "/tables/1/deals/1"
    assert forms.form(page).fields["dealer"] == ["0"]


def test_an_announced_slam_is_led_by_who_announced_it(client, bid):
    assert "Bo leads" in forms.texts(client.get("/tables/1"))


def test_what_would_be_warned_about_is_no_bid_to_keep(client, store, open_table):
    """The first digit of the points, and Enter before the second one."""
    open_table()
    page = keep(client, take="0-garde", oudlers=2, points=7)
    assert page.status_code == 422
    assert "Not possible with that many oudlers" in forms.texts(page)
    assert store.deals(1) == []
    assert forms.form(page).send(client, in_spite="1").status_code == 303


def test_before_anybody_took_no_bid_is_offered_to_be_noted(client, store, open_table):
    """Points without a declarer would be noted as "Bid noted", as if they were saved. But what a
    phone kept while the host was silent is taken: it would hold up the others."""
    open_table()
    preview = client.send(HALF.replace("half", "preview"), {"oudlers": "2", "points": "49"})
    assert 'data-state="early"' in preview.text
    assert "Who took, and what?" in forms.texts(preview)
    assert keep(client, oudlers=2, points=49).status_code == 303
    assert store.deal(1, 1).facts == {"oudlers": 2, "card_points": 49}


def test_a_slam_announced_by_another_moves_the_leader(client, open_table):
    open_table()
    assert "Bo leads" in forms.texts(client.get("/tables/1"))
    keep(client, take="2-garde", slam_announced="declarer", slam_player=2)
    assert "Chi leads" in forms.texts(client.get("/tables/1"))


def test_a_bid_is_completed_from_another_phone(app, store, bid):
    other = app.test_client()
    form = forms.form(other.get("/tables/1"))
    assert form.fields["take"] == ["1-garde"]
    assert form.send(other, **RESULT).status_code == 303
    laws.hold(store, bid)
    assert laws.totals(store, bid) == [-66, 198, -66, -66]
    assert [deal.state for deal in store.deals(1)] == ["told"]


def test_at_five_the_bid_is_told_before_the_partner_is_known(client, store, open_table):
    table = open_table(names=["Ana", "Bo", "Chi", "Dana", "Eve"])
    assert keep(client, take="0-garde", called="KH").status_code == 303
    form = forms.form(client.get("/tables/1"))
    assert form.fields["called"] == ["KH"]
    assert form.send(client, partner=3, oudlers=2, points=49).status_code == 303
    assert laws.totals(store, table) == [132, -66, -66, 66, -66]


def test_a_bid_can_be_changed_before_the_play(client, store, bid):
    assert keep(client, take="1-garde_sans").status_code == 303
    assert store.deal(1, 1).facts["contract"] == "garde_sans"
    assert len(store.deals(1)) == 1


def test_a_bid_can_become_a_passed_deal(client, store, bid):
    assert forms.form(client.get("/tables/1")).send(client, unplayed="passed").status_code == 303
    assert store.deal(1, 1).outcome == "passed"


def test_a_bid_can_be_taken_back(client, store, bid):
    keep(client, to="/tables/1/deals/1/delete")
    assert store.deals(1) == []
    assert "Bid noted" not in forms.texts(client.get("/tables/1"))


def test_two_phones_note_a_bid_and_the_second_is_asked(app, client, store, open_table):
    open_table()
    other = app.test_client()
    mine, theirs = (forms.form(phone.get("/tables/1")) for phone in (client, other))
    assert theirs.send(other, to=HALF, take="2-prise").status_code == 303
    page = mine.send(client, to=HALF, take="3-garde")
    assert page.status_code == 409
    assert "Chi, prise. By 10: +105 or −105" in forms.texts(page)
    assert "“Save bid” puts yours in place of theirs." in forms.texts(page)  # it is there
    assert forms.form(page).fields["take"] == ["3-garde"]
    assert store.deal(1, 1).facts == {"declarer": "2", "contract": "prise"}


def test_whose_auction_differs_from_another_phones_is_told_by_which_button_theirs_is_replaced(
    app, client, open_table
):
    """That of Le Plateau leads to the board."""
    open_table(game="plateau")
    other = app.test_client()
    mine, theirs = (forms.form(phone.get("/tables/1")) for phone in (client, other))
    bid = {"declarer": "1", "talon": "keep", "partners": "2"}
    theirs.send(other, to=HALF, **bid | {"objective": "y"})
    page = mine.send(client, to=HALF, **bid | {"objective": "fork"})
    assert "“To the board” puts yours in place of theirs." in forms.texts(page)


def test_a_result_on_a_bid_that_changed_meanwhile_is_asked_about(app, client, store, bid):
    form = forms.form(client.get("/tables/1"))
    keep(app.test_client(), take="1-garde_sans")
    assert form.send(client, **RESULT).status_code == 409
    assert store.deal(1, 1).state == "half"


def test_a_bid_kept_twice_is_kept_once(client, store, open_table):
    open_table()
    form = forms.form(client.get("/tables/1"))
    answers = [form.send(client, to=HALF, take="0-garde").status_code for _ in range(2)]
    assert answers == [303, 303]
    assert len(store.changes(1)) == 2


def test_what_cannot_be_read_is_not_kept(client, store, open_table):
    open_table()
    page = keep(client, take="0-garde", points="many")
    assert page.status_code == 422
    assert forms.form(page).fields["take"] == ["0-garde"]
    assert store.deals(1) == []


def test_a_bid_from_before_the_host_lost_its_disk_comes_back_as_the_next_deal(
    client, store, open_table
):
    open_table()
    answer = client.send("/tables/1/deals/3/half", {"take": "2-garde", "revision": "0"})
    assert answer.status_code == 409
    assert 'action="/tables/1/deals/1"' in answer.text
    assert forms.form(answer).fields["take"] == ["2-garde"]
    assert store.deals(1) == []


@pytest.mark.parametrize("revision", ["0+", "0++", "9+", "+", "0+x"])
def test_a_result_behind_another_phones_bid_is_asked_about(app, store, bid, revision):
    other = app.test_client()
    result = forms.form(other.get("/tables/1"))
    assert result.send(other, **RESULT | {"revision": revision}).status_code == 409
    assert [deal.state for deal in store.deals(1)] == ["half"]


def test_a_result_behind_this_phones_own_bids_counts_once(client, store, bid):
    keep(client, take="0-garde")
    result = forms.form(client.get("/tables/1"))
    for _twice in range(2):
        assert result.send(client, **RESULT | {"revision": "0++"}).status_code == 303
    assert laws.totals(store, bid) == [198, -66, -66, -66]
    assert len(store.changes(1)) == 4


def test_a_bid_that_comes_after_the_whole_deal_is_the_bid_of_the_next_one(
    client, store, open_table
):
    open_table()
    bid = forms.form(client.get("/tables/1"))
    told = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    page = bid.send(client, to=HALF, **BID)
    page = forms.form(page).send(client, to=HALF)  # it takes the place of nothing, and that is said
    assert "puts yours in place of theirs" not in forms.texts(page)
    assert 'formaction="/tables/1/deals/2/half" name="another"' in page.text
    answer = forms.form(page).send(client, to="/tables/1/deals/2/half", another="1")
    assert answer.status_code == 303
    assert [(one.state, one.facts["declarer"]) for one in store.deals(1)] == [
        ("told", "0"),
        ("half", "1"),
    ]


def test_nothing_told_is_no_bid(client, store, open_table):
    open_table()
    assert keep(client).status_code == 422
    assert store.deals(1) == []


def test_a_told_deal_does_not_become_a_bid_again(client, store, three_deals):
    page = client.get("/tables/1/deals/2")
    assert "Save bid" not in forms.texts(page)
    assert forms.form(page).send(client, to="/tables/1/deals/2/half").status_code == 409
    assert store.deal(1, 2).state == "told"


def test_a_forgotten_deal_can_be_inserted_while_a_bid_stands(client, store, three_deals):
    keep(client, to="/tables/1/deals/4/half", take="0-garde")
    form = forms.form(client.get("/tables/1/deals/5?before=1"))
    assert form.send(client, take="3-garde", oudlers=2, points=49).status_code == 303
    laws.hold(store, three_deals)
    states = [(deal.number, deal.state) for deal in store.deals(1)]
    assert states == [(5, "told"), (1, "told"), (2, "told"), (3, "told"), (4, "half")]


def test_no_second_deal_is_told_behind_a_bid(client, store, bid):
    """The form of the next deal, sent from a page that did not know of the bid."""
    form = forms.form(client.get("/tables/1"))
    page = form.send(client, to="/tables/1/deals/2", **RESULT)
    assert page.status_code == 409
    assert [deal.number for deal in store.deals(1)] == [1]


def test_a_bid_stands_in_no_spreadsheet(client, bid):
    rows = client.get("/tables/1/sheet.csv").text.splitlines()
    assert len(rows) == 2
    assert rows[1].startswith("total,")


def test_the_called_card_and_the_slam_of_a_noted_bid_are_said_everywhere(client, open_table):
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eli"))
    told = {"take": "2-garde", "called": "KH", "slam_announced": "declarer"}
    assert keep(client, **told).status_code == 303
    line = ", garde, calls the king of hearts, slam announced. By 10, slam not made: −60 or −340"
    for page in ("/tables/1", "/tables/1/watch"):
        assert forms.texts(client.get(page)).count(line) == 1
    assert "Noted. By 10, slam not made: −60 or −340" in forms.texts(client.get("/tables/1"))
    line = ", garde, appelle le roi de cœur, chelem annoncé. À 10 d’écart"
    french = client.get("/tables/1", headers={"Accept-Language": "fr"})
    assert line in forms.texts(french)


def test_a_sheet_is_not_closed_over_a_bid(client, store, bid):
    begun = "A deal is begun: finish it, or take it back, before the sheet is closed"
    page = client.get("/tables/1/more")
    assert (begun in page.text, 'action="/tables/1/close"' in page.text) == (True, False)
    sent = client.send("/tables/1/close")  # from a menu that was open before
    assert (sent.location, store.table(1).closed_at) == ("/tables/1/more", None)
    store.undo(1, key=None, phone="")
    page = client.get("/tables/1/more")
    assert (begun in page.text, 'action="/tables/1/close"' in page.text) == (False, True)


def test_a_partner_that_is_forgotten_is_asked_for(client, open_table):
    open_table(names=("Ana", "Bo", "Chi", "Dana", "Eli"))
    form = forms.form(client.get("/tables/1"))
    told = {"take": "0-garde", "oudlers": 2, "points": 49}
    preview = form.send(client, to="/tables/1/deals/1/preview", **told)
    assert "Ana , garde. Who is the partner, or nobody?" in forms.texts(preview)
    assert 'data-state="asked"' in preview.text  # no bid is offered to be noted any more
    assert form.send(client, **told).status_code == 422
    assert (
        'data-state="half"'
        in form.send(client, to="/tables/1/deals/1/preview", **told | {"points": ""}).text
    )


def test_beside_a_bid_it_is_said_what_was_done_taken_back_and_brought_back(client, bid):
    def said(page):
        return " ".join(forms.texts(client.get(page)).split())

    assert "Noted. By 10" in said("/tables/1")
    client.send("/tables/1/players", {"seat": 2, "name": "Zed", "substitute": 1})
    assert "Somebody took a seat. By 10" in said("/tables/1")
    for step, word in (("undo", "Undone"), ("redo", "Again")):
        client.send(f"/tables/1/{step}")
        assert f"{word}: Somebody took a seat. By 10" in said("/tables/1")
        assert f"{word}: Somebody took a seat." in said("/tables/1/live?since=0")
