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
    /// `remote` marks who joins by call, and `standup.call` remembers the source of the call. `gap.channel` is the channel in
    /// which sound is missing. `utterance.channel` is null for a recording of one channel; an interjection came from the
    /// other side of the call.
    ///
    /// `meeting.points` is the number of the current version of the points, 0 if there is none, and `last_points` the
    /// highest number used so far. A point has the same `id` in all versions. `point.transcript` is the number of the
    /// transcript that its words are from, null if the user wrote them; when that transcript is deleted, the point is
    /// deleted too. An update without a `meeting` waits for the next one. A post is of a meeting to a destination, a name
    /// in the configuration; addresses and keys are never stored. `post.points` is the version that was sent, 0 if there
    /// is none.
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
            deleted_by TEXT,
            call TEXT,
            shared INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX standup_deleted ON standup (id) WHERE deleted_by IS NOT NULL;

        CREATE TABLE attendee (
            standup INTEGER NOT NULL REFERENCES standup ON DELETE CASCADE,
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            remote INTEGER NOT NULL DEFAULT 0,
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
            keeps_live INTEGER NOT NULL DEFAULT 1,
            recording_channels INTEGER NOT NULL DEFAULT 1,
            points INTEGER NOT NULL DEFAULT 0,
            last_points INTEGER NOT NULL DEFAULT 0,
            rehearsal INTEGER NOT NULL DEFAULT 0,
            shared INTEGER NOT NULL DEFAULT 0,
            live_shared INTEGER NOT NULL DEFAULT 0,
            recorded_by TEXT
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
            remote INTEGER NOT NULL DEFAULT 0,
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
            reason TEXT NOT NULL,
            channel TEXT NOT NULL DEFAULT 'room'
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
            id TEXT,
            parent TEXT,
            shared INTEGER NOT NULL DEFAULT 0,
            written_by TEXT,
            PRIMARY KEY (meeting, number)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX transcript_by_id ON transcript (id);

        CREATE TABLE deleted_transcript (
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            number INTEGER NOT NULL,
            deleted_by TEXT NOT NULL,
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
            original INTEGER,
            channel TEXT,
            interjection INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX utterance_by_transcript ON utterance (meeting, transcript, attendee, start_at, end_at);
        CREATE INDEX utterance_interjection ON utterance (meeting, transcript, attendee, start_at, end_at)
            WHERE interjection;

        CREATE TABLE mark (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            start_at INTEGER NOT NULL,
            end_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX mark_by_meeting ON mark (meeting);

        CREATE TABLE point_version (
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            number INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            maker TEXT NOT NULL,
            transcript INTEGER,
            PRIMARY KEY (meeting, number)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE point (
            number INTEGER PRIMARY KEY,
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            version INTEGER NOT NULL,
            id TEXT NOT NULL,
            attendee TEXT NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            start_at INTEGER NOT NULL,
            end_at INTEGER NOT NULL,
            maker TEXT NOT NULL,
            state TEXT NOT NULL,
            continues TEXT,
            transcript INTEGER
        ) STRICT;
        CREATE INDEX point_by_version ON point (meeting, version);
        CREATE INDEX point_by_id ON point (id);

        CREATE TABLE written_update (
            number INTEGER PRIMARY KEY,
            meeting INTEGER REFERENCES meeting ON DELETE CASCADE,
            standup TEXT NOT NULL,
            attendee TEXT NOT NULL,
            text TEXT NOT NULL,
            written_at INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX written_update_by_meeting ON written_update (meeting, attendee);
        CREATE UNIQUE INDEX written_update_waiting ON written_update (standup, attendee) WHERE meeting IS NULL;

        CREATE TABLE post (
            meeting INTEGER NOT NULL REFERENCES meeting ON DELETE CASCADE,
            destination TEXT NOT NULL,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            queued_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            points INTEGER NOT NULL,
            txn TEXT NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (meeting, destination)
        ) STRICT, WITHOUT ROWID;

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
