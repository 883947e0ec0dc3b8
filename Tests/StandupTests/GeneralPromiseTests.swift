import ArgumentParser
import Foundation
import Glibc
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import standup

/// What docs/cli.md promises of all commands, on each command that the parser has.
@Suite(.timeLimit(.minutes(10)))
struct `Every command` {
    private let program: Program

    init() throws {
        program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
    }

    /// The commands that can be run, by their words.
    static let commands: [String] = leaves(StandupCommand.commands.filter { $0 != HoldCommand.self }, []).sorted()

    private static func leaves(_ types: [any ParsableCommand.Type], _ words: [String]) -> [String] {
        types.flatMap { type in
            let path = words + [type._commandName]
            let children = leaves(type.configuration.subcommands, path)
            // A command that has others may also be run itself.
            return [path.joined(separator: " ")] + children
        }
    }

    /// Those that show nothing, or only a document, a path, a sentence, or what they have done.
    private static let withoutJSON: Set = [
        "attach", "call-notice", "completions", "delete", "delete-meeting", "demo", "export", "inspect",
        "keep-meeting", "open", "play", "serve", "start", "tell", "version", "watch", "config edit", "config get",
        "config set", "config unset", "models install", "models path", "models remove", "points add", "points delete",
        "points done", "points drop", "points edit", "points open", "team", "team init", "team join", "team lead",
        "team leave", "team sync",
    ]

    /// Arguments with which a command shows something.
    private static let arguments: [String: [String]] = [
        "correct": ["latest", "--utterance", "1", "--text", "the new login page"], "create": ["New", "Ann"],
        "edit": ["Daily", "--theme", "sky"], "invite": ["Daily"], "meeting": ["latest"], "minutes": ["latest"],
        "post": ["--list"], "search": ["login"], "show": ["Daily"], "stats": ["Daily"], "transcripts": ["latest"],
        "transcribe": ["/nothing.wav"], "diarize": ["/nothing.wav"], "update": ["Daily"],
    ]

    private static let codes: Set<Int32> = [0, 1, 64, 66, 69, 73]

    private func help(_ command: String) throws -> String {
        let result = try program.run(words(command) + ["--help"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(command): \(result.errors)")
        return result.output
    }

    private func words(_ command: String) -> [String] { command.split(separator: " ").map(String.init) }

    @Test(arguments: commands)
    func `prints JSON, if it shows something`(_ command: String) throws {
        guard try help(command).contains("--json") else {
            #expect(Self.withoutJSON.contains(command), "\(command) has no --json")
            return
        }
        #expect(!Self.withoutJSON.contains(command))
        let result = try program.run(words(command) + (Self.arguments[command] ?? []) + ["--json"])
        #expect(Self.codes.contains(result.status), "\(command): \(result.status)")
        guard result.status == 0 else {
            #expect(result.errorLines.last?.hasPrefix("standup: ") == true || result.status == 66, "\(result.errors)")
            return
        }
        let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        for key in Self.keys(document) { #expect(key.contains(/^[a-z][A-Za-z0-9]*$/), "\(command): \(key)") }
    }

    private static func keys(_ document: Any) -> Set<String> {
        switch document {
        case let object as [String: Any]: object.values.reduce(Set(object.keys)) { $0.union(keys($1)) }
        case let array as [Any]: array.reduce([]) { $0.union(keys($1)) }
        default: []
        }
    }

    @Test(arguments: commands)
    func `refuses an unknown option in one line, with 64 and where to find help`(_ command: String) throws {
        let result = try program.run(words(command) + ["--no-such-option"])
        #expect(result.status == 64 && result.output.isEmpty, "\(command)")
        #expect(result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.hasPrefix("standup: ") && result.errors.contains("--help"), "\(result.errors)")
    }

    /// A word that no command can use, with what a terminal, a shell and a database read as their own.
    private static let hostile = "x\u{1b}]0;y\u{7}'; $(z) \u{202e}%s"

    @Test(arguments: commands.filter { !["completions", "config edit", "demo", "serve"].contains($0) })
    func `takes a hostile word without a half answer`(_ command: String) throws {
        let result = try program.run(words(command) + [Self.hostile])
        #expect(Self.codes.contains(result.status), "\(command): \(result.status)")
        for scalar in (result.output + result.errors).unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control && scalar.value != 0x202e, "\(command)")
        }
        if result.status != 0 {
            #expect(result.output.isEmpty, "\(command): \(result.output)")
            // A search that finds nothing is no error, but has an exit code of its own.
            let foundNothing = command == "search" && result.status == 66
            #expect(
                foundNothing || result.errorLines.last?.hasPrefix("standup: ") == true, "\(command): \(result.errors)")
        }
    }

    @Test(arguments: commands.filter { $0 != "config edit" && $0 != "demo" && $0 != "serve" })
    func `fails in one line if the configuration is wrong`(_ command: String) throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write("no-such-key: 1\n", to: program.folder + "/config/standup/config.yaml")
        // These tell how to mend it, or need none. The last one looks for a sound server first.
        let free = ["doctor", "version", "completions", "call-notice", "models", "team", "diarize", "devices"]
        guard !free.contains(command), !command.hasPrefix("config") else { return }
        let result = try program.run(words(command) + (Self.arguments[command] ?? []))
        #expect(result.status == 64, "\(command): \(result.status)")
        #expect(result.errorLines.count == 1, "\(command): \(result.errors)")
    }

    @Test func `suggests commands that a shell reads back`() throws {
        let title = "Große Runde's $HOME 🚀"
        #expect(try program.run("create", title).status == 0)
        let start = try program.run("start", title, "--input", "none", "--headless")
        let suggested = try #require(start.errors.firstMatch(of: /with: standup (.*) --add NAME/)?.1)
        let shell = try program.run(program: "/bin/sh", ["-c", "printf '%s|' \(suggested)"])
        #expect(shell.output == "edit|\(title)|")
    }
}
