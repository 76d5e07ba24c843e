"""One name more than play: another dealer draws the players of the form anew, and nothing else."""

from __future__ import annotations

import re

import forms
import pytest

FOUR = ("Ana", "Bo", "Chi", "Dana")
SIX = ("Ana", "Bo", "Chi", "Dana", "Eli", "Fé")
TOLD = {"oudlers": 2, "points": 49, "side": "defence", "poignee": "single"}


@pytest.fixture
def table(open_table):
    """Six at five seats: Ana deals first and sits out."""
    return open_table(names=SIX, at_once=5, misere=10)


@pytest.fixture
def preview(client):
    """The preview of a form after these touches."""

    def previewed(page="/tables/1", **touched):
        form = forms.form(client.get(page))
        answer = form.send(client, to=f"{form.action}/preview", **touched)
        assert answer.status_code == 200
        return answer.text

    return previewed


def drawn(text: str, name: str, value: object) -> bool:
    """Whether the cell is among what is drawn anew."""
    return f'name="{name}" value="{value}"' in text


def sentence(text: str) -> str:
    """What the preview says."""
    return re.search(r'<p class="say".*?</p>', text, re.S)[0]


def test_who_sat_out_can_be_told_and_who_deals_now_cannot(table, preview):
    text = preview(dealer=2)
    cells = ("take", "{}-garde"), ("partner", "{}"), ("misere", "{}"), ("slam_player", "{}")
    for name, value in (*cells, ("showed-{}", "single")):
        assert drawn(text, name.format(0), value.format(0))
        assert not drawn(text, name.format(2), value.format(2))
    assert 'name="sits_out" value="2"' in text


def test_the_same_dealer_draws_nobody_anew(table, preview):
    assert 'id="row-' not in preview(take="1-garde", **TOLD)
    assert 'id="row-' not in preview(dealer=0)


def test_the_rows_of_the_others_stay_as_they_are(table, preview):
    text = preview(dealer=2, take="1-garde")
    assert [n for n in range(6) if f'id="row-{n}"' in text] == [0, 2]


def test_what_can_stay_is_told_still(table, preview):
    told = TOLD | {"showed-4": "single", "held": ["1", "21"]}
    text = preview(dealer=2, take="1-garde", partner=3, **told)
    assert "</b> with Dana, garde, 42 with two oudlers" in text


@pytest.mark.parametrize(
    "told",
    [
        {"take": "2-garde"},
        {"take": "1-garde", "partner": 2},
        {"take": "1-garde", "partner": 3, "misere": ["2", "4"]},
        {"take": "1-garde", "partner": 3, "slam_announced": "defence", "slam_player": 2},
        {"take": "1-garde", "partner": 3, "showed-2": "double"},
    ],
)
def test_what_who_deals_now_did_is_told_no_more(table, preview, client, told):
    text = preview(dealer=2, **TOLD, **told)
    assert "deals and sits out" not in text
    form = forms.form(client.get("/tables/1"))
    left = {**told, "dealer": 2, "take": told["take"].replace("2-garde", "")}
    left |= {"partner": None if told.get("partner") == 2 else told.get("partner")}
    left |= {"misere": 4} if "misere" in told else {}
    left |= {"slam_player": None, "showed-2": None}
    now = {**form.filled(**TOLD, **left), "sits_out": ["2"]}
    said = client.post(f"{form.action}/preview", data=now).text
    assert sentence(said) == sentence(text)


@pytest.mark.parametrize("put_by", ["dealer=3&note=x&key=y", "take", "take=x&hands-2=9", "%FF=1"])
def test_what_no_form_puts_by_changes_nothing(table, client, put_by):
    form = forms.form(client.get("/tables/1"))
    told = form.filled(take="1-garde", dealer=2, **TOLD)
    said = [
        client.post(f"{form.action}/preview", data=told | more).text
        for more in ({}, {"put_by": [put_by]})
    ]
    assert said[0] == said[1]


