import Foundation
import GRDB
import StandupTesting
import Testing

@testable import MeetingHistory
@testable import StandupHistory

/// The one table of what a team shares.
@Suite struct SharingTableTests {
    @Test func `Each table of the history is shared or private, and each name is a table's`() throws {
        let queue = try DatabaseQueue()
        let tables = try queue.write { database in
            SearchFunction.add(to: database)
            TeamFunctions.add(to: database, now: { .now })
            try database.execute(sql: Schema.tables + Schema.search + Schema.team)
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

    @Test func `docs/team.md has the table, in the order of the kinds`() throws {
        let root = #filePath.dropLast("Tests/TeamHistoryTests/SharingTableTests.swift".count)
        let text = try String(contentsOfFile: root + "docs/team.md", encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        try #require(rows.count == SharedKind.allCases.count)
        for (kind, row) in zip(SharedKind.allCases, rows) {
            #expect(row[1].hasPrefix("never changes") == (kind.merge == .unchanging), "\(kind): \(row)")
            #expect(row[1].hasPrefix("only the lead") == (kind.merge == .byLead), "\(kind): \(row)")
            #expect(row[2].hasPrefix("nobody") == (kind.deleter == .nobody), "\(kind): \(row)")
            #expect(row[2].contains("recorded") == [.recorder, .writer].contains(kind.deleter), "\(kind): \(row)")
            #expect(row[2].contains("wrote") == (kind.deleter == .writer), "\(kind): \(row)")
        }
    }

    @Test func `What is never changed, or deleted by nobody, is so by its kind`() {
        for kind in SharedKind.allCases where kind.merge == .unchanging { #expect(kind.deleter != .nobody) }
        for kind in SharedKind.allCases where kind.merge == .fields && kind != .standup {
            #expect(kind.deleter == .nobody)
        }
    }
}
