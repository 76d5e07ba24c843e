"""French Tarot: what holds for every deal that can be told (`rules/tarot.md`, The arithmetic)."""

from dataclasses import replace
from itertools import product

import pytest
from worked import agreed, points

from companion.games import tarot
from companion.games.facts import agreed_rules
from companion.games.tarot import count
from companion.games.tarot_deal import PRESETS, Deal, Poignee, Rules

TAROT = tarot.GAME
CONTRACTS = ("prise", "garde", "garde_sans", "garde_contre")
OTHER_FACTS = (  # than contract, oudlers, card points and petit au bout
    {},
    {"poignees": (Poignee(size="single"),)},
    {"poignees": (Poignee(size="double", player=1), Poignee(size="single")), "misere": {1}},
)
SIDES = ((3, None), (4, None), (5, None), (5, 2))
TABLES = ((3, {}), (4, {}), (5, {"partner": None}), (5, {"partner": "2"}))


def every_deal(players, partner):
    """All contracts, oudlers, half points and petits au bout, with what else may be told."""
    petits, halves = (None, "declarer", "defence"), range(183)
    for contract, oudlers, n, petit in product(CONTRACTS, range(4), halves, petits):
        for more in OTHER_FACTS:
            told = {"contract": contract, "oudlers": oudlers, "petit_au_bout": petit, **more}
            yield Deal(declarer=0, partner=partner, card_points=n, **told)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("players", "partner"), SIDES)
def test_each_defender_pays_the_same_the_declarers_side_gets_it_and_every_deal_sums_to_zero(
    players, partner, preset
):
    """Without a slam; a misere is beside it."""
    rules = agreed_rules(TAROT, {"preset": preset, "misere": 10})
    times = {0: players - 1} if partner is None else {0: 2, partner: 1}
    for deal in every_deal(players, partner):
        got = count(deal, rules, players).points
        assert len(got) == players
        assert sum(got) == 0
        if not deal.misere:
            unit = -got[-1]
            assert got == tuple(times.get(seat, -1) * unit for seat in range(players))
            assert (unit > 0) == deal.won()


@pytest.mark.parametrize(("players", "more"), TABLES)
def test_one_more_half_point_never_costs_the_declarer(players, more):
    for half_points, petit in product(("exact", "to_winner"), (None, "declarer", "defence")):
        at, before = agreed("tarot", players, half_points=half_points), -10_000
        for halves in range(183):
            told = {"declarer": "1", "contract": "garde", "oudlers": 1, "petit_au_bout": petit}
            now = points(at, told | more | {"card_points": halves / 2})[1]
            assert now >= before
            before = now


def every_slam(players, partner):
    """Who announced, who made it, with every contract and oudlers and points from 0 to 91."""
    sides = (None, "declarer", "defence")
    for announced, made in product(sides, sides):
        slam = {"slam_announced_by": announced, "slam_made_by": made}
        for contract, oudlers, n in product(CONTRACTS, range(4), range(0, 183, 13)):
            told = {"contract": contract, "oudlers": oudlers, "card_points": n, **slam}
            yield Deal(declarer=0, partner=partner, **told)


@pytest.mark.parametrize(("players", "partner"), SIDES)
def test_a_slam_per_opponent_sums_to_zero(players, partner):
    for deal in every_slam(players, partner):
        assert sum(count(deal, Rules(slam_settlement="per_opponent"), players).points) == 0


AMOUNTS = {(True, True): 400, (True, False): -200, (False, True): 200, (False, False): 0}


@pytest.mark.parametrize(("players", "partner"), SIDES)
def test_a_slam_by_team_sums_to_its_amount_for_each_member(players, partner):
    declarers = 1 if partner is None else 2
    members = {"declarer": declarers, "defence": players - declarers}
    for deal in every_slam(players, partner):
        announced, made = deal.slam_announced_by, deal.slam_made_by
        nobody_pays = [n * AMOUNTS[announced == s, made == s] for s, n in members.items()]
        assert sum(count(deal, Rules(), players).points) == 2 * sum(nobody_pays)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("players", "partner"), SIDES)
def test_whoever_plays_it_a_deal_is_worth_the_same(players, partner, preset):
    rules = agreed_rules(TAROT, {"preset": preset, "misere": 10})
    for deal in every_slam(players, partner):
        with_misere = replace(deal, misere=frozenset({1}))
        got = count(with_misere, rules, players).points
        for turn in range(1, players):
            moved = count(turned(with_misere, turn, players), rules, players).points
            assert moved == got[players - turn :] + got[: players - turn]


def turned(deal, turn, players):
    """The same deal, played by the people so many seats further on."""

    def seat(old):
        return None if old is None else (old + turn) % players

    misere = frozenset(map(seat, deal.misere))
    return replace(deal, declarer=seat(0), partner=seat(deal.partner), misere=misere)
