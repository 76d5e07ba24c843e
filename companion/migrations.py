"""The history of the schema, append only: what a release has made is never edited here.

Imports nothing of today's games: an old migration must not change its meaning when code does.
`python -m companion.migrations` prints the schema as all migrations leave it.
"""

from __future__ import annotations

import os
import re
import secrets
import sqlite3
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from sqlite_utils import Database, Migrations

migrations = Migrations("companion")


class NewerDatabase(Exception):
    """The database was written by a later release than this program."""


class BrokenDatabase(Exception):
    """After all migrations some reference pointed at nothing; so nothing was changed."""


class OtherDatabase(BrokenDatabase):
    """The database was made by another program; nothing was changed."""


@migrations()
def m001_tables_and_their_history(db: Database) -> None:
    """Tables, who sits there, what was told, and every change of it."""
    db.executescript(FIRST_TABLES)
    db.execute("INSERT INTO instance (id, secret) VALUES (1, ?)", [secrets.token_bytes(32)])


@migrations()
def m002_links(db: Database) -> None:
    """Links that were renewed, phones that were let in; whoever has played at a table stays in."""
    db.executescript(LINKS)


@migrations()
def m003_verdicts(db: Database) -> None:
    """What a second phone says of a deal; of deals that are there already nothing has been said."""
    for column in VERDICTS:
        db.execute(f"ALTER TABLE deals ADD COLUMN {column}")


VERDICTS = (
    "verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'confirmed', 'disputed'))",
    "why TEXT NOT NULL DEFAULT '' CHECK (length(why) <= 60)",
)


@migrations()
def m004_evenings(db: Database) -> None:
    """Evenings and seasons, who was there, positions; a table may belong to an evening."""
    db.executescript(EVENINGS)


# The numbers 5 to 7 were never given.
@migrations()
def m008_people(db: Database) -> None:
    """People renamed and merged everywhere, so that it can be taken back."""
    db.executescript(PEOPLE)


@migrations()
def m009_planned_positions(db: Database) -> None:
    """How many positions an evening is to have; 0 for those that are there: nobody has said so."""
    db.execute(f"ALTER TABLE evenings ADD COLUMN {PLANNED}")


@migrations()
def m010_goes_on(db: Database) -> None:
    """From which table a table carries its totals over; they count at the table they come from."""
    db.execute("ALTER TABLE tables ADD COLUMN goes_on INTEGER REFERENCES tables (id)")


@migrations()
def m011_deleted_tables(db: Database) -> None:
    """An index for the list of deleted tables."""
    db.execute("CREATE INDEX tables_deleted ON tables (id) WHERE deleted_at IS NOT NULL")


@migrations()
def m012_again(db: Database) -> None:
    """Which table the same players played at before; later tables are found by either column."""
    db.execute("ALTER TABLE tables ADD COLUMN again_of INTEGER REFERENCES tables (id)")
    for column in ("again_of", "goes_on"):
        db.execute(f"CREATE INDEX tables_{column} ON tables ({column}) WHERE {column} IS NOT NULL")


@migrations()
def m013_counted_again(db: Database) -> None:
    """Of which table a table has the deals, counted under other rules: they were played once."""
    db.execute("ALTER TABLE tables ADD COLUMN counted_again_of INTEGER REFERENCES tables (id)")
    db.execute(
        "CREATE INDEX tables_counted_again_of ON tables (counted_again_of)"
        " WHERE counted_again_of IS NOT NULL"
    )


@migrations()
def m014_names_folded_anew(db: Database) -> None:
    """Names are kept and folded as this release does. Where two people have one name by that, the
    newer one is merged into the older, as the host could have done. But if they ever sat at one
    table, or were in one draw, they are two people: then the newer one gets a number after it."""
    there = "SELECT id, name, merged_into FROM players ORDER BY merged_into IS NOT NULL, id"
    found = db.execute(there).fetchall()
    db.execute("UPDATE players SET folded = ' ' || id")  # no name begins with a blank
    first: dict[str, int] = {}
    newer: list[tuple[int, str, str]] = []
    for player, was, into in found:
        name = _m014_tidy(was) or was
        folded = _m014_fold(name) or name
        db.execute("UPDATE players SET name = ? WHERE id = ?", [name, player])
        if first.setdefault(folded, player) == player:
            db.execute("UPDATE players SET folded = ? WHERE id = ?", [folded, player])
        elif into is None:
            newer.append((player, was, folded))
    for player, was, folded in newer:
        _m014_merge(db, player, first[folded], was)


