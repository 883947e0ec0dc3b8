package import MeetingModel

/// An item whose deletion can be undone.
package enum DeletedItem: Hashable, Sendable, Codable {
    /// A standup with its meetings.
    case standup(Standup.ID)
    case meeting(Meeting.ID)
    /// One transcript of a meeting, which is not the current one.
    case transcript(Meeting.ID, version: Int)
}

/// For whom an item that is shared with the team would be deleted.
package enum DeletionReach: Hashable, Sendable {
    case everybody
    /// Only in this history: it is somebody else's, who leads the standup or recorded the meeting.
    case here(owner: String)
}

/// The deletion mark of an item, which is deleted permanently when its owner exits.
package struct Tombstone: Hashable, Sendable {
    package let item: DeletedItem
    /// The name of a lock that is held while the deletion can be undone.
    package let owner: String

    package init(item: DeletedItem, owner: String) {
        self.item = item
        self.owner = owner
    }
}
