import Dispatch
import MeetingModel
import MeetingTiming
import StandupTesting
import Synchronization
import Testing

@testable import Sound

/// A recording that plays on a virtual clock, and the sound that came out.
private struct Rig {
    let clock = VirtualClock()
    let audio: FakeAudioSystem
    let session: PlaybackSession
    let sampleRate: Int
    private let file: SoundFile

    init(
        _ samples: [Float], sampleRate: Int = 8000, speaker: Attendee.ID? = nil, speed: Double = 1,
        deviceRate: Int? = nil, survivesLoss: Bool = true
    ) throws {
        self.sampleRate = sampleRate
        file = try SoundFile(samples, sampleRate: sampleRate)
        audio = FakeAudioSystem(clock: clock)
        let player = try Player(
            meeting(), frames: Int64(samples.count), sampleRate: sampleRate, speaker: speaker,
            speed: PlaybackSpeed(speed))
        session = PlaybackSession(
            player, of: try AudioFileReader(path: file.path),
            on: audio.openPCMPlayback(.systemDefault, sampleRate: deviceRate ?? sampleRate), clock: clock,
            survivesLoss: survivesLoss)
        session.start()
        clock.settle()
    }

    func send(_ command: Player.Command) {
        session.send(command)
        clock.settle()
    }

    /// Plays to the end, and returns how long that took.
    func finish() -> Duration {
        let start = clock.now
        while session.end == nil, clock.now - start < .seconds(60) { clock.advance(by: .milliseconds(20)) }
        return clock.now - start
    }
}

/// A sample that encodes its position.
private func ramp(_ count: Int) -> [Float] { (0..<count).map { Float($0 % 30_000) / 32_768 } }

