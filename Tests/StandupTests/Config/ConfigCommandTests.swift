import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import StandupFeatures
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `config` {
    let program: Program

    init() throws {
        program = try Program()
    }

    private var file: String { program.folder + "/config/standup/config.yaml" }

    private func listed(_ environment: [String: String] = [:]) throws -> [String: JSON] {
        let document = try JSON(try program.run(["config", "--json"], environment: environment).output)
        return Dictionary(
            uniqueKeysWithValues: document.elements.compactMap { entry in entry["key"]?.text.map { ($0, entry) } })
    }

    @Test func `lists each key with its value and where it is from`() throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write("language: de\non-turn: [lamp, off]\nkeys:\n  list.delete: X\n", to: file)
        try mustSucceed(mkdir(program.data, 0o700))
        try mustSucceed(mkdir(program.data + "/remembered", 0o700))
        try write("desk", to: program.data + "/remembered/input")
        let settings = try listed(["STANDUP_ME": "Ann"])
        for (key, value, source) in [
            ("me", "Ann", "environment"), ("language", "de", "file"), ("on-turn", "[lamp, off]", "file"),
            ("keys.list.delete", "X", "file"), ("input", "desk", "application"), ("output", "default", "default"),
            ("data", program.data, "environment"),
        ] {
            #expect(settings[key]?["value"] == .string(value), "\(key)")
            #expect(settings[key]?["source"] == .string(source), "\(key)")
        }
        #expect(settings["on-end"]?["value"] == .null && settings["on-end"]?["source"] == "default")
        #expect(try program.run("config").output == (try program.run("config", "list").output))
        #expect(try program.run("config", "get", "language").output == "de\n")
        #expect(try program.run("config", "get", "keys.list.edit").output == "e\n")
        #expect(try program.run("config", "get", "on-end").status == 66)
    }

    @Test func `set writes a file that only its owner reads, and keeps one's mode and link`() throws {
        #expect(try program.run("config", "set", "language", "de").status == 0)
        #expect(try read(file) == "language: de\n")
        #expect(try mode(of: file) == 0o600)
        let elsewhere = program.folder + "/dotfile"
        try mustSucceed(rename(file, elsewhere))
        try mustSucceed(chmod(elsewhere, 0o644))
        try mustSucceed(symlink(elsewhere, file))
        #expect(try program.run("config", "set", "me", "Ann Lee").status == 0)
        #expect(try read(elsewhere) == "language: de\nme: Ann Lee\n")
        #expect(try mode(of: elsewhere) == 0o644)
        #expect(FileStatus(file, followingLinks: false)?.kind == .link)
        #expect(try program.run("config", "unset", "language").status == 0)
        #expect(try read(file) == "me: Ann Lee\n")
        #expect(try program.run("config", "unset", "language").status == 66)
    }

    @Test func `a file of another system keeps its line breaks`() throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write("me: Ann\r\nlanguage: de\r\nflash: no\r\n", to: file)
        #expect(try program.run("config", "set", "me", "Ben").status == 0)
        #expect(try program.run("config", "unset", "flash").status == 0)
        #expect(try read(file) == "me: Ben\r\nlanguage: de\r\n")
    }

    @Test func `a link to a file that is not there stays`() throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try mustSucceed(symlink(program.folder + "/gone", file))
        let result = try program.run("config", "set", "me", "Ann")
        #expect(result.status == 73 && result.errorLines.count == 1)
        #expect(result.errors.contains("config.yaml is a link to a file that is not there"), "\(result.errors)")
        #expect(FileStatus(file, followingLinks: false)?.kind == .link)
        #expect(!exists(program.folder + "/gone"))
    }

    private func mode(of path: String) throws -> mode_t { try #require(FileStatus(path)).mode }

    @Test(arguments: [
        ("set langage de", "no key 'langage'; did you mean 'language'?"),
        ("set language Deutsch", "language must be a language tag"), ("set keep-audio-days 0", "must be 1 to 36500"),
        ("set me a b", "me takes one value; quote it: 'a b'"),
        ("set keys.list.delte X", "no command 'delte' in keys.list; did you mean 'delete'?"),
        ("set keys.lst.delete X", "no place 'lst' in keys; did you mean 'list'?"),
        ("set keys.list.delete q", "keys.list.delete: q is also the key of list.quit; give one of them another"),
        ("set keys.standup.edit q", "keys.standup.edit: q already has a fixed meaning in standup; choose another key"),
        ("set keys.list.delete ctrl-m", "a terminal cannot tell 'ctrl-m' from enter; use enter"),
        ("set keys.list.delete Ctrl-H", "a terminal cannot tell 'Ctrl-H' from backspace; use backspace"),
        ("set keys.list.delete hyper-x", "no key is called 'hyper-x'"),
        ("set keys.filter.clear-filter x", "x types a character there"),
        ("set keys.list X", "write the name of keys as"),
        ("set me", "set needs a key and a value"), ("get", "get needs a key"), ("sett me Ann", "did you mean 'set'?"),
        ("get me extra", "takes no value"), ("edit", "cannot open an editor without a terminal"),
    ])
    func `a mistake changes nothing`(_ line: String, message: String) throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write("me: Ann # kept\n", to: file)
        let result = try program.run(["config"] + line.split(separator: " ").map(String.init))
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errorLines.count == 1)
        #expect(try read(file) == "me: Ann # kept\n")
    }

    @Test func `two at once both write`() throws {
        let processes = try (0..<8).map {
            try program.start("config", "set", "keys.list.\(Self.commands[$0])", "f\($0 + 2)")
        }
        for process in processes { #expect(wait(for: process) == 0) }
        #expect(try read(file).split(separator: "\n").count == 9)
    }

    private static let commands = ["open", "start", "add", "edit", "delete", "undo", "filter", "devices"]

    @Test func `edit opens the file, says what is wrong, and loses nothing`() throws {
        let editor = program.folder + "/editor"
        func edit(_ script: String, typing: String = "") throws -> Program.Result {
            try write("#!/bin/sh\n\(script)\n", to: editor)
            try mustSucceed(chmod(editor, 0o700))
            return try program.runOnTerminal(
                "config", "edit", typing: typing, environment: ["EDITOR": editor, "TMPDIR": program.folder])
        }
        #expect(try edit("true").output.contains("nothing changed"))
        #expect(!exists(file))
        #expect(try edit("echo 'me: Ann' >> $1").status == 0)
        #expect(try read(file).hasSuffix("\nme: Ann\n"))
        let kept = try edit("echo 'you: Ben' >> $1", typing: "n\n")
        #expect(kept.status == 64)
        #expect(kept.output.contains("no key 'you'") && kept.output.contains("your text is kept in"))
        #expect(try !read(file).contains("you"))
        // The second time, the editor finds what was written the first time, and mends it.
        let mended = try edit(
            "if grep -q you: $1; then sed -i s/you:/input:/ $1; else echo 'you: Ben' >> $1; fi", typing: "\n")
        #expect(mended.status == 0)
        #expect(try read(file).hasSuffix("\nme: Ann\ninput: Ben\n"))
    }

    @Test func `keys are those of the application, its help and standup help keys`() throws {
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        #expect(try program.run("config", "set", "keys.list.delete", "ctrl-x", "f9").status == 0)
        let help = try program.run("help", "keys").output
        #expect(help.contains("\nctrl-x f9  delete "), "\(help)")
        let screen = try program.run("inspect", "standups?help=yes").output
        #expect(screen.contains("^X F9"), "\(screen)")
    }
}
