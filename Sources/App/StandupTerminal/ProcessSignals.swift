import CTerminal
import Dispatch
import Glibc
import Synchronization

/// Signal handling of the process; no other code changes a signal's disposition.
///
/// The latest registration of a signal handles it. When a registration ends, the one before it becomes active again. A
/// signal without a registration keeps the disposition it had at process start. A signal that was ignored at start, for
/// example by `nohup`, stays ignored.
///
/// After a hangup there is no terminal, so SIGTSTP and SIGCONT are not reported. SIGHUP is ignored once its
/// registrations have ended, because the kernel, the terminal and the shell may each send one.
package enum ProcessSignals {
    /// The signals that request termination.
    package static let ending = [SIGINT, SIGTERM, SIGHUP]

    package final class Registration: Sendable {
        fileprivate let numbers: [CInt]
        /// The handler; nil if the signals are ignored.
        fileprivate let handler: (@Sendable (CInt) -> Void)?

        fileprivate init(_ numbers: [CInt], handler: (@Sendable (CInt) -> Void)?) {
            self.numbers = numbers
            self.handler = handler
        }

        /// Ends the registration; further calls do nothing. [any thread, but not in a handler]
        ///
        /// Signals received earlier are handled before this returns; none are handled afterwards.
        package func end() {
            queue.sync {
                deliver()
                state.withLock { state in
                    state.registrations.removeAll { $0 === self }
                    state.apply(to: numbers)
                }
            }
        }
    }

    /// Handles signals until the registration ends. [any thread]
    ///
    /// `handler` is called on the signal queue and must not block it.
    package static func handle(
        _ numbers: [CInt] = ending, by handler: @escaping @Sendable (CInt) -> Void
    ) -> Registration {
        unsafe _ = source
        return register(Registration(numbers, handler: handler))
    }

    /// Ignores signals until the registration ends. [any thread]
    @discardableResult
    package static func ignore(_ numbers: CInt...) -> Registration {
        register(Registration(numbers, handler: nil))
    }

    /// Simulates SIGHUP after the terminal was closed. [any thread]
    static func hangUp() {
        state.withLock { $0.isHungUp = true }
        queue.async { handle(SIGHUP) }
    }

    // MARK: Registrations

    private struct State {
        var registrations: [Registration] = []
        var isHungUp = false

        func registration(of number: CInt) -> Registration? {
            registrations.last { $0.numbers.contains(number) }
        }

        /// Sets the dispositions of signals according to the registrations.
        func apply(to numbers: [CInt]) {
            for number in numbers {
                switch registration(of: number) {
                case let registration? where registration.handler != nil: _ = standup_signal_report(number)
                case nil where number != SIGHUP || !isHungUp: standup_signal_restore(number)
                default: standup_signal_ignore(number)
                }
            }
        }
    }

    private static let state = Mutex(State())

    private static func register(_ registration: Registration) -> Registration {
        state.withLock { state in
            state.registrations.append(registration)
            state.apply(to: registration.numbers)
        }
        return registration
    }

    // MARK: The queue

    private static let queue = DispatchQueue(label: "standup.signals")

    /// The source that reads signals for the lifetime of the process; nil if no descriptors are left.
    ///
    /// Dispatch sources are thread-safe, but the type is not declared `Sendable`.
    private nonisolated(unsafe) static let source: (any DispatchSourceRead)? = {
        let descriptor = standup_signals_descriptor()
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { deliver() }
        source.activate()
        return source
    }()

    /// Delivers pending signals to their handlers. [signal queue]
    private static func deliver() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(standup_signals_descriptor(), &bytes, bytes.count)
        guard count > 0 else { return }
        let numbers = bytes[..<count].map(CInt.init)
        if numbers.contains(SIGHUP) { state.withLock { $0.isHungUp = true } }
        for (index, number) in numbers.enumerated() where !numbers[..<index].contains(number) { handle(number) }
    }

    private static func handle(_ number: CInt) {
        let handler = state.withLock { state in
            state.isHungUp && [SIGTSTP, SIGCONT].contains(number) ? nil : state.registration(of: number)?.handler
        }
        handler?(number)
    }
}
