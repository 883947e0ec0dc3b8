import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `search` {
    /// A data folder with three meetings of Daily, in each of which the login page is spoken of, and one of Weekly.
    private func filled() throws -> Program {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        for number in 1...3 { try seed.hold(Seed.meeting(number), recorded: false) }
        var weekly = Seed.daily
        weekly = Standup(id: .init(rawValue: "51000000"), title: "Weekly", attendees: [Seed.ann])
        try seed.store.save(weekly)
        try seed.hold(Seed.meeting(4, of: weekly), recorded: false)
        return program
    }

    @Test func `each hit is a line with the place, and the text with the match in brackets`() throws {
        let program = try filled()
        let result = try program.run("search", "login", "page", "--standup", "daily")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.output == """
                1  Daily, 2026-02-06 09:30, Ann at 0:00 (3f2a0000)
                   the [login] [page]
                2  Daily, 2026-02-05 09:30, Ann at 0:00 (2f2a0000)
                   the [login] [page]
                3  Daily, 2026-02-04 09:30, Ann at 0:00 (1f2a0000)
                   the [login] [page]

                """)
    }

    @Test func `--json gives every hit with its offset and its matches in code points`() throws {
        let program = try filled()
        let result = try program.run("search", "works OR weekly", "--since", "2026-02-07", "--json")
        let hits = try JSON(result.output).elements
        #expect(hits.count == 2)
        let utterance = try #require(hits.first { $0["kind"] == "utterance" })
        #expect(
            utterance == [
                "kind": "utterance", "meeting": "4f2a0000-0000-4000-8000-000000000004",
                "standup": ["id": "51000000", "title": "Weekly"], "startedAt": "2026-02-07T09:30:00.125+01:00",
                "attendee": .string(Seed.ben.id.rawValue), "name": "Ben", "start": 9.1, "end": 10.1,
                "text": "search works", "matches": [["start": 7, "end": 12]],
            ])
        let title = try #require(hits.first { $0["kind"] == "title" })
        #expect(title["attendee"] == nil as JSON)
        #expect(title["text"] == "Weekly")
        #expect(try program.run("search", "absent", "--json").output == "[\n\n]\n")
    }

    @Test func `it can be kept to a speaker and to days`() throws {
        let program = try filled()
        func count(_ arguments: String...) throws -> Int {
            let result = try program.run(["search", "--json"] + arguments)
            return try [0, 66].contains(result.status) ? JSON(result.output).elements.count : -1
        }
        #expect(try count("works", "--speaker", "ben") == 4)
        #expect(try count("works", "--speaker", "Ann") == 0)
        #expect(try count("works", "--since", "2026-02-05", "--until", "2026-02-06") == 2)
        #expect(try count("works", "--until", "2026-02-04") == 1)
        #expect(try count("works", "--since", "today") == 0)
        #expect(try count("login works") == 0)
        #expect(try count("login", "works", "--any") == 8)
        #expect(try count("login OR works", "--limit", "3") == 3)
        #expect(try count("login OR works", "--skip", "6") == 2)
    }

    @Test func `pages say that there is more, and hits keep their numbers`() throws {
        let program = try filled()
        let first = try program.run("search", "login", "--limit", "3")
        #expect(first.errors == "More hits: --skip 3\n")
        let second = try program.run("search", "login", "--limit", "3", "--skip", "3")
        #expect(second.errors == "")
        #expect(second.output.hasPrefix("4  Daily, 2026-02-04"))
        #expect(try program.run("search", "login", "--skip", "9").errors == "Nothing more found.\n")
        let none = try program.run("search", "absent")
        #expect(none.status == 66)
        #expect(none.output == "")
        #expect(none.errors == "Nothing found.\n")
        let misspelt = try program.run("search", "loggin", "worsk")
        #expect(misspelt.status == 66 && misspelt.errors == "Nothing found; did you mean: standup search login works\n")
    }

    @Test(arguments: [
        (["search", "\"\"", "*", "OR"], 64, "nothing to search for in '\"\" * OR'; give at least one word"),
        (["search", ""], 64, "nothing to search for in '\"\"'; give at least one word"),
        (["search", "x", "--speaker", "Zed"], 66, "no attendee matches 'Zed'; choose one of: "),
        (["search", "x", "--standup", "Zed"], 66, "no standup matches 'Zed'; list them with: standup list"),
        (["search", "x", "--since", "2026-02-30"], 64, "the value '2026-02-30' is invalid"),
        (["search", "x", "--limit", "0"], 64, "--limit must be 1 to 10000, not 0"),
        (["search", "x", "--hit", "2", "--json"], 64, "--hit and --json cannot be combined"),
        (
            ["search", "x", "--since", "last week"], 64,
            "the value 'last week' is invalid for '--since <day>': write a day like 2026-01-31"
        ),
        (["search", "x", "--play", "--json"], 64, "--play and --json cannot be combined"),
        (["search", "absent", "--play"], 66, "nothing found for 'absent'; search for fewer words"),
        (["search", "login", "--hit", "9"], 66, "no hit 9 for 'login'; list the hits without --hit"),
        (["search", "login", "--play"], 66, "Weekly has no recording; "),
    ])
    func `an invalid query is one line`(arguments: [String], status: Int32, message: String) throws {
        let result = try filled().run(arguments)
        #expect(result.status == status)
        #expect(result.output == "")
        let line = try #require(result.errors.split(separator: "\n").last)
        #expect(line.hasPrefix("standup: " + message), "\(line)")
    }

    @Test func `--play plays the hit from where it was said`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        var meeting = Seed.meeting(1)
        meeting.turns = [Turn(attendee: Seed.ann.id, start: .zero, end: .seconds(1))]
        meeting.duration = .seconds(1)
        meeting.transcript = [
            Utterance(
                attendee: Seed.ann.id, start: .milliseconds(800), end: .seconds(1), text: "search works",
                recognizer: "x", words: [])
        ]
        try seed.hold(meeting)
        let result = try program.run(
            ["search", "works", "--play"], environment: ["STANDUP_OUTPUT": "none"])
        #expect(result.status == 0)
        #expect(result.errors.contains("search [works]"))
    }

    @Test func `a line that does not fit a terminal is cut so that the first match can be seen`() {
        let text = String(repeating: "many words before it ", count: 10) + "login and after it"
        let range = text.firstRange(of: "login")
        let marked = HighlightedText(text, marking: range.map { [$0] } ?? [])
        let plain = marked.line(for: Terminal(columns: 40, hasStyles: false))
        #expect(plain.contains("[login]"))
        #expect(plain.hasPrefix("…"))
        #expect(DisplayText(plain).width <= 40)
        let styled = marked.line(for: Terminal(columns: 40, hasStyles: true))
        #expect(styled.contains("\u{1B}[33m\u{1B}[1mlogin\u{1B}[0m"))
        #expect(marked.line(for: Terminal(columns: nil, hasStyles: false)).count == text.count + 2)
        let short = HighlightedText(
            "a login", marking: ["a login".index(before: "a login".endIndex)..<"a login".endIndex])
        #expect(short.line(for: Terminal(columns: 40, hasStyles: false)) == "a logi[n]")
    }

    @Test func `control sequences in titles, names and texts are made harmless`() throws {
        let program = try Program()
        let seed = try Seed(program)
        var meeting = Seed.meeting(1, of: Standup(id: Seed.daily.id, title: "a\u{1B}[31mb"))
        meeting.transcript = [
            Utterance(
                attendee: Seed.ann.id, start: .zero, end: .zero, text: "login\u{1B}]0;x\u{07}\nnow", recognizer: "x",
                words: [])
        ]
        try seed.hold(meeting, recorded: false)
        let result = try program.run("search", "login")
        #expect(result.output.contains("[login]\u{FFFD}]0;x\u{FFFD} now"))
        #expect(!result.output.unicodeScalars.contains("\u{1B}"))
    }
}

