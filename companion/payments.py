"""Who pays whom when a table has played for money: whole cents, and as few payments as can be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

Person = Any  # anything hashable that tells people apart
# Among up to so many who owe or are owed the fewest payments are found; a table has 9 seats.
EXACT = 12


class Payment(NamedTuple):
    """One person gives another so many cents."""

    payer: Person
    payee: Person
    cents: int


def beyond_mean(totals: Sequence[int]) -> list[Fraction]:
    """How far each total is above the mean of all: their sum is 0, whatever the game."""
    mean = Fraction(sum(totals), max(len(totals), 1))
    return [total - mean for total in totals]


def circles(tables: Iterable[Iterable[Person]]) -> list[set[Person]]:
    """The groups of people who are connected by shared tables, directly or through others."""
    found: list[set[Person]] = []
    for people in tables:
        circle = set(people).union(*(one for one in found if not one.isdisjoint(people)))
        found = [*(one for one in found if one.isdisjoint(circle)), circle]
    return found


def balances(*tables: tuple[Mapping[Person, int | Fraction], int | Fraction]) -> dict[Person, int]:
    """The cents that each person gets, negative if they pay; the sum is 0, in each circle too.

    `tables`: for each the gains, which sum to 0, and the stake in cents for one unit of them (so
    half of what a point costs where totals are half points), negative where the lowest total wins.
    Amounts over all tables are rounded down to whole cents. The cents that are missing then go, one
    each, to those in the circle who lost most by rounding, among equals to those named first. So
    nobody is a whole cent away from the exact amount.
    """
    exact: dict[Person, Fraction] = defaultdict(Fraction)
    for gains, stake in tables:
        for person, gain in gains.items():
            exact[person] += gain * stake
    cents = {person: floor(amount) for person, amount in exact.items()}
    lost = sorted(exact, key=lambda person: cents[person] - exact[person])
    for circle in circles(gains for gains, _stake in tables):
        missing = -sum(cents[person] for person in circle)
        for person in [one for one in lost if one in circle][:missing]:
            cents[person] += 1
    return cents


def payments(*apart: Mapping[Person, int]) -> list[Payment]:
    """The payments that settle these balances, one mapping a circle, each of which sums to 0. Each
    circle settles by itself; but up to `EXACT` people in all settle all together.

    A group of n whose balances sum to 0 settles among itself with n - 1 payments or fewer; and
    whatever the payments are, the people whom they connect are such a group. So the fewest payments
    are the number of people less the greatest number of groups. These are searched among all
    subsets of up to `EXACT` people. In a larger circle the greatest debt goes to the greatest claim
    until nothing is left: each payment settles somebody, and the last one two, so there are n - 1
    at most, where at least n / 2 are needed in any case. ValueError where a sum is not 0.
    """
    if any(sum(circle.values()) for circle in apart):
        raise ValueError("what some get the others pay")
    owing = [{person: cents for person, cents in circle.items() if cents} for circle in apart]
    if sum(map(len, owing)) <= EXACT:  # fewer payments, if two circles may pay each other
        owing = [{person: cents for circle in owing for person, cents in circle.items()}]
    groups = [group for circle in owing for group in _groups(circle)]
    return [payment for group in groups for payment in _settled(group)]


def _groups(balance: dict[Person, int]) -> list[dict[Person, int]]:
    """As many groups as possible that each sum to 0, found by way of the same for every subset;
    more than `EXACT` people are one group."""
    if len(balance) > EXACT:
        return [balance]
    people = list(balance)
    # For each subset, a bit a person: its sum, the most groups in it, and whom to take out of it so
    # that the rest has the most groups.
    total, most, last = [0], [0], [-1]
    for subset in range(1, 1 << len(people)):
        inside = [n for n in range(len(people)) if subset >> n & 1]
        total.append(total[subset & subset - 1] + balance[people[inside[0]]])
        last.append(max(inside, key=lambda n: most[subset ^ 1 << n]))
        most.append(most[subset ^ 1 << last[-1]] + (total[-1] == 0))
    groups: list[dict[Person, int]] = []
    subset = len(total) - 1
    while subset:
        if total[subset] == 0:
            groups.append({})
        person = people[last[subset]]
        groups[-1][person] = balance[person]
        subset ^= 1 << last[subset]
    return groups


def _settled(group: Mapping[Person, int]) -> list[Payment]:
    """The payments of one group: the greatest debt goes to the greatest claim until all is paid."""
    rest, paid = dict(group), []
    while any(rest.values()):
        payer, payee = min(rest, key=rest.__getitem__), max(rest, key=rest.__getitem__)
        cents = min(-rest[payer], rest[payee])
        paid.append(Payment(payer, payee, cents))
        rest[payer] += cents
        rest[payee] -= cents
    return paid
