"""Whatever is brought in as a sheet: an answer, never a mistake of ours, nothing stored (T-S11)."""

from __future__ import annotations

import io
import json

import pytest
from hostile import briefly
from hypothesis import given
from hypothesis import strategies as st

SHEET = {
    "format": "companion-sheet",
    "version": 1,
    "game": "tarot",
    "players": ["A", "B", "C", "D"],
    "deals": [{"declarer": "A", "contract": "garde", "oudlers": 2, "card_points": 49}],
}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


files = st.binary() | st.text().map(str.encode) | json_values.map(json.dumps).map(str.encode)


def test_whatever_file_is_brought_in_there_is_an_answer_and_nothing_is_stored(client, store):
    @briefly
    @given(files)
    def brought(octets):
        parts = {"file": (io.BytesIO(octets), "sheet.json")}
        answer = client.send("/import", parts, content_type="multipart/form-data")
        assert answer.status_code == 422

    brought()
    assert store.tables("open") == []


@pytest.mark.parametrize("at", [*SHEET, "rules", "dealer", "date", "id", "closed", "substitutes"])
def test_one_odd_value_in_a_sheet_that_works_is_answered(client, store, at):
    """The sheet is brought in if the value is possible, and refused if not, but never in part."""

    @briefly
    @given(json_values)
    def brought(value):
        before = len(store.tables("open") + store.tables("closed"))
        answer = client.send("/import", {"text": json.dumps(SHEET | {at: value})})
        after = len(store.tables("open") + store.tables("closed"))
        assert (answer.status_code, after - before) in [(303, 1), (422, 0), (200, 0)]

    brought()
