"""What is agreed and what is told at a table of Tamalou (`rules/tamalou.md`, Options, Refused)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from . import base, tamalou_cards
from .base import UNTOLD, Agreed, Seat, Untold
from .message import refuse
from .tamalou_cards import Card, Values


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What a table agrees (Options)."""

    call_threshold: int = 5
    fail_penalty: base.Amount = 5
    beaten_caller: Literal["keeps_total", "zero"] = "keeps_total"
    kamikaze: bool = True
    kamikaze_points: base.Amount = 50
    limit: base.Amount | Untold = UNTOLD  # 0: none; untold: 100, or 0 where `deals` is set
    exact_limit: Literal["end", "continue", "off"] = "end"
    exact_value: int = 50
    exact_repeat: Literal["unlimited", "once"] = "unlimited"
    deals: base.Amount = 0  # planned number; 0: open
    cards: Annotated[int, range(4, 7, 2)] = 4
    no_call: Literal["totals", "lowest_zero"] = "totals"
    final_tie: Literal["shared", "last_round", "most_calls"] = "shared"
    negatives: Literal["clamp", "allow"] = "clamp"
    card_values: Values | Mapping[Card, int] = "tamalou"  # never score
    jokers: Annotated[int, range(3)] = 0

    def __post_init__(self) -> None:
        if self.limit is UNTOLD:
            object.__setattr__(self, "limit", 0 if self.deals else 100)

    def plays_kamikaze(self) -> bool:
        """Article 3: an option, and never with six cards."""
        return self.kamikaze and self.cards == 4

    def values(self) -> Mapping[str, int]:
        """Card -> value for the adder, from the ace to the joker; `KR` where red kings differ."""
        return tamalou_cards.values(self.card_values)

    def hand_range(self) -> range:
        """What the cards of one player can total."""
        return tamalou_cards.possible(self.values(), self.jokers, self.cards)

    def kamikazes(self) -> tuple[int, ...]:
        """What two queens and two kings can total, the lowest first; nothing if not played."""
        return tamalou_cards.kamikazes(self.values()) if self.plays_kamikaze() else ()

    def way(self, total: int, limit: int, spent: bool, over: bool) -> tuple[str, int]:
        """How a total stands to the limit in force (The game): a word, and a number of points.

        `exactly`: the next deal can give these points, which make it exactly the limit; `below`: so
        many are missing, and it cannot; `falls`: it is exactly the limit, and becomes so many;
        `reached`: it is the limit, which is given, or more; an empty word: there is no limit.
        `spent`: that seat's total falls no more; `over`: the game is over.
        """
        if not limit:
            return "", 0
        if not (spent or over) and self.within_reach(total, limit):
            return "exactly", limit - total
        if total < limit:
            return "below", limit - total
        if total == limit and not spent and self.exact_limit != "off":
            return "falls", self.exact_value
        return "reached", limit

    def within_reach(self, total: int, limit: int) -> bool:
        """Whether one deal can bring this total to exactly the limit, if that changes anything."""
        matters = limit > 0 and self.exact_limit != "off"
        return matters and total < limit and self._can_give(limit - total)

    def _can_give(self, points: int) -> bool:
        """Whether a player can get so many points, more than 0, in one deal with these cards."""
        deck = tamalou_cards.deck(self.values(), self.jokers)
        hands = tamalou_cards.hands(deck, self.cards)
        failed = points - self.fail_penalty
        return (
            (self.plays_kamikaze() and points == self.kamikaze_points)
            or (failed in hands and failed > self.call_threshold)
            or (points in hands and self._can_count(points, hands[points]))
        )

    def _can_count(self, hand: int, beside: int) -> bool:
        """Whether a hand can score its own total: where nobody called, if hands then count; where
        somebody else holds less, or as much as a caller within the threshold, who keeps it.
        `beside` is the least that another player can hold."""
        keeps = self.beaten_caller == "keeps_total" and hand <= self.call_threshold
        return self.no_call == "totals" or beside < hand or (keeps and beside == hand)


@dataclass(frozen=True, kw_only=True)
class Deal:
    """What happened: who called, and what each still held."""

    caller: Seat | None
    hands: Mapping[Seat, int] = field(default_factory=dict)
    kamikaze: frozenset[Seat] = frozenset()  # two queens and two kings
    limit: base.Amount | Untold = UNTOLD  # raised to it from this deal on; NO_LIMIT: dropped

    def __post_init__(self) -> None:
        if self.kamikaze and self.caller is None:
            raise refuse("a kamikaze follows a call: say who called", at="kamikaze")
        if len(self.kamikaze) > 2:
            raise refuse("there are cards for two at most", at="kamikaze")


def agree(agreed: Agreed) -> None:
    """InvalidDeal for too many or too few players, or six cards among more than two (Refused)."""
    base.agree(agreed)
    if agreed.rules.cards == 6 and agreed.players != 2:
        raise refuse("six cards are for two players", at="rules.cards")
