"""Opening a table: who sits where, what is agreed, who deals first.

The form is one page that comes back after every touch (a name added, moved, removed, another game
or preset), until it opens the table. Nothing is kept before that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games import GAMES
from ..games import posted as forms
from ..games.base import Game
from ..games.facts import agreed_rules, options
from ..games.message import InvalidDeal
from ..games.names import checked_names
from ..store import Table, seat_keys
from ..words import gettext as _
from ..words import say
from . import store
from .counted import Warning, said
from .deals import load, new_key
from .guard import phone, renews_form

bp = Blueprint("opening", __name__)
LOT = "lot"
CARRIED = re.compile("-?[0-9]{1,6}")
LONGEST_TITLE = 60
RECENT_NAMES = 12


@dataclass(frozen=True)
class Draft:
    """A table before it is opened; `starts` are carried totals in the game's smallest unit."""

    game: Game
    names: Sequence[str] = ()
    starts: Sequence[int] = ()
    dealer: str = ""
    at_once: int | None = None
    rules: MultiDict = field(default_factory=MultiDict)
    title: str = ""
    carried: bool = False
    typed: str = ""
    problem: Warning | None = None

    @property
    def seats(self) -> list[tuple[int, str, int]]:
        """Place, name and carried total of each seat."""
        return [(i, name, self.starts[i]) for i, name in enumerate(self.names)]

    @property
    def plays(self) -> Sequence[int]:
        """How many may play at once with these names: all, or all but one."""
        n = len(self.names)
        return [m for m in (n, n - 1) if m in self.game.players]

    @property
    def playing(self) -> int:
        """How many play at once: as chosen, else as many as can."""
        if self.at_once in self.plays:
            return int(self.at_once or 0)
        return next(iter(self.plays), len(self.names))

    @property
    def first(self) -> int | None:
        """The seat that deals first; None: it is drawn by lot."""
        seats = seat_keys(len(self.names))
        return seats.index(self.dealer) if self.dealer in seats else None

    @property
    def ready(self) -> bool:
        """Whether so many names make a table of this game."""
        return bool(self.plays)

    @property
    def sentence(self) -> str:
        """What would be opened, or what is missing yet."""
        low, high = self.game.players[0], self.game.players[-1]
        if not self.ready:
            return _("%(game)s: %(low)s to %(high)s players, or one more who sits out.") % {
                "game": say(self.game.title),
                "low": low,
                "high": high,
            }
        told = {"game": say(self.game.title), "n": self.playing}
        if self.first is None:
            return _("%(game)s, %(n)s players. The first dealer is drawn by lot.") % told
        told["name"] = self.names[self.first]
        return _("%(game)s, %(n)s players. %(name)s deals first.") % told


@bp.record_once
def _register(state: Any) -> None:
    """Finds once which games have their pages drawn."""
    pages = state.app.jinja_env.list_templates()
    drawn = {
        key: game
        for key, game in GAMES.items()
        if all(f"games/{key}/{page}.html" in pages for page in ("_form", "_options", "rules"))
    }
    state.app.extensions["games"] = drawn


def ready() -> list[Game]:
    """The games whose pages are drawn."""
    return list(current_app.extensions["games"].values())


def ready_game(key: str) -> Game | None:
    """The game of this key, if there is one and its pages are drawn."""
    found: Game | None = current_app.extensions["games"].get(key)
    return found


def drafted(posted: MultiDict) -> Draft:
    """The draft as the form posted it."""
    game = ready_game(posted.get("game", "")) or abort(400)
    names = posted.getlist("player")
    starts = [int(n) if CARRIED.fullmatch(n) else 0 for n in posted.getlist("start")]
    return Draft(
        game,
        names,
        [*starts, *[0] * len(names)][: len(names)],
        posted.get("dealer", ""),
        posted.get("at_once", type=int),
        posted,
        posted.get("title", "").strip()[:LONGEST_TITLE],
        "carried" in posted,
        posted.get("typed", ""),
    )


def rules_form(game: Game, told: Any) -> MultiDict:
    """The options as their form would post them: the preset, and what differs from it."""
    agreed = options(agreed_rules(game, told))
    preset = {key: agreed[key] for key in agreed if key == "preset"}
    usual = options(agreed_rules(game, preset))
    differs = {key: value for key, value in agreed.items() if value != usual[key]}
    return MultiDict(forms.fill(game.Rules, preset | differs))


def rules_told(game: Game, posted: MultiDict, stands: Mapping[str, Any] = {}) -> dict[str, Any]:
    """Every option, as the form posted them or as it `stands`; InvalidDeal for what cannot be."""
    read = forms.read(game.Rules, {name: posted.getlist(name) for name in posted})
    return options(agreed_rules(game, {**stands, **read}))


