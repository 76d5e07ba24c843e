"""Rami, in small: whoever goes out scores nothing, the others what they still hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import base
from .base import Score, Seat, Share, Told
from .message import Message, Player, refuse


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What a table agrees."""

    dry: bool = True  # going out all at once doubles what the others hold
    deals: base.Amount = 0  # planned number; 0: open


@dataclass(frozen=True, kw_only=True)
class Deal:
    """What happened: who went out, and what each of the others still held."""

    out: Seat
    hands: Mapping[Seat, base.Amount]
    dry: bool = False

    def __post_init__(self) -> None:
        if self.hands.get(self.out):
            raise refuse("whoever goes out holds nothing", at="hands", seat=self.out)


def score(deal: Deal, rules: Rules, players: int, first: Seat) -> Score:
    """Points, one number a seat; InvalidDeal for what this table does not play."""
    if deal.dry and not rules.dry:
        raise refuse("this table does not play dry", at="dry")
    others = [Seat(seat) for seat in range(players) if seat != deal.out]
    for seat in others:
        if seat not in deal.hands:
            raise refuse("this hand is missing", at="hands", seat=seat, missing=True)
    times = 2 if deal.dry else 1
    points = tuple(times * deal.hands.get(Seat(seat), 0) for seat in range(players))
    return Score(
        points=points,
        outcome="dry" if deal.dry else "out",
        shares=tuple(_share(seat, deal.hands[seat], points[seat]) for seat in others),
    )


def _share(seat: Seat, hand: int, points: int) -> Share:
    message = Message("{player} held {hand}", player=Player(seat), hand=hand)
    return Share(seat, points, message, Message("held {hand}", hand=hand))


def told(one: Told) -> Message:
    """The deal in one line."""
    player = Player(one.deal.out)
    if one.deal.dry:
        return Message("{player} went out all at once", player=player)
    return Message("{player} went out", player=player)


def columns(names: Sequence[str]) -> dict[str, base.Cell]:
    """Who went out and how, and each player's hand."""

    def hand(name: str) -> base.Cell:
        return lambda told, facts: facts["hands"].get(name)

    hands = {f"hand {name}": hand(name) for name in names}
    return {"out": base.fact("out"), "dry": base.fact("dry")} | hands


def roles(deal: Deal, players: int) -> tuple[str, ...]:
    """Out or player for each seat."""
    return tuple("out" if seat == deal.out else "player" for seat in range(players))


GAME = base.Game(
    key="rami",
    title=Message("Rami"),
    players=range(2, 7),
    Rules=Rules,
    Deal=Deal,
    score=score,
    told=told,
    lowest_wins=True,
    words=base.Words(asks=Message("Who went out?"), roles={"out": Message("went out")}),
    columns=columns,
    roles=roles,
)
