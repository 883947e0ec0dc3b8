import MeetingModel
@testable import Presentation
import Testing

@testable import StandupFeatures

@Suite("What attendees wrote for a past meeting") struct WrittenRowTests {
    private func rig(_ updates: [(Attendee.ID, String)], points: [MeetingModel.Point] = []) -> MeetingRig {
        var rig = MeetingRig()
        rig.meeting.points = points
        rig.meeting.updates = updates.map {
            WrittenUpdate(attendee: $0, text: $1, writtenAt: rig.meeting.startedAt)
        }
        rig.carryOut(Reply(rig.feature.firstEffects))
        return rig
    }

    private func point(_ attendee: Attendee.ID, at start: Int) -> MeetingModel.Point {
        MeetingModel.Point(
            id: .init(rawValue: "p\(start)"), attendee: attendee, kind: .plan, text: "test", start: .seconds(start),
            end: .seconds(start), maker: .rules, transcript: 1)
    }

    @Test func `is in the transcript where their turn was or would have been, labelled as written`() throws {
        let screen = try rig([(Team.ben.id, "late\n\ntoday"), (Team.cal.id, "ill"), (Team.ann.id, "first")]).screen
        #expect(
            screen.written == [
                WrittenRow(name: "Ann wrote", lines: ["first"], row: 0),
                WrittenRow(name: "Ben wrote", lines: ["late", "today"], row: 2),
                WrittenRow(name: "Cal wrote", lines: ["ill"], row: 3),
            ])
        #expect(screen.lines.map(\.name) == ["Ann", "", "Ben"])
    }

    @Test func `is followed by the name of whoever goes on speaking`() throws {
        var rig = MeetingRig()
        // Ben's turn begins while Ann still speaks.
        rig.meeting.turns = [
            Turn(attendee: Team.ann.id, start: .zero, end: .seconds(10)),
            Turn(attendee: Team.ben.id, start: .seconds(10), end: .seconds(125)),
        ]
        rig.meeting.updates = [WrittenUpdate(attendee: Team.ben.id, text: "late", writtenAt: rig.meeting.startedAt)]
        rig.carryOut(Reply(rig.feature.firstEffects))
        let screen = try rig.screen
        #expect(screen.written.map(\.row) == [1])
        #expect(screen.lines.map(\.name) == ["Ann", "Ann", "Ben"])
    }

    @Test func `is in the minutes below the points, also without points`() throws {
        let both = [(Team.cal.id, "ill"), (Team.ben.id, "late")]
        let minutes = try #require(
            try rig(both, points: [point(Team.ann.id, at: 3), point(Team.ben.id, at: 83)])
                .screen.minutes)
        #expect(minutes.written.map(\.row) == [2, 2])
        #expect(minutes.written.map(\.name) == ["Ben wrote", "Cal wrote"])
        let only = try #require(try rig(both).screen.minutes)
        #expect(only.rows.isEmpty && only.written.map(\.row) == [0, 0])
        #expect(try rig([]).screen.minutes == nil)
    }

    @Test func `does not move the selection of utterances and points`() throws {
        var rig = rig([(Team.ann.id, "first")], points: [point(Team.ann.id, at: 3)])
        #expect(try rig.screen.minutes?.selected == 0)
        rig.perform(.showMinutes, .last)
        #expect(try rig.screen.selected == 2)
    }
}
