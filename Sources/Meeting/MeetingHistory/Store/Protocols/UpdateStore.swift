package import MeetingModel

/// The updates that wait for the next meeting of their standup, one for each attendee at most.
///
/// `MeetingJournal.begin` takes them: an update of the new meeting no longer waits, unless it has been changed since it
/// was read. A discarded meeting gives its updates back. Whoever leaves a standup leaves no update behind. [any thread]
package protocol UpdateStore: Sendable {
    /// The updates that wait for a standup's next meeting, in the order of its attendees; none if there is no such standup.
    func waitingUpdates(of standup: Standup.ID) throws(HistoryError) -> [WrittenUpdate]

    /// Stores an update for a standup's next meeting, in place of the one that its attendee wrote before.
    ///
    /// - Returns: False if there is no such standup, or no such attendee in it; then nothing is stored.
    func write(_ update: WrittenUpdate, for standup: Standup.ID) throws(HistoryError) -> Bool

    /// Replaces the update that an attendee wrote for the next meeting, in one transaction.
    ///
    /// - Parameters:
    ///   - text: The text of the update to replace; nil if none waits.
    ///   - update: The new update; nil to delete the one that waits.
    ///   - attendee: Whose update it is.
    ///   - standup: The standup.
    /// - Returns: False if another text waits, or there is no such standup, or no such attendee in it; then nothing is
    ///   changed.
    /// - Throws: If the history cannot be written.
    func replaceWaitingUpdate(
        _ text: String?, by update: WrittenUpdate?, of attendee: Attendee.ID, for standup: Standup.ID
    ) throws(HistoryError) -> Bool

    /// Deletes the update that an attendee wrote for the next meeting; false if none waits.
    func deleteWaitingUpdate(of attendee: Attendee.ID, for standup: Standup.ID) throws(HistoryError) -> Bool
}
