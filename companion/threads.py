"""What waitress has no setting for: which of the idle threads answers next, and that a request sent
in pieces ("chunked") is refused."""

from __future__ import annotations

import threading

from waitress.parser import HTTPRequestParser, TransferEncodingNotImplemented
from waitress.task import ThreadedTaskDispatcher


class Threads(ThreadedTaskDispatcher):
    """Waitress's threads, but the one that answered last answers next: the caches of its core still
    hold what the answer needs. Waitress wakes its threads in turn, and takes a sixth longer.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self.queue_cv = Idle(self.lock)
        self.set_thread_count(count)


class Idle:
    """A condition variable by which the thread that fell asleep last is woken first."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock
        self._asleep: list[threading.Lock] = []

    def wait(self) -> None:
        """Sleeps until it is woken, and lets go of the lock meanwhile."""
        woken = threading.Lock()
        woken.acquire()
        self._asleep.append(woken)
        self._lock.release()
        woken.acquire()
        self._lock.acquire()

    def notify(self) -> None:
        """Wakes one, if there is one."""
        if self._asleep:
            self._asleep.pop().release()

    def notify_all(self) -> None:
        """Wakes them all."""
        while self._asleep:
            self.notify()


class Sized(HTTPRequestParser):
    """Takes only requests that say at once how large they are. No browser sends one in pieces; and
    of a piece waitress searches all that has come so far for the end of its head, again with every
    packet: ten megabytes of such a head cost three seconds of the one thread that hears all phones.
    """

    def parse_header(self, header_plus: bytes) -> None:
        """Reads the head of a request; refuses one that is sent in pieces."""
        super().parse_header(header_plus)
        if self.chunked:
            raise TransferEncodingNotImplemented("Not in pieces: say how large it is.")
