"""Who pays whom when a table has played for money: whole cents, and as few payments as can be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

Person = Any  # what tells people apart: hashable
EXACT = 12  # up to so many who owe or are owed, the fewest payments are found; a table has 9 seats


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
    """Who is tied to whom by the tables at which they sat: no two circles ever shared one."""
    found: list[set[Person]] = []
    for people in tables:
        circle = set(people).union(*(one for one in found if not one.isdisjoint(people)))
        found = [*(one for one in found if one.isdisjoint(circle)), circle]
    return found


def balances(*tables: tuple[Mapping[Person, int | Fraction], int | Fraction]) -> dict[Person, int]:
    """The cents that each gets (or pays, below nought): their sum is 0, in each circle too.

    Of each table the gains, which sum to 0, and the stake: cents for one unit of them (so half of
    what a point costs, where totals are half points), below nought where the lowest total wins.
    What is no whole cent over all tables is cut off downwards; the cents that are missing then, one
    each, go to those of the circle who lost most of a cent by it, among equals to who is named
    first. So everybody is less than a cent from the exact amount.
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
    """Settles balances that sum to 0, each circle's by itself; up to `EXACT` people in all, all
    of them together.

    People who owe each other nothing in the sum settle among themselves, n of them with n - 1
    payments or fewer; and payments tie people to such groups. So the fewest payments are the
    people less the most groups, and those are searched through all subsets, among up to `EXACT`
    people. In a larger circle the greatest debt goes to the greatest claim until nothing is left:
    each payment settles somebody and the last one two, n - 1 at most, and at least n / 2 are
    needed in any case. ValueError where a sum is not 0.
    """
    if any(sum(circle.values()) for circle in apart):
        raise ValueError("what some get the others pay")
    owing = [{person: cents for person, cents in circle.items() if cents} for circle in apart]
    if sum(map(len, owing)) <= EXACT:  # fewer still where two circles may pay each other
        owing = [{person: cents for circle in owing for person, cents in circle.items()}]
    groups = [group for circle in owing for group in _groups(circle)]
    return [payment for group in groups for payment in _settled(group)]


def _groups(balance: dict[Person, int]) -> list[dict[Person, int]]:
    """The most groups that sum to 0: for each subset the most that it can be taken apart into. Of
    more than `EXACT` people all are one."""
    if len(balance) > EXACT:
        return [balance]
    people = list(balance)
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
    """The greatest debt goes to the greatest claim, again and again."""
    rest, paid = dict(group), []
    while any(rest.values()):
        payer, payee = min(rest, key=rest.__getitem__), max(rest, key=rest.__getitem__)
        cents = min(-rest[payer], rest[payee])
        paid.append(Payment(payer, payee, cents))
        rest[payer] += cents
        rest[payee] -= cents
    return paid
