import Glibc
import StandupTerminal
import Testing

/// In processes of their own, whose signals nobody else uses.
@Suite(.timeLimit(.minutes(10))) struct `The owner of signals` {
    @Test func `reports each signal, in order, and leaves its descriptor open`() async {
        await #expect(processExitsWith: .success) {
            let signals = ProcessSignals()
            send(SIGTERM)
            send(SIGHUP)
            precondition(signals.received() == [SIGTERM, SIGHUP])
            precondition(signals.received() == [])
            let descriptor = signals.descriptor
            signals.end()
            precondition(fcntl(descriptor, F_GETFD) >= 0, "somebody may still wait for it")
            let second = ProcessSignals()
            precondition(second.descriptor == descriptor)
            send(SIGINT)
            precondition(second.received() == [SIGINT])
        }
    }

    @Test func `lets a signal end the process again when it has ended`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            ProcessSignals().end()
            send(SIGTERM)
        }
    }

    @Test func `keeps ignoring what the process was started with ignored`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGHUP, SIG_IGN)
            let signals = ProcessSignals()
            send(SIGHUP)
            precondition(signals.received() == [])
            signals.end()
            send(SIGHUP)
        }
    }

    @Test func `ignores the hangups that follow the first`() async {
        await #expect(processExitsWith: .success) {
            let signals = ProcessSignals()
            send(SIGHUP)
            precondition(signals.received() == [SIGHUP])
            signals.end(afterHangup: true)
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

/// Sends this thread a signal, which acts before this returns.
///
/// A thread of Dispatch's, on which tests run, holds signals back.
private func send(_ number: Int32) {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    raise(number)
}
