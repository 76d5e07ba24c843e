"""How Le Plateau is said: a deal in one line, the steps of its count, what a half-told one says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from .base import ROLES, WHOSE, Line, Passed, Score, Seat, Told, Words, sentence
from .message import Message, Player
from .plateau_auction import last_bid, parts
from .plateau_bid_so_far import InForce
from .plateau_board import Objective, enough
from .plateau_deal import Bid, Deal, Talon, bid, total
from .plateau_spaces import board, spoken

OBJECTIVES: dict[Objective, Message] = {
    "bridge": Message("bridge"),
    "y": Message("Y"),
    "fork": Message("fork"),
    "five": Message("five sides"),
    "six": Message("six sides"),
}
TALONS: dict[Talon | None, Message] = {
    "exchange": Message("exchange"),
    "keep": Message("closed talon"),
}
PARTNERS = {0: Message("alone"), 1: Message("one partner"), 2: Message("two partners")}
PARTS: dict[Any, Message] = {**OBJECTIVES, **TALONS, **PARTNERS}
FACTS = {
    "declarer": Message("declarer"),
    "partners": Message("Partners"),
    "talon": Message("Talon"),
    "objective": Message("Objective"),
    "raises": Message("Raise"),
    "handed_over": Message("Hand-over"),
    "tricks": Message("Trick"),
    "tricks.talon.True": Message("Talon"),
    "board": Message("The board"),
    "made": Message("Made"),
    "bids": Message("Bid"),
    "bids.pass.True": Message("pass"),
}
PATHS = ["talon", "objective", "raises.objective"]
PATHS += ["bids.talon", "bids.objective", "bids.partners"]
FACTS |= {f"{path}.{part}": said for path in PATHS for part, said in PARTS.items()}
FACTS |= {
    f"{path}.{side}": said for path in ("board", "tricks.won_by") for side, said in WHOSE.items()
}
FACTS |= {
    f"{path}.{space}": spoken(space)
    for path in ("tricks.spaces", "board.declarer", "board.defence")
    for space in board(2) | board(3)
}
PAGES = Words(
    asks=Message("Who bids what?"),
    keeps=Message("To the board"),
    missing={
        "declarer": Message("Who bids what?"),
        "objective": Message("Who bids what?"),
        "partners": Message("Who is the partner?"),
        "bids": Message("Who is the partner?"),
        "talon": Message("What becomes of the talon?"),
        "made": Message("Was it made?"),
        "board": Message(
            "Nothing is decided yet: mark what was captured, or tell the result beside the bid."
        ),
    },
    kept=Message("Being played"),
    none_yet=Message(
        "None yet. Tell the bids, or only the last one; then touch who won each trick and what it "
        "captured: the board says at once what is reached."
    ),
    roles=ROLES,
    kinds={str(kind): word for kind, word in OBJECTIVES.items()},
    facts=FACTS,
)


def told(one: Told) -> Message:
    """The deal in one line."""
    deal: Deal | Passed = one.deal
    if isinstance(deal, Passed):
        return Message("All passed")
    return Message(
        "{side}, {objective}, bid {n}: {result}",
        side=_side(deal.side(), len(deal.partners)),
        objective=OBJECTIVES[deal.last_objective()],
        n=bid(deal, len(one.plays)),
        result=tuple(_result(deal, one.score)),
    )


def _side(side: Sequence[Seat], wanted: int | None) -> Message | Player:
    """The declarer, and with whom: by name as soon as that is known."""
    declarer, *partners = map(Player, side)
    if len(partners) == 2:
        values = {"player": declarer, "partner": partners[0], "other": partners[1]}
        return Message("{player} with {partner} and {other}", **values)
    if partners:
        return Message("{player} with {partner}", player=declarer, partner=partners[0])
    if wanted:
        return Message("{player} with {partner}", player=declarer, partner=PARTNERS[wanted])
    return declarer


def _result(deal: Deal, score: Score) -> Iterator[Message]:
    """Whether it was made, and what was reached beyond it."""
    made, reached = score.outcome == "won", score.also.get("achieved")
    yield Message("made") if made else Message("not made")
    if made and reached and not enough(deal.last_objective(), reached):
        yield Message("even {objective}", objective=OBJECTIVES[reached])


def count(deal: Deal, players: int) -> Iterator[Line]:
    """The bid by its parts, and what raises and a hand-over made of it."""
    talon, partners = deal.talon, len(deal.partners)
    said = added(talon, deal.objective, partners, players)
    yield Line(said, total(talon, deal.objective, partners, players))
    for one in deal.raises:
        player, objective = Player(one.player), OBJECTIVES[one.objective]
        said = Message("{player} raises to {objective}", player=player, objective=objective)
        yield Line(said, total(talon, one.objective, partners, players))
    if deal.handed_over:
        new, old = map(Player, deal.side())
        said = Message("{player} hands over to {partner}", player=old, partner=new)
        yield Line(said, bid(deal, players))


def added(talon: Talon | None, objective: Objective, partners: int, players: int) -> Message:
    """The parts of a bid and what each counts, as a sum."""
    chosen = _chosen(talon, objective, partners, players)
    steps = [Message("{part} {n}", part=part, n=n) for part, n in chosen]
    return reduce(lambda one, two: Message("{one} + {two}", one=one, two=two), steps)


def named(talon: Talon | None, objective: Objective, partners: int, players: int) -> Message:
    """The parts of a bid in short; how many partners only where they are fewer than usual."""
    usual = parts(players).partners[partners] == 0
    said = OBJECTIVES[objective], TALONS.get(talon), None if usual else PARTNERS[partners]
    return Message("{parts}", parts=tuple(filter(None, said)))


def _chosen(
    talon: Talon | None, objective: Objective, partners: int, players: int
) -> Iterator[tuple[Message, int]]:
    """The parts of a bid between which so many players can choose, and what each counts."""
    worth = parts(players)
    if talon:
        yield TALONS[talon], worth.talon[talon]
    yield OBJECTIVES[objective], worth.objective[objective]
    if len(worth.partners) > 1:
        yield PARTNERS[partners], worth.partners[partners]


def highest_so_far(bids: Sequence[Bid], players: int) -> Line:
    """While the auction goes on: the bid to beat; or that all passed."""
    high = last_bid(bids)
    if high is None:
        all_passed = len(bids) == players
        return sentence(Message("All passed") if all_passed else Message("Nobody has bid yet"))
    said = {"n": total(*high.parts(), players), "parts": named(*high.parts(), players)}
    return sentence(Message("{player} bids {n}: {parts}", player=Player(high.player), **said))


def bid_so_far(bid: InForce) -> Line:
    """Once the declarer is told: what is played, as far as it is told."""
    said = tuple(_played(bid))
    side = _side(bid.side, bid.wanted)
    return sentence(Message("{side}: {parts}", side=side, parts=said) if said else side)


def _played(bid: InForce) -> Iterator[Message]:
    if bid.objective:
        yield OBJECTIVES[bid.objective]
    if bid.total is not None:
        yield Message("bid {n}", n=bid.total)
    if bid.talon:
        yield TALONS[bid.talon]


def further(objective: Objective, n: int | None) -> Line:
    """What an objective still asks for."""
    name = OBJECTIVES[objective]
    if n is None:
        return Line(Message("{objective}: lost for good.", objective=name), 0)
    if n == 0:
        return Line(Message("{objective}: reached.", objective=name), 0)
    return Line(Message("{objective}: {n} more.", objective=name, n=n), n)
