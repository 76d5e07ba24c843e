"""A phone that asks over one connection, which it keeps, and takes next to no time itself."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Mapping
from urllib.parse import urlencode

COOKIE = "bench=the-hosts"  # the host's
TOLD = {"take": "0-garde", "oudlers": "2", "side": "declarer", "revision": "0"}


class Phone:
    """One keep-alive connection, with the cookie, and the token of its forms."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._cookie, self._token, self._forms = COOKIE, "", 0

    def sit_down(self) -> None:
        """Opens the sheet of a table as anybody does, and keeps the cookie and the token in it."""
        head, page = self._ask("GET", "/tables/1")
        own = re.search(r"Set-Cookie: ([^;]+)", head)[1]  # type: ignore[index]
        self._cookie = f"{COOKIE}; {own}"
        self._token = re.search(r'"csrf_token" value="([^"]+)"', page)[1]  # type: ignore[index]

    def close(self) -> None:
        """Hangs up."""
        self._socket.close()

    def look(self, path: str, **headers: str) -> float:
        """Asks for a page; returns how long the answer took, in milliseconds."""
        return self._timed(200, "GET", path, headers=headers)

    def send(self, path: str, status: int) -> float:
        """Sends the form of a deal unlike those before it; returns how long the answer took, in
        milliseconds. `status` is the one to be answered."""
        self._forms += 1
        fields = TOLD | {"csrf_token": self._token, "key": f"form-{self._forms:015}"}
        fields |= {"points": str(20 + self._forms % 60), "note": f"the {self._forms}th"}
        return self._timed(status, "POST", path, urlencode(fields))

    def _timed(self, status: int, *asked: str, **more: Mapping[str, str]) -> float:
        began = time.perf_counter()
        head, page = self._ask(*asked, **more)
        took = (time.perf_counter() - began) * 1000
        if not head.startswith(f"HTTP/1.1 {status} "):
            raise AssertionError(f"{asked[:2]}: {head[:40]}… {page[:400]}")
        return took

    def _ask(
        self, method: str, path: str, body: str = "", headers: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        told = {"Host": "127.0.0.1", "Cookie": self._cookie, **(headers or {})}
        if body:
            told |= {"Content-Type": "application/x-www-form-urlencoded"}
            told |= {"Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in told.items() if v)]
        self._socket.sendall("\r\n".join([*lines, "", body]).encode())
        return self._answer()

    def _answer(self) -> tuple[str, str]:
        data, end = b"", -1
        while end < 0:
            data += self._socket.recv(262_144)
            end = data.find(b"\r\n\r\n")
        head = data[:end].decode("latin-1")
        length = int(re.search(r"Content-Length: (\d+)", head)[1])  # type: ignore[index]
        while len(data) < end + 4 + length:
            data += self._socket.recv(262_144)
        return head, data[end + 4 :].decode("utf-8", "replace")
