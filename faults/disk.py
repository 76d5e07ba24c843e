"""Hears of all that SQLite asks of the disk before it is done, and may refuse it; only by ctypes.

The SQLite inside Python's own module is given a file system (a "VFS"). It is the usual one, but it
tells us of each creation, write, truncation, sync and deletion first. It stays for the life of the
process.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import sys
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int64, c_void_p, cast, pointer
from pathlib import Path
from typing import Any, NamedTuple

OK, IO_ERROR, READ_ONLY, FULL, CANNOT_OPEN = 0, 10, 8, 13, 14  # answers that SQLite knows
OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class CannotWatch(Exception):
    """The SQLite of this Python cannot be reached."""


class Asked(NamedTuple):
    """One thing that is asked of the disk: open, create, write, truncate, sync, delete."""

    what: str
    name: str  # of the file, without its folder
    offset: int = 0  # truncate: the length that is left; delete: 1 if the folder is synced too
    data: bytes = b""  # open: what is in the file


class Methods(ctypes.Structure):
    """sqlite3_io_methods: what can be done with an open file."""

    _fields_ = [
        ("version", c_int),
        *[(name, c_void_p) for name in ("close", "read")],
        ("write", WRITE),
        ("truncate", TRUNCATE),
        ("sync", SYNC),
        *[(f"other{n}", c_void_p) for n in range(13)],
    ]


class File(ctypes.Structure):
    """sqlite3_file, as far as SQLite itself knows it."""

    _fields_ = [("methods", POINTER(Methods))]


class System(ctypes.Structure):
    """sqlite3_vfs: what can be done with names."""

    _fields_ = [
        *[(name, c_int) for name in ("version", "file_size", "longest_path")],
        *[(name, t) for name, t in (("next", c_void_p), ("name", c_char_p), ("data", c_void_p))],
        ("open", OPEN),
        ("delete", DELETE),
        *[(f"other{n}", c_void_p) for n in range(14)],
    ]


class Watched:
    """The usual file system, but `seen` is called before anything is opened or changed.

    If `seen` returns anything but OK, nothing is done, and SQLite gets that for an answer.
    """

    def __init__(self, usual: System, seen: Callable[[Asked], int]) -> None:
        self._usual, self._seen = usual, seen
        self._names: dict[int, str] = {}  # of open files, by their address
        self._methods = Methods()  # the usual ones: kinds of files differ only in their locks
        self._ours: dict[int, Methods] = {}  # by the address of the usual ones of each kind
        self.system = System.from_buffer_copy(usual)
        self.system.name = b"watched"
        self.system.open, self.system.delete = OPEN(self._open), DELETE(self._delete)

    def _open(self, system: int, path: int | None, file: int, flags: int, out: int) -> int:
        if path is None:  # a temporary file of SQLite's own
            return self._usual.open(system, path, file, flags, out)
        there = Path(os.fsdecode(ctypes.string_at(path)))
        status = self._seen(self._opened(there)) or self._usual.open(system, path, file, flags, out)
        if status == OK:
            self._names[file] = there.name
            opened = cast(file, POINTER(File)).contents
            opened.methods = pointer(self._watching(opened.methods.contents))
        return status

    def _opened(self, file: Path) -> Asked:
        if not file.exists():
            return Asked("create", file.name)
        # Only once: to close a file that we have read would release SQLite's locks on it.
        known = file.name in self._names.values()
        return Asked("open", file.name, 0, b"" if known else file.read_bytes())

    def _watching(self, usual: Methods) -> Methods:
        kind = ctypes.addressof(usual)
        if kind not in self._ours:
            self._methods, ours = usual, Methods.from_buffer_copy(usual)
            ours.write, ours.sync = WRITE(self._write), SYNC(self._sync)
            ours.truncate = TRUNCATE(self._truncate)
            self._ours[kind] = ours
        return self._ours[kind]

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        told = Asked("write", self._names[file], offset, ctypes.string_at(data, size))
        return self._seen(told) or self._methods.write(file, data, size, offset)

    def _truncate(self, file: int, size: int) -> int:
        told = Asked("truncate", self._names[file], size)
        return self._seen(told) or self._methods.truncate(file, size)

    def _sync(self, file: int, flags: int) -> int:
        return self._seen(Asked("sync", self._names[file])) or self._methods.sync(file, flags)

    def _delete(self, system: int, path: int, folder: int) -> int:
        name = os.path.basename(os.fsdecode(ctypes.string_at(path)))
        told = Asked("delete", name, folder)
        return self._seen(told) or self._usual.delete(system, path, folder)


watching: list[Watched] = []  # for the life of the process: SQLite holds their addresses


def watch(seen: Callable[[Asked], int], *, everywhere: bool = True) -> None:
    """From now on all databases that this process opens are watched; if not `everywhere`, only
    those opened with vfs=watched."""
    library = _library()
    watching.append(Watched(library.sqlite3_vfs_find(None).contents, seen))
    if library.sqlite3_vfs_register(byref(watching[-1].system), int(everywhere)) != OK:
        raise CannotWatch("SQLite does not take another file system")


def _library() -> Any:
    """The SQLite that `sqlite3` uses, and no other of this machine."""
    try:
        library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        library.sqlite3_vfs_find.restype = POINTER(System)
        library.sqlite3_vfs_find.argtypes = [c_char_p]
        library.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
    except (OSError, AttributeError) as error:
        reason = (
            f"the SQLite inside {sys.executable} cannot be reached, so it is not tried: {error}"
        )
        raise CannotWatch(f"{reason}; take a Python whose sqlite3 exports its library") from None
    return library
