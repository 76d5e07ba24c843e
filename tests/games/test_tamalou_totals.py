"""Tamalou: sums, exactly the limit, the end, the ranks. Source: rules/tamalou.md (The game)."""

import pytest
from worked import called, refused, sheet, tally

from companion import sheets


def test_a_corrected_deal_replays_those_after_it():
    first, rest = called("Ana", 3, 60), [called("Ana", 4, 40), called("Ana", 4, 9)]
    said = tally("tamalou", 2, first, *rest)
    assert [deal["totals"]["Bo"] for deal in said["deals"]] == [60, 50, 59]
    said = tally("tamalou", 2, called("Ana", 3, 61), *rest)
    assert [deal["totals"]["Bo"] for deal in said["deals"]] == [61, 101, 110]


def test_exactly_the_limit_becomes_fifty_and_ends():
    said = tally("tamalou", 2, called("Ana", 3, 100))
    assert (said["totals"], said["over"], said["winners"]) == ({"Ana": 0, "Bo": 50}, True, ["Ana"])


@pytest.mark.parametrize(
    ("repeat", "totals", "over"), [("unlimited", 50, False), ("once", 100, True)]
)
def test_the_fall_may_be_once_a_player(repeat, totals, over):
    rules = {"exact_limit": "continue", "exact_repeat": repeat}
    said = tally("tamalou", 2, called("Ana", 3, 100), called("Ana", 3, 50), rules=rules)
    assert (said["totals"]["Bo"], said["over"]) == (totals, over)


def test_a_raised_limit_goes_on_from_its_deal():
    deals = [called("Ana", 3, 30), called("Ana", 3, 9, limit=150)]
    said = tally("tamalou", 2, *deals, start={"Bo": 90})
    assert (said["totals"]["Bo"], said["over"]) == (129, False)
    assert [deal["warnings"] for deal in said["deals"]] == [[], []]


@pytest.mark.parametrize("limit", [0, 99, 100])
def test_a_limit_that_is_not_above_the_one_in_force_is_refused(limit):
    deals = [called("Ana", 3, 9), called("Ana", 3, 9, limit=limit)]
    assert refused(sheet("tamalou", 2, *deals)) == (2, "limit")


@pytest.mark.parametrize("limit", [0, 50, 100])
@pytest.mark.parametrize("rules", [{"limit": 0}, {"deals": 3}])
def test_where_no_limit_is_in_force_there_is_none_to_raise(rules, limit):
    """No number is above none: a limit would end a game earlier that was agreed without one."""
    deals = [called("Ana", 3, 9), called("Ana", 3, 9, limit=limit)]
    assert refused(sheet("tamalou", 2, *deals, rules=rules)) == (2, "limit")


def test_raised_to_the_highest_number_there_is_no_limit_any_more():
    """As design/ offers it at the end of a game; exactly 100 is an ordinary total then."""
    deals = [called("Ana", 3, 110), called("Ana", 3, 90, limit=100_000), called("Ana", 3, 900)]
    said = tally("tamalou", 2, *deals)
    assert (said["totals"]["Bo"], said["over"]) == (1100, False)
    found = sheets.read(sheet("tamalou", 2, *deals))
    assert [one.limit for one in found.standings] == [100, 100, 0, 0]
    raised = called("Ana", 3, 9, limit=200)
    assert refused(sheet("tamalou", 2, *deals, raised)) == (4, "limit")


def test_the_limit_in_force_is_the_one_raised_last():
    deals = [called("Ana", 3, 9, limit=150), called("Ana", 3, 9, limit=120)]
    assert refused(sheet("tamalou", 2, *deals)) == (2, "limit")


def test_a_total_carried_over_must_be_below_the_first_limit():
    raised = called("Ana", 3, 9, limit=150)
    assert refused(sheet("tamalou", 2, raised, start={"Bo": 150})) == (None, "start.Bo")
    assert tally("tamalou", 2, raised, start={"Bo": 120})["totals"]["Bo"] == 129


def test_planned_deals_have_no_limit_unless_both_are_agreed():
    deals = [called("Ana", 3, 120), called("Ana", 3, 9)]
    assert tally("tamalou", 2, *deals, rules={"deals": 3})["over"] is False
    assert tally("tamalou", 2, *deals, rules={"deals": 3, "limit": 100})["over"] is True


def fields_warned(said):
    return [[one["field"] for one in deal["warnings"]] for deal in said["deals"]]


