internal import CPostgreSQL
internal import Dispatch
internal import Glibc
internal import MeetingModel
internal import Synchronization

/// How long a server may take.
package struct PostgreSQLTimeLimits: Hashable, Sendable {
    /// For a connection, with TLS and the login.
    var connection: Duration
    /// For a statement on the server, and for the next byte from or to it.
    var statement: Duration

    /// Limits; the defaults suit a server far away.
    init(connection: Duration = .seconds(20), statement: Duration = .seconds(60)) {
        self.connection = connection
        self.statement = statement
    }
}

/// A connection to a server, through libpq. [one thread at a time]
///
/// It waits on the calling thread. It works through PgBouncer in transaction mode: parameters of the session are those that PgBouncer keeps, there are no named
/// statements and no locks of the session. Only `listen` needs a direct connection.
final class PostgreSQLConnection {
    private(set) var handle: OpaquePointer
    var limits: PostgreSQLTimeLimits

    /// Connects and logs in.
    init(to address: PostgreSQLAddress, _ limits: PostgreSQLTimeLimits = .init()) throws(PostgreSQLError) {
        guard PQlibVersion() > 0 else { throw .noLibrary }
        self.limits = limits
        let deadline = ContinuousClock.now + limits.connection
        let attempts = address.attempts(libpq: PQlibVersion())
        handle = try Self.start(attempts[0], until: deadline)
        var rest = attempts[...]
        while let attempt = rest.popFirst() {
            do throws(PostgreSQLError) {
                try logIn(attempt, until: deadline)
                break
            } catch {
                switch error {
                case .unreachable, .unsafe: break
                default: throw error
                }
                // The next one does without TLS, or without a password.
                guard let next = rest.first else { throw error }
                let former = handle
                handle = try Self.start(next, until: deadline)
                PQfinish(former)
            }
        }
        guard PQsetnonblocking(handle, 1) == 0 else { throw .unreachable(lastError) }
    }

    deinit { PQfinish(handle) }

    /// Whether the connection is that of a server's own process, and no pooler is between.
    func isDirect() throws(PostgreSQLError) -> Bool {
        // A pooler gives numbers of its own.
        try rows("SELECT pg_backend_pid()").first?.integer(0) == Int64(PQbackendPID(handle))
    }

    /// Whether it can take another statement: it is not cut, and no transaction is open.
    var isUsable: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

    var isEncrypted: Bool { PQsslInUse(handle) != 0 }

    // MARK: Connecting

    /// Starts to connect on a thread of its own: looking up a name takes as long as the system likes.
    private static func start(
        _ attempt: PostgreSQLAddress.Attempt, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLError) -> OpaquePointer {
        enum Start {
            case pending, abandoned
            case started(UInt?)
        }
        final class Handover: Sendable {
            let state = Mutex(Start.pending)
            let signal = DispatchSemaphore(value: 0)
        }
        let handover = Handover()
        let parameters = attempt.parameters
        DispatchQueue(label: "standup.postgresql.start").async {
            let handle = PostgreSQLAddress.withParameters(parameters) { PQconnectStartParams($0, $1, 0) }
            handover.state.withLock { state in
                if case .abandoned = state { return PQfinish(handle) }
                state = .started(handle.map { UInt(bitPattern: $0) })
            }
            handover.signal.signal()
        }
        _ = handover.signal.wait(timeout: .now() + .milliseconds(deadline.milliseconds))
        let result = handover.state.withLock { state in
            if case .pending = state { state = .abandoned }
            return state
        }
        guard case .started(let number) = result else { throw .slow }
        guard let handle = number.flatMap({ OpaquePointer(bitPattern: $0) }) else { throw .noLibrary }
        return handle
    }

