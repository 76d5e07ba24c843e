"""What takes long at a start and is the same at the next: packed files, compiled templates.

They lie in a folder of the instance that may be thrown away. What a cut power has torn there is not
what its digest says, and is made anew.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

DIGEST = 32  # octets


class Prepared(BytecodeCache):
    """Keeps what was made of a source, until the source is another one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def made(self, name: str, source: bytes, make: Callable[[bytes], bytes]) -> bytes:
        """What `make` makes of a source, or made of it at an earlier start."""
        found = self._read(name, source)
        if found is None:
            found = make(source)
            self._write(name, source, found)
        return found

    def load_bytecode(self, bucket: Bucket) -> None:
        """A template compiled at an earlier start."""
        if found := self._read(bucket.key, bucket.checksum.encode()):
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """A template compiled now."""
        self._write(bucket.key, bucket.checksum.encode(), bucket.bytecode_to_string())

    def _read(self, name: str, source: bytes) -> bytes | None:
        with suppress(OSError):
            kept = (self._folder / name).read_bytes()
            if kept[:DIGEST] == _digest(source, kept[DIGEST:]):
                return kept[DIGEST:]
        return None

    def _write(self, name: str, source: bytes, made: bytes) -> None:
        with suppress(OSError):  # a full disk only makes the next start slow again
            self._folder.mkdir(mode=0o700, exist_ok=True)
            with open(self._folder / name, "wb", opener=partial(os.open, mode=0o600)) as file:
                file.write(_digest(source, made) + made)


def _digest(source: bytes, made: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(source).digest() + made).digest()


def register(app: Flask) -> None:
    """Keeps what was prepared where it is told to, and nowhere else."""
    if folder := app.config.get("PREPARED"):
        app.extensions["prepared"] = app.jinja_env.bytecode_cache = Prepared(folder)
