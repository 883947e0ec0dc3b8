import MeetingHistory
import MeetingModel
import Testing

@testable import StandupFeatures

@Suite("What can be undone until the application quits") struct UndoHistoryTests {
    private static let (first, second) = (Meeting.ID(rawValue: "m1"), Meeting.ID(rawValue: "m2"))
    private static let point = MeetingModel.Point(
        id: .init(rawValue: "p"), attendee: Team.ann.id, kind: .plan, text: "test", start: .zero, end: .zero,
        maker: .rules)
    private static let done = StoredChange.point(.replace(point, by: point.marked(.done)), of: first)
    private static let deleted = StoredChange.point(.delete(point), of: second)

    @Test func `takes a page's undo and redo of its last change for what they are`() {
        var history = UndoHistory()
        history.note(.changing(Self.done))
        history.note(.changing(Self.deleted))
        history.note(.changing(Self.done.inverse))
        #expect(history.undoable == [.changing(Self.deleted)] && history.redoable == [.changing(Self.done)])
        history.note(.changing(Self.done))
        #expect(history.undoable == [.changing(Self.deleted), .changing(Self.done)] && history.redoable.isEmpty)
    }

    @Test func `redoes nothing once something else was changed in the same meeting`() {
        var history = UndoHistory()
        history.note(.changing(Self.done))
        history.didUndo(.changing(Self.done), isUndone: true)
        history.note(.changing(Self.deleted))
        #expect(history.redoable == [.changing(Self.done)], "another meeting")
        history.note(.changing(.point(.delete(Self.point), of: Self.first)))
        #expect(history.redoable.isEmpty)
    }

    @Test func `forgets what could not be undone, and redoes no deletion`() {
        var history = UndoHistory()
        history.note(.changing(Self.done))
        history.note(.deletion(.meeting(Self.first)))
        history.didUndo(.changing(Self.done), isUndone: false)
        history.didUndo(.deletion(.meeting(Self.first)), isUndone: true)
        #expect(history.undoable.isEmpty && history.redoable.isEmpty)
    }
}
