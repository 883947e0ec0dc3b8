import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech
import StandupTesting
import Testing

@Suite("Record") struct RecordTests {
    @Test func `goes to the next speaker with a ding when a slot ends, and ends after the last`() async throws {
        let meeting = try MeetingFixture()
        try await meeting.start()
        #expect(meeting.index == 0)
        #expect(meeting.remaining == .seconds(1))

        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.index == 1)
        #expect(meeting.session.status.timer.meetingRemaining(at: meeting.clock.now) == .seconds(2))
        #expect(meeting.dings == 1)

        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.index == 2)
        #expect(meeting.dings == 2)

        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.dings == 2)
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .finished)
        #expect(meeting.dings == 2)
        let start = meeting.clock.now - .seconds(4)
        #expect(
            meeting.audio.playedCues == [
                .init(cue: .ding, instant: start + .seconds(1)), .init(cue: .ding, instant: start + .seconds(2)),
            ]
        )
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .finished)
        #expect(kept.duration == .seconds(3))
        #expect(kept.transcript == [])
        #expect(kept.recording?.frames == 144_000)
        #expect(kept.turns.map(\.start) == [.zero, .seconds(1), .seconds(2)])
        #expect(kept.attendees.map(\.state) == [.spoke, .spoke, .spoke])
    }

    @Test func `stores what each attendee said`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(9),
            microphone: .init(sound: FakeAudioSystem.voice(during: [0.5...2.0, 3.5...5.0])),
            recognizer: ScriptedRecognizer.source(script: ["I completed the project", "I fixed the search"])
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(12))

        #expect(meeting.end == .finished)
        let kept = try #require(meeting.meeting())
        #expect(kept.transcript.map(\.text) == ["I completed the project", "I fixed the search"])
        #expect(kept.transcript.map { kept.name(of: $0.attendee) } == ["Ann", "Bob"])
        #expect(kept.transcribedUpTo == kept.duration)
        let partials = meeting.said { if case .transcriptPartial = $0 { true } else { false } }
        #expect(!partials.isEmpty)
    }

    @Test(arguments: [nil, [1, 2]] as [[Float]?])
    func `A meeting that ends between two frames is wholly transcribed, whether its recognizer learns or not`(
        learned: [Float]?
    ) async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(30),
            microphone: .init(sound: FakeAudioSystem.voice(during: [0.5...2.0])),
            recognizer: RecognizerSource(key: "scripted") { _ in
                ScriptedRecognizer(script: ["one two"], learning: learned)
            })
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3) + .nanoseconds(12_345))
        await meeting.perform(.ask)
        await meeting.perform(.answer(.save))
        meeting.clock.advance(by: .seconds(1))
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .finished && kept.transcript.map(\.text) == ["one two"])
        #expect(kept.duration.frames(at: 48_000) == kept.recording?.frames)
        #expect(kept.duration != kept.recording?.duration, "it ends between two frames")
        #expect(kept.transcribedUpTo == kept.duration)
        #expect(!kept.awaitsTranscription)
    }

    @Test func `stands still while it asks how to end, and saves`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        let remaining = meeting.remaining
        await meeting.perform(.ask)
        meeting.clock.advance(by: .seconds(5))
        #expect(meeting.remaining == remaining)
        #expect(meeting.end == nil)

        await meeting.perform(.answer(.save))
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .saved)
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .finished)
        #expect(kept.duration == .seconds(4))
        #expect(kept.recording?.frames == 192_000)
        #expect(kept.pauses == [Pause(at: .seconds(4), duration: .seconds(5), reason: .question)])
        #expect(kept.attendees.map(\.state) == [.spoke, .waiting, .waiting])
    }

    @Test func `leaves nothing of a discarded meeting`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        #expect(meeting.meeting() != nil)
        #expect(meeting.recordings.fileNames.count == 1)
        await meeting.perform(.ask)
        await meeting.perform(.answer(.discard))
        meeting.clock.advance(by: .seconds(1))

        #expect(meeting.end == .discarded)
        #expect(meeting.meeting() == nil)
        #expect(meeting.recordings.fileNames == [])
    }

    @Test func `goes to the next speaker by a command, and asks at the last one`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(2))
        await meeting.perform(.next)
        #expect(meeting.index == 1)
        #expect(meeting.dings == 1)
        await meeting.perform(.next)
        #expect(meeting.index == 2)
        #expect(meeting.dings == 2)

        await meeting.perform(.next)
        #expect(meeting.session.status.timer.phase == .asking(.endAfterLast))
        await meeting.perform(.answer(.discard))
        #expect(meeting.end == nil)
        await meeting.perform(.answer(.save))
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .saved)
        #expect(meeting.audio.playedCues.count == 2)
    }

    @Test func `goes on without words when the recognizer fails`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(9),
            microphone: .init(sound: FakeAudioSystem.voice(during: [0.5...2.0, 3.5...5.0])),
            recognizer: ScriptedRecognizer.source(
                script: ["I completed the project", "I fixed the search"],
                failingAt: 1
            )
        )
        try await meeting.start()
        #expect(meeting.session.status.isTranscribing)
        meeting.clock.advance(by: .seconds(6))
        #expect(!meeting.session.status.isTranscribing)
        #expect(meeting.said { if case .recognizerFailed = $0 { true } else { false } }.count == 1)
        #expect(meeting.session.status.timer.phase == .running)

        meeting.clock.advance(by: .seconds(4))
        #expect(meeting.end == .finished)
        let kept = try #require(meeting.meeting())
        #expect(kept.transcript.map(\.text) == ["I completed the project", "I fixed […]"])
        #expect(kept.recording?.frames == 432_000)
        #expect((kept.transcribedUpTo ?? .zero) < kept.duration)
    }

    @Test func `leaves nothing when it is discarded after the recognizer failed`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(9),
            microphone: .init(sound: FakeAudioSystem.voice(during: [0.5...2.0])),
            recognizer: ScriptedRecognizer.source(script: ["I completed the project"], failingAt: 0)
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3))
        #expect(meeting.said { if case .recognizerFailed = $0 { true } else { false } }.count == 1)
        await meeting.perform(.end(.discarded))
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .discarded)
        #expect(meeting.meeting() == nil)
        #expect(meeting.recordings.fileNames == [])
    }
}
