"""What was read before and is still so, because every change has a number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

from sqlite_utils import Database

Read = TypeVar("Read")


class Known:
    """What was read, by a key that names the change as of which it was; the newest of it.

    Shared by all threads. Never asked after a write of one's own: what is taken back by a
    rollback would be known for ever.
    """

    def __init__(self, most: int = 500) -> None:
        self._most = most
        self._read: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable, read: Callable[[], Read]) -> Read:
        """What is known by this key, or is read now."""
        found: Read | None = self._read.get(key)
        if found is None:
            found = self._read[key] = read()
            if len(self._read) > self._most:
                self._read.popitem(last=False)
        return found


class Reader(Protocol):
    """Who reads: a store, or a change in the making."""

    @property
    def db(self) -> Database:
        """The connection."""

    @property
    def known(self) -> Known:
        """What was read before."""
