public import MeetingTiming
public import Sound

/// What an `AudioSystem` and its streams promise, as a suite for any implementation.
///
///     @Test func `my devices keep their promises`() async {
///         let clock = VirtualClock()
///         #expect(await AudioSystemConformance.check(MyAudio(clock), clock: clock) { clock.advance(by: $0) } == [])
///     }
public enum AudioSystemConformance {
    enum Promise: String, CaseIterable {
        case running = "The device has delivered or played frames at this sample rate, in Hz."
        case name = "The name by which the device can be selected."
        case reading = "Reads the available frames up to the next loss or overrun, without waiting."
        case range = "An input stream: mono frames of 32-bit floats, -1 to 1."
        case anchor = "The newest pair of frame count and instant; nil before the first frame."
        case count = "The number of frames that the device has delivered, lost frames included."
        case closing = "Stops and closes the stream in the background."
        case scheduling =
            "Schedules a cue whose first frame is played at an instant; a cue in the past is played at once."
        case ticket = "Unique within its stream."
        case closingCues = "Stops and closes the stream in the background, after the cue that is playing."
        case writing = "Appends frames at the sample rate that `state` reports, and returns the number accepted."
        case buffer = "It buffers a fifth of a second at most, so that a seek takes effect soon."
        case pausing = "Pauses or resumes playback."
        case playing = "The number of accepted frames that have been played or dropped."
        case dropping = "Drops the buffered frames that the device has not written yet."
        case closingSound = "Stops and closes the stream in the background; drops buffered frames."
    }

    /// Checks a microphone, and a loudspeaker for cues and for sound, that work. [any task]
    ///
    /// It lets about six seconds of the clock's time pass, and a minute for each stream that does not run or play. It calls
    /// the streams on one thread at a time.
    ///
    /// - Parameters:
    ///   - system: The system, with a microphone and a loudspeaker that are not open.
    ///   - clock: The clock that the system was created with.
    ///   - input: The microphone.
    ///   - output: The loudspeaker, or a file that may be replaced.
    ///   - pass: Lets time pass on the clock: advances it, or waits.
    /// - Returns: The broken promises; none if the system keeps them all.
    public static func check(
        _ system: any AudioSystem, clock: any MeetingClock, input: DeviceSelection = .systemDefault,
        output: DeviceSelection = .systemDefault, pass: @escaping (Duration) async -> Void
    ) async -> [BrokenPromise] {
        var log = PromiseLog<Promise>()
        let bench = AudioBench(clock: clock, pass: pass)
        let opened = clock.now
        await bench.checkCapture(by: system.openCapture(input), opened: opened, &log)
        await bench.checkClosing(system.openCapture(input), &log)
        let cues = CueSounds(sampleRate: 8000, samples: [.ding: [0.5, 0.5]])
        await bench.checkCues(system.openCuePlayback(output, cues: cues), &log)
        await bench.checkPlayback(system.openPCMPlayback(output, sampleRate: 10_000), &log)
        bench.checkClosing(system.openPCMPlayback(output, sampleRate: 8000), &log)
        withExtendedLifetime(system) {}
        return log.broken
    }
}

/// Streams, and the clock that they follow.
private struct AudioBench {
    typealias Log = PromiseLog<AudioSystemConformance.Promise>

    let clock: any MeetingClock
    let pass: (Duration) async -> Void

    /// Lets time pass until a condition holds, for a minute at most; false if it does not.
    private func until(_ condition: () throws -> Bool) async rethrows -> Bool {
        for _ in 0..<1200 {
            if try condition() { return true }
            await pass(.milliseconds(50))
        }
        return try condition()
    }

    /// Lets time pass until a stream runs, and returns its rate in Hz; nil if it does not run.
    private func rate(_ log: inout Log, _ state: () -> StreamState) async -> Int? {
        var rate: Int?
        await log.check(.running) {
            _ = await until {
                if case .running(let running) = state() { rate = running }
                return rate != nil
            }
            try expect((rate ?? 0) > 0, "a stream that is \(state()) after a minute")
        }
        return rate
    }

