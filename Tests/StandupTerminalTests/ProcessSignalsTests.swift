import Glibc
import Synchronization
import Testing

@testable import StandupTerminal

/// Each runs in its own process, because signals belong to the whole process.
@Suite(.timeLimit(.minutes(10))) struct `The owner of signals` {
    @Test func `reports each signal, in order, before its registration ends`() async {
        await #expect(processExitsWith: .success) {
            let received = Received()
            let registration = ProcessSignals.handle { received.add($0) }
            send(SIGTERM)
            send(SIGINT)
            registration.end()
            precondition(received.numbers == [SIGTERM, SIGINT])
            let again = ProcessSignals.handle { received.add(-$0) }
            send(SIGINT)
            again.end()
            precondition(received.numbers.last == -SIGINT)
        }
    }

    @Test func `gives each signal to its latest registration, and then to the one before`() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            let (first, second) = (Received(), Received())
            let outer = ProcessSignals.handle([SIGINT, SIGTERM]) { first.add($0) }
            let inner = ProcessSignals.handle([SIGINT]) { second.add($0) }
            send(SIGINT)
            send(SIGTERM)
            inner.end()
            precondition(first.numbers == [SIGTERM] && second.numbers == [SIGINT])
            send(SIGINT)
            outer.end()
            precondition(first.numbers == [SIGTERM, SIGINT] && second.numbers == [SIGINT])
            send(SIGINT)
        }
    }

    @Test func `lets a signal end the process again once it is no longer handled`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            ProcessSignals.handle { _ in }.end()
            send(SIGTERM)
        }
    }

    @Test func `keeps ignoring signals that were ignored at the start`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGHUP, SIG_IGN)
            let registration = ProcessSignals.handle { _ in preconditionFailure("a signal that is ignored") }
            send(SIGHUP)
            registration.end()
            send(SIGHUP)
        }
    }

    @Test func `ignores the hangups that follow the first, and reports no stop after it`() async {
        await #expect(processExitsWith: .success) {
            let received = Received()
            let registration = ProcessSignals.handle([SIGHUP, SIGTSTP, SIGCONT]) { received.add($0) }
            for number in [SIGHUP, SIGCONT, SIGTSTP] { send(number) }
            registration.end()
            precondition(received.numbers == [SIGHUP])
            send(SIGHUP)
        }
    }

    @Test func `treats a closed terminal as a hangup`() async {
        await #expect(processExitsWith: .success) {
            let received = Received()
            let registration = ProcessSignals.handle { received.add($0) }
            ProcessSignals.hangUp()
            registration.end()
            precondition(received.numbers == [SIGHUP])
            send(SIGHUP)
        }
    }

    @Test func `ignores a signal for a while`() async {
        await #expect(processExitsWith: .signal(SIGPIPE)) {
            let pipes = ProcessSignals.ignore(SIGPIPE)
            send(SIGPIPE)
            pipes.end()
            send(SIGPIPE)
        }
    }
}

/// The signals that a handler was given.
private final class Received: Sendable {
    private let state = Mutex<[Int32]>([])

    var numbers: [Int32] { state.withLock { $0 } }
    func add(_ number: Int32) { state.withLock { $0.append(number) } }
}

/// Sends a signal to this thread; it is handled before this returns.
///
/// Tests run on Dispatch threads, which block signals.
private func send(_ number: Int32) {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    raise(number)
}