@migrations()
def m015_changes_by_time(db: Database) -> None:
    """Indexes by which the newest changes are found, whatever the clock said in between."""
    db.execute("CREATE INDEX changes_at ON changes (at)")
    db.execute("CREATE INDEX evening_changes_at ON evening_changes (at)")


@migrations()
def m016_phones_by_name(db: Database) -> None:
    """An index of the phones that have a name: few of all that ever posted."""
    db.execute("CREATE INDEX phones_named ON phones (hash, name) WHERE name != ''")


@migrations()
def m017_declarers_who_passed(db: Database) -> None:
    """In deals of Le Plateau the declarer could also pass, which meant nothing and is refused now.
    The pass is taken out; the deal counts as before."""
    db.execute(M017_WITHOUT_THE_PASS)


@migrations()
def m018_changes_of_evenings_stay(db: Database) -> None:
    """The changes of an evening can only be added to, as those of a table."""
    for one in ("UPDATE", "DELETE"):
        db.execute(f"""CREATE TRIGGER evening_changes_are_not_{one.lower()}d
BEFORE {one} ON evening_changes
BEGIN SELECT RAISE(ABORT, 'changes are only ever added'); END""")


@migrations()
def m019_own_fees(db: Database) -> None:
    """Whose a fee is, where the amount alone does not say: after the fee of all has changed, 1 is a
    fee of one's own that is now the same, 0 a payment of the old fee of all. Elsewhere (NULL) a fee
    is one's own if it differs from that of all."""
    db.execute("ALTER TABLE attendances ADD COLUMN own INTEGER CHECK (own IN (0, 1))")


def _m014_merge(db: Database, player: int, other: int, was: str) -> None:
    both = {"player": player, "other": other}
    (name,) = db.execute("SELECT name FROM players WHERE id = ?", [other]).fetchone()
    two = any(db.execute(ask, both).fetchone() for ask in (M014_TOGETHER, M014_DRAWN))
    if two:
        name = _m014_numbered(db, name)
        put = "UPDATE players SET name = ?, folded = ? WHERE id = ?"
        db.execute(put, [name, _m014_fold(name), player])
    else:
        put = "UPDATE players SET merged_into = :other WHERE :player IN (id, merged_into)"
        db.execute(put, both)
    at = datetime.now(UTC).replace(microsecond=0).isoformat()
    note = """INSERT INTO player_changes (player_id, at, phone, was, became, into_id)
        VALUES (?, ?, '', ?, ?, ?)"""
    db.execute(note, [player, at, was, name, None if two else other])


def _m014_numbered(db: Database, name: str) -> str:
    taken = {folded for (folded,) in db.execute("SELECT folded FROM players")}
    tried = (f"{name[: 29 - len(str(n))].rstrip()} {n}" for n in count(2))
    return next(one for one in tried if _m014_fold(one) not in taken)


def _m014_tidy(name: str) -> str:
    spaced = M014_SPACES.sub(" ", M014_NEEDLESS.sub("", name))
    return unicodedata.normalize("NFC", spaced).strip()


def _m014_fold(name: str) -> str:
    plain = _m014_tidy(M014_HIDDEN.sub("", name)).replace("\u3000", " ")
    return unicodedata.normalize("NFC", plain.casefold())


M014_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3164\uffa0"
M014_SPACES = re.compile(f"[ {M014_BLANKS}\u3000]{{2,}}|[{M014_BLANKS}]")
M014_NEEDLESS = re.compile("[\u00ad\u034f\u200b\u2060\ufeff]")
M014_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0001\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)
M014_TOGETHER = """
SELECT 1 FROM seats mine JOIN seats theirs ON theirs.table_id = mine.table_id
WHERE mine.player_id IN (SELECT id FROM players WHERE :player IN (id, merged_into))
AND theirs.player_id IN (SELECT id FROM players WHERE :other IN (id, merged_into))
"""
M014_DRAWN = """
SELECT 1 FROM positions WHERE 2 = (
  SELECT count(DISTINCT coalesce(p.merged_into, p.id)) FROM players p
  WHERE coalesce(p.merged_into, p.id) IN (:player, :other)
  AND p.id IN (SELECT value FROM json_each(drawn, '$.sits_out')
    UNION SELECT seat.value FROM json_each(drawn, '$.tables') one,
      json_each(one.value, '$.players') seat))
"""

