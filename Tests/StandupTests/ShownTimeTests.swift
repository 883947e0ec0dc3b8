import MeetingEngine
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import standup

/// The same meeting through everything that shows people's times, with times between two seconds.
@Suite(.timeLimit(.minutes(10)))
struct `People's times` {
    /// Ann used 9.6 s of 8.5 s, Ben 11.4 s of 8.5 s and Cleo 2.5 s of 8.5 s, 23.5 s in all.
    private static let meeting: Meeting = {
        var meeting = Seed.meeting(1)
        meeting.duration = .milliseconds(23_500)
        let used: [Duration] = [.milliseconds(9_600), .milliseconds(11_400), .milliseconds(2_500)]
        let slot = Duration.milliseconds(8_500)
        meeting.turns = []
        var start = Duration.zero
        for (index, used) in used.enumerated() {
            meeting.attendees[index].state = .spoke
            meeting.attendees[index].slot = slot
            meeting.attendees[index].used = used
            meeting.attendees[index].overtime = max(.zero, used - slot)
            meeting.turns.append(Turn(attendee: meeting.attendees[index].id, start: start, end: start + used))
            start += used
        }
        // Speech of 1.5 s, from 1.9 s.
        meeting.transcript = [
            Utterance(
                attendee: Seed.ann.id, start: .milliseconds(1_900), end: .milliseconds(3_400), text: "the login page",
                recognizer: "pocketsphinx", words: [])
        ]
        meeting.transcribedUpTo = meeting.duration
        return meeting
    }()

    private let program: Program

    init() throws {
        program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Self.meeting, recorded: false)
    }

    private func lines(_ arguments: String...) throws -> [[Substring]] {
        let result = try program.run(arguments)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return result.output.split(separator: "\n").map { $0.split { $0 == " " || $0 == "|" } }
    }

    @Test func `are the same in meeting, stats and an export, to the nearest second`() throws {
        let expected: [(name: Substring, slot: Substring, used: Substring, overtime: Substring)] = [
            ("Ann", "0:09", "0:10", "0:01"), ("Ben", "0:09", "0:11", "0:03"), ("Cleo", "0:09", "0:03", "0:00"),
        ]
        let meeting = try lines("meeting", "latest")
        let stats = try lines("stats", "Daily")
        let markdown = try lines("export", "latest", "--to", "-", "--format", "md")
        for (name, slot, used, overtime) in expected {
            #expect(meeting.contains { $0.starts(with: [name, slot, used, overtime]) }, "\(meeting)")
            #expect(stats.contains { $0.starts(with: [name, "1/1", slot, used]) && $0[5] == overtime }, "\(stats)")
            #expect(markdown.contains { $0.starts(with: [name, slot, used, overtime]) }, "\(markdown)")
        }
    }

    @Test func `are the same in the application as on the command line`() throws {
        let page = try JSON(program.run("inspect", "standup/Daily").output)
        let people = page["content"]?["standup"]?["attendees"]?.elements ?? []
        #expect(people.map { $0["averageUsed"] } == ["0:10", "0:11", "0:03"])
        #expect(page["content"]?["standup"]?["meetings"]?.elements.first?["duration"] == "0:24")
        let past = try JSON(program.run("inspect", "standup/Daily/meeting/1").output)["content"]?["meeting"]
        let rows = past?["attendees"]?.elements ?? []
        #expect(rows.map { $0["slot"] } == ["0:09", "0:09", "0:09"])
        #expect(rows.map { $0["used"] } == ["0:10", "0:11", "0:03"])
        #expect(rows.map { $0["overtime"] } == ["+0:01", "+0:03", ""])
        #expect(rows.first?["speech"] == "0:02")
        #expect(past?["facts"]?.elements.contains { $0["value"] == "24 sec" } == true)
    }

    @Test func `are rounded where a meeting is listed, and its places are not`() throws {
        #expect(try lines("meetings").contains { $0.contains("0:24") })
        #expect(try lines("meeting", "latest").contains { $0.contains("0:24,") })
        // The speech at 1.9 s is listed at 0:01: playing from 0:02 would miss its start.
        #expect(try lines("search", "login").contains { $0.contains("0:01") })
        #expect(try lines("export", "latest", "--to", "-", "--format", "txt").contains { $0.first == "0:01" })
        #expect(try lines("meeting", "latest").contains { $0.first == "0:01" })
    }

    @Test func `of a turn that begins are those of the countdown`() {
        let slot = Duration.milliseconds(8_100)
        let event = MeetingEvent(
            at: .milliseconds(1_900), kind: .turnStarted(Seed.ann.id, name: "Ann", index: 0, slot: slot))
        #expect(event.text(of: Seed.daily) == "  0:01  Ann is speaking, 0:09 left")
    }
}
