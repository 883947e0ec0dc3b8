import MeetingModel
import MeetingTiming
import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine
@testable import Sound

/// The content of the recording, checked with sound that encodes its own time.
@Suite struct `The recording` {
    /// A click at each whole second of the microphone's own time.
    private static func clicks(_ seconds: Double) -> Float {
        seconds - seconds.rounded(.down) < 0.001 ? 0.9 : 0
    }

    /// The frames at which clicks begin.
    private func clicks(in samples: [Int16]) -> [Int] {
        samples.indices.filter { $0 == 0 ? samples[0] > 8000 : samples[$0] > 8000 && samples[$0 - 1] <= 8000 }
    }

    @Test func `frame n is instant n over the rate`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(10), microphone: .init(sound: Self.clicks))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(11))
        let samples = try #require(meeting.recordings.samples(of: meeting.meeting()?.recording?.fileName ?? ""))
        #expect(samples.count == 480_000)
        #expect(clicks(in: samples) == (0..<10).map { $0 * 48_000 })
    }

    @Test(arguments: [100.0, -100, 300]) func `stays true against a sound card's drift`(_ partsPerMillion: Double)
        async throws
    {
        // A click every ten seconds, on a card that is so much too fast or too slow.
        let meeting = try MeetingFixture(
            names: ["Ann"],
            length: .seconds(600),
            sampleRate: 8000,
            microphone: .init(
                sampleRate: 8000,
                partsPerMillion: partsPerMillion,
                sound: { $0 / 10 - ($0 / 10).rounded(.down) < 0.0005 ? 0.9 : 0 }
            )
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(601))
        let samples = try #require(meeting.recordings.samples(of: meeting.meeting()?.recording?.fileName ?? ""))
        #expect(samples.count == 600 * 8000)
        let errors = clicks(in: samples).map { ($0 + 40_000) % 80_000 - 40_000 }
        #expect(errors.count >= 60)
        #expect(errors.allSatisfy { abs($0) <= 8 * 25 }, "\(errors)")
    }

    @Test func `is silent while the microphone is missing, and exact again when it is back`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"],
            length: .seconds(20),
            microphone: .init(sound: Self.clicks)
        )
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(5500))
        meeting.audio.unplug()
        meeting.clock.advance(by: .milliseconds(1500))
        #expect(meeting.said { $0 == .deviceLost(device: "fake") }.count == 1)
        #expect(meeting.session.status.isMicrophoneLost)
        meeting.clock.advance(by: .seconds(3))
        meeting.audio.plugIn()
        meeting.clock.advance(by: .seconds(11))

        #expect(meeting.end == .finished)
        #expect(!meeting.session.status.isMicrophoneLost)
        let kept = try #require(meeting.meeting())
        let samples = try #require(meeting.recordings.samples(of: kept.recording?.fileName ?? ""))
        #expect(samples.count == 960_000)
        let gap = try #require(kept.gaps.first)
        #expect(kept.gaps.count == 1)
        #expect(gap.reason == .device)
        #expect(abs((gap.start - .milliseconds(5500)).seconds) <= CapturePump.period.seconds)
        #expect(gap.end > .seconds(10) && gap.end < .seconds(12))
        let away = Set((clicks(in: samples) + [0]).map { $0 / 48_000 })
        #expect(Set(0..<20).subtracting(away).isSubset(of: [6, 7, 8, 9, 10, 11]))
        for frame in clicks(in: samples) where frame / 48_000 > 11 {
            #expect(abs((frame + 24_000) % 48_000 - 24_000) <= 48)
        }
        let restored = meeting.said { if case .deviceRestored = $0 { true } else { false } }
        #expect(restored.count == 1)
    }

    @Test(arguments: [(48_000, 400), (44_100, 400), (48_000, 30), (16_000, 800)])
    func `has silence where a sound card lost sound, and is exact after it at once`(rate: Int, lost: Int)
        async throws
    {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(20), microphone: .init(sampleRate: rate, sound: Self.clicks))
        try await meeting.start()
        let loss = Duration.milliseconds(lost)
        meeting.clock.advance(by: .milliseconds(5310))
        meeting.audio.overrun(losing: loss)
        meeting.clock.advance(by: .seconds(15))

        let kept = try #require(meeting.meeting())
        let samples = try #require(meeting.recordings.samples(of: kept.recording?.fileName ?? ""))
        #expect(samples.count == 960_000)
        let gap = try #require(kept.gaps.first)
        #expect(kept.gaps.count == 1 && gap.reason == .overload)
        #expect(abs((gap.start - .milliseconds(5310)).seconds) < 0.05, "\(gap)")
        #expect(abs((gap.end - gap.start - loss).seconds) < 0.01, "\(gap)")
        #expect(meeting.said { $0 == .gap(gap) }.count == 1)
        let silent = (0..<20).filter { gap.start.seconds < Double($0) && gap.end.seconds > Double($0) }
        let found = clicks(in: samples).filter { $0 > 480 }
        #expect(Set(found.map { ($0 + 24_000) / 48_000 }) == Set(1..<20).subtracting(silent))
        #expect(found.allSatisfy { abs(($0 + 24_000) % 48_000 - 24_000) <= 480 }, "\(found)")
    }

    @Test(arguments: [true, false])
    func `lacks sound because of the device where the server moves the stream, until that delivers steadily`(
        isReported: Bool
    ) async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(30), microphone: .init(sound: Self.clicks))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(5310))
        meeting.audio.replaceMicrophone(by: "headset")
        meeting.audio.overrun(losing: .milliseconds(900), isReported: isReported)
        meeting.clock.advance(by: .seconds(8))
        #expect(meeting.said { $0 == .deviceChanged(device: "headset") }.count == 1)
        meeting.audio.overrun(losing: .milliseconds(900), isReported: isReported)
        meeting.clock.advance(by: .seconds(20))
        let gaps = try #require(meeting.meeting()?.gaps)
        #expect(gaps.map(\.reason) == [.device, .overload], "\(gaps)")
        #expect(gaps.allSatisfy { abs(($0.end - $0.start).seconds - 0.9) < 0.1 }, "\(gaps)")
    }

    @Test func `has no gap where a sound card only says that it lost sound`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20), microphone: .init(sound: Self.clicks))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(5310))
        for _ in 0..<5 {
            meeting.audio.overrun(losing: .zero)
            meeting.clock.advance(by: .seconds(1))
        }
        meeting.clock.advance(by: .seconds(15))
        #expect(meeting.meeting()?.gaps == [])
        let name = meeting.meeting()?.recording?.fileName ?? ""
        let samples = try #require(meeting.recordings.samples(of: name))
        #expect(clicks(in: samples) == (0..<20).map { $0 * 48_000 })
    }

    @Test func `has a microphone that stops without an error noticed within 1.5 s, once it delivers steadily`()
        async throws
    {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(1500))
        meeting.audio.unplug()
        meeting.clock.advance(by: .milliseconds(1500))
        #expect(meeting.said { $0 == .deviceLost(device: "fake") }.count == 1)
    }

    @Test(arguments: [(Float(0), 1), (0.0007, 1), (0.01, 0)])
    func `of a muted microphone is reported once, and does not reopen it`(
        loudness: Float, times: Int
    ) async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(60),
            microphone: .init(sound: { Int($0 * 1000) % 2 == 0 ? loudness : -loudness }))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(9500))
        #expect(meeting.said { $0 == .deviceSilent(device: "fake") } == [])
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.said { $0 == .deviceSilent(device: "fake") }.count == times)
        meeting.clock.advance(by: .seconds(50))
        #expect(meeting.end == .finished)
        #expect(meeting.said { $0 == .deviceSilent(device: "fake") }.count == times)
        #expect(meeting.said { $0 == .deviceLost(device: "fake") } == [])
        #expect(meeting.meeting()?.gaps == [])
    }

    @Test func `says nothing of silence where silence was asked for`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(20), input: .silence)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(21))
        #expect(meeting.said { if case .deviceSilent = $0 { true } else { false } } == [])
    }

    @Test(arguments: [16_000, 44_100, 96_000]) func `keeps its sample rate with any microphone`(_ rate: Int)
        async throws
    {
        let meeting = try MeetingFixture(
            names: ["Ann"],
            length: .seconds(10),
            microphone: .init(sampleRate: rate, sound: { $0 - $0.rounded(.down) < 0.01 ? 0.9 : 0 })
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(11))
        let samples = try #require(meeting.recordings.samples(of: meeting.meeting()?.recording?.fileName ?? ""))
        #expect(samples.count == 480_000)
        let found = clicks(in: samples).filter { $0 > 4800 }.map { ($0 + 240) / 48_000 }
        #expect(Set(found) == Set(1..<10))
    }

    @Test func `answers a request for another microphone once that is open or refused`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(60))
        let answers = Mutex<[RequestResult]>([])
        meeting.audio.missing = "wrong"
        try await meeting.start()
        for (name, expected) in [
            ("wrong", RequestResult.failed(.microphone(.noDevice(.input, name: "wrong")))), ("fake", .performed),
        ] {
            meeting.session.request(.useMicrophone(.named(name)), asks: false) { answer in
                answers.withLock { $0.append(answer) }
            }
            meeting.clock.advance(by: .seconds(3))
            #expect(answers.withLock { $0.last } == expected)
        }
        meeting.session.request(.useCall(.loudspeakerMonitor), asks: false) { answer in
            answers.withLock { $0.append(answer) }
        }
        meeting.clock.advance(by: .seconds(1))
        #expect(answers.withLock { $0.last } == .failed(.callNotPossible))
        #expect(answers.withLock { $0.count } == 3)
        #expect(meeting.said { if case .error = $0 { true } else { false } }.count == 1)
    }

    @Test func `continues with a replacement microphone`() async throws {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(60), input: .named("fake"))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(10))
        #expect(meeting.session.status.isMicrophoneChosen)
        meeting.audio.replaceMicrophone(by: "webcam")
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.said { $0 == .deviceChanged(device: "webcam") }.count == 1)
        #expect(meeting.session.status.microphone == "webcam")
        #expect(meeting.said { if case .deviceLost = $0 { true } else { false } } == [])

        meeting.audio.unplug()
        meeting.clock.advance(by: .seconds(8))
        #expect(meeting.session.status.isMicrophoneLost)
        meeting.audio.plugIn()
        meeting.audio.replaceMicrophone(by: "built-in")
        meeting.session.send(.useMicrophone(.systemDefault))
        meeting.clock.advance(by: .milliseconds(200))
        #expect(!meeting.session.status.isMicrophoneChosen && !meeting.session.status.isMicrophoneLost)
        #expect(meeting.said { $0 == .deviceChanged(device: "built-in") }.count == 1)
        #expect(meeting.said { if case .deviceLost = $0 { true } else { false } }.count == 1)

        meeting.session.send(.useMicrophone(.named("fake")))
        meeting.clock.advance(by: .milliseconds(400))
        #expect(!meeting.session.status.isMicrophoneChosen, "it has not delivered steadily")
        meeting.clock.advance(by: .milliseconds(600))
        #expect(meeting.session.status.isMicrophoneChosen)
        #expect(meeting.said { if case .deviceLost = $0 { true } else { false } }.count == 1, "no sound was lost by it")
        meeting.audio.missing = "wrong"
        meeting.session.send(.useMicrophone(.named("wrong")))
        meeting.clock.advance(by: .seconds(60))
        #expect(meeting.said { $0 == .error(.microphone(.noDevice(.input, name: "wrong"))) }.count == 1)
        #expect(meeting.end == .finished)
        #expect(meeting.said { if case .deviceRestored = $0 { true } else { false } }.count == 1)
        let kept = try #require(meeting.meeting())
        #expect(kept.recording?.frames == 2_880_000)
        // While it was unplugged, and next to nothing when another was taken that works.
        #expect(kept.gaps.map(\.reason).allSatisfy { $0 == .device })
        let long = kept.gaps.filter { $0.end - $0.start > .milliseconds(100) }
        #expect(long.count == 1 && (8...9.5).contains((long[0].end - long[0].start).seconds), "\(kept.gaps)")
    }

    @Test func `removes sound recorded before the pump learned of a pause or of the end`() throws {
        let clock = ManualClock()
        let audio = FakeAudioSystem(clock: clock, microphone: .init(sound: { 5..<8 ~= $0 || $0 >= 9 ? 0.9 : 0 }))
        let recordings = InMemoryRecordings()
        let recording = try recordings.create("kept", sampleRate: 48_000)
        let opened = clock.now
        let pump = CapturePump(clock: clock, audio: audio, selection: .systemDefault, sampleRate: 48_000) { _ in }
        pump.perform { $0.open() }
        pump.perform { $0.record(to: recording, from: opened) }
        clock.advance(by: .milliseconds(5300))
        #expect(recording.frames > 240_000)
        pump.perform { $0.stop(at: opened + .seconds(5)) }
        clock.advance(by: .milliseconds(2700))
        #expect(recording.frames == 240_000)
        pump.perform { $0.resume(at: opened + .seconds(8)) }
        clock.advance(by: .milliseconds(1200))
        pump.perform { $0.finish(at: opened + .seconds(9), until: clock.now) }
        clock.advance(by: .seconds(1))
        let samples = try #require(recordings.samples(of: "kept"))
        #expect(samples.count == 288_000)
        #expect(samples.allSatisfy { $0 == 0 })
    }
}
