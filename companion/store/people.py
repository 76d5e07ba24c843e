"""Names and the people who bear them."""

from __future__ import annotations

import unicodedata

from sqlite_utils import Database

from ..games.names import fold, tidy
from .values import as_text

# Everybody who is this person: the one, and those merged into that one.
SPELLINGS = "SELECT id FROM players WHERE id = :player OR merged_into = :player"


def loosely(text: str | None) -> str:
    """A text as a search sees it: without case and accents."""
    parts = unicodedata.normalize("NFKD", (text or "").casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))


def words(search: str) -> str:
    """The words that are searched for, as a statement takes them."""
    return as_text(loosely(search).split())


def known(db: Database, name: str) -> int | None:
    """The person of this name, however it is written; whoever they were merged into."""
    find = "SELECT coalesce(merged_into, id) FROM players WHERE folded = ?"
    for (found,) in db.execute(find, [fold(name)]):
        return int(found)
    return None


def merged(db: Database) -> dict[int, int]:
    """Who was merged into whom; everybody else is nobody but themselves."""
    find = "SELECT id, merged_into FROM players WHERE merged_into IS NOT NULL"
    return dict(db.execute(find).fetchall())


def called(db: Database, player: int) -> str:
    """What a person is called."""
    name: str = db.execute("SELECT name FROM players WHERE id = ?", [player]).fetchone()[0]
    return name


def call(db: Database, player: int, name: str) -> None:
    """Calls a person so; who was merged and is called so takes the name that there was."""
    put = "UPDATE players SET name = ?, folded = ? WHERE id = ?"
    (was,) = db.execute("SELECT name FROM players WHERE id = ?", [player]).fetchone()
    twins = "SELECT id FROM players WHERE folded = ? AND id != ?"
    twin = [number for (number,) in db.execute(twins, [fold(name), player])]
    for number in twin:
        db.execute(put, [name, f" {number}", number])  # no name begins so
    db.execute(put, [name, fold(name), player])
    for number in twin:
        db.execute(put, [was, fold(was), number])


def person(db: Database, name: str) -> int:
    """The person of this name, a new one where nobody is called so."""
    name = tidy(name)
    found = known(db, name)
    if found is None:
        add = "INSERT INTO players (name, folded) VALUES (?, ?)"
        found = db.execute(add, [name, fold(name)]).lastrowid
    assert found is not None
    return found
