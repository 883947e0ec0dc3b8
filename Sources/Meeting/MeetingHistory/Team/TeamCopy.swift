package import MeetingModel

/// A history as a member's copy of the team's. [any thread]
///
/// Each call is one transaction. Whatever changes the history also notes, in the same transaction, the items to send; that
/// list, the outbox, holds ids and no contents.
package protocol TeamCopy: AnyObject, Sendable {
    /// The team that this history has joined; nil if it has joined none.
    func membership() throws(HistoryError) -> TeamMembership?

    /// Joins a team: all that is shared is to be sent.
    func join(_ server: ServerIdentity, at address: String, named deviceName: String) throws(HistoryError)

    /// Notes another address of the same server.
    func move(to address: String) throws(HistoryError)

    /// Receives again what the user deleted only here; the server then takes this history for a new device.
    func forgetHidden() throws(HistoryError)

    /// Leaves the team. What is here stays; nothing more is sent or received.
    func leave() throws(HistoryError)

    /// Takes over the epoch of a server that was restored, becomes another device, and sends everything again that is shared
    /// here, whoever wrote it.
    ///
    /// `heads` says how far the server has the changes of each device.
    func shareAgain(with server: ServerIdentity, heads: [Device.ID: DeviceHead]) throws(HistoryError)

    /// Becomes another device: this history was copied, or restored from a backup.
    ///
    /// What has not been sent stays in the outbox; the changes of the former device that this history lacks are received.
    func becomeNewDevice() throws(HistoryError)

    /// Keeps the times of changes within what the server accepts: not later than `latest`, in nanoseconds since 1970.
    ///
    /// What this device wrote with a clock that was further ahead gets the server's time, `now`, and is sent again. What others
    /// wrote so, before servers refused it, gets the earliest time: any later change wins against it. With `mayWrite` false all of
    /// it does.
    func keepTimes(at now: Int64, until latest: Int64, mayWrite: Bool) throws(HistoryError)

    /// The next changes to send, none of them later than `latest`; nil if there are none.
    ///
    /// It remembers their hash before it returns, so that after a crash the server can be asked whether they arrived.
    func nextBatch(until latest: Int64) throws(HistoryError) -> SharedBatch?

    /// A batch that hands the lead of a standup on, to be sent and confirmed like others; nil if the standup is not shared.
    ///
    /// Only while there are no other changes to send.
    func batch(
        handing standup: Standup.ID, to member: String, until latest: Int64
    ) throws(HistoryError) -> SharedBatch?

    /// Who leads a standup, as the server has accepted; nil if it is not shared, or the user shares it first.
    func lead(of standup: Standup.ID) throws(HistoryError) -> String?

    /// Notes that a batch arrived, without the changes of the refused sequence numbers.
    ///
    /// A deletion that was refused hides its item here. A meeting that was refused, because another has its id, gets a new id
    /// and is to be sent again. `TeamStatus.aside` says what else was refused.
    func confirm(_ head: DeviceHead, refused: Set<Int64>) throws(HistoryError)

    /// Up to which sequence number the changes of other devices are here.
    func received() throws(HistoryError) -> [Device.ID: Int64]

    /// Takes over changes of devices.
    ///
    /// - Parameters:
    ///   - changes: The changes, each device's in their order.
    ///   - numbers: The sequence numbers of devices that they cover. They count as received if those before them are: a standup
    ///     that was shared meanwhile has all received again.
    ///   - limit: How many more meetings may be deleted; nil for any number.
    ///   - latest: What is later than this, in nanoseconds since 1970, is refused.
    /// - Returns: What was done: nothing, if the history has left the team meanwhile.
    /// - Throws: If the history cannot be written.
    func apply(
        _ changes: [ReceivedChange], covering numbers: [Device.ID: ClosedRange<Int64>], deletingAtMost limit: Int?,
        until latest: Int64
    ) throws(HistoryError) -> AppliedChanges

    /// How many meetings one pull may delete without a question: a tenth of all, at least one.
    func deletionLimit() throws(HistoryError) -> Int

    /// Remembers that the user is to be asked before a pull deletes so many meetings; nil if it is settled.
    func askBeforeDeleting(_ count: Int?) throws(HistoryError)

    /// Those of some standups being held whose meeting is stored here, and has ended.
    func ended(of standups: [RunningStandup]) throws -> [RunningStandup]

    /// Stores which standups are being held, on any device.
    func note(_ standups: [RunningStandup]) throws(HistoryError)

    /// For whom the deletion of an item would be; nil if it is not shared.
    func deletionReach(of item: DeletedItem) throws(HistoryError) -> DeletionReach?

    func teamStatus() throws(HistoryError) -> TeamStatus

    /// The values of a shared standup and its meetings that later ones replaced, in the order in which that was noticed here.
    func replacedValues(of standup: Standup.ID) throws(HistoryError) -> [ReplacedValue]
}

