import Dispatch
import Glibc
import Synchronization

/// Takes a signal that would have ended the program, so that work can be brought to an end first.
final class StopSignal {
    private struct State {
        var number: Int32?
        var action: (@Sendable () -> Void)?
    }

    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    private let state = Received()
    private var sources: [any DispatchSourceSignal] = []

    private final class Received: Sendable {
        let value = Mutex(State())
    }

    /// From now on a signal does not end the program.
    init() {
        sources = Self.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "standup.signals"))
            source.setEventHandler { [state] in
                let action = state.value.withLock { state in
                    state.number = state.number ?? number
                    return state.action
                }
                action?()
            }
            source.activate()
            return source
        }
    }

    /// The first signal that came; nil if none did.
    var number: Int32? { state.value.withLock { $0.number } }

    /// Does something at each signal, and now if one has come already. [on a queue of its own, or now]
    func perform(_ action: @escaping @Sendable () -> Void) {
        let hasCome = state.value.withLock { state in
            state.action = action
            return state.number != nil
        }
        if hasCome { action() }
    }

    /// Lets signals end the program again.
    func end() {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }
}
