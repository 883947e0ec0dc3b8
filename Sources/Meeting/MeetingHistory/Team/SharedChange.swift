package import MeetingModel

/// One change as it goes over the server: the present state of an item, or its deletion.
package struct SharedChange: Hashable, Sendable, Codable {
    package let kind: SharedKind
    /// The item's id, unique in its kind.
    package let item: String
    /// The standup that it belongs to; nil in a deletion.
    package let standup: Standup.ID?
    /// The meeting that it belongs to; nil for what belongs to a standup, and in a deletion.
    package let meeting: Meeting.ID?
    /// The transcript that its words are from; only for a point.
    package let transcript: String?
    /// Who recorded a meeting, or leads a standup; nil for other kinds.
    package let member: String?
    /// When it was made; of fields, the latest.
    package let clock: HybridClock
    /// The item in JSON; nil deletes it.
    ///
    /// That is `SharedFields` for what merges by fields, nothing more for a lead (`{}`), otherwise the whole item.
    package let content: String?

    package init(
        kind: SharedKind, item: String, standup: Standup.ID?, meeting: Meeting.ID? = nil, transcript: String? = nil,
        member: String? = nil, clock: HybridClock, content: String?
    ) {
        self.kind = kind
        self.item = item
        self.standup = standup
        self.meeting = meeting
        self.transcript = transcript
        self.member = member
        self.clock = clock
        self.content = content
    }

    /// The deletion of an item: its id, its kind and the time, nothing else.
    package static func deletion(of item: String, _ kind: SharedKind, at clock: HybridClock) -> SharedChange {
        SharedChange(kind: kind, item: item, standup: nil, clock: clock, content: nil)
    }

    /// The change with another member as who recorded or wrote it.
    package func recorded(by member: String) -> SharedChange {
        SharedChange(
            kind: kind, item: item, standup: standup, meeting: meeting, transcript: transcript, member: member,
            clock: clock, content: content)
    }

    /// The change with a time that is not too late, if its order does not depend on it as that of fields does.
    package func clamped(to latest: Int64) -> SharedChange {
        guard isDeletion || kind == .lead else { return self }
        return SharedChange(
            kind: kind, item: item, standup: standup, meeting: meeting, transcript: transcript, member: member,
            clock: clock.clamped(to: latest), content: content)
    }

    package var isDeletion: Bool { content == nil }
}

/// The id of a device: a data folder of one member on one machine.
package enum Device {}

extension Device {
    package typealias ID = Identifier<Device>
}

/// Changes of one device that the server stores all or not at all, after those that it sent before.
package struct SharedBatch: Hashable, Sendable {
    package let device: Device.ID
    /// The changes; each has its own sequence number, from `first` on.
    package let changes: [SharedChange]
    /// The sequence number of the first change; the first of a device is 1.
    package let first: Int64
    /// The `hash` of the device's last batch; empty if this is its first.
    package let previousHash: String
    /// SHA-256 of the changes and `previousHash`, in hexadecimal digits.
    package let hash: String

    package var last: Int64 { first + Int64(changes.count) - 1 }

    /// Changes that follow a head.
    ///
    /// - Throws: `TeamError.noLibrary` without libcrypto.
    package init(of device: Device.ID, _ changes: [SharedChange], after head: DeviceHead) throws(TeamError) {
        self.device = device
        self.changes = changes
        first = head.sequence + 1
        previousHash = head.hash
        hash = try SHA256.digits(of: changes, after: head.hash)
    }
}

/// How far the server has a device's changes.
package struct DeviceHead: Hashable, Sendable {
    /// The sequence number of the last change; 0 before the first.
    package let sequence: Int64
    /// The hash of the last batch; empty before the first.
    package let hash: String

    /// A head; by default of a device that has sent nothing.
    ///
    /// A server could claim any number: there is room for those that follow.
    package init(sequence: Int64 = 0, hash: String = "") {
        self.sequence = max(0, min(sequence, 1 << 53))
        self.hash = hash
    }
}

/// A change as another device sent it.
package struct ReceivedChange: Hashable, Sendable {
    package let device: Device.ID
    /// Its sequence number among the changes of that device.
    package let sequence: Int64
    /// The member who sent it, as the server knows them.
    package let member: String
    /// The change; nil if no program of ours can have written it, or a later version has.
    package let change: SharedChange?
    /// The row as text if `change` is nil: it is kept aside.
    package let unreadable: String?
    /// Where it belongs, with which it is deleted; nil for a deletion.
    package let place: SharedPlace?
    /// Whether it deletes what the server did not have: it counts only if that is its sender's, when it comes.
    package let isEarly: Bool

    package init(
        device: Device.ID, sequence: Int64, member: String, change: SharedChange, isEarly: Bool = false
    ) {
        self.device = device
        self.sequence = sequence
        self.member = member
        self.change = change
        unreadable = nil
        place = change.standup.map { SharedPlace($0, change.meeting) }
        self.isEarly = isEarly
    }

    package init(device: Device.ID, sequence: Int64, member: String, unreadable: String, place: SharedPlace?) {
        self.device = device
        self.sequence = sequence
        self.member = member
        self.change = nil
        self.unreadable = unreadable
        self.place = place
        isEarly = false
    }
}

/// Where the items of a team belong: a standup, or one of its meetings.
package struct SharedPlace: Hashable, Sendable {
    package let standup: Standup.ID
    /// The meeting; nil for the standup itself.
    package let meeting: Meeting.ID?

    package init(_ standup: Standup.ID, _ meeting: Meeting.ID? = nil) {
        self.standup = standup
        self.meeting = meeting
    }
}
