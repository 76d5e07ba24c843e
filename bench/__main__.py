"""How long an answer takes, as a multiple of the barest answer of the same server here.

Measured with one phone that keeps its connection; the middle of many answers counts.
"""

from __future__ import annotations

import multiprocessing
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from companion import create_app, server

ANSWERS, DEALS = 300, 20
AT_MOST = {"page": 8.0, "save": 10.0}  # engineering: T-P2
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}
TOLD = {"take": "0-garde", "oudlers": "2", "side": "declarer", "points": "49"}
SHEET = (
    '{"format":"companion-sheet","version":1,"game":"tarot","players":["A","B","C","D"],'
    '"deals":[{"declarer":"A","contract":"garde","oudlers":2,"card_points":49}]}\n'
)


def hello(environ: dict, start: Callable) -> list[bytes]:
    """The least that can be answered."""
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"hello"]


def site() -> Callable:
    """A site with a table in the middle of its evening."""
    app = create_app({"INSTANCE": Path(tempfile.mkdtemp()) / "instance"})
    store = app.extensions["store"]
    table = store.open_table("tarot", ["Ana", "Bo", "Chi", "Dana"], {}, key=None, phone="")
    for number in range(1, DEALS + 1):
        store.save_deal(table.id, number, GARDE, revision=0, key=None, phone="")
    server.warm_up(app)
    return app


def _serve(make: Callable[[], Callable], told: Connection) -> None:
    waiting = server.listen(make(), "127.0.0.1", 0)
    told.send(waiting.effective_port)
    waiting.run()


def bare() -> Callable:
    """The application that only says hello."""
    return hello


@contextmanager
def served(make: Callable[[], Callable]) -> Iterator[HTTPConnection]:
    """A phone connected to an application in a process of its own."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(make, there), daemon=True)
    process.start()
    yield HTTPConnection("127.0.0.1", here.recv())
    process.terminate()


def middle(ask: Callable[[], object], answers: int = ANSWERS) -> float:
    """The middle of the times of many answers, in milliseconds, after some to get warm."""
    for _ in range(answers // 10):
        ask()
    return median(map(_timed, [ask] * answers))


def _timed(ask: Callable[[], object]) -> float:
    began = time.perf_counter()
    ask()
    return (time.perf_counter() - began) * 1000


class Phone:
    """A phone at the table: it looks at the sheet and saves the next deal."""

    def __init__(self, connection: HTTPConnection) -> None:
        self.connection, self.headers = connection, {"Accept-Encoding": "gzip"}

    def look(self, path: str = "/tables/1") -> bytes:
        """The page, as packed as it comes."""
        self.connection.request("GET", path, headers=self.headers)
        return self._answer(200)

    def sit_down(self) -> None:
        """Reads the token of the forms, once."""
        self.connection.request("GET", "/tables/1")
        answer = self.connection.getresponse()
        token = re.search(r'name="csrf_token" value="([^"]+)"', answer.read().decode())
        assert token
        self.fields = TOLD | {"csrf_token": token[1], "revision": "0"}
        self.headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]
        self.headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.number = DEALS

    def save(self) -> None:
        """The next deal, saved."""
        self.number += 1
        path = f"/tables/1/deals/{self.number}"
        body = urlencode(self.fields | {"key": f"key-of-deal-{self.number}"})
        self.connection.request("POST", path, body, self.headers)
        self._answer(303)

    def _answer(self, status: int) -> bytes:
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == status, (answer.status, body)
        return body


def sheets() -> float:
    """Seconds for 10,000 sheets of one deal in one call."""
    tally = (sys.executable, "-c", "from companion.cli import main; main(['tally'])")
    began = time.perf_counter()
    subprocess.run(tally, input=SHEET * 10_000, text=True, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def measured() -> Iterator[tuple[str, float]]:
    """Each kind of answer and its middle, in milliseconds."""
    with served(bare) as connection:
        yield "hello", middle(Phone(connection).look)
    with served(site) as connection:
        phone = Phone(connection)
        yield "page", middle(phone.look)
        phone.sit_down()
        yield "save", middle(phone.save, DEALS)


def main() -> int:
    """Prints what was measured; 1 when an answer takes more than it may."""
    times = dict(measured())
    ratios = {name: times[name] / times["hello"] for name in AT_MOST}
    print(f"hello  {times['hello']:6.2f} ms")
    for name, ratio in ratios.items():
        print(f"{name:6} {times[name]:6.2f} ms  {ratio:5.1f} times hello, at most {AT_MOST[name]}")
    print(f"tally  {sheets():6.2f} s for 10,000 sheets of one deal")
    return int(any(ratios[name] > most for name, most in AT_MOST.items()))


if __name__ == "__main__":
    raise SystemExit(main())
