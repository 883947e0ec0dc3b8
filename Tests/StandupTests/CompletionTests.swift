import ArgumentParser
import Glibc
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Completion` {
    private static func standup(_ number: Int, _ title: String) -> Standup {
        Standup(id: .init(rawValue: "\(number)0000000-0000-4000-8000-000000000000"), title: title)
    }

    @Test func `titles that cannot be typed, or that mean another standup, are offered by their ids`() {
        let titles = ["Daily", "Daily standup", "twice", "Twice", "a\u{1B}[31mb", "line\nbreak", "-rf", "회의 a&b"]
        let standups = titles.enumerated().map { Self.standup($0 + 1, $1) }
        let ids = standups.map(\.id.rawValue)
        #expect(
            CompletionCandidates(shell: .zsh).standups(standups)
                == ["Daily", "Daily standup", ids[2], ids[3], ids[4], ids[5], ids[6], "회의 a&b"])
    }

    @Test func `bash, which does not quote dollar signs, is offered no title with one`() {
        let standup = Self.standup(1, "$(touch x)")
        #expect(CompletionCandidates(shell: .bash).standups([standup]) == [standup.id.rawValue])
        #expect(CompletionCandidates(shell: .fish).standups([standup]) == ["$(touch x)"])
    }

    @Test(
        arguments: zip(
            [CompletionShell.bash, .zsh, .fish],
            [#"'it'\''s: `a\b`'"#, #"it's\: `a\\b`"#, #"it's: `a\b`"#]))
    func `a word is quoted as the shell's completion function wants it`(_ shell: CompletionShell, escaped: String) {
        #expect(CompletionCandidates(shell: shell).escaped(#"it's: `a\b`"#) == escaped)
    }

    @Test func `meetings are latest, each standup's newest, and all of the typed standup`() {
        let (daily, retro, idle) = (Self.standup(1, "Daily"), Self.standup(2, "Retro"), Self.standup(3, "Idle"))
        let counts = [daily.id: 2, retro.id: 1]
        let candidates = CompletionCandidates(shell: .zsh)
        func offered(_ prefix: String) -> [String] {
            candidates.meetings(counts, of: [daily, retro, idle], prefix: prefix)
        }
        #expect(offered("") == ["latest", "Daily/1", "Retro/1"])
        #expect(offered("Dai") == ["latest", "Daily/1", "Daily/2", "Retro/1"])
        #expect(offered("daily/") == ["latest", "Daily/1", "Daily/2", "Retro/1"])
        #expect(candidates.meetings([:], of: [daily], prefix: "") == [])
    }

    @Test func `attendees with the same name differ, and one that cannot be typed is left out`() {
        #expect(
            CompletionCandidates(shell: .fish).attendees(["Ann", "Ben", "ben", "a\tb", "Jörg"])
                == ["Ann", "Ben#1", "ben#2", "Jörg"])
    }

    @Test(arguments: [
        (#"Design\ review"#, "Design review"), (#""Design review""#, "Design review"), ("'it'\\''s'", "it's"),
        (#""a\"b\c""#, #"a"b\c"#), (#""open"#, "open"), ("end\\", "end"), ("", ""), ("'a\"b'", "a\"b"),
    ])
    func `words are read as the shell would read them`(_ typed: String, word: String) {
        let request = CompletionRequest(words: ["standup", "show", typed], prefix: typed, shell: .bash, version: "5")
        #expect(request.words.last == word)
        #expect(request.prefix == word)
        let fish = CompletionRequest(words: [typed], prefix: typed, shell: .fish, version: "3.6.0")
        #expect(fish.words == [typed])
    }

    // MARK: The program

    private func complete(
        _ program: Program, _ command: String, _ argument: String, typed: [String], shell: String = "fish"
    ) throws -> Program.Result {
        let words = ["standup", command] + typed
        return try program.run(
            ["---completion", command, "--", argument, "\(words.count - 1)", "0"] + words,
            environment: ["SAP_SHELL": shell, "SAP_SHELL_VERSION": "3.6.0"])
    }

    @Test func `the program answers with standups, attendees and meetings`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
        #expect(try complete(program, "start", "positional@0", typed: [""]).output == "Daily\n")
        let removed = try complete(program, "edit", "--remove", typed: ["Daily", "--remove", ""])
        #expect(removed.output == "Ann\nBen\nCleo\n")
        #expect(try complete(program, "meeting", "positional@0", typed: [""]).output == "latest\nDaily/1\n")
        #expect(
            try complete(program, "export", "--speaker", typed: ["Daily/1", "--speaker", ""]).output
                == "Ann\nBen\nCleo\n")
        #expect(
            try complete(program, "open", "positional@0", typed: [""]).output
                == "standups\nstandups/add\ndevices\nstandup/Daily\n")
        let elsewhere = program.folder + "/elsewhere"
        #expect(try program.run("create", "Other", "--data", elsewhere).status == 0)
        #expect(
            try complete(program, "start", "positional@0", typed: ["--data", elsewhere, ""]).output == "Other\n")
    }

    @Test func `without data nothing is suggested, printed or created`() throws {
        let program = try Program()
        let result = try complete(program, "start", "positional@0", typed: [""])
        #expect((result.output, result.errors) == ("\n", ""))
        #expect(!exists(program.data))
    }

    @Test func `unreadable data, configuration or requests print nothing`() throws {
        let program = try Program()
        try mustSucceed(mkdir(program.data, 0o700))
        try write(String(repeating: "no database ", count: 100), to: program.data + "/standup.db")
        let unreadable = try complete(program, "start", "positional@0", typed: [""])
        #expect((unreadable.output, unreadable.errors) == ("\n", ""))
        #expect(try read(program.data + "/standup.db").hasPrefix("no database"))
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write("dta: x\n", to: program.folder + "/config/standup/config.yaml")
        let configuration = try complete(program, "start", "positional@0", typed: [""])
        #expect((configuration.output, configuration.errors) == ("\n", ""))
        let odd = try program.run("---completion", "start", "--", "--no-such-option")
        #expect((odd.output, odd.errors) == ("", ""))
        #expect(odd.status != 0)
    }
}
