import Glibc

/// The signals that would end the program, held back so that work in progress can be taken away before it ends.
///
/// Those that are ignored, as by `nohup`, stay ignored.
struct BlockedSignals {
    private let blocked: sigset_t
    private let previous: sigset_t

    /// Holds the signals back from this thread, the only one that does not block them anyway.
    init() {
        var (blocked, previous) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        for signal in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(signal) { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        (self.blocked, self.previous) = (blocked, previous)
    }

    /// Whether one of them has come.
    var havePending: Bool { [SIGINT, SIGTERM, SIGHUP].contains(where: isPending) }

    /// Lets what has come act, which ends the program, except for SIGINT: that is taken, and true is returned.
    func takeInterruption() -> Bool {
        guard isPending(SIGINT) else {
            restore()
            return false
        }
        var (only, taken) = (sigset_t(), Int32())
        sigemptyset(&only)
        sigaddset(&only, SIGINT)
        sigwait(&only, &taken)
        return true
    }

    /// Lets the signals through again; those that have come act now.
    func restore() {
        var previous = previous
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    private func isPending(_ signal: Int32) -> Bool {
        var (blocked, pending) = (blocked, sigset_t())
        sigpending(&pending)
        return sigismember(&blocked, signal) == 1 && sigismember(&pending, signal) == 1
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
