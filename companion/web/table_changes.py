"""What a change of a table changed: who sits elsewhere, who deals first, options, later deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..games import GAMES
from ..store import Chair, Change, Deal, Table
from ..words import gettext as _
from ..words import ngettext, pgettext, total
from .differing import said_rules, told_apart
from .numbered import Snapshot


def moved(*parts: Snapshot) -> list[Snapshot]:
    """The snapshots before and after, with seats as names, and only of those who changed seats."""
    seats = [part.get("seats", ()) for part in parts]
    was, now = map(_sitting, seats)
    if was == now:  # of somebody who sat there before
        was, now = map(_sat, seats)
    stays = {seat for seat in was if was[seat] == now.get(seat)} if len(was) == len(now) else set()
    moved = [[one[seat] for seat in one if seat not in stays] for one in (was, now)]
    return [{**part, "seats": names} for part, names in zip(parts, moved, strict=True)]


def deals_first(change: Change) -> bool:
    """Whether it says who deals first, and nothing else."""
    return "seats" not in change.after and [*change.after.get("table", ())] == ["dealer"]


def agreed_apart(table: Table, change: Change, changes: dict[int, Change]) -> tuple[str, ...]:
    """What a change says of who deals first, of options, starting totals and the number in the
    evening: before, and after. Empty for a change of none of these. `changes` are all changes of
    the table, the newest first."""
    parts = [part.get("table", {}) for part in (change.before, change.after)]
    if change.kind == "place":
        return tuple(_("Table %(n)s") % {"n": part["place"]} for part in parts)
    said: list[tuple[str, ...]] = []
    if "seats" not in change.after and all("dealer" in part for part in parts):
        names = _sat_then(table, change, changes)
        said.append(tuple(names.get(part["dealer"], "–") for part in parts))
    if all("options" in part for part in parts):
        said.append(_options_apart(table.game, *(part["options"] for part in parts)))
    if "seats" not in change.after and all("start" in part for part in parts):
        apart = begins(table, *(part["start"] for part in parts))
        said.append(("", " · ".join(apart)))
    return joined(*said) if said else ()


def begins(table: Table, was: Sequence[int], now: Sequence[int]) -> list[str]:
    """The totals that a sheet begins with, before and after: of each who began with another one."""
    both, game = zip(table.names, was, now, strict=True), GAMES[table.game]
    return [
        f"{name} {total(a, game)}\u00a0→\u00a0{total(b, game)}" for name, a, b in both if a != b
    ]


def joined(*said: Sequence[str]) -> tuple[str, ...]:
    """What several parts were before, and after, each in one line."""
    return tuple(" · ".join(filter(None, line)) for line in zip(*said, strict=True))


def _sat_then(table: Table, change: Change, changes: dict[int, Change]) -> Mapping[int, str]:
    """Who sat where at that change."""
    found = _seats_then(change, changes)
    return _sitting(found) if found else dict(enumerate(table.sitting))


def _seats_then(change: Change, changes: dict[int, Change]) -> Any:
    """The seats at that change: those that the next change of seats found; None: those of now."""
    later = (one for one in reversed(changes.values()) if one.id > change.id)
    return next((one.before["seats"] for one in later if one.before.get("seats")), None)


def played_then(
    table: Table, change: Change, changes: dict[int, Change], deals: Mapping[int, Deal]
) -> list[str]:
    """Who sat at the seats in the deal of a change, by the names of now. A substitute who was taken
    back since did play it all the same."""
    deal = deals[change.deal or 0]
    names = [*table.names_at(deal)]
    sat: dict[int, tuple[str, str]] = {}
    there = {(seat.seat, one.after_sort) for seat in table.seats for one in seat.people}
    for chair in (Chair(*row) for row in _seats_then(change, changes) or ()):
        since = deals[chair.after_deal].sort if chair.after_deal else ""
        if sat.get(chair.seat, ("", ""))[0] <= since < deal.sort:
            sat[chair.seat] = since, chair.name
    for seat, (since, name) in sat.items():
        if seat < len(names) and (seat, since) not in there:
            names[seat] = name
    return names


def _sitting(seats: Any) -> dict[int, str]:
    return {chair.seat: chair.name for chair in (Chair(*row) for row in seats)}


def _sat(seats: Any) -> dict[Any, str]:
    """Everybody by seat, and the deal after which they sat down."""
    return {(chair.seat, chair.after_deal): chair.name for chair in (Chair(*row) for row in seats)}


def _options_apart(game: str, was: Snapshot, now: Snapshot) -> tuple[str, str]:
    """The options before and after, in words. Planned deals are said apart, and what did not change
    is not said."""
    rules = [{**options, "deals": 0} for options in (was, now)]
    deals = [options.get("deals", 0) for options in (was, now)]
    said = [said_rules(game, one) for one in rules] if rules[0] != rules[1] else ["", ""]
    planned = [_planned(n) for n in deals] if deals[0] != deals[1] else ["", ""]
    before, after = joined(said, planned)
    return told_apart(before, after)


def _planned(deals: int) -> str:
    said = str(deals or pgettext("number of deals", "Open"))
    return _("%(name)s: %(words)s") % {"name": _("Deals planned"), "words": said}


def with_later(title: str, change: Change) -> str:
    """What was done, and how many later deals went or came back with it."""
    was, now = (_states(part.get("deals", ())) for part in (change.before, change.after))
    gone = [state == "deleted" for number, state in now.items() if state != was.get(number)]
    return _with_back(_with_gone(title, gone.count(True)), gone.count(False))


def _states(deals: Sequence[Snapshot]) -> dict[int, str]:
    """The states of the deals of a snapshot, by their numbers."""
    return {one["number"]: one["state"] for one in deals}


def _with_gone(what: str, n: int) -> str:
    """What was done, and how many later deals went with it."""
    words = ngettext(
        "%(what)s, and %(n)s later deal taken off", "%(what)s, and %(n)s later deals taken off", n
    )
    return words % {"what": what, "n": n} if n else what


def _with_back(what: str, n: int) -> str:
    """What was done, and how many later deals came back with it."""
    words = ngettext(
        "%(what)s, and %(n)s later deal put back", "%(what)s, and %(n)s later deals put back", n
    )
    return words % {"what": what, "n": n} if n else what
