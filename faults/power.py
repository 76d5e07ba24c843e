"""The power is cut at any moment: what could a disk hold then, and is a promised deal gone?

Deals are told through the real store while everything that SQLite asks of the disk is recorded.
Then, for many moments at which the power could be cut, the disk is built as it could be. The model:

- what a file had when it was last synced is there; of the writes since then, all may be gone
  (drop), all there (keep), some there (subset), or of some only the first sectors of 512 octets
  (torn);
- a new file keeps its name, and a deleted one stays deleted, once the folder is synced. SQLite does
  that when it first syncs a file that it made, and at a deletion that asks for it.

`python -m faults.power FOLDER DEALS SYNCHRONOUS` is the evening that is recorded, in a process of
its own.
"""

from __future__ import annotations

import pickle
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from companion.store import Opening, Store, migrate

from .disk import OK, Asked, watch

AS_IT_IS = "as it is"  # PRAGMA synchronous as the store sets it
HOWS = ("drop", "keep", "subset", "torn")
SECTOR = 512
TABLES, LIVES = 3, 3  # tables that play; how often the store is opened and closed
FACTS = {"declarer": "0", "contract": "garde", "oudlers": 2}
SAVED = """
SELECT d.note, group_concat(s.points) FROM deals d JOIN scores s ON s.deal_id = d.id
GROUP BY d.id
"""
OF_DEAL = """
SELECT group_concat(s.points) FROM deals d JOIN scores s ON s.deal_id = d.id WHERE d.note = ?
"""
SPOILT = """
SELECT count(*) FROM seats t WHERE total != (SELECT coalesce(sum(points), 0)
  FROM deals d JOIN scores s ON s.deal_id = d.id WHERE d.table_id = t.table_id AND s.seat = t.seat)
"""


class Evening(NamedTuple):
    """What was asked of the disk, and which deals were promised as saved."""

    asked: list[Asked]
    promised: list[tuple[int, str, str]]  # after how many of `asked`; note and scores of the deal


class Cuts(NamedTuple):
    """What came of all cuts of the power."""

    synchronous: str
    promised: int
    cuts: int
    lost: int  # disks, of all after all cuts, on which a promised deal was gone
    most: int  # deals that were gone on one of them
    corrupt: int  # disks whose database cannot be used
    waits: float  # how often the disk was waited for, for each promised deal

    @property
    def holds(self) -> bool:
        """Whether nothing that was promised is gone."""
        return self.promised > 0 and not self.lost and not self.corrupt

    def __str__(self) -> str:
        return (
            f"power cut {self.cuts} times x {len(HOWS)} disks, synchronous {self.synchronous},"
            f" {self.promised} deals promised: {self.lost} disks lost some (at most {self.most}),"
            f" {self.corrupt} corrupt; {self.waits:.2f} waits for the disk a deal"
        )


@dataclass
class Content:
    """One file: what it holds for good, and what was asked since its last sync."""

    good: bytearray = field(default_factory=bytearray)
    since: list[Asked] = field(default_factory=list)
    made: bool = False  # by SQLite, and not synced yet

    def after(self, how: str, chance: random.Random) -> bytes:
        """What it could hold if the power is cut now; `how` is one of HOWS."""
        found = bytearray(self.good)
        for asked in self.since:
            if how == "keep" or (how != "drop" and chance.random() < 0.5):
                _do(found, _torn(asked, chance) if how == "torn" else asked)
        return bytes(found)


class Disk:
    """A folder on a disk, with the names as they are now and as they are kept for good."""

    def __init__(self) -> None:
        self._now: dict[str, Content] = {}
        self._good: dict[str, Content] = {}

    def take(self, asked: Asked) -> None:
        """Does the next thing that is asked."""
        content = self._now.get(asked.name)
        if asked.what == "open" and content is None:
            self._now[asked.name] = self._good[asked.name] = Content(bytearray(asked.data))
        elif asked.what == "create":
            self._now[asked.name] = Content(made=True)
        elif asked.what == "delete":
            self._now.pop(asked.name, None)
            self._good = dict(self._now) if asked.offset else self._good
        elif asked.what == "sync" and content:
            self._sync(content)
        elif asked.what in ("write", "truncate") and content:
            content.since.append(asked)

    def _sync(self, content: Content) -> None:
        for asked in content.since:
            _do(content.good, asked)
        content.since.clear()
        if content.made:
            content.made, self._good = False, dict(self._now)

    def after(self, how: str, chance: random.Random) -> dict[str, bytes]:
        """The files by name, as they could be if the power is cut now; `how` is one of HOWS."""
        found = {}
        for name in sorted(self._now.keys() | self._good.keys()):
            either = {"drop": [self._good], "keep": [self._now]}.get(how, [self._now, self._good])
            if content := chance.choice(either).get(name):
                found[name] = content.after(how, chance)
        return found


