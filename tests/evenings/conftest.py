"""The phone that organises the Friday of `friday.py`, and four players who came."""

from __future__ import annotations

import pytest
from flask import Flask
from friday import FIELDS, FOUR
from phones import Stranger


@pytest.fixture
def organiser(app: Flask) -> Stranger:
    """A phone that has opened an evening of two games, with a fee of 2.50."""
    app.test_client_class = Stranger
    phone = app.test_client()
    answer = phone.send("/evenings/new", FIELDS | {"fee": "2,50", "key": "once"})
    assert answer.location == "/evenings/1/players"
    return phone


@pytest.fixture
def four(organiser: Stranger, store) -> list[int]:
    """The numbers of four players who are there."""
    organiser.send("/evenings/1/players", {"list": "\n".join(FOUR)})
    return [one.player for one in store.attendances(1)]
