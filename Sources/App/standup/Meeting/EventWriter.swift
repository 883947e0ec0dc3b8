import Dispatch
import Glibc
import MeetingEngine
import MeetingModel
import Synchronization

/// Writes a meeting's events in the background, so that a slow reader does not delay the meeting.
///
/// If the reader has closed its end, or the terminal is gone, the events are discarded. While the disk is full, the writer retries every second.
final class EventWriter: Sendable {
    private struct State {
        var stream: EventStream
        var isWriting = false
        var isGone = false
        var isFinishing = false
        var isHurried = false
        var hasFailed = false
        var isGivenUp = false
        /// Resumed when all lines are written or the writer gives up.
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// How long a slow reader is waited for after a signal.
    private static let hurry = DispatchTimeInterval.milliseconds(500)
    private static let pauseAfterError = DispatchTimeInterval.seconds(1)

    private let descriptor: CInt
    private let isTerminal: Bool
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "standup.events")
    private let isEnding = DispatchSemaphore(value: 0)

    /// Creates a writer to a descriptor, which it does not close; `report` receives a line at the first failed write.
    init(
        _ stream: EventStream, to descriptor: CInt,
        report: @escaping @Sendable (String) -> Void = { StandardOutput.note($0) }
    ) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        self.report = report
        state = Mutex(State(stream: stream))
    }

    /// Whether lines were lost because of a write error, which was reported on standard error. [any thread]
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Whether the writer stopped waiting for a slow reader. [any thread]
    var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    /// Appends an event. [any thread]
    func write(_ event: MeetingEvent) {
        let starts = state.withLock { state in
            guard !state.isGone else { return false }
            state.stream.add(event)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if starts { queue.async { self.drain() } }
    }

    /// Waits until everything is written or the write fails. [any thread]
    ///
    /// After a signal it waits at most 0.5 s: from the signal, or from this call if that is later.
    func finish() async {
        await withCheckedContinuation { waiter in
            let (isDone, isHurried) = state.withLock { state in
                state.isFinishing = true
                if state.isWriting { state.waiter = waiter }
                return (!state.isWriting, state.isHurried)
            }
            if isDone { return waiter.resume() }
            isEnding.signal()
            if isHurried { giveUpSoon() }
        }
    }

    /// Tells the writer that a signal asked the program to end. [any thread]
    func hurryUp() {
        let waits = state.withLock { state in
            defer { state.isHurried = true }
            return state.isFinishing && !state.isHurried
        }
        if waits { giveUpSoon() }
    }

    private func giveUpSoon() {
        DispatchQueue.global()
            .asyncAfter(deadline: .now() + Self.hurry) {
                self.state.withLock { $0.isGivenUp = $0.waiter != nil }
                self.resumeWaiter()
            }
    }

    private func resumeWaiter() {
        state.withLock { $0.waiter.take() }?.resume()
    }

    // MARK: On the writer's queue

    private func drain() {
        while true {
            let bytes = state.withLock { state in
                let bytes = state.stream.take()
                if bytes.isEmpty { state.isWriting = false }
                return bytes
            }
            guard !bytes.isEmpty else { return resumeWaiter() }
            guard write(bytes) else {
                state.withLock { state in
                    state.isGone = true
                    state.isWriting = false
                }
                return resumeWaiter()
            }
        }
    }

    /// Writes all bytes, without a time limit; returns false if the reader is gone.
    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        var isTold = false
        while true {
            let result = rest.withUnsafeBytes { StandardOutput.writeAll($0, to: descriptor) }
            rest = rest.dropFirst(result.count)
            switch result.code {
            case 0: return true
            case EPIPE: return false
            // The terminal is gone.
            case EIO where isTerminal: return false
            case let code:
                if !isTold { tell(code) }
                isTold = true
                if state.withLock({ $0.isFinishing }) {
                    state.withLock { $0.hasFailed = true }
                    return false
                }
                // This sleep is on the background queue and stops early at the end of the meeting.
                _ = isEnding.wait(timeout: .now() + Self.pauseAfterError)
            }
        }
    }

    private func tell(_ code: CInt) {
        guard descriptor != STDERR_FILENO else { return }
        report(
            "standup: cannot write the events to standard output (\(systemMessage(code))); "
                + WriteRemedy.text(for: code, elsewhere: "redirect them elsewhere", other: "free some disk space")
                + " (the meeting continues)")
    }
}
