import Localization
import MeetingHistory
import MeetingModel
import Presentation
import Sound
import Testing

@testable import StandupFeatures

@Suite("The minutes of a past meeting") struct MinutesTests {
    private static func point(
        _ id: String, _ attendee: Attendee.ID, _ kind: MeetingModel.Point.Kind, _ start: Int, _ text: String,
        by maker: MeetingModel.Point.Maker = .rules
    ) -> MeetingModel.Point {
        MeetingModel.Point(
            id: .init(rawValue: id), attendee: attendee, kind: kind, text: text, start: .seconds(start),
            end: .seconds(start + 3), maker: maker, transcript: maker == .hand ? nil : 1)
    }

    /// Two points of Ann and one of Ben between them, in the order in which they were said.
    private static let points = [
        point("p1", Team.ann.id, .done, 3, "i finished the lagoon page"),
        point("p2", Team.ben.id, .plan, 10, "work on the search", by: .assistant),
        point("p3", Team.ann.id, .blocker, 20, "nothing", by: .hand),
    ]

    private func rig(_ points: [MeetingModel.Point] = points, at place: PlaceInMeeting? = nil) -> MeetingRig {
        var rig = MeetingRig()
        rig.meeting.points = points
        rig.feature = PastMeeting(
            meeting: rig.meeting.id, theme: .teal, at: place ?? PlaceInMeeting(showsMinutes: true))
        rig.carryOut(Reply(rig.feature.firstEffects))
        return rig
    }

