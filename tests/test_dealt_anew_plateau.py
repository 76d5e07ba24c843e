"""Le Plateau, one name more than plays: an auction in which spoke who deals now."""

from __future__ import annotations

import re

import forms
import pytest

FOUR = ("Ana", "Bo", "Chi", "Dana")
FIVE = (*FOUR, "Eli")
SAID = [
    {"player": "1", "talon": "exchange", "objective": "bridge", "partners": 0},
    {"player": "2", "talon": "exchange", "objective": "y", "partners": 0},
    {"player": "3", "pass": True},
]
PASSED = [*SAID, {"player": "1", "pass": True}]
BID = {"declarer": "2", "talon": "exchange", "objective": "y", "partners": [], "bids": PASSED}
TRICKS = [{"won_by": "defence"}] * 9
PUT_BY = "Bo deals now. The auction, in which Bo spoke, is set aside"


@pytest.fixture
def table(open_table):
    """Four names, three play: Ana deals and sits out; Bo, Chi and Dana have bid."""
    return open_table("plateau", FOUR, at_once=3)


@pytest.fixture
def half(store, table):
    """Keeps these facts of the first deal."""
    return lambda **facts: store.keep_half(table.id, 1, facts, revision=0, key=None, phone="")


def saved(store, client) -> None:
    """The deal with its auction is told in full."""
    store.save_deal(1, 1, {**BID, "made": False}, revision=0, key=None, phone="")


def previewed(client, at: str, **touched: object) -> str:
    form = forms.form(client.get(at))
    answer = form.send(client, to="/tables/1/deals/1/preview", **touched)
    assert answer.status_code == 200
    assert "sits out" not in forms.state_and_sentence(answer)[1]
    return answer.text


def first_word(client, store, answer, **touched: object):
    """The first word of the auction on this page, as its button tells it."""
    form = forms.form(answer)
    (button,) = [one for one in form.buttons if (one.get("value") or "").startswith("pass-")]
    return form.send(client, to=button["formaction"], touch=button["value"], **touched)


def test_in_the_auction_it_is_put_by_whole_and_said(client, half):
    half(bids=SAID)
    text = previewed(client, "/tables/1", dealer=1)
    assert PUT_BY in text
    assert re.findall(r'value="(?:pass|bid)-(\d-\d)"', text) == ["2-1", "2-1"]  # left of Bo
    assert 'id="next-bid"' in text and 'name="sits_out" value="1"' in text


def test_it_comes_back_with_the_dealer_before(client, half):
    half(bids=SAID)
    text = previewed(client, "/tables/1", dealer=0, sits_out=1, put_by="")
    assert PUT_BY not in text
    assert re.findall(r'value="(?:pass|bid)-(\d-\d)"', text) == ["1-4", "1-4"]
    assert "undo-bid-3" in text


def test_the_next_word_is_of_the_auction_of_who_deals_now(client, store, half):
    half(bids=SAID)
    page = client.get("/tables/1")
    answer = forms.form(page).send(
        client,
        to="/tables/1/deals/1/half/touch",
        touch="pass-2",
        dealer=1,
        sits_out=1,
        put_by="",
    )
    assert answer.status_code == 303
    deal = store.deal(1, 1)
    assert (deal.dealer, deal.facts) == (1, {"bids": [{"player": "2", "pass": True}]})


def test_who_dealt_is_told_by_no_page_that_has_not_seen_the_last_word(client, store, half):
    half(bids=SAID)
    old = forms.form(client.get("/tables/1"))
    first_word(client, store, client.get("/tables/1"))
    touch = {"touch": "bid-2", "dealer": 1, "sits_out": 1, "put_by": ""}
    old.send(client, to="/tables/1/deals/1/half/touch", **touch)
    deal = store.deal(1, 1)
    assert (deal.dealer, deal.facts["bids"]) == (0, PASSED)


def test_without_script_the_auction_is_drawn_anew_before_it_goes_on(client, store, half):
    half(bids=SAID)
    refused = first_word(client, store, client.get("/tables/1"), dealer=1)
    assert refused.status_code == 422
    assert PUT_BY in forms.texts(refused) and "Bo deals and sits out" in forms.texts(refused)
    assert store.deal(1, 1).facts == {"bids": SAID}
    assert first_word(client, store, refused).status_code == 303
    deal = store.deal(1, 1)
    assert (deal.dealer, deal.facts) == (1, {"bids": [{"player": "2", "pass": True}]})


def test_without_script_a_dealer_by_mistake_is_taken_back(client, store, half):
    half(bids=SAID)
    refused = first_word(client, store, client.get("/tables/1"), dealer=1)
    back = first_word(client, store, refused, dealer=0)  # the word of another auction
    assert back.status_code == 422
    assert store.deal(1, 1).facts == {"bids": SAID}


