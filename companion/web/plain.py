"""The result of a table as plain text, to be pasted into a chat."""

from __future__ import annotations

from collections.abc import Iterator

from ..words import signed
from .shown import Shown


def result(shown: Shown) -> str:
    """The title, who stands where, the deals in a line each, the oldest first."""
    return "\n".join([shown.title, *_ranks(shown), "", *_deals(shown)]).strip() + "\n"


def _ranks(shown: Shown) -> Iterator[str]:
    table, standing, scale = shown.table, shown.standing, shown.game.scale
    for seat in sorted(range(len(table.sitting)), key=lambda seat: standing.ranks[seat]):
        total = signed(standing.totals[seat], scale)
        yield f"{standing.ranks[seat]}. {table.sitting[seat]}  {total}"


def _deals(shown: Shown) -> Iterator[str]:
    for deal in reversed(shown.shown_deals()):
        amount = deal.count.amount
        points = "" if amount is None else f"  {signed(amount, shown.game.scale)}"
        yield f"{deal.index}  {deal.count.sentence}{points}"
