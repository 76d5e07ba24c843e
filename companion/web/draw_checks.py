"""What stands against a draw or a change of it, in words for its organiser."""

from __future__ import annotations

from collections.abc import Sequence

from ..games import GAMES
from ..games.message import Message
from ..store import DrawnTable
from ..words import gettext as _
from ..words import say, with_commas
from .drawn import Drawing

MEANWHILE = Message(
    "Meanwhile another phone has drawn, changed or published this position. "
    "Nothing was changed now; this is how it is."
)


def playing(drawing: Drawing) -> str:
    """Who of the draw plays already at another table of this position; nothing: nobody does."""
    sit = {one: drawing.tables[n].place for one, n in drawing.seat_of.items() if n is not None}
    play = tuple(
        Message("{name} at table {n}", name=name, n=table.place)
        for table in drawing.opened
        if table.position == drawing.number and not (table.closed_at or table.over)
        for person, name in zip(table.persons, table.sitting, strict=True)
        if person in sit and not (drawing.published and sit[person] == table.place)
    )
    return say(Message("playing already: {people}", people=play)) if play else ""


def left_behind(drawing: Drawing, tables: Sequence[DrawnTable]) -> str:
    """Why somebody cannot leave an open table: too few would be left at it; else nothing."""
    left = {one.place: len(one.players) for one in tables}
    open_here = drawing.tables if drawing.published else ()
    for one in open_here:
        if left.get(one.place, 0) < min(GAMES[one.game].players):
            asks = _(
                "Too few would be left at table %(n)s: first somebody else has to sit down there, "
                "or its sheet to be deleted."
            )
            return asks % {"n": one.place}
    return ""


def in_the_way(drawing: Drawing, other_sizes: bool) -> str:
    """What has to be put right before the position can be published; nothing: it can be."""
    if not drawing.tables:
        return _("Nothing is drawn yet.")
    if other_sizes:
        return _("Other tables are chosen than those that are drawn: draw again, or choose these.")
    if drawing.misplaced:
        names = with_commas(drawing.people[one].name for one in drawing.misplaced)
        asks = _(
            "Has left, or plays something else now: %(names)s. Draw again, or move them by hand."
        )
        return asks % {"names": names}
    wrong = [one for one in drawing.tables if len(one.players) not in GAMES[one.game].players]
    told = {"tables": with_commas(str(one.place) for one in wrong)}
    return _("Too few or too many players at table %(tables)s") % told if wrong else ""
