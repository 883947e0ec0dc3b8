internal import Glibc
internal import MeetingModel

/// Permanent deletion from the history, including recordings.
package enum PermanentDeletion {
    /// Deletes a standup with its meetings, or one meeting, and their recordings; nothing happens if there is no such
    /// item.
    ///
    /// Recordings are removed first: if that fails, the history still refers to them, and the call can be repeated.
    /// Meetings marked deleted are deleted with their standup. The caller checks that none is live. The backup from
    /// before an upgrade is removed too, because it contains the deleted words. Histories moved aside are kept.
    ///
    /// - Throws: A `HistoryError` or a `DataFolderError`.
    package static func remove(_ item: DeletedItem, from store: any DeletionStore, in folder: DataFolder) throws {
        for meeting in try store.meetings(removedWith: item) { try folder.removeRecording(of: meeting) }
        for backup in DataFolder.backups(ofDatabaseAt: folder.databasePath) { unlink(backup) }
        switch item {
        case .standup(let id): try store.deleteStandup(id)
        case .meeting(let id): try store.deleteMeeting(id)
        }
    }
}

extension DataFolder {
    /// Removes the file of a meeting's recording, if there is one.
    func removeRecording(of meeting: Meeting) throws(DataFolderError) {
        guard let recording = meeting.recording else { return }
        let path = try recordingPath(recording.fileName)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotRemove(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
