"""What takes long at a start is not made again at the next; and it is never in the way of one."""

from __future__ import annotations

import shutil
from contextlib import contextmanager

import pytest
from jinja2 import DictLoader, Environment

from companion import starting
from companion.web.prepared import Prepared


@pytest.fixture
def made():
    """How often something was made, and how."""
    times = []

    def make(source):
        times.append(source)
        return source.upper()

    make.times = times
    return make


def test_it_is_made_once(tmp_path, made):
    for _ in range(3):
        assert Prepared(tmp_path / "new").made("a.css", b"ink", made) == b"INK"
    assert made.times == [b"ink"]


def test_of_another_source_it_is_made_anew(tmp_path, made):
    Prepared(tmp_path).made("a.css", b"ink", made)
    assert Prepared(tmp_path).made("a.css", b"paper", made) == b"PAPER"


@pytest.mark.parametrize("left", [0, 10, 32, 34])
def test_what_a_cut_power_has_torn_is_made_anew(tmp_path, made, left):
    Prepared(tmp_path).made("a.css", b"ink", made)
    (tmp_path / "a.css").write_bytes((tmp_path / "a.css").read_bytes()[:left])
    assert Prepared(tmp_path).made("a.css", b"ink", made) == b"INK"
    assert made.times == [b"ink"] * 2


def test_where_nothing_can_be_kept_it_is_made_each_time(tmp_path, made):
    (tmp_path / "file").write_text("")
    for _ in range(2):
        assert Prepared(tmp_path / "file" / "prepared").made("a.css", b"ink", made) == b"INK"
    assert made.times == [b"ink"] * 2


def test_a_template_that_was_edited_is_the_edited_one(tmp_path):
    for text in ("one", "one", "two"):
        loader = DictLoader({"page.html": text})
        page = Environment(loader=loader, bytecode_cache=Prepared(tmp_path))
        assert page.get_template("page.html").render() == text


def test_the_second_start_compiles_nothing_and_packs_nothing(instance, prepared, wired):
    shutil.copytree(prepared, instance / "prepared")  # what the first packs is packed already
    with started(instance) as app:
        packed = app.extensions["assets"].files
    kept = {file.name: file.stat().st_mtime_ns for file in (instance / "prepared").iterdir()}
    assert len(kept) > 100
    with started(instance) as app:
        assert app.extensions["assets"].files == packed
    assert {one.name: one.stat().st_mtime_ns for one in (instance / "prepared").iterdir()} == kept


@contextmanager
def started(folder):
    folder.mkdir(exist_ok=True)
    with starting.opened(folder, None) as app:
        starting.warm_up(app)
        yield app
