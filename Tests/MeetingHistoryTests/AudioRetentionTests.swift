import Foundation
import MeetingHistory
import MeetingModel
import StandupTesting
import Testing

/// Recordings that are older than the user wants.
@Suite struct AudioRetentionTests {
    let temporary: TemporaryFolder
    let folder: DataFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DataFolder(path: temporary.path)
        try folder.create()
    }

    private func isThere(_ id: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.recordingsPath + "/\(id).wav")
    }

    /// A meeting of a day, counted from 1970, with a recording that is there.
    private func add(
        _ id: Meeting.ID, of standup: Standup.ID = "s", day: Int64, to store: any MeetingStore,
        _ change: (inout Meeting) -> Void = { _ in }
    ) throws {
        var meeting = Meeting.sample(id, of: standup, at: day * 86_400, state: .finished)
        meeting.duration = .seconds(10)
        meeting.recording = Recording(fileName: "\(id).wav", sampleRate: 48_000, frames: 480_000)
        meeting.transcribedUpTo = .seconds(10)
        meeting.transcript = [.sample(at: 1)]
        change(&meeting)
        try store.begin(meeting)
        try Data("sound".utf8).write(to: URL(fileURLWithPath: folder.recordingsPath + "/\(id).wav"))
    }

    @Test("Old recordings are deleted, and their transcripts stay", arguments: StoreKind.allCases)
    func old(kind: StoreKind) throws {
        let store = try kind.make(in: temporary)
        try store.save(.sample("s"))
        try add("old", day: 9, to: store)
        try add("young", day: 11, to: store)
        try add("live", day: 1, to: store) { $0.state = .live }
        try store.save(.sample("t"))
        try add("resumable", of: "t", day: 1, to: store) { $0.state = .interrupted }
        try store.record([.countdownStep("started")], in: "resumable")
        try add("kept", day: 1, to: store) { $0.state = .interrupted }
        try add("unheard", day: 1, to: store) { $0.transcribedUpTo = .seconds(3) }
        try add("queued", day: 1, to: store)
        try store.queueTranscript(QueuedTranscript(meeting: "queued", draft: "server"))
        let now = Timestamp(nanosecondsSince1970: (40 * 86_400 + 1) * 1_000_000_000)

        let retention = try #require(AudioRetention(days: 30))
        #expect(retention.removeOld(from: store, in: folder, at: now) == [])
        for id in ["old", "kept"] { #expect(!isThere(id), "\(id)") }
        for id in ["young", "live", "resumable", "unheard", "queued"] { #expect(isThere(id), "\(id)") }
        let meeting = try #require(try store.meeting("old"))
        #expect(meeting.recording == nil)
        #expect(meeting.recordingRemoved)
        #expect(meeting.transcript == [.sample(at: 1)])
        #expect(try store.meetings(of: nil).filter(\.recordingRemoved).map(\.id) == ["old", "kept"])
        #expect(retention.removeOld(from: store, in: folder, at: now) == [], "once is enough")
        #expect(try store.meeting("old")?.recordingRemoved == true)
    }

    @Test(
        "A recording that cannot be deleted stays with its meeting; the others are deleted",
        arguments: StoreKind.allCases)
    func refused(kind: StoreKind) throws {
        let store = try kind.make(in: temporary)
        try add("a", day: 1, to: store) { $0.recording = Recording(fileName: "../a", sampleRate: 48_000, frames: 9) }
        try add("b", day: 1, to: store)
        let now = Timestamp(nanosecondsSince1970: 40 * 86_400 * 1_000_000_000)
        let problems = try #require(AudioRetention(days: 30)).removeOld(from: store, in: folder, at: now)
        #expect(problems.count == 1)
        #expect(try store.meeting("a")?.recording != nil)
        #expect(try store.meeting("b")?.recordingRemoved == true)
    }

    @Test("A limit below one day or above a hundred years is refused", arguments: [0, -1, 36_501, Int.max])
    func range(days: Int) {
        #expect(AudioRetention(days: days) == nil)
    }
}
