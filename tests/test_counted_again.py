"""Deals that were counted again under other rules, and kept: they were played once."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import forms
import pytest
from phones import Stranger

from companion.games.message import InvalidDeal
from companion.store import Size, Where

HOW = {"key": None, "phone": ""}
TAROT = Size("tarot", 4, 3)


def keep(client, table=1):
    """Counts a table's deals under the federation's rules, and keeps that."""
    form = forms.form(client.get(f"/tables/{table}/count-again"), "/count-again")
    answer = form.send(client, preset="fft", keep=1)
    return int(answer.location.rpartition("/")[2])


@pytest.fixture
def evening(store, three_deals):
    """The evening of which the table is."""
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    store.take_in(three_deals.id, 1, **HOW)
    return lambda: (store.parts([1]), store.extremes(1, None), store.roles(1, 1))


def played(client, store):
    """What is said about those who sat first."""
    page = client.get("/players/1").text
    return store.sizes(1), store.played(1, TAROT), store.parts_with(1), page


def test_a_persons_figures_are_those_of_what_was_played(client, store, three_deals):
    before = played(client, store)
    keep(client)
    assert played(client, store) == before
    keep(client, 2)
    assert played(client, store) == before


def test_at_an_evening_too(client, store, evening):
    before = evening(), client.get("/evenings/1/recap.html").text
    store.take_in(keep(client), 1, **HOW)
    assert (evening(), client.get("/evenings/1/recap.html").text) == before


def test_files_tell_each_deal_once(client, store, evening):
    season = store.open_season("Autumn", **HOW)
    store.change_evening(1, season_id=season.id, **HOW)
    at = ("/evenings/1/deals.csv", "/evenings/1/players.csv")
    at += ("/seasons/1/deals.csv", "/seasons/1/players.csv")
    before = [client.get(one).text for one in at]
    store.take_in(keep(client), 1, **HOW)
    assert [client.get(one).text for one in at] == before
    whole = zipfile.ZipFile(io.BytesIO(client.get("/evenings/1/evening.zip").data))
    assert whole.read("deals.csv").decode() == before[0]
    assert sum(name.startswith("sheets/") for name in whole.namelist()) == 4


def test_what_replaces_a_deleted_table_counts_once(client, store, three_deals):
    first, second = keep(client), keep(client)
    copy = keep(client, first)
    assert [store.table(one).counted_again_of for one in (first, second, copy)] == [1, 1, 1]
    store.delete_table(1, **HOW)
    assert store.sizes(1) == [TAROT]
    assert {one.table for one in store.played(1, TAROT)} == {first}
    store.restore_table(1, **HOW)
    assert {one.table for one in store.played(1, TAROT)} == {1}


def test_the_next_game_after_a_copy_is_played(client, store, three_deals):
    client.send(f"/tables/{keep(client)}/again")
    deal = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
    store.save_deal(3, 1, deal, revision=0, **HOW)
    assert store.sizes(1) == [Size("tarot", 4, 4)]


@pytest.mark.parametrize("title", ["x" * 60, "x" * 57, ""])
def test_the_title_of_a_copy_is_no_longer_than_a_title_may_be(client, store, open_table, title):
    table = open_table(names=["A" * 30, "B" * 30, "Chi"])
    store.describe_table(table.id, {"title": title}, **HOW)
    kept = store.table(keep(client)).title
    assert len(kept) == 60 and kept.endswith(" (2)")


def test_copies_of_one_table_are_numbered_those_of_a_copy_too(client, store, three_deals):
    copies = [keep(client), keep(client), keep(client, 2)]
    assert [store.table(one).title for one in copies] == [
        "Ana, Bo, Chi, Dana (2)",
        "Ana, Bo, Chi, Dana (3)",
        "Ana, Bo, Chi, Dana (4)",
    ]


def test_kept_by_a_form_that_comes_again_after_the_next_deal_it_is_one_table(
    client, store, three_deals, record
):
    """The form comes again because its answer was lost."""
    form = forms.form(client.get("/tables/1/count-again"), "/count-again")
    first = form.send(client, preset="fft", keep=1)
    record(three_deals, take="0-garde", oudlers=2, points=49)
    assert form.send(client, preset="fft", keep=1).location == first.location == "/tables/2"
    assert [one.id for one in store.tables("closed")] == [2]


def test_of_two_taps_at_once_one_table_is_kept(client, store, three_deals, monkeypatch):
    """The second one asks before the first is done, and counts the copies after it."""
    form, asked = forms.form(client.get("/tables/1/count-again"), "/count-again"), []

    def brought_in_by(here, key):
        if not asked:
            asked.append(key)
            assert form.send(client, preset="fft", keep=1).location == "/tables/2"
        return []

    monkeypatch.setattr(type(store), "brought_in_by", brought_in_by)
    assert form.send(client, preset="fft", keep=1).location == "/tables/2"
    assert [one.id for one in store.tables("closed")] == [2]


def test_copies_of_two_tables_are_told_apart_by_all_of_their_names(client, open_table):
    for names in (["Ana", "Bo", "Chi"], ["Ana", "Bo", "Dana"]):
        open_table(names=names)
    copies = [keep(client, table) for table in (1, 2)]
    said = forms.texts(client.get("/tables/closed"))
    assert len(copies) == 2 and all(f"Ana, Bo, {name} (2)" in said for name in ("Chi", "Dana"))


def test_a_copy_alone_at_an_evening_counts_there(client, store, three_deals):
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    copy, other = keep(client), keep(client)
    store.take_in(copy, 1, **HOW)
    assert {one.table for one in store.parts([1])} == {copy}
    assert [one.id for one in store.tables_of([1])] == [copy]
    assert len(client.get("/evenings/1/deals.csv").text.splitlines()) > 1
    store.take_in(other, 1, **HOW)
    assert {one.table for one in store.parts([1])} == {copy}
    store.take_in(1, 1, **HOW)
    assert {one.table for one in store.parts([1])} == {1}


@pytest.mark.parametrize("counts", [1, 2])
def test_of_an_original_and_a_copy_a_person_played_the_one_at_the_evening(
    client, store, three_deals, counts
):
    assert keep(client) == 2
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, **HOW)
    store.take_in(counts, 1, **HOW)
    assert store.sizes(1) == [TAROT]
    assert {one.table for one in store.played(1, TAROT)} == {counts}
    assert {one.table for one in store.parts_with(1)} == {counts}


ELSEWHERE = "These deals count at another table."
DEAL = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


def test_a_copy_is_closed_and_says_where_its_deals_count(client, store, three_deals):
    copy = keep(client)
    assert store.table(copy).closed_at
    links = client.get(f"/tables/{copy}").text.partition(ELSEWHERE)[2]
    assert 'href="/tables/1"' in links.partition("</p>")[0]
    assert ELSEWHERE not in client.get("/tables/1").text
    looks_on = Stranger(client.application)
    looks_on.join(store.link("watch", Where(copy)))
    page = looks_on.get(f"/tables/{copy}/watch").text
    assert ELSEWHERE in page and "/tables/1" not in page.partition(ELSEWHERE)[2]
    store.delete_table(1, **HOW)
    assert ELSEWHERE not in client.get(f"/tables/{copy}").text
    history = forms.texts(client.get(f"/tables/{copy}/history"))
    assert "Kept from a count under other rules" in history
    assert "Sheet brought in" not in history


def test_a_copy_is_of_the_same_table_but_for_its_rules(client, store, open_table):
    """Who sat out, who dealt, what each began with, when the deals were told."""
    now, passed = store._clock(), {"passed": True}
    open_table(names=tuple("ABCDE"), at_once=4, dealer=2, start=(10, -10, 0, 0, 0))
    store._clock = lambda: now - timedelta(hours=2)
    store.save_deal(1, 1, passed, revision=0, dealer=2, note="rain", **HOW)
    store._clock = lambda: now
    first, copy = (store.table(n) for n in (1, keep(client)))
    for what in ("names", "at_once", "dealer", "start"):
        assert getattr(copy, what) == getattr(first, what), what
    assert (first.at_once, first.dealer) == (4, 2)
    (there,), (here,) = store.deals(copy.id), store.deals(1)
    said = (there.facts, there.dealer, there.note, there.told_at)
    assert said == (passed, 2, "rain", here.told_at)


def test_whoever_keeps_a_copy_may_put_it_right(app, store, three_deals):
    friend = Stranger(app)
    friend.join(store.link("score", Where(three_deals.id)))
    copy = keep(friend)
    assert friend.get(f"/tables/{copy}/more").status_code == 200
    assert friend.send(f"/tables/{copy}/delete").status_code == 303


def test_what_is_half_told_does_not_come_along(client, store, three_deals):
    store.keep_half(1, 4, {"declarer": "0"}, revision=0, **HOW)
    kept = store.table(keep(client))
    assert (kept.deals, kept.half, bool(kept.closed_at)) == (3, False, True)


def test_who_sat_down_while_a_deal_was_half_told_comes_along(client, store, three_deals):
    store.keep_half(1, 4, {"declarer": "0"}, revision=0, **HOW)
    store.substitute(1, 3, "Eve", **HOW)
    assert store.table(keep(client)).sitting == ("Ana", "Bo", "Chi", "Eve")


def test_no_deal_is_told_where_it_would_count_nowhere(client, store, three_deals):
    copy = keep(client)
    client.send(f"/tables/{copy}/reopen")
    store.save_deal(copy, 3, DEAL, revision=store.deal(copy, 3).revision, **HOW)  # a correction
    refused = {"take": "0-garde", "oudlers": 2, "points": 49}
    page = forms.form(client.get(f"/tables/{copy}")).send(client, **refused)
    assert page.status_code == 422
    assert "hese deals count at another table: carry the totals over" in page.text
    assert (store.table(copy).deals, store.sizes(1)) == (3, [TAROT])
    store.delete_table(1, **HOW)  # it counts by itself now
    store.save_deal(copy, 4, DEAL, revision=0, **HOW)
    assert store.sizes(1) == [Size("tarot", 4, 4)]


def test_no_deal_is_moved_to_a_copy(client, store, three_deals, open_table):
    copy, other = keep(client), open_table(names=store.table(1).names).id
    store.reopen_table(copy, **HOW)
    store.save_deal(other, 1, DEAL, revision=0, **HOW)
    with pytest.raises(InvalidDeal, match="these deals count at another table"):
        store.move_deal(other, 1, copy, {n: n for n in range(4)}, revision=1, **HOW)
