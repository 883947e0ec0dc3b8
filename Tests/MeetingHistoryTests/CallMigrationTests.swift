import GRDB
import MeetingModel
import Testing

@testable import MeetingHistory
@testable import StandupHistory

/// A history of version 5, from before recordings had a second channel.
@Suite struct CallMigrationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try writeHistory(to: folder)
        let queue = try DatabaseQueue(path: folder.database)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    DROP TABLE team;
                    DROP TABLE team_item;
                    DROP TABLE team_lead;
                    DROP TABLE team_outbox;
                    DROP TABLE team_pending;
                    DROP TABLE team_received;
                    DROP TABLE team_tombstone;
                    DROP TABLE team_hidden;
                    DROP TABLE team_waiting;
                    DROP TABLE team_past_value;
                    DROP TABLE team_holding;
                    DROP TABLE team_removed_recording;
                    ALTER TABLE transcript DROP COLUMN written_by;
                    DROP INDEX transcript_by_id;
                    ALTER TABLE standup DROP COLUMN shared;
                    ALTER TABLE meeting DROP COLUMN shared;
                    ALTER TABLE meeting DROP COLUMN live_shared;
                    ALTER TABLE meeting DROP COLUMN recorded_by;
                    ALTER TABLE transcript DROP COLUMN id;
                    ALTER TABLE transcript DROP COLUMN parent;
                    ALTER TABLE transcript DROP COLUMN shared;
                    ALTER TABLE meeting DROP COLUMN rehearsal;
                    DROP TABLE deleted_transcript;
                    DROP TABLE post;
                    DELETE FROM written_update;
                    DROP TABLE written_update;
                    DROP TABLE point;
                    DROP TABLE point_version;
                    ALTER TABLE meeting DROP COLUMN points;
                    ALTER TABLE meeting DROP COLUMN last_points;
                    DROP TABLE mark;
                    DROP INDEX utterance_interjection;
                    ALTER TABLE standup DROP COLUMN call;
                    ALTER TABLE attendee DROP COLUMN remote;
                    ALTER TABLE meeting DROP COLUMN recording_channels;
                    ALTER TABLE meeting_attendee DROP COLUMN remote;
                    ALTER TABLE gap DROP COLUMN channel;
                    ALTER TABLE utterance DROP COLUMN channel;
                    ALTER TABLE utterance DROP COLUMN interjection;
                    PRAGMA user_version = 5;
                    """)
        }
    }

    @Test func `The upgraded tables are those of a history of version 5`() throws {
        let queue = try DatabaseQueue(path: folder.path + "/five.db")
        let tables =
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' AND name NOT LIKE 'sqlite%' ORDER BY 1"
        let expected = try queue.write { database in
            try database.execute(sql: Schema.tables)
            return try Row.fetchAll(database, sql: tables).map { ($0[0] as String, Self.words(of: $0[1])) }
        }
        let old = try DatabaseQueue(path: folder.database)
        let found = try old.read { database in
            try Row.fetchAll(database, sql: tables).map { ($0[0] as String, Self.words(of: $0[1])) }
        }
        #expect(found.map(\.0) == expected.map(\.0))
        #expect(found.map(\.1) == expected.map(\.1))
    }

    private static func words(of sql: String) -> [Substring] { sql.split(whereSeparator: \.isWhitespace) }

    @Test func `An upgrade gives recordings one channel, and marks no attendee and no interjection`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        #expect(DataFolder.backups(ofDatabaseAt: folder.database) == [folder.database + ".version-5"])
        var standup = Standup.sample("s")
        standup.call = nil
        for index in standup.attendees.indices { standup.attendees[index].isRemote = false }
        #expect(try store.standups().first == standup)
        let meeting = try #require(try store.meeting("a"))
        let full = Meeting.full("a")
        #expect(meeting.recording == Recording(fileName: "a.wav", sampleRate: 44_100, frames: 1_058_400))
        #expect(meeting.attendees.map(\.name) == full.attendees.map(\.name))
        #expect(meeting.attendees.allSatisfy { !$0.isRemote })
        #expect(meeting.gaps.map(\.start) == full.gaps.map(\.start))
        #expect(meeting.gaps.allSatisfy { $0.channel == .room })
        #expect(meeting.transcript.map(\.text) == full.transcript.map(\.text))
        #expect(meeting.marks == [])
        #expect(meeting.points == [])
        #expect(meeting.updates == [])
        #expect(meeting.transcript.allSatisfy { $0.channel == nil && !$0.isInterjection })
        #expect(try !store.findings().contains { $0.problem.contains("channel") })
        #expect(try store.damage() == nil)
    }

    @Test(
        arguments: [(0, true), (1, false), (-86_400_000_000_000, false)])
    func `An upgrade recognizes rehearsals by their start`(offset: Int64, isRehearsal: Bool) throws {
        let queue = try DatabaseQueue(path: folder.database)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "UPDATE meeting SET started_at = 1767258000000000000 + ? WHERE id = 'a'", arguments: [offset])
        }
        try queue.close()
        let meetings = try SQLiteMeetingStore(path: folder.database).meetings(of: nil)
        #expect(meetings.filter(\.isRehearsal).map(\.id) == (isRehearsal ? ["a"] : []))
    }

    @Test func `An upgraded history stores calls`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("new"))
        try store.begin(.full("new"))
        #expect(try store.standups().last == .sample("new"))
        #expect(try store.meeting("new") == .full("new"))
    }

    @Test func `The rows of a damaged history of version 5 are copied into one of this version`() throws {
        let salvage = try Salvage(ofDatabaseAt: folder.database)
        let store = try SQLiteMeetingStore(path: salvage.path)
        #expect(try store.meetings(of: nil).count == 3)
        #expect(try store.meeting("a")?.recording?.channels == 1)
        #expect(try store.standups().map(\.id) == ["s", "t"])
    }
}
