"""A score in the reader's words: the sentence, the count line by line, what each seat gets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from ..games.base import Agreed, Line, Standing, Told, Warned, played
from ..games.facts import to_facts
from ..games.message import InvalidDeal, path
from ..store import seat_keys
from ..words import begins_with_gap, say


@dataclass(frozen=True)
class Remark:
    """A warning about a field, or what stands against it, in the reader's words."""

    field: str
    text: str
    of: str = ""  # a hash of the value that it warns of
    named: bool = False  # it begins with a name, which gets no capital

    @property
    def seen(self) -> str:
        """How a form says that this warning was seen: it is another one for another value."""
        return f"{self.field}={self.of}"

    @property
    def facts(self) -> frozenset[str]:
        """The names by which parts of the form are told that it is about them: the fact and its
        path in it, `hands` and `hands.2`."""
        fact, *_ = re.split(r"[.\[]", self.field.removeprefix("rules."))
        return frozenset((fact, self.field))


@dataclass(frozen=True)
class Share:
    """What a deal gave to one seat: `times` the count, and what came `besides`."""

    name: str
    role: str
    points: int
    times: int = 1
    besides: int = 0
    why: str = ""


@dataclass(frozen=True)
class Step:
    """One line of the count in the reader's words, and where the count stands after it."""

    text: str
    value: int


@dataclass(frozen=True)
class Count:
    """A score told line by line, then what each seat gets."""

    sentence: str
    amount: int | None
    steps: Sequence[Step]
    shares: Sequence[Share]
    extras: Sequence[Step]
    then: Sequence[Step]  # what it makes of the totals: exactly 100, the end
    warnings: Sequence[Remark]


def count(agreed: Agreed, told: Told, names: Sequence[str], standing: Standing) -> Count:
    """A told deal in words; `names` are those who sat there then, in seat order."""
    playing, scale, score = [names[seat] for seat in told.plays], agreed.game.scale, told.score
    sentence = say(agreed.game.told(told), playing, scale)
    steps, extras = (_steps(lines, playing, scale) for lines in (score.steps, score.extras))
    then = _steps(standing.lines, names, scale)
    warnings = list(warned(agreed, told, names, standing))
    amount = None if score.whose is None else score.points[score.whose]
    return Count(sentence, amount, steps, _shares(agreed, told, names), extras, then, warnings)


def taken(told: Told) -> tuple[int, int] | None:
    """The seat that took, and what the deal gave there; None where the game names nobody."""
    whose, points = told.score.whose, told.score.points
    return None if whose is None else (told.plays[whose], points[whose])


def _steps(lines: Sequence[Line], names: Sequence[str], scale: int) -> list[Step]:
    return [Step(say(one.message, names, scale), one.value) for one in lines]


def warned(
    agreed: Agreed, told: Told, names: Sequence[str], standing: Standing
) -> Iterator[Remark]:
    """What should be looked at again: in the deal, and in what it makes of the totals."""
    seats, scale = seat_keys(agreed.seats), agreed.game.scale
    playing, keys = [names[seat] for seat in told.plays], [seats[seat] for seat in told.plays]
    of_deal = _warned(told.score.warnings, playing, keys, scale)
    for one in (*of_deal, *_warned(standing.warnings, names, seats, scale)):
        yield replace(one, of=_value(to_facts(told.deal, keys), one.field))


def _value(facts: Any, field: str) -> str:
    """A hash, in eight digits, of what is told at this path of the facts."""
    for place, key in re.findall(r"\[([0-9]+)\]|([^.[]+)", field):
        if place:
            facts = facts[int(place)]
        elif isinstance(facts, Mapping):  # else a list of seats, as a whole
            facts = facts.get(key)
    return f"{crc32(json.dumps(facts, sort_keys=True).encode()):08x}"


def _warned(
    warnings: Sequence[Warned], names: Sequence[str], keys: Sequence[str], scale: int
) -> Iterator[Remark]:
    for one in warnings:
        yield Remark(path(one.field, one.seat, keys), say(one.message, names, scale))


def _shares(agreed: Agreed, told: Told, names: Sequence[str]) -> list[Share]:
    """What each seat got, in the order of the game's roles: the declarer's side first."""
    if not played(told.deal):
        return []
    roles, words = agreed.game.roles(told.deal, agreed.players), agreed.game.words.roles
    order = sorted(range(len(roles)), key=lambda seat: (*words, roles[seat]).index(roles[seat]))
    playing, scale, score = [names[seat] for seat in told.plays], agreed.game.scale, told.score
    own = {one.seat: (one.times, one.besides, say(one.why, playing, scale)) for one in score.shares}
    return [
        Share(playing[seat], say(words.get(roles[seat])), score.points[seat], *own.get(seat, ()))
        for seat in order
    ]


def said(error: InvalidDeal, names: Sequence[str] = (), scale: int = 1) -> Remark:
    """A refusal in the reader's words, beside its field."""
    text = say(error.message, names, scale)
    people = tuple(filter(None, [*names, error.message.values.get("name")]))
    named = begins_with_gap(error.message) and text.startswith(people)
    return Remark(error.field, text, named=named)


def refusals(*readings: Callable[[], object]) -> list[Remark]:
    """All that stands against these readings of a form, not only the first of it."""
    found = []
    for read in readings:
        try:
            read()
        except InvalidDeal as error:
            found.append(said(error))
    return found
