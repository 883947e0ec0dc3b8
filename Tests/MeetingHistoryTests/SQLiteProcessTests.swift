import Foundation
import MeetingModel
import StandupHistory
import Testing

@testable import MeetingHistory

/// What several processes, and dying ones, do to one history.
@Suite(.timeLimit(.minutes(10))) struct SQLiteProcessTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A killed program loses nothing that it had written`() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.database as String] in
            let store = try SQLiteMeetingStore(path: path)
            try store.begin(.sample("m"))
            try store.record([.turnStarted("0", at: .zero)], in: "m")
            for second in 0..<50 { try store.record([.utterance(.sample(at: Double(second)))], in: "m") }
            kill(getpid(), SIGKILL)
        }
        #expect(FileManager.default.fileExists(atPath: folder.database + "-wal"))
        let store = try SQLiteMeetingStore(path: folder.database)
        let meeting = try #require(try store.meeting("m"))
        #expect(meeting.state == .live)
        #expect(meeting.turns == [Turn(attendee: "0", start: .zero)])
        #expect(meeting.transcript.map(\.start) == (0..<50).map { .seconds($0) })
    }

    @Test func `Two programs that create and use one history at once both keep their meetings`() async throws {
        async let first: Void = writeMeeting("first")
        async let second: Void = writeMeeting("second")
        _ = await (first, second)
        let store = try SQLiteMeetingStore(path: folder.database)
        #expect(Set(try store.meetings(of: nil).map(\.id)) == ["first", "second"])
        for id in ["first", "second"] {
            let meeting = try #require(try store.meeting(Meeting.ID(rawValue: id)))
            #expect(meeting.transcript.map(\.text) == (0..<100).map { "\(id) \($0)" })
        }
    }

    private func writeMeeting(_ id: String) async {
        await #expect(processExitsWith: .success) { [path = folder.database as String, id = id as String] in
            let store = try SQLiteMeetingStore(path: path)
            let meeting = Meeting.ID(rawValue: id)
            try store.save(.sample(Standup.ID(rawValue: id)))
            try store.begin(.sample(meeting))
            for second in 0..<100 {
                try store.record([.utterance(.sample(at: Double(second), text: "\(id) \(second)"))], in: meeting)
                if second % 10 == 0 { _ = try store.meetings(of: nil) }
            }
        }
    }

    @Test
    func `A program that has looked at the file of its open history loses nothing when another one closes it`()
        async throws
    {
        let data = DataFolder(path: folder.path)
        let path = data.databasePath
        let store = try SQLiteMeetingStore(path: path)
        try store.save(.sample("a"))
        #expect(data.hasOwnHistory)
        #expect(!SQLiteMeetingStore.isOfEarlierVersion(path: path))
        #expect(try SQLiteMeetingStore(path: path).standups().count == 1)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let store = try SQLiteMeetingStore(path: path)
            try store.save(.sample("b"))
            store.close()
        }
        try store.save(.sample("c"))
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard try SQLiteMeetingStore(path: path).standups().count == 3 else { exit(1) }
        }
    }

    @Test func `All connections that open a new history at once succeed`() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { [path = folder.database] in
                    let store = try SQLiteMeetingStore(path: path)
                    try store.begin(.full(Meeting.ID(rawValue: "m\(number)")))
                }
            }
            try await group.waitForAll()
        }
        #expect(try SQLiteMeetingStore(path: folder.database).meetings(of: nil).count == 8)
    }

    @Test func `A write in a read-only folder is an error, and nothing is lost`() async throws {
        try SQLiteMeetingStore(path: folder.database).begin(.full("m"))
        let contents = FileManager.default.contents(atPath: folder.database)
        // Root may write anything, so the user `nobody` tries.
        chmod(folder.path, 0o555)
        chmod(folder.database, 0o444)
        await #expect(processExitsWith: .success) { [path = folder.database as String] in
            if geteuid() == 0 { try #require(setuid(65_534) == 0) }
            for path in [path, path + ".new"] {
                do throws(HistoryError) {
                    try SQLiteMeetingStore(path: path).begin(.full("n"))
                    Issue.record("written")
                } catch {
                    guard case .cannotWrite(path, _, _) = error else {
                        Issue.record("\(error)")
                        continue
                    }
                }
            }
        }
        chmod(folder.path, 0o755)
        #expect(FileManager.default.contents(atPath: folder.database) == contents)
        #expect(try SQLiteMeetingStore(path: folder.database).meetings(of: nil).map(\.id) == ["m"])
    }

    @Test func `A write to a full disk is an error, and earlier rows are kept`() async throws {
        await #expect(processExitsWith: .success) { [path = folder.database as String] in
            let store = try SQLiteMeetingStore(path: path)
            try store.begin(.sample("m"))
            // Files may not grow beyond this, as on a disk that is full.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 600_000, rlim_max: 600_000)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            var written = 0
            do throws(HistoryError) {
                while written < 10_000 {
                    try store.record([.utterance(.sample(at: Double(written)))], in: "m")
                    written += 1
                }
                Issue.record("never full")
            } catch {
                guard case .cannotWrite(path, _, _) = error else {
                    Issue.record("\(error)")
                    return
                }
            }
            #expect(written > 0)
            #expect(try store.meeting("m")?.transcript.count == written)
        }
        let store = try SQLiteMeetingStore(path: folder.database)
        let transcript = try #require(try store.meeting("m")?.transcript)
        #expect(!transcript.isEmpty)
        #expect(transcript.map(\.start) == transcript.indices.map { .seconds($0) })
    }
}