M017_SAID = """
FROM json_each(facts, '$.bids') said
WHERE json_extract(said.value, '$.pass') IS NOT NULL
AND json_extract(said.value, '$.player') = json_extract(facts, '$.declarer')
"""
M017_WITHOUT_THE_PASS = f"""
UPDATE deals SET facts = json_remove(facts, (SELECT '$.bids[' || said.key || ']' {M017_SAID}))
WHERE table_id IN (SELECT id FROM tables WHERE game = 'plateau') AND EXISTS (SELECT 1 {M017_SAID})
"""

PLANNED = "planned INTEGER NOT NULL DEFAULT 0 CHECK (planned >= 0)"
FIRST_TABLES = """
CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL CHECK (length(secret) = 32)  -- every link's secret derives from it
) STRICT;

CREATE TABLE phones (
  hash TEXT PRIMARY KEY,  -- of the cookie, which is kept nowhere
  name TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
  folded TEXT NOT NULL UNIQUE,  -- the name without regard to case
  merged_into INTEGER REFERENCES players (id)  -- blank: a person
) STRICT;

CREATE TABLE tables (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 32),
  game TEXT NOT NULL,
  options TEXT NOT NULL CHECK (json_valid(options)),  -- every one: a default may change
  at_once INTEGER NOT NULL CHECK (at_once > 0),
  dealer INTEGER NOT NULL CHECK (dealer >= 0),  -- the seat that deals first
  start TEXT NOT NULL CHECK (json_valid(start)),  -- carried over, one number a seat
  about TEXT NOT NULL CHECK (json_valid(about)),
  over INTEGER NOT NULL CHECK (over IN (0, 1)),
  opened_at TEXT NOT NULL,
  closed_at TEXT,  -- blank: open
  deleted_at TEXT  -- blank: there
) STRICT;
CREATE INDEX tables_open ON tables (closed_at, id) WHERE deleted_at IS NULL;

CREATE TABLE seats (
  table_id INTEGER NOT NULL REFERENCES tables (id),
  seat INTEGER NOT NULL CHECK (seat >= 0),
  after_deal INTEGER NOT NULL CHECK (after_deal >= 0),  -- a number; 0: from the start
  player_id INTEGER NOT NULL REFERENCES players (id),
  total INTEGER NOT NULL DEFAULT 0,  -- what the seat's total changed by meanwhile
  deals INTEGER NOT NULL DEFAULT 0 CHECK (deals >= 0),  -- that count and were played meanwhile
  PRIMARY KEY (table_id, seat, after_deal)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_player ON seats (player_id, table_id);

CREATE TABLE deals (
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL REFERENCES tables (id),
  number INTEGER NOT NULL CHECK (number > 0),  -- its address for ever
  sort TEXT NOT NULL,  -- digits after a decimal point: there is always one between two
  state TEXT NOT NULL CHECK (state IN ('told', 'half', 'deleted')),
  revision INTEGER NOT NULL CHECK (revision > 0),
  dealer INTEGER NOT NULL CHECK (dealer >= 0),
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  note TEXT NOT NULL,
  outcome TEXT NOT NULL,
  kind TEXT NOT NULL,  -- contract or objective
  told_at TEXT NOT NULL,
  UNIQUE (table_id, number),
  UNIQUE (table_id, sort)
) STRICT;
CREATE UNIQUE INDEX deals_one_half ON deals (table_id) WHERE state = 'half';

CREATE TABLE scores (
  deal_id INTEGER NOT NULL REFERENCES deals (id),
  seat INTEGER NOT NULL CHECK (seat >= 0),
  points INTEGER NOT NULL,  -- of the deal by itself, in the game's smallest unit
  role TEXT NOT NULL,
  PRIMARY KEY (deal_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  table_id INTEGER NOT NULL REFERENCES tables (id),
  deal INTEGER,  -- its number; blank: of the table
  at TEXT NOT NULL,
  phone TEXT NOT NULL,
  kind TEXT NOT NULL,
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  undoes INTEGER REFERENCES changes (id),  -- blank: an ordinary change
  FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, number)
) STRICT;
CREATE INDEX changes_table ON changes (table_id, id);
CREATE INDEX changes_phone ON changes (phone, table_id);

CREATE TRIGGER changes_are_not_updated BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are only ever added'); END;
CREATE TRIGGER changes_are_not_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are only ever added'); END;

CREATE TABLE request_keys (
  key TEXT PRIMARY KEY,  -- of one form, and a digest of what it asked
  at TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer))
) STRICT, WITHOUT ROWID;
CREATE INDEX request_keys_at ON request_keys (at);
"""

