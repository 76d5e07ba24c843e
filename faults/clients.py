"""Phones that tell deal after deal over a bad network, and remember what was acknowledged."""

from __future__ import annotations

import http.client
import random
import re
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

TOLD = {"take": "0-garde", "oudlers": "2", "side": "declarer", "points": "49", "revision": "0"}
PATIENCE = 5  # seconds that a phone waits for an answer
A_MOMENT = 0.02  # seconds until it tries again
OF_ONE = 20  # deals that it tells at a table before it goes on to the next
# How often, of 1: it hangs up before the answer; sends half a form first; sends a form twice.
CUT, HALF, TWICE = 0.1, 0.05, 0.2


@dataclass
class Client:
    """One phone, which tells some deals at one of its tables, then some at the next.

    `acknowledged`: the notes of the deals that the server has promised to have saved.
    """

    name: str
    tables: Sequence[int]
    port: int
    over: threading.Event
    chance: random.Random
    link: str = ""  # what lets it in
    acknowledged: list[str] = field(default_factory=list)
    tries: int = 0
    wrong: list[str] = field(default_factory=list)  # answers that should never come
    _cookies: dict[str, str] = field(default_factory=dict)
    _token: str = ""
    _table: int = 0
    _number: int | None = None  # of the next deal here, unless another phone takes it first

    def run(self) -> None:
        """Comes in, and tells deals until it is over; the last one until it is acknowledged."""
        self._come_in()
        for n in self._until_over():
            if n % OF_ONE == 0:
                self._table = self.tables[n // OF_ONE % len(self.tables)]
                self._number = None
            note = f"{self.name}-{n}"
            self._tell(note)
            self.acknowledged.append(note)

    def _come_in(self) -> None:
        _, page = self._asked("GET", "/join")
        token = re.search(r'"csrf_token" value="([^"]+)"', page)
        self._asked("POST", "/join", {"link": self.link, "csrf_token": token[1] if token else ""})

    def _until_over(self) -> Iterator[int]:
        n = 0
        while not self.over.is_set():
            yield n
            n += 1

    def _tell(self, note: str) -> None:
        """Posts a deal under whatever number is free, until it is acknowledged."""
        while True:
            number = self._number or self._next_number()
            key = f"{note}-{self.chance.getrandbits(64)}"
            fields = TOLD | {"key": key, "note": note, "csrf_token": self._token}
            status, _ = self._asked("POST", f"/tables/{self._table}/deals/{number}", fields)
            if status == 303:
                break
            if status not in (404, 409):
                self.wrong.append(f"{note}: {status}")
            self._number = None  # another phone has it: nothing was saved by this form
        self._number = number + 1
        if self.chance.random() < TWICE:
            again, _ = self._asked("POST", f"/tables/{self._table}/deals/{number}", fields)
            if again != 303:
                self.wrong.append(f"{note}: {again} the second time")

    def _next_number(self) -> int:
        status, page = self._asked("GET", f"/tables/{self._table}")
        token = re.search(r'"csrf_token" value="([^"]+)"', page)
        number = re.search(r'action="/tables/\d+/deals/(\d+)"', page)
        if status != 200 or token is None or number is None:
            raise AssertionError(f"{status} instead of the sheet: {page[:200]}")
        self._token = token[1]
        return int(number[1])

    def _asked(
        self, method: str, path: str, fields: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """The answer. The same request is sent until one comes, whatever happens on the way."""
        while True:
            self.tries += 1
            try:
                return self._once(method, path, urlencode(fields) if fields else None)
            except (OSError, http.client.HTTPException):
                time.sleep(A_MOMENT)

    def _once(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            headers = {"Cookie": "; ".join(map("=".join, self._cookies.items()))}
            if body:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                self._maybe_cut_short(path, body, headers)
            line.request(method, path, body, headers)
            if body and self.chance.random() < CUT:
                raise OSError("nobody waits for this answer")
            answer = line.getresponse()
            page = answer.read().decode()
            for cookie in answer.msg.get_all("Set-Cookie", ()):
                name, _, value = cookie.partition(";")[0].partition("=")
                self._cookies[name] = value
            return answer.status, page
        finally:
            line.close()

    def _maybe_cut_short(self, path: str, body: str, headers: dict[str, str]) -> None:
        """Now and then first sends half of the form, and hangs up."""
        if self.chance.random() > HALF:
            return
        lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall("\r\n".join([*lines, "", body[: len(body) // 2]]).encode())