def _edited(draft: Draft, posted: MultiDict) -> Draft:
    """The draft after the touch that posted it: a name added, moved or removed."""
    for name in posted.getlist("add") or ([draft.typed] if "add_typed" in posted else []):
        draft = _with(draft, name)
    for word, move in (("up", -1), ("down", 1)):
        if (at := posted.get(word, type=int)) is not None:
            draft = _moved(draft, at, at + move)
    if (at := posted.get("leaves", type=int)) is not None:
        draft = _without(draft, at)
    same = len(draft.names) == len(posted.getlist("player"))
    return draft if same else replace(draft, at_once=None)


def _with(draft: Draft, name: str) -> Draft:
    try:
        names = checked_names([*draft.names, name])
    except InvalidDeal as error:
        return replace(draft, problem=said(error, [], 1))
    return replace(draft, names=names, starts=[*draft.starts, 0], typed="")


def _moved(draft: Draft, at: int, to: int) -> Draft:
    order = list(range(len(draft.names)))
    if at not in order or to not in order:
        return draft
    order[at], order[to] = to, at
    return _ordered(draft, order)


def _without(draft: Draft, at: int) -> Draft:
    return _ordered(draft, [i for i in range(len(draft.names)) if i != at])


def _ordered(draft: Draft, order: Sequence[int]) -> Draft:
    """The same people in another order, who deals first among them."""
    dealer = draft.dealer
    if draft.first is not None:
        dealer = str(order.index(draft.first)) if draft.first in order else ""
    names, starts = [draft.names[i] for i in order], [draft.starts[i] for i in order]
    return replace(draft, names=names, starts=starts, dealer=dealer)


def _proposed() -> Draft:
    """What is proposed first: this phone's last table, or the one that the address names."""
    wanted = request.args.get("game", "")
    source = request.args.get("table", type=int)
    if source is not None:
        return _from_table(source, wanted)
    game = ready_game(wanted) or ready()[0]
    last = store().opened_last(phone(), game.key)
    rules = last.rules if last else {}
    return Draft(game, rules=rules_form(game, rules), dealer=LOT)


def _from_table(table_id: int, wanted: str) -> Draft:
    """The people of a table again: at another game, or with their totals carried over."""
    shown = load(table_id)
    table, game = shown.table, ready_game(wanted) or shown.game
    carried = "carried" in request.args and game is shown.game
    draft = Draft(
        game,
        table.sitting,
        shown.standing.totals if carried else [0] * len(table.sitting),
        str(shown.replayed.next_dealer),
        table.at_once,
        rules_form(game, table.rules if game is shown.game else {}),
        table.title,
        carried,
    )
    return _turned(draft) if game.clockwise != shown.game.clockwise else draft


def _turned(draft: Draft) -> Draft:
    """The same chairs named in the other direction, the first name staying first."""
    rest = range(len(draft.names) - 1, 0, -1)
    return _ordered(draft, [0, *rest] if draft.names else [])


@bp.get("/tables/new")
def new() -> ResponseReturnValue:
    """The form of a new table."""
    return _page(_proposed())


def again() -> ResponseReturnValue:
    """The form as it was posted, and after a touch that opens nothing."""
    posted = MultiDict(request.form)
    return _page(_edited(drafted(posted), posted))


@bp.post("/tables/new")
@renews_form(again)
def open_table() -> ResponseReturnValue:
    """Opens the table, or shows the form again after a touch that does not."""
    posted = MultiDict(request.form)
    draft = drafted(posted)
    if "open" not in posted:
        return _page(_edited(draft, posted))
    if draft.typed.strip():
        draft = _with(draft, draft.typed)
    if draft.problem or not draft.ready:
        return _page(draft), 422
    try:
        table = _open(draft, posted.get("key"))
    except InvalidDeal as error:
        return _page(replace(draft, problem=said(error, draft.names, draft.game.scale))), 422
    return redirect(url_for("tables.show", table_id=table.id), 303)


def _open(draft: Draft, key: str | None) -> Table:
    return store().open_table(
        draft.game.key,
        draft.names,
        rules_told(draft.game, draft.rules),
        draft.playing,
        _lot(key, len(draft.names)) if draft.first is None else draft.first,
        draft.starts if draft.carried else (),
        {"title": draft.title} if draft.title else {},
        key=key or None,
        phone=phone(),
    )


def _lot(key: str | None, seats: int) -> int:
    """A seat drawn by lot: by the form's key, so that the same form draws the same one again."""
    drawn = sha256((key or new_key()).encode()).digest()
    return int.from_bytes(drawn) % seats


def _page(draft: Draft) -> str:
    recent = store().names(RECENT_NAMES)
    return render_template(
        "tables/new.html",
        draft=draft,
        games=ready(),
        recent=recent,
        key=new_key(),
        lot=LOT,
        focus="add_typed" in request.form,  # the next name follows
    )
