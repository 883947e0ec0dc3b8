import GRDB
import MeetingHistory
import StandupTesting
import TeamHistory
import Testing

@testable import SQLiteHistory

/// The one table of what a team shares.
@Suite struct SharingTableTests {
    @Test("Each table of the history is shared or private, and each name is a table's")
    func tables() throws {
        let queue = try DatabaseQueue()
        let tables = try queue.write { database in
            SearchFunction.add(to: database)
            TeamFunctions.add(to: database, now: { .now })
            try database.execute(sql: Schema.tables + Schema.search)
            for migrate in Schema.current.migrations { try migrate(database) { _ in } }
            return try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name NOT GLOB 'search_[cdi]*'
                    """)
        }
        let named = SharedKind.allCases.flatMap(\.tables) + PrivateKind.allCases.flatMap(\.tables)
        #expect(Set(named) == Set(tables))
    }

    @Test("What is never changed, or deleted by nobody, is so by its kind")
    func rules() {
        for kind in SharedKind.allCases where kind.merge == .unchanging { #expect(kind.deleter != .nobody) }
        for kind in SharedKind.allCases where kind.merge == .fields && kind != .standup {
            #expect(kind.deleter == .nobody)
        }
    }
}