    private func read(_ stream: any CaptureStream, atMost count: Int = 1 << 20) throws -> [Float] {
        var buffer = [Float](repeating: .nan, count: count)
        let taken = buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) }
        try expect((0...count).contains(taken), "\(taken) frames were read into a buffer of \(count)")
        return Array(buffer[..<taken])
    }

    func checkCapture(by stream: any CaptureStream, opened: Duration, _ log: inout Log) async {
        defer { stream.close() }
        guard let rate = await rate(&log, { stream.state }) else { return }
        log.check(.name) { try expect(!stream.deviceName.isEmpty, "an empty name") }
        var all: [Float] = []
        await log.check(.reading) {
            try expect(try read(stream, atMost: 0), is: [], "frames read into an empty buffer")
            let isEnough = try await until {
                all += try read(stream, atMost: 100) + read(stream)
                return all.count >= rate / 2 - 1
            }
            try expect(isEnough, "\(all.count) frames in a minute")
            // A device may start by delivering its buffer: a second at most.
            let passed = clock.now - opened + (clock.isVirtual ? .zero : .seconds(1))
            try expect(
                Double(all.count) <= passed / .seconds(1) * Double(rate) + 1,
                "\(all.count) frames in \(passed) at \(rate) Hz")
        }
        log.check(.range) {
            let worst = all.first { !(abs($0) <= 1) }
            try expect(worst == nil, "the sample \(worst ?? 0)")
        }
        log.check(.anchor) {
            let instant = stream.anchor?.instant
            try expect(instant != nil, "no anchor after \(all.count) frames")
            let age = clock.now - (instant ?? .zero)
            try expect(age >= .zero && age <= clock.now - opened, "an anchor of \(age) ago")
        }
        log.check(.count) {
            let (read, counted) = (Int64(all.count) + stream.lostFrames, stream.anchor?.frames ?? 0)
            try expect(counted >= read, "\(counted) frames, of which \(read) were read or lost")
        }
    }

    func checkClosing(_ stream: any CaptureStream, _ log: inout Log) async {
        stream.close()
        await log.check(.closing) {
            await pass(.milliseconds(100))
            try expect(stream.state, is: .closed, "the state of a closed microphone")
            _ = try read(stream)
            await pass(.milliseconds(100))
            let count = try read(stream).count
            try expect(count, is: 0, "frames of a closed microphone")
            stream.close()
            try expect(stream.state, is: .closed, "the state of a microphone that is closed twice")
        }
    }

    func checkCues(_ stream: any CuePlaybackStream, _ log: inout Log) async {
        guard await rate(&log, { stream.state }) != nil else { return }
        let now = clock.now
        let tickets = [
            stream.schedule(.ding, at: now), stream.schedule(.warning, at: now + .seconds(1)),
            stream.schedule(.ding, at: now - .seconds(1)),
        ]
        log.check(.ticket) { try expect(Set(tickets).count, is: 3, "tickets of three cues") }
        for _ in 0..<2 { stream.cancel(tickets[1]) }
        await log.check(.scheduling) {
            await pass(.seconds(2))
            guard case .running = stream.state else {
                throw Observation(text: "a stream that is \(stream.state) after three cues")
            }
        }
        stream.close()
        log.check(.closingCues) { try expect(stream.state, is: .closed, "the state of a closed loudspeaker") }
    }

    func checkPlayback(_ stream: any PCMPlaybackStream, _ log: inout Log) async {
        defer { stream.close() }
        guard let rate = await rate(&log, { stream.state }) else { return }
        func write(_ count: Int) -> Int {
            [Float](repeating: 0.1, count: count).withUnsafeBufferPointer { stream.write($0) }
        }
        log.check(.name) { try expect(!stream.deviceName.isEmpty, "an empty name") }
        stream.setPaused(true)
        var written = write(rate)
        log.check(.writing) { try expect(written > 0, "no frame was accepted") }
        log.check(.buffer) {
            try expect(written <= rate / 5, "\(written) frames were accepted at \(rate) Hz")
            try expect(write(1), is: 0, "frames accepted by a full buffer")
        }
        await log.check(.pausing) {
            await pass(.milliseconds(500))
            try expect(stream.playedFrames, is: 0, "frames played during a pause")
        }
        stream.setPaused(false)
        await log.check(.playing) {
            _ = await until { stream.playedFrames == written }
            try expect(stream.playedFrames, is: Int64(written), "frames played, of \(written)")
        }
        stream.setPaused(true)
        written += write(rate)
        stream.drop()
        await log.check(.dropping) {
            _ = await until { stream.playedFrames == written }
            try expect(stream.playedFrames, is: Int64(written), "frames played or dropped, of \(written)")
            try expect(write(1), is: 1, "frames accepted after the buffer was dropped")
        }
    }

    func checkClosing(_ stream: any PCMPlaybackStream, _ log: inout Log) {
        stream.close()
        log.check(.closingSound) {
            try expect(stream.state, is: .closed, "the state of a closed loudspeaker")
            let written = [Float](repeating: 0, count: 10).withUnsafeBufferPointer { stream.write($0) }
            try expect(written, is: 0, "frames accepted by a closed loudspeaker")
        }
    }
}
