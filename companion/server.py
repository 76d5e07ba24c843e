"""companion serve: the site on this machine's network, for every phone in the room."""

from __future__ import annotations

import ctypes
import errno
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import waitress
from waitress.channel import HTTPChannel

from . import instance, network
from .threads import Sized, Threads

# Where the cores are few, more threads only make the slowest answers slower.
THREADS = 8 if (os.cpu_count() or 1) > 4 else 4
M_ARENA_MAX = -8  # as malloc.h of glibc names it
FILES = 2_000  # open at once: a connection of each phone, the database in each thread, copies
A_MOMENT = 0.25  # seconds until a signal is heeded
SETTINGS = {
    "ident": None,  # no version banner
    "connection_limit": 1000,  # the default of 100 hangs when a room of phones has a few open each
    "asyncore_use_poll": True,  # select() ends at 1024 files
    "channel_timeout": 30,
    # Twice what a file may have: so the site can say in the reader's language that it is too large.
    "max_request_body_size": 16 * 1024 * 1024,
    # A proxy on this machine is believed about who asks, and whether by https; nobody else is.
    "trusted_proxy": "127.0.0.1",
    "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    "clear_untrusted_proxy_headers": True,
}


class CannotServe(Exception):
    """Why not, in one line for the person who called."""


class Awaited:
    """Stands for the site until it is loaded. No request is read before that."""

    site: Callable[..., Iterable[bytes]]

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        return self.site(environ, start)


def serve(
    host: str, port: int, folder: Path, second: Path | None = None, names: Sequence[str] = ()
) -> int:
    """Serves until it is told to stop, and returns the exit status.

    `second`: one more folder for copies; `names`: other names under which this machine is found.
    """
    told = _told_to_stop()
    gc.disable()  # what a start makes stays: it need not be searched for garbage, now or later
    # That a request waits a moment for a thread need not be in the log.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        with _kept(folder):
            awaited = Awaited()
            waiting = listen(awaited, host, port)
            from . import starting  # this takes its time: phones wait in the port's queue meanwhile

            with starting.site(folder, second, host, names) as app:
                awaited.site = app
                address = network.address(host, port_of(waiting))
                instance.say_where(folder, address)
                starting.greet(address, folder, app.extensions["store"])
                gc.freeze()
                gc.enable()
                answer_until(told, waiting)
    except CannotServe as reason:
        print(f"companion: {reason}", file=sys.stderr)
        return 1
    return 0


def _told_to_stop() -> list[int]:
    """A list that is empty until a signal says to stop: an exception instead could be lost in a
    finalizer. A closed terminal is such a signal too, unless `nohup` is used; Windows has none."""
    told: list[int] = []
    stops = [signal.SIGTERM, signal.SIGINT]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:
        stops.append(signal.SIGHUP)
    for one in stops:
        signal.signal(one, lambda number, frame: told.append(number))
    return told


def answer_until(told: Sequence[object], waiting: Any) -> None:
    """Answers until something is in `told`, then finishes what is being answered."""
    # At several addresses waitress calls its table of sockets `map`, at one address `_map`.
    sockets = waiting.map if hasattr(waiting, "effective_listen") else waiting._map
    while not told:
        waiting.asyncore.loop(A_MOMENT, use_poll=True, map=sockets, count=1)
    waiting.task_dispatcher.shutdown()
    waiting.asyncore.close_all(sockets)


@contextmanager
def _kept(folder: Path) -> Iterator[None]:
    """The folder, ours alone while we serve: two processes would spoil each other's saves."""
    try:
        instance.make(folder)
        lock = instance.lock(folder)
        instance.say_nowhere(folder)
    except instance.InUse:
        raise CannotServe(f"another companion already serves {folder}") from None
    except OSError as error:
        raise CannotServe(f"cannot write in {folder}: {error.strerror}") from None
    with lock:
        yield


def port_of(waiting: Any) -> int:
    """The port that it listens at. A host name with several addresses has a server for each."""
    several = getattr(waiting, "effective_listen", None)
    return int(several[0][1] if several else waiting.effective_port)


def listen(site: Callable[..., Any], host: str, port: int) -> Any:
    """The server, listening; port 0 takes any free one."""
    share_a_heap()
    allow_files()
    HTTPChannel.parser_class = Sized  # there is no setting for it
    try:
        at = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        threads = Threads(THREADS)
        return waitress.create_server(site, None, _dispatcher=threads, listen=at, **SETTINGS)
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            reason = (
                f"port {port} is in use: stop the other program, or choose another port "
                f"(COMPANION_PORT={port % 65_535 + 1} make run, or --port)"
            )
        else:
            why = getattr(error, "strerror", None) or error
            reason = f"cannot listen at {host}, port {port}: {why}"
        raise CannotServe(reason) from None


def share_a_heap() -> None:
    """Lets all later threads take their memory from one heap, where the C library is glibc. With a
    heap each, what one thread allocates for a page and another frees leaves gaps that add up."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def allow_files() -> None:
    """Allows as many open files as phones need, as far as this program may: macOS begins with 256,
    and once none is left for the next phone, all phones wait and the log fills."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != soft < FILES:
        allowed = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
