import MeetingModel
import Testing

@testable import MeetingHistory

/// A segment in short: who, from, to, what.
private func segments(_ text: String, _ format: SpeakerTimes.Format? = nil) throws(ImportError) -> [String] {
    try SpeakerTimes(text, format: format).segments.map { segment in
        let end = segment.end.map { "\($0.seconds)" } ?? "?"
        return "\(segment.speaker ?? "?") \(segment.start.seconds)-\(end) \(segment.text)"
    }
}

@Suite struct `Speaker times` {
    @Test(arguments: [
        "speaker,start,end,text\nAnn,0,8.5,hello\nBen,0:08.5,1:02:03,\"a, \"\"b\"\"\"\n",
        "Name;From;To;Words\r\nAnn;0;8.5;hello\r\nBen;8,5;1:02:03;\"a, \"\"b\"\"\"\r\n",
        "end (s)\ttext\tStart Time\tAttendee\n8.5\thello\t0\tAnn\n3723\t\"a, \"\"b\"\"\"\t8.500\tBen",
        "\u{FEFF}start,duration,text,speaker\n0,8.5,hello,Ann\n\n8.5,3714.5,\"a, \"\"b\"\"\",Ben\n",
        "Ann,0,8.5,hello\nBen,8.5,3723,\"a,\n\"\"b\"\"\"\n",
        "0:00,8.5,Ann,hello\n8.5,1:02:03,Ben,\"a, \"\"b\"\"\"\n",
    ])
    func `come from a csv file with any column names`(text: String) throws {
        #expect(try segments(text) == ["Ann 0.0-8.5 hello", "Ben 8.5-3723.0 a, \"b\""])
    }

    @Test func `need no end and no text`() throws {
        #expect(try segments("speaker,start\nBen,5\nAnn,0\n,9") == ["Ann 0.0-? ", "Ben 5.0-? ", "? 9.0-? "])
    }

    @Test func `belong to a speaker without a header, even to one whose name is a number`() throws {
        #expect(try segments("Ann,0,8") == ["Ann 0.0-8.0 "])
        #expect(try segments("Ann,0,") == ["Ann 0.0-? "])
        #expect(try segments("1,0,8") == ["1 0.0-8.0 "])
        #expect(try segments("0,8,") == ["0 8.0-? "])
    }

    @Test func `come from the voices of a vtt file`() throws {
        let text = """
            WEBVTT - Daily

            NOTE no cue

            1
            00:00.000 --> 00:08.500 align:start
            <v Ann>yesterday <i>I</i> finished
            it &amp; more</v>

            00:00:08.500 --> 01:02:03.000
            <v.loud Ben &lt;B&gt;>one</v> <v Ann>two</v>

            00:00:20.000 --> 00:00:21.000
            nobody

            """
        #expect(
            try segments(text) == [
                "Ann 0.0-8.5 yesterday I finished it & more", "Ben <B> 8.5-3723.0 one", "Ann 8.5-3723.0 two",
                "? 20.0-21.0 nobody",
            ])
    }

    @Test func `come from the names of an srt file`() throws {
        let text = "1\n00:00:00,000 --> 00:00:01,500\nAnn: hello\n\n2\n00:00:02,000 --> 00:00:03,000\nso: what\n"
        #expect(try segments(text) == ["Ann 0.0-1.5 hello", "? 2.0-3.0 so: what"])
    }

    @Test func `name each speaker once, in the order in which they begin`() throws {
        let times = try SpeakerTimes("speaker,start,end\nBen,5,6\nAnn,0,1\nBen,2,3\n")
        #expect(times.speakers == ["Ann", "Ben"])
        #expect(!times.hasText)
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("hello", "line 1: no columns, hello"),
        ("speaker,start,end\n", "it has no times of speakers"),
        ("speaker,start,end\nAnn,0,1\nBen,x,7\n", "line 3: 'x' is not a time"),
        ("speaker,start,end\nAnn,1:99,7\n", "line 2: '1:99' is not a time"),
        ("speaker,start,end\nAnn,-1,7\n", "line 2: '-1' is not a time"),
        ("speaker,start,end\nAnn,,7\n", "line 2: no start time"),
        ("speaker,start,end\nAnn,9,7\n", "line 2: it ends at 0:07, before it starts at 0:09"),
        ("speaker,start,end\n\"Ann\n\",0,1\n\"Ben,1,2\n", "line 4: a quote is not closed"),
        ("speaker,start,end\n\"Ann\"x,0,1\n", "line 2: text after a closing quote"),
        ("speaker,start,end\n\(String(repeating: "x", count: 201)),0,1\n", "line 2: the name 'xxx"),
        ("WEBVTT\n\n00:00 --> 1x\nhello\n", "line 3: '1x' is not a time"),
        ("WEBVTT\n\nnothing\n", "it has no times of speakers"),
        ("1\n00:00:01,000 -->\n", "line 2: '\"\"' is not a time"),
    ])
    func `that are wrong are refused with the line`(text: String, message: String) {
        let error = #expect(throws: ImportError.self) { try SpeakerTimes(text) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test func `in an invalid vtt file are rejected`() {
        #expect(throws: ImportError.self) { try SpeakerTimes("speaker,start\nAnn,0\n", format: .vtt) }
    }
}

