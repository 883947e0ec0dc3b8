extension Schema {
    /// The tables of a history, and their indexes.
    ///
    /// Offsets and durations are nanoseconds of meeting time, instants nanoseconds since 1970. `number` is the order in
    /// which rows were added. `warnings` are durations with spaces between them, `words` and `utterances` JSON arrays of
    /// objects, `frames_start` and `frames_end` frames of the recording. `deleted_by` is the owner of a tombstone.
    ///
    /// A meeting copies the standup data it needs, and refers to its standup only by id. Its transcript number 1 is
    /// written live; it exists while `keeps_live` is 1, and has no row in `transcript`. `meeting.transcript` is the
    /// number of the current transcript, `last_transcript` the highest number used so far. Utterances added to number 1
    /// are also added to transcripts with `follows_live`. For a copied utterance, `utterance.original` is the number of
    /// the original.
    ///
    /// Each deletion adds a row to `pending_erasure`, removed once the log is empty: until then, the files may contain
    /// deleted words. Its number is random, so that none is used twice.
    static let tables = """
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
            language TEXT NOT NULL,
            deleted_by TEXT
        ) STRICT;
        CREATE INDEX standup_deleted ON standup (id) WHERE deleted_by IS NOT NULL;

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
            transcribed_up_to INTEGER,
            deleted_by TEXT,
            note TEXT,
            transcript INTEGER NOT NULL DEFAULT 1,
            last_transcript INTEGER NOT NULL DEFAULT 1,
            keeps_live INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX meeting_by_time ON meeting (started_at, number, standup) WHERE deleted_by IS NULL;
        CREATE INDEX meeting_by_standup ON meeting (standup, started_at) WHERE deleted_by IS NULL;
        CREATE INDEX meeting_live ON meeting (number) WHERE state = 'live';
        CREATE INDEX meeting_deleted ON meeting (number) WHERE deleted_by IS NOT NULL;
        CREATE INDEX meeting_untranscribed ON meeting (started_at, number)
            WHERE transcribed_up_to < duration AND state <> 'live';

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
        CREATE INDEX meeting_attendee_by_id ON meeting_attendee (id, meeting);

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

        CREATE TABLE countdown_step (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            step TEXT NOT NULL
        ) STRICT;
        CREATE INDEX countdown_step_by_meeting ON countdown_step (meeting);

        CREATE TABLE transcript (
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            number INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            correction_of INTEGER,
            recognizer TEXT,
            follows_live INTEGER NOT NULL,
            PRIMARY KEY (meeting, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE utterance (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            attendee TEXT NOT NULL,
            start_at INTEGER NOT NULL,
            end_at INTEGER NOT NULL,
            text TEXT NOT NULL,
            recognizer TEXT NOT NULL,
            words TEXT NOT NULL,
            transcript INTEGER NOT NULL DEFAULT 1,
            original INTEGER
        ) STRICT;
        CREATE INDEX utterance_by_transcript ON utterance (meeting, transcript, attendee, start_at, end_at);

        CREATE TABLE draft (
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            name TEXT NOT NULL,
            frames_start INTEGER NOT NULL,
            frames_end INTEGER NOT NULL,
            utterances TEXT NOT NULL,
            PRIMARY KEY (meeting, name, frames_start, frames_end)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE queued_transcript (
            meeting INTEGER PRIMARY KEY REFERENCES meeting ON DELETE CASCADE,
            draft TEXT NOT NULL
        ) STRICT;

        CREATE TABLE recognizer_state (
            key TEXT PRIMARY KEY,
            state BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pending_erasure (
            number INTEGER PRIMARY KEY
        ) STRICT;

        """
}
