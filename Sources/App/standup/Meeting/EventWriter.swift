import Dispatch
import Glibc
import MeetingEngine
import Synchronization

/// Writes a meeting's events in the background, so that a reader who takes his time holds up no meeting.
///
/// A reader who has gone away is not missed. While the disk is full, lines wait and are tried again every second.
final class EventWriter: Sendable {
    private struct State {
        var stream: EventStream
        var isWriting = false
        var isGone = false
        var isFinishing = false
        var isHurried = false
        /// Whether something was not written because of an error.
        var isUnwritten = false
        /// Whether it was not waited for any longer that all be written.
        var isGivenUp = false
        /// Who waits for all to be written.
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// How long a reader is waited for after a signal.
    private static let hurry = DispatchTimeInterval.milliseconds(500)
    private static let pauseAfterError = DispatchTimeInterval.seconds(1)

    private let descriptor: CInt
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "standup.events")
    private let isEnding = DispatchSemaphore(value: 0)

    /// Writes a stream to a descriptor, which stays open; `report` gets a line once it cannot be written.
    init(
        _ stream: EventStream, to descriptor: CInt,
        report: @escaping @Sendable (String) -> Void = { StandardOutput.note($0) }
    ) {
        self.descriptor = descriptor
        self.report = report
        state = Mutex(State(stream: stream))
    }

    /// Whether something was not written because of an error, which was said on standard error. [any thread]
    var isUnwritten: Bool { state.withLock { $0.isUnwritten } }

    /// Whether a reader was not waited for any longer. [any thread]
    var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    /// Writes an event after those before it. [any thread]
    func write(_ event: MeetingEvent) {
        let starts = state.withLock { state in
            guard !state.isGone else { return false }
            state.stream.add(event)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if starts { queue.async { self.drain() } }
    }

    /// Returns when everything is written, or cannot be; after a signal it waits for half a second. [any thread]
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

    /// Says that a signal wants the program to end. [any thread]
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

    /// Writes all of it, however long that takes; false if nobody will read it any more.
    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        var isTold = false
        while true {
            let result = rest.withUnsafeBytes { StandardOutput.writeAll($0, to: descriptor) }
            rest = rest.dropFirst(result.count)
            switch result.code {
            case 0: return true
            case EPIPE: return false
            case let code:
                if state.withLock({ $0.isFinishing }) {
                    state.withLock { $0.isUnwritten = true }
                    return false
                }
                if !isTold { tell(code) }
                isTold = true
                // In the background nobody waits for this, and the end of the meeting cuts it short.
                _ = isEnding.wait(timeout: .now() + Self.pauseAfterError)
            }
        }
    }

    private func tell(_ code: CInt) {
        guard descriptor != STDERR_FILENO else { return }
        report(
            "standup: cannot write the events, standard output (\(systemMessage(code))), "
                + "make room; the meeting goes on")
    }
}
