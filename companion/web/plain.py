"""The result of a table as plain text, to be pasted into a chat."""

from __future__ import annotations

from collections.abc import Iterator

from ..store import on_day
from ..words import day, plain, say, signed, total
from ..words import gettext as _
from .shown import Shown, about
from .shown_deal import ShownDeal


def result(shown: Shown) -> str:
    """What was played, who stands where, the note, the deals in a line each, the oldest first."""
    return "\n".join([_head(shown), *_ranks(shown), "", *_deals(shown)]).strip() + "\n"


def _head(shown: Shown) -> str:
    played = about(shown.table).get("date") or on_day(shown.table.opened_at)
    return " · ".join([shown.title, say(shown.game.title), day(played)])


def _ranks(shown: Shown) -> Iterator[str]:
    table, standing = shown.table, shown.standing
    for seat in sorted(range(len(table.sitting)), key=lambda seat: standing.ranks[seat]):
        reached = total(standing.totals[seat], shown.game)
        yield f"{standing.ranks[seat]}. {table.sitting[seat]}  {reached}"
    if standing.tie:
        yield say(standing.tie)


def _deals(shown: Shown) -> Iterator[str]:
    if note := shown.table.about.get("note"):
        yield note
    if any(shown.agreed.start):
        both = zip(shown.table.names, shown.agreed.start, strict=True)
        carried = " · ".join(f"{name} {total(n, shown.game)}" for name, n in both)
        yield "  ".join([_("Carried over"), carried])
    yield from shown.said_substitutes()
    for deal in reversed(shown.shown_deals()):
        yield "  ".join([deal.index, deal.count.sentence, *_points(deal)])
        yield from (f"   {step.text}" for step in deal.count.then)


def _points(deal: ShownDeal) -> Iterator[str]:
    """What it gave to whoever took, else to each; nothing where nobody played."""
    if deal.count.amount is not None:
        yield signed(deal.count.amount, deal.scale)
    elif deal.count.shares:
        told = ((deal.names[seat], deal.points[seat]) for seat in deal.told.plays)
        yield " · ".join(f"{name} {plain(n, deal.scale)}" for name, n in told)
