import StandupTesting
import Testing

@testable import MeetingEngine

/// What another program's tests look like: whole meetings on a clock that the test advances.
@Suite struct `Another program's standup` {
    private let clock = ManualClock()
    private let journal = MemoryJournal()
    private let recordings = InMemoryRecordings()

    /// A meeting of three, ready to start.
    private func makeSession(
        length: Duration, input: DeviceSelection, audio: FakeAudioSystem, recognizer: RecognizerSource? = nil
    ) throws -> (MeetingSession, Meeting.ID) {
        var chance = SeededGenerator(seed: 7)
        let standup = Standup(
            id: Standup.ID(using: &chance), title: "Daily", length: length,
            attendees: ["Ann", "Bob", "Cid"].map { Attendee(id: Attendee.ID(using: &chance), name: $0) })
        let plan = MeetingPlan(
            meeting: Meeting.ID(using: &chance), standup: standup, input: input, sampleRate: 16_000)
        let dependencies = MeetingDependencies(
            clock: clock, audio: audio, cues: CueSounds(sampleRate: 48_000, samples: [:]), journal: journal,
            recordings: recordings, recognizer: recognizer)
        return (try MeetingSession(plan: plan, dependencies: dependencies), plan.meeting)
    }

    @Test(.timeLimit(.minutes(10))) func `fifteen minutes pass at once, and every change of speaker dings`()
        async throws
    {
        let audio = FakeAudioSystem(clock: clock)
        let (session, id) = try makeSession(length: .seconds(15 * 60), input: .none, audio: audio)
        let start = clock.now
        try await session.start()
        clock.advance(by: .seconds(100))
        await session.perform(.next)
        clock.advance(by: .seconds(800))

        #expect(audio.playedCues.map { $0.instant - start } == [.seconds(100), .seconds(400)])
        let meeting = try #require(journal.meeting(id))
        #expect(meeting.state == .finished)
        #expect(meeting.duration == .seconds(700))
        #expect(meeting.attendees.map(\.used) == [.seconds(100), .seconds(300), .seconds(300)])
    }

    @Test(.timeLimit(.minutes(10))) func `sound from a fake microphone is recorded and transcribed`() async throws {
        let audio = FakeAudioSystem(
            clock: clock, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1.0...3.0])))
        let (session, id) = try makeSession(
            length: .seconds(12), input: .systemDefault, audio: audio,
            recognizer: ScriptedRecognizer.source(script: ["yesterday I wrote a test"]))
        try await session.start()
        clock.advance(by: .seconds(15))

        let meeting = try #require(journal.meeting(id))
        #expect(meeting.recording?.duration == .seconds(12))
        #expect(meeting.transcript.map(\.text) == ["yesterday I wrote a test"])
        #expect(meeting.transcript.map { meeting.name(of: $0.attendee) } == ["Ann"])
    }
}
