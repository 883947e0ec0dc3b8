import Testing
import TestSupport

@testable import standup

/// The documents list the keys of the configuration; they have to be those that it has.
@Suite struct `The keys of the configuration` {
    private let sources = String(#filePath.dropLast("Tests/StandupTests/DocumentedKeysTests.swift".count))
    private let keys = standup.Configuration.ValueKey.allCases.map(\.rawValue)
    private let hooks = standup.Configuration.HookKey.allCases.map(\.rawValue)
    private let variables = standup.Configuration.ValueKey.allCases.map(\.variable)

    @Test func `are those that docs/cli.md has`() throws {
        let rows = try read(sources + "docs/cli.md").split(separator: "\n")
            .drop { !$0.hasPrefix("| key | variable |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        let cells = rows.map { row in row.split(separator: "|").map { $0.split(separator: "`").map(String.init) } }
        let names = cells.flatMap { $0[0].filter { $0.contains { $0.isLetter } } }
        #expect(names == keys + hooks + [Setting.postName, Setting.keysName])
        #expect(cells.flatMap { $0[1].filter { $0.contains("STANDUP_") } } == variables)
    }

    @Test func `are those that the manual has under FILES, and its ENVIRONMENT has their variables`() throws {
        let manual = try read(sources + "docs/standup.1").split(separator: "\n")
        func part(_ name: String) -> [[String]] {
            manual.drop { $0 != ".Sh \(name)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") }
                .map { $0.split { $0 == " " || $0 == "," }.map { $0.filter { $0 != "\\" } } }
        }
        let files = part("FILES")
        let listed = files.filter { $0.first == ".Cm" }.flatMap { $0.dropFirst().filter { $0 != "." } }
        #expect(listed == keys + hooks + [Setting.postName, Setting.keysName])
        let documented = Set(part("ENVIRONMENT").filter { $0.first == ".It" }.joined())
        #expect(variables.filter { !documented.contains($0) } == [])
    }

    @Test func `are those that the help has`() throws {
        let help = try Program().run("--help").output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(help.contains("config.yaml: \(keys.joined(separator: ", ")). "))
        #expect(help.contains(hooks.joined(separator: " and ")))
    }
}
