import Glibc
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct `Bad input gets one clear line and the right exit code` {
    let program: Program

    init() throws { program = try Program() }

    @Test(arguments: [
        (["nonsense"], 64, "standup: unknown command 'nonsense'; see: standup --help"),
        (["strat", "Daily"], 64, "standup: unknown command 'strat'; did you mean 'start'? See: standup --help"),
        (["meting"], 64, "standup: unknown command 'meting'; did you mean 'meeting'? See: standup --help"),
        (["trans", "latest"], 64, "standup: unknown command 'trans'; did you mean 'transcribe' or 'transcripts'? See"),
        (["start", "--plain"], 64, "standup: '--plain' is no option of this command but a setting; set it with: "),
        (["list", "--on-turn"], 64, "standup: '--on-turn' is no option of this command but a setting; set it with: "),
        (["rm"], 64, "standup: unknown command 'rm'; did you mean 'delete'? See: standup --help"),
        (["grep", "x"], 64, "standup: unknown command 'grep'; did you mean 'search'? See: standup --help"),
        (["find"], 64, "standup: unknown command 'find'; did you mean 'search'? See: standup --help"),
        (["add"], 64, "standup: unknown command 'add'; did you mean 'create'? See: standup --help"),
        (["record"], 64, "standup: unknown command 'record'; did you mean 'start'? See: standup --help"),
        (["undo"], 64, "standup: unknown command 'undo'; to take back what you delete in the application, press u"),
        (["-v"], 64, "standup: unknown option '-v'; did you mean '--version'? See: standup --help"),
        (["\u{1B}[31m"], 64, "standup: unknown command '\u{FFFD}[31m'; see: standup --help"),
        (["create"], 64, "standup: missing expected argument '<title>'; see: standup create --help"),
        (["search"], 64, "standup: missing expected argument '<text> ...'; see: standup search --help"),
        (
            ["show", "D", "--jason"], 64,
            "standup: unknown option '--jason'; did you mean '--json'? See: standup show --help"
        ),
        (["show", "D", "--foo"], 64, "standup: unknown option '--foo'; see: standup show --help"),
        (["list", "--lengt"], 64, "standup: unknown option '--lengt'; see: standup list --help"),
        (
            ["import", "x.wav", "--titel", "D"], 64,
            "standup: unknown option '--titel'; did you mean '--title'? See: standup import --help"
        ),
        (
            ["create", "D", "--theme", "pink"], 64,
            "standup: the value 'pink' is invalid for '--theme <theme>'"
        ),
        (["create", "D", "--length", "soon"], 64, "standup: the value 'soon' is invalid for '--length"),
        (["create", "D", "--length", "0"], 64, "standup: the value '0' is invalid for '--length"),
        (["create", "D", "--length", "-5m"], 64, "standup: "),
        (["create", "D", "--length", "9.999s"], 64, "standup: the length must be 10s to 8h, not 9.999s"),
        (["create", "D", "--length", "8h1s"], 64, "standup: the length must be 10s to 8h, not 8h1s"),
        (
            ["create", "D", "--length", "99999999999999999999h"], 64,
            "standup: the value '99999999999999999999h' is invalid"
        ),
        (["create", "D", "--language", "not a tag"], 64, "standup: the value 'not a tag' is invalid"),
        (["create", "D", "--language", "xx"], 64, "standup: the value 'xx' is invalid for '--language"),
        (["create", "D", "--language", "Deutsch"], 64, "standup: the value 'Deutsch' is invalid"),
        (
            ["create", "D", "--warning", "none", "--warning", "3s"], 64,
            "standup: --warning none cannot be combined with other warnings"
        ),
        (
            ["config", "interface-language", "de"], 64,
            "standup: 'interface-language' is a setting; did you mean: standup config set interface-language de"
        ),
        (["create", ""], 64, "standup: the title is empty; use 1 to 200 characters"),
        (["create", " \t\u{200B}"], 64, "standup: the title is empty"),
        (["create", "D", String(repeating: "x", count: 10_000)], 64, "standup: the name 'xxx"),
        (["create", String(repeating: "é", count: 10_000)], 64, "standup: the title 'ééé"),
        (["create", "D"] + Array(repeating: "x", count: 1001), 64, "standup: too many attendees (1001)"),
        (["create", "D", "--data", ""], 64, "standup: --data needs the name of a folder"),
        (["inspect", "x"], 64, "standup: no screen x; write an address like standups, standup/3, standup/3/edit"),
        (["open", "standup/%ZZ"], 64, "standup: cannot read the address standup/%ZZ; write %25 for a percent sign"),
        (["show", "D"], 66, "standup: no standup matches 'D'; list them with: standup list"),
        (["show", ""], 66, "standup: no standup matches '\"\"'; list them with: standup list"),
        (["delete", "D", "--yes"], 66, "standup: no standup matches 'D'"),
        (["meetings", "D"], 66, "standup: no standup matches 'D'"),
        (["meeting", "latest"], 66, "standup: no meetings yet"),
        (["meeting", "D/1"], 66, "standup: no standup matches 'D'"),
        (["meeting", "ffff"], 66, "standup: no meeting matches 'ffff'; list them with: standup meetings"),
        (["delete-meeting", "latest", "--yes"], 66, "standup: no meetings yet"),
        (["export", "latest", "--to", "x.wav"], 66, "standup: no meetings yet"),
    ])
    func `a wrong command line`(_ arguments: [String], status: Int, message: String) throws {
        let result = try program.run(arguments)
        #expect(result.status == Int32(status), "\(result.errors)")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
        #expect(result.errors.count < 400)
        #expect(result.output == "")
        #expect(try JSON(try program.run("list", "--json").output) == [])
    }

    @Test(arguments: [
        "Zoë 🦖👩‍👩‍👧", "שלום עולם", "ann\u{1B}[31m\u{7}red", "two\nlines", "\u{202E}reversed", "c1\u{9B}31m", "tab\tbed",
    ])
    func `control sequences are kept as typed, and never sent raw`(_ name: String) throws {
        #expect(try program.run("create", name, name).status == 0)
        let document = try program.run("show", name, "--json")
        #expect(try JSON(document.output)["title"] == .string(name))
        let outputs = [
            document.output, try program.run("list").output, try program.run("show", name).output,
            try program.run("delete", name).errors, try program.run("show", name + "x").errors,
            try program.run("create", "D", "--theme", name).errors,
            try program.run("edit", name, "--remove", name + "x").errors,
        ]
        for output in outputs {
            #expect(!output.isEmpty)
            let unsafe = output.unicodeScalars.filter { scalar in
                scalar != "\n" && (scalar.properties.generalCategory == .control || scalar == "\u{202E}")
            }
            #expect(unsafe.isEmpty, "\(output.debugDescription)")
        }
    }

    @Test func `a folder that cannot be created is exit code 73`() throws {
        try write("", to: program.folder + "/file")
        let result = try program.run("create", "D", "--data", program.folder + "/file/data")
        #expect(result.status == 73)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(program.folder + "/file"))
    }

    @Test func `a file that is not a history is left untouched`() throws {
        try mustSucceed(mkdir(program.data, 0o700))
        let database = program.data + "/standup.db"
        let text = String(repeating: "this is no database\n", count: 500)
        try write(text, to: database)
        for arguments in [["list"], ["create", "D", "Ann"], ["meetings", "--json"]] {
            let result = try program.run(arguments)
            #expect(result.status == 1)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.hasPrefix("standup: cannot read the history \(database)"))
            #expect(result.output == "")
        }
        #expect(try read(database) == text)
    }

    @Test func `output that cannot be written is exit code 73`() throws {
        _ = try program.run("create", "D", "Ann")
        let result = try program.run("list", output: "/dev/full")
        #expect(result.status == 73)
        #expect(
            result.errors == """
                standup: cannot write standard output (No space left on device); free some disk space or redirect it \
                elsewhere

                """)
    }

    @Test func `a reader that has gone away ends the program without a word`() throws {
        for number in 1...20 {
            try Seed(program).store.save(Standup(id: .init(rawValue: "\(number)"), title: "S\(number)"))
        }
        var ends: [Int32] = [0, 0]
        try mustSucceed(pipe(&ends))
        close(ends[0])
        let errors = program.folder + "/errors"
        let descriptor = open(errors, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let process = try program.start("list", descriptors: [0, ends[1], descriptor])
        close(ends[1])
        close(descriptor)
        #expect(wait(for: process) == 128 + SIGPIPE)
        #expect(try read(errors) == "")
    }

    @Test func `only the user can read the files and folders`() throws {
        _ = try program.run("create", "D", "Ann")
        #expect(mode(program.data) == 0o700)
        for name in names(in: program.data) {
            #expect(mode(program.data + "/" + name) & 0o077 == 0, "\(name)")
        }
    }

    private func mode(_ path: String) -> mode_t { FileStatus(path)?.mode ?? 0o777 }
}
