import MeetingHistory
import MeetingModel
import Testing

@testable import StandupFeatures

@Suite("How attendees used their time")
struct TimeStatisticsTests {
    let daily = Standup.sample("Daily", ["Ann", "Ben", "Cleo"])

    /// What an attendee took of the meeting with a number.
    func part(
        _ attendee: Int, in meeting: Int, used: Int, speech: Int = 0, state: MeetingAttendee.State = .spoke
    ) -> Contribution {
        Contribution(
            meeting: Meeting.ID(rawValue: "m\(meeting)"),
            startedAt: Timestamp(nanosecondsSince1970: Int64(meeting)),
            attendee: MeetingAttendee(
                id: daily.attendees[attendee].id, name: "", slot: .seconds(200), used: .seconds(used), state: state),
            speech: .seconds(speech))
    }

    var parts: [Contribution] {
        [
            part(0, in: 3, used: 120, speech: 60), part(0, in: 1, used: 60, speech: 30), part(0, in: 2, used: 90),
            part(1, in: 1, used: 400, speech: 300), part(1, in: 2, used: 0, state: .absent),
            part(1, in: 3, used: 0, state: .waiting),
        ]
    }

    @Test("averages count the meetings in which the attendee spoke; trends are oldest first, with gaps")
    func averages() throws {
        let statistics = TimeStatistics(parts)
        #expect(statistics.meetings == 3)
        let ann = try #require(statistics.usages[daily.attendees[0].id])
        #expect(ann.averageUsed == .seconds(90) && ann.averageSpeech == .seconds(45))
        #expect(ann.trend == [.seconds(60), .seconds(90), .seconds(120)])
        #expect(ann.change == .seconds(45))
        let ben = try #require(statistics.usages[daily.attendees[1].id])
        #expect(ben.averageUsed == .seconds(400) && ben.trend == [.seconds(400), nil, nil] && ben.change == nil)
        #expect(statistics.usages[daily.attendees[2].id] == nil)
    }

    @Test("a meeting without words does not count as silence")
    func untranscribed() throws {
        let statistics = TimeStatistics([part(0, in: 1, used: 60, speech: 40), part(0, in: 2, used: 60)])
        #expect(statistics.usages[daily.attendees[0].id]?.averageSpeech == .seconds(40))
        let silent = TimeStatistics([part(0, in: 1, used: 60), part(1, in: 1, used: 60)])
        #expect(silent.usages[daily.attendees[0].id].map { $0.averageSpeech == nil } == true)
    }

    @Test("the page scales all bars and trends to the longest time used")
    func bars() throws {
        var rig = ApplicationRig([daily], place: .standup("Daily"))
        #expect(try rig.page.statistics == nil && rig.page.attendees[0].trend.isEmpty)
        rig.receive(.contributions(to: daily.id, parts))
        let page = try rig.page
        #expect(page.statistics == "average of the last 3 meetings")
        #expect(page.columns == ["Name", "Slot", "█ speech  ▒ silence  │ slot  █ overtime", "Used / spoken", "Change"])
        let (ann, ben, cleo) = (page.attendees[0], page.attendees[1], page.attendees[2])
        #expect(ann.averageUsed == "1:30" && ann.averageSpeech == "0:45" && ann.change == "+0:45")
        #expect(ann.used == 0.225 && ann.speech == 0.1125 && ann.slotEnd == 0.5)
        #expect(ann.trend == [0.15, 0.225, 0.3])
        #expect(ben.used == 1 && ben.trend == [1, nil, nil] && ben.change == "")
        #expect(cleo.averageUsed == "" && cleo.used == 0 && cleo.slotEnd == 0.5)
    }

    @Test("nothing traps if no time was used")
    func zero() throws {
        var rig = ApplicationRig([daily], place: .standup("Daily"))
        rig.receive(.contributions(to: daily.id, [part(0, in: 1, used: 0), part(0, in: 2, used: 0)]))
        #expect(try rig.page.attendees[0].trend == [0, 0] && rig.page.attendees[0].change == "±0:00")
        rig.receive(.contributions(to: daily.id, []))
        #expect(try rig.page.statistics == nil)
    }
}
