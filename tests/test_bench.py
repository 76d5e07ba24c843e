"""A short evening of the club that `make bench` measures: every phone is answered, always."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from bench import club
from bench.served import COOKIE, DEALS
from companion.store import replaying
from companion.web import deal_list


@pytest.fixture
def folder(wired, prepared, instance):
    """A folder for an instance, where is already what all starts prepare alike."""
    shutil.copytree(prepared, instance / "prepared")
    return instance


def test_what_a_server_keeps_is_full_before_it_is_weighed(folder):
    """As five tables of the evenings before add to it, and as many as there are: no two tell the
    same deal, so that each adds as much."""
    deals = club.BEFORE * DEALS
    assert len({str(club._told_before(n).facts) for n in range(deals)}) == deals
    kept = [replaying._told, replaying._last, deal_list._as_html]
    app = club.late(folder, before=10)
    phone = app.test_client()
    phone.set_cookie(*COOKIE.split("="))
    kept += [app.extensions["kept"].page, app.extensions["kept"].fragment]
    known = app.extensions["store"].known
    known._read.clear()
    for one in kept:
        one.cache_clear()
    sizes = []
    with closing(app.extensions["store"]):
        for tables in (5, 10):
            club.fill(phone.get, before=tables)
            sizes.append([*(one.cache_info().currsize for one in kept), len(known._read)])
    most = [*(one.cache_info().maxsize for one in kept), known._most]
    for five, ten, room in zip(*sizes, most, strict=True):
        assert ten + (ten - five) * (deals // DEALS - 10) / 5 >= room


def test_a_hundred_phones_meet_no_error_and_no_reset(monkeypatch, folder):
    monkeypatch.setattr(club, "SECONDS", 6)
    with ThreadPoolExecutor(1) as apart:  # a browser of other tests has a loop running here
        measured = apart.submit(club.measured, folder, before=2)  # it is not weighed here
        evening, _, _ = measured.result()
    assert (evening.errors, evening.resets) == (0, 0)
    asked = {what: len(times) for what, times in evening.times.items()}
    assert asked["unchanged"] > 100
    assert min(asked["page"], asked["save"], asked["changed"]) >= 1
