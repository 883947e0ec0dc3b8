import MeetingModel
import Testing

@Suite struct StandupRulesTests {
    private func standup(_ title: String = "Daily", names: [String] = [], length: Duration = .seconds(300)) -> Standup {
        let attendees = names.enumerated().map { Attendee(id: Attendee.ID(rawValue: "\($0)"), name: $1) }
        return Standup(id: Standup.ID(rawValue: "s"), title: title, length: length, attendees: attendees)
    }

    @Test func `A new standup has no title, five minutes, the theme bubblegum and no attendees`() {
        let standup = Standup(id: Standup.ID(rawValue: "s"))
        #expect(standup.title == "")
        #expect(standup.length == .seconds(5 * 60))
        #expect(standup.theme == .bubblegum)
        #expect(standup.attendees.isEmpty)
    }

    @Test func `There are sixteen themes, and text is light on the five dark ones`() {
        #expect(
            Theme.allCases.map(\.rawValue) == [
                "bubblegum", "buttercup", "indigo", "lavender", "magenta", "navy", "orange", "oxblood", "periwinkle",
                "poppy", "purple", "seafoam", "sky", "tan", "teal", "yellow",
            ]
        )
        #expect(Theme.allCases.filter(\.hasLightText) == [.indigo, .magenta, .navy, .oxblood, .purple])
    }

    @Test("Attendees without a name are dropped: \"John\" and \"\\t    \" give one attendee")
    func namelessAttendees() throws {
        let names = ["John", "\t    ", "", "\u{3000}", "\u{200b}\u{feff}", "\u{0}", "\r\n"]
        #expect(try standup(names: names).validated().attendees.map(\.name) == ["John"])
    }

    @Test func `Surrounding white space is removed from names and the title, and nothing else`() throws {
        let names = ["\t Ann  Lee\n", "👩‍👩‍👧", "\u{200f}שרה", "می\u{200c}خواهم"]
        let valid = try standup("  Daily  sync\n", names: names).validated()
        #expect(valid.title == "Daily  sync")
        #expect(valid.attendees.map(\.name) == ["Ann  Lee", "👩‍👩‍👧", "\u{200f}שרה", "می\u{200c}خواهم"])
    }

    @Test func `Two attendees with the same name stay two, each with its id and place`() throws {
        let valid = try standup(names: ["Ann", " ", "Bob", "Ann"]).validated()
        #expect(valid.attendees.map(\.name) == ["Ann", "Bob", "Ann"])
        #expect(valid.attendees.map(\.id.rawValue) == ["0", "2", "3"])
    }

    @Test(arguments: ["", " ", "\t\n", "\u{200b}", "\u{3164}", "\u{202e}"])
    func `An invisible title is refused`(title: String) {
        #expect(throws: StandupError.noTitle) { try standup(title).validated() }
    }

    @Test func `Titles and names have up to 200 characters, in any script`() throws {
        for character in ["x", "李", "👩‍👩‍👧", "é"] {
            let longest = String(repeating: character, count: 200)
            let tooLong = longest + character
            #expect(try standup(longest, names: [longest]).validated().attendees.first?.name == longest)
            #expect(throws: StandupError.titleTooLong(tooLong)) { try standup(tooLong).validated() }
            #expect(throws: StandupError.nameTooLong(tooLong)) { try standup(names: ["Ann", tooLong]).validated() }
        }
    }

    @Test func `A single character with ten thousand accents is too long`() {
        let name = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(name.count == 1)
        #expect(throws: StandupError.nameTooLong(name)) { try standup(names: [name]).validated() }
    }

    @Test func `500 attendees are accepted, more than 1000 are not`() throws {
        #expect(try standup(names: Array(repeating: "Ann", count: 500)).validated().attendees.count == 500)
        #expect(throws: StandupError.tooManyAttendees(1001)) {
            try standup(names: Array(repeating: "Ann", count: 1001)).validated()
        }
    }

    @Test func `Lengths from 10 s to 8 h are accepted; the error names the range`() throws {
        for length in [Duration.seconds(10), .seconds(8 * 3600), .seconds(61)] {
            #expect(try standup(length: length).validated().length == length)
        }
        for length in [Duration.seconds(10) - .nanoseconds(1), .seconds(8 * 3600 + 1), .zero, .seconds(-60)] {
            #expect(throws: StandupError.lengthOutOfRange(length)) { try standup(length: length).validated() }
        }
        #expect(
            StandupError.lengthOutOfRange(.seconds(5)).description
                == "the length must be 10s to 8h, not 5s"
        )
    }

    @Test func `An error about 10,000 characters is one line without control characters`() {
        let description = StandupError.nameTooLong("Ann\u{1b}]0;\n" + String(repeating: "x", count: 10_000)).description
        #expect(description.hasPrefix("the name 'Ann\u{fffd}]0; xxx"))
        #expect(description.hasSuffix("x…' is too long; use at most 200 characters"))
    }
}
