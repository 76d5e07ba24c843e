"""Opening a table and changing what was agreed; putting it away."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..games import GAMES
from ..games.base import Agreed, Told
from ..games.facts import agreed_rules, options, tell
from ..games.message import InvalidDeal, refuse
from ..games.names import checked_name, checked_names, fold
from . import history, rows
from .connections import Connections, Writing
from .people import person
from .replaying import seat_keys
from .saving import add_all
from .settling import settle_again
from .values import Opening, Substitute, Table, Telling, clean

ABOUT = ("title", "date", "evening", "position", "table", "note")


@dataclass(frozen=True)
class Sheet:
    """A table to be opened, and what has been told there already."""

    kind: str
    opening: Opening
    uid: str | None
    deals: Sequence[Telling] = ()
    substitutes: Sequence[Substitute] = ()
    closed: bool = False


class Tables(Connections):
    """The writers of tables. Each answers a form that comes twice as it did the first time."""

    def open_table(
        self,
        game: str,
        names: Sequence[str],
        rules: Mapping[str, Any],
        at_once: int | None = None,
        dealer: int = 0,
        start: Sequence[int] = (),
        about: Mapping[str, str] | None = None,
        *,
        key: str | None,
        phone: str,
        uid: str | None = None,
    ) -> Table:
        """Opens a table; InvalidDeal for what cannot be agreed, in the words of the sheet."""
        opening = Opening(
            game=game,
            names=names,
            rules=rules,
            at_once=at_once,
            dealer=dealer,
            start=start,
            about=about or {},
        )
        return self._open(Sheet("open", opening, uid), key, phone)

    def import_table(
        self,
        opening: Opening,
        deals: Sequence[Telling] = (),
        substitutes: Sequence[Substitute] = (),
        *,
        key: str | None,
        phone: str,
        uid: str | None = None,
        closed: bool = False,
    ) -> Table:
        """Opens a table with all its deals at once, or not at all.

        InvalidDeal's `deal` is the place, from 0, of the deal that cannot be.
        """
        sheet = Sheet("import", opening, uid, deals, substitutes, closed)
        return self._open(sheet, key, phone)

    def import_tables(
        self, sheets: Sequence[Sheet], *, key: str | None, phone: str
    ) -> Sequence[int]:
        """Opens the tables of many sheets, all of them or none; their numbers."""
        asked = [[vars(sheet.opening), sheet.uid, len(sheet.deals)] for sheet in sheets]
        with self.writing(key, phone, *asked) as writing:
            if not writing.repeated:
                writing.answer = {"tables": [bring_in(writing, sheet).id for sheet in sheets]}
            tables: list[int] = writing.answer["tables"]
            return tables

    def _open(
        self,
        sheet: Sheet,
        key: str | None,
        phone: str,
    ) -> Table:
        asked = [sheet.kind, vars(sheet.opening), *(vars(deal) for deal in sheet.deals)]
        with self.writing(key, phone, *asked) as writing:
            if not writing.repeated:
                writing.answer = {"table_id": bring_in(writing, sheet).id}
            return rows.table(writing.db, writing.answer["table_id"])

    def change_table(
        self,
        table_id: int,
        *,
        key: str | None,
        phone: str,
        about: Mapping[str, str] | None = None,
        rules: Mapping[str, Any] | None = None,
        at_once: int | None = None,
        dealer: int | None = None,
        names: Sequence[str] | None = None,
        start: Sequence[int] | None = None,
        closed: bool | None = None,
        deleted: bool | None = None,
    ) -> Table:
        """Changes what is given; InvalidDeal where it cannot be agreed, or no more.

        `about` (the texts that are given), `closed` and `deleted` any time, what was agreed until
        the first deal, but for options that never score.
        """
        agreed: dict[str, Any] = {"rules": rules, "at_once": at_once, "dealer": dealer}
        agreed |= {"names": names, "start": start}
        agreed = {part: value for part, value in agreed.items() if value is not None}
        marks = {"closed_at": closed, "deleted_at": deleted}
        with self.writing(key, phone, table_id, about, agreed, marks) as writing:
            if not writing.repeated:
                table = rows.table(writing.db, table_id)
                after = _agreed_anew(writing, table, agreed) if agreed else {}
                after |= (
                    {"about": about_told({**table.about, **about})} if about is not None else {}
                )
                put_change(writing, table, after | _marked(writing, table, marks))
                writing.answer = {"table_id": table_id}
            return rows.table(writing.db, table_id)


def seat_anew(writing: Writing, table_id: int, names: Sequence[str]) -> None:
    """Seats others before the first deal; InvalidDeal after it, or for too many or too few."""
    table = rows.table(writing.db, table_id)
    put_change(writing, table, _agreed_anew(writing, table, {"names": names}))


def bring_in(writing: Writing, sheet: Sheet) -> Table:
    """The table with all its deals; InvalidDeal says which one cannot be."""
    table = open_sheet(writing, sheet)
    add_all(writing, table, sheet.deals)
    return table


def open_sheet(writing: Writing, sheet: Sheet) -> Table:
    """The table, its seats and the first entry of its history."""
    opening, uid = sheet.opening, sheet.uid or uuid.uuid4().hex
    if not re.fullmatch("[0-9a-f]{32}", uid.lower()):
        raise refuse("32 hex digits", at="id")
    if rows.tables(writing.db, "WHERE t.uid = :uid", uid=uid.lower()):
        raise refuse("this sheet is here already", at="id")
    columns = {"uid": uid.lower(), "game": opening.game, **_agreed(opening, sheet.deals[:1])}
    columns |= {"about": about_told(opening.about), "opened_at": writing.at}
    columns |= {"closed_at": writing.at if sheet.closed else None}
    table_id = history.add(writing, "tables", {**columns, "over": 0})
    sitting = _sitting(writing, checked_names(opening.names))
    for one in sheet.substitutes:
        sitting = _sit_down(writing, sitting, one, len(sheet.deals))
    history.put(writing, table_id, {"seats": sitting})
    history.record(writing, table_id, sheet.kind, {}, {"table": columns, "seats": sitting})
    return rows.table(writing.db, table_id)


def _agreed(opening: Opening, deals: Sequence[Telling] = ()) -> dict[str, Any]:
    """The columns of what is agreed, every option written out; InvalidDeal for what cannot be."""
    if opening.game not in GAMES:
        raise refuse("one of {games}", at="game", games=tuple(GAMES))
    game, names = GAMES[opening.game], checked_names(opening.names)
    seats, players = len(names), opening.at_once or len(names)
    if seats - players not in (0, 1):
        raise refuse("of {n} players all play, or all but one", at="seats", n=seats)
    if not 0 <= opening.dealer < seats:
        raise refuse("this player is not at the table", at="dealer")
    start = tuple(opening.start) or (0,) * seats
    if len(start) != seats:
        raise refuse("there should be {n} of them", at="start", n=seats)
    agreed = Agreed(game, agreed_rules(game, opening.rules), seats, players, start)
    game.agree(agreed)
    try:
        game.tally(_first(agreed, opening.dealer, deals), agreed)
    except InvalidDeal as error:
        raise error.told_as(names) from None
    every = options(agreed.rules)
    return {"options": every, "at_once": players, "dealer": opening.dealer, "start": list(start)}


def _first(agreed: Agreed, dealer: int, deals: Sequence[Telling]) -> list[Told]:
    """The first deal of a sheet: totals carried over are held against the limit that it raises."""
    with suppress(InvalidDeal):  # said later, with its place
        keys = seat_keys(agreed.seats)
        return [tell(agreed, one.facts, dealer, keys) for one in deals[:1] if not one.half]
    return []


def about_told(told: Mapping[str, str]) -> dict[str, str]:
    """The texts of a table as they are kept; InvalidDeal for one that nothing is called by."""
    for key in told:
        if key not in ABOUT:
            raise refuse("nothing is called so here", at=key)
    return {key: text for key in ABOUT if (text := clean(told.get(key, "")))}


def _sitting(writing: Writing, names: Sequence[str]) -> history.Sitting:
    sitting = [[seat, 0, person(writing.db, name), name] for seat, name in enumerate(names)]
    for seat, _, who, name in sitting:
        if who in [other[2] for other in sitting[:seat]]:  # two spellings that were merged
            raise refuse("{name} is there twice", at="players", name=name)
    return sitting


def _sit_down(
    writing: Writing, sitting: history.Sitting, one: Substitute, deals: int
) -> history.Sitting:
    if not 1 <= one.place <= deals + 1:
        raise refuse("not between {low} and {high}", at="deal", low=1, high=deals + 1)
    name = checked_name(one.name, "by")
    who = [one.seat, one.place - 1, person(writing.db, name), name]
    return [*(other for other in sitting if other[:2] != who[:2]), who]


def _agreed_anew(writing: Writing, table: Table, new: dict[str, Any]) -> dict[str, Any]:
    """What changes in what was agreed: columns and seats; only what never scores after a deal."""
    if (table.deals or table.half) and not _never_scores(table, new):
        raise refuse("this was agreed before the first deal", at=_field(new))
    names = new.get("names", table.sitting)
    all_play = table.at_once == len(table.seats)
    at_once = None if all_play and "names" in new else table.at_once
    opening = Opening(
        game=table.game,
        names=names,
        rules=new.get("rules", table.rules),
        at_once=new.get("at_once", at_once),
        dealer=new.get("dealer", table.dealer if len(names) > table.dealer else 0),
        start=new.get("start", _carried(table, names)),
    )
    seats = {"seats": _sitting(writing, checked_names(names))} if "names" in new else {}
    return {**_agreed(opening), **seats}


def _never_scores(table: Table, new: Mapping[str, Any]) -> bool:
    """Whether all that would change are options that the game leaves free."""
    game = GAMES[table.game]
    rules = options(agreed_rules(game, new.get("rules", table.rules)))
    changed = {key for key, value in rules.items() if value != table.rules[key]}
    return [*new] == ["rules"] and changed <= {*game.free}


def _field(new: Mapping[str, Any]) -> str:
    """The field of the sheet by its own name."""
    words = {"names": "players", "at_once": "seats"}
    return next(words.get(part, part) for part in new)


def _carried(table: Table, names: Sequence[str]) -> list[int]:
    """What each was given to start with goes with the person."""
    carried = {fold(seat.sitting): seat.start for seat in table.seats}
    return [carried.get(fold(name), 0) for name in names]


def _marked(
    writing: Writing, table: Table, marks: Mapping[str, bool | None]
) -> dict[str, str | None]:
    """When the table was put away or deleted, where that changes."""
    return {
        column: writing.at if mark else None
        for column, mark in marks.items()
        if mark is not None and mark != bool(getattr(table, column))
    }


def put_change(writing: Writing, table: Table, new: dict[str, Any]) -> None:
    """Puts what is really new in place, and keeps in the history what was there."""
    seats, after = new.pop("seats", None), new
    before = history.of_table(table, *after)
    after = {column: value for column, value in after.items() if value != before[column]}
    before = {column: before[column] for column in after}
    was: dict[str, Any] = {"table": before} if after else {}
    put: dict[str, Any] = {"table": after} if after else {}
    if seats and not history.same_seats(seats, history.of_seats(table)):
        was["seats"], put["seats"] = history.of_seats(table), seats
    if put:
        history.put(writing, table.id, put)
        settle_again(writing, table.id)
        history.record(writing, table.id, _kind(put), was, put)


def _kind(after: Mapping[str, Any]) -> str:
    """The one word for what was done."""
    columns = after.get("table", {})
    if "deleted_at" in columns:
        return "delete_table" if columns["deleted_at"] else "restore_table"
    if "closed_at" in columns:
        return "close" if columns["closed_at"] else "reopen"
    if "called_at" in columns:
        return "call" if columns["called_at"] else "seen"
    if columns.keys() & {"evening_id", "position", "place"}:
        return "evening"
    if "seats" in after:
        return "seats"
    return "about" if list(columns) == ["about"] else "rules"
