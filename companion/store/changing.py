"""Changing a table after it was opened: its texts, what was agreed; closing and deleting it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import rows
from .agreeing import about_told, agreed_anew, check_seen, refuse_ruled_anew
from .connections import Connections, marked
from .opening import put_change, refuse_begun
from .stepping import check_carried, check_place
from .values import Table


class Changing(Connections):
    """The writers of what a table is called, agrees, and whether it is put away. Each gives the
    table as it is then."""

    def describe_table(
        self, table_id: int, about: Mapping[str, str], *, key: str | None, phone: str
    ) -> Table:
        """Changes the texts that are given, at any time; InvalidDeal for what is no text of a
        table's."""
        with self.writing(key, phone, "describe", table_id, about) as writing:
            if not writing.repeated:
                table = rows.table(writing.db, table_id)
                put_change(writing, table, {"about": about_told({**table.about, **about})})
            return rows.table(writing.db, table_id)

    def agree_table(
        self,
        table_id: int,
        new: Mapping[str, Any],
        *,
        key: str | None,
        phone: str,
        sat: Sequence[str] | None = None,
        ruled: str | None = None,
    ) -> Table:
        """Agrees what is `new` of `names`, `at_once`, `dealer` and `rules`, until the first deal;
        options that never score later too.

        InvalidDeal where it cannot be agreed, or no more, where others sit by now than those who
        `sat` there, seat by seat, on the page that asks, or other rules are agreed by now than
        those of the digest `ruled`.
        """
        with self.writing(key, phone, "agree", table_id, new) as writing:
            if not writing.repeated:
                table = rows.table(writing.db, table_id)
                check_seen(sat, table.sitting)
                refuse_ruled_anew(ruled, table.rules, new.get("rules", {}))
                put_change(writing, table, agreed_anew(writing, table, new))
            return rows.table(writing.db, table_id)

    def close_table(
        self, table_id: int, *, key: str | None, phone: str, unless_begun: bool = False
    ) -> Table:
        """Puts the sheet away; InvalidDeal where a deal is half told, if asked to mind that."""
        return self._mark(table_id, "closed_at", True, key, phone, unless_begun)

    def reopen_table(self, table_id: int, *, key: str | None, phone: str) -> Table:
        """Takes the sheet out again; InvalidDeal where others play at its place by now, or with its
        totals."""
        return self._mark(table_id, "closed_at", False, key, phone)

    def delete_table(self, table_id: int, *, key: str | None, phone: str) -> Table:
        """Deletes a table that was opened by mistake; all of it is kept."""
        return self._mark(table_id, "deleted_at", True, key, phone)

    def restore_table(self, table_id: int, *, key: str | None, phone: str) -> Table:
        """Brings a deleted table back; raises as `reopen_table` does."""
        return self._mark(table_id, "deleted_at", False, key, phone)

    def _mark(
        self,
        table_id: int,
        column: str,
        now: bool,
        key: str | None,
        phone: str,
        unless_begun: bool = False,
    ) -> Table:
        with self.writing(key, phone, "mark", table_id, column, now) as writing:
            if not writing.repeated:
                table = rows.table(writing.db, table_id)
                if unless_begun:
                    refuse_begun(table)
                put_change(writing, table, new := marked(writing, table, {column: now}))
                if None in new.values():
                    back = rows.table(writing.db, table_id)
                    check_carried(writing, back)
                    check_place(writing, back)
            return rows.table(writing.db, table_id)
