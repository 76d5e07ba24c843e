"""A short evening of the club that `make bench` measures: every phone is answered, always."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bench import club
from bench.served import COOKIE
from companion.store import replaying
from companion.web import deal_list


def test_what_a_server_keeps_is_full_before_it_is_weighed(tmp_path):
    kept = [replaying._told, replaying._last, deal_list._as_html]
    for one in kept:
        one.cache_clear()
    app = club.late(tmp_path / "instance")
    phone = app.test_client()
    phone.set_cookie(*COOKIE.split("="))
    club.fill(phone.get)
    kept += [app.extensions["kept"].page, app.extensions["kept"].fragment]
    assert [one.cache_info().currsize for one in kept] == [one.cache_info().maxsize for one in kept]
    known = app.extensions["store"].known
    assert len(known._read) == known._most


def test_a_hundred_phones_meet_no_error_and_no_reset(monkeypatch):
    monkeypatch.setattr(club, "SECONDS", 6)
    monkeypatch.setattr(club, "BEFORE", 2)  # it is not weighed here
    with ThreadPoolExecutor(1) as apart:  # a browser of other tests has a loop running here
        evening, _, _ = apart.submit(club.measured).result()
    assert (evening.errors, evening.resets) == (0, 0)
    asked = {what: len(times) for what, times in evening.times.items()}
    assert asked["unchanged"] > 100
    assert min(asked["page"], asked["save"], asked["changed"]) >= 1
