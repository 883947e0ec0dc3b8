package import MeetingModel

package struct TeamMember: Hashable, Sendable {
    package enum Role: String, Hashable, Sendable {
        /// Reads and writes.
        case member
        /// Only reads.
        case reader
        /// Was a member, and no longer may do anything.
        case former
    }

    /// The name with which the member logs in.
    package let name: String
    package let role: Role
    /// The devices, in the order in which they joined.
    package let devices: [MemberDevice]

    package init(name: String, role: Role, devices: [MemberDevice]) {
        self.name = name
        self.role = role
        self.devices = devices
    }
}

package struct MemberDevice: Hashable, Sendable {
    package let id: Device.ID
    /// Its name for people.
    package let name: String
    /// The number of changes that it has sent.
    package let changes: Int64
    /// When it sent something last; nil if it never has.
    package let lastSent: Timestamp?

    package init(_ id: Device.ID, name: String, changes: Int64, lastSent: Timestamp?) {
        self.id = id
        self.name = name
        self.changes = changes
        self.lastSent = lastSent
    }
}
