internal import Glibc
package import MeetingHistory
internal import MeetingModel
internal import Synchronization

/// A team's server that is a PostgreSQL database: tables in its schema `standup`, logins as members.
///
/// Members have the role `standup_member`, those who may only read `standup_reader`. Each call is one transaction, over a
/// connection that is opened when it is first needed and again after it was cut. [any thread, one call at a time; each ends
/// `waitForChanges` of another thread]
package final class PostgreSQLTeamServer: TeamServer {
    package let name: String

    private let address: PostgreSQLAddress
    private let limits: PostgreSQLTimeLimits
    private let state = Mutex(State())
    /// What `wake` rings.
    private let bell = Bell()
    /// Whether `waitForChanges` uses the connection, or is about to.
    private let isWaiting = Atomic(false)

    private struct State {
        var connection: PostgreSQLConnection?
        /// Whether the connection announces changes; nil before it was asked to.
        var isListening: Bool?
        /// What `heads` returned last.
        var seen: [Device.ID: DeviceHead] = [:]

        mutating func disconnect() { (connection, isListening) = (nil, nil) }
    }

    /// A server; nothing is connected yet.
    package init(at address: PostgreSQLAddress, _ limits: PostgreSQLTimeLimits = .init()) {
        self.name = address.server
        self.address = address
        self.limits = limits
    }

    package func close() { whileNobodyWaits { $0.disconnect() } }

    // MARK: Waiting

    package func waitForChanges(for time: Duration) -> Bool {
        let deadline = ContinuousClock.now + time
        isWaiting.store(true, ordering: .sequentiallyConsistent)
        defer { isWaiting.store(false, ordering: .sequentiallyConsistent) }
        let canTell = state.withLock { state in
            do throws(PostgreSQLError) {
                let connection = try connect(&state)
                if state.isListening == nil {
                    state.isListening = try listen(connection)
                    // Nobody announces what was written between the caller's look and now.
                    if try connection.heads() != state.seen { return true }
                }
                guard state.isListening == true else { return false }
                try connection.waitForNotification(or: bell.file, until: deadline)
                return true
            } catch {
                state.disconnect()
                return false
            }
        }
        if !canTell {
            var file = pollfd(fd: bell.file, events: Int16(POLLIN), revents: 0)
            let rest = (deadline - .now).nanoseconds
            poll(&file, 1, CInt(clamping: max(0, rest / 1_000_000)))
        }
        bell.silence()
        return canTell
    }

    package func wake() { bell.ring() }

    /// Uses the connection; whoever waits with it is woken first, because the wait would hold up the caller.
    private func whileNobodyWaits<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        if isWaiting.load(ordering: .sequentiallyConsistent) { bell.ring() }
        return try state.withLock(body)
    }

    /// Has the server announce changes; false behind a pooler, which gives its connections to others.
    private func listen(_ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
        guard try connection.isDirect() else { return false }
        try connection.listen(to: "standup")
        return true
    }

    /// How far the server has the changes of each device.
    package func heads() throws(TeamError) -> [Device.ID: DeviceHead] {
        let heads = try perform { (connection) throws(PostgreSQLError) in try connection.heads() }
        whileNobodyWaits { $0.seen = heads }
        return heads
    }

    // MARK: Calls

    private func connect(_ state: inout State) throws(PostgreSQLError) -> PostgreSQLConnection {
        if let connection = state.connection, connection.isUsable { return connection }
        state.disconnect()
        let connection = try PostgreSQLConnection(to: address, limits)
        state.connection = connection
        return connection
    }

    /// Performs a call in one transaction.
    ///
    /// A connection that was cut while nothing was going on is opened again.
    func perform<Result: Sendable>(
        _ body: @Sendable (PostgreSQLConnection) throws(PostgreSQLError) -> Result
    ) throws(TeamError) -> Result {
        try whileNobodyWaits { state throws(TeamError) in
            let isUsed = state.connection != nil
            do throws(PostgreSQLError) {
                return try attempt(&state, body)
            } catch {
                // A connection that was used before was cut before the transaction began: nothing has happened.
                if isUsed, state.connection == nil, case .unreachable = error.teamError(of: name) {
                    do throws(PostgreSQLError) { return try attempt(&state, body) } catch {
                        throw explain(error, &state)
                    }
                }
                throw explain(error, &state)
            }
        }
    }

    /// One attempt; afterwards there is no connection if it failed before the transaction began.
    private func attempt<Result>(
        _ state: inout State, _ body: (PostgreSQLConnection) throws(PostgreSQLError) -> Result
    ) throws(PostgreSQLError) -> Result {
        var hasBegun = false
        do {
            return try connect(&state).transaction { (connection: PostgreSQLConnection) throws(PostgreSQLError) in
                hasBegun = true
                return try body(connection)
            }
        } catch {
            if !hasBegun { state.disconnect() }
            throw error
        }
    }

    /// The error for the user: what a missing table or right means depends on what there is.
    private func explain(_ error: PostgreSQLError, _ state: inout State) -> TeamError {
        let problem = error.teamError(of: name)
        guard case .refused(let code, _) = error, ["3F000", "42P01", "42501", "42883"].contains(code),
            let connection = state.connection, connection.isUsable,
            let access = try? connection.transaction({ (connection) throws(PostgreSQLError) in
                try connection.access()
            })
        else { return problem }
        switch access {
        // Without a right on the database, tables cannot be made either.
        case .noTables: return code == "42501" ? problem : .noTeam(server: name)
        case .none(let user): return .notMember(server: name, user: user)
        case .reading: return .readOnly(server: name)
        case .writing: return problem
        }
    }
}

enum TableAccess: Hashable {
    case noTables
    case none(user: String)
    case reading, writing
}

extension PostgreSQLConnection {
    fileprivate func heads() throws(PostgreSQLError) -> [Device.ID: DeviceHead] {
        var heads: [Device.ID: DeviceHead] = [:]
        for row in try rows("SELECT id, sequence, hash FROM standup.device") {
            guard let id = row.text(0), let sequence = row.integer(1), let hash = row.text(2) else { continue }
            heads[Device.ID(rawValue: id)] = DeviceHead(sequence: sequence, hash: hash)
        }
        return heads
    }

    func access() throws(PostgreSQLError) -> TableAccess {
        let found = try rows(
            """
            SELECT n.oid IS NOT NULL, coalesce(has_schema_privilege(n.oid, 'USAGE'), false), session_user,
                EXISTS (SELECT FROM pg_roles WHERE rolname = 'standup_member' AND pg_has_role(oid, 'member'))
            FROM (SELECT 1) AS one LEFT JOIN pg_namespace AS n ON n.nspname = 'standup'
            """
        ).first
        guard let found, found.truth(0) else { return .noTables }
        return !found.truth(1) ? .none(user: found.text(2) ?? "") : found.truth(3) ? .writing : .reading
    }
}