def test_a_deal_after_the_end_counts_with_a_warning():
    said = tally("tamalou", 2, called("Ana", 3, 30), called("Ana", 3, 9), start={"Bo": 90})
    assert said["totals"]["Bo"] == 129
    assert fields_warned(said) == [[], ["limit"]]


def test_a_deal_after_the_planned_ones_is_warned_about_though_the_limit_was_raised():
    deals = [called("Ana", 3, 9), called("Ana", 3, 9, limit=150)]
    rules = {"deals": 1, "limit": 100}
    assert fields_warned(tally("tamalou", 2, *deals, rules=rules)) == [[], ["deals"]]


ON = {"exact_limit": "continue"}
ONCE = ON | {"exact_repeat": "once"}


def test_two_at_exactly_the_limit_both_change():
    said = tally("tamalou", 3, called("Ana", 3, 40, 30), start={"Bo": 60, "Chi": 70})
    assert said["totals"] == {"Ana": 0, "Bo": 50, "Chi": 50}
    assert said["over"] is True
    said = tally("tamalou", 3, called("Ana", 3, 40, 30), start={"Bo": 60, "Chi": 70}, rules=ON)
    assert (said["totals"], said["over"]) == ({"Ana": 0, "Bo": 50, "Chi": 50}, False)


@pytest.mark.parametrize("rules", [{}, ON, ONCE])
def test_with_one_at_exactly_the_limit_and_another_above_first_the_change_then_the_end(rules):
    start = {"Ana": 55, "Bo": 60, "Chi": 70}
    said = tally("tamalou", 3, called("Ana", 3, 40, 31), start=start, rules=rules)
    assert said["totals"] == {"Ana": 55, "Bo": 50, "Chi": 101}
    assert (said["over"], said["winners"]) == (True, ["Bo"])


def test_once_is_once_for_each_player():
    deals = [called("Ana", 3, 40, 2), called("Bo", 3, 2, 40)]
    said = tally("tamalou", 3, *deals, start={"Bo": 60, "Chi": 60}, rules=ONCE)
    assert (said["totals"], said["over"]) == ({"Ana": 6, "Bo": 50, "Chi": 50}, False)


def test_a_fall_that_is_used_up_stands_beside_one_that_is_not():
    deals = [called("Ana", 3, 40, 20), called("Ana", 3, 50, 20)]
    said = tally("tamalou", 3, *deals, start={"Bo": 60, "Chi": 60}, rules=ONCE)
    assert [deal["totals"]["Bo"] for deal in said["deals"]] == [50, 100]
    assert [deal["totals"]["Chi"] for deal in said["deals"]] == [80, 50]
    assert (said["over"], said["winners"]) == (True, ["Ana"])


def test_once_stays_used_up_under_a_raised_limit():
    deals = [called("Ana", 3, 40), called("Ana", 3, 50, limit=150), called("Ana", 3, 50)]
    said = tally("tamalou", 2, *deals, start={"Bo": 60}, rules=ONCE)
    assert [deal["totals"]["Bo"] for deal in said["deals"]] == [50, 100, 150]
    assert said["over"] is True


def test_once_is_a_word_of_going_on():
    """If exactly the limit ends the game, a raised limit does so again."""
    deals = [called("Ana", 3, 40), called("Ana", 3, 50, limit=150), called("Ana", 3, 50)]
    rules = {"exact_limit": "end", "exact_repeat": "once"}
    said = tally("tamalou", 2, *deals, start={"Bo": 60}, rules=rules)
    assert [deal["totals"]["Bo"] for deal in said["deals"]] == [50, 100, 50]


def test_the_change_is_to_the_value_that_was_agreed():
    rules = ON | {"exact_value": 70}
    deals = [called("Ana", 3, 40), called("Ana", 3, 30), called("Ana", 3, 31)]
    said = tally("tamalou", 2, *deals, start={"Bo": 60}, rules=rules)
    assert [deal["totals"]["Bo"] for deal in said["deals"]] == [70, 70, 101]


def test_exactly_the_limit_means_the_one_in_force():
    deals = [called("Ana", 3, 9, limit=150), called("Ana", 3, 31), called("Ana", 3, 50)]
    said = tally("tamalou", 2, *deals, start={"Bo": 60})
    assert [deal["totals"]["Bo"] for deal in said["deals"]] == [69, 100, 50]
    assert said["over"] is True


def test_without_a_limit_exactly_a_hundred_is_a_total_like_any_other():
    said = tally("tamalou", 2, called("Ana", 3, 40), start={"Bo": 60}, rules={"limit": 0})
    assert (said["totals"]["Bo"], said["over"]) == (100, False)


