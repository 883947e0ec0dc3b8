import Assets
import Glibc
import Testing
import TestSupport

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
        let own = try program.run(command, "--help").output
        // A command that is also a topic explains more.
        #expect(help.output == own || HelpTopic.names.contains(command) && help.output.hasPrefix(own))
        #expect(help.output.contains("\n  standup \(command)"))
    }

    @Test(arguments: ["--version", "-V", "version"])
    func `the version is printed by an option and a command`(_ argument: String) throws {
        #expect(try Program().run(argument).output == "0.1.0\n")
    }

    @Test func `ls is list`() throws {
        let program = try Program()
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        #expect(try program.run("ls", "--json").output == (try program.run("list", "--json").output))
        #expect(try program.run("help", "ls").output == (try program.run("list", "--help").output))
    }

    @Test(arguments: HelpTopic.names.filter { $0 != HelpTopic.keys })
    func `a topic has the text of docs/cli.md, without its marks`(_ topic: String) throws {
        let result = try Program().run("help", topic)
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count > 5)
        #expect(!result.output.contains("](") && !result.output.contains("| ---") && !result.output.contains("**"))
        let docs = try read(String(#filePath.dropLast("Tests/StandupTests/HelpTests.swift".count)) + "docs/cli.md")
        let text = try read(AssetFolder.locate("Manual/\(topic).md"))
        #expect(docs.contains("<!-- topic: \(topic) -->\n" + text))
    }

    @Test func `exit codes are a table, and keys those of each place`() throws {
        let codes = try Program().run("help", "exit-codes").output
        #expect(codes.contains("\n64        wrong usage\n"))
        let keys = try Program().run("help", "keys").output
        #expect(keys.contains("\nD delete  delete "))
    }

    @Test(arguments: [
        (["help", "evnts"], "no command or topic 'evnts'; did you mean 'events'? See: standup --help"),
        (["help", "xyz"], "no command or topic 'xyz'; the topics are addresses, "),
        (["modls"], "unknown command 'modls'; did you mean 'models'? See: standup --help"),
        (["models", "instal"], "did you mean 'install'? See: standup models --help"),
        (["create", "D", "--theme", "nvy"], "did you mean 'navy'? See: standup create --help"),
        (["list", "--jsn"], "unknown option '--jsn'; did you mean '--json'? See: standup list --help"),
        (["ls", "--jsn"], "unknown option '--jsn'; did you mean '--json'? See: standup ls --help"),
    ])
    func `what is misspelt asks what was meant`(_ arguments: [String], message: String) throws {
        let result = try Program().run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
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
