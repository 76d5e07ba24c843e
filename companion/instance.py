"""The instance folder, which has everything that must not be lost and that nobody else may read."""

from __future__ import annotations

import os
import secrets
import sys
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import IO

OF_THE_PROJECT = Path(__file__).parents[1] / "instance"
STARTED = 15  # seconds after which a start says where it serves, or will not


class InUse(Exception):
    """Another companion runs on this folder."""


def make(folder: Path) -> None:
    """Makes the folder and its database, readable by this user alone; both may be there already."""
    make_folder(folder)
    os.close(os.open(folder / "companion.db", os.O_RDWR | os.O_CREAT, 0o600))


def make_folder(folder: Path) -> None:
    """Makes the folder, readable by this user alone; it may be there already."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def secret_key(folder: Path) -> str:
    """The key that signs cookies and forms. Made once: after a new one every open page would be
    refused."""
    file = folder / "secret_key"
    if not file.exists() or not file.stat().st_size:  # a cut power may have left it empty
        _write_key(file)
    return file.read_text().strip()


def _write_key(file: Path) -> None:
    """Writes all of the key or nothing of it, whatever happens meanwhile."""
    begun = file.with_name("secret_key.new")
    begun.unlink(missing_ok=True)
    with os.fdopen(os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
        new.write(secrets.token_hex(32))
        new.flush()
        os.fsync(new.fileno())
    begun.replace(file)


def say_where(folder: Path, address: str) -> None:
    """Notes where the folder is served, for `companion link` on the same machine."""
    with open(folder / "address", "w", opener=partial(os.open, mode=0o600)) as file:
        file.write(address)


def say_nowhere(folder: Path) -> None:
    """Removes what an earlier start has noted."""
    (folder / "address").unlink(missing_ok=True)


def served_at(folder: Path) -> str | None:
    """The address where a companion serves the folder now, None: nobody does. Waits for one that is
    just starting."""
    file, until = folder / "address", monotonic() + STARTED
    while monotonic() < until:
        try:
            lock(folder).close()
        except InUse:
            if file.exists() and (address := file.read_text()):
                return address
            sleep(0.1)
        else:
            return None
    return None


def lock(folder: Path) -> IO[str]:
    """Keeps the folder for this process, until the returned file is closed or the process ends.
    Raises InUse."""
    file = os.fdopen(os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+")
    try:
        _lock(file)
    except OSError:
        file.close()
        raise InUse from None
    return file


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
