internal import Glibc
internal import GRDB
internal import MeetingHistory

/// The tables, and how a database comes to have them.
///
/// Each migration stays as it was released; a later one is added below it and raises `version`.
enum Schema {
    /// The number of migrations, kept in the database as its `user_version`, where it costs nothing to look.
    static let version = 1

    /// Says that a database is ours ("stnd").
    static let applicationID = 0x7374_6e64

    /// Brings the database up to this version, or refuses one that is newer or not ours.
    ///
    /// One that is up to date, as nearly always, takes one query.
    static func prepare(_ queue: DatabaseQueue, path: String) throws {
        if try queue.read({ try isCurrent($0, path: path) }) { return }
        let lock = FolderLock(ofFileAt: path)
        defer { lock.release() }
        // Another process may have done it while this one waited.
        if try queue.read({ try isCurrent($0, path: path) }) { return }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try migrator.migrate(queue)
    }

    private static func isCurrent(_ database: Database, path: String) throws -> Bool {
        var found = (version: 0, application: 0)
        try database.forEachRow("SELECT user_version, application_id FROM pragma_user_version, pragma_application_id") {
            found = (Int($0.integer(0)), Int($0.integer(1)))
        }
        if found.application == applicationID {
            guard found.version <= version else { throw HistoryError.newer(path: path) }
            return found.version == version
        }
        // A program that is about to make the first migration, or died there, has made the list of migrations before.
        let tables = try Int.fetchOne(
            database,
            sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
        )
        guard tables == 0 && found == (0, 0) else {
            throw HistoryError.unreadable(path: path, reason: "it is the database of another program")
        }
        return false
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 standups and meetings") { database in
            try database.execute(sql: standupsAndMeetings)
            try database.execute(sql: "PRAGMA user_version = 1; PRAGMA application_id = \(applicationID)")
        }
        return migrator
    }

    /// The tables of the first version.
    ///
    /// Offsets and durations are nanoseconds of meeting time, `started_at` nanoseconds since 1970; `number` is the
    /// order in which rows came. `warnings` are durations with spaces between them, `words` a JSON array of
    /// objects.
    private static let standupsAndMeetings = """
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
}

/// Keeps two processes from creating or upgrading a database at once: a lock (flock) of the folder that it is in.
///
/// Where there is no such lock, SQLite's own make one of the two fail instead.
private struct FolderLock {
    private let descriptor: CInt

    /// Waits for the lock.
    init(ofFileAt path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 { flock(descriptor, LOCK_EX) }
    }

    func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
