"""What a second phone says of a deal: confirmed, or disputed and why. Nothing waits for it.

A verdict is about the deal as it was told, so a correction takes it off. It is no revision of the
deal: a phone that corrects the deal meanwhile is not disturbed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..games.message import refuse
from . import history, rows
from .connections import Connections, Writing
from .errors import Conflict
from .values import Change, Saved, Verdict, clean

TELLS = ("tell", "correct", "restore", "arrive", "import")
LONGEST_WHY = 60


class Verdicts(Connections):
    """The writer of verdicts. It answers a form that comes twice as it did the first time."""

    def judge(
        self,
        table_id: int,
        number: int,
        verdict: Verdict,
        why: str = "",
        *,
        revision: int,
        key: str | None,
        phone: str,
        seen: str | None = None,
    ) -> Saved:
        """Confirms or disputes a deal that another phone told; an earlier verdict is replaced.
        `seen`: what was said to be wrong by then; None: the form does not say.

        Raises InvalidDeal where that cannot be said, NotThere, and Conflict where the deal was
        changed since, or disputed.
        """
        asked = [table_id, number, verdict, why, revision]
        with self.writing(key, phone, "judge", *asked) as writing:
            if not writing.repeated:
                saved = _judge(writing, table_id, number, revision, seen, verdict, _said(why))
                writing.answer = vars(saved)
            return writing.saved

    def told_by(self, table_id: int, number: int) -> str:
        """The phone that told a deal, or corrected it last; empty if that is not known."""
        return _told_by(rows.changes(self.db, table_id), number)


def _judge(
    writing: Writing,
    table_id: int,
    number: int,
    revision: int,
    seen: str | None,
    verdict: Verdict,
    why: str,
) -> Saved:
    table = rows.there(writing, table_id)
    found = rows.deal(writing, table, number)
    disputed = seen is not None and found.why not in ("", seen, why)
    if disputed or found.state != "told" or found.revision != revision:
        raise Conflict(found)
    if writing.phone and writing.phone == _told_by(rows.changes(writing.db, table_id), number):
        raise refuse("this phone told the deal: only another one can confirm it", at="verdict")
    if verdict == "disputed" and not why:
        raise refuse("say in a word what is wrong", at="why")
    judged = replace(found, verdict=verdict, why=why if verdict == "disputed" else "")
    if judged == found:
        return Saved(table_id, number, table.version)
    before, after = (
        {"deal": history.of_deal(one, "number", *history.VERDICT)} for one in (found, judged)
    )
    history.put(writing, table_id, after)
    made = history.record(writing, table_id, history.JUDGES[verdict], before, after)
    return Saved(table_id, number, made)


def _told_by(changes: Sequence[Change], number: int) -> str:
    """The phone of the newest change that tells the deal and was not undone."""
    for one in changes:
        of_it = one.deal == number or one.kind == "import"
        if of_it and one.kind in TELLS and not one.undone:
            return one.phone
    return ""


def _said(why: str) -> str:
    """What is wrong, as it is kept: one line, without characters that nobody can see."""
    seen = "".join(one if one.isprintable() else " " for one in clean(why))
    return " ".join(seen.split())[:LONGEST_WHY].strip()
