"""A server is killed again and again while phones tell deals; then the deals are counted."""

from __future__ import annotations

import http.client
import random
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

from companion.store import Opening, Store, backups, migrate

from .clients import OF_ONE, Client

PHONES, TOGETHER = 8, 2  # phones, and how many of them share their tables
LIVES = (0.05, 3)  # a server lives for so many seconds, by chance between these
STARTS = 30  # seconds within which a server has to answer


@dataclass(frozen=True)
class Left:
    """What is left after the evening, counted."""

    kills: int
    acknowledged: int
    missing: int
    doubled: int
    unasked: int  # deals that are there and were promised to nobody
    gaps: int  # numbers that no deal has, between two that have one
    wrong: list[str]  # answers that should never come
    different: int  # saved numbers that are not what the facts make
    tries: int
    back: list[float]  # seconds from each new start of the server to its first answer

    @property
    def holds(self) -> bool:
        """Whether nothing was lost, doubled or spoilt."""
        spoilt = self.missing or self.doubled or self.unasked or self.gaps or self.different
        return self.acknowledged > 0 and not spoilt and not self.wrong

    def __str__(self) -> str:
        return (
            f"killed {self.kills} times: {self.acknowledged} deals acknowledged in {self.tries}"
            f" tries, {self.missing} missing, {self.doubled} doubled, {self.unasked} not asked"
            f" for, {self.gaps} gaps, {self.different} saved numbers wrong, {len(self.wrong)}"
            f" answers wrong; back in {median(self.back):.2f} s, at most {max(self.back):.2f}"
        )


def evening(folder: Path, kills: int, seed: int, deals: int = 0, seconds: float = inf) -> Left:
    """Eight phones tell deals, and meanwhile the server is killed `kills` times.

    It goes on until `deals` are acknowledged too, but for no more than `seconds`.
    """
    chance, port, over = random.Random(seed), _free_port(), threading.Event()
    tables, link = _open_tables(folder, max(PHONES // TOGETHER, deals // (TOGETHER * OF_ONE)))
    clients = [_client(n, tables, port, over, seed) for n in range(PHONES)]
    for client in clients:
        client.link = link
    threads = [threading.Thread(target=client.run) for client in clients]
    for thread in threads:
        thread.start()
    back: list[float] = []
    end = time.monotonic() + seconds
    while len(back) < kills or sum(len(one.acknowledged) for one in clients) < deals:
        if time.monotonic() > end:
            break
        with _serving(folder, port) as took:
            back.append(took)
            time.sleep(chance.uniform(*LIVES))
    over.set()
    with _serving(folder, port) as took:  # this one lives until everybody has an answer
        for thread in threads:
            thread.join()
    return _left(folder, clients, len(back), [*back[1:], took])


def _client(n: int, tables: Sequence[int], port: int, over: threading.Event, seed: int) -> Client:
    """One of the phones, with its tables, which it shares with others."""
    pairs = PHONES // TOGETHER
    return Client(f"phone{n}", tables[n % pairs :: pairs], port, over, random.Random(seed + n))


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _open_tables(folder: Path, how_many: int) -> tuple[Sequence[int], str]:
    """Opens so many tables; returns their numbers, and the link that lets a phone in to all."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    migrate(folder / "companion.db")
    store = Store(folder / "companion.db")
    for _ in range(how_many):
        store.open_table(Opening("tarot", ["Ana", "Bo", "Chi", "Dana"]), key=None, phone="")
    link = store.link("organise").text
    store.close()
    return range(1, how_many + 1), link


@contextmanager
def _serving(folder: Path, port: int) -> Iterator[float]:
    """A server, from its first answer until it is killed at the end of the block; yields the
    seconds that it took to answer."""
    command = [sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())"]
    options = ["serve", "--host", "127.0.0.1", "--port", str(port), "--instance", str(folder)]
    began, quiet = time.perf_counter(), subprocess.DEVNULL
    process = subprocess.Popen([*command, *options], stdout=quiet, stderr=quiet)
    try:
        while not _answers(port):
            if process.poll() is not None or time.perf_counter() > began + STARTS:
                raise AssertionError("the server does not come back")
            time.sleep(0.01)
        yield time.perf_counter() - began
    finally:
        process.kill()
        process.wait()


def _answers(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=STARTS)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status in (200, 503)
    except OSError:
        return False
    finally:
        line.close()


def _left(folder: Path, clients: list[Client], kills: int, back: list[float]) -> Left:
    with backups.looked_at(folder / "companion.db") as copy:  # refuses what is not sound
        store = Store(copy)
        told = [store.deals(table) for table in {n for client in clients for n in client.tables}]
        different = store.rescore(write=False)
        store.close()
    notes = Counter(deal.note for deals in told for deal in deals)
    promised = {note for client in clients for note in client.acknowledged}
    return Left(
        kills=kills,
        acknowledged=len(promised),
        missing=len(promised - notes.keys()),
        doubled=sum(n - 1 for n in notes.values()),
        unasked=len(notes.keys() - promised),
        gaps=sum(max((deal.number for deal in deals), default=0) - len(deals) for deals in told),
        wrong=[one for client in clients for one in client.wrong],
        different=len(different),
        tries=sum(client.tries for client in clients),
        back=back,
    )
