internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// The SQL functions for what a team shares.
enum TeamFunctions {
    /// Adds `wall_clock()`, in nanoseconds since 1970, and `new_id()` to a connection.
    static func add(to database: Database, now: @escaping @Sendable () -> Timestamp) {
        database.add(
            function: DatabaseFunction("wall_clock", argumentCount: 0) { _ in now().nanosecondsSince1970 })
        database.add(function: DatabaseFunction("new_id", argumentCount: 0) { _ in Device.ID().rawValue })
    }
}
