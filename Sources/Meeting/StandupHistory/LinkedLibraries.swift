internal import GRDB

/// The library that stores the history.
package enum LinkedLibraries {
    /// Its name and version on this machine; empty if unknown. [any thread]
    package static var versions: [String] {
        let version = try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
        return version.map { ["SQLite " + $0] } ?? []
    }
}
