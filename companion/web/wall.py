"""The wall of an evening: a screen read from ten metres away, which turns its pages by itself."""

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
ROWS = 16  # of a page
SECONDS = 10  # until the next one


@dataclass(frozen=True)
class Line:
    """One name on the wall, and what stands beside it."""

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
    """One page of the wall. A long list has several: this is page `number` of `of`."""

    title: str
    lines: Sequence[Line]
    number: int
    of: int


@bp.get("")
@needs("watch")
def show(evening_id: int) -> ResponseReturnValue:
    """All pages of the wall, all but one hidden; without script each links to the next."""
    # Read first: a change after this makes another version, and the page asks anew.
    version = store().evening_version(evening_id)
    evening = store().evening(evening_id)
    # Older positions are over once this one is published, whether anybody closed them or not.
    newest = published(evening_id)[-1:]
    playing = [one for one in newest if not (one.closed_at or evening.closed_at)]
    leaves = [leaf for one in playing for leaf in _seats(evening.id, one)]
    leaves += [leaf for one in rankings(evening, evening.shown) for leaf in _standings(one)]
    where = Where(None, evening_id)
    # Not on a phone whose link is only to a place of the evening.
    link = store().link("watch", where) if rights().at(where) else None
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
    """That the evening or its newest position is closed, which the standings do not say; else
    nothing."""
    if evening.closed_at:
        return _("This evening is closed.")
    for one in newest:
        if one.closed_at:
            return f"{position_of(evening, one.number)} · {_('closed')}"
    return ""


def _seats(evening_id: int, position: Position) -> Iterator[Leaf]:
    """Who sits where, by name, at the tables of a position that have not begun; and who sits out.
    Once all have begun, nothing."""
    waiting = [person for person in people_of(evening_id, position) if not _has_begun(person)]
    lines = [Line("", person.name, _where(person)) for person in waiting]
    return _leaves(_("Who sits where"), lines if any(person.table for person in waiting) else [])


def _has_begun(person: Seated) -> bool:
    """Whether they sit at a table that has begun; nobody has who sits out."""
    table = person.table
    return bool(table and (table.deals or table.half or table.closed_at))


def _where(person: Seated) -> str:
    if not person.table:
        return _("sits out")
    return _("table %(n)s, seat %(seat)s") % {"n": person.table.place, "seat": person.seat}


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
    """How wide a name is, in letters; full-width ones (Japanese, say) count twice."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