@Suite struct `A meeting of a recording` {
    private let standup = Standup(
        id: .init(rawValue: "s"), title: "Daily",
        attendees: [Attendee(id: .init(rawValue: "a"), name: "Ann"), Attendee(id: .init(rawValue: "b"), name: "Ben")],
        language: "de")

    private func meeting(_ times: String?, isToBeTranscribed: Bool = true) throws -> Meeting {
        var generator = SeededGenerator(seed: 1)
        return try Meeting(
            importing: .init(rawValue: "m"), of: standup, title: "Monday",
            startedAt: Timestamp(nanosecondsSince1970: 5),
            recording: Recording(fileName: "m.wav", sampleRate: 1000, frames: 24_000),
            times: times.map { try SpeakerTimes($0) }, isToBeTranscribed: isToBeTranscribed, using: &generator)
    }

    private func turns(_ meeting: Meeting) -> [String] {
        meeting.turns.map { turn in
            "\(meeting.name(of: turn.attendee)) \(turn.start.seconds)-\(turn.end?.seconds ?? -1)"
        }
    }

    @Test func `without times is one turn of someone, to be transcribed`() throws {
        let meeting = try meeting(nil)
        #expect(turns(meeting) == ["Someone 0.0-24.0"])
        #expect(meeting.attendees.map(\.name) == ["Ann", "Ben", "Someone"])
        #expect(meeting.attendees.map(\.state) == [.waiting, .waiting, .spoke])
        #expect(meeting.knownAttendees.map(\.name) == ["Someone"] && meeting.hasSomeone)
        #expect(meeting.transcribedUpTo == .zero)
        #expect(meeting.state == .finished && meeting.duration == .seconds(24) && meeting.language == "de")
        #expect(try self.meeting(nil, isToBeTranscribed: false).transcribedUpTo == nil)
    }

    @Test func `has the turns of those who are known, and of others`() throws {
        let meeting = try meeting("speaker,start,end\nANN,0,4\nann,4.5,8\nZoe,8,16\nBen,16,99\n")
        #expect(turns(meeting) == ["Ann 0.0-8.0", "Zoe 8.0-16.0", "Ben 16.0-24.0"])
        #expect(meeting.attendees.map(\.name) == ["Ann", "Ben", "Zoe"])
        #expect(meeting.attendees.map(\.used.seconds) == [8, 8, 8])
        #expect(meeting.attendees[0].id.rawValue == "a")
    }

    @Test func `has the turns of voices, also of one that is named like an attendee`() throws {
        let voice = Attendee(id: .init(rawValue: "v"), name: "Ann")
        let turns: [(Attendee, Duration, Duration)] = [
            (voice, .seconds(1), .seconds(3)), (standup.attendees[1], .seconds(4), .seconds(5)),
            (voice, .seconds(6), .seconds(7)), (voice, .seconds(8), .seconds(9)),
        ]
        var generator = SeededGenerator(seed: 1)
        let meeting = try Meeting(
            importing: .init(rawValue: "m"), of: standup, title: "Monday",
            startedAt: Timestamp(nanosecondsSince1970: 5),
            recording: Recording(fileName: "m.wav", sampleRate: 1000, frames: 24_000),
            times: SpeakerTimes(turns), isToBeTranscribed: true, using: &generator)
        #expect(self.turns(meeting) == ["Ann 1.0-4.0", "Ben 4.0-6.0", "Ann 6.0-24.0"])
        #expect(meeting.attendees.map(\.id.rawValue) == ["a", "b", "v"])
        #expect(meeting.attendees.map(\.state) == [.waiting, .spoke, .spoke] && meeting.transcribedUpTo == .zero)
        #expect(SpeakerTimes([]) == nil)
    }

