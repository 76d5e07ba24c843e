"""One touch on what is told of a deal of Le Plateau: a bid, a trick to a side, a space.

told                        everything stays as it was told
made-true, made-false       the result by hand; made-none takes it back
bid-<seat>, pass-<seat>     bids the parts that were posted with it; passes: twice is once
bid-<seat>-<n>, pass-…-<n>  so does the n-th word, where that is the next one: the turn of whoever
                            spoke when the button was drawn
undo-bid, undo-bid-<n>      takes back what was said last, with all that is told of the bid played;
                            n: only if that was said n-th
trick-<side>                the next trick goes to that side
trick-<n>-<side>            so does trick n: twice is once, but where it is told for the other
                            side it stays so
give-<n>-<side>             gives trick n, with all that it captured, to that side: twice is once;
                            undo-give-<n>-<side> does the same
talon, talon-<side>         the talon goes where the table agreed, or to that side
undo-trick, undo-trick-<n>  takes back the newest trick, or the talon, with all that it captured
space-<name>                goes into the newest trick; a space that is held is given back
space-<name>-<side>         goes into the newest trick that this side won; where no trick is told,
                            onto a board that is marked without tricks: twice is once
space-<name>-nobody         is given back

The own space of a trick goes with the trick: to give it back takes back the newest trick, and is
refused where something newer is told meanwhile. What only the number of players tells, totals and
spaces that their board lacks, is refused by `so_far`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from .message import quoted, refuse
from .plateau_auction import last_bid_told
from .plateau_spaces import board, trick_of
from .posted import Facts

MutableFacts = dict[str, Any]
NUMBER = "([1-9][0-9]?)"
BID = re.compile(f"bid-([0-9]{{1,2}})(?:-{NUMBER})?")
PLAYED = ("declarer", "partners", "talon", "objective", "raises", "handed_over")


def touched(touch: str, told: Facts, parts: Facts) -> dict[str, Any]:
    """What is told after this touch, a bid having these parts; InvalidDeal where it cannot be."""
    facts = deepcopy(dict(told))
    if bid := BID.fullmatch(touch):
        _say(facts, {"player": bid[1], **parts}, bid[2])
    else:
        _change(facts, touch)
    if told.get("tricks") and facts["tricks"] != told["tricks"]:
        facts.pop("board", None)  # it stood for the tricks as they were
    emptied = [key for key in ("bids", "tricks", "board") if not says_any(facts.get(key))]
    return {key: value for key, value in facts.items() if key not in emptied}


def says_any(told: Any) -> bool:
    """Whether a list has an entry, or a board a space."""
    return any(told.values()) if isinstance(told, dict) else bool(told)


def _change(facts: MutableFacts, touch: str) -> None:
    for pattern, change in TOUCHES.items():
        if found := re.fullmatch(pattern, touch):
            change(facts, *found.groups())
            return
    raise refuse("{value} is no touch", at="touch", value=quoted(touch))


def _stay(facts: MutableFacts) -> None:
    """Changes nothing: what is told is only to be kept."""


def _made(facts: MutableFacts, word: str) -> None:
    facts.pop("made", None)
    if word != "none":
        facts["made"] = word == "true"


def _pass(facts: MutableFacts, seat: str, n: str | None) -> None:
    _say(facts, {"player": seat, "pass": True}, n)


def _say(facts: MutableFacts, said: MutableFacts, n: str | None) -> None:
    """One word more in the auction: two phones that tell the same one tell it once.

    Whoever bid last has nothing to add: a second phone that still asks them has not seen that bid.
    Nor has one that tells the n-th word as the next one where it is not: others spoke meanwhile.
    """
    bids = facts.setdefault("bids", [])
    last, place = last_bid_told(bids), int(n) - 1 if n else len(bids)
    if said in (last, *bids[-1:], *bids[place : place + 1]):
        return
    if said["player"] == last.get("player"):
        raise refuse("this player has bid already", at="bids")
    if place != len(bids):
        raise refuse("something newer is told", at="bids")
    bids.append(said)


def _undo(facts: MutableFacts, what: str, n: str | None) -> None:
    """Takes back the newest bid or trick. `n`: only if it is the n-th; nothing happens where that
    is gone already. InvalidDeal where none is told, or a newer one than the n-th."""
    key = f"{what}s"
    told = facts.get(key, [])
    if n and int(n) > len(told):
        return
    if not told:
        raise refuse("there is nothing to take back", at=key)
    if n and int(n) < len(told):
        raise refuse("something newer is told", at=key)
    told.pop()
    for played in PLAYED if what == "bid" else ():
        facts.pop(played, None)


def _tricks(facts: MutableFacts) -> list[MutableFacts]:
    """The list of tricks told so far, itself, so that it can be changed; InvalidDeal where a board
    was marked without tricks."""
    tricks: list[MutableFacts] = facts.setdefault("tricks", [])
    if facts.get("board") and not tricks:
        raise refuse("this board is marked without tricks", at="tricks")
    return tricks


def _trick(facts: MutableFacts, n: str | None, side: str) -> None:
    tricks = _tricks(facts)
    place = int(n) - 1 if n else len(tricks)
    if place > len(tricks):
        raise refuse("trick {n} comes first", at="tricks", n=len(tricks) + 1)
    if place == len(tricks):
        tricks.append({})
    if any("talon" in trick for trick in tricks[: place + 1]):
        raise refuse("the talon comes last, up to five players", at="tricks")
    if tricks[place].setdefault("won_by", side) != side:  # a phone that had not heard of it
        raise refuse("trick {n} is told already, for the other side", at="tricks", n=place + 1)


def _give(facts: MutableFacts, n: str, side: str) -> None:
    """Gives a trick to the other side; those after it stay, with what they captured."""
    told = _tricks(facts)[int(n) - 1 : int(n)]
    if not told or "talon" in told[0]:  # taken back meanwhile
        raise refuse("first say who won the trick", at="tricks")
    told[0]["won_by"] = side


def _talon(facts: MutableFacts, side: str | None) -> None:
    tricks = _tricks(facts)
    if not tricks or "talon" not in tricks[-1]:
        tricks.append({"talon": True})
    tricks[-1].pop("won_by", None)
    if side:
        tricks[-1]["won_by"] = side


def _tap(facts: MutableFacts, name: str) -> None:
    """Gives a space back if it is held; else puts it into the newest trick."""
    trick = trick_of(name)
    if _holder(facts, name) is not None or trick and trick <= len(facts.get("tricks", ())):
        _give_back(facts, name)
        return
    tricks = _tricks(facts)
    if not tricks or trick:
        raise refuse("first say who won the trick", at="tricks")
    tricks[-1].setdefault("spaces", []).append(name)


def _mark(facts: MutableFacts, name: str, side: str) -> None:
    """A space to a side: into its newest trick, or onto a board without tricks."""
    trick = trick_of(name)
    if not facts.get("tricks"):
        _move(facts, name, facts.setdefault("board", {}).setdefault(side, []))
    elif trick:
        _trick(facts, str(trick), side)
    else:
        won = [one for one in _tricks(facts) if one.get("won_by") == side]
        if not won:
            raise refuse("this side has not won a trick yet", at="tricks")
        _move(facts, name, won[-1].setdefault("spaces", []))


def _give_back(facts: MutableFacts, name: str) -> None:
    trick = trick_of(name)
    if trick and facts.get("tricks"):
        _undo(facts, "trick", str(trick))
    else:
        _move(facts, name, [])


def _move(facts: MutableFacts, name: str, target: list[str]) -> None:
    """Moves a space from the list that has it, if any, to the target."""
    holder = _holder(facts, name)
    if holder is not target:
        if holder is not None:
            holder.remove(name)
        target.append(name)


def _holder(facts: MutableFacts, name: str) -> list[str] | None:
    """The list that has this space; InvalidDeal for one that no board has."""
    key = "tricks" if facts.get("tricks") else "board"
    if name not in board(2) and name not in board(3):
        raise refuse("this board has no {space}", at=key, space=quoted(name))
    tricks, marked = facts.get("tricks", []), facts.get("board", {})
    lists = [one.get("spaces", []) for one in tricks] if tricks else list(marked.values())
    return next((names for names in lists if name in names), None)


SIDE = "(declarer|defence)"
NAME = "([A-Z0-9]{2,3})"
TOUCHES: dict[str, Callable[..., None]] = {
    "told": _stay,
    "made-(true|false|none)": _made,
    f"pass-([0-9]{{1,2}})(?:-{NUMBER})?": _pass,
    f"undo-(bid|trick)(?:-{NUMBER})?": _undo,
    f"trick-(?:{NUMBER}-)?{SIDE}": _trick,
    f"(?:undo-)?give-{NUMBER}-{SIDE}": _give,
    f"talon(?:-{SIDE})?": _talon,
    f"space-{NAME}": _tap,
    f"space-{NAME}-{SIDE}": _mark,
    f"space-{NAME}-nobody": _give_back,
}