extension TeamCopy {
    /// Where a standup is being held by others, as far as is known here.
    package func running(elsewhere standup: Standup) throws(HistoryError) -> [RunningStandup] {
        guard standup.isShared, let own = try membership() else { return [] }
        return try teamStatus().runningStandups.filter {
            $0.standup == standup.id && !($0.member == own.member && $0.deviceName == own.deviceName)
        }
    }
}

package struct AppliedChanges: Hashable, Sendable {
    /// How many meetings here the changes delete.
    let deletions: Int
    /// Whether nothing was taken over, because that would be too many.
    package let isRefused: Bool

    package init(deletions: Int, isRefused: Bool) {
        self.deletions = deletions
        self.isRefused = isRefused
    }
}

/// A value that a later one replaced; a transcript is given by its number here.
package struct ReplacedValue: Hashable, Sendable {
    package let kind: SharedKind
    package let item: String
    /// The meeting that it belongs to; nil for the standup itself.
    package let meeting: Meeting.ID?
    package let field: String
    package let value: SharedField
    /// The item's fields now.
    package let present: SharedFields

    package init(
        kind: SharedKind, item: String, meeting: Meeting.ID?, field: String, value: SharedField, present: SharedFields
    ) {
        self.kind = kind
        self.item = item
        self.meeting = meeting
        self.field = field
        self.value = value
        self.present = present
    }
}

package struct TeamMembership: Hashable, Sendable {
    /// The server's id.
    package let server: String
    let epoch: Int64
    /// The server's address as the user gave it, without a password.
    package let address: String
    /// The user's name on the server.
    package let member: String
    package let device: Device.ID
    /// The name of this device for people.
    package let deviceName: String
    /// How far the server has this device's changes, as far as is known here.
    package let confirmed: DeviceHead
    /// The batch that was sent last, unless it is confirmed.
    let pending: DeviceHead?
    /// How many meetings a pull would delete that the user has not agreed to; nil if there is no such question.
    let deletionsToConfirm: Int?

    package init(
        server: String, epoch: Int64, address: String, member: String, device: Device.ID, deviceName: String,
        confirmed: DeviceHead, pending: DeviceHead?, deletionsToConfirm: Int?
    ) {
        self.server = server
        self.epoch = epoch
        self.address = address
        self.member = member
        self.device = device
        self.deviceName = deviceName
        self.confirmed = confirmed
        self.pending = pending
        self.deletionsToConfirm = deletionsToConfirm
    }
}

package struct TeamStatus: Hashable, Sendable {
    package let unsent: Int
    /// Rows that were refused, and why; they are kept.
    package let aside: [String]
    /// The number of received changes that wait for others.
    package let waiting: Int
    /// Standups that are being held here or elsewhere, as far as is known.
    package let runningStandups: [RunningStandup]

    package init(unsent: Int, aside: [String], waiting: Int, runningStandups: [RunningStandup]) {
        self.unsent = unsent
        self.aside = aside
        self.waiting = waiting
        self.runningStandups = runningStandups
    }
}
