"""What an evening says otherwise than a file of it, a line a part, in words."""

from __future__ import annotations

import pytest
from an_evening import UID

from companion.sheets.evening_reading import read_evening
from companion.web.differing import differences, told_apart

OURS = {
    "format": "companion-evening",
    "version": 1,
    "id": UID,
    "name": "Friday",
    "games": {"tarot": {}, "tamalou": {}},
    "players": [{"name": "Ana", "game": "tarot", "fee": 2.5}, {"name": "Bo", "game": "tarot"}],
    "wishes": [{"players": ["Ana", "Bo"], "together": True}],
    "adjustments": [{"player": "Bo", "game": "tarot", "points": -20, "reason": "late"}],
    "positions": [
        {
            "number": 1,
            "drawn": [{"table": 1, "game": "tarot", "players": ["Ana", "Bo", "Chi"]}],
            "sits_out": ["Dana"],
        }
    ],
}


@pytest.fixture
def said(app):
    """The lines of what this file says otherwise than OURS."""

    def of(**changed):
        with app.test_request_context(headers={"Accept-Language": "en"}):
            return list(differences(read_evening(OURS), read_evening(OURS | changed)))

    return of


def test_the_same_differs_in_nothing(said):
    assert said() == []


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"name": "Saturday"}, ("Name", "Friday", "Saturday")),
        ({"date": "2026-11-20"}, ("Date", "", "20 November 2026")),
        ({"place": "Le Coin"}, ("Place", "", "Le Coin")),
        ({"fee": 3.5}, ("Fee", "", "3.50")),
        ({"planned": 3}, ("Positions", "", "3")),
        (
            {"corrects": "last"},
            ("Who enters deals may correct", "the whole sheet", "the last deal only"),
        ),
        ({"shown": 0}, ("Standings", "as they stand", "nothing yet")),
        ({"shown": 2}, ("Standings", "as they stand", "up to position 2")),
        ({"closed": True}, ("Closed", "", "✓")),
    ],
)
def test_what_the_whole_evening_says_stands_beside_what_people_call_it(said, changed, line):
    assert said(**changed) == [line]


def test_rules_are_said_as_a_sheet_says_what_was_agreed(said):
    games = {"tarot": {"misere": 10, "deals": 12}, "tamalou": {"limit": 200}}
    ours = "Our table’s rules, slam to each of the side, exact halves"
    tamalou = "called with 5 or less, failed +5, kamikaze 50"
    assert said(games=games) == [
        ("Rules: French Tarot", ours, f"{ours}, misère 10 · 12 deals planned"),
        ("Rules: Tamalou", f"limit 100, {tamalou}", f"limit 200, {tamalou}"),
    ]


def test_rules_that_differ_in_what_no_line_says_are_not_shown_as_if_they_were_the_same(said):
    ((called, ours, theirs),) = said(games=OURS["games"] | {"tarot": {"petit_sec_voids": True}})
    assert called == "Rules: French Tarot"
    assert theirs == f"{ours} · differs in a detail"


def test_of_a_player_only_what_differs_is_said(said):
    ana, bo = OURS["players"]
    paid, left = ana | {"paid": True}, bo | {"here": False, "game": "tamalou"}
    assert said(players=[paid, left]) == [
        ("Ana", "has not paid", "has paid"),
        ("Bo", "French Tarot · is here", "Tamalou · has left"),
    ]
    assert said(players=[bo | {"name": "BO"}, ana | {"fee": 2.50}]) == []
    assert said(fee=0.0) == []


def test_who_stands_in_one_of_them_only_is_said_with_all(said):
    ana, bo = OURS["players"]
    assert said(players=[bo, {"name": "Élie", "game": "tamalou", "fee": 2, "paid": True}]) == [
        ("Ana", "French Tarot · is here · pays 2.50 · has not paid", ""),
        ("Élie", "", "Tamalou · is here · pays 2 · has paid"),
    ]


def test_a_wish_is_known_by_its_two_whoever_is_named_first(said):
    apart = {"players": ["Bo", "Ana"], "together": False}
    assert said(wishes=[apart]) == [("Ana and Bo", "together", "not together")]
    assert said(wishes=[apart | {"together": True}]) == []


def test_points_given_are_those_of_the_same_player_for_the_same_time(said):
    late, more = OURS["adjustments"][0], {"player": "Bo", "points": 1.5, "reason": "helped"}
    assert said(adjustments=[late | {"taken_back": True}, more]) == [
        ("Adjustment: Bo", "", "taken back"),
        ("Adjustment: Bo", "", "+1.5 · All games together · helped"),
    ]
    assert said(adjustments=[late | {"points": -20.5}]) == [("Adjustment: Bo", "−20", "−20½")]
    assert said(adjustments=[more | {"player": "Ana"}, late]) == [
        ("Adjustment: Ana", "", "+1.5 · All games together · helped"),
    ]


def test_of_a_position_the_tables_that_differ_are_said(said):
    (drawn,) = OURS["positions"]
    again = {"table": 1, "game": "tarot", "players": ["Bo", "Ana", "Chi"]}
    new = {"table": 2, "game": "tamalou", "players": ["Dana", "Eli"]}
    told = drawn | {"published": True, "drawn": [again, new], "sits_out": []}
    assert said(positions=[told]) == [
        (
            "Position 1",
            "table 1, French Tarot: Ana, Bo and Chi · Dana sits out",
            "published · table 1, French Tarot: Bo, Ana and Chi · table 2, Tamalou: Dana and Eli",
        )
    ]


def test_two_that_say_nothing_and_differ_in_a_detail_have_no_sign_before_that(app):
    """Points that are given and weigh nothing in words, say."""
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert told_apart("", "") == ("", "differs in a detail")


def test_one_moment_in_two_zones_is_no_difference(app):
    (drawn,) = OURS["positions"]
    ends = [
        drawn | {"ends_at": at} for at in ("2026-11-20T20:15:00+00:00", "2026-11-20T21:15+01:00")
    ]
    here, there = (read_evening(OURS | {"positions": [one]}) for one in ends)
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert list(differences(here, there)) == []