@Suite
struct `A day as an argument` {
    private let now = {
        var today = tm()
        (today.tm_year, today.tm_mon, today.tm_mday, today.tm_hour, today.tm_isdst) = (126, 2, 1, 13, -1)
        return Timestamp(nanosecondsSince1970: Int64(mktime(&today)) * 1_000_000_000)
    }()

    private func date(_ text: String) throws -> String {
        let day = try DayArgument(text, now: now)
        return "\(LocalTime(day.start).minute) \(LocalTime(day.end).minute)"
    }

    @Test(arguments: [
        ("2026-02-28", "2026-02-28 00:00 2026-03-01 00:00"), ("today", "2026-03-01 00:00 2026-03-02 00:00"),
        ("Yesterday", "2026-02-28 00:00 2026-03-01 00:00"), ("0d", "2026-03-01 00:00 2026-03-02 00:00"),
        ("60d", "2025-12-31 00:00 2026-01-01 00:00"), ("2024-02-29", "2024-02-29 00:00 2024-03-01 00:00"),
    ])
    func `is a date, or so many days ago, from midnight to midnight`(text: String, expected: String) throws {
        #expect(try date(text) == expected)
    }

    @Test(arguments: [
        "", "2026-02-30", "2026-13-01", "2026-1-1", "26-01-01", "-1d", "d", "xd", "tomorrow", "2026-01-01x",
        "9999-01-01", "0001-01-01",
    ])
    func `is refused if no month has it`(text: String) {
        #expect(throws: (any Error).self) { try DayArgument(text, now: now) }
    }
}