    private func logIn(
        _ attempt: PostgreSQLAddress.Attempt, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLError) {
        // libpq would print notices.
        _ = PQsetNoticeReceiver(handle, { _, _ in }, nil)
        // Errors of the login come as text; this one has their SQLSTATE.
        _ = PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        var polling = PGRES_POLLING_WRITING
        var phase = PQstatus(handle)
        while true {
            guard PQstatus(handle) != CONNECTION_BAD else { throw failure(of: attempt, in: phase) }
            phase = PQstatus(handle)
            switch polling {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_FAILED: throw failure(of: attempt, in: phase)
            default:
                let events = polling == PGRES_POLLING_READING ? POLLIN : POLLOUT
                guard wait(for: events, until: deadline) != [] else { throw .slow }
            }
            polling = PQconnectPoll(handle)
        }
    }

    private func failure(of attempt: PostgreSQLAddress.Attempt, in phase: ConnStatusType) -> PostgreSQLError {
        let reason = lastError
        // libpq repeats the methods in all languages.
        if attempt.withholdsPassword && PQconnectionUsedPassword(handle) != 0
            || reason.contains(PostgreSQLAddress.unsafeMethods)
        {
            return .exposed
        }
        if let (state, message) = Self.serverError(in: reason) {
            // PgBouncer 1.18 reports a wrong password as a violation of the protocol.
            let isLogin = state.hasPrefix("28") || state == "08P01" && PQconnectionUsedPassword(handle) != 0
            return isLogin ? .login(message) : .refused(state: state, message: message)
        }
        if PQconnectionNeedsPassword(handle) != 0 { return .login("no password is known") }
        // A cut connection is no wrong certificate; libpq keeps this word in all languages.
        if phase == CONNECTION_SSL_STARTUP, !reason.contains("SYSCALL") { return .unsafe(reason) }
        return .unreachable(reason)
    }

    /// SQLSTATE and message of the server's error in a verbose text of libpq: `FATAL:  28P01: password …`.
    static func serverError(in text: String) -> (state: String, message: String)? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        for (index, word) in words.enumerated() where index > 1 && words[index - 1].isEmpty && word.utf8.count == 6 {
            guard word.last == ":", words[index - 2].last == ":",
                word.dropLast().utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) })
            else { continue }
            return (String(word.dropLast()), words[(index + 1)...].joined(separator: " "))
        }
        return nil
    }

    /// libpq's last error, in one line.
    var lastError: String {
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        // Of several addresses that were tried, the last; of an error, the line that is no detail.
        let lines = text.split(separator: "\n").filter { $0.first != "\t" && !$0.hasPrefix("LOCATION:") }
        guard let line = lines.last(where: { $0.contains(" failed: ") }) ?? lines.first else {
            return "the connection was cut"
        }
        guard let start = line.firstRange(of: " failed: ")?.upperBound else { return String(line) }
        return String(line[start...])
    }

    // MARK: Waiting

    /// Waits until the socket is ready, or another file can be read.
    ///
    /// - Returns: What is ready; nothing if the time is up.
    func wait(for events: CInt, or other: CInt? = nil, until deadline: ContinuousClock.Instant) -> Ready {
        while true {
            var files = [pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)]
            if let other { files.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
            let count = poll(&files, nfds_t(files.count), CInt(clamping: deadline.milliseconds))
            if count < 0, errno == EINTR { continue }
            var ready: Ready = []
            let problems = Int16(POLLERR | POLLHUP | POLLNVAL)
            if files[0].revents & (Int16(POLLIN) | problems) != 0 { ready.insert(.input) }
            if files[0].revents & (Int16(POLLOUT) | problems) != 0 { ready.insert(.output) }
            if files.count > 1, files[1].revents != 0 { ready.insert(.other) }
            // A signal, or a failed call, is no end of the time.
            if ready != [] || count == 0 && ContinuousClock.now >= deadline || count < 0 { return ready }
        }
    }

    struct Ready: OptionSet {
        let rawValue: Int
        static let input = Ready(rawValue: 1)
        static let output = Ready(rawValue: 2)
        static let other = Ready(rawValue: 4)
    }
}

extension ContinuousClock.Instant {
    /// Milliseconds until this instant, rounded up; 0 if it has passed.
    fileprivate var milliseconds: Int {
        let left = self - .now
        return left < .zero ? 0 : Int(left.nanoseconds / 1_000_000) + 1
    }
}
