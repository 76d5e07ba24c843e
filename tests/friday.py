"""A Friday of two games, for the tests of evenings."""

from __future__ import annotations

FOUR = ["Ana", "Bo", "Chi", "Dana"]
FIELDS = {"name": "Friday", "date": "2026-11-20", "place": "Café", "games": ["tarot", "tamalou"]}
SETTINGS = "/evenings/1/settings"
