import Synchronization

/// A stream that could not be opened.
final class FailedStream: CaptureStream, CuePlaybackStream, PCMPlaybackStream {
    let state: StreamState
    let deviceName: String
    let anchor: CaptureAnchor? = nil
    let lostFrames: Int64 = 0

    init(_ selection: DeviceSelection, error: AudioError) {
        state = .failed(error)
        deviceName = selection.description
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket { CueTicket(number: 0) }
    func cancel(_ ticket: CueTicket) {}
    func close() {}

    let playedFrames: Int64 = 0

    func write(_ frames: UnsafeBufferPointer<Float>) -> Int { 0 }
    func drop() {}
    func setPaused(_ isPaused: Bool) {}
}

final class SilentCuePlaybackStream: CuePlaybackStream {
    private let status: Mutex<StreamState>
    private let tickets = Atomic<UInt64>(0)

    init(sampleRate: Int) {
        status = Mutex(.running(sampleRate: sampleRate))
    }

    var state: StreamState { status.withLock { $0 } }

    func schedule(_ cue: Cue, at instant: Duration) -> CueTicket {
        CueTicket(number: tickets.add(1, ordering: .relaxed).oldValue)
    }

    func cancel(_ ticket: CueTicket) {}
    func close() { status.withLock { $0 = .closed } }
}
