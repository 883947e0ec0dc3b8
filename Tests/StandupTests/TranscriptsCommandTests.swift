import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct `The transcripts of a meeting` {
    let program: Program
    let seed: Seed
    let meeting = Seed.meeting(1)

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.hold(meeting, recorded: false)
        let other = meeting.transcript.map { utterance in
            utterance.corrected(text: utterance.text.replacing("login", with: "lagoon")) ?? utterance
        }
        _ = try seed.store.addTranscript(
            other, to: meeting.id, recognizer: "\u{1B}[31mserver", at: Seed.start + .seconds(200_000))
    }

    private func lines(_ arguments: String...) throws -> [String] {
        let result = try program.run(arguments)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func `are listed, with the shown one marked`() throws {
        let lines = try lines("transcripts", "latest")
        #expect(lines[0] == "NUMBER  MADE              FROM         UTTERANCES  WORDS")
        #expect(lines[1].hasPrefix("     1  2026-02-04 ") && lines[1].hasSuffix(" live                  3      8"))
        #expect(lines[2].hasPrefix("     2  2026-02-05 ") && lines[2].hasSuffix("   3      8  current"))
        #expect(!lines[2].contains("\u{1B}"))
        let document = try JSON(program.run("transcripts", "latest", "--json").output)
        #expect(document["meeting"] == .string(meeting.id.rawValue))
        #expect(document["transcripts"]?.elements[0]["origin"] == "live")
        #expect(document["transcripts"]?.elements[1]["recognizer"] == "\u{1B}[31mserver")
        #expect(document["transcripts"]?.elements[1]["words"] == .number(8))
    }

    @Test func `can be chosen, and looked at without being chosen`() throws {
        #expect(try program.run("meeting", "latest").output.contains("the lagoon page"))
        #expect(try program.run("meeting", "latest", "--transcript", "1").output.contains("the login page"))
        #expect(try lines("transcripts", "latest", "--choose", "1")[1].hasSuffix("current"))
        #expect(try program.run("meeting", "latest").output.contains("the login page"))
        let missing = try program.run("transcripts", "latest", "--choose", "7")
        #expect(missing.status == 66 && missing.errors.contains(" has no transcript 7;"))
        #expect(try program.run("meeting", "latest", "--transcript", "7").status == 66)
    }

    @Test func `can be compared by speaker`() throws {
        let expected = [
            "Ann  0:00", "  the [-login-] {+lagoon+} page nothing blocks me", "Ben  0:09", "  search works",
            "NAME  WORDS  DIFFER  PERCENT", "Ann       6       1       17", "Ben       2       0        0",
            "all       8       1       13",
        ]
        #expect(try lines("transcripts", "latest", "--compare", "1", "2") == expected)
        #expect(try lines("transcripts", "latest", "--compare", "1") == expected)
        let document = try JSON(program.run("transcripts", "latest", "--compare", "2", "1", "--json").output)
        #expect(document["errors"] == .number(1) && document["words"] == .number(8))
        #expect(document["sections"]?.elements[0]["parts"]?.elements[1]["from"] == "lagoon")
        #expect(document["sections"]?.elements[0]["parts"]?.elements[1]["to"] == "login")
    }

    @Test func `can be deleted after confirmation, except the shown one`() throws {
        let shown = try program.run("transcripts", "latest", "--delete", "2", "--yes")
        #expect(shown.status == 1 && shown.errors.hasPrefix("standup: transcript 2 of the meeting "))
        let unsure = try program.run("transcripts", "latest", "--delete", "1")
        #expect(unsure.status == 64 && unsure.errors.contains("use --yes to delete transcript 1 (live, 8 words)"))
        #expect(try lines("transcripts", "latest", "--delete", "1", "--yes").count == 2)
        #expect(try seed.store.transcriptVersions(of: meeting.id).map(\.number) == [2])
    }

    @Test func `takes its points with it when it is deleted, and the rules find them in the current one`() throws {
        let text = "Yesterday I finished the lagoon page."
        let said = try #require(meeting.transcript[0].corrected(text: text))
        _ = try seed.store.addTranscript(
            [said], to: meeting.id, recognizer: "r", at: Seed.start + .seconds(300_000))
        let edited = Point(
            id: .init(rawValue: "p"), attendee: said.attendee, kind: .plan, text: "the login page", start: said.start,
            end: said.end, maker: .hand, transcript: 1)
        try seed.store.addPoints([edited], to: meeting.id, by: .rules, from: 3, settling: [], at: Seed.start)
        #expect(try lines("transcripts", "latest", "--delete", "1", "--yes").count == 3)
        let points = try #require(try seed.store.meeting(meeting.id)?.points)
        #expect(points.map(\.text) == [text] && points.map(\.maker) == [.rules])
    }
}
