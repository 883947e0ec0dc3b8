import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine

/// Another program's history: the smallest that can hold a meeting.
final class DictionaryJournal: MeetingJournal {
    private let meetings = Mutex<[Meeting.ID: Meeting]>([:])
    private let recognizerStates = Mutex<[String: [Float]]>([:])

    func begin(_ meeting: Meeting) { meetings.withLock { $0[meeting.id] = meeting } }

    func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError) {
        try meetings.withLock { meetings throws(HistoryError) in
            guard meetings[id] != nil else { throw .noMeeting(id) }
            for change in changes {
                // The state of a point may be that of an earlier meeting's.
                let isForAll = if case .pointState = change { true } else { false }
                for id in isForAll ? Array(meetings.keys) : [id] { meetings[id]?.apply(change) }
            }
        }
    }

    func meeting(_ id: Meeting.ID) -> Meeting? { meetings.withLock { $0[id] } }

    func countdownSteps(of meeting: Meeting.ID) -> [String] { [] }

    func discard(_ meeting: Meeting.ID, removeRecording: () -> Void) {
        removeRecording()
        meetings.withLock { $0[meeting] = nil }
    }

    func recognizerState(_ key: String) -> [Float]? { recognizerStates.withLock { $0[key] } }

    func saveRecognizerState(_ state: [Float], for key: String) { recognizerStates.withLock { $0[key] = state } }
}

@Suite struct `Another program's journal` {
    private let clock = ManualClock()
    private let journal = DictionaryJournal()
    private let recordings = InMemoryRecordings()

    private func makeSession() throws -> (MeetingSession, Meeting.ID) {
        var chance = SeededGenerator(seed: 3)
        let standup = Standup(
            id: Standup.ID(using: &chance), title: "Daily", length: .seconds(20),
            attendees: ["Ann", "Bob"].map { Attendee(id: Attendee.ID(using: &chance), name: $0) })
        let plan = MeetingPlan(
            meeting: Meeting.ID(using: &chance), standup: standup, input: .systemDefault, sampleRate: 16_000)
        let audio = FakeAudioSystem(
            clock: clock, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1.0...3.0])))
        let dependencies = MeetingDependencies(
            clock: clock, audio: audio, cues: CueSounds(sampleRate: 48_000, samples: [:]), journal: journal,
            recordings: recordings, recognizer: ScriptedRecognizer.source(script: ["yesterday I wrote a journal"]))
        return (try MeetingSession(plan: plan, dependencies: dependencies), plan.meeting)
    }

    @Test func `it keeps the promises of a journal`() {
        #expect(MeetingJournalConformance.check(resumesMeetings: false) { DictionaryJournal() } == [])
    }

    @Test(.timeLimit(.minutes(10))) func `seven functions hold a whole meeting`() async throws {
        let (session, id) = try makeSession()
        try await session.start()
        clock.advance(by: .seconds(5))
        await session.perform(.next)
        clock.advance(by: .seconds(30))

        let meeting = try #require(journal.meeting(id))
        #expect(meeting.state == .finished)
        #expect(meeting.turns.map { meeting.name(of: $0.attendee) } == ["Ann", "Bob"])
        #expect(meeting.attendees.map(\.used) == [.seconds(5), .seconds(10)])
        #expect(meeting.transcript.map(\.text) == ["yesterday I wrote a journal"])
        #expect(meeting.recording?.duration == .seconds(15))
    }

    @Test(.timeLimit(.minutes(10))) func `a meeting that is discarded leaves nothing`() async throws {
        let (session, id) = try makeSession()
        try await session.start()
        clock.advance(by: .seconds(5))
        await session.perform(.ask)
        await session.perform(.answer(.discard))
        clock.advance(by: .seconds(5))
        #expect(journal.meeting(id) == nil)
        #expect(recordings.fileNames == [])
    }
}
