internal import Glibc
internal import MeetingModel

/// Deletion that cannot be undone: of what is in the history, and of the recordings that belong to it.
package enum PermanentDeletion {
    /// Removes a standup with its meetings, or one meeting, with the recordings; what is not there is no error.
    ///
    /// The recordings go first: if one cannot be removed, the history still knows of it, and all can be tried again.
    /// What is marked deleted goes along with its standup. Whether one of the meetings is live is the caller's to ask.
    /// The backup of a history of an earlier version goes too: it holds the words that are to go. Histories that were
    /// put aside stay.
    ///
    /// - Throws: A `HistoryError` or a `DataFolderError`.
    package static func remove(_ item: DeletedItem, from store: any MeetingStore, in folder: DataFolder) throws {
        try removeRecordings(of: store.meetings(removedWith: item), in: folder)
        for backup in DataFolder.backups(ofDatabaseAt: folder.databasePath) { unlink(backup) }
        switch item {
        case .standup(let id): try store.deleteStandup(id)
        case .meeting(let id): try store.deleteMeeting(id)
        }
    }

    private static func removeRecordings(of meetings: [Meeting], in folder: DataFolder) throws(DataFolderError) {
        for recording in meetings.compactMap(\.recording) {
            let path = try folder.recordingPath(recording.fileName)
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .cannotRemove(path: path, reason: String(cString: strerror(errno)))
            }
        }
    }
}
