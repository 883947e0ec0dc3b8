package import MeetingModel

/// Deletion of standups and meetings: marks that can be undone, and deletion for good.
///
/// What is marked deleted is left out of every other answer, as are the meetings of a marked standup. [any thread]
package protocol DeletionStore: Sendable {
    /// Marks an item deleted; false if there is no such item, or it is marked already.
    ///
    /// The owner can undo it, and has to delete it for good, see `Trash`.
    @discardableResult
    func setDeleted(_ item: DeletedItem, by owner: String) throws(HistoryError) -> Bool

    /// Removes the mark; false if there is no such item.
    @discardableResult
    func undelete(_ item: DeletedItem) throws(HistoryError) -> Bool

    /// All marks.
    func tombstones() throws(HistoryError) -> [Tombstone]

    /// The meetings that are deleted with an item, marked or not, as `MeetingCatalogue.meetings` returns them.
    func meetings(removedWith item: DeletedItem) throws(HistoryError) -> [Meeting]

    /// Deletes a standup and its meetings for good, marked or not; nothing happens if there is none with this id.
    ///
    /// The recordings stay, see `PermanentDeletion`.
    func deleteStandup(_ id: Standup.ID) throws(HistoryError)

    /// Deletes a meeting for good; nothing happens if there is none with this id.
    ///
    /// The recording stays, see `PermanentDeletion`.
    func deleteMeeting(_ id: Meeting.ID) throws(HistoryError)
}
