import Localization
import MeetingHistory
import MeetingModel
import Presentation

/// The open points on a standup's page.
struct OpenPoints: Sendable {
    /// The points by person: those that are open, and those that were marked since the page was opened.
    var all: [CarriedPoint] = []
    /// The point to select once the points have been read.
    var pending: MeetingModel.Point.ID?
}

extension StandupDetail {
    /// The position of the selected point.
    private var selectedPoint: Int? {
        guard case .point(let index) = selected, points.all.indices.contains(index) else { return nil }
        return index
    }

    /// The id of the selected point, or of the pending one.
    var selectedPointID: MeetingModel.Point.ID? { selectedPoint.map { points.all[$0].id } ?? points.pending }

    /// Shows the open points that have been read; those that were marked here stay until the page is left, so that a
    /// mark can be seen.
    mutating func show(_ open: [CarriedPoint]) {
        let wanted = selectedPointID
        let known = Set(open.map(\.id))
        let kept = points.all.filter { !$0.isOpen && !known.contains($0.id) }
        points.all = (open + kept).byPerson(of: standup)
        points.pending = nil
        if let wanted, let index = points.all.firstIndex(where: { $0.id == wanted }) { selected = .point(index) }
        clampSelection()
    }

    /// Gives the selected point a state; changes nothing if it already has it.
    mutating func mark(_ state: MeetingModel.Point.State) -> Reply {
        guard let index = selectedPoint, points.all[index].point.state != state else { return Reply() }
        let carried = points.all[index]
        let changed = carried.point.marked(state)
        let edit = PointEdit.replace(carried.point, by: changed)
        points.all[index].point = changed
        return make(edit, of: carried.meeting)
    }

    /// Deletes the selected point; nil if none is selected.
    mutating func deletePoint() -> Reply? {
        guard let index = selectedPoint else { return nil }
        let carried = points.all[index]
        noticeMessage = NoticeMessage(.information, .pointsDeleted)
        show(.delete(carried.point))
        return make(.delete(carried.point), of: carried.meeting)
    }

    private mutating func make(_ edit: PointEdit, of meeting: Meeting.ID) -> Reply {
        let change = StoredChange.point(edit, of: meeting)
        changes.add(.stored(change))
        return Reply([.store(change)])
    }

    /// Shows a changed point at once, and reads a restored one from the history again.
    mutating func show(_ edit: PointEdit) {
        guard let index = points.all.firstIndex(where: { $0.id == edit.point }) else { return }
        switch edit {
        case .replace(_, let point):
            points.all[index].point = point
            selected = .point(index)
        case .delete:
            points.all.remove(at: index)
            clampSelection()
        case .add: break
        }
    }

    /// Forgets the points that are no longer open, because the page was left.
    mutating func forgetMarkedPoints() {
        points.all.removeAll { !$0.isOpen }
        clampSelection()
    }

    mutating func didMark(
        _ edit: PointEdit, of meeting: Meeting.ID, _ result: Result<Bool, HistoryError>
    ) -> [Effect] {
        if case .success(true) = result { return [loadOpenPoints()] }
        changes.remove(.stored(.point(edit, of: meeting)))
        if destination == nil {
            noticeMessage =
                switch result {
                case .failure(let error): NoticeMessage(.error, Message(error))
                case .success: NoticeMessage(.warning, .pointsChanged)
                }
        }
        return [loadOpenPoints()]
    }

    /// Opens the meeting of a point, with the point selected in its minutes.
    mutating func openPoint(_ index: Int) -> [Effect] {
        guard points.all.indices.contains(index) else { return [] }
        let carried = points.all[index]
        return openMeeting(carried.meeting, at: PlaceInMeeting(showsMinutes: true, point: carried.id))
    }

    /// The keys of points are for points, and the one of an update for an attendee.
    ///
    /// On a point, the key that edits the standup would look as if it were the point's.
    package var emphasis: KeyEmphasis {
        var emphasis = emphasisOfSelection
        if running != nil { emphasis.texts[.start] = .keyJoin }
        return emphasis
    }

    private var emphasisOfSelection: KeyEmphasis {
        if selectedPoint != nil {
            return KeyEmphasis(
                first: [.markDone, .markDropped, .undo], hidden: [.writeUpdate, .edit],
                texts: [.activate: .keyMinutes])
        }
        let hidden: Set<Command> = [.markDone, .markOpen, .markDropped]
        guard case .attendee = selected else { return KeyEmphasis(hidden: hidden.union([.writeUpdate])) }
        return KeyEmphasis(hidden: hidden, texts: [.delete: .keyRemoveRow])
    }
}
