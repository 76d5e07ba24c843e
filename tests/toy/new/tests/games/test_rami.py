"""Rami, in small. Numbers are made up: it is a toy."""

from itertools import product

import pytest
from worked import agreed, points, refused, scores, sheet


def went(out, dry=False, **hands):
    return {"out": out, "hands": hands} | ({"dry": True} if dry else {})


@pytest.mark.parametrize(
    ("deal", "wanted"),
    [
        (went("Ana", Bo=12, Chi=30), [0, 12, 30]),
        (went("Bo", Ana=0, Chi=7), [0, 0, 7]),
        (went("Chi", True, Ana=12, Bo=30), [24, 60, 0]),
    ],
)
def test_a_deal_by_itself(deal, wanted):
    assert scores("rami", 3, deal) == wanted


@pytest.mark.parametrize(
    ("deal", "rules", "field"),
    [
        (went("Ana", Bo=12), {}, "hands.Chi"),
        (went("Ana", Ana=1, Bo=12, Chi=30), {}, "hands.Ana"),
        (went("Ana", True, Bo=12, Chi=30), {"dry": False}, "dry"),
    ],
)
def test_what_cannot_be_is_refused(deal, rules, field):
    assert refused(sheet("rami", 3, deal, rules=rules)) == (1, field)


def test_all_at_once_is_twice_the_same():
    at = agreed("rami", 3)
    for bo, chi in product(range(20), repeat=2):
        told = {"out": "0", "hands": {"1": bo, "2": chi}}
        once, twice = points(at, told), points(at, told | {"dry": True})
        assert twice == tuple(2 * n for n in once)


def test_a_deal_told_from_the_phone(open_table, record):
    table = open_table("rami", ["Ana", "Bo", "Chi"])
    assert record(table, **{"out": 1, "hands-0": 12, "hands-2": 30, "dry": "true"}) == [24, 0, 60]