def test_an_old_deal_is_put_right_too(table, preview, record):
    record(table, take="1-garde", partner=3, oudlers=2, points=49)
    text = preview("/tables/1/deals/1", dealer=1)
    assert "deals and sits out" not in text
    assert 'data-state="early"' in text
    assert drawn(text, "take", "0-garde") and not drawn(text, "take", "1-garde")


def test_without_script_it_is_refused_and_the_form_is_drawn_anew(table, client, store):
    refused = forms.form(client.get("/tables/1")).send(client, take="2-garde", dealer=2, **TOLD)
    assert refused.status_code == 422
    assert "Chi deals and sits out" in forms.texts(refused)
    answer = forms.form(refused).send(client, take="0-garde", partner=1)
    assert answer.status_code == 303
    (deal,) = store.deals(table.id)
    assert (deal.facts["declarer"], deal.dealer) == ("0", 2)


@pytest.mark.parametrize("out", ["9", "x", ""])
def test_no_other_word_for_who_sits_out_draws_anything(table, preview, out):
    assert 'id="row-' not in preview(dealer=2, sits_out=out)


def test_without_script_what_was_told_of_who_deals_by_mistake_comes_back(table, client, store):
    told = {"take": "2-garde", "partner": 3, "misere": ["2", "4"], "oudlers": 2, "points": 49}
    refused = forms.form(client.get("/tables/1")).send(client, dealer=2, held=["1", "21"], **told)
    assert refused.status_code == 422
    assert forms.form(refused).send(client, dealer=0).status_code == 303
    facts = store.deal(table.id, 1).facts
    assert (facts["declarer"], facts["partner"], facts["misere"]) == ("2", "3", ["2", "4"])
    assert facts["oudlers_held"] == ["1", "21"]


def test_a_bid_that_is_kept_has_what_no_preview_has_brought_back(table, client, store):
    """The dealer was put right while the host was silent."""
    form = forms.form(client.get("/tables/1"))
    waits = {"sits_out": "2", "put_by": "take=2-garde&misere=2", "dealer": 0}
    form.send(client, to="/tables/1/deals/1/half", **waits)
    facts = store.deal(table.id, 1).facts
    assert (facts["declarer"], facts["misere"]) == ("2", ["2"])


def test_at_tamalou_a_hand_goes_and_another_comes(open_table, preview):
    open_table("tamalou", FOUR, at_once=3)
    text = preview(dealer=1, **{"hands-1": 4, "hands-2": 12, "hands-3": 20}, caller=2)
    assert 'id="hands-0"' in text
    assert 'id="hands-1"' not in text
    assert "sits out" not in sentence(text)
    assert 'data-state="half"' in sentence(text)


def test_at_le_plateau_a_declarer_goes_and_another_comes(open_table, preview):
    open_table("plateau", (*FOUR, "Eli"), at_once=4)
    bid = {"talon": "keep", "objective": "y", "partners": 3}
    text = preview("/tables/1/deals/1?asks=bid", dealer=1, declarer=1, **bid)
    for name in ("declarer", "partners"):
        assert drawn(text, name, 0) and not drawn(text, name, 1)
    assert re.search(r'name="partners" value="3"[^>]* checked', text)
    assert "sits out" not in sentence(text)


def test_at_le_plateau_a_declarer_whose_partner_raised_may_deal_by_mistake(open_table, preview):
    open_table("plateau", SIX, at_once=5)
    bid = {"talon": "keep", "objective": "y", "partners": 2, "declarer": 1}
    raised = {"raises-0-player": 2, "raises-0-objective": "six"}
    text = preview("/tables/1/deals/1?asks=bid", dealer=1, **bid, **raised)
    assert drawn(text, "declarer", 0) and not drawn(text, "declarer", 1)


def test_nobody_sits_out_where_all_play(open_table, client):
    for n, (game, page) in enumerate([("tarot", ""), ("tamalou", ""), ("plateau", "?asks=bid")]):
        open_table(game)
        assert 'name="sits_out"' not in client.get(f"/tables/{n + 1}/deals/1{page}").text
