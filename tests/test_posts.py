"""Every address there is: a post needs its token, and looking at a page changes nothing."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from flask import Flask
from werkzeug.test import TestResponse

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
BOARD = {"declarer": ["T1", "JS", "KD", "T13", "A21", "CD", "A4"], "defence": ["QH"]}
BRIDGE = {"declarer": "0", "partners": [], "talon": "exchange", "objective": "bridge"}
KNOWN = {"table_id": 1, "number": 1, "key": "tarot", "evening_id": 1, "player": 1, "adjustment": 1}
KNOWN |= {"place": 1, "season_id": 1}
REPLAYED = KNOWN | {"table_id": 2}


@pytest.fixture
def played(app: Flask, store, open_table) -> Flask:
    """A table with one deal told, and one of a game whose deals are replayed."""
    for key, facts in {"tarot": GARDE, "plateau": BRIDGE | {"board": BOARD}}.items():
        store.save_deal(open_table(key).id, 1, facts, revision=0, key=None, phone="")
    store.open_evening("Friday", "2026-11-20", "", {"tarot": {}}, key=None, phone="")
    store.check_in(1, ["Ana"], "tarot", key=None, phone="")
    store.open_season("2026", key=None, phone="")
    store.change_evening(1, season_id=1, key=None, phone="")
    return app


def addresses(app: Flask, method: str) -> list[str]:
    """The addresses of all pages that answer this method, for the tables that there are."""
    urls = app.url_map.bind("localhost")
    known = {"deals.replay": REPLAYED}
    return [
        urls.build(
            rule.endpoint,
            {name: known.get(rule.endpoint, KNOWN)[name] for name in rule.arguments},
        )
        for rule in app.url_map.iter_rules()
        if method in rule.methods and rule.endpoint != "assets.file"
    ]


def kept(instance) -> list[str]:
    """All that is in the database."""
    with closing(sqlite3.connect(instance / "companion.db")) as db:
        return list(db.iterdump())


@pytest.fixture
def pages(played: Flask) -> dict[str, TestResponse]:
    """Every page that can be looked at, by its address."""
    client = played.test_client()
    found = {address: client.get(address) for address in addresses(played, "GET")}
    return {address: page for address, page in found.items() if page.mimetype != "application/zip"}


@pytest.mark.parametrize("fields", [{}, {"csrf_token": "wrong"}])
def test_a_post_without_its_token_changes_nothing(played, instance, fields):
    client, before, posts = played.test_client(), kept(instance), addresses(played, "POST")
    answered = {address: client.post(address, data=fields).status_code for address in posts}
    assert answered == dict.fromkeys(posts, 400)
    assert kept(instance) == before


def test_looking_changes_nothing(played, instance):
    client, before, seen = played.test_client(), kept(instance), addresses(played, "GET")
    answered = {one: client.get(one, follow_redirects=True).status_code for one in seen}
    assert answered == dict.fromkeys(seen, 200)
    assert kept(instance) == before


def test_no_page_is_kept_by_the_browser(pages):
    kept = {address: page.headers["Cache-Control"] for address, page in pages.items()}
    assert kept == dict.fromkeys(pages, "no-store")


def test_every_form_that_posts_carries_its_token(pages):
    forms = {address: page.text.count('method="post"') for address, page in pages.items()}
    tokens = {address: page.text.count('name="csrf_token"') for address, page in pages.items()}
    assert tokens == forms
    assert sum(forms.values()) > 10


# What says how something is to be: sent twice it is so once.
SAYS_HOW = {"/", "/settings", "/settings/forget", "/host", "/join", "/calculator/tarot"}
SAYS_HOW |= {"/evenings/1/players/1", "/evenings/1/players/fee", "/seasons/1/evenings"}


def test_every_other_form_carries_its_one_time_key(pages):
    form = re.compile(r'(?s)<form(?=[^>]* method="post")(?:[^>]* action="([^"?]*))?.*?</form>')
    key = re.compile(r'name="key" value="[^"]')
    found = [(one, said) for one, page in pages.items() for said in form.finditer(page.text)]
    assert {said[1] or one for one, said in found if not key.search(said[0])} == SAYS_HOW


def test_nothing_on_a_page_comes_from_another_host(pages):
    elsewhere = re.compile(r"""(?:href|src|action|hx-\w+)=["']?(?:\w+:)?//(?!\S+/join#)""")
    assert [address for address, page in pages.items() if elsewhere.search(page.text)] == []


def test_no_page_has_script_or_style_of_its_own(pages):
    inline = re.compile(r"""<style|<script(?! src=)|\s(?:style|on\w+)=""")
    files = {one for one, page in pages.items() if "Content-Disposition" in page.headers}
    assert {address for address, page in pages.items() if inline.search(page.text)} <= files
