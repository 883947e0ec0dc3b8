import Localization
import MeetingHistory
import MeetingModel
import Presentation

/// A change on a standup's page that can be undone and redone.
enum PageChange: Hashable, Sendable {
    case stored(StoredChange)
    case removal(Removal)
    /// The attendee was brought back.
    case returning(Removal)

    struct Removal: Hashable, Sendable {
        let attendee: Attendee
        /// The update of theirs that waited, which the history deletes with them.
        let update: UpdateEdit.Version?
        /// The standup with them, and without.
        let before, after: Standup

        /// The change that stores their update again; nil if none waited.
        fileprivate var writing: UpdateEdit? {
            update.map { UpdateEdit(attendee: attendee, before: nil, after: $0) }
        }
    }

    var inverse: PageChange {
        switch self {
        case .stored(let change): .stored(change.inverse)
        case .removal(let removal): .returning(removal)
        case .returning(let removal): .removal(removal)
        }
    }

    fileprivate var message: Message {
        switch self {
        case .stored(let change): change.message
        case .removal(let removal), .returning(let removal):
            Message.undoAttendeeRemoved(name: .text(removal.attendee.name))
        }
    }
}

/// The changes on a standup's page, the latest last.
struct PageChanges: Sendable {
    /// The changes to undo.
    private(set) var made: [PageChange] = []
    /// The changes to redo.
    private(set) var undone: [PageChange] = []

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

    /// Forgets a change that was not stored, or whose inverse was not, or that is undone in another way.
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

    mutating func remove(_ attendee: Attendee) -> Reply {
        var changed = standup
        changed.attendees.removeAll { $0.id == attendee.id }
        guard changed != standup else { return Reply() }
        noticeMessage = NoticeMessage(
            .information, .noticeAttendeeRemoved(name: .text(attendee.name)))
        let removal = PageChange.Removal(
            attendee: attendee,
            update: updates.all.first { $0.attendee == attendee.id }.map(UpdateEdit.Version.init), before: standup,
            after: changed)
        changes.add(.removal(removal))
        return perform(.removal(removal))
    }

    /// Stores the update of an attendee who has been brought back.
    mutating func didSave(_ saved: Standup) -> [Effect] {
        guard let removal = returning else { return [] }
        returning = nil
        guard let writing = removal.writing, saved.attendees.contains(where: { $0.id == removal.attendee.id })
        else { return [] }
        return [.store(.update(writing, of: standup.id))]
    }

    mutating func didNotRemove(_ refusal: SaveRefusal) {
        changes.removeRemovals()
        returning = nil
        noticeMessage =
            switch refusal {
            case .changed, .deleted: NoticeMessage(.warning, .noticeStandupChanged)
            case .failed(let error): NoticeMessage(.error, Message(error))
            }
    }

    private mutating func perform(_ change: PageChange) -> Reply {
        switch change {
        case .removal(let removal):
            return Reply([.save(removal.after, replacing: removal.before), loadUpdates()])
        case .returning(let removal):
            returning = removal
            return Reply([.save(removal.before, replacing: removal.after)])
        case .stored(let change):
            if case .point(let edit, _) = change { show(edit) }
            return Reply([.store(change)])
        }
    }
}
