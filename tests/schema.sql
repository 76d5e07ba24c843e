CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL CHECK (length(secret) = 32)  -- every link's secret derives from it
, open_to_all INTEGER NOT NULL DEFAULT 1
  CHECK (open_to_all IN (0, 1))) STRICT;

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
, evening_id INTEGER REFERENCES evenings (id), position INTEGER CHECK (position > 0), place INTEGER CHECK (place > 0), called_at TEXT, goes_on INTEGER REFERENCES tables (id), again_of INTEGER REFERENCES tables (id), counted_again_of INTEGER REFERENCES tables (id)) STRICT;

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
  told_at TEXT NOT NULL, verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'confirmed', 'disputed')), why TEXT NOT NULL DEFAULT '' CHECK (length(why) <= 60),
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

CREATE TABLE links (
  right TEXT NOT NULL CHECK (right IN ('watch', 'score', 'organise')),
  table_id INTEGER REFERENCES tables (id),  -- blank: all, the host's
  generation INTEGER NOT NULL CHECK (generation > 1)  -- no row: the first
, evening_id INTEGER REFERENCES evenings (id), place INTEGER CHECK (place > 0)) STRICT;

CREATE TABLE grants (
  token TEXT NOT NULL,  -- the hash of it: the phone's cookie is kept nowhere
  phone TEXT NOT NULL,
  right TEXT NOT NULL CHECK (right IN ('watch', 'score', 'organise')),
  table_id INTEGER REFERENCES tables (id),  -- blank: all, the host's
  at TEXT NOT NULL
, evening_id INTEGER REFERENCES evenings (id), place INTEGER CHECK (place > 0)) STRICT;

CREATE INDEX grants_table ON grants (table_id, right);

CREATE INDEX grants_phone ON grants (phone);

CREATE TABLE wrong_codes (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

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
, planned INTEGER NOT NULL DEFAULT 0 CHECK (planned >= 0)) STRICT;

CREATE INDEX evenings_season ON evenings (season_id);

CREATE TABLE attendances (
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  player_id INTEGER NOT NULL REFERENCES players (id),
  game TEXT NOT NULL,  -- that this player is checked in for now
  here INTEGER NOT NULL DEFAULT 1 CHECK (here IN (0, 1)),
  fee INTEGER NOT NULL DEFAULT 0 CHECK (fee >= 0),  -- in hundredths
  paid INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0, 1)), own INTEGER CHECK (own IN (0, 1)),
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

CREATE INDEX tables_evening ON tables (evening_id, position, place);

CREATE UNIQUE INDEX links_of
  ON links (coalesce(table_id, 0), coalesce(evening_id, 0), coalesce(place, 0), right);

CREATE UNIQUE INDEX grants_of
  ON grants (token, coalesce(table_id, 0), coalesce(evening_id, 0), coalesce(place, 0), right);

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

CREATE INDEX tables_deleted ON tables (id) WHERE deleted_at IS NOT NULL;

CREATE INDEX tables_again_of ON tables (again_of) WHERE again_of IS NOT NULL;

CREATE INDEX tables_goes_on ON tables (goes_on) WHERE goes_on IS NOT NULL;

CREATE INDEX tables_counted_again_of ON tables (counted_again_of) WHERE counted_again_of IS NOT NULL;

CREATE INDEX changes_at ON changes (at);

CREATE INDEX evening_changes_at ON evening_changes (at);

CREATE INDEX phones_named ON phones (hash, name) WHERE name != '';

CREATE TRIGGER evening_changes_are_not_updated
BEFORE UPDATE ON evening_changes
BEGIN SELECT RAISE(ABORT, 'changes are only ever added'); END;

CREATE TRIGGER evening_changes_are_not_deleted
BEFORE DELETE ON evening_changes
BEGIN SELECT RAISE(ABORT, 'changes are only ever added'); END;