LINKS = """
ALTER TABLE instance ADD COLUMN open_to_all INTEGER NOT NULL DEFAULT 1
  CHECK (open_to_all IN (0, 1));  -- anybody in the network may open a table

CREATE TABLE links (
  right TEXT NOT NULL CHECK (right IN ('watch', 'score', 'organise')),
  table_id INTEGER REFERENCES tables (id),  -- blank: all, the host's
  generation INTEGER NOT NULL CHECK (generation > 1)  -- no row: the first
) STRICT;
CREATE UNIQUE INDEX links_of ON links (coalesce(table_id, 0), right);

CREATE TABLE grants (
  token TEXT NOT NULL,  -- the hash of it: the phone's cookie is kept nowhere
  phone TEXT NOT NULL,
  right TEXT NOT NULL CHECK (right IN ('watch', 'score', 'organise')),
  table_id INTEGER REFERENCES tables (id),  -- blank: all, the host's
  at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX grants_of ON grants (token, coalesce(table_id, 0), right);
CREATE INDEX grants_table ON grants (table_id, right);
CREATE INDEX grants_phone ON grants (phone);

CREATE TABLE wrong_codes (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

-- Before there were links, a phone was known by the hash that is its token now.
INSERT INTO grants (token, phone, right, table_id, at)
SELECT phone, phone, 'score', table_id, min(at) FROM changes
WHERE phone != '' GROUP BY phone, table_id;
"""

EVENINGS = """
CREATE TABLE seasons (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 32),
  name TEXT NOT NULL,
  best INTEGER NOT NULL DEFAULT 0 CHECK (best >= 0),  -- so many evenings count; 0: all
  deleted_at TEXT  -- blank: there
) STRICT;

CREATE TABLE evenings (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 32),
  name TEXT NOT NULL,
  date TEXT NOT NULL,
  place TEXT NOT NULL,  -- where people met
  games TEXT NOT NULL CHECK (json_valid(games)),  -- game -> every option of its tables
  fee INTEGER NOT NULL DEFAULT 0 CHECK (fee >= 0),  -- in hundredths, what each owes
  profile TEXT NOT NULL DEFAULT 'plain',  -- of its CSV files
  corrects TEXT NOT NULL DEFAULT 'all' CHECK (corrects IN ('all', 'last')),
  shown INTEGER CHECK (shown >= 0),  -- standings up to this position; blank: as they stand
  season_id INTEGER REFERENCES seasons (id),  -- blank: none
  opened_at TEXT NOT NULL,
  closed_at TEXT,  -- blank: going on
  deleted_at TEXT  -- blank: there
) STRICT;
CREATE INDEX evenings_season ON evenings (season_id);

CREATE TABLE attendances (
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  player_id INTEGER NOT NULL REFERENCES players (id),
  game TEXT NOT NULL,  -- that this player is checked in for now
  here INTEGER NOT NULL DEFAULT 1 CHECK (here IN (0, 1)),
  fee INTEGER NOT NULL DEFAULT 0 CHECK (fee >= 0),  -- in hundredths
  paid INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0, 1)),
  PRIMARY KEY (evening_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attendances_player ON attendances (player_id);

CREATE TABLE wishes (
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  one INTEGER NOT NULL REFERENCES players (id),
  other INTEGER NOT NULL REFERENCES players (id) CHECK (other > one),
  together INTEGER NOT NULL CHECK (together IN (0, 1)),
  PRIMARY KEY (evening_id, one, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE positions (
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  number INTEGER NOT NULL CHECK (number > 0),
  drawn TEXT NOT NULL CHECK (json_valid(drawn)),  -- tables with game and players, who sits out
  published_at TEXT,  -- blank: being drawn
  ends_at TEXT,  -- when its clock is out; blank: it has none
  closed_at TEXT,  -- blank: being played
  PRIMARY KEY (evening_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE adjustments (
  id INTEGER PRIMARY KEY,
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  player_id INTEGER NOT NULL REFERENCES players (id),
  game TEXT NOT NULL,  -- whose points; empty: those of all games together
  points INTEGER NOT NULL,  -- in the game's smallest unit; together: tenths
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  taken_back_at TEXT  -- blank: it counts
) STRICT;
CREATE INDEX adjustments_evening ON adjustments (evening_id);

CREATE TABLE evening_changes (
  id INTEGER PRIMARY KEY,
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  at TEXT NOT NULL,
  phone TEXT NOT NULL,
  kind TEXT NOT NULL,
  said TEXT NOT NULL CHECK (json_valid(said))
) STRICT;
CREATE INDEX evening_changes_evening ON evening_changes (evening_id, id);

ALTER TABLE tables ADD COLUMN evening_id INTEGER REFERENCES evenings (id);  -- blank: none
ALTER TABLE tables ADD COLUMN position INTEGER CHECK (position > 0);  -- of the evening
ALTER TABLE tables ADD COLUMN place INTEGER CHECK (place > 0);  -- where it stands: "table 4"
ALTER TABLE tables ADD COLUMN called_at TEXT;  -- blank: nobody calls the organiser
CREATE INDEX tables_evening ON tables (evening_id, position, place);

-- A link may also be of an evening, or of one of its places, whatever is played there.
ALTER TABLE links ADD COLUMN evening_id INTEGER REFERENCES evenings (id);
ALTER TABLE links ADD COLUMN place INTEGER CHECK (place > 0);
DROP INDEX links_of;
CREATE UNIQUE INDEX links_of
  ON links (coalesce(table_id, 0), coalesce(evening_id, 0), coalesce(place, 0), right);
ALTER TABLE grants ADD COLUMN evening_id INTEGER REFERENCES evenings (id);
ALTER TABLE grants ADD COLUMN place INTEGER CHECK (place > 0);
DROP INDEX grants_of;
CREATE UNIQUE INDEX grants_of
  ON grants (token, coalesce(table_id, 0), coalesce(evening_id, 0), coalesce(place, 0), right);
"""

