import MeetingHistory
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct `On a terminal` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
    }

    @Test(arguments: [("y\n", true), ("Yes\n", true), ("n\n", false), ("\n", false), ("\u{4}", false)])
    func `delete asks, and only yes deletes`(_ answer: String, isDeleted: Bool) throws {
        let result = try program.runOnTerminal("delete", "Daily", typing: answer)
        #expect(result.status == 0)
        #expect(result.output.contains("Delete Daily with no meetings and no recordings? [y/N]"))
        #expect(try seed.store.standups().isEmpty == isDeleted)
    }

    @Test func `delete-meeting and export to a file that is there ask too`() throws {
        try seed.hold(Seed.meeting(1))
        let kept = try program.runOnTerminal("delete-meeting", "latest", typing: "n\n")
        #expect(kept.output.contains("Delete the meeting Daily of 2026-02-04 09:30 with its recording? [y/N]"))
        #expect(try seed.store.meetings(of: nil).count == 1)
        let file = program.folder + "/x.txt"
        try write("old", to: file)
        _ = try program.runOnTerminal("export", "latest", "--to", file, typing: "n\n")
        #expect(try read(file) == "old")
        _ = try program.runOnTerminal("export", "latest", "--to", file, typing: "y\n")
        #expect(try read(file).hasPrefix("Daily\n"))
    }

    @Test func `a table is cut to the terminal's width, wide letters counted as two`() throws {
        var wide = Seed.daily
        wide.title = String(repeating: "会議", count: 60)
        try seed.store.save(wide)
        for columns in [UInt16(40), 80] {
            let output = try program.runOnTerminal("list", columns: columns, environment: ["NO_COLOR": "1"]).output
            let lines = output.split(whereSeparator: \.isNewline).map { DisplayText(String($0)) }
            #expect(lines.count == 2)
            #expect(lines.map(\.width).max().map { $0 <= columns && $0 + 1 >= columns } == true)
            #expect(output.contains("…"))
        }
        #expect(try program.run("list").output.contains(wide.title))
    }

    @Test func `styles are used there, and not with NO_COLOR or where output is no terminal`() throws {
        #expect(try program.runOnTerminal("list").output.contains("\u{1B}[1m"))
        #expect(try !program.runOnTerminal("list", environment: ["NO_COLOR": "1"]).output.contains("\u{1B}"))
        #expect(try !program.runOnTerminal("list", environment: ["TERM": "dumb"]).output.contains("\u{1B}"))
        #expect(try !program.run("list").output.contains("\u{1B}"))
    }

    @Test func `a transcript is broken at words and keeps its indentation`() throws {
        let ann = Seed.ann.id
        let text = Array(repeating: "word", count: 40).joined(separator: " ")
        var meeting = Seed.meeting(1)
        meeting.transcript = [
            Utterance(attendee: ann, start: .zero, end: .seconds(9), text: text, recognizer: "r", words: [])
        ]
        try seed.hold(meeting)
        let output = try program.runOnTerminal("meeting", "latest", columns: 50, environment: ["NO_COLOR": "1"]).output
        let lines = output.split(whereSeparator: \.isNewline).filter { $0.contains("word") }
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { $0.count <= 50 && $0.dropFirst(11).hasPrefix("word") })
        #expect(lines.joined(separator: " ").split(separator: " ").count { $0 == "word" } == 40)
    }
}
