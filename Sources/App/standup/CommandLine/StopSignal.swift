import Dispatch
import Glibc
import MeetingTiming
import StandupTerminal
import Synchronization

/// Takes the signals that ask the program to end, so that work can be brought to an end first.
///
/// Whoever asks again a second later is not made to wait: the program ends at once.
final class StopSignal: Sendable {
    private struct State {
        var requests = StopRequests()
        var action: (@Sendable (CInt) -> Void)?
    }

    private let state = Mutex(State())
    private let signals = ProcessSignals()
    private let queue = DispatchQueue(label: "standup.signals")
    private let isSilent = DispatchGroup()
    /// Dispatch sources may be used from any thread; the type only does not say so.
    private nonisolated(unsafe) let source: (any DispatchSourceRead)?

    /// From now on a signal does not end the program.
    init() {
        guard signals.descriptor >= 0 else {
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: queue)
        self.source = source
        source.setEventHandler { [weak self] in
            guard let self else { return }
            for number in signals.received() { take(number) }
        }
        isSilent.enter()
        source.setCancelHandler { [isSilent] in isSilent.leave() }
        source.activate()
    }

    /// The first signal that came; nil if none did. [any thread]
    var number: CInt? { state.withLock { $0.requests.first } }

    /// Does something at the first signal, and now if that has come already. [a queue of its own, or now]
    func perform(_ action: @escaping @Sendable (CInt) -> Void) {
        let first = state.withLock { state in
            state.action = action
            return state.requests.first
        }
        if let first { action(first) }
    }

    /// Acts as if SIGHUP had come: the terminal is gone. [any thread]
    func hangUp() {
        take(SIGHUP)
    }

    /// Lets signals end the program again; more calls do nothing. [not at a signal]
    func end() {
        signals.end(afterHangup: number == SIGHUP)
        source?.cancel()
        // Nothing reads the signals of whoever takes them next.
        isSilent.wait()
        state.withLock { $0.action = nil }
    }

    private func take(_ number: CInt) {
        let (answer, action) = state.withLock { ($0.requests.take(number, at: SystemClock().now), $0.action) }
        switch answer {
        case .stop: action?(number)
        case .wait: break
        // Leaving this way gives the terminal back.
        case .endAtOnce: exit(128 + number)
        }
    }
}

/// How the program is asked to end, again and again.
struct StopRequests: Hashable {
    /// What to do when asked.
    enum Answer: Hashable {
        /// Begin to end.
        case stop
        /// Nothing more than what has begun.
        case wait
        /// End now, whatever is left to be done.
        case endAtOnce
    }

    /// The signal that came first; nil if none did.
    private(set) var first: CInt?
    private var instant = Duration.zero

    /// Takes a signal.
    ///
    /// One that comes with the first, as from `timeout`, which signals the group too, is the same request, and so is
    /// each SIGHUP: the kernel, the terminal and the shell may all send one.
    mutating func take(_ number: CInt, at now: Duration) -> Answer {
        guard first != nil else {
            (first, instant) = (number, now)
            return .stop
        }
        return number == SIGHUP || now - instant <= .seconds(1) ? .wait : .endAtOnce
    }
}
