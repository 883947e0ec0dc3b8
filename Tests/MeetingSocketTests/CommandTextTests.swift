import MeetingEngine
import MeetingModel
import Sound
import Testing

@testable import MeetingSocket

/// Lines of standard input as commands.
@Suite struct `A command on standard input` {
    private let attendees = ["Ann", "Ben", "Ann", "Mary Ann"].enumerated().map { index, name in
        Attendee(id: .init(rawValue: "\(index)"), name: name)
    }

    private func command(_ line: String) throws -> CommandText {
        try CommandText(line, attendees: attendees)
    }

    @Test func `is one of the commands`() throws {
        #expect(try command("next").command == .timer(.next))
        #expect(try command("  previous\t").command == .timer(.previous))
        #expect(try command("later").command == .timer(.later))
        #expect(try command("pause").command == .timer(.pause(.user)))
        #expect(try command("resume").command == .timer(.resume))
        #expect(try command("shuffle").command == .shuffle)
        #expect(try command("extend 30s").command == .timer(.extend(.seconds(30))))
        #expect(try command("shorten 1m30s").command == .timer(.extend(.seconds(-90))))
        #expect(try command("microphone default").command == .useMicrophone(.systemDefault))
        #expect(try command("microphone my headset").command == .useMicrophone(.named("my headset")))
        #expect(try command("point done 3F2A").command == .markPoint(Point.ID(rawValue: "3f2a"), .done))
        #expect(try command("point open 3f2a").command == .markPoint(Point.ID(rawValue: "3f2a"), .open))
        #expect(try command("point drop 3f2a").command == .markPoint(Point.ID(rawValue: "3f2a"), .dropped))
        #expect(try command("end save").command == .timer(.end(.saved)))
        #expect(try command("end discard").command == .timer(.end(.discarded)))
    }

    @Test func `names attendees in any case, and the second of a name by its number`() throws {
        #expect(try command("absent ben").command == .timer(.absent(attendees[1].id)))
        #expect(try command("present Ann#2").command == .timer(.present(attendees[2].id)))
        #expect(try command("absent mary ann").command == .timer(.absent(attendees[3].id)))
    }

    @Test func `may begin with the meeting time at which it is to act`() throws {
        #expect(try command("@12.5 next").at == .milliseconds(12_500))
        #expect(try command("@0 next").at == .zero)
        #expect(try command("next").at == nil)
    }

    @Test(arguments: [
        ("extend", "extend needs a length, such as: extend 30s"), ("absent", "absent needs an attendee"),
        ("call", "call needs a device"), ("end", "end needs save or discard"),
        ("point", "point needs done, open or drop, and a point's id"), ("point done", "point needs done"),
        ("", "no command; use next"),
    ])
    func `that lacks something says what`(line: String, message: String) {
        let problem = #expect(throws: CommandText.Problem.self) { try command(line) }
        #expect(problem?.message.hasPrefix(message) == true)
    }

    @Test(arguments: [
        "dance", "next please", "@ next", "@-1 next", "@nan next", "@1e300 next", "@12.5", "absent", "absent Zoe",
        "extend", "extend soon", "extend -30s", "end", "end soon", "NEXT", "point later 3f2a", "point done 3f2a 4f2a",
        "microphone", "microphone none", "microphone file:a.wav",
    ])
    func `that is not understood says so in one line`(_ line: String) {
        let problem = #expect(throws: CommandText.Problem.self) { try command(line) }
        #expect(problem?.message.isEmpty == false)
        #expect(problem?.message.contains("\n") == false)
    }
}
