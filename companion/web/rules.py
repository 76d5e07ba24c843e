"""The rules: of a game, as a table plays them, agreed before the first deal, tried afterwards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from ..games.facts import digest
from ..games.message import InvalidDeal
from ..games.names import LONGEST_TITLE
from ..store import Opening, Table, Telling, ToldTable, Where
from . import store
from .counted import said
from .guard import new_key, renews_form
from .options import fixed_form, rules_form, rules_told
from .ready import ready_game
from .repeated import form_key
from .rights import by_form, let_in_opener, needs, phone
from .shown import Shown, about, load

bp = Blueprint("rules", __name__)
AGAIN = " ({})"  # in nobody's language


@bp.get("/rules/<key>")
def game(key: str) -> ResponseReturnValue:
    """The short rules of a game."""
    found = ready_game(key) or abort(404)
    return render_template(f"games/{key}/rules.html", rules=found.Rules(), table=None, players=None)


@bp.get("/tables/<int:table_id>/rules")
def table(table_id: int) -> ResponseReturnValue:
    """The short rules as this table plays them."""
    shown = load(table_id)
    agreed = shown.agreed
    return render_template(
        f"games/{shown.game.key}/rules.html",
        rules=agreed.rules,
        table=shown.table,
        players=agreed.players,
    )


@bp.get("/tables/<int:table_id>/options")
@needs("score")
def agreed(table_id: int) -> ResponseReturnValue:
    """What the table agreed, in full once it is fixed; to be changed until the first deal, and
    later what never scores."""
    shown = load(table_id)
    form = fixed_form if shown.deals else rules_form
    return _options_page(shown, form(shown.game, shown.table.rules))


def agreed_anew(table_id: int) -> ResponseReturnValue:
    """The form as it was posted."""
    return _options_page(load(table_id), MultiDict(request.form))


@bp.post("/tables/<int:table_id>/options")
@renews_form(agreed_anew)
def agree(table_id: int) -> ResponseReturnValue:
    """Agrees something else: before the first deal, or what never scores."""
    shown, posted = load(table_id), MultiDict(request.form)
    try:
        rules = rules_told(shown.game, posted, _stands(shown, posted))
        store().agree_table(table_id, {"rules": rules}, ruled=posted.get("seen"), **by_form())
    except InvalidDeal as error:
        if error.field == "seen":
            posted.pop("seen")  # the page that says so is drawn from what is agreed now
        problem = said(error, shown.table.sitting, shown.game.scale)
        return _options_page(load(table_id), posted, problem=problem), 422
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _fixed(shown: Shown, posted: MultiDict) -> bool:
    """Whether a deal is there, or was as the form was drawn, which asks nothing that scores."""
    return bool(shown.deals) or "fixed" in posted


def _stands(shown: Shown, posted: MultiDict) -> dict[str, Any]:
    """What was agreed for good: after the first deal, all that scores."""
    if not _fixed(shown, posted):
        return {}
    return {key: value for key, value in shown.table.rules.items() if key not in shown.game.free}


def _options_page(shown: Shown, posted: MultiDict, **more: Any) -> str:
    if fixed := _fixed(shown, posted):
        agreed = fixed_form(shown.game, shown.table.rules).to_dict(flat=False)
        posted = MultiDict({**agreed, **posted.to_dict(flat=False)})
    return render_template(
        "tables/options.html",
        shown=shown,
        posted=posted,
        fixed=fixed,
        seen=posted.get("seen") or digest(shown.table.rules),
        key=new_key(),
        **more,
    )


@bp.get("/tables/<int:table_id>/count-again")
@needs("score")
def other(table_id: int) -> ResponseReturnValue:
    """The form that asks under which other rules to count."""
    shown = load(table_id)
    return _again_page(shown, rules_form(shown.game, shown.table.rules))


def other_anew(table_id: int) -> ResponseReturnValue:
    """The form as it was posted."""
    return _again_page(load(table_id), MultiDict(request.form))


@bp.post("/tables/<int:table_id>/count-again")
@renews_form(other_anew)
def count_again(table_id: int) -> ResponseReturnValue:
    """Both totals side by side; kept, the other count is a table of its own."""
    shown, posted, key = load(table_id), MultiDict(request.form), form_key()
    title = _copied_title(shown.table)  # before that: a double tap gives both the same
    if key and (kept := store().brought_in_by(key)):  # by this very form, whatever was told since
        return _kept(kept[0])
    try:
        rules = rules_told(shown.game, posted)
        counted = Shown(replace(shown.table, rules=rules), shown.deals)
        totals = counted.standing.totals
        if "keep" in posted:
            return _keep(counted, title, key)
    except InvalidDeal as error:
        problem = said(error, shown.table.sitting, shown.game.scale)
        where = None if error.deal is None else shown.index(error.deal)
        return _again_page(shown, posted, problem=problem, where=where), 422
    return _again_page(shown, posted, totals=totals)


def _again_page(shown: Shown, posted: MultiDict, **more: Any) -> str:
    return render_template(
        "tables/count_again.html", shown=shown, posted=posted, key=new_key(), **more
    )


def _copied_title(table: Table) -> str:
    """The title of a copy, or all who sit there, with the number of this one."""
    title = table.title or ", ".join(table.sitting)
    if table.counted_again_of:
        title = re.sub(r" \(\d\d?\)$", "", title)
    again = AGAIN.format(store().times_counted_again(table.counted_again_of or table.id) + 2)
    return title[: LONGEST_TITLE - len(again)].rstrip() + again


def _keep(counted: Shown, title: str, key: str | None) -> ResponseReturnValue:
    """The same facts under the other rules, as a table of its own, which is closed: nothing is
    played there. A deal that is half told does not come along."""
    table, counted = counted.table, Shown(counted.table, counted.told)
    opening = Opening(
        game=table.game,
        names=table.names,
        rules=table.rules,
        at_once=table.at_once,
        dealer=table.dealer,
        start=table.start,
        about={**about(table), "title": title},
        counted_again_of=table.counted_again_of or table.id,
    )
    tellings = [
        Telling(facts=deal.facts, dealer=deal.dealer, note=deal.note, told_at=deal.told_at)
        for deal in counted.told
    ]
    sheet = ToldTable("import", opening, None, tellings, counted.substitutes(), closed=True)
    (kept,) = store().import_tables([sheet], key=key, phone=phone())
    return _kept(Where(kept))


def _kept(there: Where) -> ResponseReturnValue:
    let_in_opener("score", there)
    return redirect(url_for("tables.show", table_id=there.table_id), 303)
