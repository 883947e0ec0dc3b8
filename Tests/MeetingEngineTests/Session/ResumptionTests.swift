import MeetingModel
import MeetingTiming
import Sound
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingEngine
@testable import MeetingHistory
@testable import StandupSpeech

/// A meeting whose program died and that is gone on with, by another program on another clock.
@Suite(.timeLimit(.minutes(10))) struct `A meeting that was cut off` {
    /// The meeting's second life: another program resumes it from the history.
    private final class SecondLife {
        let clock: ManualClock
        let session: MeetingSession
        let audio: FakeAudioSystem
        let interrupted: InterruptedMeeting
        let events = EventLog()
        private let first: MeetingFixture

        /// The program dies now, and so much later another one finds the meeting.
        init(
            of first: MeetingFixture, after gap: Duration, input: DeviceSelection = .systemDefault,
            microphone: FakeAudioSystem.Microphone = .init(), call: FakeAudioSystem.Microphone? = nil,
            recognizer: RecognizerSource? = nil
        ) throws {
            self.first = first
            let id = first.plan.meeting
            try first.store.save(first.plan.standup)
            let torn = try #require(first.meeting())
            let frames = torn.recording.flatMap { first.recordings.samples(of: $0.fileName) }?.count
            try first.store.record(torn.changesToInterrupt(recordedFrames: frames.map(Int64.init)), in: id)
            clock = ManualClock(
                start: .seconds(7), nanosecondsSince1970: first.clock.nanosecondsSince1970 + gap.nanoseconds)
            interrupted = try #require(try InterruptedMeeting(id, in: first.store))
            audio = FakeAudioSystem(clock: clock, microphone: microphone)
            if let call { audio.call = call }
            let events = events
            session = try MeetingSession(
                plan: MeetingPlan(
                    resuming: interrupted, input: input, call: call == nil ? .none : .loudspeakerMonitor,
                    asksQuestions: false),
                dependencies: MeetingDependencies(
                    clock: clock, audio: audio, cues: MeetingFixture.cues, journal: first.store,
                    recordings: first.recordings, recognizer: recognizer)
            ) { events.add($0) }
        }

        func start() async throws {
            try await session.start()
            clock.settle()
        }

        func perform(_ command: MeetingTimer.Command) async {
            await session.perform(command)
            clock.settle()
        }

        var timer: MeetingTimer { session.status.timer }
        var meeting: Meeting? { first.meeting() }
        var samples: [Int16] { first.recordings.samples(of: meeting?.recording?.fileName ?? "") ?? [] }
        var kinds: [MeetingEvent.Kind] { events.all.map(\.kind) }
    }

    /// A sound that encodes the second in which it is heard.
    private static func staircase(from start: Double) -> @Sendable (Double) -> Float {
        { Float(Int($0) + Int(start)) / 100 }
    }

    /// The second that a sample of that sound encodes.
    private static func step(_ sample: Int16) -> Int { Int((Double(sample) / 327.67).rounded()) }

    @Test func `and had no call can be resumed with one, which is silent up to there`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(12), sampleRate: 8000, microphone: .init(sampleRate: 8000, sound: Self.staircase(from: 0)))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        let second = try SecondLife(
            of: meeting, after: .seconds(60), microphone: .init(sampleRate: 8000, sound: { _ in 0.5 }),
            call: .init(sampleRate: 8000, sound: { _ in 0.25 }))
        try await second.start()
        second.clock.advance(by: .seconds(20))
        let kept = try #require(second.meeting)
        #expect(kept.state == .finished && kept.recording?.channels == 2)
        let samples = second.samples
        #expect(samples.count == Int(try #require(kept.recording).frames) * 2)
        let resumed = Int(second.interrupted.elapsed.seconds * 8000)
        func sample(_ channel: AudioChannel, at frame: Int) -> Int16 { samples[frame * 2 + channel.index] }
        #expect(Self.step(sample(.room, at: 3 * 8000 + 4000)) == 3)
        #expect((0..<resumed).allSatisfy { sample(.call, at: $0) == 0 })
        #expect(abs(Int(sample(.room, at: resumed + 8000)) - 16384) < 2)
        #expect(abs(Int(sample(.call, at: resumed + 8000)) - 8192) < 2)
    }

    @Test func `continues as the same meeting, in the same turn, with the time left, and records the gap`() async throws
    {
        let meeting = try MeetingFixture(length: .seconds(30), settings: settings(.advance, .shared), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        await meeting.perform(.next)
        await meeting.perform(.extend(.seconds(5)))
        await meeting.perform(.absent(meeting.plan.standup.attendees[2].id))
        meeting.clock.advance(by: .seconds(3.2))
        let before = meeting.session.status.timer.advanced(to: meeting.clock.now)

        let second = try SecondLife(of: meeting, after: .seconds(600), input: .none)
        // Without a microphone the history stores the progress once a second.
        #expect(second.interrupted.elapsed == .seconds(7))
        try await second.start()
        let ben = meeting.plan.standup.attendees[1]
        #expect(second.timer.speaker == ben.id)
        #expect(second.timer.absent == before.absent && second.timer.queue == before.queue)
        #expect(second.timer.timeLeft(of: ben.id) == before.timeLeft(of: ben.id) + .milliseconds(200))
        let live = try #require(second.meeting)
        #expect(live.state == .live && live.id == meeting.plan.meeting)
        #expect(
            live.turns == [
                Turn(attendee: meeting.plan.standup.attendees[0].id, start: .zero, end: .seconds(4)),
                Turn(attendee: ben.id, start: .seconds(4)),
            ])
        #expect(
            live.pauses == [Pause(at: .seconds(7), duration: .milliseconds(600_200), reason: .interruption)])
        guard case .meetingStarted = second.kinds.first else {
            Issue.record("\(second.kinds)")
            return
        }
        #expect(second.kinds.contains(.meetingResumed(gap: .milliseconds(600_200))))
        #expect(second.events.all.allSatisfy { $0.at == .seconds(7) })

        second.clock.advance(by: .seconds(60))
        let kept = try #require(second.meeting)
        #expect(kept.state == .finished)
        #expect(kept.duration == before.expectedLength(at: before.latest ?? .zero))
        #expect(try meeting.store.resumableMeetings() == [])
        #expect(try meeting.store.countdownSteps(of: kept.id) == [])
    }

    @Test func `is as long as its recording, though the clock was ahead of that`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(3005))
        let torn = try #require(meeting.meeting())
        let frames = try #require(torn.recording).frames
        #expect(torn.duration == Duration(frames: frames, at: 48_000))
        #expect(torn.duration > .seconds(2))
    }

    @Test func `has its countdown again, after any commands`() async throws {
        let names = ["Ann", "Ben", "Cid", "Dee", "Eve"]
        let meeting = try MeetingFixture(names: names, length: .seconds(50), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(2))
        await meeting.perform(MeetingSession.Command.shuffle)
        meeting.clock.advance(by: .seconds(1))
        meeting.clock.suspend(for: .seconds(600))
        meeting.clock.advance(by: .seconds(1))
        await meeting.perform(.later)
        meeting.clock.advance(by: .seconds(2))
        await meeting.perform(.pause(.user))
        meeting.clock.advance(by: .seconds(30))
        await meeting.perform(.resume)
        await meeting.perform(.previous)
        meeting.clock.advance(by: .seconds(10))
        let before = meeting.session.status.timer.advanced(to: meeting.clock.now)
        let after = try SecondLife(of: meeting, after: .zero, input: .none).interrupted.timer
        #expect(after.queue == before.queue && after.speaker == before.speaker)
        #expect(after.queue != meeting.plan.standup.attendees.map(\.id).filter(after.queue.contains))
        #expect(after.parts == before.parts && after.turns == before.turns)
        #expect(after.pauses == before.pauses)
        #expect(after.plannedLength == before.plannedLength)
    }

    @Test func `appends to the recording, each frame at its instant`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann", "Ben"], length: .seconds(10), sampleRate: 16_000,
            microphone: .init(sampleRate: 16_000, sound: Self.staircase(from: 1)))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3.5))
        let second = try SecondLife(
            of: meeting, after: .seconds(60),
            microphone: .init(sampleRate: 16_000, sound: Self.staircase(from: 50)))
        let cut = Int(second.interrupted.meeting.recording?.frames ?? 0)
        #expect((16_000 * 3...16_000 * 7 / 2).contains(cut))
        try await second.start()
        second.clock.advance(by: .seconds(20))
        let kept = try #require(second.meeting)
        #expect(kept.state == .finished && kept.duration == .seconds(10))
        #expect(kept.recording?.frames == 160_000)
        #expect(kept.gaps == [], "nothing was lost that had been recorded")
        let samples = second.samples
        try #require(samples.count == 160_000)
        for second in 0..<3 { #expect(Self.step(samples[second * 16_000 + 8000]) == second + 1) }
        // The second microphone's second n begins where the meeting resumes.
        for second in 0..<6 { #expect(Self.step(samples[cut + second * 16_000 + 8000]) == second + 50) }
    }

    @Test func `holds silence where the disk had not got the sound, and says so`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(10), sampleRate: 16_000,
            microphone: .init(sampleRate: 16_000, sound: { _ in 0.5 }))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(2))
        meeting.recordings.isFull = true
        meeting.clock.advance(by: .seconds(3))
        await meeting.perform(.extend(.seconds(1)))
        await meeting.perform(.pause(.user))
        meeting.recordings.isFull = false
        let second = try SecondLife(
            of: meeting, after: .zero, microphone: .init(sampleRate: 16_000, sound: { _ in 0.25 }))
        #expect(second.interrupted.elapsed == .seconds(5))
        try await second.start()
        second.clock.advance(by: .seconds(10))
        #expect(second.timer.phase == .paused(.user), "it was off the record, and is")
        await second.perform(.resume)
        second.clock.advance(by: .seconds(10))
        let kept = try #require(second.meeting)
        #expect(kept.recording?.frames == 176_000)
        let gap = try #require(kept.gaps.first)
        #expect(gap.reason == .interruption && gap.end == .seconds(5) && kept.gaps.count == 1)
        let samples = second.samples
        try #require(samples.count == 11 * 16_000)
        #expect(samples[16_000] == 16_384 && samples[4 * 16_000] == 0 && abs(Int(samples[6 * 16_000]) - 8192) < 9)
        #expect(kept.pauses.map(\.reason) == [.user, .interruption, .user])
    }

    @Test func `transcribes the rest and the new speech, each in its turn`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann", "Ben"], length: .seconds(20), sampleRate: 16_000,
            microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1...2.5, 10.5...11.5])),
            recognizer: ScriptedRecognizer.source(script: ["one two three four", "five six seven"]))
        try await meeting.start()
        // A sentence has been said, but the pause after it is still too short to end it.
        meeting.clock.advance(by: .seconds(11.7))
        #expect(meeting.meeting()?.transcript.map(\.text) == ["one two three four"])
        let second = try SecondLife(
            of: meeting, after: .seconds(60),
            microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [2...4])),
            recognizer: ScriptedRecognizer.source(script: ["five six", "eight nine"]))
        try await second.start()
        second.clock.advance(by: .seconds(20))
        let kept = try #require(second.meeting)
        let (ann, ben) = (meeting.plan.standup.attendees[0].id, meeting.plan.standup.attendees[1].id)
        let texts = kept.transcript.map(\.text)
        #expect(texts.joined(separator: " ") == "one two three four five six eight nine")
        #expect(texts.first == "one two three four" && texts.last == "eight nine")
        #expect(kept.transcript.map(\.attendee) == [ann] + texts.dropFirst().map { _ in ben })
        try #require(kept.transcript.count >= 3)
        #expect(kept.transcript[1].start > .seconds(10) && kept.transcript[1].start < .seconds(11.7))
        #expect(try #require(kept.transcript.last).start > .seconds(13))
        #expect(kept.transcribedUpTo == .seconds(20))
    }

    @Test func `without a recording continues to transcribe, and keeps no sound`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(20), isRecorded: false, sampleRate: 16_000,
            microphone: .init(sampleRate: 16_000), recognizer: ScriptedRecognizer.source(script: []))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6.5))
        let second = try SecondLife(
            of: meeting, after: .seconds(1),
            microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [2...4])),
            recognizer: ScriptedRecognizer.source(script: ["eight nine"]))
        try await second.start()
        second.clock.advance(by: .seconds(30))
        let kept = try #require(second.meeting)
        #expect(kept.transcript.map(\.text) == ["eight nine"])
        #expect(try #require(kept.transcript.first).start > .seconds(7.5))
        #expect(kept.recording == nil && meeting.recordings.fileNames == [])
        #expect(kept.duration == .seconds(20))
    }

    @Test func `is unchanged if the microphone is missing, and can be resumed then`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        let second = try SecondLife(
            of: meeting, after: .seconds(1), microphone: .init(error: .noDevice(.input, name: "usb")))
        let before = second.meeting
        await #expect(throws: MeetingStartError.self) { try await second.session.start() }
        second.clock.settle()
        #expect(second.meeting == before)
        #expect(meeting.recordings.fileNames.count == 1)
        #expect(try meeting.store.resumableMeetings().map(\.id) == [meeting.plan.meeting])
    }

    @Test func `that is discarded after it went on leaves no meeting and no recording`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        let second = try SecondLife(of: meeting, after: .seconds(1), input: .none)
        try await second.start()
        await second.perform(.end(.discarded))
        second.clock.advance(by: .seconds(1))
        #expect(second.meeting == nil)
        #expect(meeting.recordings.fileNames == [])
    }

    @Test func `a meeting that was over but not completed cannot be resumed, and is completed`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(5))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4.9))
        let torn = try #require(meeting.meeting())
        // The recording had reached the end of the meeting, but the history had not.
        try meeting.store.record(torn.changesToInterrupt(recordedFrames: 5 * 48_000), in: torn.id)
        try meeting.store.save(meeting.plan.standup)
        #expect(try meeting.store.resumableMeetings().count == 1)
        #expect(try InterruptedMeeting.all(in: meeting.store).isEmpty)
        #expect(try meeting.store.resumableMeetings() == [])
    }
}
