internal import Foundation
internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// A connection that any thread may use or close; each waits for the other.
///
/// Unchecked: `lock` protects `isClosed` and `registration`.
final class Connection: @unchecked Sendable {
    /// How long a writer waits for another writer.
    static let busyTimeout = Duration.seconds(10)

    private let queue: DatabaseQueue
    /// Opened as immutable: nothing writes the file meanwhile.
    let isImmutable: Bool
    private let path: String
    /// Held while the database is in use, because GRDB traps when a closed database is read.
    private let lock = NSLock()
    private var isClosed = false
    /// Registers the file as open in this process; made before SQLite opens it.
    private var registration: OpenDatabase?

    /// Opens the database at a path; `now` is the wall clock.
    ///
    /// With `isImmutable`, nothing may write the database meanwhile, and nothing is written, not even files beside it.
    init(path: String, now: @escaping @Sendable () -> Timestamp, isImmutable: Bool = false) throws {
        self.path = path
        self.isImmutable = isImmutable
        var configuration = Configuration()
        configuration.label = "standup.history"
        configuration.readonly = isImmutable
        configuration.busyMode = .timeout(Self.busyTimeout.seconds)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            SearchFunction.add(to: database)
            TeamFunctions.add(to: database, now: now)
        }
        registration = OpenDatabase(path: path)
        // `immutable`: no locks, and no log or index files. `mode=rw`: never creates the file, which `DatabaseFile`
        // does; another program may just have moved it aside.
        let uri = Self.uri(of: path) + (isImmutable ? "?immutable=1" : "?mode=rw")
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
        registration = nil
    }

    private func useLocked<T>(_ body: (DatabaseQueue) throws -> T) throws -> T {
        guard !isClosed else { throw Self.closed(path) }
        return try body(queue)
    }

    static func closed(_ path: String) -> HistoryError {
        .cannotWrite(path: path, reason: "the history is closed")
    }
}
