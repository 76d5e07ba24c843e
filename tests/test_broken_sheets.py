"""Whatever a sheet says, it is tallied or refused by a field; nothing else happens."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st
from worked import cases, quickly

from companion import sheets

GAMES = ("tarot", "plateau", "tamalou")
SHEETS = [case.values[0]["sheet"] for game in GAMES for case in cases(game)]
ODD = (
    *(None, True, False, 0, 1, -1, 2.0, 0.5, 49.3, 91.5, 1e300, -0.0, 100_001, 10**30),
    *(float("nan"), float("inf"), "", " ", "Ana", "Bo ", "Eve", "1", "garde", "\ud800", "a\nb"),
    *([], [None], ["Ana"], ["Ana", "Ana"], {}, {"Ana": 1}, {"": {}}, [[]], [{}], {"half": True}),
)
KEYS = ("half", "computed", "start", "seats", "substitutes", "dealer", "kamikaze", "bids", "x")


def places(value, path=()):
    """All places in a sheet that can hold something, and a few that do not exist."""
    if path:
        yield path
    if isinstance(value, dict):
        yield from ((*path, key) for key in KEYS)
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in inside:
            yield from places(one, (*path, key))


def put(value, path, odd):
    """The same sheet with something odd at this place."""
    changed = copy.deepcopy(value)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = odd
    return changed


@quickly
@given(st.data())
def test_a_sheet_with_something_odd_is_tallied_or_refused(data):
    given = data.draw(st.sampled_from(SHEETS))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(places(given))))
        given = put(given, path, data.draw(st.sampled_from(ODD)))
    try:
        found = sheets.read(given)
    except sheets.Wrong as wrong:
        assert wrong.field and str(wrong)
    else:
        json.dumps(sheets.tallied(found), allow_nan=False)
        sheets.pretty(found)
        sheets.as_csv(found, sheets.PROFILES["excel-fr"])
        again = sheets.read(json.loads(json.dumps(sheets.written(found))))
        assert sheets.tallied(again) == sheets.tallied(found)
