import Glibc
import ProgramSupport
import Testing

@testable import standup

/// Help is compared with the files in `Golden`; `STANDUP_RECORD=1 swift test --filter HelpTests` rewrites them.
@Suite(.timeLimit(.minutes(10)))
struct HelpTests {
    static let commands = Overview.commandNames

    @Test(arguments: [""] + commands)
    func `help matches its golden file`(_ command: String) throws {
        let program = try Program()
        let result = try program.run(command.isEmpty ? ["--help"] : [command, "--help"])
        #expect(result.status == 0)
        #expect(result.errors == "")
        try compare(result.output, with: command.isEmpty ? "help.txt" : "help-\(command).txt")
    }

    @Test func `standup without arguments shows the commands and the first steps`() throws {
        let result = try Program().run()
        #expect(result.status == 0)
        try compare(result.output, with: "overview.txt")
    }

    @Test(arguments: commands)
    func `help COMMAND is COMMAND --help, and shows an example that begins with it`(_ command: String) throws {
        let program = try Program()
        let help = try program.run("help", command)
        #expect(help.status == 0)
        #expect(help.output == (try program.run(command, "--help").output))
        #expect(help.output.contains("\n  standup \(command)"))
    }

    @Test func `--version is the version`() throws {
        #expect(try Program().run("--version").output == "0.1.0\n")
    }

    private func compare(_ text: String, with name: String, location: SourceLocation = #_sourceLocation) throws {
        let folder = String(#filePath.dropLast("HelpTests.swift".count)) + "Golden/"
        if getenv("STANDUP_RECORD") != nil { return try write(text, to: folder + name) }
        guard exists(folder + name) else {
            Issue.record("no golden file \(name); record it with STANDUP_RECORD=1", sourceLocation: location)
            return
        }
        #expect(try read(folder + name) == text, sourceLocation: location)
    }
}
