"""The form of Le Plateau: what it posts, to facts and back. Players are seats as text in both.

One `touch` changes what is told (`plateau_touch`); a bid has the parts bid-talon, bid-objective,
bid-partners. Else a whole form, by the types of `Deal` as `posted.py` reads them: declarer ·
partners (a seat each; one empty text: none) · talon · objective · raises-0-player,
raises-0-objective (empty: no raise) · handed_over · made · bids-0-player, … · tricks-0-won_by, … ·
board-declarer, board-defence · unplayed. Bids, tricks and board that it does not post stay as
they were told; one empty text (`tricks`) takes them away. To fill it `base.fill` is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from . import posted as forms
from .base import Agreed, Seat
from .message import InvalidDeal, Message
from .plateau_auction import Auction, last_bid_told
from .plateau_board import HARDNESS
from .plateau_deal import Bid, Deal, checked_total
from .plateau_touch import says_any, touched
from .plateau_words import added, named
from .posted import Facts, Posted, last
from .shapes import shape

PARTS = ("talon", "objective", "partners")
KEPT = ("bids", "tricks", "board")


def read(posted: Posted, told: Facts) -> dict[str, Any]:
    """The facts that the form posts, complete or not; InvalidDeal for what cannot be read."""
    touch = last(posted, "touch")
    if touch:
        return touched(touch, told, _parts(posted, len(told.get("bids", ()))))
    unplayed = forms.read_unplayed(posted)
    if unplayed:
        return unplayed
    facts = forms.read(Deal, posted)
    if "raises" in facts:
        facts["raises"] = list(_raised(facts))
        if {one.get("player") for one in facts["raises"]} != set(facts.get("partners", ())):
            facts.pop("handed_over", None)
    # An empty board beside tricks would contradict them: it says that nobody holds anything.
    said = {key: value for key, value in facts.items() if key not in KEPT or says_any(value)}
    return said | _kept(posted, facts, told)


def _raised(facts: Facts) -> Iterator[Facts]:
    """The raises that are still possible: a partner may have changed since, or an earlier raise."""
    known = "declarer" in facts and "partners" in facts
    side = {facts.get("declarer"), *facts.get("partners", ())}
    before = HARDNESS.get(facts.get("objective"), -1)
    for one in facts["raises"]:
        level = HARDNESS.get(one.get("objective"), 99)
        if "objective" in one and level > before and (not known or one.get("player") in side):
            before = level
            yield one


def _parts(posted: Posted, place: int) -> dict[str, Any]:
    """The parts of a bid, as far as they were touched."""
    texts = {part: [last(posted, f"bid-{part}")] for part in PARTS}
    parts: dict[str, Any] = forms.at(f"bids[{place}]", forms.read, Bid, texts)
    return parts


def _kept(posted: Posted, facts: Facts, told: Facts) -> dict[str, Any]:
    """What the form does not ask stays as it was told; the auction, if it leads to this bid."""
    asked = {name.partition("-")[0] for name in posted}
    kept: dict[str, Any] = {key: told[key] for key in KEPT if key in told.keys() - asked}
    if "bids" in kept and not _led_to(kept["bids"], facts):
        del kept["bids"]
    return kept


def _led_to(bids: Sequence[Facts], facts: Facts) -> bool:
    """Whether the last bid can be the one that is played; of two partners only one may be known."""
    bid = last_bid_told(bids)
    played = {"declarer": bid.get("player"), **{part: bid.get(part) for part in PARTS[:2]}}
    known, wanted = len(facts.get("partners", ())), bid.get("partners", 0)
    fits = known == wanted or "partners" not in facts or 0 < known < wanted
    return fits and all(facts[key] == value for key, value in played.items() if key in facts)


def beside(posted: Posted, facts: Facts, agreed: Agreed) -> dict[str, Message]:
    """What the parts touched in the auction come to.

    `bid`: the total and what it beats, or why it cannot be; `total`, and the `sum` that makes it;
    `parts`, once it may be said.
    """
    players = agreed.players
    try:
        bids = [_bid(one) for one in facts.get("bids", ())]
        parts = _bid(_parts(posted, len(bids))).parts()
        n = checked_total(*parts, players)
    except InvalidDeal as error:
        return {} if error.missing else {"bid": error.message}
    high = Auction(bids, Seat(0), players).beaten
    said = {"bid": _total(n, high), "total": Message("{n}", n=n), "sum": added(*parts, players)}
    return said | {"parts": named(*parts, players)} if n > high else said


def _bid(facts: Facts) -> Bid:
    """A bid of these parts, whoever says it."""
    bid: Bid = shape(Bid).read({**facts, "player": ""}, {"": 0})
    return bid


def _total(n: int, high: int) -> Message:
    if not high:
        return Message("{n}", n=n)
    if n > high:
        return Message("{n} beats {high}", n=n, high=high)
    return Message("{n} does not beat {high}", n=n, high=high)
