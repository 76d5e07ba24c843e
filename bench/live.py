"""Two hundred phones look at one table while another phone tells a deal every second."""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from .phone import COOKIE, Phone
from .served import DEALS, served, site

PHONES, SECONDS = 200, 20
SEEN = 1200, 2000  # milliseconds until the others see a save: p50, p99 (engineering: T-P6)
EVERY = 1.2, 1.8  # seconds between two looks lie between these, as in static/live.js
TABLE = "/tables/1"
HEAD = f"HTTP/1.1\r\nHost: localhost\r\nCookie: {COOKIE}\r\n\r\n"


@dataclass
class Room:
    """What the phones of a room see, and when."""

    port: int
    over: asyncio.Event = field(default_factory=asyncio.Event)
    told: dict[int, float] = field(default_factory=dict)  # version -> when its save was answered
    saves: list[float] = field(default_factory=list)  # seconds
    looks: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)  # seconds from a save to each other phone
    errors: int = 0


async def ask(line: tuple, text: str) -> str:
    """The body of the answer to a request; empty where its status is not 200."""
    reader, writer = line
    writer.write(text.encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = int(re.search(r"Content-Length: (\d+)", head)[1])  # type: ignore[index]
    body = (await reader.readexactly(length)).decode()
    return body if head.startswith("HTTP/1.1 200 ") else ""


async def _look(room: Room, wait: float) -> None:
    """One phone: asks for the version, and for what changed since the one that it shows."""
    await asyncio.sleep(wait)
    line = await asyncio.open_connection("127.0.0.1", room.port)
    shown = ""
    while not room.over.is_set():
        began = time.perf_counter()
        newest = await ask(line, f"GET {TABLE}/version {HEAD}")
        room.looks.append(time.perf_counter() - began)
        if shown and newest != shown:
            live = f"GET {TABLE}/live?since={shown} {HEAD}"
            room.errors += not await ask(line, live)
            now = time.perf_counter()
            room.seen += [now - at for v, at in room.told.items() if int(shown) < v <= int(newest)]
        room.errors += not newest
        shown = newest or shown
        await asyncio.sleep(random.uniform(*EVERY))
    line[1].close()


def _save(phone: Phone, number: int) -> float:
    return phone.send(f"{TABLE}/deals/{number}", 303) / 1000


async def _tell(room: Room) -> None:
    """The phone that tells deals, one a second."""
    phone = Phone(room.port)
    await asyncio.to_thread(phone.sit_down)
    await asyncio.sleep(2 * max(EVERY))  # by then everybody looks
    for n in range(SECONDS):
        room.saves.append(await asyncio.to_thread(_save, phone, DEALS + 1 + n))
        line = await asyncio.open_connection("127.0.0.1", room.port)
        version = await ask(line, f"GET {TABLE}/version {HEAD}")
        room.told[int(version)] = time.perf_counter()
        line[1].close()
        await asyncio.sleep(1)
    await asyncio.sleep(2 * max(EVERY))
    room.over.set()


async def _evening(port: int) -> Room:
    room = Room(port)
    waits = [random.uniform(0, max(EVERY)) for _ in range(PHONES)]
    await asyncio.gather(_tell(room), *(_look(room, wait) for wait in waits))
    return room


def measured() -> Room:
    """What the phones of a room see in an evening of SECONDS."""
    with tempfile.TemporaryDirectory() as folder, served(site, Path(folder, "instance")) as at:
        return asyncio.run(_evening(at.port))


def said(room: Room, hello: float) -> list[str]:
    """Lines with p50 and p99; `hello` is the barest answer of the same run, in milliseconds."""
    lines = [f"{PHONES} phones look at a table that gets a deal a second: {room.errors} errors"]
    for what, times in (("a look", room.looks), ("a save", room.saves), ("seen", room.seen)):
        middle, slowest = (1000 * quantiles(times, n=100)[i] for i in (49, 98))
        ratio = f"{middle / hello:6.1f} times hello" if what != "seen" else " by the others"
        line = f"  {what:8} p50 {middle:8.1f} ms {ratio}, p99 {slowest:8.1f} ms"
        lines.append(line if what != "seen" else f"{line}   {_verdict(middle, slowest)}")
    return lines


def _verdict(*times: float) -> str:
    held = all(figure <= most for figure, most in zip(times, SEEN, strict=True))
    return f"at most {SEEN[0]} and {SEEN[1]}: {'held' if held else 'MISSED'}"
