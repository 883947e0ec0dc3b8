import AudioDevices

/// Where a stream stands, and what its watch has seen of it; a value, which knows no clock and no device.
struct StreamLife {
    /// How many looks in a row may find no new frame before a stream that ran is in doubt: more than a second.
    static let looksUntilDoubt = 5
    /// How many, before it counts as lost even if its driver says that it runs: 3 s.
    ///
    /// A busy machine, or a sound server that waits for the end of a long block, is late by more than a second, and
    /// then delivers everything.
    static let looksUntilLost = 12
    /// How many looks may pass before the first frame must have come: 5 s.
    static let looksUntilUnopened = 20
    /// How often the watch looks.
    static let lookInterval = Duration.milliseconds(250)

    /// What a look has found.
    enum Finding {
        /// All is well, or over.
        case nothing
        /// No frame has come for a while; if the driver says that it has ended, it is lost.
        case doubt
        /// It has just failed.
        case failure
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
    private var looksWithoutFrames = 0

    /// Whether it is to be opened, when its turn comes.
    var awaitsOpening: Bool {
        if case .opening = phase { true } else { false }
    }

    /// Whether its device was started, and has not been found lost.
    var isStarted: Bool {
        if case .started = phase { true } else { false }
    }

    /// Whether it could not be opened, or has ended.
    var hasFailed: Bool {
        if case .failed = phase { true } else { false }
    }

    /// Whether its user has closed it.
    var isClosed: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Whether it once ran, and ended by itself or was interrupted.
    var wasLost: Bool {
        if case .failed = phase { hasRun } else { false }
    }

    /// What its user sees, when the device has moved so many frames in all.
    func state(frames: Int64) -> StreamState {
        switch phase {
        case .opening: lastFailure.map(StreamState.failed) ?? .opening
        case .started(let rate) where frames > 0: .running(sampleRate: rate)
        case .started: lastFailure.map(StreamState.failed) ?? .opening
        case .failed(let error): .failed(error)
        case .closed: .closed
        }
    }

    /// The device has been started; false if nobody waits for it any more, and it must be closed again.
    mutating func start(sampleRate: Int) -> Bool {
        guard awaitsOpening else { return false }
        phase = .started(sampleRate: sampleRate)
        framesSeen = 0
        looksWithoutFrames = 0
        return true
    }

    /// It could not be opened, or has ended.
    mutating func fail(_ error: AudioError) {
        guard !isClosed else { return }
        phase = .failed(error)
        lastFailure = error
    }

    /// It is ended although it runs, by somebody who has it opened again, even if no look has found frames yet.
    mutating func interrupt(_ error: AudioError) {
        guard isStarted else { return }
        hasRun = true
        fail(error)
    }

    /// Its user closes it; false if that has been done before.
    mutating func close() -> Bool {
        guard !isClosed else { return false }
        phase = .closed
        return true
    }

    /// It is to be opened again after it was lost; what its user sees stays the failure until frames come.
    mutating func reopen() {
        guard case .failed = phase else { return }
        phase = .opening
        framesSeen = 0
        looksWithoutFrames = 0
    }

    /// Looks whether frames have come, which is to be done at each interval.
    mutating func look(frames: Int64, device: String) -> Finding {
        switch phase {
        case .failed, .closed:
            return .nothing
        case .started where frames != framesSeen:
            framesSeen = frames
            looksWithoutFrames = 0
            hasRun = true
            return .nothing
        case .opening, .started:
            looksWithoutFrames += 1
            if framesSeen == 0 {
                guard looksWithoutFrames >= Self.looksUntilUnopened else { return .nothing }
                fail(.failed(device: device, reason: "it does not answer"))
                return .failure
            }
            guard looksWithoutFrames >= Self.looksUntilDoubt else { return .nothing }
            guard looksWithoutFrames >= Self.looksUntilLost else { return .doubt }
            lose(device: device)
            return .failure
        }
    }

    /// It ran, and has ended by itself.
    mutating func lose(device: String) {
        fail(.failed(device: device, reason: "its sound has stopped"))
    }
}
