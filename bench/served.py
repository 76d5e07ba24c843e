"""What is measured: applications, each served as `companion serve` does, in its own process."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from companion import create_app, server, starting
from companion.store import Opening, Store, Telling, ToldTable, Where
from companion.web.rights import cookie_name

from .phone import COOKIE

TABLES, DEALS = 12, 40  # tables in progress, deals told at each
GARDE = {"declarer": "0", "contract": "garde", "oudlers": 2, "card_points": 49}


def hello(folder: Path) -> Callable:
    """An application that gives the shortest answer there is."""

    def answer(environ: dict, start: Callable) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
        return [b"hello"]

    return answer


class Server(NamedTuple):
    """A server in a process of its own."""

    port: int
    pid: int


def site(folder: Path) -> Flask:
    """A site in the middle of a long evening."""
    app = again(folder)
    deals = [Telling(facts=GARDE | {"card_points": 41 + i}) for i in range(DEALS)]
    opening = Opening(game="tarot", names=["Ana", "Bo", "Chi", "Dana"])
    sheets = [ToldTable("import", opening, None, deals)] * (TABLES + 1)
    app.extensions["store"].import_tables(sheets, key=None, phone="")
    let_in(app.extensions["store"])
    starting.warm_up(app)
    return app


def let_in(store: Store) -> None:
    """Lets a phone of the bench do everything there."""
    hashed = sha256(COOKIE.partition("=")[2].encode()).hexdigest()
    store.let_in("organise", [Where()], token=hashed, was="", phone="")


def again(folder: Path) -> Flask:
    """The site on an instance that exists. It knows the phones of the bench by their cookie."""
    app = create_app({"INSTANCE": folder, "PREPARED": folder / "prepared"})
    app.config["LINK_COOKIE"] = COOKIE.partition("=")[0]
    starting.warm_up(app)
    return app


@contextmanager
def served(make: Callable[[Path], Callable], folder: Path, port: int = 0) -> Iterator[Server]:
    """Serves an application until the end of the block, at this port, or (0) at any."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(make, folder, port, there), daemon=True)
    process.start()
    there.close()  # else `recv` would wait for ever for a server that has failed to start
    try:
        yield Server(here.recv(), process.pid or 0)
    finally:
        process.terminate()
        process.join(10)


@contextmanager
def command(folder: Path, port: int) -> Iterator[str]:
    """Runs `companion serve` as people start it; yields the cookie that lets a phone in."""
    with closing(Store(folder / "companion.db")) as store:
        cookie = f"{cookie_name(store.secret())}={COOKIE.partition('=')[2]}"
    code = "from companion.cli import main; raise SystemExit(main())"
    options = ["--host", "127.0.0.1", "--port", str(port), "--instance", str(folder)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-c", code, "serve", *options], stdout=quiet)
    try:
        yield cookie
    finally:
        process.terminate()
        process.wait()


def _serve(make: Callable[[Path], Callable], folder: Path, port: int, told: Connection) -> None:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    made = make(folder)
    gc.freeze()  # as `companion serve` does with what a start makes
    waiting = server.listen(made, "127.0.0.1", port)
    told.send(waiting.effective_port)
    waiting.run()
