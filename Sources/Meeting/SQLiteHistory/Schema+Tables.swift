extension Schema {
    /// The tables of the first version.
    ///
    /// Offsets and durations are nanoseconds of meeting time, `started_at` nanoseconds since 1970; `number` is the
    /// order in which rows came. `warnings` are durations with spaces between them, `words` a JSON array of
    /// objects.
    static let standupsAndMeetings = """
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
        ) STRICT;

        CREATE TABLE attendee (
            standup INTEGER NOT NULL REFERENCES standup ON DELETE CASCADE,
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (standup, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE vocabulary (
            standup INTEGER NOT NULL REFERENCES standup ON DELETE CASCADE,
            position INTEGER NOT NULL,
            term TEXT NOT NULL,
            PRIMARY KEY (standup, position)
        ) STRICT, WITHOUT ROWID;

        -- Refers to its standup by id alone: it keeps its own copy of what it needs of it.
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
        ) STRICT;
        CREATE INDEX meeting_by_time ON meeting (started_at);
        CREATE INDEX meeting_by_standup ON meeting (standup, started_at);
        CREATE INDEX meeting_live ON meeting (number) WHERE state = 'live';

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

        CREATE TABLE turn (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            attendee TEXT NOT NULL,
            start_at INTEGER NOT NULL,
            end_at INTEGER
        ) STRICT;
        CREATE INDEX turn_by_meeting ON turn (meeting);

        CREATE TABLE pause (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            at INTEGER NOT NULL,
            duration INTEGER,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE INDEX pause_by_meeting ON pause (meeting);

        CREATE TABLE gap (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            start_at INTEGER NOT NULL,
            end_at INTEGER NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE INDEX gap_by_meeting ON gap (meeting);

        CREATE TABLE utterance (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            attendee TEXT NOT NULL,
            start_at INTEGER NOT NULL,
            end_at INTEGER NOT NULL,
            text TEXT NOT NULL,
            recognizer TEXT NOT NULL,
            words TEXT NOT NULL
        ) STRICT;
        CREATE INDEX utterance_by_meeting ON utterance (meeting, start_at);

        CREATE TABLE recognizer_state (
            key TEXT PRIMARY KEY,
            state BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// What the second version adds; no row of the first is touched.
    ///
    /// `deleted_by` is the owner of a tombstone. Of the transcripts of a meeting, number 1 is the one that is written
    /// live: it is there while `keeps_live`, and only the others are rows of `transcript`. `meeting.transcript` is the one that is shown,
    /// `last_transcript` the highest number that was given. What is added to the live one is added to those that
    /// follow it. `utterance.original` is the utterance of which it is a copy in another transcript.
    static let deletionNotesAndTranscripts = """
        ALTER TABLE standup ADD COLUMN deleted_by TEXT;
        ALTER TABLE meeting ADD COLUMN deleted_by TEXT;
        ALTER TABLE meeting ADD COLUMN note TEXT;
        ALTER TABLE meeting ADD COLUMN transcript INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE meeting ADD COLUMN last_transcript INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE meeting ADD COLUMN keeps_live INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE utterance ADD COLUMN transcript INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE utterance ADD COLUMN original INTEGER;

        CREATE INDEX standup_deleted ON standup (id) WHERE deleted_by IS NOT NULL;
        CREATE INDEX meeting_deleted ON meeting (number) WHERE deleted_by IS NOT NULL;
        DROP INDEX meeting_by_time;
        CREATE INDEX meeting_by_time ON meeting (started_at, number, standup) WHERE deleted_by IS NULL;
        DROP INDEX meeting_by_standup;
        CREATE INDEX meeting_by_standup ON meeting (standup, started_at) WHERE deleted_by IS NULL;

        CREATE TABLE transcript (
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            number INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            correction_of INTEGER,
            recognizer TEXT,
            follows_live INTEGER NOT NULL,
            PRIMARY KEY (meeting, number)
        ) STRICT, WITHOUT ROWID;

        DROP INDEX utterance_by_meeting;
        CREATE INDEX utterance_by_transcript ON utterance (meeting, transcript, attendee, start_at, end_at);
        """
}
