-- A history that the second version of the database had, as its program wrote it: .dump of sqlite3.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 standups and meetings');
INSERT INTO grdb_migrations VALUES('2 deletion, notes and transcripts');
CREATE TABLE standup (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    length INTEGER NOT NULL,
    theme TEXT NOT NULL,
    at_slot_end TEXT NOT NULL,
    time_sharing TEXT NOT NULL,
    warnings TEXT NOT NULL,
    warning_sounds INTEGER NOT NULL,
    language TEXT NOT NULL
, deleted_by TEXT) STRICT;
INSERT INTO standup VALUES(1,'7187996f-d1f3-426a-8435-20df3645f87c','Daily',30000000000,'navy','overtime','fixed','10000000000',0,'en',NULL);
INSERT INTO standup VALUES(2,'430d6b0c-1106-409f-8471-93e22db3e78f','Weekly 회의',300000000000,'bubblegum','advance','fixed','10000000000',0,'en',NULL);
CREATE TABLE attendee (
    standup INTEGER NOT NULL REFERENCES standup ON DELETE CASCADE,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (standup, position)
) STRICT, WITHOUT ROWID;
INSERT INTO attendee VALUES(1,0,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed','Zoë');
INSERT INTO attendee VALUES(1,1,'c83c1b5c-926a-49a2-83e2-1ffd6c9fe67d','Ben');
INSERT INTO attendee VALUES(2,0,'3ff87141-b8bd-4c43-8e99-44a0ff9e67cc','李小龍');
CREATE TABLE vocabulary (
    standup INTEGER NOT NULL REFERENCES standup ON DELETE CASCADE,
    position INTEGER NOT NULL,
    term TEXT NOT NULL,
    PRIMARY KEY (standup, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE meeting (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    standup TEXT NOT NULL,
    title TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    duration INTEGER NOT NULL,
    language TEXT NOT NULL,
    recording_file TEXT,
    recording_rate INTEGER,
    recording_frames INTEGER,
    transcribed_up_to INTEGER
, deleted_by TEXT, note TEXT, transcript INTEGER NOT NULL DEFAULT 1, last_transcript INTEGER NOT NULL DEFAULT 1, keeps_live INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO meeting VALUES(1,'825a9e8a-4600-49e7-aab0-e93934a72757','7187996f-d1f3-426a-8435-20df3645f87c','Daily',1767517200000000000,'finished',14000000000,'en','825a9e8a-4600-49e7-aab0-e93934a72757.wav',48000,672000,14000000000,NULL,'Ask about the café',2,3,1);
INSERT INTO meeting VALUES(2,'1a0486bc-6978-403c-9138-3626987e9636','430d6b0c-1106-409f-8471-93e22db3e78f','Weekly 회의',1767603600000000000,'finished',12000000000,'en',NULL,NULL,NULL,NULL,'an-app',NULL,1,1,1);
INSERT INTO meeting VALUES(3,'dc6c7b5b-de61-4f86-ae43-8951f4e994e5','7187996f-d1f3-426a-8435-20df3645f87c','Daily',1795260588275218862,'live',2051057889,'en','dc6c7b5b-de61-4f86-ae43-8951f4e994e5.wav',48000,98434,NULL,NULL,NULL,1,1,1);
CREATE TABLE meeting_attendee (
    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    slot INTEGER NOT NULL,
    used INTEGER NOT NULL,
    overtime INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (meeting, position)
) STRICT, WITHOUT ROWID;
INSERT INTO meeting_attendee VALUES(1,0,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed','Zoë',15000000000,8000000000,0,'spoke');
INSERT INTO meeting_attendee VALUES(1,1,'c83c1b5c-926a-49a2-83e2-1ffd6c9fe67d','Ben',15000000000,6000000000,0,'spoke');
INSERT INTO meeting_attendee VALUES(2,0,'3ff87141-b8bd-4c43-8e99-44a0ff9e67cc','李小龍',300000000000,12000000000,0,'spoke');
INSERT INTO meeting_attendee VALUES(3,0,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed','Zoë',15000000000,2051057889,0,'spoke');
INSERT INTO meeting_attendee VALUES(3,1,'c83c1b5c-926a-49a2-83e2-1ffd6c9fe67d','Ben',15000000000,0,0,'waiting');
CREATE TABLE turn (
    number INTEGER PRIMARY KEY,
    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
    attendee TEXT NOT NULL,
    start_at INTEGER NOT NULL,
    end_at INTEGER
) STRICT;
INSERT INTO turn VALUES(1,1,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',0,8000000000);
INSERT INTO turn VALUES(2,1,'c83c1b5c-926a-49a2-83e2-1ffd6c9fe67d',8000000000,14000000000);
INSERT INTO turn VALUES(3,2,'3ff87141-b8bd-4c43-8e99-44a0ff9e67cc',0,12000000000);
INSERT INTO turn VALUES(4,3,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',0,2051057889);
CREATE TABLE pause (
    number INTEGER PRIMARY KEY,
    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
    at INTEGER NOT NULL,
    duration INTEGER,
    reason TEXT NOT NULL
) STRICT;
INSERT INTO pause VALUES(1,1,10000000000,0,'user');
CREATE TABLE gap (
    number INTEGER PRIMARY KEY,
    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
    start_at INTEGER NOT NULL,
    end_at INTEGER NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE TABLE utterance (
    number INTEGER PRIMARY KEY,
    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
    attendee TEXT NOT NULL,
    start_at INTEGER NOT NULL,
    end_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    recognizer TEXT NOT NULL,
    words TEXT NOT NULL
, transcript INTEGER NOT NULL DEFAULT 1, original INTEGER) STRICT;
INSERT INTO utterance VALUES(1,1,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',1030000000,3720000000,'yesterday i finished the report for the new customer','pocketsphinx','[{"confidence":0.9998999934083855,"end":1660000000,"start":1030000000,"text":"yesterday"},{"confidence":0.9948128969068859,"end":1760000000,"start":1660000000,"text":"i"},{"confidence":0.6146167223056195,"end":2170000000,"start":1760000000,"text":"finished"},{"confidence":0.8238865382272288,"end":2260000000,"start":2170000000,"text":"the"},{"confidence":0.720984298434515,"end":2680000000,"start":2260000000,"text":"report"},{"confidence":0.4500068134309728,"end":2830000000,"start":2680000000,"text":"for"},{"confidence":0.6432311409827963,"end":2910000000,"start":2830000000,"text":"the"},{"confidence":0.5231562528551864,"end":3090000000,"start":2910000000,"text":"new"},{"confidence":0.9984010941324442,"end":3720000000,"start":3090000000,"text":"customer"}]',1,NULL);
INSERT INTO utterance VALUES(2,1,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',4340000000,7190000000,'today i want to finish the work on the database','pocketsphinx','[{"confidence":0.8192032022905478,"end":4700000000,"start":4340000000,"text":"today"},{"confidence":0.9298719152799215,"end":4840000000,"start":4700000000,"text":"i"},{"confidence":0.9975028333059588,"end":5110000000,"start":4840000000,"text":"want"},{"confidence":0.9123691232196584,"end":5210000000,"start":5110000000,"text":"to"},{"confidence":0.9655049318913471,"end":5670000000,"start":5210000000,"text":"finish"},{"confidence":0.8360049353725125,"end":5800000000,"start":5670000000,"text":"the"},{"confidence":0.9351879376601616,"end":6040000000,"start":5800000000,"text":"work"},{"confidence":0.9997000102281116,"end":6200000000,"start":6040000000,"text":"on"},{"confidence":0.7000235236866486,"end":6280000000,"start":6200000000,"text":"the"},{"confidence":0.9665676949165778,"end":7190000000,"start":6280000000,"text":"database"}]',1,NULL);
INSERT INTO utterance VALUES(3,1,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',7840000000,8000000000,'there','pocketsphinx','[{"confidence":0.2658152982521829,"end":8000000000,"start":7840000000,"text":"there"}]',1,NULL);
INSERT INTO utterance VALUES(4,1,'c83c1b5c-926a-49a2-83e2-1ffd6c9fe67d',8070000000,9410000000,'is nothing blocking me','pocketsphinx','[{"confidence":0.943360519198474,"end":8210000000,"start":8070000000,"text":"is"},{"confidence":0.9998999934083855,"end":8620000000,"start":8210000000,"text":"nothing"},{"confidence":0.660374554756182,"end":9080000000,"start":8620000000,"text":"blocking"},{"confidence":0.9986008174733972,"end":9410000000,"start":9080000000,"text":"me"}]',1,NULL);
INSERT INTO utterance VALUES(5,1,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',1030000000,3720000000,'Yesterday I finished the report for the new customer in Zürich','pocketsphinx','[]',2,1);
INSERT INTO utterance VALUES(6,1,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',4340000000,7190000000,'today i want to finish the work on the database','pocketsphinx','[{"confidence":0.8192032022905478,"end":4700000000,"start":4340000000,"text":"today"},{"confidence":0.9298719152799215,"end":4840000000,"start":4700000000,"text":"i"},{"confidence":0.9975028333059588,"end":5110000000,"start":4840000000,"text":"want"},{"confidence":0.9123691232196584,"end":5210000000,"start":5110000000,"text":"to"},{"confidence":0.9655049318913471,"end":5670000000,"start":5210000000,"text":"finish"},{"confidence":0.8360049353725125,"end":5800000000,"start":5670000000,"text":"the"},{"confidence":0.9351879376601616,"end":6040000000,"start":5800000000,"text":"work"},{"confidence":0.9997000102281116,"end":6200000000,"start":6040000000,"text":"on"},{"confidence":0.7000235236866486,"end":6280000000,"start":6200000000,"text":"the"},{"confidence":0.9665676949165778,"end":7190000000,"start":6280000000,"text":"database"}]',2,2);
INSERT INTO utterance VALUES(7,1,'c33c5b24-8b1c-4314-b6fe-cabd628e51ed',7840000000,8000000000,'there','pocketsphinx','[{"confidence":0.2658152982521829,"end":8000000000,"start":7840000000,"text":"there"}]',2,3);
INSERT INTO utterance VALUES(8,1,'c83c1b5c-926a-49a2-83e2-1ffd6c9fe67d',8070000000,9410000000,'is nothing blocking me','pocketsphinx','[{"confidence":0.943360519198474,"end":8210000000,"start":8070000000,"text":"is"},{"confidence":0.9998999934083855,"end":8620000000,"start":8210000000,"text":"nothing"},{"confidence":0.660374554756182,"end":9080000000,"start":8620000000,"text":"blocking"},{"confidence":0.9986008174733972,"end":9410000000,"start":9080000000,"text":"me"}]',2,4);
INSERT INTO utterance VALUES(9,1,'c83c1b5c-926a-49a2-83e2-1ffd6c9fe67d',0,8000000000,'Nothing is blocking me except the zeppelin.','speech server','[]',3,NULL);
CREATE TABLE recognizer_state (
    key TEXT PRIMARY KEY,
    state BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO recognizer_state VALUES('pocketsphinx/mic',X'0000803f00002042');
CREATE TABLE transcript (
    meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
    number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    correction_of INTEGER,
    recognizer TEXT,
    follows_live INTEGER NOT NULL,
    PRIMARY KEY (meeting, number)
) STRICT, WITHOUT ROWID;
INSERT INTO transcript VALUES(1,2,1767517300000000000,1,NULL,1);
INSERT INTO transcript VALUES(1,3,1767517400000000000,NULL,'speech server',0);
CREATE INDEX meeting_live ON meeting (number) WHERE state = 'live';
CREATE INDEX turn_by_meeting ON turn (meeting);
CREATE INDEX pause_by_meeting ON pause (meeting);
CREATE INDEX gap_by_meeting ON gap (meeting);
CREATE INDEX standup_deleted ON standup (id) WHERE deleted_by IS NOT NULL;
CREATE INDEX meeting_deleted ON meeting (number) WHERE deleted_by IS NOT NULL;
CREATE INDEX meeting_by_time ON meeting (started_at, number, standup) WHERE deleted_by IS NULL;
CREATE INDEX meeting_by_standup ON meeting (standup, started_at) WHERE deleted_by IS NULL;
CREATE INDEX utterance_by_transcript ON utterance (meeting, transcript, attendee, start_at, end_at);
PRAGMA user_version = 2;
PRAGMA application_id = 1937010276;
COMMIT;