@Suite(.timeLimit(.minutes(10))) struct `Playing` {
    @Test func `sounds every sample once, in order, and ends when the last one was heard`() throws {
        let samples = ramp(24_000)
        let rig = try Rig(samples)
        let time = rig.finish()
        #expect(rig.session.end == .finished)
        #expect(time >= .seconds(3) && time <= .milliseconds(3040))
        let heard = rig.audio.heardSound
        #expect(heard.count >= samples.count)
        #expect(zip(heard, samples).allSatisfy { abs($0 - $1) <= 2 / 32_768 })
        #expect(heard.dropFirst(samples.count).allSatisfy { $0 == 0 })
    }

    @Test func `answers while a disk or a device keeps its queue waiting`() async throws {
        let file = try SoundFile(ramp(8000), sampleRate: 8000)
        let stream = StuckStream()
        let session = PlaybackSession(
            try Player(meeting(), frames: 8000, sampleRate: 8000), of: try AudioFileReader(path: file.path), on: stream,
            clock: SystemClock(), survivesLoss: false)
        defer {
            stream.letGo()
            session.stop()
        }
        session.start()
        let deadline = ContinuousClock.now + .seconds(120)
        while !stream.isWaiting, .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        #expect(stream.isWaiting)
        let answers = Mutex(0)
        DispatchQueue.global().async {
            _ = (session.player, session.end)
            answers.withLock { $0 += 1 }
        }
        while answers.withLock({ $0 == 0 }), .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        #expect(answers.withLock { $0 } == 1 && stream.isWaiting)
    }

    @Test func `shows the audible position, not the buffered one`() throws {
        let rig = try Rig(ramp(24_000))
        #expect(rig.session.player.position == .zero)
        rig.clock.advance(by: .milliseconds(500))
        let position = rig.session.player.position
        #expect(position > .milliseconds(470) && position <= .milliseconds(500))
    }

    @Test(arguments: [(0.75, 4.0), (1.5, 2.0), (2.0, 1.5)])
    func `at another speed takes as much less time and keeps the pitch`(speed: Double, seconds: Double) throws {
        let rig = try Rig(sine(220, seconds: 3, sampleRate: 8000), speed: speed)
        let time = rig.finish().seconds
        #expect(abs(time - seconds) < 0.05)
        let heard = rig.audio.heardSound
        let middle = heard[2000..<Int(seconds * 8000) - 2000]
        #expect(abs(frequency(of: middle, sampleRate: 8000) - 220) < 2.2)
    }

    @Test func `on a device of another rate keeps time and pitch`() throws {
        let rig = try Rig(sine(220, seconds: 3, sampleRate: 8000), deviceRate: 11_025)
        #expect(abs(rig.finish().seconds - 3) < 0.05)
        let heard = rig.audio.heardSound
        #expect(abs(frequency(of: heard[2000..<30_000], sampleRate: 11_025) - 220) < 2.2)
    }

    @Test func `a seek is heard at once`() throws {
        let rig = try Rig(ramp(24_000 * 8))
        rig.clock.advance(by: .seconds(1))
        let before = rig.audio.heardSound.count
        rig.send(.seek(.seconds(5)))
        let target = rig.session.player.frame
        rig.clock.advance(by: .milliseconds(100))
        let heard = rig.audio.heardSound[before...].filter { $0 != 0 }
        let first = try #require(heard.first)
        #expect(abs(Double(first) - Double(target % 30_000) / 32_768) < 0.001)
    }

    @Test func `is silent while paused, and continues with the next sample`() throws {
        let samples = ramp(24_000)
        let rig = try Rig(samples)
        rig.clock.advance(by: .seconds(1))
        rig.send(.togglePause)
        let position = rig.session.player.position
        rig.clock.advance(by: .seconds(5))
        #expect(rig.session.player.position == position)
        rig.send(.togglePause)
        _ = rig.finish()
        #expect(rig.session.end == .finished)
        let heard = rig.audio.heardSound.dropFirst().filter { $0 != 0 }
        let sounded = samples.filter { $0 != 0 }
        #expect(heard.count == sounded.count)
        #expect(zip(heard, sounded).allSatisfy { abs($0 - $1) <= 2 / 32_768 })
    }

    @Test func `wakes up for nothing while paused`() throws {
        let rig = try Rig(ramp(24_000))
        rig.clock.advance(by: .seconds(1))
        rig.send(.togglePause)
        let paused = rig.clock.now
        // The step that was due finds that there is nothing to do.
        while rig.clock.advanceToNextDeadline(), rig.clock.now < paused + .seconds(9) {}
        #expect(rig.clock.now <= paused + .milliseconds(20))
        rig.send(.togglePause)
        #expect(rig.clock.advanceToNextDeadline())
    }

    @Test func `goes to an instant of the meeting`() throws {
        let rig = try Rig(ramp(24_000 * 8))
        rig.clock.advance(by: .seconds(1))
        rig.send(.go(to: .seconds(9)))
        #expect(rig.session.player.position == .seconds(9))
        rig.send(.go(to: .seconds(-1)))
        #expect(rig.session.player.position == .zero)
    }

    @Test func `of one speaker skips the others`() throws {
        var samples = [Float](repeating: 0.25, count: 24 * 8000)
        for index in 8 * 8000..<20 * 8000 { samples[index] = -0.5 }
        let rig = try Rig(samples, speaker: ann.id)
        #expect(abs(rig.finish().seconds - 12) < 0.05)
        #expect(rig.audio.heardSound.allSatisfy { $0 >= 0 })
    }

    @Test func `a change of speed moves on from where it is`() throws {
        let rig = try Rig(sine(220, seconds: 10, sampleRate: 8000))
        rig.clock.advance(by: .seconds(4))
        for _ in 0..<4 { rig.send(.faster) }
        #expect(rig.session.player.speed.factor == 2)
        // A fifth of a second was handed over at the speed before.
        #expect(abs(rig.finish().seconds - 3.1) < 0.1)
    }

    @Test func `a lost loudspeaker is waited for, and nothing is skipped`() throws {
        let samples = ramp(24_000)
        let rig = try Rig(samples)
        rig.clock.advance(by: .seconds(1))
        rig.audio.unplugLoudspeaker()
        rig.clock.advance(by: .seconds(2))
        #expect(rig.session.player.interruption?.contains("it delivers no more sound") == true)
        let position = rig.session.player.position
        #expect(position > .milliseconds(970) && position <= .seconds(1))
        rig.audio.plugInLoudspeaker()
        rig.clock.advance(by: .milliseconds(40))
        #expect(rig.session.player.interruption == nil)
        #expect(abs(rig.finish().seconds - 2) < 0.1)
        #expect(rig.session.end == .finished)
    }

    @Test func `a lost loudspeaker ends playback if nothing waits for it`() throws {
        let rig = try Rig(ramp(24_000), survivesLoss: false)
        rig.clock.advance(by: .seconds(1))
        rig.audio.unplugLoudspeaker()
        rig.clock.advance(by: .milliseconds(40))
        #expect(rig.session.end == .failed(.failed(device: "fake", reason: "it delivers no more sound")))
    }

    @Test func `stops on request`() async throws {
        let rig = try Rig(ramp(24_000))
        rig.clock.advance(by: .milliseconds(100))
        rig.session.stop()
        rig.clock.settle()
        #expect(await rig.session.waitUntilEnded() == .stopped)
    }

    @Test func `a recording that is truncated during playback ends at the new end`() throws {
        let rig = try Rig(ramp(8000 * 2))
        #expect(abs(rig.finish().seconds - 2) < 0.05)
        #expect(rig.session.end == .finished)
    }
}

/// A loudspeaker that keeps its writer waiting until it is released.
private final class StuckStream: PCMPlaybackStream {
    let state = StreamState.running(sampleRate: 8000)
    let deviceName = "stuck"
    let playedFrames: Int64 = 0
    private let waiting = Atomic(false)
    private let release = DispatchSemaphore(value: 0)

    var isWaiting: Bool { waiting.load(ordering: .acquiring) }

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
        waiting.store(true, ordering: .releasing)
        release.wait()
        release.signal()
        return frames.count
    }

    func letGo() { release.signal() }
    func drop() {}
    func setPaused(_ isPaused: Bool) {}
    func close() {}
}