def test_a_late_deal_counts_falls_and_leaves_the_game_over_until_the_limit_is_raised():
    deals = [called("Ana", 3, 50), called("Bo", 40, 3), called("Bo", 9, 3, limit=150)]
    said = tally("tamalou", 2, *deals, start={"Ana": 60, "Bo": 60})["deals"]
    assert [deal["totals"] for deal in said] == [
        {"Ana": 60, "Bo": 110},
        {"Ana": 50, "Bo": 110},
        {"Ana": 59, "Bo": 110},
    ]
    found = sheets.read(sheet("tamalou", 2, *deals, start={"Ana": 60, "Bo": 60}))
    assert [one.over for one in found.standings] == [False, True, True, False]
    assert [one.limit for one in found.standings] == [100, 100, 100, 150]


def test_a_game_that_exactly_the_limit_ended_stays_over():
    deals = [called("Ana", 3, 40), called("Ana", 3, 9)]
    said = tally("tamalou", 2, *deals, start={"Bo": 60})
    assert (said["totals"]["Bo"], said["over"]) == (59, True)
    assert fields_warned(said) == [[], ["limit"]]


def test_a_limit_raised_to_what_is_reached_already_ends_the_game_at_once():
    deals = [called("Ana", 3, 50), called("Ana", 3, 50, limit=150)]
    said = tally("tamalou", 2, *deals, start={"Bo": 90})
    assert (said["totals"]["Bo"], said["over"]) == (190, True)


def test_planned_deals_stay_over_though_the_limit_is_raised():
    deals = [called("Ana", 3, 9), called("Ana", 3, 9, limit=150)]
    assert tally("tamalou", 2, *deals, rules={"deals": 1, "limit": 100})["over"] is True


@pytest.mark.parametrize(("total", "limit"), [(100, 100), (101, 100), (40, 40)])
def test_a_total_carried_over_at_the_limit_is_refused_before_any_deal(total, limit):
    given = sheet("tamalou", 2, start={"Bo": total}, rules={"limit": limit})
    assert refused(given) == (None, "start.Bo")


@pytest.mark.parametrize(
    ("total", "rules"), [(99, {}), (500, {"limit": 0}), (500, {"deals": 3}), (-5, {})]
)
def test_a_total_carried_over_below_the_limit_is_where_the_game_begins(total, rules):
    given = tally("tamalou", 2, start={"Bo": total}, rules=rules)
    assert (given["totals"], given["over"]) == ({"Ana": 0, "Bo": total}, False)


def ranks(players, *deals, **keys):
    """The ranks in seat order, before any deal and after each."""
    return [one.ranks for one in sheets.read(sheet("tamalou", players, *deals, **keys)).standings]


def test_the_last_deal_breaks_ties_at_any_time():
    deals = [called("Ana", 3, 10, 10), called("Bo", 10, 3, 0)]
    rules = {"final_tie": "last_round"}
    assert ranks(3, *deals, rules=rules) == [(1, 1, 1), (1, 2, 2), (2, 3, 1)]
    assert ranks(3, *deals)[-1] == (1, 3, 1)


def test_most_calls_of_any_outcome_break_ties_at_any_time():
    deals = [called("Ana", 3, 10), called("Bo", 10, 3), called("Bo", 5, 5)]
    rules = {"final_tie": "most_calls"}
    assert ranks(2, *deals, rules=rules) == [(1, 1), (1, 2), (1, 1), (1, 2)]
    kamikaze = {"caller": "Bo", "kamikaze": ["Ana", "Bo"]}
    assert ranks(2, kamikaze, rules=rules) == [(1, 1), (2, 1)]


def test_calls_count_for_who_called_though_another_sits_out():
    deals = [{"caller": "Chi", "hands": {"Bo": 0, "Chi": 0}}, {"caller": None}]
    deals[1]["hands"] = {"Ana": 0, "Chi": 0}
    rules = {"final_tie": "most_calls"}
    assert ranks(3, *deals, rules=rules, seats=2) == [(1, 1, 1), (2, 2, 1), (2, 2, 1)]


def test_nobody_has_won_before_the_end_and_ties_share_the_win():
    deals = [called("Ana", 3, 50, 50), called("Bo", 50, 3, 60)]
    said = tally("tamalou", 3, deals[0])
    assert said["winners"] == []
    said = tally("tamalou", 3, *deals)
    assert (said["totals"], said["winners"]) == ({"Ana": 50, "Bo": 50, "Chi": 110}, ["Ana", "Bo"])
