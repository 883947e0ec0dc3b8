public import AudioCapture
public import AudioDevices
import AudioFiles
public import MeetingTiming
import MeetingModel
import Synchronization

/// Records a microphone into a WAV file that is valid at every moment, and survives a crash of the program.
///
/// Frame n of the recording is n / `sampleRate` seconds after its start, pauses left out: the drift of the sound card's clock
/// is corrected, and lost sound is silence. A device that is unplugged is opened again as soon as it is back. While the
/// disk is full, a minute of sound waits in memory.
///
/// The audio thread only copies; a queue of the recorder's own does the rest. Every function may be called on any thread.
public final class AudioRecorder: Sendable {
    /// What happened while it records.
    public enum Event: Hashable, Sendable {
        /// The first frame has been recorded.
        case started(device: String)
        /// The device delivers nothing any more; silence is recorded until it is back.
        case deviceLost(device: String)
        /// A device delivers sound again, after this much silence.
        case deviceRestored(device: String, gap: Duration)
        /// Sound is missing between these times of the recording, and silence is in its place.
        case soundMissing(from: Duration, to: Duration)
        /// The disk refuses the sound, which waits in memory, for a minute at most.
        case diskRefused(AudioError)
        /// The disk accepts the sound again.
        case diskRecovered
        /// The recording is complete, and has this length.
        case stopped(Duration)
    }

    /// The recording, which can be read while it grows.
    public var recording: any RecordedAudio { writer }

    private enum Stage {
        case idle
        case opening(CheckedContinuation<Result<Void, AudioError>, Never>)
        case recording
        case stopping
        case stopped
    }

    private struct State {
        var stage = Stage.idle
        /// What the disk refused at the end, if anything.
        var failure: AudioError?
        var waiting: [CheckedContinuation<Void, Never>] = []
        var flushedSeconds: Int64 = 0
    }

    private let clock: any MeetingClock
    private let folder: any RecordingFolder
    private let writer: any RecordingWriter
    private let pump: CapturePump
    private let disk: WorkQueue
    private let state = Mutex(State())
    private let allLevels = Broadcast<AudioLevel>()
    private let allEvents = Broadcast<Event>()

