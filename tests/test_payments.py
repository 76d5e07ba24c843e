"""Who pays whom: to the cent, and with as few payments as can be."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.payments import Payment, balances, beyond_mean, circles, payments


def test_a_total_times_the_stake_is_won_or_paid():
    """Tarot in half points, 10 cents a point: 5 a half point."""
    totals = {"Ana": 636, "Bo": -212, "Chi": -212, "Dee": -212}
    assert balances((totals, 5)) == {"Ana": 3180, "Bo": -1060, "Chi": -1060, "Dee": -1060}
    assert payments(balances((totals, 5))) == [
        Payment("Bo", "Ana", 1060),
        Payment("Chi", "Ana", 1060),
        Payment("Dee", "Ana", 1060),
    ]


def test_against_the_mean_where_it_does_not_sum_to_zero_and_the_lowest_may_win():
    beyond = beyond_mean([20, 50, 80, 110])  # the mean is 65
    assert beyond == [-45, -15, 15, 45]
    gains = dict(zip(("Ana", "Bo", "Chi", "Dee"), beyond, strict=True))
    assert balances((gains, -2)) == {"Ana": 90, "Bo": 30, "Chi": -30, "Dee": -90}
    assert sorted(payments(balances((gains, -2)))) == [
        Payment("Chi", "Bo", 30),
        Payment("Dee", "Ana", 90),
    ]


def test_a_missing_cent_goes_to_who_lost_most_of_one():
    """The mean is 1⅓: −1⅓, −⅓ and 1⅔ are cut to −2, −1 and 1; two cents are missing."""
    gains = dict(zip(("Ana", "Bo", "Chi"), beyond_mean([0, 1, 3]), strict=True))
    assert balances((gains, 1)) == {"Ana": -1, "Bo": 0, "Chi": 1}


def test_among_equals_the_missing_cent_goes_to_who_is_named_first():
    gains = dict(zip(("Ana", "Bo", "Chi"), beyond_mean([1, 1, 0]), strict=True))
    assert balances((gains, 1)) == {"Ana": 1, "Bo": 0, "Chi": -1}


def test_a_stake_may_be_a_part_of_a_cent():
    assert balances(({"Ana": 3, "Bo": -3}, Fraction(5, 2))) == {"Ana": 8, "Bo": -8}


def test_a_missing_cent_stays_in_its_circle():
    """1⅓ at two tables that share nobody: −1⅓, −⅓, 1⅔. Chi is not given what those of Dee have
    lost."""
    tables = [dict(zip(names, beyond_mean([0, 1, 3]), strict=True)) for names in ("ABC", "DEF")]
    cents = balances(*((gains, 1) for gains in tables))
    assert cents == {"A": -1, "B": 0, "C": 1, "D": -1, "E": 0, "F": 1}


def test_parts_of_a_cent_are_put_together_over_the_tables():
    """Half a cent at each of two tables is a whole one: 4922.5 and 2887.5 are 7810."""
    tables = [
        ({"Hélène": 9845, "Bo": -9845}, Fraction(1, 2)),
        ({"Hélène": 5775, "Bo": -5775}, Fraction(1, 2)),
    ]
    assert balances(*tables) == {"Hélène": 7810, "Bo": -7810}


def test_nobody_owes_anything():
    assert balances() == {} == balances(({}, 5))
    assert payments({}) == [] == payments({"Ana": 0, "Bo": 0})


def test_the_greatest_to_the_greatest_is_not_always_the_fewest():
    """That way Dee would pay Eve first, and four payments would be needed."""
    balance = {"Ana": 8, "Bo": -2, "Chi": -7, "Dee": -8, "Eve": 9}
    assert sorted(payments(balance)) == [
        Payment("Bo", "Eve", 2),
        Payment("Chi", "Eve", 7),
        Payment("Dee", "Ana", 8),
    ]


def test_who_sat_at_one_table_is_of_one_circle_and_who_sat_at_two_ties_them():
    assert circles([]) == []
    assert circles(["ab", "cd", "ef", "da", "gh"]) == [{*"ef"}, {*"abcd"}, {*"gh"}]


def test_among_many_nobody_pays_who_never_sat_at_a_table_with_them():
    """Sixteen people: all together N would pay E 11 first, and 13 payments would be needed."""
    apart = [
        {"A": 9, "B": -2, "C": -3, "D": -4},
        {"E": 30, "F": -10, "G": -10, "H": -10},
        {"I": 8, "J": -5, "K": 5, "L": -8},
        {"M": -7, "N": -11, "O": 12, "P": 6},
    ]
    assert payments(*apart) == [
        Payment("D", "A", 4),
        Payment("C", "A", 3),
        Payment("B", "A", 2),
        Payment("F", "E", 10),
        Payment("G", "E", 10),
        Payment("H", "E", 10),
        Payment("L", "I", 8),
        Payment("J", "K", 5),
        Payment("N", "O", 11),
        Payment("M", "P", 6),
        Payment("M", "O", 1),
    ]


def test_up_to_twelve_people_pay_across_circles_where_that_is_fewer():
    """Each circle by itself would need two payments."""
    apart = {"Ana": 5, "Bo": -2, "Chi": -3}, {"Dee": -5, "Eve": 2, "Fay": 3}
    assert sorted(payments(*apart)) == [
        Payment("Bo", "Eve", 2),
        Payment("Chi", "Fay", 3),
        Payment("Dee", "Ana", 5),
    ]


def test_twelve_people_are_few_enough_for_that():
    """Each circle by itself would need two payments, eight in all."""
    apart = (
        {"A": 5, "B": -2, "C": -3},
        {"D": -5, "E": 2, "F": 3},
        {"G": 70, "H": -20, "I": -50},
        {"J": -70, "K": 20, "L": 50},
    )
    assert sorted(payments(*apart)) == [
        Payment("B", "E", 2),
        Payment("C", "F", 3),
        Payment("D", "A", 5),
        Payment("H", "K", 20),
        Payment("I", "L", 50),
        Payment("J", "G", 70),
    ]


def test_what_does_not_sum_to_zero_cannot_be_settled():
    with pytest.raises(ValueError, match="what some get"):
        payments({"Ana": 1})
    with pytest.raises(ValueError, match="what some get"):
        payments({"Ana": 1, "Bo": 0}, {"Chi": -1})


def test_a_whole_club_is_settled_too():
    balance = {n: n - 50 for n in range(101)}
    assert len(payments(balance)) == 50


TOTALS = st.dictionaries(st.integers(0, 40), st.integers(-500, 500), max_size=9)
STAKES = st.fractions(-50, 50, max_denominator=12)  # below nought: the lowest wins


@given(st.lists(st.tuples(TOTALS, STAKES), max_size=3))
def test_balances_are_whole_cents_and_less_than_one_off_over_all_tables(played):
    cents = balances(
        *(
            (dict(zip(totals, beyond_mean([*totals.values()]), strict=True)), stake)
            for totals, stake in played
        )
    )
    assert sum(cents.values()) == 0
    exact = dict.fromkeys(cents, Fraction())
    for totals, stake in played:
        for person, total in totals.items():
            exact[person] += (total - Fraction(sum(totals.values()), len(totals))) * stake
    assert all(abs(cents[person] - amount) < 1 for person, amount in exact.items())


@given(st.lists(st.integers(-9, 9), max_size=15))
@settings(max_examples=50)
def test_payments_settle_everything(cents):
    balance = dict(enumerate([*cents, -sum(cents)]))
    rest = dict(balance)
    paid = payments(balance)
    for payer, payee, amount in paid:
        assert balance[payer] < 0 < balance[payee]
        assert amount > 0
        rest[payer] += amount
        rest[payee] -= amount
    assert not any(rest.values())
    assert len(paid) <= max(sum(map(bool, balance.values())) - 1, 0)


def most_groups(cents):
    """By hand for few: take out any smallest group that sums to 0, and see what is left."""
    if not cents:
        return 0
    sizes = range(1, len(cents) + 1)
    first = ((0, *rest) for size in sizes for rest in combinations(range(1, len(cents)), size - 1))
    return max(
        1 + most_groups([n for place, n in enumerate(cents) if place not in group])
        for group in first
        if sum(cents[place] for place in group) == 0
    )


@given(st.lists(st.integers(-5, 5).filter(bool), min_size=1, max_size=6))
@settings(max_examples=60)
def test_no_settlement_has_fewer_payments(cents):
    everybody = [n for n in (*cents, -sum(cents)) if n]
    paid = payments(dict(enumerate(everybody)))
    assert len(paid) == len(everybody) - most_groups(everybody)
