"""How long an answer takes, as a multiple of the barest answer of the same server, here and now.

One phone that keeps its connection asks for each kind of answer some times in a row, and goes many
times round all kinds, so that whatever else the machine does slows them all alike. The median
counts.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median

from . import club, growth, live, screen, spreadsheets
from .boards import measured as boards_measured
from .phone import Phone
from .served import DEALS, TABLES, hello, served, site
from .synced import waits_a_save

ROUNDS, TIMES = 25, 12  # rounds, and how often in each round a kind of answer is asked for
AT_MOST = {"poll": 4, "home": 8, "sheet": 8, "save": 10}  # times hello (engineering: T-P2)
WAITS = 1.2  # for the disk, at each save (T-D3)
JUDGED = 100  # microseconds for a board
SHEET = (
    '{"format":"companion-sheet","version":1,"game":"tarot","players":["A","B","C","D"],'
    '"deals":[{"declarer":"A","contract":"garde","oudlers":2,"card_points":49}]}\n'
)


def asked(bare: Phone, phone: Phone) -> dict[str, Callable[[], float]]:
    """How to ask for each kind of answer, in milliseconds. Every save is the next deal of the next
    table; `changed` asks for the sheets of these tables in the same order."""
    saves = ((1 + i % TABLES, DEALS + 1 + i // TABLES) for i in count())
    sheets = (1 + i % TABLES for i in count())
    last = TABLES + 1  # the table at which nobody plays
    return {
        "hello": lambda: bare.look("/"),
        "poll": lambda: phone.look(f"/tables/{last}/version"),
        "home": lambda: phone.look("/"),
        "sheet": lambda: phone.look(f"/tables/{last}"),
        "packed": lambda: phone.look(f"/tables/{last}", **{"Accept-Encoding": "gzip"}),
        "preview": lambda: phone.send(f"/tables/{last}/deals/{DEALS + 1}/preview", 200),
        "save": lambda: phone.send("/tables/{}/deals/{}".format(*next(saves)), 303),
        "changed": lambda: phone.look(f"/tables/{next(sheets)}"),
    }


WORDS = {
    "hello": "the barest answer",
    "poll": "whether anything changed at a table",
    "home": f"the home page with {TABLES} tables",
    "sheet": f"a sheet with {DEALS} deals, unchanged",
    "packed": "the same, packed for a phone that unpacks",
    "preview": "the preview of a deal there",
    "save": "a deal saved there",
    "changed": "the sheet after it, drawn anew",
}


def measured() -> dict[str, float]:
    """The median time of each kind of answer, in milliseconds."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served(hello, Path(folder)) as barest,
        served(site, Path(folder, "instance")) as ours,
    ):
        bare, phone = Phone(barest.port), Phone(ours.port)
        phone.sit_down()
        kinds = asked(bare, phone)
        times: dict[str, list[float]] = {kind: [] for kind in kinds}
        for kind, ask in list(kinds.items()) * ROUNDS:
            times[kind] += [ask() for _ in range(TIMES)]
    return {kind: median(took[TIMES:]) for kind, took in times.items()}  # the first round warms up


def tallied() -> float:
    """Seconds for 10,000 sheets of one deal in one call."""
    tally = (sys.executable, "-c", "from companion.cli import main; main(['tally'])")
    began = time.perf_counter()
    subprocess.run(tally, input=SHEET * 10_000, text=True, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def said(times: dict[str, float]) -> Iterator[str]:
    """A line for each kind of answer, and whether it is as quick as it should be."""
    for kind, took in times.items():
        ratio, most = took / times["hello"], AT_MOST.get(kind)
        verdict = _verdict(ratio, most) if most else ""
        yield f"{WORDS[kind]:45} {took:7.2f} ms {ratio:6.1f} times hello   {verdict}".rstrip()


def _verdict(figure: float, most: float) -> str:
    return f"at most {most}: {'held' if figure <= most else 'MISSED'}"


def _said_waits(waits: float | None) -> str:
    if waits is None:
        return "not counted: strace is missing"
    return f"{waits:7.2f}    {_verdict(waits, WAITS)}"


def main() -> None:
    """Prints what was measured. A figure that is missed is said, and the rest measured as well."""
    times = measured()
    print("\n".join(said(times)))
    print("\n".join(live.said(live.measured(), times["hello"])))
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(club.said(club.measured(Path(folder, "instance")))))
    print("\n".join(screen.said()))
    for line in (*growth.measured(), *spreadsheets.said()):
        print(line, flush=True)
    print(f"{'10,000 sheets of one deal tallied in one call':45} {tallied():7.2f} s")
    print(f"{'waits for the disk, a save':45} {_said_waits(waits_a_save())}")
    judged, least = boards_measured()
    print(f"{'judging a board':45} {judged:7.1f} µs   {_verdict(judged, JUDGED)}")
    print(f"{'least further spaces':45} {least:7.1f} µs")


if __name__ == "__main__":
    main()
