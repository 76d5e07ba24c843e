"""What an evening that is here and a file of it say differently, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from json import dumps
from typing import Any

from flask import render_template

from ..games import GAMES
from ..games.facts import agreed_rules
from ..games.kinds import MOST
from ..games.names import fold
from ..sheets.evening import Adjustment, Attendee, Evening, Position, scale_of
from ..sheets.evening_reading import counted
from ..words import day, listed, say
from ..words import gettext as _
from .amounts import money
from .playing import clock
from .ranked import said_adjustment

Difference = tuple[str, str, str]  # of what; here; in the file
Facts = Mapping[str, tuple[Any, str]]  # by its word in the file: what stands there, what is said


@dataclass(frozen=True)
class Item:
    """One thing that an evening or a sheet speaks of (itself, a game, somebody, a position), and
    what it says of that."""

    called: str
    facts: Facts


Items = Iterable[tuple[tuple[str, ...], Item]]  # each by what it is known by


def differences(ours: Evening, theirs: Evening) -> Iterator[Difference]:
    """What is not the same in both; ids, sheets and the times of adjustments are not compared."""
    return apart(_items(ours), _items(theirs))


def apart(ours: Items, theirs: Items) -> Iterator[Difference]:
    """What is not the same in both. Of an item that only one of them has, everything."""
    here, there = dict(ours), dict(theirs)
    for key in dict.fromkeys([*here, *there]):
        called = (here.get(key) or there[key]).called
        mine, others = (one[key].facts if key in one else {} for one in (here, there))
        facts = dict.fromkeys([*mine, *others])
        if differ := [fact for fact in facts if _differs(fact, mine, others)]:
            yield called, *told_apart(_said(mine, differ), _said(others, differ))


def _differs(fact: str, mine: Facts, others: Facts) -> bool:
    """Whether a fact is not the same in both, or in one only; case and the like do not count."""
    values = (one[fact][0] if fact in one else None for one in (mine, others))
    return len({fold(dumps(value, ensure_ascii=False, sort_keys=True)) for value in values}) > 1


def _said(facts: Facts, wanted: list[str]) -> str:
    return _joined(*(facts[fact][1] for fact in wanted if fact in facts))


def _joined(*said: str) -> str:
    return " · ".join(filter(None, said))


def told_apart(mine: str, others: str) -> tuple[str, str]:
    """Both versions in words. Where they differ only in what the words do not say, that is said."""
    return mine, others if mine != others else _joined(others, _("differs in a detail"))


def _items(evening: Evening) -> Iterator[tuple[tuple[str, ...], Item]]:
    """Every item by what it is known by, whoever lists it first."""
    for key, called, value, said in _head(evening):
        yield (key,), Item(called, {key: (value, said)})
    for game, rules in evening.games.items():
        called = _("Rules: %(game)s") % {"game": _game(game)}
        yield ("games", game), Item(called, {"rules": (rules, said_rules(game, rules))})
    yield from _people(evening)
    for one in evening.positions:
        called = _("Position %(n)s") % {"n": one.number}
        yield ("positions", str(one.number)), Item(called, dict(_position(one)))


def _head(evening: Evening) -> Iterator[tuple[str, str, Any, str]]:
    """What it says of all: the word in the file, what people call it, the value, and in words."""
    corrects = {"all": _("the whole sheet"), "last": _("the last deal only")}
    cents = _cents(evening.fee)
    yield "name", _("Name"), evening.name, evening.name
    yield "date", _("Date"), evening.date, day(evening.date)
    yield "place", _("Place"), evening.place, evening.place
    yield "fee", _("Fee"), cents, money(cents) if cents else ""
    yield "planned", _("Positions"), evening.planned, str(evening.planned or "")
    called = _("Who enters deals may correct")
    yield "corrects", called, evening.corrects, corrects[evening.corrects]
    yield "shown", _("Standings"), evening.shown, _shown(evening.shown)
    yield "closed", _("Closed"), evening.closed, "✓" if evening.closed else ""


def _people(evening: Evening) -> Iterator[tuple[tuple[str, ...], Item]]:
    """Who was there, who wished what, who was given points for the first time, the second …"""
    for one in evening.players:
        yield ("players", fold(one.name)), Item(one.name, dict(_attendee(one)))
    for wish in evening.wishes:
        said = _("together") if wish.together else _("not together")
        item = Item(listed(wish.players), {"together": (wish.together, said)})
        yield ("wishes", *sorted(map(fold, wish.players))), item
    times: list[str] = []
    for given in evening.adjustments:
        times.append(fold(given.player))
        called = _("Adjustment: %(name)s") % {"name": given.player}
        key = ("adjustments", times[-1], str(times.count(times[-1])))
        yield key, Item(called, dict(_adjustment(given)))


def _attendee(one: Attendee) -> Iterator[tuple[str, tuple[Any, str]]]:
    cents = _cents(one.fee)
    unpaid = _("has not paid") if cents else ""
    yield "game", (one.game, _game(one.game))
    yield "here", (one.here, _("is here") if one.here else _("has left"))
    yield "fee", (cents, _("pays %(fee)s") % {"fee": money(cents)} if cents else "")
    yield "paid", (one.paid, _("has paid") if one.paid else unpaid)


def _adjustment(one: Adjustment) -> Iterator[tuple[str, tuple[Any, str]]]:
    points = counted("points", one.points, scale_of(one.game), least=-MOST)
    said = said_adjustment(GAMES[one.game] if one.game else None, points)
    yield "points", (points, said)
    yield "game", (one.game, _game(one.game) if one.game else _("All games together"))
    yield "reason", (one.reason, one.reason)
    yield "taken_back", (one.taken_back, _("taken back") if one.taken_back else "")


def _position(one: Position) -> Iterator[tuple[str, tuple[Any, str]]]:
    ends = clock(one.ends_at)
    yield "published", (one.published, _("published") if one.published else "")
    yield "closed", (one.closed, _("closed") if one.closed else "")
    until = _("until %(time)s") % {"time": ends.until} if ends else ""
    yield "ends_at", (ends and ends.end.isoformat(), until)  # the moment, in whatever zone
    for table in one.drawn:
        told = {"n": table.table, "game": _game(table.game), "names": listed(table.players)}
        said = _("table %(n)s, %(game)s: %(names)s") % told
        yield f"table {table.table}", ((table.game, table.players), said)
    for name in one.sits_out:
        yield f"sits_out {fold(name)}", (True, _("%(name)s sits out") % {"name": name})


def _game(key: str) -> str:
    return say(GAMES[key].title)


def said_rules(key: str, told: Mapping[str, Any]) -> str:
    """What was agreed, in one line."""
    game = GAMES[key]
    agreed = agreed_rules(game, told)
    return render_template("evenings/_agreed.html", game=game, rules=agreed).strip()


def _cents(fee: Any) -> int:
    return counted("fee", fee, 100)


def _shown(upto: int | None) -> str:
    """Which standings everybody sees."""
    if upto is None:
        return _("as they stand")
    return _("up to position %(n)s") % {"n": upto} if upto else _("nothing yet")
