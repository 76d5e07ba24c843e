"""The world of the tests: a fresh instance, a site on it, phones that open and send pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from companion import create_app
from companion.store import Store, Table


class Phone(FlaskClient):
    """A browser that sends forms with the token that stood in them."""

    def token(self) -> str:
        """What stands in the hidden field `csrf_token` of every form this phone is shown."""
        with self.session_transaction() as session:
            seed = session.get("csrf_token")
        if seed is None:
            self.get("/")
            return self.token()
        signer = URLSafeTimedSerializer(self.application.secret_key, salt="wtf-csrf-token")
        return signer.dumps(seed)

    def send(self, address: str, fields: dict | None = None, **options) -> TestResponse:
        """Posts a form as a page of ours does."""
        return self.post(address, data={"csrf_token": self.token()} | (fields or {}), **options)


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A folder for one test's database, not made yet."""
    return tmp_path / "instance"


@pytest.fixture
def app(instance: Path) -> Iterator[Flask]:
    """The site on a fresh instance, as it runs for people but for its own mistakes: they show."""
    app = create_app({"TESTING": True, "INSTANCE": instance})
    app.test_client_class = Phone
    yield app
    app.extensions["store"].close()


@pytest.fixture
def client(app: Flask) -> Phone:
    """One phone; `app.test_client()` is another."""
    return app.test_client()


@pytest.fixture
def store(app: Flask) -> Store:
    """The store of the site under test."""
    return app.extensions["store"]


@pytest.fixture
def open_table(store: Store) -> Callable[..., Table]:
    """Opens a table of four friends, or of others: `open_table("tarot", ["Ana", ...], deals=9)`."""

    def opened(game: str = "tarot", names=("Ana", "Bo", "Chi", "Dana"), **rules) -> Table:
        return store.open_table(game, names, rules, key=None, phone="")

    return opened
