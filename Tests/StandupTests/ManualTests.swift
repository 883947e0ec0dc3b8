import Testing
import TestSupport

/// The manual in `docs`, which `tools/make-manual` makes from the help of the commands.
@Suite(.timeLimit(.minutes(10)))
struct `The manual` {
    private let sources = String(#filePath.dropLast("Tests/StandupTests/ManualTests.swift".count))
    private let program: Program

    init() throws {
        program = try Program()
    }

    @Test func `matches the commands`() throws {
        let check = try program.run(program: sources + "tools/make-manual", [Program.path, "--check"])
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func `has a part on each command, and those that a manual has`() throws {
        let manual = try read(sources + "docs/standup.1")
        for command in HelpTests.commands {
            let name = String(command.flatMap { $0 == "-" ? ["\\", "-"] : [$0] })
            #expect(manual.contains("\n.Ss standup \(name)\n"), "\(command)")
        }
        for part in ["NAME", "SYNOPSIS", "KEYS", "HOOKS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"] {
            #expect(manual.contains("\n.Sh \(part)\n"), "\(part)")
        }
    }

    @Test(.enabled(if: exists("/usr/bin/mandoc"), "mandoc is not installed"))
    func `is in order`() throws {
        let lint = try program.run(program: "/usr/bin/mandoc", ["-Tlint", "-Wwarning", sources + "docs/standup.1"])
        #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
    }
}
