"""A whole evening from JSON, all of it checked: each part by itself, then all of them together."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ..games import game_of
from ..games.facts import agreed_rules, from_facts, options
from ..games.kinds import MOST
from ..games.message import quoted, refuse, within
from ..games.names import LONGEST_TITLE, checked_id, checked_name, checked_names, fold, tidy
from .evening import (
    FORMAT,
    LISTS,
    VERSION,
    Adjustment,
    Attendee,
    Drawn,
    Evening,
    Position,
    Wish,
    scale_of,
)
from .reading import check_format, check_time

MOST_POSITIONS = 12
HIGHEST = 9_999  # number of a position or a table


def read_evening(told: Any) -> Evening:
    """An evening from its JSON; InvalidDeal says what cannot be."""
    evening = from_facts(Evening, told, {})
    if not re.search("[0-9]", evening.date):  # evenings of older releases may have any text there
        evening = replace(evening, date="")
    _check_head(evening)
    games = {key: _rules(key, evening.games[key]) for key in evening.games}
    evening = replace(evening, id=evening.id.lower(), games=games)
    for part in ("goes_on", "counted_again"):
        sources = getattr(evening, part).items()
        evening = replace(evening, **{part: {uid.lower(): of.lower() for uid, of in sources}})
    evening = replace(evening, places={uid.lower(): n for uid, n in evening.places.items()})
    for kind in LISTS:
        for i, one in enumerate(getattr(evening, kind)):
            with within(f"{kind}[{i}]"):
                CHECKS[kind](evening, one)
    _check_twice(evening)
    return _tidied(evening)


def _tidied(evening: Evening) -> Evening:
    """The same evening with the names of people as they are kept."""

    def all_of(names: Sequence[str]) -> Any:
        return tuple(map(tidy, names))

    def drawn(one: Position) -> tuple[Drawn, ...]:
        return tuple(replace(table, players=all_of(table.players)) for table in one.drawn)

    parts: dict[str, Callable[[Any], dict[str, Any]]] = {
        "players": lambda one: {"name": tidy(one.name)},
        "wishes": lambda one: {"players": all_of(one.players)},
        "adjustments": lambda one: {"player": tidy(one.player)},
        "positions": lambda one: {"drawn": drawn(one), "sits_out": all_of(one.sits_out)},
    }
    told: dict[str, Any] = {
        kind: tuple(replace(one, **names(one)) for one in getattr(evening, kind))
        for kind, names in parts.items()
    }
    return replace(evening, **told)


def _check_head(evening: Evening) -> None:
    check_format(evening, FORMAT, VERSION)
    checked_id(evening.id)
    if not evening.name.strip():
        raise refuse("a name is needed", at="name")
    for text in ("name", "date", "place"):
        if len(getattr(evening, text)) > LONGEST_TITLE:
            raise refuse("at most {n} letters or signs", at=text, n=LONGEST_TITLE)
    if not evening.games:
        raise refuse("at least one game is needed", at="games")
    check_date(evening.date)
    counted("fee", evening.fee, 100)
    _check_number("shown", evening.shown or 0, 0)
    _check_number("planned", evening.planned, 0, MOST_POSITIONS)


def check_date(text: str) -> None:
    """Refuses what is no date, or not written as dates are kept; an empty text is no date yet."""
    with suppress(ValueError):
        if not text or str(date.fromisoformat(text)) == text:
            return
    raise refuse("a date is written like 2026-11-20", at="date")


def _check_number(at: str, value: int, least: int = 1, most: int = HIGHEST) -> None:
    if not least <= value <= most:
        raise refuse("not between {low} and {high}", at=at, low=least, high=most)


def _rules(key: str, told: Mapping[str, Any]) -> dict[str, Any]:
    game = game_of(key, "games")
    with within(f"games.{key}"):
        return options(agreed_rules(game, told))


def counted(at: str, value: Any, scale: int, least: int = 0) -> int:
    """A number as it is kept, in units of 1 / `scale`; InvalidDeal for what cannot be one."""
    told = quoted(value)
    with within(at):
        if type(value) not in (int, float) or value != value:
            raise refuse("{value} is not a number", value=told)
        if not least <= value <= MOST:
            raise refuse(
                "{value} is not between {low} and {high}", value=told, low=least, high=MOST
            )
        n = round(value * scale)
        if abs(n / scale - value) <= 1e-9:
            return n
        if scale == 1:
            raise refuse("{value} is not a whole number", value=told)
        raise refuse("{value} is not a multiple of {step}", value=told, step=quoted(1 / scale))


def _check_attendee(evening: Evening, one: Attendee) -> None:
    checked_name(one.name, "name")
    game_of(one.game, among=evening.games)
    counted("fee", one.fee, 100)


def _check_wish(evening: Evening, one: Wish) -> None:
    checked_names(one.players)


def _check_adjustment(evening: Evening, one: Adjustment) -> None:
    checked_name(one.player, "player")
    if one.game:
        game_of(one.game)
    counted("points", one.points, scale_of(one.game), least=-MOST)
    if len(one.reason) > LONGEST_TITLE:
        raise refuse("at most {n} letters or signs", at="reason", n=LONGEST_TITLE)
    check_time("at", one.at)


def _check_position(evening: Evening, one: Position) -> None:
    _check_number("number", one.number)
    check_time("ends_at", one.ends_at)
    people = [name for table in one.drawn for name in table.players]
    checked_names([*people, *one.sits_out])
    if len({table.table for table in one.drawn}) < len(one.drawn):
        raise refuse("this is told twice", at="drawn")
    for i, table in enumerate(one.drawn):
        game_of(table.game, f"drawn[{i}].game", evening.games)
        _check_number(f"drawn[{i}].table", table.table)


def _check_twice(evening: Evening) -> None:
    """Nobody, no position and no sheet is there twice."""
    uids = [checked_id(uid, "tables") for _, uid in evening.listed]
    told: dict[str, Sequence[Any]] = {
        "players": [fold(one.name) for one in evening.players],
        "wishes": [frozenset(map(fold, one.players)) for one in evening.wishes],
        "positions": [one.number for one in evening.positions],
        "tables": uids,
    }
    for at, keys in told.items():
        if len(set(keys)) < len(keys):
            raise refuse("this is told twice", at=at)
    _check_played_on(evening, uids)


def _check_played_on(evening: Evening, uids: Sequence[str]) -> None:
    """Totals come from a sheet of the evening, and never round in a circle; deals are counted again
    of one that was itself played; whatever has a place is a sheet of the evening."""
    there = {*uids}
    for part in ("goes_on", "counted_again"):
        for uid, source in getattr(evening, part).items():
            if not {uid, source} <= there:
                raise refuse("this sheet is not in the evening", at=f"{part}.{uid}")
    for uid, source in evening.counted_again.items():
        if source in evening.counted_again:
            raise refuse("that sheet is counted again itself", at=f"counted_again.{uid}")
    for uid, place in evening.places.items():
        if uid not in there:
            raise refuse("this sheet is not in the evening", at=f"places.{uid}")
        _check_number(f"places.{uid}", place)
    try:
        TopologicalSorter({uid: [source] for uid, source in evening.goes_on.items()}).prepare()
    except CycleError:
        raise refuse("totals come back to where they came from", at="goes_on") from None


CHECKS: dict[str, Callable[[Evening, Any], None]] = {
    "players": _check_attendee,
    "wishes": _check_wish,
    "adjustments": _check_adjustment,
    "positions": _check_position,
}
