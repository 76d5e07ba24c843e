"""The form of French Tarot: what it posts, to facts and back. Players are seats as text in both.

take="2-garde" · partner="1" (the declarer's own seat: alone) · declared="2-1" (when the
form was drawn, 2 was the declarer and 1 the partner) · oudlers · held, called, misere ·
side and points, or card (those counted) and others · poignee, showed-1 · petit · slam_announced,
slam_made, slam_player · unplayed. Whether it is possible is checked later, by `facts` and `score`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, get_args

from . import base
from . import posted as forms
from .message import Message, Points, quoted, refuse
from .message import number as as_read
from .posted import Facts, Posted, last, narrowed, number, typed
from .shapes import shape
from .tarot_deal import ALL, WORTH, CardPoints, Oudler

OUDLERS: tuple[Oudler, ...] = get_args(Oudler)
COUNTED = dict.fromkeys(OUDLERS, WORTH["oudler"]) | {  # in half points
    rank + suit: WORTH[rank] for rank in "KQCJ" for suit in "HDCS"
}
OTHERS = 78 - len(COUNTED)
FEW = re.compile("[0-9]{1,3}")
CHIEN = {3: 6, 4: 6, 5: 3}  # cards, by the number of players

SINGLE = {  # the field of the form -> the fact, where one text is the fact
    "petit": "petit_au_bout",
    "slam_announced": "slam_announced_by",
    "slam_made": "slam_made_by",
    "slam_player": "slam_player",
    "called": "called",
}
SHOWED = "showed-"
NONE = "none"  # posted for no partner before there is a declarer, and for no oudlers held


def read(posted: Posted, told: Facts) -> dict[str, Any]:
    """The facts that the form posts, complete or not; InvalidDeal for what cannot be read.

    The form does not ask for the auction: it stays as it was told, as long as it led to this
    contract.
    """
    unplayed = forms.read_unplayed(posted)
    if unplayed:
        return unplayed
    facts = _taken(posted)
    facts |= _partner(posted, facts.get("declarer"))
    facts |= _points(posted)
    facts |= {fact: said for name, fact in SINGLE.items() if (said := last(posted, name))}
    lists = {"misere": _ticked(posted, "misere"), "poignees": _poignees(posted, told)}
    facts |= {fact: several for fact, several in lists.items() if several}
    return facts | _kept(facts, told)


def _ticked(posted: Posted, name: str) -> list[str]:
    return [text.strip() for text in posted.get(name, ()) if text.strip()]


def _taken(posted: Posted) -> dict[str, Any]:
    """Who took, and the contract: one touch tells both."""
    take = last(posted, "take")
    declarer, dash, contract = take.partition("-")
    if take and not dash:
        raise refuse("{value} is no player and contract", at="declarer", value=quoted(take))
    return {k: v for k, v in (("declarer", declarer), ("contract", contract)) if v}


def _partner(posted: Posted, declarer: str | None) -> dict[str, Any]:
    partner = last(posted, "partner")
    before, _, then = last(posted, "declared").partition("-")
    # Still the partner that was told of another declarer, and no longer possible: that one played
    # alone, which the form tells by their own seat, or the partner is now the declarer.
    stale = before not in ("", declarer) and partner == then and partner in (before, declarer)
    if not partner or stale:
        return {}
    return {"partner": None if partner in (declarer, NONE) else partner}


def _points(posted: Posted) -> dict[str, Any]:
    """Oudlers and card points of the declarer's side, whichever side's were typed or counted."""
    facts: dict[str, Any] = {}
    held = _ticked(posted, "held")
    if held:
        facts["oudlers_held"] = [one for one in held if one != NONE]
        facts["oudlers"] = len(facts["oudlers_held"])
    if last(posted, "oudlers"):
        facts["oudlers"] = forms.at("oudlers", number, last(posted, "oudlers"))
    if last(posted, "points"):
        told = forms.at("card_points", _half_points, last(posted, "points"))
        facts["card_points"] = _of_declarer(told, _side(posted))
        return facts
    cards = _cards(posted)
    if last(posted, "others"):  # empty, it is no 0: the cards are still being counted
        facts |= _counted(posted, cards, facts.get("oudlers"))
    return facts


def _cards(posted: Posted) -> frozenset[str]:
    """The cards that were touched; InvalidDeal for one that is not on the counter."""
    cards = frozenset(_ticked(posted, "card"))
    for card in sorted(cards - COUNTED.keys()):
        raise refuse(
            "{value} is not among the cards to count", at="card_points", value=quoted(card)
        )
    return cards


def _half_points(text: str) -> int:
    return int(shape(CardPoints).read(number(text), {}))


def _of_declarer(half_points: int, side: str) -> float:
    return as_read(half_points if side == "declarer" else ALL - half_points, 2)


def _side(posted: Posted) -> str:
    side = last(posted, "side") or "declarer"
    if side not in base.SIDES:
        raise refuse("{value} is no side", at="card_points", value=quoted(side))
    return side


def _counted(posted: Posted, cards: frozenset[str], told: float | None) -> dict[str, Any]:
    """Oudlers and card points by the cards that were counted in one side's tricks."""
    side = _side(posted)
    others = forms.at("card_points", _others, last(posted, "others"))
    held = [one for one in OUDLERS if (one in cards) == (side == "declarer")]
    if told not in (None, len(held)):
        raise refuse(
            "{n} by the cards counted, and {told} is pressed", at="oudlers", n=len(held), told=told
        )
    points = _of_declarer(others * WORTH["other"] + sum(COUNTED[card] for card in cards), side)
    return {"oudlers": len(held), "oudlers_held": held, "card_points": points}


