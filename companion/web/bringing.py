"""An evening in a ZIP: held against the one that has its id here, and brought in with all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..games.kinds import MOST
from ..games.message import refuse
from ..games.names import fold
from ..sheets import Sheet, Wrong
from ..sheets import evening as file
from ..sheets.archive import Archive, in_file, unpacked
from ..sheets.evening_reading import counted
from ..store import BroughtTable, Evening, Whole, clean
from ..words import gettext as _
from ..words import with_commas
from . import store
from .archive import told
from .brought import Brought, brought, opened
from .differing import Difference, differences
from .rights import may, may_at, phone
from .shown import title


@dataclass(frozen=True)
class Found:
    """What a file holds, and what of it is here already."""

    archive: Archive
    tables: tuple[Brought, ...]
    known: Evening | None

    @cached_property
    def differences(self) -> list[Difference]:
        """What is here and says something else than the file."""
        return [*(self._evening() if self.known else ()), *self._tables()]

    @property
    def same(self) -> bool:
        """Whether all of it is here as the file says it."""
        return bool(self.known) and not self.differences

    def _evening(self) -> Iterator[Difference]:
        assert self.known
        tables = store().tables_at(self.known.id)
        attendances = store().attendances(self.known.id)
        ours = told(self.known, tables, "plain", attendances)
        yield from differences(ours, _as_kept(self.archive.evening))
        in_file = {one.known.table.id for one in self.tables if one.known}
        for table in tables:
            if table.id not in in_file:
                yield _table(table.position, table.place), title(table), ""

    def _tables(self) -> Iterator[Difference]:
        for one, (position, place, sheet) in zip(self.tables, self.archive.sheets, strict=True):
            if one.known is None:
                if self.known:
                    yield _table(position, place), "", with_commas(sheet.names)
                continue
            called = _table(position, place)
            for what, ours, theirs in one.differences:
                yield _("%(name)s: %(words)s") % {"name": called, "words": what}, ours, theirs
            here = one.known.table
            if here.deleted_at or here.evening_id != (self.known.id if self.known else None):
                yield called, "", title(here)


def _table(position: int | None, place: int | None) -> str:
    """What a table is called: by its position and its place, where it has them."""
    return _("Table %(n)s") % {"n": f"{position}-{place}"} if position else _("Table")


def read(octets: bytes) -> Found:
    """What is in the file; Wrong for what cannot be, or is here and not for this phone."""
    archive = unpacked(octets)
    known = store().evening_by_uid(archive.evening.id)
    if known and not may("organise", evening_id=known.id):
        raise Wrong(refuse("this evening is here already", at="id"), ())
    return Found(archive, tuple(map(_brought, archive.sheets)), known)


def _brought(one: tuple[int, int, Sheet]) -> Brought:
    position, place, sheet = one
    with in_file(f"sheets/{position}-{place}.json"):
        return brought(sheet)


def take(found: Found, key: str | None) -> Evening:
    """The evening of the file: the one that is here and says the same, or a new one."""
    if found.known and not found.differences:
        return found.known
    return store().bring_evening(_whole(found), key=key or None, phone=phone())


def _whole(found: Found) -> Whole:
    """What is here and says something else gets another id; what is here and free is taken in."""
    evening = found.archive.evening
    return Whole(
        evening={
            "uid": None if found.known else evening.id,
            "name": evening.name,
            "date": evening.date,
            "place": evening.place,
            "games": evening.games,
            "fee": counted("fee", evening.fee, 100),
            "profile": evening.profile,
            "corrects": evening.corrects,
            "shown": evening.shown,
            "planned": evening.planned,
        },
        closed=evening.closed,
        attendances=[{**vars(one), "fee": counted("fee", one.fee, 100)} for one in evening.players],
        wishes=[(*one.players, one.together) for one in evening.wishes],
        adjustments=list(_adjustments(evening)),
        positions=list(_positions(evening)),
        tables=list(_tables(found)),
    )


def _adjustments(evening: file.Evening) -> Iterator[dict[str, object]]:
    for one in evening.adjustments:
        points = counted("points", one.points, file.scale_of(one.game), least=-MOST)
        told = {key: value for key, value in vars(one).items() if key != "player"}
        yield {**told, "name": one.player, "points": points}


def _positions(evening: file.Evening) -> Iterator[dict[str, object]]:
    """What is drawn; tables opened without a draw need none."""
    for one in evening.positions:
        if not (one.published or one.drawn or one.sits_out):
            continue
        drawn = [
            {"place": at.table, "game": at.game, "players": list(at.players)} for at in one.drawn
        ]
        yield {**vars(one), "tables": drawn, "sits_out": list(one.sits_out)}


def _as_kept(evening: file.Evening) -> file.Evening:
    """An evening of a file, with its texts as they are kept here, and people as they are called."""
    adjusted = tuple(replace(one, reason=clean(one.reason)) for one in evening.adjustments)
    name, place = clean(evening.name), clean(evening.place)
    kept = replace(evening, name=name, place=place, adjustments=adjusted)
    return _as_called(kept, store().names_now())


def _as_called(evening: file.Evening, now: Mapping[str, str]) -> file.Evening:
    """With people as they are called by `now`; as it is, where two of them would be one."""

    def called(name: str) -> str:
        return now.get(fold(name), name)

    def all_of(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(called, names))

    def drawn(table: file.Drawn) -> file.Drawn:
        return replace(table, players=all_of(table.players))

    if len({fold(called(one.name)) for one in evening.players}) < len(evening.players):
        return evening
    return replace(
        evening,
        players=tuple(replace(one, name=called(one.name)) for one in evening.players),
        wishes=tuple(
            replace(one, players=(called(one.players[0]), called(one.players[1])))
            for one in evening.wishes
        ),
        adjustments=tuple(replace(one, player=called(one.player)) for one in evening.adjustments),
        positions=tuple(
            replace(one, drawn=tuple(map(drawn, one.drawn)), sits_out=all_of(one.sits_out))
            for one in evening.positions
        ),
    )


def _tables(found: Found) -> Iterator[BroughtTable]:
    """As the file lists them, but each after the one that its totals come from."""
    evening = found.archive.evening
    both = zip(found.tables, found.archive.sheets, strict=True)
    pairs = {one.sheet.head.id or "": (one, sheet) for one, sheet in both}
    for its in _each_after_its_source(list(pairs), evening.goes_on):
        one, (position, place, sheet) = pairs[its]
        place = evening.places.get(its, place)
        yield BroughtTable(
            opened(sheet, None if one.known else its),
            position or None,
            place if position else None,
            known=_free(one),
            id=its,
            goes_on=evening.goes_on.get(its),
            counted_again=evening.counted_again.get(its),
        )


def _each_after_its_source(uids: list[str], goes_on: Mapping[str, str]) -> list[str]:
    """In this order, for it says which sheet of a place came first; a source moves to the front of
    what goes on with it."""
    found: list[str] = []
    for uid in uids:
        way = [uid]
        while (source := goes_on.get(way[-1])) and source not in found:
            way.append(source)
        found += [one for one in reversed(way) if one not in found]
    return found


def _free(one: Brought) -> int | None:
    """The table that is here, says the same and is in no evening, to be taken in. Whoever takes it
    in organises it from then on, so the phone must be allowed to enter deals there."""
    if one.known is None or not one.same:
        return None
    table = one.known.table
    if not may_at("score", table):
        return None
    return None if table.deleted_at or table.evening_id else table.id
