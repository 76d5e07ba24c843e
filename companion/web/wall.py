"""The wall page of an evening: read from ten metres away, it turns its pages by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ..store import Evening, Position, Where
from ..words import gettext as _
from . import store
from .evenings import position_of
from .playing import clock
from .ranked import Ranking, rankings
from .rights import needs, rights
from .seated import Seated, people_of, published

bp = Blueprint("wall", __name__, url_prefix="/evenings/<int:evening_id>/wall")
ROWS = 16  # on a page
SECONDS = 10  # until the next one


@dataclass(frozen=True)
class Line:
    """One name on the wall, and what is said of it."""

    place: str
    name: str
    figure: str
    leads: bool = False

    @property
    def size(self) -> str:
        """A long name stands smaller, so that it has room."""
        letters = _letters(self.name)
        return "longest" if letters > 24 else "long" if letters > 15 else ""


@dataclass(frozen=True)
class Leaf:
    """One page of the wall: the `number`th of so many (`of`) with this title."""

    title: str
    lines: Sequence[Line]
    number: int
    of: int


@bp.get("")
@needs("watch")
def show(evening_id: int) -> ResponseReturnValue:
    """All pages of the wall, one of them in sight; without script each leads to the next."""
    version = store().evening_version(evening_id)  # first: what changes meanwhile makes another
    evening = store().evening(evening_id)
    # An older one is over with the newest, whether anybody closed it or not.
    newest = published(evening_id)[-1:]
    playing = [one for one in newest if not (one.closed_at or evening.closed_at)]
    leaves = [leaf for one in playing for leaf in _seats(evening.id, one)]
    leaves += [leaf for one in rankings(evening, evening.shown) for leaf in _standings(one)]
    where = Where(None, evening_id)
    link = store().link("watch", where) if rights().at(where) else None  # else it is not theirs
    return render_template(
        "evenings/wall.html",
        evening=evening,
        version=version,
        leaves=leaves,
        at=(request.args.get("page", 1, type=int) - 1) % max(1, len(leaves)),
        seconds=SECONDS,
        position=position_of(evening, playing[0].number) if playing else "",
        clock=clock(playing[0].ends_at) if playing else None,
        over=_over(evening, newest),
        link=link,
        lives=store().code_lives(where),
    )


def _over(evening: Evening, newest: Sequence[Position]) -> str:
    """What has ended, where the next position, or the host, is waited for: standings do not say."""
    if evening.closed_at:
        return _("This evening is closed.")
    for one in newest:
        if one.closed_at:
            return f"{position_of(evening, one.number)} · {_('closed')}"
    return ""


def _seats(evening_id: int, position: Position) -> Iterator[Leaf]:
    """Who sits where, by name, at the tables of a position that have not begun; who sits out."""
    waiting = [one for one in people_of(evening_id, position) if not _has_begun(one)]
    lines = [Line("", one.name, _where(one)) for one in waiting]
    return _leaves(_("Who sits where"), lines if any(one.table for one in waiting) else [])


def _has_begun(one: Seated) -> bool:
    return bool(one.table and (one.table.deals or one.table.half or one.table.closed_at))


def _where(one: Seated) -> str:
    if not one.table:
        return _("sits out")
    return _("table %(n)s, seat %(seat)s") % {"n": one.table.place, "seat": one.seat}


def _standings(ranking: Ranking) -> Iterator[Leaf]:
    last = max(ranking.positions)
    lines = [
        Line(str(row.rank), ranking.names[row.person], ranking.reached(row), row.rank == 1)
        for row in ranking.rows
    ]
    return _leaves(ranking.upto(last) if last else ranking.title, lines)


def _leaves(title: str, lines: Sequence[Line]) -> Iterator[Leaf]:
    parts = [lines[n : n + ROWS] for n in range(0, len(lines), ROWS)]
    for number, some in enumerate(parts, 1):
        yield Leaf(title, some, number, len(parts))


def _letters(name: str) -> int:
    """How many letters wide a name is; wide ones count twice."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
