import MeetingModel
import Presentation
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The latest meetings below the list")
struct LatestMeetingsTests {
    private let daily = Standup.sample("Daily")
    private let retro = Standup.sample("Retro", ["Ann", "Zoe"])

    /// Three meetings, the oldest first: of the daily, of the retro, and of the daily again.
    private func fixture() throws -> ApplicationFixture {
        let meetings = [daily, retro, daily].enumerated().map { number, standup in
            Meeting(
                id: Meeting.ID(rawValue: "meeting-\(number)"), standupID: standup.id, title: standup.title,
                startedAt: Timestamp(nanosecondsSince1970: Int64(number) * 86_400_000_000_000), state: .finished,
                duration: .seconds(60), language: "en",
                attendees: standup.attendees.map {
                    MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(60), state: .spoke)
                })
        }
        return try ApplicationFixture(standups: [daily, retro], meetings: meetings)
    }

    @Test func `all standups' meetings are listed, newest first`() throws {
        let list = try #require(try fixture().screen.list)
        #expect(list.meetings.map(\.id) == ["meeting-2", "meeting-1", "meeting-0"])
        #expect(list.meetings.map(\.title) == ["Daily", "Retro", "Daily"])
        #expect(list.meetings[1].names == "Ann and Zoe")
        #expect(list.selected == 0)
    }

    @Test func `the selection goes below the standups and back`() throws {
        let fixture = try fixture()
        fixture.type("jjj")
        #expect(fixture.screen.list?.selected == 3, "the second meeting")
        fixture.type("kkk")
        #expect(fixture.screen.list?.selected == 0)
        fixture.type("GG")
        #expect(fixture.screen.list?.selected == 2)
        fixture.type("G")
        #expect(fixture.screen.list?.selected == 4)
        fixture.type("gg")
        #expect(fixture.screen.list?.selected == 0, "the standup of the meeting")
    }

    @Test func `Enter opens the meeting, and Esc goes back to its standup`() throws {
        let fixture = try fixture()
        fixture.type("jjj")
        fixture.press(.enter)
        #expect(fixture.screen.meeting?.attendees.map(\.name) == ["Ann", "Zoe"])
        fixture.press(.escape)
        #expect(fixture.screen.page?.title == "Retro")
    }

    @Test func `D asks about the meeting, not about its standup`() throws {
        let fixture = try fixture()
        fixture.type("jjjD")
        #expect(fixture.screen.dialog?.title.hasPrefix("Delete the meeting of Jan 2, 1970") == true)
        fixture.type("d")
        fixture.press(.escape)
        #expect(fixture.screen.list?.meetings.map(\.id) == ["meeting-2", "meeting-0"])
        #expect(fixture.screen.list?.cards.count == 2)
    }

    @Test func `a filter leaves the meetings of the standups that are shown`() throws {
        let fixture = try fixture()
        fixture.type("/ret")
        #expect(fixture.screen.list?.meetings.map(\.title) == ["Retro"])
        fixture.press(.escape)
        #expect(fixture.screen.list?.meetings.count == 3)
    }
}