# `players.merged_into` says whose name it is after all merges; these are the merges one by one.
PEOPLE = """
CREATE TABLE player_changes (
  id INTEGER PRIMARY KEY,
  player_id INTEGER NOT NULL REFERENCES players (id),
  at TEXT NOT NULL,
  phone TEXT NOT NULL,
  was TEXT NOT NULL,  -- the name
  became TEXT NOT NULL,  -- the name; of a merge that of the other
  into_id INTEGER REFERENCES players (id) CHECK (into_id != player_id),  -- blank: renamed
  taken_back_at TEXT  -- blank: it holds
) STRICT;
CREATE UNIQUE INDEX player_changes_merges ON player_changes (player_id)
  WHERE into_id IS NOT NULL AND taken_back_at IS NULL;
CREATE INDEX players_merged ON players (merged_into);
"""


def migrate(path: str | Path, before: Callable[[], object] = lambda: None) -> None:
    """Brings the schema of a database up to this program, all the way or not at all; makes the
    database if there is none.

    `before` is called if there is something to change, before anything is changed. Raises
    NewerDatabase for a database of a later release, OtherDatabase for one of another program.
    """
    file = Path(path)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    # `transform` refuses to work with foreign keys on; `_apply` checks them itself.
    conn = sqlite3.connect(file, timeout=10, isolation_level=None)
    try:
        db = Database(conn, execute_plugins=False)
        db.execute("PRAGMA foreign_keys = OFF")
        _refuse_newer(db)
        _refuse_other(db)
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)
        pending = migrations.pending(db)
        if pending:
            before()
        conn.execute("PRAGMA journal_mode = WAL")  # a copy that was put back is not yet in it
        if pending:
            conn.execute("PRAGMA synchronous = FULL")
            _apply(db)
    finally:
        conn.close()


def _refuse_newer(db: Database) -> None:
    with Database(memory=True, execute_plugins=False) as empty:
        known = {one.name for one in migrations.pending(empty)}
    for one in migrations.applied(db):
        if one.name not in known:
            raise NewerDatabase(one.name)


def _refuse_other(db: Database) -> None:
    theirs = [name for name in db.table_names() if not name.startswith("_sqlite_")]
    if theirs and not migrations.applied(db):
        raise OtherDatabase(f"no database of ours: it has {min(theirs)}")


def _apply(db: Database) -> None:
    """Applies all that is pending in one transaction. It takes the lock at its begin, so that a
    second program waits."""
    db.execute("BEGIN IMMEDIATE")
    try:
        migrations.apply(db)
        broken = db.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise BrokenDatabase(f"{len(broken)} broken references, the first in {broken[0][0]}")
        db.commit()
    except BaseException:
        db.rollback()
        raise


def schema() -> str:
    """The schema as all migrations leave it, in the order in which its parts were made."""
    db = Database(sqlite3.connect(":memory:", isolation_level=None), execute_plugins=False)
    migrations.apply(db)
    found = db.execute(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
        " AND tbl_name NOT LIKE 'sqlite_%' AND tbl_name NOT LIKE '_sqlite_%' ORDER BY rowid"
    ).fetchall()
    db.close()
    return "\n\n".join(f"{sql};" for (sql,) in found) + "\n"


if __name__ == "__main__":
    print(schema(), end="")
