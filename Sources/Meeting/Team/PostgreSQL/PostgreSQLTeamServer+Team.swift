internal import CPostgreSQL
package import MeetingHistory
internal import MeetingModel

extension PostgreSQLTeamServer {
    package func createTables() throws(TeamError) {
        let outcome = try perform { (connection) throws(PostgreSQLError) in try connection.createTables() }
        switch outcome {
        case .current: return
        case .beforeRelease: throw .beforeRelease(server: name)
        case .newer: throw .newer(server: name)
        case .oldServer: throw .refused(server: name, reason: "PostgreSQL is older than version 13")
        case .notUTF8: throw .refused(server: name, reason: "the database's encoding is not UTF8")
        }
    }

    package func identity() throws(TeamError) -> ServerIdentity {
        let (access, row) = try perform { (connection) throws(PostgreSQLError) in
            let access = try connection.access()
            guard access == .reading || access == .writing else { return (access, PostgreSQLRow?.none) }
            let rows = try connection.rows(
                """
                SELECT id, epoch, version, session_user, current_setting('transaction_read_only') = 'off',
                    (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
                FROM standup.server
                """)
            return (access, rows.first)
        }
        switch access {
        case .none(let user): throw .notMember(server: name, user: user)
        case .noTables: throw .noTeam(server: name)
        case .reading, .writing: break
        }
        guard let row, let id = row.text(0), let epoch = row.integer(1), let version = row.integer(2),
            let member = row.text(3)
        else { throw .noTeam(server: name) }
        guard version <= TeamSchema.version else { throw .newer(server: name) }
        guard version >= TeamSchema.firstVersion else { throw .beforeRelease(server: name) }
        guard version == TeamSchema.version else {
            throw .refused(
                server: name, reason: "its tables are of an older version, standup team init brings them up to date")
        }
        return ServerIdentity(
            id: id, epoch: epoch, member: member, mayWrite: access == .writing && row.truth(4),
            clock: row.integer(5).map(Timestamp.init(microseconds:)))
    }

    package func members() throws(TeamError) -> [TeamMember] {
        let rows = try perform { (connection) throws(PostgreSQLError) in
            // A superuser has all roles, and is a member only if it takes part. A device may outlive its member's login.
            try connection.rows(
                """
                SELECT coalesce(r.rolname, d.member), coalesce(pg_has_role(r.oid, 'standup_member', 'member'), false),
                    coalesce(pg_has_role(r.oid, 'standup_reader', 'member'), false), d.name, d.sequence,
                    (extract(epoch FROM d.last_seen) * 1000000)::bigint, d.id
                FROM (
                    SELECT oid, rolname FROM pg_roles
                    WHERE rolcanlogin AND (
                        NOT rolsuper AND pg_has_role(oid, 'standup_reader', 'member')
                        OR rolname IN (SELECT member FROM standup.device))
                ) AS r FULL JOIN standup.device AS d ON d.member = r.rolname
                ORDER BY 1, d.number
                """)
        }
        var members: [TeamMember] = []
        for row in rows {
            guard let name = row.text(0) else { continue }
            let earlier = members.last?.name == name ? members.removeLast().devices : []
            let device = row.text(3)
                .map { deviceName in
                    MemberDevice(
                        Device.ID(rawValue: row.text(6) ?? ""), name: deviceName, changes: row.integer(4) ?? 0,
                        lastSent: row.integer(5).map(Timestamp.init(microseconds:)))
                }
            members.append(
                TeamMember(
                    name: name, role: row.truth(1) ? .member : row.truth(2) ? .reader : .former,
                    devices: earlier + (device.map { [$0] } ?? [])))
        }
        return members
    }

    // MARK: Standups that are being held

    package func announce(_ running: RunningStandup, isOver: Bool) throws(TeamError) {
        try perform { (connection) throws(PostgreSQLError) in
            try connection.run(
                "SELECT standup.announce($1, $2, $3, $4, $5 <> 0)",
                [
                    .text(running.meeting), .text(running.standup.rawValue), .text(running.deviceName),
                    .integer(running.startedAt.nanosecondsSince1970), .integer(isOver ? 1 : 0),
                ])
        }
    }

    package func runningStandups() throws(TeamError) -> [RunningStandup] {
        let rows = try perform { (connection) throws(PostgreSQLError) in
            // A device that was switched off in a meeting never says that it is over.
            try connection.rows(
                """
                SELECT standup, meeting, member, machine, started_at FROM standup.holding
                WHERE announced_at > now() - interval '6 hours' ORDER BY announced_at, meeting
                """)
        }
        return rows.compactMap { row in
            guard let standup = row.text(0), let meeting = row.text(1), let member = row.text(2),
                let deviceName = row.text(3), let startedAt = row.integer(4)
            else { return nil }
            return RunningStandup(
                standup: Standup.ID(rawValue: standup), meeting: meeting, member: member,
                deviceName: deviceName, startedAt: Timestamp(nanosecondsSince1970: startedAt))
        }
    }
}

private enum CreationOutcome {
    case current, beforeRelease, newer, oldServer, notUTF8
}

extension PostgreSQLConnection {
    fileprivate func createTables() throws(PostgreSQLError) -> CreationOutcome {
        guard PQserverVersion(handle) >= TeamSchema.oldestServer else { return .oldServer }
        if try access() == .noTables {
            guard try rows("SHOW server_encoding").first?.text(0) == "UTF8" else { return .notUTF8 }
            try runSeveral(TeamSchema.roles)
            try runSeveral("SAVEPOINT making")
            do throws(PostgreSQLError) {
                try runSeveral(TeamSchema.first)
            } catch .refused(let state, _) where ["23505", "42P06"].contains(state) {
                // Another program has made them meanwhile.
                try runSeveral("ROLLBACK TO SAVEPOINT making")
            }
        }
        if try tablesVersion() < TeamSchema.version {
            // A statement after this one sees what others did while it waited.
            try runSeveral(TeamSchema.lock)
        }
        let present = try tablesVersion()
        guard present >= TeamSchema.firstVersion else { return .beforeRelease }
        guard present <= TeamSchema.version else { return .newer }
        guard present < TeamSchema.version else { return .current }
        for migration in TeamSchema.migrations[Int(present - TeamSchema.firstVersion)...] { try runSeveral(migration) }
        try run("UPDATE standup.server SET version = $1", [.integer(TeamSchema.version)])
        return .current
    }

    private func tablesVersion() throws(PostgreSQLError) -> Int64 {
        try rows("SELECT version FROM standup.server").first?.integer(0) ?? 0
    }
}

extension Timestamp {
    /// The instant of a server's number of microseconds since 1970.
    fileprivate init(microseconds: Int64) {
        self.init(secondsSince1970: Int(microseconds / 1_000_000), nanoseconds: microseconds % 1_000_000 * 1000)
    }
}

extension TeamError {
    fileprivate static func beforeRelease(server: String) -> TeamError {
        .refused(
            server: server, reason: "its tables are from before the first release; make the team in another database")
    }
}
