import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `standup update` {
    let program: Program

    init() throws {
        program = try Program()
        try mustSucceed(program.run("create", "Daily", "Ann", "Ben", "--length", "20s").status)
    }

    private func waiting(_ arguments: String...) throws -> [JSON] {
        try JSON(program.run(["update", "Daily", "--show", "--json"] + arguments).output).elements
    }

    @Test func `stores a text, and shows, replaces and deletes it`() throws {
        #expect(try program.run("update", "daily", "--as", "ann", "I", "fixed it").status == 0)
        #expect(try waiting().map { $0["text"] } == ["I fixed it"])
        let again = try program.run(["update", "Daily", "--as", "Ann", "-"], input: "one\r\ntwo\u{1b}[2J\n\n")
        #expect(again.status == 0 && again.errors == "The update of Ann waits for the next meeting of Daily.\n")
        #expect(try program.run("update", "Daily", "--show").output == "Ann\n  one\n  two[2J\n")
        #expect(try program.run("list").errors == "Updates wait for Daily: Ann\n")
        #expect(try program.run("show", "Daily").output.contains("Updates for the next meeting\n  Ann: one\n"))
        #expect(try JSON(program.run("show", "Daily", "--json").output)["updates"]?.elements.count == 1)
        #expect(try program.run("update", "Daily", "--as", "Ann", "--delete").status == 0)
        #expect(try program.run("update", "Daily", "--as", "Ann", "--delete").status == 66)
        #expect(try program.run("update", "Daily", "--show").status == 66)
        #expect(try program.run("update", "Daily").status == 66)
    }

    // MARK: In the editor

    /// Runs update on a terminal, with a shell script for an editor that finds the text in `$1`.
    private func edit(_ script: String) throws -> Program.Result {
        let path = program.folder + "/editor"
        try write("#!/bin/sh\n\(script)\n", to: path)
        try mustSucceed(chmod(path, 0o700))
        return try program.runOnTerminal(
            "update", "Daily", "--as", "Ann", environment: ["EDITOR": path, "TMPDIR": program.folder])
    }

    private var textsLeft: [String] { names(in: program.folder).filter { $0.hasPrefix("standup-") } }

    @Test func `opens in the editor, which gets the text that waits`() throws {
        let new = try edit("test ! -s \"$1\" && printf 'I fixed it.\\n\\nToday: tests.\\n' > \"$1\"")
        #expect(new.status == 0 && new.output == "The update of Ann waits for the next meeting of Daily.\r\n")
        #expect(try waiting().map { $0["text"] } == ["I fixed it.\n\nToday: tests."])
        let changed = try edit("sed -i 's/fixed/tested/' \"$1\"")
        #expect(changed.status == 0, "\(changed.output)")
        #expect(try waiting().map { $0["text"] } == ["I tested it.\n\nToday: tests."])
        #expect(textsLeft.isEmpty)
    }

    @Test(arguments: ["true", ": > \"$1\"", "echo >> \"$1\""])
    func `stays as it is after an editor that changed or left nothing`(script: String) throws {
        try mustSucceed(program.run("update", "Daily", "--as", "Ann", "I fixed it.").status)
        let before = try waiting()
        let result = try edit(script)
        #expect(result.status == 0 && result.output == "Nothing was changed.\r\n", "\(result.output)")
        #expect(try waiting() == before && textsLeft.isEmpty)
    }

    @Test(arguments: [
        ("echo much > \"$1\"; exit 3", 1, "failed (exit code 3); set EDITOR to another"),
        ("head -c 4001 /dev/zero | tr '\\0' x > \"$1\"", 64, "the update has 4001 characters; shorten it to 4000"),
        ("printf '\\377' > \"$1\"", 1, "UTF-8"),
    ])
    func `that cannot be stored is kept in a file, which the error names`(
        script: String, status: Int32, error: String
    ) throws {
        try mustSucceed(program.run("update", "Daily", "--as", "Ann", "I fixed it.").status)
        let before = try waiting()
        let result = try edit(script)
        #expect(result.status == status && result.output.contains(error), "\(result.status) \(result.output)")
        let kept = try #require(textsLeft.first)
        #expect(result.output.hasSuffix("; your text is kept in \(program.folder)/\(kept)\r\n"), "\(result.output)")
        #expect(try bytes(of: program.folder + "/" + kept).count != "I fixed it.".utf8.count)
        #expect(try waiting() == before)
    }

    @Test(arguments: [
        (["--as", "Zed", "x"], 66, "no attendee matches 'Zed'; choose one of: Ann, Ben"),
        (["--as", "Ann", " ", "\t"], 64, "the update is empty"),
        (
            ["--as", "Ann", String(repeating: "x", count: 4_001)], 64,
            "the update has 4001 characters; shorten it to 4000"
        ),
        (["--as", "Ann"], 64, "cannot open an editor without a terminal"),
        (["x"], 64, "say who writes: --as NAME"),
        (["--as", "Ann", "x", "--show"], 64, "--show and --delete take no text"),
    ])
    func `refuses what is wrong in a line`(_ arguments: [String], _ status: Int32, _ error: String) throws {
        let result = try program.run(["update", "Daily"] + arguments)
        #expect(result.status == status && result.errors.contains(error), "\(result.errors)")
        #expect(try waiting().isEmpty)
    }

    @Test func `refuses a megabyte, and bytes that are no text`() throws {
        for input in [String(repeating: "x", count: 1 << 20), String(repeating: "x", count: 3 << 20)] {
            let result = try program.run(["update", "Daily", "--as", "Ann", "-"], input: input)
            #expect(result.status == 64 && result.errors.contains("shorten it to 4000"), "\(result.errors)")
        }
        #expect(try waiting().isEmpty)
    }

    @Test func `is in the meeting, its events and its minutes, and waits no longer`() throws {
        try mustSucceed(
            program.run("update", "Daily", "--as", "Ann", "Today I'll test the search.\nבדיקה").status)
        let held = try program.run(
            "start", "Daily", "--headless", "--clock", "virtual", "--input", "none", "--output", "none", "--events")
        let shown = held.output.split(separator: "\n").filter { $0.contains("update.shown") }
        #expect(shown.count == 1, "\(held.output) \(held.errors)")
        #expect(try waiting().isEmpty)
        let minutes = try program.run("minutes", "latest").output
        #expect(minutes.contains("Ann\n  wrote  Today I'll test the search.\n  wrote  בדיקה\n"), "\(minutes)")
        let points = try JSON(program.run("points", "--json").output).elements
        #expect(points.map { $0["text"] } == ["Today I'll test the search."])
        #expect(try program.run("search", "search").output.contains("the update of Ann"))
        let exported = try program.run("export", "latest", "--format", "json", "--to", program.folder + "/m.json")
        #expect(exported.status == 0, "\(exported.errors)")
        let before = try JSON(program.run("meeting", "latest", "--json").output)["updates"]
        #expect(before?.elements.count == 1)
        try mustSucceed(program.run("delete-meeting", "Daily/1", "--yes").status)
        let imported = try program.run("import", program.folder + "/m.json")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try JSON(program.run("meeting", "latest", "--json").output)["updates"] == before)
    }
}
