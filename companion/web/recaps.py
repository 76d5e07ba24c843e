"""A table or an evening as one small file to send on: it lives on when the link is dead."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ..games.base import Game
from ..store import Evening, on_day
from ..words import day, say, signed, total, with_commas
from ..words import gettext as _
from . import store
from .charts import Chart, chart
from .deal_list import running_totals
from .exports import download
from .pivot import shown_of
from .ranked import Ranking, rankings
from .rights import may, needs
from .shown import Shown, about, load

bp = Blueprint("recaps", __name__)
bp.add_app_template_filter(on_day)
NAMED = 4  # who had the best deal, or the worst
LINES = 6  # in the chart of an evening: who is ahead


@dataclass(frozen=True)
class Place:
    """Somebody's rank and total, as they are read."""

    rank: int
    name: str
    total: str
    deals: int = 0


@dataclass(frozen=True)
class Peak:
    """The best or the worst deal of all, with the `names` of all who had as many points in it; of
    several such deals the first. No names where the sentence begins with the only one."""

    title: str
    names: str
    points: str
    sentence: str


@dataclass(frozen=True)
class Section:
    """One ranking, in the file."""

    title: str
    game: Game | None
    places: Sequence[Place]
    peaks: Sequence[Peak] = ()
    chart: Chart | None = None
    # A total is the seat's: who had it before is said; and what the organiser gave or took.
    said: Sequence[str] = ()


@bp.get("/tables/<int:table_id>/recap.html")
def of_table(table_id: int) -> ResponseReturnValue:
    """How a table ended, or stands."""
    shown = load(table_id)
    told = about(shown.table)
    said = [day(told.get("date") or on_day(shown.table.opened_at)), told.get("evening", "")]
    return _file(shown.title, said, [_of_table(shown)])


@bp.get("/evenings/<int:evening_id>/recap.html")
@needs("watch")
def of_evening(evening_id: int) -> ResponseReturnValue:
    """How an evening ended, or stands; for phones that look on, as far as it is published."""
    with store().reading():
        evening = store().evening(evening_id)
        upto = None if may("organise", evening_id=evening_id) else evening.shown
        sections = list(_of_evening(evening, upto))
    return _file(evening.name, [day(evening.date), evening.place], sections)


def _file(title: str, said: Sequence[str], sections: Sequence[Section]) -> ResponseReturnValue:
    below = " · ".join(filter(None, said))
    text = render_template("recaps/recap.html", title=title, about=below, sections=sections)
    lines = (line.strip() for line in text.splitlines())
    return download(title, "html", "text/html", "\n".join(filter(None, lines)) + "\n")


def _of_table(shown: Shown) -> Section:
    standing, game, names = shown.standing, shown.game, shown.table.sitting
    order = sorted(range(len(names)), key=lambda seat: standing.ranks[seat])
    return Section(
        title=say(game.title),
        game=game,
        places=[
            Place(standing.ranks[seat], names[seat], total(standing.totals[seat], game))
            for seat in order
        ],
        peaks=list(_peaks(shown)),
        chart=running_totals(shown) if shown.told else None,
        said=[*filter(None, [say(standing.tie)]), *shown.said_substitutes()],
    )


def _peaks(shown: Shown) -> Iterator[Peak]:
    """The deals that gave somebody most and least."""
    scores = [
        (points, place, shown.table.names_at(shown.told[place])[seat])
        for place, told in enumerate(shown.replayed.told)
        for seat, points in zip(told.plays, told.score.points, strict=True)
    ]
    ends = [max, min] if not shown.game.lowest_wins else [min, max]
    for title, end in zip((_("Best deal"), _("Worst deal")), ends, strict=True):
        if scores:
            most = end(one[0] for one in scores)
            found = [(place, name) for points, place, name in scores if points == most]
            first = found[0][0]
            names = [name for place, name in found if place == first]
            yield _peak(title, shown, most, first, names)


def _peak(title: str, shown: Shown, points: int, place: int, names: Sequence[str]) -> Peak:
    sentence = shown.shown_deal(place).count.sentence
    people = shown.table.names_at(shown.told[place])
    begins = max(filter(sentence.startswith, people), key=len, default="")
    said = "" if [begins] == [*names] else _named(names)
    return Peak(title, said, signed(points, shown.game.scale), sentence)


def _named(names: Sequence[str]) -> str:
    """All names, or how many more there are."""
    if len(names) <= NAMED:
        return with_commas(names)
    words = {"one": names[0], "two": names[1], "n": len(names) - 2}
    return _("%(one)s, %(two)s and %(n)s more") % words


def _of_evening(evening: Evening, upto: int | None) -> Iterator[Section]:
    extremes = store().extremes(evening.id, upto)
    there = _tables(evening, {one.table for ends in extremes.values() for one in ends})
    for ranking in rankings(evening, upto):
        title = ranking.title if upto is None else ranking.upto(upto)
        places = [
            Place(row.rank, ranking.names[row.person], ranking.reached(row), row.deals)
            for row in ranking.rows
        ]
        said = list(_adjusted(ranking))
        if ranking.game is None:
            yield Section(title, None, places, said=said)
            continue
        ends = extremes.get(ranking.game.key, ())  # none: totals were carried over, nothing played
        ends = ends[::-1] if ranking.game.lowest_wins else ends
        named = zip((_("Best deal"), _("Worst deal")), ends, strict=False)
        peaks = []
        for which, one in named:
            shown = there[one.table]
            place = shown.place_of(one.number)
            peaks.append(_peak(which, shown, one.points, place, one.names))
        yield Section(title, ranking.game, places, peaks, _chart(ranking), said)


def _adjusted(ranking: Ranking) -> Iterator[str]:
    """What the organiser gave or took, and why: it is in a total, and was won in no deal."""
    for row in ranking.rows:
        if row.adjustment:
            what = f"{ranking.names[row.person]} {ranking.difference(row)}"
            yield _("%(what)s: %(why)s") % {"what": what, "why": ranking.reasons[row.person]}


def _tables(evening: Evening, wanted: Collection[int]) -> dict[int, Shown]:
    """These tables of an evening by number, read all at once."""
    found = [one for one in store().tables_of([evening.id]) if one.id in wanted]
    return {one.table.id: one for one in shown_of(found)}


def _chart(ranking: Ranking) -> Chart:
    """The totals of those who are ahead, position by position."""
    assert ranking.game
    ahead, scale = ranking.rows[:LINES], ranking.game.scale
    runs = [list(accumulate([0, *(one or 0 for one in row.columns)])) for row in ahead]
    totals = [[float(n) / scale for n in after] for after in zip(*runs, strict=True)]
    names = [ranking.names[row.person] for row in ahead]
    return chart(names, totals, [row.rank for row in ahead])
