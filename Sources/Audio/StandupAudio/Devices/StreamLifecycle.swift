import Sound

/// The state machine of a stream and its polls; uses no clock and no device.
struct StreamLifecycle {
    /// The number of polls without a new frame after which a stream is stalled: more than a second.
    static let pollsUntilStalled = 5
    /// The number of polls after which a stalled stream is lost, even if its driver reports that it runs: 3 s.
    ///
    /// A busy machine, or a sound server that waits for a long block, can be late by more than a second and then
    /// deliver everything.
    static let pollsUntilLost = 12
    /// The number of polls within which the first frame must arrive: 5 s.
    static let pollsUntilOpenFails = 20
    static let pollInterval = Duration.milliseconds(250)

    enum Finding {
        /// The stream runs, or its end was reported before.
        case unchanged
        /// No frames for a while; the stream is lost if its driver reports that it has stopped.
        case stalled
        /// The stream has just failed.
        case failed
    }

    private enum Phase {
        case opening
        case started(sampleRate: Int)
        case failed(AudioError)
        case closed
    }

    private var phase = Phase.opening
    private var lastFailure: AudioError?
    private var hasRun = false
    private var framesSeen: Int64 = 0
    private var pollsWithoutFrames = 0

    var awaitsOpening: Bool {
        if case .opening = phase { true } else { false }
    }

    /// Whether its device was started, and is not lost.
    var isStarted: Bool {
        if case .started = phase { true } else { false }
    }

    /// Whether it could not be opened, or has stopped.
    var hasFailed: Bool {
        if case .failed = phase { true } else { false }
    }

    var isClosed: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Whether it has run, and then stopped or was interrupted.
    var wasLost: Bool {
        if case .failed = phase { hasRun } else { false }
    }

    /// The state that the user sees, after `frames` frames in all.
    func state(frames: Int64) -> StreamState {
        switch phase {
        case .opening: lastFailure.map(StreamState.failed) ?? .opening
        case .started(let rate) where frames > 0: .running(sampleRate: rate)
        case .started: lastFailure.map(StreamState.failed) ?? .opening
        case .failed(let error): .failed(error)
        case .closed: .closed
        }
    }

    /// Marks the device as started; false if it was closed or failed, so that the device must be closed again.
    mutating func start(sampleRate: Int) -> Bool {
        guard awaitsOpening else { return false }
        phase = .started(sampleRate: sampleRate)
        framesSeen = 0
        pollsWithoutFrames = 0
        return true
    }

    /// Records that it could not be opened, or has stopped.
    mutating func fail(_ error: AudioError) {
        guard !isClosed else { return }
        phase = .failed(error)
        lastFailure = error
    }

    /// Fails a running stream that the caller reopens, even if no poll has found frames yet.
    mutating func interrupt(_ error: AudioError) {
        guard isStarted else { return }
        hasRun = true
        fail(error)
    }

    /// Marks it as closed by its user; false if it was closed before.
    mutating func close() -> Bool {
        guard !isClosed else { return false }
        phase = .closed
        return true
    }

    /// Waits to be opened again; the user sees the failure until frames arrive.
    mutating func reopen() {
        guard case .failed = phase else { return }
        phase = .opening
        framesSeen = 0
        pollsWithoutFrames = 0
    }

    /// Checks for new frames; call once per interval.
    mutating func poll(frames: Int64, device: String) -> Finding {
        switch phase {
        case .failed, .closed:
            return .unchanged
        case .started where frames != framesSeen:
            framesSeen = frames
            pollsWithoutFrames = 0
            hasRun = true
            return .unchanged
        case .opening, .started:
            pollsWithoutFrames += 1
            if framesSeen == 0 {
                guard pollsWithoutFrames >= Self.pollsUntilOpenFails else { return .unchanged }
                fail(.failed(device: device, reason: "it does not respond"))
                return .failed
            }
            guard pollsWithoutFrames >= Self.pollsUntilStalled else { return .unchanged }
            guard pollsWithoutFrames >= Self.pollsUntilLost else { return .stalled }
            markLost(device: device)
            return .failed
        }
    }

    /// Fails a stream that has run and has stopped.
    mutating func markLost(device: String) {
        fail(.failed(device: device, reason: "it delivers no more sound"))
    }
}
