public import MeetingModel

/// Something that can be deleted and brought back.
public enum DeletedItem: Hashable, Sendable, Codable {
    /// A standup, and with it its meetings.
    case standup(Standup.ID)
    /// One meeting.
    case meeting(Meeting.ID)
}

/// The mark on something that is deleted until its owner closes, and is removed for good then.
public struct Tombstone: Hashable, Sendable {
    /// What is deleted.
    public let item: DeletedItem
    /// Who has deleted it: the name of a lock that is held as long as it can be undone.
    public let owner: String

    /// A mark.
    public init(item: DeletedItem, owner: String) {
        self.item = item
        self.owner = owner
    }
}
