"""How Japanese sentences stand one after the other, on every page as it is answered."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import forms
import pages
import phones
import pytest
from flask import Flask
from flask.testing import FlaskClient
from wiring import on

JAPANESE = {"Accept-Language": "ja"}
# What goes on in the same line, and is no button.
WITHIN = re.compile(r"</?(b|span|small|i|em|strong)\b[^>]*>")
PARTED = re.compile(r"[^|]{0,12}(?:[。、：]\s+[^|\s]|[^|\s]\s+（).{0,12}")


@pytest.fixture(scope="module")
def phone(wired: Flask, evenings: Path, tmp_path_factory) -> Iterator[FlaskClient]:
    """A phone before the site after some evenings."""
    folder = tmp_path_factory.mktemp("japanese") / "instance"
    app = on(wired, shutil.copytree(evenings, folder))
    with closing(app.extensions["store"]) as store:
        phone = app.test_client()
        phone.set_cookie(*phones.let_in(store))
        yield phone


@pytest.mark.parametrize("address", sorted({address for address, _ in pages.PAGES.values()}))
def test_no_blank_stands_behind_a_stop_or_before_a_bracket(phone, address):
    """What is read of the page; a line ends where a tag does that parts it."""
    page = phone.get(address, headers=JAPANESE).text
    assert page.startswith("<!doctype html>")
    read = re.sub(r"<[^>]*>", "|", WITHIN.sub("", page[page.index("<body") :]))
    assert PARTED.findall(read) == []


def test_nor_in_what_a_touch_brings(phone):
    phone.set_cookie("lang", "ja")
    form, touched = forms.form(phone.get("/tables/3")), {"take": "0-garde", "oudlers": 2}
    said = form.send(phone, f"{form.action}/preview", **touched).text
    assert "ガルド。カードの" in WITHIN.sub("", said)


def test_what_is_typed_stays_as_it_is(phone):
    phone.set_cookie("lang", "ja")
    typed = "勝ち。 次は、 また：\n\n  三"
    page = forms.form(phone.get("/import"), "/import").send(phone, text=typed)
    assert "。" in page.text
    assert forms.form(page, "/import").fields["text"] == [typed]
    found = phone.get("/tables/closed", query_string={"q": typed[:7]}, headers=JAPANESE)
    assert f'value="{typed[:7]}"' in found.text
