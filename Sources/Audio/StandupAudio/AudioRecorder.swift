import MeetingModel
public import MeetingTiming
public import Sound
import Synchronization

/// Records a microphone into a WAV file that is valid at every moment, and survives a crash of the program.
///
/// Frame n of the recording is n / `sampleRate` seconds after its start, pauses left out: the drift of the sound card's clock
/// is corrected, and lost sound is silence. A device that is unplugged is opened again as soon as it is back. While the
/// disk is full, a minute of sound waits in memory.
///
/// It goes on until `stop`: nothing else ends it. The audio thread only copies; a queue of the recorder's own does the rest. Every
/// function may be called on any thread.
public final class AudioRecorder: Sendable {
    /// What happened while it records.
    public enum Event: Hashable, Sendable {
        /// The first frame has been recorded.
        case started(device: String)
        /// The device has delivered nothing for some 1.5 seconds; silence is recorded until it, or another one, is there.
        case deviceLost(device: String)
        /// The device, or the one that the system has put in its place, delivers sound again, after this much silence.
        case deviceRestored(device: String, gap: Duration)
        /// Another device is recorded from now on: the system moved its default, or the one that was used is gone.
        case deviceChanged(device: String)
        /// Sound is missing between these times of the recording, and silence is in its place.
        case soundMissing(from: Duration, to: Duration)
        /// The disk refuses the sound, which waits in memory, for a minute at most.
        case diskRefused(AudioError)
        /// The disk accepts the sound again.
        case diskRecovered
        /// `pause` has stopped it at this time of the recording.
        case paused(at: Duration)
        /// `resume` lets it record again, from the time of the pause on.
        case resumed
        /// The recording has ended, with this length; `stop` throws if the disk refused the end of it.
        case stopped(Duration)
    }

    /// The recording, which can be read while it grows.
    public var recording: any RecordedAudio { writer }

    private enum Stage {
        case idle
        case opening(CheckedContinuation<Result<Void, AudioError>, Never>)
        case recording
        case paused
        case stopping
        case stopped
    }

    private struct State {
        var stage = Stage.idle
        /// What the disk refused at the end, if anything.
        var failure: AudioError?
        /// Why the disk refused sound the last time.
        var refusal: AudioError?
        var waiting: [CheckedContinuation<Void, Never>] = []
        var flushedSeconds: Int64 = 0
        var device: String?
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
    ///   - path: The file, which must not exist; the other initializer can replace it, with
    ///     `WAVRecordingFolder.init(path:replaces:)`.
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
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
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

    /// The level of each tenth of a second that is recorded from now on.
    ///
    /// It may be taken before the start, and ends when the recording has stopped or could not start. Each use is a new sequence.
    /// A reader who is late gets one level of all that it missed, with the highest peak, so that no clipping is missed. In a
    /// pause, and while the device is gone, there are none.
    public var levels: some AsyncSequence<AudioLevel, Never> & Sendable { allLevels.listen { $0.merged(with: $1) } }

    /// The events from now on; taken before the start, all of them.
    ///
    /// It ends when the recording has stopped or could not start. Each use is a new sequence. A thousand events wait for a
    /// reader who is late.
    public var events: AsyncStream<Event> { allEvents.listen(limit: 1000) }

    /// Opens the device and records; returns when the first frame has come, which may take two seconds.
    ///
    /// What is said before is not in the file.
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

    /// Stops recording until `resume`, with the device open.
    ///
    /// What is said meanwhile is not in the file. It takes effect at this instant, although earlier frames are still being
    /// written when it returns. Before the start, in a pause and after `stop` it does nothing; `stop` may be called in a pause.
    /// To a recognizer, what was said before and after a pause is one sentence, unless
    /// `LiveTranscription.markSpeakerChange(at:)` cuts there.
    public func pause() {
        state.withLock { state in
            guard case .recording = state.stage else { return }
            state.stage = .paused
            let now = clock.now
            pump.perform { [allEvents, writer] pump in
                let end = pump.stop(at: now) ?? writer.frames
                allEvents.send(.paused(at: Duration(frames: end, at: writer.sampleRate)))
            }
        }
    }

