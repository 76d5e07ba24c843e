"""From a folder to a site that answers. Loaded when phones already wait at the port, so whatever
is here is done before the first answer, or beside the answers by threads of its own.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import segno

from . import create_app
from .migrations import BrokenDatabase
from .network import is_loopback
from .operations import host_link, line
from .server import CannotServe
from .store import CannotWrite, NewerDatabase, Store, backups, copies, migrate

if TYPE_CHECKING:
    from flask import Flask

COPIED = 600  # seconds between two copies of a database that changes
# Seconds from the start to the first audit, between two audits, and to the next one after an audit
# that found something.
FIRST_AUDIT, AUDITED, AUDITED_AGAIN = 60, 86_400, 600


@contextmanager
def site(
    folder: Path, second: Path | None, host: str, names: Sequence[str] = ()
) -> Iterator[Flask]:
    """The site, with the threads that work beside its answers; `host`: where it listens."""
    with opened(folder, second) as app, copied(app, folder, second), audited(app):
        app.config.update(HOST=host, NAMES=(*names, host))
        threading.Thread(target=warm_up, args=(app,), daemon=True).start()
        yield app


@contextmanager
def opened(folder: Path, second: Path | None) -> Iterator[Flask]:
    """The site on a database that is up to date and sound."""
    database = folder / "companion.db"
    with ExitStack() as closed:
        try:
            migrate(database, before=lambda: _copy_before(folder, second))
            with ThreadPoolExecutor(1) as beside:  # SQLite reads the file while Python loads Flask
                looked = beside.submit(backups.refuse_broken, database, "quick_check")
                app = create_app({"INSTANCE": folder, "PREPARED": folder / "prepared"})
                closed.enter_context(closing(app.extensions["store"]))
                looked.result()
        except NewerDatabase:
            reason = f"the database in {folder} is newer than this program: install the newer one"
            raise CannotServe(reason) from None
        except (OSError, sqlite3.Error, BrokenDatabase, backups.BadCopy) as error:
            raise CannotServe(f"cannot use {folder}: {error}") from None
        yield app


def _copy_before(folder: Path, second: Path | None) -> None:
    """Copies the database before this program changes its schema. Raises, so that nothing is
    changed, where the database is damaged or the disk too small for a copy. A second folder that
    cannot be written to stops nothing."""
    with suppress(OSError):  # `backups/` cannot be written to: `_copy` says so
        _keep_copy(folder)
    _copy(folder, second)


@contextmanager
def copied(app: Flask, folder: Path, second: Path | None) -> Iterator[None]:
    """Copies the database as soon as it is served, every ten minutes, when an evening is closed,
    and at the end."""
    woken = app.extensions["copier"] = threading.Event()
    try:
        with _beside(_copy_until, app, folder, second, woken=woken):
            yield
    finally:
        _copy(folder, second)


@contextmanager
def _beside(
    goes_on: Callable[..., None], *told: object, woken: threading.Event | None = None
) -> Iterator[None]:
    """A thread that runs `goes_on` until the event given to it is set; `woken`: what it waits for
    meanwhile, if not for that event."""
    over = threading.Event()
    thread = threading.Thread(target=goes_on, args=(over, *told), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        if woken:
            woken.set()
        thread.join()


def _copy_until(over: threading.Event, app: Flask, folder: Path, second: Path | None) -> None:
    woken = app.extensions["copier"]
    while not over.is_set():
        app.extensions["uncopied"] = not _copy(folder, second)
        woken.wait(COPIED)  # set during the copy, it does not wait: the copy may lack something
        woken.clear()


def _copy(folder: Path, second: Path | None) -> bool:
    """Makes one more copy if something has changed. Returns whether the instance folder has it.
    What goes wrong is printed, and the evening goes on."""
    there = False
    try:
        _keep_copy(folder)
        there = True
        if second:
            copies.keep_twice(folder / "backups", second)
    except (OSError, sqlite3.Error, backups.BadCopy) as error:
        where = second if there else folder / "backups"
        why = getattr(error, "strerror", None) or str(error).removeprefix(f"{where}: ")
        _complain(f"a copy was not made in {where}: {why}")
    return there


def _keep_copy(folder: Path) -> None:
    database = folder / "companion.db"
    if database.stat().st_size:
        copies.keep(database, folder / "backups", datetime.now(UTC))


def _complain(of: str) -> None:
    with suppress(OSError):  # nobody reads it any more, or the disk of the log is full
        print(f"companion: {of}", file=sys.stderr, flush=True)


@contextmanager
def audited(app: Flask) -> Iterator[None]:
    """Compares what is saved of tables in progress with what their facts make: soon after the
    start, and once a day."""
    with _beside(_audit_until, app):
        yield


def _audit_until(over: threading.Event, app: Flask) -> None:
    seconds = FIRST_AUDIT  # the phones that waited for a start are answered first
    while not over.wait(seconds):
        _audit(over, app)
        seconds = AUDITED_AGAIN if app.extensions.get("audit") else AUDITED


def _audit(over: threading.Event, app: Flask) -> None:
    """Prints where what is saved differs from what is counted now, each once; changes nothing."""
    store, found = app.extensions["store"], []
    try:
        for table in store.tables("open"):
            if over.is_set():
                return
            found += store.audit(table.id)
    except (sqlite3.Error, CannotWrite) as error:
        return _complain(f"what is saved was not looked at: {error}")
    for one in found:
        if one not in app.extensions.get("audit", ()):
            _complain(line(one))
    app.extensions["audit"] = found


def warm_up(app: Flask) -> None:
    """Loads every template, and compiles those that no earlier start has, so that no phone waits.

    All objects that are there by then stay: they are taken out of the search for garbage.
    """
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    gc.collect()
    gc.freeze()


def greet(address: str, folder: Path, store: Store) -> None:
    """Prints the address for the phones; on a terminal also its QR code and the host's link."""
    alone = is_loopback(urlsplit(address).hostname or "")
    where = "this machine; no phone gets there" if alone else "every phone in the same network"
    print(f"\nOpen this on {where}:\n\n    {address}\n")
    if sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True)
        link = host_link(store, address)
        print(f"For the host alone, to see and change every table:\n\n    {link}\n")
    print(f"Everything is kept in {folder}. Ctrl-C stops.", flush=True)
