package import MeetingModel

/// An item whose deletion can be undone.
package enum DeletedItem: Hashable, Sendable, Codable {
    /// A standup with its meetings.
    case standup(Standup.ID)
    /// One meeting.
    case meeting(Meeting.ID)
}

/// The mark of an item that is deleted for good when its owner closes.
package struct Tombstone: Hashable, Sendable {
    /// The item.
    package let item: DeletedItem
    /// The name of a lock that is held as long as the deletion can be undone.
    package let owner: String

    /// A mark.
    package init(item: DeletedItem, owner: String) {
        self.item = item
        self.owner = owner
    }
}
