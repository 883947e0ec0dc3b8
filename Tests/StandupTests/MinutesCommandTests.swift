import MeetingModel
import MeetingTiming
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory

@Suite(.timeLimit(.minutes(10)))
struct `The points of a meeting` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
    }

    /// Holds a meeting in which Ann says something.
    private func hold(_ number: Int, at start: Timestamp? = nil, _ text: String) throws {
        var meeting = Seed.meeting(number)
        meeting = Meeting(
            id: meeting.id, standupID: meeting.standupID, title: meeting.title, startedAt: start ?? meeting.startedAt,
            state: .finished, duration: meeting.duration, language: "en", attendees: meeting.attendees,
            turns: meeting.turns)
        meeting.transcript = [
            Utterance(
                attendee: Seed.ann.id, start: .seconds(1), end: .seconds(5), text: text, recognizer: "test", words: [])
        ]
        try seed.store.save(Seed.daily)
        try seed.store.begin(meeting)
    }

    private func output(_ arguments: String...) throws -> String {
        let result = try program.run(arguments)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        return result.output
    }

    @Test func `are made by standup minutes, once`() throws {
        try hold(1, "Yesterday I finished the login page. Today I'll test the search.")
        let expected = """
            Ann
               0:01  done  Yesterday I finished the login page.
               0:03  plan  Today I'll test the search.

            """
        #expect(try output("minutes", "latest") == expected)
        let before = try JSON(output("points", "--json"))
        #expect(try output("minutes", "latest", "--again") == expected)
        #expect(try JSON(output("points", "--json")) == before)
        #expect(try output("minutes", "latest", "--format", "md").contains("- `0:03` plan: Today I'll test"))
        #expect(try JSON(output("meeting", "latest", "--json"))["points"]?.elements.count == 2)
        let person = try JSON(output("stats", "Daily", "--json"))["people"]?.elements[0]
        #expect(person?["points"]?["plan"] == .number(1) && person?["openPoints"] == .number(1))
    }

    @Test func `are marked in the next meeting`() throws {
        try hold(1, "Today I'll test the search. I'm blocked by the build server.")
        _ = try output("minutes", "latest")
        let open = try JSON(output("points", "Daily", "--open", "--json"))
        let ids = open.elements.compactMap { $0["id"]?.text }
        #expect(ids.count == 2)
        let held = try program.run(
            ["start", "Daily", "--clock", "virtual", "--input", "silence", "--recognizer", "none", "--events"],
            input: "point done \(ids[0].prefix(8))\npoint open \(ids[1])\npoint drop 0000\nend save\n")
        #expect(held.status == 0, "\(held.errors)")
        let events = try held.output.split(separator: "\n").map { try JSON(String($0)) }
        let marked = events.filter { $0["event"] == "point.marked" }
        #expect(marked.map { $0["id"] } == ids.map { .string($0) })
        #expect(marked.map { $0["state"] } == ["done", "open"])
        let problem = events.first { $0["event"] == "error" }?["message"]?.text
        #expect(problem?.contains("matches '0000'") == true)
        #expect(
            try JSON(output("points", "Daily", "--open", "--json")).elements.compactMap { $0["id"]?.text } == [ids[1]])
    }

    @Test func `are listed and marked`() throws {
        try hold(1, "I'm blocked by the build server.")
        try hold(2, "The build server is still broken.")
        try hold(3, "I'm waiting for the build server.")
        for number in [3, 2, 1].map({ "Daily/\($0)" }) { _ = try output("minutes", number) }
        let open = try JSON(output("points", "Daily", "--open", "--person", "ann", "--json"))
        #expect(open.elements.count == 1)
        #expect(open.elements[0]["meetings"] == .number(3) && open.elements[0]["longBlock"] == true)
        let id = try #require(open.elements[0]["id"]?.text)
        #expect(try output("points", "Daily", "--open").contains("  3!  I'm waiting for the build server."))
        #expect(
            try output("points", "done", String(id.prefix(8))) == "done: Ann: I'm waiting for the build server.\n")
        let none = try program.run("points", "--open")
        #expect(none.status == 66 && none.errors == "No open points.\n")
        _ = try output("points", "open", id)
        #expect(try JSON(output("points", "--open", "--json")) == open)
        let unknown = try program.run("points", "drop", "0000")
        #expect(unknown.status == 66 && unknown.errors.contains("no point matches '0000'"))
        #expect(try program.run("points", "Daily", id).status == 64)
    }

    @Test func `are edited, added and deleted, and stay so when they are made again`() throws {
        try hold(1, "Yesterday I finished the login page. Today I'll test the search. I'm blocked by the build server.")
        _ = try output("minutes", "latest")
        let found = try JSON(output("points", "--json")).elements.compactMap { $0["id"]?.text }
        #expect(found.count == 3)
        #expect(
            try output("points", "edit", found[1], "--text", " Test  staging\n", "--kind", "decision")
                == "edited: Ann: Test staging\n")
        #expect(try output("points", "delete", found[2]) == "deleted: Ann: I'm blocked by the build server.\n")
        let added = try JSON(output("points", "add", "latest", "Order new badges", "--person", "ann", "--json"))
        #expect(added.elements[0]["kind"] == "plan" && added.elements[0]["maker"] == "hand")
        let expected = """
            Ann
               0:00  plan      Order new badges
               0:01  done      Yesterday I finished the login page.
               0:02  decision  Test staging

            """
        #expect(try output("minutes", "latest") == expected)
        #expect(try output("minutes", "latest", "--again") == expected)
        let edited = try JSON(output("points", "--json")).elements.first { $0["id"]?.text == found[1] }
        #expect(edited?["maker"] == "hand" && edited?["state"] == "done")
    }

    @Test(arguments: [
        (["points", "edit", "POINT"], 64, "add --text, --kind or --person"),
        (["points", "edit", "POINT", "--text", "  "], 64, "the text of a point is empty"),
        (["points", "edit", "POINT", "--text", String(repeating: "x", count: 1001)], 64, "at most 1000 characters"),
        (["points", "edit", "POINT", "--kind", "wish"], 64, "wish"),
        (["points", "edit", "POINT", "--person", "Zoe"], 66, "Zoe"),
        (["points", "edit", "0000", "--kind", "plan"], 66, "no point matches '0000'"),
        (["points", "add", "latest", "--person", "Ann"], 64, "standup points add MEETING"),
        (["points", "add", "latest", "x", "--person", "Zoe"], 66, "Zoe"),
        (["points", "done", "POINT", "--kind", "plan"], 64, "--text and --kind are for"),
        (["points", "--text", "x"], 64, "--text and --kind are for"),
        (["points", "rename", "POINT"], 64, "done, open, drop, edit, add or delete"),
    ])
    func `refuse a wrong change in one line`(arguments: [String], status: Int32, message: String) throws {
        try hold(1, "Today I'll test the search.")
        _ = try output("minutes", "latest")
        let before = try output("points", "--json")
        let id = try #require(JSON(before).elements.first?["id"]?.text)
        let result = try program.run(arguments.map { $0 == "POINT" ? id : $0 })
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
        #expect(try output("points", "--json") == before)
    }

    @Test func `are made when a meeting has ended, unless minutes are off`() throws {
        try seed.store.save(Seed.daily)
        let meeting = [
            "start", "Daily", "--headless", "--clock", "virtual", "--input", "silence", "--output", "none",
            "--recognizer", "none",
        ]
        #expect(try program.run(meeting).status == 0)
        let first = try #require(try seed.store.meetings(of: nil).first)
        #expect(try seed.store.pointVersions(of: first.id).map(\.maker) == [.rules])
        #expect(try program.run(meeting + ["--seed", "9"], environment: ["STANDUP_MINUTES": "off"]).status == 0)
        let second = try #require(try seed.store.meetings(of: nil).first { $0.id != first.id })
        #expect(try seed.store.pointVersions(of: second.id).isEmpty)
    }

    @Test func `are reported when the turn of their person starts`() throws {
        try hold(1, "Today I'll test the search.")
        _ = try output("minutes", "latest")
        let events = try program.run(
            "start", "Daily", "--headless", "--events", "--clock", "virtual", "--input", "silence", "--output", "none",
            "--recognizer", "none"
        ).output.split(separator: "\n").map { try JSON(String($0)) }
        let open = events.filter { $0["event"] == "points.open" }
        #expect(open.count == 1 && open[0]["attendee"] == .string(Seed.ann.id.rawValue))
        #expect(open[0]["points"]?.elements.map { $0["text"] } == ["Today I'll test the search."])
        let place = try #require(events.firstIndex { $0["event"] == "points.open" })
        #expect(events[place - 1]["event"] == "turn.started")
    }

    @Test func `follow the words that are corrected, and the transcript that is chosen`() throws {
        try hold(1, "Today I'll test the search.")
        _ = try output("minutes", "latest")
        let before = try JSON(output("points", "--json")).elements
        _ = try output("correct", "latest", "--utterance", "1", "--text", "Today I'll test the seven searches.")
        let after = try JSON(output("points", "--json")).elements
        #expect(after.map { $0["text"] } == ["Today I'll test the seven searches."])
        #expect(after.map { $0["id"] } == before.map { $0["id"] })
        #expect(try output("export", "latest", "--to", "-", "--format", "json").contains("seven searches"))
        _ = try output("transcripts", "latest", "--choose", "1")
        #expect(try JSON(output("points", "--json")).elements == before)
    }

    @Test func `have versions, of which one can be chosen`() throws {
        try hold(1, "Today I'll test the search.")
        _ = try output("minutes", "latest")
        _ = try output("correct", "latest", "--utterance", "1", "--text", "I'm blocked by the search.")
        let lines = try output("minutes", "latest", "--versions").split(separator: "\n").map(String.init)
        #expect(lines.count == 3 && lines[1].contains("rules") && lines[2].hasSuffix("current"))
        #expect(try output("minutes", "latest", "--choose", "1").contains("Today I'll test the search."))
        // The chosen version stays until there are new words.
        #expect(try output("minutes", "latest").contains("Today I'll test the search."))
        let document = try JSON(output("minutes", "latest", "--versions", "--format", "json"))
        let versions = try #require(document["versions"]?.elements)
        #expect(versions.map { $0["number"] } == [.number(1), .number(2)])
        #expect(versions.map { $0["current"] } == [true, false])
        #expect(versions.map { $0["transcript"] } == [.number(1), .number(2)])
        #expect(versions.map { $0["points"] } == [.number(1), .number(1)])
        let unknown = try program.run("minutes", "latest", "--choose", "3")
        #expect(unknown.status == 66 && unknown.errors.contains("have no version 3; choose another"))
        #expect(try program.run("minutes", "latest", "--choose", "1", "--again").status == 64)
        #expect(try program.run("minutes", "latest", "--versions", "--format", "md").status == 64)
    }

    @Test func `are found`() throws {
        try hold(1, "Today I'll test the search. I'm blocked by the build server.")
        let none = try program.run("search", "server", "--points")
        #expect(none.status == 66 && none.output == "")
        _ = try output("minutes", "latest")
        let person = Seed.ann.id
        let shortened = Point(
            id: .init(rawValue: "c0ffee"), attendee: person, kind: .blocker, text: "Waits for Dana's build farm",
            start: .seconds(2),
            end: .seconds(3), maker: .hand)
        let meeting = Seed.meeting(1).id
        try seed.store.addPoints(
            try seed.store.points(of: meeting, version: 1) + [shortened], to: meeting, by: .hand, from: 1,
            settling: [], at: Seed.start)
        let found = try JSON(output("search", "build", "--points", "--json")).elements
        #expect(found.map { $0["text"] } == ["Waits for Dana's build farm", "I'm blocked by the build server."])
        #expect(found[0]["kind"] == "point" && found[0]["point"]?["kind"] == "blocker" && found[0]["name"] == "Ann")
        #expect(found[0]["point"]?["id"] == "c0ffee" && found[0]["start"] == .number(2))
        #expect(try output("search", "build", "--points").contains("Ann at 0:02, blocker ("))
        #expect(
            try JSON(output("search", "build", "--points", "--limit", "1", "--skip", "1", "--json")).elements.count == 1
        )
        #expect(try program.run("search", "farm", "--points", "--speaker", "Ben").status == 66)
        #expect(try program.run("search", "farm").status == 66, "nobody said it")
    }

    @Test func `wait until the transcript is final`() throws {
        try hold(1, "Today I'll test the search.")
        let meeting = try #require(try seed.store.meetings(of: nil).first?.id)
        try seed.store.queueTranscript(QueuedTranscript(meeting: meeting, draft: "server"))
        _ = try output("correct", "latest", "--utterance", "1", "--text", "Today I'll test the page.")
        #expect(try seed.store.pointVersions(of: meeting).isEmpty)
        let asked = try program.run("minutes", "latest")
        #expect(asked.output.contains("Today I'll test the page."))
        #expect(asked.errors.contains("note: the transcript is not complete yet"))
        try seed.store.dequeueTranscript(QueuedTranscript(meeting: meeting, draft: "server"))
        _ = try output("correct", "latest", "--utterance", "1", "--text", "Today I'll test the list.")
        #expect(try seed.store.pointVersions(of: meeting).count == 2)
    }

    @Test func `are made by the configured assistant when a meeting has ended`() throws {
        let now = Timestamp(nanosecondsSince1970: SystemClock().nanosecondsSince1970)
        try hold(1, at: now, "Yesterday I finished the login page.")
        let meeting = Seed.meeting(1).id
        _ = try output("minutes", String(meeting.rawValue))
        let start = [
            "start", "Daily", "--headless", "--clock", "virtual", "--input", "silence", "--output", "none",
            "--recognizer", "none",
        ]
        let broken = ["STANDUP_MINUTES": "assistant", "STANDUP_ASSISTANT": "http://[::1]:1"]
        let failed = try program.run(start, environment: broken)
        #expect(failed.status == 0)
        #expect(failed.errors.contains("standup: note: cannot get points from the assistant http://[::1]:1 ("))
        #expect(try seed.store.pointVersions(of: meeting).map(\.maker) == [.rules])
        let settings = ["STANDUP_MINUTES": "assistant", "STANDUP_ASSISTANT": try assistant().base]
        #expect(try program.run(start, environment: settings).status == 0)
        #expect(try seed.store.pointVersions(of: meeting).map(\.maker) == [.rules, .assistant])
    }

    @Test func `need a language with rules`() throws {
        var meeting = Seed.meeting(1)
        meeting = Meeting(
            id: meeting.id, standupID: meeting.standupID, title: meeting.title, startedAt: meeting.startedAt,
            state: .finished, duration: meeting.duration, language: "fr", attendees: meeting.attendees)
        try seed.store.begin(meeting)
        let result = try program.run("minutes", "latest")
        #expect(result.status == 66 && result.errors.contains("no rules for the language fr of Daily"))
    }

    /// A server whose model makes a point of the first line.
    private func assistant(_ text: String = "finished the login page") throws -> SpeechServerDouble {
        let answer =
            #"{\"points\":[{\"kind\":\"done\",\"text\":\"\#(text)\",\"lines\":[1],\"continues\":0},"#
            + #"{\"kind\":\"done\",\"text\":\"rm -rf\",\"lines\":[],\"continues\":0}]}"#
        return try SpeechServerDouble { _, _ in
            .answer(200, #"{"choices":[{"message":{"content":"\#(answer)"}}],"usage":{"prompt_tokens":300}}"#)
        }
    }

    @Test func `are made by an assistant when asked`() throws {
        try hold(1, "Yesterday I finished the login page. Today I'll test the search.")
        let server = try assistant()
        let options = ["--assistant", server.base, "--assistant-model", "small", "--assistant-context", "2048"]
        let result = try program.run(["minutes", "latest"] + options, environment: ["STANDUP_ASSISTANT_KEY": "sk-1"])
        #expect(result.status == 0)
        #expect(result.output == "Ann\n   0:01  done  finished the login page\n")
        #expect(
            result.errors == """
                Asking \(server.base) for the points of Daily…
                standup: note: 1 point from the assistant was dropped: 1 without a citation

                """)
        let request = try #require(server.requests.first)
        #expect(request.headers["authorization"] == "Bearer sk-1")
        let body = try JSON(String(decoding: request.body, as: UTF8.self))
        #expect(body["model"] == "small" && body["max_tokens"] == .number(512))
        // What there is is shown without another question, also without the option.
        #expect(
            try program.run(["minutes", "latest"] + options).errors
                == "standup: note: an assistant made these points before; to ask \(server.base), add --again\n")
        #expect(try output("minutes", "latest") == result.output)
        #expect(server.requests.count == 1)
    }

    @Test func `are made by the configured assistant, or else by the rules`() throws {
        try hold(1, "Yesterday I finished the login page.")
        let server = try assistant("the login page")
        let settings = ["STANDUP_MINUTES": "assistant", "STANDUP_ASSISTANT": server.base]
        #expect(try program.run(["minutes", "latest"], environment: settings).output.contains("done  the login page"))
        server.stop()
        try hold(2, "Yesterday I finished the search page.")
        let broken = try program.run(
            ["minutes", "Daily/1"],
            environment: ["STANDUP_MINUTES": "assistant", "STANDUP_ASSISTANT": "http://[::1]:1"])
        #expect(broken.status == 0 && broken.output.contains("done  Yesterday I finished the search page."))
        #expect(broken.errors.contains("note: cannot get points from the assistant http://[::1]:1 ("))
    }

    @Test(arguments: [
        (["--assistant", "http://example.org/v1"], 64, "words would go unencrypted to example.org; use https, or"),
        (["--assistant", "localhost"], 64, "is not the address of an assistant; write it like"),
        (["--assistant-model", "small"], 64, "need an assistant; add --assistant URL"),
        (["--assistant", "http://localhost", "--assistant-context", "99"], 64, "must be 1024 to 1048576, not 99"),
        (
            ["--assistant", "http://[::1]:1/v1"], 69,
            "standup: cannot get points from the assistant http://[::1]:1/v1 ("
        ),
    ])
    func `need an assistant that answers`(options: [String], status: Int32, message: String) throws {
        try hold(1, "Yesterday I finished the login page.")
        let result = try program.run(["minutes", "latest"] + options)
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
        #expect(result.output == "")
    }
}
