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
    func createTables() throws(TeamError)

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
    /// - A change of something deleted, or belonging to something deleted, is left out.
    /// - A deletion empties all stored changes of its item and of everything in it.
    /// - A deletion may come before its item. It takes effect if the sender owns that item or leads its standup, and is
    ///   otherwise dropped.
    /// - The first lead is the member who first sent the standup; only the current lead can pass it on.
    /// - A meeting's recorder and a transcript's writer are the login that sent it, whatever `SharedChange.member` says;
    ///   only after a restore may others send it again.
    /// - A meeting or transcript never changes: its owner's resend is left out; another member's, with all that belongs to
    ///   it in the batch, is refused.
    /// - A transcript needs its meeting.
    /// - A change that is more than `HybridClock.tolerance` ahead of the server's clock is refused.
    func push(_ batch: SharedBatch) throws(TeamError) -> PushOutcome

    /// The sequence numbers of the changes that were refused in a device's last batch.
    func refused(of device: Device.ID) throws(TeamError) -> Set<Int64>

    /// Changes of these sequence numbers of devices, each device's in their order; as many as the server likes to send at once.
    ///
    /// One call for all devices: a team's laptops cost no more round trips than one.
    ///
    /// - Returns: The changes, and `through`: for each device, the number up to which everything was sent; a device with
    ///   nothing sent yet is absent. If `numbers` is not empty, there is at least one device, and its number is one of
    ///   those asked for.
    func changes(
        _ numbers: [Device.ID: ClosedRange<Int64>]
    ) throws(TeamError) -> (changes: [ReceivedChange], through: [Device.ID: Int64])

    /// The members of the team with their devices.
    func members() throws(TeamError) -> [TeamMember]

    /// Notes that a standup is being held on a device, or no longer.
    ///
    /// It is forgotten by itself after some hours.
    func announce(_ running: RunningStandup, isOver: Bool) throws(TeamError)

    /// The standups that are being held, on any device.
    func runningStandups() throws(TeamError) -> [RunningStandup]

    /// Waits up to `time` for a change by another device, or for `wake`; false if the server cannot announce changes.
    ///
    /// Only a doorbell: the caller looks for changes in any case.
    func waitForChanges(for time: Duration) -> Bool

    /// Ends `waitForChanges`. [any thread, at any time]
    func wake()

    /// Ends the connection; a later call opens it again.
    func close()
}

package enum PushOutcome: Hashable, Sendable {
    /// It is stored, without the changes of these sequence numbers, which the user may not make.
    case stored(refused: Set<Int64>)
    /// It was stored by an earlier call, with the same result.
    case known(refused: Set<Int64>)
    /// It does not follow the device's last batch: this history is a copy, or was restored from a backup. Nothing is stored.
    case notNext
}

/// A standup that is being held.
package struct RunningStandup: Hashable, Sendable {
    package let standup: Standup.ID
    /// What stands for the meeting: `reference(to:)`.
    package let meeting: String
    package let member: String
    /// The name of the device.
    package let deviceName: String
    package let startedAt: Timestamp

    package init(
        standup: Standup.ID, meeting: String, member: String, deviceName: String, startedAt: Timestamp
    ) {
        self.standup = standup
        self.meeting = meeting
        self.member = member
        self.deviceName = deviceName
        self.startedAt = startedAt
    }

    /// What stands for a meeting: the SHA-256 of its id, because who knows the id before the meeting is sent could forge it.
    package static func reference(to meeting: Meeting.ID) throws(TeamError) -> String {
        try SHA256.digits(of: [meeting.rawValue])
    }
}
