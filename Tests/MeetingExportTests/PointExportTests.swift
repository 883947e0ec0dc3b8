import MeetingHistory
import MeetingModel
import Testing

@Suite struct `Points in exports` {
    private var meeting: Meeting {
        var meeting = Sample.meeting()
        meeting.points = [
            point("p1", Sample.bob, .plan, "deploy *it*", 9),
            point("p2", Sample.ann, .done, "the login page works", 0.4),
            point("p3", Sample.bob, .blocker, "search is slow", 12, .dropped),
        ]
        return meeting
    }

    private func point(
        _ id: String, _ attendee: Attendee.ID, _ kind: Point.Kind, _ text: String, _ start: Double,
        _ state: Point.State? = nil
    ) -> Point {
        Point(
            id: .init(rawValue: id), attendee: attendee, kind: kind, text: text, start: .seconds(start),
            end: .seconds(start + 1), maker: .rules, transcript: 1, state: state)
    }

    private func minutes(_ format: MinutesFormat) throws -> String {
        try MeetingTranscript(of: meeting, startedAt: Sample.start).minutes(as: format)
    }

    private let people = [
        "Ann", "", "- `0:00` done: the login page works", "", "Bob", "", "- `0:09` plan: deploy \\*it\\*",
        "- `0:12` blocker, dropped: search is slow",
    ]

    @Test func `Markdown has them by person, before the transcript`() throws {
        let text = try Sample.text(.md, meeting)
        let section = people.map { ["Ann", "Bob"].contains($0) ? "### " + $0 : $0 }.joined(separator: "\n")
        #expect(text.contains("\n\n## Minutes\n\n\(section)\n\n## Transcript\n\n### Ann\n"))
        #expect(try !Sample.text(.md, meeting, of: Sample.ann).contains("deploy"))
        #expect(try !Sample.text(.md).contains("## Minutes"))
    }

    @Test func `minutes are the points alone`() throws {
        let section = people.map { ["Ann", "Bob"].contains($0) ? "## " + $0 : $0 }.joined(separator: "\n")
        #expect(try minutes(.md) == "# Daily\n\n2026-02-04 09:30, 0:24\n\n\(section)\n")
        #expect(
            try minutes(.text) == """
                Ann
                   0:00  done              the login page works
                Bob
                   0:09  plan              deploy *it*
                   0:12  blocker, dropped  search is slow

                """)
        #expect(try minutes(.csv).split(separator: "\r\n").count == 4)
        #expect(try minutes(.csv).contains("\"Bob\",\"plan\",\"open\",9.000,10.000,\"deploy *it*\",\"p1\"\r\n"))
    }

    @Test func `updates are under the names of their authors, as written`() throws {
        var meeting = meeting
        meeting.updates = [
            WrittenUpdate(
                attendee: Sample.bob, text: "back *soon*\n\n=1+1", writtenAt: Timestamp(nanosecondsSince1970: 0))
        ]
        let text = MeetingTranscript(of: meeting, startedAt: Sample.start)
        #expect(try text.minutes(as: .text).contains("Bob\n  wrote  back *soon*\n  wrote  =1+1\n   0:09  plan"))
        #expect(
            try text.minutes(as: .md).contains("## Bob\n\n- *written:* back \\*soon\\*\n- *written:* =1+1\n- `0:09`"))
        #expect(try text.minutes(as: .csv).contains("\"Bob\",\"update\",\"\","))
        #expect(try text.minutes(as: .json).contains("\"text\" : \"back *soon*\\n\\n=1+1\""))
        #expect(try Sample.text(.txt, meeting).contains("\nBob\n  wrote  back *soon*\n"))
        #expect(try Sample.text(.md, meeting).contains("### Bob\n\n- *written:* back"))
        #expect(try Sample.text(.csv, meeting).contains("=1+1\",\"written\"\r\n"))
        #expect(try !Sample.text(.csv, meeting, of: Sample.ann).contains("written"))
    }

    @Test func `json has them with their states`() throws {
        for text in [try Sample.text(.json, meeting), try minutes(.json)] {
            #expect(text.contains("\"kind\" : \"blocker\"") && text.contains("\"state\" : \"dropped\""))
        }
    }
}
