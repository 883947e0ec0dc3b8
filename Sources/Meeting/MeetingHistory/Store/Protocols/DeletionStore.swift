package import MeetingModel

/// Deletes standups, meetings and transcripts: with a mark that can be removed, or permanently.
///
/// All other queries leave out items marked deleted, and the meetings of a marked standup. A transcript is deleted
/// permanently by `TranscriptStore`. [any thread]
package protocol DeletionStore: Sendable {
    /// Marks an item deleted; false if there is no such item or it is already marked.
    ///
    /// The updates of an interrupted meeting that can be resumed wait again, as those of a discarded one. The owner of the
    /// mark can remove it, and must eventually delete the item permanently, see `Trash`.
    ///
    /// - Throws: `HistoryError.transcriptInUse` if it is a transcript that is current or that a live meeting is writing.
    @discardableResult
    func setDeleted(_ item: DeletedItem, by owner: String) throws(HistoryError) -> Bool

    /// Removes the mark; false if there is no such item, or no mark of this transcript.
    @discardableResult
    func undelete(_ item: DeletedItem) throws(HistoryError) -> Bool

    func tombstones() throws(HistoryError) -> [Tombstone]

    /// The meetings to delete with an item, even if marked deleted, as `MeetingCatalogue.meetings` returns them.
    func meetings(removedWith item: DeletedItem) throws(HistoryError) -> [Meeting]

    /// The files of the recordings of permanently deleted meetings that are still to be removed.
    func removedRecordings() throws(HistoryError) -> [String]

    /// Notes that the file of a recording is removed.
    func forgetRecording(_ file: String) throws(HistoryError)

    /// Permanently deletes a standup and its meetings, even if not marked; does nothing if there is no such standup.
    ///
    /// The recordings stay, and are among the `removedRecordings`, see `PermanentDeletion`.
    func deleteStandup(_ id: Standup.ID) throws(HistoryError)

    /// Permanently deletes a meeting; does nothing if there is no such meeting.
    ///
    /// The recording stays, and is among the `removedRecordings`, see `PermanentDeletion`.
    func deleteMeeting(_ id: Meeting.ID) throws(HistoryError)
}
