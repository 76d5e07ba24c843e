"""Known names at the check-in: which ones fit what is typed, and what stands against a new one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import request

from ..games.message import refuse
from ..games.names import checked_name, fold
from ..store import Attendance, fits, loosely
from . import store
from .arrivals import Arrival
from .counted import Remark, refusals
from .rights import sees, sees_evenings

PROPOSED = 8  # known names that fit what is typed
KNOWN = 2000  # of so many, those who played last


def fitting(attendances: Sequence[Attendance], typed: str) -> dict[str, Any]:
    """What is shown beside the field as a name is typed; only names that this phone may see.

    `proposed`: known names that fit and are not here, first those that begin so, then those with a
    word that does. `arrived`: who fits and is here. `further`: how many more there are of both.
    `fresh`: the typed name itself, where nobody bears it; `unfit`: why it can be no name.
    """
    text, there = loosely(typed.strip()), {one.name: one for one in attendances if one.here}
    names = _known_names(attendances)
    found = [name for name in names if fits(name, typed)]
    found.sort(key=lambda name: not loosely(name).startswith(text))
    arrived = [there[name] for name in found if name in there] if text else []
    absent = [name for name in found if name not in there]
    unfit = refusals(partial(checked_name, typed, "name")) if text else []
    return {
        "arrived": arrived[:PROPOSED],
        "proposed": absent[:PROPOSED],
        "further": sum(max(0, len(some) - PROPOSED) for some in (arrived, absent)) if text else 0,
        "fresh": "" if unfit or _borne(names, typed) else typed.strip(),
        "unfit": unfit,
    }


def _borne(names: Sequence[str], typed: str) -> bool:
    """Whether one of these people is called just so, or was before they were merged."""
    who = store().player_called(typed) if typed.strip() else None
    return who is not None and store().names_of([who])[who] in names


def _known_names(attendances: Sequence[Attendance]) -> list[str]:
    """The known names: of who is or was at this evening, then of who was at a table or an evening
    that this phone may see."""
    there, played = [one.name for one in attendances], store().names(KNOWN, among=sees())
    return [*dict.fromkeys([*there, *played, *store().attended(sees_evenings())])]


def refuse_beginning(evening_id: int) -> None:
    """InvalidDeal where what was typed is only the beginning of a known name: whoever looks
    somebody up that way would make a new person. The chips offer who may be meant, and the new one.
    """
    typed = request.form.get("typed", "").strip()
    if "add" in request.form or not typed:
        return
    attendances = store().attendances(evening_id)
    begun = [one for one in _known_names(attendances) if loosely(one).startswith(loosely(typed))]
    found = fitting(attendances, typed)
    if not (found["fresh"] and begun):
        return
    if {*begun} & {*found["proposed"]}:
        raise refuse("a known name begins so: touch it, or the new one", at="name")
    raise refuse(
        "“{name}” is here already: touch the new one if this is somebody else",
        at="name",
        name=begun[0],
    )


def refuse_renamed(evening_id: int) -> None:
    """InvalidDeal where a known name was touched, and whoever bore it was renamed since the page
    was drawn: it would make a new person. The chip of a new name comes with what is typed."""
    name, typed = request.form.get("add", ""), request.form.get("typed", "")
    if not name or fold(name) == fold(typed) or store().player_called(name) is not None:
        return
    now = [one.now for one in store().player_changes() if fold(one.was) == fold(name)]
    if known := {*now} & {*_known_names(store().attendances(evening_id))}:
        raise refuse("“{name}” is called “{known}” now", at="name", name=name, known=min(known))


def other_spellings(evening_id: int, told: Sequence[Arrival]) -> list[Remark]:
    """What stands against a list with names that differ from known ones, or from earlier ones in
    it, only in accents: in a list there are no chips to ask by who is meant."""
    names = _known_names(store().attendances(evening_id))
    spelled = {loosely(one): one for one in names}
    return refusals(*(partial(_refuse_alike, names, spelled, one.name) for one in told))


def _refuse_alike(names: Sequence[str], spelled: dict[str, str], name: str) -> None:
    meant = spelled.setdefault(loosely(name), name)
    if fold(name) != fold(meant) and not _borne(names, name):
        raise refuse(
            "“{name}” may be “{known}”: write it so, or add somebody else by name first",
            at="list",
            name=name,
            known=meant,
        )
