import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory
@testable import StandupSpeech

@Suite struct `A meeting in progress` {
    @Test func `begins at once without a microphone`() async throws {
        let meeting = try MeetingFixture(input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3))
        #expect(meeting.end == .finished)
        #expect(meeting.dings == 2)
        #expect(meeting.meeting()?.recording == nil)
        #expect(meeting.recordings.fileNames == [])
    }

    @Test func `sends its events in order`() async throws {
        let meeting = try MeetingFixture(names: ["Ann", "Bob"], length: .seconds(40), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(40))
        let story = meeting.said.map { event -> String in
            let time = event.at.seconds
            switch event.kind {
            case .meetingStarted: return "\(time) started"
            case .turnStarted(_, let name, let index, let slot): return "\(time) \(name) \(index) \(slot.seconds)"
            case .turnWarning(_, let remaining): return "\(time) warning \(remaining.seconds)"
            case .turnEnded(_, let used, let overtime): return "\(time) ended \(used.seconds) \(overtime.seconds)"
            case .queueChanged(let lineup): return "\(time) queue of \(lineup.queue.count)"
            case .ding: return "\(time) ding"
            case .meetingEnded(let reason, let duration): return "\(time) \(reason) \(duration.seconds)"
            default: return "\(time) \(event.kind)"
            }
        }
        #expect(
            story == [
                "0.0 started", "0.0 Ann 0 20.0", "0.0 queue of 1", "10.0 warning 10.0", "20.0 ended 20.0 0.0",
                "20.0 ding", "20.0 Bob 1 20.0", "20.0 queue of 0", "30.0 warning 10.0", "40.0 ended 20.0 0.0",
                "40.0 finished 40.0",
            ]
        )
    }

    @Test func `is refused without attendees, with a line and the remedy`() throws {
        let error = #expect(throws: MeetingStartError.self) { try MeetingFixture(names: []) }
        #expect(error == .plan(.noAttendees))
    }

    @Test func `a missing microphone is an error and leaves nothing`() async throws {
        let meeting = try MeetingFixture(microphone: .init(error: .noDevice(.input, name: "pulpit")))
        await #expect(throws: MeetingStartError.microphone(.noDevice(.input, name: "pulpit"))) {
            try await meeting.start()
        }
        #expect(meeting.meeting() == nil)
        #expect(meeting.recordings.fileNames == [])
        #expect(meeting.said == [])
    }

    @Test func `a microphone that gives no frame within three seconds is missing`() async throws {
        let meeting = try MeetingFixture(microphone: .init(isDead: true))
        let start = Task { try await meeting.session.start() }
        while !meeting.clock.advanceToNextDeadline() { await Task.yield() }
        meeting.clock.advance(by: .seconds(4))
        await #expect(throws: MeetingStartError.self) { try await start.value }
        #expect(meeting.meeting() == nil)
    }

    @Test func `the ding waits on the loudspeaker ahead of its time, and is taken back when time changes`() async throws
    {
        let meeting = try MeetingFixture(names: ["Ann", "Bob"], length: .seconds(20), input: .none)
        let start = meeting.clock.now
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        await meeting.perform(.extend(.seconds(5)))
        meeting.clock.advance(by: .seconds(3))
        await meeting.perform(.pause(.user))
        meeting.clock.advance(by: .seconds(60))
        await meeting.perform(.resume)
        meeting.clock.advance(by: .seconds(30))
        #expect(meeting.audio.playedCues == [.init(cue: .ding, instant: start + .seconds(75))])
    }

    @Test func `an attendee who spoke and left counts as one who spoke`() async throws {
        let meeting = try MeetingFixture(names: ["Ann", "Bob", "Cid"], length: .seconds(30), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6))
        let attendees = meeting.plan.standup.attendees.map(\.id)
        await meeting.perform(.absent(attendees[2]))
        await meeting.perform(.absent(attendees[0]))
        meeting.clock.advance(by: .seconds(60))
        let kept = try #require(meeting.meeting())
        #expect(kept.attendees.map(\.state) == [.spoke, .spoke, .absent])
        #expect(kept.attendees[0].used == .seconds(6))
    }

    @Test func `the warning sounds softly where it is set`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann", "Bob"],
            length: .seconds(20),
            settings: MeetingSettings(warnings: [.seconds(2)], warningSounds: true),
            input: .none
        )
        let start = meeting.clock.now
        try await meeting.start()
        meeting.clock.advance(by: .seconds(20))
        #expect(
            meeting.audio.playedCues == [
                .init(cue: .warning, instant: start + .seconds(8)), .init(cue: .ding, instant: start + .seconds(10)),
                .init(cue: .warning, instant: start + .seconds(18)),
            ]
        )
    }

    @Test func `nothing is recorded off the record`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"],
            length: .seconds(10),
            microphone: .init(sound: { 5 <= $0 && $0 < 65 ? 0.5 : 0.25 })
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        await meeting.perform(.pause(.user))
        meeting.clock.advance(by: .seconds(60))
        await meeting.perform(.resume)
        meeting.clock.advance(by: .seconds(6))

        let kept = try #require(meeting.meeting())
        #expect(kept.pauses == [Pause(at: .seconds(5), duration: .seconds(60), reason: .user)])
        let samples = try #require(meeting.recordings.samples(of: kept.recording?.fileName ?? ""))
        #expect(samples.count == 480_000)
        #expect(samples.allSatisfy { $0 == 8192 })
    }

    @Test func `commands can be given ahead for a meeting time`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30), input: .none)
        meeting.session.send(.timer(.pause(.user)), at: .seconds(6))
        meeting.session.send(.timer(.next), at: .milliseconds(2500))
        meeting.session.send(.timer(.resume), at: .seconds(6))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(40))
        let kept = try #require(meeting.meeting())
        #expect(kept.turns.map(\.start) == [.zero, .milliseconds(2500), .milliseconds(12500)])
        #expect(kept.pauses.map(\.at) == [.seconds(6)])
        #expect(kept.duration == .milliseconds(22500))
    }

    @Test func `a command for a time that has passed acts now`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(30), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(10))
        meeting.session.send(.timer(.pause(.user)), at: .seconds(4))
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.session.status.timer.pauses.map(\.at) == [.seconds(10)])
        #expect(meeting.session.status.timer.turns.map(\.start) == [.zero])
    }

    @Test func `a suspension is noted where it happened, not at the next change of speaker`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(300))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(10))
        meeting.clock.suspend(for: .seconds(600))
        meeting.clock.advance(by: .seconds(30))
        let pause = try #require(meeting.meeting()?.pauses.first)
        #expect(pause.reason == .suspend)
        #expect(pause.duration == .seconds(600))
        #expect(pause.at <= .seconds(11))
    }

    @Test func `next on the last attendee saves when no one can be asked`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(30), input: .none, asksQuestions: false)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3))
        await meeting.perform(.next)
        #expect(meeting.end == .saved)
        #expect(meeting.meeting()?.pauses == [])
    }

    @Test func `a suspended machine is a pause, found by comparing two clocks`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(30), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(10))
        meeting.clock.suspend(for: .seconds(600))
        meeting.clock.advance(by: .seconds(20))
        let kept = try #require(meeting.meeting())
        #expect(kept.pauses.map(\.duration) == [.seconds(600)])
        #expect(kept.pauses.map(\.reason) == [.suspend])
        #expect(kept.duration == .seconds(30))
    }

    @Test func `a suspension leaves each frame recorded at its instant, and is said with its length`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(20), sampleRate: 16_000,
            microphone: .init(sampleRate: 16_000, sound: { Float(Int($0) + 1) / 100 }))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(10))
        meeting.clock.suspend(for: .seconds(3600))
        meeting.clock.advance(by: .seconds(2))
        #expect(meeting.said.contains { $0.kind == .paused(.suspend) })
        #expect(meeting.said.contains { $0.kind == .resumed(paused: .seconds(3600)) })
        meeting.clock.advance(by: .seconds(9))
        let kept = try #require(meeting.meeting())
        #expect(kept.duration == .seconds(20) && kept.gaps == [])
        let samples = try #require(meeting.recordings.samples(of: kept.recording?.fileName ?? ""))
        try #require(samples.count == 320_000)
        for second in 0..<20 {
            #expect((Double(samples[second * 16_000 + 8000]) / 327.67).rounded() == Double(second + 1))
        }
    }

    @Test func `a signal saves at once, and leaves the rest of the speech for later`() async throws {
        let meeting = try MeetingFixture(recognizer: ScriptedRecognizer.source(script: []))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(2))
        meeting.session.interrupt()
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .interrupted)
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .finished)
        #expect(kept.duration == .seconds(2))
        #expect((kept.transcribedUpTo ?? .zero) < kept.duration)
        #expect(kept.recording?.frames == 96_000)
    }

    @Test func `a disk that refuses for a while loses no sound`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"],
            length: .seconds(20),
            microphone: .init(sound: { Float(Int($0)) / 100 })
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        meeting.recordings.isFull = true
        meeting.clock.advance(by: .seconds(5))
        #expect(meeting.said { if case .error = $0 { true } else { false } }.count == 1)
        meeting.recordings.isFull = false
        meeting.clock.advance(by: .seconds(11))
        let samples = try #require(meeting.recordings.samples(of: meeting.meeting()?.recording?.fileName ?? ""))
        #expect(samples.count == 960_000)
        for second in 0..<20 {
            #expect(samples[second * 48_000 + 24_000] == Int16((Float(second) / 100 * 32767).rounded()))
        }
    }

    @Test func `data that the disk refuses to the end is reported, and the rest is kept`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        meeting.recordings.isFull = true
        meeting.store.failWrites(with: .cannotWrite(path: "disk", reason: "full"))
        meeting.clock.advance(by: .seconds(90))
        #expect(meeting.end == .finished)
        #expect(meeting.session.status.hasUnsavedData)
        let errors = meeting.said { if case .error = $0 { true } else { false } }
        // Of the sound and of the history, that they are refused and that they have no end.
        #expect(errors.count == 4)
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .live)
        #expect(kept.recording.map { $0.frames >= 4 * 48_000 } == true)
    }

    @Test func `the loudspeaker can be missing`() async throws {
        let meeting = try MeetingFixture(input: .none, output: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3))
        #expect(meeting.end == .finished)
        #expect(meeting.dings == 2)
    }

    @Test func `without recording nothing is kept of the sound, and the words still come`() async throws {
        let meeting = try MeetingFixture(
            isRecorded: false,
            recognizer: ScriptedRecognizer.source(script: ["never heard"])
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        #expect(meeting.end == .finished)
        #expect(meeting.meeting()?.recording == nil)
        #expect(meeting.recordings.fileNames == [])
    }
}
