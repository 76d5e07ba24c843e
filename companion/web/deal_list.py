"""The deals of a sheet as they are listed, and the chart of their running totals."""

from __future__ import annotations

from functools import lru_cache

from flask import render_template, url_for
from markupsafe import Markup

from ..words import language
from .charts import Chart, chart
from .shown import Shown
from .shown_deal import ShownDeal

NEWEST = 5  # deals on the sheet itself: with them a first visit stays within its 40 kB


def listed_at(shown: Shown, number: int, anchored: bool = True) -> str:
    """Where the deal of this number is listed: on the sheet, or among all deals. To the sheet as
    it is seen first, if not `anchored`."""
    newest = shown.place_of(number) >= len(shown.told) - NEWEST
    page = "tables.show" if newest else "tables.deals"
    anchor = f"deal-{number}" if anchored or not newest else None
    return url_for(page, table_id=shown.table.id, _anchor=anchor)


def as_html(deal: ShownDeal) -> Markup:
    """A deal in the list."""
    return _as_html(deal, language())


def as_html_to_watch(deal: ShownDeal) -> Markup:
    """A deal in the list, for phones that may not correct it."""
    return _as_html(deal, language(), watching=True)


@lru_cache(maxsize=3_000)  # some 5 kB each; 25 tables of 40 deals, in three languages
def _as_html(deal: ShownDeal, language: str, watching: bool = False) -> Markup:
    """A deal of the sheet as HTML, drawn once a language: it changes only with what it is of."""
    return Markup(render_template("deals/_deal.html", shown_deal=deal, watching=watching))


def running_totals(shown: Shown) -> Chart:
    """The chart of the running totals, in points."""
    totals = [[n / shown.game.scale for n in one.totals] for one in shown.run]
    return chart(shown.table.sitting, totals, shown.standing.ranks)
