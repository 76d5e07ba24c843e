"""What a phone that enters deals may write at an evening where it corrects the last one alone."""

from __future__ import annotations

import re

import pytest
from phones import Stranger
from placed import GARDE, PASSED, at_place, carry_over, garde, publish, tell

# What a phone that enters deals may send to a table of three deals, of which the last one alone
# may be corrected; every address that writes stands here.
LAST = {
    "deals/4": True,
    "deals/4/half": True,
    "deals/4/half/touch": True,
    "deals/4/preview": True,
    "deals/3": True,
    "deals/3/half": True,
    "deals/3/half/touch": True,
    "deals/3/preview": True,
    "deals/3/delete": True,
    "deals/3/verdict": True,
    "deals/2": False,
    "deals/2/half": False,
    "deals/2/half/touch": False,
    "deals/2/preview": True,
    "deals/2/delete": False,
    "deals/2/verdict": True,
    "undo": True,
    "redo": True,
    "call": True,
    "close": True,
    "again": True,
    "count-again": True,
    "players": False,
    "options": False,
    "delete": False,
    "restore": False,
    "reopen": False,
    "share": False,
    "history/restore": False,
    "start": False,
    "paper": True,
}
REFUSED = re.compile("only the organiser", re.IGNORECASE)


@pytest.fixture
def strict(organiser, app, store) -> Stranger:
    """A phone at a place of an evening at which only the last deal is corrected."""
    form = {"name": "Friday", "date": "2026-11-20", "corrects": "last"}
    assert organiser.send("/evenings/1/settings", form).status_code == 303
    publish(store)
    for number in (1, 2, 3):
        store.save_deal(1, number, PASSED, revision=0, key=None, phone="")
    return at_place(app, store, 1)


def test_a_table_with_deals_is_deleted_by_the_organiser_alone(app, store, organiser):
    publish(store)
    phone = at_place(app, store, 1)
    tell(store, 1, 1)
    refused = phone.send("/tables/1/delete")
    assert (refused.status_code, store.table(1).deleted_at) == (409, None)
    assert "At an evening only the organiser does that." in refused.text
    organiser.send("/tables/1/delete")
    organiser.send("/tables/1/restore")
    assert phone.send("/tables/1/undo").status_code == 409  # what brought it back
    organiser.send("/tables/1/undo")
    organiser.send("/tables/1/undo")
    assert phone.send("/tables/1/redo").status_code == 409
    assert store.table(1).deleted_at is None


def test_what_the_organiser_deleted_only_the_organiser_brings_back(app, store, organiser):
    publish(store)
    phone = at_place(app, store, 1)
    tell(store, 1, 1)
    organiser.send("/tables/1/delete")
    refused = phone.send("/tables/1/restore")
    assert (refused.status_code, bool(store.table(1).deleted_at)) == (409, True)
    assert organiser.send("/tables/1/restore").status_code == 303
    assert store.table(1).deleted_at is None


def test_a_table_opened_by_mistake_is_deleted_and_brought_back_though_it_carries_totals(
    app, store, organiser
):
    publish(store)
    tell(store, 1, 1)
    store.save_deal(1, 2, garde(0), revision=0, key=None, phone="")
    phone = at_place(app, store, 1)
    assert carry_over(phone) == "/tables/3"
    assert any(store.table(3).start)
    for address, deleted in (("delete", True), ("restore", False), ("delete", True)):
        assert phone.send(f"/tables/3/{address}").status_code == 303
        assert bool(store.table(3).deleted_at) is deleted


@pytest.mark.parametrize("corrects", ["all", "last"])
def test_a_table_of_which_nothing_is_told_is_deleted_by_anybody_there(
    app, store, organiser, corrects
):
    publish(store)
    store.change_evening(1, corrects=corrects, key=None, phone="")
    phone = at_place(app, store, 1)
    store.keep_half(1, 1, {"declarer": "0"}, revision=0, key=None, phone="")
    assert phone.send("/tables/1/delete").status_code == 409
    store.undo(1, key=None, phone="")
    assert phone.send("/tables/1/delete").status_code == 303
    assert store.table(1).deleted_at
    for step, deleted in (("undo", False), ("redo", True)):
        assert phone.send(f"/tables/1/{step}").status_code == 303
        assert bool(store.table(1).deleted_at) is deleted


def test_every_address_that_writes_at_a_table_is_in_the_list(app):
    there = {
        re.sub(r".*>/?", "", rule.rule.replace("<int:number>/", "3/"))
        for rule in app.url_map.iter_rules()
        if "POST" in rule.methods and rule.rule.startswith("/tables/<int:table_id>/")
    }
    listed = {re.sub(r"^deals/\d+/?", "", line) for line in LAST}
    assert {re.sub(r"^.*3/", "", one) for one in there} - {"move"} == listed


@pytest.mark.parametrize("address", LAST)
def test_a_score_link_may_be_let_correct_the_last_deal_alone(strict, organiser, address):
    answer = strict.send(f"/tables/1/{address}", {"revision": "1"})
    assert bool(REFUSED.search(answer.text)) is not LAST[address]
    if not LAST[address]:
        assert answer.status_code == 409
        assert not REFUSED.search(organiser.send(f"/tables/1/{address}").text)


def test_what_is_the_organisers_is_said_so_and_not_that_something_changed(strict, store):
    for answer, words in [
        (strict.get("/tables/1/deals/1"), "At this evening the last deal alone is corrected"),
        (strict.send("/tables/1/reopen"), "At an evening only the organiser does that."),
    ]:
        assert answer.status_code == 409
        assert "<h1>Only the organiser</h1>" in answer.text
        assert f"<p>{words}" in answer.text
        assert "meanwhile" not in answer.text
        assert 'href="/tables/1">Back to the sheet</a>' in answer.text


def test_a_phone_that_asks_whether_it_is_kept_hears_of_no_form_that_comes_back(strict):
    """Else the deal would wait on the phone for a person, and hold up those after it."""
    asked = {"headers": {"Prefer": "return=minimal"}}
    correction = GARDE | {"revision": "1"}
    assert strict.send("/tables/1/deals/1", correction, **asked).status_code == 422
    assert strict.send("/tables/1/deals/1", correction).status_code == 409


def test_no_deal_is_put_between_the_others_and_no_older_one_opened(strict):
    assert strict.send("/tables/1/deals/4", GARDE | {"before": "2"}).status_code == 409
    assert strict.get("/tables/1/deals/2").status_code == 409
    assert strict.get("/tables/1/deals/3").status_code == 200


def test_a_sheet_is_not_taken_back_deal_by_deal(strict, store):
    strict.send("/tables/1/deals/3/delete", {"revision": "1"})
    assert strict.send("/tables/1/deals/2/delete", {"revision": "1"}).status_code == 409
    assert strict.send("/tables/1/undo").status_code == 303
    assert [deal.number for deal in store.deals(1)] == [1, 2, 3]


def test_where_all_may_be_corrected_all_is(organiser, app, store):
    publish(store)
    tell(store, 1, 1, 2)
    phone = at_place(app, store, 1)
    assert phone.send("/tables/1/deals/1", GARDE | {"revision": "1"}).status_code == 303
    assert phone.send("/tables/1/players", {"seat": "1", "name": "Zoe", "rename": "1"}).location
