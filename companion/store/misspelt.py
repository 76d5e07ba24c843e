"""A misspelt name put right at a table of an evening: the person who was meant takes its place on
the list of the evening, in its wishes and in its draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from .attending import Attendance, attendances
from .coming import Came, sit_down
from .connections import Writing
from .people import SPELLINGS, merged, spellings
from .redrawing import PUT, redraw
from .values import Table, as_ids

# Whether the name is somebody of their own after all: they have or had a seat at another table of
# the evening, or points.
HAS_PART = f"""
SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id
WHERE s.player_id IN ({SPELLINGS}) AND t.evening_id = :evening_id AND t.id != :but
  AND t.deleted_at IS NULL
UNION SELECT 1 FROM adjustments WHERE evening_id = :evening_id AND player_id IN ({SPELLINGS})
"""
GAME = "SELECT game FROM tables WHERE id = ?"
THESE = "(SELECT value FROM json_each(:people))"
# What the list and the wishes of an evening say of some people, by table: its columns, and where.
KEPT = {
    "attendances": ("player_id, game, here, fee, paid, own", f"player_id IN {THESE}"),
    "wishes": ("one, other, together", f"(one IN {THESE} OR other IN {THESE})"),
}
OF_LIST = KEPT["attendances"][0].count(",") + 1

Kept = Mapping[str, list[list[Any]]]  # rows, by table
NOTHING: Kept = {kind: [] for kind in KEPT}


class Changed(NamedTuple):
    """What the list and the wishes said of these people before (`was`) and say `now`, and the draws
    that changed, as `redraw` gives them."""

    people: Sequence[int]
    was: Kept
    now: Kept
    drawn: Sequence[tuple[int, str, str]]


SITS_ONLY = Changed((), NOTHING, NOTHING, ())


def in_stead(writing: Writing, table: Table, gone: int, comes: int) -> tuple[Came, Came]:
    """Puts whom a misspelt name meant (`comes`) in the place of the name (`gone`) in the evening.
    Returns the parts of the snapshots before and after; empty if the name was not on the list.

    Where the name is somebody of their own too, they keep all, and the other one just sits down.
    """
    assert table.evening_id
    there = {one.player: one for one in attendances(writing.db, table.evening_id)}
    if gone not in there:
        return {}, {}
    stays = _has_part(writing, table.evening_id, table.id, gone)
    found = SITS_ONLY if stays else _put_right(writing, table.evening_id, there, gone, comes)
    was, now = sit_down(writing, table.evening_id, table.game, comes)
    both = {"evening_id": table.evening_id, "people": found.people}
    elsewhere = _has_part(writing, table.evening_id, table.id, comes)
    before = {"sits": gone, "goes": comes, "elsewhere": elsewhere, "put": found.was}
    before["here"] = there[gone].here
    before |= {**both, "over": found.now, "drawn": found.drawn}
    after = {"sits": comes, "goes": gone, "elsewhere": stays, "put": found.now}
    after |= {**both, "over": found.was, "drawn": [(n, new, old) for n, old, new in found.drawn]}
    return {**was, "stead": before}, {"stead": after, **now}


def _put_right(
    writing: Writing, evening_id: int, there: Mapping[int, Attendance], gone: int, comes: int
) -> Changed:
    """Everything that the evening says of `gone` it says of `comes` from now on."""
    theirs, mine = (spellings(writing.db, one) for one in (gone, comes))
    was = _kept(writing, evening_id, people := theirs + mine)
    entry = [comes, *_as_one(there.get(comes), there[gone])]
    now: Kept = {"attendances": [entry], "wishes": _meant(was["wishes"], theirs, comes)}
    _put(writing, evening_id, people, now)
    drawn = redraw(writing, evening_id, dict.fromkeys(theirs, comes), published=True)
    return Changed(people, was, now, drawn)


def put_stead(writing: Writing, table_id: int, columns: Mapping[str, Any]) -> None:
    """Puts back what list, wishes and draws said of the two people, unless somebody changed that
    since, or the one who `goes` has got a seat elsewhere since. The one who `sits` there then is
    checked in all the same where it cannot be put back, or if they were `here`.
    """
    evening_id, people, one_of = columns["evening_id"], columns["people"], merged(writing.db)
    sits, goes = (one_of.get(columns[one], columns[one]) for one in ("sits", "goes"))
    over, now = _whole(columns["over"]), _kept(writing, evening_id, people)
    apart = _told_apart(over, now)
    same = now == _marked(over, apart)
    back = same and (columns["elsewhere"] or not _has_part(writing, evening_id, table_id, goes))
    if back:
        _put(writing, evening_id, people, _marked(_whole(columns["put"]), apart))
        for number, put, instead in columns["drawn"]:
            asked = {"evening_id": evening_id, "number": number, "new": put, "over": instead}
            writing.db.execute(f"{PUT} AND drawn = :over", asked)
    if columns.get("here", True) or not back:
        (game,) = writing.db.execute(GAME, [table_id]).fetchone()
        sit_down(writing, evening_id, game, sits)


def _has_part(writing: Writing, evening_id: int, table_id: int, player: int) -> bool:
    asked = {"evening_id": evening_id, "but": table_id, "player": player}
    return writing.db.execute(HAS_PART, asked).fetchone() is not None


def _kept(writing: Writing, evening_id: int, people: Collection[int]) -> Kept:
    asked = {"evening_id": evening_id, "people": as_ids(people)}
    find = "SELECT {} FROM {} WHERE evening_id = :evening_id AND {} ORDER BY 1, 2"
    return {
        kind: [list(row) for row in writing.db.execute(find.format(columns, kind, at), asked)]
        for kind, (columns, at) in KEPT.items()
    }


def _whole(kept: Kept) -> Kept:
    """A snapshot with all columns: before m019 none said whose fee is their own (`own`)."""
    return {**kept, "attendances": [[*row, None][:OF_LIST] for row in kept["attendances"]]}


def _told_apart(over: Kept, now: Kept) -> dict[tuple[int, int], int | None]:
    """What `own` has become since, by fee and whether it is paid. A new fee of all changes it
    (`attending.change_fee`), and that is no change of these people."""
    both = zip(over["attendances"], now["attendances"], strict=False)
    return {(fee, paid): own for was, (*_, fee, paid, own) in both if own != was[-1]}


def _marked(kept: Kept, apart: Mapping[tuple[int, int], int | None]) -> Kept:
    """A snapshot with `own` as it has become since."""
    rows = [[*row[:-1], apart.get((row[-3], row[-2]), row[-1])] for row in kept["attendances"]]
    return {**kept, "attendances": rows}


def _put(writing: Writing, evening_id: int, people: Collection[int], kept: Kept) -> None:
    asked = {"evening_id": evening_id, "people": as_ids(people)}
    for kind, (columns, at) in KEPT.items():
        writing.db.execute(f"DELETE FROM {kind} WHERE evening_id = :evening_id AND {at}", asked)
        for row in kept[kind]:
            marks = ", ".join("?" * len(row))
            put = f"INSERT INTO {kind} (evening_id, {columns}) VALUES (?, {marks})"
            writing.db.execute(put, [evening_id, *row])


def _as_one(mine: Attendance | None, theirs: Attendance) -> list[Any]:
    """Game, here, fee, paid and own of two attendances that become one: those of `mine`, if there
    is one; what either has paid is paid."""
    kept, paid = mine or theirs, [one for one in (mine, theirs) if one and one.paid]
    owed = paid or [kept]
    here, fee = theirs.here or kept.here, sum(one.fee for one in owed)
    return [kept.game, int(here), fee, int(bool(paid)), owed[0].own]


def _meant(wishes: Sequence[Sequence[int]], theirs: Collection[int], comes: int) -> list[list[int]]:
    """The wishes once `theirs` are those of `comes`; where two differ, the one of `comes` holds."""
    found: dict[tuple[int, ...], int] = {}
    for *pair, together in sorted(wishes, key=lambda wish: bool({*wish[:2]} & {*theirs})):
        meant = {comes if one in theirs else one for one in pair}
        if len(meant) > 1:
            found.setdefault(tuple(sorted(meant)), together)
    return sorted([*pair, together] for pair, together in found.items())
