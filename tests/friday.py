"""A Friday of two games: what the tests of an evening begin with."""

from __future__ import annotations

FOUR = ["Ana", "Bo", "Chi", "Dana"]
FIELDS = {"name": "Friday", "date": "2026-11-20", "place": "Café", "games": ["tarot", "tamalou"]}
SETTINGS = "/evenings/1/settings"