    /// Creates a recorder and its empty file, which only its owner can read.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist.
    ///   - input: The microphone; `DeviceSelection(_:)` reads it from a text.
    ///   - sampleRate: The rate of the file, in Hz. A device with another rate is converted.
    ///   - audio: The devices; by default this machine's.
    ///   - clock: The clock that places the frames.
    /// - Throws: If the file cannot be created.
    public convenience init(
        to path: String, from input: DeviceSelection = .systemDefault, sampleRate: Int = 48_000,
        audio: (any AudioSystem)? = nil, clock: any MeetingClock = SystemClock()
    ) throws(AudioError) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty else { throw .cannotWrite(path: path, reason: "it is not the name of a file") }
        let folder = slash.map { String(path[...$0]) } ?? "."
        try self.init(
            to: name, in: WAVRecordingFolder(path: folder), from: input, sampleRate: sampleRate, audio: audio,
            clock: clock)
    }

    /// Creates a recorder that writes a recording of a folder, which may be one in memory.
    public init(
        to fileName: String, in folder: any RecordingFolder, from input: DeviceSelection = .systemDefault,
        sampleRate: Int = 48_000, audio: (any AudioSystem)? = nil, clock: any MeetingClock = SystemClock()
    ) throws(AudioError) {
        writer = try folder.create(fileName, sampleRate: sampleRate)
        self.folder = folder
        self.clock = clock
        let signals = Relay<PumpSignal>()
        disk = clock.makeQueue("standup.disk", inBackground: true)
        pump = CapturePump(
            clock: clock, audio: audio ?? .machine(clock: clock), selection: input, sampleRate: sampleRate
        ) { signals.send($0) }
        signals.connect { [weak self] in self?.receive($0) }
    }

    deinit {
        pump.perform { $0.close() }
    }

    /// The level of each tenth of a second from now on, until the recording has stopped.
    ///
    /// A reader who is late gets the newest only. Pauses have levels too.
    public var levels: AsyncStream<AudioLevel> { allLevels.listen(limit: 1) }

    /// The events from now on, until the recording has stopped. A thousand wait for a reader who is late.
    public var events: AsyncStream<Event> { allEvents.listen(limit: 1000) }

    /// Opens the device and records; returns when the first frame has come.
    ///
    /// - Throws: If the device cannot be opened, or delivers nothing for three seconds. The empty file is removed then. A
    ///   recorder can be started once.
    public func start() async throws(AudioError) {
        let result: Result<Void, AudioError> = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                guard case .idle = state.stage else { return false }
                state.stage = .opening(continuation)
                return true
            }
            guard isFirst else {
                return continuation.resume(
                    returning: .failure(.cannotWrite(path: writer.fileName, reason: "it was recorded before")))
            }
            pump.perform { $0.open() }
        }
        try result.get()
    }

    /// Stops recording until `resume`; the device stays open. What is said meanwhile is not in the file.
    public func pause() {
        let now = clock.now
        pump.perform { $0.stop(at: now) }
    }

    /// Records again, directly after the last frame before the pause.
    public func resume() {
        let now = clock.now
        pump.perform { $0.resume(at: now) }
    }

    /// Stops, and completes the file; returns the length of the recording.
    ///
    /// A second call waits too. Before `start` it closes the empty file.
    ///
    /// - Throws: If the disk did not take the end of the sound within a minute; what it took is in the file.
    @discardableResult
    public func stop() async throws(AudioError) -> Duration {
        let now = clock.now
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOver = state.withLock { state in
                if case .stopped = state.stage { return true }
                state.waiting.append(continuation)
                if case .stopping = state.stage { return false }
                if case .recording = state.stage { state.stage = .stopping }
                pump.perform { $0.finish(at: now, until: now + RecordingTrack.maximumBacklog) }
                return false
            }
            if isOver { continuation.resume() }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return length
    }

    /// Whether it has stopped, and the file is complete.
    public var isStopped: Bool {
        state.withLock { if case .stopped = $0.stage { true } else { false } }
    }

    /// The length of the recording so far.
    public var length: Duration { Duration(frames: writer.frames, at: writer.sampleRate) }

    // MARK: On the pump's queue

    private func receive(_ signal: PumpSignal) {
        switch signal {
        case .source(_, let signal): receive(signal)
        case .written(let frames, _): flush(frames)
        case .writeFailed(let error): allEvents.send(.diskRefused(error))
        case .writeRecovered: allEvents.send(.diskRecovered)
        case .unsaved(let frames):
            state.withLock {
                $0.failure = .cannotWrite(
                    path: writer.fileName,
                    reason: "the last \(Duration(frames: frames, at: writer.sampleRate).seconds) s are lost")
            }
        case .finished: end()
        case .backlogFull, .sameSound: break
        }
    }

    private func receive(_ signal: SourceSignal) {
        switch signal {
        case .opened(let device, let firstFrame):
            guard resumeStart(.success(())) else { break }
            pump.assumeIsolated { $0.record(to: writer, from: firstFrame) }
            allEvents.send(.started(device: device))
        case .failed(let error):
            guard resumeStart(.failure(error)) else { break }
            pump.assumeIsolated { $0.close() }
            end()
            try? folder.remove(writer.fileName)
        case .level(let level): allLevels.send(level)
        case .lost(let device): allEvents.send(.deviceLost(device: device))
        case .restored(let device, let gap):
            allEvents.send(.deviceRestored(device: device, gap: Duration(frames: gap, at: writer.sampleRate)))
        case .gap(let start, let end, _):
            let rate = writer.sampleRate
            allEvents.send(.soundMissing(from: Duration(frames: start, at: rate), to: Duration(frames: end, at: rate)))
        case .changed, .selected, .switchFailed, .unheard, .playsOwnRecording: break
        }
    }

    /// Answers `start`; false if nobody waits for it.
    @discardableResult
    private func resumeStart(_ result: Result<Void, AudioError>) -> Bool {
        let continuation = state.withLock { state -> CheckedContinuation<Result<Void, AudioError>, Never>? in
            guard case .opening(let continuation) = state.stage else { return nil }
            state.stage = .recording
            return continuation
        }
        continuation?.resume(returning: result)
        return continuation != nil
    }

    /// Has the disk write what the system holds back, once a second.
    private func flush(_ frames: Int64) {
        let second = frames / Int64(writer.sampleRate)
        let isDue = state.withLock { state in
            defer { state.flushedSeconds = max(state.flushedSeconds, second) }
            return second > state.flushedSeconds
        }
        if isDue { disk.async { [writer] in try? writer.synchronize() } }
    }

    private func end() {
        // Without a first frame, nothing else has completed the file.
        try? writer.finish()
        resumeStart(.failure(.failed(device: "", reason: "the recorder was stopped")))
        let waiting = state.withLock { state in
            state.stage = .stopped
            defer { state.waiting = [] }
            return state.waiting
        }
        allEvents.send(.stopped(length))
        allEvents.finish()
        allLevels.finish()
        for continuation in waiting { continuation.resume() }
    }
}
