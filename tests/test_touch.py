"""One touch on a deal that is played: kept at once, whoever touches, and never twice."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import forms
import pytest

TOUCH = "/tables/1/deals/1/half/touch"
BID = {"declarer": "0", "talon": "keep", "objective": "y", "partners": ["2"]}
KNAVES = ["JH", "JD", "JC", "JS"]


@pytest.fixture
def table(store, open_table):
    """Four players, and Ana and Chi play Y."""
    table = open_table("plateau")
    store.keep_half(1, 1, BID, revision=0, key=None, phone="")
    return table


def touch(phone, what, **more):
    answer = phone.send(TOUCH, {"touch": what, **more})
    assert (answer.status_code, answer.location) == (303, "/tables/1/deals/1")


def facts(store):
    return store.deal(1, 1).facts


def test_a_touch_is_kept(client, store, table):
    touch(client, "trick-1-declarer")
    touch(client, "space-KH-declarer")
    assert facts(store) == BID | {"tricks": [{"won_by": "declarer", "spaces": ["KH"]}]}


def test_the_first_touch_begins_the_deal(client, store, open_table):
    open_table("plateau")
    touch(client, "bid-1", **{"bid-talon": "keep", "bid-objective": "y", "bid-partners": 1})
    bid = {"player": "1", "talon": "keep", "objective": "y", "partners": 1}
    assert facts(store) == {"bids": [bid]}
    assert store.deal(1, 1).state == "half"


def test_a_touch_asks_for_no_revision_and_comes_once(client, store, table):
    for _ in range(2):
        touch(client, "trick-defence", key="once", revision=7)
    assert facts(store)["tricks"] == [{"won_by": "defence"}]
    touch(client, "trick-defence", key="another")
    assert len(facts(store)["tricks"]) == 2


def test_what_cannot_be_is_said_and_changes_nothing(client, store, table):
    touch(client, "trick-1-defence")
    before = facts(store)
    refused = client.send(TOUCH, {"touch": "space-KH-declarer"})
    assert refused.status_code == 422
    assert "this side has not won a trick yet" in refused.text.lower()
    assert facts(store) == before


def test_a_first_touch_that_is_refused_leaves_the_note_and_who_deals(client, open_table):
    open_table("plateau")
    told = {"touch": "bid-3", "bid-talon": "keep", "dealer": 2, "note": "Late"}
    refused = client.send(TOUCH, told)
    fields = forms.form(refused).fields
    assert (refused.status_code, fields["dealer"], fields["note"]) == (422, ["2"], ["Late"])


@pytest.fixture
def old_page(client, table):
    """A page on which trick 1 is the declarer's; since then the defence has it."""
    touch(client, "trick-1-declarer")
    form = forms.form(client.get("/tables/1"))
    touch(client, "undo-trick-1")
    touch(client, "trick-1-defence")
    return form


def drawn(answer):
    """Trick 1 and the king of hearts as they are read aloud."""
    return [one for one in re.findall(r'aria-label="(.*?)"', answer.text)
            if one.startswith(("trick 1,", "king of hearts"))]  # fmt: skip


def test_a_refused_touch_shows_the_board_as_it_is_not_as_the_page_had_it(client, old_page):
    refused = old_page.send(client, to=TOUCH, touch="space-KH-declarer")
    assert refused.status_code == 422
    assert sorted(drawn(refused)) == ["king of hearts, free", "trick 1, Bo &amp; Dana"]


def test_a_trick_that_another_phone_told_for_the_other_side_stays_and_is_said(
    client, old_page, store
):
    refused = old_page.send(client, to=TOUCH, touch="trick-1-declarer")
    assert refused.status_code == 422
    assert "Trick 1 is told already, for the other side" in forms.texts(refused)
    assert facts(store)["tricks"] == [{"won_by": "defence"}]


def test_another_bid_than_the_one_that_is_told_already_is_said_not_to_count(
    client, store, open_table
):
    open_table("plateau")
    bid = {"bid-talon": "keep", "bid-objective": "y", "bid-partners": 1}
    for _ in ("one phone", "another"):
        touch(client, "bid-1", **bid)
    told = facts(store)
    for late in ({"touch": "pass-1"}, {"touch": "bid-1"} | bid | {"bid-objective": "fork"}):
        refused = client.send(TOUCH, late)
        assert refused.status_code == 422
        assert "This player has bid already" in forms.texts(refused)
    assert facts(store) == told


def test_a_touch_that_was_not_kept_is_not_shown(client, old_page):
    renewed = old_page.send(client, to=TOUCH, touch="space-KH-defence", csrf_token="of long ago")
    assert renewed.status_code == 400
    assert sorted(drawn(renewed)) == ["king of hearts, free", "trick 1, Bo &amp; Dana"]


def test_phones_that_touch_at_once_lose_nothing(app, store, table):
    touch(app.test_client(), "trick-1-declarer")
    phones = [app.test_client() for _ in KNAVES]
    for phone in phones:
        phone.get("/tables/1")
    with ThreadPoolExecutor(len(phones)) as at_once:
        list(
            at_once.map(lambda phone, name: touch(phone, f"space-{name}-declarer"), phones, KNAVES)
        )
    assert sorted(facts(store)["tricks"][0]["spaces"]) == sorted(KNAVES)


def test_a_deal_told_meanwhile_takes_no_touch(client, store, table):
    revision = store.deal(1, 1).revision
    store.save_deal(1, 1, BID | {"made": True}, revision=revision, key=None, phone="")
    answer = client.send(TOUCH, {"touch": "trick-1-declarer"})
    assert answer.status_code == 409
    assert facts(store) == BID | {"made": True}


def test_a_deal_taken_back_meanwhile_is_not_begun_again_by_a_touch(client, store, table):
    store.delete_deal(1, 1, revision=store.deal(1, 1).revision, key=None, phone="")
    answer = client.send(TOUCH, {"touch": "trick-1-declarer"})
    assert (answer.status_code, store.deals(1)) == (404, [])


def test_undo_takes_the_whole_deal_back_and_redo_brings_every_touch(client, store, open_table):
    """The touches are no changes of their own for who undoes on the sheet; none of them is lost."""
    open_table("plateau")
    touch(client, "pass-1")
    touch(client, "pass-2")
    told = facts(store)
    store.undo(1, key=None, phone="")
    assert store.deal(1, 1).state == "deleted"
    assert store.can_undo(1) is None
    store.redo(1, key=None, phone="")
    assert (store.deal(1, 1).state, facts(store)) == ("half", told)


def test_a_told_deal_undone_is_as_it_was_touched_last(client, store, table):
    touch(client, "trick-1-declarer")
    told = facts(store)
    revision = store.deal(1, 1).revision
    store.save_deal(1, 1, told | {"made": True}, revision=revision, key=None, phone="")
    store.undo(1, key=None, phone="")
    assert (store.deal(1, 1).state, facts(store)) == ("half", told)


def test_a_correction_is_touched_without_being_saved(client, store, table):
    """A told deal changes when it is saved: what is touched meanwhile stands in the form."""
    told = BID | {"board": {"declarer": ["KH"]}, "made": True}
    revision = store.deal(1, 1).revision
    store.save_deal(1, 1, told, revision=revision, key=None, phone="")
    page = client.send(
        "/tables/1/deals/1",
        {
            "touch": "space-KH-nobody",
            "declarer": 0,
            "talon": "keep",
            "objective": "y",
            "partners": 2,
            "board-declarer": "KH",
            "made": "true",
        },
    )
    assert page.status_code == 200
    assert facts(store) == told
