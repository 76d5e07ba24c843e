"""A sheet that was kept on paper, typed in at one go: a row a deal, all of them saved or none.

A row names the game's facts themselves (`3-declarer`), and is read by their types alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.base import Standing, Told
from ..games.base import read as by_types
from ..games.facts import retell
from ..games.message import InvalidDeal, refuse
from ..store import (
    Conflict,
    Deal,
    Deleted,
    NotAsSeen,
    NotThere,
    Seen,
    Telling,
    replay,
    seat_keys,
    tell_again,
    who_sit,
)
from ..words import say
from . import store
from .counted import Count, Remark, count, said
from .deal_fields import note_of, seen_by, strings
from .guard import new_key, renews_form
from .posted import keys_then, seats_now
from .repeated import answered, form_key, tells_deals
from .rights import needs, phone
from .shown import Shown, load

bp = Blueprint("paper", __name__, url_prefix="/tables/<int:table_id>/paper")
USUAL, MOST = 20, 60  # rows
SAID = ("unplayed", "dealer", "note")  # of a deal that nobody played


@dataclass(frozen=True)
class PaperRow:
    """One row of the paper as it was typed, and what it says."""

    n: int
    posted: MultiDict
    dealer: int
    facts: Mapping[str, Any] = field(default_factory=dict)
    told: Told | None = None
    problem: Remark | None = None
    count: Count | None = None
    after: Standing | None = None
    called: str = ""  # as the deal that it will be

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not any(text.strip() for text in self.posted.values())

    @property
    def warned(self) -> list[str]:
        """Its warnings, as the form says which ones were waved through."""
        return [f"{self.n}:{one.seen}" for one in self.count.warnings] if self.count else []


@bp.app_template_global("paper_fields")
def fields_of(shown: Shown) -> str:
    """The template of the game's fields; nothing where a game has none."""
    name = f"games/{shown.game.key}/_paper.html"
    return name if name in current_app.jinja_env.list_templates() else ""


@bp.get("")
@needs("score")
def show(table_id: int) -> ResponseReturnValue:
    """An empty grid, with as many rows as deals are still planned, or as the address says. The
    address may also say who sat there when a grid was drawn that paper.js fills in again."""
    shown, asked = load(table_id), request.args
    drawn = MultiDict({name: asked[name] for name in ("rows", "sit") if name in asked})
    if shown.table.closed_at:
        drawn["closed"] = "1"
    return _page(shown, drawn)


def again(table_id: int) -> ResponseReturnValue:
    """The grid as it was posted."""
    return _page(load(table_id), MultiDict(request.form))


@bp.post("")
@renews_form(again)
@tells_deals
def save(table_id: int) -> ResponseReturnValue:
    """Saves all rows, or gives the grid back with what stands against each; or counts only."""
    if answered():
        return redirect(url_for("tables.show", table_id=table_id), 303)
    shown, posted = load(table_id), MultiDict(request.form)
    rows = told(shown, posted)
    typed = [row for row in rows if not row.empty]
    if "more" in posted or "look" in posted:
        return _page(shown, posted, rows)
    first = posted.get("first", 0, type=int)
    anew = first == shown.table.next_number  # else the store knows whether it came before
    if not typed or anew and (any(row.problem for row in typed) or _unseen(typed, posted)):
        return _page(shown, posted, rows, refused=True), 422
    tellings = [_telling(row) for row in typed]
    how: dict[str, Any] = {"key": form_key(), "phone": phone(), "seen": _seen(shown, posted)}
    try:
        store().save_deals(table_id, first, tellings, **how)
    except NotAsSeen:
        return _page(load(table_id), posted, rows, looked=True), 409
    except Deleted:
        raise  # its page brings the table back, and this with it
    except (Conflict, NotThere, InvalidDeal):
        # Somebody told deals here meanwhile, or has begun one.
        return _page(load(table_id), posted, rows, meanwhile=True), 409
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _now(shown: Shown, posted: MultiDict) -> Sequence[int] | None:
    """Where those sit now who sat there when the grid was drawn; None: other people do."""
    return seats_now(seen_by(posted).sit, shown.table.sitting)


def _called(shown: Shown, posted: MultiDict) -> list[str]:
    """What the grid calls each seat of now: where people changed seats since it was drawn, what was
    typed of them follows them."""
    now = _now(shown, posted)
    return keys_then(now) if now else list(seat_keys(len(shown.table.seats)))


def _seen(shown: Shown, posted: MultiDict) -> Seen:
    """What the grid was drawn from; the same people in another order are no others."""
    seen = seen_by(posted)
    return seen._replace(sit=who_sit(shown.table.sitting)) if _now(shown, posted) else seen


def _unseen(rows: Sequence[PaperRow], posted: MultiDict) -> set[str]:
    """The warnings that nobody has waved through."""
    seen = posted.get("warned", "").split() if "in_spite" in posted else ()
    return {one for row in rows for one in row.warned}.difference(seen)


def _telling(row: PaperRow) -> Telling:
    """The row for the store. Who dealt is given only where the paper says so, so that the same grid
    sent twice asks the same."""
    dealer = row.dealer if row.posted.get("dealer") else None
    return Telling(facts=row.facts, dealer=dealer, note=note_of(row.posted))


def _size(shown: Shown, posted: MultiDict) -> int:
    """How many rows the grid has."""
    left = shown.planned - shown.counted
    usual = left if shown.planned and left > 0 else USUAL
    rows = posted.get("rows", usual, type=int) + USUAL * ("more" in posted)
    return max(1, min(rows, MOST))


