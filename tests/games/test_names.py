"""Names as they are kept, and when two are the same: what nobody sees does not part two people."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.message import InvalidDeal
from companion.games.names import HIDDEN, UNSEEN, checked_name, checked_names, fold, tidy

ALIKE = [
    "Bo\u200b",
    "B\u00ado",
    "\ufeffBo",
    "B\u2060o",
    "B\u034fo",
    "\u00a0Bo\u3000",
    "\u200b Bo \u200b",
    "Bo\u3164",
    "Bo\u2800",
]
KEPT = ["Bo\ufe0f", "B\u200do", "Bo\u200c", "\u200fBo", "B\u061co", "B\u180bo", "Bo\U000e0101"]
# Signs that mean something to a name, alone and among any others.
MATTER = st.sampled_from(
    "aßſİΰ❤가\u1100\u1161\u0301\u0323\u0345\u200b\u200d\u061c\u180e\ufe0f \u00a0\u2001\u3000\t"
)
ODD = st.text(MATTER) | st.text(MATTER | st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize("name", ALIKE, ids=ascii)
def test_what_nobody_sees_is_no_part_of_a_name(name):
    assert tidy(name) == checked_name(name, "name") == "Bo"
    assert fold(name) == "bo"
    with pytest.raises(InvalidDeal, match="twice"):
        checked_names(["Bo", name])


@pytest.mark.parametrize("name", KEPT, ids=ascii)
def test_what_some_script_needs_is_kept_as_typed_and_parts_no_two_people(name):
    assert tidy(name) == checked_name(name, "name") == name
    assert fold(name) == "bo"
    with pytest.raises(InvalidDeal, match="twice"):
        checked_names(["Bo", name])


@given(ODD)
@example("\u061c\u200d\u061c")
@settings(max_examples=500)
def test_a_name_is_tidied_and_folded_once_and_for_all(name):
    assert tidy(tidy(name)) == tidy(name)
    assert fold(tidy(name)) == fold(fold(name)) == fold(name)


@given(
    st.text(
        "\u00ad\u061c\u180b\u200d\u2065\ufe0f\ufff0\ufff9\U000e0002\U000e0041\u3164 a", min_size=1
    )
)
def test_a_name_that_is_one_is_known_by_something(name):
    try:
        checked_name(name, "name")
    except InvalidDeal:
        return
    assert fold(name)


def test_what_is_hidden_alone_is_no_name():
    hidden = [c for c in map(chr, range(0x110000)) if HIDDEN.match(c)]
    assert {unicodedata.category(c) for c in hidden} <= UNSEEN


@pytest.mark.parametrize(
    "told", ["a ", "\u200b", "\u3000", "é\u200d", "ab", "\u0323\u0301"], ids=ascii
)
def test_a_text_of_any_length_is_refused_soon_and_kept_nowhere(told):
    began = time.process_time()
    with pytest.raises(InvalidDeal):
        checked_name(told * 2**16, "name")
    fold(told * 2**16)
    assert time.process_time() - began < 2
    assert not any(hasattr(kept, "cache_info") for kept in (tidy, fold))


@pytest.mark.parametrize(
    "name", ["Jean  Luc", "Jean\u00a0Luc", "Jean\u202f \u2009Luc", "Jean \u200bLuc"]
)
def test_spaces_are_one_space(name):
    assert tidy(name) == "Jean Luc"


def test_what_is_left_is_written_in_one_way():
    assert tidy("Zoe\u2060\u0301") == "Zoé"
    assert fold("Zoe\u200d\u0301") == "zoé"


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
