package import Localization
package import MeetingHistory
package import MeetingModel

/// A change that is stored at once, and can be undone until the application quits.
package enum StoredChange: Hashable, Sendable {
    /// A point of a meeting was added, edited, marked or deleted.
    case point(PointEdit, of: Meeting.ID)
    /// An update for a standup's next meeting was written, changed or deleted.
    case update(UpdateEdit, of: Standup.ID)

    var inverse: StoredChange {
        switch self {
        case .point(let edit, let meeting): .point(edit.inverse, of: meeting)
        case .update(let edit, let standup): .update(edit.inverse, of: standup)
        }
    }

    package var message: Message {
        switch self {
        case .point(let edit, _): Message(edit)
        case .update(let edit, _): Message(edit)
        }
    }

    /// Stores it; false if what it changes is gone or differs.
    func perform(in store: any MeetingStore, at now: Timestamp) throws(HistoryError) -> Bool {
        switch self {
        case .point(let edit, let meeting): return try store.editPoints(of: meeting, edit, at: now)
        case .update(let edit, let standup): return try edit.perform(on: standup, in: store, at: now)
        }
    }
}
