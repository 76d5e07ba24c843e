"""Phones that tell deal after deal over a bad network, and remember what was acknowledged."""

from __future__ import annotations

import http.client
import random
import re
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

TOLD = {"take": "0-garde", "oudlers": "2", "side": "declarer", "points": "49", "revision": "0"}
PATIENCE = 5  # seconds for an answer
A_MOMENT = 0.05  # seconds until the next try
CUT, HALF, TWICE = 0.1, 0.05, 0.2  # how often: unread answer, unfinished post, post sent twice


@dataclass
class Client:
    """One phone at one table; `acknowledged` are the notes of the deals that it was promised."""

    name: str
    table: int
    port: int
    over: threading.Event
    chance: random.Random
    acknowledged: list[str] = field(default_factory=list)
    tries: int = 0
    wrong: list[str] = field(default_factory=list)  # answers that should never come
    _cookie: str = ""
    _token: str = ""

    def run(self) -> None:
        """Tells deals until it is enough; the last one to its answer."""
        for n in self._until_over():
            note = f"{self.name}-{n}"
            self._tell(note)
            self.acknowledged.append(note)

    def _until_over(self) -> Iterator[int]:
        n = 0
        while not self.over.is_set():
            n += 1
            yield n

    def _tell(self, note: str) -> None:
        """Posts a deal under whatever number is free, until it is acknowledged."""
        number, key = self._next_number(), f"{note}-{self.chance.getrandbits(64)}"
        while True:
            fields = TOLD | {"key": key, "note": note, "csrf_token": self._token}
            status, _ = self._asked("POST", f"/tables/{self.table}/deals/{number}", fields)
            if status == 303:
                break
            if status not in (404, 409):
                self.wrong.append(f"{note}: {status}")
            # Another phone took the number: nothing was saved under this key.
            number, key = self._next_number(), f"{note}-{self.chance.getrandbits(64)}"
        if self.chance.random() < TWICE:
            again, _ = self._asked("POST", f"/tables/{self.table}/deals/{number}", fields)
            if again != 303:
                self.wrong.append(f"{note}: {again} the second time")

    def _next_number(self) -> int:
        status, page = self._asked("GET", f"/tables/{self.table}")
        token = re.search(r'"csrf_token" value="([^"]+)"', page)
        number = re.search(r'action="/tables/\d+/deals/(\d+)"', page)
        if status != 200 or token is None or number is None:
            raise AssertionError(f"{status} instead of the sheet: {page[:200]}")
        self._token = token[1]
        return int(number[1])

    def _asked(
        self, method: str, path: str, fields: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """The answer, whatever happens on the way: the same is sent until one comes."""
        while True:
            self.tries += 1
            try:
                return self._once(method, path, urlencode(fields) if fields else None)
            except (OSError, http.client.HTTPException):
                time.sleep(A_MOMENT)

    def _once(self, method: str, path: str, body: str | None) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            headers = {"Cookie": self._cookie} if self._cookie else {}
            if body:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                self._maybe_cut_short(path, body, headers)
            line.request(method, path, body, headers)
            if body and self.chance.random() < CUT:
                raise OSError("nobody waits for this answer")
            answer = line.getresponse()
            page = answer.read().decode()
            self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
            return answer.status, page
        finally:
            line.close()

    def _maybe_cut_short(self, path: str, body: str, headers: dict[str, str]) -> None:
        """Now and then half a post arrives, and then the connection is gone."""
        if self.chance.random() > HALF:
            return
        lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall("\r\n".join([*lines, "", body[: len(body) // 2]]).encode())
