"""companion serve: the site on this machine's network, for every phone in the room."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import sqlite3
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import segno
import waitress
from flask import Flask

from . import create_app, instance, network
from .migrations import BrokenDatabase
from .operations import host_link
from .store import NewerDatabase, Store, backups

# Where the cores are few, more threads only make the slowest answers slower.
THREADS = 8 if (os.cpu_count() or 1) > 4 else 4
A_MOMENT = 0.25  # seconds until a signal is heeded
COPIED = 600  # seconds between two copies of a database that changes
SETTINGS = {
    "threads": THREADS,
    "ident": None,  # no version banner
    "connection_limit": 1000,  # the default of 100 hangs when a room of phones has a few open each
    "asyncore_use_poll": True,  # select() ends at 1024 files
    "channel_timeout": 30,
    "max_request_body_size": 8 * 1024 * 1024,
    # A proxy on this machine says who asks, and whether by https; nobody else is believed.
    "trusted_proxy": "127.0.0.1",
    "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    "clear_untrusted_proxy_headers": True,
}


class CannotServe(Exception):
    """Why not, in one line for the person who called."""


def serve(
    host: str, port: int, folder: Path, second: Path | None = None, names: Sequence[str] = ()
) -> int:
    """Serves until it is told to stop; the exit status.

    `second`: one more folder for copies; `names`: under which this machine is known besides.
    """
    told = _told_to_stop()
    # A request that waits a moment for a thread is no news to who looks on.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        with _kept(folder), _site(folder, second) as app, _copied(folder, second):
            app.config["NAMES"] = (*names, host)
            warm_up(app)
            waiting = listen(app, host, port)
            address = network.address(host, port_of(waiting))
            instance.say_where(folder, address)
            greet(address, folder, app.extensions["store"])
            answer_until(told, waiting)
    except CannotServe as reason:
        print(f"companion: {reason}", file=sys.stderr)
        return 1
    return 0


def _told_to_stop() -> list[int]:
    """Empty until a signal says to stop; to raise instead could be lost in a finalizer."""
    told: list[int] = []
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda number, frame: told.append(number))
    return told


def answer_until(told: Sequence[object], waiting: Any) -> None:
    """Answers until something was told, then finishes what is being answered."""
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
    except instance.InUse:
        raise CannotServe(f"another companion already serves {folder}") from None
    except OSError as error:
        raise CannotServe(f"cannot write in {folder}: {error.strerror}") from None
    with lock:
        yield


@contextmanager
def _copied(folder: Path, second: Path | None) -> Iterator[None]:
    """Copies of the database while it is served, and at the end."""
    over = threading.Event()
    copying = threading.Thread(target=_copy_until, args=(over, folder, second), daemon=True)
    copying.start()
    try:
        yield
    finally:
        over.set()
        copying.join()
        _copy(folder, second)


def _copy_until(over: threading.Event, folder: Path, second: Path | None) -> None:
    while not over.wait(COPIED):
        _copy(folder, second)


def _copy(folder: Path, second: Path | None) -> None:
    """One more copy if something has changed; without it the evening goes on, and it is said."""
    try:
        _keep_copy(folder, second)
    except (OSError, sqlite3.Error, backups.BadCopy) as error:
        print(f"companion: no copy was made: {error}", file=sys.stderr, flush=True)


def _keep_copy(folder: Path, second: Path | None) -> None:
    database = folder / "companion.db"
    if database.stat().st_size:
        backups.keep(database, folder / "backups", datetime.now(UTC), second)


@contextmanager
def _site(folder: Path, second: Path | None) -> Iterator[Flask]:
    try:
        _keep_copy(folder, second)  # before this program may change it
    except (OSError, sqlite3.Error) as error:
        print(f"companion: no copy was made: {error}", file=sys.stderr, flush=True)
    except backups.BadCopy as error:
        raise CannotServe(f"cannot use {folder}: {error}") from None
    try:
        app = create_app({"INSTANCE": folder, "PREPARED": folder / "prepared"})
    except NewerDatabase:
        reason = f"the database in {folder} is newer than this program: install the newer one"
        raise CannotServe(reason) from None
    except (OSError, sqlite3.Error, BrokenDatabase) as error:
        raise CannotServe(f"cannot use {folder}: {error}") from None
    with closing(app.extensions["store"]):
        yield app


def warm_up(app: Flask) -> None:
    """Compiles the templates and opens the home page once, so that no phone waits for it.

    What is there by then stays: it is not searched for garbage while a phone waits.
    """
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    app.test_client().get("/")
    gc.collect()
    gc.freeze()


def port_of(waiting: Any) -> int:
    """The port that it listens at; a name of several addresses has one server for each."""
    several = getattr(waiting, "effective_listen", None)
    return int(several[0][1] if several else waiting.effective_port)


def listen(app: Flask, host: str, port: int) -> Any:
    """The server, listening; port 0 takes any free one."""
    try:
        at = f"[{host}]" if ":" in host else host
        return waitress.create_server(app, listen=f"{at}:{port}", **SETTINGS)
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            reason = f"port {port} is in use: stop the other program, or choose one with --port"
        else:
            reason = f"cannot listen at {host}, port {port}: {error}"
        raise CannotServe(reason) from None


def greet(address: str, folder: Path, store: Store) -> None:
    """Says where to point a phone; where a terminal looks on draws it, and says the host's link."""
    print(f"\nOpen this on every phone in the same network:\n\n    {address}\n")
    if sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True)
        link = host_link(store, address)
        print(f"For the host alone, to see and change every table:\n\n    {link}\n")
    print(f"Everything is kept in {folder}. Ctrl-C stops.", flush=True)
