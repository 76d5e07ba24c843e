"""A large database is copied while deals are saved, and the copy is restored elsewhere (T-D8)."""

from __future__ import annotations

import contextlib
import io
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from companion import cli, sheets
from companion.store import Opening, Store, Telling, ToldTable, backups, migrate
from companion.web.exports import sheet_of
from companion.web.shown import Shown

DEALS = 40  # told at each table beforehand
WRITERS = 8  # threads that save deals
A_SECOND = 400  # deals that they save in a second, all together
COPIES = 5  # made while they do
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2}


class Copied(NamedTuple):
    """What came of the copies; times in seconds."""

    deals: int  # in the last copy
    saved: int  # while copies were made
    a_second: float
    copying: float  # the slowest copy
    p50: float  # of the saves meanwhile
    p99: float
    restoring: float
    checked: bool  # whether `companion check` accepts every copy
    same: bool  # whether all sheets are the same as CSV, to the octet

    @property
    def holds(self) -> bool:
        """Whether the copies are whole, however long it took."""
        return self.saved > 0 and self.checked and self.same

    def __str__(self) -> str:
        return (
            f"copied {COPIES} times with {self.deals} deals in it: {self.copying:.2f} s at most;"
            f" {self.a_second:.0f} saves a second meanwhile, p50 {1000 * self.p50:.1f} ms, p99"
            f" {1000 * self.p99:.1f}; put in place elsewhere in {self.restoring:.1f} s,"
            f" checks {'passed' if self.checked else 'FAILED'},"
            f" sheets {'the same' if self.same else 'DIFFERENT'}"
        )


@dataclass
class Writer:
    """Saves deal after deal at its tables, at an even pace."""

    store: Store
    tables: range
    over: threading.Event
    took: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Saves deals until it is over."""
        pace, n = time.perf_counter(), 0
        while not self.over.is_set():
            number, table = DEALS + 1 + n // len(self.tables), self.tables[n % len(self.tables)]
            began = time.perf_counter()
            facts = GARDE | {"card_points": n % 92}
            self.store.save_deal(table, number, facts, revision=0, key=None, phone="")
            self.took.append(time.perf_counter() - began)
            pace, n = max(pace + WRITERS / A_SECOND, began), n + 1
            time.sleep(max(0.0, pace - time.perf_counter()))


def copied(folder: Path, tables: int) -> Copied:
    """Makes copies while deals are saved at so many tables; restores one more, made at the end."""
    instance, last = folder / "instance", folder / "last.db"
    copies = [folder / f"{n}.db" for n in range(COPIES)]
    store = _filled(instance / "companion.db", tables)
    began = time.perf_counter()
    with _writing(store, tables) as took:
        copying = max(_timed(backups.back_up, instance / "companion.db", one) for one in copies)
    seconds = time.perf_counter() - began
    backups.back_up(instance / "companion.db", last)
    restoring = _timed(_call, "restore", last, folder / "elsewhere")
    same, deals = _same(store, folder / "elsewhere" / "companion.db", tables)
    return Copied(
        deals=deals,
        saved=len(took),
        a_second=len(took) / seconds,
        copying=copying,
        p50=quantiles(took, n=100)[49],
        p99=quantiles(took, n=100)[98],
        restoring=restoring,
        checked=all(_call("check", one, instance) for one in copies),
        same=same,
    )


@contextlib.contextmanager
def _writing(store: Store, tables: int) -> Iterator[list[float]]:
    """Several threads save deals until the end of the block; then the list has the seconds that
    each save took."""
    over, took = threading.Event(), []
    parts = [range(1 + n, 1 + tables, WRITERS) for n in range(WRITERS)]
    writers = [Writer(store, part, over) for part in parts]
    threads = [threading.Thread(target=writer.run) for writer in writers]
    for thread in threads:
        thread.start()
    try:
        yield took
    finally:
        over.set()
        for thread in threads:
            thread.join()
        took += [one for writer in writers for one in writer.took]


def _filled(database: Path, tables: int) -> Store:
    """A store with so many tables, each with DEALS deals."""
    migrate(database)
    store = Store(database)
    deals = [Telling(facts=GARDE | {"card_points": 20 + n}) for n in range(DEALS)]
    opening = Opening(game="tarot", names=["Ana", "Bo", "Chi", "Dana"])
    store.import_tables([ToldTable("import", opening, None, deals)] * tables, key=None, phone="")
    return store


def _timed(call: Callable[..., object], *given: object) -> float:
    began = time.perf_counter()
    call(*given)
    return time.perf_counter() - began


def _call(command: str, copy: Path, instance: Path) -> bool:
    """Calls a command as a host does; returns whether it succeeded."""
    with contextlib.redirect_stdout(io.StringIO()):
        return cli.main([command, str(copy), "--instance", str(instance)]) == 0


def _same(store: Store, database: Path, tables: int) -> tuple[bool, int]:
    """Whether every sheet is the same in the other database, and how many deals that has. Closes
    the store."""
    other = Store(database)
    same = [_csv(store, n) == _csv(other, n) for n in range(1, tables + 1)]
    deals: int = other.db.execute("SELECT count(*) FROM deals").fetchone()[0]
    other.close()
    store.close()
    return all(same), deals


def _csv(store: Store, table: int) -> str:
    return sheets.as_csv(sheet_of(Shown(store.table(table), store.deals(table))), PLAIN)


PLAIN = sheets.PROFILES["plain"]
