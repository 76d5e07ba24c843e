"""The saved answers held against what the facts make now: to look, and to put right on request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from ..games.message import InvalidDeal
from . import rows
from .connections import Connections, Writing
from .saving import scored
from .settling import settle_again

SCORES = """
SELECT d.number, s.seat, s.points, s.role FROM scores s JOIN deals d ON d.id = s.deal_id
WHERE d.table_id = ?
"""
KINDS = "SELECT number, outcome, kind FROM deals WHERE table_id = ? AND state = 'told'"
KIND = "UPDATE deals SET outcome = ?, kind = ? WHERE table_id = ? AND number = ?"
SUMS = "SELECT seat, after_deal, total, deals FROM seats WHERE table_id = ?"


class Difference(NamedTuple):
    """What is saved at a table otherwise than its facts make it; None: nothing is.

    `refused` says why nothing can be counted there: by the rules of today its facts cannot be.
    """

    table: int
    what: str
    saved: Any = None
    counted: Any = None
    refused: str = ""


class Rescoring(Connections):
    """Counts everything again."""

    def rescore(self, *, write: bool) -> list[Difference]:
        """All that is saved otherwise than it is counted now; `write`: it is put right.

        A table whose facts cannot be by now is named, and left as it is. Ask a fresh store: totals
        are written without a change in the history, so what was read before would stay.
        """
        found: list[Difference] = []
        with self.writing(None, "") if write else self._only_looking() as writing:
            for (table_id,) in writing.db.execute("SELECT id FROM tables ORDER BY id").fetchall():
                found += _counted_again(writing, table_id)
        return found

    def audit(self, table_id: int) -> list[Difference]:
        """What `rescore` would find at one table, while it is played. Nothing is put right."""
        with self._only_looking() as writing:
            return list(_counted_again(writing, table_id))

    @contextmanager
    def _only_looking(self) -> Iterator[Writing]:
        """A transaction of which nothing stays."""
        with suppress(_OnlyLooked), self.writing(None, "") as writing:
            yield writing
            raise _OnlyLooked


class _OnlyLooked(Exception):
    """Ends a transaction that was not to write."""


def _counted_again(writing: Writing, table_id: int) -> Iterator[Difference]:
    before = _saved(writing, table_id)
    find = "SELECT number FROM deals WHERE table_id = ?"
    numbers = [number for (number,) in writing.db.execute(find, [table_id])]
    try:
        settle_again(writing, table_id, *numbers)
    except InvalidDeal as error:
        names = rows.table(writing.db, table_id).names
        told = [deal.number for deal in rows.deals(writing.db, table_id) if deal.state == "told"]
        at = "" if error.deal is None else f"deal {told[error.deal]}, "
        yield Difference(table_id, at + error.field, refused=error.message.english(names))
        return
    _kept_as_scored(writing, table_id)
    after = _saved(writing, table_id)
    for what in sorted(before.keys() | after.keys()):
        if before.get(what) != after.get(what):
            yield Difference(table_id, what, before.get(what), after.get(what))


def _kept_as_scored(writing: Writing, table_id: int) -> None:
    """What came of each deal, and what was played, as their scores say it now."""
    table = rows.table(writing.db, table_id)
    for deal in rows.deals(writing.db, table_id):
        if deal.state == "told":
            now = scored(table, deal)
            writing.db.execute(KIND, [now.outcome, now.kind, table_id, deal.number])


def _saved(writing: Writing, table_id: int) -> dict[str, Any]:
    """The saved answers of a table, each by what it is an answer to."""
    db = writing.db
    (over,) = db.execute("SELECT over FROM tables WHERE id = ?", [table_id]).fetchone()
    found: dict[str, Any] = {"over": bool(over)}
    for number, *kind in db.execute(KINDS, [table_id]):
        found[f"deal {number}"] = kind
    for number, seat, *score in db.execute(SCORES, [table_id]):
        found[f"deal {number}, seat {seat}"] = score
    for seat, after_deal, *sums in db.execute(SUMS, [table_id]):
        found[f"seat {seat} from deal {after_deal} on"] = sums
    return found
