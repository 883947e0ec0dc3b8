import CTerminal
import Glibc
import Synchronization

/// The process's signals: nothing else in the program changes how one is handled.
///
/// While this value watches, each of its signals is reported instead of ending or stopping the process. A signal that
/// the process was started with ignored, as by `nohup`, stays ignored. One value at a time watches a signal.
package final class ProcessSignals: Sendable {
    /// The signals that ask the program to end.
    package static let ending = [SIGINT, SIGTERM, SIGHUP]

    private let numbers: [CInt]
    private let isWatching = Mutex(true)

    /// Becomes readable when a signal has come, and stays open until the process ends; -1 if the system is out of
    /// descriptors, and then nothing is watched.
    package let descriptor: CInt

    /// Reports signals from now on. [any thread]
    package init(_ numbers: [CInt] = ending) {
        self.numbers = numbers
        descriptor = standup_signals_descriptor()
        // What came too late for the one that watched before.
        _ = Self.read(descriptor)
        for number in numbers { _ = standup_signal_report(number) }
    }

    private init(ignoring numbers: [CInt]) {
        self.numbers = numbers
        descriptor = -1
        for number in numbers { standup_signal_ignore(number) }
    }

    /// Ignores signals until the value that is returned ends. [any thread]
    @discardableResult
    package static func ignore(_ numbers: CInt...) -> ProcessSignals { ProcessSignals(ignoring: numbers) }

    /// The signals that have come since the last call. [any thread]
    package func received() -> [CInt] {
        isWatching.withLock { $0 } ? Self.read(descriptor) : []
    }

    /// Handles the signals as when the process was started; more calls do nothing. [any thread]
    ///
    /// After a hangup SIGHUP is ignored from now on: the kernel, the terminal and the shell may each send one, and what
    /// is left to be done needs no terminal.
    package func end(afterHangup: Bool = false) {
        isWatching.withLock { isWatching in
            guard isWatching else { return }
            isWatching = false
            for number in numbers {
                if number == SIGHUP, afterHangup {
                    standup_signal_ignore(number)
                } else {
                    standup_signal_restore(number)
                }
            }
        }
    }

    private static func read(_ descriptor: CInt) -> [CInt] {
        guard descriptor >= 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).map(CInt.init)
    }
}
