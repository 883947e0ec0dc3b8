package import MeetingHistory
package import MeetingModel

/// A change of an update that waits for a standup's next meeting.
package struct UpdateEdit: Hashable, Sendable {
    package struct Version: Hashable, Sendable, Codable {
        package var text: String
        /// When it was written; nil if it is written by this change.
        package var writtenAt: Timestamp?
    }

    /// Whose update it is.
    package let attendee: Attendee
    /// The update that it replaces; nil if none waits.
    package let before: Version?
    /// The new update; nil to delete it.
    package let after: Version?

    var inverse: UpdateEdit { UpdateEdit(attendee: attendee, before: after, after: before) }

    /// Stores the change; false if the update is no longer the one that it replaces, or the attendee has left.
    package func perform(
        on standup: Standup.ID, in store: any UpdateStore, at now: Timestamp
    ) throws(HistoryError) -> Bool {
        let update = after.map {
            WrittenUpdate(attendee: attendee.id, text: $0.text, writtenAt: $0.writtenAt ?? now)
        }
        return try store.replaceWaitingUpdate(before?.text, by: update, of: attendee.id, for: standup)
    }
}

extension UpdateEdit.Version {
    init(_ update: WrittenUpdate) { self.init(text: update.text, writtenAt: update.writtenAt) }
}
