package import MeetingModel

/// The place where the histories of a team meet. [any thread, one call at a time]
///
/// Each call may wait for a network, for as long as the implementation allows; nothing that is live calls it. It keeps the
/// changes of each device in their order, and decides by the name with which a member has logged in who may delete what:
/// `SharedKind.deleter`. One suite checks all implementations.
package protocol TeamServer: AnyObject, Sendable {
    /// The name of the server in messages, without secrets: a host and a database.
    var name: String { get }

    /// Creates the tables, or brings those of an earlier version up to date; nothing happens if they are current.
    ///
    /// Two programs may call it at the same time.
    func create() throws(TeamError)

    /// Which server it is, and who the user is on it.
    ///
    /// - Throws: `TeamError.noTeam` if there are no tables.
    func identity() throws(TeamError) -> ServerIdentity

    /// Notes that a device belongs to the user, with a name for people.
    ///
    /// Nothing happens if it is known.
    func register(_ device: Device.ID, named name: String) throws(TeamError)

    /// How far the server has the changes of each device.
    func heads() throws(TeamError) -> [Device.ID: DeviceHead]

    /// Stores a batch, in one transaction.
    ///
    /// Changes of items that are deleted, or whose meeting, standup or transcript is, are left out. A deletion removes the
    /// contents of all stored changes of its item and of what belongs to it. One of an item that has not come counts if the
    /// item, when it comes, is the sender's or the sender leads its standup, otherwise it is removed. A change of kind `lead` is
    /// accepted from the present lead; the first lead is who sent the standup first. Who recorded a meeting or wrote a transcript
    /// is who logged in, whatever `SharedChange.member` says; only after a server was restored, others may send it again. A
    /// meeting and a transcript never change: what is sent again as whose it is, is left out; another's with the same id is
    /// refused, with what belongs to it in the batch. A transcript needs its meeting. A change that is more than
    /// `HybridClock.tolerance` ahead of the server's clock is refused.
    func push(_ batch: SharedBatch) throws(TeamError) -> PushOutcome

    /// The sequence numbers of the changes that were refused in a device's last batch.
    func refused(of device: Device.ID) throws(TeamError) -> Set<Int64>

    /// Changes of these sequence numbers of devices, each device's in their order; as many as the server likes to send at once.
    ///
    /// One call for all devices: a team's laptops cost no more round trips than one.
    ///
    /// - Returns: The changes, and the sequence number up to which none of a device is left out; without the devices of which
    ///   nothing was sent yet. If `numbers` is not empty, there is at least one device, and its number is one of those asked for.
    func changes(
        _ numbers: [Device.ID: ClosedRange<Int64>]
    ) throws(TeamError) -> (changes: [ReceivedChange], through: [Device.ID: Int64])

    /// The members of the team with their devices.
    func members() throws(TeamError) -> [TeamMember]

    /// Notes that a standup is being held on a device, or no longer.
    ///
    /// It is forgotten by itself after some hours.
    func announce(_ holding: Holding, isOver: Bool) throws(TeamError)

    /// The standups that are being held, on any device.
    func holdings() throws(TeamError) -> [Holding]

    /// Waits until another device has written, the time has passed, or `wake` was called; false if it cannot tell.
    ///
    /// Only a doorbell: the caller looks for changes in any case.
    func waitForChanges(for time: Duration) -> Bool

    /// Ends `waitForChanges`. [any thread, at any time]
    func wake()

    /// Ends the connection; a later call opens it again.
    func close()
}

package struct ServerIdentity: Hashable, Sendable {
    /// Its id, made with its tables.
    package let id: String
    /// Changes when an administrator says that the server was restored.
    package let epoch: Int64
    /// The user's name on it.
    package let member: String
    /// Whether the user may write.
    package let mayWrite: Bool
    /// Its clock when it answered; nil if it does not say.
    package let clock: Timestamp?

    package init(id: String, epoch: Int64, member: String, mayWrite: Bool, clock: Timestamp? = nil) {
        self.id = id
        self.epoch = epoch
        self.member = member
        self.mayWrite = mayWrite
        self.clock = clock
    }

    /// How far a clock may be from the server's; an answer can be late, too.
    static let clockTolerance = Duration.seconds(120)

    /// The problem if this machine's clock, which shows `now`, differs from that of the server with a name.
    package func clockProblem(at now: Timestamp, server name: String) -> TeamError? {
        guard let clock else { return nil }
        let ahead = now - clock
        return (Duration.zero - Self.clockTolerance...Self.clockTolerance).contains(ahead)
            ? nil : .clock(server: name, ahead: ahead)
    }
}

package enum PushOutcome: Hashable, Sendable {
    /// It is stored, without the changes of these sequence numbers, which the user may not make.
    case stored(refused: Set<Int64>)
    /// It was stored by an earlier call, with the same result.
    case known(refused: Set<Int64>)
    /// It does not follow the device's last batch: this history is a copy, or was restored from a backup. Nothing is stored.
    case notNext
}

package struct TeamMember: Hashable, Sendable {
    package enum Role: String, Hashable, Sendable {
        /// Reads and writes.
        case member
        /// Only reads.
        case reader
        /// Was a member, and no longer may do anything.
        case former
    }

    package struct Machine: Hashable, Sendable {
        package let device: Device.ID
        /// Its name for people.
        package let name: String
        /// The number of changes that it has sent.
        package let changes: Int64
        /// When it sent something last; nil if it never has.
        package let lastSent: Timestamp?

        package init(_ device: Device.ID, name: String, changes: Int64, lastSent: Timestamp?) {
            self.device = device
            self.name = name
            self.changes = changes
            self.lastSent = lastSent
        }
    }

    /// The name with which the member logs in.
    package let name: String
    package let role: Role
    /// The devices, in the order in which they joined.
    package let machines: [Machine]

    package init(name: String, role: Role, machines: [Machine]) {
        self.name = name
        self.role = role
        self.machines = machines
    }
}

/// A standup that is being held.
package struct Holding: Hashable, Sendable {
    package let standup: Standup.ID
    /// What stands for the meeting: `reference(to:)`.
    package let meeting: String
    package let member: String
    /// The name of the device.
    package let machine: String
    package let startedAt: Timestamp

    package init(
        standup: Standup.ID, meeting: String, member: String, machine: String, startedAt: Timestamp
    ) {
        self.standup = standup
        self.meeting = meeting
        self.member = member
        self.machine = machine
        self.startedAt = startedAt
    }

    /// What stands for a meeting: the SHA-256 of its id, because who knows the id before the meeting is sent could forge it.
    package static func reference(to meeting: Meeting.ID) throws(TeamError) -> String {
        try SHA256.digits(of: [meeting.rawValue])
    }
}
