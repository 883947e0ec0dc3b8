import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import standup

struct `Output` {
    static let instants: [(String, Int64, String)] = [
        ("Europe/Berlin", 1_770_107_400_125_999_999, "2026-02-03T09:30:00.125+01:00"),
        ("America/St_Johns", 1_770_107_400_000_000_000, "2026-02-03T05:00:00.000-03:30"),
        ("Asia/Kathmandu", 1_770_107_400_000_000_000, "2026-02-03T14:15:00.000+05:45"),
        ("UTC", 0, "1970-01-01T00:00:00.000+00:00"),
        ("UTC", -1, "1969-12-31T23:59:59.999+00:00"),
        ("UTC", .max, "2262-04-11T23:47:16.854+00:00"),
        ("UTC", .min, "1677-09-21T00:12:43.145+00:00"),
    ]

    @Test(arguments: instants)
    func `an instant is ISO 8601 with the zone's offset`(zone: String, nanoseconds: Int64, text: String) throws {
        // The time zone belongs to the process, so each runs in its own.
        let program = try Program()
        var meeting = Seed.meeting(1)
        meeting.startedAt = Timestamp(nanosecondsSince1970: nanoseconds)
        try Seed(program).hold(meeting, recorded: false)
        let output = try program.run("meeting", "latest", "--json", environment: ["TZ": zone]).output
        #expect(try JSON(output)["startedAt"] == .string(text))
    }

    @Test func `JSON has its keys in order and nothing that a terminal would obey`() throws {
        let text = try JSONOutput.text(of: ["b": "\u{9B}31m\u{7F}\u{202E}é/", "a": "\u{1B}"])
        #expect(
            text == """
                {
                  "a" : "\\u001b",
                  "b" : "\\u009b31m\\u007f\\u202eé/"
                }
                """)
        #expect(try JSON(text)["b"] == "\u{9B}31m\u{7F}\u{202E}é/")
    }

    @Test func `seconds in JSON are the nearest number to the nanoseconds`() {
        #expect(Duration.nanoseconds(8_333_333_333).seconds == 8.333333333)
        #expect((Duration.seconds(25) / 3).seconds == 8.333333333)
        #expect(Duration.zero.seconds == 0)
    }

    @Test func `a table's columns stand in line, and the widest give way`() {
        var table = Table(["NAME", "N"], alignments: [.left, .right])
        table.append(["Ann", "1"])
        table.append(["Ärger 🦖", "10"])
        #expect(
            table.lines(for: Terminal(columns: nil, hasStyles: false)) == [
                "NAME       N", "Ann        1", "Ärger 🦖  10",
            ])
        #expect(
            table.lines(for: Terminal(columns: 9, hasStyles: false)) == ["NAME    N", "Ann     1", "Ärge…  10"])
        #expect(table.lines(for: Terminal(columns: nil, hasStyles: true))[0] == "\u{1B}[1mNAME       N\u{1B}[0m")
    }

    static let offsets: [(Duration, Int64)] = [
        (.zero, 0), (.seconds(1), 44_100), (.nanoseconds(11_338), 1), (.nanoseconds(11_337), 0),
        (.seconds(8 * 3600), 1_270_080_000), (.seconds(-1), 0),
    ]

    @Test(arguments: offsets)
    func `a meeting time is the nearest frame`(offset: Duration, frame: Int64) {
        #expect(Recording(fileName: "x", sampleRate: 44_100).frame(at: offset) == frame)
    }

    @Test func `an open turn is exported up to where the meeting has come`() {
        var meeting = Seed.meeting(1)
        meeting.turns[2].end = nil
        let recording = Recording(fileName: "x", sampleRate: 10)
        #expect(meeting.recordedFrames(of: Seed.ann.id, in: recording) == [0..<80, 200..<240])
    }
}
