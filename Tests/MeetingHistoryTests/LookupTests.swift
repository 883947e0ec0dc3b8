import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@Suite struct LookupTests {
    private let standups = [
        Standup.sample("id-1", title: "Daily"), .sample("id-2", title: "Daily backend"),
        .sample("id-3", title: "Weekly"),
        .sample("id-4", title: "ÉQUIPE"), .sample("id-5", title: "A/B tests"), .sample("id-6", title: "Twins"),
        .sample("id-7", title: "twins"), .sample("5eed0-1", title: "Seed"),
    ]

    @Test(
        arguments: [
            ("Daily", "id-1"), ("dAILY", "id-1"), (" daily\n", "id-1"), ("daily b", "id-2"), ("W", "id-3"),
            ("équipe", "id-4"),
            ("E\u{301}q", "id-4"), ("a/b", "id-5"), ("id-7", "id-7"), ("5EED", "5eed0-1"), ("5eed0-1", "5eed0-1"),
        ]
    )
    func `A standup is found by title in any case, by the start of a title, or by id`(text: String, id: String) throws {
        #expect(try StandupLookup.find(text, in: standups).id.rawValue == id)
    }

    @Test(arguments: ["Monthly", "", " ", "id-", "id", "5ee"])
    func `A text that matches no standup is an error that says so`(text: String) {
        #expect(throws: LookupError.noStandup(text)) { try StandupLookup.find(text, in: standups) }
    }

    @Test(
        arguments: [
            ("Wekly", ["Weekly"]), ("aily", ["Daily"]), ("Dayli", ["Daily"]),
            ("backend", ["Daily backend"]), ("tests", ["A/B tests"]), ("Wx", []),
        ]
    )
    func `The error for an unknown standup suggests titles with a similar spelling`(text: String, titles: [String]) {
        #expect(throws: LookupError.noStandup(text, near: titles)) { try StandupLookup.find(text, in: standups) }
    }

    @Test func `A text that matches several standups is an error that lists them, with ids if titles are the same`() {
        #expect(throws: LookupError.severalStandups("da", ["Daily", "Daily backend"])) {
            try StandupLookup.find("da", in: standups)
        }
        #expect(throws: LookupError.severalStandups("TWINS", ["id-6 (Twins)", "id-7 (twins)"])) {
            try StandupLookup.find("TWINS", in: standups)
        }
        let long = ["1234567890", "1234567899", "abcdefghij"].map { Standup.sample($0, title: "One") }
        #expect(
            throws: LookupError.severalStandups("one", ["1234567890 (One)", "1234567899 (One)", "abcdefghij (One)"])
        ) { try StandupLookup.find("one", in: long) }
        #expect(throws: LookupError.severalStandups("1234", ["1234567890 (One)", "1234567899 (One)"])) {
            try StandupLookup.find("1234", in: long)
        }
    }

    /// Newest first.
    private let meetings = [
        Meeting.sample("c0ffee-1", of: "id-1", title: "Daily"), .sample("c0ffee-2", of: "id-3", title: "Old name"),
        .sample("beef", of: "id-1", title: "Daily"), .sample("bee", of: "id-5"),
        .sample("seed", of: "5eed0-1"), .sample("demo", of: "gone", title: "Demo"),
    ]

    private func filled(with standups: [Standup]) throws -> SQLiteMeetingStore {
        let store = SQLiteMeetingStore.temporary()
        for standup in standups { try store.save(standup) }
        for meeting in meetings.reversed() { try store.begin(meeting) }
        return store
    }

    @Test(
        "A meeting is found by `latest`, by standup and number, as the latest of a standup, or by the start of its id",
        arguments: [
            ("latest", "c0ffee-1"), ("Latest", "c0ffee-1"), ("daily/1", "c0ffee-1"), ("DAILY/2", "beef"),
            ("w/1", "c0ffee-2"), ("A/B tests/1", "bee"), ("demo/1", "demo"), ("id-1/2", "beef"),
            ("C0FFEE-2", "c0ffee-2"), ("beef", "beef"), ("daily", "c0ffee-1"), (" DAILY ", "c0ffee-1"),
            ("A/B tests", "bee"), ("a/b", "bee"), ("w", "c0ffee-2"), ("Demo", "demo"), ("5eed0-1", "seed"),
            ("see", "seed"), ("id-3", "c0ffee-2"),
        ]
    )
    func findsMeeting(text: String, id: String) throws {
        #expect(try MeetingLookup.find(text, in: filled(with: standups)).rawValue == id)
    }

    @Test(
        arguments: ["", "x", "daily/0", "daily/-1", "/", "bee", "c0f"]
    )
    func `A text that matches no meeting is an error that says so`(text: String) {
        #expect(throws: LookupError.noMeeting(text)) { try MeetingLookup.find(text, in: filled(with: standups)) }
    }

    @Test(arguments: ["Dialy", "daily/x", "daily/"])
    func `A misspelt title is an error that suggests titles`(text: String) {
        #expect(throws: LookupError.noMeeting(text, near: ["Daily"])) {
            try MeetingLookup.find(text, in: filled(with: standups))
        }
    }

    @Test(
        arguments: ["daily", "Dialy"])
    func `Where a number is needed, a title without one is an error that names the newest meeting`(text: String) throws
    {
        #expect(throws: LookupError.noMeeting(text, near: ["Daily/1"])) {
            try MeetingLookup.find(text, in: filled(with: standups), needsNumber: true)
        }
        #expect(try MeetingLookup.find("daily/1", in: filled(with: standups), needsNumber: true).rawValue == "c0ffee-1")
        #expect(try MeetingLookup.find("beef", in: filled(with: standups), needsNumber: true).rawValue == "beef")
    }

    @Test func `A whole id wins over a title, and a title over the start of an id`() throws {
        let more = standups + [.sample("id-8", title: "c0ffee-2"), .sample("id-9", title: "C0FF")]
        let store = try filled(with: more)
        try store.begin(.sample("new", of: "id-9"))
        #expect(try MeetingLookup.find("c0ffee-2", in: store).rawValue == "c0ffee-2")
        #expect(try MeetingLookup.find("c0ff", in: store).rawValue == "new")
    }

    @Test func `A text for several meetings is an error that lists them; too high a number, one with their count`() {
        #expect(throws: LookupError.severalMeetings("c0ff", ["c0ffee-1", "c0ffee-2"])) {
            try MeetingLookup.find("c0ff", in: filled(with: standups))
        }
        #expect(throws: LookupError.severalStandups("da", ["Daily", "Daily backend"])) {
            try MeetingLookup.find("da", in: filled(with: standups))
        }
        #expect(throws: LookupError.tooFewMeetings("Daily backend", 0)) {
            try MeetingLookup.find("Daily backend", in: filled(with: standups))
        }
        #expect(throws: LookupError.tooFewMeetings("daily/3", 2)) {
            try MeetingLookup.find("daily/3", in: filled(with: standups))
        }
        #expect(throws: LookupError.tooFewMeetings("twins backend/1", 0)) {
            let more = standups + [.sample("id-8", title: "Twins backend")]
            return try MeetingLookup.find("twins backend/1", in: filled(with: more))
        }
        #expect(throws: LookupError.noStandup("nobody")) {
            try MeetingLookup.find("nobody/1", in: filled(with: standups))
        }
        #expect(throws: LookupError.noMeetings) { try MeetingLookup.find("latest", in: SQLiteMeetingStore.temporary()) }
    }

    @Test(
        arguments: [
            ("ann", 0), ("Bob#2", 2), ("bob#1", 1), ("Carl#3", 3), ("Dora#1", 5), ("李小龍", 6), ("ann#1", 0),
        ]
    )
    func `An attendee is found by name; NAME#2 is the second of that name`(text: String, index: Int) throws {
        #expect(try AttendeeLookup.index(of: text, in: names) == index)
    }

    private let names = ["Ann", "Bob", "BOB", "Carl#3", "Carl", "Dora", "李小龍"]

    @Test func `A name that matches no attendee, or several, is an error that lists them`() {
        #expect(throws: LookupError.severalAttendees("bob", ["Bob#1", "BOB#2"])) {
            try AttendeeLookup.index(of: "bob", in: names)
        }
        for text in ["", "An", "bob#3", "bob#0", "ann#2", "#1", "bob#", "bob#x"] {
            #expect(throws: LookupError.noAttendee(text, names)) { try AttendeeLookup.index(of: text, in: names) }
        }
    }

    @Test func `An error is one line with the problem, the name and the remedy`() {
        let many = (1...500).map { "Standup \($0)\n\u{1b}[31m" }
        let hostile = "x\u{1b}]0;\n" + String(repeating: "y", count: 10_000)
        for error: LookupError in [
            .noStandup(hostile), .severalStandups(hostile, many), .noMeetings, .noMeeting(hostile),
            .tooFewMeetings(hostile, 0), .tooFewMeetings(hostile, 3), .severalMeetings(hostile, many),
            .noAttendee(hostile, many), .noAttendee(hostile, []), .severalAttendees(hostile, many),
        ] {
            #expect(error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(error.description.count < 700)
        }
        #expect(
            LookupError.severalStandups("da", ["Daily", "Daily backend"]).description
                == "several standups match 'da'; use one of: Daily, Daily backend"
        )
    }
}
