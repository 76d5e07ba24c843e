"""Le Plateau: tricks that were told before it changed who declares, or with whom."""

from __future__ import annotations

import html
import re

import forms
import pytest

DEALT = {"player": "1", "talon": "keep", "objective": "y", "partners": 1}
PASS = [{"player": seat, "pass": True} for seat in ("2", "3", "0")]
BO_AND_DANA = {"declarer": "1", "partners": ["3"], "talon": "keep", "objective": "y"}
TRICKS = [{"won_by": side} for side in ("declarer", "declarer", "defence", "declarer")]
BID = "/tables/1/deals/1?asks=bid"
PREVIEW = "/tables/1/deals/1/preview"


@pytest.fixture
def table(open_table):
    return open_table("plateau")


def said(answer) -> str | None:
    """What is said of the tricks; None: it has no place on the page."""
    found = re.search(r'id="counts-for"[^>]*>(.*?)</p>', answer.text, re.S)
    return found and " ".join(html.unescape(re.sub(r"<[^>]*>", "", found[1])).split())


def half(store, **facts):
    store.keep_half(1, 1, facts, revision=0, key=None, phone="")


def test_it_is_said_whose_they_were_and_whose_they_are(client, store, table):
    half(store, **BO_AND_DANA, tricks=TRICKS)
    page = client.get(BID)
    assert said(page) == ""  # nothing is another's, and the place is there
    form = forms.form(page)
    now = form.send(client, to=PREVIEW, declarer=2, partners=0)
    assert said(now) == "3 tricks were told for Bo & Dana: they count for Chi & Ana now."
    alone = form.send(client, to=PREVIEW, partners="")
    assert said(alone) == "3 tricks were told for Bo & Dana: they count for Bo now."
    assert said(form.send(client, to=PREVIEW, declarer=3, partners=1)) == ""  # the same two


def test_it_is_said_of_the_defence_where_only_that_has_tricks(client, store, table):
    half(store, **BO_AND_DANA, tricks=TRICKS[2:3])
    form = forms.form(client.get(BID))
    now = form.send(client, to=PREVIEW, declarer=2, partners=0)
    assert said(now) == "1 trick was told for Ana & Chi: it counts for Bo & Dana now."


def test_after_an_auction_that_was_told_anew_it_is_said_too(client, store, table):
    half(store, bids=[DEALT, *PASS], tricks=TRICKS)
    assert said(client.get(BID)) == (
        "3 tricks were told for the declarer’s side: they count for Bo now."
    )


def test_in_a_correction_it_is_said_on_the_board_too(client, store, table):
    told = BO_AND_DANA | {"tricks": TRICKS, "made": False}
    store.save_deal(1, 1, told, revision=0, key=None, phone="")
    form = forms.form(client.get("/tables/1/deals/1"))
    board = form.send(client, to="/tables/1/deals/1?asks=board", touch="told", declarer=2)
    assert said(board) == "3 tricks were told for Bo & Dana: they count for Chi & Dana now."


@pytest.mark.parametrize(
    "path",
    ["/calculator/plateau?players=4", "/tables/1/deals/2?before=1", "/tables/1/deals/1?corrects=1"],
)
def test_of_a_deal_of_which_no_tricks_are_kept_nothing_is_said(client, store, table, path):
    """The tricks in the form were told for those who play."""
    store.save_deal(1, 1, {"passed": True}, revision=0, key=None, phone="")
    form = forms.form(client.get(path))
    bid = {"declarer": 1, "partners": 3, "talon": "keep", "objective": "y"}
    board = form.send(client, to=f"{path}&asks=board", touch="told", unplayed=None, **bid)
    told = forms.form(board).send(client, to=f"{path}&asks=board", touch="trick-1-declarer")
    assert "Trick 1: " in forms.texts(told)
    assert said(told) is None


def test_without_tricks_nothing_is_said(client, store, table):
    half(store, **BO_AND_DANA)
    assert said(client.get(BID)) is None
