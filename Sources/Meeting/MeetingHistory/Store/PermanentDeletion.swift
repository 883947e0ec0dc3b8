internal import Glibc
package import MeetingModel

/// Permanent deletion from the history, including recordings.
package enum PermanentDeletion {
    /// The parts of a history that are deleted from.
    package typealias Store = DeletionStore & TranscriptStore & PointStore

    /// Deletes a standup with its meetings, or one meeting, and their recordings, or a transcript; nothing happens if there
    /// is no such item.
    ///
    /// Recordings are removed last: the history keeps their names until then, and the next start removes what is left after
    /// a crash. On a full disk they are given up first, to make room for the deletion in the history. Meetings marked
    /// deleted are deleted with their standup. The caller checks that none is live. The backup from before an upgrade is
    /// removed too, because it contains the deleted words. Histories moved aside are kept.
    ///
    /// `remakePoints` makes the points of a meeting again before a transcript that they have words of is deleted, so that they
    /// stay the same points with their states, and afterwards if some went with it.
    ///
    /// - Throws: A `HistoryError` or a `DataFolderError`.
    package static func remove(
        _ item: DeletedItem, from store: any Store, in folder: DataFolder,
        remakePoints: (Meeting.ID) -> Void = { _ in }
    ) throws {
        func delete() throws {
            switch item {
            case .standup(let id): try store.deleteStandup(id)
            case .meeting(let id): try store.deleteMeeting(id)
            case .transcript(let meeting, let version):
                try removeTranscript(version, of: meeting, from: store, remakePoints: remakePoints)
            }
        }
        let meetings = try store.meetings(removedWith: item)
        try folder.checkMayRemoveRecordings(of: meetings)
        do { try delete() } catch HistoryError.cannotWrite(_, _, let code) where code == ENOSPC || code == EDQUOT {
            removeBackups(in: folder)
            let givenUp = folder.giveUpRecordings(of: meetings)
            try delete()
            for path in givenUp { unlink(path) }
        }
        try finish(in: store, folder: folder)
        removeBackups(in: folder)
    }

    /// Completes the deletions that a crash or a full disk has interrupted: removes the recordings of deleted meetings, and
    /// the meetings of recordings that were given up.
    ///
    /// It costs one small query if there is nothing to do.
    ///
    /// - Throws: A `HistoryError`, or a `DataFolderError` once all other files are removed.
    package static func finish(in store: any DeletionStore, folder: DataFolder) throws {
        for (meeting, path) in folder.givenUpRecordings {
            try store.deleteMeeting(meeting)
            unlink(path)
        }
        let files = try store.removedRecordings()
        guard !files.isEmpty else { return }
        var failure: (any Error)?
        for file in files {
            do {
                try folder.removeRecording(file)
                try store.forgetRecording(file)
            } catch { failure = failure ?? error }
        }
        removeBackups(in: folder)
        if let failure { throw failure }
    }

    package static func removeBackups(in folder: DataFolder) {
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
    /// Throws if a file of the meetings' recordings cannot be removed for a reason that is known before.
    fileprivate func checkMayRemoveRecordings(of meetings: [Meeting]) throws(DataFolderError) {
        for meeting in meetings {
            guard let recording = meeting.recording else { continue }
            let path = try recordingPath(recording.fileName)
            guard Self.exists(path), access(recordingsPath, W_OK | X_OK) != 0 else { continue }
            throw .cannotRemove(path: path, reason: systemMessage(errno))
        }
    }

    /// Removes the file of a recording, if it is there, also from the trash.
    fileprivate func removeRecording(_ fileName: String) throws(DataFolderError) {
        if fileName.hasSuffix(".wav") {
            try AudioTrash(of: self).remove(Meeting.ID(rawValue: String(fileName.dropLast(".wav".count))))
        }
        let path = try recordingPath(fileName)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotRemove(path: path, reason: systemMessage(errno))
        }
    }

    private static let givenUpEnding = ".deleted"

    /// The meeting whose given up recording has this name in `live/`; nil for other names.
    static func givenUp(by name: String) -> Meeting.ID? {
        guard name.hasSuffix(givenUpEnding) else { return nil }
        let id = name.dropLast(givenUpEnding.count)
        return isID(id) ? Meeting.ID(rawValue: String(id)) : nil
    }

    /// The meetings whose recordings were given up, each with the empty file that says so.
    fileprivate var givenUpRecordings: [(meeting: Meeting.ID, path: String)] {
        Self.names(in: livePath).compactMap { name in
            Self.givenUp(by: name).map { ($0, "\(livePath)/\(name)") }
        }
    }

    /// Empties the recordings of meetings that are being deleted, and returns the paths of the empty files.
    ///
    /// A renamed file needs no space. Its new name says that the meeting is to be deleted, so that a crash in between leaves
    /// no meeting without its recording.
    fileprivate func giveUpRecordings(of meetings: [Meeting]) -> [String] {
        meetings.compactMap { meeting in
            let name = "\(meeting.id)\(Self.givenUpEnding)"
            guard let recording = meeting.recording, Self.givenUp(by: name) != nil,
                let path = try? recordingPath(recording.fileName), rename(path, "\(livePath)/\(name)") == 0
            else { return nil }
            let givenUp = "\(livePath)/\(name)"
            truncate(givenUp, 0)
            return givenUp
        }
    }
}
