"""A club of a hundred phones at twelve tables; idle and vanished connections; a restart.

`COMPANION_BENCH_SECONDS=300 make bench` measures for as long as T-P1 asks for.

A server keeps a limited number of pages and deals in memory. So the sheets of earlier evenings are
looked at first, until it keeps as many as it ever will: then its memory is at its highest, and
whatever it still grows by is a leak.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import linear_regression, quantiles
from typing import get_args

from flask import Flask

from companion.games.tarot_deal import Contract
from companion.server import THREADS
from companion.store import Opening, Telling, ToldTable

from .live import HEAD, ask
from .phone import COOKIE, Phone
from .served import DEALS, TABLES, Server, command, served, site

SECONDS = float(os.environ.get("COMPANION_BENCH_SECONDS", "60"))
PHONES = 100
EVERY, SAVES, PAGES = 2.0, 2.0, 1.0  # seconds between two looks of a phone, two saves, two pages
BEFORE = 100  # tables of earlier evenings, each with DEALS deals
IDLE, VANISHED = 300, 8
AT_MOST = {"unchanged": 20, "page": 60, "save": 60}  # ms at p99 (T-P1)
MEMORY, GROWTH = 120, 5  # MB; MB an hour
FRESH, RESTARTED = 100, 5  # ms (T-P3); seconds (T-P7)


@dataclass
class Club:
    """What the phones of a club met: milliseconds by what they asked for, errors, the memory."""

    server: Server
    over: asyncio.Event = field(default_factory=asyncio.Event)
    times: dict[str, list[float]] = field(default_factory=dict)
    memory: list[tuple[float, float]] = field(default_factory=list)  # seconds, MB
    errors: int = 0
    resets: int = 0

    async def timed(self, what: str, asked: Awaitable[str]) -> str:
        """The answer, empty where there was none; notes how long it took, and errors."""
        began, answer = time.perf_counter(), ""
        try:
            answer = await asked
        except (ConnectionError, asyncio.IncompleteReadError):
            self.resets += 1
        self.errors += not answer
        self.times.setdefault(what, []).append((time.perf_counter() - began) * 1000)
        return answer


@asynccontextmanager
async def _line(port: int) -> AsyncIterator[tuple]:
    """A connection, hung up at the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def _look(club: Club, table: int) -> None:
    """A phone that asks again and again whether anything has changed, and then for what has."""
    await asyncio.sleep(random.uniform(0, EVERY))
    at, shown = f"GET /tables/{table}", ""
    async with _line(club.server.port) as line:
        while not club.over.is_set():
            newest = await club.timed("unchanged", ask(line, f"{at}/version {HEAD}"))
            if shown and newest != shown:
                await club.timed("changed", ask(line, f"{at}/live?since={shown} {HEAD}"))
            shown = newest
            await asyncio.sleep(EVERY * random.uniform(0.8, 1.2))


async def _open_pages(club: Club) -> None:
    """Somebody opens a sheet every second, over a connection of its own."""
    n = 0
    while not club.over.is_set():
        n += 1
        async with _line(club.server.port) as line:
            await club.timed("page", ask(line, f"GET /tables/{1 + n % TABLES} {HEAD}"))
        await asyncio.sleep(PAGES)


async def _save(club: Club) -> None:
    """A phone that saves a deal every other second, at one table after the other."""
    n, times = 0, club.times.setdefault("save", [])
    with closing(Phone(club.server.port)) as phone:
        await asyncio.to_thread(phone.sit_down)
        while not club.over.is_set():
            address = f"/tables/{1 + n % TABLES}/deals/{DEALS + 1 + n // TABLES}"
            times.append(await asyncio.to_thread(phone.send, address, 303))
            n += 1
            await asyncio.sleep(SAVES)


async def _weigh(club: Club) -> None:
    """Notes the memory of the server, from a third of the evening on; then ends the evening."""
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < SECONDS:
        if passed > SECONDS / 3:
            club.memory.append((passed, memory(club.server.pid)))
        await asyncio.sleep(1)
    club.over.set()


