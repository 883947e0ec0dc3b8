internal import GRDB

/// The library that keeps the history.
package enum LinkedLibraries {
    /// Its name and version, as it is on this machine; nothing if it does not even say that. [any thread]
    package static var versions: [String] {
        let version = try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
        return version.map { ["SQLite " + $0] } ?? []
    }
}
