"""Phones in a real browser at a real server, for each test with nothing remembered."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chromium
import pytest
import seeded
import world
from desk import Desk
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page
from wiring import on

from companion.store import Store


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; without one they fail, none is skipped."""
    try:
        with world.launched() as browser:
            yield browser
    except chromium.NoChromium as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def evenings(wired: Flask, tmp_path_factory) -> Path:
    """An instance after some evenings, made once; pages are looked at in copies of it."""
    folder = tmp_path_factory.mktemp("evenings") / "instance"
    shutil.copytree(wired.instance_path, folder)
    # Played an hour ago, so that no table turns late between two looks of a test.
    played = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)
    with closing(Store(folder / "companion.db", clock=lambda: played)) as store:
        seeded.seed(store)
    return folder


@pytest.fixture(scope="module")
def after_evenings(wired: Flask, evenings: Path, tmp_path_factory) -> Iterator[str]:
    """The address of a site after some evenings; the tests of a module share it."""
    folder = tmp_path_factory.mktemp("after") / "instance"
    app = on(wired, shutil.copytree(evenings, folder))
    with closing(app.extensions["store"]), world.running(app) as address:
        yield address


@pytest.fixture(scope="session")
def door(wired: Flask) -> Iterator[world.Door]:
    """One server at one address for all tests; it leads to the site of each in turn."""
    door = world.Door(wired)
    with closing(wired.extensions["store"]), world.running(door) as door.address:
        yield door


@pytest.fixture
def address(door: world.Door, app: Flask) -> Iterator[str]:
    """The address of this test's site."""
    with door.to(app):
        yield door.address


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone with nothing remembered; paths are opened at the site of this test."""
    with world.phone(browser, address) as context:
        yield context


@pytest.fixture
def own_page(context: BrowserContext) -> Iterator[Page]:
    """A page of that phone; what the browser complains of fails the test."""
    page = context.new_page()
    complaints = world.listen(page)
    yield page
    assert complaints == []


@pytest.fixture(scope="session")
def same_phones(browser: Browser, door: world.Door) -> Iterator[list[world.Kept]]:
    """Two phones that all tests share, each test with its own site."""
    with (
        world.phone(browser, door.address) as one,
        world.phone(browser, door.address) as other,
    ):
        yield [world.Kept(one), world.Kept(other)]


@pytest.fixture
def same_phone(same_phones: list[world.Kept], address: str) -> Iterator[Page]:
    """A phone with nothing remembered. Its browser may complain, that nobody answers say. All tests
    share it, so none may stop its clock or give it scripts."""
    yield same_phones[0].page
    same_phones[0].forgets(address)


@pytest.fixture
def page(same_phones: list[world.Kept], same_phone: Page) -> Iterator[Page]:
    """The same phone; here a complaint of its browser fails the test."""
    same_phones[0].complaints.clear()
    yield same_phone
    assert same_phones[0].complaints == []


@pytest.fixture
def other_phone(same_phones: list[world.Kept], address: str) -> Iterator[Page]:
    """Somebody else's phone at the same site; all tests share it too."""
    yield same_phones[1].page
    same_phones[1].forgets(address)


@pytest.fixture(scope="module")
def whole_desk(browser: Browser, wired: Flask, tmp_path_factory) -> Iterator[Desk]:
    """The desk of a module, for as long as its tests run."""
    folder = shutil.copytree(wired.instance_path, tmp_path_factory.mktemp("desk") / "instance")
    app = on(wired, folder)
    with (
        closing(app.extensions["store"]) as store,
        world.running(app) as address,
        world.phone(browser, address) as context,
    ):
        page = context.new_page()
        yield Desk(store, address, page, world.listen(page))


@pytest.fixture
def desk(whole_desk: Desk) -> Iterator[Desk]:
    """The phone that all tests of a module share; a complaint of its browser fails the test."""
    whole_desk.usual()
    whole_desk.complaints.clear()
    yield whole_desk
    assert whole_desk.complaints == []


@pytest.fixture
def unheard(whole_desk: Desk) -> Iterator[Desk]:
    """The same phone, whose browser may complain that nobody answers."""
    yield whole_desk
    whole_desk.page.context.set_offline(False)


@pytest.fixture
def another_phone(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Somebody else's phone at the same site: `another_phone(java_script_enabled=False)`."""
    contexts: list[BrowserContext] = []

    def opened(**differs) -> Page:
        contexts.append(world.phone(browser, address, **differs))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def phone(another_phone) -> Page:
    """A phone of the test's own, whose browser may complain that nobody answers."""
    return another_phone()


@pytest.fixture
def stranger(browser: Browser, address: str) -> Iterator[Page]:
    """A phone at the same site that no link has let in."""
    with world.stranger(browser, address) as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def plain_phone(browser: Browser, door: world.Door) -> Iterator[world.Kept]:
    """A phone whose browser runs no script; all tests share it, each with its own site."""
    with world.phone(browser, door.address, java_script_enabled=False) as context:
        yield world.Kept(context)


@pytest.fixture
def plain(plain_phone: world.Kept, address: str) -> Iterator[Page]:
    """That phone with nothing remembered."""
    yield plain_phone.page
    plain_phone.forgets(address)
