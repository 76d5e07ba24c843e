"""Names and the people who bear them."""

from __future__ import annotations

import unicodedata

from sqlite_utils import Database

from ..games.names import fold


def loosely(text: str | None) -> str:
    """A text as a search sees it: without case and accents."""
    parts = unicodedata.normalize("NFKD", (text or "").casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))


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
