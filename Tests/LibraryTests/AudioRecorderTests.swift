import MeetingTiming
import StandupAudio
import StandupTesting
import Testing

/// Records a voice of the first two seconds on a virtual clock.
@Suite(.timeLimit(.minutes(5))) struct `A recorder` {
    private let clock = VirtualClock()
    private let folder = InMemoryRecordings()
    private let audio: FakeAudioSystem

    init() {
        audio = FakeAudioSystem(
            clock: clock, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [0...2])))
    }

    private func makeRecorder(from input: DeviceSelection = .systemDefault) throws -> AudioRecorder {
        try AudioRecorder(to: "a.wav", in: folder, from: input, sampleRate: 16_000, audio: audio, clock: clock)
    }

    /// Stops, and lets time pass until that is done.
    private func stop(_ recorder: AudioRecorder) async throws -> Duration {
        let stopping = Task { try await recorder.stop() }
        while !recorder.isStopped {
            clock.advance(by: .milliseconds(80))
            await Task.yield()
        }
        return try await stopping.value
    }

    @Test func `records what is heard between start and stop, without pauses`() async throws {
        let recorder = try makeRecorder()
        let (events, levels) = (recorder.events, recorder.levels)
        recorder.pause()
        recorder.resume()
        try await recorder.start()
        clock.advance(by: .seconds(3))
        #expect(!recorder.isPaused)
        recorder.pause()
        #expect(recorder.isPaused)
        recorder.pause()
        clock.advance(by: .seconds(10))
        let pausedAt = recorder.length
        recorder.resume()
        #expect(!recorder.isPaused)
        recorder.resume()
        clock.advance(by: .seconds(1))
        let length = try await stop(recorder)
        #expect(length >= .seconds(4) && length < .seconds(5))
        let samples = try #require(folder.samples(of: "a.wav"))
        #expect(samples.count == Int(recorder.recording.frames))
        #expect(samples.prefix(32_000).contains { abs(Int($0)) > 3000 })
        #expect(samples.dropFirst(33_000).allSatisfy { $0 == 0 })
        var seen: [AudioRecorder.Event] = []
        for await event in events { seen.append(event) }
        #expect(seen == [.started(device: "fake"), .paused(at: pausedAt), .resumed, .stopped(length)])
        var missed: [AudioLevel] = []
        for await level in levels { missed.append(level) }
        try #require(missed.count == 1, "a late reader gets one level of all that it missed")
        #expect(missed[0].start == .zero && missed[0].end > .milliseconds(3900) && missed[0].end <= length)
        #expect(missed[0].peak > -20, "its peak is the highest")
    }

    @Test func `gives each tenth of a second its time in the recording, and no level in a pause`() async throws {
        let recorder = try makeRecorder()
        var levels = recorder.levels.makeAsyncIterator()
        try await recorder.start()
        var end = Duration.zero
        for second in 1...6 {
            if second == 3 { recorder.pause() }
            if second == 5 { recorder.resume() }
            clock.advance(by: .seconds(1))
            guard second < 3 || second > 4 else { continue }
            let level = try #require(try await levels.next())
            #expect(level.start == end && level.end > end && level.end <= recorder.length)
            end = level.end
        }
        #expect(end > .seconds(3) && end < .seconds(5))
        _ = try await stop(recorder)
        while let level = try await levels.next() {
            #expect(level.start == end)
            end = level.end
        }
    }

    @Test func `may be stopped in a pause`() async throws {
        let recorder = try makeRecorder()
        let events = recorder.events
        try await recorder.start()
        clock.advance(by: .seconds(2))
        recorder.pause()
        clock.advance(by: .seconds(2))
        let length = try await stop(recorder)
        #expect(!recorder.isPaused && length < .seconds(3))
        recorder.resume()
        recorder.pause()
        #expect(!recorder.isPaused)
        #expect(
            await events.reduce(into: []) { $0.append($1) }
                == [.started(device: "fake"), .paused(at: length), .stopped(length)])
    }

    @Test func `says that a device is lost, and records silence until it is back`() async throws {
        let recorder = try makeRecorder()
        let events = recorder.events
        try await recorder.start()
        clock.advance(by: .seconds(1))
        audio.unplug()
        clock.advance(by: .seconds(5))
        audio.plugIn()
        clock.advance(by: .seconds(5))
        let length = try await stop(recorder)
        #expect(length >= .seconds(11) && length < .seconds(12))
        var seen: [AudioRecorder.Event] = []
        for await event in events { seen.append(event) }
        #expect(seen.contains(.deviceLost(device: "fake")))
        let isRestored = seen.contains { event in
            if case .deviceRestored("fake", let gap) = event { gap > .seconds(4) && gap < .seconds(7) } else { false }
        }
        #expect(isRestored, "\(seen)")
    }

    @Test func `says that the system has moved it to another device`() async throws {
        let recorder = try makeRecorder()
        let events = recorder.events
        try await recorder.start()
        clock.advance(by: .seconds(1))
        audio.replaceMicrophone(by: "headset")
        clock.advance(by: .seconds(3))
        _ = try await stop(recorder)
        #expect(recorder.device == "headset")
        #expect(await events.reduce(into: []) { $0.append($1) }.contains(.deviceChanged(device: "headset")))
    }

    @Test func `keeps a minute of sound while the disk is full`() async throws {
        let recorder = try makeRecorder()
        let events = recorder.events
        try await recorder.start()
        clock.advance(by: .seconds(1))
        folder.isFull = true
        clock.advance(by: .seconds(30))
        folder.isFull = false
        clock.advance(by: .seconds(3))
        let length = try await stop(recorder)
        #expect(length >= .seconds(34) && folder.samples(of: "a.wav")?.count ?? 0 >= 34 * 16_000)
        var seen: [AudioRecorder.Event] = []
        for await event in events { seen.append(event) }
        let isRefused = seen.contains { if case .diskRefused = $0 { true } else { false } }
        #expect(isRefused && seen.contains(.diskRecovered), "\(seen)")
    }

    @Test func `throws at the end if the disk has not taken all`() async throws {
        let recorder = try makeRecorder()
        try await recorder.start()
        clock.advance(by: .seconds(1))
        folder.isFull = true
        clock.advance(by: .seconds(2))
        let error = await #expect(throws: AudioError.self) { try await stop(recorder) }
        #expect(error?.description.hasSuffix("are lost); free some disk space or choose another folder") == true)
    }

    @Test func `a device that cannot be opened leaves no file`() async throws {
        audio.missing = "other"
        let recorder = try makeRecorder(from: .named("other"))
        let events = recorder.events
        await #expect(throws: AudioError.noDevice(.input, name: "other")) { try await recorder.start() }
        #expect(folder.fileNames == [] && recorder.isStopped)
        #expect(await events.reduce(into: []) { $0.append($1) } == [])
        #expect(try await recorder.stop() == .zero)
    }

    @Test func `can be started once, and stopped before`() async throws {
        let recorder = try makeRecorder()
        #expect(try await stop(recorder) == .zero)
        await #expect(throws: AudioError.self) { try await recorder.start() }
        #expect(throws: AudioError.self) { try makeRecorder() }
        #expect(throws: AudioError.self) { try AudioRecorder(to: "/tmp/", audio: audio, clock: clock) }
    }
}
