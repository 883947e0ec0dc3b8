import Testing
import TestSupport

@testable import MeetingSocket

/// docs/security.md lists what each role may do; it has to be what the code allows.
struct `The roles and rights` {
    private let sources = String(
        #filePath.dropLast("Tests/MeetingInvitationsTests/DocumentedRightsTests.swift".count))

    @Test func `are those that docs/security.md has`() throws {
        let rows = try read(sources + "docs/security.md").split(separator: "\n")
            .drop { !$0.hasPrefix("| right |") }.prefix { $0.hasPrefix("|") }
            .map { row in
                row.split(separator: "|", omittingEmptySubsequences: false).map(trimmed).dropFirst().dropLast()
            }
        let roles = rows[0].dropFirst().map { Role(rawValue: $0) }
        #expect(roles == Role.allCases)
        let documented = rows.dropFirst(2).map { row in
            (right: row.first?.split(separator: "`").first.map(String.init), may: row.dropFirst().map { $0 == "yes" })
        }
        #expect(documented.map(\.right) == Right.allCases.map(\.rawValue))
        #expect(documented.map(\.may) == Right.allCases.map { right in Role.allCases.map { $0.may(right) } })
    }

    private func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