def memory(pid: int) -> float:
    """The resident memory of a process, in MB; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else ()
    return next((int(one.split()[1]) / 1024 for one in lines if one.startswith("VmRSS")), 0.0)


def late(folder: Path, before: int = BEFORE) -> Flask:
    """A site in the middle of a long evening, which also has `before` tables of earlier evenings.
    No two deals of these are alike, so that each is kept by itself."""
    app = site(folder)
    opening = Opening(game="tarot", names=["Eve", "Fay", "Gil", "Hal"])
    for table in range(before):
        told = [_told_before(table * DEALS + n) for n in range(DEALS)]
        sheet = ToldTable("import", opening, None, told)
        app.extensions["store"].import_tables([sheet], key=None, phone="")
    return app


def _told_before(n: int) -> Telling:
    n, card_points = divmod(n, 92)
    n, oudlers = divmod(n, 4)
    contract, declarer = divmod(n, 4)
    facts = {"declarer": str(declarer), "contract": get_args(Contract)[contract]}
    return Telling(facts=facts | {"oudlers": oudlers, "card_points": card_points})


def fill(look: Callable[[str], object], before: int = BEFORE) -> None:
    """Looks at pages until the server keeps all that it can: those of earlier evenings, then the
    sheets of this one."""
    for table in range(TABLES + 2, TABLES + 2 + before):
        for page in ("", "/watch", "/live"):
            look(f"/tables/{table}{page}")
    for table in range(1, TABLES + 1):
        look(f"/tables/{table}")


def _fill(port: int, before: int) -> None:
    with closing(Phone(port)) as phone:
        fill(phone.look, before)


async def _evening(server: Server, before: int) -> Club:
    club = Club(server)
    with ThreadPoolExecutor(
        THREADS
    ) as pool:  # at the same time: each thread of the server keeps its own
        list(pool.map(_fill, [server.port] * THREADS, [before] * THREADS))
    phones = [_look(club, 1 + n % TABLES) for n in range(PHONES)]
    await asyncio.gather(_weigh(club), _save(club), _open_pages(club), *phones)
    return club


def fresh_page(port: int) -> float:
    """Milliseconds of the slowest of twenty pages, each asked for by a newcomer, while the server
    has hundreds of connections that nobody uses."""
    request = f"GET /tables/1 {HEAD}".encode()
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(IDLE + VANISHED)]
    for one in idle[:IDLE]:
        one.sendall(f"GET /tables/1/version {HEAD}".encode())
    for one in idle[IDLE:]:  # they ask for much, and never read it
        one.sendall(request * 20)
    time.sleep(1)
    times = []
    for _ in range(20):
        began = time.perf_counter()
        with closing(Phone(port)) as newcomer:
            newcomer.look("/tables/1")
        times.append((time.perf_counter() - began) * 1000)
    for one in idle:
        one.close()
    return max(times)


async def _waits(port: int, head: str) -> None:
    """A phone that tries again until it is answered."""
    while True:
        try:
            async with _line(port) as line:
                if await ask(line, f"GET /tables/1/version {head}"):
                    return
        except (ConnectionError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)


async def _all_wait(port: int, head: str) -> None:
    await asyncio.gather(*(_waits(port, head) for _ in range(PHONES)))


def restarted(folder: Path, port: int) -> float:
    """Seconds from the start of a server until a hundred phones that wait for it are answered."""
    began = time.perf_counter()
    with command(folder, port) as cookie:
        asyncio.run(_all_wait(port, HEAD.replace(COOKIE, cookie)))
        return time.perf_counter() - began


def measured(folder: Path, before: int = BEFORE) -> tuple[Club, float, float]:
    """The evening; milliseconds for a page beside idle connections; seconds until everybody is
    served after a restart."""
    with served(partial(late, before=before), folder) as server:
        club = asyncio.run(_evening(server, before))
        fresh = fresh_page(server.port)
    return club, fresh, restarted(folder, server.port)


def _held(figure: float, most: float) -> str:
    return f"at most {most}: {'held' if figure <= most else 'MISSED'}"


def said(found: tuple[Club, float, float]) -> list[str]:
    """Lines with p50 and p99 of each kind, the memory, and the two other figures."""
    club, fresh, back = found
    faults = f"{club.errors} errors, {club.resets} resets"
    lines = [f"{PHONES} phones at {TABLES} tables for {SECONDS:.0f} s, a deal every 2 s: {faults}"]
    for what, times in club.times.items():
        middle, slowest = (quantiles(times, n=100)[i] for i in (49, 98))
        verdict = _held(slowest, AT_MOST[what]) if what in AT_MOST else ""
        lines.append(
            f"  {what:10} p50 {middle:7.1f} ms, p99 {slowest:7.1f} ms   {verdict}".rstrip()
        )
    at, sizes = zip(*club.memory, strict=True)
    grows, over = 3600 * linear_regression(at, sizes).slope, at[-1] - at[0]
    full = f"filled by {BEFORE} tables of evenings before"
    beside = f"beside {IDLE} idle and {VANISHED} vanished"
    return [
        *lines,
        f"  its memory {sizes[-1]:6.1f} MB, {full}   {_held(sizes[-1], MEMORY)}",
        f"  it grows {grows:6.1f} MB an hour, as seen over {over:.0f} s   {_held(grows, GROWTH)}",
        f"a fresh page {beside}: {fresh:7.1f} ms   {_held(fresh, FRESH)}",
        f"{PHONES} phones served after a restart: {back:6.2f} s   {_held(back, RESTARTED)}",
    ]
