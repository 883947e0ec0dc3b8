import MeetingEngine
import MeetingTiming
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5))) struct `A meeting of another program` {
    private let clock = VirtualClock()
    private let standup = Standup(
        title: "Daily", length: .seconds(20), attendees: [Attendee(name: "Ann"), Attendee(name: "Ben")])

    private func makeSession(journal: any MeetingJournal) throws -> (MeetingSession, Meeting.ID) {
        let plan = MeetingPlan(standup: standup, sampleRate: 16_000)
        let audio = FakeAudioSystem(
            clock: clock, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1...3])))
        let session = try MeetingSession(
            plan: plan,
            dependencies: MeetingDependencies(
                clock: clock, audio: audio, journal: journal, recordings: InMemoryRecordings(),
                recognizer: ScriptedRecognizer.source(script: ["the printer is broken"])))
        return (session, plan.meeting)
    }

    @Test func `its events and levels are sequences that end with it`() async throws {
        let (session, _) = try makeSession(journal: MemoryJournal())
        let (events, levels) = (session.events, session.levels())
        try await session.start()
        clock.advance(by: .seconds(30))
        await session.waitUntilEnded()
        var names: [String] = []
        var last: MeetingEvent.Kind?
        for await event in events {
            if case .turnStarted(_, let name, _, _) = event.kind { names.append(name) }
            if case .level = event.kind { Issue.record("a level among the events") }
            last = event.kind
        }
        #expect(names == ["Ann", "Ben"])
        #expect(last == .meetingEnded(.finished, duration: .seconds(20)))
        var count = 0
        for await _ in levels { count += 1 }
        #expect(count > 0)
        var late = 0
        for await _ in session.events { late += 1 }
        #expect(late == 0)
    }

    @Test func `a recorded meeting without a folder does not start, and says why`() async throws {
        let session = try MeetingSession(
            plan: MeetingPlan(standup: standup),
            dependencies: MeetingDependencies(clock: clock, audio: FakeAudioSystem(clock: clock)))
        let reason = "the meeting has no folder for recordings"
        let error = await #expect(throws: MeetingStartError.self) { try await session.start() }
        guard case .recording(.cannotWrite(_, reason, _)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `it is kept, found and exported`() async throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let history = try SQLiteMeetingStore(path: folder + "/history.db")
        try history.save(standup)
        let (session, id) = try makeSession(journal: history)
        try await session.start()
        clock.advance(by: .seconds(30))
        await session.waitUntilEnded()

        #expect(try history.standups() == [standup])
        #expect(try history.meetings(of: standup.id, limit: nil, offset: 0).map(\.id) == [id])
        let hits = try history.search(SearchRequest(SearchQuery("PRINTER")))
        #expect(hits.map(\.text) == ["the printer is broken"])
        #expect(hits.map(\.name) == ["Ann"])
        #expect(try history.search(SearchRequest(SearchQuery("ben"))).map(\.name) == ["Ben"])
        #expect(try history.search(SearchRequest(SearchQuery("daily"))).map(\.name) == [nil])
        let meeting = try #require(try history.meeting(id))
        #expect(try MeetingTranscript(of: meeting).text(as: .md).contains("the printer is broken"))
        try history.deleteMeeting(id)
        #expect(try history.meetingCount(of: standup.id) == 0)
        history.close()
        #expect(try SQLiteMeetingStore(path: folder + "/history.db").standups() == [standup])
    }

    @Test func `a journal in memory keeps its promises`() {
        #expect(MeetingJournalConformance.check(resumesMeetings: false) { MemoryJournal() } == [])
    }
}

@Suite struct `A broadcast` {
    @Test func `reaches all who listen, the slow ones with the newest, and ends for those who come later`() async {
        let broadcast = Broadcast<Int>()
        broadcast.send(0)
        let (quick, slow) = (broadcast.listen(limit: 100), broadcast.listen(limit: 2))
        for number in 1...5 { broadcast.send(number) }
        broadcast.finish()
        let late = broadcast.listen(limit: 100)
        broadcast.send(6)
        #expect(await quick.reduce(into: []) { $0.append($1) } == [1, 2, 3, 4, 5])
        #expect(await slow.reduce(into: []) { $0.append($1) } == [4, 5])
        #expect(await late.reduce(into: []) { $0.append($1) } == [])
    }

    @Test func `merges what a slow listener has not taken`() async throws {
        let broadcast = Broadcast<[Int]>()
        let listened = broadcast.listen { $0 + $1 }
        var listener = listened.makeAsyncIterator()
        broadcast.send([1])
        #expect(try await listener.next() == [1])
        for number in 2...5 { broadcast.send([number]) }
        #expect(try await listener.next() == [2, 3, 4, 5])
        broadcast.send([6])
        broadcast.send([7])
        broadcast.finish()
        broadcast.send([8])
        #expect(try await listener.next() == [6, 7])
        #expect(try await listener.next() == nil)
    }
}
