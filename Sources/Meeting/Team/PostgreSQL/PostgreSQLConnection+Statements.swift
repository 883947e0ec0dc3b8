internal import CPostgreSQL
internal import Glibc
internal import MeetingModel

extension PostgreSQLConnection {
    /// Runs a statement with parameters, and passes each row on as it arrives.
    func run(
        _ statement: String, _ parameters: [PostgreSQLValue] = [],
        row: (PostgreSQLRow) throws(PostgreSQLError) -> Void = { (_: PostgreSQLRow) in }
    ) throws(PostgreSQLError) {
        guard send(statement, parameters), PQsetSingleRowMode(handle) == 1 else { throw .unreachable(lastError) }
        try receive(row)
    }

    func rows(_ statement: String, _ parameters: [PostgreSQLValue] = []) throws(PostgreSQLError) -> [PostgreSQLRow] {
        var rows: [PostgreSQLRow] = []
        try run(statement, parameters) { (row: PostgreSQLRow) throws(PostgreSQLError) in rows.append(row) }
        return rows
    }

    /// Performs statements in one transaction, all or none of them, in which the server enforces the time limit too.
    func transaction<Result>(
        _ body: (PostgreSQLConnection) throws(PostgreSQLError) -> Result
    ) throws(PostgreSQLError) -> Result {
        let limit = limits.statement.timeoutMilliseconds
        // Settings of the transaction only: a pooler gives the connection to others afterwards.
        try runSeveral(
            """
            BEGIN; SET LOCAL statement_timeout = \(limit); SET LOCAL lock_timeout = \(limit);
            SET LOCAL idle_in_transaction_session_timeout = \(limit)
            """)
        let result: Result
        do { result = try body(self) } catch {
            // Whatever comes of it: the first error counts.
            if PQstatus(handle) == CONNECTION_OK { try? runSeveral("ROLLBACK") }
            throw error
        }
        try runSeveral("COMMIT")
        return result
    }

    /// Runs constant statements, which have no parameters.
    func runSeveral(_ statements: String) throws(PostgreSQLError) {
        guard PQsendQuery(handle, statements) == 1 else { throw .unreachable(lastError) }
        try receive { (_: PostgreSQLRow) in }
    }

    private func send(_ statement: String, _ parameters: [PostgreSQLValue]) -> Bool {
        let encoded = parameters.map(\.encoded)
        // One block holds all of them; the byte at the end keeps its address valid if they are empty.
        let block = encoded.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
        return block.withUnsafeBufferPointer { block in
            block.withMemoryRebound(to: CChar.self) { block in
                var offset = 0
                let values = encoded.map { bytes in
                    defer { offset += bytes?.count ?? 0 }
                    return bytes == nil ? nil : block.baseAddress.map { $0 + offset }
                }
                return PQsendQueryParams(
                    handle, statement, CInt(parameters.count), parameters.map(\.type), values,
                    encoded.map { CInt($0?.count ?? 0) }, parameters.map { _ in 1 }, 1) == 1
            }
        }
    }

    /// Sends what is left to send, and reads results to the end.
    private func receive(_ row: (PostgreSQLRow) throws(PostgreSQLError) -> Void) throws(PostgreSQLError) {
        try flush()
        var failure: PostgreSQLError?
        while let result = try nextResult() {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK:
                // The connection is usable again only after the last result.
                guard failure == nil else { break }
                do { try read(result, row) } catch { failure = error }
            case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
            default: failure = failure ?? error(in: result)
            }
        }
        if let failure { throw failure }
    }

    private func flush() throws(PostgreSQLError) {
        while true {
            let left = PQflush(handle)
            guard left != 0 else { return }
            guard left > 0 else { throw .unreachable(lastError) }
            // The server may have to send something before it reads on.
            let ready = wait(for: POLLIN | POLLOUT, until: .now + patience)
            guard ready != [] else { throw .slow }
            if ready.contains(.input), PQconsumeInput(handle) == 0 { throw .unreachable(lastError) }
        }
    }

    private func nextResult() throws(PostgreSQLError) -> OpaquePointer? {
        while PQisBusy(handle) != 0 {
            guard wait(for: POLLIN, until: .now + patience) != [] else { throw .slow }
            // After it failed, the result tells why.
            if PQconsumeInput(handle) == 0 { break }
        }
        return PQgetResult(handle)
    }

    /// How long nothing may come: the server's own limit is to be first.
    private var patience: Duration { limits.statement + min(limits.statement, .seconds(5)) }

    private func read(
        _ result: OpaquePointer, _ row: (PostgreSQLRow) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) {
        for index in 0..<PQntuples(result) {
            var values: [PostgreSQLValue] = []
            for column in 0..<PQnfields(result) {
                guard PQgetisnull(result, index, column) == 0 else {
                    values.append(.null)
                    continue
                }
                let bytes = UnsafeRawBufferPointer(
                    start: PQgetvalue(result, index, column), count: Int(PQgetlength(result, index, column)))
                guard let value = PostgreSQLValue(type: PQftype(result, column), bytes) else {
                    throw .refused(state: "42804", message: "a result of the type \(PQftype(result, column))")
                }
                values.append(value)
            }
            try row(PostgreSQLRow(values: values))
        }
    }

    private func error(in result: OpaquePointer) -> PostgreSQLError {
        func field(_ number: some BinaryInteger) -> String? {
            PQresultErrorField(result, CInt(number)).map { String(cString: $0) }
        }
        guard let state = field(standup_pq_sqlstate) else { return .unreachable(lastError) }
        return .refused(state: state, message: field(standup_pq_message) ?? state)
    }
}

extension PostgreSQLConnection {
    /// Asks the server to announce notifications of a channel, whose name is a constant.
    func listen(to channel: String) throws(PostgreSQLError) { try runSeveral("LISTEN \(channel)") }

    /// Waits for a notification of another connection, until the time has passed or a file can be read.
    ///
    /// - Throws: `PostgreSQLError.unreachable` if the connection is cut.
    func waitForNotification(or other: CInt, until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        while true {
            guard PQconsumeInput(handle) == 1 else { throw .unreachable(lastError) }
            var isRung = false
            while let notification = PQnotifies(handle) {
                if notification.pointee.be_pid != PQbackendPID(handle) { isRung = true }
                PQfreemem(notification)
            }
            if isRung { return }
            let ready = wait(for: POLLIN, or: other, until: deadline)
            if ready.contains(.other) || ready == [] { return }
        }
    }
}
