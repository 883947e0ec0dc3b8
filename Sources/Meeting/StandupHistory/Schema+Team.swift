extension Schema {
    /// What a history needs to meet those of a team.
    ///
    /// `standup.shared` is whether a standup and its meetings are shared; `shared` of a meeting and of a transcript, and
    /// `live_shared` of the live transcript, whether it is in the outbox, was sent or received; 2 is a transcript in the outbox
    /// that was never sent. `recorded_by` is the member who recorded a meeting; null if it was recorded here and never sent. A
    /// transcript's `id` is the same on all devices, `parent` the id of the one that it corrects, and `written_by` who wrote it;
    /// null for the user.
    ///
    /// `team` has one row: this device, its last clock, the team that it has joined (`server` is null if none), the last batch
    /// that the server has, and the one whose arrival is not confirmed; `team_pending` lists that batch. `team_item` has the
    /// fields of what merges field by field, with their clocks (`SharedFields`); the other tables show its result.
    /// `team_lead` has the leads that the server accepted. `team_outbox` names what is to be sent, without contents.
    /// `team_waiting` keeps received rows that wait for another, which `waits_for` names, and those that cannot be read, with a
    /// `reason`.
    static let team = """
        CREATE TABLE team (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            device TEXT NOT NULL,
            time INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            server TEXT,
            epoch INTEGER,
            address TEXT,
            member TEXT,
            machine TEXT,
            sequence INTEGER NOT NULL DEFAULT 0,
            hash TEXT NOT NULL DEFAULT '',
            pending_sequence INTEGER,
            pending_hash TEXT,
            deletions INTEGER
        ) STRICT;
        INSERT INTO team (number, device, time, counter) VALUES (1, new_id(), 0, 0);
        CREATE TABLE team_item (
            kind TEXT NOT NULL,
            item TEXT NOT NULL,
            standup TEXT NOT NULL,
            meeting TEXT,
            fields TEXT NOT NULL,
            PRIMARY KEY (kind, item)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX team_item_by_meeting ON team_item (meeting, kind) WHERE meeting IS NOT NULL;
        CREATE INDEX team_item_by_standup ON team_item (standup, kind) WHERE meeting IS NULL;
        CREATE TABLE team_lead (
            standup TEXT PRIMARY KEY,
            member TEXT NOT NULL,
            time INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            writer TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE team_outbox (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            item TEXT NOT NULL,
            UNIQUE (kind, item) ON CONFLICT REPLACE
        ) STRICT;
        CREATE TABLE team_pending (
            sequence INTEGER PRIMARY KEY,
            outbox INTEGER NOT NULL,
            kind TEXT NOT NULL,
            item TEXT NOT NULL,
            clock TEXT
        ) STRICT;
        CREATE TABLE team_received (
            device TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE team_tombstone (
            kind TEXT NOT NULL,
            item TEXT NOT NULL,
            time INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            writer TEXT NOT NULL,
            PRIMARY KEY (kind, item)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE team_hidden (
            kind TEXT NOT NULL,
            item TEXT NOT NULL,
            PRIMARY KEY (kind, item)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE team_waiting (
            device TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            member TEXT NOT NULL,
            standup TEXT,
            meeting TEXT,
            change TEXT NOT NULL,
            reason TEXT,
            waits_for TEXT,
            PRIMARY KEY (device, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX team_waiting_by_need ON team_waiting (waits_for) WHERE waits_for IS NOT NULL;
        CREATE TABLE team_past_value (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            item TEXT NOT NULL,
            standup TEXT NOT NULL,
            meeting TEXT,
            field TEXT NOT NULL,
            value TEXT NOT NULL,
            UNIQUE (kind, item, field, value)
        ) STRICT;
        CREATE INDEX team_past_value_by_meeting ON team_past_value (meeting) WHERE meeting IS NOT NULL;
        CREATE INDEX team_past_value_by_standup ON team_past_value (standup);
        CREATE TABLE team_holding (
            meeting TEXT PRIMARY KEY,
            standup TEXT NOT NULL,
            member TEXT NOT NULL,
            machine TEXT NOT NULL,
            started_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE team_removed_recording (
            file TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;
        """
}