    /// Records again, directly after the last frame before the pause; without a pause it does nothing.
    public func resume() {
        state.withLock { state in
            guard case .paused = state.stage else { return }
            state.stage = .recording
            let now = clock.now
            pump.perform { [allEvents] pump in
                pump.resume(at: now)
                allEvents.send(.resumed)
            }
        }
    }

    /// Whether it is in a pause: from `pause` until `resume` or `stop`.
    public var isPaused: Bool {
        state.withLock { if case .paused = $0.stage { true } else { false } }
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
                switch state.stage {
                case .stopping: return false
                case .recording, .paused: state.stage = .stopping
                case .idle, .opening, .stopped: break
                }
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

    /// The name of the device that is recorded, or was recorded last; nil before the start.
    public var device: String? { state.withLock { $0.device } }

    /// The length of the recording so far.
    public var length: Duration { Duration(frames: writer.frames, at: writer.sampleRate) }

    // MARK: On the pump's queue

    private func receive(_ signal: PumpSignal) {
        switch signal {
        case .source(_, let signal): receive(signal)
        case .written(let frames, _): flush(frames)
        case .writeFailed(let error):
            state.withLock { $0.refusal = error }
            allEvents.send(.diskRefused(error))
        case .writeRecovered: allEvents.send(.diskRecovered)
        case .unsaved(let frames):
            state.withLock { state in
                var code: Int32?
                if case .cannotWrite(_, _, let refused) = state.refusal { code = refused }
                state.failure = .cannotWrite(
                    path: writer.fileName,
                    reason: "the last \(Duration(frames: frames, at: writer.sampleRate).seconds) s are lost", code: code
                )
            }
        case .finished: end()
        case .backlogFull, .sameSound: break
        }
    }

    private func receive(_ signal: SourceSignal) {
        switch signal {
        case .opened(let device, let firstFrame):
            guard let continuation = takeStart() else { return change(to: device) }
            pump.assumeIsolated { $0.record(to: writer, from: firstFrame) }
            note(device)
            allEvents.send(.started(device: device))
            continuation.resume(returning: .success(()))
        case .failed(let error):
            guard let continuation = takeStart() else { break }
            pump.assumeIsolated { $0.close() }
            try? writer.finish()
            try? folder.remove(writer.fileName)
            finish()
            continuation.resume(returning: .failure(error))
        case .level(let level): allLevels.send(level)
        case .lost(let device): allEvents.send(.deviceLost(device: device))
        case .restored(let device, let gap):
            note(device)
            allEvents.send(.deviceRestored(device: device, gap: Duration(frames: gap, at: writer.sampleRate)))
        case .changed(let device): change(to: device)
        case .gap(let start, let end, _):
            let rate = writer.sampleRate
            allEvents.send(.soundMissing(from: Duration(frames: start, at: rate), to: Duration(frames: end, at: rate)))
        case .selected, .switchFailed, .unheard, .playsOwnRecording: break
        }
    }

    private func note(_ device: String) { state.withLock { $0.device = device } }

    private func change(to device: String) {
        note(device)
        allEvents.send(.deviceChanged(device: device))
    }

    /// Who waits for `start`, once; from now on it is recording.
    private func takeStart() -> CheckedContinuation<Result<Void, AudioError>, Never>? {
        state.withLock { state in
            guard case .opening(let continuation) = state.stage else { return nil }
            state.stage = .recording
            return continuation
        }
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

    /// The pump has written the last frame.
    private func end() {
        // Without a first frame, the pump has nothing to complete.
        if device == nil { try? writer.finish() }
        let starting = takeStart()
        allEvents.send(.stopped(length))
        finish()
        starting?.resume(returning: .failure(.failed(device: "", reason: "the recorder was stopped")))
    }

    private func finish() {
        let waiting = state.withLock { state in
            state.stage = .stopped
            defer { state.waiting = [] }
            return state.waiting
        }
        allEvents.finish()
        allLevels.finish()
        for continuation in waiting { continuation.resume() }
    }
}
