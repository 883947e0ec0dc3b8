internal import Foundation
internal import GRDB
internal import MeetingHistory
internal import MeetingModel
@testable internal import StandupHistory
import StandupHistory
internal import Synchronization

/// A device of the model: a history with a wall clock that is hours off.
final class ModelDevice {
    let number: Int
    let member: String
    private(set) var store: SQLiteMeetingStore
    let path: String
    private let offset: Int64
    private let time: () -> Int64
    private let clock: Clock
    private(set) var hasBackup = false

    /// The wall clock, as the history sees it.
    private final class Clock: Sendable {
        let time = Atomic<Int64>(0)
    }

    init(number: Int, member: String, path: String, offset: Int64, time: @escaping () -> Int64) throws {
        self.number = number
        self.member = member
        self.path = path
        self.offset = offset
        self.time = time
        let clock = Clock()
        self.clock = clock
        store = try Self.open(path, clock)
    }

    private static func open(_ path: String, _ clock: Clock) throws -> SQLiteMeetingStore {
        try SQLiteMeetingStore(
            path: path, now: { Timestamp(nanosecondsSince1970: clock.time.load(ordering: .relaxed)) })
    }

    /// Nanoseconds since 1970.
    func now() -> Int64 { time() + offset }

    /// Changes the history; with `isCutOff`, the program dies somewhere in the middle.
    func attempt(_ isCutOff: Bool, _ change: (SQLiteMeetingStore) throws -> Void) throws {
        clock.time.store(now(), ordering: .relaxed)
        if isCutOff { store.interrupt(afterStatements: Int.random(in: 1...30)) }
        do { try change(store) } catch let error as HistoryError {
            switch error {
            // What another device has changed meanwhile, or the crash.
            case .noMeeting, .noTranscript, .transcriptInUse, .transcriptChanged, .noPoints: break
            default: guard isCutOff else { throw error }
            }
        }
        if isCutOff {
            store.interrupt(afterStatements: nil)
            try reopen()
        }
    }

    /// What a crash and a new start leave.
    func reopen() throws {
        store.close()
        store = try Self.open(path, clock)
    }

    /// Lets another process have the history meanwhile.
    func whileClosed<Result>(_ body: () throws -> Result) throws -> Result {
        store.close()
        let result = Swift.Result { try body() }
        store = try Self.open(path, clock)
        return try result.get()
    }

    func backUp() throws {
        try whileClosed {
            try? FileManager.default.removeItem(atPath: path + ".backup")
            try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
        }
        hasBackup = true
    }

    func restore() throws {
        try whileClosed {
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
            try FileManager.default.copyItem(atPath: path + ".backup", toPath: path)
        }
    }

    func copy(number: Int, path: String) throws -> ModelDevice {
        try whileClosed { try FileManager.default.copyItem(atPath: self.path, toPath: path) }
        return try ModelDevice(number: number, member: member, path: path, offset: offset, time: time)
    }
}

extension SQLiteMeetingStore {
    /// Breaks off the transaction that contains a later statement, as a crash would; nil breaks off no more.
    fileprivate func interrupt(afterStatements count: Int?) {
        let left = Mutex(count ?? 0)
        try? writer().use { queue in
            queue.inDatabase { database in
                guard count != nil else { return database.trace(options: []) { _ in } }
                database.trace(options: .statement) { _ in
                    if left.withLock({ left in
                        left -= 1
                        return left == 0
                    }) {
                        queue.interrupt()
                    }
                }
            }
        }
    }
}
