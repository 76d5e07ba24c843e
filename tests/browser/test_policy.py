"""What a browser says of every page: no violation of the policy, nothing from elsewhere.

The world of these tests is the one at a table: plain HTTP from a name that is not our own.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
CALLED = {"caller": "0", "hands": {"0": 3, "1": 12, "2": 20, "3": 7}}
INLINE = """() => document.querySelectorAll(
    'style, [style], script:not([src]), link[rel=stylesheet]:not([href^="/"])').length"""
LINKS = "() => [...document.querySelectorAll('a[href]')].map(a => a.href)"
DOWNLOADS = (".csv", ".json", ".zip", "/recap.html")


@pytest.fixture
def played(store, open_table):
    """A table of each game with one deal told, so that its pages have something to show."""
    for game, facts in (("tarot", GARDE), ("tamalou", CALLED)):
        table = open_table(game)
        store.save_deal(table.id, 1, facts, revision=0, key=None, phone="")


def test_the_browser_takes_the_site_for_an_insecure_one(page):
    page.goto("/")
    assert page.evaluate("window.isSecureContext") is False
    assert page.url.startswith("http://companion.test:")


def test_the_phone_has_the_size_of_a_phone(page):
    page.goto("/")
    assert page.evaluate("[innerWidth, innerHeight]") == [390, 844]


def test_no_page_breaks_the_policy_or_asks_another_host(played, page):
    """Every page that links lead to from the home page; the fixture `page` collects complaints."""
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.goto("/")
    home = urlsplit(page.url)
    seen, waiting = set(), ["/"]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        page.goto(path)
        assert (path, page.evaluate(INLINE)) == (path, 0)
        links = map(urlsplit, page.evaluate(LINKS))
        fresh = {link.path for link in links if link.netloc == home.netloc} - seen - {*waiting}
        waiting += [path for path in fresh if not path.endswith(DOWNLOADS)]
    assert hosts == {home.netloc}
    assert {"/tables/1", "/tables/1/deals/1", "/tables/new", "/settings"} <= seen
    assert {"/tables/2", "/tables/2/deals/1", "/rules/tamalou", "/calculator/tamalou"} <= seen
