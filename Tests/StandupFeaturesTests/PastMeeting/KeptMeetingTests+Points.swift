import MeetingHistory
import MeetingModel
import Presentation
import StandupHistory
import StandupTesting
import Testing

@testable import StandupFeatures

extension KeptMeetingTests {
    private static let point = MeetingModel.Point(
        id: .init(rawValue: "p"), attendee: Team.ben.id, kind: .plan, text: "work on the search", start: .seconds(83),
        end: .seconds(90), maker: .rules, transcript: 1)

    /// A meeting with one point, whose minutes are open.
    private func openMinutes() throws -> Opened {
        let opened = try Opened()
        try opened.app.store.addPoints(
            [Self.point], to: opened.meeting, by: .rules, from: 1, settling: [],
            at: Timestamp(nanosecondsSince1970: 1))
        opened.app.perform(.back, .last, .activate)
        return opened
    }

    private func points(_ opened: Opened) throws -> [MeetingModel.Point] {
        try opened.app.store.meeting(opened.meeting)?.points ?? []
    }

    @Test(arguments: 0...2)
    func `brings a deleted point back after the meeting was left`(steps: Int) throws {
        let opened = try openMinutes()
        #expect(try points(opened) == [Self.point])
        opened.app.perform(.delete)
        #expect(try points(opened).isEmpty)
        for _ in 0..<steps { opened.app.perform(.back) }
        opened.app.perform(.undo)
        #expect(try points(opened) == [Self.point])
        let undone = "Undid: the deletion of the point “work on the search”. Press U to redo."
        #expect(opened.app.screen.notice?.text == undone)
        opened.app.perform(.redo)
        #expect(try points(opened).isEmpty)
    }

    @Test func `undoes in its minutes only its own points, also once it is opened again`() throws {
        let opened = try openMinutes()
        opened.app.perform(.delete, .back, .activate, .showMinutes, .undo)
        #expect(try points(opened) == [Self.point] && opened.screen?.minutes?.rows.count == 1)
        opened.app.perform(.undo)
        #expect(opened.app.screen.notice?.text == "There is nothing to undo.")
        #expect(try points(opened) == [Self.point])
    }
}
