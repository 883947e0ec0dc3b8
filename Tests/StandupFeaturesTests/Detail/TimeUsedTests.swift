import MeetingModel
@testable import Presentation
import Testing

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("How attendees used their time, on the page")
struct TimeUsedTests {
    let daily = Standup.sample("Daily", ["Ann", "Ben", "Cleo"])

    /// What an attendee took of the meeting with a number.
    func part(
        _ attendee: Int, in meeting: Int, slot: Int = 200, used: Int, speech: Int = 0,
        state: MeetingAttendee.State = .spoke
    ) -> Contribution {
        Contribution(
            meeting: Meeting.ID(rawValue: "m\(meeting)"),
            startedAt: Timestamp(nanosecondsSince1970: Int64(meeting)),
            attendee: MeetingAttendee(
                id: daily.attendees[attendee].id, name: "", slot: .seconds(slot), used: .seconds(used),
                overtime: .seconds(max(0, used - slot)), state: state),
            speech: .seconds(speech))
    }

    var parts: [Contribution] {
        [
            part(0, in: 3, used: 120, speech: 60), part(1, in: 3, used: 0, state: .waiting),
            part(0, in: 2, used: 90), part(1, in: 2, used: 0, state: .absent),
            part(0, in: 1, used: 60, speech: 30), part(1, in: 1, used: 400, speech: 300),
        ]
    }

    /// The page when these contributions have been read; nil before.
    private func page(_ parts: [Contribution]?) throws -> StandupScreen {
        var page = StandupDetail(daily, seed: 1)
        page.statistics = parts.map { SpeakingStatistics($0) }
        guard case .standup(let screen) = page.ownContent(.english) else { throw ApplicationRig.NotOpen() }
        return screen
    }

    @Test func `the page scales all bars and trends to the longest time used`() throws {
        let unread = try page(nil)
        #expect(unread.statistics == nil && unread.attendees[0].trend.isEmpty)
        let page = try page(parts)
        #expect(page.statistics == "average of the last 3 meetings")
        #expect(page.columns == ["Name", "Slot", "█ speech  ▒ silence  │ slot  █ overtime", "Used / spoken", "Change"])
        let (ann, ben, cleo) = (page.attendees[0], page.attendees[1], page.attendees[2])
        #expect(ann.averageUsed == "1:30" && ann.averageSpeech == "0:45" && ann.change == "+0:45")
        #expect(ann.used == 0.225 && ann.speech == 0.1125 && ann.slotEnd == 0.5)
        #expect(ann.trend == [0.15, 0.225, 0.3])
        #expect(ann.overtime == 0 && ben.overtime == 0.5)
        #expect(ben.used == 1 && ben.trend == [1, nil, nil] && ben.change == "")
        #expect(cleo.averageUsed == "" && cleo.used == 0 && cleo.slotEnd == 0.5)
    }

    @Test(
        arguments: [
            (slots: [15, 15], used: [15, 15], slot: "0:15", isOver: false),
            (slots: [210, 30], used: [210, 20], slot: "2:00", isOver: false),
            (slots: [10, 10], used: [20, 10], slot: "0:10", isOver: true),
        ])
    func `a bar is compared with the slots of its meetings, not with the slot of the next one`(
        _ held: (slots: [Int], used: [Int], slot: String, isOver: Bool)
    ) throws {
        let parts = zip(held.slots, held.used).enumerated().map { index, part in
            self.part(0, in: 9 - index, slot: part.0, used: part.1)
        }
        let (page, statistics) = (try page(parts), SpeakingStatistics(parts))
        #expect(page.attendees[0].slot == held.slot)
        let ann = try #require(statistics.people.first)
        #expect(page.attendees[0].averageUsed == ann.averageUsed?.clockText())
        let longest = try #require([ann.averageUsed, ann.averageSlot, .seconds(200)].compactMap(\.self).max())
        #expect(page.attendees[0].overtime == (ann.averageOvertime ?? .zero) / longest)
        #expect((page.attendees[0].overtime > 0) == held.isOver)
    }

    @Test func `nothing traps if no time was used`() throws {
        let ann = try page([part(0, in: 1, used: 0), part(0, in: 2, used: 0)]).attendees[0]
        #expect(ann.trend == [0, 0] && ann.change == "±0:00")
        #expect(try page([]).statistics == nil)
    }
}
