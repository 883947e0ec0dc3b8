import MeetingHistory
import MeetingModel
import StandupHistory
import Testing

/// What the history makes of a list that is read page by page.
@Suite struct ListedMeetingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `The pages together are the whole list, even if meetings started at the same instant`() throws {
        let store = try folder.open()
        for number in 0..<11 {
            try store.begin(
                .sample(Meeting.ID(rawValue: "m\(number)"), of: number % 3 == 0 ? "t" : "s", at: Int64(number / 4)))
        }
        try store.setDeleted(.meeting("m5"), by: "me")
        for standup in [nil, "s" as Standup.ID] {
            let whole = try store.meetings(of: standup).map(\.id)
            for limit in 1...5 {
                var (found, last): ([Meeting.ID], ListedMeeting?) = ([], nil)
                while true {
                    let page = try store.listedMeetings(of: standup, after: last, limit: limit)
                    guard !page.isEmpty else { break }
                    #expect(page.count <= limit)
                    found += page.map(\.meeting.id)
                    last = page.last
                }
                #expect(found == whole)
            }
        }
    }

    @Test(
        "A listed meeting has everything but turns, marks, points, updates and words, and the speaking time of each attendee"
    )
    func parts() throws {
        let store = try folder.open()
        try store.begin(.full("m"))
        try store.begin(.sample("n"))
        let whole = try #require(try store.meeting("m"))
        let listed = try #require(
            try store.listedMeetings(of: nil, after: nil, limit: 9).first { $0.meeting.id == "m" })
        var expected = whole
        (expected.turns, expected.marks, expected.points, expected.transcript) = ([], [], [], [])
        expected.updates = []
        #expect(listed.meeting == expected)
        for attendee in whole.attendees {
            let own = whole.transcript.filter { $0.attendee == attendee.id }
            #expect(listed.speech[attendee.id] ?? .zero == own.reduce(.zero) { $0 + ($1.end - $1.start) })
        }
        #expect(listed.speech.values.contains { $0 > .zero })
    }
}
