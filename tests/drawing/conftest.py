"""An evening at which ten people can be drawn."""

from __future__ import annotations

import pytest
from draws import TEN
from phones import Phone


@pytest.fixture
def evening(app, store):
    """An evening of two games with ten people who are checked in for French Tarot."""
    games = {"tarot": {}, "tamalou": {}}
    store.open_evening("Friday", "2026-11-20", "", games, key=None, phone="")
    store.check_in(1, TEN, "tarot", key=None, phone="")
    app.test_client_class = Phone
    return app.test_client()