def test_past_the_auction_the_bid_stays_without_it(client, store, half):
    half(**BID)
    assert PUT_BY in previewed(client, "/tables/1/deals/1?asks=bid", dealer=1)
    form = forms.form(client.get("/tables/1/deals/1?asks=bid"))
    keep = {"to": "/tables/1/deals/1/half", "dealer": 1}
    assert form.send(client, **keep).status_code == 422  # nobody has seen yet what is put by
    assert form.send(client, **keep, sits_out=1, put_by="").status_code == 303
    deal = store.deal(1, 1)
    assert (deal.dealer, deal.facts["declarer"], "bids" in deal.facts) == (1, "2", False)


def test_past_the_auction_a_declarer_who_deals_is_asked_for_anew(client, store, half):
    half(**BID)
    text = previewed(client, "/tables/1/deals/1?asks=bid", dealer=2)
    assert "Chi deals now. The auction, in which Chi spoke" in text
    assert 'id="who-declares"' not in text  # it is not on the page
    form = forms.form(client.get("/tables/1/deals/1?asks=bid"))
    refused = form.send(client, to="/tables/1/deals/1/half", dealer=2)
    assert refused.status_code == 422
    assert "Chi deals and sits out" in forms.texts(refused)
    assert 'id="who-declares"' in refused.text


def test_on_the_board_the_auction_is_put_by_too(client, store, half):
    half(**BID, tricks=TRICKS, made=False)
    text = previewed(client, "/tables/1/deals/1?asks=board", dealer=1)
    assert PUT_BY in text and 'name="bids-' not in text
    assert 'data-state="told"' in text


def test_on_the_board_a_touch_says_nothing_of_who_dealt(client, store, half):
    half(**BID, tricks=TRICKS[:1])
    form = forms.form(client.get("/tables/1/deals/1?asks=board"))
    touch = {"to": "/tables/1/deals/1/half/touch", "touch": "trick-2-defence"}
    assert form.send(client, **touch, dealer=2).status_code == 303
    deal = store.deal(1, 1)
    assert (deal.dealer, deal.facts["bids"], len(deal.facts["tricks"])) == (0, PASSED, 2)


def test_a_deal_is_corrected(client, store, table):
    saved(store, client)
    at = "/tables/1/deals/1"
    assert PUT_BY in previewed(client, at, dealer=1)
    refused = forms.form(client.get(at)).send(client, dealer=1)
    assert refused.status_code == 422
    assert "Bo deals and sits out" in forms.texts(refused) and PUT_BY in forms.texts(refused)
    assert forms.form(refused).send(client).status_code == 303
    deal = store.deal(1, 1)
    assert (deal.dealer, deal.facts["declarer"], "bids" in deal.facts) == (1, "2", False)


@pytest.mark.parametrize(("dealer", "name"), [(1, "Bo"), (3, "Dana")])
def test_a_correction_of_the_board_is_drawn_anew(client, store, table, dealer, name):
    store.save_deal(1, 1, BID | {"tricks": TRICKS, "made": False}, revision=0, key=None, phone="")
    at = "/tables/1/deals/1"
    put_by = f"{name} deals now. The auction, in which {name} spoke, is set aside"
    refused = forms.form(client.get(at)).send(client, dealer=dealer)
    assert refused.status_code == 422 and put_by in forms.texts(refused)
    assert forms.form(refused).send(client, dealer=0).status_code == 303
    assert store.deal(1, 1).facts["bids"] == PASSED  # a mistake: it came back
    refused = forms.form(client.get(at)).send(client, dealer=dealer)
    assert forms.form(refused).send(client).status_code == 303
    assert (store.deal(1, 1).dealer, "bids" in store.deal(1, 1).facts) == (dealer, False)


def test_a_correction_that_waited_on_its_phone_comes_back_as_a_form(client, store, table):
    """The host was silent: no preview has heard of the dealer."""
    saved(store, client)
    form = forms.form(client.get("/tables/1/deals/1"))
    sent = client.post(
        form.action, data=form.filled(dealer=1), headers={"Prefer": "return=minimal"}
    )
    assert sent.status_code == 422


@pytest.mark.parametrize("dealer", range(len(FIVE)))
@pytest.mark.parametrize("at", ["", "?asks=bid", "?asks=auction", "?asks=bid&all=1", "?asks=board"])
def test_every_dealer_is_answered(client, store, open_table, at, dealer):
    open_table("plateau", FIVE, at_once=4)
    said = [{"player": str(seat), "pass": True} for seat in (2, 3, 4)]
    bid = {"player": "1", "talon": "keep", "objective": "y", "partners": 1}
    facts = {"declarer": "1", "partners": ["3"], "talon": "keep", "objective": "y"}
    facts |= {"raises": [{"player": "3", "objective": "six"}], "bids": [bid, *said]}
    store.keep_half(1, 1, facts, revision=0, key=None, phone="")
    form = forms.form(client.get(f"/tables/1/deals/1{at}"))
    for address in ("/preview", "/half", ""):
        answer = form.send(client, to=f"/tables/1/deals/1{address}", dealer=dealer)
        assert answer.status_code in (200, 303, 422)
        assert "– deals" not in forms.texts(answer) and "–\xa0deals" not in forms.texts(answer)
