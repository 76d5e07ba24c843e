"""Pages to print: a sheet, filled or blank; of an evening every sheet, who is there, who sits
where, cards, standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..games.base import Game
from ..games.facts import agreed_rules
from ..store import DrawnTable, Evening, Link, NotThere, Position, Where
from ..words import day, say
from ..words import gettext as _
from . import store
from .archive import shown_at
from .attendances import sums
from .listed import Listed
from .places import places_with_cards
from .ranked import rankings
from .ready import ready_game
from .rights import needs
from .seated import people_of, published
from .sharing import where_of
from .shown import Shown, about, load
from .shown_deal import ShownDeal

bp = Blueprint("printing", __name__)
ROWS, MOST_ROWS = 16, 20  # of a blank sheet: as many as deals are planned, within these
COLUMNS = 5  # of a blank sheet without names, unless its game is for fewer


@dataclass(frozen=True)
class Blank:
    """A sheet to be filled in by hand, and a link to keep the score on a phone instead."""

    title: str
    about: str
    game: Game
    rules: Any
    names: Sequence[str]  # one a seat; empty where nobody is known yet
    plays: int  # how many of them play at once
    link: Link

    @property
    def rows(self) -> int:
        """One for each planned deal, but from ROWS to MOST_ROWS."""
        return max(ROWS, min(self.rules.deals, MOST_ROWS))

    @property
    def many(self) -> bool:
        """Whether its rows have to be lower than usual to fit on the page."""
        return self.rows > ROWS

    @property
    def seats(self) -> int:
        """How many columns it has for points."""
        return len(self.names)


@dataclass(frozen=True)
class Filled:
    """A sheet with its deals, and the evening that it belongs to, if that was read already."""

    shown: Shown
    evening: Evening | None = None

    @property
    def about(self) -> Mapping[str, str]:
        """What its head says."""
        return about(self.shown.table, self.evening)

    @property
    def deals(self) -> list[ShownDeal]:
        """All its deals."""
        return [self.shown.shown_deal(place) for place in range(len(self.shown.told))]

    @property
    def many(self) -> bool:
        """Whether so many sit there that there is no room for dealers and wide columns."""
        return len(self.shown.table.seats) > 5

    def is_long(self, name: str) -> bool:
        """Whether the column of a player has to be wide, for a long name or a long word in it."""
        words = name.replace("-", " ").split()
        return not self.many and (len(name) > 15 or any(len(word) > 8 for word in words))


@dataclass(frozen=True)
class Card:
    """A card that says where somebody sits."""

    name: str
    place: int
    seat: int


@bp.get("/tables/<int:table_id>/print")
def sheet(table_id: int) -> ResponseReturnValue:
    """The sheet as it stands, with a line for each player to sign on."""
    back = url_for("tables.show", table_id=table_id)
    return _filled([Filled(load(table_id))], back)


@bp.get("/evenings/<int:evening_id>/sheets/print")
def sheets(evening_id: int) -> ResponseReturnValue:
    """The sheets of a position, or of all, that have deals: to be signed."""
    found, number = store().evening(evening_id), request.args.get("position", type=int)
    there = [one for one in shown_at(found) if number in (None, one.table.position)]
    filled = [Filled(one, found) for one in there if one.told]
    return _filled(filled, url_for("printing.evening", evening_id=evening_id))


@bp.get("/tables/<int:table_id>/blank")
@needs("score")
def blank(table_id: int) -> ResponseReturnValue:
    """An empty sheet for the same players, with the link to enter deals."""
    return _blanks([_of_table(load(table_id))], url_for("tables.more", table_id=table_id))


@bp.get("/evenings/<int:evening_id>/print")
def evening(evening_id: int) -> ResponseReturnValue:
    """The page that lists what can be printed of an evening."""
    tables = store().tables_at(evening_id)
    return render_template(
        "print/evening.html",
        evening=store().evening(evening_id),
        positions=store().positions(evening_id),
        tables=[Listed(table) for table in tables],
        played=sorted({one.position for one in tables if one.position and one.deals}),
    )


@bp.get("/evenings/<int:evening_id>/blank")
def blanks(evening_id: int) -> ResponseReturnValue:
    """An empty sheet for every place, with the link of the place, to be used in any position."""
    found = store().evening(evening_id)
    drawn = {one.place: one for one in _position(evening_id).tables}
    asked = request.args.get("places", 0, type=int)
    places = places_with_cards(evening_id, asked)
    links = store().links(("score", Where(None, evening_id, place)) for place in places)
    empty = [_of_place(found, drawn.get(link.where.place or 0), link) for link in links]
    return _blanks(empty, url_for("printing.evening", evening_id=evening_id))


@bp.get("/evenings/<int:evening_id>/players/print")
def attendances(evening_id: int) -> ResponseReturnValue:
    """Everybody who was checked in, each with a box to tick and a fee."""
    found, people = store().evening(evening_id), store().attendances(evening_id)
    return render_template(
        "print/attendances.html",
        evening=found,
        people=people,
        games={key: say(game.title) for key in found.games if (game := ready_game(key))},
        sums=sums(people),
        back=url_for("printing.evening", evening_id=evening_id),
    )


@bp.get("/evenings/<int:evening_id>/cards")
def places(evening_id: int) -> ResponseReturnValue:
    """A card to cut out for everybody who has a seat in a position."""
    store().evening(evening_id)
    number = request.args.get("position", type=int)
    position = store().as_seated(_position(evening_id, number), evening_id)
    names = {one.player: one.name for one in store().attendances(evening_id)}
    cards = [
        Card(names.get(player, ""), table.place, seat)
        for table in position.tables
        for seat, player in enumerate(table.players, 1)
    ]
    back = url_for("printing.evening", evening_id=evening_id)
    return render_template("print/places.html", cards=cards, back=back)


@bp.get("/evenings/<int:evening_id>/seats/print")
def seats(evening_id: int) -> ResponseReturnValue:
    """Who sits where in a published position, by name: to be hung up."""
    found, number = store().evening(evening_id), request.args.get("position", type=int)
    newest = max((one.number for one in published(evening_id)), default=None)
    position = _position(evening_id, number or newest)
    people = people_of(evening_id, position) if position.published_at else []
    back = url_for("printing.evening", evening_id=evening_id)
    return render_template(
        "print/seats.html", evening=found, position=position, people=people, back=back
    )


@bp.get("/evenings/<int:evening_id>/standings/print")
def standings(evening_id: int) -> ResponseReturnValue:
    """The standings, a page for each game and one across games."""
    found = store().evening(evening_id)
    back = url_for("printing.evening", evening_id=evening_id)
    return render_template(
        "print/standings.html", evening=found, rankings=rankings(found, None), back=back
    )


def _position(evening_id: int, number: int | None = None) -> Position:
    """The position of this number, NotThere if there is none; without a number the last drawn."""
    found = [one for one in store().positions(evening_id) if number in (None, one.number)]
    if number is not None and not found:
        raise NotThere(f"position {number}")
    return found[-1] if found else Position(0)


def _filled(sheets: Sequence[Filled], back: str) -> str:
    return render_template("print/sheet.html", sheets=sheets, back=back)


def _blanks(sheets: Sequence[Blank], back: str) -> str:
    return render_template("print/blank.html", blanks=sheets, back=back)


def _of_table(shown: Shown) -> Blank:
    table = shown.table
    link = store().link("score", where_of(table))
    rules = shown.agreed.rules
    names, plays = table.sitting, shown.agreed.players
    return Blank(Listed(table).name, _about(about(table)), shown.game, rules, names, plays, link)


def _about(said: Mapping[str, str]) -> str:
    return " · ".join(filter(None, (said.get("evening"), day(said.get("date", "")))))


def _of_place(evening: Evening, drawn: DrawnTable | None, link: Link) -> Blank:
    """The blank sheet of a place. It has no names, because it is for every position."""
    key = drawn.game if drawn else next(iter(evening.games))
    game = ready_game(key)
    assert game
    size = len(drawn.players) if drawn else 0
    # A table that was made by hand may have too few players for its game.
    seats = size if size in game.players else min(COLUMNS, game.players[-1])
    return Blank(
        _("Table %(n)s") % {"n": link.where.place},
        _about({"evening": evening.name, "date": evening.date}),
        game,
        agreed_rules(game, evening.games[key]),
        [""] * seats,
        seats,
        link,
    )
