import Localization
import MeetingHistory
import MeetingModel

/// A change on a standup's page that can be undone and redone.
enum PageChange: Hashable, Sendable {
    case update(UpdateEdit)
    case mark(OpenPoints.Mark)
    /// An attendee was removed from a standup, which is then the second value.
    case removal(of: Attendee, from: Standup, Standup)
    /// The attendee was brought back.
    case returning(of: Attendee, from: Standup, Standup)

    /// The change that undoes this one.
    var inverse: PageChange {
        switch self {
        case .update(let edit): .update(edit.inverse)
        case .mark(let mark): .mark(mark.inverse)
        case .removal(let attendee, let before, let after): .returning(of: attendee, from: after, before)
        case .returning(let attendee, let before, let after): .removal(of: attendee, from: after, before)
        }
    }

    /// What it changes, in words.
    fileprivate var message: Message {
        switch self {
        case .update(let edit): Message(edit)
        case .mark(let mark): Message(mark.edit)
        case .removal(let attendee, _, _), .returning(let attendee, _, _):
            Message("undo.attendee-removed", ["name": .text(attendee.name)])
        }
    }
}

/// The changes on a standup's page, the latest last.
struct PageChanges: Sendable {
    /// The changes to undo.
    private(set) var made: [PageChange] = []
    /// The changes to redo.
    private(set) var undone: [PageChange] = []

    /// The points that were marked.
    var markedPoints: Set<MeetingModel.Point.ID> {
        Set(made.compactMap { if case .mark(let mark) = $0 { mark.point } else { nil } })
    }

    /// Adds a change; what was undone before can no longer be redone.
    mutating func add(_ change: PageChange) {
        made.append(change)
        undone = []
    }

    /// Takes back the last change; nil if there is none.
    mutating func undo() -> PageChange? {
        guard let change = made.popLast() else { return nil }
        undone.append(change)
        return change
    }

    /// Takes the change that was undone last; nil if there is none.
    mutating func redo() -> PageChange? {
        guard let change = undone.popLast() else { return nil }
        made.append(change)
        return change
    }

    /// Forgets a change that was not stored, or whose inverse was not.
    mutating func remove(_ change: PageChange) {
        made.removeAll { $0 == change || $0.inverse == change }
        undone.removeAll { $0 == change || $0.inverse == change }
    }

    /// Forgets a removal that was not stored.
    mutating func removeRemovals() {
        func isRemoval(_ change: PageChange) -> Bool { if case .removal = change { true } else { false } }
        made.removeAll(where: isRemoval)
        undone.removeAll(where: isRemoval)
    }

    /// Forgets a mark that was not stored.
    mutating func removeMark(_ edit: PointEdit) {
        for case .mark(let mark) in made + undone where mark.edit == edit || mark.edit.inverse == edit {
            remove(.mark(mark))
        }
    }
}

extension [Attendee] {
    /// The position of an attendee by id or else by name; nil if there is none.
    func firstIndex(named text: String) -> Int? {
        firstIndex { $0.id.rawValue == text } ?? firstIndex { $0.name == text }
    }
}

extension StandupDetail {
    /// Undoes the last change; nil if there is none.
    mutating func undoChange() -> Reply? {
        guard let change = changes.undo() else { return nil }
        noticeMessage = .undone(change.message)
        return perform(change.inverse)
    }

    /// Redoes the change that was undone last; nil if there is none.
    mutating func redoChange() -> Reply? {
        guard let change = changes.redo() else { return nil }
        noticeMessage = .redone(change.message)
        return perform(change)
    }

    /// Asks whether to remove an attendee, by id or name.
    mutating func askToRemove(_ attendee: String) {
        guard let index = standup.attendees.firstIndex(named: attendee) else { return }
        selected = .attendee(index)
        question = .removeAttendee(standup.attendees[index], .deletion)
    }

    /// Removes an attendee.
    mutating func remove(_ attendee: Attendee) -> Reply {
        var changed = standup
        changed.attendees.removeAll { $0.id == attendee.id }
        guard changed != standup else { return Reply() }
        noticeMessage = NoticeMessage(
            .information, Message("notice.attendee-removed", ["name": .text(attendee.name)]))
        changes.add(.removal(of: attendee, from: standup, changed))
        return perform(.removal(of: attendee, from: standup, changed))
    }

    /// A removal was not stored.
    mutating func didNotRemove(_ refusal: SaveRefusal) {
        changes.removeRemovals()
        noticeMessage =
            switch refusal {
            case .changed, .deleted: NoticeMessage(.warning, Message("notice.standup-changed"))
            case .failed(let error): NoticeMessage(.error, Message(error))
            }
    }

    private mutating func perform(_ change: PageChange) -> Reply {
        switch change {
        case .removal(_, let before, let after), .returning(_, let before, let after):
            return Reply([.save(after, replacing: before)])
        case .update(let edit): return Reply([.editUpdate(edit, of: standup.id)])
        case .mark(let mark):
            show(mark)
            return Reply([.editPoints(mark.meeting, mark.edit)])
        }
    }
}
