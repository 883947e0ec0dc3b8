import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory

@Suite(.timeLimit(.minutes(10)))
struct `Commands for standups` {
    let program: Program

    init() throws { program = try Program() }

    private func shown(_ standup: String) throws -> JSON {
        let result = try program.run("show", standup, "--json")
        #expect(result.status == 0, "\(result.errors)")
        return try JSON(result.output)
    }

    private func attendees(_ standup: String) throws -> [JSON] {
        try shown(standup)["attendees"]?.elements.compactMap { $0["name"] } ?? []
    }

    @Test func `create prints the id, and show prints the created standup`() throws {
        let result = try program.run(
            "create", "Daily", "Ann", "Ben", "--length", "1h30m", "--theme", "navy", "--language", "en-GB",
            "--at-slot-end", "overtime", "--time", "shared", "--warning", "10s", "--warning", "30s", "--warning-sound")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let id = JSON.string(String(result.output.dropLast()))
        let document = try shown("daily")
        let ids = document["attendees"]?.elements.compactMap { $0["id"] } ?? []
        #expect(Set(ids.map { "\($0)" }).count == 2)
        #expect(
            document == [
                "id": id, "title": "Daily", "length": 5400, "theme": "navy", "language": "en-GB",
                "attendees": [["id": ids[0], "name": "Ann"], ["id": ids[1], "name": "Ben"]],
                "atSlotEnd": "overtime", "time": "shared", "warnings": [30, 10], "warningSounds": true,
                "vocabulary": [], "updates": [], "meetings": [],
            ])
    }

    @Test func `create without options makes a standup of five minutes in bubblegum that warns at 10 s`() throws {
        let document = try JSON(try program.run("create", "Daily", "Ann", "--json").output)
        #expect(document["length"] == 300)
        #expect(document["theme"] == "bubblegum")
        #expect(document["warnings"] == [10])
        #expect(document["atSlotEnd"] == "advance")
        #expect(document["time"] == "fixed")
        #expect(document["language"] == "en")
    }

    @Test func `list shows the standups in the order in which they were created`() throws {
        #expect(try program.run("list").output == "")
        #expect(try JSON(try program.run("list", "--json").output) == [])
        let daily = try program.run("create", "Daily", "Ann", "Ben", "--length", "15m").output.prefix(8)
        let other = try program.run("create", "回顾", "Zoë", "--theme", "seafoam").output.prefix(8)
        let list = try program.run("list")
        #expect(
            list.output == """
                TITLE  LENGTH  THEME      ATTENDEES  ID
                Daily     15m  bubblegum  Ann, Ben   \(daily)
                回顾       5m  seafoam    Zoë        \(other)

                """)
        let documents = try JSON(try program.run("list", "--json").output).elements
        #expect(documents.map { $0["title"] } == ["Daily", "回顾"])
        #expect(documents[0].keys == (try shown("Daily")).keys.subtracting(["meetings"]))
    }

    @Test func `show prints settings, attendees and meetings`() throws {
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
        #expect(
            try program.run("show", "dai", environment: ["STANDUP_VOCABULARY": "none"]).output == """
                Daily
                  id           50000000-0000-4000-8000-000000000001
                  length       24s
                  theme        navy
                  language     en
                  at slot end  advance
                  time         fixed
                  warnings     10s before slot end, silent
                  vocabulary   the attendees' names
                  shared terms none

                Attendees
                  1. Ann
                  2. Ben
                  3. Cleo

                Meetings
                  #  STARTED           DURATION  STATE     ATTENDEES  ID
                  1  2026-02-04 09:30      0:24  finished  Ann, Ben   1f2a0000

                """)
        let meetings = try shown("Daily")["meetings"]
        #expect(meetings == (try JSON(try program.run("meetings", "--json").output)))
        let meeting = try program.run("show", "1f2a0000")
        #expect(meeting.status == 66)
        #expect(meeting.errors == "standup: '1f2a0000' is a meeting; see it with: standup meeting 1f2a0000\n")
    }

    @Test func `edit changes only the named settings`() throws {
        _ = try program.run("create", "Daily", "Ann", "--length", "15m", "--theme", "teal", "--warning", "30s")
        let before = try shown("Daily")
        #expect(try program.run("edit", "Daily", "--title", "Weekly", "--warning", "none").status == 0)
        let after = try shown("Weekly")
        #expect(after["warnings"] == [])
        for key in before.keys.subtracting(["title", "warnings"]) { #expect(after[key] == before[key], "\(key)") }
    }

    @Test func `edit removes and renames by the old names, then adds, then moves`() throws {
        _ = try program.run("create", "Daily", "Ann", "Ben", "Ann", "Cleo")
        let result = try program.run(
            "edit", "Daily", "--remove", "Ann#2", "--rename", "ben=Benjamin", "--add", "Dora", "--move", "Dora=1")
        #expect(result.status == 0)
        #expect(try attendees("Daily") == ["Dora", "Ann", "Benjamin", "Cleo"])
    }

    @Test func `create and edit mark who joins by call`() throws {
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cleo", "--remote", "ben").status == 0)
        func remote() throws -> [JSON?] { try shown("Daily")["attendees"]?.elements.map { $0["remote"] } ?? [] }
        #expect(try remote() == [nil, true, nil])
        #expect(try program.run("show", "Daily").output.contains("  2. Ben (by call)\n"))
        #expect(try program.run("edit", "Daily", "--add", "Dora", "--remote", "Dora", "--local", "Ben").status == 0)
        #expect(try remote() == [nil, nil, nil, true])
        let unknown = try program.run("edit", "Daily", "--remote", "Eve")
        #expect(unknown.status == 66 && unknown.errors.contains("no attendee matches 'Eve'"))
        let both = try program.run("edit", "Daily", "--remote", "Ann", "--local", "ann")
        #expect(both.status == 64 && both.errors.contains("'Ann' is both remote and local; choose one"))
        let stranger = try program.run("create", "Other", "Ann", "--remote", "Ben")
        #expect(stranger.status == 66)
        #expect(try program.run("show", "Other").status == 66)
    }

    @Test func `start marks who joins by call, for the meeting and in the standup`() throws {
        #expect(try program.run("create", "Daily", "Ann", "Ben", "--length", "10s").status == 0)
        let arguments = [
            "start", "Daily", "--remote", "Ben", "--input", "none", "--output", "none", "--recognizer", "none",
            "--headless",
        ]
        #expect(try program.run(arguments, input: "end save\n").status == 0)
        #expect(try shown("Daily")["attendees"]?.elements.map { $0["remote"] } == [nil, true])
        let meeting = try JSON(program.run("meeting", "latest", "--json").output)
        #expect(meeting["attendees"]?.elements.map { $0["remote"] } == [nil, true])
        #expect(try program.run("meeting", "latest").output.contains("Ben (by call)"))
    }

    @Test(arguments: [
        (["--remove", "Ann"], 66, "standup: several attendees match 'Ann'; choose one of: Ann#1, Ann#2"),
        (["--remove", "Zoe"], 66, "standup: no attendee matches 'Zoe'; choose one of: Ann, Ben, Ann"),
        (["--rename", "Ben"], 64, "standup: 'Ben' is incomplete; write it like: --rename Ann=Anna"),
        (["--rename", "Ben= "], 64, "standup: the new name of Ben is blank; to remove Ben use: --remove Ben"),
        (["--rename", "Ben=B", "--remove", "Ben"], 64, "standup: 'Ben' is both removed and renamed; choose one"),
        (["--move", "Ben=5"], 64, "standup: no place '5'; choose 1 to 4"),
        (["--move", "Ben=0"], 64, "standup: no place '0'; choose 1 to 4"),
        (["--move", "Ben=-9223372036854775808"], 64, "standup: no place '-9223372036854775808'; choose 1 to 4"),
        (["--title", "\u{1}"], 64, "standup: the title is empty"),
        (["--length", "9s"], 64, "standup: the length must be 10s to 8h, not 9s"),
        ([], 64, "standup: nothing to change; use at least one option; see: standup edit --help"),
    ])
    func `edit that cannot be done changes nothing`(_ arguments: [String], status: Int, message: String) throws {
        _ = try program.run("create", "Daily", "Ann", "Ben", "Ann")
        let before = try shown("Daily")
        let result = try program.run(["edit", "Daily", "--add", "Eve"].prefix(arguments.isEmpty ? 2 : 4) + arguments)
        #expect(result.status == Int32(status))
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
        #expect(result.output == "")
        #expect(try shown("Daily") == before)
    }

    @Test func `delete takes the meetings and their recordings along and leaves other standups`() throws {
        let seed = try Seed(program)
        let other = Standup(id: .init(rawValue: "50000000-0000-4000-8000-000000000002"), title: "Other")
        for standup in [Seed.daily, other] { try seed.store.save(standup) }
        for number in 1...2 { try seed.hold(Seed.meeting(number)) }
        try seed.hold(Seed.meeting(3, of: other))
        let refused = try program.run("delete", "Daily")
        #expect(refused.status == 64)
        #expect(
            refused.errors == """
                standup: cannot ask without a terminal; use --yes to delete Daily with 2 meetings and 2 recordings

                """)
        #expect(names(in: seed.folder.recordingsPath).count == 3)
        #expect(try program.run("delete", "Daily", "--yes").status == 0)
        #expect(names(in: seed.folder.recordingsPath) == ["3f2a0000-0000-4000-8000-000000000003.wav"])
        #expect(try seed.store.standups() == [other])
        #expect(try seed.store.meetings(of: nil).map(\.standupID) == [other.id])
    }

    @Test func `a title is found by any case, by its unique start, and exactly before by its start`() throws {
        for title in ["Daily", "Daily late", "Design"] { _ = try program.run("create", title, "Ann") }
        #expect(try shown("dAILY")["title"] == "Daily")
        #expect(try shown("des")["title"] == "Design")
        let several = try program.run("show", "D")
        #expect(several.status == 66)
        #expect(
            several.errors
                == "standup: several standups match 'D'; use one of: Daily, Daily late, Design\n")
        let none = try program.run("show", "Weekly")
        #expect(none.status == 66)
        #expect(none.errors == "standup: no standup matches 'Weekly'; list them with: standup list\n")
    }

    @Test func `a misspelt title is answered with those that are spelt nearly so`() throws {
        for title in ["Daily", "Design review"] { _ = try program.run("create", title, "Ann") }
        let near = try program.run("show", "Dayli")
        #expect(near.status == 66)
        #expect(
            near.errors == "standup: no standup matches 'Dayli'; did you mean Daily? List them with: standup list\n")
        let part = try program.run("meetings", "review")
        #expect(part.status == 66)
        #expect(part.errors.contains("; did you mean Design review? List them"))
        let word = try program.run("show", "Reveiw")
        #expect(word.errors.contains("; did you mean Design review? List them"))
        let meeting = try program.run("meeting", "dialy")
        #expect(meeting.status == 66)
        // Daily has no meeting, so it would fail too.
        #expect(meeting.errors == "standup: no meeting matches 'dialy'; list them with: standup meetings\n")
    }

    @Test func `attendees with blank names are left out, which is reported`() throws {
        let created = try program.run("create", "Daily", "Ann", "", "\t ", "Ben")
        #expect(created.status == 0)
        #expect(created.errors == "standup: note: left out 2 blank names\n")
        #expect(try attendees("Daily") == ["Ann", "Ben"])
        let edited = try program.run("edit", "Daily", "--add", "\u{200B}", "--add", "Cleo")
        #expect(edited.status == 0)
        #expect(edited.errors == "standup: note: left out a blank name\n")
        #expect(try attendees("Daily") == ["Ann", "Ben", "Cleo"])
    }

    @Test func `two standups with one title are distinguished by the starts of their ids`() throws {
        let first = try program.run("create", "Daily", "Ann").output.prefix(8)
        #expect(try program.run("create", "Weekly", "Ann").errors == "")
        let created = try program.run("create", "daily", "Ben")
        #expect(created.status == 0)
        let second = created.output.prefix(8)
        #expect(
            created.errors
                == "standup: note: another standup is also called daily; use the id "
                + "\(second) for this one; see: standup list\n")
        let several = try program.run("show", "DAILY")
        #expect(several.status == 66)
        #expect(
            several.errors
                == "standup: several standups match 'DAILY'; use one of: \(first) (Daily), \(second) (daily)\n")
        let list = try program.run("list").output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(list.dropFirst().map { $0.last }.contains(Substring(first)))
        #expect(try attendees(String(first)) == ["Ann"])
        #expect(try attendees(String(second.prefix(6))) == ["Ben"])
        #expect(try program.run("meeting", "\(second)/1").errors.contains("because the standup has none"))
        #expect(try program.run("edit", String(second), "--length", "1m").errors == "")
        #expect(
            try program.run("edit", "Weekly", "--title", "Daily").errors.contains("2 other standups are also called"))
        #expect(try program.run("edit", String(second), "--title", "Design").errors == "")
    }

    @Test func `attendees with one name are kept, and a note says how to tell them apart`() throws {
        let created = try program.run("create", "Daily", "Ben", "Ann", "ben")
        #expect(created.status == 0)
        #expect(created.errors == "standup: note: 2 attendees are called Ben; name the second as Ben#2\n")
        #expect(try program.run("edit", "Daily", "--length", "1m").errors == "")
        #expect(try program.run("edit", "Daily", "--rename", "Ben#2=Bob").errors == "")
        #expect(try attendees("Daily") == ["Ben", "Ann", "Bob"])
        #expect(try program.run("edit", "Daily", "--add", "Ann").errors.contains("2 attendees are called Ann;"))
    }

    @Test func `500 attendees are kept in their order`() throws {
        let people = (1...500).map { "Person \($0)" }
        #expect(try program.run(["create", "Crowd"] + people).status == 0)
        #expect(try attendees("Crowd") == people.map { .string($0) })
    }

    @Test func `concurrent edits of one standup are all kept`() throws {
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        let edits = try (1...8).map { try program.start("edit", "Daily", "--add", "P\($0)") }
        #expect(edits.map(wait) == Array(repeating: 0, count: 8))
        #expect(try attendees("Daily").count == 9)
    }

    @Test func `two processes that create at once are both kept`() throws {
        let creations = try (1...8).map { try program.start("create", "Standup \($0)", "Ann") }
        #expect(creations.map(wait) == Array(repeating: 0, count: 8))
        let titles = try JSON(try program.run("list", "--json").output).elements.compactMap { $0["title"] }
        #expect(Set(titles.map { "\($0)" }).count == 8)
    }
}
