"""What waitress has no setting for: of the idle threads the one answers that was busy last, and
what comes in pieces is not read."""

from __future__ import annotations

import threading

from waitress.parser import HTTPRequestParser, TransferEncodingNotImplemented
from waitress.task import ThreadedTaskDispatcher


class Threads(ThreadedTaskDispatcher):
    """Waitress's threads, last in, first out: the one that answered last finds warm, in the caches
    of its core, what the next answer needs. Waitress wakes them in turn, which takes a sixth more.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self.queue_cv = Idle(self.lock)
        self.set_thread_count(count)


class Idle:
    """Who waits behind a lock that is held; who came last is woken first."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock
        self._asleep: list[threading.Lock] = []

    def wait(self) -> None:
        """Sleeps, and lets the lock go meanwhile."""
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
    """Takes what says at once how large it is. Of what comes in pieces, as no browser sends it,
    waitress looks for the end of a piece's head in all that it has of it, again with every packet:
    ten megabytes of such a head take three seconds of the one thread that hears all phones."""

    def parse_header(self, header_plus: bytes) -> None:
        """The head of a request; refuses what comes in pieces."""
        super().parse_header(header_plus)
        if self.chunked:
            raise TransferEncodingNotImplemented("Not in pieces: say how large it is.")
