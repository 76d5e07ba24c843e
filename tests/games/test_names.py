"""Names as they are kept, and when two are the same: what nobody sees does not part two people."""

from __future__ import annotations

import pytest

from companion.games.message import InvalidDeal
from companion.games.names import checked_name, checked_names, fold, tidy

ALIKE = [
    "Bo\u200b",
    "B\u00ado",
    "Bo\ufe0f",
    "\ufeffBo",
    "B\u2060o",
    "B\u200do",
    "Bo\u200c",
    "B\u034fo",
    "\u00a0Bo\u3000",
    "\u200b Bo \u200b",
    "Bo\u3164",
    "Bo\u2800",
]


@pytest.mark.parametrize("name", ALIKE, ids=ascii)
def test_what_nobody_sees_is_no_part_of_a_name(name):
    assert tidy(name) == checked_name(name, "name") == "Bo"
    assert fold(name) == "bo"
    with pytest.raises(InvalidDeal, match="twice"):
        checked_names(["Bo", name])


@pytest.mark.parametrize(
    "name", ["Jean  Luc", "Jean\u00a0Luc", "Jean\u202f \u2009Luc", "Jean \u200bLuc"]
)
def test_spaces_are_one_space(name):
    assert tidy(name) == "Jean Luc"


def test_what_is_left_is_written_in_one_way():
    assert tidy("Zoe\u200d\u0301") == "Zoé"


@pytest.mark.parametrize(
    "name",
    [
        "Jean-Luc d’Arc",
        "山田\u3000太郎",
        "葛\U000e0100城",
        "علی\u200cرضا",
        "क्\u200dष",
        "\u182d\u180b",
        "👩\u200d🚀",
        "👩🏽\u200d❤\ufe0f\u200d👨",
        "Bo ❤\ufe0f",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_a_name_that_is_fine_is_kept_as_it_is(name):
    assert tidy(name) == checked_name(name, "name") == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("山田\u3000太郎", "山田 太郎"),
        ("علی\u200cرضا", "علیرضا"),
        ("Bo ❤\ufe0f", "Bo ❤"),
        ("葛\U000e0100城", "葛城"),
    ],
)
def test_signs_that_a_script_needs_part_no_two_people(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u3164\u2800", "\ufe0f", "Ana\u202e", "B\u0007o"]
)
def test_what_is_no_name_is_none(name):
    with pytest.raises(InvalidDeal):
        checked_name(name, "name")


def test_what_is_not_seen_does_not_count_as_long():
    assert checked_name("x" * 30 + "\u200b", "name") == "x" * 30