def _do(content: bytearray, asked: Asked) -> None:
    if asked.what == "truncate":
        del content[asked.offset :]
        return
    content.extend(bytes(max(0, asked.offset - len(content))))
    content[asked.offset : asked.offset + len(asked.data)] = asked.data


def _torn(asked: Asked, chance: random.Random) -> Asked:
    """The same write, of which only some of its first sectors were written."""
    sectors = (asked.offset + len(asked.data)) // SECTOR - asked.offset // SECTOR
    end = (asked.offset // SECTOR + chance.randint(0, sectors)) * SECTOR
    return asked._replace(data=asked.data[: max(0, end - asked.offset)])


def cut(deals: int, cuts: int, seed: int, synchronous: str = AS_IT_IS) -> Cuts:
    """Records an evening of so many deals, then cuts the power at so many moments of it."""
    with tempfile.TemporaryDirectory() as folder:
        told = (sys.executable, "-m", "faults.power", folder, str(deals), synchronous)
        subprocess.run(told, check=True)
        evening = pickle.loads(Path(folder, "evening").read_bytes())
    gone, corrupt = [], 0
    for found in _after_cuts(evening, cuts, random.Random(seed)):
        gone.append(found or 0)
        corrupt += found is None
    lost = sum(n > 0 for n in gone)
    waits = _waits(evening)
    return Cuts(synchronous, len(evening.promised), cuts, lost, max(gone), corrupt, waits)


def _waits(evening: Evening) -> float:
    """How often the disk was waited for at each deal, from the first promised one to the last."""
    (first, *_), *_, (last, *_) = evening.promised
    waits = sum(asked.what == "sync" for asked in evening.asked[first:last])
    return waits / (len(evening.promised) - 1)


def _after_cuts(evening: Evening, cuts: int, chance: random.Random) -> Iterator[int | None]:
    """For each disk after each cut, how many promised deals are gone; None: it is corrupt."""
    disk, done = Disk(), 0
    for at in sorted(chance.choices(range(1, len(evening.asked) + 1), k=cuts)):
        for asked in evening.asked[done:at]:
            disk.take(asked)
        done = at
        promised = {(note, scores) for after, note, scores in evening.promised if after <= at}
        for how in HOWS:
            with tempfile.TemporaryDirectory() as folder:
                for name, content in disk.after(how, chance).items():
                    Path(folder, name).write_bytes(content)
                yield _gone(Path(folder, "companion.db"), promised)


def _gone(database: Path, promised: set[tuple[str, str]]) -> int | None:
    """How many promised deals are not there as they were saved; None: the database is corrupt."""
    try:
        migrate(database)  # as the next start does, if the cut came before or in the middle of it
        with closing(sqlite3.connect(database)) as db:
            sound = db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            sound = sound and not db.execute("PRAGMA foreign_key_check").fetchall()
            if not sound or db.execute(SPOILT).fetchone() != (0,):
                return None
            return len(promised - set(db.execute(SAVED)))
    except sqlite3.DatabaseError:
        return None


def _evening(folder: Path, deals: int, synchronous: str) -> Evening:
    """Records deals told at several tables, with the store closed and opened again in between."""
    evening = Evening([], [])

    def seen(asked: Asked) -> int:
        evening.asked.append(asked)
        return OK

    watch(seen)
    migrate(folder / "companion.db")
    for life in range(LIVES):
        store = Store(folder / "companion.db")
        if synchronous != AS_IT_IS:
            store.db.execute(f"PRAGMA synchronous = {synchronous}")
        while life == 0 and len(store.tables("open")) < TABLES:
            store.open_table(Opening("tarot", ["Ana", "Bo", "Chi", "Dana"]), key=None, phone="")
        for n in range(life * deals // LIVES, (life + 1) * deals // LIVES):
            _tell(store, n, evening)
        store.close()
    return evening


def _tell(store: Store, n: int, evening: Evening) -> None:
    table, number, facts = 1 + n % TABLES, 1 + n // TABLES, {**FACTS, "card_points": n % 92}
    store.save_deal(table, number, facts, revision=0, key=f"form {n}", phone="", note=f"deal {n}")
    (scores,) = store.db.execute(OF_DEAL, [f"deal {n}"]).fetchone()
    evening.promised.append((len(evening.asked), f"deal {n}", scores))


def main(folder: str, deals: str, synchronous: str) -> None:
    """Writes a recorded evening into the folder."""
    evening = _evening(Path(folder), int(deals), synchronous)
    Path(folder, "evening").write_bytes(pickle.dumps(evening))


if __name__ == "__main__":
    from faults import power  # so that pickle finds the classes in this module, not in __main__

    power.main(*sys.argv[1:])
