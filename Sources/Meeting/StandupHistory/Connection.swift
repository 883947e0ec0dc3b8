internal import Foundation
internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// A connection to the database that can be closed while other threads use it. [any thread]
///
/// Unchecked: `lock` protects `isClosed` and `open`.
final class Connection: @unchecked Sendable {
    /// How long a writer waits for another writer, in seconds.
    static let busyTimeout = 10

    let queue: DatabaseQueue
    /// Whether it reads a file that nothing writes.
    let isFixed: Bool
    private let path: String
    /// Held while the database is in use, because GRDB traps when a closed database is read.
    private let lock = NSLock()
    private var isClosed = false
    /// Kept until the database is closed.
    private var open: OpenDatabase?

    /// Opens the database at a path; `now` is the wall clock.
    ///
    /// With `isFixed`, nothing may write the database meanwhile, and nothing is written, not even files beside it.
    init(path: String, now: @escaping @Sendable () -> Timestamp, isFixed: Bool = false) throws {
        self.path = path
        self.isFixed = isFixed
        var configuration = Configuration()
        configuration.label = "standup.history"
        configuration.readonly = isFixed
        configuration.busyMode = .timeout(Double(Self.busyTimeout))
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            SearchFunction.add(to: database)
            TeamFunctions.add(to: database, now: now)
        }
        open = OpenDatabase(path: path)
        // Without locks, a log or an index of the log; or, since `DatabaseFile` creates files, only a file that exists:
        // another program may have moved it aside a moment ago.
        let uri = Self.uri(of: path) + (isFixed ? "?immutable=1" : "?mode=rw")
        queue = try DatabaseQueue(path: uri, configuration: configuration)
    }

    private static func uri(of path: String) -> String {
        let escaped = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
        }
        return "file:" + escaped.joined()
    }

    /// Uses the database once no other thread uses it.
    func use<T>(_ body: (DatabaseQueue) throws -> T) throws -> T {
        lock.lock()
        defer { lock.unlock() }
        return try useLocked(body)
    }

    /// Uses the database; nil if another thread is using it.
    func useIfFree<T>(_ body: (DatabaseQueue) throws -> T) throws -> T? {
        guard lock.try() else { return nil }
        defer { lock.unlock() }
        return try useLocked(body)
    }

    /// Closes the database once no other thread uses it; a second call does nothing.
    func close() {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { return }
        isClosed = true
        try? queue.close()
        open = nil
    }

    private func useLocked<T>(_ body: (DatabaseQueue) throws -> T) throws -> T {
        guard !isClosed else { throw Self.closed(path) }
        return try body(queue)
    }

    static func closed(_ path: String) -> HistoryError {
        .cannotWrite(path: path, reason: "the history is closed")
    }
}