    @Test func `come first: who is blocked, what is planned and what is done, with who made the points`() throws {
        var rig = rig(at: PlaceInMeeting())
        let shown = try #require(rig.screen.minutes)
        #expect(shown.isOpen && shown.selected == 0 && rig.feature.context == .minutes)
        #expect(
            shown.rows.map(\.heading) == ["Blocked", "Will do", "Done"]
                && shown.rows.map(\.name) == ["Ann", "Ben", "Ann"])
        #expect(shown.rows.map(\.maker) == ["by hand", "by the assistant", ""])
        #expect(shown.rows.map(\.stateText) == ["open", "open", ""], "the kind says that it is done")
        #expect(rig.feature.utterance == 1, "what was said at 0:20")
        rig.perform(.down)
        #expect(try rig.screen.minutes?.selected == 1)
        rig.perform(.showMinutes)
        #expect(rig.feature.context == .meeting && rig.requests.isEmpty)
        rig.perform(.showMinutes, .back)
        #expect(rig.requests == [.close], "one key leaves")
        #expect(try MeetingRig.read().screen.minutes == nil, "no column without points")
    }

    @Test func `come first also if they are made after the meeting was opened, unless a key was pressed`() throws {
        for isUsed in [false, true] {
            var rig = rig([], at: PlaceInMeeting())
            #expect(rig.feature.context == .meeting)
            if isUsed { rig.perform(.down) }
            rig.meeting.points = Self.points
            rig.carryOut(rig.feature.receive(.changedElsewhere))
            #expect(rig.feature.context == (isUsed ? .meeting : .minutes))
        }
    }

    @Test func `are copied as text in the same order`() throws {
        var rig = rig()
        rig.perform(.last, .markDone, .copy)
        #expect(rig.effects.last == .copyMinutes(rig.meeting))
        #expect(
            MinutesScreen(of: rig.meeting, rig.meeting.pointsByKind, .english).plainText == """
                Blocked
                - Ann: nothing

                Will do
                - Ben: work on the search

                Done
                - Ann: i finished the lagoon page

                """)
        rig.carryOut(rig.feature.receive(.copied(false)))
        #expect(rig.notice?.text.contains("Press x") == true, "where there is no clipboard")
        var empty = self.rig([])
        empty.perform(.copy)
        #expect(!empty.effects.contains { if case .copyMinutes = $0 { true } else { false } })
    }

    @Test func `play from the time of a point`() {
        var rig = rig()
        rig.perform(.play)
        #expect(rig.player?.position == .seconds(20))
        rig.perform(.down, .activate)
        #expect(rig.player?.position == .seconds(10))
    }

    @Test func `have an address with the selected point`() throws {
        var rig = rig()
        rig.perform(.down)
        let place = Place(rig.feature.route(from: .standup("s1")))
        #expect(place.address == "standup/s1/meeting/m1?utterance=0&minutes=yes&point=p2")
        let read = try Place(address: place.address)
        #expect(read == place)
        guard case .pastMeeting(_, _, let inMeeting) = read.route else { return #expect(Bool(false)) }
        #expect(try self.rig(at: inMeeting).screen.minutes?.selected == 1)
    }

    @Test func `are edited: words, kind, person and state, each undone and redone`() throws {
        var rig = rig()
        rig.perform(.last, .edit)
        #expect(rig.feature.context == .line)
        rig.type("  other   words ")
        rig.perform(.activate, .changeKind)
        #expect(rig.dialog?.answers.count == 7)
        rig.perform(.answer(3), .moveUtterance, .answer(1), .markDropped)
        let changed = try #require(rig.meeting.points.first)
        #expect(changed.text == "other words" && changed.kind == .decision && changed.attendee == Team.ben.id)
        #expect(changed.state == .dropped && changed.maker == .hand && changed.id == Self.points[0].id)
        #expect(changed.transcript == 1)
        rig.perform(.undo, .undo, .undo, .undo)
        #expect(rig.meeting.points == Self.points)
        rig.perform(.undo)
        #expect(rig.effects.last == .undo(.points(rig.meeting.id)), "what was changed before it was opened")
        rig.perform(.redo, .redo, .redo, .redo)
        #expect(rig.meeting.points.first == changed)
        rig.perform(.redo)
        #expect(rig.effects.last == .redo(.points(rig.meeting.id)))
    }

    @Test func `mark a point done, and open it again`() {
        var rig = rig()
        rig.perform(.down, .markDone)
        #expect(rig.meeting.points[1].state == .done && rig.meeting.points[1].maker == .assistant)
        rig.perform(.markDone)
        #expect(rig.meeting.points[1].state == .done)
        rig.perform(.markOpen)
        #expect(rig.meeting.points == Self.points)
    }

    @Test func `take a new point of the same person, and lose one that is deleted until it is undone`() throws {
        var rig = rig()
        rig.perform(.add)
        #expect(try rig.screen.minutes?.selected == 1, "the first plan, as Ann is the first")
        rig.type("order badges")
        rig.perform(.activate)
        let added = try #require(rig.meeting.points.first { $0.text == "order badges" })
        #expect(added.attendee == Team.ann.id && added.kind == .plan && added.maker == .hand)
        #expect(added.transcript == nil && rig.feature.minutes.selected == added.id)
        rig.perform(.delete)
        #expect(rig.meeting.points == Self.points)
        rig.perform(.undo)
        #expect(rig.meeting.points.contains(added))
        rig.perform(.add, .activate)
        #expect(rig.meeting.points.count == 4, "without words nothing is added")
    }

    @Test func `can begin with a point by hand`() throws {
        var rig = rig([])
        #expect(try rig.screen.minutes?.empty != nil)
        rig.perform(.add)
        rig.type("first")
        rig.perform(.activate)
        #expect(rig.meeting.points.map(\.text) == ["first"])
    }

    @Test func `keep typed words if another program changed the point`() throws {
        var rig = rig()
        rig.perform(.last, .edit)
        rig.type("mine")
        let theirs = Self.points[0].edited(text: "theirs")
        rig.meeting.points[0] = theirs
        rig.perform(.activate)
        #expect(rig.notice?.text.contains("changed elsewhere") == true)
        #expect(rig.meeting.points.first == theirs)
        #expect(try rig.screen.minutes?.field?.text == "mine", "the words are in the field again")
        rig.perform(.activate)
        #expect(rig.meeting.points.first?.text == "mine")
        rig.perform(.undo)
        #expect(rig.meeting.points.first == theirs, "the refused change is not undone")
    }

    @Test func `keep typed words if another program deleted the point`() {
        var rig = rig()
        rig.perform(.last, .edit)
        rig.type("mine")
        rig.meeting.points.removeFirst()
        rig.perform(.activate, .activate)
        #expect(rig.meeting.points.map(\.text) == ["mine", "work on the search", "nothing"])
    }

    @Test func `keep typed words if they cannot be stored, and store none when the application is left`() throws {
        var rig = rig()
        rig.refusal = .cannotWrite(path: "/data", reason: "full")
        rig.perform(.edit)
        rig.type("mine")
        rig.perform(.activate)
        #expect(rig.notice?.kind == .error && rig.meeting.points == Self.points)
        #expect(try rig.screen.minutes?.field?.text == "mine")
        rig.refusal = nil
        rig.perform(.quit)
        #expect(rig.dialog?.title == "Discard changes?" && rig.requests == [])
        rig.perform(.answer(0), .quit)
        #expect(rig.meeting.points == Self.points && rig.requests == [.quit])
    }

    @Test func `and their changes are named when they are undone and redone`() {
        var rig = rig()
        rig.perform(.last, .delete, .undo)
        #expect(
            rig.notice?.text == "Undid: the deletion of the point “i finished the lagoon page”. Press U to redo.")
        rig.perform(.redo)
        #expect(
            rig.notice?.text == "Redid: the deletion of the point “i finished the lagoon page”. Press u to undo.")
        rig.perform(.undo, .first, .down, .markDone, .undo)
        #expect(rig.notice?.text == "Undid: the mark “done” of the point “work on the search”. Press U to redo.")
    }

    @Test func `show a change that was undone elsewhere, and do not undo it again`() {
        var rig = rig()
        rig.perform(.down, .delete)
        rig.meeting.points = Self.points
        rig.carryOut(rig.feature.receive(.changeUndone(.point(.delete(Self.points[1]), of: rig.meeting.id))))
        #expect(rig.feature.minutes.selected == Self.points[1].id)
        #expect(rig.effects.last?.isCall(on: .history) == true)
        rig.perform(.undo)
        #expect(rig.effects.last == .undo(.points(rig.meeting.id)) && rig.meeting.points == Self.points)
    }

    @Test(arguments: [false, true])
    func `that were being typed when the application was killed come back in their field`(isNew: Bool) throws {
        var rig = rig()
        rig.perform(isNew ? .add : .edit)
        rig.type("mine")
        var next = rig.restarted()
        #expect(next.notice?.text == "Unsaved changes restored. Save them, or press Esc to discard them.")
        #expect(try next.screen.minutes?.field == rig.screen.minutes?.field)
        next.perform(.activate)
        #expect(next.meeting.points.contains { $0.text.contains("mine") } && next.kept == nil)
        #expect(next.meeting.points.count == Self.points.count + (isNew ? 1 : 0))
        rig.perform(.back, .answer(1), .back, .answer(0))
        #expect(rig.kept == nil && rig.feature.minutes.typing == nil && rig.meeting.points == Self.points)
        #expect(try rig.restarted().screen.minutes?.field == nil)
    }

    @Test func `that were being typed when another program deleted the meeting come back with it`() throws {
        var rig = rig()
        rig.perform(.edit)
        rig.type("mine")
        rig.carryOut(rig.feature.didRead(nil))
        rig.feature.show(inTrash: .meeting(rig.meeting.id))
        #expect(rig.feature.context == .meeting && rig.feature.hasUnsavedCorrections)
        #expect(rig.notice?.text == "Another program has deleted this meeting. Press u to bring it back.")
        rig.perform(.undo)
        #expect(rig.effects.last == .restore(.meeting(rig.meeting.id)))
        rig.carryOut(rig.feature.receive(.undone(.meeting(rig.meeting.id))))
        #expect(try rig.screen.minutes?.field?.text == "mine")
    }

    @Test func `say when an older version is chosen that changes by hand are in a newer one`() {
        var rig = rig()
        func version(_ number: Int, _ maker: MeetingModel.Point.Maker, isCurrent: Bool = false) -> ListedPointVersion {
            ListedPointVersion(
                PointVersion(
                    number: number, createdAt: rig.meeting.startedAt, maker: maker, transcript: 1, isCurrent: isCurrent),
                points: 2)
        }
        let versions = [version(1, .rules), version(2, .hand, isCurrent: true)]
        rig.feature.show(versions)
        rig.perform(.answer(0))
        #expect(
            rig.notice?.text
                == "Version 1 of the points is current now. Version 2, edited by hand, is newer. Press v to use it.")
        #expect(rig.notice?.kind == .warning)
    }

    @Test func `are made again by the rules or an assistant, and read when that is done`() throws {
        var rig = rig()
        rig.perform(.makeMinutes, .askAssistant)
        let requests = [false, true].map { MinutesRequest(meeting: rig.meeting.id, byAssistant: $0) }
        #expect(rig.effects.suffix(2) == requests.map { .begin(.minutes($0)) })
        rig.meeting.points.removeLast()
        rig.carryOut(
            rig.feature.receive(.taskEnded(.minutes(requests[0]), .success(.minutes(points: 2, failures: 0)))))
        #expect(try rig.screen.minutes?.rows.count == 2)
    }

    @Test func `wait until the meeting has ended`() {
        var live = MeetingRig.read(state: .live)
        live.perform(.showMinutes)
        #expect(live.notice?.kind == .warning && live.feature.context == .meeting)
    }

    @Test func `are selected with the mouse, after the lines of the transcript`() throws {
        var rig = rig(at: PlaceInMeeting())
        rig.perform(.select(3 + 2))
        #expect(try rig.screen.minutes?.selected == 2)
        rig.perform(.select(3 + 2))
        #expect(rig.feature.context == .line)
        rig.perform(.back, .select(0))
        #expect(rig.feature.context == .meeting && rig.feature.utterance == 0)
    }
}
