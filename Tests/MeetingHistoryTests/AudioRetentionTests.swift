import Foundation
import Glibc
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// Recordings that are older than the user wants, by clocks that are right and wrong.
@Suite struct AudioRetentionTests {
    let temporary: TemporaryFolder
    let folder: DataFolder
    let retention: AudioRetention

    init() throws {
        temporary = try TemporaryFolder()
        folder = DataFolder(path: temporary.path)
        try folder.create()
        retention = try #require(AudioRetention(days: 30))
    }

    /// Noon of a day, counted from 2026-03-01.
    private func noon(_ day: Int) -> Timestamp { Timestamp(secondsSince1970: 1_772_366_400 + 86_400 * day) }

    private static let year2030 = Timestamp(secondsSince1970: 1_893_500_000)
    private static let year1970 = Timestamp(secondsSince1970: 1000)

    private func path(_ id: String) -> String { folder.recordingsPath + "/\(id).wav" }

    private func isThere(_ id: String) -> Bool { DataFolder.exists(path(id)) }

    private static func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }

    /// A meeting of a day, whose recording was written on the same or another day.
    private func add(
        _ id: String, of standup: Standup.ID = "s", at start: Timestamp, writtenAt written: Timestamp? = nil,
        to store: any MeetingStore, _ change: (inout Meeting) -> Void = { _ in }
    ) throws {
        var meeting = Meeting.sample(Meeting.ID(rawValue: id), of: standup, state: .finished)
        meeting.startedAt = start
        meeting.duration = .seconds(10)
        meeting.recording = Recording(fileName: "\(id).wav", sampleRate: 48_000, frames: 480_000)
        meeting.transcribedUpTo = .seconds(10)
        meeting.transcript = [.sample(at: 1)]
        change(&meeting)
        try store.begin(meeting)
        try Data("sound".utf8).write(to: URL(fileURLWithPath: path(id)))
        try FileManager.default.setAttributes(
            [.modificationDate: (written ?? start).date], ofItemAtPath: path(id))
    }

    private func run(_ store: any MeetingStore, at now: Timestamp, room: Int64 = .max) -> AudioRetention.Report {
        retention.removeOld(
            from: store, in: folder, at: now, trash: AudioTrash(of: folder) { _ in room })
    }

    @Test func `Old recordings go to the trash, and their transcripts stay`() throws {
        let store = try temporary.open()
        try store.save(.sample("s"))
        let old = Self.id(1)
        try add(old, at: noon(9), to: store)
        try add("young", at: noon(11), to: store)
        try add("live", at: noon(1), to: store) { $0.state = .live }
        try store.save(.sample("t"))
        try add("resumable", of: "t", at: noon(1), to: store) { $0.state = .interrupted }
        try store.record([.countdownStep("started")], in: "resumable")
        try add("kept", at: noon(1), to: store) { $0.state = .interrupted }
        try add("unheard", at: noon(1), to: store) { $0.transcribedUpTo = .seconds(3) }
        try add("queued", at: noon(1), to: store)
        try store.queueTranscript(QueuedTranscript(meeting: "queued", draft: "server"))

        let report = run(store, at: noon(40))
        #expect(report.problems == [] && report.clock == .steady)
        #expect(Set(report.deleted.map(\.meeting.id.rawValue)) == [old, "kept"])
        for id in [old, "kept"] { #expect(!isThere(id), "\(id)") }
        for id in ["young", "live", "resumable", "unheard", "queued"] { #expect(isThere(id), "\(id)") }
        #expect(AudioTrash(of: folder).items.map(\.meeting.rawValue) == [old])
        let meeting = try #require(try store.meeting(Meeting.ID(rawValue: old)))
        #expect(meeting.recording == nil && meeting.recordingRemoved)
        #expect(meeting.transcript == [.sample(at: 1)])
        #expect(run(store, at: noon(40)) == AudioRetention.Report(), "once is enough")
    }

    @Test func `A recording that cannot be deleted stays with its meeting; the others are deleted`() throws {
        let store = try temporary.open()
        try add("a", at: noon(1), to: store)
        try store.record([.recording(Recording(fileName: "../a", sampleRate: 48_000, frames: 9))], in: "a")
        try add("b", at: noon(1), to: store)
        try add("c", at: noon(39), to: store)
        let report = run(store, at: noon(40))
        #expect(report.problems.count == 1)
        #expect(try store.meeting("a")?.recording != nil)
        #expect(try store.meeting("b")?.recordingRemoved == true)
    }

    @Test(arguments: [0, -1, 36_501, Int.max])
    func `A limit below one day or above a hundred years is refused`(days: Int) {
        #expect(AudioRetention(days: days) == nil)
    }

    @Test func `An imported old recording, and one that was restored as new, count from their arrival`() throws {
        let store = try temporary.open()
        try add("old", at: noon(-400), writtenAt: noon(20), to: store)
        try add("today", at: noon(39), to: store)
        #expect(run(store, at: noon(40)).deleted == [])
        #expect(run(store, at: noon(49)).deleted == [])
        #expect(run(store, at: noon(51)).deleted.map(\.meeting.id) == ["old"])
    }

    @Test func `A backup that is restored after a long time counts from then; one of yesterday goes on`() throws {
        let store = try temporary.open()
        try add("old", at: noon(1), to: store)
        try add("later", at: noon(28), to: store)
        #expect(run(store, at: noon(29)).deleted == [])
        let report = run(store, at: noon(90))
        #expect(report.clock == .jumped(noon(90) - noon(29)) && report.deleted == [])
        #expect(run(store, at: noon(119)).deleted == [])
        #expect(run(store, at: noon(121)).deleted.count == 2)
    }

    @Test(arguments: [true, false])
    func `A meeting that was held while the clock was in the past is kept once it is set`(isFirst: Bool) throws {
        let store = try temporary.open()
        if !isFirst {
            try add("before", at: noon(40), to: store)
            #expect(run(store, at: noon(40)).clock == .steady)
        }
        let year2020 = Timestamp(secondsSince1970: 1_580_000_000)
        #expect(run(store, at: year2020).clock == .impossible)
        try add("meeting", at: year2020, to: store)
        #expect(run(store, at: year2020 + .seconds(60)).deleted == [])
        for day in [41, 42, 60] { #expect(run(store, at: noon(day)).deleted == [], "\(day)") }
        #expect(isThere("meeting"))
        // At most a day passes between the first two commands with a right clock.
        #expect(run(store, at: noon(73)).deleted.contains { $0.meeting.id == "meeting" })
    }

    @Test func `A command while the clock says 2030 or 1970 deletes nothing, nor does the next one`() throws {
        let store = try temporary.open()
        for day in [10, 20, 38] { try add("\(day)", at: noon(day), to: store) }
        #expect(run(store, at: noon(39)).clock == .steady)
        let ahead = run(store, at: Self.year2030)
        #expect(ahead.clock == .jumped(Self.year2030 - noon(39)) && ahead.deleted == [])
        #expect(run(store, at: Self.year2030 + .seconds(60)).deleted == [])
        try add("wrong", at: Self.year2030, to: store)
        let back = run(store, at: noon(41))
        #expect(back.clock == .jumped(noon(41) - Self.year2030) && back.deleted == [])
        #expect(run(store, at: Self.year1970).clock == .impossible)
        #expect(run(store, at: noon(42)) == AudioRetention.Report())
        #expect(run(store, at: noon(72)).deleted.count == 4, "their age counts from the last jump")
    }

    @Test func `A clock that steps back and forth deletes nothing before its time`() throws {
        let store = try temporary.open()
        try add("meeting", at: noon(1), to: store)
        for step in 0..<20 {
            #expect(run(store, at: noon(step % 2 == 0 ? 2 : 200 + step)).deleted == [], "\(step)")
        }
        #expect(isThere("meeting"))
    }

    @Test func `A meeting of the team whose laptop's clock is ahead neither holds up nor hastens a deletion`() throws {
        let store = try temporary.open()
        try add("own", at: noon(1), to: store)
        try add("late", at: noon(38), to: store)
        var other = Meeting.sample("other", of: "s", state: .finished)
        other.startedAt = noon(2000)
        try store.begin(other)
        #expect(run(store, at: noon(40)).deleted.map(\.meeting.id) == ["own"])
        #expect(run(store, at: noon(1990)).deleted == [], "only own recordings say that the clock is right")
    }

    @Test func `A missing file is not taken for a deleted one, unless it lies in the trash`() throws {
        let store = try temporary.open()
        let (lost, killed) = (Self.id(1), Self.id(2))
        for id in [lost, killed] { try add(id, at: noon(1), to: store) }
        try add("new", at: noon(39), to: store)
        try #require(unlink(path(lost)) == 0)
        try #require(mkdir(folder.trashPath, 0o700) == 0 && mkdir(folder.trashPath + "/2026-04-09", 0o700) == 0)
        try #require(rename(path(killed), folder.trashPath + "/2026-04-09/\(killed).wav") == 0)
        #expect(run(store, at: noon(40)).deleted.map(\.meeting.id.rawValue) == [killed])
        #expect(try store.meeting(Meeting.ID(rawValue: lost))?.recording != nil)
    }

    // MARK: The trash

    private func fillTrash() throws -> SQLiteMeetingStore {
        let store = try temporary.open()
        try add(Self.id(1), at: noon(1), to: store)
        try add("new", at: noon(39), to: store)
        #expect(run(store, at: noon(40)).deleted.count == 1)
        return store
    }

    @Test func `The trash is emptied after seven days, by the clocks of two days`() throws {
        let store = try fillTrash()
        for day in [41, 47, 48] { #expect(run(store, at: noon(day)).emptied == [], "\(day)") }
        #expect(run(store, at: noon(49)).emptied.map(\.meeting.rawValue) == [Self.id(1)])
        #expect(!DataFolder.exists(folder.trashPath))
    }

    @Test(arguments: [20, 1500])
    func `A clock that is wrong for a command does not empty the trash`(ahead days: Int) throws {
        let store = try fillTrash()
        #expect(run(store, at: noon(40 + days)).emptied == [])
        #expect(run(store, at: noon(40 + days)).emptied == [])
        #expect(run(store, at: noon(41)).emptied == [])
        #expect(run(store, at: noon(42)).emptied == [])
        #expect(AudioTrash(of: folder).items.count == 1)
    }

    @Test func `What was moved to the trash by a clock that was ahead stays for seven days from today`() throws {
        let store = try temporary.open()
        try add(Self.id(1), at: noon(20), to: store)
        try add("new", at: noon(39), to: store)
        #expect(run(store, at: noon(39)).deleted == [])
        #expect(run(store, at: noon(60)).deleted.count == 1)
        #expect(run(store, at: noon(40)).emptied == [])
        #expect(AudioTrash(of: folder).items.map(\.day) == ["2026-04-10"])
    }

    @Test func `Without room nothing stays`() throws {
        let store = try fillTrash()
        try add(Self.id(2), at: noon(2), to: store)
        let report = run(store, at: noon(40), room: AudioTrash.room - 1)
        #expect(report.deleted.map(\.path) == [nil])
        #expect(report.emptied.map(\.meeting.rawValue) == [Self.id(1)])
        #expect(AudioTrash(of: folder).items == [])
    }

    @Test func `The deletion of a meeting takes its recording out of the trash`() throws {
        let store = try fillTrash()
        try PermanentDeletion.remove(.meeting(Meeting.ID(rawValue: Self.id(1))), from: store, in: folder)
        #expect(AudioTrash(of: folder).items == [])
    }

    @Test func `A plan says when, and changes nothing`() throws {
        let store = try temporary.open()
        try add("a", at: noon(20), to: store)
        try add("b", at: noon(1), to: store)
        let plan = try retention.plan(store, in: folder, at: noon(40))
        #expect(plan.clock == .steady)
        #expect(plan.recordings.map(\.meeting.id) == ["b", "a"])
        #expect(plan.recordings.map(\.due) == [noon(31), noon(50)])
        #expect(isThere("a") && isThere("b"))
        #expect(!DataFolder.exists(folder.clockPath))
        let later = try retention.plan(store, in: folder, at: noon(400))
        #expect(later.recordings.map(\.due) == [noon(430), noon(430)])
    }
}
