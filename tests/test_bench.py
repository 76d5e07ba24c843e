"""A short evening of the club that `make bench` measures: every phone is answered, always."""

from __future__ import annotations

from bench import club


def test_a_hundred_phones_meet_no_error_and_no_reset(monkeypatch):
    monkeypatch.setattr(club, "SECONDS", 6)
    evening, _, _ = club.measured()
    assert (evening.errors, evening.resets) == (0, 0)
    asked = {what: len(times) for what, times in evening.times.items()}
    assert asked["unchanged"] > 100
    assert min(asked["page"], asked["save"], asked["changed"]) >= 1
