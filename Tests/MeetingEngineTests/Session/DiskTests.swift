import Glibc
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingEngine

/// Disks that are full, small or slow, and a program that may die at any time.
@Suite(.timeLimit(.minutes(10))) struct `A disk in trouble` {
    @Test func `that is full for a minute loses the sound after the buffer, as a reported gap`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(120), sampleRate: 8000,
            microphone: .init(sampleRate: 8000, sound: { Float(1 + Int($0)) / 200 }))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(10))
        meeting.recordings.isFull = true
        meeting.clock.advance(by: .seconds(80))
        meeting.recordings.isFull = false
        meeting.clock.advance(by: .seconds(31))

        #expect(meeting.end == .finished)
        let kept = try #require(meeting.meeting())
        let samples = try #require(meeting.recordings.samples(of: kept.recording?.fileName ?? ""))
        #expect(samples.count == 120 * 8000)
        let silent = (0..<120).filter { samples[$0 * 8000 + 4000] == 0 }
        #expect(silent.count >= 20 && silent.first == 70, "\(silent)")
        for second in 0..<120 where !silent.contains(second) {
            #expect(samples[second * 8000 + 4000] == Int16((Float(1 + second) / 200 * 32767).rounded()))
        }
        let gap = try #require(kept.gaps.first)
        #expect(kept.gaps.count == 1)
        #expect(gap.reason == .overload)
        #expect(abs((gap.start - .seconds(70)).seconds) < 0.5)
        #expect(abs((gap.end - .seconds(90)).seconds) < 1.5)
    }

    @Test func `is reported with the time since when nothing is saved, and again when it is over`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(30))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(12))
        meeting.store.failWrites(with: .cannotWrite(path: "disk", reason: "full"))
        meeting.clock.advance(by: .seconds(2))
        meeting.recordings.isFull = true
        meeting.clock.advance(by: .seconds(1))
        let waits = meeting.said { if case .error(.recordingWaits) = $0 { true } else { false } }
        #expect(waits.count == 1)
        #expect((.seconds(14)...(.seconds(16))).contains(try #require(waits.first).at))
        meeting.recordings.isFull = false
        meeting.clock.advance(by: .seconds(3))
        let restored = meeting.said { if case .diskRestored = $0 { true } else { false } }
        #expect(restored == [], "the history still waits")
        meeting.store.failWrites(with: nil)
        meeting.clock.advance(by: .seconds(3))
        let since = meeting.said.compactMap { if case .diskRestored(let since) = $0.kind { since } else { nil } }
        #expect(since.count == 1)
        #expect(abs(try #require(since.first).seconds - 12.5) < 1)
        meeting.clock.advance(by: .seconds(10))
        #expect(meeting.end == .finished)
        #expect(meeting.meeting()?.recording?.frames == 1_440_000)
        #expect(!meeting.session.status.hasUnsavedData)
    }

    @Test func `has the sound every second before the history says so`() async throws {
        let disk = TroubledDisk()
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20), disk: disk)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(10))
        #expect((9...11).contains(disk.timesSynchronized), "\(disk.timesSynchronized)")
    }

    @Test func `that does not confirm the sound is reported once, and again when it is over`() async throws {
        let disk = TroubledDisk()
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20), disk: disk)
        try await meeting.start()
        disk.confirmsNothing.store(true, ordering: .relaxed)
        meeting.clock.advance(by: .seconds(6))
        let told = meeting.said { if case .error(.recordingUnconfirmed) = $0 { true } else { false } }
        #expect(told.count == 1)
        disk.confirmsNothing.store(false, ordering: .relaxed)
        meeting.clock.advance(by: .seconds(2))
        #expect(meeting.said { if case .diskRestored = $0 { true } else { false } }.count == 1)
        meeting.clock.advance(by: .seconds(20))
        #expect(meeting.meeting()?.recording?.frames == 960_000)
    }

    @Test(arguments: [(Duration.seconds(40), true), (.seconds(70), false)])
    func `that refuses the end of a meeting is waited for as long as sound is kept in memory`(
        away: Duration, isWhole: Bool
    )
        async throws
    {
        let meeting = try MeetingFixture(names: ["Ann", "Bob"], length: .seconds(20))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        meeting.recordings.isFull = true
        meeting.store.failWrites(with: .cannotWrite(path: "disk", reason: "full"))
        meeting.clock.advance(by: .seconds(15) + away)
        #expect((meeting.end == nil) == isWhole)
        meeting.recordings.isFull = false
        meeting.store.failWrites(with: nil)
        meeting.clock.advance(by: .seconds(3))
        #expect(meeting.end == .finished)
        #expect(meeting.session.status.hasUnsavedData != isWhole)
        guard isWhole else { return }
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .finished && kept.turns.count == 2 && kept.gaps == [])
        #expect(kept.recording?.frames == 960_000)
    }

    @Test func `that refuses the end is not waited for if the user hurries`() async throws {
        for isEnding in [false, true] {
            let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20))
            try await meeting.start()
            meeting.clock.advance(by: .seconds(5))
            meeting.recordings.isFull = true
            meeting.store.failWrites(with: .cannotWrite(path: "disk", reason: "full"))
            meeting.clock.advance(by: .seconds(isEnding ? 17 : 10))
            #expect(meeting.end == nil)
            meeting.session.interrupt()
            meeting.clock.advance(by: .seconds(1))
            #expect(meeting.end == .interrupted)
            #expect(meeting.session.status.hasUnsavedData)
        }
    }

    @Test func `that refuses for too long is reported when sound is lost`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(200))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        meeting.recordings.isFull = true
        meeting.clock.advance(by: .seconds(58))
        #expect(meeting.said { $0 == .error(.soundOverflows) } == [])
        meeting.clock.advance(by: .seconds(10))
        let lost = meeting.said { $0 == .error(.soundOverflows) }
        #expect(lost.count == 1)
        #expect(abs(try #require(lost.first).at.seconds - 65) < 1)
    }

    @Test func `is not asked each second by a meeting that is only rehearsed`() async throws {
        let disk = TroubledDisk()
        let recorded = try MeetingFixture(
            names: ["Ann"], length: .seconds(20), keepsEachSecond: false, disk: disk)
        try await recorded.start()
        recorded.clock.advance(by: .seconds(10))
        #expect(disk.timesSynchronized == 0)
        for (keepsEachSecond, kept) in [(true, Duration.seconds(10)), (false, .zero)] {
            let silent = try MeetingFixture(
                names: ["Ann"], length: .seconds(20), input: .none, keepsEachSecond: keepsEachSecond)
            try await silent.start()
            silent.clock.advance(by: .seconds(10))
            #expect(silent.meeting()?.duration == kept)
        }
    }

    @Test(arguments: [(Duration.seconds(15), 1), (.seconds(3600), 0)])
    func `with too little room for the meeting is said at the start`(room: Duration, times: Int) async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20), disk: TroubledDisk(room: room))
        try await meeting.start()
        let said = meeting.said { $0 == .error(.littleRoom(room, length: .seconds(20))) }
        #expect(said.count == times)
        #expect(said.allSatisfy { $0.at < .seconds(1) })
    }

    @Test func `of a discarded meeting, a mark says that it is to go until everything has gone`() async throws {
        let marked = Mutex<[Tombstone]>([])
        let store = Mutex<SQLiteMeetingStore?>(nil)
        let disk = TroubledDisk(beforeRemoving: {
            let tombstones = (try? store.withLock { $0 }?.tombstones()) ?? []
            marked.withLock { $0 = tombstones }
        })
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20), disk: disk)
        store.withLock { $0 = meeting.store }
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        await meeting.perform(.end(.discarded))
        #expect(marked.withLock { $0 }.map(\.item) == [.meeting(meeting.plan.meeting)])
        #expect(meeting.meeting() == nil)
        #expect(meeting.recordings.fileNames == [])
    }

    /// On the system clock, because a slow disk is slow in real time.
    @Test func `that is slow delays neither the countdown nor a frame`() async throws {
        let clock = SystemClock()
        let recordings = InMemoryRecordings()
        let store = SQLiteMeetingStore.temporary()
        let events = EventLog()
        var generator = SeededGenerator(seed: 1)
        let attendees = ["Ann", "Bob", "Cid"].map { Attendee(id: Attendee.ID(using: &generator), name: $0) }
        let standup = Standup(
            id: Standup.ID(using: &generator), title: "Daily", length: .milliseconds(900), attendees: attendees)
        let meeting = Meeting.ID(using: &generator)
        let session = try MeetingSession(
            plan: MeetingPlan(meeting: meeting, standup: standup),
            dependencies: MeetingDependencies(
                clock: clock, audio: FakeAudioSystem(clock: clock), cues: MeetingFixture.cues, journal: store,
                recordings: TroubledRecordings(
                    folder: recordings, disk: TroubledDisk(beforeAppend: { usleep(200_000) })),
                recognizer: nil)
        ) { events.add($0) }
        try await session.start()
        await session.waitUntilEnded()
        let turns = events.all.filter { if case .turnStarted = $0.kind { true } else { false } }
        #expect(turns.map(\.at) == [.zero, .milliseconds(300), .milliseconds(600)])
        #expect(events.all.filter { $0.kind == .ding }.count == 2)
        let kept = try #require(try store.meeting(meeting))
        #expect(kept.state == .finished)
        #expect(kept.recording?.frames == 43_200)
        #expect(kept.gaps == [])
    }
}
