BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','m001_tables_and_their_history','2026-11-21 21:11:14.063822+00:00');
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
INSERT INTO "changes" VALUES(1,1,NULL,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"eb3847a15bfc479f806e6adb12269b7c","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0},"at_once":4,"dealer":0,"start":[0,0,0,0],"about":{},"opened_at":"2026-11-21T21:11:14+00:00","closed_at":null},"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"]]}',NULL);
INSERT INTO "changes" VALUES(2,1,1,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 1","outcome":"won","kind":"garde","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(3,1,2,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":2,"state":"deleted"}}','{"deal":{"number":2,"state":"told","dealer":1,"facts":{"declarer":"1","contract":"prise","oudlers":1,"card_points":40},"note":"n° 2","outcome":"lost","kind":"prise","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(4,1,3,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":3,"state":"deleted"}}','{"deal":{"number":3,"state":"told","dealer":2,"facts":{"passed":true},"note":"n° 3","outcome":"passed","kind":"","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(5,1,4,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":4,"state":"deleted"}}','{"deal":{"number":4,"state":"told","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(6,1,2,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','correct','{"deal":{"number":2,"state":"told","dealer":1,"facts":{"declarer":"1","contract":"prise","oudlers":1,"card_points":40},"note":"n° 2","outcome":"lost","kind":"prise","told_at":"2026-11-21T21:11:14+00:00"}}','{"deal":{"number":2,"state":"told","dealer":1,"facts":{"declarer":"2","contract":"prise","oudlers":1,"card_points":40},"note":"","outcome":"lost","kind":"prise","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(7,1,4,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','delete','{"deal":{"number":4,"state":"told","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-21T21:11:14+00:00"}}','{"deal":{"number":4,"state":"deleted","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(8,1,4,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','undo','{"deal":{"number":4,"state":"deleted","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-21T21:11:14+00:00"}}','{"deal":{"number":4,"state":"told","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-21T21:11:14+00:00"}}',7);
INSERT INTO "changes" VALUES(9,1,3,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','delete','{"deal":{"number":3,"state":"told","dealer":2,"facts":{"passed":true},"note":"n° 3","outcome":"passed","kind":"","told_at":"2026-11-21T21:11:14+00:00"}}','{"deal":{"number":3,"state":"deleted","dealer":2,"facts":{"passed":true},"note":"n° 3","outcome":"passed","kind":"","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(10,1,NULL,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','substitute','{"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"]]}','{"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"],[3,4,5,"Zoé"]]}',NULL);
INSERT INTO "changes" VALUES(11,1,5,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":5,"state":"deleted"}}','{"deal":{"number":5,"state":"told","dealer":3,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(12,1,6,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','half','{"deal":{"number":6,"state":"deleted"}}','{"deal":{"number":6,"state":"half","dealer":0,"facts":{"declarer":"3"},"note":"","outcome":"half","kind":"","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(13,2,NULL,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"74f9cb788ce34a90bfc66d8eeb741ca3","game":"plateau","options":{"talon_to":"declarer_unless_exchanged","deals":0},"at_once":4,"dealer":0,"start":[0,0,0,0],"about":{},"opened_at":"2026-11-21T21:11:14+00:00","closed_at":null},"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"]]}',NULL);
INSERT INTO "changes" VALUES(14,2,1,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","partners":["1"],"talon":"exchange","objective":"y","made":true},"note":"","outcome":"won","kind":"y","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(15,3,NULL,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"d5294028416e4eb284dec4a0b4c4a6af","game":"tamalou","options":{"call_threshold":5,"fail_penalty":5,"beaten_caller":"keeps_total","kamikaze":true,"kamikaze_points":50,"limit":100,"exact_limit":"end","exact_value":50,"exact_repeat":"unlimited","deals":0,"cards":4,"no_call":"totals","final_tie":"shared","negatives":"clamp","card_values":"tamalou","jokers":0},"at_once":3,"dealer":0,"start":[0,0,0],"about":{},"opened_at":"2026-11-21T21:11:14+00:00","closed_at":null},"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"]]}',NULL);
INSERT INTO "changes" VALUES(16,3,1,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"caller":"0","hands":{"0":3,"1":12,"2":20}},"note":"","outcome":"called","kind":"","told_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(17,3,NULL,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','close','{"table":{"closed_at":null}}','{"table":{"closed_at":"2026-11-21T21:11:14+00:00"}}',NULL);
INSERT INTO "changes" VALUES(18,4,NULL,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"0cc578553f4d41fb83c852f5bdf81a7c","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0},"at_once":3,"dealer":0,"start":[0,0,0],"about":{},"opened_at":"2026-11-21T21:11:14+00:00","closed_at":null},"seats":[[0,0,6,"Xu"],[1,0,7,"Yan"],[2,0,5,"Zoé"]]}',NULL);
INSERT INTO "changes" VALUES(19,4,NULL,'2026-11-21T21:11:14+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','delete_table','{"table":{"deleted_at":null}}','{"table":{"deleted_at":"2026-11-21T21:11:14+00:00"}}',NULL);
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
INSERT INTO "deals" VALUES(1,1,1,'000001','told',1,0,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','n° 1','won','garde','2026-11-21T21:11:14+00:00');
INSERT INTO "deals" VALUES(2,1,2,'000002','told',2,1,'{"declarer":"2","contract":"prise","oudlers":1,"card_points":40}','','lost','prise','2026-11-21T21:11:14+00:00');
INSERT INTO "deals" VALUES(3,1,3,'000003','deleted',2,2,'{"passed":true}','n° 3','passed','','2026-11-21T21:11:14+00:00');
INSERT INTO "deals" VALUES(4,1,4,'000004','told',3,2,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','n° 4','won','garde','2026-11-21T21:11:14+00:00');
INSERT INTO "deals" VALUES(5,1,5,'000005','told',1,3,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','','won','garde','2026-11-21T21:11:14+00:00');
INSERT INTO "deals" VALUES(6,1,6,'000006','half',1,0,'{"declarer":"3"}','','half','','2026-11-21T21:11:14+00:00');
INSERT INTO "deals" VALUES(7,2,1,'000001','told',1,0,'{"declarer":"0","partners":["1"],"talon":"exchange","objective":"y","made":true}','','won','y','2026-11-21T21:11:14+00:00');
INSERT INTO "deals" VALUES(8,3,1,'000001','told',1,0,'{"caller":"0","hands":{"0":3,"1":12,"2":20}}','','called','','2026-11-21T21:11:14+00:00');
CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL CHECK (length(secret) = 32)  -- every link's secret derives from it
) STRICT;
INSERT INTO "instance" VALUES(1,X'8A3534C1800FCF48D4D9A6970EC66C0100A18E6822BF7EDBD9A26A023F290B0A');
CREATE TABLE phones (
  hash TEXT PRIMARY KEY,  -- of the cookie, which is kept nowhere
  name TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "phones" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','Ana’s phone','2026-11-21T21:11:14+00:00');
CREATE TABLE players (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 30),
  folded TEXT NOT NULL UNIQUE,  -- the name without regard to case
  merged_into INTEGER REFERENCES players (id)  -- blank: a person
) STRICT;
INSERT INTO "players" VALUES(1,'Ana','ana',NULL);
INSERT INTO "players" VALUES(2,'Bo','bo',NULL);
INSERT INTO "players" VALUES(3,'Chi','chi',NULL);
INSERT INTO "players" VALUES(4,'Dana','dana',NULL);
INSERT INTO "players" VALUES(5,'Zoé','zoé',NULL);
INSERT INTO "players" VALUES(6,'Xu','xu',NULL);
INSERT INTO "players" VALUES(7,'Yan','yan',NULL);
CREATE TABLE request_keys (
  key TEXT PRIMARY KEY,  -- of one form, and a digest of what it asked
  at TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer))
) STRICT, WITHOUT ROWID;
INSERT INTO "request_keys" VALUES('opened 96f6d999da890dc83e79f128940a8a08281845cea2e33d6f9805b7e611d03482','2026-11-21T21:11:14+00:00','{"table_id": 1}');
CREATE TABLE scores (
  deal_id INTEGER NOT NULL REFERENCES deals (id),
  seat INTEGER NOT NULL CHECK (seat >= 0),
  points INTEGER NOT NULL,  -- of the deal by itself, in the game's smallest unit
  role TEXT NOT NULL,
  PRIMARY KEY (deal_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "scores" VALUES(1,0,396,'declarer');
INSERT INTO "scores" VALUES(1,1,-132,'defence');
INSERT INTO "scores" VALUES(1,2,-132,'defence');
INSERT INTO "scores" VALUES(1,3,-132,'defence');
INSERT INTO "scores" VALUES(2,0,72,'defence');
INSERT INTO "scores" VALUES(2,1,72,'defence');
INSERT INTO "scores" VALUES(2,2,-216,'declarer');
INSERT INTO "scores" VALUES(2,3,72,'defence');
INSERT INTO "scores" VALUES(4,0,396,'declarer');
INSERT INTO "scores" VALUES(4,1,-132,'defence');
INSERT INTO "scores" VALUES(4,2,-132,'defence');
INSERT INTO "scores" VALUES(4,3,-132,'defence');
INSERT INTO "scores" VALUES(5,0,396,'declarer');
INSERT INTO "scores" VALUES(5,1,-132,'defence');
INSERT INTO "scores" VALUES(5,2,-132,'defence');
INSERT INTO "scores" VALUES(5,3,-132,'defence');
INSERT INTO "scores" VALUES(7,0,3,'declarer');
INSERT INTO "scores" VALUES(7,1,3,'partner');
INSERT INTO "scores" VALUES(7,2,-3,'defence');
INSERT INTO "scores" VALUES(7,3,-3,'defence');
INSERT INTO "scores" VALUES(8,0,0,'caller');
INSERT INTO "scores" VALUES(8,1,12,'player');
INSERT INTO "scores" VALUES(8,2,20,'player');
CREATE TABLE seats (
  table_id INTEGER NOT NULL REFERENCES tables (id),
  seat INTEGER NOT NULL CHECK (seat >= 0),
  after_deal INTEGER NOT NULL CHECK (after_deal >= 0),  -- a number; 0: from the start
  player_id INTEGER NOT NULL REFERENCES players (id),
  total INTEGER NOT NULL DEFAULT 0,  -- what the seat's total changed by meanwhile
  deals INTEGER NOT NULL DEFAULT 0 CHECK (deals >= 0),  -- that count and were played meanwhile
  PRIMARY KEY (table_id, seat, after_deal)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,0,1,1260,4);
INSERT INTO "seats" VALUES(1,1,0,2,-324,4);
INSERT INTO "seats" VALUES(1,2,0,3,-612,4);
INSERT INTO "seats" VALUES(1,3,0,4,-192,3);
INSERT INTO "seats" VALUES(1,3,4,5,-132,1);
INSERT INTO "seats" VALUES(2,0,0,1,3,1);
INSERT INTO "seats" VALUES(2,1,0,2,3,1);
INSERT INTO "seats" VALUES(2,2,0,3,-3,1);
INSERT INTO "seats" VALUES(2,3,0,4,-3,1);
INSERT INTO "seats" VALUES(3,0,0,1,0,1);
INSERT INTO "seats" VALUES(3,1,0,2,12,1);
INSERT INTO "seats" VALUES(3,2,0,3,20,1);
INSERT INTO "seats" VALUES(4,0,0,6,0,0);
INSERT INTO "seats" VALUES(4,1,0,7,0,0);
INSERT INTO "seats" VALUES(4,2,0,5,0,0);
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
INSERT INTO "tables" VALUES(1,'eb3847a15bfc479f806e6adb12269b7c','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0}',4,0,'[0,0,0,0]','{}',0,'2026-11-21T21:11:14+00:00',NULL,NULL);
INSERT INTO "tables" VALUES(2,'74f9cb788ce34a90bfc66d8eeb741ca3','plateau','{"talon_to":"declarer_unless_exchanged","deals":0}',4,0,'[0,0,0,0]','{}',0,'2026-11-21T21:11:14+00:00',NULL,NULL);
INSERT INTO "tables" VALUES(3,'d5294028416e4eb284dec4a0b4c4a6af','tamalou','{"call_threshold":5,"fail_penalty":5,"beaten_caller":"keeps_total","kamikaze":true,"kamikaze_points":50,"limit":100,"exact_limit":"end","exact_value":50,"exact_repeat":"unlimited","deals":0,"cards":4,"no_call":"totals","final_tie":"shared","negatives":"clamp","card_values":"tamalou","jokers":0}',3,0,'[0,0,0]','{}',0,'2026-11-21T21:11:14+00:00','2026-11-21T21:11:14+00:00',NULL);
INSERT INTO "tables" VALUES(4,'0cc578553f4d41fb83c852f5bdf81a7c','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0}',3,0,'[0,0,0]','{}',0,'2026-11-21T21:11:14+00:00',NULL,'2026-11-21T21:11:14+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX tables_open ON tables (closed_at, id) WHERE deleted_at IS NULL;
CREATE INDEX seats_player ON seats (player_id, table_id);
CREATE UNIQUE INDEX deals_one_half ON deals (table_id) WHERE state = 'half';
CREATE INDEX changes_table ON changes (table_id, id);
CREATE INDEX changes_phone ON changes (phone, table_id);
CREATE TRIGGER changes_are_not_updated BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are only ever added'); END;
CREATE TRIGGER changes_are_not_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes are only ever added'); END;
CREATE INDEX request_keys_at ON request_keys (at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('changes',19);
COMMIT;
