"""The world of these tests is the one at a table: plain HTTP from a name that is not our own."""

from __future__ import annotations


def test_the_browser_takes_the_site_for_an_insecure_one(page):
    page.goto("/")
    assert page.evaluate("window.isSecureContext") is False
    assert page.url.startswith("http://companion.test:")


def test_the_phone_has_the_size_of_a_phone(page):
    page.goto("/")
    assert page.evaluate("[innerWidth, innerHeight]") == [390, 844]
