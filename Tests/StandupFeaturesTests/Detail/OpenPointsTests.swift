import Localization
import MeetingHistory
import MeetingModel
@testable import Presentation
import Testing

@testable import StandupFeatures

@Suite("The open points on a standup's page") struct OpenPointsTests {
    private static let standupID = Standup.ID(rawValue: "s1")
    private static let meeting = Meeting.ID(rawValue: "m1")
    private let standup = Standup(
        id: Self.standupID, title: "Web", length: .seconds(300), theme: .teal, attendees: [Team.ann, Team.ben])
    private let localizer = Localizer.localizer("en")

    private func carried(_ id: String, _ attendee: Attendee.ID, _ kind: MeetingModel.Point.Kind, meetings: Int = 1)
        -> CarriedPoint
    {
        let meeting = Meeting(
            id: Self.meeting, standupID: Self.standupID, title: "Web", startedAt: Timestamp(nanosecondsSince1970: 0),
            state: .finished,
            duration: .seconds(60),
            attendees: [Team.ann, Team.ben].map {
                MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(60), state: .spoke)
            })
        let point = MeetingModel.Point(
            id: .init(rawValue: id), attendee: attendee, kind: kind, text: "text of \(id)", start: .seconds(3),
            end: .seconds(5), maker: .rules, transcript: 1)
        return CarriedPoint(point, of: meeting, meetings: meetings)
    }

    /// A page on which a point of Ben and two of Ann have been read.
    private func page() -> StandupDetail {
        var page = StandupDetail(standup, seed: 1)
        let points = [
            carried("b", Team.ben.id, .plan), carried("a1", Team.ann.id, .blocker, meetings: 3),
            carried("a2", Team.ann.id, .question),
        ]
        page.show(points)
        return page
    }

    private func screen(_ page: StandupDetail) throws -> StandupScreen {
        guard case .standup(let screen) = page.ownContent(localizer) else { throw WrongScreen() }
        return screen
    }

    private struct WrongScreen: Error {}

    @Test func `are shown by person, a long blocker marked`() throws {
        let screen = try screen(page())
        #expect(screen.pointsTitle == "3 open points")
        #expect(screen.points.map(\.name) == ["Ann", "", "Ben"])
        #expect(screen.points.map(\.kind) == ["blocker, open for 3 meetings", "question", "plan"])
        #expect(screen.points.map(\.isLongBlock) == [true, false, false])
        #expect(screen.rows == [.start, .attendee(0), .attendee(1), .point(0), .point(1), .point(2)])
    }

    @Test func `are marked, stay on the page, and are open again after an undo`() throws {
        var page = page()
        _ = page.perform(.select(3))
        let before = page.points.all[0].point
        #expect(
            page.perform(.markDone).effects == [
                .store(.point(.replace(before, by: before.marked(.done)), of: Self.meeting))
            ])
        #expect(try screen(page).points[0].state == .done)
        #expect(try screen(page).pointsTitle == "2 open points · 1 done or dropped")
        let reply = page.receive(
            .stored(.point(.replace(before, by: before.marked(.done)), of: Self.meeting), .success(true)))
        #expect(reply.effects.map(\.isCall) == [true])
        page.show(page.points.all.filter(\.isOpen))
        #expect(try screen(page).points.map(\.state) == [.done, .open, .open])
        #expect(
            page.perform(.undo).effects == [
                .store(.point(.replace(before.marked(.done), by: before), of: Self.meeting))
            ])
        #expect(page.ownNotice(localizer)?.text.hasPrefix("Undid: the mark “done” of the point “text of ") == true)
        #expect(
            page.perform(.redo).effects == [
                .store(.point(.replace(before, by: before.marked(.done)), of: Self.meeting))
            ])
        _ = page.perform(.undo)
        #expect(try screen(page).points.map(\.state) == [.open, .open, .open])
        #expect(page.perform(.undo).effects == [.undo()])
    }

    @Test func `that were marked leave the page with the user, so that it lists open points alone`() throws {
        var page = page()
        _ = page.perform(.select(3))
        _ = page.perform(.markDone)
        page.destination = PastMeeting(meeting: Self.meeting)
        let effects = page.perform(.back).effects
        #expect(page.destination == nil)
        #expect(try screen(page).points.count == 2 && screen(page).pointsTitle == "2 open points")
        #expect(effects.count(where: \.isCall) == 5, "it reads its meetings, times, points, updates and terms")
    }

    @Test func `are deleted with the key that deletes, and come back after an undo`() throws {
        var page = page()
        _ = page.perform(.select(3))
        let before = page.points.all[0].point
        #expect(!page.emphasis.hidden.contains(.delete))
        #expect(page.perform(.delete).effects == [.store(.point(.delete(before), of: Self.meeting))])
        #expect(page.destination == nil && page.question == nil)
        #expect(page.ownNotice(localizer)?.text == "Point deleted. Press u to bring it back.")
        #expect(try screen(page).points.map(\.text) == ["text of a2", "text of b"])
        #expect(page.perform(.undo).effects == [.store(.point(.add(before), of: Self.meeting))])
    }

    @Test func `have the names that people have now, and leave out what an import knows no speaker of`() {
        var renamed = standup
        renamed.attendees[1].name = "Benjamin"
        let point = carried("b", Team.ben.id, .plan).named(CurrentNames([renamed]))
        #expect(point.name == "Benjamin" && point.meetings == 1)
        #expect(carried("b", Team.ben.id, .plan).named(CurrentNames([])).name == "Ben")
        let someone = Attendee.ID(rawValue: Self.standupID.rawValue)
        #expect(!carried("s", someone, .plan).isOpen && carried("b", Team.ben.id, .plan).isOpen)
    }

    @Test func `that were changed elsewhere are not marked, and read again`() throws {
        var page = page()
        _ = page.perform(.select(3))
        guard case .store(let change)? = page.perform(.markDropped).effects.first else { throw WrongScreen() }
        #expect(page.receive(.stored(change, .success(false))).effects.map(\.isCall) == [true])
        #expect(page.ownNotice(localizer)?.text.contains("changed elsewhere") == true)
        #expect(page.perform(.undo).effects == [.undo()])
    }

    @Test func `open the minutes of their meeting, and have an address`() throws {
        var page = page()
        _ = page.perform(.select(4))
        let place = Place(page.route(from: nil))
        #expect(place.address == "standup/s1?point=a2")
        #expect(try Place(address: place.address) == place)
        #expect(page.perform(.activate).effects.first?.isCall(on: .history) == true)
        #expect(Place(page.route(from: nil)).address == "standup/s1/meeting/m1?minutes=yes&point=a2")
        var opened = StandupDetail(standup, seed: 1)
        _ = opened.open(place.route, running: nil)
        opened.show(self.page().points.all)
        #expect(try screen(opened).selected == 4)
    }
}