def beside(posted: Posted, facts: Facts, agreed: base.Agreed) -> dict[str, Message]:
    """What stands beside the fields: the points of both sides, what the counted cards make, row
    by row too.

    It stands beside what is refused too: `facts` may be empty then.
    """
    said: dict[str, Message] = {}
    if "card_points" in facts:
        ours = int(facts["card_points"] * 2)
        for side, points in zip(base.SIDES, (ours, ALL - ours), strict=True):
            said[side] = Message("{points}", points=Points(points))
    elif so_far := _so_far(posted):
        counts = "defence" if last(posted, "side") == "defence" else "declarer"
        said[counts] = Message("{points}", points=Points(so_far))
    if _ticked(posted, "card") or last(posted, "others"):
        said["counted"] = _tricks(posted, facts.get("contract"), agreed.players)
    return said | _by_row(posted)


def _by_row(posted: Posted) -> dict[str, Message]:
    """For each row in which cards were touched: how many, and what they come to."""
    cards = {*_ticked(posted, "card")} & COUNTED.keys()
    rows = Counter("oudler" if card in OUDLERS else card[0] for card in cards)
    return {
        row: Message("{n} × {one} = {all}", n=n, one=Points(WORTH[row]), all=Points(n * WORTH[row]))
        for row, n in rows.items()
    }


def _so_far(posted: Posted) -> int:
    """What the cards told so far are worth, in half points, where no points are typed."""
    if last(posted, "points"):
        return 0
    return _few(posted) * WORTH["other"] + sum(
        COUNTED.get(card, 0) for card in {*_ticked(posted, "card")}
    )


def _few(posted: Posted) -> int:
    """How many other cards were typed; 0 for what cannot be a number of them."""
    others = narrowed(last(posted, "others"))
    few = int(others) if FEW.fullmatch(others) else 0
    return few if few <= OTHERS else 0


def _tricks(posted: Posted, contract: str | None, players: int) -> Message:
    """How many tricks the counted cards make, with the chien where that side has it; or that they
    make no whole number of tricks."""
    cards = len(set(_ticked(posted, "card"))) + _few(posted)
    has_chien = (last(posted, "side") == "defence") == (contract == "garde_contre")
    tricks, rest = divmod(cards - CHIEN[players] * has_chien, players)
    values = {"cards": cards, "tricks": tricks}
    if rest or tricks < 0:
        return Message("Cards: {cards}, not a whole number of tricks", **values)
    if has_chien:
        return Message("Cards: {cards}, tricks: {tricks} and the chien", **values)
    return Message("Cards: {cards}, tricks: {tricks}", **values)


def _others(text: str) -> int:
    return int(shape(Annotated[int, range(OTHERS + 1)]).read(number(text), {}))


def _poignees(posted: Posted, told: Facts) -> list[dict[str, Any]]:
    """The poignées, of two kinds of fields: `showed-1` names who showed one; a chip (`poignee`)
    says only the size. A named one and a chip of its size are the same poignée."""
    showed: dict[str, list[str]] = {}
    for name in sorted(posted):
        if name.startswith(SHOWED) and (size := last(posted, name)):
            showed.setdefault(size, []).append(name[len(SHOWED) :])
    found = [{"size": size, "player": seat} for size, seats in showed.items() for seat in seats]
    before: list[dict[str, Any]] = told.get("poignees", [])
    for size, chips in Counter(_ticked(posted, "poignee")).items():
        named = len(showed.get(size, ()))
        found += [{"size": size}] * max(chips - named, _still_unnamed(before, size, named))
    return before if _alike(found, before) else found


def _still_unnamed(before: list[dict[str, Any]], size: str, named: int) -> int:
    """How many poignées of a size were told before without a player, less those that are named by
    now: of a size the form has one chip, and two may have been told."""
    unnamed = [one.get("player") is None for one in before if one["size"] == size]
    return sum(unnamed) - max(0, named - unnamed.count(False))


def _alike(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
    """Whether both hold the same, in any order."""
    return len(one) == len(other) and all(one.count(each) == other.count(each) for each in one)


def _kept(facts: Facts, told: Facts) -> dict[str, Any]:
    """The auction as it was told, if it still leads to this contract."""
    same = all(facts.get(key) == told.get(key) for key in ("declarer", "contract"))
    return {"bids": told["bids"]} if same and "bids" in told else {}


def fill(facts: Facts) -> dict[str, list[str]]:
    """What the form would have posted to tell these facts: read(fill(facts), facts) == facts."""
    return forms.fill_unplayed(facts) or dict(_fields(facts))


def _fields(facts: Facts) -> Iterator[tuple[str, list[str]]]:
    declarer = facts.get("declarer", "")
    if declarer or "contract" in facts:
        yield "take", [f"{declarer}-{facts.get('contract', '')}"]
    if "partner" in facts:
        yield "partner", [facts["partner"] or declarer or NONE]
    if "oudlers" in facts:
        yield "oudlers", [typed(facts["oudlers"])]
    if facts.get("oudlers_held") is not None:
        yield "held", facts["oudlers_held"] or [NONE]
    if "card_points" in facts:
        yield "side", ["declarer"]
        yield "points", [typed(facts["card_points"])]
    for name, fact in SINGLE.items():
        if facts.get(fact):
            yield name, [facts[fact]]
    if facts.get("misere"):
        yield "misere", facts["misere"]
    yield from _filled_poignees(facts.get("poignees", ()))


def _filled_poignees(poignees: Sequence[Facts]) -> Iterator[tuple[str, list[str]]]:
    if poignees:
        yield "poignee", [one["size"] for one in poignees]
    for one in poignees:
        if one.get("player") is not None:
            yield f"{SHOWED}{one['player']}", [one["size"]]
