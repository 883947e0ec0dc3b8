import Foundation
import Glibc
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory

@Suite(.timeLimit(.minutes(10)))
struct `Correcting a transcript` {
    let program: Program
    let seed: Seed
    let meeting = Seed.meeting(1)

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(meeting, recorded: false)
    }

    private func shown() throws -> [Utterance] { try #require(try seed.store.meeting(meeting.id)).transcript }

    private var versions: Int { get throws { try seed.store.transcriptVersions(of: meeting.id).count } }

    /// Runs correct on a terminal, with a shell script for an editor that finds the text in `$1`.
    private func edit(_ script: String, _ arguments: String...) throws -> Program.Result {
        let path = program.folder + "/editor"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
        #expect(chmod(path, 0o700) == 0)
        return try program.runOnTerminal(
            "correct", "latest", environment: ["EDITOR": path, "TMPDIR": program.folder])
    }

    private var textsLeft: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: program.folder).filter { $0.hasPrefix("standup-") }
        }
    }

    @Test func `an utterance gets other words, in a new transcript`() throws {
        let result = try program.run("correct", "latest", "--utterance", "1", "--text", "the  log-in page")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output == """
                Transcript 2 of Daily (correction of 1, 8 words) is now current. \
                Compare: standup transcripts 1f2a0000 --compare 1 2

                """)
        #expect(try shown().map(\.text) == ["the log-in page", "nothing blocks me", "search works"])
        let words = try #require(try shown().first).words
        #expect(words.map(\.start) == [.milliseconds(400), .milliseconds(700), .seconds(1)])
        let before = try seed.store.transcript(of: meeting.id, version: 1).map(\.utterance)
        #expect(before == meeting.transcript)
    }

    @Test func `concurrent corrections are all kept`() throws {
        let processes = try (1...3).map { number in
            try program.start("correct", "latest", "--utterance", "\(number)", "--text", "corrected \(number)")
        }
        let ends = processes.map { TestSupport.wait(for: $0) }
        #expect(ends.contains(0) && ends.allSatisfy { $0 == 0 || $0 == 1 }, "\(ends)")
        let texts = try shown().map(\.text)
        for (index, end) in ends.enumerated() { #expect((texts[index] == "corrected \(index + 1)") == (end == 0)) }
    }

    @Test func `an utterance is taken out, or moved to another attendee, with other words or as it is`() throws {
        let moved = try program.run("correct", "latest", "--utterance", "2", "--speaker", "ben", "--json")
        #expect(moved.status == 0)
        let document = try JSON(moved.output)
        #expect(document["number"] == 2)
        #expect(document["correctionOf"] == 1)
        #expect(try shown().map(\.attendee) == [Seed.ann.id, Seed.ben.id, Seed.ben.id])
        #expect(
            try program.run("correct", "latest", "--utterance", "3", "--text", "-", "--speaker", "Cleo").status == 0)
        #expect(try shown().last?.text == "-")
        #expect(try shown().last?.attendee == Seed.cleo.id)
        #expect(try program.run("correct", "latest", "--utterance", "1", "--text", " ").status == 0)
        #expect(try shown().count == 2)
    }

    @Test func `words are replaced throughout, whole words only, and a term is suggested`() throws {
        let first = try program.run("correct", "latest", "--replace", "LOGIN page", "--with", "Kubernetes")
        #expect(first.status == 0)
        #expect(first.errors == "")
        #expect(try shown().first?.text == "the Kubernetes")
        #expect(try program.run("correct", "latest", "--replace", "block", "--with", "x").status == 66)
        #expect(try program.run("correct", "latest", "--utterance", "3", "--text", "work, works (work).").status == 0)
        let second = try program.run("correct", "latest", "--replace", "work", "--with", "Jira board")
        #expect(try shown().last?.text == "Jira board, works (Jira board).")
        #expect(
            second.errors == """
                standup: note: 'Jira board' was heard wrong 2 times ('work'); to recognize it from now on, add it as a \
                term: standup edit Daily --add-term 'Jira board'

                """)
        #expect(try program.run("edit", "Daily", "--add-term", "Jira board").status == 0)
        #expect(try program.run("correct", "latest", "--replace", "jira board", "--with", "").errors == "")
        #expect(try shown().last?.text == "works")
    }

    @Test func `words corrected in two meetings are suggested as a term`() throws {
        #expect(try program.run("correct", "latest", "--utterance", "1", "--text", "the Postgres page").errors == "")
        try seed.hold(Seed.meeting(2))
        let second = try program.run("correct", "latest", "--replace", "login", "--with", "postgres.")
        #expect(
            second.errors == """
                standup: note: 'postgres' was heard wrong 2 times ('login'); to recognize it from now on, add it as a \
                term: standup edit Daily --add-term postgres

                """)
    }

    @Test func `an invalid correction is one line, and changes nothing`() throws {
        let id = "1f2a0000"
        let cases: [([String], Int32, String)] = [
            (
                ["--utterance", "4", "--text", "x"], 66,
                "no utterance 4; choose 1 to 3, as numbered by: standup meeting \(id) --numbers"
            ),
            (["--utterance", "0", "--text", "x"], 66, "no utterance 0; choose 1 to 3"),
            (
                ["--utterance", "1", "--speaker", "Zed"], 66,
                "no attendee matches 'Zed'; choose one of: Ann, Ben, Cleo"
            ),
            (["--replace", "nothing there", "--with", "x"], 66, "'nothing there' is not in the transcript of"),
            (["--replace", "…", "--with", "x"], 64, "--replace needs the words to look for, not '…'"),
            (["--replace", "x"], 64, "--replace and --with must be used together"),
            (["--text", "x"], 64, "--utterance needs --text, --speaker or both"),
            (["--utterance", "1"], 64, "--utterance needs --text, --speaker or both"),
            (["--utterance", "1", "--replace", "a", "--with", "b"], 64, "--replace applies to the whole"),
            ([], 64, "cannot open an editor without a terminal"),
        ]
        for (arguments, status, message) in cases {
            let result = try program.run(["correct", "latest"] + arguments)
            #expect(result.status == status, "\(arguments)")
            #expect(result.output == "")
            #expect(result.errorLines.count == 1)
            #expect(result.errors.contains(message), "\(result.errors)")
        }
        let same = try program.run("correct", "latest", "--utterance", "1", "--text", "the login page")
        #expect(same.status == 0)
        #expect(same.errors == "standup: note: nothing changed\n")
        #expect(try program.run("correct", "nowhere", "--utterance", "1", "--text", "x").status == 66)
        #expect(try versions == 1)
    }

    @Test func `a meeting without a transcript says how to get one, and a running meeting must end first`() throws {
        var silent = Seed.meeting(2)
        silent.transcript = []
        try seed.hold(silent)
        let result = try program.run("correct", "latest", "--utterance", "1", "--text", "x")
        #expect(result.status == 66)
        #expect(result.errors.contains("has no words to correct; transcribe it with: standup transcribe 2f2a0000"))
        var mute = Seed.meeting(4)
        mute.transcript = []
        try seed.hold(mute, recorded: false)
        let without = try program.run("correct", "latest", "--utterance", "1", "--text", "x")
        #expect(without.status == 66)
        #expect(without.errors.contains(" has no words to correct, and no recording to transcribe; choose another"))
        let live = Seed.meeting(5, state: .live)
        let lock = try seed.lock(live)
        defer { lock?.release() }
        try seed.hold(live)
        let running = try program.run("correct", "latest", "--utterance", "1", "--text", "x")
        #expect(running.status == 1)
        #expect(running.errors.contains("is still running; correct it when it has ended"))
    }

    @Test func `in an editor words, speakers and lines are changed at once`() throws {
        let result = try edit(
            """
            cp "$1" \(program.folder)/seen
            sed -i -e 's/login/search/' -e '/nothing blocks/d' -e 's/^\\[Ben\\]/[cleo]/' "$1"
            """)
        #expect(result.status == 0, "\(result.output)")
        #expect(try shown().map(\.text) == ["the search page", "search works"])
        #expect(try shown().map(\.attendee) == [Seed.ann.id, Seed.cleo.id])
        let seen = try String(contentsOfFile: program.folder + "/seen", encoding: .utf8)
        #expect(
            seen.hasSuffix(
                """
                # Names: [Ann] [Ben] [Cleo]

                [Ann]
                1  0:00  the login page
                2  0:05  nothing blocks me

                [Ben]
                3  0:09  search works

                """), "\(seen)")
        #expect(try textsLeft == [])
        #expect(try versions == 2)
    }

    @Test(arguments: ["true", ": > \"$1\"", "sed -i '/^[0-9]/d' \"$1\"", "sed -i 's/  */ /g' \"$1\""])
    func `a text that says nothing new changes nothing`(script: String) throws {
        let result = try edit(script)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("nothing changed"))
        #expect(try versions == 1)
        #expect(try textsLeft == [])
    }

    /// The meeting with an interjection from the call during the first turn.
    private func holdWithInterjection() throws {
        var other = Seed.meeting(2)
        let own = other.transcript[0]
        other.transcript.insert(
            Utterance(
                attendee: own.attendee, start: own.end, end: own.end + .seconds(1), text: "good point",
                recognizer: own.recognizer, words: [], channel: .call, isInterjection: true), at: 1)
        try seed.hold(other, recorded: false)
    }

    @Test func `an interjection is under its side, and belongs to an attendee under whose name it is moved`() throws {
        try holdWithInterjection()
        let unchanged = try edit("grep -q '^\\[from the call\\]$' \"$1\"")
        #expect(unchanged.status == 0, "\(unchanged.output)")
        let moved = try edit("sed -i '/^\\[from the call\\]$/d' \"$1\"")
        #expect(moved.status == 0, "\(moved.output)")
        let transcript = try #require(try seed.store.meeting(Seed.meeting(2).id)).transcript
        #expect(transcript.allSatisfy { !$0.isInterjection })
        #expect(transcript[1].text == "good point" && transcript[1].attendee == transcript[0].attendee)
        #expect(try program.run("search", "good", "--speaker", "Ann").output.contains("Ann at"))
    }

    @Test func `what an attendee said cannot become an interjection`() throws {
        try holdWithInterjection()
        let refused = try edit("sed -i 's/^\\[Ann\\]$/[from the call]/' \"$1\"")
        #expect(refused.status != 0)
        #expect(refused.output.contains("can only move under a name"), "\(refused.output)")
    }

    @Test(
        arguments: [
            ("sed -i 's/^1 /one /' \"$1\"", "it must be a [NAME] or begin with a number or #"),
            ("sed -i 's/^3 /2 /' \"$1\"", "utterance 2 appears twice"),
            ("sed -i 's/^3 /9 /' \"$1\"", "there is no utterance 9, only 1 to 3"),
            ("sed -i 's/^3 /-9223372036854775808 /' \"$1\"", "there is no utterance -9223372036854775808"),
            ("sed -i 's/^.Ben.$/[Zed]/' \"$1\"", "no attendee is called 'Zed'"), ("exit 3", "failed (exit code 3)"),
        ]
    ) func `a text that cannot be understood is kept`(script: String, message: String) throws {
        let result = try edit(script)
        #expect(result.status == 1)
        #expect(result.output.contains(message), "\(result.output)")
        let left = try textsLeft
        #expect(left.count == 1)
        #expect(result.output.contains("your text is kept in \(program.folder)/\(left.first ?? "")"))
        #expect(try versions == 1)
    }

    @Test func `a transcript that another program has changed meanwhile is left alone`() throws {
        let result = try edit(
            """
            \(Program.path) correct latest --utterance 1 --text other </dev/null >/dev/null 2>&1
            sed -i 's/login/search/' "$1"
            """)
        #expect(result.status == 1)
        #expect(result.output.contains("another program has made transcript"), "\(result.output)")
        #expect(try shown().first?.text == "other")
        #expect(try versions == 2)
        #expect(try textsLeft.count == 1)
    }

    @Test func `meeting --numbers shows the numbers that correct takes`() throws {
        let result = try program.run("meeting", "latest", "--numbers")
        #expect(result.output.contains("     2    0:05  nothing blocks me"))
        #expect(try !program.run("meeting", "latest").output.contains("2    0:05"))
    }

    @Test func `the documents contain the original words of corrections`() throws {
        var corrected = Seed.meeting(2)
        let word = Word(text: "Jon", start: .seconds(1), end: .seconds(2), confidence: 0.5, heard: "john")
        corrected.transcript = [
            Utterance(
                attendee: Seed.ann.id, start: .seconds(1), end: .seconds(2), text: "Jon", recognizer: "x", words: [word]
            )
        ]
        try seed.hold(corrected)
        let expected: JSON = ["text": "Jon", "start": 1, "end": 2, "confidence": 0.5, "heard": "john"]
        let meeting = try JSON(program.run("meeting", "latest", "--json").output)
        #expect(meeting["transcript"]?.elements.first?["words"]?.elements == [expected])
        let export = try JSON(program.run("export", "latest", "--to", "-", "--format", "json").output)
        #expect("\(export)".contains("john"))
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `The vocabulary of a standup` {
    @Test func `is given at the start, changed and shown`() throws {
        let program = try Program()
        let created = try program.run(
            "create", "Daily", "Ann", "--term", "Kubernetes", "--term", " pull   request ", "--json")
        #expect(try JSON(created.output)["vocabulary"] == ["Kubernetes", "pull request"])
        let edited = try program.run(
            "edit", "Daily", "--remove-term", "KUBERNETES", "--add-term", "Pull Request", "--add-term", "Jira", "--json"
        )
        #expect(try JSON(edited.output)["vocabulary"] == ["Pull Request", "Jira"])
        #expect(try program.run("show", "Daily").output.contains("  vocabulary   Pull Request, Jira\n"))
        #expect(try program.run("edit", "Daily", "--remove-term", "Jira", "--remove-term", "pull request").status == 0)
        #expect(try program.run("show", "Daily").output.contains("  vocabulary   the attendees' names\n"))
    }

    @Test(
        arguments: [
            (["--add-term", " "], 64, "a term needs a letter or a digit"),
            (["--add-term", "a,b"], 64, "contains a comma; add each term by itself"),
            (["--add-term", String(repeating: "x", count: 201)], 64, "is too long; use at most 200 characters"),
            (["--remove-term", "nix"], 66, "no term 'nix'; there are none"),
        ]
    ) func `refuses terms that cannot be pronounced`(arguments: [String], status: Int32, message: String) throws {
        let program = try Program()
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        let result = try program.run(["edit", "Daily"] + arguments)
        #expect(result.status == status)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
