import Glibc
import GRDB
import MeetingHistory
import MeetingModel

@testable import StandupHistory

/// A history with something in every table, from which others are made.
struct HistorySample {
    /// The bytes of the database.
    let bytes: [UInt8]
    /// What can be changed in it.
    let columns: [(table: String, name: String, isText: Bool)]
    let standup: Standup
    let meeting: Meeting

    init() throws {
        var generator = SeededGenerator(seed: 1)
        let standup = Standup.samples(using: &generator)[1]
        let meeting = Self.meeting(of: standup, using: &generator)
        (self.standup, self.meeting) = (standup, meeting)
        (columns, bytes) = try Self.withPath { path in
            (try Self.fill(path, standup, meeting), try Self.contents(of: path))
        }
    }

    private static func meeting(of standup: Standup, using generator: inout SeededGenerator) -> Meeting {
        let people = standup.attendees.map {
            MeetingAttendee(
                id: $0.id, name: $0.name, slot: .seconds(60), used: .seconds(50), state: .spoke, isRemote: true)
        }
        let words = [Word(text: "login", start: .seconds(2), end: .seconds(3), confidence: 0.5, heard: "lagoon")]
        return Meeting(
            id: Meeting.ID(using: &generator), standupID: standup.id, title: standup.title,
            startedAt: Timestamp(nanosecondsSince1970: 1_770_000_000_000_000_000), state: .finished,
            duration: .seconds(100), attendees: people,
            turns: [
                Turn(attendee: people[0].id, start: .zero, end: .seconds(50)),
                Turn(attendee: people[1].id, start: .seconds(50), end: .seconds(100)),
            ],
            pauses: [Pause(at: .seconds(5), duration: .seconds(1), reason: .user)],
            gaps: [Gap(start: .seconds(7), end: .seconds(8), reason: .device)],
            recording: Recording(fileName: "m.wav", sampleRate: 16_000, frames: 1_600_000, channels: 2),
            transcript: ["the login page", "내일 회의에서 login"].enumerated().map { index, text in
                Utterance(
                    attendee: people[index].id, start: .seconds(index * 50), end: .seconds(index * 50 + 10),
                    text: text, recognizer: "pocketsphinx", words: words, channel: .call,
                    isInterjection: index == 1)
            },
            transcribedUpTo: .seconds(90), note: "login comes first")
    }

    private static func fill(
        _ path: String, _ standup: Standup, _ meeting: Meeting
    ) throws -> [(table: String, name: String, isText: Bool)] {
        let store = try SQLiteMeetingStore(path: path)
        _ = try store.add([standup], [meeting])
        let other = Standup(id: .init(rawValue: "other"), title: "Other", attendees: standup.attendees)
        try store.save(other)
        let corrections = try store.transcript(of: meeting.id, version: 1)
            .prefix(1).map { UtteranceCorrection(utterance: $0.id, text: "the logon page") }
        _ = try store.correctTranscript(of: meeting.id, version: 1, corrections, at: meeting.startedAt)
        _ = try store.addTranscript(meeting.transcript, to: meeting.id, recognizer: "server", at: meeting.startedAt)
        try store.keep(DraftPart(frames: 0..<100, utterances: meeting.transcript), in: "draft", of: meeting.id)
        try store.queueTranscript(QueuedTranscript(meeting: meeting.id, draft: "draft"))
        let post = MinutesPost(
            meeting: meeting.id, destination: "team", queuedAt: meeting.startedAt, transaction: "t",
            reason: "status 500")
        _ = try store.save(post, replacing: nil)
        try store.saveRecognizerState([1, 2, 3], for: "key")
        try store.setDeleted(.standup(other.id), by: "owner")
        var columns: [(table: String, name: String, isText: Bool)] = []
        try store.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT held.name, part.name, part.type = 'TEXT' FROM sqlite_master AS held
                    JOIN pragma_table_info(held.name) AS part
                    WHERE held.type = 'table' AND held.name NOT LIKE '%search%' AND held.name NOT LIKE 'sqlite%' ORDER BY 1, part.cid
                    """)
            columns = rows.map { ($0[0], $0[1], $0[2]) }
        }
        return columns
    }

    /// Opens a history of some bytes, if it can be opened, and leaves nothing of it.
    static func withHistory(of bytes: [UInt8], _ body: (SQLiteMeetingStore) throws -> Void) throws {
        try withPath { path in
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            let isWritten = write(descriptor, bytes, bytes.count) == bytes.count
            close(descriptor)
            try require(isWritten, "cannot write \(path)")
            guard let store = try attempt({ try SQLiteMeetingStore(path: path) }) else { return }
            try body(store)
        }
    }

    /// Calls `body` with the path of a new database, and then deletes all its files.
    private static func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
        var name = Array("\(passingFolder)/standup-fuzz-XXXXXX".utf8CString)
        try require(mkdtemp(&name) != nil, "no folder in \(passingFolder), error \(errno)")
        let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = folder + "/standup.db"
        defer {
            for suffix in ["", "-wal", "-shm", "-journal", "-new"] { unlink(path + suffix) }
            rmdir(folder)
        }
        return try body(path)
    }

    private static func contents(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return try readAll(of: descriptor)
    }
}
