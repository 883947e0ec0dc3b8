internal import Glibc
package import MeetingModel

/// Permanent deletion from the history, including recordings.
package enum PermanentDeletion {
    /// The parts of a history that are deleted from.
    package typealias Store = DeletionStore & TranscriptStore & PointStore

    /// Deletes a standup with its meetings, or one meeting, and their recordings, or a transcript; nothing happens if there
    /// is no such item.
    ///
    /// Recordings are removed first: if that fails, the history still refers to them, and the call can be repeated.
    /// Meetings marked deleted are deleted with their standup. The caller checks that none is live. The backup from
    /// before an upgrade is removed too, because it contains the deleted words. Histories moved aside are kept.
    ///
    /// `remakePoints` makes the points of a meeting again before a transcript that they have words of is deleted, so that they
    /// stay the same points with their states, and afterwards if some went with it.
    ///
    /// - Throws: A `HistoryError` or a `DataFolderError`.
    package static func remove(
        _ item: DeletedItem, from store: any Store, in folder: DataFolder,
        remakePoints: (Meeting.ID) -> Void = { _ in }
    ) throws {
        for meeting in try store.meetings(removedWith: item) { try folder.removeRecording(of: meeting) }
        switch item {
        case .standup(let id): try store.deleteStandup(id)
        case .meeting(let id): try store.deleteMeeting(id)
        case .transcript(let meeting, let version):
            try removeTranscript(version, of: meeting, from: store, remakePoints: remakePoints)
        }
        for backup in DataFolder.backups(ofDatabaseAt: folder.databasePath) { unlink(backup) }
    }

    /// Deletes a transcript as `remove` does; nothing happens if there is none.
    package static func removeTranscript(
        _ version: Int, of meeting: Meeting.ID, from store: any Store, remakePoints: (Meeting.ID) -> Void
    ) throws(HistoryError) {
        let hasPoints = { () throws(HistoryError) -> Bool in
            guard let current = try store.currentPoints(of: meeting) else { return false }
            return try store.points(of: meeting, version: current.number).contains { $0.transcript == version }
        }
        if try hasPoints() { remakePoints(meeting) }
        // A user's own words for a sentence of it stay until it goes.
        let losesPoints = try hasPoints()
        do throws(HistoryError) { try store.deleteTranscript(of: meeting, version: version) } catch {
            switch error {
            case .noMeeting, .noTranscript: return
            default: throw error
            }
        }
        if losesPoints { remakePoints(meeting) }
    }
}

extension DataFolder {
    /// Removes the file of a meeting's recording, if there is one, also from the trash.
    func removeRecording(of meeting: Meeting) throws(DataFolderError) {
        try AudioTrash(of: self).remove(meeting.id)
        guard let recording = meeting.recording else { return }
        let path = try recordingPath(recording.fileName)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotRemove(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
