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

    package var effect: Effect {
        switch self {
        case .point(let edit, let meeting): .editPoints(meeting, edit)
        case .update(let edit, let standup): .editUpdate(edit, of: standup)
        }
    }

    /// Stores it; false if what it changes is gone or differs.
    func perform(in store: any MeetingStore, at now: Timestamp) throws(HistoryError) -> Bool {
        switch self {
        case .point(let edit, let meeting):
            guard try store.meetingWithoutWords(meeting) != nil else { return false }
            return try store.editPoints(of: meeting, edit, at: now)
        case .update(let edit, let standup): return try edit.perform(on: standup, in: store, at: now)
        }
    }
}

extension Outcome {
    /// The change that was stored; nil for another outcome.
    var storedChange: StoredChange? {
        switch self {
        case .pointsEdited(let meeting, let edit, .success(true)): .point(edit, of: meeting)
        case .updateEdited(let standup, let edit, .success(true)): .update(edit, of: standup)
        default: nil
        }
    }
}
