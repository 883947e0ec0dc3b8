import Foundation
import MeetingModel
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory

@Suite(.timeLimit(.minutes(10))) struct InterruptedMeetingsTests {
    let temporary: TemporaryFolder
    let folder: DataFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DataFolder(path: temporary.path)
        try folder.create()
    }

    private struct Broken: Error {}

    /// A meeting whose program died in Bob's turn, after 12 s of recording were noted in the history.
    private var torn: Meeting {
        var meeting = Meeting.sample("m", names: ["Ann", "Bob", "Carl", "Dora"])
        for index in meeting.attendees.indices { meeting.attendees[index].slot = .seconds(8) }
        meeting.attendees[3].state = .absent
        for change: MeetingChange in [
            .recording(Recording(fileName: "m.wav", sampleRate: 48_000)), .turnStarted("0", at: .zero),
            .attendee(MeetingAttendee(id: "0", name: "Ann", slot: .seconds(8), state: .spoke)),
            .utterance(.sample(at: 1)), .turnStarted("1", at: .seconds(9)),
            .recording(Recording(fileName: "m.wav", sampleRate: 48_000, frames: 12 * 48_000)),
            .state(.live, duration: .seconds(12)),
        ] { meeting.apply(change) }
        return meeting
    }

    @Test func `A meeting whose program crashed is completed up to the last frame of its recording`() throws {
        let store = try temporary.open()
        try store.begin(torn)
        var repaired: [String] = []
        let recovered = try InterruptedMeetings.recover(in: store, folder: folder) { path in
            repaired.append(path)
            return 21 * 48_000
        }
        #expect(repaired == [temporary.path + "/recordings/m.wav"])
        let meeting = try #require(try store.meeting("m"))
        #expect(recovered.map(\.meeting) == [meeting])
        #expect(recovered.map(\.problem) == [nil])
        #expect(meeting.state == .interrupted)
        #expect(meeting.duration == .seconds(21))
        #expect(meeting.recording == Recording(fileName: "m.wav", sampleRate: 48_000, frames: 21 * 48_000))
        #expect(
            meeting.turns == [
                Turn(attendee: "0", start: .zero, end: .seconds(9)),
                Turn(attendee: "1", start: .seconds(9), end: .seconds(21)),
            ]
        )
        #expect(meeting.attendees.map(\.used) == [.seconds(9), .seconds(12), .zero, .zero])
        #expect(meeting.attendees.map(\.overtime) == [.seconds(1), .seconds(4), .zero, .zero])
        #expect(meeting.attendees.map(\.state) == [.spoke, .spoke, .waiting, .absent])
        #expect(meeting.transcript == torn.transcript)
        #expect(try store.liveMeetings() == [])
    }

    @Test func `Completing a meeting frees its standup at once, unless another meeting of it is running`() throws {
        let store = try temporary.open()
        let path = folder.livePath + "/standup-\(torn.standupID.rawValue).lock"
        try store.begin(torn)
        try Data("999999999\n".utf8).write(to: URL(fileURLWithPath: path))
        _ = try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 }
        #expect(!FileManager.default.fileExists(atPath: path))

        let other = try #require(try StandupLock.acquire(torn.standupID, in: folder))
        try store.begin(torn)
        _ = try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 }
        #expect(StandupLock.holder(of: torn.standupID, in: folder) != nil)
        other.release()
    }

    @Test func `A second recovery finds nothing to do`() throws {
        let store = try temporary.open()
        try store.begin(torn)
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 * 15 }.count == 1)
        let meeting = try store.meeting("m")
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 * 99 } == [])
        #expect(try store.meeting("m") == meeting)
    }

    @Test func `Meetings that are finished, or live in another process, stay as they are`() throws {
        let store = try temporary.open()
        try store.begin(torn)
        try store.begin(.full("finished"))
        let lock = try #require(try LiveMeetingLock.acquire("m", in: folder))
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 } == [])
        #expect(try store.meeting("m") == torn)
        #expect(try store.meeting("finished") == .full("finished"))
        lock.release()
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 }.count == 1)
    }

    @Test func `A recording that cannot be repaired is reported, and the history alone completes the meeting`()
        throws
    {
        let store = try temporary.open()
        var meeting = torn
        meeting.apply(.utterance(.sample(at: 13)))
        try store.begin(meeting)
        let recovered = try InterruptedMeetings.recover(in: store, folder: folder) { _ in throw Broken() }
        #expect(recovered.map(\.problem) == ["Broken()"])
        #expect(try store.meeting("m")?.duration == .seconds(14))
        #expect(try store.meeting("m")?.recording == meeting.recording)
        #expect(try store.meeting("m")?.turns.last?.end == .seconds(14))
    }

    @Test func `A recording whose name the program does not give is not touched`() throws {
        let store = SQLiteMeetingStore.temporary()
        var meeting = torn
        meeting.recording = Recording(fileName: "../../etc/passwd", sampleRate: 48_000)
        try store.begin(meeting)
        let recovered = try InterruptedMeetings.recover(in: store, folder: folder) { _ in
            Issue.record("touched")
            return 0
        }
        #expect(recovered.first?.problem?.contains("passwd") == true)
        #expect(recovered.first?.meeting.state == .interrupted)
    }

    @Test func `A meeting that was cut off in a pause, or before any event, is completed too`() throws {
        let store = SQLiteMeetingStore.temporary()
        try store.begin(.sample("bare", names: []))
        var paused = Meeting.sample("paused")
        for change: MeetingChange in [.turnStarted("0", at: .zero), .paused(at: .seconds(5), reason: .user)] {
            paused.apply(change)
        }
        try store.begin(paused)
        var instant = Meeting.sample("instant")
        instant.apply(.turnStarted("0", at: .zero))
        try store.begin(instant)
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }.count == 3)
        #expect(try store.meeting("bare")?.state == .interrupted)
        #expect(try store.meeting("bare")?.duration == .zero)
        #expect(try store.meeting("paused")?.pauses == [Pause(at: .seconds(5), duration: .zero, reason: .user)])
        #expect(try store.meeting("paused")?.turns == [Turn(attendee: "0", start: .zero, end: .seconds(5))])
        #expect(try store.meeting("instant")?.turns == [])
        #expect(try store.meeting("instant")?.attendees[0].state == .waiting)
    }

    @Test func `The next start completes the meeting of a killed program and removes its lock`() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = temporary.path as String] in
            let folder = DataFolder(path: path)
            let store = try SQLiteMeetingStore(path: folder.databasePath)
            let lock = try LiveMeetingLock.acquire("m", in: folder)
            try #require(lock != nil)
            try store.begin(.sample("m"))
            try store.record([.turnStarted("0", at: .zero), .utterance(.sample(at: 3))], in: "m")
            kill(getpid(), SIGKILL)
        }
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }.count == 1)
        let meeting = try #require(try store.meeting("m"))
        #expect(meeting.state == .interrupted)
        #expect(meeting.duration == .seconds(4))
        #expect(meeting.turns == [Turn(attendee: "0", start: .zero, end: .seconds(4))])
        #expect(meeting.transcript.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.livePath) == [])
    }

    @Test func `If several processes recover at once, each meeting is completed by only one`() async throws {
        let path = folder.databasePath
        let store = try SQLiteMeetingStore(path: path)
        for number in 0..<10 { try store.begin(.sample(Meeting.ID(rawValue: "m\(number)"))) }
        let counts = try await withThrowingTaskGroup(of: [Meeting.ID].self) { group in
            for _ in 0..<4 {
                group.addTask { [folder] in
                    let store = try SQLiteMeetingStore(path: path)
                    return try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }.map(\.meeting.id)
                }
            }
            return try await group.reduce([], +)
        }
        #expect(counts.count == Set(counts).count)
        // A meeting that two processes check at once may wait for the next start; none is lost.
        #expect(try counts.count + store.liveMeetings().count == 10)
        _ = try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }
        #expect(try store.liveMeetings() == [])
    }

    /// Creates the files left by a program that dies before its meeting is in the history.
    private func abandon(_ name: String, recorded bytes: Int, secondsAgo: Double) throws -> (lock: String, wav: String)
    {
        let paths = (lock: "\(folder.livePath)/\(name).lock", wav: "\(folder.recordingsPath)/\(name).wav")
        try Data().write(to: URL(filePath: paths.lock))
        try Data(count: bytes).write(to: URL(filePath: paths.wav))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: paths.lock)
        return paths
    }

    @Test func `A start that crashed before the meeting was stored leaves nothing, but sound is never deleted`() throws
    {
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        let empty = try abandon("empty", recorded: 44, secondsAgo: 60)
        let sound = try abandon("sound", recorded: 9600, secondsAgo: 60)
        let young = try abandon("young", recorded: 44, secondsAgo: 0)
        let held = try abandon("held", recorded: 44, secondsAgo: 60)
        let lock = try #require(try LiveMeetingLock.acquire("held", in: folder))
        defer { lock.release() }
        let deleted = try abandon("deleted", recorded: 44, secondsAgo: 60)
        try store.begin(.sample("deleted"))
        #expect(try store.setDeleted(.meeting("deleted"), by: "somebody"))
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }.isEmpty)
        func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
        #expect(!isThere(empty.lock) && !isThere(empty.wav))
        #expect(!isThere(sound.lock) && isThere(sound.wav))
        #expect(isThere(young.lock) && isThere(young.wav), "somebody may be about to lock it")
        #expect(isThere(held.lock) && isThere(held.wav))
        #expect(isThere(deleted.wav), "its row is still to go with it")
    }

    @Test(arguments: [false, true])
    func `An import that was killed leaves nothing if its meeting was not stored, else its recording`(
        isStored: Bool
    ) throws {
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        let id = Meeting.ID(rawValue: "3f2a0000-0000-4000-8000-000000000003")
        let left = try abandon(id.rawValue, recorded: 9600, secondsAgo: 60)
        let part = folder.recordingsPath + "/\(id).part"
        try FileManager.default.linkItem(atPath: left.wav, toPath: part)
        if isStored { try store.begin(.sample(id, state: .finished)) }
        _ = try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }
        func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
        #expect(!isThere(left.lock) && !isThere(part) && isThere(left.wav) == isStored)
    }

    @Test func `A read-only history is an error, and the meeting stays as it was`() throws {
        let store = SQLiteMeetingStore.temporary()
        try store.begin(torn)
        let full = HistoryError.cannotWrite(path: "standup.db", reason: "full")
        store.failWrites(with: full)
        #expect(throws: full) { try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 } }
        store.failWrites(with: nil)
        #expect(try store.meeting("m") == torn)
        #expect(try InterruptedMeetings.recover(in: store, folder: folder) { _ in 48_000 }.count == 1)
    }
}