    @Test func `ends a turn where the next one begins`() throws {
        #expect(turns(try meeting("speaker,start,end\nAnn,0,12\nBen,8,20\n")) == ["Ann 0.0-8.0", "Ben 8.0-24.0"])
        #expect(turns(try meeting("speaker,start\nAnn,0\nBen,8\n")) == ["Ann 0.0-8.0", "Ben 8.0-24.0"])
        #expect(turns(try meeting("speaker,start,end\nAnn,5,12\nBen,5,20\n")) == ["Ben 5.0-24.0"])
    }

    @Test func `leaves no gap between speakers, so that each word is in a turn`() throws {
        let meeting = try meeting("speaker,start,end\nAnn,0,2\nBen,4,5\nBen,6,7\nAnn,9,10\n")
        #expect(turns(meeting) == ["Ann 0.0-4.0", "Ben 4.0-9.0", "Ann 9.0-24.0"])
        #expect(meeting.attendees.map(\.used.seconds) == [19, 5])
    }

    @Test(arguments: [
        "speaker,start,end,text\nAnn,0,2,hello\n(from the call),2,3,good point\nAnn,3,4,bye\n",
        "1\n00:00:00,000 --> 00:00:02,000\nAnn: hello\n\n2\n00:00:02,000 --> 00:00:03,000\n"
            + "(from the call): good point\n\n3\n00:00:03,000 --> 00:00:04,000\nAnn: bye\n",
        "WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>hello\n\n00:02.000 --> 00:03.000\n"
            + "<v (from the call)>good point\n\n00:03.000 --> 00:04.000\n<v Ann>bye\n",
    ])
    func `has the interjections of an export in the turns in which they were said`(times: String) throws {
        let meeting = try meeting(times)
        #expect(Set(meeting.turns.map(\.attendee)).count == 1)
        #expect(!meeting.attendees.contains { $0.name.contains("from the") })
        #expect(meeting.transcript.map(\.text) == ["hello", "good point", "bye"])
        #expect(meeting.transcript.map(\.interjection) == [nil, .call, nil])
        #expect(try SpeakerTimes(times).speakers == ["Ann"])
    }

    @Test func `has the text as its transcript, and is not transcribed again`() throws {
        let meeting = try meeting("speaker,start,end,text\nAnn,0,4, the  login\nBen,8,16,\nAnn,20,22,page\n")
        #expect(meeting.transcript.map(\.text) == ["the login", "page"])
        #expect(meeting.transcript.map(\.attendee.rawValue) == ["a", "a"])
        #expect(meeting.transcript[1].start == .seconds(20) && meeting.transcript[1].end == .seconds(22))
        #expect(meeting.transcribedUpTo == nil)
    }

    @Test func `refuses a time behind the recording's end, with the line`() {
        let error = #expect(throws: ImportError.self) { try meeting("speaker,start,end\nAnn,0,4\nBen,30,40\n") }
        #expect(error?.line == 3)
    }
}

@Suite struct `A date` {
    @Test(arguments: [
        ("2026-02-03T09:30:15.5Z", 1_770_111_015_500_000_000),
        ("2026-02-03T09:30:15.5+01:00", 1_770_107_415_500_000_000),
        ("2026-02-03 09:30-0530", 1_770_130_800_000_000_000), ("1999-12-31t23:59z", 946_684_740_000_000_000),
    ])
    func `with a zone is an instant`(text: String, nanoseconds: Int64) {
        #expect(Timestamp(calendarText: text)?.nanosecondsSince1970 == nanoseconds)
    }

    @Test func `without a zone is the machine's`() throws {
        let midnight = try #require(Timestamp(calendarText: "2026-02-03"))
        #expect(Timestamp(calendarText: "2026-02-03 09:30") == midnight + .seconds(34_200))
    }

    @Test(arguments: [
        "", "x", "2026", "2026-02-30", "2026-13-01", "26-02-03", "2026-02-03 25:00", "2026-02-03T", "3000-01-01",
        "2026-02-03Z", "2026-02-03 09:30+99:99", "2026-02-03 9:30",
    ])
    func `that is invalid is refused`(text: String) {
        #expect(Timestamp(calendarText: text) == nil)
    }
}
