import Glibc
import MeetingTiming
import StandupTerminal
import Synchronization

/// Handles the signals that ask the program to end, so that it can finish its work first.
///
/// The same request more than 1 s later ends the program at once.
final class StopSignal: Sendable {
    private struct State {
        var requests = StopRequests()
        var action: (@Sendable (CInt) -> Void)?
        var hangUp: (@Sendable () -> Void)?
        var registration: ProcessSignals.Registration?
    }

    private let state = Mutex(State())

    /// Installs the signal handlers; from now on a signal does not end the program.
    init() {
        let registration = ProcessSignals.handle { [weak self] in self?.take($0) }
        state.withLock { $0.registration = registration }
    }

    /// The first signal; nil if there was none. [any thread]
    var number: CInt? { state.withLock { $0.requests.first } }

    /// Calls `action` at the first signal, or immediately if there was one. [the signal queue, or the caller's thread]
    ///
    /// If `hangUp` is given, SIGHUP calls it each time and does not end the program.
    func perform(_ action: @escaping @Sendable (CInt) -> Void, hangUp: (@Sendable () -> Void)? = nil) {
        let first = state.withLock { state in
            state.action = action
            state.hangUp = hangUp
            return state.requests.first
        }
        if let first { action(first) }
    }

    /// Restores the default signal handling; further calls do nothing. [not from a signal handler]
    func end() {
        state.withLock { $0.registration.take() }?.end()
        state.withLock { ($0.action, $0.hangUp) = (nil, nil) }
    }

    private func take(_ number: CInt) {
        if number == SIGHUP, let hangUp = state.withLock({ $0.hangUp }) { return hangUp() }
        let (answer, action) = state.withLock { ($0.requests.take(number, at: SystemClock().now), $0.action) }
        switch answer {
        case .stop: action?(number)
        case .wait: break
        // `exit` runs the handlers that restore the terminal.
        case .endAtOnce: exit(128 + number)
        }
    }
}

/// Tracks the requests to end the program.
struct StopRequests: Hashable {
    enum Answer: Hashable {
        /// Begin to shut down.
        case stop
        /// Ignore the request; the shutdown has begun.
        case wait
        case endAtOnce
    }

    /// The first signal; nil if there was none.
    private(set) var first: CInt?
    private var instant = Duration.zero

    /// A signal that arrives together with the first counts as the same request: `timeout` signals both the process and
    /// its group.
    ///
    /// Each further SIGHUP also counts as the same, because the kernel, the terminal and the shell may each send one.
    mutating func take(_ number: CInt, at now: Duration) -> Answer {
        guard first != nil else {
            (first, instant) = (number, now)
            return .stop
        }
        return number == SIGHUP || now - instant <= .seconds(1) ? .wait : .endAtOnce
    }
}
