BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','m001_tables_and_their_history','2026-11-26 04:07:21.945080+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','m002_links','2026-11-26 04:07:21.950400+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','m003_verdicts','2026-11-26 04:07:21.950945+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','m004_evenings','2026-11-26 04:07:21.960469+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'companion','m008_people','2026-11-26 04:07:21.961129+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'companion','m009_planned_positions','2026-11-26 04:07:21.961442+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'companion','m010_goes_on','2026-11-26 04:07:21.965941+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'companion','m011_deleted_tables','2026-11-26 04:07:21.966082+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'companion','m012_again','2026-11-26 04:07:21.966413+00:00');
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
INSERT INTO "adjustments" VALUES(1,1,9,'tarot',-40,'late; twice','2026-11-26T04:07:22+00:00',NULL);
INSERT INTO "adjustments" VALUES(2,1,12,'',15,'by mistake','2026-11-26T04:07:22+00:00','2026-11-26T04:07:22+00:00');
CREATE TABLE attendances (
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  player_id INTEGER NOT NULL REFERENCES players (id),
  game TEXT NOT NULL,  -- that this player is checked in for now
  here INTEGER NOT NULL DEFAULT 1 CHECK (here IN (0, 1)),
  fee INTEGER NOT NULL DEFAULT 0 CHECK (fee >= 0),  -- in hundredths
  paid INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0, 1)),
  PRIMARY KEY (evening_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "attendances" VALUES(1,8,'tarot',1,250,1);
INSERT INTO "attendances" VALUES(1,9,'tarot',1,250,0);
INSERT INTO "attendances" VALUES(1,10,'tarot',1,250,0);
INSERT INTO "attendances" VALUES(1,11,'tarot',1,250,0);
INSERT INTO "attendances" VALUES(1,12,'tamalou',1,250,0);
INSERT INTO "attendances" VALUES(1,13,'tamalou',1,100,0);
INSERT INTO "attendances" VALUES(1,14,'tamalou',1,250,0);
INSERT INTO "attendances" VALUES(1,15,'tamalou',0,250,0);
INSERT INTO "attendances" VALUES(1,16,'tarot',1,250,0);
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
INSERT INTO "changes" VALUES(1,1,NULL,'2026-11-26T04:07:21+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"7650ad12c7fb4ebcb33313da2715ecd7","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0},"at_once":4,"dealer":0,"start":[0,0,0,0],"about":{},"opened_at":"2026-11-26T04:07:21+00:00","closed_at":null},"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"]]}',NULL);
INSERT INTO "changes" VALUES(2,1,1,'2026-11-26T04:07:21+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 1","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:21+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(3,1,2,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":2,"state":"deleted"}}','{"deal":{"number":2,"state":"told","dealer":1,"facts":{"declarer":"1","contract":"prise","oudlers":1,"card_points":40},"note":"n° 2","outcome":"lost","kind":"prise","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(4,1,3,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":3,"state":"deleted"}}','{"deal":{"number":3,"state":"told","dealer":2,"facts":{"passed":true},"note":"n° 3","outcome":"passed","kind":"","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(5,1,4,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":4,"state":"deleted"}}','{"deal":{"number":4,"state":"told","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(6,1,2,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','correct','{"deal":{"number":2,"state":"told","dealer":1,"facts":{"declarer":"1","contract":"prise","oudlers":1,"card_points":40},"note":"n° 2","outcome":"lost","kind":"prise","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}','{"deal":{"number":2,"state":"told","dealer":1,"facts":{"declarer":"2","contract":"prise","oudlers":1,"card_points":40},"note":"","outcome":"lost","kind":"prise","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(7,1,4,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','delete','{"deal":{"number":4,"state":"told","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}','{"deal":{"number":4,"state":"deleted","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(8,1,4,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','undo','{"deal":{"number":4,"state":"deleted","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}','{"deal":{"number":4,"state":"told","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"n° 4","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',7);
INSERT INTO "changes" VALUES(9,1,3,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','delete','{"deal":{"number":3,"state":"told","dealer":2,"facts":{"passed":true},"note":"n° 3","outcome":"passed","kind":"","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}','{"deal":{"number":3,"state":"deleted","dealer":2,"facts":{"passed":true},"note":"n° 3","outcome":"passed","kind":"","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(10,1,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','substitute','{"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"]]}','{"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"],[3,4,5,"Zoé"]]}',NULL);
INSERT INTO "changes" VALUES(11,1,5,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":5,"state":"deleted"}}','{"deal":{"number":5,"state":"told","dealer":3,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(12,1,6,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','half','{"deal":{"number":6,"state":"deleted"}}','{"deal":{"number":6,"state":"half","dealer":0,"facts":{"declarer":"3"},"note":"","outcome":"half","kind":"","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(13,2,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"9c9771c55ea94d01bb4e32736988d20a","game":"plateau","options":{"talon_to":"declarer_unless_exchanged","deals":0},"at_once":4,"dealer":0,"start":[0,0,0,0],"about":{},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"],[3,0,4,"Dana"]]}',NULL);
INSERT INTO "changes" VALUES(14,2,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","partners":["1"],"talon":"exchange","objective":"y","made":true},"note":"","outcome":"won","kind":"y","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(15,3,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"e28a8fc2b8a1450880a8b70053f0b8b0","game":"tamalou","options":{"call_threshold":5,"fail_penalty":5,"beaten_caller":"keeps_total","kamikaze":true,"kamikaze_points":50,"limit":100,"exact_limit":"end","exact_value":50,"exact_repeat":"unlimited","deals":0,"cards":4,"no_call":"totals","final_tie":"shared","negatives":"clamp","card_values":"tamalou","jokers":0},"at_once":3,"dealer":0,"start":[0,0,0],"about":{},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,1,"Ana"],[1,0,2,"Bo"],[2,0,3,"Chi"]]}',NULL);
INSERT INTO "changes" VALUES(16,3,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"caller":"0","hands":{"0":3,"1":12,"2":20}},"note":"","outcome":"called","kind":"","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(17,3,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','close','{"table":{"closed_at":null}}','{"table":{"closed_at":"2026-11-26T04:07:22+00:00"}}',NULL);
INSERT INTO "changes" VALUES(18,4,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"2e0f8e416e92437a9b989d8e8ded111d","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0},"at_once":3,"dealer":0,"start":[0,0,0],"about":{},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,6,"Xu"],[1,0,7,"Yan"],[2,0,5,"Zoé"]]}',NULL);
INSERT INTO "changes" VALUES(19,4,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','delete_table','{"table":{"deleted_at":null}}','{"table":{"deleted_at":"2026-11-26T04:07:22+00:00"}}',NULL);
INSERT INTO "changes" VALUES(20,5,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"a22653c5d41a41fabe64b403009124f1","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":3},"at_once":4,"dealer":0,"start":[0,0,0,0],"about":{"date":"2026-11-20","evening":"Friday","position":"1","table":"1"},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,8,"Hal"],[1,0,9,"Ida"],[2,0,10,"Jo"],[3,0,11,"Kim"]]}',NULL);
INSERT INTO "changes" VALUES(21,6,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"30d3010991054f98ad8ba0db93438e4a","game":"tamalou","options":{"call_threshold":5,"fail_penalty":5,"beaten_caller":"keeps_total","kamikaze":true,"kamikaze_points":50,"limit":60,"exact_limit":"end","exact_value":50,"exact_repeat":"unlimited","deals":0,"cards":4,"no_call":"totals","final_tie":"shared","negatives":"clamp","card_values":"tamalou","jokers":0},"at_once":3,"dealer":0,"start":[0,0,0],"about":{"date":"2026-11-20","evening":"Friday","position":"1","table":"2"},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,12,"Max"],[1,0,13,"Ninon"],[2,0,14,"Oda"]]}',NULL);
INSERT INTO "changes" VALUES(22,5,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(23,5,2,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":2,"state":"deleted"}}','{"deal":{"number":2,"state":"told","dealer":1,"facts":{"declarer":"1","contract":"prise","oudlers":1,"card_points":40},"note":"","outcome":"lost","kind":"prise","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(24,5,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','substitute','{"seats":[[0,0,8,"Hal"],[1,0,9,"Ida"],[2,0,10,"Jo"],[3,0,11,"Kim"]],"attendance":{"evening_id":1,"player":16,"here":0,"fee":0}}','{"seats":[[0,0,8,"Hal"],[1,0,9,"Ida"],[2,0,10,"Jo"],[3,0,11,"Kim"],[3,2,16,"Lou"]],"attendance":{"evening_id":1,"player":16,"here":1,"fee":250}}',NULL);
INSERT INTO "changes" VALUES(25,5,3,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":3,"state":"deleted"}}','{"deal":{"number":3,"state":"told","dealer":2,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(26,5,1,'2026-11-26T04:07:22+00:00','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','confirm','{"deal":{"number":1,"verdict":"","why":""}}','{"deal":{"number":1,"verdict":"confirmed","why":""}}',NULL);
INSERT INTO "changes" VALUES(27,5,2,'2026-11-26T04:07:22+00:00','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','dispute','{"deal":{"number":2,"verdict":"","why":""}}','{"deal":{"number":2,"verdict":"disputed","why":"41?"}}',NULL);
INSERT INTO "changes" VALUES(28,5,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','close','{"table":{"closed_at":null}}','{"table":{"closed_at":"2026-11-26T04:07:22+00:00"}}',NULL);
INSERT INTO "changes" VALUES(29,6,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"caller":"0","hands":{"0":3,"1":12,"2":20}},"note":"","outcome":"called","kind":"","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(30,6,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','call','{"table":{"called_at":null}}','{"table":{"called_at":"2026-11-26T04:07:22+00:00"}}',NULL);
INSERT INTO "changes" VALUES(31,7,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"61d9204258ac4ab498c0b333c75fda64","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0},"at_once":4,"dealer":0,"start":[0,0,0,0],"about":{},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,17,"Pia"],[1,0,18,"Quin"],[2,0,19,"Rose"],[3,0,20,"Sam"]]}',NULL);
INSERT INTO "changes" VALUES(32,8,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"03b6434688624048b300a5aef044765f","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0},"at_once":4,"dealer":0,"start":[0,0,0,0],"about":{},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,21,"Tim"],[1,0,22,"Uma"],[2,0,23,"Val"],[3,0,24,"Wim"]]}',NULL);
INSERT INTO "changes" VALUES(33,7,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','tell','{"deal":{"number":1,"state":"deleted"}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""}}',NULL);
INSERT INTO "changes" VALUES(34,7,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','move','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""},"moved":{"table":8,"deal":1}}','{"deal":{"number":1,"state":"deleted","dealer":0,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""},"moved":{"table":8,"deal":1}}',NULL);
INSERT INTO "changes" VALUES(35,8,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','arrive','{"deal":{"number":1,"state":"deleted"},"moved":{"table":7,"deal":1}}','{"deal":{"number":1,"state":"told","dealer":0,"facts":{"declarer":"0","contract":"garde","oudlers":2,"card_points":49},"note":"","outcome":"won","kind":"garde","told_at":"2026-11-26T04:07:22+00:00","verdict":"","why":""},"moved":{"table":7,"deal":1}}',NULL);
INSERT INTO "changes" VALUES(36,9,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}','{"table":{"uid":"7c086bbd30eb4440af79380d7a782afc","game":"tarot","options":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0},"at_once":3,"dealer":0,"start":[0,0,0],"about":{},"opened_at":"2026-11-26T04:07:22+00:00","closed_at":null},"seats":[[0,0,25,"Nina"],[1,0,26,"Xaver"],[2,0,27,"Yves"]]}',NULL);
INSERT INTO "changes" VALUES(37,6,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','person','{"player":{"id":13,"name":"Ninon"}}','{"player":{"id":13,"name":"Nina"}}',NULL);
INSERT INTO "changes" VALUES(38,9,NULL,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','person','{"player":{"id":26,"name":"Xaver"}}','{"player":{"id":26,"name":"Xavier"}}',NULL);
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
INSERT INTO "deals" VALUES(1,1,1,'000001','told',1,0,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','n° 1','won','garde','2026-11-26T04:07:21+00:00','','');
INSERT INTO "deals" VALUES(2,1,2,'000002','told',2,1,'{"declarer":"2","contract":"prise","oudlers":1,"card_points":40}','','lost','prise','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(3,1,3,'000003','deleted',2,2,'{"passed":true}','n° 3','passed','','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(4,1,4,'000004','told',3,2,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','n° 4','won','garde','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(5,1,5,'000005','told',1,3,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','','won','garde','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(6,1,6,'000006','half',1,0,'{"declarer":"3"}','','half','','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(7,2,1,'000001','told',1,0,'{"declarer":"0","partners":["1"],"talon":"exchange","objective":"y","made":true}','','won','y','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(8,3,1,'000001','told',1,0,'{"caller":"0","hands":{"0":3,"1":12,"2":20}}','','called','','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(9,5,1,'000001','told',1,0,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','','won','garde','2026-11-26T04:07:22+00:00','confirmed','');
INSERT INTO "deals" VALUES(10,5,2,'000002','told',1,1,'{"declarer":"1","contract":"prise","oudlers":1,"card_points":40}','','lost','prise','2026-11-26T04:07:22+00:00','disputed','41?');
INSERT INTO "deals" VALUES(11,5,3,'000003','told',1,2,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','','won','garde','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(12,6,1,'000001','told',1,0,'{"caller":"0","hands":{"0":3,"1":12,"2":20}}','','called','','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(13,7,1,'000001','deleted',2,0,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','','won','garde','2026-11-26T04:07:22+00:00','','');
INSERT INTO "deals" VALUES(14,8,1,'000001','told',1,0,'{"declarer":"0","contract":"garde","oudlers":2,"card_points":49}','','won','garde','2026-11-26T04:07:22+00:00','','');
CREATE TABLE evening_changes (
  id INTEGER PRIMARY KEY,
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  at TEXT NOT NULL,
  phone TEXT NOT NULL,
  kind TEXT NOT NULL,
  said TEXT NOT NULL CHECK (json_valid(said))
) STRICT;
INSERT INTO "evening_changes" VALUES(1,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','open','{}');
INSERT INTO "evening_changes" VALUES(2,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','change','{"season_id":1,"corrects":"last","profile":"excel-fr"}');
INSERT INTO "evening_changes" VALUES(3,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','check in','{"names":["Hal","Ida","Jo","Kim"]}');
INSERT INTO "evening_changes" VALUES(4,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','check in','{"names":["Max","Ninon","Oda","Late"]}');
INSERT INTO "evening_changes" VALUES(5,1,'2026-11-26T04:07:22+00:00','','attend','{"player":8,"paid":true}');
INSERT INTO "evening_changes" VALUES(6,1,'2026-11-26T04:07:22+00:00','','attend','{"player":15,"here":false}');
INSERT INTO "evening_changes" VALUES(7,1,'2026-11-26T04:07:22+00:00','','wish','{"players":[8,9],"together":false}');
INSERT INTO "evening_changes" VALUES(8,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','draw','{"number":1}');
INSERT INTO "evening_changes" VALUES(9,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','publish','{"number":1}');
INSERT INTO "evening_changes" VALUES(10,1,'2026-11-26T04:07:22+00:00','','close position','{"number":1}');
INSERT INTO "evening_changes" VALUES(11,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','draw','{"number":2}');
INSERT INTO "evening_changes" VALUES(12,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','adjust','{"adjustment":1,"player":9,"game":"tarot","points":-40,"reason":"late; twice"}');
INSERT INTO "evening_changes" VALUES(13,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','adjust','{"adjustment":2,"player":12,"game":"","points":15,"reason":"by mistake"}');
INSERT INTO "evening_changes" VALUES(14,1,'2026-11-26T04:07:22+00:00','','take back','{"adjustment":2}');
INSERT INTO "evening_changes" VALUES(15,1,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','change','{"shown":1}');
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
INSERT INTO "evenings" VALUES(1,'f3301432aa3c42f69bee8e0546864e57','Friday','2026-11-20','Le Coin','{"tarot":{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":3},"tamalou":{"call_threshold":5,"fail_penalty":5,"beaten_caller":"keeps_total","kamikaze":true,"kamikaze_points":50,"limit":60,"exact_limit":"end","exact_value":50,"exact_repeat":"unlimited","deals":0,"cards":4,"no_call":"totals","final_tie":"shared","negatives":"clamp","card_values":"tamalou","jokers":0}}',250,'excel-fr','last',1,1,'2026-11-26T04:07:22+00:00',NULL,NULL,4);
CREATE TABLE grants (
  token TEXT NOT NULL,  -- the hash of it: the phone's cookie is kept nowhere
  phone TEXT NOT NULL,
  right TEXT NOT NULL CHECK (right IN ('watch', 'score', 'organise')),
  table_id INTEGER REFERENCES tables (id),  -- blank: all, the host's
  at TEXT NOT NULL
, evening_id INTEGER REFERENCES evenings (id), place INTEGER CHECK (place > 0)) STRICT;
INSERT INTO "grants" VALUES('cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','organise',NULL,'2026-11-26T04:07:22+00:00',1,NULL);
INSERT INTO "grants" VALUES('dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','score',NULL,'2026-11-26T04:07:22+00:00',1,1);
CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL CHECK (length(secret) = 32)  -- every link's secret derives from it
, open_to_all INTEGER NOT NULL DEFAULT 1
  CHECK (open_to_all IN (0, 1))) STRICT;
INSERT INTO "instance" VALUES(1,X'40D85E8A7DB043B6B0AFC4E0AB27D9DBE108858B2C90F2AF68D80E7BC860ACEF',1);
CREATE TABLE links (
  right TEXT NOT NULL CHECK (right IN ('watch', 'score', 'organise')),
  table_id INTEGER REFERENCES tables (id),  -- blank: all, the host's
  generation INTEGER NOT NULL CHECK (generation > 1)  -- no row: the first
, evening_id INTEGER REFERENCES evenings (id), place INTEGER CHECK (place > 0)) STRICT;
INSERT INTO "links" VALUES('score',NULL,2,1,1);
CREATE TABLE phones (
  hash TEXT PRIMARY KEY,  -- of the cookie, which is kept nowhere
  name TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "phones" VALUES('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','Ana’s phone','2026-11-26T04:07:21+00:00');
INSERT INTO "phones" VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','','2026-11-26T04:07:22+00:00');
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
INSERT INTO "player_changes" VALUES(1,13,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','Ninon','Nina',25,NULL);
INSERT INTO "player_changes" VALUES(2,26,'2026-11-26T04:07:22+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','Xaver','Xavier',NULL,NULL);
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
INSERT INTO "players" VALUES(8,'Hal','hal',NULL);
INSERT INTO "players" VALUES(9,'Ida','ida',NULL);
INSERT INTO "players" VALUES(10,'Jo','jo',NULL);
INSERT INTO "players" VALUES(11,'Kim','kim',NULL);
INSERT INTO "players" VALUES(12,'Max','max',NULL);
INSERT INTO "players" VALUES(13,'Ninon','ninon',25);
INSERT INTO "players" VALUES(14,'Oda','oda',NULL);
INSERT INTO "players" VALUES(15,'Late','late',NULL);
INSERT INTO "players" VALUES(16,'Lou','lou',NULL);
INSERT INTO "players" VALUES(17,'Pia','pia',NULL);
INSERT INTO "players" VALUES(18,'Quin','quin',NULL);
INSERT INTO "players" VALUES(19,'Rose','rose',NULL);
INSERT INTO "players" VALUES(20,'Sam','sam',NULL);
INSERT INTO "players" VALUES(21,'Tim','tim',NULL);
INSERT INTO "players" VALUES(22,'Uma','uma',NULL);
INSERT INTO "players" VALUES(23,'Val','val',NULL);
INSERT INTO "players" VALUES(24,'Wim','wim',NULL);
INSERT INTO "players" VALUES(25,'Nina','nina',NULL);
INSERT INTO "players" VALUES(26,'Xavier','xavier',NULL);
INSERT INTO "players" VALUES(27,'Yves','yves',NULL);
CREATE TABLE positions (
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  number INTEGER NOT NULL CHECK (number > 0),
  drawn TEXT NOT NULL CHECK (json_valid(drawn)),  -- tables with game and players, who sits out
  published_at TEXT,  -- blank: being drawn
  ends_at TEXT,  -- when its clock is out; blank: it has none
  closed_at TEXT,  -- blank: being played
  PRIMARY KEY (evening_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "positions" VALUES(1,1,'{"tables":[{"place":1,"game":"tarot","players":[8,9,10,11]},{"place":2,"game":"tamalou","players":[12,13,14]}],"sits_out":[15],"wanted":{"tarot":4},"by_hand":false}','2026-11-26T04:07:22+00:00','2026-11-20T21:00:00+00:00','2026-11-26T04:07:22+00:00');
INSERT INTO "positions" VALUES(1,2,'{"tables":[{"place":1,"game":"tarot","players":[11,10,9,8]}],"sits_out":[12,13,14],"wanted":{},"by_hand":false}',NULL,NULL,NULL);
CREATE TABLE request_keys (
  key TEXT PRIMARY KEY,  -- of one form, and a digest of what it asked
  at TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer))
) STRICT, WITHOUT ROWID;
INSERT INTO "request_keys" VALUES('opened f540ab619b4d0c6779d06530a0a57306bbe5293469af18bea621dfea64191e5b','2026-11-26T04:07:21+00:00','{"table_id": 1}');
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
INSERT INTO "scores" VALUES(9,0,396,'declarer');
INSERT INTO "scores" VALUES(9,1,-132,'defence');
INSERT INTO "scores" VALUES(9,2,-132,'defence');
INSERT INTO "scores" VALUES(9,3,-132,'defence');
INSERT INTO "scores" VALUES(10,0,72,'defence');
INSERT INTO "scores" VALUES(10,1,-216,'declarer');
INSERT INTO "scores" VALUES(10,2,72,'defence');
INSERT INTO "scores" VALUES(10,3,72,'defence');
INSERT INTO "scores" VALUES(11,0,396,'declarer');
INSERT INTO "scores" VALUES(11,1,-132,'defence');
INSERT INTO "scores" VALUES(11,2,-132,'defence');
INSERT INTO "scores" VALUES(11,3,-132,'defence');
INSERT INTO "scores" VALUES(12,0,0,'caller');
INSERT INTO "scores" VALUES(12,1,12,'player');
INSERT INTO "scores" VALUES(12,2,20,'player');
INSERT INTO "scores" VALUES(14,0,396,'declarer');
INSERT INTO "scores" VALUES(14,1,-132,'defence');
INSERT INTO "scores" VALUES(14,2,-132,'defence');
INSERT INTO "scores" VALUES(14,3,-132,'defence');
CREATE TABLE seasons (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 32),
  name TEXT NOT NULL,
  best INTEGER NOT NULL DEFAULT 0 CHECK (best >= 0),  -- so many evenings count; 0: all
  deleted_at TEXT  -- blank: there
) STRICT;
INSERT INTO "seasons" VALUES(1,'7d650d46a6c94f5f95241e18493a5f55','Autumn',2,NULL);
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
INSERT INTO "seats" VALUES(5,0,0,8,864,3);
INSERT INTO "seats" VALUES(5,1,0,9,-480,3);
INSERT INTO "seats" VALUES(5,2,0,10,-192,3);
INSERT INTO "seats" VALUES(5,3,0,11,-60,2);
INSERT INTO "seats" VALUES(5,3,2,16,-132,1);
INSERT INTO "seats" VALUES(6,0,0,12,0,1);
INSERT INTO "seats" VALUES(6,1,0,13,12,1);
INSERT INTO "seats" VALUES(6,2,0,14,20,1);
INSERT INTO "seats" VALUES(7,0,0,17,0,0);
INSERT INTO "seats" VALUES(7,1,0,18,0,0);
INSERT INTO "seats" VALUES(7,2,0,19,0,0);
INSERT INTO "seats" VALUES(7,3,0,20,0,0);
INSERT INTO "seats" VALUES(8,0,0,21,396,1);
INSERT INTO "seats" VALUES(8,1,0,22,-132,1);
INSERT INTO "seats" VALUES(8,2,0,23,-132,1);
INSERT INTO "seats" VALUES(8,3,0,24,-132,1);
INSERT INTO "seats" VALUES(9,0,0,25,0,0);
INSERT INTO "seats" VALUES(9,1,0,26,0,0);
INSERT INTO "seats" VALUES(9,2,0,27,0,0);
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
, evening_id INTEGER REFERENCES evenings (id), position INTEGER CHECK (position > 0), place INTEGER CHECK (place > 0), called_at TEXT, goes_on INTEGER REFERENCES tables (id), again_of INTEGER REFERENCES tables (id)) STRICT;
INSERT INTO "tables" VALUES(1,'7650ad12c7fb4ebcb33313da2715ecd7','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0}',4,0,'[0,0,0,0]','{}',0,'2026-11-26T04:07:21+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(2,'9c9771c55ea94d01bb4e32736988d20a','plateau','{"talon_to":"declarer_unless_exchanged","deals":0}',4,0,'[0,0,0,0]','{}',0,'2026-11-26T04:07:22+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(3,'e28a8fc2b8a1450880a8b70053f0b8b0','tamalou','{"call_threshold":5,"fail_penalty":5,"beaten_caller":"keeps_total","kamikaze":true,"kamikaze_points":50,"limit":100,"exact_limit":"end","exact_value":50,"exact_repeat":"unlimited","deals":0,"cards":4,"no_call":"totals","final_tie":"shared","negatives":"clamp","card_values":"tamalou","jokers":0}',3,0,'[0,0,0]','{}',0,'2026-11-26T04:07:22+00:00','2026-11-26T04:07:22+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(4,'2e0f8e416e92437a9b989d8e8ded111d','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0}',3,0,'[0,0,0]','{}',0,'2026-11-26T04:07:22+00:00',NULL,'2026-11-26T04:07:22+00:00',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(5,'a22653c5d41a41fabe64b403009124f1','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":3}',4,0,'[0,0,0,0]','{"date":"2026-11-20","evening":"Friday","position":"1","table":"1"}',1,'2026-11-26T04:07:22+00:00','2026-11-26T04:07:22+00:00',NULL,1,1,1,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(6,'30d3010991054f98ad8ba0db93438e4a','tamalou','{"call_threshold":5,"fail_penalty":5,"beaten_caller":"keeps_total","kamikaze":true,"kamikaze_points":50,"limit":60,"exact_limit":"end","exact_value":50,"exact_repeat":"unlimited","deals":0,"cards":4,"no_call":"totals","final_tie":"shared","negatives":"clamp","card_values":"tamalou","jokers":0}',3,0,'[0,0,0]','{"date":"2026-11-20","evening":"Friday","position":"1","table":"2"}',0,'2026-11-26T04:07:22+00:00',NULL,NULL,1,1,2,'2026-11-26T04:07:22+00:00',NULL,NULL);
INSERT INTO "tables" VALUES(7,'61d9204258ac4ab498c0b333c75fda64','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0}',4,0,'[0,0,0,0]','{}',0,'2026-11-26T04:07:22+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(8,'03b6434688624048b300a5aef044765f','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0}',4,0,'[0,0,0,0]','{}',0,'2026-11-26T04:07:22+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "tables" VALUES(9,'7c086bbd30eb4440af79380d7a782afc','tarot','{"preset":"table","slam_settlement":"team_each","half_points":"exact","all_pass_dealer":"same","petit_sec_voids":false,"poignee_values":[20,30,40],"misere":0,"deals":0}',3,0,'[0,0,0]','{}',0,'2026-11-26T04:07:22+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE wishes (
  evening_id INTEGER NOT NULL REFERENCES evenings (id),
  one INTEGER NOT NULL REFERENCES players (id),
  other INTEGER NOT NULL REFERENCES players (id) CHECK (other > one),
  together INTEGER NOT NULL CHECK (together IN (0, 1)),
  PRIMARY KEY (evening_id, one, other)
) STRICT, WITHOUT ROWID;
INSERT INTO "wishes" VALUES(1,8,9,0);
CREATE TABLE wrong_codes (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
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
CREATE INDEX grants_table ON grants (table_id, right);
CREATE INDEX grants_phone ON grants (phone);
CREATE INDEX evenings_season ON evenings (season_id);
CREATE INDEX attendances_player ON attendances (player_id);
CREATE INDEX adjustments_evening ON adjustments (evening_id);
CREATE INDEX evening_changes_evening ON evening_changes (evening_id, id);
CREATE INDEX tables_evening ON tables (evening_id, position, place);
CREATE UNIQUE INDEX links_of
  ON links (coalesce(table_id, 0), coalesce(evening_id, 0), coalesce(place, 0), right);
CREATE UNIQUE INDEX grants_of
  ON grants (token, coalesce(table_id, 0), coalesce(evening_id, 0), coalesce(place, 0), right);
CREATE UNIQUE INDEX player_changes_merges ON player_changes (player_id)
  WHERE into_id IS NOT NULL AND taken_back_at IS NULL;
CREATE INDEX players_merged ON players (merged_into);
CREATE INDEX tables_deleted ON tables (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX tables_again_of ON tables (again_of) WHERE again_of IS NOT NULL;
CREATE INDEX tables_goes_on ON tables (goes_on) WHERE goes_on IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('changes',38);
COMMIT;
