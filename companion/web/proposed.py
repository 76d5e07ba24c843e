"""How the draft of a new table is made: from the form as it was posted, from the people of another
table, from the rules that were agreed last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import abort, request
from werkzeug.datastructures import MultiDict

from ..games.base import Game
from ..games.names import LONGEST_TITLE
from ..store import Attendance, Evening, Table
from . import store
from .amounts import kept_number
from .draft import MOST_NAMES, Draft, in_points
from .options import rules_form
from .ready import ready, ready_game
from .rights import NoRight, enters_deals, may, phone, sees
from .shown import Shown, load

RECENT_NAMES = 12
LONGEST_TOTAL = 12


def drafted(posted: MultiDict) -> Draft:
    """The draft as the form posted it."""
    game = ready_game(posted.get("game", "")) or abort(400)
    names = posted.getlist("player")[:MOST_NAMES]
    starts = [text[:LONGEST_TOTAL] for text in posted.getlist("start")]
    draft = Draft(
        game=game,
        names=names,
        starts=[*starts, *[""] * len(names)][: len(names)],
        dealer=posted.get("dealer", ""),
        at_once=posted.get("at_once", type=int),
        rules=posted,
        title=titled(posted),
        carried="carried" in posted,
        typed=posted.get("typed", ""),
        source=_source(posted, game),
        as_of=posted.get("as_of", type=kept_number),
        after=_after(posted),
        evening=goes_on(posted.get("evening", type=kept_number)),
        stays="stays" in posted,
    )
    return _switched(draft, drawn_game(posted, game))


def titled(posted: MultiDict) -> str:
    """What a form calls the table, as it is kept; nothing: by its players."""
    return posted.get("title", "").strip()[:LONGEST_TITLE]


def _source(posted: MultiDict, game: Game) -> Shown | None:
    """The table whose totals are to be carried over: of the same game, and only for those who may
    enter its deals."""
    source = posted.get("source", type=int)
    shown = None if source is None else load_allowed(source)
    if shown and "carried" in posted and not enters_deals(shown.table):
        raise NoRight
    return shown if shown and shown.game is game and enters_deals(shown.table) else None


def _after(posted: MultiDict) -> Table | None:
    """The table whose people sit down anew; only those who may enter its deals are told."""
    number = posted.get("after", type=int)
    table = None if number is None else load_allowed(number).table
    return table if table and enters_deals(table) else None


def load_allowed(table_id: int) -> Shown:
    """A table other than that of the address, where nobody has checked yet what the phone may do:
    NoRight where it may not see this one."""
    if not may("watch", table_id):
        raise NoRight
    return load(table_id)


def drawn_game(posted: MultiDict, game: Game) -> Game:
    """The game whose options stood in the form."""
    return ready_game(posted.get("drawn", "")) or game


def _switched(draft: Draft, drawn: Game) -> Draft:
    """The same people at the game that was just chosen, if the form still had the options of
    another: with its usual options, and in the order in which it is played."""
    if draft.game is drawn:
        return draft
    evening = draft.evening if draft.stays else None
    draft = replace(draft, rules=_usual(draft.game, evening), carried=False)
    return draft.turned() if draft.game.clockwise != drawn.clockwise else draft


def proposed() -> Draft:
    """What is proposed first: the people of the table that the address names, or nobody yet."""
    wanted = request.args.get("game", "")
    source = request.args.get("table", type=int)
    if source is not None:
        shown = load_allowed(source)
        return from_table(shown, wanted, "carried" in request.args and enters_deals(shown.table))
    game = ready_game(wanted) or ready()[0]
    return Draft(game=game, rules=_usual(game), dealer="lot")  # who deals first is drawn


def _usual(game: Game, evening: Evening | None = None) -> MultiDict:
    """The rules of the evening, else those that this phone agreed to last, as a form posts them."""
    if evening and game.key in evening.games:
        return rules_form(game, evening.games[game.key])
    last = store().opened_last(phone(), game.key)
    return rules_form(game, last.rules if last else {})


def from_table(shown: Shown, wanted: str, carried: bool) -> Draft:
    """The people of a table again: at another game, or with their totals carried over."""
    table, game = shown.table, ready_game(wanted) or shown.game
    carried, evening = carried and game is shown.game, goes_on(table.evening_id)
    agreed = _as_it_stands(shown) if carried else table.rules
    draft = Draft(
        game=game,
        names=table.sitting,
        starts=[in_points(n, game) if carried else "" for n in shown.standing.totals],
        dealer=str(shown.replayed.next_dealer),
        at_once=table.at_once,
        rules=rules_form(game, agreed) if game is shown.game else _usual(game, evening),
        title=table.title,
        carried=carried,
        source=shown if carried else None,
        as_of=table.version if carried else None,
        after=table if enters_deals(table) else None,
        evening=evening,
        stays=True,
    )
    return draft.turned() if game.clockwise != shown.game.clockwise else draft


def _as_it_stands(shown: Shown) -> dict[str, Any]:
    """What a table agreed and has come to: the limit in force, the planned deals that are left."""
    rules = {**shown.table.rules, "deals": shown.goes_on_for}
    if "limit" in rules:
        rules["limit"] = shown.standing.limit
    return rules


def goes_on(evening_id: int | None) -> Evening | None:
    """The evening, if it is not over and this phone may open a table there."""
    if not (evening_id and may("open", evening_id=evening_id)):
        return None
    evening = store().evening(evening_id)
    return None if evening.closed_at or evening.deleted_at else evening


def free_names(table: Table) -> list[str]:
    """Names for an empty seat: people who played lately. At an evening those who are there and have
    no seat come first; nobody who sits at an open table or has left is among them."""
    recent, evening = store().names(RECENT_NAMES, sees()), table.evening_id
    if not evening:
        return [name for name in recent if name not in table.sitting]
    beside, there = store().tables_at(evening, table.position), store().attendances(evening)
    playing = [table, *(one for one in beside if not one.closed_at)]
    sit = {name for one in playing for name in one.sitting}
    left = {one.name for one in there if not one.here}
    known = [*_waiting(evening, there, beside), *recent]
    return [name for name in dict.fromkeys(known) if name not in sit | left][:RECENT_NAMES]


def _waiting(evening: int, there: Sequence[Attendance], beside: Sequence[Table]) -> list[str]:
    """Who is at the evening and has no seat at these tables; nobody if the phone may not see it."""
    seated = {name for one in beside for name in one.sitting}
    looks_on = may("watch", evening_id=evening)
    return [one.name for one in there if looks_on and one.here and one.name not in seated]
