"""Names and the people who bear them."""

from __future__ import annotations

import unicodedata
from itertools import chain, count

from sqlite_utils import Database

from ..games.names import LONGEST, fold, tidy
from .values import as_text

# Everybody who is this person: the one, and those merged into that one.
SPELLINGS = "SELECT id FROM players WHERE id = :player OR merged_into = :player"

# Each of these people (`p`), by whatever name.
THEM = """(p.id IN (SELECT value FROM json_each(:people))
  OR p.merged_into IN (SELECT value FROM json_each(:people)))"""

# Who sat in seat `s` has the deals `d` after the one that brought them there, until somebody else
# came.
SINCE_SEATED = """LEFT JOIN deals f ON f.table_id = s.table_id AND f.number = s.after_deal
  JOIN deals d ON d.table_id = s.table_id AND d.sort > coalesce(f.sort, '') AND d.state = 'told'"""
STILL_SEATED = """NOT EXISTS (
  SELECT 1 FROM seats o JOIN deals l ON l.table_id = o.table_id AND l.number = o.after_deal
  WHERE o.table_id = s.table_id AND o.seat = s.seat
  AND l.sort > coalesce(f.sort, '') AND l.sort < d.sort)"""

# Whether the evening of a table is deleted: then the table does not count for a person.
GONE = """EXISTS (
  SELECT 1 FROM evenings gone WHERE gone.id = {}.evening_id AND gone.deleted_at IS NOT NULL)"""
STILL_THERE = f"t.deleted_at IS NULL AND NOT {GONE.format('t')}"

# Deals that were counted again under other rules were played only once. Of a table and its copies
# the first that is there counts, in each evening and outside evenings; one outside (`t`) gives way
# to any (`o`) that counts in an evening.
GIVES_WAY = f"""o.deleted_at IS NULL
  AND (o.id = t.counted_again_of OR o.counted_again_of = t.counted_again_of
    OR o.counted_again_of = t.id)
  AND (t.evening_id IS NULL AND o.evening_id IS NOT NULL AND NOT {GONE.format("o")}
    OR o.evening_id IS t.evening_id
    AND (o.id = t.counted_again_of OR o.id < t.id AND o.counted_again_of = t.counted_again_of))"""
PLAYED_ONCE = f"NOT EXISTS (SELECT 1 FROM tables o WHERE {GIVES_WAY})"

VOICED = "\u3099\u309a"  # marks of kana, which are no accents: が is not か
# What no accent makes of another letter; others, as ß, fold by themselves.
LETTERS = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"}
LETTERS |= {"ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n", "’": "'"}
AS_TYPED = str.maketrans(LETTERS)


def loosely(text: str | None) -> str:
    """A text as a search sees it: without case and accents, in the letters of any keyboard."""
    parts = unicodedata.normalize("NFKD", (text or "").casefold()).translate(AS_TYPED)
    return "".join(c for c in parts if not unicodedata.combining(c) or c in VOICED)


def fits(name: str, typed: str) -> bool:
    """Whether a name, or a word in it, begins with what is typed of it."""
    return f" {loosely(typed.strip())}" in f" {loosely(name)}"


def words(search: str) -> str:
    """The words that are searched for, each once, as a statement takes them."""
    return as_text([*dict.fromkeys(loosely(search).split())])


def bearer(db: Database, name: str) -> int | None:
    """The person who bears this name, however it is written, or whom they were merged into; None:
    nobody does."""
    find = "SELECT coalesce(merged_into, id) FROM players WHERE folded = ?"
    for (found,) in db.execute(find, [fold(name)]):
        return int(found)
    return None


def merged(db: Database) -> dict[int, int]:
    """Who was merged into whom; everybody else is not in it."""
    find = "SELECT id, merged_into FROM players WHERE merged_into IS NOT NULL"
    return dict(db.execute(find).fetchall())


def spellings(db: Database, player: int) -> list[int]:
    """Everybody who is this person, by number."""
    return [one for (one,) in db.execute(SPELLINGS, {"player": player})]


def name_of(db: Database, player: int) -> str:
    """What a person is called."""
    name: str = db.execute("SELECT name FROM players WHERE id = ?", [player]).fetchone()[0]
    return name


def rename(db: Database, player: int, name: str) -> None:
    """Gives a person another name. A spelling that was merged and has that name already gets the
    name that this person had: no two have one name."""
    name, folded = tidy(name), fold(name)
    put = "UPDATE players SET name = ?, folded = ? WHERE id = ?"
    had = db.execute("SELECT name, folded FROM players WHERE id = ?", [player]).fetchone()
    twins = "SELECT id FROM players WHERE folded = ? AND id != ?"
    twin = [number for (number,) in db.execute(twins, [folded, player])]
    for number in twin:
        db.execute(put, [name, " ", number])  # no name is folded so
    db.execute(put, [name, folded, player])
    for number in twin:
        db.execute(put, [*had, number])


def told_apart(db: Database, player: int) -> str:
    """The name of somebody who was separated from others; they get a number behind it, if one of
    the others bears it."""
    name = name_of(db, player)
    if bearer(db, name) != player:
        numbered = (f"{name[: LONGEST - 1 - len(str(n))].rstrip()} {n}" for n in count(2))
        name = next(one for one in chain([name], numbered) if bearer(db, one) is None)
        rename(db, player, name)
    return name


def bearer_or_new(db: Database, name: str) -> int:
    """The person who bears this name; where nobody does, a new one is added."""
    name = tidy(name)
    found = bearer(db, name)
    if found is None:
        add = "INSERT INTO players (name, folded) VALUES (?, ?)"
        found = db.execute(add, [name, fold(name)]).lastrowid
    assert found is not None
    return found