def told(shown: Shown, posted: MultiDict) -> list[PaperRow]:
    """Every row, read by itself; those before the first wrong one also counted, after the deals
    that stand here already."""
    dealer, rows, called = shown.replayed.next_dealer, [], _called(shown, posted)
    for n in range(1, _size(shown, posted) + 1):
        row = _read(shown, PaperRow(n, _own(posted, n), dealer), called)
        rows.append(row)
        if row.told:
            dealer = shown.game.next_dealer(row.dealer, row.told.deal, shown.agreed)
    right = [*takewhile(lambda row: not row.problem, rows)]
    return [*_counted(shown, right), *rows[len(right) :]]


def _own(posted: MultiDict, n: int) -> MultiDict:
    """The fields of one row, without its number."""
    start = f"{n}-"
    own = [(name, text) for name, text in posted.items(multi=True) if name.startswith(start)]
    return MultiDict((name.removeprefix(start), text) for name, text in own)


def _read(shown: Shown, row: PaperRow, called: Sequence[str]) -> PaperRow:
    """The row with its facts and its score, or with what stands against it."""
    if row.empty:
        return row
    dealer = row.posted.get("dealer")
    row = replace(row, dealer=called.index(dealer) if dealer in called else row.dealer)
    try:
        row = replace(row, facts=dict(by_types(shown.game, strings(row.posted), {})))
        keys = seat_keys(len(called))
        row = replace(row, facts=retell(shown.agreed, row.facts, row.dealer, called, keys))
        _refuse_both(row.posted)
        (one,) = tell_again(shown.table, [Deal.telling(row.n, row.dealer, row.facts)])
    except InvalidDeal as error:
        return _refused(shown, row, error, not row.facts)
    return replace(row, told=one)


def _refuse_both(posted: MultiDict) -> None:
    """Refuses a row that says that nobody played and also what was played: one is a slip."""
    if posted.get("unplayed") and any(posted.get(name) for name in posted if name not in SAID):
        raise refuse("nobody played, and a result is told: only one of them can be", at="unplayed")


def _refused(shown: Shown, row: PaperRow, error: InvalidDeal, empty: bool = False) -> PaperRow:
    """The row with what stands against it; what is missing by the words that ask for it."""
    words = shown.game.words
    problem = said(error, shown.table.sitting, shown.game.scale)
    asked = words.asks if empty else words.missing.get(problem.field)
    if error.missing and asked:
        problem = replace(problem, text=say(asked))
    return replace(row, problem=problem)


def _counted(shown: Shown, rows: list[PaperRow]) -> list[PaperRow]:
    """The rows with their sentences, points and totals, played after what stands here."""
    typed = [row for row in rows if row.told]
    next_number, before = shown.table.next_number, len(shown.told)
    deals = [Deal.telling(next_number + i, row.dealer, row.facts) for i, row in enumerate(typed)]
    try:
        replayed = replay(shown.table, [*shown.told, *deals])
    except InvalidDeal as error:
        at = rows.index(typed[max(0, (error.deal or 0) - before)])
        wrong = _refused(shown, rows[at], error)
        return [*_counted(shown, rows[:at]), wrong, *rows[at + 1 :]]
    standings = iter(replayed.standings[before + 1 :])
    return [_after(shown, row, row.told, next(standings)) if row.told else row for row in rows]


def _after(shown: Shown, row: PaperRow, told: Told, after: Standing) -> PaperRow:
    """The row with what it makes of the totals, in words."""
    counted = count(shown.agreed, told, shown.table.sitting, after)
    return replace(row, after=after, count=counted)


def _called_as(shown: Shown, rows: Sequence[PaperRow]) -> list[PaperRow]:
    """The rows, each with the number that its deal will have. A deal that does not count has none,
    nor has a row that stays empty before others."""
    last = max((row.n for row in rows if not row.empty), default=0)
    found, number = [], shown.counted
    for row in rows:
        played = row.told is None or shown.game.counts(row.told.deal)
        counts = row.n > last or played and not row.empty
        number += counts
        found.append(replace(row, called=str(number) if counts else "–"))
    return found


def _page(
    shown: Shown,
    posted: MultiDict,
    rows: Sequence[PaperRow] | None = None,
    meanwhile: bool = False,
    looked: bool = False,
    **more: object,
) -> str:
    """The grid. It carries what held when it was first drawn: the number of its first deal, who sat
    there, whether the sheet was closed. `looked`: it carries what holds now, and says what has
    changed. `meanwhile`: others have told deals, so its first one gets the next number."""
    fields = fields_of(shown) or abort(404)
    rows = _called_as(shown, told(shown, posted) if rows is None else rows)
    first = None if meanwhile else posted.get("first", type=int)
    table, seen, called = shown.table, seen_by(posted), _called(shown, posted)
    sit = seen.sit if _now(shown, posted) else who_sit(table.sitting)
    typed = seen if seen.sit and not looked else Seen(sit, bool(table.closed_at))
    return render_template(
        "tables/paper.html",
        shown=shown,
        fields=fields,
        rows=rows,
        rules=shown.agreed.rules,
        players=shown.agreed.players,
        people=sorted(zip(called, table.sitting, strict=True)),
        warned=[one for row in rows for one in row.warned],
        wrong=[row for row in rows if row.problem],
        first=shown.table.next_number if first is None else first,
        seen=typed,
        meanwhile=meanwhile,
        reseated=looked and seen.sit != typed.sit,
        late=looked and typed.closed and not seen.closed,
        key=posted.get("key") or new_key(),
        **more,
    )
