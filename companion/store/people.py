"""Names and the people who bear them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from sqlite_utils import Database

from ..games.message import refuse
from ..games.shapes import tidy

UNFIT = ("Cc", "Cs", "Zl", "Zp")  # in a name: controls, halves of characters, ends of lines


def fold(name: str) -> str:
    """The name without regard to case: two people never share it."""
    return unicodedata.normalize("NFC", name.casefold())


def loosely(text: str | None) -> str:
    """A text as a search sees it: without case and accents."""
    parts = unicodedata.normalize("NFKD", (text or "").casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))


def checked_name(name: str, at: str) -> str:
    """A name as it is kept; InvalidDeal for what is none."""
    name = tidy(name)
    if not 1 <= len(name) <= 30 or any(unicodedata.category(c) in UNFIT for c in name):
        raise refuse("a name has 1 to 30 characters, none for control", at=at)
    return name


def checked_names(told: Sequence[str]) -> list[str]:
    """The names of a table in seat order, all different."""
    names = [checked_name(name, f"players[{i}]") for i, name in enumerate(told)]
    for i, name in enumerate(names):
        if fold(name) in map(fold, names[:i]):
            raise refuse("{name} is there twice", at="players", name=name)
    return names


def known(db: Database, name: str) -> int | None:
    """The person of this name, however it is written; whoever they were merged into."""
    find = "SELECT coalesce(merged_into, id) FROM players WHERE folded = ?"
    for (found,) in db.execute(find, [fold(name)]):
        return int(found)
    return None


def person(db: Database, name: str) -> int:
    """The person of this name, a new one where nobody is called so."""
    found = known(db, name)
    if found is None:
        add = "INSERT INTO players (name, folded) VALUES (?, ?)"
        found = db.execute(add, [name, fold(name)]).lastrowid
    assert found is not None
    return found
